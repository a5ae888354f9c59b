"""The nets in eight bits, the last step of the recipe: ``python -m vision.training.quantising``.

The trained models (``float_models``) become those that ship, two to three times as fast: static quantisation, QDQ,
weights in seven of eight signed bits for each channel, activations in eight unsigned ones. What goes in and what comes
out stays as it is. The ranges of the activations are those of drawn scenes of the trained families, from seeds that
neither training nor a check uses, lettered with the shipped fonts: on every machine the same.
"""

import argparse
import hashlib
import json
import math
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets.finder import FoundIndex
from vision.nets.models import MODELS
from vision.nets.ranks import ORIENTATION, SECOND_OPINION, WIDEST_NUMERAL, ZOOMED, cut_zoomed
from vision.reading.reader import Reader
from vision.synth.faces import HELD_OUT
from vision.training.calibration import SCENES as INDEX_SCENES
from vision.training.calibration import held_out_ranks, told
from vision.training.cards import Card, read_card, write_card
from vision.training.checking import check
from vision.training.conditions import Conditions
from vision.training.data import truth_of
from vision.training.folding import fold_first_convolution
from vision.training.fonts import shipped_fonts
from vision.training.orientation import seen_from_index
from vision.training.patches import SEEN_PART, sampled_patches
from vision.training.scenes import Decks, Scene, make_scene

FLOAT_MODELS = Path(__file__).with_name("float_models")
"""The trained models as they were before this step, with their cards."""
FIRST_SCENE = 800_000_000
"""Scenes from this seed on are drawn for the ranges; training's seeds lie below, the checks' above."""
SCENES = 240
PATCHES, BATCH = 3072, 32
AT_ONCE = 16
"""Inputs that are held in memory at a time, with all that the layers make of them."""
QUANTISED = ("Add", "Conv", "MaxPool", "Relu", "Resize")
"""Kinds of layers that are quantised; the others, net B's heads among them, stay in float."""
KEPT_IN_FLOAT = {
    "finder": ("/stem/", "/head/"),
    "ranks": ("/Add", "/rank/", "/pose/"),
    "zoomed": ("/Add", "/rank/", "/pose/"),
    "second": ("/Add", "/rank/", "/pose/"),
    "orientation": ("/Add", "/upright/"),
}
"""Layers that stay in float too, by the beginnings of their names: net A's first, which is no faster in whole numbers,
and its last; net B's scaling of the picture and its heads."""
PERCENTILE = {"finder": 99.9999, "ranks": 99.999, "zoomed": 99.999, "second": 99.999, "orientation": 99.999}
"""A range holds so many of 100 activations; with all of them the few far ones make every step coarse."""
FOLDED = ("ranks", "zoomed", "second")
"""Nets whose first convolution is folded (``vision.training.folding``)."""
LARGE_HEAD = 50_000
"""A head's matrix of more weights than this is stored in eight bits, and used in floats."""
CHECK_SCENES = 60
"""Scenes on which a family's models before and after are compared."""


