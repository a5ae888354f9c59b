"""All settings on the screen: four buttons or touch, each change kept at once and undone with one press.

Plain: takes what hands do and says which screen to draw; ``dealer/house/settings_desk.py`` keeps and applies.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from dealer.display.screens import Field, KeyboardScreen, StartScreen
from dealer.hands.keyboard import Keyboard
from dealer.locale import _, ngettext
from dealer.locale.language import language_name, mark, spoken
from dealer.presses import Button, Kind, Press, Target, Touch
from dealer.settings import Board, Care, Odds, Settings
from dealer.settings_file import Key, value_of, with_value

USUAL = mark("as usual")

UNSET = "–"
"""Nothing is set. A word for it would have to agree with what it is said of: a broker, a password."""
BEGUN = "mqtt://"
"""How a broker's address begins most often: nobody needs to type it."""


class Page(Enum):
    """The pages of settings."""

    TABLE = "table"
    SCREEN = "screen"
    CAMERA = "camera"
    BOOKS = "books"
    BUTTONS = "buttons"
    HOUSE = "house"
    HELP = "help"


class Deed(Enum):
    """What can be done from the settings, on a page of its own."""

    CHECK = "check"
    FIRST_START = "first start"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Offers:
    """What this machine and this house offer to choose from."""

    languages: tuple[str, ...] = ("en",)
    cameras: tuple[str, ...] = ()
    lenses: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    """Where a USB stick is mounted."""


@dataclass(frozen=True, slots=True)
class Row:
    """One setting: where it is shown, what it is called, what it can be, and how that is written.

    ``about`` stands above its line in the file. ``unsaid`` is what holds while nothing is said. ``typed``: it is typed
    on a keyboard; its only value to step to is none.
    """

    key: Key
    page: Page
    title: str
    values: Callable[[Offers], tuple[Any, ...]]
    words: Callable[[Any], str]
    about: str
    unsaid: Callable[[], Any] = lambda: None
    typed: bool = False

    def shown(self, settings: Settings) -> Any:
        """What holds by these settings."""
        said = value_of(settings, self.key)
        return self.unsaid() if said is None else said


SCREENS = ((800, 480), (1024, 600), (1280, 720), (1280, 800), (1920, 1080), (2560, 1440), (3840, 2160))


def _of(*values: Any) -> Callable[[Offers], tuple[Any, ...]]:
    return lambda offers: values


def _usual(value: Any) -> str:
    return _(USUAL) if value is None else str(value)


def _percent(value: int) -> str:
    return f"{value} %" if value else _("off")


def _millimetres(value: float) -> str:
    return f"{value:g} mm"


def _yes_or_no(value: object) -> str:
    return _("yes") if value else _("no")


def _odds(value: Odds) -> str:
    return {Odds.OFF: _("off"), Odds.TURN: _("on turn"), Odds.ALWAYS: _("everybody")}[value]


def _care(value: Care) -> str:
    return {Care.FUN: _("fun"), Care.MONEY: _("money"), Care.BLOOD: _("blood")}[value]


def _board(value: Board) -> str:
    return {Board.OFF: _("off"), Board.ON: _("on"), Board.WORD: _("with a word")}[value]


def _pixels(value: tuple[int, int] | None) -> str:
    return _("whole screen") if value is None else f"{value[0]}×{value[1]}"


def _inches(value: float | None) -> str:
    return _(USUAL) if value is None else f"{value:g}″"


def _metres(value: float) -> str:
    return f"{value:g} m"


def _copies(value: int) -> str:
    return str(value) if value else _("none")


def _megabytes(value: int) -> str:
    return f"{value / 1000:g} GB"


def _coins(value: int | None) -> str:
    return _("no limit") if value is None else ngettext("{coins} coin", "{coins} coins", value).format(coins=value)


def _money(value: float | None) -> str:
    return _("no limit") if value is None else f"{value:g}"


def _days(value: int) -> str:
    return ngettext("{days} day", "{days} days", value).format(days=value)


def _nothing(value: str | None) -> str:
    return UNSET if value is None else value


def _host(value: str | None) -> str:
    return UNSET if value is None else value.partition("://")[2].partition("/")[0].partition(":")[0] or value


def _dots(value: str | None) -> str:
    return UNSET if value is None else "•" * min(len(value), 8)


def _pin(value: int) -> str:
    return f"GPIO {value}"


def _halves(least: int, most: int) -> tuple[float, ...]:
    return tuple(step / 2 for step in range(2 * least, 2 * most + 1))


PORTS = (8080, 8000, 8088, 8888)
COINS = (5, 10, 20, 50, 100, 200, 500)
MONEY = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0)

