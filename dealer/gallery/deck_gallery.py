"""The screens on which a deck is chosen and taught, with sample decks: for the gallery and the tests."""

from dataclasses import replace

from dealer.decks.deck_choice import DeckChoice, ShelvedDeck, unfinished
from dealer.decks.lesson_sentences import ASKED, DOUBTED, LEARNT, TEST, labels, of_trouble, shown, the_card
from dealer.display.screens import MessageScreen, Screen
from dealer.hands.start_form import StartForm
from dealer.words.sentences import Sentence

DECKS = (
    ShelvedDeck("Deck 1"),
    ShelvedDeck("Deck 2", 3),
    ShelvedDeck("pirates"),
    ShelvedDeck("The worn ones from the cabin by the lake"),
    ShelvedDeck("borrowed", None),
)


def deck_screens(names: tuple[str, ...]) -> dict[str, Screen]:
    """The start screen with a deck, the list of decks and a lesson's sentences, by name."""
    form = StartForm.of({"players": list(names)}, decks=DeckChoice.of(DECKS, DECKS[3].name))
    opened = form.decks.opened()
    many = DeckChoice.of(ShelvedDeck(f"Deck {number}") for number in range(1, 15))
    screens: dict[str, Screen] = {
        "deck-start": replace(form, selected="deck").screen(),
        "deck-unfinished": form.after_lesson(form.decks, unfinished("Deck 2", 3)).screen(),
        "decks": opened.screen(),
        "decks-unfinished": replace(opened, listed=2).screen(),
        "decks-damaged": replace(opened, listed=5).screen(),
        "decks-none": DeckChoice().opened().screen(),
        "decks-many": replace(many, listed=15).screen(),
    }
    for name, sentence, rank in (
        ("lesson-asked", ASKED, 1),
        ("lesson-learnt", LEARNT, 7),
        ("lesson-doubted", DOUBTED, 10),
        ("lesson-test", TEST, 1),
        ("lesson-coasters", of_trouble("no-coasters"), 1),
    ):
        screens[name] = lesson_screen(sentence, rank=rank)
    return screens


def lesson_screen(sentence: Sentence, *, rank: int) -> MessageScreen:
    """A sentence of a lesson about a card of ``rank``, with the buttons that go with it."""
    facts = {"card": the_card(rank), "other": the_card(11 - rank), "number": 3}
    buttons = labels(done=sentence is TEST, again=sentence is not TEST)
    return MessageScreen(shown(sentence.headline, facts), shown(sentence.detail, facts), labels=buttons)
