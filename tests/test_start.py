"""The start screen's form: two presses start a game; everything can be chosen by buttons, and only what fits."""

import itertools
import json
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dealer.books.facts import Pot
from dealer.display.screens import Field, GamesScreen, RulesScreen, StartScreen
from dealer.errors import RecordError
from dealer.game.choices import Draft
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.game.seating import DEFAULT_NAMES, seated
from dealer.games.registry import GAMES, STAKES, TWISTS
from dealer.hands.start_form import FORFEITS, Page, PotUse, StartForm
from dealer.presses import Button, KeyText, Kind, Press, Target, Touch
from dealer.rehearsal.bots import play_at_random
from dealer.view import SeatSeen
from dealer.words.rules_pages import one_line, stakes_line


def form_of(*names: str, variant: str = "basic") -> StartForm:
    return StartForm.of({"players": list(names or DEFAULT_NAMES[:4]), "variant": variant})


def press(form: StartForm, *buttons: Button) -> tuple[StartForm, bool]:
    started = False
    for button in buttons:
        form, started = form.hand(Press(button))
    return form, started


def touch(form: StartForm, target: Target, key: str) -> StartForm:
    """Touch a field by its key, on its page."""
    page = next(page for page in form.pages() if key in form.fields(page))
    form, _ = form.hand(Touch(Target.TAB, form.pages().index(page)))
    form, started = form.hand(Touch(target, form.fields(page).index(key)))
    assert not started
    return form


def shown(form: StartForm, key: str) -> Field:
    form = replace(form, page=next(page for page in form.pages() if key in form.fields(page)))
    screen = form.screen()
    assert isinstance(screen, StartScreen)
    return screen.fields[form.fields(form.page).index(key)]


def test_green_starts_with_the_last_evening() -> None:
    form = form_of("Zoe", "Yan", "Xi")
    for key, target in (("target", Target.MORE), ("dealer", Target.MORE), ("forfeit", Target.MORE)):
        form = touch(form, target, key)
    form = touch(form, Target.ITEM, "twist calamities")
    before = form.header()
    form, started = press(StartForm.of(form.choice()), Button.GREEN)
    assert started and form.header() == before
    assert (before.players, before.dealer, before.twists) == (("Zoe", "Yan", "Xi"), "Yan", ("calamities",))
    assert before.options == {"target": 22, "forfeit": FORFEITS[0]}


def test_a_first_evening_starts_with_one_press() -> None:
    form, started = press(StartForm.of({}), Button.GREEN)
    assert started and form.header() == Header.from_mapping({"variant": "basic", "players": list(DEFAULT_NAMES[:4])})


@pytest.mark.parametrize(
    "kept",
    [
        {"players": "x", "variant": 3, "dealer": 9, "games": []},
        {"players": ["A", "B"], "variant": "whist"},
        {"games": {"basic": {"twists": ["calamities", "unlucky-seven"], "stakes": "x", "options": {"target": -1}}}},
        {"variant": "kitty", "games": {"kitty": {"options": {"teams": [[0, 9]], "coin": "x", "frob": 1}}}},
        {"players": [f"P{seat}" for seat in range(12)]},
        {"variant": "five-cards"},
    ],
)
def test_what_cannot_be_used_any_more_is_left_out(kept: dict[str, object]) -> None:
    form, started = press(StartForm.of(kept), Button.GREEN)
    assert started and len(form.header().players) >= 2


def test_players_are_added_and_taken_away_within_the_limits_of_the_game() -> None:
    for variant, game in GAMES.items():
        form = form_of(variant=variant).fitted()
        seen = {len(form.draft.names)}
        for target in [Target.MORE] * 8 + [Target.LESS] * 8:
            form = touch(form, target, "players")
            seen.add(len(form.draft.names))
            assert len(form.header().players) in game.seats_with(form.header().options)
        assert seen == set(game.seats), variant


def test_the_dealer_stays_one_who_plays() -> None:
    form = StartForm.of({"players": list(DEFAULT_NAMES[:3]), "dealer": 2})
    form = touch(form, Target.LESS, "players")
    assert form.header().dealer == form.draft.names[1]


