"""``dealer measure games``: the judge on made-up games, the file of results, the table, and the command with games that
nobody has to play."""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dealer import cli
from dealer.errors import InputError
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.games.registry import GAMES
from dealer.measures import measure
from dealer.measures.games import CalledAct, GameFigures, Told, WrongAct, compare
from dealer.measures.measure import Plan, Progress, planned, played, seeds
from dealer.measures.results import Made, ResultsFile, read_results
from dealer.measures.table import exact_p, not_equal, paired_table, rows, table
from dealer.rehearsal.bots import play_sensibly
from dealer.rehearsal.mishaps import Dealt
from dealer.rules.acts import parse_act
from dealer.seen.layout import Ground

HEADER = Header.from_mapping({"variant": "basic", "players": ["Angie", "Bob"], "target": 5})
TRUE = ("deal Bob 4", "deal Angie 7", "Bob hit 5", "Angie hit 8", "Bob hit 5")
"""A whole game: Bob catches a pair of fives and loses."""
MADE = Made(
    commit="c" * 40, changes="", version="1", models={"finder": "f" * 64}, design="", difficulty="reference",
    python="3.11", packages={"numpy": "2"}, processor="P", cores=2, reference_ms=2.0,
)  # fmt: skip


def game_of(*acts: str) -> Game:
    return Game(HEADER, [parse_act(act, HEADER.players) for act in acts])


def judged(acts: tuple[str, ...], *, source: str = "seen", true: tuple[str, ...] = TRUE) -> GameFigures:
    """A record in which each act was called 0.4 s after its card came to rest, and its words were there 0.1 s later."""
    game, happened = game_of(*acts), game_of(*true)
    called = [CalledAct(act, source, number + 0.4, 0.1) for number, act in enumerate(acts)]
    truth = [Dealt(act, float(number)) for number, act in enumerate(happened.acts)]
    ground = Ground("basic", {"Angie": 1, "Bob": 2})
    return compare(game, called, happened, truth, lays=lambda act: bool(ground.landings(act)))


def figures(seed: int = 1, **more: Any) -> GameFigures:
    return GameFigures(**{"variant": "basic", "seed": seed, "players": 2, "design": "poker 1", "cards": 50, **more})


def values(*games: GameFigures) -> dict[str, float | None]:
    return {row.name: row.value for row in rows(games)}


# -- the judge


def test_a_record_of_what_happened_is_equal() -> None:
    of = judged(TRUE)
    assert of.equal and of.over
    assert (of.acts, of.cards, of.wrong, of.lost) == (5, 5, (), ())
    assert of.call_ms == (400.0,) * 5
    assert of.clip_ms == (500.0,) * 5


def test_what_people_told_has_no_latency() -> None:
    of = judged(TRUE, source="answered")
    assert of.equal and of.call_ms == of.clip_ms == ()


def test_a_card_called_wrongly_without_a_question_is_a_silent_error() -> None:
    of = judged((*TRUE[:3], "Angie hit 9", "Bob hit 5"))
    assert not of.equal
    assert of.wrong == of.silent == (WrongAct(4, "Angie hit 9", "Angie hit 8", "seen"),)
    assert not of.phantoms and not of.lost
    assert len(of.call_ms) == 4, "of a wrong call no time is told"


def test_an_answered_one_is_wrong_and_not_silent() -> None:
    of = judged((*TRUE[:3], "Angie hit 9", "Bob hit 5"), source="answered")
    assert len(of.wrong) == 1 and not of.silent


def test_what_never_happened_is_a_phantom() -> None:
    of = judged((*TRUE[:2], "Bob hit 6", "Angie hit 8"), true=(*TRUE[:2],))
    assert of.phantoms == of.silent == of.wrong == (
        WrongAct(3, "Bob hit 6", None, "seen"), WrongAct(4, "Angie hit 8", None, "seen"),
    )  # fmt: skip


def test_what_the_record_lacks_is_lost_and_a_game_that_did_not_end_is_not_equal() -> None:
    of = judged(TRUE[:3])
    assert (of.equal, of.over, of.lost, of.wrong) == (False, False, ("Angie hit 8", "Bob hit 5"), ())
    same = judged(TRUE[:3], true=TRUE[:3])
    assert not same.equal and not same.lost


