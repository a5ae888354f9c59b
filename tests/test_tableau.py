"""What each game shows besides stacks and scores; the last screen; and the header of the next game."""

import random
from collections.abc import Sequence

import pytest

from dealer.books.facts import HOUSE, Coin, Payment, Person, Reckoning, Settled
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.game.next_game import next_header
from dealer.games.registry import GAMES
from dealer.hands.last_screen import end_screen, next_game, settlement
from dealer.rehearsal.bots import play_sensibly
from dealer.rules.acts import parse_act
from dealer.seen.verdicts import Nothing
from dealer.settings import Odds
from dealer.table.extras import Shown, bets_of, goal, locked_with, odds_in_words, tableau
from dealer.words.prompter import Prompter

NAMES = ("Angie", "Bob", "Carlos", "Delia")


def game_of(variant: str, acts: Sequence[str] = (), *, players: Sequence[str] = NAMES[:3], **keys: object) -> Game:
    header = Header.from_mapping({"variant": variant, "players": list(players), **keys})
    return Game(header, [parse_act(line, header.players) for line in acts])


def finished(variant: str, **keys: object) -> Game:
    players = list(NAMES[: max(GAMES[variant].seats[0], min(4, GAMES[variant].seats[-1]))])
    return play_sensibly(Header.from_mapping({"variant": variant, "players": players, **keys}), random.Random(7))


def test_common_cards_and_the_pot_stand_in_the_middle() -> None:
    middle = tableau(game_of("starboard", ["deal table 5 9", "Bob draw 2"])).middle
    assert middle is not None and (middle.cards, middle.pot) == ((5, 9, 2), 4)
    assert tableau(game_of("basic")).middle is None
    carried = tableau(game_of("basic", carry=3)).middle
    assert carried is not None and carried.pot == 3


def test_white_stones_are_counted_not_shown() -> None:
    middle = tableau(game_of("blackstone", ["deal Bob 4", "deal Carlos 10", "deal Angie 7"])).middle
    assert middle is not None and (middle.amount, middle.cards) == (2, ())


def test_who_locked_shows_with_how_many_cards() -> None:
    game = game_of("starboard", ["deal table 5 9", "Bob lock", "Carlos draw 2", "Angie lock"])
    assert locked_with(game) == {"Angie": 3}, "Bob is out: he locked with fewer"
    assert dict(tableau(game).notes) == {"Angie": "with 3"}


def test_rockets_dealer_and_bets_are_those_of_this_round() -> None:
    bets = ["Bob bet 20", "Carlos bet 30"]
    assert bets_of(game_of("rocket")) == ("Angie", {})
    assert bets_of(game_of("rocket", bets[:1])) == ("Angie", {"Bob": 20})
    one = [*bets, "deal Bob 5", "deal Carlos 6", "deal Angie 3"]
    assert bets_of(game_of("rocket", one)) == ("Angie", {"Carlos": 30, "Bob": 20})
    assert bets_of(game_of("rocket", one, rounds=2)) == ("Bob", {}), "the deal has passed to the left"
    again = bets_of(game_of("rocket", [*one, "Carlos bet 10"], rounds=2))
    assert again == ("Bob", {"Carlos": 10})


def test_the_columns_of_five_cards_say_who_leads() -> None:
    acts = ["deal table 10 9 8 7 6", "Bob draw 5", "Bob place 7", "Angie draw 8", "Angie place 7"]
    middle = tableau(game_of("five-cards", acts, players=NAMES[:2])).middle
    assert middle is not None
    columns = {column.target: (column.sides, column.leader) for column in middle.columns}
    assert columns[7] == (((8,), (5,)), 0)
    assert columns[10] == (((), ()), None)


def test_a_total_is_shown_in_port_and_the_price_says_what_for() -> None:
    acts = ["deal Bob 4", "deal Carlos 10", "deal Angie 7", "Bob hit 9"]
    assert dict(tableau(game_of("port", acts)).notes)["Bob"] == "total 13"
    assert tableau(game_of("starboard", ["deal table 5 9"])).price_word == "draw"
    assert tableau(game_of("basic", acts)).price_word == "fold"


def test_the_round_of_hawthorn_is_named_and_partners_are_told() -> None:
    acts = ["Angie reveal 5", "Bob reveal 2", "Carlos reveal 7"]
    middle = tableau(game_of("hawthorn", acts)).middle
    assert middle is not None and middle.title == "Deck round"
    teams = [["Angie", "Carlos"], ["Bob", "Delia"]]
    assert dict(tableau(game_of("kitty", players=NAMES, teams=teams)).notes)["Bob"] == "with Delia"


@pytest.mark.parametrize(
    ("variant", "keys", "score"),
    [
        ("basic", {}, 21),
        ("port", {"target": 30}, 30),
        ("port", {}, 21),
        ("kitty", {"play_to": 100}, 100),
        ("kitty", {}, None),
        ("monster", {"players": NAMES}, None),
        ("five-cards", {"players": NAMES[:2]}, 100),
    ],
)
def test_scores_stand_against_the_end_of_the_game_or_match(
    variant: str, keys: dict[str, object], score: int | None
) -> None:
    assert goal(game_of(variant, **keys)) == score  # type: ignore[arg-type]


