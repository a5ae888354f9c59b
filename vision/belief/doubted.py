"""Whether a reading is to be doubted that was certain: the first card of a rank that shows it not plainly, one that is
printed unlike those before, looks like those of another rank, or is like what people named otherwise."""

import logging
from collections.abc import Sequence

from vision.belief.answers import BORNE_OUT, BORNE_OUT_TWICE
from vision.belief.many_looks import SURELY
from vision.belief.plainness import (
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
)
from vision.belief.remembered import RememberedCards
from vision.belief.whole_cards import Small
from vision.deck.prints import Turned
from vision.frame import BGRImage
from vision.reading.large_numerals import NUMERAL_ALONE, LargeNumeral
from vision.tracking.track import Track

log = logging.getLogger(__name__)

PLAIN = 0.9
"""An index that gives the rank less than this is not plain: then the cards before are asked whether they oppose it."""
NAMED_ALIKE, NAMED_LEAD = 0.96, 0.01
"""A card whose print is so much like that of one that was named another rank, and by so much more than like any of its
own, is asked about. Chosen on the one game in which a deck's 9s had to be named and one of them was read as a 6."""
ALIKE_ALL_THE_SAME, LEADS_ALL_THE_SAME = 0.85, 0.02
"""A later card that is printed unlike its rank's needs no question if many looks show its rank ``SURELY``. It must be
so much like that rank's cards, and by the second less like all others. Of 79 such cards that were read rightly 51 are
so, of 17 misread ones none, of 79 foreign labels three."""
LEADS_AS_CALLED = 0.01
"""A card that is not plain is what it is read as if it is printed ``PRINTED_SO`` like that rank, and by this less like
others. Of 6,033 later cards of 140 rendered held-out decks 5,258 are, of 17 misread ones none, and no foreign one."""


