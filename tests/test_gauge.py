"""Cards are measured by the coasters, and so a sheet printed too small is known without a ruler."""

from dataclasses import replace

import pytest
from coaster_scenes import CARD, Camera, Scene, round_table

from dealer.view import TABLE, Face, Sighting, TableView
from vision.table.gauge import CARDS, CardGauge, measured_card
from vision.table.lens import lens
from vision.table.mat import Mat
from vision.table.mat_events import MatEventKind

LENS = lens("pi-camera-3-wide")
PLACES = [(CARD, 150.0, 60.0, 70.0), (CARD, -140.0, -80.0, 200.0), (CARD, 10.0, 170.0, -15.0)]
SCENE = Scene(Camera(LENS, 850, 15, -60, 90), round_table(4, radius_mm=330) + PLACES)


def sighting(number: int, x_mm: float, y_mm: float, angle_deg: float, **changes: object) -> Sighting:
    card = Sighting(number, TABLE, x_mm, y_mm, angle_deg, Face.UP, 3, (), 0.0)
    return replace(card, **changes)


def cards_as_seen(scale: float) -> tuple[Sighting, ...]:
    """The cards where the reader would put them: a millimetre and a degree off, in the coasters' millimetres."""
    return tuple(
        sighting(index, x / scale + 1, y / scale - 1, facing - 90 + 1) for index, (_, x, y, facing) in enumerate(PLACES)
    )


@pytest.mark.parametrize("scale", [1.0, 0.95, 0.97])
def test_a_card_is_measured_to_half_a_millimetre(scale: float) -> None:
    scene = replace(SCENE, scale=scale)
    frame = scene.frame()
    geometry = Mat(LENS).observe(frame, still=True)
    assert geometry is not None
    for card in cards_as_seen(scale):
        size_mm = measured_card(frame.image, geometry, card, card_size_mm=(63.0, 88.0))
        assert size_mm == pytest.approx((63 / scale, 88 / scale), abs=0.6)


def test_a_sheet_printed_to_fit_the_page_is_told_from_the_cards_alone() -> None:
    scene = replace(SCENE, scale=0.95)
    mat = Mat(LENS)
    gauge = CardGauge(mat)
    frame = scene.frame()
    mat.observe(frame, still=True)
    cards = cards_as_seen(0.95)
    for again in range(2):
        numbered = tuple(replace(card, id=card.id + 10 * again) for card in cards)
        for _ in range(4):
            gauge.look(frame, TableView(0, 0.0, numbered))
    mat.observe(frame, still=True)
    assert mat.sheet_scale == pytest.approx(0.95, abs=0.005)
    assert MatEventKind.SHEET_SCALE in [event.kind for event in mat.events]


def test_only_cards_that_lie_alone_face_up_and_known_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[int] = []
    monkeypatch.setattr("vision.table.gauge.measured_card", lambda image, geometry, card, **_: measured.append(card.id))
    mat = Mat(LENS)
    frame = SCENE.frame()
    mat.observe(frame, still=True)
    gauge = CardGauge(mat)
    views = [
        (sighting(1, 150, 60, 70), sighting(2, 200, 90, 70)),
        (sighting(3, 150, 60, 70, face=Face.DOWN),),
        (sighting(4, 150, 60, 70, rank=None),),
        (sighting(5, 150, 60, 70, visible=False),),
        (sighting(6, 0, -330, 70),),
    ]
    for cards in views:
        gauge.look(frame, TableView(0, 0.0, cards))
    gauge.look(frame, TableView(0, 0.0, (sighting(7, 150, 60, 70),), moving=True))
    assert measured == []
    gauge.look(frame, TableView(0, 0.0, (sighting(8, 150, 60, 70),)))
    gauge.look(frame, TableView(0, 0.0, (sighting(8, 150, 60, 70),)))
    assert measured == [8]


def test_measuring_ends_after_some_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[int] = []

    def note(image: object, geometry: object, card: Sighting, **_: object) -> tuple[float, float]:
        measured.append(card.id)
        return 63.0, 88.0

    monkeypatch.setattr("vision.table.gauge.measured_card", note)
    mat = Mat(LENS)
    frame = SCENE.frame()
    mat.observe(frame, still=True)
    gauge = CardGauge(mat)
    for number in range(CARDS + 10):
        gauge.look(frame, TableView(0, 0.0, (sighting(number, 150, 60, 70),)))
    assert len(measured) == CARDS
    assert mat.sheet_scale == pytest.approx(1)
