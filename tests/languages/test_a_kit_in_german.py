"""A kit, its catalogue and its rule sheet in another language: what is printed, and what is said of what is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

import cardgen as library
from cardgen.app.build import build_kit, check_kit, load_checked
from cardgen.app.progress import silence
from cardgen.app.settings import BuildSettings
from cardgen.base.drawing import Drawing, PlacedDrawing, Text
from cardgen.base.errors import Problem, Problems
from cardgen.base.files import shipped
from cardgen.faces.compose import Faces
from cardgen.languages.catalogue import read_catalogue, renewed
from cardgen.languages.entries import entries_of
from cardgen.languages.reading import held_against, own_language
from cardgen.model import Kit
from cardgen.rulesheet import load_rules, rule_html, rule_markdown
from cardgen.source import read_kit
from cardgen.source.parse import parse_yaml
from tests.conftest import Cardgen, MakeKit
from tests.languages.kits import CARDS, FACE, FILES, GAME, GERMAN, GERMAN_RULES, RULES, TOWNS

IN_GERMAN = {**FILES, "i18n/de.yaml": GERMAN, "rules.de.md.j2": GERMAN_RULES}


def words_of(drawing: Drawing) -> str:
    said = []
    for item in drawing.items:
        if isinstance(item, Text):
            said.append(item.words)
        elif isinstance(item, PlacedDrawing):
            said.append(words_of(item.drawing))
    return "|".join(said)


def german(folder: Path) -> tuple[Kit, Problems]:
    return load_checked(folder, language="de")


def face(kit: Kit, card: str) -> str:
    return words_of(Faces(kit, problems=Problems()).front(kit.card(card)))


def told(problems: list[Problem] | Problems, code: str) -> list[str]:
    return [str(p) for p in problems if p.code == code]


def test_card_sheet_and_rule_sheet_speak_german(make_kit: MakeKit, tmp_path: Path) -> None:
    folder = make_kit(IN_GERMAN)
    kit, _ = german(folder)
    shown = face(kit, "A1")
    assert "Erstes Licht, Sonne" in shown
    assert "DU & ich, A1" in shown
    assert "noch dunkel" in shown
    assert "Altstadt" in face(kit, "B1")
    assert "Puste es aus" in face(kit, "B1")
    sheet = load_rules(kit, {})
    text = rule_markdown(sheet.on("text"))
    assert text.startswith("# Laternennacht")
    assert "Zünde „alle“ Laternen an: Es geht kein Wind." in text
    page = rule_html(sheet.on("web"), Faces(kit, problems=Problems()))
    assert '<html lang="de">' in page
    assert "<title>Laternennacht: Spielregel</title>" in page


def test_what_is_not_translated_stays_and_is_told_once(make_kit: MakeKit) -> None:
    kit, problems = german(make_kit(IN_GERMAN))
    assert "Last light, moon" in face(kit, "B1")
    (missing,) = told(problems, "translation-missing")
    assert missing.startswith("kit/i18n/de.yaml: warning: ")
    assert "texts are not translated and stay as they are: kit › subtitle, kit › credits.notice" in missing
    assert "cardgen translate kit de" in missing


def test_the_files_of_a_language_stand_beside_the_others(
    make_kit: MakeKit, tmp_path: Path, cardgen: Cardgen
) -> None:
    make_kit(IN_GERMAN)
    cardgen.works("build", "kit", "--language", "de,en")
    out = tmp_path / "output" / "kit"
    both = {p.name for p in out.iterdir()}
    assert {"kit-kit-a4.pdf", "kit-kit-a4-de.pdf", "kit-rules.html", "kit-rules-de.html"} <= both
    said = json.loads((out / "kit.json").read_text("utf-8"))
    assert said["title"] == "Lantern Night"
    assert said["components"][0]["title"] == "Lantern cards"
    builds = said["builds"]
    assert builds["pdf a4-de"]["language"] == "de"
    assert builds["pdf a4-de"]["title"] == "Laternennacht"
    assert "language" not in builds["pdf a4"]
    assert "language" not in builds["pdf a4"]["settings"]
    assert b"/Lang (de)" in (out / "kit-kit-a4-de.pdf").read_bytes()
    assert b"/Lang (en)" in (out / "kit-kit-a4.pdf").read_bytes()
    again = cardgen("build", "kit", "--language", "de")
    assert "nothing has changed" in again.out


def test_the_kits_own_language_is_built_as_without_the_option(make_kit: MakeKit, tmp_path: Path) -> None:
    folder = make_kit(IN_GERMAN)
    with silence() as say:
        build_kit(folder, BuildSettings(out=tmp_path / "own"), say)
        build_kit(
            make_kit({"i18n/de.yaml": GERMAN + "  moon: Mond\n"}), BuildSettings(out=tmp_path / "two"), say
        )
    assert own_language(folder) == "en"
    name = "kit/kit-kit-a4.pdf"
    assert (tmp_path / "own" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_the_sheets_say_everything_in_german(make_kit: MakeKit, tmp_path: Path) -> None:
    import pypdfium2

    with silence() as say:
        build_kit(make_kit(IN_GERMAN), BuildSettings(out=tmp_path / "out", language="de"), say)
    pdf = pypdfium2.PdfDocument(tmp_path / "out" / "kit" / "kit-kit-a4-de.pdf")
    text = "\n".join(page.get_textpage().get_text_bounded() for page in pdf)
    for words in ("DRUCKANLEITUNG", "SPIELMATERIAL", "Blatt 1 von", "Laternenkarten", "Auf Pappe kaschieren"):
        assert words in text
    for words in ("COMPONENTS", "Sheet ", "Pieces", "Lantern cards"):
        assert words not in text


def test_a_stale_translation_is_printed_and_told_with_its_line(make_kit: MakeKit) -> None:
    stale = GERMAN.replace("A1.name: Erstes", "A1.name@12345: Erstes")
    kit, problems = german(make_kit({**IN_GERMAN, "i18n/de.yaml": stale}))
    assert "Erstes Licht" in face(kit, "A1")
    (one,) = told(problems, "translation-stale")
    line = stale.split("\n").index("  A1.name@12345: Erstes Licht") + 1
    assert one.startswith(f"kit/i18n/de.yaml:{line}:3: warning: the original has changed")
    assert "it says “First light”, the translation “Erstes Licht”" in one
    assert "delete @12345" in one


def test_check_looks_through_every_catalogue(make_kit: MakeKit) -> None:
    stale = GERMAN.replace("A1.name: Erstes", "A1.name@12345: Erstes")
    found = check_kit(make_kit({**IN_GERMAN, "i18n/de.yaml": stale}))
    assert told(found, "translation-stale")
    assert [p for p in found if p.level == "error"] == []


def test_a_changed_sentence_of_a_template_is_stale(make_kit: MakeKit) -> None:
    changed = FACE.replace("YOUR TURN &amp; mine", "IT IS YOUR TURN &amp; mine")
    _, problems = german(make_kit({**IN_GERMAN, "face.svg": changed}))
    (one,) = told(problems, "translation-stale")
    assert "“YOUR TURN & mine, {{ card.id }}” is “IT IS YOUR TURN & mine, {{ card.id }}” now" in one
    assert "“DU & ich, {{ card.id }}”" in one


@pytest.mark.parametrize(
    ("old", "new", "code", "says"),
    [
        ("A1.name:", "A9.name:", "translation-unused", "the kit has no 'A9.name' in cards"),
        ("A1.name:", "A1.nme:", "translation-unused", "did you mean 'A1.name'?"),
        ("A1.name:", "A1.art:", "translation-unused", "the kit has no 'A1.art' in cards"),
        ("cards:", "crads:", "translation-unused", "did you mean 'cards'?"),
        ("{lamp}-Karten", "Karten", "translation-names", "the original has {lamp}, the translation lacks it"),
        ("{lamp}-Karten", "{lmp}-Karten", "translation-names", "has {lmp}, the original does not"),
        ("DU & ich, {{ card.id }}", "DU & ich", "translation-names", "the original has {{ card }}"),
        ("DU & ich, {{ card.id }}", "DU {{ crad.id }}", "translation-names", "has {{ crad }}"),
        ("DU & ich, {{ card.id }}", "DU {{ card. }}", "translation-names", "cannot be read as Jinja"),
        ("**zwei**", "**zwei", "translation-marks", "a star of the translation has no other half"),
        ("**zwei**", "zwei", "translation-marks", "other words are bold or italic"),
        ("title: Laternennacht", "title: [Laternennacht]", "translation", "is no text"),
        ("language: de", "language: fr", "translation", "language is 'fr', but the file is called de.yaml"),
        ("kit:\n  title: Laternennacht", "kit: Laternennacht", "translation", "kit is no section"),
        ("A1.name: Erstes Licht", "A1.name: a\n  A1.name: b", "duplicate-key", "written twice"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_catalogue_is_told_at_its_line(
    make_kit: MakeKit, old: str, new: str, code: str, says: str
) -> None:
    assert old in GERMAN
    text = GERMAN.replace(old, new)
    found = check_kit(make_kit({**IN_GERMAN, "i18n/de.yaml": text}))
    problems = [p for p in found if p.code == code]
    assert [p for p in problems if says in str(p)], [str(p) for p in found]
    assert all(p.where and p.where.file == "kit/i18n/de.yaml" and p.where.line for p in problems)


def test_a_section_that_nobody_knows_is_told_once(make_kit: MakeKit) -> None:
    text = GERMAN.replace("cards:", "crads:")
    found = check_kit(make_kit({**IN_GERMAN, "i18n/de.yaml": text}))
    assert len([p for p in found if "'crads'" in p.message]) == 1


def test_a_language_without_a_catalogue_is_refused(make_kit: MakeKit, cardgen: Cardgen) -> None:
    make_kit(IN_GERMAN)
    said = cardgen.fails("build", "kit", "--language", "fr")
    assert "kit has no words in 'fr', there is no i18n/fr.yaml" in said.err
    assert "cardgen translate kit fr makes the file; known: de, pseudo" in said.err
    cardgen.fails("build", "kit", "--language", "de;en", code=2)


def test_a_language_without_furniture_says_so(make_kit: MakeKit) -> None:
    file = GERMAN.replace("language: de", "language: fi")
    _, problems = load_checked(make_kit({**FILES, "i18n/fi.yaml": file}), language="fi")
    assert told(problems, "furniture-language")
    assert told(problems, "rules-language")


def test_a_rule_sheet_that_is_not_translated_is_printed_as_it_is_and_told(make_kit: MakeKit) -> None:
    kit, problems = german(make_kit({**FILES, "i18n/de.yaml": GERMAN}))
    (one,) = told(problems, "rules-language")
    assert "translate rules.md.j2 as rules.de.md.j2" in one
    assert "Light “all” the lanterns" in rule_markdown(load_rules(kit, {}).on("text"))


def test_a_mistake_in_the_translated_rule_sheet_has_its_own_place(make_kit: MakeKit) -> None:
    kit, _ = german(make_kit({**IN_GERMAN, "rules.de.md.j2": "# {{ title }}\n\n{{ nobody }}\n"}))
    problems = load_rules(kit, {}).problems
    assert "kit/rules.de.md.j2:3" in "\n".join(map(str, problems))


def test_another_drawing_stands_for_a_template_in_its_language(make_kit: MakeKit) -> None:
    own = FACE.replace("YOUR TURN &amp; mine", "DU BIST DRAN")
    folder = make_kit({**IN_GERMAN, "face.de.svg": own})
    kit, _ = german(folder)
    assert "DU BIST DRAN, A1" in face(kit, "A1")
    assert "YOUR TURN" in face(load_checked(folder)[0], "A1")
    make_kit({"face.de.svg": FACE})  # what it says in English is meant so
    assert "YOUR TURN & mine, A1" in face(german(folder)[0], "A1")
    assert not [p for p in check_kit(folder) if p.code == "unused-file"]


def test_the_original_decides_what_is_mounted(make_kit: MakeKit) -> None:
    kit, _ = german(make_kit(IN_GERMAN))
    assert kit.component("main").stock == "300 g/m², auf 1 mm Graupappe"
    assert kit.component("main").on_board


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("translate: [towns.*.title]", "translate: [twns.*.title]", "did you mean 'towns'?"),
        ("translate: [towns.*.title]", "translate: [towns.*.tile]", "no table has a text there"),
        ("translate: [says]", "translate: [syas]", "no card has 'syas' in rows"),
        ("{one_of: [sun, moon], translate: true}", "{one_of: [sun, moon], translate: [says]}", "only any has"),
        ('default: "", translate: false', 'default: "", translate: 3', "expected true, false or a list"),
    ],
)  # fmt: skip
def test_what_players_read_must_be_there(make_kit: MakeKit, old: str, new: str, says: str) -> None:
    assert old in GAME
    found = check_kit(make_kit({**IN_GERMAN, "game.yaml": GAME.replace(old, new)}))
    assert [p for p in found if says in str(p) and p.where and p.where.file == "kit/game.yaml"], [
        *map(str, found)
    ]


def test_numbers_plurals_and_dates_follow_the_language(make_kit: MakeKit) -> None:
    said = (
        "{{ number(1234.5) }} {{ number(2, 1) }} {{ number(3, 0) }} "
        "{{ plural(1, one='Fass', other='Fässer') }} {{ plural(2, one='Fass', other='Fässer') }} {{ date('2026-05-01') }}"
    )
    files = {
        **IN_GERMAN,
        "rules.md.j2": f"# {{{{ title }}}}\n\n{said}\n",
        "rules.de.md.j2": f"# a\n\n{said}\n",
    }
    folder = make_kit(files)
    german_text = rule_markdown(load_rules(german(folder)[0], {}).on("text"))
    english = rule_markdown(load_rules(load_checked(folder)[0], {}).on("text"))
    assert "1.234,5 2,0 3 Fass Fässer 1. Mai 2026" in german_text
    assert "1,234.5 2.0 3 Fass Fässer May 1, 2026" in english


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("number('a')", "number takes a number"),
        ("number(1, 99)", "up to 12 decimals"),
        ("plural('a', one='b')", "plural takes a number first"),
        ("plural(2, ein='b')", "no language has a plural form 'ein'"),
        ("plural(2, one='b')", "plural has no form 'other'"),
        ("date('today')", "date takes a day such as '2026-05-01', not 'today'"),
    ],
)
def test_what_cannot_be_said_is_told_at_its_line(make_kit: MakeKit, said: str, problem: str) -> None:
    kit, _ = load_checked(make_kit({**FILES, "rules.md.j2": f"# a\n\n{{{{ {said} }}}}\n"}))
    (one,) = [p for p in load_rules(kit, {}).problems if p.level == "error"]
    assert problem in str(one)
    assert str(one.where) == "kit/rules.md.j2:3"


def test_a_polish_sentence_has_the_forms_of_polish(make_kit: MakeKit) -> None:
    forms = "plural(n, one='karta', few='karty', many='kart', other='karty')"
    sheet = f"# a\n\n{{% for n in [1, 2, 5, 22] %}}{{{{ {forms} }}}} {{% endfor %}}\n"
    file = GERMAN.replace("language: de", "language: pl")
    kit, _ = load_checked(make_kit({**FILES, "i18n/pl.yaml": file, "rules.pl.md.j2": sheet}), language="pl")
    assert "karta karty kart karty" in rule_markdown(load_rules(kit, {}).on("text"))


def test_a_link_out_of_the_kit_is_no_catalogue(make_kit: MakeKit, tmp_path: Path) -> None:
    folder = make_kit(FILES)
    (tmp_path / "elsewhere.yaml").write_text(GERMAN, "utf-8")
    (folder / "i18n").mkdir()
    (folder / "i18n" / "de.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    assert told(check_kit(folder), "outside-file")


def test_cards_and_tables_keep_their_data(make_kit: MakeKit) -> None:
    kit, _ = german(make_kit(IN_GERMAN))
    assert kit.card("A1").art == "lamp"
    assert kit.card("A1").suit == "sun"
    assert kit.card("B1").rows[0]["shows"] == "lamp"
    assert kit.tables["towns"][0]["key"] == "old"
    assert "key: old" in TOWNS
    assert "shows: lamp" in CARDS


def test_a_rule_sheet_knows_which_original_it_translates(make_kit: MakeKit, cardgen: Cardgen) -> None:
    make_kit(IN_GERMAN)
    advice = re.search(r"\{# rules\.md\.j2@[0-9a-f]{5} #\}", cardgen("translate", "kit", "de").out)
    assert advice
    folder = make_kit({"rules.de.md.j2": f"{GERMAN_RULES}\n{advice[0]}\n"})
    assert not [p for p in check_kit(folder) if "rules.de" in str(p.where)]
    assert advice[0] not in rule_markdown(load_rules(german(folder)[0], {}).on("text"))
    make_kit({"rules.md.j2": RULES + "\nAnd one more thing.\n"})
    (one,) = told(check_kit(folder), "translation-stale")
    assert one.startswith("kit/rules.de.md.j2:9: warning: rules.md.j2 has changed since this was translated")
    assert advice[0] not in one


def test_a_translated_rule_sheet_cites_the_same_rules(make_kit: MakeKit) -> None:
    both = {
        "rules.md.j2": RULES + '\n{{ rule("AB-001", "AB-002") }}\n',
        "rules.de.md.j2": GERMAN_RULES + "\n{{ rule('AB-002', 'AB-Q3') }}\n",
    }
    found = told(check_kit(make_kit({**IN_GERMAN, **both})), "rules-cited")
    assert [one.split(": ", 2)[2].splitlines()[0] for one in found] == [
        "rules.md.j2 cites none of these rules of the translation: AB-Q3",
        "the translation cites none of these rules of rules.md.j2: AB-001",
    ]


@pytest.mark.parametrize(
    "slug", sorted(path.parent.name for path in (shipped() / "data").glob("*/game.yaml"))
)
def test_every_text_of_a_shipped_kit_can_stand_in_a_catalogue(slug: str) -> None:
    """Each translated by itself: nothing is missing, wrong or lost between quotes and colons."""
    kept: list[Kit] = []
    read_kit(shipped() / "data" / slug, lambda kit, _: kept.append(kit) or kit)  # type: ignore[func-returns-value]
    entries = entries_of(kept[0])
    data: dict[str, dict[str, str]] = {}
    for entry in entries:
        data.setdefault(entry.section, {})[entry.key] = entry.text
    first = renewed(yaml.safe_dump({"language": "de", **data}, allow_unicode=True), "de", entries)
    assert renewed(first, "de", entries) == first
    assert "obsolete" not in first
    problems = Problems()
    document = parse_yaml(first, "de.yaml", problems)
    assert document is not None
    standing = held_against(read_catalogue(document, "de"), entries, problems)
    assert [*map(str, problems)] == []
    assert (standing.missing, standing.stale, standing.unused) == ((), (), ())


def test_a_kit_whose_own_language_is_german_has_german_sheets(make_kit: MakeKit) -> None:
    folder = make_kit({**FILES, "game.yaml": GAME.replace("language: en", "language: de-AT")})
    kit, problems = load_checked(folder)
    assert not told(problems, "furniture-language")
    page = rule_html(load_rules(kit, {}).on("web"), Faces(kit, problems=Problems()))
    assert "<title>Lantern Night: Spielregel</title>" in page
    finnish = make_kit({"game.yaml": GAME.replace("language: en", "language: fi")})
    (one,) = told(load_checked(finnish)[1], "furniture-language")
    assert one.startswith(
        "kit/game.yaml:6:11: warning: cardgen's own words on sheets and guide are not there in 'fi'"
    )


def test_small_numbers_are_words_of_the_language(make_kit: MakeKit) -> None:
    said = {
        "rules.md.j2": "# a\n\n{{ 7 | words }}\n",
        "rules.de.md.j2": "# a\n\n{{ 7 | words }} {{ 70 | words }}\n",
    }
    kit, _ = german(make_kit({**IN_GERMAN, **said}))
    assert "sieben 70" in rule_markdown(load_rules(kit, {}).on("text"))
    assert kit.original
    assert "seven" in rule_markdown(load_rules(kit.original, {}).on("text"))


def test_programs_build_in_a_language_too(make_kit: MakeKit, tmp_path: Path) -> None:
    folder = make_kit(IN_GERMAN)
    assert "kit-kit-a4-de.pdf" in library.build(folder, tmp_path / "a", language="de").files
    assert "kit-kit-a4.pdf" in library.build(folder, tmp_path / "a", language="en").files
    assert told(library.check(folder, language="de"), "translation-missing")
    made = library.Kit("made", (library.Deck("main", [library.Card("A")]),))
    with pytest.raises(library.CardgenError, match="a kit made in Python has one language, which is 'en'"):
        library.build(made, tmp_path / "b", language="de")


def test_what_does_not_fit_is_told_at_its_translation(make_kit: MakeKit) -> None:
    long = GERMAN.replace("Puste es aus", "Puste es aus " * 200).replace(
        "main.title: Laternenkarten", f"main.title: {'Laternen' * 40}"
    )
    found = check_kit(make_kit({**IN_GERMAN, "i18n/de.yaml": long}), "de")
    lines = long.split("\n")
    over = next(p for p in found if p.code in ("text-overflow", "text-off-card"))
    cut = next(p for p in found if p.code == "cut-short")
    assert over.where
    assert cut.where
    assert (over.where.file, cut.where.file) == ("kit/i18n/de.yaml",) * 2
    assert "B1" in lines[over.where.line - 1]
    assert "main.title" in lines[cut.where.line - 1]
