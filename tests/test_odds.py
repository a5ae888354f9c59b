"""The odds of the next card are what happens when each of the unseen cards is tried."""

import random
from fractions import Fraction

import pytest

from dealer.game.driver import Game, Header
from dealer.game.odds import Bad, odds, receiver
from dealer.games.registry import GAMES
from dealer.rehearsal.bots import SensibleCards
from dealer.rules.expect import Needs, Option

NAMES = ("Angie", "Bob", "Carlos", "Delia", "Echo", "Fay", "Gus", "Hope")
SILENT = ("sweep", "kitty", "venture", "monster")
"""Games in which no unknown card comes to a stack: nobody is told odds."""


def header(variant: str, seed: int, **keys: object) -> Header:
    number = random.Random(f"{variant} {seed}").choice(GAMES[variant].seats)
    return Header.from_mapping({"variant": variant, "players": NAMES[:number], **keys})


def is_bad(game: Game, option: Option, rank: int) -> bool:
    """Whether a card of ``rank`` does to its receiver what the odds are about."""
    trial = Game(game.header, game.acts)
    for event in trial.push(option.act(rank)):
        if event.kind in ("pair", "replaced", "unplayable") and event.rank == rank:
            return True
        if event.kind == "attacked" and event.amount is not None:
            return True
    return False


@pytest.mark.parametrize("variant", GAMES)
def test_the_odds_are_those_of_trying_every_unseen_card(variant: str) -> None:
    checked = 0
    for seed in range(3):
        chooser = random.Random(f"odds {variant} {seed}")
        game = Game(header(variant, seed))
        cards = SensibleCards(game, chooser)
        while not game.over and checked < 60:
            told = {one.player: one for one in odds(game)}
            for option in game.expects.options:
                player = receiver(option)
                if player not in told or option.needs not in (Needs.CARD, Needs.HAND):
                    continue
                unseen = game.possible_ranks
                bad = sum(number for rank, number in unseen.items() if is_bad(game, option, rank))
                assert told[player or ""].chance == Fraction(bad, sum(unseen.values())), (str(option), game.acts[-3:])
                checked += 1
            option, act = cards.decide()
            game.push(act)
            cards.follow(option)
    assert (checked == 0) == (variant in SILENT)


def test_odds_are_for_the_one_attacked_in_regent() -> None:
    game = Game(header("regent", 3, players=["A", "B", "C"]))
    for act in ("B 4", "C 5", "A 9"):
        game.push(next(one for one in game.legal_acts() if str(one) == f"deal {act}"))
    assert game.expects.turn == "B"
    assert {one.player: one.cards for one in odds(game)} == {"C": 4, "A": 8}


def test_a_three_is_bad_for_rockets_dealer() -> None:
    game = Game(Header.from_mapping({"variant": "rocket", "players": ["A", "B"]}))
    for line in ("B bet 10", "deal B 4", "deal A 9", "B hit 7"):
        game.push(next(act for act in game.legal_acts() if str(act) == line))
    (one,) = odds(game)
    assert (one.player, one.bad, one.cards, one.unseen) == ("A", Bad.PAIR_OR_THREE, 8 + 3, 52)


def test_no_odds_before_there_is_a_card_to_pair() -> None:
    assert odds(Game(header("basic", 1))) == ()
