"""Keeps pygame quiet and quick: imported before pygame is.

It greets on standard output, which belongs to the program; and it asks pkg_resources, which looks through every package
of the machine first, for files that lie beside its own modules, where it looks anyhow.
"""

import os
import sys

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
if "pkg_resources" not in sys.modules:
    sys.modules["pkg_resources"] = None  # type: ignore[assignment]
    try:
        import pygame as pygame
    finally:
        del sys.modules["pkg_resources"]
