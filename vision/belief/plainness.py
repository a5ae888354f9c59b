"""How plainly a card must be read to be called by that alone, and when its print speaks against what was read.

What its indices give to other ranks counts, each by itself, and how this table's deck prints the ranks that came
before (``vision.deck.prints``): a card that is printed otherwise than its 3s is most likely none.

What these bounds let through and ask about is counted by ``dealer measure misreads`` (docs/measuring.md).
"""

import math
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Protocol

from vision.deck.prints import Prints, Turned
from vision.nets.ranks import NONE

RIVAL_ALONE, RIVAL, RIVAL_OF_MANY = 0.002, 0.01, 0.015
"""The most that an index of a plain first card may give to another rank: read by one index, by two, and by more. Two
indices of one print are not two witnesses, and what they give to "none of these" matters less. Of 8,005 first cards of
rendered decks that two indices showed, one of 17 misread ones is plain, and 415 rightly read ones are not."""
RIVAL_UNLIKE = 0.03
"""The most that an index of a plain card may give a rank whose cards were printed otherwise. What this deck shows of
its 3s, the card is none of. A picture may be cut badly, though: a 7 half under a hand was 0.70 like the 7s before
it."""
RIVAL_SURELY_UNLIKE = 0.35
"""The most that an index may give a rank printed otherwise where the card's own indices look like each other: neither
is cut badly then. Of 12,768 first cards of rendered decks that two indices showed, 16 of them misread, 17 more are
plain, all read rightly."""
LEAST_SHOWN = 0.85
"""Each of several indices of a plain card gives the rank at least this, unless one stands clear (``SHOWN_BY_ONE``). A J
that is taken for a 1 or for none of ours has no rival among the ranks. Of 1,600 cards and 1,280 foreign labels of 160
rendered decks, outlines known, 1,402 and 53 are plain so."""
LEAST_ALONE = 0.985
"""One index alone must give the rank at least this, on a card of which the outline was seen. Of 16,344 single indices
of rendered decks that were called, 16 of them wrongly, 14,362 are plain so, one of them wrong."""
SHOWN_BY_ONE, SHOWN_BESIDE, RIVAL_BESIDE = 0.995, 0.3, 0.03
"""A card is plain if one index gives the rank the first, the others the second or more, and none another rank the
third. One stands clear then, and the others are worn, in glare or on a painting. Of 4,000 cards of 400 rendered decks,
outlines known, 46 more are plain so, none of them misread."""
WEAKEST_OF_MANY = 0.9
"""A card of three indices or more is plain if each gives the rank so much. Of 4,035 first cards one of 14 misread ones
is plain then, and 222 that were read rightly are not."""
RIVAL_AGAIN = 0.005
"""The most that any index may give another rank after a look that was not plain, whatever the least sure one gives its
own. A hand that goes lets a card be read far better, and what is hardly read stays so. A guess: half of what else is
allowed."""
RIVAL_OF_KNOWN, WEAKEST_OF_KNOWN = 0.1, 0.75
"""Two indices printed like their rank's cards are plain if they give others no more than the first, or the rank no less
than the second. Of a blurred 6 that was printed like the 8s before it, one gave an 8 with 0.56 and both together with
0.997."""
RIVAL_OF_KNOWN_MANY = 0.5
"""Three indices or more printed like their rank's cards are plain if they give others no more than this, or the rank
``WEAKEST_OF_KNOWN``. Of 5,194 such cards of rendered decks none gave another so much. A 5 that three indices read as a
3 had 0.84 by one."""
HARDLY_ALIKE = 0.965
"""A card less like those of its rank before than this, or as much like others, is none of them by its print. It must be
as plain as a first one of two indices, or surely read. Of 11,335 cards that were printed like those of their rank 41
are asked about for this, all three misread ones among them."""
WEAKEST_OF_HARD = 0.97
"""Each index must give the first card of a rank so much while people must name many cards, and one alone tells nothing.
A 5 of a deck of faint ribbons was read as a 3 by both its indices, with 0.91 at least and 0.9994 together."""
SURELY_PRINTED = 0.985
"""A card of which each index is read so surely is what its print says, whatever it looks like as a whole. Of 23,067
cards of 432 decks 20,094 are so, none of them misread."""
SURELY_RIVAL = 0.002
"""A card read ``SURELY_PRINTED``, of which no index gives another rank more than this, need not be printed just like
its rank's cards. More like these than like any others is enough (``vision.deck.prints.SURELY_ALIKE``)."""

