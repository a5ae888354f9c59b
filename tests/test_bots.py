"""Simulated players choose with sense, do all that a game allows, and know no more than people at a table do."""

import random
from collections import Counter
from statistics import mean

import pytest

from dealer.game.driver import Game, Header
from dealer.games.registry import GAMES
from dealer.rehearsal.bots import SensibleCards, play_sensibly, preferences
from dealer.rules.acts import Act, parse_act

NAMES = ("Angie", "Bob", "Carlos", "Delia", "Echo", "Fay", "Gus", "Hope")


def header(variant: str, players: int, **keys: object) -> Header:
    return Header.from_mapping({"variant": variant, "players": NAMES[:players], **keys})


def game_after(chosen: Header, *lines: str) -> Game:
    return Game(chosen, [parse_act(line, chosen.players) for line in lines])


def wish(game: Game, hand: tuple[int, ...] = ()) -> Counter[str]:
    """What the one on turn would do, in fifty moods."""
    return Counter(preferences(game, hand, random.Random(seed))[0].verb for seed in range(50))


@pytest.mark.parametrize("variant", GAMES)
def test_players_do_everything_that_a_game_lets_them(variant: str) -> None:
    expected: set[str] = set()
    done: set[str] = set()
    for seed in range(25):
        chooser = random.Random(f"{variant} {seed}")
        game = Game(header(variant, chooser.choice(GAMES[variant].seats)))
        cards = SensibleCards(game, chooser)
        while not game.over:
            expected.update(game.expects.verbs)
            option, act = cards.decide()
            game.push(act)
            cards.follow(option)
            done.add(act.verb)
    assert done == expected


def test_players_fold_when_it_is_cheap_and_hit_when_it_is_safe() -> None:
    table = header("basic", 2, target=60)
    in_danger = game_after(table, "deal Bob 10", "deal Angie 1", "Angie hit 2", "Bob hit 9", "Angie hit 3", "Bob hit 8")
    in_danger.push(Act("hit", "Angie", (4,)))
    assert wish(in_danger)["fold"] > 45, "a point against nearly half the deck"
    safe = game_after(table, "deal Bob 9", "deal Angie 7", "Angie hit 10")
    assert wish(safe)["hit"] > 45, "seven points against one card in six"


def test_players_lock_high_stacks_and_hit_low_ones() -> None:
    table = header("port", 2)
    low = game_after(table, "deal Bob 9", "deal Angie 2")
    assert wish(low)["hit"] > 45
    acts = ("deal Bob 9", "deal Angie 7", "Angie hit 10", "Bob hit 8", "Angie hit 9", "Bob hit 10", "Angie hit 8")
    assert wish(game_after(table, *acts))["lock"] > 45


def test_a_monster_hand_with_too_many_pairs_is_folded_and_pairs_are_discarded() -> None:
    game = Game(header("monster", 4))
    assert wish(game, (10, 10, 10, 10, 10, 9)) == Counter(fold=50)
    assert wish(game, (10, 10, 8, 7, 5, 4))["discard"] > 30
    cards = SensibleCards(game, random.Random(1))
    cards.hands["Bob"][:] = [10, 10, 8, 7, 7, 4]
    option = next(option for option in game.expects.options if option.verb == "discard")
    assert str(cards.act(option)) == "Bob discard 2"


def test_low_bids_are_for_high_targets() -> None:
    bids: dict[bool, list[int]] = {True: [], False: []}
    for seed in range(40):
        for target in (10, 2):
            cards = SensibleCards(game_after(header("kitty", 4), f"deal table {target}"), random.Random(seed))
            option = cards.game.expects.options[0]
            act = cards.act(option)
            assert act is not None
            hand = sorted(cards.hands[option.player or ""])
            bids[target == 10].append(hand.index(act.cards[0]))
    assert mean(bids[True]) + 3 < mean(bids[False])


def test_nobody_pitches_a_card_that_pairs_the_own_stack_while_there_is_another() -> None:
    for seed in range(30):
        game = Game(header("goblin-poker", 4))
        cards = SensibleCards(game, random.Random(seed))
        while game.expects.verbs != ("fold", "pitch"):
            option, act = cards.decide()
            game.push(act)
            cards.follow(option)
        player = game.expects.turn or ""
        stack = next(state.stack for state in game.state.players if state.name == player)
        assert cards.pitched(player) not in stack or set(cards.hands[player]) <= set(stack)


def test_a_choice_depends_on_no_other_hand() -> None:
    for seed in range(20):
        chosen = []
        for swapped in (False, True):
            game = game_after(header("sweep", 3), "deal table 10 9 8 7 6")
            cards = SensibleCards(game, random.Random(seed))
            if swapped:
                cards.hands["Angie"], cards.hands["Carlos"] = cards.hands["Carlos"], cards.hands["Angie"]
                cards.pile.reverse()
            chosen.append(cards.decide()[1])
        assert chosen[0] == chosen[1] and chosen[0].player == "Bob"


@pytest.mark.parametrize(("variant", "players", "fewest", "most"), [
    ("basic", 4, 20, 110), ("continuous", 4, 20, 70), ("starboard", 4, 6, 20), ("rocket", 4, 8, 40),
    ("hawthorn", 4, 10, 45), ("goblin-poker", 5, 12, 60), ("regent", 4, 6, 40), ("troll-guts", 4, 8, 45),
    ("five-cards", 2, 80, 600),
])  # fmt: skip
def test_games_are_about_as_long_as_people_s(variant: str, players: int, fewest: int, most: int) -> None:
    lengths = [len(play_sensibly(header(variant, players), random.Random(seed)).acts) for seed in range(20)]
    assert fewest <= mean(lengths) <= most
