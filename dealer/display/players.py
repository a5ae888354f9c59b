"""The players in seat order: name, stack as cards, score against the target."""

from dataclasses import dataclass

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Box, Canvas, rectangle
from dealer.display.cards import back_image, backs, card_image, card_width, fan, fan_height
from dealer.display.palette import RGB
from dealer.display.screens import Names, Tableau
from dealer.display.symbols import Symbol
from dealer.display.typeface import Weight, width_in_caps
from dealer.game.driver import PlayerState, State
from dealer.locale import _, ngettext

COLUMNS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4}
"""How many cells stand in a row, by the number of players."""
PLAIN = Tableau()
"""Nothing besides the state."""
CLOSE_SHARE = 0.8
"""From this share of the target on, the bar is striped: one more pair may end it."""


def status_word(status: str) -> str:
    """The word for a player who is not simply in play; empty for one who is."""
    return {
        "in": "",
        "out": _("out"),
        "locked": _("locked"),
        "bust": _("bust"),
        "folded": _("folded"),
    }.get(status, status)


@dataclass(frozen=True, slots=True)
class Cell:
    """One player as drawn."""

    player: PlayerState
    seat: int | None
    on_turn: bool
    target: int | None
    note: str = ""
    counts_coins: bool = False

    @property
    def words(self) -> str:
        """What stands beside the name: the status, and what else there is to know."""
        return " ".join(part for part in (status_word(self.player.status), self.note) if part)

    @property
    def amount(self) -> str:
        """Points, or coins with their sign.

        >>> Cell(PlayerState("Bob", "in", (), 0, (), 0, -3), None, False, None, counts_coins=True).amount
        '−3'
        """
        return signed(self.player.coins) if self.counts_coins else str(self.player.score)


def signed(coins: int) -> str:
    """Coins with their sign.

    >>> signed(4), signed(0)
    ('+4', '0')
    """
    return f"+{coins}" if coins > 0 else str(coins).replace("-", "−")


def cells_of(
    state: State, *, names: Names, turn: str | None, target: int | None, tableau: Tableau = PLAIN
) -> tuple[Cell, ...]:
    """The players of a state, ready to be drawn."""
    seats = {name: seat for seat, name in names}
    notes = dict(tableau.notes)
    return tuple(
        Cell(
            player,
            seats.get(player.name),
            player.name == turn,
            None if tableau.counts_coins else target,
            notes.get(player.name, ""),
            tableau.counts_coins,
        )
        for player in state.players
    )


