"""A game in play: the header and the acts, and all that follows from them.

The state is the acts. ``push`` takes one act, ``pop`` takes the last one back by replaying the others, ``correct``
replaces one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dealer.errors import IllegalAct
from dealer.game.header import Header
from dealer.rules.acts import Act
from dealer.rules.cards import RANKS
from dealer.rules.coins import Transfer
from dealer.rules.events import Event
from dealer.rules.expect import FROM_A_HAND, FROM_THE_PILE, OVER, RESHUFFLE, Expectation

__all__ = ["Correction", "Event", "Game", "Header", "Irregularity", "PlayerState", "State"]


class Correction(IllegalAct):
    """A correction that makes a later act impossible. ``index`` is that act's, counted from 0."""

    def __init__(self, message: str, *, index: int) -> None:
        super().__init__(message)
        self.index = index


@dataclass(frozen=True, slots=True)
class Irregularity:
    """What was against good order but did not stop play. ``index`` is the act's, counted from 0."""

    index: int
    text: str


@dataclass(frozen=True, slots=True)
class PlayerState:
    """One player: cards face up, hidden and kept for points; ``coins`` are net, bets and antes in."""

    name: str
    status: str
    stack: tuple[int, ...]
    hidden: int
    points: tuple[int, ...]
    score: int
    coins: int


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands. ``players`` are in seat order; ``deck`` and ``discards`` count cards."""

    players: tuple[PlayerState, ...]
    table: tuple[int, ...]
    pot: int
    deck: int
    discards: int
    turn: str | None
    over: bool
    losers: tuple[str, ...]
    winners: tuple[str, ...]
    irregularities: tuple[Irregularity, ...]


class Game:
    """One game, from its header, act by act."""

    def __init__(self, header: Header, acts: Iterable[Act] = ()) -> None:
        self.header = header
        self._acts: list[Act] = []
        self._start()
        for act in acts:
            self.push(act)

    def _start(self) -> None:
        self._acts.clear()
        self._table = self.header.rules(self.header)
        self._table.acts = self._acts
        self._moves = self._table.play()
        self._paused: Expectation | None = None
        self.events: tuple[Event, ...] = ()
        self.expects: Expectation = OVER
        self._settle(next(self._moves, OVER))
        self._table.transfers[:] = [replace(before, act=None) for before in self._table.transfers]
        self.events = tuple(self._table.happened)

    def _settle(self, expects: Expectation) -> None:
        """Make ``expects`` what comes next; when the draw pile is empty and a card is due, pause for a reshuffle."""
        table = self._table
        if expects.takes_card and not table.deck:
            if table.discards > table.set_aside:
                self._paused, expects = expects, RESHUFFLE
                table.tell("reshuffle-due")
            else:
                expects = expects.without_the_pile()
                if not expects:
                    # No card is left and nothing else is possible: no loser, no winner, no stakes; the pot stays.
                    self._moves.close()
                    expects = OVER
                    table.tell("undecided")
        self.expects = expects

    @property
    def acts(self) -> tuple[Act, ...]:
        """What has happened so far."""
        return tuple(self._acts)

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """All coins that have changed hands, in order; and what the loser owes instead of coins."""
        return tuple(self._table.transfers)

    @property
    def last_act(self) -> Act | None:
        """What happened last."""
        return self._acts[-1] if self._acts else None

    def refusal(self, act: Act) -> str:
        """Why ``act`` is refused now, or ``""`` when it is not."""
        expects, table = self.expects, self._table
        rank = expects.known.get(act)
        if rank is None:
            option = expects.option_of(act)
            if option is None or option.refusal(act):
                return expects.refusal(act)
            if option.needs in FROM_THE_PILE:
                if len(act.cards) > table.deck:
                    return f"'{act}' is not possible: only {table.deck} cards are left in the draw pile."
                missing = table.not_in_the_pile(act)
            else:
                missing = table.not_in_hand(act) if option.needs in FROM_A_HAND else ""
        else:
            missing = "" if rank == 0 or table.unseen[rank] else table.no_more(rank)
        return f"'{act}' is not possible: {missing}. Expected {expects}." if missing else ""

    def legal_acts(self) -> Iterator[Act]:
        """The acts that ``push`` would take now, as far as they can be listed: see ``Expectation.acts``."""
        return (act for act in self.expects.acts(RANKS) if not self.refusal(act))

    def push(self, act: Act) -> tuple[Event, ...]:
        """Take one act; returns what happened because of it. Raises ``IllegalAct``, and then the game is as before."""
        table = self._table
        rank = self.expects.known.get(act)
        # What is known and takes no card, or one that is still unseen, is the common case and needs no closer look.
        if (rank is None or (rank and not table.unseen[rank])) and (refusal := self.refusal(act)):
            raise IllegalAct(refusal)
        table.happened.clear()
        if self._paused is None:
            try:
                expects = self._moves.send(act)
            except StopIteration:
                expects = OVER
        else:
            expects, self._paused = self._paused, None
            table.reshuffle()
        self._acts.append(act)
        if not table.deck and expects.takes_card:
            self._settle(expects)
        else:
            self.expects = expects
        self.events = events = tuple(table.happened)
        return events

    def pop(self) -> Act:
        """Take the last act back. Raises ``IndexError`` when nothing has happened."""
        if not self._acts:
            raise IndexError("No act to take back: nothing has happened yet.")
        acts = tuple(self._acts)
        self._start()
        for act in acts[:-1]:
            self.push(act)
        return acts[-1]

    def copy(self) -> "Game":
        """A copy of the game, to be played on apart."""
        return Game(self.header, self._acts)

    def __deepcopy__(self, memo: object) -> "Game":
        """``copy``: the rules are under way, and cannot be copied as they stand."""
        return self.copy()

    def correct(self, index: int, act: Act) -> "Game":
        """A new game with the act at ``index`` (from 0) replaced.

        Raises ``Correction``, which names the first act that became impossible.
        """
        game = Game(self.header, self._acts[:index])
        for position, then in enumerate((act, *self._acts[index + 1 :]), start=index):
            try:
                game.push(then)
            except IllegalAct as refused:
                message = f"With '{act}' as act {index + 1}, act {position + 1} fails: {refused}"
                raise Correction(message, index=position) from refused
        return game

    def corrected(self, index: int, act: Act) -> "Game":
        """As ``correct``; but where a game that is over would have ended sooner, a wrong call made people play on: what
        came after its end is left out, one act each at most.
        """
        try:
            return self.correct(index, act)
        except Correction:
            sooner = self._ended_by(index, act) if self.over else None
            if sooner is None or len(self._acts) - len(sooner.acts) > len(self.header.players):
                raise
            return sooner

    def may_have_been(self, index: int, act: Act) -> bool:
        """Whether the rules allow ``act`` at ``index`` (from 0), with all that came after."""
        try:
            self.correct(index, act)
        except Correction:
            return False
        return True

    def _ended_by(self, index: int, act: Act) -> "Game | None":
        """A new game that ends sooner with another act; None where it does not, or cannot come to its end."""
        game = Game(self.header, self._acts[:index])
        for then in (act, *self._acts[index + 1 :]):
            try:
                game.push(then)
            except IllegalAct:
                return None
            if game.over:
                return game
        return None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.expects is OVER

    @property
    def target(self) -> int | None:
        """The score that ends the game, or None where it has none."""
        target: int | None = getattr(self._table, "target", None)
        return target

    @property
    def dealer(self) -> str:
        """Who deals now."""
        return self._table.names[self._table.dealer]

    @property
    def next_dealer(self) -> str:
        """Who deals the next game."""
        return self._table.names[self._table.next_dealer()]

    @property
    def button(self) -> str | None:
        """Who has the button; None where no button goes on from game to game."""
        return self._name(self._table.button())

    @property
    def next_button(self) -> str | None:
        """Who has the next game's button; None where there is none."""
        return self._name(self._table.next_button())

    def _name(self, seat: int | None) -> str | None:
        return None if seat is None else self._table.names[seat]

    @property
    def possible_ranks(self) -> Mapping[int, int]:
        """How many copies of each rank may still come, as far as anybody has seen; ranks that can't are left out."""
        return {rank: copies for rank, copies in enumerate(self._table.unseen) if copies > 0}

    def count_cards(self) -> int:
        """How many cards there are, counted where they lie; always 55 a deck."""
        table = self._table
        return sum(map(len, table.face_up), sum(table.hidden, table.deck + table.discards))

    @property
    def hidden(self) -> tuple[int, ...]:
        """How many hidden cards each player has, in seat order."""
        return tuple(self._table.hidden)

    @property
    def seen_into_hands(self) -> tuple[tuple[int, ...], ...]:
        """The hidden cards that everybody saw go into each player's hand, in seat order; ``()`` where none ever do."""
        known: Sequence[Sequence[int]] = getattr(self._table, "known", ())
        return tuple([tuple(sorted(cards)) for cards in known])

    @property
    def put_aside(self) -> int:
        """How many cards of hands were given away face down and will be turned: pitched ones, the Monster's."""
        aside: int = getattr(self._table, "monster", self._table.set_aside)
        return aside

    @property
    def state(self) -> State:
        """Where the game stands, as plain data."""
        table = self._table
        players = tuple(
            PlayerState(*facts)
            for facts in zip(
                table.names,
                table.status,
                map(tuple, table.stacks),
                table.hidden,
                map(tuple, table.points),
                table.scores,
                table.coins,
                strict=True,
            )
        )
        return State(
            players,
            tuple(table.table),
            table.pot,
            table.deck,
            table.discards,
            self.expects.turn,
            self.over,
            table.names_of(table.losers),
            table.names_of(table.winners),
            tuple(
                Irregularity(index, f"{player} got a card before {due}, who was due first")
                for index, player, due in table.irregularities
            ),
        )

    def to_json(self, *, lines: Sequence[int] | None = None) -> dict[str, Any]:
        """The object that ``dealer replay --json`` prints. ``lines[i]`` is the file's line of act i; default i + 1."""
        state, header = self.state, self.header
        return {
            "variant": header.variant,
            "twists": list(header.twists),
            "stakes": header.stakes,
            "players": [
                {
                    "name": player.name,
                    "status": player.status,
                    "stack": list(player.stack),
                    "hidden": player.hidden,
                    "points": list(player.points),
                    "score": player.score,
                    "coins": player.coins,
                }
                for player in state.players
            ],
            "table": list(state.table),
            "pot": state.pot,
            "deck": state.deck,
            "discards": state.discards,
            "turn": state.turn,
            "expects": list(self.expects.verbs),
            "prices": dict(self.expects.prices),
            "over": state.over,
            "losers": list(state.losers),
            "winners": list(state.winners),
            "irregularities": [
                {"line": lines[fault.index] if lines else fault.index + 1, "text": fault.text}
                for fault in state.irregularities
            ],
        }
