"""The screen of the game as it goes on.

What stands on it has a role (``typeface.Role``) that says from where it must be read. "Whole" shows all at once; where
names and scores do not fit in the size that is read from the seats, as on a 7 inch panel, the screen is "compact" and
shows them in turn.

| line | read from | whole | compact |
| --- | --- | --- | --- |
| whose turn (the headline), the price | the seats | always | always |
| names, scores, the evening's balances | the seats | all at once | one player after another |
| last call | the seats | always, with its picture where there is room | in turn with the players |
| pot, what is counted | the seats | always | in turn with the players |
| what to do, what mends it | the screen | as large as it goes | as large as it goes |
| what is asked or wrong (the headline) | the seats, as something that one comes closer for | always | always |
| cards | the table itself | where there is room | where there is room |
| plan | the screen | where there is room; else while coins move | after two touches on the row (first: everybody) |
| caption, deck, odds | the screen | always | not at all |
"""

import re
from dataclasses import replace

import pygame

from dealer.display import palette
from dealer.display.calling import call_words, with_short_names
from dealer.display.canvas import Align, Canvas, rectangle
from dealer.display.cards import card_image, card_width
from dealer.display.chrome import (
    Heading,
    capitalised,
    draw_buttons,
    draw_heading,
    draw_marks,
    heading_fits,
    is_compact,
    margin,
)
from dealer.display.glancing import draw_glance
from dealer.display.middle import band_height, draw_band, draw_columns, draw_columns_row, has_cards
from dealer.display.pages import Pages
from dealer.display.plan import Plan
from dealer.display.players import (
    COIN,
    MARK,
    Cell,
    arrange,
    cells_of,
    draw_balance,
    draw_bar,
    draw_cards,
    draw_cells,
    draw_name,
    signed,
)
from dealer.display.screens import Call, Middle, PlayScreen, labels_of
from dealer.display.symbols import Symbol
from dealer.display.typeface import Role, Weight, true_cap_px, width_in_caps
from dealer.locale import _
from dealer.presses import Button, Target, Touch
from dealer.words.prompts import Mode

LONG_DETAIL = 48
"""A detail of more letters than this gets a taller header."""
PICTURE_SHARE = 0.36
"""The last call's picture takes so much of its tile's width at most."""
LOW_HEAD = 0.76
"""The header takes so much of its height where the players need the room."""
OVERVIEW = -1
"""The page that shows everybody on a compact screen, after a touch."""
PLAN = -2
"""The page that shows the plan, after a second touch."""


def pages(screen: PlayScreen) -> int:
    """How many pages a compact screen has: the players who are shown in turn, the middle, and the last call."""
    middle = screen.tableau.middle is not None
    last = bool(screen.call or screen.caption or screen.news)
    return len(screen.prompt.due or screen.state.players) + middle + last


def all_cells(screen: PlayScreen) -> tuple[Cell, ...]:
    """The players, ready to be drawn."""
    return cells_of(
        screen.state,
        names=screen.names,
        waited_for=screen.prompt.waited_for,
        target=screen.target,
        tableau=screen.tableau,
        balances=screen.balances,
    )


def draw_play(
    canvas: Canvas, screen: PlayScreen, *, page: int = 0, held: frozenset[Button] = frozenset()
) -> Pages | None:
    """Draw the screen. Returns the pages, where there are some."""
    if screen.glance and is_calm(screen):
        return draw_glance(canvas, screen, heading_of(screen), all_cells(screen), page=page, held=held)
    left_over = draw_buttons(canvas, labels_of(screen), held)
    if is_compact(canvas) or not _draw_whole(canvas, left_over, screen):
        area = _draw_compact(canvas, left_over, screen, page=page)
        return Pages(rectangle(area), pages(screen)) if area.width else None
    return None


