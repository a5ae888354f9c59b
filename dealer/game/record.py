"""The record: a small TOML text that says what happened at the table, act by act, and its replay."""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dealer.errors import DealerError, IllegalAct, RecordError
from dealer.game.driver import Game, Header
from dealer.rules.acts import ANY_ORDER, MONSTER, Act, UnreadableAct, is_blank, parse_act
from dealer.system.files import parse_toml, read_text
from dealer.system.plain_text import LONGEST_SENTENCE, in_short

SUFFIX = ".pairs"
"""How a record's file name ends."""

MOST_BYTES = 500_000
"""A long game has some 20,000 bytes; each act is checked against the rules, which takes its time."""

_ACTS = re.compile(
    r"""^[ \t]*(?:acts|"acts"|'acts')[ \t]*=[ \t]*(?P<quotes>\"\"\"|'''|"|')(?P<newline>\r?\n)?""",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it was read: the header, and the lines that hold acts with their numbers in the file, from 1."""

    header: Header
    lines: tuple[tuple[int, str], ...]

    def acts(self) -> Iterator[tuple[int, Act]]:
        """The acts with their line numbers. Raises ``IllegalAct`` at the first line that is none."""
        for number, line in self.lines:
            try:
                yield number, parse_act(line, self.header.players)
            except UnreadableAct as unreadable:
                raise RefusedLine(number, line.strip(), str(unreadable)) from unreadable


class RefusedLine(IllegalAct):
    """A line of a record that the rules refuse. ``line`` is its number in the file, from 1."""

    def __init__(self, line: int, text: str, why: str) -> None:
        super().__init__(f"line {line}: {text}: {why}")
        self.line = line


def load_record(path: Path) -> Record:
    """Read a record file. Raises ``RecordError`` when it is none."""
    return parse_record(read_text(path, MOST_BYTES, "record", error=RecordError))


def parse_record(text: str) -> Record:
    """The record that ``text`` holds. Raises ``RecordError`` when it is none; acts are read later, one by one."""
    try:
        keys = parse_toml(text)
    except ValueError as error:
        raise RecordError(f"This is no record: {error}. A record has variant, players and acts.") from error
    acts = keys.pop("acts", "")
    if not isinstance(acts, str):
        raise RecordError(f"acts is {type(acts).__name__}; expected a text of one act a line.")
    first = _first_line_of_acts(text, acts)
    lines = acts.split("\n")
    return Record(
        Header.from_mapping(keys), tuple((first + i, line) for i, line in enumerate(lines) if not is_blank(line))
    )


def _first_line_of_acts(text: str, acts: str) -> int:
    """The number, from 1, of the line in the file on which the first line of ``acts`` stands."""
    for found in _ACTS.finditer(text):
        # The key's look-alike may stand in another multi-line text; the right one is followed by the acts themselves.
        start = found.end() if found["newline"] else found.end("quotes")
        body = text[start : start + 2 * len(acts) + 16].replace("\r\n", "\n")
        if body.startswith(acts) or "\\" in body:  # an escape is written otherwise than it reads
            return text.count("\n", 0, start) + 1
    return 1


def read_record(path: Path) -> tuple[Header, tuple[tuple[int, Act], ...]]:
    """The header and the acts with their line numbers.

    Raises ``RecordError`` when it is no record, ``IllegalAct`` when a line is no act. Whether the rules allow the
    acts is for a ``Game`` to say.
    """
    record = load_record(path)
    return record.header, tuple(record.acts())


def write_record(header: Header, acts: Iterable[Act] = ()) -> str:
    """The record's text.

    >>> header = Header.from_mapping({"variant": "basic", "players": ["A", "B"]})
    >>> print(write_record(header, [Act("deal", "B", (10,))]), end="")
    variant = "basic"
    players = ["A", "B"]
    dealer = "A"
    stakes = "forfeit"
    acts = \"\"\"
    deal B 10
    \"\"\"
    """
    keys = [f"{key} = {_toml(value)}\n" for key, value in header.to_mapping().items()]
    # A backslash or a quote can only stand in a name; TOML wants the first written twice, and a name has none of the
    # second.
    lines = [str(act).replace("\\", "\\\\") + "\n" for act in acts]
    return "".join([*keys, 'acts = """\n', *lines, '"""\n'])


def in_written_order(header: Header, acts: Iterable[Act]) -> tuple[Act, ...]:
    """The acts as a record of the table has them: equal games have equal records.

    What everybody does at once, in any order, stands as the rules take it: bids and revealed cards from low to high,
    those of one rank, and hands that are shown, by seats from the dealer's left.

    >>> header = Header.from_mapping({"variant": "venture", "players": ["A", "B", "C"]})
    >>> bids = [Act("bid", name, (card,)) for name, card in (("A", 4), ("B", 6), ("C", 4), ("B", 1), ("A", 9))]
    >>> [str(act) for act in in_written_order(header, bids)]
    ['C bid 4', 'A bid 4', 'B bid 6', 'B bid 1', 'A bid 9']
    """
    first = header.players.index(header.dealer) + 1
    seats = {name: seat for seat, name in enumerate(header.players[first:] + header.players[:first])}
    rounds: list[list[Act]] = []
    for act in acts:
        together = act.verb in ANY_ORDER and act.player != MONSTER
        last = rounds[-1] if rounds else []
        # Nobody bids twice in a round: with who is there already the next one begins.
        if together and last and last[0].verb == act.verb and all(act.player != one.player for one in last):
            last.append(act)
        else:
            rounds.append([act])
    return tuple(act for one in rounds for act in sorted(one, key=lambda act: _comes(act, seats)))


def _comes(act: Act, seats: Mapping[str, int]) -> tuple[tuple[int, ...], int]:
    """Where an act stands among those of the others."""
    return () if act.verb == "show" else act.cards, seats.get(act.player or "", 0)


def _toml(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    if isinstance(value, str):
        # JSON's escapes are TOML's, but for DEL, which JSON leaves as it is.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)


def replay_record(record: Record) -> tuple[Game, tuple[int, ...]]:
    """The game after the record's last act, and each act's line. Raises ``RefusedLine`` at the first act refused."""
    game = Game(record.header)
    lines = []
    for number, act in record.acts():
        try:
            game.push(act)
        except IllegalAct as refused:
            raise RefusedLine(number, str(act), str(refused)) from refused
        lines.append(number)
    return game, tuple(lines)


def replay(paths: Sequence[Path], *, as_json: bool) -> int:
    """``dealer replay``: print where each game stands; returns the highest exit status."""
    status = 0
    for path in paths:
        try:
            game, lines = replay_record(load_record(path))
        except DealerError as error:
            status = max(status, error.exit_status)
            print(in_short(f"{path}: {error}", LONGEST_SENTENCE), file=sys.stderr)
            if as_json:
                answer: dict[str, Any] = {"exit": error.exit_status, "error": str(error)}
                if isinstance(error, RefusedLine):
                    answer["line"] = error.line
                print(json.dumps(answer, ensure_ascii=False))
            continue
        if as_json:
            print(json.dumps(game.to_json(lines=lines), ensure_ascii=False))
        else:
            print(f"{path}: {standing(game)}")
    return status


def standing(game: Game) -> str:
    """Where a game stands, for a person: a few lines."""
    state, header = game.state, game.header
    lines = [f"{header.variant}, acts: {len(game.acts)}"]
    for player in state.players:
        facts = [f"score {player.score}"]
        facts += [player.status] if player.status != "in" else []
        facts += ["cards " + " ".join(map(str, player.stack))] if player.stack else []
        facts += [f"{player.hidden} hidden"] if player.hidden else []
        facts += ["kept " + " ".join(map(str, player.points))] if player.points else []
        facts += [f"coins {player.coins:+}"] if player.coins else []
        lines.append(f"  {player.name}: {', '.join(facts)}")
    if state.table:
        lines.append("  on the table: " + " ".join(map(str, state.table)))
    lines.append(f"  draw pile {state.deck}, discards {state.discards}, pot {state.pot}")
    if not state.over:
        lines.append(f"  next: {game.expects}")
    elif state.losers:
        forfeit = header.option("forfeit", "")
        lines.append(f"  over: {' and '.join(state.losers)} lost" + (f" and {forfeit}" if forfeit else ""))
    elif state.winners:
        lines.append(f"  over: {' and '.join(state.winners)} won")
    else:
        lines.append("  over: undecided")
    return "\n".join(lines)
