"""Every word on every screen is seen at the angle that its role asks for, whatever the screen, and stands out."""

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pygame
import pytest
from test_display_layout import CASTS, drawn, ticking

from dealer.books.facts import Coin
from dealer.display import palette
from dealer.display.canvas import Box
from dealer.display.painter import paint
from dealer.display.screens import Chips, EndScreen, PlayScreen, Screen
from dealer.display.symbols import Symbol
from dealer.display.typeface import ELLIPSIS, Role, Weight, font
from dealer.display.window import Display
from dealer.gallery.game_gallery import game_screens, play_screen, played
from dealer.gallery.screens_gallery import sample_screens
from dealer.game.driver import Game
from dealer.games.registry import GAMES
from dealer.locale.language import language, languages, speak
from dealer.rules.acts import Act
from dealer.rules.events import Event
from dealer.seen.verdicts import Accepted
from dealer.words.moments import Moments

PANELS = (
    ((800, 480), 7.0, 2.0),
    ((1280, 720), 10.1, 2.0),
    ((1280, 720), 15.6, 2.0),
    ((1920, 1080), 32.0, 3.0),
)
"""(width and height in px, diagonal in inches, from where it is looked at in m)."""

ARM_M = 0.7
"""From where it is read by whoever touches it."""

LEAST = {Role.GLANCE: 40.0, Role.SEAT: 22.0, Role.NOTICE: 16.0, Role.HAND: 16.0}
"""Minutes of arc that a capital is seen at, at least."""


def arc_minutes(cap_px: float, size: tuple[int, int], inches: float, distance_m: float) -> float:
    """The angle of a capital on a panel, reckoned from its diagonal and its pixels."""
    cap_mm = cap_px * inches * 25.4 / math.hypot(*size)
    return 60 * math.degrees(2 * math.atan(cap_mm / (2 * distance_m * 1000)))


@cache
def screens(code: str, cast: str) -> dict[str, Screen]:
    """Every screen in a language."""
    speak(language(code))
    games = {f"{name} of a game": screen for name, screen in game_screens(CASTS[cast]).items()}
    return {**sample_screens(CASTS[cast]), **games}


@pytest.fixture(scope="module", params=PANELS, ids=lambda panel: f"{panel[1]} inches, {panel[0][0]}x{panel[0][1]}")
def panel(request: pytest.FixtureRequest) -> Iterator[tuple[Display, float, float]]:
    size, inches, distance_m = request.param
    clock = ticking().__next__
    with Display(size, headless=True, diagonal_inches=inches, distance_m=distance_m, clock=clock) as display:
        yield display, inches, distance_m


def every_page(display: Display, screen: Screen) -> Iterator[tuple[Box, ...]]:
    """All pages of a screen, as it shows them in turn."""
    shown = paint(display._canvas, screen)
    yield display.boxes
    for page in range(1, shown.count if shown is not None else 1):
        yield drawn(display, screen, page=page)


@pytest.mark.parametrize("cast", ["eight long"])
@pytest.mark.parametrize("code", languages())
def test_no_word_is_smaller_than_its_role_allows(panel: tuple[Display, float, float], code: str, cast: str) -> None:
    display, inches, distance_m = panel
    speak(language(code))
    for name, screen in screens(code, cast).items():
        for boxes in every_page(display, screen):
            for box in (box for box in boxes if box.kind == "text"):
                metres = ARM_M if box.role is Role.HAND else distance_m
                found = arc_minutes(box.cap_px, display.size, inches, metres)
                assert found >= LEAST[box.role], f"{name}: {box.name!r} is seen at {found:.1f}' ({box.role.value})"


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("cast", ["two short", "five short", "eight long"])
def test_what_the_seats_need_is_set_for_the_seats(panel: tuple[Display, float, float], code: str, cast: str) -> None:
    """Turn, price, names, scores, coins, the last call: each is there, on one page at least, in its size."""
    display, _inches, _distance = panel
    speak(language(code))
    for name, screen in screens(code, cast).items():
        if not isinstance(screen, PlayScreen) or screen.paused or screen.glance or not name.startswith(("play", "bal")):
            continue
        shown = [box for boxes in every_page(display, screen) for box in boxes if box.role is Role.SEAT]
        words = [box.name.removesuffix(ELLIPSIS) for box in shown]
        wanted = [player.name for player in screen.state.players]
        assert all(any(player.startswith(word) and len(word) > 2 for word in words) for player in wanted), name
        assert {str(player.score) for player in screen.state.players} <= set(words)
        assert str(screen.prompt.price) in words and screen.call is not None
        assert any(word.endswith(screen.call.words.split(": ")[-1]) for word in words)
        for _player, coins in screen.balances:
            assert any(word.endswith(str(abs(coins))) for word in words), f"{name}: {coins}"


