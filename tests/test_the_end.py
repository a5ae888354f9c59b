"""Every end of every game: what is said, shown, kept in the journal and begun next are one."""

import random
import re
from itertools import count
from pathlib import Path

import pytest
from test_random_play import header, random_header

from dealer.display.screens import EndScreen
from dealer.game.driver import Game
from dealer.game.next_game import next_header
from dealer.games.registry import GAMES, STAKES
from dealer.hands.last_screen import end_screen
from dealer.journal.journal import Journal
from dealer.rehearsal.bots import play_at_random, play_sensibly
from dealer.rules.acts import parse_act
from dealer.seen.verdicts import Nothing
from dealer.words.prompter import Prompter

GAMES_EACH = 12
"""Random games of each kind, with twists, stakes and options that differ."""

STAKED = [(variant, stakes) for variant, game in GAMES.items() if game.has_stakes for stakes in STAKES]
TWISTED = [(variant, twist) for variant, game in GAMES.items() for twist in game.twists]


def check_the_end(game: Game, folder: Path) -> None:
    """What the voice says of a game that is over, what the screen shows, and what is begun after it."""
    assert game.over
    prompt = Prompter().prompt(game, Nothing())
    screen = end_screen(game, prompt)
    after = next_header(game)
    check_who_lost_and_won(game, screen, prompt.spoken)
    check_coins(game, screen)

    (said,) = re.findall(r"(\w+) deals next\.", prompt.spoken)
    assert f"{said} deals next" in screen.notes, "said and shown"
    assert after.dealer == said == game.next_dealer, "said and begun"
    said_buttons = re.findall(r"The button goes to (\w+)\.", prompt.spoken)
    shown_buttons = [line.removeprefix("Button: ") for line in screen.notes if line.startswith("Button: ")]
    begun = Game(after)
    assert said_buttons == shown_buttons == ([] if begun.button is None else [begun.button])
    first = [event.player for event in begun.events if event.kind == "first"]
    assert not (first and said_buttons) or first == said_buttons

    left = game.state.pot
    assert (f"In the pot for the next game: {left}" in screen.lines) == bool(left)
    assert after.option("carry", 0) == left
    with Journal(folder) as journal:
        number = journal.begin(after)
    with Journal(folder) as journal:
        kept = journal.load(number)
    assert kept.header == after and kept.dealer == said and kept.state == begun.state


def check_who_lost_and_won(game: Game, screen: EndScreen, spoken: str) -> None:
    state = game.state
    assert tuple(one.name for one in screen.standings if one.loser) == state.losers
    assert tuple(one.name for one in screen.standings if one.winner) == state.winners
    told = {name for name in game.header.players if re.search(rf"\b{name}\b", screen.headline)}
    assert told in (set(state.losers), set(state.winners)) and bool(told) == bool(state.losers or state.winners)
    sentence = screen.headline.partition(" with ")[0]
    assert state.losers == () or told == set(state.winners) or "loses" in sentence or "black stones" in screen.headline
    assert {name for name in told if re.search(rf"\b{name}\b", spoken.partition(" deals next")[0])} == told


def check_coins(game: Game, screen: EndScreen) -> None:
    for one, player in zip(screen.standings, game.state.players, strict=True):
        shown = one.score if one.counts_coins else one.coins or 0
        assert shown == player.coins
        assert one.counts_coins or one.score == player.score


@pytest.mark.parametrize("variant", GAMES)
def test_every_end_of_every_game(variant: str, tmp_path: Path) -> None:
    chooser = random.Random(f"ends {variant}")
    for number in range(GAMES_EACH):
        play = (play_at_random, play_sensibly)[number % 2]
        check_the_end(play(random_header(variant, chooser), chooser), tmp_path / str(number))


@pytest.mark.parametrize(("variant", "players"), [(variant, game.seats) for variant, game in GAMES.items()])
def test_every_number_of_players(variant: str, players: range, tmp_path: Path) -> None:
    for number in players:
        chooser = random.Random(f"ends {variant} {number}")
        dealer = header(variant, number).players[chooser.randrange(number)]
        check_the_end(play_at_random(header(variant, number, dealer=dealer, carry=3), chooser), tmp_path / str(number))


