"""What people do wrong at the simulated table, one slip a game: what is said of it, and what the record is worth then.

``PYTHONPATH=.:tests python tests/trials/planted.py --seeds 0:5`` prints a table by kind; ``--eye true`` tells the scene
as a perfect eye would, which takes no pictures; ``--kind`` takes some kinds only, ``--verbose`` tells each game.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from true_views import TrueEye

from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.house.camera_and_eye import Lookout, Stage
from dealer.house.devices import Front
from dealer.house.watch import Watch
from dealer.journal.journal import Journal
from dealer.measures.games import Told, compare
from dealer.rehearsal.audience import Audience
from dealer.rehearsal.mishaps import Mishap, Mistake, MistakeKind
from dealer.rehearsal.rehearsal import People
from dealer.rehearsal.unknown_acts import one_by_one, unknown
from dealer.seen.verdicts import Answer, Ask, Cause, Irregular, Reason, TakeBack, Verdict, Wait
from dealer.settings import Settings
from dealer.table.sitting import Sitting
from hardware.cameras.cameras import CameraKind, CameraSpec
from vision.synth.setting import SceneSettings

NAMES = ("Angie", "Bob", "Carlos", "Delia", "Echo")
FURTHER = 1
"""So many acts are called after the slip was mended."""
GIVE_UP_S = 45.0
"""After so long it is not mended."""
NOT_MADE_S = 200.0
"""After so long the slip could not be made: another game is played."""

VARIANTS = {
    MistakeKind.UNHEARD_NO: ("port",),
    MistakeKind.NOT_CLEARED: ("basic",),
    MistakeKind.GATHERED: ("basic", "port"),
    MistakeKind.DEALER_FIRST: ("basic", "port"),
}
SILENT = frozenset({MistakeKind.SLID, MistakeKind.COVERED, MistakeKind.NOT_OURS})
"""What nothing is said of."""
SPARE = 1000
"""From a seed to the next one that is tried in its stead."""


@dataclass
class Plant:
    """One slip, and what is heard of it."""

    kind: MistakeKind
    people: People
    told: Told = field(default_factory=Told)
    said: list[Verdict] = field(default_factory=list)
    said_s: list[float] = field(default_factory=list)
    begun_s: float | None = None
    before: int = 0
    """How many acts were known when it was mended."""

    @property
    def mishap(self) -> Mishap | None:
        """The slip as it was made."""
        return self.people.mishaps[0] if self.people.mishaps else None

    def hear(self, sitting: Sitting, verdict: Verdict) -> bool:
        """One verdict; whether all was heard."""
        time_s = self.people.time_s
        spoken = isinstance(verdict, Ask | Irregular | TakeBack) or (
            isinstance(verdict, Wait) and verdict.why.cause is Cause.OLD_CARDS
        )
        if spoken and verdict not in self.said[-1:]:
            self.said.append(verdict)
            self.said_s.append(time_s)
        mishap = self.mishap
        if mishap is None:
            return time_s > NOT_MADE_S or sitting.game.over
        truth = [dealt.act for dealt in self.people.truth]
        happened = sum(dealt.rest_s <= mishap.mended_s for dealt in self.people.truth)
        behind = unknown(one_by_one(sitting.game.acts), truth)
        caught_up = not behind or behind[0] >= happened + FURTHER
        further = len(truth) >= happened + FURTHER or self.people.game.over
        return (caught_up and further) or time_s > mishap.mended_s + GIVE_UP_S

    def sentence(self) -> str:
        """``right`` where what was said names the slip, ``silent`` or ``other`` where not."""
        assert self.mishap is not None
        until_s = self.mishap.mended_s + 3.0
        from_s = min(self.mishap.seen_s, until_s) - 1.0
        heard = [one for one, at_s in zip(self.said, self.said_s, strict=True) if from_s <= at_s <= until_s]
        if self.kind in SILENT:
            folding = (Cause.FOLD_BY_COVER, Cause.FOLD_BY_GONE)  # that is another act
            return "right" if all(reason_of(one).cause in folding for one in heard) else "other"
        if any(names(self.kind, self.mishap, one) for one in heard):
            return "right"
        return "other" if heard else "silent"


def reason_of(said: Verdict) -> Reason:
    """Why it is said."""
    match said:
        case Ask(question=why) | Irregular(why=why) | Wait(why=why):
            return why
    return Reason(Cause.GONE)


def names(kind: MistakeKind, mishap: Mishap, said: Verdict) -> bool:
    """Whether ``said`` names the slip, its card and its player."""
    act, other = mishap.act, mishap.other
    why = reason_of(said)
    rank, people = why.rank == act.cards[0], {why.player, why.other}
    match kind:
        case MistakeKind.TAKEN_BACK:
            offered = said.choices if isinstance(said, Ask | TakeBack) else ()
            back = [choice.acts for choice in offered if choice.answer is Answer.TAKE_BACK]
            return any(acts[-1] == act if acts else isinstance(said, TakeBack) for acts in back)
        case MistakeKind.STUCK_TOGETHER:
            two = why.cause is Cause.STUCK and why.player == act.player
            return two or (why.cause in (Cause.ONE_TOO_MANY, Cause.DOUBLE) and act.player in people)
        case MistakeKind.NOT_CLEARED:
            return why.cause in (Cause.NOT_CLEARED, Cause.OLD_CARDS) and bool(why.cards)
        case MistakeKind.GATHERED:
            return why.cause in (Cause.GATHERED, Cause.GONE)
        case MistakeKind.DEALER_FIRST:
            return why.cause is Cause.SKIPPED and rank and (why.player, why.other) == (other, act.player)
        case MistakeKind.UNHEARD_NO:
            declined = isinstance(said, Irregular) and said.otherwise is not None
            return rank and people == {act.player, other} and (declined or isinstance(said, Ask))
    wrong = why.cause in (Cause.WRONG_SEAT, Cause.ONE_TOO_MANY, Cause.WHOSE, Cause.OUT_OF_TURN, Cause.ONE_SEAT_ON)
    return rank and ((wrong and people == {act.player, other}) or (why.cause is Cause.MOVED and act.player in people))


def header_of(kind: MistakeKind, seed: int) -> tuple[Header, Mistake]:
    """Which game, and when it goes wrong."""
    chooser = random.Random(f"planted {kind.value} {seed}")
    variant = chooser.choice(VARIANTS.get(kind, ("basic", "continuous", "port")))
    players = list(NAMES[: chooser.choice((3, 4, 4, 5))])
    least = len(players) if kind in (MistakeKind.SEAT_TOO_FAR, MistakeKind.SEAT_BACK, MistakeKind.GATHERED) else 1
    number = 0 if kind is MistakeKind.DEALER_FIRST else chooser.randint(least, least + 3)
    header = {"variant": variant, "players": players, "dealer": chooser.choice(players)}
    return Header.from_mapping(header), Mistake(kind, number)


def play_true(kind: MistakeKind, seed: int, folder: Path) -> tuple[Plant, Sitting]:
    """A game seen by a perfect eye."""
    header, mistake = header_of(kind, seed)
    people = People(header, seed, SceneSettings.random(seed, seats=len(header.players)), (mistake,))
    plant = Plant(kind, people)
    with Journal(folder) as journal:
        seats = {seat: name for name, seat in people.seats.items()}
        sitting = Sitting(
            Game(header), seats, journal=journal, number=journal.begin(header), tell=plant.told, speak=lambda *_: None
        )
        audience = Audience(people)
        for view in TrueEye(people).views():
            verdict = sitting.look(view)
            audience.listen(sitting, verdict)
            if plant.hear(sitting, sitting.verdict):
                break
    return plant, sitting


def play_seen(kind: MistakeKind, seed: int, folder: Path) -> tuple[Plant, Sitting]:
    """A game seen by the eye that ships, on the simulated camera's pictures."""
    header, mistake = header_of(kind, seed)
    stage = Stage(seed, header, mistakes=(mistake,))
    spec = CameraSpec(CameraKind.SIMULATED, seed)
    with (
        Journal(folder) as journal,
        Lookout(spec, Settings(), lens_name=None, stage=stage, fast=True) as lookout,
        Front() as front,
    ):
        assert lookout.rehearsal is not None
        plant = Plant(kind, lookout.rehearsal)

        def turned() -> None:
            if watch.sitting is not None and plant.hear(watch.sitting, watch.sitting.verdict):
                watch.interrupt()

        watch = Watch(lookout, journal, front, plant.told, header=header, turned=turned)
        watch.run()
        assert watch.sitting is not None
    return plant, watch.sitting


