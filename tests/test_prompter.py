"""What is shown, said and lit, for every verdict."""

import re
import string
from typing import Any

import pytest
from referee_table import Bench

from dealer.game.driver import Game
from dealer.locale.language import Language, language
from dealer.presses import Button
from dealer.rules.acts import Act
from dealer.seen.verdicts import Answer, Ask, Cause, Choice, Irregular, Nothing, Reason, Spot, TakeBack, Verdict, Wait
from dealer.view import Area, Place
from dealer.words import sentences
from dealer.words.prompter import prompt
from dealer.words.prompts import UNCHOSEN, Action, Mode, Prompt
from dealer.words.sentences import SENTENCES, TROUBLES, Sentence


@pytest.fixture
def bench() -> Bench:
    """Five players after the deal of the Companion's example: Delia is first, with the 6."""
    bench = Bench(options={"forfeit": "buys a round"})
    bench.opening(10, 10, 6, 9, 7)
    return bench


def shown(bench: Bench, verdict: Verdict) -> Prompt:
    return prompt(bench.game, verdict, time_s=bench.time_s)


def labels(made: Prompt) -> dict[str, str]:
    return {meaning.button.value: meaning.label for meaning in made.meanings}


# Play


def test_the_deal_says_to_whom_the_next_card_goes() -> None:
    bench = Bench(number=3)
    made = prompt(bench.game, Nothing())
    assert (made.mode, made.headline, made.detail) == (Mode.PLAY, "Deal: a card to Bob", "Burn 5 cards.")
    assert made.due == ("Bob", "Carlos", "Angie")
    assert made.spoken == "Burn five cards. Deal one card to each."
    assert labels(made) == {"green": "card for Bob", "blue": "menu"}  # nothing to undo, nothing to refuse
    assert made.meaning(Button.RED) is None


def test_a_turn_says_who_what_and_for_how_much(bench: Bench) -> None:
    made = prompt(bench.game, Nothing())
    assert made.headline == "Delia: hit or fold for 6"
    assert made.spoken == "Delia, hit or fold for six."
    assert (made.turn, made.price) == ("Delia", 6)
    assert labels(made) == {"green": "hit", "red": "fold 6", "yellow": "undo", "blue": "menu"}


def test_buttons_carry_the_acts_that_the_game_expects(bench: Bench) -> None:
    made = prompt(bench.game, Nothing())
    green, red = made.meaning(Button.GREEN), made.meaning(Button.RED)
    assert green is not None and (green.action, green.act) == (Action.TELL_CARD, Act("hit", "Delia"))
    assert red is not None and (red.action, red.act) == (Action.SAY, Act("fold", "Delia", (6,), "Delia"))
    assert red.act in bench.game.expects


def test_each_card_is_called_as_it_falls(bench: Bench) -> None:
    bench.deal("Delia", 8)
    bench.deal("Echo", 3)
    made = shown(bench, bench.look())
    assert made.called == "Delia, eight. Echo, three."
    assert made.calls == ("Delia, 8.", "Echo, 3.")
    assert made.headline == "Angie: hit or fold for 3"


def test_a_pair_says_who_scores_how_much(bench: Bench) -> None:
    bench.deal("Delia", 6)
    assert shown(bench, bench.look()).called == "Pair! Six."


def test_a_second_score_says_the_total(bench: Bench) -> None:
    bench.deal("Delia", 6)
    bench.look()
    bench.gather()
    bench.look()
    bench.opening(10, 9, 4, 8, 5)
    bench.deal("Delia", 4)
    assert shown(bench, bench.look()).called == "Pair! Four. Ten now."


@pytest.mark.parametrize(("owner", "said"), [("Echo", "takes Echo's three"), ("Angie", "keeps the three")])
def test_a_fold_says_whose_card_is_taken(bench: Bench, owner: str, said: str) -> None:
    bench.deal("Delia", 8)
    bench.deal("Echo", 3 if owner == "Echo" else 5)
    bench.look()
    if owner == "Angie":
        bench.deal("Angie", 3)
        bench.look()
        for player, rank in (("Bob", 9), ("Carlos", 8), ("Delia", 10), ("Echo", 7)):
            bench.deal(player, rank)
        bench.look()
        bench.look()
    verdict = bench.referee.say(Act("fold", "Angie", (3,), owner))
    assert shown(bench, verdict).called == f"Angie folds and {said}."