def is_calm(screen: PlayScreen) -> bool:
    """Whether the game simply goes on: nothing is asked or wrong, so that turn, price and scores say all."""
    return not screen.paused and screen.prompt.mode in (Mode.PLAY, Mode.WAIT) and not screen.prompt.choices


def heading_of(screen: PlayScreen) -> Heading:
    """The prompt as a heading."""
    prompt = screen.prompt
    if screen.paused:
        return Heading(prompt.mode, _("Paused"), prompt.headline, paused=True)
    if screen.moment:
        first, rest = split_sentence(screen.moment)
        return Heading(Mode.PLAY, first, rest, look=(palette.CREAM, Symbol.SOUND, _("Call")), role=Role.SEAT)
    word = screen.tableau.price_word
    headline, rest = split_turn(prompt.headline, prompt.turn)
    role = Role.SEAT if prompt.mode is Mode.PLAY else Role.NOTICE
    if rest:
        return Heading(
            prompt.mode, headline, rest, prompt.price, price_word=word, extra=prompt.detail, role=role, is_name=True
        )
    return Heading(prompt.mode, headline, prompt.detail, prompt.price, price_word=word, role=role)


def split_sentence(words: str) -> tuple[str, str]:
    """The first sentence, which stands large, and the rest.

    >>> split_sentence("Bob, 7: a pair! Bob scores 7, now 14.")
    ('Bob, 7: a pair!', 'Bob scores 7, now 14.')
    """
    found = re.match(r"(.+?[.!?])\s+(.+)", words)
    return (found[1], found[2]) if found else (words, "")


def split_turn(headline: str, turn: str | None) -> tuple[str, str]:
    """Where the headline is "name: what to do", the name, which stands large, and the rest; else all of it.

    >>> split_turn("Carlos: hit or fold for 3", "Carlos")
    ('Carlos', 'Hit or fold for 3')
    """
    if turn is not None and headline.startswith(f"{turn}: "):
        return turn, capitalised(headline.removeprefix(f"{turn}: "))
    return headline, ""


def _needs_room(screen: PlayScreen) -> bool:
    """Whether the words are what matters now: something is asked, waited for or wrong."""
    if screen.paused or screen.moment:
        return False
    if screen.prompt.mode is Mode.PLAY:
        return False
    return screen.prompt.mode in (Mode.IRREGULAR, Mode.QUESTION) or len(screen.prompt.detail) > LONG_DETAIL


def _draw_whole(canvas: Canvas, area: pygame.Rect, screen: PlayScreen) -> bool:
    """All at once. Returns whether names, scores and what is held up fit so; else nothing is drawn."""
    gap = margin(canvas)
    strip_height = round(canvas.sizes.near_px * 2.1)
    strip = pygame.Rect(area.x, area.bottom - strip_height, area.width, strip_height)
    body = pygame.Rect(area.x, area.y, area.width, strip.y - gap - area.y)
    side_width = round(area.width * 0.31)
    main = pygame.Rect(body.x, body.y, body.width - side_width - gap, body.height)
    side = pygame.Rect(main.right + gap, body.y, side_width, body.height)
    heading, middle = heading_of(screen), screen.tableau.middle
    head_height = canvas.unit(430 if _needs_room(screen) else 285)
    if heading.extra and (middle is None or not has_cards(middle)):
        head_height = canvas.unit(330)
    columns = middle is not None and bool(middle.columns)
    for share, with_plan in ((1.0, True), (1.0, False), (LOW_HEAD, False)):
        head = pygame.Rect(main.x, main.y, main.width, round(head_height * share))
        below = pygame.Rect(body.x, head.bottom + gap, body.width, body.bottom - head.bottom - gap)
        beside = pygame.Rect(main.x, below.y, main.width, below.height)
        if screen.moment and not heading_fits(canvas, head, heading):
            continue
        if with_plan and _cards_need_its_room(canvas, beside, below, screen):
            continue
        if (columns and not with_plan) or (not columns and table_fits(canvas, beside if with_plan else below, screen)):
            break
    else:
        return False
    draw_heading(canvas, head, _with_short_names(canvas, head, heading, screen), headline_px=canvas.sizes.key_px)
    _draw_strip(canvas, strip, screen)
    call_height = canvas.unit(225)
    if not with_plan:  # the columns are the plan, or there is no room for one
        side.height, call_height = head.height, head.height
    bottom = side.bottom
    if middle is not None and not columns and not has_cards(middle):
        height = band_height(canvas, middle)
        foot = side.bottom - call_height - gap if with_plan else side.bottom
        band = pygame.Rect(side.x, foot - height, side.width, height)
        draw_band(canvas, band, middle)
        if with_plan:
            bottom = band.y - gap
        else:
            call_height -= height + gap
    elif with_plan:
        bottom -= call_height + gap
    if with_plan:
        _draw_plan(canvas, pygame.Rect(side.x, side.y, side.width, bottom - side.y), screen)
        _draw_call(canvas, pygame.Rect(side.x, side.bottom - call_height, side.width, call_height), screen.call)
        draw_table(canvas, beside, screen)
    else:
        beside_head = pygame.Rect(side.x, side.y, side.width, call_height)
        if screen.chips is not None and screen.view is not None:  # coins that move are worth the last call's place
            _draw_plan(canvas, beside_head, screen)
        else:
            _draw_call(canvas, beside_head, screen.call)
        draw_table(canvas, below, screen)
    return True


