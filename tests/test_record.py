"""The record file and ``dealer replay``: format, exit statuses, messages."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.cli import main
from dealer.errors import IllegalAct, RecordError
from dealer.game.driver import Game, Header
from dealer.game.record import in_written_order, load_record, parse_record, read_record, replay_record, write_record
from dealer.rules.acts import Act, UnreadableAct, parse_act

HEADER = 'variant = "basic"\nplayers = ["Angie", "Bob"]\n'
GOOD = HEADER + 'acts = """\ndeal Bob 10\ndeal Angie 7\nAngie hit 7\n"""\n'


def written(folder: Path, text: str | bytes, name: str = "game.pairs") -> str:
    """A file with ``text``; returns its path."""
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def replayed(text: str) -> tuple[Game, tuple[int, ...]]:
    return replay_record(parse_record(text))


def test_one_act_a_line_with_comments_and_blank_lines() -> None:
    game, lines = replayed(HEADER + 'acts = """\n\n# first round\ndeal Bob 10   # a ten\n\n  deal\tAngie  7\n"""\n')
    assert [str(act) for act in game.acts] == ["deal Bob 10", "deal Angie 7"]
    assert lines == (6, 8)


def test_without_acts_the_record_has_none() -> None:
    assert replayed(HEADER)[0].acts == ()


@pytest.mark.parametrize(
    ("acts", "line"),
    [
        ('acts = """\nBob hit 3\n"""', 3),
        ('acts = """Bob hit 3"""', 2),
        ("acts = '''\n\nBob hit 3'''", 4),
        ('acts = "Bob hit 3"', 2),
        ('"acts" = """\nBob hit 3\n"""', 3),
        ('# acts = """\nacts = """\nBob hit 3\n"""', 4),
        ("forfeit = '''\nacts = \"\"\"\n\nx'''\nacts = \"\"\"\n\nBob hit 3\n\"\"\"", 8),
        ("acts = \"Bob \\u0068it 3\"", 2),
        ("forfeit = '''\nacts = \"\"\"\nnothing'''\nacts = \"\"\"\nBob hit 3\n\"\"\"", 6),
    ],
)
def test_the_line_is_that_of_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str], acts: str, line: int) -> None:
    path = written(tmp_path, 'variant = "basic"\n' + acts + '\nplayers = ["Angie", "Bob"]\n')
    assert main(["replay", path]) == 1
    message = capsys.readouterr().err
    assert message.startswith(f"{path}: line {line}: Bob hit 3")


def test_line_ends_of_windows_and_a_byte_order_mark_serve(tmp_path: Path) -> None:
    path = written(tmp_path, b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    header, acts = read_record(Path(path))
    assert [number for number, _ in acts] == [4, 5, 6]
    assert header.players == ("Angie", "Bob")


def test_a_refused_act_names_file_line_act_expectation_and_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, GOOD.replace("Angie hit 7", "Bob hit 7"))
    assert main(["replay", path]) == 1
    message = capsys.readouterr().err
    for part in (path, "line 6", "Bob hit 7", "expected Angie hit CARD", "000"):
        assert part in message


@pytest.mark.parametrize(
    "text",
    [
        "variant = ",
        'variant = "basic"',
        'players = ["A", "B"]',
        'variant = "whist"\nplayers = ["A", "B"]',
        HEADER + "acts = 3",
        HEADER + 'acts = ["deal Bob 10"]',
        HEADER + "nonsense = true",
        b"\xff\xfe",
        "[" * 100000,
    ],
)
def test_a_file_that_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | bytes) -> None:
    path = written(tmp_path, text)
    assert main(["replay", path]) == 2
    assert capsys.readouterr().err.startswith(f"{path}: ")


def test_what_a_record_lacks_is_named() -> None:
    with pytest.raises(RecordError, match="variant is missing; expected one of basic"):
        parse_record("")
    with pytest.raises(RecordError, match="players is missing; expected the names"):
        parse_record('variant = "basic"')


