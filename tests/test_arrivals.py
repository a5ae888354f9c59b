"""Cards told by what they changed: on a painted table, through the whole eye, and the shapes by themselves."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from painted_table import Painted, PaintedTable, hand, started

from dealer.view import Area, Face, Place
from vision.looking.arrivals import Explained, nearly_outlines, new_outlines
from vision.motion.backdrop import Piece
from vision.nets.finder import FoundIndex
from vision.nets.index_reading import read_index
from vision.nets.ranks import NONE
from vision.reading.outlines import PRESUMED_HEAT, at_corners, card_in

STACK_1 = Place(Area.STACK, 1)


def ranks(table: PaintedTable) -> list[int | None]:
    return [sighting.rank for sighting in table.view.sightings]


@pytest.mark.parametrize("step_mm", [(20, 0), (0, -22), (14, 16)])
def test_a_second_card_of_a_rank_laid_half_on_the_first_is_a_second_card(step_mm: tuple[float, float]) -> None:
    table = started()
    table.put(Painted(-250, -80, 7))
    table.put(Painted(-250 + step_mm[0], -80 + step_mm[1], 7), frames=12)
    assert ranks(table) == [7, 7]


def test_a_card_that_was_pushed_as_far_is_still_one_card() -> None:
    table = started()
    card = Painted(-250, -80, 7)
    table.put(card)
    card.x_mm += 20
    table.show(12)
    assert ranks(table) == [7]


def test_a_dark_card_on_a_dark_table_is_told() -> None:
    table = PaintedTable()
    table.gain = 0.5  # the cloth is at 30, 48 and 20 levels; a little darker is too dark to play
    table.start()
    table.put(Painted(-250, -80, None, colour=(80, 118, 64)), frames=12)  # 11 levels brighter than the cloth
    (card,) = table.view.sightings
    assert (card.rank, card.face, card.place) == (None, Face.DOWN, STACK_1)


def test_an_arm_that_rests_on_the_table_at_the_start_hides_nothing_when_it_has_gone() -> None:
    table = PaintedTable()
    arm, fingers = hand(-250, -60), Painted(250, -60, None, (60, 60), (110, 130, 190))
    table.things += [arm, fingers]
    for at in range(20):  # the arm rests where it is, fingers move elsewhere: the table is not calm
        fingers.x_mm = 250 + 30 * (at % 2)
        table.show()
    table.take(arm, fingers, frames=8)
    assert not table.view.hidden
    table.put(Painted(-250, -80, 4), frames=8)
    assert ranks(table) == [4]


def test_a_thing_that_was_taken_for_the_table_may_go_again() -> None:
    table = started()
    mat = Painted(-250, -80, None, (110, 110), (160, 60, 60))
    table.put(mat, frames=140)
    assert not table.view.hidden  # it belongs to the table by now
    table.take(mat, frames=8)
    assert not table.view.hidden and not table.view.sightings


QUAD = np.array([[100.0, 100.0], [228.0, 100.0], [228.0, 279.0], [100.0, 279.0]])
"""A card upright in the picture, 128 px wide."""


def index(x: float, y: float, *, up: float = 0.3, heat: float = 0.9) -> FoundIndex:
    """An index whose finder was wrong about the card."""
    return FoundIndex(x=x, y=y, up=up, centre_x=x + 70, centre_y=y + 30, width=110.0, height=160.0, heat=heat)


def test_an_index_stands_with_its_head_towards_the_nearer_short_edge() -> None:
    found = at_corners(QUAD, [index(115, 120), index(213, 260), index(164, 190)], printed=None)
    assert [(round(f.x), round(f.up, 2)) for f in found] == [(115, -1.57), (213, 1.57)]
    assert all((f.centre_x, f.centre_y, f.width) == (164.0, 189.5, 128.0) for f in found)


def test_of_two_indices_near_one_corner_the_stronger_counts() -> None:
    found = at_corners(QUAD, [index(115, 120, heat=0.3), index(118, 124)], printed=None)
    assert [round(f.x) for f in found] == [118]


def test_where_the_deck_prints_its_indices_is_looked_at_in_every_corner() -> None:
    found = at_corners(QUAD, [index(115, 120)], printed=np.array([0.12, 0.16]))
    assert [(round(f.x), round(f.y)) for f in found] == [(115, 120), (213, 120), (213, 259), (115, 259)]


def test_what_was_not_found_on_a_card_is_as_large_as_what_was() -> None:
    small = [replace(index(115, 120), numeral=9.0), replace(index(213, 260), numeral=11.0)]
    assert [f.numeral for f in at_corners(QUAD, small, printed=np.array([0.12, 0.16]))] == [9.0, 10.0, 11.0, 10.0]


def test_presumed_indices_that_show_nothing_are_left_out_and_none_at_all_is_no_call() -> None:
    shown, nothing = np.full((2, 11), -9.0, np.float32), np.full((2, 11), -9.0, np.float32)
    shown[0, 3], shown[1, NONE], nothing[:, NONE] = 9.0, 9.0, 9.0
    corners = at_corners(QUAD, [index(115, 120), index(213, 260)], printed=np.array([0.12, 0.16]))
    read = [read_index(f, shown if f.heat > PRESUMED_HEAT else nothing) for f in corners]
    card = card_in(QUAD, read)
    assert card.rank == 4 and len(card.indices) == 2 and np.allclose(card.quad, QUAD)
    blank = card_in(QUAD, [read_index(f, nothing) for f in corners if f.heat == PRESUMED_HEAT])
    assert blank.rank is None and blank.probabilities[NONE] == 1.0
    presumed = card_in(QUAD, [read_index(f, shown) for f in corners if f.heat == PRESUMED_HEAT])
    assert presumed.rank == 4 and np.isfinite(presumed.quad).all()


def test_indices_that_disagree_are_no_call() -> None:
    corners = at_corners(QUAD, [index(115, 120), index(213, 260)], printed=None)
    logits = np.full((2, 2, 11), -9.0, np.float32)
    logits[:, 1, NONE] = 9.0
    logits[0, 0, 5], logits[1, 0, 8] = 9.0, 9.0
    assert card_in(QUAD, [read_index(f, one) for f, one in zip(corners, logits, strict=True)]).rank is None


@pytest.mark.parametrize(("brighter", "x_mm"), [(9, -250.0), (0, -238.0)])
def test_a_card_of_nearly_the_tables_colour_lies_in_the_outline_that_came(brighter: int, x_mm: float) -> None:
    table = started()
    table.reader.askew_mm = (12.0, 0.0)  # what its indices tell
    colour = (60 + brighter, 95 + brighter, 40 + brighter)
    (seen,) = table.put(Painted(-250, -80, 8, colour=colour), frames=20).sightings
    assert seen.x_mm == pytest.approx(x_mm, abs=4.0)


FAINT = (66, 101, 46)
"""A card of nearly the painted table's colour."""


