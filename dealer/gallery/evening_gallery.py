"""The screens of the evening's books, from an evening that simulated players have played: for the gallery and tests."""

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from dealer.books.facts import Coin
from dealer.display.screens import Picture, Screen
from dealer.game.header import Header
from dealer.games.registry import GAMES, USUAL_GAME
from dealer.hands.evening_hands import Door, EveningHands
from dealer.hands.evening_memory import Memory
from dealer.journal.journal import Journal
from dealer.presses import Button, Press, Target, Touch
from dealer.rehearsal.bots import play_sensibly
from dealer.rules.acts import Act

FOR_COINS = ("starboard", "blackstone", "regent", "goblin-poker", "basic")
SEED = 7


def play_evening(journal: Journal, names: tuple[str, ...], games: int, *, seed: int = SEED) -> None:
    """Play so many ``games`` for coins; who is too many sits out."""
    dice = random.Random(seed)
    journal.books.opened(Coin(10, "£"))
    for step in range(games):
        variant = FOR_COINS[step % len(FOR_COINS)]
        game = GAMES[variant]
        count = min(len(names), game.seats[-1])
        if count < game.seats[0]:
            variant, count = USUAL_GAME, min(len(names), GAMES[USUAL_GAME].seats[-1])
        first = step % len(names)
        players = [names[(first + seat) % len(names)] for seat in range(count)]
        keys = {"variant": variant, "players": players, **({"stakes": "seattle"} if variant == USUAL_GAME else {})}
        header = Header.from_mapping(keys)
        played = play_sensibly(header, dice)
        number = journal.begin(header)
        with journal.together(number, played):
            for act in played.acts:
                journal.add(number, act, picture=b"jpeg" if act.cards else None, chance=chance_of(act))


def chance_of(act: Act) -> float | None:
    """A likely chance of a pair, of an act that turned up a card."""
    return 0.2 if act.cards else None


@contextmanager
def sample_memory(names: tuple[str, ...], games: int, picture: Picture) -> Iterator[tuple[Journal, Memory]]:
    """A journal of an evening before and one that goes on; every card has the same ``picture``."""
    with TemporaryDirectory(prefix="dealer-gallery-") as folder, Journal(Path(folder)) as journal:
        play_evening(journal, names, 3)
        journal.books.close(journal.books.opened())
        play_evening(journal, names, games, seed=SEED + 1)
        yield journal, Memory(journal, lambda jpeg: picture)


POT = "pot"
"""The page that asks what becomes of the pot; before the others people have said that it is kept."""

PAGES: Mapping[str, tuple[Door, tuple[Button | int, ...]]] = {
    "account": (Door.EVENING, ()),
    "chart": (Door.EVENING, (Button.BLUE,)),
    "more": (Door.EVENING, (Button.YELLOW,)),
    "drinks": (Door.EVENING, (Button.YELLOW, 0)),
    "bet": (Door.EVENING, (Button.YELLOW, 1, Button.BLUE, Button.BLUE, Button.BLUE)),
    "written-down": (Door.EVENING, (Button.YELLOW, 1, 3, Button.YELLOW, 0, 2, Button.YELLOW, 2)),
    "who-leaves": (Door.EVENING, (Button.YELLOW, 3)),
    "leaver": (Door.EVENING, (Button.YELLOW, 3, 0)),
    "games": (Door.EVENING, (Button.YELLOW, 6)),
    "game": (Door.EVENING, (Button.YELLOW, 6, 0)),
    "game-chart": (Door.EVENING, (Button.YELLOW, 6, 0, Button.BLUE)),
    "cards": (Door.EVENING, (Button.YELLOW, 6, 0, Button.GREEN)),
    "card": (Door.EVENING, (Button.YELLOW, 6, 0, Button.GREEN, 0)),
    "evenings": (Door.EVENING, (Button.YELLOW, 7)),
    "players": (Door.EVENING, (Button.YELLOW, 8)),
    "player": (Door.EVENING, (Button.YELLOW, 8, 0)),
    "player-chart": (Door.EVENING, (Button.YELLOW, 8, 0, Button.GREEN)),
    POT: (Door.SETTLING, ()),
    "settle": (Door.SETTLING, ()),
    "settle-ticked": (Door.SETTLING, (Button.GREEN,)),
}
"""Each page by name: the door, and the buttons and touches (lines) that lead to it."""


def page(journal: Journal, memory: Memory, name: str) -> Screen:
    """A page of the books, read anew."""
    door, given = PAGES[name]
    memory.forget()
    memory.pot_kept = 0 if name == POT else journal.books.pot_between_games().coins
    hands = EveningHands(memory, door)
    for one in given:
        write = hands.hand(Press(one) if isinstance(one, Button) else Touch(Target.ITEM, one))
        if write is not None:
            write(journal.books, "touch")
            hands.written()
    hands.screen()
    while hands.work():
        hands.screen()
    return hands.screen()


def evening_screens(names: tuple[str, ...], picture: Picture, *, games: int = 9) -> dict[str, Screen]:
    """Every page of the books, by name."""
    with sample_memory(names, games, picture) as (journal, memory):
        return {f"evening-{name}": page(journal, memory, name) for name in PAGES}
