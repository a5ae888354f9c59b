"""What the four buttons and touches do around a game: menu, correction, "show me that 7", pause, a player who leaves.

Plain: takes presses, says which screen to draw, and asks the house (``Wish``) for what only it can do.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from dealer.acts import Act
from dealer.cards import RANKS
from dealer.display.screens import (
    Call,
    CorrectionScreen,
    Doubt,
    EndScreen,
    MenuLine,
    MenuScreen,
    MessageScreen,
    Picture,
    PictureScreen,
    PlayScreen,
    QuestionScreen,
    Screen,
    Sound,
    Standing,
    names_of,
)
from dealer.journal import Evidence
from dealer.locale import _
from dealer.presses import Button, Kind, Press, Target, Touch
from dealer.prompts import Action, Mode
from dealer.sitting import Sitting
from dealer.verdicts import Refused

VOLUME_STEP = 20
OTHER_RANKS = 4
"""How many other ranks a card is offered by buttons; by touch all are there."""


class Want(Enum):
    """What the console cannot do itself."""

    AGAIN = "again"
    START = "start"
    STOP = "stop"
    LEAVE = "leave"
    REPEAT = "repeat"
    MUTE = "mute"
    LOUDER = "louder"
    PAUSE = "pause"
    AIM = "aim"


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that only the house around the game can do; ``player`` for ``LEAVE``."""

    want: Want
    player: str | None = None


@dataclass(frozen=True, slots=True)
class _Item:
    """A line of a menu and what choosing it does."""

    line: MenuLine
    choose: Callable[[], Wish | None]


class _Mode(Enum):
    GAME = "game"
    MENU = "menu"
    CORRECTION = "correction"
    PICTURE = "picture"
    NOTICE = "notice"


