"""Cards told by what they changed: on a painted table, through the whole eye, and the shapes by themselves."""

import numpy as np
import pytest
from painted_table import Painted, PaintedTable, hand

from dealer.view import Area, Face, Place
from vision.finder import FoundIndex
from vision.merging import read_index
from vision.outlines import PRESUMED_HEAT, at_corners, card_in
from vision.ranks import NONE

STACK_1 = Place(Area.STACK, 1)


def ranks(table: PaintedTable) -> list[int | None]:
    return [sighting.rank for sighting in table.view.sightings]


@pytest.mark.parametrize("step_mm", [(20, 0), (0, -22), (14, 16)])
def test_a_second_card_of_a_rank_laid_half_on_the_first_is_a_second_card(step_mm: tuple[float, float]) -> None:
    table = PaintedTable().start()
    table.put(Painted(-250, -80, 7))
    table.put(Painted(-250 + step_mm[0], -80 + step_mm[1], 7), frames=12)
    assert ranks(table) == [7, 7]


def test_a_card_that_was_pushed_as_far_is_still_one_card() -> None:
    table = PaintedTable().start()
    card = Painted(-250, -80, 7)
    table.put(card)
    card.x_mm += 20
    table.show(12)
    assert ranks(table) == [7]


def test_a_dark_card_on_a_dark_table_is_told() -> None:
    table = PaintedTable()
    table.gain = 0.4  # the cloth is at 24, 38 and 16 levels
    table.start()
    table.put(Painted(-250, -80, None, colour=(85, 123, 68)), frames=12)  # 11 levels brighter than the cloth
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
    table = PaintedTable().start()
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
    table = PaintedTable().start()
    table.reader.askew_mm = (12.0, 0.0)  # what its indices tell
    colour = (60 + brighter, 95 + brighter, 40 + brighter)
    (seen,) = table.put(Painted(-250, -80, 8, colour=colour), frames=20).sightings
    assert seen.x_mm == pytest.approx(x_mm, abs=4.0)


FAINT = (66, 101, 46)
"""A card of nearly the painted table's colour."""


@pytest.mark.parametrize("step_mm", [(20, -30), (30, 0), (-10, 15), (10, 10), (-8, -8)])
def test_a_card_of_the_tables_colour_that_is_laid_half_on_another_is_a_second_one(step_mm: tuple[float, float]) -> None:
    table = PaintedTable().start()
    below = Painted(-250, -80, 8, colour=FAINT)
    above = Painted(-250 + step_mm[0], -80 + step_mm[1], 3, colour=FAINT)
    (first,) = table.put(below, frames=20).sightings
    seen = {sighting.id: sighting.rank for sighting in table.put(above, frames=25).sightings}
    assert seen.pop(first.id, None) == 8 and list(seen.values()) == [3]
    table.take(above, frames=1)
    assert not table.take(below, frames=20).sightings, "the table is bare"


def test_a_card_of_the_tables_colour_is_not_gone_because_something_like_it_covers_its_index() -> None:
    table = PaintedTable().start()
    (first,) = table.put(Painted(-250, -80, 8, colour=FAINT), frames=20).sightings
    view = table.put(Painted(-258, -88, None, colour=FAINT), frames=25)
    assert [sighting.id for sighting in view.sightings] == [first.id]
