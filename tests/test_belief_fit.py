"""The belief's fit: samples out of recorded looks, weights that are fitted to others, and how cards are scored."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dealer.errors import InputError
from vision.belief.belief import FEATURES, Belief
from vision.looks.record import ARRAYS, Called, Decided, Event, Header, Recorded, Saw, Seen
from vision.looks.samples import samples
from vision.nets.ranks import CLASSES, NONE
from vision.training import belief
from vision.training.belief import (
    FOREIGN_WEIGHT,
    Looks,
    Score,
    as_called,
    by_belief,
    calibration,
    check,
    log_loss,
    main,
    record_of,
)

K = len(FEATURES)
READ = list(FEATURES).index("indices")


# -- samples


def recorded(*events: Event, glimpses: int = 1) -> Recorded:
    """Looks at cards that lie there with two indices, all of which show a 7."""
    seen = Seen(
        x_mm=0.0, y_mm=0.0, angle_deg=0.0, face="up", rank=7, probabilities=(), corners_mm=((0.0, 0.0),) * 4,
        indices_mm=((1.0, 1.0), (2.0, 2.0)), is_outlined=True, shown=(0, 2), heads=(),
    )  # fmt: skip
    rows = {"logs": 2, "upright": 2, "heat": 2, "indices": 2, "wholes": 0, "features": 2}
    arrays = {name: np.zeros((rows[name], *shape), kind) for name, (shape, kind) in ARRAYS.items()}
    arrays["logs"][:] = -5.0
    arrays["logs"][:, 0, 6] = -0.1
    return Recorded(Header(kind="deck", design="poker 1"), list(events), [seen] * glimpses, arrays)


def saw(card: int, true: int | None, *, touched: bool = False, time_s: float = 1.0) -> Saw:
    return Saw(card=card, time_s=time_s, glimpse=0, touched=touched, born_s=0.0, rest_s=0.0, true=true)


def decided(card: int, *, rank: int | None = None, confirmed: bool = True) -> Decided:
    return Decided(
        card=card, time_s=1.0, glimpse=0, free=True, confirmed=confirmed, pictures=(0, 2), whole=None, middle=None,
        rank=rank,
    )  # fmt: skip


def called(**ranks: int) -> Called:
    return Called(ranks={int(name[1:]): rank for name, rank in ranks.items()}, all_face_up=True)


def test_each_look_at_a_card_before_it_is_called_is_a_sample() -> None:
    """The second 7 is no first one, and a copy fewer is left."""
    events = [
        saw(1, 7, touched=True), decided(1), saw(1, 7), decided(1, rank=7), called(c1=7),
        saw(1, 7), decided(1, rank=7), saw(2, 7, touched=True), decided(2),
    ]  # fmt: skip
    found = list(samples(recorded(*events)))
    assert [(one.card, one.number, one.true, one.first, one.called) for one in found] == [
        (1, 1, 7, True, None), (1, 2, 7, True, 7), (2, 1, 7, False, None),
    ]  # fmt: skip
    assert [one.left[6] for one in found] == [7, 7, 6]
    assert all(one.features[6, list(FEATURES).index("indices")] > -1.0 for one in found)


def test_what_lies_there_is_what_most_looks_were_had_of_and_nothing_unknown_is_a_sample() -> None:
    events = [saw(1, 0), decided(1), saw(1, 4), saw(1, 4), saw(1, 7), decided(1), saw(2, 0), decided(2), saw(3, None),
              decided(3), decided(1, confirmed=False)]  # fmt: skip
    assert [(one.card, one.true) for one in samples(recorded(*events))] == [(1, 4), (1, 4), (2, 0)]


def test_what_is_touched_may_be_another_card() -> None:
    events = [saw(1, 7), decided(1), saw(1, 7, touched=True), decided(1)]
    first, second = samples(recorded(*events))
    assert np.array_equal(first.features, second.features), "the look before it counts no more"


# -- scores


def looks(*rows: tuple[int, int, float], live: tuple[int, ...] = (), families: str = "") -> Looks:
    """Looks ``(card, true rank or 0, how clearly it is read as that)``."""
    those = np.zeros((len(rows), CLASSES, K), np.float32)
    for at, (_, true, clear) in enumerate(rows):
        those[at, true - 1 if true else NONE, READ] = clear
    return Looks(
        features=those,
        left=np.ones((len(rows), NONE), np.float32),
        classes=np.array([true - 1 if true else NONE for _, true, _ in rows]),
        weights=np.ones(len(rows), np.float32),
        cards=np.array([card for card, _, _ in rows]),
        families=np.array(list(families or "a" * len(rows))),
        called=np.array(live or (0,) * len(rows)),
        first=np.array([True] * len(rows)),
    )


def test_a_card_is_what_it_was_called_first() -> None:
    rows = looks((1, 7, 0), (1, 7, 0), (1, 7, 0), (2, 5, 0), (3, 4, 0), (4, 0, 0), live=(0, 3, 7, 5, 0, 2))
    assert as_called(rows) == Score(asked=1, first=1, silent=1, foreign=1)
    assert as_called(rows).cost(10) == 21


def told(*shares: tuple[int, float]) -> np.ndarray:
    """Probabilities: a rank (11: none of ours) has the share, the others the rest."""
    each = np.stack([np.full(CLASSES, (1 - share) / 10) for _, share in shares])
    for row, (rank, share) in zip(each, shares, strict=True):
        row[rank - 1] = share
    return each


def test_the_belief_calls_where_an_error_costs_less_than_a_question() -> None:
    rows = looks((1, 7, 0), (1, 7, 0), (2, 5, 0), (3, 0, 0))
    probabilities = told((7, 0.9), (7, 0.99), (4, 0.97), (11, 0.99))
    assert by_belief(rows, probabilities, 20.0) == Score(asked=0, first=0, silent=1, foreign=0)
    assert by_belief(rows, probabilities, 50.0) == Score(asked=1, first=1, silent=0, foreign=0)
    assert by_belief(rows, probabilities, 200.0) == Score(asked=2, first=2, silent=0, foreign=0)


def test_calibration_and_log_loss_are_of_what_was_stated() -> None:
    rows, probabilities = looks((1, 7, 0), (2, 5, 0)), told((7, 0.95), (4, 0.95))
    assert list(calibration(rows, probabilities)) == [(0.9, 2, pytest.approx(0.95), 0.5)]
    assert log_loss(rows, probabilities) == pytest.approx(-(np.log(0.95) + np.log(0.005)) / 2)


def test_what_is_worse_than_the_record_fails() -> None:
    rows, paths = looks((1, 7, 0), (2, 5, 0)), [Path("a.looks.npz"), Path("b.looks.npz")]
    record = record_of(rows, told((7, 0.99), (5, 0.99)), paths)
    check(record, record)
    with pytest.raises(InputError, match="The log loss is"):
        check(record, record_of(rows, told((7, 0.95), (5, 0.95)), paths))
    with pytest.raises(InputError, match="1 recordings came, which are not the 2 of the record"):
        check(record, record_of(rows, told((7, 0.99), (5, 0.99)), paths[:1]))


def test_a_folder_without_looks_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "holds no recorded looks" in capsys.readouterr().err


# -- the fit


def test_weights_have_the_signs_that_they_must_have() -> None:
    """Reading a rank speaks for it, also where in these looks it spoke against it."""
    pytest.importorskip("scipy")
    misleading = looks(*((card, 7, -3.0) for card in range(20)))
    fitted = belief.fit(misleading)
    assert fitted.weights[READ] == 0.0
    assert belief.fit(looks(*((card, 7, 3.0) for card in range(20)))).weights[READ] > 0.5


def test_each_family_is_judged_by_weights_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    fitted_to: list[set[str]] = []

    def fit(these: Looks) -> Belief:
        fitted_to.append(set(these.families.tolist()))
        return Belief(np.zeros(K))

    monkeypatch.setattr(belief, "fit", fit)
    rows = looks((1, 7, 1), (2, 7, 1), (3, 5, 1), families="abc")
    assert belief.left_out(rows).shape == (3, CLASSES)
    assert fitted_to == [{"b", "c"}, {"a", "c"}, {"a", "b"}]
    with pytest.raises(InputError, match="Looks of one family came"):
        belief.left_out(replace(rows, families=np.array(["a"] * 3)))


def test_recordings_become_looks_with_their_family(tmp_path: Path) -> None:
    recorded(saw(1, 7), decided(1), saw(1, 7), decided(1), saw(2, 0), decided(2)).save(tmp_path / "a.looks.npz")
    gathered = belief.gather([tmp_path / "a.looks.npz"] * 2)
    assert gathered.families.tolist() == ["poker"] * 6 and len(np.unique(gathered.cards)) == 4
    weights = [0.5, 0.5, FOREIGN_WEIGHT]
    assert gathered.weights.tolist() == pytest.approx(weights * 2), "what is foreign was laid there"
    assert gathered.classes.tolist() == [6, 6, NONE] * 2


def test_the_weights_that_ship_are_judged_without_a_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(belief, "fit", None)
    events = (saw(1, 7), decided(1, rank=7), called(c1=7), saw(2, 7), decided(2), saw(3, 0), decided(3))
    recorded(*events).save(tmp_path / "a.looks.npz")
    assert main([str(tmp_path), "--shipped"]) == 0
    printed = capsys.readouterr().out
    assert "3 looks at 2 cards and 1 that are not ours, 1 families" in printed
    assert "| as called live | 1 | 0 | 0 | 0 | – | – |" in printed
