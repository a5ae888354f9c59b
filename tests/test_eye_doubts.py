"""What is read and asked about all the same: first cards of a rank, and cards printed unlike those before."""


import pytest
from painted_table import Painted, PaintedTable, half_under_a_hand, only, ranks_of

from dealer.view import Face


def test_a_card_printed_unlike_those_of_its_rank_before_is_asked_about_until_it_is_said() -> None:
    table = PaintedTable().start()
    table.put(Painted(-150, 0, 8), frames=8)
    table.put(Painted(0, 0, 8, barred=True), frames=20)
    odd = max(table.view.sightings, key=lambda sighting: sighting.id)
    assert odd.rank is None and 0.3 < odd.probabilities[7] < 0.7, "it reads 8, and is no call"
    table.eye.called({odd.id: 6})
    table.put(Painted(150, 0, 8, barred=True), frames=20)
    assert table.view.sightings[-1].rank is None, "what was said to be a 6 makes no 8 of the next"
    table.put(Painted(150, 120, 8), frames=8)
    assert max(table.view.sightings, key=lambda sighting: sighting.id).rank == 8


@pytest.mark.parametrize("barred", [True, False])
def test_doubtful_looks_that_agree_are_a_call_only_of_a_card_printed_like_those_of_its_rank(barred: bool) -> None:
    table = PaintedTable().start()
    table.reader.doubt = 0.97
    table.put(Painted(-250, -80, 4, barred=barred), frames=8)
    assert ranks_of(table.put(Painted(250, -80, 0, barred=True), frames=60)) == [4, 4 if barred else None]


def test_the_first_card_of_a_rank_is_called_only_when_each_of_its_indices_is_plain() -> None:
    table = PaintedTable().start()
    table.reader.weakest = {8: 0.83}
    first = only(table.put(Painted(-250, -80, 8), frames=20))
    assert first.rank is None and first.face is Face.UP
    assert only(table.put(frames=30)).rank is None, "the same look again and again makes it no plainer"
    table.eye.correct(first.id, 8)
    assert ranks_of(table.put(Painted(250, -80, 8), frames=12)) == [8, 8], "the next one is printed as that was"


@pytest.mark.parametrize(
    ("named", "read", "weakest", "rank"), [(1, 0, 0.92, 8), (2, 0, 0.92, None), (2, 0, 0.98, 8), (2, 3, 0.92, 8)]
)
def test_while_people_must_name_the_cards_the_first_of_a_rank_must_be_plainer(
    named: int, read: int, weakest: float, rank: int | None
) -> None:
    table = PaintedTable().start()
    for number in range(read):
        table.put(Painted(-250 + 150 * number, 120, 5 + number), frames=12)
    table.reader.weakest = {8: weakest}
    for number in range(named):
        table.put(Painted(-250 + 150 * number, -80, 0, barred=True), frames=20)
        table.eye.correct(table.view.sightings[-1].id, 3 + number)
    table.eye.called({card.id: card.rank for card in table.view.sightings if card.rank is not None})
    assert table.put(Painted(250, -80, 8), frames=20).sightings[-1].rank == rank


def test_a_first_card_that_looks_plainer_once_the_hand_has_gone_is_called() -> None:
    table = PaintedTable().start()
    table.reader.weakest = {8: 0.5}
    assert only(table.put(Painted(-250, -80, 8), frames=4)).rank is None
    table.reader.weakest = {8: 0.97}
    assert only(table.show(30)).rank == 8


def first_8(*, weakest: float, looks: int) -> PaintedTable:
    """The first 8 has come, and was looked at so often: its less sure index gave so much."""
    table = PaintedTable().start()
    table.reader.weakest = {8: weakest}
    reads = table.eye.reads
    table.put(Painted(-250, -80, 8), frames=1)
    while table.eye.reads < reads + looks:
        table.show()
    return table


