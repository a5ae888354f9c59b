"""Random evenings of the books, thousands of them, and settling up against brute force.

``PYTHONPATH=.:tests python tests/trials/books.py --seeds 0:10000``

``make trials`` plays seeds 0 to 199; ``BOOKS=0:2000`` in the environment chooses others. One line an evening is kept in
``--out``; seeds that stand there already are not played again. At the end it prints what came about in all of them.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import pytest
from books_play import Played
from test_settling import after, fewest, some_balances

from dealer.books.settling import payments

CHUNK = 20
"""So many evenings make one test."""


def seeds_of(text: str) -> range:
    """``FIRST:PAST`` or one seed.

    >>> list(seeds_of("3:5")), list(seeds_of("7"))
    ([3, 4], [7])
    """
    first, colon, past = text.partition(":")
    return range(int(first), int(past) if colon else int(first) + 1)


def play(seed: int) -> tuple[str, Counter[str]]:
    """One evening: why it failed, or ``""``; and what came about in it."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        evening = Played(seed, Path(folder))
        try:
            evening.run()
        except Exception as error:  # whatever it is, it is told with its seed
            return f"{type(error).__name__}: {error}", evening.counts
    return "", evening.counts


def settle(seed: int) -> str:
    """Balances of up to eight people: the same number of payments as brute force finds, and all at nought."""
    balances = some_balances(seed)
    found = payments(balances)
    if any(after(balances, found).values()):
        return f"{balances} are not settled by {found}"
    least = fewest(tuple(sorted(balances.values())))
    return "" if len(found) == least else f"{balances}: {len(found)} payments, {least} are enough"


@pytest.mark.parametrize("first", seeds_of(os.environ.get("BOOKS", "0:200"))[::CHUNK])
def test_evenings_of_the_books_hold(first: int) -> None:
    failed = {seed: why for seed in range(first, first + CHUNK) if (why := play(seed)[0])}
    assert not failed


def test_settling_is_as_short_as_brute_force_finds() -> None:
    assert [why for seed in range(5000) if (why := settle(seed))] == []


def main() -> int:
    """Run the command; 1 where something did not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=seeds_of, default=range(10_000), help="FIRST:PAST, or one")
    parser.add_argument("--balances", type=seeds_of, default=range(5000), help="of settling up: FIRST:PAST")
    parser.add_argument("--out", type=Path, default=Path("build/trials/books.jsonl"))
    parser.add_argument("--most-s", type=float, default=float("inf"), help="stop after so many seconds")
    options = parser.parse_args()
    os.nice(5)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    wrong = [why for seed in options.balances if (why := settle(seed))]
    print(f"settling up: {len(options.balances)} balances, {len(wrong)} not in the fewest payments", *wrong, sep="\n  ")
    done: dict[int, tuple[str, Counter[str]]] = {}
    if options.out.exists():
        for line in options.out.read_text(encoding="utf-8").splitlines():
            kept = json.loads(line)
            done[kept["seed"]] = kept["failed"], Counter(kept["counts"])
    began_s = time.monotonic()
    with options.out.open("a", encoding="utf-8") as out:
        for seed in options.seeds:
            if seed in done:
                continue
            if time.monotonic() - began_s > options.most_s:
                break
            done[seed] = why, counts = play(seed)
            print(json.dumps({"seed": seed, "failed": why, "counts": counts}), file=out, flush=True)
            if why:
                print(f"seed {seed}: {why}", flush=True)
    failed = sorted(seed for seed, (why, _) in done.items() if why)
    total = sum((counts for _, counts in done.values()), Counter())
    print(f"{len(done)} seeds, {len(failed)} failed {failed[:20]}")
    print(json.dumps(dict(sorted(total.items())), indent=2))
    return 1 if failed or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
