"""The simulated table's cards in people's hands: the draw pile, stacks, points and discards as they really lie.

It knows the game only so far as which cards lie where at its start; what is dealt to whom is said by the rehearsal.
"""

import random
from collections.abc import Sequence

import numpy as np

from dealer.acts import Act
from dealer.cards import RANKS, copies
from dealer.game import Game, Header
from dealer.view import Area, Place
from vision.synth import choreography
from vision.synth.choreography import Action
from vision.synth.picture import Pose
from vision.synth.scene import Card, Scene, Thing
from vision.synth.setting import SceneSettings
from vision.synth.simulated import FRAME_S

PILE_RADIUS_MM = 54.0
"""Half a card's diagonal: the room that a pile needs."""

CROWDED_MM = -45.0
"""How much of that room a pile does without on a full table."""


class Tabletop:
    """Cards and piles on a scene, moved by hands. ``_deck`` ends with the card that comes next."""

    def __init__(self, game: Game, seed: int, settings: SceneSettings) -> None:
        self.header: Header = game.header
        self.settings = settings
        self.scene = Scene(settings)
        self.game = game
        self.seats: dict[str, int] = {name: index + 1 for index, name in enumerate(self.header.players)}
        self._chooser = random.Random(f"rehearsal {seed}")
        self._rng = np.random.default_rng([seed, 0xBEA5])
        self._deck, self._discards = self._piles_of(game)
        self._stacks: dict[str, list[Card]] = {name: [] for name in self.header.players}
        self._points: dict[str, list[Card]] = {name: [] for name in self.header.players}
        self._laid: dict[str, int] = dict.fromkeys(self.header.players, 0)
        self._homes: dict[int, Pose] = {}
        self._dealer = self.header.dealer
        self._rest_s = 0.0
        self._lay_what_happened()
        # some dealers throw, some carry every card
        self._thrown = 0.45 if self._chooser.random() < 0.4 else 0.0
        self._deck_pile, self._discard_pile = self._lay_piles()
        self.scene.strew_props()

    def _push(self, act: Act, rest_s: float) -> None:
        """``act`` has happened."""
        raise NotImplementedError

    def _piles_of(self, game: Game) -> tuple[list[int], list[int]]:
        """A draw pile and discards that the game may have: what nobody has seen is shuffled."""
        unseen = [rank for rank, number in game.possible_ranks.items() for _ in range(number)]
        self._chooser.shuffle(unseen)
        state = game.state
        lying = [rank for player in state.players for rank in (*player.stack, *player.points)]
        seen = [rank for rank in RANKS for _ in range(copies(rank) - unseen.count(rank) - lying.count(rank))]
        return unseen[: state.deck], unseen[state.deck :] + seen

    def _lay_what_happened(self) -> None:
        """Lay the cards of a game in progress where they would lie."""
        for player in self.game.state.players:
            seat = self.seats[player.name]
            for cards, laid, area in (
                (player.stack, self._stacks[player.name], Area.STACK),
                (player.points, self._points[player.name], Area.POINTS),
            ):
                for index, rank in enumerate(cards):
                    pose = self.scene.place_point(Place(area, seat), index, self._rng)
                    laid.append(self.scene.add_card(rank, pose))
            self._laid[player.name] = len(player.stack)

    def _lay_piles(self) -> tuple[Thing, Thing]:
        """The draw pile within the dealer's reach, the discards beside it, both where no card of the game lies."""
        x, y, facing = self.scene.seat_poses[self.seats[self._dealer]]
        piles = []
        for kind, count in (("deck", len(self._deck)), ("discards", len(self._discards))):
            near = (x * 0.25, y * 0.25)
            spot = self.scene.free_spot(PILE_RADIUS_MM, self._rng, near=near)
            if spot is None:
                spot = self.scene.free_spot(PILE_RADIUS_MM, self._rng, near=near, margin_mm=CROWDED_MM)
            pose = Pose(*(spot or (0.0, 0.0)), facing - 90 + self._chooser.uniform(-20, 20))
            piles.append(self.scene.add_pile(pose, count, kind))
        return piles[0], piles[1]

    def _count_piles(self) -> None:
        self.scene.set_pile(self._deck_pile, len(self._deck))
        self.scene.set_pile(self._discard_pile, len(self._discards))

    def _burn(self) -> None:
        count = min(self.header.option("burn", 5), len(self._deck) - 1)
        for _ in range(count):
            self._discards.append(self._deck.pop())

    def _deal_to(self, pose: Pose, rank: int, act: Act | None = None) -> Action:
        """The next card falls at ``pose``; ``act`` is what has happened once it lies there."""
        assert self._deck[-1] == rank
        self._deck.pop()
        duration = self._chooser.uniform(0.4, 0.6)
        thrown = self._thrown if self._chooser.random() < 0.7 else 0.0
        action = choreography.deal_card(
            self.scene, self.seats[self._dealer], self._deck_pile, rank, pose, duration_s=duration, thrown=thrown
        )
        yield from self._until_rest(action, act)
        self._count_piles()

    def _until_rest(self, action: Action, act: Act | None = None) -> Action:
        """The action; when the card that it adds comes to rest, ``act`` has happened. ``_rest_s`` is then that time."""
        before = {card.id for card in self.scene.cards()}
        self._rest_s = self.scene.time_s
        resting = False
        for beat in action:
            added = [card for card in self.scene.cards() if card.id not in before]
            if added and not resting and not any(card.moving for card in added):
                resting = True
                self._happened(act)
            yield beat

    def _until_moved(self, action: Action, card: Card, act: Act | None = None) -> Action:
        """The action; when ``card``, which it moves, comes to rest, ``act`` has happened."""
        moved = False
        for beat in action:
            if card.moving:
                moved = True
            elif moved:
                moved = False
                self._happened(act)
            yield beat

    def _happened(self, act: Act | None) -> None:
        # the picture that is taken next is the first in which the card lies still
        self._rest_s = self.scene.time_s + FRAME_S
        if act is not None:
            self._push(act, self._rest_s)

    def _last_card(self) -> Card:
        """The card that was added to the scene last."""
        return max(self.scene.cards(), key=lambda card: card.id)

    def _stack_pose(self, player: str) -> Pose:
        index = self._laid[player]
        self._laid[player] += 1
        return self.scene.place_point(Place(Area.STACK, self.seats[player]), index, self._rng)

    def _keep(self, player: str, card: Card) -> Action:
        """A player takes a card for points; it lies in nobody's stack any more."""
        seat = self.seats[player]
        pose = self.scene.place_point(Place(Area.POINTS, seat), len(self._points[player]), self._rng)
        self._points[player].append(card)
        yield from choreography.take_card(self.scene, seat, card, pose)

    def _gather(self, spared: Sequence[Card] = ()) -> Action:
        groups = [[card for card in cards if card not in spared] for cards in self._stacks.values()]
        gathered = [card for group in groups for card in group]
        for name, cards in self._stacks.items():
            self._stacks[name] = [card for card in cards if card in spared]
            self._laid[name] = len(self._stacks[name])
        yield from choreography.gather(self.scene, self.seats[self._dealer], groups, self._discard_pile)
        self._discards.extend(card.rank for card in gathered)
        self._count_piles()

    def _idle(self) -> Action:
        """Somebody drinks, or rests a hand on the table."""
        glasses = [thing for thing in self.scene.things.values() if thing.kind == "glass"]
        seat = self._chooser.choice(list(self.seats.values()))
        if glasses and self._chooser.random() < 0.5:
            glass = self._chooser.choice(glasses)
            nearest = min(self.scene.seat_poses.items(), key=lambda item: _distance(item[1], glass.pose))[0]
            # taken away for a drink, and put back nearly where it was
            home, shift = self._homes.setdefault(glass.id, glass.pose), self._chooser.uniform(-10, 10)
            back = Pose(home.x_mm + shift / 2, home.y_mm + shift, glass.pose.angle_deg + 40, 0.0)
            yield from choreography.drink(self.scene, nearest, glass, back, self._chooser.uniform(1.0, 2.0))
            return
        x, y, facing = self.scene.seat_poses[seat]
        right = -self.scene.points_side(seat) * 115.0
        heading = np.radians(facing)
        point = (
            x + right * float(np.sin(heading)) - 30 * float(np.cos(heading)),
            y - right * float(np.cos(heading)) - 30 * float(np.sin(heading)),
        )
        yield from choreography.rest_hand(self.scene, seat, point, self._chooser.uniform(0.5, 2.0))


def _distance(seat: tuple[float, float, float], pose: Pose) -> float:
    return float(np.hypot(seat[0] - pose.x_mm, seat[1] - pose.y_mm))
