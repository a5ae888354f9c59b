"""The display: a window, a whole screen or no screen at all; it draws screens and returns what hands do."""

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame

from dealer.display.canvas import Box, Canvas, Touchable
from dealer.display.pages import PAGE_S, Pages
from dealer.display.painter import paint
from dealer.display.play import OVERVIEW, PLAN, pages
from dealer.display.screens import CorrectionScreen, KeyboardScreen, MenuScreen, PlayScreen, Screen, StartScreen
from dealer.display.typeface import VIEWING_DISTANCE_M, capital_share, font, ink_in_caps, sizes, width_in_caps
from dealer.errors import DeviceError
from dealer.presses import Button, Holds, KeyText, Kind, Press, Quit, Target, Touch
from dealer.view import TableView

MOST_FRAMES_PER_S = 15.0
"""A screen is drawn again at most this often: nobody reads faster, and a Pi must stay cool."""
OVERVIEW_S = 8.0
"""How long the overview of a compact screen stays after a touch."""
VIEW_STEP_MM = 4.0
VIEW_STEP_DEG = 3.0
"""A card that moves less than this on the plan is not drawn again: the camera's noise."""
LEAST_SIZE = (640, 400)
SLIDE_PX = 12
"""A finger may leave its touch area by so much and still mean it."""

Input = Press | Touch | KeyText | Quit

KEYS: dict[int, Button] = {
    pygame.K_RETURN: Button.GREEN,
    pygame.K_KP_ENTER: Button.GREEN,
    pygame.K_RIGHT: Button.GREEN,
    pygame.K_BACKSPACE: Button.RED,
    pygame.K_LEFT: Button.RED,
    pygame.K_u: Button.YELLOW,
    pygame.K_TAB: Button.BLUE,
    pygame.K_DOWN: Button.BLUE,
}


