"""The language that nobody speaks: what has no brackets cannot be translated, what is too long overflows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cardgen.app.build import build_kit, faces_of, load_checked, rule_sheet_text
from cardgen.app.outputs import documents
from cardgen.app.progress import silence
from cardgen.app.settings import BuildSettings
from cardgen.app.wanted import wanted_of
from cardgen.base.drawing import Drawing, PlacedDrawing, Text
from cardgen.base.errors import Problems
from cardgen.base.files import shipped
from cardgen.base.language import CLOSING, OPENING, lengthened, speaking
from cardgen.export.output import Pdf
from tests.conftest import Cardgen, MakeKit
from tests.languages.kits import FILES
from tests.many import slow, thorough

KITS = sorted(path.parent.name for path in (shipped() / "data").glob("*/game.yaml"))
NEVER = re.compile(r"[Øxy]|[A-D]|mm|100 mm|Ø [\d ,.]+(?: mm)?")
"""What stands on sheets in every language."""
OTHERS = sorted({*KITS} - {"auction-hearts", "cheers"})
KNOWN = Path(__file__).with_name("pseudo.yaml")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("**Draw** one {lamp} at {{ card.title }} of 12", ["**", "{lamp}", "{{ card.title }}", "12"]),
        ("{% if a %}word{% endif %}", ["{% if a %}", "{% endif %}"]),
        ("a [12](rule:BG-012) b", ["[12](rule:BG-012)"]),
        ("Sheet {sheet} of {sheets}", ["{sheet}", "{sheets}"]),
    ],
)
def test_marks_icons_jinja_and_numbers_are_untouched(text: str, kept: list[str]) -> None:
    for part in kept:
        assert part in lengthened(text)


@given(st.text())
def test_a_text_is_lengthened_once(text: str) -> None:
    once = lengthened(text)
    assert lengthened(once) == once or CLOSING + OPENING in once


@given(st.from_regex(r"[A-Z][a-z]{2,8}( [a-z]{2,8}){2,8}", fullmatch=True))
def test_a_sentence_is_a_third_longer(text: str) -> None:
    longer = lengthened(text)
    assert (longer[0], longer[-1]) == (OPENING, CLOSING)
    if re.search("[aeiou].*[aeiou]", text):
        assert len(longer) > len(text) + 2
    assert len(longer) <= len(text) * 1.34 + 3


def test_what_has_no_words_stays() -> None:
    for text in ("12", "{lamp}", "{{ n }}", "", " ", "+1 / −2"):
        assert lengthened(text) == text


def painted(drawing: Drawing, into: Callable[[Drawing], bool] = lambda _: True) -> Iterator[str]:
    for item in drawing.items:
        if isinstance(item, Text):
            yield item.words
        elif isinstance(item, PlacedDrawing) and into(item.drawing):
            yield from painted(item.drawing, into)


def unbracketed(words: Iterator[str]) -> Iterator[str]:
    """Yield painted words with a letter outside of brackets; a sentence goes on over lines and styles."""
    depth = 0
    for word in words:
        bare = False
        for letter in word:
            if letter == OPENING:
                depth += 1
            elif letter == CLOSING:
                depth = max(0, depth - 1)
            elif letter.isalpha() and not depth:
                bare = True
        if bare:
            yield word


OF_CARDGEN = ("footer", "marks", "print guide")


@pytest.mark.parametrize("backs", ["long-edge", "fold", pytest.param("separate", marks=pytest.mark.slow)])
def test_everything_that_sheets_say_can_be_translated(make_kit: MakeKit, backs: str) -> None:
    sheet_forms = {
        **FILES,
        "game.yaml": FILES["game.yaml"].replace(
            "    face: face.svg\n", "    face: face.svg\n    back: face.svg\n", 1
        )
        + "tokens:\n  t:\n    title: Tokens\n    size: 20x20mm\n    face: faces/plain.svg\n    back: faces/plain.svg\n"
        "    stock: on board\n    cards: [{id: T1}]\n"
        "boards:\n  b:\n    title: Board\n    size: 300x400mm\n    face: faces/plain.svg\n    stock: on board\n"
        "    cards: [{id: B9}]\n"
        "tiles:\n  s:\n    title: Squares\n    size: 40x40mm\n    bleed: 0mm\n    face: faces/plain.svg\n"
        "    cards: [{id: S1, count: 30}]\n",
    }
    kit, problems = load_checked(make_kit(sheet_forms), draft=True, language="pseudo")
    faces = faces_of(kit, None, {}, Problems())
    faces.draft = True
    settings = BuildSettings(backs=backs)  # type: ignore[arg-type]
    with speaking(kit.language):
        files = documents(kit, wanted_of(kit, settings)._replace(rules=False), faces, settings, problems)
    whole = next(file for file in files if "-kit-" in file.name)
    assert isinstance(whole, Pdf)
    assert "‹" in whole.title
    found = set()
    for page in whole.pages:
        found |= set(
            unbracketed(painted(page.drawing, lambda d: d.name in OF_CARDGEN or "pictogram" in d.name))
        )
        assert not page.bookmark or "‹" in page.bookmark
    assert {word for word in found if not NEVER.fullmatch(word)} == set()


def test_everything_that_a_booklet_and_a_zine_say_can_be_translated(
    make_kit: MakeKit, cardgen: Cardgen
) -> None:
    import pypdfium2

    make_kit(FILES)
    for form in ("booklet", "zine", "large-print"):
        said = cardgen.works("rules", "kit", "--format", form, "--language", "pseudo")
        for name in said.out.split():
            pdf = pypdfium2.PdfDocument(Path(name))
            for page in pdf:
                text = page.get_textpage().get_text_bounded().replace("\r\n", " ").replace("Nobody", "")
                bare = [
                    w for w in unbracketed(iter([text])) if re.search(r"[^\W\d_]{3}", re.sub("‹.*?›", "", w))
                ]
                assert bare == [], (form, name)


def test_a_web_page_has_brackets_everywhere(make_kit: MakeKit) -> None:
    make_kit({**FILES, "rules.md.j2": FILES["rules.md.j2"] + "\n| a b | c d |\n|---|---|\n| one | two |\n"})
    page = rule_sheet_text(Path("kit"), "html", {}, language="pseudo")
    assert '<html lang="en-x-pseudo">' in page
    body = re.sub(r"(?s)<style>.*?</style>", "", page)
    for words in (*re.findall(r">([^<>]+)<", body), *re.findall(r'aria-label="([^"]*)"', body)):
        assert not list(unbracketed(iter([words]))), words


def state_of(slug: str) -> dict[str, list[str]]:
    """Return what of a kit has no brackets, and what does not fit, look by look."""
    found: dict[str, list[str]] = {}
    kit, _ = load_checked(shipped() / "data" / slug, draft=True, language="pseudo")
    bare: dict[str, None] = {}
    for look in kit.looks:
        faces = faces_of(kit, look, {}, Problems())
        faces.draft = True
        for component in kit.components:
            for card in component.cards:
                for side in (faces.front(card), faces.back(card)):
                    for words in unbracketed(painted(side) if side else iter(())):
                        if card.id not in words and len(re.sub(r"\W", "", words)) > 2:
                            bare[words.strip()] = None
        over = {f"{p.trail[-1].rpartition(':')[0] if p.trail else ''}: {p.code}" for p in faces.problems}
        found[look] = sorted(over)
    found["bare"] = sorted(bare)
    return found


@pytest.mark.parametrize("slug", [slow("auction-hearts"), slow("cheers"), *map(thorough, OTHERS)])
def test_what_does_not_fit_and_what_cannot_be_translated_does_not_grow(slug: str, golden: bool) -> None:
    known = yaml.safe_load(KNOWN.read_text("utf-8")) if KNOWN.is_file() else {}
    now = state_of(slug)
    if golden:
        known[slug] = now
        KNOWN.write_text(yaml.safe_dump(known, allow_unicode=True, width=110), "utf-8")
    for what, before in known[slug].items():
        assert set(now[what]) <= set(before), f"{slug}, {what}: more than tests/languages/pseudo.yaml has"


@pytest.mark.thorough
@pytest.mark.parametrize("slug", [slow("biergarten"), *map(thorough, sorted({*KITS} - {"biergarten"}))])
def test_every_shipped_kit_builds(slug: str, tmp_path: Path) -> None:
    with silence() as say:
        result = build_kit(shipped() / "data" / slug, BuildSettings(out=tmp_path, language="pseudo"), say)
    assert f"{slug}-kit-a4-pseudo.pdf" in result.files
    assert all(problem.level == "warning" for problem in result.warnings)
