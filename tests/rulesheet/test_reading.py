"""Markdown to blocks: containers, pictures, citations, and mistakes with their line."""

from __future__ import annotations

from cardgen.base.errors import Problems
from cardgen.rulesheet.blocks import (
    Block,
    Cite,
    Fence,
    Figure,
    Heading,
    Listing,
    PageBreak,
    Paragraph,
    Table,
    TextRun,
    words,
)
from cardgen.rulesheet.markdown import KINDS, read_blocks


def read(text: str) -> tuple[tuple[Block, ...], Problems]:
    problems = Problems()
    lines = list(range(1, text.count("\n") + 2))
    return read_blocks(text, file="rules.md.j2", lines=lines, problems=problems), problems


def test_a_closing_fence_closes_the_innermost_container() -> None:
    (columns,), problems = read("::: columns\n::: column\none\n:::\n::: column\ntwo\n:::\n:::\n")
    assert isinstance(columns, Fence)
    assert [b.kind for b in columns.blocks if isinstance(b, Fence)] == ["column", "column"]
    assert not list(problems)


def test_a_container_may_stand_in_a_list_item() -> None:
    (listing,), problems = read("1. one\n   ::: call-out Mind!\n   two\n   :::\n2. three\n")
    assert isinstance(listing, Listing)
    box = listing.items[0][1]
    assert isinstance(box, Fence)
    assert words(box.title) == "Mind!"
    assert len(listing.items) == 2
    assert not list(problems)


def test_every_kind_of_container_is_read() -> None:
    for kind in KINDS:
        (block,), problems = read(f"::: {kind} {'2' if kind == 'column' else 'name'}\nwords\n:::\n")
        expected = {"picture": Figure, "page-break": PageBreak}.get(kind, Fence)
        assert isinstance(block, expected), kind
        assert not list(problems)


def test_a_title_and_settings_follow_the_kind() -> None:
    (box,), _ = read('::: call-out The **last** call {style=tip icon=bell note="two words"}\n:::\n')
    assert isinstance(box, Fence)
    assert words(box.title) == "The last call"
    assert box.settings == {"style": "tip", "icon": "bell", "note": "two words"}


def test_an_unknown_container_has_a_place_and_a_hint() -> None:
    _, problems = read("Text\n\n::: galery\n:::\n")
    (problem,) = problems
    assert (problem.where and problem.where.line, problem.hint) == (3, "did you mean 'gallery'?")


def test_a_container_that_never_closes_is_a_problem() -> None:
    blocks, problems = read("::: steps\n1. one\n")
    assert [p.code for p in problems] == ["rules-fence"]
    assert blocks


def test_html_is_shown_as_it_stands_and_a_quote_is_refused() -> None:
    (paragraph,), _ = read("<b>no</b>")
    assert isinstance(paragraph, Paragraph)
    assert words(paragraph.inlines) == "<b>no</b>"
    _, problems = read("> quoted")
    assert [p.code for p in problems] == ["rules-block"]


def test_a_heading_may_have_settings() -> None:
    (heading,), _ = read("## The *draft* goes {colour=pink}")
    assert isinstance(heading, Heading)
    assert (words(heading.inlines), heading.settings) == ("The draft goes", {"colour": "pink"})


def test_pictures_alone_on_a_line_are_a_figure() -> None:
    (figure,), _ = read("![a keg](face:K1) ![a mug](mug?n=3)")
    assert isinstance(figure, Figure)
    keg, mug = figure.pictures
    assert (keg.kind, keg.name, keg.alt) == ("face", "K1", "a keg")
    assert (mug.kind, mug.name, mug.values) == ("art", "mug", {"n": "3"})


def test_a_picture_from_the_internet_is_refused() -> None:
    _, problems = read("![x](https://example.org/x.png)")
    assert [p.code for p in problems] == ["rules-picture"]


def test_a_link_to_a_rule_is_a_citation_and_any_other_link_its_words() -> None:
    (paragraph,), _ = read("Pay [4](rule:XX-004,XX-005), see [there](https://example.org).")
    assert isinstance(paragraph, Paragraph)
    assert Cite(("XX-004", "XX-005"), ("XX-004", "XX-005")) in paragraph.inlines
    assert words(paragraph.inlines).endswith("see there.")


def test_bold_and_italic_are_runs() -> None:
    (paragraph,), _ = read("a **b *c***")
    assert isinstance(paragraph, Paragraph)
    assert paragraph.inlines == (TextRun("a "), TextRun("b ", True), TextRun("c", True, True))


def test_a_table_without_words_in_its_head_has_none() -> None:
    (table,), _ = read("| | |\n|---|--:|\n| a | b |\n")
    assert isinstance(table, Table)
    assert table.head == ()
    assert table.aligns == ("start", "end")
    assert len(table.rows) == 1


def test_quotation_marks_follow_the_language() -> None:
    problems = Problems()
    (heading,) = read_blocks('# "Prost"', file="x", lines=[1], problems=problems, language="de")
    assert isinstance(heading, Heading)
    assert words(heading.inlines) == "„Prost“"


def test_words_behind_the_last_column_of_a_table_are_told() -> None:
    text = "Before.\n\n| a | b |\n|---|---|\n| 1 | 2 | lost | too |\n| 3 |\n| x \\| y | 4 |\n| 5 | 6 | |\n"
    (_, table), problems = read(text)
    assert isinstance(table, Table)
    assert [words(cell) for cell in table.rows[2]] == ["x | y", "4"]
    (problem,) = problems
    assert problem.message == "'lost | too' stands behind the last of the table's 2 columns"
    assert problem.where is not None
    assert problem.where.line == 5
    inside, told = read("> none\n\n::: example\n| a | b |\n|---|---|\n| 1 | 2 | lost |\n:::\n")
    assert [p.where.line for p in told if p.where and "lost" in p.message] == [6]
    assert inside
