"""What cards lie on and among in training pictures: tables, papers, mats, chips, coins and fingers."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.synth.face_art import Generator, abstract, as_colour, back, cloud, emblem_mask, paint, palette
from vision.synth.face_letters import Lettering, text_mask

_FELT = ((60, 110, 30), (40, 90, 20), (110, 60, 20), (40, 30, 120), (60, 60, 60), (90, 130, 40))
_WOOD = ((120, 165, 205), (80, 120, 170), (50, 80, 120), (30, 45, 70), (150, 190, 220), (90, 100, 110), (180, 205, 220))
_CLOTH = ((200, 200, 200), (235, 235, 235), (60, 40, 40), (30, 30, 30), (120, 90, 160), (170, 150, 120), (20, 20, 20))
_SKIN = ((140, 170, 225), (115, 150, 205), (90, 120, 175), (60, 85, 130), (45, 60, 95), (165, 190, 235))


def _tinted(field: NDArray[np.float32], colour: tuple[int, int, int], depth: float) -> BGRImage:
    shade = 1.0 + depth * (field[..., None] - 0.5)
    return np.clip(np.array(colour, np.float32) * shade, 0, 255).astype(np.uint8)


def _near(rng: Generator, colours: tuple[tuple[int, int, int], ...]) -> tuple[int, int, int]:
    base = np.array(colours[rng.integers(len(colours))], np.float32)
    return as_colour(np.clip(base * rng.uniform(0.7, 1.25) + rng.normal(0, 10, 3), 0, 255))


def table(rng: Generator, size: int) -> BGRImage:
    """A table top (size, size, 3)."""
    kind = rng.integers(9)
    if kind == 0:  # felt
        fine = rng.random((size, size), np.float32) * 0.7 + 0.3 * cloud(rng, size, size, cells=12)
        fine = np.asarray(cv2.GaussianBlur(fine, (0, 0), float(rng.uniform(0.5, 1.5))), np.float32)
        return _tinted(fine, _near(rng, _FELT), 0.6)
    if kind in (1, 2):  # wood: noise drawn out along the grain, in planks
        grain = cloud(rng, size, max(8, size // int(rng.integers(10, 40))), cells=60, octaves=3)
        grain = np.asarray(cv2.resize(grain, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)
        image = _tinted(grain, _near(rng, _WOOD), float(rng.uniform(0.1, 0.7)))
        if kind == 2:
            step = int(rng.integers(40, 200))
            for y in range(int(rng.integers(step)), size, step):
                image[max(0, y - step) : y] = np.clip(image[max(0, y - step) : y] * rng.uniform(0.8, 1.15), 0, 255)
                cv2.line(image, (0, y), (size, y), _near(rng, ((20, 30, 40),)), int(rng.integers(1, 3)))
        return np.ascontiguousarray(np.rot90(image)) if rng.random() < 0.5 else image
    if kind == 3:  # woven cloth
        y, x = np.mgrid[0:size, 0:size].astype(np.float32)
        p = rng.uniform(3, 9)
        weave = 0.5 + 0.25 * np.sin(x * 2 * np.pi / p) + 0.25 * np.sin(y * 2 * np.pi / p)
        return _tinted(weave.astype(np.float32), _near(rng, _CLOTH), float(rng.uniform(0.05, 0.4)))
    if kind == 4:  # carpet, gravel, stone
        rough = cv2.GaussianBlur(rng.random((size, size), np.float32), (0, 0), float(rng.uniform(1.0, 3.5)))
        rough = (rough - rough.mean()) / rough.std() * 0.2 + 0.5
        return _tinted(rough, _near(rng, _WOOD + _CLOTH), float(rng.uniform(0.4, 1.6)))
    if kind == 5:  # a printed cloth or a picture
        small = abstract(rng, size // 2, size // 2)
        return np.asarray(cv2.resize(small, (size, size), interpolation=cv2.INTER_LINEAR), np.uint8)
    if kind == 6:  # checked cloth
        cell = int(rng.integers(16, 90))
        a, b = np.array(_near(rng, _CLOTH)), palette(rng)[0]
        grid = (np.arange(size) // cell) % 2
        both = (grid[:, None] + grid[None])[..., None] / 2
        return (a * both + b * (1 - both)).astype(np.uint8)
    colour = _near(rng, _CLOTH + _WOOD + _FELT)  # plain, slightly uneven
    return _tinted(cloud(rng, size, size, cells=4), colour, float(rng.uniform(0.0, 0.3)))


def _random_text(rng: Generator) -> str:
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    return "".join(alphabet[i] for i in rng.integers(0, len(alphabet), int(rng.integers(1, 9))))


def litter(rng: Generator, image: BGRImage, fonts: tuple[str, ...]) -> None:
    """Lay things that are no cards on the table: printed papers, beer mats, chips, coins, a telephone, loose
    writing."""
    size = image.shape[0]
    for _ in range(int(rng.choice([0, 0, 1, 2, 4]))):
        x, y = float(rng.uniform(0, size)), float(rng.uniform(0, size))
        kind = rng.integers(6)
        letters = Lettering(fonts[int(rng.integers(len(fonts)))])
        if kind == 0:  # paper with lines of print
            w, h = int(rng.uniform(60, 260)), int(rng.uniform(60, 320))
            sheet = np.full((h, w, 3), int(rng.integers(190, 256)), np.uint8)
            tall = int(rng.integers(6, 28))
            for top in range(tall, h - tall, int(tall * rng.uniform(1.4, 2.5))):
                text = text_mask(letters, _random_text(rng), tall)
                paint(sheet, text, (30, 30, 30), x=min(w / 2, text.shape[1] / 2 + 8), y=top)
            lay_thing(image, sheet, x, y, float(rng.uniform(0, 360)))
        elif kind == 1:  # beer mat
            r = int(rng.uniform(50, 100))
            mat = np.zeros((2 * r, 2 * r, 3), np.uint8)
            mat[:] = palette(rng)[0]
            for _ in range(int(rng.integers(1, 4))):
                tall = int(rng.uniform(0.2, 0.9) * r)
                paint(
                    mat,
                    text_mask(letters, _random_text(rng), tall),
                    as_colour(palette(rng)[1]),
                    x=r,
                    y=float(rng.uniform(0.4, 1.6) * r),
                )
            disc = np.zeros((2 * r, 2 * r), np.uint8)
            cv2.circle(disc, (r, r), r - 1, 255, -1, cv2.LINE_AA)
            lay_thing(image, mat, x, y, float(rng.uniform(0, 360)), mask=disc if rng.random() < 0.7 else None)
        elif kind == 2:  # chips and coins
            for _ in range(int(rng.integers(1, 7))):
                chip(rng, image, x + float(rng.normal(0, 45)), y + float(rng.normal(0, 45)))
        elif kind == 3:  # a telephone, a remote control
            w = int(rng.uniform(120, 160))
            phone = np.full((2 * w, w, 3), int(rng.integers(5, 60)), np.uint8)
            if rng.random() < 0.5:
                phone[12:-12, 6:-6] = abstract(rng, 2 * w - 24, w - 12)
                text = text_mask(letters, f"{rng.integers(24)}{rng.integers(60):02d}", int(rng.uniform(16, 46)))
                paint(phone, text, (250, 250, 250), x=w / 2, y=60)
            lay_thing(image, phone, x, y, float(rng.uniform(0, 360)))
        elif kind == 4:  # writing on the table itself
            text = text_mask(letters, _random_text(rng), int(rng.uniform(10, 60)))
            turned = np.asarray(cv2.warpAffine(*_turn(text, float(rng.uniform(0, 360)))), np.uint8)
            paint(image, turned, as_colour(palette(rng)[0]), x=x, y=y)
        else:  # an emblem
            mark = emblem_mask(str(rng.choice(["heart", "star", "club", "ring", "crown"])), int(rng.uniform(12, 80)))
            paint(image, mark, as_colour(palette(rng)[0]), x=x, y=y)


def _turn(image: NDArray[np.uint8], degrees: float) -> tuple[NDArray[np.uint8], NDArray[np.float64], tuple[int, int]]:
    h, w = image.shape[:2]
    side = int(np.hypot(h, w)) + 2
    matrix = np.asarray(cv2.getRotationMatrix2D((w / 2, h / 2), degrees, 1.0), np.float64)
    matrix[:, 2] += [side / 2 - w / 2, side / 2 - h / 2]
    return image, matrix, (side, side)


def lay_thing(
    image: BGRImage, thing: BGRImage, x: float, y: float, degrees: float, *, mask: NDArray[np.uint8] | None = None
) -> None:
    """Lay a picture on the table at an angle."""
    h, w = thing.shape[:2]
    whole = np.full((h, w), 255, np.uint8) if mask is None else mask
    turned, alpha = cv2.warpAffine(*_turn(thing, degrees)), cv2.warpAffine(*_turn(whole, degrees))
    side = turned.shape[0]
    left, top = round(x - side / 2), round(y - side / 2)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(image.shape[1], left + side), min(image.shape[0], top + side)
    if x0 >= x1 or y0 >= y1:
        return
    part = image[y0:y1, x0:x1]
    a = alpha[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
    part[:] = (part * (1 - a) + turned[y0 - top : y1 - top, x0 - left : x1 - left] * a).astype(np.uint8)


def chip(rng: Generator, image: BGRImage, x: float, y: float) -> None:
    """A poker chip or a coin."""
    r = int(rng.uniform(16, 42))
    at = (int(x), int(y))
    colours = palette(rng)
    cv2.circle(image, (at[0] + 2, at[1] + 2), r + 1, (15, 15, 15), -1, cv2.LINE_AA)
    cv2.circle(image, at, r, tuple(int(c) for c in colours[0]), -1, cv2.LINE_AA)
    if rng.random() < 0.7:
        for k in range(int(rng.integers(4, 9))):
            cv2.ellipse(
                image,
                at,
                (r - 2, r - 2),
                0,
                k * 60,
                k * 60 + 22,
                tuple(int(c) for c in colours[1]),
                max(2, r // 4),
                cv2.LINE_AA,
            )
    cv2.circle(image, at, int(0.6 * r), tuple(int(c) for c in colours[2]), -1 if rng.random() < 0.5 else 2, cv2.LINE_AA)
    if rng.random() < 0.6:
        text = text_mask(
            Lettering("Cabin-Bold.otf"), str(rng.choice(["1", "5", "10", "25", "2", "50", "100"])), max(8, int(0.6 * r))
        )
        paint(image, text, as_colour(colours[3]), x=x, y=y)


def finger(rng: Generator, image: BGRImage, covered: NDArray[np.int16]) -> None:
    """Fingers, a thumb or an arm from the picture's edge over whatever lies there; ``covered`` becomes -1 under
    them."""
    size = image.shape[0]
    skin = np.array(_SKIN[rng.integers(len(_SKIN))], np.float32) * rng.uniform(0.7, 1.1)
    side = rng.uniform(0, 2 * np.pi)
    start = np.array([size / 2 + np.cos(side) * size * 0.8, size / 2 + np.sin(side) * size * 0.8])
    tip = np.array([rng.uniform(0.1, 0.9) * size, rng.uniform(0.1, 0.9) * size])
    mask = np.zeros((size, size), np.uint8)
    across = np.array([-(tip - start)[1], (tip - start)[0]]) / max(float(np.hypot(*(tip - start))), 1.0)
    width = int(rng.uniform(24, 38))
    count = int(rng.choice([1, 1, 2, 4]))
    for k in range(count):
        end = tip + across * (k - count / 2) * width * 1.05 + rng.normal(0, 10, 2)
        cv2.line(mask, tuple(start.astype(int).tolist()), tuple(end.astype(int).tolist()), 255, width, cv2.LINE_AA)
    covered[mask > 100] = -1
    shade = 0.75 + 0.5 * cloud(rng, size, size, cells=6)
    colour = np.clip(skin * shade[..., None], 0, 255)
    edge = cv2.GaussianBlur(mask, (0, 0), 5).astype(np.float32)[..., None] / 255
    a = mask.astype(np.float32)[..., None] / 255
    dark = image * (1 - 0.35 * np.roll(edge, (5, 5), (0, 1)))
    image[:] = (dark * (1 - a) + colour * (0.7 + 0.3 * edge) * a).astype(np.uint8)


def card_back(rng: Generator, height: int, width: int) -> BGRImage:
    """The back of a card."""
    return back(rng, height, width)
