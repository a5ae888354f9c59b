"""The hands on games other than Basic: cards in every place can be corrected, rules are read, odds are chosen."""

from pathlib import Path
from typing import Any

import pytest
from referee_table import Bench

from dealer.display.screens import (
    CorrectionScreen,
    EndScreen,
    MenuScreen,
    Picture,
    PlayScreen,
    RowsScreen,
    RulesScreen,
    Sound,
    labels_of,
)
from dealer.game.header import Header
from dealer.games.registry import GAMES, STAKES
from dealer.hands.console import Console
from dealer.hands.evening_memory import Memory
from dealer.hands.house_requests import Want
from dealer.hands.rules_reader import Reading
from dealer.journal.journal import Journal
from dealer.locale.language import aside, language, languages
from dealer.presses import Button, Kind, Press, Target, Touch
from dealer.rules.acts import parse_act
from dealer.settings import Caps, Odds
from dealer.table.limits import Limited
from dealer.table.sitting import Sitting
from dealer.view import TABLE, Area, Place
from dealer.words.titles import stakes_title


class Hands:
    """A console on a bench's table of any game."""

    def __init__(self, folder: Path, *lines: str, number: int = 3, **options: Any) -> None:
        names = ("Angie", "Bob", "Carlos", "Delia", "Echo")[:number]
        acts = tuple(parse_act(line, names) for line in lines)
        self.bench = Bench(number, dealer="Angie", acts=acts, options=options)
        journal = Journal(folder)
        self.number = journal.begin(self.bench.game.header)
        for act in acts:
            journal.add(self.number, act)
        self.sitting = Sitting(
            self.bench.game,
            self.bench.seats,
            journal=journal,
            number=self.number,
            tell=lambda time_s, event, fields: None,
            speak=lambda called, request: None,
        )
        picture = Picture(1, 1, b"abc")
        self.console = Console(
            self.sitting, evidence=lambda: journal.evidence(self.number), decode=lambda jpeg: picture
        )

    def look(self, times: int = 3) -> None:
        for _ in range(times):
            self.sitting.look(self.bench.view())

    def acts(self) -> list[str]:
        return [str(act) for act in self.sitting.game.acts]

    def choose(self, words: str) -> Any:
        """Open the menu and touch a line."""
        self.console.press(Press(Button.BLUE, Kind.LONG))
        return self.pick(words)

    def pick(self, words: str) -> Any:
        """Touch a line of the menu that is open."""
        screen = self.console.screen()
        assert isinstance(screen, MenuScreen)
        index = next(index for index, line in enumerate(screen.lines) if line.label == words)
        assert screen.lines[index].possible
        return self.console.touch(Touch(Target.ITEM, index))


def test_a_common_card_in_the_middle_is_corrected_in_two_touches(tmp_path: Path) -> None:
    hands = Hands(tmp_path, variant="starboard")
    first = hands.bench.put(TABLE, 5, at=(-40.0, 0.0))
    hands.look()
    hands.bench.put(TABLE, 9, at=(40.0, 0.0))
    hands.look()
    assert hands.acts() == ["deal table 5", "deal table 9"]
    hands.console.touch(Touch(Target.CARD, first))
    screen = hands.console.screen()
    assert isinstance(screen, CorrectionScreen) and screen.chosen
    assert screen.doubts[screen.selected].words == "A card in the middle"
    hands.console.touch(Touch(Target.RANK, 3))
    assert hands.acts() == ["deal table 3", "deal table 9"]
    screen = hands.console.screen()
    assert isinstance(screen, PlayScreen) and screen.tableau.middle is not None
    assert screen.tableau.middle.cards == (3, 9)


def test_a_card_beside_a_coaster_can_be_corrected_by_buttons(tmp_path: Path) -> None:
    hands = Hands(tmp_path)
    hands.bench.put(Place(Area.POINTS, hands.bench.seat_of["Bob"]), 7)
    hands.look()
    hands.console.press(Press(Button.YELLOW, Kind.LONG))
    screen = hands.console.screen()
    assert isinstance(screen, CorrectionScreen)
    assert [doubt.words for doubt in screen.doubts] == ["Bob's points"]


