"""What goes wrong at a table, thousands of acts a minute, without a picture.

``PYTHONPATH=.:tests python tests/trials/slips.py astray --seeds 0:100`` (or ``earlier``, ``late``) prints figures;
``--verbose`` prints one line a game. ``make trials`` plays a few games of each.

- ``astray``: eight players. Each card lies anywhere up to 60 mm outside of its player's place; one in thirty is dealt
  to another player, within that one's place.
- ``earlier``: any game. Once the referee is told another act than happened, one that was possible then.
- ``late``: one card in eight is not read, answers come 2 to 30 s late, and the deal goes on meanwhile.
"""

import argparse
import math
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

import pytest
from referee_play import Evening, header_of, lines
from referee_table import FRAME_S, Bench

from dealer.errors import IllegalAct
from dealer.game.driver import Game
from dealer.games.registry import GAMES
from dealer.rehearsal.unknown_acts import one_by_one, same, unknown
from dealer.rules.acts import Act
from dealer.rules.expect import Needs, Option
from dealer.seen.layout import replayed
from dealer.seen.verdicts import Answer, Ask, Cause, Choice, Irregular, Nothing, Reason, TakeBack, Verdict, Wait
from dealer.view import Area, Place, SeatSeen
from vision.table.places import Layout, on_table

STRAY_MM = 60.0
"""So far outside of its place a card may come to lie."""
APART_MM = 35.0
"""Cards lie at least so far from each other and from the coasters."""
FOR_ANOTHER = 1 / 30
"""This share of the cards is dealt to somebody else."""
SQUARE, LOOSE_DEG = 0.7, 15.0
"""This share of the cards faces its player, within so many degrees; the others lie anyhow."""
PACE_S = (0.8, 1.8)
"""From card to card."""
MOST_BEHIND = 3
"""So many cards people deal on while one is not called, and nothing is said."""
GIVE_UP_S = 10.0
"""After so long without a word they tell it themselves."""
STUCK_S = 40.0
"""Whatever is asked and mended, after so long they tell it themselves."""
ANSWER_S = 1.0
"""From a question to its answer."""
FURTHER = 5
"""So many more acts happen after a wrong one."""
UNREAD = 1 / 8
"""This share of the cards is not read."""
LATE_S = (2.0, 30.0)


