"""The lines of ``dealer watch``: events written as JSON, presses read from JSON. docs/events.md tells their fields."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TextIO

import msgspec

from dealer.errors import InputError
from dealer.presses import HELD_BUTTONS, Button, Kind, Press
from dealer.system.files import read_text
from dealer.view import Sighting, TableView

EVENTS = (
    "begin",
    "view",
    "act",
    "verdict",
    "prompt",
    "question",
    "answer",
    "undo",
    "correction",
    "camera",
    "end",
)
"""Every kind of event there is."""

MOST_BYTES = 5_000_000
LATEST_S = 1e6
"""Latest time in a film, seconds: none is longer than eleven days."""
LONGEST_ACT = 500
"""Characters."""


class LineWriter:
    """Writes events as JSON lines, each flushed: whoever reads a pipe sees them at once."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __call__(self, time_s: float, event: str, fields: Mapping[str, Any]) -> None:
        line = {"t": round(time_s, 3), "event": event, **fields}
        self._stream.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._stream.flush()


def view_fields(view: TableView, players: Mapping[int, str]) -> dict[str, Any]:
    """The fields of a ``view`` event; ``players`` are the names by seat coaster."""
    return {
        "cards": [_card(sighting, players) for sighting in view.sightings],
        "hidden": sorted(str(place) for place in view.hidden),
        "moving": view.moving,
        "trouble": view.trouble,
    }


def reading_of(sighting: Sighting) -> dict[str, Any]:
    """What the camera read, as it stands in the journal and in an ``act`` event."""
    return {
        "sighting": sighting.id,
        "rank": sighting.rank,
        "probabilities": [round(probability, 5) for probability in sighting.probabilities],
        "corrected": sighting.corrected,
        "reasons": list(sighting.reasons),
    }


def _card(sighting: Sighting, players: Mapping[int, str]) -> dict[str, Any]:
    return {
        "id": sighting.id,
        "player": players.get(sighting.place.seat),
        "area": sighting.place.area.value,
        "rank": sighting.rank,
        "face": sighting.face.value,
        # Whole millimetres: a lying card's last tenth flickers, and each flicker would be a line.
        "x_mm": round(sighting.x_mm),
        "y_mm": round(sighting.y_mm),
        "angle_deg": round(sighting.angle_deg),
        "visible": sighting.visible,
    }


@dataclass(frozen=True, slots=True)
class HandsOn:
    """One line of a presses file: at ``time_s`` a button, or an act told by hand (as in the record, or ``undo``)."""

    time_s: float
    press: Press | None
    act: str | None


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a presses file as it is written."""

    t: Annotated[float, msgspec.Meta(ge=0, le=LATEST_S)]
    button: Button | None = None
    act: Annotated[str, msgspec.Meta(max_length=LONGEST_ACT)] | None = None
    hold: bool = False


def read_presses(path: Path) -> tuple[HandsOn, ...]:
    """The presses of a file, in the order of their times.

    Raises:
        InputError: the file cannot be read, or a line is no press; with the line's number.
    """
    found = [
        _hands_on(line, f"{path}, line {number}")
        for number, line in enumerate(read_text(path, MOST_BYTES, "presses").split("\n"), start=1)
        if line.strip()
    ]
    return tuple(sorted(found, key=lambda hands: hands.time_s))


def _hands_on(line: str, where: str) -> HandsOn:
    expected = 'expected {"t": seconds, "button": "green"} or {"t": seconds, "act": "Bob hit 5"}'
    try:
        told = msgspec.json.decode(line, type=_Line)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise InputError(f"{where}: {line.strip()[:80]!r} is no press; {expected}.") from error
    if (told.button is None) == (told.act is None):
        raise InputError(f"{where}: {line.strip()[:80]!r} has not one of button and act; {expected}.")
    if told.button is None:
        return HandsOn(told.t, None, told.act)
    kind = Kind.LONG if told.hold and told.button in HELD_BUTTONS else Kind.SHORT
    return HandsOn(told.t, Press(told.button, kind), None)