@pytest.mark.parametrize("step_mm", [(20, -30), (30, 0), (-10, 15), (10, 10), (-8, -8)])
def test_a_card_of_the_tables_colour_that_is_laid_half_on_another_is_a_second_one(step_mm: tuple[float, float]) -> None:
    table = started()
    below = Painted(-250, -80, 8, colour=FAINT)
    above = Painted(-250 + step_mm[0], -80 + step_mm[1], 3, colour=FAINT)
    (first,) = table.put(below, frames=20).sightings
    seen = {sighting.id: sighting.rank for sighting in table.put(above, frames=25).sightings}
    assert seen.pop(first.id, None) == 8 and list(seen.values()) == [3]
    table.take(above, frames=1)
    assert not table.take(below, frames=20).sightings, "the table is bare"


def test_a_card_of_the_tables_colour_is_not_gone_because_something_like_it_covers_its_index() -> None:
    table = started()
    (first,) = table.put(Painted(-250, -80, 8, colour=FAINT), frames=20).sightings
    view = table.put(Painted(-258, -88, None, colour=FAINT), frames=25)
    assert [sighting.id for sighting in view.sightings] == [first.id]


def edges(*shapes: np.ndarray, turn_deg: float = 20.0) -> np.ndarray:
    """The outer edge of what these shapes (in mm) cover together, turned about the origin; 1 mm is a pixel."""
    picture = np.zeros((400, 400), np.uint8)
    for shape in shapes:
        cv2.fillPoly(picture, [(shape + 200).astype(np.int32)], 1)
    contours, _ = cv2.findContours(picture, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    turn = np.radians(turn_deg)
    contour = max(contours, key=cv2.contourArea)[:, 0, :].astype(float) - 200
    return (contour @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])).astype(np.float32)


