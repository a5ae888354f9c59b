"""The start screen: which game, who plays, for what; and the list of all games."""

import math
from collections.abc import Sequence

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas
from dealer.display.chrome import draw_buttons, is_compact
from dealer.display.evening_marks import draw_mark
from dealer.display.menus import draw_ground, draw_title
from dealer.display.palette import RGB
from dealer.display.phones import draw_beside
from dealer.display.screens import Field, GamesScreen, GameTile, StartScreen, labels_of
from dealer.display.symbols import Symbol
from dealer.display.typeface import LINE_PITCH, Role, Weight, fit, width_in_caps
from dealer.locale import _
from dealer.presses import Button, Target, Touch

CURSOR = "|"
STACKED_LABEL = 0.75
"""The label above a value, on a compact screen, is set in this share of the near size."""
LABEL_SHARE = 0.42
"""A label takes no more than this of its line."""
SUMMARY_IN_NEARS = 2.0
"""How high the line is that says what is played for."""
ROWS = 5
"""Most fields that stand below each other; more of them stand in two columns."""
LEAST_ROWS = 3
"""Few fields are drawn no larger than so many."""
GAME_COLUMNS = 3


def draw_start(canvas: Canvas, screen: StartScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """The pages' tabs, and the fields of the one that is open."""
    area = draw_buttons(canvas, labels_of(screen), held)
    near = canvas.sizes.near_px
    gap = canvas.unit(12)
    head = pygame.Rect(area.x, area.y, area.width, round(near * (2.2 if is_compact(canvas) else 3.0)))
    if screen.problem:  # in the tabs' place: nothing else gets smaller
        draw_problem(canvas, head, screen.problem)
    elif screen.note:
        draw_note(canvas, head, screen.note)
    elif screen.tabs:
        _tabs(canvas, head, screen)
    else:
        head = draw_title(canvas, head, screen.title, height_px=head.height)
        head.height = 0
    rest = pygame.Rect(area.x, head.bottom + gap, area.width, area.bottom - head.bottom - gap)
    rest = draw_beside(canvas, rest, screen.phones)
    rest = _line_below(canvas, rest, screen.line)
    count = max(1, len(screen.fields))
    if screen.summary and not screen.line and not (is_compact(canvas) and count > ROWS):
        height_px = round(near * SUMMARY_IN_NEARS * (1.0 if is_compact(canvas) else 1.5))
        line = pygame.Rect(rest.x, rest.bottom - height_px, rest.width, height_px)
        canvas.text(screen.summary, line, cap_px=height_px * 0.7, least_px=near * 0.8, align=Align.MIDDLE)
        rest.height -= line.height + gap
    columns = 1 if count <= ROWS else 2
    rows = max(LEAST_ROWS, -(-count // columns))
    height = min((rest.height - gap * (rows - 1)) / rows, canvas.sizes.body_px * 1.9)
    width = (rest.width - gap * (columns - 1)) / columns
    stacked = is_compact(canvas)
    label_px = near * STACKED_LABEL if stacked else near * 1.2
    rows = -(-count // columns)
    places: list[tuple[pygame.Rect, pygame.Rect]] = []
    for index, item in enumerate(screen.fields):
        column, row = divmod(index, rows)
        x, y = rest.x + column * (width + gap), rest.y + row * (height + gap)
        place = pygame.Rect(round(x), round(y), round(width), round(height))
        chosen = index == screen.selected
        places.append((place, _field(canvas, place, item, index=index, chosen=chosen, narrow=stacked)))
    label_width = max(
        (round(width_in_caps(item.label, Weight.REGULAR) * label_px) + 6 for item in screen.fields), default=0
    )
    label_width = min(label_width, round(min((room.width for _place, room in places), default=0) * LABEL_SHARE))
    rooms = _arranged(canvas, screen.fields, [room for _place, room in places], label_width=label_width)
    cap_px = min(canvas.sizes.body_px * 0.8, height * 0.46)
    least = near * 0.4
    labels = [(item.label, label) for item, (label, _value) in zip(screen.fields, rooms, strict=True)]
    label_cap = canvas.common_cap(labels, cap_px=label_px, least_px=least, lines=2, weight=Weight.REGULAR)
    # names are set alike; what else stands there takes the size it can
    names = [
        (item.value + CURSOR, value)
        for item, (_label, value) in zip(screen.fields, rooms, strict=True)
        if item.typed and not item.changeable
    ]
    name_cap = canvas.common_cap(names, cap_px=cap_px, least_px=least)
    for index, (item, (label, value)) in enumerate(zip(screen.fields, rooms, strict=True)):
        canvas.text(
            item.label, label, cap_px=label_cap, least_px=least, lines=2, weight=Weight.REGULAR, colour=palette.DIM
        )
        if item.marks:
            value = _people(canvas, value, item, cap_px=min(cap_px, name_cap * 1.2))
        shown = item.value + CURSOR if item.typed and index == screen.selected else item.value
        weight = Weight.BOLD if item.possible else Weight.REGULAR
        colour = palette.CREAM if item.possible else palette.DIM
        canvas.text(
            shown, value, cap_px=min(cap_px, name_cap * 1.2), least_px=least, lines=2, weight=weight, colour=colour
        )


def _people(canvas: Canvas, area: pygame.Rect, item: Field, *, cap_px: float) -> pygame.Rect:
    """The marks of the people, in the order of their seats; returns the room for the value before them."""
    width = round(width_in_caps(item.value, Weight.BOLD) * cap_px) + canvas.unit(24)
    room = pygame.Rect(area.x + width, area.y, area.width - width, area.height)
    gap = canvas.unit(8)
    side = min(round(room.height * 0.8), (room.width + gap) // len(item.marks) - gap)
    for index, mark in enumerate(item.marks):
        draw_mark(canvas, mark, (room.x + index * (side + gap) + side // 2, room.centery), size_px=side)
    return pygame.Rect(area.x, area.y, width, area.height)


def countdown(seconds: int) -> str:
    """What the start screen notes before a rehearsal begins by itself."""
    return _("Demonstration in {seconds} s. Touch anything to stop it.").format(seconds=seconds)


def draw_problem(canvas: Canvas, area: pygame.Rect, words: str) -> None:
    """Why something is not possible."""
    _line_of_words(canvas, area, words, colour=palette.RED, mark=Symbol.WARNING, size=1.2)


def draw_note(canvas: Canvas, area: pygame.Rect, words: str) -> None:
    """What is about to happen by itself."""
    _line_of_words(canvas, area, words, colour=palette.YELLOW, mark=Symbol.WAIT, size=1.8)


def _line_of_words(canvas: Canvas, area: pygame.Rect, words: str, *, colour: RGB, mark: Symbol, size: float) -> None:
    """One line, its letters at most ``size`` times what is read from an arm's length."""
    near = canvas.sizes.near_px
    canvas.panel(area, colour)
    side = round(near * 1.6)
    centre = (area.x + canvas.unit(16) + side // 2, area.centery)
    canvas.symbol(mark, centre, size_px=side, colour=palette.INK)
    room = pygame.Rect(area.x + side + canvas.unit(32), area.y, area.width - side - canvas.unit(48), area.height)
    room = room.inflate(0, -2 * canvas.unit(6))
    canvas.text(words, room, cap_px=near * size, least_px=near * 0.6, lines=2, colour=palette.INK)


def _tabs(canvas: Canvas, area: pygame.Rect, screen: StartScreen) -> None:
    """The pages side by side; the open one is light and underlined."""
    gap = canvas.unit(12)
    near = canvas.sizes.near_px
    width = (area.width - gap * (len(screen.tabs) - 1)) / len(screen.tabs)
    places = [
        pygame.Rect(round(area.x + index * (width + gap)), area.y, round(width), area.height)
        for index in range(len(screen.tabs))
    ]
    rooms = [place.inflate(-2 * canvas.unit(14), -2 * canvas.unit(8)) for place in places]
    cap_px = canvas.common_cap(list(zip(screen.tabs, rooms, strict=True)), cap_px=near * 1.2, least_px=near * 0.7)
    for index, (words, place, room) in enumerate(zip(screen.tabs, places, rooms, strict=True)):
        open_now = index == screen.tab
        canvas.panel(place, palette.RAISED if open_now else palette.PANEL)
        if open_now:
            line = pygame.Rect(room.x, place.bottom - canvas.unit(8), room.width, canvas.unit(8))
            canvas.panel(line, palette.BRASS, radius_px=line.height // 2)
        canvas.text(
            words,
            room,
            cap_px=cap_px,
            least_px=near * 0.7,
            weight=Weight.BOLD if open_now else Weight.REGULAR,
            colour=palette.CREAM if open_now else palette.DIM,
            align=Align.MIDDLE,
        )
        canvas.touchable(place, Touch(Target.TAB, index))


def _field(canvas: Canvas, area: pygame.Rect, item: Field, *, index: int, chosen: bool, narrow: bool) -> pygame.Rect:
    """The ground of a field with its plus and minus (``narrow``: where the words need the room), or its box; returns
    the room for words.
    """
    canvas.touchable(area, Touch(Target.ITEM, index))
    room = draw_ground(canvas, area, chosen=chosen)
    side = min(area.height - canvas.unit(12), round(canvas.sizes.near_px * 2.3))
    right = pygame.Rect(room.right - side, area.centery - side // 2, side, side)
    if item.ticked is not None:
        edge = max(2, canvas.unit(4))
        ground = palette.BRASS if item.ticked else palette.PANEL
        canvas.panel(right, ground, edge=palette.EDGE, edge_px=edge, radius_px=side // 5)
        if item.ticked:
            canvas.symbol(Symbol.YES, right.center, size_px=round(side * 0.7), colour=palette.INK)
        room.width -= side + canvas.unit(16)
    elif item.changeable:
        if narrow:  # as narrow as a finger: the words need the room
            side = round(canvas.sizes.near_px * 1.5)
            right = pygame.Rect(area.right - side - canvas.unit(10), area.y + 4, side, area.height - 8)
        left = right.move(-side - canvas.unit(12), 0)
        for place, mark, target in ((right, Symbol.PLUS, Target.MORE), (left, Symbol.MINUS, Target.LESS)):
            canvas.panel(place, palette.EDGE, radius_px=side // 5)
            canvas.symbol(mark, place.center, size_px=round(side * 0.6), colour=palette.CREAM)
            canvas.touchable(place, Touch(target, index))
        room.width = left.x - canvas.unit(12) - room.x
    return room


def _arranged(
    canvas: Canvas, fields: Sequence[Field], rooms: Sequence[pygame.Rect], *, label_width: int
) -> list[tuple[pygame.Rect, pygame.Rect]]:
    """Where each field's label and value stand: beside each other. On a compact screen the label stands above the value
    where the lines are high enough for that; no value stands without its label.
    """
    beside = [_side_by_side(canvas, room, label_width=label_width) for room in rooms]
    if not is_compact(canvas):
        return beside
    stacked = [_stacked(canvas, room, item) for item, room in zip(fields, rooms, strict=True)]
    if all(_fits(canvas, item, places) for item, places in zip(fields, stacked, strict=True)):
        return stacked
    return [
        one if item.ticked is not None or not _fits(canvas, item, other) else other
        for item, one, other in zip(fields, stacked, beside, strict=True)
    ]


def _stacked(canvas: Canvas, room: pygame.Rect, item: Field) -> tuple[pygame.Rect, pygame.Rect]:
    """The label above the value; where a tick tells the value, or there is no room for it, the label alone."""
    height = round(canvas.sizes.near_px * 1.1)
    if 2 * height > room.height:  # no higher than the label needs: the value needs the rest
        least = canvas.sizes.least_px(Role.HAND)
        setting = fit(
            item.label, Weight.REGULAR, width_px=room.width, height_px=height, cap_px=least, least_px=least, lines=1
        )
        height = math.ceil(setting.height_px) + 1
    upper = pygame.Rect(room.x, room.y, room.width, height)
    places = upper, pygame.Rect(room.x, upper.bottom, room.width, room.bottom - upper.bottom)
    if item.ticked is None or (not item.possible and _fits(canvas, item, places)):
        return places
    return room, pygame.Rect(room.x, room.bottom, 0, 0)  # a touch tells why it cannot be had


def _fits(canvas: Canvas, item: Field, places: tuple[pygame.Rect, pygame.Rect]) -> bool:
    """Whether label and value are whole there."""
    least = canvas.sizes.least_px(Role.HAND)
    value = item.value + CURSOR if item.typed else item.value
    return not any(
        fit(words, weight, width_px=area.width, height_px=area.height, cap_px=least, least_px=least, lines=2).shortened
        for words, area, weight in zip((item.label, value), places, (Weight.REGULAR, Weight.BOLD), strict=True)
        if area.height
    )


def _side_by_side(canvas: Canvas, room: pygame.Rect, *, label_width: int) -> tuple[pygame.Rect, pygame.Rect]:
    """The label beside the value."""
    left = room.x + label_width + canvas.unit(16)
    room = room.inflate(0, -room.height // 8)
    return (
        pygame.Rect(room.x, room.y, label_width, room.height),
        pygame.Rect(left, room.y, room.right - left, room.height),
    )


def _line_below(canvas: Canvas, area: pygame.Rect, words: str) -> pygame.Rect:
    """What is on offer, in a line at the bottom; returns what is left above it."""
    if not words:
        return area
    near, least = canvas.sizes.near_px, canvas.sizes.least_px(Role.HAND)
    width = area.width - 2 * canvas.unit(16)
    for lines in (1, 2, 3):
        cap_px = near if lines == 1 else least
        height = math.ceil(cap_px * (1.65 + (lines - 1) * LINE_PITCH)) + canvas.unit(12)
        inner = height - canvas.unit(8)
        setting = fit(
            words, Weight.REGULAR, width_px=width, height_px=inner, cap_px=cap_px, least_px=least, lines=lines
        )
        if not setting.shortened:
            break
    foot = pygame.Rect(area.x, area.bottom - height, area.width, height)
    canvas.panel(foot, palette.PANEL)
    room = foot.inflate(-2 * canvas.unit(16), -canvas.unit(8))
    canvas.text(words, room, cap_px=near, least_px=0, lines=lines, weight=Weight.REGULAR)
    return pygame.Rect(area.x, area.y, area.width, foot.y - canvas.unit(10) - area.y)


def draw_games(canvas: Canvas, screen: GamesScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """All games in three columns; those that can't be chosen now are grey and say why."""
    area = draw_buttons(canvas, labels_of(screen), held)
    near = canvas.sizes.near_px
    height = round(near * (1.8 if is_compact(canvas) else 2.6))
    if screen.problem:
        head = pygame.Rect(area.x, area.y, area.width, height)
        draw_problem(canvas, head, screen.problem)
        top = head.bottom + canvas.unit(12)
        rest = pygame.Rect(area.x, top, area.width, area.bottom - top)
    else:
        rest = draw_title(canvas, area, screen.title, height_px=height)
    rest = _line_below(canvas, rest, screen.line)
    with_notes = not is_compact(canvas)  # there what is on offer tells it in its line
    gap = canvas.unit(10)
    rows = -(-len(screen.games) // GAME_COLUMNS)
    width = (rest.width - gap * (GAME_COLUMNS - 1)) / GAME_COLUMNS
    row_height = (rest.height - gap * (rows - 1)) / rows
    rooms: list[tuple[GameTile, pygame.Rect, pygame.Rect]] = []
    for index, game in enumerate(screen.games):
        column, row = divmod(index, rows)
        place = pygame.Rect(
            round(rest.x + column * (width + gap)),
            round(rest.y + row * (row_height + gap)),
            round(width),
            round(row_height),
        )
        room = draw_ground(canvas, place, chosen=index == screen.selected)
        canvas.touchable(place, Touch(Target.ITEM, index))
        upper = pygame.Rect(room.x, room.y, room.width, room.height * 56 // 100) if with_notes else room
        rooms.append((game, upper, pygame.Rect(room.x, upper.bottom, room.width, room.bottom - upper.bottom)))
    title_cap = canvas.common_cap(
        [(game.title, upper) for game, upper, _lower in rooms], cap_px=canvas.sizes.body_px * 0.7, least_px=near * 0.6
    )
    note_cap = canvas.common_cap(
        [(game.note, lower) for game, _upper, lower in rooms],
        cap_px=near * 0.9,
        least_px=near * 0.5,
        weight=Weight.REGULAR,
    )
    for game, upper, lower in rooms:
        weight = Weight.BOLD if game.possible else Weight.REGULAR
        colour = palette.CREAM if game.possible else palette.DIM
        if not game.possible:
            part = lower if with_notes else upper
            size = round(min(part.height * 0.6, near))
            canvas.symbol(Symbol.NO, (part.x + size // 2, part.centery), size_px=size, colour=palette.RED)
            part.left += size + 6
            part.width -= size + 6
        canvas.text(game.title, upper, cap_px=title_cap, least_px=near * 0.6, weight=weight, colour=colour)
        if with_notes:
            canvas.text(
                game.note, lower, cap_px=note_cap, least_px=near * 0.45, weight=Weight.REGULAR, colour=palette.DIM
            )