def test_the_usual_losing_score_follows_the_number_of_players() -> None:
    form = form_of(*DEFAULT_NAMES[:2])
    assert shown(form, "target").value == "31"
    form = touch(form, Target.MORE, "players")
    assert shown(form, "target").value == "21"
    form = touch(form, Target.MORE, "target")
    assert shown(form, "target").value == "22" and form.header().option("target", None) == 22
    form = touch(form, Target.LESS, "target")
    assert "target" not in form.header().options


@pytest.mark.parametrize("variant", GAMES)
def test_blue_steps_through_every_field_of_every_page_and_back_to_none(variant: str) -> None:
    form = form_of(variant=variant)
    seen = []
    for _ in range(len(form.fields()) + 1):
        form, _started = press(form, Button.BLUE)
        seen.append(form.selected)
        assert not form.selected or form.selected in form.fields(form.page)
    assert seen == [*form.fields(), ""]


def test_held_blue_turns_the_page() -> None:
    form = form_of()
    pages = []
    for _ in range(3):
        form, _started = form.hand(Press(Button.BLUE, Kind.LONG))
        pages.append(form.page)
    assert pages == [Page.FOR_WHAT, Page.MORE, Page.GAME]


@pytest.mark.parametrize("variant", GAMES)
def test_whatever_is_pressed_the_header_can_be_played(variant: str) -> None:
    """Every field of every game, a few steps up and down: nothing that the header refuses can be chosen."""
    for number in GAMES[variant].seats:
        form = StartForm.of({"players": list(DEFAULT_NAMES[:number]), "variant": variant})
        for key, button in itertools.product(form.fields(), (Button.YELLOW, Button.RED, Button.RED)):
            if key not in form.fields() or key == "game":
                continue
            form, _started = press(replace(form, selected=key), button)
            assert form.draft.refusal() == "", (key, form.draft)


def test_seven_players_are_not_offered_a_game_for_six() -> None:
    form = form_of(*DEFAULT_NAMES[:7])
    assert {variant for variant in GAMES if form.game_problem(variant)} == {
        variant for variant, game in GAMES.items() if 7 not in game.seats
    }
    form = touch(form, Target.ITEM, "game")
    screen = form.screen()
    assert isinstance(screen, GamesScreen) and len(screen.games) == len(GAMES) == 15
    index = tuple(GAMES).index("regent")
    assert not screen.games[index].possible and "2-6" in screen.games[index].note
    form, _started = form.hand(Touch(Target.ITEM, index))
    screen = form.screen()
    assert isinstance(screen, GamesScreen) and "2-6" in screen.problem and form.draft.variant == "basic"
    venture = Touch(Target.ITEM, tuple(GAMES).index("venture"))
    form, _started = form.hand(venture)
    screen = form.screen()
    assert isinstance(screen, GamesScreen) and form.draft.variant == "basic"
    assert screen.line == "3-8 players. Take as few cards as you can, or whole sets."
    form, _started = form.hand(venture)
    assert form.header().variant == "venture" and isinstance(form.screen(), StartScreen)


def test_games_are_stepped_through_by_buttons_past_what_does_not_fit() -> None:
    form = replace(form_of(*DEFAULT_NAMES[:7]), selected="game")
    seen = []
    for _ in range(20):
        seen.append(form.draft.variant)
        form, _started = press(replace(form, selected="game"), Button.YELLOW)
    assert set(seen) == {variant for variant, game in GAMES.items() if 7 in game.seats}


def test_the_list_of_games_is_used_with_buttons() -> None:
    form, _ = press(touch(form_of(), Target.ITEM, "game"), Button.BLUE, Button.YELLOW)
    page = form.screen()
    assert isinstance(page, RulesScreen) and page.title.startswith("Continuous") and page.sections[-1][0] == "Source"
    form, _ = press(form, Button.BLUE, Button.RED)
    assert isinstance(form.screen(), GamesScreen)
    form, _ = press(form, Button.GREEN)
    assert form.draft.variant == "continuous" and form.listing is None
    form, _ = press(touch(form, Target.ITEM, "game"), Button.BLUE, Button.RED)
    assert form.draft.variant == "continuous" and form.listing is None


