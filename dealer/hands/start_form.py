"""The start screen's form: which game, who plays, for what. Plain: takes what hands do, makes a header."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Self

from dealer.books.facts import NO_POT, Coin, Person, Pot
from dealer.decks.deck_choice import NO_DECKS, DeckChoice
from dealer.display.screens import Field, GamesScreen, GameTile, Screen, StartScreen
from dealer.errors import RecordError
from dealer.game.choices import Draft
from dealer.game.driver import Game
from dealer.game.header import Header, name_problem
from dealer.game.next_game import next_draft
from dealer.game.seating import DEFAULT_NAMES
from dealer.games.registry import GAMES, INCOMPATIBLE, STAKES, TWISTS, USUAL_GAME
from dealer.hands.evening_words import mark_of
from dealer.hands.keyboard import LONGEST
from dealer.hands.rules_reader import Reading
from dealer.hands.what_for import coin_title, stepped_coin, what_for
from dealer.hands.who_plays import WhoPlays, faces
from dealer.locale import _, ngettext
from dealer.locale.language import mark, spoken
from dealer.presses import Button, KeyText, Kind, Press, Target, Touch
from dealer.words.rules_pages import one_line, stakes_line
from dealer.words.titles import game_title, option_title, stakes_meaning, stakes_title, twist_title, value_title

FORFEITS = (mark("buys a round"), mark("tells a joke"), mark("sings a song"), "")
"""What the plus and minus of the forfeit step through; with a keyboard it is anything."""

DEFAULT_PLAYERS = 4

MAIN_OPTIONS = ("target", "mode", "play_to", "rounds", "teams")
"""The options that stand on the first page: what a table talks about before it plays."""

FOR_WHAT_OPTIONS = ("forfeit", "penalty", "coin", "max_bet")
"""The options that say what is played for. The others are on the last page."""


NO_COIN = Coin()
"""A coin that is worth nothing."""

LISTS = ("players", "deck")
"""The fields whose list green opens."""


class Page(Enum):
    """The start screen's pages."""

    GAME = "game"
    FOR_WHAT = "for what"
    MORE = "more"


class PotUse(Enum):
    """What becomes of the coins that earlier games left in the pot."""

    PLAY = "play"
    LATER = "later"
    SHARE = "share"


