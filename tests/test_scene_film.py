"""A film of the simulated table, written and read back."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from dealer.errors import DeviceError
from vision.synth import choreography
from vision.synth.film import CODECS, render_film
from vision.synth.scene import Scene, SceneSettings
from vision.synth.simulated import FRAME_S, SimulatedCamera


@pytest.mark.parametrize("codec", CODECS)
def test_a_film_lasts_as_long_as_the_scene(tmp_path: Path, codec: str) -> None:
    camera = SimulatedCamera(Scene(SceneSettings.random(1, seats=2, size_px=(960, 540))))
    path = tmp_path / f"film{CODECS[codec]}"
    count = render_film(camera.frames(choreography.wait(3.0), fast=True), path, codec)
    assert count == round(3.0 / FRAME_S) + 1
    reader = cv2.VideoCapture(str(path))
    pictures = 0
    while reader.read()[0]:
        pictures += 1
    assert pictures == count
    assert reader.get(cv2.CAP_PROP_FPS) == pytest.approx(15)


def test_coasters_survive_the_codec(tmp_path: Path) -> None:
    camera = SimulatedCamera(Scene(SceneSettings.random(2, seats=3)))
    path = tmp_path / "film.mp4"
    render_film(camera.frames(choreography.wait(0.5)), path)
    _, image = cv2.VideoCapture(str(path)).read()
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11))
    assert set(np.ravel(detector.detectMarkers(image)[1])) == {0, 1, 2, 3}


def test_a_film_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    camera = SimulatedCamera(Scene(SceneSettings.random(1, seats=2, size_px=(960, 540))))
    with pytest.raises(DeviceError, match="nowhere"):
        render_film(camera.frames(choreography.wait(0.2)), tmp_path / "nowhere" / "film.mp4")
