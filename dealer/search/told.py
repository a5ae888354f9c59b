"""Cards that nobody saw, told by hand: which rank was it? Of a whole hand it is asked card by card."""

from collections.abc import Mapping

from dealer.game.driver import Game
from dealer.rules.acts import Act
from dealer.rules.cards import copies
from dealer.rules.expect import Needs, Option
from dealer.seen.verdicts import Answer, Ask, Cause, Choice, Reason, Spot
from dealer.view import Area, Place

TOLD_CARD_BY_CARD = (Needs.CARD, Needs.CARDS, Needs.HAND, Needs.HANDS)
"""What a person can tell by saying ranks."""


def question_of(game: Game, act: Act, seats: Mapping[int, str]) -> Ask | None:
    """Which card comes next in ``act``; None where the game expects no such card.

    ``act`` holds the cards of a hand that were told already; ``seats`` are the players by seat coaster.
    """
    option = _option_of(game, act)
    if option is None or option.needs not in TOLD_CARD_BY_CARD:
        return None
    possible = [option.act(*act.cards, rank) for rank in option.ranks]
    if len(act.cards) + 1 < option.least:
        possible = [each for each in possible if each.cards.count(each.cards[-1]) <= copies(each.cards[-1])]
    else:
        possible = [each for each in possible if not game.refusal(each)]
    question = Reason(Cause.TOLD_CARD, player=act.player, code=act.verb)
    if option.least > 1:
        seat = next((seat for seat, player in seats.items() if player == act.player), 0)
        told = tuple(Spot(Place(Area.STACK, seat), act.player, rank) for rank in act.cards)
        question = Reason(Cause.TOLD_HAND, player=act.player, amount=option.least, cards=told, code=act.verb)
    choices = tuple(Choice(Answer.TOLD, (each,), rank=each.cards[-1]) for each in possible)
    return Ask(question, (*choices, Choice(Answer.NONE)))


def is_part(game: Game, act: Act) -> bool:
    """Whether ``act`` holds only some cards of a hand."""
    option = _option_of(game, act)
    return option is not None and option.needs is Needs.HANDS and len(act.cards) < option.least


def _option_of(game: Game, act: Act) -> Option | None:
    return next((option for option in game.expects.options if option.fits(act)), None)
