"""The simulated table's cards in people's hands: which cards really lie where, and the hands that move them.

It knows the game only so far as which cards lie where: ``tidy`` makes the table as the state says. What is done when is
said by the rehearsal.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from dealer.game.driver import Game, Header
from dealer.rehearsal.bots import SensibleCards
from dealer.rehearsal.card_places import APART_STEPS_MM, Spots
from dealer.rules.acts import Act
from dealer.rules.cards import DECK_SIZE
from dealer.view import Face
from vision.synth import choreography, handwork
from vision.synth.choreography import Action
from vision.synth.picture import Pose
from vision.synth.scene import Card, Scene, Thing
from vision.synth.setting import SceneSettings
from vision.synth.simulated import FRAME_S

PILE_RADIUS_MM = 54.0
"""Half a card's diagonal: the room that a pile needs."""

CROWDED_MM = (-45.0, -80.0)
"""How much of that room a pile does without on a full table, and on one that is fuller still."""

BEFORE_THE_DEAL_S = (1.0, 2.0)
"""From the last face-down card to the first that is dealt face up."""


class OrderedCards(SensibleCards):
    """The real cards of a table: the draw pile ends with the card that comes next."""

    def shuffle(self) -> None:
        super().shuffle()
        self.chooser.shuffle(self.pile)

    def draw(self) -> int:
        return self.pile.pop()


