"""An evening on one page, to pin to the wall."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path

from fpdf import FPDF

import dealer.display
from dealer.books.facts import Evening, Person
from dealer.errors import DealerError
from dealer.hands.evening_words import decimal, who_pays
from dealer.journal.journal import Journal
from dealer.locale import _, ngettext
from dealer.words.titles import game_title
from dealer.words.worth import money

FONTS = Path(dealer.display.__file__).parent / "fonts"
WIDTH_MM, LEFT_MM, BOTTOM_MM = 180.0, 15.0, 282.0
LINE_MM, CHART_MM, BOX_MM = 6.2, 50.0, 3.6
MOST_ROWS = 14
"""Most people, payments or games on the page; of more games the last ones."""

GREYS = ((20, 20, 20), (190, 60, 40), (40, 90, 170), (30, 130, 70), (150, 110, 0), (120, 60, 150), (90, 90, 90))
"""The colours of the lines in the chart; each also ends in its name."""

Runs = Mapping[Person, tuple[int, ...]]
"""What each has won and lost: before the first game, and after each."""


def sheet(journal: Journal, evening: Evening) -> bytes:
    """The page as PDF: who won and lost how much, who still pays whom, how it went, and the games."""
    page = FPDF(unit="mm", format="A4")
    page.set_auto_page_break(False)
    page.add_font("house", "", str(FONTS / "RobotoCondensed-Regular.ttf"))
    page.add_font("house", "B", str(FONTS / "RobotoCondensed-Bold.ttf"))
    page.add_page()
    page.set_margin(LEFT_MM)
    page.set_xy(LEFT_MM, 14)
    _line(page, _("Evening {number}").format(number=evening.number), size=26, height_mm=12, bold=True)
    _line(page, evening.opened[:10], size=13)
    steps = journal.books.won_and_lost(evening)
    runs = {
        tab.person: tuple(accumulate(step[tab.person.number] for step in steps))
        for tab in journal.books.tabs(evening)[:MOST_ROWS]
    }
    _people(page, journal, evening, runs)
    _payments(page, journal, evening)
    _chart(page, runs)
    _games(page, journal, evening)
    return bytes(page.output())


def _line(page: FPDF, text: str, *, size: float = 12, height_mm: float = LINE_MM, bold: bool = False) -> None:
    page.set_font("house", "B" if bold else "", size)
    page.cell(WIDTH_MM, height_mm, _fitting(page, text, WIDTH_MM), new_x="LMARGIN", new_y="NEXT")


def _title(page: FPDF, text: str) -> None:
    page.ln(3)
    _line(page, text, size=15, height_mm=8, bold=True)


def _row(page: FPDF, cells: Sequence[tuple[str, float, str]]) -> None:
    """Cells of text, width and alignment."""
    page.set_font("house", "", 12)
    for text, width_mm, align in cells:
        page.cell(width_mm, LINE_MM, _fitting(page, text, width_mm), align=align)
    page.ln(LINE_MM)


def _fitting(page: FPDF, text: str, width_mm: float) -> str:
    """The text, shortened until it fits."""
    room_mm = width_mm - 2 * page.c_margin
    if page.get_string_width(text) <= room_mm:
        return text
    while text and page.get_string_width(f"{text}…") > room_mm:
        text = text[:-1]
    return f"{text}…"


def _people(page: FPDF, journal: Journal, evening: Evening, runs: Runs) -> None:
    luck = {one.person.number: one for one in journal.books.luck(evening)}
    _title(page, _("Won and lost this evening"))
    for person, run in runs.items():
        one = luck.get(person.number)
        pairs = ""
        if one is not None and one.cards:
            words = ngettext("{pairs} pair, {expected} expected", "{pairs} pairs, {expected} expected", one.pairs)
            pairs = words.format(pairs=one.pairs, expected=decimal(one.expected))
        won = f"{run[-1]:+}" if run[-1] else "0"
        _row(page, ((person.name, 70, "L"), (won, 20, "R"), (money(evening.coin, run[-1]), 30, "R"),
                    (pairs, 60, "R")))  # fmt: skip


def _payments(page: FPDF, journal: Journal, evening: Evening) -> None:
    payments = journal.books.settlement(evening)
    _title(page, _("Settling up"))
    if not payments:
        _line(page, _("All is settled."))
    for payment in payments[:MOST_ROWS]:
        page.rect(page.get_x() + 1, page.get_y() + (LINE_MM - BOX_MM) / 2, BOX_MM, BOX_MM)
        _row(page, (("", 7, "L"), (who_pays(payment, evening.coin), 130, "L")))


def _chart(page: FPDF, runs: Runs) -> None:
    """Everybody's coins after each game."""
    games = max(map(len, runs.values()), default=1) - 1
    values = [value for run in runs.values() for value in run]
    if games < 2 or not any(values):
        return
    page.ln(4)
    top_mm, least, most = page.get_y(), min(values), max(values)
    step_mm = (WIDTH_MM - 30) / games

    def y_mm(value: float) -> float:
        return top_mm + CHART_MM * (most - value) / (most - least)

    page.set_draw_color(180)
    page.line(LEFT_MM, y_mm(0), LEFT_MM + WIDTH_MM - 30, y_mm(0))
    page.set_font("house", "", 9)
    ends: list[float] = []
    for index, (person, run) in sorted(enumerate(runs.items()), key=lambda one: -one[1][1][-1]):
        page.set_draw_color(*GREYS[index % len(GREYS)])
        page.polyline([(LEFT_MM + place * step_mm, y_mm(value)) for place, value in enumerate(run)])
        at_mm = max(y_mm(run[-1]), ends[-1] + 3.4 if ends else top_mm)
        ends.append(at_mm)
        page.text(LEFT_MM + WIDTH_MM - 28, at_mm + 1, _fitting(page, person.name, 28))
    page.set_draw_color(0)
    page.set_y(max(top_mm + CHART_MM, ends[-1]) + 2)


def _games(page: FPDF, journal: Journal, evening: Evening) -> None:
    _title(page, _("Games"))
    games = journal.books.games(evening)
    room = max(1, int((BOTTOM_MM - page.get_y()) // LINE_MM))
    for number in games[-min(room, MOST_ROWS) :]:
        try:
            game = journal.load(number)
        except DealerError:
            _row(page, ((str(number), 14, "R"), (_("cannot be read"), 60, "L")))
            continue
        names = journal.people.called(number, game.header.players)
        lost, won = (", ".join(names[one] for one in ones) for ones in (game.state.losers, game.state.winners))
        words = _("lost: {players}").format(players=lost) if lost else ""
        if won and not lost:
            words = _("won: {players}").format(players=won)
        _row(page, ((str(number), 14, "R"), (game_title(game.header.variant), 60, "L"), (words, 106, "L")))

