"""Players come and go between two rounds: the scores stay, whoever is new begins with what the table says."""

import json
import random
from pathlib import Path

import pytest
from test_leaving import RED, Table, header
from test_ways_on import Script, Walk, again, end, setup

from dealer.books.facts import PostingKind
from dealer.cli import main
from dealer.display.screens import (
    EndScreen,
    FormScreen,
    KeyboardScreen,
    MenuScreen,
    MessageScreen,
    PlayScreen,
    RowsScreen,
    SetupScreen,
    StartScreen,
    TroubleScreen,
    WhoScreen,
    labels_of,
)
from dealer.errors import RecordError
from dealer.game.coming_and_going import Beginning, between_rounds, gone_on, may_come_and_go
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.game.next_game import next_header
from dealer.game.record import parse_record, write_record
from dealer.games.registry import GAMES
from dealer.hands.console import Console
from dealer.hands.evening_memory import Memory
from dealer.hands.house_requests import Want
from dealer.house.evening import CHOICE
from dealer.journal.journal import Journal
from dealer.presses import Button, KeyText, Kind, Press, Target, Touch
from dealer.rehearsal.bots import play_sensibly

GREEN = Press(Button.GREEN)
BETWEEN = [name for name, game in GAMES.items() if game.may_come_and_go]


def after_rounds(variant: str, seed: int, rounds: int, players: int = 3, **keys: object) -> Game:
    """A game that stands between two rounds; of so many as were played, if it did not end before."""
    whole = play_sensibly(header(variant, players, **keys), random.Random(seed))
    game = stands = Game(whole.header)
    for act in whole.acts:
        game.push(act)
        if not game.over and between_rounds(game) and rounds:
            stands, rounds = Game(game.header, game.acts), rounds - 1
    return stands


def scores(game: Game) -> dict[str, int]:
    return {player.name: player.score for player in game.state.players}


@pytest.mark.parametrize("variant", BETWEEN)
@pytest.mark.parametrize("beginning", Beginning)
def test_who_comes_late_begins_with_what_the_table_says_and_the_others_keep_their_points(
    variant: str, beginning: Beginning
) -> None:
    for seed in range(12):
        game = after_rounds(variant, seed, rounds=1 + seed % 4)
        before, players = scores(game), (*game.header.players, "Zoe")
        assert may_come_and_go(game, players)
        on = Game(gone_on(game, players, beginning))
        after = scores(on)
        late = {
            Beginning.NONE: 0,
            Beginning.LOWEST: min(before.values()),
            Beginning.AVERAGE: round(sum(before.values()) / 3),
            Beginning.HIGHEST: max(before.values()),
        }
        assert after == {**before, "Zoe": late[beginning]}
        assert on.target == game.target, "it ends where it would have ended"
        assert (on.dealer, on.header.stakes, on.header.twists) == (game.dealer, game.header.stakes, game.header.twists)
        ended = play_sensibly(on.header, random.Random(seed))
        assert ended.over and (ended.state.losers or ended.state.winners)
        again = parse_record(write_record(ended.header, ended.acts))
        assert Game(again.header, [act for _, act in again.acts()]).state == ended.state


@pytest.mark.parametrize("variant", BETWEEN)
def test_the_next_game_begins_without_the_points_and_to_the_usual_score(variant: str) -> None:
    game = after_rounds(variant, 2, rounds=2)
    ended = play_sensibly(gone_on(game, (*game.header.players, "Zoe"), Beginning.LOWEST), random.Random(1))
    after = next_header(ended)
    assert "scores" not in after.options and len(after.players) == 4
    assert Game(after).target == Game(header(variant, 4)).target
    agreed = after_rounds(variant, 2, rounds=2, target=50)
    ended = play_sensibly(gone_on(agreed, agreed.header.players[:2], Beginning.NONE), random.Random(1))
    assert next_header(ended).option("target", 0) == 50, "what was agreed stays"


def test_the_pot_is_played_for_as_before() -> None:
    game = after_rounds("basic", 1, rounds=1, stakes="tacoma", penalty=4, carry=3)
    on = Game(gone_on(game, (*game.header.players, "Zoe"), Beginning.NONE))
    assert on.state.pot == 3 and on.header.option("penalty", 0) == 4


