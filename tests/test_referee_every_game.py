"""Whole random games of every variant, laid out card by card: the referee accepts what happened, and nothing else."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referee_play import Evening, header_of, lines

from dealer.games.registry import GAMES

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
    if variant == "kitty" and random.random() < 0.5:
        options["mode"] = "soft"
    number = random.choice(list(rules.seats))
    if variant == "regent" and number == 2:
        options["rounds"] = random.choice([1, 3])
    return header_of(variant, number, **options)


@pytest.mark.parametrize("variant", sorted(GAMES))
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_games_seen_act_by_act_are_accepted_exactly(variant: str, seed: int) -> None:
    evening = Evening(a_header(variant, Random(seed)), seed)
    while not evening.over and len(evening.truth.acts) < MOST_ACTS:
        evening.play()
        verdicts = evening.look()
        assert lines(evening.bench.game) == lines(evening.truth), verdicts


@pytest.mark.parametrize("variant", sorted(GAMES))
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_games_seen_up_to_three_acts_at_once_are_accepted_exactly(variant: str, seed: int) -> None:
    evening = Evening(a_header(variant, Random(seed)), seed, most_at_once=3)
    while not evening.over and len(evening.truth.acts) < MOST_ACTS:
        evening.play()
        verdicts = evening.look()
        assert lines(evening.bench.game) == lines(evening.truth), verdicts
