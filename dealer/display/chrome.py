"""What every screen has: the four buttons, the marks for sound and pause, the header with its state."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas
from dealer.display.palette import RGB
from dealer.display.screens import Sound
from dealer.display.symbols import Symbol
from dealer.display.typeface import Role, Setting, Weight, abbreviated, fit, width_in_caps
from dealer.locale import _
from dealer.presses import Button, Press, Target, Touch
from dealer.words.prompts import Mode

BUTTON_LOOKS: Mapping[Button, tuple[RGB, Symbol]] = {
    Button.GREEN: (palette.GREEN, Symbol.YES),
    Button.RED: (palette.RED, Symbol.NO),
    Button.YELLOW: (palette.YELLOW, Symbol.UNDO),
    Button.BLUE: (palette.BLUE, Symbol.MORE),
}
BUTTON_WEIGHTS: Mapping[Button, float] = {Button.GREEN: 1.25, Button.RED: 1.25, Button.YELLOW: 0.75, Button.BLUE: 0.75}
"""How the row's width is shared: yes and no are what is asked most, and get the larger words."""
LEAST_LABEL = 0.75
"""The least height of a button's words, as a share of what is read from an arm's length."""
MODE_LOOKS: Mapping[Mode, tuple[RGB, Symbol]] = {
    Mode.PLAY: (palette.BRASS, Symbol.TURN),
    Mode.WAIT: (palette.BLUE, Symbol.WAIT),
    Mode.IRREGULAR: (palette.RED, Symbol.WARNING),
    Mode.QUESTION: (palette.YELLOW, Symbol.QUESTION),
    Mode.OVER: (palette.GREEN, Symbol.FLAG),
}
COMPACT_LINES = 10
"""A screen on which fewer body lines than this would stand below each other is compact (the 7 inch panel: 7)."""


def mode_word(mode: Mode) -> str:
    """The one word under a state's mark."""
    return {
        Mode.PLAY: _("Turn"),
        Mode.WAIT: _("Wait"),
        Mode.IRREGULAR: _("Stop!"),
        Mode.QUESTION: _("Your call"),
        Mode.OVER: _("Over"),
    }[mode]


def capitalised(words: str) -> str:
    """The words with a capital first letter: on a button or in a list they stand alone.

    >>> capitalised("fold 3")
    'Fold 3'
    """
    return words[:1].upper() + words[1:]


def is_compact(canvas: Canvas) -> bool:
    """Whether there is room for the essential lines only."""
    return canvas.area.height < COMPACT_LINES * canvas.sizes.body_px


def margin(canvas: Canvas) -> int:
    """The distance from the screen's edge, and between things."""
    return canvas.unit(18)


def draw_buttons(
    canvas: Canvas,
    labels: Mapping[Button, str],
    held: frozenset[Button] = frozenset(),
    *,
    height: int | None = None,
) -> pygame.Rect:
    """The row of buttons; returns what is left above it. Dark ones can be touched too: held they mean something."""
    gap = margin(canvas)
    height = height or round(canvas.sizes.body_px * (1.36 if is_compact(canvas) else 1.72))
    row = canvas.area.inflate(-2 * gap, -2 * gap)
    above = pygame.Rect(row.x, row.y, row.width, row.height - height - gap)
    row = pygame.Rect(row.x, row.bottom - height, row.width, height)
    widths = _widths(canvas, labels, row.width - gap * (len(Button) - 1))
    x = float(row.x)
    for button, width in widths.items():
        area = pygame.Rect(round(x), row.y, round(width), height)
        _button(canvas, area, button, capitalised(labels.get(button, "")), held=button in held)
        canvas.touchable(area, Press(button))
        x += width + gap
    return above


def _widths(canvas: Canvas, labels: Mapping[Button, str], room_px: int) -> dict[Button, float]:
    """How wide each button is: as their weights say, but no narrower than its longest word, as long as others have
    room to spare."""
    found = {button: room_px * weight / sum(BUTTON_WEIGHTS.values()) for button, weight in BUTTON_WEIGHTS.items()}
    words = {button: capitalised(labels.get(button, "")).split() for button in Button}
    cap_px = canvas.sizes.near_px * LEAST_LABEL
    least = {
        button: max((width_in_caps(word, Weight.BOLD) for word in words[button]), default=0.0) * cap_px
        + 4 * max(2, canvas.unit(4)) + 8
        for button in Button
    }
    lacking = sum(max(0.0, least[button] - found[button]) for button in Button)
    spare = sum(max(0.0, found[button] - least[button]) for button in Button)
    if lacking and spare >= lacking:
        for button in Button:
            more = least[button] - found[button]
            found[button] += more if more > 0 else more * lacking / spare
    return found


