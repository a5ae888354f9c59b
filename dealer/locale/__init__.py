"""The languages of the words that people see and hear; ``docs/adding-a-language.md`` tells how one is added."""

from dealer.locale.language import spoken

__all__ = ["_", "ngettext"]


def _(message: str) -> str:
    """``message`` in the language that the house speaks now."""
    return spoken().say(message)


def ngettext(one: str, several: str, number: int) -> str:
    """The form of a message that ``number`` asks for, in the language that the house speaks now; braces stay."""
    return spoken().translations.ngettext(one, several, number)
