"""A bar with the time left is shown where somebody waits at a terminal, and nowhere else."""

import os
import pty
import subprocess
import sys

import pytest

COUNTED = "from dealer.system.bars import with_bar\nfor card in with_bar([2, 3, 4], 'cards'): print('card', card)"


def in_a_terminal(*, of: str) -> tuple[str, str]:
    """What a program printed to a pipe, and to the terminal that is its standard error, or both."""
    ours, its = pty.openpty()
    stdout = its if of == "both" else subprocess.PIPE
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen([sys.executable, "-c", COUNTED], stdout=stdout, stderr=its, env=environment) as process:
        os.close(its)
        printed = process.stdout.read().decode() if process.stdout else ""
        shown = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            shown += part
    os.close(ours)
    assert process.returncode == 0
    return printed, shown.decode()


def test_a_terminal_is_shown_how_far_it_is_and_what_is_printed_stays_as_it_is() -> None:
    printed, shown = in_a_terminal(of="errors")
    assert printed == "card 2\ncard 3\ncard 4\n"
    assert "cards" in shown and "3/3" in shown


def test_lines_and_bar_share_a_terminal() -> None:
    _, shown = in_a_terminal(of="both")
    assert all(f"card {rank}" in shown for rank in (2, 3, 4)) and "3/3" in shown


def test_elsewhere_nothing_is_shown() -> None:
    ended = subprocess.run([sys.executable, "-c", COUNTED], capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == ("card 2\ncard 3\ncard 4\n", "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("see", "--jsno", "a.jpg"), "did you mean '--json'?"),
        (("house", "--quiet"), "`dealer"),
        (("see", "a.jpg", "--card-widht=80"), "did you mean '--card-width'?"),
        (("rules", "basic", "--zzz"), "'--zzz' came, and nothing more was expected"),
    ],
)
def test_an_option_that_is_mistyped_is_said_with_the_one_that_was_meant(arguments: tuple[str, ...], said: str) -> None:
    command = [sys.executable, "-m", "dealer.cli", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert said in ended.stderr and len(ended.stderr.splitlines()) == 1
