"""One language: translated sentences, numbers as words, lists of names; and which language the house speaks now."""

import gettext
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dealer.errors import InputError

LOCALE_FOLDER = Path(__file__).parent


def mark(message: str) -> str:
    """The message itself: marks it for translation where it is only stored."""
    return message


def mark_several(one: str, several: str) -> tuple[str, str]:
    """Both forms of a message that counts: marks them for translation together."""
    return one, several


# fmt: off
_SMALL = (
    mark("zero"), mark("one"), mark("two"), mark("three"), mark("four"), mark("five"), mark("six"), mark("seven"),
    mark("eight"), mark("nine"), mark("ten"), mark("eleven"), mark("twelve"), mark("thirteen"), mark("fourteen"),
    mark("fifteen"), mark("sixteen"), mark("seventeen"), mark("eighteen"), mark("nineteen"),
)
_TENS = (
    mark("twenty"), mark("thirty"), mark("forty"), mark("fifty"), mark("sixty"),
    mark("seventy"), mark("eighty"), mark("ninety"),
)
_COMPOUNDS = (
    mark("{tens}-one"), mark("{tens}-two"), mark("{tens}-three"), mark("{tens}-four"), mark("{tens}-five"),
    mark("{tens}-six"), mark("{tens}-seven"), mark("{tens}-eight"), mark("{tens}-nine"),
)
_CARDS = (
    mark("the one"), mark("the two"), mark("the three"), mark("the four"), mark("the five"), mark("the six"),
    mark("the seven"), mark("the eight"), mark("the nine"), mark("the ten"),
)
_CARDS_OF_A_RANK = (
    mark("ones"), mark("twos"), mark("threes"), mark("fours"), mark("fives"), mark("sixes"), mark("sevens"),
    mark("eights"), mark("nines"), mark("tens"),
)
_ORDINALS = (
    mark("first"), mark("second"), mark("third"), mark("fourth"), mark("fifth"), mark("sixth"), mark("seventh"),
    mark("eighth"), mark("ninth"), mark("tenth"), mark("eleventh"),
)
# fmt: on


