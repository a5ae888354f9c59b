"""What the evening's screens say of people, times and how a game went."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from dealer.books.facts import HOUSE, POT, Coin, Payment, Person
from dealer.display.screens import Mark
from dealer.game.driver import Event, Game
from dealer.locale import _, ngettext
from dealer.locale.language import mark_several, spoken
from dealer.rules.acts import Act
from dealer.words.worth import coins_in_words

MOST_NAMED = 2
"""More players than this are counted, not named."""


def mark_of(person: Person) -> Mark:
    """How a person is told apart."""
    return Mark(person.symbol, person.colour)


def decimal(number: float) -> str:
    """A number with one place after the point.

    >>> decimal(7.04)
    '7.0'
    """
    whole, part = f"{number:.1f}".split(".")
    return _("{whole}.{part}").format(whole=whole, part=part)


def date_of(clock: str, *, short: bool = False) -> str:
    """A day as people say it; what cannot be read stays as it is.

    >>> date_of("never")
    'never'
    """
    try:
        day = datetime.fromisoformat(clock).astimezone()
    except ValueError:
        return clock
    if short:
        return _("{day}/{month}/{year}").format(day=day.day, month=day.month, year=day.year)
    weekdays = (_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday"), _("Saturday"), _("Sunday"))
    words = _("{weekday}, {day}/{month}/{year}")
    return words.format(weekday=weekdays[day.weekday()], day=day.day, month=day.month, year=day.year)


def who_gives(giver: Person, taker: Person, *, done: bool = False) -> str:
    """Who gives whom, or gave.

    >>> who_gives(Person(1, "Ben", 0, 0), Person(2, "Ann", 1, 1))
    'Ben gives Ann'
    """
    words = _("{player} gave {other}") if done else _("{player} gives {other}")
    pot = _("the pot") in (giver.name, taker.name)
    if taker.number in (HOUSE, POT) and pot:
        words = _("{player} has paid the pot") if done else _("{player} pays the pot")
    elif taker.number in (HOUSE, POT):
        words = _("{player} has paid the house") if done else _("{player} pays the house")
    elif giver.number in (HOUSE, POT) and pot:
        words = _("The pot has paid {player}") if done else _("The pot pays {player}")
    elif giver.number in (HOUSE, POT):
        words = _("The house has paid {player}") if done else _("The house pays {player}")
    player = giver if giver.number > 0 else taker
    return words.format(player=player.name, other=taker.name)


def who_pays(payment: Payment, coin: Coin) -> str:
    """Who gives whom how much.

    >>> who_pays(Payment(Person(1, "Ben", 0, 0), Person(2, "Ann", 1, 1), 3), Coin())
    'Ben gives Ann 3'
    """
    giver, taker = payment.giver, payment.taker
    pot = POT in (giver.number, taker.number) or _("the pot") in (giver.name, taker.name)
    words = _("{player} gives {other} {coins}")
    if taker.number in (HOUSE, POT):
        words = _("{player} pays the pot {coins}") if pot else _("{player} pays the house {coins}")
    elif giver.number in (HOUSE, POT):
        words = _("The pot pays {other} {coins}") if pot else _("The house pays {other} {coins}")
    return words.format(player=giver.name, other=taker.name, coins=coins_in_words(coin, payment.coins))


def how_long(seconds: float | None) -> str:
    """How long something took.

    >>> how_long(840.0), how_long(4980.0), how_long(20.0), how_long(None)
    ('14 min', '1 h 23', '1 min', '')
    """
    if seconds is None:
        return ""
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return _("{minutes} min").format(minutes=minutes)
    return _("{hours} h {minutes}").format(hours=minutes // 60, minutes=f"{minutes % 60:02}")


Named = TypeVar("Named", Act, Event)


def as_called(one: Named, called: Mapping[str, str]) -> Named:
    """An act or an event with the names of now."""
    player, other = (None if name is None else called.get(name, name) for name in (one.player, one.other))
    return replace(one, player=player, other=other)


def outcome(game: Game, called: Mapping[str, str]) -> str:
    """Who lost, or who won; ``called``: how they are called now."""
    state = game.state
    if len(state.winners) == len(state.players):
        return _("all share the win")
    for players, words, several in (
        (state.losers, _("{players} lost"), mark_several("{count} player lost", "{count} players lost")),
        (state.winners, _("{players} won"), mark_several("{count} player won", "{count} players won")),
    ):
        if players:
            said = ngettext(*several, len(players)) if len(players) > MOST_NAMED else words
            return said.format(players=spoken().join([called[one] for one in players]), count=len(players))
    return _("undecided") if game.over else _("not over")


def round_in_words(events: tuple[Event, ...]) -> str:
    """What a round came to: the pair, the fold, the points of it; empty where nothing of that kind happened.

    >>> round_in_words((Event("hit", "Ann", 5), Event("pair", "Bob", 7, 7)))
    'Bob: a pair of 7s'
    """
    words = ""
    for event in events:
        match event.kind:
            case "pair" if event.player is not None:
                words = _("{player}: a pair of {rank}s").format(player=event.player, rank=event.rank)
            case "fold" if event.player is not None:
                words = _("{player} folded").format(player=event.player)
            case "scores" if event.player is not None and event.amount:
                points = ngettext("{player}: {points} point", "{player}: {points} points", event.amount)
                words = words or points.format(player=event.player, points=event.amount)
    return words
