"""How people do each act at the simulated table: what is laid, turned, taken, and what is told on the buttons."""

from collections.abc import Callable

from dealer.games.turns import Turns
from dealer.rehearsal.tabletop import Tabletop
from dealer.rules.acts import MONSTER, TABLE, Act
from dealer.rules.expect import Needs, Option
from dealer.view import Face
from vision.synth import choreography, handwork
from vision.synth.choreography import Action, wait
from vision.synth.scene import Card

COVER_S = (2.6, 8.0)
"""How long a coaster is covered for a fold: at least so long, until it is called, and no longer than this."""

COVER_STEP_S = 0.3

THOUGHT_S = (0.6, 1.4)
"""From making up one's mind to the button."""

BETWEEN_PLAYERS_S = (0.15, 0.7)
"""Between the cards that several people lay at about the same time."""

TAKEN_BY_HAND = 0.8
"""How often a common card that was chosen is simply taken, and not told on the buttons."""


class Enacting(Tabletop):
    """One act after the other, done with hands. Whoever inherits says when, and hears what is told."""

    _option: Option
    """What ``_push`` follows up: the option that the act at hand belongs to."""

    def tell(self, act: Act) -> Action:
        """Somebody tells ``act`` on the buttons; it has happened then."""
        raise NotImplementedError

    def tell_if_unheard(self, act: Act, since_s: float) -> None:
        """Somebody tells ``act``, which happened last, on the buttons, unless the table has understood it."""
        raise NotImplementedError

    @property
    def held(self) -> bool:
        """Whether the table is waited for."""
        raise NotImplementedError

    def pause(self, shortest_s: float = 0.0) -> Action:
        """What people do between two acts."""
        raise NotImplementedError

    def enact(self, option: Option, act: Act) -> Action:
        """Do ``act``, which is ``option``'s."""
        self._option = option
        ways: dict[str, Callable[[Act], Action]] = {
            "deal": self._deal,
            "hit": self._deal,
            "draw": self._draw,
            "attack": self._attack,
            "gift": self._gift,
            "see": self._see,
            "steal": self._turn_own,
            "buy": self._turn_own,
            "reveal": self._lay_all_and_turn,
            "bid": self._lay_all_and_turn,
            "play": self._play,
            "show": self._show,
            "fold": self._fold if issubclass(self.header.rules, Turns) else self._refuse,
            "lock": self._refuse,
            "pitch": self._pitch,
            "discard": self._discard,
            "capture": self._choose,
            "choose": self._choose,
            "place": self._place,
            "reshuffle": self._reshuffle,
        }
        return ways.get(act.verb, self.tell)(act)

    # -- cards from the draw pile ------------------------------------------------------------------------------------

    def _deal(self, act: Act) -> Action:
        """The dealer lays the next card where it belongs; pitched cards come from the dealer's hand."""
        (rank,) = act.cards
        if act.player == TABLE:
            yield from self._deal_to(self._middle_pose(), rank, act)
            self._middle.append(self._last_card())
            return
        player = act.player or ""
        pose = self._stack_pose(player)
        if self._option.needs is Needs.HAND:
            yield from self._until_rest(handwork.play_cards(self.scene, self.seats[self._dealer], [rank], [pose]), act)
        else:
            yield from self._deal_to(pose, rank, act)
        self._stacks[player].append(self._last_card())

    def _draw(self, act: Act) -> Action:
        """Into the middle (Starboard), face down (Regent), else onto the own stack, by the player's own hand."""
        player = act.player or ""
        if not act.cards:
            (pose,) = self.spots.down(
                self.seats[player], [card.pose for card in self._down[player]], len(self._down[player]) + 1
            )
            yield from self._deal_to(pose, 1, act, face=Face.DOWN)
            self._down[player].append(self._last_card())
        elif self.header.rules.draws_to_middle:
            yield from self._deal_to(self._middle_pose(), act.cards[0], act)
            self._middle.append(self._last_card())
        else:
            yield from self._deal_to(self._stack_pose(player), act.cards[0], act, by=player)
            self._stacks[player].append(self._last_card())

    def _attack(self, act: Act) -> Action:
        other = act.other or ""
        yield from self._deal_to(self._stack_pose(other), act.cards[0], act, by=act.player)
        self._stacks[other].append(self._last_card())

    # -- cards that lie face down ------------------------------------------------------------------------------------

    def _gift(self, act: Act) -> Action:
        """A player turns one of the own down cards over onto another's stack."""
        player, other = act.player or "", act.other or ""
        card = self._down[player].pop(self._chooser.randrange(len(self._down[player])))
        yield from self._turn(player, card, other, act)

    def _turn_own(self, act: Act) -> Action:
        """The top of a face-down stack, another's or the own, is turned over onto the own stack."""
        card = self._down[act.other or act.player or ""].pop()
        yield from self._turn(act.player or "", card, act.player or "", act)

    def _turn(self, player: str, card: Card, owner: str, act: Act | None, rank: int | None = None) -> Action:
        """``player`` turns a card over; it comes to lie in ``owner``'s stack."""
        pose = self._stack_pose(owner)
        self._stacks[owner].append(card)
        shown = act.cards[0] if rank is None and act is not None else rank or 0
        action = handwork.turn_over(self.scene, self.seats[player], card, shown, pose)
        yield from self._until_moved(action, card, act)

    def _see(self, act: Act) -> Action:
        """All down cards of the one seen are turned face up."""
        other = act.other or ""
        cards, self._down[other] = self._down[other], []
        for number, (card, rank) in enumerate(zip(cards, act.cards, strict=True), start=1):
            last = number == len(cards)
            yield from self._turn(other, card, other, act if last else None, rank)
            yield from wait(self._chooser.uniform(0.1, 0.4))

    # -- cards out of a hand -----------------------------------------------------------------------------------------

    def _play(self, act: Act) -> Action:
        player = act.player or ""
        action = handwork.play_cards(self.scene, self.seats[player], act.cards, [self._stack_pose(player)])
        yield from self._until_rest(action, act)
        self._stacks[player].append(self._last_card())

    def _lay_all_and_turn(self, act: Act) -> Action:
        """Everybody who is due lays a card face down; when all lie there they are turned over, in any order."""
        if not self._bids:
            for option in self.game.expects.options:
                self._option = option
                chosen = act if option.player == act.player else self.cards.act(option)
                assert chosen is not None
                player = chosen.player or ""
                pose = self._stack_pose(player)
                yield from self._until_rest(
                    handwork.play_cards(self.scene, self.seats[player], [1], [pose], face=Face.DOWN)
                )
                self._bids[player] = (self._last_card(), chosen.cards[0])
                yield from wait(self._chooser.uniform(*BETWEEN_PLAYERS_S))
        options = {option.player: option for option in self.game.expects.options}
        for player in self._chooser.sample(sorted(self._bids), len(self._bids)):
            card, rank = self._bids.pop(player)
            self._option = options[player]
            turned = self._option.act(rank)
            self._stacks[player].append(card)
            action = handwork.turn_over(self.scene, self.seats[player], card, rank, card.pose)
            yield from self._until_moved(action, card, turned)
            yield from wait(self._chooser.uniform(*BETWEEN_PLAYERS_S))

    def _show(self, act: Act) -> Action:
        """A whole hand is laid out, sorted; the Monster's in the middle, by the dealer."""
        cards = sorted(act.cards)
        act = Act(act.verb, act.player, tuple(cards))
        if act.player == MONSTER:
            poses = []
            for _ in cards:
                poses.append(self._middle_pose())
                self._middle.append(self.scene.add_card(1, poses[-1]))
            for card in self._middle[-len(cards) :]:
                self.scene.remove(card)
            del self._middle[-len(cards) :]
            action = handwork.play_cards(self.scene, self.seats[self._dealer], cards, poses)
            yield from self._until_rest(action, act)
            self._middle += self._last_cards(len(cards))
            return
        player = act.player or ""
        poses = self.spots.fan(self.seats[player], len(cards))
        yield from self._until_rest(handwork.play_cards(self.scene, self.seats[player], cards, poses), act)
        self._stacks[player] += self._last_cards(len(cards))

    def _pitch(self, act: Act) -> Action:
        """A card is laid face down in the middle; some say so on the buttons, some let the table see it."""
        player = act.player or ""
        pose = self.spots.pitched(self.seats[player])
        action = handwork.play_cards(self.scene, self.seats[player], [1], [pose], face=Face.DOWN)
        yield from self._until_rest(action, act)
        self._pitched.append(self._last_card())

    # -- saying no ---------------------------------------------------------------------------------------------------

    def _fold(self, act: Act) -> Action:
        """The folder takes a card for points; or says so with the coaster or a button first, and takes it then."""
        lowest = min(card.rank for cards in self._stacks.values() for card in cards)
        rank = act.cards[0] if act.cards else lowest
        owners = [name for name, cards in self._stacks.items() if any(card.rank == rank for card in cards)]
        owner = act.other or self._chooser.choice(owners)
        player = act.player or ""
        card = next(card for card in self._stacks[owner] if card.rank == rank)
        named = Act("fold", player, (rank,), owner)
        may_be_said = len(owners) == 1 and self.header.variant == "basic"
        way = self._chooser.choices(("card", "cover", "press"), (0.5, 0.25, 0.25))[0] if may_be_said else "card"
        if way == "card":
            yield from self._until_moved(self._keep(player, card), card, named)
        elif way == "cover":
            yield from self._cover(named)
        else:
            yield from self.tell(named)

    def _refuse(self, act: Act) -> Action:
        """A fold for coins, or a lock: the coaster is covered, or a button pressed."""
        if self._chooser.random() < 0.5:
            yield from self._cover(act)
        else:
            yield from self.tell(act)

    def _cover(self, act: Act) -> Action:
        """The coaster is covered until the table has understood; if it never does, a button says it."""
        start_s = self.scene.time_s
        covering = choreography.cover_coaster(self.scene, self.seats[act.player or ""], self._understood(act))
        yield from covering
        self.tell_if_unheard(act, start_s)

    def _understood(self, act: Act) -> Action:
        """``act`` has happened; wait until nobody waits for it to be called, within ``COVER_S``."""
        self._push(act, self.scene.time_s)
        least_s, most_s = (self.scene.time_s + seconds for seconds in COVER_S)
        while self.scene.time_s < least_s or (self.held and self.scene.time_s < most_s):
            yield from wait(COVER_STEP_S)

    # -- what is taken away ------------------------------------------------------------------------------------------

    def _discard(self, act: Act) -> Action:
        """The 8 that is traded goes to the discards; cards for the Monster go there face down, and are counted."""
        player = act.player or ""
        if act.cards:
            card = next(card for card in self._stacks[player] if card.rank == act.cards[0])
            self._forget([card])
            yield from choreography.put_back(self.scene, self.seats[player], card, self._discard_pile)
            self._push(act, self.scene.time_s)
            self._count_piles()
            return
        if act.number:
            yield from handwork.give_away(self.scene, self.seats[player], act.number, self._discard_pile)
        yield from self.tell(act)

    def _choose(self, act: Act) -> Action:
        """One of the common cards: its taker takes it, or says which."""
        card = next(card for card in self._middle if card.rank == act.cards[0])
        if self._chooser.random() < TAKEN_BY_HAND and not self._must_give(act):
            self._forget([card])
            yield from handwork.take_in(self.scene, self.seats[act.player or ""], [card])
            self._push(act, self.scene.time_s)
        else:
            yield from self.tell(act)

    def _must_give(self, act: Act) -> bool:
        """Whether who chooses took it with the 1 and must give it away: then it is not taken first."""
        return any(card.rank == 1 for card in self._stacks[act.player or ""]) and act.verb == "choose"

    def _place(self, act: Act) -> Action:
        """Five Cards: the card drawn goes into a column."""
        player = act.player or ""
        card = self._stacks[player][-1]
        target = next(laid for laid in self._middle if laid.rank == act.cards[0])
        column = [other for other, at in self._columns if at is target and other in self._stacks[player]]
        pose = self.spots.column(target.pose, self.seats[player], len(column))
        self._columns.append((card, target))
        action = choreography.take_card(self.scene, self.seats[player], card, pose)
        yield from self._until_moved(action, card, act)

    def _reshuffle(self, act: Act) -> Action:
        """The discards become the draw pile; that can't be seen, so it is told."""
        dealer = self.seats[self._dealer]
        home = self._discard_pile.pose
        yield from choreography.move_thing(self.scene, dealer, self._discard_pile, self._deck_pile.pose, duration_s=0.7)
        self._discard_pile.pose = home
        yield from wait(self._chooser.uniform(0.8, 1.6))
        yield from self.tell(act)
        self._count_piles()
