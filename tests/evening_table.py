"""An evening without pictures: a table told as a perfect eye would, hands that press, a clock that tests turn."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Self

from referee_table import certain

from dealer.display.screens import Screen
from dealer.display.window import Input
from dealer.house.board import Start
from dealer.house.camera_and_eye import Lookout
from dealer.house.devices import Front
from dealer.house.evening import Evening, MakeTeller, Table
from dealer.house.sight import Ended
from dealer.journal.journal import Journal
from dealer.presses import Quit
from dealer.settings import Settings
from dealer.system.clock import Clock
from dealer.view import Area, Face, Place, SeatSeen, Sighting, TableView
from hardware.cameras.cameras import CameraSpec, FoundCamera, FoundCameras, parse_camera
from hardware.cameras.watched import CameraNews
from vision.deck.deck_file import Deck
from vision.frame import BGRImage

FRAME_S = 0.2
"""Time between two views."""


class TurnedClock(Clock):
    """Stands still but while somebody waits."""

    def __init__(self) -> None:
        self.time_s = 1000.0

    def now_s(self) -> float:
        return self.time_s

    def sleep(self, seconds: float) -> None:
        self.time_s += seconds


@dataclass
class Tabletop:
    """What lies on the table; ``seats`` coasters. Cards keep their ids while they lie."""

    clock: TurnedClock
    seats: int = 2
    lying: dict[int, Sighting] = field(default_factory=dict)
    next_id: int = 1
    trouble: str = ""

    def put(self, place: Place, rank: int) -> int:
        """A card comes to lie there; its id."""
        number, self.next_id = self.next_id, self.next_id + 1
        there = sum(1 for sighting in self.lying.values() if sighting.place == place)
        x_mm = 400.0 * place.seat + 30.0 * there
        self.lying[number] = Sighting(
            number,
            place,
            x_mm,
            150.0,
            0.0,
            Face.UP,
            rank,
            certain(rank),
            rest_s=self.clock.time_s,
            clear_s=self.clock.time_s,
        )
        return number

    def deal(self, seat: int, rank: int) -> int:
        """A card comes to a player's stack."""
        return self.put(Place(Area.STACK, seat), rank)

    def gather(self) -> None:
        """All cards are taken up."""
        self.lying.clear()

    def view(self, sequence: int) -> TableView:
        """The table now."""
        seats = tuple(SeatSeen(seat, 400.0 * seat, 0.0, 90.0) for seat in range(1, self.seats + 1))
        return TableView(sequence, self.clock.time_s, tuple(self.lying.values()), seats, trouble=self.trouble)


class TrueLookout(Lookout):
    """A live camera that sees all, without a picture. ``happens`` is called before each view."""

    def __init__(self, top: Tabletop, happens: Callable[[], CameraNews | None] = lambda: None) -> None:
        self._top = top
        self._happens = happens
        self._number = 0
        self.rehearsal = None
        self.frame = None
        self.settled = self.retried = 0
        self.eye = SimpleNamespace(geometry=None, measured_mm=None)  # type: ignore[assignment]
        self.closed = False

    @property
    def live(self) -> bool:
        return True

    @property
    def events(self) -> tuple[()]:
        return ()

    @property
    def hard_to_read(self) -> bool:
        return False

    def __enter__(self) -> Self:
        return self

    def close(self) -> None:
        self.closed = True

    def next(self, timeout_s: float) -> TableView | CameraNews | Ended | None:
        self._top.clock.time_s += FRAME_S
        news = self._happens()
        if news is not None:
            return news
        self._number += 1
        return self._top.view(self._number)

    def expect(self, *_: object, **__: object) -> None:
        pass

    def read_with(self, deck: Deck | None) -> None:
        self.deck = deck

    def retry(self) -> None:
        self.retried += 1

    def settle(self) -> None:
        self.settled += 1

    @property
    def spoke(self) -> bool:
        return True

    def picture(self, sighting: int) -> BGRImage | None:
        return None

    def jpeg(self, sighting: int) -> bytes | None:
        return None


class Hands(Front):
    """A screen that is looked at, and hands that press: ``script`` yields what they do at each screen that is shown."""

    def __init__(self, script: Callable[[Screen], Input | None]) -> None:
        super().__init__()
        self._script = script
        self.screen: Screen | None = None
        self.screens: list[Screen] = []
        self.said: list[tuple[str, str]] = []
        self.failed: BaseException | None = None

    @property
    def windowed(self) -> bool:
        return True

    @property
    def shows(self) -> bool:
        return True

    def show(self, screen: Screen) -> None:
        if screen != self.screen:
            self.screens.append(screen)
        self.screen = screen

    def say(self, called: str, request: str) -> None:
        self.said.append((called, request))

    def poll(self) -> list[Input]:
        if self.screen is None:
            return []
        try:
            given = self._script(self.screen)
        except BaseException as error:  # a test that fails is no trouble of the evening
            self.failed, given = error, Quit()
        return [] if given is None else [given]


class TrueEvening(Evening):
    """An evening before a camera that sees all."""

    lookouts: Callable[[CameraSpec], Lookout]

    def _make_lookout(self, spec: CameraSpec, stage: object) -> Lookout:
        return type(self).lookouts(spec)


def options(folder: Path, **chosen: object) -> argparse.Namespace:
    """The command line of ``dealer play``."""
    usual = {
        "data": str(folder), "deck": None, "variant": None, "players": None, "dealer": None, "target": None,
        "seconds": None, "lens": None, "headless": False, "mute": True, "last_screen": None, "screen": None,
        "first_start": False, "house": None, "table": None,
    }  # fmt: skip
    return argparse.Namespace(**{**usual, **chosen})


def an_evening(
    folder: Path,
    front: Front,
    clock: Clock,
    lookouts: Callable[[CameraSpec], Lookout],
    *,
    table: Table | None = None,
    board: Start | None = None,
    found: Sequence[FoundCamera] = (FoundCamera(parse_camera("webcam:0"), "a webcam"),),
    uncertain: str = "",
    make_teller: MakeTeller = lambda settings: None,
    **chosen: object,
) -> tuple[TrueEvening, Journal]:
    """An evening in this folder, and its journal; close the journal afterwards. ``found``: the cameras there, and
    why there may be more."""
    journal = Journal(folder)

    class ThisEvening(TrueEvening):
        pass

    ThisEvening.lookouts = staticmethod(lookouts)  # type: ignore[method-assign,assignment]
    evening = ThisEvening(
        options(folder, **chosen),
        Settings(),
        journal,
        front,
        table or Table(parse_camera("webcam:0")),
        clock=clock,
        find=lambda: FoundCameras(tuple(found), uncertain),
        board=board,
        make_teller=make_teller,
    )
    return evening, journal
