"""Keeps pygame from greeting on standard output, which belongs to the program. Imported before pygame is."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
