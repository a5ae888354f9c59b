"""What the tracker makes of what happens on a simulated table, event by event: ``python -m dealer.measures.tracking``.

People play whole games; the scene knows which card was laid, moved, turned over or taken away, when and where. The
views that the referee gets are asked the same. Each event is found, missed, or false: seen, though nothing happened.
"""

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import cv2
import numpy as np

from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.game.seating import DEFAULT_NAMES
from dealer.games.registry import USUAL_GAME
from dealer.journal.journal import Journal
from dealer.rehearsal.audience import Audience
from dealer.rehearsal.rehearsal import Rehearsal
from dealer.table.sitting import Sitting
from dealer.view import Face, TableView
from vision.eye import Eye
from vision.reading.reader import Reader
from vision.synth.faces import HELD_OUT, make_design
from vision.synth.setting import SceneSettings
from vision.synth.things import Card
from vision.table.lens import lens
from vision.table.mat import Mat

KINDS = ("laid", "moved", "turned", "taken")
MOVED_MM = 20.0
"""A card that came to rest so far from where it lay was moved; people push cards straight by less, and outlines from
one index are off by half of it."""
SAME_PLACE_MM = 32.0
"""What is seen within half a card's width of where it happened is the same."""
BEFORE_S, AFTER_S = 4.0, 10.0
"""How long before or after it happened a thing may be seen and be that thing, seconds. The tracker misses a card as
soon as a hand lifts it, the scene when the hand has left the table. What a hand covers is seen later."""
TOGETHER_S = 0.5
"""Cards that come to rest within this are laid at once."""
MOST_FRAMES = 12_000
"""A game that is not over then, some 13 minutes of play, is counted as far as it went."""


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that happened to a card, or was seen to. ``how`` says more of what happened, or nothing; ``from_mm`` is
    where a moved card lay."""

    kind: str
    time_s: float
    x_mm: float
    y_mm: float
    how: str = ""
    from_mm: tuple[float, float] = (0.0, 0.0)


@dataclass(slots=True)
class Counts:
    """``happened`` of a kind, of these ``found``, or found ``as_two``: a moved card as one that was taken and another
    that was laid, as it looks where a hand carries it. ``false`` were seen, and did not happen; ``after_s`` how long
    after it happened each was seen."""

    happened: int = 0
    found: int = 0
    as_two: int = 0
    false: int = 0
    after_s: tuple[float, ...] = ()

    @property
    def missed(self) -> int:
        """How many were not found."""
        return self.happened - self.found - self.as_two

    def per_thousand(self) -> dict[str, float]:
        """The shares among what happened, in thousandths."""
        n = max(1, self.happened)
        return {
            "happened": self.happened,
            "found": round(1000 * self.found / n, 1),
            "found as two": round(1000 * self.as_two / n, 1),
            "missed": round(1000 * self.missed / n, 1),
            "false": round(1000 * self.false / n, 1),
            "seconds, median": round(float(np.median(self.after_s)), 2) if self.after_s else 0.0,
        }


@dataclass(frozen=True, slots=True)
class _Lying:
    x_mm: float
    y_mm: float
    face: Face


class Happening:
    """Follows cards and tells what happens to them; each is known by a number that stays the same."""

    def __init__(self) -> None:
        self._lying: dict[int, _Lying] = {}

    def follow(
        self, time_s: float, lying: dict[int, tuple[float, float, Face]], gone: Iterable[int]
    ) -> list[TableEvent]:
        """What changed, given the cards that lie still now and those that were taken away."""
        events = []
        for number in gone:
            before = self._lying.pop(number, None)
            if before is not None:
                events.append(TableEvent("taken", time_s, before.x_mm, before.y_mm))
        for number, (x, y, face) in lying.items():
            before, now = self._lying.get(number), _Lying(x, y, face)
            if before is None:
                events.append(TableEvent("laid", time_s, x, y))
            elif face is not before.face:
                events.append(TableEvent("turned", time_s, x, y))
            elif np.hypot(x - before.x_mm, y - before.y_mm) < MOVED_MM:
                continue  # where it first lay counts: many small steps are a move too
            else:
                events.append(TableEvent("moved", time_s, x, y, from_mm=(before.x_mm, before.y_mm)))
            self._lying[number] = now
        return events

    @property
    def known(self) -> frozenset[int]:
        """The cards that lay there."""
        return frozenset(self._lying)


def of_scene(happening: Happening, time_s: float, cards: Sequence[Card]) -> list[TableEvent]:
    """What happened on the simulated table since the last call; laid cards say how they lie."""
    still = {card.id: card for card in cards if not card.moving}
    gone = happening.known - {card.id for card in cards}
    lying = {number: (card.pose.x_mm, card.pose.y_mm, card.face) for number, card in still.items()}
    before = happening.known
    events = happening.follow(time_s, lying, gone)
    under = [card for number, card in still.items() if number in before]
    return [
        TableEvent("laid", one.time_s, one.x_mm, one.y_mm, "on another" if _touches(one, under) else "alone")
        if one.kind == "laid"
        else one
        for one in events
    ]


def _touches(event: TableEvent, others: Sequence[Card]) -> bool:
    return any(other.covers(event.x_mm, event.y_mm, margin_mm=25.0) for other in others)


def of_view(happening: Happening, view: TableView) -> list[TableEvent]:
    """What the tracker saw since the last call; what it takes for no card of ours is left out."""
    cards = [one for one in view.sightings if one.face is not Face.UNKNOWN]
    gone = happening.known - {one.id for one in cards}
    return happening.follow(view.time_s, {one.id: (one.x_mm, one.y_mm, one.face) for one in cards}, gone)


def together(events: Sequence[TableEvent]) -> list[TableEvent]:
    """The events, cards that were laid at once told so."""
    laid = [one for one in events if one.kind == "laid"]
    at_once = {
        id(one) for one in laid for other in laid if one is not other and abs(one.time_s - other.time_s) < TOGETHER_S
    }
    return [
        TableEvent(one.kind, one.time_s, one.x_mm, one.y_mm, "at once") if id(one) in at_once else one for one in events
    ]


def matched(happened: Sequence[TableEvent], seen: Sequence[TableEvent]) -> dict[str, Counts]:
    """Counts by kind, and of laid cards by how they were laid; an event is of one that happened only."""
    counts = {kind: Counts() for kind in KINDS}
    used: set[int] = set()
    found = _paired(happened, seen, used)
    moved = [i for i, one in enumerate(happened) if one.kind == "moved" and i not in found]
    taken = _paired({i: replace(happened[i], kind="taken", x_mm=happened[i].from_mm[0], y_mm=happened[i].from_mm[1])
                     for i in moved}, seen, used)  # fmt: skip
    laid = _paired({i: replace(happened[i], kind="laid") for i in moved}, seen, used)
    used -= {half[i] for half in (taken, laid) for i in half if not (i in taken and i in laid)}
    for i, one in enumerate(happened):
        for name in (one.kind, f"{one.kind} {one.how}") if one.how else (one.kind,):
            of = counts.setdefault(name, Counts())
            of.happened += 1
            of.as_two += i in laid and i in taken
            if i in found:
                of.found += 1
                of.after_s = (*of.after_s, seen[found[i]].time_s - one.time_s)
    for j, other in enumerate(seen):
        counts[other.kind].false += j not in used
    return counts


def _paired(
    happened: Sequence[TableEvent] | Mapping[int, TableEvent], seen: Sequence[TableEvent], used: set[int]
) -> dict[int, int]:
    """By the number of an event that happened that of the one seen, the nearest in time first; adds to ``used``."""
    numbered = happened.items() if isinstance(happened, Mapping) else enumerate(happened)
    pairs = sorted(
        (abs(s.time_s - h.time_s), i, j)
        for i, h in numbered
        for j, s in enumerate(seen)
        if j not in used
        and s.kind == h.kind
        and -BEFORE_S <= s.time_s - h.time_s <= AFTER_S
        and np.hypot(s.x_mm - h.x_mm, s.y_mm - h.y_mm) < SAME_PLACE_MM
    )
    found: dict[int, int] = {}
    for _, i, j in pairs:
        if i not in found and j not in used:
            found[i] = j
            used.add(j)
    return found


def added(parts: Iterable[dict[str, Counts]]) -> dict[str, Counts]:
    """The counts of several games together."""
    total: dict[str, Counts] = {}
    for part in parts:
        for name, one in part.items():
            of = total.setdefault(name, Counts())
            of.happened += one.happened
            of.found += one.found
            of.as_two += one.as_two
            of.false += one.false
            of.after_s += one.after_s
    return total


def eye_at(rehearsal: Rehearsal) -> Eye:
    """An eye for a simulated table, with all that it has at a real one."""
    return Eye(Mat(lens(rehearsal.settings.lens_name)), Reader())


def sitting_at(rehearsal: Rehearsal, journal: Journal, speak: Callable[[str, str], None]) -> Sitting:
    """A game at a simulated table, refereed from its first act; ``speak`` gets calls and requests."""
    return Sitting(
        Game(rehearsal.header),
        {seat: name for name, seat in rehearsal.seats.items()},
        journal=journal,
        number=journal.begin(rehearsal.header),
        tell=lambda time_s, event, fields: None,
        speak=speak,
    )


def game_events(
    header: Header, seed: int, settings: SceneSettings | None = None, *, frames: int = MOST_FRAMES
) -> Iterator[tuple[list[TableEvent], list[TableEvent]]]:
    """Plays a game that is refereed, and yields what happened and what was seen, frame by frame."""
    rehearsal = Rehearsal(header, seed, settings)
    audience, eye = Audience(rehearsal), eye_at(rehearsal)
    truth, sight = Happening(), Happening()
    with tempfile.TemporaryDirectory(prefix="dealer-tracking-") as folder, Journal(Path(folder)) as journal:
        sitting = sitting_at(rehearsal, journal, lambda call, request: None)
        for frame in islice(rehearsal, frames):
            view = eye.look(frame)
            audience.listen(sitting, sitting.look(view))
            eye.expect(sitting.game.possible_ranks)
            eye.called(sitting.referee.ranks(), all_face_up=sitting.referee.is_open)
            yield of_scene(truth, frame.time_s, list(rehearsal.scene.cards())), of_view(sight, view)


def measure(header: Header, seed: int, settings: SceneSettings | None = None) -> dict[str, Counts]:
    """Counts of one game."""
    happened: list[TableEvent] = []
    seen: list[TableEvent] = []
    for of_frame, in_view in game_events(header, seed, settings):
        happened += of_frame
        seen += in_view
    return matched(together(happened), seen)


def main() -> int:
    """Print a line for each game, and the table."""
    parser = argparse.ArgumentParser(prog="python -m dealer.measures.tracking", description=__doc__)
    parser.add_argument("--variant", default=USUAL_GAME)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seeds", type=int, nargs="*", default=[1, 2, 3, 4, 5])
    parser.add_argument("--held-out", action="store_true", help="decks of the families held out of training, in turn")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    header = Header.from_mapping({"variant": options.variant, "players": list(DEFAULT_NAMES[: options.players])})
    parts = []
    for number, seed in enumerate(options.seeds):
        settings = None
        if options.held_out:
            family = sorted(HELD_OUT)[number % len(HELD_OUT)]
            settings = SceneSettings.random(seed, seats=options.players, design=make_design(family, seed))
        parts.append(measure(header, seed, settings))
        said = Counter({name: one.missed for name, one in parts[-1].items() if " " not in name})
        false = {name: one.false for name, one in parts[-1].items() if one.false}
        print(f"{options.variant} {seed}: missed {dict(+said)}, false {false}", flush=True)
    print(json.dumps({name: one.per_thousand() for name, one in added(parts).items()}, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
