"""In which games whatever was called lay face up."""

from referee_table import Bench

from dealer.seen.layout import OPEN_GAMES


def test_games_without_hands_and_without_face_down_cards_are_open() -> None:
    assert Bench().referee.is_open
    assert not Bench(options={"variant": "regent"}).referee.is_open
    assert {"goblin-poker", "troll-guts", "kitty", "venture", "sweep", "monster", "hawthorn"}.isdisjoint(OPEN_GAMES)
