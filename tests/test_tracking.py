"""The tracker's own measure: what happened on a simulated table against what was seen."""

from itertools import islice

from dealer.game.header import Header
from dealer.measures.tracking import Counts, Happening, TableEvent, added, game_events, matched, together
from dealer.view import Face

UP, DOWN = Face.UP, Face.DOWN


def test_laid_moved_turned_and_taken_are_told_apart() -> None:
    cards = Happening()
    assert cards.follow(1.0, {1: (0.0, 0.0, UP)}, ()) == [TableEvent("laid", 1.0, 0.0, 0.0)]
    assert cards.follow(2.0, {1: (12.0, 0.0, UP)}, ()) == []
    (moved,) = cards.follow(3.0, {1: (24.0, 0.0, UP)}, ())
    assert moved == TableEvent("moved", 3.0, 24.0, 0.0, from_mm=(0.0, 0.0))
    assert cards.follow(4.0, {1: (24.0, 0.0, DOWN)}, ()) == [TableEvent("turned", 4.0, 24.0, 0.0)]
    # one that is lifted is not gone; it is taken where it lay
    assert cards.follow(5.0, {}, ()) == []
    assert cards.follow(6.0, {}, {1}) == [TableEvent("taken", 6.0, 24.0, 0.0)]
    assert cards.known == frozenset()


def test_each_event_is_found_missed_or_false() -> None:
    happened = [
        TableEvent("laid", 10.0, 0.0, 0.0, "alone"),
        TableEvent("laid", 20.0, 100.0, 0.0, "on another"),
        TableEvent("taken", 30.0, 0.0, 0.0),
        TableEvent("turned", 40.0, 100.0, 0.0),
    ]
    seen = [
        TableEvent("laid", 10.4, 3.0, 4.0),
        TableEvent("laid", 10.5, 3.0, 4.0),  # the same card, seen twice
        TableEvent("taken", 28.0, 0.0, 0.0),  # as soon as it was lifted
        TableEvent("turned", 55.0, 100.0, 0.0),  # too late
        TableEvent("laid", 20.1, 140.0, 0.0),  # too far away
    ]
    counts = matched(happened, seen)
    assert {name: (one.happened, one.found, one.missed, one.false) for name, one in counts.items()} == {
        "laid": (2, 1, 1, 2),
        "laid alone": (1, 1, 0, 0),
        "laid on another": (1, 0, 1, 0),
        "moved": (0, 0, 0, 0),
        "taken": (1, 1, 0, 0),
        "turned": (1, 0, 1, 1),
    }
    assert [round(s, 1) for s in (*counts["laid"].after_s, *counts["taken"].after_s)] == [0.4, -2.0]


def test_a_moved_card_may_be_seen_as_one_taken_and_one_laid() -> None:
    moved = TableEvent("moved", 5.0, 100.0, 0.0, from_mm=(0.0, 0.0))
    taken, laid = TableEvent("taken", 3.0, 2.0, 0.0), TableEvent("laid", 5.2, 98.0, 0.0)
    for seen, expected in (
        ([TableEvent("moved", 5.2, 100.0, 0.0)], (1, 0, 0)),
        ([taken, laid], (0, 1, 0)),
        ([laid], (0, 0, 1)),
    ):
        of = matched([moved], seen)["moved"]
        assert (of.found, of.as_two, of.missed) == expected
    assert matched([moved], [taken, laid])["laid"].false == matched([moved], [taken, laid])["taken"].false == 0
    assert matched([moved], [laid])["laid"].false == matched([moved], [taken])["taken"].false == 1


def test_cards_laid_at_once_are_told_so() -> None:
    alone, first, second = (TableEvent("laid", t, 0.0, 0.0, "alone") for t in (1.0, 5.0, 5.2))
    taken = TableEvent("taken", 5.1, 0.0, 0.0)
    assert [one.how for one in together([alone, first, taken, second])] == ["alone", "at once", "", "at once"]


def test_games_are_added_up_and_told_in_thousandths() -> None:
    of = added([{"laid": Counts(3, 2, 0, 1, (0.1, 0.3))}, {"laid": Counts(1, 1, 0, 0, (0.2,))}, {"moved": Counts(1)}])
    assert of["laid"].per_thousand() == {
        "happened": 4, "found": 750.0, "found as two": 0.0, "missed": 250.0, "false": 250.0, "seconds, median": 0.2,
    }  # fmt: skip
    assert of["moved"].per_thousand()["missed"] == 1000.0


def test_the_first_cards_of_a_game_are_laid_and_seen() -> None:
    header = Header.from_mapping({"variant": "basic", "players": ["Anna", "Bob"]})
    happened, seen = [], []
    for of_frame, in_view in islice(game_events(header, 1), 200):
        happened += of_frame
        seen += in_view
    counts = matched(happened, seen)
    assert counts["laid"].happened >= 2
    assert counts["laid"].missed == counts["laid"].false == 0
