"""Hands at the screen of an evening: they press what leads on, and at random, and put right what they broke.

They see what stands on the screen, and know what they did with the cards.
"""

from collections import Counter, deque
from random import Random
from typing import TYPE_CHECKING

from dealer.display.screens import (
    CorrectionScreen,
    EndScreen,
    GamesScreen,
    MenuScreen,
    MessageScreen,
    PlayScreen,
    QuestionScreen,
    Screen,
    SetupScreen,
    StartScreen,
    labels_of,
)
from dealer.display.window import Input
from dealer.presses import HELD_BUTTONS, Button, Kind, Press, Target, Touch
from dealer.rehearsal.audience import button_towards
from dealer.rehearsal.unknown_acts import one_by_one
from dealer.rules.acts import Act
from dealer.seen.verdicts import Answer
from dealer.words.prompts import Action, Mode, Prompt

if TYPE_CHECKING:
    from evening_play import Played

GREEN, RED, YELLOW, BLUE = Press(Button.GREEN), Press(Button.RED), Press(Button.YELLOW), Press(Button.BLUE)

EFFECT_S = 2.0
"""A lit button does something within this."""

TEACHING = "Teach"
"""Nobody teaches a deck here: a lesson is no game."""

ERRANDS = ("Rules", "Show a call", "Correct a card", "Odds", "Aim the camera", "Say it again", "Pause", "Voice")
"""What people look for in the menu though nothing is wrong."""

ENDINGS = ("Stop here, keep the scores", "A player leaves", "A new game")


