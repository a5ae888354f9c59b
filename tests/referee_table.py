"""A table for the referee's tests: puts cards down, takes them away, and makes the views that a camera would."""

from dataclasses import dataclass, field, replace
from typing import TypeVar

from dealer.game.driver import Game, Header
from dealer.referee.referee import Referee
from dealer.rules.acts import Act
from dealer.seen.layout import Ground
from dealer.seen.verdicts import Accepted, Irregular, Verdict, Wait
from dealer.view import Area, Face, Place, SeatSeen, Sighting, TableView

NAMES = ("Angie", "Bob", "Carlos", "Delia", "Echo", "Fred", "Gina", "Hal")
FRAME_S = 0.2
"""Time between two views."""


_Y_MM = {Area.STACK: 0.0, Area.POINTS: 150.0, Area.ELSEWHERE: 900.0, Area.TABLE: -600.0}

Kind = TypeVar("Kind", bound=Verdict)


def only(verdict: Verdict, kind: type[Kind]) -> Kind:
    """The verdict, which must be of this kind."""
    assert isinstance(verdict, kind), verdict
    return verdict


def accepted(verdict: Verdict) -> list[str]:
    """The lines of an accepted verdict."""
    return [str(act) for act in only(verdict, Accepted).acts]


def complaint(verdicts: list[Verdict]) -> Irregular:
    """What is complained of in the end; until then it was waited for, and nothing was accepted."""
    assert not any(isinstance(verdict, Accepted) for verdict in verdicts), verdicts
    assert isinstance(verdicts[0], Wait), verdicts[0]
    return only(verdicts[-1], Irregular)


def certain(rank: int) -> tuple[float, ...]:
    """The probabilities of a card read as ``rank`` for certain."""
    return tuple(0.99 if index == rank - 1 else 0.001 for index in range(11))


