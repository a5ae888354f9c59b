"""Simulated players on the simulated table: what they do is a game by the rules, and what lies there is its state."""

from collections import Counter

import numpy as np
import pytest

from dealer.game.driver import Game, Header
from dealer.game.record import parse_record
from dealer.rehearsal.rehearsal import PATIENCE_S, Mistake, MistakeKind, Rehearsal
from dealer.rules.acts import Act
from dealer.view import Area, Face
from vision.synth.setting import SceneSettings

SMALL = (640, 360)


def rehearse(seed: int = 1, *, players: int = 3, target: int = 5, mistakes: tuple[Mistake, ...] = ()) -> Rehearsal:
    header = Header.from_mapping({"variant": "basic", "players": list("ABCDEFGH"[:players]), "target": target})
    settings = SceneSettings.random(seed, seats=players, size_px=SMALL)
    return Rehearsal(header, seed, settings, mistakes)


def stacks_on_the_table(rehearsal: Rehearsal) -> dict[str, Counter[int]]:
    lying: dict[str, Counter[int]] = {name: Counter() for name in rehearsal.seats}
    names = {seat: name for name, seat in rehearsal.seats.items()}
    for card in rehearsal.scene.cards():
        place = rehearsal.scene.layout.place_of(card.pose.x_mm, card.pose.y_mm)
        if place.area is Area.STACK and card.face is Face.UP and not card.moving:
            lying[names[place.seat]][card.rank] += 1
    return lying


@pytest.fixture(scope="module")
def played() -> Rehearsal:
    rehearsal = rehearse(2, players=4, target=9)
    times = []
    for frame in rehearsal:
        times.append(frame.time_s)
    assert min(np.diff(times)) > 0
    return rehearsal


def test_a_rehearsal_is_a_whole_game_by_the_rules(played: Rehearsal) -> None:
    game = Game(played.header, [dealt.act for dealt in played.truth])
    assert game.over and game.state.losers
    times = [dealt.rest_s for dealt in played.truth]
    assert times == sorted(times)


def test_its_record_can_be_read_and_replayed(played: Rehearsal) -> None:
    record = parse_record(played.truth_record())
    assert record.header == played.header
    assert [act for _, act in record.acts()] == [dealt.act for dealt in played.truth]


def test_no_card_is_lost(played: Rehearsal) -> None:
    lying = Counter(card.rank for card in played.scene.cards())
    piles = Counter(played.cards.pile)
    assert lying + piles <= Counter({rank: rank for rank in range(1, 11)})
    assert lying.total() + played.game.state.deck + played._count_discards() == 55


def test_a_seed_gives_the_same_game() -> None:
    first, second = rehearse(7), rehearse(7)
    for _ in range(60):
        one, other = next(first), next(second)
        assert one.time_s == other.time_s
    assert np.array_equal(one.image, other.image)
    assert first.truth == second.truth


def test_what_lies_in_the_stacks_is_the_state() -> None:
    rehearsal = rehearse(3, players=3, target=4)
    checked = 0
    for _ in rehearsal:
        dealt = rehearsal.truth[-1] if rehearsal.truth else None
        if dealt is None or dealt.act.verb not in ("deal", "hit") or rehearsal.time_s - dealt.rest_s < 0.3:
            continue
        if any(event.kind in ("pair", "replaced") for event in rehearsal.game.events):
            continue
        state = {player.name: Counter(player.stack) for player in rehearsal.game.state.players}
        if any(thing.kind == "hand" for thing in rehearsal.scene.things.values()):
            continue
        assert stacks_on_the_table(rehearsal) == state
        checked += 1
    assert checked > 10


def test_a_held_table_waits() -> None:
    rehearsal = rehearse(4)
    while not rehearsal.truth:
        next(rehearsal)
    rehearsal.hold("question")
    until_s = rehearsal.time_s + 15
    while rehearsal.time_s < until_s:
        next(rehearsal)
    assert len(rehearsal.truth) == 1
    rehearsal.release("question")
    until_s = rehearsal.time_s + 6
    while rehearsal.time_s < until_s:
        next(rehearsal)
    assert len(rehearsal.truth) > 1


