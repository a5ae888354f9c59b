"""The printed coasters: true to size, found in a picture of the sheet, and what the PDF holds."""

import re
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from dealer.errors import DeviceError, InputError
from vision.table.coasters import (
    COASTER_MM,
    MM_PER_INCH,
    PNG_DOTS_PER_INCH,
    SEATS,
    TAG_MM,
    coaster_drawing,
    coaster_image,
    print_coasters,
    sheets,
    tag_corners_on_sheet,
    tag_modules,
)
from vision.table.tags import find_tags, sort_tags


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return print_coasters(tmp_path_factory.mktemp("sheet"), names=("Anna", "Łukasz", "", "Дима"))


def pdf_drawing(path: Path) -> bytes:
    """All drawing operators of a PDF, unpacked."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", path.read_bytes(), re.DOTALL)
    unpacked = []
    for stream in streams:
        try:
            unpacked.append(zlib.decompress(stream))
        except zlib.error:
            continue
    return b"\n".join(content for content in unpacked if b"BT" in content and b" l\n" in content)


def test_nine_coasters_make_two_pages_of_a4(printed: list[Path]) -> None:
    assert [path.name for path in printed] == ["coasters.pdf", "coasters-1.png", "coasters-2.png"]
    content = printed[0].read_bytes()
    assert content.startswith(b"%PDF-")
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", content)
    assert {(round(float(w)), round(float(h))) for w, h in boxes} == {(595, 842)}
    assert b"/PrintScaling /None" in content


def test_the_pdf_draws_squares_of_60_mm_with_vectors(printed: list[Path]) -> None:
    drawing = pdf_drawing(printed[0]).decode("latin-1")
    assert " Do\n" not in drawing  # no picture is placed
    points = TAG_MM / MM_PER_INCH * 72
    squares = 0
    number = r"(-?[\d.]+)"
    for match in re.finditer(rf"{number} {number} m\s+{number} {number} l\s+{number} {number} l", drawing):
        x1, y1, x2, y2, _x3, y3 = (float(value) for value in match.groups())
        squares += abs(x2 - x1 - points) < 0.1 and abs(y1 - y2) < 0.1 and abs(abs(y3 - y2) - points) < 0.1
    assert squares == 9


def test_every_coaster_is_found_where_the_sheet_has_it_and_60_mm_wide(printed: list[Path]) -> None:
    per_mm = PNG_DOTS_PER_INCH / MM_PER_INCH
    found = {}
    for page, path in enumerate(printed[1:]):
        image = Image.open(path)
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.1)
        assert image.size == (2480, 3508)
        tags = sort_tags(find_tags(np.asarray(image.convert("L")))).tags
        found.update({number: (page, tag) for number, tag in tags.items()})
    assert sorted(found) == list(range(9))
    for number, (page, tag) in found.items():
        expected_page, corners = tag_corners_on_sheet(number)
        assert page == expected_page
        assert (tag.corners_px + 0.5) / per_mm == pytest.approx(corners, abs=0.06)
        assert tag.side_px / per_mm == pytest.approx(60, abs=0.05)
    # Neighbours on the page are a coaster, 93 mm, apart.
    for number, neighbour in ((0, 1), (0, 2), (2, 3), (3, 5), (6, 7), (6, 8)):
        apart = found[neighbour][1].corners_px[0] - found[number][1].corners_px[0]
        assert np.linalg.norm(apart) / per_mm == pytest.approx(93, abs=0.06)


def test_a_coaster_is_white_around_its_tag_and_says_its_number_and_name() -> None:
    for number in SEATS:
        image = coaster_image(number, pixels_per_mm=4, name="Maximilian")
        assert image.shape == (372, 372)
        edge = (COASTER_MM - TAG_MM) / 2
        quiet = image.copy()
        inner = slice(round(edge * 4), round((edge + TAG_MM) * 4))
        quiet[inner, inner] = 255
        near = slice(round((edge - 4) * 4), round((edge + TAG_MM + 4) * 4))
        assert quiet[near, near].min() == 255
        assert image[near, near].min() == 0
        words = [shape.text for shape in coaster_drawing(number, name="Maximilian") if hasattr(shape, "text")]
        assert words.count(str(number)) == 2
        assert "Maximilian" in words


def test_an_arrow_points_to_the_tags_upper_side() -> None:
    image = coaster_image(1, pixels_per_mm=4)
    above = image[: round(9 * 4), round(35 * 4) : round(58 * 4)] < 128
    widths = above.sum(axis=1)
    rows = np.flatnonzero(widths)
    assert widths[rows[0]] < widths[rows[len(rows) // 2]] < widths[rows[-1]]
    tag = find_tags(cv2.copyMakeBorder(image, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=90))[0]
    assert tag.corners_px[:2, 1].max() < tag.corners_px[2:, 1].min()


def test_long_names_are_made_smaller_until_they_fit() -> None:
    for name in ("Al", "Maximiliane-Charlotte von Hohenstein zu Wittelsbach"):
        image = coaster_image(2, pixels_per_mm=4, name=name)
        assert image[-60:, -16:].min() == 255
        assert image[-60:, 72:].min() < 60


def test_the_modules_are_those_of_the_family() -> None:
    for number in range(9):
        black = tag_modules(number)
        assert black[0].all() and black[-1].all() and black[:, 0].all() and black[:, -1].all()
    patterns = [tuple(tag_modules(number).ravel()) for number in range(9)]
    assert len(set(patterns)) == 9


def test_fewer_seats_need_fewer_pages() -> None:
    assert len(sheets(seats=5)) == 1
    assert len(sheets(seats=6)) == 2


def test_what_cannot_be_printed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="9 seats"):
        print_coasters(tmp_path, seats=9)
    with pytest.raises(InputError, match="0 seats"):
        print_coasters(tmp_path, seats=0)
    with pytest.raises(InputError, match="3 names came for 2 seats"):
        print_coasters(tmp_path, seats=2, names=("a", "b", "c"))
    with pytest.raises(InputError, match="Ann came twice"):
        print_coasters(tmp_path, names=("Ann", "", "Ben", "", "Ann"))
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(DeviceError, match=r"inside \(Not a directory\); choose another folder"):
        print_coasters(blocked / "inside")
