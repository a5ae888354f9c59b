"""A game by hand: the last call is shown, and the last calls can be corrected, though no picture was ever taken."""

from pathlib import Path

from test_console_games import Hands

from dealer.display.screens import MenuScreen, PlayScreen
from dealer.hands.phone_hands import offers_of
from dealer.house.sight import NoSight
from dealer.presses import Button, Kind, Press, Target, Touch
from dealer.rules.acts import parse_act
from dealer.system.clock import Clock
from dealer.view import TableView


def by_hand(folder: Path) -> Hands:
    """A game of Basic that nobody looks at, after two calls."""
    hands = Hands(folder)
    view = NoSight(Clock()).next(0.0)
    assert isinstance(view, TableView)
    hands.console.by_hand = True
    hands.sitting.look(view)
    for line in ("deal Angie 5", "deal Bob 7", "deal Carlos 9"):
        hands.sitting.say(parse_act(line, hands.sitting.game.header.players))
    return hands


def lines(hands: Hands) -> dict[str, bool]:
    screen = hands.console.screen()
    assert isinstance(screen, MenuScreen), screen
    return {line.label: line.possible for line in screen.lines}


def test_the_last_call_is_shown(tmp_path: Path) -> None:
    screen = by_hand(tmp_path).console.screen()
    assert isinstance(screen, PlayScreen)
    assert screen.call is not None
    assert (screen.call.words, screen.call.rank) == ("Carlos: 9", 9)


def test_a_call_before_the_last_is_corrected(tmp_path: Path) -> None:
    hands = by_hand(tmp_path)
    hands.choose("Correct a card")
    assert list(lines(hands)) == ["Carlos: 9", "Bob: 7", "Angie: 5"]
    hands.console.press(Press(Button.BLUE))
    hands.console.press(Press(Button.GREEN))
    assert list(lines(hands)).index("It is a 5") == 4, "the fifth: the digit 5 chooses it"
    at = list(lines(hands)).index("It is an 8")
    hands.console.touch(Touch(Target.ITEM, at))
    assert hands.acts() == ["deal Angie 5", "deal Bob 8", "deal Carlos 9"]
    assert isinstance(hands.console.screen(), PlayScreen)


def test_a_second_green_changes_nothing(tmp_path: Path) -> None:
    hands = by_hand(tmp_path)
    before = hands.acts()
    hands.choose("Correct a card")
    hands.console.press(Press(Button.GREEN))
    hands.console.press(Press(Button.GREEN))
    assert hands.acts() == before


def test_what_the_rules_forbid_is_dark(tmp_path: Path) -> None:
    hands = by_hand(tmp_path)
    hands.sitting.say(parse_act("Angie hit 1", hands.sitting.game.header.players))
    hands.sitting.say(parse_act("Bob hit 3", hands.sitting.game.header.players))
    hands.choose("Correct a card")
    hands.console.touch(Touch(Target.ITEM, list(lines(hands)).index("Bob: 3")))
    assert not lines(hands)["It is a 1"], "there is one in the deck, and it came before"
    assert lines(hands)["It is a 6"]


def test_what_later_moves_contradict_leads_to_the_question_whether_they_are_undone(tmp_path: Path) -> None:
    """With a 10 for Angie Bob would have been the first to play."""
    hands = by_hand(tmp_path)
    hands.sitting.say(parse_act("Angie hit 1", hands.sitting.game.header.players))
    hands.choose("Correct a card")
    hands.console.touch(Touch(Target.ITEM, list(lines(hands)).index("Angie: 5")))
    hands.console.touch(Touch(Target.ITEM, list(lines(hands)).index("It is a 10")))
    screen = hands.console.screen()
    assert isinstance(screen, PlayScreen) and screen.prompt.headline == "Undo: Angie hit 1?"
    assert screen.prompt.meaning(Button.YELLOW) is None, "another undo is neither yes nor no"
    before = hands.acts()
    hands.console.press(Press(Button.YELLOW))
    assert hands.acts() == before
    for player in hands.sitting.game.header.players:
        assert not offers_of(hands.sitting, player, screen.prompt), "what undoes others' moves the table says"
    hands.sitting.choose(0)
    assert hands.acts() == ["deal Angie 10", "deal Bob 7", "deal Carlos 9"]


def test_pictures_that_were_never_taken_are_not_offered(tmp_path: Path) -> None:
    hands = by_hand(tmp_path)
    hands.console.press(Press(Button.BLUE, Kind.LONG))
    assert not lines(hands)["Show a call"]
    assert lines(hands)["Correct a card"]
    hands.console.press(Press(Button.RED))
    hands.console.touch(Touch(Target.PICTURE, 0))
    assert "Bob: 7" in lines(hands), "a touch on the last call leads to its correction"
