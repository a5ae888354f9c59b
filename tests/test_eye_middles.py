"""The numeral in the middle of a card as a witness."""

from types import SimpleNamespace
from typing import cast

import pytest
from painted_table import Painted, PaintedTable, only

from dealer.view import Face
from vision.belief.remembered import RememberedCards
from vision.belief.unread import UnreadCards
from vision.frame import BGRImage
from vision.reading.large_numerals import LargeNumeral, LargeNumeralReader
from vision.reading.middles import Middles
from vision.table.geometry import TableGeometry
from vision.tracking.glimpses import Glimpse
from vision.tracking.track import Track


class Numerals(LargeNumeralReader):
    """The middle of every card shows this."""

    def __init__(self, *ranks: int, share: float = 0.99) -> None:
        self.numeral = LargeNumeral(frozenset(ranks), share)

    def read(self, image: BGRImage, geometry: TableGeometry, glimpse: Glimpse) -> LargeNumeral:
        """What the test says."""
        return self.numeral


@pytest.mark.parametrize(("middle", "rank"), [((4,), 4), ((), 4), ((5,), None), ((6, 9), None)])
def test_a_card_whose_middle_shows_another_rank_is_asked_about(middle: tuple[int, ...], rank: int | None) -> None:
    table = PaintedTable(numerals=Numerals(*middle)).start()
    seen = only(table.put(Painted(-250, -80, 4), frames=20))
    assert seen.rank == rank and seen.face is Face.UP


@pytest.mark.parametrize(("named", "told"), [(5, 5), (4, None)])
def test_what_the_middle_of_another_rank_showed_tells_nothing_any_more(named: int, told: int | None) -> None:
    """An emblem may be taken for a 4 on every card of a deck."""
    table = PaintedTable(numerals=Numerals(4)).start()
    card = Painted(-250, -80, 5)
    asked = only(table.put(card, frames=20))
    assert asked.rank is None
    table.eye.called({asked.id: named})
    table.take(card, frames=45)
    assert only(table.put(Painted(250, -80, 7), frames=20)).rank == (7 if told else None)


@pytest.mark.parametrize(
    ("read", "middle", "rank"),
    [
        (7, Numerals(7, share=0.75), 7),
        (7, Numerals(share=0.0), None),
        (8, Numerals(8, share=0.75), None),
        (8, Numerals(8), 8),
    ],
)
def test_the_first_card_of_a_rank_need_not_be_plain_where_its_middle_shows_it(
    read: int, middle: Numerals, rank: int | None
) -> None:
    """An 8 must show itself surely while no 6 has come: one that closes does so in the middle as well."""
    table = PaintedTable(numerals=middle).start()
    table.reader.weakest = {read: 0.5}
    assert only(table.put(Painted(250, -80, read), frames=20)).rank == rank


@pytest.mark.parametrize(
    ("middle", "strange", "rank"),
    [
        (Numerals(4), 0.0, 4),
        (Numerals(4, share=0.85), 0.0, None),
        (Numerals(5), 0.0, None),
        (Numerals(), 0.0, None),
        (Numerals(4), 0.95, None),
    ],
    ids=["told", "not sure enough", "another", "nothing there", "surely none of ours"],
)
def test_a_card_read_in_doubt_is_what_its_middle_shows_if_the_indices_show_that_rather_than_another(
    middle: Numerals, strange: float, rank: int | None
) -> None:
    table = PaintedTable(numerals=middle).start()
    table.reader.strange = [strange] if strange else []
    assert only(table.put(Painted(-250, -80, 0), frames=20)).rank == rank


