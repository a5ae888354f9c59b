"""What this table's cards have shown of their deck: pictures of each rank, and what misread cards really were."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.belief.evidence import Evidence, Look
from vision.belief.likeness import UNKNOWN, Colours, Cut, Examples, Numerals, colours_of_ranks
from vision.deck.prints import GreyPatch
from vision.nets.ranks import NONE

Floats = NDArray[np.float32]

KINDS = ("numerals", "corners", "wholes")
EXAMPLES = 4
"""How many pictures of each rank are compared with."""
CARDS = 12
"""How many cards of each rank are remembered: an evening has a thousand and more."""
TOLD = 150
"""How many comparisons with these are remembered: six looks at eight cards, of three kinds."""
NO_NEARER = 0.9995
"""Likenesses above this are noise."""
USUAL_RAD: Mapping[str, float] = {"numerals": 0.21, "corners": 0.4, "wholes": 0.4}
"""The angle between two cards of one rank where nothing is known of the deck."""
PAIRS = 3.0
"""How many pairs of cards the usual angle (``USUAL_RAD``) counts for."""
READ_AS, READ_OTHERWISE = 9.0, 0.1
"""Before anything is known a rank was read as itself so often, and as each other one."""


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """A card that was called: its rank, what is kept of it, what its indices showed and what its middle may show."""

    rank: int
    numerals: tuple[GreyPatch, ...]
    corners: tuple[Cut, ...]
    wholes: tuple[Cut, ...]
    read: int | None
    middle: frozenset[int]


@dataclass(slots=True, eq=False)
class DeckMemory:
    """The last cards that were called, by their numbers."""

    cards: dict[int, Kept] = field(default_factory=dict)
    _examples: dict[str, Examples] = field(default_factory=dict)
    _told: dict[tuple[int, str], tuple[Look, Floats | None]] = field(default_factory=dict)
    _angles: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    """The angles between cards and those of their rank before, as logarithms."""

    def keep(self, card: int, rank: int, evidence: Evidence, *, is_face: bool = True) -> None:
        """Card number ``card`` is a ``rank``. Where that is not its face (``is_face``) its back was seen, which is not
        what the rank looks like."""
        if any(kept.rank == rank for kept in self.cards.values()):
            for kind in KINDS if is_face else KINDS[:2]:
                own = float(self.likeness(kind, evidence)[rank - 1])
                if own > UNKNOWN:
                    self._angles[kind].append(float(np.log(angles(np.array(own)))))
        best = max(evidence.looks, key=lambda look: (len(look.numerals), look.is_outlined), default=None)
        self.cards[card] = Kept(
            rank=rank,
            numerals=best.numerals if best is not None else (),
            corners=best.corners if best is not None else (),
            wholes=tuple(look.whole for look in evidence.looks if look.whole is not None and is_face)[-1:],
            read=evidence.likeliest,
            middle=evidence.middle(),
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
        return DeckMemory(others, _angles=self._angles)

    def knows(self) -> NDArray[np.bool_]:
        """Whether a card of each rank came (10,)."""
        came = np.zeros(NONE, np.bool_)
        came[[kept.rank - 1 for kept in self.cards.values()]] = True
        return came

    def likeness(self, kind: str, evidence: Evidence) -> Floats:
        """How much a card is like those of each rank (10,), in the mean of its looks; ``UNKNOWN`` where none came."""
        each = [alike for look in evidence.looks if (alike := self._likeness_of(kind, look)) is not None]
        return np.asarray(np.mean(each, axis=0) if each else np.full(NONE, UNKNOWN), np.float32)

    def usual(self, kind: str) -> float:
        """The angle between two cards of one rank of this deck."""
        known = self._angles[kind]
        return float(np.exp((PAIRS * np.log(USUAL_RAD[kind]) + sum(known)) / (PAIRS + len(known))))

    def confusion(self, read: int | None) -> Floats:
        """How much likelier each rank (10,) is read as ``read`` in this deck than in any, as a logarithm: what people
        named, with a Dirichlet prior."""
        if read is None:
            return np.zeros(NONE, np.float32)
        prior = np.full((NONE, NONE), READ_OTHERWISE)  # [named, read]
        np.fill_diagonal(prior, READ_AS)
        counts = prior.copy()
        for kept in self.cards.values():
            if kept.read is not None:
                counts[kept.rank - 1, kept.read - 1] += 1
        now, before = (each[:, read - 1] / each.sum(axis=1) for each in (counts, prior))
        return np.asarray(np.log(now / before), np.float32)

    @property
    def middles_tell(self) -> bool:
        """Whether this deck's middles show their cards' ranks: more than half of those that show any do."""
        shown = [kept.rank in kept.middle for kept in self.cards.values() if kept.middle]
        return 2 * sum(shown) > len(shown)

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
    is_whole = kind == "wholes"
    cuts = {
        rank: [one for kept in cards for one in (kept.wholes if is_whole else kept.corners)][-EXAMPLES:]
        for rank, cards in by_rank.items()
    }
    return colours_of_ranks([(rank, cut) for rank, some in cuts.items() for cut in some], is_whole=is_whole)


def angles(alike: NDArray[np.floating]) -> Floats:
    """The angles of likenesses, in radians."""
    return np.asarray(np.arccos(np.clip(alike, -1, NO_NEARER)), np.float32)


__all__ = ["Colours", "DeckMemory", "angles"]
