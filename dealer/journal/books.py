"""The evening's books on disk: postings, tabs, settling up.

Lines are only ever added. A game's lines follow its acts (``follow``): where acts are taken back or corrected, its
lines are reversed from the first that is no longer so, and posted anew.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from dealer.books.caps import Span
from dealer.books.facts import (
    HOUSE,
    NO_POT,
    POT,
    Coin,
    Evening,
    Luck,
    Payment,
    Person,
    PersonRecord,
    Posting,
    PostingKind,
    Pot,
    Reckoning,
    Settled,
    Standing,
    Tab,
)
from dealer.books.luck import Share, shares
from dealer.books.settling import payments, payments_of
from dealer.errors import DealerError, InputError, JournalError
from dealer.game.driver import Game, Header
from dealer.game.record import parse_record
from dealer.journal.open_file import OpenFile, now
from dealer.journal.people import People
from dealer.locale import _
from dealer.rules.acts import Act
from dealer.rules.coins import Transfer

BY_HAND = (
    PostingKind.SIDE_BET,
    PostingKind.BUY_IN,
    PostingKind.CASH_OUT,
    PostingKind.CASH,
    PostingKind.FORFEIT,
)
"""What people post. All else is posted by the books."""

FROM_ACTS = (
    PostingKind.ANTE,
    PostingKind.BET,
    PostingKind.FOLD,
    PostingKind.PAIR,
    PostingKind.PAYOUT,
    PostingKind.SPLIT,
    PostingKind.STAKE,
    PostingKind.FORFEIT,
)
"""What a game posts; with a game's number such a line follows from its acts."""

OF_GAMES = tuple(kind.value for kind in (*FROM_ACTS, PostingKind.REVERSAL))
"""The kinds of a game's own coins, as they are written; a reversal of what people posted names no game."""

_MARKS = ", ".join("?" * len(OF_GAMES))

EVENING = Span.EVENING.value
"""``why`` of a consent that holds for all games of an evening."""

MOST_COINS = 1_000_000_000
"""Most coins of one line; no table counts further."""

Line = tuple[int | None, int, int, int, str, str]
"""A line of a game as it is due: the act, giver, taker, coins, kind, why."""


