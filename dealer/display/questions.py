"""The screens that settle what was seen: a question with choices, the correction, and "show me that 7"."""

import pygame

from dealer.display import palette
from dealer.display.canvas import Align, Canvas
from dealer.display.cards import card_image, card_width
from dealer.display.chrome import Heading, capitalised, draw_buttons, draw_heading, is_compact, margin
from dealer.display.plan import Plan
from dealer.display.screens import Call, CorrectionScreen, Doubt, PictureScreen, QuestionScreen, labels_of
from dealer.display.symbols import Symbol
from dealer.display.typeface import Weight
from dealer.locale import _
from dealer.presses import Button, Target, Touch
from dealer.seen.verdicts import Answer
from dealer.words.prompts import Line

RANK_COLUMNS = 5
"""Ten ranks stand in two rows of five."""
FINGER_IN_NEARS = 2.0
"""What a finger can hit: 9 mm, twice the near capital height."""
LOW_TILE_IN_NEARS = 6.0
"""A tile lower than this shows the bare numeral instead of a card."""
READINGS_SHOWN, READINGS_BELOW_REASONS = 5, 2
"""How many of the probabilities are shown, the largest first; fewer below the reasons of a call."""
NONE_OF_THESE = 10
"""The index of "none of these" in ``Sighting.probabilities``."""


TELLING = (0.05, 0.95)
"""Between these the likeliest reading's probability says why a question is asked. Outside of them the camera is as good
as certain, and the doubt came from elsewhere: figures would contradict the question."""