def test_a_first_card_that_is_not_plain_is_looked_at_again_in_the_next_frame() -> None:
    table = first_8(weakest=0.5, looks=1)
    assert only(table.view).rank is None
    table.reader.weakest = {8: 0.97}
    assert only(table.show()).rank == 8


@pytest.mark.parametrize(("again", "rank"), [(0.92, None), (0.96, 8)])
def test_after_a_look_that_is_not_plain_more_is_asked_of_the_next(again: float, rank: int | None) -> None:
    table = first_8(weakest=0.56, looks=1)
    table.reader.weakest = {8: again}
    assert only(table.show(8)).rank == rank


@pytest.mark.parametrize(("frames", "rank"), [(3, None), (8, 8)])
def test_looks_in_one_moment_count_as_one(frames: int, rank: int | None) -> None:
    table = first_8(weakest=0.5, looks=2)
    table.reader.weakest = {8: 0.97}
    assert only(table.show(frames)).rank == rank


def test_the_first_card_of_a_rank_is_asked_about_when_one_index_alone_is_read() -> None:
    table = PaintedTable().start()
    half_under_a_hand(table, unsure=False)
    assert only(table.view).rank is None
    table = PaintedTable().start().knows(7)
    half_under_a_hand(table, unsure=False)
    assert only(table.view).rank == 7, "the next one is printed as that was"


def test_of_a_card_read_by_four_indices_each_may_be_less_plain() -> None:
    table = PaintedTable().start()
    table.reader.weakest = {8: 0.87, 9: 0.8}
    table.reader.times_each = 2
    assert ranks_of(table.put(Painted(-250, -80, 8), frames=20)) == [8]
    assert ranks_of(table.put(Painted(250, -80, 9), frames=20)) == [8, None]


