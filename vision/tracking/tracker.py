"""Steady cards: what single looks at the table saw, matched with the cards that are known to lie there.

No pictures here: a look is a list of ``Glimpse`` in table millimetres, and what became of a known card that a look
did not find is asked of a judge that has the picture. A card goes only when the judge has seen its place without it.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from dealer.view import Face
from vision.tracking.doubles import in_outline_of, is_of, is_on_blank, is_pieced_of, repeats, shares_index
from vision.tracking.glimpses import NOTHING_SHOWN, Glimpse, apart, distinct
from vision.tracking.matching import pairs_in_place, pairs_slid
from vision.tracking.track import Fate, Track, TrackSettings

REMEMBERED_S = 120.0
"""For so long it is remembered that a card went: longer than hands gather a round and deal the next."""


Witness = Callable[[Track, Glimpse, bool, float], None]
"""Called with the card, the glimpse of it, whether anything changed there since the last one, and the time."""


class Tracker:
    """Matches looks with known cards; see the module's docstring."""

    def __init__(self, settings: TrackSettings | None = None, *, witness: Witness | None = None) -> None:
        """``witness`` hears of every glimpse of a card before the card does."""
        self.settings = settings or TrackSettings()
        self._witness = witness
        self.tracks: dict[int, Track] = {}
        self._lifted: list[tuple[float, Track]] = []
        self._went_s: list[float] = []
        self._suspects: list[tuple[float, Glimpse]] = []
        self._next_id = 1
        self._decide: Callable[[Track], None] = lambda track: None
        self.glimpses: Sequence[Glimpse] = ()
        """What the last look saw."""

    def update(
        self,
        glimpses: Sequence[Glimpse],
        *,
        expected: Iterable[Track],
        judge: Callable[[Track, Sequence[Glimpse]], Fate],
        touched: Callable[[Glimpse], bool],
        came: Callable[[Glimpse, Track], bool] = lambda glimpse, track: False,
        vacated: Callable[[Track, Glimpse], bool] = lambda track, glimpse: True,
        stays: Callable[[Track, Glimpse], bool] = lambda track, glimpse: False,
        arrival_of: Callable[[Glimpse], tuple[float, float]],
        decide: Callable[[Track], None],
        time_s: float,
    ) -> tuple[Track, ...]:
        """Take one look: ``glimpses`` of a region in which the ``expected`` tracks lie whole. Returns the tracks
        that it saw.

        ``judge`` tells the fate of an expected card that the look did not find; ``touched`` whether anything
        changed where a glimpse lies since it was last looked at; ``came`` whether what it covers besides a known card
        is surely new; ``vacated`` whether the place of a card that is said to have slid to a glimpse has changed;
        ``stays`` whether that card surely shows there yet; ``arrival_of`` after which time what lies there came, and
        when it came to rest at the latest; ``decide`` calls a card that was seen, if it can.
        """
        expected = list(expected)
        glimpses = self.glimpses = distinct(glimpses)
        self._decide = decide
        pairs, left_glimpses, left_tracks = pairs_in_place(glimpses, list(self.tracks.values()), self.settings)
        fates = {track.id: judge(track, glimpses) for track in left_tracks if track in expected}
        swept = {number for number, fate in fates.items() if self._was_swept(self.tracks[number], fate, time_s)}
        for number in swept:
            del self.tracks[number], fates[number]
        slid, left_glimpses = pairs_slid(left_glimpses, left_tracks, fates, vacated, self.settings)
        seen: list[Track] = []
        for track, glimpse in pairs:
            if self._borrows(track, glimpse):  # it lies there, and nothing was read of it
                glimpse = replace(track.glimpse, rank=None, probabilities=(), shown=NOTHING_SHOWN)
            self.see(track, glimpse, touched=touched(glimpse), time_s=time_s)
            seen.append(track)
        for track, glimpse in slid:
            fates.pop(track.id, None)
            track.clear_s, track.rest_s = arrival_of(glimpse)
            self.see(track, glimpse, touched=True, time_s=time_s)
            seen.append(track)
        cut_off = [track for track in left_tracks if track not in expected]
        back, left_glimpses = self._back_in_place(left_glimpses, time_s)
        for track, glimpse in back:
            track.clear_s, track.rest_s = arrival_of(glimpse)
            self.see(track, glimpse, touched=True, time_s=time_s)
            seen.append(track)
        for glimpse in left_glimpses:
            if self._exactly_there(glimpse, (track.id for track in cut_off)) is not None:
                continue  # half a card at the edge of the region was read; the look that holds it whole decides
            others = [other for other in glimpses if other is not glimpse]
            faint = self._in_place_of_a_face(glimpse, fates)
            if faint is not None and judge(faint, others) is Fate.SAME:
                fates[faint.id] = Fate.SAME  # its faint indices were not found this time
                continue
            there = self._exactly_there(glimpse, fates)
            fresh = touched(glimpse) or self._suspected(glimpse)
            beside = there is not None and self._lies_beside(glimpse, there)
            if there is not None and (not fresh or (judge(there, others) is Fate.SAME and not beside)):
                fates.pop(there.id)
                self.see(there, glimpse, touched=False, time_s=time_s)
                seen.append(there)
                continue
            if there is not None and not self._suspected(glimpse):
                # Either a card dropped exactly on another, or a second reading of it that went wrong: look again at
                # once.
                self._suspects.append((time_s, glimpse))
                fates.pop(there.id)
                there.next_look_s = time_s
                continue
            if self._repeats(glimpse, seen, fates, touched=touched(glimpse), came=came):
                continue
            again = self._seen_askew(glimpse, fates, touched=touched(glimpse))
            if again is not None:
                fates.pop(again.id)
                self.see(again, glimpse, touched=False, time_s=time_s)
                seen.append(again)
                continue
            track = self._put_back(glimpse, time_s) or self._new(
                glimpse, time_s, laid_on=self._laid_on(glimpse, fates, stays)
            )
            track.clear_s, track.rest_s = arrival_of(glimpse)
            self.see(track, glimpse, touched=True, time_s=time_s)
            seen.append(track)
        for track in seen:
            fates = self._without_copies(track, fates)
        fates = self._without_pieced(fates)
        seen = [track for track in seen if track.id in self.tracks]
        covered = [track for track in self.tracks.values() if self._is_covered(track, fates.get(track.id))]
        for track_id, fate in fates.items():
            track = self.tracks[track_id]
            if fate is not Fate.GONE:
                track.bared_s = math.inf
            elif self._may_be_covered(track, covered, time_s):
                fate = Fate.COVERED
            self._miss(track, fate, time_s)
            if track.bared_s <= time_s:
                track.next_look_s = min(track.next_look_s, time_s + self.settings.first_looks_s)
        self._lifted = [(when, track) for when, track in self._lifted if time_s - when <= self.settings.lifted_s]
        self._suspects = [
            (when, glimpse) for when, glimpse in self._suspects if time_s - when <= self.settings.suspicion_s
        ]
        return tuple(seen)

    @property
    def count(self) -> int:
        """How many ids were given."""
        return self._next_id - 1

    def correct(self, track_id: int, rank: int) -> None:
        """A person said what card ``track_id`` is; it stays so until the card goes. Raises KeyError for an unknown
        id."""
        track = self.tracks[track_id]
        track.rank, track.face, track.corrected, track.doubtful = rank, Face.UP, True, False
        track.reasons = ()
        track.next_look_s = math.inf

    def forget_seconds_of(self, card: Track) -> None:
        """A card that was not read was named: what was told of one index alone, and came with it, was the same card."""
        for other in list(self.tracks.values()):
            glimpse = other.glimpse
            if other is card or other.is_known or other.rank is not None or glimpse.is_outlined:
                continue
            if len(glimpse.indices_mm) != 1 or abs(other.born_s - card.born_s) > self.settings.together_s:
                continue
            if apart(glimpse, card.glimpse)[0] <= self.settings.repeat_mm or is_on_blank(glimpse, card.glimpse):
                del self.tracks[other.id]

    def wanting(self, time_s: float) -> tuple[Track, ...]:
        """The cards that want a further look now, the longest waiting first."""
        due = [track for track in self.tracks.values() if track.next_look_s <= time_s + 1e-6]
        return tuple(sorted(due, key=lambda track: (track.next_look_s, track.id)))

    def postpone(self, track: Track, time_s: float) -> None:
        """The look at ``track`` that was due has been had: when the next one is."""
        settings = self.settings
        doubtful = track.doubtful and not track.corrected
        if not doubtful and (track.visible or track.under):
            track.next_look_s = math.inf
            return
        if track.rank is None and track.looks == 1 and track.glimpse.rank is not None:
            track.next_look_s = time_s + settings.second_look_s
            return
        # What several looks left open another one hardly ever tells: the longer it has lain, the longer it waits.
        lain_s = max(settings.first_looks_s, time_s - track.since_look_s)
        track.next_look_s = time_s + (lain_s if track.visible else settings.later_looks_s)

    # -- matching

    def _exactly_there(self, glimpse: Glimpse, among: Iterable[int]) -> Track | None:
        """The known card that lies where ``glimpse`` was read with another certain rank."""
        if glimpse.rank is None:
            return None
        for track_id in among:
            distance, turn = apart(self.tracks[track_id].glimpse, glimpse)
            if distance <= self.settings.in_place_mm and turn <= self.settings.in_place_deg:
                return self.tracks[track_id]
        return None

    def _in_place_of_a_face(self, glimpse: Glimpse, fates: dict[int, Fate]) -> Track | None:
        """The face-up card in just the place of which ``glimpse`` sees a card's shape without an index."""
        if glimpse.face is Face.UP:
            return None
        for track in map(self.tracks.__getitem__, fates):
            distance, turn = apart(track.glimpse, glimpse)
            if track.face is Face.UP and distance <= self.settings.beside_mm and turn <= self.settings.in_place_deg:
                return track
        return None

    def _lies_beside(self, glimpse: Glimpse, track: Track) -> bool:
        """Whether a card read by several indices lies in an outline that is not that of the known one."""
        several = len(glimpse.indices_mm) > 1 and len(track.glimpse.indices_mm) > 1
        return several and apart(track.glimpse, glimpse)[0] > self.settings.beside_mm

    def _without_copies(self, card: Track, fates: dict[int, Fate]) -> dict[int, Fate]:
        """Forget what was told of one index alone of a card that was known before, and is read whole now; but a card
        whose own outline was seen to come is none, wherever its index stands."""
        if card.certain and not card.corrected and len(card.glimpse.indices_mm) > 1:
            for other in list(self.tracks.values()):
                told_by_index = not other.certain and not other.glimpse.is_outlined
                if other.id > card.id and told_by_index and _is_copy(other.glimpse, card.glimpse):
                    del self.tracks[other.id]
        return {number: fate for number, fate in fates.items() if number in self.tracks}

    def _without_pieced(self, fates: dict[int, Fate]) -> dict[int, Fate]:
        """Forget what is not known, and was read of indices of several cards that are: one index each of a card just
        laid and of its neighbour may stand as those of a card between them."""
        known = [track.glimpse for track in self.tracks.values() if track.is_known and track.visible]
        for track in list(self.tracks.values()):
            if not track.is_known and is_pieced_of(track.glimpse, known):
                del self.tracks[track.id]
        return {number: fate for number, fate in fates.items() if number in self.tracks}

    def _borrows(self, track: Track, glimpse: Glimpse) -> bool:
        """Whether a card that is not certain was read by an index of one that is. Several indices of which one stands
        where one of a card of another rank stood, and shows no such rank, are its own: it lies on that."""
        own = glimpse.rank if len(glimpse.indices_mm) > 1 else None
        return not track.certain and any(
            other.is_known and other.visible and own in (None, other.rank) and shares_index(glimpse, other.glimpse)
            for other in self.tracks.values()
            if other is not track
        )

    def _suspected(self, glimpse: Glimpse) -> bool:
        """An earlier look at a place that was touched read the same other rank there."""
        return any(
            other is not glimpse
            and other.rank == glimpse.rank
            and apart(other, glimpse)[0] <= self.settings.in_place_mm
            for _, other in self._suspects
        )

    def _back_in_place(
        self, glimpses: Sequence[Glimpse], time_s: float
    ) -> tuple[list[tuple[Track, Glimpse]], list[Glimpse]]:
        """Cards that were taken for gone and lie where they lay, as a rule under an arm that has left since, each in
        the outline that was known of it, and the glimpses left. What stands where one's indices stood is all of it: an
        index or two by themselves tell a card's outline badly, and those of its other half would be another card."""
        back: list[tuple[Track, Glimpse]] = []
        left = list(glimpses)
        for when, track in [*self._lifted]:
            own = [one for one in left if one.rank in (None, track.rank) and repeats(one, track.glimpse)]
            read = [one for one in own if one.rank is not None]
            if not read or time_s - when > self.settings.lifted_s:
                continue
            self._lifted = [(at, other) for at, other in self._lifted if other is not track]
            best = max(read, key=lambda one: len(one.indices_mm))
            self._lay_again(track, best)
            back.append((track, in_outline_of(best, track.glimpse)))
            left = [one for one in left if not any(one is other for other in own)]
        return back, left

    def _put_back(self, glimpse: Glimpse, time_s: float) -> Track | None:
        """The card that was lifted a moment ago, when this is it."""
        if glimpse.rank is None:
            return None
        for at, (when, track) in enumerate(self._lifted):
            distance, _ = apart(track.glimpse, glimpse)
            if (
                track.rank == glimpse.rank
                and time_s - when <= self.settings.lifted_s
                and distance <= self.settings.slide_mm
            ):
                del self._lifted[at]
                self._lay_again(track, glimpse)
                return track
        return None

    def _lay_again(self, track: Track, glimpse: Glimpse) -> None:
        """What was taken for gone lies there, or another card that is read so: its print is to tell, if more is seen of
        it than what a hand leaves."""
        track.doubtful |= len(glimpse.indices_mm) > 1
        self.tracks[track.id] = track

    def _repeats(
        self,
        glimpse: Glimpse,
        seen: Sequence[Track],
        fates: dict[int, Fate],
        *,
        touched: bool,
        came: Callable[[Glimpse, Track], bool],
    ) -> bool:
        """A second, worse reading of a card that is known: something on its picture taken for another card."""
        for track in (*seen, *(self.tracks[track_id] for track_id, fate in fates.items() if fate is Fate.SAME)):
            if not track.is_known or not track.confirmed:
                continue
            distance, _ = apart(track.glimpse, glimpse)
            if touched and came(glimpse, track):
                continue
            near_mm = self.settings.repeat_mm if glimpse.face is Face.UP else self.settings.blank_repeat_mm
            near = distance <= near_mm or is_on_blank(glimpse, track.glimpse)
            if glimpse.rank is None and near and not (touched and len(glimpse.indices_mm) > 1):
                return True  # of a card that came to lie there two indices are seen, as a rule
            if glimpse.rank == track.rank and distance <= self.settings.repeat_mm and not touched and track in seen:
                return True
        return False

    def _seen_askew(self, glimpse: Glimpse, fates: dict[int, Fate], *, touched: bool) -> Track | None:
        """The untouched card that is this one: read with another outline, or the camera was bumped."""
        for track_id, fate in fates.items():
            track = self.tracks[track_id]
            near = apart(track.glimpse, glimpse)[0] <= self.settings.repeat_mm
            if near and not touched and fate is Fate.SAME and glimpse.rank is not None and glimpse.rank == track.rank:
                return track
        return None

    def _laid_on(self, glimpse: Glimpse, fates: dict[int, Fate], stays: Callable[[Track, Glimpse], bool]) -> int | None:
        """The certain card of its rank on which a card of which the outline is known came to lie, and that shows
        beside it yet."""
        for track in self.tracks.values():
            if fates.get(track.id, Fate.SAME) not in (Fate.UNDER, Fate.SAME):
                continue
            near = apart(track.glimpse, glimpse)[0] <= self.settings.overlap_mm
            outlined = glimpse.is_outlined and track.glimpse.is_outlined
            same = glimpse.rank is not None and track.rank == glimpse.rank
            if same and near and outlined and track.is_known and stays(track, glimpse):
                return track.id
        return None

    def _new(self, glimpse: Glimpse, time_s: float, *, laid_on: int | None) -> Track:
        track = Track(id=self._next_id, glimpse=glimpse, rest_s=0.0, face=glimpse.face, born_s=time_s, laid_on=laid_on)
        self._next_id += 1
        self.tracks[track.id] = track
        return track

    @staticmethod
    def _is_covered(track: Track, fate: Fate | None) -> bool:
        """Whether something that is no card lies over a card, by this look or by the last one that held it."""
        return fate is Fate.COVERED or (fate is None and not track.visible and not track.under)

    def _may_be_covered(self, track: Track, covered: Sequence[Track], time_s: float) -> bool:
        """Whether what lies over a card beside it may lie over this one as well, and look like the bare table."""
        beside = any(apart(track.glimpse, other.glimpse)[0] < self.settings.overlap_mm for other in covered)
        if beside:
            track.bared_s = min(track.bared_s, time_s)
        return beside and time_s - track.bared_s < self.settings.bared_s

    def _was_swept(self, track: Track, fate: Fate, time_s: float) -> bool:
        """Whether a card that was covered, and is not in its place now, went when the cards of a round were gathered:
        hands that gather and deal go on covering a place, and a new card comes to lie there before it was seen bare.
        Kept, it would be taken for the next card of its rank that is dealt near by.
        """
        if fate not in (Fate.UNDER, Fate.GONE) or math.isinf(track.lost_s):
            return False
        if fate is Fate.UNDER and self._is_held_down(track):
            return False
        went = sum(when >= track.lost_s - self.settings.sweep_s for when in self._went_s)
        lying = sum(other.visible and other.is_known and other.born_s < track.lost_s for other in self.tracks.values())
        return went >= max(self.settings.swept, lying)

    def _is_held_down(self, track: Track) -> bool:
        """Whether the card under which it went out of view lies there still: nobody took it from below that one."""
        return any(
            other.visible
            and other.is_known
            and track.rest_s < other.rest_s
            and other.born_s <= track.lost_s
            and apart(track.glimpse, other.glimpse)[0] < self.settings.overlap_mm
            for other in self.tracks.values()
        )

    # -- what a look does to a card

    def see(self, track: Track, glimpse: Glimpse, *, touched: bool, time_s: float) -> None:
        """A look saw a card as this glimpse; ``touched``: something changed there since the last look."""
        if self._witness is not None:
            self._witness(track, glimpse, touched, time_s)
        if touched:
            track.since_look_s = time_s
            track.looks = 0
        if not (
            glimpse.face is not Face.UP and track.face is Face.UP
        ):  # a blob where a face-up card lies tells nothing of it
            better = track.rank is None or glimpse.rank is not None or touched
            track.glimpse = glimpse if better else track.glimpse
            track.face = glimpse.face
        track.visible, track.under, track.seen_s = True, False, time_s
        track.bared_s = track.lost_s = math.inf
        if glimpse.rank is not None or time_s - track.born_s >= self.settings.confirm_s:
            track.confirmed = True
        track.read = glimpse.rank or track.read
        track.looks += bool(glimpse.probabilities)
        self._decide(track)
        self.postpone(track, time_s)

    def _may_be_none(self, track: Track) -> bool:
        """Whether indices were seen but no outline, and one alone, or such as another card has."""
        if track.face is not Face.UP or track.glimpse.is_outlined:
            return False
        others = (other for other in self.tracks.values() if other is not track)
        return len(track.glimpse.indices_mm) < 2 or any(shares_index(track.glimpse, other.glimpse) for other in others)

    def _miss(self, track: Track, fate: Fate, time_s: float) -> None:
        if not track.confirmed and (fate is not Fate.SAME or self._may_be_none(track)):
            del self.tracks[track.id]
            return
        if fate is Fate.SAME and time_s - track.born_s >= self.settings.confirm_s:
            track.confirmed = True
        if fate is Fate.GONE:
            del self.tracks[track.id]
            self._went_s = [when for when in self._went_s if time_s - when <= REMEMBERED_S] + [time_s]
            for other in self.tracks.values():
                if apart(track.glimpse, other.glimpse)[0] < self.settings.overlap_mm:
                    other.next_look_s = time_s  # what lay under it can be told again
            if track.rank is not None:
                self._lifted.append((time_s, track))
            return
        track.under = fate is Fate.UNDER
        track.visible = fate is Fate.SAME
        track.lost_s = math.inf if track.visible else min(track.lost_s, time_s)
        if fate is Fate.COVERED:
            track.next_look_s = min(track.next_look_s, time_s + self.settings.later_looks_s)
        self.postpone(track, time_s)


def _is_copy(glimpse: Glimpse, card: Glimpse) -> bool:
    """Whether ``glimpse`` was read of indices of ``card``, or of one alone that stands where the card prints one."""
    return repeats(glimpse, card) or (len(glimpse.indices_mm) == 1 and is_of(glimpse, card))
