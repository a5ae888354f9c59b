"""One game at the table, without devices: what is journalled, told, shown and said, and what hands can do."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from referee_table import Bench

from dealer.display.play import heading_of
from dealer.display.screens import (
    CorrectionScreen,
    EndScreen,
    MenuScreen,
    MessageScreen,
    Picture,
    PictureScreen,
    PlayScreen,
    QuestionScreen,
    labels_of,
)
from dealer.errors import InputError, JournalError
from dealer.hands.console import Console
from dealer.hands.house_requests import Want, Wish
from dealer.journal.journal import Journal
from dealer.presses import Button, Kind, Press, Target, Touch
from dealer.rules.acts import Act, parse_act
from dealer.seen.verdicts import Accepted, Refused
from dealer.table.event_lines import EVENTS
from dealer.table.sitting import Sitting
from dealer.view import TableView
from dealer.words.prompts import UNCHOSEN, Action, Chime, Meaning, Mode

PICTURE = Picture(1, 1, b"abc")


class Evening:
    """A sitting on a bench's table, with everything that it says written down."""

    def __init__(self, folder: Path, *, acts: tuple[Any, ...] = (), **more: Any) -> None:
        self.bench = Bench(3, dealer="Carlos", acts=acts, **more)
        self.journal = Journal(folder)
        self.number = self.journal.begin(self.bench.game.header)
        for act in acts:
            self.journal.add(self.number, act)
        self.events: list[tuple[str, Mapping[str, Any]]] = []
        self.said: list[tuple[str, str]] = []
        self.rung: list[Chime] = []
        self.sitting = Sitting(
            self.bench.game,
            self.bench.seats,
            journal=self.journal,
            number=self.number,
            tell=self.tell,
            speak=lambda called, request: self.said.append((called, request)),
            picture_of=lambda sighting: b"jpeg",
            ring=self.rung.append,
        )
        self.console = Console(
            self.sitting,
            evidence=lambda: self.journal.evidence(self.number),
            decode=lambda jpeg: PICTURE,
            picture=lambda sighting: PICTURE,
        )

    def tell(self, time_s: float, event: str, fields: Mapping[str, Any]) -> None:
        assert event in EVENTS
        if event == "act":
            kept = self.journal.load(self.number).acts
            assert str(kept[fields["line"] - 1]) == fields["act"], "told before it was in the journal"
        self.events.append((event, fields))

    def look(self, times: int = 1) -> None:
        for _ in range(times):
            self.sitting.look(self.bench.view())

    def deal(self, player: str, rank: int | None, **more: Any) -> int:
        card = self.bench.deal(player, rank, **more)
        self.look()
        return card

    def opening(self) -> None:
        for player, rank in (("Angie", 4), ("Bob", 9), ("Carlos", 7)):
            self.deal(player, rank)

    def of(self, event: str) -> list[Mapping[str, Any]]:
        return [fields for kind, fields in self.events if kind == event]

    def press(self, *buttons: Button) -> Any:
        wish = None
        for button in buttons:
            wish = self.console.press(Press(button))
        return wish


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_a_card_that_falls_is_journalled_then_told_then_called(evening: Evening) -> None:
    evening.opening()
    assert [fields["act"] for fields in evening.of("act")] == ["deal Angie 4", "deal Bob 9", "deal Carlos 7"]
    assert all(fields["source"] == "seen" and len(fields["reading"]) == 11 for fields in evening.of("act"))
    gather, *called = [call for call, _ in evening.said if call]
    assert gather == "Gather all cards and shuffle."
    assert "Angie" in called[0] and "four" in called[0]
    assert evening.said[-1][1], "the first player is asked"
    assert evening.sitting.prompt.turn == "Angie"
    assert evening.of("prompt")[-1]["price"] == 4
    kept = evening.journal.evidence(evening.number)
    assert all(evidence is not None and evidence.picture == b"jpeg" for evidence in kept)


