"""``dealer players``: who is on the house's list; rename, merge, forget."""

import argparse
import json
import sys
from typing import Any

from dealer.books.facts import Person, Standing
from dealer.errors import InputError
from dealer.journal.journal import Journal
from dealer.journal.people import People
from dealer.locale.language import chosen_language, speak
from dealer.settings import data_folder, read_settings, rehearsals_folder
from dealer.system.plain_text import in_short


def run(options: argparse.Namespace) -> int:
    """Run ``dealer players``; returns the exit status."""
    folder = data_folder(options.data)
    settings = read_settings(folder)
    speak(chosen_language(None, settings.language))
    if options.rehearsals:
        folder = rehearsals_folder(folder)
    with Journal(folder, writable=options.what != "list", keeping=settings.journal) as journal:
        if journal.rescue:
            print(f"dealer: {journal.rescue}", file=sys.stderr)
        people = journal.people
        if options.what == "list":
            return _list(people, as_json=options.json)
        person = _meant(people, options.who)
        match options.what:
            case "rename":
                now = people.rename(person.number, options.name)
                done = f"{person.name} is {now.name} now."
            case "merge":
                now = people.merge(person.number, _meant(people, options.into).number)
                done = f"{person.name} is {now.name}: number {now.number}."
            case _:
                now = people.forget(person.number)
                done = f"{person.name} is forgotten, and stays in the books as number {now.number}."
                if due := journal.books.due_to(now.number):
                    done += f" Not settled yet: {due:+}."
        print(_as_json(now, people) if options.json else done)
    return 0


def _list(people: People, *, as_json: bool) -> int:
    listed = people.by_last_game()
    games = people.games()
    for person in listed:
        if as_json:
            print(_as_json(person, people))
            continue
        played = games.get(person.number, ())
        last = f", the last is number {played[-1]}" if played else ""
        guest = "  guest" if person.standing is Standing.GUEST else ""
        number = "1 game" if len(played) == 1 else f"{len(played)} games"
        print(f"{person.number:4}  {person.name}  {number}{last}{guest}")
    if not listed and not as_json:
        print("Nobody has played here yet.")
    return 0


def _as_json(person: Person, people: People) -> str:
    games = people.games().get(person.number, ())
    fields: dict[str, Any] = {
        "person": person.number,
        "name": person.name,
        "standing": person.standing.value,
        "symbol": person.symbol,
        "colour": person.colour,
        "games": len(games),
        "last": games[-1] if games else None,
    }
    return json.dumps(fields, ensure_ascii=False)


def _meant(people: People, who: str) -> Person:
    """Who is meant by a name of the list, or by a number. Raises InputError."""
    number = who.isascii() and who.isdecimal() and len(who) < 10
    person = people.person(int(who)) if number else people.named(who)
    if person is None:
        raise InputError(
            f"Nobody on the list is {in_short(repr(who))}; "
            "expected a name or a number that `dealer players list` shows."
        )
    return person
