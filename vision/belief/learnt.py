"""What this evening's cards look like, learnt from what they were called: a deck that taught itself.

A deck that the reader can't read is named card by card. After a while each of its ranks has been named, and the next
card is told by two witnesses: the prints of those that came before (``vision.deck.prints``), and net B with those
cards as a
taught deck (``vision.deck.taught``). Where both say the same rank, and no other could have come, it need not be
named. Where
they say nothing, the picture around the index may (``vision.deck.corner_likeness``): on a deck of art it is another
on each
rank, and need not wait for the other ranks.

Of 1,902 cards that had to be named, on 144 rendered decks dealt twice through, of 1,520 of which the rank had come and
most others too, the first two told 1,026, none wrongly, while
``UNKNOWN_OF_RANKS`` was 0.3: as single looks, at the table several are weighed.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.belief.plainness import LEAD_BESIDE_CORNERS, stands_out, surely_around
from vision.deck.corner_likeness import Corner, Surroundings
from vision.deck.deck_file import RANKS, Deck, Example
from vision.deck.taught import Taught, patch_of
from vision.frame import BGRImage
from vision.nets.index_reading import log_softmax
from vision.nets.ranks import NONE, Ranks
from vision.table.lasting_cover import Kept

UNKNOWN_COPIES, UNKNOWN_RANKS = 2, 3
"""While more cards of missing ranks may come, the deck's own space must be surer; a deck has one ace, two 2s, and so
on. While more ranks than the second are missing it tells nothing."""
LEAST, LEAST_ALONE, LEAST_UNKNOWN, LEAST_EARLY = 0.75, 0.9, 0.95, 0.98
"""Least share that a rank must have of what the deck's own space gives to the ranks, in the mean of the card's indices.
``LEAST_ALONE`` is for one index alone, ``LEAST_UNKNOWN`` while any rank is unknown, ``LEAST_EARLY`` while more than
``UNKNOWN_COPIES`` cards of such ranks may come. Of 1,902 cards one was told wrongly with 0.5, none with 0.6."""
LEAD, LEAST_TIED = 0.005, 0.97
"""How much more like the rank's print a card must be than like any other's. Where it is not, as decks may print their
ranks so small that all are alike, the rank's share must be the second. A 9 of such a deck was 0.995 like the 9s and
0.991 like the 8s, and told as an 8 with 0.84."""
LEAST_UNLIKE = 0.995
"""Where the print is like none of those before, which are all dim or crooked then, the share must be this."""
OPPOSED, OPPOSED_OF_RANKS, LEAST_OPPOSED = 0.5, 0.7, 0.97
"""Where the reader gives another rank the first, or the second of what it gives to ranks, the rank's share must be the
third. Of 1,902 cards one mistake had 0.94 then."""
UNKNOWN_OF_RANKS = 0.05
"""Where the reader gives an unknown rank so much of what it gives to ranks, the cards before tell nothing. They can't
tell a rank from one that they never saw. Of 202 cards of 16 held-out decks that were asked about 118 are told so, none
wrongly, and 125 with 0.3."""
UNKNOWN_READ = 0.05
"""Where the reader gives an unknown rank so much of all that it says, the corners of the cards before tell nothing.
They told a first 4 as a 7 that was half read as a 1. Where it sees no rank at all corners may tell one."""
LEAST_READ = 0.95
"""A reading that is not plain is doubted where the deck's own space gives its rank less. Of 1,584 such readings that
were right 8 are doubted. A 5 that three indices took for a 3 had 0.03."""
LEAST_AROUND, LEAD_AROUND, OPPOSED_AROUND = 0.93, 0.08, 0.8
"""A corner tells a rank of whose cards one is so much alike, and more so than all others by the second. The reader must
give no other rank the third. Of 198 cards that had to be named corners tell 168, the other witnesses 137, all together
183, and none wrongly."""
SURELY_LIKE, SURELY_LEAD = 0.97, 0.02
"""A card printed so much like one rank's, by so much less like others, and whose corners say so too
(``vision.belief.plainness.CORNERS``), is of that rank. It is no first card of another one, whatever the reader gives
that. Of 129 cards of 152 decks that had to be named both tell 78, none wrongly."""
SHOWN, LEAST_SHOWN = 0.5, 0.02
"""A card's looks tell no rank to which its indices give less than the second, where they give ranks the first or more.
Of 47 doubtful cards of 22 rendered decks that were told so rightly none was given less."""
REMEMBERED = 48
"""What stands around so many pictures is remembered: three looks at two indices of eight cards."""
CARDS, PICTURES = 3, 2
"""How many cards of each rank are examples, and how many of each one's indices."""


