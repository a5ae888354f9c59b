"""A camera over a lit table: turns sprites at poses into patches, with shadows and glare."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.synth import textures
from vision.synth.camera import Viewpoint
from vision.synth.picture import Patch, Pose, Rect, Sprite, corners_px, smear_margin, smeared, trimmed, warped

LIGHT_UNIT = 160
"""The level of a light map that leaves a colour as it is."""

FLOOR_MM = -730.0
"""Height of the floor under the table top: a usual table's."""


@dataclass(frozen=True, slots=True)
class Table:
    """The table top: ``kind`` of ``textures.TABLE_TOPS``, size in mm, round or with corners."""

    kind: str
    size_mm: tuple[float, float]
    round: bool

    def outline(self) -> NDArray[np.float64]:
        """(N, 2) mm, around the middle."""
        half_x, half_y = self.size_mm[0] / 2, self.size_mm[1] / 2
        angles = np.linspace(0, 2 * math.pi, 96, endpoint=False)
        if self.round:
            return np.column_stack([half_x * np.cos(angles), half_y * np.sin(angles)])
        corner = 25.0
        points = []
        for sign_x, sign_y, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
            for turn in np.linspace(start, start + 90, 7):
                angle = math.radians(float(turn))
                x = sign_x * (half_x - corner) + corner * math.cos(angle)
                points.append((x, sign_y * (half_y - corner) + corner * math.sin(angle)))
        return np.array(points)

    def holds(self, x_mm: float, y_mm: float, margin_mm: float = 0.0) -> bool:
        """Whether a point lies on the table, at least ``margin_mm`` from its edge.

        >>> Table("oak", (1000.0, 800.0), False).holds(480.0, 0.0, 30.0)
        False
        """
        half_x, half_y = self.size_mm[0] / 2 - margin_mm, self.size_mm[1] / 2 - margin_mm
        if self.round:
            return (x_mm / half_x) ** 2 + (y_mm / half_y) ** 2 <= 1
        return abs(x_mm) <= half_x and abs(y_mm) <= half_y


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp over the table, the room's light, perhaps a window.

    ``colour_bgr`` is what white paper's colour becomes under it, ``lamp_share`` how much of the light comes from the
    lamp, ``window_deg`` the side from which daylight falls, ``glare`` the strength of the lamp's mirror image on gloss.
    """

    lamp_mm: tuple[float, float, float]
    lamp_radius_mm: float
    colour_bgr: tuple[float, float, float]
    lamp_share: float
    exposure: float
    window_deg: float = 0.0
    window: float = 0.0
    glare: float = 0.5
    vignette: float = 0.2


class Stage:
    """Sprites in, patches out, for one viewpoint and one light."""

    def __init__(self, viewpoint: Viewpoint, light: Light) -> None:
        self.viewpoint = viewpoint
        self.light = light
        self.light_map = self._light_map()
        self._half_light_map = self.light_map[::2, ::2].copy()
        self.mirror_mm = self._mirror()

    def _light_map(self) -> NDArray[np.uint8]:
        width, height = self.viewpoint.size_px
        plane = cv2.resize(
            self.viewpoint.plane_map(step_px=32), (width // 8, height // 8), interpolation=cv2.INTER_AREA
        )
        light = self.light
        lamp = np.array(light.lamp_mm)
        square = np.sum((plane - lamp[:2]) ** 2, axis=2) / lamp[2] ** 2
        from_lamp = 1 / (1 + square) ** 1.5
        # the lamp's share is set at the table's middle, so that a lamp far aside does not make the whole picture dark
        middle = 1 / (1 + float(np.sum(lamp[:2] ** 2)) / lamp[2] ** 2) ** 1.5
        level = (1 - light.lamp_share) + light.lamp_share * from_lamp / middle
        window = math.radians(light.window_deg)
        along = plane[:, :, 0] * math.cos(window) + plane[:, :, 1] * math.sin(window)
        daylight = light.window * (0.5 + np.clip(along / 1400, -0.5, 0.5))
        xs, ys = np.meshgrid(np.linspace(-1, 1, width // 8), np.linspace(-1, 1, height // 8) * height / width)
        falloff = 1 - light.vignette * (xs * xs + ys * ys) / 1.3
        warm = np.array(light.colour_bgr)
        total = (level[:, :, None] * warm + daylight[:, :, None] * np.array((1.06, 1.0, 0.96))) * (
            falloff * light.exposure
        )[:, :, None]
        # the picture's values are gamma-encoded: half the light is 0.73 of the value
        coded = np.clip(np.power(np.maximum(total, 1e-4), 1 / 2.2) * LIGHT_UNIT, 0, 255)
        whole = np.rint(cv2.resize(coded.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC))
        return np.asarray(whole.clip(0, 255), np.uint8)

    def _mirror(self) -> tuple[float, float]:
        lamp, eye = self.light.lamp_mm, self.viewpoint.position_mm
        share = eye[2] / (eye[2] + lamp[2])
        return (eye[0] + (lamp[0] - eye[0]) * share, eye[1] + (lamp[1] - eye[1]) * share)

    def lit(self, colour: BGRImage, rect: Rect) -> BGRImage:
        """``colour`` under the light that falls in ``rect``."""
        light = self.light_map[rect[1] : rect[3], rect[0] : rect[2]]
        return np.asarray(cv2.multiply(colour, light, scale=1 / LIGHT_UNIT), dtype=np.uint8)

    def flat(
        self,
        thing: Sprite,
        pose: Pose,
        *,
        contact: float = 0.4,
        gloss: float = 0.0,
        lean_mm: tuple[float, float] = (0.0, 0.0),
        sheen: float = 0.0,
        smear_px: tuple[float, float] = (0.0, 0.0),
        shrink: int = 1,
    ) -> Patch | None:
        """A flat thing: lit, with the narrow shadow at its edge, and the lamp's mirror image if it is glossy.

        ``lean_mm`` shifts the mirror image: a card that is not quite flat shows the lamp elsewhere. ``sheen`` makes the
        light run across the thing, as on a bent card. ``smear_px`` is how far it moves during the exposure. ``shrink``
        2 draws at half the resolution, which will do for a sleeve.
        """
        moves = math.hypot(*smear_px) > 1.2
        margin_px = 4 + (smear_margin(smear_px) if moves else 0)
        seen = warped(self.viewpoint, thing, pose, margin_px=margin_px, shrink=shrink)
        if seen is None:
            return None
        rect, pixels, to_picture = seen
        strength = self.light.glare * gloss
        if not (contact or sheen or strength > 0.02):
            # an arm is a narrow thing aslant in its rectangle
            within = trimmed(rect, pixels, margin_px=math.ceil(margin_px / shrink), shrink=shrink)
            if within is None:
                return None
            rect, pixels = within
        if moves:
            pixels = smeared(pixels, (smear_px[0] / shrink, smear_px[1] / shrink))
        if shrink > 1:
            return self._coarse(rect, pixels, shrink)
        colour = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGRA2BGR), np.uint8)
        alpha = np.asarray(cv2.extractChannel(pixels, 3), np.uint8)
        if sheen:
            colour = self._sheen(colour, sheen, pose.angle_deg)
        add = self.lit(colour, rect)
        if strength > 0.02:
            self._glare(add, alpha, thing, pose, to_picture, rect, strength=strength, lean_mm=lean_mm)
        keep = cv2.bitwise_not(alpha)
        if contact:
            away = np.array([pose.x_mm - self.light.lamp_mm[0], pose.y_mm - self.light.lamp_mm[1]])
            length = max(float(np.linalg.norm(away)), 1.0)
            shift = away / length * min(1.0, length / 400) * 1.2
            moved = cv2.warpAffine(
                alpha, np.array([[1, 0, shift[0]], [0, 1, -shift[1]]]), (alpha.shape[1], alpha.shape[0])
            )
            shade = cv2.GaussianBlur(moved, (7, 7), 1.4)
            keep = cv2.multiply(keep, cv2.addWeighted(shade, -contact, shade, 0.0, 255.0), scale=1 / 255)
        return Patch(rect, np.asarray(keep, np.uint8), add, alpha)

    def _coarse(self, rect: Rect, pixels: NDArray[np.uint8], shrink: int) -> Patch:
        """A patch from a picture that is smaller by ``shrink``."""
        height, width = pixels.shape[:2]
        left, top = rect[0] // shrink, rect[1] // shrink
        lights = self._half_light_map if shrink == 2 else self.light_map[::shrink, ::shrink]
        light = lights[top : top + height, left : left + width]
        size = (rect[2] - rect[0], rect[3] - rect[1])
        cut = (slice(0, size[1]), slice(0, size[0]))
        lit = cv2.multiply(cv2.cvtColor(pixels, cv2.COLOR_BGRA2BGR), light, scale=1 / LIGHT_UNIT)
        large = (width * shrink, height * shrink)
        add = np.asarray(cv2.resize(lit, large, interpolation=cv2.INTER_LINEAR), np.uint8)[cut]
        cover = cv2.resize(cv2.extractChannel(pixels, 3), large, interpolation=cv2.INTER_LINEAR)
        alpha = np.asarray(cover, np.uint8)[cut]
        return Patch(rect, np.asarray(cv2.bitwise_not(alpha), np.uint8), add, alpha)

    @staticmethod
    def _sheen(colour: BGRImage, sheen: float, angle_deg: float) -> BGRImage:
        height, width = colour.shape[:2]
        angle = math.radians(angle_deg)
        ramp = np.linspace(-1, 1, width) * math.cos(angle) + (np.linspace(-1, 1, height) * math.sin(angle))[:, None]
        grey = np.rint(200 * (1 + sheen * ramp)).clip(0, 255).astype(np.uint8)
        return np.asarray(cv2.multiply(colour, cv2.merge([grey, grey, grey]), scale=1 / 200), dtype=np.uint8)

    def _glare(
        self,
        add: BGRImage,
        alpha: NDArray[np.uint8],
        thing: Sprite,
        pose: Pose,
        to_picture: NDArray[np.float64],
        rect: Rect,
        *,
        strength: float,
        lean_mm: tuple[float, float],
    ) -> None:
        columns, rows = 22, 30
        width, height = thing.size_mm
        rights, ups = np.meshgrid(
            np.linspace(0, width, columns) - thing.anchor_mm[0], thing.anchor_mm[1] - np.linspace(0, height, rows)
        )
        cosine, sine = math.cos(math.radians(pose.angle_deg)), math.sin(math.radians(pose.angle_deg))
        xs, ys = pose.x_mm + cosine * rights - sine * ups, pose.y_mm + sine * rights + cosine * ups
        spread = self.light.lamp_radius_mm
        square = (xs - self.mirror_mm[0] - lean_mm[0]) ** 2 + (ys - self.mirror_mm[1] - lean_mm[1]) ** 2
        # a core (the lamp) and a wide skirt (the lacquer's roughness)
        shine = (
            255
            * strength
            * (0.75 * np.exp(-square / (2 * spread**2)) + 0.25 * np.exp(-square / (2 * (2.6 * spread) ** 2)))
        )
        if shine.max() < 2:
            return
        small = np.rint(shine).clip(0, 255).astype(np.uint8)
        to_mm = np.diag([(width) / (columns - 1), (height) / (rows - 1), 1.0])
        shift = np.array([[1, 0, -rect[0]], [0, 1, -rect[1]], [0, 0, 1]])
        glow = cv2.warpPerspective(
            small, shift @ to_picture @ to_mm, (alpha.shape[1], alpha.shape[0]), borderMode=cv2.BORDER_REPLICATE
        )
        glow = cv2.multiply(glow, alpha, scale=1 / 255)
        warm = [cv2.convertScaleAbs(glow, alpha=min(1.0, 0.35 + 0.65 * gain)) for gain in self.light.colour_bgr]
        cv2.add(add, cv2.merge(warm), add)

    def shadow(self, thing: Sprite, pose: Pose, strength: float = 0.45) -> Patch | None:
        """The soft shadow on the table of a thing at ``pose.z_mm``."""
        lamp = self.light.lamp_mm
        reach = pose.z_mm / (lamp[2] - pose.z_mm)
        dropped = Pose(
            pose.x_mm + (pose.x_mm - lamp[0]) * reach, pose.y_mm + (pose.y_mm - lamp[1]) * reach, pose.angle_deg, 0.0
        )
        scale = self.viewpoint.scale_px_per_mm(dropped.x_mm, dropped.y_mm)
        blur_px = max(1.5, (self.light.lamp_radius_mm * 0.6 + 25) * pose.z_mm / lamp[2] * scale)
        shrink = 4
        seen = warped(self.viewpoint, thing, dropped, margin_px=4 + round(2 * blur_px), shrink=shrink)
        if seen is None:
            return None
        rect, pixels, _ = seen
        soft = cv2.GaussianBlur(cv2.extractChannel(pixels, 3), (0, 0), max(0.6, blur_px / shrink))
        full = cv2.resize(soft, (rect[2] - rect[0], rect[3] - rect[1]), interpolation=cv2.INTER_LINEAR)
        left, top, width, height = cv2.boundingRect(full)
        if not width:
            return None
        full = full[top : top + height, left : left + width]
        rect = (rect[0] + left, rect[1] + top, rect[0] + left + width, rect[1] + top + height)
        share = strength * (0.4 + 0.6 * self.light.lamp_share)
        keep = cv2.addWeighted(full, -share, full, 0.0, 255.0)
        return Patch(rect, np.asarray(keep, np.uint8), None)

    def empty_table(self, table: Table, rng: np.random.Generator) -> BGRImage:
        """The lit table with nothing on it, and the floor around it: (height, width, 3)."""
        width, height = self.viewpoint.size_px
        per_mm = 1.5
        size_mm = (table.size_mm[0] + 20, table.size_mm[1] + 20)
        top = textures.table_top(rng, table.kind, size_mm, per_mm)
        plane = self.viewpoint.plane_map()
        columns, rows = (
            (plane[:, :, 0] + size_mm[0] / 2) * per_mm - 0.5,
            (size_mm[1] / 2 - plane[:, :, 1]) * per_mm - 0.5,
        )
        picture = cv2.remap(top, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        below = self.viewpoint.plane_map(FLOOR_MM)
        ground = textures.floor(rng, (700, 900))
        floor_px = cv2.remap(
            ground,
            (below[:, :, 0] + 2000) / 4.5,
            (below[:, :, 1] + 1600) / 4.5,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        )
        mask = np.zeros((height, width), np.uint8)
        edge = self.viewpoint.project(table.outline())
        cv2.fillPoly(mask, [np.rint(edge * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        near = cv2.GaussianBlur(cv2.resize(mask, (width // 8, height // 8)), (0, 0), 7)
        dark = cv2.addWeighted(cv2.resize(near, (width, height)), -0.55, mask, 0.0, 255.0)
        floor_px = cv2.multiply(cv2.GaussianBlur(floor_px, (9, 9), 2.2), cv2.merge([dark] * 3), scale=0.62 / 255)
        rim = cv2.subtract(mask, cv2.erode(mask, np.ones((5, 5), np.uint8)))
        picture = cv2.multiply(picture, cv2.merge([cv2.addWeighted(rim, -0.25, rim, 0.0, 255.0)] * 3), scale=1 / 255)
        inside = cv2.merge([mask] * 3)
        picture = cv2.add(
            cv2.multiply(picture, inside, scale=1 / 255), cv2.multiply(floor_px, cv2.bitwise_not(inside), scale=1 / 255)
        )
        return self.lit(np.asarray(picture, np.uint8), (0, 0, width, height))

    def outline_px(self, thing: Sprite, pose: Pose) -> NDArray[np.float32]:
        """The sprite's corners in the picture."""
        return corners_px(self.viewpoint, thing, pose)