def test_a_request_is_said_once_and_again_when_asked_for(evening: Evening) -> None:
    evening.opening()
    said = len(evening.said)
    evening.look(20)
    assert len(evening.said) == said
    evening.sitting.repeat()
    assert evening.said[-1] == evening.said[said - 1]


def test_a_view_is_told_only_when_it_changed(evening: Evening) -> None:
    evening.opening()
    told = len(evening.of("view"))
    evening.look(5)
    assert len(evening.of("view")) == told


def test_the_red_button_folds_for_what_the_prompt_says(evening: Evening) -> None:
    evening.opening()
    assert evening.press(Button.RED) is None
    assert evening.of("act")[-1]["act"].startswith("Angie fold")
    assert evening.of("act")[-1]["source"] == "said"
    assert {player.name: player.score for player in evening.sitting.game.state.players}["Angie"] == 4


def test_a_card_told_by_hand_asks_for_its_rank_and_stays_asked(evening: Evening) -> None:
    evening.opening()
    evening.press(Button.GREEN)
    evening.look(10)
    screen = evening.console.screen()
    assert isinstance(screen, QuestionScreen) and len(screen.prompt.choices) == 10
    assert [fields["cause"] for fields in evening.of("question")] == ["told-card"]
    evening.press(Button.BLUE, Button.BLUE, Button.BLUE, Button.GREEN)
    assert evening.of("act")[-1]["act"] == "Angie hit 3"
    assert evening.of("answer")[-1]["answer"] == "3"
    assert evening.sitting.open_question is None


def test_an_impatient_second_green_books_no_card(evening: Evening) -> None:
    evening.look()
    evening.press(Button.GREEN, Button.GREEN, Button.GREEN)
    assert evening.of("act") == [] and evening.sitting.prompt.selected == UNCHOSEN
    assert set(labels_of(evening.console.screen())) == {Button.RED, Button.BLUE}, "green is dark"
    assert "yes" not in labels_of(evening.console.screen()).values()
    evening.press(Button.BLUE, Button.GREEN)
    assert [fields["act"] for fields in evening.of("act")] == ["deal Angie 1"]


def test_a_rank_that_is_touched_is_booked_at_once(evening: Evening) -> None:
    evening.look()
    evening.press(Button.GREEN)
    evening.console.touch(Touch(Target.CHOICE, 6))
    assert [fields["act"] for fields in evening.of("act")] == ["deal Angie 7"]


def test_a_card_that_nobody_can_guess_has_no_first_answer(evening: Evening) -> None:
    evening.deal("Angie", None, probabilities=(0.3, 0.3, 0.2, 0.1, 0.05, 0.0, 0.0, 0.0, 0.0, 0.0, 0.05))
    evening.look(10)
    assert evening.sitting.open_question is not None and evening.sitting.prompt.selected == UNCHOSEN
    evening.press(Button.GREEN)
    assert evening.of("act") == []


def test_what_somebody_stepped_to_stays_on_green_while_the_card_is_read_anew(evening: Evening) -> None:
    card = evening.deal("Angie", None, probabilities=(0.0, 0.0, 0.0, 0.55, 0.0, 0.0, 0.0, 0.0, 0.4, 0.0, 0.05))
    evening.look(10)
    evening.press(Button.BLUE)
    assert evening.sitting.prompt.choices[evening.sitting.prompt.selected].choice.rank == 9
    lying = evening.bench.lying[card]
    evening.bench.lying[card] = replace(lying, probabilities=(0, 0, 0, 0.35, 0, 0, 0, 0, 0.6, 0, 0.05))
    evening.look(3)
    assert evening.sitting.prompt.choices[evening.sitting.prompt.selected].choice.rank == 9
    evening.press(Button.GREEN)
    assert [fields["act"] for fields in evening.of("act")] == ["deal Angie 9"]


def _tell_a_card(evening: Evening) -> None:
    evening.press(Button.GREEN)
    assert "which card" in evening.sitting.prompt.headline
    evening.press(Button.BLUE, Button.GREEN)
    evening.look()


