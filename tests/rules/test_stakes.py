"""Stakes: 000 p.15, 002, games.md 1.3 and 2."""

import pytest
from playing import deal, facts, go_on, start

from dealer.rules.events import event


def lost(stakes: str, **keys: object) -> list[int]:
    """D loses with 16 points; A has 2, B 2 and C 5. Returns everybody's coins and the pot."""
    game = start("basic", 4, stakes=stakes, target=16, **keys)
    go_on(deal(game, 2, 10, 10, 10), "A fold")
    go_on(deal(game, 10, 2, 10, 9), "B fold")
    go_on(deal(game, 10, 9, 5, 9), "C fold")
    go_on(deal(game, 9, 9, 10, 8), "D fold")
    go_on(deal(game, 9, 9, 9, 8), "D fold")
    assert game.state.over
    assert game.state.losers == ("D",)
    assert facts(game, "score") == [2, 2, 5, 16]
    # games.md 1.4: winners are who shares a pot; Basic and Continuous otherwise have none.
    assert game.state.winners == (("A", "B") if stakes in ("tacoma", "cutchfeld", "olympia") else ())
    return [*facts(game, "coins"), game.state.pot]


@pytest.mark.parametrize(
    ("stakes", "coins"),
    [
        ("forfeit", [0, 0, 0, 0, 0]),
        ("seattle", [1, 1, 1, -3, 0]),
        ("downspear", [1, 1, 1, -3, 0]),
        ("norland", [1, 1, 0, -2, 0]),
        ("tacoma", [3, 3, 0, -6, 0]),
        ("cutchfeld", [8, 8, 0, -16, 0]),
        ("olympia", [7, 7, 0, -14, 0]),
        ("portland", [14, 14, 11, -39, 0]),
    ],
)
def test_what_the_loser_pays(stakes: str, coins: list[int]) -> None:
    assert lost(stakes) == coins
    assert lost(stakes, coin=3) == [3 * coin for coin in coins]


def test_the_loser_pays_every_other_player_and_nobody_else() -> None:
    game = deal(start("basic", 3, stakes="seattle", target=4), 4, 8, 9)
    go_on(game, "A fold")
    assert [told for told in game.events if told.kind == "pays"] == [
        event("pays", "A", None, 1, "B"),
        event("pays", "A", None, 1, "C"),
    ]


def test_a_predetermined_amount() -> None:
    assert lost("tacoma", penalty=12) == [6, 6, 0, -12, 0]


def test_odd_coins_are_left_in_the_pot_for_the_next_game() -> None:
    assert lost("tacoma", penalty=7) == [3, 3, 0, -7, 1]


@pytest.mark.parametrize("stakes", ["tacoma", "cutchfeld", "olympia"])
def test_who_shares_a_pot_takes_the_carried_coins_too(stakes: str) -> None:
    plain = lost(stakes)
    assert lost(stakes, carry=4) == [plain[0] + 2, plain[1] + 2, 0, plain[3], 0]
    assert lost(stakes, carry=5)[-1] == 1


@pytest.mark.parametrize("stakes", ["forfeit", "seattle", "norland", "portland"])
def test_where_no_pot_is_shared_the_carried_coins_stay_in_it(stakes: str) -> None:
    assert lost(stakes, carry=5) == [*lost(stakes)[:4], 5]


def test_coin_does_not_multiply_what_was_carried() -> None:
    assert lost("tacoma", coin=2, carry=2) == [7, 7, 0, -12, 0]


def test_the_17_pays_17_coins_to_the_2() -> None:
    """002: scores 17, 10, 8, 7 and 2."""
    game = start("continuous", 2, stakes="cutchfeld", target=17)
    go_on(deal(game, 8, 2), "B fold 2; A hit 9; B hit 10; A fold 9; B hit 6; A hit 8; B hit 5; A fold 8")
    assert facts(game, "score") == [17, 2]
    assert facts(game, "coins") == [-17, 17]


@pytest.mark.parametrize("variant", ["port", "starboard", "sweep", "five-cards", "regent"])
def test_other_games_have_no_stakes(variant: str) -> None:
    with pytest.raises(ValueError, match="stakes"):
        start(variant, 2 if variant == "five-cards" else 3, stakes="seattle")
