"""What a card is that was not read, or was read as another: as the cards before it tell by their indices, by their
prints or as a whole, the numeral in its middle, or many looks together."""

import logging
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from dealer.rules.cards import RANKS
from dealer.view import Face
from vision.belief.learnt import may_be
from vision.belief.looks import CardLook
from vision.belief.many_looks import FEW_WITH_ONE, PERHAPS, RATHER, UNLIKE_OTHERS, Bounds
from vision.belief.plainness import NAMED_TWICE, is_surely_read, lead_of, missing_strokes, printed_as_named
from vision.belief.remembered import RememberedCards, given_by
from vision.belief.whole_cards import Small, shown_rank
from vision.deck.prints import Turned, grey_of
from vision.nets.ranks import NONE
from vision.reading.large_numerals import NUMERAL_ALONE, LargeNumeral
from vision.tracking.track import Track

log = logging.getLogger(__name__)

NUMERAL_LOOKS = (2, 3)
"""Which looks at a card that was not read, counted from one, look at its middle as well."""
NUMERAL_AND_INDICES, MOST_NONE = 0.5, 0.9
"""The indices must give what the middle shows (``NUMERAL_ALONE``) the first of what they give to ranks. The middle
tells no card that they take for none of ours so surely, unless this deck's middles told ranks before. Guesses on the
safe side."""

PRINTED_TOO = 0.97
"""A card that looks like another rank's than its indices show is of that rank if it is printed like them too, and less
like others. Some 9s and 7s that were read as 4s and 1s were 0.97 to 0.99 like the 9s and 7s before."""

UNREAD: Sequence[tuple[float, float, Bounds]] = ((0.97, 0.01, RATHER), (0.98, 0.03, PERHAPS))
"""A card that was not read is what it is printed like, so much and by so much less like others, if many looks show
that. Of 175 such cards of 140 rendered held-out decks the first tells 79 and the second 67, all rightly, and no foreign
one. By a print of 0.96 and 0.02 alone four would be told wrongly."""


