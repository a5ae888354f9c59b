"""The standing request: what the game waits for, who is asked, and what the four buttons mean meanwhile."""

from collections.abc import Iterable
from dataclasses import dataclass

from dealer.books.facts import Coin
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.games.continuous import Continuous
from dealer.games.table import Common
from dealer.locale.language import Language
from dealer.presses import Button
from dealer.rules.acts import MONSTER, REFUSING_VERBS, TABLE, Act
from dealer.rules.expect import Needs, Option
from dealer.seen.verdicts import Answer, Choice
from dealer.words import phrases, requests
from dealer.words import sentences as text
from dealer.words.narrator import Narrator
from dealer.words.phrases import Fact, Phrases, capitalised
from dealer.words.prompts import UNCHOSEN, Action, Line, Meaning, Mode, Prompt, preselected
from dealer.words.sentences import Sentence

SETUP = frozenset({"ante", "burnt", "hands", "face-down", "removed"})
"""What is done before the first card of a deal; it stays on the screen until that card lies."""

LONGEST_DETAIL = 120
"""More letters than this are more than two lines of the screen."""

TELLABLE = (Needs.CARD, Needs.CARDS, Needs.HAND, Needs.HANDS)
"""What can be told card by card."""

LARGEST_BETS = (150, 200, 250, 300, 400, 500, 750, 1000)
MOST_SMALL_BETS = 10
"""Bets on the buttons: the tens to a hundred, and then in larger steps."""

ENDED = frozenset({"new-round", "round-over", "bids-discarded", "captured", "misfired", "first"})
"""What follows a step that is over: the next one is asked for anew."""

LAST_ONE: dict[str, Sentence] = {
    "reveal": requests.REVEAL_LAST,
    "bid": requests.BID_LAST,
    "show": requests.SHOW_LAST,
}
"""What is asked of the only one who has not done yet what everybody does."""

Request = tuple[Sentence, dict[str, Fact]]


