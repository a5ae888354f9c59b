"""The screens of every game in play and at its end, played by simulated players: for the gallery and the tests."""

import math
import random
from collections.abc import Iterable

from dealer.books.facts import Coin, Payment, Person, Reckoning, Settled
from dealer.display.screens import PlayScreen, Screen, names_of
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.games.registry import GAMES, USUAL_GAME
from dealer.hands.last_screen import end_screen
from dealer.hands.rules_reader import Reading
from dealer.rehearsal.bots import play_sensibly
from dealer.seen.verdicts import Nothing
from dealer.settings import Odds
from dealer.table.extras import Shown
from dealer.view import TABLE, Area, Face, Place, SeatSeen, Sighting, TableView
from dealer.words.prompter import Prompter

SEED = 4
COIN = Coin(50, "€")


def played(variant: str, names: Iterable[str], **keys: object) -> Game:
    """A whole game of simulated players; as many of ``names`` as may play it."""
    seats = GAMES[variant].seats
    people = tuple(names)[: seats[-1]]
    header = Header.from_mapping({"variant": variant, "players": list(people), **keys})
    return play_sensibly(header, random.Random(SEED))


def in_the_middle(game: Game) -> Game:
    """The game as it stood when most lay on the table, and somebody was on turn."""
    best, most = Game(game.header), -1
    again = Game(game.header)
    for act in game.acts:
        again.push(act)
        state = again.state
        lying = sum(len(player.stack) + bool(player.hidden) for player in state.players) + len(state.table)
        if lying > most and (again.expects.turn is not None or again.expects.verbs == ("bid",)):
            best, most = Game(game.header, again.acts), lying
    return best


def view_of(game: Game) -> TableView:
    """The table of ``game`` as a camera would see it: coasters around it, cards before them."""
    state = game.state
    seats: list[SeatSeen] = []
    cards: list[Sighting] = []

    def lay(place: Place, x_mm: float, y_mm: float, angle_deg: float, rank: int) -> None:
        cards.append(Sighting(len(cards) + 1, place, x_mm, y_mm, angle_deg, Face.UP, rank, (), 0.0))

    count = len(state.players)
    for index, player in enumerate(state.players):
        angle = math.radians(-90 - index * 360 / count)
        x, y = 620 * math.cos(angle), 440 * math.sin(angle)
        facing = math.degrees(math.atan2(-y, -x))
        seats.append(SeatSeen(index + 1, x, y, facing))
        forward = (math.cos(math.radians(facing)), math.sin(math.radians(facing)))
        for place, rank in enumerate(player.stack):
            across = (place - (len(player.stack) - 1) / 2) * 40
            where = (x + 150 * forward[0] + across * forward[1], y + 150 * forward[1] - across * forward[0])
            lay(Place(Area.STACK, index + 1), *where, facing - 90, rank)
    for place, rank in enumerate(state.table[:12]):
        lay(TABLE, (place % 6 - 2.5) * 70, 50 - place // 6 * 100, 0, rank)
    return TableView(1, 1.0, tuple(cards), tuple(seats), frozenset())


def play_screen(game: Game, *, odds: Odds = Odds.TURN) -> PlayScreen:
    """The screen of ``game`` as it stands."""
    facts = Shown().of(game, odds)
    return PlayScreen(
        Prompter().prompt(game, Nothing()),
        facts.state,
        target=facts.goal,
        names=names_of({name: seat for seat, name in enumerate(game.header.players, start=1)}),
        view=view_of(game),
        odds=facts.odds,
        tableau=facts.tableau,
        balances=tuple((name, 7 * seat - 20) for seat, name in enumerate(game.header.players)),
    )


def game_screens(names: Iterable[str]) -> dict[str, Screen]:
    """Every game in the middle of play and at its end, by name."""
    people = tuple(names)
    screens: dict[str, Screen] = {}
    extras: dict[str, dict[str, object]] = {
        "kitty": {"coin": 1},
        USUAL_GAME: {"stakes": "portland", "carry": 3},
        "port": {"twists": ["calamities"]},
    }
    for variant, game in GAMES.items():
        while len(people) < game.seats[0]:
            people = (*people, f"{people[0]} {len(people) + 1}")
        whole = played(variant, people, **extras.get(variant, {}))
        screens[f"{variant}-play"] = play_screen(in_the_middle(whole), odds=Odds.ALWAYS)
        screens[f"{variant}-rules"] = Reading.of(whole.header).screen()
        prompt = Prompter().prompt(whole, Nothing())
        screens[f"{variant}-end"] = end_screen(whole, prompt, reckoning=Reckoning(COIN))
        if variant == USUAL_GAME:
            one, other = (Person(number, name, 0, 0) for number, name in enumerate(people[:2], 1))
            for name, settled in (
                ("settled", Settled()),
                ("settling", Settled((Payment(one, other, 3),), (Payment(other, one, 2),), pot=1)),
            ):
                screens[f"{variant}-end-{name}"] = end_screen(whole, prompt, reckoning=Reckoning(COIN, settled=settled))
    return screens
