"""The kits that come in German: whole, up to date, with the same rules, figures and numbers as the English ones."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path

import pytest
import yaml

from cardgen.app.build import build_kit, faces_of, load_checked
from cardgen.app.progress import silence
from cardgen.app.settings import BuildSettings
from cardgen.base.errors import Problems
from cardgen.base.files import shipped
from cardgen.base.units import Size
from cardgen.languages.catalogue import read_catalogue
from cardgen.languages.entries import entries_of
from cardgen.languages.reading import held_against
from cardgen.model import Kit
from cardgen.rulesheet import load_rules, rule_markdown
from cardgen.rulesheet.booklet import _pattern
from cardgen.source import read_kit
from cardgen.source.parse import parse_yaml
from tests.languages.test_pseudo import painted
from tests.many import mostly_thorough

KITS = ("auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers")
PAPERS = {"a4": Size(210, 297), "letter": Size(215.9, 279.4)}
ENGLISH = """and any are at be before but by card draw edge everybody for from game garden has have
hedge highest it its last lay may move no not of on one or parasol pay place player round shield suit swap take takes that
the their then they this tile to trick turn up what when which who whoever whose with you your"""
"""Words of the English sheets that German does not have; Joker, Chips, Bonus and Name are in both."""
NAMES = r"Print-and-Play|Play With Us Design|Alfa Slab One|Bartender the Card Game|TRICK"
OTHERS = {
    "auction-hearts": r"Dealer|Pott\b|Reizen|[Bb]ekennen|Trumpffarbe|Verletzt|verletzt|Auktionator|Steigerung",
    "bartender-2012": r"Patron|Schema|Schicht\b|Stunde\b|Bruch\b|Draft|Gegner\b|Ablagestapel|Nachziehstapel|Spielplan|Gebotkarte|STÖRENFR",
    "bartender-aarwares": r"Kund(?:e|in)\b|Rivale|Gegner\b|Loch\b|Spaten|Totenschädel|Ablagestapel|Münzdeck|Lohn|umgedreht",
    "biergarten": r"Kacheln?|Karten\b|Sonnenschirme|Mauern?|Schilde|Punktetafel|Nachziehstapel|Gegner\b|Fässchen|passende Kante",
    "cheers": r"CHEERS (?:aus|kommt)|Getränk|Mitspieler|Nachziehstapel|Ablagestapel|abwerfen|Zielplättchen|Gegenspieler|Fremder",
}
"""What a thing is not called: it has another word in the glossary, and one is enough."""


@cache
def german(slug: str) -> Kit:
    return load_checked(shipped() / "data" / slug, language="de")[0]


@cache
def sheets(slug: str) -> tuple[str, str]:
    """Return the rule sheet as plain text, in English and in German."""
    own = load_checked(shipped() / "data" / slug)[0]
    said = [rule_markdown(load_rules(kit, {}).on("text")) for kit in (own, german(slug))]
    return said[0], said[1]


def templates(slug: str) -> tuple[str, str]:
    folder = shipped() / "data" / slug
    return (folder / "rules.md.j2").read_text("utf-8"), (folder / "rules.de.md.j2").read_text("utf-8")


def translations(slug: str) -> str:
    """Return what the catalogue says in German, text by text."""
    said = yaml.safe_load((shipped() / "data" / slug / "i18n" / "de.yaml").read_text("utf-8"))
    return "\n".join(
        text for section in said.values() if isinstance(section, dict) for text in section.values()
    )


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.lower()))


@pytest.mark.parametrize("slug", KITS)
def test_the_german_catalogue_is_complete_and_fits(slug: str) -> None:
    where = shipped() / "data" / slug / "i18n" / "de.yaml"
    problems = Problems()
    document = parse_yaml(where.read_text("utf-8"), where.name, problems)
    assert document is not None
    written: list[Kit] = []
    read_kit(shipped() / "data" / slug, lambda kit, _: written.append(kit) or kit)  # type: ignore[func-returns-value]
    standing = held_against(read_catalogue(document, "de"), entries_of(written[0]), problems)
    assert [*map(str, problems)] == []
    assert (standing.missing, standing.stale, standing.unused) == ((), (), ())


@pytest.mark.parametrize("slug", KITS)
def test_the_german_sheet_cites_the_same_rules_and_shows_the_same_figures(slug: str) -> None:
    english, translated = templates(slug)
    # two sentences may be one in German: which medium tells which clause is counted by `cardgen rules --coverage`
    rules = [set(re.findall(r'"((?:AB|AH|BG|BT|CH)-Q?\d+)[."]', text)) for text in (english, translated)]
    assert rules[0] == rules[1]
    for cited in (
        r'\b(?:picture|face|back)\("([\w-]+)"',
        r"^::: (?:picture )?([\w-]+)",
    ):
        counts = [Counter(re.findall(cited, text, re.M)) for text in (english, translated)]
        assert counts[0] == counts[1], cited
    assert re.search(r"\{# rules\.md\.j2@[0-9a-f]{5} #\}", translated)


@pytest.mark.parametrize("slug", KITS)
def test_the_german_sheet_has_the_same_numbers(slug: str) -> None:
    numbers = [Counter(re.findall(r"(?<![\w.])\d+", text)) for text in sheets(slug)]
    assert numbers[0] == numbers[1]


@pytest.mark.parametrize("slug", KITS)
def test_no_english_is_left_in_the_german_sheet_and_texts(slug: str) -> None:
    left = words_of(re.sub(NAMES, "", sheets(slug)[1])) & words_of(ENGLISH)
    assert left == set()
    said = re.sub(rf"\{{\{{.*?\}}\}}|\{{[\w.]+\}}|{NAMES}", "", translations(slug))
    assert words_of(said) & words_of(ENGLISH) == set()


@pytest.mark.parametrize("slug", KITS)
def test_german_texts_are_set_as_german_printers_set_them(slug: str) -> None:
    """Quotation marks below and above, dashes that are dashes, units that stay with their number."""
    for text in (sheets(slug)[1], re.sub(r"\{\{.*?\}\}", "", translations(slug))):
        assert not re.search(r"”|’| - |\d (?:mm|g/m²)", text)
        assert text.count("„") == text.count("“")


@pytest.mark.parametrize("slug", KITS)
def test_a_thing_has_one_word_in_german(slug: str) -> None:
    for text in (sheets(slug)[1], translations(slug)):
        assert not re.search(OTHERS[slug], text)


@pytest.mark.parametrize("slug", KITS)
def test_no_english_word_is_left_on_german_faces(slug: str) -> None:
    kit = german(slug)
    for look in kit.looks:
        problems = Problems()
        faces = faces_of(kit, look, {}, problems)
        for component in kit.components:
            for card in component.cards:
                for drawing in (faces.front(card), faces.back(card)):
                    said = " ".join(painted(drawing)).replace(f" {card.id} ", " ") if drawing else ""
                    assert words_of(re.sub(NAMES, "", said)) & words_of(ENGLISH) == set(), (card.id, said)
        assert [*map(str, problems)] == []


@pytest.mark.parametrize(
    ("slug", "look", "paper"), mostly_thorough(product(KITS, ("full", "low-ink"), PAPERS), 8)
)
def test_a_german_kit_builds_without_a_warning(slug: str, look: str, paper: str, tmp_path: Path) -> None:
    settings = BuildSettings(out=tmp_path, look=look, paper=PAPERS[paper], language="de")
    with silence() as say:
        result = build_kit(shipped() / "data" / slug, settings, say)
    assert [*map(str, result.warnings)] == []


@pytest.mark.thorough
@pytest.mark.parametrize("slug", mostly_thorough(KITS, 2))
def test_a_german_sheet_has_no_more_pages(slug: str, tmp_path: Path) -> None:
    import pypdfium2

    pages = []
    for language, name in (("", f"{slug}-rules.pdf"), ("de", f"{slug}-rules-de.pdf")):
        with silence() as say:
            build_kit(
                shipped() / "data" / slug,
                BuildSettings(out=tmp_path, language=language, only=("rules",)),
                say,
            )
        (found,) = tmp_path.rglob(name)
        pages.append(len(pypdfium2.PdfDocument(found)))
    assert pages[1] <= pages[0]


def test_names_stay_and_what_is_no_name_is_translated() -> None:
    assert german("biergarten").credits["design"] == "Andrew Sallwasser"
    assert german("auction-hearts").credits["design"] == "Überliefert"


@pytest.mark.parametrize(
    ("term", "said", "not_said"),
    [
        ("Fass", "mit 15 Fässern", "Fassbier"),
        ("Hausregel", "Hausregeln", "Hausregelung"),
        ("letzte Runde", "in der letzten Runde", "letzte Rundenzahl"),
        ("leerer Hocker", "Der leere Hocker", "Leerer Hockerplatz"),
        ("Topf", "Töpfe", "Topflappen"),
    ],
)
def test_the_index_finds_german_words_in_their_other_forms(term: str, said: str, not_said: str) -> None:
    assert _pattern(term, "de").search(said)
    assert _pattern(term, "de").search(term)
    assert not _pattern(term, "de").search(not_said)
    assert _pattern("tile", "en").search("six tiles")
    assert not _pattern("Fass", "en").search("Fässer")
