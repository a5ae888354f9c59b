"""Coins that change hands: by which act, from whom to whom, and for what."""

import random
from collections import Counter

import pytest
from test_random_play import header, random_header

from dealer.game.driver import Game
from dealer.games.registry import GAMES, STAKES
from dealer.rehearsal.bots import play_at_random
from dealer.rules.acts import parse_act
from dealer.rules.coins import Transfer

KINDS = {
    "basic": "stake",
    "continuous": "stake",
    "port": "",
    "starboard": "ante bet payout split",
    "rocket": "fold pair",
    "blackstone": "fold pair payout split",
    "hawthorn": "ante fold pair payout",
    "goblin-poker": "ante fold pair payout",
    "monster": "ante bet payout",
    "regent": "bet fold pair payout",
    "troll-guts": "ante bet pair payout",
    "sweep": "",
    "kitty": "stake",
    "venture": "",
    "five-cards": "",
}
"""For what coins change hands in each game, as far as forty random ones tell; stakes that go through the pot apart."""


@pytest.mark.parametrize("variant", GAMES)
def test_the_transfers_are_the_coins_that_moved_act_by_act(variant: str) -> None:
    for seed in range(4):
        chooser = random.Random(f"{variant} {seed}")
        whole = play_at_random(random_header(variant, chooser), chooser)
        game = Game(whole.header)
        assert all(one.act is None for one in game.transfers)
        for index, act in enumerate(whole.acts):
            before, known = coins_of(game), len(game.transfers)
            game.push(act)
            moved: Counter[str | None] = Counter(before)
            for one in game.transfers[known:]:
                assert one.act == index and one.coins >= 0
                moved[one.giver] -= one.coins
                moved[one.taker] += one.coins
            assert {name: moved[name] for name in before} == coins_of(game)
        assert Game(whole.header, whole.acts[:-1]).transfers == whole.transfers[:known]


def coins_of(game: Game) -> dict[str | None, int]:
    return {**{player.name: player.coins for player in game.state.players}, None: game.state.pot}


@pytest.mark.parametrize("variant", GAMES)
def test_for_what_coins_change_hands(variant: str) -> None:
    seen: set[str] = set()
    for seed in range(40):
        chooser = random.Random(f"{variant} {seed}")
        start = random_header(variant, chooser)
        if start.stakes not in ("tacoma", "cutchfeld", "olympia"):
            seen |= {one.kind for one in play_at_random(start, chooser).transfers}
    assert seen - {"forfeit"} == set(KINDS[variant].split())


def lost(stakes: str, **keys: object) -> tuple[Transfer, ...]:
    start = header("basic", 3, stakes=stakes, target=5, **keys)
    lines = ("deal Bob 7", "deal Carlos 3", "deal Angie 9", "Carlos hit 6", "Angie hit 2", "Bob hit 7")
    game = Game(start, [parse_act(line, start.players) for line in lines])
    assert game.over
    return game.transfers


@pytest.mark.parametrize("stakes", STAKES)
def test_stakes_are_named(stakes: str) -> None:
    kinds = [one.kind for one in lost(stakes, forfeit="sings")]
    through_the_pot = ["stake", "split", "split"] if stakes != "forfeit" else ["forfeit"]
    assert kinds == (through_the_pot if stakes in ("forfeit", "tacoma", "cutchfeld", "olympia") else ["stake"] * 2)


def test_a_forfeit_moves_no_coins_and_is_owed_only_where_one_was_agreed() -> None:
    assert lost("forfeit", forfeit="sings") == (Transfer(5, "Bob", None, 0, "forfeit"),)
    assert lost("forfeit") == ()


def test_antes_come_before_the_first_act() -> None:
    assert Game(header("starboard", 2)).transfers == (
        Transfer(None, "Angie", None, 1, "ante"),
        Transfer(None, "Bob", None, 1, "ante"),
    )
