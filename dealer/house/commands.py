"""The small commands: ``dealer rules``, ``dealer games``, ``dealer export`` and ``dealer calibrate lens``."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dealer.errors import DeviceError, InputError, JournalError
from dealer.game.driver import State
from dealer.game.record import in_written_order, write_record
from dealer.hands.evening_words import how_long
from dealer.journal.journal import Change, GameSummary, Journal, TableKind
from dealer.locale.language import chosen_language, speak
from dealer.settings import data_folder, read_settings, rehearsals_folder
from dealer.system.plain_text import in_short
from dealer.words.rules_pages import ALIASES, names_of_pages, rules_page

LONGEST_NAME = 40
MOST_PICTURES = 60
"""More pictures settle a lens no better, and all are in memory at once."""


def _journal_folder(options: argparse.Namespace) -> Path:
    folder = data_folder(options.data)
    return rehearsals_folder(folder) if options.rehearsals else folder


def print_games(options: argparse.Namespace) -> int:
    """List the games of the journal, or what was corrected in them; the oldest first."""
    with Journal(_journal_folder(options), writable=False) as journal:
        if journal.rescue:
            print(f"dealer: {journal.rescue}", file=sys.stderr)
        if options.corrections:
            return _print_corrections(journal.corrections(), as_json=options.json)
        summaries = journal.games()
        for summary in summaries:
            state: State | None = None
            problem = ""
            try:
                state = journal.load(summary.number).state
            except JournalError as error:
                problem = summary.problem or str(error)
            players = summary.header.players if summary.header else ()
            names = journal.people.called(summary.number, players)
            if options.json:
                print(json.dumps(_game_fields(summary, state, problem, names), ensure_ascii=False))
            else:
                print(_game_line(summary, state, problem, names))
    if not summaries and not options.json:
        print("No game yet.")
    return 0


def _game_fields(
    summary: GameSummary, state: State | None, problem: str, names: Mapping[str, str]
) -> dict[str, Any]:
    header = summary.header
    return {
        "game": summary.number,
        "started": summary.started,
        "table": summary.played_at.value,
        "variant": header.variant if header else None,
        "players": list(names.values()),
        "acts": summary.acts,
        "ending": _ending(summary, state),
        "scores": {names[player.name]: player.score for player in state.players} if state else {},
        "coins": {names[player.name]: player.coins for player in state.players} if state else {},
        "losers": [names[one] for one in state.losers] if state else [],
        "winners": [names[one] for one in state.winners] if state else [],
        "evening": summary.evening,
        "seconds": summary.seconds,
        "problem": problem,
    }


def _game_line(summary: GameSummary, state: State | None, problem: str, names: Mapping[str, str]) -> str:
    table = "  (rehearsal)" if summary.played_at is TableKind.REHEARSAL else ""
    variant = summary.header.variant if summary.header else "?"
    start = f"{summary.number:4}  {summary.started[:16]:16}  {variant:12} {_ending(summary, state):8}"
    if state is None:
        return f"{start} {problem}{table}"
    scored = summary.header is not None and summary.header.rules.keeps_score
    coins = ", ".join(f"{names[player.name]} {player.coins:+}" for player in state.players if player.coins)
    told = [
        ", ".join(f"{names[player.name]} {player.score}" for player in state.players) if scored or not coins else "",
        f"{' and '.join(names[one] for one in state.losers)} lost" if state.losers else "",
        f"{' and '.join(names[one] for one in state.winners)} won" if state.winners else "",
        f"coins: {coins}" if coins else "",
        how_long(summary.seconds),
    ]
    return f"{start} {'; '.join(one for one in told if one)}{table}"


def _ending(summary: GameSummary, state: State | None) -> str:
    if state is None:
        return "unreadable"
    return "over" if state.over else (summary.ending or "open")


def _print_corrections(changes: Sequence[Change], *, as_json: bool) -> int:
    for change in changes:
        if as_json:
            fields = {
                "game": change.game,
                "kind": change.kind.value,
                "clock": change.clock,
                "hand": change.hand,
                "old": change.old,
                "new": change.new,
            }
            print(json.dumps(fields, ensure_ascii=False))
            continue
        what = f"{change.old or '?'} -> {change.new}" if change.new else f"{change.old} taken back"
        print(f"{change.game:4}  {change.clock[:19]:19}  {change.hand:8} {what}")
    if not changes and not as_json:
        print("Nothing was taken back or corrected.")
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
    with Journal(_journal_folder(options), writable=False) as journal:
        game = journal.load(journal.number_of(options.game))
    sys.stdout.write(write_record(game.header, in_written_order(game.header, game.acts)))
    return 0


def calibrate(options: argparse.Namespace) -> int:
    """Measure a lens from pictures and keep it under a name in the data folder."""
    from vision.pictures import load_picture
    from vision.table.calibration import calibrate as measure

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
    print(f'{path}\nUse it with --lens {path}, or put lens = "{path}" into settings.toml.')
    return 0
