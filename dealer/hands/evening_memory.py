"""What the evening's pages read of the journal: balances, games, rounds. Read once, until something is written.

What takes long, all games that were ever played, is read piece by piece: see ``work``.
"""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from dealer.books.facts import HOUSE, NO_POT, POT, Evening, Person, PersonRecord, Posting, PostingKind, Pot
from dealer.display.players import signed
from dealer.display.screens import Call, Chart, Curve, Picture
from dealer.errors import DealerError
from dealer.game.driver import Event, Game
from dealer.hands.evening_words import as_called, how_long, mark_of, outcome, round_in_words
from dealer.hands.pictures_shown import call_of
from dealer.journal.books import Books
from dealer.journal.journal import Journal
from dealer.journal.people import People
from dealer.locale import _
from dealer.rules.acts import Act
from dealer.words.titles import game_title
from dealer.words.worth import coins_in_words

ENDS_A_ROUND = frozenset({"round-over", "new-round"})
"""Events after which the next card is one of another round."""

LEAST_STEPS = 4
"""A game of fewer rounds is charted move by move."""

MOST_EVENINGS = 20
"""Evenings that stand in a person's chart, the last ones."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list: what it was and who lost or won, what that came to for them, how long it took."""

    number: int
    words: str
    cost: str
    length: str


@dataclass(frozen=True, slots=True)
class Round:
    """The acts of a round (indices), and what it came to."""

    acts: tuple[int, ...]
    words: str


