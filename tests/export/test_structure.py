"""Tagged PDFs, read back with pikepdf: what is heard, in which order, and that every part of a page has one place in it."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pikepdf
import pypdfium2
import pytest

from cardgen.base.drawing import Drawing, Item, Link, Mark, Page, Tag, tagged
from cardgen.export.pdf import write_pdf
from cardgen.export.plates import Press
from tests.export.printing import line, square


def written(*pages: Drawing) -> bytes:
    stream = io.BytesIO()
    write_pdf([Page(page) for page in pages], stream, title="Heard", press=Press({}), language="en")
    return stream.getvalue()


def page(*items: Item) -> Drawing:
    return Drawing("page", 0, 0, 100, 100, items)


def said(words: str, y: float = 10.0) -> Item:
    return line(words, 10, y)


def tree(pdf: pikepdf.Pdf) -> list[Any]:
    """The structure as nested lists: [role, what it holds …], parts of pages as page.number."""
    numbers = {p.objgen: n for n, p in enumerate(pdf.pages)}

    def shown(element: Any) -> Any:
        if "/MCID" in element:
            return f"{numbers[element.Pg.objgen]}.{int(element.MCID)}"
        words = [f"={element[key]}" for key in ("/Alt", "/ActualText") if key in element]
        return [str(element.S)[1:], *words, *map(shown, element.K)]

    return shown(pdf.Root.StructTreeRoot.K)  # type: ignore[no-any-return]


def parts(pdf: pikepdf.Pdf, number: int) -> Iterator[tuple[str, int, str]]:
    """Each marked part of a page as its stream has it: role, number, operators inside."""
    data = b"\n".join(stream.read_bytes() for stream in pdf.pages[number].Contents).decode("latin-1")
    for role, mcid, inside in re.findall(r"/(\w+) (?:<</MCID (\d+)>> BDC|BMC)\n(.*?)EMC", data, re.S):
        yield role, int(mcid or -1), inside


@pytest.fixture
def two_pages() -> pikepdf.Pdf:
    whole, paragraph = Tag("L"), Tag("P")
    first, second = Tag("LI", whole), Tag("LI", whole)
    one = page(
        square("#eeeeee", side=100),
        *tagged([said("Set-up")], Tag("H2")),
        *tagged(tagged([said("one", 20)], Tag("LBody")), first),
        square("#cccccc", y=30),
        *tagged(tagged([said("two", 40)], Tag("LBody")), second),
        *tagged([said("begins", 50)], paragraph),
    )
    two = page(
        *tagged([said("ends")], paragraph), *tagged([square("#ff0000", side=9)], Tag("Figure", said="red"))
    )
    return pikepdf.open(io.BytesIO(written(one, two)))


def test_parts_come_in_reading_order_and_runs_on_to_the_next_page(two_pages: pikepdf.Pdf) -> None:
    assert tree(two_pages) == [
        "Document",
        ["H1", "0.0"],  # the first level of heading that there is
        ["L", ["LI", ["LBody", "0.1"]], ["LI", ["LBody", "0.2"]]],
        ["P", "0.3", "1.0"],
        ["Figure", "=red", "1.1"],
    ]
    assert two_pages.Root.MarkInfo.Marked
    assert str(two_pages.Root.Lang) == "en"
    assert all(str(p.Tabs) == "/S" for p in two_pages.pages)


def test_every_part_of_a_page_belongs_to_the_element_that_names_it(two_pages: pikepdf.Pdf) -> None:
    owners = dict(zip(*[iter(two_pages.Root.StructTreeRoot.ParentTree.Nums)] * 2, strict=True))
    for number, one in enumerate(two_pages.pages):
        marked = [(role, mcid) for role, mcid, _ in parts(two_pages, number) if mcid >= 0]
        assert [mcid for _, mcid in marked] == list(range(len(marked)))
        owned = owners[int(one.StructParents)]
        # the levels of headings are set right only when all are known
        assert [str(element.S)[1:].rstrip("12") for element in owned] == [
            role.rstrip("12") for role, _ in marked
        ]


def test_what_nobody_hears_is_an_artifact(two_pages: pikepdf.Pdf) -> None:
    roles = Counter(role for role, mcid, _ in parts(two_pages, 0) if mcid < 0)
    assert roles == {"Artifact": 2}, "the ground, and the bar between the items of the list"
    data = b"\n".join(s.read_bytes() for s in two_pages.pages[0].Contents).decode("latin-1")
    outside = re.sub(r"/\w+ (?:<</MCID \d+>> BDC|BMC)\n.*?EMC", "", data, flags=re.S)
    assert not re.search(r"\b(Tj|TJ|Do|f|S|B)\b", outside), "nothing is drawn outside a marked part"


def test_headings_are_bookmarks_that_lead_to_their_line(two_pages: pikepdf.Pdf) -> None:
    stream = io.BytesIO()
    two_pages.save(stream)
    (mark,) = pypdfium2.PdfDocument(stream.getvalue()).get_toc()
    assert mark.get_title() == "Set-up"
    assert mark.get_dest().get_index() == 0
    up = mark.get_dest().get_view()[1][1] * 25.4 / 72
    assert 90 < up < 99, "the baseline is 90 mm up, the letters stand on it"


def test_titles_of_two_levels_are_bookmarks_and_smaller_ones_are_not() -> None:
    items = [one for n in (1, 2, 3) for one in tagged([said(f"level {n}", 10.0 * n)], Tag(f"H{n}"))]
    toc = pypdfium2.PdfDocument(written(page(*items))).get_toc()
    assert [mark.get_title() for mark in toc] == ["level 1", "level 2"]


def test_the_head_of_a_column_says_what_it_is_the_head_of() -> None:
    table = Tag("Table")
    row = Tag("TR", table)
    head, cell = Tag("TH", row), Tag("TD", row)
    pdf = pikepdf.open(
        io.BytesIO(written(page(*tagged([said("head")], head), *tagged([said("cell", 20)], cell))))
    )
    cells = [
        one
        for one in pdf.objects
        if isinstance(one, pikepdf.Dictionary)
        and str(one.get("/Type", "")) == "/StructElem"
        and str(one.S) in ("/TH", "/TD")
    ]
    cells.sort(key=lambda one: str(one.S), reverse=True)
    assert [str(one.S) for one in cells] == ["/TH", "/TD"]
    assert (str(cells[0].A.O), str(cells[0].A.Scope)) == ("/Table", "/Column")
    assert "/A" not in cells[1]


def test_links_are_printed_and_heard() -> None:
    """ISO 19005 and PDF/UA ask for the print flag; without it viewers leave the part out of what they print."""
    tag = Tag("Link", said="to the second page")
    one = Page(page(*tagged([said("see")], tag)), links=(Link((10, 8, 20, 4), 2, tag),))
    stream = io.BytesIO()
    write_pdf([one, Page(page(said("there")))], stream, title="Links", press=Press({}), language="en")
    pdf = pikepdf.open(stream)
    (link,) = pdf.pages[0].Annots
    assert int(link.F) & 4
    assert link.Dest[0].objgen == pdf.pages[1].objgen
    left, low, right, high = (float(v) * 25.4 / 72 for v in link.Rect)
    assert (left, low, right, high) == pytest.approx((10, 88, 30, 92), abs=0.01)


def test_pages_without_tags_have_no_structure() -> None:
    pdf = pikepdf.open(io.BytesIO(written(page(said("plain")))))
    assert "/StructTreeRoot" not in pdf.Root
    assert "/MarkInfo" not in pdf.Root
    assert b"BMC" not in b"".join(s.read_bytes() for s in pdf.pages[0].Contents)


def test_marks_draw_nothing_elsewhere() -> None:
    assert list(page(Mark(Tag("P")), Mark()).texts()) == []
