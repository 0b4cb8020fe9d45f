"""A catalogue goes to a translator as PO or XLIFF and comes back: nothing is lost on the way, and what is damaged is told."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from lxml import etree
from PIL import Image

from cardgen.app.build import faces_of, load_checked
from cardgen.app.placing import places_of
from cardgen.app.settings import BuildSettings
from cardgen.app.translating import hand_out, renew
from cardgen.base.errors import CardgenError, Problems
from cardgen.base.locales import counted_forms, gettext_forms, locale_of
from cardgen.faces.compose import Faces
from cardgen.languages.entries import entries_of
from cardgen.languages.exchange import notes_on
from cardgen.rulesheet import load_rules, rule_pages
from cardgen.source import load_kit
from tests.conftest import Cardgen, MakeKit
from tests.games.kits import ROOT
from tests.languages.kits import FILES, GERMAN

MORE = FILES["game.yaml"].replace(
    "note: one for each lantern",
    'note: \'{{ decks.main.total }} {{ plural(decks.main.total, one="lantern", other="lanterns") }} here\'',
)
FORMATS = ("po", "xliff")


def catalogue(kit: Path) -> Path:
    return kit / "i18n/de.yaml"


def kit_with(make_kit: MakeKit, **files: str) -> Path:
    return make_kit(FILES | {"i18n/de.yaml": GERMAN} | files)


def out(kit: Path, format: str, language: str = "de") -> Path:
    renew(kit, language)
    return hand_out(kit, language, kit.parent / "out", [format])[0]


def replaced(file: Path, *pairs: tuple[str, str]) -> Path:
    text = file.read_text("utf-8")
    for old, new in pairs:
        assert old in text, text
        text = text.replace(old, new, 1)
    file.write_text(text, "utf-8")
    return file


@pytest.mark.parametrize("format", FORMATS)
def test_what_comes_back_as_it_went_changes_no_letter(make_kit: MakeKit, format: str) -> None:
    text = GERMAN.replace("  A1.text:", "  # two of them\n  A1.text:").replace(
        "title: Laternennacht", "title@12345: Lampennacht  # old"
    )
    kit = kit_with(make_kit, **{"game.yaml": MORE, "i18n/de.yaml": text})
    file = out(kit, format)
    before = catalogue(kit).read_bytes()
    assert not renew(kit, "de", back=file).written
    assert catalogue(kit).read_bytes() == before
    catalogue(kit).unlink()
    renew(kit, "de", back=file)
    again = catalogue(kit).read_text("utf-8")
    for kept in ("# two of them", '"Zieh **zwei** {lamp}-Karten"', "title@00000: Lampennacht", "DU & ich"):
        assert kept in again
    assert len(renew(kit, "de").stale) == 1


def test_babel_reads_every_text_with_its_address_place_and_notes(make_kit: MakeKit) -> None:
    kit = kit_with(
        make_kit,
        **{"game.yaml": MORE, "i18n/de.yaml": GERMAN.replace("title: Laternenn", "title@12345: Laternenn")},
    )
    found = read_po(BytesIO(out(kit, "po").read_bytes()))
    messages = {
        (one.context, one.id if isinstance(one.id, str) else one.id[0]): one for one in found if one.id
    }
    assert len(messages) == renew(kit, "de").total
    text = messages["cards/A1.text", "Draw **two** {lamp} cards"]
    assert text.string == "Zieh **zwei** {lamp}-Karten"
    assert text.locations == [("kit/cards.yaml", 1)]
    assert "Keep {lamp}: it is a picture." in text.auto_comments
    title = messages["kit/title", "Lantern Night"]
    assert title.fuzzy
    subtitle = messages["kit/subtitle", "Light the {{ decks.main.total }} lanterns."]
    assert subtitle.auto_comments == ["Keep {{ decks.main.total }}: the program fills it in, now “4”."]
    several = messages["components/main.note", "{{ decks.main.total }} lantern here"]
    assert several.id == ("{{ decks.main.total }} lantern here", "{{ decks.main.total }} lanterns here")
    assert ("face.svg", "YOUR TURN & mine, {{ card.id }}") in messages


def test_an_xliff_file_has_the_parts_of_its_standard_in_their_order(make_kit: MakeKit) -> None:
    kit = kit_with(
        make_kit,
        **{"game.yaml": MORE, "i18n/de.yaml": GERMAN.replace("title: Laternenn", "title@12345: Laternenn")},
    )
    root = etree.fromstring(out(kit, "xliff").read_bytes())
    x = "{urn:oasis:names:tc:xliff:document:1.2}"
    order = ("source", "target", "context-group", "note", "alt-trans")
    units = [*root.iter(f"{x}trans-unit")]
    for unit in units:
        names = [order.index(child.tag.removeprefix(x)) for child in unit]
        assert names == sorted(names)
        assert names[0] == 0
    ids = [unit.get("id") for unit in units]
    assert len(ids) == len({*ids}) == renew(kit, "de").total + 1  # one text has two forms
    states = [target.get("state") for target in root.iter(f"{x}target")]
    assert states[0] == "needs-review-translation"
    assert {*states[1:]} == {"translated"}
    assert root[0].attrib["target-language"] == "de"


@pytest.mark.parametrize("language", ["de", "pl", "ru", "ar", "ja", "fr", "lt", "cs", "sl", "ga", "cy", "lv"])
def test_plural_forms_are_those_of_the_language(language: str) -> None:
    locale, forms, head = locale_of(language), counted_forms(language), gettext_forms(language)
    count, _, said = head.removeprefix("nplurals=").removesuffix(";").partition("; plural=")
    plural = gettext.c2py(said)  # type: ignore[attr-defined]
    assert int(count) == len(forms)
    assert all(forms[plural(n)] == locale.form(n) for n in range(201))


POLISH = {
    "po": (
        'msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""',
        'msgstr[0] "{{ decks.main.total }} latarnia tu"\nmsgstr[1] "{{ decks.main.total }} latarnie tu"\nmsgstr[2] "{{ decks.main.total }} latarni tu"',
    ),
}


def test_three_polish_forms_come_back_as_one_sentence(make_kit: MakeKit) -> None:
    kit = make_kit(FILES | {"game.yaml": MORE})
    file = replaced(out(kit, "po", "pl"), POLISH["po"])
    renew(kit, "pl", back=file)
    said = (kit / "i18n/pl.yaml").read_text("utf-8")
    wanted = '{{ decks.main.total }} {{ plural(decks.main.total, one=\\"latarnia\\", few=\\"latarnie\\", many=\\"latarni\\", other=\\"latarni\\") }} tu'
    assert wanted in said
    assert "latarnie tu" in out(kit, "po", "pl").read_text("utf-8")
    assert not renew(kit, "pl", back=out(kit, "po", "pl")).written
    with pytest.raises(CardgenError, match="has 2 plural forms, expected 3: one, few, many"):
        renew(kit, "pl", back=replaced(out(kit, "po", "pl"), ("{{ decks.main.total }} latarni tu", "")))


DAMAGED: dict[str, tuple[str, Callable[[str], str], str]] = {
    "cut": ("po", lambda text: text[: text.index("Zieh **zw")], r"kit-de\.po:\d+: error: the PO file is damaged"),
    "not po": ("po", lambda text: "kit: {}", "this is no PO file"),
    "placeholder": ("po", lambda text: text.replace("Zieh **zwei** {lamp}", "Zieh **zwei** "), r"kit-de\.po:\d+: error: the original has \{lamp\}"),
    "game": ("po", lambda text: text.replace("Game: kit", "Game: other"), "the game of this file is 'other', expected 'kit'"),
    "language": ("po", lambda text: text.replace("Language: de", "Language: fr"), "the language of this file is 'fr', expected 'de'"),
    "twice": ("po", lambda text: text + text[text.index('msgctxt "kit/title"') :].partition("\n\n")[0] + "\n", r"“Lantern Night” of kit/title is there twice, first in line \d+"),
    "nameless": ("po", lambda text: text.replace('msgctxt "kit/title"\n', ""), "“Lantern Night” has no msgctxt"),
    "strange": ("po", lambda text: text.replace("msgctxt \"", 'msgctxt "x'), "no text of this file belongs to kit"),
    "xml": ("xliff", lambda text: text[:-30], r"kit-de\.xlf:\d+: error: the XLIFF file is damaged"),
    "xliff 2": ("xliff", lambda text: '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0"/>', "version 2.0, expected XLIFF 1.2"),
    "two games": ("xliff", lambda text: text.replace("</xliff>", '<file product-name="other" target-language="de"/></xliff>'), r"kit-de\.xlf:\d+: error: this <file> is of 'other' in 'de', expected 'kit' in 'de' as the first"),
    "id": ("xliff", lambda text: text.replace('id="2"', 'id="1"'), r"the id of this trans-unit is '1', as in line 5"),
    "icon": ("xliff", lambda text: text.replace("{lamp}-Karten", "{lamb}-Karten"), r"kit-de\.xlf:\d+: error: the translation has \{lamb\}"),
    "entity": ("xliff", lambda text: text.replace("<xliff ", '<!DOCTYPE xliff [<!ENTITY a SYSTEM "/etc/passwd">]><xliff ').replace("Laternennacht", "&a;"), "has no DOCTYPE"),
}  # fmt: skip


@pytest.mark.parametrize("case", DAMAGED)
def test_what_cannot_be_used_is_told_with_its_line_and_nothing_is_written(
    make_kit: MakeKit, case: str
) -> None:
    format, damage, says = DAMAGED[case]
    kit = kit_with(make_kit)
    file = out(kit, format)
    file.write_text(damage(file.read_text("utf-8")), "utf-8")
    before = catalogue(kit).read_bytes()
    with pytest.raises(CardgenError, match=says):
        renew(kit, "de", back=file)
    assert catalogue(kit).read_bytes() == before


STATES = ("needs-review-translation", "needs-translation", "needs-l10n", "new", "x-draft")


@pytest.mark.parametrize(
    ("format", "state"), [("po", ""), ("split", "new"), *(("xliff", state) for state in STATES)]
)
def test_a_translator_fills_in_changes_and_marks(make_kit: MakeKit, format: str, state: str) -> None:
    kit = kit_with(make_kit)
    file = out(kit, "po" if format == "po" else "xliff")
    if format == "split":  # one <file> for each half, as some programs send them back; ids begin again
        head, *units = re.split(r"(?=    <trans-unit )", file.read_text("utf-8"))
        begins = head[head.index("  <file") :]
        units.insert(len(units) // 2, f"    </body>\n  </file>\n{begins}")
        file.write_text(head + "".join(units), "utf-8")
    if format == "po":
        pairs = [
            ('msgid "Wind"\nmsgstr ""', 'msgid "Wind"\nmsgstr "Wind: ja"'),
            ('msgstr "Erstes Licht"', 'msgstr "Das \\"erste\\" Licht\\n# hier"'),
            (
                '#: kit/game.yaml:10\nmsgctxt "tables/towns.1.title"',
                '# not sure\n#, fuzzy\nmsgctxt "tables/towns.1.title"',
            ),
        ]
    else:
        pairs = [
            ("<source>Wind</source>", "<source>Wind</source><target>Wind: ja</target>"),
            ("Erstes Licht", 'Das "erste" Licht\n# hier'),
            ('state="translated">Altstadt</target>', f'state="{state}">Altstadt</target><note from="translator">not sure</note>'),
        ]  # fmt: skip
    result = renew(kit, "de", back=replaced(file, *pairs))
    text = catalogue(kit).read_text("utf-8")
    assert ': "Wind: ja"' in text
    assert ': "Das \\"erste\\" Licht\\n# hier"' in text
    assert "  # not sure\n  #: Old town\n  towns.1.title@00000: Altstadt" in text
    assert [said.key for _, said in result.stale] == ["towns.1.title"]


def test_a_file_of_an_earlier_kit_is_to_be_reviewed(make_kit: MakeKit) -> None:
    kit = kit_with(make_kit)
    file = replaced(out(kit, "po"), ('msgstr "Laternennacht"', 'msgstr "Nacht der Laternen"'))
    replaced(kit / "game.yaml", ("title: Lantern Night", "title: Lantern Nights"))
    result = renew(kit, "de", back=file)
    assert [(entry.text, said.text) for entry, said in result.stale] == [
        ("Lantern Nights", "Nacht der Laternen")
    ]
    assert "  #- Lantern Night\n  #: Lantern Nights\n" in catalogue(kit).read_text("utf-8")


def test_copies_of_one_line_are_translated_once(make_kit: MakeKit, cardgen: Cardgen) -> None:
    cards = FILES["cards.yaml"] + '- {each: {n: [1, 2, 3]}, id: "W{{ n }}", name: Worker, suit: sun}\n'
    kit = kit_with(make_kit, **{"cards.yaml": cards})
    renew(kit, "de")
    text = catalogue(kit).read_text("utf-8")
    assert text.count("#: Worker") == 1
    replaced(catalogue(kit), ("  W1.name@", "  W3.name: Laufbursche\n  W1.name@"))
    once = catalogue(kit).read_text("utf-8")
    line = next(line for line in once.splitlines() if line.startswith("  W1.name@"))
    replaced(catalogue(kit), (line, f"{line} Arbeiter"))
    assert "W3.name" in out(kit, "po").read_text("utf-8")
    from cardgen.languages.reading import in_language
    from cardgen.source import read_kit

    german: Any = read_kit(kit, in_language("de"))[0]
    assert [german.card(f"W{n}").name for n in (1, 2, 3)] == ["Arbeiter", "Arbeiter", "Laufbursche"]


WORDS = """
glossary:
  lantern: [Laterne*, Lampion]
  wind*: [Wind*, "*wehen"]
  lantern card: [Leuchtkart*]
