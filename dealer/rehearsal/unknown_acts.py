"""Which of the acts that really happened are not known yet: two records of one game, compared as it goes on."""

from collections.abc import Iterable, Sequence

from dealer.rules.acts import ANY_ORDER, TABLE, Act


def same(act: Act, true: Act) -> bool:
    """Whether two acts are one: a fold may leave its card open, or whose it was, and the order of several cards means
    nothing.

    >>> same(Act("fold", "Bob"), Act("fold", "Bob", (3,), "Echo"))
    True
    >>> same(Act("fold", "Bob", (3,), "Bob"), Act("fold", "Bob", (3,), "Echo"))
    False
    """
    if act.verb != true.verb or act.player != true.player or act.number != true.number:
        return False
    if act.verb == "fold":
        open_card, open_owner = not (act.cards and true.cards), not (act.other and true.other)
        return open_card or (act.cards == true.cards and (open_owner or act.other == true.other))
    same_cards = act.cards == true.cards or sorted(act.cards) == sorted(true.cards)
    return same_cards and act.other == true.other


def one_by_one(acts: Iterable[Act]) -> list[Act]:
    """The acts, with common cards that were dealt in one act dealt one by one.

    >>> [str(act) for act in one_by_one([Act("deal", "table", (3, 5))])]
    ['deal table 3', 'deal table 5']
    """
    found: list[Act] = []
    for act in acts:
        if (act.verb, act.player) == ("deal", TABLE) and len(act.cards) > 1:
            found += [Act("deal", TABLE, (card,)) for card in act.cards]
        else:
            found.append(act)
    return found


def unknown(known: Sequence[Act], true: Sequence[Act]) -> list[int]:
    """The indices of those of ``true`` that ``known`` lacks, both one by one.

    What is known in another order is known: of a wrong act too many nothing is said here.

    >>> bids = [Act("bid", name, (card,)) for name, card in (("A", 4), ("B", 6), ("C", 2))]
    >>> unknown([bids[0], bids[2]], bids)
    [1]
    """
    agreed = 0
    for act, really in zip(known, true, strict=False):
        if not same(act, really):
            break
        agreed += 1
    spare = list(known[agreed:])
    found = []
    for index in range(agreed, len(true)):
        match = next((place for place, act in enumerate(spare) if same(act, true[index])), None)
        if match is None:
            found.append(index)
        else:
            del spare[match]
    return found


def may_come_now(acts: Sequence[Act]) -> list[Act]:
    """Which of ``acts`` may be the next one: the first, or any of those that people do together.

    >>> bids = [Act("bid", name, (4,)) for name in "AB"]
    >>> len(may_come_now(bids)), len(may_come_now([Act("lock", "A"), *bids]))
    (2, 1)
    """
    first = acts[:1]
    if not first or first[0].verb not in ANY_ORDER:
        return list(first)
    together = []
    for act in acts:
        if act.verb != first[0].verb:
            break
        together.append(act)
    return together
