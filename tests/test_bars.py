"""A bar with the time left is shown where somebody waits at a terminal, and nowhere else."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

COUNTED = "from dealer.system.bars import with_bar\nfor card in with_bar([2, 3, 4], 'cards'): print('card', card)"


def in_a_terminal(code: str = COUNTED, *, stdout: int | None = None) -> str:
    """What a program shows in the terminal that is its standard error, and its output too if that goes nowhere else."""
    ours, its = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=its if stdout is None else stdout, stderr=its, env=environment) as process:
        os.close(its)
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
    return shown.decode()


def test_a_terminal_is_shown_how_far_it_is_and_what_is_printed_to_a_file_stays_as_it_is(tmp_path: Path) -> None:
    with (tmp_path / "printed").open("w") as file:
        shown = in_a_terminal(stdout=file.fileno())
    assert (tmp_path / "printed").read_text() == "card 2\ncard 3\ncard 4\n"
    assert "cards" in shown and "3/3" in shown and " s left" in shown


def test_lines_and_bar_share_a_terminal_and_no_line_is_broken() -> None:
    long = "from dealer.system.bars import with_bar\nfor card in with_bar([2, 3], 'cards'): print('card ' * 30, card)"
    shown = in_a_terminal(long)
    assert "card " * 30 + " 2" in shown and "card " * 30 + " 3" in shown and "2/2" in shown


def test_one_thing_alone_and_output_that_goes_through_a_pipe_have_no_bar() -> None:
    """A pipe may lead to the same terminal, and the bar would stand among its lines."""
    assert in_a_terminal("from dealer.system.bars import with_bar\nprint(*with_bar([2], 'cards'))") == "2\r\n"
    read, write = os.pipe()
    shown = in_a_terminal(stdout=write)
    os.close(write)
    with os.fdopen(read) as printed:
        assert (shown, printed.read()) == ("", "card 2\ncard 3\ncard 4\n")


def test_without_the_library_there_is_no_bar() -> None:
    shown = in_a_terminal("import sys\nsys.modules['rich.console'] = None\n" + COUNTED)
    assert shown == "card 2\r\ncard 3\r\ncard 4\r\n"


def test_elsewhere_nothing_is_shown() -> None:
    ended = subprocess.run([sys.executable, "-c", COUNTED], capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == ("card 2\ncard 3\ncard 4\n", "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("see", "--jsno", "a.jpg"), "did you mean '--json'?"),
        (("house", "--quiet"), "`dealer"),
        (("see", "a.jpg", "--card-widht=80"), "did you mean '--card-width'?"),
        (("--json", "see", "a.jpg"), "'--json' came before the command; options follow it: `dealer COMMAND --json`"),
        (("--data", "/x", "see", "a.jpg"), "'--data' came before the command"),
        (("house", "settle", "--broker", "mqtt://a"), "'--broker' came at another place than its own"),
        (("rules", "basic", "--zzz"), "'--zzz' came, and nothing more was expected"),
    ],
)
def test_an_option_that_is_mistyped_is_said_with_the_one_that_was_meant(arguments: tuple[str, ...], said: str) -> None:
    command = [sys.executable, "-m", "dealer.cli", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert said in ended.stderr and len(ended.stderr.splitlines()) == 1
