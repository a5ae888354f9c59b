"""Places as the table page draws them: where they are, that they never overlap, and that outlines say the same."""

import math

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.errors import InputError
from dealer.view import ELSEWHERE, TABLE, Area, Place, SeatSeen
from vision.table.places import Layout, middle_from_arrows, on_table, seen_from


def round_layout(seats: int, *, radius_mm: float = 390.0) -> Layout:
    angles = [math.radians(-90 - 360 * index / seats) for index in range(seats)]
    return Layout(
        tuple(
            SeatSeen(index + 1, radius_mm * math.cos(angle), radius_mm * math.sin(angle), math.degrees(angle) + 180)
            for index, angle in enumerate(angles)
        )
    )


def at(layout: Layout, seat: int, right_mm: float, ahead_mm: float) -> Place:
    """The place of a point seen from a seat."""
    coaster = next(each for each in layout.seats if each.seat == seat)
    x_mm, y_mm = on_table(coaster, np.array([[right_mm, ahead_mm]]))[0]
    return layout.place_of(float(x_mm), float(y_mm))


@pytest.mark.parametrize(
    ("right", "ahead", "area"),
    [
        (0, 150, Area.STACK),
        (-165, 55, Area.STACK),
        (165, 255, Area.STACK),
        (0, 45, Area.ELSEWHERE),
        (175, 150, Area.ELSEWHERE),
        (0, 265, Area.ELSEWHERE),
        (60, 0, Area.POINTS),
        (245, -65, Area.POINTS),
        (-245, 45, Area.POINTS),
        (40, 0, Area.ELSEWHERE),
        (255, 0, Area.ELSEWHERE),
        (100, -75, Area.ELSEWHERE),
    ],
)
def test_a_seat_alone_has_the_places_of_the_table_page(right: float, ahead: float, area: Area) -> None:
    layout = Layout((SeatSeen(5, 300.0, -500.0, 37.0),), middle_mm=(2000.0, 2000.0))
    expected = Place(area, 5) if area is not Area.ELSEWHERE else ELSEWHERE
    assert at(layout, 5, right, ahead) == expected


def test_the_table_is_within_160_mm_of_the_middle() -> None:
    layout = round_layout(2)
    assert layout.place_of(159, 0) == TABLE
    assert layout.place_of(161, 0) == ELSEWHERE
    assert layout.place_of(0, 100) == TABLE


def test_what_lies_in_two_places_belongs_to_the_nearer_coaster() -> None:
    first, second = SeatSeen(1, 0.0, -400.0, 90.0), SeatSeen(2, 200.0, -400.0, 90.0)
    layout = Layout((first, second))
    assert layout.place_of(95.0, -250.0) == Place(Area.STACK, 1)
    assert layout.place_of(105.0, -250.0) == Place(Area.STACK, 2)
    close = Layout((SeatSeen(1, 0.0, -280.0, 90.0),))
    assert close.place_of(0.0, -145.0) == Place(Area.STACK, 1)
    assert close.place_of(0.0, -135.0) == TABLE


def test_eight_players_at_a_90_cm_table_have_room_for_a_stack_and_for_points() -> None:
    layout = round_layout(8)
    for seat in range(1, 9):
        assert at(layout, seat, 0, 100) == Place(Area.STACK, seat)
        assert at(layout, seat, 0, 200) == Place(Area.STACK, seat)
        assert at(layout, seat, 90, 0) == Place(Area.POINTS, seat)
        assert at(layout, seat, -90, 0) == Place(Area.POINTS, seat)


@given(
    seats=st.integers(2, 8),
    radius_mm=st.floats(260, 700),
    x_mm=st.floats(-800, 800),
    y_mm=st.floats(-800, 800),
)
@settings(max_examples=200, deadline=None)
def test_a_point_is_in_the_outline_of_its_place_and_of_no_other(
    seats: int, radius_mm: float, x_mm: float, y_mm: float
) -> None:
    layout = round_layout(seats, radius_mm=radius_mm)
    place = layout.place_of(x_mm, y_mm)
    for each in layout.places():
        for outline in layout.polygons_of(each):
            if len(outline) == 0:
                continue
            inside = cv2.pointPolygonTest(outline.astype(np.float32), (x_mm, y_mm), True)
            # An outline is drawn in steps of 5 mm: what lies nearer to it than 1.5 mm may be on either side.
            if inside > 1.5:
                assert each == place
    if place != ELSEWHERE:
        best = max(
            cv2.pointPolygonTest(outline.astype(np.float32), (x_mm, y_mm), True)
            for outline in layout.polygons_of(place)
            if len(outline)
        )
        assert best > -1.5


@pytest.mark.parametrize("seats", range(2, 9))
def test_seats_are_in_clockwise_order_around_the_middle(seats: int) -> None:
    assert round_layout(seats).clockwise() == tuple(range(1, seats + 1))


def test_ids_need_not_be_in_order() -> None:
    layout = Layout(
        (SeatSeen(4, 0, -400, 90), SeatSeen(7, -400, 0, 0), SeatSeen(2, 0, 400, -90), SeatSeen(5, 400, 0, 180))
    )
    assert layout.clockwise() == (2, 5, 4, 7)


def test_the_middle_is_where_the_arrows_point() -> None:
    layout = round_layout(3)
    shifted = [SeatSeen(seat.seat, seat.x_mm + 50, seat.y_mm - 20, seat.facing_deg) for seat in layout.seats]
    assert middle_from_arrows(shifted) == pytest.approx((50, -20), abs=1)


def test_two_who_face_each_other_have_the_middle_between_them() -> None:
    pair = [SeatSeen(1, 0, -400, 90), SeatSeen(2, 0, 300, -90)]
    assert middle_from_arrows(pair) == pytest.approx((0, -50), abs=1)


def test_an_unknown_seat_has_no_outline() -> None:
    with pytest.raises(InputError, match="seats 1, 2"):
        round_layout(2).polygon_of(Place(Area.STACK, 3))
    with pytest.raises(InputError):
        round_layout(2).polygon_of(ELSEWHERE)


def test_seen_from_and_on_table_are_each_others_inverse() -> None:
    seat = SeatSeen(1, 120.0, -300.0, 71.0)
    x_mm, y_mm = on_table(seat, np.array([[33.0, 44.0]]))[0]
    assert seen_from(seat, float(x_mm), float(y_mm)) == pytest.approx((33, 44))
