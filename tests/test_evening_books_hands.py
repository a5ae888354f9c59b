"""The hands on the evening's books: settling up, history, people; on a journal as it lies on the disk."""

import random
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from dealer.books.facts import Coin, PostingKind
from dealer.display.screens import (
    ChartScreen,
    FiguresScreen,
    FormScreen,
    KeyboardScreen,
    Mark,
    MenuScreen,
    MessageScreen,
    Picture,
    PictureScreen,
    RowsScreen,
    Screen,
    SheetScreen,
    WhoScreen,
    labels_of,
)
from dealer.errors import InputError
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.game.next_game import next_header
from dealer.hands.evening_account import Account
from dealer.hands.evening_hands import Door, EveningHands
from dealer.hands.evening_history import correction
from dealer.hands.evening_memory import Memory
from dealer.hands.evening_person import forgetting
from dealer.hands.last_screen import settlement
from dealer.house.evening_books import carry_out
from dealer.journal.journal import Journal
from dealer.journal.people import SYMBOLS
from dealer.locale.language import aside, language
from dealer.presses import Button, KeyText, Kind, Press, Target, Touch
from dealer.rehearsal.bots import play_at_random
from dealer.rules.acts import parse_act

GREEN, RED, YELLOW, BLUE = Button.GREEN, Button.RED, Button.YELLOW, Button.BLUE

BEN_LOSES = ("deal Ann 4", "deal Ben 9", "deal Cyd 7", "Ann hit 6", "Ben hit 9")
CYD_LOSES = ("deal Ann 4", "deal Ben 6", "deal Cyd 9", "Ann hit 5", "Ben hit 7", "Cyd hit 9")


class Table:
    """A journal, and hands at its books."""

    def __init__(self, folder: Path) -> None:
        self.journal = Journal(folder)
        self.journal.books.opened(Coin(10, "£"))
        self.decoded: list[bytes] = []
        self.memory = Memory(self.journal, self._decode)
        self.hands = EveningHands(self.memory)

    def _decode(self, jpeg: bytes) -> Picture:
        self.decoded.append(jpeg)
        return Picture(1, 1, b"abc")

    def play(self, *lines: str, stakes: str = "seattle", forfeit: str = "", target: int = 5) -> int:
        """A game of Ann, Ben and Cyd; each card has a picture."""
        keys: dict[str, object] = {"variant": "basic", "players": ["Ann", "Ben", "Cyd"], "dealer": "Cyd"}
        keys |= {"stakes": stakes, "target": target, **({"forfeit": forfeit} if forfeit else {})}
        header = Header.from_mapping(keys)
        number, game = self.journal.begin(header), Game(header)
        for line in lines:
            game.push(act := parse_act(line, header.players))
            with self.journal.together(number, game):
                self.journal.add(number, act, picture=line.encode() if act.cards else None)
        self.memory.forget()
        return number

    def enter(self, door: Door = Door.EVENING) -> Screen:
        self.memory.forget()
        self.hands = EveningHands(self.memory, door)
        return self.screen

    @property
    def screen(self) -> Screen:
        """What is shown once all is read."""
        shown = self.hands.screen()
        while self.hands.work():
            shown = self.hands.screen()
        return shown

    def press(self, *given: Button | Touch) -> Screen:
        """What is shown after these; what is to be written is written."""
        for one in given:
            write = self.hands.hand(Press(one) if isinstance(one, Button) else one)
            if write is not None:
                carry_out(write, self.hands, self.journal, hand="green")
        return self.screen

    def choose(self, words: str) -> Screen:
        """A line of the menu that is shown."""
        screen = self.screen
        assert isinstance(screen, MenuScreen)
        (index,) = [index for index, line in enumerate(screen.lines) if line.label == words and line.possible]
        return self.press(Touch(Target.ITEM, index))

    def dues(self) -> list[tuple[str, str, bool | None]]:
        screen = self.screen
        assert isinstance(screen, RowsScreen)
        return [(row.cells[0], row.cells[1], row.ticked) for row in screen.rows]

    def balances(self) -> dict[str, int]:
        evening = self.memory.latest()
        assert evening is not None
        return {tab.person.name: tab.balance for tab in self.journal.books.tabs(evening)}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.journal.close()


def green(screen: Screen) -> str:
    return labels_of(screen).get(GREEN, "")


# -- settling up


def test_from_the_end_of_a_game_two_presses_and_a_tick_a_payment_settle_the_evening(table: Table) -> None:
    table.play(*BEN_LOSES)
    table.enter(Door.SETTLING)  # the first press, on the end screen
    assert table.dues() == [("Ben gives Ann", "1 (10 p)", False), ("Ben gives Cyd", "1 (10 p)", False)]
    assert green(table.screen) == "Paid"
    assert green(table.press(GREEN)) == "Paid"
    assert table.dues() == [("Ben gave Ann", "1 (10 p)", True), ("Ben gives Cyd", "1 (10 p)", False)]
    assert green(table.press(GREEN)) == "Done"
    assert table.balances() == {"Ann": 0, "Ben": 0, "Cyd": 0}
    table.press(GREEN)  # the second
    assert table.journal.books.open() is None
    assert isinstance(table.screen, FiguresScreen) and "closed" in table.screen.note


def test_a_tick_by_mistake_is_taken_back_by_touch_or_by_button(table: Table) -> None:
    table.play(*BEN_LOSES)
    table.enter(Door.SETTLING)
    table.press(Touch(Target.ITEM, 1))
    assert [ticked for _words, _coins, ticked in table.dues()] == [False, True]
    table.press(Touch(Target.ITEM, 1))
    assert [ticked for _words, _coins, ticked in table.dues()] == [False, False]
    table.press(GREEN, BLUE)
    screen = table.screen
    assert isinstance(screen, RowsScreen) and screen.selected == 0 and green(screen) == "Not paid"
    table.press(GREEN)
    assert table.balances() == {"Ann": 1, "Ben": -2, "Cyd": 1}
    kinds = [line.kind for line in table.journal.books.postings(table.journal.books.opened())]
    assert kinds.count(PostingKind.CASH) == kinds.count(PostingKind.REVERSAL) == 2, "nothing is wiped out"


