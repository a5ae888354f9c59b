"""The camera of the close-ups: what light, lens, sensor and file make of a small piece of a table."""

import cv2
import numpy as np

from vision.frame import BGRImage
from vision.synth.face_art import Generator, cloud


def seen_near(rng: Generator, image: BGRImage, card_px: float) -> BGRImage:
    """Light, lens and sensor: mostly as the simulated camera's reference difficulty has them, now and then harder."""
    size = image.shape[0]
    harder = rng.random() < 0.3
    warm = float(rng.uniform(0, 1))
    gain = float(rng.uniform(0.4, 1.4) if harder else rng.uniform(0.7, 1.35)) ** 0.6
    light = np.array([1 - 0.42 * warm, 1 - 0.14 * warm, 1.0], np.float32) ** 0.7 * gain
    light = light * np.exp(rng.normal(0, 0.04, 3)).astype(np.float32)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size - 0.5
    slope = rng.normal(0, 0.08, 2)
    shade = 1.0 + float(slope[0]) * x + float(slope[1]) * y
    if rng.random() < 0.08:  # a hard shadow's edge
        a = rng.uniform(0, 2 * np.pi)
        edge = (x * np.cos(a) + y * np.sin(a) - rng.uniform(-0.4, 0.4)) * size / rng.uniform(0.7, 6)
        shade = shade * (1.0 - float(rng.uniform(0.2, 0.6)) / (1 + np.exp(-np.clip(edge, -30, 30))))
    picture = image.astype(np.float32) * (shade[..., None] * light)
    if rng.random() < 0.3:  # a lamp's mirror image, or its rim
        at, r = rng.uniform(-0.7, 0.7, 2), rng.uniform(0.1, 0.6, 2)
        glow = np.exp(-(((x - at[0]) / r[0]) ** 2 + ((y - at[1]) / r[1]) ** 2))
        picture += float(rng.uniform(20, 160)) * glow[..., None] * (light / light.max())
    if rng.random() < 0.12:  # haze
        picture = picture * float(rng.uniform(0.55, 0.9)) + float(rng.uniform(0, 50))
    softness = float(rng.uniform(0.3, 1.7) if harder else rng.uniform(0.55, 1.0))
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), softness), np.float32)
    if rng.random() < 0.07:  # moved
        length = int(rng.integers(2, 6))
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1 / length
        turn = cv2.getRotationMatrix2D(((length - 1) / 2,) * 2, float(rng.uniform(0, 180)), 1.0)
        turned = np.asarray(cv2.warpAffine(kernel, turn, (length, length)), np.float32)
        picture = np.asarray(cv2.filter2D(picture, -1, turned / max(float(turned.sum()), 1e-3)), np.float32)
    if rng.random() < 0.25:  # sharpened
        soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.8, 1.6)))
        picture += float(rng.uniform(0.2, 1.0)) * (picture - soft)
    strength = float(rng.uniform(0.5, 11) if harder else rng.uniform(1.5, 4.0))
    fine = cv2.GaussianBlur(rng.standard_normal((size, size, 1), np.float32), (0, 0), 0.5)[..., None] * 1.3
    blotch = cv2.GaussianBlur(rng.standard_normal((size, size, 3), np.float32), (0, 0), 1.6) * 4.0
    picture += strength * (0.9 * fine + 0.45 * blotch)
    if card_px > 80 and rng.random() < 0.1:
        picture += 10 * float(rng.uniform(0, 1)) * (cloud(rng, size, size, cells=20)[..., None] - 0.5)
    result = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = int(rng.integers(45, 97))
        result = cv2.imdecode(cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    return np.asarray(result, np.uint8)
