"""Decks that bear one numeral in the middle of each card and nothing in the corners: hand-made ones mostly."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from dealer.errors import InputError
from dealer.house.teach import learnt_from
from vision.deck.deck_file import Deck, Example, read_deck, write_deck
from vision.deck.taught import Taught, patch_of
from vision.frame import BGRImage
from vision.nets.finder import FoundIndex
from vision.nets.index_reading import IndexReading
from vision.nets.ranks import Ranks
from vision.reading.card_guess import card_of
from vision.reading.gathering import around_middles
from vision.reading.paper import as_paper_lies, on_papers, paper_around
from vision.reading.reader import Reader
from vision.reading.teaching import MIDDLES, OneCard, Teacher, taught_all
from vision.synth.faces import Design, make_design
from vision.training.dealt import CARD_PX, DealtCard, deal
from vision.training.taught_decks import MIDDLE_HEIGHTS, hand_made, outcome

RANKS = (2, 5, 6, 8, 9)


@pytest.fixture(scope="module")
def design() -> Design:
    return hand_made(1)


@pytest.fixture(scope="module")
def taught_cards(design: Design) -> list[DealtCard]:
    return deal(design, RANKS * 2, table=12, shot=0)


@pytest.fixture(scope="module")
def deck(taught_cards: list[DealtCard], tmp_path_factory: pytest.TempPathFactory) -> Deck:
    folder: Path = tmp_path_factory.mktemp("photographs")
    pictures = []
    for number, card in enumerate(taught_cards):
        cv2.imwrite(str(folder / f"{number}.png"), card.image)
        pictures.append((card.rank, folder / f"{number}.png"))
    return learnt_from(Deck("hand-made"), pictures, card_width_px=CARD_PX)


def times_as_large(design: Design) -> float:
    """As large as usual, which is 9.5 mm high on a card of 63 mm, that deck's numerals are so many times."""
    return design.recipe.middle_mm * MIDDLE_HEIGHTS / 9.5 * 63.0 / design.size_mm[0]


def paper_on_table(*, turn_deg: float = 30.0, size: int = 300) -> tuple[BGRImage, np.ndarray]:
    """A white card of 90 x 126 px on a brown table, and its corners."""
    picture = np.full((size, size, 3), (60, 90, 130), np.uint8)
    corners = cv2.boxPoints(((size / 2, size / 2), (90, 126), turn_deg))
    cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), (240, 245, 245))
    return picture, corners


def test_the_photographs_tell_how_large_the_numerals_are(deck: Deck, design: Design) -> None:
    assert deck.middle == pytest.approx(times_as_large(design), rel=0.25)
    assert deck.taught == RANKS


def test_a_deck_with_indices_bears_none_in_the_middle() -> None:
    for family, seed in (("poker", 7), ("four-corner", 7), ("art-corner", 3)):
        for card in deal(make_design(family, seed), (3, 9), table=12, shot=0):
            assert Teacher().learn(card.image, card.rank, card_width_px=CARD_PX).middle == 0.0


def test_a_taught_deck_is_read_on_another_table_and_its_6_is_no_9(deck: Deck, design: Design) -> None:
    reader, untaught = Reader(deck=deck), Reader()
    cards = deal(design, RANKS * 2, table=41, shot=1)
    told = {card.rank: [] for card in cards}
    for card in cards:
        told[card.rank].append(outcome(reader, card))
        assert outcome(untaught, card) == "unread"
    assert all(told[rank] == ["right"] * 2 for rank in (2, 5, 8)), told
    assert all(told[rank] == ["unread"] * 2 for rank in (6, 9)), "nothing tells which way such a card lies"


def underlined(card: DealtCard) -> DealtCard:
    """The card, a thick line drawn below its numeral if that is a 6 or a 9."""
    if card.rank not in (6, 9):
        return card
    drawn = card.image.copy()
    side, up = card.image.shape[0], np.radians(card.up_deg)
    below = np.array([side / 2, side / 2]) - 0.38 * CARD_PX * np.array([np.cos(up), -np.sin(up)])
    along = 0.16 * CARD_PX * np.array([np.sin(up), np.cos(up)])
    ends = [tuple(int(v) for v in np.round(below + way * along)) for way in (-1, 1)]
    cv2.line(drawn, ends[0], ends[1], (30, 30, 30), 7, cv2.LINE_AA)
    return replace(card, image=drawn)