class Display:
    """Draws screens. ``size`` in px; None: the whole display in full screen, 1280 × 720 without one.

    ``windowed``: in a window instead of full screen. ``headless``: no window at all, drawn in memory only (also what it
    falls back to where there is no display, see ``headless``). ``diagonal_inches`` and ``distance_m``, from where it is
    looked at, say how large type must be. ``clock`` gives seconds.

    Raises:
        DeviceError: the size is too small.
    """

    def __init__(
        self,
        size: tuple[int, int] | None = None,
        *,
        windowed: bool = True,
        headless: bool = False,
        title: str = "Pairs Dealer",
        diagonal_inches: float | None = None,
        distance_m: float = VIEWING_DISTANCE_M,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if size is not None and (size[0] < LEAST_SIZE[0] or size[1] < LEAST_SIZE[1]):
            raise DeviceError(
                f"A screen of {size[0]}×{size[1]} is too small; expected at least {LEAST_SIZE[0]}×{LEAST_SIZE[1]}. "
                "Choose a larger one."
            )
        self._clock = clock
        self._diagonal_inches = diagonal_inches
        self._distance_m = distance_m
        self.headless = headless
        pygame.font.init()
        self._windowed, self._title = windowed, title
        self._surface = self._open(size)
        self._banner = ""
        self._canvas = self._new_canvas()
        self._holds = Holds()
        self._shown: Screen | None = None
        self._wanted: Screen | None = None
        self._page = 0
        self._page_since_s = self._clock()
        self._turning: Pages | None = None
        self._drawn_s = float("-inf")
        self._keys_down: set[int] = set()
        self._finger: Touchable | None = None
        self._finger_s = 0.0
        self.touched_s: float | None = None
        """When a key, a finger or the mouse last went down, wherever; None: never yet."""
        self._text_open = False
        self.draw_ms: float = 0.0
        """How long the last drawing took."""
        self.draws = 0
        """How often a screen was drawn."""

    def resize(self, size: tuple[int, int] | None) -> None:
        """Take another size, as in the beginning."""
        self._surface = self._open(size)
        self._canvas = self._new_canvas()
        self._shown = None

    def _open(self, size: tuple[int, int] | None) -> pygame.Surface:
        """The surface that is drawn on. Without a display it is one in memory, and ``headless`` becomes true."""
        if not self.headless:
            try:
                pygame.display.init()
                if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
                    raise pygame.error("no display")  # SDL's last resort: a window that nobody sees
                pygame.display.set_caption(self._title)
                if self._windowed:
                    surface = pygame.display.set_mode(size or (1280, 720), pygame.RESIZABLE)
                else:
                    surface = pygame.display.set_mode(size or (0, 0), pygame.FULLSCREEN)
                    pygame.mouse.set_visible(False)
                return surface
            except pygame.error:
                pygame.display.quit()
                self.headless = True
        return pygame.Surface(size or (1280, 720))

    def _new_canvas(self) -> Canvas:
        width, height = self._surface.get_size()
        type_sizes = sizes(width, height, diagonal_inches=self._diagonal_inches, distance_m=self._distance_m)
        return Canvas(self._surface, type_sizes, banner=self._banner)

    def look_from(self, diagonal_inches: float | None, distance_m: float) -> None:
        """From now on the screen has this diagonal and is looked at from there: type gets the size that asks for."""
        if (diagonal_inches, distance_m) != (self._diagonal_inches, self._distance_m):
            self._diagonal_inches, self._distance_m = diagonal_inches, distance_m
            self._canvas = self._new_canvas()
            self._shown = None

    @property
    def banner(self) -> str:
        """What is written beside every screen, so that nobody overlooks it: "Rehearsal"; empty: nothing."""
        return self._banner

    @banner.setter
    def banner(self, words: str) -> None:
        if words != self._banner:
            self._banner = words
            self._canvas = self._new_canvas()
            self._shown = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in px."""
        return self._surface.get_size()

    @property
    def boxes(self) -> tuple[Box, ...]:
        """What the last drawing put where."""
        return tuple(self._canvas.boxes)

    @property
    def touchables(self) -> tuple[Touchable, ...]:
        """What can be touched now; the last ones lie on top."""
        return tuple(self._canvas.touchables)

    def draw(self, screen: Screen) -> float:
        """Show a screen; returns the milliseconds it took, 0.0 where nothing had to be drawn.

        Cheap to call often: nothing is drawn while nothing changed, and never more than ``MOST_FRAMES_PER_S`` (what
        came too early is shown by a later ``draw`` or ``poll``).
        """
        wanted = steady(screen)
        if type(wanted) is not type(self._wanted):
            self._turn_to(0)
        if isinstance(wanted, PlayScreen):
            self._note_news(wanted)
        self._wanted = wanted
        self._take_text(wanted)
        return self._refresh()

    def _note_news(self, screen: PlayScreen) -> None:
        """A new prompt begins with the first page, a new call with the call."""
        before = self._wanted if isinstance(self._wanted, PlayScreen) else None
        if before is None or (before.prompt.waited_for, before.prompt.mode) != (
            screen.prompt.waited_for,
            screen.prompt.mode,
        ):
            self._turn_to(0)
        if screen.call is not None and (before is None or before.call != screen.call):
            self._turn_to(pages(screen) - 1)

    def _turn_to(self, page: int) -> None:
        if page != self._page:
            self._shown = None
        self._page = page
        self._page_since_s = self._clock()

    def _turn_pages(self) -> None:
        """Where not all is shown at once, the next page when its time has come."""
        if self._turning is None:
            return
        lasted_s = self._clock() - self._page_since_s
        if self._page in (OVERVIEW, PLAN):
            if lasted_s >= OVERVIEW_S:
                self._turn_to(0)
        elif lasted_s >= PAGE_S:
            self._turn_to((self._page + 1) % self._turning.count)

    def _refresh(self) -> float:
        """Draw if there is something new and it is time."""
        self._turn_pages()
        if self._wanted is None or self._wanted == self._shown:
            return 0.0
        now_s = self._clock()
        if now_s - self._drawn_s < 1 / MOST_FRAMES_PER_S:
            return 0.0
        started_s = time.perf_counter()
        self._turning = paint(self._canvas, self._wanted, page=self._page, held=self._holds.held)
        if not self.headless:
            pygame.display.flip()
        self.draw_ms = (time.perf_counter() - started_s) * 1000
        self.draws += 1
        self._shown = self._wanted
        self._drawn_s = now_s
        return self.draw_ms

    def _take_text(self, screen: Screen) -> None:
        wants = takes_text(screen) and not self.headless
        if wants != self._text_open:
            (pygame.key.start_text_input if wants else pygame.key.stop_text_input)()
            self._text_open = wants

    def poll(self) -> list[Input]:
        """What hands did since the last call, in order."""
        given: list[Input] = []
        if not self.headless:
            for event in pygame.event.get():
                given += self._of_event(event)
        given += self._due()
        self._refresh()
        return given

    def hand(self, event: pygame.event.Event) -> list[Input]:
        """What one pygame event means: for tests, and for whoever runs the event loop himself."""
        return self._of_event(event)

    def _due(self) -> list[Input]:
        presses = list(self._holds.due(self._clock()))
        return list(presses)

    def _of_event(self, event: pygame.event.Event) -> list[Input]:
        if event.type in (pygame.KEYDOWN, pygame.FINGERDOWN, pygame.MOUSEBUTTONDOWN):
            self.touched_s = self._clock()
        if event.type == pygame.QUIT:
            return [Quit()]
        if event.type in (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT):
            return self._of_keys(event)
        if event.type in (pygame.FINGERDOWN, pygame.FINGERUP):
            width, height = self.size
            place = (round(event.x * width), round(event.y * height))
            return self._down(place) if event.type == pygame.FINGERDOWN else self._up(place)
        # SDL turns fingers into a mouse as well: those are already counted
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and not getattr(event, "touch", False):
            if event.button != 1:
                return []
            return self._down(event.pos) if event.type == pygame.MOUSEBUTTONDOWN else self._up(event.pos)
        if event.type == pygame.VIDEORESIZE:
            width, height = max(event.w, LEAST_SIZE[0]), max(event.h, LEAST_SIZE[1])
            if (width, height) == (event.w, event.h):
                self._surface = pygame.display.get_surface() or self._surface
            else:  # smaller than anything that can be read
                self._surface = pygame.display.set_mode((width, height), pygame.RESIZABLE)
            self._canvas = self._new_canvas()
            self._shown = None
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self._shown = None
        return []

    @property
    def _typing(self) -> bool:
        return self._wanted is not None and takes_text(self._wanted)

    def _of_keys(self, event: pygame.event.Event) -> list[Input]:
        if event.type == pygame.TEXTINPUT:
            return [KeyText(event.text)] if self._typing else []
        button = KEYS.get(event.key)
        if event.type == pygame.KEYUP:
            pressed = event.key in self._keys_down
            self._keys_down.discard(event.key)
            return [] if button is None or not pressed else list(self._release(button))
        if event.key == pygame.K_q and event.mod & pygame.KMOD_CTRL:
            return [Quit()]
        if self._typing and event.key == pygame.K_BACKSPACE:
            return [KeyText("\b")]
        if event.key in self._keys_down:
            return []  # a key that is held repeats itself: that is no press
        if self._typing and event.key in (pygame.K_u, pygame.K_LEFT, pygame.K_RIGHT):
            return []
        self._keys_down.add(event.key)
        if event.key == pygame.K_ESCAPE:
            return [Press(Button.BLUE, Kind.LONG, self._clock())]
        if button is not None:
            self._press(button)
            return []
        return [] if self._typing else self._of_digit(event)

    def _of_digit(self, event: pygame.event.Event) -> list[Input]:
        """1 to 9 and 0 (ten) choose a rank, or the choice of that number, where such things can be touched."""
        text = getattr(event, "unicode", "")
        if not (text.isascii() and text.isdigit()):
            return []
        number = int(text) or 10
        if isinstance(self._wanted, CorrectionScreen):
            wanted: tuple[Touch, ...] = (Touch(Target.RANK, number),)
        else:
            wanted = (Touch(Target.CHOICE, self._choice_of(number)), Touch(Target.ITEM, number - 1))
        offered = {touchable.gives for touchable in self._canvas.touchables}
        if isinstance(self._wanted, MenuScreen):  # of a long list not every line is on the screen
            offered |= {Touch(Target.ITEM, index) for index, line in enumerate(self._wanted.lines) if line.possible}
        found = next((touch for touch in wanted if touch in offered), None)
        return [] if found is None else [replace(found, made_s=self._clock())]

    def _choice_of(self, number: int) -> int:
        """The choice with this rank, where choices are ranks; else the choice of that number, counted from 1."""
        prompt = getattr(self._wanted, "prompt", None)
        choices = prompt.choices if prompt is not None else ()
        of_rank = [index for index, line in enumerate(choices) if line.choice.rank == number]
        has_ranks = any(line.choice.rank is not None for line in choices)
        return of_rank[0] if of_rank else -1 if has_ranks else number - 1

    def _at(self, place: tuple[int, int]) -> Touchable | None:
        """What lies uppermost at a point."""
        return next(
            (
                touchable
                for touchable in reversed(self._canvas.touchables)
                if pygame.Rect(touchable.area).collidepoint(place)
            ),
            None,
        )

    def _down(self, place: tuple[int, int]) -> list[Input]:
        self._finger, self._finger_s = self._at(place), self._clock()
        if self._finger is not None and isinstance(self._finger.gives, Press):
            self._press(self._finger.gives.button)
        elif self._finger is None and self._turning is not None and pygame.Rect(self._turning.area).collidepoint(place):
            further = OVERVIEW if isinstance(self._wanted, PlayScreen) else (self._page + 1) % self._turning.count
            self._turn_to({OVERVIEW: PLAN, PLAN: 0}.get(self._page, further))
        return []

    def _up(self, place: tuple[int, int]) -> list[Input]:
        finger, self._finger = self._finger, None
        if finger is None:
            return []
        inside = pygame.Rect(finger.area).inflate(2 * SLIDE_PX, 2 * SLIDE_PX).collidepoint(place)
        if isinstance(finger.gives, Press):
            if inside:
                return list(self._release(finger.gives.button))
            self._holds.forget(finger.gives.button)
            self._shown = None
            return []
        return [replace(finger.gives, made_s=self._finger_s)] if inside else []

    def _press(self, button: Button) -> None:
        self._holds.down(button, self._clock())
        self._shown = None

    def _release(self, button: Button) -> tuple[Press, ...]:
        self._shown = None
        return self._holds.up(button, self._clock())

    def save_png(self, path: str | Path) -> None:
        """Write what is shown now to a PNG file.

        Raises:
            DeviceError: the file cannot be written.
        """
        if self._wanted is not None and self._wanted != self._shown:
            self._turning = paint(self._canvas, self._wanted, page=self._page)
            self._shown = self._wanted
        target = Path(path)
        part = target.with_name(target.name + ".part.png")
        try:
            pygame.image.save(self._surface, str(part))
            os.replace(part, target)
        except (pygame.error, OSError) as error:
            raise DeviceError(
                f"The screen cannot be written to {target} ({error}); give a folder that can be written."
            ) from error

    def close(self) -> None:
        """Close the window. Fonts are forgotten: a later display loads its own."""
        for cache in (font, capital_share, width_in_caps, ink_in_caps):
            cache.cache_clear()
        if not self.headless:
            pygame.display.quit()

    def __enter__(self) -> "Display":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def takes_text(screen: Screen) -> bool:
    """Whether keys are letters on a screen."""
    return isinstance(screen, KeyboardScreen) or (isinstance(screen, StartScreen) and screen.takes_text)


def steady(screen: Screen) -> Screen:
    """A screen without what is not drawn (the view's clock) and what only trembles (some millimetres)."""
    if isinstance(screen, PlayScreen) and screen.view is not None:
        return replace(screen, view=steady_view(screen.view))
    if isinstance(screen, CorrectionScreen):
        return replace(screen, view=steady_view(screen.view))
    return screen


def _rounded(value: float, step: float) -> float:
    return round(value / step) * step


def steady_view(view: TableView) -> TableView:
    """The view with places rounded to what a plan can show, and without times."""
    return TableView(
        sequence=0,
        time_s=0.0,
        sightings=tuple(
            replace(
                card,
                x_mm=_rounded(card.x_mm, VIEW_STEP_MM),
                y_mm=_rounded(card.y_mm, VIEW_STEP_MM),
                angle_deg=_rounded(card.angle_deg, VIEW_STEP_DEG),
                probabilities=(),
                rest_s=0.0,
            )
            for card in view.sightings
        ),
        seats=tuple(
            replace(
                seat,
                x_mm=_rounded(seat.x_mm, VIEW_STEP_MM),
                y_mm=_rounded(seat.y_mm, VIEW_STEP_MM),
                facing_deg=_rounded(seat.facing_deg, VIEW_STEP_DEG),
                covered_since_s=None if seat.covered_since_s is None else 0.0,
            )
            for seat in view.seats
        ),
        hidden=view.hidden,
    )