@dataclass
class Counts:
    """What came of the cards of some games."""

    counts: Counter[str] = field(default_factory=Counter)
    spent_s: list[float] = field(default_factory=list)
    """How long each look took."""
    notes: list[str] = field(default_factory=list)

    def note(self, what: str, words: str = "") -> None:
        """One more of these."""
        self.counts[what] += 1
        if words:
            self.notes.append(f"{what}: {words}")

    def look(self, bench: Bench) -> Verdict:
        """One view, timed."""
        view = bench.view()
        began_s = time.process_time()
        verdict = bench.referee.consider(view)
        self.spent_s.append(time.process_time() - began_s)
        return verdict

    def line(self) -> str:
        """The figures."""
        if not self.spent_s:
            return str(dict(self.counts))
        spent = sorted(self.spent_s)
        median, late = spent[len(spent) // 2] * 1000, spent[int(len(spent) * 0.95)] * 1000
        counts = ", ".join(f"{what} {count}" for what, count in sorted(self.counts.items()))
        return f"{counts}; consider {median:.1f} ms median, {late:.1f} ms p95, {spent[-1] * 1000:.0f} ms most"


class RoundTable(Evening):
    """Eight players around a table as wide as a kitchen's, where cards lie in real places."""

    def lay_the_down_cards(self) -> None:
        """The first that happens: the coasters are laid out."""
        if not self.bench.poses:
            number = len(self.bench.seats)
            for seat in self.bench.seats:
                angle = 2 * math.pi * seat / number + self.random.uniform(-0.08, 0.08)
                radius = self.random.uniform(370, 410)
                x_mm, y_mm = -radius * math.sin(angle), -radius * math.cos(angle)
                facing = math.degrees(math.atan2(-y_mm, -x_mm)) + self.random.uniform(-6, 6)
                self.bench.poses[seat] = (x_mm, y_mm, facing)
            self.layout = Layout(tuple(SeatSeen(seat, *pose) for seat, pose in self.bench.poses.items()))
        super().lay_the_down_cards()

    def free(self, x_mm: float, y_mm: float) -> bool:
        """Whether a card may lie there."""
        taken = [(s.x_mm, s.y_mm) for s in self.bench.lying.values()]
        taken += [(x, y) for x, y, _ in self.bench.poses.values()]
        return all(math.hypot(x_mm - x, y_mm - y) >= APART_MM for x, y in taken)

    def somewhere(self, place: Place, stray_mm: float = 0.0) -> tuple[float, float]:
        """Anywhere within so much of a place."""
        seat = self.layout.seats[place.seat - 1]
        across, near, far = (170.0, 50.0, 260.0) if place.area is Area.STACK else (200.0, -60.0, 40.0)
        while True:
            here = (
                self.random.uniform(-across - stray_mm, across + stray_mm),
                self.random.uniform(near - stray_mm, far + stray_mm),
            )
            ((x_mm, y_mm),) = on_table(seat, [here])  # type: ignore[arg-type]
            if self.free(x_mm, y_mm) and self.reaches(place, x_mm, y_mm, stray_mm):
                return float(x_mm), float(y_mm)

    def reaches(self, place: Place, x_mm: float, y_mm: float, stray_mm: float) -> bool:
        """Whether a place comes so near to a point."""
        rings = [(step * stray_mm / 4, math.radians(turn)) for step in range(1, 5) for turn in range(0, 360, 20)]
        points = [(x_mm, y_mm), *((x_mm + far * math.cos(way), y_mm + far * math.sin(way)) for far, way in rings)]
        return any(self.layout.place_of(x, y) == place for x, y in (points if stray_mm else points[:1]))

    def lay(self, place: Place, rank: int | None, *, stray_mm: float = 0.0) -> int:
        """A card comes to lie in a place, or near it."""
        at = self.somewhere(place, stray_mm)
        number = self.bench.put(self.layout.place_of(*at), rank, at=at)
        facing = self.bench.poses[place.seat][2]
        square = self.random.random() < SQUARE
        angle = facing - 90 + self.random.gauss(0, LOOSE_DEG) if square else self.random.uniform(0, 360)
        self.bench.lying[number] = replace(self.bench.lying[number], angle_deg=angle)
        return number

    def moved(self, number: int, place: Place) -> None:
        """A card is put where it belongs."""
        x_mm, y_mm = self.somewhere(place)
        lies = self.bench.lying[number]
        self.bench.lying[number] = replace(lies, x_mm=x_mm, y_mm=y_mm, place=place, rest_s=self.bench.time_s)

    def look(self, views: int = 6) -> list[Verdict]:
        """Nobody answers yet."""
        return self.bench.watch(views * FRAME_S)

    def move_cards(self, act: Act) -> None:
        """Cards kept for points lie beside the coaster."""
        if act.verb == "fold" and act.cards:
            number = self.at(act.other, act.cards[0])
            self.owned[act.other].remove(number)
            self.moved(number, self.bench.points(act.player or ""))
        else:
            super().move_cards(act)


class Astray(RoundTable):
    """Cards are dealt carelessly, now and then to somebody else."""

    last: int = 0
    wrong: str | None = None

    def deal(self, player: str, rank: int) -> int:
        """A card comes somewhere near its player, or to another one."""
        self.wrong = None
        if self.random.random() < FOR_ANOTHER:
            self.wrong = self.random.choice([name for name in self.bench.seat_of if name != player])
        place = self.bench.stack(self.wrong or player)
        self.last = self.lay(place, rank, stray_mm=0.0 if self.wrong else STRAY_MM)
        return self.last


def truth_of(evening: Evening) -> list[str]:
    """What really happened."""
    return lines(evening.truth)


def play_astray(seed: int, counts: Counts) -> None:
    """One game in which cards lie anywhere."""
    evening = Astray(header_of(("basic", "continuous")[seed % 2], 8), seed)
    bench = evening.bench
    while not evening.over:
        evening.tidy()
        before = len(evening.truth.acts)
        option, act = evening.choose()
        brings = option.needs is Needs.CARD
        evening.happen(option, act)
        if not brings:
            counts.look(bench)
            if len(bench.game.acts) <= before:
                bench.referee.say(act)
        outcome = _watched(evening, counts, act if brings else None)
        if brings:
            where = f"seed {seed} act {before}: {act}"
            wrong = f" (lies with {evening.wrong})" if evening.wrong else ""
            kind = outcome.split(":")[0]
            told = "" if kind in ("right", "asked") else f"{where}{wrong} {outcome}"
            counts.note(("to another, " if evening.wrong else "") + kind, told)


def _watched(evening: Astray, counts: Counts, act: Act | None) -> str:
    """People look on until the card is called, mend and answer; what came of it, and all is as it was in the end."""
    bench, asked = evening.bench, ""
    waits_s = evening.random.uniform(*PACE_S)
    silent_s, until_s = 0.0, bench.time_s + STUCK_S
    while True:
        verdict = counts.look(bench)
        waits_s -= FRAME_S
        known, true = lines(bench.game), truth_of(evening)
        if known == true:
            if waits_s <= 0:
                silently = "silently wrong: took it for the due one" if evening.wrong and act else "right"
                return asked or silently
            continue
        if known != true[: len(known)]:
            said = known[-1]
            _put_right(evening, act)
            return asked or f"silently wrong: {said}"
        if isinstance(verdict, Ask | Irregular | TakeBack):
            silent_s = 0.0
            asked = f"asked: {verdict}"
            for _ in range(round(ANSWER_S / FRAME_S)):
                verdict = counts.look(bench)
            answer = (
                true_answer(verdict, [evening.truth.acts[len(bench.game.acts)]]) if len(known) < len(true) else None
            )
            if answer is not None:
                bench.referee.answer(answer)
                evening.wrong = None
            elif evening.last in bench.lying and act is not None:
                evening.moved(evening.last, bench.stack(act.player or ""))
                evening.wrong = None
        silent_s += FRAME_S
        if silent_s > GIVE_UP_S or bench.time_s > until_s:
            _put_right(evening, act)
            return f"{'lost' if silent_s > GIVE_UP_S else 'endless'}: {verdict}"


def _put_right(evening: Astray, act: Act | None) -> None:
    """The card is laid where it belongs, and people say what happened."""
    bench, true = evening.bench, truth_of(evening)
    while lines(bench.game) != true[: len(bench.game.acts)]:
        bench.referee.undo()
    if act is not None and evening.last in bench.lying:
        evening.moved(evening.last, bench.stack(act.player or ""))
    bench.watch(1.0)
    for missing in evening.truth.acts[len(bench.game.acts) :]:
        bench.referee.say(missing)


def true_answer(verdict: Verdict, happened: list[Act]) -> Choice | None:
    """The choice that says what happened next; None where there is none."""
    fits = (
        choice
        for choice in choices_of(verdict)
        if 0 < len(choice.acts) <= len(happened)
        and all(same(one, other) for one, other in zip(choice.acts, happened, strict=False))
    )
    return next(fits, None)


# -- an earlier act was another one


def others(evening: Evening, option: Option, act: Act) -> list[Act]:
    """What else could have happened instead of ``act``: another's card, another player, another rank."""
    game = evening.truth
    same_verb = [one for one in game.legal_acts() if one.verb == act.verb and one != act]
    if option.needs in (Needs.CARD, Needs.HAND) and act.cards:
        same_verb += [option.act(rank) for rank in option.ranks if rank != act.cards[0]]
    lists = [one for one in same_verb if len(one.cards) == len(act.cards) and one.number == act.number]
    return [one for one in dict.fromkeys(lists) if not game.refusal(one)]


class Unheard(Evening):
    """Nobody answers once something is wrong."""

    wrong = False

    def look(self, views: int = 6) -> list[Verdict]:
        """Views until the referee has caught up."""
        return self.bench.watch(views * FRAME_S) if self.wrong else super().look(views)


def play_earlier(seed: int, counts: Counts) -> None:
    """One game in which once another act is told than happened."""
    variant = list(GAMES)[seed % len(GAMES)]
    rules = GAMES[variant]
    random = Random(seed)
    number = random.choice([seats for seats in rules.seats if seats <= 5])
    evening = Unheard(header_of(variant, number), seed)
    bench = evening.bench
    begins = random.randint(4, 20)
    wrong: Act | None = None
    for _ in range(400):
        if evening.over:
            return
        evening.tidy()
        option, act = evening.choose()
        candidates = others(evening, option, act) if len(evening.truth.acts) >= begins and act.cards else []
        if candidates:
            wrong = random.choice(candidates)
            break
        told = evening.is_told(act)
        evening.happen(option, act)
        if told:
            bench.referee.say(act)
        evening.look()
    if wrong is None:
        return
    index, evening.wrong = len(evening.truth.acts), True
    bench.referee.say(wrong)
    evening.happen(option, act)
    what = f"{variant} seed {seed}: '{wrong}' for '{act}'"
    said: Counter[str] = Counter()
    last = ""
    mended: set[str] = set()
    for further in range(FURTHER + 1):
        for _ in range(round(4.0 / FRAME_S)):
            verdict = counts.look(bench)
            if lines(bench.game)[: len(evening.truth.acts)] == truth_of(evening)[: len(bench.game.acts)]:
                counts.note("mended by itself")
                return
            if not isinstance(verdict, Ask | Irregular | TakeBack):
                continue
            words = sentence(verdict)
            if words != last:
                said[words] += 1
                last = words
            if repr(verdict) not in mended:
                mended.add(repr(verdict))
                if offers(bench, verdict, evening):
                    counts.note("offered")
                    counts.note(f"offered after {further} acts")
                    counts.counts["the same more than three times"] += max(said.values()) > 3
                    return
        if evening.over:
            break
        evening.tidy()
        option, act = evening.choose()
        told = evening.is_told(act)
        evening.happen(option, act)
        if told:
            bench.referee.say(act)
    if not leaves_a_trace(evening, index, wrong):
        counts.note("left no trace")
        return
    counts.note("not offered", f"{what}; then {truth_of(evening)[index + 1 :]}, said {dict(said)}")
    counts.counts["the same more than three times"] += bool(said) and max(said.values()) > 3


def sentence(verdict: Verdict) -> str:
    """What of a verdict is said."""
    match verdict:
        case Ask(question=why) | Irregular(why=why):
            return f"{why.cause.value} {why.player} {why.rank} {why.other}"
        case TakeBack(acts=acts):
            return f"take back {'; '.join(map(str, acts))}"
        case Wait(why=Reason(cause=Cause.OLD_CARDS, cards=cards)):
            return f"clear {', '.join(str(card.sighting) for card in cards)}"
    return ""


def offers(bench: Bench, verdict: Verdict, evening: Evening) -> bool:
    """Whether an answer leads to what really happened."""
    true = one_by_one(evening.truth.acts)
    for choice in choices_of(verdict):
        acts = list(bench.game.acts)
        match choice.answer:
            case Answer.CORRECT:
                for index, act in zip(choice.at, choice.acts, strict=True):
                    acts[index] = act
            case Answer.TAKE_BACK:
                acts = acts[: len(acts) - len(choice.acts)]
            case Answer.RANK if choice.sightings[0] in bench.referee.spots():
                index = bench.referee.spots()[choice.sightings[0]]
                acts[index] = replace(acts[index], cards=(choice.rank or 0,))
            case Answer.ACTS | Answer.LET_STAND:
                acts += choice.acts
        if acts and not unknown(true, one_by_one(acts)):
            return True
    return False


def choices_of(verdict: Verdict) -> tuple[Choice, ...]:
    """What may be answered."""
    match verdict:
        case Ask(choices=choices) | TakeBack(choices=choices):
            return choices
        case Irregular(remedy=remedy, otherwise=otherwise):
            return tuple(choice for choice in (remedy, otherwise) if choice is not None)
    return ()


def leaves_a_trace(evening: Evening, index: int, wrong: Act) -> bool:
    """Whether what lies there ever differs from what would lie there if ``wrong`` had happened."""
    true, false = (
        Game(evening.truth.header, evening.truth.acts[:index]),
        Game(evening.truth.header, evening.truth.acts[:index]),
    )
    for number, act in enumerate(evening.truth.acts[index:]):
        true.push(act)
        try:
            false.push(act if number else wrong)
        except IllegalAct:
            return True
        if _lying(true, evening) != _lying(false, evening):
            return True
    return False


def _lying(game: Game, evening: Evening) -> Counter[object]:
    return Counter((card.place, card.rank) for card in replayed(game, evening.bench.ground).live)


# -- answers come late


class Late(RoundTable):
    """Some cards are not read."""

    def deal(self, player: str, rank: int) -> int:
        """A card comes to its player."""
        number = self.lay(self.bench.stack(player), rank)
        if self.random.random() < UNREAD:
            self.bench.lying[number] = replace(self.bench.lying[number], rank=None, probabilities=())
        return number


def play_late(seed: int, counts: Counts) -> None:
    """One game in which answers come late, and the deal goes on."""
    evening = Late(header_of(("basic", "continuous", "port")[seed % 3], 4 + seed % 4), seed)
    bench, random = evening.bench, evening.random
    waiting: tuple[str, float] | None = None
    to_tell: list[tuple[int, Act]] = []

    def watch(seconds: float) -> None:
        nonlocal waiting
        until_s = bench.time_s + seconds
        while bench.time_s < until_s:
            verdict = counts.look(bench)
            while to_tell and to_tell[0][0] < len(bench.game.acts):
                to_tell.pop(0)  # it was the answer to a question
            if to_tell and len(bench.game.acts) == to_tell[0][0] and not isinstance(verdict, Ask):
                bench.referee.say(to_tell.pop(0)[1])
                catch_up(bench)
            words = sentence(verdict)
            if not words or (isinstance(verdict, Wait) and bench.game.acts == evening.truth.acts):
                waiting = None
                continue
            if waiting is None or waiting[0] != words:
                counts.counts["questions"] += 1
                waiting = (words, bench.time_s + random.uniform(*LATE_S))
            elif bench.time_s >= waiting[1]:
                waiting = None
                answer_truly(evening, verdict, counts)

    while not evening.over:
        evening.tidy()
        option, act = evening.choose()
        if evening.is_told(act):  # when the screen has come to it
            to_tell.append((len(evening.truth.acts), act))
        evening.happen(option, act)
        watch(random.uniform(*PACE_S))
    for _ in range(60):  # until the last question is answered
        watch(60.0)
        if isinstance(bench.referee.verdict, Nothing):
            if len(bench.game.acts) >= len(evening.truth.acts):
                break
            answer_truly(evening, bench.referee.verdict, counts)  # nothing is said: they see what is missing
    known, true = lines(bench.game), truth_of(evening)
    right = known == true
    at = next((i for i, (one, other) in enumerate(zip(known, true, strict=False)) if one != other), len(known))
    last = sentence(bench.referee.verdict)
    what = f"seed {seed} {evening.variant}: from act {at} of {len(true)}: {known[at : at + 3]} for {true[at : at + 3]}"
    counts.note("right record" if right else "wrong record", "" if right else f"{what}, {last}")


def answer_truly(evening: Evening, verdict: Verdict, counts: Counts) -> None:
    """Somebody who knows what happened answers; where no answer says it, they take back what is wrong, and tell it."""
    bench = evening.bench
    while (known := lines(bench.game)) != truth_of(evening)[: len(known)]:
        bench.referee.undo()
        counts.counts["acts taken back by people"] += 1
    happened = list(evening.truth.acts[len(bench.game.acts) :])
    choice = true_answer(verdict, happened)
    if choice is not None and not shows(bench, choice):
        choice = None
    if choice is None and isinstance(verdict, Ask):
        ranked = [one for one in verdict.choices if one.rank is not None and one.sightings]
        choice = next((one for one in ranked if bench.ranks.get(one.sightings[0]) == one.rank), None)
    if choice is None and isinstance(verdict, TakeBack):
        choice = verdict.choices[-1]
    if choice is None and isinstance(verdict, Ask):
        choice = next((one for one in verdict.choices if one.answer is Answer.NONE), None)
    if choice is not None:
        bench.referee.answer(choice)
    elif happened:
        bench.referee.say(happened[0])
        counts.counts["acts told by people"] += 1
    catch_up(bench)


def shows(bench: Bench, choice: Choice) -> bool:
    """Whether the cards that are said to show it, as far as they lie there still, lie with whom it names."""
    lie = [bench.lying[number].place for number in choice.sightings if number in bench.lying]
    return all(any(place in bench.ground.landings(act) for act in choice.acts) for place in lie) or not lie


def catch_up(bench: Bench) -> None:
    """What was seen while a question was open is considered."""
    for view in bench.referee.missed():
        bench.referee.consider(view)


TRIALS = {"astray": play_astray, "earlier": play_earlier, "late": play_late}


@pytest.mark.parametrize("trial", ["astray", "earlier"])
def test_no_slip_is_taken_in_silence(trial: str) -> None:
    counts = Counts()
    for seed in range(15):
        TRIALS[trial](seed, counts)
    assert not any("silently wrong" in what for what in counts.counts), counts.notes


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trial", choices=TRIALS)
    parser.add_argument("--seeds", default="0:20", help="FIRST:PAST")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    first, past = map(int, options.seeds.split(":"))
    counts = Counts()
    for seed in range(first, past):
        try:
            TRIALS[options.trial](seed, counts)
        except Exception as error:  # noqa: BLE001 - a trial goes on
            counts.note(f"failed: {type(error).__name__}", f"seed {seed}: {error!r:.300}")
    if options.verbose:
        print("\n".join(counts.notes))
    print(counts.line())


if __name__ == "__main__":
    main()
