"""Mistakes planted on the simulated table, seen by an eye that reads every card and by one that can read none."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from true_views import Evening, TrueEye, WeakEye, play

from dealer.game.header import Header
from dealer.measures.games import lines
from dealer.rehearsal.mishaps import Mistake, MistakeKind

NAMES = ("Angie", "Bob", "Carlos", "Delia")
MOST_S = 110.0
"""Long enough for the mistake to be made and mended, and for some acts after it."""

SAID = {
    MistakeKind.WRONG_SEAT: "lies with",
    MistakeKind.STUCK_TOGETHER: "Two cards for",
    MistakeKind.TAKEN_BACK: "Taken back: ",
    MistakeKind.NOT_CLEARED: "till lie",
}
"""What is said of each kind."""

SEEDS = {
    MistakeKind.WRONG_SEAT: (2, 4),
    MistakeKind.STUCK_TOGETHER: (3, 6),
    MistakeKind.TAKEN_BACK: (1, 2),
    MistakeKind.NOT_CLEARED: (5,),
}


def headlines(evening: Evening) -> Sequence[str]:
    """What was offered, asked and complained of."""
    spoken_of = ("irregular", "take-back", "ask")
    verdicts = [fields for _, event, fields in evening.events if event == "verdict"]
    return [fields["why"] for fields in verdicts if fields["verdict"] in spoken_of]


@pytest.mark.parametrize("eye", [TrueEye, WeakEye])
@pytest.mark.parametrize(("kind", "seed"), [(kind, seed) for kind, seeds in SEEDS.items() for seed in seeds])
def test_a_mistake_gets_the_verdict_of_its_kind_and_is_mended(
    kind: MistakeKind, seed: int, eye: type[TrueEye], tmp_path: Path
) -> None:
    header = Header.from_mapping({"variant": "basic", "players": NAMES})
    evening = play(header, seed, tmp_path, most_s=MOST_S, eye=eye, mistakes=(Mistake(kind, 3),))
    (mishap,) = evening.people.mishaps
    assert mishap.told == "told"
    assert any(SAID[kind] in headline for headline in headlines(evening)), headlines(evening)
    known = lines(evening.sitting.game.acts)
    assert known == lines(dealt.act for dealt in evening.people.truth)[: len(known)]
    assert len(known) > mishap.mistake.at_act + 1