def _button(canvas: Canvas, area: pygame.Rect, button: Button, label: str, *, held: bool) -> None:
    colour, mark = BUTTON_LOOKS[button]
    edge = max(2, canvas.unit(4))
    if not label:
        canvas.panel(area, palette.PANEL, edge=palette.EDGE, edge_px=edge)
        canvas.symbol(mark, area.center, size_px=min(area.height // 2, canvas.unit(56)), colour=palette.EDGE)
        return
    canvas.panel(area, colour, edge=palette.CREAM if held else colour, edge_px=edge * 2)
    inner = area.inflate(-2 * canvas.unit(16), -2 * canvas.unit(6))
    size = round(area.height * 0.46)
    beside = pygame.Rect(inner.x + size + canvas.unit(12), inner.y, inner.width - size - canvas.unit(12), inner.height)
    least = canvas.sizes.near_px
    if width_in_caps(label, Weight.BOLD) * least * 1.15 <= beside.width - 2:
        cap_px = canvas.common_cap([(label, beside)], cap_px=canvas.sizes.body_px, least_px=least)
        size = min(size, round(cap_px * 0.85))
        beside = pygame.Rect(
            inner.x + size + canvas.unit(12), inner.y, inner.width - size - canvas.unit(12), inner.height
        )
        used = canvas.text(
            label, beside, cap_px=canvas.sizes.body_px, least_px=least, colour=palette.INK, align=Align.MIDDLE
        )
        canvas.symbol(
            mark,
            (max(inner.x + size // 2, used.x - canvas.unit(16) - size // 2), area.centery),
            size_px=size,
            colour=palette.INK,
        )
        return
    small = min(size, round(area.height * 0.34))
    canvas.symbol(mark, (area.centerx, area.y + canvas.unit(8) + small // 2), size_px=small, colour=palette.INK)
    below = pygame.Rect(
        area.x + edge + 2,
        area.y + canvas.unit(8) + small,
        area.width - 2 * edge - 4,
        area.height - small - canvas.unit(10),
    )
    canvas.text(
        label, below, cap_px=least * 1.2, least_px=least * LEAST_LABEL, lines=2, colour=palette.INK, align=Align.MIDDLE
    )


def draw_marks(canvas: Canvas, area: pygame.Rect, *, sound: Sound, paused: bool, upright: bool) -> None:
    """The loudspeaker, the pause and the one-glance mode, as touch areas, side by side or (``upright``) one above the
    other.
    """
    marks = 3
    side = min(area.width, area.height // marks - 2) if upright else min(area.height, area.width // marks)
    step = ((area.height if upright else area.width) - side) // (marks - 1)
    first = pygame.Rect(area.x, area.y, side, side)
    places = [first.move((0, step * number) if upright else (step * number, 0)) for number in range(marks)]
    silent = not sound.level or not sound.available
    for place, mark, target, on in (
        (places[0], Symbol.MUTED if silent else Symbol.SOUND, Target.SOUND, silent),
        (places[1], Symbol.PLAY if paused else Symbol.PAUSE, Target.PAUSE, paused),
        (places[2], Symbol.GLANCE, Target.GLANCE, False),
    ):
        canvas.panel(place, palette.YELLOW if on else palette.PANEL, radius_px=side // 5)
        canvas.symbol(mark, place.center, size_px=round(side * 0.62), colour=palette.INK if on else palette.DIM)
        canvas.touchable(place, Touch(target, 0))


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands at the top of a screen."""

    mode: Mode
    headline: str
    detail: str = ""
    price: int | None = None
    paused: bool = False
    look: tuple[RGB, Symbol, str] | None = None
    """Another tile than the mode's: colour, mark and word."""
    price_word: str = ""
    """What the price is for; empty: folding."""
    extra: str = ""
    """What else there is to know, small, below the detail."""
    role: Role = Role.NOTICE
    """From where the headline must be read."""
    is_name: bool = False
    """The headline is a name: it is abbreviated where it is too long."""


def draw_heading(canvas: Canvas, area: pygame.Rect, heading: Heading, *, headline_px: float) -> None:
    """The state's tile (colour, mark and word), the headline, what to do, and the card that a fold costs."""
    colour, mark, word = _look(heading)
    edge = max(2, canvas.unit(5))
    calm = heading.mode in (Mode.PLAY, Mode.OVER) and not heading.paused
    canvas.panel(area, palette.PANEL, edge=palette.PANEL if calm else colour, edge_px=edge)
    pad = canvas.unit(14)
    tile = pygame.Rect(area.x, area.y, _tile_px(canvas, word), area.height)
    canvas.panel(tile, colour)
    near = canvas.sizes.near_px
    foot_px, gap = round(near * (2.2 if " " not in word else 3.2)), round(near * 0.2)
    size = min(round(tile.width * 0.72), tile.height // 2, tile.height - foot_px - gap - 4)
    top = tile.centery - round(near * 0.9) - size // 2  # a little above the middle, but all of it within the tile
    top = max(tile.y + 2, min(top, tile.bottom - 2 - size - gap - foot_px))
    canvas.symbol(mark, (tile.centerx, top + size // 2), size_px=size, colour=palette.INK)
    foot = pygame.Rect(tile.x + 3, top + size + gap, tile.width - 6, foot_px)
    canvas.text(
        word,
        foot,
        cap_px=near * 1.25,
        least_px=near * 0.6,
        lines=2,
        colour=palette.INK,
        align=Align.MIDDLE,
    )
    right = area.right - pad
    if heading.price is not None:
        right = _price(canvas, area, heading.price, heading.price_word or _("fold")) - pad
    inset = canvas.unit(18)
    words = pygame.Rect(tile.right + pad, area.y + inset, right - tile.right - pad, area.height - 2 * inset)
    _words(canvas, words, heading, headline_px=headline_px)


def _look(heading: Heading) -> tuple[RGB, Symbol, str]:
    """Colour, mark and word of the state's tile."""
    if heading.look is not None:
        return heading.look
    if heading.paused:
        return palette.YELLOW, Symbol.PAUSE, _("Pause")
    return *MODE_LOOKS[heading.mode], mode_word(heading.mode)


HEADLINE_SHARES = (0.48, 0.58, 0.7, 0.82)
"""How much of the header's height the headline may take: the first share at which headline and detail are whole."""
DETAIL_LINES = 6


@dataclass(frozen=True, slots=True)
class _Block:
    """Headline, detail and what else there is to know, one below the other."""

    upper: Setting
    lower: Setting | None
    extra: Setting | None
    gap_px: int

    @property
    def height_px(self) -> float:
        parts = [part for part in (self.upper, self.lower, self.extra) if part is not None]
        return sum(part.height_px for part in parts) + self.gap_px * (len(parts) - 1)

    def legible(self, canvas: Canvas, headline_px: float) -> float:
        """How large all of it is, of what was asked for."""
        detail = self.lower.cap_px / canvas.sizes.body_px if self.lower is not None else 0.0
        return (
            self.upper.cap_px / headline_px + detail + (self.extra.cap_px / canvas.sizes.body_px if self.extra else 0)
        )

    @property
    def whole(self) -> bool:
        return not any(part is not None and part.shortened for part in (self.upper, self.lower, self.extra))


def _best_block(canvas: Canvas, area: pygame.Rect, heading: Heading, *, headline_px: float) -> _Block:
    """Headline and detail as large as they go; what matters least goes where there is no room."""
    last = None
    for below in dict.fromkeys(((heading.detail, heading.extra), (heading.detail, ""), ("", ""))):
        blocks = [
            block
            for share in (HEADLINE_SHARES if below[0] else (1.0,))
            for gap in (canvas.unit(32), canvas.unit(14))
            if (block := _block(canvas, area, heading, below, headline_px=headline_px, share=share, gap=gap))
        ]
        whole = [block for block in blocks if block.whole]
        last = max(whole or blocks, key=lambda block: block.legible(canvas, headline_px), default=None)
        if whole:
            break
    assert last is not None  # the headline alone always makes one
    return last


def _tile_px(canvas: Canvas, word: str = "") -> int:
    """How wide the state's tile is: its word must be read."""
    longest = max((width_in_caps(part, Weight.BOLD) for part in word.split()), default=0.0)
    least = math.ceil(longest * canvas.sizes.least_px(Role.HAND) * 1.04) + 12
    return max(round(canvas.sizes.near_px * 3.2), canvas.unit(130), least)


def heading_fits(canvas: Canvas, area: pygame.Rect, heading: Heading) -> bool:
    """Whether the headline can be read whole from where its role says, in a header without a price."""
    pad = canvas.unit(14)
    room = pygame.Rect(
        0, 0, area.width - _tile_px(canvas, _look(heading)[2]) - 2 * pad, area.height - 2 * canvas.unit(18)
    )
    return not _best_block(canvas, room, heading, headline_px=canvas.sizes.least_px(heading.role)).upper.shortened


def _words(canvas: Canvas, area: pygame.Rect, heading: Heading, *, headline_px: float) -> None:
    """Headline and detail, one block in the middle of the area."""
    if heading.is_name:
        least = canvas.sizes.least_px(heading.role)
        heading = replace(heading, headline=abbreviated(heading.headline, cap_px=least, width_px=area.width))
    block = _best_block(canvas, area, heading, headline_px=headline_px)
    top = area.y + (area.height - block.height_px) / 2
    for part, words, role, weight, colour in (
        (block.upper, heading.headline, heading.role, Weight.BOLD, palette.CREAM),
        (block.lower, heading.detail, Role.HAND, Weight.REGULAR, palette.CREAM),
        (block.extra, heading.extra, Role.HAND, Weight.REGULAR, palette.DIM),
    ):
        if part is None:
            continue
        place = pygame.Rect(area.x, math.floor(top) - 2, area.width, math.ceil(part.height_px) + 6)
        canvas.text(
            words, place, cap_px=part.cap_px, least_px=0, lines=DETAIL_LINES, weight=weight, colour=colour, role=role
        )
        top += part.height_px + block.gap_px


def _block(
    canvas: Canvas,
    area: pygame.Rect,
    heading: Heading,
    below: tuple[str, str],
    *,
    headline_px: float,
    share: float,
    gap: int,
) -> _Block | None:
    """The words as they fit with so much of the height for the headline; None where nothing is left for the rest."""
    near = canvas.sizes.near_px
    cap_px, least = canvas.bounds(headline_px, 0, heading.role)
    upper = fit(
        heading.headline, Weight.BOLD, width_px=area.width, height_px=area.height * share, cap_px=cap_px,
        least_px=least, lines=4,
    )  # fmt: skip
    left = area.height - upper.height_px
    settings: list[Setting | None] = []
    for words, wanted in zip(below, (canvas.sizes.body_px, near * 1.2), strict=True):
        if not words:
            settings.append(None)
            continue
        cap_px, least = canvas.bounds(wanted, 0, Role.HAND)
        left -= gap
        if left < 1.4 * least:
            return None
        extra = math.ceil(2.8 * least + gap) if below[1] and words is below[0] else 0
        part = fit(
            words, Weight.REGULAR, width_px=area.width, height_px=max(left - extra, 1.4 * least), cap_px=cap_px,
            least_px=least, lines=DETAIL_LINES,
        )  # fmt: skip
        left -= part.height_px
        settings.append(part)
    return _Block(upper, settings[0], settings[1], gap) if left >= -1 else None


def _price(canvas: Canvas, area: pygame.Rect, price: int, word: str) -> int:
    """What a fold (or what ``word`` says) costs, on a card, its numeral at key size; returns its left edge."""
    pad = canvas.unit(14)
    text = str(price)
    numeral_px = min(canvas.sizes.key_px, round(area.height * 0.62))
    least = math.ceil(width_in_caps(word, Weight.BOLD) * canvas.sizes.least_px(Role.HAND)) + pad + 8
    width = max(round(numeral_px * width_in_caps(text, Weight.BOLD)) + 3 * pad, round(numeral_px * 0.98), least)
    card = pygame.Rect(area.right - pad - width, area.y + pad, width, area.height - 2 * pad)
    canvas.panel(card, palette.CARD, edge=palette.CARD_EDGE, edge_px=max(1, canvas.unit(3)))
    head = pygame.Rect(card.x + pad // 2, card.y + pad // 2, card.width - pad, round(canvas.sizes.near_px * 1.7))
    canvas.text(
        word,
        head,
        cap_px=canvas.sizes.near_px,
        least_px=canvas.sizes.near_px * 0.6,
        colour=palette.PIP,
        align=Align.MIDDLE,
    )
    body = pygame.Rect(card.x, head.bottom, card.width, card.bottom - head.bottom - pad // 2)
    canvas.text(text, body, cap_px=numeral_px, colour=palette.CARD_INK, align=Align.MIDDLE, role=Role.SEAT)
    return card.x
