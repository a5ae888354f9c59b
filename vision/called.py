"""What the cards were called: how this deck prints each rank, and whether its likely readings can be trusted."""

import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from dealer.cards import RANKS
from dealer.view import Face
from vision.answers import BORNE_OUT, BORNE_OUT_TWICE, Answers
from vision.card_track import Track
from vision.frame import BGRImage, Frame
from vision.geometry import TableGeometry
from vision.large_numerals import NOTHING, LargeNumeral, LargeNumeralReader
from vision.learnt import LearntDeck, may_be
from vision.many_looks import FEW_WITH_ONE, PERHAPS, RATHER, SURELY, UNLIKE_OTHERS, Bounds, LookedOver
from vision.plain_looks import PlainLooks
from vision.plainness import (
    NAMED_TWICE,
    PRINTED_LEAD,
    PRINTED_SO,
    STANDS_OUT,
    SURELY_PRINTED,
    is_printed_as_another,
    is_surely_read,
    lead_of,
    may_be_closed,
    may_be_read,
    missing_closed,
    printed_as_named,
)
from vision.prints import GreyPatch, Prints, Turned, colours_of, grey_of, pictures_of
from vision.ranks import NONE
from vision.whole_cards import Small, WholeCards, shown_rank, whole_card

log = logging.getLogger(__name__)


PLAIN = 0.9
"""An index that gives the rank less than this is not plain: then the cards before are asked whether they oppose it."""
NAMED_ALIKE, NAMED_LEAD = 0.96, 0.01
"""A card whose print is so much like that of one that was named another rank, and by so much more than like any of its
own, is asked about. Chosen on the one game in which a deck's 9s had to be named and one of them was read as a 6."""

NUMERAL_LOOKS = (2, 3)
"""At these looks the middle of a card that was not read is looked at."""
NUMERAL_ALONE, NUMERAL_AND_INDICES, MOST_NONE = 0.9, 0.5, 0.9
"""The middle must give its rank the first of these, and the indices the second of what they give to ranks; what they
take for none of ours so surely is not told by the middle. These are guesses on the safe side."""

UNREAD: Sequence[tuple[float, float, Bounds]] = ((0.97, 0.01, RATHER), (0.98, 0.03, PERHAPS))
"""A card that was not read is what it is printed like, at least so much, and by so much less like all others, if many
looks show that so much (``vision.many_looks``). Of 175 such cards of 140 rendered held-out decks, 69 that were the
first of their rank, and 1,011 foreign labels 79 are told by the first and 67 by the second, all rightly. By a print of
0.96 and 0.02 alone 103 would be, four others wrongly, and ten foreign ones."""
ALIKE_ALL_THE_SAME, LEADS_ALL_THE_SAME = 0.85, 0.02
"""A later card that is printed unlike those of its rank, but so much like them, and by so much less like all others,
needs no question if many looks show its rank ``SURELY``. Of 6,033 later cards of 140 rendered held-out decks that were
read rightly 79 were printed unlike, 51 of them are so; of 17 misread ones, and of 79 foreign labels that were called,
none and three. In simulated game 11030 a 1, called a 4 by a rule without the first two, was 0.71 like the 4s."""
LEADS_AS_CALLED = 0.01
"""A card that is not plain is what it is read as if it is printed 0.98 like one that was called that, and by so much
less like all others: 5,258 of those 6,033 are, none of the 17, and no foreign one."""
MAY_BE_NEW = 0.05
"""A card of which one index by itself gives this to a rank that never came may be its first: the cards before, which
show none of that, do not tell it. Its looks are no more witnesses than its indices: in simulated game 8806 the first 6
of a deck gave an 8 with 0.89 by one of them and a 6 with 0.58 by the other, three times, which together was an 8 with
0.99. Of 234 doubtful cards of 52 rendered decks that the cards before tell, all rightly, three are asked about."""

UNMOVED_MM, UNCHANGED = 2.0, 0.97
"""A card whose indices stand within this of where they stood, and look as much like they did, is the same one, however
often a hand passed over it: how it is printed need not be found out again, which takes 10 to 30 ms.
Both are guesses, a little more than what noise moves an outline and changes a picture."""
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


