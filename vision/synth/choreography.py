"""Actions: what hands do at the table, as generators of beats: one picture's time in motion, or a still stretch.

An action changes the scene and yields; the simulated camera takes pictures in between. Actions are joined with
``yield from``, or run beside each other with ``together``.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from dealer.view import Face
from vision.synth.picture import Pose
from vision.synth.scene import Card, Hand, Scene, Thing

FRAME_S = 1 / 15

GRIP_MM = 30.0
"""How far from a card's middle towards the arm it is held: the fingers cover its edge."""

CARRY_MM = 28.0
"""How high a card is carried over the table."""


@dataclass(frozen=True, slots=True)
class Beat:
    """``still_s`` 0: one picture while something moves; else so many seconds in which nothing changes."""

    still_s: float = 0.0


MOTION = Beat()
Action = Iterator[Beat]


def wait(seconds: float) -> Action:
    """Nothing moves for a while."""
    if seconds > 0:
        yield Beat(seconds)


def together(*actions: Action) -> Action:
    """Several actions at the same time, until all are done."""
    left: list[tuple[Action, float]] = [(action, 0.0) for action in actions]
    while left:
        moving = False
        following: list[tuple[Action, float]] = []
        for action, still_s in left:
            if still_s > FRAME_S / 2:
                following.append((action, still_s))
                continue
            beat = next(action, None)
            if beat is None:
                continue
            moving = moving or beat.still_s <= 0
            following.append((action, max(beat.still_s, 0.0)))
        left = following
        if not left:
            return
        step = FRAME_S if moving else min(still_s for _, still_s in left)
        yield MOTION if moving else Beat(step)
        left = [(action, still_s - step) for action, still_s in left]


def ease(share: float) -> float:
    """How far along a human movement is: slow, fast, slow (minimum jerk).

    >>> [round(ease(share), 3) for share in (0.0, 0.25, 0.5, 1.0)]
    [0.0, 0.104, 0.5, 1.0]
    """
    return share**3 * (10 - 15 * share + 6 * share * share)


def _steps(duration_s: float) -> Iterator[float]:
    count = max(1, round(duration_s / FRAME_S))
    for index in range(1, count + 1):
        yield index / count


def _blend(first: Pose, last: Pose, share: float, rise_mm: float = 0.0) -> Pose:
    turn = (last.angle_deg - first.angle_deg + 180) % 360 - 180
    height = first.z_mm + (last.z_mm - first.z_mm) * share + rise_mm * math.sin(math.pi * share)
    return Pose(
        first.x_mm + (last.x_mm - first.x_mm) * share,
        first.y_mm + (last.y_mm - first.y_mm) * share,
        first.angle_deg + turn * share,
        height,
    )


def reach(scene: Scene, hand: Hand, x_mm: float, y_mm: float, duration_s: float = 0.3) -> Action:
    """A hand goes over a point."""
    start = hand.pose
    for share in _steps(duration_s):
        along = ease(share)
        scene.move_hand(hand, start.x_mm + (x_mm - start.x_mm) * along, start.y_mm + (y_mm - start.y_mm) * along)
        yield MOTION


def withdraw(scene: Scene, hand: Hand, duration_s: float = 0.35) -> Action:
    """A hand goes back to its owner and out of sight."""
    start = hand.pose
    for share in _steps(duration_s):
        along = share * share  # it leaves for good: no slowing down in sight
        # fingers reach 110 mm over the anchor: they must leave the picture with it
        end_x, end_y = hand.shoulder_mm
        scene.move_hand(
            hand, start.x_mm + (end_x - start.x_mm) * along * 0.98, start.y_mm + (end_y - start.y_mm) * along * 0.98
        )
        yield MOTION
    scene.remove(hand)
    yield MOTION


def _hidden_hand(scene: Scene, seat: int, shape: str) -> Hand:
    hand = scene.add_hand(seat, 0.0, 0.0, shape=shape)
    x, y = hand.shoulder_mm
    toward = math.atan2(-y, -x)
    scene.move_hand(hand, x + 8 * math.cos(toward), y + 8 * math.sin(toward))
    return hand


def hand_of(scene: Scene, seat: int, shape: str = "holding") -> Hand:
    """The hand of a player that is over the table now, or a new one still out of sight."""
    for thing in scene.things.values():
        if isinstance(thing, Hand) and thing.who is scene.people[seat]:
            return thing
    return _hidden_hand(scene, seat, shape)


def grip_point(hand: Hand, pose: Pose) -> tuple[float, float]:
    """Where a hand is while it holds what lies at ``pose``."""
    away = math.atan2(hand.shoulder_mm[1] - pose.y_mm, hand.shoulder_mm[0] - pose.x_mm)
    return pose.x_mm + GRIP_MM * math.cos(away), pose.y_mm + GRIP_MM * math.sin(away)