def test_cards_that_must_be_told_again_and_again_hardly_show(evening: Evening) -> None:
    evening.look()
    for told in range(4):
        assert not evening.sitting.cards_hardly_show, f"after {told}"
        _tell_a_card(evening)
    assert len(evening.of("act")) >= 4 and evening.sitting.cards_hardly_show
    for player in ("Angie", "Bob", "Carlos") * 3:
        turn = evening.sitting.prompt.turn or player
        evening.deal(turn, next(r for r in (10, 9, 8, 7, 6, 5) if r not in _stack(evening, turn)))
        if not evening.sitting.cards_hardly_show:
            break
    assert not evening.sitting.cards_hardly_show, "of the last eight enough were seen"


def test_cards_that_are_seen_and_must_be_named_show(evening: Evening) -> None:
    doubtful = (0.3, 0.3, 0.2, 0.1, 0.05, 0.0, 0.0, 0.0, 0.0, 0.0, 0.05)
    for player in ("Angie", "Bob", "Carlos", "Angie", "Bob"):
        evening.deal(evening.sitting.prompt.turn or player, None, probabilities=doubtful)
        evening.look(10)
        assert evening.sitting.open_question is not None
        evening.press(Button.BLUE, *[Button.BLUE] * len(evening.of("act")), Button.GREEN)
    assert len(evening.of("act")) >= 5 and not evening.sitting.cards_hardly_show


def test_a_card_that_is_dealt_is_laid_and_one_that_is_taken_is_not(evening: Evening) -> None:
    names = evening.sitting.game.header.players
    assert evening.sitting.referee.lays(parse_act("deal Bob 4", names))
    assert not evening.sitting.referee.lays(parse_act("Bob fold 4 from Angie", names))


def test_cards_told_while_the_camera_sees_badly_say_nothing_of_the_table(evening: Evening) -> None:
    for _ in range(5):
        evening.sitting.look(evening.bench.view(trouble="dark"))
        evening.press(Button.GREEN, Button.BLUE, Button.GREEN)
    assert len(evening.of("act")) >= 5 and not evening.sitting.cards_hardly_show


def _stack(evening: Evening, player: str) -> tuple[int, ...]:
    return next(each.stack for each in evening.sitting.game.state.players if each.name == player)


def test_a_question_by_hand_is_cancelled_with_red(evening: Evening) -> None:
    evening.opening()
    evening.press(Button.GREEN, Button.RED)
    evening.look()
    assert evening.sitting.open_question is None
    assert evening.sitting.prompt.mode is Mode.PLAY
    assert len(evening.of("act")) == 3


def test_an_unread_card_is_asked_about_and_counts_once_answered(evening: Evening) -> None:
    evening.deal("Angie", None, probabilities=(0.0, 0.0, 0.0, 0.55, 0.0, 0.0, 0.0, 0.0, 0.4, 0.0, 0.05))
    evening.look(10)
    assert evening.sitting.open_question is not None
    first = evening.sitting.prompt.choices[0]
    assert first.choice.rank == 4, "the likeliest rank is offered first"
    evening.press(Button.GREEN)
    assert [fields["act"] for fields in evening.of("act")] == ["deal Angie 4"]
    assert evening.of("answer")[-1]["answer"] == "4"


def test_one_answer_settles_what_was_dealt_while_nobody_answered(evening: Evening) -> None:
    evening.deal("Angie", None, probabilities=(0.0, 0.0, 0.0, 0.55, 0.0, 0.0, 0.0, 0.0, 0.4, 0.0, 0.05))
    evening.look(10)
    for player, rank in (("Bob", 9), ("Carlos", 7)):
        evening.deal(player, rank)
        evening.look(10)
    assert evening.of("act") == [] and "Angie" in evening.sitting.prompt.headline
    evening.press(Button.GREEN)
    told = [str(fields["act"]) for fields in evening.of("act")]
    assert told == ["deal Angie 4", "deal Bob 9", "deal Carlos 7"]
    assert [str(act) for act in evening.journal.load(evening.number).acts] == told
    called = [call for call, _ in evening.said if call][-3:]
    assert [name in call for name, call in zip(("Angie", "Bob", "Carlos"), called, strict=True)] == [True] * 3
    assert evening.sitting.time_s == evening.bench.seen_s and evening.sitting.prompt.turn == "Angie"


