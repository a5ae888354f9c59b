"""Settling up: nobody pays more often than needed, and then all are at nought."""

import random
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.books.settling import MOST_EXACT, is_exact, payments, payments_of


@cache
def fewest(balances: tuple[int, ...]) -> int:
    """The fewest payments: the first debtor settles with each of the others in turn, as far as either of them owes."""
    left = tuple(sorted(balance for balance in balances if balance))
    if not left:
        return 0
    first, *others = left
    tried = []
    for index, other in enumerate(others):
        if first * other < 0:
            rest = (*others[:index], first + other, *others[index + 1 :])
            tried.append(1 + fewest(tuple(sorted(rest))))
    return min(tried)


def after(balances: dict[int, int], found: tuple[tuple[int, int, int], ...]) -> dict[int, int]:
    left = Counter(balances)
    for giver, taker, coins in found:
        assert coins > 0
        left[giver] += coins
        left[taker] -= coins
    return left


def some_balances(seed: int) -> dict[int, int]:
    """Up to eight balances, small numbers more often than not, so that some settle apart."""
    chooser = random.Random(seed)
    most = chooser.choice((3, 10, 100))
    balances = [chooser.randint(-most, most) for _ in range(chooser.randint(1, 7))]
    return dict(enumerate([*balances, -sum(balances)]))


@pytest.mark.parametrize("first", range(0, 300, 50))
def test_as_few_payments_as_brute_force_finds(first: int) -> None:
    for seed in range(first, first + 50):
        balances = some_balances(seed)
        found = payments(balances)
        assert not any(after(balances, found).values())
        assert len(found) == fewest(tuple(sorted(balances.values()))), balances


@given(st.lists(st.integers(-50, 50), min_size=MOST_EXACT + 1, max_size=30))
@settings(max_examples=50, deadline=None)
def test_with_more_people_all_are_at_nought_too_and_it_is_said(balances: list[int]) -> None:
    owed = dict(enumerate([*balances, -sum(balances)]))
    people = sum(1 for balance in owed.values() if balance)
    assert is_exact(owed) == (people <= MOST_EXACT)
    found = payments(owed)
    assert not any(after(owed, found).values())
    assert len(found) < max(1, people)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_who_leaves_is_at_nought_and_nobody_else_owes_more(seed: int) -> None:
    balances = some_balances(seed)
    leaving = random.Random(seed).choice(list(balances))
    left = after(balances, payments_of(leaving, balances))
    assert left[leaving] == 0
    for person, balance in balances.items():
        assert abs(left[person]) <= abs(balance) and left[person] * balance >= 0


def test_exactly_that_debt_is_paid_first() -> None:
    assert payments_of("Cyd", {"Ann": 5, "Ben": 2, "Dot": -5, "Cyd": -2}) == (("Cyd", "Ben", 2),)
