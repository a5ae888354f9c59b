"""Settings on the screen: all of them, with buttons or touch, kept at once in a file that people can read."""

import os
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest

from dealer.display.screens import KeyboardScreen, StartScreen, TroubleScreen, labels_of
from dealer.errors import InputError
from dealer.hands.settings_form import ABOUT, ROWS, Offers, Page, SettingsForm
from dealer.house.devices import Front
from dealer.house.settings_desk import SettingsDesk
from dealer.locale.language import ENGLISH, speak, spoken
from dealer.presses import Button, KeyText, Kind, Press, Target, Touch
from dealer.settings import FILE_NAME, House, Settings, read_settings
from dealer.settings_file import Key, keep_settings, value_of, with_value

GREEN, RED, YELLOW, BLUE = (Press(button) for button in Button)
OFFERS = Offers(("en", "de"), ("webcam:0", "webcam:1"), ("webcam",), ("/media/pub/STICK",))
ELSEWHERE = {("deck",)}
"""Chosen where a game begins."""


def leaves(kind: Any, path: Key = ()) -> list[Key]:
    """The keys of all settings."""
    found: list[Key] = []
    for name, of in get_type_hints(kind).items():
        if isinstance(of, type) and issubclass(of, msgspec.Struct):
            found += leaves(of, (*path, name))
        else:
            found.append((*path, name))
    return found


def form(settings: Settings | None = None) -> SettingsForm:
    return SettingsForm(settings or Settings(), OFFERS)


def pressed(before: SettingsForm, *given: object) -> SettingsForm:
    for one in given:
        before, done = before.hand(one)
        assert not done
    return before


def test_every_setting_is_on_the_screen() -> None:
    assert {row.key for row in ROWS} == set(leaves(Settings)) - ELSEWHERE
    for page in Page:
        screen = SettingsForm(Settings(), OFFERS, page=page).screen()
        assert screen.fields and all(field.label and field.value for field in screen.fields)


def test_each_value_that_is_offered_is_one_that_the_file_may_say(tmp_path: Path) -> None:
    for row in ROWS:
        for value in row.values(OFFERS):
            (tmp_path / FILE_NAME).unlink(missing_ok=True)
            if row.page is Page.BUTTONS and value in {value_of(Settings(), other.key) for other in ROWS}:
                continue  # another part has that pin
            changed = SettingsForm(with_value(Settings(), row.key, value), OFFERS).changes(Settings())
            keep_settings(tmp_path, changed, ABOUT)
            assert value_of(read_settings(tmp_path), row.key) == value, row
            assert row.words(value)


def test_four_buttons_reach_change_and_undo_everything() -> None:
    now, seen = form(), set()
    for _ in range(len(ROWS)):
        now = pressed(now, BLUE)
        row = now.rows[now.selected]
        seen.add(row)
        changed = pressed(now, YELLOW)
        if row.typed:
            changed = pressed(changed, KeyText("x"), RED)
        assert value_of(changed.settings, row.key) != value_of(now.settings, row.key), row
        assert pressed(changed, RED).settings == now.settings
        back = pressed(changed, Press(Button.YELLOW, Kind.LONG))
        assert row.shown(back.settings) == row.shown(now.settings)
    assert seen == set(ROWS)
    assert now.hand(GREEN)[1], "green is done"


def test_touch_does_the_same() -> None:
    tabs = tuple(Page)
    now = pressed(form(), Touch(Target.TAB, tabs.index(Page.CAMERA)), Touch(Target.MORE, 0))
    assert now.settings.camera == "webcam:0"
    now = pressed(now, Touch(Target.LESS, 0), Touch(Target.LESS, 0))
    assert now.settings.camera == "webcam:1"


def test_undo_goes_back_to_where_it_was_changed() -> None:
    now = pressed(form(), Touch(Target.MORE, 1), Touch(Target.TAB, 3), Touch(Target.MORE, 0))
    assert now.settings.volume == 90 and now.settings.journal.copies == 4
    now = pressed(now, RED)
    assert (now.page, now.settings.journal.copies) == (Page.BOOKS, 3)
    now = pressed(now, RED)
    assert (now.page, now.settings) == (Page.TABLE, Settings())
    assert not labels_of(now.screen()).get(Button.RED), "there is nothing left to undo"


def test_a_value_that_people_wrote_themselves_is_kept_until_it_is_changed() -> None:
    now = form(Settings(volume=37, camera="webcam:7"))
    assert now.screen().fields[1].value == "37 %"
    assert pressed(now, Touch(Target.MORE, 1), RED).settings.volume == 37