@dataclass
class Bench:
    """A game of ``number`` players, watched by a referee; coaster ids are the seats' numbers from 1."""

    number: int = 5
    dealer: str = "Angie"
    acts: tuple[Act, ...] = ()
    options: dict[str, object] = field(default_factory=dict)
    time_s: float = 100.0
    seen_s: float = 100.0
    """The time of the last view."""
    sequence: int = 0
    next_id: int = 1
    lying: dict[int, Sighting] = field(default_factory=dict)
    ranks: dict[int, int | None] = field(default_factory=dict)
    """What each card really is, read or not."""
    covered: dict[int, float] = field(default_factory=dict)
    poses: dict[int, tuple[float, float, float]] = field(default_factory=dict)
    """Where coasters lie and which way they face, where that matters."""
    referee: Referee = field(init=False)

    def __post_init__(self) -> None:
        names = NAMES[: self.number]
        header = Header.from_mapping(
            {"variant": "basic", "players": list(names), "dealer": self.dealer, **self.options}
        )
        self.seats = dict(enumerate(names, start=1))
        self.seat_of = {name: seat for seat, name in self.seats.items()}
        self.ground = Ground(header.variant, self.seat_of)
        self.referee = Referee(Game(header, self.acts), self.seats)

    @property
    def game(self) -> Game:
        return self.referee.game

    def stack(self, player: str) -> Place:
        return Place(Area.STACK, self.seat_of[player])

    def points(self, player: str) -> Place:
        return Place(Area.POINTS, self.seat_of[player])

    def put(
        self,
        place: Place,
        rank: int | None,
        *,
        face: Face = Face.UP,
        rest_s: float | None = None,
        clear_s: float | None = None,
        probabilities: tuple[float, ...] | None = None,
        at: tuple[float, float] | None = None,
    ) -> int:
        """A card comes to lie somewhere; returns its sighting's id. Its place was seen without it in the last view."""
        number, self.next_id = self.next_id, self.next_id + 1
        self.ranks[number] = rank
        there = sum(1 for sighting in self.lying.values() if sighting.place == place)
        if probabilities is None:
            probabilities = certain(rank) if rank is not None else ()
        came_s = self.time_s if rest_s is None else rest_s
        x_mm, y_mm = at or (400.0 * place.seat + 30.0 * there, _Y_MM[place.area])
        self.lying[number] = Sighting(
            number,
            place,
            x_mm=x_mm,
            y_mm=y_mm,
            angle_deg=0.0,
            face=face,
            rank=rank,
            probabilities=probabilities,
            rest_s=came_s,
            clear_s=min(self.seen_s, came_s) if clear_s is None else clear_s,
        )
        return number

    def deal(self, player: str, rank: int | None, **more: object) -> int:
        """A card comes to a player's stack."""
        return self.put(self.stack(player), rank, **more)  # type: ignore[arg-type]

    def move(self, number: int, place: Place) -> None:
        """A card is slid to another place, followed all the way."""
        self.lying[number] = replace(
            self.lying[number], place=place, x_mm=400.0 * place.seat - 90.0, y_mm=150.0, rest_s=self.time_s
        )

    def let_stand(self) -> Verdict:
        """OK to what lies wrong."""
        verdict = self.referee.verdict
        assert isinstance(verdict, Irregular) and verdict.remedy is not None
        return self.referee.answer(verdict.remedy)

    def push(self, number: int, by_mm: float) -> None:
        """A card is pushed within its place."""
        sighting = self.lying[number]
        self.lying[number] = replace(sighting, x_mm=sighting.x_mm + by_mm, rest_s=self.time_s)

    def take(self, *numbers: int) -> None:
        """Cards are taken off the table."""
        for number in numbers:
            del self.lying[number]

    def gather(self) -> None:
        """All cards in stack places are gathered."""
        self.take(*[number for number, sighting in self.lying.items() if sighting.place.area is Area.STACK])

    def at(self, player: str, rank: int) -> int:
        """The id of the card of ``rank`` in a player's stack."""
        place = self.stack(player)
        return next(s.id for s in self.lying.values() if s.place == place and self.ranks[s.id] == rank)

    def view(self, *, hidden: tuple[Place, ...] = (), moving: bool = False, trouble: str = "") -> TableView:
        """The next view."""
        self.time_s += FRAME_S
        self.seen_s = self.time_s
        self.sequence += 1
        seats = tuple(
            SeatSeen(seat, *self.poses.get(seat, (400.0 * seat, 0.0, 90.0)), self.covered.get(seat))
            for seat in self.seats
        )
        return TableView(
            self.sequence,
            self.time_s,
            tuple(self.lying.values()),
            seats,
            frozenset(hidden),
            moving=moving,
            trouble=trouble,
        )

    def look(self, *, hidden: tuple[Place, ...] = (), moving: bool = False, trouble: str = "") -> Verdict:
        """One view, considered."""
        return self.referee.consider(self.view(hidden=hidden, moving=moving, trouble=trouble))

    def watch(self, seconds: float, *, hidden: tuple[Place, ...] = (), moving: bool = False) -> list[Verdict]:
        """All verdicts of a while in which the table stays as it is."""
        return [self.look(hidden=hidden, moving=moving) for _ in range(round(seconds / FRAME_S))]

    def lines(self) -> list[str]:
        """The game's acts as the record has them."""
        return [str(act) for act in self.game.acts]

    def opening(self, *ranks: int) -> None:
        """Deal one card to each, from the dealer's left, seen one by one."""
        names = NAMES[: self.number]
        first = names.index(self.dealer) + 1
        for step, rank in enumerate(ranks):
            self.deal(names[(first + step) % self.number], rank)
            self.look()
            self.time_s += 0.6


def delia_first() -> Bench:
    """Five players after the deal of the Companion's example: Delia is first, with the 6."""
    bench = Bench()
    bench.opening(10, 10, 6, 9, 7)
    assert bench.game.expects.turn == "Delia"
    return bench