def test_what_was_amiss_while_nobody_answered_and_is_mended_is_not_complained_of(evening: Evening) -> None:
    evening.opening()
    evening.look(20)
    evening.deal("Angie", None)
    evening.look(20)
    assert evening.sitting.open_question is not None
    astray = evening.deal("Carlos", 5)
    evening.look(40)
    evening.bench.move(astray, evening.bench.stack("Bob"))
    evening.look(10)
    before = len(evening.events)
    eight = next(n for n, line in enumerate(evening.sitting.prompt.choices) if line.choice.rank == 8)
    evening.sitting.choose(eight)
    events = evening.events[before:]
    assert [fields["act"] for event, fields in events if event == "act"] == ["Angie hit 8", "Bob hit 5"]
    assert not [fields for event, fields in events if event == "verdict" and fields["verdict"] == "irregular"]


def test_a_covered_coaster_is_asked_about_beside_the_cards_and_folds_when_it_stays(evening: Evening) -> None:
    evening.opening()
    seat = next(number for number, name in evening.bench.seats.items() if name == "Angie")
    evening.look(5)
    evening.bench.covered[seat] = evening.bench.time_s
    for _ in range(200):
        evening.look()
        if evening.sitting.open_question is not None:
            break
    screen = evening.console.screen()
    assert isinstance(screen, PlayScreen) and screen.prompt.mode is Mode.QUESTION, "nobody's cards vanish meanwhile"
    assert "Angie" in evening.said[-1][1] and screen.prompt.price == 4
    asked_s = evening.bench.time_s
    for _ in range(200):
        evening.look()
        if len(evening.of("act")) == 4:
            break
    assert evening.of("act")[-1]["act"].startswith("Angie fold")
    assert evening.bench.time_s - asked_s == pytest.approx(2.0, abs=0.5)


def pair(evening: Evening) -> None:
    """Angie hits, and it is a pair of fours."""
    evening.opening()
    evening.deal("Angie", 4)
    for _ in range(10):
        if evening.of("act")[-1]["act"] == "Angie hit 4":
            return
        evening.look()
    raise AssertionError("the pair was not called")


def headline(evening: Evening) -> str:
    screen = evening.console.screen()
    assert isinstance(screen, PlayScreen)
    return heading_of(screen).headline


def test_a_pair_has_the_headline_for_three_seconds(evening: Evening) -> None:
    assert evening.sitting.moment is None
    pair(evening)
    came_s = evening.sitting.time_s
    assert headline(evening) == "Angie, 4: a pair!"
    assert evening.sitting.moment is not None
    assert evening.sitting.moment.words.startswith("Angie, 4: a pair!")
    assert evening.rung == [Chime.PAIR]
    evening.bench.gather()
    evening.look()
    buttons = labels_of(evening.console.screen())
    assert buttons[Button.GREEN] == "card for Angie", "the buttons mean the next thing all the while"
    while evening.sitting.time_s - came_s < 2.7:
        evening.look()
        assert headline(evening) == "Angie, 4: a pair!"
    evening.look(3)
    assert headline(evening) == "Deal: a card to Angie"
    assert labels_of(evening.console.screen()) == buttons


def test_a_new_game_is_asked_for_a_shuffle_once_and_a_resumed_one_is_not(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "new")
    assert [call for call, _ in evening.said] == ["Gather all cards and shuffle."]
    evening.look()
    assert headline(evening) == "Gather all cards and shuffle."
    evening.look(40)
    assert headline(evening).startswith("Deal")
    evening.opening()
    assert sum("Gather" in call for call, _ in evening.said) == 1
    resumed = Evening(tmp_path / "resumed", acts=evening.sitting.game.acts)
    assert not any("Gather" in call for call, _ in resumed.said)


