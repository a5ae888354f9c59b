"""Everything checked from the screen: nothing waits for it, it ends whatever happens, and tells the worst first."""

import itertools
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from evening_table import Hands, Tabletop, TrueLookout, TurnedClock, an_evening

from dealer.display import Display
from dealer.display.checkup import LOOKS, condition_word
from dealer.display.screens import (
    CheckupScreen,
    Condition,
    MenuScreen,
    MessageScreen,
    PlayScreen,
    Screen,
    StartScreen,
    Told,
    labels_of,
)
from dealer.display.window import Input
from dealer.hands.checkup_pages import Checked, Choice
from dealer.hands.settings_form import Page
from dealer.house.checkup import Examination, _held
from dealer.house.devices import Front
from dealer.house.settings_desk import SettingsDesk
from dealer.locale.language import ENGLISH, language, speak
from dealer.presses import Button, Press, Quit, Target, Touch
from dealer.settings import Settings
from hardware.doctor.finding import Finding, Health
from vision.deck.deck_file import PICTURE_PX, Deck, Example, Shelf
from vision.frame import Frame
from vision.table.lens import lens
from vision.table.mat import Mat

GREEN, RED, YELLOW, BLUE = (Press(button) for button in Button)
HELP = Touch(Target.TAB, tuple(Page).index(Page.HELP))
CHECK, FIRST_START = Touch(Target.ITEM, 0), Touch(Target.ITEM, 1)

TWO_PARTS = """
import json, sys, time
def say(**told): print(json.dumps(told), flush=True)
say(parts=2)
say(part="disk"); say(found=["disk", "ok", "no errors", ""])
say(part="clock"); say(found=["clock", "without", "not set", "set it"])
"""
WHOLE = "say(whole=True)"


def saying(*lines: str) -> Callable[[Path, str], Examination]:
    """A process that runs these lines in place of the checks."""
    return lambda folder, code: Examination(
        folder, code, command=lambda folder, code: [sys.executable, "-c", "\n".join((TWO_PARTS, *lines))], most_s=30.0
    )


def until(said: Callable[[], object], *, within_s: float = 20.0) -> None:
    end_s = time.monotonic() + within_s
    while not said():
        assert time.monotonic() < end_s, "it never came"
        time.sleep(0.01)


def ended(examination: Examination) -> Examination:
    until(lambda: examination.over)
    return examination


# The process


def test_what_is_said_is_found_in_the_order_it_came(tmp_path: Path) -> None:
    examination = ended(saying(WHOLE)(tmp_path, "en"))
    assert (examination.done, examination.count, examination.part) == (2, 2, "clock")
    assert examination.found == (
        Finding("disk", Health.FINE, "no errors"),
        Finding("clock", Health.WITHOUT, "not set", "set it"),
    )


@pytest.mark.parametrize("end", ["raise SystemExit(3)", "import os; os.abort()", "print('no JSON')"])
def test_a_check_that_ends_early_says_where(tmp_path: Path, end: str) -> None:
    found = ended(saying(end)(tmp_path, "en")).found
    assert [one.part for one in found] == ["disk", "clock", "this check"]
    assert "ended at clock" in found[-1].detail and found[-1].health is Health.WITHOUT


def test_a_check_that_hangs_is_ended_and_nothing_waits_for_it(tmp_path: Path) -> None:
    began_s = time.monotonic()
    examination = Examination(
        tmp_path,
        "en",
        command=lambda folder, code: [sys.executable, "-c", TWO_PARTS + "time.sleep(60)"],
        most_s=1.0,
    )
    assert time.monotonic() - began_s < 0.5 and not examination.over
    ended(examination)
    assert examination.found[-1].part == "this check"
    assert time.monotonic() - began_s < 20.0


def test_a_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    examination = ended(Examination(tmp_path, "en", command=lambda folder, code: [str(tmp_path / "nothing")]))
    assert [one.part for one in examination.found] == ["this check"]


def test_closing_ends_the_process_and_what_it_started(tmp_path: Path) -> None:
    begun, mark = tmp_path / "begun", tmp_path / "mark"
    started = f"subprocess.run(['sh', '-c', 'touch {begun}; sleep 1; touch {mark}'])"
    examination = saying("import subprocess", started)(tmp_path, "en")
    until(begun.exists)
    examination.close()
    ended(examination)
    time.sleep(1.3)
    assert not mark.exists()


def test_the_real_check_speaks_the_house_s_language_and_leaves_what_the_dealer_holds(tmp_path: Path) -> None:
    examination = ended(Examination(tmp_path, "de"))
    found = {one.part: one for one in examination.found}
    assert found["Spielbuch"].detail == "noch keins" and found["Einstellungen"].detail == "die üblichen"
    assert examination.done == examination.count > 15
    assert not {"diese Prüfung", "Kamerabild", "Ton", "Knöpfe"} & set(found), "camera, sound and pins are in use"


# What was found, on pages


