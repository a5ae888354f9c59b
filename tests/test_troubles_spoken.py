"""Troubles are told in the house's language: sentences of exceptions go through the catalogue as well."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import dealer
from dealer.errors import JournalError
from dealer.journal.journal import Journal
from dealer.locale.language import ENGLISH, language, speak

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
