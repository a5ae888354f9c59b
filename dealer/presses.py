"""What hands do: the four buttons, touches, keys. Plain data for buttons on GPIO, the display and the app alike.

| button | means | keys |
| --- | --- | --- |
| green | yes: hit, deal, next, OK | Enter, Right |
| red | no: fold, lock, pass, cancel | Backspace, Left |
| yellow | change: undo; held: correct | U |
| blue | more: next item, other choices; held: menu | Tab, Down |
"""

from dataclasses import dataclass, field
from enum import Enum

LONG_PRESS_S = 1.0
"""A button held this long means its other thing: the menu (blue) or the correction (yellow)."""


class Button(Enum):
    """The four buttons, from left to right."""

    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"
    BLUE = "blue"


class Kind(Enum):
    """How long a button was held."""

    SHORT = "short"
    LONG = "long"


HELD_BUTTONS: frozenset[Button] = frozenset({Button.YELLOW, Button.BLUE})
"""The buttons that mean something else when held. The other two are always ``SHORT``, however long they are held."""


@dataclass(frozen=True, slots=True)
class Press:
    """One of the four buttons was pressed: on the panel, as a touch area of the screen, or as a key."""

    button: Button
    kind: Kind = Kind.SHORT
    made_s: float | None = field(default=None, compare=False, repr=False)
    """When the button went down, seconds of the clock of whoever owns it; None: not known."""


class Target(Enum):
    """What can be touched on a screen besides the buttons; in brackets what ``Touch.value`` is."""

    CARD = "card"
    """A card on the plan (``Sighting.id``)."""
    RANK = "rank"
    """A rank that is chosen (1 to 10)."""
    CHOICE = "choice"
    """One of a question's choices (its index, from 0)."""
    ITEM = "item"
    """A line of the menu (its index, from 0) or a field of the start screen (its index)."""
    TAB = "tab"
    """A page of the start screen (its index)."""
    MORE = "more"
    """The plus of a field of the start screen (its index)."""
    LESS = "less"
    """The minus of a field of the start screen (its index)."""
    PICTURE = "picture"
    """The last call's small picture: show it large (0)."""
    SOUND = "sound"
    """The loudspeaker mark: mute or not (0)."""
    PAUSE = "pause"
    """The pause mark (0)."""
    MENU = "menu"
    """The menu mark (0)."""
    GLANCE = "glance"
    """The mark of the one-glance mode: to it and back (0)."""


@dataclass(frozen=True, slots=True)
class Touch:
    """Something on the screen was touched (finger or mouse, on release)."""

    target: Target
    value: int
    made_s: float | None = field(default=None, compare=False, repr=False)
    """When the finger came down, as of a ``Press``."""


@dataclass(frozen=True, slots=True)
class KeyText:
    """Text typed while a screen takes text. Backspace is ``"\\b"``; Enter and Tab stay green and blue."""

    text: str


@dataclass(frozen=True, slots=True)
class Quit:
    """The window was closed, or Ctrl+Q pressed."""


@dataclass(slots=True)
class Holds:
    """Turns a button's going down and up into presses: on release, or at once when it was held for ``LONG_PRESS_S``.

    Whoever owns the buttons tells the edges (already debounced) and calls ``due`` now and then while one is down.
    Times are seconds of any one steady clock.

    >>> holds = Holds()
    >>> holds.down(Button.BLUE, 10.0)
    >>> holds.up(Button.BLUE, 10.2)
    (Press(button=<Button.BLUE: 'blue'>, kind=<Kind.SHORT: 'short'>),)
    >>> holds.down(Button.BLUE, 11.0)
    >>> holds.due(12.0)
    (Press(button=<Button.BLUE: 'blue'>, kind=<Kind.LONG: 'long'>),)
    >>> holds.up(Button.BLUE, 12.4)
    ()
    """

    _since_s: dict[Button, float] = field(default_factory=dict)
    _spent: set[Button] = field(default_factory=set)

    @property
    def held(self) -> frozenset[Button]:
        """The buttons that are down now."""
        return frozenset(self._since_s)

    def down(self, button: Button, time_s: float) -> None:
        """The button went down. A second ``down`` without an ``up`` between (a key that repeats) changes nothing."""
        if button not in self._since_s:
            self._since_s[button] = time_s
            self._spent.discard(button)

    def up(self, button: Button, time_s: float) -> tuple[Press, ...]:
        """The button was let go: its press, unless that was told already or the button was never seen going down."""
        since_s = self._since_s.pop(button, None)
        if since_s is None or button in self._spent:
            self._spent.discard(button)
            return ()
        held_long = button in HELD_BUTTONS and time_s - since_s >= LONG_PRESS_S
        return (Press(button, Kind.LONG if held_long else Kind.SHORT, since_s),)

    def due(self, time_s: float) -> tuple[Press, ...]:
        """The long presses that became due by now; each is told once."""
        presses = []
        for button, since_s in self._since_s.items():
            if button in HELD_BUTTONS and button not in self._spent and time_s - since_s >= LONG_PRESS_S:
                self._spent.add(button)
                presses.append(Press(button, Kind.LONG, since_s))
        return tuple(presses)

    def forget(self, button: Button) -> None:
        """The button was let go elsewhere (a finger that slid off): no press."""
        self._since_s.pop(button, None)
        self._spent.discard(button)
