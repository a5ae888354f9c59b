"""Sample screens of the first start, and of checking everything."""

from dataclasses import replace

from dealer.decks.deck_choice import DeckChoice, ShelvedDeck
from dealer.display.screens import Condition, Field, Screen, Told
from dealer.hands.checkup_pages import Checked, checking
from dealer.hands.first_start import DECK, SCREEN, ButtonsTried, Lines, TestDeal, told_of_cards
from dealer.hands.settings_form import Deed, Page, SettingsForm
from dealer.locale import _
from dealer.presses import Button
from dealer.settings import House, Settings

DECKS = DeckChoice((ShelvedDeck("Pirates"), ShelvedDeck("Robots of the Moon"), ShelvedDeck("Deck 3", 4)), "Pirates")


FOUND = (
    Told("version", Condition.FINE, "0.1.0"),
    Told("machine", Condition.FINE, "Raspberry Pi 5 Model B Rev 1.0, 4 cores, Linux-6.12.25-aarch64-with-glibc2.41"),
    Told("numpy", Condition.FINE, "2.2.4"),
    Told("journal", Condition.FINE, "whole, 212 games"),
    Told(
        "service",
        Condition.WITHOUT,
        "started anew 3 times since it began",
        "journalctl -u pairs-dealer.service -p warning says why",
    ),
    Told(
        "supply",
        Condition.WITHOUT,
        "the supply gave too little voltage since the start; the processor was throttled since the start",
        "use the supply that came with the Raspberry Pi, with its own short cable; let air come to it",
    ),
    Told("disk", Condition.MISSING, "/ can only be read", "sudo mount -o remount,rw /; or use a new card"),
    *(
        Told(name, Condition.FINE, "checksum right, 8c41f0e2a9b7")
        for name in ("model finder", "model ranks", "model zoomed")
    ),
    Told("clock", Condition.FINE, "set by the network"),
)


def first_screens() -> dict[str, Screen]:
    """The questions that have more than one line, the buttons, the test deal, and what was checked."""
    settings = Settings()
    form = SettingsForm(settings)
    told = SettingsForm(Settings(house=House("mqtts://broker.local:8883/the-fox", "Table 1", "table1", "SECRET2")))
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
        "checking": checking("memory", 16, 21, _("You can play on meanwhile.")),
        "checked": Checked.of(FOUND).screen(),
        "checked-fine": replace(Checked.of(FOUND), at=1).screen(),
        "settings-house": replace(told, page=Page.HOUSE, selected=0).screen(),
        "settings-typing": told.changed(("house", "broker"), 1).screen(),
        "settings-help": SettingsForm(settings, page=Page.HELP, selected=0, deeds=tuple(Deed)).screen(),
        "first-buttons": ButtonsTried(frozenset((Button.GREEN, Button.YELLOW))).screen(),
        "first-test": TestDeal(((1, 7), (2, 10))).screen(),
    }
