"""Who plays and for what: faces to touch, a keyboard for four buttons, a finger or a real one, stakes in money."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.books.facts import Coin, Person
from dealer.display.screens import KeyboardScreen, Screen, StartScreen, WhoScreen, labels_of
from dealer.game.choices import MOST
from dealer.game.header import name_problem
from dealer.games.registry import GAMES, STAKES
from dealer.hands.keyboard import LONGEST, Keyboard
from dealer.hands.start_form import Page, StartForm
from dealer.hands.what_for import COINS, coin_title, stepped_coin, what_for, worth
from dealer.hands.who_plays import WhoPlays
from dealer.journal.people import next_face
from dealer.locale.language import language, speak
from dealer.presses import Button, KeyText, Kind, Press, Target, Touch

GREEN, RED, YELLOW, BLUE = (Press(button) for button in (Button.GREEN, Button.RED, Button.YELLOW, Button.BLUE))
HELD_BLUE, HELD_YELLOW = Press(Button.BLUE, Kind.LONG), Press(Button.YELLOW, Kind.LONG)
HOUSE = ("Ann", "Ben", "Cyd", "Dot", "Eve", "Flo", "Gus", "Hal", "Ida")


def listed(*names: str) -> tuple[Person, ...]:
    people: list[Person] = []
    for number, name in enumerate(names, start=1):
        people.append(Person(number, name, *next_face(people)))
    return tuple(people)


def form_of(*names: str, house: Sequence[str] = HOUSE, variant: str = "basic") -> StartForm:
    return StartForm.of({"players": list(names or ("Ann", "Ben")), "variant": variant}, people=listed(*house))


def after(form: StartForm, *hands: object) -> StartForm:
    for given_now in hands:
        form, started = form.hand(given_now)
        assert not started
    return form


def opened(form: StartForm) -> StartForm:
    """The list of people, opened by touch."""
    return after(form, Touch(Target.ITEM, form.fields(Page.GAME).index("players")))


def who(form: StartForm) -> WhoScreen:
    screen = form.screen()
    assert isinstance(screen, WhoScreen)
    return screen


def keys(form: StartForm) -> KeyboardScreen:
    screen = form.screen()
    assert isinstance(screen, KeyboardScreen)
    return screen


def touch(form: StartForm, *words: str) -> StartForm:
    """Touch the tiles or the keys with these words, one after the other."""
    for word in words:
        screen = form.screen()
        if isinstance(screen, WhoScreen):
            shown = [tile.words for tile in screen.tiles]
        else:
            shown = [key for row in keys(form).rows for key in row]
        form = after(form, Touch(Target.ITEM, shown.index(word)))
    return form


def seats(form: StartForm) -> dict[str, int]:
    return {tile.words: tile.seat for tile in who(form).tiles if tile.seat is not None}


# The list of people


def test_faces_are_seated_in_the_order_in_which_they_are_touched() -> None:
    form = touch(opened(form_of("Ann", "Ben")), "Dot", "Ann", "Cyd", "Ann")
    assert seats(form) == {"Ben": 1, "Dot": 2, "Cyd": 3, "Ann": 4}
    assert [tile.words for tile in who(form).tiles] == [*HOUSE, "New player"], "no tile moves under the finger"
    form = after(form, RED)
    assert form.header().players == ("Ben", "Dot", "Cyd", "Ann")


def test_the_list_is_opened_and_used_with_buttons_alone() -> None:
    form = after(form_of("Ann", "Ben"), BLUE, BLUE)
    assert form.selected == "players"
    form = after(form, GREEN, BLUE, BLUE, GREEN, HELD_BLUE, GREEN, YELLOW, YELLOW, YELLOW, GREEN)
    assert seats(form) == {"Ann": 1, "Ben": 2, "Cyd": 3, "Gus": 4, "Dot": 5}
    assert after(form, HELD_YELLOW).screen() == after(form, YELLOW, YELLOW, YELLOW, YELLOW).screen()
    form, started = after(form, RED).hand(GREEN)
    assert started and form.header().players == ("Ann", "Ben", "Cyd", "Gus", "Dot")


def test_the_same_people_play_again_at_one_press() -> None:
    first = after(touch(opened(form_of("Ann", "Ben")), "Cyd"), RED)
    form, started = StartForm.of(first.choice(), people=first.people).hand(GREEN)
    assert started and form.header().players == ("Ann", "Ben", "Cyd")


def test_the_marks_of_the_players_stand_on_the_first_page() -> None:
    form = form_of("Cyd", "Ann")
    screen = form.screen()
    assert isinstance(screen, StartScreen)
    field = screen.fields[form.fields(Page.GAME).index("players")]
    assert [(mark.symbol, mark.colour) for mark in field.marks] == [
        (form.people[2].symbol, form.people[2].colour),
        (form.people[0].symbol, form.people[0].colour),
    ]


def test_who_is_not_on_the_list_has_the_face_that_comes_next() -> None:
    form = opened(form_of("Zoe", "Ann", "Yan", house=("Ann",)))
    marks = [(tile.mark.symbol, tile.mark.colour) for tile in who(form).tiles if tile.mark is not None]
    one = listed("Ann")
    two = (*one, Person(2, "Zoe", *next_face(one)))
    assert marks == [next_face(one), (one[0].symbol, one[0].colour), next_face(two)]


def test_nobody_sits_down_where_all_seats_are_taken() -> None:
    form = touch(opened(form_of(*HOUSE[:MOST])), HOUSE[MOST])
    assert str(MOST) in who(form).problem and len(seats(form)) == MOST
    form = touch(form, "New player")
    assert who(form).problem
    assert len(seats(touch(form, "Ann", "New player", "Z", "Done"))) == MOST


def test_one_alone_cannot_leave_the_list() -> None:
    form = after(touch(opened(form_of("Ann", "Ben")), "Ben"), RED)
    assert who(form).problem
    assert after(touch(form, "Cyd"), RED).header().players == ("Ann", "Cyd")


def test_another_game_is_chosen_where_this_one_is_not_for_so_many() -> None:
    form = after(touch(opened(form_of("Ann", "Ben", variant="five-cards")), "Cyd"), RED)
    screen = form.screen()
    assert "For 2 players" in getattr(screen, "problem", "") and len(form.draft.names) == 3
    back = after(form, RED)
    assert isinstance(back.screen(), StartScreen)
    again, started = back.hand(GREEN)
    assert not started
    assert getattr(again.screen(), "problem", "") == "This game is not for 3. Choose who plays, or another game."
    port = Touch(Target.ITEM, tuple(GAMES).index("port"))
    played = after(form, port, port)  # the first touch shows what it is
    assert played.header().players == ("Ann", "Ben", "Cyd")
    fewer = after(back, Touch(Target.LESS, back.fields(Page.GAME).index("players")))
    assert fewer.header().players == ("Ann", "Ben") and fewer.header().variant == "five-cards"


def test_more_people_than_tiles_stand_on_pages() -> None:
    house = tuple(f"P{number}" for number in range(25))
    form = opened(form_of("P3", "P7", house=house))
    seen: list[str] = []
    for _page in range(3):
        seen += [tile.words for tile in who(form).tiles if tile.mark is not None]
        assert len(who(form).tiles) <= 12
        form = touch(form, "More")
    assert sorted(seen) == sorted(house) and seen[:2] == ["P3", "P7"]
    form = touch(form, "New player", "X", "Done")
    assert "X" in [tile.words for tile in who(form).tiles] and seats(form)["X"] == 3


@given(st.randoms(use_true_random=False))
def test_whatever_is_touched_each_sits_once_and_the_game_can_begin(chance: random.Random) -> None:
    form = opened(form_of("Ann", "Zoe", "Ben", variant=chance.choice(tuple(GAMES))))
    for _time in range(chance.randrange(40)):
        tile = Touch(Target.ITEM, chance.randrange(12))
        form = after(form, chance.choice((GREEN, YELLOW, BLUE, HELD_BLUE, HELD_YELLOW, tile)))
        screen = form.screen()
        if isinstance(screen, KeyboardScreen):
            form = after(form, KeyText(chance.choice(("Ann", "x", "table", '"', "é", "Quite A Long Name Indeed"))))
            form = after(form, GREEN)
            if isinstance(form.screen(), KeyboardScreen):
                form = touch(form, "Back")
        screen = who(form)
        assert screen.labels and 0 <= screen.selected < len(screen.tiles)
        if form.who is not None:
            assert len(set(form.who.seated)) == len(form.who.seated) <= MOST
    form = after(form, RED)
    if isinstance(form.screen(), StartScreen):
        assert form.draft.refusal() == ""


# The keyboard


def typed(form: StartForm, name: str) -> StartForm:
    """A name with a real keyboard, and Enter."""
    form = touch(form, "New player")
    for letter in name:
        form = after(form, KeyText(letter))
    return after(form, GREEN)


def test_a_new_one_is_typed_by_touch_and_sits_down() -> None:
    form = touch(
        opened(form_of()), "New player", "Z", "o", "e", "Space", "M", "ü", "Delete", "Delete", "Delete", "Done"
    )
    assert seats(form)["Zoe"] == 3 and [person.name for person in form.new_people] == ["Zoe"]
    form = form.with_people(listed(*HOUSE, "Zoe"))
    assert form.new_people == () and after(form, RED).header().players == ("Ann", "Ben", "Zoe")


def test_a_new_one_is_typed_with_a_keyboard_and_enter() -> None:
    form = typed(opened(form_of()), "J\b  Zoë-Ann ")
    assert seats(form)["Zoë-Ann"] == 3 and [person.name for person in form.new_people] == ["Zoë-Ann"]


def test_a_new_one_is_typed_with_four_buttons() -> None:
    form = touch(opened(form_of()), "New player")

    def at(form: StartForm) -> str:
        return [key for row in keys(form).rows for key in row][keys(form).selected]

    assert at(form) == "Q"
    presses = 0
    for letter in "Eva7":
        while at(form) != letter:
            rows = keys(form).rows
            starts = [sum(map(len, rows[:index])) for index in range(len(rows))]
            here = keys(form).selected
            row = max(index for index, start in enumerate(starts) if start <= here)
            there = [key for one in rows for key in one].index(letter)
            if not starts[row] <= there < starts[row] + len(rows[row]):
                form = after(form, HELD_BLUE)
            else:
                form = after(form, BLUE if there > here else YELLOW)
            presses += 1
            assert presses < 60
        form = after(form, GREEN)
    assert labels_of(keys(form))[Button.RED] == "Done"
    assert seats(after(form, RED))["Eva7"] == 3


def test_red_goes_back_where_nothing_was_typed() -> None:
    form = touch(opened(form_of()), "New player")
    assert labels_of(keys(form))[Button.RED] == "Back"
    form = after(form, RED)
    assert seats(form) == {"Ann": 1, "Ben": 2} and form.new_people == ()
    assert seats(touch(form, "New player", "Z", "Back")) == {"Ann": 1, "Ben": 2}


def test_a_name_of_the_house_seats_the_one_who_bears_it() -> None:
    form = typed(opened(form_of()), "dOT")
    assert seats(form)["Dot"] == 3 and form.new_people == ()


@pytest.mark.parametrize("name", ["table", "Monster\b\b\b\b\b\b\bmonster", "Ann", '"', "ben", "the pot", "7"])
def test_a_name_that_cannot_be_is_told_and_stays_to_be_changed(name: str) -> None:
    form = typed(opened(form_of()), name)
    assert keys(form).problem and form.new_people == ()
    assert keys(after(form, KeyText("x"))).problem == ""


def test_a_long_name_ends_where_no_screen_could_show_it() -> None:
    keyboard = Keyboard("Who?")
    for _time in range(40):
        keyboard = keyboard.hand(KeyText("W"))
    assert keyboard.name == "W" * LONGEST
    assert keyboard.problem == "No more than 24 letters." and not keyboard.hand(KeyText("\b")).problem
    longer = Keyboard("Who?", "W" * 40)
    assert longer.hand(KeyText("x")).text == longer.text, "what stands there stays"


def test_capitals_come_by_themselves_where_a_name_begins() -> None:
    keyboard = Keyboard("Who?")
    written = ""
    for wanted in "anna-lena o'neill":
        rows = keyboard.rows()
        shown = [key for row in rows for key in row]
        word = {" ": "Space"}.get(wanted, wanted.upper() if keyboard.capitals else wanted)
        keyboard = keyboard.hand(Touch(Target.ITEM, shown.index(word)))
        written = keyboard.text
    assert written == "Anna-Lena O'Neill"
    shown = [key for row in keyboard.rows() for key in row]
    keyboard = keyboard.hand(Touch(Target.ITEM, shown.index("ABC")))
    assert keyboard.capitals and "L" in keyboard.rows()[2]
    assert not keyboard.hand(KeyText("X")).capitals


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_every_letter_of_a_name_has_a_key(spoken: str) -> None:
    speak(language(spoken))
    try:
        plain = Keyboard("")
        keyboards = [
            replace(plain, accents=accents, shifted=shifted) for accents in (False, True) for shifted in (False, True)
        ]
        letters = {key for keyboard in keyboards for row in keyboard.rows() for key in row if len(key) == 1}
    finally:
        speak(language("en"))
    assert set("abcdefghijklmnopqrstuvwxyzäöüßABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ0123456789-'.éåøçñ") <= letters
    assert not any(name_problem(letter) for letter in letters)


def test_every_key_can_be_reached_in_both_directions_and_row_by_row() -> None:
    keyboard = Keyboard("Who?")
    count = sum(map(len, keyboard.rows()))
    for step in (BLUE, YELLOW):
        reached = set()
        for _time in range(count):
            keyboard = keyboard.hand(step)
            reached.add(keyboard.at)
        assert reached == set(range(count))
    rows = set()
    for _time in keyboard.rows():
        keyboard = keyboard.hand(HELD_BLUE)
        starts = [sum(map(len, keyboard.rows()[:index])) for index in range(len(keyboard.rows()))]
        rows.add(max(start for start in starts if start <= keyboard.at))
    assert len(rows) == len(keyboard.rows())
    assert keyboard.hand(HELD_YELLOW).hand(HELD_BLUE).at != keyboard.hand(BLUE).at


# What was kept


def test_players_follow_their_numbers_when_they_are_called_otherwise() -> None:
    kept = form_of("Ann", "Ben", "Cyd").choice()
    renamed = tuple(replace(person, name="Benjamin") if person.name == "Ben" else person for person in listed(*HOUSE))
    assert StartForm.of(kept, people=renamed).draft.names == ("Ann", "Benjamin", "Cyd")
    without = tuple(person for person in renamed if person.name != "Benjamin")
    assert StartForm.of(kept, people=without).draft.names == ("Ann", "Cyd")


def test_who_is_off_the_list_does_not_play_and_the_next_one_deals() -> None:
    form = form_of("Ann", "Ben", "Cyd")
    form = replace(form, draft=replace(form.draft, dealer=1))
    without = tuple(person for person in form.people if person.name != "Ben")
    called_ben = tuple(replace(person, name="Ben") if person.name == "Ann" else person for person in without)
    for now in (form.with_people(called_ben), StartForm.of(form.choice(), people=called_ben)):
        assert (now.draft.names, now.draft.dealer) == (("Ben", "Cyd"), 1)
    assert len(form.with_people(()).draft.names) > 1, "nobody of the list is left: names of nobody"


def test_who_has_gone_home_does_not_play_next_unless_all_have() -> None:
    form = form_of("Ann", "Ben", "Cyd")
    form = replace(form, draft=replace(form.draft, dealer=1))
    assert (form.without({2}).draft.names, form.without({2}).draft.dealer) == (("Ann", "Cyd"), 1)
    assert form.without({1, 2, 3}) == form.without({9}) == form


def test_a_seat_is_his_who_the_player_turned_out_to_be_unless_he_sits_there() -> None:
    people = listed(*HOUSE)
    dot = people[3]
    without = tuple(replace(one, also=(2,)) if one == dot else one for one in people if one.name != "Ben")
    for names, now in ((("Ann", "Ben", "Cyd"), ("Ann", "Dot", "Cyd")), (("Ann", "Ben", "Dot"), ("Ann", "Dot"))):
        form = form_of(*names)
        assert form.with_people(without).draft.names == StartForm.of(form.choice(), people=without).draft.names == now


# For what


def sentence(stakes: str, each: Coin, **options: object) -> str:
    games = {"basic": {"stakes": stakes, "options": options}}
    return what_for(StartForm.of({"players": ["Ann", "Ben", "Cyd"], "games": games}).draft, each)


def test_stakes_are_said_in_words_and_in_money() -> None:
    assert sentence("seattle", Coin(10, "£")) == "The loser pays everybody 10 p."
    assert sentence("tacoma", Coin(20, "€"), penalty=4, coin=2) == "The loser pays the lowest 1.60 €."
    assert sentence("norland", Coin(name="peanut"), coin=3) == "The loser pays the lowest 3 peanuts."
    assert sentence("portland", Coin()) == "The loser pays everybody 1 coin a point of difference."
    assert sentence("forfeit", Coin(10, "£"), forfeit="sings") == "The loser sings."
    assert sentence("forfeit", Coin(10, "£")) == "For the honour."


@pytest.mark.parametrize("stakes", STAKES)
@pytest.mark.parametrize("coin", COINS)
def test_every_stake_says_what_a_coin_of_it_is(stakes: str, coin: Coin) -> None:
    assert stakes == "forfeit" or worth(coin, 7) in sentence(stakes, coin, coin=7, penalty=1)


@pytest.mark.parametrize("variant", GAMES)
def test_every_game_says_what_it_is_played_for(variant: str) -> None:
    form = form_of("Ann", "Ben", "Cyd", variant=variant)
    screen = replace(form, page=Page.FOR_WHAT).screen()
    assert isinstance(screen, StartScreen) and screen.summary


def test_what_a_coin_is_worth_is_chosen_beside_the_stakes() -> None:
    form = replace(form_of(), page=Page.FOR_WHAT)
    seen = []
    for _coin in COINS:
        seen.append(form.coin)
        form = after(form, Touch(Target.MORE, form.fields(Page.FOR_WHAT).index("worth")))
    assert seen == list(COINS) and form.coin == Coin()
    assert {coin_title(coin) for coin in COINS} >= {"nothing", "1 peanut", "10 p", "0.20 €"}
    assert stepped_coin(Coin(3, "zł"), 1) in COINS


def labelled(screen: Screen) -> bool:
    return bool(labels_of(screen))


def test_every_screen_of_the_form_has_a_way_on() -> None:
    form = form_of()
    for page in form.pages():
        assert labelled(replace(form, page=page).screen())
    assert labelled(opened(form).screen()) and labelled(touch(opened(form), "New player").screen())


def test_a_face_stays_with_its_name_whoever_gets_up_or_is_new() -> None:
    def marks(who: WhoPlays) -> dict[str, object]:
        screen = who.screen()
        assert isinstance(screen, WhoScreen)
        tiles = {tile.words: tile.mark for tile in screen.tiles if tile.mark is not None}
        assert screen.players == tuple(tiles[name] for name in who.seated)
        return tiles

    who = WhoPlays.opened((), ("Ann", "Ben", "Cyd"))
    before = marks(who)
    assert marks(who.hand(Touch(Target.ITEM, 0))) == before
    typed = replace(who, seated=(*who.seated, "Zoe"), shown=(*who.shown, "Zoe"), new=("Zoe",))
    shown = marks(typed)
    assert {name: mark for name, mark in shown.items() if name != "Zoe"} == before
    (zoe,) = typed.new_people
    assert marks(typed.with_people([replace(zoe, number=1)])) == shown
