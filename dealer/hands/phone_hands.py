"""What the phone of somebody who plays may do: say what they did, answer what they are asked, correct their own cards.

Only what the prompt offers, and of that only what is this player's own. The journal names the hand "phone of Ann".
"""

from dataclasses import dataclass
from enum import Enum

from dealer.hands.console import Console
from dealer.presses import Button
from dealer.rules.cards import RANKS
from dealer.seen.verdicts import Answer, Choice
from dealer.table.sitting import Sitting
from dealer.words.prompts import Action, Meaning, Mode, Prompt
from dealer.words.request import green

OF_THE_TABLE = frozenset({Answer.PLAY_ON})
"""Answers that a phone does not give: the table asks whoever it is about, face to face."""


class Kind(Enum):
    """How something that a phone may do is shown."""

    BUTTON = "button"
    CHOICE = "choice"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that a phone may do now. ``key`` names it, the same in every language."""

    key: str
    label: str
    kind: Kind


def hand_of(player: str) -> str:
    """Whose hand the journal names."""
    return f"phone of {player}"


def offers_of(sitting: Sitting, player: str, prompt: Prompt) -> tuple[Offer, ...]:
    """What this player's phone may do now; ``prompt`` is what is asked for, in the phone's language."""
    if prompt.mode is Mode.OVER or player not in sitting.game.header.players:
        return ()
    buttons = (
        Offer(meaning.button.value, meaning.label, Kind.BUTTON)
        for meaning in prompt.meanings
        if _is_own(sitting, player, prompt, meaning)
    )
    choices = (
        Offer(f"choice {index}", line.label, Kind.CHOICE)
        for index, line in enumerate(prompt.choices)
        if _is_about(player, prompt, line.choice)
    )
    cards = (Offer(f"card {sighting}", str(rank), Kind.CARD) for sighting, rank in own_cards(sitting, player))
    return (*buttons, *choices, *cards)


def own_cards(sitting: Sitting, player: str) -> tuple[tuple[int, int], ...]:
    """The called cards of a player that can be corrected: sighting and rank."""
    seats = {seat for seat, name in sitting.seats.items() if name == player}
    return tuple(
        (doubt.sighting.id, doubt.rank)
        for doubt in sitting.referee.doubtful()
        if doubt.sighting.place.seat in seats and doubt.rank is not None
    )


def _is_own(sitting: Sitting, player: str, prompt: Prompt, meaning: Meaning) -> bool:
    match meaning.action:
        case Action.SAY | Action.TELL_CARD:
            return meaning.act is not None and meaning.act.player == player
        case Action.ANSWER if meaning.choice is not None:
            return _is_about(player, prompt, meaning.choice)
        case Action.UNDO:
            last = sitting.game.last_act
            return last is not None and last.player == player
    return False


def _is_about(player: str, prompt: Prompt, choice: Choice) -> bool:
    """Whether a question's choice is this player's to make; what undoes others' moves is not."""
    undoes = choice.rank is not None and choice.answer in (Answer.CORRECT, Answer.LET_STAND)
    if undoes or choice.answer in OF_THE_TABLE:
        return False
    if choice.acts:
        return all(act.player == player for act in choice.acts)
    return prompt.turn == player


def done(console: Console, player: str, key: str) -> bool:
    """Do what a phone says, if it may; whether it did. A card's key has the rank that it is, after a blank."""
    sitting = console.sitting
    offered = {offer.key for offer in offers_of(sitting, player, sitting.prompt)}
    kind, _blank, rest = key.partition(" ")
    number, _blank, rank = rest.partition(" ")
    if console.paused or (f"card {number}" if kind == "card" else key) not in offered:
        return False
    before, sitting.hand = sitting.hand, hand_of(player)
    try:
        match kind:
            case "choice":
                return console.say(green(sitting.prompt.choices[int(number)]))
            case "card":
                return rank.isdecimal() and int(rank) in RANKS and console.correct(int(number), int(rank))
        meaning = sitting.prompt.meaning(Button(kind))
        return meaning is not None and console.say(meaning)
    finally:
        sitting.hand = before
