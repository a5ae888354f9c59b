"""Why a card is called what it is, in words: the features of the belief (``vision.belief.belief.FEATURES``)."""

from collections.abc import Iterable

from dealer.locale import _
from dealer.locale.language import mark

WORDS = {
    "indices": mark("a corner reads {rank}"),
    "middle": mark("its middle reads {rank}"),
    "numeral alike": mark("printed like the {rank}s before"),
    "whole alike": mark("it looks like the {rank}s before"),
    "unlike all": mark("it is like no card before"),
}


def reasons_in_words(reasons: Iterable[str], rank: int | None) -> str:
    """The reasons, the strongest first, none said twice; "" where there are none.

    >>> reasons_in_words(("indices", "numeral alike"), 7)
    'a corner reads 7; printed like the 7s before'
    """
    if rank is None:
        return ""
    said = (_(WORDS[reason]).format(rank=rank) for reason in reasons if reason in WORDS)
    return "; ".join(dict.fromkeys(said))
