"""Recorded looks, decided on again by the belief that ships: the same calls, in seconds and without a camera."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from dealer.errors import InputError
from dealer.view import Face
from vision.belief.called import CalledCards
from vision.belief.likeness import Cut
from vision.frame import BGRImage
from vision.looks.record import Called, Corrected, Decided, Expected, Gone, Recorded, Rows, Saw, Seen
from vision.tracking.glimpses import Glimpse, Shown
from vision.tracking.track import Track
from vision.tracking.tracker import Tracker

Kept = TypeVar("Kept")


class RecordedLook:
    """A look out of a recording: ``vision.belief.looks.CardLook``. What was not recorded raises InputError."""

    def __init__(self, decided: Decided, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._decided, self._arrays = decided, arrays
        self.time_s, self.free = decided.time_s, decided.free
        self._pictures = self._cut(decided.pictures)

    @property
    def pictures(self) -> tuple[BGRImage, ...]:
        """Pictures of the indices."""
        return self._known(self._pictures, "pictures of its indices")

    @property
    def whole(self) -> Cut:
        """The whole card."""
        row = self._known(self._decided.whole, "picture of the whole card")
        return np.asarray(self._arrays["wholes"][row])

    @property
    def middle(self) -> NDArray[np.float32]:
        """What a numeral in its middle shows."""
        return np.array(self._known(self._decided.middle, "reading of its middle"), np.float32)

    def _cut(self, rows: Rows | None) -> tuple[BGRImage, ...] | None:
        return None if rows is None else tuple(self._arrays["indices"][slice(*rows)])

    def _known(self, kept: Kept | None, name: str) -> Kept:
        if kept is None:
            raise InputError(
                f"The look at card {self._decided.card} at {self.time_s:.2f} s was recorded without the {name}; "
                "these looks cannot be decided on with these rules."
            )
        return kept


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a card was called by a recorded look, live and again; None: it was not."""

    card: int
    time_s: float
    live: int | None
    again: int | None


def replay(recorded: Recorded) -> Iterator[Replayed]:
    """Decide again on all looks of a recording."""
    tracker = Tracker()
    calls = CalledCards()
    glimpses = [glimpse_of(seen, recorded.arrays) for seen in recorded.glimpses]
    gone: dict[int, Track] = {}
    for event in recorded.events:
        match event:
            case Saw():
                _see(event, glimpses[event.glimpse], tracker, gone)
            case Gone():
                gone |= {card: tracker.tracks.pop(card) for card in event.cards}
            case Expected():
                calls.expect(event.left)
            case Called():
                calls.all_face_up = event.all_face_up
                calls.called(event.ranks, tracker.tracks)
            case Corrected():
                tracker.correct(event.card, event.rank)
            case Decided():
                track = tracker.tracks[event.card]
                track.glimpse, track.confirmed = glimpses[event.glimpse], event.confirmed
                calls.compare(RecordedLook(event, recorded.arrays), track)
                yield Replayed(event.card, event.time_s, event.rank, track.rank)
            case _:
                pass


def _see(event: Saw, glimpse: Glimpse, tracker: Tracker, gone: dict[int, Track]) -> None:
    track = tracker.tracks.get(event.card)
    if track is None and event.again:
        track = tracker.tracks[event.card] = gone.pop(event.card)
    if track is None:
        track = Track(id=event.card, glimpse=glimpse, rest_s=event.rest_s, face=glimpse.face, born_s=event.born_s)
        tracker.tracks[event.card] = track
    tracker.see(track, glimpse, touched=event.touched, time_s=event.time_s)


def glimpse_of(seen: Seen, arrays: Mapping[str, NDArray[Any]]) -> Glimpse:
    """The glimpse that was recorded."""
    rows = slice(*seen.shown)
    return Glimpse(
        x_mm=seen.x_mm,
        y_mm=seen.y_mm,
        angle_deg=seen.angle_deg,
        face=Face(seen.face),
        rank=seen.rank,
        probabilities=seen.probabilities,
        corners_mm=np.array(seen.corners_mm, float).reshape(-1, 2),
        indices_mm=np.array(seen.indices_mm, float).reshape(-1, 2),
        is_outlined=seen.is_outlined,
        shown=Shown(arrays["logs"][rows], arrays["upright"][rows], arrays["heat"][rows], heads=seen.heads),
    )
