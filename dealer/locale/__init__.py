"""The languages of the words that people see and hear; ``docs/adding-a-language.md`` tells how one is added."""

from dealer.words import spoken

__all__ = ["_"]


def _(message: str) -> str:
    """``message`` in the language that the house speaks now."""
    return spoken().say(message)
