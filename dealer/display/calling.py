"""Calls and payments in words that fit: names give way."""

import re
from collections.abc import Callable, Sequence

from dealer.display.canvas import Canvas
from dealer.display.screens import Call
from dealer.display.typeface import ELLIPSIS, Weight, abbreviated, width_in_caps


def call_words(canvas: Canvas, call: Call, width_px: int, *, lines: int = 1) -> str:
    """A call as it fits into one or two lines read from the seats: the name may be abbreviated."""
    body = canvas.sizes.body_px
    if call.player is None or not call.words.startswith(f"{call.player}: "):
        return call.words
    cards = call.words.removeprefix(f"{call.player}: ")
    beside = width_in_caps(": " if lines > 1 else f": {cards}", Weight.BOLD) * body * 1.03 + 4
    return f"{abbreviated(call.player, cap_px=body, width_px=round(width_px - beside))}: {cards}"


LEAST_LETTERS = 3
"""A name in a sentence keeps so many letters at least."""


def with_short_names(words: str, names: Sequence[str], fits: Callable[[str], bool]) -> str:
    """The words if they fit, else with names as short as it takes; as they are if that does not help, or if two names
    would look the same.

    >>> with_short_names("Konstantinos pays Ann 2", ("Konstantinos", "Ann"), lambda words: len(words) < 20)
    'Konstan… pays Ann 2'
    """
    if fits(words):
        return words
    there = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True)))
    for letters in range(max(map(len, names), default=0) - 2, LEAST_LETTERS - 1, -1):
        short = {name: name if len(name) <= letters + 1 else name[:letters].rstrip() + ELLIPSIS for name in names}
        if len(set(short.values())) < len(short):
            break
        shorter = there.sub(lambda found, short=short: short[found[0]], words)  # type: ignore[misc]
        if fits(shorter):
            return shorter
    return words
