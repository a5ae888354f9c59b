"""Correcting a reading: the card is touched, then its rank; or by buttons, the most doubtful reading first."""

from collections.abc import Callable

from dealer.display.screens import CorrectionScreen, Doubt, Picture, names_of
from dealer.locale import _
from dealer.presses import Button
from dealer.rules.cards import RANKS
from dealer.seen.verdicts import Refused
from dealer.table.bystander import Simulated
from dealer.table.sitting import Sitting
from dealer.view import Area, Face, Sighting

OTHER_RANKS = 4
"""How many other ranks a card is offered by buttons; by touch all are there."""
AN = 8
"""The rank whose name begins with a vowel."""


def it_is(rank: int) -> str:
    """What somebody says who corrects a card.

    >>> it_is(7), it_is(8)
    ('It is a 7', 'It is an 8')
    """
    return _("It is an 8") if rank == AN else _("It is a {rank}").format(rank=rank)


class Correcting:
    """One correction from its opening to its end. ``picture`` gives the small picture of a sighting; ``people`` are
    those of a simulated table."""

    def __init__(
        self, sitting: Sitting, picture: Callable[[int], Picture | None], people: Simulated | None = None
    ) -> None:
        self._sitting = sitting
        self._picture = picture
        self._people = people
        self._selected = 0
        self._offered = False
        """Whether green says what is selected: not before somebody stepped to it."""
        self._chosen: int | None = None
        self._refusal = ""
        self._steps: tuple[tuple[int, int, int], ...] = self._proposals()  # sighting, rank, other

    @property
    def possible(self) -> bool:
        """Whether there is a card to correct."""
        return bool(self._steps) and self._sitting.view is not None

    def _doubts(self) -> tuple[tuple[Sighting, int | None], ...]:
        """The cards that can be corrected, and what they were called: the most doubtful first, then whatever else lies
        face up. One that was called may be gone by now."""
        found: dict[int, tuple[Sighting, int | None]] = {}
        for doubt in self._sitting.referee.doubtful():
            found[doubt.sighting.id] = (doubt.sighting, doubt.rank)
        for sighting in self._sitting.view.sightings if self._sitting.view else ():
            if sighting.face is not Face.DOWN and not self._sitting.referee.is_leftover(sighting.id):
                found.setdefault(sighting.id, (sighting, sighting.rank))
        return tuple(found.values())

    def _proposals(self) -> tuple[tuple[int, int, int], ...]:
        """Each card with its likeliest other rank, then each with the next likely one, and so on."""
        steps = []
        doubts = self._doubts()
        for turn in range(OTHER_RANKS):
            for sighting, rank in doubts:
                others = likeliest(sighting.probabilities, but=rank)
                steps.append((sighting.id, rank or 0, others[turn]))
        return tuple(steps)

    def _follow(self) -> None:
        """Cards come and go while somebody chooses: the proposals follow, the one on offer stays if it can."""
        steps = self._proposals()
        if steps and steps != self._steps:
            current = self._steps[self._selected]
            same = [index for index, step in enumerate(steps) if step == current]
            same += [index for index, step in enumerate(steps) if step[0] == current[0]]
            self._steps, self._selected = steps, same[0] if same else 0
            if self._chosen is not None and all(step[0] != self._chosen for step in steps):
                self._chosen = None

    def choose_card(self, sighting: int) -> None:
        """A card was touched: now its rank is asked for."""
        if any(step[0] == sighting for step in self._steps):
            self._chosen = sighting
            self._selected = next(index for index, step in enumerate(self._steps) if step[0] == sighting)
            self._offered = False
            self._refusal = ""

    def choose_rank(self, rank: int) -> bool:
        """A rank was touched; returns whether the correction is done."""
        return self._chosen is not None and self._correct(self._chosen, rank)

    def press(self, button: Button) -> bool:
        """A button was pressed; returns whether the correction is done."""
        match button:
            case Button.GREEN if self._offered:
                sighting, _rank, other = self._steps[self._selected]
                return self._correct(sighting, other)
            case Button.RED:
                return True
            case Button.BLUE:
                self._selected = (self._selected + self._offered) % len(self._steps)
                self._offered = True
                self._chosen = None
                self._refusal = ""
            case Button.YELLOW if self._chosen is None:
                self._chosen = self._steps[self._selected][0]
                self._offered = False
            case _:
                pass
        return False

    def _correct(self, sighting: int, rank: int) -> bool:
        if self._people is not None and not self._people.may_correct(self._sitting, sighting, rank):
            self._refusal = _("In this rehearsal it is another card.")
            return False
        verdict = self._sitting.correct(sighting, rank)
        if isinstance(verdict, Refused):
            self._refusal = " ".join(self._sitting.prompt.calls)
            return False
        return True

    def screen(self) -> CorrectionScreen:
        """What is drawn."""
        sitting = self._sitting
        assert sitting.view is not None
        self._follow()
        current = self._steps[self._selected]
        doubts = []
        for sighting, rank in self._doubts():
            number = sighting.id
            proposed = next((step[2] for step in self._steps if step[0] == number), None)
            other = proposed if number != current[0] else current[2] if self._offered else None
            words, picture = self._whose(sighting), self._picture(number)
            doubts.append(Doubt(number, rank, other, words, picture, sighting.probabilities))
        selected = next((index for index, doubt in enumerate(doubts) if doubt.sighting == current[0]), 0)
        offer = it_is(current[2])
        labels = (
            *(((Button.GREEN, offer),) if self._offered else ()),
            (Button.RED, _("Back")),
            *(((Button.YELLOW, _("All ranks")),) if self._chosen is None else ()),
            (Button.BLUE, _("Next")),
        )
        names = names_of({player: seat for seat, player in sitting.seats.items()})
        return CorrectionScreen(
            sitting.view_as_called() or sitting.view,
            names,
            tuple(doubts),
            selected,
            self._chosen is not None,
            labels,
            self._refusal,
        )

    def _whose(self, sighting: Sighting) -> str:
        player = self._sitting.seats.get(sighting.place.seat)
        if sighting.place.area is Area.TABLE:
            return _("A card in the middle")
        if player is None:
            return _("A card")
        if sighting.place.area is Area.POINTS:
            return _("{player}'s points").format(player=player)
        return _("{player}'s card").format(player=player)


def likeliest(probabilities: tuple[float, ...], *, but: int | None) -> list[int]:
    """The ranks but one, the likeliest first; in their order where nothing was read.

    >>> likeliest((0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.8, 0.0, 0.1, 0.0, 0.0), but=7)[:3]
    [1, 9, 2]
    """

    def read(rank: int) -> float:
        return probabilities[rank - 1] if len(probabilities) >= rank else 0.0

    return sorted((rank for rank in RANKS if rank != but), key=lambda rank: -read(rank))
