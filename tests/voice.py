"""Reads what cardgen says of itself: documents, help and messages keep to tests/voice.yaml.

    python -m tests.voice [FILE]...     fails at the first list of sentences that read badly; `make lint` asks

The kits' own texts are read by `cardgen check --shipped --words`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import yaml

from cardgen.app.play import read_words
from cardgen.checks.voice import Voice
from cardgen.source import load_kit

ROOT = Path(__file__).parents[1]
SAID = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
_SILENT = re.compile(
    r"^```.*?^```|^(?: {4}|\t).*?$|<!--.*?-->|\]\([^)]*\)|\{\{.*?\}\}|\{[%#].*?[%#]\}", re.M | re.S
)
_CODE = re.compile(r"`[^`\n]+`")
_MESSAGES = re.compile(r"(?:problem|warning|error|note|add|Error|Problem|echo|exit)\w*$", re.I)


def pages() -> list[Path]:
    """Return the documents that are read; docs/decisions are history, docs/NOTICE.md quotes licences."""
    named = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
    found = [
        *named,
        *sorted((ROOT / "docs").glob("*.md")),
        *sorted((ROOT / "docs" / "howto").glob("*.md")),
        ROOT / "docs" / "site" / "index.md",
        *sorted((ROOT / "templates" / "manuals").glob("*.j2")),
    ]
    return [path for path in found if path.name not in SAID["waiting"]]


def prose(text: str) -> str:
    """Return a document without its code, each line where it was."""
    quiet = _SILENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    return _CODE.sub(lambda found: "C" + " " * (len(found[0]) - 1), quiet)


def messages(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the words of each text in a module that people read: messages, hints and refusals."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        hints = [k.value for k in node.keywords if k.arg in ("hint", "message", "reason")]
        for said in [*(node.args if _MESSAGES.search(name) else ()), *hints]:
            parts = said.values if isinstance(said, ast.JoinedStr) else [said]
            words = [p.value if isinstance(p, ast.Constant) else "X" for p in parts]
            if all(isinstance(word, str) for word in words) and words != ["X"]:
                yield said.lineno, "".join(words)


def complaints(names: Iterable[str] = ()) -> Iterator[str]:
    """Yield what reads badly, each with its place; all there is, or some files."""
    voice, short = Voice.of(SAID), Voice.of({**SAID, "longest": 0, "openings": []})
    chosen = [Path(name).resolve() for name in names]
    for path in chosen or pages():
        text = prose(path.read_text("utf-8"))
        for flaw in voice.flaws(text):
            yield f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, flaw.at) + 1}: {flaw.message}; {flaw.hint}"
    for path in [] if chosen else sorted((ROOT / "cardgen").rglob("*.py")):
        for line, said in messages(path.read_text("utf-8")):
            for flaw in short.flaws(said):
                yield f"{path.relative_to(ROOT)}:{line}: {flaw.message}; {flaw.hint}"
    for path in [] if chosen else sorted((ROOT / "cardgen").rglob("commands.yaml")):
        for flaw in short.flaws(text := path.read_text("utf-8")):
            yield f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, flaw.at) + 1}: {flaw.message}; {flaw.hint}"
    for path in [] if chosen else sorted((ROOT / "data").glob("*/game.yaml")):
        yield from map(str, read_words(load_kit(path.parent), play=True))


if __name__ == "__main__":
    found = list(complaints(sys.argv[1:]))
    print("\n".join(found), end="\n" if found else "")
    sys.exit(bool(found))
