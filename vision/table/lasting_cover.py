"""What was made of pictures, kept while it is of use: a deck that learns a card anew has most of its examples still."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from vision.frame import BGRImage

T = TypeVar("T")


class Kept(Generic[T]):
    """Things made of pictures, each made once; a picture is known again as the same object."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[BGRImage, T]] = {}

    def of(self, pictures: Sequence[BGRImage], make: Callable[[list[BGRImage]], Sequence[T]]) -> list[T]:
        """What ``make`` makes of each of the pictures, all new ones at once; what was made of others is forgotten."""
        new = {id(picture): picture for picture in pictures if id(picture) not in self._made}
        fresh = make(list(new.values())) if new else []
        made = self._made | {at: (new[at], one) for at, one in zip(new, fresh, strict=True)}
        self._made = {id(picture): made[id(picture)] for picture in pictures}
        return [made[id(picture)][1] for picture in pictures]
