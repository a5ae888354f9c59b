"""The table that every game is played on, and the sentences that several rule texts share.

A game is a class whose ``play`` is a generator: it yields an ``Expectation`` and is resumed with the act that happened.
Players are seats, 0 to N - 1 clockwise: the next one sits to the left. Sources: ``000`` the Companion, ``games.md``
the rulings.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import chain
from typing import Any, ClassVar, Protocol, TypeVar

from dealer.games.deals import deals_among
from dealer.games.options import LARGEST, Check
from dealer.rules.acts import Act
from dealer.rules.cards import DECK_SIZE, RANKS, copies
from dealer.rules.coins import Transfer
from dealer.rules.events import Event, event
from dealer.rules.expect import RESHUFFLE, Expectation

Result = TypeVar("Result")
Moves = Generator[Expectation, Act, Result]
"""A part of a game: yields what it expects, is sent the acts, and returns a result."""

HIGHER_THAN_ALL = RANKS[-1] + 1
"""Any card is lower."""

all_of = chain.from_iterable
"""The cards of several stacks."""

LAST_REPLACEMENT = 10
"""The tenth card in a row that pairs the same stack in one tie-break is not replaced (games.md, 1.2)."""


class Common(Enum):
    """What the cards in the middle of the table are."""

    NOTHING = "there are none"
    COLUMNS = "the heads of columns"
    STONES = "stones that are only counted"
    HAND = "a hand that all share"
    TARGETS = "targets that are bid for"
    SLUG = "a slug that is bid for, and taken by the winner"
    CARDS = "cards to capture"
    MONSTER = "the hand of the Monster"


class Agreement(Protocol):
    """What was agreed before the game: a header, as a game asks for it."""

    @property
    def players(self) -> tuple[str, ...]: ...

    @property
    def dealer(self) -> str: ...

    @property
    def stakes(self) -> str | None: ...

    @property
    def options(self) -> Mapping[str, Any]: ...

    def option(self, key: str, default: Result) -> Result:
        """What it says for ``key``, or ``default``."""
        ...


class Table:
    """What lies on the table and what everybody has paid."""

    variant: ClassVar[str]
    also_called: ClassVar[tuple[str, ...]] = ()
    """Its names in other editions."""
    source: ClassVar[str]
    """Where the rule text stands."""
    seats: ClassVar[range]
    """How many may play."""
    options: ClassVar[Mapping[str, Check]] = {}
    """The header's further keys, and what each may be."""
    twists: ClassVar[tuple[str, ...]] = ()
    """The twists that this game allows."""
    has_stakes: ClassVar[bool] = False
    keeps_score: ClassVar[bool] = False
    """Whether players score points; in the other games only coins change hands."""
    out_for_good: ClassVar[bool] = False
    """Whether who folds or locks is out until the game ends."""
    all_face_up: ClassVar[bool] = True
    """Whether all cards lie face up; else some are held or lie face down, and a player may tell one nobody sees."""
    uses_middle: ClassVar[bool] = True
    """Whether a card has any business in the middle of the table."""
    draws_to_middle: ClassVar[bool] = False
    """Whether a card that is drawn comes to lie in the middle."""
    has_columns: ClassVar[bool] = False
    """Whether cards are laid in columns that run from the middle to the players."""
    heaps_common_cards: ClassVar[bool] = False
    """Whether common cards are only counted, and heaped up in the middle."""
    takes_bids_up: ClassVar[bool] = False
    """Whether bids are taken up once all are read, and the target of the round with them."""
    keeps_down_cards: ClassVar[bool] = False
    """Whether hidden cards lie face down before their players; in other games they are held."""
    piles_down_cards: ClassVar[bool] = False
    """Whether these lie in one pile."""
    middle_mm: ClassVar[float] = 0.0
    """How far from the middle common cards lie on the simulated table, in millimetres; 0: there are none."""
    middle_cards: ClassVar[int] = 0
    """How many common cards there may be, where there are more than a few."""
    common: ClassVar[Common] = Common.NOTHING
    different_cards: ClassVar[int] = 0
    """How many cards, each of another rank, are laid into the middle at first; 0: it is not asked that they differ."""
    pairs_by_chance: ClassVar[bool] = False
    """Whether a card that nobody chose comes to a player's own stack, and must not pair it."""
    against_the_dealer: ClassVar[bool] = False
    """Whether everybody bets against the dealer alone: there is no pot."""
    alternates_rounds: ClassVar[bool] = False
    """Whether rounds from the deck and rounds from the hand take turns."""
    counts_sums: ClassVar[bool] = False
    """Whether a stack is worth the sum of its cards."""
    shuffles_all: ClassVar[bool] = False
    """Whether a new round begins with all cards shuffled."""
    winning_score: ClassVar[int | None] = None
    """The score that ends the game, unless the header has another ``target``; None: no score does, or it depends."""
    burns: ClassVar[int] = 0
    """How many cards are burnt after each shuffle, unless the header says otherwise."""
    order: ClassVar[tuple[int, ...]] = tuple(range(11))
    """``order[rank]`` is how high a card counts when it is decided who goes first."""

    may_come_and_go: ClassVar[bool] = False
    """Whether only points go from one round to the next, so that between two somebody may come or go."""

    hand: int = 0
    """How many cards each player is dealt unseen, before the first act."""

    @classmethod
    def seats_with(cls, options: Mapping[str, Any]) -> range:
        """How many may play with these options."""
        return cls.seats

    @classmethod
    def usual(cls, players: int, dealer: int) -> Mapping[str, Any]:
        """What the options are when nobody says anything; who plays as a seat. What is left out is not agreed then."""
        return {"burn": cls.burns, "rounds": 1}

    @classmethod
    def has_pot(cls, stakes: str | None, players: int) -> bool:
        """Whether somebody takes or shares a pot, with these stakes and so many players."""
        return False

    @classmethod
    def objection(cls, options: Mapping[str, Any], players: Sequence[str]) -> str:
        """What is wrong with the options together, or ``""``."""
        target = options.get("target", cls.usual(len(players), 0).get("target"))
        if max(options.get("scores", (0,))) >= (target or LARGEST):
            return f"scores came of which one ends the game; expected each to be less than {target}."
        return ""

    def __init__(self, header: Agreement) -> None:
        self.header = header
        self.names: tuple[str, ...] = header.players
        self.number = number = len(self.names)
        self.seat_of: dict[str, int] = {name: seat for seat, name in enumerate(self.names)}
        self.dealer = self.seat_of[header.dealer]
        self.deck_size = DECK_SIZE * header.option("decks", 1)
        self.stacks: list[list[int]] = [[] for _ in self.names]
        self.points: list[list[int]] = [[] for _ in self.names]
        self.hidden = [0] * number
        self.scores: list[int] = list(header.option("scores", [0] * number))
        self.coins = [0] * number
        self.status = ["in"] * number
        self.table: list[int] = []
        self.face_up: tuple[list[int], ...] = (*self.stacks, *self.points, self.table)
        """Every pile of cards that lie face up: stacks, points and the middle. The lists stay, their cards change."""
        self.pot: int = header.option("carry", 0)
        self.deck = self.deck_size
        self.discards = 0
        # unseen[rank]: copies that nobody has seen since the last shuffle, wherever they are.
        self.unseen = list(whole_deck(self.deck_size))
        self.losers: list[int] = []
        self.winners: list[int] = []
        self.happened: list[Event] = []
        self.acts: list[Act] = []
        """What has happened, without the act at hand."""
        self.transfers: list[Transfer] = []
        """Every coin that has changed hands, in order."""
        self.irregularities: list[tuple[int, str, str]] = []
        """Cards dealt out of order: the act's index, who got the card, and who was due."""
        self.deals = deals_among(self.names)
        self.set_aside = 0
        """How many of the discards are not for the reshuffle: pitched cards."""
        self.deal_hands()
        self.tell_the_deal(self.burn())

    # -- the game ----------------------------------------------------------------------------------------------------

    def play(self) -> Moves[None]:
        """The whole game, from the first act to the last."""
        raise NotImplementedError

    # -- looking -----------------------------------------------------------------------------------------------------

    def option(self, key: str, default: Result) -> Result:
        """What the header says for ``key``."""
        return self.header.option(key, default)

    def left_of(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % self.number

    def clockwise_from(self, seat: int) -> tuple[int, ...]:
        """All seats once, clockwise, beginning with ``seat``."""
        return clockwise(self.number, seat)

    def lowest_in_play(self) -> int:
        """The lowest card in any stack."""
        return min(all_of(self.stacks))

    def lowest_and_owners(self) -> tuple[int, tuple[str, ...]]:
        """The lowest card in any stack, and the players whose stack shows it (once: a stack with a pair is gone)."""
        lowest = HIGHER_THAN_ALL
        owners: tuple[str, ...] = ()
        for seat, stack in enumerate(self.stacks):
            for card in stack:
                if card <= lowest:
                    owners = (*owners, self.names[seat]) if card == lowest else (self.names[seat],)
                    lowest = card
        return lowest, owners

    def not_in_the_pile(self, act: Act) -> str:
        """Why the cards that ``act`` names cannot come from the draw pile; ``""`` when they can."""
        for rank in act.cards:
            if act.cards.count(rank) > self.unseen[rank]:
                return self.no_more(rank)
        return ""

    def not_in_hand(self, act: Act) -> str:
        """Why the hidden cards that ``act`` names cannot have been in that hand; ``""`` when they can."""
        return self.not_in_the_pile(act)

    def no_more(self, rank: int) -> str:
        """The sentence that refuses a rank of which every copy lies elsewhere."""
        places = [f"{name}'s stack" for name, stack in zip(self.names, self.stacks, strict=True) if rank in stack]
        places += [f"{name}'s points" for name, cards in zip(self.names, self.points, strict=True) if rank in cards]
        places += ["the middle of the table"] if rank in self.table else []
        lying = sum(cards.count(rank) for cards in self.face_up)
        total = whole_deck(self.deck_size)[rank]
        if lying < total:
            places.append("what was already seen and discarded or taken into a hand")
        return (
            f"there are only {total} cards of rank {rank}, and all of them have been seen: {' and '.join(places)}"
            " (games.md, 1.1): a wrong reading or a foreign deck"
        )

    # -- telling -----------------------------------------------------------------------------------------------------

    def tell(self, kind: str, player: str | None = None, rank: int | None = None, amount: int | None = None,
             other: str | None = None, players: tuple[str, ...] = (), cards: tuple[int, ...] = (),
             by: int | None = None) -> None:  # fmt: skip
        """Note what happened, for the prompter."""
        self.happened.append(event(kind, player, rank, amount, other, players, cards, by))

    def tell_the_deal(self, burnt: int = 0) -> None:
        """Note what the dealer does before the first act of a deal: burns cards, deals hands face down."""
        if burnt:
            self.tell("burnt", None, None, burnt)
        if any(self.hidden):
            dealt = self.names_of([seat for seat in range(self.number) if self.hidden[seat]])
            self.tell("hands", None, None, max(self.hidden), None, dealt)

    def names_of(self, seats: Iterable[int]) -> tuple[str, ...]:
        """The players of ``seats``."""
        return tuple([self.names[seat] for seat in seats])

    # -- the deck ----------------------------------------------------------------------------------------------------

    def burn(self) -> int:
        """Burn (discard) the first cards of a fresh deck, face down, but leave at least one. Returns how many."""
        burnt = max(0, min(self.option("burn", self.burns), self.deck - 1))
        self.deck -= burnt
        self.discards += burnt
        return burnt

    def reshuffle(self) -> None:
        """When the deck runs out, reshuffle the discards. Burn as many as at the start."""
        self.deck += self.discards - self.set_aside
        self.discards = self.set_aside
        self.forget_the_discards()
        self.tell("reshuffled", None, None, self.burn())

    def reshuffle_if_the_deck_is_out(self) -> Moves[None]:
        """Where what is expected depends on the deck: shuffle before it is expected."""
        if not self.deck and self.discards > self.set_aside:
            self.tell("reshuffle-due")
            yield RESHUFFLE
            self.reshuffle()

    def begin_again_with_the_whole_deck(self) -> None:
        """All cards are shuffled, and new hands are dealt."""
        for cards in self.face_up:
            cards.clear()
        self.deck, self.discards = self.deck_size, 0
        self.forget_the_discards()
        self.deal_hands()
        self.tell_the_deal(self.burn())

    def forget_the_discards(self) -> None:
        """Which discards were seen is forgotten; what lies face up is not."""
        self.unseen = list(whole_deck(self.deck_size))
        for cards in self.face_up:
            for rank in cards:
                self.unseen[rank] -= 1

    def from_deck(self, seat: int, rank: int) -> bool:
        """A card from the deck, face up onto a stack. Returns whether it makes a pair."""
        self.deck -= 1
        self.unseen[rank] -= 1
        stack = self.stacks[seat]
        paired = rank in stack
        stack.append(rank)
        return paired

    def from_hand(self, seat: int, rank: int) -> bool:
        """A hidden card of the same player, face up onto the stack. Returns whether it makes a pair."""
        self.hidden[seat] -= 1
        self.unseen[rank] -= 1
        stack = self.stacks[seat]
        paired = rank in stack
        stack.append(rank)
        return paired

    def deal_hands(self) -> None:
        """Deal a hand to each player, unseen."""
        self.hidden = [self.hand] * self.number
        self.deck -= self.hand * self.number

    def discard_stack(self, seat: int) -> None:
        """Discard what a player has in play, face up and hidden."""
        self.discards += len(self.stacks[seat]) + self.hidden[seat]
        self.stacks[seat].clear()
        self.hidden[seat] = 0

    def discard_all_cards_in_play(self) -> None:
        """Discard all the cards in play, face down into the middle."""
        self.discards += sum(map(len, self.stacks))
        for stack in self.stacks:
            stack.clear()
        if any(self.hidden):
            self.discards += sum(self.hidden)
            self.hidden = [0] * self.number

    # -- who goes first ----------------------------------------------------------------------------------------------

    def deal_one_to_each(self, *, until: Callable[[int, int], bool] | None = None) -> Moves[None]:
        """Deal one card face up to each player, from the dealer's left, clockwise.

        ``until``: asked after each card, with seat and rank, whether that ends the deal.
        """
        deal = self.deals[self.dealing_order()]
        while deal.due:
            act = yield deal.expects
            card = act.cards[0]
            if act.player != deal.player:
                seat = self.seat_of[act.player or ""]
                deal = self.deals[seat, *self.out_of_order(seat, deal.due)]
            seat = deal.seat
            self.from_deck(seat, card)
            self.happened.append(deal.dealt[card])
            if until is not None and until(seat, card):
                return
            deal = deal.next

    def deal_to(self, due: tuple[int, ...]) -> Expectation:
        """A card is due to each of the seats in ``due``, the first of them first."""
        return self.deals[due].expects

    def dealing_order(self) -> tuple[int, ...]:
        """From the dealer's left, clockwise."""
        return clockwise(self.number, self.left_of(self.dealer))

    def out_of_order(self, seat: int, due: tuple[int, ...]) -> tuple[int, ...]:
        """A card was dealt to ``seat`` when another was due first: accepted, and noted. Returns who is due then."""
        self.irregularities.append((len(self.acts), self.names[seat], self.names[due[0]]))
        self.tell("irregularity", self.names[seat], None, None, self.names[due[0]])
        return tuple([other for other in due if other != seat])

    def low_card_goes_first(self) -> Moves[int]:
        """The player with the lowest card goes first; a tie for low is broken with additional cards."""
        tied = self.tied_for_low()
        first = tied[0] if len(tied) == 1 else (yield from self.break_the_tie(tied))
        self.happened.append(event("first", self.names[first]))
        return first

    def tied_for_low(self) -> list[int]:
        """The seats with the lowest first card, in the order of the deal: one, or several that tie."""
        order, stacks = self.order, self.stacks
        lowest = HIGHER_THAN_ALL
        tied: list[int] = []
        for seat in self.dealing_order():
            card = order[stacks[seat][0]]
            if card <= lowest:
                tied = [*tied, seat] if card == lowest else [seat]
                lowest = card
        return tied

    def break_the_tie(self, tied: list[int]) -> Moves[int]:
        """Deal additional cards to the tied players and use those as tie-breakers, until one is clearly lowest."""
        while len(tied) > 1:
            self.tell("tie-for-low", None, self.stacks[tied[0]][-1], None, None, self.names_of(tied))
            deal = self.deals[tuple(tied)]
            breakers = dict.fromkeys(tied, 0)
            replaced = dict.fromkeys(tied, 0)
            while deal.due:
                if not self.deck and self.discards <= self.set_aside:
                    return self.decided_by_the_seat(tied)
                act = yield deal.expects
                seat, card = self.seat_of[act.player or ""], act.cards[0]
                then = deal.next if seat == deal.due[0] else self.deals[self.out_of_order(seat, deal.due)]
                paired = self.from_deck(seat, card)
                self.happened.append(event("dealt", act.player, card))
                if not (paired and self.replaces_tie_breaking_pairs):
                    deal, breakers[seat] = then, self.order[card]
                    continue
                # If someone gets a pair in this process, discard the paired card and deal a replacement.
                self.stacks[seat].pop()
                self.discards += 1
                replaced[seat] += 1
                if replaced[seat] == LAST_REPLACEMENT:
                    return self.decided_by_the_seat(tied)
                self.tell("replaced", act.player, card)
            lowest = min(breakers.values())
            tied = [seat for seat in tied if breakers[seat] == lowest]
        return tied[0]

    replaces_tie_breaking_pairs: ClassVar[bool] = True
    """Whether a tie-breaking card that pairs is discarded and replaced."""

    def decided_by_the_seat(self, tied: Sequence[int]) -> int:
        """The tied player nearest to the dealer's left goes first."""
        self.tell("tie-by-seat", self.names[tied[0]])
        return tied[0]

    # -- coins -------------------------------------------------------------------------------------------------------

    def ante(self, coins: int) -> None:
        """Each player antes into the pot."""
        for seat in range(self.number):
            self.moves_coins(seat, None, coins, "ante")
        self.tell("ante", None, None, coins)

    def pay_the_pot(self, seat: int, coins: int, kind: str) -> None:
        """A player pays into the pot; ``kind`` is one of ``dealer/rules/coins.py``."""
        self.moves_coins(seat, None, coins, kind)
        self.tell("pays", self.names[seat], None, coins)

    def pay(self, seat: int, other: int, coins: int, kind: str) -> None:
        """One player pays another."""
        self.moves_coins(seat, other, coins, kind)
        self.tell("pays", self.names[seat], None, coins, self.names[other])

    def split_the_pot(self, seats: Sequence[int]) -> None:
        """The pot is split evenly; odd coins stay in it for the next game."""
        share, left = divmod(self.pot, len(seats))
        for seat in seats:
            self.moves_coins(None, seat, share, "payout" if len(seats) == 1 else "split")
            self.tell("receives", self.names[seat], None, share)
        if left:
            self.tell("left-in-pot", None, None, left)

    def moves_coins(self, giver: int | None, taker: int | None, coins: int, kind: str) -> None:
        """Coins change hands; ``None`` is the pot."""
        payer = payee = None
        if giver is None:
            self.pot -= coins
        else:
            self.coins[giver] -= coins
            payer = self.names[giver]
        if taker is None:
            self.pot += coins
        else:
            self.coins[taker] += coins
            payee = self.names[taker]
        if coins:
            self.transfers.append(Transfer(len(self.acts), payer, payee, coins, kind))

    def owes_the_forfeit(self, seat: int) -> None:
        """The loser does what was agreed, if anything was."""
        if self.option("forfeit", ""):
            self.transfers.append(Transfer(len(self.acts), self.names[seat], None, 0, "forfeit"))

    # -- the next game -----------------------------------------------------------------------------------------------

    def next_dealer(self) -> int:
        """Who deals the next game: where the rule text is silent the deal passes to the left."""
        return self.left_of(self.dealer)

    def button(self) -> int | None:
        """Who has the button, where a game has one that a later game goes on from."""
        return None

    def next_button(self) -> int | None:
        """Who has the next game's button: it passes one seat to the left after each game (000, Starboard)."""
        button = self.button()
        return None if button is None else self.left_of(button)

    # -- the end -----------------------------------------------------------------------------------------------------

    def lose(self, *seats: int) -> None:
        """The game is over, and these lose."""
        self.losers = sorted(seats)
        self.tell("game-over", self.names[seats[0]])

    def win(self, *seats: int) -> None:
        """The game is over, and these win."""
        self.winners = sorted(seats)
        self.tell("game-over", None, None, None, None, self.names_of(self.winners))


@cache  # at most 8 times 8
def clockwise(number: int, seat: int) -> tuple[int, ...]:
    """All of ``number`` seats, clockwise, beginning with ``seat``.

    >>> clockwise(4, 2)
    (2, 3, 0, 1)
    """
    return (*range(seat, number), *range(seat))


@cache  # at most 8 decks
def whole_deck(size: int) -> tuple[int, ...]:
    """How many copies of each rank there are in ``size`` cards; the first entry stands for no rank.

    >>> whole_deck(110)
    (0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20)
    """
    return (0, *(copies(rank) * size // DECK_SIZE for rank in RANKS))
