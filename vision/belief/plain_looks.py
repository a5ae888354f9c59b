"""The looks at cards that were not called yet: whether they were plain, in the middle of them, and, where they were
not, whether the card shows its rank however it is looked at."""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from statistics import mean

from dealer.rules.cards import RANKS
from vision.belief.many_looks import (
    A_STROKE,
    AGREED,
    APART_S,
    BY_ITSELF,
    DEALT,
    FEW_LEFT,
    HARDLY,
    HARDLY_A_STROKE,
    HARDLY_AGREED,
    HARDLY_CLOSED,
    LATE,
    MUCH_UNLIKE,
    ONE,
    TRUSTED,
    UNLIKE_OTHERS,
    Bounds,
    LookedOver,
)
from vision.belief.plainness import RIVAL_AGAIN, missing_closed, missing_strokes, plain_bounds
from vision.deck.prints import Prints, Turned, grey_of
from vision.frame import BGRImage
from vision.nets.ranks import NONE
from vision.tracking.track import Track

AFTER_UNCALLED = 2
"""How many looks must be plain after one by which the card was not called. A 9 that three looks left open may be an 8
at the fourth, plainly."""
CONTESTED = 0.1
"""Many looks tell no card of which an index, in any look since it was touched, gave another missing rank so much. A 5
may be a 3 in the mean of all, and a 5 with 0.18 by one index at one of four looks. Of 28 first cards of 140 rendered
held-out decks that many looks tell, all rightly, none is contested so."""


HARDLY_CONTESTED = 0.02
"""Where no index gave so much to another rank that had not come, many looks need show less (``BY_ITSELF``)."""