Play = Callable[[MistakeKind, int, Path], tuple[Plant, Sitting]]


def judged(plant: Plant, sitting: Sitting) -> Mapping[str, Any]:
    """What became of it."""
    people, game = plant.people, sitting.game
    compared = compare(game, plant.told.called, people.game, people.truth, lays=sitting.referee.lays)
    known, truth = one_by_one(game.acts), [dealt.act for dealt in people.truth]
    assert plant.mishap is not None
    due = sum(dealt.rest_s <= plant.mishap.mended_s for dealt in people.truth)
    missing = [index for index in unknown(known, truth) if index < due]
    return {
        "sentence": plant.sentence(),
        "record": "wrong" if compared.wrong else "lost" if missing else "right",
        "silent": [f"{act.act} for {act.true}" for act in compared.silent],
        "wrong": [f"{act.act} for {act.true} ({act.source})" for act in compared.wrong],
        "mended": list(plant.told.mended),
        "told": plant.mishap.told,
    }


def planted(kind: MistakeKind, seed: int, play: Play) -> tuple[Plant, Mapping[str, Any], int]:
    """A game in which the slip is made, and what became of it."""
    while True:
        with tempfile.TemporaryDirectory(prefix="planted-") as folder:
            plant, sitting = play(kind, seed, Path(folder))
        if plant.mishap is not None:
            return plant, judged(plant, sitting), seed
        seed += SPARE


