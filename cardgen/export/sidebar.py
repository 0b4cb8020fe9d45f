"""A viewer's side bar: the bookmarks as a tree, and what the pages are called."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.export.objects import Document, Ref, text
from cardgen.export.operators import points
from cardgen.export.page import Bookmark, Page


def page_labels(pages: Sequence[Page]) -> bytes:
    """Return the labels of all pages; a page without one is called by its number."""
    entries = [
        b"%d<</P%s>>" % (i, text(page.label)) if page.label else b"%d<</S/D/St %d>>" % (i, i + 1)
        for i, page in enumerate(pages)
    ]
    return b"<</Nums[" + b"".join(entries) + b"]>>"


def write_outline(document: Document, pages: Sequence[Page], lines: Sequence[Bookmark]) -> None:
    """Write the bookmarks as a tree; a level that skips one is drawn up to the next possible."""
    children: dict[int, list[int]] = {-1: []}
    parents: list[int] = []
    open_: list[int] = [-1]
    for index, line in enumerate(lines):
        del open_[max(line.level, 0) + 1 :]
        parent = open_[-1]
        parents.append(parent)
        children[parent].append(index)
        children[index] = []
        open_.append(index)

    def ref(index: int) -> Ref:
        return Ref("outline" if index < 0 else f"outline{index}")

    def below(index: int) -> int:
        return sum(1 + below(child) for child in children[index])

    def family(index: int) -> list[bytes | Ref]:
        own = children[index]
        return [b"/First ", ref(own[0]), b"/Last ", ref(own[-1]), b"/Count %d" % below(index)] if own else []

    document.add("outline", b"<</Type/Outlines", *family(-1), b">>")
    for index, line in enumerate(lines):
        siblings = children[parents[index]]
        place = siblings.index(index)
        around: list[bytes | Ref] = []
        if place:
            around += [b"/Prev ", ref(siblings[place - 1])]
        if place + 1 < len(siblings):
            around += [b"/Next ", ref(siblings[place + 1])]
        drawing = pages[line.page].drawing
        y = drawing.y if line.y is None else line.y
        top = points(drawing.y + drawing.height - y).encode()
        document.add(
            f"outline{index}",
            b"<</Title",
            text(line.title),
            b"/Parent ",
            ref(parents[index]),
            *around,
            *family(index),
            b"/Dest[",
            Ref(f"page{line.page}"),
            b"/XYZ null " + top + b" null]>>",
        )