class CalledCards:
    """Compares what is read with what the cards before were called."""

    def __init__(
        self,
        settings: CalledSettings,
        learnt: LearntDeck | None = None,
        numerals: LargeNumeralReader | None = None,
        looked_over: LookedOver | None = None,
    ) -> None:
        self.settings = settings
        self._learnt = learnt
        self._numerals = numerals
        self.all_face_up = False
        """Whether all cards of the game lie face up: what shows no index is a face all the same."""
        self._prints = Prints()
        self._proposals = Prints()
        """Of whatever was called, however it was read: what people named may have been no card, so these alone call
        none."""
        self._named = Prints()
        """Of the cards that people named: none of them was read, but how they are printed speaks against readings."""
        self._seen: dict[int, tuple[BGRImage, ...]] = {}
        """Of each card that was not called yet: the indices of the look that found most."""
        self._spots_mm: dict[int, NDArray[np.float64]] = {}
        """Where those indices stand, (n, 2)."""
        self._alike: dict[int, dict[int, float]] = {}
        """Of those that were not read: the ranks that each is printed like, and how alike."""
        self._looks: dict[int, list[tuple[BGRImage, ...]]] = {}
        """Of those, too: the indices look by look, those of ``_seen`` first; until the cards before them tell what they
        are, or there are enough."""
        self._odd: dict[int, tuple[int, tuple[GreyPatch, ...]]] = {}
        self._answers = Answers(most=settings.odd)
        self._called: set[int] = set()
        self._plain = PlainLooks(self._prints, looked_over, most=settings.odd)
        """At the cards that were not called yet."""
        self._may_be_new: dict[int, frozenset[int]] = {}
        """Those of which an index gave something to ranks of which no print is known, and these ranks."""
        self._whole = WholeCards()
        self._faces: dict[int, tuple[Small, bool]] = {}
        """What each card that was not called yet looks like as a whole, and whether its own outline was seen: what two
        indices tell of it may be off by much of a card."""

    def compare(
        self,
        frame: Frame,
        geometry: TableGeometry,
        track: Track,
        *,
        free: bool = False,
        steady: BGRImage | None = None,
    ) -> None:
        """Compare a card that was just read for certain with how the cards of its rank before are printed, and with the
        numeral in its middle where it lies ``free``: it may be ``odd``. One that was not read may be told by either.
        ``steady`` is the frame's picture with less noise."""
        self._propose(frame, geometry, track)
        if _was_touched(track, frame):  # another card may lie there now
            self._plain.forget(track.id)
            self._may_be_new.pop(track.id, None)
        if new := self._new_shown(track):
            self._may_be_new[track.id] = self._may_be_new.get(track.id, frozenset()) | new
        if track.glimpse.rank is None and track.id not in self._called and len(track.glimpse.indices_mm) > 1:
            self._plain.was_not_called(track.id)
        face = self._face_of(frame, geometry, track) if free and self._learnt is not None else None
        self._tell_learnt(track, face)
        if face is not None and not (track.learnt or track.corrected or track.compared):
            self._tell_by_face(track, face)
        if free and track.rank is None and track.face is Face.UP and track.looks in NUMERAL_LOOKS:
            self._tell_by_numeral(track, self._large_numeral(frame, geometry, track), face)
        if track.rank is None and track.face is Face.UP:
            self._tell_one(frame, geometry, track, steady)
            self._tell_printed(frame, geometry, track, face, steady)
        glimpse = track.glimpse
        if track.compared or track.corrected or track.learnt:
            return
        if track.rank is None or glimpse.rank not in (None, track.rank):
            return
        if track.contradicted or not len(glimpse.indices_mm):
            return
        pictures = [Turned(picture) for picture in pictures_of(frame.image, geometry, glimpse)]
        if self._tell_by_print(track, pictures, face):
            return
        borne_out = self._answers.borne_out(track.rank) if glimpse.is_card else 0
        looks_so = face is not None and self._looks_as_read(track, track.rank, face)
        nearer = _nearer(frame, geometry, track, steady)
        unlike = self._is_unlike(track, track.rank, pictures, borne_out)
        shown = unlike and not looks_so and self._is_shown_all_the_same(track, pictures, nearer, frame.time_s)
        differs = not looks_so and ((unlike and not shown) or self._may_be_another(track, track.rank, pictures, face))
        numeral = self._large_numeral(frame, geometry, track) if free else NOTHING
        if numeral.ranks and track.rank not in numeral.ranks:
            log.info("card %d was read as %d, and its middle shows %s", track.id, track.rank, sorted(numeral.ranks))
            differs = True
        is_plain = looks_so or shown or track.rank in numeral.ranks or borne_out >= BORNE_OUT
        if not is_plain:
            was_plain = self._plain.are_plain(track, pictures, frame.time_s, hard=self._answers.tell_it_is_hard)
            is_plain = not differs and self._shows_it(track, nearer, frame.time_s, was_plain=was_plain)
        if not (is_plain or differs):
            is_plain = self._is_printed_as_called(track.rank, pictures)
        track.odd = differs or not is_plain
        if track.odd and not differs and math.isinf(track.next_look_s):  # it was certain to the tracker until now
            track.next_look_s = frame.time_s + self.settings.again_s
        track.compared = not track.odd
        if not track.odd:
            self._odd.pop(track.id, None)
            self._plain.settle(track.id)
            self._prints.keep(track.id, track.rank, [one.picture for one in pictures])
            return
        # Most likely it is what was read all the same: of 483 cards that were doubted for their print 448 were.
        others = [rank for rank in self._proposals.alike(pictures) if rank != track.rank] if differs else []
        track.alike = (track.rank, *others) if others else ()
        log.info("card %d was read as %d; its print, or one of its indices, speaks against it", track.id, track.rank)
        self._odd[track.id] = track.rank, tuple(one.picture for one in pictures)
        for forgotten in list(self._odd)[: -self.settings.odd]:
            del self._odd[forgotten]

    def _is_unlike(self, track: Track, rank: int, pictures: Sequence[Turned], borne_out: int) -> bool:
        """Whether a card read as ``rank`` is printed unlike those before, by its indices or by what stands around them;
        ``borne_out``: so often was that doubted for nothing."""
        if borne_out < BORNE_OUT and self._is_opposed(track):
            return True
        surely = self._is_surely_read(track)
        return borne_out < BORNE_OUT_TWICE and self._prints.differs(rank, pictures, surely=surely)

    def _is_shown_all_the_same(
        self, track: Track, pictures: Sequence[Turned], nearer: Sequence[BGRImage], time_s: float
    ) -> bool:
        """Whether a card whose print is unlike those of its rank is that, as many looks show it surely and it is like
        no others: strokes, and what is cut badly, differ. Not an 8 that may be a closed 6 or 9."""
        rank = track.rank
        if rank is None or missing_closed(self._proposals, rank) or self._is_opposed(track):
            return False
        if (self._proposals.likeness(rank, pictures) or 0.0) < ALIKE_ALL_THE_SAME:
            return False
        if not self._proposals.tells(rank, pictures, lead=LEADS_ALL_THE_SAME):
            return False
        return self._plain.show_so_much(track, rank, nearer, time_s, least=[SURELY])

    def _is_printed_as_called(self, rank: int, pictures: Sequence[Turned]) -> bool:
        """Whether a card read as ``rank``, though not plainly, is printed just like one that was called that, if only
        because people named it."""
        alike = self._proposals.alike(pictures)
        return alike.get(rank, 0.0) >= PRINTED_SO and lead_of(rank, alike) >= LEADS_AS_CALLED

    def _may_be_another(self, track: Track, rank: int, pictures: Sequence[Turned], face: Small | None) -> bool:
        """Whether a card read as ``rank`` may be of another, by what that looks like or by what people named."""
        return (
            (self._looks_otherwise(track, rank, face) and not self._is_surely_printed(track, pictures))
            or is_printed_as_another(self._prints, rank, pictures, track.glimpse)
            or may_be_closed(self._proposals, rank, pictures)
            or self._was_named_otherwise(track, rank, pictures)
        )

    def _shows_it(self, track: Track, pictures: Sequence[BGRImage], time_s: float, *, was_plain: bool) -> bool:
        """Whether many looks at the ``pictures`` (96, 96, 3) of a card's indices agree with what it was read as: a
        little if it ``was_plain``, or else whatever the look."""
        if self._plain.hardly_shows(track, pictures, time_s):
            return False
        hard, trusted = self._answers.tell_it_is_hard, self._answers.bear_out
        return was_plain or self._plain.show_however(track, pictures, time_s, hard=hard, trusted=trusted)

    def _is_opposed(self, track: Track) -> bool:
        """Whether a reading that is not plain is none to the cards before."""
        if self._learnt is None or track.rank is None or track.glimpse.weakest >= PLAIN or track.id not in self._seen:
            return False
        return self._learnt.opposes(track.rank, self._seen[track.id])

    def _is_surely_read(self, track: Track) -> bool:
        """Whether each of two or more indices by itself leaves no doubt, and people need not name many cards."""
        if track.rank is None or track.glimpse.rank != track.rank or self._answers.tell_it_is_hard:
            return False
        return is_surely_read(track.rank, track.glimpse, len(track.glimpse.indices_mm))

    def _is_surely_printed(self, track: Track, pictures: Sequence[Turned]) -> bool:
        """Whether two or more indices are printed just like those of its rank before, and like no others; or each says
        by itself what the card is, and is more like those: then what stands around them tells nothing against it,
        unless people must name many cards of this deck."""
        if track.rank is None or self._answers.tell_it_is_hard or len(track.glimpse.indices_mm) < 2:
            return False
        alike = self._prints.likeness(track.rank, pictures) or 0.0
        if alike >= PRINTED_SO and self._prints.tells(track.rank, pictures, lead=PRINTED_LEAD):
            return True
        return track.glimpse.weakest >= SURELY_PRINTED and self._prints.tells(track.rank, pictures)

    def _was_named_otherwise(self, track: Track, rank: int, pictures: Sequence[Turned]) -> bool:
        """Whether a card read as ``rank`` is printed like one that people named, and that was another rank that it may
        be, or that had been read as this one is: a deck whose 9s can't be read may give a 6 for one, with all
        certainty."""
        named, put_right = self._named.alike(pictures, but=rank), self._answers.put_right(rank, times=1)
        if not self._prints.knows(rank):  # where all ranks are printed alike, that says nothing of the first of one
            every = self._proposals.alike(pictures, but=rank)
            named = {of: like for of, like in named.items() if lead_of(of, {**every, of: like}) >= STANDS_OUT}
        alike = max(
            (like for other, like in named.items() if other in put_right or may_be_read(rank, other, track.glimpse)),
            default=0.0,
        )
        own = [prints.likeness(rank, pictures) or 0.0 for prints in (self._prints, self._named)]
        return alike > max(*own, NAMED_ALIKE - NAMED_LEAD) + NAMED_LEAD

    def _tell_by_print(self, track: Track, pictures: Sequence[Turned], face: Small | None) -> bool:
        """A card that is printed like those that people named another rank than it is read as, and like no others, is
        of that; whether it is."""
        read = track.rank
        if read is None:
            return False
        rank = printed_as_named(
            self._named,
            self._proposals,
            read,
            pictures,
            track.glimpse,
            put_right=self._answers.put_right(read, times=NAMED_TWICE),
            corners=partial(self._corners_of, track),
        )
        if rank is None or not track.readings <= {rank, read} or self._looks_otherwise(track, rank, face):
            return False
        log.info("card %d was read as %d, and is printed like the %ds that were named", track.id, read, rank)
        track.misread = read
        track.readings.add(read)
        self._tell(track, rank)
        return True

    def _corners_of(self, track: Track) -> dict[int, float]:
        """How much what stands around a card's indices is like what stands around those of the ranks before."""
        return {} if self._learnt is None else self._learnt.corners(self._seen.get(track.id, ()))

    def _propose(self, frame: Frame, geometry: TableGeometry, track: Track) -> None:
        """Remember how a card is printed that may have to be named, and which ranks before it were printed so."""
        if track.id in self._called:
            return
        spots_mm, known_mm = track.glimpse.indices_mm, self._spots_mm.get(track.id, _NOWHERE)
        touched = _was_touched(track, frame) and bool(len(known_mm))  # another card may lie there now
        if not touched and len(spots_mm) <= len(known_mm):
            if track.id in self._looks and len(spots_mm) == len(known_mm):
                self._looks[track.id].append(colours_of(frame.image, geometry, track.glimpse))
            return
        pictures = colours_of(frame.image, geometry, track.glimpse)
        if touched and _is_same(spots_mm, known_mm) and _are_equal(pictures, self._seen[track.id]):
            return
        self._seen[track.id], self._spots_mm[track.id] = pictures, spots_mm
        for forgotten in list(self._seen)[: -self.settings.odd]:
            del self._seen[forgotten], self._spots_mm[forgotten]
            self._forget(forgotten)
        alike = {} if track.certain else self._proposals.alike([Turned(grey_of(picture)) for picture in pictures])
        track.alike = tuple(alike)
        self._forget(track.id)
        if self._learnt is not None and track.rank is None:
            self._alike[track.id], self._looks[track.id] = alike, [pictures]

    def _looks_otherwise(self, track: Track, rank: int, face: Small | None) -> bool:
        """Whether a card whose outline was seen can, by what it looks like, hardly be a ``rank``."""
        return face is not None and track.glimpse.is_outlined and self._whole.opposes(track.id, rank, face)

    def _looks_as_read(self, track: Track, rank: int, face: Small) -> bool:
        """Whether a card looks like a ``rank``, which it was read as. Indices are part of what a card looks like: in
        simulated game 8806 the first 6 of a deck that prints one picture on all was more like the 8s than like others,
        and was called one, though an index gave the 6 0.36."""
        may_be_new = self._may_be_new_to_look_at(track)
        return self._whole.tells(track.id, face, read={rank: 1.0}, may_be_new=may_be_new) == rank

    def _tell_learnt(self, track: Track, face: Small | None) -> None:
        """A card that was seen twice, and of which nothing was read but what the cards before it tell, is that."""
        looks = self._looks.get(track.id)
        if self._learnt is None or looks is None or track.looks < 2 or not track.confirmed:
            return
        rank = None
        if track.rank is None and track.face is Face.UP:
            alike, read = self._alike[track.id], _given(track)
            rank = None if track.id in self._may_be_new else self._learnt.tells(looks, alike, read=read)
            rank = self._learnt.surely(looks, alike, read=read) if rank is None else rank
        if rank is not None and track.readings <= {rank} and not self._looks_otherwise(track, rank, face):
            log.info("card %d can't be read; by the cards before it, it is a %d", track.id, rank)
            track.rank, track.learnt = rank, True
        if rank is not None or len(looks) >= self.settings.learnt_looks:
            self._forget(track.id)

    def _face_of(self, frame: Frame, geometry: TableGeometry, track: Track) -> Small | None:
        """What a card that was not called yet looks like as a whole; None where its outline is not known."""
        glimpse = track.glimpse
        if track.id in self._called or (len(glimpse.indices_mm) == 1 and not glimpse.is_outlined):
            return None  # the outline that one index tells is too far off
        picture = whole_card(frame.image, geometry.to_pixels(glimpse.corners_mm))
        if glimpse.is_outlined or not self._faces.get(track.id, (None, False))[1]:
            self._faces.pop(track.id, None)
            self._faces[track.id] = picture, glimpse.is_outlined
        for forgotten in list(self._faces)[: -self.settings.odd]:
            del self._faces[forgotten]
        return picture

    def _tell_by_face(self, track: Track, picture: Small) -> None:
        """A card of which nothing certain is read is what it looks like; so is one of a rank that is misread."""
        read = _given(track) if track.rank is None else {track.rank: 1.0}
        shown = shown_rank(read)
        rank = self._whole.tells(track.id, picture, read=read) if track.confirmed else None
        if rank is not None and shown not in (None, rank) and self._whole.are_misread(rank, picture, shown=shown):
            if track.readings <= {rank, shown}:
                log.info("card %d shows a %d, as the %ds before it, and looks like these", track.id, shown, rank)
                track.misread = shown
                track.readings.add(shown)
                self._tell(track, rank)
        elif rank is not None and track.rank is None and track.readings <= {rank} and self._may_be(track, rank):
            log.info("card %d can't be read; it looks like the %ds before it", track.id, rank)
            self._tell(track, rank)
        if track.rank is not None:
            return
        if track.face is Face.DOWN and not self.all_face_up:
            self._whole.stranger(track.id, picture)
        elif not track.alike and not track.probabilities:
            track.alike = self._whole.alike(picture)

    def _may_be(self, track: Track, rank: int) -> bool:
        """Whether a card that was not read, and looks like a ``rank``, may be that, and no rank that never came."""
        return not self._may_be_new_to_look_at(track) and may_be(rank, _given(track))

    def _may_be_new_to_look_at(self, track: Track) -> bool:
        """Whether a card may be of a rank of which neither a print nor a whole card is known. A rank of a deck that is
        hardly read may have come, and been named, without a print of it: then its whole card is known all the same."""
        return bool(self._may_be_new.get(track.id, frozenset()) & self._whole.unknown)

    def _new_shown(self, track: Track) -> frozenset[int]:
        """The ranks of which no print is known, and of which an index of a card by itself may be."""
        shares = enumerate(track.glimpse.most[:NONE], 1)
        return frozenset(of for of, share in shares if share >= MAY_BE_NEW and not self._proposals.knows(of))

    def _tell(self, track: Track, rank: int) -> None:
        """A card is a ``rank``, by what it looks like."""
        track.rank, track.face, track.learnt, track.odd = rank, Face.UP, True, False
        self._forget(track.id)

    def _large_numeral(self, frame: Frame, geometry: TableGeometry, track: Track) -> LargeNumeral:
        return NOTHING if self._numerals is None else self._numerals.read(frame.image, geometry, track.glimpse)

    def _tell_by_numeral(self, track: Track, numeral: LargeNumeral, face: Small | None) -> None:
        """A card whose indices are read in doubt is what its middle shows, where they show that rather than another."""
        if numeral.share < NUMERAL_ALONE or not track.probabilities:
            return
        shares = np.array(track.probabilities[:NONE])
        rank = int(shares.argmax()) + 1
        if rank not in numeral.ranks or not track.readings <= {rank} or not track.confirmed:
            return
        if self._looks_otherwise(track, rank, face):
            return
        if shares[rank - 1] >= NUMERAL_AND_INDICES * shares.sum() and track.probabilities[NONE] < MOST_NONE:
            log.info("card %d is read in doubt; its middle shows a %d", track.id, rank)
            track.rank = rank
            self._forget(track.id)

    def _tell_one(self, frame: Frame, geometry: TableGeometry, track: Track, steady: BGRImage | None) -> None:
        """A card that was not read is the 1 where it shows little else, and hardly any other rank has not come."""
        if track.id in self._called or not (track.confirmed and track.readings <= {1}):
            return
        before = [rank for rank in RANKS if self._proposals.knows(rank)]
        if 1 in before or len(RANKS) - len(before) > FEW_WITH_ONE or not track.glimpse.is_card:
            return
        pictures = [Turned(picture) for picture in pictures_of(frame.image, geometry, track.glimpse)]
        if any((self._proposals.likeness(rank, pictures) or 0.0) >= UNLIKE_OTHERS for rank in before):
            return
        nearer = _nearer(frame, geometry, track, steady)
        if self._plain.show_one(track, nearer, frame.time_s, hard=self._answers.tell_it_is_hard):
            log.info("card %d can't be read; it shows a stroke, and the 1 has not come", track.id)
            self._tell(track, 1)

    def _tell_printed(
        self, frame: Frame, geometry: TableGeometry, track: Track, face: Small | None, steady: BGRImage | None
    ) -> None:
        """A card that was not read is what the cards are that it is printed like, and like no others, if many looks
        show that as well."""
        if track.rank is not None or track.id in self._called or not track.confirmed:
            return
        pictures = [Turned(picture) for picture in pictures_of(frame.image, geometry, track.glimpse)]
        alike = self._proposals.alike(pictures)
        rank = next(iter(alike), None)
        if rank is None or not track.readings <= {rank} or self._looks_otherwise(track, rank, face):
            return
        like, leads = alike[rank], lead_of(rank, alike)
        bounds = [least for print_like, lead, least in UNREAD if like >= print_like and leads >= lead]
        if bounds and self._plain.show_so_much(
            track, rank, _nearer(frame, geometry, track, steady), frame.time_s, least=bounds
        ):
            log.info("card %d can't be read; it is printed like the %ds, and shows that", track.id, rank)
            self._tell(track, rank)

    def prepare(self) -> None:
        """Nothing happens at the table: make ready what the next card may need."""
        if self._learnt is not None:
            self._learnt.prepare()
            self._whole.prepare()

    def _forget(self, card: int) -> None:
        """What the cards before it tell of a card is known, or need not be known."""
        self._alike.pop(card, None)
        self._looks.pop(card, None)

    def called(self, ranks: Mapping[int, int], tracks: Mapping[int, Track]) -> None:
        """What cards are in the game, by their ids; ``tracks`` are those that lie on the table."""
        self._prints.tell(ranks)
        self._proposals.tell(ranks)
        self._named.tell(ranks)
        self._whole.tell(ranks)
        for number, lying in tracks.items():
            lying.counts_as = ranks.get(number)
        for card, rank in ranks.items():
            if card in self._faces:
                self._keep_face(card, rank, tracks)
            self._answers.tell(card, rank)
            self._plain.forget(card)
            self._may_be_new.pop(card, None)
            self._forget(card)
            if self._learnt is not None:
                self._learnt.tell(card, rank)
            told = card in tracks and tracks[card].certain and not tracks[card].corrected
            if card in self._seen:
                pictures = self._seen.pop(card)
                del self._spots_mm[card]
                greys = [grey_of(picture) for picture in pictures]
                self._proposals.keep(card, rank, greys)
                if not told:
                    self._named.keep(card, rank, greys)
                if self._learnt is not None:
                    self._learnt.keep(card, rank, pictures, told=told)
            if card in self._odd:
                read, printed = self._odd.pop(card)
                if read == rank:
                    self._prints.doubted(rank, [Turned(picture) for picture in printed])
                if not told:
                    self._answers.doubted(card, rank, read)
                self._prints.keep(card, rank, printed)
            track = tracks.get(card)
            if card in self._called or track is None:
                continue
            self._called.add(card)
            named = track.corrected or not track.certain
            self._answers.called(named=named, as_guessed=track.likeliest == rank if track.looks else None)

    @property
    def wary(self) -> bool:
        """Whether only plain readings of this deck count."""
        return self._answers.are_wrong

    def _keep_face(self, card: int, rank: int, tracks: Mapping[int, Track]) -> None:
        """Remember what a card looks like that was called, but for a back: that of one that its player told, or that
        was dealt face down."""
        picture, _ = self._faces.pop(card)
        is_face = card in tracks and tracks[card].face is Face.UP
        if is_face or (self.all_face_up and not self._whole.opposes(card, rank, picture)):
            shown = shown_rank(_given(tracks[card])) if card in tracks else None
            self._whole.keep(card, rank, picture, lying=tracks.keys(), read=shown)