@pytest.mark.parametrize(("variant", "stakes"), STAKED)
def test_the_end_at_every_stakes(variant: str, stakes: str, tmp_path: Path) -> None:
    numbers = count()
    chooser = random.Random(f"{variant} {stakes}")
    for twists in ((), ("five-card-catch",)):
        for rotate in (False, True) if "rotate_deal" in GAMES[variant].options else (False,):
            keys = {"stakes": stakes, "twists": twists, **({"rotate_deal": True} if rotate else {}), "carry": 1}
            game = play_at_random(header(variant, 4, dealer="Bob", **keys), chooser)
            check_the_end(game, tmp_path / str(next(numbers)))


@pytest.mark.parametrize(("variant", "twist"), TWISTED)
def test_the_end_with_every_twist(variant: str, twist: str, tmp_path: Path) -> None:
    game = play_at_random(header(variant, 5, dealer="Delia", twists=(twist,)), random.Random(f"{variant} {twist}"))
    check_the_end(game, tmp_path)


# What the rule texts say of the next game


def ended(variant: str, acts: str, **keys: object) -> Game:
    start = header(variant, 3, **keys)
    game = Game(start, [parse_act(line, start.players) for line in acts.split("; ")])
    assert game.over
    return game


ROUND = "deal Bob 4; deal Carlos 10; deal Angie 7; Bob hit 9; Carlos hit 10"
"""Carlos loses at once where 10 points lose; Angie dealt."""


def test_the_loser_deals_next_where_the_text_says_so() -> None:
    continuous = ended("continuous", ROUND, target=10)
    assert continuous.state.losers == ("Carlos",)
    assert next_header(continuous).dealer == continuous.next_dealer == "Carlos"
    basic = ended("basic", ROUND, target=10)
    assert basic.state.losers == ("Carlos",)
    assert next_header(basic).dealer == basic.next_dealer == "Bob"


def test_the_deal_that_moves_on_from_round_to_round_moves_on_once_after_the_last() -> None:
    game = ended("basic", ROUND, target=10, rotate_deal=True)
    assert (game.dealer, game.next_dealer) == ("Angie", "Bob")
    port = ended("port", "deal Bob 4; deal Carlos 10; deal Angie 7; Bob lock; Carlos lock; Angie lock",
                 target=2, rotate_deal=True)  # fmt: skip
    assert (port.dealer, port.next_dealer) == ("Angie", "Bob")


def test_rockets_dealer_stays_where_the_deal_does_not_move_on() -> None:
    acts = "Bob bet 10; Carlos bet 10; deal Bob 5; deal Carlos 6; deal Angie 3"
    assert ended("rocket", acts).next_dealer == "Bob"
    assert ended("rocket", acts, rotate_deal=False).next_dealer == "Angie"
    named = ended("rocket", acts, first="low-card", button="Carlos")
    assert (named.button, named.next_button) == ("Carlos", "Angie")
    assert ended("rocket", acts, first="low-card").next_button is None, "it goes with the deal"


def test_nobody_loses_and_the_deal_passes_on_all_the_same() -> None:
    caught = "deal Bob 1; deal Carlos 10; deal Angie 9; Bob hit 2; Carlos hit 8; Angie hit 7; Bob hit 3; " \
             "Carlos hit 6; Angie hit 10; Bob hit 4; Carlos hit 5; Angie hit 8; Bob hit 5"  # fmt: skip
    game = ended("continuous", caught, twists=("five-card-catch",))
    assert (game.state.losers, game.state.winners, game.next_dealer) == ((), ("Bob",), "Bob"), "Angie dealt"


@pytest.mark.parametrize("told", ["Bob fold", "Bob fold 4 from Bob"])
def test_the_card_that_somebody_folded_for_decided_a_game(told: str) -> None:
    game = Game(header("basic", 2, target=4))
    for line in ("deal Bob 4", "deal Angie 9", told):
        game.push(parse_act(line, game.header.players))
    card = end_screen(game, Prompter().prompt(game, Nothing())).card
    assert game.over and card is not None and (card.player, card.rank) == ("Bob", 4)