class PlainLooks:
    """Remembers the last ``most`` looks at each card; ``prints`` is how the cards before are printed."""

    def __init__(self, prints: Prints, looked_over: LookedOver | None, *, most: int) -> None:
        self._prints = prints
        self._looked_over = looked_over
        self._most = most
        self._plain: dict[int, deque[tuple[float, list[bool]]]] = {}
        """Whether a card's indices were plain, look by look, those within ``APART_S`` together with the time of their
        first."""
        self._rivals: dict[int, float] = {}
        """The most that an index of each gave to another rank that had not come."""
        self._uncalled: set[int] = set()
        """Cards of which a look found two or more indices and did not call them."""

    def forget(self, card: int) -> None:
        """Forget card number ``card``: it is known what it is, or another one may lie there now."""
        self.settle(card)
        self._uncalled.discard(card)
        self._rivals.pop(card, None)

    def settle(self, card: int) -> None:
        """Nothing speaks against what card number ``card`` was read as."""
        self._plain.pop(card, None)
        if self._looked_over is not None:
            self._looked_over.forget(card)

    def was_not_called(self, card: int) -> None:
        """A look found two or more indices of card number ``card`` and did not call it."""
        self._uncalled.add(card)

    def are_plain(self, track: Track, pictures: Sequence[Turned], time_s: float, *, hard: bool) -> bool:
        """Whether the first card of a rank is plainly read by each of its indices, of which these are the ``pictures``,
        in the middle of its looks, this one among them. Of later ones less is asked, if their print tells that they are
        of that rank; more if the deck is ``hard``: people must name many of its cards."""
        if track.rank is None:
            return True
        shares = enumerate(track.glimpse.most[:NONE], 1)
        rivals = (share for of, share in shares if of != track.rank and not self._prints.knows(of))
        self._rivals[track.id] = max(self._rivals.get(track.id, 0.0), *rivals, 0.0)
        bounds = plain_bounds(self._prints, track.rank, pictures, hard=hard)
        if bounds is None:
            return True
        looks = self._plain.setdefault(track.id, deque(maxlen=self._most))
        if not looks or time_s - looks[-1][0] >= APART_S:
            looks.append((time_s, []))
        was_plain = all(plain for _, look in looks for plain in look)
        if not was_plain and not hard and not self._prints.knows(track.rank):
            bounds = replace(bounds, rival=min(bounds.rival, RIVAL_AGAIN), enough=math.inf)
        # where no outline was seen its indices may be cut out badly
        unlike = self._prints.unlike(pictures) if track.glimpse.is_outlined else frozenset[int]()
        surely = bool(unlike) and self._prints.agree(pictures)
        looks[-1][1].append(track.glimpse.is_card and bounds.hold(track.rank, track.glimpse, unlike, surely=surely))
        plain = [mean(look) >= 0.5 for _, look in looks]
        least_looks = AFTER_UNCALLED if track.id in self._uncalled else 1
        return sum(plain) >= least_looks and mean(plain) >= 0.5

    def show_however(
        self, track: Track, pictures: Sequence[BGRImage], time_s: float, *, hard: bool, trusted: bool
    ) -> bool:
        """Whether a card shows what it was read as however it is looked at (``vision.belief.many_looks``), though not
        plainly;
        not one of a ``hard`` deck. ``pictures`` (96, 96, 3) of its indices. Where the likely readings of this deck are
        ``trusted`` less will do, and only there the card may be of a rank that came before."""
        rank = track.rank
        if rank is None or self._looked_over is None or hard:
            return False
        is_first = not self._prints.knows(rank)
        rivals = self._rivals.get(track.id)
        is_contested = rivals is not None and rivals >= CONTESTED
        if not (is_first or trusted) or not track.glimpse.is_card or is_contested:
            return False
        least = self._least_shown(rank, pictures, is_first=is_first, trusted=trusted)
        if DEALT in least and rivals is not None and rivals < HARDLY_CONTESTED:
            least = [*least, BY_ITSELF]
        unlike = self._prints.unlike(_turned(pictures), least=MUCH_UNLIKE)
        return self._looked_over.shows(track.id, rank, pictures, time_s=time_s, least=least, unlike=unlike)

    def hardly_shows(
        self, track: Track, pictures: Sequence[BGRImage], time_s: float, *, was_plain: bool = True
    ) -> bool:
        """Whether the first card of a rank is hardly that where it is looked at many times over, or may be, an 8, a 6
        or a 9 that closes, a 1, a 2 or a 7. ``pictures`` (96, 96, 3) of its indices; ``was_plain``: by the looks by
        which it is read."""
        rank, looked_over = track.rank, self._looked_over
        if rank is None or looked_over is None or self._prints.knows(rank):
            return False
        strokes = missing_strokes(self._prints, rank)
        if strokes and looked_over.hardly_shows(
            track.id, rank, pictures, time_s=time_s, least=HARDLY_A_STROKE, rivals=strokes
        ):
            return True
        closed = missing_closed(self._prints, rank)
        if not closed:
            left = [of for of in RANKS if not self._prints.knows(of)]
            return not self._is_late(pictures) and looked_over.hardly_shows(
                track.id, rank, pictures, time_s=time_s, least=HARDLY if was_plain else HARDLY_AGREED, rivals=left
            )
        if looked_over.may_close(track.id, closed, pictures, time_s=time_s):
            return True
        return looked_over.hardly_shows(track.id, rank, pictures, time_s=time_s, least=HARDLY_CLOSED)

    def uphold(self, track: Track, pictures: Sequence[BGRImage], time_s: float) -> bool:
        """Whether a card that is plain now is what it was read as, though an index gave much to another rank that had
        not come, in any look since it was touched: then all looks together must show it. ``pictures`` (96, 96, 3) of
        its indices. A first 5 may be a 3 at the third look with 0.99, and a 5 with 0.2 by an index at the first."""
        rank = track.rank
        if rank is None or self._looked_over is None or self._prints.knows(rank):
            return True
        if self._rivals.get(track.id, 0.0) < CONTESTED or self._is_late(pictures):
            return True
        return self.show_so_much(track, rank, pictures, time_s, least=[AGREED])

    def show_one(self, track: Track, pictures: Sequence[BGRImage], time_s: float, *, hard: bool) -> bool:
        """Whether a card that was not read shows a 1 rather than any other rank; not one of a ``hard`` deck.
        ``pictures`` (96, 96, 3) of its indices."""
        return not hard and self.show_so_much(track, 1, pictures, time_s, least=[ONE])

    def show_so_much(
        self, track: Track, rank: int, pictures: Sequence[BGRImage], time_s: float, *, least: Sequence[Bounds]
    ) -> bool:
        """Whether a card, whatever it was read as, shows a ``rank`` so much as one of these bounds asks for, however it
        is looked at. ``pictures`` (96, 96, 3) of its indices."""
        if self._looked_over is None:
            return False
        return self._looked_over.shows(track.id, rank, pictures, time_s=time_s, least=least)

    def _least_shown(
        self, rank: int, pictures: Sequence[BGRImage], *, is_first: bool, trusted: bool
    ) -> Sequence[Bounds]:
        """What a card's rank must have however it is looked at: one of these."""
        if is_first and missing_strokes(self._prints, rank):
            return [A_STROKE]
        if is_first and self._is_late(pictures):
            return [LATE]
        if trusted:
            return [TRUSTED]
        return [AGREED, DEALT] if is_first else [AGREED]

    def _is_late(self, pictures: Sequence[BGRImage]) -> bool:
        """Whether few ranks have not come, and a card is printed like none that have."""
        known = [rank for rank in RANKS if self._prints.knows(rank)]
        if len(RANKS) - len(known) > FEW_LEFT:
            return False
        turned = _turned(pictures)
        return all((self._prints.likeness(rank, turned) or 0.0) < UNLIKE_OTHERS for rank in known)


def _turned(pictures: Sequence[BGRImage]) -> list[Turned]:
    return [Turned(grey_of(picture)) for picture in pictures]
