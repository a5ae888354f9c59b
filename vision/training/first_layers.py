"""The first layer of nets B, C and D, put so that ONNX Runtime is quick at it.

A picture has three channels, and convolutions of whole numbers take their inputs by fours: of net B's products the
first layer makes a twentieth, and took a third of the time. Here each square of two by two pixels is one pixel of
twelve channels; the layer sees two by two of these, and its four neighbouring outputs, of which the next layer keeps
the largest, are four groups of channels. The same products are added up; where a sum lies midway between two whole
numbers it may be rounded to the other one (of 700 patches 7 gave logits off by up to 0.2, and none another class).
"""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

BLOCK = 2
"""Pixels of a square's side, and of what is pooled afterwards."""
KERNEL = 3
"""Side of the layer's kernel as it was trained; its picture is padded by one pixel all around."""


def in_squares(weights: NDArray[np.int8]) -> NDArray[np.int8]:
    """Weights (n, c, 3, 3) of a layer as those (4 n, 4 c, 2, 2) of one that moves by a square: four groups of n
    outputs, of a square's upper left pixel, its upper right one and those below. The inputs' order is that of ONNX's
    ``SpaceToDepth``.

    >>> in_squares(np.ones((24, 3, 3, 3), np.int8)).shape
    (96, 12, 2, 2)
    """
    outputs, channels = weights.shape[:2]
    squares = np.zeros((BLOCK * BLOCK, outputs, BLOCK * BLOCK, channels, BLOCK, BLOCK), weights.dtype)
    for down, right, y, x in np.ndindex(BLOCK, BLOCK, KERNEL, KERNEL):
        (row, below), (column, beside) = divmod(down + y, BLOCK), divmod(right + x, BLOCK)
        squares[BLOCK * down + right, :, BLOCK * below + beside, :, row, column] = weights[:, :, y, x]
    return squares.reshape(BLOCK * BLOCK * outputs, BLOCK * BLOCK * channels, BLOCK, BLOCK)


def take_squares(model_at: Path) -> None:
    """Let the first layer of a quantised model take its picture in squares.

    Raises:
        ValueError: it has no such layer: a convolution of 3 x 3, padded by 1, that is pooled by 2 x 2 afterwards.
    """
    import onnx

    model = onnx.load(str(model_at))
    graph = _Graph(model.graph)
    layer = next(node for node in model.graph.node if node.op_type == "Conv")
    said = {attribute.name: list(attribute.ints) for attribute in layer.attribute if attribute.ints}
    if (said["kernel_shape"], said["pads"], said["strides"]) != ([KERNEL] * 2, [1] * 4, [1] * 2):
        raise ValueError(f"The first layer of {model_at} is {said}; expected 3 x 3, padded by 1, in steps of 1.")
    parts = [graph.made_by[name] for name in layer.input]
    if any(part.op_type != "DequantizeLinear" for part in parts):
        raise ValueError(f"The first layer of {model_at} is not in whole numbers; quantise it first.")
    seen, weights, bias = parts
    trained = graph.array(weights.input[0])
    _pool_groups(graph, layer, len(trained))
    graph.put(weights.input[0], in_squares(trained))
    for name in (*weights.input[1:], *bias.input):
        graph.put(name, np.tile(graph.array(name), BLOCK * BLOCK))
    _square(graph, graph.made_by[seen.input[0]])
    for name, values in (("kernel_shape", [BLOCK] * 2), ("pads", [0] * 4)):
        graph.say(layer, name, values)
    del model.graph.value_info[:]  # the shapes between are others now
    onnx.checker.check_model(model)
    onnx.save(model, str(model_at))


class _Graph:
    """A graph of ONNX whose nodes and constants are looked up by the names of what they give."""

    def __init__(self, graph: Any) -> None:
        self.graph = graph
        self.made_by = {name: node for node in graph.node for name in node.output}
        self._constants = {constant.name: constant for constant in graph.initializer}

    def array(self, name: str) -> NDArray[Any]:
        import onnx

        return np.asarray(onnx.numpy_helper.to_array(self._constants[name]))

    def put(self, name: str, values: NDArray[Any]) -> None:
        """Let a constant have these values, whether it was there or not."""
        import onnx

        if name in self._constants:
            self.graph.initializer.remove(self._constants[name])
        self._constants[name] = onnx.numpy_helper.from_array(values, name)
        self.graph.initializer.append(self._constants[name])

    def after(self, node: Any) -> Any:
        """The only node that takes what this one gives.

        Raises:
            ValueError: none does, or several do.
        """
        taking = [other for other in self.graph.node if node.output[0] in other.input]
        if len(taking) != 1:
            raise ValueError(f"{node.name} is taken by {len(taking)} layers; expected one.")
        return taking[0]

    def put_before(self, node: Any, *new: Any) -> None:
        at = list(self.graph.node).index(node)
        for number, each in enumerate(new):
            self.graph.node.insert(at + number, each)

    @staticmethod
    def say(node: Any, name: str, values: list[int]) -> None:
        import onnx

        kept = [attribute for attribute in node.attribute if attribute.name != name]
        del node.attribute[:]
        node.attribute.extend([*kept, onnx.helper.make_attribute(name, values)])


def _square(graph: _Graph, quantiser: Any) -> None:
    """Let a picture come in squares, padded, to where it is made of whole numbers."""
    import onnx

    graph.put("squares/pads", np.array([0, 0, 1, 1, 0, 0, 1, 1]))
    padded = onnx.helper.make_node("Pad", [quantiser.input[0], "squares/pads"], ["squares/padded"])
    square = onnx.helper.make_node("SpaceToDepth", ["squares/padded"], ["squares/picture"], blocksize=BLOCK)
    quantiser.input[0] = "squares/picture"
    graph.put_before(quantiser, padded, square)


def _pool_groups(graph: _Graph, layer: Any, outputs: int) -> None:
    """Let the largest of four groups of ``outputs`` channels be kept, in two steps, instead of that of four
    neighbours."""
    import onnx

    quantiser = graph.after(layer)
    while quantiser.op_type == "Relu":
        quantiser = graph.after(quantiser)
    dequantiser = graph.after(quantiser)
    pool = graph.after(dequantiser)
    if [n.op_type for n in (quantiser, dequantiser, pool)] != ["QuantizeLinear", "DequantizeLinear", "MaxPool"]:
        raise ValueError(f"{pool.name} comes after the first layer; expected its largest of 2 x 2 to be pooled.")
    taken = graph.after(pool)
    whole = quantiser.output[0]
    for step, groups in enumerate((2, 1)):
        graph.put(f"squares/{groups}", np.array([groups * outputs] * 2))
        halves = [f"squares/half {step} {number}" for number in range(2)]
        split = onnx.helper.make_node("Split", [whole, f"squares/{groups}"], halves, axis=1)
        whole = f"squares/larger {step}"
        graph.put_before(dequantiser, split, onnx.helper.make_node("Max", halves, [whole]))
    dequantiser.input[0] = whole
    taken.input[0] = dequantiser.output[0]
    graph.graph.node.remove(pool)