class Books:
    """The books in the journal. ``read`` gives a game's header and its acts as they stand, or raises JournalError."""

    def __init__(self, file: OpenFile, people: People, read: Callable[[int], tuple[Header, tuple[Act, ...]]]) -> None:
        self._file = file
        self._people = people
        self._read = read
        self._shares_of: dict[int, tuple[int | None, list[Share]]] = {}

    # -- evenings

    def open(self) -> Evening | None:
        """The evening that goes on."""
        found = self._evenings("WHERE closed IS NULL ORDER BY number DESC LIMIT 1")
        return found[0] if found else None

    def opened(self, coin: Coin | None = None) -> Evening:
        """The evening that goes on, or a new one: with the last one's coin if none is given, or where people owe such
        coins."""
        evening = self.open()
        if evening is None:
            last = self.evenings()[-1:]
            coin = self.coin_in_use() or coin or (last[0].coin if last else Coin())
            with self._file.writing():
                number = self._file.next_number(
                    "SELECT max(number) FROM evening",
                    "SELECT max(evening) FROM posting",
                    "SELECT max(evening) FROM game",
                )
                self._file.write(
                    "INSERT INTO evening (number, opened, closed, hundredths, currency, coin_name) "
                    "VALUES (?, ?, NULL, ?, ?, ?)",
                    (number, now(), coin.hundredths, coin.currency, coin.name),
                )
                self._bring_over(number)
            return self.evening(number)
        if coin is not None and self.coin_in_use() is None:
            self.set_coin(coin)
        return self.evening(evening.number)

    def evening(self, number: int) -> Evening:
        """The evening of this number. Raises InputError."""
        found = self._evenings("WHERE number = ?", (number,))
        if not found:
            raise InputError(f"There is no evening {number}; `dealer evening list` shows them.")
        return found[0]

    def coin_in_use(self) -> Coin | None:
        """The coin in which somebody owes something, and which must stay what it is: that of the evening that goes on
        once coins have moved, else that of what is carried into the next one. None: it may be another."""
        evening = self.open()
        if evening is not None:
            moved = self._file.rows("SELECT 1 FROM posting WHERE evening = ? AND coins > 0 LIMIT 1", (evening.number,))
            return evening.coin if moved else None
        waiting = self.waiting()
        return self.evening(waiting[0].evening).coin if waiting else None

    def set_coin(self, coin: Coin) -> None:
        """What a coin of this evening is worth. Raises InputError where coins have moved."""
        evening = self.opened()
        if coin == evening.coin:
            return
        if self.coin_in_use() is not None:
            raise InputError(_("Settle up first: coins have moved."))
        with self._file.writing():
            self._file.write(
                "UPDATE evening SET hundredths = ?, currency = ?, coin_name = ? WHERE number = ?",
                (coin.hundredths, coin.currency, coin.name, evening.number),
            )

    def close(self, evening: Evening, *, hand: str = "") -> None:
        """The evening is over. What lies in the pot is kept for the next one.

        Raises:
            InputError: a game goes on.
        """
        game = self._going_on()
        if game is not None and self.evening_of(game) == evening.number:
            raise InputError(f"Game {game} still goes on; finish or stop it first.")
        with self._file.writing():
            if (coins := self.pot(evening)) > 0:
                self._post(evening.number, POT, HOUSE, coins, PostingKind.CARRY, hand=hand)
            elif coins:  # it was shared out before a correction said that there was less in it
                self._post(evening.number, HOUSE, POT, -coins, PostingKind.BUY_IN)
            closing = self._posting(self._post(evening.number, POT, HOUSE, 0, PostingKind.CLOSING, hand=hand))
            self._file.write("UPDATE evening SET closed = ? WHERE number = ?", (closing.clock, evening.number))

    def reopen(self, evening: Evening, *, hand: str = "") -> None:
        """The evening goes on. Raises InputError where another one does."""
        other = self.open()
        if other is not None:
            if other.number == evening.number:
                return
            raise InputError(f"Evening {other.number} is still open; close it first.")
        with self._file.writing():
            for posting in self.waiting():
                if (posting.evening, posting.giver) == (evening.number, POT):
                    self._reverse(posting, hand)
            for closing in self._closings(evening.number):
                self._reverse(closing, hand)
            self._file.write("UPDATE evening SET closed = NULL WHERE number = ?", (evening.number,))

    def _closings(self, evening: int) -> list[Posting]:
        """The closings that stand: one at most."""
        lines = self._postings("WHERE evening = ? ORDER BY number", (evening,))
        return [line for line in _that_stand(lines) if line.kind is PostingKind.CLOSING]

    def evenings(self) -> tuple[Evening, ...]:
        """All evenings, the oldest first."""
        return self._evenings("ORDER BY number")

    def games(self, evening: Evening) -> tuple[int, ...]:
        """The numbers of its games, the oldest first."""
        rows = self._file.rows("SELECT number FROM game WHERE evening = ? ORDER BY number", (evening.number,))
        return tuple(row[0] for row in rows)

    def count(self, evening: Evening) -> int:
        """How many games those are: one that went on with other players is one."""
        went_on = "instr(header, char(10) || 'scores = ')"
        rows = self._file.rows(f"SELECT count(*) FROM game WHERE evening = ? AND NOT {went_on}", (evening.number,))
        return int(rows[0][0])

    def _evenings(self, where: str, values: Sequence[Any] = ()) -> tuple[Evening, ...]:
        columns = "number, opened, closed, hundredths, currency, coin_name"
        rows = self._file.rows(f"SELECT {columns} FROM evening {where}", values)
        return tuple(Evening(number, opened, closed, Coin(*coin)) for number, opened, closed, *coin in rows)

    # -- what stands in the books

    def postings(self, evening: Evening, game: int | None = None) -> tuple[Posting, ...]:
        """All lines of an evening, or those of one of its games, the oldest first."""
        if game is None:
            return self._postings("WHERE evening = ? ORDER BY number", (evening.number,))
        return self._postings("WHERE evening = ? AND game = ? ORDER BY number", (evening.number, game))

    def balances(self, evening: Evening) -> dict[int, int]:
        """The balance of every account, by its number; somebody who was merged counts for the other one."""
        found: Counter[int] = Counter()
        for giver, taker, coins in self._file.rows(
            "SELECT giver, taker, sum(coins) FROM posting WHERE evening = ? GROUP BY giver, taker", (evening.number,)
        ):
            found[self._whose(giver)] -= coins
            found[self._whose(taker)] += coins
        return dict(found)

    def tabs(self, evening: Evening) -> tuple[Tab, ...]:
        """Who took part, in the order in which they came; without the pot and the house."""
        balances = self.balances(evening)
        return tuple(Tab(person, balances.get(person.number, 0)) for person in self._took_part(evening))

    def due_to(self, person: int) -> int:
        """What somebody still gets in the evening that goes on, or is carried to the next one; less than 0: owes."""
        evening = self.open()
        due = self.balances(evening) if evening is not None else {}
        coins = due.get(person, 0)
        for out in self.waiting():
            coins += out.coins * ((self._whose(out.giver) == person) - (self._whose(out.taker) == person))
        return coins

    def won_and_lost(self, evening: Evening) -> tuple[Counter[int], ...]:
        """What each account got before the first game, and after each: by games, bets and drinks; what was paid since,
        or is carried from evening to evening, changes nothing in it."""
        lines = {line.number: line for line in self.postings(evening)}
        games = {game: step for step, game in enumerate(self.games(evening), start=1)}
        steps = tuple(Counter[int]() for _step in range(len(games) + 1))
        accounts = {account for line in lines.values() for account in (line.giver, line.taker)}
        whose = {account: self._whose(account) for account in accounts}
        now = 0
        for line in lines.values():
            now = max(now, games.get(line.game or 0, 0))
            step = games.get(line.game or 0, now)
            cause = lines.get(line.reverses or 0, line) if line.kind is PostingKind.REVERSAL else line
            if cause.kind not in (PostingKind.CASH, PostingKind.CARRY):
                steps[step][whose[line.giver]] -= line.coins
                steps[step][whose[line.taker]] += line.coins
        return steps

    def pot(self, evening: Evening) -> int:
        """The coins in the middle."""
        return self.balances(evening).get(POT, 0)

    def kept_for_later(self, evening: Evening) -> int:
        """The coins that lay in the middle at its end and wait for the next evening, or came into it."""
        carried = (line for line in _that_stand(self.postings(evening)) if line.kind is PostingKind.CARRY)
        return sum(line.coins for line in carried if line.giver == POT and line.reverses is None)

    def pot_between_games(self) -> Pot:
        """What lies in the middle before the next game, and whose it was; without what a game that goes on put in."""
        evening = self.open()
        if evening is not None:
            coins, players = self._pot_of(evening.number, without=self._going_on())
            return Pot(coins, self._names(players)) if coins > 0 else Pot()
        coin = self.coin_in_use()
        waiting = [one for one in self.waiting(coin) if one.giver == POT]
        players = [one for out in waiting for one in self._pot_of(out.evening, before=out.number)[1]]
        return Pot(sum(out.coins for out in waiting), self._names(players))

    def reckoning(self, number: int, names: Sequence[str]) -> Reckoning:
        """What stands in the books of a game and of those who play it, who are called so there, by seat."""
        evening = self.evening_of(number)
        if evening is None:
            return Reckoning()
        of = self.evening(evening)
        balances = self.balances(of)
        people = {name: person.number for name, person in zip(names, self._people.at(number), strict=False)}
        known = tuple((name, balances.get(account, 0)) for name, account in people.items())
        lines = self.postings(of)
        return Reckoning(
            of.coin,
            known if any(coins for _name, coins in known) else (),
            self._settled(of, number, lines),
            _forfeit_done(lines, number),
        )

    def carried(self, evening: Evening) -> tuple[Payment, ...]:
        """Who pays whom on the next evening what was left open on this one, which is closed."""
        settled = self._settled(evening, 0, self.postings(evening))
        return () if settled is None else settled.later

    def _settled(self, evening: Evening, game: int, lines: Sequence[Posting]) -> Settled | None:
        """How far an evening of these lines is settled; None where nothing was since a game's first coins moved."""
        standing = _that_stand(lines)
        begun = next((line.number for line in lines if line.game == game), None)
        settling = begun is not None and any(line.number > begun and _settles(line) for line in standing)
        if evening.closed is None and not settling:
            return None
        carried = [line for line in standing if line.kind is PostingKind.CARRY and line.reverses is None]
        keeper = self.house(evening)
        if not self._sells_coins(evening):
            keeper = replace(keeper, number=POT)  # told apart in every language

        def who(account: int) -> Person:
            return keeper if account == HOUSE else self._people.person(account)

        due = self.settlement(evening)
        later = [(line.taker, line.giver, line.coins) for line in carried if line.giver != POT]  # the coins went back
        pot = self.pot(evening) + self.kept_for_later(evening)
        return Settled(
            tuple(Payment(who(one.giver.number), who(one.taker.number), one.coins) for one in due),
            tuple(Payment(who(giver), who(taker), coins) for giver, taker, coins in later),
            pot,
        )

    def _going_on(self) -> int | None:
        """The last game, if it was neither finished nor stopped."""
        rows = self._file.rows("SELECT number, ending FROM game ORDER BY number DESC LIMIT 1")
        return rows[0][0] if rows and rows[0][1] is None else None

    def _pot_of(self, evening: int, *, without: int | None = None, before: int | None = None) -> tuple[int, list[int]]:
        """The coins in an evening's pot, and who took part since it was last empty."""
        coins = 0
        players: list[int] = []
        lines = self._postings("WHERE evening = ? AND (giver = 0 OR taker = 0) ORDER BY number", (evening,))
        for line in _that_stand(lines):
            if (without is not None and line.game == without) or (before is not None and line.number >= before):
                continue
            coins += line.coins if line.taker == POT else -line.coins
            if line.kind is PostingKind.CARRY and line.reverses is not None:
                left = self._postings("WHERE number = ?", (line.reverses,))
                players += self._pot_of(left[0].evening, before=line.reverses)[1] if left else []
            elif line.game is not None:
                players += [person.number for person in self._people.at(line.game)]
            if not coins:
                players = []
        return coins, list(dict.fromkeys(players))

    def _names(self, players: Iterable[int]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._people.person(number).name for number in players))

    def _took_part(self, evening: Evening) -> tuple[Person, ...]:
        numbers = [
            row[0]
            for row in self._file.rows(
                "SELECT person FROM seat JOIN game ON seat.game = game.number WHERE evening = ? "
                "ORDER BY seat.game, seat.seat",
                (evening.number,),
            )
        ]
        for pair in self._file.rows(
            "SELECT giver, taker FROM posting WHERE evening = ? GROUP BY giver, taker ORDER BY min(number)",
            (evening.number,),
        ):
            numbers += [account for account in pair if account > 0]
        people = [self._people.person(number) for number in dict.fromkeys(numbers)]
        return tuple({person.number: person for person in people}.values())

    def _whose(self, account: int) -> int:
        """The account; of somebody who was merged, the other one's."""
        rows = self._file.rows("SELECT merged_into FROM person WHERE number = ?", (account,))
        return rows[0][0] or account if rows else account

    # -- what people post

    def pay(
        self,
        giver: int,
        taker: int,
        coins: int,
        kind: PostingKind,
        *,
        why: str = "",
        hand: str = "",
        game: int | None = None,
    ) -> Posting:
        """``giver`` gives ``taker`` so many coins; of ``CASH`` so much money, and the coins that were owed go back.

        ``game``: during which one; a forfeit by hand belongs to none.

        Raises:
            InputError: that cannot be posted by hand.
        """
        if kind not in BY_HAND:
            raise InputError(f"{kind.value!r} follows from the games; nobody posts it by hand.")
        least = 0 if kind is PostingKind.FORFEIT else 1
        if not least <= coins <= (MOST_COINS if least else 0):
            raise InputError(f"{coins} coins came for a {kind.value}; expected a whole number, at least {least}.")
        if giver == taker or POT in (giver, taker):
            raise InputError("Coins go from one person to another, or to and from the house.")
        for account in (giver, taker):
            if account != HOUSE:
                self._people.person(account)  # somebody has this number
        if kind is PostingKind.CASH:
            giver, taker = taker, giver
        with self._file.writing():
            game = None if kind is PostingKind.FORFEIT else game
            number = self._post(self.opened().number, giver, taker, coins, kind, game=game, why=why, hand=hand)
        return self._posting(number)

    def round(self, payer: int, had: Sequence[int], coins_each: int, *, hand: str = "") -> tuple[Posting, ...]:
        """A round of drinks: ``payer`` paid, and who ``had`` one owes it."""
        if not 0 < coins_each <= MOST_COINS:
            raise InputError(f"{coins_each} coins came for a drink; expected a whole number, at least 1.")
        with self._file.writing():
            evening = self.opened().number
            numbers = [
                self._post(evening, drinker, payer, coins_each, PostingKind.ROUND, hand=hand)
                for drinker in dict.fromkeys(had)
                if drinker != payer
            ]
        return tuple(self._posting(number) for number in numbers)

    def reverse(self, number: int, hand: str) -> Posting:
        """Take a line back that people posted, or tick a forfeit that was done.

        Raises:
            InputError: it follows from a game's acts, or was taken back before.
        """
        posting = self._posting(number)
        if posting.game is not None and posting.kind in FROM_ACTS and posting.kind is not PostingKind.FORFEIT:
            raise InputError("These coins follow from the cards: correct the card instead.")
        if posting.kind is PostingKind.CLOSING:
            raise InputError("This line closes the evening: open the evening again instead.")
        if posting.kind is PostingKind.CARRY and posting not in self.waiting():
            raise InputError(_("These coins stand in another evening's books by now."))
        if posting.reverses is not None or self._file.rows("SELECT 1 FROM posting WHERE reverses = ?", (number,)):
            raise InputError(f"Line {number} is taken back already, or takes another one back.")
        with self._file.writing():
            return self._posting(self._reverse(posting, hand))

    def carry(self, person: int | None = None, *, hand: str = "") -> tuple[Posting, ...]:
        """What this person owes and is owed is settled the next evening, with the same people and the pot, as coins;
        None: what all do."""
        evening = self._at_hand()
        with self._file.writing():
            numbers = [
                self._post(evening.number, one.taker.number, one.giver.number, one.coins, PostingKind.CARRY, hand=hand)
                for one in self.settlement(evening, leaving=person)
            ]
        return tuple(self._posting(number) for number in numbers)

    def pot_to_share(self, evening: Evening) -> Pot:
        """What lies in an evening's pot although nobody plays for it, if it can be shared: before settling it is asked
        about."""
        if evening.closed is not None or self._going_on() is not None:
            return NO_POT
        pot = self.pot_between_games()
        return pot if pot.share else NO_POT

    def share_the_pot(self, *, hand: str = "") -> None:
        """Whose coins lie in the middle take them back, each as many; odd ones stay."""
        evening = self.opened()
        with self._file.writing():
            for player, coins in self._shares_of_the_pot(evening).items():
                self._post(evening.number, POT, player, coins, PostingKind.SPLIT, hand=hand)

    def _shares_of_the_pot(self, evening: Evening) -> dict[int, int]:
        """What each takes back whose coins lie in the middle."""
        coins, players = self._pot_of(evening.number)
        return dict.fromkeys(players, coins // len(players)) if players and coins >= len(players) else {}

    # -- settling up

    def settlement(self, evening: Evening, *, leaving: int | None = None, share: bool = False) -> tuple[Payment, ...]:
        """The fewest payments that settle an evening, or only what ``leaving`` owes and is owed.

        The house keeps what lies in the pot, or they ``share`` it first. ``dealer.books.settling.is_exact`` says
        whether there may be fewer.
        """
        balances = self.balances(evening)
        for player, coins in self._shares_of_the_pot(evening).items() if share else ():
            balances[player] = balances.get(player, 0) + coins
            balances[POT] -= coins
        pot = balances.pop(POT, 0)
        balances[HOUSE] = balances.get(HOUSE, 0) + pot
        order = [tab.person.number for tab in self.tabs(evening)]
        owed = {account: balances[account] for account in (*order, HOUSE) if account in balances}
        found = payments(owed) if leaving is None else payments_of(self._whose(leaving), owed)
        people = {number: self._people.person(number) for number in order}
        people[HOUSE] = self.house(evening)
        return tuple(Payment(people[giver], people[taker], coins) for giver, taker, coins in found)

    def house(self, evening: Evening) -> Person:
        """Who keeps the money that players settle with nobody: the house, or the pot where nobody bought coins."""
        return Person(HOUSE, _("the house") if self._sells_coins(evening) else _("the pot"), 0, 0)

    def _sells_coins(self, evening: Evening) -> bool:
        """Whether somebody bought coins of the house, or gave them back."""
        lines = self._postings(
            "WHERE evening = ? AND (giver = ? OR taker = ?) AND kind IN (?, ?)",
            (evening.number, HOUSE, HOUSE, PostingKind.BUY_IN.value, PostingKind.CASH_OUT.value),
        )
        return bool(lines)

    def tick(self, payment: Payment, hand: str) -> Posting:
        """This was paid."""
        evening = self._at_hand()
        giver, taker = payment.giver.number, payment.taker.number
        with self._file.writing():
            number = self._post(evening.number, taker, giver, payment.coins, PostingKind.CASH, hand=hand)
        return self._posting(number)

    def forfeits(self, evening: Evening) -> tuple[Posting, ...]:
        """The forfeits that nobody has ticked as done."""
        lines = _that_stand(self.postings(evening))
        return tuple(line for line in lines if line.kind is PostingKind.FORFEIT)

    def settle(self, evening: Evening, *, share: bool, hand: str) -> tuple[Payment, ...]:
        """All was paid and done, and the evening is over: what was paid, or nothing is written.

        ``share``: what lies in the pot is shared first, else it is kept for the next evening.

        Raises:
            InputError: a game goes on, or another evening.
        """
        with self._file.writing():
            if evening.closed is not None and self.settlement(evening):
                self.reopen(evening, hand=hand)
            if share:
                self.share_the_pot(hand=hand)
            payments = self.settlement(self.evening(evening.number))
            for payment in payments:
                self.tick(payment, hand)
            for forfeit in self.forfeits(evening):
                self.reverse(forfeit.number, hand)
            if self.evening(evening.number).closed is None:
                self.close(evening, hand=hand)
        return payments

    def _at_hand(self) -> Evening:
        """The evening that goes on, or the last one."""
        evening = self.open() or (self.evenings() or (None,))[-1]
        if evening is None:
            raise InputError("There is no evening yet; play a game first.")
        return evening

    # -- who was lucky

    def luck(self, evening: Evening | None) -> tuple[Luck, ...]:
        """How the cards fell for each who played, in an evening or in all; the luckiest first."""
        found: dict[int, Luck] = {}
        for one in (evening,) if evening is not None else self.evenings():
            for game in self.games(one):
                for person, share in self._shares(game):
                    found[person.number] = _with_share(found.get(person.number, Luck(person)), share)
        return tuple(sorted(found.values(), key=lambda one: one.pairs - one.expected))

    def read(self, game: int) -> None:
        """Replay a game and keep what it says of its players, so that luck and records are at hand."""
        self._shares(game)

    def record_of(self, person: Person) -> PersonRecord:
        """What a person has done here, also before there were books."""
        record = PersonRecord(person)
        luck = Luck(person)
        from_others: Counter[int] = Counter()
        coins: dict[int, int] = {}
        before: set[int] = set()
        for game, evening in self._file.rows("SELECT number, evening FROM game ORDER BY number"):
            played = self._shares(game)
            share = next((share for one, share in played if one.number == person.number), None)
            was_in_it, before = person.number in before, {one.number for one, _share in played}
            if share is None:
                continue
            if evening is not None:
                coins[evening] = coins.get(evening, 0) + share.coins
            luck = _with_share(luck, share)
            from_others.update({played[seat][0].number: number for seat, number in share.taken_from.items()})
            record = replace(
                record,
                games=record.games + (not (share.goes_on and was_in_it)),
                lost=record.lost + share.lost,
                won=record.won + share.won,
                points=record.points + share.points,
                pairs=record.pairs + share.pairs,
                coins_won=record.coins_won + max(0, share.coins),
                coins_lost=record.coins_lost + max(0, -share.coins),
            )
        by_coins = sorted(coins.items(), key=lambda one: (one[1], -one[0]))
        return replace(
            record,
            luck=luck,
            best=by_coins[-1] if by_coins else None,
            worst=by_coins[0] if by_coins else None,
            caught_from=dict(from_others),
        )

    def _shares(self, number: int) -> list[tuple[Person, Share]]:
        """What a game says of each who played it, by seat; none where it cannot be read. Kept until an act changes."""
        if number not in self._shares_of or self._shares_of[number][0] != self._last_entry(number):
            try:
                self._replayed(number)
            except DealerError:
                self._shares_of[number] = self._last_entry(number), []
        return list(zip(self._people.at(number), self._shares_of[number][1], strict=False))

    def _replayed(self, number: int) -> Game:
        """The game as it stands; what it says of its players is remembered. Raises DealerError."""
        header, acts = self._read(number)
        game, found = shares(header, acts, self._chances(number))
        self._shares_of[number] = self._last_entry(number), found if acts else []
        return game

    def _last_entry(self, number: int) -> int | None:
        last: int | None = self._file.rows("SELECT max(number) FROM entry WHERE game = ?", (number,))[0][0]
        return last

    def _chances(self, number: int) -> list[float | None]:
        """The chance that was kept with each act of a game as it stands."""
        kept: list[float | None] = []
        for kind, chance in self._file.rows("SELECT kind, chance FROM entry WHERE game = ? ORDER BY number", (number,)):
            if kind == "act":
                kept.append(chance)
            elif kind == "undo":
                del kept[-1:]
        return kept

    # -- what the games post

    def seat(self, game: int, header: Header, people: Sequence[int] | None = None) -> None:
        """A game of the open evening, within a transaction: who sits where, by number or else by name."""
        evening = self.opened()
        self._file.write("UPDATE game SET evening = ? WHERE number = ?", (evening.number, game))
        if people is not None and (len(people) != len(header.players) or len(set(people)) != len(people)):
            raise InputError(f"{len(header.players)} play; expected as many different people, got {list(people)}.")
        if not self._seats(game):
            self._people.seat(game, header.players, people)
        if (missing := header.option("carry", 0) - self.pot(evening)) > 0:  # somebody says that they lie there
            self._post(evening.number, HOUSE, POT, missing, PostingKind.BUY_IN)

    def evening_of(self, game: int) -> int | None:
        """The evening of a game; None: it was played before there were books."""
        rows = self._file.rows("SELECT evening FROM game WHERE number = ?", (game,))
        return rows[0][0] if rows else None

    def follow(self, number: int, game: Game | None) -> bool:
        """Make the books say what the game's acts say, within a transaction; whether that changed anything.

        What is laid down for a game counts from its first act on: before that a limit may still keep somebody out.
        ``None``: the game cannot be read, and its coins are taken back.
        """
        evening = self.evening_of(number)
        if evening is None:
            return False
        standing = self.standing(number)
        due = self.due(number, game) if game is not None and game.acts else []
        kept = 0
        while kept < min(len(standing), len(due)) and _line(standing[kept]) == due[kept]:
            kept += 1
        if kept == len(standing) == len(due):
            return False
        self.goes_on(number)  # coins go back although all was paid
        hand, why = self._cause(number, game)
        for posting in reversed(standing[kept:]):
            self._reverse(posting, hand, why=why, game=number)
        for act, giver, taker, coins, kind, name in due[kept:]:
            self._post(evening, giver, taker, coins, PostingKind(kind), game=number, act=act, why=name, hand=hand)
        return True

    def goes_on(self, number: int) -> None:
        """Open a game's evening again, within a transaction, if it was closed and no other one is open."""
        evening = self.evening_of(number)
        if evening is not None and self.open() is None:
            self.reopen(self.evening(evening))

    def lost_elsewhere(self, number: int) -> dict[str, int]:
        """What each who sits in a game has lost in the evening's other games, by the name he has there."""
        lost: Counter[int] = Counter()
        for giver, taker, coins in self._file.rows(
            "SELECT giver, taker, sum(coins) FROM posting WHERE evening = (SELECT evening FROM game WHERE number = ?) "
            f"AND game IS NOT NULL AND game <> ? AND kind IN ({_MARKS}) GROUP BY giver, taker",
            (number, number, *OF_GAMES),
        ):
            lost[self._whose(giver)] += coins
            lost[self._whose(taker)] -= coins
        (header,) = self._file.rows("SELECT header FROM game WHERE number = ?", (number,))[0]
        seats = zip(parse_record(header).header.players, self._seats(number), strict=False)
        return {name: lost[self._whose(person)] for name, person in seats}

    def consents(self, number: int) -> set[tuple[str, int]]:
        """Who was told that a limit may be passed and played on: the span of the limit, and the seat."""
        seats = {self._whose(person): seat for seat, person in enumerate(self._seats(number))}
        lines = self._postings(
            "WHERE kind = ? AND evening = (SELECT evening FROM game WHERE number = ?) AND (game = ? OR why = ?)",
            (PostingKind.CONSENT.value, number, number, EVENING),
        )
        return {(line.why, seats[self._whose(line.giver)]) for line in lines if self._whose(line.giver) in seats}

    def consent(self, number: int, seat: int, span: str, hand: str) -> Posting:
        """Whoever sits there was told that a limit may be passed, and plays on."""
        person = self._seats(number)[seat]
        evening = self.evening_of(number) or self.opened().number
        with self._file.writing():
            line = self._post(evening, person, HOUSE, 0, PostingKind.CONSENT, game=number, why=span, hand=hand)
        return self._posting(line)

    def due(self, number: int, game: Game) -> list[Line]:
        """What the game's acts say."""
        seats = dict(zip(game.header.players, self._all_seated(number, game.header.players), strict=True))
        found: list[Line] = []
        for one in game.transfers:
            giver, taker = (POT if name is None else seats[name] for name in (one.giver, one.taker))
            found.append(
                (one.act, giver, HOUSE if one.kind == "forfeit" else taker, one.coins, one.kind, _why(game, one))
            )
        return found

    def standing(self, number: int) -> list[Posting]:
        """The lines of a game that are not taken back."""
        lines = self._postings("WHERE game = ? ORDER BY number", (number,))
        return [line for line in _that_stand(lines) if line.kind in FROM_ACTS]

    def _seats(self, number: int) -> list[int]:
        return [row[0] for row in self._file.rows("SELECT person FROM seat WHERE game = ? ORDER BY seat", (number,))]

    def _all_seated(self, number: int, names: Sequence[str]) -> list[int]:
        """Who sat where; a seat that was lost is filled by name."""
        there = dict(self._file.rows("SELECT seat, person FROM seat WHERE game = ?", (number,)))
        for seat, name in enumerate(names):
            if seat not in there:
                there[seat] = (self._people.named(name) or self._people.guest(name)).number
                self._file.write("INSERT INTO seat (game, seat, person) VALUES (?, ?, ?)", (number, seat, there[seat]))
        return [there[seat] for seat in range(len(names))]

    def _cause(self, number: int, game: Game | None) -> tuple[str, str]:
        """Whose hand it was, and what it did, in a sentence."""
        if game is None:
            return "", _("Game {number} cannot be read.").format(number=number)
        rows = self._file.rows(
            "SELECT kind, line, old, hand FROM entry WHERE game = ? ORDER BY number DESC LIMIT 1", (number,)
        )
        if not rows:
            return "", _("Nobody played.")
        kind, line, old, hand = rows[0]
        if kind == "undo":
            return hand or "", _("Taken back: {act}.").format(act=line)
        if kind == "correction":
            return hand or "", _("Corrected: {new} instead of {old}.").format(old=old or "?", new=line)
        return hand or "", ""

    def mend(self, *, everything: bool) -> tuple[int, ...]:
        """Make the books agree with the acts of the open evening, or of all; the games of which they did not.

        What is missing of people and evenings is made anew from what the games say.
        """
        with self._file.writing():
            self._mend_evenings()
            self._mend_people()
            evening = self.open()
            chosen = self.evenings() if everything else (evening,) if evening is not None else ()
            return tuple(game for one in chosen for game in self.games(one) if self._mended(game))

    def take_over(self, kept: object, unfinished: int | None) -> bool:
        """Take over, in a journal without evenings, what games before there were books left in the pot; whether there
        was any.

        ``kept`` is what the table remembered of it: so many coins, once such a game was counted in.
        """
        coins, game = (kept.get(key) for key in ("coins", "game")) if isinstance(kept, dict) else (0, 0)
        coins, game = (number if type(number) is int and number >= 0 else 0 for number in (coins, game))
        numbers = [row[0] for row in self._file.rows("SELECT number FROM game ORDER BY number")]
        ended = [number for number in numbers if number != unfinished]
        for number in [one for one in ended if one > game] if game else ended[-1:]:
            try:
                last = self._replayed(number)
            except DealerError:
                continue  # what cannot be replayed is told where the journal is opened
            coins = max(0, coins - last.header.option("carry", 0)) + last.state.pot
        if coins:
            with self._file.writing():
                why = _("From before there were books.")
                self._post(self.opened().number, HOUSE, POT, coins, PostingKind.BUY_IN, why=why)
        return bool(coins)

    def _mended(self, number: int) -> bool:
        try:
            return self.follow(number, self._replayed(number))
        except DealerError:
            return False  # what was posted of a game that cannot be read any more stays

    def _mend_evenings(self) -> None:
        for evening, first, last, newest in self._file.rows(
            "SELECT evening, min(clock), max(clock), evening = (SELECT max(evening) FROM game) FROM "
            "(SELECT evening, started AS clock FROM game UNION ALL SELECT evening, clock FROM posting) "
            "WHERE evening IS NOT NULL AND evening NOT IN (SELECT number FROM evening) GROUP BY evening"
        ):
            self._file.write(
                "INSERT INTO evening (number, opened, closed, hundredths, currency, coin_name) "
                "VALUES (?, ?, ?, 0, '', '')",
                (evening, first, None if newest and self.open() is None else last),
            )
        self._mend_closings()

    def _mend_closings(self) -> None:
        """The books say which evenings are closed. Before make 5 only the list of evenings did."""
        standing = (
            "SELECT evening FROM posting WHERE kind = ? AND number NOT IN "
            "(SELECT reverses FROM posting WHERE reverses IS NOT NULL)"
        )
        kind = PostingKind.CLOSING.value
        for evening, closed in self._file.rows(
            f"SELECT number, closed FROM evening WHERE closed IS NOT NULL AND number NOT IN ({standing})", (kind,)
        ):
            self._post(evening, POT, HOUSE, 0, PostingKind.CLOSING, clock=closed)
        clock = "SELECT max(clock) FROM posting WHERE kind = ? AND posting.evening = evening.number"
        self._file.write(
            f"UPDATE evening SET closed = ({clock}) WHERE closed IS NULL AND number IN ({standing})",
            (kind, kind),
        )

    def _mend_people(self) -> None:
        """Who stands in the books and on no list any more is a former player."""
        self._file.write(
            "INSERT INTO person (number, name, symbol, colour, standing) SELECT DISTINCT account, '', 0, 0, ? FROM "
            "(SELECT person AS account FROM seat UNION SELECT giver FROM posting UNION SELECT taker FROM posting) "
            "WHERE account > 0 AND account NOT IN (SELECT number FROM person)",
            (Standing.FORGOTTEN.value,),
        )

    # -- from evening to evening

    def waiting(self, coin: Coin | None = None) -> tuple[Posting, ...]:
        """What was carried out of an evening and into none yet; with ``coin``, in such coins."""
        lines = self._postings(
            "WHERE kind = ? AND reverses IS NULL "
            "AND number NOT IN (SELECT reverses FROM posting WHERE reverses IS NOT NULL) ORDER BY number",
            (PostingKind.CARRY.value,),
        )
        return lines if coin is None else tuple(line for line in lines if self.evening(line.evening).coin == coin)

    def _bring_over(self, evening: int) -> None:
        """What the evenings before carried out comes into this one, which has the same coin; the rest waits on."""
        for out in self.waiting(self.evening(evening).coin):
            self._post(evening, out.taker, out.giver, out.coins, PostingKind.CARRY, reverses=out.number)

    # -- lines

    def _post(
        self,
        evening: int,
        giver: int,
        taker: int,
        coins: int,
        kind: PostingKind,
        *,
        game: int | None = None,
        act: int | None = None,
        why: str = "",
        hand: str = "",
        reverses: int | None = None,
        clock: str = "",
    ) -> int:
        number = self._file.next_number("SELECT max(number) FROM posting", "SELECT max(reverses) FROM posting")
        self._file.write(
            f"INSERT INTO posting ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (number, evening, giver, taker, coins, kind.value, game, act, why, clock or now(), hand, reverses),
        )
        return number

    def _reverse(self, posting: Posting, hand: str, *, why: str = "", game: int | None = None) -> int:
        return self._post(
            posting.evening,
            posting.taker,
            posting.giver,
            posting.coins,
            PostingKind.REVERSAL,
            game=game,
            act=posting.act if game is not None else None,
            why=why,
            hand=hand,
            reverses=posting.number,
        )

    def _posting(self, number: int) -> Posting:
        found = self._postings("WHERE number = ?", (number,))
        if not found:
            raise InputError(f"There is no line {number} in the books.")
        return found[0]

    def _postings(self, where: str, values: Sequence[Any] = ()) -> tuple[Posting, ...]:
        rows = self._file.rows(f"SELECT {_COLUMNS} FROM posting {where}", values)
        try:
            return tuple(
                Posting(number, evening, giver, taker, coins, PostingKind(kind), *others)
                for number, evening, giver, taker, coins, kind, *others in rows
            )
        except ValueError as error:
            raise JournalError(f"A line of the books is damaged: {error}; start again, then it is mended.") from error


_COLUMNS = "number, evening, giver, taker, coins, kind, game, act, why, clock, hand, reverses"


def _with_share(luck: Luck, share: Share) -> Luck:
    return replace(
        luck,
        cards=luck.cards + share.cards,
        pairs=luck.pairs + share.pairs_told,
        expected=luck.expected + share.expected,
        folds=luck.folds + share.folds,
        folds_cost=luck.folds_cost + share.folds_cost,
        hits_would=luck.hits_would + share.hits_would,
    )


def _settles(line: Posting) -> bool:
    """Whether people settled something: they paid, left it for another evening, or shared the pot."""
    carried = line.kind is PostingKind.CARRY and line.reverses is None
    return carried or line.kind is PostingKind.CASH or (line.kind is PostingKind.SPLIT and line.game is None)


def _that_stand(lines: Iterable[Posting]) -> list[Posting]:
    """The lines that are not taken back."""
    lines = tuple(lines)
    gone = {line.reverses for line in lines if line.kind is PostingKind.REVERSAL}
    return [line for line in lines if line.kind is not PostingKind.REVERSAL and line.number not in gone]


def _forfeit_done(lines: Sequence[Posting], game: int) -> bool:
    """Whether a game's forfeit has its tick, and nobody took that back."""
    ticked = {line.reverses for line in lines if line.kind is PostingKind.REVERSAL and line.game is None}
    done = [line for line in lines if line.kind is PostingKind.FORFEIT and line.game == game and line.number in ticked]
    asked = {(line.giver, line.why) for line in _that_stand(lines) if line.kind is PostingKind.FORFEIT}
    return bool(done) and (done[-1].giver, done[-1].why) not in asked


def _line(posting: Posting) -> Line:
    return posting.act, posting.giver, posting.taker, posting.coins, posting.kind.value, posting.why


def _why(game: Game, transfer: Transfer) -> str:
    """What the kind does not say: which stakes, what the loser has to do."""
    if transfer.kind == "forfeit":
        return str(game.header.option("forfeit", ""))
    return (game.header.stakes or "") if transfer.kind == "stake" else ""
