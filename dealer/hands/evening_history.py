"""What was played: evenings, the games of one, a game, its rounds with their pictures."""

from collections.abc import Callable
from functools import partial

from dealer.books.facts import Evening
from dealer.display.players import signed
from dealer.display.screens import Call, Chart, Figure, FiguresScreen, PictureScreen, Row, Screen, SheetScreen
from dealer.game.driver import Game
from dealer.hands.correcting import it_is
from dealer.hands.evening_memory import Memory
from dealer.hands.evening_pages import BACK, STAY, Choice, Curves, Listing, Menu, Notice, Page, Step
from dealer.hands.evening_words import as_called, date_of, mark_of, outcome
from dealer.hands.pictures_shown import words_of
from dealer.locale import _, ngettext
from dealer.presses import Button, Target, Touch
from dealer.rules.cards import RANKS
from dealer.words.titles import game_title

PICTURES = 8
"""Pictures of a round that are shown at a time."""


class Evenings(Listing):
    """All evenings, the latest first; ``account`` makes the page of one."""

    def __init__(self, memory: Memory, account: Callable[[Memory, int], Page]) -> None:
        super().__init__(memory)
        self._account = account

    def title(self) -> str:
        """What stands above."""
        return _("All evenings")

    def count(self) -> int:
        """How many there were."""
        return len(self.memory.evenings())

    def _evening(self, index: int) -> Evening:
        return self.memory.evenings()[-1 - index]

    def row(self, index: int) -> Row:
        """When, how many games, who won most."""
        evening = self._evening(index)
        games = self.memory.books.count(evening)
        words = ngettext("{games} game", "{games} games", games).format(games=games)
        goes_on = _("still open") if evening.closed is None else ""
        return Row((date_of(evening.opened), goes_on, words))

    def chosen(self, index: int) -> Step:
        """The account of that evening."""
        return Step(self._account(self.memory, self._evening(index).number))


class Games(Listing):
    """The games of an evening, the latest first: who lost, what it cost, how long it took."""

    def __init__(self, memory: Memory, evening: int) -> None:
        super().__init__(memory)
        self._evening = evening

    def _games(self) -> tuple[int, ...]:
        return self.memory.books.games(self.memory.evening(self._evening))

    def title(self) -> str:
        """What stands above."""
        return date_of(self.memory.evening(self._evening).opened)

    def count(self) -> int:
        """How many there were."""
        return len(self._games())

    def row(self, index: int) -> Row:
        """A game."""
        number = self._games()[-1 - index]
        line = self.memory.line(self.memory.evening(self._evening), number)
        return Row((f"{number}. {line.words}", line.cost, line.length))

    def chosen(self, index: int) -> Step:
        """That game, if it can be read."""
        number = self._games()[-1 - index]
        game = self.memory.game(number)
        return STAY if game is None else Step(Played(self.memory, self._evening, number, game))


class Played(Page):
    """A game: scores, coins, and points over its rounds."""

    def __init__(self, memory: Memory, evening: int, number: int, game: Game) -> None:
        super().__init__(memory)
        self._evening = evening
        self._number = number
        self._read = game

    @property
    def _game(self) -> Game:
        """As it stands now: a card may have been corrected."""
        self._read = self.memory.game(self._number) or self._read
        return self._read

    @property
    def _chart(self) -> Chart:
        return self.memory.points(self._number, self._game)

    def screen(self) -> Screen:
        """What it came to."""
        game = self._game
        state = game.state
        evening = self.memory.evening(self._evening)
        line = self.memory.line(evening, self._number)
        keeps_score = game.header.rules.keeps_score
        paid = bool(game.acts)  # before the first act nobody has
        any_coins = paid and any(player.coins for player in state.players)
        figures = []
        for person, player in zip(self.memory.seats(self._number, game), state.players, strict=True):
            lost = _("lost") if player.name in state.losers else _("won") if player.name in state.winners else ""
            coins = signed(player.coins) if any_coins and keeps_score else ""
            value = str(player.score) if keeps_score else signed(player.coins if paid else 0)
            note = " · ".join(part for part in (lost, coins) if part)
            figures.append(Figure(person.name, value, mark_of(person), note))
        title = _("Game {number}: {title}").format(number=self._number, title=game_title(game.header.variant))
        how = outcome(game, self.memory.called(self._number, game))
        note = " · ".join(part for part in (how, line.cost, line.length) if part)
        labels = (
            *(((Button.GREEN, _("Cards")),) if any(act.cards for act in game.acts) else ()),
            (Button.RED, _("Back")),
            (Button.BLUE, _("Chart")),
        )
        return FiguresScreen(title, tuple(figures), self._chart, labels, note=note)

    def press(self, button: Button) -> Step:
        """Green shows the cards, blue the chart."""
        match button:
            case Button.GREEN if any(act.cards for act in self._game.acts):
                return Step(Sheet(self.memory, self._number, self._game))
            case Button.BLUE:
                return Step(Curves(self.memory, self._chart))
        return super().press(button)