def test_no_pin_is_given_twice() -> None:
    now = pressed(form(), Touch(Target.TAB, tuple(Page).index(Page.BUTTONS)))
    for _ in range(40):
        now = pressed(now, Touch(Target.MORE, 0))
        pins = [value_of(now.settings, row.key) for row in now.rows]
        assert len(set(pins)) == len(pins)


# What is typed


def typed(desk: SettingsDesk, index: int, text: str) -> None:
    """Something typed on the page of the house."""
    for given in (
        Touch(Target.TAB, tuple(Page).index(Page.HOUSE)),
        Touch(Target.MORE, index),
        *map(KeyText, text),
        RED,
    ):
        assert not desk.hand(given)


def test_the_broker_is_typed_and_in_the_file(tmp_path: Path) -> None:
    desk = at_the_settings(tmp_path)
    typed(desk, 0, "192.168.1.20/The Fox")
    typed(desk, 1, "Table 1")
    typed(desk, 3, "Secret#1")
    screen = desk.screen()
    assert isinstance(screen, KeyboardScreen) and "set the user first" in screen.problem
    desk.hand(Touch(Target.ITEM, sum(map(len, screen.rows)) - 2))
    typed(desk, 2, "ann")
    typed(desk, 3, "Secret#1")
    said = read_settings(tmp_path).house
    assert said == House("mqtt://192.168.1.20/The Fox", "Table 1", "ann", "Secret#1") == desk.settings.house
    screen = desk.screen()
    assert isinstance(screen, StartScreen)
    assert [field.value for field in screen.fields][:4] == ["192.168.1.20", "Table 1", "ann", "••••••••"]


def test_an_address_that_is_none_can_be_mended_where_it_was_typed(tmp_path: Path) -> None:
    desk = at_the_settings(tmp_path)
    typed(desk, 0, "broker:port")
    screen = desk.screen()
    assert isinstance(screen, KeyboardScreen) and screen.text == "mqtt://broker:port" and "expected" in screen.problem
    assert read_settings(tmp_path) == Settings() == desk.settings
    for given in (*map(KeyText, "\b\b\b\b1883"), RED):
        desk.hand(given)
    assert read_settings(tmp_path).house.broker == "mqtt://broker:1883"
    desk.hand(Touch(Target.LESS, 0))
    assert read_settings(tmp_path).house.broker is None, "one step back there is none"
    desk.hand(RED)
    assert read_settings(tmp_path).house.broker == "mqtt://broker:1883"


def test_who_opens_the_keyboard_and_types_nothing_changes_nothing(tmp_path: Path) -> None:
    desk = at_the_settings(tmp_path)
    typed(desk, 0, "")
    assert desk.settings == Settings() and not desk.changes and isinstance(desk.screen(), StartScreen)


# The file


def test_people_s_own_lines_and_comments_stay(tmp_path: Path) -> None:
    text = "# our pub\nvolume = 40 # not too loud\n\n[buttons.green]\nbutton = 4\nlight = 7\n"
    (tmp_path / FILE_NAME).write_text(text)
    keep_settings(
        tmp_path, {("volume",): 50, ("buttons", "green", "light"): 8, ("odds",): "turn"}, {("odds",): "for whom"}
    )
    written = (tmp_path / FILE_NAME).read_text()
    assert "# our pub" in written and "volume = 50 # not too loud" in written and "# for whom" in written
    settings = read_settings(tmp_path)
    assert (settings.volume, settings.buttons.green.button, settings.buttons.green.light) == (50, 4, 8)
    assert settings.odds.value == "turn"
    keep_settings(tmp_path, {("odds",): None}, {})
    assert "odds" not in (tmp_path / FILE_NAME).read_text()


def test_a_new_file_says_what_it_is(tmp_path: Path) -> None:
    keep_settings(tmp_path / "new", {("journal", "copies"): 5}, {("journal", "copies"): "of the journal"})
    written = (tmp_path / "new" / FILE_NAME).read_text()
    assert written.startswith("# Settings of Pairs Dealer") and "# of the journal\ncopies = 5" in written
    assert read_settings(tmp_path / "new").journal.copies == 5


def test_a_file_that_cannot_be_written_or_is_no_toml_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("volume = = 4")
    with pytest.raises(InputError, match="cannot be changed"):
        keep_settings(tmp_path, {("volume",): 50}, {})
    assert (tmp_path / FILE_NAME).read_text() == "volume = = 4"
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        keep_settings(tmp_path / "file", {("volume",): 50}, {})


