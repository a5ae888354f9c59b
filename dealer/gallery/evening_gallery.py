"""The screens of the evening's books, from an evening that simulated players have played: for the gallery and tests."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from dealer.books.facts import Coin
from dealer.display.screens import Picture, Screen
from dealer.game.header import Header
from dealer.games.registry import GAMES
from dealer.hands.evening_hands import Door, EveningHands
from dealer.hands.evening_memory import Memory
from dealer.journal.journal import Journal
from dealer.presses import Button, Press, Target, Touch
from dealer.rehearsal.bots import play_sensibly
from dealer.rules.acts import Act

FOR_COINS = ("starboard", "blackstone", "regent", "goblin-poker", "basic")
SEED = 7


def play_evening(journal: Journal, names: tuple[str, ...], games: int, *, seed: int = SEED) -> None:
    """So many games, for coins, by these people; who is too many sits out."""
    dice = random.Random(seed)
    journal.books.opened(Coin(10, "£"))
    for step in range(games):
        variant = FOR_COINS[step % len(FOR_COINS)]
        game = GAMES[variant]
        count = min(len(names), game.seats[-1])
        if count < game.seats[0]:
            variant, count = "basic", min(len(names), GAMES["basic"].seats[-1])
        first = step % len(names)
        players = [names[(first + seat) % len(names)] for seat in range(count)]
        keys = {"variant": variant, "players": players, **({"stakes": "seattle"} if variant == "basic" else {})}
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


def evening_screens(names: tuple[str, ...], picture: Picture, *, games: int = 9) -> dict[str, Screen]:
    """Every page of the books, by name."""
    with sample_memory(names, games, picture) as (journal, memory):
        screens: dict[str, Screen] = {}

        def walk(name: str, door: Door, *given: Button | int) -> EveningHands:
            """What is shown after these buttons and touches."""
            hands = EveningHands(memory, door)
            for one in given:
                write = hands.hand(Press(one) if isinstance(one, Button) else Touch(Target.ITEM, one))
                if write is not None:
                    write(journal.books, "touch")
                    hands.written()
            screens[f"evening-{name}"] = hands.screen()
            return hands

        green, yellow, blue = Button.GREEN, Button.YELLOW, Button.BLUE
        walk("account", Door.EVENING)
        walk("chart", Door.EVENING, blue)
        walk("more", Door.EVENING, yellow)
        walk("drinks", Door.EVENING, yellow, 0)
        walk("bet", Door.EVENING, yellow, 1, blue, blue, blue)
        walk("who-leaves", Door.EVENING, yellow, 2)
        walk("leaver", Door.EVENING, yellow, 2, 0)
        walk("games", Door.EVENING, yellow, 5)
        walk("game", Door.EVENING, yellow, 5, 0)
        walk("game-chart", Door.EVENING, yellow, 5, 0, blue)
        walk("cards", Door.EVENING, yellow, 5, 0, green)
        walk("card", Door.EVENING, yellow, 5, 0, green, 0)
        walk("evenings", Door.EVENING, yellow, 6)
        walk("players", Door.EVENING, yellow, 7)
        walk("player", Door.EVENING, yellow, 7, 0)
        walk("player-chart", Door.EVENING, yellow, 7, 0, green)
        walk("settle", Door.SETTLING)
        hands = walk("settle-ticked", Door.SETTLING, green)
        for _payment in range(2 * len(names)):
            if hands.hand(Press(green)) is None:
                break
        return screens