def test_the_odds_are_off_on_turn_or_for_everybody() -> None:
    game = game_of("basic", ["deal Bob 4", "deal Carlos 10", "deal Angie 7"])
    words = "A pair: 3 of 52, 6%"
    assert odds_in_words(game) == words
    off, turn, always = (Shown().of(game, odds) for odds in (Odds.OFF, Odds.TURN, Odds.ALWAYS))
    assert (off.odds, turn.odds, always.odds) == ("", words, words)
    assert off.tableau.notes == turn.tableau.notes == ()
    assert dict(always.tableau.notes) == {"Angie": "12%", "Bob": "6%", "Carlos": "17%"}
    assert Shown().of(game_of("venture", ["deal table 5 5 5 5"]), Odds.ALWAYS).tableau.notes == ()


def test_what_is_shown_is_worked_out_again_when_something_happened() -> None:
    shown = Shown()
    game = game_of("basic", ["deal Bob 4", "deal Carlos 10", "deal Angie 7"])
    before = shown.of(game, Odds.OFF)
    assert shown.of(game, Odds.OFF) is before
    game.push(parse_act("Bob hit 9", game.header.players))
    assert shown.of(game, Odds.OFF).state == game.state != before.state


def test_the_end_says_who_pays_whom_and_what_stays_in_the_pot() -> None:
    acts = ["deal Bob 4", "deal Carlos 10", "deal Angie 7", "Bob fold"]
    game = game_of("basic", acts, target=4, stakes="portland", carry=3)
    assert settlement(game)[0] == (
        "Bob pays 4 to everybody",
        "In the pot for the next game: 3",
    )
    assert next_game(game) == ("Bob deals next",)
    screen = end_screen(game, Prompter().prompt(game, Nothing()))
    assert [(one.name, one.loser, one.coins) for one in screen.standings] == [
        ("Angie", False, 4),
        ("Bob", True, -8),
        ("Carlos", False, 4),
    ]


def test_the_end_tells_the_forfeit() -> None:
    acts = ["deal Bob 4", "deal Carlos 10", "deal Angie 7", "Bob fold"]
    game = game_of("basic", acts, target=4, forfeit="sings")
    assert end_screen(game, Prompter().prompt(game, Nothing())).forfeit == "Forfeit: sings."


def test_the_end_says_what_the_books_say_once_people_settle() -> None:
    acts = ["deal Bob 4", "deal Carlos 10", "deal Angie 7", "Bob fold"]
    game = game_of("basic", acts, target=4, stakes="portland", carry=3)
    angie, bob, pot = Person(1, "Angie", 0, 0), Person(2, "Bob", 1, 1), Person(HOUSE, "the pot", 0, 0)
    in_the_pot = "In the pot for the next game: {}"
    settled = ("All is settled.",)
    for reckoned, lines in (
        (None, (("Bob pays 4 (2.00 €) to everybody", in_the_pot.format("3 (1.50 €)")), (), ())),
        (Settled(), ((), settled, ())),
        (Settled(pot=1), ((in_the_pot.format("1 (0.50 €)"),), settled, ())),
        (Settled(pot=5), ((in_the_pot.format("3 (1.50 €)"),), settled, ("2 (1.00 €) kept for later",))),
        (Settled((Payment(bob, pot, 1),)), (("Still due: Bob pays the pot 1 (0.50 €)",), (), ())),
        (Settled((), (Payment(pot, angie, 1),)), ((), (), ("Next evening: The pot pays Angie 1 (0.50 €)",))),
    ):
        assert settlement(game, Reckoning(Coin(50, "€"), settled=reckoned)) == lines


def test_a_forfeit_that_is_done_has_its_tick() -> None:
    acts = ["deal Bob 4", "deal Carlos 10", "deal Angie 7", "Bob fold"]
    game = game_of("basic", acts, target=4, forfeit="sings")
    prompter = Prompter(reckoning=Reckoning(forfeit_done=True))
    screen = end_screen(game, prompter.prompt(game, Nothing()), reckoning=prompter.reckoning)
    assert screen.forfeit == "" and screen.settled == ("Forfeit done: sings",)
    assert "sings" not in prompter.prompt(game, Nothing()).spoken


@pytest.mark.parametrize("variant", GAMES)
def test_the_coins_on_the_last_screen_are_all_there_are(variant: str) -> None:
    game = finished(variant, carry=5)
    screen = end_screen(game, Prompter().prompt(game, Nothing()))
    state = game.state
    assert [one.winner for one in screen.standings] == [player.name in state.winners for player in state.players]
    if not GAMES[variant].keeps_score:
        assert sum(one.score for one in screen.standings) + state.pot == 5
    assert any(str(state.pot) in line for line in screen.lines) or not state.pot


@pytest.mark.parametrize("variant", GAMES)
def test_the_next_game_has_its_dealer_and_the_pot_as_it_was_left(variant: str) -> None:
    game = finished(variant, carry=5)
    after = next_header(game)
    names = game.header.players
    assert (after.variant, after.players) == (variant, names)
    loser_deals = variant == "continuous"
    assert after.dealer == (game.state.losers[0] if loser_deals else names[(names.index(game.dealer) + 1) % len(names)])
    assert after.option("carry", 0) == game.state.pot == Game(after).state.pot - _antes(after)


def _antes(header: Header) -> int:
    """What is in the pot before the first act, besides what was carried."""
    bare = Header.from_mapping({key: value for key, value in header.to_mapping().items() if key != "carry"})
    return Game(bare).state.pot


def test_the_button_moves_on_with_the_deal() -> None:
    game = finished("starboard", button="Delia")
    assert next_header(game).option("button", "") == "Angie"
    assert "button" not in next_header(finished("starboard")).options, "the dealer's left has it anyway"
