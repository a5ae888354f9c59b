"""A numeral's strokes on a card of nearly the table's colour, and shadows."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from dealer.view import Face
from vision.looking.presence import Presence
from vision.looking.shapes import blank_card
from vision.motion.backdrop import differs_sharply
from vision.tracking.glimpses import Glimpse
from vision.tracking.track import Track

TABLE = np.full((80, 80, 3), (150.0, 160.0, 160.0), np.float32) + np.random.default_rng(3).normal(0, 2, (80, 80, 3))


def darker(rows: slice, columns: slice, factor: float = 0.8) -> NDArray[np.float32]:
    """The table, these of its pixels as in a shadow."""
    now = TABLE.astype(np.float32)
    now[rows, columns] *= factor
    return now


def test_narrow_strokes_differ_sharply_though_each_is_as_dark_as_a_shadow() -> None:
    now = darker(slice(30, 46), slice(40, 42))
    differs = differs_sharply(now, TABLE.astype(np.float32))
    assert differs[31:45, 40:42].mean() > 0.9
    assert differs[:, :30].sum() == 0


@pytest.mark.parametrize("wide", [slice(20, 70), slice(0, 80)])
def test_a_shadow_differs_sharply_nowhere_but_at_its_edge(wide: slice) -> None:
    differs = differs_sharply(darker(wide, wide), TABLE.astype(np.float32))
    assert differs[30:60, 30:60].sum() == 0


def test_a_card_that_is_a_little_lighter_all_over_does_not_differ_sharply() -> None:
    assert not differs_sharply(darker(slice(20, 60), slice(20, 60), 1.05), TABLE.astype(np.float32)).any()


def inside(outline: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Where an outline lies; the pixels are millimetres here."""
    mask = np.zeros(TABLE.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 1)
    return mask.astype(bool)


def around(outline: NDArray[np.float64], grow_mm: float) -> NDArray[np.bool_]:
    """Where an outline lies that is so much larger on each side; a pixel is a millimetre here."""
    size = 2 * abs(round(grow_mm)) + 1
    change = cv2.dilate if grow_mm > 0 else cv2.erode
    return np.asarray(change(inside(outline).astype(np.uint8), np.ones((size, size), np.uint8)), bool)


def judging(
    now: NDArray[np.float32],
    *,
    like_bare: NDArray[np.bool_],
    tracks: tuple[Track, ...] = (),
    known: NDArray[np.bool_] | None = None,
) -> Presence:
    """A look at a table of which all, or what is ``known``, was seen bare before; cards are 40 x 60 mm."""
    everywhere = np.ones(TABLE.shape[:2], bool)
    piece: Any = SimpleNamespace(
        now=now,
        bare=TABLE.astype(np.float32),
        known=everywhere if known is None else known,
        like_bare=like_bare,
        near_bare=like_bare,
        inside=inside,
    )
    look: Any = SimpleNamespace(
        tracks=tracks,
        geometry=SimpleNamespace(to_pixels=lambda points: points, coaster_outlines=dict),
        inside=lambda piece, glimpse, grow_mm: around(glimpse.corners_mm, grow_mm),
    )
    return Presence(look, piece, (40.0, 60.0))


INDICES = np.array([(26.0, 18.0), (54.0, 62.0)])
"""Where the card of these tests prints its indices."""


def card(rank: int | None, none: float = 0.001) -> Glimpse:
    """A card in the middle of the table, that was read as ``rank``, or as none of these with this probability."""
    shares = np.full(11, (1 - none) / 10)
    shares[10] = none
    if rank is not None:
        shares[:10] = 0.0
        shares[rank - 1] = 1 - none
    blank = blank_card(40.0, 40.0, 0.0, face=Face.UP, card_mm=(40.0, 60.0))
    return Glimpse(40.0, 40.0, 0.0, Face.UP, rank, tuple(shares), blank.corners_mm, INDICES)


@pytest.mark.parametrize("has_strokes", [True, False])
def test_a_card_whose_numerals_are_as_dark_as_a_shadow_is_told_by_their_strokes(has_strokes: bool) -> None:
    """Two indices that were read, no other card near, and all of it like the table, in a shadow or not."""
    now = TABLE.astype(np.float32)
    if has_strokes:
        for x, y in INDICES.astype(int):
            now[y - 4 : y + 4, x - 1 : x + 1] *= 0.8
    presence = judging(now, like_bare=np.ones(TABLE.shape[:2], bool))
    eight = card(8)
    assert presence.is_pieced_together(eight, [eight]) is not has_strokes


def printed(extra: tuple[slice, slice] | None = None) -> NDArray[np.bool_]:
    """Where the table changed: two numerals, and perhaps something else."""
    changed = np.zeros(TABLE.shape[:2], bool)
    for x, y in INDICES.astype(int):
        changed[y - 5 : y + 5, x - 4 : x + 4] = True
    if extra is not None:
        changed[extra] = True
    return changed


PICTURE, SLEEVE = (slice(28, 52), slice(30, 50)), (slice(66, 80), slice(10, 80))


