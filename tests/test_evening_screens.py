"""The screens of the evening's books: nothing is cut off or covered, at every size, in every language, for 2 to 12."""

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest
from test_arc_minutes import means
from test_display_layout import assert_sound, drawn

from dealer.display.canvas import Touchable
from dealer.display.evening_charts import draw_curves
from dealer.display.evening_marks import colour_of
from dealer.display.guard import READ_S, PressGuard
from dealer.display.screens import (
    Chart,
    ChartScreen,
    Curve,
    Field,
    Figure,
    FiguresScreen,
    FormScreen,
    Mark,
    Row,
    RowsScreen,
    Screen,
    SheetScreen,
)
from dealer.display.typeface import Role, sizes
from dealer.display.window import Display
from dealer.gallery.evening_gallery import evening_screens
from dealer.gallery.screens_gallery import LONG_NAMES, SHORT_NAMES, SIZES, sample_picture
from dealer.locale.language import language, languages, speak
from dealer.presses import Button, Press, Target, Touch

CASTS = {
    "two": SHORT_NAMES[:2],
    "five": SHORT_NAMES[:5],
    "twelve": (*LONG_NAMES, "Theodora", "Xaver", "Ida", "Zacharias"),
}


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def display(request: pytest.FixtureRequest) -> Iterator[Display]:
    ticking = itertools.count()
    with Display(request.param, headless=True, clock=lambda: float(next(ticking))) as opened:
        yield opened


SCREENS: dict[tuple[str, str], dict[str, Screen]] = {}


def screens(cast: str, code: str) -> dict[str, Screen]:
    """Made once, for all sizes."""
    if (cast, code) not in SCREENS:
        speak(language(code))
        SCREENS[cast, code] = evening_screens(CASTS[cast], sample_picture())
    return SCREENS[cast, code]


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("cast", CASTS)
def test_nothing_is_cut_off_or_covered(display: Display, cast: str, code: str) -> None:
    shown = screens(cast, code)
    assert {type(screen).__name__ for screen in shown.values()} >= {
        "RowsScreen", "FiguresScreen", "ChartScreen", "SheetScreen", "FormScreen", "MenuScreen",
    }  # fmt: skip
    for name, screen in shown.items():
        assert_sound(display, drawn(display, screen), f"{code} {name}")


@pytest.mark.parametrize("banner", ["Rehearsal", "Probe"])
def test_a_rehearsals_banner_leaves_room_for_all(display: Display, banner: str) -> None:
    display.banner = banner
    for name, screen in screens("five", "en").items():
        assert_sound(display, drawn(display, screen), name)
    display.banner = ""


@pytest.mark.parametrize("cast", CASTS)
def test_what_can_be_touched_fits_a_finger_and_lies_apart(display: Display, cast: str) -> None:
    least_px = sizes(*display.size).near_px * 1.3  # 6 mm
    for name, screen in screens(cast, "en").items():
        drawn(display, screen)
        lines = [one for one in display.touchables if isinstance(one.gives, Touch) and one.gives.target is Target.ITEM]
        for one, other in itertools.combinations(lines, 2):
            assert not pygame.Rect(one.area).colliderect(other.area), name
        if not isinstance(screen, FormScreen):
            assert all(min(one.area[2:]) >= least_px for one in lines), f"{name}: {least_px}, {lines}"


