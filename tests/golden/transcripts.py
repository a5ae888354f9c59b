"""Write the transcripts anew: what the house shows, says and offers through each golden playthrough.

    .venv/bin/python tests/golden/transcripts.py [NAME…]

Only when the sentences were meant to change; read the difference aloud before committing it.
"""

import sys
from pathlib import Path

from dealer.game.driver import Game
from dealer.game.record import load_record
from dealer.locale.language import Language, language
from dealer.seen.verdicts import Accepted, Nothing
from dealer.words.prompter import prompt
from dealer.words.prompts import Prompt

FOLDER = Path(__file__).parent

WHOLE = ("basic-two", "continuous", "port", "starboard", "rocket", "blackstone", "hawthorn", "goblin-poker", "monster",
         "regent", "regent-modern", "troll-guts", "sweep", "kitty", "kitty-soft", "venture", "five-cards")  # fmt: skip
"""The playthroughs that have a transcript: one of each game, and of those with two kinds both."""

MOST_ACTS = 32
"""So many acts from the beginning, and the last ones: the middle of a long game says nothing new."""
LAST_ACTS = 8


def path_of(name: str, code: str) -> Path:
    """Where the transcript of a playthrough lies, in a language."""
    return FOLDER / f"{name}.{code}.txt"


def transcript(name: str, spoken_in: Language) -> str:
    """The acts of a playthrough; what is called and asked after each, and what the buttons mean."""
    record = load_record(FOLDER / f"{name}.pairs")
    game = Game(record.header)
    before = prompt(game, Nothing(), language=spoken_in)
    lines = _told(before, None)
    acts = [act for _, act in record.acts()]
    for index, act in enumerate(acts):
        events = game.push(act)
        made = prompt(game, Accepted((act,), (events,), (None,)), language=spoken_in)
        if MOST_ACTS <= index < len(acts) - LAST_ACTS:
            if index == MOST_ACTS:
                lines.append("…")
        else:
            lines += [f"> {act}", *_told(made, before)]
        before = made
    return "\n".join(lines) + "\n"


def _told(made: Prompt, before: Prompt | None) -> list[str]:
    """The calls; the request where it is another one; the buttons where they mean something else."""
    lines = []
    request = "" if before is not None and made.spoken == before.spoken else made.spoken
    if made.called or request:
        lines.append(f"  says   {' '.join(part for part in (made.called, request) if part)}")
    lines.append(f"  shows  {made.headline}{' | ' + made.detail if made.detail else ''}")
    if made.due and (before is None or made.due != before.due):
        lines.append(f"  marks  {', '.join(made.due)}")
    if before is None or _buttons(made) != _buttons(before):
        lines.append(f"  press  {_buttons(made)}")
    return lines


def _buttons(made: Prompt) -> str:
    """What the buttons mean, and what blue steps through."""
    choices = f" ({', '.join(line.label for line in made.choices)})" if made.choices else ""
    return ", ".join(f"{meaning.button.value}: {meaning.label}" for meaning in made.meanings) + choices


if __name__ == "__main__":
    for name in sys.argv[1:] or WHOLE:
        for code in ("en", "de"):
            path_of(name, code).write_text(transcript(name, language(code)), encoding="utf-8")
            print(path_of(name, code).name)