def test_a_missing_file(tmp_path: Path) -> None:
    assert main(["replay", str(tmp_path / "none.pairs")]) == 2
    with pytest.raises(RecordError):
        load_record(tmp_path)


def test_json_of_many_files_one_object_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [
        written(tmp_path, GOOD, "a.pairs"),
        written(tmp_path, GOOD + "nonsense = 1", "b.pairs"),
        written(tmp_path, GOOD.replace("Angie hit 7", "Angie hit 11"), "c.pairs"),
        written(tmp_path, GOOD, "d.pairs"),
    ]
    assert main(["replay", "--json", *files]) == 2
    output = capsys.readouterr()
    good, no_record, refused, also_good = (json.loads(line) for line in output.out.splitlines())
    assert good == also_good
    assert no_record["exit"] == 2
    assert (refused["exit"], refused["line"]) == (1, 6)
    assert "11" in refused["error"]
    assert files[1] in output.err
    assert files[2] in output.err


def test_the_keys_of_the_answer() -> None:
    answer = replayed(GOOD)[0].to_json()
    assert list(answer) == (
        "variant twists stakes players table pot deck discards turn expects prices over losers winners irregularities"
    ).split()
    assert answer["players"][0] == {
        "name": "Angie", "status": "in", "stack": [], "hidden": 0, "points": [7], "score": 7, "coins": 0,
    }  # fmt: skip


def test_an_irregularity_names_the_line_of_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, HEADER + 'acts = """\n# out of order\ndeal Angie 7\n"""\n')
    assert main(["replay", "--json", path]) == 0
    assert json.loads(capsys.readouterr().out)["irregularities"][0]["line"] == 5


def test_for_a_person(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, 'target = 7\nforfeit = "buys a round"\n' + GOOD)
    assert main(["replay", path]) == 0
    text = capsys.readouterr().out
    assert "Angie lost and buys a round" in text
    assert "kept 7" in text


NAMES = ("Mr. Whiffle", "O#3", "7", "hit", "from", "Zoë", "back\\slash", "'")


def test_names_with_blanks_and_signs_travel_through_a_record(tmp_path: Path) -> None:
    header = Header.from_mapping({"variant": "basic", "players": NAMES, "dealer": "'"})
    acts = [Act("deal", name, (rank,)) for name, rank in zip(NAMES, (3, 4, 5, 6, 7, 8, 9, 10), strict=True)]
    acts += [Act("hit", "Mr. Whiffle", (10,)), Act("fold", "O#3", (3,), "Mr. Whiffle")]
    path = written(tmp_path, write_record(header, acts))
    again, lines = read_record(Path(path))
    assert again == header
    assert [act for _, act in lines] == acts
    assert Game(again, acts).acts == tuple(acts)


@pytest.mark.parametrize(
    ("variant", "played", "written"),
    [
        # A second bid of somebody begins the next round; bids fire from low to high.
        ("venture", "C bid 8; A bid 4; B bid 4; B bid 1; C bid 3; A bid 2",
         "B bid 4; A bid 4; C bid 8; B bid 1; A bid 2; C bid 3"),
        ("hawthorn", "A reveal 7; C reveal 2; B reveal 7; C hit 3", "C reveal 2; B reveal 7; A reveal 7; C hit 3"),
        ("sweep", "A show 1 9; C show 5 6; B show 10", "B show 10; C show 5 6; A show 1 9"),
        ("basic", "deal C 7; deal B 8; deal A 2", "deal C 7; deal B 8; deal A 2"),
    ],
)  # fmt: skip
def test_what_everybody_does_at_once_is_written_in_one_order(variant: str, played: str, written: str) -> None:
    header = Header.from_mapping({"variant": variant, "players": ["A", "B", "C"], "dealer": "A"})
    acts = [parse_act(line, header.players) for line in played.split("; ")]
    assert "; ".join(map(str, in_written_order(header, acts))) == written


