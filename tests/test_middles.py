"""A large numeral in the middle of a card: how it is read, when it is looked at, and what it counts."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from painted_table import Painted, started

from vision.belief.belief import FEATURES, features
from vision.belief.evidence import Evidence, Look
from vision.belief.memory import DeckMemory
from vision.nets.ranks import CLASSES, NONE
from vision.reading.reader import Reader
from vision.synth.face_recipe import draw_face
from vision.synth.faces import make_recipe
from vision.tracking.glimpses import NOTHING_SHOWN

MIDDLE = list(FEATURES).index("middle")
CARD_PX = 84


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def lying(reader: Reader, family: str, seed: int, rank: int, *, turned: bool = False) -> NDArray[np.float32]:
    """What is read in the middle of a card that lies a little askew on a dark table, either way up."""
    face = draw_face(make_recipe(family, seed), str(rank), scale=4.0)
    height, width = face.shape[:2]
    side = CARD_PX / width
    card = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    angle = np.radians(8.0 + 180.0 * turned)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * side
    corners = ((card - card.mean(0)) @ turn.T + (100, 100)).astype(np.float32)
    to_picture = cv2.getPerspectiveTransform(card - np.float32(0.5), corners)
    image = np.full((200, 200, 3), 60, np.uint8)
    small = cv2.GaussianBlur(face, (0, 0), 0.5 / side)
    cv2.warpPerspective(small, to_picture, (200, 200), image, borderMode=cv2.BORDER_TRANSPARENT)
    return reader.read_middle(image, corners.astype(float))


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("rank", [1, 3, 5, 7, 8, 10])
def test_a_numeral_in_the_middle_is_read_either_way_up(reader: Reader, rank: int, turned: bool) -> None:
    shown = lying(reader, "circle", 703459475, rank, turned=turned)
    assert np.exp(shown).sum() == pytest.approx(1.0, abs=1e-4)
    assert int(shown.argmax()) == rank - 1 and shown[rank - 1] > np.log(0.8)


def test_a_6_in_the_middle_may_be_a_9(reader: Reader) -> None:
    for rank in (6, 9):
        shown = np.exp(lying(reader, "circle", 703459475, rank))
        assert shown[5] + shown[8] > 0.8 and min(shown[5], shown[8]) > 0.25


@pytest.mark.parametrize("family", ["poker", "art-corner", "picture-numeral", "hand-drawn"])
def test_pips_and_pictures_in_the_middle_are_no_numeral(reader: Reader, family: str) -> None:
    for rank in (2, 7, 8):
        assert lying(reader, family, 12, rank)[NONE] > np.log(0.8)


def middle(rank: int, share: float = 0.95) -> Evidence:
    shares = np.full(CLASSES, (1 - share) / NONE, np.float32)
    shares[rank - 1] = share
    return Evidence([Look(NOTHING_SHOWN, middle=np.log(shares))])


def test_a_picture_in_the_middle_speaks_for_nothing_and_a_numeral_for_its_rank() -> None:
    picture = Evidence([Look(NOTHING_SHOWN, middle=np.log(np.array([0.001] * NONE + [0.99], np.float32)))])
    for evidence in (picture, Evidence([Look(NOTHING_SHOWN)])):
        assert np.ptp(features(evidence, DeckMemory())[:, MIDDLE]) < 0.1
    told = features(middle(7), DeckMemory())[:, MIDDLE]
    assert int(told.argmax()) == 6 and told[6] > told[NONE] + 1.0 > told[2]


def test_a_deck_with_other_figures_in_the_middle_is_not_believed_there() -> None:
    right, wrong = DeckMemory(), DeckMemory()
    for number in range(6):
        right.keep(number, 7, middle(7))
        wrong.keep(number, 3, middle(7))
    believed, doubted = (np.ptp(features(middle(5), memory)[:, MIDDLE]) for memory in (right, wrong))
    assert doubted < 0.4 * believed


@pytest.mark.parametrize(("rank", "looked_at"), [(8, False), (0, True)], ids=["plainly read", "in doubt"])
def test_the_middle_is_looked_at_where_all_else_leaves_a_doubt(
    rank: int, looked_at: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = started()
    read = []
    monkeypatch.setattr(table.reader, "read_middle", lambda image, corners: read.append(corners) or np.zeros(CLASSES))
    table.put(Painted(-250, -80, rank), frames=20)
    assert bool(read) is looked_at
    assert all(np.shape(corners) == (4, 2) for corners in read)
