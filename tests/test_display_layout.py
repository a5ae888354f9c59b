"""Nothing on any screen is cut off, covered or too faint: all screens and sizes, long names, 2 to 8 players."""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pygame
import pytest
from catalogues import advice

from dealer.books.facts import Pot
from dealer.decks.lesson_sentences import ALL as LESSON
from dealer.display.canvas import Box
from dealer.display.chrome import MODE_LOOKS, mode_word
from dealer.display.painter import paint
from dealer.display.play import OVERVIEW, PLAN, pages
from dealer.display.screens import (
    Check,
    MenuLine,
    MenuScreen,
    PlayScreen,
    QuestionScreen,
    Screen,
    SetupScreen,
    StartScreen,
    TroubleScreen,
    labels_of,
)
from dealer.display.starting import CURSOR, countdown
from dealer.display.typeface import sizes
from dealer.display.window import Display
from dealer.gallery.deck_gallery import deck_screens, lesson_screen
from dealer.gallery.game_gallery import game_screens
from dealer.gallery.screens_gallery import (
    LABELS,
    LONG_NAMES,
    SHORT_NAMES,
    SIZES,
    sample_names,
    sample_screens,
    sample_state,
    sample_view,
)
from dealer.games.registry import GAMES
from dealer.hands.settings_form import Offers, SettingsForm
from dealer.hands.settings_form import Page as SettingsPage
from dealer.hands.start_form import StartForm
from dealer.locale import _, ngettext
from dealer.locale.language import aside, language, languages, speak
from dealer.presses import Button, Press, Target, Touch
from dealer.rules.acts import Act
from dealer.seen.verdicts import Answer, Choice
from dealer.settings import Settings
from dealer.settings_file import with_value
from dealer.words.moments import PAYS_EVERYBODY, PAYS_IN, TAKES_OUT
from dealer.words.prompts import Action, Line, Meaning, Mode, Prompt
from dealer.words.sentences import (
    FOR_ONE,
    IN_THE_MIDDLE,
    READ_OUT,
    SENTENCES,
    TROUBLES,
    WHICH_WAY,
    WITHOUT_A_HAND,
)

CASTS = {
    "two short": SHORT_NAMES[:2],
    "five short": SHORT_NAMES[:5],
    "three long": LONG_NAMES[:3],
    "seven long": LONG_NAMES[:7],
    "eight long": LONG_NAMES,
}


SCREENS = sample_screens(SHORT_NAMES[:5])
GAME_SCREENS = {cast: game_screens(CASTS[cast]) for cast in ("two short", "five short", "eight long")}


OFFERS = Offers(languages(), ("webcam:0", "webcam:1"), ("webcam",), ("/media/pub/STICK",))
"""What a house's machine offers to choose from."""

TWO_TEAMS = re.compile(r"\S.{10,} \+ \S.{9,}, .{10,} \+ .{10,}")
"""Four of the longest names in one field of a small panel: the end of them goes, the names' page has them all."""


def ticking() -> Iterator[float]:
    """A clock that is always a second later."""
    return iter(float(second) for second in itertools.count())


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def display(request: pytest.FixtureRequest) -> Iterator[Display]:
    with Display(request.param, headless=True, clock=ticking().__next__) as opened:
        yield opened


def drawn(display: Display, screen: Screen, *, page: int = 0) -> tuple[Box, ...]:
    paint(display._canvas, screen, page=page)
    return display.boxes


def assert_sound(display: Display, boxes: tuple[Box, ...], what: str) -> None:
    """Words are whole, within their area and the screen, and no two things that are read lie on each other."""
    whole = pygame.Rect((0, 0), display.size)
    read = [(box, pygame.Rect(box.ink)) for box in boxes if box.kind in ("text", "card", "picture", "symbol")]
    for box, ink in read:
        assert not box.shortened or TWO_TEAMS.fullmatch(box.name), f"{what}: {box.name!r} was cut off"
        assert whole.contains(ink), f"{what}: {box.name!r} leaves the screen: {ink}"
        if box.kind == "text":
            area = pygame.Rect(box.area).inflate(2, 4)  # smooth edges reach a pixel further
            assert area.contains(ink), f"{what}: {box.name!r} {ink} leaves its area {area}"
    inks = [ink for _, ink in read]
    for number, (one, ink) in enumerate(read):
        for at in ink.collidelistall(inks):
            if at == number:
                continue
            other, shared = read[at][0], ink.clip(inks[at])
            covered = shared.width > 1 and shared.height > 1
            assert not covered, f"{what}: {one.name!r} {ink} lies on {other.name!r} {inks[at]}"


