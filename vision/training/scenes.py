"""Training scenes: cards on a table as a camera sees them, scaled so that a card is about 128 px wide, with the truth
of every index."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.synth.face_art import Generator, cloud
from vision.synth.face_letters import Lettering, text_mask
from vision.synth.face_recipe import Below, Recipe, card_mask, draw_face, index_places
from vision.synth.faces import FAMILIES, HELD_OUT, make_recipe, random_pen
from vision.training.clutter import clutter
from vision.training.conditions import GLARE, GROWTH, Conditions, seen_in_reference
from vision.training.designs import crowded_recipe, wide_recipe
from vision.training.fonts import pick_font
from vision.training.legibility import is_legible
from vision.training.tables import card_back, chip, finger, litter, table

SIZE = 512
CARD_PX = 128.0
FACE_SCALE = 4.0
"""Pixels a millimetre of the drawn faces."""

TRAINED = tuple(name for name in FAMILIES if name not in HELD_OUT)
_SHARES = {
    "poker": 0.27,
    "four-corner": 0.12,
    "bridge": 0.1,
    "art-corner": 0.17,
    "circle": 0.1,
    "framed": 0.09,
    "minimal": 0.09,
    "worded": 0.06,
}

SceneIngredient = Literal[
    "fans, stacks and pairs",
    "tilted views",
    "litter, hands and chips",
    "foreign cards",
    "bad light and bad pictures",
]
"""What an ablation may leave out of the scenes."""

_LAID = {"scatter": 0.32, "row": 0.16, "fan": 0.16, "steps": 0.14, "pairs": 0.16, "single": 0.06}
"""How often cards lie so."""
_COVERING = ("fan", "steps", "pairs")
_HANDS = {"hand": 0.7, "fan": 0.2, "pairs": 0.1}
"""How often cards lie so in scenes of whole hands."""
HAND_OF, HAND_STEP = (6, 13), (0.15, 0.36)
"""How many cards such a hand has, and how far each lies from the one below it (card widths)."""

FOREIGN = (
    *("J", "Q", "K") * 16,
    *"BDVRWCMTXNPSFHEULGZ",
    *(
        "+2",
        "+4",
        "0",
        "11",
        "12",
        "13",
        "14",
        "15",
        "16",
        "17",
        "18",
        "19",
        "20",
        "21",
        "II",
        "III",
        "IV",
        "VI",
        "IX",
        "XI",
        "JK",
    ),
)
"""What stands on cards that are not ours."""
SIGNED = (
    *FOREIGN[::3],
    *(f"{sign}{number}" for sign in "+-x" for number in range(1, 11)),
    *("+", "-", "x", "=", "?", "!", "%", "&", "1-", "5+", "0.5"),
)
"""What stands on foreign cards of littered scenes: numbers with a sign among it."""


@dataclass(frozen=True, slots=True)
class IndexTruth:
    """One corner index in a scene. Pixels; ``up`` is the unit vector of the card's up; ``rank`` 1..10, 0 for a foreign
    card.

    ``seen`` is the share of the numeral that nothing covers; ``card`` numbers the card within the scene; the numeral is
    ``ink_width`` wide and ``ink_height`` high as it stands.
    """

    x: float
    y: float
    up_x: float
    up_y: float
    centre_x: float
    centre_y: float
    width: float
    height: float
    rank: int
    seen: float
    card: int
    ink_width: float
    ink_height: float


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """``image`` (SIZE, SIZE, 3) BGR; ``quads`` (n, 4, 2) px of every card, the upper left corner first, then
    clockwise."""

    image: BGRImage
    indices: tuple[IndexTruth, ...]
    quads: NDArray[np.float32]


Decks = Literal["usual", "wider", "crowded", "littered", "in hands", "upright"]
"""Decks of the trained families, as ``wide_recipe`` and as ``crowded_recipe`` draw them; ``littered`` are either of
these, on tables full of what bears figures and is no card of theirs. ``in hands`` are usual or crowded ones, of which
whole hands are laid out; ``upright`` ones print the same numeral in all four corners, the lower ones upright too."""
CROWDED_HANDS = 0.25
"""The share of crowded decks among those of whole hands, and among those with upright lower numerals."""
UPRIGHT_HANDS = 0.5
"""The share of whole hands among the scenes of decks with upright lower numerals."""
ILLEGIBLE = 0.79
"""As much as is said to be seen, at most, of a wider or crowded deck's numeral that does not stand out from its ground:
to find it is neither right nor wrong."""


@lru_cache(maxsize=400)
def _face(recipe: Recipe, label: str, suit: int) -> BGRImage:
    return draw_face(recipe, label, suit=suit, scale=FACE_SCALE)


@lru_cache(maxsize=400)
def ink_of(recipe: Recipe, label: str) -> NDArray[np.uint8]:
    """The numeral as the deck writes it, ``FACE_SCALE`` pixels a millimetre."""
    shown = "A" if recipe.ace and label == "1" else label
    return text_mask(recipe.lettering, shown, round(recipe.height_mm * FACE_SCALE))


@lru_cache(maxsize=400)
def _legible(recipe: Recipe, label: str, suit: int) -> tuple[bool, ...]:
    """Whether each of a face's numerals stands out."""
    face, ink = _face(recipe, label, suit), ink_of(recipe, label)
    return tuple(
        is_legible(face, np.ascontiguousarray(ink[::-1, ::-1]) if turned else ink, x * FACE_SCALE, y * FACE_SCALE)
        for x, y, turned in index_places(recipe)
    )


