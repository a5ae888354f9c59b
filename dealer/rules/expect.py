"""What a game expects next: the only source of legal acts, prompts, buttons, what to look for, simulated choices."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache

from dealer.rules.acts import Act, shared_act
from dealer.rules.cards import RANKS


class Needs(Enum):
    """What an option still needs to become an act."""

    NOTHING = "nothing"
    CARD = "card"
    """The rank of one card from the draw pile: nobody knows it before."""
    CARDS = "cards"
    """The ranks of several cards from the draw pile."""
    HAND = "hand"
    """The rank of one hidden card: out of a hand, or face down until now."""
    HANDS = "hands"
    """The ranks of several hidden cards."""
    CHOICE = "choice"
    """One of ``choices``."""
    NUMBER = "number"
    """A count or coins, from ``least`` to ``most`` in steps of ``step``."""


# Every act is asked about these, and a member of an enum takes long to look up.
FROM_THE_PILE = (Needs.CARD, Needs.CARDS)
FROM_A_HAND = (Needs.HAND, Needs.HANDS)
_ONE_CARD = (Needs.CARD, Needs.HAND)
_CARDS = (Needs.CARDS, Needs.HANDS)


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be done next.

    ``price`` is what it costs now, in points or coins. ``choices`` are the complete acts where they can be listed; for
    ``NOTHING`` they are longer ways to say the same. ``ranks`` are the ranks that the rules allow for one card;
    ``least`` and ``most`` bound a
    number, or how many cards come. ``takes_card`` is true when it takes a card from the draw pile. ``also`` are
    further spellings. ``refuses`` says why an act of this shape is refused, or ``""``.
    """

    verb: str
    player: str | None
    needs: Needs
    price: int | None = None
    choices: tuple[Act, ...] = ()
    other: str | None = None
    ranks: tuple[int, ...] = RANKS
    least: int = 1
    most: int = 1
    step: int = 1
    takes_card: bool = False
    also: tuple[Act, ...] = ()
    refuses: Callable[[Act], str] | None = field(default=None, compare=False, repr=False)
    one_act: Act = field(init=False, compare=False, repr=False)
    """The act without cards and number: complete for options that need nothing."""
    one_card: tuple[Act, ...] = field(init=False, compare=False, repr=False)
    """For options that need one card: the act for each rank, by rank (the first entry stands for no rank)."""
    known: dict[Act, int] = field(init=False, compare=False, repr=False)
    """Every act that can be listed, unless ``refuses`` is asked: the rank that must come from the draw pile, or 0."""

    def __post_init__(self) -> None:
        acts: tuple[Act, ...] = ()
        if self.needs in _ONE_CARD:
            acts = tuple([Act(self.verb, self.player, (rank,), self.other) for rank in range(RANKS[-1] + 1)])
        object.__setattr__(self, "one_card", acts)
        object.__setattr__(self, "one_act", shared_act(self.verb, self.player, (), self.other))
        object.__setattr__(self, "known", {} if self.refuses is not None else self._known())

    def _known(self) -> dict[Act, int]:
        if self.needs is Needs.CARD:
            return {self.one_card[rank]: rank for rank in self.ranks}
        return dict.fromkeys(self.listed(), 0) if self.needs in (Needs.NOTHING, Needs.CHOICE) else {}

    def act(self, *cards: int, number: int | None = None) -> Act:
        """The act that this option becomes with ``cards`` or a ``number``.

        >>> str(Option("hit", "Bob", Needs.CARD).act(5))
        'Bob hit 5'
        """
        return Act(self.verb, self.player, cards, self.other, number)

    @property
    def told(self) -> Act:
        """The act that is told without a card, for options that need nothing: named in full where one card only serves.

        >>> from dealer.rules.acts import parse_act
        >>> named = parse_act("Carlos fold 3 from Echo", ["Carlos", "Echo"])
        >>> str(Option("fold", "Carlos", Needs.NOTHING, 3, (named,)).told)
        'Carlos fold 3 from Echo'
        """
        return self.choices[0] if len(self.choices) == 1 else self.one_act

    def fits(self, act: Act) -> bool:
        """Whether ``act`` is this option's, as far as words and names go."""
        return act.verb == self.verb and act.player == self.player and act.other == self.other

    def refusal(self, act: Act) -> str:
        """Why ``act``, which fits, is refused all the same; ``""`` when it is not."""
        if self.needs in _ONE_CARD:
            if len(act.cards) != 1 or act.number is not None:
                return f"{self.verb} takes exactly one card"
            if act.cards[0] not in self.ranks:
                return f"a {act.cards[0]} is not allowed here: only {_list(self.ranks)}"
        elif self.needs in _CARDS:
            if act.number is not None or not self.least <= len(act.cards) <= self.most:
                return f"cards that came: {len(act.cards)}; expected {_span(self.least, self.most)}"
            if not set(act.cards) <= set(self.ranks):
                return f"expected ranks out of {_list(self.ranks)}"
        elif self.needs is Needs.NUMBER:
            if act.number is None or act.cards:
                return f"{self.verb} takes a number"
            if not self.least <= act.number <= self.most:
                return f"{act.number} came; expected {_span(self.least, self.most)}"
            if act.number % self.step:
                return f"{act.number} came; expected a multiple of {self.step}"
        elif act not in self.listed():
            return f"expected {_alternatives(self.listed())}"
        return self.refuses(act) if self.refuses is not None else ""

    def numbers(self) -> range:
        """The numbers that serve."""
        first = self.least + -self.least % self.step
        return range(first, self.most + 1, self.step)

    def listed(self) -> tuple[Act, ...]:
        """The acts of an option that needs no rank and no number."""
        if self.needs is Needs.NOTHING:
            return (self.one_act, *self.choices, *self.also)
        return (*self.choices, *self.also)

    def __str__(self) -> str:
        words = {
            Needs.CARD: "CARD",
            Needs.HAND: "CARD",
            Needs.CARDS: "CARD…",
            Needs.HANDS: "CARD…",
            Needs.NUMBER: _span(self.least, self.most),
        }
        if self.needs is Needs.CHOICE:
            return _alternatives(self.choices)
        text = f"{self.act()}"
        return f"{text} {words[self.needs]}" if self.needs in words else text