def _below_band(canvas: Canvas, area: pygame.Rect, middle: Middle | None, *, always: bool) -> pygame.Rect:
    """What is left for the players below what lies in the middle."""
    height = band_height(canvas, middle)
    if middle is None or not height or not (always or has_cards(middle)):
        return area
    top = area.y + height + canvas.unit(14)
    return pygame.Rect(area.x, top, area.width, area.bottom - top)


def _cards_need_its_room(canvas: Canvas, beside: pygame.Rect, below: pygame.Rect, screen: PlayScreen) -> bool:
    """Whether the plan shows none of the cards that lie there, and without it the players' cells show larger ones."""
    lie_there = any(player.stack for player in screen.state.players)
    if not lie_there or (screen.view is not None and screen.view.sightings):
        return False
    cells = all_cells(screen)
    rooms = (_below_band(canvas, area, screen.tableau.middle, always=False) for area in (beside, below))
    narrow, wide = (arrange(canvas, room.size, cells, Role.SEAT) for room in rooms)
    return wide is not None and wide.cards_px > (0 if narrow is None else narrow.cards_px)


def table_fits(canvas: Canvas, area: pygame.Rect, screen: PlayScreen) -> bool:
    """Whether names and scores can be read from the seats in this area."""
    room = _below_band(canvas, area, screen.tableau.middle, always=False)
    return arrange(canvas, room.size, all_cells(screen), Role.SEAT) is not None


def draw_table(
    canvas: Canvas, area: pygame.Rect, screen: PlayScreen, *, always: bool = False, role: Role = Role.SEAT
) -> None:
    """The players, and above them what lies in the middle; ``always``: a bare pot as well."""
    middle, cells = screen.tableau.middle, all_cells(screen)
    if middle is not None and middle.columns:
        draw_columns(canvas, area, middle.columns, cells)
        return
    room = _below_band(canvas, area, middle, always=always)
    if middle is not None and room != area:
        draw_band(canvas, pygame.Rect(area.x, area.y, area.width, band_height(canvas, middle)), middle)
    draw_cells(canvas, room, cells, role)


