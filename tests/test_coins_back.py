"""What is said of coins when an act is taken back or corrected: who gives whom how much, once and in few words."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from test_random_play import header, random_header

from dealer.errors import IllegalAct
from dealer.game.driver import Game
from dealer.games.registry import GAMES
from dealer.locale.language import ENGLISH, language
from dealer.rehearsal.bots import play_at_random
from dealer.rules.acts import Act, parse_act
from dealer.seen.verdicts import Replaced
from dealer.words.coins_back import before_replacing, coins_back, payments_between
from dealer.words.phrases import Phrases

ROUND = ("deal Bob 7", "deal Carlos 3", "deal Angie 9", "Carlos hit 6", "Angie hit 2")


def game_of(variant: str, *lines: str, players: int = 3, **keys: object) -> Game:
    start = header(variant, players, **keys)
    return Game(start, [parse_act(line, start.players) for line in lines])


def undone(game: Game, acts: int = 1) -> Game:
    return Game(game.header, game.acts[:-acts])


def corrected(game: Game, line: str) -> Game:
    return game.correct(len(game.acts) - 1, parse_act(line, game.header.players))


def said(before: Game, after: Game, code: str = "en") -> str:
    return " ".join(coins_back(before, after, Phrases(language(code), aloud=True)))


def test_the_loser_gets_a_coin_back_from_each() -> None:
    over = game_of("basic", *ROUND, "Bob hit 7", stakes="seattle", target=5)
    assert over.over
    for after in (undone(over), corrected(over, "Bob hit 8")):
        assert said(over, after) == "Angie and Carlos give one coin each back to Bob."
        assert said(over, after, "de") == "Angie und Carlos geben Bob je eine Münze zurück."


def test_two_players_and_one_coin() -> None:
    over = game_of("basic", "deal Bob 7", "deal Angie 9", "Bob hit 7", players=2, stakes="seattle", target=5)
    assert said(over, undone(over)) == "Angie gives one coin back to Bob."
    assert said(over, undone(over), "de") == "Angie gibt Bob eine Münze zurück."
    assert coins_back(over, undone(over), Phrases(ENGLISH)) == ("Angie gives 1 coin back to Bob.",)
    (due,) = coins_back(over, undone(over), Phrases(ENGLISH), settling=True)
    assert due == "Something was paid already: Settle up says what is due now."
    assert not coins_back(over, over, Phrases(ENGLISH), settling=True)


def test_what_went_through_the_pot_goes_from_hand_to_hand() -> None:
    over = game_of("basic", *ROUND, "Bob hit 7", stakes="tacoma", penalty=6, target=5)
    assert said(over, undone(over)) == "Angie and Carlos give three coins each back to Bob."
    odd = game_of("basic", *ROUND, "Bob hit 7", stakes="tacoma", penalty=7, target=5)
    assert said(odd, undone(odd)) == (
        "Angie and Carlos give three coins each back to Bob. Bob takes one coin back from the pot."
    )


def test_a_payment_to_the_pot_comes_out_of_it_again() -> None:
    game = game_of("starboard", "deal table 5 9", "Bob draw 2")
    assert said(game, undone(game)) == "Bob takes one coin back from the pot."
    assert said(game, undone(game), "de") == "Bob nimmt eine Münze aus dem Pott zurück."
    two = game_of("starboard", "deal table 5 9", "Bob draw 2", "Carlos draw 3")
    assert said(two, undone(two, 2)) == "Bob and Carlos take one coin each back from the pot."


def test_the_pot_is_put_back() -> None:
    over = game_of("starboard", "deal table 5 9", "Bob lock", "Carlos lock", "Angie lock")
    assert over.over
    assert said(over, undone(over)) == "Angie, Bob and Carlos put one coin each back into the pot."
    alone = game_of("starboard", "deal table 5 9", "Bob draw 5", "Carlos draw 9")
    assert alone.over and alone.state.winners == ("Angie",)
    assert said(alone, undone(alone), "de") == (
        "Angie gibt Carlos eine Münze zurück. Angie legt vier Münzen in den Pott zurück."
    )


def test_another_loser_pays_what_was_not_paid_to_him() -> None:
    over = game_of("basic", *ROUND[:4], "Angie hit 9", stakes="tacoma", penalty=6, target=5)
    assert over.state.losers == ("Angie",)
    other = [parse_act(line, over.header.players) for line in ("Angie hit 2", "Bob hit 7")]
    after = Game(over.header, [*over.acts[:4], *other])
    assert after.state.losers == ("Bob",)
    assert said(over, after) == "Bob gives nine coins to Angie."


def test_no_coin_moves_and_nothing_is_said() -> None:
    for before in (game_of("basic", *ROUND, "Bob hit 7", target=5), game_of("port", *ROUND)):
        assert coins_back(before, undone(before), Phrases(ENGLISH)) == ()
    with_coins = game_of("starboard", "deal table 5 9", "Bob draw 2")
    assert coins_back(with_coins, corrected(with_coins, "Bob draw 3"), Phrases(ENGLISH)) == ()


def test_the_game_before_is_known_from_what_was_replaced() -> None:
    game = game_of("starboard", "deal table 5 9", "Bob draw 2")
    after = undone(game)
    assert before_replacing(after, Replaced(len(after.acts), game.acts[-1:], ())).acts == game.acts
    other = corrected(game, "Bob draw 9")
    assert before_replacing(other, Replaced(len(after.acts), game.acts[-1:], other.acts[-1:])).acts == game.acts


def some_change(seed: int) -> tuple[Game, Game]:
    """A game, and what it is after an undo or a correction."""
    chooser = random.Random(seed)
    whole = play_at_random(random_header(chooser.choice(tuple(GAMES)), chooser), chooser)
    before = Game(whole.header, whole.acts[: chooser.choice((None, chooser.randrange(1, len(whole.acts) + 1)))])
    if chooser.random() < 0.5:
        return before, undone(before, chooser.randint(1, min(3, len(before.acts))))
    for index in reversed(range(len(before.acts))):
        act = before.acts[index]
        for rank in chooser.sample(range(1, 11), 10) if len(act.cards) == 1 else ():
            try:
                return before, before.correct(index, Act(act.verb, act.player, (rank,), act.other, act.number))
            except IllegalAct:
                continue
    return before, undone(before)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=150, deadline=None)
def test_what_is_said_makes_the_one_state_of_coins_into_the_other(seed: int) -> None:
    before, after = some_change(seed)
    coins = {player.name: player.coins for player in before.state.players}
    pot = before.state.pot
    payments = payments_between(before, after)
    for payment in payments:
        assert payment.coins > 0
        if payment.giver is None:
            pot -= payment.coins
        else:
            coins[payment.giver] -= payment.coins
        if payment.taker is None:
            pot += payment.coins
        else:
            coins[payment.taker] += payment.coins
    assert coins == {player.name: player.coins for player in after.state.players}
    assert pot == after.state.pot
    for code in ("en", "de"):
        sentences = coins_back(before, after, Phrases(language(code), aloud=True))
        assert bool(sentences) == bool(payments)
        assert all(any(name in " ".join(sentences) for name in (one.giver, one.taker) if name) for one in payments)