@pytest.mark.parametrize("cast", CASTS)
def test_nothing_is_cut_off_or_covered(display: Display, cast: str) -> None:
    for name, screen in sample_screens(CASTS[cast]).items():
        turns = [PLAN, OVERVIEW, *range(pages(screen))] if isinstance(screen, PlayScreen) else [0]
        for page in turns:
            assert_sound(display, drawn(display, screen, page=page), f"{name}, page {page}")


TROUBLE_IN_GERMAN = TroubleScreen(
    "Die Kamera antwortet nicht mehr",
    "Seit zwanzig Sekunden ist kein Bild gekommen. Bitte prüfen, ob das Kabel an beiden Enden fest steckt, und es noch "
    "einmal versuchen; bis dahin geht es von Hand weiter.",
    "Alles bis zur Zehn von Maximilianne ist gespeichert.",
    (
        (Button.GREEN, "Noch einmal versuchen"),
        (Button.RED, "Zurück zum Anfang"),
        (Button.YELLOW, "Andere Kamera"),
        (Button.BLUE, "Von Hand weiter"),
    ),
    "stoerung-2026-11-28-2115-kamera.txt",
)


@pytest.mark.parametrize("banner", ["", "Rehearsal"])
def test_trouble_says_what_is_wrong_what_is_safe_and_shows_every_way_on(display: Display, banner: str) -> None:
    display.banner = banner
    screen = TROUBLE_IN_GERMAN
    boxes = drawn(display, screen)
    display.banner = ""
    assert_sound(display, boxes, "trouble")
    words = {box.name for box in boxes}
    assert {screen.headline, screen.detail, screen.kept, *(label for _button, label in screen.ways)} <= words
    assert any(screen.details_at in word for word in words)
    assert labels_of(screen) == dict(screen.ways)
    with pytest.raises(ValueError, match="way on"):
        replace(screen, ways=())


def test_the_start_screen_counts_down_until_it_begins_by_itself(display: Display) -> None:
    screen = replace(SCREENS["start"], note=countdown(9), selected=-1)  # type: ignore[call-arg]
    boxes = drawn(display, screen)
    (note,) = [box for box in boxes if box.name == countdown(9)]
    assert "9 s" in note.name and note.cap_px >= sizes(*display.size).near_px


@pytest.fixture(params=["Rehearsal", "Probe"])
def marked(display: Display, request: pytest.FixtureRequest) -> Iterator[Display]:
    display.banner = request.param
    yield display
    display.banner = ""


@pytest.mark.parametrize("marked", ["Rehearsal"], indirect=True)
def test_a_banner_stands_beside_every_screen_and_covers_nothing(marked: Display) -> None:
    seen_at_two_metres = sizes(*marked.size).body_px * 0.72  # 16 minutes of arc
    for name, screen in (sample_screens(CASTS["eight long"]) | GAME_SCREENS["five short"]).items():
        turns = [PLAN, OVERVIEW, *range(pages(screen))] if isinstance(screen, PlayScreen) else [0]
        for page in turns:
            boxes = drawn(marked, screen, page=page)
            assert_sound(marked, boxes, f"{name}, page {page}")
            (banner,) = [box for box in boxes if box.name == marked.banner]
            assert banner.cap_px >= seen_at_two_metres
            strip = pygame.Rect(banner.area)
            assert all(not strip.colliderect(box.ink) for box in boxes if box is not banner), name
            assert all(not strip.colliderect(touchable.area) for touchable in marked.touchables), name


