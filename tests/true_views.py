"""Whole games on the simulated table without a picture: the scene is told as a perfect eye would tell it."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.journal.journal import Journal
from dealer.rehearsal.audience import Audience
from dealer.rehearsal.rehearsal import People
from dealer.rehearsal.unknown_acts import one_by_one, unknown
from dealer.seen.verdicts import Ask, Cause
from dealer.table.sitting import Sitting
from dealer.view import ELSEWHERE, Area, Face, Place, SeatSeen, Sighting, TableView
from vision.synth import hands
from vision.synth.habits import best_index
from vision.synth.picture import Sprite
from vision.synth.scene import Card, Hand, Thing
from vision.synth.setting import SceneSettings
from vision.synth.simulated import FRAME_S

PILES = ("deck", "discards")
STEP_S = 0.2
"""From view to view while nothing moves; in motion every third picture makes one."""
MOTION_STEP = 3
COVERED_MM = 60.0
"""A flat hand this near to a coaster's middle covers it."""
NEAR_MM, PILE_MM = 110.0, 15.0
"""Cards nearer to each other than this may overlap; backs this near are a pile, of which one is seen."""
INDEX_SEEN = 0.7
"""Of a card whose every index is covered more than this nothing is told."""


NO_PIXELS = Sprite(np.zeros((1, 1, 4), np.uint8), 1.0, (0.0, 0.0))


def with_bare_hands(people: People) -> People:
    """The people, their hands without pixels: where nothing is drawn they need none."""
    limb = hands.Limb((NO_PIXELS,), NO_PIXELS)
    people.scene._limbs.update({(seat, shape): limb for seat in people.scene.people for shape in ("holding", "flat")})
    return people


@dataclass(slots=True)
class TrueEye:
    """What a perfect eye sees of the people's scene."""

    people: People
    sequence: int = 0
    _since_s: dict[int, tuple[object, float]] = field(default_factory=dict)
    _covered_s: dict[int, float] = field(default_factory=dict)
    _shown: dict[int, tuple[object, float]] = field(default_factory=dict)
    """How much of each card's index is seen, and under which poses of it and of those above it."""

    def views(self) -> Iterator[TableView]:
        """The views of a whole night."""
        scene = self.people.scene
        yield self.look()
        moved = 0
        for beat in self.people.night():
            if beat.still_s <= 0:
                scene.time_s += FRAME_S
                moved += 1
                if moved % MOTION_STEP == 0:
                    yield self.look()
                continue
            left = beat.still_s
            while left > 1e-6:
                step = min(left, STEP_S)
                scene.time_s += step
                left -= step
                yield self.look()

    def look(self) -> TableView:
        """The scene as it is now."""
        scene = self.people.scene
        layout = scene.layout
        cards = list(scene.cards())
        moving = any(thing.moving for thing in scene.things.values() if not _rests(thing))
        hands = [thing for thing in scene.things.values() if isinstance(thing, Hand)]
        hidden = {layout.place_of(hand.pose.x_mm, hand.pose.y_mm) for hand in hands}
        sightings = []
        for index, card in enumerate(cards):
            lying = (card.pose, card.face)
            if card.moving:
                self._since_s.pop(card.id, None)
                continue
            if self._since_s.get(card.id, (None, 0.0))[0] != lying:
                self._since_s[card.id] = (lying, scene.time_s)
            sighting = self._sighting(card, [other for other in cards[index + 1 :] if not other.moving], layout)
            if sighting is not None:
                sightings.append(sighting)
        sightings += [self._pile(thing) for thing in scene.things.values() if thing.kind in PILES and thing.layers]
        self.sequence += 1
        return TableView(
            self.sequence, scene.time_s, tuple(sightings), self._seats(hands), frozenset(hidden - {ELSEWHERE}),
            moving=moving,
        )  # fmt: skip

    def _pile(self, thing: Thing) -> Sighting:
        """The draw pile and the discards are backs like others."""
        pose = thing.pose
        place: Place = self.people.scene.layout.place_of(pose.x_mm, pose.y_mm)
        return Sighting(thing.id, place, pose.x_mm, pose.y_mm, pose.angle_deg, Face.DOWN, None, (), 0.0)

    def _sighting(self, card: Card, above: list[Card], layout: Any) -> Sighting | None:
        place: Place = layout.place_of(card.pose.x_mm, card.pose.y_mm)
        near = [other for other in above if apart_mm(other, card) < NEAR_MM]
        if card.face is Face.DOWN:
            # of a pile of backs one is seen
            if any(apart_mm(other, card) < PILE_MM for other in near):
                return None
            visible = True
        else:
            lying = (card.pose, *((other.id, other.pose) for other in near))
            if self._shown.get(card.id, (None, 0.0))[0] != lying:
                self._shown[card.id] = lying, best_index(card, near)
            visible = not near or self._shown[card.id][1] >= INDEX_SEEN
        rank = card.rank if card.face is Face.UP else None
        odds = tuple(0.99 if one == card.rank else 0.001 for one in range(1, 12)) if rank else ()
        since_s = self._since_s[card.id][1]
        return Sighting(
            card.id, place, card.pose.x_mm, card.pose.y_mm, card.pose.angle_deg, card.face, rank, odds, since_s,
            visible=visible, clear_s=since_s,
        )  # fmt: skip

    def _seats(self, hands: list[Hand]) -> tuple[SeatSeen, ...]:
        seats = []
        for seat, (x, y, facing) in self.people.scene.seat_poses.items():
            covered = any(math.hypot(hand.pose.x_mm - x, hand.pose.y_mm - y) < COVERED_MM for hand in hands)
            if covered:
                self._covered_s.setdefault(seat, self.people.scene.time_s)
            else:
                self._covered_s.pop(seat, None)
            seats.append(SeatSeen(seat, x, y, facing, self._covered_s.get(seat)))
        return tuple(seats)