def test_blue_steps_past_what_is_ticked_to_done(table: Table) -> None:
    table.play(*BEN_LOSES)
    table.enter(Door.SETTLING)
    assert [green(table.press(press)) for press in (GREEN, GREEN, BLUE, BLUE, BLUE)] == [
        "Paid", "Done", "Not paid", "Not paid", "Done",
    ]  # fmt: skip


def test_who_leaves_early_settles_alone(table: Table) -> None:
    table.play(*BEN_LOSES)
    table.play(*CYD_LOSES)
    table.play(*CYD_LOSES)
    assert table.balances() == {"Ann": 3, "Ben": 0, "Cyd": -3}
    table.enter(Door.SETTLING)
    table.press(YELLOW)
    table.choose("Somebody leaves")
    screen = table.press(Touch(Target.ITEM, 2))
    assert isinstance(screen, RowsScreen) and screen.title == "Cyd leaves"
    assert table.dues() == [("Cyd gives Ann", "3 (30 p)", False)]
    assert green(table.press(GREEN)) == "OK", "the evening goes on"
    assert table.balances() == {"Ann": 0, "Ben": 0, "Cyd": 0}
    table.press(GREEN)
    assert table.journal.books.open() is not None


def test_who_is_even_leaves_without_a_payment(table: Table) -> None:
    table.play(*BEN_LOSES)
    table.play(*CYD_LOSES)
    table.play(*CYD_LOSES)
    table.enter()
    table.press(YELLOW)
    table.choose("Somebody leaves")
    screen = table.press(Touch(Target.ITEM, 1))
    assert isinstance(screen, RowsScreen) and not screen.rows and screen.note == "Ben is even."


def test_a_forfeit_has_its_tick_and_can_be_asked_again(table: Table) -> None:
    table.play(*BEN_LOSES, stakes="forfeit", forfeit="buys a round")
    table.enter(Door.SETTLING)
    assert table.dues() == [("Ben: buys a round", "", False)]
    assert green(table.press(GREEN)) == "Done" and table.dues() == [("Ben: buys a round", "", True)]
    table.press(Touch(Target.ITEM, 0))
    assert table.dues() == [("Ben: buys a round", "", False)]
    table.press(Touch(Target.ITEM, 0))
    assert table.dues() == [("Ben: buys a round", "", True)]


def test_nobody_owes_anything_two_presses_are_enough(table: Table) -> None:
    screen = table.enter(Door.SETTLING)
    assert isinstance(screen, RowsScreen) and screen.note == "All are even." and green(screen) == "Done"
    table.press(GREEN)
    assert table.journal.books.open() is None


def test_while_a_game_goes_on_the_evening_is_not_closed(table: Table) -> None:
    table.play("deal Ann 4")
    table.enter(Door.SETTLING)
    assert green(table.screen) == "OK"
    table.hands.hand(Press(GREEN))
    assert table.hands.left
    assert table.journal.books.open() is not None


def test_what_is_not_paid_goes_to_another_evening_for_one_or_for_all(table: Table) -> None:
    table.play(*BEN_LOSES)
    table.play(*CYD_LOSES)
    table.enter()
    table.press(YELLOW)
    table.choose("Pay another evening")
    table.press(Touch(Target.ITEM, 1))
    assert table.balances()["Ben"] == 0
    table.enter()
    table.press(YELLOW)
    table.choose("Done: carry the rest")
    assert table.journal.books.open() is None
    table.journal.books.opened()
    assert table.balances() == {"Ann": 2, "Ben": -1, "Cyd": -1}


def test_an_evening_that_is_closed_can_be_opened_again(table: Table) -> None:
    table.play(*BEN_LOSES)
    table.enter(Door.SETTLING)
    table.press(GREEN, GREEN, GREEN)
    assert table.journal.books.open() is None
    assert isinstance(table.enter(Door.SETTLING), FiguresScreen)
    table.press(YELLOW)
    table.choose("Open it again")
    assert table.journal.books.open() is not None


# -- what people write down


def begun(table: Table, header: Header) -> int:
    """A game whose first cards lie there."""
    number, act = table.journal.begin(header), parse_act("deal table 5 9", header.players)
    with table.journal.together(number, Game(header, [act])):
        table.journal.add(number, act)
    return number


def with_a_pot(table: Table, pot: int) -> None:
    """All three share what is in the pot between them; so much stays there."""
    header = Header.from_mapping({"variant": "starboard", "players": ["Ann", "Ben", "Cyd"], "carry": pot})
    table.journal.end(begun(table, header), "stopped")
    table.memory.forget()


def test_what_becomes_of_the_pot_is_asked_before_all_is_settled(table: Table) -> None:
    with_a_pot(table, 4)  # and an ante each
    screen = table.enter(Door.SETTLING)
    assert isinstance(screen, MenuScreen) and screen.title == "7 (70 p) in the pot: what now?"
    assert [line.label for line in screen.lines] == [
        "Share it: 2 (20 p) each, the rest stays", "Keep it for another evening",
    ]  # fmt: skip
    table.press(GREEN)
    assert table.balances() == {"Ann": 1, "Ben": 1, "Cyd": 1}
    screen = table.screen
    assert isinstance(screen, RowsScreen) and screen.note == "1 (10 p) in the pot · 1 coin = 10 p"
    evening = table.journal.books.opened()
    assert sum(table.journal.books.balances(evening).values()) == 0
    table.press(GREEN, GREEN, GREEN, GREEN)
    assert table.journal.books.open() is None and not any(table.journal.books.balances(evening).values())
    assert table.journal.books.pot_between_games().coins == 1, "for the next evening"


def test_a_pot_that_is_kept_is_not_asked_about_again(table: Table) -> None:
    with_a_pot(table, 0)
    table.enter(Door.SETTLING)
    table.press(BLUE, GREEN)
    assert table.dues() == [(f"{name} pays the pot", "1 (10 p)", False) for name in ("Ann", "Ben", "Cyd")]
    assert isinstance(table.enter(Door.SETTLING), RowsScreen), "they said so"
    table.press(GREEN)
    assert [words for words, *_ in table.dues()] == ["Ann has paid the pot", "Ben pays the pot", "Cyd pays the pot"]
    with_a_pot(table, 0)
    assert isinstance(table.enter(Door.SETTLING), MenuScreen), "there is more in it now"
    table.hands.hand(Press(RED))
    assert table.hands.left, "red leads back from it"


