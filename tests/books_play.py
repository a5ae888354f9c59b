"""Random evenings of the books: people who come and go, all games, corrections, undos, kills, side bets, settling up.

After every entry the accounts come to nought, the balances are those of a second account kept here from the games'
own states, the pot is what lies in the middle, and nobody is over a limit without having said so. At the end the books
are what the acts say, and once all is paid every balance is nought.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from test_random_play import NAMES, random_header

from dealer.books.caps import Limits, limit, over
from dealer.books.facts import HOUSE, POT, Coin, Evening, PostingKind, Standing
from dealer.errors import IllegalAct, InputError
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.games.registry import GAMES
from dealer.journal.journal import Journal
from dealer.rehearsal.bots import play_at_random
from dealer.rules.acts import Act
from dealer.rules.expect import Needs
from dealer.settings import Caps, Keeping
from dealer.table.limits import Limited

PEOPLE = ("Ann", "Ben", "Cyd", "Dot", "Eve", "Fay", "Gil", "Hal", "Ida", "Jon", "Kit", "Lou")

MOST_ACTS = 60
"""So many acts of a game are played at most: what follows in a longer one is more of the same."""


class Killed(Exception):
    """The program ends here."""


@dataclass
class Played:
    """One evening, or two, by its seed. ``counts`` says what came about in it."""

    seed: int
    folder: Path
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.chooser = random.Random(f"books {self.seed}")
        self.journal = self.opened()
        self.present: list[str] = []
        self.hands: Counter[int] = Counter()
        """What people did by hand, by number."""
        self.games: dict[int, Game] = {}
        """The open evening's games as they stand."""
        self.apart: dict[int, int] = {}
        """What lay in the pot and no game carried when it began, by game."""
        self.caps = Caps()
        if self.chooser.random() < 0.4:
            self.caps = Caps(
                game_coins=self.chooser.choice((None, 0, 3, 15)),
                evening_coins=self.chooser.choice((None, 5, 30)),
                evening_money=self.chooser.choice((None, 1.0)),
            )

    def opened(self) -> Journal:
        return Journal(self.folder, keeping=Keeping(copies=0))

    def run(self) -> Counter[str]:
        """Play it; an AssertionError says what did not hold."""
        try:
            for _evening in range(self.chooser.choice((1, 1, 2))):
                self.evening()
        finally:
            self.journal.close()
        return self.counts

    # -- an evening

    def evening(self) -> None:
        self.counts["evenings"] += 1
        coin = self.chooser.choice((None, Coin(10, "£"), Coin(0, "", "peanut")))
        evening = self.journal.books.opened(coin)
        self.games, self.apart = {}, {}
        self.hands = Counter(
            {account: coins for account, coins in self.balances(evening).items() if account not in (POT, HOUSE)}
        )
        self.present = self.chooser.sample(PEOPLE, self.chooser.randint(2, 12))
        for _game in range(self.chooser.randint(2, 5)):
            self.by_hand()
            self.come_and_go(evening)
            self.game()
            self.check(evening)
            if self.chooser.random() < 0.3:
                self.correct_past()
                self.check(evening)
        self.by_hand()
        self.settle(evening)

    def come_and_go(self, evening: Evening) -> None:
        """Who leaves settles alone, or takes the debts along to the next evening."""
        away = [name for name in PEOPLE if name not in self.present]
        while away and (len(self.present) < 2 or self.chooser.random() < 0.3):
            self.present.insert(self.chooser.randrange(len(self.present) + 1), away.pop())
            self.counts["came"] += 1
        while len(self.present) > 2 and self.chooser.random() < 0.25:
            leaving = self.journal.people.named(self.present.pop(self.chooser.randrange(len(self.present))))
            if leaving is None:
                continue
            self.counts["left"] += 1
            if self.chooser.random() < 0.5:
                for payment in self.journal.books.settlement(evening, leaving=leaving.number):
                    self.paid(payment.giver.number, payment.taker.number, payment.coins)
                    self.journal.books.tick(payment, "touch")
            else:
                for line in self.journal.books.carry(leaving.number):
                    self.moved(line.giver, line.taker, line.coins)
                    self.counts["carried"] += 1
            assert self.balances(evening).get(leaving.number, 0) == 0
            self.check(evening)

    def settle(self, evening: Evening) -> None:
        books = self.journal.books
        if self.chooser.random() < 0.3:
            before = books.pot_between_games()
            books.share_the_pot()
            self.counts["pots shared"] += 1
            for name in before.players if before.share else ():
                self.hands[self.number(name)] += before.share
        payments = list(books.settlement(evening))
        self.chooser.shuffle(payments)
        for payment in payments:
            books.tick(payment, "touch")
            self.paid(payment.giver.number, payment.taker.number, payment.coins)
            self.counts["payments"] += 1
        assert not any(tab.balance for tab in books.tabs(evening))
        if self.games and self.chooser.random() < 0.3:  # a correction after all was paid
            self.change(max(self.games), self.games[max(self.games)])
            self.counts["changed after paid"] += 1
            if not self.games[max(self.games)].over:
                self.journal.end(max(self.games), "stopped")
            self.check(evening, pot=False)
            for payment in books.settlement(evening):
                books.tick(payment, "touch")
                self.paid(payment.giver.number, payment.taker.number, payment.coins)
        if books.evening(evening.number).closed is None:
            books.close(evening)
        if self.chooser.random() < 0.3:
            before = books.pot_between_games()
            books.reopen(evening)
            self.check(evening, pot=False)
            assert books.pot_between_games() == before
            books.close(evening)
            self.counts["reopened"] += 1
        assert not any(self.balances(evening).values()), "settled and closed, and something is left"
        assert books.mend(everything=True) == (), "the books are not what the acts say"

    # -- a game

    def header(self) -> Header:
        """Any game for some of those who are present, with what is agreed about the pot."""
        variants = [name for name, game in GAMES.items() if min(game.seats) <= len(self.present)]
        while True:
            found = random_header(self.chooser.choice(variants), self.chooser)
            if len(found.players) <= len(self.present):
                break
        others = dict(zip(NAMES, self.chooser.sample(self.present, len(found.players)), strict=False))
        keys = renamed(found.to_mapping(), others)
        keys.pop("carry", None)
        pot = self.journal.books.pot_between_games()
        rules = Header.from_mapping(keys).rules
        if pot.coins and rules.has_pot(keys.get("stakes"), len(found.players)) and self.chooser.random() < 0.7:
            keys["carry"] = pot.coins + self.chooser.choice((0, 0, 0, 2))  # somebody says that more lies there
            self.counts["pots carried"] += 1
        return Header.from_mapping(keys)

    def game(self) -> None:
        header = self.header()
        whole = play_at_random(header, self.chooser)
        before = self.journal.books.pot_between_games().coins
        people = None
        if self.chooser.random() < 0.5:
            people = [self.number(name) for name in header.players]
        number = self.journal.begin(header, people=people)
        self.counts["games"] += 1
        self.games[number] = game = Game(header)
        self.apart[number] = max(0, before - header.option("carry", 0))
        self.check(self.journal.books.opened())
        due = list(whole.acts[: self.chooser.choice((MOST_ACTS, MOST_ACTS, 7))])
        while due:
            self.consent(number, game)
            lot = due[: self.chooser.choice((1, 1, 2, 5))] if self.caps == Caps() else due[:1]
            try:
                after = Game(header, (*game.acts, *lot))
            except IllegalAct:
                break  # a correction made it impossible
            if self.chooser.random() < 0.02:
                self.killed(number, game, lot)
            del due[: len(lot)]
            self.add(number, game, after, lot)
            game = after
            if self.chooser.random() < 0.08:
                due = self.change(number, game, due)
                game = self.games[number]
            self.check(self.journal.books.opened())
        if game.over and self.chooser.random() < 0.3:
            self.change(number, game)
        if not self.games[number].over:
            self.journal.end(number, "stopped")
            self.counts["stopped"] += 1

    def add(self, number: int, game: Game, after: Game, lot: Sequence[Act]) -> None:
        option = game.expects.option_of(lot[0])
        with self.journal.together(number, after):
            for act in lot:
                self.journal.add(number, act)
                self.counts["acts"] += 1
        self.games[number] = after
        at_once = option is not None and option.needs is Needs.HANDS and after.header.variant == "kitty"
        if self.caps != Caps() and not at_once:
            said = self.journal.books.consents(number)
            seats = {name: seat for seat, name in enumerate(after.header.players)}
            lost = self.journal.books.lost_elsewhere(number)
            for one in over(after, lost, self.limits()):
                assert (one.span.value, seats[one.player]) in said, f"{one} was not asked"

    def killed(self, number: int, game: Game, lot: Sequence[Act]) -> None:
        """The program ends amid these acts, or right after those before them; nothing of them is there then."""
        self.counts["kills"] += 1
        try:
            with self.journal.together(number, game):
                for act in lot:
                    self.journal.add(number, act)
                raise Killed
        except Killed:
            self.journal.close()
        self.journal = self.opened()
        assert not self.journal.mended, "the books were behind the acts"
        assert self.journal.rescue == "" and self.journal.load(number).acts == game.acts

    def change(self, number: int, game: Game, due: Sequence[Act] = ()) -> list[Act]:
        """Take acts back, or correct one; what is still to be played then."""
        if game.acts and self.chooser.random() < 0.5:
            self.counts["undos"] += 1
            gone = game.acts[-self.chooser.randint(1, 3) :]
            after = Game(game.header, game.acts[: len(game.acts) - len(gone)])
            with self.journal.together(number, after):
                for act in reversed(gone):
                    self.journal.undo(number, act, hand="yellow")
            self.games[number] = after
            return [*gone, *due]
        for position in reversed(range(len(game.acts))):
            act = game.acts[position]
            if len(act.cards) != 1:
                continue
            other = Act(act.verb, act.player, (self.chooser.randint(1, 10),), act.other, act.number)
            try:
                after = game.correct(position, other)
            except IllegalAct:
                continue
            self.counts["corrections"] += 1
            with self.journal.together(number, after):
                self.journal.correct(number, position, other, old=act, hand="touch")
            self.games[number] = after
            break
        return list(due)

    def correct_past(self) -> None:
        """A card of a game that people have left is corrected on the pages of the evening."""
        last = max(self.games)
        number = self.chooser.choice(list(self.games))
        game = self.games[number]
        cards = [(index, card) for index, act in enumerate(game.acts) for card in range(len(act.cards))]
        if not cards or number == self.journal.unfinished():
            return
        index, card = self.chooser.choice(cards)
        act = game.acts[index].with_card(card, self.chooser.randint(1, 10))
        if act == game.acts[index] or not game.may_have_been(index, act):
            return
        try:
            self.journal.correct_past(number, index, act, hand="green")
        except InputError:
            assert self.journal.load(number).acts == game.acts, "nothing is half done"
            self.counts["past games not corrected"] += 1
            return
        self.games[number] = after = self.journal.load(number)
        assert after.acts == game.correct(index, act).acts
        assert self.journal.unfinished() != number
        self.counts["past games corrected"] += 1
        if number != last:
            self.apart[last] += after.state.pot - game.state.pot

    def consent(self, number: int, game: Game) -> None:
        limited = Limited(self.journal, number, self.caps)
        for _time in range(2 * len(game.header.players)):
            if (asked := limited.asked(game)) is None:
                return
            limited.play_on(asked, game, "green")
            self.counts["consents"] += 1
        assert limited.asked(game) is None, "somebody is asked for ever"

    def limits(self) -> Limits:
        coin = self.journal.books.opened().coin
        return Limits(
            limit(self.caps.game_coins, self.caps.game_money, coin),
            limit(self.caps.evening_coins, self.caps.evening_money, coin),
        )

    # -- by hand

    def number(self, name: str) -> int:
        person = self.journal.people.named(name) or self.journal.people.add(name, Standing.REGULAR)
        return person.number

    def by_hand(self) -> None:
        books = self.journal.books
        while self.chooser.random() < 0.4:
            ann, ben, *others = (self.number(name) for name in self.chooser.sample(self.present, len(self.present)))
            coins = self.chooser.randint(1, 9)
            what = self.chooser.choice(("side bet", "round", "buy-in", "cash-out", "cash", "forfeit", "taken back"))
            self.counts[what] += 1
            match what:
                case "side bet":
                    books.pay(ann, ben, coins, PostingKind.SIDE_BET)
                    self.moved(ann, ben, coins)
                case "round":
                    books.round(ann, [ann, ben, *others], coins)
                    for drinker in (ben, *others):
                        self.moved(drinker, ann, coins)
                case "buy-in":
                    books.pay(HOUSE, ann, coins, PostingKind.BUY_IN)
                    self.moved(HOUSE, ann, coins)
                case "cash-out":
                    books.pay(ann, HOUSE, coins, PostingKind.CASH_OUT)
                    self.moved(ann, HOUSE, coins)
                case "cash":
                    books.pay(ann, ben, coins, PostingKind.CASH)
                    self.paid(ann, ben, coins)
                case "forfeit":
                    line = books.pay(ann, HOUSE, 0, PostingKind.FORFEIT, why="sings")
                    books.reverse(line.number, "touch")
                case "taken back":
                    line = books.pay(ann, ben, coins, PostingKind.SIDE_BET)
                    books.reverse(line.number, "touch")
                    try:
                        books.reverse(line.number, "touch")
                    except InputError:
                        continue
                    raise AssertionError("a line was taken back twice")

    def moved(self, giver: int, taker: int, coins: int) -> None:
        self.hands[giver] -= coins
        self.hands[taker] += coins

    def paid(self, giver: int, taker: int, coins: int) -> None:
        """In money: the coins go back the other way."""
        self.moved(taker, giver, coins)

    # -- what holds

    def balances(self, evening: Evening) -> dict[int, int]:
        found = self.journal.books.balances(evening)
        assert sum(found.values()) == 0, "the accounts do not come to nought"
        return found

    def check(self, evening: Evening, *, pot: bool = True) -> None:
        """The books say what the games' own states and what was done by hand say."""
        self.counts["checks"] += 1
        wanted = Counter({account: coins for account, coins in self.hands.items() if account not in (POT, HOUSE)})
        for number, game in self.games.items():
            people = {person.name: person.number for person in self.journal.people.at(number)}
            for player in game.state.players if game.acts else ():  # nobody has paid before the first act
                wanted[people[player.name]] += player.coins
        there = self.balances(evening)
        for person in {*wanted, *there} - {POT, HOUSE}:
            assert there.get(person, 0) == wanted[person], f"person {person}: {there.get(person, 0)}, {wanted[person]}"
        if pot and self.games:
            last = max(self.games)
            shared = self.journal.books.pot(evening)
            game = self.games[last]
            lies = game.state.pot if game.acts else game.header.option("carry", 0)
            assert shared == self.apart[last] + lies, "the pot is not what lies in the middle"


def renamed(value: Any, names: dict[str, str]) -> Any:
    """A header's values with other people's names."""
    if isinstance(value, dict):
        return {key: renamed(one, names) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value