def random_lettering(rng: Generator, fonts: dict[str, list[list[str]]], family: str) -> Lettering:
    """Three in ten decks are written with strokes, the others with any font of the machine."""
    widest = float(rng.uniform(0.65, 1.5))
    squeeze = float(rng.choice([1.0, rng.uniform(0.7, 1.2)]))
    if rng.random() < (0.6 if family == "bridge" else 0.27):
        return Lettering(pen=random_pen(rng), widest=widest, squeeze=squeeze)
    return Lettering(pick_font(fonts, rng), squeeze=squeeze, gap=float(rng.uniform(-0.02, 0.1)), widest=widest)


def random_recipe(rng: Generator, fonts: dict[str, list[list[str]]], families: tuple[str, ...] = ()) -> Recipe:
    """A deck of a trained family; or of the named ones, in shipped lettering."""
    if families:
        return make_recipe(str(rng.choice(families)), int(rng.integers(1 << 40)))
    family = str(rng.choice(list(_SHARES), p=list(_SHARES.values())))
    return make_recipe(family, int(rng.integers(1 << 40)), lettering=random_lettering(rng, fonts, family))


def _deck(rng: Generator, fonts: dict[str, list[list[str]]], families: tuple[str, ...], decks_of: Decks) -> Recipe:
    match decks_of:
        case "wider":
            return wide_recipe(rng, fonts)
        case "crowded":
            return crowded_recipe(rng, fonts)
        case "littered":
            return wide_recipe(rng, fonts) if rng.random() < 0.5 else crowded_recipe(rng, fonts)
        case "upright":
            deck = _deck(rng, fonts, families, "in hands")
            below: Below = "nothing" if rng.random() < 0.5 else deck.below
            return replace(deck, corners="upright", below=below)
        case "in hands" if rng.random() < CROWDED_HANDS:
            return crowded_recipe(rng, fonts)
        case _:
            return random_recipe(rng, fonts, families)