def test_bids_told_in_another_order_are_the_same() -> None:
    header = Header.from_mapping({"variant": "venture", "players": ["A", "B", "C"]})
    acts = play_sensibly(header, random.Random(1)).acts
    first = next(number for number, one in enumerate(acts) if one.verb == "bid")
    known, true = Game(header, acts[: first + 3]), Game(header, [*acts[:first], *reversed(acts[first : first + 3])])
    called = [CalledAct(str(one), "seen", 1.0, 0.0) for one in known.acts]
    of = compare(known, called, true, [Dealt(one, 0.5) for one in true.acts], lays=lambda one: one.verb == "bid")
    assert not of.wrong and not of.lost and of.cards == 3 and of.call_ms == (500.0,) * 3


# -- what is heard


def told(*events: tuple[float, str, dict[str, Any]]) -> Told:
    heard = Told(work_s=lambda: 0.25)
    for time_s, event, fields in events:
        heard(time_s, event, fields)
    return heard


def act(text: str, source: str = "seen") -> dict[str, Any]:
    return {"act": text, "source": source, "line": 1}


def test_acts_are_kept_as_the_record_has_them_in_the_end() -> None:
    heard = told(
        (1.0, "act", act("deal Bob 4")),
        (1.0, "prompt", {"called": "Bob, four"}),
        (2.0, "act", act("deal Angie 7")),
        (2.5, "prompt", {"called": ""}),
        (3.0, "act", act("Bob hit 3")),
        (4.0, "undo", {"act": "Bob hit 3"}),
        (5.0, "correction", {"line": 2, "act": "deal Angie 1", "instead_of": "deal Angie 7"}),
    )
    assert [(one.act, one.source, one.work_s) for one in heard.called] == [
        ("deal Bob 4", "seen", 0.25),
        ("deal Angie 1", "said", None),
    ]
    assert heard.mended == ["Bob hit 3", "deal Angie 7"]


def test_questions_and_complaints_are_counted_by_cause() -> None:
    def verdict(name: str, cause: str | None) -> tuple[float, str, dict[str, Any]]:
        return 1.0, "verdict", {"verdict": name, "cause": cause}

    heard = told(
        (1.0, "question", {"cause": "rank"}),
        (2.0, "question", {"cause": None}),
        verdict("irregular", "wrong-seat"),
        verdict("irregular", "wrong-seat"),  # in other words
        verdict("wait", "moving"),
        verdict("irregular", "wrong-seat"),
        verdict("irregular", "gone"),
        verdict("ask", "rank"),
    )
    assert heard.questions == {"rank": 1, "take-back": 1}
    assert heard.complaints == {"wrong-seat": 2, "gone": 1}


# -- the table


def test_questions_about_what_no_eye_sees_stand_apart() -> None:
    of = values(figures(questions={"rank": 2, "fold-by-cover": 3}), figures(2, questions={"double": 1}))
    assert of["questions about what is visible, per 100 cards"] == 3.0
    assert (of["– rank"], of["– double"], of["other questions"]) == (2, 1, 3)


def test_times_are_of_all_cards_and_games_that_failed_have_none() -> None:
    of = values(
        figures(equal=True, call_ms=(100.0, 200.0), cpu_s=30.0, sight_s=10.0, played_s=60.0),
        figures(2, call_ms=(300.0,), cpu_s=40.0, sight_s=20.0, played_s=60.0),
        figures(3, failed="IndexError: out of range", cards=0),
    )
    assert of["rest to call, ms of frame time: median"] == 200.0
    assert (of["CPU s a game: median"], of["– the eye"]) == (35.0, 15.0)
    assert of["CPU s of the eye, a minute of play"] == 15.0
    assert (of["games"], of["equal"], of["ended by an error"]) == (3, 1, 1)
    assert values(figures(3, cards=0))["questions about what is visible, per 100 cards"] is None


def test_the_table_is_markdown() -> None:
    lines = table([figures()]).splitlines()
    assert lines[:3] == ["| figure | value |", "| --- | ---: |", "| games | 1 |"]
    assert {line.count("|") for line in lines} == {3}