@cache
def waiting_for_several(variant: str, cast: str) -> tuple[Game, ...]:
    """The first moment of each kind in which several are due: a deal, bids, hands to be shown."""
    whole = played(variant, CASTS[cast])
    game, found = Game(whole.header), dict[tuple[str, ...], Game]()
    for act in whole.acts:
        if game.expects.turn is None and len(game.expects.options) > 1:
            found.setdefault(game.expects.verbs, Game(game.header, game.acts))
        game.push(act)
    return tuple(found.values())


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("cast", ["five short", "eight long"])
@pytest.mark.parametrize("variant", GAMES)
def test_who_is_still_due_is_read_from_the_seats(
    panel: tuple[Display, float, float], variant: str, code: str, cast: str
) -> None:
    """Each name, with the mark of who is on turn, and nobody else's."""
    display, _inches, _distance = panel
    speak(language(code))
    for game in waiting_for_several(variant, cast):
        screen = play_screen(game)
        due, shown = screen.prompt.due, list(every_page(display, screen))
        assert len(due) > 1
        words = [box.name.removesuffix(ELLIPSIS) for boxes in shown for box in boxes if box.role is Role.SEAT]
        assert all(any(name.startswith(word) and len(word) > 2 for word in words) for name in due), screen.prompt
        marks = [sum(box.name == Symbol.TURN.value for box in boxes if box.kind == "symbol") - 1 for boxes in shown]
        assert len(due) in (max(marks), sum(marks)), "one mark each, all at once or in turn, besides the heading's"


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("cast", ["two short", "five short", "eight long"])
def test_who_deals_next_and_a_payment_are_set_for_the_seats(
    panel: tuple[Display, float, float], code: str, cast: str
) -> None:
    display, _inches, _distance = panel
    speak(language(code))
    for name, screen in screens(code, cast).items():
        if isinstance(screen, EndScreen):
            shown = [box.name for boxes in every_page(display, screen) for box in boxes if box.role is Role.SEAT]
            people = [standing.name for standing in screen.standings]
            for line in (*screen.lines, *screen.settled, *screen.notes):
                assert any(means(words, line, people) for words in shown), f"{name}: {line!r} is not among {shown}"


def means(shown: str, words: str, people: Iterable[str]) -> bool:
    """Whether ``shown`` says these words, with names of which the end may be missing."""
    letters = re.escape(words)
    for name in sorted(people, key=len, reverse=True):
        beginnings = (re.escape(name[:length].rstrip()) + ELLIPSIS for length in range(3, len(name)))
        letters = letters.replace(re.escape(name), f"(?:{'|'.join((re.escape(name), *beginnings))})")
    return re.fullmatch(letters, shown) is not None


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("cast", ["two short", "five short", "eight long"])
def test_each_of_several_payments_is_set_for_the_seats(
    panel: tuple[Display, float, float], code: str, cast: str
) -> None:
    """To two who are named, to everybody, into the pot, out of it, in all: with coins that are worth something."""
    display, _inches, _distance = panel
    speak(language(code))
    people = CASTS[cast]
    play = screens(code, cast)["payment"]
    assert isinstance(play, PlayScreen)
    loser, others = people[0], people[1:]
    told = [Event("pays", loser, amount=100, other=other) for other in others]
    differing = [Event("pays", loser, amount=100 + at, other=other) for at, other in enumerate(others)]
    antes = [Event("pays", player, amount=100) for player in people]
    shares = [Event("receives", player, amount=100) for player in people[: max(1, len(people) - 1)]]
    game = played("basic", people)
    for events in (told, told[:-1], differing, antes, antes[1:], shares):
        for at in (game, Game(game.header)):
            verdict = Accepted((Act("pass", loser),), (tuple(events),), (None,))
            moments = Moments(language(code), Coin(50, "€")).of(at, verdict)
            assert bool(moments) is bool(events)
            for moment in moments:
                screen = replace(play, moment=moment.words, chips=Chips(moment.transfers, 0.5))
                shown = [box.name for box in next(every_page(display, screen)) if box.role is Role.SEAT]
                assert any(means(words, moment.words, people) for words in shown), f"{moment.words!r}: {shown}"


def test_shortened_names_are_still_told_apart(panel: tuple[Display, float, float]) -> None:
    display, _inches, _distance = panel
    screen = screens("en", "eight long")["balances"]
    assert isinstance(screen, PlayScreen)
    beginnings = set()
    for boxes in every_page(display, screen):
        for box in boxes:
            players = [player.name for player in screen.state.players if box.name[:3] == player.name[:3]]
            if box.role is Role.SEAT and players and ":" not in box.name:
                beginnings.add(box.name)
    assert len({name[:3] for name in beginnings}) == 8


