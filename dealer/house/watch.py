"""One game before one camera: frames become views, views the game, and hands and questions are heard in between."""

import logging
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dealer.books.facts import Coin
from dealer.display.screens import MessageScreen, Picture
from dealer.display.window import Input
from dealer.errors import DealerError, DeviceError
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.game.record import in_written_order, write_record
from dealer.game.seating import DEFAULT_NAMES, seated
from dealer.games.registry import USUAL_GAME
from dealer.hands.console import Console
from dealer.hands.evening_memory import Memory
from dealer.hands.house_requests import Want, Wish
from dealer.house.board import Board
from dealer.house.camera_aim import Aim
from dealer.house.camera_and_eye import Lookout, picture_of
from dealer.house.devices import Front
from dealer.house.evening_books import carry_out, read_on
from dealer.house.heartbeat import BY_HAND, EVERYTHING, Part
from dealer.house.notices import News
from dealer.house.settings_desk import SettingsDesk
from dealer.house.sight import Ended, NoSight, Sight
from dealer.journal.journal import Journal, TableKind
from dealer.locale import _, ngettext
from dealer.presses import Button, KeyText, Kind, Press, Quit, Touch
from dealer.referee.referee import Referee
from dealer.rehearsal.audience import Audience
from dealer.rules.acts import Act, parse_act
from dealer.seen.layout import Key
from dealer.seen.leftovers import TableBefore, to_keep
from dealer.seen.verdicts import Refused
from dealer.settings import Odds
from dealer.system.clock import Clock
from dealer.table.event_lines import HandsOn
from dealer.table.sitting import Sitting, Tell
from dealer.view import Area, Face, SeatSeen, TableView
from dealer.words.sentences import OTHER_TROUBLE, TROUBLES
from hardware.cameras.watched import CameraNews, CameraState

log = logging.getLogger(__name__)

SEATS_STEADY_S = 2.0
"""Where nobody says who plays: so long must the number of coasters in view stay the same."""

POLL_S = 0.05

AFTER_THE_END_S = 2.0
"""How long the end of a game is shown before watching ends: time to take the last act back."""

TABLE = "table"
"""Under this the journal keeps how the table of the running game is: ``game`` (its number), and ``to_keep``."""

COMING = "coming"
"""Under this it keeps who comes and goes: ``game`` (its number), and ``Console.coming``."""

SETTLED = frozenset({"dark", "blurred", "overexposed"})
"""Troubles that a camera may mend by finding its exposure and focus again."""

RESTARTED = frozenset({"frozen", "noise", "blank"})
"""Troubles of a camera that is to be started again."""

MEND_AFTER_S = 10.0
"""How long a trouble of ``SETTLED`` or ``RESTARTED`` lasts before the camera is asked to mend it, seconds."""

RETRY_S = 30.0
"""How often a camera that was given up is tried again."""

TOLD_AGAIN_S = 10.0
"""How often people are told that coasters are missing."""


