"""The evening's books: every coin that acts move stands there, and nothing else does."""

import sqlite3
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import pytest

from dealer.books.facts import HOUSE, POT, Coin, PostingKind, Standing
from dealer.errors import InputError
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.game.odds import chance_before
from dealer.journal.copies import make_copy
from dealer.journal.journal import FILE_NAME, Journal
from dealer.rules.acts import Act, parse_act
from dealer.settings import Keeping
from dealer.table.sitting import Sitting

STAKED = Header.from_mapping(
    {"variant": "basic", "players": ["Angie", "Bob", "Carlos"], "dealer": "Carlos", "stakes": "seattle", "target": 5}
)
LOST = ("deal Angie 4", "deal Bob 9", "deal Carlos 7", "Angie hit 6", "Bob hit 9")


def said(journal: Journal, number: int, game: Game, line: str) -> None:
    game.push(act := parse_act(line, game.header.players))
    with journal.together(number, game):
        journal.add(number, act)


def played(journal: Journal, header: Header, *lines: str) -> tuple[int, Game]:
    number, game = journal.begin(header), Game(header)
    for line in lines:
        said(journal, number, game, line)
    return number, game


def balances(journal: Journal) -> dict[str, int]:
    evening = journal.books.opened()
    assert sum(journal.books.balances(evening).values()) == 0
    return {tab.person.name: tab.balance for tab in journal.books.tabs(evening)}


def number_of(journal: Journal, name: str) -> int:
    person = journal.people.named(name)
    assert person is not None
    return person.number


def kinds(journal: Journal, game: int | None = None) -> list[str]:
    return [line.kind.value for line in journal.books.postings(journal.books.opened(), game)]


