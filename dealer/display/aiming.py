"""The set-up view: what the camera sees, which coasters it finds, how large the cards are, and what to change."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas
from dealer.display.chrome import draw_buttons, margin
from dealer.display.screens import Check, SetupScreen, labels_of
from dealer.display.symbols import Symbol
from dealer.display.typeface import NARROWER, Role, Weight, em_px, fit, font
from dealer.locale import _, ngettext
from dealer.presses import Button

LEAST_FINE, LEAST_WRONG = 0.8, 0.6
"""The least size of words, in what is read from near: what is fine is rather left out than set so small as what is
wrong may be."""

MOST_LINES = 12
"""Most lines of one sentence; more of it would be cut off."""


def draw_setup(canvas: Canvas, screen: SetupScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """The live picture on the left; coasters, size and advice on the right."""
    area = draw_buttons(canvas, labels_of(screen), held)
    gap = margin(canvas)
    left = pygame.Rect(area.x, area.y, round(area.width * 0.58), area.height)
    canvas.panel(left, palette.PANEL)
    _live(canvas, left.inflate(-2 * canvas.unit(10), -2 * canvas.unit(10)), screen)
    right = pygame.Rect(left.right + gap, area.y, area.right - left.right - gap, area.height)
    near = canvas.sizes.near_px
    badges = pygame.Rect(right.x, right.y, right.width, round(near * 3.4))
    _badges(canvas, badges, screen)
    rest = pygame.Rect(right.x, badges.bottom + gap, right.width, right.bottom - badges.bottom - gap)
    _checks(canvas, rest, screen.checks)


def _live(canvas: Canvas, area: pygame.Rect, screen: SetupScreen) -> None:
    if screen.picture is None:
        canvas.text(_("No picture from the camera"), area, cap_px=canvas.sizes.body_px, lines=3, align=Align.MIDDLE)
        return
    place = canvas.picture(screen.picture, area)
    scale = place.width / screen.picture.width
    thick = max(2, canvas.unit(5))
    clip = canvas.surface.get_clip()
    canvas.surface.set_clip(place)
    for outline in screen.outlines:
        corners = [(place.x + x * scale, place.y + y * scale) for x, y in outline.corners_px]
        if len(corners) < 3:
            continue
        colour = palette.BLUE if outline.card else palette.YELLOW
        pygame.draw.polygon(canvas.surface, palette.INK, corners, width=thick + 2)
        pygame.draw.polygon(canvas.surface, colour, corners, width=thick)
        if outline.label:
            size_px = em_px(Weight.BOLD, canvas.sizes.near_px)
            image = font(Weight.BOLD, size_px).render(f" {outline.label} ", True, palette.INK, colour)
            middle = (sum(x for x, _y in corners) / len(corners), sum(y for _x, y in corners) / len(corners))
            canvas.surface.blit(image, image.get_rect(center=(round(middle[0]), round(middle[1]))))
    canvas.surface.set_clip(clip)


def _badges(canvas: Canvas, area: pygame.Rect, screen: SetupScreen) -> None:
    """A coaster for each that is wanted: filled with a tick where it is seen, an outline with a cross where not."""
    wanted = sorted(set(screen.seats_wanted) | set(screen.seats_seen))
    if not wanted:
        canvas.text(_("No coaster seen"), area, cap_px=canvas.sizes.near_px * 1.4, least_px=canvas.sizes.near_px * 0.8)
        return
    gap = canvas.unit(10)
    side = min(area.height, (area.width - gap * (len(wanted) - 1)) // len(wanted))
    for index, seat in enumerate(wanted):
        place = pygame.Rect(area.x + index * (side + gap), area.y, side, area.height)
        seen = seat in screen.seats_seen
        if seen:
            canvas.panel(place, palette.COASTER)
        else:
            canvas.panel(place, palette.PANEL, edge=palette.EDGE, edge_px=max(2, canvas.unit(3)))
        ink = palette.INK if seen else palette.CREAM
        upper = pygame.Rect(place.x, place.y + canvas.unit(4), place.width, place.height // 2)
        canvas.text(
            str(seat),
            upper,
            cap_px=min(canvas.sizes.near_px * 1.1, upper.height * 0.8),
            least_px=8,
            colour=ink,
            align=Align.MIDDLE,
        )
        size = min(place.width - 4, round(place.height * 0.4))
        canvas.symbol(
            Symbol.YES if seen else Symbol.NO,
            (place.centerx, place.bottom - size // 2 - canvas.unit(4)),
            size_px=size,
            colour=ink if seen else palette.RED,
        )


def _checks(canvas: Canvas, area: pygame.Rect, checks: tuple[Check, ...]) -> None:
    """As many of them as there is room for in words that can be read: what is wrong comes first, and what is left out
    of that is counted; it is shown once the first is put right."""
    near = canvas.sizes.near_px
    wrong = sum(not check.fine for check in checks)
    for count in range(len(checks), 0, -1):
        left = max(0, wrong - count)
        more = ngettext("and {count} more thing", "and {count} more things", left).format(count=left)
        shown = [*checks[:count], *([Check(more, fine=False)] if left else [])]
        wanted_px = near * (LEAST_FINE if count > wrong else LEAST_WRONG)
        least_px = max(wanted_px, canvas.sizes.least_px(Role.HAND))
        rows = _rows(canvas, area, shown, cap_px=near * 1.4, least_px=least_px)
        if rows[-1].place.bottom <= area.bottom or count == 1:
            break
    else:
        return
    for row in rows:
        ground = palette.PANEL if row.check.fine else palette.RAISED
        edge = ground if row.check.fine else palette.RED
        canvas.panel(row.place, ground, edge=edge, edge_px=max(2, canvas.unit(4)))
        size = row.words.x - row.place.x - 2 * _pad(canvas)
        canvas.symbol(
            Symbol.YES if row.check.fine else Symbol.WARNING,
            (row.place.x + _pad(canvas) + size // 2, row.place.centery),
            size_px=size,
            colour=palette.GREEN if row.check.fine else palette.RED,
        )
        canvas.text(row.check.words, row.words, cap_px=row.cap_px, least_px=row.cap_px, lines=MOST_LINES)


@dataclass(frozen=True, slots=True)
class _Row:
    """One check, where it stands, where its words do, and how large."""

    check: Check
    place: pygame.Rect
    words: pygame.Rect
    cap_px: float


def _rows(
    canvas: Canvas, area: pygame.Rect, checks: Sequence[Check], *, cap_px: float, least_px: float
) -> list[_Row]:
    """The checks below each other, as large as they fit, each as high as its words; at the least size they may reach
    further down than ``area``."""
    pad, size = _pad(canvas), round(canvas.sizes.near_px * 1.4)
    width = area.width - 3 * pad - size
    while True:
        rows, top = [], area.y
        for check in checks:
            setting = fit(
                check.words,
                Weight.BOLD,
                width_px=width * NARROWER,
                height_px=area.height,
                cap_px=cap_px,
                least_px=least_px,
                lines=MOST_LINES,
            )
            place = pygame.Rect(area.x, top, area.width, math.ceil(setting.height_px) + 2 * pad)
            words = pygame.Rect(place.x + 2 * pad + size, place.y + pad // 2, width, place.height - pad)
            rows.append(_Row(check, place, words, setting.cap_px))
            top = place.bottom + canvas.unit(10)
        if rows[-1].place.bottom <= area.bottom or cap_px <= least_px:
            return rows
        cap_px = max(least_px, cap_px * 0.94)


def _pad(canvas: Canvas) -> int:
    return canvas.unit(14)
