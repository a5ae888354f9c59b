"""The simulated camera: pictures of a scene while actions move it, drawn anew only where something changed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from dealer.view import Face
from vision.frame import BGRImage, Frame
from vision.synth.camera import Sensor, Viewpoint
from vision.synth.choreography import Beat
from vision.synth.picture import Patch, Pose, Rect, changed_by, common, grown, joined
from vision.synth.scene import Card, Hand, Scene, Thing
from vision.synth.stage import Stage

FRAME_S = 1 / 15
"""The reference set-up's slowest camera."""

SETTLE_S = 0.6
"""After the last motion, this long at full rate; what is left of a still stretch is told in longer steps if wanted."""

STILL_STEP_S = 0.4

_State = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class CardTruth:
    """What a card really is: where, which rank and face, and which share of each of its indices the camera sees."""

    id: int
    rank: int
    face: Face
    pose: Pose
    corners_px: tuple[tuple[float, float], ...]
    index_visible: tuple[float, ...]
    moving: bool


@dataclass(slots=True, eq=False)
class _Drawn:
    state: _State
    level: float
    patches: list[Patch]
    rect: Rect | None


class SimulatedCamera:
    """Frames of a scene. ``drawn_s`` and ``taken`` count the work done, for measuring."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        settings = scene.settings
        self.sensor = Sensor(settings.sensor, settings.size_px, settings.seed)
        self.sequence = 0
        self.time_s = scene.time_s
        self._shift = scene.viewpoint_shift
        self._still_since_s = scene.time_s
        self._drawn: dict[int, _Drawn] = {}
        self._previous: dict[int, tuple[float, float]] = {}
        self._moved: list[Rect] = []
        self._moving: tuple[_State, ...] = ()
        self._stopped = True
        self._stage = self._make_stage()
        self._base = self._empty_table()
        self._still = self._base.copy()
        self._soft = self._softened(self._still)
        self._clean = self._soft.copy()

    @property
    def viewpoint(self) -> Viewpoint:
        """Where the camera is now."""
        return self._stage.viewpoint

    # ------------------------------------------------------------------ frames

    def frames(self, beats: Iterable[Beat], *, fast: bool = False) -> Iterator[Frame]:
        """The frames while ``beats`` (an action) go on.

        With ``fast`` long still stretches are told in steps of ``STILL_STEP_S``; each frame carries its own time.
        """
        yield self.take()
        for beat in beats:
            if beat.still_s <= 0:
                self._pass(FRAME_S)
                self._still_since_s = self.time_s
                yield self.take()
                continue
            left = beat.still_s
            while left > 1e-6:
                settled = self.time_s - self._still_since_s >= SETTLE_S
                step = min(left, STILL_STEP_S if fast and settled else FRAME_S)
                step = max(step, min(FRAME_S, left)) if left - step > FRAME_S / 2 else left
                self._pass(step)
                left -= step
                yield self.take()

    def _pass(self, seconds: float) -> None:
        self.time_s += seconds
        self.scene.time_s = self.time_s

    def take(self) -> Frame:
        """One picture of the scene as it is now."""
        self._update()
        frame = Frame(self.sensor.expose(self._clean, self.sequence, self.time_s), self.time_s, self.sequence)
        self.sequence += 1
        return frame

    def truth(self) -> tuple[CardTruth, ...]:
        """Every card as it is now, lowest first."""
        self._update()
        width, height = self.scene.settings.size_px
        found = []
        for card in self.scene.cards():
            above = [one for one in self._drawn.values() if one.level > card.level]
            shares = []
            for points in card.index_points():
                pixels = np.rint(self.viewpoint.project(np.array(points))).astype(int)
                seen = 0
                for x, y in pixels:
                    inside = 0 <= x < width and 0 <= y < height
                    seen += inside and not any(_covers(patch, int(x), int(y)) for one in above for patch in one.patches)
                shares.append(seen / len(pixels))
            corners = self._stage.outline_px(card.layers[0][0], card.pose)
            outline = tuple((float(x), float(y)) for x, y in corners)
            found.append(CardTruth(card.id, card.rank, card.face, card.pose, outline, tuple(shares), card.moving))
        return tuple(found)

    # ------------------------------------------------------------------ drawing

    def _make_stage(self) -> Stage:
        viewpoint = self.scene.settings.viewpoint
        dx, dy, turn = self._shift
        aim = (viewpoint.aim_mm[0] + dx, viewpoint.aim_mm[1] + dy)
        return Stage(replace(viewpoint, aim_mm=aim, roll_deg=viewpoint.roll_deg + turn), self.scene.settings.light)

    def _empty_table(self) -> BGRImage:
        return self._stage.empty_table(
            self.scene.settings.table, np.random.default_rng([self.scene.settings.seed, 0x7AB])
        )

    def _softened(self, picture: BGRImage) -> BGRImage:
        """Lens blur, the camera's own sharpening, and colour at half resolution (as in YUV 4:2:0)."""
        softness = self.scene.settings.sensor.softness_px
        side = 5 if softness < 0.85 else 7
        blurred = cv2.GaussianBlur(picture, (side, side), softness)
        wide = cv2.blur(blurred, (3, 3))
        crisp = cv2.addWeighted(blurred, 1.35, wide, -0.35, 0)
        return np.asarray(
            cv2.cvtColor(cv2.cvtColor(crisp, cv2.COLOR_BGR2YUV_I420), cv2.COLOR_YUV2BGR_I420), dtype=np.uint8
        )

    def _update(self) -> None:
        size = self.scene.settings.size_px
        if self.scene.viewpoint_shift != self._shift:
            self._shift = self.scene.viewpoint_shift
            self._stage = self._make_stage()
            self._base = self._empty_table()
            self._drawn.clear()
            self._still = self._base.copy()
            dirty: list[Rect] = [(0, 0, *size)]
            self._redraw_things([])
        else:
            dirty = []
            self._redraw_things(dirty)
        for rect in _merged(dirty):
            self._redraw_still(grown(rect, 0, size))
            self._redraw_soft(grown(rect, 6, size))
        moving = tuple((t.id, t.layers, t.pose, t.level) for t in self.scene.things.values() if t.moving)
        # a hand that lies still is drawn once more after it stopped, without blur
        stopped = moving == self._moving
        if dirty or not stopped or (moving and not self._stopped):
            self._redraw_moving()
        self._moving, self._stopped = moving, stopped

    def _redraw_things(self, dirty: list[Rect]) -> None:
        """Bring the patches of what lies still up to date; what changed in the picture is added to ``dirty``."""
        for gone in [key for key in self._drawn if key not in self.scene.things or self.scene.things[key].moving]:
            old = self._drawn.pop(gone)
            if old.rect:
                dirty.append(old.rect)
        for key, thing in self.scene.things.items():
            if thing.moving:
                continue
            state: _State = (thing.layers, thing.pose, thing.level)
            before = self._drawn.get(key)
            if before is not None and before.state == state:
                continue
            patches = self._patches(thing)
            rect = None
            for patch in patches:
                rect = joined(rect, patch.rect)
            self._drawn[key] = _Drawn(state, thing.level, patches, rect)
            dirty.extend(one for one in (before.rect if before else None, rect) if one)

    def _patches(self, thing: Thing) -> list[Patch]:
        patches: list[Patch | None] = []
        height = thing.layers[-1][1] if thing.layers else 0.0
        if height > 3 and not isinstance(thing, Card):
            lowest = thing.layers[len(thing.layers) // 2][0]
            patches.append(self._stage.shadow(lowest, replace(thing.pose, z_mm=height * 0.6), 0.4))
        last = len(thing.layers) - 1
        for index, (layer, z) in enumerate(thing.layers):
            pose = replace(thing.pose, z_mm=thing.pose.z_mm + z)
            gloss = thing.gloss if index == last else 0.0
            contact = 0.45 if z < 12 else 0.0
            patches.append(
                self._stage.flat(layer, pose, contact=contact, gloss=gloss, lean_mm=thing.lean_mm, sheen=thing.sheen)
            )
        return [patch for patch in patches if patch is not None]

    def _redraw_still(self, rect: Rect) -> None:
        rows, columns = slice(rect[1], rect[3]), slice(rect[0], rect[2])
        self._still[rows, columns] = self._base[rows, columns]
        for drawn in sorted(self._drawn.values(), key=lambda one: one.level):
            if drawn.rect and common(drawn.rect, rect):
                for patch in drawn.patches:
                    patch.blend(self._still, rect)

    def _redraw_soft(self, rect: Rect) -> None:
        around = grown(rect, 6, self.scene.settings.size_px)
        soft = self._softened(np.ascontiguousarray(self._still[around[1] : around[3], around[0] : around[2]]))
        inner = soft[rect[1] - around[1] : rect[3] - around[1], rect[0] - around[0] : rect[2] - around[0]]
        self._soft[rect[1] : rect[3], rect[0] : rect[2]] = inner
        self._clean[rect[1] : rect[3], rect[0] : rect[2]] = inner

    def _redraw_moving(self) -> None:
        size = self.scene.settings.size_px
        for left, top, right, bottom in self._moved:
            self._clean[top:bottom, left:right] = self._soft[top:bottom, left:right]
        moving = sorted((t for t in self.scene.things.values() if t.moving), key=lambda thing: thing.level)
        seen: dict[int, tuple[float, float]] = {}
        shadows: list[Patch] = []
        bodies: list[Patch] = []
        for thing in moving:
            seen[thing.id] = self.viewpoint.point_px(thing.pose.x_mm, thing.pose.y_mm, thing.pose.z_mm)
            before = self._previous.get(thing.id, seen[thing.id])
            share = self.scene.settings.sensor.exposure_s / FRAME_S
            smear = ((seen[thing.id][0] - before[0]) * share, (seen[thing.id][1] - before[1]) * share)
            if thing.layers and thing.pose.z_mm + thing.layers[-1][1] > 4:
                outline = thing.shade if isinstance(thing, Hand) and thing.shade else thing.layers[-1][0]
                raised = replace(thing.pose, z_mm=thing.pose.z_mm + thing.layers[-1][1])
                shade = self._stage.shadow(outline, raised)
                shadows.extend([shade] if shade else [])
            contact = 0.0 if isinstance(thing, Hand) else 0.3
            for number, (layer, z) in enumerate(thing.layers, start=1):
                pose = replace(thing.pose, z_mm=thing.pose.z_mm + z)
                # the arm's pieces come before the hand's
                shrink = 2 if isinstance(thing, Hand) and number < len(thing.layers) else 1
                body = self._stage.flat(layer, pose, contact=contact, sheen=thing.sheen, smear_px=smear, shrink=shrink)
                bodies.extend([body] if body else [])
        self._previous = seen
        patches = (*shadows, *bodies)
        # the lens spreads a change by 4 px, and colours are those of 2 x 2 pixels
        self._moved = [grown(rect, 8, size) for rect in changed_by(patches)]
        for rect in self._moved:
            around = grown(rect, 6, size)
            work = self._still[around[1] : around[3], around[0] : around[2]].copy()
            for patch in patches:
                patch.blend(work, around, (around[0], around[1]))
            soft = self._softened(work)
            inner = soft[rect[1] - around[1] : rect[3] - around[1], rect[0] - around[0] : rect[2] - around[0]]
            self._clean[rect[1] : rect[3], rect[0] : rect[2]] = inner


def _covers(patch: Patch, x: int, y: int) -> bool:
    left, top, right, bottom = patch.rect
    return patch.alpha is not None and left <= x < right and top <= y < bottom and patch.alpha[y - top, x - left] > 100


def _merged(rects: list[Rect]) -> list[Rect]:
    """Rectangles joined where they touch, so that nothing is drawn twice."""
    merged: list[Rect] = []
    for rect in rects:
        current = rect
        changed = True
        while changed:
            changed = False
            for other in merged:
                if common(current, other):
                    merged.remove(other)
                    current = joined(current, other) or current
                    changed = True
                    break
        merged.append(current)
    return merged
