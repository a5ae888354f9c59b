"""The end of a game: who lost or won, who pays whom, the scores."""

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas
from dealer.display.chrome import Heading, draw_buttons, draw_heading, is_compact, margin
from dealer.display.phones import draw_beside
from dealer.display.players import draw_bar, signed
from dealer.display.screens import EndScreen, Standing, labels_of
from dealer.display.symbols import Symbol
from dealer.display.typeface import Weight, width_in_caps
from dealer.presses import Button
from dealer.words.prompts import Mode


def draw_end(canvas: Canvas, screen: EndScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """Who lost, what that means, and the scores."""
    area = draw_buttons(canvas, labels_of(screen), held)
    gap = margin(canvas)
    share = 0.58 if is_compact(canvas) else 0.52
    if screen.lines:
        share = 0.34
    head = pygame.Rect(area.x, area.y, area.width, round(area.height * share))
    draw_heading(canvas, head, Heading(Mode.OVER, screen.headline, screen.forfeit), headline_px=canvas.sizes.key_px)
    rest = pygame.Rect(area.x, head.bottom + gap, area.width, area.bottom - head.bottom - gap)
    rest = draw_beside(canvas, rest, screen.phones)
    if screen.lines:
        taken = round(rest.height * (0.24 + 0.07 * min(4, len(screen.lines))))
        _lines(canvas, pygame.Rect(rest.x, rest.y, rest.width, taken), screen.lines)
        rest = pygame.Rect(rest.x, rest.y + taken + gap, rest.width, rest.height - taken - gap)
    count = len(screen.standings)
    columns = count if count <= (4 if is_compact(canvas) else 6) else -(-count // 2)
    rows = -(-count // columns) if columns else 1
    inner_gap = canvas.unit(12)
    width = (rest.width - inner_gap * (columns - 1)) / max(1, columns)
    height = (rest.height - inner_gap * (rows - 1)) / rows
    names: list[tuple[str, pygame.Rect]] = []
    for index, standing in enumerate(screen.standings):
        row, column = divmod(index, columns)
        place = pygame.Rect(
            round(rest.x + column * (width + inner_gap)),
            round(rest.y + row * (height + inner_gap)),
            round(width),
            round(height),
        )
        names.append((standing.name, _standing(canvas, place, standing, target=screen.target)))
    near = canvas.sizes.near_px
    highest = min((area.height for _name, area in names), default=near) * 0.6
    cap_px = canvas.common_cap(names, cap_px=min(canvas.sizes.body_px, highest), least_px=near * 0.4)
    for name, place in names:
        canvas.text(name, place, cap_px=cap_px, least_px=near * 0.4)


def _standing(canvas: Canvas, area: pygame.Rect, standing: Standing, *, target: int | None) -> pygame.Rect:
    """One player at the end, without the name; returns the room for it."""
    near = canvas.sizes.near_px
    marked = standing.loser or standing.winner
    ground = palette.RAISED if marked else palette.PANEL
    edge = palette.RED if standing.loser else palette.GREEN if standing.winner else ground
    canvas.panel(area, ground, edge=edge, edge_px=max(2, canvas.unit(6)))
    inner = area.inflate(-2 * canvas.unit(18), -2 * canvas.unit(12))
    bar_height = canvas.unit(18) if target else 0
    if target:
        draw_bar(
            canvas,
            pygame.Rect(inner.x, inner.bottom - bar_height, inner.width, bar_height),
            share=standing.score / target,
        )
        inner.height -= bar_height + canvas.unit(6)
    flat = inner.height < near * 4.4
    amount = signed(standing.score) if standing.counts_coins else str(standing.score)
    score_width = inner.width
    note_width = 0
    if flat:
        widest = max(width_in_caps(words, Weight.BOLD) for words in ("00", amount))
        score_width = round(widest * near) + 4
        if standing.note and inner.width > near * NOTE_IN_NEARS:
            longest = max(standing.note.split(), key=lambda word: width_in_caps(word, Weight.REGULAR))
            note_width = round(width_in_caps(longest, Weight.REGULAR) * near * 0.6) + 6
        name = pygame.Rect(inner.x, inner.y, inner.width - score_width - note_width - canvas.unit(10), inner.height)
        note = pygame.Rect(name.right, inner.y, note_width, inner.height)
        score = pygame.Rect(inner.right - score_width, inner.y, score_width, inner.height)
    else:
        name = pygame.Rect(inner.x, inner.y, inner.width, inner.height * 45 // 100)
        score = pygame.Rect(inner.x, name.bottom, inner.width, inner.bottom - name.bottom)
        note = pygame.Rect(score.x, score.y, score.width * 6 // 10, score.height)
        if standing.note:
            score = pygame.Rect(note.right, score.y, score.right - note.right, score.height)
    if marked:
        size = round(min(name.height * 0.6, near * (0.7 if flat else 1.5)))
        symbol, colour = (Symbol.FLAG, palette.RED) if standing.loser else (Symbol.YES, palette.GREEN)
        canvas.symbol(symbol, (name.x + size // 2, name.centery), size_px=size, colour=colour)
        name = pygame.Rect(name.x + size + canvas.unit(6), name.y, name.width - size - canvas.unit(6), name.height)
    if standing.note and note.width:
        canvas.text(
            standing.note,
            note,
            cap_px=near * (0.6 if flat else 0.9),
            least_px=near * 0.4,
            lines=2,
            weight=Weight.REGULAR,
            colour=palette.DIM,
        )
    align = Align.RIGHT if flat or standing.note else Align.LEFT
    canvas.text(
        amount,
        score,
        cap_px=near if flat else min(canvas.sizes.body_px, score.height * 0.8),
        least_px=near * 0.7,
        colour=palette.BRASS,
        align=align,
    )
    return name


def _lines(canvas: Canvas, area: pygame.Rect, lines: tuple[str, ...]) -> None:
    """What settles the game, line by line, all in one size."""
    near = canvas.sizes.near_px
    canvas.panel(area, palette.PANEL)
    inner = area.inflate(-2 * canvas.unit(20), -2 * canvas.unit(10))
    # a long line takes two
    weights = [2 if width_in_caps(words, Weight.BOLD) * near * LEAST_LINE * 1.3 > inner.width else 1 for words in lines]
    rooms = []
    top = float(inner.y)
    for weight in weights:
        height = inner.height * weight / sum(weights)
        rooms.append(pygame.Rect(inner.x, round(top), inner.width, round(height)))
        top += height
    least = near * LEAST_LINE
    cap_px = canvas.common_cap(
        list(zip(lines, rooms, strict=True)), cap_px=canvas.sizes.body_px * 0.7, least_px=least, lines=2
    )
    for words, room in zip(lines, rooms, strict=True):
        canvas.text(words, room, cap_px=cap_px, least_px=least, lines=2)


NOTE_IN_NEARS = 8.0
"""In a flat line narrower than this the note is left out: who pays what stands above."""
LEAST_LINE = 0.5
"""What settles a game is never set smaller than this share of the near size."""
