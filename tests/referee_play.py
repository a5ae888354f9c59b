"""A table on which any game is played card by card, as docs/table.md says, before a referee: for the referee's tests.

What really happened is ``truth``; nothing here asks the referee where a card lies.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from referee_table import NAMES, Bench, certain

from dealer.game.driver import Game, Header
from dealer.rehearsal.real_cards import RealCards
from dealer.rules.acts import MONSTER, Act
from dealer.rules.expect import Needs, Option
from dealer.seen.verdicts import Accepted, Ask, Cause, Irregular, TakeBack, Verdict
from dealer.view import ELSEWHERE, TABLE, Area, Face, Place

DEAL_S = 0.6
"""Time between two cards of a quick dealer."""

GATHER_S = 1.5
"""How long it takes to gather a stack."""

COLUMN_MM, FAN_MM = 78.0, 28.0
"""Five Cards: from one target to the next, and from card to card of a column."""

MOVING = frozenset({"fold", "show", "discard", "capture", "choose", "place"})
"""The verbs that move or count cards that lie there already."""

TOLD = frozenset({"bet", "take", "lock", "pitch", "give", "reshuffle"})
"""The verbs that are told in these games; others where nothing lies to be seen."""


class Evening:
    """One game at the table. ``asked`` are the causes of what was asked, one for each question."""

    def __init__(self, header: Mapping[str, object], seed: int, *, most_at_once: int = 1) -> None:
        self.random = Random(seed)
        names = header["players"]
        assert isinstance(names, list)
        self.bench = Bench(number=len(names), dealer=str(header.get("dealer", names[0])), options=dict(header))
        self.truth = Game(self.bench.game.header)
        self.cards = RealCards(self.truth, self.random)
        self.most_at_once = most_at_once
        self.variant = self.truth.header.variant
        self.asked: list[Cause] = []
        self.piles = self.random.random() < 0.4  # Troll Guts: five in one pile, or apart
        self.owned: dict[str | None, list[int]] = {name: [] for name in (*names, None)}
        """The ids of the cards in play, by owner; None for common ones."""
        self.falling: list[int] = []
        self.loose: list[int] = []
        """Cards out of play that still lie about."""
        self.columns: dict[tuple[str, int], list[int]] = {}
        self.downs = 0
        self.down: dict[str, list[int]] = {name: [] for name in names}
        if self.variant == "five-cards":
            self.bench.poses = {1: (0.0, -420.0, 90.0), 2: (0.0, 420.0, -90.0)}
        self.lay_the_down_cards()
        self.bench.look()

    @property
    def over(self) -> bool:
        return self.truth.over

    # -- cards that lie face down ------------------------------------------------------------------------------------

    def lay_the_down_cards(self) -> None:
        """Face-down cards lie before each player: as many as the game says, apart or in a pile."""
        if self.variant not in ("regent", "troll-guts"):
            return
        for name, number in zip(self.truth.header.players, self.truth.hidden, strict=True):
            piled = self.piles and self.variant == "troll-guts"
            wanted = min(number, 1) if piled else number
            if self.player(name).status != "in":
                self.loose += self.down[name]
                self.down[name] = []
                continue
            while len(self.down[name]) > wanted:
                self.bench.take(self.down[name].pop())
            while len(self.down[name]) < wanted:
                self.down[name].append(self.put_down(name))

    def put_down(self, name: str) -> int:
        place = self.bench.stack(name)
        self.downs += 1
        at = (400.0 * place.seat - 150.0, -300.0 - 100.0 * self.downs)
        return self.bench.put(place, None, face=Face.DOWN, at=at)

    # -- one act -----------------------------------------------------------------------------------------------------

    def choose(self) -> tuple[Option, Act]:
        """What happens next: the dealer deals in good order, all else is as likely as the rest, folds less so."""
        options = self.truth.expects.options
        while True:
            option = options[0] if options[0].verb == "deal" else self.random.choice(options)
            if option.verb == "fold" and len(options) > 1 and self.random.random() < 0.6:
                continue
            act = self.cards.act(option)
            if act is not None and not self.truth.refusal(act):
                return option, act

    def happen(self, option: Option, act: Act) -> None:
        """Make ``act`` happen on the table."""
        self.truth.push(act)
        self.cards.follow(option)
        self.bench.time_s += DEAL_S
        self.move_cards(act)
        self.settle()

    def move_cards(self, act: Act) -> None:
        bench, player = self.bench, act.player or ""
        match act.verb:
            case "deal" if player == "table":
                self.owned[None] += [self.common(rank) for rank in act.cards]
            case "draw" if self.variant == "starboard":
                self.owned[None].append(self.common(act.cards[0]))
            case "deal" | "hit" | "reveal" | "play" | "bid" | "buy" | "steal":
                self.owned[player].append(self.deal(player, act.cards[0]))
            case "draw" if self.variant == "five-cards":
                self.owned[player].append(bench.deal(player, act.cards[0], at=self.aside(player)))
            case "draw" if act.cards:
                self.owned[player].append(self.deal(player, act.cards[0]))
            case "attack" | "gift":
                self.owned[act.other].append(self.deal(str(act.other), act.cards[0]))
            case "see":
                other = str(act.other)
                for rank, number in zip(act.cards, self.down[other], strict=True):
                    self.turn(number, rank)
                    self.owned[other].append(number)
                self.down[other] = []
            case "show":
                owner = None if player == MONSTER else player
                for rank in act.cards:
                    self.owned[owner].append(self.common(rank) if owner is None else self.deal(player, rank))
            case "fold" if act.cards:
                number = self.at(act.other, act.cards[0])
                self.owned[act.other].remove(number)
                if self.random.random() < 0.5:
                    bench.move(number, bench.points(player))
                else:
                    bench.take(number)
                    bench.put(bench.points(player), act.cards[0])
            case "discard" if act.cards:
                number = self.at(player, act.cards[0])
                self.owned[player].remove(number)
                if self.random.random() < 0.5:
                    bench.take(number)
                else:
                    bench.move(number, ELSEWHERE)
            case "capture" | "choose":
                if any(bench.ranks[loose] == act.cards[0] for loose in self.loose):
                    self.gather()  # else nobody could tell which of the two was captured, and which taken up
                number = self.random.choice([n for n in self.owned[None] if bench.ranks[n] == act.cards[0]])
                self.owned[None].remove(number)
                bench.take(number)
            case "place":
                self.into_the_column(player, act.cards[0])
            case _:
                pass

    def common(self, rank: int) -> int:
        """A card comes to the middle; in Five Cards into the row of targets."""
        return self.bench.put(TABLE, rank, at=self.free_in_the_middle())

    def free_in_the_middle(self) -> tuple[float, float]:
        """Where no card lies in the middle."""
        lying = [sighting.x_mm for sighting in self.bench.lying.values() if sighting.place == TABLE]
        pitch_mm = COLUMN_MM if self.variant == "five-cards" else 40.0
        free = next(x for x in range(-2, 60) if all(abs(pitch_mm * x - x_mm) > pitch_mm / 2 for x_mm in lying))
        jitter_mm = 6.0 if self.variant == "five-cards" else 12.0
        return (pitch_mm * free + self.random.uniform(-jitter_mm, jitter_mm), self.random.uniform(-5, 5))

    def deal(self, player: str, rank: int) -> int:
        """A card comes to a player's stack place."""
        return self.lay(self.bench.stack(player), rank)

    def lay(self, place: Place, rank: int | None) -> int:
        """A card comes to lie in a place: never quite where one lay before."""
        lying = [s.x_mm - 400.0 * place.seat for s in self.bench.lying.values() if s.place == place]
        free = next(x for x in range(60) if all(abs(40.0 * x - x_mm) > 25 for x_mm in lying))
        at = (400.0 * place.seat + 40.0 * free + self.random.uniform(-12, 12), self.random.uniform(-60, 60))
        return self.bench.put(place, rank, at=at)

    def aside(self, player: str) -> tuple[float, float] | None:
        """Where a drawn card waits, besides the columns."""
        if self.variant != "five-cards":
            return None
        return (300.0, -250.0 if self.bench.seat_of[player] == 1 else 250.0)

    def into_the_column(self, player: str, target: int) -> None:
        """The card drawn last is laid at the end of its column."""
        bench = self.bench
        number = self.owned[player][-1]
        there = bench.lying[self.at(None, target)]
        sign = -1.0 if bench.seat_of[player] == 1 else 1.0
        column = self.columns.setdefault((player, target), [])
        y_mm = sign * (60.0 + FAN_MM * len(column)) + self.random.uniform(-6, 6)
        x_mm = there.x_mm + self.random.uniform(-8, 8)
        column.append(number)
        place = TABLE if (x_mm**2 + y_mm**2) ** 0.5 <= 160 else ELSEWHERE
        bench.lying[number] = replace(bench.lying[number], x_mm=x_mm, y_mm=y_mm, place=place, rest_s=bench.time_s)

    def place_at(self, number: int, x_mm: float, y_mm: float) -> None:
        """A card lies just there."""
        self.bench.lying[number] = replace(self.bench.lying[number], x_mm=x_mm, y_mm=y_mm)

    def turn(self, number: int, rank: int) -> None:
        """A face-down card is turned over where it lies."""
        sighting = self.bench.lying[number]
        self.bench.ranks[number] = rank
        self.bench.lying[number] = replace(
            sighting, face=Face.UP, rank=rank, probabilities=certain(rank), rest_s=self.bench.time_s
        )

    def at(self, owner: str | None, rank: int) -> int:
        """The id of a card in play."""
        return next(number for number in self.owned[owner] if self.bench.ranks[number] == rank)

    def settle(self) -> None:
        """Cards that the rules send away: taken up, or left lying for a while; what falls into the middle falls."""
        state = self.truth.state
        table = Counter(state.table)
        for owner, numbers in self.owned.items():
            wanted = table if owner is None else Counter(self.player(owner).stack)
            kept = []
            for number in numbers:
                rank = self.bench.ranks[number] or 0
                if wanted[rank] > 0:
                    wanted[rank] -= 1
                    kept.append(number)
                elif (
                    owner is not None
                    and table[rank]
                    > Counter(self.bench.ranks[n] for n in self.owned[None] if n in self.bench.lying)[rank]
                ):
                    self.falls(number)
                else:
                    self.loose.append(number)
            numbers[:] = kept
        self.lay_the_down_cards()

    def falls(self, number: int) -> None:
        """A card falls into the middle: it will be pushed there, or left where it lies."""
        self.owned[None].append(number)
        self.falling.append(number)

    def places(self, option: Option) -> set[Place]:
        """Where a card of ``option`` comes to lie, as the page on the table says."""
        bench = self.bench
        if option.player in ("table", MONSTER) or (self.variant, option.verb) == ("starboard", "draw"):
            return {TABLE}
        name = str(option.other if option.verb in ("attack", "gift", "see") else option.player)
        return {bench.stack(name), TABLE} if self.variant == "five-cards" else {bench.stack(name)}

    def may_lie(self, number: int, name: str) -> bool:
        """Whether a card in play would lie wrong in the stack place of this player."""
        mine = {owner for owner, numbers in self.owned.items() if number in numbers}
        came = self.bench.lying[number].place
        return name not in mine and came.area is not Area.TABLE and self.bench.stack(name) != came

    def player(self, name: str):  # type: ignore[no-untyped-def]
        return next(player for player in self.truth.state.players if player.name == name)

    def tidy(self) -> None:
        """What is out of play is gathered, now or later; at the latest when nothing is in play."""
        for number in self.falling:
            if number in self.bench.lying and self.random.random() < 0.6:
                self.bench.move(number, TABLE)
                self.place_at(number, *self.free_in_the_middle())
        self.falling = []
        nothing_in_play = not any(self.owned.values())
        if self.loose and (nothing_in_play or self.random.random() < 0.4):
            self.gather()
            if nothing_in_play:
                self.look()

    def gather(self) -> None:
        """What is out of play is taken off the table."""
        if self.loose:
            self.bench.take(*[number for number in self.loose if number in self.bench.lying])
            self.loose = []
            self.bench.time_s += GATHER_S

    # -- the game ----------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """A few acts as the table sees them, or one that is told."""
        self.tidy()
        for number in range(self.random.randint(1, self.most_at_once)):
            option, act = self.choose()
            if self.is_told(act):
                if number:
                    return
                self.happen(option, act)
                verdict = self.bench.referee.say(act)
                assert isinstance(verdict, Accepted), verdict
                return
            if number and act.verb in MOVING:
                return  # what it moves has not been seen yet
            nothing_in_play = not any(self.owned.values())
            self.happen(option, act)
            if nothing_in_play and act.verb == "deal":
                self.columns = {}
            if act.verb in MOVING or (self.variant in ("regent", "troll-guts") and act.verb != "deal"):
                return
            if self.truth.expects.verbs == ("reshuffle",) or self.truth.over:
                return
            if not any(self.owned.values()):
                return

    def fidget(self) -> None:
        """What happens at any table and means nothing."""
        bench, random = self.bench, self.random
        called = [n for numbers in self.owned.values() for n in numbers if n in bench.referee.spots()]
        what = random.randrange(5)
        if what == 0 and called and self.variant != "five-cards":  # slid a little
            number = random.choice(called)
            lies = bench.lying[number]
            self.place_at(number, lies.x_mm, lies.y_mm + random.uniform(12, 22))
        elif what == 1 and (read := [n for n in called if bench.lying[n].rank]):  # found again under another id
            number = random.choice(read)
            sighting = bench.lying.pop(number)
            again, bench.next_id = bench.next_id, bench.next_id + 1
            bench.lying[again] = replace(sighting, id=again)
            bench.ranks[again] = bench.ranks[number]
            for numbers in self.owned.values():
                numbers[:] = [again if other == number else other for other in numbers]
        elif what == 2 and called:  # no longer readable where it lies
            number = random.choice(called)
            bench.lying[number] = replace(bench.lying[number], rank=None)
        elif what == 3:  # something lies about
            bench.put(ELSEWHERE, random.randint(1, 10))
        elif what == 4:  # somebody covers something for a moment
            bench.look(hidden=(bench.stack(random.choice(list(bench.seat_of))),), moving=True)

    def is_told(self, act: Act) -> bool:
        if act.verb in TOLD or act.number is not None:
            return True
        if act.verb == "fold":
            return not act.cards
        return False

    def look(self, views: int = 6) -> list[Verdict]:
        """Views until the referee has caught up; questions are answered as it was."""
        verdicts: list[Verdict] = []
        for _ in range(30):
            verdict = self.bench.look()
            verdicts.append(verdict)
            if isinstance(verdict, Ask):
                self.asked.append(verdict.question.cause)
                right = self.truth.acts[len(self.bench.game.acts)]
                choice = next((c for c in verdict.choices if c.acts and same(c.acts[0], right)), None)
                assert choice is not None, (verdict, right)
                self.bench.referee.answer(choice)
            assert not isinstance(verdict, Irregular | TakeBack), verdict
            if len(verdicts) >= views and len(self.bench.game.acts) == len(self.truth.acts):
                break
        return verdicts


def same(one: Act, other: Act) -> bool:
    """Whether two acts say the same; hands are shown in any order."""
    return str(one) == str(other) or (
        one.verb == other.verb == "show" and one.player == other.player and sorted(one.cards) == sorted(other.cards)
    )


def lines(game: Game) -> list[str]:
    """The acts, hands in ascending order."""
    return [
        str(replace(act, cards=tuple(sorted(act.cards))) if act.verb in ("show", "see") else act) for act in game.acts
    ]


def header_of(variant: str, number: int, **options: object) -> dict[str, object]:
    """A header for ``number`` players."""
    names = list(NAMES[:number])
    header = {"variant": variant, "players": names, "dealer": names[0], **options}
    Header.from_mapping(header)
    return header


__all__ = ["Area", "Evening", "Needs", "Place", "header_of", "lines", "same"]
