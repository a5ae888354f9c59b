"""Cards as they were called, each with the picture that the camera took of it."""

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas
from dealer.display.cards import card_image, card_width
from dealer.display.chrome import draw_buttons, is_compact
from dealer.display.evening_rows import LEAST, draw_head
from dealer.display.screens import Call, SheetScreen, labels_of
from dealer.display.typeface import Weight
from dealer.locale import _
from dealer.presses import Button, Target, Touch


def draw_sheet(canvas: Canvas, screen: SheetScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """The pictures in two rows; one that was told by hand is drawn as a card."""
    area = draw_buttons(canvas, labels_of(screen), held)
    rest = draw_head(canvas, area, screen.title, screen.note)
    near, gap = canvas.sizes.near_px, canvas.unit(12)
    count = len(screen.calls)
    if not count:
        canvas.text(_("No card was called yet"), rest, cap_px=canvas.sizes.body_px, lines=2, align=Align.MIDDLE)
        return
    columns = max(2, count if count <= 3 else -(-count // 2))
    rows = -(-count // columns)
    width = (rest.width - gap * (columns - 1)) / columns
    height = (rest.height - gap * (rows - 1)) / rows
    size = near * 1.1 if is_compact(canvas) else max(near, canvas.sizes.body_px * 0.6)
    captions = []
    for index, call in enumerate(screen.calls):
        row, column = divmod(index, columns)
        x, y = rest.x + column * (width + gap), rest.y + row * (height + gap)
        place = pygame.Rect(round(x), round(y), round(width), round(height))
        chosen = index == screen.selected
        ground = palette.RAISED if chosen else palette.PANEL
        canvas.panel(place, ground, edge=palette.BRASS if chosen else ground, edge_px=max(2, canvas.unit(6)))
        canvas.touchable(place, Touch(Target.ITEM, index))
        inner = place.inflate(-2 * canvas.unit(14), -2 * canvas.unit(10))
        foot = pygame.Rect(inner.x, inner.bottom - round(size * 1.5), inner.width, round(size * 1.5))
        _picture(canvas, pygame.Rect(inner.x, inner.y, inner.width, foot.y - inner.y - canvas.unit(6)), call)
        captions.append((call.words, foot))
    cap_px = canvas.common_cap(captions, cap_px=size, least_px=near * LEAST)
    for words, foot in captions:
        canvas.text(words, foot, cap_px=cap_px, least_px=near * LEAST, weight=Weight.BOLD, align=Align.MIDDLE)


def _picture(canvas: Canvas, area: pygame.Rect, call: Call) -> None:
    if call.picture is not None:
        canvas.picture(call.picture, area)
        return
    height = min(area.height, round(area.width / card_width(1000) * 1000))
    if height > 8:
        image = card_image(call.rank, height)
        place = (area.centerx - image.get_width() // 2, area.centery - height // 2)
        canvas.image(image, place, kind="card", name=str(call.rank))
