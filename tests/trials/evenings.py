"""Evenings at the level of views, thousands of them.

``PYTHONPATH=.:tests python tests/trials/evenings.py --seeds 0:2000``

``make trials`` plays seeds 0 to 199; ``EVENINGS=0:2000`` in the environment chooses others.

One line an evening is printed, and kept in ``--out``; seeds that stand there already are not played again. What
happened last in an evening that failed stands at its line's end; all that happens in one: ``--seeds 17 --verbose``.
"""

import argparse
import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from evening_play import Outcome, Played


def play(seed: int, *, verbose: bool = False) -> tuple[Outcome, float]:
    """One evening, and the processor time that it took in seconds."""
    began_s = time.process_time()
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        outcome = Played(seed, Path(folder), _print if verbose else lambda line: None).run()
    return outcome, time.process_time() - began_s


def _print(line: str) -> None:
    """What the program itself prints is not heard meanwhile."""
    print(line, file=sys.__stdout__, flush=True)


def seeds_of(text: str) -> range:
    """``FIRST:PAST`` or one seed.

    >>> list(seeds_of("3:5")), list(seeds_of("7"))
    ([3, 4], [7])
    """
    first, colon, past = text.partition(":")
    return range(int(first), int(past) if colon else int(first) + 1)


CHUNK = 20
"""So many evenings make one test: enough to be worth a process's while, few enough to share out."""


def chunks(seeds: range) -> list[range]:
    """The seeds in portions.

    >>> chunks(range(0, 50))
    [range(0, 20), range(20, 40), range(40, 50)]
    """
    return [seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK)]


@pytest.mark.parametrize("seeds", chunks(seeds_of(os.environ.get("EVENINGS", "0:200"))), ids=str)
def test_evenings_hold(seeds: range) -> None:
    outcomes = [play(seed)[0] for seed in seeds]
    failed = [outcome.line() for outcome in outcomes if outcome.violation]
    assert not failed, "\n".join(failed)


def played_already(out: Path) -> set[int]:
    """The seeds that stand in the file."""
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    return {int(line.split()[0]) for line in lines if line[:1].isdigit()}


def outcomes(seeds: list[int], jobs: int, *, verbose: bool) -> Iterable[tuple[Outcome, float]]:
    """All of them, as they are done."""
    if jobs == 1 or verbose:
        yield from (play(seed, verbose=verbose) for seed in seeds)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(play, seeds)


def main() -> int:
    """Run the command; 1 where something did not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=seeds_of, default=range(2000), help="FIRST:PAST, or one")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/trials/evenings.txt"))
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--most-s", type=float, default=float("inf"), help="stop after so many seconds")
    options = parser.parse_args()
    os.nice(5)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    seeds = [seed for seed in options.seeds if options.verbose or seed not in played_already(options.out)]
    total: Counter[str] = Counter()
    failures: Counter[str] = Counter()
    began_s, spent_s, number = time.monotonic(), 0.0, 0
    with options.out.open("a", encoding="utf-8") as out:
        for outcome, took_s in outcomes(seeds, options.jobs, verbose=options.verbose):
            number += 1
            spent_s += took_s
            total += outcome.counts
            failures[outcome.kind] += bool(outcome.violation)
            line = f"{outcome.line()} {took_s:.1f} s" if not outcome.violation else outcome.line()
            print(line[:400], flush=True)
            if not options.verbose:
                print(line, file=out, flush=True)
            if time.monotonic() - began_s > options.most_s:
                break
    failed = {kind: count for kind, count in failures.items() if count}
    print(f"{number} evenings in {spent_s:.0f} s of processor time, {number / max(spent_s, 1e-9):.2f} a second: "
          f"{failed or 'all held'}; {dict(total)}")  # fmt: skip
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