class Watch:
    """One game before one camera."""

    def __init__(
        self,
        sight: Sight,
        journal: Journal,
        front: Front,
        tell: Tell,
        *,
        header: Header | None,
        happened: tuple[Act, ...] = (),
        hands: Sequence[HandsOn] = (),
        number: int | None = None,
        linger: bool = False,
        ends_s: float | None = None,
        desk: SettingsDesk | None = None,
        before: TableBefore | None = None,
        clock: Clock | None = None,
        turned: Callable[[], None] = lambda: None,
        board: Board | None = None,
        coin: Coin | None = None,
    ) -> None:
        """``number``: the game goes on under this number of the journal, where ``happened`` stands already. ``linger``:
        stay after the end until somebody wishes for something else. ``ends_s``: interrupt at this time of ``clock``.
        ``desk``: the settings, which the menu leads to. ``before``: how the table was before the game. ``turned`` is
        called at each turn of the loop. ``board``: where phones see the game. ``coin``: what a coin is worth from this
        game on, if that may change.
        """
        self.header = header
        self.status = 0
        self.outcome: Wish | None = None
        self.console: Console | None = None
        self._happened = happened
        self._told = False
        """Whether somebody has said anything yet in a game by hand."""
        self._number = number
        self._linger = linger
        self._aim: Aim | None = None
        self._sight = sight
        self._journal = journal
        self._front = front
        self._tell = tell
        self._hands = deque(hands)
        self.audience = Audience(sight.rehearsal) if sight.rehearsal is not None else None
        """The people of a simulated table, as far as they listen."""
        self._began_s: float | None = None
        self._steady: tuple[int, float] | None = None
        self._over_s: float | None = None
        self._told_s = float("-inf")
        self._stopped = False
        self._interrupted = False
        self._ends_s = ends_s
        self._desk = desk
        self._at_desk = False
        self._before = before
        self._clock = clock or Clock()
        self._turned = turned
        self._board = board
        self._coin = coin
        self._clear_s: float | None = None
        self._kept: tuple[frozenset[int], frozenset[Key]] = (frozenset(), frozenset())
        """What lies there and is no card of the game, and what was taken up, as the journal has it."""
        self._coming: dict[str, Any] = {}
        self._last_view: TableView | None = None
        self.blind = False
        """Nobody looks at the table any more: the game goes on by hand."""
        self._news = News()
        self._gone = False
        self._retry_s = 0.0
        self._well_s = float("inf")

    @property
    def sitting(self) -> Sitting | None:
        """The game, once the coasters were found."""
        return self.console.sitting if self.console is not None else None

    @property
    def next_players(self) -> tuple[str, ...]:
        """Who plays the next game, clockwise; empty: this one has not begun."""
        return self.console.next_players if self.console is not None else ()

    @property
    def live(self) -> bool:
        """Whether it is played in the present."""
        return self._sight.live

    def interrupt(self) -> None:
        """End it after the frame in hand; the game can be resumed."""
        self._interrupted = self._stopped = True

    def record(self) -> str:
        """What was refereed, as a record."""
        if self.sitting is not None:
            game = self.sitting.game
            return write_record(game.header, in_written_order(game.header, game.acts))
        assert self.header is not None
        return write_record(self.header, in_written_order(self.header, self._happened))

    def run(self) -> None:
        """Watch until the game is over, the input ends or somebody stops it. Sets ``status``."""
        ended = False
        self._front.heartbeat.watch_over(BY_HAND if self.by_hand else EVERYTHING)
        while not self._stopped and not (ended and not self._linger) and not self._finished():
            self._turned()
            match self._arrived():
                case Ended():
                    if not ended:
                        ended = True
                        self._front.heartbeat.watch_over(BY_HAND)
                    else:
                        self._clock.sleep(POLL_S)  # the table stays as it is; only hands can do something now
                case CameraNews() as news:
                    self._front.heartbeat.beat(Part.FRAMES)
                    self._hear(news)
                    self._front.heartbeat.watch_over(BY_HAND if self.by_hand else EVERYTHING)
                case TableView() as view:
                    self._front.heartbeat.beat(Part.FRAMES)
                    self._look(view)
                case None:
                    pass
            if (ended or self._gone) and self.console is None and self._linger:
                self._tell_missing(self._last_view or TableView(0, 0.0), self.header)
            self._serve()
            if self._ends_s is not None and self._clock.now_s() >= self._ends_s:
                self.interrupt()
        self._front.heartbeat.watch_over(BY_HAND)
        self._close("interrupted" if self._interrupted else "stopped" if self._stopped else "end of input")

    def _finished(self) -> bool:
        """Whether the end of the game has been shown for long enough."""
        return not self._linger and self._over_s is not None and self._now_s - self._over_s >= AFTER_THE_END_S

    @property
    def _now_s(self) -> float:
        return self.sitting.time_s if self.sitting is not None else 0.0

    def table_before_next(self) -> TableBefore:
        """How the table is for the game that comes next: what came since it was last seen clear is that game's."""
        if self._clear_s is not None:
            return TableBefore(self._clear_s)
        if self._last_view is None:
            return TableBefore()
        return TableBefore(self._last_view.time_s, frozenset(s.id for s in self._last_view.sightings))

    # -- what comes in

    def _arrived(self) -> TableView | CameraNews | Ended | None:
        """What the sight has to say. Where it fails, play goes on by hand."""
        if self.blind:
            self._clock.sleep(POLL_S)
            return None
        if self._gone and self._clock.now_s() >= self._retry_s:
            self._retry_s = self._clock.now_s() + RETRY_S
            self._sight.retry()
        try:
            return self._sight.next(POLL_S)
        except DealerError:
            if self.sitting is None or not self._linger:
                raise
            log.exception("seeing failed")
        except Exception:
            if not self._linger:
                raise
            log.exception("seeing failed")
        self.blind = True
        return CameraNews(CameraState.GONE, 0, "Seeing failed.")

    def _look(self, view: TableView) -> None:
        self._last_view = view
        if self._began_s is None:
            self._began_s = view.time_s
        if self.sitting is None:
            self._seat(view)
            return
        assert self.console is not None
        self._news.hear(self._sight.events, self.sitting.seats)
        self.console.by_hand = self.by_hand
        if self.by_hand:  # until somebody does: then what was called last is of more use
            self._told |= self.sitting.game.acts != tuple(self._happened)
            self.console.news = "" if self._told else _("No camera: say by the buttons what happens.")
        else:
            self.console.news = self._news.words(view.time_s)
        if self.console.paused:
            return
        self._mend(view)
        verdict = self.sitting.look(view)
        self._press_due(view.time_s - self._began_s)
        self.console.let_out()
        if (others := self.console.others_go_on()) is not None:
            self._wish(others)
        if (coming := self.console.coming()) != self._coming:
            self._coming = coming
            self._journal.keep_choice(COMING, {"game": self._number, **coming})
        if self.audience is not None:
            self.audience.listen(self.sitting, verdict)
        if not self.sitting.over:
            self._over_s = self._clear_s = None
            referee = self.sitting.referee
            self._sight.expect(referee.may_come(), referee.ranks(), all_face_up=referee.is_open)
            self._news.hear_of_deck(view.time_s, hard=self._sight.hard_to_read)
            self._news.hear_of_table(view.time_s, hidden=self.sitting.cards_hardly_show)
            self._keep_table(referee)
        else:
            if self._over_s is None and self.sitting.moment is None:
                self._over_s = view.time_s
            if _is_clear(view):
                self._clear_s = view.time_s

    def _keep_table(self, referee: Referee) -> None:
        """Keep with the game what its acts do not tell of the table: which cards are none of its own, and which of its
        own were taken up. Written only where that has changed."""
        cards, gone = referee.no_cards_of_the_game(), referee.cards_gone()
        now = frozenset(card.id for card in cards), gone
        if now != self._kept:
            self._kept = now
            self._journal.keep_choice(TABLE, {"game": self._number, **to_keep(cards, gone)})

    def _mend(self, view: TableView) -> None:
        """Where the camera has seen badly for long, let it find its exposure and focus again, or start it again."""
        if view.trouble not in SETTLED | RESTARTED:
            self._well_s = view.time_s
        elif view.time_s - self._well_s >= MEND_AFTER_S:
            self._well_s = view.time_s
            if view.trouble in SETTLED:
                self._sight.settle()
            else:
                self._sight.retry()

    def _seat(self, view: TableView) -> None:
        """Begin the game once every player has a coaster."""
        header = self.header or self._header_of(view)
        seats = seated(header.players, view.seats) if header is not None else None
        if header is None or seats is None:
            self._tell_missing(view, header)
            return
        self.header = header
        game = Game(header, self._happened)
        if self._number is None:
            kind = TableKind.CAMERA if self._sight.rehearsal is None else TableKind.REHEARSAL
            self._number = self._journal.begin(header, at=kind, coin=self._coin)
            with self._journal.together(self._number, game):
                for act in self._happened:
                    self._journal.add(self._number, act)
        number = self._number
        for hands in self._hands:
            if hands.act is not None and hands.act != "undo":
                parse_act(hands.act, header.players)  # a line that is no act is told before play, not amid it
        sitting = Sitting(
            game,
            seats,
            journal=self._journal,
            number=number,
            tell=self._event,
            speak=self._front.say,
            picture_of=self._sight.jpeg,
            looks_first=bool(view.hidden),
            before=self._before,
            ring=self._front.ring,
            caps=self._desk.settings.caps if self._desk is not None else None,
        )
        self.console = Console(
            sitting,
            evidence=lambda: self._journal.evidence(number),
            decode=picture_of,
            picture=self._picture,
            people=self.audience,
            memory=Memory(self._journal, picture_of),
        )
        kept = self._journal.choice(COMING)
        if isinstance(kept, dict) and kept.get("game") == number:
            self.console.take_up(kept)
        self._coming = self.console.coming()
        self.console.odds = self._desk.settings.odds if self._desk is not None else Odds.OFF
        self.console.glance = self._desk.settings.one_glance if self._desk is not None else False
        if self._board is not None:
            self._board.follow(self.console, self._sight.jpeg)
        self._front.prepare(sitting.prompter.likely_calls(header.players))
        self._look(view)

    def _header_of(self, view: TableView) -> Header | None:
        """Whoever has a coaster plays basic, once their number has been the same for a while."""
        count = len(view.seats)
        if self._steady is None or self._steady[0] != count:
            self._steady = (count, view.time_s)
        if not 2 <= count <= len(DEFAULT_NAMES) or view.time_s - self._steady[1] < SEATS_STEADY_S:
            return None
        return Header.from_mapping({"variant": USUAL_GAME, "players": list(DEFAULT_NAMES[:count])})

    def _tell_missing(self, view: TableView, header: Header | None) -> None:
        """Say which coasters are missing, now and then."""
        began_s = self._began_s if self._began_s is not None else view.time_s
        headline, detail = missing_coasters(view.seats, header)
        if self._gone:
            headline, detail = _("The camera is not there"), _("Check its cable. I go on by myself when it is back.")
        elif view.trouble not in ("", "no-coasters"):
            wrong = TROUBLES.get(view.trouble, OTHER_TROUBLE)
            headline, detail = _(wrong.headline), _(wrong.detail)
        elif self._linger:
            detail += " " + _("To print them: dealer print coasters")
        labels = ((Button.GREEN, _("Aim")), (Button.RED, _("Back")), (Button.BLUE, _("By hand")))
        self._front.show(MessageScreen(headline, detail, labels=labels if self._linger else ()))
        if view.time_s - max(self._told_s, began_s) >= (TOLD_AGAIN_S if self._told_s > 0 else SEATS_STEADY_S):
            self._told_s = view.time_s
            self._front.say(headline, detail)

    def _way_on(self, button: Button) -> None:
        """Before the game has begun, while coasters are missing."""
        match button:
            case Button.GREEN:
                self._wish_of_house(Wish(Want.AIM))
            case Button.RED:
                self._wish_of_house(Wish(Want.START))
            case Button.BLUE:
                self._wish_of_house(Wish(Want.BY_HAND))
            case _:
                pass

    @property
    def by_hand(self) -> bool:
        """Whether people say what happens, because nobody looks at the table."""
        return self.blind or self._gone or isinstance(self._sight, NoSight)

    def _hear(self, news: CameraNews) -> None:
        """The camera stalled, came back, or was given up: play waits, or goes on by hand."""
        names = {
            CameraState.STALLED: "stalled",
            CameraState.RUNNING: "restarted",
            CameraState.GONE: "lost",
        }
        if news.state in names and (news.state is not CameraState.RUNNING or self._gone or news.failures):
            self._event(self._now_s, "camera", {"state": names[news.state], "why": news.message})
        self._gone = news.state is CameraState.GONE
        self._retry_s = self._clock.now_s() + RETRY_S
        if self.sitting is not None and self.sitting.view is not None:
            trouble = {CameraState.STALLED: "stalled", CameraState.GONE: "lost"}.get(news.state)
            if trouble is not None:
                view = self.sitting.view
                self._look(TableView(view.sequence, view.time_s, view.sightings, view.seats, trouble=trouble))

    def _press_due(self, time_s: float) -> None:
        """The presses of the file whose time has come."""
        while self._hands and self._hands[0].time_s <= time_s and self.console is not None:
            hands = self._hands.popleft()
            if hands.press is not None:
                self._wish(self.console.press(hands.press))
            elif hands.act is not None and self.sitting is not None:
                verdict = self.sitting.say_line(hands.act)
                if isinstance(verdict, Refused):
                    self.status = 1
                    print(f"dealer: {verdict.sentence}", file=sys.stderr)

    def _serve(self) -> None:
        """Screen, lights and hands."""
        self._show()  # what was seen since: a press counts for what is shown
        given_now = self._front.poll()
        for given in given_now:
            if isinstance(given, Quit):
                self.interrupt()
            elif self._at_desk:
                self._set(given)
            elif self._aim is not None and isinstance(given, Press):
                self._aimed(given.button)
            elif self.console is None and isinstance(given, Press) and given.kind is Kind.SHORT:
                self._way_on(given.button)
            elif self.console is not None:
                self._hand(self.console, given)
        if given_now:
            self._show()

    def _hand(self, console: Console, given: Press | Touch | KeyText) -> None:
        """A hand at the game; the journal keeps whose it was."""
        console.sitting.hand = given.button.value if isinstance(given, Press) else "touch"
        match given:
            case Press():
                self._wish(console.press(given))
            case Touch():
                self._wish(console.touch(given))
            case KeyText():
                self._wish(console.typed(given))
        console.sitting.hand = ""

    def _set(self, given: Input) -> None:
        """A hand at the settings; what was changed counts at once, and the camera is opened anew where it must be."""
        assert self._desk is not None and self.console is not None
        self._at_desk = not self._desk.hand(given)
        self.console.odds = self._desk.settings.odds
        if self.sitting is not None:
            self.sitting.keep_to(self._desk.settings.caps)
        self.console.sitting.speak_again()
        if not self._at_desk and self._desk.sees_otherwise and not self.by_hand:
            self._wish_of_house(Wish(Want.CAMERA))

    def _aimed(self, button: Button) -> None:
        """A press in the set-up view."""
        if button is Button.YELLOW:
            self._sight.settle()
            return
        self._aim = None
        if button is Button.BLUE:
            self._wish_of_house(Wish(Want.BY_HAND))

    def _show(self) -> None:
        """The screen as it is now."""
        if self._at_desk and self._desk is not None:
            self._hold("hands", held=True)
            self._front.show(self._desk.screen())
        elif self._aim is not None:
            self._front.show(self._aim.screen())
        elif self.console is not None:
            self._hold("hands", held=self.console.busy)
            self.console.sound = self._front.sound
            if self._board is not None:
                self.console.phones = self._board.phones
            if self.console.books is not None and self.console.busy:
                read_on(self.console.books, self._clock)
            if self._front.shows:
                self._front.show(self.console.screen())

    def _wish(self, wish: Wish | None) -> None:
        """What the console asks of the house."""
        if wish is None or self.console is None:
            return
        match wish.want:
            case Want.REPEAT:
                self.console.sitting.repeat()
            case Want.PAUSE:
                self.console.paused = not self.console.paused
                self._pause(paused=self.console.paused)
            case Want.WRITE if wish.write is not None and self.console.books is not None:
                carry_out(wish.write, self.console.books, self._journal, hand=self.console.sitting.hand)
            case Want.MUTE | Want.LOUDER | Want.QUIETER:
                if wish.want is Want.MUTE:
                    self._front.mute()
                else:
                    self._front.change_volume(louder=wish.want is Want.LOUDER)
                if self._desk is not None:
                    self._desk.keep_sound()
            case Want.GLANCE:
                if self._desk is not None:
                    self._desk.keep({("one_glance",): self.console.glance})
            case Want.PHONES if self._board is not None:
                self._board.let_phones_play(not self._board.phones.entry)
            case Want.SETTINGS if self._desk is not None:
                self._desk.open()
                self._at_desk = True
            case _:
                self._wish_of_house(wish)

    def _wish_of_house(self, wish: Wish) -> None:
        match wish.want:
            case Want.STOP | Want.START | Want.AGAIN:
                self.outcome = wish
                self._stopped = True
            case Want.BY_HAND | Want.CAMERA | Want.GO_ON:
                self.outcome = wish
                self.interrupt()
            case Want.AIM:
                self._aim = Aim(self._sight, self.header) if isinstance(self._sight, Lookout) else None

    def _pause(self, *, paused: bool) -> None:
        """Nothing that is seen counts meanwhile; the people of a simulated table wait too."""
        self._hold("pause", held=paused)

    def _hold(self, why: str, *, held: bool) -> None:
        """The people of a simulated table wait, as those at a real one would, or go on."""
        rehearsal = self._sight.rehearsal
        if rehearsal is not None:
            (rehearsal.hold if held else rehearsal.release)(why)

    def _picture(self, sighting: int) -> Picture | None:
        image = self._sight.picture(sighting)
        return None if image is None else Picture.from_bgr(image)

    # -- what goes out

    def _event(self, time_s: float, event: str, fields: Mapping[str, Any]) -> None:
        """Tell an event in seconds from the first frame."""
        self._tell(max(0.0, time_s - (self._began_s or 0.0)), event, fields)

    def _close(self, why: str) -> None:
        sitting = self.sitting
        if sitting is None:
            if not self._stopped:
                raise DeviceError(
                    "The input ended before the coasters of all players were seen; "
                    "show each player's coaster and the middle one, whole and in focus."
                )
            return
        sitting.close(why)
        if sitting.open_question is not None and not sitting.over:
            print(f"dealer: nobody answered: {sitting.open_question}", file=sys.stderr)
            self.status = 3


def _is_clear(view: TableView) -> bool:
    """Whether no card lies face up before a player or in the middle, and nothing hides any place."""
    lying = (s for s in view.sightings if s.face is not Face.DOWN and s.place.area is not Area.ELSEWHERE)
    return not view.trouble and not view.hidden and next(lying, None) is None


def missing_coasters(seats: Sequence[SeatSeen], header: Header | None) -> tuple[str, str]:
    """What to say while coasters are missing: what is seen, and what is wanted."""
    seen = ", ".join(str(seat.seat) for seat in sorted(seats, key=lambda seat: seat.seat))
    headline = _("I see the coasters {seats}.").format(seats=seen) if seen else _("I see no coasters.")
    if header is None:
        return headline, _("Put one coaster before each player and one in the middle.")
    count = len(header.players)
    wanted = ngettext(
        "{count} player needs {count} coaster. Put one before each player, and one in the middle.",
        "{count} players need {count} coasters. Put one before each player, and one in the middle.",
        count,
    )
    return headline, wanted.format(count=count)