def test_a_touch_switches_the_one_glance_mode_and_so_does_the_menu(evening: Evening) -> None:
    evening.opening()
    for glance in (True, False):
        wish = evening.console.touch(Touch(Target.GLANCE, 0))
        screen = evening.console.screen()
        assert wish == Wish(Want.GLANCE) and isinstance(screen, PlayScreen) and screen.glance is glance
    evening.press(Button.BLUE)
    menu = evening.console.screen()
    assert isinstance(menu, MenuScreen)
    (line,) = [index for index, line in enumerate(menu.lines) if line.label == "Large figures only"]
    evening.console.touch(Touch(Target.ITEM, line))
    screen = evening.console.screen()
    assert isinstance(screen, PlayScreen) and screen.glance


def test_a_press_ends_a_pairs_moment(evening: Evening) -> None:
    pair(evening)
    assert evening.sitting.moment
    evening.press(Button.YELLOW)
    assert evening.sitting.moment is None and len(evening.of("undo")) == 1


def test_the_next_card_ends_a_pairs_moment(evening: Evening) -> None:
    pair(evening)
    evening.bench.gather()
    evening.look(2)
    evening.deal("Angie", 9)
    evening.look(3)
    assert evening.of("act")[-1]["act"].startswith("deal") and evening.sitting.moment is None


def test_undo_is_an_entry_of_its_own(evening: Evening) -> None:
    evening.opening()
    evening.press(Button.YELLOW)
    assert evening.of("undo") == [{"act": "deal Carlos 7"}]
    assert len(evening.journal.load(evening.number).acts) == 2


def test_a_misread_card_is_corrected_in_two_touches(evening: Evening) -> None:
    evening.opening()
    card = evening.bench.at("Bob", 9)
    evening.console.touch(Touch(Target.CARD, card))
    screen = evening.console.screen()
    assert isinstance(screen, CorrectionScreen) and screen.chosen
    evening.console.touch(Touch(Target.RANK, 6))
    assert evening.of("correction") == [{"line": 2, "act": "deal Bob 6", "instead_of": "deal Bob 9"}]
    assert [str(act) for act in evening.journal.load(evening.number).acts] == [
        "deal Angie 4",
        "deal Bob 6",
        "deal Carlos 7",
    ]
    screen = evening.console.screen()
    assert isinstance(screen, PlayScreen) and screen.view is not None
    assert {sighting.rank for sighting in screen.view.sightings if sighting.id == card} == {6}, "the plan says so too"


def test_held_yellow_offers_the_most_doubtful_reading_first(evening: Evening) -> None:
    evening.deal("Angie", 4)
    evening.deal("Bob", 9, probabilities=(0, 0, 0, 0, 0, 0.3, 0, 0, 0.7, 0, 0))
    evening.deal("Carlos", 7)
    evening.console.press(Press(Button.YELLOW, Kind.LONG))
    screen = evening.console.screen()
    assert isinstance(screen, CorrectionScreen)
    doubt = screen.doubts[screen.selected]
    assert (doubt.rank, doubt.other) == (9, None)
    evening.press(Button.GREEN)
    assert evening.of("correction") == [], "whoever held yellow has not said yet what it is"
    evening.press(Button.BLUE)
    screen = evening.console.screen()
    assert isinstance(screen, CorrectionScreen)
    doubt = screen.doubts[screen.selected]
    assert (doubt.rank, doubt.other) == (9, 6) and labels_of(screen)[Button.GREEN] == "It is a 6"
    evening.press(Button.GREEN)
    assert evening.of("correction")[0]["act"] == "deal Bob 6"


