"""What this table's cards have shown of their deck: pictures of each rank."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.belief.evidence import Evidence, Look
from vision.belief.likeness import UNKNOWN, Colours, Cut, Examples, Numerals, colours_of_ranks
from vision.deck.prints import GreyPatch
from vision.nets.ranks import NONE

Floats = NDArray[np.float32]

KINDS = ("numerals", "wholes")
EXAMPLES = 4
"""How many pictures of each rank are compared with."""
CARDS = 12
"""How many cards of each rank are remembered: an evening has a thousand and more."""
TOLD = 150
"""How many comparisons with these are remembered: six looks at twelve cards, of two kinds."""
NO_NEARER = 0.9995
"""Likenesses above this are noise."""
SAME_RAD: Mapping[str, float] = {"numerals": 0.13, "wholes": 0.14}
"""The angle between a card and its own rank's pictures where nothing is known of the deck."""
OTHER_RAD: Mapping[str, float] = {"numerals": 0.75, "wholes": 0.93}
"""The angle between a card and another rank's pictures where nothing is known of the deck."""
PAIRS = 3.0
"""How many angles in this deck what is known of others (``SAME_RAD``, ``OTHER_RAD``) counts for."""
UPRIGHT_DECKS, ASKEW = float(np.log(0.02)), 0.001
"""Log odds of a deck of which nothing is known printing its lower numerals upright, and the share of heads that are
taken to stand inwards in one that does not. Both are guesses."""
MOST_SURE = 8.0
"""How surely it is known at most which a deck does (log odds): another deck may come."""
SHOWN = 1.0
"""What a middle shows is a rank where that is likelier than others by this (logarithm); a 6 may be a 9."""
SAME_BOTH_WAYS = (1, 6, 8, 9)
"""Ranks of which an index upside down may tell nothing of its head."""
LATELY = 60.0
"""How many of the last angles count, and cards: the light gets better, and another deck comes. A guess; on recorded
looks it changes nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """A card that was called: its rank, and what is kept of it."""

    rank: int
    numerals: tuple[GreyPatch, ...]
    wholes: tuple[Cut, ...]


@dataclass(slots=True)
class Mean:
    """The mean of the last numbers: their sum, and how many they are."""

    total: float
    count: float

    @classmethod
    def of_angle(cls, usual_rad: float) -> "Mean":
        """That of angles' logarithms in a deck of which nothing is known."""
        return cls(PAIRS * float(np.log(usual_rad)), PAIRS)

    def add(self, number: float) -> None:
        """One more."""
        if self.count >= LATELY:
            self.total, self.count = self.value * (LATELY - 1), LATELY - 1
        self.total += number
        self.count += 1

    @property
    def value(self) -> float:
        """What it is by now."""
        return self.total / self.count


