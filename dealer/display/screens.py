"""What a screen shows: one frozen dataclass for each kind of screen. The app fills them in, the display draws them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from dealer.game.driver import State
from dealer.locale import _
from dealer.presses import Button
from dealer.view import TableView
from dealer.words.prompts import Prompt, Transfer

Labels: TypeAlias = tuple[tuple[Button, str], ...]
"""What the buttons mean now, as shown on them; a button that is not named is dark."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A small picture: ``rgb`` holds ``height`` rows of ``width`` pixels of 3 bytes (red, green, blue)."""

    width: int
    height: int
    rgb: bytes

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1 or len(self.rgb) != 3 * self.width * self.height:
            raise ValueError(
                f"A picture of {self.width} × {self.height} has {3 * self.width * self.height} bytes; "
                f"got {len(self.rgb)}. Give 3 bytes a pixel, red, green, blue."
            )

    @classmethod
    def from_bgr(cls, image: Any) -> "Picture":
        """From an array (height, width, 3) uint8 in the colour order blue, green, red."""
        height, width = image.shape[:2]
        return cls(int(width), int(height), image[:, :, ::-1].tobytes())


@dataclass(frozen=True, slots=True)
class Sound:
    """The voice: ``volume`` 0 to 100; not ``available`` where the machine has no sound."""

    volume: int = 80
    muted: bool = False
    available: bool = True

    @property
    def level(self) -> int:
        """What is heard of it, 0 to 100."""
        return 0 if self.muted else self.volume


@dataclass(frozen=True, slots=True)
class Call:
    """A card that was called: ``probabilities`` as in ``Sighting``, ``picture`` what the camera saw at the time."""

    words: str
    """The caption: "Carlos: 7"."""
    player: str | None = None
    rank: int | None = None
    picture: Picture | None = None
    probabilities: tuple[float, ...] = ()
    reasons: str = ""
    """Why it was called that."""
    corrected: bool = False
    sighting: int | None = None


Names: TypeAlias = tuple[tuple[int, str], ...]
"""(seat coaster's id, player's name) for all who play."""


def names_of(seat_of: Mapping[str, int]) -> Names:
    """The names by seat, from the referee's mapping.

    >>> names_of({"Bob": 2, "Angie": 1})
    ((1, 'Angie'), (2, 'Bob'))
    """
    return tuple(sorted((seat, name) for name, seat in seat_of.items()))


@dataclass(frozen=True, slots=True)
class Column:
    """One of the columns of Five Cards: its target, and the cards on each player's side, in seat order."""

    target: int
    sides: tuple[tuple[int, ...], ...]

    @property
    def leader(self) -> int | None:
        """Whose sum is higher (0 or 1); None where they are equal.

        >>> Column(7, ((2, 9), (10,))).leader
        0
        """
        one, other = map(sum, self.sides)
        return None if one == other else int(other > one)


@dataclass(frozen=True, slots=True)
class Middle:
    """What lies between the players: common cards, the pot, a count, or columns."""

    title: str = ""
    cards: tuple[int, ...] = ()
    pot: int | None = None
    """Coins; None where the game has no pot."""
    amount: int | None = None
    """What is counted and not shown card by card (white stones)."""
    columns: tuple[Column, ...] = ()
    wants_cards: bool = False
    """Room is kept for cards even while none lies there."""


@dataclass(frozen=True, slots=True)
class Tableau:
    """What a game shows besides its state."""

    middle: Middle | None = None
    notes: tuple[tuple[str, str], ...] = ()
    """(player, a few words beside the name): the bet, the total, the cards taken."""
    counts_coins: bool = False
    """Coins are shown where other games have scores."""
    price_word: str = ""
    """What the price in the heading is for; empty: folding."""


@dataclass(frozen=True, slots=True)
class Chips:
    """Payments as they are seen to happen: ``share`` of the way, 0 to 1."""

    transfers: tuple[Transfer, ...]
    share: float


