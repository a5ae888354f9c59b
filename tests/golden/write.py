"""Write the golden playthroughs anew: a record a game, and the answer after each of its acts.

    .venv/bin/python tests/golden/write.py [NAME…]

Only when the rules were meant to change; read the difference before committing it.
"""

import json
import random
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dealer.game.driver import Game, Header
from dealer.game.record import load_record, write_record
from dealer.rehearsal.bots import play_sensibly
from dealer.rules.events import Event

FOLDER = Path(__file__).parent
NAMES = ("Angie", "Bob", "Carlos", "Delia", "Echo")

PLAYTHROUGHS: dict[str, dict[str, object]] = {
    "basic": {"players": NAMES},
    "basic-two": {"variant": "basic", "players": NAMES[:2], "dealer": "Bob", "rotate_deal": True},
    "basic-twisted": {
        "variant": "basic", "players": NAMES[:3], "twists": ["pieces-of-eight", "calamities"], "stakes": "olympia",
    },
    "basic-catch": {"variant": "basic", "players": NAMES[:4], "twists": ["five-card-catch"], "stakes": "cutchfeld"},
    "continuous": {"players": NAMES[:3], "stakes": "portland", "coin": 2},
    "continuous-twisted": {
        "variant": "continuous", "players": NAMES[:4], "twists": ["unlucky-seven", "pieces-of-eight"],
        "stakes": "tacoma", "carry": 5,
    },
    "port": {"players": NAMES[:4]},
    "port-pairanoia": {"variant": "port", "players": NAMES, "edition": "pairanoia", "twists": ["calamities"]},
    "starboard": {"players": NAMES, "button": "Echo", "carry": 3},
    "rocket": {"players": NAMES[:4], "rounds": 3, "first": "low-card"},
    "blackstone": {"players": NAMES},
    "hawthorn": {"players": NAMES[:4]},
    "goblin-poker": {"players": NAMES[:4]},
    "monster": {"players": NAMES},
    "regent": {"players": NAMES[:2], "rounds": 4},
    "regent-modern": {"variant": "regent", "players": NAMES[:4]},
    "troll-guts": {"players": NAMES[:4]},
    "sweep": {"players": NAMES[:4], "first": "Carlos"},
    "kitty": {"players": NAMES[:4], "teams": [["Angie", "Carlos"], ["Bob", "Delia"]], "coin": 1},
    "kitty-soft": {"variant": "kitty", "players": NAMES, "mode": "soft"},
    "venture": {"players": NAMES[:4]},
    "five-cards": {"players": NAMES[:2]},
}
"""What is played: the headers' keys; the variant is the file's name where it does not say."""


def answers(game: Game) -> str:
    """The answer and what is told before the first act, and what each act changes in it, one JSON object a line."""
    again = Game(game.header)
    before = flat(again)
    happened = ["; ".join(told(event)) for event in again.events]
    lines = [json.dumps({**before, "events": happened}, ensure_ascii=False)]
    for act in game.acts:
        events = again.push(act)
        now = flat(again)
        changes = {key: value for key, value in now.items() if value != before[key]}
        happened = ["; ".join(told(event)) for event in events]
        lines.append(json.dumps({"act": str(act), "events": happened, **changes}, ensure_ascii=False))
        before = now
    return "\n".join(lines) + "\n"


def told(event: Event) -> list[str]:
    """An event's facts, without those that it does not have."""
    facts = {key: value for key, value in asdict(event).items() if value is not None and value != ()}
    return [event.kind, *(f"{key} {value}" for key, value in facts.items() if key != "kind")]


def flat(game: Game) -> dict[str, Any]:
    """The answer with one key for each fact of each player."""
    answer = game.to_json()
    for player in answer.pop("players"):
        name = player.pop("name")
        answer |= {f"{name}'s {fact}": value for fact, value in player.items()}
    return answer


def main(names: list[str]) -> None:
    """Write the playthroughs of ``names``, or all that are missing; the records that are there stay."""
    for name in names or PLAYTHROUGHS:
        record = FOLDER / f"{name}.pairs"
        if record.exists():
            loaded = load_record(record)
            game = Game(loaded.header, [act for _, act in loaded.acts()])
        else:
            header = Header.from_mapping({"variant": name, **PLAYTHROUGHS[name]})
            game = play_sensibly(header, random.Random(name))
            record.write_text(write_record(game.header, game.acts), encoding="utf-8")
        (FOLDER / f"{name}.jsonl").write_text(answers(game), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
