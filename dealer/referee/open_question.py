"""What waits for people while they deal on: nothing that is seen meanwhile is forgotten."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from dealer.seen.clues import ASKEW_MM
from dealer.seen.patience import FORGOTTEN_S, VIEW_KEPT_S
from dealer.seen.verdicts import Accepted, Ask, Cause, Choice, Irregular, Nothing, Verdict
from dealer.view import Area, Face, Sighting, TableView

MOST_VIEWS = 400
"""Most views that are kept: more than a minute of dealing. A simulated table gives 270 in a minute, 300 at most.
Whoever answers later finds what lies there then, and no more."""

_IN_PLAY = (Area.STACK, Area.TABLE)


@dataclass(slots=True)
class OpenQuestion:
    """The first question or complaint since all was well.

    ``before`` is the referee's state when it came, after ``seen``; ``views`` were seen since, oldest first.
    """

    first: Ask | Irregular
    before: dict[str, Any]
    seen: TableView
    views: list[TableView] = field(default_factory=list)

    def keep(self, view: TableView) -> None:
        """Remember what is seen while nobody answers."""
        last = self.views[-1] if self.views else None
        if last is None or _shown(view) != _shown(last) or view.time_s - last.time_s >= VIEW_KEPT_S:
            self.views.append(view)

    def goes_on(self, verdict: Verdict, view: TableView) -> bool:
        """Whether it still stands where ``view`` says ``verdict``. What else is wrong comes after it; its act, other
        answers to it, or an orderly table settle it."""
        if len(self.views) >= MOST_VIEWS or self._is_read(view):
            return False
        match verdict:
            case Ask() if isinstance(self.first, Ask) and _why(verdict) == _why(self.first):
                if _meant(verdict) == _meant(self.first):
                    return True
                # What comes before anything else came, comes in the stead of what was taken back.
                return self._went_on(view) and not self._shows(_seen(view, _asked(verdict)), view)
            case Accepted() | Nothing() if isinstance(self.first, Irregular):
                return False
            case Ask() if isinstance(self.first, Irregular) and self._tells_all(verdict, view):
                return False
            case Accepted(cards=cards):
                return self._went_on(view) and not self._shows([card for card in cards if card is not None], view)
            case Nothing():
                return self._went_on(view) or self._elsewhere(view)
            case Ask() if _seen(self.seen, _asked(verdict)) and not self._is_gone(view):  # about what lay there already
                return self._went_on(view)
        return True

    def _shows(self, cards: Sequence[Sighting], view: TableView) -> bool:
        """Whether ``cards`` show what is asked about, under whatever id, or no card that lies there is asked about;
        else people dealt on, and it is not known what came before."""
        asked = _asked(self.first)
        lay = _seen(self.seen, asked)
        there_s = [view.time_s for view in (self.seen, *self.views) if _seen(view, asked)]
        again = [card for card in cards if there_s and card.rest_s <= there_s[-1] + FORGOTTEN_S]
        shown = any(card.id in asked for card in cards)
        settled = not lay and not self._went_on(view)
        return settled or shown or any(card.away_mm(one) <= ASKEW_MM for card in again for one in lay)

    def _tells_all(self, verdict: Ask, view: TableView) -> bool:
        """Whether an answer to it says what was complained of, and every card that came since."""
        before = {sighting.id for sighting in self.seen.sightings}
        came = {s.id for s in view.sightings if s.place.area in _IN_PLAY and s.face is not Face.DOWN} - before
        said = (set(choice.sightings) for choice in verdict.choices if len(choice.acts) > 1)
        return bool(came) and any(came | _asked(self.first) <= sightings for sightings in said)

    def _is_gone(self, view: TableView) -> bool:
        """Whether the one card that is asked about lies nowhere: which it was is still not known."""
        rank = isinstance(self.first, Ask) and self.first.question.cause is Cause.RANK
        return rank and not _seen(view, _asked(self.first))

    def _is_read(self, view: TableView) -> bool:
        """Whether it was asked if two cards came because one of them was not read, and both are now."""
        unread = any(sighting.rank is None for sighting in _seen(self.seen, _asked(self.first)))
        now = _seen(view, _asked(self.first))
        stuck = isinstance(self.first, Ask) and self.first.question.cause is Cause.STUCK
        return stuck and unread and bool(now) and all(sighting.rank is not None for sighting in now)

    def _elsewhere(self, view: TableView) -> bool:
        """Whether what is asked about lies in another place now: it is still asked which card that is."""
        asked = _asked(self.first)
        lay = {sighting.id: sighting.place for sighting in _seen(self.seen, asked)}
        return any(sighting.place != lay.get(sighting.id, sighting.place) for sighting in _seen(view, asked))

    def dealt_on(self) -> bool:
        """Whether people dealt on: another card came, not only the one that is asked about to another place."""
        asked, before = _asked(self.first), {sighting.id for sighting in self.seen.sightings}
        shown = [{s.id for s in view.sightings if s.face is not Face.DOWN} for view in self.views]
        beside = any(ids - before and (not asked or asked & ids) for ids in shown)
        return beside or len(set().union(*shown) - before) > 1

    def _went_on(self, view: TableView) -> bool:
        """Whether people went on by now: they dealt on, or another card that lay in play lies there no longer, under no
        other id either."""
        asked, before = _asked(self.first), {sighting.id for sighting in self.seen.sightings}
        lay = [s for s in self.seen.sightings if s.visible and s.place.area in _IN_PLAY and s.id not in asked]
        ids = {s.id for s in view.sightings}
        again = {(s.place, s.rank) for s in view.sightings if s.id not in before}
        gone = (s for s in lay if s.id not in ids and s.place not in view.hidden)
        return self.dealt_on() or any((s.place, s.rank) not in again for s in gone)

    def offers(self, choice: Choice) -> bool:
        """Whether ``choice`` answers it."""
        return _means(choice) in _meant(self.first)


def _shown(view: TableView) -> object:
    return view.sightings, view.hidden, view.moving, view.trouble


def _seen(view: TableView, numbers: Collection[int]) -> list[Sighting]:
    return [sighting for sighting in view.sightings if sighting.id in numbers]


def _asked(first: Ask | Irregular) -> set[int]:
    """The sightings that it and its answers are about."""
    about = first.question.cards if isinstance(first, Ask) else ()
    spots = {spot.sighting for spot in about if spot.sighting is not None}
    return spots | {number for choice in _choices(first) for number in choice.sightings}


def _why(ask: Ask) -> object:
    return ask.question.cause, ask.question.player


def _meant(first: Ask | Irregular) -> frozenset[object]:
    """What can be answered, however probable each answer is."""
    return frozenset(_means(choice) for choice in _choices(first))


def _choices(first: Ask | Irregular) -> tuple[Choice, ...]:
    choices = first.choices if isinstance(first, Ask) else (first.remedy, first.otherwise)
    return tuple(choice for choice in choices if choice is not None)


def _means(choice: Choice) -> object:
    return choice.answer, choice.acts, choice.rank, choice.sightings, choice.at