class Console:
    """The hands on one game. ``evidence`` gives what stands behind the acts, ``decode`` makes a picture of a JPEG."""

    def __init__(
        self,
        sitting: Sitting,
        *,
        evidence: Callable[[], tuple[Evidence | None, ...]],
        decode: Callable[[bytes], Picture],
        picture: Callable[[int], Picture | None] = lambda sighting: None,
    ) -> None:
        self.sitting = sitting
        self.sound = Sound()
        self.paused = False
        self._evidence = evidence
        self._decode = decode
        self._picture = picture
        self._mode = _Mode.GAME
        self._title = ""
        self._items: tuple[_Item, ...] = ()
        self._selected = 0
        self._steps: tuple[tuple[int, int, int], ...] = ()  # sighting, rank, other
        self._chosen: int | None = None
        self._refusal = ""
        self._calls: tuple[Call, ...] = ()
        self._notice: MessageScreen | None = None

    # -- what hands do

    def press(self, press: Press) -> Wish | None:
        """A button was pressed."""
        if press.kind is Kind.LONG:
            if press.button is Button.BLUE:
                self._open_menu()
            elif press.button is Button.YELLOW:
                self._open_correction()
            return None
        if self.paused and self._mode is _Mode.GAME:
            return Wish(Want.PAUSE) if press.button is Button.GREEN else None
        match self._mode:
            case _Mode.GAME:
                return self._wish_of(self.sitting.press(press.button))
            case _Mode.MENU:
                return self._press_in_menu(press.button)
            case _Mode.CORRECTION:
                return self._press_in_correction(press.button)
            case _Mode.PICTURE:
                return self._press_in_picture(press.button)
            case _Mode.NOTICE:
                self._mode = _Mode.GAME
                return None

    def touch(self, touch: Touch) -> Wish | None:
        """Something on the screen was touched."""
        match touch.target:
            case Target.SOUND:
                return Wish(Want.MUTE)
            case Target.PAUSE:
                return Wish(Want.PAUSE)
            case Target.MENU:
                self._open_menu()
            case Target.PICTURE:
                self._open_pictures()
            case Target.CARD:
                if self._mode is not _Mode.CORRECTION:
                    self._open_correction()
                self._choose_card(touch.value)
            case Target.RANK if self._mode is _Mode.CORRECTION and self._chosen is not None:
                self._correct(self._chosen, touch.value)
            case Target.CHOICE if self._mode is _Mode.GAME:
                self.sitting.choose(touch.value)
            case Target.ITEM if self._mode is _Mode.MENU and 0 <= touch.value < len(self._items):
                self._selected = touch.value
                return self._items[touch.value].choose()
            case _:
                pass
        return None

    def notice(self, screen: MessageScreen) -> None:
        """Show a message until a button is pressed."""
        self._notice = screen
        self._mode = _Mode.NOTICE

    def _wish_of(self, action: Action | None) -> Wish | None:
        match action:
            case Action.MENU:
                self._open_menu()
            case Action.CORRECT:
                self._open_correction()
            case Action.REPEAT:
                return Wish(Want.REPEAT)
            case Action.AGAIN:
                return Wish(Want.AGAIN)
            case Action.START:
                return Wish(Want.START)
            case _:
                pass
        return None

    # -- the menu

    def _open_menu(self) -> None:
        over = self.sitting.over
        volume = _("off") if self.sound.muted else f"{self.sound.volume} %"
        calls = any(self._evidence())
        pause = _("Go on") if self.paused else _("Pause")
        self._show_items(
            _("Menu"),
            (
                _Item(MenuLine(pause, possible=not over), lambda: self._leave_with(Want.PAUSE)),
                _Item(MenuLine(_("Say it again")), lambda: self._leave_with(Want.REPEAT)),
                _Item(MenuLine(_("Correct a card"), possible=bool(self._doubts())), self._open_correction),
                _Item(MenuLine(_("Show a call"), possible=calls), self._open_pictures),
                _Item(MenuLine(_("Voice"), volume, possible=self.sound.available), lambda: Wish(Want.MUTE)),
                _Item(MenuLine(_("Louder"), volume, possible=self.sound.available), lambda: Wish(Want.LOUDER)),
                _Item(MenuLine(_("Aim the camera")), lambda: self._leave_with(Want.AIM)),
                _Item(MenuLine(_("A player leaves"), possible=not over), self._open_leaving),
                _Item(MenuLine(_("Stop here, keep the scores"), possible=not over), self._open_stopping),
                _Item(MenuLine(_("A new game"), possible=over), lambda: self._leave_with(Want.START)),
            ),
        )

    def _open_leaving(self) -> None:
        players = self.sitting.game.header.players
        self._show_items(
            _("Who leaves? The game ends here, the scores are kept."),
            tuple(_Item(MenuLine(name), lambda name=name: self._leave_with(Want.LEAVE, name)) for name in players)  # type: ignore[misc]
            + (_Item(MenuLine(_("Nobody")), self._back),),
        )

    def _open_stopping(self) -> None:
        self._show_items(
            _("Stop the game? The scores are kept."),
            (
                _Item(MenuLine(_("Go on playing")), self._back),
                _Item(MenuLine(_("Stop")), lambda: self._leave_with(Want.STOP)),
            ),
        )

    def _show_items(self, title: str, items: tuple[_Item, ...]) -> None:
        self._mode, self._title, self._items = _Mode.MENU, title, items
        self._selected = next((index for index, item in enumerate(items) if item.line.possible), 0)

    def _leave_with(self, want: Want, player: str | None = None) -> Wish:
        self._mode = _Mode.GAME
        return Wish(want, player)

    def _back(self) -> None:
        self._mode = _Mode.GAME

    def _press_in_menu(self, button: Button) -> Wish | None:
        match button:
            case Button.GREEN if self._items[self._selected].line.possible:
                return self._items[self._selected].choose()
            case Button.RED:
                self._back()
            case Button.BLUE | Button.YELLOW:
                step = 1 if button is Button.BLUE else -1
                places = [index for index, item in enumerate(self._items) if item.line.possible]
                at = places.index(self._selected) if self._selected in places else 0
                self._selected = places[(at + step) % len(places)]
            case _:
                pass
        return None

    # -- correction

    def _doubts(self) -> tuple[tuple[int, int | None, tuple[float, ...]], ...]:
        """The cards that can be corrected: called ones, the most doubtful first, then whatever else lies face up."""
        found: dict[int, tuple[int, int | None, tuple[float, ...]]] = {}
        for doubt in self.sitting.referee.doubtful():
            found[doubt.sighting.id] = (doubt.sighting.id, doubt.rank, doubt.sighting.probabilities)
        for sighting in self.sitting.view.sightings if self.sitting.view else ():
            found.setdefault(sighting.id, (sighting.id, sighting.rank, sighting.probabilities))
        return tuple(found.values())

    def _open_correction(self) -> None:
        doubts = self._doubts()
        if not doubts:
            self.notice(MessageScreen(_("There is no card to correct"), _("Yellow takes the last act back.")))
            return
        steps = []
        for turn in range(OTHER_RANKS):
            for sighting, rank, probabilities in doubts:
                others = sorted(
                    (other for other in RANKS if other != rank),
                    key=lambda other: -(probabilities[other - 1] if len(probabilities) >= other else 0.0),
                )
                steps.append((sighting, rank or 0, others[turn]))
        self._steps, self._selected, self._chosen, self._refusal = tuple(steps), 0, None, ""
        self._mode = _Mode.CORRECTION

    def _choose_card(self, sighting: int) -> None:
        if any(step[0] == sighting for step in self._steps):
            self._chosen = sighting
            self._selected = next(index for index, step in enumerate(self._steps) if step[0] == sighting)
            self._refusal = ""

    def _press_in_correction(self, button: Button) -> Wish | None:
        match button:
            case Button.GREEN:
                sighting, _rank, other = self._steps[self._selected]
                self._correct(sighting, other)
            case Button.RED:
                self._back()
            case Button.BLUE:
                self._selected = (self._selected + 1) % len(self._steps)
                self._chosen = None
                self._refusal = ""
            case Button.YELLOW:
                self._chosen = None if self._chosen is not None else self._steps[self._selected][0]
        return None

    def _correct(self, sighting: int, rank: int) -> None:
        verdict = self.sitting.correct(sighting, rank)
        if isinstance(verdict, Refused):
            self._refusal = verdict.sentence
            return
        self._back()

    # -- "show me that 7"

    def _open_pictures(self) -> None:
        calls = []
        acts = self.sitting.game.acts
        for act, evidence in zip(acts, self._evidence(), strict=False):
            if evidence is None or evidence.picture is None:
                continue
            reading = evidence.reading or {}
            calls.append(
                Call(
                    words=_words_of(act),
                    player=act.player,
                    rank=act.cards[0] if act.cards else None,
                    picture=self._decode(evidence.picture),
                    probabilities=tuple(reading.get("probabilities", ())),
                    corrected=bool(reading.get("corrected", False)),
                    sighting=reading.get("sighting"),
                )
            )
        if not calls:
            self.notice(MessageScreen(_("No card was called yet")))
            return
        self._calls, self._selected, self._mode = tuple(reversed(calls)), 0, _Mode.PICTURE

    def _press_in_picture(self, button: Button) -> Wish | None:
        match button:
            case Button.BLUE:
                self._selected = (self._selected + 1) % len(self._calls)
            case Button.YELLOW:
                sighting = self._calls[self._selected].sighting
                self._open_correction()
                if sighting is not None and self._mode is _Mode.CORRECTION:
                    self._choose_card(sighting)
            case _:
                self._back()
        return None

    # -- what is shown

    def screen(self) -> Screen:
        """The screen to draw now."""
        sitting = self.sitting
        match self._mode:
            case _Mode.MENU:
                labels = (
                    (Button.GREEN, _("Choose")),
                    (Button.RED, _("Back")),
                    (Button.YELLOW, _("Up")),
                    (Button.BLUE, _("Down")),
                )
                return MenuScreen(self._title, tuple(item.line for item in self._items), self._selected, labels)
            case _Mode.CORRECTION if sitting.view is not None and self._steps:
                return self._correction_screen()
            case _Mode.PICTURE:
                labels = (
                    (Button.GREEN, _("OK")),
                    (Button.RED, _("Back")),
                    (Button.YELLOW, _("Correct")),
                    (Button.BLUE, _("Earlier")),
                )
                return PictureScreen(self._calls[self._selected], labels)
            case _Mode.NOTICE if self._notice is not None:
                return replace(self._notice, labels=((Button.GREEN, _("OK")),))
            case _:
                return self._game_screen()

    def _game_screen(self) -> Screen:
        sitting = self.sitting
        state, prompt = sitting.game.state, sitting.prompt
        if prompt.mode is Mode.OVER:
            standings = tuple(
                Standing(player.name, player.score, player.name in state.losers) for player in state.players
            )
            labels = tuple((meaning.button, meaning.label) for meaning in prompt.meanings)
            return EndScreen(prompt.headline, prompt.detail, standings, sitting.target, labels)
        call = self._last_call()
        if prompt.mode is Mode.QUESTION and prompt.choices:
            return QuestionScreen(prompt, self._call_asked(call))
        return PlayScreen(
            prompt,
            state,
            target=sitting.target,
            names=names_of({player: seat for seat, player in sitting.seats.items()}),
            view=sitting.view,
            call=call,
            caption=sitting.caption,
            sound=self.sound,
            paused=self.paused,
        )

    def _last_call(self) -> Call | None:
        if self.sitting.last_call is None:
            return None
        act, sighting = self.sitting.last_call
        return Call(
            words=_words_of(act),
            player=act.player,
            rank=act.cards[0] if act.cards else None,
            picture=self._picture(sighting.id),
            probabilities=sighting.probabilities,
            corrected=sighting.corrected,
            sighting=sighting.id,
        )

    def _call_asked(self, call: Call | None) -> Call | None:
        """The card that a question is about, if it is about one."""
        sightings = {number for line in self.sitting.prompt.choices for number in line.choice.sightings}
        if len(sightings) != 1:
            return None
        (number,) = sightings
        view = self.sitting.view
        sighting = next((one for one in view.sightings if one.id == number), None) if view else None
        return Call(
            words="",
            picture=self._picture(number),
            probabilities=sighting.probabilities if sighting else (),
            sighting=number,
        )

    def _correction_screen(self) -> Screen:
        sitting = self.sitting
        assert sitting.view is not None
        current = self._steps[self._selected]
        doubts = []
        for sighting, rank, probabilities in self._doubts():
            proposed = next((step[2] for step in self._steps if step[0] == sighting), None)
            other = current[2] if sighting == current[0] else proposed
            doubts.append(Doubt(sighting, rank, other, self._whose(sighting), self._picture(sighting), probabilities))
        selected = next((index for index, doubt in enumerate(doubts) if doubt.sighting == current[0]), 0)
        labels = (
            (Button.GREEN, _("It is a {rank}").format(rank=current[2])),
            (Button.RED, _("Back")),
            (Button.YELLOW, _("All ranks")),
            (Button.BLUE, _("Next")),
        )
        names = names_of({player: seat for seat, player in sitting.seats.items()})
        return CorrectionScreen(
            sitting.view,
            names,
            tuple(doubts),
            selected,
            self._chosen is not None,
            labels,
            self._refusal,
        )

    def _whose(self, number: int) -> str:
        view = self.sitting.view
        sighting = next((one for one in view.sightings if one.id == number), None) if view else None
        player = self.sitting.seats.get(sighting.place.seat) if sighting else None
        return _("{player}'s card").format(player=player) if player else _("a card")


def _words_of(act: Act) -> str:
    """A call in a few words.

    >>> _words_of(Act("hit", "Delia", (7,)))
    'Delia: 7'
    """
    cards = " ".join(str(card) for card in act.cards)
    return f"{act.player}: {cards}" if act.player and cards else str(act)
