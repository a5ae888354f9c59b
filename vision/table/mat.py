"""The coasters on the table, followed over time: the table's geometry, and what happened to the coasters.

A camera over a table does not move and neither do most coasters, so nearly all of the work is noticing that nothing
changed. Looking for tags in a whole Full HD picture costs tens of milliseconds; ``Mat.observe`` does it at most every
``LOOK_EVERY_S`` seconds (of stillness; every ``LOOK_ANYWAY_S`` without), in a smaller picture while nothing is
missing, there mostly where a tag can have come or gone, and not at all while the picture is as it was when it last
looked.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dealer.view import SeatSeen
from vision.frame import Frame
from vision.table.background import alike, changed_around, sampled, share_changed
from vision.table.coasters import MIDDLE, TAG_MM
from vision.table.geometry import Middle, TableGeometry
from vision.table.lens import Lens
from vision.table.mat_events import MatEvent, MatEventKind, MatNews
from vision.table.places import Layout, middle_from_arrows
from vision.table.plane import Plane, fit_camera, fit_plane, moved_frame, project, sound_plane, turned_by_deg
from vision.table.poses import Pose, kept_together, lying_tag, rigid_move, same_pose, towards
from vision.table.sheet_scale import SheetScale
from vision.table.tag_cover import Cover, Watch
from vision.table.tags import Tag, find_tags, is_mirrored, sort_tags

LOOK_EVERY_S = 1.0
"""While the picture changes, tags are looked for at most so often."""
LOOK_AFTER_S = 0.4
"""Tags are looked for when the picture has been still for so long."""
LOOK_ANYWAY_S = 3.0
"""Tags are looked for when the last look is so long ago, whether the picture is still or not."""
LOOK_SOON_S = 0.3
"""How often tags are looked for while the camera or a coaster has just been moved, or no table has been found yet."""
EVERYWHERE_S = 10.0
"""At least so often tags are looked for in the whole picture, seconds; in between, where coasters lie and where the
picture changed."""
MIRROR_EVERY_S = 5.0

HELD_PX = 2.5
"""A tag whose corners are nearer than this to where they were expected has not moved: ten times a corner's noise."""
REFIT_PX = 0.8
"""When the tags are this far from where they were expected, on average, the camera has sagged: it is fitted again."""
SAME_PLACE_MM, SAME_PLACE_DEG = 6.0, 4.0
"""Two sightings of a coaster that agree this well are of one that lies still."""
MOVED_MM, MOVED_DEG = 5.0, 3.0
"""A coaster that is found further away than this from where it lay was moved; less is a nudge, followed in silence."""
REST_S = 0.25
"""How long a moved coaster must lie before it is believed."""
SIZE_DOUBT = 0.06
"""A tag whose side differs by a larger share from what it must be on the table is held up, or of another sheet."""
SQUARE_MM = 3.0
"""A tag that is further than this from a square, root mean square, does not lie on the table."""
HALF_ROUND_DEG = 135.0
"""A picture that is turned by more is upside down to what it was."""
MEMORY = 12
"""A coaster's place is the mean of at most so many sightings."""
SETTLED = 8
"""After so many looks the geometry is no longer refined while it fits."""

SAME_BACKGROUND = 0.75
"""Correlation of two pictures, sampled coarsely, above which the camera has not moved, whatever the hands do."""
CHANGED_SHARE = 0.002
"""The picture is as it was while no larger share of its samples changed: one in five hundred, a coin."""


@dataclass(slots=True)
class _Coaster:
    """What is remembered of one coaster."""

    pose: Pose
    sightings: int = 1


