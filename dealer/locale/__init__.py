"""The languages of the words that people see and hear."""

from gettext import gettext as _

__all__ = ["_"]
