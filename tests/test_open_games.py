"""In which games whatever was called lay face up."""

from referee_table import Bench

from dealer.games.registry import GAMES


def test_games_without_hands_and_without_face_down_cards_are_open() -> None:
    assert Bench().referee.is_open
    assert not Bench(options={"variant": "regent"}).referee.is_open
    for variant in ("goblin-poker", "troll-guts", "kitty", "venture", "sweep", "monster", "hawthorn"):
        assert not GAMES[variant].all_face_up