@pytest.mark.parametrize("code", languages())
def test_no_choice_covers_the_word_beside_the_question(display: Display, code: str) -> None:
    speak(language(code))
    for name, screen in sample_screens(CASTS["five short"]).items():
        if isinstance(screen, QuestionScreen):
            word = next(box for box in drawn(display, screen) if box.name == mode_word(screen.prompt.mode))
            choices = [one for one in display.touchables if isinstance(one.gives, Touch)]
            assert all(not pygame.Rect(one.area).colliderect(word.ink) for one in choices), name


def test_a_long_word_on_a_narrow_button_gets_the_room_that_others_spare(marked: Display) -> None:
    labels = ((Button.GREEN, "Karte für Carlos"), (Button.YELLOW, "Rückgängig"), (Button.BLUE, "Menü"))
    screen = MenuScreen("Menü", (MenuLine("Regeln"),), 0, labels)
    assert_sound(marked, drawn(marked, screen), "Rückgängig")


@pytest.mark.parametrize("code", languages())
def test_choosing_and_teaching_a_deck_fits_in_every_language(display: Display, code: str) -> None:
    speak(language(code))
    for name, screen in deck_screens(LONG_NAMES).items():
        assert_sound(display, drawn(display, screen), f"{code}: {name}")
    for sentence in (*LESSON, *TROUBLES.values()):
        for rank in (1, 10):
            screen = lesson_screen(sentence, rank=rank)
            assert_sound(display, drawn(display, screen), f"{code}: {screen.headline}")


AIM_FACTS = {
    **dict.fromkeys(("seats", "numbers"), "1, 2, 3, 4, 5, 6, 7"),
    **dict.fromkeys(("missing", "extra", "players"), 8),
    **dict.fromkeys(("width", "least", "most", "tilt", "paper", "burnt", "scale"), 188),
    **dict.fromkeys(("blur", "error"), 12.4),
    "lens": "pi-camera-3-wide",
}
"""What stands in the aiming view's sentences, at its longest."""


@pytest.mark.parametrize("banner", ["", "Rehearsal"])
@pytest.mark.parametrize("code", languages())
def test_every_advice_for_the_camera_is_whole_in_every_language(display: Display, code: str, banner: str) -> None:
    speak(language(code))
    display.banner = _(banner)
    said = [_(words).format(**AIM_FACTS) for words in advice()]
    assert len(said) >= 20
    setup = sample_screens(SHORT_NAMES[:5])["setup"]
    assert isinstance(setup, SetupScreen)
    labels = (_("Play"), _("Back"), _("Light and focus"), _("By hand"))
    buttons = (Button.GREEN, Button.RED, Button.YELLOW, Button.BLUE)
    seats = tuple(range(9))
    aimed = replace(setup, seats_wanted=seats, labels=tuple(zip(buttons, labels, strict=True)))
    several = [
        tuple(Check(words, index >= wrong) for index, words in enumerate(said[start : start + 7]))
        for start in range(0, len(said), 5)
        for wrong in (0, 1, 3, 7)
    ]
    for checks in [*((Check(words, False),) for words in said), *several]:
        boxes = drawn(display, replace(aimed, checks=checks))
        assert_sound(display, boxes, f"{checks}")
        shown = [check for check in checks if any(box.name == check.words for box in boxes)]
        wrong = [check for check in checks if not check.fine]
        assert shown == list(checks[: len(shown)]) and shown, "the most urgent comes first"
        missing = len(wrong) - len([check for check in shown if not check.fine])
        counted = ngettext("and {count} more thing", "and {count} more things", missing).format(count=missing)
        assert any(box.name == counted for box in boxes) is bool(missing), "what is left out is counted"
    display.banner = ""


@pytest.mark.parametrize("cast", GAME_SCREENS)
@pytest.mark.parametrize("variant", GAMES)
def test_every_game_fits_in_play_and_at_its_end_and_so_do_its_rules(display: Display, variant: str, cast: str) -> None:
    for moment in ("play", "end", "rules"):
        screen = GAME_SCREENS[cast][f"{variant}-{moment}"]
        turns = [PLAN, OVERVIEW, *range(pages(screen))] if isinstance(screen, PlayScreen) else [0]
        for page in turns:
            assert_sound(display, drawn(display, screen, page=page), f"{variant} {moment}, page {page}")


