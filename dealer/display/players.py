"""The players in seat order: name, score, the evening's balance; cards and the bar where there is room.

Names and numbers have the size that their role asks for, at least. Where there is no room for all of it, what the table
itself shows goes first: the cards, then the bar, the target, the seat's number; a name is abbreviated last.
"""

import math
from dataclasses import dataclass, replace

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Box, Canvas, rectangle
from dealer.display.cards import NUMERAL_SHARE, back_image, backs, card_image, card_width, fan, fan_height
from dealer.display.palette import RGB
from dealer.display.screens import Names, Tableau
from dealer.display.symbols import Symbol
from dealer.display.typeface import (
    LINE_PITCH,
    Role,
    Weight,
    abbreviated,
    ink_in_caps,
    true_cap_px,
    width_in_caps,
    wrapped,
)
from dealer.game.driver import State
from dealer.locale import _

PLAIN = Tableau()
"""Nothing besides the state."""
CLOSE_SHARE = 0.8
"""From this share of the target on, the bar is striped: one more pair may end it."""
LEAST_NAME = 3.2
"""A name is abbreviated to no less than this, in its capital heights: four or five letters."""
NOTE = 0.8
"""What stands beside a name, in the near size."""
GONE = frozenset({"out", "bust", "folded"})
"""The statuses of those who are not in the round any more."""
COIN = 0.72
"""The coin before a balance, in capital heights."""
MARK = 0.66
"""The mark before a name, in its capital heights."""
SEAT_NUMBER = 0.4
"""The number on a seat's mark, in the name's capital heights."""
GROWTH = (1.8, 1.5, 1.25, 1.1, 1.0)
"""Sizes that are tried for names and numbers, in multiples of their least size: they grow where there is room."""
REMEMBERED = 64
"""How many arrangements are remembered."""
MOST_CARDS = 3.0
"""Cards higher than this, in capital heights of the name, say no more than lower ones."""


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
    """One player as drawn. ``amount`` is the score, or the coins of this game, as it is written."""

    name: str
    amount: str
    note: str = ""
    """What stands beside the name: the status, and what else there is to know."""
    balance: int | None = None
    """Coins won or lost this evening; None: not known."""
    target: int | None = None
    share: float = 0.0
    """Share of the target that is reached, 0 to 1."""
    seat: int | None = None
    mark: Symbol | None = None
    """Instead of the seat: who is waited for, who is out, who lost, who won."""
    colour: RGB = palette.BRASS
    """Colour of the mark and the edge."""
    lit: bool = False
    """Whether it stands out: waited for, lost, won."""
    stack: tuple[int, ...] | None = None
    """The cards; None: there are none to show."""
    hidden: int = 0


def signed(coins: int) -> str:
    """Coins with their sign.

    >>> signed(4), signed(-3), signed(0)
    ('+4', '−3', '0')
    """
    return f"+{coins}" if coins > 0 else str(coins).replace("-", "−")


def cells_of(
    state: State,
    *,
    names: Names,
    waited_for: tuple[str, ...],
    target: int | None,
    tableau: Tableau = PLAIN,
    balances: tuple[tuple[str, int], ...] = (),
) -> tuple[Cell, ...]:
    """The players of a state, ready to be drawn."""
    seats = {name: seat for seat, name in names}
    notes, known = dict(tableau.notes), dict(balances)
    coins = tableau.counts_coins
    cells = []
    for player in state.players:
        words = (status_word(player.status), notes.get(player.name, ""))
        bare = coins and not player.stack and not player.hidden  # out, or a game without stacks
        on_turn, gone = player.name in waited_for, player.status in GONE
        cells.append(
            Cell(
                player.name,
                signed(player.coins) if coins else str(player.score),
                " ".join(part for part in words if part),
                known.get(player.name),
                None if coins else target,
                player.score / target if target and not coins else 0.0,
                seats.get(player.name),
                Symbol.TURN if on_turn else Symbol.NO if gone else None,
                palette.BRASS if on_turn else palette.DIM,
                lit=on_turn,
                stack=None if bare else player.stack,
                hidden=player.hidden,
            )
        )
    return tuple(cells)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How cells stand in an area: so many columns; ``cap_px`` high names and numbers, on one line (``flat``) or two."""

    columns: int
    rows: int
    width: float
    height: float
    cap_px: float
    line_px: int
    above_px: float
    """How far above its baseline the highest name reaches."""
    flat: bool
    seats: bool
    """Whether there is room for the seats' numbers."""
    mark_px: float
    name_px: float
    amount_px: float
    balance_px: float
    note_px: float
    cards_px: float
    """How high the cards are; 0: there is no room for cards that can be read."""
    whole: int
    """How many names are not abbreviated."""