def draw_question(canvas: Canvas, screen: QuestionScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """The question above, its choices below, large."""
    area = draw_buttons(canvas, labels_of(screen), held)
    prompt = screen.prompt
    gap = margin(canvas)
    few = len(prompt.choices) < 2  # a single one is what green says
    share = 1.0 if few else 0.36
    if prompt.detail and not few:
        share = 0.52 if is_compact(canvas) else 0.42
    head = pygame.Rect(area.x, area.y, area.width, round(area.height * share))
    picture = screen.call.picture if screen.call is not None else None
    if picture is not None:
        room = pygame.Rect(head.right - head.height, head.y, head.height, head.height)
        shown = canvas.picture(picture, room)
        head.width = shown.x - gap - head.x
        canvas.touchable(shown, Touch(Target.PICTURE, 0))
    large = canvas.sizes.body_px if is_compact(canvas) else canvas.sizes.key_px
    draw_heading(canvas, head, Heading(prompt.mode, prompt.headline, prompt.detail, prompt.price), headline_px=large)
    if few:
        return
    rest = pygame.Rect(area.x, head.bottom + gap, area.width, area.bottom - head.bottom - gap)
    if all(line.choice.rank is not None or line.choice.answer is Answer.NONE for line in prompt.choices):
        _rank_choices(canvas, rest, prompt.choices, selected=prompt.selected)
    else:
        _line_choices(canvas, rest, prompt.choices, selected=prompt.selected)


def _tiles(area: pygame.Rect, count: int, *, columns: int, gap: int) -> list[pygame.Rect]:
    """``count`` equal tiles, row by row."""
    rows = -(-count // columns)
    width = (area.width - gap * (columns - 1)) / columns
    height = (area.height - gap * (rows - 1)) / rows
    return [
        pygame.Rect(
            round(area.x + (index % columns) * (width + gap)),
            round(area.y + (index // columns) * (height + gap)),
            round(width),
            round(height),
        )
        for index in range(count)
    ]


def _rank_choices(canvas: Canvas, area: pygame.Rect, choices: tuple[Line, ...], *, selected: int) -> None:
    told = [line.choice.rank for line in choices if line.choice.answer is Answer.TOLD]
    least, most = TELLING
    telling = least <= max((line.choice.probability or 0.0 for line in choices), default=0.0) < most
    # Who tells card after card finds each rank where it was: one that cannot come leaves its place empty.
    places = [rank - 1 for rank in told if rank is not None] if told else list(range(len(choices)))
    places += range(NONE_OF_THESE, NONE_OF_THESE + len(choices) - len(places))
    count = max(places) + 1
    columns = count if count <= RANK_COLUMNS else -(-count // 2)
    tiles = _tiles(area, count, columns=columns, gap=margin(canvas))
    for index, (line, place) in enumerate(zip(choices, places, strict=True)):
        tile = tiles[place]
        _tile(canvas, tile, chosen=index == selected)
        canvas.touchable(tile, Touch(Target.CHOICE, index))
        inner = tile.inflate(-2 * canvas.unit(16), -2 * canvas.unit(16))
        rank = line.choice.rank
        if rank is not None and tile.height < LOW_TILE_IN_NEARS * canvas.sizes.near_px:
            canvas.text(str(rank), inner, cap_px=canvas.sizes.key_px, least_px=canvas.sizes.near_px, align=Align.MIDDLE)
            continue
        if rank is None:
            canvas.text(
                line.label,
                inner,
                cap_px=canvas.sizes.body_px,
                least_px=canvas.sizes.near_px * 0.7,
                lines=3,
                align=Align.MIDDLE,
            )
            continue
        _rank_tile(canvas, inner, rank, probability=line.choice.probability if telling else None)


def _rank_tile(canvas: Canvas, area: pygame.Rect, rank: int, *, probability: float | None) -> None:
    """A card of a rank, and how sure the reading is."""
    note = round(canvas.sizes.near_px * 1.7) if probability is not None else 0
    height = min(area.height - note, round(area.width / card_width(1000) * 1000))
    card = card_image(rank, height)
    canvas.image(
        card,
        (area.centerx - card.get_width() // 2, area.y + (area.height - note - height) // 2),
        kind="card",
        name=str(rank),
    )
    if probability is not None:
        foot = pygame.Rect(area.x, area.bottom - note, area.width, note)
        canvas.text(
            f"{probability:.0%}",
            foot,
            cap_px=canvas.sizes.near_px,
            least_px=canvas.sizes.near_px * 0.8,
            align=Align.MIDDLE,
        )


def _tile(canvas: Canvas, area: pygame.Rect, *, chosen: bool) -> None:
    """What a choice stands on; the chosen one is lighter and has a thick edge."""
    ground = palette.RAISED if chosen else palette.PANEL
    canvas.panel(
        area,
        ground,
        edge=palette.BRASS if chosen else palette.EDGE,
        edge_px=canvas.unit(9) if chosen else max(1, canvas.unit(2)),
    )


def _line_choices(canvas: Canvas, area: pygame.Rect, choices: tuple[Line, ...], *, selected: int) -> None:
    columns = 1 if len(choices) <= 4 else 2
    tiles = _tiles(area, len(choices), columns=columns, gap=canvas.unit(12))
    size = min(round(canvas.sizes.body_px * 0.8), tiles[0].height // 2)
    words = [
        pygame.Rect(tile.x + size + canvas.unit(48), tile.y + 4, tile.width - size - canvas.unit(64), tile.height - 8)
        for tile in tiles
    ]
    least = canvas.sizes.near_px * 0.8
    labels = [capitalised(line.label) for line in choices]
    cap_px = canvas.common_cap(
        list(zip(labels, words, strict=True)), cap_px=canvas.sizes.body_px, least_px=least, lines=2
    )
    for index, tile in enumerate(tiles):
        _tile(canvas, tile, chosen=index == selected)
        canvas.touchable(tile, Touch(Target.CHOICE, index))
        if index == selected:
            centre = (tile.x + canvas.unit(24) + size // 2, tile.centery)
            canvas.symbol(Symbol.TURN, centre, size_px=size, colour=palette.BRASS)
        canvas.text(labels[index], words[index], cap_px=cap_px, least_px=least, lines=2)


def draw_correction(canvas: Canvas, screen: CorrectionScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """The plan to touch on the left; what is proposed, or the ten ranks, on the right."""
    area = draw_buttons(canvas, labels_of(screen), held)
    gap = margin(canvas)
    side = min(area.height, round(area.width * 0.52))
    plan_area = pygame.Rect(area.x, area.y, side, area.height)
    doubt = screen.doubts[screen.selected] if 0 <= screen.selected < len(screen.doubts) else None
    Plan(canvas, plan_area, screen.view).draw(
        names=screen.names,
        marked=doubt.sighting if doubt is not None else None,
        touch=True,
        least_card_px=round(canvas.sizes.near_px * FINGER_IN_NEARS),
    )
    right = pygame.Rect(plan_area.right + gap, area.y, area.right - plan_area.right - gap, area.height)
    if doubt is None:
        _note(canvas, right, _("No card was read that could be corrected"))
    elif screen.chosen:
        _ranks(canvas, right, doubt, refusal=screen.refusal)
    else:
        _proposal(canvas, right, doubt, refusal=screen.refusal)


def _note(canvas: Canvas, area: pygame.Rect, words: str) -> None:
    canvas.panel(area, palette.PANEL)
    inner = area.inflate(-2 * canvas.unit(30), -2 * canvas.unit(30))
    canvas.text(words, inner, cap_px=canvas.sizes.body_px, lines=6, align=Align.MIDDLE)


def _refusal(canvas: Canvas, area: pygame.Rect, words: str) -> int:
    """Why it was not possible, at the bottom; returns the height that it took."""
    if not words:
        return 0
    near = canvas.sizes.near_px
    foot = pygame.Rect(area.x, area.bottom - round(near * 4.6), area.width, round(near * 4.6))
    canvas.panel(foot, palette.RED)
    side = round(near * 2)
    canvas.symbol(
        Symbol.WARNING, (foot.x + canvas.unit(14) + side // 2, foot.centery), size_px=side, colour=palette.INK
    )
    text = pygame.Rect(
        foot.x + side + canvas.unit(28), foot.y + 4, foot.width - side - canvas.unit(42), foot.height - 8
    )
    canvas.text(words, text, cap_px=near, least_px=near * 0.62, lines=4, colour=palette.INK)
    return foot.height + margin(canvas)


def _proposal(canvas: Canvas, area: pygame.Rect, doubt: Doubt, *, refusal: str) -> None:
    """Is this 7 a 1?"""
    canvas.panel(area, palette.PANEL)
    near = canvas.sizes.near_px
    inner = area.inflate(-2 * canvas.unit(24), -2 * canvas.unit(20))
    inner.height -= _refusal(canvas, inner, refusal)
    head = pygame.Rect(inner.x, inner.y, inner.width, round(near * 2.6))
    canvas.text(
        doubt.words or _("This card"),
        head,
        cap_px=min(near * 1.7, canvas.sizes.body_px),
        least_px=near * 0.8,
        align=Align.MIDDLE,
    )
    foot = pygame.Rect(inner.x, inner.bottom - round(near * 3.6), inner.width, round(near * 3.6))
    canvas.text(
        _("Touch a card on the plan, or press blue for what else it may be")
        if doubt.other is None
        else _("Touch a card on the plan, or accept with green, next with blue"),
        foot,
        cap_px=near,
        least_px=near * 0.8,
        lines=3,
        weight=Weight.REGULAR,
        colour=palette.DIM,
        align=Align.MIDDLE,
    )
    middle = pygame.Rect(inner.x, head.bottom + canvas.unit(10), inner.width, foot.y - head.bottom - canvas.unit(20))
    if doubt.picture is not None and middle.height > 8 * near:
        upper = pygame.Rect(middle.x, middle.y, middle.width, middle.height * 45 // 100)
        canvas.picture(doubt.picture, upper)
        middle = pygame.Rect(
            middle.x, upper.bottom + canvas.unit(16), middle.width, middle.bottom - upper.bottom - canvas.unit(16)
        )
    size = round(near * 2.2)
    height = min(middle.height, round((middle.width - size - 4 * canvas.unit(16)) / 2 / card_width(1000) * 1000))
    if doubt.other is None:
        canvas.image(
            card_image(doubt.rank, height),
            (middle.centerx - card_width(height) // 2, middle.centery - height // 2),
            kind="card",
            name=str(doubt.rank),
        )
        return
    left = middle.centerx - size // 2 - canvas.unit(20) - card_width(height)
    canvas.image(
        card_image(doubt.rank, height, dimmed=True),
        (left, middle.centery - height // 2),
        kind="card",
        name=str(doubt.rank),
    )
    canvas.symbol(Symbol.TURN, middle.center, size_px=size, colour=palette.BRASS)
    canvas.image(
        card_image(doubt.other, height),
        (middle.centerx + size // 2 + canvas.unit(20), middle.centery - height // 2),
        kind="card",
        name=str(doubt.other),
    )


def _ranks(canvas: Canvas, area: pygame.Rect, doubt: Doubt, *, refusal: str) -> None:
    """The ten ranks, each a touch."""
    near = canvas.sizes.near_px
    room = area.copy()
    room.height -= _refusal(canvas, area, refusal)
    head = pygame.Rect(room.x, room.y, room.width, round(near * 2.8))
    if doubt.picture is not None and room.height > 20 * near:
        head.height = round(room.height * 0.36)
        picture = canvas.picture(doubt.picture, pygame.Rect(head.x, head.y, head.height, head.height))
        words = pygame.Rect(
            picture.right + canvas.unit(20), head.y, head.right - picture.right - canvas.unit(20), head.height
        )
    else:
        words = head
    title = _("{whose}: which rank?").format(whose=doubt.words) if doubt.words else _("Which rank?")
    canvas.text(title, words, cap_px=canvas.sizes.body_px, least_px=near * 0.8, lines=3)
    rest = pygame.Rect(room.x, head.bottom + canvas.unit(12), room.width, room.bottom - head.bottom - canvas.unit(12))
    columns = RANK_COLUMNS
    for index, tile in enumerate(_tiles(rest, 10, columns=columns, gap=canvas.unit(12))):
        rank = index + 1
        _tile(canvas, tile, chosen=rank == doubt.rank)
        canvas.touchable(tile, Touch(Target.RANK, rank))
        inner = tile.inflate(-2 * canvas.unit(12), -2 * canvas.unit(12))
        canvas.text(str(rank), inner, cap_px=canvas.sizes.key_px, least_px=near, align=Align.MIDDLE)


def draw_picture(canvas: Canvas, screen: PictureScreen, *, held: frozenset[Button] = frozenset()) -> None:
    """The kept picture, large, and what the reader made of it."""
    area = draw_buttons(canvas, labels_of(screen), held)
    gap = margin(canvas)
    call = screen.call
    left = pygame.Rect(area.x, area.y, min(area.height, round(area.width * 0.5)), area.height)
    canvas.panel(left, palette.PANEL)
    inner = left.inflate(-2 * canvas.unit(16), -2 * canvas.unit(16))
    if call.picture is not None:
        canvas.picture(call.picture, inner)
    else:
        canvas.text(
            _("No picture was kept: it was told by hand"),
            inner,
            cap_px=canvas.sizes.body_px,
            least_px=canvas.sizes.near_px,
            lines=5,
            align=Align.MIDDLE,
        )
    right = pygame.Rect(left.right + gap, area.y, area.right - left.right - gap, area.height)
    head = pygame.Rect(right.x, right.y, right.width, round(right.height * 0.34))
    canvas.text(call.words, head, cap_px=canvas.sizes.key_px, least_px=canvas.sizes.near_px, lines=2)
    _readings(canvas, pygame.Rect(right.x, head.bottom, right.width, right.bottom - head.bottom), call)


def _readings(canvas: Canvas, area: pygame.Rect, call: Call) -> None:
    """The ranks that the reader thought of, the likeliest first."""
    near = canvas.sizes.near_px
    head = pygame.Rect(area.x, area.y, area.width, round(near * 2.2))
    if call.corrected:
        title = _("Corrected by hand; the camera read")
    elif call.probabilities:
        title = _("The camera read")
    else:
        title = _("Nothing was read")
    canvas.text(title, head, cap_px=near * 1.1, least_px=near * 0.8, weight=Weight.REGULAR, colour=palette.DIM)
    if not call.probabilities:
        return
    if call.reasons:
        why = pygame.Rect(area.x, head.bottom, area.width, round(near * 3.4))
        canvas.text(call.reasons, why, cap_px=near, least_px=near * 0.7, lines=2, weight=Weight.REGULAR)
        head = head.union(why)
    shown = READINGS_BELOW_REASONS if call.reasons else READINGS_SHOWN
    best = sorted(range(len(call.probabilities)), key=lambda index: -call.probabilities[index])[:shown]
    rest = pygame.Rect(area.x, head.bottom, area.width, area.bottom - head.bottom)
    for index, row in zip(best, _tiles(rest, shown, columns=1, gap=canvas.unit(8)), strict=False):
        probability = call.probabilities[index]
        cap_px = min(canvas.sizes.body_px, row.height * 0.7)
        name = _("no card") if index == NONE_OF_THESE else str(index + 1)
        name_width = round(area.width * 0.22)
        share_width = round(area.width * 0.24)
        canvas.text(
            name, pygame.Rect(row.x, row.y, name_width, row.height), cap_px=cap_px, least_px=near * 0.7, lines=2
        )
        bar = pygame.Rect(
            row.x + name_width + canvas.unit(10),
            row.centery - row.height // 6,
            row.width - name_width - share_width - canvas.unit(24),
            row.height // 3,
        )
        canvas.panel(bar, palette.RAISED, radius_px=bar.height // 2)
        length = round(bar.width * probability)
        if length >= 2:
            canvas.panel(
                pygame.Rect(bar.x, bar.y, length, bar.height), palette.BRASS, radius_px=min(bar.height, length) // 2
            )
        whole, part = f"{100 * probability:.1f}".split(".")
        percent = _("{whole}.{part} %").format(whole=whole, part=part)
        canvas.text(
            percent,
            pygame.Rect(row.right - share_width, row.y, share_width, row.height),
            cap_px=min(cap_px, near * 1.6),
            least_px=near * 0.7,
            align=Align.RIGHT,
        )