def _draw_plan(canvas: Canvas, area: pygame.Rect, screen: PlayScreen) -> None:
    if screen.view is not None:
        least = round(canvas.sizes.near_px * 1.3)
        plan = Plan(canvas, area, screen.view)
        plan.draw(names=screen.names, waited_for=screen.prompt.waited_for, least_card_px=least)
        if screen.chips is not None:
            plan.draw_chips(screen.chips, screen.names)
        return
    canvas.panel(area, palette.FELT)
    inner = area.inflate(-canvas.unit(60), -canvas.unit(60))
    canvas.text(
        _("No camera: tell what happens"),
        inner,
        cap_px=canvas.sizes.near_px * 1.3,
        lines=3,
        colour=palette.CREAM,
        align=Align.MIDDLE,
    )


def _name_fits_beside(canvas: Canvas, call: Call, width_px: int) -> bool:
    """Whether the name of a call can be read from the seats beside its picture, whole."""
    left = round(width_px * (1 - PICTURE_SHARE)) - canvas.unit(14)
    return call_words(canvas, call, left, lines=2) == call.words


def _draw_call(canvas: Canvas, area: pygame.Rect, call: Call | None) -> None:
    """The last call: its picture, its words, the card."""
    near = canvas.sizes.near_px
    canvas.panel(area, palette.PANEL)
    pad = canvas.unit(14)
    inner = area.inflate(-2 * pad, -2 * pad)
    if call is None:
        canvas.text(_("No card yet"), inner, cap_px=near * 1.2, colour=palette.DIM, align=Align.MIDDLE)
        return
    canvas.touchable(area, Touch(Target.PICTURE, 0))
    x = inner.x
    if call.picture is not None and _name_fits_beside(canvas, call, inner.width):
        room = pygame.Rect(x, inner.y, min(inner.height, round(inner.width * PICTURE_SHARE)), inner.height)
        x = canvas.picture(call.picture, room).right + pad
    elif call.picture is None and call.rank is not None:
        canvas.image(card_image(call.rank, inner.height), (x, inner.y), kind="card", name=str(call.rank))
        x += card_width(inner.height) + pad
    words = pygame.Rect(x, inner.y, inner.right - x, inner.height)
    if words.height > canvas.sizes.body_px * 2.4 + near * 1.6:
        head = pygame.Rect(words.x, words.y, words.width, round(near * 1.6))
        canvas.text(_("Last call"), head, cap_px=near * 0.9, weight=Weight.REGULAR, colour=palette.DIM, least_px=0)
        words = pygame.Rect(words.x, head.bottom, words.width, words.bottom - head.bottom)
    lines = 2 if words.height > canvas.sizes.body_px * 2.9 else 1
    shown = call_words(canvas, call, words.width, lines=lines)
    canvas.text(shown, words, cap_px=canvas.sizes.body_px, lines=2, role=Role.SEAT)