class UnreadCards:
    """Tells what cards are that were not read for certain, by what is remembered of their deck."""

    def __init__(self, cards: RememberedCards) -> None:
        self._cards = cards

    def tell(
        self, look: CardLook, track: Track, face: Small | None, *, numeral: Callable[[], LargeNumeral] | None
    ) -> None:
        """What a card is that was just looked at, if it was not read and the cards before tell. ``face`` is what it
        looks like, where that is known; ``numeral`` reads its middle, and is None where that may be covered."""
        self._tell_learnt(track, face)
        if face is not None and not (track.learnt or track.corrected or track.compared):
            self._tell_by_face(look, track, face)
        if numeral is not None and track.rank is None and self._is_middle_of_use(track):
            self._tell_by_numeral(track, numeral(), face)
        if track.rank is None and track.face is Face.UP:
            self._tell_one(look, track, face)
            self._tell_printed(look, track, face)

    def _tell_learnt(self, track: Track, face: Small | None) -> None:
        """A card that was seen twice, and of which nothing was read but what the cards before it tell, is that."""
        seen, learnt = self._cards.looks_at(track.id), self._cards.learnt
        if learnt is None or seen is None or track.looks < 2 or not track.confirmed:
            return
        looks, alike = seen
        rank = None
        if track.rank is None and track.face is Face.UP:
            read = given_by(track)
            rank = None if self._cards.shows_new(track.id) else learnt.tells(looks, alike, read=read)
            rank = learnt.surely(looks, alike, read=read) if rank is None else rank
        if rank is not None and track.readings <= {rank} and not self._cards.looks_otherwise(track, rank, face):
            log.info("card %d can't be read; by the cards before it, it is a %d", track.id, rank)
            track.rank, track.learnt = rank, True
        if rank is not None or len(looks) >= self._cards.settings.learnt_looks:
            self._cards.forget_looks(track.id)

    def _tell_by_face(self, look: CardLook, track: Track, picture: Small) -> None:
        """A card of which nothing certain is read is what it looks like; so is one of a rank that is misread."""
        read = given_by(track) if track.rank is None else {track.rank: 1.0}
        shown = shown_rank(read)
        rank = self._cards.whole.tells(track.id, picture, read=read) if track.confirmed else None
        if rank is not None and self._is_misread(look, track, picture, rank=rank, shown=shown):
            if shown is not None and track.readings <= {rank, shown}:
                log.info("card %d shows a %d, and looks like the %ds before it", track.id, shown, rank)
                track.misread = shown
                track.readings.add(shown)
                self._tell(track, rank)
        elif rank is not None and self._may_be(track, rank, picture):
            log.info("card %d can't be read; it looks like the %ds before it", track.id, rank)
            self._tell(track, rank)
        if track.rank is not None:
            return
        if track.face is Face.DOWN and not self._cards.all_face_up:
            self._cards.whole.stranger(track.id, picture)
        elif not track.alike and not track.probabilities:
            track.alike = self._cards.whole.alike(picture)

    def _is_misread(self, look: CardLook, track: Track, picture: Small, *, rank: int, shown: int | None) -> bool:
        """Whether the ``shown`` rank of a card's indices is none, as it looks like a ``rank``: so did those before it,
        and it looks far less like others; or it is printed like these as well, and not surely read. Some 7s
        were 1s that looked 0.97 like the two 7s before, which had been 1s as well, and 0.8 like others."""
        whole = self._cards.whole
        if shown is None or shown == rank:
            return False
        if whole.are_misread(rank, picture, shown=shown):
            return True
        glimpse = track.glimpse
        if is_surely_read(shown, glimpse, len(glimpse.indices_mm)):
            return False
        if not (whole.outweighs(track.id, rank, picture) or whole.were_misread(rank, shown=shown)):
            return False
        indices = [Turned(grey_of(one)) for one in look.pictures]
        alike = self._cards.proposals.alike(indices)
        return next(iter(alike), None) == rank and alike[rank] >= PRINTED_TOO

    def _may_be(self, track: Track, rank: int, picture: Small) -> bool:
        """Whether a card that was not read, and looks like a ``rank``, may be that, and no rank that never came: that
        would hardly look so much more like the ``rank`` than like any other."""
        if track.rank is not None or not (track.readings <= {rank} and may_be(rank, given_by(track))):
            return False
        if not self._cards.may_be_new_to_look_at(track):
            return True
        return self._cards.whole.tells(track.id, picture, read=given_by(track), may_be_new=True) == rank

    def _is_middle_of_use(self, track: Track) -> bool:
        """Whether what a card's middle shows may tell it, which costs more than a look at an index."""
        if self._cards.middles.tell and self._cards.all_face_up and not self._cards.was_called(track.id):
            return True
        return track.face is Face.UP and track.looks in NUMERAL_LOOKS

    def _tell_by_numeral(self, track: Track, numeral: LargeNumeral, face: Small | None) -> None:
        """A card whose indices are read in doubt is what its middle shows, where they show that rather than another; or
        whatever they show that is no rank, where this deck's middles told the ranks before."""
        if numeral.share < NUMERAL_ALONE or not track.confirmed:
            return
        shown = None
        if track.probabilities and track.probabilities[NONE] < MOST_NONE:
            shares = np.array(track.probabilities[:NONE])
            rank = int(shares.argmax()) + 1
            shown = rank if shares[rank - 1] >= NUMERAL_AND_INDICES * shares.sum() else None
        elif self._cards.middles.tell and len(numeral.ranks) == 1 and self._cards.middles.shows_again(track.id):
            (shown,) = numeral.ranks
        if shown is None or shown not in numeral.ranks or not track.readings <= {shown}:
            return
        if self._cards.looks_otherwise(track, shown, face):
            return
        log.info("card %d is read in doubt; its middle shows a %d", track.id, shown)
        track.rank, track.face = shown, Face.UP
        self._cards.forget_looks(track.id)

    def _tell_one(self, look: CardLook, track: Track, face: Small | None) -> None:
        """A card that was not read is the 1 where it shows little else, and hardly any other rank has not come."""
        if self._cards.was_called(track.id) or not (track.confirmed and track.readings <= {1}):
            return
        before = [rank for rank in RANKS if self._cards.proposals.knows(rank)]
        if 1 in before or len(RANKS) - len(before) > FEW_WITH_ONE or not track.glimpse.is_card:
            return
        if missing_strokes(self._cards.proposals, 1):
            return
        if face is not None and self._cards.whole.opposes(track.id, 1, face):
            return
        pictures = [Turned(grey_of(picture)) for picture in look.pictures]
        if any((self._cards.proposals.likeness(rank, pictures) or 0.0) >= UNLIKE_OTHERS for rank in before):
            return
        if self._cards.plain.show_one(track, look.nearer, look.time_s, hard=self._cards.answers.tell_it_is_hard):
            log.info("card %d can't be read; it shows a stroke, and the 1 has not come", track.id)
            self._tell(track, 1)

    def _tell_printed(self, look: CardLook, track: Track, face: Small | None) -> None:
        """A card that was not read is what the cards are that it is printed like, and like no others, if many looks
        show that as well."""
        if track.rank is not None or self._cards.was_called(track.id) or not track.confirmed:
            return
        pictures = [Turned(grey_of(picture)) for picture in look.pictures]
        alike = self._cards.proposals.alike(pictures)
        rank = next(iter(alike), None)
        if rank is None or not track.readings <= {rank} or self._cards.looks_otherwise(track, rank, face):
            return
        like, leads = alike[rank], lead_of(rank, alike)
        bounds = [least for print_like, lead, least in UNREAD if like >= print_like and leads >= lead]
        if bounds and self._cards.plain.show_so_much(track, rank, look.nearer, look.time_s, least=bounds):
            log.info("card %d can't be read; it is printed like the %ds, and shows that", track.id, rank)
            self._tell(track, rank)

    def _tell(self, track: Track, rank: int) -> None:
        """A card is a ``rank``, by what it looks like."""
        track.rank, track.face, track.learnt, track.odd = rank, Face.UP, True, False
        self._cards.forget_looks(track.id)

    def put_right(self, track: Track, indices: Sequence[Turned], face: Small | None) -> bool:
        """A card that is printed like those that people named another rank than it is read as, and like no others, is
        of that; whether it is."""
        read = track.rank
        if read is None:
            return False
        rank = printed_as_named(
            self._cards.named,
            self._cards.proposals,
            read,
            indices,
            track.glimpse,
            put_right=self._cards.answers.put_right(read, times=NAMED_TWICE),
            corners=partial(self._cards.corners_of, track),
        )
        if rank is None or not track.readings <= {rank, read} or self._cards.looks_otherwise(track, rank, face):
            return False
        log.info("card %d was read as %d, and is printed like the %ds that were named", track.id, read, rank)
        track.misread = read
        track.readings.add(read)
        self._tell(track, rank)
        return True


__all__ = ["UnreadCards"]
