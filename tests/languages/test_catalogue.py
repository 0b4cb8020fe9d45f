"""The catalogue as a file: what people wrote in it stays, whatever becomes of the kit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cardgen.app.translating import renew
from cardgen.base.errors import CardgenError, Location, Problems
from cardgen.languages.catalogue import read_catalogue, renewed, split_key
from cardgen.languages.entries import Entry, entries_of, short_hash
from cardgen.source import read_kit
from cardgen.source.parse import parse_yaml
from tests.conftest import Cardgen, MakeKit
from tests.languages.kits import CARDS, FACE, FILES, GERMAN


def entries(*texts: tuple[str, str, str]) -> list[Entry]:
    return [Entry(*text, Location("")) for text in texts]


def said(text: str) -> dict[tuple[str, str], str]:
    problems = Problems()
    document = parse_yaml(text, "de.yaml", problems)
    assert document is not None, [*map(str, problems)]
    found = read_catalogue(document, "de")
    assert not problems.errors, [*map(str, problems)]
    return {(one.section, one.key): one.text for one in found.said if one.text}


AB = entries(
    ("kit", "title", "Old house"), ("cards", "A.text", "One\ntwo"), ("face.svg", "YOUR TURN", "YOUR TURN")
)


def test_a_new_catalogue_has_every_text_with_nothing_behind_it() -> None:
    assert renewed("", "de", AB).split("\n", 2)[2] == (
        "language: de\n\nkit:\n  #: Old house\n"
        f"  title@{short_hash('Old house')}:\n"
        "\ncards:\n  #: One\n  #: two\n"
        f"  A.text@{short_hash('One' + chr(10) + 'two')}:\n"
        "\nface.svg:\n  YOUR TURN:\n"
    )


def test_what_is_written_by_hand_stays_letter_by_letter() -> None:
    hand = (
        "# of Ana\nlanguage: de\n\n# titles\nkit:\n  # a pub's name\n  title: 'Altes  Haus'   # or Haus am Eck\n"
        'cards:\n  A.text: |-\n    Eins\n    zwei\nface.svg:\n  YOUR TURN: "DU"\n# the end\n'
    )
    after = renewed(hand, "de", AB)
    for kept in ("# of Ana", "# titles", "# a pub's name", ": 'Altes  Haus'   # or Haus am Eck", "# the end"):
        assert kept in after
    assert "|-\n    Eins\n    zwei\n" in after
    assert f"title@{short_hash('Old house')}:" in after
    assert said(after) == said(hand)
    assert renewed(after, "de", AB) == after


def test_a_changed_original_keeps_its_translation_its_hash_and_what_it_was() -> None:
    before = renewed("", "de", AB).replace(
        f"@{short_hash('Old house')}:", f"@{short_hash('Old house')}: Altes Haus"
    )
    new = entries(("kit", "title", "Older house"), *[(e.section, e.key, e.text) for e in AB[1:]])
    after = renewed(before, "de", new)
    assert f"  #- Old house\n  #: Older house\n  title@{short_hash('Old house')}: Altes Haus\n" in after
    assert renewed(after, "de", new) == after
    newest = entries(("kit", "title", "Oldest house"), *[(e.section, e.key, e.text) for e in AB[1:]])
    assert "  #- Old house\n  #: Oldest house\n" in renewed(after, "de", newest)
    accepted = after.replace(f"title@{short_hash('Old house')}", "title")
    assert f"  #: Older house\n  title@{short_hash('Older house')}: Altes Haus\n" in renewed(
        accepted, "de", new
    )
    assert "  #-" not in renewed(accepted, "de", new)


def test_what_the_kit_does_not_say_any_more_waits_at_the_end() -> None:
    text = renewed("language: de\nkit:\n  # mine\n  title: Altes Haus\n", "de", AB)
    gone = renewed(text, "de", AB[1:])
    assert gone.endswith(
        f"obsolete:\n  # mine\n  #: Old house\n  kit/title@{short_hash('Old house')}: Altes Haus\n"
    )
    assert said(gone) == {}
    assert renewed(gone, "de", AB[1:]) == gone
    assert said(renewed(gone, "de", AB)) == {("kit", "title"): "Altes Haus"}
    assert "obsolete" not in renewed(gone, "de", AB)


def test_a_changed_sentence_takes_its_translation_along_and_is_stale() -> None:
    text = renewed("language: de\nface.svg:\n  YOUR TURN: DU BIST DRAN\n", "de", AB)
    new = entries(("face.svg", "YOUR TURNS", "YOUR TURNS"))
    after = renewed(text, "de", new)
    assert f"  #- YOUR TURN\n  YOUR TURNS@{short_hash('YOUR TURN')}: DU BIST DRAN\n" in after
    assert renewed(after, "de", new) == after


def test_a_no_break_space_is_text_alone_and_at_an_end() -> None:
    text = renewed("", "de", AB).replace(
        f"@{short_hash('Old house')}:", f"@{short_hash('Old house')}: Haus\N{NO-BREAK SPACE}"
    )
    assert said(renewed(text, "de", AB)) == {("kit", "title"): "Haus\N{NO-BREAK SPACE}"}
    alone = text.replace("Haus", "")
    assert said(renewed(alone, "de", AB)) == {("kit", "title"): "\N{NO-BREAK SPACE}"}


WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=30
)
LINES = st.lists(WORDS, min_size=1, max_size=3).map("\n".join)
KEYS = st.from_regex(r"[A-Z][0-9]\.(name|text)", fullmatch=True)
SECTIONS = {"cards": KEYS, "kit": st.sampled_from(["title", "subtitle"])}


@st.composite
def kits(draw: st.DrawFn) -> list[Entry]:
    found = []
    for section, keys in SECTIONS.items():
        for key in draw(st.lists(keys, unique=True, max_size=4)):
            found.append(Entry(section, key, draw(LINES), Location("")))
    for sentence in draw(
        st.lists(WORDS.filter(lambda text: not re.search("@[0-9a-f]{5}$", text)), unique=True, max_size=4)
    ):
        found.append(Entry("a.svg", sentence, sentence, Location("")))
    return found


def filled(text: str, kit: list[Entry], translations: list[str]) -> str:
    """Fill a catalogue as a careless translator would: in YAML's own hand, between comments."""
    data = yaml.safe_load(text)
    waiting = iter(translations)
    for section in {entry.section: None for entry in kit}:
        data[section] = {key: next(waiting, None) or value for key, value in data[section].items()}
    return "# my own\n" + yaml.safe_dump(data, allow_unicode=True, sort_keys=False)


