"""``dealer evening``: the books, listed, shown, settled and exported. Only ``settle --paid`` writes into them."""

import argparse
import csv
import io
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dealer.books.facts import HOUSE, POT, Coin, Evening, Payment, Posting
from dealer.books.settling import MOST_EXACT
from dealer.errors import DeviceError, InputError
from dealer.hands.evening_words import who_pays
from dealer.journal.journal import Journal
from dealer.locale.language import ENGLISH, aside, chosen_language, speak, spoken
from dealer.settings import data_folder, read_settings, rehearsals_folder
from dealer.system.plain_text import cell
from dealer.words.worth import coins_in_words, money

COLUMNS = (
    "number",
    "evening",
    "time",
    "game",
    "act",
    "from",
    "to",
    "coins",
    "money",
    "currency",
    "kind",
    "why",
    "hand",
    "reverses",
)
"""Columns of the table that a spreadsheet opens, which has a row for each line of the books."""

SHARE, KEEP = "share", "keep"
"""What becomes of the coins in the pot when an evening is settled."""


def run(options: argparse.Namespace) -> int:
    """Run ``dealer evening``; returns the exit status."""
    folder = data_folder(options.data)
    settings = read_settings(folder)
    speak(chosen_language(getattr(options, "language", None), settings.language))
    if options.rehearsals:
        folder = rehearsals_folder(folder)
    paying = options.what == "settle" and options.paid
    with Journal(folder, writable=paying, keeping=settings.journal) as journal:
        if journal.rescue:
            print(f"dealer: {journal.rescue}", file=sys.stderr)
        on_the_wall = options.what == "export" and options.format == "pdf"
        with aside(spoken() if on_the_wall else ENGLISH):  # the terminal's own words are English, all of them
            return _done(options, journal)


def _done(options: argparse.Namespace, journal: Journal) -> int:
    if options.what == "list":
        return _list(journal, as_json=options.json)
    evening = named(journal, options.evening)
    match options.what:
        case "show":
            return _show(journal, evening, as_json=options.json)
        case "settle":
            return _settle(journal, evening, pot=options.pot, paid=options.paid, as_json=options.json)
    return _export(journal, evening, options.format, options.out)


def named(journal: Journal, wanted: str) -> Evening:
    """The evening that ``wanted`` names: a number or ``last``. Raises InputError."""
    evenings = {str(evening.number): evening for evening in journal.books.evenings()}
    if not evenings:
        raise InputError(f"There is no evening in {journal.path} yet; play a game first.")
    if wanted == "last":
        return list(evenings.values())[-1]
    if wanted not in evenings:
        raise InputError(f"There is no evening {wanted!r}; `dealer evening list` shows them.")
    return evenings[wanted]


def _list(journal: Journal, *, as_json: bool) -> int:
    evenings = journal.books.evenings()
    for evening in evenings:
        fields = {**_evening_fields(journal, evening), "people": [_tab(*one) for one in _tabs(journal, evening)]}
        if as_json:
            print(json.dumps(fields, ensure_ascii=False))
            continue
        people = ", ".join(f"{name} {won:+}" for _, name, won, _ in _tabs(journal, evening))
        state = "open" if evening.closed is None else "closed"
        due = ", ".join(_due(journal, evening, journal.books.settlement(evening)))
        games = journal.books.count(evening)
        start = f"{evening.number:4}  {evening.opened[:16]:16}  {state:6}  games {games:3}  {people}"
        print(f"{start}; still due: {due}" if due else start)
    if not evenings and not as_json:
        print("No evening yet.")
    return 0


def _show(journal: Journal, evening: Evening, *, as_json: bool) -> int:
    if as_json:
        print(json.dumps(everything(journal, evening), ensure_ascii=False))
        return 0
    state = "goes on" if evening.closed is None else f"closed {evening.closed[:16]}"
    games = journal.books.count(evening)
    print(f"Evening {evening.number}, {evening.opened[:16]}, {state}; games: {games}; {_coin(evening.coin)}")
    for _, name, won, _ in _tabs(journal, evening):
        worth = money(evening.coin, won)
        print(f"  {name:24} {won:+6}" + (f" ({worth})" if worth else ""))
    print(f"  {'in the pot':24} {coins_in_words(evening.coin, journal.books.pot(evening)):>6}")
    if later := journal.books.kept_for_later(evening):
        print(f"  {'kept for later':24} {coins_in_words(evening.coin, later):>6}")
    for due in _due(journal, evening, journal.books.settlement(evening)):
        print(f"  still due: {due}")
    for one in journal.books.luck(evening):
        if one.cards:
            print(f"  {one.person.name}: pairs: {one.pairs} ({one.expected:.1f} expected), cards: {one.cards}")
    return 0


def _due(journal: Journal, evening: Evening, payments: Sequence[Payment]) -> list[str]:
    """Who pays whom, now and on the next evening, and what losers have still to do."""
    forfeits = journal.books.forfeits(evening)
    paid = [who_pays(payment, evening.coin) for payment in payments]
    paid += [f"next evening: {who_pays(payment, evening.coin)}" for payment in journal.books.carried(evening)]
    return [*paid, *(f"{journal.people.person(one.giver).name}: {one.why}" for one in forfeits)]


