"""The words that cardgen itself prints: found in its code and in the theme of rule sheets, for their translators."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from cardgen.base.files import templates_dir
from cardgen.base.syntax import parsed

PACKAGE = Path(__file__).resolve().parents[1]
_CALLED = ("tr", "trn", "noted")


def furniture() -> dict[str, tuple[str, str]]:
    """Return every text that is printed, each with its plural ("" for none) and the file where it stands."""
    found: dict[str, tuple[str, str]] = {}
    for text, plural, file in (*_in_code(), *_in_templates(), *_in_theme()):
        found.setdefault(text, (plural, file))
    return found


def _in_templates() -> Iterator[tuple[str, str, str]]:
    for path in (*sorted((templates_dir() / "guide").iterdir()), templates_dir() / "studio/share.html.j2"):
        for text in re.findall(r"\btr\('([^']+)'[,)]", path.read_text("utf-8")):
            yield text, "", path.relative_to(templates_dir().parent).as_posix()


def _in_code() -> Iterator[tuple[str, str, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text("utf-8")
        if "cardgen.base.language" not in source:
            continue
        for node in ast.walk(parsed(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLED:
                texts = [
                    a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)
                ]
                if texts:
                    plural = texts[1] if node.func.id == "trn" and len(texts) > 1 else ""
                    yield texts[0], plural, path.relative_to(PACKAGE.parent).as_posix()


def _in_theme() -> Iterator[tuple[str, str, str]]:
    name = "rules/theme.yaml"
    theme = yaml.safe_load((templates_dir() / name).read_text("utf-8"))
    for text in (*theme["furniture"].values(), theme["footer"]["left"], theme["footer"]["right"]):
        yield text, "", f"templates/{name}"
