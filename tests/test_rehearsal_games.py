"""Every game on the simulated table, without pictures: what the people do, and whether the referee follows it."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import true_views
from referee_table import certain
from true_views import Evening, People, apart_mm, play, with_bare_hands

from dealer.game.driver import Game, Header
from dealer.games.registry import GAMES
from dealer.measures.games import UNSEEN, final, lines
from dealer.rehearsal.bots import play_sensibly
from dealer.rules.acts import Act
from dealer.view import Area, Face, Sighting
from vision.synth.choreography import Action
from vision.synth.scene import Card

NAMES = ("Angie", "Bob", "Carlos", "Delia", "Echo", "Fay", "Gus", "Hope")
SEEDS = (1, 2)
FOLLOWED_S = 160.0
"""So much of a long game is refereed."""


def header(variant: str, seed: int, **keys: object) -> Header:
    """A game of as many players as the seed says."""
    number = random.Random(f"{variant} {seed}").choice(GAMES[variant].seats)
    return Header.from_mapping({"variant": variant, "players": NAMES[:number], **keys})


def passing(people: People, night: Action) -> None:
    """Let the night go by, without anybody looking."""
    for beat in night:
        people.scene.time_s += beat.still_s or 1 / 15


@pytest.mark.parametrize("variant", GAMES)
def test_people_play_whole_games_by_the_rules_lose_no_card_and_leave_what_the_state_says(variant: str) -> None:
    for seed in SEEDS:
        people = with_bare_hands(People(header(variant, seed), seed))
        passing(people, people.night())
        game = Game(people.header, [dealt.act for dealt in people.truth])
        assert game.over and game.to_json() == people.game.to_json()
        face_up = Counter(card.rank for card in people.scene.cards() if card.face is Face.UP)
        deck = Counter({rank: rank * people.header.option("decks", 1) for rank in range(1, 11)})
        assert face_up + Counter(people.cards.pile) <= deck
        times = [dealt.rest_s for dealt in people.truth]
        assert times == sorted(times)
        check_what_lies_there(people)


@pytest.mark.parametrize("variant", GAMES)
def test_people_go_on_with_a_game_that_is_in_progress(variant: str) -> None:
    for seed in SEEDS:
        chosen, chooser = header(variant, seed), random.Random(f"in progress {variant} {seed}")
        whole = play_sensibly(chosen, chooser).acts
        happened = whole[: chooser.randrange(1, len(whole))]
        people = with_bare_hands(People(chosen, seed, acts=happened))
        passing(people, people.night())
        assert people.game.over
        assert people.game.acts[: len(happened)] == happened


@pytest.mark.parametrize("variant", ["regent", "troll-guts"])
def test_face_down_cards_of_a_new_game_are_dealt_before_everybodys_eyes(variant: str) -> None:
    people = with_bare_hands(People(header(variant, 1), 1))
    assert not list(people.scene.cards()), "nothing lies there yet"
    for beat in people.night():
        people.scene.time_s += beat.still_s or 1 / 15
        if people.truth:
            break
    down = sum(card.face is Face.DOWN for card in people.scene.cards())
    assert down == sum(people.game.hidden) == sum(map(len, people._down.values()))


@pytest.mark.parametrize("variant", ["monster", "sweep", "kitty"])
def test_a_hand_that_lies_too_close_together_is_laid_out_again_card_by_card(variant: str) -> None:
    people = with_bare_hands(People(header(variant, 1), 1))
    shown = Act("", None)
    for beat in people.night():
        people.scene.time_s += beat.still_s or 1 / 15
        last = people.truth[-1].act if people.truth else None
        several = last is not None and last.verb == "show" and len(people._stacks.get(str(last.player), ())) > 2
        if not shown.cards and last is not None and several:
            shown = last
            people.lay_cards_apart(str(shown.player))
            close = nearest_mm(people._stacks[str(shown.player)])
            assert people.laying
        if shown.cards and not people.laying:
            break
    laid = people._stacks[str(shown.player)]
    assert sorted(card.rank for card in laid) == sorted(shown.cards)
    assert all(card in people.scene.cards() and card.face is Face.UP for card in laid)
    assert nearest_mm(laid) > 1.2 * close
    people._laid_apart[str(shown.player), len(people.truth)] = 2
    people.lay_cards_apart(str(shown.player))
    assert not people.laying, "wider than that they cannot lie"


def nearest_mm(cards: list[Card]) -> float:
    """How far apart the two nearest of some cards lie."""
    return min(apart_mm(one, other) for one, other in combinations(cards, 2))


def check_what_lies_there(people: People) -> None:
    """At the end of a game its state lies on the table."""
    names = {seat: name for name, seat in people.seats.items()}
    lying: dict[str, Counter[int]] = {name: Counter() for name in people.seats}
    middle: Counter[int] = Counter()
    for card in people.scene.cards():
        place = people.scene.layout.place_of(card.pose.x_mm, card.pose.y_mm)
        if card.face is Face.UP and place.area is Area.STACK:
            lying[names[place.seat]][card.rank] += 1
        elif card.face is Face.UP and place.area is Area.TABLE:
            middle[card.rank] += 1
    state = people.game.state
    # in the middle, or still before a player
    if people.header.variant in ("blackstone", "sweep", "venture", "five-cards"):
        cards = [card for card in people.scene.cards() if card not in sum(people._points.values(), [])]
        everywhere = Counter(card.rank for card in cards)
        assert everywhere == sum((Counter(player.stack) for player in state.players), Counter(state.table))
    else:
        assert middle == Counter(state.table)
        assert lying == {player.name: Counter(player.stack) for player in state.players}


@pytest.mark.parametrize("variant", GAMES)
def test_the_referee_follows_what_is_played(variant: str, tmp_path: Path) -> None:
    for seed in (1, 2):
        evening = play(header(variant, seed), seed, tmp_path, most_s=FOLLOWED_S)
        check_followed(evening)
        assert evening.sitting.over or evening.people.time_s > FOLLOWED_S


@pytest.mark.parametrize("twists", [["pieces-of-eight", "calamities"], ["pieces-of-eight", "unlucky-seven"]])
@pytest.mark.parametrize("variant", ["basic", "continuous", "port"])
def test_the_referee_follows_twisted_games(variant: str, twists: list[str], tmp_path: Path) -> None:
    check_followed(play(header(variant, 3, twists=twists), 3, tmp_path, most_s=FOLLOWED_S))


def check_followed(evening: Evening) -> None:
    """The record is what happened, nothing that lay there to be seen was missed, and little was asked."""
    truth = evening.people.game
    known = list(evening.sitting.game.acts)
    assert lines(known) == lines(truth.acts)[: len(lines(known))]
    if evening.sitting.over:
        assert final(evening.sitting.game) == final(truth)
    assert len(lines(truth.acts)) - len(lines(known)) <= 1
    assert not evening.audience.missed
    assert not evening.audience.unoffered, "the buttons offer all that cannot be seen"
    asked = evening.asked
    assert {cause.value for _, cause in asked} <= UNSEEN
    assert len(asked) == len(set(asked)), "no question is put twice"


class MisreadingEye(true_views.TrueEye):
    """Reads one card of the first hand of several cards that is shown as another rank, for certain."""

    def _sighting(self, card: Card, above: list[Card], layout: Any) -> Sighting | None:
        sighting = super()._sighting(card, above, layout)
        shown = [dealt.act for dealt in self.people.truth if dealt.act.verb == "show" and len(dealt.act.cards) > 2]
        if sighting is None or not shown or card not in self.people._stacks.get(str(shown[0].player), []):
            return sighting
        others = [rank for rank in range(1, 11) if rank not in shown[0].cards]
        if card.rank != shown[0].cards[0]:
            return sighting
        return replace(sighting, rank=others[0], probabilities=certain(others[0]))


def test_a_hand_that_is_read_out_wrong_is_objected_to(tmp_path: Path) -> None:
    evening = play(header("monster", 1), 1, tmp_path, eye=MisreadingEye)
    assert len(evening.audience.objections) == 1
    assert evening.sitting.over and final(evening.sitting.game) == final(evening.people.game)