def _settle(journal: Journal, evening: Evening, *, pot: str | None, paid: bool, as_json: bool) -> int:
    """Who pays whom; with ``paid`` all of it is noted as paid, and the evening is closed. ``pot``: share it, or keep
    it, asked for where something lies there. Raises InputError."""
    lies = journal.books.pot_to_share(evening)
    if lies.coins and pot is None:
        coins, each = coins_in_words(evening.coin, lies.coins), coins_in_words(evening.coin, lies.share)
        raise InputError(
            f"In the pot lie {coins}: say --pot share (each of {len(lies.players)} gets {each}) or --pot keep "
            "(they stay for the next evening)."
        )
    share = bool(lies.coins) and pot == SHARE
    payments = journal.books.settlement(evening, share=share)
    lines = _due(journal, evening, payments) or ["All is settled."]
    if lies.coins and not share:
        lines.append(f"In the pot stay {coins_in_words(evening.coin, lies.coins)}, for the next evening.")
    if paid:
        journal.books.settle(evening, share=share, hand="command")
    if as_json:
        lines = [json.dumps(_payment(payment), ensure_ascii=False) for payment in payments]
    for line in lines:
        print(line)
    if len({person for one in payments for person in (one.giver.number, one.taker.number)}) > MOST_EXACT:
        print(f"dealer: more than {MOST_EXACT} are not even; there may be a payment less.", file=sys.stderr)
    return 0


def _export(journal: Journal, evening: Evening, kind: str, out: Path | None) -> int:
    if kind == "pdf":
        from dealer.house.evening_sheet import sheet

        out = out or Path(f"evening-{evening.number}.pdf")
        content = sheet(journal, evening)
    else:
        as_object = f"{json.dumps(everything(journal, evening), ensure_ascii=False)}\n"
        text = table(journal, evening) if kind == "csv" else as_object
        if out is None:
            sys.stdout.write(text)
            return 0
        content = text.encode("utf-8")
    try:
        out.write_bytes(content)
    except OSError as error:
        raise DeviceError(f"{out} cannot be written ({error.strerror}); choose another with --out FILE.") from error
    print(out)
    return 0


def table(journal: Journal, evening: Evening) -> str:
    """The books of an evening as CSV: a mark that says UTF-8, a header, and one row a line of the books."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(COLUMNS)
    names = Names(journal)
    for line in journal.books.postings(evening):
        fields = posting_fields(names, line, evening.coin)
        writer.writerow(cell(fields[column]) for column in COLUMNS)
    return f"\ufeff{written.getvalue()}"


def everything(journal: Journal, evening: Evening) -> dict[str, Any]:
    """An evening as one object: docs/journal.md has its fields."""
    books, names = journal.books, Names(journal)
    luck = {one.person.number: one for one in books.luck(evening)}
    people = []
    for tab in _tabs(journal, evening):
        one = luck.get(tab[0])
        people.append(
            {
                **_tab(*tab),
                "cards": one.cards if one else 0,
                "pairs": one.pairs if one else 0,
                "pairs_expected": round(one.expected, 3) if one else 0.0,
                "folds": one.folds if one else 0,
                "folds_cost": one.folds_cost if one else 0,
                "hits_would_cost": round(one.hits_would, 3) if one else 0.0,
            }
        )
    return {
        **_evening_fields(journal, evening),
        "people": people,
        "payments": [_payment(payment) for payment in books.settlement(evening)],
        "postings": [posting_fields(names, line, evening.coin) for line in books.postings(evening)],
    }


def posting_fields(names: Mapping[int, str], line: Posting, coin: Coin) -> dict[str, Any]:
    """One line of the books, with names for numbers."""
    return {
        "number": line.number,
        "evening": line.evening,
        "time": line.clock,
        "game": line.game,
        "act": None if line.act is None else line.act + 1,
        "from": names[line.giver],
        "to": names[line.taker],
        "coins": line.coins,
        "money": line.coins * coin.hundredths / 100 if coin.hundredths else None,
        "currency": coin.currency or coin.name or None,
        "kind": line.kind.value,
        "why": line.why,
        "hand": line.hand,
        "reverses": line.reverses,
    }


class Names(dict[int, str]):
    """Whose account has which number."""

    def __init__(self, journal: Journal) -> None:
        super().__init__({POT: "pot", HOUSE: "house"})
        self._people = journal.people

    def __missing__(self, number: int) -> str:
        self[number] = name = self._people.person(number).name
        return name


def _evening_fields(journal: Journal, evening: Evening) -> dict[str, Any]:
    coin = evening.coin
    return {
        "evening": evening.number,
        "opened": evening.opened,
        "closed": evening.closed,
        "coin": {"hundredths": coin.hundredths, "currency": coin.currency, "name": coin.name},
        "games": list(journal.books.games(evening)),
        "pot": journal.books.pot(evening),
    }


def _tabs(journal: Journal, evening: Evening) -> Sequence[tuple[int, str, int, int]]:
    """Of everybody the number, the name, what was won and lost, and the balance: what of it is still due."""
    steps = journal.books.won_and_lost(evening)
    tabs = [(tab.person.number, tab.person.name, tab.balance) for tab in journal.books.tabs(evening)]
    return [(number, name, sum(step[number] for step in steps), balance) for number, name, balance in tabs]


def _tab(number: int, name: str, won: int, balance: int) -> dict[str, Any]:
    return {"person": number, "name": name, "won": won, "balance": balance}


def _payment(payment: Payment) -> dict[str, Any]:
    return {"from": payment.giver.name, "to": payment.taker.name, "coins": payment.coins}


def _coin(coin: Coin) -> str:
    if coin.hundredths:
        return f"a coin is {money(coin, 1)}"
    return f"a coin is a {coin.name}" if coin.name else "a coin is worth nothing"