def test_the_pot_is_asked_about_where_all_debts_are_carried(table: Table) -> None:
    with_a_pot(table, 0)
    table.enter()
    table.press(YELLOW)
    screen = table.choose("Done: carry the rest")
    assert isinstance(screen, MenuScreen) and screen.title == "3 (30 p) in the pot: what now?"
    table.press(GREEN)
    assert isinstance(table.screen, FiguresScreen) and table.journal.books.open() is None
    assert table.journal.books.pot_between_games().coins == 0


def test_what_cannot_be_shared_is_told_and_a_pot_that_is_played_for_is_nobodys(table: Table) -> None:
    number = begun(table, Header.from_mapping({"variant": "starboard", "players": ["Ann", "Ben", "Cyd"]}))
    table.memory.forget()
    assert isinstance(table.enter(Door.SETTLING), RowsScreen)
    table.journal.end(number, "stopped")
    table.enter(Door.SETTLING)
    table.press(GREEN)
    assert table.dues() == []


def test_an_account_that_is_closed_tells_what_was_kept_for_later(table: Table) -> None:
    number = begun(table, Header.from_mapping({"variant": "starboard", "players": ["Ann", "Ben", "Cyd"]}))
    table.journal.end(number, "stopped")
    evening = table.journal.books.opened()
    pot = table.journal.books.pot(evening)
    table.journal.books.carry()
    table.journal.books.close(evening)
    table.memory.forget()
    screen = Account(table.memory, evening.number).screen()
    assert isinstance(screen, FiguresScreen) and pot > 0
    assert f"{pot} ({10 * pot} p) kept for later" in (screen.note or "")


def test_a_line_of_a_game_tells_what_who_won_got_and_nobody_elses_loss(table: Table) -> None:
    header = Header.from_mapping({"variant": "rocket", "players": ["Ann", "Ben", "Cyd"]})
    game = next(
        game
        for seed in range(40)
        if len((game := play_at_random(header, random.Random(seed))).state.winners) == 1
        and min(player.coins for player in game.state.players) != -max(player.coins for player in game.state.players)
    )
    number = table.journal.begin(header)
    kept = Game(header)
    for act in game.acts:
        kept.push(act)
        with table.journal.together(number, kept):
            table.journal.add(number, act)
    table.memory.forget()
    line = table.memory.line(table.journal.books.opened(), number)
    (winner,) = game.state.winners
    won = next(player.coins for player in game.state.players if player.name == winner)
    assert line.words == f"Rocket: {winner} won" and line.cost.split(" ")[0] == f"+{won}"


def test_a_pot_that_all_share_is_nobodys_loss(table: Table) -> None:
    """Starboard: those who are locked split the pot, and odd coins stay in it."""
    header = Header.from_mapping({"variant": "starboard", "players": ["Ann", "Ben", "Cyd"]})
    number, game = table.journal.begin(header), Game(header)
    for line in ("deal table 8", "deal table 7", "Ben draw 10", "Cyd lock", "Ann lock", "Ben lock"):
        game.push(act := parse_act(line, header.players))
        with table.journal.together(number, game):
            table.journal.add(number, act)
    assert game.state.winners == ("Ann", "Ben", "Cyd") and min(player.coins for player in game.state.players) == -1
    table.memory.forget()
    line = table.memory.line(table.journal.books.opened(), number)
    assert (line.words, line.cost) == ("Starboard: all share the win", "")


def test_an_undo_that_moves_no_coin_opens_the_evening_again(table: Table) -> None:
    header = Header.from_mapping({"variant": "port", "players": ["Ann", "Ben", "Cyd"], "target": 2})
    number, game = table.journal.begin(header), Game(header)
    acts = ("deal Ben 4", "deal Cyd 10", "deal Ann 7", "Ben lock", "Cyd lock", "Ann lock")
    for line in acts:
        game.push(act := parse_act(line, header.players))
        with table.journal.together(number, game):
            table.journal.add(number, act)
    books = table.journal.books
    assert game.over
    books.close(books.opened())
    with table.journal.together(number, Game(header, game.acts[:-1])):
        table.journal.undo(number, game.acts[-1])
    assert books.open() is not None


def ending(table: Table, number: int) -> tuple[tuple[str, ...], ...]:
    """What the end screen says is due, is settled and is settled later."""
    game = table.journal.load(number)
    return settlement(game, table.journal.books.reckoning(number, game.header.players))


BEN_PAYS = (("Ben pays 1 (10 p) to everybody",), (), ())


def test_what_is_due_at_the_end_is_the_games_until_people_settle_then_what_the_books_say(table: Table) -> None:
    books = table.journal.books
    table.play(*CYD_LOSES)
    number = table.play(*BEN_LOSES)
    assert ending(table, number) == BEN_PAYS
    first, second = books.settlement(books.opened())
    tick = books.tick(first, "green")
    assert ending(table, number) == ((f"Still due: {second.giver.name} gives Ann 1 (10 p)",), (), ())
    books.reverse(tick.number, "green")
    assert ending(table, number) == BEN_PAYS, "the tick was taken back"
    books.tick(first, "green")
    books.tick(second, "green")
    assert ending(table, number) == ((), ("All is settled.",), ())
    assert ending(table, table.play(*BEN_LOSES)) == BEN_PAYS, "a new game is not settled by what was ticked before it"


def test_nobody_has_paid_who_gave_nothing(table: Table) -> None:
    books, number = table.journal.books, table.play(*BEN_LOSES)
    for payment in books.settlement(books.opened()):
        books.tick(payment, "green")
    header, acts = table.journal.load(number).header, table.journal.load(number).acts
    corrected = Game(header)
    for act in (*acts[:-1], *(parse_act(line, header.players) for line in ("Ben hit 8", "Cyd hit 7"))):
        corrected.push(act)
    with table.journal.together(number, Game(header, corrected.acts[:-1])):
        table.journal.correct(number, len(acts) - 1, corrected.acts[-2], old=acts[-1])
    with table.journal.together(number, corrected):
        table.journal.add(number, corrected.acts[-1])
    assert ending(table, number) == (("Still due: Cyd gives Ben 3 (30 p)",), (), ())


