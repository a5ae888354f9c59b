"""Card designs: every family draws every rank, the same way each time, and what is held out stays out."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.synth import faces
from vision.synth.face_letters import FONTS
from vision.synth.faces import FAMILIES, HELD_OUT, make_design
from vision.synth.strokes import Pen, stroke_mask
from vision.training.fonts import BLACKLETTER, HANDWRITTEN, shipped_fonts
from vision.training.scenes import TRAINED


@pytest.mark.parametrize("family", FAMILIES)
def test_each_rank_has_a_face_with_ink_where_its_indices_are(family: str) -> None:
    design = make_design(family, 5)
    pictures = []
    for rank in range(1, 11):
        face = design.face(rank)
        height, width = face.mask.shape
        assert face.image.shape == (height, width, 3)
        assert (width, height) == tuple(round(side * face.pixels_per_mm) for side in design.size_mm)
        assert face.mask[0, 0] == 0 and face.mask[height // 2, width // 2] == 255
        assert len(face.index_centres_mm) == len(face.index_turned) >= 2
        for x, y in face.index_centres_mm:
            column, row = round(x * 4), round(y * 4)
            half_w, half_h = (max(3, round(side * 2)) for side in face.index_size_mm)
            numeral = face.image[row - half_h : row + half_h, column - half_w : column + half_w]
            assert numeral.reshape(-1, 3).std(0).max() > 5, f"no numeral at {x:.0f}, {y:.0f} mm of {rank}"
        pictures.append(face.image)
    assert all((a != b).any() for i, a in enumerate(pictures) for b in pictures[:i])


def test_a_seed_is_one_deck_and_seeds_differ() -> None:
    first = make_design("art-corner", 1).face(7).image.copy()
    faces._card_face.cache_clear()
    make_design.cache_clear()
    assert (make_design("art-corner", 1).face(7).image == first).all()
    other = make_design("art-corner", 2).face(7).image
    assert other.shape != first.shape or (other != first).any()


def test_turned_indices_stand_upside_down() -> None:
    design = make_design("poker", 4)
    face = design.face(7)
    (x, y), (x2, y2) = face.index_centres_mm
    assert face.index_turned == (False, True)
    half = 12
    upright = face.image[round(y * 4) - half : round(y * 4) + half, round(x * 4) - half : round(x * 4) + half]
    turned = face.image[round(y2 * 4) - half : round(y2 * 4) + half, round(x2 * 4) - half : round(x2 * 4) + half]
    same = np.abs(upright.astype(int) - turned[::-1, ::-1]).mean()
    assert same < np.abs(upright.astype(int) - turned).mean()


def test_backs_have_no_index_and_strangers_are_refused() -> None:
    design = make_design("circle", 2)
    assert design.back().index_centres_mm == ()
    assert design.back().image.shape == design.face(1).image.shape
    with pytest.raises(ValueError, match="no card 11"):
        design.face(11)
    with pytest.raises(ValueError, match="no design family 'tarot'"):
        make_design("tarot", 1)


def test_held_out_families_and_fonts_are_kept_from_training() -> None:
    assert {"hand-drawn", "blackletter", "banner", "picture-numeral"} <= HELD_OUT
    assert not HELD_OUT & set(TRAINED)
    assert BLACKLETTER.search("blankenburg/Blankenburg_UNZ1A")
    assert HANDWRITTEN.search("humor-sans/Humor-Sans")
    assert not any("Blankenburg" in name for family in shipped_fonts()["plain"] for name in family)


def test_every_shipped_font_has_its_licence() -> None:
    fonts = [path for path in FONTS.iterdir() if path.suffix in (".ttf", ".otf")]
    assert len(fonts) >= 8
    for path in fonts:
        assert "OPEN FONT LICENSE" in (FONTS / f"{path.stem}.LICENSE.txt").read_text(encoding="utf-8").upper()


def test_strokes_have_flat_topped_threes_and_open_fours() -> None:
    round_three, flat_three = (stroke_mask("3", Pen(form=form), 60) for form in (0, 1))
    assert (flat_three[3] > 128).mean() > (round_three[3] > 128).mean() + 0.2
    closed, opened = (stroke_mask("4", Pen(form=form, thickness=0.08), 60) for form in (0, 1))
    top_closed, top_opened = closed[2], opened[2]
    assert np.flatnonzero(top_opened > 128).min() < np.flatnonzero(top_closed > 128).min()


def test_a_pens_waist_moves_the_middle_of_its_numerals() -> None:
    high, usual, low = (stroke_mask("8", Pen(waist=waist, thickness=0.08), 80) for waist in (-0.1, 0.0, 0.1))

    def narrowest(mask: NDArray[np.uint8]) -> int:
        widths = [int(np.ptp(np.flatnonzero(row > 128))) for row in mask[24:56]]
        return int(np.argmin(widths))

    assert narrowest(high) < narrowest(usual) < narrowest(low)


def test_a_pens_taper_widens_the_foot_of_its_numerals() -> None:
    usual, tapered = (stroke_mask("8", Pen(taper=taper), 80) for taper in (0.0, 0.3))

    def foot_over_head(mask: NDArray[np.uint8]) -> float:
        return float((mask[46:] > 128).any(0).sum() / (mask[:34] > 128).any(0).sum())

    assert foot_over_head(tapered) > 1.1 * foot_over_head(usual)


def test_a_pens_curl_lowers_the_tails_of_its_sixes_and_raises_those_of_its_nines() -> None:
    for numeral, rows in (("6", slice(14, 34)), ("9", slice(46, 66))):
        usual, curled = (stroke_mask(numeral, Pen(curl=curl, thickness=0.07), 80)[rows] for curl in (0.0, 45.0))
        side = slice(usual.shape[1] * 3 // 4, None) if numeral == "6" else slice(0, usual.shape[1] // 4)
        assert (curled[:, side] > 128).sum() > 1.3 * (usual[:, side] > 128).sum(), numeral
        other = stroke_mask("3", Pen(curl=45.0), 80)
        assert (other == stroke_mask("3", Pen(), 80)).all()
