"""Why a card is called what it is, in words: the features of the belief (``vision.belief.belief.FEATURES``)."""

from collections.abc import Iterable

from dealer.locale import _
from dealer.locale.language import mark

INDEX, NUMERAL, WHOLE = (
    mark("a corner reads {rank}"),
    mark("printed like the {rank}s before"),
    mark("it looks like the {rank}s before"),
)

WORDS = {
    "indices": INDEX,
    "strongest index": INDEX,
    "weakest index": mark("every corner reads {rank}"),
    "many looks": mark("it reads {rank} however one looks"),
    "numeral alike": NUMERAL,
    "numeral nearest": NUMERAL,
    "corner alike": mark("its corners look like the {rank}s'"),
    "corner nearest": mark("its corners look like the {rank}s'"),
    "whole alike": WHOLE,
    "whole nearest": WHOLE,
    "rank is new, unlike all": mark("it is like no card before"),
    "middle shows it": mark("its middle shows {rank}"),
    "middles tell it": mark("its middle shows {rank}"),
    "misread so before": mark("such cards were {rank}s before"),
}


def reasons_in_words(reasons: Iterable[str], rank: int | None) -> str:
    """The reasons, the strongest first, none said twice; "" where there are none.

    >>> reasons_in_words(("strongest index", "numeral alike", "numeral nearest"), 7)
    'a corner reads 7; printed like the 7s before'
    """
    if rank is None:
        return ""
    said = (_(WORDS[reason]).format(rank=rank) for reason in reasons if reason in WORDS)
    return "; ".join(dict.fromkeys(said))
