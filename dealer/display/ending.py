"""The end of a game: who lost or won, the card that did it, who pays whom, the scores.

Where not all of it can be read from the seats at once, it is shown page by page.
"""

import math
from dataclasses import replace

import pygame

from dealer.display import palette
from dealer.display.calling import call_words
from dealer.display.canvas import Canvas, rectangle
from dealer.display.cards import card_image, card_width
from dealer.display.chrome import Heading, draw_buttons, draw_heading, heading_fits, is_compact, margin
from dealer.display.pages import Pages
from dealer.display.phones import draw_beside, left_beside
from dealer.display.players import Cell, arrange, draw_cells, groups_of, signed
from dealer.display.screens import Call, EndScreen, Standing, labels_of
from dealer.display.symbols import Symbol
from dealer.display.typeface import Role, Weight, fit
from dealer.presses import Button, Target, Touch
from dealer.words.prompts import Mode

LINES = 2
"""What settles the game takes so many lines each."""
HEAD_SHARE = 0.36
"""The headline takes so much of the height where there is room for more below it."""
CARD_SHARE = 0.3
"""The deciding card takes no more than this of the width."""


def draw_end(
    canvas: Canvas, screen: EndScreen, *, page: int = 0, held: frozenset[Button] = frozenset()
) -> Pages | None:
    """Who lost, what that means, and the scores."""
    area = draw_buttons(canvas, labels_of(screen), held)
    gap = margin(canvas)
    compact = is_compact(canvas)
    share = 1.0 if compact else HEAD_SHARE if screen.lines else 0.48
    head = pygame.Rect(area.x, area.y, area.width, round(area.height * share))
    room = area if compact else pygame.Rect(area.x, head.bottom + gap, area.width, area.bottom - head.bottom - gap)
    if not compact and len(_parts(canvas, left_beside(canvas, room), screen)) <= len(_parts(canvas, room, screen)):
        room = draw_beside(canvas, room, screen.phones)
    parts = _parts(canvas, room, screen)
    words = _beside_card(canvas, head, screen.card)
    apart = words is not None and _role_of_headline(canvas, words, screen) is not Role.SEAT
    before = (1 + apart) if compact else 0
    number = len(parts) + before
    page %= number
    if not compact or page == 0:
        if words is not None and screen.card is not None and not apart:
            _draw_card(canvas, head, screen.card)
            head = words
        role = _role_of_headline(canvas, head, screen)
        draw_heading(
            canvas,
            head,
            Heading(Mode.OVER, screen.headline, screen.forfeit, role=role),
            headline_px=canvas.sizes.key_px,
        )
    elif page < before and screen.card is not None:
        _card_alone(canvas, room, screen.card)
    if page >= before:
        lines, cells = parts[page - before]
        _draw_part(canvas, room, lines, cells, screen.notes)
    return Pages(rectangle(room), number) if number > 1 else None


Part = tuple[tuple[str, ...], tuple[Cell, ...]]
"""What stands together on a page: lines that settle the game, players with their scores."""


def _parts(canvas: Canvas, area: pygame.Rect, screen: EndScreen) -> list[Part]:
    """The pages: all at once where it fits."""
    cells = tuple(_cell(standing, target=screen.target) for standing in screen.standings)
    free = area.height - _notes_px(canvas, screen.notes)
    if not screen.lines:
        return [((), part) for part in groups_of(canvas, (area.width, free), cells, Role.SEAT)]
    left = free - _lines_px(canvas, area.width, screen.lines) - margin(canvas)
    if left > 0 and arrange(canvas, (area.width, left), cells, Role.SEAT) is not None:
        return [(screen.lines, cells)]
    groups = groups_of(canvas, (area.width, free), cells, Role.SEAT)
    return [*_line_groups(canvas, (area.width, free), screen.lines), *(((), group) for group in groups)]


def _line_groups(canvas: Canvas, size: tuple[int, int], lines: tuple[str, ...]) -> list[Part]:
    """The lines in as few groups as have room."""
    groups: list[tuple[str, ...]] = []
    for line in lines:
        if groups and _lines_px(canvas, size[0], (*groups[-1], line)) <= size[1]:
            groups[-1] = (*groups[-1], line)
        else:
            groups.append((line,))
    return [(group, ()) for group in groups]


def _role(canvas: Canvas, line: str, width_px: int) -> Role:
    """A line is read from the seats, unless it would be longer than anybody reads there: the coins stand below too."""
    body = canvas.sizes.body_px
    setting = fit(
        line, Weight.BOLD, width_px=width_px - _inset(canvas), height_px=1e4, cap_px=body, least_px=body, lines=LINES
    )
    return Role.HAND if setting.shortened else Role.SEAT


def _line_px(canvas: Canvas, line: str, width_px: int) -> tuple[float, int]:
    """(capital height, height of the line) as it is set."""
    role = _role(canvas, line, width_px)
    cap_px = canvas.sizes.body_px if role is Role.SEAT else canvas.sizes.near_px
    setting = fit(
        line, Weight.BOLD, width_px=width_px - _inset(canvas), height_px=1e4, cap_px=cap_px,
        least_px=canvas.sizes.least_px(role), lines=LINES if role is Role.SEAT else 4,
    )  # fmt: skip
    return setting.cap_px, math.ceil(setting.height_px) + 4