@dataclass(frozen=True, slots=True)
class PlayScreen:
    """The game as it goes on. Touches: ``PICTURE``, ``SOUND``, ``PAUSE``."""

    prompt: Prompt
    state: State
    target: int | None = None
    """The score that loses (or wins); None where the game has none: then no bars."""
    names: Names = ()
    view: TableView | None = None
    call: Call | None = None
    caption: str = ""
    """What the voice says or last said; empty: ``prompt.spoken``."""
    sound: Sound = Sound()
    paused: bool = False
    odds: str = ""
    tableau: Tableau = Tableau()
    news: str = ""
    """What happened to coasters or camera just now; it takes the caption's place."""
    moment: str = ""
    """The pair, the payment or the round's end that was called just now; it takes the headline's place."""
    balances: tuple[tuple[str, int], ...] = ()
    """(player, coins won or lost this evening); whoever is not named has no balance that is known."""
    chips: Chips | None = None
    """Coins that are on their way over the table."""
    glance: bool = False
    """Turn, price and scores only, large enough for one glance across the room."""


@dataclass(frozen=True, slots=True)
class QuestionScreen:
    """A question with choices, shown large: which card, fold or not, which order. Touches: ``CHOICE``, ``PICTURE``."""

    prompt: Prompt
    call: Call | None = None
    """The card that is asked about, with its picture."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reading that may be corrected. ``rank`` is what it counts as, ``other`` what it else most likely is."""

    sighting: int
    rank: int | None
    other: int | None
    words: str = ""
    """Whose it is: "Carlos's card"."""
    picture: Picture | None = None
    probabilities: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectionScreen:
    """Touch a card, then its rank; or by buttons, reading by reading, the most doubtful first.

    ``doubts`` are all cards that can be corrected, ``selected`` the one that is proposed now. With ``chosen`` (a card
    was touched) the ranks are asked for. Touches: ``CARD``, then ``RANK``.
    """

    view: TableView
    names: Names
    doubts: tuple[Doubt, ...]
    selected: int = 0
    chosen: bool = False
    labels: Labels = ()
    refusal: str = ""
    """Why the last answer was not possible."""


@dataclass(frozen=True, slots=True)
class PictureScreen:
    """ "Show me that 7": the kept picture, large, and what the reader made of it."""

    call: Call
    labels: Labels = ()


@dataclass(frozen=True, slots=True)
class MenuLine:
    """One line of the menu; ``value`` stands at its right end (the volume, on or off)."""

    label: str
    value: str = ""
    possible: bool = True


@dataclass(frozen=True, slots=True)
class MenuScreen:
    """A list to choose from. Touches: ``ITEM``."""

    title: str
    lines: tuple[MenuLine, ...]
    selected: int = 0
    labels: Labels = ()


@dataclass(frozen=True, slots=True)
class RulesScreen:
    """A page of rules, from its ``first`` section on as far as there is room."""

    title: str
    sections: tuple[tuple[str, str], ...]
    """(heading, text)."""
    first: int = 0
    labels: Labels = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end. ``coins``: won or lost in a game that has a score besides; None: no coins moved."""

    name: str
    score: int
    loser: bool = False
    coins: int | None = None
    winner: bool = False
    counts_coins: bool = False
    """``score`` is coins won or lost."""


@dataclass(frozen=True, slots=True)
class Phones:
    """Where phones find the board: its address, and that as a QR code row by row (True is dark); or why nowhere."""

    address: str = ""
    code: tuple[tuple[bool, ...], ...] = ()
    problem: str = ""
    off: bool = False
    """Nobody wants it."""
    entry: str = ""
    """The code with which a phone may play; empty: they only look."""


@dataclass(frozen=True, slots=True)
class PhonesScreen:
    """The board's address, large. ``detail`` says what it is good for, or why there is none."""

    phones: Phones
    headline: str
    detail: str
    labels: Labels = ()


@dataclass(frozen=True, slots=True)
class EndScreen:
    """The game is over: who lost or won, what that means, and the scores. ``standings`` in seat order.

    ``lines`` settle it: who pays whom, what stays in the pot; ``settled`` are those that are done. ``notes``: who deals
    next. ``card``: the last one, which decided it. Touches: ``PICTURE``.
    """

    headline: str
    forfeit: str
    standings: tuple[Standing, ...]
    target: int | None = None
    labels: Labels = ()
    lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    card: Call | None = None
    settled: tuple[str, ...] = ()
    phones: Phones = Phones(off=True)


