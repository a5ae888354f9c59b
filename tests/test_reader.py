"""The reader on rendered cards, its geometry, and what it refuses."""

import argparse
import json
import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from dealer.errors import InputError, ModelError
from vision.nets.finder import NUMERAL_PX, FoundIndex, decode
from vision.nets.index_reading import IndexReading, log_softmax, read_index
from vision.nets.models import MAKE, MODELS, load_model
from vision.nets.ranks import NONE, PatchSeen, cut_patch, moved_to_pose
from vision.pictures import load_picture
from vision.reading.card_guess import card_of, rank_probabilities
from vision.reading.gathering import cards_of
from vision.reading.outlines import PRESUMED_HEAT
from vision.reading.reader import Reader
from vision.reading.see import add_arguments, as_row, explain, load_widths, read_picture, run, see
from vision.synth.face_recipe import Corners, draw_face
from vision.synth.faces import make_design, make_recipe
from vision.training.poses import pose_of


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def table_with(
    cards: list[tuple[str, int, int, float, float, float]],
    *,
    width: int = 640,
    height: int = 480,
    card_px: int = 128,
    corners: Corners | None = None,
) -> NDArray[np.uint8]:
    """A green table with cards (family, seed, rank, x px, y px, degrees), each ``card_px`` wide, with their indices in
    these ``corners``."""
    rng = np.random.default_rng(1)
    image = np.clip(np.array([60, 110, 40]) + rng.normal(0, 6, (height, width, 1)), 0, 255).astype(np.uint8)
    for family, seed, rank, x, y, degrees in cards:
        design = make_design(family, seed)
        if corners is not None:
            design = replace(design, recipe=replace(design.recipe, corners=corners))
        face = design.face(rank)
        h, w = face.mask.shape
        matrix = cv2.getRotationMatrix2D((w / 2, h / 2), -degrees, card_px / w)
        matrix[:, 2] += [x - w / 2, y - h / 2]
        drawn = cv2.warpAffine(face.image, matrix, (width, height), flags=cv2.INTER_AREA)
        alpha = cv2.warpAffine(face.mask, matrix, (width, height))[..., None] / 255
        image = (image * (1 - alpha) + drawn * alpha).astype(np.uint8)
    return cv2.GaussianBlur(image, (0, 0), 0.6)


def test_cards_on_a_table_are_read_where_they_lie(reader: Reader) -> None:
    image = table_with([("poker", 3, 7, 120, 150, 20), ("poker", 3, 4, 330, 200, 100), ("poker", 3, 10, 530, 300, 260)])
    readings = {r.rank: r for r in reader.read(image, card_width_px=128)}
    assert set(readings) == {7, 4, 10}
    for rank, x, y in ((7, 120, 150), (4, 330, 200), (10, 530, 300)):
        card = readings[rank]
        assert np.hypot(*(card.quad.mean(0) - (x, y))) < 14
        assert sum(card.probabilities) == pytest.approx(1.0, abs=1e-5) and len(card.probabilities) == 11
        assert card.probabilities[rank - 1] > 0.9
    # the quad's first corner is the card's upper left as an index stands; it goes on clockwise
    quad = readings[7].quad
    up = (quad[0] + quad[1] - quad[2] - quad[3]) / 2
    angle = np.degrees(np.arctan2(up[0], -up[1]))
    assert min(abs(angle - 20), abs(abs(angle - 20) - 180)) < 12
    cross = np.cross(np.append(quad[1] - quad[0], 0), np.append(quad[2] - quad[1], 0))[2]
    assert cross > 0


@pytest.mark.parametrize(("x", "rank"), [(30, 7), (-30, None)])
def test_a_card_of_which_most_lies_beyond_the_pictures_edge_is_told_as_that(
    reader: Reader, x: int, rank: int | None
) -> None:
    """It may lie on the next table."""
    (card,) = (c for c in reader.read(table_with([("poker", 3, 7, x, 200, 0)]), card_width_px=128) if len(c.indices))
    assert card.rank == 7 and card.is_cut_off == (rank is None)
    (row,) = as_row("x.png", [card])["cards"]
    assert (row["rank"], row["cut_off"]) == (rank, rank is None)


