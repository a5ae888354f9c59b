"""Sample screens of the first start, and of the questions that lead to them again."""

from dataclasses import replace

from dealer.decks.deck_choice import DeckChoice, ShelvedDeck
from dealer.display.screens import Field, Screen
from dealer.hands.first_start import DECK, SCREEN, ButtonsTried, Lines, TestDeal, told_of_cards
from dealer.hands.settings_form import SettingsForm
from dealer.locale import _
from dealer.presses import Button
from dealer.settings import Settings

DECKS = DeckChoice((ShelvedDeck("Pirates"), ShelvedDeck("Robots of the Moon"), ShelvedDeck("Deck 3", 4)), "Pirates")


def first_screens() -> dict[str, Screen]:
    """The questions that have more than one line, the buttons and the test deal."""
    settings = Settings()
    form = SettingsForm(settings)
    screen = form.asked(_(SCREEN.title), SCREEN.keys, 1)
    deck = form.asked(_(DECK.title), DECK.keys, 0)
    fields = (Field(_("Deck"), DECKS.title()), *deck.fields)
    none = (Field(_("Deck"), DeckChoice().title()), *deck.fields)
    measured = told_of_cards(DECKS, (57.2, 88.1), settings)
    return {
        "first-screen": replace(screen, labels=Lines(2, at=1, changed=True).labels()),
        "first-deck": replace(
            deck, fields=none, labels=Lines(3).labels(), line=told_of_cards(DeckChoice(), None, settings)
        ),
        "first-deck-measured": replace(deck, fields=fields, labels=Lines(3, changed=True).labels(), line=measured),
        "first-buttons": ButtonsTried(frozenset((Button.GREEN, Button.YELLOW))).screen(),
        "first-test": TestDeal(((1, 7), (2, 10))).screen(),
    }
