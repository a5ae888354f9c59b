"""Where phones find the board: the QR code of its address, on a page of its own and small beside other things."""

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas
from dealer.display.chrome import draw_buttons, is_compact, margin
from dealer.display.menus import draw_title
from dealer.display.screens import Phones, PhonesScreen, labels_of
from dealer.locale import _
from dealer.presses import Button

QUIET = 4
"""Light modules around a QR code, on each side (ISO/IEC 18004)."""

BESIDE_SHARE = 0.2
"""A code beside other things takes this share of the width."""

Code = tuple[tuple[bool, ...], ...]


def draw_code(canvas: Canvas, area: pygame.Rect, code: Code) -> pygame.Rect:
    """The largest QR code that fits, in the middle of the area; returns where it stands with its margin."""
    modules = len(code) + 2 * QUIET
    side = min(area.width, area.height) // modules
    room = pygame.Rect(0, 0, side * modules, side * modules)
    room.center = area.center
    image = pygame.Surface((modules, modules))
    image.fill((255, 255, 255))
    for y, row in enumerate(code, start=QUIET):
        for x, dark in enumerate(row, start=QUIET):
            if dark:
                image.set_at((x, y), (0, 0, 0))
    canvas.image(pygame.transform.scale(image, room.size), room.topleft, kind="code", name="phones")
    return room


def left_beside(canvas: Canvas, area: pygame.Rect) -> pygame.Rect:
    """What the code leaves of an area."""
    return pygame.Rect(area.x, area.y, area.width - round(area.width * BESIDE_SHARE) - canvas.unit(14), area.height)


def draw_beside(canvas: Canvas, area: pygame.Rect, phones: Phones) -> pygame.Rect:
    """The code at the right, or why there is none; returns the room that is left. A small screen has no room for it."""
    if phones.off or is_compact(canvas) or not (phones.code or phones.problem):
        return area
    near, gap = canvas.sizes.near_px, canvas.unit(14)
    width = round(area.width * BESIDE_SHARE)
    place = pygame.Rect(area.right - width, area.y, width, area.height)
    canvas.panel(place, palette.PANEL)
    inner = place.inflate(-2 * gap, -2 * gap)
    if phones.code:
        above = pygame.Rect(inner.x, inner.y, inner.width, inner.height - round(near * 2))
        room = draw_code(canvas, above, phones.code)
        words = pygame.Rect(inner.x, room.bottom, inner.width, inner.bottom - room.bottom)
        words.height = min(words.height, round(near * 2.4))
        canvas.text(_("On your phone"), words, cap_px=near, least_px=near * 0.6, align=Align.MIDDLE)
    else:
        canvas.text(phones.problem, inner, cap_px=near, least_px=near * 0.6, lines=8, colour=palette.DIM)
    return left_beside(canvas, area)


def draw_phones(canvas: Canvas, screen: PhonesScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """The code, and the address for whoever types it."""
    area = draw_buttons(canvas, labels_of(screen), held)
    near, gap = canvas.sizes.near_px, margin(canvas)
    rest = draw_title(canvas, area, screen.headline, height_px=round(near * 2.6))
    if screen.phones.code:
        square = pygame.Rect(rest.x, rest.y, min(rest.width // 2, rest.height), rest.height)
        room = draw_code(canvas, square, screen.phones.code)
        rest = pygame.Rect(room.right + gap, rest.y, rest.right - room.right - gap, rest.height)
    canvas.panel(rest, palette.PANEL)
    inner = rest.inflate(-2 * gap, -2 * gap)
    half = inner.height // 2
    large = canvas.sizes.body_px * 0.6
    detail = inner
    if screen.phones.address:
        shown = screen.phones.address.removeprefix("http://").removesuffix("/")
        upper = pygame.Rect(inner.x, inner.y, inner.width, half)
        canvas.text(shown, upper, cap_px=max(near * 1.6, large), least_px=near * 0.6, lines=2)
        detail = pygame.Rect(inner.x, inner.y + half, inner.width, half)
    canvas.text(screen.detail, detail, cap_px=max(near * 1.4, large), least_px=near * 0.7, lines=4, colour=palette.DIM)
