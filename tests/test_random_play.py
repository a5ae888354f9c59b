"""Random legal play: cards and coins conserved after every act, undo, replay, refusals, and an end."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.errors import IllegalAct
from dealer.game.driver import Correction, Game, Header
from dealer.game.record import in_written_order, parse_record, replay_record, write_record
from dealer.games.registry import GAMES, STAKES
from dealer.rehearsal.bots import play_at_random, play_sensibly
from dealer.rehearsal.real_cards import RealCards
from dealer.rules.acts import Act, parse_act
from dealer.rules.cards import RANKS
from dealer.rules.expect import Needs

NAMES = ("Angie", "Bob", "Carlos", "Delia", "Echo", "Fay", "Gus", "Hope")
TABLES = [(variant, players) for variant, game in GAMES.items() for players in game.seats]
MOST_ACTS = 3000
"""No game at a table is this long; a random one that is has lost its end."""


def header(variant: str, players: int, **keys: object) -> Header:
    return Header.from_mapping({"variant": variant, "players": NAMES[:players], **keys})


def check_conserved(game: Game) -> None:
    """All cards lie somewhere, and all coins paid are in the pot or with somebody."""
    state = game.state
    held = sum(len(player.stack) + player.hidden + len(player.points) for player in state.players)
    assert state.deck + state.discards + len(state.table) + held == 55 * game.header.option("decks", 1)
    assert game.count_cards() == 55 * game.header.option("decks", 1)
    assert sum(player.coins for player in state.players) + state.pot == game.header.option("carry", 0)
    assert min(state.deck, state.discards, state.pot, *(player.hidden for player in state.players)) >= 0
    assert all(count > 0 for count in game.possible_ranks.values())


def check_expectation(game: Game) -> None:
    """The expectation agrees with itself: verbs, prices, listed acts, what is in it and what is not."""
    expects = game.expects
    assert expects.verbs == tuple(sorted({option.verb for option in expects.options}))
    assert set(expects.prices) <= set(expects.verbs)
    listed = list(game.legal_acts())
    assert len(set(listed)) == len(listed)
    assert listed or any(option.needs in (Needs.CARDS, Needs.HANDS) for option in expects.options) or game.over
    for act in listed:
        assert act in expects
        assert parse_act(str(act), game.header.players) == act
    assert Act("fold", "Nobody") not in expects


@pytest.mark.parametrize("variant", GAMES)
def test_a_game_that_goes_on_has_hands_though_all_are_empty_just_now(variant: str) -> None:
    played = play_at_random(header(variant, GAMES[variant].seats[-1]), random.Random(f"{variant} goes on"))
    begun, game = Game(played.header), Game(played.header)
    for act in played.acts:
        game.push(act)
        if not any(game.hidden):
            goes_on = Game(game.header, game.acts)
            assert RealCards(goes_on, random.Random(1)).has_hands == any(begun.hidden)
            break


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_random_legal_play(variant: str, players: int) -> None:
    chooser = random.Random(f"{variant} {players}")
    game = Game(header(variant, players))
    cards = RealCards(game, chooser)
    answers = [game.to_json()]
    while not game.over:
        if not cards.play(chooser.choice(game.expects.options)):
            continue
        check_conserved(game)
        check_expectation(game)
        answers.append(game.to_json())
        assert len(answers) < MOST_ACTS
    assert answers[-1]["expects"] == []
    assert answers[-1]["turn"] is None

    again, lines = replay_record(parse_record(write_record(game.header, game.acts)))
    assert again.to_json() == answers[-1]
    assert len(lines) == len(game.acts)
    ordered = in_written_order(game.header, game.acts)
    assert Game(game.header, ordered).to_json() == answers[-1]

    acts = list(game.acts)
    for _ in range(3):
        assert game.pop() == acts.pop()
        assert game.to_json() == answers[len(acts)]
    other = game.copy()
    other.push(game_act := list(again.acts)[len(acts)])
    assert other.to_json() == answers[len(acts) + 1]
    assert game.to_json() == answers[len(acts)]
    assert game_act in game.expects


def random_header(variant: str, chooser: random.Random) -> Header:
    """A header with some of the options, twists and stakes that the variant has."""
    game = GAMES[variant]
    names = NAMES[: chooser.choice(game.seats)]
    values = {
        "target": chooser.randint(1, 30), "burn": chooser.choice((0, 1, 5, 20)), "rotate_deal": chooser.random() < 0.5,
        "penalty": chooser.randint(0, 9), "coin": chooser.randint(0, 3), "edition": "pairanoia",
        "button": chooser.choice(names), "decks": chooser.randint(1, 3), "max_bet": chooser.choice((10, 50)),
        "rounds": chooser.randint(1, 3), "play_to": chooser.randint(1, 70), "mode": chooser.choice(("hard", "soft")),
        "first": "low-card" if variant == "rocket" else chooser.choice(names), "forfeit": "sings",
        "teams": [[names[seat], names[seat + len(names) // 2]] for seat in range(len(names) // 2)],
    }  # fmt: skip
    keys: dict[str, object] = {"variant": variant, "players": names, "dealer": chooser.choice(names)}
    keys |= {key: values[key] for key in game.options if chooser.random() < 0.6}
    if variant == "regent" and len(names) > 2:
        keys.pop("rounds", None)
    if variant == "kitty" and len(names) not in (4, 6):
        keys.pop("teams", None)
    if chooser.random() < 0.5:
        keys["carry"] = chooser.randint(0, 9)
    if game.has_stakes:
        keys["stakes"] = chooser.choice(tuple(STAKES))
    if game.twists:
        twists = chooser.sample(game.twists, chooser.randint(0, 3))
        keys["twists"] = [twist for twist in twists if twist != "unlucky-seven" or "calamities" not in twists]
    return Header.from_mapping(keys)


@pytest.mark.parametrize("variant", GAMES)
def test_random_play_with_all_options_twists_and_stakes(variant: str) -> None:
    chooser = random.Random(f"options {variant}")
    for _ in range(25):
        chosen = random_header(variant, chooser)
        game = Game(chosen)
        cards = RealCards(game, chooser)
        while not game.over:
            if cards.play(chooser.choice(game.expects.options)):
                check_conserved(game)
            assert len(game.acts) < MOST_ACTS
        again, _ = replay_record(parse_record(write_record(chosen, game.acts)))
        assert again.to_json() == game.to_json()
        assert again.header == chosen


@given(seed=st.integers(0, 2**32), table=st.sampled_from(TABLES))
@settings(max_examples=60, deadline=None)
def test_a_refused_act_leaves_the_game_as_it_was(seed: int, table: tuple[str, int]) -> None:
    chooser = random.Random(seed)
    whole = play_at_random(header(*table), chooser)
    game = Game(whole.header, whole.acts[: chooser.randrange(len(whole.acts))])
    before = game.to_json()
    verbs = ("deal", "hit", "fold", "lock", "draw", "reshuffle", "play", "show", "take", "bet", "discard")
    for _ in range(40):
        name = chooser.choice(game.header.players)
        cards = tuple(chooser.choices(RANKS, k=chooser.choice((0, 1, 1, 1, 2))))
        other, number = chooser.choice((None, None, name)), chooser.choice((None, None, 1))
        act = Act(chooser.choice(verbs), name, cards, other, number)
        legal = act in game.expects and not game.refusal(act)
        try:
            game.push(act)
        except IllegalAct as refused:
            assert not legal
            assert str(act) in str(refused)
            assert game.to_json() == before
        else:
            assert legal
            game.pop()
            assert game.to_json() == before


@given(seed=st.integers(0, 2**32), table=st.sampled_from(TABLES))
@settings(max_examples=40, deadline=None)
def test_undo_to_the_start(seed: int, table: tuple[str, int]) -> None:
    whole = play_at_random(header(*table), random.Random(seed))
    game = Game(whole.header, whole.acts[:25])
    answers = [Game(whole.header, whole.acts[:count]).to_json() for count in range(len(game.acts))]
    for answer in reversed(answers):
        game.pop()
        assert game.to_json() == answer
    with pytest.raises(IndexError):
        game.pop()


def test_correct_replaces_one_act() -> None:
    names = NAMES[:2]
    acts = [parse_act(line, names) for line in ("deal Bob 10", "deal Angie 7", "Angie hit 8", "Bob hit 9")]
    game = Game(header("basic", 2), acts)
    better = game.correct(2, parse_act("Angie hit 6", names))
    assert [str(act) for act in better.acts] == ["deal Bob 10", "deal Angie 7", "Angie hit 6", "Bob hit 9"]
    assert game.acts == tuple(acts)
    with pytest.raises(Correction) as refused:
        game.correct(0, parse_act("deal Bob 5", names))
    assert refused.value.index == 2
    with pytest.raises(Correction) as refused:
        game.correct(1, Act("deal", "Angie", (10,)))
    assert refused.value.index == 2
    assert "act 3" in str(refused.value)


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_simulated_players_finish_a_game(variant: str, players: int) -> None:
    chooser = random.Random(players)
    game = play_sensibly(header(variant, players), chooser)
    assert game.over
    assert len(game.acts) < MOST_ACTS
