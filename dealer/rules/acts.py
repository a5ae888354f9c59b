"""Acts: what players and the dealer do at the table, one line of a record each.

The lines are those of the record format: ``deal Bob 10``, ``Delia hit 8``, ``Carlos fold 3 from Echo``, ``reshuffle``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from dealer.errors import InputError
from dealer.rules.cards import RANKS
from dealer.system.plain_text import plain

TABLE = "table"
"""Whom common cards are dealt to."""

MONSTER = "monster"
"""Who shows the Monster's hand."""

RESERVED_NAMES = frozenset({TABLE, MONSTER, "deal", "reshuffle"})
"""Words that begin or fill a line of their own and so cannot be a player's name."""

EIGHT = 8
"""``discard 8`` names a card; every other ``discard K`` tells how many cards go to the Monster."""


class UnreadableAct(InputError):
    """A line that is no act at all."""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that somebody did.

    ``player`` is who acts; for ``deal`` it is whom the card goes to (``"table"`` for common cards), for the
    Monster's hand ``"monster"``, for ``reshuffle`` ``None``. ``other`` is the second name of the line: the owner of a
    card taken, the player attacked, gifted, seen or stolen from. ``number`` is a count or an amount in coins.

    >>> str(Act("fold", "Carlos", (3,), other="Echo"))
    'Carlos fold 3 from Echo'
    """

    verb: str
    player: str | None = None
    cards: tuple[int, ...] = ()
    other: str | None = None
    number: int | None = None
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Acts are looked up in sets far more often than they are made.
        object.__setattr__(self, "_hash", hash((self.verb, self.player, self.cards, self.other, self.number)))

    def __hash__(self) -> int:
        return self._hash

    def with_card(self, number: int, rank: int) -> "Act":
        """This act with another card in the place of its card ``number``, from 0."""
        return replace(self, cards=(*self.cards[:number], rank, *self.cards[number + 1 :]))

    def __str__(self) -> str:
        words = [] if self.player is None else [quoted(self.player)]
        words.insert(0 if self.verb == "deal" else len(words), self.verb)
        cards = [str(card) for card in self.cards]
        if self.verb == "fold":
            words += cards
            if self.other is not None:
                words += ["from", quoted(self.other)]
        else:
            if self.other is not None:
                words.append(quoted(self.other))
            words += cards
        if self.number is not None:
            words.append(str(self.number))
        return " ".join(words)

    def __reduce__(self) -> tuple[type["Act"], tuple[object, ...]]:
        # A hash of strings differs from process to process, so it does not travel.
        return Act, (self.verb, self.player, self.cards, self.other, self.number)


REFUSING_VERBS = ("fold", "lock", "pass")
"""What a player says who wants no card: covering the coaster says it, where the game expects it."""

shared_act = lru_cache(maxsize=8192)(Act)
"""The act with these facts; equal ones are the same object. For what is expected again and again, in many places."""


# What follows the verb: "card" one rank, "card?" none or one, "cards" one or more, "other" a player's name, "number"
# a count or coins.
_AFTER_VERB: dict[str, tuple[str, ...]] = {
    "hit": ("card",),
    "fold": ("card?", "from"),
    "lock": (),
    "draw": ("card?",),
    "bet": ("number",),
    "take": ("number",),
    "reveal": ("card",),
    "play": ("card",),
    "pitch": (),
    "show": ("cards",),
    "attack": ("other", "card"),
    "gift": ("other", "card"),
    "see": ("other", "cards"),
    "steal": ("other", "card"),
    "buy": ("card",),
    "capture": ("card",),
    "bid": ("card",),
    "choose": ("card",),
    "give": ("other",),
    "place": ("card",),
    "discard": ("number",),
}

VERBS: tuple[str, ...] = ("deal", "reshuffle", *_AFTER_VERB)
"""Every verb that a line may hold."""

ANY_ORDER = ("bid", "reveal", "show")
"""What several people do at about the same time: nobody can say who was first, and the rules don't ask."""

_WORD = re.compile(r'[ \t]*(?:(?P<comment>#.*)|"(?P<quoted>[^"]*)"(?=[ \t#]|$)|(?P<plain>[^ \t#"]+)(?=[ \t#]|$))')
_NEEDS_QUOTES = re.compile(r'[\s#"]')
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


def quoted(name: str) -> str:
    """``name`` as a record writes it: in double quotes where it has a blank or a ``#``.

    >>> quoted("Echo"), quoted("Mr. Whiffle")
    ('Echo', '"Mr. Whiffle"')
    """
    return f'"{name}"' if _NEEDS_QUOTES.search(name) else name