def seen(display: Display, screen: Screen) -> list[str]:
    """What is read from where people sit."""
    least = sizes(*display.size).body_px
    boxes = [box for box in drawn(display, screen) if box.kind == "text" and box.role is Role.SEAT]
    assert all(box.cap_px >= least for box in boxes)
    return [box.name for box in boxes]


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("cast", CASTS)
def test_the_payment_on_offer_is_read_from_where_people_sit(display: Display, cast: str, code: str) -> None:
    """Whichever of them it is: who gives whom, and how much."""
    speak(language(code))
    for name in ("evening-settle", "evening-leaver"):
        screen = screens(cast, code)[name]
        assert isinstance(screen, RowsScreen) and screen.rows
        for index, row in enumerate(screen.rows):
            offered = replace(screen, selected=index)
            assert_sound(display, drawn(display, offered), f"{code} {name} {index}")
            words, amount = row.cells
            shown = seen(display, offered)
            assert any(means(said, words, row.names) for said in shown) and amount in shown, f"{row} is not in {shown}"


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("cast", CASTS)
def test_charts_are_read_from_where_people_sit(display: Display, cast: str, code: str) -> None:
    """Who, and how much; the axes are for whoever comes closer."""
    speak(language(code))
    charts = [screen for screen in screens(cast, code).values() if isinstance(screen, ChartScreen)]
    assert len(charts) >= 2
    for screen in charts:
        shown = seen(display, screen)
        for curve in (screen.chart.curves[index] for index in screen.named):
            assert any(curve.name.startswith(said.rstrip("…")) and len(said) > 2 for said in shown), shown
            assert any(said.lstrip("+−") == str(abs(curve.values[-1])) for said in shown)


def test_balances_of_five_are_large(display: Display) -> None:
    """As a sixth of the lines' height allows: while people play they stand where the scores are."""
    body = sizes(*display.size).body_px
    boxes = [box for box in drawn(display, screens("five", "en")["evening-account"]) if "Angie" in box.name]
    assert boxes and min(box.cap_px for box in boxes) >= body * (0.36 if display.size[1] < 600 else 0.7)


def test_curves_are_told_apart_without_their_colours(display: Display) -> None:
    """Each curve has its mark at its name; the chart drawn in one colour still has them all."""
    curves = tuple(Curve(Mark(index, 0), f"P{index}", (0, index, 3 * index)) for index in range(6))
    boxes = drawn(display, ChartScreen(Chart("Points", curves, "Games"), tuple(range(6))))
    marks = [box.name for box in boxes if box.kind == "symbol" and box.colour == colour_of(Mark(0, 0))]
    assert len(set(marks)) == len(marks) == 6


def test_a_name_stands_where_its_curve_ends(display: Display) -> None:
    values = {"Ann": 12, "Ben": -7, "Cyd": 3, "Dot": 2, "Eva": 0}
    curves = tuple(Curve(Mark(at, at), name, (0, value)) for at, (name, value) in enumerate(values.items()))
    boxes = {box.name: box for box in drawn(display, ChartScreen(Chart("Coins", curves), tuple(range(5))))}
    heights = {name: boxes[name].ink[1] for name in values}
    assert sorted(heights, key=lambda name: heights[name]) == ["Ann", "Cyd", "Dot", "Eva", "Ben"]
    assert "+12" in boxes and "−7" in boxes


def test_a_chart_of_nothing_is_a_line_at_nought(display: Display) -> None:
    chart = Chart("Coins", (Curve(Mark(0, 0), "Ann", (0,)),), "Games")
    assert_sound(display, drawn(display, ChartScreen(chart, (0,))), "one value")
    assert_sound(display, drawn(display, ChartScreen(Chart("Coins", ()), ())), "no curve")
    area = pygame.Rect(0, 0, *display.size)
    ends = draw_curves(display._canvas, area, chart)
    assert all(area.y < end < area.bottom for end in ends.values())


def test_lists_without_a_line_say_why(display: Display) -> None:
    boxes = drawn(display, RowsScreen("Settle up", (), note="All are even."))
    assert "All are even." in {box.name for box in boxes}
    assert_sound(display, drawn(display, SheetScreen("Round 1 of 1", ())), "no card")
    assert_sound(display, drawn(display, FiguresScreen("Saturday", ())), "no figure")