def test_nothing_is_due_once_all_are_even_and_the_evening_is_over(table: Table) -> None:
    table.play(*BEN_LOSES)
    table.play(*CYD_LOSES)
    number = table.play("deal Ann 4", "deal Ben 9", "deal Cyd 7", "Ann hit 4", target=4)
    books = table.journal.books
    assert not books.settlement(books.opened())
    assert ending(table, number)[0] == ("Ann pays 1 (10 p) to everybody",)
    books.close(books.opened())
    assert ending(table, number) == ((), ("All is settled.",), ())


def test_only_what_is_carried_is_paid_another_evening(table: Table) -> None:
    table.play(*CYD_LOSES)
    number = table.play(*BEN_LOSES)
    books, people = table.journal.books, table.journal.people
    ann, ben, cyd = (person.number for person in people.all())
    books.pay(cyd, ben, 1, PostingKind.SIDE_BET)  # Cyd owes Ann all of it
    books.carry(ann)
    assert ending(table, number) == ((), (), ("Next evening: Cyd gives Ann 2 (20 p)",))
    books.close(books.opened())
    assert ending(table, number)[2] == ("Next evening: Cyd gives Ann 2 (20 p)",)


def test_who_paid_one_has_not_paid_everybody(table: Table) -> None:
    number, books = table.play(*BEN_LOSES), table.journal.books
    ann, ben, cyd = (person.number for person in table.journal.people.all())
    books.tick(books.settlement(books.opened())[0], "green")
    books.pay(ann, ben, 1, PostingKind.SIDE_BET)
    assert ending(table, number) == (("Still due: Ann gives Cyd 1 (10 p)",), (), ())


def test_what_goes_to_the_pot_is_said_in_each_language(table: Table) -> None:
    header = Header.from_mapping({"variant": "starboard", "players": ["Ann", "Ben"]})
    number, game = table.journal.begin(header), Game(header)
    game.push(parse_act("deal table 4", ("Ann", "Ben")))
    with table.journal.together(number, game):
        table.journal.add(number, game.acts[0])
    table.journal.end(number, "stopped")
    books = table.journal.books
    books.tick(books.settlement(books.opened())[0], "green")
    reckoning = books.reckoning(number, ("Ann", "Ben"))
    ended = play_at_random(header, Random(1))
    assert "Still due: Ben pays the pot 1 (10 p)" in settlement(ended, reckoning)[0]
    with aside(language("de")):
        assert "Noch offen: Ben zahlt 1 (10 p) in den Pott" in settlement(ended, reckoning)[0]


def test_coins_that_were_shared_are_no_longer_in_the_pot(table: Table) -> None:
    header = Header.from_mapping({"variant": "starboard", "players": ["Ann", "Ben"], "carry": 4})
    game = play_at_random(header, Random(1))
    number = table.journal.begin(header)
    with table.journal.together(number, game):
        for act in game.acts:
            table.journal.add(number, act)
    books = table.journal.books
    before = ending(table, number)[0]
    books.settle(books.opened(), share=bool(books.pot_to_share(books.opened()).coins), hand="green")
    assert before and ending(table, number) == ((), ("All is settled.",), ())


def test_a_forfeit_that_is_done_is_not_asked_for(table: Table) -> None:
    names, books = ("Ann", "Ben", "Cyd"), table.journal.books
    number = table.play(*BEN_LOSES, stakes="forfeit", forfeit="sings")
    assert not books.reckoning(number, names).forfeit_done
    table.enter(Door.SETTLING)
    table.press(GREEN)
    assert books.reckoning(number, names).forfeit_done
    table.press(Touch(Target.ITEM, 0))
    assert not books.reckoning(number, names).forfeit_done, "the tick was taken back"


def test_a_round_of_drinks(table: Table) -> None:
    table.play(*BEN_LOSES)
    before = table.balances()
    table.enter()
    table.press(YELLOW)
    screen = table.choose("A round of drinks")
    assert isinstance(screen, FormScreen) and [field.label for field in screen.fields][3:] == ["Ann", "Ben", "Cyd"]
    table.press(GREEN, BLUE, GREEN, GREEN)  # Ben paid, 3 each
    table.press(Touch(Target.ITEM, 5))  # Cyd had none
    table.press(Touch(Target.ITEM, 2))
    assert table.balances() == {"Ann": before["Ann"] - 3, "Ben": before["Ben"] + 3, "Cyd": before["Cyd"]}


def test_a_round_that_nobody_else_had_is_not_written_down(table: Table) -> None:
    table.play(*BEN_LOSES)
    before = table.balances()
    table.enter()
    table.press(YELLOW)
    table.choose("A round of drinks")
    screen = table.press(Touch(Target.ITEM, 4), Touch(Target.ITEM, 5), Touch(Target.ITEM, 2))
    assert isinstance(screen, FormScreen) and screen.problem == "Nobody else had one"
    assert table.balances() == before


def test_a_side_bet_by_buttons_alone(table: Table) -> None:
    table.play(*BEN_LOSES)
    table.enter()
    assert isinstance(table.press(YELLOW, BLUE, GREEN), FormScreen)
    table.press(GREEN)  # Cyd lost it
    table.press(BLUE, BLUE, GREEN, YELLOW, YELLOW, GREEN, GREEN)  # 2 coins, through 1 and 99 to 2
    table.press(BLUE, GREEN)
    assert table.balances() == {"Ann": 1, "Ben": 0, "Cyd": -1}


def test_what_was_written_down_is_taken_back(table: Table) -> None:
    table.play(*BEN_LOSES)
    before = table.balances()
    table.enter()
    table.press(YELLOW)
    screen = table.screen
    assert isinstance(screen, MenuScreen)
    assert not next(line for line in screen.lines if line.label == "Take something back").possible
    table.press(GREEN)  # a round of drinks
    table.press(Touch(Target.ITEM, 2))
    assert table.balances() != before
    table.press(YELLOW)
    screen = table.choose("Take something back")
    assert isinstance(screen, RowsScreen) and green(screen) == "Take back"
    assert [row.cells for row in screen.rows] == [
        ("Cyd gives Ann", "a drink", "1 (10 p)"), ("Ben gives Ann", "a drink", "1 (10 p)"),
    ]  # fmt: skip
    screen = table.press(GREEN, GREEN)
    assert isinstance(screen, RowsScreen) and not screen.rows and table.balances() == before


