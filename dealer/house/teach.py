"""``dealer teach``: a deck learnt from photographs, or from its ten cards laid down before the camera."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from dealer.decks.shelf import chosen_deck, label, summary
from dealer.errors import InputError
from dealer.locale import _
from dealer.locale.language import chosen_language, speak
from dealer.settings import data_folder, read_settings
from dealer.system.bars import with_bar
from vision.deck.deck_file import RANKS, Deck, Shelf, check_name
from vision.deck.taught import Taught
from vision.nets.ranks import Ranks
from vision.pictures import load_picture
from vision.reading.see import card_width, key_of, load_widths
from vision.reading.teaching import Conflict, OneCard, Teacher, conflicts, taught_all

ACE_NAMES = ("A", "a", "ace", "Ace")


def teach(options: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    folder = data_folder(options.data)
    speak(chosen_language(options.language, read_settings(folder).language))
    shelf = Shelf(folder)
    deck = begun(shelf, options.name, anew=options.anew)
    if options.pictures is None:
        from dealer.house.lessons import teach_at_the_table

        return teach_at_the_table(options, shelf, deck)
    pictures = [rank_and_path(text) for text in options.pictures]
    if options.card_width is not None:
        card_width(options.card_width)
    widths = load_widths(options.widths) if options.widths else {}
    deck = learnt_from(deck, pictures, widths=widths, card_width_px=options.card_width)
    path = shelf.save(deck)
    print(f"{deck.name}: {summary(deck)}\n{path}")
    if not deck.missing:
        chosen_deck(deck.name, folder)  # what was written can be read
        print(_("To read with it: --deck {deck}").format(deck=repr(deck.name)))
    return 0


def begun(shelf: Shelf, name: str, *, anew: bool) -> Deck:
    """The deck as far as it was taught before, or a new one. Raises InputError."""
    check_name(name)
    return shelf.load(name) if shelf.has(name) and not anew else Deck(name)


def rank_and_path(text: str) -> tuple[int, Path]:
    """What ``RANK=IMAGE`` says.

    >>> rank_and_path("A=ace.jpg")
    (1, PosixPath('ace.jpg'))

    Raises:
        InputError: it says something else.
    """
    rank, sign, path = text.partition("=")
    number = 1 if rank in ACE_NAMES else int(rank) if rank.isdecimal() else 0
    if not sign or not path or number not in RANKS:
        raise InputError(f"--from {text!r} came; expected RANK=IMAGE, the rank A or 1 to 10: 7=seven.jpg for example.")
    return number, Path(path)


def learnt_from(
    deck: Deck,
    pictures: Sequence[tuple[int, Path]],
    *,
    widths: Mapping[str, float] | None = None,
    card_width_px: float | None = None,
    teacher: Teacher | None = None,
) -> Deck:
    """The deck with what photographs of one card each teach; one that teaches nothing is told and left out where
    another of its rank does.

    Raises:
        InputError: a file that is no picture, no card in any of a rank's, or a card taught as two ranks.
    """
    teacher = teacher or Teacher()
    seen: dict[Path, int] = {}
    for rank, path in pictures:
        where = Path(os.path.realpath(path))  # of a loop of links too
        if seen.setdefault(where, rank) != rank:
            raise InputError(
                f"{path} came as {label(seen[where])} and as {label(rank)}; expected one rank for each picture."
            )
        load_picture(path)  # one that is none is told at once; all of them at a time may be too much to hold

    def lesson(rank: int, path: Path, middle: float | None) -> OneCard:
        width = (widths or {}).get(key_of(str(path)), card_width_px)
        return teacher.learn(load_picture(path), rank, card_width_px=width, middle=middle)

    lessons = [partial(lesson, rank, path) for rank, path in pictures]
    deck, failed = taught_all(deck, with_bar(lessons, "photographs"))
    for (rank, path), problem in zip(pictures, failed, strict=True):
        if problem is None:
            continue
        told = f"{path}, to be taught as {label(rank)}: {problem}"
        if rank not in deck.taught:
            raise InputError(told)
        print(f"dealer: left out: {told}", file=sys.stderr)
    found = conflicts(Taught(deck, Ranks()))
    if found:
        advice = _(
            "Look whether a picture was given the wrong rank; nothing was kept. "
            "What was taught wrongly before is forgotten with --anew."
        )
        raise InputError(f"{complaint(found[0])} {advice}")
    return deck


def complaint(conflict: Conflict) -> str:
    """What is wrong, for people."""
    return _("A card taught as {rank} looks like the {other} (likeness {alike} of 1).").format(
        rank=label(conflict.rank), other=label(conflict.other), alike=f"{conflict.alike:.2f}"
    )