def test_nobody_deals_before_he_is_asked_to() -> None:
    rehearsal = rehearse(4)
    rehearsal.hold("first look")
    while rehearsal.time_s < 8:
        next(rehearsal)
    assert not rehearsal.truth
    rehearsal.release("first look")
    while rehearsal.time_s < 13:
        next(rehearsal)
    assert rehearsal.truth


def play_with(mistake: Mistake, *, told: bool) -> Rehearsal:
    rehearsal = rehearse(5, players=3, target=21, mistakes=(mistake,))
    for _ in rehearsal:
        if told:
            rehearsal.mend()
        if rehearsal.mishaps and rehearsal.time_s > rehearsal.mishaps[0].mended_s + 4:
            break
    return rehearsal


@pytest.mark.parametrize("kind", [kind for kind in MistakeKind if kind is not MistakeKind.UNHEARD_NO])
def test_a_mistake_is_made_and_mended(kind: MistakeKind) -> None:
    rehearsal = play_with(Mistake(kind, 3), told=True)
    (mishap,) = rehearsal.mishaps
    assert mishap.told == "told"
    assert mishap.mended_s - mishap.seen_s < PATIENCE_S
    assert len(rehearsal.truth) >= 3
    Game(rehearsal.header, [dealt.act for dealt in rehearsal.truth])
    assert [press.button.value for press in rehearsal.presses].count("green") == (kind is MistakeKind.TAKEN_BACK)


def test_nobody_tells_and_it_is_mended_all_the_same() -> None:
    rehearsal = play_with(Mistake(MistakeKind.WRONG_SEAT, 3), told=False)
    (mishap,) = rehearsal.mishaps
    assert mishap.told == "timeout"
    assert mishap.mended_s - mishap.seen_s > PATIENCE_S


def test_two_cards_stuck_together_lie_there_and_one_goes_back() -> None:
    rehearsal = rehearse(5, mistakes=(Mistake(MistakeKind.STUCK_TOGETHER, 1),))
    most = 0
    for _ in rehearsal:
        lying = stacks_on_the_table(rehearsal)
        if len(rehearsal.truth) == 1:
            most = max(most, sum(sum(stack.values()) for stack in lying.values()))
        if rehearsal.mishaps:
            break
    assert most == 3, "the first card, and the two that stuck together"
    act = rehearsal.truth[1].act
    assert act.verb == "deal" and stacks_on_the_table(rehearsal)[act.player or ""] == Counter(act.cards)


def test_a_card_in_the_wrong_place_is_no_act_that_is_expected() -> None:
    rehearsal = rehearse(5, mistakes=(Mistake(MistakeKind.WRONG_SEAT, 2),))
    before = None
    for _ in rehearsal:
        if len(rehearsal.truth) == 2 and before is None:
            before = stacks_on_the_table(rehearsal)
        if before is None or any(thing.kind == "hand" for thing in rehearsal.scene.things.values()):
            continue
        after = stacks_on_the_table(rehearsal)
        fallen = [Act("deal", name, (rank,)) for name in rehearsal.seats for rank in after[name] - before[name]]
        if fallen:
            break
    assert len(fallen) == 1 and fallen[0] not in rehearsal.game.expects


def test_the_draw_pile_runs_out_and_the_discards_are_shuffled() -> None:
    header = Header.from_mapping({"variant": "basic", "players": ["A", "B"], "target": 40, "burn": 45})
    rehearsal = Rehearsal(header, 9, SceneSettings.random(9, seats=2, size_px=SMALL))
    for _ in rehearsal:
        if any(dealt.act.verb == "reshuffle" for dealt in rehearsal.truth):
            break
    assert [str(told.act) for told in rehearsal.told][-1] == "reshuffle"
    assert len(rehearsal.cards.pile) >= rehearsal.game.state.deck > 0