def gap_px(canvas: Canvas) -> int:
    """Between two cells."""
    return canvas.unit(12)


def arrange(canvas: Canvas, size: tuple[int, int], cells: tuple[Cell, ...], role: Role) -> Arrangement | None:
    """The best way to show all cells in an area; None where they do not fit in letters of this role's size."""
    key = size, cells, role
    if key not in canvas.arranged:
        if len(canvas.arranged) >= REMEMBERED:
            canvas.arranged.clear()
        without_notes = tuple(replace(cell, note="") for cell in cells)
        canvas.arranged[key] = _best(canvas, size, cells, role) or _best(canvas, size, without_notes, role)
    found: Arrangement | None = canvas.arranged[key]
    return found


def _best(canvas: Canvas, size: tuple[int, int], cells: tuple[Cell, ...], role: Role) -> Arrangement | None:
    floor = canvas.sizes.near_px if role is Role.HAND else canvas.sizes.least_px(role)
    best: Arrangement | None = None
    for growth in GROWTH:
        found = [
            made
            for columns in range(1, len(cells) + 1)
            for flat in (True, False)
            if (made := _arranged(canvas, size, cells, columns, flat=flat, cap_px=floor * growth)) is not None
        ]
        if not found:
            continue
        chosen = max(found, key=lambda made: (made.whole, min(made.cards_px, MOST_CARDS * floor), made.name_px))
        better = best is None or chosen.whole > best.whole or (best.cards_px == 0 and chosen.cards_px > 0)
        best = chosen if better else best
    return best