@pytest.mark.parametrize("cast", GAME_SCREENS)
@pytest.mark.parametrize("variant", GAMES)
def test_a_payment_that_is_held_up_is_whole(display: Display, variant: str, cast: str) -> None:
    screen = GAME_SCREENS[cast][f"{variant}-play"]
    assert isinstance(screen, PlayScreen)
    name = screen.state.players[1].name
    for code, words in itertools.product(languages(), (PAYS_IN, PAYS_EVERYBODY, TAKES_OUT)):
        with aside(language(code)):
            said = _(words).format(player=name, amount="1 (10 p)")
            boxes = drawn(display, replace(screen, moment=said))
        assert any(box.name == said for box in boxes)
        assert_sound(display, boxes, f"{variant}: {said}")


@pytest.mark.parametrize(
    ("display", "names"),
    [(SIZES[0], SHORT_NAMES), *((size, LONG_NAMES) for size in SIZES)],
    ids=["short", *(f"long, {width}x{height}" for width, height in SIZES)],
    indirect=["display"],
)
def test_every_sentence_of_the_house_fits(display: Display, names: tuple[str, ...]) -> None:
    cards = f"{names[0]}'s 10, {names[1]}'s 9, {names[2]}'s 8 and {names[3]}'s 7"
    facts = {"player": names[0], "other": names[1], "owner": names[2], "verb": "fold", "cards": cards}
    facts |= {"rank": "10", "now": "10", "amount": "10", "ordinal": "eleventh", "number": "10"}
    facts["acts"] = f"{names[0]} got 9, {names[1]} got 10"
    facts["called"] = f"{names[0]} got 10, {names[1]} got 9"
    facts["ways"] = "drawn, stolen or bought"
    facts["ranks"] = "2, 3, 4, 5, 6, 6, 6, 8, 8, 9, 9, 9, 9, 9 and 10"
    meanings = tuple(
        Meaning(button, label, Action.REPEAT)
        for button, label in zip(Button, ("OK, it counts", "none of these", "undo", "menu"), strict=True)
    )
    state = sample_state(names, turn=names[0])
    groups = (SENTENCES, FOR_ONE, IN_THE_MIDDLE, READ_OUT, WITHOUT_A_HAND, TROUBLES)
    for sentence in (WHICH_WAY, *(sentence for group in groups for sentence in group.values())):
        headline, detail = sentence.headline.format(**facts), sentence.detail.format(**facts)
        for mode in (Mode.WAIT, Mode.IRREGULAR, Mode.QUESTION):
            prompt = Prompt(mode, headline, detail, meanings=meanings, turn=names[0])
            screen = PlayScreen(prompt, state, target=11, names=sample_names(names), view=sample_view(8))
            assert_sound(display, drawn(display, screen), f"{mode.value}: {headline}")
            if mode is Mode.QUESTION:
                assert_sound(display, drawn(display, QuestionScreen(prompt)), f"question: {headline}")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_turn_and_the_price_are_read_from_two_metres(size: tuple[int, int]) -> None:
    wanted = sizes(*size)
    with Display(size, headless=True, clock=ticking().__next__) as display:
        boxes = {box.name: box for box in sorted(drawn(display, SCREENS["play"]), key=lambda box: box.cap_px)}
        assert boxes["Carlos"].cap_px >= wanted.key_px * 0.95
        assert boxes["3"].cap_px >= wanted.key_px * 0.8
        assert boxes["Hit or fold for 3"].cap_px >= wanted.body_px * 0.95
        assert boxes["Hit"].cap_px >= wanted.body_px * 0.95
        # and a capital that is set as high as that is so high: measured on the screen
        ink = display._canvas.text("H", pygame.Rect(0, 0, 400, 400), cap_px=wanted.key_px)
        assert ink.height == pytest.approx(wanted.key_px, abs=2)