@pytest.mark.parametrize(
    ("key", "line", "title"),
    [
        ("game", "There is no winner, only a loser: the first to reach the limit.", "Basic Pairs"),
        ("stakes", "The loser pays their own score to the player with the lowest.", "Stakes"),
        ("twist five-card-catch", "Five cards without a pair before you win the game at once.", "Five-Card Catch"),
    ],
)
def test_a_game_its_stakes_and_each_twist_say_what_they_are_before_they_are_chosen(
    key: str, line: str, title: str
) -> None:
    form = form_of()
    form = replace(form, draft=replace(form.draft, stakes="cutchfeld"), selected=key)
    form = replace(form, page=next(page for page in form.pages() if key in form.fields(page)))
    screen = form.screen()
    assert isinstance(screen, StartScreen) and screen.line == line
    assert dict(screen.labels)[Button.RED] == "Rules"
    form, started = press(form, Button.RED)
    page = form.screen()
    assert isinstance(page, RulesScreen) and page.title.startswith(title) and not started
    form, started = press(form, Button.GREEN)
    assert form.screen() == screen and not started


def test_every_game_twist_and_stakes_has_one_line() -> None:
    lines = [one_line(name) for name in (*GAMES, *TWISTS)] + [stakes_line(stakes) for stakes in STAKES]
    assert all(line.endswith(".") and len(line) < 100 for line in lines)


def test_twists_that_exclude_each_other_are_grey() -> None:
    form = touch(form_of(), Target.ITEM, "twist calamities")
    field = shown(form, "twist unlucky-seven")
    assert not field.possible and "Calamities" in field.value
    form = touch(form, Target.ITEM, "twist unlucky-seven")
    assert form.header().twists == ("calamities",) and form.problem
    form = touch(form, Target.ITEM, "twist calamities")
    assert shown(form, "twist unlucky-seven").possible and form.header().twists == ()
    assert "twist five-card-catch" not in form_of(variant="port").fields()


def test_what_means_nothing_is_not_offered() -> None:
    form = form_of()
    assert "forfeit" in form.fields() and not {"penalty", "coin"} & set(form.fields())
    offered = {}
    for stakes in STAKES:
        assert form.draft.stakes == stakes
        offered[stakes] = {"forfeit", "penalty", "coin"} & set(form.fields())
        form = touch(form, Target.MORE, "stakes")
    assert offered["tacoma"] == {"penalty", "coin"} and offered["portland"] == {"coin"}
    assert "teams" in form_of(variant="kitty").fields()
    assert "teams" not in form_of(*DEFAULT_NAMES[:5], variant="kitty").fields()
    assert "rounds" in form_of("A", "B", variant="regent").fields()
    assert "rounds" not in form_of("A", "B", "C", variant="regent").fields()


def test_teams_are_partners_who_sit_apart_and_go_when_a_player_does() -> None:
    form = touch(form_of(*DEFAULT_NAMES[:4], variant="kitty"), Target.MORE, "teams")
    names = form.draft.names
    assert form.header().option("teams", []) == [[names[0], names[2]], [names[1], names[3]]]
    form = touch(form, Target.LESS, "players")
    assert "teams" not in form.header().options


def test_an_eighth_player_comes_to_port_in_pairanoias_edition_only() -> None:
    form = form_of(*DEFAULT_NAMES[:7], variant="port")
    assert len(touch(form, Target.MORE, "players").draft.names) == 7
    form = touch(touch(form, Target.MORE, "edition"), Target.MORE, "players")
    assert len(form.header().players) == 8
    assert touch(form, Target.MORE, "edition").header().option("edition", "") == "pairanoia"