"""


def test_a_translation_keeps_to_its_glossary(make_kit: MakeKit, cardgen: Cardgen) -> None:
    text = GERMAN.replace(
        "main.title: Laternenkarten", "main.title: Laternenkarten\n  main.note: für jedes Licht eins"
    )
    kit = kit_with(make_kit, **{"i18n/de.yaml": f"{text}{WORDS}"})
    renew(kit, "de")
    lines = catalogue(kit).read_text("utf-8")
    assert WORDS.partition("card:")[0].splitlines()[2] in lines  # it stays as it is written
    assert renew(kit, "de").written is False
    said = [str(one) for one in renew(kit, "de").problems if one.code == "translation-glossary"]
    assert len(said) == 2
    assert (
        "the original says 'lantern', the translation “für jedes Licht eins” none of Laterne*, Lampion"
        in said[1]
    )
    assert "the original says 'lantern card', the translation “Laternenkarten” none of Leuchtkart*" in said[0]
    checked = cardgen("check", str(kit), "--no-play", "--words")
    assert "none of Leuchtkart*" in checked.out + checked.err
    assert "#. Glossary: lantern = Laterne*, Lampion" in out(kit, "po").read_text("utf-8")
    assert not renew(kit, "de", back=out(kit, "po")).written


def test_a_picture_shows_where_a_text_is_and_how_much_fits(make_kit: MakeKit) -> None:
    kit = kit_with(make_kit, **{"face.svg": FILES["face.svg"].replace('height="50"/>', 'height="10"/>')})
    renew(kit, "de")
    pictures = kit.parent / "pictures"
    file = hand_out(kit, "de", kit.parent / "out", ["po"], pictures)[0]
    notes = {one.context: one.auto_comments for one in read_po(BytesIO(file.read_bytes())) if one.context}
    name = next(note for note in notes["cards/A1.text"] if note.startswith("Picture: ")).removeprefix(
        "Picture: "
    )
    most = next(note for note in notes["cards/A1.text"] if note.startswith("At most"))
    assert 40 < int(re.findall(r"\d+", most)[0]) < 80
    with Image.open(pictures / name) as picture:
        pink = [
            (n % picture.width, n // picture.width)
            for n, c in enumerate(picture.getdata())
            if c == (214, 0, 110)
        ]
    mm = 25.4 / 150
    assert (min(x for x, _ in pink) + 5) * mm - 3 == pytest.approx(5, abs=0.4)  # where the box begins
    assert 20 < (min(y for _, y in pink) + 5) * mm - 3 < 22
    assert not any(note.startswith("Picture") for note in notes["options/wind.on"])
    assert any(note.startswith("Picture") for note in notes["options/wind.off"])  # the rule sheet says it
    assert not any(note.startswith("Picture") for note in notes["kit/subtitle"])  # nobody prints it


def test_texts_of_sheets_and_boxes_have_their_place_there(make_kit: MakeKit) -> None:
    rules = "# {{ title }}\n\nNo wind blowsome trees.\n\n## Night\n\n{{ options.wind.says }}\n"
    box = '<svg xmlns="http://www.w3.org/2000/svg" width="66mm" height="91mm" viewBox="0 0 66 91">'
    box += '<text x="5" y="20" style="font-family:Lora;font-size:4px">{{ decks.main.total }} lanterns by night</text></svg>'
    game = FILES["game.yaml"] + "boxes:\n  box: {for: [main], art: {front: boxes/front.svg}}\n"
    kit = kit_with(make_kit, **{"game.yaml": game, "rules.md.j2": rules, "boxes/front.svg": box})
    entries = {f"{one.section}/{one.key}": one for one in entries_of(load_kit(kit))}
    places = places_of(kit, [*entries.values()], pages=True)
    _, top, _, high = places[entries["options/wind.off"]].box or (0, 0, 0, 0)
    whole = load_kit(kit)
    (sheet,) = rule_pages(load_rules(whole).on("sheet"), Faces(whole), BuildSettings().paper)
    *_, line = (text.y for text in sheet.texts() if text.words.startswith("No"))
    assert top < line < top + high  # below "Night", where it is the whole sentence
    on_box = places[entries["boxes/front.svg/{{ decks.main.total }} lanterns by night"]]
    assert on_box.drawing is not places[entries["options/wind.off"]].drawing
    assert on_box.box
    assert set(places) > set(places_of(kit, [*entries.values()]))


def test_texts_of_a_lesson_have_their_place_on_its_paper_and_those_of_a_screen_say_so() -> None:
    kit = load_kit(ROOT / "data/biergarten")
    said = [one for one in entries_of(kit) if one.section in ("lessons/first-game.yaml", "table.yaml")]
    places = {one.text for one in places_of(kit.root, said, pages=True)}
    assert "Your garden begins with one home tile." in places
    assert not places & {"Deck", "First take a home tile."}  # a zone, and the answer to a wrong try
    notes = {one.text: notes[-1] for one, notes in notes_on(kit, kit, said).items()}
    assert notes["Deck"] == "On the screen: cardgen play biergarten --browser."
    assert notes["First take a home tile."] == "On the screen: cardgen teach biergarten --browser."


@pytest.mark.parametrize(
    ("language", "lines"), [("de", ["DU", "UND ICH", "Zieh zwei", "oder keine"]), ("pseudo", [])]
)
def test_a_line_ends_where_the_words_end_it(make_kit: MakeKit, language: str, lines: list[str]) -> None:
    face = FILES["face.svg"].replace("YOUR TURN &amp; mine, {{ card.id }}", r"YOUR TURN\nAND MINE")
    cards = FILES["cards.yaml"].replace("Draw **two** {lamp} cards", r"Draw two\nor none")
    text = (
        'language: de\ncards:\n  A1.text: "Zieh zwei\\noder keine"\n'
        'face.svg:\n  "YOUR TURN\\\\nAND MINE": "DU\\nUND ICH"\n'
    )
    kit = kit_with(make_kit, **{"face.svg": face, "cards.yaml": cards, "i18n/de.yaml": text})
    if language == "de":  # also on its way to a translator and back
        file = out(kit, "po")
        catalogue(kit).unlink()
        renew(kit, "de", back=file)
    german, _ = load_checked(kit, language=language)
    texts = [*faces_of(german, None, {}, Problems()).front(german.card("A1")).texts()]
    said = [one.words.strip() for one in texts]
    assert {*lines} <= {*said}
    assert not any(word in ("n", "ñ", "\\") for one in said for word in one.split())
    assert len({round(one.y, 1) for one in texts}) == 6  # the name, two lines of two texts each, the town


def test_the_command_hands_out_and_takes_back(make_kit: MakeKit, cardgen: Cardgen) -> None:
    kit = kit_with(make_kit)
    cardgen.works("translate", str(kit), "de", "--po", "--xliff", "--out", str(kit.parent / "o"))
    for name in ("kit-de.po", "kit-de.xlf"):
        assert (kit.parent / "o/kit" / name).is_file()
    cardgen.works("translate", str(kit), "de", "--from", str(kit.parent / "o/kit/kit-de.po"))
    cardgen.fails("translate", str(kit), "de", "--check", "--po", code=2)
    missing = cardgen.fails("translate", str(kit), "de", "--from", str(kit / "none.po"))
    assert "none.po" in missing.out + missing.err


def test_without_a_browser_texts_of_the_table_name_their_command_and_one_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDGEN_BROWSER", "/nowhere/browser")
    monkeypatch.setattr("cardgen.app.placing.places_of", lambda *_, **__: {})
    said: list[str] = []
    (file,) = hand_out(ROOT / "data/cheers", "de", tmp_path, ["po"], tmp_path / "pictures", said.append)
    assert said == ["no pictures of the table: no browser is found that takes pictures"]
    assert "#. On the screen: cardgen teach cheers" in file.read_text("utf-8")
    assert "icture: " not in file.read_text("utf-8")