@pytest.mark.parametrize(
    ("before", "middle", "strange", "rank"),
    [
        ((4, 5), (7,), 0.99, 7),
        ((4, 4), (7,), 0.99, None),
        ((4, 5), (6, 9), 0.99, None),
        ((4, 5), (), 0.99, None),
        ((4, 5), (5,), 0.5, None),
    ],
    ids=["told", "of one rank alone", "a 6 or a 9", "nothing there", "its indices show another"],
)
def test_the_middle_tells_a_card_that_is_not_read_where_it_told_two_ranks_before(
    before: tuple[int, ...], middle: tuple[int, ...], strange: float, rank: int | None
) -> None:
    numerals = Numerals()
    table = PaintedTable(numerals=numerals).start()
    for of in before:
        numerals.numeral = LargeNumeral(frozenset({of}), 0.99)
        card = Painted(-250, -80, of)
        seen = only(table.put(card, frames=20))
        assert seen.rank == of
        table.eye.called({seen.id: of}, all_face_up=True)
        table.take(card, frames=45)
    numerals.numeral = LargeNumeral(frozenset(middle), 0.99 if middle else 0.0)
    table.reader.strange = [strange]
    seen = only(table.put(Painted(-250, -80, 0), frames=20))
    assert seen.rank == rank


def told_by_its_middle(
    *,
    shown: tuple[LargeNumeral, ...],
    probabilities: tuple[float, ...] = (),
    tell: bool = True,
    readings: tuple[int, ...] = (),
    otherwise: bool = False,
) -> int | None:
    """What a card is told to be after these looks at its middle; ``tell``: this deck's middles told ranks before."""
    middles = Middles(most=20)
    for rank in (4, 5) if tell else ():
        middles.look(rank, lambda rank=rank: LargeNumeral(frozenset({rank}), 0.99), was_called=False)  # type: ignore[misc]
        middles.called(rank, rank)
    cards = SimpleNamespace(middles=middles, looks_otherwise=lambda *_: otherwise, forget_looks=lambda _: None)
    track = SimpleNamespace(
        id=9, probabilities=probabilities, confirmed=True, readings=set(readings), face=Face.DOWN, rank=None
    )
    for numeral in shown:
        seen = middles.look(9, lambda numeral=numeral: numeral, was_called=False)  # type: ignore[misc]
        UnreadCards(cast(RememberedCards, cards))._tell_by_numeral(cast(Track, track), seen, None)
    assert (track.face is Face.UP) == (track.rank is not None)
    return cast(int | None, track.rank)


SEVEN, EIGHT, SIX_OR_NINE = (LargeNumeral(frozenset(ranks), 0.99) for ranks in ((7,), (8,), (6, 9)))


@pytest.mark.parametrize(
    ("shown", "told"),
    [((SEVEN, SEVEN), 7), ((SEVEN,), None), ((SEVEN, EIGHT), None), ((SIX_OR_NINE, SIX_OR_NINE), None)],
    ids=["twice", "once", "another", "a 6 or a 9"],
)
def test_two_looks_at_its_middle_tell_a_card_of_which_nothing_was_read(
    shown: tuple[LargeNumeral, ...], told: int | None
) -> None:
    assert told_by_its_middle(shown=shown) == told
    none_of_ours = (*[0.001] * 10, 0.99)
    assert told_by_its_middle(shown=shown, probabilities=none_of_ours) == told
    assert told_by_its_middle(shown=shown, tell=False) is None
    assert told_by_its_middle(shown=shown, readings=(3,)) is None, "it was read as another before"
    assert told_by_its_middle(shown=shown, otherwise=True) is None
    unsure = tuple(LargeNumeral(one.ranks, 0.85) for one in shown)
    assert told_by_its_middle(shown=unsure) is None


@pytest.mark.parametrize(("seven", "eight", "told"), [(0.3, 0.1, 7), (0.1, 0.3, None), (0.15, 0.14, 7)])
def test_indices_in_doubt_and_the_middle_together_tell(seven: float, eight: float, told: int | None) -> None:
    probabilities = (*[0.0] * 6, seven, eight, 0.0, 0.0, 1 - seven - eight)
    assert told_by_its_middle(shown=(SEVEN, SEVEN), probabilities=probabilities) == told
