"""Things on a table that bear figures, letters or signs and are no cards of a deck: keys, sums, rulers, dominoes, price
tags, jokers, cards of other games, and stone with coarse specks. What a net calls an index there it is to unlearn.

All sizes are in pixels of a training scene, about two a millimetre, and were chosen by eye."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.synth.face_art import EMBLEMS, Colour, Generator, abstract, as_colour, emblem_mask, paint, palette
from vision.synth.face_letters import Lettering, text_mask
from vision.synth.faces import random_pen
from vision.training.tables import lay_thing

SIGNS = ("+", "-", "x", "=", "/", "%", ".", "C", "M", "AC", "#", "*")
"""What stands on keys beside figures."""
WORDS = ("JOKER", "TAROT", "SKIP", "WILD", "STOP", "RULES", "START", "BONUS", "TRUMP", "EXCUSE")
"""What stands on cards that are no numerals."""


def _grey(rng: Generator, low: int, high: int) -> Colour:
    return as_colour(np.clip(float(rng.uniform(low, high)) + rng.normal(0, 6, 3), 0, 255))


def _sheet(colour: Colour, width: int, height: int) -> BGRImage:
    return np.full((height, width, 3), colour, np.uint8)


def _rounded(width: int, height: int, radius: int) -> NDArray[np.uint8]:
    mask = np.zeros((height, width), np.uint8)
    radius = max(1, min(radius, width // 2 - 1, height // 2 - 1))
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


Thing = tuple[BGRImage, NDArray[np.uint8]]
"""A picture (h, w, 3) and where it covers what lies below (h, w)."""


def keys(rng: Generator, letters: Lettering) -> Thing:
    """A calculator, a keyboard's block of figures, a telephone's keys, a remote control."""
    columns, rows = int(rng.integers(3, 6)), int(rng.integers(3, 6))
    pitch = float(rng.uniform(18, 44))
    w, h = round(columns * pitch + 8), round(rows * pitch + 8 + float(rng.choice([0, 30])))
    is_dark = rng.random() < 0.6
    body = _sheet(_grey(rng, *((15, 80) if is_dark else (120, 245))), w, h)
    key = _grey(rng, *((10, 90) if rng.random() < 0.5 else (150, 255)))
    ink = _grey(rng, *((200, 255) if sum(key) < 330 else (0, 70)))
    cap = _rounded(max(8, round(pitch * float(rng.uniform(0.7, 0.95)))), max(8, round(pitch * 0.85)), int(pitch / 5))
    tall = max(6, round(pitch * float(rng.uniform(0.22, 0.6))))
    figures = [str(k) for k in rng.permutation(10)] + [str(s) for s in rng.permutation(SIGNS)]
    if rng.random() < 0.3:
        figures = [str(k) for k in (7, 8, 9, "/", 4, 5, 6, "x", 1, 2, 3, "-", 0, ".", "=", "+")] * 2
    for k in range(columns * rows):
        x, y = 4 + (k % columns + 0.5) * pitch, h - 4 - (k // columns + 0.5) * pitch
        paint(body, cap, key, x=x, y=y)
        offset = rng.uniform(-0.12, 0.12, 2) * pitch if rng.random() < 0.3 else (0.0, 0.0)
        paint(body, text_mask(letters, figures[k % len(figures)], tall), ink, x=x + offset[0], y=y + offset[1])
    return body, _rounded(w, h, int(rng.integers(2, 14)))


def sums(rng: Generator, letters: Lettering) -> Thing:
    """A score pad: columns of figures with signs, by hand or printed, a name above each."""
    w, h = int(rng.uniform(70, 240)), int(rng.uniform(90, 300))
    page = _sheet(_grey(rng, 200, 255), w, h)
    tall = int(rng.uniform(9, 28))
    if rng.random() < 0.4:
        for y in range(tall, h, round(tall * 1.3)):
            cv2.line(page, (0, y), (w, y), _grey(rng, 150, 210), 1)
    hand = Lettering(pen=random_pen(rng)) if rng.random() < 0.7 else letters
    ink = as_colour(palette(rng)[1]) if rng.random() < 0.4 else _grey(rng, 10, 110)
    column = max(3 * tall, int(w / rng.integers(1, 5)))
    for x in range(column // 2, w, column):
        for y in range(tall, h - tall // 2, round(tall * float(rng.uniform(1.2, 1.9)))):
            if rng.random() < 0.2:
                continue
            number = str(int(rng.integers(0, 12 if rng.random() < 0.6 else 120)))
            text = str(rng.choice(["", "", "+", "-", "-", "="])) + number + str(rng.choice(["", "", "", "-", "x"]))
            at = x + float(rng.normal(0, 2)), y + float(rng.normal(0, 2))
            paint(page, text_mask(hand, text, tall), ink, x=at[0], y=at[1])
    return page, _rounded(w, h, 2)


def ruler(rng: Generator, letters: Lettering) -> Thing:
    """A ruler, a tape measure, a scale on a glass."""
    step, count = float(rng.uniform(14, 46)), int(rng.integers(4, 14))
    w, h = round(step * count), int(rng.uniform(30, 66))
    body = _sheet(as_colour(palette(rng)[0]) if rng.random() < 0.5 else _grey(rng, 150, 250), w, h)
    ink, tall = _grey(rng, 0, 70), max(6, round(min(step * 0.7, float(rng.uniform(7, 20)))))
    first = int(rng.integers(0, 20)) if rng.random() < 0.3 else 1
    for k in range(count):
        x = (k + 0.5) * step
        for part in range(5):
            cv2.line(body, (round(x + part * step / 5), 0), (round(x + part * step / 5), 5 if part else 12), ink, 1)
        paint(body, text_mask(letters, str(first + k), tall), ink, x=x, y=14 + tall / 2)
    return body, _rounded(w, h, 2)


def dominoes(rng: Generator, _letters: Lettering) -> Thing:
    """A domino or a die, with pips."""
    side, halves = int(rng.uniform(28, 56)), int(rng.choice([1, 2]))
    body = _sheet(_grey(rng, *((190, 255) if rng.random() < 0.6 else (10, 60))), side, side * halves)
    ink = _grey(rng, *((0, 70) if body[0, 0].sum() > 380 else (190, 255)))
    for half in range(halves):
        spots = rng.permutation([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)])[: int(rng.integers(1, 10))]
        for x, y in spots:
            at = (round(side * (0.5 + 0.28 * x)), round(side * (half + 0.5 + 0.28 * y)))
            cv2.circle(body, at, max(2, side // 11), ink, -1, cv2.LINE_AA)
    if halves == 2:
        cv2.line(body, (3, side), (side - 3, side), ink, 1)
    return body, _rounded(side, side * halves, side // 8)


def tag(rng: Generator, letters: Lettering) -> Thing:
    """A price, a table's number, a bottle's label, a calendar's leaf."""
    w, h = int(rng.uniform(40, 130)), int(rng.uniform(30, 110))
    body = _sheet(as_colour(palette(rng)[0]), w, h)
    ink = as_colour(palette(rng)[1]) if rng.random() < 0.5 else _grey(rng, 0, 60)
    number = str(int(rng.integers(1, 100)))
    text = str(rng.choice([number + ".50", number + "%", "0." + number, "No" + number, number + "cl", "TEL" + number]))
    tall = max(7, round(min(h * 0.6, w * float(rng.uniform(0.12, 0.4)))))
    paint(body, text_mask(letters, text, tall), ink, x=w / 2, y=h * float(rng.uniform(0.3, 0.7)))
    paint(body, text_mask(letters, str(rng.choice(WORDS)), max(6, tall // 3)), ink, x=w / 2, y=h * 0.88)
    return body, _rounded(w, h, int(rng.integers(2, 30)))


def stacked(letters: Lettering, text: str, tall: int) -> NDArray[np.uint8]:
    """Letters below each other, as a joker's name stands in its corner (h, w)."""
    each = [text_mask(letters, letter, tall) for letter in text]
    w, step = max(mask.shape[1] for mask in each), round(tall * 1.15)
    column = np.zeros((step * len(each) + tall, w), np.uint8)
    for k, mask in enumerate(each):
        x = (w - mask.shape[1]) // 2
        part = column[k * step : k * step + mask.shape[0], x : x + mask.shape[1]]
        np.maximum(part, mask[: part.shape[0], : part.shape[1]], out=part)
    return column


def other_card(rng: Generator, letters: Lettering) -> Thing:
    """A joker, a rule card, or another game's card: words, stars, arrows, signs with a number, and no rank alone."""
    w = int(rng.uniform(104, 160))
    h = round(w * float(rng.uniform(1.3, 1.75)))
    card = _sheet(_grey(rng, 225, 255) if rng.random() < 0.6 else as_colour(palette(rng)[0]), w, h)
    ink = as_colour(palette(rng)[1])
    if rng.random() < 0.6:
        m = int(w * float(rng.uniform(0.05, 0.22)))
        inner = abstract(rng, h - 2 * m, w - 2 * m)
        oval = np.zeros(inner.shape[:2], np.uint8)
        size = (inner.shape[1] // 2 - 1, inner.shape[0] // 2 - 1)
        if rng.random() < 0.5:
            cv2.ellipse(oval, (inner.shape[1] // 2, inner.shape[0] // 2), size, 0, 0, 360, 255, -1, cv2.LINE_AA)
        else:
            oval[:] = 255
        a = oval[..., None].astype(np.float32) / 255
        part = card[m : h - m, m : w - m]
        part[:] = (part * (1 - a) + inner * a).astype(np.uint8)
    kind, tall = rng.integers(4), int(w * float(rng.uniform(0.07, 0.2)))
    number = str(int(rng.integers(1, 11)))
    if kind == 0:
        mark = stacked(letters, str(rng.choice(WORDS[:2])), max(6, round(tall * 0.6)))
    elif kind == 1:
        mark = emblem_mask(str(rng.choice(EMBLEMS)), max(8, tall))
    elif kind == 2:
        sign = str(rng.choice(["+", "-", "x"]))
        mark = text_mask(letters, sign + number if rng.random() < 0.8 else number + sign, tall)
    else:
        mark = text_mask(letters, str(rng.choice(WORDS)), max(6, tall // 2))
    x, y = mark.shape[1] / 2 + w * 0.06, mark.shape[0] / 2 + w * 0.06
    for flipped in (False, True):
        shown = np.ascontiguousarray(mark[::-1, ::-1]) if flipped else mark
        paint(card, shown, ink, x=w - x if flipped else x, y=h - y if flipped else y)
    large = text_mask(letters, str(rng.choice(WORDS)), max(8, tall)) if rng.random() < 0.5 else mark
    if rng.random() < 0.7:
        paint(card, large, ink, x=w / 2, y=h / 2)
    whole = _rounded(w, h, int(w * 0.06))
    if rng.random() < 0.2:  # half a card
        return np.ascontiguousarray(card[: h // 2]), np.ascontiguousarray(whole[: h // 2])
    return card, whole


THINGS: tuple[Callable[[Generator, Lettering], Thing], ...] = (keys, sums, ruler, dominoes, tag, other_card)


def specks(rng: Generator, image: BGRImage) -> None:
    """Make a table's top of stone with coarse specks: polygons of a few colours, large and small."""
    size, colours = image.shape[0], [_grey(rng, 0, 255) for _ in range(3)] + [as_colour(c) for c in palette(rng)[:2]]
    largest = float(rng.uniform(3, 16))
    for _ in range(int(rng.uniform(300, 2500))):
        at, count = rng.uniform(0, size, 2), int(rng.integers(3, 7))
        angles = np.sort(rng.uniform(0, 2 * np.pi, count))
        far = float(rng.uniform(1, largest)) * rng.uniform(0.5, 1.0, count)
        corners = at + np.stack([np.cos(angles), np.sin(angles)], 1) * far[:, None]
        cv2.fillPoly(image, [np.round(corners * 8).astype(np.int32)], colours[int(rng.integers(5))], cv2.LINE_AA, 3)


def clutter(rng: Generator, image: BGRImage, fonts: tuple[str, ...]) -> None:
    """Lay two to eight such things on a table, three in ten of it stone."""
    if rng.random() < 0.3:
        specks(rng, image)
    for _ in range(int(rng.integers(2, 9))):
        letters = Lettering(fonts[int(rng.integers(len(fonts)))])
        thing, covers = THINGS[int(rng.choice(len(THINGS), p=(0.22, 0.2, 0.1, 0.08, 0.15, 0.25)))](rng, letters)
        x, y = (float(v) for v in rng.uniform(0, image.shape[0], 2))
        lay_thing(image, thing, x, y, float(rng.uniform(0, 360)), mask=covers)
