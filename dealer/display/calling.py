"""A call in words that fit."""

from dealer.display.canvas import Canvas
from dealer.display.screens import Call
from dealer.display.typeface import Weight, abbreviated, width_in_caps


def call_words(canvas: Canvas, call: Call, width_px: int, *, lines: int = 1) -> str:
    """A call as it fits into one or two lines read from the seats: the name may be abbreviated."""
    body = canvas.sizes.body_px
    if call.player is None or not call.words.startswith(f"{call.player}: "):
        return call.words
    cards = call.words.removeprefix(f"{call.player}: ")
    beside = width_in_caps(": " if lines > 1 else f": {cards}", Weight.BOLD) * body * 1.03 + 4
    return f"{abbreviated(call.player, cap_px=body, width_px=round(width_px - beside))}: {cards}"
