"""The end of a game: who lost or won, the card that did it, who pays whom, the scores.

Where not all of it can be read from the seats at once, it is shown page by page.
"""

import math
from dataclasses import dataclass, replace

import pygame

from dealer.display import palette
from dealer.display.calling import call_words, with_short_names
from dealer.display.canvas import Canvas, rectangle
from dealer.display.cards import card_image, card_width
from dealer.display.chrome import Heading, draw_buttons, draw_heading, heading_fits, is_compact, margin
from dealer.display.pages import Pages
from dealer.display.phones import draw_beside, left_beside
from dealer.display.players import Cell, arrange, draw_cells, groups_of, signed
from dealer.display.screens import Call, EndScreen, Standing, labels_of
from dealer.display.symbols import Symbol
from dealer.display.typeface import Role, Setting, Weight, fit
from dealer.presses import Button, Target, Touch
from dealer.words.prompts import Mode

LINES, LINES_NEAR = 3, 4
"""What settles the game takes so many lines each: as it is read from the seats, and from near."""
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
    share = 1.0 if compact else HEAD_SHARE if screen.lines or screen.settled else 0.48
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
        _draw_part(canvas, room, lines, cells)
    return Pages(rectangle(room), number) if number > 1 else None


@dataclass(frozen=True, slots=True)
class _Line:
    """What settles the game, or comes after it; one that is ``settled`` has a tick, one ``aside`` settles nothing."""

    words: str
    settled: bool = False
    aside: bool = False


Part = tuple[tuple[_Line, ...], tuple[Cell, ...]]
"""What stands together on a page: lines, players with their scores."""


def _lines(canvas: Canvas, width_px: int, screen: EndScreen) -> tuple[_Line, ...]:
    """What is due, what was paid, who deals next; with names so short that it can be read from the seats."""
    names = [standing.name for standing in screen.standings]

    def seen(line: _Line) -> _Line:
        def fits(words: str) -> bool:
            return _setting(canvas, replace(line, words=words), width_px)[0] is Role.SEAT

        return replace(line, words=with_short_names(line.words, names, fits))

    return (
        *(seen(_Line(words)) for words in screen.lines),
        *(seen(_Line(words, settled=True)) for words in screen.settled),
        *(seen(_Line(words, aside=True)) for words in screen.notes),
    )


def _parts(canvas: Canvas, area: pygame.Rect, screen: EndScreen) -> list[Part]:
    """The pages: all at once where it fits."""
    cells = tuple(_cell(standing, target=screen.target) for standing in screen.standings)
    lines = _lines(canvas, area.width, screen)
    if not lines:
        return [((), part) for part in groups_of(canvas, area.size, cells, Role.SEAT)]
    left = area.height - _lines_px(canvas, area.width, lines) - margin(canvas)
    if left > 0 and arrange(canvas, (area.width, left), cells, Role.SEAT) is not None:
        return [(lines, cells)]
    groups = groups_of(canvas, area.size, cells, Role.SEAT)
    return [*_line_groups(canvas, area.size, lines), *(((), group) for group in groups)]


def _line_groups(canvas: Canvas, size: tuple[int, int], lines: tuple[_Line, ...]) -> list[Part]:
    """The lines in as few groups as have room."""
    groups: list[tuple[_Line, ...]] = []
    for line in lines:
        if groups and _lines_px(canvas, size[0], (*groups[-1], line)) <= size[1]:
            groups[-1] = (*groups[-1], line)
        else:
            groups.append((line,))
    return [(group, ()) for group in groups]


def _setting(canvas: Canvas, line: _Line, width_px: int) -> tuple[Role, Setting]:
    """How a line is set: for the seats, unless it would be longer than anybody reads there."""
    body, near = canvas.sizes.body_px, canvas.sizes.near_px
    room_px = width_px - _inset(canvas) - (_tick_px(canvas) if line.settled else 0)
    setting = fit(line.words, Weight.BOLD, width_px=room_px, height_px=1e4, cap_px=body, least_px=body, lines=LINES)
    if not setting.shortened:
        return Role.SEAT, setting
    least = canvas.sizes.least_px(Role.HAND)
    return Role.HAND, fit(
        line.words, Weight.BOLD, width_px=room_px, height_px=1e4, cap_px=near, least_px=least, lines=LINES_NEAR
    )


def _tick_px(canvas: Canvas) -> int:
    """How wide the tick of a settled line is, with the gap after it."""
    return canvas.sizes.body_px + canvas.unit(20)


def _line_px(canvas: Canvas, line: _Line, width_px: int) -> int:
    """The height of the line as it is set."""
    height = math.ceil(_setting(canvas, line, width_px)[1].height_px) + 4
    return max(height, canvas.sizes.body_px) if line.settled else height


def _inset(canvas: Canvas) -> int:
    return 2 * canvas.unit(20)


def _lines_px(canvas: Canvas, width_px: int, lines: tuple[_Line, ...]) -> int:
    return sum(_line_px(canvas, line, width_px) + canvas.unit(16) for line in lines) + canvas.unit(16)


def _draw_part(canvas: Canvas, area: pygame.Rect, lines: tuple[_Line, ...], cells: tuple[Cell, ...]) -> None:
    rest = area
    if lines:
        taken = min(_lines_px(canvas, area.width, lines), rest.height) if cells else rest.height
        _draw_lines(canvas, pygame.Rect(rest.x, rest.y, rest.width, taken), lines)
        top = rest.y + taken + margin(canvas)
        rest = pygame.Rect(rest.x, top, rest.width, rest.bottom - top)
    if cells:
        draw_cells(canvas, rest, cells, Role.SEAT)


def _draw_lines(canvas: Canvas, area: pygame.Rect, lines: tuple[_Line, ...]) -> None:
    """Line by line; what is settled has a tick before it."""
    canvas.panel(area, palette.PANEL)
    inner = area.inflate(-_inset(canvas), -canvas.unit(16))
    heights = [_line_px(canvas, line, area.width) for line in lines]
    spare = max(0, inner.height - sum(heights)) / len(lines)
    top = float(inner.y)
    for line, height in zip(lines, heights, strict=True):
        room = pygame.Rect(inner.x, round(top), inner.width, math.ceil(height + spare))
        if line.settled:
            size, tick = canvas.sizes.body_px, _tick_px(canvas)
            canvas.symbol(Symbol.YES, (room.x + size // 2, room.centery), size_px=size, colour=palette.GREEN)
            room = pygame.Rect(room.x + tick, room.y, room.width - tick, room.height)
        role, setting = _setting(canvas, line, area.width)
        canvas.text(
            line.words,
            room,
            cap_px=setting.cap_px,
            least_px=0,
            lines=LINES if role is Role.SEAT else LINES_NEAR,
            colour=palette.CREAM if not (line.settled or line.aside) else palette.DIM,
            role=role,
        )
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