@pytest.mark.parametrize(("family", "seed"), [("poker", 2), ("minimal", 4)])
def test_cards_whose_lower_numerals_stand_upright_are_counted_once(family: str, seed: int, reader: Reader) -> None:
    cards = [(family, seed, rank, 110 + 205 * k, 150, 10 * k) for k, rank in enumerate((3, 7, 5))]
    image = table_with(cards, height=300, corners="upright")
    assert sorted(card.rank or 0 for card in reader.read(image, card_width_px=128)) == [3, 5, 7]


def test_a_picture_of_another_scale_is_read_and_answers_in_its_own_pixels(reader: Reader) -> None:
    image = cv2.resize(table_with([("poker", 3, 5, 200, 200, 40)]), None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    (card,) = [r for r in reader.read(image, card_width_px=256) if r.rank == 5]
    assert np.hypot(*(card.quad.mean(0) - (400, 400))) < 28


def test_a_photograph_is_read_at_the_nearer_width(
    reader: Reader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), table_with([("poker", 3, 5, 200, 200, 40)]))
    widths: list[float] = []
    monkeypatch.setattr(reader, "nearer_card_width", lambda image, told: told + 1)
    monkeypatch.setattr(reader, "read", lambda image, card_width_px: widths.append(card_width_px) or ())
    read_picture(reader, str(tmp_path / "a.png"), card_width_px=127.0)
    assert widths == [128.0]


def test_an_empty_table_has_no_ranks(reader: Reader) -> None:
    assert [r for r in reader.read(table_with([]), card_width_px=128) if r.rank is not None] == []


@pytest.mark.parametrize(
    ("image", "width"),
    [
        (np.zeros((100, 100), np.uint8), 128.0),
        (np.zeros((100, 100, 3), np.float32), 128.0),
        (np.zeros((4, 100, 3), np.uint8), 128.0),
        (np.zeros((100, 100, 3), np.uint8), 0.0),
        (np.zeros((100, 100, 3), np.uint8), float("nan")),
    ],
)
def test_what_is_no_picture_is_refused(reader: Reader, image: NDArray[np.uint8], width: float) -> None:
    with pytest.raises(InputError, match="expected"):
        reader.read(image, card_width_px=width)


