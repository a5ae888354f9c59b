"""The board's place in the evening: what is shown there, worked out a piece at a time, and where phones find it."""

import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from dealer.board.code import new_code, new_word, qr_code
from dealer.board.process import BoardProcess
from dealer.board.snapshots import Asked, Entry, Evening, Offer, Past, Play, Rules, Set, Snapshot, Told, Words
from dealer.display.screens import Phones
from dealer.hands.console import Console
from dealer.hands.evening_memory import Memory
from dealer.hands.phone_hands import done
from dealer.hands.pictures_shown import nothing_shown
from dealer.house.board_facts import NO_EVENING, account_of, board_offers, name_of, past_of, play_of, rules_of
from dealer.journal.journal import Journal
from dealer.locale import _
from dealer.locale.language import Language, aside, language, languages, spoken
from dealer.settings import Board as Wish
from dealer.settings import Settings
from dealer.system.clock import Clock
from dealer.table.extras import Shown

log = logging.getLogger(__name__)

WORD = "board-word"
"""Under which name the journal keeps the word in the board's address."""

APART_S = 0.1
"""A snapshot comes no sooner than so many seconds after the one before."""

MOST_PASTS = 30
"""Games of the evening that are in the board's history, the latest ones."""


UNSEEN = object()
"""What was seen before anything was."""


class Process(Protocol):
    """What serves the board."""

    told: Told

    def show(self, snapshot: Snapshot) -> None:
        """From now on this is to be shown."""

    def asked(self) -> Asked | None:
        """The next thing that a phone does; None: nothing."""

    def close(self, *, wait: bool = True) -> None:
        """End it; ``wait`` until it has ended."""


Start = Callable[[Set], Process]


@dataclass(slots=True)
class _Tongue:
    """What one language says, as far as it is worked out."""

    language: Language
    memory: Memory
    shown: Shown
    play: Play | None = None
    evening: Evening = NO_EVENING
    rules: Rules = Rules()
    mark: str = ""
    pasts: dict[int, Past] | None = None
    offers: Mapping[str, tuple[Offer, ...]] = field(default_factory=dict)

    def words(self) -> Words:
        assert self.play is not None
        return Words(self.play, self.evening, self.rules, self.mark, self.offers)


