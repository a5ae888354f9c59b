"""The lines of ``dealer watch``: events written as JSON, presses read from JSON. docs/events.md tells their fields."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from dealer.errors import InputError
from dealer.presses import HELD_BUTTONS, Button, Kind, Press
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
        "left_out": list(sighting.left_out),
        "learnt": sighting.learnt,
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


def read_presses(path: Path) -> tuple[HandsOn, ...]:
    """The presses of a file, in the order of their times.

    Raises:
        InputError: the file cannot be read, or a line is no press; with the line's number.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"The presses {path} cannot be read ({error}); expected a text file of JSON lines.") from error
    found = [
        _hands_on(line, f"{path}, line {number}")
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip()
    ]
    return tuple(sorted(found, key=lambda hands: hands.time_s))


def _hands_on(line: str, where: str) -> HandsOn:
    expected = 'expected {"t": seconds, "button": "green"} or {"t": seconds, "act": "Bob hit 5"}'
    try:
        fields = json.loads(line)
    except json.JSONDecodeError as error:
        raise InputError(f"{where}: {line.strip()!r} is no JSON ({error.msg}); {expected}.") from error
    if not isinstance(fields, dict) or set(fields) - {"t", "button", "act", "hold"}:
        raise InputError(f"{where}: {line.strip()!r} came; {expected}.")
    time_s = fields.get("t")
    if isinstance(time_s, bool) or not isinstance(time_s, int | float) or not time_s >= 0:
        raise InputError(f"{where}: t is {time_s!r}; expected seconds from the first frame, 0 or more.")
    button, act, hold = fields.get("button"), fields.get("act"), fields.get("hold", False)
    if (button is None) == (act is None) or not isinstance(hold, bool):
        raise InputError(f"{where}: {line.strip()!r} came; {expected}.")
    if act is not None:
        if not isinstance(act, str):
            raise InputError(f"{where}: the act is {act!r}; expected a line as in a record.")
        return HandsOn(float(time_s), None, act)
    if button not in {known.value for known in Button}:
        raise InputError(f"{where}: there is no button {button!r}; expected green, red, yellow or blue.")
    pressed = Button(button)
    kind = Kind.LONG if hold and pressed in HELD_BUTTONS else Kind.SHORT
    return HandsOn(float(time_s), Press(pressed, kind), None)
