"""Numerals that are small on their card are read from nearer, once net B has said that they are small."""

import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.nets.finder import FoundIndex
from vision.nets.ranks import PATCH_PX, cut_patch
from vision.reading import indices
from vision.reading.reader import Reader
from vision.synth.crowded_families import CROWDED_HELD_OUT
from vision.training.fonts import shipped_fonts
from vision.training.scenes import make_scene

SMALL_PX = 6.5, 10.0
"""Numerals at least and less than so high: people read most of the lower ones, the net without help the higher ones."""


def _shown(seeds: range) -> list[tuple[NDArray[np.uint8], list[FoundIndex], list[int]]]:
    """Pictures of the held-out families with small numerals, their readable indices and what these show."""
    pictures = []
    for family in sorted(CROWDED_HELD_OUT):
        for seed in seeds:
            scene = make_scene(980_000_000 + seed, shipped_fonts(), (family,), conditions="reference")
            told = [i for i in scene.indices if i.rank and i.seen > 0.95 and SMALL_PX[0] <= i.ink_height < SMALL_PX[1]]
            found = [
                FoundIndex(i.x, i.y, math.atan2(i.up_y, i.up_x), i.centre_x, i.centre_y, i.width, i.height, 0.9)
                for i in told
            ]
            pictures.append((scene.image, found, [i.rank for i in told]))
    return pictures


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def test_small_numerals_are_read_where_they_are_found(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = _shown(range(8))

    def right() -> float:
        read = [
            reading.rank == rank
            for image, found, ranks in pictures
            for reading, rank in zip(reader.read_found(image, found), ranks, strict=True)
        ]
        assert len(read) > 40
        return sum(read) / len(read)

    nearer = right()
    monkeypatch.setattr(indices, "SMALL_NUMERAL", 0.0)
    assert nearer > 0.8
    assert nearer > right() + 0.1, "net B alone takes many for none, and misjudges their size"


def test_what_is_known_to_be_small_is_cut_nearer_and_keeps_its_card(reader: Reader) -> None:
    image = np.random.default_rng(3).integers(0, 255, (200, 200, 3), np.uint8)
    usual = FoundIndex(90.0, 80.0, -1.6, 120.0, 140.0, 128.0, 178.0, 0.9, numeral=20.0)
    small = replace(usual, numeral=9.0)
    (far,), (near,) = (reader._cut(image, [index]) for index in (usual, small))
    assert (far == cut_patch(image, 89.5, 79.5, -1.6, 128.0)).all()
    assert (near == cut_patch(image, 89.5, 79.5, -1.6, indices.NEARER * 128.0)).all()
    pose = np.zeros(9, np.float32)
    pose[0], pose[3], pose[4], pose[7:] = 0.1, -1.0, 0.3, np.log(0.35)
    placed = reader._placed(small, pose)
    assert (placed.width, placed.height, placed.centre_x, placed.centre_y) == (128.0, 178.0, 120.0, 140.0)
    side = indices.NEARER * 0.42 * 128.0
    assert placed.numeral == pytest.approx(0.35 * side) and PATCH_PX == near.shape[0]
    assert math.hypot(placed.x - 90.0, placed.y - 80.0) == pytest.approx(0.1 * side)


def test_with_a_taught_deck_every_numeral_is_seen_from_where_it_was_learnt(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = FoundIndex(90.0, 80.0, -1.6, 120.0, 140.0, 128.0, 178.0, 0.9, numeral=9.0)
    assert reader._is_small(small) and not reader._is_small(replace(small, numeral=0.0))
    monkeypatch.setattr(reader, "_taught", object())
    assert not reader._is_small(small)
