"""Games with hands: what goes wrong is asked or complained of in their own words, and mended, never guessed."""

from dataclasses import replace

from referee_play import lines
from referee_scripted import DEALT, Scripted, causes
from referee_table import only

from dealer.rules.acts import Act
from dealer.seen.verdicts import Ask, Cause, Irregular, Wait
from dealer.view import Face
from dealer.words.prompter import prompt


def monster() -> Scripted:
    return Scripted("monster", 4, "Bob discard 3", "Carlos discard 2", "Delia fold", "Angie discard 3")


def test_monster_a_hand_is_read_out_before_it_counts() -> None:
    evening = monster()
    for rank in (9, 8, 7):
        evening.deal("Bob", rank)
    shown = only(evening.wait(3.6), Wait)
    assert (shown.why.cause, shown.why.player) == (Cause.SHOWN, "Bob")
    assert sorted(spot.rank or 0 for spot in shown.why.cards) == [7, 8, 9]
    evening.bench.watch(0.8)
    assert str(evening.bench.game.acts[-1]) == "Bob show 7 8 9", "the order in which they lay there means nothing"


def test_monster_a_hand_counts_at_once_when_it_is_confirmed() -> None:
    evening = monster()
    for rank in (9, 8, 7):
        evening.deal("Bob", rank)
    shown = only(evening.wait(1.4), Wait)
    evening.bench.referee.answer(shown.choices[0])
    assert lines(evening.bench.game)[-1] == "Bob show 7 8 9"


def test_monster_a_hand_that_somebody_says_no_to_does_not_count() -> None:
    evening = monster()
    for rank in (9, 8, 7):
        evening.deal("Bob", rank)
    shown = only(evening.wait(1.4), Wait)
    evening.bench.referee.answer(shown.choices[-1])
    assert not isinstance(evening.wait(12), Ask | Irregular)


def test_monster_a_hand_with_too_few_cards_is_not_the_whole_hand() -> None:
    evening = monster()
    evening.deal("Carlos", 9)
    evening.deal("Carlos", 8)
    wrong = only(evening.wait(), Irregular)
    assert (wrong.why.cause, wrong.why.player, wrong.why.amount) == (Cause.WRONG_COUNT, "Carlos", 4)


def test_monster_a_pair_cannot_be_shown() -> None:
    evening = monster()
    for rank in (9, 9, 7):
        evening.deal("Bob", rank)
    assert causes(evening.wait()) is Cause.PAIR_SHOWN


def test_monster_a_card_of_the_hand_that_is_not_read_is_asked_about_first() -> None:
    evening = monster()
    evening.deal("Bob", 9)
    evening.deal("Bob", 8)
    unread = evening.lay(evening.bench.stack("Bob"), None)
    asked = only(evening.wait(), Ask)
    assert asked.question.cause is Cause.RANK
    evening.bench.referee.answer(next(choice for choice in asked.choices if choice.rank == 7))
    assert only(evening.wait(2), Wait).why.cause is Cause.SHOWN
    assert evening.bench.ranks[unread] is None


def test_monster_a_misread_hand_is_corrected_before_it_counts() -> None:
    evening = monster()
    numbers = [evening.deal("Bob", rank) for rank in (9, 8, 7)]
    only(evening.wait(3), Wait)
    evening.bench.referee.correct(numbers[2], 6)
    shown = only(evening.wait(2), Wait)
    assert sorted(spot.rank or 0 for spot in shown.why.cards) == [6, 8, 9], "it is read out anew"
    evening.bench.referee.answer(shown.choices[0])
    assert lines(evening.bench.game)[-1] == "Bob show 6 8 9"


