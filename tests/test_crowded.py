"""Families with small numerals close to pictures: the numerals are small, the pictures close, and two families stay
out of training."""

import numpy as np
import pytest

from vision.synth.crowded_families import CROWDED, CROWDED_HELD_OUT, LARGEST, SMALLEST
from vision.synth.face_marks import figure, mark, mark_width
from vision.synth.faces import FAMILIES, make_design
from vision.training.data import CROWDED_SHARDS, WIDER_SHARDS, decks_of
from vision.training.designs import CROWDED_SHARES, crowded_recipe
from vision.training.fonts import shipped_fonts
from vision.training.scenes import TRAINED, make_scene


@pytest.mark.parametrize("family", CROWDED)
def test_each_rank_has_a_small_numeral_and_a_picture_close_to_it(family: str) -> None:
    near = 0
    for seed in range(6):
        design = make_design(family, seed)
        assert SMALLEST <= design.recipe.height_mm / design.size_mm[0] <= LARGEST
        for rank in range(1, 11):
            face = design.face(rank)
            (x, y), (half_w, half_h) = face.index_centres_mm[0], (side / 2 for side in face.index_size_mm)
            box = [round(4 * at) for at in (y - half_h, y + half_h, x - half_w, x + half_w)]
            numeral = face.image[box[0] : box[1], box[2] : box[3]]
            assert numeral.reshape(-1, 3).std(0).max() > 5, f"no numeral on the {rank} of {design.name}"
            top, low, left, right = box
            reach = low - top
            around = face.image[max(0, top - reach) : low + reach, max(0, left - reach) : right + reach].astype(int)
            at = (min(top, reach), min(left, reach))
            around[max(0, at[0] - 3) : at[0] + reach + 3, max(0, at[1] - 3) : at[1] + right - left + 3] = around[0, -1]
            near += int(np.ptp(around.reshape(-1, 3), axis=0).max() > 40)
    assert near > 0.5 * 60, "on most cards a picture, a frame or a mark begins within a numeral's height"


def test_faces_of_crowded_families_are_their_seed_s() -> None:
    for family in CROWDED:
        one, other = (make_design(family, seed).labelled("7").image for seed in (3, 4))
        make_design.cache_clear()
        assert (make_design(family, 3).labelled("7").image == one).all()
        assert one.shape != other.shape or (one != other).any()
        assert make_design(family, 3).labelled("K").image.shape == one.shape


def test_marks_are_drawn_in_several_colours_and_figures_hold_them() -> None:
    for kind in ("coin", "cup", "sword", "stick", "rose", "heart", "bell", "leaf", "acorn", "wand", "star"):
        picture, mask = mark(kind, 60, 5)
        assert mask.shape == (60, round(60 * mark_width(kind))) and 0.2 < (mask > 127).mean() < 1.0
        assert len(np.unique((picture[mask > 127] // 32), axis=0)) >= 3, kind
    image, covered = figure(np.random.default_rng(1), 240, 120, "sword")
    assert image.shape[:2] == covered.shape == (240, 120) and 0.2 < (covered > 127).mean() < 0.9


def test_two_crowded_families_are_kept_from_training() -> None:
    assert set(CROWDED_SHARES) == set(CROWDED) - CROWDED_HELD_OUT and len(CROWDED_HELD_OUT) == 2
    assert not set(CROWDED) & set(FAMILIES) and not set(CROWDED) & set(TRAINED)
    fonts = shipped_fonts()
    drawn = [crowded_recipe(np.random.default_rng(seed), fonts).crowd for seed in range(40)]
    kept = [make_design(family, seed).recipe.crowd for family in CROWDED_HELD_OUT for seed in range(10)]
    trained_marks = {kind for crowd in drawn if crowd for kind in crowd.marks}
    assert trained_marks == {"coin", "cup", "sword", "stick", "rose"}
    assert not trained_marks & {kind for crowd in kept if crowd for kind in crowd.marks}
    assert not any(crowd.scenery == "landscape" or crowd.stalks for crowd in drawn if crowd)


def test_crowded_shards_lie_beyond_the_wider_ones_and_show_small_numerals_large_enough_to_read() -> None:
    assert [decks_of(number) for number in (3, WIDER_SHARDS, CROWDED_SHARDS)] == ["usual", "wider", "crowded"]
    fonts, heights = shipped_fonts(), []
    for seed in range(4_000, 4_006):
        scene, again = (make_scene(seed, fonts, conditions="reference", decks_of="crowded") for _ in range(2))
        assert (scene.image == again.image).all() and scene.indices == again.indices
        heights += [index.ink_height / index.width for index in scene.indices]
    assert heights and 0.03 < min(heights) and max(heights) < 0.14, "some are seen aslant"