@dataclass(frozen=True, slots=True)
class Standing:
    """Makes the request of a game that is not over, in one language."""

    language: Language
    coin: Coin = Coin()

    def prompt(self, game: Game) -> Prompt:
        """Whose turn it is, what may happen, for how much, and how it is told by hand."""
        sentence, facts = self._request(game)
        shown, aloud = Phrases(self.language, coin=self.coin), Phrases(self.language, aloud=True)
        detail = capitalised(shown.say(sentence.detail, facts))
        setup = self._setup(game, shown)
        if setup:
            both = f"{setup} {detail}".strip()
            detail = both if len(both) <= LONGEST_DETAIL else setup
        spoken = "" if _goes_on(game) else capitalised(aloud.say(sentence.aloud, facts))
        if setup and not game.acts:
            spoken = f"{self._setup(game, aloud)} {spoken}"
        lines = self.lines(game)
        return Prompt(
            Mode.PLAY,
            capitalised(shown.say(sentence.headline, facts)),
            detail,
            spoken=spoken,
            meanings=self.meanings(game),
            turn=game.expects.turn,
            due=_due(game),
            price=next((option.price for option in game.expects.options if option.price), None),
            choices=lines if len(lines) > 1 else (),
        )

    def _setup(self, game: Game, worded: Phrases) -> str:
        """What the dealer does before the first card of this deal."""
        events = sorted(game.events, key=lambda event: event.kind != "ante")  # coins first, then cards
        told = Narrator(worded, game.header).lines([event for event in events if event.kind in SETUP])
        return " ".join(told)

    # -- the request -------------------------------------------------------------------------------------------------

    def _request(self, game: Game) -> Request:
        """The sentence, and what it is filled with."""
        options = game.expects.options
        first = options[0]
        if first.verb == "reshuffle":
            return self._reshuffle(game)
        if first.verb == "deal":
            return self._deal(game, options)
        if game.expects.turn is None:
            return self._everybody(game, options)
        return self._turn(game, game.expects.turn)

    def _reshuffle(self, game: Game) -> Request:
        burn = game.header.option("burn", game.header.rules.burns)
        if not any(player.stack for player in game.state.players) and game.header.rules.shuffles_all:
            return requests.SHUFFLE_ALL, {}
        return (requests.RESHUFFLE, {"burn": burn}) if burn else (requests.RESHUFFLE_ONLY, {})

    def _deal(self, game: Game, options: tuple[Option, ...]) -> Request:
        first = options[0]
        if first.player == TABLE:
            return self._deal_to_the_table(game, first)
        player = first.player or ""
        facts: dict[str, Fact] = {"player": player}
        if first.needs is Needs.HAND:
            fresh = any(event.kind == "first" for event in game.events)
            return requests.DEAL_PITCHED if fresh else requests.DEAL_PITCHED_ON, facts
        if (stones := _stones(game)) is not None:
            taken, dealt = stones
            facts |= {"number": dealt + 1, "amount": taken, "cards": phrases.count_of_cards(taken - dealt)}
            return requests.DEAL_STONES, facts
        stacks = {state.name: state.stack for state in game.state.players}
        tie = all(stacks[option.player or ""] for option in options)
        return requests.DEAL_TIE if tie else requests.DEAL_ROUND, facts

    def _deal_to_the_table(self, game: Game, option: Option) -> Request:
        rules, lying = game.header.rules, len(game.state.table)
        if rules.different_cards:
            return requests.DEAL_DIFFERENT, {"cards": phrases.count_of_cards(rules.different_cards - lying)}
        facts: dict[str, Fact] = {"amount": option.most, "cards": phrases.count_of_cards(option.most)}
        if rules.common is Common.TARGETS:
            return requests.DEAL_TARGET if option.most + lying == 1 else requests.DEAL_TARGETS, facts
        return requests.DEAL_SLUG if rules.common is Common.SLUG else requests.DEAL_TABLE, facts

    def _everybody(self, game: Game, options: tuple[Option, ...]) -> Request:
        """Reveals, bids and shows, in any order."""
        first = options[0]
        facts: dict[str, Fact] = {"player": first.player or ""}
        if len(options) == 1 and _goes_on(game, but_one=False):
            return LAST_ONE[first.verb], facts
        if first.player == MONSTER:
            return requests.SHOW_MONSTER, {"cards": phrases.count_of_cards(first.most)}
        if first.verb == "reveal":
            return requests.REVEAL, facts
        if first.verb == "bid":
            fresh = len(options) == len(game.header.players)
            return requests.BID_AND_PASS if game.header.rules.takes_bids_up and fresh else requests.BID, facts
        return requests.SHOWDOWN if game.header.rules.common is Common.MONSTER else requests.SHOW_HANDS, facts

    def _turn(self, game: Game, player: str) -> Request:
        """What the one on turn may do."""
        expects, state, header = game.expects, game.state, game.header
        own = next(one for one in state.players if one.name == player)
        price = next((option.price for option in expects.options if option.price), None)
        facts: dict[str, Fact] = {"player": player, "pot": phrases.coins(state.pot)}
        if price is not None:
            facts |= {"amount": price, "coins": phrases.coins(price)}
        match expects.verbs:
            case ("hit",):
                dealers = header.rules.against_the_dealer and player == game.dealer
                return requests.DEALER_HITS if dealers else requests.MUST_HIT, facts
            case ("bet",):
                most = header.option("max_bet", 0)
                return (requests.BET_UP_TO if most else requests.BET), {**facts, "coins": phrases.coins(most)}
            case ("fold", "take"):
                take = next(option for option in expects.options if option.verb == "take")
                stones = self.language.count(*requests.STONES, len(state.table))
                facts |= {"least": take.least, "cards": phrases.count_of_cards(take.least), "stones": stones}
                return requests.TAKE_STONES, facts
            case ("draw", "lock"):
                return requests.DRAW_OR_LOCK, {**facts, "cards": phrases.count_of_cards(len(state.table))}
            case ("capture",):
                return requests.CAPTURE, facts
            case ("choose",):
                return requests.CHOOSE, facts
            case ("give",):
                return requests.GIVE, {**facts, "card": phrases.card(_given_away(game))}
            case ("place",):
                return requests.PLACE, {**facts, "card": phrases.card(own.stack[-1])}
            case ("discard", "fold") if header.rules.common is Common.MONSTER:
                return requests.DISCARD, facts
            case ("play",):
                return requests.PLAY_A_CARD, facts
            case ("fold", "play"):
                return requests.HAND_ROUND, facts
            case ("fold", "pitch"):
                return requests.PITCH, facts
            case ("draw",) if header.rules.has_columns:
                return requests.DRAW, facts
        if header.rules.keeps_down_cards:
            return self._several(game, facts)
        return self._hit_or_stop(header, expects.verbs, sum(own.stack), facts)

    def _hit_or_stop(self, header: Header, verbs: tuple[str, ...], total: int, facts: dict[str, Fact]) -> Request:
        """Hit or fold, hit or lock; with an 8 there may be a trade."""
        trade = "discard" in verbs
        if "lock" in verbs:
            facts |= {"total": total, "points": phrases.points(total)}
            return requests.HIT_LOCK_TRADE if trade else requests.HIT_OR_LOCK, facts
        if issubclass(header.rules, Continuous):
            amount = facts.get("amount", 0)
            lowest = amount if isinstance(amount, int) else 1
            facts |= {"card": phrases.card(lowest), "points": phrases.points(lowest)}
            return requests.TURN_ANY_TRADE if trade else requests.TURN_ANY, facts
        if header.rules.alternates_rounds:
            return requests.DECK_ROUND, facts
        if not header.rules.keeps_score:
            return requests.FOLD_FOR_COINS, facts
        return requests.TURN_TRADE if trade else requests.TURN, facts

    def _several(self, game: Game, facts: dict[str, Fact]) -> Request:
        """Games with many choices: their verbs are listed."""
        verbs = list(dict.fromkeys(option.verb for option in game.expects.options))
        facts["verbs"] = self.language.choose([self.language.say(requests.VERBS[verb]) for verb in verbs])
        if not game.header.rules.piles_down_cards:
            return requests.REGENT, facts
        sentence = requests.TROLL_GUTS
        if "buy" in verbs:
            sentence = Sentence(sentence.headline, requests.BUY_FOR, sentence.spoken)
        return sentence, facts

    # -- the buttons -------------------------------------------------------------------------------------------------

    def meanings(self, game: Game) -> tuple[Meaning, ...]:
        """What the buttons mean while the game waits for an act: green one of the lines, red to refuse."""
        lines = self.lines(game)
        meanings = [green(lines[0])] if lines and preselected(lines) != UNCHOSEN else []
        refusing = next((option for option in game.expects.options if option.verb in REFUSING_VERBS), None)
        if refusing is not None:
            meanings.append(Meaning(Button.RED, self._refusing(refusing), Action.SAY, _cheapest(refusing)))
        meanings += self.always(game, menu=len(lines) < 2)
        if len(lines) > 1:
            meanings.append(Meaning(Button.BLUE, self.language.say(text.LABEL_NEXT), Action.NEXT_CHOICE))
        return tuple(meanings)

    def always(self, game: Game, *, menu: bool = True) -> tuple[Meaning, ...]:
        """Undo, where there is something to undo, and the menu."""
        undo = (Meaning(Button.YELLOW, self.language.say(text.LABEL_UNDO), Action.UNDO),) if game.acts else ()
        return (*undo, Meaning(Button.BLUE, self.language.say(text.LABEL_MENU), Action.MENU)) if menu else undo

    def lines(self, game: Game) -> tuple[Line, ...]:
        """All that can be told by hand now, one line each; green says the one on offer, blue steps on."""
        options = game.expects.options
        if options and options[0].verb == "deal" and options[0].player != TABLE:
            options = options[:1]  # the others follow in their order
        return tuple(line for option in options for line in self._lines_of(option, game))

    def _lines_of(self, option: Option, game: Game) -> Iterable[Line]:
        if option.needs in TELLABLE:
            yield Line(self._label(option), _known(option.act()), Action.TELL_CARD, option.act())
        elif option.needs is Needs.NUMBER:
            for number in numbers_offered(option):
                act = option.act(number=number)
                yield Line(self._numbered(option.verb, number), _known(act), Action.SAY, act)
        elif option.needs is Needs.CHOICE:
            for act in option.choices:
                yield Line(self._chosen(act), _known(act), Action.SAY, act)
        elif option.needs is Needs.NOTHING and option.verb not in REFUSING_VERBS:
            yield Line(self._label(option), _known(option.act()), Action.SAY, option.act())

    def _label(self, option: Option) -> str:
        """What an option is called on a button."""
        player, other = option.player or "", option.other or ""
        say = self.language.say
        match option.verb:
            case "deal":
                return say(requests.LABEL_MIDDLE) if player == TABLE else say(requests.LABEL_CARD_FOR, player=player)
            case "reveal" | "bid":
                return say(requests.LABEL_OF, player=player)
            case "show":
                return say(requests.LABEL_MONSTER) if player == MONSTER else say(requests.LABEL_HAND_OF, player=player)
            case "play":
                return say(requests.LABEL_PLAY)
            case "attack":
                return say(requests.LABEL_ATTACK, other=other)
            case "gift":
                return say(requests.LABEL_GIFT, other=other)
            case "see":
                return say(requests.LABEL_SEE, other=other)
            case "steal":
                return say(requests.LABEL_STEAL, other=other)
            case "buy":
                return say(requests.LABEL_BUY)
        return say(requests.LABELS[option.verb])

    def _numbered(self, verb: str, number: int) -> str:
        labels = {"take": requests.LABEL_TAKE, "bet": requests.LABEL_BET, "discard": requests.LABEL_DISCARD}
        return self.language.say(labels[verb], amount=number)

    def _chosen(self, act: Act) -> str:
        """An act that may be chosen from a list."""
        if act.verb == "give":
            return self.language.say(requests.LABEL_TO, other=act.other)
        if act.verb == "discard":
            return self.language.say(requests.LABEL_TRADE, rank=act.cards[0])
        if act.verb == "fold":
            own = act.other == act.player
            return self.language.say(
                requests.LABEL_OWN_CARD if own else requests.LABEL_TAKE_CARD, player=act.other, rank=act.cards[0]
            )
        return Phrases(self.language).card(act.cards[0])

    def _refusing(self, option: Option) -> str:
        if option.price is None:
            return self.language.say(requests.LABELS[option.verb])
        return self.language.say(requests.LABEL_FOLD_FOR, amount=option.price)


