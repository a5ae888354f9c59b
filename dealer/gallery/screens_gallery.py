"""Every kind of screen with sample content: ``python -m dealer.gallery.screens_gallery FOLDER`` writes them at three
sizes.

``… FOLDER de`` draws in German what the house says itself (the sample prompts stay English).
"""

import math
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from dealer.display.screens import (
    Call,
    Check,
    Chips,
    CorrectionScreen,
    Doubt,
    EndScreen,
    FaceTile,
    Field,
    GamesScreen,
    GameTile,
    Mark,
    MenuLine,
    MenuScreen,
    MessageScreen,
    Names,
    Outline,
    Phones,
    Picture,
    PictureScreen,
    PlayScreen,
    QuestionScreen,
    Screen,
    SetupScreen,
    Sound,
    Standing,
    StartScreen,
    TroubleScreen,
    WhoScreen,
)
from dealer.display.starting import countdown
from dealer.gallery.deck_gallery import deck_screens
from dealer.gallery.evening_gallery import evening_screens
from dealer.gallery.first_gallery import first_screens
from dealer.gallery.game_gallery import game_screens
from dealer.game.driver import PlayerState, State
from dealer.hands.console import phones_screen
from dealer.hands.keyboard import Keyboard
from dealer.locale import _
from dealer.locale.language import language, speak
from dealer.presses import Button
from dealer.rules.acts import Act
from dealer.seen.verdicts import Answer, Choice
from dealer.view import TABLE, Area, Face, Place, SeatSeen, Sighting, TableView
from dealer.words.moments import PAYS_TO
from dealer.words.prompts import UNCHOSEN, Action, Line, Meaning, Mode, Prompt, Transfer

SIZES = ((800, 480), (1280, 720), (1920, 1080))
SHORT_NAMES = ("Angie", "Bob", "Carlos", "Delia", "Echo", "Finn", "Greta", "Hugo")
LONG_NAMES = (
    "Maximilianne",
    "Bartholomäus",
    "Christabelle",
    "Wilhelmintje",
    "Konstantinos",
    "Mwangi-Mumbi",
    "Ågot Østerås",
    "Quetzalcoatl",
)
STACKS: tuple[tuple[int, ...], ...] = ((10, 9, 4), (8,), (7, 10), (), (6, 10, 9, 8, 5), (2, 3), (10,), (9, 10, 8, 7))
SCORES = (0, 12, 7, 9, 4, 10, 3, 11)
GAME_LINE = "2-8 players. The last one who is left in takes the pot; a pair and you are out."
LABELS = ((Button.GREEN, "OK"), (Button.RED, "Back"), (Button.BLUE, "Next"))


@lru_cache(maxsize=2)
def sample_picture(width: int = 120, height: int = 160) -> Picture:
    """A stand-in for a camera's picture: a pale card on a dark ground."""
    rows = bytearray()
    for y in range(height):
        for x in range(width):
            inside = 0.12 < x / width < 0.88 and 0.08 < y / height < 0.92
            shade = 1 - 0.25 * math.hypot(x / width - 0.4, y / height - 0.3)
            red, green, blue = (236, 226, 204) if inside else (58, 44, 36)
            rows += bytes((round(red * shade), round(green * shade), round(blue * shade)))
    return Picture(width, height, bytes(rows))


def sample_names(names: tuple[str, ...]) -> Names:
    """Seats 1 to n."""
    return tuple(enumerate(names, start=1))


def sample_state(names: tuple[str, ...], *, turn: str | None = None) -> State:
    """A round in the middle."""
    players = tuple(PlayerState(name, "in", STACKS[index], 0, (), SCORES[index], 0) for index, name in enumerate(names))
    return State(players, (), 0, 31, 12, turn, False, (), (), ())