def test_monster_a_hand_that_people_tell_is_what_lies_there_whatever_was_read() -> None:
    evening = monster()
    numbers = [evening.deal("Bob", rank) for rank in (9, 8, 7)]
    shown = only(evening.wait(1.4), Wait)
    evening.bench.referee.answer(shown.choices[-1])
    evening.bench.referee.say(Act("show", "Bob", (1, 8, 9)))
    assert not any(isinstance(verdict, Ask | Irregular) for verdict in evening.bench.watch(12))
    assert evening.bench.referee.ranks()[numbers[2]] == 1, "the eye learns what it looked like"
    evening.deal("Carlos", 10)
    assert only(evening.wait(), Irregular).why.cause is Cause.WRONG_COUNT, "the next hand is looked at"


def test_monster_of_a_hand_that_people_tell_one_card_may_not_be_seen() -> None:
    evening = monster()
    numbers = [evening.deal("Bob", rank) for rank in (9, 8)]
    evening.bench.look()
    evening.bench.referee.say(Act("show", "Bob", (1, 8, 9)))
    assert [evening.bench.referee.ranks()[number] for number in numbers] == [9, 8]
    assert not any(isinstance(verdict, Ask | Irregular) for verdict in evening.bench.watch(12))


def regent(*acts: str) -> Scripted:
    return Scripted("regent", 3, *DEALT, *acts)


def test_regent_a_card_from_the_hand_is_a_gift_and_one_from_the_deck_an_attack() -> None:
    evening = regent("Angie gift Bob 6", "Bob attack Carlos 2")
    assert evening.asked == []
    assert lines(evening.bench.game)[-2:] == ["Angie gift Bob 6", "Bob attack Carlos 2"]


def test_regent_where_face_down_cards_cannot_be_counted_it_is_asked() -> None:
    evening = regent()
    heaped = evening.down["Angie"][0]
    evening.bench.take(heaped)  # pushed under the other one, for long
    evening.bench.watch(6)
    evening.deal("Bob", 6)
    asked = only(evening.wait(), Ask)
    assert asked.question.cause is Cause.WHICH_ACT
    said = [str(act) for choice in asked.choices for act in choice.acts]
    assert said == ["Angie attack Bob 6", "Angie gift Bob 6"]
    evening.bench.referee.answer(asked.choices[1])
    assert lines(evening.bench.game)[-1] == "Angie gift Bob 6"


def test_regent_what_is_asked_offers_the_gift_though_the_back_still_seems_to_lie_there() -> None:
    evening = regent()
    bench = evening.bench
    bench.take(evening.down["Bob"][0])  # pushed under the other one, for long
    bench.watch(6)
    back = evening.down["Angie"][0]
    bench.lying[back] = replace(bench.lying[back], face=Face.UNKNOWN)  # it was turned, and is no longer there
    evening.deal("Bob", 6)
    said = [str(act) for choice in only(evening.wait(), Ask).choices for act in choice.acts]
    assert said == ["Angie attack Bob 6", "Angie gift Bob 6"]


def test_regent_it_is_asked_though_a_hand_stays_on_the_table() -> None:
    evening = regent()
    bench = evening.bench
    bench.take(evening.down["Angie"][0])
    bench.watch(6)
    evening.deal("Bob", 6)
    verdicts = bench.watch(12, hidden=(bench.stack("Carlos"),))
    assert only(verdicts[-1], Ask).question.cause is Cause.WHICH_ACT


def test_regent_a_card_that_pairs_can_be_no_gift() -> None:
    evening = regent()
    evening.bench.take(evening.down["Angie"][0])
    evening.bench.watch(6)
    evening.deal("Bob", 10)
    evening.bench.watch(6)
    assert lines(evening.bench.game)[-1] == "Angie attack Bob 10"


def test_regent_one_card_turned_face_up_is_not_seeing_yet() -> None:
    evening = regent()
    evening.turn(evening.down["Bob"][0], 3)
    evening.wait(2)
    evening.turn(evening.down["Bob"][1], 5)
    evening.bench.watch(3)
    assert lines(evening.bench.game)[-1] == "Angie see Bob 3 5"


def test_regent_a_drawn_card_is_seen_face_down() -> None:
    evening = regent()
    evening.put_down("Angie")
    evening.bench.watch(2)
    assert lines(evening.bench.game)[-1] == "Angie draw"