def test_a_tie_for_low_names_the_tied() -> None:
    bench = Bench(number=3)
    bench.opening(4, 4)
    bench.deal("Angie", 9)
    made = shown(bench, bench.look())
    assert made.called == "Angie, nine. Tie for low: Bob and Carlos."
    assert (made.headline, made.spoken) == ("Tie for low: a card to Bob", "Break the tie.")


def test_the_end_names_the_loser_and_the_forfeit() -> None:
    bench = Bench(number=2, options={"target": 4, "forfeit": "buys a round"})
    bench.opening(4, 9)
    bench.deal("Bob", 4)
    made = shown(bench, bench.look())
    assert made.mode is Mode.OVER
    assert (made.headline, made.detail) == ("Bob loses with 4", "Forfeit: buys a round.")
    assert made.spoken == "Bob loses with four points. Forfeit: buys a round. Bob deals next."
    assert labels(made) == {"green": "again", "red": "new game", "yellow": "undo", "blue": "settle up"}


@pytest.mark.parametrize("why", [Reason(Cause.TROUBLE, code="dark"), Reason(Cause.HIDDEN), Reason(Cause.MOVING)])
def test_the_end_stays_on_the_screen_whatever_the_camera_sees(why: Reason) -> None:
    bench = Bench(number=2, options={"target": 4})
    bench.opening(4, 9)
    bench.deal("Bob", 4)
    bench.look()
    assert prompt(bench.game, Wait(why, since_s=0.0)).mode is Mode.OVER


def test_a_reshuffle_says_how_many_to_burn() -> None:
    acts = (Act("deal", "Bob", (9,)), Act("deal", "Angie", (7,)))
    bench = Bench(number=2, acts=acts, options={"burn": 53})
    made = prompt(bench.game, Nothing())
    assert made.headline == "Reshuffle, burn 53"
    green = made.meaning(Button.GREEN)
    assert green is not None and green.act == Act("reshuffle")


# Waiting, asking, complaining


def test_while_something_covers_the_cards_all_that_may_be_told_is_stepped_through() -> None:
    game = Bench(number=3, options={"variant": "rocket"}).game
    waiting = Wait(Reason(Cause.HIDDEN), 0.0)
    made = prompt(game, waiting)
    assert made.mode is Mode.WAIT and made.selected == UNCHOSEN and made.meaning(Button.GREEN) is None
    offered = [prompt(game, waiting, selected=number).meaning(Button.GREEN) for number in range(3)]
    assert [meaning and meaning.label for meaning in offered] == ["bet 10", "bet 20", "bet 30"]


def test_a_short_wait_is_not_spoken_of(bench: Bench) -> None:
    wait = Wait(Reason(Cause.HIDDEN), since_s=100.0)
    assert prompt(bench.game, wait, time_s=101.0).mode is Mode.PLAY
    made = prompt(bench.game, wait, time_s=104.0)
    assert (made.mode, made.spoken) == (Mode.WAIT, "I can't see all the cards.")


@pytest.mark.parametrize("code", [*TROUBLES, "something new"])
def test_every_trouble_has_its_sentence(bench: Bench, code: str) -> None:
    made = prompt(bench.game, Wait(Reason(Cause.TROUBLE, code=code), since_s=0.0))
    assert made.mode is Mode.WAIT and made.headline and made.detail


def test_the_wrong_seat_is_mended_in_the_words_of_the_design(bench: Bench) -> None:
    bench.deal("Echo", 8)
    verdict = bench.watch(4)[-1]
    made = shown(bench, verdict)
    assert made.mode is Mode.IRREGULAR
    assert made.headline == "Delia's 8 lies with Echo"
    assert made.detail == "It is Delia's 8: move it to Delia, or press OK and it counts as Delia's where it lies."
    green = made.meaning(Button.GREEN)
    assert green is not None and green.choice is not None and green.choice.answer is Answer.LET_STAND


