"""Booklets: all words of the sheet, true page numbers, letters that can be read, a multiple of four pages."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.app.build import faces_of
from cardgen.base.drawing import Drawing, FontKey, Glyph, Page, PlacedDrawing, Text
from cardgen.base.errors import Problems
from cardgen.base.units import PT_PER_MM, Size, parse_paper
from cardgen.rulesheet import (
    RuleSheet,
    booklet,
    booklet_pages,
    large_print_pages,
    load_rules,
    rule_markdown,
    zine_pages,
)
from cardgen.rulesheet.blocks import Cite, PictureBlock, all_inlines
from cardgen.rulesheet.composer import Composer
from cardgen.rulesheet.layout import Layout
from cardgen.rulesheet.manuscript import manuscript
from cardgen.rulesheet.setter import Setter, SheetPictures
from tests.games.kits import kit_of
from tests.rulesheet.conftest import Make

A5, HALF_LETTER = Size(148, 210), Size(139.7, 215.9)
DATA = Path(__file__).parent.parent.parent / "data"
KITS = ("auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers")

SEEDS = """
rules:
  - {id: XX-001, says: "Everybody draws a card."}
rulings:
  - {id: XX-Q1, asks: "Who wins a tie (XX-001)?", ruling: "The `first` player.", option: tie}
  - {id: XX-Q2, asks: "May one pass?", ruling: "Never."}
glossary:
  - {term: mug, means: What beer is drunk from.}
  - {term: barrel, means: What beer comes from.}
"""
GAME = """
# {{ title }}

{{ subtitle }}

::: at-a-glance
- **2–4** players
- {{ face("K1") }} 3 kegs
:::

::: columns
::: column
## The idea

Drink from a mug. {{ rule("XX-001") }}

:::
::: column
## Set-up

1. Take a barrel.
2. Sit down.
:::
:::

---

::: steps Your turn
1. ### Draw

   {{ picture("draw", "a card is drawn") }}

   one card from the deck. It may be a barrel.
2. ### Pour

   into your mug. Spill nothing.
:::

## The end

When all barrels are empty, the game is over.

