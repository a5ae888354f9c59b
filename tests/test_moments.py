"""What nobody at the table may miss: the pair, the bust, the last card and a payment have the headline and a sound."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from test_arc_minutes import screens
from test_display_layout import drawn, ticking

from dealer.books.facts import Coin, Reckoning
from dealer.display.screens import PlayScreen
from dealer.display.window import Display
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.locale.language import language
from dealer.rehearsal.bots import play_sensibly
from dealer.rules.acts import Act, parse_act
from dealer.rules.events import Event
from dealer.seen.verdicts import Accepted, Nothing
from dealer.settings import Settings, read_settings
from dealer.words.moments import Moments, transfers_of
from dealer.words.prompter import Prompter
from dealer.words.prompts import Chime, Moment, Transfer
from hardware.voice.chimes import LOUDEST, RATE_HZ, Ring, samples

PAYMENTS = [
    ([("pays", "Ann", 2, "Ben")], "Ann pays Ben 2.", "Ann zahlt Ben 2."),
    ([("pays", "Ann", 2, None)], "Ann pays 2 into the pot.", "Ann zahlt 2 in den Pott."),
    (
        [("pays", "Ann", 1, "Ben"), ("pays", "Ann", 1, "Cyd")],
        "Ann pays everybody 1.",
        "Ann zahlt allen 1.",
    ),
    ([("receives", "Ann", 7, None)], "Ann takes 7 from the pot.", "Ann nimmt 7 aus dem Pott."),
    (
        [("receives", "Ann", 1, None), ("receives", "Ben", 1, None), ("receives", "Cyd", 1, None)],
        "Everybody takes 1 from the pot.",
        "Alle nehmen 1 aus dem Pott.",
    ),
    (
        [("pays", "Ann", 1, None), ("pays", "Ben", 1, None), ("pays", "Cyd", 1, None)],
        "Everybody pays 1 into the pot.",
        "Alle zahlen 1 in den Pott.",
    ),
]


def game_of(variant: str, *lines: str, **keys: object) -> tuple[Game, Accepted]:
    """A game after some acts, and the verdict of the last one."""
    names = ("Ann", "Ben", "Cyd")
    game = Game(Header.from_mapping({"variant": variant, "players": list(names), **keys}))
    events: tuple[Event, ...] = ()
    act = Act("none")
    for line in lines:
        act = parse_act(line, names)
        events = tuple(game.push(act))
    return game, Accepted((act,), (events,), (None,))


@pytest.mark.parametrize(("events", "english", "german"), PAYMENTS)
def test_a_payment_is_a_headline(events: list[tuple[str, str, int, str | None]], english: str, german: str) -> None:
    game, _verdict = game_of("basic", "deal Ben 4")
    told = tuple(Event(kind, player, amount=amount, other=other) for kind, player, amount, other in events)
    verdict = Accepted((Act("pass", "Ann"),), (told,), (None,))
    for code, words in (("en", english), ("de", german)):
        (moment,) = Moments(language(code)).of(game, verdict)
        assert moment == Moment(words, Chime.COINS, transfers_of(told))


def moments_of(payments: list[tuple[str, int, str]], names: tuple[str, ...], *, over: bool = False) -> list[Moment]:
    """The moments of these payments, in a game of ``names``."""
    header = Header.from_mapping({"variant": "basic", "players": list(names), "target": 1})
    game = play_sensibly(header, random.Random(1)) if over else Game(header)
    events = tuple(Event("pays", giver, amount=amount, other=taker) for giver, amount, taker in payments)
    return list(Moments(language("en")).of(game, Accepted((Act("pass", names[0]),), (events,), (None,))))


def test_several_payments_are_headlines_one_after_the_other_each_with_its_coins() -> None:
    names = ("Ann", "Ben", "Cyd", "Dan", "Eve")
    found = moments_of([("Ann", 1, "Ben"), ("Cyd", 3, "Ben"), ("Ann", 1, "Cyd"), ("Ann", 1, "Dan")], names)
    assert [moment.words for moment in found] == [
        "Ann pays Ben 1.",
        "Cyd pays Ben 3.",
        "Ann pays Cyd 1.",
        "Ann pays Dan 1.",
    ]
    assert [moment.chime for moment in found] == [Chime.COINS, None, None, None]
    assert [moment.transfers for moment in found[:2]] == [(Transfer("Ann", "Ben", 1),), (Transfer("Cyd", "Ben", 3),)]


def test_the_same_to_all_others_is_one_headline() -> None:
    (found,) = moments_of([("Ann", 2, other) for other in ("Ben", "Cyd", "Dan")], ("Ann", "Ben", "Cyd", "Dan"))
    assert found.words == "Ann pays everybody 2." and len(found.transfers) == 3


def test_many_payments_at_the_end_are_one_headline_and_stand_on_the_last_screen() -> None:
    names = ("Ann", "Ben", "Cyd", "Dan", "Eve")
    payments = [("Ann", number, other) for number, other in enumerate(names[1:], start=1)]
    found = moments_of(payments, names, over=True)
    assert [moment.words for moment in found] == ["Ann pays 10 in all."] and len(found[0].transfers) == 4
    assert len(moments_of(payments, names)) == 4


def test_a_request_says_what_its_coins_are_worth() -> None:
    game = Game(Header.from_mapping({"variant": "hawthorn", "players": ["Ann", "Ben", "Cyd"]}))
    while "fold" not in game.expects.verbs:
        game.push(play_sensibly(game.header, random.Random(1)).acts[len(game.acts)])
    prompt = Prompter(reckoning=Reckoning(Coin(50, "€"))).prompt(game, Nothing())
    assert re.search(r"fold for \d coins? \(\d\.\d0 €\)$", prompt.headline), prompt.headline
    assert "€" not in prompt.spoken and len(prompt.headline) <= 48


def test_a_pair_comes_first_and_then_what_it_costs() -> None:
    game, verdict = game_of("basic", "deal Ben 4", "deal Cyd 9", "deal Ann 7", "Ben hit 4", target=4, stakes="portland")
    pair, payment = Moments(language("en")).of(game, verdict)
    assert pair.words.startswith("Ben, 4: a pair!") and pair.chime is Chime.PAIR and not pair.transfers
    assert payment == Moment(
        "Ben pays everybody 4.", None, (Transfer("Ben", "Ann", 4), Transfer("Ben", "Cyd", 4))
    )


def test_a_quiet_card_is_no_moment() -> None:
    game, verdict = game_of("basic", "deal Ben 4", "deal Cyd 9", "deal Ann 7", "Ben hit 5")
    assert Moments(language("en")).of(game, verdict) == ()
    assert Moments(language("en")).of(game, Nothing()) == ()


def test_the_last_card_of_the_pile_and_the_bust_are_heard() -> None:
    heard = set()
    for variant in ("basic", "continuous", "goblin-poker", "port", "hawthorn"):
        header = Header.from_mapping({"variant": variant, "players": ["Ann", "Ben", "Cyd"]})
        whole = play_sensibly(header, random.Random(variant))
        again = Game(header)
        for act in whole.acts:
            before = again.state.deck
            verdict = Accepted((act,), (tuple(again.push(act)),), (None,))
            moments = Moments(language("en")).of(again, verdict)
            heard |= {moment.chime for moment in moments}
            if Chime.LAST_CARD in {moment.chime for moment in moments}:
                assert before > 0 and again.state.deck == 0
                assert moments[0].words == "That was the last card."
    assert heard >= {Chime.PAIR, Chime.LAST_CARD, Chime.COINS}


@pytest.mark.parametrize("ring", Ring)
def test_a_sound_is_short_begins_and_ends_in_silence_and_is_not_too_loud(ring: Ring) -> None:
    made = samples(ring)
    assert 0.1 < len(made) / RATE_HZ < 1.0
    assert abs(made[0]) < 200 and abs(made[-1]) < 200
    assert 0.2 * 32767 < max(map(abs, made)) <= LOUDEST * 32767 + 1
    assert {chime.value for chime in Chime} == {one.value for one in Ring}


def test_the_settings_know_screen_distance_glance_and_sounds(tmp_path: Path) -> None:
    usual = Settings()
    assert (usual.screen_inches, usual.viewing_distance_m, usual.one_glance, usual.sounds) == (None, 2.0, False, True)
    (tmp_path / "settings.toml").write_text(
        "screen_inches = 10.1\nviewing_distance_m = 1.5\none_glance = true\nsounds = false\n", encoding="utf-8"
    )
    read = read_settings(tmp_path)
    assert (read.screen_inches, read.viewing_distance_m, read.one_glance, read.sounds) == (10.1, 1.5, True, False)
    (tmp_path / "settings.toml").write_text("screen_inches = 5\n", encoding="utf-8")
    with pytest.raises(Exception, match="screen_inches"):
        read_settings(tmp_path)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_coins_move_over_the_plan_from_seat_to_seat(size: tuple[int, int]) -> None:
    screen = screens("en", "five short")["payment"]
    assert isinstance(screen, PlayScreen) and screen.chips is not None
    with Display(size, headless=True, clock=ticking().__next__) as display:
        early, late = (
            {(box.name, tuple(box.area)) for box in drawn(display, replace(screen, chips=chips)) if box.kind == "text"}
            for chips in (replace(screen.chips, share=0.2), replace(screen.chips, share=0.8))
        )
    assert "Carlos pays Angie 2." in {name for name, _ in early & late}
    coins = sorted(str(transfer.coins) for transfer in screen.chips.transfers)
    assert sorted(name for name, _ in early - late) == coins == sorted(name for name, _ in late - early)
