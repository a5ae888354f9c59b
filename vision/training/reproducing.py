"""Whether a quick training reproduces the one that was recorded: ``python -m vision.training --quick``.

The same seed is to draw the same data, to the bit, and to train nets that read as well to within half a point. Which
data are drawn depends on the fonts and on the versions of what draws them, so the record says those as well.
"""

import json
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

REFERENCE = Path(__file__).with_name("quick.json")
"""The recorded run."""
WITHIN = 0.5
"""Points (%) by which a run's score may differ from the recorded one's."""
DRAW = ("fonttools", "numpy", "opencv-python-headless", "pillow")
TRAIN = ("torch", "onnxruntime")
"""Packages of which the versions matter to what is drawn, and to what is trained on it."""


@dataclass(frozen=True, slots=True)
class QuickRun:
    """A finished quick training: the SHA-256 of its ``data``, how many indices of held-out designs it reads rightly
    (``score``, %), of how many ``fonts`` files and with which ``versions`` of packages it was made."""

    data: str
    score: float
    fonts: int
    versions: dict[str, str]

    @classmethod
    def of(cls, data: str, right: float, fonts: int) -> "QuickRun":
        """The run that just ended; ``right`` is a share, 0 to 1."""
        return cls(data, round(100 * right, 2), fonts, {name: version(name) for name in (*DRAW, *TRAIN)})


def verdict(run: QuickRun, recorded: QuickRun) -> tuple[bool, str]:
    """Whether a run reproduces the recorded one, and a sentence that says so, or why not.

    >>> run = QuickRun("ab", 70.2, 1479, {"numpy": "2.0"})
    >>> verdict(run, QuickRun("ab", 70.6, 1479, {"numpy": "2.0"}))[1]
    'It reproduces: the same data, and 70.2 % of the indices of held-out designs right, recorded 70.6 %.'
    >>> verdict(run, QuickRun("cd", 70.6, 1478, {"numpy": "2.0"}))[1].split(": ")[0]
    'It drew other data than were recorded (1479 font files, recorded 1478)'
    """
    scores = f"{run.score:g} % of the indices of held-out designs right, recorded {recorded.score:g} %"
    if run.data != recorded.data:
        others = [
            f"{name} {run.versions.get(name, 'none')}, recorded {was}"
            for name, was in recorded.versions.items()
            if run.versions.get(name) != was and name not in TRAIN
        ]
        if run.fonts != recorded.fonts:
            others.insert(0, f"{run.fonts} font files, recorded {recorded.fonts}")
        why = "; ".join(others) or "fonts of the same number and the same versions, so a change of what draws them"
        return False, (
            f"It drew other data than were recorded ({why}): {run.score:g} % right, recorded {recorded.score:g} %, "
            "cannot be compared."
        )
    if abs(run.score - recorded.score) > WITHIN:
        return False, f"It does not reproduce: the same data, but {scores}; {WITHIN} points are allowed."
    return True, f"It reproduces: the same data, and {scores}."


def record(run: QuickRun, at: Path = REFERENCE) -> None:
    """Let later runs be compared with this one."""
    at.write_text(json.dumps(asdict(run), indent=1) + "\n", encoding="utf-8")


def recorded(at: Path = REFERENCE) -> QuickRun:
    """The run that others are compared with.

    Raises:
        ValueError: the record is not there, or is none.
    """
    try:
        told: dict[str, Any] = json.loads(at.read_text(encoding="utf-8"))
        return QuickRun(**told)
    except (OSError, ValueError, TypeError) as error:
        raise ValueError(f"{at} is no record of a quick run ({error}): make one with --record.") from error
