"""``dealer see``: what lies on a photograph, as JSON lines or in words, and as a picture with everything that was found
drawn in."""

import argparse
import json
import sys
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from dealer.errors import DeviceError, InputError
from dealer.system.bars import with_bar
from dealer.system.files import parse_json, read_text
from vision.deck.deck_file import Deck
from vision.frame import BGRImage
from vision.nets.models import MODELS
from vision.pictures import load_picture
from vision.reading.reader import CardReading, Reader

MOST_BYTES = 20_000_000
"""An index of a hundred thousand pictures."""
LEAST_WIDTH_PX, MOST_WIDTH_PX = 4, 20_000


def load_widths(index: Path) -> dict[str, float]:
    """Card widths by the last two parts of the file's path, out of an index of JSON lines with ``file`` and
    ``card_width``.

    Raises:
        InputError: the index cannot be read.
    """
    widths: dict[str, float] = {}
    lines = read_text(index, MOST_BYTES, "index").split("\n")
    try:
        for number, line in enumerate(lines, start=1):  # noqa: B007
            if not line.strip():
                continue
            row = parse_json(line)
            if row.get("card_width"):
                widths[key_of(str(row["file"]))] = card_width(float(row["card_width"]))
    except (ValueError, KeyError, AttributeError, TypeError, OverflowError) as error:
        raise InputError(
            f"{index}, line {number}, is no row of an index; expected JSON with file and card_width."
        ) from error
    return widths


def card_width(width_px: float) -> float:
    """How wide a card is in a picture, if it can be. Raises InputError."""
    if not LEAST_WIDTH_PX <= width_px <= MOST_WIDTH_PX:
        raise InputError(
            f"A card's width of {width_px:g} pixels came; expected {LEAST_WIDTH_PX} to {MOST_WIDTH_PX} in the picture."
        )
    return width_px


def key_of(path: str) -> str:
    """How an index names a file: the last two parts of its path."""
    return "/".join(Path(path).parts[-2:])


def as_row(path: str, readings: Iterable[CardReading]) -> dict[str, Any]:
    """The readings of one picture in the format that is printed: what is cut off by its edge is no call."""
    cards = [
        {
            "rank": _called(r),
            "face": r.face.value,
            "quad": [[round(float(v), 1) for v in point] for point in r.quad],
            "index": [[round(float(v), 1) for v in point] for point in r.indices],
            "probabilities": [round(float(p), 5) for p in r.probabilities],
            "cut_off": r.is_cut_off,
        }
        for r in readings
    ]
    return {"file": path, "cards": cards}


def _called(reading: CardReading) -> int | None:
    return None if reading.is_cut_off else reading.rank


def read_picture(
    reader: Reader, path: str, *, card_width_px: float | None = None
) -> tuple[BGRImage, tuple[CardReading, ...]]:
    """A picture and its cards; without a width the scale is found, and one that is told is checked.

    Raises:
        InputError: no picture.
    """
    image = load_picture(Path(path))
    if card_width_px is None:
        width = reader.find_card_width(image)
    else:
        width = reader.nearer_card_width(image, card_width_px)
    return image, reader.read(image, card_width_px=width)


def see(
    paths: Iterable[str],
    *,
    card_width_px: float | None = None,
    widths: Mapping[str, float] | None = None,
    models: Path = MODELS,
    deck: Deck | None = None,
) -> Iterator[dict[str, Any]]:
    """One row a picture: ``{"file", "cards": [{"rank", "face", "quad", "index", "probabilities", "cut_off"}]}``.

    ``widths`` (by the last two parts of a path) go before ``card_width_px``; without either the scale is found. With a
    taught ``deck`` it is read with that.

    Raises:
        InputError: a file that is no picture.
        ModelError: the models cannot be used.
    """
    reader = Reader(models, deck=deck)
    for path in paths:
        _, readings = read_picture(reader, path, card_width_px=(widths or {}).get(key_of(path), card_width_px))
        yield as_row(path, readings)


