"""From trained nets to the ONNX files that ship, with their cards."""

import hashlib
import json
import warnings
from pathlib import Path
from typing import Any

import torch

from vision.models import MAKE
from vision.training.nets import FinderNet, RankNet


def export(net: FinderNet | RankNet, folder: Path, card: dict[str, Any]) -> Path:
    """Write ``finder.onnx`` or ``ranks.onnx`` and its card; returns the model's path."""
    folder.mkdir(parents=True, exist_ok=True)
    is_finder = isinstance(net, FinderNet)
    name, source = ("finder", "image") if is_finder else ("ranks", "patch")
    example = torch.zeros((1, 64, 64, 3) if is_finder else (2, 48, 48, 3), dtype=torch.uint8)
    axes = {0: "pictures", 1: "height", 2: "width"} if is_finder else {0: "patches"}
    path = folder / f"{name}.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net.eval(), (example,), str(path), input_names=[source], output_names=["output"],
            dynamic_axes={source: axes}, opset_version=17, dynamo=False,
        )  # fmt: skip
    content = path.read_bytes()
    facts = {
        "name": name,
        "make": MAKE,
        "sha256": hashlib.sha256(content).hexdigest(),
        "bytes": len(content),
        "weights": sum(p.numel() for p in net.parameters()),
        "input": f"{source}: uint8, BGR, (n, height, width, 3)"
        if is_finder
        else f"{source}: uint8, BGR, (n, 48, 48, 3), upright at the index",
        "output": " ".join((type(net).__doc__ or "").split()),
    }
    (folder / f"{name}.json").write_text(
        json.dumps(facts | card, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    return path
