"""Learning a deck: from a picture of one card whose rank is told to the examples that a deck keeps of it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.errors import InputError
from vision.deck.deck_file import MIDDLE_RANGE, PICTURE_PX, Deck, Example
from vision.deck.taught import Taught
from vision.frame import BGRImage
from vision.nets.finder import CARD_HEIGHT_PX, CARD_PX, FoundIndex
from vision.nets.index_reading import ALIKE, IndexReading, turn_between, turned_round
from vision.nets.ranks import USUAL_NUMERAL, cut_patch
from vision.reading.card_guess import card_of
from vision.reading.gathering import about_middle
from vision.reading.merging import DOWN, group, without_doubles
from vision.reading.paper import on_papers, paper_around, sides_of
from vision.reading.reader import SCALES, Reader, promised_width, scaled_by

FAINT_HEAT, CLEAR_HEAT = 0.1, 0.4
"""An index found as weakly as the first is learnt where it stands right for another on its card that was found clearly,
as strongly as the second. Net A finds one at the picture's edge with 0.48: with 0.5 its neighbour had been learnt."""
FAINT_CARD_HEAT = 0.2
"""Where no card is found clearly, but its size is known, what is found as weakly as this is the card; so is a numeral
in its middle, where no paper shows."""
UNREAD_HEAT = 0.65
"""Where a card's size is not known, and no index in its corners reads as its rank, one is found at least as strongly as
this; larger is stricter. Of 600 drawn cards five more are refused, four of them found wrongly, and one of 265
photographs, found wrongly too. Of 57 lessons learnt from screens and diagrams that show no card 37 are refused."""
SIZE_TOLERANCE = 0.3
"""How far (logarithm) a card's size may be off where its scale is looked for."""
FINE_SCALES = (*SCALES, *(float(np.sqrt(a * b)) for a, b in pairwise(SCALES)))
"""Card widths tried, as shares of the picture's short side, where nothing is clear at the likeliest."""
MOST_OTHERS = 3
"""How many things on a card that are no index of it are kept from one picture, to be told apart from them."""
OTHER_PLACE = 0.17
"""What stands this far (card widths) from where the card's indices stand, mirrored to all corners, is none of them."""
ON_CARD = 0.46
"""What stands within this share of the card's sides from its middle is on the card, not on its edge."""
MIDDLES = tuple(float(size) for size in np.geomspace(1.4, 5.6, 9))
"""How many times as large as usual a numeral in the middle of a card is looked for."""
MEASURED_AT = 0.75
"""A numeral in the middle of a card is measured where it is shown so much larger than it is read: net B takes smaller
ones for larger than they are. There it tells them right to within 5 % in the median."""
CLEARLY = 0.2
"""A card bears its numeral in its middle if that is seen so much better than indices in its corners (heat and
likelihood together). Of 180 drawn cards with indices in their corners 0 are taken so, of 120 with none there 115."""
OFF_MIDDLE = 0.2
"""A numeral stands in the middle of a card if it is nearer to it than this (card widths)."""
RIVAL = 0.75
"""Another card seen this well beside the one that is taught might be the one that is meant."""
WHOLE, CUT_OFF = 0.9, 0.5
"""Another card is no rival if less than the second share of it is in the picture, and more than the first of the best
seen. Nobody means a card that the picture cuts off. Both are guesses."""


@dataclass(frozen=True, slots=True, eq=False)
class OneCard:
    """The one card of a picture: ``quad`` (4, 2) px, ``examples`` of its indices and of what else stands on it,
    ``rank`` and ``probability`` of what the general reader takes it for (None: it cannot tell). ``middle``: how many
    times as large as usual its one numeral is, which stands in its middle; 0 where it bears them in its corners.
    ``upright``: whether all its numerals stand upright, the lower ones too; None: it does not show that."""

    quad: NDArray[np.float32]
    examples: tuple[Example, ...]
    rank: int | None
    probability: float
    middle: float = 0.0
    upright: bool | None = None