def test_games_that_are_not_equal_are_told_with_why() -> None:
    wrong = WrongAct(4, "Angie hit 9", "Angie hit 8", "seen")
    games = (
        figures(1, equal=True),
        figures(2, wrong=(wrong,)),
        figures(3, lost=("Bob hit 5",)),
        figures(4, failed="IndexError: x"),
        figures(5),
    )
    assert [line.partition("poker 1: ")[2] for line in not_equal(games)] == [
        "act 4 is Angie hit 9 (seen), was Angie hit 8",
        "Bob hit 5 is not in the record (1 acts are not)",
        "IndexError: x",
        "it did not end",
    ]


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [(0, 0, 1.0), (1, 0, 1.0), (6, 0, 0.03125), (8, 2, 0.109375), (5, 5, 1.0), (1, 9, 0.021484375)]
)  # fmt: skip
def test_the_exact_test_is_binomial_and_two_sided(first: int, second: int, p: float) -> None:
    assert exact_p(first, second) == pytest.approx(p) == exact_p(second, first)


def test_paired_games_show_both_values_and_what_the_difference_is_worth() -> None:
    pairs = [(figures(seed, equal=False, questions={"rank": 2}), figures(seed, equal=True)) for seed in range(6)]
    lines = paired_table(pairs).splitlines()
    assert "| equal | 0 | 6 | +6 |" in lines
    assert "| – rank | 12 | 0 | -12 |" in lines
    assert "| rest to call, ms of frame time: median | – | – | – |" in lines
    assert lines[-2:] == [
        "Equal: 6 games only now, 0 only before; McNemar's exact test p = 0.0312.",
        "Questions: fewer in 6 games, more in 0; sign test p = 0.0312.",
    ]


# -- the file of results


def test_results_are_kept_and_go_on(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    with ResultsFile(path, MADE) as results:
        results.add(figures(1, wrong=(WrongAct(1, "a", None, "seen"),), questions={"rank": 1}, call_ms=(1.5,)))
    path.write_bytes(path.read_bytes() + b'{"variant":"basic","se')  # stopped amid a line
    with ResultsFile(path, MADE) as results:
        assert [game.seed for game in results.games] == [1]
        results.add(figures(2))
    made, games = read_results(path)
    assert made == MADE
    assert games[0].wrong == (WrongAct(1, "a", None, "seen"),) and games[0].call_ms == (1.5,)
    assert [game.seed for game in games] == [1, 2]
    assert [json.loads(line) for line in path.read_text().splitlines()][0]["commit"] == MADE.commit


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("commit", "d" * 40, "commit cccccccccc there, dddddddddd now"),
        ("changes", "e" * 64, "changes none there, eeeeeeeeee now"),
        ("models", {"finder": "0" * 64}, "models finder=ffffffff there, finder=00000000 now"),
        ("difficulty", "hard", "difficulty reference there, hard now"),
    ],
)
def test_games_of_other_makes_are_not_mixed(tmp_path: Path, name: str, value: object, words: str) -> None:
    with ResultsFile(tmp_path / "r.jsonl", MADE):
        pass
    with pytest.raises(InputError, match=words):
        ResultsFile(tmp_path / "r.jsonl", msgspec.structs.replace(MADE, **{name: value}))


def test_another_reference_time_of_the_same_machine_is_no_other_make(tmp_path: Path) -> None:
    with ResultsFile(tmp_path / "r.jsonl", MADE):
        pass
    assert ResultsFile(tmp_path / "r.jsonl", msgspec.structs.replace(MADE, reference_ms=3.0)).made == MADE


@pytest.mark.parametrize("content", [b"hello\n", b'{"format": 1}\n', b"\xff\xfe\n", b"half a line"])
def test_a_file_that_is_none_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "r.jsonl").write_bytes(content)
    with pytest.raises(InputError, match="r.jsonl"):
        read_results(tmp_path / "r.jsonl")


# -- the command


def options(*arguments: str) -> Any:
    return cli.make_parser().parse_args(["measure", "games", *arguments])


def test_all_variants_and_designs_are_planned_by_the_seed_alone() -> None:
    plans = planned(options("--seeds", "3:4", "--variant", "all", "--design", "held-out"))
    assert len(plans) == 2 * len(GAMES)
    assert {plan.variant for plan in plans} == set(GAMES)
    alone = planned(options("--seeds", "4", "--variant", "basic", "--design", "held-out"))
    assert set(alone) <= set(plans)
    trained = {plan.design for plan in planned(options("--seeds", "1:40", "--design", "trained"))}
    assert len(trained) == 8 and not trained & {plan.design for plan in plans}
    assert planned(options("--seeds", "1", "--design", "banner:7"))[0].design == "banner:7"
    assert planned(options("--seeds", "1"))[0] == Plan("basic", 1, None, "reference")


