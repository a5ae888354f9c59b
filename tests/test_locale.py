"""Every language says everything: the catalogues are complete, fit the source, and are compiled."""

import re
import string

import pytest
from catalogues import TEMPLATE, codes, compiled, extracted, loaded, path_of, texts, written

from dealer.errors import InputError
from dealer.locale import _
from dealer.locale.language import chosen_language, language, languages, speak, spoken

ANEW = "run .venv/bin/python tests/catalogues.py, then translate what it names"


def fields(message: str) -> set[str]:
    """What stands in a message's braces."""
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(message) if name is not None}


def test_the_template_holds_every_message_of_the_source() -> None:
    assert TEMPLATE.read_bytes() == written(extracted()), ANEW


def test_german_is_there() -> None:
    assert "de" in codes()
    assert languages() == ("en", *codes())


@pytest.mark.parametrize("code", codes())
def test_a_catalogue_is_complete_and_has_nothing_else(code: str) -> None:
    catalog, source = loaded(code), extracted()
    wanted = {message.id for message in source if message.id}
    assert {message.id for message in catalog if message.id} == wanted, ANEW
    assert not catalog.obsolete
    for message in catalog:
        if message.id:
            assert not message.fuzzy, message.id
            assert all(texts(message)), message.id


@pytest.mark.parametrize("code", codes())
def test_a_translation_knows_what_its_braces_stand_for(code: str) -> None:
    for message in loaded(code):
        if not message.id:
            continue
        ids = (message.id,) if isinstance(message.id, str) else message.id
        allowed = set().union(*(fields(one) for one in ids))
        for translated in texts(message):
            assert fields(translated) <= allowed, translated
            # a player who is named in the message is named in its translation
            assert {"player", "players"} & fields(ids[0]) <= fields(translated) | {"player"}, translated


@pytest.mark.parametrize("code", codes())
def test_a_plural_has_all_its_forms(code: str) -> None:
    catalog = loaded(code)
    for message in catalog:
        if not isinstance(message.id, str):
            assert len(texts(message)) == catalog.num_plurals, message.id


NOUNS = "cards|pairs|points|coins|games|players|days|moves|acts|coasters|evenings|rounds|pictures|stones"

COUNTED = re.compile(rf"(?<!\{{)\{{\w+\}} (?:more |white )?(?:{NOUNS})\b")
"""A number and what is counted, in a message."""

AT_LEAST_TWO = frozenset(
    {
        "{number} players",  # a span, or a number of seats
        "For {number} players",
        "{least} to {most} players",
        "Coasters seen: {seats}. {extra} more than the {players} players: take what is not needed away.",
        "{player} loses with {score} points.",  # there is another one for one point
        "Lay out all {amount} cards of the hand, so that each can be read.",
        "I see {number} cards: leave only {card} there.",
        "Undo the last {amount} moves?",
        "If {acts}, the last {amount} moves can't have been. Undo them?",
        "Undo the last {number} moves?",
    }
)
"""The messages whose number is never 1."""


def test_what_is_counted_has_a_singular() -> None:
    single = {message.id for message in extracted() if isinstance(message.id, str)}
    assert {message for message in single if COUNTED.search(message)} == AT_LEAST_TWO


@pytest.mark.parametrize("code", codes())
def test_what_is_compiled_is_up_to_date(code: str) -> None:
    assert path_of(code).with_suffix(".mo").read_bytes() == compiled(loaded(code)), ANEW


# One language for the whole house


def test_screens_and_sentences_speak_the_same_language() -> None:
    assert _("Back") == "Back"
    speak(language("de"))
    assert spoken().code == "de"
    assert _("Back") == "Zurück"
    assert _("") == ""  # gettext keeps its own notes under the empty message


@pytest.mark.parametrize(
    ("option", "setting", "environment", "code"),
    [
        ("de", "en", {"LANG": "en_GB.UTF-8"}, "de"),
        (None, "de", {"LANG": "en_GB.UTF-8"}, "de"),
        (None, None, {"LANG": "de_AT.UTF-8"}, "de"),
        (None, None, {"LANG": "de"}, "de"),
        (None, None, {"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, "en"),
        (None, None, {"LANG": "fr_FR.UTF-8"}, "en"),
        (None, None, {}, "en"),
    ],
)
def test_the_language_is_chosen_by_option_then_setting_then_environment(
    option: str | None, setting: str | None, environment: dict[str, str], code: str
) -> None:
    assert chosen_language(option, setting, environment).code == code


@pytest.mark.parametrize(("option", "setting"), [("fr", None), (None, "klingon")])
def test_a_language_that_is_asked_for_and_not_there_is_told(option: str | None, setting: str | None) -> None:
    with pytest.raises(InputError, match="there are en, de"):
        chosen_language(option, setting, {})


# German numbers and lists, as they are spoken


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "eins"), (7, "sieben"), (16, "sechzehn"), (17, "siebzehn"), (21, "einundzwanzig"), (30, "dreißig"),
     (76, "sechsundsiebzig"), (99, "neunundneunzig"), (-3, "minus drei"), (120, "120")],
)  # fmt: skip
def test_german_numbers(number: int, words: str) -> None:
    assert language("de").number(number) == words


def test_german_lists_and_cards() -> None:
    german = language("de")
    assert german.join(["Angie", "Bob", "Carlos"]) == "Angie, Bob und Carlos"
    assert german.choose(["ziehen", "kaufen"]) == "ziehen oder kaufen"
    assert german.card(8) == "die Acht" and german.cards(8) == "Achten"
    assert german.ordinal(4) == "vierte"
