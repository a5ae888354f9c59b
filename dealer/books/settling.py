"""Settling: the fewest payments that bring balances to nought. At the table and at the end of an evening alike."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Account = TypeVar("Account", bound=Hashable)

MOST_EXACT = 13
"""Most accounts that are settled in the fewest payments there are: twelve players and the house, none at nought. The
search takes too long with more accounts; then there may be a payment more than needed."""


def is_exact(balances: Mapping[Account, int]) -> bool:
    """Whether ``payments`` finds the fewest."""
    return sum(1 for balance in balances.values() if balance) <= MOST_EXACT


def payments(balances: Mapping[Account, int]) -> tuple[tuple[Account, Account, int], ...]:
    """Who gives whom how many coins, so that all are at nought; the balances must come to nought together.

    Each group that settles among itself saves a payment, so as many groups as there can be are found; with more than
    ``MOST_EXACT`` accounts only the pairs that do.

    >>> payments({"Ann": 3, "Ben": -2, "Cyd": -3, "Dot": 2})
    (('Cyd', 'Ann', 3), ('Ben', 'Dot', 2))
    """
    owed = {account: balance for account, balance in balances.items() if balance}
    assert sum(owed.values()) == 0, f"{owed} does not come to nought"
    accounts = list(owed)
    groups = _apart([owed[account] for account in accounts]) if is_exact(owed) else _pairs(list(owed.values()))
    found = []
    for group in groups:
        givers = [accounts[index] for index in sorted(group) if owed[accounts[index]] < 0]
        takers = [accounts[index] for index in sorted(group) if owed[accounts[index]] > 0]
        if len(group) > MOST_EXACT:
            givers, takers = (sorted(ones, key=lambda one: -abs(owed[one])) for ones in (givers, takers))
        while givers:
            giver, taker = givers[0], takers[0]
            coins = min(-owed[giver], owed[taker])
            found.append((giver, taker, coins))
            owed[giver] += coins
            owed[taker] -= coins
            givers = [account for account in givers if owed[account]]
            takers = [account for account in takers if owed[account]]
    return tuple(found)


def payments_of(leaving: Account, balances: Mapping[Account, int]) -> tuple[tuple[Account, Account, int], ...]:
    """Who gives whom how many coins, so that ``leaving`` alone is at nought: as few payments as can be.

    Somebody whose balance is just that is paid first, then whoever is furthest from nought.

    >>> payments_of("Cyd", {"Ann": 3, "Ben": -1, "Cyd": -2})
    (('Cyd', 'Ann', 2),)
    """
    balance = balances.get(leaving, 0)
    others = {one: due for one, due in balances.items() if one != leaving and due * balance < 0}
    found = []
    for other in sorted(others, key=lambda one: (others[one] != -balance, -abs(others[one]))):
        coins = min(abs(balance), abs(others[other]))
        if coins:
            found.append((leaving, other, coins) if balance < 0 else (other, leaving, coins))
            balance += coins if balance < 0 else -coins
    return tuple(found)


def _pairs(balances: Sequence[int]) -> list[list[int]]:
    """The indices of pairs that settle between themselves; and all others, in one group where they are too many."""
    left = list(range(len(balances)))
    found: list[list[int]] = []
    for index in range(len(balances)):
        partner = next((other for other in left if other > index and balances[other] == -balances[index]), None)
        if index in left and partner is not None:
            found.append([index, partner])
            left = [other for other in left if other not in (index, partner)]
    if len(left) > MOST_EXACT:
        return [*found, left]
    return [*found, *([left[index] for index in group] for group in _apart([balances[index] for index in left]))]


def _apart(balances: Sequence[int]) -> list[list[int]]:
    """As many groups (of indices) as there can be that settle among themselves.

    >>> sorted(map(sorted, _apart([3, -2, -3, 2])))
    [[0, 2], [1, 3]]
    """
    every = (1 << len(balances)) - 1
    sums, groups, last = [0] * (every + 1), [0] * (every + 1), [0] * (every + 1)
    for chosen in range(1, every + 1):
        lowest = chosen & -chosen
        sums[chosen] = sums[chosen ^ lowest] + balances[lowest.bit_length() - 1]
        most, rest = -1, chosen
        while rest:
            bit = rest & -rest
            rest ^= bit
            if groups[chosen ^ bit] > most:
                most, last[chosen] = groups[chosen ^ bit], bit.bit_length() - 1
        groups[chosen] = most + (sums[chosen] == 0)
    found: list[list[int]] = []
    left = every
    while left:
        if sums[left] == 0:
            found.append([])
        found[-1].append(last[left])
        left ^= 1 << last[left]
    return found