def test_each_game_remembers_what_was_agreed_for_it() -> None:
    form = touch(form_of(), Target.MORE, "target")
    agreed = form.header()
    form = form.with_game("rocket")
    form = touch(touch(form, Target.MORE, "max_bet"), Target.MORE, "max_bet")
    assert form.header().options == {"max_bet": 20}
    assert StartForm.of(form.choice()).with_game("basic").header() == agreed
    assert form.with_game("basic").with_game("rocket").header().options == {"max_bet": 20}


def test_who_begins_follows_the_names() -> None:
    form = touch(form_of("A", "B", "C", variant="sweep"), Target.MORE, "first")
    assert form.header().option("first", "") == "C"
    form = replace(form, draft=form.draft.seating(("C", "D", "B", "A")))
    assert form.header().option("first", "") == "C"
    form = replace(form, draft=form.draft.seating(("D", "B", "A")))
    assert form.header().option("first", "") == "D", "whoever sits to the left of who has gone"


def test_a_draft_of_a_header_makes_the_same_header() -> None:
    keys = {"variant": "kitty", "players": ["A", "B", "C", "D"], "dealer": "C", "teams": [["A", "C"], ["B", "D"]]}
    header = Header.from_mapping(keys)
    assert Draft.of_header(header).header() == header


def test_a_forfeit_is_typed() -> None:
    form = touch(form_of("Al", "Bob"), Target.ITEM, "forfeit")
    for text in ("sings", "\x1b", "\n", "\u200f", "!", "\b"):
        form, _ = form.hand(KeyText(text))
    assert form.header().option("forfeit", "") == "sings"


def test_players_sit_clockwise_from_the_lowest_coaster() -> None:
    spots = [SeatSeen(2, 0, -400, 90), SeatSeen(7, -400, 0, 0), SeatSeen(4, 0, 400, 270), SeatSeen(5, 400, 0, 180)]
    assert seated(("A", "B", "C", "D"), spots) == {2: "A", 7: "B", 4: "C", 5: "D"}
    assert seated(("A", "B", "C", "D"), spots[:3]) is None
    assert seated(("A", "B"), spots) == {2: "A", 4: "B"}


# What was kept is never trusted


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 400) | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=20,
)
OPTIONS = sorted({key for game in GAMES.values() for key in game.options})
AGREEMENT = st.fixed_dictionaries(
    {},
    optional={
        "twists": JSON | st.lists(st.sampled_from(sorted(TWISTS)), max_size=4),
        "stakes": JSON | st.sampled_from(sorted(STAKES)),
        "options": JSON | st.dictionaries(st.sampled_from(OPTIONS), JSON, max_size=8),
    },
)
KEPT = JSON | st.fixed_dictionaries(
    {},
    optional={
        "players": JSON | st.lists(st.text(max_size=30) | st.sampled_from(["table", "A", "B", "C"]), max_size=12),
        "variant": JSON | st.sampled_from(sorted(GAMES)),
        "dealer": JSON,
        "games": JSON | st.dictionaries(st.sampled_from(sorted(GAMES)), AGREEMENT, max_size=3),
    },
)


@given(kept=KEPT)
@example(kept={"players": [1, 2], "variant": 7})
@example(kept={"players": ["A\tB", "C\u202eD", "E\x00", "F"]})
@example(kept={"variant": "kitty", "games": {"kitty": {"options": {"teams": [1, 2], "coin": [[1]]}}}})
@example(kept={"games": {"basic": {"stakes": [], "twists": {}, "options": {"forfeit": "a\nb", "button": [3]}}}})
@settings(max_examples=300, deadline=None)
def test_nonsense_that_was_kept_is_left_out_and_a_game_can_be_begun(kept: object) -> None:
    form = StartForm.of(kept)
    header = form.fitted().header()
    assert header == Header.from_mapping(header.to_mapping())
    for page in form.pages():
        assert replace(form, page=page).screen()
    assert StartForm.of(json.loads(json.dumps(form.choice()))).draft.names == form.draft.names


def test_names_that_no_screen_can_show_and_too_many_are_left_out() -> None:
    kept = {"players": ["Ann", "B\tb", "\x1b[2J", "Ann", "table", " Eve", 'F"', "x" * 99, 7, None, "Cyd", *"abcdefgh"]}
    assert StartForm.of(kept).draft.names == ("Ann", "Cyd", *"abcdef")


