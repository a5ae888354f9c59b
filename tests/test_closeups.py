"""Close-ups that the rank net learns from: the same for the same seed, nothing in them that nobody could read."""

import numpy as np

from vision.nets.ranks import NONE, PATCH_PX
from vision.training.closeups import make_closeups
from vision.training.fonts import shipped_fonts
from vision.training.legibility import is_legible


def numeral_on(ground: int, ink: int, *, inside: int | None = None) -> np.ndarray:
    """A face of 60 x 60 px with a bar of 7 x 15 px in its middle, its inside of another grey where that is given."""
    face = np.full((60, 60, 3), ground, np.uint8)
    face[23:38, 27:34] = ink
    if inside is not None:
        face[25:36, 29:32] = inside
    return face


BAR = np.full((15, 7), 255, np.uint8)


def test_ink_of_the_grounds_colour_is_not_legible() -> None:
    assert is_legible(numeral_on(200, 60), BAR, 30.0, 30.0)
    assert not is_legible(numeral_on(200, 195), BAR, 30.0, 30.0)


def test_a_hollow_numeral_is_legible_by_its_rim() -> None:
    assert is_legible(numeral_on(200, 60, inside=200), BAR, 30.0, 30.0)


def test_faint_ink_is_lost_on_a_busy_ground() -> None:
    busy = np.random.default_rng(1).integers(0, 256, (60, 60, 3), dtype=np.uint8)
    busy[23:38, 27:34] = np.clip(busy[23:38, 27:34].astype(int) + 10, 0, 255)
    assert not is_legible(busy, BAR, 30.0, 30.0)


def test_a_mask_without_ink_is_not_legible() -> None:
    assert not is_legible(numeral_on(200, 60), np.full((15, 7), 90, np.uint8), 30.0, 30.0)


def test_close_ups_of_a_seed_are_the_same_each_time() -> None:
    fonts = shipped_fonts()
    first, again = (list(make_closeups(11, fonts)) for _ in range(2))
    assert len(first) == len(again) > 0
    for (patch, label, pose), (other, other_label, other_pose) in zip(first, again, strict=True):
        assert patch.shape == (PATCH_PX, PATCH_PX, 3) and 0 <= label <= NONE
        assert np.array_equal(patch, other) and label == other_label and np.array_equal(pose, other_pose)