class Board:
    """The board of one evening. ``settings`` gives those in force; ``start`` starts what serves it."""

    def __init__(
        self,
        journal: Journal,
        settings: Callable[[], Settings],
        *,
        rehearsal: bool = False,
        start: Start = BoardProcess,
        clock: Clock | None = None,
        announce: Callable[[str], None] = lambda address: None,
    ) -> None:
        """``announce`` is told each new address."""
        self._journal = journal
        self._settings = settings
        self._rehearsal = rehearsal
        self._start = start
        self._clock = clock or Clock()
        self._announce = announce
        self._process: Process | None = None
        self._wanted: Set | None = None
        self._by: Settings | None = None
        self._tongues: tuple[_Tongue, ...] = ()
        self._todo: deque[Callable[[], None]] = deque()
        self._console: Console | None = None
        self._jpeg: Callable[[int], bytes | None] = lambda sighting: None
        self._picture: tuple[object, str, bytes] = (None, "", b"")
        self._seen: object = UNSEEN
        self._counted: object = UNSEEN
        self._header: object = None
        self._shown_s = float("-inf")
        self._phones: tuple[object, Phones] = (None, Phones())
        self._code = ""
        """With which phones may play; empty: they only look."""
        self._code_for: int | None = None
        """The evening that the code is good for; None: the next one, for none went on when it was made."""
        self._serial = 0
        self._failed = False
        self._announced = ""

    def close(self) -> None:
        """The evening is over."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def follow(self, console: Console | None, jpeg: Callable[[int], bytes | None] = lambda sighting: None) -> None:
        """Show a game from now on, with the pictures of its cards; None: there is none just now."""
        self._console, self._jpeg = console, jpeg

    def turned(self) -> None:
        """At each turn of a loop: do what phones say, notice what has changed, and work out one piece of it.

        Where showing fails play goes on, and there is no board until the settings change. What fails in an act that a
        phone said is raised: it would be the same from any hand.
        """
        self._hear()
        try:
            self._turned()
        except Exception:
            log.exception("the board failed")
            if self._process is not None:
                self._process.close(wait=False)
            self._process = None
            self._failed = True

    def _turned(self) -> None:
        if self._settings() is not self._by:
            self._obey(self._settings())
        if self._process is None:
            return
        now = self._evening_now() if self._code else None
        if self._code_for is None:
            self._code_for = now
        if self._code_for != now:
            self._code = ""
        if self._process.told.address not in ("", self._announced):
            self._announced = self._process.told.address
            self._announce(self._announced)
        if not self._notice() and self._todo:
            self._todo.popleft()()

    @property
    def phones(self) -> Phones:
        """Where phones find it, or why nowhere."""
        told = self._process.told if self._process is not None else None
        key = told, self._wanted, self._code, self._failed, spoken().code
        if key != self._phones[0]:
            self._phones = key, self._where(told)
        return self._phones[1]

    # -- phones that play

    def let_phones_play(self, may: bool) -> None:
        """Let phones play this evening, with a new code that is shown on the screen; or no more from now on."""
        self._code, self._code_for = new_code() if may else "", self._evening_now()

    def _evening_now(self) -> int | None:
        evening = self._journal.books.open()
        return evening.number if evening is not None else None

    def _hear(self) -> None:
        """Do what phones say, as far as it answers what the table asks for now."""
        while self._process is not None and (asked := self._process.asked()) is not None:
            console = self._console
            is_now = asked.serial == self._serial and self._game_now() == self._seen
            if console is not None and self._code and asked.code == self._code and is_now:
                done(console, asked.player, asked.key)

    # -- where it is

    def _obey(self, settings: Settings) -> None:
        """Serve it as the settings say."""
        self._by = settings
        if settings.board is Wish.OFF:
            wanted = None
        else:
            wanted = Set(settings.board_port, self._word() if settings.board is Wish.WORD else "")
        if settings.board is not Wish.WORD and self._journal.choice(WORD) is not None:
            self._journal.keep_choice(WORD, None)  # the next one is another
        if wanted == self._wanted and not self._failed:
            return
        if self._process is not None:
            self._process.close(wait=False)  # a game may go on meanwhile
            self._process = None
        self._wanted, self._failed, self._code = wanted, False, ""
        if wanted is not None:
            self._process = self._start(wanted)
            self._tongues = tuple(
                _Tongue(language(code), Memory(self._journal, nothing_shown), Shown()) for code in languages()
            )
            self._seen = self._counted = UNSEEN
            self._header = None
            self._shown_s = float("-inf")
            self._todo.clear()

    def _word(self) -> str:
        """The word in the address; it stays while the settings ask for one."""
        kept = self._journal.choice(WORD)
        if isinstance(kept, str) and kept.isalpha() and kept.isascii():
            return kept
        word = new_word()
        self._journal.keep_choice(WORD, word)
        return word

    def _where(self, told: Told | None) -> Phones:
        if self._failed:
            return Phones(problem=_("The board failed. The game goes on without it."))
        if told is None or self._wanted is None:
            return Phones(off=True)
        if told.address:
            return Phones(told.address, qr_code(told.address), entry=self._code)
        match told.trouble:
            case "port-taken":
                words = _("No board for phones: port {port} is taken. Choose another in the settings.")
                return Phones(problem=words.format(port=self._wanted.port))
            case "network":
                return Phones(problem=_("No board for phones: this table is in no network."))
            case "missing":
                return Phones(problem=_("No board for phones: pip install starlette uvicorn segno"))
        return Phones()

    # -- what is on it

    def _notice(self) -> bool:
        """What has changed in the game is shown at once; the books are worked out after it, piece by piece."""
        now_s = self._clock.now_s()
        seen = self._game_now()
        if seen != self._seen and now_s - self._shown_s >= APART_S:
            self._seen, self._shown_s = seen, now_s
            self._serial += 1
            for tongue in self._tongues:
                self._play(tongue)
            self._publish()
            return True
        header = self._console.sitting.game.header if self._console is not None else self._header
        if header is not self._header:
            self._header = header
            self._todo.extend((*(partial(self._rules, one) for one in self._tongues), self._publish))
        counted = self._journal.changes
        if counted != self._counted and not self._todo:
            self._counted = counted
            self._todo.extend(partial(self._account, one) for one in self._tongues)
        return False

    def _game_now(self) -> object:
        """What the game's page depends on."""
        console = self._console
        if console is None:
            return None
        sitting, prompt = console.sitting, console.sitting.prompt
        return (
            sitting.number,
            sitting.game.acts,
            prompt.mode,
            prompt.headline,
            prompt.detail,
            prompt.turn,
            tuple(line.label for line in prompt.choices),
            sitting.moment,
            sitting.reckoning if sitting.over else None,
            sitting.last_call,
            console.paused,
            console.odds,
            self._code,
        )

    def _play(self, tongue: _Tongue) -> None:
        console = self._console
        with aside(tongue.language):
            tongue.mark = _("Rehearsal") if self._rehearsal else ""
            if console is None:
                tongue.play = Play("between", _("Between two games"), _("The next one is being chosen."))
            else:
                shown = tongue.shown.of(console.sitting.game, console.odds)
                tongue.play = play_of(console.sitting, shown, paused=console.paused, picture=self._picture_now())
            tongue.offers = board_offers(console) if console is not None and self._code else {}

    def _picture_now(self) -> str:
        """The name of the last card's picture, or ``""``."""
        call = self._console.sitting.last_call if self._console is not None else None
        if call is None:
            self._picture = (None, "", b"")
        elif call != self._picture[0]:
            jpeg = (self._jpeg(call[1].id) if call[1] is not None else None) or b""
            self._picture = (call, name_of(jpeg) if jpeg else "", jpeg)
        return self._picture[1]

    def _rules(self, tongue: _Tongue) -> None:
        if self._console is not None:
            with aside(tongue.language):
                tongue.rules = rules_of(self._console.sitting.game.header)

    def _account(self, tongue: _Tongue) -> None:
        """The evening's balances and debts; then its games, one after the other."""
        tongue.memory.forget()
        with aside(tongue.language):
            evening = account_of(tongue.memory)
        latest = tongue.memory.latest()
        games: Sequence[int] = tongue.memory.books.games(latest)[::-1][:MOST_PASTS] if latest is not None else ()
        kept = {number: past for number, past in (tongue.pasts or {}).items() if number in games[1:]}
        tongue.pasts = kept
        todo = [(index, number) for index, number in enumerate(games) if number not in kept]
        for index, number in todo:
            assert latest is not None
            self._todo.append(partial(self._past, tongue, latest.number, index, number))
        self._todo.append(partial(self._whole, tongue, evening, tuple(games)))

    def _past(self, tongue: _Tongue, evening: int, index: int, number: int) -> None:
        """A game of the evening; one that is over stays as it is."""
        assert tongue.pasts is not None
        with aside(tongue.language):
            tongue.pasts[number] = past_of(tongue.memory, evening, index)

    def _whole(self, tongue: _Tongue, evening: Evening, games: tuple[int, ...]) -> None:
        pasts = tongue.pasts or {}
        whole = Evening(
            evening.title,
            evening.note,
            evening.balances,
            evening.dues,
            tuple(pasts[number] for number in games if number in pasts),
        )
        if whole != tongue.evening:
            tongue.evening = whole
            if self._publish not in self._todo:
                self._todo.append(self._publish)

    def _publish(self) -> None:
        if self._process is None or any(one.play is None for one in self._tongues):
            return
        _call, name, jpeg = self._picture
        words = {one.language.code: one.words() for one in self._tongues}
        house = spoken().code
        entry = None
        if self._code and self._console is not None:
            entry = Entry(self._code, self._serial, self._console.sitting.game.header.players)
        self._process.show(Snapshot(words, house, {name: jpeg} if name else {}, entry))
