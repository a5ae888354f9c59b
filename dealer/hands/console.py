"""What the four buttons and touches do around a game: menu, correction, "show me that 7", rules, a player who leaves.

Plain: takes presses, says which screen to draw, and asks the house (``Wish``) for what only it can do.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from dealer.display.screens import (
    Call,
    Chips,
    MenuLine,
    MenuScreen,
    MessageScreen,
    Picture,
    PlayScreen,
    QuestionScreen,
    Screen,
    Sound,
    names_of,
)
from dealer.hands.correcting import Correcting
from dealer.hands.house_requests import Want, Wish
from dealer.hands.last_screen import end_screen
from dealer.hands.pictures_shown import Showing, words_of
from dealer.hands.rules_reader import Reading
from dealer.journal.journal import Evidence
from dealer.locale import _
from dealer.presses import Button, Kind, Press, Target, Touch
from dealer.rules.acts import Act
from dealer.settings import Odds
from dealer.table.extras import Shown
from dealer.table.sitting import Sitting
from dealer.words.prompts import Action, Mode


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
    RULES = "rules"


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
        self.by_hand = False
        """People say what happens: nobody looks at the table."""
        self.odds = Odds.OFF
        self.glance = False
        """Turn, price and scores only, large enough for one glance."""
        self.balances: Callable[[], tuple[tuple[str, int], ...]] = tuple
        """(player, coins won or lost this evening), as far as they are known."""
        self.news = ""
        self._evidence = evidence
        self._decode = decode
        self._picture = picture
        self._mode = _Mode.GAME
        self._title = ""
        self._lines: Callable[[], tuple[_Item, ...]] = tuple
        self._selected = 0
        self._correcting: Correcting | None = None
        self._showing: Showing | None = None
        self._reading: Reading | None = None
        self._shown = Shown()
        self._notice: MessageScreen | None = None
        self._decided: tuple[tuple[Act, ...], Call | None] | None = None
        """The acts of a game that is over, and the card that decided it: looked up once."""

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
                if self._correcting is None or self._correcting.press(press.button):
                    self._back()
            case _Mode.PICTURE:
                self._press_in_picture(press.button)
            case _Mode.RULES if self._reading is not None:
                self._reading = self._reading.press(press.button)
                if self._reading is None:
                    self._back()
            case _:
                self._back()
        return None

    def touch(self, touch: Touch) -> Wish | None:
        """Something on the screen was touched."""
        match touch.target:
            case Target.SOUND:
                return Wish(Want.MUTE)
            case Target.PAUSE:
                return Wish(Want.PAUSE)
            case Target.GLANCE:
                return self._switch_glance()
            case Target.MENU:
                self._open_menu()
            case Target.PICTURE:
                self._open_pictures()
            case Target.CARD:
                if self._mode is not _Mode.CORRECTION:
                    self._open_correction()
                if self._mode is _Mode.CORRECTION and self._correcting is not None:
                    self._correcting.choose_card(touch.value)
            case Target.RANK if self._mode is _Mode.CORRECTION and self._correcting is not None:
                if self._correcting.choose_rank(touch.value):
                    self._back()
            case Target.CHOICE if self._mode is _Mode.GAME:
                self.sitting.choose(touch.value)
            case Target.ITEM if self._mode is _Mode.MENU:
                return self._choose(touch.value)
            case _:
                pass
        return None

    @property
    def busy(self) -> bool:
        """Whether somebody is at the menu, or at a correction, and not at the game."""
        return self._mode is not _Mode.GAME

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
        calls, correctable = any(self._evidence()), self._new_correction().possible
        self._show_items(_("Menu"), lambda: self._menu(calls=calls, correctable=correctable))

    def _menu(self, *, calls: bool, correctable: bool) -> tuple[_Item, ...]:
        over, sound = self.sitting.over, self.sound
        volume = f"{sound.level} %" if sound.level else _("off")
        pause = _("Go on") if self.paused else _("Pause")
        return (
            _Item(MenuLine(pause, possible=not over), lambda: self._leave_with(Want.PAUSE)),
            _Item(MenuLine(_("Say it again")), lambda: self._leave_with(Want.REPEAT)),
            _Item(MenuLine(_("Rules")), self._open_rules),
            _Item(MenuLine(_("Correct a card"), possible=correctable), self._open_correction),
            _Item(MenuLine(_("Show a call"), possible=calls), self._open_pictures),
            _Item(MenuLine(_("Louder"), volume, possible=sound.available), lambda: Wish(Want.LOUDER)),
            _Item(MenuLine(_("Quieter"), volume, possible=sound.available), lambda: Wish(Want.QUIETER)),
            _Item(MenuLine(_("Large figures only"), _("on") if self.glance else _("off")), self._switch_glance),
            _Item(MenuLine(_("Settings")), lambda: self._leave_with(Want.SETTINGS)),
            self._camera_item(),
            _Item(MenuLine(_("A player leaves"), possible=not over), self._open_leaving),
            _Item(MenuLine(_("Stop here, keep the scores"), possible=not over), self._open_stopping),
            _Item(MenuLine(_("A new game"), possible=over), lambda: self._leave_with(Want.START)),
        )

    def _camera_item(self) -> _Item:
        if self.by_hand:
            return _Item(MenuLine(_("Use the camera again")), lambda: self._leave_with(Want.CAMERA))
        return _Item(MenuLine(_("Aim the camera")), lambda: self._leave_with(Want.AIM))

    def _open_leaving(self) -> None:
        players = self.sitting.game.header.players
        items = (
            _Item(MenuLine(_("Nobody")), self._back),
            *(_Item(MenuLine(name), lambda name=name: self._leave_with(Want.LEAVE, name)) for name in players),  # type: ignore[misc]
        )
        self._show_items(_("Who leaves? The game ends here, the scores are kept."), lambda: items)

    def _open_stopping(self) -> None:
        items = (
            _Item(MenuLine(_("Go on playing")), self._back),
            _Item(MenuLine(_("Stop")), lambda: self._leave_with(Want.STOP)),
        )
        self._show_items(_("Stop the game? The scores are kept."), lambda: items)

    def _show_items(self, title: str, lines: Callable[[], tuple[_Item, ...]]) -> None:
        """A list whose ``lines`` are asked for whenever it is drawn or used: what they say is what is now."""
        self._mode, self._title, self._lines = _Mode.MENU, title, lines
        self._selected = next((index for index, item in enumerate(lines()) if item.line.possible), 0)

    def _leave_with(self, want: Want, player: str | None = None) -> Wish:
        self._mode = _Mode.GAME
        return Wish(want, player)

    def _back(self) -> None:
        self._mode = _Mode.GAME

    def _press_in_menu(self, button: Button) -> Wish | None:
        items = self._lines()
        match button:
            case Button.GREEN:
                return self._choose(self._selected)
            case Button.RED:
                self._back()
            case Button.BLUE | Button.YELLOW:
                step = 1 if button is Button.BLUE else -1
                places = [index for index, item in enumerate(items) if item.line.possible]
                at = places.index(self._selected) if self._selected in places else 0
                self._selected = places[(at + step) % len(places)]
        return None

    def _choose(self, index: int) -> Wish | None:
        """Do what a line of the menu says, if it is possible now."""
        items = self._lines()
        if not (0 <= index < len(items) and items[index].line.possible):
            return None
        self._selected = index
        return items[index].choose()

    def _switch_glance(self) -> Wish:
        """To the one-glance mode and back."""
        self.glance = not self.glance
        self._back()
        return Wish(Want.GLANCE)

    def _open_rules(self) -> None:
        self._reading = Reading.of(self.sitting.game.header)
        self._mode = _Mode.RULES

    # -- correction, and "show me that 7"

    def _new_correction(self) -> Correcting:
        return Correcting(self.sitting, self._picture)

    def _open_correction(self) -> None:
        self._correcting = self._new_correction()
        if not self._correcting.possible:
            self.notice(MessageScreen(_("There is no card to correct"), _("Yellow takes the last act back.")))
            return
        self._mode = _Mode.CORRECTION

    def _open_pictures(self) -> None:
        self._showing = Showing.of(self.sitting.game.acts, self._evidence(), self._decode)
        if self._showing is None:
            self.notice(MessageScreen(_("No card was called yet")))
            return
        self._mode = _Mode.PICTURE

    def _press_in_picture(self, button: Button) -> None:
        if self._showing is None:
            self._back()
        elif button is Button.BLUE:
            self._showing.earlier()
        elif button is Button.YELLOW:
            sighting = self._showing.call.sighting
            self._open_correction()
            if sighting is not None and self._mode is _Mode.CORRECTION and self._correcting is not None:
                self._correcting.choose_card(sighting)
        else:
            self._back()

    # -- what is shown

    def screen(self) -> Screen:
        """The screen to draw now."""
        match self._mode:
            case _Mode.MENU:
                labels = (
                    (Button.GREEN, _("Choose")),
                    (Button.RED, _("Back")),
                    (Button.YELLOW, _("Up")),
                    (Button.BLUE, _("Down")),
                )
                return MenuScreen(self._title, tuple(item.line for item in self._lines()), self._selected, labels)
            case _Mode.CORRECTION if self._correcting is not None:
                return self._correcting.screen()
            case _Mode.PICTURE if self._showing is not None:
                return self._showing.screen()
            case _Mode.RULES if self._reading is not None:
                return self._reading.screen()
            case _Mode.NOTICE if self._notice is not None:
                return replace(self._notice, labels=((Button.GREEN, _("OK")),))
            case _:
                return self._game_screen()

    def _game_screen(self) -> Screen:
        sitting = self.sitting
        game, prompt = sitting.game, sitting.prompt
        shown = self._shown.of(game, self.odds)
        moment = sitting.moment
        if prompt.mode is Mode.OVER and moment is None:
            return end_screen(game, prompt, self._card_that_decided())
        call = self._last_call()
        asked = self._call_asked()
        if prompt.mode is Mode.QUESTION and (len(prompt.choices) > 1 or (prompt.choices and asked is not None)):
            return QuestionScreen(prompt, asked)
        return PlayScreen(
            prompt,
            shown.state,
            target=shown.goal,
            names=names_of({player: seat for seat, player in sitting.seats.items()}),
            view=sitting.view_as_called(),
            call=call,
            caption=sitting.caption,
            sound=self.sound,
            paused=self.paused,
            odds=shown.odds,
            tableau=shown.tableau,
            news=self.news,
            moment=moment.words if moment is not None else "",
            balances=self.balances(),
            chips=Chips(moment.transfers, sitting.chips_share) if moment is not None and moment.transfers else None,
            glance=self.glance,
        )

    def _card_that_decided(self) -> Call | None:
        """The last card of a game that is over, if its picture was kept."""
        acts = self.sitting.game.acts
        if self._decided is None or self._decided[0] != acts:
            last = next((index for index in range(len(acts) - 1, -1, -1) if acts[index].cards), len(acts))
            shown = Showing.of(acts[last : last + 1], self._evidence()[last : last + 1], self._decode)
            self._decided = (acts, None if shown is None else shown.latest)
        return self._decided[1]

    def _last_call(self) -> Call | None:
        if self.sitting.last_call is None:
            return None
        act, sighting = self.sitting.last_call
        return Call(
            words=words_of(act),
            player=act.player,
            rank=act.cards[0] if act.cards else None,
            picture=self._picture(sighting.id),
            probabilities=sighting.probabilities,
            corrected=sighting.corrected,
            sighting=sighting.id,
        )

    def _call_asked(self) -> Call | None:
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
