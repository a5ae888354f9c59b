"""``Show me that 7``: the pictures of the calls, the latest first."""

from collections.abc import Callable, Sequence
from typing import Self

from dealer.display.screens import Call, Picture, PictureScreen
from dealer.journal.journal import Evidence
from dealer.locale import _
from dealer.presses import Button
from dealer.rules.acts import Act
from dealer.words.reasons import reasons_in_words


class Showing:
    """The calls that have a picture, the latest first, and which of them is shown."""

    def __init__(self, calls: Sequence[Call]) -> None:
        self._calls = tuple(calls)
        self._selected = 0

    @classmethod
    def of(
        cls, acts: Sequence[Act], evidence: Sequence[Evidence | None], decode: Callable[[bytes], Picture | None]
    ) -> Self | None:
        """From the acts and what stands behind them; None where no picture was kept."""
        calls = []
        for act, behind in zip(acts, evidence, strict=False):
            if behind is None or behind.picture is None:
                continue
            calls.append(call_of(act, behind, decode))
        return cls(tuple(reversed(calls))) if calls else None

    @property
    def latest(self) -> Call:
        """The last of them."""
        return self._calls[0]

    @property
    def call(self) -> Call:
        """The one that is shown."""
        return self._calls[self._selected]

    def earlier(self) -> None:
        """Show the call before; after the first the latest."""
        self._selected = (self._selected + 1) % len(self._calls)

    def screen(self) -> PictureScreen:
        """What is drawn."""
        labels = (
            (Button.GREEN, _("OK")),
            (Button.RED, _("Back")),
            (Button.YELLOW, _("Correct")),
            (Button.BLUE, _("Earlier")),
        )
        return PictureScreen(self.call, labels)


def call_of(act: Act, behind: Evidence | None, decode: Callable[[bytes], Picture | None]) -> Call:
    """An act as it was called, with what stands behind it."""
    reading = (behind.reading if behind is not None else None) or {}
    jpeg = behind.picture if behind is not None else None
    return Call(
        words=words_of(act),
        player=act.player,
        rank=act.cards[0] if act.cards else None,
        picture=decode(jpeg) if jpeg is not None else None,
        probabilities=tuple(reading.get("probabilities", ())),
        reasons=reasons_in_words(reading.get("reasons", ()), reading.get("rank")),
        corrected=bool(reading.get("corrected", False)),
        sighting=reading.get("sighting"),
    )


def nothing_shown(jpeg: bytes) -> Picture:
    """For whoever reads the books without looking at pictures."""
    return Picture(1, 1, bytes(3))


def words_of(act: Act) -> str:
    """A call in a few words.

    >>> words_of(Act("hit", "Delia", (7,)))
    'Delia: 7'
    """
    cards = " ".join(str(card) for card in act.cards)
    if act.player == "table" and cards:
        return cards
    return f"{act.player}: {cards}" if act.player and cards else str(act)