def test_models_that_are_missing_damaged_or_of_another_make_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"finder\.json is missing"):
        Reader(tmp_path)
    for path in MODELS.iterdir():
        shutil.copy(path, tmp_path)
    assert load_model("ranks", folder=tmp_path).card["make"] == MAKE
    content = bytearray((tmp_path / "ranks.onnx").read_bytes())
    content[len(content) // 2] ^= 1
    (tmp_path / "ranks.onnx").write_bytes(content)
    with pytest.raises(ModelError, match="is damaged"):
        Reader(tmp_path)
    card = json.loads((MODELS / "ranks.json").read_text(encoding="utf-8"))
    (tmp_path / "ranks.json").write_text(json.dumps(card | {"make": 99}), encoding="utf-8")
    with pytest.raises(ModelError, match="of make 99; this program needs make 2"):
        Reader(tmp_path)
    (tmp_path / "ranks.json").write_text("{", encoding="utf-8")
    with pytest.raises(ModelError, match="cannot be read"):
        Reader(tmp_path)
    (tmp_path / "ranks.onnx").unlink()
    with pytest.raises(ModelError, match="missing"):
        Reader(tmp_path)


def test_the_models_are_small_and_their_cards_whole() -> None:
    assert sum(path.stat().st_size for path in MODELS.glob("*.onnx")) < 4_000_000
    for name in ("finder", "ranks", "second", "zoomed", "orientation"):
        assert {"sha256", "make", "input", "output", "weights"} <= set(load_model(name).card)


@pytest.mark.parametrize(
    ("name", "outputs"),
    [
        ("finder", {"output"}), ("ranks", {"output", "features"}), ("second", {"output"}), ("zoomed", {"output"}),
        ("orientation", {"output"}),
    ],
)  # fmt: skip
def test_the_models_are_in_eight_bits_but_take_and_give_what_they_did(name: str, outputs: set[str]) -> None:
    model = load_model(name)
    assert b"QuantizeLinear" in (MODELS / f"{name}.onnx").read_bytes()
    assert {"how", "layers", "kept in float"} <= set(model.card["quantised"])
    assert [given.type for given in model.session.get_inputs()] == ["tensor(uint8)"]
    assert {told.name: told.type for told in model.session.get_outputs()} == dict.fromkeys(outputs, "tensor(float)")


def index_at(x: float, y: float, *, rank: int, up: float = -np.pi / 2, centre: tuple[float, float]) -> IndexReading:
    """A sure reading of an index of a card 128 px wide."""
    logits = np.zeros((2, 11), np.float32)
    logits[0, rank - 1], logits[1, NONE] = 9.0, 9.0
    return read_index(FoundIndex(x, y, up, *centre, 128.0, 178.0, 0.9), logits)


def test_opposite_indices_are_one_card() -> None:
    (card,) = cards_of(
        [index_at(50, 30, rank=4, centre=(100, 100)), index_at(150, 172, rank=4, up=np.pi / 2, centre=(102, 101))]
    )
    assert card.rank == 4 and len(card.indices) == 2
    assert np.hypot(*(card.quad.mean(0) - (100, 101))) < 2


def test_an_index_in_each_corner_is_one_card_even_in_a_tilted_view() -> None:
    down = np.pi / 2
    corners = [
        index_at(55, 40, rank=1, centre=(98, 104)),
        index_at(149, 52, rank=1, centre=(112, 96)),
        index_at(53, 160, rank=1, up=down, centre=(101, 100)),
        index_at(150, 157, rank=1, up=down, centre=(95, 108)),
    ]
    (card,) = cards_of(corners)
    assert card.rank == 1 and len(card.indices) == 4


@pytest.mark.parametrize(("corners", "inwards"), [("upright", 2), ("four", 0), ("two", 0)])
def test_a_known_outline_tells_which_heads_stand_inwards(reader: Reader, corners: Corners, inwards: int) -> None:
    recipe = replace(make_recipe("minimal", 3), corners=corners)
    image = np.full((300, 300, 3), 70, np.uint8)
    image[60:238, 80:208] = cv2.resize(draw_face(recipe, "7", scale=4.0), (128, 178), interpolation=cv2.INTER_AREA)
    outline = np.array([[80, 60], [208, 60], [208, 238], [80, 238]], float)
    (card,) = reader.examine(image, card_width_px=128).cards(outlines=[outline])
    assert card.rank == 7 and card.shown.heads.count(-1) == inwards


def test_an_eight_is_an_eight_either_way_up() -> None:
    logits = np.zeros((2, 11), np.float32)
    logits[0, 7], logits[1, 7], logits[1, 2] = 9.0, 9.0, 8.0
    eight = read_index(FoundIndex(50, 30, -np.pi / 2, 100, 100, 128.0, 178.0, 0.9), logits)
    assert card_of([eight]).rank == 8
    probabilities = rank_probabilities([eight, eight])
    assert probabilities[7] > 0.99 and probabilities.sum() == pytest.approx(1.0, abs=1e-5)


def test_equal_neighbours_stay_two_cards() -> None:
    # two aces, the second 26 px to the right of the first: the left one shows its upper index, the right one both
    cards = cards_of(
        [
            index_at(50, 30, rank=1, centre=(100, 100)),
            index_at(76, 30, rank=1, centre=(126, 100)),
            index_at(176, 170, rank=1, up=np.pi / 2, centre=(126, 100)),
        ]
    )
    assert sorted(len(card.indices) for card in cards) == [1, 2]
    assert [card.rank for card in cards] == [1, 1]


def test_indices_that_disagree_are_never_a_call() -> None:
    here = {"centre": (100.0, 100.0)}
    (card,) = cards_of([index_at(50, 30, rank=4, **here), index_at(150, 170, rank=7, up=np.pi / 2, **here)])
    assert card.rank is None and len(card.indices) == 2
    # not even where one of them is far more certain than the other
    certain, doubtful = np.zeros((2, 11), np.float32), np.zeros((2, 11), np.float32)
    certain[0, 3], certain[1, NONE], doubtful[0, 6], doubtful[1, NONE] = 30.0, 30.0, 4.0, 9.0
    places = (
        FoundIndex(50, 30, -np.pi / 2, 100, 100, 128.0, 178.0, 0.9),
        FoundIndex(150, 170, np.pi / 2, 100, 100, 128.0, 178.0, 0.9),
    )
    readings = [read_index(places[0], certain), read_index(places[1], doubtful)]
    assert rank_probabilities(readings)[3] > 0.95
    assert card_of(readings).rank is None


@pytest.mark.parametrize(("heats", "rank"), [((0.9, 0.85), None), ((0.9, 0.5), 4), ((0.5, 0.5), 4)])
def test_what_corners_surely_do_not_show_hilts_do_not_tell(heats: tuple[float, float], rank: int | None) -> None:
    def at(x: float, y: float, up: float, heat: float, shown: int) -> IndexReading:
        logits = np.zeros((2, 11), np.float32)
        logits[0, shown], logits[1, NONE] = 9.0, 9.0
        return read_index(FoundIndex(x, y, up, 100, 100, 128.0, 178.0, heat), logits)

    up, down = -np.pi / 2, np.pi / 2
    corners = [at(50, 30, up, heats[0], NONE), at(150, 170, down, heats[1], NONE)]
    hilts = [at(135, 45, up, 0.7, 3), at(65, 155, down, 0.35, 3)]
    assert card_of([*corners, *hilts]).rank == rank


@pytest.mark.parametrize(("heat", "logit", "rank"), [(0.6, 9.0, 4), (0.95, 9.0, None), (0.6, 5.0, None)])
def test_a_half_covered_index_does_not_speak_against_one_that_was_found_more_strongly(
    heat: float, logit: float, rank: int | None
) -> None:
    """Where it was found more strongly, or the rank is hardly sure, it does: a J is no 4 for what looks like one."""
    clear, covered = np.zeros((2, 11), np.float32), np.zeros((2, 11), np.float32)
    clear[0, 3], clear[1, NONE], covered[:, NONE] = logit, 9.0, 9.0
    up, down = -np.pi / 2, np.pi / 2
    readings = [
        read_index(FoundIndex(50, 30, up, 100, 100, 128.0, 178.0, 0.9), clear),
        read_index(FoundIndex(150, 170, down, 100, 100, 128.0, 178.0, heat), covered),
    ]
    assert card_of(readings).rank == rank


def test_a_six_that_may_be_a_nine_is_not_called_from_one_index() -> None:
    logits = np.zeros((2, 11), np.float32)
    logits[0, 5], logits[1, 8] = 9.0, 9.0
    doubtful = read_index(FoundIndex(50, 30, -np.pi / 2, 100, 100, 128.0, 178.0, 0.9), logits)
    assert card_of([doubtful]).rank is None


def six_or_nine(x: float, y: float, up: float, *, tail: float) -> IndexReading:
    """An index that shows a 6, and upside down a 9 a little more plainly; ``tail`` is how little it may be none."""
    logits = np.full((2, 11), -9.0, np.float32)
    logits[0, 5], logits[1, 8], logits[0, NONE], logits[1, NONE] = 4.0, 6.0, tail, 0.0
    return read_index(FoundIndex(x, y, up, 100, 139, 128.0, 178.0, 0.9), logits)


def test_which_of_a_six_and_a_nine_is_less_likely_none_decides_nothing() -> None:
    for tail in (-4.0, 0.0, 2.0):
        assert card_of([six_or_nine(50, 70, -np.pi / 2, tail=tail)]).rank is None


def test_heads_at_opposite_ends_tell_a_six_from_a_nine() -> None:
    both = [six_or_nine(50, 70, -np.pi / 2, tail=0.0), six_or_nine(150, 208, np.pi / 2, tail=0.0)]
    assert card_of(both).rank == 6
    beside = [six_or_nine(50, 70, -np.pi / 2, tail=0.0), six_or_nine(150, 70, -np.pi / 2, tail=0.0)]
    assert card_of(beside).rank is None, "both stand at one end"
    assert card_of(beside, middle=np.array([100.0, 100.0])).rank == 6


def test_an_index_found_upside_down_is_turned_round() -> None:
    logits = np.zeros((2, 11), np.float32)
    logits[0, NONE], logits[1, 2] = 9.0, 9.0
    turned = read_index(FoundIndex(50, 30, np.pi / 2, 100, 100, 128.0, 178.0, 0.9), logits)
    assert turned.rank == 3 and np.sin(turned.found.up) == pytest.approx(-1)


def test_decoding_takes_each_peak_once() -> None:
    output = np.full((10, 20, 20), 0.0, np.float32)
    output[0] = -9.0
    output[0, 5, 6], output[0, 5, 7] = 3.0, 2.0
    output[4, 5, 6] = -1.0
    output[9, 5, 6] = np.log(0.5)
    (found,) = decode(output)
    assert (found.x, found.y) == (26.0, 22.0)
    assert np.sin(found.up) == pytest.approx(-1)
    assert found.numeral == pytest.approx(NUMERAL_PX / 2)


def test_a_patch_is_cut_upright() -> None:
    image = np.zeros((200, 200, 3), np.uint8)
    cv2.arrowedLine(image, (80, 100), (120, 100), (255, 255, 255), 3, tipLength=0.4)  # points right
    patch = cut_patch(image, 100, 100, 0.0, 128.0)
    columns = np.flatnonzero(patch[..., 0].max(0) > 128)
    assert columns.max() - columns.min() < 24  # it stands upright now
    widths = (patch[..., 0] > 128).sum(1)
    assert widths[: len(widths) // 2].max() > widths[len(widths) // 2 :].max()  # with its head up


def test_a_pose_moves_an_index_to_where_it_was_taught_to_be() -> None:
    truth = np.array([0, 70, 60, 0.6, -0.8, 110, 130, 120, 170, 5, 1, 1, 12, 20], np.float32)
    cut = FoundIndex(66.0, 65.0, -1.2, 104.0, 133.0, 128.0, 178.0, 0.9)
    pose = pose_of(truth, cut.x, cut.y, cut.up, cut.width)
    moved = moved_to_pose(cut, pose[:-1])
    assert (moved.x, moved.y) == pytest.approx((70, 60), abs=1e-3)
    assert (np.cos(moved.up), np.sin(moved.up)) == pytest.approx((0.6, -0.8), abs=1e-4)
    assert (moved.centre_x, moved.centre_y, moved.width) == (104.0, 133.0, 128.0), "net A sees more of the card"
    assert moved.numeral == pytest.approx(20, abs=1e-3)


def test_log_softmax_adds_up() -> None:
    assert np.exp(log_softmax(np.array([[5.0, 1.0, -3.0]], np.float32))).sum() == pytest.approx(1.0)


def test_see_prints_rows_and_refuses_what_is_no_picture(tmp_path: Path, reader: Reader) -> None:
    image = table_with([("poker", 3, 7, 200, 200, 20)])
    good, bad = tmp_path / "a" / "good.png", tmp_path / "a" / "bad.jpg"
    good.parent.mkdir()
    cv2.imwrite(str(good), image)
    bad.write_bytes(b"not a picture")
    index = tmp_path / "index.jsonl"
    index.write_text('{"file": "a/good.png", "card_width": 128}\n\n{"file": "b.png"}\n', encoding="utf-8")
    (row,) = see([str(good)], widths=load_widths(index))
    assert row["file"] == str(good)
    (card,) = [c for c in row["cards"] if c["rank"] is not None]
    assert card["rank"] == 7 and card["face"] == "up" and len(card["quad"]) == 4 and len(card["probabilities"]) == 11
    assert json.loads(json.dumps(row)) == row
    with pytest.raises(InputError, match=r"bad\.jpg is not a picture"):
        load_picture(bad)
    with pytest.raises(InputError, match="There is no picture"):
        list(see([str(tmp_path / "none.png")]))
    index.write_text("[1]\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 1"):
        load_widths(index)
    readings = reader.read(image, card_width_px=128)
    drawn = explain(image, readings)
    assert drawn.shape == image.shape and (drawn != image).any()
    plates = (drawn == 40).all(axis=2).mean() - (image == 40).all(axis=2).mean()
    assert plates > 0.001, "white words stand on dark plates: most cards are white"
    assert as_row("x.png", ()) == {"file": "x.png", "cards": []}


def test_drawings_of_pictures_of_one_name_lie_beside_each_other(tmp_path: Path) -> None:
    image = table_with([("poker", 3, 7, 120, 150, 0)])
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        cv2.imwrite(str(tmp_path / folder / "one.png"), image)
    parser, out = argparse.ArgumentParser(), tmp_path / "out"
    add_arguments(parser)
    photos = [str(tmp_path / folder / "one.png") for folder in ("a", "b")]
    assert run(parser.parse_args([*photos, "--card-width", "128", "--explain", str(out)])) == 0
    assert sorted(path.name for path in out.iterdir()) == ["one-2.png", "one.png"]


def counted(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many patches net B was shown in each look from now on."""
    sizes: list[int] = []
    look = reader.ranks.look

    def count(patches: NDArray[np.uint8], *, with_features: bool = False) -> PatchSeen:
        sizes.append(len(patches))
        return look(patches, with_features=with_features)

    monkeypatch.setattr(reader.ranks, "look", count)
    return sizes


def test_a_picture_that_was_examined_is_not_read_again_for_other_outlines(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = table_with([("poker", 3, 7, 120, 150, 0), ("poker", 3, 4, 330, 200, 100)])
    sizes = counted(reader, monkeypatch)
    examined = reader.examine(image, card_width_px=128)
    first = examined.cards()
    read = sum(sizes)
    assert {r.rank for r in first} == {7, 4}
    assert [r.rank for r in examined.cards()] == [r.rank for r in first] and sum(sizes) == read
    quad = np.array([[56.0, 61.0], [184.0, 61.0], [184.0, 239.0], [56.0, 239.0]])
    on_top, *others = examined.cards(outlines=[quad])
    assert on_top.rank == 7 and [r.rank for r in others] == [4]
    assert sum(sizes) <= read + 2 * 2 * 2  # two indices, both ways up, twice at the most


def test_a_card_of_which_one_index_shows_has_the_size_that_its_deck_is_known_to_have(reader: Reader) -> None:
    image = table_with([("poker", 3, 7, 120, 150, 0)])
    image[190:] = 40  # its foot is hidden
    examined = reader.examine(image, card_width_px=128)
    (usual,), (longer,) = examined.cards(size=(128, 178)), examined.cards(size=(128, 226))
    assert len(longer.indices) == 1 and (usual.rank, longer.rank) == (7, 7)
    sides = np.linalg.norm(longer.quad - np.roll(longer.quad, -1, axis=0), axis=1)
    assert sides == pytest.approx([128, 226, 128, 226], abs=0.1)
    assert longer.quad[:2] == pytest.approx(usual.quad[:2], abs=0.1), "its head lies where it lay"


def test_what_is_sure_on_a_known_card_is_read_once_and_what_is_doubtful_twice(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = table_with([("poker", 3, 7, 120, 150, 0)])
    (card,) = reader.read(image, card_width_px=128)
    index = FoundIndex(*map(float, card.indices[0]), up=-np.pi / 2, centre_x=120, centre_y=150, width=128, height=178,
                       heat=0.9)  # fmt: skip
    if card.indices[0][1] > 150:
        index = replace(index, up=np.pi / 2)
    sizes = counted(reader, monkeypatch)
    (reading,) = reader.read_on_card(image, [index])
    assert reading.rank == 7 and sizes == [1], "surely a 7: nobody looks at it upside down"
    sizes.clear()
    dim = cv2.GaussianBlur(image, (0, 0), 6.0)
    reader.read_on_card(dim, [index])
    assert sizes == [1, 1, 1, 1], "twice, both ways up"


def on_card(reader: Reader, image: NDArray[np.uint8]) -> list[FoundIndex]:
    """The two indices of the one card in ``image``, and a third that is only presumed, at its upper right corner."""
    (card,) = reader.read(image, card_width_px=128)
    left, right = sorted(card.indices.tolist())
    pose = {"centre_x": 120.0, "centre_y": 150.0, "width": 128.0, "height": 178.0}
    return [
        FoundIndex(*left, up=-np.pi / 2, heat=0.9, **pose),
        FoundIndex(*right, up=np.pi / 2, heat=0.9, **pose),
        FoundIndex(right[0], left[1], up=-np.pi / 2, heat=PRESUMED_HEAT, **pose),
    ]


def test_nothing_is_looked_at_where_an_index_is_only_presumed_once_two_are_sure(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = table_with([("poker", 3, 7, 120, 150, 0)])
    first, second, presumed = on_card(reader, image)
    sizes = counted(reader, monkeypatch)
    readings = reader.read_on_card(image, [first, second, presumed])
    assert [reading.rank for reading in readings] == [7, 7, None] and sizes == [2]
    assert np.exp(readings[2].logs[NONE]) == pytest.approx(1.0)
    sizes.clear()
    assert [reading.rank for reading in reader.read_on_card(image, [first, presumed])] == [7, None]
    assert sizes[:2] == [1, 1], "one alone is no reason not to look for another"


@pytest.mark.parametrize(("turn_deg", "growth", "share", "sizes"), [
    (0, 1.0, 0.999, []), (6, 1.05, 0.999, []), (12, 1.0, 0.999, [1]), (0, 1.2, 0.999, [1]), (0, 1.0, 0.97, [1]),
])  # fmt: skip
def test_what_was_surely_seen_of_an_index_is_not_read_again_on_its_card(
    turn_deg: float, growth: float, share: float, sizes: list[int], reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = table_with([("poker", 3, 7, 120, 150, 0)])
    index, _, _ = on_card(reader, image)
    logits = np.zeros((2, 11), np.float32)
    logits[0, 6], logits[1, NONE] = np.log(10 * share / (1 - share)), 9.0
    seen = replace(index, up=index.up + np.radians(turn_deg), width=index.width * growth)
    looked_at = counted(reader, monkeypatch)
    (reading,) = reader.read_on_card(image, [index], [read_index(seen, logits)])
    assert reading.rank == 7 and reading.found == index and looked_at == sizes


@pytest.mark.parametrize(
    ("rank", "share", "is_again"), [(7, 0.995, False), (7, 0.985, True), (6, 0.985, True), (6, 0.995, False)]
)
def test_an_index_that_could_not_be_called_alone_is_looked_at_again(
    rank: int, share: float, is_again: bool, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    logits = np.zeros((2, 11), np.float32)
    logits[0, rank - 1], logits[1, NONE] = np.log(10 * share / (1 - share)), 9.0
    found = FoundIndex(60.0, 60.0, -np.pi / 2, 110.0, 130.0, 128.0, 178.0, 0.9)
    sizes = counted(reader, monkeypatch)
    reader.read_again(table_with([("poker", 3, rank, 120, 150, 0)]), [read_index(found, logits)])
    assert bool(sizes) is is_again


UP, DOWN = -np.pi / 2, np.pi / 2


def shown(place: tuple[int, int], up: float, shares: dict[int, float], below: dict[int, float]) -> IndexReading:
    """An index of a card about (100, 100), with these shares of ranks as it stands and upside down, else none."""
    logs = np.full((2, 11), -12.0)
    for row, told in zip(logs, (shares, below), strict=True):
        for rank, share in told.items():
            row[rank - 1] = np.log(share)
        row[NONE] = np.log(max(1e-5, 1 - sum(told.values())))
    return IndexReading(
        FoundIndex(*place, up, 100, 100, 128.0, 178.0, 0.9), logs[0].astype(np.float32), logs[1].astype(np.float32)
    )


@pytest.mark.parametrize(("blank", "kept"), [({}, 2), ({4: 0.3}, 2), ({4: 0.8}, 3)], ids=["blank", "worn", "an index"])
def test_what_shows_nothing_beside_two_indices_that_agree_is_none_of_the_card_s(
    blank: dict[int, float], kept: int
) -> None:
    """A blank corner, or a sun: cut out as an index it would look like the blank corners of all other ranks."""
    readings = [
        shown((50, 30), UP, {4: 0.99}, {}),
        shown((150, 170), DOWN, {4: 0.99}, {}),
        shown((150, 30), UP, blank, {}),
    ]
    card = card_of(readings)
    assert card.rank == 4 and len(card.indices) == kept
    assert len(card_of(readings[1:]).indices) == 2, "one alone is not enough to tell"


@pytest.mark.parametrize(("share", "other", "called"), [(0.955, 0.0, 4), (0.955, 0.002, None), (0.94, 0.0, None)])
def test_of_one_picture_a_single_index_that_shows_no_other_rank_is_called_sooner(
    share: float, other: float, called: int | None
) -> None:
    reading = shown((50, 30), UP, {4: share, 9: max(other, 1e-6)}, {})
    (card,) = cards_of([reading], in_perspective=True)
    (at_the_table,) = cards_of([reading])
    assert (card.rank, at_the_table.rank) == (called, None)


@pytest.mark.parametrize("each", [[{}], [{4: 0.9999}, {9: 0.55, 4: 0.4}]], ids=["none of ours", "they disagree"])
def test_of_one_picture_what_shows_none_or_disagrees_is_not_called_sooner(each: list[dict[int, float]]) -> None:
    ends = [((50, 30), UP), ((150, 170), DOWN)][: len(each)]
    readings = [shown(place, up, shares, {}) for shares, (place, up) in zip(each, ends, strict=True)]
    (card,) = cards_of(readings, in_perspective=True)
    assert card.rank is None


@pytest.mark.parametrize(
    ("each", "below", "rivals"),
    [
        ([{8: 0.993}], {8: 0.9, 9: 0.06}, {6}),
        ([{8: 0.993}, {8: 0.99}], {8: 0.9, 6: 0.06}, {9}),
        ([{8: 0.993}], {8: 0.95, 9: 0.02}, set()),
        ([{1: 0.975, 7: 0.008}], {}, {7}),
        ([{1: 0.985, 7: 0.008}], {}, set()),
        ([{1: 0.975, 7: 0.003}], {}, set()),
        ([{1: 0.6, 7: 0.35}, {1: 0.98, 7: 0.01}], {}, {7}),
        ([{1: 0.75, 7: 0.2}, {1: 0.98, 7: 0.01}], {}, set()),
    ],
    ids=["6 closes", "9 closes", "8", "one hardly", "one", "no other", "two hardly", "two"],
)
def test_of_one_picture_what_may_be_another_rank_is_not_called(
    each: list[dict[int, float]], below: dict[int, float], rivals: set[int]
) -> None:
    ends = [((50, 30), UP), ((150, 170), DOWN)][: len(each)]
    readings = [shown(place, up, shares, below) for shares, (place, up) in zip(each, ends, strict=True)]
    rank = next(iter(each[0]))
    (at_the_table,) = cards_of(readings)
    assert at_the_table.rank == rank, "there are further looks"
    (card,) = cards_of(readings, in_perspective=True)
    assert (card.rank is None) is bool(rivals)
    assert card.probabilities.sum() == pytest.approx(1, abs=1e-5)
    assert all(card.probabilities[rival - 1] > 0.007 for rival in rivals)


@pytest.mark.parametrize(("at", "off"), [((150, 170), 2.0), ((50, 170), 2.0), ((150, 30), 20.0)])
def test_two_indices_on_one_side_of_a_card_do_not_put_its_middle_between_them(
    at: tuple[float, float], off: float
) -> None:
    """The card lies about (100, 100); what each promises is off across it."""
    logits = np.zeros((2, 11), np.float32)
    logits[0, 3], logits[1, NONE] = 9.0, 9.0
    up, down = -np.pi / 2, np.pi / 2
    readings = [
        read_index(FoundIndex(50, 30, up, 100, 94, 128.0, 178.0, 0.9), logits),
        read_index(FoundIndex(*at, down if at[1] > 100 else up, 100, 108, 128.0, 178.0, 0.8), logits),
    ]
    x, y = card_of(readings).quad.mean(0)
    assert abs(x - 100) < 2 and abs(y - 100) < off


def test_of_three_indices_the_two_at_opposite_corners_tell_the_middle() -> None:
    logits = np.zeros((2, 11), np.float32)
    logits[0, 3], logits[1, NONE] = 9.0, 9.0
    places = [(50, 30, -np.pi / 2), (50, 170, np.pi / 2), (150, 170, np.pi / 2)]
    readings = [read_index(FoundIndex(x, y, up, 88, 100, 128.0, 178.0, 0.9), logits) for x, y, up in places]
    assert card_of(readings).quad.mean(0) == pytest.approx((100, 100), abs=0.5)