def test_a_debt_of_another_evening_is_paid_tonight_after_all(table: Table) -> None:
    table.play(*BEN_LOSES)
    before = table.balances()
    table.enter()
    table.press(YELLOW)
    table.choose("Pay another evening")
    table.press(Touch(Target.ITEM, 1), YELLOW)
    screen = table.choose("Take something back")
    assert isinstance(screen, RowsScreen)
    assert [row.cells[:2] for row in screen.rows] == [
        ("Ben gives Cyd", "another evening"),
        ("Ben gives Ann", "another evening"),
    ]
    table.press(GREEN, GREEN)
    assert table.balances() == before


@pytest.mark.parametrize("presses", ["GGGGG", "BGGGG", "GBGGG", "GYGBGY"])
def test_nobody_bets_against_themselves(table: Table, presses: str) -> None:
    table.play(*BEN_LOSES)
    table.enter()
    table.press(YELLOW)
    table.choose("A side bet")
    for letter in presses:
        screen = table.press({"G": GREEN, "B": BLUE, "Y": YELLOW}[letter])
        assert isinstance(screen, FormScreen) and screen.fields[0].value != screen.fields[1].value


# -- history


def test_from_the_evenings_to_a_games_cards(table: Table) -> None:
    first = table.play(*BEN_LOSES)
    table.play(*CYD_LOSES)
    table.enter()
    table.press(YELLOW)
    screen = table.choose("All evenings")
    assert isinstance(screen, RowsScreen) and [row.cells[1:] for row in screen.rows] == [("still open", "2 games")]
    table.press(GREEN, YELLOW)
    screen = table.choose("Games of this evening")
    assert isinstance(screen, RowsScreen)
    assert [row.cells[:2] for row in screen.rows] == [
        ("2. Basic Pairs: Cyd lost", "−2 (20 p)"),
        ("1. Basic Pairs: Ben lost", "−2 (20 p)"),
    ]
    screen = table.press(Touch(Target.ITEM, 1))
    assert isinstance(screen, FiguresScreen) and screen.title == f"Game {first}: Basic Pairs"
    assert [(figure.label, figure.value, figure.note) for figure in screen.figures] == [
        ("Ann", "0", "+1"), ("Ben", "9", "lost · −2"), ("Cyd", "0", "+1"),
    ]  # fmt: skip
    assert not table.decoded, "no picture is read before it is shown"
    screen = table.press(GREEN)
    assert isinstance(screen, SheetScreen) and screen.note == "Ben: a pair of 9s"
    assert [call.words for call in screen.calls] == ["Ann: 4", "Ben: 9", "Cyd: 7", "Ann: 6", "Ben: 9"]
    assert table.decoded == [line.encode() for line in BEN_LOSES]
    screen = table.press(Touch(Target.ITEM, 4))
    assert isinstance(screen, PictureScreen) and screen.call.picture is not None and screen.call.words == "Ben: 9"


def test_the_history_calls_people_by_their_names_of_now(table: Table) -> None:
    table.play(*BEN_LOSES)
    people = table.journal.people
    people.forget(2)
    people.rename(1, "Ben")  # of a name that was another's before
    table.enter()
    table.press(YELLOW)
    table.choose("Games of this evening")
    said = [repr(table.screen), *(repr(table.press(GREEN)) for _page in ("the game", "its cards", "a card"))]
    assert "former player 2 lost" in said[0] and "former player 2 lost" in said[1] and "Ann" not in said[1]
    assert "'former player 2: 9'" in said[2] and "'Ben: 4'" in said[2] and "former player 2: a pair of 9s" in said[2]
    assert "Ben: 4" in said[3] and "Ann" not in "".join(said)


def test_the_rounds_of_a_game_from_the_last_one_back(table: Table) -> None:
    second = ("deal Ann 4", "deal Ben 6", "deal Cyd 9", "Ann hit 5", "Ben hit 7", "Cyd hit 9")
    table.play(*BEN_LOSES, *(line for line in second), target=20)
    table.enter()
    table.press(YELLOW)
    table.choose("Games of this evening")
    titles = []
    screen = table.press(GREEN, GREEN)
    for _step in range(3):
        assert isinstance(screen, SheetScreen)
        titles.append((screen.title, len(screen.calls), screen.note))
        screen = table.press(YELLOW)
    assert titles == [
        ("Round 2 of 2", 6, "Cyd: a pair of 9s"),
        ("Round 1 of 2", 5, "Ben: a pair of 9s"),
        ("Round 2 of 2", 6, "Cyd: a pair of 9s"),
    ]


@pytest.mark.parametrize(
    ("at", "line", "words", "balances", "ending", "shown"),
    [
        (3, "It is a 5", "Ann: 5", {"Ann": 1, "Ben": -2, "Cyd": 1}, "over", 5),
        (4, "It is an 8", "Ben: 8", {"Ann": 0, "Ben": 0, "Cyd": 0}, "stopped", 5),
        (3, "It is a 4", "Ann: 4", {"Ann": 0, "Ben": 0, "Cyd": 0}, "stopped", None),
        (0, "It is a 6", "Ann: 6", {"Ann": 0, "Ben": 0, "Cyd": 0}, "over", None),
    ],
    ids=["nothing else changes", "nobody lost", "it could not have gone on", "what came after its end would be lost"],
)
def test_a_card_of_a_game_that_people_have_left_is_corrected_and_the_books_follow(
    table: Table, at: int, line: str, words: str, balances: dict[str, int], ending: str, shown: int | None
) -> None:
    number = table.play(*BEN_LOSES)
    later = table.play(*CYD_LOSES)
    to_the_cards(table, 1)
    table.press(Touch(Target.ITEM, at))
    table.press(YELLOW, GREEN)
    assert not table.journal.corrections(), "a second press changes nothing"
    table.press(Touch(Target.ITEM, at))
    screen = table.press(YELLOW)
    assert isinstance(screen, MenuScreen)
    ranks = [one.label for one in screen.lines]
    assert ranks.index("It is a 10") == 9, "each rank stands where its digit chooses it"
    if shown is None:
        assert not screen.lines[ranks.index(line)].possible
        assert table.press(Touch(Target.ITEM, ranks.index(line))) == screen and not table.journal.corrections()
        return
    screen = table.press(Touch(Target.ITEM, ranks.index(line)))
    assert isinstance(screen, MessageScreen) and screen.headline == "It is corrected"
    assert screen.detail == ("No coins move." if balances["Ben"] else "Coins move: Ann −1, Ben +2, Cyd −1.")
    screen = table.press(GREEN)
    assert isinstance(screen, SheetScreen) and len(screen.calls) == shown
    assert words in [call.words for call in screen.calls]
    screen = table.press(RED)
    assert isinstance(screen, FiguresScreen)
    summaries = {one.number: one for one in table.journal.games()}
    assert summaries[number].ending == ending and summaries[later].ending == "over"
    assert table.balances() == {"Ann": balances["Ann"] + 1, "Ben": balances["Ben"] + 1, "Cyd": balances["Cyd"] - 2}
    assert table.journal.unfinished() is None and not table.journal.books.mend(everything=True)
    assert table.journal.corrections()[-1].game == number


