"""What the set-up view advises, for pictures with one thing wrong each."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from coaster_scenes import Camera, Scene, round_table

from vision.frame import Frame
from vision.table.aim import Advice, advise
from vision.table.edges import edge_blur_px
from vision.table.lens import lens, pinhole
from vision.table.mat import Mat

LENS = lens("pi-camera-3")
GOOD = Scene(Camera(LENS, 1150, 12, -60, 90), round_table(4, radius_mm=330))


def advice_for(scene: Scene, *, players: int | None = 4, seen_with: Mat | None = None) -> dict[str, Advice]:
    mat = seen_with or Mat(scene.camera.lens)
    frame = scene.frame()
    mat.observe(frame, still=True)
    return {advice.code: advice for advice in advise(frame, mat, players=players)}


def wrong(advice: dict[str, Advice]) -> list[str]:
    return [code for code, each in advice.items() if not each.fine]


def test_a_good_set_up_is_called_good_in_every_point() -> None:
    advice = advice_for(GOOD)
    assert wrong(advice) == []
    assert set(advice) == {"coasters", "light", "sharp", "width", "tilt"}
    assert str(advice["width"]) == "Cards are 80 px wide."


@pytest.mark.parametrize(
    ("scene", "code", "says"),
    [
        (replace(GOOD, brightness=0.22), "light", "too dark"),
        (replace(GOOD, brightness=1.6, table_grey=165), "light", "too bright"),
        (replace(GOOD, blur_px=3.0), "sharp", "focus the lens"),
        (replace(GOOD, camera=Camera(LENS, 1150, 36, -60, 90)), "tilt", "36 degrees"),
        (replace(GOOD, camera=Camera(lens("webcam"), 1560, 12, -60, 90)), "width", "nearer"),
        (
            replace(GOOD, camera=Camera(LENS, 560, 5, 0, 0), coasters=round_table(4, radius_mm=150)),
            "width",
            "higher",
        ),
        (replace(GOOD, coasters=GOOD.coasters[:-1]), "coasters", "1 more of 4"),
        (replace(GOOD, coasters=[*GOOD.coasters, (0, 150.0, 150.0, 0.0)]), "twice", ": 0."),
        (replace(GOOD, coasters=round_table(5, radius_mm=330)), "coasters", "1 more than the 4 players"),
    ],
)
def test_one_thing_wrong_is_the_one_thing_told(scene: Scene, code: str, says: str) -> None:
    advice = advice_for(scene)
    assert wrong(advice) == [code]
    assert says in str(advice[code])


def test_without_coasters_they_are_asked_for() -> None:
    assert "two coasters" in str(advice_for(replace(GOOD, coasters=[]))["coasters"])
    assert "too dark" in str(advice_for(replace(GOOD, coasters=[], brightness=0.1))["light"])


def test_a_mirrored_picture_is_told() -> None:
    mat = Mat(LENS)
    frame = Frame(np.ascontiguousarray(GOOD.render()[:, ::-1]), 0.0, 0)
    mat.observe(frame, still=True)
    assert [advice.code for advice in advise(frame, mat)] == ["mirrored"]


def test_a_covered_coaster_is_told_and_does_not_spoil_the_light() -> None:
    mat = Mat(LENS)
    mat.observe(GOOD.frame(), still=True)
    _, x, y, _ = GOOD.coasters[2]
    frame = Frame(replace(GOOD, covers=[(x, y, 70)]).render(), 0.2, 1)
    mat.check_covered(frame)
    advice = {each.code: each for each in advise(frame, mat, players=4)}
    assert wrong(advice) == ["covered"]
    assert str(advice["covered"]).endswith(": 2.")


def test_the_wrong_lens_is_told() -> None:
    barrel = pinhole("barrel", size_px=(1920, 1080), width_deg=70, distortion=(-0.35, 0.1, 0, 0, 0))
    frame = replace(GOOD, camera=Camera(barrel, 1000, 10, -60, 90), coasters=round_table(6, radius_mm=330)).frame()
    mat = Mat(lens("webcam"))
    mat.observe(frame, still=True)
    assert "dealer calibrate lens" in str({each.code: each for each in advise(frame, mat)}["lens"])


def test_a_small_sheet_is_told() -> None:
    mat = Mat(LENS)
    for _ in range(5):
        mat.tell_card_size((66.3, 92.6))
    assert "95 %" in str(advice_for(GOOD, seen_with=mat)["sheet"])


@pytest.mark.parametrize("blur_px", [0.6, 1.2, 2.0])
def test_blur_is_measured(blur_px: float) -> None:
    square = np.full((200, 200), 220, np.float32)
    square[50:150, 50:150] = 20
    noise = np.random.default_rng(1).normal(0, 3, square.shape)
    grey = np.clip(cv2.GaussianBlur(square, (0, 0), blur_px) + noise, 0, 255).astype(np.uint8)
    corners = np.array([[49.5, 49.5], [149.5, 49.5], [149.5, 149.5], [49.5, 149.5]])
    assert edge_blur_px(grey, corners) == pytest.approx(blur_px, rel=0.25)
