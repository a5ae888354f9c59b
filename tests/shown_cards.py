"""Cards as they were read, and a stand-in for the nets that look at them again."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from dealer.rules.cards import RANKS
from dealer.view import Face
from vision.belief.many_looks import HARDLY, Bounds
from vision.deck.prints import grey_of
from vision.frame import BGRImage
from vision.looking.shapes import blank_card
from vision.tracking.track import Track

PICTURE = np.full((96, 96, 3), 90, np.uint8)


def read_as(rank: int, *, indices: int = 2, outlined: bool = True) -> Track:
    """A card that was read so, by so many indices."""
    blank = blank_card(0, 0, 0, face=Face.UP, card_mm=(63, 88))
    glimpse = replace(blank, rank=rank, indices_mm=blank.corners_mm[:indices], is_outlined=outlined)
    track = Track(id=1, glimpse=glimpse, rest_s=0.0, face=Face.UP, born_s=0.0)
    track.rank = rank
    return track


class Shows:
    """Stands in for the nets: each card shows what it was read as, ``however`` it is looked at or not."""

    def __init__(self, *, however: bool, hardly: bool = False) -> None:
        self.however, self.hardly = however, hardly
        self.asked: list[tuple[int, int]] = []
        self.least: list[Bounds] = []
        self.against: list[Bounds] = []
        self.rivals: set[int] = set()
        self.unlike: Collection[int] = ()
        self.closes = False
        self.closing: list[tuple[int, ...]] = []

    def shows(
        self,
        card: int,
        rank: int,
        pictures: list[BGRImage],
        *,
        time_s: float,
        least: Sequence[Bounds],
        unlike: Collection[int] = (),
    ) -> bool:
        self.asked.append((card, rank))
        self.least.extend(least)
        self.unlike = unlike
        assert pictures and all(grey_of(picture).shape == (48, 48) for picture in pictures)
        return self.however

    def hardly_shows(
        self,
        card: int,
        rank: int,
        pictures: list[BGRImage],
        *,
        time_s: float,
        least: Bounds = HARDLY,
        rivals: Collection[int] = RANKS,
    ) -> bool:
        self.against.append(least)
        self.rivals = set(rivals)
        return self.hardly

    def may_close(self, card: int, ranks: tuple[int, ...], pictures: list[BGRImage], *, time_s: float) -> bool:
        self.closing.append(ranks)
        return self.closes

    def forget(self, card: int) -> None:
        pass
