"""What is remembered of a deck while its cards are called: how it prints each rank, what its whole cards look like, and
what was seen of the cards that lie there and were not called yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dealer.view import Face
from vision.belief.answers import Answers
from vision.belief.learnt import LearntDeck
from vision.belief.looks import CardLook
from vision.belief.many_looks import LookedOver
from vision.belief.plain_looks import PlainLooks
from vision.belief.whole_cards import Small, WholeCards, shown_rank
from vision.deck.prints import GreyPatch, Prints, Turned, grey_of
from vision.frame import BGRImage
from vision.nets.ranks import NONE
from vision.reading.middles import Middles
from vision.tracking.track import Track

MAY_BE_NEW = 0.05
"""A card may be the first of a rank that never came if one of its indices by itself gives that rank this probability.
The cards before show none of that rank, and do not tell it. Of 234 doubtful cards of 52 rendered decks that the cards
before tell, all rightly, three are asked about."""
UNMOVED_MM, UNCHANGED = 2.0, 0.97
"""A card is the same one if its indices stand within this of where they stood, and look as much like they did. How it
is printed need not be found out again, which takes 10 to 30 ms. Both are guesses, a little more than noise."""
_NOWHERE = np.zeros((0, 2))


@dataclass(frozen=True, slots=True)
class CalledSettings:
    """``again_s``: after this, in the next frame, the first card of a rank that was not plain is looked at again.
    ``odd``: of so many cards that were printed unlike those of their rank before it is remembered how, until
    somebody says what they are. ``learnt_looks``: by so many looks at most the cards before tell what one is.
    """

    odd: int = 20
    again_s: float = 0.06
    learnt_looks: int = 3


class RememberedCards:
    """What the cards that were called show of their deck, and what the others showed so far."""

    def __init__(self, settings: CalledSettings, learnt: LearntDeck | None, looked_over: LookedOver | None) -> None:
        self.settings = settings
        self.learnt = learnt
        self.all_face_up = False
        """Whether all cards of the game lie face up: what shows no index is a face all the same."""
        self.prints = Prints()
        self.proposals = Prints()
        """How the cards that were called are printed, however they were read. People may have named what was no card,
        so these alone call none."""
        self.named = Prints()
        """How the cards that people named are printed: none of them was read, but their print speaks against
        readings."""
        self.answers = Answers(most=settings.odd)
        self.plain = PlainLooks(self.prints, looked_over, most=settings.odd)
        """The looks at the cards that were not called yet."""
        self.whole = WholeCards()
        self.middles = Middles(most=settings.odd)
        self._called: set[int] = set()
        self._seen: dict[int, tuple[BGRImage, ...]] = {}
        """The indices of each card that was not called yet, of the look that found most."""
        self._spots_mm: dict[int, NDArray[np.float64]] = {}
        """Where the indices of ``_seen`` stand, (n, 2)."""
        self._alike: dict[int, dict[int, float]] = {}
        """The ranks that each card that was not read is printed like, and how alike."""
        self._looks: dict[int, list[tuple[BGRImage, ...]]] = {}
        """The indices of each card that was not read, look by look, those of ``_seen`` first. They are kept until the
        cards before them tell what they are, or there are enough."""
        self._odd: dict[int, tuple[int, tuple[GreyPatch, ...]]] = {}
        self._may_be_new: dict[int, frozenset[int]] = {}
        """The ranks without a known print to which an index of a card gave something, by card."""
        self._faces: dict[int, tuple[Small, bool]] = {}
        """What each card that was not called yet looks like as a whole, and whether its own outline was seen. What two
        indices tell of it may be off by much of a card."""
        self._touched: set[int] = set()
        """Cards that may be others by now than what was remembered there."""

    def was_called(self, card: int) -> bool:
        """Whether card number ``card`` is in the game already."""
        return card in self._called

    def indices_of(self, card: int) -> tuple[BGRImage, ...]:
        """The indices of a card that was not called yet, of the look that found most."""
        return self._seen.get(card, ())

    def looks_at(self, card: int) -> tuple[Sequence[tuple[BGRImage, ...]], Mapping[int, float]] | None:
        """The indices of a card that is not read, look by look, and the ranks that it is printed like; None where it is
        read, was called, or was looked at often enough."""
        looks = self._looks.get(card)
        return None if looks is None else (looks, self._alike[card])

    def watch(self, look: CardLook, track: Track) -> None:
        """Remember a look at a card, whatever it was read as."""
        self._propose(look, track)
        if was_touched(track, look):  # another card may lie there now
            self.plain.forget(track.id)
            self._may_be_new.pop(track.id, None)
            if track.id not in self._called:
                self._touched.add(track.id)
        if new := self._new_shown(track):
            self._may_be_new[track.id] = self._may_be_new.get(track.id, frozenset()) | new
        if track.glimpse.rank is None and track.id not in self._called and len(track.glimpse.indices_mm) > 1:
            self.plain.was_not_called(track.id)

    def doubt(self, card: int, rank: int, indices: Sequence[Turned]) -> None:
        """Card number ``card`` was read as ``rank``, and somebody must say what it is."""
        self._odd[card] = rank, tuple(one.picture for one in indices)
        for forgotten in list(self._odd)[: -self.settings.odd]:
            del self._odd[forgotten]

    def trust(self, card: int, rank: int, indices: Sequence[Turned]) -> None:
        """Card number ``card`` is the ``rank`` that it was read as."""
        self._odd.pop(card, None)
        self.plain.settle(card)
        self.prints.keep(card, rank, [one.picture for one in indices])

    def _propose(self, look: CardLook, track: Track) -> None:
        """Remember how a card is printed that may have to be named, and which ranks before it were printed so."""
        if track.id in self._called:
            return
        spots_mm, known_mm = track.glimpse.indices_mm, self._spots_mm.get(track.id, _NOWHERE)
        touched = was_touched(track, look) and bool(len(known_mm))  # another card may lie there now
        if not touched and len(spots_mm) <= len(known_mm):
            if track.id in self._looks and len(spots_mm) == len(known_mm):
                self._looks[track.id].append(look.pictures)
            return
        pictures = look.pictures
        if touched and _is_same(spots_mm, known_mm) and _are_equal(pictures, self._seen[track.id]):
            return
        self._seen[track.id], self._spots_mm[track.id] = pictures, spots_mm
        for forgotten in list(self._seen)[: -self.settings.odd]:
            del self._seen[forgotten], self._spots_mm[forgotten]
            self.forget_looks(forgotten)
        alike = {} if track.certain else self.proposals.alike([Turned(grey_of(picture)) for picture in pictures])
        track.alike = tuple(alike)
        self.forget_looks(track.id)
        if self.learnt is not None and track.rank is None:
            self._alike[track.id], self._looks[track.id] = alike, [pictures]

    def face_of(self, look: CardLook, track: Track) -> Small | None:
        """What a card that was not called yet looks like as a whole. Where one index alone promises its outline, which
        is too far off then, it is what was seen before, if nothing touched it since."""
        glimpse = track.glimpse
        if track.id in self._called:
            return None
        if len(glimpse.indices_mm) == 1 and not glimpse.is_outlined:
            return None if track.id in self._touched else self._faces.get(track.id, (None, False))[0]
        self._touched.discard(track.id)
        picture = look.whole
        if glimpse.is_outlined or not self._faces.get(track.id, (None, False))[1]:
            self._faces.pop(track.id, None)
            self._faces[track.id] = picture, glimpse.is_outlined
        for forgotten in list(self._faces)[: -self.settings.odd]:
            del self._faces[forgotten]
        return picture

    def looks_otherwise(self, track: Track, rank: int, face: Small | None) -> bool:
        """Whether a card whose outline was seen can, by what it looks like, hardly be a ``rank``."""
        return face is not None and track.glimpse.is_outlined and self.whole.opposes(track.id, rank, face)

    def corners_of(self, track: Track) -> dict[int, float]:
        """How much what stands around a card's indices is like what stands around those of the ranks before."""
        return {} if self.learnt is None else self.learnt.corners(self._seen.get(track.id, ()))

    def may_be_new_to_look_at(self, track: Track) -> bool:
        """Whether a card may be of a rank of which neither a print nor a whole card is known. A rank of a deck that is
        hardly read may have come, and been named, without a print of it: then its whole card is known all the same."""
        return bool(self._may_be_new.get(track.id, frozenset()) & self.whole.unknown)

    def _new_shown(self, track: Track) -> frozenset[int]:
        """The ranks of which no print is known, and of which an index of a card by itself may be."""
        shares = enumerate(track.glimpse.most[:NONE], 1)
        return frozenset(of for of, share in shares if share >= MAY_BE_NEW and not self.proposals.knows(of))

    def forget_looks(self, card: int) -> None:
        """What the cards before it tell of a card is known, or need not be known."""
        self._alike.pop(card, None)
        self._looks.pop(card, None)

    def called(self, ranks: Mapping[int, int], tracks: Mapping[int, Track]) -> None:
        """What cards are in the game, by their ids; ``tracks`` are those that lie on the table."""
        self.prints.tell(ranks)
        self.proposals.tell(ranks)
        self.named.tell(ranks)
        self.whole.tell(ranks)
        for number, lying in tracks.items():
            lying.counts_as = ranks.get(number)
        for card, rank in ranks.items():
            if card in self._faces:
                self._keep_face(card, rank, tracks)
            self.answers.tell(card, rank)
            self.plain.forget(card)
            self._may_be_new.pop(card, None)
            self._touched.discard(card)
            self.middles.called(card, rank)
            self.forget_looks(card)
            if self.learnt is not None:
                self.learnt.tell(card, rank)
            told = card in tracks and tracks[card].certain and not tracks[card].corrected
            if card in self._seen:
                pictures = self._seen.pop(card)
                del self._spots_mm[card]
                greys = [grey_of(picture) for picture in pictures]
                self.proposals.keep(card, rank, greys)
                if not told:
                    self.named.keep(card, rank, greys)
                if self.learnt is not None:
                    self.learnt.keep(card, rank, pictures, told=told)
            if card in self._odd:
                read, printed = self._odd.pop(card)
                if read == rank:
                    self.prints.doubted(rank, [Turned(picture) for picture in printed])
                if not told:
                    self.answers.doubted(card, rank, read)
                self.prints.keep(card, rank, printed)
            track = tracks.get(card)
            if card in self._called or track is None:
                continue
            self._called.add(card)
            named = track.corrected or not track.certain
            self.answers.called(named=named, as_guessed=track.likeliest == rank if track.looks else None)

    def shows_new(self, card: int) -> bool:
        """Whether an index of card number ``card`` gave something to a rank of which no print is known."""
        return card in self._may_be_new

    def prepare(self) -> None:
        """Make ready what the next card may need."""
        if self.learnt is not None:
            self.learnt.prepare()
            self.whole.prepare()

    def _keep_face(self, card: int, rank: int, tracks: Mapping[int, Track]) -> None:
        """Remember what a card looks like that was called, but for a back: that of one that its player told, or that
        was dealt face down."""
        picture, _ = self._faces.pop(card)
        is_face = card in tracks and tracks[card].face is Face.UP
        if is_face or (self.all_face_up and not self.whole.opposes(card, rank, picture)):
            shown = shown_rank(given_by(tracks[card])) if card in tracks else None
            self.whole.keep(card, rank, picture, lying=tracks.keys(), read=shown)


def was_touched(track: Track, look: CardLook) -> bool:
    """Whether something had changed on a card that lay there when this look was had."""
    return track.since_look_s >= look.time_s


def given_by(track: Track) -> dict[int, float]:
    """What the reader gives to the ranks."""
    return dict(enumerate(track.probabilities[:NONE], 1))


def _is_same(spots_mm: NDArray[np.float64], known_mm: NDArray[np.float64]) -> bool:
    """Whether indices stand where they stood."""
    return spots_mm.shape == known_mm.shape and bool(np.abs(spots_mm - known_mm).max(initial=0.0) <= UNMOVED_MM)


def _are_equal(pictures: Sequence[BGRImage], known: Sequence[BGRImage]) -> bool:
    """Whether pictures of the same spots show the same prints."""
    pairs = zip(map(grey_of, pictures), map(grey_of, known), strict=True)
    return all(Turned(one).likeness(other, exactly=False) >= UNCHANGED for one, other in pairs)


__all__ = ["CalledSettings", "RememberedCards", "given_by", "was_touched"]
