"""The small commands: ``dealer rules``, ``dealer games``, ``dealer export`` and ``dealer calibrate lens``."""

import argparse
import json
import sys

from dealer.errors import DeviceError, InputError
from dealer.journal import Journal
from dealer.plain_text import in_short
from dealer.record import in_written_order, write_record
from dealer.rules_pages import ALIASES, names_of_pages, rules_page
from dealer.settings import data_folder, read_settings
from dealer.words import chosen_language, speak

LONGEST_NAME = 40
MOST_PICTURES = 60
"""More pictures settle a lens no better, and all are in memory at once."""


def print_games(options: argparse.Namespace) -> int:
    """List the games of the journal, the oldest first."""
    with Journal(data_folder(options.data), writable=False) as journal:
        summaries = journal.games()
        for summary in summaries:
            game = journal.load(summary.number)
            state = game.state
            standing = {player.name: player.score for player in state.players}
            ending = "over" if state.over else (summary.ending or "open")
            if options.json:
                print(
                    json.dumps(
                        {
                            "game": summary.number,
                            "started": summary.started,
                            "variant": summary.header.variant,
                            "players": list(summary.header.players),
                            "acts": summary.acts,
                            "ending": ending,
                            "scores": standing,
                            "losers": list(state.losers),
                        },
                        ensure_ascii=False,
                    )
                )
                continue
            scores = ", ".join(f"{name} {score}" for name, score in standing.items())
            loser = f"; {' and '.join(state.losers)} lost" if state.losers else ""
            print(f"{summary.number:4}  {summary.started[:16]}  {summary.header.variant:12} {ending:8} {scores}{loser}")
    if not summaries and not options.json:
        print("No game yet.")
    return 0


def print_rules(options: argparse.Namespace) -> int:
    """Show a page of rules, or list what has one."""
    speak(chosen_language(options.language, read_settings(data_folder(options.data)).language))
    if options.game is not None:
        sys.stdout.write(rules_page(options.game).text())
        return 0
    for name in names_of_pages():
        page = rules_page(name)
        others = ", ".join(other for other, own in ALIASES.items() if own == name)
        print(f"{name:16} {page.title}, {page.subtitle}" + (f" ({others})" if others else ""))
    return 0


def export(options: argparse.Namespace) -> int:
    """Write a game of the journal as a record to standard output."""
    with Journal(data_folder(options.data), writable=False) as journal:
        game = journal.load(journal.number_of(options.game))
    sys.stdout.write(write_record(game.header, in_written_order(game.header, game.acts)))
    return 0


def calibrate(options: argparse.Namespace) -> int:
    """Measure a lens from pictures and keep it under a name in the data folder."""
    from vision.calibration import calibrate as measure
    from vision.pictures import load_picture

    if not options.name.isidentifier() or len(options.name) > LONGEST_NAME:
        raise InputError(f"A lens's name is one word of letters and digits; got {in_short(repr(options.name))}.")
    if len(options.images) > MOST_PICTURES:
        raise InputError(f"{len(options.images)} pictures came; {MOST_PICTURES} of the best are enough for a lens.")
    measured = measure([load_picture(path) for path in options.images], name=options.name)
    path = data_folder(options.data) / "lenses" / f"{options.name}.toml"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        measured.save(path)
    except OSError as error:
        raise DeviceError(f"{path} cannot be written ({error.strerror}); choose a folder with --data.") from error
    print(f"{path}\nUse it with --lens {path}, or put lens = \"{path}\" into settings.toml.")
    return 0