@dataclass(slots=True, eq=False)
class DeckMemory:
    """The last cards that were called, by their numbers."""

    cards: dict[int, Kept] = field(default_factory=dict)
    _examples: dict[str, Examples] = field(default_factory=dict)
    _told: dict[tuple[int, str], tuple[Look, Floats | None]] = field(default_factory=dict)
    _same: dict[str, Mean] = field(default_factory=lambda: {kind: Mean.of_angle(SAME_RAD[kind]) for kind in KINDS})
    _other: dict[str, Mean] = field(default_factory=lambda: {kind: Mean.of_angle(OTHER_RAD[kind]) for kind in KINDS})
    """The angles between cards and those of their rank before, and those of each other rank, as logarithms."""
    _right: Mean = field(default_factory=lambda: Mean(PAIRS, PAIRS))
    """How often a card was what its indices showed."""
    _middles: Mean = field(default_factory=lambda: Mean(PAIRS, PAIRS))
    """How often a card was what a numeral in its middle showed."""
    _upright: float = UPRIGHT_DECKS
    """The log odds of this deck printing its lower numerals upright as well."""

    @classmethod
    def of_deck(cls, *, upright: bool) -> "DeckMemory":
        """That of a deck which is known to print its lower numerals ``upright`` as well, or of which nothing is."""
        return cls(_upright=MOST_SURE) if upright else cls()

    def keep(self, card: int, rank: int, evidence: Evidence, *, is_face: bool = True) -> None:
        """Card number ``card`` is a ``rank``. Where that is not its face (``is_face``) its back was seen, which is not
        what the rank looks like."""
        if evidence.likeliest is not None:
            self._right.add(evidence.likeliest == rank)
        middle = evidence.read_middle()
        if np.ptp(middle) > SHOWN:
            self._middles.add(float(middle[rank - 1] > middle.max() - SHOWN))
        self._note_heads(rank, evidence)
        has_numerals = is_face or evidence.indices > 0
        for kind in KINDS[not has_numerals : 1 + is_face]:
            alike = self.likeness(kind, evidence)
            for other in np.flatnonzero(alike > UNKNOWN).tolist():
                known = self._same if other == rank - 1 else self._other
                known[kind].add(float(np.log(angles(alike[other]))))
        best = max(evidence.looks, key=lambda look: (len(look.numerals), look.is_outlined), default=None)
        self.cards[card] = Kept(
            rank=rank,
            numerals=best.numerals if best is not None and has_numerals else (),
            wholes=tuple(look.whole for look in evidence.looks if look.whole is not None and is_face)[-1:],
        )
        for oldest in [number for number, kept in self.cards.items() if kept.rank == rank][:-CARDS]:
            del self.cards[oldest]
        self._forget()

    def tell(self, card: int, rank: int) -> None:
        """Card number ``card`` is a ``rank`` after all."""
        if card in self.cards and self.cards[card].rank != rank:
            self.cards[card] = replace(self.cards[card], rank=rank)
            self._forget()

    def without(self, card: int) -> "DeckMemory":
        """What is known of the deck but for one card."""
        others = {number: kept for number, kept in self.cards.items() if number != card}
        return replace(self, cards=others, _examples={}, _told={})

    def knows(self) -> NDArray[np.bool_]:
        """Whether a card of each rank came (10,)."""
        came = np.zeros(NONE, np.bool_)
        came[[kept.rank - 1 for kept in self.cards.values()]] = True
        return came

    def likeness(self, kind: str, evidence: Evidence) -> Floats:
        """How much a card is like those of each rank (10,), in the mean of its looks; ``UNKNOWN`` where none came."""
        each = [alike for look in evidence.looks if (alike := self._likeness_of(kind, look)) is not None]
        return np.asarray(np.mean(each, axis=0) if each else np.full(NONE, UNKNOWN), np.float32)

    @property
    def upright(self) -> float:
        """How likely this deck prints its lower numerals upright as well."""
        return float(1 / (1 + np.exp(-self._upright)))

    def _note_heads(self, rank: int, evidence: Evidence) -> None:
        """What a card of this rank tells of how the deck prints its lower numerals."""
        best = max((look.shown for look in evidence.looks), key=lambda shown: len(shown.heads), default=None)
        if best is None or rank in SAME_BOTH_WAYS:
            return
        for head, logs in zip(best.heads, best.logs, strict=False):
            if int(logs[0].argmax()) == rank - 1:
                told = self._upright + float(np.log(0.5 / (1 - ASKEW if head > 0 else ASKEW)))
                self._upright = min(max(told, -MOST_SURE), MOST_SURE)

    @property
    def trust(self) -> float:
        """Which share of this deck's cards was what their indices showed."""
        return self._right.value

    @property
    def trust_in_middles(self) -> float:
        """Which share of this deck's cards was what a numeral in the middle showed."""
        return self._middles.value

    def usual(self, kind: str) -> tuple[float, float]:
        """The usual angles, as logarithms, between a card of this deck and its own rank's, and another rank's."""
        return self._same[kind].value, self._other[kind].value

    def _likeness_of(self, kind: str, look: Look) -> Floats | None:
        known = self._told.get((id(look), kind))
        if known is None:
            known = self._told[id(look), kind] = look, self._examples_of(kind).likeness(look)
            if len(self._told) > TOLD:
                del self._told[next(iter(self._told))]
        return known[1]

    def _examples_of(self, kind: str) -> Examples:
        """The last pictures of each rank."""
        if kind not in self._examples:
            by_rank: dict[int, list[Kept]] = {}
            for kept in self.cards.values():
                by_rank.setdefault(kept.rank, []).append(kept)
            self._examples[kind] = _examples(kind, by_rank)
        return self._examples[kind]

    def _forget(self) -> None:
        self._examples.clear()
        self._told.clear()


def _examples(kind: str, by_rank: Mapping[int, list[Kept]]) -> Examples:
    if kind == "numerals":
        last = {rank: [one for kept in cards for one in kept.numerals][-EXAMPLES:] for rank, cards in by_rank.items()}
        return Numerals({rank: tuple(pictures) for rank, pictures in last.items()})
    cuts = {rank: [one for kept in cards for one in kept.wholes][-EXAMPLES:] for rank, cards in by_rank.items()}
    return colours_of_ranks([(rank, cut) for rank, some in cuts.items() for cut in some])


def angles(alike: NDArray[np.floating] | float) -> Floats:
    """The angles of likenesses, in radians."""
    return np.asarray(np.arccos(np.clip(alike, -1, NO_NEARER)), np.float32)


__all__ = ["Colours", "DeckMemory", "angles"]