class WeakEye(TrueEye):
    """An eye that finds every card and can read none in the stacks: each is asked about."""

    def look(self) -> TableView:
        """The scene as it is now."""
        view = TrueEye.look(self)
        return replace(view, sightings=tuple(map(_unread, view.sightings)))


def _unread(sighting: Sighting) -> Sighting:
    if sighting.face is not Face.UP or sighting.place.area is not Area.STACK:
        return sighting
    return replace(sighting, rank=None, probabilities=())


def apart_mm(one: Card, other: Card) -> float:
    """From one card's middle to the other's."""
    return math.hypot(one.pose.x_mm - other.pose.x_mm, one.pose.y_mm - other.pose.y_mm)


def _rests(thing: object) -> bool:
    return isinstance(thing, Hand) and thing.pose.z_mm <= 18.5


@dataclass(slots=True)
class Evening:
    """One whole game, people and referee."""

    people: People
    sitting: Sitting
    events: list[tuple[float, str, dict[str, Any]]]
    audience: Audience
    asked: list[tuple[int, Cause]] = field(default_factory=list)
    """Each question: after how many acts, and why. The same one again is not another."""

    @property
    def questions(self) -> list[dict[str, Any]]:
        return [fields for _, event, fields in self.events if event == "question"]


def play(
    header: Header,
    seed: int,
    folder: Path,
    *,
    most_s: float = 7200.0,
    until_behind_s: float = 60.0,
    eye: type[TrueEye] = TrueEye,
    **more: Any,
) -> Evening:
    """Play a game; it ends when it is over, or when the referee has lost the thread for ``until_behind_s``."""
    settings = SceneSettings.random(seed, seats=len(header.players))
    people = with_bare_hands(People(header, seed, settings, **more))
    events: list[tuple[float, str, dict[str, Any]]] = []

    def tell(time_s: float, event: str, fields: Mapping[str, Any]) -> None:
        events.append((time_s, event, dict(fields)))

    with Journal(folder / f"{header.variant}-{seed}") as journal:
        number = journal.begin(header)
        seats = {seat: name for name, seat in people.seats.items()}
        sitting = Sitting(Game(header), seats, journal=journal, number=number, tell=tell, speak=lambda *_: None)
        audience = Audience(people)
        evening = Evening(people, sitting, events, audience)
        behind_s = 0.0
        for view in eye(people).views():
            verdict = sitting.look(view)
            if isinstance(verdict, Ask):
                question = (len(sitting.game.acts), verdict.question.cause)
                evening.asked += [question] if question not in evening.asked[-1:] else []
            audience.listen(sitting, verdict)
            if not unknown(one_by_one(sitting.game.acts), [dealt.act for dealt in people.truth]):
                behind_s = view.time_s
            if view.time_s - behind_s > until_behind_s or view.time_s > most_s:
                break
    return evening