@given(kits(), kits(), st.lists(LINES, min_size=3, max_size=12))
def test_no_translation_is_lost_and_nothing_changes_twice(
    old: list[Entry], new: list[Entry], translations: list[str]
) -> None:
    first = renewed("", "de", old)
    assert renewed(first, "de", old) == first
    hand = filled(first, old, translations)
    there = said(hand)
    after = renewed(hand, "de", old)
    assert said(after) == there
    assert "# my own" in after
    assert renewed(after, "de", old) == after

    other = renewed(after, "de", new)
    assert renewed(other, "de", new) == other
    assert "# my own" in other
    kept = [*said(other).values(), *(yaml.safe_load(other).get("obsolete") or {}).values()]
    assert sorted(kept) == sorted(there.values())


def test_a_key_and_its_hash() -> None:
    assert split_key("A1.text@5f1c2") == ("A1.text", "5f1c2")
    assert split_key("mail@home") == ("mail@home", None)
    assert split_key("A1.text") == ("A1.text", None)


# -- the command


def test_translate_writes_renews_and_tells(make_kit: MakeKit, cardgen: Cardgen, tmp_path: Path) -> None:
    make_kit(FILES)
    first = cardgen("translate", "kit", "de", "--check")
    assert (first.code, (tmp_path / "kit" / "i18n").exists()) == (1, False)
    assert "kit/i18n/de.yaml: 19 texts, 0 translated, 19 missing, 0 stale" in first.out
    written = cardgen("translate", "kit", "de")
    file = tmp_path / "kit" / "i18n" / "de.yaml"
    assert written.code == 0
    text = file.read_text("utf-8")
    order = ["language:", "kit:", "components:", "cards:", "options:", "tables:", "face.svg:", "words:"]
    assert sorted(order, key=text.index) == order
    cardgen.works("translate", "kit", "de")
    assert file.read_text("utf-8") == text

    file.write_text(GERMAN, "utf-8")
    cardgen("translate", "kit", "de")
    make_kit(
        {
            "cards.yaml": CARDS.replace("First light", "Very first light"),
            "face.svg": FACE.replace("YOUR", "OUR"),
        }
    )
    told = cardgen.fails("translate", "kit", "de", "--check")
    assert "2 stale" in told.out
    assert "cards › A1.name: “Very first light” was translated as “Erstes Licht”" in told.out
    assert "run it without --check" in told.out
    cardgen.fails("translate", "kit", "en")
    cardgen.fails("translate", "kit", "pseudo", code=2)


