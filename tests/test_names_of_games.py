"""A game's name stands in its own file: what it is, others ask as a fact (docs/adding-a-game.md)."""

import ast
from collections import Counter
from pathlib import Path

import dealer
from dealer.games.registry import GAMES

LISTS = {
    "dealer/words/rules_texts.py": len(GAMES),  # a page of rules for each
    "dealer/words/calls.py": 12,  # what a game says in its own terms
    "dealer/gallery/evening_gallery.py": 5,
    "dealer/gallery/game_gallery.py": 2,
}
"""The lists by game, and how many names each may have: fewer each time that one becomes a fact."""

ELSEWHERE = 6
"""So many names may stand outside ``dealer/games`` and these lists; most are an event's or a key's."""

ROOT = Path(dealer.__file__).parents[1]


def names_in(source: str) -> int:
    """How often a game's name stands in a program, as a word by itself and not in a docstring.

    >>> names_in('"basic"'), names_in('x = "basic", "basic or so"')
    (0, 1)
    """
    tree = ast.parse(source)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in told)
    return sum(isinstance(node.value, str) and node.value in GAMES for node in found)


def test_games_are_named_in_their_own_files_and_in_few_lists() -> None:
    named: Counter[str] = Counter()
    for package in ("dealer", "vision", "hardware"):
        for path in (ROOT / package).rglob("*.py"):
            where = path.relative_to(ROOT).as_posix()
            if not where.startswith("dealer/games/"):
                named[where] += names_in(path.read_text(encoding="utf-8"))
    for where, most in LISTS.items():
        assert named.pop(where) == most, f"{where}: a name too many, or a list that can be shorter now"
    others = {where: count for where, count in named.items() if count}
    assert sum(others.values()) <= ELSEWHERE, f"make a fact of the game of it: {others}"