class Sheet(Page):
    """The cards of a game round by round, the last round first, each with its picture."""

    def __init__(self, memory: Memory, number: int, game: Game) -> None:
        super().__init__(memory)
        self._number = number
        self._game = game
        self._rounds = memory.rounds(number, game)
        self._round = len(self._rounds) - 1
        self._selected = 0
        self._calls: dict[tuple[int, int], tuple[Call, ...]] = {}

    def _read_anew(self) -> None:
        """A card may have been corrected; with it a round may have ended sooner."""
        game = self.memory.game(self._number)
        if game is not None and game is not self._game:
            self._game, self._rounds, self._calls = game, self.memory.rounds(self._number, game), {}
            self._round = min(self._round, len(self._rounds) - 1)
            self._selected = min(self._selected, len(self._rounds[self._round].acts) - 1)

    def _shown(self) -> tuple[Call, ...]:
        """The calls that are shown now; their pictures are read once."""
        self._read_anew()
        first = self._selected // PICTURES * PICTURES
        if (self._round, first) not in self._calls:
            acts = self._rounds[self._round].acts[first : first + PICTURES]
            self._calls = {(self._round, first): self.memory.calls(self._number, self._game, acts)}
        return self._calls[self._round, first]

    def screen(self) -> Screen:
        """The pictures."""
        shown = self._shown()
        now = self._rounds[self._round]
        title = _("Round {number} of {count}").format(number=self._round + 1, count=len(self._rounds))
        labels = (
            (Button.GREEN, _("Large")),
            (Button.RED, _("Back")),
            *(((Button.YELLOW, _("Earlier")),) if len(self._rounds) > 1 else ()),
            (Button.BLUE, _("Next")),
        )
        return SheetScreen(title, shown, self._selected % PICTURES, labels, now.words)

    def press(self, button: Button) -> Step:
        """Blue steps to the next card, yellow to the round before; after the first round comes the last."""
        match button:
            case Button.GREEN:
                return self._large()
            case Button.BLUE:
                self._selected = (self._selected + 1) % len(self._rounds[self._round].acts)
                return STAY
            case Button.YELLOW:
                self._round, self._selected = (self._round - 1) % len(self._rounds), 0
                return STAY
        return super().press(button)

    def touch(self, touch: Touch) -> Step:
        """A picture that is touched is shown large."""
        calls = self._shown()
        if touch.target is Target.ITEM and 0 <= touch.value < len(calls):
            self._selected = self._selected // PICTURES * PICTURES + touch.value
            return self._large()
        return STAY

    def _large(self) -> Step:
        call = self._shown()[self._selected % PICTURES]
        return Step(Large(self.memory, call, correction(self.memory, self._number, self._game, self._index)))

    @property
    def _index(self) -> int:
        """Which act of the game is selected."""
        return self._rounds[self._round].acts[self._selected]


class Large(Page):
    """A card's picture, and what the camera read; ``other`` corrects it, or says why it can't be."""

    def __init__(self, memory: Memory, call: Call, other: Page | None) -> None:
        super().__init__(memory)
        self._call = call
        self._other = other

    def screen(self) -> Screen:
        """The picture."""
        correct = () if self._other is None else ((Button.YELLOW, _("Correct")),)
        return PictureScreen(self._call, ((Button.GREEN, _("OK")), (Button.RED, _("Back")), *correct))

    def press(self, button: Button) -> Step:
        """Green leads back too; yellow to the other cards that it may have been."""
        match button:
            case Button.GREEN:
                return BACK
            case Button.YELLOW if self._other is not None:
                return Step(self._other, instead=isinstance(self._other, Menu))
        return super().press(button)


class OtherRank(Menu):
    """What a card of an act in a game that people have left may have been: a line for each rank, so that a digit means
    the rank, dark where the game forbids it. The one that was called is chosen first, and changes nothing."""

    def __init__(self, memory: Memory, number: int, game: Game, index: int, card: int) -> None:
        self._number, self._index, self._card, self._act = number, index, card, game.acts[index]
        self.called = self._act.cards[card]
        others = [rank for rank in RANKS if game.may_have_been(index, self._act.with_card(card, rank))]
        self.possible = any(rank != self.called for rank in others)
        """Whether it may have been another one."""
        choices = (Choice(it_is(rank), partial(self._was, rank), rank in (self.called, *others)) for rank in RANKS)
        title = words_of(as_called(self._act, memory.called(number, game)))
        super().__init__(memory, title, tuple(choices), selected=RANKS.index(self.called))

    def _was(self, rank: int) -> Step:
        """It is corrected, and the books with it."""
        number, index, act = self._number, self._index, self._act.with_card(self._card, rank)
        if act == self._act:
            return BACK
        return Step(back=True, write=lambda _books, hand: self.memory.correct(number, index, act, hand))


def correction(memory: Memory, number: int, game: Game, index: int) -> Page | None:
    """The page on which an act's card is corrected, of several first which, or that says why none can be; None where it
    can have been no other."""
    act = game.acts[index]
    problem = memory.why_not_corrected(number) if act.cards else None
    if problem:
        return Notice(memory, problem)
    cards = (act.cards.index(rank) for rank in dict.fromkeys(act.cards))
    pages = [page for card in cards if (page := OtherRank(memory, number, game, index, card)).possible]
    if len(pages) < 2:
        return pages[0] if pages else None
    words = _("The {rank} was another card")
    choices = (Choice(words.format(rank=page.called), partial(Step, page, instead=True)) for page in pages)
    return Menu(memory, words_of(as_called(act, memory.called(number, game))), tuple(choices))
