"""How many cards a deck learnt from answers tells, and how many wrongly: ``python -m vision.training.learnt_decks``.

A deck is dealt through on a simulated table, card by card, twice: what the reader can't call is named, and every card
is kept as an example. Beside what was asked, it is counted what the cards before would have told.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.decks import PICTURE_PX
from vision.frame import BGRImage
from vision.learnt import LearntDeck
from vision.plainness import plain_bounds
from vision.prints import Prints, Turned, grey_of
from vision.ranks import NONE, cut_patch
from vision.reader import CardReading, Reader
from vision.synth.faces import FAMILIES, make_design
from vision.training.dealt import CARD_PX, PX_PER_MM, DealtCard, deal
from vision.whole_cards import WholeCards, shown_rank, whole_card

FIRST_SEED = 9000
WHOLE_DECK = tuple(rank for rank in range(1, 11) for _ in range(rank))


def dealt(family: str, number: int) -> Iterator[DealtCard]:
    """A whole deck of 55, shuffled, and the same again."""
    design = make_design(family, FIRST_SEED + number)
    rng = np.random.default_rng([number, 77])
    for shot in range(2):
        ranks = [int(rank) for rank in rng.permutation(WHOLE_DECK)]
        yield from deal(design, ranks, table=FIRST_SEED + number, shot=shot)


def measure(family: str, number: int, reader: Reader) -> Counter[str]:
    """Of one design: ``cards`` dealt, ``unseen``, ``asked``; of these ``told`` rightly and ``wrong`` by those before;
    ``misread``: called wrongly by the reader. What all cards look like as a whole would tell of them is ``whole`` and
    ``whole wrong``; ``whole against`` speaks against what they are, ``misread and whole against`` against what the
    reader took them for."""
    prints, learnt, wholes, counts = Prints(), LearntDeck(reader.ranks), WholeCards(), Counter[str]()
    rng = np.random.default_rng([number, 78])
    for number_of_card, card in enumerate(dealt(family, number)):
        counts["cards"] += 1
        picture = whole_card(card.single, _outlined(card.corners, rng))
        reading = reading_of_card(reader.examine(card.image, card_width_px=CARD_PX).cards(), card.image)
        read = {} if reading is None else dict(enumerate(reading.probabilities[:NONE], 1))
        looks_like = wholes.tells(number_of_card, picture, read=read)
        if looks_like is not None:
            counts["whole" if looks_like == card.rank else "whole wrong"] += 1
        counts["whole against"] += wholes.opposes(number_of_card, card.rank, picture)
        if reading is not None and reading.rank not in (None, card.rank):
            counts["misread and whole against"] += wholes.opposes(number_of_card, reading.rank or 0, picture)
        wholes.keep(number_of_card, card.rank, picture, lying=(), read=shown_rank(read))
        if reading is None:
            counts["unseen"] += 1
            continue
        pictures = pictures_of_reading(card.single, reading)
        alike = prints.alike([Turned(grey_of(picture)) for picture in pictures])
        called = reading.rank is not None and (
            prints.knows(card.rank) or _is_plain(reading, reading.rank, prints, pictures)
        )
        told = learnt.tells([pictures], alike, read=read)
        if called:
            counts["misread"] += reading.rank != card.rank
        else:
            counts["asked"] += 1
            if told is not None:
                counts["told" if told == card.rank else "wrong"] += 1
        prints.keep(number_of_card, card.rank, [grey_of(picture) for picture in pictures])
        learnt.keep(number_of_card, card.rank, pictures, told=called or told is not None)
    return counts


def _outlined(corners: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """A card's corners as the eye finds its outline: a millimetre off, a degree askew, either way up."""
    turn = rng.normal(0, np.radians(1.2))
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    middle = corners.mean(axis=0)
    found = (corners - middle) @ turned * np.exp(rng.normal(0, 0.015, 2)) + middle + rng.normal(0, 1.2 * PX_PER_MM, 2)
    return np.roll(found, int(rng.choice([0, 2])), axis=0)


def _is_plain(reading: CardReading, rank: int, prints: Prints, pictures: Sequence[BGRImage]) -> bool:
    turned = [Turned(grey_of(picture)) for picture in pictures]
    bounds = plain_bounds(prints, rank, turned)
    unlike = prints.unlike(turned)
    return bounds is None or bounds.hold(rank, reading, unlike, surely=bool(unlike) and prints.agree(turned))


def reading_of_card(readings: Sequence[CardReading], image: BGRImage) -> CardReading | None:
    """What was read of the card in the middle of its picture, or None."""
    middle = image.shape[0] / 2
    near = [one for one in readings if float(np.hypot(*(one.quad.mean(0) - middle))) < CARD_PX / 3]
    return max(near, key=lambda one: len(one.indices), default=None)


def pictures_of_reading(image: BGRImage, reading: CardReading) -> tuple[BGRImage, ...]:
    """The card's indices, upright, as ``vision.prints`` cuts them out of the camera's picture."""
    centre = reading.quad.mean(0)
    head = reading.quad[0] + reading.quad[1] - reading.quad[2] - reading.quad[3]
    cut = []
    for x, y in reading.indices:
        up = head if (np.array([x, y]) - centre) @ head >= 0 else -head
        turn = float(np.arctan2(up[1], up[0]))
        cut.append(cut_patch(image, float(x) - 0.5, float(y) - 0.5, turn, CARD_PX, side=PICTURE_PX))
    return tuple(cut)


def main() -> int:
    """Print a line of counts for each family."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.learnt_decks", description=__doc__)
    parser.add_argument("--designs", type=int, default=8, help="designs of each family")
    parser.add_argument("--first", type=int, default=100, help="number of the first design")
    parser.add_argument("--families", nargs="*", default=sorted(FAMILIES), choices=sorted(FAMILIES))
    options = parser.parse_args()
    reader = Reader()
    for family in options.families:
        counts = Counter[str]()
        for number in range(options.first, options.first + options.designs):
            counts += measure(family, number, reader)
        print(json.dumps({family: dict(counts)}), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