def test_the_sizes_are_those_of_the_platform_page() -> None:
    assert (sizes(800, 480).body_px, sizes(800, 480).key_px) == (68, 123)
    assert (sizes(1920, 1080).body_px, sizes(1920, 1080).key_px) == (72, 130)
    assert sizes(1920, 1080, diagonal_inches=10.1).body_px > 100


def test_no_state_is_told_by_colour_alone() -> None:
    assert len({mark for _colour, mark in MODE_LOOKS.values()}) == len(Mode)
    with Display(SIZES[1], headless=True, clock=ticking().__next__) as display:
        told = {}
        for mode in Mode:
            prompt = Prompt(mode, "Same words", "Same detail")
            boxes = drawn(display, PlayScreen(prompt, sample_state(SHORT_NAMES[:3])))
            symbols = {box.name for box in boxes if box.kind == "symbol"}
            assert MODE_LOOKS[mode][1].value in symbols
            told[mode] = {box.name for box in boxes if box.kind == "text"}
        assert len({frozenset(words) for words in told.values()}) == len(Mode)


def test_touch_areas_of_different_things_do_not_overlap_and_fit_a_finger(display: Display) -> None:
    least_px = sizes(*display.size).near_px * 1.35  # 6 mm
    for name, screen in sample_screens(CASTS["eight long"]).items():
        drawn(display, screen)
        buttons = [touchable for touchable in display.touchables if isinstance(touchable.gives, Press)]
        assert [touchable.gives for touchable in buttons] == [Press(button) for button in Button], name
        for touchable in display.touchables:
            area = pygame.Rect(touchable.area)
            assert pygame.Rect((0, 0), display.size).contains(area), name
            assert min(area.size) >= least_px, f"{name}: {touchable.gives} is only {area.size} px"
            if touchable not in buttons:
                assert all(not area.colliderect(button.area) for button in buttons), name


@pytest.mark.parametrize("variant", GAMES)
def test_the_real_start_form_fits(display: Display, variant: str) -> None:
    for names in (SHORT_NAMES, LONG_NAMES):
        form = StartForm.of({"players": list(names), "variant": variant}, pot=Pot(125, tuple(names)))
        for key in ("", *form.fields()):
            page = next((page for page in form.pages() if key in form.fields(page)), form.page)
            screen = replace(form, selected=key, page=page).screen()
            assert_sound(display, drawn(display, screen), f"{variant}: start form, field {key}")
        assert_sound(display, drawn(display, replace(form, listing=variant).screen()), f"{variant}: list of games")


def assert_labelled(display: Display, screen: Screen, what: str) -> None:
    """Every field says what it is, in whole words, beside its value."""
    assert isinstance(screen, StartScreen)
    boxes = drawn(display, screen)
    assert_sound(display, boxes, what)
    for index, item in enumerate(screen.fields):
        place = next(pygame.Rect(one.area) for one in display.touchables if one.gives == Touch(Target.ITEM, index))
        words = {box.name.removesuffix(CURSOR) for box in boxes if box.kind == "text" and place.contains(box.area)}
        wanted = {item.label} if item.ticked is not None else {item.label, item.value}
        assert wanted - {""} <= words, f"{what}: {item} shows only {words}"


@pytest.mark.parametrize("code", ["en", *languages()[1:]])
def test_every_setting_stands_beside_what_it_is_called(display: Display, code: str) -> None:
    form = SettingsForm(Settings(), OFFERS)
    speak(language(code))
    for page in SettingsPage:
        opened = replace(form, page=page)
        assert_labelled(display, opened.screen(), f"{code}: settings, {page.value}")
        for index, row in enumerate(opened.rows):
            values = row.values(OFFERS)
            for value in (values[0], max(values, key=lambda value, row=row: len(row.words(value)))):  # type: ignore[misc]
                changed = replace(opened, settings=with_value(opened.settings, row.key, value), selected=index)
                assert_labelled(display, changed.screen(), f"{code}: settings, {row.key} {value}")


