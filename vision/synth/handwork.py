"""More of what hands do: cards dealt face down, played out of a hand, turned over, fanned out, taken into a hand.

Actions as in ``vision.synth.choreography``: generators of beats that change the scene.
"""

import math
from collections.abc import Sequence

from dealer.view import Face
from vision.synth.choreography import MOTION, Action, carry, grip_point, hand_of, reach, withdraw
from vision.synth.picture import Pose
from vision.synth.scene import Card, Hand, Scene, Thing

HELD_MM = 30.0
"""How high cards are held that come out of a hand."""

SPREAD_MM = 2.5
"""How far apart the cards of a bundle are held."""

HANDED_MM = 80.0
"""How far behind the coaster a player takes cards that are handed over."""

TURNED_MM = 45.0
"""How high a card is lifted to be turned over: its long side must clear the table."""


def deal_apart(scene: Scene, dealer: int, deck: Thing, poses: Sequence[Pose], *, duration_s: float = 0.6) -> Action:
    """The dealer's hand lays cards face down, each where its pose is: the last cards added to the scene."""
    hand = hand_of(scene, dealer)
    top = Pose(deck.pose.x_mm, deck.pose.y_mm, deck.pose.angle_deg, 22.0)
    yield from reach(scene, hand, *grip_point(hand, top), duration_s=0.2)
    cards = [scene.add_card(1, top, face=Face.DOWN) for _ in poses]
    for card in cards:
        scene.lift(card)
    lowered = [Pose(pose.x_mm, pose.y_mm, pose.angle_deg, 0.6) for pose in poses]
    yield from carry(scene, hand, cards, lowered, duration_s=duration_s)
    for card in cards:
        scene.rest(card)
    yield from withdraw(scene, hand)


def hand_over(scene: Scene, dealer: int, deck: Thing, seat: int, *, duration_s: float = 0.6) -> Action:
    """The dealer hands a bundle of face-down cards to a player, who holds it: it is seen no more."""
    hand = hand_of(scene, dealer)
    top = Pose(deck.pose.x_mm, deck.pose.y_mm, deck.pose.angle_deg, 22.0)
    yield from reach(scene, hand, *grip_point(hand, top), duration_s=0.2)
    bundle = scene.add_card(1, top, face=Face.DOWN)
    scene.lift(bundle)
    x, y, facing = scene.seat_poses[seat]
    away = math.radians(facing + 180)
    edge = Pose(x + HANDED_MM * math.cos(away), y + HANDED_MM * math.sin(away), facing - 90, HELD_MM)
    yield from carry(scene, hand, [bundle], [edge], duration_s=duration_s)
    scene.remove(bundle)
    yield from withdraw(scene, hand)


def play_cards(
    scene: Scene,
    seat: int,
    ranks: Sequence[int],
    poses: Sequence[Pose],
    *,
    face: Face = Face.UP,
    duration_s: float = 0.6,
) -> Action:
    """A player lays cards out of the hand, several of them fanned out: the last cards added to the scene, in order."""
    hand = hand_of(scene, seat)
    x, y = _held_at(hand)
    first = poses[0]
    cards = []
    for rank in ranks:
        card = scene.add_card(rank, Pose(x, y, first.angle_deg, HELD_MM), face=face)
        scene.lift(card)
        cards.append(card)
    # All come over the place together, and are then spread.
    over = [Pose(p.x_mm, p.y_mm, p.angle_deg, HELD_MM) for p in bundled(first, len(cards))]
    low = [Pose(pose.x_mm, pose.y_mm, pose.angle_deg, 0.6) for pose in poses]
    if len(cards) == 1:
        yield from carry(scene, hand, cards, low, duration_s=duration_s)
    else:
        yield from carry(scene, hand, cards, over, duration_s=duration_s)
        yield from carry(scene, hand, cards[::-1], low[::-1], duration_s=0.3 + 0.06 * len(cards), rise_mm=4)
    for card in cards:
        scene.rest(card)
    yield from withdraw(scene, hand)


def give_away(scene: Scene, seat: int, count: int, pile: Thing, *, duration_s: float = 0.6) -> Action:
    """A player puts ``count`` cards of the hand face down onto a pile."""
    hand = hand_of(scene, seat)
    x, y = _held_at(hand)
    cards = [scene.add_card(1, Pose(x, y, pile.pose.angle_deg, HELD_MM), face=Face.DOWN) for _ in range(count)]
    for card in cards:
        scene.lift(card)
    yield from carry(scene, hand, cards, [raised(pose) for pose in bundled(pile.pose, count)], duration_s=duration_s)
    for card in cards:
        scene.remove(card)
    yield from withdraw(scene, hand)


