"""Records what an eye sees and decides: ``vision.belief.looks.Witness``."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.belief.looks import LiveLook, Witness
from vision.deck.taught import patch_of
from vision.looks.record import (
    ARRAYS,
    Called,
    Corrected,
    Decided,
    Event,
    Expected,
    Gone,
    Header,
    Recorded,
    Rows,
    Saw,
    Seen,
    Told,
)
from vision.nets.ranks import Ranks
from vision.tracking.glimpses import Glimpse, Shown
from vision.tracking.track import Track

Truth = Callable[[Glimpse], int | None]
"""The rank of the card that really lies where a glimpse was had; 0: no face of ours; None: nobody knows."""

AT_ONCE = 64
"""Net B looks at so many pictures at once."""


class Recorder(Witness):
    """Hears what an eye sees and decides, and keeps it. ``truth`` knows what lies on the table."""

    def __init__(self, header: Header, truth: Truth = lambda glimpse: None) -> None:
        self.truth = truth
        self._recorded = Recorded(header)
        self._rows: dict[str, list[NDArray[Any]]] = {name: [] for name in ARRAYS}
        self._glimpses: dict[int, tuple[Glimpse, int]] = {}
        """By identity: the rows of those that may be named again."""
        self._lying: set[int] = set()
        self._gone: set[int] = set()
        self._ranks: tuple[dict[int, int], bool] | None = None
        """What the cards were in the game, and whether all lie face up, when nothing has been decided since."""
        self._expected: dict[int, int] = {}

    @property
    def events(self) -> Sequence[Event]:
        """What happened so far."""
        return self._recorded.events

    # -- what the eye says

    def saw(self, track: Track, glimpse: Glimpse, touched: bool, time_s: float) -> None:
        """A look saw a card."""
        again = track.id in self._gone
        self._gone.discard(track.id)
        self._lying.add(track.id)
        self._add(
            Saw(
                card=track.id,
                time_s=time_s,
                glimpse=self._row_of(glimpse),
                touched=touched,
                born_s=track.born_s,
                rest_s=track.rest_s,
                again=again,
                true=self.truth(glimpse),
            )
        )

    def looked(self, tracks: Mapping[int, Track]) -> None:
        """A look is over, and these cards lie there."""
        gone = sorted(self._lying - tracks.keys())
        if gone:
            self._add(Gone(cards=tuple(gone)))
            self._lying -= set(gone)
            self._gone |= set(gone)

    def decided(self, look: LiveLook, track: Track) -> None:
        """By this look it was decided what a card is called. All pictures of a card that is not in the game yet are
        kept, of others those that the decision looked at."""
        glimpse, is_open = track.glimpse, track.counts_as is None
        used = vars(look)
        has_outline = glimpse.is_outlined or len(glimpse.indices_mm) != 1
        pictures = self._keep("indices", look.pictures) if is_open or "pictures" in used else None
        whole = None
        if "whole" in used or (is_open and has_outline):
            whole = self._keep("wholes", [look.whole])[0]
        looked = "middle" in used or (is_open and has_outline and look.free)
        self._add(
            Decided(
                card=track.id,
                time_s=look.time_s,
                glimpse=self._row_of(glimpse),
                free=look.free,
                confirmed=track.confirmed,
                pictures=pictures,
                whole=whole,
                middle=tuple(look.middle.tolist()) if looked else None,
                rank=track.rank,
            )
        )

    def called(self, ranks: Mapping[int, int], tracks: Mapping[int, Track], *, all_face_up: bool) -> None:
        """What the cards are in the game; kept only where that, or anything else, is new."""
        self.looked(tracks)
        if self._ranks != (ranks, all_face_up):
            self._add(Called(ranks=dict(ranks), all_face_up=all_face_up))
            self._ranks = dict(ranks), all_face_up

    def corrected(self, card: int, rank: int) -> None:
        """A person said what a card is."""
        self._add(Corrected(card=card, rank=rank))

    # -- what the game says

    def of_design(self, name: str) -> None:
        """The cards are of this design."""
        self._recorded.header = msgspec.structs.replace(self._recorded.header, design=name)

    def expected(self, left: Mapping[int, int]) -> None:
        """How many cards of each rank may come."""
        if left != self._expected:
            self._expected = dict(left)
            self._recorded.events.append(Expected(left=self._expected))

    def told(self, time_s: float, event: str, fields: Mapping[str, Any]) -> None:
        """What the game said."""
        self._recorded.events.append(Told(time_s=time_s, event=event, fields=dict(fields)))

    # -- keeping

    def recorded(self, ranks: Ranks) -> Recorded:
        """All that was heard, and what the nets make of the pictures; ``ranks`` is net B, with those beside it."""
        arrays: dict[str, NDArray[Any]] = {
            name: np.array(rows, kind).reshape(-1, *shape)
            for (name, (shape, kind)), rows in zip(ARRAYS.items(), self._rows.values(), strict=True)
        }
        arrays["features"] = features_of(arrays["indices"], ranks)
        return Recorded(self._recorded.header, self._recorded.events, self._recorded.glimpses, arrays)

    def save(self, path: Path, ranks: Ranks) -> None:
        """Write all that was heard. Raises DeviceError."""
        self.recorded(ranks).save(path)

    def _add(self, event: Event) -> None:
        self._recorded.events.append(event)
        self._ranks = None

    def _keep(self, name: str, rows: Sequence[NDArray[Any]]) -> Rows:
        kept = self._rows[name]
        first = len(kept)
        kept.extend(rows)
        return first, len(kept)

    def _row_of(self, glimpse: Glimpse) -> int:
        known = self._glimpses.get(id(glimpse))
        if known is not None and known[0] is glimpse:
            return known[1]
        row = len(self._recorded.glimpses)
        self._recorded.glimpses.append(self._seen(glimpse))
        self._glimpses[id(glimpse)] = glimpse, row
        return row

    def _seen(self, glimpse: Glimpse) -> Seen:
        shown: Shown = glimpse.shown
        rows = self._keep("logs", list(shown.logs))
        self._keep("upright", list(shown.upright))
        self._keep("heat", list(shown.heat))
        return Seen(
            x_mm=glimpse.x_mm,
            y_mm=glimpse.y_mm,
            angle_deg=glimpse.angle_deg,
            face=glimpse.face.value,
            rank=glimpse.rank,
            probabilities=glimpse.probabilities,
            corners_mm=_points(glimpse.corners_mm),
            indices_mm=_points(glimpse.indices_mm),
            is_outlined=glimpse.is_outlined,
            shown=rows,
            heads=shown.heads,
        )


def features_of(pictures: NDArray[np.uint8], ranks: Ranks) -> NDArray[np.float16]:
    """Net B's features (n, 1152) of the middles of pictures (n, 96, 96, 3)."""
    shape, kind = ARRAYS["features"]
    found = [
        ranks.look(np.stack([patch_of(one) for one in pictures[at : at + AT_ONCE]]), with_features=True).features
        for at in range(0, len(pictures), AT_ONCE)
    ]
    return np.concatenate(found).astype(np.float16) if found else np.zeros((0, *shape), np.float16)


def _points(points: NDArray[np.float64]) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in points)


__all__ = ["Recorder", "Truth", "features_of"]
