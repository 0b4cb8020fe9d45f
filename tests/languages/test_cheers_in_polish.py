"""CHEERS in Polish: whole, up to date, with the same rules and figures, and set as Polish printers set it."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import yaml

from cardgen.app.build import build_kit, load_checked
from cardgen.app.progress import silence
from cardgen.app.settings import BuildSettings
from cardgen.app.translating import renew
from cardgen.base.files import shipped
from cardgen.base.language import speaking, trn
from cardgen.rulesheet import load_rules, rule_markdown

FOLDER = shipped() / "data/cheers"
STATEMENT = re.compile(r"\{[%#].*?[%#]\}", re.DOTALL)
HOLE = re.compile(r"\{\{.*?\}\}", re.DOTALL)


@cache
def sheet(language: str) -> str:
    kit = load_checked(FOLDER, language=language)[0]
    return rule_markdown(load_rules(kit, {}).on("text"))


def translations() -> str:
    said = yaml.safe_load((FOLDER / "i18n/pl.yaml").read_text("utf-8"))
    texts = (text for section in said.values() if isinstance(section, dict) for text in section.values())
    return "\n".join(text if isinstance(text, str) else text[0] for text in texts)


def test_the_catalogue_is_complete_fits_and_keeps_to_its_glossary() -> None:
    result = renew(FOLDER, "pl", write=False)
    assert result.complete
    assert [*map(str, result.problems)] == []


def test_texts_are_set_as_polish_printers_set_them() -> None:
    """Quotation marks below and above, no word of one letter at the end of a line, units with their number."""
    text = HOLE.sub("", translations())
    sources = [HOLE.sub("", STATEMENT.sub("", p.read_text("utf-8"))) for p in FOLDER.rglob("*.pl.md.j2")]
    assert len(sources) == 5
    for said in (text, sheet("pl"), *sources):
        assert said.count("„") == said.count("”")
        assert not re.search(r"(?<![\w’{])[aiouwzAIOUWZ] (?=\w)", said)
        assert not re.search(r" - |“|\d (?:mm|g/m²)", said)
    assert not re.search(r"[\"']", text.replace("\\", ""))


def test_the_sheet_has_the_figures_of_the_original() -> None:
    figures = [Counter(re.findall(r"\d+", sheet(language))) for language in ("", "pl")]
    more = figures[0] - figures[1]
    assert sum(more.values()) <= 3, more
    assert {"50", "60", "30", "12"} <= figures[1].keys()


@pytest.mark.parametrize(
    ("n", "said"), [(1, "1 gracz"), (2, "2 gracze"), (5, "5 graczy"), (12, "12 graczy"), (22, "22 gracze")]
)
def test_polish_counts_with_three_forms(n: int, said: str) -> None:
    with speaking("pl"):
        assert trn("{n} player", "{n} players", n) == said


def test_it_builds_without_a_warning_on_as_many_pages(tmp_path: Path) -> None:
    import pypdfium2

    with silence() as say:
        result = build_kit(FOLDER, BuildSettings(out=tmp_path, language="pl"), say)
    assert [*map(str, result.warnings)] == []
    assert len(pypdfium2.PdfDocument(next(tmp_path.rglob("cheers-rules-pl.pdf")))) == 4
