"""One language: translated sentences, numbers as words, lists of names."""

import gettext
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LOCALE_FOLDER = Path(__file__).parent / "locale"


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

    def count(self, one: str, several: str, number: int, **facts: Any) -> str:
        """The form of a message that ``number`` asks for; ``{number}`` stands in it.

        >>> Language().count("{number} card", "{number} cards", 2)
        '2 cards'
        """
        return self.translations.ngettext(one, several, number).format(number=number, **facts)

    def number(self, number: int) -> str:
        """A number as a word, 0 to 99; larger ones and negative ones as digits.

        >>> [Language().number(number) for number in (3, 16, 20, 31, 120)]
        ['three', 'sixteen', 'twenty', 'thirty-one', '120']
        """
        if not 0 <= number < 100:
            return str(number)
        if number < len(_SMALL):
            return self.say(_SMALL[number])
        tens, ones = self.say(_TENS[number // 10 - 2]), number % 10
        return self.say(mark("{tens}-{ones}"), tens=tens, ones=self.say(_SMALL[ones])) if ones else tens

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


ENGLISH = Language()


def language(code: str) -> Language:
    """The language of ``code``; English where there is no translation.

    >>> language("en").code
    'en'
    """
    found = gettext.translation("dealer", LOCALE_FOLDER, [code], fallback=True)
    return Language(code, found) if code != "en" else ENGLISH
