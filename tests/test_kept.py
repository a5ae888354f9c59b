"""What was made of pictures is made once, and forgotten with them."""

import numpy as np

from vision.frame import BGRImage
from vision.table.lasting_cover import Kept


def pictures(count: int) -> list[BGRImage]:
    return [np.full((2, 2, 3), at, np.uint8) for at in range(count)]


def test_a_picture_that_is_known_is_not_asked_about_again() -> None:
    kept: Kept[int] = Kept()
    asked: list[list[int]] = []

    def levels(some: list[BGRImage]) -> list[int]:
        asked.append([int(picture[0, 0, 0]) for picture in some])
        return asked[-1]

    first, second, third = pictures(3)
    assert kept.of([first, second], levels) == [0, 1]
    assert kept.of([second, third, second], levels) == [1, 2, 1]
    assert kept.of([third, second], levels) == [2, 1]
    assert asked == [[0, 1], [2]]
    assert kept.of([first], levels) == [0]  # it was forgotten meanwhile
    assert asked == [[0, 1], [2], [0]]


def test_of_nothing_nothing_is_made() -> None:
    kept: Kept[int] = Kept()
    assert kept.of([], lambda some: [1 // len(some)]) == []
