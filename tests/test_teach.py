"""``dealer teach`` and ``dealer decks``: from photographs, and card by card at the table."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from dealer import cli
from dealer.decks.lesson import LOOKS, Lesson, Step
from dealer.decks.lesson_sentences import ALL, ASKED, of_trouble, said, shown, the_card
from dealer.display.window import Display
from dealer.errors import InputError
from dealer.gallery.deck_gallery import lesson_screen
from dealer.house.lessons import screen_of
from dealer.house.teach import rank_and_path
from dealer.locale.language import language, languages, speak
from dealer.presses import Button
from dealer.rehearsal.practice import Practice
from dealer.view import ELSEWHERE, Face, Sighting, TableView
from dealer.words.sentences import TROUBLES
from vision.deck.deck_file import Deck, Shelf
from vision.reading.teaching import Teacher
from vision.synth.face_recipe import Corners
from vision.synth.faces import make_design
from vision.training.dealt import deal
from vision.training.taught_decks import hand_made


@pytest.fixture(scope="module")
def photographs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One picture of each card of a deck, with another deck's seven."""
    folder = tmp_path_factory.mktemp("photographs")
    for card in deal(make_design("poker", 7003), range(1, 11), table=7, shot=0, difficulty="easy"):
        cv2.imwrite(str(folder / f"{card.rank}.png"), card.image)
    (again,) = deal(make_design("poker", 7003), [7], table=9, shot=3, difficulty="easy")
    cv2.imwrite(str(folder / "7b.png"), again.image)
    return folder


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, photographs: Path) -> Path:
    """A data folder with the deck taught from them."""
    data = tmp_path_factory.mktemp("home")
    assert run("teach", "pub deck", "--from", *lessons(photographs), *WIDTH, "--data", str(data)) == 0
    return data


WIDTH = ("--card-width", "128")


def lessons(folder: Path, ranks: range = range(1, 11)) -> list[str]:
    return [f"{'A' if rank == 1 else rank}={folder / f'{rank}.png'}" for rank in ranks]


def run(*arguments: str) -> int:
    """The exit status of a command."""
    try:
        return cli.main(arguments)
    except SystemExit as ended:
        return int(ended.code or 0)


def test_a_rank_and_a_picture_are_read_from_one_word() -> None:
    assert rank_and_path("10=a=b.jpg") == (10, Path("a=b.jpg"))
    for text in ("11=a.jpg", "0=a.jpg", "seven=a.jpg", "7", "7=", "=a.jpg"):
        with pytest.raises(InputError, match="RANK=IMAGE"):
            rank_and_path(text)


# -- from photographs


def test_photographs_teach_a_deck_and_see_reads_with_it(
    home: Path, photographs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("see", "--deck", "pub deck", "--json", *WIDTH, "--data", str(home), str(photographs / "7b.png")) == 0
    row = json.loads(capsys.readouterr().out)
    assert {card["rank"] for card in row["cards"]} - {None} == {7}


def test_a_deck_is_taught_bit_by_bit(photographs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ("--data", str(tmp_path))
    assert run("teach", "half", "--from", *lessons(photographs, range(1, 4)), *WIDTH, *data) == 0
    assert "still to teach: 4 5 6 7 8 9 10" in capsys.readouterr().out
    assert run("see", "--deck", "half", *data, str(photographs / "7b.png")) == 2
    assert "too few cards: 4, 5, 6" in capsys.readouterr().err
    assert run("teach", "half", "--from", *lessons(photographs, range(4, 11)), *WIDTH, *data) == 0
    assert "all ten cards" in capsys.readouterr().out
    assert run("teach", "half", "--anew", "--from", *lessons(photographs, range(1, 3)), *WIDTH, *data) == 0
    assert Shelf(tmp_path).load("half").taught == (1, 2)


def test_a_bad_photograph_beside_a_good_one_is_told_and_left_out(
    photographs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "empty.png"), np.full((300, 300, 3), 80, np.uint8))
    pictures = [f"7={photographs / '7.png'}", f"7={tmp_path / 'empty.png'}"]
    assert run("teach", "x", "--from", *pictures, *WIDTH, "--data", str(tmp_path)) == 0
    assert "left out" in capsys.readouterr().err
    assert Shelf(tmp_path).load("x").taught == (7,)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["teach", "a/b", "--from", "7={pictures}/7.png"], "cannot be named"),
        (["teach", "none", "--from", "7={pictures}/7.png"], "cannot be named"),
        (["teach", "x", "--from", "7:{pictures}/7.png"], "RANK=IMAGE"),
        (["teach", "x", "--from", "7={pictures}/77.png"], "77.png"),
        (["teach", "x", "--from", "7={pictures}/7.png", "8={pictures}/7.png", *WIDTH], "one rank for each"),
        (["teach", "x", "--from", "7={pictures}/7.png", "8={pictures}/7b.png", *WIDTH], "looks like the"),
        (["teach", "x", "--from", "7={pictures}/empty.png", *WIDTH], "no card is found"),
        (["see", "--deck", "x", "{pictures}/7.png"], "There is no deck 'x'"),
        (["watch", "--deck", "x", "--camera", "sim:1", "--players", "A,B"], "There is no deck 'x'"),
        (["play", "--deck", "x", "--camera", "sim:1", "--headless"], "There is no deck 'x'"),
        (["decks", "--delete", "x"], "There is no deck 'x'"),
        (["decks", "--export", "x", "out.deck"], "There is no deck 'x'"),
        (["decks", "--import", "{pictures}/7.png"], "damaged"),
    ],
)
def test_each_bad_input_gets_one_sentence(
    arguments: list[str], words: str, photographs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(photographs / "empty.png"), np.full((300, 300, 3), 80, np.uint8))
    filled = [argument.replace("{pictures}", str(photographs)) for argument in arguments]
    assert run(*filled, "--data", str(tmp_path)) == 2
    said = capsys.readouterr().err
    assert words in said
    assert len(said.strip().splitlines()) == 1
    assert Shelf(tmp_path).names() == ()