@dataclass(frozen=True, slots=True)
class Conflict:
    """A picture taught as ``rank`` that is more like ``other``; ``alike`` to it by so much (1: the same print)."""

    rank: int
    other: int
    alike: float


class Teacher:
    """Finds what is to be learnt; ``reader`` reads without a deck."""

    def __init__(self, reader: Reader | None = None) -> None:
        self.reader = reader or Reader()

    def learn(
        self, image: BGRImage, rank: int, card_width_px: float | None = None, middle: float | None = None
    ) -> OneCard:
        """What the only card in a picture (h, w, 3) teaches of ``rank``; without a width the scale is found.

        ``middle``: how large its deck's numerals are, as ``OneCard`` tells it of a card before; None: this one tells.

        Raises:
            InputError: no card of which an index is seen, or several cards.
        """
        if rank not in range(1, 11):
            raise InputError(f"{rank} came as a rank to teach; ranks are 1 to 10 (an ace is 1).")
        seen = self._seen(image, rank, card_width_px, middle)
        if not seen.cards or (card_width_px is None and not seen.tells(rank)):
            raise InputError(
                "no card is found in the picture: expected one card, face up, whole and sharp, at least 60 pixels "
                "wide. Go nearer, or give its width with --card-width."
            )
        best, *others = seen.whole
        is_whole = _share_within(best, seen.scaled) > WHOLE
        rivals = [
            other
            for other in others
            if _is_rival(other, best) and not (is_whole and _share_within(other, seen.scaled) < CUT_OFF)
        ]
        if rivals:
            raise InputError(
                f"{1 + len(rivals)} cards are found in the picture, expected one: take the others away, or cut the "
                "picture so that it shows one."
            )
        card = card_of(best)
        shown = [_example(seen.scaled, reading.found, rank) for reading in seen.cards[0]]
        besides = [found for found in self.reader.find_indices(seen.scaled) if _is_other(found, best)]
        none = [_example(seen.scaled, found, 0) for found in besides[:MOST_OTHERS]]
        likeliest = int(card.probabilities.argmax()) + 1
        return OneCard(
            quad=card.quad / seen.factor,
            examples=(*shown, *none),
            rank=likeliest if likeliest <= 10 else None,
            probability=float(card.probabilities.max()),
            middle=seen.middle,
            upright=None if seen.middle else _is_upright(seen.cards[0], rank),
        )

    def _seen(self, image: BGRImage, rank: int, card_width_px: float | None, middle: float | None) -> "_Seen":
        """The cards of a picture by their indices, or by the numerals in their middle, whatever shows them better where
        it is not known which they bear."""
        if middle:
            return self._in_middle(image, rank, card_width_px, middle)
        corners = self._groups(image, rank, card_width_px)
        if middle is not None or (card_width_px is None and corners.cards and len(corners.cards[0]) > 1):
            return corners
        if card_width_px is not None:
            tried = self._in_middle(image, rank, card_width_px, None)
            return tried if tried.worth(rank) > corners.worth(rank) + CLEARLY else corners
        return self._on_paper(image, rank, corners)

    def _on_paper(self, image: BGRImage, rank: int, corners: "_Seen") -> "_Seen":
        """The card of unknown size whose paper shows its numeral to stand in the middle, if there is one."""
        seen = corners if corners.cards else self._best(image, rank, self._any_size(image))
        if not seen.cards:
            return corners
        lone = seen.cards[0][0].found
        x, y = lone.x / seen.factor, lone.y / seen.factor
        paper = paper_around(image, x, y, seen.numeral)
        if paper is None:
            return corners
        width, _ = sides_of(paper)
        if float(np.hypot(*(paper.mean(axis=0) - (x, y)))) > OFF_MIDDLE * width:
            return corners
        return self._in_middle(image, rank, width, None)

    @staticmethod
    def _any_size(image: BGRImage) -> list[float]:
        """As how wide a card may be shown whose numeral may be large, px."""
        return [share * min(image.shape[:2]) for share in (*FINE_SCALES, *MIDDLES)]

    def _best(self, image: BGRImage, rank: int, shown_as: Iterable[float]) -> "_Seen":
        """Every numeral in a picture where the best is seen best."""
        tried = [self._lone(image, rank, as_wide) for as_wide in shown_as if self.reader.is_fit_scale(image, as_wide)]
        return max(tried, key=lambda one: one.worth(rank), default=_Seen(image, 1.0, []))

    def _in_middle(self, image: BGRImage, rank: int, card_width_px: float | None, middle: float | None) -> "_Seen":
        """The cards of a picture that bear one numeral each, in their middle, ``middle`` times as large as usual, or as
        large as it is found to be."""
        shown_as = self._any_size(image)
        if card_width_px is not None:
            shown_as = [card_width_px * size for size in (MIDDLES if middle is None else (middle,))]
        seen = self._best(image, rank, shown_as)
        if middle is not None:
            return self._put_right(seen, rank, middle)
        assert card_width_px is not None
        for nearer in (MEASURED_AT, 1.0):
            if not seen.cards:
                break
            middle = float(np.clip(seen.numeral / (USUAL_NUMERAL * card_width_px) * nearer, *MIDDLE_RANGE))
            seen = self._put_right(self._lone(image, rank, card_width_px * middle), rank, middle)
        return seen

    def _put_right(self, seen: "_Seen", rank: int, middle: float) -> "_Seen":
        """The cards of a picture, their numerals standing as the paper around them lies, and the way up that shows
        ``rank``."""
        there = on_papers(seen.scaled, [card[0].found for card in seen.cards], middle, thoroughly=True)
        lying = [found for found in there if found.heat >= FAINT_CARD_HEAT]
        again = _showing(rank, self.reader.read_found(seen.scaled, lying))
        return replace(seen, middle=middle, cards=_best_first([[reading] for reading in again], rank))

    def _lone(self, image: BGRImage, rank: int, as_wide: float) -> "_Seen":
        """Every numeral in a picture, the best seen first, a card being shown as if it were ``as_wide`` (px)."""
        scaled, factor = scaled_by(image, CARD_PX / as_wide)
        found = self.reader.find_in_middles(scaled, all_ways=True)
        clear = [[reading] for reading in without_doubles(self.reader.read_found(scaled, found))]
        return _Seen(scaled, factor, _best_first(clear, rank))

    def _groups(self, image: BGRImage, rank: int, card_width_px: float | None) -> "_Seen":
        """The indices of each card, the best seen first. Where nothing is clear at the scale that the reader finds, all
        others are tried."""
        width = card_width_px if card_width_px is not None else self.reader.find_card_width(image)
        scaled, factor = scaled_by(image, CARD_PX / width)
        groups = self._groups_at(scaled, rank)
        if groups:
            return _Seen(scaled, factor, groups)
        if card_width_px is not None:
            return _Seen(scaled, factor, self._groups_at(scaled, rank, faint=True))
        best = 0.0
        for width in (share * min(image.shape[:2]) for share in FINE_SCALES):
            if not self.reader.is_fit_scale(image, width):
                continue
            tried, by = scaled_by(image, CARD_PX / width)
            found = self._groups_at(tried, rank)
            agreed = [_worth(members, rank) for members in found if _is_of_size(members)]
            if agreed and max(agreed) > best:
                best, scaled, factor, groups = max(agreed), tried, by, found
        return _Seen(scaled, factor, groups)

    def _groups_at(self, scaled: BGRImage, rank: int, *, faint: bool = False) -> list[list[IndexReading]]:
        """The indices of each card that is found clearly, or ``faint`` as it may be."""
        found = self.reader.find_indices(scaled, FAINT_HEAT)
        groups, _ = group(without_doubles(self.reader.read_found(scaled, found, both_ways=True)))
        least = FAINT_CARD_HEAT if faint else CLEAR_HEAT
        clear = [_showing(rank, members) for members in groups if max(r.found.heat for r in members) >= least]
        return _best_first(clear, rank)


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A picture at the reader's scale, how much larger it was made for that, the indices of each card in it, the best
    seen first, and how large their numerals are that stand in their middle (0: in their corners)."""

    scaled: BGRImage
    factor: float
    cards: list[list[IndexReading]]
    middle: float = 0.0

    @property
    def whole(self) -> list[list[IndexReading]]:
        """The indices of each card, standing where they do on it."""
        if not self.middle:
            return self.cards
        sides = CARD_PX / self.middle, CARD_HEIGHT_PX / self.middle
        return [[about_middle(reading, *sides) for reading in card] for card in self.cards]

    @property
    def numeral(self) -> float:
        """How high the numeral of the best card is in the picture, px."""
        found = self.cards[0][0].found
        return (found.numeral or USUAL_NUMERAL * found.width) / self.factor

    def tells(self, rank: int) -> bool:
        """Whether what was found best is a card for certain: its size fits anything that is drawn in a picture."""
        best = self.cards[0]
        return self.middle > 0 or any(r.rank == rank or r.found.heat >= UNREAD_HEAT for r in best)

    def worth(self, rank: int) -> float:
        """How well its best card is seen as one of that rank."""
        return _worth(self.cards[0], rank) if self.cards else 0.0


def _showing(rank: int, members: Sequence[IndexReading]) -> list[IndexReading]:
    """The indices of a card, each the way up in which it looks like its rank."""
    return [turned_round(r) if r.logs_turned[rank - 1] > r.logs[rank - 1] else r for r in members]


def _is_upright(members: Sequence[IndexReading], rank: int) -> bool | None:
    """Whether the indices of a card, which look like its rank as they stand, all stand upright; None where only those
    of one end show, or where they look the same upside down."""
    ups = [reading.found.up for reading in members]
    if ALIKE.get(rank - 1) == rank - 1:
        return None
    if any(turn_between(up, ups[0]) > np.pi / 2 for up in ups):
        return False
    up = np.array([np.cos(ups[0]), np.sin(ups[0])])
    along = np.array([(reading.found.x, reading.found.y) for reading in members]) @ up / members[0].found.width
    return True if np.ptp(along) > DOWN[0] else None


def _is_of_size(members: Sequence[IndexReading]) -> bool:
    """Whether a card has two indices that stand as far apart as on a card of the reader's scale."""
    return len(members) > 1 and abs(np.log(promised_width(card_of(members)) / CARD_PX)) < SIZE_TOLERANCE


