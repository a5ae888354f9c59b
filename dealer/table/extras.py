"""What a table of each game wants to see besides stacks and scores: the middle, pots, bets, totals, columns.

Facts from the game, with the few words that stand beside them; how they are drawn is the display's affair.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from dealer.display.screens import Column, Middle, Tableau
from dealer.game.driver import Game, State
from dealer.game.odds import Bad, chance_of_a_pair, columns_of
from dealer.game.odds import odds as odds_of_the_next_card
from dealer.games.table import Common
from dealer.locale import _
from dealer.settings import Odds


@dataclass(frozen=True, slots=True)
class Facts:
    """What the play screen shows of a game, worked out once for each state."""

    state: State
    goal: int | None
    tableau: Tableau
    odds: str


class Shown:
    """Works out what is shown only when something happened: screens are asked for many times a second."""

    def __init__(self) -> None:
        self._key: object = None
        self._facts: Facts | None = None

    def of(self, game: Game, odds: Odds) -> Facts:
        """The facts of ``game`` as it stands."""
        key = (id(game), game.acts, odds)
        if self._facts is None or key != self._key:
            made = tableau(game)
            if odds is Odds.ALWAYS:
                chances = pairing_chances(game)
                notes = {**chances, **{name: f"{words} {chances.get(name, '')}".strip() for name, words in made.notes}}
                made = replace(made, notes=tuple(notes.items()))
            words = "" if odds is Odds.OFF else odds_in_words(game)
            self._key, self._facts = key, Facts(game.state, goal(game), made, words)
        return self._facts


def odds_in_words(game: Game) -> str:
    """The chance that the next card is bad for who is on turn (or is dealt to); empty where that says nothing.

    >>> from dealer.game.driver import Header
    >>> odds_in_words(Game(Header.from_mapping({"variant": "basic", "players": ["A", "B"]})))
    ''
    """
    found = odds_of_the_next_card(game)
    if not found or game.expects.turn is None:
        return ""
    first = found[0]
    message = {
        Bad.PAIR: _("A pair: {cards} of {unseen}, {percent}%"),
        Bad.PAIR_OR_THREE: _("A pair or a 3: {cards} of {unseen}, {percent}%"),
        Bad.BLACK_STONES: _("A second 10: {cards} of {unseen}, {percent}%"),
        Bad.NO_COLUMN: _("Fits nowhere: {cards} of {unseen}, {percent}%"),
    }[first.bad]
    return message.format(cards=first.cards, unseen=first.unseen, percent=round(100 * first.chance))


def tableau(game: Game) -> Tableau:
    """Everything that the play screen shows of ``game`` besides its state."""
    return Tableau(
        middle=_middle(game),
        notes=tuple((name, words) for name, words in _notes(game).items() if words),
        counts_coins=not game.header.rules.keeps_score,
        price_word=_price_word(game),
    )


def goal(game: Game) -> int | None:
    """The score that ends the game, or the match; None where there is none."""
    if game.header.rules.winning_score is not None:
        return game.header.option("target", game.header.rules.winning_score)
    match: int | None = game.header.options.get("play_to")
    return game.target if game.target is not None else match


def pairing_chances(game: Game) -> dict[str, str]:
    """For each player with cards, the chance that the next card would pair, as it is shown; none where none can."""
    found: dict[str, str] = {}
    if not game.header.rules.pairs_by_chance:
        return found
    for player in game.state.players:
        if player.stack and player.status == "in":
            found[player.name] = f"{round(100 * chance_of_a_pair(game, player.name))}%"
    return found


def _price_word(game: Game) -> str:
    """What the price is for."""
    words = {"fold": _("fold"), "draw": _("draw"), "buy": _("buy")}
    return next((words.get(verb, verb) for verb in game.expects.prices), _("fold"))


def _middle(game: Game) -> Middle | None:
    """What lies between the players."""
    state, rules = game.state, game.header.rules
    has_pot = not rules.keeps_score and not rules.against_the_dealer
    pot = state.pot if state.pot or has_pot else None
    cards = tuple(sorted(state.table))
    match rules.common:
        case Common.COLUMNS:
            return Middle(columns=_columns(game))
        case Common.STONES:
            return Middle(_("White stones"), (), pot, amount=len(cards) or None)
        case Common.HAND:
            return Middle(_("Common hand"), state.table, pot, wants_cards=True)
        case Common.TARGETS:
            return Middle(_("Target"), cards, pot, wants_cards=True)
        case Common.CARDS | Common.SLUG:
            return Middle(_("Middle"), cards, pot, wants_cards=True)
        case Common.MONSTER if cards:
            return Middle(_("The Monster"), cards, pot, wants_cards=True)
    if rules.alternates_rounds:
        kinds = {"hit": _("Deck round"), "play": _("Hand round")}
        kind = next((words for verb, words in kinds.items() if verb in game.expects.verbs), "")
        return Middle(kind, (), pot)
    return Middle("", (), pot) if pot is not None else None


def _columns(game: Game) -> tuple[Column, ...]:
    placed = columns_of(game)
    names = game.header.players
    return tuple(
        Column(target, tuple(tuple(placed.get(target, {}).get(name, ())) for name in names))
        for target in sorted(game.state.table)
    )


def _notes(game: Game) -> Mapping[str, str]:
    """A few words beside each player's name."""
    state, rules = game.state, game.header.rules
    if rules.counts_sums:
        return {player.name: _total(player.stack) for player in state.players if player.status != "bust"}
    if rules.against_the_dealer:
        dealer, bets = bets_of(game)
        words = {name: _("bets {coins}").format(coins=coins) for name, coins in bets.items()}
        return {**words, dealer: _("dealer")}
    match rules.common:
        case Common.HAND:
            return {name: _("with {count}").format(count=count) for name, count in locked_with(game).items()}
        case Common.SLUG:
            return {
                player.name: _("{count} taken").format(count=len(player.points))
                for player in state.players
                if player.points
            }
    return _partners(game)


def _total(stack: tuple[int, ...]) -> str:
    return _("total {sum}").format(sum=sum(stack)) if stack else ""


def _partners(game: Game) -> dict[str, str]:
    teams: Any = game.header.option("teams", [])
    words: dict[str, str] = {}
    for one, other in teams:
        words[one], words[other] = (_("with {name}").format(name=name) for name in (other, one))
    return words


def locked_with(game: Game) -> dict[str, int]:
    """How many cards the common hand had when each player locked."""
    again = Game(game.header)
    found: dict[str, int] = {}
    for act in game.acts:
        again.push(act)
        locked = [event for event in again.events if event.kind == "lock" and event.player is not None]
        found.update({str(event.player): event.amount or 0 for event in locked})
    return {player.name: found[player.name] for player in game.state.players if player.status == "locked"}


def bets_of(game: Game) -> tuple[str, dict[str, int]]:
    """Who deals this round, and what the others have bet so far."""
    names = game.header.players
    acts = list(game.acts)
    if "bet" not in game.expects.verbs:
        while acts and acts[-1].verb != "bet":
            acts.pop()
    bets: dict[str, int] = {}
    for act in reversed(acts):
        if act.verb != "bet":
            break
        bets[act.player or ""] = act.number or 0
    first = next(reversed(bets), None) or game.expects.turn or names[0]
    return names[names.index(first) - 1], bets
