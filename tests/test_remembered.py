"""What is remembered of cards that lie there and were not called yet."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import CARD_MM, HEIGHT_PX, WIDTH_PX, geometry

from dealer.view import Face
from vision.belief.looks import LiveLook
from vision.belief.remembered import CalledSettings, RememberedCards
from vision.frame import Frame
from vision.looking.shapes import blank_card
from vision.tracking.track import Track

WHOLE = blank_card(0, 0, 0, face=Face.UP, card_mm=CARD_MM)
ONE_INDEX = replace(WHOLE, indices_mm=np.zeros((1, 2)))


def look(number: int, track: Track) -> LiveLook:
    """A look at a card in a frame with noise all over."""
    noise = np.random.default_rng(number).integers(0, 255, (HEIGHT_PX, WIDTH_PX, 3), np.uint8)
    return LiveLook(Frame(noise, 10.0 + number, number), geometry(), track.glimpse, card_mm=CARD_MM)


@pytest.mark.parametrize("touched", [False, True])
def test_a_card_of_which_one_index_is_found_looks_as_it_did_before_unless_something_touched_it(touched: bool) -> None:
    cards = RememberedCards(CalledSettings(), learnt=None, looked_over=None)
    track = Track(id=1, glimpse=WHOLE, rest_s=0.0, face=Face.UP, born_s=0.0)
    cards.watch(look(1, track), track)
    before = cards.face_of(look(1, track), track)
    assert before is not None
    track.glimpse, track.since_look_s = ONE_INDEX, 12.0 if touched else 11.0
    cards.watch(look(2, track), track)
    now = cards.face_of(look(2, track), track)
    assert now is None if touched else now is before
    track.glimpse = WHOLE
    again = cards.face_of(look(3, track), track)
    assert again is not None and again is not before


def test_what_one_index_promises_is_no_outline_to_cut_a_card_by() -> None:
    cards = RememberedCards(CalledSettings(), learnt=None, looked_over=None)
    track = Track(id=1, glimpse=ONE_INDEX, rest_s=0.0, face=Face.UP, born_s=0.0)
    assert cards.face_of(look(1, track), track) is None
    cards.called({1: 4}, {1: track})
    track.glimpse = WHOLE
    assert cards.face_of(look(2, track), track) is None, "it was called: nothing is to be told"
