"""Cards that are told, or doubted, by those that came before, and by the numeral in their middle."""

from collections.abc import Mapping, Sequence

import pytest
from painted_table import Painted, PaintedTable, only, ranks_of

from dealer.view import Face
from vision.belief.learnt import LearntDeck
from vision.frame import BGRImage


class Knowing(LearntDeck):
    """A deck that takes every card for the rank that it is printed like, once it has seen so many looks."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.kept: list[tuple[int, bool]] = []
        self.asked: list[tuple[int, dict[int, float]]] = []
        self.against: set[int] = set()
        self.around: dict[int, float] = {}
        self.sure: int | None = None

    def corners(self, pictures: Sequence[BGRImage]) -> dict[int, float]:
        """What the test says."""
        return self.around if pictures else {}

    def surely(
        self, looks: Sequence[Sequence[BGRImage]], alike: Mapping[int, float], *, read: Mapping[int, float]
    ) -> int | None:
        """What the test says."""
        return self.sure if len(looks) >= self.after else None

    def opposes(self, rank: int, pictures: Sequence[BGRImage]) -> bool:
        """What the test says."""
        return bool(pictures) and rank in self.against

    def keep(self, card: int, rank: int, pictures: Sequence[BGRImage], *, told: bool) -> None:
        """Note what was kept."""
        self.kept.append((rank, told))

    def tell(self, card: int, rank: int) -> None:
        """Nothing is remembered."""

    def prepare(self) -> None:
        """Nothing has to be made ready."""

    def tells(
        self, looks: Sequence[Sequence[BGRImage]], alike: Mapping[int, float], *, read: Mapping[int, float]
    ) -> int | None:
        """The rank, if there are looks enough."""
        self.asked.append((len(looks), dict(read)))
        return next(iter(alike), None) if len(looks) >= self.after else None


@pytest.mark.parametrize(
    ("after", "told", "asked"), [(2, (9, True), [2]), (3, (9, True), [2, 3]), (4, (None, False), [2, 3])]
)
def test_a_card_that_cannot_be_read_is_told_by_those_before_it_by_two_or_three_looks(
    after: int, told: tuple[int | None, bool], asked: list[int]
) -> None:
    deck = Knowing(after)
    table = PaintedTable(learnt=deck).start()
    four_came(table)
    table.reader.doubt = 0.4
    first = table.put(Painted(-250, -80, 0, barred=True), frames=20).sightings[-1]
    assert first.rank is None, "nothing like it came before"
    table.eye.called({first.id: 9})
    deck.asked.clear()
    deck.kept.clear()
    second = table.put(Painted(250, -80, 0, barred=True), frames=20).sightings[-1]
    assert (second.rank, second.learnt) == told
    assert [looks for looks, _ in deck.asked] == asked
    assert deck.asked[-1][1][4] == pytest.approx(0.4, abs=0.1), "the reader's own say is weighed"
    table.eye.called({first.id: 9, second.id: 9})
    assert deck.kept == [(9, told[1])]


def four_came(table: PaintedTable) -> None:
    """A 4 was dealt, and was called that."""
    table.eye.called({only(table.put(Painted(-250, 40, 4), frames=20)).id: 4})


@pytest.mark.parametrize(("share", "rank"), [(0.1, None), (0.01, 9)])
def test_a_card_of_which_one_index_may_be_a_rank_that_never_came_is_not_told_by_those_before_it(
    share: float, rank: int | None
) -> None:
    table = PaintedTable(learnt=Knowing(2)).start()
    table.reader.doubt = share
    first = only(table.put(Painted(-250, -80, 0, barred=True), frames=20))
    table.eye.called({first.id: 9})
    assert table.put(Painted(250, -80, 0, barred=True), frames=20).sightings[-1].rank == rank


def test_such_a_card_is_told_all_the_same_where_its_print_and_its_corners_leave_no_doubt() -> None:
    deck = Knowing(2)
    table = PaintedTable(learnt=deck).start()
    table.reader.doubt, deck.sure = 0.1, 9
    first = only(table.put(Painted(-250, -80, 0, barred=True), frames=20))
    table.eye.called({first.id: 9})
    assert table.put(Painted(250, -80, 0, barred=True), frames=20).sightings[-1].rank == 9


@pytest.mark.parametrize(
    ("named", "came", "share", "told"),
    [
        (1, True, 0.05, (9, True)),
        (2, False, 0.05, (None, False)),
        (2, True, 0.0, (9, True)),
        (1, True, 0.0, (None, False)),
    ],
    ids=["named once", "no 4 came", "named twice, no index gives a 9 anything", "nor does one of one named once"],
)
def test_what_people_named_is_told_by_its_print_though_it_is_read_as_another_rank(
    named: int, came: bool, share: float, told: tuple[int | None, bool]
) -> None:
    table = PaintedTable().start()
    if came:
        four_came(table)
    table.reader.misread, table.reader.rival_rank, table.reader.rival = {7: 4}, 9, {4: share}
    for _ in range(named):
        card = Painted(-250, -80, 7, barred=True)
        seen = table.put(card, frames=20).sightings[-1]
        assert seen.rank in (None, 4)
        table.eye.called({seen.id: 9})
        table.take(card, frames=45)
    seen = table.put(Painted(250, -80, 7, barred=True), frames=20).sightings[-1]
    assert (seen.rank, seen.learnt) == told


@pytest.mark.parametrize(
    ("named", "around", "told"),
    [
        ((9, 9), {9: 0.97, 8: 0.8}, (9, True)),
        ((9, 9), {9: 0.97, 8: 0.95}, (None, False)),
        ((9,), {9: 0.97, 8: 0.8}, (None, False)),
        ((9, 4), {9: 0.97, 8: 0.8}, (None, False)),
    ],
    ids=["named twice", "its corner is not telling", "named once", "one was the first 4 indeed"],
)
def test_so_it_is_where_the_rank_that_it_is_read_as_never_came_if_its_corners_say_so_too(
    named: tuple[int, ...], around: dict[int, float], told: tuple[int | None, bool]
) -> None:
    deck = Knowing(9)
    table = PaintedTable(learnt=deck).start()
    table.reader.misread, table.reader.rival_rank, table.reader.rival = {7: 4}, 9, {4: 0.05}
    for rank in named:
        card = Painted(-250, -80, 7, barred=True)
        seen = table.put(card, frames=20).sightings[-1]
        assert seen.rank is None
        table.eye.called({seen.id: rank})
        table.take(card, frames=45)
    deck.around = around
    seen = table.put(Painted(250, -80, 7, barred=True), frames=20).sightings[-1]
    assert (seen.rank, seen.learnt) == told


def test_not_so_where_it_looks_otherwise_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PaintedTable().start()
    four_came(table)
    table.reader.misread, table.reader.rival_rank, table.reader.rival = {7: 4}, 9, {4: 0.05}
    for _ in range(2):
        card = Painted(-250, -80, 7, barred=True)
        table.eye.called({table.put(card, frames=20).sightings[-1].id: 9})
        table.take(card, frames=45)
    monkeypatch.setattr(table.eye._calls._cards, "looks_otherwise", lambda track, rank, face: rank == 9)
    assert table.put(Painted(250, -80, 7, barred=True), frames=20).sightings[-1].rank is None


@pytest.mark.parametrize(("weakest", "against", "rank"), [(0.85, set(), 8), (0.85, {8}, None), (0.95, {8}, 8)])
def test_a_card_that_is_not_plainly_read_is_asked_about_where_the_cards_before_oppose_it(
    weakest: float, against: set[int], rank: int | None
) -> None:
    deck = Knowing(9)
    table = PaintedTable(learnt=deck).start().knows(8)
    deck.against, table.reader.weakest = against, {8: weakest}
    assert only(table.put(Painted(250, -80, 8), frames=20)).rank == rank


def test_a_card_read_otherwise_than_such_a_print_was_named_before_is_asked_about() -> None:
    table = PaintedTable().start()
    assert only(table.put(Painted(-250, -80, 6, barred=True), frames=20)).rank == 6
    table = PaintedTable().start()
    first = only(table.put(Painted(-250, -80, 0, barred=True), frames=20))
    table.eye.called({first.id: 9})
    second = table.put(Painted(250, -80, 6, barred=True), frames=20).sightings[-1]
    assert second.rank is None and second.alike == (6, 9)


@pytest.mark.parametrize(("weakest", "rival", "rank"), [(0.7, 0.15, None), (0.7, 0.05, 8), (0.8, 0.15, 8)])
def test_a_card_of_a_known_rank_is_asked_about_where_one_of_two_indices_hardly_shows_it(
    weakest: float, rival: float, rank: int | None
) -> None:
    table = PaintedTable().start().knows(8)
    table.reader.weakest, table.reader.rival = {8: weakest}, {8: rival}
    assert only(table.put(Painted(250, -80, 8), frames=20)).rank == rank


@pytest.mark.parametrize(("share", "rank"), [(0.005, None), (0.001, 8)])
def test_the_first_card_of_a_rank_is_asked_about_when_it_is_printed_as_one_of_another_rank_that_it_may_be(
    share: float, rank: int | None
) -> None:
    table = PaintedTable().start().knows(4)
    table.reader.misread, table.reader.rival_rank, table.reader.rival = {4: 8}, 4, {8: share}
    seen = only(table.put(Painted(250, -80, 4), frames=20))
    assert seen.rank == rank and seen.face is Face.UP
    table.reader.misread = {}
    if rank is None:
        assert ranks_of(table.put(Painted(-250, -80, 8), frames=20)) == [None, 8]


def test_a_card_that_is_read_but_not_plainly_is_offered_as_that_first_and_not_as_what_it_is_printed_like() -> None:
    table = PaintedTable().start().knows(4)
    table.reader.misread, table.reader.rival = {4: 8}, {8: 0.05}
    seen = only(table.put(Painted(250, -80, 4), frames=20))
    assert seen.rank is None and seen.alike == () and max(seen.probabilities) == seen.probabilities[7]