def test_a_game_that_goes_on_with_others_is_one_game_and_its_points_count_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(tmp_path) as journal:

        def played(header: Header, number: int) -> Game:
            game = Game(header)
            whole = after_rounds("basic", 1, rounds=1) if not header.option("scores", ()) else None
            for act in whole.acts if whole is not None else play_sensibly(header, random.Random(3)).acts:
                game.push(act)
                with journal.together(number, game):
                    journal.add(number, act)
            return game

        first = after_rounds("basic", 1, rounds=1).header
        game = played(first, number := journal.begin(first))
        taken = scores(game)
        assert any(taken.values())
        on = gone_on(game, (*first.players[:2], "Zoe"), Beginning.HIGHEST)
        ended = played(on, journal.begin_instead(number, on))
        assert ended.over
        books, late = journal.books, max(taken.values())
        begun = {**taken, "Zoe": late}
        for name, score in scores(ended).items():
            person = journal.people.named(name)
            assert person is not None
            record = books.record_of(person)
            assert (record.games, record.points) == (1, score - begun[name] + taken.get(name, 0)), name
        left = journal.people.named(first.players[2])
        assert left is not None and books.record_of(left).games == 1
        assert books.count(books.opened()) == 1 and len(books.games(books.opened())) == 2
    assert main(("evening", "list", "--data", str(tmp_path))) == 0
    assert "games   1 " in capsys.readouterr().out


@pytest.mark.parametrize("variant", sorted(set(GAMES) - set(BETWEEN)))
def test_other_games_are_not_joined_halfway(variant: str) -> None:
    game = Game(header(variant, GAMES[variant].seats[0]))
    assert not may_come_and_go(game, (*game.header.players, "Zoe"))
    with pytest.raises(RecordError, match="'scores' is no key"):
        header(variant, GAMES[variant].seats[0], scores=[0] * GAMES[variant].seats[0])