# The desk


def test_a_change_is_in_the_file_and_in_force_at_once(tmp_path: Path) -> None:
    front = Front()
    desk = SettingsDesk(Settings(), tmp_path, front)
    desk.open()
    try:
        assert not desk.hand(Touch(Target.LESS, 0))
        assert read_settings(tmp_path).language == "de" == spoken().code
        assert shown(desk)[0] == "Einstellungen"
        desk.hand(RED)
        assert read_settings(tmp_path).language is None
    finally:
        speak(ENGLISH)
    assert not desk.sees_otherwise
    desk.hand(Touch(Target.TAB, tuple(Page).index(Page.CAMERA)))
    desk.hand(Touch(Target.MORE, 2))
    assert desk.sees_otherwise, "the eye needs the card's width"
    assert desk.hand(GREEN)


def test_what_cannot_be_kept_is_taken_back_and_said(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    desk = SettingsDesk(Settings(), tmp_path, Front())
    desk.open()
    desk.hand(Touch(Target.MORE, 1))
    assert desk.settings == Settings()
    screen = desk.screen()
    assert isinstance(screen, StartScreen) and "settings" in screen.problem


# Switching off


@pytest.fixture
def logind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """What answers instead of logind; the file beside it holds what was asked."""
    answers, asked = tmp_path / "busctl", tmp_path / "asked"
    answers.write_text(f'#!/bin/sh\necho "$@" >>{asked}\necho \'s "yes"\'\n')
    answers.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("SYSTEMD_EXEC_PID", str(os.getpid()))
    return asked


def at_the_settings(folder: Path) -> SettingsDesk:
    desk = SettingsDesk(Settings(), folder, Front())
    desk.open()
    return desk


def shown(desk: SettingsDesk) -> tuple[str, dict[Button, str]]:
    screen = desk.screen()
    return screen.headline if isinstance(screen, TroubleScreen) else screen.title, dict(labels_of(screen))


def test_the_box_is_switched_off_once_somebody_says_so_twice(logind: Path, tmp_path: Path) -> None:
    desk = at_the_settings(tmp_path)
    assert shown(desk)[1][Button.RED] == "Switch off"
    assert not desk.hand(RED)
    assert shown(desk) == ("Switch the box off?", {Button.GREEN: "Switch off", Button.RED: "Back"})
    assert not desk.hand(RED) and not desk.hand(RED), "back, and here again"
    assert "PowerOff" not in logind.read_text().replace("CanPowerOff", "")
    assert not desk.hand(GREEN)
    assert logind.read_text().splitlines()[-1].endswith("Manager PowerOff b false")
    assert shown(desk) == ("Switching off", {Button.RED: "Back"})
    asked = logind.read_text()
    assert not desk.hand(GREEN) and logind.read_text() == asked, "a second press asks nothing more"
    assert not desk.hand(RED) and shown(desk)[0] == "Settings"
    assert desk.hand(GREEN)


def test_a_box_that_stays_on_is_told_with_why(logind: Path, tmp_path: Path) -> None:
    desk = at_the_settings(tmp_path)
    (tmp_path / "busctl").write_text("#!/bin/sh\necho 'Call failed: Access denied' >&2\nexit 1\n")
    desk.hand(RED)
    desk.hand(GREEN)
    screen = desk.screen()
    assert isinstance(screen, TroubleScreen) and "Access denied" in screen.detail
    assert shown(desk)[1] == {Button.GREEN: "Switch off", Button.RED: "Back"}


def test_a_change_is_undone_before_the_box_is_switched_off(logind: Path, tmp_path: Path) -> None:
    desk = at_the_settings(tmp_path)
    desk.hand(Touch(Target.MORE, 1))
    assert shown(desk)[1][Button.RED] == "Undo"
    desk.hand(RED)
    assert shown(desk)[1][Button.RED] == "Switch off"


@pytest.mark.parametrize("why", ["a desktop", "no logind", "not allowed"])
def test_no_machine_is_switched_off_that_is_not_the_dealers_alone(
    logind: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    if why == "a desktop":
        monkeypatch.setenv("SYSTEMD_EXEC_PID", str(os.getppid()))
    elif why == "no logind":
        monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    else:
        (tmp_path / "busctl").write_text("#!/bin/sh\necho 's \"challenge\"'\n")
    desk = at_the_settings(tmp_path)
    assert Button.RED not in shown(desk)[1]
    desk.hand(RED)
    assert shown(desk)[0] == "Settings"