def _goes_on(game: Game, *, but_one: bool = True) -> bool:
    """Whether what is asked for has begun: then it needs not be said again, but to the last one (``but_one``)."""
    options, last = game.expects.options, game.last_act
    if last is None or game.expects.turn is not None or options[0].player == MONSTER:
        return False
    if options[0].verb == "deal" and options[0].player == TABLE:
        return bool(game.state.table)
    if last.verb != options[0].verb or any(event.kind in ENDED for event in game.events):
        return False
    if options[0].verb == "deal":
        tie = any(event.kind in ("tie-for-low", "replaced") for event in game.events)
        return not tie and last.player != TABLE
    return not (but_one and len(options) == 1)


def _due(game: Game) -> tuple[str, ...]:
    """Who still gets a card, or still does what everybody does, in the order in which it is expected."""
    if game.expects.turn is not None:
        return ()
    asked = dict.fromkeys(option.player for option in game.expects.options)
    return tuple(player for player in asked if player is not None and player in game.header.players)


def green(line: Line) -> Meaning:
    """The green button with ``line`` on offer."""
    return Meaning(Button.GREEN, line.label, line.action, line.act, line.choice if line.act is None else None)


def numbers_offered(option: Option) -> tuple[int, ...]:
    """The numbers that blue steps through: all of them where a deck bounds them, else the usual bets.

    >>> numbers_offered(Option("bet", "Bob", Needs.NUMBER, least=10, most=30, step=10))
    (10, 20, 30)
    """
    if option.verb != "bet":
        return tuple(option.numbers())
    small = tuple(option.numbers()[:MOST_SMALL_BETS])
    return (*small, *(bet for bet in LARGEST_BETS if small[-1] < bet <= option.most))


def _known(act: Act) -> Choice:
    return Choice(Answer.ACTS, (act,))


def _cheapest(option: Option) -> Act:
    """What red says: the option itself, or the first (cheapest) of its choices."""
    return option.told if option.needs is Needs.NOTHING else option.choices[0]


def _stones(game: Game) -> tuple[int, int] | None:
    """Blackstone: how many cards were asked for, and how many of them lie; None before anybody asked."""
    dealt = 0
    for act in reversed(game.acts):
        if act.verb == "take":
            return act.number or 0, dealt
        dealt += act.verb == "deal"
    return None


def _given_away(game: Game) -> int:
    """Kitty: the target that was taken with the 1."""
    last = game.last_act
    return last.cards[0] if last is not None and last.verb == "choose" else game.state.table[0]