def _draw_strip(canvas: Canvas, area: pygame.Rect, screen: PlayScreen) -> None:
    """Sound, pause, what the voice says, the draw pile, the odds."""
    near = canvas.sizes.near_px
    gap = margin(canvas)
    marks = pygame.Rect(area.x, area.y, 3 * area.height + gap, area.height)
    draw_marks(canvas, marks, sound=screen.sound, paused=screen.paused, upright=False)
    facts = " · ".join(part for part in (screen.odds, _("deck {count}").format(count=screen.state.deck)) if part)
    width = min(round(width_in_caps(facts, Weight.REGULAR) * near * 1.02) + 6, area.width // 2)
    canvas.text(
        facts,
        pygame.Rect(area.right - width, area.y, width, area.height),
        cap_px=near,
        least_px=near * 0.7,
        weight=Weight.REGULAR,
        colour=palette.DIM,
        align=Align.RIGHT,
    )
    words = pygame.Rect(marks.right + gap, area.y, area.right - width - marks.right - 2 * gap, area.height)
    canvas.text(
        screen.news or screen.caption or screen.prompt.spoken,
        words,
        cap_px=near * 1.15,
        least_px=near * 0.6,
        weight=Weight.REGULAR,
        colour=palette.CREAM,
    )


def _draw_compact(canvas: Canvas, area: pygame.Rect, screen: PlayScreen, *, page: int) -> pygame.Rect:
    gap = margin(canvas)
    if page == OVERVIEW:
        _draw_overview(canvas, area, screen)
        return area
    if page == PLAN:
        _draw_plan(canvas, area, screen)
        return area
    marks_width = round(canvas.sizes.near_px * 2)
    heading = heading_of(screen)
    row_height = round(canvas.sizes.body_px * 1.72)
    head = pygame.Rect(area.x, area.y, area.width, area.height - row_height - gap)
    said = screen.moment or heading.role is Role.NOTICE
    if _needs_room(screen) or (said and not heading_fits(canvas, head, heading)):
        head = pygame.Rect(area.x, area.y, area.width - marks_width - gap, area.height)
        heading = _with_short_names(canvas, head, heading, screen)
        if not heading_fits(canvas, head, heading):  # a very long sentence: whoever wonders comes closer
            heading = replace(heading, role=Role.NOTICE)
        draw_heading(canvas, head, heading, headline_px=canvas.sizes.body_px)
        marks = pygame.Rect(area.right - marks_width, area.y, marks_width, area.height)
        draw_marks(canvas, marks, sound=screen.sound, paused=screen.paused, upright=True)
        return pygame.Rect(area.x, area.y, 0, 0)
    draw_heading(canvas, head, heading, headline_px=canvas.sizes.key_px)
    row = pygame.Rect(area.x, area.bottom - row_height, area.width - marks_width - gap, row_height)
    marks = pygame.Rect(area.right - marks_width, row.y, marks_width, row_height)
    draw_marks(canvas, marks, sound=screen.sound, paused=screen.paused, upright=True)
    cells, middle = _in_turn(screen), screen.tableau.middle
    index = page % max(1, pages(screen))
    at = 0 if middle is not None and middle.columns else 1
    if middle is not None and index == at:
        _draw_middle_row(canvas, row, middle)
        return row
    place = index - (middle is not None and index > at)
    if place < len(cells):
        draw_line(canvas, row, cells[place])
    else:
        _draw_call_row(canvas, row, screen)
    return row


def _with_short_names(canvas: Canvas, area: pygame.Rect, heading: Heading, screen: PlayScreen) -> Heading:
    """The heading of a moment, with names so short that it can be read from the seats."""
    if not screen.moment or screen.paused:
        return heading
    names = [player.name for player in screen.state.players]

    def fits(words: str) -> bool:
        return heading_fits(canvas, area, replace(heading, headline=words))

    return replace(heading, headline=with_short_names(heading.headline, names, fits))


def _draw_middle_row(canvas: Canvas, area: pygame.Rect, middle: Middle) -> None:
    """The middle on a small panel: the second page, right after who is on turn."""
    if middle.columns:
        draw_columns_row(canvas, area, middle.columns)
    else:
        draw_band(canvas, area, middle)


def _in_turn(screen: PlayScreen) -> tuple[Cell, ...]:
    """The players as a compact screen shows them in turn: from who is on turn on; while some are due, only those."""
    cells = all_cells(screen)
    if due := screen.prompt.due:
        return tuple(sorted((cell for cell in cells if cell.name in due), key=lambda cell: due.index(cell.name)))
    first = next((index for index, cell in enumerate(cells) if cell.lit), 0)
    return (*cells[first:], *cells[:first])


def draw_line(canvas: Canvas, area: pygame.Rect, cell: Cell, *, role: Role = Role.SEAT) -> None:
    """One player in one line: name, cards if there is room for them, balance and score."""
    cap_px = true_cap_px(Weight.BOLD, canvas.sizes.least_px(role))
    space = round(0.35 * cap_px)
    canvas.panel(area, palette.RAISED if cell.lit else palette.PANEL)
    inner = area.inflate(-2 * canvas.unit(20), -2)
    score = round(max(width_in_caps(words, Weight.BOLD) for words in (cell.amount, "0")) * cap_px) + 4
    number = pygame.Rect(inner.right - score, inner.y, score, inner.height)
    right = number.x - space
    if cell.target is not None:
        bar = pygame.Rect(number.x, number.bottom - canvas.unit(14), number.width, canvas.unit(14))
        draw_bar(canvas, bar, share=cell.share)
        number.height -= canvas.unit(22)
    canvas.text(cell.amount, number, cap_px=cap_px, colour=palette.BRASS, align=Align.RIGHT, role=role)
    if cell.balance is not None:
        width = round((width_in_caps(signed(cell.balance), Weight.BOLD) + COIN + 0.3) * cap_px) + 4
        balance = pygame.Rect(right - width, number.y, width, number.height)
        draw_balance(canvas, balance, cell.balance, cap_px=cap_px, role=role)
        right = balance.x - space
    near = canvas.sizes.near_px
    note = round(width_in_caps(cell.note, Weight.REGULAR) * near * 0.8) + 6 if cell.note else 0
    if cell.mark is not None:
        size = round(MARK * cap_px)
        canvas.symbol(cell.mark, (inner.x + size // 2, inner.centery), size_px=size, colour=cell.colour)
        inner = pygame.Rect(inner.x + size + space // 2, inner.y, inner.width - size - space // 2, inner.height)
    room = right - inner.x
    name_width = min(round(width_in_caps(cell.name, Weight.BOLD) * cap_px) + 6, room)
    below = inner.height - round(1.5 * near) if cell.note and inner.height >= 1.6 * cap_px + near else inner.height
    name = pygame.Rect(inner.x, inner.y, name_width, below)
    draw_name(canvas, name, cell.name, cap_px=cap_px, role=role)
    left = name.right + space
    if below < inner.height:
        place = pygame.Rect(inner.x, name.bottom, min(max(note, name_width), room), inner.bottom - name.bottom)
        canvas.text(cell.note, place, cap_px=near * 0.8, least_px=0, weight=Weight.REGULAR, colour=palette.DIM)
        left = max(left, inner.x + note + space)
    elif note and left + note < right:
        place = pygame.Rect(left, inner.y, min(note, right - left), inner.height)
        canvas.text(cell.note, place, cap_px=near * 0.8, least_px=0, lines=2, weight=Weight.REGULAR, colour=palette.DIM)
        left = place.right + space
    if cell.stack is not None and right - left > card_width(inner.height):
        draw_cards(canvas, pygame.Rect(left, inner.y, right - left, inner.height), cell.stack, hidden=cell.hidden)


def _draw_call_row(canvas: Canvas, area: pygame.Rect, screen: PlayScreen) -> None:
    canvas.panel(area, palette.PANEL)
    inner = area.inflate(-2 * canvas.unit(20), -2 * canvas.unit(10))
    x = inner.x
    call = screen.call
    if call is not None and call.picture is not None:
        x = canvas.picture(call.picture, pygame.Rect(x, inner.y, inner.height, inner.height)).right + canvas.unit(24)
        canvas.touchable(pygame.Rect(area.x, area.y, x - area.x, area.height), Touch(Target.PICTURE, 0))
    place = pygame.Rect(x, inner.y, inner.right - x, inner.height)
    if call is None or screen.news:
        words = screen.news or screen.caption
        canvas.text(words, place, cap_px=canvas.sizes.body_px, least_px=canvas.sizes.near_px, lines=2)
        return
    words = call_words(canvas, call, place.width)
    canvas.text(words, place, cap_px=canvas.sizes.body_px, role=Role.SEAT)


def _draw_overview(canvas: Canvas, area: pygame.Rect, screen: PlayScreen) -> None:
    """Everybody at once on a small panel, for those at an arm's length."""
    draw_table(canvas, area, screen, always=True, role=Role.HAND)
