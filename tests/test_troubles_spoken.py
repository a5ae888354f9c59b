"""Troubles are told in the house's language: sentences of exceptions go through the catalogue as well."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from catalogues import complaints

import dealer
import vision
from dealer.errors import InputError, JournalError, ModelError
from dealer.house.troubles import about_models
from dealer.journal.journal import Journal
from dealer.locale.language import ENGLISH, language, speak
from dealer.settings import read_settings
from dealer.settings_file import keep_settings
from vision.nets.models import AGAIN, load_model

COMMANDS_ONLY = ("There is no journal in", "cannot be read: ")
"""What only commands on the terminal say: they open the journal to read it."""


@pytest.fixture
def german() -> Iterator[None]:
    speak(language("de"))
    yield
    speak(ENGLISH)


@pytest.mark.usefixtures("german")
def test_a_journal_in_use_is_told_in_german(tmp_path: Path) -> None:
    with Journal(tmp_path), pytest.raises(JournalError, match="^Ein anderer Dealer .* führt das Spielbuch"):
        Journal(tmp_path)


@pytest.mark.usefixtures("german")
def test_a_folder_that_cannot_be_made_is_told_in_german(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JournalError, match="^Der Datenordner "):
        Journal(tmp_path / "file" / "folder")


def test_whatever_the_journal_raises_at_the_table_is_in_the_catalogue() -> None:
    source = (Path(dealer.__file__).parent / "journal" / "journal.py").read_text()
    calls = [node.exc for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Raise)]
    raised = [call for call in calls if isinstance(call, ast.Call) and ast.unparse(call.func) == "JournalError"]
    bare = [ast.unparse(call) for call in raised if any(isinstance(word, ast.JoinedStr) for word in call.args)]
    assert len(raised) > len(COMMANDS_ONLY)
    assert [words for words in bare if not any(only in words for only in COMMANDS_ONLY)] == []


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('volume = "loud"', 'volume = "loud" steht da; erwartet: eine ganze Zahl, 0 bis 100.'),
        ("[buttons.green]\nbutton = 99\nlight = 5", "Abschnitt [buttons.green], button = 99 steht da; erwartet: "),
        ("volme = 3", "volme = 3 steht da; erwartet: der Schlüssel volume."),
        ("screen = [1, 1]", "screen: Ein Bildschirm von 1×1 "),
        ("[buttons.green]\nbutton = 5\nlight = 5", "zweimal vergeben: Pin 5 an "),
    ],
)
def test_settings_that_are_wrong_are_told_in_german(tmp_path: Path, line: str, told: str) -> None:
    (tmp_path / "settings.toml").write_text(line)
    with pytest.raises(InputError) as wrong:
        read_settings(tmp_path)
    assert told in str(wrong.value) and " expected" not in str(wrong.value)


@pytest.mark.usefixtures("german")
def test_settings_that_cannot_be_kept_are_told_in_german(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=r"^Die Einstellungen .* lassen sich nicht schreiben"):
        keep_settings(tmp_path / "file", {("muted",): True}, {})


@pytest.mark.usefixtures("german")
def test_a_model_that_is_missing_is_told_in_german(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as wrong:
        load_model("finder", folder=tmp_path)
    told = about_models(wrong.value)
    assert told.startswith("Die Modelldatei ") and "fehlt" in told and "neu installieren" in told
    assert str(wrong.value).startswith("The model file "), "programs read English"


def test_all_that_is_said_of_a_model_is_in_the_catalogue() -> None:
    nets = Path(vision.__file__).parent / "nets"
    calls = [node for file in nets.glob("*.py") for node in ast.walk(ast.parse(file.read_text()))]
    raised = [node for node in calls if isinstance(node, ast.Call) and ast.unparse(node.func) == "ModelError"]
    known = {words for _path, words in complaints()}
    assert len(raised) > 5 and AGAIN in known
    for call in raised:
        match call.args[0]:
            case ast.Constant(value=str(words)):
                assert words in known or words == "{error}"
            case words:
                assert isinstance(words, ast.Name), "a sentence that is put together is not in the catalogue"