def test_a_line_below_its_6_and_9_tells_them_from_each_other() -> None:
    design, teacher = hand_made(5), Teacher()
    dealt = [underlined(card) for card in deal(design, RANKS * 2, table=12, shot=0)]
    lessons = [partial(teacher.learn, card.image, card.rank, CARD_PX) for card in dealt]
    twice, once = (taught_all(Deck("underlined"), some)[0] for some in (lessons, lessons[: len(RANKS)]))
    cards = [underlined(card) for card in deal(design, (6, 9) * 2, table=41, shot=1)]
    told = [outcome(Reader(deck=twice), card) for card in cards]
    assert told.count("right") >= 2
    assert "wrong" not in told
    # One photograph of each does not tell what two of them differ in.
    assert [outcome(Reader(deck=once), card) for card in cards] == ["unread"] * 4


def test_its_cards_have_the_middle_and_the_size_that_they_have(deck: Deck, design: Design) -> None:
    (card,) = deal(design, (5,), table=41, shot=2)
    (seen,) = Reader(deck=deck).read(card.image, card_width_px=CARD_PX)
    middle = seen.quad.mean(axis=0)
    assert np.hypot(*(middle - card.image.shape[0] / 2)) < CARD_PX / 8  # cards are cut out up to 4 mm off
    assert np.linalg.norm(seen.quad[1] - seen.quad[0]) == pytest.approx(CARD_PX, rel=0.01)


def test_an_outline_s_card_is_read_by_the_numeral_in_it(deck: Deck, design: Design) -> None:
    (card,) = deal(design, (8,), table=41, shot=3)
    examined = Reader(deck=deck).examine(card.image, card_width_px=CARD_PX)
    side = card.image.shape[0]
    outline = cv2.boxPoints(((side / 2, side / 2), (CARD_PX, 178.0), 90.0 - card.up_deg)).astype(np.float64)
    first, *others = examined.cards(outlines=[outline])
    assert (first.rank, others) == (8, [])
    empty, *_ = examined.cards(outlines=[outline + side])
    assert empty.rank is None


def test_a_deck_file_keeps_it(deck: Deck, tmp_path: Path) -> None:
    write_deck(deck, tmp_path / "hand-made.deck")
    assert read_deck(tmp_path / "hand-made.deck").middle == deck.middle
    for bad in (9.0, 1e-9, -1.0):
        write_deck(replace(deck, middle=bad), tmp_path / "bad.deck")
        with pytest.raises(InputError, match=f"its numerals are {bad} times as large as usual, expected 0, or 0.5"):
            read_deck(tmp_path / "bad.deck")


def test_the_width_need_not_be_told(taught_cards: list[DealtCard], design: Design) -> None:
    told = [Teacher().learn(card.image, card.rank).middle for card in taught_cards[:3]]
    assert np.median(told) == pytest.approx(times_as_large(design), rel=0.3)


@pytest.mark.parametrize("turn_deg", [0.0, 30.0, 77.0])
def test_paper_is_found_by_its_colour(turn_deg: float) -> None:
    picture, corners = paper_on_table(turn_deg=turn_deg)
    found = paper_around(picture, 150, 150, 40)
    assert found is not None
    far = np.linalg.norm(found[:, None] - corners, axis=2).min(axis=1)
    assert far.max() < 6


@pytest.mark.parametrize("width", [None, 90.0])
def test_a_blank_card_teaches_nothing(width: float | None) -> None:
    picture, _ = paper_on_table(turn_deg=20.0)
    grain = np.random.default_rng(1).integers(0, 6, picture.shape).astype(np.uint8)
    with pytest.raises(InputError, match="no card is found"):
        Teacher().learn(picture - grain, 1, width, MIDDLES[3] if width else None)


