"""What goes wrong over several cards, or with cards that lie there already: how people do it, and mend it."""

from collections import deque
from collections.abc import Sequence

from dealer.game.driver import Game
from dealer.rehearsal.enacting import Enacting
from dealer.rehearsal.mishaps import Mishap, Mistake
from dealer.rules.acts import REFUSING_VERBS, TABLE, Act
from dealer.rules.expect import Needs, Option
from dealer.view import Area, Place
from vision.synth import choreography, props
from vision.synth.choreography import Action, wait
from vision.synth.picture import Pose
from vision.synth.scene import Card

PATIENCE_S = 12.0
"""After this the table mends a mistake though nobody told it."""

HOLD_STEP_S = 0.4
"""How often a held table looks whether it may go on."""

REACTION_S = 0.8
"""From a prompt to the hand that follows it."""

HASTE_S = (0.8, 1.8)
"""From card to card of a dealer who waits for nobody."""

LEFT_S = (4.0, 6.0)
"""How long people look at what they think nothing of."""

SLID_MM = (30.0, 80.0)
"""How far a card is pushed within its place."""

COVERS_MM = 8.0
"""A card that falls onto another lies no farther from it, along and across."""

RECEIPT_MM = 70.0
"""A receipt wants so much room."""


class Misdeals(Enacting):
    """Whole chains of mistakes. ``mishaps`` are those made so far."""

    mishaps: list[Mishap]
    astray: tuple[int, ...] = ()
    """The ranks of the cards that lie there by mistake."""
    answers: bool = True
    """Whether people answer what is asked: not of a card that they are about to take back."""
    mending: bool = False
    """Whether a mistake waits to be mended: what is said about it is answered by those who made it."""
    _mistakes: deque[Mistake]
    _told: bool = False

    def mend(self) -> None:
        """The table is told what is wrong: it mends the mistake that lies there now."""
        self._told = True

    def _told_or_tired(self) -> Action:
        """Wait until the table is told what is wrong, or until it sees for itself."""
        self._told, self.mending = False, True
        yield from self._until_told(PATIENCE_S)
        yield from wait(REACTION_S)

    def _until_told(self, most_s: float) -> Action:
        until_s = self.scene.time_s + most_s
        while not self._told and self.scene.time_s < until_s:
            yield from wait(HOLD_STEP_S)

    def _note(self, mistake: Mistake, act: Act, seen_s: float, other: str = "") -> None:
        told = "told" if self._told else "timeout"
        self.mishaps.append(Mishap(mistake, act, seen_s, self.scene.time_s, told, other))
        self.astray, self.mending, self.answers = (), False, True

    # -- cards for others ----------------------------------------------------------------------------------------------

    def _wrong_player(self, player: str, besides: Sequence[str] = ()) -> str | None:
        """Somebody who is not due a card now: a card dealt to him is no act that the game expects."""
        due = {option.player for option in self.game.expects.options}
        others = [name for name in self.header.players if name not in due and name not in (player, *besides)]
        return self._chooser.choice(others) if others else None

    def _in_a_row(self, act: Act, count: int) -> list[tuple[Option, Act]]:
        """``act`` and the next cards dealt, none of which ends the round; fewer where the game has no more in a row."""
        game, pile = self.game.copy(), list(self.cards.pile)
        found: list[tuple[Option, Act]] = []
        option: Option | None = self._option
        while option is not None and len(found) < count:
            ranks = [act.cards[0]] if not found else self._chooser.sample(pile, len(pile))
            card = next((rank for rank in ranks if not _ends(game, option.act(rank))), None)
            if card is None:
                break
            if found:
                pile.remove(card)
            found.append((option, option.act(card)))
            game.push(found[-1][1])
            option = next((o for o in game.expects.options if o.needs is Needs.CARD and o.player != TABLE), None)
        return found

    def _draw_these(self, acts: Sequence[Act]) -> None:
        """The cards of ``acts`` are taken from the draw pile."""
        for act in acts:
            self.cards.pile.remove(act.cards[0])

    def _lay_with(self, player: str, act: Act) -> Action:
        """``act``'s card comes to lie with ``player``."""
        place = Place(Area.STACK, self.seats[player])
        yield from self._deal_to(self.scene.place_point(place, len(self._stacks[player]), self._rng), act.cards[0])

    def _bring(self, card: Card, act: Act) -> Action:
        """The dealer brings a card to whom it belongs."""
        player = act.player or ""
        pose = self._stack_pose(player)
        yield from choreography.take_card(self.scene, self.seats[self._dealer], card, pose)
        self._stacks[player].append(card)

    def _dealt_on(self, mistake: Mistake, chain: list[tuple[Option, Act]], wrong: Sequence[str | None]) -> Action:
        """Each card of ``chain`` is dealt to whom ``wrong`` says, or to whom it belongs; nobody waits meanwhile."""
        strays: list[tuple[Card, Act]] = []
        seen_s = 0.0
        self._draw_these([act for _, act in chain[1:]])
        for (option, act), other in zip(chain, wrong, strict=True):
            self._option = option
            if other is None:
                yield from super().enact(option, act)
            else:
                yield from self._lay_with(other, act)
                strays.append((self._last_card(), act))
                seen_s = seen_s or self._rest_s
                self._push(act, self._rest_s)
            yield from wait(self._chooser.uniform(*HASTE_S))
        self.astray = tuple(act.cards[0] for _, act in strays)
        yield from self._told_or_tired()
        for card, act in strays:
            yield from self._bring(card, act)
        self._note(mistake, chain[0][1], seen_s, str(next(name for name in wrong if name)))

    def _seat_too_far(self, mistake: Mistake, act: Act) -> Action | None:
        """A card for everybody, each dealt one seat too far. People let all of them count where they lie."""
        game, pile = self.game.copy(), list(self.cards.pile)
        acts: list[Act] = []
        options: list[Option] = []
        for number in range(len(self.seats)):
            option = next((o for o in game.expects.options if o.needs is Needs.CARD), None)
            ranks = [act.cards[0]] if number == 1 else self._chooser.sample(pile, len(pile))
            card = None if option is None else next((r for r in ranks if not _ends(game, option.act(r))), None)
            if option is None or card is None or option.player in [one.player for one in acts]:
                return None
            if number != 1:
                pile.remove(card)
            acts.append(option.act(card))
            options.append(option)
            game.push(acts[-1])
        return self._too_far(mistake, act, options, acts)

    def _too_far(self, mistake: Mistake, meant: Act, options: list[Option], acts: list[Act]) -> Action:
        self._draw_these([act for number, act in enumerate(acts) if number != 1])
        self.answers, seen_s = False, 0.0
        for act in (*acts[1:], acts[0]):
            yield from self._lay_with(act.player or "", act)
            self._stacks[act.player or ""].append(self._last_card())
            seen_s = seen_s or self._rest_s
            yield from wait(self._chooser.uniform(*HASTE_S))
        for option, act in zip(options, acts, strict=True):
            self._option = option
            self._push(act, self._rest_s)
        self.answers = True
        yield from self.pause()
        self._note(mistake, meant, seen_s, acts[1].player or "")

    def _dealer_first(self, mistake: Mistake, act: Act) -> Action | None:
        """The dealer begins with himself; it counts."""
        options = self.game.expects.options
        own = next((o for o in options if o.verb == "deal" and o.player == self._dealer), None)
        if own is None or own is options[0] or len(options) < len(self.seats):
            return None
        return self._to_himself(mistake, own, own.act(act.cards[0]))

    def _to_himself(self, mistake: Mistake, own: Option, act: Act) -> Action:
        due = self._option.player or ""
        yield from super().enact(own, act)
        seen_s, self._told = self._rest_s, False
        yield from self.pause()
        self._note(mistake, act, seen_s, due)

    def _unheard_no(self, mistake: Mistake, act: Act) -> Action | None:
        """The player on turn says no across the table, and the card is dealt to the next one."""
        refusing = next((o for o in self.game.expects.options if o.verb in REFUSING_VERBS and not o.choices), None)
        if refusing is None or refusing.needs is not Needs.NOTHING:
            return None
        game = self.game.copy()
        game.push(refusing.act())
        option = next((o for o in game.expects.options if o.verb == act.verb and o.needs is Needs.CARD), None)
        if option is None or _ends(game, option.act(act.cards[0])):
            return None
        return self._to_the_next(mistake, act, refusing, option)

    def _to_the_next(self, mistake: Mistake, meant: Act, refusing: Option, option: Option) -> Action:
        self._option = refusing
        self._push(refusing.act(), self.scene.time_s)
        self._option, act = option, option.act(meant.cards[0])
        yield from super().enact(option, act)
        seen_s, self._told = self._rest_s, False
        yield from self.pause()
        self._note(mistake, meant, seen_s, act.player or "")

    # -- cards that lie there already ----------------------------------------------------------------------------------

    def _gathered(self, mistake: Mistake, act: Act) -> Action:
        """The round is taken to be over: its cards are gathered and one is dealt; then all are laid out again."""
        lay = {name: list(cards) for name, cards in self._stacks.items()}
        poses = {card.id: card.pose for cards in lay.values() for card in cards}
        groups = [cards for cards in lay.values() if cards]
        self._forget(card for cards in lay.values() for card in cards)
        self._told, self.mending = False, True
        yield from choreography.gather(self.scene, self.seats[self._dealer], groups, self._discard_pile)
        seen_s = self.scene.time_s
        yield from self._until_told(self._chooser.uniform(*HASTE_S))
        dealt = None
        if not self._told:
            first = self._left_of(self._dealer)
            self.astray = act.cards
            yield from self._lay_with(first, act)
            dealt = self._last_card()
            yield from self._until_told(PATIENCE_S)
        yield from wait(REACTION_S)
        if dealt is not None:
            yield from choreography.put_back(self.scene, self.seats[self._dealer], dealt, self._deck_pile)
        for name, cards in lay.items():
            for card in cards:
                yield from choreography.deal_card(
                    self.scene, self.seats[self._dealer], self._discard_pile, card.rank, poses[card.id]
                )
                self._stacks[name].append(self._last_card())
        self._note(mistake, act, seen_s)

    def _left_of(self, player: str) -> str:
        names = self.header.players
        return names[(names.index(player) + 1) % len(names)]

    def _slid(self, mistake: Mistake, act: Act) -> Action | None:
        """Somebody pushes a card aside within its place: nobody thinks anything of it."""
        for name in self._chooser.sample(sorted(self._stacks), len(self._stacks)):
            if not self._stacks[name]:
                continue
            card, place = self._stacks[name][-1], Place(Area.STACK, self.seats[name])
            for _ in range(20):
                pose = self.scene.place_point(place, len(self._stacks[name]) + self._chooser.randrange(3), self._rng)
                there = self.scene.layout.place_of(pose.x_mm, pose.y_mm) == place
                if there and SLID_MM[0] <= _apart_mm(pose, card.pose) <= SLID_MM[1]:
                    return self._pushed_aside(mistake, act, name, card, pose)
        return None

    def _pushed_aside(self, mistake: Mistake, act: Act, player: str, card: Card, pose: Pose) -> Action:
        seen_s = self.scene.time_s
        yield from choreography.take_card(self.scene, self.seats[player], card, pose, duration_s=0.4)
        yield from wait(self._chooser.uniform(*LEFT_S))
        self._note(mistake, act, seen_s, player)

    def _covered(self, mistake: Mistake, act: Act) -> Action:
        """The card falls onto the one that its player got before."""
        player = act.player or ""
        below = self._stacks[player][-1].pose
        off = [self._chooser.uniform(-COVERS_MM, COVERS_MM) for _ in range(3)]
        pose = Pose(below.x_mm + off[0], below.y_mm + off[1], below.angle_deg + off[2])
        yield from self._deal_to(pose, act.cards[0], act)
        self._stacks[player].append(self._last_card())
        seen_s, self._told = self._rest_s, False
        yield from self._until_told(self._chooser.uniform(*LEFT_S))
        self._note(mistake, act, seen_s)

    def _not_ours(self, mistake: Mistake, act: Act) -> Action | None:
        """Somebody puts a receipt on the table, and takes it away again."""
        name = self._chooser.choice(self.header.players)
        x, y, _ = self.scene.seat_poses[self.seats[name]]
        spot = self.scene.free_spot(RECEIPT_MM, self._rng, near=(x * 0.6, y * 0.6), margin_mm=-60.0)
        return None if spot is None else self._put_down(mistake, act, name, spot)

    def _put_down(self, mistake: Mistake, act: Act, player: str, spot: tuple[float, float]) -> Action:
        seat = self.seats[player]
        x, y, facing = self.scene.seat_poses[seat]
        away = Pose(x * 2.2, y * 2.2, facing - 90, 60.0)
        receipt = self.scene.add_prop(props.notepad(self._rng), away, "receipt")
        pose = Pose(*spot, facing - 90 + self._chooser.uniform(-30, 30))
        yield from choreography.move_thing(self.scene, seat, receipt, pose)
        seen_s = self.scene.time_s
        yield from wait(self._chooser.uniform(*LEFT_S))
        yield from choreography.move_thing(self.scene, seat, receipt, away)
        self.scene.remove(receipt)
        self._note(mistake, act, seen_s, player)


def _ends(game: Game, act: Act) -> bool:
    """Whether ``act`` ends the round, or somebody's part in it."""
    after = game.copy()
    after.push(act)
    return any(event.kind in ("round-over", "replaced", "pair", "stack-discarded") for event in after.events)


def _apart_mm(one: Pose, other: Pose) -> float:
    return float(((one.x_mm - other.x_mm) ** 2 + (one.y_mm - other.y_mm) ** 2) ** 0.5)