::: credits
Made by A. Designer.
:::
"""
LENGTHS = (9, 18, 27, 36, 45, 54, 63, 160)  # the last part has more than a page
LONG = "\n\n".join(
    f"## Part {n}\n\n" + " ".join(f"Word{n}x{i} and so on." for i in range(length))
    for n, length in enumerate(LENGTHS, 1)
)


def said(page: Page) -> str:
    """The words of a page as they stand, from top to bottom; pictures are left out."""
    texts = [item for item in page.drawing.items if isinstance(item, Text)]
    return " ".join(" ".join(text.words for text in texts).split())


def body(pages: list[Page]) -> str:
    return " ".join(said(page) for page in pages)


def contents(page: Page) -> dict[str, int]:
    """What a page of contents says: each line that ends with a number."""
    rows: dict[float, list[Text]] = {}
    for item in page.drawing.items:
        if isinstance(item, Text):
            rows.setdefault(round(item.y, 1), []).append(item)
    found = {}
    for texts in rows.values():
        line = " ".join(" ".join(t.words for t in sorted(texts, key=lambda t: t.x)).split())
        entry = re.fullmatch(r"(\D.*?)\s*(\d+)", line)
        if entry and len(texts) > 1:
            found[entry[1].strip()] = int(entry[2])
    return found


def test_a_booklet_is_made_of_what_a_sheet_has(sheet_of: Make, faces: Any) -> None:
    sheet = sheet_of(GAME, seeds_yaml=SEEDS).on("booklet")
    pages = booklet_pages(sheet, faces, A5)
    assert not list(sheet.problems)
    assert len(pages) % 4 == 0
    assert "The rules" in said(pages[0])
    assert "2–4 players · 30 minutes" in said(pages[0]).replace("  ", " ")
    listed = contents(pages[1])
    assert list(listed) == [
        *("The idea", "In the box", "Set-up", "Your turn", "The end"),
        *("Questions and answers", "Words and where they stand", "At a glance"),
    ]
    # the back says what one asks for at the table: each step in a sentence
    assert "At a glance Your turn 1 Draw one card from the deck. 2 Pour into your mug. Made by" in said(
        pages[-1]
    )
    # rulings are asked and answered, without numbers that nobody can look up
    assert "Who wins a tie? The first player. May one pass? Never." in body(pages)


@pytest.mark.thorough
def test_contents_and_index_say_where_things_stand(sheet_of: Make, faces: Any) -> None:
    sheet = sheet_of(GAME + LONG, seeds_yaml=SEEDS).on("booklet")
    pages = booklet_pages(sheet, faces, A5)
    listed = contents(pages[1])
    assert len(listed) == 16
    for name, number in listed.items():
        assert name in said(pages[number - 1]), name
        if name != "At a glance":
            # its first page: no earlier one has the title, but for the contents and the foot
            assert all(f"{name} " not in said(page) for page in pages[2 : number - 1]), name
    index = pages[listed["Words and where they stand"] - 1]
    for term, means in (("mug", "What beer is drunk from."), ("barrel", "What beer comes from.")):
        found = re.search(rf"{term} {means} ([\d–]+(?:, [\d–]+)*)", said(index))
        assert found, said(index)
        numbers = {
            number
            for part in found[1].split(", ")
            for ends in [list(map(int, part.split("–")))]
            for number in range(ends[0], ends[-1] + 1)
        }
        inner = [n for n, page in enumerate(pages[1:-1], 2) if page is not index]
        assert numbers == {n for n in inner if re.search(rf"\b{term}s?\b(?!:)", said(pages[n - 1]))}


@pytest.mark.thorough
def test_the_other_paper_has_the_same_lines_on_the_same_pages(sheet_of: Make, faces: Any) -> None:
    sheet = sheet_of(GAME + LONG, seeds_yaml=SEEDS).on("booklet")
    one, other = (booklet_pages(sheet, faces, size) for size in (A5, HALF_LETTER))
    assert list(map(said, one[1:])) == list(map(said, other[1:]))
    assert {(page.drawing.width, page.drawing.height) for page in other} == {(139.7, 215.9)}


@pytest.mark.thorough
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(parts=st.lists(st.integers(1, 60), min_size=1, max_size=7))
def test_any_sheet_fills_a_multiple_of_four_pages(sheet_of: Make, faces: Any, parts: list[int]) -> None:
    text = "\n\n".join(
        f"## Part {n}\n\n" + " ".join(f"Word{n}x{i} and so on." for i in range(count))
        for n, count in enumerate(parts, 1)
    )
    pages = booklet_pages(sheet_of(f"# Title\n\n{text}").on("booklet"), faces, A5)
    assert len(pages) % 4 == 0
    told = body(pages)
    for n, count in enumerate(parts, 1):
        assert all(f"Word{n}x{i} " in told for i in range(count))
    # what is left over is a page for notes at the end, never an empty one in the middle
    notes = [n for n, page in enumerate(pages) if said(page).startswith("Notes")]
    assert len(notes) < 4
    assert notes == list(range(len(pages) - 1 - len(notes), len(pages) - 1))
    assert all(said(page) for page in pages)


@pytest.mark.thorough
def test_letters_that_are_read_are_large_enough(sheet_of: Make, faces: Any) -> None:
    small = "type: {text: {size: 2.2mm}, steps.text: {size: 1.5mm}, caption: {size: 1.8mm}}"
    sheet = sheet_of(GAME + LONG, seeds_yaml=SEEDS, rules__theme_yaml=small).on("booklet")
    for number, page in enumerate(booklet_pages(sheet, faces, A5)[1:-1], 2):
        margin = 12 + 26 if number % 2 == 0 else 148 - 12 - 26
        for text in (item for item in page.drawing.items if isinstance(item, Text)):
            beside = text.x < margin if number % 2 == 0 else text.x >= margin
            if text.y < 190 and not beside:
                assert text.size * PT_PER_MM >= 9.5 - 1e-6, text.words


@pytest.mark.thorough
def test_everything_stands_in_the_live_area(sheet_of: Make, faces: Any) -> None:
    sheet = sheet_of(GAME + LONG, seeds_yaml=SEEDS).on("booklet")
    for page in booklet_pages(sheet, faces, A5)[1:]:
        for text in (item for item in page.drawing.items if isinstance(item, Text)):
            wide = sum(glyph.advance for glyph in text.glyphs) * text.size
            assert text.x >= 12 - 0.01
            assert text.x + wide <= 136 + 1.5  # a space at the end
            assert 10 <= text.y <= 200


@pytest.mark.thorough
def test_notes_stand_outside_beside_their_words(sheet_of: Make, faces: Any) -> None:
    text = "# T\n\n" + "\n\n".join(
        f"## Part {n}\n\n::: note Hint {n}\nMind the gap{n}.\n:::\n\nWords{n} " + "and so on " * 260
        for n in range(1, 5)
    )
    pages = booklet_pages(sheet_of(text, seeds_yaml=SEEDS).on("booklet"), faces, A5)
    seen = 0
    for number, page in enumerate(pages, 1):
        texts = [item for item in page.drawing.items if isinstance(item, Text)]
        for gap in (t for t in texts if "gap" in t.words):
            seen += 1
            assert gap.x < 12 + 26 if number % 2 == 0 else gap.x >= 148 - 12 - 26
            name = re.sub(r".*gap(\d+).*", r"Words\1", gap.words)
            words = next(t for t in texts if t.words.startswith(name))
            assert abs(gap.y - words.y) < 14
    assert seen == 4


def test_the_glossary_stands_in_the_margin_when_nobody_wrote_notes(sheet_of: Make, faces: Any) -> None:
    longer = GAME.replace("Drink from a mug.", "Drink from a mug. " + "Then drink from it once more. " * 9)
    plain = body(booklet_pages(sheet_of(longer, seeds_yaml=SEEDS).on("booklet"), faces, A5))
    assert plain.count("What beer is drunk from.") == 1 + plain.count("mug: What beer is drunk from.") == 2
    noted = GAME.replace("Drink from", "::: note\nCheers!\n:::\n\nDrink from")
    told = body(booklet_pages(sheet_of(noted, seeds_yaml=SEEDS).on("booklet"), faces, A5))
    assert told.count("What beer is drunk from.") == 1


def test_what_is_marked_stands_where_it_is_meant_for(sheet_of: Make, faces: Any) -> None:
    marked = """# T

