"""In every state of every game there is a prompt with the right player and price, and every event has its sentence."""

import random
import re
from collections.abc import Iterator

import pytest
from test_random_play import NAMES, TABLES, header, random_header

from dealer.game.driver import Game
from dealer.games.registry import GAMES
from dealer.locale.language import Language, language, languages
from dealer.presses import Button
from dealer.rehearsal.bots import play_sensibly
from dealer.rehearsal.real_cards import RealCards
from dealer.rules.expect import Needs
from dealer.search.covers import REFUSING_VERBS
from dealer.seen.verdicts import Accepted, Nothing
from dealer.words.calls import CALLS, IN_GAMES, SAID_BY_THE_REQUEST
from dealer.words.narrator import Narrator
from dealer.words.phrases import Phrases
from dealer.words.prompter import prompt
from dealer.words.prompts import Action, Mode, Prompt
from dealer.words.request import LONGEST_DETAIL, numbers_offered

LONGEST_HEADLINE = 48
"""More letters than this, names included, are more than two lines of the screen's largest type."""
LONGEST_CALL = 150
"""Seven payments in one sentence; more would be more than two lines below the players."""
MOST_STATES = 260
"""Of each game so many states are looked at; a long one is looked at from its beginning and its end."""

LANGUAGES = [language(code) for code in languages()]


def states(whole: Game) -> Iterator[Game]:
    """The game after none, one, two… of its acts."""
    game = Game(whole.header)
    yield game
    for act in whole.acts:
        game.push(act)
        yield game


def random_game(variant: str, chooser: random.Random) -> Game:
    """A whole game with some of the options, twists and stakes, in which anything legal is done."""
    game = Game(random_header(variant, chooser))
    cards = RealCards(game, chooser)
    while not game.over and len(game.acts) < MOST_STATES:
        cards.play(chooser.choice(game.expects.options))
    return game


def check_words(said: str) -> None:
    assert said == said.strip() and "  " not in said, said
    assert not re.search(r"[{}]|None", said), said


def check_prompt(game: Game, made: Prompt) -> None:
    """The prompt of a game as it stands."""
    expects = game.expects
    for said in (made.headline, made.detail, made.spoken):
        check_words(said)
    assert made.headline
    assert made.spoken or (game.acts and expects.turn is None), "only what goes on is not said again"
    assert len(made.headline) <= LONGEST_HEADLINE, made.headline
    assert len(made.detail) <= LONGEST_DETAIL, made.detail
    forfeit = game.header.option("forfeit", "")
    assert not re.search(r"\b\d{1,2}\b", made.spoken.replace(forfeit, "")), made.spoken
    if game.over:
        assert made.mode is Mode.OVER
        decided = (*game.state.losers, *game.state.winners)
        assert not decided or any(name in made.headline for name in decided)
        return
    assert made.mode is Mode.PLAY
    assert made.turn == expects.turn
    if expects.turn is not None:
        assert made.headline.startswith(expects.turn) and expects.turn in made.spoken
    prices = [option.price for option in expects.options if option.price]
    assert made.price == (prices[0] if prices else None)
    if expects.turn is not None and prices and ("regent", "draw") != (game.header.variant, expects.verbs):
        assert str(prices[0]) in f"{made.headline} {made.detail}" or prices[0] == 1, (made.headline, made.detail)


def check_buttons(game: Game, made: Prompt) -> None:
    """Everything that may happen can be told by the buttons."""
    options = game.expects.options
    if options[0].verb == "deal" and options[0].needs is not Needs.CARDS:
        options = options[:1]
    refusing = [option for option in options if option.verb in REFUSING_VERBS]
    red, green, blue = (made.meaning(button) for button in (Button.RED, Button.GREEN, Button.BLUE))
    assert (red is not None) == bool(refusing)
    if red is not None:
        assert red.action is Action.SAY and red.act in game.expects
    told = [(line.action, line.act) for line in made.choices] or ([(green.action, green.act)] if green else [])
    for option in options:
        if option.needs in (Needs.CARD, Needs.CARDS, Needs.HAND, Needs.HANDS):
            assert (Action.TELL_CARD, option.act()) in told
        elif option.needs is Needs.CHOICE:
            assert all((Action.SAY, act) in told for act in option.choices)
        elif option.needs is Needs.NUMBER:
            assert all((Action.SAY, option.act(number=number)) in told for number in numbers_offered(option))
        elif option not in refusing:
            assert (Action.SAY, option.act()) in told
    for action, act in told:
        assert action is Action.TELL_CARD or act in game.expects
    labels = [line.label for line in made.choices]
    assert len(set(labels)) == len(labels), labels
    if made.choices:
        assert blue is not None and blue.action is Action.NEXT_CHOICE
        assert green is None or green.action is Action.TELL_CARD, "of several acts nobody has chosen one yet"
    for meaning in made.meanings:
        check_words(meaning.label)
        assert len(meaning.label) <= 24, meaning.label


