"""Scenes of wider decks, and the plates of any outline on which their numerals stand."""

from collections.abc import Callable

import numpy as np
import pytest

from vision.synth.face_art import Generator
from vision.synth.face_letters import Lettering
from vision.synth.face_recipe import _plate_mask
from vision.training.clutter import THINGS, Thing
from vision.training.designs import PRINTS, wide_recipe
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
        scene, again = (make_scene(seed, fonts, conditions="reference", decks_of="wider") for _ in range(2))
        assert (scene.image == again.image).all() and scene.indices == again.indices
        assert {index.rank for index in scene.indices} <= set(range(11))
        seen += [index.seen for index in scene.indices]
    assert sum(one == ILLEGIBLE for one in seen) < 0.2 * len(seen), "most numerals can be read"
    usual = make_scene(4_000, fonts, conditions="reference")
    assert (usual.image != make_scene(4_000, fonts, conditions="reference", decks_of="wider").image).any()


def test_a_littered_scene_is_its_seed_s_and_what_lies_about_is_no_index() -> None:
    fonts = shipped_fonts()
    for seed in range(44_800_000, 44_800_004):
        scene, again = (make_scene(seed, fonts, conditions="reference", decks_of="littered") for _ in range(2))
        assert (scene.image == again.image).all() and scene.indices == again.indices
        assert len(scene.indices) <= 4 * len(scene.quads), "only cards have indices"


def test_in_scenes_of_whole_hands_most_cards_lie_under_others_with_an_index_in_sight() -> None:
    fonts = shipped_fonts()
    hidden = shown = 0
    for seed in range(51_200_000, 51_200_006):
        scene, again = (make_scene(seed, fonts, conditions="reference", decks_of="in hands") for _ in range(2))
        assert (scene.image == again.image).all() and scene.indices == again.indices
        for card in {index.card for index in scene.indices}:
            seen = [index.seen for index in scene.indices if index.card == card]
            hidden += min(seen) < 0.5
            shown += min(seen) < 0.5 < 0.8 < max(seen)
    assert shown > 12 and shown > 0.4 * hidden


def test_in_scenes_of_upright_decks_both_ends_of_a_card_show_the_same_way_up() -> None:
    fonts = shipped_fonts()
    ends = 0
    for seed in range(57_600_000, 57_600_006):
        scene, again = (make_scene(seed, fonts, conditions="reference", decks_of="upright") for _ in range(2))
        assert (scene.image == again.image).all() and scene.indices == again.indices
        for card in {index.card for index in scene.indices}:
            own = [index for index in scene.indices if index.card == card]
            assert len(own) == 4 and min(a.up_x * b.up_x + a.up_y * b.up_y for a in own for b in own) > 0.8
            below = [(i.centre_x - i.x) * i.up_x + (i.centre_y - i.y) * i.up_y > 0 for i in own]
            ends += sum(below) == 2
    assert ends > 20


@pytest.mark.parametrize("thing", THINGS)
def test_what_lies_about_covers_what_lies_below_it(thing: Callable[[Generator, Lettering], Thing]) -> None:
    for seed in range(12):
        picture, covers = thing(np.random.default_rng(seed), Lettering("Cabin-Bold.otf"))
        assert picture.shape[:2] == covers.shape and picture.dtype == covers.dtype == np.uint8
        assert (covers > 127).mean() > 0.7 and picture[covers > 127].std() > 5, "something stands on it"


def test_what_an_ablation_leaves_out_is_in_no_scene_and_nothing_else_is_drawn_otherwise() -> None:
    fonts = shipped_fonts()
    scenes = {seed: make_scene(seed, fonts) for seed in range(12)}
    assert any(index.rank == 0 for scene in scenes.values() for index in scene.indices)
    for seed, scene in scenes.items():
        without = make_scene(seed, fonts, without=("foreign cards",))
        assert all(index.rank for index in without.indices)
        level = make_scene(seed, fonts, without=("tilted views",))
        apart = level.quads[:, 0] - level.quads[:, 1] + level.quads[:, 2] - level.quads[:, 3]
        assert np.abs(apart).max(initial=0.0) < 0.01, "from above every card is a rectangle"
        assert (make_scene(seed, fonts, without=()).image == scene.image).all()


def test_what_an_ablation_leaves_out_of_decks_is_in_none() -> None:
    fonts, decks = shipped_fonts(), range(40)
    usual, without = (
        [wide_recipe(np.random.default_rng(seed), fonts, left_out) for seed in decks]
        for left_out in ((), ("strokes", "other prints and grounds"))
    )
    assert any(not deck.lettering.font for deck in usual) and all(deck.lettering.font for deck in without)
    assert any(deck.print in PRINTS for deck in usual) and not any(deck.print in PRINTS for deck in without)