def explain(image: BGRImage, readings: Iterable[CardReading]) -> BGRImage:
    """The picture with every card outlined (green: called; orange: lies there, not certain) and its likeliest ranks."""
    drawn = image.copy()
    unit = max(image.shape[:2]) / 1000
    labels: list[tuple[str, tuple[int, int], float]] = []
    for r in readings:
        rank = _called(r)
        colour = (60, 200, 40) if rank is not None else (0, 140, 255)
        cv2.polylines(drawn, [np.round(r.quad).astype(np.int32)], True, colour, max(1, round(2 * unit)), cv2.LINE_AA)
        head = (r.quad[0] + r.quad[1]) / 2
        cv2.circle(drawn, tuple(np.round(head).astype(int).tolist()), max(2, round(4 * unit)), colour, -1, cv2.LINE_AA)
        for x, y in r.indices:
            cv2.circle(
                drawn,
                (round(float(x)), round(float(y))),
                max(2, round(9 * unit)),
                (255, 60, 200),
                max(1, round(unit)),
                cv2.LINE_AA,
            )
        likely = sorted(range(11), key=lambda k: -r.probabilities[k])[:2]
        words = [
            f"{'none' if k == 10 else k + 1} {r.probabilities[k]:.1%}" for k in likely if r.probabilities[k] >= 0.005
        ]
        lines = [str(rank) if rank is not None else "cut off" if r.is_cut_off else "?", *words]
        edge = np.array([60, 40]) * unit  # what is cut off is named where it is seen
        x, y = (int(v) for v in np.round(np.clip(r.quad.mean(0), edge, np.array(image.shape[1::-1]) - edge)))
        for k, text in enumerate(lines):
            at = (x - round(20 * unit), y + round((k * 20) * unit))
            labels.append((text, at, (1.0 if k == 0 else 0.55) * unit))
    for text, at, size in labels:  # over the outlines of all cards
        _put_words(drawn, text, at, size=size, unit=unit)
    return drawn


def _put_words(drawn: BGRImage, text: str, at: tuple[int, int], *, size: float, unit: float) -> None:
    """White words on a dark plate: they are read on white cards as on dark ones, and a dark rim would depend on how
    OpenCV's version draws thick letters."""
    thick = max(1, round(1.4 * unit))
    (width, height), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    edge = max(1, round(2 * unit))
    upper, lower = (at[0] - edge, at[1] - height - edge), (at[0] + width + edge, at[1] + below + edge)
    cv2.rectangle(drawn, upper, lower, (40, 40, 40), -1)
    cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), thick, cv2.LINE_AA)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``dealer see``."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="JPEG or PNG files")
    parser.add_argument("--json", action="store_true", help="one JSON object a line and picture")
    parser.add_argument(
        "--card-width", type=float, metavar="PX", help="a card's width in the pictures; left out, it is found"
    )
    parser.add_argument("--widths", metavar="INDEX.jsonl", help="take each file's card_width from an index")
    parser.add_argument(
        "--explain", metavar="OUT.png", help="draw what was found (one picture, or a folder for several)"
    )


def run(arguments: argparse.Namespace, *, deck: Deck | None = None) -> int:
    """``dealer see``: prints the cards of each picture, read with a taught ``deck`` if there is one.

    Raises:
        InputError: a file or an option that cannot be used.
        ModelError: the models cannot be used.
        DeviceError: the drawing cannot be written.
    """
    if arguments.card_width is not None:
        card_width(arguments.card_width)
    widths = load_widths(Path(arguments.widths)) if arguments.widths else {}
    reader = Reader(deck=deck)
    drawn = set[Path]()
    for path in with_bar(arguments.images, "photographs"):
        image, readings = read_picture(reader, path, card_width_px=widths.get(key_of(path), arguments.card_width))
        row = as_row(path, readings)
        if arguments.json:
            print(json.dumps(row), flush=True)
        else:
            called = [f"{c['rank']} ({max(c['probabilities']):.1%})" for c in row["cards"] if c["rank"] is not None]
            cut_off = sum(c["cut_off"] for c in row["cards"])
            unsure = sum(c["rank"] is None for c in row["cards"]) - cut_off
            print(
                f"{path}: {', '.join(called) or 'no card is read'}"
                + (f"; {unsure} not certain or not ours" if unsure else "")
                + (f"; {cut_off} more than half beyond the picture's edge" if cut_off else "")
            )
        if arguments.explain:
            target = Path(arguments.explain)
            if len(arguments.images) > 1 or target.is_dir():
                target = _unused(target, Path(path).stem, drawn)
            drawn.add(target)
            _write(explain(image, readings), target)
    return 0


def _unused(folder: Path, name: str, drawn: Container[Path]) -> Path:
    """A file of this name, or of one beside it where pictures of one name lie in several folders."""
    target, number = folder / f"{name}.png", 1
    while target in drawn:
        number += 1
        target = folder / f"{name}-{number}.png"
    return target


def _write(drawing: BGRImage, target: Path) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        written = cv2.imwrite(str(target), drawing)
    except OSError as error:
        raise DeviceError(f"The drawing {target} cannot be written: {error.strerror}.") from error
    except cv2.error:  # no format that it knows
        written = False
    if not written:
        raise DeviceError(
            f"The drawing {target} cannot be written: the folder must exist and the name end in .png or .jpg."
        )


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    add_arguments(options)
    sys.exit(run(options.parse_args()))