def _poses(
    rng: Generator, count: int, width: float, height: float, laid: dict[str, float]
) -> list[tuple[float, float, float]]:
    """Places (x, y px from the scene's middle, angle in degrees): scattered, in a row, fanned, stacked in steps, in a
    hand laid out, or in pairs."""
    half = SIZE * 0.55
    mode = rng.choice(list(laid), p=list(laid.values()))
    base = float(rng.uniform(0, 360))
    turned: Callable[[], float] = lambda: float(rng.choice([0.0, 180.0]))  # noqa: E731
    at = rng.uniform(-0.25 * SIZE, 0.25 * SIZE, 2)
    if mode == "scatter":
        return [
            (float(rng.uniform(-half, half)), float(rng.uniform(-half, half)), float(rng.uniform(0, 360)))
            for _ in range(count)
        ]
    if mode == "single":
        return [(float(at[0]), float(at[1]), base)]
    c, s = np.cos(np.radians(base)), np.sin(np.radians(base))
    poses = []
    if mode == "row":
        step = width * rng.uniform(0.95, 1.4)
        for k in range(count):
            d = (k - count / 2) * step
            poses.append((at[0] + c * d, at[1] + s * d, base + turned() + rng.normal(0, 4)))
    elif mode == "fan":
        spread, arm = rng.uniform(6, 22), height * rng.uniform(0.6, 1.6)
        flip = turned()
        for k in range(min(count, 8)):
            a = base + (k - count / 2) * spread
            r = np.radians(a)
            poses.append((at[0] + arm * np.sin(r), at[1] - arm * np.cos(r), a + flip))
    elif mode == "steps":
        along = np.radians(base + rng.choice([0, 90, 45, 135]))
        step = width * rng.uniform(0.18, 0.5)
        for k in range(min(count, 9)):
            d = (k - count / 2) * step
            poses.append(
                (
                    at[0] + np.cos(along) * d + rng.normal(0, 3),
                    at[1] + np.sin(along) * d + rng.normal(0, 3),
                    base + turned() * (rng.random() < 0.3) + rng.normal(0, 3),
                )
            )
    elif mode == "hand":
        step, bend, askew = width * rng.uniform(*HAND_STEP), rng.uniform(-2.5, 2.5), rng.uniform(0, 2.5)
        many = int(rng.integers(*HAND_OF, endpoint=True))
        for k in range(many):
            along, off = (k - (many - 1) / 2) * step, (k - (many - 1) / 2) ** 2 * step * np.radians(bend) / 2
            off += rng.normal(0, 0.02 * width)
            poses.append(
                (
                    at[0] + c * along - s * off,
                    at[1] + s * along + c * off,
                    base + (k - (many - 1) / 2) * bend + rng.normal(0, askew),
                )
            )
    else:
        for _ in range((count + 1) // 2):
            p, a = rng.uniform(-half, half, 2), rng.uniform(0, 360)
            shift = rng.normal(0, 0.35 * width, 2)
            poses += [(p[0], p[1], a), (p[0] + shift[0], p[1] + shift[1], a + rng.normal(0, 15) + turned())]
    return [(float(x), float(y), float(a)) for x, y, a in poses]


_FROM_ABOVE = np.array([[1, 0, SIZE / 2], [0, 1, SIZE / 2], [0, 0, 1]])


def _view(rng: Generator) -> NDArray[np.float64]:
    """A homography from flat scene pixels (origin in the middle) to picture pixels: tilt and a shift."""
    tilt = rng.choice([0.0, abs(rng.normal(0, 0.25)), rng.uniform(0, 0.6)])
    toward = rng.uniform(0, 2 * np.pi)
    squash = np.cos(min(tilt, 0.7))
    c, s = np.cos(toward), np.sin(toward)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    far = np.sin(min(tilt, 0.7)) / (SIZE * rng.uniform(2.2, 6.0))
    lean = turn @ np.array([[1, 0, 0], [0, squash, 0], [0, far, 1]]) @ turn.T
    return _FROM_ABOVE @ lean


def project(matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points (n, 2) seen through a homography."""
    return cv2.perspectiveTransform(points[None].astype(np.float64), matrix)[0]


def _glare(rng: Generator, h: int, w: int) -> NDArray[np.float32]:
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    cx, cy, r = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0.1, 0.6) * w
    return np.exp(-(((x - cx) / r) ** 2 + ((y - cy) / (r * rng.uniform(0.5, 2))) ** 2))


def make_scene(
    seed: int,
    fonts: dict[str, list[list[str]]],
    families: tuple[str, ...] = (),
    *,
    conditions: Conditions = "degraded",
    decks_of: Decks = "usual",
    without: Collection[SceneIngredient] = (),
) -> Scene:
    """The scene of a seed; the same for the same seed and fonts. ``families`` other than the trained ones are for
    checking only; ``decks_of`` tells which decks are drawn otherwise. Decks with small numerals are seen from near."""
    easy = conditions == "reference" or "bad light and bad pictures" in without
    rng = np.random.default_rng([seed, 1])
    cv2.setRNGSeed(seed & 0x7FFFFFFF)
    image = table(rng, SIZE)
    files = tuple(pick_font(fonts, rng) for _ in range(2))
    has_litter = "litter, hands and chips" not in without
    if has_litter:
        litter(rng, image, files)
        if decks_of == "littered":
            clutter(rng, image, files)
    count = int(rng.choice([1, 2, 2, 3]))
    decks = [_deck(rng, fonts, families, decks_of) for _ in range(count)]
    scale = (
        CARD_PX
        / decks[0].size_mm[0]
        * float(np.exp(rng.uniform(np.log(0.8), np.log(1.25)) * (GROWTH if easy else 1.0)))
    )
    view = _view(rng) if "tilted views" not in without else _FROM_ABOVE
    owner = np.zeros((SIZE, SIZE), np.int16)
    truths, quads = [], []
    backs = rng.random() * 0.3
    foreign = rng.choice([0.12, 0.35]) if "foreign cards" not in without else 0.0
    labels = SIGNED if decks_of == "littered" else FOREIGN
    alike = rng.random() < 0.2  # the same rank lies next to itself
    same = int(rng.integers(1, 11))
    width, height = (side * scale for side in decks[0].size_mm)
    hands = decks_of == "in hands" or (decks_of == "upright" and rng.random() < UPRIGHT_HANDS)
    laid = _HANDS if hands else _LAID
    if "fans, stacks and pairs" in without:
        apart = sum(share for mode, share in _LAID.items() if mode not in _COVERING)
        laid = {mode: share / apart for mode, share in _LAID.items() if mode not in _COVERING}
    poses = [
        pose
        for _ in range(int(rng.integers(1, 4)))
        for pose in _poses(rng, int(rng.integers(2, 10)), width, height, laid)
    ]
    for number, (x, y, angle) in enumerate(poses, start=1):
        deck = decks[int(rng.integers(len(decks)))]
        w, h = deck.size_mm
        r = np.radians(angle)
        place = np.array([[np.cos(r), -np.sin(r), x], [np.sin(r), np.cos(r), y], [0, 0, 1]]) @ np.diag(
            [scale, scale, 1.0]
        )
        to_picture = view @ place @ np.array([[1, 0, -w / 2], [0, 1, -h / 2], [0, 0, 1]])
        quad = project(to_picture, np.array([(0, 0), (w, 0), (w, h), (0, h)], float))
        if (quad < -40).all(0).any() or (quad > SIZE + 40).all(0).any():
            continue
        rank = 0 if rng.random() < foreign else same if alike and rng.random() < 0.6 else int(rng.integers(1, 11))
        label = str(rank) if rank else str(labels[int(rng.integers(len(labels)))])
        is_back = rng.random() < backs
        if is_back:
            face = card_back(rng, round(h * FACE_SCALE), round(w * FACE_SCALE))
        else:
            suit = int(rng.integers(4))
            face = _face(deck, label, suit)
        lay_card(
            rng,
            image,
            owner,
            face,
            card_mask(deck, FACE_SCALE),
            to_picture,
            quad,
            number,
            scale,
            GLARE if easy else 1.0,
        )
        quads.append(quad)
        if is_back:
            continue
        sides = tuple(side / FACE_SCALE for side in ink_of(deck, label).shape[::-1])
        is_doubtful = decks_of != "usual" or deck.crowd is not None
        legible = _legible(deck, label, suit) if is_doubtful else (True,) * len(index_places(deck))
        truths.append((number, rank, deck, to_picture, quad, sides, legible))
    if rng.random() < 0.15 and has_litter:
        for _ in range(int(rng.integers(1, 4))):
            x, y = rng.uniform(0, SIZE, 2)
            chip(rng, image, float(x), float(y))
            cv2.circle(owner, (int(x), int(y)), 30, -1, -1)
    if rng.random() < 0.18 and has_litter:
        finger(rng, image, owner)
    indices = tuple(i for card in truths for i in index_truths(owner, *card))
    near = any(deck.crowd is not None for deck in decks)
    picture = seen_in_reference(rng, image, CARD_PX, near=near) if easy else _seen_by_camera(rng, image)
    return Scene(picture, indices, np.array(quads, np.float32).reshape(-1, 4, 2))


def lay_card(
    rng: Generator,
    image: BGRImage,
    owner: NDArray[np.int16],
    face: BGRImage,
    mask: NDArray[np.uint8],
    to_picture: NDArray[np.float64],
    quad: NDArray[np.float64],
    number: int,
    scale: float,
    glare: float,
) -> None:
    """Lay a face on the picture, with its shadow, gloss and edge; ``owner`` tells whose each pixel is."""
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - 8, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + 8, owner.shape[::-1])
    if x0 >= x1 or y0 >= y1:
        return
    # averaged down to between once and twice the picture's scale first: that is what decides how sharp the print looks
    shrink = min(1.0, scale * float(rng.uniform(1.0, 1.9)) / FACE_SCALE)
    small = cv2.resize(face, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    small_mask = cv2.resize(mask, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.25:
        shine = _glare(rng, *small_mask.shape) * float(rng.uniform(30, 210)) * glare
        small = np.clip(small + shine[..., None], 0, 255).astype(np.uint8)
    to_part = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ to_picture
    to_part = to_part @ np.diag([1 / (FACE_SCALE * shrink), 1 / (FACE_SCALE * shrink), 1])
    size = (int(x1 - x0), int(y1 - y0))
    warped = cv2.warpPerspective(small, to_part, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(small_mask, to_part, size, flags=cv2.INTER_LINEAR)
    part = image[y0:y1, x0:x1]
    a = alpha[..., None].astype(np.float32) / 255
    base = part.astype(np.float32)
    if rng.random() < 0.8:
        soft = cv2.GaussianBlur(alpha, (0, 0), float(rng.uniform(0.8, 4)))
        moved = cv2.warpAffine(soft, np.array([[1, 0, rng.uniform(-4, 4)], [0, 1, rng.uniform(-4, 4)]]), size)
        base *= 1 - float(rng.uniform(0.1, 0.6)) * moved[..., None] / 255
    part[:] = (base * (1 - a) + warped * a * float(rng.uniform(0.9, 1.03))).clip(0, 255).astype(np.uint8)
    owner[y0:y1, x0:x1][alpha > 127] = number


def index_truths(
    owner: NDArray[np.int16],
    number: int,
    rank: int,
    deck: Recipe,
    to_picture: NDArray[np.float64],
    quad: NDArray[np.float64],
    ink: tuple[float, ...],
    legible: tuple[bool, ...],
) -> list[IndexTruth]:
    """The truth of a card's indices; ``ink`` is how wide and high its numeral is in mm."""
    w, h = deck.size_mm
    ink_w, ink_h = ink
    top, low = (quad[0] + quad[1]) / 2, (quad[2] + quad[3]) / 2
    left, right = (quad[0] + quad[3]) / 2, (quad[1] + quad[2]) / 2
    width, height = float(np.hypot(*(right - left))), float(np.hypot(*(low - top)))
    centre = project(to_picture, np.array([(w / 2, h / 2)]))[0]
    found = []
    for (x, y, turned), stands_out in zip(index_places(deck), legible, strict=True):
        away = 4.0 if turned else -4.0
        sides = ((x - ink_w / 2, y), (x + ink_w / 2, y), (x, y - ink_h / 2), (x, y + ink_h / 2))
        at, up, west, east, north, south = project(to_picture, np.array([(x, y), (x, y + away), *sides]))
        gx, gy = np.meshgrid(np.linspace(-0.5, 0.5, 7) * ink_w, np.linspace(-0.5, 0.5, 7) * ink_h)
        spots = np.round(project(to_picture, np.stack([gx.ravel() + x, gy.ravel() + y], 1))).astype(int)
        inside = ((spots >= 0) & (spots < owner.shape[::-1])).all(1)
        seen = np.zeros(len(spots), bool)
        seen[inside] = owner[spots[inside, 1], spots[inside, 0]] == number
        direction = (up - at) / max(float(np.hypot(*(up - at))), 1e-6)
        share = float(seen.mean()) if stands_out else min(ILLEGIBLE, float(seen.mean()))
        places = (at[0], at[1], direction[0], direction[1], centre[0], centre[1])
        ink_px = (float(np.hypot(*(east - west))), float(np.hypot(*(south - north))))
        found.append(IndexTruth(*places, width, height, rank, share, number, *ink_px))
    return found


def _seen_by_camera(rng: Generator, image: BGRImage) -> BGRImage:
    """Light, lens, sensor and file: what happens between a table and the picture of it."""
    size = image.shape[0]
    light = np.ones((size, size), np.float32)
    if rng.random() < 0.7:
        light *= 1.0 + float(rng.uniform(0, 0.6)) * (cloud(rng, size, size, cells=2, octaves=1) - 0.6)
    if rng.random() < 0.15:  # a hard shadow
        y, x = np.mgrid[0:size, 0:size].astype(np.float32)
        a = rng.uniform(0, 2 * np.pi)
        edge = (x - rng.uniform(0, size)) * np.cos(a) + (y - rng.uniform(0, size)) * np.sin(a)
        light *= 1.0 - float(rng.uniform(0.2, 0.65)) * (1 / (1 + np.exp(-np.clip(edge / rng.uniform(0.7, 8), -30, 30))))
    exposure = float(np.exp(rng.normal(0, 0.25)))
    tint = np.exp(rng.normal(0, 0.09, 3)).astype(np.float32)
    picture = image.astype(np.float32) * (light[..., None] * (tint * exposure))
    if rng.random() < 0.25:
        picture = 255 * np.power(np.clip(picture / 255, 0, 1.2), float(np.exp(rng.normal(0, 0.25))))
    if rng.random() < 0.25:
        picture = picture * float(rng.uniform(0.5, 0.9)) + float(rng.uniform(0, 50))  # haze
    blur = rng.random()
    if blur < 0.5:
        softness = float(rng.choice([rng.uniform(0.3, 0.9), rng.uniform(0.3, 1.9)]))
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), softness), np.float32)
    if blur < 0.12:  # motion
        length = int(rng.integers(3, 9))
        kernel = np.zeros((length, length), np.float32)
        a, m = rng.uniform(0, np.pi), (length - 1) / 2
        cv2.line(
            kernel,
            (round(m - m * np.cos(a)), round(m - m * np.sin(a))),
            (round(m + m * np.cos(a)), round(m + m * np.sin(a))),
            1.0,
        )
        picture = np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)
    if rng.random() < 0.3:  # fewer pixels than asked for
        f = float(rng.uniform(0.45, 0.95))
        coarse = cv2.resize(picture, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
        picture = np.asarray(cv2.resize(coarse, (size, size), interpolation=cv2.INTER_LINEAR), np.float32)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.8, 2)))
        picture += float(rng.uniform(0.2, 1.2)) * (picture - soft)
    strength = float(rng.choice([rng.uniform(0, 3), rng.uniform(0, 14)]))
    noise = (
        rng.standard_normal((size, size, 1), np.float32) * strength
        + rng.standard_normal((size, size, 3), np.float32) * strength * 0.5
    )
    if rng.random() < 0.4:
        noise = cv2.GaussianBlur(noise, (0, 0), 0.8) * 1.8
    result = np.clip(picture + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.75:
        quality = int(rng.choice([rng.integers(70, 97), rng.integers(30, 90)]))
        _, encoded = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, quality])
        result = np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)
    return result