@pytest.mark.parametrize(("agree", "rank"), [(True, 8), (False, None)])
def test_a_first_card_is_none_of_a_known_rank_that_is_printed_otherwise_if_its_own_indices_agree(
    agree: bool, rank: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = PaintedTable().start()
    monkeypatch.setattr(table.eye._calls._cards.prints, "unlike", lambda pictures: frozenset({3}))
    monkeypatch.setattr(table.eye._calls._cards.prints, "agree", lambda pictures: agree)
    table.reader.rival_rank, table.reader.weakest, table.reader.rival = 3, {8: 0.86}, {8: 0.14}
    assert only(table.put(Painted(250, -80, 8), frames=20)).rank == rank


def test_a_sighting_says_whether_its_edges_were_seen() -> None:
    table = PaintedTable()
    table.things.append(Painted(-250, -80, 5))
    before = only(table.start().show(20))
    came = table.put(Painted(250, -80, 8), frames=20).sightings[-1]
    assert (before.outlined, came.outlined) == (False, True), "nobody saw the first one come"


@pytest.mark.parametrize(("beside_mm", "is_laid_on"), [(20.0, True), (4.0, False)])
def test_a_card_laid_on_one_of_its_rank_is_told_to_lie_on_it_where_that_still_shows(
    beside_mm: float, is_laid_on: bool
) -> None:
    table = PaintedTable().start()
    first = only(table.put(Painted(250, -80, 8), frames=20))
    second = table.put(Painted(250 + beside_mm, -80, 8), frames=20).sightings[-1]
    assert (second.laid_on == first.id) == is_laid_on


def test_a_card_laid_on_one_of_its_rank_that_others_cover_may_be_that_one() -> None:
    table = PaintedTable().start()
    table.put(Painted(250, -80, 8), frames=20)
    table.put(Painted(215, -80, 5), frames=20)
    second = table.put(Painted(272, -80, 8), frames=20).sightings[-1]
    assert (second.rank, second.laid_on) == (8, None), "what is left of the first in sight is under the second"


@pytest.mark.parametrize(("rival", "rank"), [(0.02, None), (0.004, 8)])
def test_after_a_look_that_was_not_plain_the_least_sure_of_four_indices_does_not_help(
    rival: float, rank: int | None
) -> None:
    table = PaintedTable().start()
    table.reader.times_each = 2
    table.reader.weakest, table.reader.rival = {8: 0.88}, {8: 0.09}
    card = Painted(-250, -80, 8)
    table.put(card, frames=3)
    while not table.eye._calls._cards.plain._plain:
        table.show(1)
    table.reader.weakest, table.reader.rival = {8: 0.92}, {8: rival}
    assert only(table.show(30)).rank == rank


def test_a_card_that_cannot_be_read_is_offered_as_what_such_a_print_was_named_before() -> None:
    table = PaintedTable().start().knows(4)
    first = only(table.put(Painted(-250, -80, 0, barred=True), frames=20))
    assert first.rank is None and first.alike != (9,)
    table.eye.correct(first.id, 9)
    second = table.put(Painted(250, -80, 0, barred=True), frames=20).sightings[-1]
    assert second.rank is None and second.alike[0] == 9


def test_one_plainer_look_among_many_is_no_call_of_a_first_card() -> None:
    table = PaintedTable().start()
    table.reader.weakest = {8: 0.5}
    table.put(Painted(-250, -80, 8), frames=45)
    table.reader.weakest = {8: 0.97}
    reads = table.eye.reads
    while table.eye.reads == reads:
        table.show()
    assert only(table.view).rank is None


def test_a_second_print_of_a_rank_is_known_once_it_was_said() -> None:
    table = PaintedTable().start()
    table.put(Painted(-150, 0, 8), frames=8)
    table.put(Painted(0, 0, 8, barred=True), frames=20)
    table.eye.called({sighting.id: 8 for sighting in table.view.sightings})
    table.put(Painted(150, 0, 8, barred=True), frames=8)
    assert max(table.view.sightings, key=lambda sighting: sighting.id).rank == 8


@pytest.mark.parametrize(
    ("doubt", "said", "told"),
    [("differs", (8,), None), ("differs", (8, 8), 8), ("differs", (8, 6, 8), None), ("opposes", (8,), 8)],
)
def test_what_was_doubted_and_borne_out_is_not_asked_about_again_and_again(
    doubt: str, said: tuple[int, ...], told: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A print that differs is borne out by two answers, what the deck's own space says by one; another answer is
    reason enough to ask on."""
    table = PaintedTable().start()
    calls = table.eye._calls
    monkeypatch.setattr(calls._cards.whole, "tells", lambda *_, **__: None)  # all painted cards look alike
    if doubt == "differs":
        monkeypatch.setattr(calls._cards.prints, "differs", lambda *_, **__: True)
    else:
        monkeypatch.setattr(calls._doubted, "_is_opposed", lambda _: True)
    for number, rank in enumerate(said):
        doubted = max(table.put(Painted(-150 + 150 * number, 0, 8), frames=20).sightings, key=lambda card: card.id)
        assert doubted.rank is None
        table.eye.called({doubted.id: rank})
    assert max(table.put(Painted(150, 120, 8), frames=20).sightings, key=lambda card: card.id).rank == told


@pytest.mark.parametrize(("guessed_wrong", "rank"), [(2, 4), (3, None)])
def test_a_deck_whose_likely_readings_were_wrong_is_not_called_from_doubtful_looks(
    guessed_wrong: int, rank: int | None
) -> None:
    table = PaintedTable().start()
    table.reader.doubt = 0.8
    table.put(*(Painted(-150 + 150 * at, 0, 0) for at in range(3)), frames=12)
    unread = [sighting.id for sighting in table.view.sightings]
    assert len(unread) == 3 and not any(sighting.rank for sighting in table.view.sightings)
    table.eye.called({number: 9 if at < guessed_wrong else 4 for at, number in enumerate(unread)})
    table.reader.doubt = 0.9985  # each look by itself is no call, all together are
    table.put(Painted(150, 120, 0), frames=40)
    assert max(table.view.sightings, key=lambda sighting: sighting.id).rank == rank
