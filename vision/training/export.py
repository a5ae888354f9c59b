"""From trained nets to the ONNX files that ship, with their cards."""

import hashlib
import warnings
from pathlib import Path
from typing import Any

import torch

from vision.nets.models import MAKE
from vision.nets.orientation import ORIENTATION_PX
from vision.nets.ranks import FEATURES, NUMERAL_SHARE, PATCH_PX
from vision.training.cards import write_card
from vision.training.nets import FinderNet, OrientationNet, RankNet, SecondNet, ZoomedNet

Net = FinderNet | RankNet | ZoomedNet | OrientationNet
ABOUT_FEATURES = (
    "second output: float32 (n, 1152), the body's pooled picture, which both heads see; taught decks are compared in it"
)


def add_features(path: Path) -> None:
    """Let a ``ranks.onnx`` give out what its heads see as ``features``; its weights stay as they are.

    Raises:
        ValueError: its graph has not exactly one place where the body is flattened.
    """
    import onnx

    model = onnx.load(str(path))
    if FEATURES in {output.name for output in model.graph.output}:
        return
    flat = [node for node in model.graph.node if node.op_type == "Flatten"]
    if len(flat) != 1:
        raise ValueError(f"{path} has {len(flat)} places where the body is flattened, expected 1: is it net B?")
    seen = flat[0].output[0]
    size = next(
        weight.dims[1]
        for node in model.graph.node
        if node.op_type == "Gemm" and node.input[0] == seen
        for weight in model.graph.initializer
        if weight.name == node.input[1]
    )
    model.graph.node.append(onnx.helper.make_node("Identity", [seen], [FEATURES], name=FEATURES))
    model.graph.output.append(onnx.helper.make_tensor_value_info(FEATURES, onnx.TensorProto.FLOAT, ["patches", size]))
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def _kind(net: Net) -> tuple[str, str, str]:
    """A net's name, the name of what goes in, and what that is."""
    if isinstance(net, FinderNet):
        return "finder", "image", "(n, height, width, 3)"
    if isinstance(net, OrientationNet):
        side = ORIENTATION_PX
        return "orientation", "patch", f"(n, {side}, {side}, 3), an index in the middle, turned by any quarters"
    upright = f"(n, {PATCH_PX}, {PATCH_PX}, 3), upright at the index"
    if isinstance(net, ZoomedNet):
        name = "second" if isinstance(net, SecondNet) else "zoomed"
        return name, "patch", f"{upright}, its numeral {round(NUMERAL_SHARE * PATCH_PX)} px high"
    return "ranks", "patch", upright


def export(net: Net, folder: Path, card: dict[str, Any]) -> Path:
    """Write ``finder.onnx``, ``ranks.onnx``, ``zoomed.onnx``, ``second.onnx`` or ``orientation.onnx`` and its card;
    returns the model's path."""
    folder.mkdir(parents=True, exist_ok=True)
    name, source, taken = _kind(net)
    side = ORIENTATION_PX if name == "orientation" else PATCH_PX
    example = torch.zeros((1, 64, 64, 3) if name == "finder" else (2, side, side, 3), dtype=torch.uint8)
    axes = {0: "pictures", 1: "height", 2: "width"} if name == "finder" else {0: "patches"}
    path = folder / f"{name}.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net.eval(), (example,), str(path), input_names=[source], output_names=["output"],
            dynamic_axes={source: axes}, opset_version=17, dynamo=False,
        )  # fmt: skip
    if name == "ranks":
        add_features(path)
    content = path.read_bytes()
    facts = {
        "name": name,
        "make": MAKE,
        "sha256": hashlib.sha256(content).hexdigest(),
        "bytes": len(content),
        "weights": sum(p.numel() for p in net.parameters()),
        "input": f"{source}: uint8, BGR, {taken}",
        "output": " ".join((type(net).__doc__ or "").split()),
        **({"features": ABOUT_FEATURES} if name == "ranks" else {}),
    }
    write_card(folder, name, facts | card)
    return path
