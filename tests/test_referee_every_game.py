"""Whole random games of every variant, laid out card by card: the referee accepts what happened, and nothing else."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referee_play import Evening, header_of, lines
from referee_scripted import causes

from dealer.games.registry import GAMES
from dealer.rules.expect import Needs
from dealer.seen.verdicts import Ask, Cause, Irregular, TakeBack

MOST_ACTS = 70


def a_header(variant: str, random: Random) -> dict[str, object]:
    """A header of this variant, with options that change what lies where."""
    options: dict[str, object] = {}
    rules = GAMES[variant]
    if rules.twists and random.random() < 0.6:
        twists = [twist for twist in rules.twists if random.random() < 0.5]
        if {"calamities", "unlucky-seven"} <= set(twists):
            twists.remove("unlucky-seven")
        options["twists"] = twists
    if variant == "rocket":
        options |= {"decks": random.choice([1, 2]), "rounds": random.choice([1, 2])}
    if variant == "rocket" and random.random() < 0.5:
        options["first"] = "low-card"
    if variant == "kitty" and random.random() < 0.5:
        options["mode"] = "soft"
    if variant in ("kitty", "sweep") and random.random() < 0.3:
        options["play_to"] = 60
    if variant == "venture" and random.random() < 0.3:
        options["rounds"] = 2
    if variant in ("basic", "port") and random.random() < 0.5:
        options |= {"target": random.choice([5, 12]), "rotate_deal": True}
    number = random.choice(list(rules.seats))
    if variant == "regent" and number == 2:
        options["rounds"] = random.choice([1, 3])
    if variant == "kitty" and number == 4 and random.random() < 0.5:
        options["teams"] = [["Angie", "Carlos"], ["Bob", "Delia"]]
    return header_of(variant, number, **options)


@pytest.mark.parametrize("variant", sorted(GAMES))
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_games_seen_act_by_act_are_accepted_exactly(variant: str, seed: int) -> None:
    evening = Evening(a_header(variant, Random(seed)), seed)
    while not evening.over and len(evening.truth.acts) < MOST_ACTS:
        evening.play()
        verdicts = evening.look()
        assert lines(evening.bench.game) == lines(evening.truth), verdicts


@pytest.mark.parametrize("variant", sorted(GAMES))
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_games_seen_up_to_three_acts_at_once_are_accepted_exactly(variant: str, seed: int) -> None:
    evening = Evening(a_header(variant, Random(seed)), seed, most_at_once=3)
    while not evening.over and len(evening.truth.acts) < MOST_ACTS:
        evening.play()
        evening.fidget()
        verdicts = evening.look()
        assert lines(evening.bench.game) == lines(evening.truth), verdicts


def mischief(evening: Evening) -> str:
    """One thing that no act explains; returns what, or ``""`` where this game allows none of the kind just now."""
    bench, random, game = evening.bench, evening.random, evening.truth
    variant, expects = game.header.variant, game.expects
    bringing = [o for o in expects.options if o.needs in (Needs.CARD, Needs.CARDS, Needs.HAND, Needs.HANDS)]
    settled = variant not in ("blackstone", "kitty")  # there counted cards may be heaped up, or taken
    owned = [number for name, numbers in evening.owned.items() for number in numbers if name or settled]
    twice = [n for n in owned if sum(bench.ranks[n] == bench.ranks[m] for m in (*owned, *evening.loose)) > 1]
    owned = [number for number in owned if number not in twice or variant == "basic"]
    leaving = {"capture", "choose", "discard"} & set(expects.verbs)
    places = [evening.places(option) for option in bringing]
    free = [bench.stack(name) for name in bench.seat_of if bench.stack(name) not in set().union(*places, ())]
    what = random.choice(["gone", "carried", "wrong place", "unread", "impossible"])
    if what == "gone" and owned and not leaving:
        bench.take(random.choice(owned))
        return what
    if what == "carried" and owned and not (variant == "kitty" and expects.turn):
        number = random.choice(owned)
        there = [bench.stack(name) for name in bench.seat_of if evening.may_lie(number, name)]
        if there:
            bench.move(number, random.choice(there))
            return what
    if what == "wrong place" and free and game.possible_ranks:
        evening.lay(random.choice(free), random.choice(list(game.possible_ranks)))
        return what
    if what == "unread" and places:
        evening.lay(random.choice(sorted(random.choice(places), key=str)), None)
        return what
    if what == "impossible":
        ranks = [rank for rank in range(1, 11) if rank not in game.possible_ranks]
        due = [option for option in bringing if option.needs in (Needs.CARD, Needs.CARDS)]
        if ranks and due and len(due) == len(bringing):
            evening.lay(sorted(evening.places(due[0]), key=str)[0], random.choice(ranks))
            return what
    return ""


FOLDING = {Cause.GATHERED, Cause.FOLD_BY_GONE, Cause.FOLD_BY_COVER}


@pytest.mark.parametrize("variant", sorted(GAMES))
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_nobody_is_asked_who_folded_where_nobody_can_fold(variant: str, seed: int) -> None:
    evening = Evening(a_header(variant, Random(seed)), seed)
    for _ in range(evening.random.randint(1, 30)):
        if not evening.over:
            evening.play()
            evening.look()
    if not evening.over and "fold" not in evening.bench.game.expects.verbs:
        evening.bench.take(*evening.bench.lying)
        assert not FOLDING & {causes(verdict) for verdict in evening.bench.watch(9)}


@pytest.mark.parametrize("variant", sorted(GAMES))
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_no_act_explains_is_never_explained_away(variant: str, seed: int) -> None:
    evening = Evening(a_header(variant, Random(seed)), seed)
    for _ in range(evening.random.randint(1, 30)):
        if evening.over:
            return
        evening.play()
        evening.look()
    evening.tidy()
    if evening.over or not any(evening.owned.values()):
        return
    evening.bench.watch(2)
    bench = evening.bench
    lying, before = dict(bench.lying), lines(evening.truth)
    what = mischief(evening)
    verdicts = bench.watch(12)
    assert lines(bench.game) == before, (what, verdicts[-1])
    if not what:
        return
    assert any(isinstance(verdict, Ask | Irregular | TakeBack) for verdict in verdicts), (what, verdicts[-1])
    # Mended: everything lies as it lay, and play goes on.
    bench.lying = lying
    verdicts = bench.watch(3)
    offer = verdicts[-1]
    if what in ("unread", "impossible") and isinstance(offer, TakeBack) and not offer.acts:  # it was asked about
        verdicts = [bench.referee.answer(offer.choices[0]), *bench.watch(1)]
    assert not isinstance(verdicts[-1], Ask | Irregular | TakeBack), (what, verdicts[-1])
    evening.play()
    evening.look()
    assert lines(bench.game) == lines(evening.truth)