class Presser:
    """Decides what is pressed. ``pressed_in_game`` counts what was pressed at random in this game; ``errand`` is the
    line of the menu that somebody looks for."""

    def __init__(self, played: "Played") -> None:
        self._played = played
        self._random = Random(f"presses {played.seed}")
        self._restless_s = self._random.choice((None, None, 40.0, 15.0, 4.0))
        self.pressed_in_game = 0
        self.errand = ""
        self._queue: deque[tuple[float, Input]] = deque()
        self._decide_s = 0.0
        self._line: int | None = None
        self._tried: tuple[Screen, Button, float] | None = None
        self._without_effect: set[Button] = set()
        self._starts = 0
        self._screen: Screen | None = None
        self._looked_for_s: float | None = None

    # -- what is seen and heard

    def sees(self, screen: Screen) -> None:
        """A screen is shown."""
        if screen == self._screen:
            return
        if type(screen) is not type(self._screen):
            self._line = None
            self._decide_s = self._played.clock.time_s + self._random.uniform(0.5, 3.0)
        self._screen = screen
        self._without_effect.clear()
        self._tried = None

    def hears(self) -> None:
        """Something is said: what was pressed had an effect."""
        self._tried = None
        self._without_effect.clear()

    # -- what is done

    def presses(self) -> list[Input]:
        """What hands do now."""
        now_s, screen = self._played.clock.time_s, self._played.screen
        if screen is None:
            return []
        self._check_effect(now_s)
        given: list[Input] = []
        while self._queue and self._queue[0][0] <= now_s:
            given.append(self._queue.popleft()[1])
        if not given and self._restless_s and self._random.random() < 0.25 / self._restless_s:
            given = self._at_random(screen)
        if not given and now_s >= self._decide_s:
            self._decide_s = now_s + self._random.uniform(0.6, 2.5)
            given = self._on_purpose(screen)
        for one in given:
            self._played.note(f"presses {_words(one)}")
            self._played.outcome.counts["presses"] += 1
        return given

    def counts(self, given: Input) -> None:
        """What was pressed was not too early for this screen: if the button is lit, something must come of it."""
        screen = self._played.screen
        if screen is not None and isinstance(given, Press) and given.kind is Kind.SHORT:
            if labels_of(screen).get(given.button):
                self._tried = (screen, given.button, self._played.clock.time_s)

    def _check_effect(self, now_s: float) -> None:
        """Not every lit button of a screen may be without effect."""
        if self._tried is None or now_s - self._tried[2] < EFFECT_S:
            return
        screen, button, _ = self._tried
        self._tried = None
        if screen != self._played.screen:
            return
        self._without_effect.add(button)
        lit = {button for button, label in labels_of(screen).items() if label}
        if lit and lit <= self._without_effect and not (isinstance(screen, StartScreen) and screen.problem):
            name = type(screen).__name__
            self._played.violated("dead end", f"no button of {name} does anything: {labels_of(screen)}")

    def _at_random(self, screen: Screen) -> list[Input]:
        """Somebody presses without looking: any button, twice, for long, or touches something."""
        self.pressed_in_game += 1
        random, now_s = self._random, self._played.clock.time_s
        button = random.choice(tuple(Button))
        if isinstance(screen, MenuScreen) and TEACHING in labels_of(screen).values():
            return [RED]
        match random.randrange(5):
            case 0:
                return [Press(button), Press(button)]
            case 1:
                self._queue.append((now_s + 0.3, Press(button)))
                return [Press(button)]
            case 2 if button in HELD_BUTTONS:
                return [Press(button, Kind.LONG)]
            case 3 if touches := _touches(screen):
                return [random.choice(touches)]
        return [Press(button)]

    def _on_purpose(self, screen: Screen) -> list[Input]:
        """What leads on from here."""
        random = self._random
        lit = [button for button, label in labels_of(screen).items() if label]
        match screen:
            case MessageScreen(trouble=True) if lit:
                calm = [button for button in lit if labels_of(screen)[button] != "Stop"]
                return [Press(random.choice(calm or lit))]
            case SetupScreen():
                return [GREEN if random.random() < 0.85 else random.choice((RED, BLUE, GREEN))]
            case StartScreen():
                return self._choose_game(screen)
            case GamesScreen():
                games = [index for index, game in enumerate(screen.games) if game.possible]
                touch = Touch(Target.ITEM, random.choice(games))
                return [random.choice((touch, touch, touch, BLUE, YELLOW, GREEN, RED))]
            case MenuScreen():
                return self._in_menu(screen)
            case CorrectionScreen():
                return self._in_correction(screen)
            case EndScreen():
                return self._at_the_end(screen)
            case PlayScreen() | QuestionScreen():
                return self._at_the_game(screen)
        return [Press(random.choice(lit))] if lit else []

    # -- screen by screen

    def _choose_game(self, screen: StartScreen) -> list[Input]:
        """Something is changed now and then; then the game is started."""
        random = self._random
        self._starts += 1
        if not screen.problem and self._starts % 6 in (0, 5):
            return [GREEN]
        index = random.randrange(len(screen.fields)) if screen.fields else 0
        if screen.tab == 0 and random.random() < 0.25:
            return [Touch(Target.ITEM, 0)]  # which game
        if screen.fields and screen.fields[index].label == "Cards":
            return [BLUE]
        changes: tuple[Input, ...] = (
            BLUE, BLUE, RED, YELLOW, Touch(Target.ITEM, index), Touch(Target.MORE, index), Touch(Target.LESS, index),
            Touch(Target.TAB, random.randrange(max(1, len(screen.tabs)))), Press(Button.BLUE, Kind.LONG),
        )  # fmt: skip
        return [random.choice(changes)]

    def _in_menu(self, screen: MenuScreen) -> list[Input]:
        possible = [index for index, line in enumerate(screen.lines) if line.possible]
        if TEACHING in labels_of(screen).values():
            return [RED]
        labels = [line.label for line in screen.lines]
        if self.errand in labels and labels.index(self.errand) in possible:
            self._line = labels.index(self.errand)
        if self._line is None or self._line not in possible:
            quiet = [index for index in possible if labels[index] not in ENDINGS]
            self._line = self._random.choice(quiet or possible)
        if self._random.random() < 0.05:
            return [RED]
        if screen.selected != self._line:
            return [BLUE]
        if self.errand == labels[self._line]:
            self.errand = "Stop" if self.errand.startswith("Stop here") else ""
        self._line = None
        return [GREEN]

    def _in_correction(self, screen: CorrectionScreen) -> list[Input]:
        """A card that counts as what it is not is put right; else nothing is touched."""
        party = self._played.party
        wrong = self._wrongly_called()
        if wrong is not None and party is not None:
            sighting, rank = wrong
            if any(doubt.sighting == sighting for doubt in screen.doubts) and not screen.refusal:
                return [Touch(Target.CARD, sighting), Touch(Target.RANK, rank)]
        return [RED]

    def _at_the_end(self, screen: EndScreen) -> list[Input]:
        random = self._random
        if self._differs():
            return self._put_right(screen)
        if random.random() < 0.4:
            return []
        way = random.random()
        if way < 0.5:
            return [GREEN]
        if way < 0.75:
            return [RED]
        if way < 0.83:
            self.pressed_in_game += 1
            return [YELLOW]
        if way < 0.9:
            self.pressed_in_game += 1
            return [Press(Button.YELLOW, Kind.LONG)]
        if way < 0.95:
            return [BLUE]  # settle up
        self.errand = "A new game"
        return [Press(Button.BLUE, Kind.LONG)]

    def _at_the_game(self, screen: PlayScreen | QuestionScreen) -> list[Input]:
        played, random = self._played, self._random
        if isinstance(screen, PlayScreen) and screen.paused:
            return [GREEN] if random.random() < 0.5 else []
        if self.errand and random.random() < 0.7:
            return [Press(Button.BLUE, Kind.LONG)]
        if random.random() < 0.004:
            self.errand = random.choice((*ERRANDS, *ENDINGS[:2]))
            return []
        party, sitting = played.party, played.sitting
        if party is None or sitting is None:
            return []
        if party.false(sitting.game.acts):
            return self._put_right(screen)
        if party.leftovers and not sitting.game.acts and screen.prompt.mode is not Mode.PLAY:
            played.gather()
            return []
        if played.by_hand:
            return self._tell(screen.prompt, party.missing(sitting.game.acts))
        return []

    def _tell(self, prompt: Prompt, missing: list[Act]) -> list[Input]:
        """Nobody looks at the table: what happened is told on the buttons."""
        now_s, party = self._played.clock.time_s, self._played.party
        assert party is not None
        if not missing:
            party.people.release("told by hand")
            self._looked_for_s = None
            return []
        party.people.hold("told by hand")
        self._decide_s = now_s + 0.3
        button = button_towards(prompt, missing[0]) or _button_of_hand(prompt, missing[0])
        if button is not None:
            self._looked_for_s = None
            return [Press(button)]
        if self._looked_for_s is None:
            self._looked_for_s = now_s
        if now_s - self._looked_for_s > 10.0 and not self.pressed_in_game:
            self._played.violated("no way by hand", f"nothing says {missing[0]} at {prompt.headline!r}: "
                                  f"{[line.label for line in prompt.choices]}")  # fmt: skip
        if prompt.mode is Mode.QUESTION:  # another question: none of these
            declining = prompt.meaning(Button.RED)
            return [RED] if declining is not None and declining.action is Action.ANSWER else [GREEN]
        return []

    # -- what was broken

    def _differs(self) -> bool:
        party, sitting = self._played.party, self._played.sitting
        if party is None or sitting is None:
            return False
        return bool(party.false(sitting.game.acts))

    def _wrongly_called(self) -> tuple[int, int] | None:
        """The sighting that counts as another rank than it shows, and what it shows."""
        party, sitting = self._played.party, self._played.sitting
        if party is None or sitting is None or sitting.view is None:
            return None
        counts = sitting.referee.ranks()
        for seen in sitting.view.sightings:
            rank = party.rank_at(seen)
            if rank is not None and counts.get(seen.id, rank) != rank:
                return seen.id, rank
        return None

    def _put_right(self, screen: Screen) -> list[Input]:
        """A false act is taken back, or its card corrected."""
        sitting, party = self._played.sitting, self._played.party
        assert sitting is not None and party is not None
        false = party.false(sitting.game.acts)
        latest = bool(false) and false[-1] == len(one_by_one(sitting.game.acts)) - 1
        if not latest and self._wrongly_called() is not None and self._random.random() < 0.7:
            return [Press(Button.YELLOW, Kind.LONG)]
        return [YELLOW]