PINS = tuple(
    Row(
        ("buttons", colour, part),
        Page.BUTTONS,
        title,
        _of(*range(28)),
        _pin,
        "GPIO number (BCM)",
    )
    for colour, titles in {
        "green": (mark("Green button"), mark("Green light")),
        "red": (mark("Red button"), mark("Red light")),
        "yellow": (mark("Yellow button"), mark("Yellow light")),
        "blue": (mark("Blue button"), mark("Blue light")),
    }.items()
    for part, title in zip(("button", "light"), titles, strict=True)
)

ROWS: tuple[Row, ...] = (
    Row(
        ("language",),
        Page.TABLE,
        mark("Language"),
        lambda offers: offers.languages,
        language_name,
        "the language, as en or de",
        lambda: spoken().code,
    ),
    Row(("volume",), Page.TABLE, mark("Volume"), _of(*range(0, 101, 10)), _percent, "of the voice, 0 to 100"),
    Row(("muted",), Page.TABLE, mark("Mute"), _of(False, True), _yes_or_no, "true: no voice"),
    Row(("odds",), Page.TABLE, mark("Odds"), _of(*Odds), _odds, "for whom the odds are shown: off, turn or always"),
    Row(("journal", "odds"), Page.TABLE, mark("Keep the odds"), _of(True, False), _yes_or_no, "to say who was lucky"),
    Row(("board",), Page.TABLE, mark("Phones"), _of(*Board), _board, "whether phones see the board: off, on or word"),
    Row(("board_port",), Page.TABLE, mark("Phones' port"), _of(*PORTS), str, "the board's port, in its address"),
    Row(
        ("screen",),
        Page.SCREEN,
        mark("Pixels"),
        _of(None, *SCREENS),
        _pixels,
        "width and height in pixels",
    ),
    Row(
        ("screen_inches",),
        Page.SCREEN,
        mark("Diagonal"),
        _of(None, 7.0, 8.0, 10.1, 11.6, 13.3, 14.0, 15.6, 17.3, 19.0, 21.5, 24.0, 27.0, 32.0),
        _inches,
        "of the screen in inches, 7 to 32: the size of type follows",
    ),
    Row(
        ("viewing_distance_m",),
        Page.SCREEN,
        mark("Looked at from"),
        _of(1.0, 1.5, 2.0, 2.5, 3.0, 4.0),
        _metres,
        "in metres: the size of type follows",
    ),
    Row(("one_glance",), Page.SCREEN, mark("Large figures only"), _of(False, True), _yes_or_no, "turn, price, scores"),
    Row(("sounds",), Page.TABLE, mark("Sounds"), _of(True, False), _yes_or_no, "at a pair, a bust, a payment"),
    Row(
        ("camera",),
        Page.CAMERA,
        mark("Camera"),
        lambda offers: (None, *offers.cameras),
        _usual,
        "which camera, as webcam:0",
    ),
    Row(("lens",), Page.CAMERA, mark("Lens"), lambda offers: (None, *offers.lenses), _usual, "which lens"),
    Row(("card_width_mm",), Page.CAMERA, mark("Card width"), _of(*_halves(40, 90)), _millimetres, "in mm"),
    Row(("card_height_mm",), Page.CAMERA, mark("Card height"), _of(*_halves(60, 130)), _millimetres, "in mm"),
    Row(
        ("journal", "copies"),
        Page.BOOKS,
        mark("Copies kept"),
        _of(*range(11)),
        _copies,
        "of the journal, beside it",
    ),
    Row(
        ("journal", "copies_folder"),
        Page.BOOKS,
        mark("Copies also on"),
        lambda offers: (None, *offers.folders),
        lambda value: _("no stick") if value is None else str(value),
        "a folder on a USB stick",
    ),
    Row(
        ("journal", "pictures_days"),
        Page.BOOKS,
        mark("Pictures kept for"),
        _of(7, 30, 90, 180, 365),
        _days,
        "days",
    ),
    Row(
        ("journal", "pictures_mb"),
        Page.BOOKS,
        mark("Pictures up to"),
        _of(500, 1000, 2000, 5000, 10000),
        _megabytes,
        "millions of bytes",
    ),
    *(
        Row(("caps", key), Page.BOOKS, title, _of(None, *values), words, about)
        for key, title, values, words, about in (
            ("game_coins", mark("Most lost in a game"), COINS, _coins, "coins; the table is asked before"),
            ("game_money", mark("The same in money"), MONEY, _money, "5.0: a UK pub's £5 a person and game"),
            ("evening_coins", mark("Most lost in an evening"), COINS, _coins, "coins; the table is asked before"),
            ("evening_money", mark("In money, an evening"), MONEY, _money, "where a coin is worth money"),
        )
    ),
    *PINS,
    *(
        Row(("house", key), Page.HOUSE, title, _of(None), words, about, typed=True)
        for key, title, words, about in (
            ("broker", mark("House's broker"), _host, "mqtt://HOST[:PORT][/HOUSE], or mqtts:// with TLS"),
            ("table", mark("Table's name"), _usual, "what this table is called in the house"),
            ("user", mark("User"), _nothing, "who this table is for the broker"),
            ("password", mark("Password"), _dots, "the user's, for the broker"),
            ("certificates", mark("Certificates"), _usual, "a PEM file of those that are trusted"),
        )
    ),
    Row(
        ("house", "home_assistant"),
        Page.HOUSE,
        mark("Home Assistant"),
        _of(True, False),
        _yes_or_no,
        "whether Home Assistant is told what there is to see",
    ),
    Row(
        ("playing_for",),
        Page.HOUSE,
        mark("Playing for"),
        _of(*Care),
        _care,
        "fun, money or blood: more and more cards are asked about, and fewer called wrongly",
    ),
)
"""Every setting there is, but for the deck, which is chosen where a game begins."""

