"""A press counts for the screen that was shown when it was made, and only once somebody can have read that screen."""

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from dealer.display.screens import (
    ChartScreen,
    CorrectionScreen,
    EndScreen,
    FiguresScreen,
    FormScreen,
    GamesScreen,
    KeyboardScreen,
    MenuScreen,
    PlayScreen,
    QuestionScreen,
    RowsScreen,
    Screen,
    SheetScreen,
    StartScreen,
    WhoScreen,
    labels_of,
)
from dealer.presses import Button, Kind, Press, Target, Touch
from dealer.seen.verdicts import Choice

READ_S = 0.4
"""How long a button must have meant what it means before a press of it counts, seconds; more is stricter."""

REMEMBERED_S = 2.0
"""How long past screens are remembered, seconds; a button that is held longer counts for the screens since then."""


@dataclass(slots=True)
class PressGuard:
    """Tells whether a press or a touch counts. Times are seconds of the clock that ``made_s`` of a press is taken from.

    >>> from dealer.display.screens import MessageScreen
    >>> guard = PressGuard()
    >>> guard.shown(MessageScreen("Done", labels=((Button.GREEN, "OK"),)), 10.0)
    >>> guard.shown(MessageScreen("Stop the game?", labels=((Button.GREEN, "Stop"),)), 20.0)
    >>> guard.lets(Press(Button.GREEN), 20.3), guard.lets(Press(Button.GREEN), 20.5)
    (False, True)
    """

    _shown: deque[tuple[float, Screen]] = field(default_factory=deque)

    def shown(self, screen: Screen, now_s: float) -> None:
        """From now on this screen is shown."""
        if not self._shown or self._shown[-1][1] != screen:
            self._shown.append((now_s, screen))
        while len(self._shown) > 1 and self._shown[1][0] <= now_s - REMEMBERED_S:
            self._shown.popleft()

    def lets(self, given: Press | Touch, now_s: float) -> bool:
        """Whether this means on the screen that is shown what it meant when it was made, and ``READ_S`` before."""
        if not self._shown:
            return True
        since_s = (now_s if given.made_s is None else given.made_s) - READ_S
        ends_s = [began_s for began_s, _screen in self._shown][1:]
        before = [screen for (_s, screen), end_s in zip(self._shown, ends_s, strict=False) if end_s > since_s]
        means = meaning_of(self._shown[-1][1], given)
        return all(meaning_of(screen, given) == means for screen in before)


def meaning_of(screen: Screen, given: Press | Touch) -> Hashable:
    """What a press or a touch does on a screen: the same value, the same thing. None: it does nothing there."""
    if isinstance(given, Touch):
        return _touched(screen, given)
    if given.kind is Kind.LONG:
        return given.button  # held it means the same everywhere
    if isinstance(screen, PlayScreen | QuestionScreen) and not (isinstance(screen, PlayScreen) and screen.paused):
        meaning = screen.prompt.meaning(given.button)
        return None if meaning is None else (meaning.action, meaning.act, _unread(meaning.choice))
    label = labels_of(screen).get(given.button)
    return None if label is None else (type(screen).__name__, label, _subject(screen, given.button))


def _subject(screen: Screen, button: Button) -> Hashable:
    """What a screen's buttons are about, where their labels do not say it."""
    match screen:
        case MenuScreen() | GamesScreen():
            return screen.title
        case CorrectionScreen() if button is Button.GREEN:
            return _card(screen)
        case RowsScreen() if button is Button.GREEN:
            return (screen.title, screen.rows[screen.selected].cells if screen.selected >= 0 else None)
        case FormScreen() if button is not Button.BLUE:
            return (screen.title, screen.fields[screen.selected].label)
        case SheetScreen() if button is Button.GREEN:
            return (screen.title, screen.note, screen.selected)
        case RowsScreen() | FormScreen() | SheetScreen() | FiguresScreen():
            return screen.title
        case ChartScreen():
            return screen.chart.title
    return None


def _touched(screen: Screen, touch: Touch) -> Hashable:
    """What is touched: its words or its card, not where in a list it stands."""
    match screen, touch.target:
        case QuestionScreen(), Target.CHOICE:
            choices = screen.prompt.choices
            return _unread(choices[touch.value].choice) if touch.value < len(choices) else None
        case MenuScreen(), Target.ITEM:
            return (screen.title, screen.lines[touch.value].label) if touch.value < len(screen.lines) else None
        case GamesScreen(), Target.ITEM:
            return (screen.title, screen.games[touch.value].title) if touch.value < len(screen.games) else None
        case StartScreen(), Target.ITEM | Target.MORE | Target.LESS:
            return (touch.target, screen.fields[touch.value].label) if touch.value < len(screen.fields) else None
        case RowsScreen(), Target.ITEM:
            return (screen.title, screen.rows[touch.value].cells) if touch.value < len(screen.rows) else None
        case WhoScreen(), Target.ITEM:
            return (screen.title, screen.tiles[touch.value].words) if touch.value < len(screen.tiles) else None
        case KeyboardScreen(), Target.ITEM:
            keys = [key for row in screen.rows for key in row]
            return (screen.title, keys[touch.value]) if touch.value < len(keys) else None
        case SheetScreen(), Target.ITEM:
            return (screen.title, screen.calls[touch.value].words) if touch.value < len(screen.calls) else None
        case FormScreen(), Target.ITEM | Target.MORE | Target.LESS:
            return (touch.target, screen.fields[touch.value].label) if touch.value < len(screen.fields) else None
        case StartScreen(), Target.TAB:
            return screen.tabs[touch.value] if touch.value < len(screen.tabs) else None
        case CorrectionScreen(), Target.RANK:
            return (touch.value, _card(screen)) if screen.chosen else None
        case CorrectionScreen(), Target.CARD:
            return touch.value if any(doubt.sighting == touch.value for doubt in screen.doubts) else None
        case PlayScreen() | QuestionScreen(), Target.PICTURE:
            return touch.target if screen.call is not None else None
        case EndScreen(), Target.PICTURE:
            return touch.target if screen.card is not None else None
        case PlayScreen(), Target.GLANCE:
            return (touch.target, screen.glance)
        case PlayScreen(), Target.SOUND | Target.PAUSE:
            return (touch.target, screen.paused)
    return None


def _card(screen: CorrectionScreen) -> int | None:
    """The card that a correction is about."""
    return screen.doubts[screen.selected].sighting if 0 <= screen.selected < len(screen.doubts) else None


def _unread(choice: Choice | None) -> Choice | None:
    """A choice, however likely it is held to be now."""
    return None if choice is None else replace(choice, probability=None)
