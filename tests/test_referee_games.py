"""Whole random games of basic, laid out card by card: the referee accepts what happened, exactly, and nothing else."""

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from referee_table import Bench

from dealer.game.driver import Game
from dealer.rules.acts import Act
from dealer.rules.expect import Needs
from dealer.seen.verdicts import Accepted, Ask, Irregular, TakeBack, Verdict, Wait
from dealer.view import ELSEWHERE, TABLE, Area, Face, Place

DEAL_S = 0.6
"""Time between two cards of a quick dealer."""


class Evening:
    """A bench on which a random game is played; ``truth`` is what really happened."""

    def __init__(self, seed: int, *, most_at_once: int) -> None:
        self.random = Random(seed)
        number = self.random.randint(2, 8)
        target = self.random.choice([None, 15, 40])
        self.bench = Bench(number=number, options={} if target is None else {"target": target})
        self.truth = Game(self.bench.game.header)
        self.most_at_once = most_at_once
        self.gathered = False
        self.kept: list[int] = []

    def choose(self) -> Act:
        """A random act that is possible now, in good order; folds say whose card is taken, and it was seen before."""
        option = self.truth.expects.options[0]
        seen = len(self.bench.game.acts) == len(self.truth.acts)
        if seen and option.verb != "deal" and len(self.truth.expects.options) > 1 and self.random.random() < 0.2:
            option = self.truth.expects.options[1]
        if option.needs is Needs.CARD:
            ranks, weights = zip(*self.truth.possible_ranks.items(), strict=True)
            return option.act(self.random.choices(ranks, weights)[0])
        return self.random.choice(option.choices) if option.choices else option.act()

    def happen(self, act: Act) -> None:
        """Make ``act`` happen on the table."""
        self.truth.push(act)
        bench = self.bench
        bench.time_s += DEAL_S
        if act.verb in ("deal", "hit"):
            assert act.player is not None
            bench.deal(act.player, act.cards[0])
        elif act.verb == "fold":
            assert act.player is not None and act.other is not None
            number = bench.at(act.other, act.cards[0])
            if self.random.random() < 0.5:
                bench.move(number, bench.points(act.player))
            else:
                bench.take(number)
                bench.put(bench.points(act.player), act.cards[0])

    def play(self) -> None:
        """A few acts, or the gathering of a round."""
        self.kept = [n for n, sighting in self.bench.lying.items() if sighting.place.area is Area.POINTS]
        if any(event.kind == "round-over" for event in self.truth.events) and not self.gathered:
            self.bench.gather()
            self.gathered = True
            return
        self.gathered = False
        for _ in range(self.random.randint(1, self.most_at_once)):
            act = self.choose()
            self.happen(act)
            if act.verb == "reshuffle":
                self.bench.referee.say(act)
            if self.truth.expects.verbs == ("reshuffle",) or self.truth.over:
                return
            if any(event.kind == "round-over" for event in self.truth.events):
                return

    def fidget(self) -> None:
        """What happens at any table and means nothing."""
        bench, random = self.bench, self.random
        called = bench.referee.spots()
        loose = [n for n, sighting in bench.lying.items() if sighting.place.area is Area.STACK and n in called]
        what = random.randrange(5)
        if what == 0 and loose:  # slid a little
            number = random.choice(loose)
            bench.lying[number] = replace(bench.lying[number], y_mm=bench.lying[number].y_mm + random.uniform(20, 40))
        elif what == 1 and loose:  # lost and found under another id
            sighting = bench.lying.pop(random.choice(loose))
            bench.lying[bench.next_id] = replace(sighting, id=bench.next_id)
            bench.ranks[bench.next_id] = bench.ranks[sighting.id]
            bench.next_id += 1
        elif what == 2:  # points piles are rearranged, and fall over each other
            kept = [n for n in self.kept if n in bench.lying and bench.lying[n].place.area is Area.POINTS]
            if kept:
                bench.take(random.choice(kept))
        elif what == 3:  # something lies about
            bench.put(ELSEWHERE, random.randint(1, 10))
            bench.put(TABLE, random.choice([None, 4]), face=random.choice(list(Face)))
        elif what == 4 and loose:  # no longer readable where it lies
            number = random.choice(loose)
            bench.lying[number] = replace(bench.lying[number], rank=None)

    def look(self) -> list[Verdict]:
        """Views until nothing more is said, or a second has gone by."""
        verdicts = []
        for _ in range(5):
            verdicts.append(self.bench.look())
        return verdicts


