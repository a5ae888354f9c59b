"""How plainly a card must be read to be called by that alone, and when its print speaks against what was read.

What its indices give to other ranks counts, each by itself, and how this table's deck prints the ranks that came
before (``vision.deck.prints``): a card that is printed otherwise than its 3s is most likely none.
"""

import math
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Protocol

from vision.deck.prints import Prints, Turned
from vision.nets.ranks import NONE

RIVAL_ALONE, RIVAL, RIVAL_OF_MANY = 0.002, 0.01, 0.015
"""The first card of a rank is plain if none of its indices by itself gives more than this to another rank that it may
be: read by one index, by two, and by more. What they give to "none of these" matters less, as glare and dirt take from
all ranks alike. Two indices of one print are not two
witnesses: of a worn, thin 6 one gave an 8 with 0.95 and the other with 0.83, which together would be 0.9997.

Of 8,005 first cards of 1,360 rendered decks that two indices showed one of 17 misread ones is plain, and 415 that were
read rightly are not; 5 and 298, were each index asked to give its rank 0.9. In simulated game 8372 a 2 was called a 1
by three indices with 0.60."""
RIVAL_UNLIKE = 0.03
"""The same for a rank of which cards came before, printed otherwise: what this deck shows of its 3s, it is none of.
With 0.01 as well 473 were not plain, and 392 whatever such a rank is given; but a picture may be cut badly: in
simulated game 8508 a 7 half under a hand was 0.70 like the 7s before it, and called a 1 with 0.88 (0.08 for the 7)."""
RIVAL_SURELY_UNLIKE = 0.35
"""The same where the card's own indices look like each other: neither is cut badly then. In simulated games 8830, 8850
and 8886 a 1 was asked about that was at most 0.77 like the 7s before it, to which one index gave 0.06 to 0.3. Of 12,768
first cards of rendered decks that two indices showed, 16 of them misread, 17 more are plain, all read rightly."""
LEAST_SHOWN = 0.85
"""Each of several must give the rank this all the same, unless one stands clear (``SHOWN_BY_ONE``): a J that is taken
for a 1 or for none of ours has no rival among the ranks. Of 1,600 cards and 1,280 foreign labels of 160 rendered decks,
outlines known, 1,402 and 53 are plain so, and with the nets before, and 0.75, 1,406 and 57."""
LEAST_ALONE = 0.985
"""One index alone must give the rank at least this as well, on a card of which the outline was seen: of 16,344 single
indices of rendered decks that were called, 16 of them wrongly, 14,362 are plain so, one of them wrong."""
SHOWN_BY_ONE, SHOWN_BESIDE, RIVAL_BESIDE = 0.995, 0.3, 0.03
"""Or one of several indices gives the rank the first, the others no less than the second, and none gives another more
than the third: one stands clear, and the others are worn, in glare or on a painting. Of 4,000 cards of 400 rendered
decks, outlines known, 3,558 are plain without this, two of them misread, and 46 more with it, none of them; of 3,200
foreign labels 142 and six (broken script's letters all). With 0.99 72 more would be, one of them misread."""
WEAKEST_OF_MANY = 0.9
"""So is one that three indices or more show, if each gives the rank so much: of 4,035 first cards one of 14 misread
ones is plain then, and 222 that were read rightly are not (3 and 200 with 0.85 alone)."""
RIVAL_AGAIN = 0.005
"""For several indices after a look that was not plain, whatever the least sure of three gives its rank: a hand that
goes lets a card be read far better, and what is hardly read stays so. In simulated game 8312 a 5 was read as a 3 by the
less sure of its indices with 0.56, 0.91 and 0.83, and called at the second look; so it was in 9076, by three indices,
the least sure with 0.88 and 0.92. A guess: half of what else is allowed."""
RIVAL_OF_KNOWN, WEAKEST_OF_KNOWN = 0.1, 0.75
"""Either will do for two indices of a rank that came before: of a blurred 6 that was printed like the 8s before it, one
gave an 8 with 0.56 and both together with 0.997, of another, in simulated game 8354, with 0.69 and 0.9993."""
RIVAL_OF_KNOWN_MANY = 0.5
"""And either this or that for three or more: in simulated game 9076 a 5 was called a 3 by three indices of which one
gave the 5 0.84. Of 5,194 cards of rendered decks that were printed as their rank none gave another so much."""
HARDLY_ALIKE = 0.965
"""A card that is less like those of its rank before, or as much like others, is none of them by its print: it must be
as plain as a first one of two indices, or surely read. In simulated game 8758 a 6 was 0.948 like the 8s before it,
0.941 like a 9, and called an 8 by three indices of which one gave it 0.92 and the 6 0.02. Of 11,335 cards that were
printed like those of their rank 41 are asked about for this, all three misread ones among them."""
WEAKEST_OF_HARD = 0.97
"""Each index must give the first card of a rank so much while people must name many cards, and one alone tells nothing:
of a deck of faint ribbons of which two of three cards had been named a 5 was read as a 3 by both its indices, with 0.91
at least and 0.9994 together."""
SURELY_PRINTED = 0.985
"""A card of which each index is read so surely is what its print says, whatever it looks like as a whole: of 12,705
cards of 231 decks of all families 9,210 were, none of them misread, and of 23,067 of 432 decks 20,094, since
there are nets D and E, and none either."""
SURELY_RIVAL = 0.002
"""And if none gives more than this to another rank it need not be printed just like the cards of its rank before, only
more like these than like any others (``vision.deck.prints.SURELY_ALIKE``)."""

