"""The two main jobs, assembled: ``dealer play`` and ``dealer watch``."""

import argparse


def watch(options: argparse.Namespace) -> int:
    """Referee one game without the menus."""
    from dealer.house import watch_command as watching

    return watching.watch(options)


def play(options: argparse.Namespace) -> int:
    """Run the table."""
    from dealer.house import house

    return house.play(options)