def lines(game: Game) -> list[str]:
    return [str(act) for act in game.acts]


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_games_seen_act_by_act_are_accepted_exactly(seed: int) -> None:
    evening = Evening(seed, most_at_once=1)
    while not evening.truth.over:
        evening.play()
        evening.look()
        assert evening.bench.lines() == lines(evening.truth)


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_games_seen_up_to_three_acts_at_once_are_accepted_exactly(seed: int) -> None:
    evening = Evening(seed, most_at_once=3)
    while not evening.truth.over:
        evening.play()
        evening.fidget()
        verdicts = evening.look()
        assert evening.bench.lines() == lines(evening.truth), verdicts
        assert all(
            isinstance(verdict, Accepted) or not isinstance(verdict, Ask | Irregular | TakeBack) for verdict in verdicts
        )


def mischief(evening: Evening) -> str:
    """One thing that no act explains; returns what."""
    bench, random, game = evening.bench, evening.random, evening.truth
    live = [
        number
        for number, sighting in bench.lying.items()
        if sighting.place.area is Area.STACK
        and number in bench.referee.spots()
        # A tie-breaking pair that was replaced is out of play.
        and sum((s.place, s.rank) == (sighting.place, sighting.rank) for s in bench.lying.values()) == 1
    ]
    seats = list(bench.seats)
    due = [option.player for option in game.expects.options if option.needs is Needs.CARD]
    possible = list(game.possible_ranks)
    what = random.choice(["gone", "carried", "lifted", "wrong seat", "stuck", "unread", "impossible", "points", "swap"])
    if what == "gone" and live:
        bench.take(random.choice(live))
        return what
    if what in ("carried", "lifted") and live and len(seats) > 1:
        number = random.choice(live)
        there = random.choice([seat for seat in seats if seat != bench.lying[number].place.seat])
        if what == "carried":
            bench.move(number, Place(Area.STACK, there))
        else:
            rank = bench.lying[number].rank
            bench.take(number)
            bench.put(Place(Area.STACK, there), rank)
        return what
    if what == "wrong seat":
        others = [player for player in bench.seat_of if player not in due]
        if others and possible:
            bench.deal(random.choice(others), random.choice(possible))
            return what
    if what == "stuck" and due and possible and game.expects.turn is not None:
        # Of two cards of one rank either may be the one that counts: that is no mischief, and tested apart.
        first, second = random.sample(possible, 2) if len(possible) > 1 else (possible[0], None)
        bench.deal(due[0], first)
        bench.deal(due[0], second)
        return what if not _pairs(evening, due[0]) else "nothing"
    if what == "unread" and due:
        bench.deal(random.choice(due), None)
        return what
    if what == "impossible" and due:
        ranks = [rank for rank in range(1, 11) if rank not in possible]
        if ranks:
            bench.deal(due[0], random.choice(ranks))
            return what
    if what == "points" and live and game.expects.turn is not None:
        number = random.choice(live)
        cheapest = bench.lying[number].rank == game.expects.prices.get("fold")
        takers = [name for name in bench.seat_of if name != game.expects.turn or not cheapest]
        bench.move(number, bench.points(random.choice(takers)))
        return what
    if what == "swap" and len(live) > 1:
        one, other = random.sample(live, 2)
        a, b = bench.lying[one], bench.lying[other]
        if a.rank != b.rank and a.place != b.place:
            bench.lying[one] = replace(a, place=b.place, x_mm=b.x_mm + 60.0, rest_s=bench.time_s)
            bench.lying[other] = replace(b, place=a.place, x_mm=a.x_mm + 60.0, rest_s=bench.time_s)
            return what
    return "nothing"


def _pairs(evening: Evening, player: str | None) -> bool:
    """Whether a player's stack place shows a rank twice: then the round may well be over after the first."""
    place = Place(Area.STACK, evening.bench.seat_of[str(player)])
    ranks = [sighting.rank for sighting in evening.bench.lying.values() if sighting.place == place]
    return len(set(ranks)) < len(ranks)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_no_act_explains_is_never_explained_away(seed: int) -> None:
    evening = Evening(seed, most_at_once=2)
    bench = evening.bench
    for _ in range(evening.random.randint(1, 25)):
        if evening.truth.over:
            return
        evening.play()
        evening.look()
    if evening.truth.over or not evening.truth.state.turn and not any(p.stack for p in evening.truth.state.players):
        return
    lying, before = dict(bench.lying), lines(evening.truth)
    what = mischief(evening)
    verdicts = bench.watch(12)
    assert bench.lines() == before, (what, verdicts[-1])
    if what != "nothing":
        assert any(isinstance(verdict, Ask | Irregular | TakeBack) for verdict in verdicts), what
        assert not isinstance(verdicts[0], Accepted)
    # Mended: everything lies as it lay, and play goes on.
    bench.lying = lying
    if what in ("unread", "impossible"):  # it was asked about: it was taken back, and nobody named it
        offer = bench.watch(3)[-1]
        assert isinstance(offer, TakeBack) and not offer.acts, what
        bench.referee.answer(offer.choices[0])
    assert not isinstance(bench.watch(1)[-1], Ask | Irregular | TakeBack | Wait), what
    evening.play()
    evening.look()
    assert bench.lines() == lines(evening.truth)