def sample_view(count: int, *, hidden: bool = False) -> TableView:
    """Coasters around a table and the cards of ``sample_state`` before them."""
    seats: list[SeatSeen] = []
    sightings: list[Sighting] = []
    for index in range(count):
        angle = math.radians(-90 - index * 360 / count)
        x, y = 560 * math.cos(angle), 400 * math.sin(angle)
        facing = math.degrees(math.atan2(-y, -x))
        seats.append(SeatSeen(index + 1, x, y, facing, 1.0 if hidden and index == 1 else None))
        forward = (math.cos(math.radians(facing)), math.sin(math.radians(facing)))
        for place, rank in enumerate(STACKS[index]):
            across = (place - (len(STACKS[index]) - 1) / 2) * 34
            sightings.append(
                Sighting(
                    id=len(sightings) + 1,
                    place=Place(Area.STACK, index + 1),
                    x_mm=x + 150 * forward[0] + across * forward[1],
                    y_mm=y + 150 * forward[1] - across * forward[0],
                    angle_deg=facing - 90 + (place * 7) % 11 - 5,
                    face=Face.UP,
                    rank=None if hidden and len(sightings) == 2 else rank,
                    probabilities=(),
                    rest_s=0.0,
                    visible=not (hidden and index == 0),
                )
            )
    covered = frozenset({Place(Area.STACK, 1), TABLE}) if hidden else frozenset()
    return TableView(1, 1.0, tuple(sightings), tuple(seats), covered)


def _meanings(**labels: str) -> tuple[Meaning, ...]:
    return tuple(Meaning(Button(name), label, Action.REPEAT) for name, label in labels.items())


def _rank_line(rank: int, probability: float | None) -> Line:
    return Line(str(rank), Choice(Answer.RANK, rank=rank, sightings=(3,), probability=probability))


