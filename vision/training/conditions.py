"""The reference set-up's camera for checking: what the simulated table's reference difficulty does to a picture."""

from typing import Literal

import cv2
import numpy as np

from vision.frame import BGRImage
from vision.synth.face_art import Generator
from vision.synth.setting import CARD_PX, TRIALS

Conditions = Literal["degraded", "reference"]
"""``degraded``: few pixels, blur, noise, haze, glare and bad files, until a fifth of the indices cannot be read: what
calibration is fitted on. ``reference``: cards 60 to 150 px wide, light, lens and noise of the simulated camera."""

REFERENCE = TRIALS["reference"]
GLARE = 0.5
"""Share of a degraded scene's glare: the reference's lamp is weaker than that."""
GROWTH = 0.35
"""Share of a degraded scene's doubt about how wide a card is: coasters tell it."""


def seen_in_reference(rng: Generator, image: BGRImage, card_px: float, *, near: bool = False) -> BGRImage:
    """A picture in which a card is ``card_px`` wide as the reference set-up's camera sees it, enlarged again as the eye
    enlarges it. Cards are 60 to 150 px wide, or ``card_px`` if that is less; always so wide where the camera stands
    ``near``."""
    size = image.shape[0]
    factor = min(1.0, float(rng.uniform(*CARD_PX)) / card_px)
    if near:
        factor = 1.0
    small = max(16, round(size * factor))
    picture = cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA).astype(np.float32)
    warm, exposure = float(rng.uniform(0, 1)), float(rng.uniform(*REFERENCE.exposure))
    y, x = np.mgrid[0:small, 0:small].astype(np.float32) / small - 0.5
    slope = rng.normal(0, 0.2, 2)
    light = np.clip(1.0 + float(slope[0]) * x + float(slope[1]) * y, 0.3, 1.7) * exposure
    colour = np.array([1 - 0.42 * warm, 1 - 0.14 * warm, 1.0], np.float32)
    picture *= (light[..., None] * colour) ** (1 / 2.2)  # the picture's values are gamma-encoded
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(*REFERENCE.softness_px))), np.float32)
    fine = cv2.GaussianBlur(rng.standard_normal((small, small), np.float32), (3, 3), 0.6)
    blotch = cv2.GaussianBlur(rng.standard_normal((small, small, 3), np.float32), (9, 9), 2.0)
    noise = 0.9 * fine[..., None] / fine.std() + 0.45 * blotch / blotch.std()
    seen = np.clip(picture + noise * float(rng.uniform(*REFERENCE.noise)), 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(seen, (size, size), interpolation=cv2.INTER_LINEAR), np.uint8)
