"""One look at one card: all that a decision is given of the camera's pictures.

This is the seam between looking and deciding. ``LiveLook`` cuts a picture out when it is first asked for, a recorded
look has it already. A decision sees no frame and no geometry of the table.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.belief.likeness import Cut, whole_card
from vision.deck.prints import colours_of
from vision.frame import BGRImage, Frame
from vision.nets.index_reading import SURELY_NONE
from vision.reading.outlines import PrintedPlaces
from vision.reading.snapping import snapped
from vision.table.geometry import TableGeometry
from vision.tracking.glimpses import Glimpse
from vision.tracking.track import Track

ReadMiddle = Callable[[BGRImage, NDArray[np.float64]], NDArray[np.float32]]
"""A reader's ``read_middle``: see ``vision.reading.indices.IndexReader``."""


class CardLook(Protocol):
    """What is seen of a card at ``time_s``. ``free``: nothing can lie on its middle."""

    @property
    def time_s(self) -> float: ...

    @property
    def free(self) -> bool: ...

    @property
    def pictures(self) -> tuple[BGRImage, ...]:
        """Pictures of the indices and what stands around them, upright (96, 96, 3)."""
        ...

    @property
    def whole(self) -> Cut:
        """The whole card, by the outline that its edges in the picture tell."""
        ...

    @property
    def middle(self) -> NDArray[np.float32]:
        """What a large numeral in its middle shows: log probabilities (11,)."""
        ...


class LiveLook:
    """A look at what lies on the table in this ``frame``: see ``CardLook``.

    ``card_mm`` is the cards' width and height. On a face that lies free, and shows no index, the deck ``printed`` its
    numerals all the same.
    """

    def __init__(
        self,
        frame: Frame,
        geometry: TableGeometry,
        glimpse: Glimpse,
        *,
        card_mm: tuple[float, float],
        free: bool = False,
        printed: PrintedPlaces | None = None,
        read_middle: ReadMiddle | None = None,
    ) -> None:
        self.time_s = frame.time_s
        self.free = free
        self._image = frame.image
        self._geometry, self._glimpse, self._card_mm = geometry, glimpse, card_mm
        self._read_middle = read_middle
        self._indices_mm = glimpse.indices_mm
        if free and printed is not None and not len(glimpse.indices_mm):
            self._indices_mm = printed.on(glimpse.corners_mm)

    @cached_property
    def pictures(self) -> tuple[BGRImage, ...]:
        """Pictures of the indices."""
        if not len(self._indices_mm):
            return ()
        return colours_of(self._image, self._geometry, self._glimpse, self._indices_mm)

    @cached_property
    def whole(self) -> Cut:
        """The whole card."""
        return whole_card(self._image, self._corners_px)

    @cached_property
    def middle(self) -> NDArray[np.float32]:
        """What a large numeral in its middle shows."""
        return SURELY_NONE if self._read_middle is None else self._read_middle(self._image, self._corners_px)

    @cached_property
    def _corners_px(self) -> NDArray[np.float64]:
        outline = snapped(self._image, self._geometry, self._glimpse.corners_mm, self._card_mm)
        return self._geometry.to_pixels(outline)


class Witness:
    """Hears all that what cards are called is decided from. This one keeps nothing; a recorder does."""

    def saw(self, track: Track, glimpse: Glimpse, touched: bool, time_s: float) -> None:
        """A look saw a card; told before the card's own state changes."""

    def looked(self, tracks: Mapping[int, Track]) -> None:
        """A look is over, and these cards lie there."""

    def decided(self, look: LiveLook, track: Track) -> None:
        """By this look it was decided what a card is called."""

    def called(self, ranks: Mapping[int, int], tracks: Mapping[int, Track], *, all_face_up: bool) -> None:
        """What the cards are in the game; told before it is taken in."""

    def expected(self, left: Mapping[int, int]) -> None:
        """How many cards of each rank may come."""

    def corrected(self, card: int, rank: int) -> None:
        """A person said what a card is."""


__all__ = ["CardLook", "LiveLook", "Witness"]