def _inset(canvas: Canvas) -> int:
    return 2 * canvas.unit(20)


def _lines_px(canvas: Canvas, width_px: int, lines: tuple[str, ...]) -> int:
    return sum(_line_px(canvas, line, width_px)[1] + canvas.unit(16) for line in lines) + canvas.unit(16)


def _notes_px(canvas: Canvas, notes: tuple[str, ...]) -> int:
    return round(canvas.sizes.near_px * 1.9) if notes else 0


def _draw_part(
    canvas: Canvas, area: pygame.Rect, lines: tuple[str, ...], cells: tuple[Cell, ...], notes: tuple[str, ...]
) -> None:
    foot = _notes_px(canvas, notes)
    if foot:
        place = pygame.Rect(area.x, area.bottom - foot, area.width, foot)
        near = canvas.sizes.near_px
        canvas.text(" · ".join(notes), place, cap_px=near, least_px=0, weight=Weight.REGULAR, colour=palette.DIM)
    rest = pygame.Rect(area.x, area.y, area.width, area.height - foot)
    if lines:
        taken = min(_lines_px(canvas, area.width, lines), rest.height) if cells else rest.height
        _draw_lines(canvas, pygame.Rect(rest.x, rest.y, rest.width, taken), lines)
        top = rest.y + taken + margin(canvas)
        rest = pygame.Rect(rest.x, top, rest.width, rest.bottom - top)
    if cells:
        draw_cells(canvas, rest, cells, Role.SEAT)


def _draw_lines(canvas: Canvas, area: pygame.Rect, lines: tuple[str, ...]) -> None:
    """What settles the game, line by line."""
    canvas.panel(area, palette.PANEL)
    inner = area.inflate(-_inset(canvas), -canvas.unit(16))
    heights = [_line_px(canvas, line, area.width) for line in lines]
    spare = max(0, inner.height - sum(height for _cap, height in heights)) / len(lines)
    top = float(inner.y)
    for line, (cap_px, height) in zip(lines, heights, strict=True):
        room = pygame.Rect(inner.x, round(top), inner.width, math.ceil(height + spare))
        role = _role(canvas, line, area.width)
        canvas.text(line, room, cap_px=cap_px, least_px=0, lines=LINES if role is Role.SEAT else 4, role=role)
        top += height + spare


def _role_of_headline(canvas: Canvas, area: pygame.Rect, screen: EndScreen) -> Role:
    """Who lost or won is read from the seats, unless that are so many names that they stand below only."""
    heading = Heading(Mode.OVER, screen.headline, screen.forfeit)
    fits = (role for role in (Role.SEAT, Role.NOTICE) if heading_fits(canvas, area, replace(heading, role=role)))
    return next(fits, Role.HAND)


def _card_place(canvas: Canvas, area: pygame.Rect, card: Call) -> pygame.Rect:
    """Where the deciding card stands: at the right end."""
    width = min(round(area.height * 0.76), round(area.width * CARD_SHARE))
    return pygame.Rect(area.right - width, area.y, width, area.height)


def _beside_card(canvas: Canvas, area: pygame.Rect, card: Call | None) -> pygame.Rect | None:
    """What the deciding card leaves of the area; None where there is none to show."""
    if card is None or (card.picture is None and card.rank is None):
        return None
    place = _card_place(canvas, area, card)
    return pygame.Rect(area.x, area.y, place.x - margin(canvas) - area.x, area.height)


def _draw_card(canvas: Canvas, area: pygame.Rect, card: Call) -> None:
    """The deciding card at the right, as the camera saw it, or as it is."""
    _draw_card_in(canvas, _card_place(canvas, area, card), card)


def _draw_card_in(canvas: Canvas, room: pygame.Rect, card: Call) -> None:
    if card.picture is not None:
        canvas.touchable(canvas.picture(card.picture, room), Touch(Target.PICTURE, 0))
        return
    height = min(room.height, round(room.width / card_width(1000) * 1000))
    left = (room.right - card_width(height), room.centery - height // 2)
    canvas.image(card_image(card.rank, height), left, kind="card", name=str(card.rank))


def _card_alone(canvas: Canvas, area: pygame.Rect, card: Call) -> None:
    """The deciding card and what was called, where there is no room for it beside the headline."""
    canvas.panel(area, palette.PANEL)
    inner = area.inflate(-2 * canvas.unit(24), -2 * canvas.unit(20))
    picture = pygame.Rect(inner.x, inner.y, round(inner.height * 0.8), inner.height)
    _draw_card_in(canvas, picture, card)
    words = pygame.Rect(
        picture.right + margin(canvas), inner.y, inner.right - picture.right - margin(canvas), inner.height
    )
    shown = call_words(canvas, card, words.width, lines=2)
    canvas.text(shown, words, cap_px=canvas.sizes.key_px, least_px=0, lines=2, role=Role.SEAT)


def _cell(standing: Standing, *, target: int | None) -> Cell:
    """A player at the end."""
    amount = signed(standing.score) if standing.counts_coins else str(standing.score)
    marked = standing.loser or standing.winner
    return Cell(
        standing.name,
        amount,
        balance=standing.coins,
        target=target,
        share=standing.score / target if target else 0.0,
        mark=(Symbol.FLAG if standing.loser else Symbol.YES) if marked else None,
        colour=palette.RED if standing.loser else palette.GREEN,
        lit=marked,
    )