def test_regent_a_card_in_ones_own_place_is_out_of_turn() -> None:
    evening = regent()
    evening.deal("Angie", 7)
    assert causes(evening.wait()) is Cause.OUT_OF_TURN


def test_troll_guts_nobody_has_a_hand_to_take_a_card_back_into() -> None:
    evening = Scripted("troll-guts", 3, *DEALT)
    evening.deal("Bob", 7)
    wrong = only(evening.wait(), Irregular)
    assert (wrong.why.cause, wrong.why.player, wrong.why.other) == (Cause.OUT_OF_TURN, "Angie", "Bob")
    words = prompt(evening.bench.game, wrong)
    assert words.detail == "Bob's 7 goes back where it came from. It is Angie's turn."


def test_troll_guts_and_regent_are_asked_in_their_own_words() -> None:
    piles = Scripted("troll-guts", 3, *DEALT, piles=True)
    piles.deal("Angie", 7)
    asked = prompt(piles.bench.game, piles.wait())
    assert (asked.headline, asked.spoken) == (
        "Angie's 7: drawn, stolen or bought?",
        "Angie's seven: drawn, stolen or bought?",
    )
    heaped = regent()
    heaped.bench.take(heaped.down["Angie"][0])
    heaped.bench.watch(6)
    heaped.deal("Bob", 6)
    assert prompt(heaped.bench.game, heaped.wait()).headline == "Angie's 6: an attack or a gift?"


def test_troll_guts_from_piles_it_is_asked_where_the_card_came_from() -> None:
    evening = Scripted("troll-guts", 3, *DEALT, piles=True)
    evening.lay_the_down_cards()
    evening.deal("Angie", 7)
    asked = only(evening.wait(), Ask)
    assert asked.question.cause is Cause.WHICH_ACT
    said = {str(act) for choice in asked.choices for act in choice.acts}
    assert said == {"Angie draw 7", "Angie steal Bob 7", "Angie steal Carlos 7", "Angie buy 7"}


def test_troll_guts_what_was_stolen_is_offered_first_from_where_a_hand_was_seen_and_last_from_elsewhere() -> None:
    evening = Scripted("troll-guts", 4, "deal Bob 10", "deal Carlos 9", "deal Delia 8", "deal Angie 4", piles=True)
    evening.bench.look(hidden=(evening.bench.stack("Carlos"), evening.bench.stack("Angie")), moving=True)
    evening.deal("Angie", 7)
    asked = only(evening.wait(), Ask)
    offered = [str(choice.acts[0]) for choice in asked.choices if choice.acts]
    said = ["Angie steal Carlos 7", "Angie draw 7", "Angie buy 7", "Angie steal Bob 7", "Angie steal Delia 7"]
    assert offered == said


def test_troll_guts_two_cards_where_one_is_due_are_asked_about() -> None:
    """One of them may be another card that was found a second time: neither is passed over in silence."""
    evening = Scripted("troll-guts", 3, *DEALT, piles=True)
    player = str(evening.truth.expects.turn)
    ghost = evening.deal(player, 6)
    evening.bench.watch(1.2)
    came = evening.deal(player, 4)
    asked = only(evening.wait(), Ask)
    assert asked.question.cause is Cause.WHICH_ACT
    ids = [choice.sightings for choice in asked.choices if choice.acts]
    assert ids[0] == (came,) and (ghost,) in ids, "the last one first"
    evening.bench.referee.answer(asked.choices[0])
    assert lines(evening.bench.game)[-1] == f"{player} draw 4"


def test_troll_guts_a_face_down_card_that_is_gone_tells_where_it_came_from() -> None:
    evening = Scripted("troll-guts", 3, *DEALT)
    evening.bench.take(evening.down["Carlos"].pop())
    evening.deal("Angie", 7)
    evening.bench.watch(3)
    assert lines(evening.bench.game)[-1] == "Angie steal Carlos 7"
