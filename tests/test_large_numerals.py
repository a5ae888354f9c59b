"""The numeral in the middle of a card, on rendered cards."""

from collections.abc import Sequence
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from vision.frame import BGRImage
from vision.nets.ranks import PATCH_PX, Ranks
from vision.reading import large_numerals
from vision.reading.large_numerals import (
    CARD_WIDTH_MM,
    HEIGHT_PX,
    NOTHING,
    NUMERALS_MM,
    WIDTH_PX,
    LargeNumeral,
    middle_patches,
    read_large_numeral,
)
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


def test_the_middle_is_shown_at_every_size_as_it_stands_and_upside_down() -> None:
    card = np.full((HEIGHT_PX, WIDTH_PX, 3), 210, np.uint8)
    high = NUMERALS_MM[2] * WIDTH_PX / CARD_WIDTH_MM
    top = (HEIGHT_PX - high) / 2
    card[round(top) : round(top + high), 60:68] = 40
    card[round(top), 40:60] = 40  # at its head alone
    patches = middle_patches(card)
    assert patches.shape == (2 * len(NUMERALS_MM), PATCH_PX, PATCH_PX, 3)
    heights = [int((patch[:, PATCH_PX // 2, 0] < 125).sum()) for patch in patches[::2]]
    assert heights == sorted(heights, reverse=True)
    assert abs(heights[2] - PATCH_PX / 2) <= 1, "the numeral stands half as high as the patch that is made for it"
    assert np.array_equal(patches[4], patches[5][::-1, ::-1]) and not np.array_equal(patches[4], patches[5])


class Net:
    """Of each of the seven sizes and two ways up, as it is or its negative, it gives ``share`` to a rank, and the rest
    to none of ours."""

    def __init__(self, shows: dict[tuple[int, int], int], *, share: float, negative: float | None = None) -> None:
        self.shows, self.share, self.negative = shows, share, share if negative is None else negative
        self.asked = 0

    def logits(self, patches: np.ndarray) -> np.ndarray:
        """Logits (n, 11) of some of ``PATCHES`` or their negatives."""
        self.asked += 1
        shares = np.full((len(patches), 11), 1e-6)
        shares[:, 10] = 1.0
        for number, patch in enumerate(patches):
            negative = patch.max() < 128
            at = int(255 - patch.max() if negative else patch.max()) - BRIGHT
            rank = self.shows.get((at // 2, at % 2))
            if rank is not None:
                shares[number, rank - 1] = self.negative if negative else self.share
                shares[number, 10] = 1 - shares[number, rank - 1]
        return np.log(shares).astype(np.float32)


BRIGHT = 200
PATCHES = np.stack([np.full((2, 2, 3), BRIGHT + number, np.uint8) for number in range(2 * len(NUMERALS_MM))])
"""In place of a card's middle: each size and way up in a grey of its own, by which the nets of these tests know it."""


def read_by(zoomed: Net | None, second: Net | None = None) -> LargeNumeral:
    """What these nets show."""
    nets, card = SimpleNamespace(zoomed=zoomed, second=second), np.zeros((HEIGHT_PX, WIDTH_PX, 3), np.uint8)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(large_numerals, "middle_patches", lambda _: PATCHES)
        return read_large_numeral(card, nets)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("sizes", "way", "found"),
    [((0, 1, 2), 0, {4}), ((4, 5, 6), 1, {4}), ((0, 1), 0, set()), ((0, 1, 3), 0, set()), ((), 0, set())],
    ids=["small", "large, upside down", "at two sizes", "not in a row", "nowhere"],
)
def test_what_shows_its_rank_at_three_sizes_in_a_row_is_a_numeral(
    sizes: tuple[int, ...], way: int, found: set[int]
) -> None:
    assert read_by(Net({(size, way): 4 for size in sizes}, share=0.95)).ranks == found


def test_three_sizes_one_of_them_the_other_way_up_are_none() -> None:
    assert read_by(Net({(0, 0): 4, (1, 1): 4, (2, 0): 4}, share=0.95)) == NOTHING


@pytest.mark.parametrize(
    ("other", "found"), [(4, set()), (11, {6, 9}), (9, {6, 9}), (6, {6, 9})], ids=["a 4", "none", "a 9", "a 6"]
)
def test_what_shows_two_ranks_shows_none_but_for_a_six_that_is_a_nine(other: int, found: set[int]) -> None:
    upright, turned = {(size, 0): 6 for size in range(3)}, {(size, 1): other for size in range(3)}
    assert read_by(Net({**upright, **turned}, share=0.95)).ranks == found


@pytest.mark.parametrize(
    ("first", "negative", "second", "found"),
    [(0.95, 0.95, 0.95, True), (0.95, 0.0001, 0.95, False), (0.95, 0.95, 0.0001, False), (0.6, 0.95, 0.95, True)],
    ids=["both", "its negative does not", "the second does not", "less of the first look"],
)
def test_both_nets_must_show_it_by_the_patch_and_by_its_negative(
    first: float, negative: float, second: float, found: bool
) -> None:
    shows = {(size, 0): 4 for size in range(2, 5)}
    told = read_by(Net(shows, share=first, negative=negative), Net(shows, share=second))
    assert told.ranks == ({4} if found else set())
    assert told.share == (pytest.approx(0.95, abs=0.15) if found else 0.0)


def test_where_the_first_net_sees_nothing_the_others_are_not_asked() -> None:
    second = Net({}, share=0.9)
    zoomed = Net({(0, 0): 4, (1, 0): 4}, share=0.9)
    assert read_by(zoomed, second) == NOTHING and (zoomed.asked, second.asked) == (1, 0)
    zoomed = Net({(1, 0): 4, (2, 0): 4}, share=0.9)
    assert read_by(zoomed, second) == NOTHING and (zoomed.asked, second.asked) == (2, 0)


def test_without_net_d_nothing_is_read() -> None:
    assert read_by(None) == NOTHING