def test_what_the_loser_pays_stands_in_the_books(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number, game = played(journal, STAKED, *LOST)
        assert game.over
        assert balances(journal) == {"Angie": 1, "Bob": -2, "Carlos": 1}
        (first, _) = journal.books.postings(journal.books.opened(), number)
        assert (first.kind, first.act, first.why, first.coins) == (PostingKind.STAKE, 4, "seattle", 1)
        assert journal.books.games(journal.books.opened()) == (number,)


def test_an_undo_after_the_end_takes_the_coins_back_and_names_why(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number, game = played(journal, STAKED, *LOST)
        act = game.pop()
        with journal.together(number, game):
            journal.undo(number, act, hand="yellow")
        assert balances(journal) == {"Angie": 0, "Bob": 0, "Carlos": 0}
        *_, last = journal.books.postings(journal.books.opened(), number)
        assert last.kind is PostingKind.REVERSAL and last.hand == "yellow" and "Bob hit 9" in last.why
        said(journal, number, game, "Bob hit 8")
        assert balances(journal) == {"Angie": 0, "Bob": 0, "Carlos": 0}


def test_a_correction_after_all_was_paid_shows_who_gives_it_back(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number, game = played(journal, STAKED, *LOST)
        evening = journal.books.opened()
        for payment in journal.books.settlement(evening):
            journal.books.tick(payment, "touch")
        assert set(balances(journal).values()) == {0}
        journal.books.close(evening)
        game = game.correct(4, Act("hit", "Bob", (8,)))
        with journal.together(number, game):
            journal.correct(number, 4, Act("hit", "Bob", (8,)), old=Act("hit", "Bob", (9,)), hand="touch")
        assert journal.books.open() is not None, "coins are owed again"
        assert balances(journal) == {"Angie": -1, "Bob": 2, "Carlos": -1}
        again = [(one.giver.name, one.taker.name, one.coins) for one in journal.books.settlement(evening)]
        assert again == [("Angie", "Bob", 1), ("Carlos", "Bob", 1)]


def test_only_from_the_first_act_that_differs_lines_are_posted_anew(tmp_path: Path) -> None:
    header = Header.from_mapping({"variant": "starboard", "players": ["Angie", "Bob", "Carlos"]})
    with Journal(tmp_path) as journal:
        number, game = played(journal, header, "deal table 5 9", "Bob draw 2", "Carlos draw 3")
        assert kinds(journal) == ["ante"] * 3 + ["bet"] * 2
        game = game.correct(1, Act("draw", "Bob", (4,)))
        with journal.together(number, game):
            journal.correct(number, 1, Act("draw", "Bob", (4,)), old=Act("draw", "Bob", (2,)))
        assert kinds(journal) == ["ante"] * 3 + ["bet"] * 2, "another card, the same coins: nothing moves"
        game.pop()
        with journal.together(number, game):
            journal.undo(number, Act("draw", "Carlos", (3,)))
        assert kinds(journal)[-2:] == ["bet", "reversal"]
        assert journal.books.pot(journal.books.opened()) == game.state.pot == 4


def test_what_a_game_carries_is_what_lies_in_the_pot(tmp_path: Path) -> None:
    header = {"variant": "starboard", "players": ["Angie", "Bob", "Carlos"]}
    with Journal(tmp_path) as journal:
        number, game = played(journal, Header.from_mapping(header), "deal table 5 9", "Bob draw 2")
        assert journal.books.pot_between_games().coins == 0, "it goes on"
        journal.end(number, "stopped")
        pot = journal.books.pot_between_games()
        assert (pot.coins, pot.players, pot.share) == (4, ("Angie", "Bob", "Carlos"), 1)
        number, game = played(journal, Header.from_mapping({**header, "carry": 4}))
        assert journal.books.pot(journal.books.opened()) == 4, "nobody has paid before the first act"
        said(journal, number, game, "deal table 5 9")
        assert journal.books.pot(journal.books.opened()) == game.state.pot == 7
        journal.end(number, "stopped")
        number, game = played(journal, Header.from_mapping({**header, "carry": 9}), "deal table 5 9")
        assert journal.books.pot(journal.books.opened()) == game.state.pot == 12, "somebody says that so many lie there"
        journal.end(number, "stopped")
        journal.books.share_the_pot()
        assert journal.books.pot(journal.books.opened()) == 0


def test_a_pot_that_was_shared_out_too_soon_is_made_good_by_the_house(tmp_path: Path) -> None:
    header = Header.from_mapping({"variant": "starboard", "players": ["Angie", "Bob"]})
    with Journal(tmp_path) as journal:
        number, game = played(journal, header, "deal table 5 9", "Bob draw 2", "Angie draw 3")
        journal.end(number, "stopped")
        journal.books.share_the_pot()
        gone = game.pop()
        with journal.together(number, game):
            journal.undo(number, gone)
        journal.end(number, "stopped")
        evening = journal.books.opened()
        assert journal.books.pot(evening) == -1 and journal.books.pot_between_games().coins == 0
        for payment in journal.books.settlement(evening):
            journal.books.tick(payment, "touch")
        journal.books.close(evening)
        assert not any(journal.books.balances(evening).values())
        assert journal.books.pot_between_games().coins == 0


def test_the_pot_goes_on_to_the_next_evening_and_back(tmp_path: Path) -> None:
    header = Header.from_mapping({"variant": "starboard", "players": ["Angie", "Bob"]})
    with Journal(tmp_path) as journal:
        played(journal, Header.from_mapping({"variant": "port", "players": ["Angie", "Bob"]}))  # left without a word
        number, _ = played(journal, header, "deal table 5 9")
        first = journal.books.opened()
        with pytest.raises(InputError, match="Game 2 still goes on"):
            journal.books.close(first)
        journal.end(number, "stopped")
        payments = journal.books.settlement(first)
        assert [(one.giver.name, one.taker.name, one.coins) for one in payments] == [
            ("Angie", "the pot", 1), ("Bob", "the pot", 1)
        ]  # fmt: skip
        for payment in payments:
            journal.books.tick(payment, "touch")
        journal.books.close(first)
        assert not any(journal.books.balances(first).values()), "a settled evening is at nought, pot and all"
        assert journal.books.pot_between_games().coins == 2
        journal.books.reopen(first)
        assert journal.books.pot(first) == 2
        journal.books.close(first)
        second = journal.books.opened()
        assert journal.books.pot(second) == 2 and journal.books.pot_between_games().players == ("Angie", "Bob")
        with pytest.raises(InputError, match="still open"):
            journal.books.reopen(first)


def test_what_people_do_by_hand(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        books = journal.books
        ann, ben, cyd = (journal.people.add(name, Standing.REGULAR).number for name in ("Ann", "Ben", "Cyd"))
        books.pay(HOUSE, ann, 10, PostingKind.BUY_IN)
        books.pay(ann, ben, 3, PostingKind.SIDE_BET, hand="green")
        books.round(ben, [ann, ben, cyd], 2)
        assert balances(journal) == {"Ann": 5, "Ben": 7, "Cyd": -2}
        books.pay(cyd, ben, 2, PostingKind.CASH)
        assert balances(journal) == {"Ann": 5, "Ben": 5, "Cyd": 0}
        forfeit = books.pay(cyd, HOUSE, 0, PostingKind.FORFEIT, why="sings")
        books.reverse(forfeit.number, "touch")
        for giver, taker, coins, kind in (
            (ann, ann, 1, PostingKind.SIDE_BET), (ann, POT, 1, PostingKind.SIDE_BET), (ann, 99, 1, PostingKind.CASH),
            (ann, ben, 0, PostingKind.CASH), (ann, ben, 2, PostingKind.FORFEIT), (ann, ben, 2, PostingKind.ANTE),
        ):  # fmt: skip
            with pytest.raises(InputError):
                books.pay(giver, taker, coins, kind)
        with pytest.raises(InputError, match="back already"):
            books.reverse(forfeit.number, "touch")


def test_a_side_bet_during_a_game_is_none_of_its_coins(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        dot = journal.people.add("Dot", Standing.REGULAR).number
        number, game = played(journal, STAKED, *LOST[:-1])
        line = journal.books.pay(dot, number_of(journal, "Bob"), 3, PostingKind.SIDE_BET, game=number)
        said(journal, number, game, LOST[-1])
        assert balances(journal) == {"Angie": 1, "Bob": 1, "Carlos": 1, "Dot": -3}
        act = game.pop()
        with journal.together(number, game):
            journal.undo(number, act)
        assert balances(journal) == {"Angie": 0, "Bob": 3, "Carlos": 0, "Dot": -3}
        journal.books.reverse(line.number, "touch")
        assert set(balances(journal).values()) == {0} and journal.books.mend(everything=True) == ()


def test_the_cards_coins_are_not_taken_back_by_hand(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number, _ = played(journal, STAKED, *LOST)
        line = journal.books.postings(journal.books.opened(), number)[0]
        with pytest.raises(InputError, match="correct the card"):
            journal.books.reverse(line.number, "touch")


def test_a_forfeit_is_ticked_and_comes_back_with_the_loss(tmp_path: Path) -> None:
    header = Header.from_mapping({**STAKED.to_mapping(), "stakes": "forfeit", "forfeit": "sings"})
    with Journal(tmp_path) as journal:
        number, game = played(journal, header, *LOST)
        (forfeit,) = journal.books.postings(journal.books.opened(), number)
        assert (forfeit.giver, forfeit.coins, forfeit.why) == (number_of(journal, "Bob"), 0, "sings")
        journal.books.reverse(forfeit.number, "touch")
        journal.books.mend(everything=True)
        assert kinds(journal) == ["forfeit", "reversal"], "done is done"


def test_who_leaves_early_settles_alone_and_debts_are_carried(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        books = journal.books
        ann, ben, cyd = (journal.people.add(name, Standing.REGULAR).number for name in ("Ann", "Ben", "Cyd"))
        books.pay(cyd, ann, 2, PostingKind.SIDE_BET)
        books.pay(ben, ann, 1, PostingKind.SIDE_BET)
        first = books.opened()
        (payment,) = books.settlement(first, leaving=cyd)
        assert (payment.giver.number, payment.taker.number, payment.coins) == (cyd, ann, 2)
        books.tick(payment, "green")
        books.carry(ben)
        assert set(balances(journal).values()) == {0}
        books.close(first)
        assert balances(journal) == {"Ben": -1, "Ann": 1}
        assert books.opened().number != first.number


def test_an_evening_has_its_coin(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        assert journal.books.open() is None
        journal.books.opened(Coin(10, "£"))
        assert journal.books.opened().coin == Coin(10, "£")
        journal.books.close(journal.books.opened())
        assert journal.books.opened().coin == Coin(10, "£"), "the house's habit"
        journal.books.set_coin(Coin(0, "", "peanut"))
        assert journal.books.opened().coin.name == "peanut"


def test_luck_and_what_a_person_has_done(tmp_path: Path) -> None:
    """Bob's 9 pairs at odds of 8 in 51 or so; Angie's fold takes Carlos' card."""
    lines = (
        "deal Angie 4", "deal Bob 9", "deal Carlos 2", "Carlos hit 6", "Angie fold 2 from Carlos", "deal Angie 5",
        "deal Bob 9", "deal Carlos 10", "Angie hit 3", "Bob hit 9",
    )  # fmt: skip
    header = Header.from_mapping({**STAKED.to_mapping(), "target": 9})
    with Journal(tmp_path) as journal:
        number, game = journal.begin(header), Game(header)
        chances = []
        for line in lines:
            act = parse_act(line, header.players)
            chances.append(chance_before(game, act))
            game.push(act)
            with journal.together(number, game):
                journal.add(number, act, chance=chances[-1])
        assert game.over
        *_, unlucky = journal.books.luck(journal.books.opened())
        assert (unlucky.person.name, unlucky.pairs, unlucky.cards) == ("Bob", 1, 1)
        assert unlucky.expected == chances[-1]
        angie = journal.people.named("Angie")
        assert angie is not None
        record = journal.books.record_of(angie)
        assert (record.games, record.lost, record.points, record.pairs, record.coins_won) == (1, 0, 2, 0, 1)
        assert record.caught_from == {number_of(journal, "Carlos"): 1} and record.best == (1, 1)
        assert record.luck is not None and (record.luck.folds, record.luck.folds_cost) == (1, 2)
        assert record.luck.hits_would == float(Fraction(4 * 3, 51))


def test_the_chance_of_a_pair_is_kept_with_each_card(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(STAKED)
        told = {"tell": lambda at, kind, fields: None, "speak": lambda called, asked: None}
        sitting = Sitting(Game(STAKED), {}, journal=journal, number=number, **told)
        for line in (*LOST[:4], "Bob fold 4 from Angie"):
            sitting.say_line(line)
        chances = [row[0] for row in journal._connection.execute("SELECT chance FROM entry ORDER BY number")]
        assert chances == [None, None, None, float(Fraction(3, 52)), None]


def test_the_table_may_keep_no_odds(tmp_path: Path) -> None:
    with Journal(tmp_path, keeping=Keeping(odds=False)) as journal:
        number = journal.begin(STAKED)
        journal.add(number, Act("deal", "Angie", (4,)), chance=0.5)
        assert journal._connection.execute("SELECT chance FROM entry").fetchall() == [(None,)]


# The file


def rows(path: Path, table: str, columns: str = "*") -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2").fetchall()


def some_evening(folder: Path) -> dict[str, int]:
    """A game with stakes, a side bet and a game that goes on; the balances."""
    with Journal(folder) as journal:
        played(journal, STAKED, *LOST)
        angie, bob = (number_of(journal, name) for name in ("Angie", "Bob"))
        journal.books.pay(angie, bob, 5, PostingKind.SIDE_BET, why="on the next card")
        played(journal, Header.from_mapping({"variant": "starboard", "players": ["Angie", "Bob"]}), "deal table 5 9")
        return balances(journal)


TABLES = ("person", "seat", "evening", "posting", "outbox")


def test_a_copy_and_a_rescue_have_the_books_too(tmp_path: Path) -> None:
    was = some_evening(tmp_path)
    truth = {table: rows(tmp_path / FILE_NAME, table) for table in TABLES}
    copy = make_copy(tmp_path / FILE_NAME, tmp_path / "copies", 3)
    assert {table: rows(copy, table) for table in TABLES} == truth
    for page_1 in (b"x" * 4096, None):  # its rows are read from the pages, or from the copies
        path = tmp_path / FILE_NAME
        path.write_bytes(page_1 + path.read_bytes()[4096:] if page_1 else b"")
        with Journal(tmp_path) as journal:
            assert journal.rescue and balances(journal) == was
        assert {table: rows(path, table) for table in TABLES} == truth


def test_a_copy_of_other_books_is_not_continued(tmp_path: Path) -> None:
    some_evening(tmp_path)
    copy = make_copy(tmp_path / FILE_NAME, tmp_path / "copies", 2)
    make_copy(tmp_path / FILE_NAME, tmp_path / "copies", 2)
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE posting SET coins = 7 WHERE number = 1")
    third = make_copy(tmp_path / FILE_NAME, tmp_path / "copies", 2)
    assert rows(third, "posting") == rows(tmp_path / FILE_NAME, "posting")


def test_lines_that_were_lost_are_posted_again_from_the_acts(tmp_path: Path) -> None:
    was = some_evening(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("DELETE FROM posting WHERE kind IN ('stake', 'ante')")
        connection.execute("DELETE FROM seat WHERE game = 1 AND seat = 1")
        connection.execute("DELETE FROM person WHERE name = 'Carlos'")
    with Journal(tmp_path) as journal:
        there = balances(journal)
        assert sorted(there.values()) == sorted(was.values()) and there["Bob"] == was["Bob"]
        assert any("former player" in name for name in there)


def make_2(path: Path) -> None:
    """As the make before this one wrote it: no people, no books."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in (
            *(f"DROP TABLE {table}" for table in TABLES),
            "ALTER TABLE game DROP COLUMN evening",
            "ALTER TABLE entry DROP COLUMN chance",
            "PRAGMA user_version = 2",
        ):
            connection.execute(statement)


def test_a_journal_without_books_keeps_its_acts_and_its_games_stay_outside_of_them(tmp_path: Path) -> None:
    """Nobody owes anything from before; the game that goes on comes into the books with its next act."""
    some_evening(tmp_path)
    path = tmp_path / FILE_NAME
    make_2(path)
    acts = rows(path, "entry", "number, game, kind, line, position, clock, hand, old, seal")
    with Journal(tmp_path) as journal:
        assert journal.rescue == "" and journal.books.evenings() == ()
        assert [person.name for person in journal.people.at(1)] == ["Angie", "Bob", "Carlos"]
        game = journal.load(2)
        said(journal, 2, game, "Bob draw 2")
        assert balances(journal) == {"Angie": -1, "Bob": -2}
        assert journal.books.games(journal.books.opened()) == (2,)
    assert rows(path, "entry", "number, game, kind, line, position, clock, hand, old, seal")[:-1] == acts
    (kept,) = tmp_path.glob("journal-before-5*.sqlite3")
    assert rows(kept, "entry", "number, game, kind, line, position, clock, hand, old, seal") == acts


def closings(journal: Journal) -> list[tuple[int, str, str]]:
    """The closings and what opened an evening again: the evening, what it was, whose hand."""
    kinds = (PostingKind.CLOSING, PostingKind.REVERSAL)
    lines = [line for evening in journal.books.evenings() for line in journal.books.postings(evening)]
    return [(line.evening, line.kind.value, line.hand) for line in lines if line.kind in kinds and not line.coins]


def test_closing_is_an_entry_and_so_is_opening_again(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        evening = journal.books.opened()
        journal.books.close(evening, hand="green")
        (line,) = journal.books.postings(evening)
        assert journal.books.evening(1).closed == line.clock
        with pytest.raises(InputError, match="open the evening again"):
            journal.books.reverse(line.number, "touch")
        journal.books.reopen(evening, hand="touch")
        assert journal.books.evening(1).closed is None
        journal.books.close(evening, hand="command")
        assert closings(journal) == [(1, "closing", "green"), (1, "reversal", "touch"), (1, "closing", "command")]
        assert not any(journal.books.balances(evening).values())


def test_an_evening_that_was_closed_before_closing_was_an_entry_gets_one_and_can_be_opened_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / FILE_NAME
    with Journal(tmp_path) as journal:
        played(journal, STAKED, *LOST)
        journal.books.close(journal.books.opened())
        journal.books.opened()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM posting WHERE kind = 'closing'")
        connection.execute("UPDATE evening SET closed = '2026-01-02T22:00:00+00:00' WHERE number = 1")
        connection.execute("PRAGMA user_version = 4")
    before = rows(path, "entry", "*"), rows(path, "posting", "*")
    with Journal(tmp_path, writable=False) as journal:
        assert journal.books.evening(1).closed == "2026-01-02T22:00:00+00:00"
    for _time in range(2):
        with Journal(tmp_path) as journal:
            assert closings(journal) == [(1, "closing", "")] and journal.rescue == ""
            assert journal.books.evening(1).closed == "2026-01-02T22:00:00+00:00"
    assert rows(path, "entry", "*") == before[0] and rows(path, "posting", "*")[:-1] == before[1]
    (kept,) = tmp_path.glob("journal-before-5*.sqlite3")
    assert (rows(kept, "entry", "*"), rows(kept, "posting", "*")) == before
    with Journal(tmp_path) as journal:
        journal.books.close(journal.books.evening(2))
        journal.books.reopen(journal.books.evening(1))
        assert journal.books.open() == journal.books.evening(1)


def test_a_list_of_evenings_that_lost_what_the_books_say_is_mended(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        played(journal, STAKED, *LOST)
        journal.books.close(journal.books.opened())
        closed = journal.books.evening(1).closed
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as connection:
        connection.execute("UPDATE evening SET closed = NULL")
    with Journal(tmp_path) as journal:
        assert journal.books.evening(1).closed == closed and closings(journal) == [(1, "closing", "")]


def owing(journal: Journal, coin: Coin | None = None, coins: int = 3) -> tuple[int, int]:
    """Ben owes Ann coins of an evening."""
    people = journal.people
    ann, ben = ((people.named(name) or people.add(name, Standing.REGULAR)).number for name in ("Ann", "Ben"))
    journal.books.opened(coin)
    journal.books.pay(ben, ann, coins, PostingKind.SIDE_BET)
    return ann, ben


def test_debts_keep_their_worth(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        books = journal.books
        _ann, ben = owing(journal, Coin(10, "£"))
        with pytest.raises(InputError, match="Settle up"):
            books.set_coin(Coin(100, "£"))
        assert books.opened(Coin(100, "£")).coin == Coin(10, "£")
        books.carry(ben)
        books.close(books.opened())
        assert books.coin_in_use() == Coin(10, "£"), "what is carried are such coins"
        assert books.opened(Coin(100, "£")).coin == Coin(10, "£")
        books.settle(books.opened(), share=False, hand="green")
        assert books.coin_in_use() is None
        assert books.opened(Coin(100, "£")).coin == Coin(100, "£")


def test_coins_of_another_worth_wait_for_an_evening_with_theirs(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        books = journal.books
        owing(journal, Coin(10, "£"))
        first = books.opened()
        books.close(first)
        owing(journal, Coin(100, "£"), coins=2)
        second = books.opened()
        books.carry()
        books.close(second)
        books.reopen(first)
        books.carry()
        books.close(first)
        third = books.opened()
        assert (third.coin, balances(journal)) == (Coin(100, "£"), {"Ann": 2, "Ben": -2})
        books.settle(third, share=False, hand="green")
        fourth = books.opened()
        assert (fourth.coin, balances(journal)) == (Coin(10, "£"), {"Ann": 3, "Ben": -3})


def test_what_the_pot_owes_is_carried_too(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        books = journal.books
        ann, _ben = owing(journal)
        books.settle(books.opened(), share=False, hand="green")
        first = books.opened()
        books._post(first.number, HOUSE, ann, 3, PostingKind.PAYOUT)  # she won a pot that another evening had kept
        books.carry()
        books.close(first)
        assert books.settlement(first) == ()
        assert balances(journal) == {"Ann": 3}


def test_what_is_carried_is_won_or_lost_once(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        books = journal.books
        ann, ben = owing(journal)
        first = books.opened()
        books.carry()
        books.close(first)
        second = books.opened()
        books.pay(ben, ann, 1, PostingKind.SIDE_BET)
        assert sum((step[ben] for step in books.won_and_lost(first)), 0) == -3
        assert sum((step[ben] for step in books.won_and_lost(second)), 0) == -1


def test_what_another_evening_has_by_now_is_not_taken_back(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        books = journal.books
        owing(journal)
        (line,) = books.carry()
        books.close(books.opened())
        books.opened()
        with pytest.raises(InputError, match="another evening"):
            books.reverse(line.number, "green")
