"""A keyboard on the screen, for a name or an address: by touch, with four buttons, or beside a real one. Plain."""

from dataclasses import dataclass, replace
from typing import Final, Self

from dealer.display.screens import KeyboardScreen
from dealer.locale import _
from dealer.presses import Button, KeyText, Kind, Press, Target, Touch

LONGEST: Final = 24
"""More letters than this fit no screen."""

DIGITS = "1234567890"

ACCENTS = ("áàâãåąāæ", "çćčďđéèêëęě", "íìîïıłñńňóò", "ôõøœřšśßţúù", "ûůųýÿžźżþð")
"""Letters of other languages, on keys of their own."""

SYMBOLS = ('!"#$%&()*+,', ";<=>?@[\\]^_", "`{|}~")
"""What addresses and passwords are made of beside letters."""

LONGEST_ADDRESS: Final = 60

AFTER_THESE_CAPITALS = " -'"


@dataclass(frozen=True, slots=True)
class Keyboard:
    """What was typed so far. ``at`` is the key that green presses; ``ended`` once people are done or went back.

    ``shifted`` is what the shift key said for the next letter; None: a capital where a name begins. In an ``address``
    nothing becomes a capital by itself.
    """

    title: str
    text: str = ""
    at: int = len(DIGITS)
    accents: bool = False
    shifted: bool | None = None
    problem: str = ""
    ended: bool = False
    address: bool = False

    @property
    def name(self) -> str:
        """What was typed, without blanks around it."""
        return self.text.strip()

    @property
    def capitals(self) -> bool:
        """Whether the next letter is a capital."""
        if self.shifted is not None:
            return self.shifted
        return not self.address and (not self.text or self.text[-1] in AFTER_THESE_CAPITALS)

    # -- the keys

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The keys as they stand on the screen."""
        if self.accents:
            letters: tuple[str, ...] = SYMBOLS if self.address else ACCENTS
        else:
            # Translators: three rows of keys, as your keyboards have them, with every letter that names need often.
            letters = (DIGITS, *_("qwertyuiopü asdfghjklöä zxcvbnmß").split())
        shown = [row.upper() if self.capitals else row for row in letters]
        rows = [tuple(one.replace("SS", "ß")) for one in shown]
        if not self.accents:
            rows[-1] = (*rows[-1], *("-.:/" if self.address else "-'."))
        return (*rows, self._last_row())

    def _last_row(self) -> tuple[str, ...]:
        shift = _("abc") if self.capitals else _("ABC")
        other = _("abc…") if self.accents else "#@_…" if self.address else _("àéç…")
        return (shift, other, _("Space"), _("Delete"), _("Back"), _("Done"))

    def _keys(self) -> list[str]:
        return [key for row in self.rows() for key in row]

    def _first_of_last_row(self) -> int:
        return len(self._keys()) - len(self._last_row())

    @property
    def _done_key(self) -> int:
        return len(self._keys()) - 1

    # -- hands

    def hand(self, given: object) -> Self:
        """The keyboard after something was pressed, touched or typed."""
        match given:
            case Press(Button.GREEN):
                return self._pressed(self.at)
            case Press(Button.RED):
                return replace(self, text=self.name, ended=True)
            case Press(Button.BLUE | Button.YELLOW as button, kind):
                step = 1 if button is Button.BLUE else -1
                return self._row_on(step) if kind is Kind.LONG else self._stepped(step)
            case Touch(Target.ITEM, index) if 0 <= index < len(self._keys()):
                return self._pressed(index)
            case KeyText("\b"):
                return replace(self._deleted(), at=self._done_key)
            case KeyText(text) if text.isprintable():
                # Enter is green: with a real keyboard it says that the name is there
                typed = self._with(text)
                return replace(typed, at=typed._done_key)
        return self

    def _stepped(self, step: int) -> Self:
        return replace(self, at=(self.at + step) % len(self._keys()))

    def _row_on(self, step: int) -> Self:
        """The key that lies below the one on offer, or above it."""
        rows = self.rows()
        starts = [sum(len(row) for row in rows[:index]) for index in range(len(rows))]
        row = max(index for index, start in enumerate(starts) if start <= self.at)
        share = (self.at - starts[row]) / len(rows[row])
        other = (row + step) % len(rows)
        return replace(self, at=starts[other] + int(share * len(rows[other])))

    def _pressed(self, index: int) -> Self:
        keys = self._keys()
        index = min(index, len(keys) - 1)
        here = replace(self, at=index, problem="")
        match index - self._first_of_last_row():
            case 0:
                return replace(here, shifted=not self.capitals)
            case 1:
                turned = replace(here, accents=not self.accents)
                return replace(turned, at=turned._first_of_last_row() + 1)
            case 2:
                return here._with(" ")
            case 3:
                return here._deleted()
            case 4:
                return replace(here, text="", ended=True)
            case 5:
                return replace(here, text=self.name, ended=True)
        return here._with(keys[index])

    def _with(self, text: str) -> Self:
        longest = LONGEST_ADDRESS if self.address else LONGEST
        typed = (self.text + text).lstrip()
        fits = typed[: max(longest, len(self.text))]
        problem = "" if fits == typed else _("No more than {count} letters.").format(count=longest)
        return replace(self, text=fits, shifted=None, problem=problem)

    def _deleted(self) -> Self:
        return replace(self, text=self.text[:-1], shifted=None, problem="")

    # -- what is drawn

    def screen(self) -> KeyboardScreen:
        """The name so far, and the keys."""
        labels = (
            (Button.GREEN, _("Choose")),
            (Button.RED, _("Done") if self.name else _("Back")),
            (Button.YELLOW, _("Left")),
            (Button.BLUE, _("Right")),
        )
        return KeyboardScreen(self.title, self.text, self.rows(), min(self.at, self._done_key), self.problem, labels)
