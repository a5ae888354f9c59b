"""Screens: plain data in, pictures out, presses back. A display decides nothing."""

from dealer.display import silence as silence
from dealer.display.screens import Screen
from dealer.display.window import Display

__all__ = ["Display", "Screen"]
