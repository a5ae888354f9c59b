"""The picture around an index tells a taught deck's card whose numeral can't be read."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.deck.corner_likeness import LEAST_ALIKE, LEAST_SAID, Surroundings
from vision.deck.deck_file import Deck
from vision.nets.finder import FoundIndex
from vision.nets.index_reading import IndexReading, log_softmax
from vision.nets.ranks import NONE, Ranks
from vision.reading.card_guess import card_of
from vision.reading.reader import Reader
from vision.reading.teaching import Teacher
from vision.synth.faces import make_design
from vision.training.dealt import CARD_PX, DealtCard, deal

RANKS = (2, 5, 8)


def taught(family: str, seed: int) -> tuple[Deck, list[DealtCard]]:
    """A deck taught from two pictures of each of three cards, and the cards dealt on another table."""
    design, teacher = make_design(family, seed), Teacher()
    deck = Deck("held out")
    for card in deal(design, RANKS * 2, table=3, shot=0):
        deck = deck.with_examples(teacher.learn(card.image, card.rank, card_width_px=CARD_PX).examples)
    return deck, deal(design, RANKS, table=41, shot=1)


@pytest.fixture(scope="module")
def art() -> tuple[Deck, list[DealtCard]]:
    return taught("picture-numeral", 7004)


@pytest.fixture(scope="module")
def surroundings(art: tuple[Deck, list[DealtCard]]) -> Surroundings:
    return Surroundings(art[0], Ranks())


def upright(card: DealtCard, *, turn_deg: float = 0.0) -> list[FoundIndex]:
    """The card's indices as net A would find them, crooked by ``turn_deg``."""
    middle = card.image.shape[0] / 2
    return [
        FoundIndex(x, y, -np.radians(up_deg) + np.radians(turn_deg), middle, middle, CARD_PX, 178.0, 0.9)
        for x, y, up_deg in card.indices
    ]


def doubtful(found: FoundIndex, shares: dict[int, float]) -> IndexReading:
    """A reading that gives these shares to ranks and the rest to none."""
    logits = np.full(11, np.log(1e-4), np.float32)
    for rank, share in shares.items():
        logits[rank - 1] = np.log(share)
    logits[NONE] = np.log(1 - sum(shares.values()))
    return IndexReading(found, log_softmax(logits), log_softmax(np.array([0.0] * 10 + [6.0], np.float32)))


@pytest.mark.parametrize("turn_deg", [-10.0, -6.0, 0.0, 6.0, 10.0])
def test_a_card_s_corner_is_most_like_the_same_card_s(
    art: tuple[Deck, list[DealtCard]], surroundings: Surroundings, turn_deg: float
) -> None:
    for card in art[1]:
        likeness = np.max([surroundings.likeness(card.image, f) for f in upright(card, turn_deg=turn_deg)], axis=0)
        others = np.delete(likeness, card.rank - 1)
        assert likeness[card.rank - 1] > LEAST_ALIKE
        assert others.max() < likeness[card.rank - 1] - 0.12
        assert set(np.flatnonzero(likeness == -1.0) + 1) == set(range(1, 11)) - set(RANKS)


def test_it_tells_the_rank_of_a_doubtful_reading_and_only_of_such(
    art: tuple[Deck, list[DealtCard]], surroundings: Surroundings
) -> None:
    card = next(card for card in art[1] if card.rank == 5)

    def told(shares: dict[int, float]) -> list[IndexReading]:
        return [surroundings.told(card.image, doubtful(found, shares)) for found in upright(card)]

    by_corner = told({5: 0.3})
    assert 5 in {reading.rank for reading in by_corner} <= {5, None}
    one = next(reading for reading in by_corner if reading.rank == 5)
    assert np.exp(one.logs[4]) > 0.99 and np.exp(one.logs).sum() == pytest.approx(1.0, abs=1e-4)
    assert np.exp(one.logs_turned[NONE]) > 0.99
    # what the reader takes for another rank, or surely for none, is not overruled
    assert {reading.rank for reading in told({5: 0.2, 8: 0.7})} == {8}
    assert {reading.rank for reading in told({5: LEAST_SAID / 4, 8: LEAST_SAID / 4})} == {None}


@pytest.mark.parametrize("rank", [6, 9])
def test_a_6_or_a_9_that_its_corner_tells_is_called_though_it_looks_like_the_other_turned_round(
    rank: int, art: tuple[Deck, list[DealtCard]], surroundings: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    alike = np.where(np.arange(1, 11) == rank, 0.99, 0.1).astype(np.float32)
    monkeypatch.setattr(Surroundings, "likeness", lambda self, scaled, found: alike)
    card = art[1][0]
    reading = doubtful(upright(card)[0], {rank: 0.4})
    assert card_of([reading]).rank is None
    assert card_of([surroundings.told(card.image, reading)]).rank == rank


def test_another_picture_tells_nothing(art: tuple[Deck, list[DealtCard]], surroundings: Surroundings) -> None:
    _, stranger = taught("picture-numeral", 7008)
    for card in stranger:
        for found in upright(card):
            reading = doubtful(found, {card.rank: 0.4})
            assert surroundings.told(card.image, reading) is reading


def test_plain_corners_that_are_all_alike_tell_nothing() -> None:
    deck, cards = taught("poker", 7002)
    around = Surroundings(deck, Ranks())
    for card in cards:
        for found in upright(card):
            other = next(rank for rank in RANKS if rank != card.rank)
            assert around.told(card.image, doubtful(found, {other: 0.4})).rank != other


def test_a_deck_without_pictures_of_ranks_tells_nothing(art: tuple[Deck, list[DealtCard]]) -> None:
    none = replace(art[0], examples=tuple(example for example in art[0].examples if not example.rank))
    (found, *_) = upright(art[1][0])
    assert (Surroundings(none, Ranks()).likeness(art[1][0].image, found) == -1.0).all()


def faded(card: DealtCard) -> NDArray[np.uint8]:
    """The card's picture with its numerals painted over in what stands around them."""
    image = card.image.copy()
    for x, y, _ in card.indices:
        at = np.s_[round(y) - 9 : round(y) + 10, round(x) - 9 : round(x) + 10]
        image[at] = (0.35 * image[at] + 0.65 * image[at].reshape(-1, 3).mean(0)).astype(np.uint8)
    return image


def test_a_taught_deck_reads_cards_whose_numerals_have_faded(art: tuple[Deck, list[DealtCard]]) -> None:
    with_it, without = Reader(deck=art[0]), Reader()

    def ranks(reader: Reader) -> list[set[int]]:
        readings = [reader.read(faded(card), card_width_px=CARD_PX) for card in art[1]]
        return [{reading.rank for reading in of_card if reading.rank is not None} for of_card in readings]

    right = [{card.rank} for card in art[1]]
    assert ranks(with_it) == right
    assert ranks(without) != right