def test_at_the_table_and_in_a_closed_evening_nothing_is_corrected_from_the_history(table: Table) -> None:
    number, act = table.play(*BEN_LOSES), parse_act("Ben hit 8", ["Ann", "Ben", "Cyd"])

    def corrected() -> str | None:
        to_the_cards(table, 0)
        screen = table.press(Touch(Target.ITEM, 4))
        assert isinstance(screen, PictureScreen) and dict(screen.labels)[YELLOW] == "Correct"
        screen = table.press(YELLOW)
        return screen.headline if isinstance(screen, MessageScreen) else None

    table.memory.at_table = number
    assert corrected() == "This game is still on the table. Correct the card there."
    table.memory.at_table = None
    assert corrected() is None
    table.journal.books.close(table.journal.books.opened())
    table.memory.forget()
    assert corrected() == "Its evening is closed. Open that again first."
    with pytest.raises(InputError, match="closed"):
        table.journal.correct_past(number, 4, act, hand="green")
    evening = table.journal.books.evening(1)
    table.play(*CYD_LOSES)
    with pytest.raises(InputError, match="closed"):
        table.journal.correct_past(number, 4, act, hand="green")
    assert table.journal.books.evening(1) == evening, "another evening stays as it was paid"
    table.journal.books.close(table.journal.books.opened())
    table.journal.books.reopen(evening)
    table.journal.correct_past(number, 4, act, hand="green")
    assert not any(table.journal.books.balances(evening).values())


def test_a_game_that_went_on_with_others_is_not_corrected(table: Table) -> None:
    number, names = table.play(*BEN_LOSES[:-1], "Ben hit 9", target=20), ["Ann", "Ben", "Cyd"]
    header = Header.from_mapping({"variant": "basic", "players": names, "target": 20, "scores": [0, 9, 0]})
    later = table.journal.begin_instead(number, header)
    table.journal.end(later, "stopped")
    with pytest.raises(InputError, match="went on with other players"):
        table.journal.correct_past(number, 4, parse_act("Ben hit 8", names), hand="green")


def test_a_pot_that_was_paid_out_since_is_not_corrected_away(table: Table) -> None:
    names = ["Ann", "Ben", "Cyd"]
    keys = {"variant": "basic", "players": names, "dealer": "Cyd", "stakes": "cutchfeld", "target": 5}
    first = Header.from_mapping(keys)
    number = written(table, Game(first, [parse_act(line, names) for line in BEN_LOSES]))
    header = next_header(table.journal.load(number), 1)
    assert header.option("carry", 0) == 1
    going_on = table.journal.begin(header)
    with pytest.raises(InputError, match="paid out since"):  # it is played for
        table.journal.correct_past(number, 4, parse_act("Ben hit 8", names), hand="green")
    table.journal.end(going_on, "stopped")
    later = next(game for seed in range(50) if not (game := play_at_random(header, Random(seed))).state.pot)
    written(table, later)
    books = table.journal.books
    before = table.balances(), books.pot(books.opened()), table.journal.load(number).acts
    assert before[1] == 0
    with pytest.raises(InputError, match="paid out since"):
        table.journal.correct_past(number, 4, parse_act("Ben hit 8", names), hand="green")
    now = table.balances(), books.pot(books.opened()), table.journal.load(number).acts
    assert now == before and table.journal.unfinished() is None, "nothing is half done"


def written(table: Table, game: Game) -> int:
    """A game that is over, written down."""
    number, again = table.journal.begin(game.header), Game(game.header)
    for act in game.acts:
        again.push(act)
        with table.journal.together(number, again):
            table.journal.add(number, act)
    assert again.over
    table.memory.forget()
    return number


def test_what_is_corrected_counts_where_it_was_lost(table: Table) -> None:
    number = table.play(*BEN_LOSES)
    table.play(*CYD_LOSES)
    table.journal.correct_past(number, 4, parse_act("Ben hit 8", ["Ann", "Ben", "Cyd"]), hand="green")
    table.memory.forget()
    evening = table.memory.latest()
    assert evening is not None
    curves = {curve.name: curve.values for curve in table.memory.balances(evening).curves}
    assert curves == {"Ann": (0, 0, 1), "Ben": (0, 0, 1), "Cyd": (0, 0, -2)}


def test_before_its_first_act_a_game_costs_nothing(table: Table) -> None:
    header = Header.from_mapping({"variant": "starboard", "players": ["Ann", "Ben", "Cyd"]})
    number = table.journal.begin(header)
    table.journal.end(number, "stopped")
    table.memory.forget()
    evening, game = table.memory.latest(), table.memory.game(number)
    assert evening is not None and game is not None
    assert table.memory.line(evening, number).cost == ""
    assert {curve.values for curve in table.memory.points(number, game).curves} == {(0,)}