def test_every_kind_of_header_travels_through_a_record() -> None:
    keys = {"variant": "basic", "players": ["A", "B"], "dealer": "B", "stakes": "forfeit", "target": 5,
            "rotate_deal": True, "forfeit": 'sings "la" \\ ü'}  # fmt: skip
    header = Header.from_mapping(keys)
    assert header.to_mapping() == keys
    assert parse_record(write_record(header)).header == header


@pytest.mark.parametrize(
    "line",
    [
        "deal", "deal Bob", "deal Zoe 3", "deal Bob 11", "deal Bob 0", "deal Bob x", "deal Bob 3 4", "deal table",
        "Bob", "Bob jump", "Bob hit", "Bob hit 3 4", "Bob fold 3 of Angie", "Bob fold 3 from", "Bob fold from Angie",
        "Bob fold 3 from Zoe", "bob hit 3", "hit Bob 3", "Bob 'hit' 3", '"Bob" "hit" 3', '"Bob hit 3', 'Bo"b hit 3',
        "Bob hit +3", "Bob hit 03", "Bob hit ３", "Bob hit 3.0", "Bob hit -3", "reshuffle now", "monster",
        "monster hit 3",
        "monster show", "table hit 3", "Bob bet", "Bob bet " + "9" * 5000, '"" hit 3', "Bob give", "Bob see Angie",
        'deal "table" 3', 'Bob hit "3"', "\x0c", "",
    ],
)  # fmt: skip
def test_what_is_no_act(line: str) -> None:
    with pytest.raises(UnreadableAct):
        parse_act(line, ["Angie", "Bob"])


@pytest.mark.parametrize(
    "line",
    [
        "deal Bob 10", "deal table 3 5 6", "reshuffle", "Bob hit 5", "Bob fold", "Bob fold 3", "Bob fold 3 from Angie",
        "Bob discard 8", "Bob discard 0", "Bob lock", "Bob draw", "Bob draw 4", "Bob bet 20", "Bob take 6",
        "Bob reveal 4", "Bob play 4", "Bob pitch", "Bob show 10 9 8", "monster show 10 9 9", "Bob attack Angie 3",
        "Bob gift Angie 3", "Bob see Angie 3 4", "Bob steal Angie 3", "Bob buy 3", "Bob capture 9", "Bob bid 4",
        "Bob choose 3", "Bob give Angie", "Bob place 7",
    ],
)  # fmt: skip
def test_every_act_is_written_as_it_is_read(line: str) -> None:
    act = parse_act(line, ["Angie", "Bob"])
    assert str(act) == line
    assert parse_act(str(act), ["Angie", "Bob"]) == act


def test_a_discarded_8_is_a_card_and_other_numbers_are_a_count() -> None:
    assert parse_act("Bob discard 8", ["Bob"]) == Act("discard", "Bob", (8,))
    assert parse_act("Bob discard 2", ["Bob"]) == Act("discard", "Bob", number=2)


WORDS = st.sampled_from(
    ["deal", "Angie", "Bob", "table", "monster", "hit", "fold", "from", "show", "discard", "8", "10", "0", '"Bob"', '"']
)
LINES = st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=6).map(" ".join))


@given(line=LINES)
@settings(max_examples=200, deadline=None)
def test_any_line_is_an_act_or_refused_in_words(line: str) -> None:
    try:
        act = parse_act(line, ["Angie", "Bob"])
    except UnreadableAct as refused:
        assert "expected" in str(refused) or "is no act" in str(refused)
    else:
        assert parse_act(str(act), ["Angie", "Bob"]) == act


@given(text=st.one_of(st.text(max_size=60), LINES.map(lambda line: HEADER + f"acts = '''\n{line}\n'''")))
@settings(max_examples=200, deadline=None)
def test_any_text_is_a_record_or_refused(text: str) -> None:
    try:
        record = parse_record(text)
    except RecordError:
        return
    try:
        replay_record(record)
    except IllegalAct as refused:
        assert str(refused).startswith("line ")