class Mat:
    """Follows the coasters over time and knows the table's geometry."""

    def __init__(
        self, lens: Lens, *, coaster_tag_mm: float = TAG_MM, card_size_mm: tuple[float, float] = (63.0, 88.0)
    ) -> None:
        self._lens = lens
        self._tag_mm = coaster_tag_mm
        self._card_size_mm = card_size_mm
        self._coasters: dict[int, _Coaster] = {}
        self._geometry: TableGeometry | None = None
        self._plane: Plane | None = None
        self._cover = Cover()
        self._pending: dict[int, tuple[Pose, float]] = {}
        self._bump: tuple[Plane, float] | None = None
        self._looks = 0
        self._looked_s: float | None = None
        self._still_since_s: float | None = None
        self._everywhere_s = -np.inf
        self._mirror_s: float | None = None
        self._seen_background: NDArray[np.float32] | None = None
        self._home_background: NDArray[np.float32] | None = None
        self.mirrored = False
        """Whether the picture is mirrored, so that no coaster can be read."""
        self.twice: tuple[int, ...] = ()
        """Coasters of which two were seen at the last look."""
        self._sheet = SheetScale(card_size_mm)
        self._news = MatNews()
        self.events: tuple[MatEvent, ...] = ()
        """What happened up to the last ``observe`` and since the one before."""
        self.trouble = "no-coasters"
        """For ``TableView``: ``no-coasters`` before two were seen, or ``mirrored`` where that is why; ``moved`` while
        the camera moves, or ``""``."""

    @property
    def geometry(self) -> TableGeometry | None:
        """The geometry as ``observe`` last gave it."""
        return self._geometry

    def observe(self, frame: Frame, *, still: bool) -> TableGeometry | None:
        """Look for the coasters if there is a reason to; ``still`` says that nothing moves in the picture.

        The geometry is ``None`` until two coasters have been seen, and the same object for as long as it holds.
        """
        self._news.time_s = frame.time_s
        if not still:
            self._still_since_s = None
        elif self._still_since_s is None:
            self._still_since_s = frame.time_s
        height, width = frame.image.shape[:2]
        if (width, height) != self._lens.size_px:
            self._lens = self._lens.scaled_to((width, height))
            self._forget()
        self.check_covered(frame)
        background = self._worth_a_look(frame)
        if background is not None:
            where = self._where_to_look(frame, background)
            self._looked_s = frame.time_s
            self._seen_background = background
            self._look(frame, background, where)
            if self._geometry is not None:
                coasters = tuple(map(self._with_cover, self._geometry.coasters))
                middle = replace(self._geometry.middle, covered_since_s=self._cover.since(MIDDLE))
                if (coasters, middle) != (self._geometry.coasters, self._geometry.middle):
                    self._geometry = replace(self._geometry, coasters=coasters, middle=middle)
        self.events = self._news.take()
        return self._geometry

    def check_covered(self, frame: Frame) -> dict[int, bool]:
        """Whether each coaster's tag is covered now, by its look alone: cheap enough for every frame.

        A coaster that was taken away or a camera that was bumped also counts as covered, until ``observe`` has looked.
        """
        if self._geometry is None:
            return {}
        covered = self._cover.check(frame)
        for number in self._cover.now_covered:
            self._news.tell(MatEventKind.COVERED, number, f"{_called(number)} is covered.")
        for number in self._cover.now_uncovered:
            self._news.tell(MatEventKind.UNCOVERED, number, f"{_called(number)} is in view again.")
        return covered

    def seats(self) -> tuple[SeatSeen, ...]:
        """The seat coasters now, with since when each has been covered."""
        return () if self._geometry is None else tuple(map(self._with_cover, self._geometry.coasters))

    @property
    def sheet_scale(self) -> float | None:
        """How large the coasters were printed, by the cards (0.95 is "fit to page"); ``None`` before enough cards."""
        return self._sheet.scale

    def tell_card_size(self, measured_mm: tuple[float, float]) -> None:
        """Compare a card's measured size (in either order) with the true one: a sheet printed too small is told, once.

        Measurements that have not a card's shape are left out.
        """
        told = self._sheet.measure(measured_mm)
        if told:
            self._news.tell_once(MatEventKind.SHEET_SCALE, -1, told)

    # --- looking ---

    def _worth_a_look(self, frame: Frame) -> NDArray[np.float32] | None:
        """The picture's background where tags are to be looked for in it, else None."""
        if self._looked_s is None or self._seen_background is None:
            return sampled(frame.image)
        since_s = frame.time_s - self._looked_s
        if since_s < 0:
            return sampled(frame.image)
        if self._is_searching:
            return sampled(frame.image) if since_s >= LOOK_SOON_S else None
        if since_s < LOOK_EVERY_S:
            return None
        # A hand in the picture hides more than it shows, and just after it the cards are read, which is more urgent.
        rested_s = 0.0 if self._still_since_s is None else frame.time_s - self._still_since_s
        if rested_s < LOOK_AFTER_S and since_s < LOOK_ANYWAY_S and not self._most_look_covered():
            return None
        background = sampled(frame.image)
        as_it_was = share_changed(self._seen_background, background) <= CHANGED_SHARE
        return None if as_it_was and not self._cover.changed and self._looks >= SETTLED else background

    @property
    def _is_searching(self) -> bool:
        """Whether the camera or a coaster was moved, or no table has been found yet."""
        return self._geometry is None or bool(self._pending) or self._bump is not None or bool(self.trouble)

    def _where_to_look(self, frame: Frame, background: NDArray[np.float32]) -> NDArray[np.bool_] | None:
        """Where in the picture a tag can lie or have come, a coarse mask of all of it; None: anywhere."""
        long_ago = not 0.0 <= frame.time_s - self._everywhere_s < EVERYWHERE_S
        if self._geometry is None or self._seen_background is None or self._is_searching or long_ago:
            self._everywhere_s = frame.time_s
            return None
        tags = [self._geometry.to_pixels(pose.corners(self._tag_mm)) for pose in self._poses().values()]
        side_px = float(max(np.ptp(corners, axis=0).max() for corners in tags))
        return changed_around(self._seen_background, background, reach_px=1.5 * side_px, besides=tags)

    def _most_look_covered(self) -> bool:
        """Whether most coasters do not look as they did: then it may be the camera that moved."""
        covered = sum(self._cover.since(number) is not None for number in self._coasters)
        return covered >= 2 and 2 * covered >= len(self._coasters)

    def _look(self, frame: Frame, background: NDArray[np.float32], where: NDArray[np.bool_] | None) -> None:
        expected = {number for number in self._coasters if self._cover.since(number) is None}
        found = find_tags(frame.image, expected=expected if self._geometry is not None else None, where=where)
        seen = sort_tags(found)
        tags = dict(seen.tags)
        self.twice = tuple(sorted(seen.twice))
        for number, twins in seen.twice.items():
            self._news.tell_once(
                MatEventKind.SAME_NUMBER,
                number,
                f"{_called(number)} is on the table twice: take one away. Until then it stays where it was.",
            )
            nearest = self._nearest_twin(number, twins)
            if nearest is not None:
                tags[number] = nearest
        for number in seen.foreign:
            self._news.tell_once(
                MatEventKind.FOREIGN_TAG,
                number,
                f"A tag with the number {number} is no coaster of this game and is ignored.",
            )
        if not found:
            self._look_in_mirror(frame)
        quads = {number: self._lens.undistort_points(tag.corners_px) for number, tag in tags.items()}
        if self._geometry is None or self._plane is None:
            self._start(quads, frame, background)
        else:
            self._follow(quads, frame, background)

    def _nearest_twin(self, number: int, twins: Iterable[Tag]) -> Tag | None:
        """Of tags with one number the one that lies where the coaster lay; none if no one knows where."""
        if self._geometry is None or number not in self._coasters:
            return None
        expected = self._geometry.to_pixels(self._coasters[number].pose.corners(self._tag_mm))
        nearest = min(twins, key=lambda tag: float(np.abs(tag.corners_px - expected).mean()))
        return nearest if float(np.abs(nearest.corners_px - expected).mean()) < HELD_PX * 2 else None

    def _look_in_mirror(self, frame: Frame) -> None:
        if self._geometry is not None or (
            self._mirror_s is not None and frame.time_s - self._mirror_s < MIRROR_EVERY_S
        ):
            return
        self._mirror_s = frame.time_s
        self.mirrored = is_mirrored(frame.image)
        self.trouble = "mirrored" if self.mirrored else "no-coasters"
        if self.mirrored:
            self._news.tell_once(
                MatEventKind.MIRRORED, -1, 'The picture is mirrored: switch off "mirror" in the camera\'s settings.'
            )

    # --- the first time ---

    def _start(self, quads: dict[int, NDArray[np.float64]], frame: Frame, background: NDArray[np.float32]) -> None:
        plane = sound_plane(quads, camera_matrix=self._lens.camera_matrix, tag_mm=self._tag_mm)
        if plane is None:
            return
        seats = [_seat(number, pose) for number, pose in plane.poses.items() if number != MIDDLE]
        if MIDDLE in plane.poses:
            home = plane.poses[MIDDLE]
            turn = np.radians(90 - home.facing_deg)
        else:
            x_mm, y_mm = middle_from_arrows(seats)
            home, turn = Pose(x_mm, y_mm, 90), 0.0
            self._news.tell_once(
                MatEventKind.MIDDLE_GUESSED,
                MIDDLE,
                "The coaster of the middle is not seen: the middle is taken where the arrows point.",
            )
        cosine, sine = np.cos(turn), np.sin(turn)
        shift = -np.array([cosine * home.x_mm - sine * home.y_mm, sine * home.x_mm + cosine * home.y_mm])
        plane = moved_frame(plane, np.array([*shift, turn]))
        self._coasters = {number: _Coaster(pose) for number, pose in plane.poses.items()}
        for number in plane.poses:
            self._news.tell(MatEventKind.FOUND, number, f"{_called(number)} is in view.")
        self._settle(plane, frame, background, seen=set(plane.poses))

    # --- from then on ---

    def _follow(self, quads: dict[int, NDArray[np.float64]], frame: Frame, background: NDArray[np.float32]) -> None:
        assert self._plane is not None
        off = {number: self._off_px(number, quad) for number, quad in quads.items() if number in self._coasters}
        held = {number for number, distance in off.items() if distance < HELD_PX}
        # One tag that stays while others move is no proof: it must be at least half of them, or the scene the same.
        if len(held) >= 2 or (held and 2 * len(held) >= len(off)):
            self._camera_holds(quads, held, frame, background)
            return
        plane = sound_plane(
            {number: quads[number] for number in off}, camera_matrix=self._lens.camera_matrix, tag_mm=self._tag_mm
        )
        together = () if plane is None else self._together(plane)
        same_scene = self._home_background is not None and alike(self._home_background, background) > SAME_BACKGROUND
        # Coasters that lie elsewhere in the picture but to each other as before: it was the camera, on a plain table
        # too.
        if plane is not None and len(together) >= 2 and not (same_scene and 2 * len(together) <= len(off)):
            self._camera_moved(plane, together, quads, frame, background)
        elif same_scene:
            self._camera_holds(quads, held, frame, background)
        else:
            self.trouble, self._bump = "moved", None

    def _off_px(self, number: int, quad: NDArray[np.float64]) -> float:
        assert self._plane is not None
        expected = project(self._plane.homography, self._coasters[number].pose.corners(self._tag_mm))
        return float(np.linalg.norm(expected - quad, axis=1).mean())

    def _camera_holds(
        self, quads: dict[int, NDArray[np.float64]], held: set[int], frame: Frame, background: NDArray[np.float32]
    ) -> None:
        assert self._plane is not None
        self.trouble, self._bump = "", None
        back = np.linalg.inv(self._plane.homography)
        for number in sorted(held):
            self._pending.pop(number, None)
        moved = False
        for number, quad in quads.items():
            if number in held:
                continue
            pose, side_mm, off_mm = lying_tag(project(back, quad))
            if abs(side_mm / self._tag_mm - 1) > SIZE_DOUBT or off_mm > SQUARE_MM:
                self._pending.pop(number, None)
                continue
            moved |= self._settles(number, pose, frame.time_s)
        for number in set(self._pending) - set(quads):
            del self._pending[number]
        off_px = float(np.mean([self._off_px(number, quads[number]) for number in held])) if held else 0.0
        if moved or (held and (self._looks < SETTLED or off_px > REFIT_PX)):
            self._refine(
                {number: quads[number] for number in quads if number in self._coasters and number not in self._pending},
                frame,
                background,
            )
        elif held:
            self._cover.refresh(frame, held)
        self._looks += 1

    def _settles(self, number: int, pose: Pose, time_s: float) -> bool:
        """A coaster is seen where it did not lie: believe it when it has lain there for a moment."""
        before = self._pending.get(number)
        if before is None or not same_pose(before[0], pose, within_mm=SAME_PLACE_MM, within_deg=SAME_PLACE_DEG):
            self._pending[number] = (pose, time_s)
            return False
        if time_s - before[1] < REST_S:
            return False
        del self._pending[number]
        known = self._coasters.get(number)
        self._coasters[number] = _Coaster(pose)
        if known is None:
            self._news.tell(MatEventKind.FOUND, number, f"{_called(number)} is in view.")
        elif not same_pose(known.pose, pose, within_mm=MOVED_MM, within_deg=MOVED_DEG):
            self._news.tell(MatEventKind.MOVED, number, f"{_called(number)} was moved.")
        return True

    def _refine(self, quads: dict[int, NDArray[np.float64]], frame: Frame, background: NDArray[np.float32]) -> None:
        """Improve the places of the coasters by what is seen now, and the camera by them."""
        assert self._plane is not None
        if len(quads) >= 2:
            plane = fit_plane(quads, camera_matrix=self._lens.camera_matrix, tag_mm=self._tag_mm)
            poses = {number: self._coasters[number].pose for number in quads}
            plane = moved_frame(plane, rigid_move(plane.poses, poses))
            for number, pose in plane.poses.items():
                known = self._coasters[number]
                known.sightings = min(MEMORY, known.sightings + 1)
                known.pose = towards(known.pose, pose, 1 / known.sightings)
            poses = {number: self._coasters[number].pose for number in quads}
            plane = fit_camera(quads, poses, plane=plane, camera_matrix=self._lens.camera_matrix, tag_mm=self._tag_mm)
        else:
            plane = self._plane
        self._settle(plane, frame, background, seen=set(quads))

    def _camera_moved(
        self,
        plane: Plane,
        together: tuple[int, ...],
        quads: dict[int, NDArray[np.float64]],
        frame: Frame,
        background: NDArray[np.float32],
    ) -> None:
        """No coaster is where it was: wait until the picture rests, then find the table by those that kept together."""
        self.trouble = "moved"
        known = self._poses()
        before, self._bump = self._bump, (plane, frame.time_s)
        if before is None:
            return
        old, since_s = before
        rests = all(
            float(
                np.linalg.norm(
                    project(old.homography, old.poses[number].corners(self._tag_mm)) - quads[number], axis=1
                ).mean()
            )
            < HELD_PX
            for number in together
            if number in old.poses
        )
        if not rests:
            return
        if frame.time_s - since_s < REST_S:
            self._bump = before
            return
        moves = rigid_move({number: plane.poses[number] for number in together}, known)
        plane = moved_frame(plane, moves)
        kept = {number: quads[number] for number in together}
        plane = fit_camera(
            kept,
            {number: known[number] for number in together},
            plane=plane,
            camera_matrix=self._lens.camera_matrix,
            tag_mm=self._tag_mm,
        )
        self._bump, self.trouble, self._looks = None, "", 0
        self._pending.clear()
        assert self._plane is not None
        if turned_by_deg(self._plane, plane) > HALF_ROUND_DEG:
            self._news.tell(MatEventKind.TURNED, MIDDLE, "The picture was turned round: the table was found again.")
        else:
            self._news.tell(MatEventKind.BUMPED, MIDDLE, "The camera was moved: the table was found again.")
        self._settle(plane, frame, background, seen=set(kept))

    def _settle(self, plane: Plane, frame: Frame, background: NDArray[np.float32], *, seen: set[int]) -> None:
        """Take a plane as the one in force; ``seen`` are the coasters in view now."""
        self._plane = plane
        self._home_background = background
        self.trouble = ""
        seats = tuple(
            _seat(number, coaster.pose) for number, coaster in sorted(self._coasters.items()) if number != MIDDLE
        )
        if MIDDLE in self._coasters:
            pose = self._coasters[MIDDLE].pose
            middle = Middle(pose.x_mm, pose.y_mm, pose.facing_deg)
        else:
            x_mm, y_mm = middle_from_arrows(seats)
            middle = Middle(x_mm, y_mm, seen=False)
        version = 0 if self._geometry is None else self._geometry.version + 1
        geometry = TableGeometry(
            lens=self._lens,
            homography=plane.homography,
            coasters=seats,
            middle=middle,
            layout=Layout(seats, (middle.x_mm, middle.y_mm)),
            card_width_px=0.0,
            tilt_deg=plane.tilt_deg,
            error_px=plane.error_px,
            version=version,
        )
        places = np.array([[coaster.pose.x_mm, coaster.pose.y_mm] for coaster in self._coasters.values()])
        width_px = float(geometry.pixels_per_mm(places).mean()) * min(self._card_size_mm)
        self._geometry = replace(geometry, card_width_px=width_px)
        outlines = {number: pose.corners(self._tag_mm) for number, pose in self._poses().items()}
        self._cover.watch(
            {number: Watch.over(corners, self._geometry.to_pixels) for number, corners in outlines.items()}
        )
        self._cover.refresh(frame, seen)

    def _together(self, plane: Plane) -> tuple[int, ...]:
        """The coasters that lie to each other as they are remembered; after a knock each may have slid a little."""
        return kept_together(plane.poses, self._poses(), within_mm=2 * SAME_PLACE_MM, within_deg=SAME_PLACE_DEG)

    def _poses(self) -> dict[int, Pose]:
        return {number: coaster.pose for number, coaster in self._coasters.items()}

    def _forget(self) -> None:
        self._geometry, self._plane, self._cover = None, None, Cover()
        self._coasters.clear()
        self._pending.clear()
        self._bump, self._looks, self._looked_s = None, 0, None
        self.trouble = "no-coasters"

    def _with_cover(self, seat: SeatSeen) -> SeatSeen:
        since_s = self._cover.since(seat.seat)
        return seat if seat.covered_since_s == since_s else replace(seat, covered_since_s=since_s)


def _called(number: int) -> str:
    return "The coaster of the middle" if number == MIDDLE else f"Coaster {number}"


def _seat(number: int, pose: Pose) -> SeatSeen:
    return SeatSeen(number, pose.x_mm, pose.y_mm, pose.facing_deg)