def box(left: float, bottom: float, width: float, height: float) -> np.ndarray:
    return np.array([(left, bottom), (left + width, bottom), (left + width, bottom + height), (left, bottom + height)])


CARD = box(-33, -46, 66, 92)
"""What a card of 63 x 88 mm about the origin changes."""


@pytest.mark.parametrize(
    "besides",
    [
        [box(20, -56, 12, 12)],  # a speck at its edge
        [box(-33, 46, 14, 7), box(33, -20, 6, 12)],
        [box(-43, -46, 10, 30)],
    ],
)
def test_a_card_with_something_small_beside_it_is_found(besides: list[np.ndarray]) -> None:
    changed = edges(CARD, *besides)
    assert new_outlines([changed], card_mm=(63.0, 88.0)) == ()
    (outline,) = nearly_outlines([changed], card_mm=(63.0, 88.0))
    assert np.hypot(*outline.mean(axis=0)) < 4
    sides = np.linalg.norm(outline - np.roll(outline, 1, axis=0), axis=1)
    assert sorted(sides)[::2] == pytest.approx([63, 88], abs=0.1)


@pytest.mark.parametrize(
    "changed",
    [
        edges(box(-25, -35, 50, 70)),  # smaller than a card
        edges(CARD, box(33, -46, 30, 92)),  # larger
        edges(CARD, box(-10, 46, 20, 60)),  # an arm
        edges(box(-40, -40, 80, 80)),  # a beer mat
    ],
)
def test_what_covers_another_place_than_a_card_would_is_none(changed: np.ndarray) -> None:
    assert nearly_outlines([changed], card_mm=(63.0, 88.0)) == ()


def test_a_card_laid_on_a_known_one_with_specks_beside_it_is_found() -> None:
    """The known one is read again by the index that shows: that is no reason to take for granted what lies on it."""
    table = started()
    table.put(Painted(-250, -80, 7), frames=8)
    for x_mm, y_mm in ((-290, -104), (-262, -152)):
        table.things.append(Painted(x_mm, y_mm, None, (11, 11), (60, 60, 160)))
    table.put(Painted(-262, -104, None, colour=(90, 60, 200)), frames=12)
    assert len(table.view.sightings) == 2


@pytest.mark.parametrize("height_mm", [40, 60])
def test_a_card_and_a_cloth_that_come_over_a_known_card_at_once_are_one_card_more(height_mm: int) -> None:
    """What changed on the known one is not taken for its picture meanwhile: half a card would be left to be told."""
    table = started()
    table.put(Painted(-250, -80, 7), frames=6)
    cloth = Painted(-280, -50, None, (30, height_mm), (60, 60, 160))
    table.things.append(cloth)
    table.put(Painted(-262, -64, None, colour=(90, 60, 200)), frames=4)
    table.take(cloth, frames=10)
    assert len(table.view.sightings) == 2


def test_what_was_never_explained_was_bare_table_where_that_is_known() -> None:
    """A hand may have lain there at each look before: half of a card that comes is no card's shape."""
    bare = np.full((40, 60, 3), 90.0, np.float32)
    now, known = bare.copy(), np.ones((40, 60), bool)
    now[10:30, 20:50] = 200.0
    known[:, 45:] = False
    same = np.zeros((40, 60), bool)
    piece = Piece(now=now, bare=bare, known=known, like_bare=same, near_bare=same, left=5, top=7)
    explained = Explained()
    changed = explained.changed(piece, (200, 200, 3))
    assert changed[10:30, 20:45].all() and np.count_nonzero(changed) == 20 * 25
    explained.explain(piece, np.ones((40, 60), bool))
    assert not explained.changed(piece, (200, 200, 3)).any()