def test_the_cards_of_a_hand_are_told_apart(table: Table) -> None:
    header = Header.from_mapping({"variant": "starboard", "players": ["Ann", "Ben", "Cyd"], "dealer": "Cyd"})
    number, game = table.journal.begin(header), Game(header)
    for line in ("deal table 5 9",):
        game.push(act := parse_act(line, header.players))
        with table.journal.together(number, game):
            table.journal.add(number, act)
    table.journal.end(number, "stopped")
    page = correction(table.memory, number, game, 0)
    assert page is not None
    screen = page.screen()
    assert isinstance(screen, MenuScreen)
    assert [line.label for line in screen.lines] == ["The 5 was another card", "The 9 was another card"]
    ranks = page.touch(Touch(Target.ITEM, 1)).opened
    assert ranks is not None
    screen = ranks.screen()
    assert isinstance(screen, MenuScreen) and screen.lines[screen.selected].label == "It is a 9"
    corrected = ranks.touch(Touch(Target.ITEM, 7))
    assert corrected.write is not None
    corrected.write(table.journal.books, "green")
    assert [str(act) for act in table.journal.load(number).acts] == ["deal table 5 8"]


def test_the_game_that_goes_on_is_corrected_at_the_table(table: Table) -> None:
    number = table.play(*BEN_LOSES[:-1])
    to_the_cards(table, 0)
    table.press(Touch(Target.ITEM, 0))
    screen = table.press(YELLOW)
    assert isinstance(screen, MessageScreen) and screen.headline == "This game goes on. Correct the card at the table."
    with pytest.raises(InputError, match="goes on"):
        table.journal.correct_past(number, 0, parse_act("deal Ann 5", ["Ann", "Ben", "Cyd"]), hand="green")
    table.journal.end(number, "stopped")
    with pytest.raises(InputError, match="could not have gone on"):
        table.journal.correct_past(number, 0, parse_act("Ann hit 5", ["Ann", "Ben", "Cyd"]), hand="green")
    assert len(table.journal.load(number).acts) == len(BEN_LOSES) - 1


def to_the_cards(table: Table, game: int) -> Screen:
    """To the cards of a game of this evening, the latest first."""
    table.enter()
    table.press(YELLOW)
    table.choose("Games of this evening")
    table.press(Touch(Target.ITEM, game))
    return table.press(GREEN)


def test_a_game_that_cannot_be_read_is_listed_and_not_opened(table: Table) -> None:
    number = table.play(*BEN_LOSES)
    table.journal._connection.execute("UPDATE entry SET line = 'nonsense' WHERE game = ?", (number,))
    table.enter()
    table.press(YELLOW)
    screen = table.choose("Games of this evening")
    assert isinstance(screen, RowsScreen) and screen.rows[0].cells[0] == "1. cannot be read"
    assert table.press(GREEN) == screen


def test_the_chart_is_what_was_won_and_lost_and_a_tick_changes_nothing_in_it(table: Table) -> None:
    table.play(*BEN_LOSES)
    table.play(*CYD_LOSES)
    table.enter(Door.SETTLING)
    table.press(GREEN, GREEN)
    table.enter()
    screen = table.press(BLUE)
    assert isinstance(screen, ChartScreen)
    assert {curve.name: curve.values for curve in screen.chart.curves} == {
        "Ann": (0, 1, 2), "Ben": (0, -2, -1), "Cyd": (0, 1, -1),
    }  # fmt: skip
    assert [screen.chart.curves[index].name for index in screen.named] == ["Ann", "Ben", "Cyd"]


# -- people


def test_the_tables_page_and_a_players(table: Table) -> None:
    table.play(*BEN_LOSES)
    table.enter()
    table.press(YELLOW)
    screen = table.choose("Players")
    assert isinstance(screen, RowsScreen) and screen.heads[:4] == ("Player", "Games", "Lost", "Coins")
    assert [row.cells[:4] for row in screen.rows] == [
        ("Ann", "1", "0", "+1"), ("Ben", "1", "1", "−2"), ("Cyd", "1", "0", "+1"),
    ]  # fmt: skip
    screen = table.press(BLUE, GREEN)
    assert isinstance(screen, FiguresScreen) and screen.title == "Ben" and screen.mark is not None
    figures = {figure.label: (figure.value, figure.note) for figure in screen.figures}
    assert figures["Games"] == ("1", "lost: 1") and figures["Coins"] == ("−2", "won 0, lost 2")
    assert screen.chart is not None and screen.chart.curves[0].values == (0, -2)


def test_games_are_read_piece_by_piece_and_the_page_says_how_many_are_left(table: Table) -> None:
    for _game in range(3):
        table.play(*BEN_LOSES)
    table.enter()
    table.press(YELLOW)
    screen = table.hands.screen()
    assert isinstance(screen, MenuScreen)
    table.hands.hand(Touch(Target.ITEM, [line.label for line in screen.lines].index("Players")))
    notes = []
    for _piece in range(8):
        screen = table.hands.screen()
        assert isinstance(screen, RowsScreen) and [row.cells[0] for row in screen.rows] == ["Ann", "Ben", "Cyd"]
        notes.append((screen.note, screen.rows[0].cells[1]))
        if not table.hands.work():
            break
    assert notes[:4] == [("3 games to read", "…"), ("2 games to read", "…"), ("1 game to read", "…"), notes[3]]
    assert notes[-1] == ("Luck: pairs caught / expected", "3") and not table.hands.work()


def test_what_is_shown_is_not_read_again_until_something_changes(table: Table) -> None:
    table.play(*BEN_LOSES)
    assert table.enter() is table.screen
    before = table.screen
    table.press(GREEN)
    assert table.press(RED) == before


# -- ways back


def walk(table: Table, presses: tuple[Button | Touch, ...], seen: set[str], depth: int) -> None:
    table.enter()
    table.press(*presses)
    if table.hands.left:
        return
    screen = table.screen
    key = f"{type(screen).__name__} {getattr(screen, 'title', '')}"
    assert labels_of(screen).get(RED) == "Back", key
    if key in seen or not depth:
        return
    seen.add(key)
    steps: list[Button | Touch] = [button for button in (GREEN, YELLOW, BLUE) if labels_of(screen).get(button)]
    if isinstance(screen, MenuScreen):
        steps = [Touch(Target.ITEM, index) for index in range(len(screen.lines))]
    for step in steps:
        walk(table, (*presses, step), seen, depth - 1)
    table.enter()
    table.press(*presses)
    for _step in range(len(presses) + 1):
        if table.hands.left:
            return
        table.press(RED) if len(table.hands._pages) > 1 else table.hands.hand(Press(RED))
    assert table.hands.left, key