def sample_screens(names: tuple[str, ...] = SHORT_NAMES[:5]) -> dict[str, Screen]:
    """One of each kind of screen, by name."""
    third = names[2 % len(names)]
    last = names[-1]
    seats = sample_names(names)
    state = sample_state(names, turn=third)
    view = sample_view(len(names))
    picture = sample_picture()
    probabilities = (0.02, 0.01, 0.005, 0.005, 0.01, 0.01, 0.88, 0.02, 0.02, 0.01, 0.01)
    call = Call(f"{third}: 7", third, 7, picture, probabilities, sighting=4)
    play = Prompt(
        Mode.PLAY,
        f"{third}: hit or fold for 3",
        spoken=f"{third}, hit or fold for three.",
        meanings=_meanings(green="hit", red="fold 3", yellow="undo", blue="menu"),
        turn=third,
        price=3,
    )

    def shown(prompt: Prompt, hidden: bool = False) -> PlayScreen:
        seen = sample_view(len(names), hidden=hidden)
        return PlayScreen(prompt, state, target=13, names=seats, call=call, view=seen)

    balances = tuple((name, (-12, 3, 0, 9, -104, 7, 44, -2)[index]) for index, name in enumerate(names))
    wait = Prompt(
        Mode.WAIT,
        "A hand is in the way",
        f"Waiting until {last}'s cards can be seen",
        meanings=_meanings(green="Go on", blue="Repeat"),
        turn=third,
    )
    irregular = Prompt(
        Mode.IRREGULAR,
        f"A 7 lies with {last}",
        f"It is {third}'s 7: move it to {third}, or press OK and it counts as {third}'s where it lies.",
        meanings=_meanings(green="OK", red="No card", yellow="Undo", blue="Repeat"),
        turn=third,
    )
    cover = Prompt(
        Mode.QUESTION,
        f"{third}, fold for 3?",
        "The coaster is covered: it counts in 2 seconds",
        meanings=_meanings(green="Yes, fold", red="No"),
        turn=third,
        price=3,
        choices=(
            Line(f"{third} folds for 3 from {last}", Choice(Answer.ACTS, (Act("fold", third, (3,), last),))),
            Line("No: only covered", Choice(Answer.NONE)),
        ),
    )
    which = Prompt(
        Mode.QUESTION,
        "Which card is it?",
        f"{third}'s card is not read for certain",
        meanings=_meanings(green="It is a 7", blue="Next", red="No card"),
        turn=third,
        choices=(
            _rank_line(7, 0.61),
            _rank_line(1, 0.34),
            _rank_line(9, 0.03),
            Line("None of these", Choice(Answer.NONE)),
        ),
    )
    told = Prompt(
        Mode.QUESTION,
        "Which card came?",
        meanings=_meanings(blue="Next", red="Back"),
        choices=tuple(_rank_line(rank, None) for rank in range(1, 11)),
        selected=UNCHOSEN,
    )
    doubts = tuple(
        Doubt(
            card.id,
            card.rank,
            1 if card.rank == 7 else 7,
            f"{names[card.place.seat - 1]}'s card",
            picture,
            probabilities,
        )
        for card in view.sightings
    )
    selected = min(3, len(doubts) - 1)
    standings = tuple(
        Standing(player.name, 14 if player.name == last else player.score, player.name == last)
        for player in state.players
    )
    square = ((300.0, 260.0), (380.0, 250.0), (390.0, 330.0), (308.0, 338.0))
    return {
        "play": replace(shown(play), odds="7 in 31 pair"),
        "moment": replace(shown(play), moment=f"{third}, 7: a pair! {third} scores 7, now 14. Clear the cards."),
        "payment": replace(
            shown(play),
            moment=_(PAYS_TO).format(player=third, other=names[0], amount=2),
            chips=Chips((Transfer(third, names[0], 2), Transfer(last, None, 12)), 0.6),
            balances=balances,
        ),
        "balances": replace(shown(play), balances=balances),
        "glance": replace(shown(play), glance=True, balances=balances),
        "glance-moment": replace(shown(play), glance=True, moment=f"{third}, 7: a pair! Clear the cards."),
        "glance-dealing": replace(
            shown(Prompt(Mode.PLAY, "Deal: a card to each", meanings=_meanings(blue="menu"))), glance=True
        ),
        "news": replace(shown(play), news=_("The cards hardly show here. Play on a plain cloth of another colour.")),
        "wait": shown(wait, hidden=True),
        "paused": replace(shown(play), paused=True, sound=Sound(muted=True)),
        "irregular": shown(irregular),
        "by-hand": PlayScreen(play, state, target=13, names=seats),
        "cover": QuestionScreen(cover),
        "which": QuestionScreen(which, call),
        "told": QuestionScreen(told),
        "correction": CorrectionScreen(
            view, seats, doubts, selected, labels=((Button.GREEN, "It is a 1"), *LABELS[1:])
        ),
        "ranks": CorrectionScreen(
            view, seats, doubts, selected, True, LABELS, "A fifth 4 cannot be: all four copies of the 4 lie elsewhere."
        ),
        "picture": PictureScreen(call, ((Button.GREEN, "It stands"), (Button.YELLOW, "Correct"))),
        "menu": MenuScreen(
            "Menu",
            (
                MenuLine("Pause"),
                MenuLine("Say it again"),
                MenuLine("Rules"),
                MenuLine("Correct a card"),
                MenuLine("Show a call"),
                MenuLine("Louder", "80 %"),
                MenuLine("Quieter", "80 %"),
                MenuLine("Odds", "everybody"),
                MenuLine("Aim the camera"),
                MenuLine("A player leaves"),
                MenuLine("Stop here, keep the scores"),
                MenuLine("A new game", possible=False),
            ),
            selected=2,
            labels=LABELS,
        ),
        "end": EndScreen(
            f"{last} loses",
            f"{last} buys the next round.",
            standings,
            13,
            ((Button.GREEN, "Again"), (Button.RED, "New game"), (Button.YELLOW, "Undo"), (Button.BLUE, "Menu")),
            notes=(f"{last} deals next",),
            card=call,
        ),
        **phones_screens(names, standings),
        **start_screens(names),
        **deck_screens(names),
        **first_screens(),
        "setup": SetupScreen(
            sample_picture(640, 360),
            (Outline(square, "3"), Outline(tuple((x + 90, y - 100) for x, y in square), "", True)),
            frozenset({0, 1, 3}),
            tuple(range(len(names) + 1)),
            (
                Check("Cards are large enough", True),
                Check("More light: the picture is too dark to read cards safely", False),
                Check("The sheet was printed too small (93 mm should be 93, not 87): print at 100 %", False),
            ),
            LABELS,
        ),
        "message": MessageScreen(
            "Going on where we were",
            f"Game 12 with {', '.join(names)} stopped in the middle; nothing is lost.",
            False,
            LABELS,
        ),
        "trouble-ways": TroubleScreen(
            "The camera is gone",
            "No picture has come for 5 seconds. Is its cable plugged in at both ends?",
            f"Everything up to {names[-1]}'s 7 is kept.",
            (
                (Button.GREEN, "Try again"),
                (Button.RED, "Back to the start"),
                (Button.YELLOW, "Other camera"),
                (Button.BLUE, "By hand"),
            ),
            "trouble-2026-11-28-2115.txt",
        ),
        "trouble-short": TroubleScreen("No coasters", "Put them before each player.", "", ((Button.RED, "Back"),)),
        "trouble": MessageScreen(
            "The disk is full", "Nothing can be kept, so play stops here. Make room and press OK.", True, LABELS
        ),
    }


