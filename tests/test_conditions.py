"""What is wrong with a picture is told by its right name, and nothing is told of a good one."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from painted_table import FRAME_S, SEATS, Painted, PaintedTable, only, told

from dealer.view import BEARABLE
from dealer.words.sentences import TROUBLES
from vision.eye import EyeSettings
from vision.frame import BGRImage, Frame
from vision.motion.conditions import CHECK_S, CONDITIONS, FROZEN_S, GONE_S, RENEW_S, Conditions
from vision.motion.gate import GreyImage

SHAPE = (180, 320)
COASTERS = ((60, 40), (60, 240), (120, 60), (140, 200), (20, 150))
"""Upper left corners, in rows and columns; they lie unevenly."""
SIDE = 24


class Camera:
    """A table with coasters and some cards, as the small picture shows it, each time with other noise."""

    def __init__(self, *, live: bool = False) -> None:
        self.rng = np.random.default_rng(5)
        self.table = np.full(SHAPE, 90.0, np.float32)
        self.coasters = np.zeros(SHAPE, bool)
        for row, column in COASTERS:
            where = np.s_[row : row + SIDE, column : column + SIDE]
            self.coasters[where] = True
            self.table[where] = 220.0
            tag = np.kron(self.rng.random((6, 6)) < 0.5, np.ones((3, 3)))
            self.table[row + 3 : row + 21, column + 3 : column + 21] = np.where(tag, 20.0, 220.0)
        self.put_cards(7)
        self.well = self.table.copy()
        self.areas: Any = SimpleNamespace(table=np.ones(SHAPE, bool), coasters=self.coasters)
        self.conditions = Conditions(live=live)
        self.sharpness: float | None = 0.4
        self.card_width_px = 90.0
        self.time_s = 0.0
        self.known = True

    def put_cards(self, number: int) -> None:
        """Lay white cards with a dark spot on the table."""
        for row, column in self.rng.integers((0, 0), (SHAPE[0] - 14, SHAPE[1] - 10), (number, 2)):
            if not self.coasters[row : row + 14, column : column + 10].any():
                self.table[row : row + 14, column : column + 10] = 230.0
                self.table[row + 5 : row + 9, column + 3 : column + 7] = 60.0

    def exposed(self, picture: GreyImage, noise: float = 1.0) -> GreyImage:
        """A picture with noise, clipped as a sensor does."""
        return np.clip(picture + self.rng.normal(0, noise, SHAPE), 0, 255).astype(np.float32)

    def show(self, picture: GreyImage, *, after_s: float = FRAME_S) -> str:
        """The trouble with ``picture``."""
        self.time_s += after_s
        if not self.known:
            return self.conditions.judge(picture, time_s=self.time_s)
        return self.conditions.judge(
            picture,
            time_s=self.time_s,
            areas=self.areas,
            known=lambda: self.well,
            card_width_px=self.card_width_px,
            sharpness=lambda: self.sharpness,
        )

    def start(self) -> "Camera":
        """All is well for a while."""
        assert [self.show(self.exposed(self.table)) for _ in range(30)] == [""] * 30
        return self


def noise(camera: Camera) -> GreyImage:
    return camera.rng.uniform(0, 255, (4, *SHAPE)).mean(axis=0).astype(np.float32)


def hand_on_the_lens(camera: Camera) -> GreyImage:
    rows, columns = np.mgrid[: SHAPE[0], : SHAPE[1]]
    return camera.exposed((20 + 0.2 * columns + 0.1 * rows).astype(np.float32), 2.0)


def frosted(camera: Camera) -> GreyImage:
    return camera.exposed(0.4 * blur(camera.table, 15.0) + 110.0)


def half(camera: Camera) -> GreyImage:
    picture = camera.table.copy()
    picture[:, : SHAPE[1] // 2] = 15.0
    return camera.exposed(picture)


def blur(picture: GreyImage, sigma: float) -> GreyImage:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)


def out_of_focus(camera: Camera) -> GreyImage:
    camera.sharpness = 0.08
    return camera.exposed(blur(camera.table, 2.0))


def turned(*axes: int) -> Callable[[Camera], GreyImage]:
    return lambda camera: camera.exposed(np.ascontiguousarray(np.flip(camera.table, axes)))


def level(at: float, noise: float = 0.0) -> Callable[[Camera], GreyImage]:
    return lambda camera: camera.exposed(np.full(SHAPE, at, np.float32), noise)


def lit(gain: float, offset: float = 0.0) -> Callable[[Camera], GreyImage]:
    return lambda camera: camera.exposed(gain * camera.table + offset)


FAULTS: dict[str, tuple[Callable[[Camera], GreyImage], ...]] = {
    "noise": (noise,),
    "black": (level(0.0), level(4.0, 2.0)),
    "white": (level(255.0), level(250.0, 2.0)),
    "blank": (level(128.0), level(40.0)),
    "covered": (hand_on_the_lens, frosted, level(60.0, 2.0)),
    "mirrored": (turned(0), turned(1)),
    "upside-down": (turned(0, 1),),
    "dark": (lit(0.12), lit(0.05)),
    "overexposed": (lit(6.0), lit(2.5, 60.0)),
    "blurred": (out_of_focus,),
    "half-covered": (half,),
}


@pytest.mark.parametrize(("code", "fault"), [(code, fault) for code, faults in FAULTS.items() for fault in faults])
def test_a_wrong_picture_is_told_at_once_by_its_right_name(code: str, fault: Callable[[Camera], GreyImage]) -> None:
    camera = Camera().start()
    assert [camera.show(fault(camera)) for _ in range(20)] == [code] * 20


def test_each_condition_is_tried_and_has_a_sentence() -> None:
    assert CONDITIONS.keys() == FAULTS.keys() | {"frozen", "glare", "far"}
    assert CONDITIONS.keys() <= TROUBLES.keys() and BEARABLE <= CONDITIONS.keys()


def hands(camera: Camera) -> GreyImage:
    """Two arms over the table, in each picture elsewhere."""
    picture = camera.table.copy()
    for at in camera.rng.integers(0, SHAPE[1] - 30, 2):
        picture[60:, at : at + 30] = 120.0
    return camera.exposed(picture)


@pytest.mark.parametrize(
    "picture",
    [
        hands,
        lit(0.4),
        lit(1.5),
        lambda camera: camera.exposed(camera.table, 8.0),
        lambda camera: camera.exposed(blur(camera.table, 0.7)),
        lambda camera: camera.exposed(np.roll(camera.table, (9, 14), (0, 1))),
    ],
    ids=["hands", "dim", "bright", "grainy", "soft", "bumped"],
)
def test_nothing_is_told_of_a_picture_in_which_the_table_shows(picture: Callable[[Camera], GreyImage]) -> None:
    camera = Camera().start()
    assert [camera.show(picture(camera)) for _ in range(30)] == [""] * 30


def test_cards_that_come_and_are_cleared_away_are_no_trouble() -> None:
    camera = Camera().start()
    camera.put_cards(60)
    assert {camera.show(camera.exposed(camera.table)) for _ in range(30)} == {""}
    camera.well = camera.table.copy()
    camera.show(camera.exposed(camera.table), after_s=2 * RENEW_S)
    camera.table[~camera.coasters] = 90.0
    assert {camera.show(camera.exposed(camera.table)) for _ in range(30)} == {""}


@pytest.mark.parametrize("code", ["black", "white", "blank", "noise"])
def test_before_the_coasters_were_found_what_shows_nothing_is_told_all_the_same(code: str) -> None:
    camera = Camera()
    camera.known = False
    assert camera.show(FAULTS[code][0](camera)) == code


def test_before_the_coasters_were_found_a_plain_table_is_no_trouble() -> None:
    camera = Camera()
    camera.known = False
    assert camera.show(level(90.0, 2.0)(camera)) == ""


def test_a_lens_that_goes_out_of_focus_by_itself_is_told_by_the_coasters() -> None:
    camera = Camera().start()
    camera.sharpness = 0.1
    told = [camera.show(camera.exposed(camera.table)) for _ in range(round((CHECK_S + 0.2) / FRAME_S))]
    assert told[-1] == "blurred"
    camera.sharpness = 0.4
    told = [camera.show(camera.exposed(camera.table)) for _ in range(round((GONE_S + 0.2) / FRAME_S))]
    assert told[-1] == ""


def test_glare_and_a_camera_too_far_away_are_told() -> None:
    camera = Camera().start()
    camera.card_width_px = 40.0
    assert camera.show(camera.exposed(camera.table)) == "far"
    camera.card_width_px = 90.0
    camera.table[:50] = 255.0
    assert [camera.show(camera.exposed(camera.table)) for _ in range(40)][-1] == "glare"


def test_a_trouble_is_over_once_the_picture_has_been_well_for_a_moment() -> None:
    camera = Camera().start()
    camera.show(level(0.0)(camera))
    steps = round(GONE_S / FRAME_S)
    told = [camera.show(camera.exposed(camera.table)) for _ in range(steps + 2)]
    assert told[: steps - 1] == ["black"] * (steps - 1) and told[-1] == ""


def test_another_trouble_is_told_once_it_lasts() -> None:
    camera = Camera().start()
    seen = [camera.show(FAULTS["half-covered"][0](camera)) for _ in range(3)]
    seen += [camera.show(hand_on_the_lens(camera)) for _ in range(12)]
    assert seen[:4] == ["half-covered"] * 4 and seen[-1] == "covered" and set(seen) == {"half-covered", "covered"}


# Frozen


def test_a_live_camera_that_shows_the_same_picture_again_and_again_is_frozen() -> None:
    camera = Camera(live=True).start()
    last = camera.exposed(camera.table)
    told = [camera.show(last) for _ in range(round(2.0 / FRAME_S))]
    assert told[round(FROZEN_S / FRAME_S) - 1] == "" and told[round(FROZEN_S / FRAME_S) + 1] == told[-1] == "frozen"
    assert [camera.show(camera.exposed(camera.table)) for _ in range(8)][-1] == ""


def test_a_picture_whose_noise_does_not_change_is_frozen_though_a_few_pixels_do() -> None:
    camera = Camera(live=True).start()
    last = camera.exposed(camera.table)
    for step in range(round(2.0 / FRAME_S)):
        last = last.copy()
        last[3:6, 3:40] = step  # the time, written into the picture
        told = camera.show(last)
    assert told == "frozen"


def test_a_camera_that_is_frozen_from_the_start_is_told() -> None:
    camera = Camera(live=True)
    camera.known = False
    last = camera.exposed(camera.table)
    assert [camera.show(last) for _ in range(round(1.5 / FRAME_S))][-1] == "frozen"


def test_a_recording_may_show_one_picture_for_long() -> None:
    camera = Camera(live=False).start()
    last = camera.exposed(camera.table)
    assert {camera.show(last) for _ in range(60)} == {""} and not camera.conditions.repeated


# The eye does not look at a wrong picture


def mirrored(image: BGRImage) -> BGRImage:
    return np.ascontiguousarray(image[::-1])


def with_coasters() -> PaintedTable:
    """A table whose coasters are painted, and a card of seat 1."""
    table = PaintedTable()
    table.things = [Painted(seat.x_mm, seat.y_mm, None, (95, 95), (250, 250, 250)) for seat in SEATS]
    table.things += [Painted(seat.x_mm + 20, seat.y_mm + 5, None, (30, 60), (20, 20, 20)) for seat in SEATS]
    table.things += [Painted(0, 150, None, (95, 95), (250, 250, 250)), Painted(15, 150, None, (40, 40), (20, 20, 20))]
    table.start().put(Painted(-250, -80, 7), frames=12)
    return table


def black(image: BGRImage) -> BGRImage:
    return np.zeros_like(image)


@pytest.mark.parametrize(("spoil", "code"), [(black, "black"), (mirrored, "mirrored")])
def test_nothing_is_read_or_kept_of_a_wrong_picture(spoil: Callable[[BGRImage], BGRImage], code: str) -> None:
    table = with_coasters()
    before, reads = told(table.view), table.eye.reads
    table.spoil = spoil
    for _ in range(60):
        view = table.show()
        assert view.trouble == code and told(view) == before
    assert table.eye.reads == reads
    table.spoil = None
    assert told(table.show(12)) == before and table.view.trouble == ""


def test_a_card_that_came_while_the_lens_was_covered_is_read_afterwards() -> None:
    table = with_coasters()
    before = told(table.view)
    table.spoil = black
    table.put(Painted(250, -80, 4), frames=30)
    assert told(table.view) == before
    table.spoil = None
    assert [rank for _, _, rank in told(table.show(30))] == [7, 4]


def test_a_picture_without_coasters_that_shows_nothing_as_it_was_is_not_read() -> None:
    """Whatever is wrong with it: a test picture, another room."""
    table = with_coasters()
    before, reads = told(table.view), table.eye.reads
    blocks = np.random.default_rng(2).integers(0, 255, (24, 40, 3), dtype=np.uint8)
    table.spoil = lambda image: np.asarray(cv2.resize(blocks, image.shape[1::-1], interpolation=cv2.INTER_NEAREST))
    table.mat.covered = {1: table.time_s, 2: table.time_s}
    assert table.show(30).trouble == "moved"
    assert table.show(round(EyeSettings().bump_s / FRAME_S)).trouble == "no-coasters"
    assert table.eye.reads == reads and told(table.view) == before
    table.spoil, table.mat.covered = None, {}
    assert told(table.show(40)) == before and table.view.trouble == ""


def test_frames_that_a_live_camera_gives_twice_tell_nothing_new() -> None:
    table = PaintedTable(live=True).start()
    table.things.append(Painted(-250, -80, 7))
    frame = table.frame()
    for step in range(10):
        view = table.eye.look(Frame(frame.image, frame.time_s + step * FRAME_S, frame.sequence + step))
    assert not view.sightings
    table.time_s += 10 * FRAME_S
    assert only(table.show(6)).rank == 7


def test_how_long_the_camera_has_been_unwell_is_told_for_what_it_can_mend_itself() -> None:
    table = with_coasters()
    assert table.eye.unwell_s == 0.0
    table.gain = 0.15
    table.show(round(2.0 / FRAME_S) + 1)
    assert table.view.trouble == "dark" and table.eye.unwell_s == pytest.approx(2.0, abs=0.01)
    table.gain = 1.0
    table.show(12)
    assert table.eye.unwell_s == 0.0
    table.spoil = black
    table.show(30)
    assert table.view.trouble == "black" and table.eye.unwell_s == 0.0