def calibration_scenes(count: int = SCENES) -> list[Scene]:
    """Scenes of the trained families, half of them in either condition, and of each kind of deck as many."""
    conditions, decks, fonts = get_args(Conditions), get_args(Decks), shipped_fonts()
    each = [(conditions[k % len(conditions)], decks[k // len(conditions) % len(decks)]) for k in range(count)]
    return [make_scene(FIRST_SCENE + k, fonts, conditions=how, decks_of=which) for k, (how, which) in enumerate(each)]


def calibration_patches(scenes: Sequence[Scene], count: int = PATCHES) -> NDArray[np.uint8]:
    """Patches (count, 48, 48, 3) of what net B learns from, a third of them upside down.

    Raises:
        ValueError: the scenes hold fewer.
    """
    rng = np.random.default_rng([FIRST_SCENE, 1])
    upright = [patch for scene in scenes for patch, _, _ in sampled_patches(rng, scene.image, truth_of(scene))]
    patches = [*upright, *(patch[::-1, ::-1] for patch in upright[::2])]
    if len(patches) < count:
        raise ValueError(f"{len(scenes)} scenes hold {len(patches)} patches; {count} are wanted: draw more scenes.")
    return np.stack([patches[k] for k in rng.permutation(len(patches))[:count]])


def zoomed_patches(scenes: Sequence[Scene], count: int = PATCHES) -> NDArray[np.uint8]:
    """Patches (count, 48, 48, 3) of what net D reads, their numerals' sizes off by what net B errs, a third of them
    upside down; places without a numeral among them.

    Raises:
        ValueError: the scenes hold fewer.
    """
    rng = np.random.default_rng([FIRST_SCENE, 2])
    upright = []
    for scene in scenes:
        for i in scene.indices:
            if i.seen < SEEN_PART:
                continue
            numeral = max(i.ink_height, i.ink_width / WIDEST_NUMERAL) * float(np.exp(rng.normal(0, 0.12)))
            up = float(np.arctan2(i.up_y, i.up_x) + rng.normal(0, np.radians(4)))
            index = FoundIndex(i.x, i.y, up, i.centre_x, i.centre_y, i.width, i.height, 1.0, numeral)
            upright.append(cut_zoomed(scene.image, index))
        x, y, up = (float(v) for v in rng.uniform(0, (*scene.image.shape[:2], 2 * np.pi)))
        upright.append(cut_zoomed(scene.image, FoundIndex(x, y, up, 0, 0, 128, 178, 1.0, float(rng.uniform(12, 40)))))
    patches = [*upright, *(patch[::-1, ::-1] for patch in upright[::2])]
    if len(patches) < count:
        raise ValueError(f"{len(scenes)} scenes hold {len(patches)} patches; {count} are wanted: draw more scenes.")
    return np.stack([patches[k] for k in rng.permutation(len(patches))[:count]])


def orientation_patches(scenes: Sequence[Scene], count: int = PATCHES) -> NDArray[np.uint8]:
    """Patches (count, 96, 96, 3) of what net E learns from.

    Raises:
        ValueError: the scenes hold fewer.
    """
    rng = np.random.default_rng([FIRST_SCENE, 3])
    rows = ((scene.image, row) for scene in scenes for row in truth_of(scene) if row[10] >= SEEN_PART)
    upright = [seen_from_index(rng, image, row) for image, row in rows for _ in range(2)]
    patches = [np.rot90(patch, int(rng.integers(4))) for patch in upright]
    if len(patches) < count:
        raise ValueError(f"{len(scenes)} scenes hold {len(patches)} patches; {count} are wanted: draw more scenes.")
    return np.stack([patches[k] for k in rng.permutation(len(patches))[:count]])


def shrink_heads(model_at: Path) -> None:
    """Store the large matrices of a model's heads in eight bits for each of their outputs; they are floats again when
    it is loaded, off by a two hundredth of an output's largest weight at most."""
    import onnx

    model = onnx.load(str(model_at))
    used = {node.input[1] for node in model.graph.node if node.op_type == "Gemm"}
    for weight in [w for w in model.graph.initializer if w.name in used and np.prod(w.dims) > LARGE_HEAD]:
        floats = onnx.numpy_helper.to_array(weight)
        scale = np.abs(floats).max(axis=1, keepdims=True) / 127
        whole = np.round(floats / scale).astype(np.int8)
        model.graph.initializer.remove(weight)
        _store_shrunk(model.graph, weight.name, whole, scale.astype(np.float32))
    onnx.checker.check_model(model)
    onnx.save(model, str(model_at))


def _store_shrunk(graph: Any, name: str, whole: NDArray[np.int8], scale: NDArray[np.float32]) -> None:
    """Let the matrix ``name`` (n, m) of an ONNX graph be ``whole`` times ``scale`` (n, 1). ONNX Runtime multiplies them
    once, when it loads the model; a DequantizeLinear it would leave to every run, an eighth of what net B takes for a
    patch."""
    import onnx

    graph.initializer.append(onnx.numpy_helper.from_array(whole, f"{name}_int8"))
    graph.initializer.append(onnx.numpy_helper.from_array(scale, f"{name}_scale"))
    graph.node.insert(0, onnx.helper.make_node("Cast", [f"{name}_int8"], [f"{name}_whole"], to=onnx.TensorProto.FLOAT))
    graph.node.insert(1, onnx.helper.make_node("Mul", [f"{name}_whole", f"{name}_scale"], [name]))


def quantise(name: str, source: Path, target: Path, inputs: Sequence[NDArray[np.uint8]]) -> None:
    """Write the model ``name`` at ``source`` to ``target`` in eight bits; ``inputs`` are batches of what it is to see.

    Raises:
        ValueError: a layer that is to stay in float is not there.
    """
    import onnx
    from onnxruntime.quantization import CalibrationMethod, QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.calibrate import CalibrationDataReader
    from onnxruntime.quantization.shape_inference import quant_pre_process

    class Inputs(CalibrationDataReader):
        """The batches, a range of them at a time."""

        def __init__(self, input_name: str) -> None:
            self.input_name = input_name
            self.set_range(0, 0)

        def __len__(self) -> int:
            return len(inputs)

        def set_range(self, start_index: int, end_index: int) -> None:
            self.rest = iter(inputs[start_index:end_index])

        def get_next(self) -> dict[str, NDArray[np.uint8]] | None:
            batch = next(self.rest, None)
            return None if batch is None else {self.input_name: batch}

    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(str(source), str(prepared), skip_symbolic_shape=True)
        graph = onnx.load(str(prepared)).graph
        kept = {start: [n.name for n in graph.node if n.name.startswith(start)] for start in KEPT_IN_FLOAT[name]}
        if missing := [start for start, names in kept.items() if not names]:
            raise ValueError(f"{source} has no layers named {', '.join(missing)}; is it the model {name}?")
        quantize_static(
            str(prepared),
            str(target),
            Inputs(graph.input[0].name),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=list(QUANTISED),
            per_channel=True,
            # seven bits: without VNNI two products of eight-bit weights may exceed sixteen bits and be cut off
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=[node for names in kept.values() for node in names],
            calibrate_method=CalibrationMethod.Percentile,
            extra_options={"CalibPercentile": PERCENTILE[name], "CalibStridedMinMax": AT_ONCE},
        )
    if name != "finder":
        shrink_heads(target)
    if name in FOLDED:
        fold_first_convolution(target)


def measured(models: Path, scenes: int = CHECK_SCENES, index_scenes: int = INDEX_SCENES) -> dict[str, Any]:
    """What models get right, lettered with the shipped fonts: indices of ``index_scenes`` of the held-out families with
    the calibration's error, and cards of ``scenes`` each of the trained families and of the held-out ones in both
    conditions."""
    reader, fonts = Reader(models), shipped_fonts()
    result: dict[str, Any] = {"indices": told(*held_out_ranks(reader, fonts, index_scenes))}
    for conditions in get_args(Conditions):
        for what, families in (("trained", ()), ("held-out", tuple(sorted(HELD_OUT)))):
            scores = check(fonts, scenes=scenes, families=families, reader=reader, conditions=conditions)
            result[f"{what} families, {conditions}"] = scores
    return result


def card_of(name: str, before: Card, content: bytes, scenes: int = SCENES) -> Card:
    """The card of a quantised model, out of its float model's: what was measured before is told apart. ``scenes`` were
    drawn for the ranges."""
    earlier = {
        key: before[key] for key in ("sha256", "bytes", "calibration", "scores on rendered scenes") if key in before
    }
    return {
        **{key: value for key, value in before.items() if key not in earlier},
        "sha256": hashlib.sha256(content).hexdigest(),
        "bytes": len(content),
        "quantised": {
            "how": "static, QDQ; weights int8 for each channel, seven bits used; activations uint8",
            "layers": QUANTISED,
            "kept in float": KEPT_IN_FLOAT[name],
            **({} if name == "finder" else {"heads": f"matrices of over {LARGE_HEAD} weights stored in int8"}),
            **({"first convolution": "folded: four places at once, the same sums"} if name in FOLDED else {}),
            "ranges": f"of {PERCENTILE[name]} in 100 activations on {scenes} drawn scenes of the trained families"
            + (f", {range_patches(scenes)} patches" if name != "finder" else ""),
        },
        "before quantising": earlier,
    }


def range_patches(scenes: int) -> int:
    """How many patches are taken of so many scenes for the ranges.

    Raises:
        ValueError: the quantiser, which takes scenes and batches of patches ``AT_ONCE`` at a time, would be left with a
            rest, which it refuses.
    """
    every = math.lcm(AT_ONCE, SCENES * BATCH * AT_ONCE // PATCHES)
    if scenes % every or not scenes:
        raise ValueError(f"{scenes} scenes do not go up in the quantiser's steps: take a multiple of {every}.")
    return PATCHES * scenes // SCENES


def quantise_models(source: Path, target: Path, scenes: int = SCENES) -> None:
    """Write the models of a folder to another one in eight bits, with their cards; net C's, D's and E's only where they
    are there. So many ``scenes`` are drawn for the ranges.

    Raises:
        ValueError: the quantiser does not take so many, see ``range_patches``; nothing is written.
    """
    count = range_patches(scenes)
    target.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    drawn = calibration_scenes(scenes)
    patches = calibration_patches(drawn, count)
    seen = {
        "finder": [scene.image[None] for scene in drawn],
        "ranks": [patches[k : k + BATCH] for k in range(0, len(patches), BATCH)],
    }
    zoomed = zoomed_patches(drawn, count)
    for name in ("zoomed", "second"):
        if (source / f"{name}.onnx").exists():
            seen[name] = [zoomed[k : k + BATCH] for k in range(0, len(zoomed), BATCH)]
    if (source / "orientation.onnx").exists():
        around = orientation_patches(drawn, count)
        seen["orientation"] = [around[k : k + BATCH] for k in range(0, len(around), BATCH)]
    for name, inputs in seen.items():
        model = target / f"{name}.onnx"
        quantise(name, source / f"{name}.onnx", model, inputs)
        write_card(target, name, card_of(name, read_card(source, name), model.read_bytes(), scenes))


def ask_further(models: Path, *names: str) -> None:
    """Let the reader ask nets C, D and E of a folder, where they are there; those ``names`` only, if any are given."""
    card = read_card(models, "ranks")
    for key, name in ((ZOOMED, "zoomed"), (SECOND_OPINION, "second"), (ORIENTATION, "orientation")):
        if (models / f"{name}.onnx").exists() and (not names or name in names):
            card[key] = name
    write_card(models, "ranks", card)


def compare(source: Path, target: Path, scenes: int = CHECK_SCENES, index_scenes: int = INDEX_SCENES) -> dict[str, Any]:
    """Measure both folders' models, of them A and B, and tell it in the cards of the quantised ones."""
    scores = {"before": measured(source, scenes, index_scenes), "after": measured(target, scenes, index_scenes)}
    for name in ("finder", "ranks"):
        card = read_card(target, name)
        card["quantised"]["scores with the shipped fonts"] = scores
        write_card(target, name, card)
    return scores


def main() -> int:
    """Quantise the trained models and compare."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.quantising", description=__doc__)
    parser.add_argument("--source", type=Path, default=FLOAT_MODELS, help="folder of the trained models")
    parser.add_argument("--models", type=Path, default=MODELS, help="folder the quantised models are written to")
    arguments = parser.parse_args()
    quantise_models(arguments.source, arguments.models)
    print(json.dumps(compare(arguments.source, arguments.models), indent=1))
    ask_further(arguments.models)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
