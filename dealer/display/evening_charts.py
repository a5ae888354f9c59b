"""Charts: what became of balances and points, a curve a person, told apart by their marks and not by colour alone."""

import math

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas
from dealer.display.chrome import draw_buttons
from dealer.display.evening_marks import colour_of, draw_mark
from dealer.display.evening_rows import LEAST, draw_head
from dealer.display.palette import RGB
from dealer.display.players import draw_name, signed
from dealer.display.screens import Chart, ChartScreen, Curve, labels_of
from dealer.display.symbols import stroke
from dealer.display.typeface import Role, Weight, true_cap_px, width_in_caps
from dealer.presses import Button

MARKS_A_CURVE = 7
"""About so many marks stand along a curve."""
LEGEND_SHARE = 0.64
"""Names and values take so much of the width at most."""
DIMMED = 0.45
"""How much of a colour is left in a curve without a name."""


def draw_chart(canvas: Canvas, screen: ChartScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """The chart over the whole screen; at the right, at the height where each curve ends, whose it is and the value."""
    area = draw_buttons(canvas, labels_of(screen), held)
    rest = draw_head(canvas, area, screen.chart.title)
    named = [screen.chart.curves[index] for index in screen.named if index < len(screen.chart.curves)]
    if not named:
        canvas.panel(rest, palette.PANEL)
        return
    body = canvas.sizes.body_px
    rows = min(rest.height / len(named), body * 2.2)
    cap_px = true_cap_px(Weight.BOLD, body)
    values = [_amount(screen.chart, curve.values[-1]) for curve in named]
    value_width = round(max(width_in_caps(words, Weight.BOLD) for words in values) * cap_px) + 6
    name_width = round(max(width_in_caps(curve.name, Weight.BOLD) for curve in named) * cap_px) + 6
    side = round(cap_px)
    gap = canvas.unit(12)
    name_width = min(name_width, round(rest.width * LEGEND_SHARE) - value_width - side - 2 * gap)
    legend = pygame.Rect(0, rest.y, side + name_width + value_width + 2 * gap, rest.height)
    legend.right = rest.right
    plot = pygame.Rect(rest.x, rest.y, legend.x - rest.x - 2 * gap, rest.height)
    ends = draw_curves(canvas, plot, screen.chart, named=named)
    tops = _spread([ends[curve] - rows / 2 for curve in named], rows, rest)
    names = [pygame.Rect(legend.x + side + gap, round(top), name_width, round(rows)) for top in tops]
    for curve, words, place in zip(named, values, names, strict=True):
        draw_mark(canvas, curve.mark, (legend.x + side // 2, place.centery), size_px=side)
        draw_name(canvas, place.inflate(0, round(cap_px * 0.3)), curve.name, cap_px=cap_px, role=Role.SEAT)
        value = pygame.Rect(place.right + gap, place.y, value_width, place.height)
        canvas.text(words, value, cap_px=cap_px, colour=palette.BRASS, align=Align.RIGHT, role=Role.SEAT)


def draw_curves(
    canvas: Canvas, area: pygame.Rect, chart: Chart, *, named: list[Curve] | None = None
) -> dict[Curve, float]:
    """Axes and curves; returns the height in px at which each curve ends. Curves that are not ``named`` are dim."""
    canvas.panel(area, palette.PANEL)
    near = canvas.sizes.near_px
    inner = area.inflate(-2 * canvas.unit(16), -2 * canvas.unit(14))
    size = min(canvas.sizes.body_px * 0.6, max(near * 0.8, inner.height * 0.06))
    foot = round(size * 1.7) if chart.steps else 0
    values = [value for curve in chart.curves for value in curve.values]
    low, high, step = scale(min(values, default=0), max(values, default=0))
    ticks = range(low, high + 1, step)
    words = [_amount(chart, tick) for tick in ticks]
    left = round(max(width_in_caps(word, Weight.REGULAR) for word in words) * size) + 6
    mark_px = max(10, round(canvas.unit(30)))
    plot = pygame.Rect(
        inner.x + left + canvas.unit(10),
        inner.y + round(size * 0.8),
        inner.width - left - canvas.unit(10) - mark_px,
        inner.height - foot - round(size * 1.6),
    )
    steps = max((len(curve.values) for curve in chart.curves), default=1) - 1

    def place(index: int, value: int) -> tuple[float, float]:
        x = plot.x + (plot.width * index / steps if steps else 0)
        return x, plot.bottom - plot.height * (value - low) / (high - low)

    for tick, word in zip(ticks, words, strict=True):
        y = round(place(0, tick)[1])
        colour = palette.DIM if tick == 0 else palette.EDGE
        pygame.draw.line(
            canvas.surface, colour, (plot.x, y), (plot.right, y), max(1, canvas.unit(3 if tick == 0 else 1))
        )
        label = pygame.Rect(inner.x, y - round(size * 0.8), left, round(size * 1.6))
        canvas.text(
            word,
            label,
            cap_px=size,
            least_px=near * LEAST,
            weight=Weight.REGULAR,
            colour=palette.DIM,
            align=Align.RIGHT,
        )
    if chart.steps:
        _foot(canvas, pygame.Rect(plot.x, inner.bottom - foot, plot.width + mark_px, foot), chart.steps, steps, size)
    shown = chart.curves if named is None else [*(one for one in chart.curves if one not in named), *named]
    for number, curve in enumerate(shown):
        bright = named is None or curve in named
        colour = colour_of(curve.mark) if bright else _dimmed(colour_of(curve.mark))
        points = [place(index, value) for index, value in enumerate(curve.values)]
        _line(canvas.surface, colour, points, canvas.unit(7 if bright else 3))
        if bright:
            _marks(canvas, curve, points, number, mark_px)
    return {curve: place(0, curve.values[-1])[1] for curve in chart.curves if curve.values}


def scale(low: int, high: int) -> tuple[int, int, int]:
    """Where an axis begins and ends, and the step of its labels: round numbers, nought among them.

    >>> scale(-7, 12), scale(0, 0), scale(0, 230)
    ((-10, 15, 5), (0, 1, 1), (0, 300, 100))
    """
    low, high = min(low, 0), max(high, 0)
    if low == high:
        return 0, 1, 1
    rough = (high - low) / 4
    power = 10 ** max(0, math.floor(math.log10(rough))) if rough >= 1 else 1
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    return step * math.floor(low / step), step * math.ceil(high / step), step


def _amount(chart: Chart, value: int) -> str:
    return signed(value) if chart.signed else str(value)


def _foot(canvas: Canvas, area: pygame.Rect, words: str, steps: int, size: float) -> None:
    """What a step is, and how many there were."""
    least = canvas.sizes.near_px * LEAST
    right = pygame.Rect(area.right - round(area.width * 0.3), area.y, round(area.width * 0.3), area.height)
    left = pygame.Rect(area.x, area.y, area.width - right.width, area.height)
    canvas.text(words, left, cap_px=size, least_px=least, weight=Weight.REGULAR, colour=palette.DIM)
    canvas.text(
        str(steps), right, cap_px=size, least_px=least, weight=Weight.REGULAR, colour=palette.DIM, align=Align.RIGHT
    )


def _line(surface: pygame.Surface, colour: RGB, points: list[tuple[float, float]], width: int) -> None:
    if len(points) > 1:
        stroke(surface, colour, points, max(2, width))


def _marks(canvas: Canvas, curve: Curve, points: list[tuple[float, float]], number: int, size_px: int) -> None:
    """Marks along the curve, at other steps than its neighbours', and one at its end. They are not read one by one."""
    boxes = len(canvas.boxes)
    apart = max(1, len(points) // MARKS_A_CURVE)
    at = {index for index in range(1, len(points) - 1) if (index + number) % apart == 0}
    for index in sorted(at | {len(points) - 1}):
        x, y = points[index]
        ground = pygame.Rect(0, 0, size_px + 4, size_px + 4)
        ground.center = (round(x), round(y))
        draw_mark(canvas, curve.mark, ground.center, size_px=size_px)
    del canvas.boxes[boxes:]


def _dimmed(colour: RGB) -> RGB:
    red, green, blue = (
        round(DIMMED * one + (1 - DIMMED) * other) for one, other in zip(colour, palette.PANEL, strict=True)
    )
    return red, green, blue


def _spread(wanted: list[float], height: float, area: pygame.Rect) -> list[float]:
    """Tops as near as can be to the wanted ones, in their order, none on another, all in the area."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    tops = [0.0] * len(wanted)
    below = float(area.y)
    for index in order:
        tops[index] = below = max(below, wanted[index])
        below += height
    above = float(area.bottom)
    for index in reversed(order):
        tops[index] = above = min(tops[index], above - height)
    return tops