def carry(
    scene: Scene,
    hand: Hand,
    things: Sequence[Thing],
    poses: Sequence[Pose],
    *,
    duration_s: float,
    rise_mm: float = CARRY_MM,
) -> Action:
    """A hand takes things along; the first one's pose leads the hand."""
    starts = [thing.pose for thing in things]
    for share in _steps(duration_s):
        along = ease(share)
        for thing, start, end in zip(things, starts, poses, strict=True):
            thing.pose = _blend(start, end, along, rise_mm)
        scene.move_hand(hand, *grip_point(hand, things[0].pose), z_mm=max(20.0, things[0].pose.z_mm + 12))
        yield MOTION


def slide(card: Card, pose: Pose, duration_s: float = 0.3) -> Action:
    """A card thrown over the table: fast, then it stops by friction."""
    start = card.pose
    for share in _steps(duration_s):
        card.pose = _blend(start, pose, 1 - (1 - share) ** 2)
        yield MOTION


def deal_card(
    scene: Scene,
    dealer: int,
    deck: Thing,
    rank: int,
    pose: Pose,
    *,
    duration_s: float = 0.55,
    thrown: float = 0.0,
    stays: float = 0.0,
    face: Face = Face.UP,
) -> Iterator[Beat]:
    """The dealer's hand takes the top card of the deck and lays it at ``pose``, face up unless told otherwise.

    ``thrown`` > 0 lets go that share of the way before the end, and the card slides on. ``stays`` > 0 keeps the hand
    over the deck afterwards. The card is the last card added to the scene when the action is done.
    """
    hand = hand_of(scene, dealer)
    top = Pose(deck.pose.x_mm, deck.pose.y_mm, deck.pose.angle_deg, 22.0)
    yield from reach(scene, hand, *grip_point(hand, top), duration_s=0.2)
    card = scene.add_card(rank, Pose(top.x_mm, top.y_mm, pose.angle_deg, 22.0), face=face)
    scene.lift(card)
    if thrown > 0:
        release = _blend(top, pose, 1 - thrown)
        release = Pose(release.x_mm, release.y_mm, pose.angle_deg, 8.0)
        yield from carry(scene, hand, [card], [release], duration_s=duration_s * (1 - thrown), rise_mm=10)
        back = withdraw(scene, hand) if not stays else reach(scene, hand, *grip_point(hand, top), duration_s=0.3)
        yield from together(_landing(scene, card, pose, duration_s * thrown + 0.1), back)
        return
    yield from carry(scene, hand, [card], [Pose(pose.x_mm, pose.y_mm, pose.angle_deg, 0.6)], duration_s=duration_s)
    scene.rest(card)
    if stays:
        yield from reach(scene, hand, *grip_point(hand, top), duration_s=0.3)
    else:
        yield from withdraw(scene, hand)


def _landing(scene: Scene, card: Card, pose: Pose, duration_s: float) -> Action:
    yield from slide(card, pose, duration_s)
    scene.rest(card)
    yield MOTION


def deal_two(
    scene: Scene, dealer: int, deck: Thing, ranks: tuple[int, int], pose: Pose, *, duration_s: float = 0.6
) -> Iterator[Beat]:
    """Two cards stuck together fall as one, slightly fanned: the two last cards added to the scene."""
    hand = hand_of(scene, dealer)
    top = Pose(deck.pose.x_mm, deck.pose.y_mm, deck.pose.angle_deg, 22.0)
    yield from reach(scene, hand, *grip_point(hand, top), duration_s=0.2)
    poses = fanned(pose)
    cards = [scene.add_card(rank, Pose(top.x_mm, top.y_mm, pose.angle_deg, 22.0)) for rank in ranks]
    for card in cards:
        scene.lift(card)
    yield from carry(scene, hand, cards, [Pose(p.x_mm, p.y_mm, p.angle_deg, 0.6) for p in poses], duration_s=duration_s)
    for card in cards:
        scene.rest(card)
    yield from withdraw(scene, hand)


def fanned(pose: Pose) -> tuple[Pose, Pose]:
    """Where two stuck cards come to lie: the second, on top, has slipped so far that the first one's index shows."""
    x, y = pose.to_table(24.0, -9.0)
    return pose, Pose(x, y, pose.angle_deg - 6)


def take_card(scene: Scene, seat: int, card: Card, pose: Pose, *, duration_s: float = 0.6) -> Action:
    """A player's hand takes a card that lies and brings it elsewhere."""
    hand = hand_of(scene, seat)
    yield from reach(scene, hand, *grip_point(hand, card.pose), duration_s=0.35)
    scene.lift(card)
    yield from carry(scene, hand, [card], [Pose(pose.x_mm, pose.y_mm, pose.angle_deg, 0.6)], duration_s=duration_s)
    scene.rest(card)
    yield from withdraw(scene, hand)