class Tabletop:
    """Cards and piles on a scene, moved by hands. ``cards`` are the draw pile and the hands that nobody else sees."""

    def __init__(self, game: Game, seed: int, settings: SceneSettings) -> None:
        self.header: Header = game.header
        self.settings = settings
        self.scene = Scene(settings)
        self.game = game
        self.seats: dict[str, int] = {name: index + 1 for index, name in enumerate(self.header.players)}
        self._chooser = random.Random(f"rehearsal {seed}")
        self._rng = np.random.default_rng([seed, 0xBEA5])
        self.cards = OrderedCards(game, self._chooser)
        self._stacks: dict[str, list[Card]] = {name: [] for name in self.header.players}
        self._points: dict[str, list[Card]] = {name: [] for name in self.header.players}
        self._down: dict[str, list[Card]] = {name: [] for name in self.header.players}
        self._middle: list[Card] = []
        self._pitched: list[Card] = []
        self._bids: dict[str, tuple[Card, int]] = {}
        self._columns: list[tuple[Card, Card]] = []
        self._homes: dict[int, Pose] = {}
        self._rest_s = 0.0
        self._dealer = self.header.dealer
        self.spots = Spots(self.scene, self.header.variant, self._rng)
        self._lay_what_happened()
        # some dealers throw, some carry every card
        self._thrown = 0.45 if self._chooser.random() < 0.4 else 0.0
        self._deck_pile, self._discard_pile = self._lay_piles()
        self.scene.strew_props()

    def _push(self, act: Act, rest_s: float) -> None:
        """``act`` has happened."""
        raise NotImplementedError

    # -- what lies there at the start --------------------------------------------------------------------------------

    def _lay_what_happened(self) -> None:
        """Lay the cards of a game in progress where they would lie; those of a new one are dealt when it begins."""
        if not self.game.acts:
            return
        state = self.game.state
        for player in state.players:
            for rank in player.stack:
                self._stacks[player.name].append(self.scene.add_card(rank, self._stack_pose(player.name)))
            for rank in player.points:
                self._points[player.name].append(self.scene.add_card(rank, self._points_pose(player.name)))
            for pose in self._poses_of_missing_down_cards(player.name):
                self._down[player.name].append(self.scene.add_card(1, pose, face=Face.DOWN))
        for rank in state.table:
            self._middle.append(self.scene.add_card(rank, self._middle_pose()))

    def _lay_piles(self) -> tuple[Thing, Thing]:
        """The draw pile within the dealer's reach, the discards beside it, both where no card of the game lies."""
        x, y, facing = self.scene.seat_poses[self.seats[self._dealer]]
        piles = []
        for kind, count in (("deck", self.game.state.deck), ("discards", self._count_discards())):
            near = (x * 0.25, y * 0.25)
            spot = self.scene.free_spot(PILE_RADIUS_MM, self._rng, near=near)
            for margin_mm in CROWDED_MM:
                if spot is None:
                    spot = self.scene.free_spot(PILE_RADIUS_MM, self._rng, near=near, margin_mm=margin_mm)
            pose = Pose(*(spot or (0.0, 0.0)), facing - 90 + self._chooser.uniform(-20, 20))
            piles.append(self.scene.add_pile(pose, count, kind))
        return piles[0], piles[1]

    # -- piles -------------------------------------------------------------------------------------------------------

    def _count_piles(self) -> None:
        self.scene.set_pile(self._deck_pile, self.game.state.deck)
        self.scene.set_pile(self._discard_pile, self._count_discards())

    def _count_discards(self) -> int:
        """The cards that are neither in the draw pile, nor in a hand, nor lie singly."""
        held = sum(self.game.hidden) - sum(len(cards) for cards in self._down.values())
        total = DECK_SIZE * self.header.option("decks", 1)
        return max(0, total - self.game.state.deck - max(0, held) - sum(1 for _ in self.scene.cards()))

    # -- one card ----------------------------------------------------------------------------------------------------

    def _deal_to(
        self, pose: Pose, rank: int, act: Act | None = None, *, face: Face = Face.UP, by: str | None = None
    ) -> Action:
        """The dealer (or ``by``) lays the next card at ``pose``; ``act`` is what has happened once it lies there."""
        duration = self._chooser.uniform(0.4, 0.6)
        thrown = self._thrown if self._chooser.random() < 0.7 else 0.0
        action = choreography.deal_card(
            self.scene, self.seats[by or self._dealer], self._deck_pile, rank, pose,
            duration_s=duration, thrown=thrown, face=face,
        )  # fmt: skip
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

    def _last_cards(self, number: int) -> list[Card]:
        """The cards that were added to the scene last, oldest first."""
        return sorted(self.scene.cards(), key=lambda card: card.id)[-number:]

    def _last_card(self) -> Card:
        """The card that was added to the scene last."""
        return self._last_cards(1)[0]

    # -- places ------------------------------------------------------------------------------------------------------

    def _stack_pose(self, player: str) -> Pose:
        return self.spots.stack(self.seats[player], len(self._stacks[player]))

    def _points_pose(self, player: str) -> Pose:
        return self.spots.points(self.seats[player], len(self._points[player]))

    def _middle_pose(self) -> Pose:
        return self.spots.middle(len(self._middle))

    def _poses_of_missing_down_cards(self, player: str) -> list[Pose]:
        """Where face-down cards come to lie before a player, in the games that have them there."""
        (hidden,) = (state.hidden for state in self.game.state.players if state.name == player)
        return self.spots.down(self.seats[player], [card.pose for card in self._down[player]], hidden)

    # -- the table as the state says ---------------------------------------------------------------------------------

    def tidy(self, spared: Sequence[Card] = ()) -> Action:
        """People make the table as the state says: points are kept, captures taken in, the rest gathered.

        ``spared`` cards stay where they are.
        """
        surplus = [card for card in self._surplus(spared) if card not in spared]
        yield from self._keep_points(surplus)
        yield from self._take_captures(surplus)
        yield from self._fill_the_middle(surplus)
        yield from self._gather(surplus)
        yield from self._take_up_pitched_cards()
        yield from self._hand_out()

    def untidy(self) -> bool:
        """Whether the table is not as the state says, or people must take cards up."""
        return (
            any(True for _ in self._surplus())
            or any(map(self._poses_of_missing_down_cards, self.seats))
            or bool(self._pitched and "pitch" not in self.game.expects.verbs)
            or "new-round" in {event.kind for event in self.game.events}
        )

    def _surplus(self, spared: Sequence[Card] = ()) -> list[Card]:
        """The cards that lie where the state has them no more: of equal ones the last, but first what is not spared."""
        state = self.game.state
        found: list[Card] = []
        if self.header.rules.heaps_common_cards and self.game.expects.verbs == ("deal",):
            return found  # more are coming: white cards are pushed to the middle when all lie there
        piles = [(self._stacks[player.name], player.stack) for player in state.players]
        for laid, wanted in (*piles, (self._middle, state.table)):
            left = Counter(wanted)
            for card in sorted(laid, key=lambda card: card not in spared):
                if left[card.rank] > 0:
                    left[card.rank] -= 1
                else:
                    found.append(card)
        for player in state.players:
            found += self._down[player.name][player.hidden :]
        return found

    def _keep_points(self, surplus: list[Card]) -> Action:
        """Players take the cards that they keep for points."""
        for player in self.game.state.players:
            missing = Counter(player.points) - Counter(card.rank for card in self._points[player.name])
            for rank in missing.elements():
                # of a pair one's own last card, of others the one that lies there
                own = [card for card in self._stacks[player.name] if card in surplus and card.rank == rank]
                taken = next(iter(own[::-1] or [card for card in surplus if card.rank == rank]), None)
                if taken is not None:
                    surplus.remove(taken)
                    yield from self._keep(player.name, taken)

    def _keep(self, player: str, card: Card) -> Action:
        """A player takes a card for points; it lies in nobody's stack any more."""
        pose = self._points_pose(player)
        self._forget([card])
        self._points[player].append(card)
        yield from choreography.take_card(self.scene, self.seats[player], card, pose)

    def _take_captures(self, surplus: list[Card]) -> Action:
        """Players take the cards that went into their hands."""
        for name, ranks in self._captured().items():
            cards = []
            for rank in ranks:
                card = next((card for card in surplus if card.rank == rank and card in self._middle), None)
                card = card or next((card for card in surplus if card.rank == rank), None)
                if card is not None:
                    surplus.remove(card)
                    cards.append(card)
            if cards:
                self._forget(cards)
                yield from handwork.take_in(self.scene, self.seats[name], cards)
                self._count_piles()
                yield from choreography.wait(self._chooser.uniform(0.2, 0.6))

    def _captured(self) -> dict[str, list[int]]:
        """What the last act brought into whose hand."""
        taken: dict[str, list[int]] = {}
        for event in self.game.events:
            if event.kind == "captured" and event.player is not None and event.rank is not None:
                taken.setdefault(event.player, []).extend([event.rank] * (event.amount or 1))
        return taken

    def _fill_the_middle(self, surplus: list[Card]) -> Action:
        """Cards that fall into the middle."""
        missing = Counter(self.game.state.table) - Counter(card.rank for card in self._middle)
        for name, cards in self._stacks.items():
            for card in list(cards):
                if card in surplus and missing[card.rank] > 0:
                    missing[card.rank] -= 1
                    surplus.remove(card)
                    pose = self._middle_pose()
                    self._forget([card])
                    self._middle.append(card)
                    yield from choreography.take_card(self.scene, self.seats[name], card, pose)

    def _gather(self, cards: Iterable[Card]) -> Action:
        """The dealer gathers cards, owner by owner, onto the discards."""
        gathered = list(cards)
        if not gathered:
            return
        groups = [[card for card in laid if card in gathered] for laid in self._piles()]
        self._forget(gathered)
        yield from choreography.gather(self.scene, self.seats[self._dealer], groups, self._discard_pile)
        self._count_piles()

    def _take_up_pitched_cards(self) -> Action:
        """The dealer takes the pitched cards, to shuffle and deal them."""
        if self._pitched and "pitch" not in self.game.expects.verbs and not self.game.over:
            cards, self._pitched = self._pitched, []
            yield from handwork.take_in(self.scene, self.seats[self._dealer], cards)

    def deal_the_first_hands(self) -> Action:
        """A new game begins: the face-down cards that the rules deal unseen come to lie before the players."""
        if any(map(self._poses_of_missing_down_cards, self.seats)):
            yield from self._hand_out()
            yield from choreography.wait(self._chooser.uniform(*BEFORE_THE_DEAL_S))

    def lay_apart(self, player: str) -> Action:
        """A player takes up the hand that is laid out, and lays it out again card by card, as wide as there is room.

        The Monster's is in the middle, and the dealer's to lay.
        """
        seat = self.seats.get(player, self.seats[self._dealer])
        laid = self._stacks.get(player, self._middle)
        cards = list(laid)
        if not cards:
            return  # somebody has taken them up meanwhile
        self._forget(cards)
        yield from handwork.take_in(self.scene, seat, cards)
        apart = self.spots.fan(seat, len(cards), APART_STEPS_MM)
        for card, pose in zip(cards, apart, strict=True):
            there = pose if player in self.seats else self._middle_pose()
            yield from handwork.play_cards(self.scene, seat, [card.rank], [there])
            laid.append(self._last_card())

    def _hand_out(self) -> Action:
        """New hands are dealt: down cards before the players, the others into their hands."""
        hidden = {player.name: player.hidden for player in self.game.state.players}
        for name, seat in self.seats.items():
            poses = self._poses_of_missing_down_cards(name)
            if poses:
                number = len(poses)
                dealer = self.seats[self._dealer]
                yield from handwork.deal_apart(self.scene, dealer, self._deck_pile, poses)
                self._down[name] += self._last_cards(number)
            elif hidden[name] and "new-round" in {event.kind for event in self.game.events}:
                dealer = self.seats[self._dealer]
                yield from handwork.hand_over(self.scene, dealer, self._deck_pile, seat)
        self._count_piles()

    def _piles(self) -> Iterator[list[Card]]:
        yield from self._stacks.values()
        yield from self._points.values()
        yield from self._down.values()
        yield self._middle

    def _forget(self, cards: Iterable[Card]) -> None:
        """Forget cards that lie in nobody's place any more."""
        gone = list(cards)
        for pile in self._piles():
            pile[:] = [card for card in pile if card not in gone]

    # -- what means nothing ------------------------------------------------------------------------------------------

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
