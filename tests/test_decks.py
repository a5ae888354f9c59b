"""Taught decks: their files and folder, learning from pictures, and reading with what was learnt."""

import json
import zipfile
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from dealer.errors import DeviceError, InputError, ModelError
from vision.deck.deck_file import PICTURE_PX, Deck, Example, Shelf, _digest, check_name, read_deck, write_deck
from vision.deck.taught import FOR_NONE, FOR_RANK, Likeness, Taught, _ways, fused
from vision.nets.index_reading import log_softmax
from vision.nets.models import MODELS
from vision.nets.ranks import NONE, Ranks
from vision.reading.reader import Reader
from vision.reading.teaching import OneCard, Teacher, conflicts
from vision.synth.faces import make_design
from vision.training.dealt import CARD_PX, DealtCard, deal
from vision.training.taught_decks import samples

FAMILY, SEED = "picture-numeral", 7006
"""A held-out design of which the general reader leaves a part unread."""


def picture(shade: int) -> np.ndarray:
    made = np.full((PICTURE_PX, PICTURE_PX, 3), shade, np.uint8)
    made[20:70, 30:60] = 255 - shade
    return made


def small_deck(name: str = "pirates") -> Deck:
    deck = Deck(name)
    for rank in range(1, 11):
        deck = deck.with_examples([Example(rank, picture(10 * rank)), Example(0, picture(3))])
    return deck


@pytest.fixture(scope="module")
def teacher() -> Teacher:
    return Teacher()


@pytest.fixture(scope="module")
def dealt() -> dict[str, list[DealtCard]]:
    design = make_design(FAMILY, SEED)
    return {
        "taught": deal(design, [*range(1, 11)] * 2, table=3, shot=0),
        "played": deal(design, [*range(1, 11), 11, 12, 13], table=41, shot=1),
    }


@pytest.fixture(scope="module")
def lessons(teacher: Teacher, dealt: dict[str, list[DealtCard]]) -> list[OneCard]:
    return [teacher.learn(card.image, card.rank, card_width_px=CARD_PX) for card in dealt["taught"]]


@pytest.fixture(scope="module")
def deck(lessons: list[OneCard]) -> Deck:
    taught = Deck("held out")
    for one in lessons:
        taught = taught.with_examples(one.examples)
    return taught


# -- files


def test_a_deck_file_gives_back_what_was_put_in(tmp_path: Path) -> None:
    deck = replace(small_deck(), middle=2.5, upright=True)
    write_deck(deck, tmp_path / "a.deck")
    again = read_deck(tmp_path / "a.deck")
    assert (again.name, again.middle, again.upright) == ("pirates", 2.5, True)
    assert again.taught == tuple(range(1, 11)) and again.missing == ()
    assert [(e.rank, e.source) for e in again.examples] == [(e.rank, e.source) for e in deck.examples]
    assert all(np.array_equal(a.picture, b.picture) for a, b in zip(again.examples, deck.examples, strict=True))
    assert [path.name for path in tmp_path.iterdir()] == ["a.deck"]


def test_each_lesson_has_a_source_of_its_own() -> None:
    sources = [example.source for example in small_deck().examples]
    assert sources == [number for number in range(1, 11) for _ in range(2)]


def test_a_rank_is_forgotten_alone() -> None:
    deck = small_deck().without(7)
    assert deck.missing == (7,)
    assert sum(example.rank == 0 for example in deck.examples) == 9


@pytest.mark.parametrize(
    "name", ["", "a/b", "..", ".hidden", "x" * 41, "back\\slash", " front", "end ", "a\nb", "dot."]
)
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="cannot be named"):
        check_name(name)


@pytest.mark.parametrize("name", ["pirates", "Die Räuber 2", "a-b_c.d+e"])
def test_a_name_may_be_any_language_s(name: str) -> None:
    assert check_name(name) == name


def test_what_is_no_deck_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.deck"
    with pytest.raises(InputError, match="There is no deck file"):
        read_deck(path)
    path.write_bytes(b"not a zip")
    with pytest.raises(InputError, match="damaged"):
        read_deck(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("other.txt", "x")
    with pytest.raises(InputError, match="damaged"):
        read_deck(path)


def rewritten(source: Path, target: Path, change: object) -> None:
    """A copy of a deck file in which ``change`` (of the parts, by name) was made."""
    with zipfile.ZipFile(source) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)  # type: ignore[operator]
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


def test_every_change_to_a_deck_file_is_noticed(tmp_path: Path) -> None:
    write_deck(small_deck(), tmp_path / "a.deck")
    changed = tmp_path / "b.deck"

    def other_rank(parts: dict[str, bytes]) -> None:
        parts["deck.json"] = parts["deck.json"].replace(b'"rank": 7', b'"rank": 1')

    def other_picture(parts: dict[str, bytes]) -> None:
        parts["pictures/0001.png"] = parts["pictures/0003.png"]

    def lost_picture(parts: dict[str, bytes]) -> None:
        del parts["pictures/0002.png"]

    for change in (other_rank, other_picture, lost_picture):
        rewritten(tmp_path / "a.deck", changed, change)
        with pytest.raises(InputError, match="damaged"):
            read_deck(changed)