class Memory:
    """The journal as the pages read it. ``decode`` makes a picture of a JPEG."""

    def __init__(self, journal: Journal, decode: Callable[[bytes], Picture | None]) -> None:
        self._journal = journal
        self._decode = decode
        self._evenings: tuple[Evening, ...] | None = None
        self._listed: tuple[Person, ...] | None = None
        self._postings: dict[int, tuple[Posting, ...]] = {}
        self._lines: dict[int, GameLine] = {}
        self._games: dict[int, Game | None] = {}
        self._steps: dict[int, tuple[Counter[int], ...]] = {}
        self._records: dict[int, PersonRecord] = {}
        self._unread: deque[int] | None = None
        """The games that are to be read before records can be; None: nobody has asked for any."""
        self._wanted: deque[Person] = deque()
        """Whose records are to be read."""
        self._evenings_wanted = False
        self.at_table: int | None = None
        """The game that people have before them, also when it is over."""
        self.playing: frozenset[int] = frozenset()
        """Who plays now or next, by number, as far as the house's list knows them."""
        self.gone_home: set[int] = set()
        """Who has settled as one who leaves, and so does not play the next game."""
        self.pot_kept = 0
        """The coins in the pot that people said are kept for another evening."""

    @property
    def books(self) -> Books:
        """The evening's books, to read."""
        return self._journal.books

    @property
    def people(self) -> People:
        """The house's people."""
        return self._journal.people

    @property
    def listed(self) -> tuple[Person, ...]:
        """Who is on the house's list, by number."""
        if self._listed is None:
            self._listed = self.people.all()
        return self._listed

    def forget(self) -> None:
        """Something was written: read anew."""
        self._listed = None
        self._evenings, self._unread, self._evenings_wanted = None, None, False
        self._wanted.clear()
        self._steps.clear()
        for kept in (self._postings, self._lines, self._games, self._records):
            kept.clear()

    def work(self) -> bool:
        """Read one more piece of what is asked for; whether anything was left to read."""
        if self._unread:
            self.books.read(self._unread.popleft())
        elif self._wanted:
            person = self._wanted.popleft()
            self._records[person.number] = self.books.record_of(person)
        elif unread := self._unread_evenings():
            self._won_and_lost(unread[0])
        else:
            return False
        return True

    def _unread_evenings(self) -> list[Evening]:
        if not self._evenings_wanted:
            return []
        return [evening for evening in self.evenings()[-MOST_EVENINGS:] if evening.number not in self._steps]

    # -- evenings

    def evenings(self) -> tuple[Evening, ...]:
        """All evenings, the oldest first."""
        if self._evenings is None:
            self._evenings = self.books.evenings()
        return self._evenings

    def evening(self, number: int) -> Evening:
        """The evening of this number, as it is now."""
        return next(one for one in self.evenings() if one.number == number)

    def latest(self) -> Evening | None:
        """The evening that goes on, else the last one."""
        return self.books.open() or (self.evenings()[-1] if self.evenings() else None)

    def goes_on(self) -> bool:
        """Whether a game is not over yet: its evening cannot be closed."""
        return self._journal.unfinished() is not None

    def pot_to_ask_about(self, evening: Evening) -> Pot:
        """What lies in the pot although nobody plays for it, and can be shared, and nobody has said that it stays."""
        pot = self.books.pot_to_share(evening)
        return pot if pot.coins != self.pot_kept else NO_POT

    def postings(self, evening: Evening) -> tuple[Posting, ...]:
        """All lines of an evening's books."""
        if evening.number not in self._postings:
            self._postings[evening.number] = self.books.postings(evening)
        return self._postings[evening.number]

    def somebody(self, account: int) -> Person:
        """Whose account it is."""
        names = {HOUSE: _("the house"), POT: _("the pot")}
        return Person(account, names[account], 0, 0) if account in names else self.people.person(account)

    def standing(self, evening: Evening) -> tuple[Posting, ...]:
        """The lines that people posted, or that wait for a tick, and that nobody took back."""
        lines = self.postings(evening)
        gone = {line.reverses for line in lines if line.kind is PostingKind.REVERSAL}
        return tuple(line for line in lines if line.kind is not PostingKind.REVERSAL and line.number not in gone)

    def balances(self, evening: Evening) -> Chart:
        """What everybody has won and lost, game by game; what was paid since changes nothing in it."""
        steps = self._won_and_lost(evening)
        curves = tuple(
            Curve(mark_of(tab.person), tab.person.name, tuple(accumulate(step[tab.person.number] for step in steps)))
            for tab in self.books.tabs(evening)
        )
        return Chart(_("Won and lost this evening"), curves, _("Games"))

    def coins_of(self, person: Person) -> Chart | None:
        """What a person has won and lost, evening by evening; None: it is still to be read."""
        self._evenings_wanted = True
        if self._unread_evenings():
            return None
        evenings = self.evenings()[-MOST_EVENINGS:]
        sums = (sum(step[person.number] for step in self._won_and_lost(evening)) for evening in evenings)
        curve = Curve(mark_of(person), person.name, tuple(accumulate(sums, initial=0)))
        return Chart(_("Won and lost, evening by evening"), (curve,), _("Evenings"))

    def _won_and_lost(self, evening: Evening) -> tuple[Counter[int], ...]:
        """What each account got before the first game, and after each."""
        if evening.number not in self._steps:
            self._steps[evening.number] = self.books.won_and_lost(evening)
        return self._steps[evening.number]

    def record(self, person: Person) -> PersonRecord | None:
        """What a person has done here; None: it is still to be read."""
        if self._unread is None:
            self._unread = deque(reversed(self._journal.numbers()))
        if person.number not in self._records and person not in self._wanted:
            self._wanted.append(person)
        return self._records.get(person.number)

    @property
    def to_read(self) -> int:
        """How many games are still to be read."""
        return len(self._unread or ())

    # -- games

    def why_not_corrected(self, number: int) -> str | None:
        """Why no card of that game can be corrected here, in a sentence; None: one can."""
        if number == self.at_table:
            return _("This game is still on the table. Correct the card there.")
        return self._journal.why_not_corrected(number)

    def correct(self, number: int, position: int, act: Act, hand: str) -> str:
        """An act of a game that people have left was in truth this one; says which coins move. Raises InputError."""
        balances = self._balances_at(number)
        self._journal.correct_past(number, position, act, hand=hand)
        moved = Counter(self._balances_at(number))
        moved.subtract(balances)
        coins = [f"{self.somebody(account).name} {signed(by)}" for account, by in moved.items() if by]
        return _("Coins move: {coins}.").format(coins=", ".join(coins)) if coins else _("No coins move.")

    def _balances_at(self, game: int) -> dict[int, int]:
        evening = self.books.evening_of(game)
        return {} if evening is None else self.books.balances(self.books.evening(evening))

    def game(self, number: int) -> Game | None:
        """A game as it stands; None where it cannot be read."""
        if number not in self._games:
            try:
                self._games[number] = self._journal.load(number)
            except DealerError:
                self._games[number] = None
        return self._games[number]

    def line(self, evening: Evening, number: int) -> GameLine:
        """A game in a few words."""
        if number not in self._lines:
            self._lines[number] = self._line(evening, number)
        return self._lines[number]

    def _line(self, evening: Evening, number: int) -> GameLine:
        game = self.game(number)
        if game is None:
            return GameLine(number, _("cannot be read"), "", "")
        title = game_title(game.header.variant)
        words = _("{game}: {outcome}").format(game=title, outcome=outcome(game, self.called(number, game)))
        state = game.state
        named = state.losers or state.winners
        came = {player.coins for player in state.players if player.name in named and game.acts}
        forfeit = str(game.header.option("forfeit", "")) if state.losers else ""
        coins = came.pop() if len(came) == 1 else 0  # of several with different amounts none stands for the others
        sign = "+" if coins > 0 else "−"
        cost = sign + coins_in_words(evening.coin, abs(coins)) if coins else forfeit
        return GameLine(number, words, cost, how_long(self._journal.lasted_s(number)))

    def seats(self, number: int, game: Game) -> tuple[Person, ...]:
        """Who sat where; by name where nobody has written that down."""
        there = self.people.at(number)
        if len(there) == len(game.header.players):
            return there
        return tuple(Person(0, name, seat, seat) for seat, name in enumerate(game.header.players))

    def called(self, number: int, game: Game) -> dict[str, str]:
        """How those who sat in a game are called now, by the names that stand in it."""
        return self.people.called(number, game.header.players)

    def points(self, number: int, game: Game) -> Chart:
        """Points, or coins where the game has no others, round by round."""
        coins = not game.header.rules.keeps_score
        again = Game(game.header)
        rounds = [tuple(0 for _player in game.header.players) if coins else _scores(again, coins=False)]
        steps = rounds.copy()
        for act in game.acts:
            events = again.push(act)
            steps.append(_scores(again, coins=coins))
            if _ends_a_round(events) or again.over:
                rounds.append(steps[-1])
        values, words = (rounds, _("Rounds")) if len(rounds) >= LEAST_STEPS else (steps, _("Moves"))
        curves = tuple(
            Curve(mark_of(person), person.name, tuple(step[seat] for step in values))
            for seat, person in enumerate(self.seats(number, game))
        )
        return Chart(_("Coins in this game") if coins else _("Points in this game"), curves, words, signed=coins)

    def rounds(self, number: int, game: Game) -> tuple[Round, ...]:
        """The game's rounds, the first one first."""
        called = self.called(number, game)
        again = Game(game.header)
        found: list[Round] = []
        acts: list[int] = []
        events: list[Event] = []
        for index, act in enumerate(game.acts):
            if act.cards:
                acts.append(index)
            happened = again.push(act)
            events += [as_called(event, called) for event in happened]
            if _ends_a_round(happened):
                found.append(Round(tuple(acts), round_in_words(tuple(events))))
                acts, events = [], []
        if acts:
            found.append(Round(tuple(acts), round_in_words(tuple(events))))
        return tuple(one for one in found if one.acts)

    def calls(self, number: int, game: Game, acts: Sequence[int]) -> tuple[Call, ...]:
        """Some of a game's acts as they were called, with their pictures."""
        evidence, called = self._journal.evidence(number), self.called(number, game)
        behind = dict(enumerate(evidence))
        return tuple(call_of(as_called(game.acts[index], called), behind.get(index), self._decode) for index in acts)


def _ends_a_round(events: Sequence[Event]) -> bool:
    return any(event.kind in ENDS_A_ROUND for event in events)


def _scores(game: Game, *, coins: bool) -> tuple[int, ...]:
    return tuple(player.coins if coins else player.score for player in game.state.players)
