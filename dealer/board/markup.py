"""HTML from Python, in which nothing that is not markup can become markup: every text is escaped where it is put in."""

from html import escape
from typing import TypeAlias

EMPTY = frozenset({"img", "input", "link", "meta"})
"""Elements without an end."""


class Markup(str):
    """Text that is HTML already; only this module makes any."""

    __slots__ = ()


Content: TypeAlias = "str | Markup | None"
Value: TypeAlias = "str | int | bool | None"


def text(words: str) -> Markup:
    """Words as HTML.

    >>> text("<b>Ann & Bob</b>")
    '&lt;b&gt;Ann &amp; Bob&lt;/b&gt;'
    """
    return Markup(escape(words, quote=True))


def together(*parts: Content) -> Markup:
    """Parts one after the other; what is None is left out."""
    return Markup("".join(one if isinstance(one, Markup) else text(one) for one in parts if one is not None))


def element(name: str, /, *content: Content, **attributes: Value) -> Markup:
    """An element. ``_`` at the end of an attribute's name falls away, other ones become ``-``; True is an attribute
    without a value, False and None are none.

    >>> element("p", "a < b", class_="note", aria_hidden="true", hidden=True)
    '<p class="note" aria-hidden="true" hidden>a &lt; b</p>'
    """
    said = ""
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        said += f" {key.rstrip('_').replace('_', '-')}"
        if value is not True:
            said += f'="{escape(str(value), quote=True)}"'
    if name in EMPTY:
        return Markup(f"<{name}{said}>")
    return Markup(f"<{name}{said}>{together(*content)}</{name}>")