@dataclass(frozen=True, slots=True)
class Mark:
    """How a person is told apart: indices into the display's shapes and colours for people."""

    symbol: int
    colour: int


@dataclass(frozen=True, slots=True)
class Field:
    """One line of the start screen; ``changeable`` by plus and minus, ``typed`` by keyboard while it is selected.

    ``ticked`` makes it a box with a tick or without; one that is not ``possible`` is grey and says why in ``value``.
    ``marks`` are the people that it is about.
    """

    label: str
    value: str
    changeable: bool = False
    typed: bool = False
    ticked: bool | None = None
    possible: bool = True
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class StartScreen:
    """Which game, who plays, for what. Touches: ``TAB``, ``ITEM``, ``MORE``, ``LESS``.

    ``problem``: why it can't start so. ``note``: what is about to happen by itself, a countdown. ``tabs`` are the
    pages, ``tab`` the one whose fields these are. ``summary``: what is played for, in a sentence. ``line``: what the
    selected field's game, twist or stakes mean; it stands in the summary's place.
    """

    title: str
    fields: tuple[Field, ...]
    selected: int = 0
    problem: str = ""
    labels: Labels = ()
    tabs: tuple[str, ...] = ()
    tab: int = 0
    note: str = ""
    summary: str = ""
    line: str = ""
    phones: Phones = Phones(off=True)

    @property
    def takes_text(self) -> bool:
        """Whether keys are letters now."""
        return 0 <= self.selected < len(self.fields) and self.fields[self.selected].typed


@dataclass(frozen=True, slots=True)
class FaceTile:
    """Somebody who may play; without a ``mark`` a way on. ``seat``: where they sit, clockwise from 1; None: nowhere."""

    words: str
    mark: Mark | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class WhoScreen:
    """The faces of those who may play. Touches: ``ITEM``. ``players`` are those who do, in the order of their seats."""

    title: str
    tiles: tuple[FaceTile, ...]
    selected: int = 0
    problem: str = ""
    players: tuple[Mark, ...] = ()
    labels: Labels = ()


@dataclass(frozen=True, slots=True)
class KeyboardScreen:
    """A name, and the keys to type it with. Touches: ``ITEM``, the keys counted row by row.

    A key of one letter types it; a longer one says what it does.
    """

    title: str
    text: str
    rows: tuple[tuple[str, ...], ...]
    selected: int = 0
    problem: str = ""
    labels: Labels = ()


@dataclass(frozen=True, slots=True)
class GameTile:
    """One game to choose; ``note`` says for how many it is, or why it can't be chosen now."""

    title: str
    note: str
    possible: bool = True


@dataclass(frozen=True, slots=True)
class GamesScreen:
    """The list of all games. Touches: ``ITEM``. ``problem``: why the one that was touched can't be chosen. ``line``:
    the selected one in a line.
    """

    title: str
    games: tuple[GameTile, ...]
    selected: int = 0
    problem: str = ""
    labels: Labels = ()
    line: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing the set-up view looks at: fine or not, and what to change."""

    words: str
    fine: bool


@dataclass(frozen=True, slots=True)
class Outline:
    """A coaster or a card in the live picture: its corners in the picture's pixels."""

    corners_px: tuple[tuple[float, float], ...]
    label: str = ""
    card: bool = False


@dataclass(frozen=True, slots=True)
class SetupScreen:
    """Aiming the camera: the live picture, which coasters are seen, and what to change, most urgent first."""

    picture: Picture | None
    outlines: tuple[Outline, ...] = ()
    seats_seen: frozenset[int] = frozenset()
    """Ids of the coasters that are seen; 0 is the middle."""
    seats_wanted: tuple[int, ...] = ()
    checks: tuple[Check, ...] = ()
    labels: Labels = ()


@dataclass(frozen=True, slots=True)
class MessageScreen:
    """One thing to know, large: what was resumed, what failed and what to do."""

    headline: str
    detail: str = ""
    trouble: bool = False
    labels: Labels = ()


