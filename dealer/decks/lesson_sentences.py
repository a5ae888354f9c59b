"""What a lesson says, and how it is worded for the screen (digits) and for the voice (words)."""

from dealer.display.screens import Labels
from dealer.locale import _
from dealer.locale.language import mark, spoken
from dealer.presses import Button
from dealer.words.phrases import Fact, Facts, Phrases, capitalised
from dealer.words.phrases import card as the_numbered_card
from dealer.words.sentences import OTHER_TROUBLE, TROUBLES, Sentence

THE_A = mark("the A")
THE_ACE = mark("the ace")

LOOKING = Sentence(mark("One moment"), mark("The table is looked over."))
ASKED = Sentence(mark("Lay {card} on the table"), mark("Any copy, any angle, nothing beside it."))
SEVERAL = Sentence(mark("One card at a time"), mark("I see {number} cards: leave only {card} there."))
LYING = Sentence(mark("Looking at {card}"), mark("Leave it there a moment."))
UNSEEN = Sentence(
    mark("I cannot see what {card} shows"), mark("It should lie flat, whole and alone: turn it or move it.")
)
AT_THE_EDGE = Sentence(UNSEEN.headline, mark("It lies at the picture's edge: move it towards the middle."))
DOUBTED = Sentence(
    mark("Is this {card}?"), mark("It looks like {other} that was taught before. Take it away and lay {card}.")
)
LEARNT = Sentence(mark("That is {card}"), mark("Take it away, and lay {other}."))
LEARNT_ALL = Sentence(LEARNT.headline, mark("Take it away. All ten are known; a test follows."))
TEST = Sentence(mark("Show me any card"), mark("Lay cards down; I say what I read. Green ends the test."))
READ = Sentence(LEARNT.headline, mark("Show me another. Green ends the test."))
UNSURE = Sentence(mark("I am not sure"), mark("A card lies there that I do not read for certain."))

ALL = (LOOKING, ASKED, SEVERAL, LYING, UNSEEN, AT_THE_EDGE, DOUBTED, LEARNT, LEARNT_ALL, TEST, READ, UNSURE)
"""Every sentence of a lesson, besides those about the camera."""


def of_trouble(code: str) -> Sentence:
    """What to say when the table cannot be seen: ``code`` as in ``TableView.trouble``, or ``""``: not yet."""
    return TROUBLES.get(code, OTHER_TROUBLE) if code else LOOKING


def the_card(rank: int) -> Fact:
    """The card of a rank, worded later; an ace shows an A or a 1.

    >>> from dealer.locale.language import ENGLISH
    >>> [Phrases(ENGLISH, aloud).word(the_card(rank)) for rank in (1, 7) for aloud in (False, True)]
    ['the A', 'the ace', 'the 7', 'the seven']
    """
    if rank != 1:
        return the_numbered_card(rank)
    return lambda phrases: phrases.language.say(THE_ACE if phrases.aloud else THE_A)


def shown(message: str, facts: Facts) -> str:
    """A message as the screen has it."""
    return capitalised(Phrases(spoken()).say(message, facts))


def said(message: str, facts: Facts) -> str:
    """A message as the voice says it: a whole sentence."""
    sentence = capitalised(Phrases(spoken(), aloud=True).say(message, facts))
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."


def labels(*, done: bool, again: bool) -> Labels:
    """What the buttons mean: end the test if there is one, teach a card again if there is one, stop."""
    return (
        *(((Button.GREEN, _("Done")),) if done else ()),
        *(((Button.YELLOW, _("Again")),) if again else ()),
        (Button.RED, _("Stop")),
    )
