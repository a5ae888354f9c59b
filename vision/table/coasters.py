"""The printed coasters: what is on them, and the A4 sheets as PDF and PNG.

A coaster is 93 x 93 mm with a 60 mm AprilTag (family 36h11) in its middle, six to a page. Everything is first a list
of shapes in millimetres, drawn once with vectors (PDF) and once with pixels (PNG), so that both show the same.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.errors import DeviceError, InputError

COASTER_MM = 93.0
"""A standard beer mat."""
TAG_MM = 60.0
TAG_MODULES = 8
"""A 36h11 tag is 6 x 6 modules with a black frame one module wide."""
MIDDLE = 0
"""The tag id of the coaster in the middle of the table; seats are 1 to 8."""
SEATS = tuple(range(1, 9))
DICTIONARY = cv2.aruco.DICT_APRILTAG_36h11

PAGE_MM = (210.0, 297.0)
COLUMNS, ROWS = 2, 3
RULER_MM = 100.0
PNG_DOTS_PER_INCH = 300
MM_PER_INCH = 25.4

BLACK, GREY, PALE, WHITE = 0, 110, 190, 255
FONT = Path(__file__).parents[1] / "synth" / "fonts" / "Comfortaa-Bold.ttf"
CAPITAL_SHARE = 0.7
"""Height of this font's capitals and figures as a share of its size."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled polygon, millimetres from the upper left corner, y downwards; ``grey`` is 0 (black) to 255."""

    corners: tuple[tuple[float, float], ...]
    grey: int = BLACK


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text whose capitals are ``height_mm`` high, centred at or starting from a point on its base line."""

    text: str
    x_mm: float
    y_mm: float
    height_mm: float
    grey: int = BLACK
    turned_deg: int = 0
    """Counter-clockwise: 0, 90, 180 or 270."""
    centred: bool = False


Drawing = tuple[Shape | Words, ...]


@lru_cache(maxsize=16)
def tag_modules(number: int) -> NDArray[np.bool_]:
    """(8, 8) bool, true where the tag is black, seen with its upper side (corners 0 and 1) at the top.

    Raises: InputError for a number that no coaster has.

    >>> bool(tag_modules(0)[0].all()), int(tag_modules(0).sum())
    (True, 48)
    """
    if number not in (MIDDLE, *SEATS):
        raise InputError(f"There is no coaster {number}: 0 is the middle of the table, 1 to 8 are the seats.")
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    black = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, TAG_MODULES)) < 128
    black.setflags(write=False)
    return black


def coaster_drawing(number: int, *, name: str = "") -> Drawing:
    """One coaster as shapes and words, (0, 0) its upper left corner; its upper side points to the table's middle."""
    shapes: list[Shape | Words] = []
    edge = (COASTER_MM - TAG_MM) / 2
    shapes.append(_rectangle(edge, edge, TAG_MM, TAG_MM))
    shapes.extend(_moved(_white_modules(~tag_modules(number)), edge, edge))
    middle = COASTER_MM / 2
    if number == MIDDLE:
        shapes.append(Words("MIDDLE OF THE TABLE", middle, COASTER_MM - 4.5, 3.4, centred=True))
        shapes.append(Words("PAIRS DEALER", middle, 7.9, 3.4, GREY, centred=True))
        return tuple(shapes)
    # Everything stays 6 mm away from the tag: it needs white around it to be found.
    shapes.append(Shape(((middle, 2.5), (middle + 9, 8.5), (middle - 9, 8.5))))
    shapes.append(Words("to the middle", middle - 33.0, 8.4, 2.2, GREY))
    shapes.append(Words(str(number), 8.2, COASTER_MM - 3.2, 10.0, centred=True))
    shapes.append(Words(str(number), COASTER_MM - 8.2, 3.2, 10.0, turned_deg=180, centred=True))
    if number == 6:  # a bar below, so that from across the table it is no 9
        shapes.append(_rectangle(4.7, COASTER_MM - 2.2, 7.0, 0.9))
        shapes.append(_rectangle(COASTER_MM - 11.7, 1.3, 7.0, 0.9))
    if name:
        height = min(5.0, 5.0 * 66.0 / max(text_width_mm(name, 5.0), 1.0))
        shapes.append(Words(name, 18.0, COASTER_MM - 3.4, height))
    else:
        shapes.append(_rectangle(18.0, COASTER_MM - 3.2, 68.0, 0.25, GREY))
        shapes.append(Words("name", 18.0, COASTER_MM - 4.2, 1.7, PALE))
    return tuple(shapes)