PRINTED_AS, LEAST_OF_ANOTHER = 0.98, 0.002
"""A first card is asked about when it is printed so much like another rank's, if any of its indices gives that rank
more than the second. Of 245 such cards of 1,360 rendered decks this spares 120 that were read rightly. All four misread
ones gave theirs 0.035 and more."""
STANDS_OUT = 0.015
"""A first card is asked about for ``PRINTED_AS`` only if it is more like that rank's cards than like any other's by so
much. Some decks print several ranks alike. Of 16,710 cards of 420 rendered decks five were asked about for nothing, by
0.006 at most, and four misread 7s by 0.03 and more."""
SIX_AND_NINE = {6, 9}
CLOSES: Mapping[int, tuple[int, ...]] = {8: (6, 9)}
"""The ranks that an 8 may be, in nearly every look, if their tails close. Decks of strokes and broken scripts showed
such 6s and 9s as 8s all night, with 0.994 and more."""
LIKE_STROKES = (2, 7)
"""Ranks that a card which hardly shows a 1 may be instead: both must have come, so that it is compared with them. A
first 2 may be a 1 with 0.69 and more, by the only index that is found."""
CLOSED_ALIKE = 0.95
"""While a 6 or a 9 is missing, a later 8 is asked about if it is less like those before than this, however read. Of
2,048 8s of 420 rendered held-out decks five more are. Of a deck whose 6s and 9s close these were 0.88 to 0.91 like the
others."""

PRINTED_SO, PRINTED_LEAD = 0.98, 0.03
"""A card printed so much like one that people named, and by so much less like all others, is that, though read as
another known rank. A card printed so much like the rank that it is read as is that, whatever it looks like as a whole.
Of 7,432 cards of 140 rendered held-out decks six are printed so like another rank's first card, all misread."""
NAMED_TWICE = 2
"""How many cards that were read as this one is people must have named another rank for less to be asked of the next."""
MOST_UNKNOWN = 0.02
"""The print of a named card does not tell one of which an index gives so much to a rank that never came. A guess."""
JUST_SO, FAR_AHEAD = 0.985, 0.04
"""A card printed so much like a named one, and by so much less like others, is told whatever its indices give to
missing ranks. Of 7,432 cards of 140 rendered held-out decks four are so, all misread. A 6 that closes may give up to
0.24 to a 1."""
PRINTED_AGAIN, LEAD_AGAIN = 0.97, 0.02
"""Likeness and lead that tell a card where people put right ``NAMED_TWICE`` cards of that rank that had been read as
this one is. No index need give the rank anything then. The card may even be read as a rank that never came, if the
corners say so too (``CORNERS``)."""
CORNERS, CORNERS_LEAD = 0.94, 0.05
"""What stands around a card's numerals says a rank if it is so much like that rank's, and by so much less like others'.
Of 1,076 first cards of 120 rendered decks the corners of 17 are so much like another rank's."""
CORNERS_SURELY, CORNERS_LEAD_SURELY, LEAD_BESIDE_CORNERS = 0.95, 0.08, 0.01
"""Where a card's corners say the rank with the first two, its print need lead by the third alone. Of 1,076 first cards
of 120 rendered decks none is told as another rank so. Of 78 cards that had to be named, of ranks that had come, 52
instead of 49 are told, all rightly."""