::: cover
Bold cover words.
:::

::: contents
:::

::: booklet
## Only here

Booklet words.
:::

::: sheet
## Only there

Sheet words.
:::

::: chapter Both
Both words.

::: note
Margin words.
:::
:::

::: answers
**Asked?** Answered.
:::

::: quick-reference
Back words.
:::

{% if medium == "booklet" %}Read in a booklet.{% endif %}
"""
    sheet = sheet_of(marked, seeds_yaml=SEEDS)
    book = sheet.on("booklet")
    pages = booklet_pages(book, faces, A5)
    assert not list(sheet.problems)
    assert "Bold cover words." in said(pages[0])
    assert list(contents(pages[1])) == [
        "Only here",
        "Both",
        "Questions and answers",
        "Words and where they stand",
        "At a glance",
    ]
    assert "Back words." in said(pages[-1])
    told = body(pages)
    for words in ("Booklet words.", "Both words.", "Margin words.", "Asked? Answered.", "Read in a booklet."):
        assert words in told, words
    assert "Sheet words." not in told
    assert "May one pass?" not in told
    text = rule_markdown(sheet.on("text"))
    assert "## Only there\n\nSheet words." in text
    assert "## Both\n\nBoth words." in text
    for words in ("cover", "Booklet", "Margin", "Asked", "Back", "Read in"):
        assert words not in text, words


def test_a_back_that_is_too_tall_chooses_smaller_letters(sheet_of: Make, faces: Any) -> None:
    def books(lines: int) -> tuple[RuleSheet, list[Any]]:
        back = "".join(f"- Line {n} of what one asks for.\n" for n in range(lines))
        sheet = sheet_of(f"{GAME}\n::: quick-reference\n{back}:::\n").on("booklet")
        composer = Composer(sheet, SheetPictures(faces, sheet), A5, "booklet", "the booklet")
        size = sheet.theme.booklet.size
        return sheet, [booklet._Booklet(composer, manuscript(sheet), size * more) for more in (1.0, 1.16)]

    for lines in range(20, 60):
        sheet, (small, large) = books(lines)
        if small._glance[2] <= 0 < large._glance[2]:
            break
    large.sheet = replace(
        sheet, themes={"full": replace(sheet.theme, booklet=replace(sheet.theme.booklet, size=large.letters))}
    )
    assert large.cost > small.cost  # although those are the letters that the theme would rather have
    booklet_pages(sheet, faces, A5)
    assert not list(sheet.problems)


def test_a_house_rule_that_was_chosen_answers_for_itself(sheet_of: Make, faces: Any) -> None:
    sheet = sheet_of(GAME, {"tie": "last"}, seeds_yaml=SEEDS).on("booklet")
    assert "Who wins a tie? The last player wins a tie." in body(booklet_pages(sheet, faces, A5))


def test_a_set_up_of_two_pages_faces_itself(sheet_of: Make, faces: Any) -> None:
    steps = "\n".join(f"{n}. Step{n} " + "and so on " * 9 for n in range(1, 19))
    text = "# T\n\n## Before\n\n" + "and so on " * 220
    text += (
        f"\n\n## Set-up\n\n::: set-up\n::: picture table {{caption=none width=100%}}\n:::\n\n{steps}\n:::\n"
    )
    pages = booklet_pages(sheet_of(text).on("booklet"), faces, A5)
    shown = [n for n, page in enumerate(pages, 1) if "Step" in said(page)]
    assert shown == [4, 5]


def test_numbers_are_for_referees(sheet_of: Make, faces: Any) -> None:
    plain = sheet_of(GAME, seeds_yaml=SEEDS).on("booklet")
    assert "XX-001" not in body(booklet_pages(plain, faces, A5))
    numbered = sheet_of(GAME, numbers=True, seeds_yaml=SEEDS)
    told = body(booklet_pages(numbered.on("booklet"), faces, A5))
    assert "XX-001 Everybody draws a card." in told
    large = large_print_pages(numbered.on("large-print"), faces, parse_paper("a4"))
    assert "XX-001 Everybody draws a card." in body([Page(drawing) for drawing in large])


def test_a_box_of_rulings_is_not_told_twice(sheet_of: Make, faces: Any) -> None:
    boxed = (
        GAME
        + "\n::: rulings Our rulings\n{% for r in rulings %}\n{% if r.asks[0] == 'M' %}\n**{{ r.asks }}** {{ r.ruling }}\n{% endif %}\n{% endfor %}\n:::\n"
    )
    sheet = sheet_of(boxed, seeds_yaml=SEEDS).on("booklet")
    told = body(booklet_pages(sheet, faces, A5))
    assert told.count("May one pass?") == 1
    assert "Who wins a tie?" in told


@pytest.mark.thorough
def test_what_does_not_fit_is_told(sheet_of: Make, faces: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    tall = "# T\n\n| a | b |\n|---|---|\n| " + "and so on " * 800 + " | x |"
    sheet = sheet_of(tall).on("booklet")
    booklet_pages(sheet, faces, A5)
    long_word = sheet_of("# T\n\n## A\n\n" + "Donau" * 60).on("booklet")
    booklet_pages(long_word, faces, A5)
    note = sheet_of("# T\n\n::: note\n" + "word " * 400 + "\n:::\n\n## A\n\nText.").on("booklet")
    booklet_pages(note, faces, A5)
    thick = sheet_of("# T\n\n" + "\n\n".join(f"## Part {n}\n\n" + "and so on " * 150 for n in range(9))).on(
        "booklet"
    )
    monkeypatch.setattr(booklet, "MOST_SHEETS", 2)
    pages = booklet_pages(thick, faces, A5)
    messages = [p.message for one in (sheet, long_word, note, thick) for p in one.problems]
    expected = (
        r"page \d of the booklet is \d+\.\d mm too tall",
        r"'(Donau)+' is wider than its place in the booklet",
        r"the note “word word.*…” does not fit beside page 2 of the booklet, it is \d+ mm tall",
        rf"the booklet has {len(pages)} pages on {len(pages) // 4} sheets, a stapler takes 2",
    )
    for pattern, message in zip(expected, messages, strict=True):
        assert re.fullmatch(pattern, message), message


def test_a_table_that_is_too_wide_lies_the_other_way_round(sheet_of: Make, faces: Any) -> None:
    columns = range(1, 13)
    table = "\n".join(
        [
            "| players |" + "".join(f" Number{n} |" for n in columns),
            "|" + "---|" * 13,
            "| cards |" + "".join(f" Count{n} |" for n in columns),
        ]
    )
    sheet = sheet_of(f"# T\n\n## Deal\n\n{table}").on("booklet")
    told = body(booklet_pages(sheet, faces, A5))
    assert not list(sheet.problems)
    assert "players cards Number1 Count1 Number2 Count2" in told


# ---- zine and large print --------------------------------------------------------------------------


def test_a_zine_says_what_it_leaves_out_and_when_nothing_helps(sheet_of: Make, faces: Any) -> None:
    short = sheet_of(GAME, seeds_yaml=SEEDS).on("zine")
    pages = zine_pages(short, faces, parse_paper("a4"))
    assert len(pages) == 8
    assert not list(short.problems)
    sizes = [
        item.size
        for page in pages[1:]
        for item in page.items
        if isinstance(item, Text) and item.words.strip().startswith("Drink")
    ]
    assert sizes
    assert min(sizes) * PT_PER_MM >= 8 - 1e-6
    pictures = GAME + "\n\n".join("::: picture keg {width=100%}\n:::" for _ in range(24))
    shown = sheet_of(pictures).on("zine")
    zine_pages(shown, faces, parse_paper("a4"))
    assert [(p.level, p.message) for p in shown.problems] == [
        ("warning", "the zine has no room for most pictures: that is left out")
    ]
    long = sheet_of(GAME + LONG).on("zine")
    told = " ".join(
        item.words
        for page in zine_pages(long, faces, parse_paper("a4"))
        for item in page.items
        if isinstance(item, Text)
    )
    (warning,) = long.problems
    assert (
        warning.message == "the zine has no room for more than a sentence of each paragraph: that is left out"
    )
    assert all(f"Word{n}x0 and so on." in told for n in range(1, 9))
    assert "Word8x1" not in told
    endless = sheet_of(
        GAME + "\n\n".join(f"## Part {n}\n\nWord{n} " + "and so on " * 30 for n in range(60))
    ).on("zine")
    zine_pages(endless, faces, parse_paper("a4"))
    assert re.fullmatch(
        r"a zine has 7 pages beside its cover, this one needs \d+ of 74.25 × 105 mm in letters of 8 pt even without .*",
        endless.problems.errors[0].message,
    )


def test_what_sticks_out_of_a_page_of_a_zine_or_of_large_print_is_told(sheet_of: Make, faces: Any) -> None:
    heading = f"# T\n\n## {'Beer and so on ' * 200}\n\nDrink it."  # which nothing cuts and no zine leaves out
    forms = {"the zine": zine_pages, "the sheet in large print": large_print_pages}
    for (what, pages), medium in zip(forms.items(), ("zine", "large-print"), strict=True):
        sheet = sheet_of(heading).on(medium)
        pages(sheet, faces, parse_paper("a4"))
        (problem,) = sheet.problems.errors
        assert re.fullmatch(rf"page \d of {what} is [\d.]+ mm too tall for .*", problem.message)


def test_large_print_is_large_in_one_column(sheet_of: Make, faces: Any) -> None:
    sheet = sheet_of(GAME + LONG).on("large-print")
    pages = large_print_pages(sheet, faces, parse_paper("a4"))
    assert not list(sheet.problems)
    for page in pages:
        texts = [item for item in page.items if isinstance(item, Text) and item.y < 297 - 18]
        assert all(text.size * PT_PER_MM >= 14 - 1e-6 for text in texts)
        assert all(text.x >= 18 - 1e-6 for text in texts)
        starts = {round(text.x, 1) for text in texts if text.words.startswith("Word")}
        assert len([x for x in starts if x < 105]) >= 1 or not starts
    told = " ".join(item.words for page in pages for item in page.items if isinstance(item, Text))
    assert all(f"Word{n}x{i}" in told for n, length in enumerate(LENGTHS, 1) for i in range(length))


# ---- the games -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KITS)
def test_every_rule_that_a_sheet_cites_is_in_the_booklet(name: str) -> None:
    sheet = load_rules(kit_of(name))
    book = manuscript(sheet.on("booklet"))

    def cited(blocks: Any) -> set[str]:
        return {rule for inline in all_inlines(blocks) if isinstance(inline, Cite) for rule in inline.rules}

    facts = {rule for f in book.facts for i in f.caption if isinstance(i, Cite) for rule in i.rules}
    parts = [book.masthead, book.cover, book.credits, *(chapter.blocks for chapter in book.chapters)]
    assert set().union(facts, *map(cited, parts)) >= cited(sheet.blocks)
    assert not any(isinstance(page, PlacedDrawing) for page in parts)


# ---- words in pictures -----------------------------------------------------------------------------


@pytest.mark.thorough
def test_words_in_pictures_can_be_read_or_the_picture_is_named() -> None:
    kit = kit_of("bartender-2012")
    sheet = load_rules(kit).on("booklet")
    faces = faces_of(kit, kit.first_look or "full", {}, Problems())
    pages = booklet_pages(sheet, faces, A5)
    assert not list(sheet.problems)
    small = [
        text.words
        for page in pages[1:-1]
        for item in page.drawing.items
        if isinstance(item, PlacedDrawing)
        for text in item.drawing.items
        if isinstance(text, Text)
        and text.size * (item.matrix[0] ** 2 + item.matrix[1] ** 2) ** 0.5 * PT_PER_MM < 5.95
    ]
    assert not small
    # a picture whose template does not know of larger letters is told, once
    layout = Layout(
        sheet.theme, SheetPictures(faces, sheet), Setter(sheet.theme, SheetPictures(faces, sheet)), {}
    )
    layout = replace(layout, readable=6 / PT_PER_MM)
    picture = PictureBlock("art", "ladder")
    drawing = layout.pictures.with_alt(picture)
    assert drawing is not None
    for _ in range(2):
        layout.grown([(drawing, 1.0)], [picture], 40.0, sheet.where)
    (problem,) = sheet.problems
    assert problem.message == ("the words in picture 'ladder' are 3.7 pt high here, expected at least 6 pt")
    assert problem.level == "warning"


def test_pictures_grow_no_further_than_their_column_and_shrink_no_further_than_their_words(
    sheet_of: Make, faces: Any
) -> None:
    sheet = sheet_of(GAME).on("booklet")
    pictures = SheetPictures(faces, sheet)
    words = Text(FontKey("Roboto"), 3.0, 1, 5, (Glyph(1, 0.5, 0, 0, "a"),))
    drawing = Drawing("table", 0, 0, 40, 20, (words,))
    layout = Layout(sheet.theme, pictures, Setter(sheet.theme, pictures), {})
    picture = PictureBlock("art", "table")

    def scale(grow: float, k: float, width: float) -> float:
        one = replace(layout, grow=grow, readable=6 / PT_PER_MM)
        ((_, found),) = one.grown([(drawing, k)], [picture], width, None)
        return found

    pictures._made[("art", "table", ())] = drawing
    assert scale(1.35, 1.0, 94) == pytest.approx(1.35)
    assert scale(1.35, 1.0, 44) == pytest.approx(1.1)
    assert scale(0.8, 1.0, 94) == pytest.approx(0.8)
    assert scale(0.8, 0.8, 94) == pytest.approx(6 / PT_PER_MM / 3.0)
    assert layout.grown([(drawing, 0.5)], [picture], 94, None) == [(drawing, 0.5)]


def test_a_picture_of_two_columns_stands_beside_its_legend(sheet_of: Make, faces: Any) -> None:
    text = (
        "# T\n\n## A card\n\n::: columns\n::: column\n::: picture keg {caption=none}\n:::\n:::\n"
        "::: column\n1. What one sees at the left, and a little more about it.\n2. What it is worth.\n:::\n:::\n"
    )
    pages = booklet_pages(sheet_of(text).on("booklet"), faces, A5)
    page = next(page for page in pages[1:] if "What one sees" in said(page))
    (shown,) = [item for item in page.drawing.items if isinstance(item, PlacedDrawing)]
    (words,) = [item for item in page.drawing.items if isinstance(item, Text) and "What one" in item.words]
    assert words.x > shown.matrix[4] + shown.matrix[0] * 40 - 1e-6
    assert shown.matrix[5] - 1 <= words.y <= shown.matrix[5] + shown.matrix[3] * 20 + 1


def test_players_and_minutes_stand_with_the_contents(sheet_of: Make, faces: Any) -> None:
    text = GAME.replace(
        "- **2–4** players\n",
        '- {{ picture("sign", "2 to 4") }} players\n- {{ picture("bell", "30") }} minutes\n',
    )
    book = manuscript(sheet_of(text).on("booklet"))
    assert len(book.facts) == 2
