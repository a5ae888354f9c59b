"""Phones that play: only with the code on the screen, only for their own player, only what is asked now."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from board_samples import Served, snapshot
from evening_table import Hands, TrueLookout
from msgspec.structs import replace
from test_board_pages import ADDRESS, Phone, read
from test_evening import Evenings, aimed, wait

from dealer.board.entry import (
    ACTS_BURST,
    EACH_OF_ALL_S,
    EACH_S,
    FREE,
    FREE_OF_ALL,
    MOST_ADDRESSES,
    MOST_IN,
    Door,
    TooEarly,
)
from dealer.board.hub import Hub
from dealer.board.pages import Page, parts_of
from dealer.board.snapshots import Asked, Entry, Offer, Set, Snapshot, Words
from dealer.display.screens import MenuScreen, PhonesScreen, PlayScreen, TroubleScreen, labels_of
from dealer.display.window import Input
from dealer.errors import JournalError
from dealer.hands.phone_hands import hand_of
from dealer.journal.journal import Journal
from dealer.locale.language import language
from dealer.presses import Button, Kind, Press, Target, Touch

Script = Iterator[Input | None]
ENTRY = Entry("4711", 7, ("Angie", "Bob & <Co>"))
FOLD, EIGHT = Offer("red", "Fold", "button"), Offer("choice 1", "It is an 8", "choice")
OFFERS = {"Angie": (FOLD, EIGHT, Offer("card 3", "7", "card"))}


class Now:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.s = 0.0

    def __call__(self) -> float:
        return self.s


# -- the code


def test_the_right_code_opens_and_a_new_one_closes() -> None:
    door = Door(Now())
    token = door.enter(ENTRY, "Angie", "4711")
    assert token is not None and door.player_of(ENTRY, token) == "Angie"
    assert door.enter(ENTRY, "Nobody", "4711") is None
    assert door.player_of(ENTRY, token + "x") is None and door.player_of(ENTRY, "") is None
    assert door.player_of(replace(ENTRY, players=("Bob & <Co>",)), token) is None, "Angie does not play any more"
    assert door.player_of(replace(ENTRY, code="0815"), token) is None
    assert door.enter(replace(ENTRY, code="0815"), "Angie", "0815") is not None
    assert door.player_of(ENTRY, token) is None, "also if the same code is drawn once more"


def test_a_thousand_wrong_codes_are_slowed_down() -> None:
    now = Now()
    door = Door(now)
    tried = 0
    for number in range(1000):
        try:
            assert door.enter(ENTRY, "Angie", f"{number:04}") is None
            tried += 1
        except TooEarly:
            now.s += 0.05
    assert tried <= FREE + 3
    with pytest.raises(TooEarly) as early:
        door.enter(ENTRY, "Angie", "4711")
    assert 0 < early.value.seconds <= EACH_S
    now.s += EACH_S
    assert door.enter(ENTRY, "Angie", "4711") is not None


def wrong(door: Door, address: str) -> bool:
    """Whether a wrong code of this address was looked at."""
    try:
        assert door.enter(ENTRY, "Angie", "0000", address) is None
    except TooEarly:
        return False
    return True


def test_a_thousand_wrong_codes_of_as_many_addresses_are_slowed_down() -> None:
    now = Now()
    door = Door(now)
    assert sum(wrong(door, f"10.0.{number % 250}.{number // 250}") for number in range(1000)) == FREE_OF_ALL
    now.s += 3600
    assert sum(wrong(door, f"10.1.{number % 250}.{number // 250}") for number in range(1000)) == FREE_OF_ALL
    for number in range(18_000 // 10):
        now.s += 10
        wrong(door, f"10.2.{number % 250}.{number // 250}")
    assert len(door._wrong_of) <= MOST_ADDRESSES and EACH_OF_ALL_S >= 60, "one in thirty, in five hours"


def test_a_stranger_keeps_nobody_else_out() -> None:
    now = Now()
    door = Door(now)
    for _second in range(3600):
        now.s += 1
        wrong(door, "10.0.0.66")
        wrong(door, "10.0.0.67")
    assert door.enter(ENTRY, "Angie", "4711", "10.0.0.7") is not None


def test_wrong_codes_are_forgotten_with_time_a_right_code_and_a_new_one() -> None:
    now = Now()
    door = Door(now)
    for _evening in range(3 * FREE):
        now.s += 600
        assert wrong(door, "10.0.0.7"), "a slip now and then"
    now.s += FREE * EACH_S
    for _time in range(3):
        assert all(wrong(door, "10.0.0.7") for _slip in range(FREE - 1))
        assert door.enter(ENTRY, "Angie", "4711", "10.0.0.7") is not None
    while wrong(door, "10.0.0.7"):
        pass
    assert door.enter(replace(ENTRY, code="0815"), "Angie", "0815", "10.0.0.7") is not None


def test_codes_that_are_no_codes_are_wrong() -> None:
    for code in ("", "47110", "４７１１", "4711\n", "None", "x" * 500):
        assert Door(Now()).enter(ENTRY, "Angie", code) is None


def test_so_many_phones_play_and_each_presses_slowly() -> None:
    now = Now()
    door = Door(now)
    tokens = [door.enter(ENTRY, "Angie", "4711") or "" for _ in range(MOST_IN + 1)]
    assert door.player_of(ENTRY, tokens[0]) is None and door.player_of(ENTRY, tokens[1]) == "Angie"
    assert [door.may_press(tokens[1]) for _ in range(ACTS_BURST + 2)] == [True] * ACTS_BURST + [False] * 2
    assert door.may_press(tokens[2])
    now.s += 1
    assert door.may_press(tokens[1])


# -- over the network


class Table:
    """A board on which phones may play, and what they asked for."""

    def __init__(self, entry: Entry | None = ENTRY) -> None:
        self.hub = Hub()
        self.show(entry)
        self.asked: list[Asked] = []
        self.phone = Phone(self.hub, ask=self.asked.append)

    def show(self, entry: Entry | None) -> None:
        words = Words(snapshot().words["en"].play, offers=OFFERS)
        self.hub.publish(Snapshot({"en": words}, entry=entry))

    def post(self, path: str, said: object, **headers: str) -> tuple[int, str]:
        usual = {"origin": ADDRESS, "content-type": "application/json"}
        named = {name: value for name, value in {**usual, **headers}.items() if value}
        answer = self.phone.request("POST", path, content=json.dumps(said), headers=named)
        return answer.status_code, answer.text

    def token(self) -> str:
        status, text = self.post("/enter", {"player": "Angie", "code": "4711"})
        assert status == 200
        return str(json.loads(text)["token"])


def test_a_press_reaches_the_table_with_its_player() -> None:
    table = Table()
    said = {"serial": "7", "key": "red", "player": "Bob & <Co>"}
    assert table.post("/act", said, authorization=f"Bearer {table.token()}") == (204, "")
    assert table.asked == [Asked("4711", 7, "Angie", "red")], "whose phone it is says the token alone"


def test_without_the_code_nothing_reaches_the_table() -> None:
    table = Table()
    for number in range(1000):
        table.post("/enter", {"player": "Angie", "code": f"{number:04}"})
        table.post("/act", {"serial": "7", "key": "red"}, authorization=f"Bearer {number}")
    assert table.asked == []


def test_where_phones_only_look_nothing_is_taken() -> None:
    table = Table(None)
    assert table.post("/enter", {"player": "Angie", "code": "4711"}) == (403, "Phones only look now.")
    table.show(ENTRY)
    token = table.token()
    table.show(None)
    said = {"serial": "7", "key": "red"}
    told = table.post("/act?lang=de", said, authorization=f"Bearer {token}")
    assert told == (403, "Handys sehen jetzt nur zu.")
    table.show(replace(ENTRY, code="1234"))
    assert table.post("/act", {"serial": "7", "key": "red"}, authorization=f"Bearer {token}")[0] == 401
    assert table.asked == []


def test_what_is_not_asked_any_more_is_not_answered() -> None:
    table = Table()
    token = table.token()
    table.show(replace(ENTRY, serial=8))
    status, words = table.post("/act", {"serial": "7", "key": "red"}, authorization=f"Bearer {token}")
    assert status == 409 and words == "The table has gone on." and table.asked == []


@pytest.mark.parametrize("key", ["", "x", "yellow", "choice 2", "card 3", "card 3 11", "card 4 7", "red ", "\ud800"])
def test_what_is_not_offered_is_refused_with_words(key: str) -> None:
    table = Table()
    status, words = table.post("/act", {"serial": "7", "key": key}, authorization=f"Bearer {table.token()}")
    assert (status, words) == (409, "That does not count now.") and table.asked == []


def test_whoever_has_left_is_told_so() -> None:
    table = Table()
    token = table.token()
    table.show(replace(ENTRY, players=("Bob & <Co>",)))
    assert table.post("/act", {"serial": "7", "key": "red"}, authorization=f"Bearer {token}")[0] == 401
    assert table.post("/enter", {"player": "Angie", "code": "4711"}) == (403, "Choose who you are.")
    assert table.asked == []


def test_half_a_letter_is_a_wrong_code() -> None:
    table = Table()
    statuses = [table.post("/enter", {"player": "Angie", "code": "\ud800"})[0] for _ in range(FREE + 1)]
    assert statuses == [403] * FREE + [429]


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": ""},
        {"origin": "null"},
        {"content-type": "text/plain"},
        {"content-type": "application/x-www-form-urlencoded"},
        {"content-type": ""},
    ],
)
def test_another_page_cannot_press(headers: dict[str, str]) -> None:
    table = Table()
    said, token = {"serial": "7", "key": "red"}, table.token()
    status, _words = table.post("/act", said, authorization=f"Bearer {token}", **headers)
    assert status == 403 and table.asked == []


@pytest.mark.parametrize("said", [None, [], "x", 7, {"key": ["red"]}, {"serial": 7.5}, {}, [[[[]]]]])
def test_what_is_no_press_is_refused(said: object) -> None:
    table = Table()
    assert table.post("/act", said, authorization=f"Bearer {table.token()}")[0] == 409
    assert table.post("/enter", said)[0] == 403
    long = {"player": "x" * 600}
    assert table.post("/enter", long)[0] == 413 and table.asked == []


def test_the_page_asks_who_it_is_then_for_the_code_then_offers_what_may_be_done() -> None:
    table = Table()
    asks = table.phone.get("/hand").text
    assert 'href="hand?player=Bob%20%26%20%3CCo%3E"' in asks and "Who are you?" in asks
    html = table.phone.get("/hand?player=Angie").text
    assert snapshot().words["en"].play.detail in html, "why it is asked"
    tags = read(html)
    assert ("input", "numeric") in [(tag, attributes.get("inputmode")) for tag, attributes in tags.seen]
    keys = [attributes["data-key"] for _, attributes in tags.seen if "data-key" in attributes]
    assert keys == ["red", "choice 1", *(f"card 3 {rank}" for rank in range(1, 11))]
    assert 'data-serial="7"' in html and 'data-player="Angie"' in html
    assert "Nothing to do" in table.phone.get("/hand?player=Bob%20%26%20%3CCo%3E").text
    assert "data-player" not in table.phone.get("/hand?player=Nobody").text
    assert 'href="hand"' in table.phone.get("/").text
    table.show(None)
    assert 'href="hand"' not in table.phone.get("/").text and "only look" in table.phone.get("/hand").text


def test_german_phones_play_in_german() -> None:
    shown = Snapshot({"en": Words(snapshot().words["en"].play)}, entry=ENTRY)
    html = parts_of(Page.HAND, shown, language("de"), "Angie")
    assert "Mitspielen" in html["enter"] and "nicht dran" in html["offers"]


# -- at the table


class Evening:
    """An evening in which phones may play, from the press on the screen on."""

    def __init__(self, folder: Path) -> None:
        self.evenings = Evenings(folder)
        self.served: list[Served] = []

    def start(self, wanted: Set) -> Served:
        self.served.append(Served(wanted))
        return self.served[-1]

    def run(self, script: Script) -> Hands:
        lookouts = lambda spec: TrueLookout(self.evenings.top)  # noqa: E731
        return self.evenings.run(script, board=self.start, lookouts=lookouts, target=50)

    @property
    def now(self) -> Snapshot:
        return self.served[-1].shown[-1]

    def let_play(self) -> Script:
        yield from aimed(self.evenings)
        yield from wait(1)
        yield from self.press_on_the_phones_page()
        assert self.now.entry is not None and len(self.now.entry.code) == 4

    def press_on_the_phones_page(self) -> Script:
        yield Press(Button.BLUE, Kind.LONG)
        while not isinstance(self.evenings.screen(), MenuScreen):
            yield None
        menu = self.evenings.screen()
        assert isinstance(menu, MenuScreen)
        yield Touch(Target.ITEM, [line.label for line in menu.lines].index("Phones"))
        while not isinstance(self.evenings.screen(), PhonesScreen):
            yield None
        yield Press(Button.YELLOW)
        yield from wait(1)
        self.page = self.evenings.screen()
        yield Press(Button.GREEN)
        while not isinstance(self.evenings.screen(), PlayScreen):
            yield None
        yield from wait(1)

    def deal(self) -> Script:
        for seat, rank in ((2, 7), (1, 3)):
            self.evenings.top.deal(seat, rank)
            yield from wait(2)

    def turn(self) -> str:
        player = self.now.words["en"].play
        return next(one.name for one in player.players if one.on_turn)

    def keys(self, player: str) -> list[str]:
        return [offer.key for offer in self.now.words["en"].offers.get(player, ())]

    def ask(self, player: str, key: str, **other: object) -> Script:
        assert self.now.entry is not None
        asked = replace(Asked(self.now.entry.code, self.now.entry.serial, player, key), **other)
        self.served[-1].asks.append(asked)
        yield from wait(1)

    def hands(self) -> list[tuple[str, str]]:
        """The acts of the game, each with whose hand it was."""
        import sqlite3
        from contextlib import closing

        with Journal(self.evenings.folder) as journal, closing(sqlite3.connect(journal.path)) as file:
            rows = file.execute("SELECT line, hand FROM entry ORDER BY number")
            return [(str(line), str(hand)) for line, hand in rows]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_the_screen_lets_phones_play_and_stops_them_with_one_press(evening: Evening) -> None:
    def script() -> Script:
        yield from aimed(evening.evenings)
        yield from wait(1)
        assert evening.now.entry is None and evening.now.words["en"].offers == {}
        yield from evening.press_on_the_phones_page()
        page = evening.page
        assert isinstance(page, PhonesScreen) and evening.now.entry is not None
        assert evening.now.entry.code in page.detail and labels_of(page)[Button.YELLOW] == "Only look"
        before = evening.now.entry.code
        yield from evening.press_on_the_phones_page()
        assert evening.now.entry is None
        evening.served[-1].asks.append(Asked(before, 99, "Ann", "red"))
        yield from wait(1)

    evening.run(script())
    assert evening.hands() == []


def test_a_phone_says_what_its_player_did_and_the_journal_names_it(evening: Evening) -> None:
    def script() -> Script:
        yield from evening.let_play()
        yield from evening.deal()
        turn = evening.turn()
        other = "Bob" if turn == "Ann" else "Ann"
        assert "red" in evening.keys(turn) and not {"red", "green"} & set(evening.keys(other))
        yield from evening.ask(other, "red")
        yield from evening.ask(turn, "red", code="0000" if evening.now.entry.code != "0000" else "1111")  # type: ignore[union-attr]
        yield from evening.ask(turn, "red", serial=1)
        yield from evening.ask(turn, "menu")
        yield from evening.ask("Nobody", "red")
        assert evening.turn() == turn, "nothing of this counts"
        yield from evening.ask(turn, "red")
        yield from wait(1)

    evening.run(script())
    told = evening.hands()
    folds = [(line, hand) for line, hand in told if "fold" in line]
    assert len(folds) == 1
    player = folds[0][0].split()[0]
    assert folds[0][1] == hand_of(player) == f"phone of {player}"
    assert [hand for _line, hand in told[:2]] == ["seen", "seen"]


def test_a_phone_corrects_its_own_card_and_no_other(evening: Evening) -> None:
    def script() -> Script:
        yield from evening.let_play()
        yield from evening.deal()
        own = next(key for key in evening.keys("Ann") if key.startswith("card "))
        others = next(key for key in evening.keys("Bob") if key.startswith("card "))
        assert own != others
        yield from evening.ask("Ann", f"{others} 9")
        yield from evening.ask("Ann", f"{own} 99")
        yield from evening.ask("Ann", f"{own} -1")
        yield from evening.ask("Ann", own)
        yield from evening.ask("Ann", f"{own} 4")
        yield from wait(1)
        players = {one.name: one.cards for one in evening.now.words["en"].play.players}
        assert players == {"Ann": (4,), "Bob": (7,)}

    evening.run(script())
    corrections = [(line, hand) for line, hand in evening.hands() if hand.startswith("phone")]
    assert len(corrections) == 1 and corrections[0][1] == "phone of Ann" and "4" in corrections[0][0]


def test_a_disk_that_is_full_is_told_also_where_a_phone_acts(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise JournalError("The disk is full.")

    def script() -> Script:
        yield from evening.let_play()
        yield from evening.deal()
        turn = evening.turn()
        monkeypatch.setattr(Journal, "add", full)
        yield from evening.ask(turn, "red")
        while not isinstance(evening.evenings.screen(), TroubleScreen):
            yield None
        monkeypatch.undo()

    hands = evening.run(script())
    assert any(isinstance(screen, TroubleScreen) and "full" in screen.detail for screen in hands.screens)
    assert not any("fold" in line for line, _hand in evening.hands())


def test_a_game_that_pauses_takes_no_press(evening: Evening) -> None:
    def script() -> Script:
        yield from evening.let_play()
        yield from evening.deal()
        turn = evening.turn()
        assert "red" in evening.keys(turn)
        yield Touch(Target.PAUSE, 0)
        yield from wait(1)
        assert evening.now.words["en"].offers == {}, "no button that does nothing"
        assert "Der Tisch macht Pause." in parts_of(Page.HAND, evening.now, language("de"), turn)["offers"]
        yield from evening.ask(turn, "red")
        yield Press(Button.GREEN)
        yield from wait(1)
        assert "red" in evening.keys(turn)

    evening.run(script())
    assert not any("fold" in line for line, _hand in evening.hands())
