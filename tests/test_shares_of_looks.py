"""How much each look at an index counts, and each net, in what they say together."""

from dataclasses import dataclass
from math import pi

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.nets.finder import FoundIndex
from vision.nets.index_reading import log_softmax, read_index
from vision.nets.ranks import CLASSES, PATCH_PX, SHARE_OF_C
from vision.reading.indices import SHARE_BEFORE, SHARE_OF_D, SHARE_OF_FIRST
from vision.reading.reader import Reader

INDEX = FoundIndex(60.0, 60.0, -pi / 2, 90.0, 110.0, 128.0, 178.0, 0.9, numeral=13.0)
IMAGE = np.full((120, 120, 3), 200, np.uint8)


def says(number: int, much: float) -> NDArray[np.float32]:
    logits = np.zeros(CLASSES, np.float32)
    logits[number] = much
    return logits


@dataclass(frozen=True)
class ByBrightness:
    """A net that says one thing of dark patches and another of light ones."""

    dark: NDArray[np.float32]
    light: NDArray[np.float32]

    def logits(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        return np.stack([self.dark if patch.mean() < 128 else self.light for patch in patches])


def test_net_c_counts_for_its_share_beside_d_in_the_mean_of_a_patch_and_its_negative(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ranks = Reader().ranks
    monkeypatch.setattr(ranks, "zoomed", ByBrightness(says(1, 2.0), says(2, 4.0)))
    monkeypatch.setattr(ranks, "second", ByBrightness(says(3, 6.0), says(4, 8.0)))
    (logits,) = ranks.with_negatives(np.zeros((1, PATCH_PX, PATCH_PX, 3), np.uint8))
    of_d, of_c = 1 - SHARE_OF_C, SHARE_OF_C
    assert logits[1:5] == pytest.approx([of_d * 2 / 2, of_d * 4 / 2, of_c * 6 / 2, of_c * 8 / 2])


@pytest.mark.parametrize("on_its_card", [False, True])
def test_looks_count_for_their_shares(on_its_card: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader()
    first, further, nearer = (np.stack([says(number, 1.5)] * 2) for number in (1, 2, 3))
    monkeypatch.setattr(reader, "_both_ways", lambda image, found: (np.tile(first, (len(found), 1, 1)), list(found)))
    monkeypatch.setattr(reader, "_further_look", lambda image, found: np.tile(further, (len(found), 1, 1)))
    monkeypatch.setattr(reader, "_at_several_sizes", lambda image, found: np.tile(nearer[0], (len(found), 1)))
    before = read_index(INDEX, first)
    if on_its_card:
        (reading,) = reader.read_on_card(IMAGE, [INDEX])
        both = SHARE_OF_FIRST * first[0] + (1 - SHARE_OF_FIRST) * further[0]
    else:
        (reading,) = reader.read_again(IMAGE, [before])
        both = SHARE_OF_FIRST * before.logs + (1 - SHARE_OF_FIRST) * further[0]
    expected = log_softmax(SHARE_BEFORE * log_softmax(both) + SHARE_OF_D * nearer[0])
    assert reading.logs == pytest.approx(expected, abs=1e-5)


def test_what_is_sure_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader()
    looked: list[int] = []

    def further_look(image: NDArray[np.uint8], found: list[FoundIndex]) -> NDArray[np.float32]:
        looked.append(len(found))
        return np.zeros((len(found), 2, CLASSES), np.float32)

    monkeypatch.setattr(reader, "_further_look", further_look)
    logits = np.stack([says(4, 12.0), says(10, 12.0)])
    before = read_index(INDEX, logits)
    (reading,) = reader.read_again(IMAGE, [before])
    assert looked == [0] and (reading.logs == before.logs).all()
