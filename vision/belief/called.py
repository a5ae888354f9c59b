"""What the cards were called: how this deck prints each rank, and whether its likely readings can be trusted."""

import logging
import math
from collections.abc import Mapping

from vision.belief.doubted import DoubtedReadings
from vision.belief.learnt import LearntDeck
from vision.belief.looks import CardLook
from vision.belief.many_looks import LookedOver
from vision.belief.remembered import CalledSettings, RememberedCards
from vision.belief.unread import UnreadCards
from vision.deck.prints import Turned, grey_of
from vision.reading.large_numerals import NOTHING, LargeNumeral
from vision.tracking.track import Track

log = logging.getLogger(__name__)


class CalledCards:
    """Compares what is read with what the cards before were called."""

    def __init__(
        self,
        settings: CalledSettings,
        learnt: LearntDeck | None = None,
        looked_over: LookedOver | None = None,
    ) -> None:
        self.settings = settings
        self._cards = RememberedCards(settings, learnt, looked_over)
        self._unread = UnreadCards(self._cards)
        self._doubted = DoubtedReadings(self._cards)

    @property
    def all_face_up(self) -> bool:
        """Whether all cards of the game lie face up: what shows no index is a face all the same."""
        return self._cards.all_face_up

    @all_face_up.setter
    def all_face_up(self, they_do: bool) -> None:
        self._cards.all_face_up = they_do

    def compare(self, look: CardLook, track: Track) -> None:
        """Compare a card that was just read for certain with how the cards of its rank before are printed, and with the
        numeral in its middle where it lies free: it may be ``odd``. One that was not read may be told by either."""

        def numeral() -> LargeNumeral:
            was_called = self._cards.was_called(track.id)
            return self._cards.middles.look(track.id, lambda: look.numeral, was_called=was_called)

        self._cards.watch(look, track)
        face = self._cards.face_of(look, track) if look.free and self._cards.learnt is not None else None
        self._unread.tell(look, track, face, numeral=numeral if look.free else None)
        glimpse = track.glimpse
        if track.compared or track.corrected or track.learnt:
            return
        if track.rank is None or glimpse.rank not in (None, track.rank):
            return
        if track.contradicted or not len(glimpse.indices_mm):
            return
        indices = [Turned(grey_of(picture)) for picture in look.pictures]
        if self._unread.put_right(track, indices, face):
            return
        is_plain, differs = self._doubted.is_plain(
            track,
            indices,
            look.nearer,
            face,
            time_s=look.time_s,
            numeral=numeral() if look.free else NOTHING,
        )
        track.odd = differs or not is_plain
        track.compared = not track.odd
        if not track.odd:
            self._cards.trust(track.id, track.rank, indices)
            return
        if not differs and math.isinf(track.next_look_s):  # it was certain to the tracker until now
            track.next_look_s = look.time_s + self.settings.again_s
        # Most likely it is what was read all the same: of 483 cards that were doubted for their print 448 were.
        others = [rank for rank in self._cards.proposals.alike(indices) if rank != track.rank] if differs else []
        track.alike = (track.rank, *others) if others else ()
        log.info("card %d was read as %d; its print, or one of its indices, speaks against it", track.id, track.rank)
        self._cards.doubt(track.id, track.rank, indices)

    def prepare(self) -> None:
        """Nothing happens at the table: make ready what the next card may need."""
        self._cards.prepare()

    def called(self, ranks: Mapping[int, int], tracks: Mapping[int, Track]) -> None:
        """What cards are in the game, by their ids; ``tracks`` are those that lie on the table."""
        self._cards.called(ranks, tracks)

    @property
    def wary(self) -> bool:
        """Whether only plain readings of this deck count."""
        return self._cards.answers.are_wrong


__all__ = ["CalledCards", "CalledSettings"]