@pytest.mark.parametrize("text", ["", "5:3", "a:b", "1:", ":2", "1:2:3", "-1:2", "1.5", "9999999999"])
def test_seeds_that_are_none_are_told(text: str) -> None:
    with pytest.raises(InputError, match="expected A:B"):
        seeds(text)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seeds", "1", "--variant", "poker"], "poker"),
        (["--seeds", "1", "--design", "cubist"], "cubist"),
        (["--seeds", "1", "--jobs", "0"], "0"),
        (["--seeds", "1", "--against", "{at}/none.jsonl"], "none.jsonl"),
        (["--seeds", "1", "--out", "{at}/no/r.jsonl"], "r.jsonl"),
        (["--seeds", "1", "--out", "{at}"], "cannot be read"),
        (["--seeds", "1", "--out", "{at}/a", "--against", "{at}/a"], "another file"),
        ([], "--seeds"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = cli.main(["measure", "games", *(one.replace("{at}", str(tmp_path)) for one in arguments)])
    except SystemExit as ended:
        status = int(ended.code or 0)
    assert status == 2
    told = capsys.readouterr().err.strip()
    assert words in told and len(told.splitlines()) == 1


def made_up(plan: Plan) -> GameFigures:
    """Plays nothing."""
    if plan.seed == 66:
        raise IndexError("out of range")
    if plan.seed == 99:
        os.kill(os.getpid(), signal.SIGKILL)
    return figures(plan.seed, equal=plan.seed % 2 == 0)


def test_each_game_has_a_process_and_what_fails_is_told() -> None:
    plans = [Plan("basic", seed, None, "reference") for seed in (1, 66, 99)]
    found = {plan.seed: game for plan, game in played(plans, jobs=3, play_one=made_up)}
    assert found[1] == figures(1)
    assert found[66] is not None and found[66].failed == "IndexError: out of range"
    assert found[99] is None


def play_nothing(plans: list[Plan], *, jobs: int) -> Iterator[tuple[Plan, GameFigures | None]]:
    for plan in plans:
        if plan.seed == 7:
            raise KeyboardInterrupt
        yield plan, made_up(plan) if plan.seed != 8 else None


def test_a_measurement_that_was_stopped_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measure, "made_now", lambda design, difficulty: MADE)
    monkeypatch.setattr(measure, "played", play_nothing)
    out = str(tmp_path / "r.jsonl")
    assert cli.main(["measure", "games", "--seeds", "6:7", "--out", out]) == 0
    said = capsys.readouterr()
    assert "stopped after 1 of 2 games" in said.err and "| games | 1 |" in said.out
    assert cli.main(["measure", "games", "--seeds", "4:6", "--out", out]) == 0
    said = capsys.readouterr()
    assert "basic 6" not in said.err and "3 of 3 done" in said.err, "what was played is not played again"
    assert "| games | 3 |" in said.out and "| equal | 2 |" in said.out and "- basic 5, poker 1" in said.out
    later = str(tmp_path / "later.jsonl")
    assert cli.main(["measure", "games", "--seeds", "1:6", "--out", later, "--against", out]) == 0
    assert "3 of 6 games were measured before" in capsys.readouterr().out
    assert cli.main(["measure", "games", "--seeds", "8"]) == 4
    assert "basic 8" in capsys.readouterr().err


def test_games_of_other_options_are_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with ResultsFile(tmp_path / "r.jsonl", msgspec.structs.replace(MADE, design="banner")):
        pass
    monkeypatch.setattr(measure, "made_now", lambda design, difficulty: MADE)
    assert cli.main(["measure", "games", "--seeds", "1", "--against", str(tmp_path / "r.jsonl")]) == 2
    assert "design banner, now it is none" in capsys.readouterr().err


def test_progress_says_how_long_the_rest_takes() -> None:
    clock = iter([0.0, 30.0, 60.0])
    progress = Progress(4, 2, clock=lambda: next(clock))
    assert progress.line(figures()).endswith("3 of 4 done, 30 s left")
    assert progress.line(figures()).endswith("4 of 4 done")


def test_numpy_is_told_to_multiply_in_one_thread_before_it_is_loaded() -> None:
    asked = "import os, sys, dealer.cli; print(os.environ['OPENBLAS_NUM_THREADS'], 'numpy' in sys.modules)"
    clean = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    ended = subprocess.run([sys.executable, "-c", asked], env=clean, capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["1", "False"]