def test_every_lit_button_of_a_correction_leads_to_another_screen(evening: Evening) -> None:
    evening.opening()
    ways = [(), (Button.BLUE,), (Button.YELLOW,), (Button.BLUE, Button.YELLOW), (Button.YELLOW, Button.BLUE)]
    for way in ways:
        for button in (Button.RED, Button.YELLOW, Button.BLUE):  # green corrects: that is shown above
            evening.console.press(Press(Button.YELLOW, Kind.LONG))
            for step in way:
                evening.press(step)
            before = evening.console.screen()
            assert isinstance(before, CorrectionScreen)
            assert (Button.YELLOW in labels_of(before)) is not before.chosen, "all ranks are there already"
            evening.press(button)
            lit = bool(labels_of(before).get(button))
            assert (evening.console.screen() != before) is lit, (way, button)
            if isinstance(evening.console.screen(), CorrectionScreen):
                evening.press(Button.RED)
    assert evening.of("correction") == []


def test_every_card_can_be_reached_by_the_buttons_alone(evening: Evening) -> None:
    evening.opening()
    evening.console.press(Press(Button.YELLOW, Kind.LONG))
    seen = set()
    for _ in range(40):
        screen = evening.console.screen()
        assert isinstance(screen, CorrectionScreen)
        seen.add(screen.doubts[screen.selected].sighting)
        evening.press(Button.BLUE)
    assert seen == set(evening.bench.lying)


def test_show_me_that_seven(evening: Evening) -> None:
    evening.opening()
    evening.console.touch(Touch(Target.PICTURE, 0))
    screen = evening.console.screen()
    assert isinstance(screen, PictureScreen)
    assert (screen.call.rank, screen.call.player, screen.call.picture) == (7, "Carlos", PICTURE)
    evening.press(Button.BLUE)
    screen = evening.console.screen()
    assert isinstance(screen, PictureScreen) and screen.call.rank == 9
    evening.press(Button.GREEN)
    assert isinstance(evening.console.screen(), PlayScreen)


def test_the_menu_pauses_stops_and_lets_a_player_leave(evening: Evening) -> None:
    evening.opening()

    def choose(words: str) -> Any:
        evening.console.press(Press(Button.BLUE, Kind.LONG))
        for _ in range(20):
            screen = evening.console.screen()
            assert isinstance(screen, MenuScreen)
            if words in screen.lines[screen.selected].label:
                return evening.press(Button.GREEN)
            evening.press(Button.BLUE)
        raise AssertionError(f"the menu has no {words!r}")

    assert choose("Pause").want is Want.PAUSE
    assert choose("again").want is Want.REPEAT
    assert choose("leaves") is None
    screen = evening.console.screen()
    assert isinstance(screen, MenuScreen) and [line.label for line in screen.lines[1:]] == ["Angie", "Bob", "Carlos"]
    assert evening.press(Button.GREEN) is None, "the first line is nobody: one press too many sends nobody away"
    assert choose("leaves") is None
    assert evening.press(Button.BLUE, Button.BLUE, Button.GREEN) is None
    screen = evening.console.screen()
    assert isinstance(screen, MenuScreen) and screen.title == "Bob leaves. What now?"
    assert evening.press(Button.GREEN) is None, "the first line is that nobody leaves"
    assert choose("leaves") is None
    assert evening.press(Button.BLUE, Button.BLUE, Button.GREEN) is None
    screen = evening.console.screen()
    assert isinstance(screen, MenuScreen) and screen.lines[-1].label == "Stop here, keep the scores"
    wish = evening.press(*[Button.BLUE] * (len([line for line in screen.lines if line.possible]) - 1), Button.GREEN)
    assert wish.want is Want.STOP and "Bob" not in evening.console.next_players
    assert choose("Stop") is None
    assert evening.press(Button.GREEN) is None, "the first line is to go on: one press too many stops no game"
    assert choose("Stop") is None
    assert evening.press(Button.BLUE, Button.GREEN).want is Want.STOP


def test_a_paused_game_takes_only_the_press_that_ends_the_pause(evening: Evening) -> None:
    evening.opening()
    evening.console.paused = True
    assert evening.press(Button.RED) is None
    assert len(evening.of("act")) == 3
    assert evening.press(Button.GREEN).want is Want.PAUSE


