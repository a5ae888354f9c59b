"""No coin is dropped between two games: whatever the table plays next, what is in the pot is kept, or asked about."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_random_play import NAMES, header, random_header

from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.game.next_game import next_header
from dealer.games.registry import GAMES, STAKES
from dealer.hands.start_form import PotUse, StartForm
from dealer.journal.journal import Journal
from dealer.rehearsal.bots import play_at_random
from dealer.table.pot import POT, Pot, pot_between_games

STAKED = [(variant, stakes) for variant, game in GAMES.items() for stakes in (STAKES if game.has_stakes else (None,))]


def played(journal: Journal, start: Header, chooser: random.Random, *, acts: int | None = None) -> Game:
    """A game in the journal: whole, or stopped after so many acts."""
    whole = play_at_random(start, chooser)
    number = journal.begin(start)
    for act in whole.acts[:acts]:
        journal.add(number, act)
    game = journal.load(number)
    journal.end(number, "over" if game.over else "stopped")
    return game


@pytest.mark.parametrize(("variant", "stakes"), STAKED)
def test_who_has_a_pot_is_a_fact_of_the_game(variant: str, stakes: str | None) -> None:
    """Where there is none what was carried stays; where there is one somebody takes some of it sooner or later."""
    game = GAMES[variant]
    for number in (game.seats[0], game.seats[-1]):
        keys = {} if stakes is None else {"stakes": stakes}
        left = {
            play_at_random(header(variant, number, carry=7, **keys), random.Random(seed)).state.pot for seed in range(4)
        }
        assert (left == {7}) == (not game.has_pot(stakes, number)), (number, left)


def test_a_pot_that_was_kept_comes_back_and_nonsense_is_an_empty_one() -> None:
    pot = Pot(3, 12, ("Ann", "Ben"))
    assert Pot.of(pot.kept()) == pot
    good = pot.kept()
    for kept in (None, 3, [], {}, {**good, "coins": -1}, {**good, "coins": True}, {**good, "game": "x"},
                 {**good, "players": "Ann"}, {**good, "players": [1]}, {"coins": 3}):  # fmt: skip
        assert Pot.of(kept) == Pot()


def test_a_game_is_counted_in_once() -> None:
    game = play_at_random(header("port", 3, carry=2), random.Random(1))
    pot = Pot(5, 6, NAMES[:2]).after(7, game)
    assert pot == Pot(5, 7, NAMES[:3]), "two of the five lay in that game's pot, and still do"
    assert pot.after(7, game) == pot


def test_a_pot_outlives_again_new_game_a_player_who_leaves_and_a_restart(tmp_path: Path) -> None:
    start = Header.from_mapping(
        {"variant": "basic", "players": ["Ann", "Ben", "Cyd", "Dot"], "stakes": "tacoma", "penalty": 10, "carry": 1}
    )
    chooser = random.Random(3)
    with Journal(tmp_path) as journal:
        assert pot_between_games(journal) == Pot()
        while not (game := played(journal, start, chooser)).state.pot:
            pass
        left = game.state.pot
        assert next_header(game).option("carry", 0) == left, "again"
        form = StartForm.of({}, pot=pot_between_games(journal)).after(game)
        assert form.header().option("carry", 0) == left, "new game"
        assert form.with_game("port").header().option("carry", 0) == 0
        fewer = form.after(game, leaving="Dot")
        assert fewer.pot.coins == left and fewer.use_of_the_pot is PotUse.LATER, "a player who leaves: asked about"
        kept = form.choice()
    with Journal(tmp_path) as journal:
        form = StartForm.of(kept, pot=pot_between_games(journal))
        assert form.header().option("carry", 0) == left and form.header().dealer == game.next_dealer, "a restart"


def test_coins_of_a_game_that_is_stopped_stay_in_the_pot(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = played(journal, header("starboard", 4, carry=2), random.Random(2), acts=3)
        assert not game.over and game.state.pot >= 6
        assert pot_between_games(journal) == Pot(game.state.pot, 1, NAMES[:4])


def test_a_game_that_can_go_on_is_not_counted_in_yet(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(header("starboard", 4))
        assert pot_between_games(journal) == Pot()
        journal.end(number, "stopped")
        assert pot_between_games(journal) == Pot(4, 1, NAMES[:4])


def test_a_first_look_at_an_old_journal_takes_the_last_games_pot_alone(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        for _number in range(3):
            journal.end(journal.begin(header("starboard", 4)), "stopped")
        number = journal.begin(header("starboard", 3))
        assert pot_between_games(journal).coins == 4
        journal.end(number, "stopped")
        assert pot_between_games(journal).coins == 4 + 3


def test_a_pot_outlives_its_journals_games(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.keep_choice(POT, Pot(2, 99, ("Ann", "Ben")).kept())
        assert pot_between_games(journal).coins == 2
        journal.end(journal.begin(header("starboard", 4)), "stopped")
        assert pot_between_games(journal).coins == 2 + 4


@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_no_coin_is_dropped_in_an_evening(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    """All coins that players have won and lost, with what they shared out, and the pot, come to nothing."""
    chooser = random.Random(seed)
    balance = 0
    with Journal(tmp_path_factory.mktemp("evening")) as journal:
        form = StartForm.of({})
        for _number in range(6):
            start = random_header(chooser.choice(tuple(GAMES)), chooser)
            form = chosen(form, start, pot_between_games(journal), chooser)
            balance += form.pot.coins - form.pot_once_begun().coins
            journal.keep_choice(POT, form.pot_once_begun().kept())
            begun = form.header()
            game = played(journal, begun, chooser, acts=chooser.choice((None, None, 5)))
            balance += sum(player.coins for player in game.state.players)
            while game.over and chooser.random() < 0.4:
                game = played(journal, next_header(game), chooser)
                balance += sum(player.coins for player in game.state.players)
            form = form.after(game, leaving=chooser.choice((None, *begun.players)))
            if chooser.random() < 0.5:
                assert balance + pot_between_games(journal).coins == 0
        assert balance + pot_between_games(journal).coins == 0


def chosen(form: StartForm, start: Header, pot: Pot, chooser: random.Random) -> StartForm:
    """Another game of the table's choice, with something done about the pot."""
    form = StartForm.of(form.choice(), pot=pot).with_game(start.variant).with_names(start.players)
    for _press in range(chooser.randrange(3)):
        form = form._changed("pot", 1) if pot.coins else form
    return form
