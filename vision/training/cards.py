"""Models' cards: a JSON file beside each model that says what it is, what it learnt from and how well it reads."""

import json
from pathlib import Path
from typing import Any

Card = dict[str, Any]


def read_card(folder: Path, name: str) -> Card:
    """A model's card."""
    return dict(json.loads((folder / f"{name}.json").read_text(encoding="utf-8")))


def write_card(folder: Path, name: str, card: Card) -> None:
    """Write a model's card."""
    text = json.dumps(card, indent=1, ensure_ascii=False)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def tell(folder: Path, name: str, facts: Card) -> None:
    """Write these facts into a model's card, the others as they are."""
    write_card(folder, name, read_card(folder, name) | facts)