def _worth(members: Sequence[IndexReading], rank: int) -> float:
    """How well a group of indices is seen, what reads as the rank taught a little before others."""
    said = max(float(np.exp(max(r.logs[rank - 1], r.logs_turned[rank - 1]))) for r in members)
    return sum(r.found.heat for r in members) + said


def _best_first(cards: list[list[IndexReading]], rank: int) -> list[list[IndexReading]]:
    return sorted(cards, key=lambda members: _worth(members, rank), reverse=True)


def _is_rival(members: Sequence[IndexReading], best: Sequence[IndexReading]) -> bool:
    """Whether these indices are of another card than ``best``, and seen well: two of them, or one far away."""
    card, other = card_of(best), card_of(members)
    middle, there = card.quad.mean(0), other.quad.mean(0)
    apart = float(np.hypot(*(middle - there))) / best[0].found.width
    seen = max(r.found.heat for r in members)
    return seen >= RIVAL and apart > 0.8 and (len(members) > 1 or other.rank is not None)


def _share_within(members: Sequence[IndexReading], picture: BGRImage) -> float:
    """How much of a card lies within the picture, as a share of its area."""
    height, width = picture.shape[:2]
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    quad = card_of(members).quad
    return float(cv2.intersectConvexConvex(quad, edges)[0]) / float(cv2.contourArea(quad))


