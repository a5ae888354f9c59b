"""The deck as evidence: what is used up settles a doubt, and is stated with the reading."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from referee_table import Bench

from dealer.journal.journal import Journal
from dealer.seen.prior import settled
from dealer.seen.scene import rank_choices
from dealer.seen.verdicts import Ask
from dealer.table.sitting import Sitting
from dealer.view import ELSEWHERE, Face, Sighting


def reading(**shares: float) -> tuple[float, ...]:
    """Probabilities of ranks (``r7=0.93``) and of none."""
    shown = [shares.get(f"r{rank}", 0.0) for rank in range(1, 11)]
    return (*shown, shares.get("none", 0.0))


def unread(probabilities: tuple[float, ...], alike: tuple[int, ...] = (10,), **more: Any) -> Sighting:
    """A card that is printed like those ranks before."""
    return Sighting(1, ELSEWHERE, 0.0, 0.0, 0.0, Face.UP, None, probabilities, 0.0, alike=alike, **more)


def test_a_doubt_between_a_rank_and_one_that_is_used_up_is_settled() -> None:
    found = settled(unread(reading(r10=0.93, r1=0.06, none=0.01)), (1,))
    assert found.rank == 10 and found.left_out == (1,)


@pytest.mark.parametrize(
    ("probabilities", "used_up"),
    [
        (reading(r10=0.93, r1=0.06, none=0.01), ()),
        (reading(r10=0.93, r1=0.06, none=0.01), (9,)),
        (reading(r10=0.93, none=0.07), (1,)),
        (reading(r10=0.93, r1=0.06, none=0.01), (1, 10)),
        (reading(r10=0.6, r1=0.4), (1,)),
        (reading(r10=0.89, r1=0.1, none=0.01), (1,)),
        (reading(r10=0.99, r1=0.01), (1,)),
    ],
    ids=[
        "nothing used up",
        "another used up",
        "perhaps no card",
        "itself used up",
        "contradicting",
        "too doubtful",
        "sure, not called",
    ],
)
def test_what_the_deck_does_not_settle_stays_a_question(
    probabilities: tuple[float, ...], used_up: tuple[int, ...]
) -> None:
    sighting = unread(probabilities)
    assert settled(sighting, used_up) == sighting


@pytest.mark.parametrize("alike", [(), (5,), (5, 10), (10, 5)])
def test_what_is_printed_like_nothing_before_or_like_another_rank_too_stays_a_question(alike: tuple[int, ...]) -> None:
    sighting = unread(reading(r10=0.93, r1=0.06, none=0.01), alike)
    assert settled(sighting, (1,)) == sighting


def test_what_was_read_or_told_is_never_changed() -> None:
    doubtful = reading(r10=0.93, r1=0.06, none=0.01)
    told = unread(doubtful, corrected=True)
    face_down = Sighting(1, ELSEWHERE, 0.0, 0.0, 0.0, Face.DOWN, None, doubtful, 0.0)
    called = Sighting(1, ELSEWHERE, 0.0, 0.0, 0.0, Face.UP, 1, doubtful, 0.0)
    for sighting in (told, face_down, called):
        assert settled(sighting, (1,)) == sighting


class Game:
    """A sitting whose events are kept."""

    def __init__(self, folder: Path) -> None:
        self.bench = Bench(3, dealer="Carlos")
        self.journal = Journal(folder)
        self.number = self.journal.begin(self.bench.game.header)
        self.events: list[tuple[str, Mapping[str, Any]]] = []
        self.sitting = Sitting(
            self.bench.game,
            self.bench.seats,
            journal=self.journal,
            number=self.number,
            tell=lambda time_s, event, fields: self.events.append((event, fields)),
            speak=lambda called, request: None,
            picture_of=lambda sighting: b"jpeg",
        )

    def deal(self, player: str, rank: int | None, probabilities: tuple[float, ...] | None = None) -> None:
        self.bench.deal(player, rank, probabilities=probabilities, alike=(10,) if rank is None else ())
        for _ in range(8):
            self.sitting.look(self.bench.view())

    @property
    def acts(self) -> list[Mapping[str, Any]]:
        return [fields for event, fields in self.events if event == "act"]


def test_a_settled_card_is_called_and_the_journal_says_by_what(tmp_path: Path) -> None:
    game = Game(tmp_path)
    game.deal("Angie", 1)  # the only ace
    game.deal("Bob", None, reading(r10=0.93, r1=0.06, none=0.01))
    assert [fields["act"] for fields in game.acts] == ["deal Angie 1", "deal Bob 10"]
    assert [fields["left_out"] for fields in game.acts] == [[], [1]]
    kept = [one.reading for one in game.journal.evidence(game.number) if one is not None]
    assert kept[1] is not None and kept[1]["left_out"] == [1]
    assert kept[1]["probabilities"][9] == 0.93, "what the camera read stands there as it was"
    for _ in range(20):
        game.sitting.look(game.bench.view())
    assert game.sitting.open_question is None, "and it stays called"


def test_the_same_doubt_is_asked_about_while_the_ace_may_come(tmp_path: Path) -> None:
    game = Game(tmp_path)
    game.deal("Angie", 4)
    game.deal("Bob", None, reading(r10=0.93, r1=0.06, none=0.01))
    for _ in range(10):
        game.sitting.look(game.bench.view())
    assert isinstance(game.sitting.referee.verdict, Ask)


def test_a_rank_of_which_none_is_left_is_asked_about(tmp_path: Path) -> None:
    game = Game(tmp_path)
    game.deal("Angie", 1)
    game.deal("Bob", 1)
    for _ in range(20):
        game.sitting.look(game.bench.view())
    assert isinstance(game.sitting.referee.verdict, Ask)
    assert len(game.acts) == 1


def test_what_a_card_is_printed_like_is_offered_first_if_a_copy_may_still_come() -> None:
    bench = Bench(number=3)
    bench.opening(1, 7, 9)
    doubtful = unread(reading(r8=0.5, r3=0.4, none=0.1), alike=(1, 6))
    ranks = [choice.rank for choice in rank_choices(doubtful, bench.game)]
    assert ranks[:3] == [6, 8, 3] and 1 not in ranks
    assert [choice.rank for choice in rank_choices(doubtful, bench.game, besides=6)][:2] == [8, 3]