def test_a_tick_is_a_mark_and_not_a_colour_alone(display: Display) -> None:
    rows = (Row(("Ben gave Ann", "3"), ticked=True), Row(("Cyd gives Ann", "2"), ticked=False))
    boxes = drawn(display, RowsScreen("Settle up", rows, 1, ((Button.GREEN, "Paid"),)))
    ticks = [box for box in boxes if box.kind == "symbol" and box.name == "yes" and box.ink[1] < display.size[1] // 2]
    assert len(ticks) == 1


def touched(display: Display, screen: Screen, index: int) -> Touchable:
    drawn(display, screen)
    return next(one for one in display.touchables if one.gives == Touch(Target.ITEM, index))


def test_a_line_is_touched_anywhere(display: Display) -> None:
    rows = tuple(Row((f"{name} gives Ann", "3"), ticked=False) for name in ("Ben", "Cyd"))
    area = pygame.Rect(touched(display, RowsScreen("Settle up", rows, 0), 1).area)
    assert area.width > 0.89 * display.size[0]


# -- presses that came too soon


def test_a_second_press_of_paid_does_not_tick_the_next_line() -> None:
    labels = ((Button.GREEN, "Paid"), (Button.BLUE, "Next"))
    rows = (Row(("Ben gives Ann", "1"), ticked=False), Row(("Ben gives Cyd", "1"), ticked=False))
    guard = PressGuard()
    guard.shown(RowsScreen("Settle up", rows, 0, labels), 0.0)
    after = (Row(("Ben gave Ann", "1"), ticked=True), rows[1])
    guard.shown(RowsScreen("Settle up", after, 1, labels), 10.0)
    assert not guard.lets(Press(Button.GREEN), 10.0 + READ_S / 2)
    assert guard.lets(Press(Button.BLUE), 10.0 + READ_S / 2), "to step on means the same"
    assert guard.lets(Press(Button.GREEN), 10.1 + READ_S)
    guard.shown(RowsScreen("Settle up", (rows[1], rows[0]), 1, labels), 20.0)
    assert not guard.lets(Touch(Target.ITEM, 0), 20.1), "another payment stands there now"


GAMES, OK, LARGE = (((Button.GREEN, words),) for words in ("Games", "OK", "Large"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (FiguresScreen("Saturday", (), labels=GAMES), FiguresScreen("Sunday", (), labels=GAMES)),
        (ChartScreen(Chart("Coins", ()), (), OK), ChartScreen(Chart("Points", ()), (), OK)),
        (SheetScreen("Round 2 of 2", (), 0, LARGE), SheetScreen("Round 1 of 2", (), 0, LARGE)),
    ],
)
def test_a_press_meant_for_one_page_does_nothing_on_the_next(before: Screen, after: Screen) -> None:
    guard = PressGuard()
    guard.shown(before, 0.0)
    guard.shown(after, 10.0)
    assert not guard.lets(Press(Button.GREEN), 10.1)
    assert guard.lets(Press(Button.GREEN), 10.1 + READ_S)


def test_a_form_is_filled_in_as_fast_as_one_presses() -> None:
    labels = ((Button.GREEN, "More"), (Button.BLUE, "Next"))
    fields = (Field("Coins", "1", changeable=True), Field("Write it down", ""))
    guard = PressGuard()
    guard.shown(FormScreen("A side bet", fields, 0, labels=labels), 0.0)
    guard.shown(FormScreen("A side bet", (Field("Coins", "2", changeable=True), fields[1]), 0, labels=labels), 10.0)
    assert guard.lets(Press(Button.GREEN), 10.1)
    guard.shown(FormScreen("A side bet", fields, 1, labels=((Button.GREEN, "OK"),)), 20.0)
    assert not guard.lets(Press(Button.GREEN), 20.1), "nobody has read yet what is written down"


def test_figures_show_whose_they_are(display: Display) -> None:
    screen = FiguresScreen("Saturday", (Figure("Ann", "+3", Mark(0, 0), "gets 30 p"),), mark=Mark(1, 1))
    assert (
        len([box for box in drawn(display, screen) if box.kind == "symbol" and box.ink[1] < display.size[1] // 2]) == 2
    )