def _is_other(found: FoundIndex, members: Sequence[IndexReading]) -> bool:
    """Whether something found stands on the card, but where it has no index."""
    quad = card_of(members).quad.astype(np.float64)
    middle = quad.mean(0)
    up, right = (quad[0] + quad[1] - quad[2] - quad[3]) / 2, (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    height, width = float(np.hypot(*up)), float(np.hypot(*right))

    def place(x: float, y: float) -> NDArray[np.float64]:
        away = np.array([x, y]) - middle
        return np.asarray(np.abs(np.array([away @ right / width, away @ up / height])) / width)

    there = place(found.x, found.y)
    if there[0] > ON_CARD or there[1] > ON_CARD * height / width:
        return False
    return all(float(np.hypot(*(there - place(r.found.x, r.found.y)))) > OTHER_PLACE for r in members)


def _example(scaled: BGRImage, found: FoundIndex, rank: int) -> Example:
    """The picture around an index, upright."""
    # net A counts pixel centres at .5, OpenCV at whole numbers
    return Example(rank, cut_patch(scaled, found.x - 0.5, found.y - 0.5, found.up, found.width, side=PICTURE_PX))


def taught_all(
    deck: Deck, lessons: Iterable[Callable[[float | None], OneCard]]
) -> tuple[Deck, list[InputError | None]]:
    """The deck with what all lessons teach, and what each failed with. A lesson is told the ``middle`` of the deck, or
    None; what most then tell of it holds for all."""

    def learnt(lesson: Callable[[float | None], OneCard], middle: float | None) -> OneCard | InputError:
        try:
            return lesson(middle)
        except InputError as error:
            return error

    known = deck.middle if deck.taught else None
    told = [(lesson, learnt(lesson, known)) for lesson in lessons]
    if known is None:
        deck = replace(deck, middle=_agreed([one.middle for _, one in told if isinstance(one, OneCard)]))
    failed: list[InputError | None] = []
    uprights: list[bool | None] = []
    for lesson, one in told:
        if known is None and (isinstance(one, InputError) or one.middle != deck.middle):
            one = learnt(lesson, deck.middle)
        failed.append(one if isinstance(one, InputError) else None)
        if isinstance(one, OneCard):
            deck = deck.with_examples(one.examples)
            uprights.append(one.upright)
    return told_upright(deck, uprights), failed


def told_upright(deck: Deck, told: Sequence[bool | None]) -> Deck:
    """The deck, all its numerals standing upright or not as most of its cards tell that tell it."""
    yes, no = told.count(True), told.count(False)
    return replace(deck, upright=yes > no) if yes != no else deck


def _agreed(middles: Sequence[float]) -> float:
    """How large a deck's numerals are that stand in the middle of its cards, as most of them tell it; 0 where most bear
    theirs in their corners."""
    known = [middle for middle in middles if middle]
    return float(np.median(known)) if 2 * len(known) > len(middles) else 0.0


def conflicts(taught: Taught) -> tuple[Conflict, ...]:
    """The ranks that cannot be told from another, each pair once, the worst first.

    An example speaks for a conflict if it is more like one of another rank than like any of its own from another
    photograph, and about as like it as two pictures of one print are.
    """
    worst: dict[tuple[int, int], Conflict] = {}
    for doubt in taught.doubts():
        pair = (min(doubt.rank, doubt.other), max(doubt.rank, doubt.other))
        if pair not in worst or doubt.alike > worst[pair].alike:
            worst[pair] = Conflict(doubt.rank, doubt.other, doubt.alike)
    return tuple(sorted(worst.values(), key=lambda conflict: -conflict.alike))
