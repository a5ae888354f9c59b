"""The models in eight bits: what their ranges are drawn from, and what their cards tell."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from vision.nets.models import MODELS
from vision.nets.ranks import CLASSES
from vision.nets.runtime import ort
from vision.synth.faces import HELD_OUT
from vision.training import quantising, scenes
from vision.training.checking import CHECK_SEED
from vision.training.quantising import (
    AT_ONCE,
    BATCH,
    FLOAT_MODELS,
    SCENES,
    calibration_patches,
    calibration_scenes,
    card_of,
    quantise_models,
    range_patches,
)


def test_ranges_come_from_trained_families_and_from_seeds_of_their_own() -> None:
    assert quantising.FIRST_SCENE + quantising.SCENES < CHECK_SEED
    assert not HELD_OUT & set(scenes.TRAINED)


def test_the_same_patches_are_drawn_every_time() -> None:
    drawn = calibration_scenes(2)
    again = calibration_scenes(2)
    assert all((one.image == other.image).all() for one, other in zip(drawn, again, strict=True))
    patches = calibration_patches(drawn, 12)
    assert patches.shape == (12, 48, 48, 3) and patches.dtype == np.uint8
    assert (patches == calibration_patches(again, 12)).all()


def test_too_few_scenes_are_refused() -> None:
    with pytest.raises(ValueError, match="draw more scenes"):
        calibration_patches(calibration_scenes(1), 10_000)


@pytest.mark.parametrize("scenes", [80, SCENES])
def test_scenes_for_the_ranges_go_up_in_the_quantisers_steps(scenes: int) -> None:
    assert scenes % AT_ONCE == 0
    assert range_patches(scenes) % (BATCH * AT_ONCE) == 0


@pytest.mark.parametrize("scenes", [0, 60, 120])
def test_others_are_refused_before_anything_is_written(scenes: int, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"{scenes} scenes .* multiple of 80"):
        quantise_models(FLOAT_MODELS, tmp_path / "models", scenes)
    assert not (tmp_path / "models").exists()


def test_a_card_tells_what_was_measured_before_apart() -> None:
    trained = {"sha256": "0", "bytes": 4, "temperature": 1.2, "calibration": {"right": 0.9}, "make": 1}
    card = card_of("ranks", trained, b"whole numbers")
    assert card["sha256"] == hashlib.sha256(b"whole numbers").hexdigest() and card["bytes"] == 13
    assert card["temperature"] == 1.2 and card["make"] == 1 and "calibration" not in card
    assert card["before quantising"] == {"sha256": "0", "bytes": 4, "calibration": {"right": 0.9}}


@pytest.mark.parametrize("name", ["finder", "ranks", "second", "zoomed", "orientation"])
def test_the_shipped_models_are_made_of_the_trained_ones_that_are_kept(name: str) -> None:
    def card(folder: Path) -> dict[str, object]:
        return dict(json.loads((folder / f"{name}.json").read_text(encoding="utf-8")))

    kept = hashlib.sha256((FLOAT_MODELS / f"{name}.onnx").read_bytes()).hexdigest()
    shipped = card(MODELS)
    assert card(FLOAT_MODELS)["sha256"] == kept
    assert isinstance(shipped["before quantising"], dict) and shipped["before quantising"]["sha256"] == kept
    calibration = ("temperature", "none shift")  # or quantising again would lose it
    assert [shipped.get(key) for key in calibration] == [card(FLOAT_MODELS).get(key) for key in calibration]
    assert (MODELS / f"{name}.onnx").stat().st_size < 0.6 * (FLOAT_MODELS / f"{name}.onnx").stat().st_size


@pytest.mark.parametrize("name", ["ranks", "second", "zoomed", "orientation"])
def test_heads_stored_in_eight_bits_are_floats_once_a_model_is_loaded(name: str, tmp_path: Path) -> None:
    options = ort.SessionOptions()
    options.optimized_model_filepath = str(tmp_path / "loaded.onnx")
    options.log_severity_level = 3
    ort.InferenceSession(MODELS / f"{name}.onnx", options, providers=["CPUExecutionProvider"])
    assert b"_int8" in (MODELS / f"{name}.onnx").read_bytes()
    assert b"_int8" not in (tmp_path / "loaded.onnx").read_bytes()


@pytest.mark.parametrize("name", ["ranks", "second", "zoomed"])
def test_the_shipped_nets_say_what_the_trained_ones_say(name: str) -> None:
    patches = calibration_patches(calibration_scenes(6), 60)
    shipped, trained = (
        ort.InferenceSession(folder / f"{name}.onnx", providers=["CPUExecutionProvider"]).run(
            ["output"], {"patch": patches}
        )[0]
        for folder in (MODELS, FLOAT_MODELS)
    )
    assert (shipped[:, :CLASSES].argmax(1) == trained[:, :CLASSES].argmax(1)).mean() > 0.9