def test_paper_that_is_cut_off_or_has_no_card_s_shape_is_none() -> None:
    picture, _ = paper_on_table()
    assert paper_around(picture[:160], 150, 150, 40) is None
    assert paper_around(np.full((300, 300, 3), 200, np.uint8), 150, 150, 40) is None
    square = np.full((300, 300, 3), (60, 90, 130), np.uint8)
    square[100:200, 100:200] = 240
    assert paper_around(square, 150, 150, 40) is None


def test_what_is_drawn_on_paper_is_found_where_nothing_was() -> None:
    picture, _ = paper_on_table(turn_deg=30.0)
    scale = CARD_PX / 90
    assert on_papers(picture, [], scale, thoroughly=True) == [], "a blank card bears no numeral"
    cv2.line(picture, (140, 130), (146, 165), (20, 20, 20), 6)
    (found,) = on_papers(picture, [], scale, thoroughly=True)
    assert np.hypot(found.x - 143, found.y - 147.5) < 3
    assert abs(np.degrees(found.up)) % 180 == pytest.approx(60, abs=2)
    assert on_papers(picture, [], scale, thoroughly=False) == [], "there are other looks at a card on a table"
    seen = replace(found, heat=0.3)
    (lying,) = on_papers(picture, [seen], scale, thoroughly=True)
    assert (lying.x, lying.y, lying.heat) == (seen.x, seen.y, 1.0)


def test_a_numeral_stands_as_its_paper_lies() -> None:
    picture, _ = paper_on_table(turn_deg=30.0)
    scale = CARD_PX / 90
    crooked = FoundIndex(150, 150, float(np.radians(-80)), 150, 150, CARD_PX, 178, 0.1)
    assert as_paper_lies(picture, crooked, scale) == crooked, "a blank card bears none"
    cv2.line(picture, (140, 130), (146, 165), (20, 20, 20), 6)
    lying = as_paper_lies(picture, crooked, scale)
    assert np.degrees(lying.up) == pytest.approx(-60, abs=2)
    assert (lying.width, lying.heat) == (pytest.approx(CARD_PX, rel=0.03), 1.0)
    assert as_paper_lies(picture, crooked, 2 * scale) == crooked, "paper of another size is another thing's"


def one_card(middle: float) -> OneCard:
    return OneCard(np.zeros((4, 2), np.float32), (Example(3, np.zeros((96, 96, 3), np.uint8)),), 3, 1.0, middle)


def test_what_most_cards_tell_of_a_deck_holds_for_all() -> None:
    told: list[float | None] = []

    def lesson(middle: float | None, own: float) -> OneCard:
        told.append(middle)
        return one_card(own if middle is None else middle)

    for own, agreed, again in (([0.0, 0.0, 2.5], 0.0, 1), ([2.0, 3.0, 0.0], 2.5, 3)):
        told.clear()
        deck, failed = taught_all(Deck("pub"), [partial(lesson, own=middle) for middle in own])
        assert (deck.middle, failed) == (agreed, [None] * 3)
        assert told == [None] * 3 + [agreed] * again


def numeral(**shares: float) -> IndexReading:
    logs = np.full(11, -9.0, np.float32)
    for name, share in shares.items():
        logs[int(name[1:]) - 1] = np.log(share)
    nothing = np.full(11, -9.0, np.float32)
    nothing[10] = 0.0
    return IndexReading(FoundIndex(60, 60, -np.pi / 2, 90, 90, CARD_PX, 178, 1.0), logs, nothing)


def test_the_only_numeral_that_a_card_bears_needs_no_second_one() -> None:
    reading = numeral(r4=0.94, r11=0.06)
    (whole,) = around_middles([reading], 40, 56)
    assert (whole.rank, card_of([reading]).rank) == (4, None)
    assert whole.quad.mean(axis=0).tolist() == [60, 60]


def test_an_8_upside_down_is_no_sign_of_another_card(deck: Deck) -> None:
    ranks = Ranks()
    eight = next(example for example in deck.examples if example.rank == 8)
    features = ranks.look(patch_of(eight.picture)[None, ::-1, ::-1], with_features=True).features
    in_middle, in_corners = (Taught(one, ranks).likeness(features) for one in (deck, replace(deck, middle=0.0)))
    assert in_middle.ranks[0, 7] > 0.99 > in_corners.ranks[0, 7]
    assert in_middle.none[0] < in_corners.none[0]