def test_a_finished_catalogue_passes_the_check(make_kit: MakeKit, cardgen: Cardgen, tmp_path: Path) -> None:
    make_kit(FILES)
    cardgen("translate", "kit", "de")
    file = tmp_path / "kit" / "i18n" / "de.yaml"
    kept = []
    read_kit(Path("kit"), lambda kit, problems: kept.append(kit) or kit)  # type: ignore[func-returns-value]
    data = yaml.safe_load(file.read_text("utf-8"))
    for entry in entries_of(kept[0]):
        key = entry.key if entry.by_sentence else f"{entry.key}@{entry.hash}"
        assert data[entry.section][key] is None
        data[entry.section][key] = entry.text
    file.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")
    cardgen("translate", "kit", "de")
    cardgen.works("translate", "kit", "de", "--check")


def test_a_file_that_is_no_catalogue_stays_as_it_is(make_kit: MakeKit) -> None:
    folder = make_kit({**FILES, "i18n/de.yaml": "language: de\nkit: [a\n"})
    with pytest.raises(CardgenError):
        renew(folder, "de")
    assert (folder / "i18n" / "de.yaml").read_text("utf-8") == "language: de\nkit: [a\n"


@pytest.mark.parametrize(
    ("file", "data", "says"),
    [
        ("i18n/de.yaml", b"language: de\nkit: {title: \xff}\n", "not saved as UTF-8"),
        ("i18n/de.yaml", b"language: de\nkit:\n  title: &a b\n", "anchors"),
        ("i18n/de.yaml", b"- a\n", "no block of sections"),
        ("i18n/de.yaml", b"language: de\n[1, 2]: b\n", "a key must be a word"),
        ("rules.de.md.j2", b"\xff\xfe", "not saved as UTF-8"),
        ("rules.md.j2", b"# a \xff", "not saved as UTF-8"),
    ],
)
def test_damaged_files_are_told_and_stay(
    make_kit: MakeKit, cardgen: Cardgen, file: str, data: bytes, says: str
) -> None:
    folder = make_kit({**FILES, "i18n/de.yaml": GERMAN, "rules.de.md.j2": "# {{ title }}\n"})
    (folder / file).write_bytes(data)
    assert cardgen("translate", "kit", "de").code in (0, 1)
    for words in (("build", "kit", "--language", "de"), ("check", "kit", "--language", "de", "--no-play")):
        said = cardgen(*words)
        assert said.code in (0, 1), said.err
        if file != "rules.md.j2":  # of which only the translation is printed
            assert says in said.err
    if file.startswith("i18n"):
        assert (folder / file).read_bytes() == data
