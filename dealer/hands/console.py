"""What the four buttons and touches do around a game: menu, correction, "show me that 7", rules, a player who leaves.

Plain: takes presses, says which screen to draw, and asks the house (``Wish``) for what only it can do.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from dealer.books.facts import Person, Standing
from dealer.display.screens import (
    Call,
    Chips,
    Labels,
    MenuLine,
    MenuScreen,
    MessageScreen,
    Phones,
    PhonesScreen,
    Picture,
    PlayScreen,
    QuestionScreen,
    Screen,
    Sound,
    names_of,
)
from dealer.game.choices import Draft
from dealer.game.coming_and_going import Beginning, between_rounds, gone_on, may_come_and_go, points_of
from dealer.game.leaving import may_drop_out, way_out
from dealer.game.next_game import next_draft
from dealer.hands.correcting import Correcting, it_is
from dealer.hands.evening_hands import Door, EveningHands
from dealer.hands.evening_memory import Memory
from dealer.hands.house_requests import Want, Wish
from dealer.hands.last_screen import end_screen
from dealer.hands.pictures_shown import Showing, words_of
from dealer.hands.rules_reader import Reading
from dealer.hands.told_calls import ToldCall, told_calls
from dealer.hands.who_plays import WhoPlays, faces
from dealer.journal.journal import Evidence
from dealer.locale import _
from dealer.locale.language import spoken
from dealer.presses import Button, KeyText, Kind, Press, Target, Touch
from dealer.rules.acts import Act
from dealer.rules.cards import RANKS
from dealer.seen.verdicts import Refused
from dealer.settings import Odds
from dealer.table.bystander import Heard, Simulated
from dealer.table.extras import Shown
from dealer.table.sitting import Sitting
from dealer.words.prompts import Action, Meaning, Mode
from dealer.words.reasons import reasons_in_words
from dealer.words.request import green
from dealer.words.worth import coins_in_words


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
    PHONES = "phones"
    BOOKS = "books"
    WHO = "who"


class Console:
    """The hands on one game. ``evidence`` gives what stands behind the acts, ``decode`` makes a picture of a JPEG.
    ``people`` are those of a simulated table: a press must be true there, or something that they can do.

    ``memory`` reads the evening's books; None: there are none.
    """

    def __init__(
        self,
        sitting: Sitting,
        *,
        evidence: Callable[[], tuple[Evidence | None, ...]],
        decode: Callable[[bytes], Picture | None],
        picture: Callable[[int], Picture | None] = lambda sighting: None,
        people: Simulated | None = None,
        memory: Memory | None = None,
    ) -> None:
        self.sitting = sitting
        self.books: EveningHands | None = None
        """The evening's books, once somebody has opened them."""
        self._memory = memory
        self.sound = Sound()
        self.paused = False
        self.by_hand = False
        """People say what happens: nobody looks at the table."""
        self.odds = Odds.OFF
        self.glance = False
        """Turn, price and scores only, large enough for one glance."""
        self.phones = Phones(off=True)
        self.news = ""
        self.leavers: tuple[str, ...] = ()
        """Who has left the table while the game goes on."""
        self._next: tuple[Person, ...] = ()
        """Who plays the next game, clockwise, as far as somebody said so; empty: the same."""
        self._others: tuple[tuple[Person, ...], Beginning] | None = None
        """Who plays on once this round is over, and with how many points whoever is new begins."""
        self._who: WhoPlays | None = None
        self._let_out: set[tuple[str, int]] = set()
        """Who was let out after so many acts: what is taken back then stays with the table."""
        self._evidence = evidence
        self._decode = decode
        self._picture = picture
        self._people = people
        self._done_after: int | None = None
        """After how many acts the simulated people were told what to do next."""
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
        if self._mode is _Mode.WHO:
            self._in_the_list(press)
            return None
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
                return self._press_in_game(press.button)
            case _Mode.MENU:
                return self._press_in_menu(press.button)
            case _Mode.CORRECTION:
                if self._correcting is None or self._correcting.press(press.button):
                    self._back()
            case _Mode.PICTURE:
                self._press_in_picture(press.button)
            case _Mode.PHONES:
                return self._press_at_phones(press.button)
            case _Mode.RULES if self._reading is not None:
                self._reading = self._reading.press(press.button)
                if self._reading is None:
                    self._back()
            case _Mode.BOOKS if self.books is not None:
                return self._in_books(self.books, press)
            case _:
                self._back()
        return None

    def typed(self, text: KeyText) -> Wish | None:
        """A letter was typed; only a page of the books has use for one, and the list of who plays."""
        if self._mode is _Mode.WHO:
            self._in_the_list(text)
        return self._in_books(self.books, text) if self._mode is _Mode.BOOKS and self.books is not None else None

    def touch(self, touch: Touch) -> Wish | None:
        """Something on the screen was touched."""
        if self._mode is _Mode.WHO:
            self._in_the_list(touch)
            return None
        if self._mode is _Mode.BOOKS and self.books is not None:
            return self._in_books(self.books, touch)
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
                choices = self.sitting.prompt.choices
                if 0 <= touch.value < len(choices) and self._counts(green(choices[touch.value])):
                    self.sitting.choose(touch.value)
            case Target.ITEM if self._mode is _Mode.MENU:
                return self._choose(touch.value)
            case _:
                pass
        return None

    def say(self, meaning: Meaning) -> bool:
        """Somebody says this from elsewhere, whatever the screen shows; whether it counts."""
        if not self._counts(meaning):
            return False
        self.sitting.do(meaning)
        return True

    def correct(self, sighting: int, rank: int) -> bool:
        """Somebody corrects a card from elsewhere; whether that was possible."""
        if self._people is not None and not self._people.may_correct(self.sitting, sighting, rank):
            return False
        return not isinstance(self.sitting.correct(sighting, rank), Refused)

    def _press_in_game(self, button: Button) -> Wish | None:
        meaning = self.sitting.prompt.meaning(button)
        if meaning is not None and not self._counts(meaning):
            return None
        return self._wish_of(self.sitting.press(button))

    def _counts(self, meaning: Meaning) -> bool:
        """Whether a press that means this goes to the referee: in a rehearsal only what happened does."""
        if self._people is None:
            return True
        heard = self._people.hears(self.sitting, meaning)
        if heard is Heard.DONE:
            self._done_after = len(self.sitting.game.acts)
        elif heard is Heard.UNTRUE:
            headline = _("That did not happen")
            detail = _("This is a rehearsal: what its people did counts, and what they can do next.")
            if meaning.action is Action.UNDO:
                headline = _("That did happen")
                detail = _("In a rehearsal only what was called wrongly is taken back.")
            self.notice(MessageScreen(headline, detail))
        return heard is Heard.TRUE

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
            case Action.LEAVE if (asked := self.sitting.asked_to_play_on) is not None:
                self._open_ways_of_leaving(asked)
            case Action.SETTLE if self._memory is not None:
                self._open_books(self._memory, Door.SETTLING)
            case Action.SETTLE:
                self._open_menu()
            case _:
                pass
        return None

    # -- the menu

    def _open_menu(self) -> None:
        calls = any(behind is not None and behind.picture is not None for behind in self._evidence())
        correctable = self._new_correction().possible or bool(self._told_calls())
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
            *self._books_item(),
            _Item(MenuLine(_("Phones"), self._phones_in_short()), self._open_phones),
            _Item(MenuLine(_("Louder"), volume, possible=sound.available), lambda: Wish(Want.LOUDER)),
            _Item(MenuLine(_("Quieter"), volume, possible=sound.available), lambda: Wish(Want.QUIETER)),
            _Item(MenuLine(_("Large figures only"), _("on") if self.glance else _("off")), self._switch_glance),
            _Item(MenuLine(_("Settings")), lambda: self._leave_with(Want.SETTINGS)),
            self._camera_item(),
            *self._joining_item(),
            _Item(MenuLine(_("A player leaves")), self._open_leaving),
            _Item(MenuLine(_("Stop here, keep the scores"), possible=not over), self._open_stopping),
            _Item(MenuLine(_("A new game"), possible=over), lambda: self._leave_with(Want.START)),
        )

    def _books_item(self) -> tuple[_Item, ...]:
        memory = self._memory
        return () if memory is None else (_Item(MenuLine(_("The evening")), lambda: self._open_books(memory)),)

    def _phones_in_short(self) -> str:
        if self.phones.off:
            return _("off")
        return _("not now") if self.phones.problem else ""

    def _open_phones(self) -> None:
        self._mode = _Mode.PHONES

    def _press_at_phones(self, button: Button) -> Wish | None:
        if button is Button.YELLOW and self.phones.address:
            return Wish(Want.PHONES)
        self._back()
        return None

    def _camera_item(self) -> _Item:
        if self.by_hand:
            return _Item(MenuLine(_("Use the camera again")), lambda: self._leave_with(Want.CAMERA))
        return _Item(MenuLine(_("Aim the camera")), lambda: self._leave_with(Want.AIM))

    # -- players come and go

    @property
    def next_players(self) -> tuple[str, ...]:
        """Who plays the next game, clockwise, as they are called now: whoever left this one or the list does not."""
        return tuple(person.name for person in self._play_next())

    def _play_next(self) -> tuple[Person, ...]:
        gone = set() if self._memory is None else self._memory.gone_home
        return tuple(person for person in self._now(self._next or self._stay()) if person.number not in gone)

    def _stay(self) -> tuple[Person, ...]:
        """Who plays this game and has not left it, by seat."""
        return tuple(
            person
            for name, person in zip(self.sitting.game.header.players, self._seats(), strict=True)
            if name not in self.leavers
        )

    def _seats(self) -> tuple[Person, ...]:
        """Who plays this game, by seat."""
        game, number = self.sitting.game, self.sitting.number
        return faces(game.header.players, ()) if self._memory is None else self._memory.seats(number, game)

    @property
    def _names_now(self) -> tuple[str, ...]:
        """How the players of this game are called now, by seat."""
        players, memory = self.sitting.game.header.players, self._memory
        return players if memory is None else memory.people.names_now(self.sitting.number, players)

    def _next_dealer(self) -> str | None:
        """Who deals the next game, where others play it than this one, or are called otherwise now."""
        if self.next_players in ((), self.sitting.game.header.players):
            return None
        draft = replace(next_draft(self.sitting.game), names=self._names_now).seating(self.next_players)
        return draft.names[draft.dealer]

    def _chosen(self, players: Sequence[str]) -> tuple[Person, ...]:
        """Who these are, whatever they are called later."""
        return faces(players, () if self._memory is None else self._memory.people.all())

    def _called_now(self, players: Sequence[Person]) -> tuple[str, ...]:
        """How they are called now."""
        return tuple(person.name for person in self._now(players))

    def _now(self, players: Sequence[Person]) -> tuple[Person, ...]:
        """Who they are now: meanwhile somebody may have got another name, or have become one with another."""
        known = (
            self._memory.people.person(player.number) if self._memory is not None and player.number else player
            for player in players
        )
        return tuple({now.name: now for now in known if now.standing is not Standing.FORGOTTEN}.values())

    def _joining_item(self) -> tuple[_Item, ...]:
        """Somebody wants to play too; not in a rehearsal: its people are there already."""
        memory = self._memory
        if memory is None or self._people is not None:
            return ()
        return (_Item(MenuLine(_("A player joins")), lambda: self._open_the_list(memory)),)

    def _open_the_list(self, memory: Memory) -> None:
        others = () if self._others is None else self._called_now(self._others[0])
        seated = others or self.next_players
        self._who = WhoPlays.opened(memory.people.by_last_game(), seated)
        self._mode = _Mode.WHO

    def _in_the_list(self, given: Press | Touch | KeyText) -> None:
        """Somebody sits down, or gets up."""
        assert self._who is not None
        self._who = self._who.hand(given)
        if not self._who.closed:
            return
        players, game, names = self._who.seated, self.sitting.game, self._names_now
        self._who, self._others, self._next = None, None, ()
        if self._memory is not None:
            self._memory.gone_home.difference_update(person.number for person in self._chosen(players))
        self._back()
        if players == names:
            return
        if game.over:
            self._plays_next(players, _("The next game: {players}."))
        elif not may_come_and_go(game, players, names):
            self._plays_next(players, _("In this game nobody joins halfway. The next one: {players}."))
        elif late := [name for name in players if name not in names]:
            self._ask_for_points(players, late)
        else:
            self._play_on(players, Beginning.NONE)

    def _plays_next(self, players: tuple[str, ...], words: str, due: str = "") -> None:
        """These play the next game; ``due``: what whoever leaves still gives or gets."""
        self._next = self._chosen(players)
        said = f"{words.format(players=spoken().join(players))} {due}".strip()
        self.notice(MessageScreen(_("From the next game on"), said))

    def _still_due(self, person: Person) -> str:
        """What somebody who leaves gives or gets, and where that is ticked; empty without books."""
        coins, due = self._balance(person)
        words = (
            _("{player} owes {coins}.") if due < 0 else _("{player} gets {coins}.") if due else _("{player} is even.")
        )
        where = _("Tick it: The evening, More, Somebody leaves.") if due else ""
        return f"{words.format(player=person.name, coins=coins)} {where}".strip() if coins else ""

    def _balance(self, person: Person) -> tuple[str, int]:
        """What somebody gives or gets this evening so far, in words, and the balance; no words without books."""
        evening = None if self._memory is None else self._memory.books.open()
        if self._memory is None or evening is None:
            return "", 0
        due = self._memory.books.balances(evening).get(person.number, 0)
        return coins_in_words(evening.coin, abs(due)), due

    def _ask_for_points(self, players: tuple[str, ...], late: Sequence[str]) -> None:
        """No rule says with how many points somebody begins late: the table does, where there is a choice."""
        if len({points_of(self.sitting.game, one) for one in Beginning}) == 1:
            self._play_on(players, Beginning.NONE)
            return
        words = {
            Beginning.NONE: _("{points}, like at the start"),
            Beginning.LOWEST: _("{points}, like the lowest"),
            Beginning.AVERAGE: _("{points}, the average"),
            Beginning.HIGHEST: _("{points}, like the highest"),
        }

        def items() -> tuple[_Item, ...]:
            found = {points_of(self.sitting.game, one): one for one in reversed(Beginning)}
            return tuple(
                _Item(MenuLine(words[one].format(points=points)), lambda one=one: self._play_on(players, one))  # type: ignore[misc]
                for points, one in sorted(found.items())
            )

        self._show_items(_("How many points for {players}?").format(players=spoken().join(late)), items)

    def _play_on(self, players: tuple[str, ...], beginning: Beginning) -> None:
        """These play on once the round is over."""
        self._others = self._chosen(players), beginning
        self._back()
        if not between_rounds(self.sitting.game):
            words = _("{players} play on, and the scores stay.").format(players=spoken().join(players))
            self.notice(MessageScreen(_("After this round"), words))

    def others_go_on(self) -> Wish | None:
        """Between two rounds the game goes on with whoever plays now; where it ended first, they play the next one."""
        game = self.sitting.game
        if self._others is None:
            return None
        chosen, beginning = self._others
        if game.over:
            self._others, self._next = None, chosen
        elif not self.busy and self.sitting.prompt.mode is Mode.PLAY and between_rounds(game):
            self._others = None
            players, names = self._called_now(chosen), self._names_now
            if may_come_and_go(game, players, names):
                return Wish(Want.GO_ON, header=gone_on(game, players, beginning, names))
            self._next = chosen
        return None

    def coming(self) -> dict[str, Any]:
        """Who has left, and who was said to play on or next, as it is kept beside the game: people by their numbers."""
        others, beginning = self._others or ((), Beginning.NONE)
        return {
            "leavers": list(self.leavers),
            "others": [person.number for person in others],
            "beginning": beginning.value,
            "next": [person.number for person in self._next],
        }

    def take_up(self, kept: object) -> None:
        """It is as it was kept, after a restart."""
        match kept:
            case {
                "leavers": list(leavers),
                "others": list(others),
                "beginning": str(beginning),
                "next": list(following),
            }:
                self.leavers = tuple(name for name in self.sitting.game.header.players if name in leavers)
                self._next = self._known(following)
                played_on = self._known(others)
                if played_on and beginning in {one.value for one in Beginning}:
                    self._others = played_on, Beginning(beginning)

    def _known(self, numbers: Sequence[object]) -> tuple[Person, ...]:
        people = {} if self._memory is None else {person.number: person for person in self._memory.people.all()}
        return tuple(people[number] for number in numbers if isinstance(number, int) and number in people)

    # -- a player leaves

    def _open_leaving(self) -> None:
        """Out of a game that goes on in one of its ways; after its end, or once it is known who plays the next one, out
        of that."""
        over = self.sitting.over
        players = self.next_players if over else self.sitting.game.header.players
        leave, last = self._goes_home if over else self._open_ways_of_leaving, len(players) == 1
        items = (
            _Item(MenuLine(_("Nobody")), self._back),
            *(_Item(MenuLine(name, possible=not last), lambda name=name: leave(name)) for name in players),  # type: ignore[misc]
        )
        self._show_items(_("Who leaves?"), lambda: items)

    def _goes_home(self, player: str) -> None:
        """After a game: whoever leaves does not play the next one."""
        others = tuple(name for name in self.next_players if name != player)
        person = next(iter(self._chosen((player,))))
        self._plays_next(others, _("The next game: {players}."), self._still_due(person))

    def _open_ways_of_leaving(self, player: str) -> None:
        """The game's own rule where it has one; else the table says whether to stop or to begin anew without."""
        seat = self.sitting.game.header.players.index(player)
        settling = self._settling_item(self._seats()[seat])

        def items() -> tuple[_Item, ...]:
            game = self.sitting.game
            anew = Draft.of_header(game.header).fits_without(player)
            names, asked = self._names_now, self.sitting.asked_to_play_on
            others = tuple(now for now, was in zip(names, game.header.players, strict=True) if was != player)
            without = _Item(
                MenuLine(_("Play on without {name} after this round").format(name=player)),
                lambda: self._play_on(others, Beginning.NONE),
            )
            if asked == player:  # the round cannot go on before that is answered
                words = _("Stop this round, play on without {name}").format(name=player)
                without = _Item(MenuLine(words), lambda: self._stop_the_round(player, others))
            costs = _("may cost coins") if game.state.pot else ""  # at their turn, after settling
            line = MenuLine(_("Play on, {name} is out").format(name=player), costs)
            out = (_Item(line, lambda: self._drop_out(player)),)
            return (
                _Item(MenuLine(_("Nobody leaves")), self._back),
                *(out if asked is None and may_drop_out(game, player) else ()),
                *(out if asked == player and way_out(game, player) is not None else ()),
                *((without,) if may_come_and_go(game, others, names) else ()),
                _Item(
                    MenuLine(_("Begin anew without {name}").format(name=player), possible=anew),
                    lambda: self._leave_without(player, Want.AGAIN),
                ),
                _Item(MenuLine(_("Stop here, keep the scores")), lambda: self._leave_without(player, Want.STOP)),
                *settling,
            )

        self._show_items(_("{name} leaves. What now?").format(name=player), items)

    def _settling_item(self, person: Person) -> tuple[_Item, ...]:
        """What whoever leaves gives or gets so far; it leads to where that is ticked."""
        memory, (coins, due) = self._memory, self._balance(person)
        if memory is None or not coins:
            return ()
        words = _("owes {coins}") if due < 0 else _("gets {coins}") if due else _("even")
        line = MenuLine(_("Settle up"), words.format(coins=coins))
        return (_Item(line, lambda: self._open_books(memory, Door.SETTLING, person)),)

    def _stop_the_round(self, player: str, others: tuple[str, ...]) -> Wish:
        """The others play on at once with the scores of before; what lies there does not count."""
        self._leaves(player)
        self._back()
        header = gone_on(self.sitting.game, others, Beginning.NONE, self._names_now)
        return Wish(Want.GO_ON, header=header)

    def _leaves(self, player: str) -> None:
        """Somebody leaves in this game, and does not play the next one either, whoever was chosen for that before."""
        self.leavers = tuple(dict.fromkeys((*self.leavers, player)))
        now = self._names_now[self.sitting.game.header.players.index(player)]
        self._next = tuple(other for other in self._next if self._called_now((other,)) != (now,))

    def _leave_without(self, player: str, want: Want) -> Wish:
        self._leaves(player)
        return self._leave_with(want)

    def _drop_out(self, player: str) -> None:
        self._leaves(player)
        self._back()
        self.let_out()

    def let_out(self) -> None:
        """Whoever has left folds or locks as soon as it is their turn."""
        if self.busy:
            return
        for player in self.leavers:
            if self.sitting.prompt.mode is not Mode.PLAY and self.sitting.asked_to_play_on != player:
                continue
            game = self.sitting.game
            act, at = way_out(game, player), (player, len(game.acts))
            if act is not None and at not in self._let_out:
                self._let_out.add(at)
                self.sitting.say(act)

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

    def _leave_with(self, want: Want) -> Wish:
        self._mode = _Mode.GAME
        return Wish(want)

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

    # -- the evening's books

    def _open_books(self, memory: Memory, door: Door = Door.EVENING, leaving: Person | None = None) -> None:
        memory.forget()  # the game has gone on
        memory.at_table = self.sitting.number
        now = () if self.sitting.over else self._stay()
        memory.playing = frozenset(person.number for person in (*now, *self._play_next()))
        self.books = EveningHands(memory, door, leaving)
        self._mode = _Mode.BOOKS

    def _in_books(self, books: EveningHands, given: Press | Touch | KeyText) -> Wish | None:
        write = books.hand(given)
        if books.left:
            self._back()
        return None if write is None else Wish(Want.WRITE, write=write)

    # -- correction, and "show me that 7"

    def _new_correction(self) -> Correcting:
        return Correcting(self.sitting, self._picture, self._people)

    def _open_correction(self) -> None:
        self._correcting = self._new_correction()
        if (self.by_hand or not self._correcting.possible) and self._told_calls():
            self._show_items(_("Correct a card"), self._told_calls)
            return
        if not self._correcting.possible:
            self.notice(MessageScreen(_("There is no card to correct"), _("Yellow takes the last act back.")))
            return
        self._mode = _Mode.CORRECTION

    def _told_calls(self) -> tuple[_Item, ...]:
        """The last calls, the latest first, where people correct without a picture: each leads to its ranks."""
        if self._people is not None:
            return ()
        return tuple(
            _Item(MenuLine(words_of(told.one)), lambda told=told: self._open_ranks(told))  # type: ignore[misc]
            for told in told_calls(self.sitting.game.acts, self.sitting.referee.lays)
        )

    def _open_ranks(self, told: ToldCall) -> None:
        """Which card it was: on the one that was called, so that a second press changes nothing, and a digit means the
        rank."""
        items = tuple(
            _Item(
                MenuLine(it_is(rank), possible=self.sitting.referee.may_be(told.key, rank)),
                lambda rank=rank: self._correct_told(told, rank),  # type: ignore[misc]
            )
            for rank in RANKS
        )
        self._show_items(words_of(told.one), lambda: items)
        self._selected = RANKS.index(told.rank)

    def _correct_told(self, told: ToldCall, rank: int) -> None:
        self._back()
        if rank != told.rank and told.stands_in(self.sitting.game):
            self.sitting.correct_call(told.key, rank)

    def _open_pictures(self) -> None:
        self._showing = Showing.of(self.sitting.game.acts, self._evidence(), self._decode)
        if self._showing is None and self._told_calls():
            self._open_correction()
            return
        if self._showing is None:
            self.notice(MessageScreen(_("There is no picture of a call yet")))
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
            case _Mode.BOOKS if self.books is not None:
                return self.books.screen()
            case _Mode.WHO if self._who is not None:
                return self._who.screen()
            case _Mode.PHONES:
                return phones_screen(self.phones)
            case _Mode.NOTICE if self._notice is not None:
                return replace(self._notice, labels=((Button.GREEN, _("OK")),))
            case _:
                return self._game_screen()

    def _game_screen(self) -> Screen:
        sitting = self.sitting
        game, prompt = sitting.game, sitting.prompt
        shown = self._shown.of(game, self.odds)
        moment = sitting.moment
        if prompt.mode is Mode.OVER and moment is None and not self.paused:
            ended = end_screen(game, prompt, self._card_that_decided(), sitting.reckoning, self._next_dealer())
            return replace(ended, phones=self.phones)
        call = self._last_call()
        asked = self._call_asked()
        answers = len(prompt.choices) > 1 or (prompt.choices and asked is not None)
        if prompt.mode is Mode.QUESTION and answers and not self.paused:
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
            news=_("They do as you say.") if self._done_after == len(game.acts) else self.news,
            moment=moment.words if moment is not None else "",
            balances=sitting.reckoning.balances,
            chips=Chips(moment.transfers, sitting.chips_share) if moment is not None and moment.transfers else None,
            glance=self.glance,
        )

    def _card_that_decided(self) -> Call | None:
        """The last card of a game that is over, if its picture was kept."""
        acts = self.sitting.game.acts
        if self._decided is None or self._decided[0] != acts:
            deciding = (number for number, act in enumerate(acts) if act.cards or act.verb == "fold")
            last = max(deciding, default=len(acts))
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
            picture=self._picture(sighting.id) if sighting is not None else None,
            probabilities=sighting.probabilities if sighting is not None else (),
            reasons=reasons_in_words(sighting.reasons, sighting.rank) if sighting is not None else "",
            corrected=sighting is not None and sighting.corrected,
            sighting=sighting.id if sighting is not None else None,
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


def phones_screen(phones: Phones) -> PhonesScreen:
    """Where phones find the board."""
    labels: Labels = ((Button.GREEN, _("OK")), (Button.RED, _("Back")))
    if phones.off:
        return PhonesScreen(phones, _("No phones"), _("Switch them on: Settings, Phones."), labels)
    if phones.problem:
        return PhonesScreen(phones, _("No phones"), phones.problem, labels)
    if not phones.address:
        return PhonesScreen(phones, _("One moment"), _("The board is getting ready."), labels)
    if phones.entry:
        words = _("Phones may play. Their code: {code}").format(code=phones.entry)
        return PhonesScreen(phones, _("On your phone"), words, (*labels, (Button.YELLOW, _("Only look"))))
    words = _("Same network, then scan the code.")
    return PhonesScreen(phones, _("On your phone"), words, (*labels, (Button.YELLOW, _("Let them play"))))
