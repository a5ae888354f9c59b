"""Cards as they are drawn: paper, a large numeral, and as many filled pips of the triangle as the rank says."""

from functools import lru_cache

import pygame

from dealer.display import palette
from dealer.display.symbols import SUPERSAMPLING
from dealer.display.typeface import Weight, em_px, font

CARD_SHAPE = 63 / 88
"""A card's width as a share of its height (63 × 88 mm)."""
NUMERAL_SHARE = 0.46
"""The numeral's height as a share of the card's."""
TEN_SHARE = 0.78
"""The ten's numeral is drawn this much narrower, as on printed cards."""
PIP_ROWS = 4
"""1 + 2 + 3 + 4 = 10 pips: the triangle that the deck itself makes."""


def card_width(height_px: int) -> int:
    """A card's width for its height.

    >>> card_width(88)
    63
    """
    return round(height_px * CARD_SHAPE)


def strip_width(rank: int | None, height_px: int) -> int:
    """How much of a card's left side must stay free for its numeral to be read."""
    share = 0.52 if rank is not None and rank >= 10 else 0.40
    return min(card_width(height_px), round(height_px * share))


@lru_cache(maxsize=48)  # a screen shows at most some 30, the large ones of a quarter of a megabyte
def card_image(rank: int | None, height_px: int, dimmed: bool = False) -> pygame.Surface:
    """A card face; rank None is a card that is not read: a question mark. ``dimmed``: something covers it now."""
    scale = SUPERSAMPLING
    height = height_px * scale
    width = card_width(height_px) * scale
    large = pygame.Surface((width, height), pygame.SRCALPHA)
    large.fill((*palette.CARD_EDGE, 0))
    radius = round(height * 0.075)
    edge = max(scale, round(height * 0.02))
    pygame.draw.rect(large, palette.CARD_EDGE, large.get_rect(), border_radius=radius)
    paper = palette.PIP_EMPTY if dimmed else palette.CARD
    pygame.draw.rect(large, paper, large.get_rect().inflate(-2 * edge, -2 * edge), border_radius=max(1, radius - edge))
    if height_px >= 60 and rank is not None:
        _pips(large, rank, height)
    image = pygame.transform.smoothscale(large, (width // scale, height // scale))
    _numeral(image, "?" if rank is None else str(rank), height_px)
    return image


def _pips(large: pygame.Surface, rank: int, height: int) -> None:
    """The triangle in the lower right corner."""
    pitch = height * 0.085
    radius = height * 0.031
    right, bottom = large.get_width() - height * 0.085, height - height * 0.085
    count = 0
    for row in range(PIP_ROWS):
        for column in range(row + 1):
            x = right - pitch * (PIP_ROWS - 1) / 2 + (column - row / 2) * pitch
            y = bottom - (PIP_ROWS - 1 - row) * pitch * 0.87
            pygame.draw.circle(large, palette.PIP if count < rank else palette.PIP_EMPTY, (x, y), radius)
            count += 1


def _numeral(image: pygame.Surface, text: str, height_px: int) -> None:
    """The rank, upper left, its left edge where the fan leaves it free."""
    small = height_px < 60
    cap_px = height_px * (0.62 if small else NUMERAL_SHARE)
    drawn = font(Weight.BOLD, em_px(Weight.BOLD, cap_px)).render(text, True, palette.CARD_INK)
    ink = drawn.get_bounding_rect()
    if len(text) > 1 and not small:
        drawn = pygame.transform.smoothscale(drawn.subsurface(ink), (round(ink.width * TEN_SHARE), ink.height))
        ink = drawn.get_rect()
    if small:
        room = image.get_width() - 2
        if ink.width > room:  # "10" on a very small card
            drawn = pygame.transform.smoothscale(drawn.subsurface(ink), (room, ink.height))
            ink = drawn.get_rect()
        place = (image.get_width() // 2 - ink.centerx, image.get_height() // 2 - ink.centery)
    else:
        strip = strip_width(int(text) if text.isdigit() else None, height_px)
        place = (strip // 2 + round(height_px * 0.012) - ink.centerx, round(height_px * 0.10) - ink.y)
    image.blit(drawn, place)


@lru_cache(maxsize=24)
def back_image(height_px: int, count: int = 1) -> pygame.Surface:
    """A card's back; with ``count`` more than 1 it stands for so many."""
    scale = SUPERSAMPLING
    large = pygame.Surface((card_width(height_px) * scale, height_px * scale), pygame.SRCALPHA)
    large.fill((*palette.CARD_EDGE, 0))
    radius = round(height_px * scale * 0.075)
    inset = max(scale, round(height_px * scale * 0.05))
    pygame.draw.rect(large, palette.PIP_EMPTY, large.get_rect(), border_radius=radius)
    inner = large.get_rect().inflate(-2 * inset, -2 * inset)
    pygame.draw.rect(large, palette.CARD_BACK, inner, border_radius=max(1, radius - inset // 2))
    image = pygame.transform.smoothscale(large, (card_width(height_px), height_px))
    if count > 1:
        drawn = font(Weight.BOLD, em_px(Weight.BOLD, height_px * 0.36)).render(str(count), True, palette.CREAM)
        ink = drawn.get_bounding_rect()
        image.blit(drawn, (image.get_width() // 2 - ink.centerx, height_px // 2 - ink.centery))
    return image


MOST_BACKS = 2
"""More face-down cards than this are one back with their number on it."""


def backs(hidden: int) -> int:
    """How many backs stand for ``hidden`` face-down cards."""
    return hidden if hidden <= MOST_BACKS else 1


def fan(
    ranks: tuple[int | None, ...], *, hidden: int = 0, height_px: int, width_px: int
) -> list[tuple[int | None, bool, int]]:
    """Where the cards of a stack stand: (rank, face down, x) each, overlapping only as far as ``width_px`` demands.

    >>> [x for _, _, x in fan((7, 10), height_px=88, width_px=400)]
    [0, 71]
    >>> fan((7, 9, 10), height_px=88, width_px=150)[-1][2] <= 150 - 63
    True
    """
    cards: list[tuple[int | None, bool]] = [(rank, False) for rank in ranks] + [(None, True)] * hidden
    if not cards:
        return []
    width = card_width(height_px)
    wide = [width + round(height_px * 0.09)] * (len(cards) - 1)
    narrow = [round(height_px * 0.2) if down else strip_width(rank, height_px) for rank, down in cards[:-1]]
    room = width_px - width
    if sum(wide) <= room:
        steps: list[float] = [float(step) for step in wide]
    else:
        share = 0.0 if sum(wide) == sum(narrow) else max(0.0, (room - sum(narrow)) / (sum(wide) - sum(narrow)))
        steps = [close + share * (far - close) for close, far in zip(narrow, wide, strict=True)]
    places = [0.0]
    for step in steps:
        places.append(places[-1] + step)
    return [(rank, down, round(x)) for (rank, down), x in zip(cards, places, strict=True)]


def fan_height(ranks: tuple[int | None, ...], *, hidden: int = 0, height_px: int, width_px: int) -> int:
    """The largest height up to ``height_px`` at which the stack goes into ``width_px`` with every numeral free."""
    height = height_px
    while height > 8:
        placed = fan(ranks, hidden=hidden, height_px=height, width_px=width_px)
        if not placed or placed[-1][2] + card_width(height) <= width_px:
            return height
        height -= 1
    return height
