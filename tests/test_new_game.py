"""A game is one module: an invented one is entered into the registry, and everything else knows it."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from invented_game import LastLamp
from true_views import play

from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.game.record import parse_record, replay_record, write_record
from dealer.games.registry import GAMES, rules
from dealer.measures.games import final, lines
from dealer.rehearsal.bots import play_sensibly
from dealer.seen.verdicts import Nothing
from dealer.settings import Odds
from dealer.table.extras import Shown
from dealer.words.prompter import Prompter

NAMES = ["Angie", "Bob", "Carlos"]


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(GAMES, LastLamp.variant, LastLamp)  # type: ignore[arg-type]
    rules.cache_clear()
    yield
    rules.cache_clear()


def header() -> Header:
    return Header.from_mapping({"variant": LastLamp.variant, "players": NAMES})


def test_simulated_people_play_it_and_its_record_is_read_again() -> None:
    for seed in range(20):
        game = play_sensibly(header(), random.Random(seed))
        assert game.over and game.state.winners and not game.state.pot
        again, read = replay_record(parse_record(write_record(game.header, game.acts)))
        assert again.to_json() == game.to_json() and len(read) == len(game.acts)


def test_each_of_its_states_has_a_prompt_a_screen_and_words_for_what_happened() -> None:
    whole = play_sensibly(header(), random.Random(4))
    prompter, shown, game = Prompter(), Shown(), Game(header())
    for act in (None, *whole.acts):
        if act is not None:
            game.push(act)
        prompt = prompter.prompt(game, Nothing())
        assert prompt.headline and "{" not in prompt.headline + prompt.detail + prompt.spoken
        facts = shown.of(game, Odds.ALWAYS)
        assert facts.tableau.counts_coins
        assert facts.tableau.middle is not None and facts.tableau.middle.pot == game.state.pot


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_referee_follows_it_from_the_first_card_to_the_pot(seed: int, tmp_path: Path) -> None:
    evening = play(header(), seed, tmp_path)
    assert evening.sitting.over
    assert lines(evening.sitting.game.acts) == lines(evening.people.game.acts)
    assert final(evening.sitting.game) == final(evening.people.game)
    assert not evening.audience.missed and not evening.audience.unoffered