def test_a_deck_of_a_newer_program_says_so(tmp_path: Path) -> None:
    write_deck(small_deck(), tmp_path / "a.deck")

    def newer(parts: dict[str, bytes]) -> None:
        parts["deck.json"] = json.dumps({**json.loads(parts["deck.json"]), "version": 9}).encode()

    rewritten(tmp_path / "a.deck", tmp_path / "b.deck", newer)
    with pytest.raises(InputError, match="version 9"):
        read_deck(tmp_path / "b.deck")


@pytest.mark.parametrize(("key", "value", "told"), [("upright", 1, "true or false"), ("middle", 99, "0.5 to 8")])
def test_a_deck_file_that_says_what_cannot_be_is_damaged(
    tmp_path: Path, key: str, value: object, told: str
) -> None:
    write_deck(small_deck(), tmp_path / "a.deck")

    def odd(parts: dict[str, bytes]) -> None:
        about = {**json.loads(parts["deck.json"]), key: value}
        parts["deck.json"] = json.dumps({**about, "sha256": _digest(about)}).encode()

    rewritten(tmp_path / "a.deck", tmp_path / "b.deck", odd)
    with pytest.raises(InputError, match=told):
        read_deck(tmp_path / "b.deck")


def test_a_deck_that_cannot_be_written_says_where(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(DeviceError, match="cannot be written"):
        write_deck(small_deck(), tmp_path / "file" / "a.deck")


# -- the shelf


def test_decks_are_kept_renamed_exported_taken_in_and_thrown_away(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "data")
    assert shelf.names() == ()
    shelf.save(small_deck())
    shelf.rename("pirates", "buccaneers")
    assert shelf.names() == ("buccaneers",) and shelf.load("buccaneers").name == "buccaneers"
    out = shelf.export("buccaneers", tmp_path)
    assert out == tmp_path / "buccaneers.deck"
    with pytest.raises(InputError, match="already"):
        shelf.take_in(out)
    shelf.take_in(out, name="second")
    assert shelf.names() == ("buccaneers", "second")
    shelf.delete("buccaneers")
    assert shelf.names() == ("second",)


def test_the_shelf_says_what_is_wrong(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    with pytest.raises(InputError, match="none has been taught yet"):
        shelf.load("pirates")
    shelf.save(small_deck())
    with pytest.raises(InputError, match="the decks are: pirates"):
        shelf.delete("ninjas")
    with pytest.raises(InputError, match="already"):
        shelf.rename("pirates", "pirates")
    with pytest.raises(InputError, match="cannot be named"):
        shelf.rename("pirates", "../up")
    with pytest.raises(InputError, match="is there already"):
        shelf.export("pirates", shelf.path_of("pirates"))
    with pytest.raises(DeviceError, match=r"\(File exists\); choose another folder"):
        shelf.export("pirates", shelf.path_of("pirates") / "inside")


# -- learning


def test_a_card_teaches_its_indices(lessons: list[OneCard], dealt: dict[str, list[DealtCard]]) -> None:
    design = make_design(FAMILY, SEED)
    places = len(design.face(3).index_centres_mm)
    pairs = zip(lessons, dealt["taught"], strict=True)
    found = [sum(example.rank == card.rank for example in one.examples) for one, card in pairs]
    assert min(found) >= 1
    assert np.mean(found) > 0.85 * places


def test_what_cannot_teach_is_refused(teacher: Teacher, dealt: dict[str, list[DealtCard]]) -> None:
    plain = make_design("poker", 7002)
    first, second = (card.image for card in deal(plain, [4, 7], table=7, shot=0, difficulty="easy"))
    with pytest.raises(InputError, match="no card is found"):
        teacher.learn(np.full((264, 264, 3), 90, np.uint8), 3, card_width_px=CARD_PX)
    with pytest.raises(InputError, match="expected one"):
        teacher.learn(np.concatenate([first, second], 1), 3, card_width_px=CARD_PX)
    with pytest.raises(InputError, match="ranks are 1 to 10"):
        teacher.learn(first, 11, card_width_px=CARD_PX)


def test_a_card_whose_indices_are_found_faintly_is_learnt_where_its_size_is_known(teacher: Teacher) -> None:
    (card,) = deal(make_design("banner", 7016), [1], table=4, shot=0)
    blurred = np.asarray(cv2.GaussianBlur(card.image, (0, 0), 1.6), np.uint8)
    found = teacher.reader.find_indices(blurred, 0.1)
    assert 0.2 <= max(index.heat for index in found) < 0.5
    examples = teacher.learn(blurred, 1, card_width_px=CARD_PX).examples
    assert {example.rank for example in examples} >= {1}


def test_a_deck_s_ranks_are_told_apart(deck: Deck) -> None:
    assert conflicts(Taught(deck, Ranks())) == ()


def test_the_formula_is_fitted_on_indices_as_they_stand_and_upside_down() -> None:
    these = samples([("poker", 0)])
    ranks = these.for_rank @ np.array(FOR_RANK, np.float32)
    none = these.for_none @ np.array(FOR_NONE, np.float32)
    told = np.concatenate([ranks, none[:, None]], 1).argmax(1)
    shown = these.classes < NONE
    assert 20 < shown.sum() < len(shown) / 2
    assert (told == these.classes)[shown].mean() > 0.9


def test_one_card_taught_as_two_ranks_is_noticed(
    deck: Deck, dealt: dict[str, list[DealtCard]], teacher: Teacher
) -> None:
    cards = [card for card in dealt["taught"] if card.rank == 3]
    again = teacher.learn(cards[0].image, 5, card_width_px=CARD_PX)
    mixed = deck.without(5).with_examples(again.examples)
    (worst, *_) = conflicts(Taught(mixed, Ranks()))
    assert {worst.rank, worst.other} == {3, 5}


# -- reading


def called(reader: Reader, card: DealtCard) -> set[int]:
    return {reading.rank for reading in reader.read(card.image, card_width_px=CARD_PX) if reading.rank is not None}


def test_a_taught_deck_reads_all_of_its_cards_and_no_foreign_one(deck: Deck, dealt: dict[str, list[DealtCard]]) -> None:
    taught = Reader(deck=deck)
    ours = [card for card in dealt["played"] if card.rank]
    foreign = [card for card in dealt["played"] if not card.rank]
    after = [called(taught, card) for card in ours]
    assert after == [{card.rank} for card in ours]
    assert all(called(taught, card) == set() for card in foreign)


def test_a_deck_is_laid_aside_again(deck: Deck, dealt: dict[str, list[DealtCard]]) -> None:
    reader, plain = Reader(deck=deck), Reader()
    reader.use(None)
    for card in dealt["played"][:4]:
        one, two = reader.read(card.image, card_width_px=CARD_PX), plain.read(card.image, card_width_px=CARD_PX)
        assert [r.probabilities for r in one] == [r.probabilities for r in two]


def test_examples_take_little_memory(deck: Deck) -> None:
    models = sum((MODELS / name).stat().st_size for name in ("finder.onnx", "ranks.onnx", "second.onnx"))
    assert models + Taught(deck, Ranks()).bytes < 4_000_000


def likeness(rank: int, nearest: float, *, others: float = 0.2) -> Likeness:
    ranks = np.full((1, 10), others, np.float32)
    ranks[0, rank - 1] = nearest
    return Likeness(ranks, np.array([others], np.float32), np.full(10, 0.95, np.float32))


def said(rank: int | None, probability: float) -> np.ndarray:
    """Log probabilities (1, 11) of net B that says ``rank`` (None: none of these) so surely."""
    logits = np.full((1, 11), np.log((1 - probability) / 10), np.float32)
    logits[0, NONE if rank is None else rank - 1] = np.log(probability)
    return log_softmax(logits)


def test_the_same_print_rescues_what_net_b_leaves_open() -> None:
    one = fused(said(None, 0.5), likeness(7, 0.97))[0]
    assert one.argmax() == 6
    both = np.exp(2 * one)
    assert both[6] / both.sum() > 0.85, "two indices that say so are nearly a call"


def test_a_call_that_contradicts_the_deck_is_vetoed() -> None:
    result = np.exp(fused(said(1, 0.97), likeness(7, 0.97)))[0]
    assert result[0] < 0.5


def test_what_is_far_from_the_whole_deck_is_doubted() -> None:
    sure = np.exp(fused(said(4, 0.97), likeness(4, 0.97)))[0]
    far = np.exp(fused(said(4, 0.97), likeness(4, 0.3)))[0]
    assert sure[3] > 0.99 > 0.9 > far[3]


def test_a_deck_s_space_is_the_one_of_a_singular_value_decomposition() -> None:
    rng = np.random.default_rng(3)
    for shape in ((20, 50), (50, 20)):
        rows = (rng.normal(size=shape) * np.exp(-np.arange(shape[1]) / 5)).astype(np.float32)
        variances, ways = _ways(rows)
        _, spread, axes = np.linalg.svd(rows, full_matrices=False)
        assert np.allclose(variances, spread[: len(variances)] ** 2, rtol=1e-3, atol=1e-6)
        assert np.abs(np.abs((ways * axes[: len(ways)]).sum(1)) - 1).max() < 1e-3
        assert spread[len(variances) :].max(initial=0.0) ** 2 < 1e-5 * variances[0]


def test_a_court_card_of_the_deck_s_own_design_stays_none() -> None:
    result = np.exp(fused(said(None, 0.99), likeness(7, 0.7)))[0]
    assert result.argmax() == NONE and result[NONE] > 0.9


def test_a_model_without_features_says_so(tmp_path: Path, deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    ranks = Ranks()
    monkeypatch.setattr(ranks, "_has_features", False)
    with pytest.raises(ModelError, match="features"):
        Taught(deck, ranks)