@dataclass(frozen=True, slots=True)
class StartForm:
    """The fields, by their keys: ``game``, ``players``, ``dealer``, ``stakes``, ``worth``, ``pot``, options, ``deck``,
    ``twist NAME``.

    ``selected`` is one of them or ``""``. ``kept`` remembers what was agreed for each other game. ``people`` is the
    house's list, in the order in which it is offered; ``coin`` is what a coin of this evening is worth, ``coin_stays``
    whether debts stand in such coins.
    """

    draft: Draft
    kept: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    page: Page = Page.GAME
    selected: str = ""
    problem: str = ""
    listing: str | None = None
    """The list of games is open, with this one on offer."""
    decks: DeckChoice = NO_DECKS
    pot: Pot = NO_POT
    pot_use: PotUse | None = None
    """What was said of the pot; None: nothing yet."""
    people: tuple[Person, ...] = ()
    coin: Coin = NO_COIN
    coin_stays: bool = False
    who: WhoPlays | None = None
    """The list of people is open."""
    reading: Reading | None = None
    """The rules that somebody reads before choosing."""

    # -- what is remembered ------------------------------------------------------------------------------------------

    @classmethod
    def of(
        cls,
        kept: object,
        decks: DeckChoice = NO_DECKS,
        pot: Pot = NO_POT,
        people: Sequence[Person] = (),
        coin: Coin = NO_COIN,
        *,
        coin_stays: bool = False,
    ) -> Self:
        """The form as it was left; what cannot be used any more, or was never a choice of this form, is left out."""
        kept = kept if isinstance(kept, dict) else {}
        names, numbers = (
            tuple(of) if isinstance(of, list | tuple) else () for of in (kept.get("players"), kept.get("people"))
        )
        variant, dealer, games = kept.get("variant"), kept.get("dealer"), kept.get("games")
        draft = Draft(
            DEFAULT_NAMES[:DEFAULT_PLAYERS],
            variant if isinstance(variant, str) and variant in GAMES else next(iter(GAMES)),
        )
        seats = _called_now(names, numbers, people)
        if any(seats):
            draft = replace(draft, names=seats)
        if type(dealer) is int and 0 <= dealer < len(draft.names):
            draft = replace(draft, dealer=dealer)
        form = cls(
            draft.seating([name for name in draft.names if name][: len(DEFAULT_NAMES)]),
            {name: agreed for name, agreed in games.items() if name in GAMES and isinstance(agreed, dict)}
            if isinstance(games, dict)
            else {},
            decks=decks,
            pot=pot,
            people=tuple(people),
            coin=coin,
            coin_stays=coin_stays,
        )
        form = form.with_game(form.draft.variant)
        return form if any(seats) else form.fitted()

    def choice(self) -> dict[str, Any]:
        """What is remembered for the next evening."""
        draft = self.draft
        return {
            "players": list(draft.names),
            "people": [person.number for person in faces(draft.names, self.people)],
            "dealer": draft.dealer,
            "variant": draft.variant,
            "games": {**self.kept, draft.variant: draft.agreement()},
        }

    def with_game(self, variant: str) -> Self:
        """Another game for the same people, as it was last agreed."""
        kept = {**self.kept, self.draft.variant: self.draft.agreement()}
        if variant == self.draft.variant:
            kept = dict(self.kept)
        return replace(self, draft=self.draft.with_game(variant, kept.get(variant, {})), kept=kept)

    def after(self, game: Game, names: Sequence[str] = (), players: Sequence[str] = ()) -> Self:
        """The form once the table has left ``game``: what comes next, not what was.

        The next dealer deals, the button has moved on; a game that was stopped is begun again by the same dealer.
        ``names``: how its players are called now, by seat; empty: as they were. ``players``: who plays next, clockwise;
        empty: the same.
        """
        kept = {**self.kept, self.draft.variant: self.draft.agreement()}
        draft = next_draft(game)
        draft = replace(draft, names=tuple(names) or draft.names)
        return replace(self, draft=draft.seating(players) if players else draft, kept=kept)

    def fitted(self) -> Self:
        """The form for as many as may play the game, where nobody is there to say who."""
        return replace(self, draft=self.draft.fitted())

    def with_names(self, names: Sequence[str]) -> Self:
        """These players, the first of them the dealer, as somebody named them: ``header`` says what can't be."""
        return replace(self, draft=replace(self.draft, names=tuple(names), dealer=0).settled())

    def header(self) -> Header:
        """The game. Raises RecordError where the names cannot be."""
        carried = {PotUse.PLAY: self.pot.coins, PotUse.SHARE: self._left_of_the_pot}.get(self.use_of_the_pot, 0)
        return replace(self.draft, carry=carried if self.draft.has_pot else 0).header()

    # -- the pot -----------------------------------------------------------------------------------------------------

    @property
    def use_of_the_pot(self) -> PotUse:
        """What becomes of the pot: as was said; else its own players play for it, in a game with a pot."""
        uses = self._uses_of_the_pot()
        if self.pot_use in uses:
            return self.pot_use
        return uses[0] if self._same_players() else PotUse.LATER

    def _uses_of_the_pot(self) -> tuple[PotUse, ...]:
        play = (PotUse.PLAY,) if self.draft.has_pot else ()
        return (*play, PotUse.LATER, *((PotUse.SHARE,) if self.pot.share else ()))

    def _same_players(self) -> bool:
        return not self.pot.players or set(self.pot.players) == set(self.draft.names)

    def _pot_in_words(self) -> str:
        """Who takes how much, where the pot is shared out."""
        names, each, left = spoken().join(self.pot.players), self.pot.share, self._left_of_the_pot
        words = _("{players} take {coins} each")
        if left and self.draft.has_pot:
            words = _("{players} take {coins} each; left in the pot: {left}")
        elif left:
            words = _("{players} take {coins} each; kept for later: {left}")
        return words.format(players=names, coins=each, left=left)

    @property
    def _left_of_the_pot(self) -> int:
        """The odd coins that stay where it is shared out in equal parts."""
        return self.pot.coins - self.pot.share * len(self.pot.players)

    # -- the fields --------------------------------------------------------------------------------------------------

    def fields(self, page: Page | None = None) -> tuple[str, ...]:
        """The keys of a page's fields, or of all, in order."""
        draft, offered = self.draft, self.draft.offered()
        main = tuple(key for key in MAIN_OPTIONS if key in offered)
        pot = ("pot",) if self.pot.coins else ()
        game = ("game", "players", "dealer", *pot, *main, "deck")
        stakes = ("stakes",) if draft.game.has_stakes else ()
        for_what = (*stakes, *(key for key in FOR_WHAT_OPTIONS if key in offered), "worth")
        more = (
            *(f"twist {name}" for name in TWISTS if name in draft.game.twists),
            *(key for key in offered if key not in (*main, *for_what)),
        )
        return {Page.GAME: game, Page.FOR_WHAT: for_what, Page.MORE: more, None: (*game, *for_what, *more)}[page]

    def pages(self) -> tuple[Page, ...]:
        """The pages that have fields."""
        return tuple(page for page in Page if self.fields(page))

    def hand(self, given: object) -> tuple["StartForm", bool]:
        """The form after something was pressed, touched or typed, and whether the game starts."""
        if self.who is not None:
            return self._hand_to_who_plays(self.who.hand(given)), False
        if self.reading is not None:
            reading = self.reading.press(given.button) if isinstance(given, Press) else self.reading
            return replace(self, reading=reading), False
        if self.listing is not None:
            return self._hand_to_the_list(given), False
        if self.decks.listed is not None:
            decks = self.decks.hand(given)
            # once the list is closed, green starts the game
            return replace(self, decks=decks, selected="" if decks.listed is None else self.selected), False
        match given:
            case Press(Button.GREEN) if self.selected in LISTS:
                return self._touched(self.selected), False
            case Press(Button.GREEN):
                return self._started()
            case Press(Button.BLUE, Kind.SHORT):
                return self._next_field(), False
            case Press(Button.BLUE, Kind.LONG):
                return self._turned(self.pages()[(self.pages().index(self.page) + 1) % len(self.pages())]), False
            case Press(Button.YELLOW, Kind.SHORT):
                return self._changed(self.selected, 1), False
            case Press(Button.RED) if page := self._page_of(self.selected):
                return replace(self, reading=Reading.page(page)), False
            case Press(Button.RED):
                return self._changed(self.selected, -1), False
            case Touch(Target.TAB, index) if 0 <= index < len(self.pages()):
                return self._turned(self.pages()[index]), False
            case Touch(Target.ITEM | Target.MORE | Target.LESS as target, index) if index < len(self.fields(self.page)):
                key = self.fields(self.page)[index]
                if target is Target.ITEM:
                    return self._touched(key), False
                return self._changed(key, 1 if target is Target.MORE else -1), False
            case KeyText(text):
                return self._typed(text), False
        return self, False

    def opens_the_books(self, given: object) -> bool:
        """Whether this leads to the evening's books: yellow, while no field is chosen and no list is open."""
        listing = self.listing is not None or self.decks.listed is not None or self.who is not None
        return given == Press(Button.YELLOW) and not self.selected and not listing

    def opens_the_settings(self, given: object) -> bool:
        """Whether this leads to the settings: red, while no field is chosen and no list is open."""
        listing = self.listing is not None or self.decks.listed is not None or self.who is not None
        return given == Press(Button.RED) and not self.selected and not listing

    def _started(self) -> tuple["StartForm", bool]:
        if self.pot.coins and self.pot_use is None and not self._same_players():
            coins, use = self.pot.coins, self.use_of_the_pot
            asked = ngettext(
                "{coins} coin of the last players is in the pot.",
                "{coins} coins of the last players are in the pot.",
                coins,
            )
            if PotUse.PLAY in self._uses_of_the_pot():
                asked = ngettext(
                    "{coins} coin of the last players is in the pot. Play for it?",
                    "{coins} coins of the last players are in the pot. Play for them?",
                    coins,
                )
            problem = asked.format(coins=coins)
            return replace(self, page=Page.GAME, selected="pot", pot_use=use, problem=problem), False
        if self.game_problem(self.draft.variant):
            words = _("This game is not for {count}. Choose who plays, or another game.")
            problem = words.format(count=len(self.draft.names))
            return replace(self, page=Page.GAME, selected="players", problem=problem), False
        try:
            self.header()
        except RecordError as error:
            return replace(self, problem=str(error)), False
        return replace(self, problem=""), True

    def _next_field(self) -> "StartForm":
        fields = self.fields()
        first = fields.index(self.fields(self.page)[0])  # of the page that is shown
        at = fields.index(self.selected) if self.selected in fields else first - 1
        if at + 1 == len(fields):
            return replace(self, selected="", page=Page.GAME, problem="")
        key = fields[at + 1]
        page = next(page for page in self.pages() if key in self.fields(page))
        return replace(self, selected=key, page=page, problem="")

    def _turned(self, page: Page) -> "StartForm":
        return replace(self, page=page, selected="", problem="")

    def _touched(self, key: str) -> "StartForm":
        """The list of games, people or decks opens, a twist changes, and any other field is selected."""
        if key == "game":
            return replace(self, selected=key, listing=self.draft.variant, problem="")
        if key == "players":
            return replace(self, selected=key, who=WhoPlays.opened(self.people, self.draft.names), problem="")
        if key == "deck":
            return replace(self, selected=key, decks=self.decks.opened(), problem="")
        if key.startswith("twist "):
            return self._changed(key, 1)
        return replace(self, selected=key, problem="")

    def _changed(self, key: str, step: int) -> "StartForm":
        form = replace(self, problem="", selected=key)
        draft = self.draft
        kind, _space, rest = key.partition(" ")
        match kind:
            case "game":
                return form._stepped_game(step)
            case "players":
                return form._with_more_or_fewer(step)
            case "dealer":
                return form._drafted(replace(draft, dealer=(draft.dealer + step) % len(draft.names)).settled())
            case "stakes":
                names = tuple(STAKES)
                stakes = names[(names.index(draft.stakes) + step) % len(names)]
                return form._drafted(replace(draft, stakes=stakes))
            case "worth" if self.coin_stays:
                return replace(form, problem=_("Settle up first: coins have moved."))
            case "worth":
                return replace(form, coin=stepped_coin(self.coin, step))
            case "deck":
                return replace(form, decks=self.decks.stepped(step))
            case "pot":
                uses = self._uses_of_the_pot()
                use = uses[(uses.index(self.use_of_the_pot) + step) % len(uses)]
                return replace(form, pot_use=use, problem=self._pot_in_words() if use is PotUse.SHARE else "")
            case "twist":
                problem = self._twist_problem(rest)
                return replace(form, problem=problem) if problem else form._drafted(draft.with_twist(rest))
            case "forfeit":
                now = str(draft.value("forfeit"))
                forfeits = [_(forfeit) for forfeit in FORFEITS]
                at = forfeits.index(now) if now in forfeits else 0
                return form._drafted(draft.agreed("forfeit", forfeits[(at + step) % len(forfeits)]))
        return form._drafted(draft.stepped(key, step)) if key in draft.game.options else form

    def _drafted(self, draft: Draft) -> "StartForm":
        return replace(self, draft=draft)

    def _with_more_or_fewer(self, step: int) -> "StartForm":
        """The next number of players that can play it: whoever is first on the house's list, or last at the table."""
        now = len(self.draft.names)
        further = [number for number in self.draft.numbers() if (number - now) * step > 0]
        if not further:
            return self
        number = min(further, key=lambda number: abs(number - now))
        return self._drafted(self.draft.with_players(number, [person.name for person in self.people]))

    def _stepped_game(self, step: int) -> "StartForm":
        """The next game that can be played by so many."""
        games = tuple(GAMES)
        at = games.index(self.draft.variant)
        for further in range(1, len(games)):
            variant = games[(at + step * further) % len(games)]
            if not self.game_problem(variant):
                return self.with_game(variant)
        return self

    # -- what does not fit -------------------------------------------------------------------------------------------

    def game_problem(self, variant: str) -> str:
        """Why a game cannot be chosen now, or ``""``."""
        draft = self.draft
        fits = len(draft.names) in draft.numbers() if variant == draft.variant else draft.fits(variant)
        if not fits:
            return _("For {number} players").format(number=seats_title(variant))
        return ""

    def _twist_problem(self, twist: str) -> str:
        """Why a twist cannot be added now, or ``""``."""
        draft = self.draft
        if twist in draft.twists:
            return ""
        for together in INCOMPATIBLE:
            others = [other for other in together - {twist} if other in draft.twists]
            if twist in together and others:
                return _("Not with {twist}").format(twist=twist_title(others[0]))
        return ""

    # -- typing ------------------------------------------------------------------------------------------------------

    def _typed(self, text: str) -> "StartForm":
        """A letter for the selected field; ``\\b`` takes one away."""
        if text != "\b" and not text.isprintable():
            return self

        def edited(old: str) -> str:
            return old[:-1] if text == "\b" else (old + text)[:LONGEST]

        form = replace(self, problem="")
        if self.selected == "forfeit":
            return form._drafted(self.draft.agreed("forfeit", edited(str(self.draft.value("forfeit")))))
        return form

    # -- who plays ---------------------------------------------------------------------------------------------------

    @property
    def new_people(self) -> tuple[Person, ...]:
        """Who was typed and belongs on the house's list now."""
        return self.who.new_people if self.who is not None else ()

    def with_people(self, people: Sequence[Person]) -> Self:
        """The form with the house's list as it is now; whoever has another name plays under that, and who is off the
        list does not play."""
        who = None if self.who is None else self.who.with_people(people)
        numbers = {person.name: person.number for person in self.people}
        seats = _called_now(self.draft.names, [numbers.get(name) for name in self.draft.names], people)
        draft = replace(self.draft, names=seats)
        if "" in seats:
            draft = draft.seating([name for name in seats if name] or DEFAULT_NAMES[:DEFAULT_PLAYERS])
        return replace(self, people=tuple(people), who=who, draft=draft)

    def without(self, numbers: Collection[int]) -> Self:
        """The form once these people have gone home; where nobody stays, they all come again another evening."""
        stay = [person.name for person in faces(self.draft.names, self.people) if person.number not in numbers]
        return replace(self, draft=self.draft.seating(stay)) if 0 < len(stay) < len(self.draft.names) else self

    def _hand_to_who_plays(self, who: WhoPlays) -> "StartForm":
        if not who.closed:
            return replace(self, who=who)
        form = replace(self, who=None, selected="", draft=self.draft.seating(who.seated))
        return form._with_another_game() if form.game_problem(form.draft.variant) else form

    def _with_another_game(self) -> "StartForm":
        """The list of games, with why the present one cannot be played by so many."""
        variant = self.draft.variant
        problem = f"{game_title(variant)}: {self.game_problem(variant)}"
        return replace(self, page=Page.GAME, selected="", listing=variant, problem=problem)

    # -- the list of games -------------------------------------------------------------------------------------------

    def _hand_to_the_list(self, given: object) -> "StartForm":
        games = tuple(GAMES)
        at = games.index(self.listing or games[0])
        match given:
            case Press(Button.GREEN):
                return self._chosen(games[at])
            case Press(Button.RED):
                return replace(self, listing=None, problem="")
            case Press(Button.YELLOW, Kind.SHORT):
                return replace(self, reading=Reading.page(games[at]))
            case Press(Button.BLUE, Kind.SHORT):
                return replace(self, listing=games[(at + 1) % len(games)], problem="")
            case Touch(Target.ITEM, index) if 0 <= index < len(games):
                if index == at or self.game_problem(games[index]):
                    return self._chosen(games[index])
                return replace(self, listing=games[index], problem="")  # what it is can be read before it is chosen
        return self

    def _chosen(self, variant: str) -> "StartForm":
        if problem := self.game_problem(variant):
            return replace(self, listing=variant, problem=f"{game_title(variant)}: {problem}")
        return replace(self.with_game(variant), listing=None, problem="")

    # -- teaching ----------------------------------------------------------------------------------------------------

    def after_lesson(self, decks: DeckChoice, problem: str = "") -> "StartForm":
        """The form as it was, with the decks there are now."""
        return replace(self, decks=decks, page=Page.GAME, selected="", problem=problem)

    # -- what it means -----------------------------------------------------------------------------------------------

    def _page_of(self, key: str) -> str:
        """The page of rules about a field: of the game, the stakes, a twist; else ``""``."""
        kind, _space, rest = key.partition(" ")
        return {"game": self.draft.variant, "stakes": "stakes", "twist": rest}.get(kind, "")

    def _red_label(self) -> tuple[Button, str]:
        return Button.RED, _("Rules") if self._page_of(self.selected) else _("Less")

    def _line(self) -> str:
        """What is selected, in one sentence."""
        if self.selected == "stakes":
            return stakes_line(self.draft.stakes or "forfeit")
        page = self._page_of(self.selected)
        return one_line(page) if page else ""

    # -- what is drawn -----------------------------------------------------------------------------------------------

    def screen(self) -> Screen:
        """What is drawn."""
        if self.who is not None:
            return self.who.screen()
        if self.reading is not None:
            return self.reading.screen()
        if self.listing is not None:
            return self._games_screen()
        if self.decks.listed is not None:
            return self.decks.screen()
        keys = self.fields(self.page)
        chosen = bool(self.selected)
        labels = (
            (Button.GREEN, _("Choose") if self.selected in LISTS else _("Start")),
            self._red_label() if chosen else (Button.RED, _("Settings")),
            (Button.YELLOW, _("More") if chosen else _("Evening")),
            (Button.BLUE, _("Change") if not chosen else _("Next")),
        )
        tabs = {Page.GAME: _("Game"), Page.FOR_WHAT: _("For what"), Page.MORE: _("Twists and more")}
        if not self.draft.game.twists:
            tabs[Page.MORE] = _("More")
        return StartScreen(
            _("Pairs"),
            tuple(self._field(key) for key in keys),
            keys.index(self.selected) if self.selected in keys else -1,
            self.problem,
            labels,
            tabs=tuple(tabs[page] for page in self.pages()),
            tab=self.pages().index(self.page),
            summary=what_for(self.draft, self.coin) if self.page is not Page.MORE else "",
            line=self._line(),
        )

    def _field(self, key: str) -> Field:
        draft = self.draft
        kind, _space, rest = key.partition(" ")
        match kind:
            case "game":
                return Field(_("Game"), game_title(draft.variant), changeable=True)
            case "players":
                marks = tuple(mark_of(person) for person in faces(draft.names, self.people))
                number = str(len(draft.names))
                return Field(_("Players"), number, changeable=len(draft.numbers()) > 1, marks=marks)
            case "dealer":
                return Field(_("Dealer"), draft.names[draft.dealer], changeable=True)
            case "stakes":
                return Field(stakes_meaning(draft.stakes), stakes_title(draft.stakes), changeable=True)
            case "pot":
                uses = {
                    PotUse.PLAY: _("play for it"),
                    PotUse.LATER: _("leave it for later"),
                    PotUse.SHARE: _("share it out"),
                }
                label = _("In the pot: {coins}").format(coins=self.pot.coins)
                return Field(label, uses[self.use_of_the_pot], changeable=True)
            case "worth":
                return Field(_("A coin is worth"), coin_title(self.coin), changeable=not self.coin_stays)
            case "deck":
                return Field(_("Cards"), self.decks.title(), changeable=len(self.decks.playable) > 1)
            case "twist":
                on = rest in draft.twists
                return Field(
                    twist_title(rest),
                    self._twist_problem(rest) or (_("yes") if on else _("no")),
                    ticked=on,
                    possible=not self._twist_problem(rest),
                )
        value = value_title(key, draft.value(key), draft)
        return Field(option_title(key, draft), value, changeable=True, typed=key == "forfeit")

    def _games_screen(self) -> GamesScreen:
        tiles = []
        for variant in GAMES:
            problem = self.game_problem(variant)
            note = problem or _("{number} players").format(number=seats_title(variant))
            tiles.append(GameTile(game_title(variant), note, possible=not problem))
        labels = (
            (Button.GREEN, _("Choose")),
            (Button.RED, _("Back")),
            (Button.YELLOW, _("Rules")),
            (Button.BLUE, _("Next")),
        )
        at = self.listing or USUAL_GAME
        line = f"{_('{number} players').format(number=seats_title(at))}. {one_line(at)}"
        return GamesScreen(_("Which game?"), tuple(tiles), tuple(GAMES).index(at), self.problem, labels, line)


def seats_title(variant: str) -> str:
    """How many may play.

    >>> seats_title("kitty"), seats_title("five-cards")
    ('3-6', '2')
    """
    seats = GAMES[variant].seats
    return f"{seats[0]}-{seats[-1]}" if len(seats) > 1 else str(seats[0])


def _called_now(names: Sequence[Any], numbers: Sequence[Any], people: Sequence[Person]) -> tuple[str, ...]:
    """By seat, what those who were called so and had these numbers are called now; ``""``: nobody plays there.

    Whoever never was on the house's list has no number; who is on it no more does not play. Of one who became one with
    another that one plays, once.
    """
    now = {number: person for person in people for number in (person.number, *person.also)}
    seats: list[str] = []
    for seat, name in enumerate(names):
        number = numbers[seat] if seat < len(numbers) else None
        if type(number) is int and number > 0:
            person = now.get(number)
            there = person is not None and person.number != number and person.number in numbers
            name = None if person is None or there else person.name
        can_be = isinstance(name, str) and name.isprintable() and not name_problem(name) and name not in seats
        seats.append(name if can_be else "")
    return tuple(seats)
