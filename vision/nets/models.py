"""The models that ship with the house: each an ONNX file with a card (JSON) that says what it is and its checksum."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dealer.errors import InputError, ModelError
from dealer.system.files import parse_json, read_limited
from vision.nets.runtime import ort

MODELS = Path(__file__).resolve().parents[1] / "models"
"""In a checkout a link to the folder ``models`` beside this package; a wheel has the files themselves there."""

MAKE = 2
"""The make of models that this code understands: inputs, outputs and their meaning."""
AGAIN = "Install Pairs Dealer again; in a checkout: git checkout -- models, or make train."
"""What mends a model that is missing or damaged."""


AT_ONCE = 32
"""Patches that are run together at most: what a run needs is never given back, and more are hardly faster each."""
MOST_BYTES = 50_000_000
MOST_CARD_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Model:
    """A model ready to run, and what its card says."""

    session: ort.InferenceSession
    card: dict[str, Any]

    def run(self, outputs: Sequence[str], patches: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        """``outputs`` (n, …) of patches (n, h, w, 3)."""
        parts = [patches[first : first + AT_ONCE] for first in range(0, len(patches), AT_ONCE)] or [patches]
        told = [self.session.run(list(outputs), {"patch": np.ascontiguousarray(part)}) for part in parts]
        return [np.concatenate(parts) for parts in zip(*told, strict=True)]


def load_model(name: str, *, folder: Path = MODELS, threads: int = 1) -> Model:
    """Load ``name``.onnx after checking it against ``name``.json.

    Raises:
        ModelError: a file is missing, damaged, or of a make that this code does not understand.
    """
    model_at, card_at = folder / f"{name}.onnx", folder / f"{name}.json"
    for path in (card_at, model_at):
        if not path.is_file():
            raise ModelError("The model file {path} is missing.", AGAIN, path=path)
    try:
        card = parse_json(read_limited(card_at, MOST_CARD_BYTES, "model card"))
        wanted, make = str(card["sha256"]), int(card["make"])
    except (ValueError, KeyError, TypeError) as error:
        raise ModelError("The model card {path} cannot be read ({error}).", AGAIN, path=card_at, error=error) from error
    if make != MAKE:
        words = "The model {name} is of make {make}; this program needs make {needed}."
        raise ModelError(words, AGAIN, name=name, make=make, needed=MAKE)
    try:
        content = read_limited(model_at, MOST_BYTES, "model file")
    except InputError as error:
        raise ModelError("{error}", AGAIN, error=error) from error
    found = hashlib.sha256(content).hexdigest()
    if found != wanted:
        words = "The model file {path} is damaged: its SHA-256 starts {found}, its card says {wanted}."
        raise ModelError(words, AGAIN, path=model_at, found=found[:12], wanted=wanted[:12])
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_mem_pattern = False  # one is kept for each size of input that ever came, and ours differ
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session = ort.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own exceptions share no base class
        raise ModelError("The model {path} cannot be loaded ({error}).", AGAIN, path=model_at, error=error) from error
    return Model(session, card)


def checksums(folder: Path = MODELS) -> dict[str, str]:
    """The SHA-256 of each model that lies there, by its name."""
    return {path.stem: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob("*.onnx"))}
