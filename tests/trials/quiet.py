"""Nothing phones home while the table is run, a game is watched or a deck is taught."""

from pathlib import Path

import pytest
from tracing import traced

from dealer.board.network import FAR


@pytest.mark.parametrize(
    "arguments",
    [
        "play --camera sim:3 --headless --seconds 20",
        "watch --camera sim:11 --players A,B --target 4 --difficulty easy --design poker --headless --fast",
        "teach pirates --camera sim:3 --headless --fast",
    ],
    ids=lambda arguments: arguments.split()[0],
)
def test_no_socket_to_the_world_and_no_file_but_the_house_s_own(arguments: str, tmp_path: Path) -> None:
    seen = traced(tmp_path, *arguments.split(), settings='board = "off"')
    assert seen.status == 0, seen.printed
    assert seen.sockets == ()
    assert seen.strayed == ()


def test_the_board_for_phones_listens_and_asks_nobody(tmp_path: Path) -> None:
    seen = traced(tmp_path, *"play --camera sim:3 --headless --seconds 20".split())
    assert seen.status == 0, seen.printed
    assert seen.sockets
    # which of our addresses is the network's: the system is asked where it would send, and nothing is sent
    assert {line for line in seen.reached if FAR[0] not in line} == set()