def test_nobody_joins_where_a_tie_is_played_off_or_the_table_is_full() -> None:
    game = after_rounds("basic", 1, rounds=1)
    assert not may_come_and_go(game, game.header.players[:1])
    assert not may_come_and_go(game, [f"Player {number}" for number in range(3)]), "somebody plays on"
    assert not may_come_and_go(game, [*game.header.players, *(f"Player {number}" for number in range(6))])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([1, 2], "a whole number for each player"),
        ([1, 2, -1], "a whole number for each player"),
        ([1, 2, "x"], "a whole number for each player"),
        (5, "a whole number for each player"),
        ([0, 0, 21], "less than 21"),
    ],
)
def test_scores_that_cannot_be_are_refused_in_a_sentence(given: object, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        Header.from_mapping({"variant": "basic", "players": ["A", "B", "C"], "scores": given})


# At the table


class Joined(Table):
    """A game by hand, with the house's books and people."""

    def __init__(self, journal: Journal, variant: str, players: int) -> None:
        super().__init__(journal, variant, players)
        memory = Memory(journal, lambda jpeg: None)
        self.console = Console(self.sitting, evidence=tuple, decode=lambda jpeg: None, memory=memory)

    def types(self, name: str) -> None:
        """Somebody new sits down; the list is closed."""
        screen = self.console.screen()
        assert isinstance(screen, WhoScreen)
        self.console.touch(Touch(Target.ITEM, [tile.words for tile in screen.tiles].index("New player")))
        for letter in name:
            self.console.typed(KeyText(letter))
        self.console.press(RED)
        self.console.press(RED)

    def notice(self) -> str:
        screen = self.console.screen()
        assert isinstance(screen, MessageScreen)
        self.console.press(GREEN)
        return f"{screen.headline}: {screen.detail}"


@pytest.fixture
def journal(tmp_path: Path) -> object:
    with Journal(tmp_path) as opened:
        yield opened


ROUND = ("deal Bob 4", "deal Carlos 9", "deal Angie 7", "Bob hit 4")


def test_somebody_joins_after_the_round_with_the_points_that_the_table_says(journal: Journal) -> None:
    table = Joined(journal, "basic", 3)
    table.say(*ROUND, "deal Bob 3")
    table.choose("A player joins")
    table.types("Zoe")
    assert table.lines() == ["0, like at the start", "1, the average", "4, like the highest"]
    assert table.console.touch(Touch(Target.ITEM, 1)) is None
    assert table.notice() == "After this round: Angie, Bob, Carlos and Zoe play on, and the scores stay."
    assert table.console.others_go_on() is None
    table.say("deal Carlos 9", "deal Angie 7")
    assert table.console.others_go_on() is None
    table.say("Bob fold")
    wish = table.console.others_go_on()
    assert wish is not None and wish.want is Want.GO_ON and wish.header is not None
    assert wish.header.players == ("Angie", "Bob", "Carlos", "Zoe")
    assert wish.header.option("scores", []) == [0, 7, 0, 2], "the average as it is when the round is over"
    assert wish.header.option("target", 0) == 21
    assert table.console.others_go_on() is None, "once"


def test_between_two_rounds_somebody_joins_at_once_and_somebody_goes(journal: Journal) -> None:
    table = Joined(journal, "basic", 3)
    table.say(*ROUND)
    table.choose("A player joins")
    table.console.press(GREEN)  # Angie gets up
    table.types("Zoe")
    table.console.touch(Touch(Target.ITEM, 0))
    wish = table.console.others_go_on()
    assert wish is not None and wish.header is not None
    assert (wish.header.players, wish.header.option("scores", [])) == (("Bob", "Carlos", "Zoe"), [4, 0, 0])
    table.choose("A player leaves", "Carlos", "Play on without Carlos after this round")
    wish = table.console.others_go_on()
    assert wish is not None and wish.header is not None
    assert (wish.header.players, wish.header.option("scores", [])) == (("Angie", "Bob"), [0, 4])


def test_where_the_rules_do_not_allow_it_the_screen_says_so_and_the_next_game_is_for_all(journal: Journal) -> None:
    table = Joined(journal, "continuous", 3)
    table.choose("A player joins")
    table.types("Zoe")
    words = "In this game nobody joins halfway. The next one: Angie, Bob, Carlos and Zoe."
    assert table.notice() == f"From the next game on: {words}"
    assert table.console.next_players == ("Angie", "Bob", "Carlos", "Zoe")
    assert table.console.others_go_on() is None
    table.choose("A player joins")
    screen = table.console.screen()
    assert isinstance(screen, WhoScreen) and len(screen.players) == 4, "the list is as it was left"
    table.console.press(RED)


def test_a_game_that_ends_first_leaves_the_next_one_to_them(journal: Journal) -> None:
    table = Joined(journal, "basic", 3)
    sevens = ("deal Bob 7", "deal Carlos 9", "deal Angie 8", "Bob hit 7")
    table.say(*sevens, *sevens, *sevens[:3])
    table.choose("A player joins")
    table.types("Zoe")
    table.console.touch(Touch(Target.ITEM, 0))
    table.notice()
    table.say("Bob hit 7")
    assert table.sitting.over and table.console.others_go_on() is None
    assert table.console.next_players == ("Angie", "Bob", "Carlos", "Zoe")
    table.choose("A player leaves", "Carlos")
    assert table.notice() == "From the next game on: The next game: Angie, Bob and Zoe. Carlos is even."
    table.choose("A player leaves", "Nobody")
    assert table.console.next_players == ("Angie", "Bob", "Zoe")


def test_who_settles_as_a_leaver_plays_no_next_game_until_somebody_seats_him_again(journal: Journal) -> None:
    table = Joined(journal, "basic", 3)
    sevens = ("deal Bob 7", "deal Carlos 9", "deal Angie 8", "Bob hit 7")
    table.say(*sevens, *sevens, *sevens)
    table.choose("A player leaves", "Carlos")
    table.notice()
    table.console.touch(Touch(Target.MENU, 0))
    table.console.touch(Touch(Target.ITEM, table.lines().index("The evening")))
    table.console.press(Press(Button.YELLOW))
    table.console.touch(Touch(Target.ITEM, table.lines().index("Somebody leaves")))
    table.console.press(Press(Button.BLUE))
    table.console.press(GREEN)  # Bob
    table.console.press(GREEN)  # he is even
    assert table.console.next_players == ("Angie",)
    table.console.press(Press(Button.YELLOW))
    table.console.touch(Touch(Target.ITEM, table.lines().index("A round of drinks")))
    drinks = table.console.screen()
    assert isinstance(drinks, FormScreen)
    assert [field.label for field in drinks.fields if field.ticked] == ["Angie"], "of those who played before"
    table.console.press(RED)
    table.console.press(RED)
    table.choose("A player joins")
    table.console.touch(choice_of(table, "Bob"))
    table.console.press(RED)
    assert "Bob" in table.notice() and table.console.next_players == ("Angie", "Bob")


def choice_of(table: Joined, name: str) -> Touch:
    screen = table.console.screen()
    assert isinstance(screen, WhoScreen)
    return Touch(Target.ITEM, [tile.words for tile in screen.tiles].index(name))


def test_who_leaves_hears_what_he_owes_and_where_it_is_ticked(journal: Journal) -> None:
    table = Joined(journal, "basic", 3)
    bob = journal.people.at(table.sitting.number)[1]
    journal.books.pay(bob.number, journal.people.at(table.sitting.number)[0].number, 3, PostingKind.SIDE_BET)
    table.choose("A player leaves", "Bob")
    screen = table.console.screen()
    assert isinstance(screen, MenuScreen)
    assert (screen.lines[-1].label, screen.lines[-1].value) == ("Settle up", "owes 3")
    table.console.touch(Touch(Target.ITEM, len(screen.lines) - 1))
    rows = table.console.screen()
    assert isinstance(rows, RowsScreen) and rows.title == "Bob leaves"
    assert [row.cells for row in rows.rows] == [("Bob gives Angie", "3")]
    table.console.press(RED)
    sevens = ("deal Bob 7", "deal Carlos 9", "deal Angie 8", "Bob hit 7")
    table.say(*sevens, *sevens, *sevens)
    table.choose("A player leaves", "Bob")
    said = "The next game: Angie and Carlos. Bob owes 3. Tick it: The evening, More, Somebody leaves."
    assert table.notice() == f"From the next game on: {said}"


def test_somebody_leaves_once_the_game_is_over(journal: Journal) -> None:
    table = Joined(journal, "basic", 3)
    sevens = ("deal Bob 7", "deal Carlos 9", "deal Angie 8", "Bob hit 7")
    table.say(*sevens, *sevens, *sevens)
    assert table.sitting.over
    table.choose("A player leaves", "Bob")
    assert table.notice() == "From the next game on: The next game: Angie and Carlos. Bob is even."
    table.choose("A player leaves", "Carlos")
    assert table.notice() == "From the next game on: The next game: Angie. Carlos is even."
    table.choose("A player leaves")
    screen = table.console.screen()
    assert isinstance(screen, MenuScreen)
    assert [line.possible for line in screen.lines] == [True, False], "the last one stays"


def test_the_end_says_who_deals_next_by_the_name_of_now(journal: Journal) -> None:
    table = Joined(journal, "basic", 3)
    sevens = ("deal Bob 7", "deal Carlos 9", "deal Angie 8", "Bob hit 7")
    table.say(*sevens, *sevens, *sevens)
    ended = table.console.screen()
    assert isinstance(ended, EndScreen) and "Bob deals next" in ended.notes
    journal.end(1, "over")
    journal.people.rename(journal.people.at(1)[1].number, "Robert")
    ended = table.console.screen()
    assert isinstance(ended, EndScreen) and "Robert deals next" in ended.notes


def test_where_all_have_the_same_points_nobody_is_asked_how_many(journal: Journal) -> None:
    table = Joined(journal, "basic", 3)
    table.say(*ROUND[:3])
    table.choose("A player joins")
    table.types("Zoe")
    assert table.notice() == "After this round: Angie, Bob, Carlos and Zoe play on, and the scores stay."


def test_somebody_joins_at_the_table_and_the_game_goes_on_with_its_scores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(tmp_path) as journal:
        journal.keep_choice(CHOICE, {"players": ["Angie", "Bob", "Carlos"], "variant": "basic"})
    walk = Walk(tmp_path, monkeypatch)

    def script() -> Script:
        yield from until_zoe_plays(walk)
        yield from walk.until(SetupScreen)
        yield GREEN
        yield from walk.until(PlayScreen)
        yield from walk.wait(1)
        screen = walk.screen
        assert isinstance(screen, PlayScreen)
        assert scores_of(screen) == {"Angie": 0, "Bob": 0, "Carlos": 8, "Zoe": 0}
        assert (screen.target, screen.moment) == (21, "Gather all cards and shuffle.")

    walk.run(script())
    with Journal(tmp_path) as journal:
        assert journal.unfinished() == 2 and journal.books.open() is not None
        assert [person.name for person in journal.people.at(2)] == ["Angie", "Bob", "Carlos", "Zoe"]


def until_zoe_plays(walk: Walk) -> Script:
    """She joins after a round; the set-up view of the game that goes on."""
    yield from setup(walk)
    yield GREEN
    yield from walk.until(PlayScreen)
    for seat, rank in ((2, 10), (3, 8), (1, 9)):
        yield from walk.wait(1)
        walk.top.deal(seat, rank)
    yield from walk.wait(3)
    yield from zoe_joins(walk)
    yield from walk.until(MessageScreen)
    yield GREEN
    yield from walk.until(PlayScreen)
    walk.top.deal(3, 8)
    yield from walk.wait(3)
    walk.top.gather()
    yield from walk.until(SetupScreen)


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """The folder of a journal; three play basic next."""
    with Journal(tmp_path) as journal:
        journal.keep_choice(CHOICE, {"players": ["Angie", "Bob", "Carlos"], "variant": "basic"})
    return tmp_path


def test_a_power_cut_before_the_game_with_whoever_joined_was_seen_loses_nobody_and_no_point(
    three: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk = Walk(three, monkeypatch)

    def cut() -> Script:
        yield from until_zoe_plays(walk)
        with Journal(three, writable=False) as journal:
            assert journal.unfinished() == 2, "written as soon as it was said"
            header = journal.load(2).header
        assert (header.players, header.option("scores", [])) == (("Angie", "Bob", "Carlos", "Zoe"), [0, 0, 8, 0])

    def on() -> Script:
        yield from walk.until(SetupScreen)
        yield GREEN
        yield from walk.until(PlayScreen)
        assert isinstance(walk.screen, PlayScreen)
        assert scores_of(walk.screen) == {"Angie": 0, "Bob": 0, "Carlos": 8, "Zoe": 0}

    walk.run(cut())
    walk.run(on())
    with Journal(three) as journal:
        assert [(game.number, game.ending) for game in journal.games()] == [(1, "stopped"), (2, None)]


@pytest.mark.parametrize("where", ["the set-up view", "missing coasters"])
def test_red_before_the_game_with_whoever_joined_was_seen_asks_first(
    three: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    walk = Walk(three, monkeypatch)

    def back() -> Script:
        if where == "missing coasters":
            walk.top.seats = 1
            yield GREEN
            yield from walk.until(MessageScreen)
        yield RED
        yield from walk.wait(0.5)
        assert isinstance(walk.screen, TroubleScreen)
        assert walk.screen.headline == "Stop the game? The scores are kept."
        walk.top.seats = 4

    def script() -> Script:
        yield from until_zoe_plays(walk)
        yield from back()
        yield GREEN
        yield from walk.until(SetupScreen)
        yield GREEN
        yield from walk.until(PlayScreen)
        assert isinstance(walk.screen, PlayScreen)
        assert scores_of(walk.screen) == {"Angie": 0, "Bob": 0, "Carlos": 8, "Zoe": 0}

    def stopped() -> Script:
        yield from walk.until(SetupScreen)
        yield from back()
        yield next(Press(button) for button, words in labels_of(walk.screen).items() if words == "Stop")
        yield from walk.until(StartScreen)

    walk.run(script())
    walk.run(stopped())
    with Journal(three) as journal:
        assert journal.unfinished() is None
        assert journal.choice(CHOICE)["players"] == ["Angie", "Bob", "Carlos", "Zoe"]


def zoe_joins(walk: Walk) -> Script:
    """The menu, the list, the keyboard; the list is closed."""
    yield Press(Button.BLUE, Kind.LONG)
    yield from walk.until(MenuScreen)
    yield choice(walk, "A player joins")
    yield from walk.until(WhoScreen)
    yield choice(walk, "New player")
    yield from walk.until(KeyboardScreen)
    for letter in "Zoe":
        yield KeyText(letter)
    yield RED
    yield from walk.until(WhoScreen)
    yield RED


def test_whoever_joins_at_the_end_plays_again_with_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path) as journal:
        journal.keep_choice(CHOICE, {"players": ["Angie", "Bob", "Carlos"], "variant": "basic"})
    walk = Walk(tmp_path, monkeypatch)

    def script() -> Script:
        yield from end(walk)
        yield from zoe_joins(walk)
        yield from walk.until(MessageScreen)
        yield GREEN
        yield from again(walk)
        assert isinstance(walk.screen, PlayScreen)
        assert list(scores_of(walk.screen)) == ["Angie", "Bob", "Carlos", "Zoe"]
        assert walk.screen.target == 16, "the usual score for four"

    walk.run(script())


def test_where_too_few_are_left_nobody_is_made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path) as journal:
        journal.keep_choice(CHOICE, {"players": ["Angie", "Bob", "Carlos"], "variant": "basic"})
    walk = Walk(tmp_path, monkeypatch)

    def script() -> Script:
        yield from end(walk)
        assert isinstance(walk.screen, EndScreen) and "Bob deals next" in walk.screen.notes
        for leaver, dealer in (("Bob", "Carlos"), ("Carlos", "Angie")):
            yield Press(Button.BLUE, Kind.LONG)
            yield from walk.until(MenuScreen)
            for label in ("A player leaves", leaver):
                yield choice(walk, label)
                yield from walk.wait(0.2)
            yield GREEN
            yield from walk.until(EndScreen)
            assert f"{dealer} deals next" in walk.screen.notes
        walk.top.gather()
        yield from walk.wait(2)
        yield GREEN
        yield from walk.until(StartScreen)
        assert isinstance(walk.screen, StartScreen)
        assert walk.screen.problem == "This game is not for 1. Choose who plays, or another game."
        yield GREEN
        yield from walk.until(WhoScreen)
        assert isinstance(walk.screen, WhoScreen)
        assert {tile.words: tile.seat for tile in walk.screen.tiles if tile.seat} == {"Angie": 1}
        yield RED
        yield from walk.wait(0.2)
        assert isinstance(walk.screen, WhoScreen) and walk.screen.problem == "Two must play at least."
        yield choice(walk, "Carlos")
        yield RED
        yield from walk.until(StartScreen)
        for screen in (SetupScreen, PlayScreen):
            yield GREEN
            yield from walk.until(screen)
        assert isinstance(walk.screen, PlayScreen) and list(scores_of(walk.screen)) == ["Angie", "Carlos"]

    walk.run(script())
    with Journal(tmp_path) as journal:
        assert [journal.load(number).header.players for number in journal.numbers()] == [
            ("Angie", "Bob", "Carlos"),
            ("Angie", "Carlos"),
        ]


def choice(walk: Walk, label: str) -> Touch:
    """A touch on what is called so."""
    screen = walk.screen
    assert isinstance(screen, MenuScreen | WhoScreen)
    labels = (
        [line.label for line in screen.lines]
        if isinstance(screen, MenuScreen)
        else [tile.words for tile in screen.tiles]
    )
    return Touch(Target.ITEM, labels.index(label))


def scores_of(screen: PlayScreen) -> dict[str, int]:
    return {player.name: player.score for player in screen.state.players}


def test_nobody_comes_or_goes_where_nobody_was_chosen(journal: Journal) -> None:
    table = Joined(journal, "basic", 3)
    table.choose("A player joins")
    table.console.press(RED)
    assert not table.console.busy and table.console.others_go_on() is None
    assert table.console.next_players == ("Angie", "Bob", "Carlos")


def test_whoever_got_another_name_during_the_game_stays_one_person_who_plays_on(journal: Journal) -> None:
    table = Joined(journal, "basic", 3)
    table.say(*ROUND)
    people = journal.people
    carlos, bob = people.at(1)[2].number, people.at(1)[1].number
    people.rename(carlos, "Carla")
    table.choose("A player joins")
    screen = table.console.screen()
    assert isinstance(screen, WhoScreen)
    assert [tile.words for tile in screen.tiles] == ["Angie", "Bob", "Carla", "New player"], "each once"
    table.types("Carlos")
    assert table.lines()[0] == "0, like at the start", "somebody else is called Carlos now"
    table.console.touch(Touch(Target.ITEM, 0))
    people.rename(bob, "Robert")
    wish = table.console.others_go_on()
    assert wish is not None and wish.header is not None
    assert wish.header.players == ("Angie", "Robert", "Carla", "Carlos")
    assert wish.header.option("scores", []) == [0, 4, 0, 0]
    assert [person.number for person in people.at(journal.begin(wish.header))][1:3] == [bob, carlos]


def test_another_name_during_the_game_is_whose_the_next_one_is(journal: Journal) -> None:
    table = Joined(journal, "continuous", 3)
    table.choose("A player joins")
    table.types("Zoe")
    journal.people.rename(journal.people.at(1)[1].number, "Robert")
    assert table.console.next_players == ("Angie", "Robert", "Carlos", "Zoe")


def test_who_leaves_is_gone_whatever_they_are_called_now(journal: Journal) -> None:
    table = Joined(journal, "basic", 3)
    table.say(*ROUND)
    journal.people.rename(journal.people.at(1)[1].number, "Robert")
    table.choose("A player leaves", "Carlos", "Play on without Carlos after this round")
    wish = table.console.others_go_on()
    assert wish is not None and wish.header is not None
    assert (wish.header.players, wish.header.option("scores", [])) == (("Angie", "Robert"), [0, 4])
    table = Joined(journal, "basic", 3)
    journal.people.rename(journal.people.at(2)[1].number, "Robin")
    table.choose("A player leaves", "Bob", "Begin anew without Bob")
    assert table.console.next_players == ("Angie", "Carlos")


@pytest.mark.parametrize("way", ["Begin anew without Bob", "Stop here, keep the scores"])
def test_who_leaves_does_not_play_the_next_game_that_was_chosen_before(journal: Journal, way: str) -> None:
    table = Joined(journal, "continuous", 3)
    table.choose("A player joins")
    table.types("Zoe")
    table.notice()
    journal.people.rename(journal.people.at(1)[1].number, "Robert")
    table.choose("A player leaves", "Bob", way)
    assert table.console.next_players == ("Angie", "Carlos", "Zoe")


def test_who_was_taken_off_the_list_does_not_play_the_next_game(journal: Journal) -> None:
    table = Joined(journal, "continuous", 3)
    table.choose("A player joins")
    table.types("Zoe")
    journal.end(1, "over")
    bob = journal.people.at(1)[1].number
    journal.people.forget(bob)
    assert table.console.next_players == ("Angie", "Carlos", "Zoe"), "as chosen"
    again = Joined(journal, "continuous", 3)
    journal.end(2, "over")
    journal.people.forget(journal.people.at(2)[2].number)
    assert again.console.next_players == ("Angie", "Bob"), "another Bob than before"


def test_who_leaves_before_the_first_card_has_paid_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path) as journal:
        journal.keep_choice(CHOICE, {"players": ["Angie", "Bob", "Carlos"], "variant": "starboard"})
    walk = Walk(tmp_path, monkeypatch)

    def script() -> Script:
        yield from setup(walk)
        yield GREEN
        yield from walk.until(PlayScreen)
        yield Press(Button.BLUE, Kind.LONG)
        yield from walk.until(MenuScreen)
        for label in ("A player leaves", "Carlos", "Begin anew without Carlos"):
            yield choice(walk, label)
            yield from walk.wait(0.2)
        yield from walk.until(SetupScreen)
        yield GREEN
        yield from walk.until(PlayScreen)

    walk.run(script())
    with Journal(tmp_path) as journal:
        evening = journal.books.opened()
        assert journal.books.games(evening) == (1, 2) and journal.unfinished() == 2
        balances = {tab.person.name: tab.balance for tab in journal.books.tabs(evening)}
        assert not any(balances.values()) and not journal.books.postings(evening)


def test_who_comes_and_goes_is_known_after_a_restart(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        sitting = Table(journal, "basic", 3).sitting
        players = sitting.game.header.players

        def console() -> Console:
            memory = Memory(journal, lambda jpeg: None)
            return Console(sitting, evidence=tuple, decode=lambda jpeg: None, memory=memory)

        before, after = console(), console()
        before.leavers = players[:1]
        before._play_on(players[1:], Beginning.LOWEST)
        before._plays_next(players[:2], "{players}")
        kept = json.loads(json.dumps(before.coming()))
        after.take_up(kept)
        assert after.coming() == kept and kept["others"] and kept["next"]
        assert (after.leavers, after.next_players) == (players[:1], players[:2])
        for damaged in (None, {"leavers": 1}, {**kept, "others": [99], "beginning": "?", "next": ["Ann"]}):
            console().take_up(damaged)