def test_a_card_that_goes_while_somebody_chooses_is_no_longer_on_offer(tmp_path: Path) -> None:
    hands = Hands(tmp_path)
    for player, rank in (("Bob", 4), ("Carlos", 9), ("Angie", 7)):
        hands.bench.deal(player, rank)
        hands.look()
    stray = hands.bench.put(Place(Area.POINTS, 1), 2)
    hands.look(1)
    hands.console.touch(Touch(Target.CARD, stray))
    hands.bench.take(stray)
    hands.look(1)
    screen = hands.console.screen()
    assert isinstance(screen, CorrectionScreen)
    assert not screen.chosen and stray not in {doubt.sighting for doubt in screen.doubts}


@pytest.mark.parametrize("variant", GAMES)
def test_the_rules_of_the_game_are_read_from_the_menu(tmp_path: Path, variant: str) -> None:
    hands = Hands(tmp_path, number=max(2, GAMES[variant].seats[0]), variant=variant)
    hands.choose("Rules")
    screen = hands.console.screen()
    assert isinstance(screen, RulesScreen) and len(screen.sections) >= 3
    hands.console.press(Press(Button.BLUE))
    screen = hands.console.screen()
    assert isinstance(screen, RulesScreen) and screen.first == 1
    hands.console.press(Press(Button.RED))
    assert isinstance(hands.console.screen(), PlayScreen)


def test_the_rules_have_the_pages_of_the_twists_and_stakes_that_are_played(tmp_path: Path) -> None:
    plain = Hands(tmp_path / "plain")
    twisted = Hands(tmp_path / "twisted", twists=["calamities"], stakes="portland")
    lengths = []
    for hands in (plain, twisted):
        hands.choose("Rules")
        screen = hands.console.screen()
        assert isinstance(screen, RulesScreen)
        lengths.append(len(screen.sections))
    assert lengths[1] > lengths[0]
    assert any(heading.startswith("Calamities") for heading, _text in screen.sections)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("stakes", sorted(set(STAKES) - {"forfeit"}))
def test_of_the_stakes_only_those_that_are_played_are_told(stakes: str, code: str) -> None:
    header = Header.from_mapping({"variant": "basic", "players": ["Ann", "Ben"], "stakes": stakes})
    with aside(language(code)):
        told = [f"{heading} {text}" for heading, text in Reading.of(header).sections[:-1]]
        plain = [f"{heading} {text}" for heading, text in Reading.page("basic").sections[:-1]]
        own = told[len(plain) :]
        assert told[: len(plain)] == plain and 1 <= len(own) <= 2
        assert all(stakes_title(stakes) in words for words in own)


def test_the_odds_are_shown_as_the_settings_say(tmp_path: Path) -> None:
    hands = Hands(tmp_path, "deal Bob 4", "deal Carlos 9", "deal Angie 7")
    assert hands.choose("Settings").want is Want.SETTINGS
    for odds in Odds:
        hands.console.odds = odds
        screen = hands.console.screen()
        assert isinstance(screen, PlayScreen)
        assert bool(screen.odds) == (odds is not Odds.OFF)


def test_the_menu_shows_the_loudness_that_is_now(tmp_path: Path) -> None:
    hands = Hands(tmp_path)
    wanted = [hands.choose(words).want for words in ("Louder", "Quieter")]
    assert wanted == [Want.LOUDER, Want.QUIETER]
    for sound, shown in ((Sound(60), "60 %"), (Sound(80, muted=True), "off"), (Sound(100), "100 %")):
        hands.console.sound = sound
        screen = hands.console.screen()
        assert isinstance(screen, MenuScreen)
        assert [line.value for line in screen.lines if line.label in ("Louder", "Quieter")] == [shown, shown]