class ReadCard(Protocol):
    """A card that was read, by the table's eye or in a picture of its own."""

    @property
    def weakest(self) -> float: ...
    @property
    def most(self) -> tuple[float, ...]: ...


@dataclass(frozen=True, slots=True)
class PlainBounds:
    """What makes a card plain: each of its indices by itself gives the rank no less than ``least``, and gives other
    ranks no more than ``rival`` or the rank no less than ``enough``. ``by_one``: or one of them shows it so surely that
    what is beside it need not (``SHOWN_BY_ONE``)."""

    rival: float
    enough: float = math.inf
    least: float = 0.0
    by_one: bool = False

    def hold(self, rank: int, read: ReadCard, unlike: Set[int], *, surely: bool = False) -> bool:
        """Whether a card read as ``rank`` is plain, that can hardly be one of the ranks that it is ``unlike``;
        ``surely``: its own indices look like each other."""
        # where nothing is asked of each index by itself a foreign card would be whatever rank had not come yet
        surely = surely and self.least > 0
        unlikely = max(self.rival, RIVAL_SURELY_UNLIKE if surely else RIVAL_UNLIKE)
        few = all(
            share <= (unlikely if other in unlike else self.rival)
            for other, share in enumerate(read.most[:NONE], 1)
            if other != rank
        )
        return read.weakest >= self.least and (few or read.weakest >= self.enough) or self._shown_by_one(rank, read)

    def _shown_by_one(self, rank: int, read: ReadCard) -> bool:
        rivals = (share for other, share in enumerate(read.most[:NONE], 1) if other != rank)
        clear = self.by_one and read.weakest >= SHOWN_BESIDE and read.most[rank - 1] >= SHOWN_BY_ONE
        return clear and max(rivals) <= RIVAL_BESIDE


def plain_bounds(prints: Prints, rank: int, pictures: Sequence[Turned], *, hard: bool = False) -> PlainBounds | None:
    """When a card is plain that was read as ``rank`` by indices of which these are the ``pictures``; None where one
    index of a rank that came before is enough. ``hard``: people must name many cards of this deck."""
    known, count = prints.knows(rank), len(pictures)
    if known and count < 2:
        return None
    if known and prints.tells(rank, pictures) and (prints.likeness(rank, pictures) or 0.0) >= HARDLY_ALIKE:
        return PlainBounds(RIVAL_OF_KNOWN if count == 2 else RIVAL_OF_KNOWN_MANY, WEAKEST_OF_KNOWN)
    if hard:
        return PlainBounds(-1.0, WEAKEST_OF_HARD if count > 1 else math.inf)
    if known:
        return PlainBounds(RIVAL, SURELY_PRINTED, LEAST_SHOWN)
    if count > 2:
        return PlainBounds(RIVAL_OF_MANY, WEAKEST_OF_MANY, LEAST_SHOWN, by_one=True)
    if count == 2:
        return PlainBounds(RIVAL, least=LEAST_SHOWN, by_one=True)
    return PlainBounds(RIVAL_ALONE, least=LEAST_ALONE)


def may_be_closed(prints: Prints, rank: int, pictures: Sequence[Turned]) -> bool:
    """Whether a card read as a ``rank`` that came before, by indices of which these are the ``pictures``, may be a
    numeral that has not come, and whose tail closes to that."""
    alike = prints.likeness(rank, pictures)
    return alike is not None and alike < CLOSED_ALIKE and bool(missing_closed(prints, rank))


def missing_strokes(prints: Prints, rank: int) -> frozenset[int]:
    """The ranks that a card that shows a 1 may be where that is hardly seen, and that have not come."""
    return frozenset(of for of in LIKE_STROKES if rank == 1 and not prints.knows(of))


def missing_closed(prints: Prints, rank: int) -> tuple[int, ...]:
    """The ranks that close to this one, and that have not come."""
    return tuple(other for other in CLOSES.get(rank, ()) if not prints.knows(other))


