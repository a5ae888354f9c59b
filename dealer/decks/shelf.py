"""``dealer decks``: list the taught decks; rename, export, import and delete them. And which deck is read with."""

import argparse
import json
from pathlib import Path

from dealer.errors import InputError
from dealer.locale import _
from dealer.locale.language import mark_several, spoken
from dealer.settings import data_folder
from vision.deck.deck_file import NO_DECK, RANKS, Deck, Shelf

PICTURES_OF_ALL = mark_several("{number} picture of all ten cards", "{number} pictures of all ten cards")
PICTURES_OF_SOME = mark_several(
    "{number} picture; still to teach: {ranks}", "{number} pictures; still to teach: {ranks}"
)


def manage(options: argparse.Namespace) -> int:
    """Run ``dealer decks``; returns the exit status."""
    shelf = Shelf(data_folder(options.data))
    if options.rename:
        name, new = options.rename
        shelf.rename(name, new)
        print(f"{name} is {new} now.")
    elif options.export:
        name, target = options.export
        print(shelf.export(name, Path(target)))
    elif options.import_from:
        deck = shelf.take_in(options.import_from, name=options.named)
        print(f"{deck.name}: {summary(deck)}")
    elif options.delete:
        shelf.delete(options.delete)
        print(f"{options.delete} is gone.")
    else:
        _list(shelf, as_json=options.json)
    return 0


def _list(shelf: Shelf, *, as_json: bool) -> None:
    names = shelf.names()
    for name in names:
        try:
            deck = shelf.load(name)
        except InputError as error:
            # one broken file must not hide the others
            print(
                json.dumps({"deck": name, "broken": str(error)}, ensure_ascii=False) if as_json else f"{name}: {error}"
            )
            continue
        if as_json:
            row = {"deck": name, "ranks": list(deck.taught), "pictures": len(deck.examples)}
            print(json.dumps(row, ensure_ascii=False))
        else:
            print(f"{name}: {summary(deck)}")
    if not names and not as_json:
        print("No deck has been taught. `dealer teach NAME` teaches one.")


def summary(deck: Deck) -> str:
    """One line on how far a deck has been taught.

    >>> summary(Deck("pirates"))
    '0 pictures; still to teach: A 2 3 4 5 6 7 8 9 10'
    """
    pictures = sum(example.rank in RANKS for example in deck.examples)
    if not deck.missing:
        return spoken().count(*PICTURES_OF_ALL, pictures)
    return spoken().count(*PICTURES_OF_SOME, pictures, ranks=" ".join(label(rank) for rank in deck.missing))


def label(rank: int) -> str:
    """A rank as cards show it, for people: an ace may be a 1 or an A.

    >>> label(1), label(10)
    ('A', '10')
    """
    return _("A") if rank == 1 else str(rank)


def chosen_deck(name: str | None, data: Path) -> Deck | None:
    """The deck to read with: None where no name, or ``none``, was given.

    Raises:
        InputError: no such deck, a broken file, or one that was not taught to the end.
    """
    if name is None or name == NO_DECK:
        return None
    deck = Shelf(data).load(name)
    if deck.missing:
        missing = ", ".join(label(rank) for rank in deck.missing)
        raise InputError(
            f"The deck {name!r} has too few cards: {missing} still to teach. `dealer teach {name!r}` goes on where it "
            "was left."
        )
    return deck