def sheets(*, seats: int = 8, names: Sequence[str] = ()) -> tuple[Drawing, ...]:
    """The A4 pages with the middle coaster and those of ``seats`` seats, six to a page.

    Raises: InputError when there are not 1 to 8 seats, more names than seats, or one name twice.

    >>> [len(sheets(seats=seats)) for seats in (1, 5, 6, 8)]
    [1, 1, 2, 2]
    """
    if not 1 <= seats <= len(SEATS):
        raise InputError(f"{seats} seats cannot be printed: there are coasters for 1 to {len(SEATS)}.")
    if len(names) > seats:
        raise InputError(f"{len(names)} names came for {seats} seats: give at most one name for each seat.")
    if twice := [name for place, name in enumerate(names) if name and name in names[:place]]:
        raise InputError(f"{twice[0]} came twice: give everybody one coaster.")
    numbers = (MIDDLE, *SEATS[:seats])
    called = {seat: " ".join(name.split()) for seat, name in zip(SEATS, names, strict=False)}
    per_page = COLUMNS * ROWS
    chunks = [numbers[start : start + per_page] for start in range(0, len(numbers), per_page)]
    return tuple(
        _page(
            [coaster_drawing(number, name=called.get(number, "")) for number in chunk], f"page {page} of {len(chunks)}"
        )
        for page, chunk in enumerate(chunks, start=1)
    )


def tag_corners_on_sheet(number: int) -> tuple[int, NDArray[np.float64]]:
    """On which page (0 or 1) a coaster is printed and where its tag's corners are: (4, 2) mm, x right, y down.

    >>> page, corners = tag_corners_on_sheet(7)
    >>> page, corners[0].tolist()
    (1, [121.5, 25.5])
    """
    page, index = divmod(number, COLUMNS * ROWS)
    row, column = divmod(index, COLUMNS)
    left, top = _first_coaster()
    edge = (COASTER_MM - TAG_MM) / 2
    x, y = left + column * COASTER_MM + edge, top + row * COASTER_MM + edge
    return page, np.array([[x, y], [x + TAG_MM, y], [x + TAG_MM, y + TAG_MM], [x, y + TAG_MM]])


def print_coasters(out: Path, *, seats: int = 8, names: Sequence[str] = ()) -> list[Path]:
    """Write the sheets as one PDF and one PNG a page; the files that were written.

    ``out`` is a folder (``coasters.pdf``, ``coasters-1.png``, ...) or a name ending in ``.pdf``.
    Raises: InputError as ``sheets``; DeviceError when the files cannot be written.
    """
    pdf = out if out.suffix.lower() == ".pdf" else out / "coasters.pdf"
    pages = sheets(seats=seats, names=names)
    try:
        pdf.parent.mkdir(parents=True, exist_ok=True)
        written = [_write_pdf(pages, pdf)]
        for number, page in enumerate(pages, start=1):
            written.append(_write_png(page, pdf.with_name(f"{pdf.stem}-{number}.png")))
    except OSError as error:
        raise DeviceError(
            f"The coasters cannot be written to {pdf.parent} ({error.strerror or error}); choose another folder."
        ) from error
    return written


def coaster_image(number: int, *, pixels_per_mm: float = 8.0, name: str = "") -> NDArray[np.uint8]:
    """A coaster as printed, (n, n) uint8 grey, n = 93 mm times ``pixels_per_mm``.

    >>> coaster_image(0, pixels_per_mm=2).shape
    (186, 186)
    """
    return drawn(coaster_drawing(number, name=name), size_mm=(COASTER_MM, COASTER_MM), pixels_per_mm=pixels_per_mm)


def drawn(drawing: Iterable[Shape | Words], *, size_mm: tuple[float, float], pixels_per_mm: float) -> NDArray[np.uint8]:
    """A drawing on white paper in pixels, (height, width) uint8 grey."""
    from PIL import Image, ImageDraw, ImageFont  # imported here: only who prints needs it

    width, height = (round(length * pixels_per_mm) for length in size_mm)
    paper = np.full((height, width), 255, np.uint8)
    fraction_bits = 8
    for shape in drawing:
        if isinstance(shape, Shape):
            corners = np.array(shape.corners) * pixels_per_mm
            if _is_upright(shape):
                _fill_rectangle(paper, corners, shape.grey)
                continue
            # Pixel centres have whole coordinates, so that the paper's corner is at -0.5.
            points = np.round((corners - 0.5) * 2**fraction_bits).astype(np.int32)
            cv2.fillPoly(paper, [points], shape.grey, lineType=cv2.LINE_AA, shift=fraction_bits)
            continue
        size = shape.height_mm / CAPITAL_SHARE * pixels_per_mm
        font = ImageFont.truetype(str(FONT), max(1.0, size))
        length = math.ceil(font.getlength(shape.text)) + 2
        rise, fall = math.ceil(size), math.ceil(size * 0.4)
        patch = Image.new("L", (length, rise + fall), 0)
        ImageDraw.Draw(patch).text((1, rise), shape.text, fill=255, font=font, anchor="ls")
        ink = np.asarray(patch.rotate(shape.turned_deg, expand=True), np.float32) / np.float32(255)
        start = -length / 2 if shape.centred else -1.0
        left, top = _turned_corner(start, -rise, length, rise + fall, shape.turned_deg)
        _lay_ink(
            paper, ink, round(shape.x_mm * pixels_per_mm + left), round(shape.y_mm * pixels_per_mm + top), shape.grey
        )
    return paper