def _button_of_hand(prompt: Prompt, act: Act) -> Button | None:
    """Which button says ``act``, a hand of several cards, card by card."""
    steps = [line for line in prompt.choices if line.choice.answer is Answer.TOLD and line.choice.acts]
    for index, line in enumerate(steps):
        said = line.choice.acts[0]
        same = (said.verb, said.player, said.other) == (act.verb, act.player, act.other)
        if same and Counter(said.cards) <= Counter(act.cards):
            return Button.GREEN if index == prompt.selected else Button.BLUE
    for index, line in enumerate(prompt.choices):
        if line.action is Action.TELL_CARD and _is_asked(line.act, act):
            return Button.GREEN if index == prompt.selected else Button.BLUE
    for meaning in prompt.meanings:
        if meaning.action is Action.TELL_CARD and _is_asked(meaning.act, act):
            return meaning.button
    return None


def _is_asked(asked: Act | None, act: Act) -> bool:
    """Whether ``asked`` is the hand ``act`` without its cards."""
    if asked is None or (asked.verb, asked.player) != (act.verb, act.player):
        return False
    return asked.other in (None, act.other)


def _touches(screen: Screen) -> list[Input]:
    """What can be touched on a screen."""
    match screen:
        case PlayScreen():
            ids = [seen.id for seen in screen.view.sightings] if screen.view is not None else []
            marks = (Target.SOUND, Target.PAUSE, Target.MENU, Target.PICTURE)
            return [*(Touch(mark, 0) for mark in marks), *(Touch(Target.CARD, number) for number in ids)]
        case QuestionScreen():
            return [Touch(Target.CHOICE, index) for index in range(len(screen.prompt.choices))]
        case CorrectionScreen():
            cards: list[Input] = [Touch(Target.CARD, seen.id) for seen in screen.view.sightings]
            return [Touch(Target.RANK, rank) for rank in range(1, 11)] if screen.chosen else cards
        case MenuScreen():
            return [Touch(Target.ITEM, index) for index, line in enumerate(screen.lines) if line.possible]
        case GamesScreen():
            return [Touch(Target.ITEM, index) for index in range(len(screen.games))]
    return []


def _words(given: Input) -> str:
    match given:
        case Press():
            return f"{given.button.value}{' long' if given.kind is Kind.LONG else ''}"
        case Touch():
            return f"{given.target.value} {given.value}"
    return str(given)
