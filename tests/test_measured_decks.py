"""``dealer measure misreads`` and ``decks``: the eye that ships looks at each card, and it is counted once."""

import pytest

from dealer import cli
from dealer.view import Area, Face, Place, Sighting, TableView
from vision.measures import measured_decks
from vision.measures.measured_decks import KINDS, _at, measure, outcome
from vision.reading.reader import Reader
from vision.synth.picture import Pose


def seen(rank: int | None, *, likeliest: int = 0, number: int = 1, x_mm: float = 0.0) -> Sighting:
    """A sighting called ``rank``, or read most likely as ``likeliest``."""
    odds = tuple(0.9 if one == likeliest else 0.01 for one in range(1, 12)) if likeliest else ()
    return Sighting(number, Place(Area.STACK, 1), x_mm, 0.0, 0.0, Face.UP, rank, odds, 0.0)


@pytest.mark.parametrize(
    ("sighting", "kind"),
    [
        (None, "unseen"),
        (seen(8), "called right"),
        (seen(6), "silent errors"),
        (seen(None, likeliest=8), "asked, likely right"),
        (seen(None, likeliest=6), "asked, likely wrong"),
        (seen(None, likeliest=11), "asked, unread"),
        (seen(None), "asked, unread"),
    ],
)
def test_a_card_has_one_outcome(sighting: Sighting | None, kind: str) -> None:
    assert outcome(sighting, 8) == kind and kind in KINDS


def test_a_card_that_was_named_is_not_the_next_one() -> None:
    view = TableView(1, 0.0, (seen(8, number=1, x_mm=4.0), seen(6, number=2, x_mm=20.0), seen(5, number=3, x_mm=90.0)))
    at = Pose(0.0, 0.0, 0.0)
    found = [_at(view, at, but=but) for but in ((), (1,), (1, 2))]
    assert [one and one.id for one in found] == [1, 2, None]


def test_cards_are_laid_looked_at_and_cleared_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured_decks, "WHOLE_DECK", (7, 3))
    monkeypatch.setattr(measured_decks, "EACH", 1)
    monkeypatch.setattr(measured_decks, "SEATS", (2,))
    counts = measure("poker", 1, Reader(), times=2, difficulty="easy")
    assert {kind: count for kind, count in counts.items() if count} == {"cards": 4, "called right": 4}


def test_a_line_each_family_and_one_for_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, int, int]] = []

    def counted(family: str, number: int, reader: Reader, *, times: int, **options: object) -> dict[str, int]:
        asked.append((family, number, times))
        assert options == {"difficulty": "reference", "foreign": 0, "looks": None}
        return {"cards": 55 * times, "silent errors": 1}

    monkeypatch.setattr(measured_decks, "measure", counted)
    assert cli.main(["measure", "decks", "--designs", "2", "--first", "5", "--families", "poker, banner"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[:4] for line in lines[2:]] == [
        ["| poker", "220", "0", "0"], ["| banner", "220", "0", "0"], ["| all", "440", "0", "0"],
    ]  # fmt: skip
    assert asked == [("poker", 5, 2), ("poker", 6, 2), ("banner", 5, 2), ("banner", 6, 2)]
    assert cli.main(["measure", "misreads", "--families", "cubist"]) == 2
    assert "cubist" in capsys.readouterr().err
    assert cli.main(["measure", "misreads", "--foreign", "-1"]) == 2
    assert "--foreign -1" in capsys.readouterr().err


def test_a_card_that_is_not_ours_is_no_card_of_the_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured_decks, "WHOLE_DECK", (7,))
    monkeypatch.setattr(measured_decks, "SEATS", (2,))
    counts = measure("poker", 1, Reader(), times=1, difficulty="easy", foreign=2)
    assert (counts["cards"], counts["foreign"]) == (1, 2)