def parse_act(line: str, names: Sequence[str]) -> Act:
    """The act that ``line`` of a record tells; ``names`` are the players.

    Raises ``UnreadableAct``, which says what came and what was expected.

    >>> parse_act("Carlos fold 3 from Echo  # the lowest", ["Carlos", "Echo"])
    Act(verb='fold', player='Carlos', cards=(3,), other='Echo', number=None)
    """
    line = plain(line)
    words = _split(line)
    if not words:
        raise UnreadableAct("An empty line is no act; expected one act, such as 'deal Bob 10' or 'Bob hit 5'.")
    return _Reader(line.strip(), words, names).act()


def is_blank(line: str) -> bool:
    """Whether a record's line holds no act: nothing, or a comment.

    >>> is_blank("   # the second round"), is_blank("Bob fold")
    (True, False)
    """
    return not line.strip(" \t") or line.lstrip(" \t").startswith("#")


def _split(line: str) -> list[tuple[str, bool]]:
    """The words of a line, each with whether it stood in double quotes."""
    words = []
    position, end = 0, len(line.rstrip(" \t\r\n"))
    while position < end:
        found = _WORD.match(line, position, end)
        if found is None:
            raise UnreadableAct(f"{line.strip()!r} has a double quote out of place; expected it around a name only.")
        if found["comment"] is not None:
            break
        words.append((found["quoted"], True) if found["quoted"] is not None else (found["plain"], False))
        position = found.end()
    return words


class _Reader:
    """Takes the words of one line from the left."""

    def __init__(self, line: str, words: list[tuple[str, bool]], names: Sequence[str]) -> None:
        self.line, self.words, self.names = line, words, names

    def act(self) -> Act:
        first, in_quotes = self.words[0]
        if first == "reshuffle" and not in_quotes:
            self.words.pop(0)
            return self.ended(Act("reshuffle"))
        if first == "deal" and not in_quotes:
            self.words.pop(0)
            if self.words and self.words[0] == (TABLE, False):
                self.words.pop(0)
                return self.ended(Act("deal", TABLE, self.cards()))
            return self.ended(Act("deal", self.name(), (self.card(),)))
        if first == MONSTER and not in_quotes:
            self.words.pop(0)
            if not self.words or self.words.pop(0) != ("show", False):
                raise self.complaint("the monster can only 'show' cards")
            return self.ended(Act("show", MONSTER, self.cards()))
        return self.ended(self.player_act(self.name()))

    def player_act(self, player: str) -> Act:
        verb, in_quotes = self.words.pop(0) if self.words else ("", False)
        pattern = None if in_quotes else _AFTER_VERB.get(verb)
        if pattern is None:
            came = f"{verb!r}" if verb else "nothing"
            raise self.complaint(f"after the name came {came}; expected one of {', '.join(sorted(_AFTER_VERB))}")
        cards: tuple[int, ...] = ()
        other = number = None
        for part in pattern:
            if part == "card" or (part == "card?" and self.words):
                cards = (self.card(),)
            elif part == "cards":
                cards = self.cards()
            elif part == "other":
                other = self.name()
            elif part == "number":
                number = self.number()
            elif part == "from" and self.words:
                if self.words.pop(0) != ("from", False):
                    raise self.complaint("after the card 'from OWNER' was expected")
                other = self.name()
        if verb == "discard" and number == EIGHT:
            cards, number = (EIGHT,), None
        return Act(verb, player, cards, other, number)

    def name(self) -> str:
        if not self.words:
            raise self.complaint(f"it ends where a name was expected: one of {', '.join(self.names)}")
        name, _ = self.words.pop(0)
        if name not in self.names:
            raise self.complaint(f"{name!r} does not play; expected one of {', '.join(self.names)}")
        return name

    def number(self) -> int:
        text, in_quotes = self.words.pop(0) if self.words else ("nothing", True)
        if in_quotes or not _NUMBER.fullmatch(text):
            raise self.complaint(f"{text!r} came where a number was expected")
        return int(text)

    def card(self) -> int:
        rank = self.number()
        if rank not in RANKS:
            raise self.complaint(f"there is no card {rank}; expected a rank from {RANKS[0]} to {RANKS[-1]}")
        return rank

    def cards(self) -> tuple[int, ...]:
        cards = [self.card()]
        while self.words:
            cards.append(self.card())
        return tuple(cards)

    def ended(self, act: Act) -> Act:
        if self.words:
            rest = " ".join(word for word, _ in self.words)
            raise self.complaint(f"{rest!r} is too much; expected the line to end after {str(act)!r}")
        return act

    def complaint(self, what: str) -> UnreadableAct:
        return UnreadableAct(f"{self.line!r} is no act: {what}.")