@pytest.mark.parametrize("cast", ["two short", "five short", "eight long"])
def test_one_glance_shows_turn_price_and_scores_and_nothing_else(cast: str) -> None:
    for size, inches, distance_m in (((800, 480), 7.0, 2.0), ((1920, 1080), 15.6, 2.0), ((1920, 1080), 32.0, 3.0)):
        with Display(
            size, headless=True, diagonal_inches=inches, distance_m=distance_m, clock=ticking().__next__
        ) as display:
            screen = screens("en", cast)["glance"]
            assert isinstance(screen, PlayScreen)
            seen = [box for boxes in every_page(display, screen) for box in boxes if box.kind == "text"]
            large = [box for box in seen if box.role is Role.GLANCE]
            buttons = {"Hit", "Fold 3", "Undo", "Menu"}
            assert {box.name for box in seen if box.role is not Role.GLANCE} <= buttons
            words = {box.name for box in large}
            assert str(screen.prompt.price) in words
            assert {str(player.score) for player in screen.state.players} <= words
            assert all(arc_minutes(box.cap_px, size, inches, distance_m) >= 40 for box in large)


@pytest.mark.parametrize("weight", Weight)
def test_a_capital_is_as_high_as_it_is_said_to_be(weight: Weight) -> None:
    with Display((800, 480), headless=True, clock=ticking().__next__) as display:
        for cap_px in (18, 24, 48, 68, 123):
            display._canvas.clear()
            ink = display._canvas.text("H", pygame.Rect(0, 0, 300, 300), cap_px=cap_px, weight=weight)
            assert display.boxes[-1].cap_px >= cap_px
            assert ink.height == pytest.approx(display.boxes[-1].cap_px, abs=1.5)
            assert font(weight, 10).get_height() > 0


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)], ids=str)
@pytest.mark.parametrize("code", languages())
def test_every_word_stands_out_seven_to_one(size: tuple[int, int], code: str) -> None:
    """On every screen, and on whatever ground it stands: the commonest colour around it is taken."""
    speak(language(code))
    with Display(size, headless=True, clock=ticking().__next__) as display:
        for name, screen in screens(code, "five short").items():
            for box in drawn(display, screen):
                if box.kind != "text":
                    continue
                ground = _ground(display, box)
                found = palette.contrast(box.colour, ground)
                assert found >= palette.LEAST_CONTRAST, f"{name}: {box.name!r} has {found:.1f}:1 on {ground}"


def _ground(display: Display, box: Box) -> palette.RGB:
    around = pygame.Rect(box.ink).inflate(4, 4).clip(pygame.Rect((0, 0), display.size))
    pixels = pygame.surfarray.array3d(display._surface.subsurface(around))
    few = pixels[:: max(1, around.width // 40), :: max(1, around.height // 12)].reshape(-1, 3)
    colours, counts = np.unique(few @ np.array([1 << 16, 1 << 8, 1]), return_counts=True)
    counted = {
        (int(one) >> 16, int(one) >> 8 & 255, int(one) & 255): count for one, count in zip(colours, counts, strict=True)
    }
    counted.pop(box.colour, None)
    return max(counted, key=lambda colour: counted[colour])


def test_nothing_is_told_by_colour_alone() -> None:
    """Who is on turn, is out, lost or won has a mark of its own; the marks differ; so do the buttons'."""
    with Display((1280, 720), headless=True, clock=ticking().__next__) as display:
        play = screens("en", "five short")["play"]
        marks = {box.name for box in drawn(display, play) if box.kind == "symbol"}
        assert Symbol.TURN.value in marks
        end = screens("en", "five short")["end"]
        assert Symbol.FLAG.value in {box.name for box in drawn(display, end) if box.kind == "symbol"}
        games = screens("en", "five short")["games"]
        boxes = drawn(display, games)
        assert sum(box.name == Symbol.NO.value for box in boxes if box.kind == "symbol") >= 5
        out = screens("en", "five short")["goblin-poker-play of a game"]
        assert isinstance(out, PlayScreen)
        gone = sum(player.status in ("out", "bust", "folded") for player in out.state.players)
        crosses = [box for box in drawn(display, out) if box.name == Symbol.NO.value]
        assert gone and len(crosses) >= gone


@pytest.mark.parametrize("code", languages())
def test_the_same_screen_in_grey_says_the_same(code: str) -> None:
    """In grey the four buttons, each lit mode and each balance still differ by a mark, a word or a sign."""
    speak(language(code))
    with Display((1280, 720), headless=True, clock=ticking().__next__) as display:
        for name, screen in screens(code, "five short").items():
            boxes = drawn(display, screen)
            signed = [box.name for box in boxes if box.kind == "text" and box.name[:1] in "+−"]
            assert all(word[1:].isdigit() for word in signed), name
            marks = [box.name for box in boxes if box.kind == "symbol"]
            row = {Symbol.YES.value, Symbol.NO.value, Symbol.UNDO.value, Symbol.MORE.value}
            assert row <= set(marks), f"{name}: a button without its mark"