def _arranged(
    canvas: Canvas, size: tuple[int, int], cells: tuple[Cell, ...], columns: int, *, flat: bool, cap_px: float
) -> Arrangement | None:
    """The cells in so many columns, with letters of this size; None where that does not fit."""
    cap_px = true_cap_px(Weight.BOLD, cap_px)
    gap, space = gap_px(canvas), 0.35 * cap_px
    rows = -(-len(cells) // columns)
    width, height = (size[0] - gap * (columns - 1)) / columns, (size[1] - gap * (rows - 1)) / rows
    inner_width, inner_height = width - 2 * pad_x(canvas), height - 2 * pad_y(canvas)
    inks = [ink_in_caps(cell.name, Weight.BOLD) for cell in cells]
    above_px = cap_px * max(above for above, _below in inks)
    line_px = math.ceil(above_px + cap_px * max(below for _above, below in inks)) + 3
    needed = line_px if flat else line_px + number_px(cap_px) + pad_y(canvas)
    if (height - 4 if flat else inner_height) < needed:
        return None
    amount = max(width_in_caps(words, Weight.BOLD) for words in ("0", *(cell.amount for cell in cells))) * cap_px + 4
    balances = [width_in_caps(signed(cell.balance), Weight.BOLD) for cell in cells if cell.balance is not None]
    balance = (max(balances) + COIN + 0.25) * cap_px + 4 if balances else 0.0
    rest = inner_height - needed - pad_y(canvas)  # for cards, and what stands beside them
    notes = [cell.note for cell in cells if cell.note]
    note = _note_width(canvas, notes, line_px if flat else rest) if notes else 0.0
    if note is None:
        return None
    widest = max(width_in_caps(cell.name, Weight.BOLD) for cell in cells) * cap_px + 4
    numbers = amount + (balance + space if balance else 0)
    beside = numbers + space + (note + space / 2 if note else 0) if flat else 0.0
    mark = 0.85 * cap_px if any(cell.mark is not None for cell in cells) else 0.0
    seats = any(cell.seat is not None for cell in cells) and SEAT_NUMBER * cap_px >= canvas.sizes.least_px(Role.HAND)
    if seats and inner_width - beside - 0.85 * cap_px >= min(widest, 2 * LEAST_NAME * cap_px):
        mark = 0.85 * cap_px
    else:
        seats = False
    name = inner_width - beside - mark
    if name < min(widest, LEAST_NAME * cap_px) or (not flat and max(numbers, 1.6 * note) > inner_width):
        return None
    least = canvas.sizes.least_px(Role.HAND) / NUMERAL_SHARE
    cards = rest if any(cell.stack is not None for cell in cells) else 0.0
    room = inner_width if flat or not note else inner_width - note - space / 2
    cards = min([cards, *(_cards_high(cell, cards, room) for cell in cells if cell.stack)]) if cards >= least else 0.0
    whole = sum(width_in_caps(cell.name, Weight.BOLD) * cap_px + 4 <= name for cell in cells)
    return Arrangement(
        columns, rows, width, height, cap_px, line_px, above_px, flat, seats, mark, name, amount, balance, note,
        cards if cards >= least else 0.0, whole,
    )  # fmt: skip


def number_px(cap_px: float) -> int:
    """How high a line of numbers is: nothing of them hangs below."""
    return math.ceil(cap_px * 1.04) + 3


def _note_width(canvas: Canvas, notes: list[str], height_px: float) -> float | None:
    """How wide what stands beside the names must be for lines that go into this height; None: not even one does."""
    cap_px = NOTE * canvas.sizes.near_px
    lines = int((height_px - 1.35 * cap_px) // (LINE_PITCH * cap_px)) + 1
    if lines < 1:
        return None
    narrow = max(width_in_caps(word, Weight.REGULAR) for note in notes for word in note.split()) * cap_px + 4
    wide = max(width_in_caps(note, Weight.REGULAR) for note in notes) * cap_px + 4
    for share in (0.0, 0.25, 0.5, 0.75):
        width = narrow + share * (wide - narrow)
        broken = (wrapped(note, Weight.REGULAR, cap_px=cap_px, width_px=width) for note in notes)
        if all(one is not None and len(one) <= lines for one in broken):
            return width + 4
    return wide + 4


def _cards_high(cell: Cell, height_px: float, width_px: float) -> float:
    """How high a player's cards can be drawn."""
    return fan_height(cell.stack or (), hidden=backs(cell.hidden), height_px=int(height_px), width_px=int(width_px))


def pad_x(canvas: Canvas) -> int:
    """Inside a cell, left and right."""
    return canvas.unit(14)


def pad_y(canvas: Canvas) -> int:
    """Inside a cell, above and below."""
    return canvas.unit(6)


def draw_cells(canvas: Canvas, area: pygame.Rect, cells: tuple[Cell, ...], role: Role) -> bool:
    """All players, in seat order, row by row. Returns whether they fit; else nothing is drawn."""
    made = arrange(canvas, area.size, cells, role) if cells else None
    if made is None:
        return not cells
    gap = gap_px(canvas)
    for index, cell in enumerate(cells):
        row, column = divmod(index, made.columns)
        place = pygame.Rect(
            round(area.x + column * (made.width + gap)),
            round(area.y + row * (made.height + gap)),
            round(made.width),
            round(made.height),
        )
        _draw_cell(canvas, place, cell, made, role)
    return True


def groups_of(canvas: Canvas, size: tuple[int, int], cells: tuple[Cell, ...], role: Role) -> list[tuple[Cell, ...]]:
    """The players in as few groups as can be read so; one alone is drawn as well as it goes."""
    for pages in range(1, len(cells) + 1):
        each = -(-len(cells) // pages)
        groups = [cells[first : first + each] for first in range(0, len(cells), each)]
        if all(arrange(canvas, size, group, role) is not None for group in groups):
            break
    return groups


def _draw_cell(canvas: Canvas, area: pygame.Rect, cell: Cell, made: Arrangement, role: Role) -> None:
    ground = palette.RAISED if cell.lit else palette.PANEL
    canvas.panel(area, ground, edge=cell.colour if cell.lit else ground, edge_px=max(2, canvas.unit(5)))
    inner = area.inflate(-2 * pad_x(canvas), -2 * pad_y(canvas))
    cap_px, space = made.cap_px, 0.35 * made.cap_px
    if made.flat and not made.cards_px:
        bar = canvas.unit(12) if cell.target and inner.height - made.line_px >= canvas.unit(20) else 0
        line = pygame.Rect(inner.x, area.y + 2, inner.width, area.height - 4)
        if bar:
            line = pygame.Rect(inner.x, inner.y, inner.width, inner.height - bar)
        rest = pygame.Rect(inner.x, inner.bottom, inner.width, 0)
        if bar and cell.target:
            draw_bar(canvas, pygame.Rect(inner.x, inner.bottom - bar, inner.width, bar), share=cell.share)
    else:
        spare = inner.height - made.line_px - 2 * pad_y(canvas) - round(MOST_CARDS / 2 * cap_px)
        air = min(max(0, spare), pad_x(canvas)) if made.flat else 0
        line = pygame.Rect(inner.x, inner.y + air, inner.width, made.line_px)
        rest = pygame.Rect(inner.x, line.bottom + pad_y(canvas), inner.width, inner.bottom - line.bottom)
        rest.height -= pad_y(canvas)
    line = _on_baseline(line, made)
    _mark(canvas, line, cell, made)
    mark_px = round(made.mark_px) if made.seats or cell.mark is not None else 0
    name = pygame.Rect(line.x + mark_px, line.y, math.ceil(made.name_px + made.mark_px) - mark_px, line.height)
    draw_name(canvas, name, cell.name, cap_px=cap_px, role=role)
    if made.flat:
        numbers = pygame.Rect(name.right, line.y, line.right - name.right, line.height)
        _amount(canvas, numbers, cell, made, role, align=Align.RIGHT)
        right = line.right - made.amount_px - space - (made.balance_px + space if made.balance_px else 0)
        note = pygame.Rect(round(right - made.note_px), line.y, round(made.note_px), line.height)
        if made.cards_px:
            draw_cards(canvas, rest, cell.stack or (), hidden=cell.hidden)
    else:
        high = number_px(cap_px)
        foot = pygame.Rect(inner.x, inner.bottom - high, inner.width, high)
        _amount(canvas, foot, cell, made, role, align=Align.LEFT)
        rest.height = foot.y - pad_y(canvas) - rest.y
        note = pygame.Rect(round(inner.right - made.note_px), rest.y, round(made.note_px), rest.height)
        rest.width -= round(made.note_px + space / 2) if made.note_px else 0
        if made.cards_px and cell.stack is not None:
            draw_cards(canvas, rest, cell.stack, hidden=cell.hidden)
    if made.note_px:
        near = canvas.sizes.near_px
        canvas.text(
            cell.note, note, cap_px=near * NOTE, least_px=0, lines=4, weight=Weight.REGULAR, align=Align.RIGHT,
        )  # fmt: skip


def _on_baseline(line: pygame.Rect, made: Arrangement) -> pygame.Rect:
    """The line about the middle of its capitals, the same in all cells, whichever names have tails or accents."""
    below_px = made.line_px - made.above_px
    lowest = line.bottom - below_px
    baseline = min(max(line.centery + made.cap_px / 2, line.y + made.above_px), lowest)
    half = math.ceil(max(made.above_px - made.cap_px / 2, below_px + made.cap_px / 2)) + 1
    return pygame.Rect(line.x, round(baseline - made.cap_px / 2) - half, line.width, 2 * half)


def _mark(canvas: Canvas, line: pygame.Rect, cell: Cell, made: Arrangement) -> None:
    """Whose turn it is, who lost, or which seat."""
    if not made.mark_px:
        return
    size = round(MARK * made.cap_px)
    centre = (line.x + size // 2, line.centery)
    if cell.mark is not None:
        canvas.symbol(cell.mark, centre, size_px=size, colour=cell.colour)
    elif made.seats and cell.seat is not None:
        place = pygame.Rect(0, 0, size, size)
        place.center = centre
        draw_seat(canvas, place, cell.seat)


def _amount(canvas: Canvas, area: pygame.Rect, cell: Cell, made: Arrangement, role: Role, *, align: Align) -> None:
    """The score, or this game's coins; the target and a bar where there is room; the evening's balance."""
    cap_px, space = made.cap_px, 0.35 * made.cap_px
    amount = pygame.Rect(0, area.y, math.ceil(made.amount_px), area.height)
    amount.right = area.right
    if align is Align.LEFT:
        amount.x = area.x
    canvas.text(cell.amount, amount, cap_px=cap_px, colour=palette.BRASS, align=align, role=role)
    if made.balance_px:
        balance = pygame.Rect(0, area.y, math.ceil(made.balance_px), area.height)
        balance.right = area.right if align is Align.LEFT else round(amount.x - space)
        draw_balance(canvas, balance, cell.balance, cap_px=cap_px, role=role)
    if align is Align.RIGHT or cell.target is None:
        return
    near = canvas.sizes.near_px
    used = round(width_in_caps(cell.amount, Weight.BOLD) * cap_px)
    limit = f"/{cell.target}"
    width = round(width_in_caps(limit, Weight.REGULAR) * near) + 6
    place = pygame.Rect(amount.x + used + 4, area.y, width, area.height)
    right = area.right - (math.ceil(made.balance_px + space) if made.balance_px else 0)
    if place.right > right:
        return
    canvas.text(limit, place, cap_px=near, least_px=near * 0.8, weight=Weight.REGULAR, colour=palette.DIM)
    bar_left = amount.x + round(width_in_caps("00", Weight.BOLD) * cap_px) + 4 + place.width + canvas.unit(8)
    thick = max(6, min(canvas.unit(20), area.height // 2))
    draw_bar(canvas, pygame.Rect(bar_left, area.centery - thick // 2, right - bar_left, thick), share=cell.share)


def draw_balance(canvas: Canvas, area: pygame.Rect, coins: int | None, *, cap_px: float, role: Role) -> None:
    """Coins won or lost this evening, after a coin, so that nobody takes them for the score."""
    if coins is None:
        return
    words = signed(coins)
    width = round(width_in_caps(words, Weight.BOLD) * cap_px) + 4
    number = pygame.Rect(area.right - width, area.y, width, area.height)
    canvas.text(words, number, cap_px=cap_px, align=Align.RIGHT, role=role)
    size = round(COIN * cap_px)
    centre = (number.x - round(0.15 * cap_px) - size // 2, area.centery)
    canvas.symbol(Symbol.COIN, centre, size_px=size, colour=palette.CREAM)


def draw_name(
    canvas: Canvas, area: pygame.Rect, name: str, *, cap_px: float, role: Role, align: Align = Align.LEFT
) -> None:
    """A name in letters of this size, abbreviated where it is too long for them."""
    canvas.text(abbreviated(name, cap_px=cap_px, width_px=area.width), area, cap_px=cap_px, align=align, role=role)


def draw_seat(canvas: Canvas, area: pygame.Rect, seat: int) -> None:
    """A small coaster with the seat's number, as on the plan."""
    side = min(area.width, area.height)
    place = pygame.Rect(0, 0, side, side)
    place.center = area.center
    canvas.panel(place, palette.COASTER, radius_px=max(2, side // 8))
    canvas.text(str(seat), place, cap_px=side * SEAT_NUMBER / MARK, least_px=0, colour=palette.INK, align=Align.MIDDLE)


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
