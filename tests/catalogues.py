"""The catalogues of the languages: extract the messages, bring each catalogue up to date, compile it.

    .venv/bin/python tests/catalogues.py            # after messages changed, then translate what is empty or fuzzy
    .venv/bin/python tests/catalogues.py de fr      # the same, and begin those that are not there yet

Needs Babel, which the tests install; at the table Python's own gettext reads what was compiled.
"""

import ast
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "dealer" / "locale"
TEMPLATE = LOCALE / "dealer.pot"
KEYWORDS = {"_": None, "mark": None, "mark_several": (1, 2), "ngettext": (1, 2)}
"""What marks a message in the source, and which arguments are the message."""


def extracted() -> Catalog:
    """All messages of the house, as its source has them; in the order of the files, without line numbers."""
    catalog = Catalog(project="pairs-dealer", charset="utf-8")
    for top in ("dealer", "hardware"):
        found = extract_from_dir(ROOT / top, [("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",))
        for path, _line, message, comments, _context in sorted(found, key=lambda one: (one[0], one[1])):
            if message:
                catalog.add(message, locations=[(f"{top}/{path}", 0)], auto_comments=comments)
    for path, message in parts():
        catalog.add(message, locations=[(path, 0)])
    for path, message in complaints():
        catalog.add(message, locations=[(path, 0)])
    for message in advice():
        catalog.add(message, locations=[("vision/table/aim.py", 0)])
    return catalog


def complaints() -> Iterator[tuple[str, str]]:
    """What is wrong with a model: what is handed to ``ModelError``, unmarked for the same reason."""
    for file in sorted((ROOT / "vision" / "nets").glob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        names = {arg.id for call in calls for arg in call.args[:2] if _raises(call) and isinstance(arg, ast.Name)}
        found = [call.args[0] for call in calls if _raises(call)]
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in names:
                found.append(node.value)
        for each in found:
            if isinstance(each, ast.Constant) and isinstance(each.value, str) and " " in each.value:
                yield str(file.relative_to(ROOT)), each.value


def _raises(call: ast.Call) -> bool:
    return getattr(call.func, "id", "") == "ModelError"


def advice() -> Iterator[str]:
    """What the aiming screen says: ``vision`` knows no languages, so its sentences stand there unmarked."""
    for node in ast.walk(ast.parse((ROOT / "vision" / "table" / "aim.py").read_text(encoding="utf-8"))):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Advice":
            parts = node.args[2:3]
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "words":
            parts = [node.value]
        for part in parts:
            for inner in ast.walk(part):
                if isinstance(inner, ast.Constant) and isinstance(inner.value, str) and " " in inner.value:
                    yield inner.value


def parts() -> Iterator[tuple[str, str]]:
    """What the parts of a diagnosis are called: the names stand unmarked, as programs read them too."""
    for file in sorted((*(ROOT / "hardware" / "doctor").glob("*.py"), ROOT / "dealer" / "house" / "diagnosis.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Finding", "Part"):
                match node.args[:1]:
                    case [ast.Constant(value=str(name))]:
                        yield str(file.relative_to(ROOT)), name


def path_of(code: str) -> Path:
    """The catalogue of a language, for people."""
    return LOCALE / code / "LC_MESSAGES" / "dealer.po"


def codes() -> tuple[str, ...]:
    """The languages that have a catalogue."""
    return tuple(sorted(path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/dealer.po")))


def loaded(code: str) -> Catalog:
    """The catalogue of a language."""
    with path_of(code).open("rb") as file:
        return read_po(file, locale=code, domain="dealer")


def written(catalog: Catalog) -> bytes:
    """A catalogue as text, without the times and line numbers that would change by themselves."""
    for message in catalog:
        message.locations = sorted({(path, None) for path, _line in message.locations})  # type: ignore[misc]
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=110, omit_header=True, include_lineno=False)
    if catalog.locale is None:
        return buffer.getvalue()
    head = (
        f"Language: {catalog.locale}",
        f"Plural-Forms: {catalog.plural_forms}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
    )
    lines = ['msgid ""', 'msgstr ""', *(f'"{line}\\n"' for line in head), "", ""]
    return "\n".join(lines).encode() + buffer.getvalue()


class Unchanging(Catalog):
    """A catalogue whose head says nothing of when it was made or by which Babel: the same messages, the same file."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:  # type: ignore[override]
        """What gettext needs of the head: the language, its plural forms, the charset."""
        needed = {"Language", "Plural-Forms", "MIME-Version", "Content-Type", "Content-Transfer-Encoding"}
        return [(name, value.strip()) for name, value in Catalog.mime_headers.fget(self) if name in needed]


def compiled(catalog: Catalog) -> bytes:
    """A catalogue as gettext reads it."""
    unchanging = Unchanging(locale=catalog.locale, domain=catalog.domain, charset="utf-8")
    for message in catalog:
        if message.id:
            unchanging[message.id] = message
    buffer = io.BytesIO()
    write_mo(buffer, unchanging)
    return buffer.getvalue()


def main(wanted: list[str]) -> None:
    """Extract, update, compile; says what is still to be translated."""
    template = extracted()
    TEMPLATE.write_bytes(written(template))
    for code in sorted({*codes(), *wanted}):
        path = path_of(code)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalog = loaded(code) if path.exists() else Catalog(locale=code, domain="dealer")
        catalog.update(template, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        path.write_bytes(written(catalog))
        path.with_suffix(".mo").write_bytes(compiled(loaded(code)))
        empty = [message.id for message in catalog if message.id and not all(texts(message))]
        print(f"{code}: {len(catalog)} messages, {len(empty)} to translate")


def texts(message: object) -> tuple[str, ...]:
    """The translations of a message: one, or one for each plural form."""
    string = message.string  # type: ignore[attr-defined]
    return (string,) if isinstance(string, str) else tuple(string or ("",))


if __name__ == "__main__":
    main(sys.argv[1:])
