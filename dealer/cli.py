"""The command line: ``dealer COMMAND …``. Parsing and exit statuses only; the work is done in the rooms.

Exit statuses, everywhere: 0 done, 1 an act was refused, 2 bad input or usage, 3 a question stayed open, 4 a device, a
model or a disk failed.
"""

import argparse
import logging
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

import dealer
from dealer.errors import DealerError, InputError
from dealer.examples import EXAMPLES
from dealer.system.output import steady_output
from dealer.system.plain_text import LONGEST_SENTENCE, in_short, plain
from dealer.system.stopping import a_signal_came, ended_by_signals

# Before numpy is loaded: its matrix products are small, and further threads wait busily for the next one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

Run = Callable[[argparse.Namespace], int]

CAMERAS = (
    "picamera2, webcam:N, video:FILE, stills:FOLDER or sim[:SEED]; webcam:0@2304x1296 asks a live camera for larger "
    "pictures"
)


TO_BE_STOPPED = {"play", "watch", "house"}
"""Commands that go on until somebody stops them: that is no failure."""

STOPPED = 130
"""The exit status of another command that a signal ended, as shells have it."""

LONGEST_ARGUMENT = 4096
"""The longest path that there can be, bytes."""


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is one sentence and status 2, and whose help ends with examples."""

    def format_help(self) -> str:
        """The help, with lines of examples as they are typed."""
        examples = EXAMPLES[self.prog]
        return f"{super().format_help()}\nexamples:\n" + "".join(f"  {example}\n" for example in examples)

    def error(self, message: str) -> NoReturn:
        said = _sentence(message)
        end = "" if said.endswith("?") else ";"
        self.exit(2, f"{self.prog}: {said}{end} `{self.prog} --help` shows what there is.\n")

    def _check_value(self, action: argparse.Action, value: object) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            if meant := _meant(str(value), [str(choice) for choice in action.choices or ()]):
                raise argparse.ArgumentError(action, f"{value!r} came{meant}") from error
            raise


def _meant(came: str, known: Sequence[str]) -> str:
    """The end of a sentence about what is not ``known``: what may have been meant."""
    import difflib  # only who mistypes waits for it

    nearest = difflib.get_close_matches(came, known, n=1)
    return f"; did you mean {nearest[0]!r}?" if nearest else ""


def _options_of(parser: argparse.ArgumentParser) -> list[str]:
    """All options of a command, and of the commands below it."""
    below = [one for action in parser._actions if isinstance(action.choices, dict) for one in action.choices.values()]
    return [name for action in parser._actions for name in action.option_strings] + [
        name for one in below for name in _options_of(one)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    with steady_output() as output, ended_by_signals():
        try:
            status = _run(sys.argv[1:] if arguments is None else arguments)
            output.flush()
        except DealerError as error:
            print(f"dealer: {_sentence(str(error))}", file=sys.stderr)
            return error.exit_status
        except (KeyboardInterrupt, Exception):
            if not a_signal_came():  # an import that it interrupts fails in ways of its own
                raise
            given = sys.argv[1:] if arguments is None else arguments
            if next((word for word in given if not word.startswith("-")), "") in TO_BE_STOPPED:
                print("dealer: stopped; everything announced so far is in the journal.", file=sys.stderr)
                return 0
            print("dealer: stopped before it was done.", file=sys.stderr)
            return STOPPED
        if output.full is not None:
            why = output.full.strerror
            print(f"dealer: not all could be printed ({why}); make room, or print elsewhere.", file=sys.stderr)
            return status or DealerError.exit_status
        return status


def _run(arguments: Sequence[str]) -> int:
    parser = make_parser()
    for argument in arguments:
        if len(argument) > LONGEST_ARGUMENT:
            parser.error(f"{argument[:20]!r}… has {len(argument)} letters, expected at most {LONGEST_ARGUMENT}")
    first = next((argument for argument in arguments if argument not in ("--verbose", "--verb")), "")
    own = [name for action in parser._actions for name in action.option_strings]
    if first.startswith("-") and not any(name.startswith(first) for name in own):
        name = first.partition("=")[0]
        if name in _options_of(parser):
            parser.error(f"{name!r} came before the command; options follow it: `dealer COMMAND {name}`")
        parser.error(f"{name!r} came{_meant(name, own) or ', and a command was expected'}")
    options, unknown = parser.parse_known_args(arguments)
    if unknown:
        name, known = unknown[0].partition("=")[0], _options_of(options.parser)
        if name in known:
            options.parser.error(f"{name!r} came at another place than its own")
        options.parser.error(f"{unknown[0]!r} came" + (_meant(name, known) or ", and nothing more was expected"))
    logging.basicConfig(
        level=logging.DEBUG if options.verbose else logging.WARNING, format="%(levelname)s %(name)s: %(message)s"
    )
    run: Run = options.run
    return run(options)


def _sentence(message: str) -> str:
    """What is wrong, on one line that a terminal can be shown."""
    return in_short(message, LONGEST_SENTENCE)


def make_parser() -> Parser:
    """The whole command line, for the program and for the test that holds the documentation to it."""
    parser = Parser(
        prog="dealer", description="The dealer's assistant for the card game Pairs, played with real cards."
    )
    parser.add_argument("--version", action="version", version=f"pairs-dealer {dealer.__version__}")
    parser.add_argument("--verbose", action="store_true", help="log what happens on standard error")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)

    def command(name: str, run: Run, summary: str) -> Parser:
        made: Parser = commands.add_parser(name, help=summary, description=summary)
        made.set_defaults(run=run, parser=made)
        return made

    play = command(
        "play",
        _play,
        "run the table: start screen, game, again; with the camera if there is one, else a simulated table",
    )
    _add_table_options(play)
    _add_header_options(play, "the game, begun at once (default: the start screen)")
    play.add_argument(
        "--no-first-start",
        dest="first_start",
        action="store_false",
        help="ask for no language, sound and buttons where nobody has played yet",
    )
    play.add_argument("--house", metavar="BROKER", help="tell a house of many tables: mqtt://HOST[:PORT][/HOUSE]")
    play.add_argument("--table", type=plain, metavar="NAME", help="what this table is called there")
    play.add_argument("--seconds", type=_positive_seconds, metavar="S", help="stop by itself after so many seconds")

    watch = command("watch", _watch, "referee one game without the menus")
    _add_table_options(watch)
    header = _add_header_options(watch, "the game (a header file, or these)")
    header.add_argument(
        "--game", type=Path, metavar="HEADER.pairs", help="a record's header: any of its keys; acts in it have happened"
    )
    watch.add_argument(
        "--presses", type=Path, metavar="FILE", help="JSON lines: t in seconds, button or act: hands on the buttons"
    )
    watch.add_argument("--record", type=Path, metavar="OUT.pairs", help="write what was refereed")
    watch.add_argument("--truth", type=Path, metavar="OUT.pairs", help="simulated table: write what was dealt")
    watch.add_argument(
        "--fast",
        action="store_true",
        help="simulated and file frames as fast as they can be processed, in their own time",
    )
    watch.add_argument("--json", action="store_true", help="one line an event on standard output")
    watch.add_argument(
        "--mistake",
        action="append",
        default=[],
        metavar="KIND[:ACT]",
        help="simulated table: a mistake at the given act, as wrong-seat:3; an unknown KIND lists them",
    )
    watch.add_argument("--design", metavar="FAMILY[:SEED]", help="simulated table: the deck's design family")

    watch.add_argument(
        "--difficulty", choices=("easy", "reference", "hard"), help="simulated table: light, camera, sloppiness, hands"
    )

    replay = command("replay", _replay, "replay record files and say where each game stands")
    replay.add_argument("--json", action="store_true", help="print one JSON object a file")
    replay.add_argument("files", nargs="+", metavar="FILE", help="records (.pairs)")

    see = command("see", _see, "read the cards on photographs")
    _add_see_options(see)

    teach = command("teach", _teach, "teach a deck: from photographs, or its ten cards laid down before the camera")
    _add_teach_options(teach)

    decks = command("decks", _decks, "list the taught decks; rename, export, import or delete one")
    _add_decks_options(decks)

    rules = command("rules", _rules, "show one page of rules of a game, a twist or the stakes")
    rules.add_argument("game", metavar="GAME", nargs="?", help="its name, Pairanoia's too (default: list them)")
    _add_language_option(rules)
    _add_data_option(rules)

    games = command("games", _games, "list the games in the journal")
    games.add_argument("--json", action="store_true", help="print one JSON object a game, or a correction")
    games.add_argument(
        "--corrections", action="store_true", help="list every undo and correction: when, by whose hand, old and new"
    )
    _add_rehearsals_option(games)
    _add_data_option(games)

    evening = command("evening", _evening, "the books of the evenings: who owes whom, and what happened")
    _add_evening_options(evening)
    players = command("players", _players, "the house's list of people: who plays here")
    _add_players_options(players)

    house = command("house", _house, "the house of many tables: listen to them over MQTT; league, players, payments")
    _add_house_options(house)

    export = command("export", _export, "write a game of the journal as a record to standard output")
    export.add_argument("game", metavar="GAME", help="its number, or last")
    _add_rehearsals_option(export)
    _add_data_option(export)

    printing = command("print", _print, "make the sheet of coasters to print")
    printing.add_argument("what", choices=("coasters",))
    printing.add_argument("--out", type=Path, default=Path(), metavar="FOLDER", help="where to (default: here)")
    printing.add_argument("--names", default="", type=plain, metavar="A,B,C", help="names to print on the coasters")

    calibrate = command(
        "calibrate",
        _calibrate,
        "measure a lens that has no preset, from pictures of the coasters' sheet or a chessboard",
    )
    calibrate.add_argument("what", choices=("lens",))
    calibrate.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    calibrate.add_argument("--name", default="own", help="the name to use with --lens (default: own)")
    _add_data_option(calibrate)

    doctor = command("doctor", _doctor, "say what is installed and connected, how it is, and what mends it")
    _add_doctor_options(doctor)
    _add_doctor_options(command("deps", _doctor, "the same as doctor"))

    bench = command("bench", _bench, "measure this machine: rules, sight, latency, memory")
    bench.add_argument("--quick", action="store_true", help="a few seconds of each")

    measure = command("measure", _measure, "measure what is seen, called and asked")
    what = measure.add_subparsers(dest="what", title="what", metavar="WHAT", required=True, parser_class=Parser)
    _add_measured_games(what.add_parser("games", help="simulated games: equal, silent errors, questions, times"))
    for name, times in (("misreads", "once"), ("decks", "twice")):
        summary = f"how each card of whole decks is called, laid {times} through, family by family"
        _add_measured_decks(what.add_parser(name, help=summary), summary)
    return parser


def _add_doctor_options(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print a JSON array: part, health, detail, remedy")
    parser.add_argument("--camera", metavar="SPEC", help=f"look through this one: {CAMERAS}")
    parser.add_argument("--lens", metavar="LENS", help="the lens of that camera")
    parser.add_argument("--newer", action="store_true", help="also whether a newer package is plugged in")
    parser.add_argument(
        "--bundle", type=Path, metavar="FILE.zip", help="write a zip for a bug report, without names and pictures"
    )
    parser.add_argument("--with-names", action="store_true", help="in the bundle: players' names, and the journal")
    parser.add_argument("--with-pictures", action="store_true", help="in that journal: the cards' pictures")
    _add_data_option(parser)


def _add_measured_games(parser: argparse.ArgumentParser) -> None:
    parser.description = "Play simulated games through the code that ships, and print one table (docs/measuring.md)."
    parser.add_argument("--seeds", required=True, metavar="A:B", help="the games' seeds, both included")
    parser.add_argument("--variant", metavar="V", help="the game's name, or all (default: basic)")
    parser.add_argument(
        "--design",
        metavar="FAMILY[:SEED]",
        help="the decks' design family; held-out or trained: each of those in turn (default: the seed's own)",
    )
    parser.add_argument("--difficulty", choices=("easy", "reference", "hard"), help="light, camera, sloppiness, hands")
    parser.add_argument("--jobs", type=_positive_number, default=1, metavar="N", help="games at a time (default: 1)")
    parser.add_argument("--out", type=Path, metavar="OUT.jsonl", help="keep the results; a file that is there goes on")
    parser.add_argument("--against", type=Path, metavar="RESULTS.jsonl", help="compare with these, game by game")
    _add_looks_option(parser)


def _add_measured_decks(parser: argparse.ArgumentParser, summary: str) -> None:
    parser.description = f"{summary[0].upper()}{summary[1:]} (docs/measuring.md)."
    parser.add_argument("--designs", type=_positive_number, default=4, metavar="N", help="of each family (default: 4)")
    parser.add_argument("--first", type=int, default=400, metavar="N", help="the first design's number (default: 400)")
    parser.add_argument("--families", metavar="A,B,C", help="the families, held-out or trained (default: all)")
    parser.add_argument("--difficulty", choices=("easy", "reference", "hard"), help="light, camera, sloppiness, hands")
    parser.add_argument("--foreign", type=int, default=0, metavar="N", help="cards that are not ours, for each 55")
    _add_looks_option(parser)


def _add_looks_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--looks", type=Path, metavar="FOLDER", help="keep all looks at cards there (docs/looks.md)")


def _add_language_option(parser: Parser) -> None:
    parser.add_argument("--language", metavar="CODE", help="en or de (default: the settings', else LANG's)")


def _add_rehearsals_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rehearsals", action="store_true", help="the games of the simulated table instead")


def _add_data_option(parser: Parser) -> None:
    parser.add_argument(
        "--data", metavar="FOLDER", help="the folder for journal, settings and clips (default: the platform's)"
    )


def _add_table_options(parser: Parser) -> None:
    parser.add_argument("--camera", metavar="SPEC", help=CAMERAS)
    parser.add_argument("--lens", metavar="NAME", help="the camera's lens; `dealer watch --lens list` names them")
    _add_deck_option(parser)
    parser.add_argument("--headless", action="store_true", help="no window: calls go to the terminal")
    parser.add_argument("--mute", action="store_true", help="no voice")
    parser.add_argument("--screen", metavar="WxH", help="the window's size in pixels, 1280x720 for example")
    parser.add_argument("--last-screen", type=Path, metavar="PNG", help="save the last screen there at the end")
    _add_language_option(parser)
    _add_data_option(parser)


def _add_header_options(parser: Parser, title: str) -> argparse._ArgumentGroup:
    header = parser.add_argument_group(title)
    header.add_argument("--variant", type=_some_text, metavar="V", help="the game's name (default: basic)")
    header.add_argument("--players", type=_some_text, metavar="A,B,C", help="2 to 8 names in clockwise order")
    header.add_argument("--dealer", type=_some_text, metavar="A", help="who deals (default: the first player)")
    usual = "(default: by the number of players)"
    header.add_argument("--target", type=_target, metavar="N", help=f"the losing score {usual}")
    return header


def _add_see_options(parser: Parser) -> None:
    parser.add_argument("images", nargs="+", metavar="IMAGE")
    parser.add_argument("--json", action="store_true", help="print one JSON object a picture")
    parser.add_argument(
        "--card-width", type=float, metavar="PX", help="how wide a card is in the picture (default: found out)"
    )
    parser.add_argument("--widths", type=Path, metavar="INDEX.jsonl", help="take each file's card_width from there")
    parser.add_argument(
        "--explain", type=Path, metavar="OUT.png", help="draw what was found, with probabilities (one picture)"
    )
    _add_deck_option(parser)
    _add_data_option(parser)


def _add_deck_option(parser: Parser) -> None:
    known = "the taught deck to read with (`dealer decks` lists them)"
    parser.add_argument("--deck", type=plain, metavar="NAME", help=known)


def _add_teach_options(parser: Parser) -> None:
    parser.add_argument("name", type=plain, metavar="NAME", help="the deck's; one that was begun goes on from there")
    parser.add_argument(
        "--from",
        dest="pictures",
        nargs="+",
        metavar="RANK=IMAGE",
        help="learn from photographs of one card each, several of a rank if you like, instead of the camera",
    )
    parser.add_argument(
        "--card-width", type=float, metavar="PX", help="how wide the card is in the photographs (default: found out)"
    )
    parser.add_argument("--widths", type=Path, metavar="INDEX.jsonl", help="take each file's card_width from there")
    parser.add_argument("--anew", action="store_true", help="forget what the deck was taught before")
    parser.add_argument("--camera", metavar="SPEC", help=CAMERAS)
    parser.add_argument("--lens", metavar="NAME", help="the camera's lens; `dealer watch --lens list` names them")
    parser.add_argument("--design", metavar="FAMILY[:SEED]", help="simulated table: the deck's design family")
    parser.add_argument("--fast", action="store_true", help="simulated table: as fast as it can be processed")
    parser.add_argument("--headless", action="store_true", help="no window: requests go to the terminal")
    parser.add_argument("--mute", action="store_true", help="no voice")
    parser.add_argument("--screen", metavar="WxH", help="the window's size in pixels, 1280x720 for example")
    parser.add_argument("--last-screen", type=Path, metavar="PNG", help="save the last screen there at the end")
    _add_language_option(parser)
    _add_data_option(parser)


def _add_decks_options(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object a deck")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--rename", nargs=2, metavar=("NAME", "NEW"), help="give a deck another name")
    what.add_argument("--export", nargs=2, metavar=("NAME", "FILE"), help="write a deck to a file, to give it away")
    what.add_argument("--import", dest="import_from", type=Path, metavar="FILE", help="take in a deck file")
    what.add_argument("--delete", metavar="NAME", help="throw a deck away")
    parser.add_argument("--as", dest="named", metavar="NAME", help="with --import: under this name")
    _add_data_option(parser)


def _add_evening_options(parser: Parser) -> None:
    what = parser.add_subparsers(dest="what", title="what", metavar="WHAT", required=True, parser_class=Parser)

    def verb(name: str, summary: str, *, chosen: bool = True) -> Parser:
        made: Parser = what.add_parser(name, help=summary, description=summary)
        if chosen:
            made.add_argument("evening", metavar="N", nargs="?", default="last", help="its number (default: the last)")
        _add_rehearsals_option(made)
        _add_data_option(made)
        return made

    for one in (
        verb("list", "list the evenings, with balances", chosen=False),
        verb("show", "show one: balances, pot, who pays whom, who was lucky"),
        settle := verb("settle", "say who pays whom, in the fewest payments"),
    ):
        one.add_argument("--json", action="store_true", help="print one JSON object a line (docs/journal.md)")
    settle.add_argument("--paid", action="store_true", help="note that all of it is paid, and close the evening")
    settle.add_argument(
        "--pot", choices=("share", "keep"), help="what becomes of the coins that still lie in the pot (asked for then)"
    )
    export = verb("export", "write the books of one")
    export.add_argument("--format", choices=("csv", "json", "pdf"), default="csv", help="pdf is one page for the wall")
    export.add_argument("--out", type=Path, metavar="FILE", help="where to (default: standard output; a PDF here)")
    _add_language_option(export)


def _add_players_options(parser: Parser) -> None:
    what = parser.add_subparsers(dest="what", title="what", metavar="WHAT", required=True, parser_class=Parser)
    for name, summary, others in (
        ("list", "list everybody, those first who played last", ()),
        ("rename", "give somebody another name", (("name", "NAME", "the new one"),)),
        ("merge", "two names are one person", (("into", "INTO", "who it is: this name stays"),)),
        ("forget", "take somebody off the list; the books keep a number", ()),
    ):
        verb: Parser = what.add_parser(name, help=summary, description=summary)
        if name != "list":
            verb.add_argument("who", metavar="WHO", help="a name or a number of the list")
        for other, shown, meaning in others:
            verb.add_argument(other, metavar=shown, help=meaning)
        verb.add_argument("--json", action="store_true", help="print one JSON object a person (docs/journal.md)")
        _add_rehearsals_option(verb)
        _add_data_option(verb)


def _add_house_options(parser: Parser) -> None:
    parser.add_argument("--broker", metavar="BROKER", help="mqtt://HOST[:PORT][/HOUSE] (default: the settings')")
    _add_data_option(parser)
    what = parser.add_subparsers(dest="what", title="what", metavar="WHAT", parser_class=Parser)

    def verb(name: str, summary: str, *, json: bool = True, season: bool = False) -> Parser:
        made: Parser = what.add_parser(name, help=summary, description=summary)
        if json:
            made.add_argument("--json", action="store_true", help="print one JSON object a line (docs/house.md)")
            _add_rehearsals_option(made)
        if season:
            made.add_argument("--season", metavar="DAYS", help="a year, a month, a day, or FROM:TO (default: all)")
        # what stands before the verb counts unless it is said again
        made.add_argument("--data", metavar="FOLDER", default=argparse.SUPPRESS, help="the house's folder")
        return made

    verb("tables", "list the tables: how each is, and how play stands there")
    league = verb("league", "list who is first", season=True)
    league.add_argument("--points", metavar="A,B,C", help="points by place (default: as many as one leaves behind)")
    verb("players", "list everybody, and at which tables")
    settle = verb("settle", "say who pays whom over all tables, in the fewest payments", season=True)
    settle.add_argument("--paid", action="store_true", help="note that all of it is paid")
    export = verb("export", "write the books of all tables", json=False, season=True)
    _add_rehearsals_option(export)
    export.add_argument("--format", choices=("csv", "json"), default="csv", help="json has everything")
    export.add_argument("--books", choices=("postings", "league", "games"), default="postings", help="which table")
    export.add_argument("--out", type=Path, metavar="FILE", help="where to (default: standard output)")
    same = verb("same", "two names are one player", json=False)
    same.add_argument("name", metavar="NAME", help="a name, or NAME@TABLE of one table only")
    same.add_argument("player", metavar="PLAYER", help="who it is; the same name again takes it back")
    rebuild = verb("rebuild", "read the tables' journals themselves", json=False)
    rebuild.add_argument("journals", nargs="*", metavar="TABLE=FOLDER", help="a table's name and its data folder")


def _positive_seconds(text: str) -> float:
    seconds = float(text)
    if not seconds > 0:
        raise argparse.ArgumentTypeError(f"expected more than 0 seconds, got {text}")
    return seconds


# What is 0 or empty would count as not said, and begin or go on with another game than the one that was meant.


def _target(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"expected a whole number, at least 1, got {text!r}")
    return int(text)


def _some_text(text: str) -> str:
    if not (said := plain(text)):
        raise argparse.ArgumentTypeError("expected a name, got ''")
    return said


def _positive_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 1000):
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 to 999, got {text!r}")
    return int(text)


# Each command imports its rooms only when it runs: `dealer replay` needs neither camera nor screen.


def _play(options: argparse.Namespace) -> int:
    from dealer.house.app import play

    return play(options)


def _watch(options: argparse.Namespace) -> int:
    from dealer.house.app import watch

    return watch(options)


def _replay(options: argparse.Namespace) -> int:
    from dealer.game.record import replay

    return replay([Path(file) for file in options.files], as_json=options.json)


def _see(options: argparse.Namespace) -> int:
    from dealer.decks.shelf import chosen_deck
    from dealer.settings import data_folder
    from vision.reading.see import run

    return run(options, deck=chosen_deck(options.deck, data_folder(options.data)))


def _teach(options: argparse.Namespace) -> int:
    from dealer.house.teach import teach

    return teach(options)


def _decks(options: argparse.Namespace) -> int:
    from dealer.decks.shelf import manage

    return manage(options)


def _rules(options: argparse.Namespace) -> int:
    from dealer.house.commands import print_rules

    return print_rules(options)


def _games(options: argparse.Namespace) -> int:
    from dealer.house.commands import print_games

    return print_games(options)


def _players(options: argparse.Namespace) -> int:
    from dealer.house.players_command import run

    return run(options)


def _evening(options: argparse.Namespace) -> int:
    from dealer.house.evening_command import run

    return run(options)


def _house(options: argparse.Namespace) -> int:
    from dealer.venue.command import run

    return run(options)


def _export(options: argparse.Namespace) -> int:
    from dealer.house.commands import export

    return export(options)


def _print(options: argparse.Namespace) -> int:
    from dealer.game.header import LONGEST_NAME
    from vision.table.coasters import print_coasters

    names = tuple(name.strip() for name in options.names.split(",") if name.strip())
    if len(names) > 8:
        raise InputError(f"{len(names)} names came for the coasters; there are at most 8 seats.")
    if too_long := [name for name in names if len(name) > LONGEST_NAME]:
        raise InputError(f"The name {in_short(too_long[0])!r} is too long; expected at most {LONGEST_NAME} letters.")
    for path in print_coasters(options.out, names=names):
        print(path)
    return 0


def _calibrate(options: argparse.Namespace) -> int:
    from dealer.house.commands import calibrate

    return calibrate(options)


def _doctor(options: argparse.Namespace) -> int:
    from dealer.house.diagnosis import run

    return run(options)


def _bench(options: argparse.Namespace) -> int:
    from dealer.measures.report import run

    return run(options)


def _measure(options: argparse.Namespace) -> int:
    from dealer.measures.measure import measure_decks, measure_games

    return measure_games(options) if options.what == "games" else measure_decks(options)


if __name__ == "__main__":
    sys.exit(main())