def test_names_of_the_command_line_are_taken_as_they_were_given() -> None:
    form = StartForm.of({"players": ["A", "B", "C"], "dealer": 2}).with_names(["X", "Y"])
    assert (form.header().players, form.header().dealer) == (("X", "Y"), "X")
    with pytest.raises(RecordError, match="twice"):
        form.with_names(["X", "X"]).header()
    with pytest.raises(RecordError, match="1 came"):
        form.with_names(["X"]).header()


# The pot


def pot_form(coins: int = 3, *, players: Sequence[str] = ("Ann", "Ben"), variant: str = "starboard") -> StartForm:
    pot = Pot(coins, tuple(players))
    return StartForm.of({"players": ["Ann", "Ben"], "variant": variant}, pot=pot)


def test_a_pot_is_played_for_where_the_game_has_one() -> None:
    form, started = press(pot_form(), Button.GREEN)
    assert started and form.header().option("carry", 0) == 3
    assert shown(form, "pot") == Field("In the pot: 3", "play for it", changeable=True)


@pytest.mark.parametrize("variant", ["port", "basic", "regent", "rocket"])
def test_a_pot_is_left_for_later_where_the_game_has_none(variant: str) -> None:
    form, started = press(pot_form(variant=variant), Button.GREEN)
    assert started and "carry" not in form.header().options
    assert shown(form, "pot").value == "leave it for later"
    for _number in range(3):
        form = touch(form, Target.MORE, "pot")
        assert form.use_of_the_pot is not PotUse.PLAY


def test_the_stakes_decide_whether_there_is_a_pot_to_play_for() -> None:
    form = pot_form(variant="basic")
    carried = {}
    for _number in STAKES:
        carried[form.draft.stakes] = form.header().option("carry", 0)
        form = touch(form, Target.MORE, "stakes")
    assert {stakes for stakes, coins in carried.items() if coins} == {"tacoma", "cutchfeld", "olympia"}


def test_a_pot_is_shared_out_in_whole_coins_and_the_rest_stays() -> None:
    form = touch(pot_form(), Target.LESS, "pot")
    assert shown(form, "pot").value == "share it out"
    screen = form.screen()
    assert isinstance(screen, StartScreen) and screen.problem == "Ann and Ben take 1 each; left in the pot: 1"
    form, started = press(form, Button.GREEN)
    assert started and form.header().option("carry", 0) == 1, "it is played for"
    assert form.use_of_the_pot is PotUse.SHARE
    without = touch(pot_form(variant="basic"), Target.LESS, "pot")
    screen = without.screen()
    assert isinstance(screen, StartScreen) and screen.problem == "Ann and Ben take 1 each; kept for later: 1"
    assert not without.header().option("carry", 0)
    even = touch(pot_form(4), Target.LESS, "pot").screen()
    assert isinstance(even, StartScreen) and even.problem == "Ann and Ben take 2 each"


def test_one_coin_cannot_be_shared_by_two() -> None:
    form = pot_form(1)
    uses = set()
    for _number in range(3):
        form = touch(form, Target.MORE, "pot")
        uses.add(form.use_of_the_pot)
    assert uses == {PotUse.PLAY, PotUse.LATER}


def test_others_coins_are_asked_about_before_they_are_played_for() -> None:
    form, started = press(pot_form(players=("Ann", "Cyd")), Button.GREEN)
    screen = form.screen()
    assert not started and isinstance(screen, StartScreen) and "3 coins" in screen.problem
    assert form.fields(form.page)[screen.selected] == "pot" and shown(form, "pot").value == "leave it for later"
    left, started = press(form, Button.GREEN)
    assert started and "carry" not in left.header().options
    played, started = press(touch(form, Target.LESS, "pot"), Button.GREEN)
    assert started and played.header().option("carry", 0) == 3