def turn_over(scene: Scene, seat: int, card: Card, rank: int, pose: Pose, *, duration_s: float = 0.5) -> Action:
    """A player turns a card over and lays it at ``pose``; face up it shows ``rank``."""
    hand = hand_of(scene, seat)
    yield from reach(scene, hand, *grip_point(hand, card.pose), duration_s=0.3)
    scene.lift(card)
    half = Pose(
        (card.pose.x_mm + pose.x_mm) / 2, (card.pose.y_mm + pose.y_mm) / 2, (card.pose.angle_deg + 180), TURNED_MM
    )
    yield from carry(scene, hand, [card], [half], duration_s=duration_s / 2, rise_mm=0)
    card.rank = rank
    scene.turn_card(card)
    card.pose = Pose(half.x_mm, half.y_mm, pose.angle_deg, TURNED_MM)
    low = Pose(pose.x_mm, pose.y_mm, pose.angle_deg, 0.6)
    yield from carry(scene, hand, [card], [low], duration_s=duration_s / 2, rise_mm=0)
    scene.rest(card)
    yield from withdraw(scene, hand)


def move_cards(
    scene: Scene, seat: int, cards: Sequence[Card], poses: Sequence[Pose], *, duration_s: float = 0.6
) -> Action:
    """A player's hand gathers cards that lie and lays them elsewhere, each at its pose."""
    hand = hand_of(scene, seat)
    yield from pick_up(scene, hand, cards)
    low = [Pose(pose.x_mm, pose.y_mm, pose.angle_deg, 0.6) for pose in poses]
    if len(cards) > 1:
        over = [Pose(p.x_mm, p.y_mm, p.angle_deg, HELD_MM) for p in bundled(poses[0], len(cards))]
        yield from carry(scene, hand, cards, over, duration_s=duration_s)
        yield from carry(scene, hand, cards[::-1], low[::-1], duration_s=0.3 + 0.06 * len(cards), rise_mm=4)
    else:
        yield from carry(scene, hand, cards, low, duration_s=duration_s)
    for card in cards:
        scene.rest(card)
    yield from withdraw(scene, hand)


def take_in(scene: Scene, seat: int, cards: Sequence[Card], *, duration_s: float = 0.5) -> Action:
    """A player takes cards into the hand: they are seen no more."""
    hand = hand_of(scene, seat)
    yield from pick_up(scene, hand, cards)
    x, y = _held_at(hand)
    held = bundled(Pose(x, y, cards[-1].pose.angle_deg), len(cards))
    yield from carry(scene, hand, list(cards)[::-1], [raised(pose) for pose in held], duration_s=duration_s)
    for card in cards:
        scene.remove(card)
    yield from withdraw(scene, hand)


def pick_up(scene: Scene, hand: Hand, cards: Sequence[Card]) -> Action:
    """A hand goes from card to card and takes them along."""
    taken: list[Card] = []
    for card in cards:
        near = bool(taken) and math.hypot(card.pose.x_mm - taken[-1].pose.x_mm, card.pose.y_mm - taken[-1].pose.y_mm)
        if not taken:
            yield from reach(scene, hand, *grip_point(hand, card.pose), duration_s=0.3)
        else:
            there = [raised(pose) for pose in bundled(card.pose, len(taken))]
            yield from carry(scene, hand, taken, there, duration_s=0.13 + 0.0006 * float(near), rise_mm=6)
        scene.lift(card)
        taken.append(card)
    yield MOTION


def bundled(pose: Pose, count: int) -> list[Pose]:
    """Cards held or laid as one bundle, not quite squared."""
    return [
        Pose(
            pose.x_mm + SPREAD_MM * math.sin(index * 2.1),
            pose.y_mm + SPREAD_MM * math.cos(index * 1.7),
            pose.angle_deg + 3 * math.sin(index * 3.3),
            0.6,
        )
        for index in range(count)
    ]


def raised(pose: Pose) -> Pose:
    """A pose, carried."""
    return Pose(pose.x_mm, pose.y_mm, pose.angle_deg, HELD_MM)


def _held_at(hand: Hand) -> tuple[float, float]:
    """Where a player holds cards: by the table's edge, out of the camera's sight mostly."""
    x, y = hand.pose.x_mm, hand.pose.y_mm
    home_x, home_y = hand.shoulder_mm
    return x + (home_x - x) * 0.9, y + (home_y - y) * 0.9
