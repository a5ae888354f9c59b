"""Text from people, made plain where it is taken in: nothing hidden in it, and one way to write a letter."""

import unicodedata

JOINERS = "\u200c\u200d"
"""Invisible, but words of some languages and many emoji need them."""

HIDDEN = frozenset({"Cc", "Cf", "Cs"})
"""The Unicode categories that are taken out: control characters, direction marks and the like, halves of characters."""

INKLESS = HIDDEN | {"Mn", "Mc", "Me", "Zl", "Zp", "Zs"}
"""The categories that show nothing by themselves."""

LONGEST_QUOTED, LONGEST_SENTENCE = 100, 1000
"""What came is quoted in a sentence, and the sentence is told, whole up to so many characters."""


FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a text in a spreadsheet must not begin with: it would be calculated."""


def plain(text: str) -> str:
    """The text without control characters, direction marks, other invisible ones and halves of characters.

    Every blank, tab and line break becomes one space. Letters are composed, so that equal-looking names are equal.

    >>> plain("A\\tB"), plain("\\x1b[31mred"), plain("\\u202eevil"), plain("e\\u0301") == "\\u00e9"
    ('A B', '[31mred', 'evil', True)
    """
    if text.isascii() and text.isprintable():
        return text
    kept = (_one(character) for character in text)
    return unicodedata.normalize("NFC", "".join(kept))


def _one(character: str) -> str:
    if character.isspace():
        return " "
    return "" if unicodedata.category(character) in HIDDEN and character not in JOINERS else character


def is_visible(text: str) -> bool:
    """Whether anything of the text can be seen.

    >>> is_visible("Zoe"), is_visible("\\u200d"), is_visible(" ")
    (True, False, False)
    """
    return any(unicodedata.category(character) not in INKLESS for character in text)


def in_short(text: str, longest: int = LONGEST_QUOTED) -> str:
    """The text on one plain line; of a long one the beginning and the end.

    >>> in_short("abcdefghij", longest=6)
    'abc … hij'
    """
    line = plain(text)
    half = longest // 2
    return line if len(line) <= longest else f"{line[:half]} … {line[-half:]}"


def cell(value: str | int | float | None) -> str | int | float:
    """A value as it stands in a table that a spreadsheet opens.

    >>> cell("=1+1"), cell(None), cell(-3)
    ("'=1+1", '', -3)
    """
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return "" if value is None else value
