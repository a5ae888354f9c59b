"""The set-up view: what the camera sees, which coasters it finds, how large the cards are, and what to change."""

import math

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas
from dealer.display.chrome import draw_buttons, margin
from dealer.display.screens import Check, SetupScreen, labels_of
from dealer.display.symbols import Symbol
from dealer.display.typeface import LINE_PITCH, Role, Weight, em_px, font, wrapped
from dealer.locale import _
from dealer.presses import Button


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
    width_row = pygame.Rect(right.x, badges.bottom + canvas.unit(8), right.width, round(near * 2.6))
    if screen.card_width_px is None:
        words = _("Card width: not known yet")
    else:
        words = _("Card width: {width} px").format(width=round(screen.card_width_px))
    canvas.text(words, width_row, cap_px=near * 1.4, least_px=near * 0.8)
    rest = pygame.Rect(
        right.x, width_row.bottom + canvas.unit(8), right.width, right.bottom - width_row.bottom - canvas.unit(8)
    )
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
    if not checks:
        return
    near, least = canvas.sizes.near_px, canvas.sizes.least_px(Role.HAND)
    gap, pad = canvas.unit(10), canvas.unit(14)
    size = round(near * 1.6)
    width = area.width - 3 * pad - size

    def height_of(check: Check, cap_px: float) -> int:
        lines = wrapped(check.words, Weight.BOLD, cap_px=cap_px * 1.03, width_px=width - 2) or ("",) * 4
        return math.ceil(max(size, cap_px * (1.65 + LINE_PITCH * (len(lines) - 1)))) + canvas.unit(16)

    for share in (1.4, 1.2, 1.0, 0.85):
        heights = [height_of(check, max(near * share, least)) for check in checks]
        if sum(heights) + gap * (len(checks) - 1) <= area.height:
            break
    else:  # what is fine need not be read
        heights = [height_of(check, least) for check in checks]
        while sum(heights) + gap * (len(checks) - 1) > area.height and len(checks) > 1:
            fine = next((index for index, check in enumerate(checks) if check.fine), len(checks) - 1)
            checks, heights = (*checks[:fine], *checks[fine + 1 :]), [*heights[:fine], *heights[fine + 1 :]]
    places: list[pygame.Rect] = []
    top = area.y
    for height in heights:
        places.append(pygame.Rect(area.x, top, area.width, height))
        top += height + gap
    words = [pygame.Rect(place.x + 2 * pad + size, place.y + 4, width, place.height - 8) for place in places]
    cap_px = canvas.common_cap(
        [(check.words, room) for check, room in zip(checks, words, strict=True)],
        cap_px=near * 1.4,
        least_px=least,
        lines=4,
    )
    for check, place, room_for_words in zip(checks, places, words, strict=True):
        ground = palette.PANEL if check.fine else palette.RAISED
        canvas.panel(place, ground, edge=ground if check.fine else palette.RED, edge_px=max(2, canvas.unit(4)))
        canvas.symbol(
            Symbol.YES if check.fine else Symbol.WARNING,
            (place.x + pad + size // 2, place.centery),
            size_px=size,
            colour=palette.GREEN if check.fine else palette.RED,
        )
        canvas.text(check.words, room_for_words, cap_px=cap_px, least_px=least, lines=4)
