"""How plainly the first card of a rank must be read."""

import numpy as np
import pytest

from vision.called import PLAIN, PLAIN_OF_HARD, PLAIN_OF_MANY, least_plain
from vision.decks import PICTURE_PX
from vision.prints import Prints, Turned


@pytest.mark.parametrize(
    ("indices", "hard", "least"),
    [
        (1, False, PLAIN),
        (2, False, PLAIN),
        (3, False, PLAIN_OF_MANY),
        (4, False, PLAIN_OF_MANY),
        (4, True, PLAIN_OF_HARD),
    ],
)
def test_of_the_first_card_of_a_rank_each_of_two_indices_must_be_plain_and_of_more_most_of_what_it_shows(
    indices: int, hard: bool, least: float
) -> None:
    picture = Turned(np.random.default_rng(1).random((PICTURE_PX, PICTURE_PX), np.float32))
    assert least_plain(Prints(), 8, [picture] * indices, hard=hard) == least
    assert PLAIN_OF_MANY < PLAIN < PLAIN_OF_HARD