def text_width_mm(text: str, height_mm: float) -> float:
    """How long a line of text is whose capitals are ``height_mm`` high."""
    from PIL import ImageFont

    return float(ImageFont.truetype(str(FONT), 100).getlength(text)) / 100 * height_mm / CAPITAL_SHARE


def _first_coaster() -> tuple[float, float]:
    """The upper left corner of a page's first coaster, in millimetres."""
    return (PAGE_MM[0] - COLUMNS * COASTER_MM) / 2, (PAGE_MM[1] - ROWS * COASTER_MM) / 2


def _page(coasters: Sequence[Drawing], footer: str) -> Drawing:
    left, top = _first_coaster()
    drawing: list[Shape | Words] = []
    for index, coaster in enumerate(coasters):
        row, column = divmod(index, COLUMNS)
        drawing.extend(_moved(coaster, left + column * COASTER_MM, top + row * COASTER_MM))
    drawing.extend(_cut_marks(left, top))
    drawing.extend(_ruler(left - 4.6, top + ROWS * COASTER_MM / 2 + RULER_MM / 2))
    note = (
        'Print at 100 % (actual size, not "fit to page"). Cut along the marks. '
        "One coaster before each player, arrow to the middle."
    )
    drawing.append(Words(note, PAGE_MM[0] - left + 7.4, PAGE_MM[1] / 2 + 84, 1.9, GREY, turned_deg=90))
    foot = f"Pairs Dealer coasters, {footer}"
    drawing.append(Words(foot, left - 6.4, PAGE_MM[1] - top - 4, 1.9, GREY, turned_deg=90))
    return tuple(drawing)


def _cut_marks(left: float, top: float) -> Iterator[Shape]:
    """Ticks outside the coasters at every cut, and small crosses where four meet."""
    right, bottom = left + COLUMNS * COASTER_MM, top + ROWS * COASTER_MM
    xs = [left + column * COASTER_MM for column in range(COLUMNS + 1)]
    ys = [top + row * COASTER_MM for row in range(ROWS + 1)]
    hair, tick, arm = 0.2, 3.5, 1.5
    for x in xs:
        yield _rectangle(x - hair / 2, top - tick, hair, tick)
        yield _rectangle(x - hair / 2, bottom, hair, tick)
    for y in ys:
        # The ruler stands to the left of the inner ones.
        if y in (ys[0], ys[-1]):
            yield _rectangle(left - tick, y - hair / 2, tick, hair)
        yield _rectangle(right, y - hair / 2, tick, hair)
    for x in xs:
        for y in ys:
            yield _rectangle(x - arm, y - hair / 2, 2 * arm, hair, GREY)
            yield _rectangle(x - hair / 2, y - arm, hair, 2 * arm, GREY)


def _ruler(x: float, bottom: float) -> Iterator[Shape | Words]:
    """A ruler of 100 mm that runs upwards from ``bottom``, its scale to the right of ``x``."""
    hair = 0.2
    yield _rectangle(x - hair / 2, bottom - RULER_MM, hair, RULER_MM)
    for mm in range(round(RULER_MM) + 1):
        length = 3.0 if mm % 10 == 0 else 2.0 if mm % 5 == 0 else 1.2
        yield _rectangle(x, bottom - mm - hair / 2, length, hair)
    for mm, text in ((0, "0"), (50, "50"), (100, "100 mm: measure this")):
        yield Words(text, x - 1.0, bottom - mm, 1.9, turned_deg=90)


def _rectangle(x: float, y: float, width: float, height: float, grey: int = BLACK) -> Shape:
    return Shape(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), grey)


def _white_modules(white: NDArray[np.bool_]) -> Drawing:
    """White rectangles for a tag's white modules, without a dark hair where two meet."""
    module, seam = TAG_MM / TAG_MODULES, 0.4
    shapes: list[Shape] = []
    for row, line in enumerate(white):
        for first, last in _runs(line):
            shapes.append(_rectangle(first * module, row * module, (last - first) * module, module, WHITE))
        for first, last in _runs(line & white[row - 1]) if row else ():
            shapes.append(_rectangle(first * module, row * module - seam, (last - first) * module, 2 * seam, WHITE))
    return tuple(shapes)