@pytest.mark.parametrize(
    ("variant", "stakes", "words"),
    [
        ("starboard", "forfeit", "3 coins of the last players are in the pot. Play for them?"),
        ("basic", "tacoma", "3 coins of the last players are in the pot. Play for them?"),
        ("basic", "seattle", "3 coins of the last players are in the pot."),
        ("port", "forfeit", "3 coins of the last players are in the pot."),
    ],
)
def test_nobody_is_asked_to_play_for_a_pot_where_the_game_has_none(variant: str, stakes: str, words: str) -> None:
    form = pot_form(players=("Ann", "Cyd"), variant=variant)
    if form.draft.game.has_stakes:
        form = replace(form, draft=replace(form.draft, stakes=stakes))
    form, started = press(form, Button.GREEN)
    screen = form.screen()
    assert not started and isinstance(screen, StartScreen) and screen.problem == words


def test_an_empty_pot_is_not_spoken_of() -> None:
    assert "pot" not in pot_form(0).fields()
    assert press(pot_form(0, players=("Cyd", "Dot")), Button.GREEN)[1]


# After a game


def left(variant: str, *, players: int = 4, seed: int = 1, **keys: object) -> Game:
    """A game that the table has left, over."""
    names = list(DEFAULT_NAMES[:players])
    return play_at_random(Header.from_mapping({"variant": variant, "players": names, **keys}), random.Random(seed))


@pytest.mark.parametrize("variant", GAMES)
def test_the_form_after_a_game_begins_what_was_said(variant: str) -> None:
    game = left(variant, players=GAMES[variant].seats[-1], dealer="Bob")
    form = StartForm.of({"games": {"sweep": {"options": {"play_to": 100}}}}).after(game)
    assert form.header().dealer == game.next_dealer and Game(form.header()).button == game.next_button
    assert StartForm.of(form.choice()).header() == form.header(), "and so it is kept"
    assert variant == "sweep" or form.with_game("sweep").fitted().header().options == {"play_to": 100}


def test_who_left_deals_no_more_and_has_no_button() -> None:
    game = left("starboard", button="Delia")
    assert (game.next_dealer, game.next_button) == ("Bob", "Angie")
    assert StartForm.of({}).after(game, players=("Angie", "Carlos", "Delia")).header().dealer == "Carlos"
    gone = StartForm.of({}).after(game, players=("Bob", "Carlos", "Delia")).header()
    assert (gone.players, gone.dealer, gone.option("button", "")) == (("Bob", "Carlos", "Delia"), "Bob", "Bob")


@pytest.mark.parametrize("variant", GAMES)
def test_where_too_few_are_left_people_say_who_plays(variant: str) -> None:
    game = left(variant, players=GAMES[variant].seats[0])
    stay = game.header.players[1:]
    form = StartForm.of(StartForm.of({}).after(game, players=stay).choice())
    assert form.draft.names == stay, "nobody is made up"
    for page in form.pages():
        for key in ("", *form.fields(page)):
            assert replace(form, page=page, selected=key).screen()
            for button in Button:
                press(replace(form, page=page, selected=key), button)
    asking, started = form.hand(Press(Button.GREEN))
    assert not started and asking.selected == "players"
    assert asking.problem == f"This game is not for {len(stay)}. Choose who plays, or another game."
    choosing, _started = asking.hand(Press(Button.GREEN))
    assert choosing.who is not None and choosing.who.seated == stay


def test_a_game_that_was_stopped_is_dealt_again_by_its_dealer() -> None:
    whole = left("basic", rotate_deal=True, dealer="Carlos", target=60)
    stopped = Game(whole.header, whole.acts[:-1])
    assert stopped.dealer != "Carlos"
    assert StartForm.of({}).after(stopped).header().dealer == stopped.dealer


def test_blue_begins_on_the_page_that_is_shown() -> None:
    form, _ = StartForm.of({}).hand(Touch(Target.TAB, 1))
    assert form.page is Page.FOR_WHAT
    form, _ = form.hand(Press(Button.BLUE))
    assert (form.page, form.selected) == (Page.FOR_WHAT, form.fields(Page.FOR_WHAT)[0])
