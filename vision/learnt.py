"""What this evening's cards look like, learnt from what they were called: a deck that taught itself.

A deck that the reader can't read is named card by card. After a while each of its ranks has been named, and the next
card is told by two witnesses: the print of one that came before (``vision.prints``), and net B with those cards as a
taught deck (``vision.taught``). Where both say the same rank, and no other could have come, it need not be named.

Of 962 cards that had to be named, on 88 rendered decks dealt twice through, both witnesses tell 615, none wrongly
(``python -m vision.training.learnt_decks``). Without the bounds on what never came they told more, and a rank's first
card as another one: 3 of 275.
"""

from collections.abc import Sequence

import numpy as np

from vision.decks import RANKS, Deck, Example
from vision.frame import BGRImage
from vision.merging import log_softmax
from vision.ranks import NONE, Ranks
from vision.taught import Taught, patch_of

UNKNOWN_COPIES, UNKNOWN_RANKS = 2, 3
"""While more cards of ranks that never came may be left (a deck has one ace, two 2s, and so on), the deck's own space
must be surer; while more ranks are unknown it tells nothing."""
LEAST, LEAST_ALONE, LEAST_EARLY = 0.7, 0.9, 0.95
"""Of what the deck's own space gives to the ranks, in the mean of the card's indices, this must be the rank's share;
the second where one index is all that is seen, the third while ranks are unknown. What it gives to "none of these" says
little of a card that lies there and that net B can't read. Of 301 cards that had to be named on rendered decks a share
of 0.7 told 245 and one of 0.5 told 255, none wrongly; while ranks were unknown the surest mistake had 0.89. The second
is a guess."""
EQUAL, LEAST_EQUAL = 0.97, 0.25
"""Where the print is as good as equal, and two indices are seen, this share is enough: with 0.2 none of those 301 was
told wrongly."""
CARDS, PICTURES = 3, 2
"""So many cards of each rank are examples, with so many of their indices."""


class LearntDeck:
    """The cards that were called, by their ids, as examples of a deck; ``ranks`` is net B."""

    def __init__(self, ranks: Ranks) -> None:
        self._ranks = ranks
        self._cards: dict[int, tuple[int, tuple[BGRImage, ...]]] = {}
        self._taught: Taught | None = None

    def keep(self, card: int, rank: int, pictures: Sequence[BGRImage], *, told: bool) -> None:
        """Card number ``card`` is a ``rank``; ``pictures`` (96, 96, 3) of its indices. One that could be ``told``
        teaches nothing once its rank is known well."""
        alike = [other for other, (as_rank, _) in self._cards.items() if as_rank == rank and other != card]
        if not pictures or (told and len(alike) >= CARDS):
            return
        for oldest in alike[: max(0, len(alike) + 1 - CARDS)]:
            del self._cards[oldest]
        self._cards[card] = rank, tuple(pictures[:PICTURES])
        self._taught = None

    def tell(self, card: int, rank: int) -> None:
        """Card number ``card`` is a ``rank``, whatever it was called before."""
        if card in self._cards and self._cards[card][0] != rank:
            self._cards[card] = rank, self._cards[card][1]
            self._taught = None

    def confirms(self, rank: int, pictures: Sequence[BGRImage], *, likeness: float) -> bool:
        """Whether a card that is printed like one of ``rank`` is one, to this deck's knowledge; ``likeness`` is how
        alike the prints are (``Prints.alike``)."""
        known = {of for of, _ in self._cards.values()}
        unknown = [rank for rank in RANKS if rank not in known]
        if not pictures or len(unknown) > UNKNOWN_RANKS:
            return False
        if self._taught is None:
            self._taught = self._as_taught()
        seen = self._ranks.look(np.stack([patch_of(picture) for picture in pictures]), with_features=True)
        shares = np.exp(log_softmax(self._taught.weigh(seen.logits, seen.features).mean(0)[:NONE]))
        if sum(unknown) > UNKNOWN_COPIES:
            least = LEAST_EARLY
        elif len(pictures) == 1:
            least = LEAST_ALONE
        else:
            least = LEAST_EQUAL if likeness >= EQUAL else LEAST
        return bool(shares[rank - 1] >= least)

    def _as_taught(self) -> Taught:
        examples = [
            Example(rank, picture, source)
            for source, (rank, pictures) in enumerate(self._cards.values())
            for picture in pictures
        ]
        return Taught(Deck("learnt", tuple(examples)), self._ranks)
