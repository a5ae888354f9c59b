"""The list of events is complete, and every expectation names its rule."""

import random
import re
from pathlib import Path

import pytest

import dealer.rules.events
from dealer.game.driver import Game, Header
from dealer.games.registry import GAMES
from dealer.rehearsal.bots import play_at_random

HOUSE = Path(dealer.rules.events.__file__).parents[1]
SOURCES = [*HOUSE.glob("games/*.py"), HOUSE / "game" / "driver.py"]


def test_every_kind_of_event_is_in_the_list_and_no_other() -> None:
    documented = set()
    for row in re.findall(r"^\| (``.*?) \|", dealer.rules.events.__doc__ or "", re.MULTILINE):
        documented |= set(re.findall(r"``([a-z-]+)``", row))
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    told = set(re.findall(r'(?:tell|event)\(\s*"([a-z-]+)"', text)) | {"stole", "bought", "hand-round", "deck-round"}
    assert told == documented


@pytest.mark.parametrize("variant", GAMES)
def test_every_expectation_names_its_rule_and_refuses_with_it(variant: str) -> None:
    names = ("Angie", "Bob", "Carlos", "Delia")[: max(min(4, GAMES[variant].seats[-1]), GAMES[variant].seats[0])]
    whole = play_at_random(Header.from_mapping({"variant": variant, "players": names}), random.Random(3))
    game = Game(whole.header)
    for act in whole.acts:
        assert re.search(r"\(.*(000|games\.md).*\)\.$", game.expects.rule), game.expects.rule
        assert game.expects.rule in game.expects.refusal(act)
        game.push(act)
    assert re.search(r"games\.md", game.expects.rule)
