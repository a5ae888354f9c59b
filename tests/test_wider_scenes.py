"""Scenes of wider decks, and the plates of any outline on which their numerals stand."""

import numpy as np
import pytest

from vision.synth.face_recipe import _plate_mask
from vision.training.fonts import shipped_fonts
from vision.training.scenes import ILLEGIBLE, make_scene


@pytest.mark.parametrize("size", [(12, 30), (30, 30), (48, 30)])
def test_a_plate_of_any_outline_holds_its_numeral_and_is_the_deck_s_own(size: tuple[int, int]) -> None:
    width, height = size
    plates = [_plate_mask("patch", width, height, seed) for seed in range(30)]
    assert all((one == _plate_mask("patch", width, height, seed)).all() for seed, one in enumerate(plates))
    assert len({one.tobytes() for one in plates}) == len(plates)
    for plate in plates:
        rows, columns = plate.shape
        body = plate[
            rows // 2 - height // 4 : rows // 2 + height // 4, columns // 2 - width // 4 : columns // 2 + width // 4
        ]
        assert (body > 127).mean() > 0.95, "the numeral's middle stands on it"
        assert 0.5 * width * height < np.count_nonzero(plate > 127) < 12 * max(width, height) ** 2


def test_a_scene_of_wider_decks_is_its_seed_s_and_tells_what_cannot_be_read() -> None:
    fonts = shipped_fonts()
    seen = []
    for seed in range(4_000, 4_010):
        scene, again = (make_scene(seed, fonts, conditions="reference", wider=True) for _ in range(2))
        assert (scene.image == again.image).all() and scene.indices == again.indices
        assert {index.rank for index in scene.indices} <= set(range(11))
        seen += [index.seen for index in scene.indices]
    assert sum(one == ILLEGIBLE for one in seen) < 0.2 * len(seen), "most numerals can be read"
    usual = make_scene(4_000, fonts, conditions="reference")
    assert (usual.image != make_scene(4_000, fonts, conditions="reference", wider=True).image).any()
