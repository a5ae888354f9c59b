"""The numeral in the middle of a card, on rendered cards."""

from collections.abc import Sequence
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from vision.frame import BGRImage
from vision.large_numerals import HEIGHT_PX, NOTHING, WIDTH_PX, numeral_patch, read_large_numeral
from vision.ranks import Ranks
from vision.synth.faces import Design, make_design


@pytest.fixture(scope="module")
def ranks() -> Ranks:
    """Net B."""
    return Ranks()


def design_with(family: str, middle: str, which: int) -> Design:
    """One of the designs of a family that print this in the middle."""
    found = (design for design in (make_design(family, seed) for seed in range(500)) if design.recipe.middle == middle)
    return [next(found) for _ in range(which + 1)][which]


def upright(design: Design, label: str) -> BGRImage:
    """A face as the reader gets it: small, and a little noisy."""
    face = design.labelled(label)
    small = cv2.resize(face.image, (WIDTH_PX, HEIGHT_PX), interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(len(label)).normal(0, 3, small.shape)
    return np.asarray(np.clip(small + noise, 0, 255), np.uint8)


def shown(design: Design, labels: Sequence[str], ranks: Ranks) -> list[frozenset[int]]:
    """What the middles of faces show."""
    return [read_large_numeral(upright(design, label), ranks).ranks for label in labels]


@pytest.mark.parametrize(("family", "which"), [("framed", 0), ("worded", 0), ("minimal", 2), ("blackletter", 0)])
def test_a_numeral_in_the_middle_is_its_rank_and_no_other(family: str, which: int, ranks: Ranks) -> None:
    found = shown(design_with(family, "numeral", which), [str(rank) for rank in range(1, 11)], ranks)
    own = [{6, 9} if rank in (6, 9) else {rank} for rank in range(1, 11)]
    assert all(one in (frozenset(), of) for one, of in zip(found, own, strict=True))
    assert sum(bool(one) for one in found) >= 5


@pytest.mark.parametrize(("family", "middle"), [("poker", "pips"), ("framed", "emblem"), ("framed", "picture")])
def test_pips_and_pictures_are_no_numerals(family: str, middle: str, ranks: Ranks) -> None:
    found = shown(design_with(family, middle, 0), [*(str(rank) for rank in range(1, 11)), "K", "+2"], ranks)
    assert set(found) == {frozenset()}


def test_a_numeral_upside_down_is_read_as_well_and_bare_paper_shows_nothing(ranks: Ranks) -> None:
    card = upright(design_with("worded", "numeral", 0), "4")
    assert read_large_numeral(card, ranks).ranks == read_large_numeral(card[::-1, ::-1], ranks).ranks == {4}
    paper = np.full((HEIGHT_PX, WIDTH_PX, 3), 210, np.uint8)
    assert read_large_numeral(paper, ranks) == NOTHING


@pytest.mark.parametrize(
    ("box", "looked_at"),
    [((50, 60, 30, 50), True), ((50, 60, 30, 20), False), ((30, 85, 66, 26), False), ((20, 60, 30, 30), False)],
    ids=["a numeral", "too small", "too wide", "it goes on beyond the middle"],
)
def test_what_has_a_numerals_shape_is_looked_at(box: tuple[int, int, int, int], looked_at: bool) -> None:
    card = np.full((HEIGHT_PX, WIDTH_PX, 3), 210, np.uint8)
    left, top, width, height = box
    card[top : top + height, left : left + width] = 40
    assert (numeral_patch(card) is not None) == looked_at


def test_more_than_two_figures_are_pips() -> None:
    card = np.full((HEIGHT_PX, WIDTH_PX, 3), 210, np.uint8)
    for left in (40, 58, 76):
        card[60:90, left : left + 12] = 40
    assert numeral_patch(card) is None
    card[60:90, 76:88] = 210
    assert numeral_patch(card) is not None


class TwoWays:
    """Net B, sure of one rank as the patch stands and of another upside down."""

    def __init__(self, *ranks: int) -> None:
        self.ranks = ranks

    def look(self, patches: np.ndarray) -> SimpleNamespace:
        """Logits (2, 11)."""
        return SimpleNamespace(logits=10.0 * np.eye(11, dtype=np.float32)[[rank - 1 for rank in self.ranks]])


@pytest.mark.parametrize(
    ("ways", "found"), [((4, 11), {4}), ((4, 7), set()), ((6, 11), {6, 9}), ((9, 6), {6, 9}), ((6, 4), set())]
)
def test_what_shows_two_ranks_shows_none_but_for_a_six_that_is_a_nine(ways: tuple[int, int], found: set[int]) -> None:
    card = np.full((HEIGHT_PX, WIDTH_PX, 3), 210, np.uint8)
    card[60:110, 50:80] = 40
    assert read_large_numeral(card, TwoWays(*ways)).ranks == found  # type: ignore[arg-type]


def test_a_numeral_on_a_picture_or_in_faint_ink_is_not_looked_at() -> None:
    card = np.full((HEIGHT_PX, WIDTH_PX, 3), 210, np.uint8)
    card[60:110, 50:80] = 196
    assert numeral_patch(card) is None
    card[60:110, 50:80] = 40
    card[::5] = 120
    assert numeral_patch(card) is None