def start_screens(names: tuple[str, ...]) -> dict[str, Screen]:
    """The start screen's pages and the list of games, for these people."""
    long_value = "buys the next two rounds"
    fields = (
        Field("Game", "Basic Pairs", changeable=True),
        Field("Players", str(len(names)), changeable=True, marks=tuple(Mark(seat, seat) for seat in range(len(names)))),
        Field("Dealer", names[-1], changeable=True),
        Field("Kind", "hard, 7 targets", changeable=True),
        Field("Losing score", "13", changeable=True),
        Field("Teams", f"{names[0]} + {names[1]}, {names[-1]} + {names[-2]}", changeable=True),
    )
    for_what = (
        Field("Differenz an den Niedrigsten", "Downspear", changeable=True),
        Field("The loser", long_value, changeable=True, typed=True),
        Field("Coins", "1", changeable=True),
        Field("A coin is worth", "0.20 €", changeable=True),
    )
    summary = "The loser pays everybody 0.20 € a point of difference."
    house = tuple(dict.fromkeys((*names, *LONG_NAMES)))[:10]
    tiles_of_people = tuple(
        FaceTile(name, Mark(index, index), names.index(name) + 1 if name in names else None)
        for index, name in enumerate(house)
    )
    players = tuple(Mark(seat, seat) for seat in range(len(names)))
    ways = (FaceTile("More"), FaceTile("New player"))
    keyboard = Keyboard("Who is new?", text=names[-1])
    step_labels = (*LABELS[:2], (Button.YELLOW, "Left"), (Button.BLUE, "Right"))
    twists = (
        Field("Pieces of Eight", "yes", ticked=True),
        Field("Calamities", "Not with Unlucky Seven", ticked=False, possible=False),
        Field("Unlucky Seven", "yes", ticked=True),
        Field("Five-Card Catch", "no", ticked=False),
        Field("Burn", "5", changeable=True),
        Field("Deal moves on", "no", changeable=True),
    )
    tabs = ("Game", "For what", "Twists and more")
    labels = ((Button.GREEN, "Start"), (Button.RED, "Less"), (Button.YELLOW, "More"), (Button.BLUE, "Next"))
    games = (
        "Basic Pairs", "Continuous", "Port", "Starboard", "Rocket", "Blackstone", "Hawthorn", "Goblin Poker", "Monster",
        "Regent", "Troll Guts", "Sweep", "Kitty", "Venture", "Five Cards",
    )  # fmt: skip
    tiles = tuple(
        GameTile(title, "For 3-6 players" if index % 4 == 2 else "2-8 players", possible=index % 4 != 2)
        for index, title in enumerate(games)
    )
    problem = f"Two players are called {names[0]}: change one of the names"
    return {
        "start": StartScreen("Pairs", fields, 3, "", labels, tabs, 0, summary=summary),
        "start-for-what": StartScreen("Pairs", for_what, 1, "", labels, tabs, 1, summary=summary),
        "start-twists": StartScreen("Pairs", twists, 2, "", labels, tabs, 2, line=GAME_LINE),
        "start-note": StartScreen("Pairs", fields, -1, "", labels, tabs, 0, countdown(9)),
        "start-problem": StartScreen("Pairs", fields[:5], 1, problem, labels, tabs, 1, summary=summary),
        "who": WhoScreen("Who plays? Clockwise:", (*tiles_of_people, *ways), 1, "", players, step_labels),
        "who-problem": WhoScreen(
            "Who plays? Clockwise:",
            (*tiles_of_people, *ways),
            11,
            "8 can play. Take somebody off first.",
            players,
            LABELS,
        ),
        "keyboard": keyboard.screen(),
        "keyboard-accents": replace(keyboard, accents=True, at=9).screen(),
        "keyboard-problem": replace(
            keyboard, problem=f"{names[-1]} sits here already. Choose another name.", shifted=True
        ).screen(),
        "games": GamesScreen("Which game?", tiles, 3, "", LABELS, GAME_LINE),
        "games-problem": GamesScreen("Which game?", tiles, 2, "Port: for 3-6 players", LABELS, GAME_LINE),
    }