@dataclass(frozen=True, slots=True)
class TroubleScreen:
    """Something failed: what is wrong, what is safe, and the ways on, one a button."""

    headline: str
    detail: str
    kept: str
    """What is safe: "Everything up to Bob's 7 is kept."; empty: nothing was at risk."""
    ways: Labels
    details_at: str = ""
    """Where whoever mends it finds more: the name of a file."""

    def __post_init__(self) -> None:
        if not any(label for _button, label in self.ways):
            raise ValueError(f"{self.headline!r} has no way on; give at least one (button, label).")

    @property
    def labels(self) -> Labels:
        """What the buttons mean."""
        return self.ways


class Condition(Enum):
    """How a part of the machine is."""

    FINE = "fine"
    WITHOUT = "without"
    """The part is not as it should be; play goes on all the same."""
    MISSING = "missing"
    """The part is needed: there is no play without it."""


@dataclass(frozen=True, slots=True)
class Told:
    """How one part is, why, and what mends it; ``remedy`` is empty where nothing is to be done."""

    part: str
    condition: Condition
    detail: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class CheckupScreen:
    """What was found when everything was checked; ``note`` says which page of how many this is."""

    title: str
    told: tuple[Told, ...]
    note: str = ""
    labels: Labels = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list: ``cells`` from left to right, the first as wide as there is room, and whose it is.

    ``ticked`` makes it a box with a tick or without. ``names`` stand in the first cell, and may be shortened there.
    """

    cells: tuple[str, ...]
    marks: tuple[Mark, ...] = ()
    ticked: bool | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RowsScreen:
    """Lines to step through, to tick and to touch; six at most. Touches: ``ITEM``.

    ``note`` says what holds for all of them, or which of how many these are; why there are none. ``heads`` stand above
    the cells. ``for_the_seats``: the selected line is read from where people sit.
    """

    title: str
    rows: tuple[Row, ...]
    selected: int = -1
    labels: Labels = ()
    note: str = ""
    problem: str = ""
    heads: tuple[str, ...] = ()
    for_the_seats: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """What became of a number, for one person: a value after each step, the first before any."""

    mark: Mark
    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves over the same steps. ``steps`` says what a step is ("Games"); ``signed``: values carry their sign."""

    title: str
    curves: tuple[Curve, ...]
    steps: str = ""
    signed: bool = True


@dataclass(frozen=True, slots=True)
class ChartScreen:
    """A chart, large. ``named`` are the curves (indices) that are drawn thick and with their names."""

    chart: Chart
    named: tuple[int, ...]
    labels: Labels = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """One fact: what, how much, and whose where a person is meant."""

    label: str
    value: str
    mark: Mark | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class FiguresScreen:
    """What is known of an evening, a game or a person: figures, and a chart where there is room for it."""

    title: str
    figures: tuple[Figure, ...]
    chart: Chart | None = None
    labels: Labels = ()
    mark: Mark | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class SheetScreen:
    """Cards as they were called, each with its picture; eight at most. Touches: ``ITEM``."""

    title: str
    calls: tuple[Call, ...]
    selected: int = 0
    labels: Labels = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class FormScreen:
    """Something that people enter by hand: fields as on the start screen. Touches: ``ITEM``, ``MORE``, ``LESS``."""

    title: str
    fields: tuple[Field, ...]
    selected: int = -1
    problem: str = ""
    labels: Labels = ()


Screen: TypeAlias = (
    PlayScreen
    | QuestionScreen
    | CorrectionScreen
    | PictureScreen
    | MenuScreen
    | RulesScreen
    | PhonesScreen
    | EndScreen
    | StartScreen
    | GamesScreen
    | WhoScreen
    | KeyboardScreen
    | SetupScreen
    | MessageScreen
    | TroubleScreen
    | CheckupScreen
    | RowsScreen
    | ChartScreen
    | FiguresScreen
    | SheetScreen
    | FormScreen
)


def labels_of(screen: Screen) -> dict[Button, str]:
    """What the buttons mean on a screen."""
    if isinstance(screen, PlayScreen) and screen.paused:
        return {Button.GREEN: _("Go on")}
    if isinstance(screen, PlayScreen | QuestionScreen):
        return {meaning.button: meaning.label for meaning in screen.prompt.meanings}
    return dict(screen.labels)