def test_a_screen_without_a_card_teaches_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Display((1280, 720), headless=True) as display:
        display.draw(lesson_screen(ASKED, rank=1))
        display.save_png(tmp_path / "screen.png")
    assert run("teach", "x", "--from", f"A={tmp_path / 'screen.png'}", "--data", str(tmp_path)) == 2
    assert "no card is found" in capsys.readouterr().err
    assert Shelf(tmp_path).names() == ()


@pytest.mark.parametrize(("cut_px", "shown_px", "is_taught"), [(0, 120, True), (0, 200, False), (100, 120, False)])
def test_a_neighbour_that_the_picture_cuts_off_is_not_meant(
    teacher: Teacher, pictures: dict[int, np.ndarray], cut_px: int, shown_px: int, is_taught: bool
) -> None:
    """Unless the card that is seen best is cut off as well."""
    both = np.hstack([pictures[4][:, cut_px:], pictures[7][:, :shown_px]])
    if is_taught:
        card = teacher.learn(both, 4, card_width_px=128)
        assert card.quad[:, 0].max() < pictures[4].shape[1]
        return
    with pytest.raises(InputError, match="2 cards are found in the picture"):
        teacher.learn(both, 4, card_width_px=128)


def test_decks_are_listed_renamed_given_away_and_thrown_away(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, other = ("--data", str(home)), ("--data", str(tmp_path / "other"))
    assert run("decks", *other) == 0
    assert "No deck has been taught" in capsys.readouterr().out
    assert run("decks", "--export", "pub deck", str(tmp_path), *data) == 0
    assert run("decks", "--import", str(tmp_path / "pub deck.deck"), "--as", "gift", *other) == 0
    assert run("decks", "--rename", "gift", "present", *other) == 0
    capsys.readouterr()
    assert run("decks", "--json", *other) == 0
    row = json.loads(capsys.readouterr().out)
    assert row["deck"] == "present" and row["ranks"] == list(range(1, 11))
    (tmp_path / "other" / "decks" / "broken.deck").write_bytes(b"x")
    assert run("decks", *other) == 0
    listed = capsys.readouterr().out
    assert "present: " in listed and "damaged" in listed
    assert run("decks", "--delete", "present", *other) == 0
    assert Shelf(tmp_path / "other").names() == ("broken",)


# -- at the table


class Table:
    """A table on which cards lie; time goes by in steps."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.time_s = 0.0
        self.pictures: dict[int, np.ndarray] = {}
        self.sightings: list[Sighting] = []
        self.said: list[str] = []
        self._next = 1

    def lay(self, picture: np.ndarray, *, x_mm: float = 100.0) -> int:
        number, self._next = self._next, self._next + 1
        self.pictures[number] = picture
        seen = Sighting(number, ELSEWHERE, x_mm, 50.0, 0.0, Face.UNKNOWN, None, (), self.time_s)
        self.sightings.append(seen)
        return number

    def clear(self) -> None:
        self.sightings.clear()

    def wait(self, seconds: float, *, moving: bool = False) -> None:
        for _ in range(round(seconds / 0.2)):
            self.time_s += 0.2
            view = TableView(0, self.time_s, tuple(self.sightings), moving=moving)
            self.lesson.see(view, lambda sighting: self.pictures[sighting.id])
            self.said += self.lesson.news()


@pytest.fixture(scope="module")
def pictures() -> dict[int, np.ndarray]:
    dealt = deal(make_design("poker", 7003), range(1, 11), table=7, shot=0, difficulty="easy")
    return {card.rank: card.image for card in dealt}


@pytest.fixture(scope="module")
def teacher() -> Teacher:
    return Teacher()


@pytest.fixture
def kept() -> list[Deck]:
    return []


@pytest.fixture
def table(teacher: Teacher, kept: list[Deck]) -> Table:
    teacher.reader.use(None)
    return Table(Lesson(Deck("pub"), teacher, kept.append))


def test_the_ten_cards_are_asked_for_in_turn_and_then_named(
    table: Table, kept: list[Deck], pictures: dict[int, np.ndarray]
) -> None:
    table.wait(0.4)
    for rank in range(1, 11):
        assert table.lesson.asked == rank and table.lesson.step is Step.CARD
        table.lay(pictures[rank])
        table.wait(4.0)
        assert table.lesson.step is Step.CLEAR
        assert kept[-1].taught == tuple(range(1, rank + 1)), "each card is kept at once"
        table.clear()
        table.wait(1.0)
    assert table.lesson.step is Step.TEST
    for rank in (7, 1, 10):
        number = table.lay(pictures[rank])
        table.wait(2.0)
        assert table.lesson.shown[number] == rank
        table.clear()
        table.wait(0.6)
    table.lesson.finish()
    assert table.lesson.step is Step.OVER
    asked = [sentence for sentence in table.said if sentence.startswith("Lay the")]
    assert [sentence.split()[2] for sentence in asked][:3] == ["ace", "two", "three"]


def test_cards_that_bear_a_numeral_in_their_middle_are_taught_as_such(table: Table, kept: list[Deck]) -> None:
    drawn = {card.rank: card.image for card in deal(hand_made(1), (1, 2, 6), table=7, shot=0)}
    table.wait(0.4)
    for rank in (1, 2):
        table.lay(drawn[rank])
        table.wait(4.0)
        table.clear()
        table.wait(1.0)
    assert kept[-1].taught == (1, 2)
    assert kept[-1].middle > 2
    table.lesson.repeat(table.time_s)
    table.lesson.repeat(table.time_s)
    assert table.lesson.asked == 1, "with nothing taught another deck may be laid"
    table.lay(deal(make_design("poker", 7003), (1,), table=7, shot=0)[0].image)
    table.wait(4.0)
    assert (kept[-1].taught, kept[-1].middle) == ((1,), 0.0)


@pytest.mark.parametrize(("corners", "is_upright"), [("upright", True), ("four", False)])
def test_a_lesson_learns_which_way_up_a_deck_prints_its_lower_numerals(
    table: Table, kept: list[Deck], corners: Corners, is_upright: bool
) -> None:
    plain = make_design("minimal", 7003)
    design = replace(plain, recipe=replace(plain.recipe, corners=corners))
    drawn = {card.rank: card.image for card in deal(design, (1, 2, 3), table=7, shot=0, difficulty="easy")}
    table.wait(0.4)
    for rank in drawn:
        table.lay(drawn[rank])
        table.wait(4.0)
        table.clear()
        table.wait(1.0)
    assert kept[-1].taught == (1, 2, 3)
    assert kept[-1].upright is is_upright


def test_a_lesson_goes_on_where_it_was_left(
    teacher: Teacher, kept: list[Deck], table: Table, pictures: dict[int, np.ndarray]
) -> None:
    table.wait(0.4)
    table.lay(pictures[1])
    table.wait(4.0)
    later = Table(Lesson(kept[-1], teacher, kept.append))
    later.wait(0.4)
    assert later.lesson.asked == 2


def test_the_same_card_again_is_noticed(table: Table, kept: list[Deck], pictures: dict[int, np.ndarray]) -> None:
    table.wait(0.4)
    table.lay(pictures[1])
    table.wait(4.0)
    table.clear()
    table.wait(1.0)
    table.lay(pictures[1], x_mm=-200.0)
    table.wait(4.0)
    assert table.lesson.asked == 2 and kept[-1].taught == (1,)
    assert table.lesson.headline == "Is this the 2?" and "looks like the A" in table.lesson.detail
    assert any("Is this the two? It looks like the ace" in sentence for sentence in table.said)


def test_a_card_that_was_not_taken_away_is_not_learnt_twice(table: Table, pictures: dict[int, np.ndarray]) -> None:
    table.wait(0.4)
    table.lay(pictures[1])
    table.wait(15.0)
    assert table.lesson.step is Step.CLEAR and table.lesson.deck.taught == (1,)
    assert sum("Take it away" in sentence for sentence in table.said) >= 2, "it is said again"


def test_what_lay_there_before_is_no_lesson(table: Table, pictures: dict[int, np.ndarray]) -> None:
    table.lay(pictures[5])
    table.wait(6.0)
    assert table.lesson.step is Step.CARD and table.lesson.deck.taught == ()


def test_two_cards_at_once_are_refused(table: Table, pictures: dict[int, np.ndarray]) -> None:
    table.wait(0.4)
    table.lay(pictures[1])
    table.lay(pictures[2], x_mm=-200.0)
    table.wait(6.0)
    assert table.lesson.deck.taught == ()
    assert "I see 2 cards" in table.lesson.detail
    assert any("I see two cards" in sentence for sentence in table.said)


def test_a_card_is_looked_at_only_while_nothing_moves(table: Table, pictures: dict[int, np.ndarray]) -> None:
    table.wait(0.4)
    table.lay(pictures[1])
    table.wait(6.0, moving=True)
    assert table.lesson.step is Step.CARD
    table.wait(0.6 + LOOKS * 0.6)
    assert table.lesson.deck.taught == (1,)


def test_a_card_of_which_nothing_is_seen_is_told(table: Table) -> None:
    table.wait(0.4)
    table.lay(np.full((264, 264, 3), 90, np.uint8))
    table.wait(9.0)
    assert table.lesson.deck.taught == ()
    assert table.lesson.headline == "I cannot see what the A shows"
    assert any("I cannot see what the ace shows" in sentence for sentence in table.said)


def test_the_last_card_can_be_taught_again(table: Table, kept: list[Deck], pictures: dict[int, np.ndarray]) -> None:
    table.wait(0.4)
    table.lay(pictures[1])
    table.wait(4.0)
    table.lesson.repeat(table.time_s)
    assert table.lesson.asked == 1 and kept[-1].taught == ()


def test_the_people_of_a_simulated_table_lay_what_is_asked_for_and_take_it_away(teacher: Teacher) -> None:
    lesson = Lesson(Deck("pub"), teacher, lambda deck: None)
    practice = Practice(lesson, seed=3, design=make_design("poker", 1), fast=True)
    lain = 0.0

    def cards() -> list[int]:
        return [card.rank for card in practice.scene.cards()]

    for frame in practice:
        if cards() and not lain:
            assert cards() == [1], "the ace is asked for first"
            lain = frame.time_s
            lesson.step = Step.CLEAR  # as if it had been learnt at once
        if lain and not cards():
            break
        assert frame.time_s < 20.0
    assert lain


# -- in the language of the house


def test_a_lesson_in_german(table: Table, pictures: dict[int, np.ndarray]) -> None:
    speak(language("de"))
    table.wait(0.4)
    assert table.lesson.headline == "Das Ass auf den Tisch legen"
    assert screen_of(table.lesson).labels == ((Button.RED, "Aufhören"),)
    table.lay(pictures[1])
    table.wait(4.0)
    assert table.lesson.headline == "Das ist das Ass"
    assert table.lesson.detail == "Wegnehmen und die 2 hinlegen."
    assert "Das ist das Ass. Wegnehmen und die Zwei hinlegen." in table.said
    assert screen_of(table.lesson).labels == ((Button.YELLOW, "Noch einmal"), (Button.RED, "Aufhören"))


@pytest.mark.parametrize("code", languages())
def test_every_sentence_of_a_lesson_fits_the_screen_and_is_spoken_without_digits(code: str) -> None:
    speak(language(code))
    for sentence in ALL:
        for rank, other in ((1, 10), (10, 1)):
            facts = {"card": the_card(rank), "other": the_card(other), "number": 12}
            assert len(shown(sentence.headline, facts)) <= 48, sentence
            assert len(shown(sentence.detail, facts)) <= 120, sentence
            spoken = f"{said(sentence.headline, facts)} {said(sentence.detail, facts)}"
            assert not any(letter.isdigit() for letter in spoken), spoken
            assert spoken[0].isupper() and ".." not in spoken and "?." not in spoken, spoken


@pytest.mark.parametrize("code", [*TROUBLES, "something new"])
def test_what_hinders_the_camera_is_told_in_sentences(table: Table, code: str) -> None:
    speak(language("de"))
    table.lesson.see(TableView(0, 0.2, (), trouble=code), lambda sighting: None)
    wanted = shown(of_trouble(code).headline, {})
    assert table.lesson.headline == wanted != of_trouble(code).headline
    assert code not in table.lesson.headline + table.lesson.detail
    assert wanted in " ".join(table.lesson.news())


def test_photographs_are_taught_in_german(
    photographs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ("--data", str(tmp_path), "--language", "de")
    assert run("teach", "halb", "--from", *lessons(photographs, range(1, 3)), *WIDTH, *data) == 0
    assert "noch zu lernen: 3 4 5 6 7 8 9 10" in capsys.readouterr().out
    wrong = [f"1={photographs / '7.png'}", f"8={photographs / '7b.png'}"]
    assert run("teach", "falsch", "--from", *wrong, *WIDTH, *data) == 2
    assert "sieht aus wie die" in capsys.readouterr().err
