"""A game in the making: what it calls usual is what the games do when nobody says anything."""

import random

import pytest

from dealer.game.choices import Draft, pairings
from dealer.game.driver import Game
from dealer.game.seating import DEFAULT_NAMES
from dealer.games.options import OneOf, WholeNumber, one_of, whole_number
from dealer.games.registry import GAMES
from dealer.rehearsal.bots import play_at_random


@pytest.mark.parametrize(("variant", "key"), [(name, key) for name, game in GAMES.items() for key in game.options])
def test_what_is_usual_is_what_happens_without_a_word(variant: str, key: str) -> None:
    """Equal acts lead to an equal state, whether the usual value is written down or not."""
    for number in GAMES[variant].seats:
        for stakes in ("forfeit", "tacoma", "portland"):
            draft = Draft(DEFAULT_NAMES[:number], variant, dealer=number - 1, stakes=stakes)
            usual = draft.usual(key)
            if usual is None or (variant, key) == ("regent", "rounds") and number > 2:
                continue
            silent = draft.header()
            keys = {**silent.to_mapping(), key: draft._in_names(key, usual)}
            if key == "button" and variant == "rocket":
                keys["first"] = "low-card"
                silent = type(silent).from_mapping({**silent.to_mapping(), "first": "low-card"})
            told = type(silent).from_mapping(keys)
            game = play_at_random(silent, random.Random(number))
            assert Game(told, game.acts).to_json() == game.to_json()


def test_numbers_and_words_can_be_asked_what_they_allow() -> None:
    assert whole_number(1, 8) == WholeNumber(1, 8) and one_of("hard", "soft") == OneOf(("hard", "soft"))
    assert whole_number(1, 8)(9, ()) and not whole_number(1)(9, ())
    assert whole_number(0)(True, ()), "true is no number"


def test_six_pair_up_in_fifteen_ways_and_five_in_none() -> None:
    assert len(set(pairings(range(6)))) == 15
    assert pairings(range(5)) == ()