@pytest.mark.parametrize("happens", ["question", "end"])
def test_whatever_happened_a_paused_game_shows_the_press_that_ends_the_pause(evening: Evening, happens: str) -> None:
    evening.opening()
    if happens == "end":
        while not evening.sitting.over:
            evening.sitting.say(next(evening.sitting.game.legal_acts()))
        evening.look(60)
    else:
        evening.sitting.do(Meaning(Button.GREEN, "", Action.TELL_CARD, Act("hit", "Angie")))
    assert not isinstance(evening.console.screen(), PlayScreen)
    evening.console.paused = True
    assert labels_of(evening.console.screen()) == {Button.GREEN: "Go on"}


def test_nothing_to_correct_is_said_and_not_shown_empty(evening: Evening) -> None:
    evening.look()
    evening.console.press(Press(Button.YELLOW, Kind.LONG))
    assert isinstance(evening.console.screen(), MessageScreen)


def test_a_wrong_card_by_hand_is_refused_with_the_rule_and_changes_nothing(evening: Evening) -> None:
    evening.opening()
    verdict = evening.sitting.say_line("Bob hit 5")
    assert isinstance(verdict, Refused) and "Angie" in verdict.sentence
    assert len(evening.journal.load(evening.number).acts) == 3
    with pytest.raises(InputError, match="Zoe"):
        evening.sitting.say_line("Zoe hit 5")