ABOUT: Mapping[Key, str] = {row.key: row.about for row in ROWS}
"""What stands above each line in the file."""


@dataclass(frozen=True, slots=True)
class SettingsForm:
    """The settings as they are now. ``undone`` are the values before each change, the last one last."""

    settings: Settings
    offers: Offers = Offers()
    page: Page = Page.TABLE
    selected: int = -1
    undone: tuple[tuple[Row, Any], ...] = ()
    problem: str = ""
    box: bool = False
    """The machine is the dealer's alone, and may be switched off."""
    deeds: tuple[Deed, ...] = (Deed.CHECK,)
    keyboard: Keyboard | None = None
    """Where the setting that is selected is being typed."""

    @property
    def rows(self) -> tuple[Row, ...]:
        """The settings of the page that is open."""
        return tuple(row for row in ROWS if row.page is self.page)

    @property
    def _count(self) -> int:
        """How many lines the page that is open has."""
        return len(self.deeds) if self.page is Page.HELP else len(self.rows)

    def hand(self, given: object) -> tuple["SettingsForm", bool]:
        """The form after something was pressed or touched, and whether somebody is done."""
        pages = tuple(Page)
        if self.keyboard is not None:
            return self._typed(self.keyboard.hand(given)), False
        match given:
            case Press(Button.GREEN):
                return self, True
            case Press(Button.RED):
                return self.undo(), False
            case Press(Button.BLUE, Kind.SHORT):
                return self._next(), False
            case Press(Button.BLUE, Kind.LONG):
                return self._turned(pages[(pages.index(self.page) + 1) % len(pages)]), False
            case Press(Button.YELLOW, kind) if self.selected >= 0 and self.page is not Page.HELP:
                return self._stepped(self.selected, 1 if kind is Kind.SHORT else -1), False
            case Touch(Target.TAB, index) if 0 <= index < len(pages):
                return self._turned(pages[index]), False
            case Touch(Target.ITEM, index) if 0 <= index < len(self.rows):
                return replace(self, selected=index, problem=""), False
            case Touch(Target.MORE | Target.LESS as target, index) if 0 <= index < len(self.rows):
                return self._stepped(index, 1 if target is Target.MORE else -1), False
        return self, False

    def switches_off(self, given: object) -> bool:
        """Whether this leads to switching the box off: red, while there is no change to undo."""
        return self.box and self.keyboard is None and given == Press(Button.RED) and not self.undone

    def deed_of(self, given: object) -> Deed | None:
        """What is to be done now: yellow on its line, or a touch."""
        match given:
            case Press(Button.YELLOW) if self.page is Page.HELP and self.selected >= 0:
                return self.deeds[self.selected]
            case Touch(Target.ITEM, index) if self.page is Page.HELP and 0 <= index < len(self.deeds):
                return self.deeds[index]
        return None

    def asked(self, title: str, keys: tuple[Key, ...], selected: int) -> StartScreen:
        """Only some of the settings, as a question of its own."""
        rows = [row for row in ROWS if row.key in keys]
        return StartScreen(title, tuple(self._field(row) for row in rows), selected, self.problem)

    def changed(self, key: Key, step: int) -> "SettingsForm":
        """The next value of one setting."""
        row = next(row for row in ROWS if row.key == key)
        form = replace(self, page=row.page)
        return form._stepped(form.rows.index(row), step)

    def refused(self, sentence: str) -> "SettingsForm":
        """The last change could not be kept: it is taken back, and said; what was typed can be mended."""
        form = self.undo()
        row = self.undone[-1][0] if self.undone else None
        value = value_of(self.settings, row.key) if row is not None and row.typed else None
        if row is None or value is None:
            return replace(form, problem=sentence)
        return replace(form, keyboard=replace(form._keyboard_of(row), text=value, problem=sentence))

    def _turned(self, page: Page) -> "SettingsForm":
        return replace(self, page=page, selected=-1, problem="")

    def _next(self) -> "SettingsForm":
        """The next setting; after a page's last, the next page."""
        if self.selected + 1 < self._count:
            return replace(self, selected=self.selected + 1, problem="")
        pages = tuple(Page)
        return replace(self._turned(pages[(pages.index(self.page) + 1) % len(pages)]), selected=0)

    def _stepped(self, index: int, step: int) -> "SettingsForm":
        """The next value that a setting may have; a value of the file's own is one of them. Forward from one that is
        typed is the keyboard."""
        row = self.rows[index]
        now = value_of(self.settings, row.key)
        if row.typed and step > 0:
            return replace(self, selected=index, problem="", keyboard=self._keyboard_of(row))
        values = row.values(self.offers)
        if row.page is Page.BUTTONS:
            taken = {value_of(self.settings, other.key) for other in PINS if other.key != row.key}
            values = tuple(pin for pin in values if pin not in taken)
        at = values.index(row.shown(self.settings)) if row.shown(self.settings) in values else -1 if step > 0 else 0
        value = values[(at + step) % len(values)]
        if value == now:
            return replace(self, selected=index, problem=_("There is nothing else to choose."))
        return self._with(row, value, index)

    def _with(self, row: Row, value: Any, index: int) -> "SettingsForm":
        now = value_of(self.settings, row.key)
        return replace(
            self,
            settings=with_value(self.settings, row.key, value),
            selected=index,
            undone=(*self.undone, (row, now)),
            problem="",
        )

    def _keyboard_of(self, row: Row) -> Keyboard:
        begun = BEGUN if row.key == ("house", "broker") else ""
        return Keyboard(_(row.title), value_of(self.settings, row.key) or begun, address=True)

    def _typed(self, keyboard: Keyboard) -> "SettingsForm":
        """While something is typed, and once it is there."""
        if not keyboard.ended:
            return replace(self, keyboard=keyboard)
        form, row = replace(self, keyboard=None), self.rows[self.selected]
        if keyboard.name in ("", BEGUN, value_of(self.settings, row.key)):
            return form
        return form._with(row, keyboard.name, self.selected)

    def undo(self) -> "SettingsForm":
        """As it was before the last change."""
        if not self.undone:
            return self
        row, before = self.undone[-1]
        form = replace(
            self,
            settings=with_value(self.settings, row.key, before),
            undone=self.undone[:-1],
            page=row.page,
            problem="",
        )
        return replace(form, selected=form.rows.index(row))

    def changes(self, before: Settings) -> Mapping[Key, Any]:
        """The settings that are not as they were, with what they are; of a button's two pins both."""
        changed = {row.key for row in ROWS if value_of(self.settings, row.key) != value_of(before, row.key)}
        pairs = {(*key[:-1], part) for key in changed if key[0] == "buttons" for part in ("button", "light")}
        return {row.key: value_of(self.settings, row.key) for row in ROWS if row.key in changed | pairs}

    def screen(self) -> StartScreen | KeyboardScreen:
        """What is drawn."""
        if self.keyboard is not None:
            return self.keyboard.screen()
        tabs = {
            Page.TABLE: _("Table"),
            Page.SCREEN: _("Screen"),
            Page.CAMERA: _("Camera"),
            Page.BOOKS: _("Books"),
            Page.BUTTONS: _("Buttons"),
            Page.HOUSE: _("House"),
            Page.HELP: _("Help"),
        }
        red = _("Undo") if self.undone else _("Switch off") if self.box else ""
        labels = (
            (Button.GREEN, _("Done")),
            *(((Button.RED, red),) if red else ()),
            *(((Button.YELLOW, _("Start") if self.page is Page.HELP else _("Change")),) if self.selected >= 0 else ()),
            (Button.BLUE, _("Next")),
        )
        return StartScreen(
            _("Settings"),
            tuple(map(_deed, self.deeds)) if self.page is Page.HELP else tuple(self._field(row) for row in self.rows),
            self.selected,
            self.problem,
            labels,
            tabs=tuple(tabs[page] for page in Page),
            tab=tuple(Page).index(self.page),
        )

    def _field(self, row: Row) -> Field:
        return Field(_(row.title), row.words(row.shown(self.settings)), changeable=True)


def _deed(deed: Deed) -> Field:
    return {
        Deed.CHECK: Field(_("What is wrong, and what mends it"), _("Check everything")),
        Deed.FIRST_START: Field(_("Everything is asked again"), _("First start")),
        Deed.BACK: Field(_("The version before this one"), _("Go back")),
    }[deed]