def test_a_game_for_coins_ends_with_its_settlement(tmp_path: Path) -> None:
    hands = Hands(tmp_path, "deal table 5 9", "Bob lock", "Carlos lock", "Angie lock", variant="starboard")
    screen = hands.console.screen()
    assert isinstance(screen, EndScreen)
    assert "From the pot: everybody 1" in screen.lines
    assert all(standing.winner and standing.counts_coins for standing in screen.standings)


def test_who_would_lose_too_much_may_leave_instead(tmp_path: Path) -> None:
    hands = Hands(tmp_path, "deal table 5 9", variant="starboard")
    hands.sitting._limited = Limited(hands.sitting._journal, hands.number, Caps(game_coins=1))
    hands.sitting.undo()
    hands.sitting.say(parse_act("deal table 5 9", ("Angie", "Bob", "Carlos")))
    screen = hands.console.screen()
    assert isinstance(screen, PlayScreen) and "more than agreed" in screen.prompt.headline
    assert labels_of(screen)[Button.GREEN] == "play on" and labels_of(screen)[Button.RED] == "leave"
    hands.console.press(Press(Button.RED))
    screen = hands.console.screen()
    assert isinstance(screen, MenuScreen) and screen.title == "Bob leaves. What now?"
    assert [line.label for line in screen.lines] == [
        "Nobody leaves", "Play on, Bob is out", "Begin anew without Bob", "Stop here, keep the scores",
    ]  # fmt: skip
    wish = hands.console.touch(Touch(Target.ITEM, len(screen.lines) - 1))
    assert wish is not None and wish.want is Want.STOP and "Bob" not in hands.console.next_players


def test_who_drops_out_of_a_game_for_a_pot_reads_that_it_may_cost(tmp_path: Path) -> None:
    hands = Hands(tmp_path, "deal table 5 9", variant="starboard")
    hands.choose("A player leaves")
    hands.pick("Carlos")
    screen = hands.console.screen()
    assert isinstance(screen, MenuScreen)
    assert {line.label: line.value for line in screen.lines}["Play on, Carlos is out"] == "may cost coins"
    hands.pick("Play on, Carlos is out")
    assert isinstance(hands.console.screen(), PlayScreen)


def test_at_the_end_blue_settles_up_and_what_is_ticked_is_written_by_the_house(tmp_path: Path) -> None:
    hands = Hands(
        tmp_path, "deal Bob 4", "deal Carlos 9", "deal Angie 7", "Bob hit 6", "Carlos hit 9", stakes="seattle", target=5
    )
    journal = hands.sitting._journal
    with journal.together(hands.number, hands.sitting.game):
        pass
    picture = Picture(1, 1, b"abc")
    console = hands.console = Console(
        hands.sitting,
        evidence=lambda: journal.evidence(hands.number),
        decode=lambda jpeg: picture,
        memory=Memory(journal, lambda jpeg: picture),
    )
    hands.look()
    assert labels_of(console.screen())[Button.BLUE] == "settle up"
    assert console.press(Press(Button.BLUE)) is None and isinstance(console.screen(), RowsScreen) and console.busy
    wish = console.press(Press(Button.GREEN))
    assert wish is not None and wish.want is Want.WRITE and wish.write is not None and console.books is not None
    wish.write(journal.books, "green")
    console.books.written()
    screen = console.screen()
    assert isinstance(screen, RowsScreen) and [row.ticked for row in screen.rows] == [True, False]
    console.press(Press(Button.RED))
    assert isinstance(console.screen(), EndScreen) and not console.busy
    console.press(Press(Button.BLUE, Kind.LONG))
    menu = console.screen()
    assert isinstance(menu, MenuScreen) and "The evening" in [line.label for line in menu.lines]


def test_the_call_before_is_shown_once_the_last_is_taken_back(tmp_path: Path) -> None:
    hands = Hands(tmp_path, "deal Bob 3")
    hands.sitting.say(parse_act("deal Carlos 5", ("Angie", "Bob", "Carlos")))
    hands.sitting.undo()
    screen = hands.console.screen()
    assert isinstance(screen, PlayScreen) and screen.call is not None and screen.call.words == "Bob: 3"