def _runs(line: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """The true stretches of a row of modules as (first, past the last)."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], line, [False]]).astype(np.int8)))
    yield from ((int(first), int(last)) for first, last in edges.reshape(-1, 2))


def _moved(drawing: Drawing, right_mm: float, down_mm: float) -> Iterator[Shape | Words]:
    for shape in drawing:
        if isinstance(shape, Shape):
            yield replace(shape, corners=tuple((x + right_mm, y + down_mm) for x, y in shape.corners))
        else:
            yield replace(shape, x_mm=shape.x_mm + right_mm, y_mm=shape.y_mm + down_mm)


def _turned_corner(x: float, y: float, width: float, height: float, turned_deg: int) -> tuple[float, float]:
    """The upper left corner of a box, relative to the point that it is turned around, once it is turned."""
    return {
        0: (x, y),
        90: (y, -x - width),
        180: (-x - width, -y - height),
        270: (-y - height, x),
    }[turned_deg]


def _is_upright(shape: Shape) -> bool:
    """Whether a shape is a rectangle along the paper's edges, as ``_rectangle`` makes them."""
    xs, ys = zip(*shape.corners, strict=True)
    return len(shape.corners) == 4 and len(set(xs)) == 2 and len(set(ys)) == 2


def _fill_rectangle(paper: NDArray[np.uint8], corners: NDArray[np.float64], grey: int) -> None:
    """Fill exactly: a pixel that is covered in part gets that part. (OpenCV's fill is a pixel too large.)"""
    covered = []
    for axis, length in ((1, paper.shape[0]), (0, paper.shape[1])):
        low, high = corners[:, axis].min(), corners[:, axis].max()
        pixels = np.arange(length)
        covered.append(np.clip(np.minimum(pixels + 1, high) - np.maximum(pixels, low), 0, 1))
    rows, columns = (np.flatnonzero(part) for part in covered)
    if not len(rows) or not len(columns):
        return
    ink = np.outer(covered[0][rows[0] : rows[-1] + 1], covered[1][columns[0] : columns[-1] + 1])
    _lay_ink(paper, ink.astype(np.float32), int(columns[0]), int(rows[0]), grey)


def _lay_ink(paper: NDArray[np.uint8], ink: NDArray[np.float32], left: int, top: int, grey: int) -> None:
    """Blend ink of a grey onto the paper, cut at the paper's edges."""
    first_row, first_column = max(0, top), max(0, left)
    rows = min(paper.shape[0], top + ink.shape[0]) - first_row
    columns = min(paper.shape[1], left + ink.shape[1]) - first_column
    if rows <= 0 or columns <= 0:
        return
    cut = ink[first_row - top :, first_column - left :][:rows, :columns]
    under = paper[first_row : first_row + rows, first_column : first_column + columns]
    under[:] = np.round(under * (1 - cut) + grey * cut).astype(np.uint8)


def _write_pdf(pages: Sequence[Drawing], path: Path) -> Path:
    from fpdf import FPDF
    from fpdf.enums import RenderStyle
    from fpdf.prefs import ViewerPreferences

    document = FPDF(unit="mm", format="A4")
    document.set_title("Pairs Dealer coasters")
    document.set_auto_page_break(False)
    document.set_margin(0)
    # Without this a print dialogue starts at "fit to page".
    document.viewer_preferences = ViewerPreferences(print_scaling="None")
    document.add_font("coaster", fname=str(FONT))
    for page in pages:
        document.add_page()
        for shape in page:
            if isinstance(shape, Shape):
                document.set_fill_color(shape.grey)
                document.polygon(list(shape.corners), style=RenderStyle.F)
                continue
            document.set_text_color(shape.grey)
            document.set_font("coaster", size=shape.height_mm / CAPITAL_SHARE * 72 / MM_PER_INCH)
            start = -document.get_string_width(shape.text) / 2 if shape.centred else 0.0
            with document.rotation(shape.turned_deg, shape.x_mm, shape.y_mm):
                document.text(shape.x_mm + start, shape.y_mm, shape.text)
    document.output(str(path))
    return path


def _write_png(page: Drawing, path: Path) -> Path:
    from PIL import Image

    image = drawn(page, size_mm=PAGE_MM, pixels_per_mm=PNG_DOTS_PER_INCH / MM_PER_INCH)
    Image.fromarray(image).save(path, dpi=(PNG_DOTS_PER_INCH, PNG_DOTS_PER_INCH), optimize=True)
    return path