@pytest.mark.parametrize(
    ("changed", "may_lie"),
    [
        (printed(), True),
        (printed(PICTURE), True),
        (printed(SLEEVE), False),
        (np.zeros(TABLE.shape[:2], bool), False),
    ],
    ids=["numerals alone", "and a picture", "and something beside it", "nothing came"],
)
def test_print_that_is_no_rank_is_a_card_where_a_card_has_it_and_nothing_else_came(
    changed: NDArray[np.bool_], may_lie: bool
) -> None:
    """A card of the table's colour, whose numerals the reader takes for no rank's."""
    presence = judging(TABLE.astype(np.float32), like_bare=~changed)
    assert presence.can_lie(card(None, none=0.996), changed) is may_lie


def test_print_that_was_taken_for_a_card_when_it_came_stays_one() -> None:
    nothing = np.zeros(TABLE.shape[:2], bool)
    lying = Track(1, card(None, none=0.996), born_s=0.0, rest_s=0.0, face=Face.UP)
    presence = judging(TABLE.astype(np.float32), like_bare=~nothing, tracks=(lying,))
    assert presence.can_lie(card(None, none=0.996), nothing)
    lying.rank = 8
    assert not presence.can_lie(card(None, none=0.996), nothing)


def test_one_index_that_is_no_rank_is_no_card() -> None:
    one = replace(card(None, none=0.996), indices_mm=INDICES[:1])
    assert not judging(TABLE.astype(np.float32), like_bare=~printed()).can_lie(one, printed())


def test_print_beside_what_was_never_seen_bare_is_no_card() -> None:
    """What is there may be all of one thing: the table under it is not known."""
    known = np.ones(TABLE.shape[:2], bool)
    known[:, :24] = False
    presence = judging(TABLE.astype(np.float32), like_bare=~printed(), known=known)
    assert not presence.can_lie(card(None, none=0.996), printed())


def lying(rank: int, indices: NDArray[np.float64] = INDICES) -> Track:
    """A card in the middle of the table that was called, with these indices."""
    track = Track(id=rank, glimpse=replace(card(rank), indices_mm=indices), rest_s=0.0, face=Face.UP, born_s=0.0)
    track.rank, track.counts_as = rank, rank
    return track


def across(rank: int | None, indices: NDArray[np.float64]) -> Glimpse:
    """A reading of these indices alone, which would lie across that card."""
    blank = blank_card(60.0, 40.0, 90.0, face=Face.UP, card_mm=(40.0, 60.0))
    return replace(blank, rank=rank, indices_mm=indices, probabilities=card(rank).probabilities)


@pytest.mark.parametrize(
    ("indices", "changed", "visible", "outlined", "so"),
    [
        (INDICES[:1] + 2.0, False, True, False, True),
        (INDICES[:1] + 8.0, False, True, False, False),
        (INDICES[:1], True, True, False, False),
        (INDICES[:1], False, False, False, False),
        (INDICES[:1], False, True, True, False),
        (INDICES, False, True, False, False),
    ],
    ids=["its index", "beside it", "something came there", "it is covered", "an outline was seen", "both of them"],
)
def test_an_index_of_a_card_that_lies_otherwise_is_no_other_card(
    indices: NDArray[np.float64], changed: bool, visible: bool, outlined: bool, so: bool
) -> None:
    six = lying(6)
    six.visible = visible
    presence = judging(TABLE.astype(np.float32), like_bare=np.zeros(TABLE.shape[:2], bool), tracks=(six,))
    eight = replace(across(8, indices), is_outlined=outlined)
    assert presence.is_index_of_another(eight, np.full(TABLE.shape[:2], changed)) is so
    again = replace(six.glimpse, indices_mm=indices, rank=8)
    assert not presence.is_index_of_another(again, np.full(TABLE.shape[:2], changed)), "the card itself, misread"


@pytest.mark.parametrize(("outlined", "moved", "so"), [(True, True, True), (False, True, False), (True, False, False)])
def test_what_is_pieced_of_a_card_that_lies_there_and_one_that_has_come_is_none(
    outlined: bool, moved: bool, so: bool
) -> None:
    six = lying(6, INDICES[:1])
    four = replace(card(4), indices_mm=INDICES[1:] + 0.5, is_outlined=outlined)
    presence = judging(TABLE.astype(np.float32), like_bare=np.zeros(TABLE.shape[:2], bool), tracks=(six,))
    pieced = across(8, INDICES if moved else INDICES + 9.0)
    changed = np.zeros(TABLE.shape[:2], bool)
    changed[50:75, 40:70] = True  # where the 4 came
    assert presence.is_of_neighbours(pieced, [pieced, four], changed) is so
    assert not presence.is_of_neighbours(pieced, [pieced, four], np.ones(TABLE.shape[:2], bool)), "something lies there"


def test_what_is_pieced_of_two_cards_that_have_come_is_left_to_their_outlines() -> None:
    presence = judging(TABLE.astype(np.float32), like_bare=np.zeros(TABLE.shape[:2], bool))
    four, six = (
        replace(card(rank), indices_mm=INDICES[at : at + 1] + 0.5, is_outlined=True) for at, rank in enumerate((4, 6))
    )
    pieced = across(8, INDICES)
    assert not presence.is_of_neighbours(pieced, [pieced, four, six], np.zeros(TABLE.shape[:2], bool))