def _nearer(frame: Frame, geometry: TableGeometry, track: Track, steady: BGRImage | None) -> tuple[BGRImage, ...]:
    """A card's indices (96, 96, 3) as many looks are shown them: of the picture with less noise, if there is one."""
    return colours_of(frame.image if steady is None else steady, geometry, track.glimpse)


def _was_touched(track: Track, frame: Frame) -> bool:
    """Whether something had changed on a card that lay there when it was looked at in this frame."""
    return track.since_look_s >= frame.time_s


def _given(track: Track) -> dict[int, float]:
    """What the reader gives to the ranks."""
    return dict(enumerate(track.probabilities[:NONE], 1))


def _is_same(spots_mm: NDArray[np.float64], known_mm: NDArray[np.float64]) -> bool:
    """Whether indices stand where they stood."""
    return spots_mm.shape == known_mm.shape and bool(np.abs(spots_mm - known_mm).max(initial=0.0) <= UNMOVED_MM)


def _are_equal(pictures: Sequence[BGRImage], known: Sequence[BGRImage]) -> bool:
    """Whether pictures of the same spots show the same prints."""
    pairs = zip(map(grey_of, pictures), map(grey_of, known), strict=True)
    return all(Turned(one).likeness(other, exactly=False) >= UNCHANGED for one, other in pairs)


__all__ = ["CalledCards", "CalledSettings"]