def test_two_cards_stuck_together_are_mended_in_the_words_of_the_design(bench: Bench) -> None:
    bench.deal("Delia", 8)
    bench.deal("Delia", 5)
    made = shown(bench, bench.watch(4)[-1])
    assert "goes back on top of the pile" in made.detail
    assert "five" in made.spoken
    assert labels(made)["red"] == "the 5 stays"


def test_old_cards_are_named_with_their_players(bench: Bench) -> None:
    bench.move(bench.at("Delia", 6), bench.points("Delia"))
    bench.look()
    bench.take(bench.at("Carlos", 10), bench.at("Angie", 7))
    bench.deal("Bob", 3)
    made = shown(bench, bench.watch(4)[-1])
    assert made.detail == "Clear away Bob's 10 and Echo's 9, or press OK to ignore them."


def test_a_question_offers_its_choices_one_by_one(bench: Bench) -> None:
    bench.deal("Delia", None, probabilities=(0, 0, 0, 0, 0, 0, 0.4, 0, 0.55, 0, 0.05))
    ask = bench.watch(2)[-1]
    made = shown(bench, ask)
    assert (made.mode, made.headline) == (Mode.QUESTION, "What is Delia's new card?")
    assert labels(made) == {"green": "9", "red": "no card", "yellow": "undo", "blue": "next"}
    assert prompt(bench.game, ask, selected=1).meaning(Button.GREEN).label == "7"  # type: ignore[union-attr]
    assert prompt(bench.game, ask, selected=len(made.choices)).selected == 0


def test_a_fifth_four_is_named(bench: Bench) -> None:
    ask = Ask(Reason(Cause.IMPOSSIBLE_RANK, "Bob", 4, amount=4), (Choice(Answer.RANK, rank=5, sightings=(1,)),))
    made = prompt(bench.game, ask)
    assert made.headline == "The fifth 4? Which is it?"
    assert made.spoken == "The fifth four? What is Bob's card?"


def complained(bench: Bench, cause: Cause, code: str, **facts: Any) -> tuple[str, str]:
    """What is shown large and below it of a complaint, in a language."""
    made = prompt(bench.game, Irregular(Reason(cause, "Carlos", **facts)), language=language(code))
    return made.headline, made.detail


@pytest.mark.parametrize(
    ("code", "headline", "detail"),
    [
        ("en", "An old card still lies there", "Clear away Carlos's 4, or press OK to ignore it."),
        (
            "de",
            "Da liegt noch eine alte Karte",
            "Räumt die 4 von Carlos ab, oder drückt OK, dann zählt sie nicht mehr.",
        ),
    ],
)
def test_one_old_card_is_cleared_away_in_the_singular(bench: Bench, code: str, headline: str, detail: str) -> None:
    spots = (Spot(Place(Area.STACK, 3), "Carlos", 4),)
    assert complained(bench, Cause.NOT_CLEARED, code, cards=spots) == (headline, detail)


@pytest.mark.parametrize(
    ("code", "headline", "detail"),
    [
        ("en", "Old cards still lie there", "Clear away Carlos's 4 and Bob's 7, or press OK to ignore them."),
        (
            "de",
            "Da liegen noch alte Karten",
            "Räumt die 4 von Carlos und die 7 von Bob ab, oder drückt OK, dann zählen sie nicht mehr.",
        ),
    ],
)
def test_several_old_cards_are_cleared_away_in_the_plural(bench: Bench, code: str, headline: str, detail: str) -> None:
    spots = (Spot(Place(Area.STACK, 3), "Carlos", 4), Spot(Place(Area.STACK, 2), "Bob", 7))
    assert complained(bench, Cause.NOT_CLEARED, code, cards=spots) == (headline, detail)