@pytest.mark.parametrize("kind", MistakeKind)
def test_a_slip_is_named_and_the_record_ends_right(kind: MistakeKind) -> None:
    for seed in range(2):
        _, result, _ = planted(kind, seed, play_true)
        assert (result["sentence"], result["record"]) == ("right", "right"), result


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0:5", help="FIRST:PAST")
    parser.add_argument("--eye", choices=("seen", "true"), default="seen")
    parser.add_argument("--kind", action="append", choices=[kind.value for kind in MistakeKind])
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    first, past = map(int, options.seeds.split(":"))
    kinds = [kind for kind in MistakeKind if not options.kind or kind.value in options.kind]
    print(f"{'kind':16} games  said  other  silent  record right  wrong in silence   s a game")
    for kind in kinds:
        began_s, found = time.process_time(), []
        for seed in range(first, past):
            plant, result, played = planted(kind, seed, play_seen if options.eye == "seen" else play_true)
            found.append(result)
            good = result["sentence"] == result["record"] == "right"
            if options.verbose and not good:
                mishap = plant.mishap
                assert mishap is not None
                when = f"seen {mishap.seen_s:.1f} mended {mishap.mended_s:.1f}"
                print(f"  {kind.value} {played}: {mishap.act} with {mishap.other}, {when}: {result}", flush=True)
                for one, at_s in zip(plant.said, plant.said_s, strict=True):
                    if mishap.seen_s - 8 < at_s < mishap.mended_s + 20:
                        print(f"    {at_s:.1f} {one!s:.400}", flush=True)
        count = {said: sum(one["sentence"] == said for one in found) for said in ("right", "other", "silent")}
        right = sum(one["record"] == "right" for one in found)
        silent = sum(len(one["silent"]) for one in found)
        spent_s = (time.process_time() - began_s) / len(found)
        print(f"{kind.value:16} {len(found):5} {count['right']:5} {count['other']:6} {count['silent']:7}"
              f" {right:13} {silent:17} {spent_s:10.1f}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