PRINTED_AS, LEAST_OF_ANOTHER = 0.98, 0.002
"""The first card of a rank is asked about when it is printed so much like one of another rank, if any of its indices
gives that rank more than the second: of 245 such cards of 1,360 rendered decks 120 that were read rightly are none to
any of theirs, and all four that were not gave theirs 0.035 and more. Some decks print all their ranks nearly alike."""
STANDS_OUT = 0.015
"""But not unless it is more like these than like any other rank's, by so much: of the first cards of 1,000 rendered
held-out decks 116 were printed so much like another rank's, 92 of them like several ranks', and none of them was
misread; of 16,710 cards of 420 others five first ones that were read rightly were asked about for nothing, by 0.006 at
most more like one rank's, and four 7s that were taken for the first 1 by 0.03 and more."""
SIX_AND_NINE = {6, 9}
CLOSES: Mapping[int, tuple[int, ...]] = {8: (6, 9)}
"""A 6 or a 9 whose tail closes is an 8 in nearly every look: of four decks of strokes and broken scripts in 157
simulated games they were called so, all night, the first with 0.994 and more."""
LIKE_STROKES = (2, 7)
"""What hardly shows may be one of these rather than a 1: both must have come, so that it is compared with them. In
simulated games 11556 and 11776 a 2 that was the first of its rank, or the first of which an index was found, was called
a 1 in silence, by one index that gave it 0.69 and more; the rules that did so were made on 16,710 cards, of which none
was so, and ask elsewhere."""
CLOSED_ALIKE = 0.95
"""While a 6 or a 9 has not come, a later 8 is asked about if it is less like those before than this, however surely it
is read. Of 2,048 of 420 rendered held-out decks five more are; of a deck whose 6s and 9s close (simulated game 10814)
these were 0.88 to 0.91 like the others, and like each other 0.995 and more."""

PRINTED_SO, PRINTED_LEAD = 0.98, 0.03
"""A card that is printed like one that people named, at least so much, and by so much less like all others, is what
that was, though it is read as another rank that came before: of a deck whose 6s a shaking hand closed the same answer
was asked for eleven times in simulated game 8810 (0.990 to 0.998 like the 6s, at most 0.945 like the 8s that they were
read as). Of 7,432 cards of 140 rendered held-out decks that were read, 17 of them wrongly, six are printed so like the
first card of another rank, all of them misread; with 0.02 eight, and all of them too. And one that is printed so much
like those of the rank that it was read as is that, whatever it looks like as a whole: of 17,007 such cards, 42 of them
misread, 13,516 are so, none of them misread."""
NAMED_TWICE = 2
"""So many cards must people have named another rank than it was read as for less to be asked of the next."""
MOST_UNKNOWN = 0.02
"""But not if an index gives this to a rank that never came, whose print nobody knows. A guess."""
JUST_SO, FAR_AHEAD = 0.985, 0.04
"""Unless the card is printed just like that, and nothing like any other: of the same cards four are, all misread. In
simulated game 11102 the 6s of a deck close, and gave the 1, that never came, up to 0.24 (0.994 and more like a 6)."""
PRINTED_AGAIN, LEAD_AGAIN = 0.97, 0.02
"""The same where people put right so many cards of that rank that had been read as this one is: then no index need give
it anything, and it may even be read as a rank that never came, if the corners say so too (``CORNERS``). In simulated
game 9792 the 7s of a deck were read as 1s by all four indices, with 0.8 and more, and named eight times (0.974 to 0.983
like each other, at most 0.957 like others); its 1 was 0.885 like them."""
CORNERS, CORNERS_LEAD = 0.94, 0.05
"""What stands around a card's numerals is as much like what stands around those of its rank, and by so much less like
what stands around others': of 1,076 first cards of 120 rendered decks the corners of 17 are so much like another
rank's."""
CORNERS_SURELY, CORNERS_LEAD_SURELY, LEAD_BESIDE_CORNERS = 0.95, 0.08, 0.01
"""Where they are so by the first two, the card's print need lead by the third alone: of those first cards none is told
as another rank so, by print and corners together, and of 78 cards that had to be named, of ranks that had come, 52
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
    """Whether it says so in a deck of which no other rank's corners are anything like it."""
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