def phones_screens(names: tuple[str, ...], standings: tuple[Standing, ...]) -> dict[str, Screen]:
    """Where phones find the board: large, and beside other things between two games."""
    code = tuple(tuple((x * y + x // 3 + y // 2) % 3 == 0 for x in range(29)) for y in range(29))
    phones = Phones("http://192.168.178.120:8080/bakodufi/", code)
    problem = _("No board for phones: port {port} is taken. Choose another in the settings.")
    nowhere = Phones(problem=problem.format(port=8080))
    start = start_screens(names)["start"]
    assert isinstance(start, StartScreen)
    lines = (f"{names[0]} pays 2 to {names[-1]}", f"{names[0]} deals next")
    end = EndScreen(f"{names[-1]} loses", "", standings, 13, LABELS, lines, phones=phones)
    return {
        "phones": phones_screen(phones),
        "phones-play": phones_screen(replace(phones, entry="4711")),
        "phones-nowhere": phones_screen(nowhere),
        "start-phones": replace(start, phones=phones),
        "start-nowhere": replace(start, phones=nowhere),
        "end-phones": end,
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Write every screen at every size, into the folder and in the language that the ``arguments`` name."""
    from dealer.display.window import Display

    parser = ArgumentParser("python -m dealer.gallery.screens_gallery", description="Write every screen at every size.")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to; it is made where it does not exist")
    parser.add_argument("language", metavar="LANGUAGE", nargs="?", default="en", help="en or de (default: en)")
    parser.add_argument("--banner", metavar="WORDS", default="", help="what is written beside every screen")
    options = parser.parse_args(arguments)
    speak(language(options.language))
    options.folder.mkdir(parents=True, exist_ok=True)
    people = SHORT_NAMES[:5]
    every = sample_screens() | game_screens(people) | evening_screens(people, sample_picture())
    for size in SIZES:
        with Display(size, headless=True, clock=iter(range(100_000)).__next__) as display:
            display.banner = options.banner
            for name, screen in every.items():
                display.draw(screen)
                display.save_png(options.folder / f"{size[0]}-{name}.png")
                print(f"{size[0]}×{size[1]} {name}: {display.draw_ms:.1f} ms")


if __name__ == "__main__":
    main()
