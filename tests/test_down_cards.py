"""How many cards lie face down is evidence only where they were counted before something came."""

from dealer.seen.face_down import DownCards
from dealer.view import Area, Face, Place, Sighting, TableView

STACK = Place(Area.STACK, 1)


def card(number: int, x_mm: float, face: Face = Face.DOWN, rank: int | None = None) -> Sighting:
    return Sighting(number, STACK, x_mm, 0.0, 0.0, face, rank, (), 0.0)


def view(time_s: float, *cards: Sighting) -> TableView:
    return TableView(round(15 * time_s), time_s, sightings=cards)


def test_what_was_counted_before_a_card_came_is_counted_after_it() -> None:
    down, hidden = DownCards(), {1: 2}
    one, other, new = card(1, 0.0), card(2, 200.0), card(3, 400.0, Face.UP, 4)
    assert down.look(view(1.0, one, other), hidden, (), busy=False).counts == {1: 2}
    assert down.look(view(2.0, one, other, new), hidden, (new,), busy=True).counts == {1: 2}


def test_a_number_that_is_right_only_since_a_card_came_says_nothing() -> None:
    """Two backs lay on each other and the upper one was turned up far away; where it lay is not known to be empty."""
    down, hidden = DownCards(), {1: 2}
    one, late, new = card(1, 0.0), card(2, 200.0), card(3, 400.0, Face.UP, 4)
    assert down.look(view(1.0, one), hidden, (), busy=False).counts == {}
    assert down.look(view(2.0, one, late, new), hidden, (new,), busy=True).counts == {}