def test_what_is_refused_is_said_last_after_what_was_seen_meanwhile(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.opening()
    monkeypatch.setattr(evening.sitting.referee, "missed", lambda: [evening.bench.view()])
    assert isinstance(evening.sitting.say_line("Bob hit 5"), Refused)
    assert [fields["verdict"] for event, fields in evening.events if event == "verdict"][-1] == "refused"
    assert evening.sitting.prompt.calls


def test_the_end_names_the_loser_and_offers_again(tmp_path: Path) -> None:
    evening = Evening(tmp_path, options={"target": 4, "forfeit": "buys a round"})
    evening.opening()
    evening.press(Button.RED)
    screen = evening.console.screen()
    assert isinstance(screen, EndScreen)
    assert "Angie" in screen.headline and "buys a round" in screen.forfeit
    assert [standing.loser for standing in screen.standings] == [True, False, False]
    assert "buys a round" in evening.said[-1][1]
    assert evening.press(Button.GREEN).want is Want.AGAIN
    assert evening.journal.unfinished() is None


def test_a_finished_game_that_is_changed_is_resumed_after_a_power_cut(tmp_path: Path) -> None:
    evening = Evening(tmp_path, options={"target": 4})
    evening.opening()
    evening.press(Button.RED)
    assert evening.sitting.over and evening.journal.unfinished() is None
    evening.sitting.undo()
    assert not evening.sitting.over
    assert evening.journal.unfinished() == evening.number
    evening.press(Button.RED)
    assert evening.sitting.over and evening.journal.unfinished() is None


@pytest.mark.parametrize(
    ("index", "line", "over"), [(1, "deal Bob 8", True), (3, "Angie hit 8", False)], ids=["still over", "goes on"]
)
def test_a_correction_after_the_end_says_whether_the_game_goes_on(
    tmp_path: Path, index: int, line: str, over: bool
) -> None:
    evening = Evening(tmp_path, options={"target": 4})
    evening.opening()
    evening.sitting.say_line("Angie hit 4")
    assert evening.sitting.over and evening.journal.unfinished() is None
    before, after = evening.sitting.game.acts[index], parse_act(line, ["Angie", "Bob", "Carlos"])
    evening.sitting._take(evening.sitting.referee.correct_act(index, after))
    assert evening.sitting.over is over
    assert evening.journal.unfinished() == (None if over else evening.number)
    (change,) = evening.journal.corrections()
    assert (change.hand, change.old, change.new) == ("said", str(before), line)


def test_a_power_cut_in_the_midst_of_a_verdict_leaves_no_half_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(tmp_path)
    evening.opening()
    journal = evening.journal
    undo, undone = journal.undo, []

    def cut(*arguments: Any, **more: Any) -> int:
        if undone:
            raise JournalError("the power went")
        undone.append(arguments)
        return undo(*arguments, **more)

    monkeypatch.setattr(journal, "undo", cut)
    with pytest.raises(JournalError):
        evening.sitting._take(evening.sitting.referee.undo(2))
    assert len(journal.load(evening.number).acts) == 3
    assert evening.of("undo") == [], "nothing is said that is not on the disk"


def test_the_journal_names_whose_hand_it_was(evening: Evening) -> None:
    evening.opening()
    evening.sitting.hand = "touch"
    evening.sitting.say_line("Angie hit 8")
    evening.sitting.undo()
    evening.sitting.hand = ""
    evening.sitting.say_line("Angie hit 8")
    rows = evening.journal._connection.execute("SELECT hand FROM entry ORDER BY number").fetchall()
    assert [row[0] for row in rows] == ["seen", "seen", "seen", "touch", "touch", "said"]


def test_a_resumed_game_takes_what_lies_there_for_old_news(tmp_path: Path) -> None:
    before = Evening(tmp_path)
    before.opening()
    acts = before.sitting.game.acts
    before.journal.close()
    after = Evening(tmp_path, acts=acts)
    for player, rank in (("Angie", 4), ("Bob", 9), ("Carlos", 7)):
        after.bench.deal(player, rank)
    after.look(10)
    assert after.of("begin")[0]["resumed"] == 3
    assert after.of("act") == []
    after.deal("Angie", 8)
    assert [fields["act"] for fields in after.of("act")] == ["Angie hit 8"]


def test_trouble_of_the_camera_is_waited_for_and_said(evening: Evening) -> None:
    evening.opening()
    view = evening.bench.view()
    for step in range(30):
        stalled = TableView(view.sequence + step, view.time_s + step / 5, view.sightings, view.seats, trouble="stalled")
        evening.sitting.look(stalled)
    assert evening.sitting.prompt.mode is Mode.WAIT
    assert evening.of("verdict")[-1]["verdict"] == "wait"
    assert evening.of("verdict")[-1]["cause"] == "trouble"
    assert [fields["cause"] for fields in evening.of("verdict") if fields["verdict"] == "accepted"] == [None] * 3
    evening.bench.time_s += 10
    evening.look()
    assert evening.sitting.prompt.mode is Mode.PLAY


def test_two_quick_cards_are_two_acts_in_the_one_legal_order(evening: Evening) -> None:
    evening.bench.deal("Angie", 4)
    evening.bench.deal("Bob", 9)
    verdict = evening.sitting.look(evening.bench.view())
    assert isinstance(verdict, Accepted)
    assert [fields["act"] for fields in evening.of("act")] == ["deal Angie 4", "deal Bob 9"]


def test_a_complaint_that_comes_up_again_is_not_said_again_for_a_while(evening: Evening) -> None:
    bench = evening.bench
    for player, rank in (("Angie", 5), ("Bob", 9), ("Carlos", 4)):
        evening.deal(player, rank)
        evening.look(10)
    evening.deal("Bob", 7)
    evening.look(20)

    def told(words: str) -> list[str]:
        return [request for _, request in evening.said if words in request]

    whole = evening.sitting.prompt.spoken
    assert evening.sitting.prompt.mode is Mode.IRREGULAR
    assert told(whole) == [whole]
    for seconds in (4.0, 4.0, 20.0):
        for _ in range(20):
            evening.sitting.look(bench.view(hidden=(bench.stack("Bob"),), moving=True))
        evening.sitting.look(bench.view(trouble="covered"))
        bench.time_s += seconds
        evening.sitting.look(bench.view(trouble="covered"))
        evening.look(20)
        assert evening.sitting.prompt.spoken == whole
    assert told(whole) == [whole]
    shortly = told(evening.sitting.prompt.headline)
    assert set(shortly) == {evening.sitting.prompt.headline}
    assert len(shortly) == 2, "every 20 s at most"