def put_back(scene: Scene, seat: int, card: Card, pile: Thing, *, duration_s: float = 0.55) -> Action:
    """A hand takes a card back to a pile: it is seen no more."""
    hand = hand_of(scene, seat)
    yield from reach(scene, hand, *grip_point(hand, card.pose), duration_s=0.3)
    scene.lift(card)
    yield from carry(
        scene, hand, [card], [Pose(pile.pose.x_mm, pile.pose.y_mm, pile.pose.angle_deg, 12.0)], duration_s=duration_s
    )
    scene.remove(card)
    yield from withdraw(scene, hand)


def gather(
    scene: Scene, seat: int, groups: Sequence[Sequence[Card]], pile: Thing, *, duration_s: float = 0.5
) -> Iterator[Beat]:
    """A hand sweeps the cards up, group by group, onto the discard pile; ``pile`` is to be counted by the caller."""
    hand = hand_of(scene, seat)
    bundle: list[Card] = []
    for group in groups:
        if not group:
            continue
        cards = sorted(group, key=lambda card: card.level)
        yield from reach(scene, hand, *grip_point(hand, cards[-1].pose), duration_s=0.3)
        bundle.extend(cards)
        for card in cards:
            scene.lift(card)
        meeting = cards[-1].pose
        yield from carry(
            scene, hand, list(reversed(bundle)), _bundled(meeting, len(bundle)), duration_s=0.27, rise_mm=12
        )
    if bundle:
        end = Pose(pile.pose.x_mm, pile.pose.y_mm, pile.pose.angle_deg, 10.0)
        yield from carry(scene, hand, list(reversed(bundle)), _bundled(end, len(bundle)), duration_s=duration_s)
        for card in bundle:
            scene.remove(card)
    yield from withdraw(scene, hand)


def _bundled(pose: Pose, count: int) -> list[Pose]:
    return [
        Pose(
            pose.x_mm + 5 * math.sin(index * 2.1),
            pose.y_mm + 5 * math.cos(index * 1.7),
            pose.angle_deg + 9 * math.sin(index * 3.3),
            14.0,
        )
        for index in range(count)
    ]


def cover_coaster(scene: Scene, seat: int, lying: float | Action) -> Action:
    """A player lays a hand on the own coaster for some seconds, or for as long as an action goes on."""
    x, y, facing = scene.seat_poses[seat]
    # the palm on the coaster, the fingers just over its far edge: the stack stays in view
    away = math.radians(facing + 180)
    yield from rest_hand(scene, seat, (x + 28 * math.cos(away), y + 28 * math.sin(away)), lying)


def rest_hand(scene: Scene, seat: int, point: tuple[float, float], lying: float | Action) -> Action:
    """A player's flat hand lies somewhere for some seconds, or for as long as an action goes on."""
    hand = _hidden_hand(scene, seat, "flat")
    start = hand.pose
    for share in _steps(0.4):
        along = ease(share)
        scene.move_hand(
            hand,
            start.x_mm + (point[0] - start.x_mm) * along,
            start.y_mm + (point[1] - start.y_mm) * along,
            40 - 22 * along,
        )
        yield MOTION
    yield from wait(lying) if isinstance(lying, float | int) else lying
    yield from withdraw(scene, hand)


def move_thing(
    scene: Scene, seat: int, thing: Thing, pose: Pose, *, duration_s: float = 0.6, rise_mm: float = 20.0
) -> Action:
    """A player moves a coaster, a glass, a pile to another pose."""
    hand = hand_of(scene, seat)
    yield from reach(scene, hand, *grip_point(hand, thing.pose), duration_s=0.35)
    thing.moving = True
    yield from carry(scene, hand, [thing], [pose], duration_s=duration_s, rise_mm=rise_mm)
    thing.moving = False
    yield from withdraw(scene, hand)


def bump_camera(scene: Scene, rng: np.random.Generator, *, size_mm: float = 18.0) -> Action:
    """Somebody knocks the camera's mount: it swings, and stays a little displaced."""
    direction = float(rng.uniform(0, 2 * math.pi))
    dx, dy, turn = size_mm * math.cos(direction), size_mm * math.sin(direction), float(rng.uniform(-1.2, 1.2))
    before = scene.viewpoint_shift
    for share in _steps(0.4):
        swing = share + 0.8 * math.sin(share * 9) * (1 - share)
        scene.viewpoint_shift = (before[0] + dx * swing, before[1] + dy * swing, before[2] + turn * swing)
        yield MOTION


def drink(scene: Scene, seat: int, glass: Thing, back: Pose, seconds: float) -> Action:
    """A player takes a glass off the table, drinks, and puts it back."""
    hand = hand_of(scene, seat)
    home = hand.shoulder_mm
    yield from reach(scene, hand, *grip_point(hand, glass.pose), duration_s=0.35)
    glass.moving = True
    away = Pose(home[0], home[1], glass.pose.angle_deg, 60.0)
    yield from carry(scene, hand, [glass], [away], duration_s=0.6, rise_mm=20)
    yield from wait(seconds)
    yield from carry(scene, hand, [glass], [back], duration_s=0.6, rise_mm=20)
    glass.moving = False
    yield from withdraw(scene, hand)
