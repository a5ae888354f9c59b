"""The start screen's form: who plays, up to how many points, for what. Plain: takes what hands do, makes a header."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from dealer.display.screens import Field, StartScreen
from dealer.errors import RecordError
from dealer.games.basic import losing_score
from dealer.header import Header
from dealer.locale import _
from dealer.presses import Button, KeyText, Kind, Press, Target, Touch
from dealer.seating import DEFAULT_NAMES

FORFEITS = ("buys a round", "tells a joke", "sings a song", "deals the next game", "")
"""What the plus and minus of the forfeit step through; with a keyboard it is anything."""

LONGEST = 24
"""More letters than this fit no screen."""

FEWEST, MOST = 2, 8

_PLAYERS, _TARGET, _FORFEIT, _DEALER = range(4)
_FIXED = 4


@dataclass(frozen=True, slots=True)
class StartForm:
    """The fields: players, target, forfeit, dealer, then a name each. ``target`` None: the table of the rules."""

    names: tuple[str, ...]
    target: int | None = None
    forfeit: str = FORFEITS[0]
    dealer: int = 0
    selected: int = -1
    problem: str = ""

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Self:
        """The form as it was left; what cannot be used any more is left out."""
        players = kept.get("players")
        names = tuple(str(name) for name in players)[:MOST] if isinstance(players, list) else ()
        names = (*names, *(name for name in DEFAULT_NAMES if name not in names))[: max(FEWEST, len(names))]
        target, forfeit, dealer = kept.get("target"), kept.get("forfeit"), kept.get("dealer")
        return cls(
            names,
            target if isinstance(target, int) and target > 0 else None,
            forfeit if isinstance(forfeit, str) else FORFEITS[0],
            dealer if isinstance(dealer, int) and 0 <= dealer < len(names) else 0,
        )

    def choice(self) -> dict[str, Any]:
        """What is remembered for the next evening."""
        return {"players": list(self.names), "target": self.target, "forfeit": self.forfeit, "dealer": self.dealer}

    def header(self) -> Header:
        """The game. Raises RecordError where the names cannot be."""
        keys: dict[str, Any] = {"variant": "basic", "players": list(self.names), "dealer": self.names[self.dealer]}
        if self.target is not None:
            keys["target"] = self.target
        if self.forfeit:
            keys["forfeit"] = self.forfeit
        return Header.from_mapping(keys)

    def hand(self, given: object) -> tuple["StartForm", bool]:
        """The form after something was pressed, touched or typed, and whether the game starts."""
        match given:
            case Press(Button.GREEN):
                return self._started()
            case Press(Button.BLUE, Kind.SHORT):
                return replace(self, selected=(self.selected + 2) % (_FIXED + len(self.names) + 1) - 1), False
            case Press(Button.YELLOW, Kind.SHORT):
                return self._changed(self.selected, 1), False
            case Press(Button.RED):
                return self._changed(self.selected, -1), False
            case Touch(Target.ITEM, field):
                return replace(self, selected=field), False
            case Touch(Target.MORE, field):
                return self._changed(field, 1), False
            case Touch(Target.LESS, field):
                return self._changed(field, -1), False
            case KeyText(text):
                return self._typed(text), False
        return self, False

    def _started(self) -> tuple["StartForm", bool]:
        try:
            self.header()
        except RecordError as error:
            return replace(self, problem=str(error)), False
        return self, True

    def _changed(self, field: int, step: int) -> "StartForm":
        form = replace(self, problem="", selected=field)
        match field:
            case 0:
                return form._with_players(len(self.names) + step)
            case 1:
                usual = losing_score(len(self.names))
                target = max(1, (self.target or usual) + step)
                return replace(form, target=None if target == usual else target)
            case 2:
                at = FORFEITS.index(self.forfeit) if self.forfeit in FORFEITS else 0
                return replace(form, forfeit=FORFEITS[(at + step) % len(FORFEITS)])
            case 3:
                return replace(form, dealer=(self.dealer + step) % len(self.names))
        seat = field - _FIXED
        if 0 <= seat < len(self.names):
            free = [name for name in DEFAULT_NAMES if name not in self.names]
            if free:
                name = free[0] if step > 0 else free[-1]
                return replace(form, names=(*self.names[:seat], name, *self.names[seat + 1 :]))
        return form

    def _with_players(self, number: int) -> "StartForm":
        number = min(MOST, max(FEWEST, number))
        spare = [name for name in DEFAULT_NAMES if name not in self.names]
        names = (*self.names, *spare)[:number]
        return replace(self, names=names, dealer=min(self.dealer, number - 1))

    def _typed(self, text: str) -> "StartForm":
        """A letter for the selected field; ``\\b`` takes one away."""

        def edited(old: str) -> str:
            return old[:-1] if text == "\b" else (old + text)[:LONGEST]

        form = replace(self, problem="")
        seat = self.selected - _FIXED
        if self.selected == _FORFEIT:
            return replace(form, forfeit=edited(self.forfeit))
        if 0 <= seat < len(self.names):
            return replace(form, names=(*self.names[:seat], edited(self.names[seat]), *self.names[seat + 1 :]))
        return form

    def screen(self) -> StartScreen:
        """What is drawn."""
        target = self.target if self.target is not None else losing_score(len(self.names))
        fields = (
            Field(_("Players"), str(len(self.names)), changeable=True),
            Field(_("Losing score"), str(target), changeable=True),
            Field(_("The loser"), self.forfeit or _("just loses"), changeable=True, typed=True),
            Field(_("Dealer"), self.names[self.dealer], changeable=True),
            *(
                Field(_("Player {number}").format(number=number), name, typed=True)
                for number, name in enumerate(self.names, start=1)
            ),
        )
        chosen = self.selected >= 0
        labels = (
            (Button.GREEN, _("Start")),
            *(((Button.RED, _("Less")), (Button.YELLOW, _("More"))) if chosen else ()),
            (Button.BLUE, _("Change") if not chosen else _("Next")),
        )
        return StartScreen(_("Pairs"), fields, self.selected, self.problem, labels)