def told(*conditions: Condition, length: int = 60) -> list[Told]:
    return [
        Told(f"part {number}", condition, "x " * (length // 2), "" if condition is Condition.FINE else "y " * 40)
        for number, condition in enumerate(conditions)
    ]


def test_the_worst_comes_first_and_each_part_once() -> None:
    every = told(*[Condition.FINE, Condition.WITHOUT, Condition.FINE, Condition.MISSING] * 8)
    checked, seen = Checked.of(every), []
    for _ in checked.pages:
        screen = checked.screen()
        assert screen.title == "16 things to look at" and screen.told
        seen += screen.told
        checked, choice = checked.hand(BLUE)
        assert choice is None
    assert sorted(seen, key=every.index) == every
    ranks = [tuple(Condition)[::-1].index(one.condition) for one in seen]
    assert ranks == sorted(ranks)
    assert checked.at == 0 and checked.hand(YELLOW)[0].at == len(checked.pages) - 1
    assert checked.hand(GREEN)[1] is Choice.AGAIN and checked.hand(RED)[1] is Choice.BACK


def test_all_is_fine_on_one_page() -> None:
    screen = Checked.of(told(Condition.FINE, length=4)).screen()
    assert (screen.title, screen.note) == ("Everything is fine", "")
    assert set(labels_of(screen)) == {Button.GREEN, Button.RED}


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_each_part_has_its_mark_and_its_word_and_is_whole(size: tuple[int, int], code: str) -> None:
    assert len({mark for mark, _colour in LOOKS.values()}) == len(Condition)
    speak(language(code))
    try:
        assert len({condition_word(condition) for condition in Condition}) == len(Condition)
        checked = Checked.of(told(*list(Condition) * 4, length=90))
        with Display(size, headless=True, clock=itertools.count().__next__) as display:
            for _ in checked.pages:
                screen = checked.screen()
                display.draw(screen)
                words = [box.name for box in display.boxes if box.kind == "text"]
                marks = [box.name for box in display.boxes if box.kind == "symbol"]
                assert not any(box.shortened for box in display.boxes)
                for one in screen.told:
                    assert one.part in words and one.detail.strip() in {word.strip() for word in words}
                    assert condition_word(one.condition) in words and LOOKS[one.condition][0].value in marks
                checked, _choice = checked.hand(BLUE)
    finally:
        speak(ENGLISH)


# The loudspeaker and the buttons, which only the dealer has


@pytest.mark.parametrize(
    ("speech", "words"),
    [
        (None, "no voice was wanted"),
        (SimpleNamespace(silent_because="There is no sound.", muted=False, volume=80), "There is no sound."),
        (SimpleNamespace(silent_because="", muted=True, volume=80), "mute"),
        (SimpleNamespace(silent_because="", muted=False, volume=80), "can be heard"),
    ],
)
def test_the_voice_is_told_as_it_is(speech: object, words: str) -> None:
    (found,) = _held(Front(speech=speech))  # type: ignore[arg-type]
    assert words in found.detail
    assert (found.health is Health.FINE) == (words == "can be heard") == (not found.remedy)


def test_a_button_that_does_not_work_is_named() -> None:
    front = Front()
    front.wrong_with_buttons = ("The red button does not work: pin 27 is taken.",)
    *_sound, found = _held(front)
    assert found.part == "buttons" and "red button" in found.detail and found.remedy


# From the settings and back


def desk_with(folder: Path, *lines: str, seen: tuple[Finding, ...] = ()) -> SettingsDesk:
    desk = SettingsDesk(Settings(), folder, Front(), seen=lambda: seen, examine=saying(*lines))
    desk.open()
    return desk


def test_it_is_reached_by_four_buttons_and_leads_back(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, WHOLE, seen=(Finding("light", Health.WITHOUT, "too dark", "more light"),))
    for _ in range(200):
        screen = desk.screen()
        assert isinstance(screen, StartScreen)
        if screen.tab == tuple(Page).index(Page.HELP):
            break
        assert not desk.hand(BLUE)
    assert labels_of(screen)[Button.YELLOW] == "Start"
    assert not desk.hand(YELLOW)
    assert isinstance(desk.screen(), MessageScreen)
    until(lambda: isinstance(desk.screen(), CheckupScreen))
    found = []
    while not any(one.part == "disk" for one in found):
        screen = desk.screen()
        assert isinstance(screen, CheckupScreen)
        found += screen.told
        desk.hand(BLUE)
    assert [one.part for one in found] == ["clock", "light", "sound", "disk"], "the table and the voice as well"
    assert not desk.hand(GREEN) and isinstance(desk.screen(), MessageScreen), "again"
    assert not desk.hand(RED)
    screen = desk.screen()
    assert isinstance(screen, StartScreen) and screen.title == "Settings"
    assert desk.hand(GREEN)


def test_it_says_how_far_it_is_and_that_the_game_goes_on(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, "time.sleep(60)")
    desk.hand(HELP)
    desk.hand(CHECK)
    until(lambda: "2 of 2" in getattr(desk.screen(), "detail", ""))
    assert desk.screen() == MessageScreen(
        "Checking: clock", "2 of 2. You can play on meanwhile.", labels=((Button.RED, "Back"),)
    )
    desk.close()


def test_a_rehearsal_waits_and_says_so(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, "time.sleep(60)")
    desk._front.mark("Rehearsal")
    desk.hand(HELP)
    desk.hand(CHECK)
    assert "The people wait meanwhile." in getattr(desk.screen(), "detail", "")
    desk.close()


def test_the_first_start_is_no_matter_of_a_game(tmp_path: Path) -> None:
    desk = desk_with(tmp_path)
    desk.hand(HELP)
    screen = desk.screen()
    assert isinstance(screen, StartScreen) and len(screen.fields) == 1
    desk.open(playing=False)
    desk.hand(HELP)
    screen = desk.screen()
    assert isinstance(screen, StartScreen) and len(screen.fields) == 2
    assert desk.hand(FIRST_START) and desk.begins_anew


# In an evening


def test_the_first_start_can_be_had_again(tmp_path: Path) -> None:
    given = iter((RED, HELP, FIRST_START, GREEN, BLUE, BLUE))
    hands, top = Hands(lambda screen: next(given, Quit())), Tabletop(TurnedClock())
    evening, journal = an_evening(tmp_path, hands, top.clock, lambda spec: TrueLookout(top))
    with closing(journal):
        evening.run()
    titles = [screen.title for screen in hands.screens if isinstance(screen, StartScreen)]
    assert [title for at, title in enumerate(titles) if titles[at - 1 : at] != [title]] == [
        "Pairs",
        "Settings",
        "Which language?",
        "How large is the screen, and how far away?",
        "Pairs",
    ]


def test_a_deck_that_was_chosen_there_is_played_with(tmp_path: Path) -> None:
    pictures = np.random.default_rng(7).integers(0, 255, (10, PICTURE_PX, PICTURE_PX, 3)).astype(np.uint8)
    Shelf(tmp_path).save(Deck("Pirates", tuple(Example(rank, pictures[rank - 1]) for rank in range(1, 11))))
    begin = iter((RED, HELP, FIRST_START))
    cards = iter((YELLOW, BLUE, GREEN))

    def wish(screen: Screen) -> Input | None:
        match screen:
            case StartScreen("Which cards do you play with?") | MenuScreen():
                return next(cards, BLUE)
            case StartScreen("Pairs" | "Settings"):
                return next(begin, Quit())
        return GREEN

    hands, top = Hands(wish), Tabletop(TurnedClock())
    evening, journal = an_evening(tmp_path, hands, top.clock, lambda spec: TrueLookout(top))
    with closing(journal):
        evening.run()
    last = hands.screens[-1]
    assert isinstance(last, StartScreen) and last.title == "Pairs"
    assert {field.label: field.value for field in last.fields}["Cards"] == "Pirates"


def test_how_the_table_is_seen_is_told_as_it_is(tmp_path: Path) -> None:
    top = Tabletop(TurnedClock())
    evening, journal = an_evening(tmp_path, Hands(lambda screen: Quit()), top.clock, lambda spec: TrueLookout(top))
    with closing(journal):
        (found,) = evening._seen()
        assert (found.part, found.detail) == ("camera picture", "no picture has come yet")
        evening._by_hand = True
        (found,) = evening._seen()
        assert "by hand" in found.detail and "Use the camera again" in found.remedy
        lookout = TrueLookout(top)
        grey = np.full((720, 1280, 3), 120, np.uint8)
        lookout.frame, lookout.mat = Frame(grey, 0.0, 0), Mat(lens("webcam"))
        evening._by_hand, evening._lookout = False, lookout
        (found,) = evening._seen()
        assert found.part == "coasters" and found.health is Health.WITHOUT and found.remedy


def test_a_card_that_is_dealt_meanwhile_is_called(tmp_path: Path) -> None:
    top = Tabletop(TurnedClock(), seats=4)
    done: list[str] = []

    def wish(screen: Screen) -> Input | None:
        match screen:
            case PlayScreen() if "back" in done:
                return Quit()
            case PlayScreen() if not done:
                done.append("menu")
                return BLUE
            case MenuScreen():
                return Touch(Target.ITEM, [line.label for line in screen.lines].index("Settings"))
            case StartScreen(title="Settings") if "back" in done:
                return GREEN
            case StartScreen(title="Settings"):
                return CHECK if screen.tab == tuple(Page).index(Page.HELP) else HELP
            case MessageScreen("Checking: clock") if "dealt" not in done:
                done.append("dealt")
                for seat in (1, 2, 3, 4):
                    top.deal(seat, seat + 1)
            case MessageScreen("Checking: clock") if any("Angie, two" in words for words, _request in hands.said):
                done.append("back")
                return RED
        return None if done else GREEN

    hands = Hands(wish)
    evening, journal = an_evening(tmp_path, hands, top.clock, lambda spec: TrueLookout(top))
    evening._desk._examine = saying("time.sleep(60)")
    with closing(journal):
        evening.run()
    assert hands.failed is None
    assert "back" in done