@pytest.mark.parametrize(
    ("code", "cause", "headline", "detail"),
    [
        ("en", Cause.NOT_CLEARED, "An old card still lies there", "Clear away the 6 in the middle, or press OK"),
        ("de", Cause.NOT_CLEARED, "Da liegt noch eine alte Karte", "Räumt die 6 in der Mitte ab, oder drückt OK"),
        ("en", Cause.GONE, "The 6 in the middle is gone", "Put the 6 back into the middle, or press OK"),
        ("de", Cause.GONE, "Die 6 in der Mitte ist weg", "Legt die 6 zurück in die Mitte, oder drückt OK"),
        ("en", Cause.MOVED, "The 6 in the middle has moved", "Put the 6 back into the middle, or press OK"),
        ("de", Cause.COUNTS, "Zählt die 6 in der Mitte?", "Sie liegt in der Mitte und zählt noch nicht."),
        ("en", Cause.DOUBLE, "A second 6 in the middle?", "The 6 in the middle was pushed, or another 6 lies on it."),
        ("en", Cause.NOT_DUE, "No card is due", "The 6 in the middle goes back on top of the pile."),
        ("en", Cause.OUT_OF_TURN, "The 6 is one too many", "The 6 goes back to whoever played it."),
        ("de", Cause.OUT_OF_TURN, "Die 6 ist zu viel", "Die 6 geht an den zurück, der sie gespielt hat."),
    ],
)
def test_a_common_card_lies_in_the_middle_and_is_nobodys(code: str, cause: Cause, headline: str, detail: str) -> None:
    bench = Bench(number=4, options={"variant": "sweep"})
    reason = Reason(cause, rank=6, cards=(Spot(Place(Area.TABLE), None, 6),))
    verdict = Ask(reason, ()) if cause in (Cause.COUNTS, Cause.DOUBLE) else Irregular(reason)
    made = prompt(bench.game, verdict, language=language(code))
    assert made.headline == headline
    assert made.detail.startswith(detail)


@pytest.mark.parametrize(
    ("code", "amount", "detail"),
    [
        ("en", 1, "Lay out the one card of the hand, so that it can be read."),
        ("en", 6, "Lay out all 6 cards of the hand, so that each can be read."),
        ("de", 1, "Leg die eine Karte der Hand so hin, dass man sie lesen kann."),
        ("de", 6, "Leg alle 6 Karten der Hand so aus, dass man jede lesen kann."),
    ],
)
def test_a_hand_of_one_card_is_asked_for_in_the_singular(bench: Bench, code: str, amount: int, detail: str) -> None:
    assert complained(bench, Cause.WRONG_COUNT, code, amount=amount)[1] == detail


@pytest.mark.parametrize(
    ("code", "amount", "detail"),
    [
        ("en", 1, "Bob's card can't be that: the deck holds only one, and it was seen."),
        ("en", 4, "Bob's card can't be that: the deck holds only 4, and all were seen."),
        ("de", 1, "Die von Bob kann das nicht sein: Es gibt nur eine, und die war schon zu sehen."),
        ("de", 4, "Die von Bob kann das nicht sein: Es gibt nur 4, und alle waren schon zu sehen."),
    ],
)
def test_the_only_one_of_a_rank_is_spoken_of_in_the_singular(bench: Bench, code: str, amount: int, detail: str) -> None:
    question = Reason(Cause.IMPOSSIBLE_RANK, "Bob", amount, amount=amount)
    ask = Ask(question, (Choice(Answer.RANK, rank=5, sightings=(1,)),))
    assert prompt(bench.game, ask, language=language(code)).detail == detail


@pytest.mark.parametrize(
    ("code", "least", "words"),
    [
        ("en", 1, "Fold: take any card in play (lowest: 1)."),
        ("en", 3, "Fold: take any card in play (lowest: 3)."),
        ("de", 1, "Aussteigen: irgendeine Karte im Spiel nehmen (niedrigste: 1)."),
        ("de", 3, "Aussteigen: irgendeine Karte im Spiel nehmen (niedrigste: 3)."),
    ],
)
def test_the_lowest_card_is_a_figure(code: str, least: int, words: str) -> None:
    acts = (Act("deal", "Bob", (9,)), Act("deal", "Angie", (least,)))
    bench = Bench(number=2, acts=acts, options={"variant": "continuous"})
    assert prompt(bench.game, Nothing(), language=language(code)).detail == words


@pytest.mark.parametrize(
    ("code", "stones", "words"),
    [
        ("en", 1, "1 white stone lies there."),
        ("en", 2, "2 white stones lie there."),
        ("de", 1, "Weiße Steine: 1."),
        ("de", 2, "Weiße Steine: 2."),
    ],
)
def test_one_white_stone_lies_there(code: str, stones: int, words: str) -> None:
    cards = {1: (10, 9), 2: (8, 9)}[stones]
    acts = tuple(Act("deal", player, (card,)) for player, card in zip(("Bob", "Angie"), cards, strict=True))
    bench = Bench(number=2, acts=acts, options={"variant": "blackstone"})
    assert prompt(bench.game, Nothing(), language=language(code)).detail.endswith(words)


