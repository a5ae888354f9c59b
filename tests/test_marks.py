"""What people are told apart by: outlines that differ without colour, colours that are seen on every ground."""

import itertools

import pygame
import pytest

from dealer.display import palette
from dealer.display.evening_marks import COLOURS
from dealer.display.palette import LEAST_CONTRAST, RGB, contrast
from dealer.display.shapes import SHAPES, shape_image
from dealer.journal import people

MOST_ALIKE = 0.82
"""Of the ground that two outlines cover together, the share that both cover."""

SMALL_PX = 24
"""As small as a mark stands in a chart."""


def outline(shape: str) -> pygame.mask.Mask:
    return pygame.mask.from_surface(shape_image(shape, SMALL_PX, palette.CREAM), 127)


def test_there_are_as_many_as_the_list_of_people_gives_out() -> None:
    assert (len(SHAPES), len(COLOURS)) == (people.SYMBOLS, people.COLOURS)
    assert len(set(SHAPES)) >= 12 and len(set(COLOURS)) == len(COLOURS)


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(SHAPES, 2)))
def test_outlines_differ_without_colour(one: str, other: str) -> None:
    first, second = outline(one), outline(other)
    both = first.overlap_area(second, (0, 0))
    assert both / (first.count() + second.count() - both) <= MOST_ALIKE


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_fills_its_square(shape: str) -> None:
    covered = outline(shape)
    (rect,) = (rects[0].unionall(rects[1:]) for rects in [covered.get_bounding_rects()])
    assert max(rect.size) >= 0.8 * SMALL_PX and min(rect.size) >= 0.5 * SMALL_PX
    assert covered.count() >= 0.17 * SMALL_PX**2


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("ground", [palette.NIGHT, palette.PANEL, palette.RAISED])
def test_colours_are_seen_on_every_ground(colour: RGB, ground: RGB) -> None:
    assert contrast(colour, ground) >= LEAST_CONTRAST