@lru_cache(maxsize=4096)
def card_from_the_pile(verb: str, player: str, other: str | None = None) -> Option:
    """The option that takes one card from the draw pile; equal ones are the same object."""
    return Option(verb, player, Needs.CARD, other=other)


@lru_cache(maxsize=4096)
def card_from_a_hand(verb: str, player: str, other: str | None = None, ranks: tuple[int, ...] = RANKS) -> Option:
    """The option that takes one hidden card out of a hand or off a face-down stack; equal ones are the same object."""
    return Option(verb, player, Needs.HAND, other=other, ranks=ranks)


LISTED_NUMBERS = 100
"""How many of the numbers that serve are listed: more than a deck has cards; bets may have no upper bound."""


class Expectation:
    """What may come next: the options, whose turn it is, and the rule that says so.

    ``act in expectation`` asks whether the rules allow the act here. Whether its card can still be there is the draw
    pile's affair: ``Game.possible_ranks``; ``Game.push`` asks both. Expectations are shared between games: never
    change one.
    """

    def __init__(self, options: Iterable[Option], *, turn: str | None = None, rule: str = "") -> None:
        self.options: tuple[Option, ...] = tuple(options)
        self.turn = turn
        self.rule = rule
        self.takes_card: bool = any(option.takes_card or option.needs in FROM_THE_PILE for option in self.options)
        self.known: dict[Act, int] = {}
        """What is known of all options together."""
        for option in self.options:
            self.known.update(option.known)

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """The verbs that may come next, sorted."""
        return tuple(sorted({option.verb for option in self.options}))

    @cached_property
    def prices(self) -> dict[str, int]:
        """What acts cost now, by verb; nothing that is free."""
        return {option.verb: option.price for option in self.options if option.price}

    def option_of(self, act: Act) -> Option | None:
        """The option that ``act`` belongs to, if any."""
        for option in self.options:
            if option.fits(act) or act in option.choices or act in option.also:
                return option
        return None

    def __contains__(self, act: Act) -> bool:
        if act in self.known:
            return True
        option = self.option_of(act)
        return option is not None and not option.refusal(act)

    def __bool__(self) -> bool:
        return bool(self.options)

    def __str__(self) -> str:
        return " or ".join(str(option) for option in self.options) or "nothing: the game is over"

    def refusal(self, act: Act) -> str:
        """The sentence that refuses ``act``: what came, what was expected, and which rule says so."""
        option = self.option_of(act)
        why = option.refusal(act) if option is not None else ""
        reason = f" ({why})" if why else ""
        rule = f" Rule: {self.rule}" if self.rule else ""
        return f"'{act}' is not possible here{reason}; expected {self}.{rule}"

    def acts(self, possible_ranks: Iterable[int] | Mapping[int, int]) -> Iterator[Act]:
        """The acts that may come next, with each of ``possible_ranks`` where one hidden card is needed.

        Options that need several cards are left out, and so are all but the first numbers: their acts are too many.
        """
        ranks = tuple(possible_ranks)
        for option in self.options:
            made: Iterable[Act]
            if option.needs in _ONE_CARD:
                made = (option.one_card[rank] for rank in option.ranks if rank in ranks)
            elif option.needs is Needs.NUMBER:
                made = (option.act(number=number) for number in option.numbers()[:LISTED_NUMBERS])
            elif option.needs is Needs.NOTHING:
                made = (option.act(), *option.choices)
            else:
                made = option.choices
            for act in made:
                if not option.refusal(act):
                    yield act

    def without_the_pile(self) -> "Expectation":
        """What is left when no card can be taken from the draw pile."""
        left = [option for option in self.options if not option.takes_card and option.needs not in FROM_THE_PILE]
        return Expectation(left, turn=self.turn if left else None, rule=self.rule)


OVER = Expectation((), rule="When the game is over every act is refused (games.md, 1).")
"""What a finished game expects: nothing."""

RESHUFFLE = Expectation(
    (Option("reshuffle", None, Needs.NOTHING),),
    rule="When the deck runs out, reshuffle the discards (000, Reshuffling).",
)
"""What is expected when the draw pile is empty and a card is due."""


def _list(ranks: Iterable[int]) -> str:
    return ", ".join(str(rank) for rank in ranks) or "none"


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _alternatives(acts: Iterable[Act]) -> str:
    return " or ".join(str(act) for act in acts)
