"""A clause that a medium must tell and does not is found; marks are seen in sheets, templates and the words of cards."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree

import pytest

from cardgen.app.build import check_kit, coverage_of
from cardgen.checks import run_checks
from cardgen.games import SHIPPED
from cardgen.model import Kit
from cardgen.rulesheet.coverage import ClauseCoverage, coverage
from cardgen.rulesheet.manuscript import answers
from cardgen.rulesheet.plaintext import rule_markdown
from cardgen.rulesheet.sheet import load_rules
from cardgen.source import load_kit
from tests.checks.test_glossary import FACE, GAME
from tests.conftest import MakeKit
from tests.games.kits import ROOT

SEEDS = {
    "rules": [
        {"id": "XX-001", "says": "Draw two."},
        {"id": "XX-002", "says": "Shuffle and cut."},
        {"id": "XX-003", "says": "Have fun.", "kind": "table-talk"},
    ],
    "rulings": [
        {"id": "XX-Q1", "asks": "May I stop?", "ruling": "Yes."},
        {"id": "XX-Q2", "asks": "And for ever?", "ruling": "A limit of moves ends it.", "table": False},
    ],
    "media": ["sheet"],
    "clauses": [
        {"id": "XX-002.a", "says": "Shuffle.", "media": ["sheet", "main"]},
        {"id": "XX-002.b", "says": "Cut.", "media": ["zine"]},
        {"id": "XX-Q1", "media": ["booklet"]},
    ],
}
ALONE = {
    "A card has its deck's letter at the bottom right.": ("bartender-aarwares", "AB-005.b"),
    "The rulebook names no limit.": ("bartender-aarwares", "AB-Q8.d"),
    "Look only at your own.": ("auction-hearts", "AH-013.b"),
    "If somebody took the pot, begin again with an auction.": ("auction-hearts", "AH-041.a"),
    "The rest is the **BAR deck**.": ("bartender-2012", "BT-011.b"),
    "Only cards you make yourselves can cause this.": ("bartender-2012", "BT-Q13.d"),
    "Go on until all have looked.": ("cheers", "CH-061.d"),
}
MARKED = FACE + "<!-- tells XX-002.a -->"
SHEET = '# Kit\n\n{{ options.shape.says }} {{ rule("XX-001") }} **Deck.** Shuffle. {{ rule("XX-002.a") }}\n{% if medium == "zine" %}\n## Deck\n\nHow? Cut. {{ rule("XX-002.b") }}\n{% endif %}\n'


def kit_with(make_kit: MakeKit, sheet: str, face: str, game: object = GAME, **more: object) -> Kit:
    texts = {"game.yaml": json.dumps(game), "face.svg": face, "rules.md.j2": sheet}
    files = {f"../data/kit/{name}": text for name, text in texts.items()}
    make_kit({**files, "../seeds/kit.yaml": json.dumps({**SEEDS, **more})})
    return load_kit(Path("data/kit"))


def told(
    make_kit: MakeKit, sheet: str = SHEET, face: str = MARKED, game: object = GAME, **more: object
) -> ClauseCoverage:
    found = coverage(load_rules(kit_with(make_kit, sheet, face, game, **more)))
    assert found
    return found


def untold(found: ClauseCoverage) -> list[str]:
    return [problem.message for problem in found.problems()]


def test_all_is_told(make_kit: MakeKit) -> None:
    found = told(make_kit)
    assert untold(found) == []
    assert [clause.id for clause in found.seeds.clauses] == ["XX-001", "XX-002.a", "XX-002.b", "XX-Q1"]
    assert str(found).splitlines()[-1] == "4 clauses, 0 missing"


@pytest.mark.parametrize(
    ("was", "message"),
    [
        ('{{ rule("XX-001") }}', "sheet does not tell XX-001: Draw two."),
        ("Shuffle. ", "sheet does not tell XX-002.a: Shuffle."),  # a mark with a label alone
        ("Cut. ", "zine does not tell XX-002.b: Cut."),  # a mark with a heading and a question alone
        ('{{ rule("XX-002.a") }}', "sheet does not tell XX-002.a: Shuffle."),
        ('{{ rule("XX-002.b") }}', "zine does not tell XX-002.b: Cut."),
        ("\n{% endif %}", "booklet does not tell XX-Q1: Yes."),
    ],
)
def test_a_mark_that_goes_is_missed(make_kit: MakeKit, was: str, message: str) -> None:
    answered = "\n{% endif %}\n::: answers\nMay I sing? Yes.\n:::\n"
    found = told(make_kit, SHEET.replace(was, answered if "endif" in was else ""))
    assert untold(found) == [message]
    assert str(found).count("MISSING") == 1


@pytest.mark.parametrize("sentence", ALONE)
def test_a_sentence_has_a_mark_of_its_own(tmp_path: Path, sentence: str) -> None:
    slug, id = ALONE[sentence]
    copytree(ROOT / "seeds", tmp_path / "seeds")
    folder = copytree(ROOT / "data" / slug, tmp_path / "data" / slug)
    (file,) = (one for one in folder.rglob("*.md.j2") if sentence in one.read_text("utf-8"))
    file.write_text(file.read_text("utf-8").replace(sentence, ""), "utf-8")
    (sheet,) = {
        message.partition(":")[0] for message in untold(coverage_of(folder)) if message.startswith("sheet")
    }
    assert sheet == f"sheet does not tell {id}"


def test_a_piece_tells_in_its_template_or_in_the_words_of_its_card(make_kit: MakeKit) -> None:
    assert untold(told(make_kit, face=FACE)) == ["main does not tell XX-002.a: Shuffle."]
    game = json.loads(json.dumps(GAME))
    game["decks"]["main"]["fields"]["text"] = {"type": "any", "default": ""}
    game["decks"]["main"]["cards"][0]["text"] = [{"says": "shade", "tells": "XX-002"}]
    assert untold(told(make_kit, face=FACE, game=game)) == []


def test_media_rules_and_clauses_that_are_not_there_are_named(make_kit: MakeKit) -> None:
    clauses = [{"id": "XX-001", "media": ["shet"]}, {"id": "XX-009"}]
    sheet = SHEET.replace("XX-002.b", "XX-002.c").replace("XX-002.a", "XX-002")
    assert sorted(untold(told(make_kit, sheet, clauses=clauses))) == [
        "main is marked to tell XX-002.a, which is no clause",
        "sheet does not tell XX-009: ",
        "sheet does not tell XX-Q1: Yes.",
        "there is no medium 'shet'",
        "there is no rule XX-009",
        "zine is marked to tell XX-002.c, which is no clause",
    ]


def test_a_ruling_for_programs_never_reaches_paper(make_kit: MakeKit) -> None:
    kit = kit_with(make_kit, SHEET.replace("XX-001", "XX-Q2"), MARKED)
    sheet = load_rules(kit, numbers=True)
    assert sheet.seeds
    assert [ruling.id for ruling in sheet.seeds.rulings] == ["XX-Q1"]
    assert "limit of moves" not in rule_markdown(sheet) + str(answers(sheet.on("booklet")))
    assert [p.message for p in run_checks(kit) if p.code == "sheet-rule"] == [
        "XX-Q2 is for programs (table: false), not for paper"
    ]


@pytest.mark.parametrize(
    ("slug", "language"),
    [*((slug, language) for slug in SHIPPED for language in ("", "de")), ("cheers", "pl")],
)
def test_every_clause_of_the_shipped_kits_is_told(slug: str, language: str) -> None:
    assert untold(coverage_of(ROOT / "data" / slug, language)) == []


def test_a_translation_tells_what_a_medium_needs(make_kit: MakeKit) -> None:
    answered = SHEET + '{{ rule("XX-Q1") }}'
    german = {
        "../data/kit/i18n/de.yaml": "language: de",
        "../data/kit/rules.de.md.j2": answered.replace("XX-001", "XX-003"),
    }
    make_kit(german)
    kit_with(make_kit, answered, MARKED)
    said = "sheet does not tell XX-001: Draw two."
    for language, message in (("", f"de: {said}"), ("de", said)):
        found = check_kit(Path("data/kit"), language)
        assert [problem.message for problem in found if problem.code == "untold"] == [message]