class DoubtedReadings:
    """Compares what cards were read as with what is remembered of their deck."""

    def __init__(self, cards: RememberedCards) -> None:
        self._cards = cards

    def is_plain(
        self,
        track: Track,
        indices: Sequence[Turned],
        nearer: Sequence[BGRImage],
        face: Small | None,
        *,
        time_s: float,
        numeral: LargeNumeral,
    ) -> tuple[bool, bool]:
        """Whether a card is plainly what it was read as, and whether something differs from what that should look like.

        ``indices`` and ``nearer`` are its indices as prints are compared and as many looks are shown them (96, 96, 3),
        ``face`` what it looks like, where that is known, ``numeral`` what its middle shows.
        """
        rank = track.rank
        if rank is None:
            return False, False
        borne_out = self._cards.answers.borne_out(rank) if track.glimpse.is_card else 0
        looks_so = face is not None and self._looks_as_read(track, rank, face)
        unlike = self._is_unlike(track, rank, indices, borne_out)
        shown = unlike and not looks_so and self._is_shown_all_the_same(track, indices, nearer, time_s)
        differs = not looks_so and ((unlike and not shown) or self._may_be_another(track, rank, indices, face))
        if numeral.ranks and rank not in numeral.ranks:
            log.info("card %d was read as %d, and its middle shows %s", track.id, rank, sorted(numeral.ranks))
            differs = True
        # a 6 whose tail closes may be an 8 in the middle as well
        is_sure = numeral.share >= NUMERAL_ALONE or not missing_closed(self._cards.prints, rank)
        is_shown = rank in numeral.ranks and is_sure
        is_plain = looks_so or shown or is_shown or borne_out >= BORNE_OUT
        if not is_plain:
            hard = self._cards.answers.tell_it_is_hard
            was_plain = self._cards.plain.are_plain(track, indices, time_s, hard=hard)
            is_plain = not differs and self._shows_it(track, nearer, time_s, was_plain=was_plain)
        return is_plain or (not differs and self._is_printed_as_called(rank, indices)), differs

    def _looks_as_read(self, track: Track, rank: int, face: Small) -> bool:
        """Whether a card looks like a ``rank``, which it was read as. Indices are part of what a card looks like: in
        a deck that prints one picture on all a first 6 may be more like the 8s than like others, though an index gives
        the 6 something."""
        may_be_new = self._cards.may_be_new_to_look_at(track)
        return self._cards.whole.tells(track.id, face, read={rank: 1.0}, may_be_new=may_be_new) == rank

    def _is_unlike(self, track: Track, rank: int, pictures: Sequence[Turned], borne_out: int) -> bool:
        """Whether a card read as ``rank`` is printed unlike those before, by its indices or by what stands around them;
        ``borne_out``: so often was that doubted for nothing."""
        if borne_out < BORNE_OUT and self._is_opposed(track):
            return True
        surely = self._is_surely_read(track)
        return borne_out < BORNE_OUT_TWICE and self._cards.prints.differs(rank, pictures, surely=surely)

    def _is_shown_all_the_same(
        self, track: Track, pictures: Sequence[Turned], nearer: Sequence[BGRImage], time_s: float
    ) -> bool:
        """Whether a card whose print is unlike those of its rank is that, as many looks show it surely and it is like
        no others: strokes, and what is cut badly, differ. Not an 8 that may be a closed 6 or 9."""
        rank = track.rank
        if rank is None or missing_closed(self._cards.proposals, rank) or self._is_opposed(track):
            return False
        if (self._cards.proposals.likeness(rank, pictures) or 0.0) < ALIKE_ALL_THE_SAME:
            return False
        if not self._cards.proposals.tells(rank, pictures, lead=LEADS_ALL_THE_SAME):
            return False
        return self._cards.plain.show_so_much(track, rank, nearer, time_s, least=[SURELY])

    def _is_printed_as_called(self, rank: int, pictures: Sequence[Turned]) -> bool:
        """Whether a card read as ``rank``, though not plainly, is printed just like one that was called that, if only
        because people named it."""
        alike = self._cards.proposals.alike(pictures)
        return alike.get(rank, 0.0) >= PRINTED_SO and lead_of(rank, alike) >= LEADS_AS_CALLED

    def _may_be_another(self, track: Track, rank: int, pictures: Sequence[Turned], face: Small | None) -> bool:
        """Whether a card read as ``rank`` may be of another, by what that looks like or by what people named."""
        return (
            (self._cards.looks_otherwise(track, rank, face) and not self._is_surely_printed(track, pictures))
            or is_printed_as_another(self._cards.prints, rank, pictures, track.glimpse)
            or may_be_closed(self._cards.proposals, rank, pictures)
            or self._was_named_otherwise(track, rank, pictures)
        )

    def _shows_it(self, track: Track, pictures: Sequence[BGRImage], time_s: float, *, was_plain: bool) -> bool:
        """Whether many looks at the ``pictures`` (96, 96, 3) of a card's indices agree with what it was read as: a
        little if it ``was_plain``, or else whatever the look."""
        if self._cards.plain.hardly_shows(track, pictures, time_s, was_plain=was_plain):
            return False
        hard, trusted = self._cards.answers.tell_it_is_hard, self._cards.answers.bear_out
        if was_plain:
            return self._cards.plain.uphold(track, pictures, time_s)
        return self._cards.plain.show_however(track, pictures, time_s, hard=hard, trusted=trusted)

    def _is_opposed(self, track: Track) -> bool:
        """Whether a reading that is not plain is none to the cards before."""
        seen, learnt = self._cards.indices_of(track.id), self._cards.learnt
        if learnt is None or track.rank is None or track.glimpse.weakest >= PLAIN or not seen:
            return False
        return learnt.opposes(track.rank, seen)

    def _is_surely_read(self, track: Track) -> bool:
        """Whether each of two or more indices by itself leaves no doubt, and people need not name many cards."""
        if track.rank is None or track.glimpse.rank != track.rank or self._cards.answers.tell_it_is_hard:
            return False
        return is_surely_read(track.rank, track.glimpse, len(track.glimpse.indices_mm))

    def _is_surely_printed(self, track: Track, pictures: Sequence[Turned]) -> bool:
        """Whether two or more indices are printed just like those of its rank before, and like no others; or each says
        by itself what the card is, and is more like those: then what stands around them tells nothing against it,
        unless people must name many cards of this deck."""
        if track.rank is None or self._cards.answers.tell_it_is_hard or len(track.glimpse.indices_mm) < 2:
            return False
        alike = self._cards.prints.likeness(track.rank, pictures) or 0.0
        if alike >= PRINTED_SO and self._cards.prints.tells(track.rank, pictures, lead=PRINTED_LEAD):
            return True
        return track.glimpse.weakest >= SURELY_PRINTED and self._cards.prints.tells(track.rank, pictures)

    def _was_named_otherwise(self, track: Track, rank: int, pictures: Sequence[Turned]) -> bool:
        """Whether a card read as ``rank`` is printed like one that people named, and that was another rank that it may
        be, or that had been read as this one is: a deck whose 9s can't be read may give a 6 for one, with all
        certainty."""
        named, put_right = self._cards.named.alike(pictures, but=rank), self._cards.answers.put_right(rank, times=1)
        if not self._cards.prints.knows(rank):
            # Where all ranks are printed alike, that says nothing of the first of one.
            every = self._cards.proposals.alike(pictures, but=rank)
            named = {of: like for of, like in named.items() if lead_of(of, {**every, of: like}) >= STANDS_OUT}
        alike = max(
            (like for other, like in named.items() if other in put_right or may_be_read(rank, other, track.glimpse)),
            default=0.0,
        )
        own = [prints.likeness(rank, pictures) or 0.0 for prints in (self._cards.prints, self._cards.named)]
        return alike > max(*own, NAMED_ALIKE - NAMED_LEAD) + NAMED_LEAD


__all__ = ["DoubtedReadings"]
