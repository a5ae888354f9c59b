"""How often the reader takes a card for another, and what speaks against it: ``python -m vision.training.misreads``.

Decks are dealt through on simulated tables, card by card, each looked at once. What was read is doubted as the eye
doubts it (``vision.called``): where the print is unlike the cards of the rank before, where the first card of a rank is
not plain, nor two indices of a known one hardly so, where a first one is printed as one of another rank, and where the
numeral in its middle is another; where that is the same the card is plain. Every card is then said to be what it is, as
at a table where people answer.
"""

import argparse
import json
from collections import Counter

import numpy as np

from vision.frame import BGRImage
from vision.large_numerals import NOTHING, LargeNumeral, read_large_numeral, upright_card
from vision.plainness import is_printed_as_another, is_surely_read, plain_bounds
from vision.prints import Prints, Turned, grey_of
from vision.reader import CardReading, Reader
from vision.synth.faces import FAMILIES, make_design
from vision.training.dealt import CARD_PX, deal
from vision.training.learnt_decks import FIRST_SEED, WHOLE_DECK, pictures_of_reading, reading_of_card


def measure(family: str, number: int, reader: Reader, *, difficulty: str = "reference") -> Counter[str]:
    """Of one design: ``cards`` dealt, ``unseen``, ``unread``, ``right`` and ``right, doubted``; ``wrong``, and of these
    ``silent``, that nothing spoke against."""
    design = make_design(family, FIRST_SEED + number)
    prints, counts = Prints(), Counter[str]()
    ranks = [int(rank) for rank in np.random.default_rng([number, 78]).permutation(WHOLE_DECK)]
    for at, card in enumerate(deal(design, ranks, table=FIRST_SEED + number, shot=7, difficulty=difficulty)):
        counts["cards"] += 1
        reading = reading_of_card(reader.examine(card.image, card_width_px=CARD_PX).cards(), card.image)
        if reading is None:
            counts["unseen"] += 1
            continue
        pictures = [Turned(grey_of(picture)) for picture in pictures_of_reading(card.single, reading)]
        if reading.rank is None:
            counts["unread"] += 1
        else:
            doubt = doubted(reading, reading.rank, prints, pictures, large_numeral(card.single, reading, reader))
            verdict = "right" if reading.rank == card.rank else "wrong"
            counts[verdict] += 1
            if verdict == "right" and doubt:
                counts["right, doubted"] += 1
            if verdict == "wrong":
                counts[f"wrong, {doubt}" if doubt else "silent"] += 1
        prints.keep(at, card.rank, [one.picture for one in pictures])
    return counts


def large_numeral(image: BGRImage, reading: CardReading, reader: Reader) -> LargeNumeral:
    """What the middle of a card shows."""
    return read_large_numeral(upright_card(image, reading.quad), reader.ranks)


def doubted(
    reading: CardReading, rank: int, prints: Prints, pictures: list[Turned], numeral: LargeNumeral = NOTHING
) -> str:
    """What speaks against a reading, or nothing."""
    if prints.differs(rank, pictures, surely=is_surely_read(rank, reading, len(pictures))):
        return "printed otherwise"
    if numeral.ranks:
        return "" if rank in numeral.ranks else "another in the middle"
    bounds = plain_bounds(prints, rank, pictures)
    unlike = prints.unlike(pictures)
    surely = bool(unlike) and prints.agree(pictures)
    if bounds is not None and not bounds.hold(rank, reading, unlike, surely=surely):
        return "not plain"
    return "printed as another" if is_printed_as_another(prints, rank, pictures, reading) else ""


def main() -> int:
    """Print a line of counts for each family, and one for all."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.misreads", description=__doc__)
    parser.add_argument("--designs", type=int, default=20, help="designs of each family")
    parser.add_argument("--first", type=int, default=400, help="number of the first design")
    parser.add_argument("--difficulty", default="reference")
    parser.add_argument("--families", nargs="*", default=sorted(FAMILIES), choices=sorted(FAMILIES))
    options = parser.parse_args()
    reader, whole = Reader(), Counter[str]()
    for family in options.families:
        counts = Counter[str]()
        for number in range(options.first, options.first + options.designs):
            counts += measure(family, number, reader, difficulty=options.difficulty)
        whole += counts
        print(json.dumps({family: dict(sorted(counts.items()))}), flush=True)
    print(json.dumps({"all": dict(sorted(whole.items()))}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