def test_a_cover_asks_in_the_words_of_the_design(bench: Bench) -> None:
    bench.look()
    bench.covered[4] = bench.time_s
    made = shown(bench, bench.watch(1)[-1])
    assert made.spoken == "Delia, fold for six?"
    assert labels(made) == {"green": "fold", "red": "no", "yellow": "undo", "blue": "menu"}


def test_a_take_back_is_offered(bench: Bench) -> None:
    number = bench.deal("Delia", 8)
    bench.look()
    bench.take(number)
    verdict = bench.watch(3)[-1]
    assert isinstance(verdict, TakeBack)
    made = shown(bench, verdict)
    assert (made.headline, made.spoken) == ("Taken back: Delia hit 8?", "Take back: Delia hit eight?")
    assert labels(made)["green"] == "take back" and labels(made)["red"] == "it stays"


def test_what_was_undone_and_corrected_is_said(bench: Bench) -> None:
    bench.deal("Delia", 8)
    bench.look()
    assert shown(bench, bench.referee.undo()).called == "Taken back: Delia hit eight."
    assert shown(bench, bench.referee.correct(bench.at("Bob", 10), 9)).called == "Corrected: Bob got nine."


def test_a_refusal_is_said(bench: Bench) -> None:
    made = shown(bench, bench.referee.say(Act("hit", "Bob", (5,))))
    assert "Delia" in made.called and made.mode is Mode.PLAY


# All sentences


def every_sentence() -> list[Sentence]:
    kept = (SENTENCES, TROUBLES, sentences.FOR_ONE, sentences.IN_THE_MIDDLE)
    alone = [sentence for sentence in vars(sentences).values() if isinstance(sentence, Sentence)]
    return [*alone, *(sentence for several in kept for sentence in several.values())]


def test_every_cause_has_a_sentence() -> None:
    assert set(Cause) - set(SENTENCES) == {Cause.TROUBLE}


@pytest.mark.parametrize("cause", [cause for cause in Cause if cause is not Cause.TROUBLE])
def test_every_reason_can_be_said(bench: Bench, cause: Cause) -> None:
    spots = (Spot(Place(Area.STACK, 2), "Bob", 7, 3), Spot(Place(Area.STACK, 3), "Carlos", None, 4))
    reason = Reason(cause, "Bob", 7, other="Carlos", amount=4, cards=spots, code="fold")
    for verdict in (Wait(reason, 0.0), Ask(reason, ()), Irregular(reason)):
        made = prompt(bench.game, verdict)
        for said in (made.headline, made.detail, made.spoken):
            assert "{" not in said and "None" not in said, said
        assert not re.search(r"\d", made.spoken), made.spoken


def test_sentences_are_short_enough_to_be_read_from_two_metres() -> None:
    for sentence in every_sentence():
        assert len(sentence.headline) <= 42, sentence.headline
        assert len(sentence.detail) <= 110, sentence.detail


def test_another_language_says_the_same_facts() -> None:
    class Shouting:
        def gettext(self, message: str) -> str:
            """Upper case, but for what stands in braces."""
            parts = string.Formatter().parse(message)
            return "".join(text.upper() + (f"{{{name}}}" if name is not None else "") for text, name, _, _ in parts)

        def ngettext(self, one: str, several: str, number: int) -> str:
            return self.gettext(one if number == 1 else several)

    bench = Bench(number=3)
    bench.opening(7, 5, 9)
    language = Language("xx", Shouting())  # type: ignore[arg-type]
    assert prompt(bench.game, Nothing(), language=language).spoken == "Carlos, HIT OR FOLD FOR FIVE."


def test_a_game_undecided_says_so() -> None:
    acts = [Act("deal", "Bob", (9,)), Act("deal", "Angie", (7,))]
    bench = Bench(number=2, acts=tuple(acts), options={"burn": 53})
    made = prompt(Game(bench.game.header, bench.game.acts), Nothing())
    assert made.mode is Mode.PLAY
