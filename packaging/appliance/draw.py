"""Draws a table with cards to a picture file and prints their ranks: what ``dealer see`` must read."""

import sys
from pathlib import Path

import cv2
import numpy as np

from dealer.view import Area, Place
from vision.synth.scene import Scene, SceneSettings
from vision.synth.simulated import SimulatedCamera

RANKS = (9, 2, 7, 4)


def main(picture: Path) -> None:
    """Lay one card before each of the seats, and look once."""
    scene = Scene(SceneSettings.random(3, seats=len(RANKS), difficulty="easy"))
    rng = np.random.default_rng(3)
    places = [scene.place_point(Place(Area.STACK, seat), 0, rng) for seat in range(1, len(RANKS) + 1)]
    for coaster in list(scene.things.values()):
        scene.remove(coaster)
    for rank, place in zip(RANKS, places, strict=True):
        scene.add_card(rank, place)
    cv2.imwrite(str(picture), SimulatedCamera(scene).take().image)
    print(*sorted(RANKS))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