@pytest.mark.parametrize("code", ["en", *languages()[1:]])
@pytest.mark.parametrize("variant", GAMES)
def test_every_choice_before_a_game_stands_beside_what_it_is_called(display: Display, variant: str, code: str) -> None:
    speak(language(code))
    names = SHORT_NAMES[:2]
    for coins, players in ((0, SHORT_NAMES[:5]), (125, SHORT_NAMES[:5]), (125, names), (125, LONG_NAMES)):
        form = StartForm.of({"players": list(players), "variant": variant}, pot=Pot(coins, names))
        for page, key in itertools.product(form.pages(), ("", "game", "stakes")):
            screen = replace(form, selected=key, page=page).screen()
            assert_labelled(display, screen, f"{code}: {variant}, {coins} coins, field {key}")


@pytest.mark.parametrize("selected", [0, 8, 15])
def test_a_menu_says_which_of_its_lines_are_shown(display: Display, selected: int) -> None:
    lines = tuple(MenuLine(f"Line {number}") for number in range(1, 17))
    for title in ("Menu", "Maximilianne leaves. What now?"):
        boxes = drawn(display, MenuScreen(title, lines, selected, LABELS))
        assert_sound(display, boxes, f"menu, {selected}")
        shown = [line.label for line in lines if any(box.name == line.label for box in boxes)]
        assert lines[selected].label in shown
        numbers = f"{shown[0].split()[1]} to {shown[-1].split()[1]} of 16"
        assert any(box.name == numbers for box in boxes) == (len(shown) < 16), shown


def test_a_name_that_fits_nowhere_ends_in_an_ellipsis_and_covers_nothing(display: Display) -> None:
    for name, screen in sample_screens(tuple(f"Wolfeschlegelstein Nr. {seat}" for seat in range(1, 9))).items():
        whole = tuple(replace(box, shortened=False) for box in drawn(display, screen))
        assert_sound(display, whole, name)


def test_a_rank_is_touched_where_it_was_though_others_cannot_come_any_more(display: Display) -> None:
    def places(ranks: Sequence[int]) -> dict[int, tuple[int, ...]]:
        acts = [Choice(Answer.TOLD, (Act("hit", "Bob", (rank,)),), rank=rank) for rank in ranks]
        lines = tuple(Line(str(choice.rank or "none"), choice) for choice in (*acts, Choice(Answer.NONE)))
        paint(display._canvas, QuestionScreen(Prompt(Mode.QUESTION, "Which card for Bob?", choices=lines)))
        given = {one.gives: one.area for one in display._canvas.touchables}
        return {rank: given[Touch(Target.CHOICE, index)] for index, rank in enumerate((*ranks, 0))}

    whole = places(range(1, 11))
    assert len(set(whole.values())) == 11
    for left in ((2, 3, 5, 7, 9, 10), (10,), (4,)):
        assert places(left).items() <= whole.items()


def test_names_stand_on_one_line_whether_they_have_tails_or_not() -> None:
    names = ("Ann", "Ygg", "Ben")
    screen = next(one for one in sample_screens(names).values() if isinstance(one, PlayScreen))
    with Display((1280, 720), headless=True, clock=ticking().__next__) as display:
        tops = [pygame.Rect(box.ink).top for box in drawn(display, screen) if box.name in names][-3:]
    assert max(tops) - min(tops) <= 1


def test_where_the_plan_shows_no_cards_the_players_have_its_room() -> None:
    screen = next(one for one in SCREENS.values() if isinstance(one, PlayScreen) and one.prompt.mode is Mode.PLAY)
    assert screen.view is not None and screen.view.sightings and any(one.stack for one in screen.state.players)
    by_hand = replace(screen, view=replace(screen.view, sightings=()))
    with Display((1280, 720), headless=True, clock=ticking().__next__) as display:
        shown = [drawn(display, replace(one, call=None)) for one in (screen, by_hand)]
    cards = [[pygame.Rect(box.ink).height for box in boxes if box.kind == "card"] for boxes in shown]
    assert max(cards[1]) > max(cards[0], default=0) + 20
