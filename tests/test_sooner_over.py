"""A correction after the end by which another lost, some acts earlier: it counts, and those who played on did not."""

from pathlib import Path

import pytest

from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.journal.journal import Journal
from dealer.rules.acts import parse_act
from dealer.seen.verdicts import Refused, Replaced
from dealer.table.sitting import Sitting
from dealer.words.prompts import Chime

NAMES = ("Angie", "Bob", "Carlos")
HEADER = Header.from_mapping({"variant": "basic", "players": NAMES, "stakes": "seattle", "target": 5})
DEALT = ("deal Bob 7", "deal Carlos 3", "deal Angie 9", "Carlos hit 6")


class Table:
    def __init__(self, folder: Path, *lines: str) -> None:
        self.journal = Journal(folder)
        self.said: list[str] = []
        self.told: list[tuple[str, str]] = []
        self.number = self.journal.begin(HEADER)
        self.sitting = Sitting(
            Game(HEADER),
            dict(enumerate(NAMES, 1)),
            journal=self.journal,
            number=self.number,
            tell=lambda _, event, fields: self.told.append((event, fields.get("act", ""))),
            speak=lambda called, request: self.said.append(called),
        )
        for line in lines:
            self.sitting.say_line(line)
        assert self.sitting.over

    def correct(self, index: int, line: str) -> object:
        return self.sitting._take(self.sitting.referee.correct_act(index, parse_act(line, NAMES)))

    def lines(self) -> list[str]:
        return [str(act) for act in self.sitting.game.acts]


def test_the_loser_is_another_and_who_played_on_takes_the_card_back(tmp_path: Path) -> None:
    table = Table(tmp_path, *DEALT, "Angie hit 7", "Bob hit 7")
    assert table.sitting.game.state.losers == ("Bob",)
    verdict = table.correct(4, "Angie hit 9")
    assert isinstance(verdict, Replaced) and [str(act) for act in verdict.fallen] == ["Bob hit 7"]
    assert table.lines() == [*DEALT, "Angie hit 9"]
    assert table.sitting.game.state.losers == ("Angie",)
    assert table.said[-1] == "Corrected: Angie hit nine. Taken back: Bob hit seven. Angie gives three coins to Bob."
    assert [one for one in table.told if one[0] in ("undo", "correction")] == [
        ("undo", "Bob hit 7"),
        ("correction", "Angie hit 9"),
    ]
    table.journal.close()  # as a power cut leaves it
    with Journal(tmp_path) as journal:
        kept = journal.load(table.number)
        assert [str(act) for act in kept.acts] == table.lines() and kept.state.losers == ("Angie",)
        assert journal.games()[-1].ending == "over" and journal.unfinished() is None
        changes = [(change.old, change.new) for change in journal.corrections()]
        assert changes == [("Bob hit 7", ""), ("Angie hit 7", "Angie hit 9")]


def test_coins_that_go_back_have_the_headline_for_a_moment(tmp_path: Path) -> None:
    table = Table(tmp_path, *DEALT, "Angie hit 7", "Bob hit 7")
    table.sitting.undo()
    (back,) = table.sitting.prompt.moments
    assert (back.words, back.chime) == ("Angie and Carlos give 1 coin each back to Bob.", Chime.COINS)
    table.sitting.undo()
    assert not table.sitting.prompt.moments, "no coin moves"
    table.journal.close()


def test_yellow_takes_the_sooner_end_back(tmp_path: Path) -> None:
    table = Table(tmp_path, *DEALT, "Angie hit 7", "Bob hit 7")
    table.correct(4, "Angie hit 9")
    table.sitting.undo()
    assert table.lines() == list(DEALT) and not table.sitting.over
    with Journal(tmp_path / "other"):
        assert table.journal.unfinished() == table.number
    table.journal.close()


@pytest.mark.parametrize(
    ("index", "line"),
    [
        (3, "Carlos hit 3"),  # ended by then: five acts of three players would fall
        (1, "deal Carlos 9"),  # two 9s, and another order: what came later is impossible before any end
    ],
)
def test_a_correction_that_would_take_more_away_is_refused_with_what_to_do(
    index: int, line: str, tmp_path: Path
) -> None:
    played = ("Angie hit 2", "Bob hit 1", "Carlos hit 8", "Angie hit 4", "Bob hit 7")
    table = Table(tmp_path, *DEALT, *played)
    before = table.lines()
    assert isinstance(table.correct(index, line), Refused)
    assert table.said[-1] == "It can't be that: what came later would not be possible. Take that back first."
    assert table.lines() == before
    table.journal.close()
