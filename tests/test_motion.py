"""The motion gate on made-up pictures: what is still, what moves, what changed, and what is only light or noise."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.motion.gate import MotionGate

SIZE = (360, 640)
FRAME_S = 1 / 15


class Camera:
    """A picture with a card or a hand in it, a frame at a time."""

    def __init__(self, noise: float = 3.0) -> None:
        self.rng = np.random.default_rng(7)
        self.table = np.full((*SIZE, 3), (60, 90, 70), np.float32)
        self.table += self.rng.normal(0, 6, (*SIZE, 1)).astype(np.float32)
        self.noise = noise
        self.time_s = 0.0
        self.gate = MotionGate()
        self.tinted: tuple[int, int, int, int] | None = None
        """What lies here (left, top, width, height) is as bright in green as the table, and blue."""

    def show(
        self, *boxes: tuple[int, int, int, int, int], gain: float | NDArray[np.float64] = 1.0, frames: int = 1
    ) -> None:
        """``frames`` pictures with boxes (left, top, width, height, level) on the table, under a lamp ``gain``
        times as bright."""
        for _ in range(frames):
            picture = self.table.copy()
            if self.tinted is not None:
                left, top, width, height = self.tinted
                picture[top : top + height, left : left + width] += (60, 0, -25)
            for left, top, width, height, level in boxes:
                picture[top : top + height, left : left + width] = level
            picture = picture * gain + self.rng.normal(0, self.noise, picture.shape)
            self.gate.update(np.clip(picture, 0, 255).astype(np.uint8), time_s=self.time_s)
            self.time_s += FRAME_S

    def settle(self, *boxes: tuple[int, int, int, int, int]) -> None:
        """Show a still table until all of it is read, and the noise learnt."""
        self.show(*boxes, frames=8)
        self.gate.settle(np.ones(self.gate.shape, bool))
        self.show(*boxes, frames=15)


CARD = (200, 100, 20, 28, 220)  # a card 60 px wide at 1080p is 20 px wide at 360p


def test_the_first_pictures_are_unread_and_ready_once_they_lie_still() -> None:
    camera = Camera()
    camera.show(CARD)
    assert camera.gate.changed.all() and not camera.gate.ready.any()
    camera.show(CARD, frames=3)
    assert camera.gate.ready.mean() > 0.99


def test_a_still_table_neither_moves_nor_changes() -> None:
    camera = Camera(noise=6.0)
    camera.settle(CARD)
    for _ in range(30):
        camera.show(CARD)
        assert np.count_nonzero(camera.gate.moving) <= 3
        assert np.count_nonzero(camera.gate.changed) <= 3


def test_a_card_is_ready_two_frames_after_it_came_to_rest() -> None:
    camera = Camera()
    camera.settle()
    states = []
    for left in (120, 160, 200, 200, 200, 200):
        camera.show((left, *CARD[1:]))
        states.append((camera.gate.moving[55:60, 102:108].all(), camera.gate.ready[55:60, 102:108].all()))
    assert [ready for _, ready in states] == [False, False, False, False, True, True]
    assert states[2][0]


def test_rest_is_dated_by_the_first_still_frame() -> None:
    camera = Camera()
    camera.settle()
    camera.show((150, *CARD[1:]))
    at_rest_s = camera.time_s
    camera.show(CARD, frames=4)
    where = np.zeros(camera.gate.shape, bool)
    where[52:62, 102:108] = True
    assert camera.gate.rest_of(where) == pytest.approx(at_rest_s)


def test_what_was_read_is_changed_no_more_and_what_leaves_is() -> None:
    camera = Camera()
    camera.settle()
    camera.show(CARD, frames=4)
    assert camera.gate.ready.any()
    camera.gate.settle(np.ones(camera.gate.shape, bool))
    camera.show(CARD, frames=3)
    assert not camera.gate.changed.any()
    camera.show(frames=4)
    assert camera.gate.ready[52:62, 102:108].all()


def test_a_hand_that_only_passes_leaves_nothing_to_read() -> None:
    camera = Camera()
    camera.settle(CARD)
    for left in range(0, 600, 40):
        camera.show(CARD, (left, 60, 90, 300, 140))
        assert camera.gate.moving.any()
    camera.show(CARD, frames=6)
    assert not camera.gate.changed.any() and not camera.gate.moving.any()


@pytest.mark.parametrize("shift_px", [1, 2])
def test_a_small_slide_of_a_lying_card_is_noticed(shift_px: int) -> None:
    # 1 px of 640 is 3 mm at the reference scale of a card 60 px wide at 1080p
    camera = Camera()
    camera.settle(CARD)
    camera.show((CARD[0] + shift_px, *CARD[1:]), frames=4)
    assert camera.gate.ready.any()


def test_lamp_flicker_is_no_movement() -> None:
    camera = Camera()
    camera.settle(CARD)
    rows = np.arange(SIZE[0])[:, None, None]
    for frame in range(45):
        bands = 1 + 0.08 * np.sin(rows / 60 + frame * 1.3)
        camera.show(CARD, gain=bands * (1 + 0.1 * np.sin(frame * 0.9)))
        assert np.count_nonzero(camera.gate.moving | camera.gate.changed) <= 6


def test_flicker_is_no_movement_while_a_hand_covers_half_of_the_rows() -> None:
    camera = Camera()
    camera.settle(CARD)
    for frame in range(20):
        camera.show(CARD, (400, 0, 130, 360, 150), gain=1 + 0.1 * np.sin(frame * 0.9))
        away = np.concatenate([camera.gate.changed[:, :190], camera.gate.changed[:, 280:]], axis=1)
        assert np.count_nonzero(away) <= 12


def test_slow_drift_of_the_light_is_followed() -> None:
    camera = Camera()
    camera.settle(CARD)
    shade = np.linspace(1, 0.6, SIZE[1])[None, :, None]
    for frame in range(300):  # 20 s in which one side of the table darkens by 40%
        camera.show(CARD, gain=1 + (shade - 1) * frame / 300)
    assert np.count_nonzero(camera.gate.changed) <= 0.01 * camera.gate.changed.size


def test_a_brighter_lamp_does_not_change_what_is_burnt_out() -> None:
    camera = Camera()
    bright = (200, 100, 60, 60, 245)
    camera.settle(bright)
    for gain in (1.15, 0.85, 1.1):
        camera.show(bright, gain=gain, frames=2)
        assert np.count_nonzero(camera.gate.changed) <= 3


def test_another_picture_size_starts_anew() -> None:
    camera = Camera()
    camera.settle(CARD)
    camera.gate.update(np.zeros((480, 640, 3), np.uint8), time_s=camera.time_s)
    assert camera.gate.changed.all() and camera.gate.shape == (240, 320)


def in_small(camera: Camera, box: tuple[int, ...]) -> tuple[slice, slice]:
    """A box of the picture in the small one."""
    across, down = camera.gate.scale
    left, top, width, height = box[:4]
    rows = slice(int(top * down) + 1, int((top + height) * down))
    return rows, slice(int(left * across) + 1, int((left + width) * across))


def test_a_card_as_bright_in_green_as_the_table_is_seen_by_its_colour_once_the_hand_has_gone() -> None:
    camera = Camera()
    camera.settle()
    where = in_small(camera, CARD)
    camera.show((*CARD[:4], 150), frames=4)  # the hand
    camera.tinted = CARD[:4]
    camera.show(frames=13)
    assert camera.gate.ready[where].mean() > 0.8
    camera.gate.settle(np.ones(camera.gate.shape, bool))
    camera.show((*CARD[:4], 150), frames=4)
    camera.show(frames=13)
    assert not camera.gate.ready[where].any(), "it lies as it lay when it was read"


def test_such_a_card_is_seen_where_nothing_was_seen_to_move_and_came_when_its_place_last_looked_as_before() -> None:
    camera = Camera()
    camera.settle()
    where = np.zeros(camera.gate.shape, bool)
    where[in_small(camera, CARD)] = True
    camera.show(frames=20)
    came_s = camera.time_s
    camera.tinted = CARD[:4]
    camera.show((40, 40, 30, 60, 150), frames=4)  # the hand that threw it
    camera.show(frames=16)
    assert camera.gate.ready[where].mean() > 0.8
    assert abs(camera.gate.rest_of(where) - came_s) < 0.5


def test_no_card_came_where_the_whole_lamp_took_another_colour() -> None:
    camera = Camera()
    camera.settle()
    camera.show((200, 80, 60, 60, 150), frames=4, gain=np.array([1.3, 1.0, 0.8]))
    camera.show(frames=30, gain=np.array([1.3, 1.0, 0.8]))
    assert not camera.gate.unread.any()


def test_a_sleeve_as_bright_in_green_as_the_table_is_not_asked_for_when_it_pauses_nor_is_its_rim() -> None:
    camera = Camera()
    camera.settle()
    camera.show((200, 80, 60, 60, 150), frames=2)  # a hand, and its sleeve after it
    camera.tinted = (200, 80, 60, 60)
    for _ in range(6):
        camera.show()
        assert not camera.gate.unread.any()
    camera.tinted = None
    camera.show((200, 80, 60, 60, 150), frames=2)
    camera.tinted = (200, 80, 6, 60)
    for _ in range(20):
        camera.show()
        assert not camera.gate.unread.any(), "a rim"


def test_a_table_that_a_hand_passed_over_is_not_read_again_under_a_lamp_that_grows_brighter() -> None:
    camera = Camera(noise=5.0)
    camera.settle(CARD)
    for gain in np.linspace(1.0, 1.35, 90):
        camera.show(CARD, gain=float(gain))
    camera.show(CARD, (180, 90, 60, 60, 150), gain=1.35, frames=4)
    camera.show(CARD, gain=1.35, frames=6)
    assert np.count_nonzero(camera.gate.changed) <= 3