def check_events(game: Game, spoken_in: Language) -> None:
    """Every event has a sentence, and what is called of them all together is short."""
    for aloud in (False, True):
        narrator = Narrator(Phrases(spoken_in, aloud=aloud), game.header)
        for event in game.events:
            line = narrator.line(event)
            check_words(line)
            nothing_moves = event.kind in ("pays", "receives") and not event.amount
            said_later = aloud and event.kind == "round-over"  # where cards still lie there a while later
            assert line or nothing_moves or said_later, event
        for line in narrator.lines(game.events, game.state):
            check_words(line)
            assert len(line) <= LONGEST_CALL, line
            assert not aloud or not re.search(r"\b\d{1,2}\b", line), line


@pytest.mark.parametrize("spoken_in", LANGUAGES, ids=lambda one: one.code)
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_state_has_its_prompt_and_every_event_its_sentence(
    variant: str, players: int, spoken_in: Language
) -> None:
    whole = play_sensibly(header(variant, players), random.Random(f"prompts {variant} {players}"))
    number = len(whole.acts)
    for index, game in enumerate(states(whole)):
        if MOST_STATES // 2 < index < number - MOST_STATES // 2:
            continue
        made = prompt(game, Nothing(), language=spoken_in)
        check_prompt(game, made)
        if not game.over:
            check_buttons(game, made)
        check_events(game, spoken_in)


@pytest.mark.parametrize("spoken_in", LANGUAGES, ids=lambda one: one.code)
@pytest.mark.parametrize("variant", GAMES)
def test_so_it_is_with_all_options_twists_and_stakes(variant: str, spoken_in: Language) -> None:
    chooser = random.Random(f"prompts with options {variant}")
    for _ in range(6):
        whole = random_game(variant, chooser)
        for game in states(whole):
            made = prompt(game, Nothing(), language=spoken_in)
            check_prompt(game, made)
            if not game.over:
                check_buttons(game, made)
            check_events(game, spoken_in)


def test_every_event_in_the_list_has_a_sentence_and_no_other() -> None:
    import dealer.rules.events

    documented = set()
    for row in re.findall(r"^\| (``.*?) \|", dealer.rules.events.__doc__ or "", re.MULTILINE):
        documented |= set(re.findall(r"``([a-z-]+)``", row))
    assert set(CALLS) == documented
    assert SAID_BY_THE_REQUEST <= documented
    assert {kind for _, kind in IN_GAMES} <= documented and {game for game, _ in IN_GAMES} <= set(GAMES)


def test_a_number_on_offer_stays_on_offer_until_the_game_moves() -> None:
    game = Game(header("rocket", 3))
    offered = [prompt(game, Nothing(), selected=number).meaning(Button.GREEN) for number in range(3)]
    assert [meaning.label for meaning in offered if meaning] == ["bet 10", "bet 20", "bet 30"]
    assert all(meaning is not None and meaning.act in game.expects for meaning in offered)


def test_what_several_acts_did_is_called_in_their_order() -> None:
    whole = play_sensibly(header("basic", 3), random.Random(5))
    game = Game(whole.header)
    events = tuple(game.push(act) for act in whole.acts[:3])
    made = prompt(game, Accepted(whole.acts[:3], events, (None, None, None)))
    ranks = [act.cards[0] for act in whole.acts[:3]]
    dealt = zip((*NAMES[1:3], NAMES[0]), ranks, strict=True)
    assert made.calls[:3] == tuple(f"{name}, {rank}." for name, rank in dealt)
