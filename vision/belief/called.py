"""What the cards on the table are called: by the belief, out of all looks at them and what this deck has shown."""

import logging
from collections import deque
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from dealer.rules.cards import RANKS, copies
from dealer.view import Face
from vision.belief.belief import Belief, Floats, features, load_belief
from vision.belief.decide import FOR_MONEY, Call, Costs, Decision, decide
from vision.belief.evidence import Evidence, Look
from vision.belief.looks import CardLook
from vision.belief.memory import DeckMemory
from vision.deck.prints import grey_of
from vision.nets.ranks import NONE
from vision.tracking.track import Track

log = logging.getLogger(__name__)

REASONS = 3
"""At most so many reasons are told of a card, the strongest first."""
NAMED, WRONG = 6, 3
"""A deck is hard to read while so many of the last cards that people had to name had most likely been another: half. A
guess."""


class CalledCards:
    """Calls cards, and remembers what they were. ``upright``: their deck is known to print all its numerals upright."""

    def __init__(self, costs: Costs = FOR_MONEY, *, belief: Belief | None = None, upright: bool = False) -> None:
        self.costs = costs
        self.all_face_up = False
        """Whether all cards of the game lie face up: what shows no index is a face all the same."""
        self._belief = belief or load_belief()
        self._memory = DeckMemory.of_deck(upright=upright)
        self._left = np.array([copies(rank) for rank in RANKS], np.float32)
        self._open: dict[int, Evidence] = {}
        """What was seen of the cards that lie there and are not in the game, or that are read otherwise now."""
        self._called: dict[int, int] = {}
        self._lying: dict[int, Evidence] = {}
        """What was seen of the cards in the game that nobody named, while they lie there."""
        self._to_weigh_again: list[int] = []
        self._guessed: deque[bool] = deque(maxlen=NAMED)

    def expect(self, left: Mapping[int, int]) -> None:
        """How many cards of each rank may come yet."""
        self._left = np.array([left.get(rank, 0) for rank in RANKS], np.float32)

    @property
    def hard(self) -> bool:
        """Whether this deck is read badly: it wants teaching."""
        return self._guessed.count(False) >= WRONG

    def compare(self, look: CardLook, track: Track) -> None:
        """A card was looked at: call it, if what is known of it is enough."""
        glimpse = track.glimpse
        if track.since_look_s >= look.time_s:  # something touched it, and another card may lie there now
            self._open.pop(track.id, None)
        as_before = track.rank is not None and glimpse.rank in (None, track.rank)
        if track.corrected or not track.confirmed or (as_before and not track.doubtful):
            return
        evidence = self._open.setdefault(track.id, Evidence())
        seen = _look_of(look, track)
        if not (seen.numerals or seen.whole is not None):
            return
        evidence.add(seen)
        decision, told, those = self._weigh(evidence, track)
        if not isinstance(decision, Call) and seen.whole is not None:
            evidence.looks[-1] = replace(seen, middle=look.middle)
            decision, told, those = self._weigh(evidence, track)
        track.belief = told if self.all_face_up or track.face is Face.UP else ()
        if track.counts_as is not None and len(evidence.looks) < self.costs.looks:
            return  # what is in the game is not taken back for a sleeve
        track.doubtful = not isinstance(decision, Call)
        if isinstance(decision, Call):
            self._call(track, decision.rank, those)
        elif track.counts_as is None:
            track.rank, track.reasons = None, ()

    def called(self, ranks: Mapping[int, int], tracks: Mapping[int, Track]) -> None:
        """What cards are in the game, by their ids; ``tracks`` are those that lie on the table."""
        for number, track in tracks.items():
            track.counts_as = ranks.get(number)
        for number, rank in ranks.items():
            if self._called.get(number) == rank:
                continue
            if number in self._called:
                self._memory.tell(number, rank)
                self._lying.pop(number, None)
            elif number in self._open or number in tracks:
                self._keep(number, rank, tracks.get(number))
            self._called[number] = rank
            self._to_weigh_again = list(self._lying)
        for cards in (self._open, self._lying):
            for gone in cards.keys() - tracks.keys():
                del cards[gone]

    def weigh_again(self, tracks: Mapping[int, Track]) -> None:
        """Nothing happens at the table: one of the cards that were called before is weighed again by what the last one
        that came into the game tells. One that is likelier another than what it was called is told to be that, once:
        the referee asks, unless further looks say otherwise before."""
        while self._to_weigh_again:
            number = self._to_weigh_again.pop()
            track, evidence, rank = tracks.get(number), self._lying.get(number), self._called[number]
            if track is None or evidence is None or track.corrected:
                continue
            _, told, those = self._weigh(evidence, track)
            likeliest = int(np.argmax(told[:NONE])) + 1
            if likeliest != rank:
                log.info("card %d was called %d, and seems to be a %d now", number, rank, likeliest)
                track.belief = told
                self._call(track, likeliest, those)
                del self._lying[number]
            return

    def _keep(self, number: int, rank: int, track: Track | None) -> None:
        evidence = self._open.pop(number, Evidence())
        was_named = track is None or track.corrected or track.rank != rank
        if track is not None and was_named and track.belief:
            self._guessed.append(track.likeliest == rank)
        is_face = self.all_face_up or (track is not None and track.face is Face.UP)
        self._memory.keep(number, rank, evidence, is_face=is_face)
        if not was_named:
            self._lying[number] = evidence

    def _weigh(self, evidence: Evidence, track: Track) -> tuple[Decision, tuple[float, ...], Floats]:
        """What to do with a card, its probabilities and its features. Of one that is in the game neither what was kept
        of it nor its copy says whether it was called rightly."""
        memory, left = self._memory, self._left
        if track.counts_as is not None:
            memory, left = memory.without(track.id), left.copy()
            left[track.counts_as - 1] += 1
        those = features(evidence, memory)
        told = self._belief.probabilities(those, left).tolist()
        return decide(told, self.costs, looks=len(evidence.looks)), tuple(told), those

    def _call(self, track: Track, rank: int, those: Floats) -> None:
        track.rank, track.face = rank, Face.UP
        track.reasons = tuple(self._belief.reasons(those, rank)[:REASONS])


def _look_of(look: CardLook, track: Track) -> Look:
    """What a look shows of a card."""
    glimpse = track.glimpse
    has_outline = look.free and (glimpse.is_outlined or len(glimpse.indices_mm) != 1)  # one tells it badly
    return Look(
        shown=glimpse.shown,
        numerals=tuple(grey_of(picture) for picture in look.pictures),
        whole=look.whole if has_outline else None,
        is_outlined=glimpse.is_outlined,
    )


__all__ = ["CalledCards"]