@dataclass(frozen=True, slots=True)
class Language:
    """How to say things. English is the language of the messages themselves."""

    code: str = "en"
    translations: gettext.NullTranslations = field(default_factory=gettext.NullTranslations, compare=False, repr=False)

    def say(self, message: str, **facts: Any) -> str:
        """``message`` in this language, with ``facts`` in its braces.

        >>> Language().say("{player}, fold for {amount}?", player="Bob", amount=3)
        'Bob, fold for 3?'
        """
        translated = self.translations.gettext(message) if message else ""
        return translated.format(**facts) if facts else translated

    def count(self, one: str, several: str, number: int, /, **facts: Any) -> str:
        """The form of a message that ``number`` asks for; ``{number}`` stands in it.

        >>> Language().count("{number} card", "{number} cards", 2)
        '2 cards'
        """
        return self.translations.ngettext(one, several, number).format(**{"number": number, **facts})

    def number(self, number: int) -> str:
        """A number as a word, -99 to 99; larger ones as digits.

        >>> [Language().number(number) for number in (3, 16, 20, 31, 120, -4)]
        ['three', 'sixteen', 'twenty', 'thirty-one', '120', 'minus four']
        """
        if abs(number) >= 100:
            return str(number)
        if number < 0:
            return self.say(mark("minus {number}"), number=self.number(-number))
        if number < len(_SMALL):
            return self.say(_SMALL[number])
        tens, ones = self.say(_TENS[number // 10 - 2]), number % 10
        return self.say(_COMPOUNDS[ones - 1], tens=tens) if ones else tens

    def card(self, rank: int) -> str:
        """A card of ``rank`` as it is spoken of.

        >>> Language().card(4)
        'the four'
        """
        return self.say(_CARDS[rank - 1])

    def cards(self, rank: int) -> str:
        """Several cards of ``rank`` as they are spoken of.

        >>> Language().cards(6)
        'sixes'
        """
        return self.say(_CARDS_OF_A_RANK[rank - 1])

    def ordinal(self, number: int) -> str:
        """The ``number``-th as a word, 1 to 11; else digits and a full stop.

        >>> Language().ordinal(5)
        'fifth'
        """
        return self.say(_ORDINALS[number - 1]) if 0 < number <= len(_ORDINALS) else f"{number}."

    def join(self, parts: Sequence[str]) -> str:
        """A list in words.

        >>> Language().join(["Angie", "Bob", "Carlos"])
        'Angie, Bob and Carlos'
        """
        if len(parts) < 2:
            return "".join(parts)
        return self.say(mark("{several} and {last}"), several=", ".join(parts[:-1]), last=parts[-1])

    def choose(self, parts: Sequence[str]) -> str:
        """A list of things of which one may be done.

        >>> Language().choose(["draw", "steal", "buy"])
        'draw, steal or buy'
        """
        if len(parts) < 2:
            return "".join(parts)
        return self.say(mark("{several} or {last}"), several=", ".join(parts[:-1]), last=parts[-1])


ENGLISH = Language()

DOMAIN = "dealer"
"""The catalogues' name: ``dealer/locale/CODE/LC_MESSAGES/dealer.mo``."""


def languages() -> tuple[str, ...]:
    """The codes of the languages that can be spoken: English, and every one that has a catalogue.

    >>> languages()[0]
    'en'
    """
    found = LOCALE_FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return (ENGLISH.code, *sorted(path.parent.parent.name for path in found))


def language_name(code: str) -> str:
    """What those who speak it call a language.

    >>> language_name("de"), language_name("xx")
    ('Deutsch', 'xx')
    """
    return {"en": "English", "de": "Deutsch"}.get(code, code)


def language(code: str) -> Language:
    """The language of ``code``; English where there is no translation.

    >>> language("en").code
    'en'
    """
    if code == ENGLISH.code:
        return ENGLISH
    try:
        return Language(code, gettext.translation(DOMAIN, LOCALE_FOLDER, [code]))
    except FileNotFoundError:
        return ENGLISH


def chosen_language(
    option: str | None, setting: str | None = None, environment: Mapping[str, str] | None = None
) -> Language:
    """The language that the command line asks for, else the settings, else the environment (``LANG``), else English.

    ``environment`` is the process's own where None.

    Raises:
        InputError: the command line or the settings name a language that has no catalogue.

    >>> chosen_language(None, None, {"LANG": "fr_FR.UTF-8"}).code
    'en'
    """
    for wish, where in ((option, "--language"), (setting, "the settings")):
        if wish is not None:
            if wish not in languages():
                there = ", ".join(languages())
                raise InputError(f"The language {wish!r} came from {where}; there are {there}.")
            return language(wish)
    environment = os.environ if environment is None else environment
    wishes = [environment.get(key, "") for key in ("LC_ALL", "LC_MESSAGES", "LANG")]
    wish = next((wish for wish in wishes if wish), "")
    return language(wish.partition(".")[0].partition("_")[0])


@dataclass(slots=True)
class _House:
    """What the whole house speaks."""

    language: Language = ENGLISH


_HOUSE = _House()
_ASIDE: ContextVar[Language | None] = ContextVar("aside", default=None)


def speak(language: Language) -> None:
    """From now on the house speaks ``language``: screens, voice and terminal."""
    _HOUSE.language = language


def spoken() -> Language:
    """The language that the house speaks, or what is said aside here and now."""
    return _ASIDE.get() or _HOUSE.language


@contextmanager
def aside(language: Language) -> Iterator[None]:
    """Within this block, and in this thread alone, ``language`` is spoken: for somebody who reads another one.

    >>> with aside(Language("xx")):
    ...     spoken().code
    'xx'
    """
    before = _ASIDE.set(language)
    try:
        yield
    finally:
        _ASIDE.reset(before)