def is_printed_as_another(prints: Prints, rank: int, pictures: Sequence[Turned], read: ReadCard) -> bool:
    """Whether the first card read as ``rank`` is printed just like one that was called another, and like no others, and
    may be that."""
    if prints.knows(rank):
        return False
    alike = prints.alike(pictures)
    return any(
        like >= PRINTED_AS and lead_of(another, alike) >= STANDS_OUT and may_be_read(rank, another, read)
        for another, like in alike.items()
    )


def lead_of(rank: int, alike: Mapping[int, float]) -> float:
    """By how much a card is more like a ``rank``'s cards than like all others'."""
    return alike[rank] - max((like for other, like in alike.items() if other != rank), default=0.0)


def printed_as_named(
    named: Prints,
    proposals: Prints,
    rank: int,
    pictures: Sequence[Turned],
    read: ReadCard,
    *,
    put_right: Set[int] = frozenset(),
    corners: Callable[[], Mapping[int, float]] = dict,
) -> int | None:
    """What people ``named`` the cards that one which is read as ``rank`` is printed like, where it is less like all
    that were called at all (``proposals``), by two indices or more; None where they were named that, or it may be a
    rank that never came.

    ``put_right``: the ranks of which people twice named a card that had been read as ``rank``. ``corners`` tells how
    much what stands around its numerals is like what stands around those of each rank before.
    """
    if len(pictures) < 2:
        return None
    for another, like in named.alike(pictures, but=rank).items():
        again = another in put_right
        least, lead = (PRINTED_AGAIN, LEAD_AGAIN) if again else (PRINTED_SO, PRINTED_LEAD)
        if like < least or not (again or may_be_read(rank, another, read)):
            continue
        others = proposals.alike(pictures, but=another) | named.alike(pictures, but=another)
        leads = like - max(others.values(), default=0.0)
        around = corners() if again else {}
        if leads < lead and not (leads >= LEAD_BESIDE_CORNERS and stands_out(another, around)):
            continue
        unknown = {
            of for of, share in enumerate(read.most[:NONE], 1) if share >= MOST_UNKNOWN and not proposals.knows(of)
        }
        if like >= JUST_SO and leads >= FAR_AHEAD:
            unknown.clear()
        if not proposals.knows(rank):
            unknown.add(rank)
        if not unknown or (again and unknown == {rank} and surely_around(another, around)):
            return another
    return None


def surely_around(rank: int, corners: Mapping[int, float]) -> bool:
    """Whether what stands around a card's numerals says that it is a ``rank``."""
    return _stands_around(rank, corners, CORNERS, CORNERS_LEAD)


def stands_out(rank: int, corners: Mapping[int, float]) -> bool:
    """Whether what stands around a card's numerals says that it is a ``rank``, even where its print leads by little."""
    return _stands_around(rank, corners, CORNERS_SURELY, CORNERS_LEAD_SURELY)


def _stands_around(rank: int, corners: Mapping[int, float], least: float, lead: float) -> bool:
    others = max((like for other, like in corners.items() if other != rank), default=0.0)
    own = corners.get(rank, 0.0)
    return own >= least and own - others >= lead


def may_be_read(rank: int, another: int, read: ReadCard) -> bool:
    """Whether any index of a card read as ``rank`` gives something to ``another``. Which of 6 and 9 it is depends on
    the way up, and in that they agree with each other."""
    if not read.most or {rank, another} == SIX_AND_NINE:
        return True
    return read.most[another - 1] > LEAST_OF_ANOTHER


def is_surely_read(rank: int, read: ReadCard, indices: int) -> bool:
    """Whether each of two or more indices by itself leaves no doubt that a card is a ``rank``."""
    return indices > 1 and PlainBounds(SURELY_RIVAL, least=SURELY_PRINTED).hold(rank, read, frozenset())
