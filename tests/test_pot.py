"""No coin is dropped between two games: whatever the table plays next, what is in the pot is kept, or asked about."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_random_play import NAMES, header, random_header

from dealer.books.facts import HOUSE, POT, Pot
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.game.next_game import next_header
from dealer.games.registry import GAMES, STAKES
from dealer.hands.start_form import PotUse, StartForm
from dealer.journal.journal import POT_BEFORE, Journal
from dealer.rehearsal.bots import play_at_random

STAKED = [(variant, stakes) for variant, game in GAMES.items() for stakes in (STAKES if game.has_stakes else (None,))]


def played(journal: Journal, start: Header, chooser: random.Random, *, acts: int | None = None) -> Game:
    """A game in the journal: whole, or stopped after so many acts."""
    whole = play_at_random(start, chooser)
    number, game = journal.begin(start), Game(start, whole.acts[:acts])
    with journal.together(number, game):
        for act in game.acts:
            journal.add(number, act)
    journal.end(number, "over" if game.over else "stopped")
    return game


def before_books(journal: Journal) -> None:
    """Take away what games of before there were books do not have."""
    for statement in ("DELETE FROM evening", "DELETE FROM posting", "UPDATE game SET evening = NULL"):
        journal._connection.execute(statement)


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


def test_a_pot_outlives_again_new_game_a_player_who_leaves_and_a_restart(tmp_path: Path) -> None:
    start = Header.from_mapping(
        {"variant": "basic", "players": ["Ann", "Ben", "Cyd", "Dot"], "stakes": "tacoma", "penalty": 10, "carry": 1}
    )
    chooser = random.Random(3)
    with Journal(tmp_path) as journal:
        assert journal.books.pot_between_games() == Pot()
        while not (game := played(journal, start, chooser)).state.pot:
            journal.books.close(journal.books.opened())
        left = game.state.pot
        assert next_header(game, left).option("carry", 0) == left, "again"
        assert next_header(game, 0).option("carry", 0) == 0, "again, once it was shared out"
        form = StartForm.of({}, pot=journal.books.pot_between_games()).after(game)
        assert form.header().option("carry", 0) == left, "new game"
        assert form.with_game("port").header().option("carry", 0) == 0
        fewer = form.after(game, players=("Ann", "Bob", "Cyd"))
        assert fewer.pot.coins == left and fewer.use_of_the_pot is PotUse.LATER, "a player who leaves: asked about"
        kept = form.choice()
    with Journal(tmp_path) as journal:
        form = StartForm.of(kept, pot=journal.books.pot_between_games())
        assert form.header().option("carry", 0) == left and form.header().dealer == game.next_dealer, "a restart"


def test_coins_of_a_game_that_is_stopped_stay_in_the_pot(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        game = played(journal, header("starboard", 4, carry=2), random.Random(2), acts=3)
        assert not game.over and game.state.pot >= 6
        assert journal.books.pot_between_games() == Pot(game.state.pot, NAMES[:4])


def test_the_pot_of_before_there_were_books_is_the_last_games_alone(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        for _number in range(3):
            journal.end(journal.begin(header("starboard", 4)), "stopped")
        journal.begin(header("starboard", 3))
        before_books(journal)
    with Journal(tmp_path) as journal:
        assert journal.books.pot_between_games().coins == 4
        assert sum(journal.books.balances(journal.books.opened()).values()) == 0


@pytest.mark.parametrize(
    ("kept", "coins"), [({"coins": 2, "game": 1, "players": ["A"]}, 6), ({"coins": -3}, 4), ("x", 4), (None, 4)]
)
def test_what_the_table_remembered_of_the_pot_comes_into_the_books_once(
    tmp_path: Path, kept: object, coins: int
) -> None:
    with Journal(tmp_path) as journal:
        for _number in range(2):
            journal.end(journal.begin(header("starboard", 4)), "stopped")
        before_books(journal)
        journal.keep_choice(POT_BEFORE, kept)
    for _time in range(2):
        with Journal(tmp_path) as journal:
            assert journal.books.balances(journal.books.opened()) == {POT: coins, HOUSE: -coins}
            assert journal.choice(POT_BEFORE) is None


@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_no_coin_is_dropped_in_an_evening(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The pot's account is what lies in the middle of a game and what was left out of it, always."""
    chooser = random.Random(seed)
    with Journal(tmp_path_factory.mktemp("evening")) as journal:
        books = journal.books
        form = StartForm.of({})
        for _number in range(6):
            start = random_header(chooser.choice(tuple(GAMES)), chooser)
            form = chosen(form, start, books.pot_between_games(), chooser)
            begun = form.header()
            if form.use_of_the_pot is PotUse.SHARE:
                books.share_the_pot()
                assert books.pot_between_games().coins == form.pot.coins - form.pot.share * len(form.pot.players)
            apart = books.pot_between_games().coins - begun.option("carry", 0)
            game = played(journal, begun, chooser, acts=chooser.choice((None, None, 5)))
            assert books.pot_between_games().coins == apart + game.state.pot
            while game.over and chooser.random() < 0.4:
                game = played(journal, next_header(game), chooser)
                assert books.pot_between_games().coins == apart + game.state.pot
            leaver = chooser.choice((None, *begun.players))
            form = form.after(game, players=tuple(name for name in begun.players if name != leaver))
            if chooser.random() < 0.2:
                before = books.pot_between_games()
                books.close(books.opened())
                assert books.pot_between_games() == before
        assert sum(books.balances(books.opened()).values()) == 0


def chosen(form: StartForm, start: Header, pot: Pot, chooser: random.Random) -> StartForm:
    """Another game of the table's choice, with something done about the pot."""
    form = StartForm.of(form.choice(), pot=pot).with_game(start.variant).with_names(start.players)
    for _press in range(chooser.randrange(3)):
        form = form._changed("pot", 1) if pot.coins else form
    return form
