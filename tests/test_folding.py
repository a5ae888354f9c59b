"""The first convolution of a net, done for four places at once, says what it said before."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from vision.nets.models import MODELS
from vision.nets.runtime import ort
from vision.training.folding import fold_first_convolution
from vision.training.quantising import FOLDED

SIDES, OUTPUTS = (12, 16), 5


def net(
    at: Path, *, sides: tuple[int, int] = SIDES, pool: int = 2, kernel: int = 3, pool_is_used_twice: bool = False
) -> Path:
    """A quantised net (QDQ) of one convolution and a maximum, with weights by chance."""
    rng = np.random.default_rng(7)
    stored = {
        "input_scale": np.float32(0.01),
        "input_zero": np.uint8(3),
        "scale": np.float32(0.3),
        "zero": np.uint8(117),
        "weights": rng.integers(-64, 64, (OUTPUTS, 3, kernel, kernel)).astype(np.int8),
        "weight_scale": rng.uniform(0.005, 0.03, OUTPUTS).astype(np.float32),
        "weight_zero": np.zeros(OUTPUTS, np.int8),
        "bias": rng.integers(-900, 900, OUTPUTS).astype(np.int32),
        "bias_scale": rng.uniform(0.0001, 0.0003, OUTPUTS).astype(np.float32),
        "bias_zero": np.zeros(OUTPUTS, np.int32),
    }
    nodes = [
        helper.make_node("Transpose", ["patch"], ["planes"], perm=[0, 3, 1, 2]),
        helper.make_node("Cast", ["planes"], ["levels"], to=TensorProto.FLOAT),
        helper.make_node("QuantizeLinear", ["levels", "input_scale", "input_zero"], ["q0"]),
        helper.make_node("DequantizeLinear", ["q0", "input_scale", "input_zero"], ["d0"]),
        helper.make_node("DequantizeLinear", ["weights", "weight_scale", "weight_zero"], ["w"], axis=0),
        helper.make_node("DequantizeLinear", ["bias", "bias_scale", "bias_zero"], ["b"], axis=0),
        helper.make_node("Conv", ["d0", "w", "b"], ["c"], kernel_shape=[kernel] * 2, pads=[1] * 4),
        helper.make_node("QuantizeLinear", ["c", "scale", "zero"], ["q1"]),
        helper.make_node("DequantizeLinear", ["q1", "scale", "zero"], ["d1"]),
        helper.make_node("MaxPool", ["d1"], ["p"], kernel_shape=[pool] * 2, strides=[pool] * 2),
        helper.make_node("QuantizeLinear", ["p", "scale", "zero"], ["q2"]),
        helper.make_node("DequantizeLinear", ["q2", "scale", "zero"], ["output"]),
    ]
    if pool_is_used_twice:
        nodes.append(helper.make_node("Identity", ["p"], ["once_more"]))
    given = helper.make_tensor_value_info("patch", TensorProto.UINT8, ["patches", *sides, 3])
    told = helper.make_tensor_value_info("output", TensorProto.FLOAT, ["patches", OUTPUTS, "down", "across"])
    graph = helper.make_graph(
        nodes, "net", [given], [told], [numpy_helper.from_array(np.asarray(v), k) for k, v in stored.items()]
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), str(at))
    return at


def said(model: Path, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    session = ort.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    output: NDArray[np.float32] = session.run(["output"], {"patch": patches})[0]
    return output


def test_a_folded_net_says_the_same(tmp_path: Path) -> None:
    model = net(tmp_path / "net.onnx")
    patches = np.random.default_rng(1).integers(0, 256, (4, *SIDES, 3)).astype(np.uint8)
    before = said(model, patches)
    fold_first_convolution(model)
    after = said(model, patches)
    assert before.shape == (4, OUTPUTS, SIDES[0] // 2, SIDES[1] // 2) and len(np.unique(before)) > 20
    assert (after == before).all()
    assert "SpaceToDepth" in {node.op_type for node in onnx.load(str(model)).graph.node}


@pytest.mark.parametrize(
    ("shape", "told"),
    [
        ({"pool": 3}, "cannot be folded"),
        ({"kernel": 5}, "cannot be folded"),
        ({"sides": (12, 15)}, "even sides"),
        ({"pool_is_used_twice": True}, "2 layers"),
    ],
    ids=["a larger pool", "a larger kernel", "an odd side", "used twice"],
)
def test_another_net_is_left_as_it_is(tmp_path: Path, shape: dict[str, Any], told: str) -> None:
    model = net(tmp_path / "net.onnx", **shape)
    before = model.read_bytes()
    with pytest.raises(ValueError, match=told):
        fold_first_convolution(model)
    assert model.read_bytes() == before


@pytest.mark.parametrize("name", FOLDED)
def test_the_shipped_nets_are_folded(name: str) -> None:
    assert "SpaceToDepth" in {node.op_type for node in onnx.load(str(MODELS / f"{name}.onnx")).graph.node}
