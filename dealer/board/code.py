"""The QR code of an address, and the word that may stand in it."""

import secrets

SYLLABLES = 4
"""Syllables of the word in the board's address. There are 70 different ones, and thus 24 million words."""

Modules = tuple[tuple[bool, ...], ...]
"""A QR code row by row; True is dark. A margin of 4 light modules is to be left around it."""


def qr_code(address: str) -> Modules:
    """The QR code that a phone's camera reads.

    >>> len(qr_code("http://192.168.1.20:8080/"))
    25
    """
    import segno  # of the extra "board": who has an address has it

    made = segno.make(address, micro=False, error="m", boost_error=False)
    return tuple(tuple(bool(module) for module in row) for row in made.matrix)


def new_code() -> str:
    """The four digits with which a phone may play."""
    return f"{secrets.randbelow(10_000):04}"


def new_word() -> str:
    """A word that nobody guesses and everybody can type."""
    return "".join(secrets.choice("bdfgklmnprstvz") + secrets.choice("aeiou") for _syllable in range(SYLLABLES))