class LearntDeck:
    """The cards that were called, by their ids, as examples of a deck; ``ranks`` is net B."""

    def __init__(self, ranks: Ranks) -> None:
        self._ranks = ranks
        self._cards: dict[int, tuple[int, tuple[BGRImage, ...]]] = {}
        self._taught: Taught | None = None
        self._surroundings: Surroundings | None = None
        self._features: Kept[NDArray[np.float32]] = Kept()
        self._corners: Kept[Corner] = Kept()
        self._asked = False
        """Whether the cards before were asked about one: a deck that is read needs none of this."""
        self._around: dict[int, tuple[BGRImage, NDArray[np.float32]]] = {}
        """What stands around the pictures that were compared with these surroundings, by ``id``."""

    def keep(self, card: int, rank: int, pictures: Sequence[BGRImage], *, told: bool) -> None:
        """Card number ``card`` is a ``rank``; ``pictures`` (96, 96, 3) of its indices. One that could be ``told``
        teaches nothing once its rank is known well."""
        alike = [other for other, (as_rank, _) in self._cards.items() if as_rank == rank and other != card]
        if not pictures or (told and len(alike) >= CARDS):
            return
        for oldest in alike[: max(0, len(alike) + 1 - CARDS)]:
            del self._cards[oldest]
        self._cards[card] = rank, tuple(pictures[:PICTURES])
        self._taught = self._surroundings = None

    def tell(self, card: int, rank: int) -> None:
        """Card number ``card`` is a ``rank``, whatever it was called before."""
        if card in self._cards and self._cards[card][0] != rank:
            self._cards[card] = rank, self._cards[card][1]
            self._taught = self._surroundings = None

    def prepare(self) -> None:
        """Make of the cards what the next question needs, a fifth of a second's work: for a quiet moment after one was
        called. Does nothing while nothing is asked."""
        if self._asked and self._cards:
            self._known_around()
            self._known_numerals()

    def tells(
        self, looks: Sequence[Sequence[BGRImage]], alike: Mapping[int, float], *, read: Mapping[int, float]
    ) -> int | None:
        """The rank of a card by those before it, or None.

        ``looks`` are pictures (96, 96, 3) of its indices, look by look, ``alike`` the ranks that it is printed like and
        how much (``Prints.alike``), ``read`` what the reader gives to the ranks.
        """
        self._asked = True
        rank = self._told_by_numerals(looks, alike, read)
        return rank if rank is not None else self._told_by_corners(looks, read)

    def surely(
        self, looks: Sequence[Sequence[BGRImage]], alike: Mapping[int, float], *, read: Mapping[int, float]
    ) -> int | None:
        """The rank of a card of which its print and its corners, either by itself, leave hardly a doubt, or None: it
        may be the first of no rank, though the reader gives one something. The same as in ``tells``."""
        if not self._cards or not alike or not any(len(look) for look in looks):
            return None
        self._asked = True
        rank, like = max(alike.items(), key=lambda known: known[1])
        others = max((other for of, other in alike.items() if of != rank), default=0.0)
        if like < SURELY_LIKE or like - others < LEAD_BESIDE_CORNERS or not may_be(rank, read):
            return None
        corners = dict(enumerate(self._compared_around(looks).tolist(), 1))
        tells = surely_around(rank, corners) if like - others >= SURELY_LEAD else stands_out(rank, corners)
        return rank if tells else None

    def _told_by_corners(self, looks: Sequence[Sequence[BGRImage]], read: Mapping[int, float]) -> int | None:
        if not self._cards or not any(len(look) for look in looks):
            return None
        if any(read.get(other, 0.0) >= UNKNOWN_READ for other in self._unknown):
            return None
        around = self._compared_around(looks)
        best = int(around.argmax())
        leads = around[best] - np.delete(around, best).max() >= LEAD_AROUND
        return best + 1 if around[best] >= LEAST_AROUND and leads and may_be(best + 1, read) else None

    def corners(self, pictures: Sequence[BGRImage]) -> dict[int, float]:
        """How much what stands around a card's indices (96, 96, 3) is like what stands around those of each rank that
        came before; empty while none did."""
        if not self._cards or not len(pictures):
            return {}
        self._asked = True
        around = self._compared_around([pictures])
        return {rank: float(around[rank - 1]) for rank in RANKS if rank not in self._unknown}

    def _compared_around(self, looks: Sequence[Sequence[BGRImage]]) -> NDArray[np.float32]:
        """How much what stands around a card's indices is like that of each rank (10,), in the mean of the looks."""
        surroundings = self._known_around()
        shown = [look[:PICTURES] for look in looks if len(look)]
        for picture in (picture for look in shown for picture in look):
            if id(picture) not in self._around:  # a card is asked about again with each further look
                self._around[id(picture)] = picture, surroundings.likeness_of(picture)
        for oldest in list(self._around)[:-REMEMBERED]:  # an evening has more of them than memory
            del self._around[oldest]
        around = np.mean([np.max([self._around[id(one)][1] for one in look], axis=0) for look in shown], axis=0)
        return np.asarray(around, np.float32)

    def _told_by_numerals(
        self, looks: Sequence[Sequence[BGRImage]], alike: Mapping[int, float], read: Mapping[int, float]
    ) -> int | None:
        shares = self._shares([picture for look in looks for picture in look])
        if shares is None:
            return None
        unknown = self._unknown
        rank = int(shares.argmax()) + 1
        most = max(alike.values(), default=0.0)
        if alike and alike.get(rank, 0.0) < most:
            return None
        of_ranks = max(sum(read.values()), 1e-9)
        if any(read.get(other, 0.0) >= UNKNOWN_OF_RANKS * of_ranks for other in unknown):
            return None
        least = [LEAST if len(looks[0]) > 1 else LEAST_ALONE]
        if unknown:
            least.append(LEAST_UNKNOWN)
        if sum(unknown) > UNKNOWN_COPIES:
            least.append(LEAST_EARLY)
        if not alike:
            least.append(LEAST_UNLIKE)
        if any(like > most - LEAD for other, like in alike.items() if other != rank):
            least.append(LEAST_TIED)
        opposed = min(OPPOSED, OPPOSED_OF_RANKS * of_ranks)
        if any(share >= opposed for other, share in read.items() if other != rank):
            least.append(LEAST_OPPOSED)
        return rank if shares[rank - 1] >= max(least) else None

    def opposes(self, rank: int, pictures: Sequence[BGRImage]) -> bool:
        """Whether the cards before say that a card which was read as ``rank``, and not plainly, may be another; False
        while they tell nothing."""
        self._asked = True
        shares = self._shares(pictures) if rank not in self._unknown else None
        return shares is not None and bool(shares[rank - 1] < LEAST_READ)

    @property
    def _unknown(self) -> list[int]:
        """The ranks that never came."""
        known = {of for of, _ in self._cards.values()}
        return [rank for rank in RANKS if rank not in known]

    def _shares(self, pictures: Sequence[BGRImage]) -> NDArray[np.float32] | None:
        """What the deck's own space gives to the ranks, (10,), in the mean of the pictures; None while it tells
        nothing."""
        taught = self._known_numerals() if len(pictures) else None
        if taught is None:
            return None
        seen = self._ranks.look(np.stack([patch_of(picture) for picture in pictures]), with_features=True)
        logs = log_softmax(taught.weigh(seen.logits, seen.features).mean(0)[:NONE])
        return np.asarray(np.exp(logs), np.float32)

    def _known_numerals(self) -> Taught | None:
        """The cards' numerals as a taught deck, None while they are too few."""
        if len(self._unknown) > UNKNOWN_RANKS:
            return None
        if self._taught is None:
            self._taught = Taught(self._as_deck(), self._ranks, self._features)
        return self._taught

    def _known_around(self) -> Surroundings:
        """What stands around the cards' numerals."""
        if self._surroundings is None:
            self._surroundings, self._around = Surroundings(self._as_deck(), self._ranks, self._corners), {}
        return self._surroundings

    def _as_deck(self) -> Deck:
        examples = [
            Example(rank, picture, source)
            for source, (rank, pictures) in enumerate(self._cards.values())
            for picture in pictures
        ]
        return Deck("learnt", tuple(examples))


def may_be(rank: int, read: Mapping[int, float]) -> bool:
    """Whether a card that looks like a ``rank`` may be one, by what the reader gives to the ranks."""
    if max((share for other, share in read.items() if other != rank), default=0.0) >= OPPOSED_AROUND:
        return False
    return sum(read.values()) < SHOWN or read.get(rank, 0.0) >= LEAST_SHOWN