def test_red_leads_back_from_every_page(table: Table) -> None:
    table.play(*BEN_LOSES)
    seen: set[str] = set()
    walk(table, (), seen, 6)
    assert len(seen) >= 12, seen


def test_before_the_first_evening_there_is_a_sentence(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        hands = EveningHands(Memory(journal, lambda jpeg: Picture(1, 1, b"abc")))
        screen = hands.screen()
        assert isinstance(screen, MessageScreen) and screen.headline == "No evening yet"
        hands.hand(Press(RED))
        assert hands.left
        assert hands.hand(Press(RED)) is None, "a press that came too late"


def test_what_is_held_means_nothing_here(table: Table) -> None:
    before = table.enter(Door.SETTLING)
    assert table.hands.hand(Press(BLUE, Kind.LONG)) is None and table.screen == before


# -- what may be changed about somebody


def of_ben(table: Table) -> Screen:
    """The menu of what may be changed about Ben."""
    table.play(*BEN_LOSES)
    table.enter()
    table.press(YELLOW)
    table.choose("Players")
    return table.press(BLUE, GREEN, GREEN)


def typed(table: Table, name: str) -> Screen:
    """``name`` instead of what stands there, with a real keyboard."""
    screen = table.screen
    assert isinstance(screen, KeyboardScreen)
    for key in ("\b" * len(screen.text), *name):
        for letter in key:
            table.hands.hand(KeyText(letter))
    return table.press(RED)


def test_somebody_has_another_name_and_keeps_the_games(table: Table) -> None:
    of_ben(table)
    table.choose("Another name")
    for name, problem in (("Ann", "Ann is somebody else here"), ("ann", "Ann is somebody"), ("7", "no letter in 7")):
        screen = typed(table, name)
        assert isinstance(screen, KeyboardScreen) and problem in screen.problem
    screen = typed(table, "Benjamin")
    assert isinstance(screen, FiguresScreen) and screen.title == "Benjamin"
    assert ("Games", "1") in [(figure.label, figure.value) for figure in screen.figures]
    assert table.journal.people.names_now(1, ("Ann", "Ben", "Cyd")) == ("Ann", "Benjamin", "Cyd")


def test_the_game_at_the_table_keeps_its_names_and_the_page_says_so(table: Table) -> None:
    of_ben(table)
    table.memory.at_table = 1
    screen = table.choose("Another name")
    assert isinstance(screen, KeyboardScreen) and screen.title == "What is Ben called from the next game on?"


def test_somebody_has_another_face(table: Table) -> None:
    of_ben(table)
    screen = table.choose("Another face")
    assert isinstance(screen, WhoScreen) and len(screen.tiles) == SYMBOLS
    assert [tile.words for tile in screen.tiles if tile.words] == ["Ben"]
    table.press(Touch(Target.ITEM, 11))
    screen = table.press(BLUE, GREEN)
    ben = table.journal.people.named("Ben")
    assert ben is not None and isinstance(screen, FiguresScreen)
    assert screen.mark == Mark(ben.symbol, ben.colour) and ben.symbol == 11


def test_two_names_become_one_player_and_only_after_a_second_yes(table: Table) -> None:
    of_ben(table)
    table.journal.people.add("Benny")
    table.memory.forget()
    table.choose("The same as somebody else")
    screen = table.press(Touch(Target.ITEM, 2))
    assert isinstance(screen, MenuScreen) and screen.title == "Ben and Benny: one player?"
    assert [line.label for line in screen.lines][screen.selected] == "No"
    screen = table.press(BLUE, GREEN)
    assert isinstance(screen, FiguresScreen) and screen.title == "Benny"
    assert [person.name for person in table.journal.people.all()] == ["Ann", "Cyd", "Benny"]
    assert table.journal.people.names_now(1, ("Ann", "Ben", "Cyd")) == ("Ann", "Benny", "Cyd")


def test_two_who_played_together_are_not_one(table: Table) -> None:
    of_ben(table)
    table.choose("The same as somebody else")
    table.press(GREEN)
    screen = table.press(BLUE, GREEN)
    assert isinstance(screen, MessageScreen) and "played game 1 together" in screen.headline
    assert len(table.journal.people.all()) == 3


def test_who_is_taken_off_the_list_keeps_games_and_coins_without_the_name(table: Table) -> None:
    of_ben(table)
    screen = table.choose("Off the list")
    assert isinstance(screen, MenuScreen) and screen.title == "Ben owes 2 (20 p). Off the list?"
    screen = table.press(BLUE, GREEN)
    assert isinstance(screen, FiguresScreen) and screen.title == "former player 2"
    assert GREEN in labels_of(screen), "the chart is still there"
    assert table.journal.people.names_now(1, ("Ann", "Ben", "Cyd")) == ("Ann", "Ben", "Cyd")
    assert table.balances() == {"Ann": 1, "former player 2": -2, "Cyd": 1}


def test_from_an_account_that_was_settled_one_press_leads_back(table: Table) -> None:
    table.play(*BEN_LOSES)
    table.hands = EveningHands(table.memory)
    assert isinstance(table.press(GREEN), RowsScreen)
    while dict(screen.labels)[GREEN] == "Paid" if isinstance(screen := table.screen, RowsScreen) else False:
        table.press(GREEN)
    assert isinstance(table.press(GREEN), FiguresScreen)
    table.hands.hand(Press(RED))
    assert table.hands.left


def test_what_somebody_carries_to_the_next_evening_is_said_before_the_name_goes(table: Table) -> None:
    of_ben(table)
    table.enter(Door.SETTLING)
    table.press(YELLOW)
    table.choose("Done: carry the rest")
    for name, title in (("Ben", "Ben owes 2 (20 p)."), ("Cyd", "Cyd gets 1 (10 p).")):
        person = table.journal.people.named(name)
        assert person is not None
        screen = forgetting(table.memory, person).screen()
        assert isinstance(screen, MenuScreen) and screen.title == f"{title} Off the list?"
    zoe = table.journal.people.add("Zoe")
    screen = forgetting(table.memory, zoe).screen()
    assert isinstance(screen, MenuScreen) and screen.title == "Take Zoe off the list?"