def draw_grid(canvas: Canvas, area: pygame.Rect, cells: tuple[Cell, ...]) -> None:
    """All players, in seat order, row by row; a row that has fewer is stretched."""
    columns = COLUMNS.get(len(cells), 4)
    rows = -(-len(cells) // columns)
    gap = canvas.unit(14)
    height = (area.height - gap * (rows - 1)) / rows
    frames: list[_Frame] = []
    for row in range(rows):
        members = cells[row * columns : (row + 1) * columns]
        width = (area.width - gap * (len(members) - 1)) / len(members)
        for column, cell in enumerate(members):
            x, y = area.x + column * (width + gap), area.y + row * (height + gap)
            frames.append(_frame(canvas, pygame.Rect(round(x), round(y), round(width), round(height)), cell))
    near = canvas.sizes.near_px
    cap_px = canvas.common_cap(
        [(frame.cell.player.name, frame.name) for frame in frames],
        cap_px=min(canvas.sizes.body_px, frames[0].name.height * 0.62),
        least_px=near * LEAST_NAME,
    )
    for frame in frames:
        _draw_frame(canvas, frame, cap_px=cap_px)


LEAST_NAME = 0.45
"""A name is never set smaller than this share of the near size."""
LOW_IN_NEARS = 7.5
"""A cell lower than this has the score beside the name instead of a bar below the cards,"""
WIDE_IN_NEARS = 13.0
"""if it is wider than this,"""
VERY_LOW_IN_NEARS = 5.5
"""or lower than this."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where the parts of one player's cell stand."""

    cell: Cell
    area: pygame.Rect
    mark: pygame.Rect
    name: pygame.Rect
    cards: pygame.Rect
    aside: pygame.Rect
    score: pygame.Rect
    low: bool


def _frame(canvas: Canvas, area: pygame.Rect, cell: Cell) -> _Frame:
    """Name above, cards in the middle, score and bar below; in a low cell the score beside the name."""
    near = canvas.sizes.near_px
    inner = area.inflate(-2 * canvas.unit(16), -2 * canvas.unit(10))
    low = inner.height < near * LOW_IN_NEARS and (
        inner.width > near * WIDE_IN_NEARS or inner.height < near * VERY_LOW_IN_NEARS
    )
    name_height = round(near * 1.6) if low else max(round(near * 1.9), round(inner.height * 0.22))
    score_height = name_height if low else max(round(near * 1.5), round(inner.height * 0.2))
    mark = pygame.Rect(inner.x, inner.y, round(min(name_height * 0.7, near * 2.4)), name_height)
    right = inner.right
    score = pygame.Rect(inner.x, inner.bottom - score_height, inner.width, score_height)
    if low:
        short = _short_score(cell) if inner.width > near * WIDE_IN_NEARS else cell.amount
        width = round(width_in_caps(short, Weight.BOLD) * near) + 6
        score = pygame.Rect(0, inner.y, min(width, inner.width * 2 // 5), name_height)
        score.right = right
        right = score.x - canvas.unit(8)
    left = mark.right + canvas.unit(10)
    name = pygame.Rect(left, inner.y, right - left, name_height)
    bottom = inner.bottom if low else score.y - canvas.unit(6)
    cards = pygame.Rect(inner.x, mark.bottom + canvas.unit(4), inner.width, bottom - mark.bottom - canvas.unit(4))
    aside = pygame.Rect(cards.right, cards.y, 0, cards.height)
    if cell.words:
        longest = max(cell.words.split(), key=lambda word: width_in_caps(word, Weight.REGULAR))
        width = min(round(width_in_caps(longest, Weight.REGULAR) * near) + 8, inner.width * 2 // 5)
        aside = pygame.Rect(cards.right - width, cards.y, width, cards.height)
        cards.width -= width + canvas.unit(8)
    return _Frame(cell, area, mark, name, cards, aside, score, low)


def _short_score(cell: Cell) -> str:
    """The score, and the target if there is one."""
    return cell.amount if cell.target is None else f"{cell.player.score}/{cell.target}"


def _draw_frame(canvas: Canvas, frame: _Frame, *, cap_px: float) -> None:
    near = canvas.sizes.near_px
    cell = frame.cell
    ground = palette.RAISED if cell.on_turn else palette.PANEL
    canvas.panel(frame.area, ground, edge=palette.BRASS if cell.on_turn else ground, edge_px=max(2, canvas.unit(5)))
    if cell.on_turn:
        size = min(frame.mark.width, round(cap_px * 1.1))
        canvas.symbol(Symbol.TURN, frame.mark.center, size_px=size, colour=palette.BRASS)
    elif cell.seat is not None:
        draw_seat(canvas, frame.mark, cell.seat)
    canvas.text(cell.player.name, frame.name, cap_px=cap_px, least_px=near * LEAST_NAME)
    canvas.text(
        cell.words,
        frame.aside,
        cap_px=near,
        least_px=near * LEAST_NAME,
        lines=3,
        weight=Weight.REGULAR,
        colour=palette.CREAM,
        align=Align.RIGHT,
    )
    draw_stack(canvas, frame.cards, cell)
    if frame.low:
        wide = frame.area.width > near * (WIDE_IN_NEARS + 1.5)
        canvas.text(
            _short_score(cell) if wide else cell.amount,
            frame.score,
            cap_px=near,
            least_px=near * LEAST_NAME,
            colour=palette.BRASS,
            align=Align.RIGHT,
        )
    else:
        draw_score(canvas, frame.score, cell, cap_px=min(canvas.sizes.body_px, frame.score.height * 0.72))


def draw_seat(canvas: Canvas, area: pygame.Rect, seat: int) -> None:
    """A small coaster with the seat's number, as on the plan."""
    side = min(area.width, area.height)
    place = pygame.Rect(0, 0, side, side)
    place.center = area.center
    canvas.panel(place, palette.COASTER, radius_px=max(2, side // 8))
    canvas.text(str(seat), place, cap_px=side * 0.6, least_px=side * 0.4, colour=palette.INK, align=Align.MIDDLE)


def draw_stack(canvas: Canvas, area: pygame.Rect, cell: Cell) -> None:
    """A player's cards, as large as they go, with every numeral free."""
    player = cell.player
    if cell.counts_coins and not player.stack and not player.hidden:
        return  # out, or a game without stacks
    draw_cards(canvas, area, player.stack, hidden=player.hidden)


def draw_cards(canvas: Canvas, area: pygame.Rect, ranks: tuple[int | None, ...], *, hidden: int = 0) -> None:
    """Cards side by side, as large as they go, with every numeral free; face-down ones after them."""
    if area.height < 12:
        return
    if not ranks and not hidden:
        _no_cards(canvas, area)
        return
    down_cards = backs(hidden)
    count = hidden if down_cards < hidden else 1
    height = fan_height(ranks, hidden=down_cards, height_px=area.height, width_px=area.width)
    placed = fan(ranks, hidden=down_cards, height_px=height, width_px=area.width)
    top = area.y + (area.height - height) // 2
    for index, (rank, down, x) in enumerate(placed):
        image = back_image(height, count) if down else card_image(rank, height)
        following = placed[index + 1][2] if index + 1 < len(placed) else x + card_width(height)
        seen = pygame.Rect(area.x + x, top, min(following - x, card_width(height)), height)
        canvas.image(image, (area.x + x, top), kind="card", name=f"back {count}" if down else str(rank), seen=seen)


def _no_cards(canvas: Canvas, area: pygame.Rect) -> None:
    """The outline of a card where none lies."""
    height = min(area.height, canvas.unit(150))
    place = pygame.Rect(area.x, area.centery - height // 2, card_width(height), height)
    edge = max(1, canvas.unit(3))
    pygame.draw.rect(canvas.surface, palette.EDGE, place, width=edge, border_radius=max(2, height // 13))
    canvas.boxes.append(Box("card", "none", rectangle(place), rectangle(area)))


def draw_score(canvas: Canvas, area: pygame.Rect, cell: Cell, *, cap_px: float) -> None:
    """The score, the target beside it, and a bar."""
    score = str(cell.player.score)
    if cell.target is None:
        words = ngettext("{score} point", "{score} points", cell.player.score).format(score=score)
        if cell.counts_coins:
            words = ngettext("{coins} coin", "{coins} coins", abs(cell.player.coins)).format(coins=cell.amount)
        canvas.text(words, area, cap_px=cap_px, least_px=canvas.sizes.near_px * 0.7, colour=palette.BRASS)
        return
    near = canvas.sizes.near_px
    widest = round(width_in_caps("00", Weight.BOLD) * cap_px) + 4
    number = pygame.Rect(area.x, area.y, round(width_in_caps(score, Weight.BOLD) * cap_px) + 4, area.height)
    canvas.text(score, number, cap_px=cap_px, least_px=near * 0.8, colour=palette.BRASS)
    limit_px = min(cap_px, near)
    limit = f"/{cell.target}"
    limit_area = pygame.Rect(
        number.right, area.y, round(width_in_caps(limit, Weight.REGULAR) * limit_px) + 6, area.height
    )
    canvas.text(limit, limit_area, cap_px=limit_px, least_px=limit_px * 0.7, weight=Weight.REGULAR, colour=palette.DIM)
    left = area.x + widest + limit_area.width + canvas.unit(12)
    thick = max(6, min(canvas.unit(20), area.height // 2))
    draw_bar(
        canvas,
        pygame.Rect(left, area.centery - thick // 2, area.right - left, thick),
        share=cell.player.score / cell.target,
    )


def draw_bar(canvas: Canvas, area: pygame.Rect, *, share: float, colour: RGB = palette.BRASS) -> None:
    """A bar that is ``share`` full (0 to 1); near its end it has stripes, so that this shows without colour."""
    if area.width < 8:
        return
    radius = area.height // 2
    canvas.panel(area, palette.EDGE, radius_px=radius)
    length = round(area.width * min(1.0, max(0.0, share)))
    if length < area.height and share > 0:
        length = min(area.height, area.width)
    if length <= 0:
        return
    full = pygame.Rect(area.x, area.y, length, area.height)
    canvas.panel(full, colour, radius_px=radius)
    if share >= CLOSE_SHARE:
        clip = canvas.surface.get_clip()
        canvas.surface.set_clip(full.inflate(-area.height, 0))
        for x in range(full.x - area.height, full.right, area.height):
            pygame.draw.line(
                canvas.surface, palette.INK, (x, full.bottom), (x + area.height, full.y), max(2, area.height // 5)
            )
        canvas.surface.set_clip(clip)
