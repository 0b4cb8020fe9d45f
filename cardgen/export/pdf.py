"""Writes PDF files: pages, and every drawing, piece of art and font they need, each stored once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple, TypeAlias

from cardgen.base.drawing import Drawing, Mark, Page, Rectangle, Tag, Text
from cardgen.base.units import PT_PER_MM
from cardgen.export.embedded import EmbeddedFont
from cardgen.export.objects import PdfDocument, Ref, embed, text
from cardgen.export.operators import number, points
from cardgen.export.plates import Plate, Press
from cardgen.export.structure import Structure
from cardgen.faces.art.form import ArtObject

Duplex: TypeAlias = Literal["long-edge", "short-edge"]
SPOT, TINT = "/CardgenSpot", "/CardgenTint"
"""What a form on a plate of a press says, and how much of its ink it asks for, until its colours have become that."""
_HEADINGS = frozenset({"H1", "H2", "H3", "H4"})
_DUPLEX = {"long-edge": b"/Duplex/DuplexFlipLongEdge", "short-edge": b"/Duplex/DuplexFlipShortEdge"}


def write_pdf(
    pages: Sequence[Page],
    target: Path | BinaryIO,
    *,
    title: str,
    press: Press,
    language: str = "en",
    duplex: Duplex | None = None,
) -> None:
    """Write pages into a file or an open binary stream; the same pages always give the same bytes.

    Give one `press` to all files of a build, and shared drawings are encoded once. `duplex` tells the printing
    dialogue over which edge to flip. The dialogue is also asked not to scale. Raises ValueError without pages
    and KeyError for art that was not drawn.
    """
    if not pages:
        raise ValueError("a PDF needs at least one page")
    document = PdfDocument(title, language)
    writer = _PdfWriter(document, press)
    names = [writer.page(index, page) for index, page in enumerate(pages)]
    writer.finish()
    kids = (part for name in names for part in (Ref(name), b" "))
    document.add("pages", b"<</Type/Pages/Count %d/Kids[" % len(names), *kids, b"]>>")
    viewing = b"<</DisplayDocTitle true/PrintScaling/None%s>>" % (_DUPLEX[duplex] if duplex else b"")
    document.catalog(Pages=Ref("pages"), ViewerPreferences=viewing)
    if any(page.label for page in pages):
        document.catalog(PageLabels=_labels(pages))
    roles = {
        item.tag.role for page in pages for item in page.drawing.items if isinstance(item, Mark) and item.tag
    }
    listed = sorted(roles & _HEADINGS)[:2]  # smaller ones would bury them
    lines = [line for index, page in enumerate(pages) for line in _bookmarks(index, page, listed)]
    if lines:
        _outline(document, lines)
        document.catalog(Outlines=Ref("outline"), PageMode=b"/UseOutlines")
    data = document.to_bytes()
    if isinstance(target, Path):
        target.write_bytes(data)
    else:
        target.write(data)


def _labels(pages: Sequence[Page]) -> bytes:
    """Return the labels of all pages; a page without one is called by its number."""
    entries = [
        b"%d<</P%s>>" % (i, text(page.label)) if page.label else b"%d<</S/D/St %d>>" % (i, i + 1)
        for i, page in enumerate(pages)
    ]
    return b"<</Nums[" + b"".join(entries) + b"]>>"


class _Bookmark(NamedTuple):
    """A line of the list in a viewer's side bar, and where it leads: a page, and points above its lower edge."""

    words: str
    page: int
    up: float


def _bookmarks(index: int, page: Page, listed: Collection[str]) -> Iterator[_Bookmark]:
    """Yield the bookmarks of a page: its own, and its headings of the levels that are listed."""
    tall, top = page.drawing.height, page.drawing.y
    if page.bookmark:
        yield _Bookmark(page.bookmark, index, tall)
    within: list[Tag] = []
    found: dict[Tag, list[Text]] = {}
    for item in page.drawing.items:
        if isinstance(item, Mark):
            if item.tag is None:
                within.pop()
            else:
                within.append(item.tag)
                if item.tag.role in listed and item.tag.said:
                    found.setdefault(item.tag, [])
        elif isinstance(item, Text) and within and within[-1].role in listed:
            found.setdefault(within[-1], []).append(item)
    for tag, texts in found.items():
        said = tag.said or "".join(text.words for text in texts)
        first = texts[0] if texts else None
        y = first.y + first.matrix[5] - 1.5 * first.size if first else top
        yield _Bookmark(" ".join(said.split()), index, tall - (y - top))


def _outline(document: PdfDocument, lines: Sequence[_Bookmark]) -> None:
    refs = [Ref(f"outline{n}") for n in range(len(lines))]
    ends = (b"/First ", refs[0], b"/Last ", refs[-1], b"/Count %d" % len(refs))
    document.add("outline", b"<</Type/Outlines", *ends, b">>")
    for n, line in enumerate(lines):
        document.add(
            refs[n].name,
            b"<</Title",
            text(line.words),
            b"/Parent ",
            Ref("outline"),
            *((b"/Prev ", refs[n - 1]) if n else ()),
            *((b"/Next ", refs[n + 1]) if n + 1 < len(refs) else ()),
            b"/Dest[",
            Ref(f"page{line.page}"),
            f"/XYZ null {points(line.up)} null]>>".encode(),
        )


class _PdfWriter:
    """Puts pages and what they need into one document, in the order in which it is first needed."""

    def __init__(self, document: PdfDocument, press: Press) -> None:
        self._document = document
        self._press = press
        self._glyphs: dict[EmbeddedFont, set[int]] = {}
        self._opacities: set[int] = set()
        self._plates: dict[Plate, None] = {}
        self._faded: set[Plate] = set()
        self._see_through: dict[Plate, bool] = {}
        self._art_keys: list[str] = []
        self._parts: dict[ArtObject, Ref] = {}
        self.structure = Structure(document)

    def page(self, index: int, page: Page) -> str:
        """Write one page; what it places is written by `finish`."""
        drawing = page.drawing
        plate = self._press.plate(drawing)
        self._gather(plate)
        # mm with y down become points with y up here, and nowhere else
        k = PT_PER_MM
        turn = (k, 0.0, 0.0, -k, -drawing.x * k, (drawing.y + drawing.height) * k)
        content = " ".join(number(v, 7) for v in turn).encode() + b" cm"
        start = f"turn {content!r}"
        if start not in self._document:
            self._document.add(start, b"<<>>", stream=content)
        body = f"{plate.name}.content"
        if body not in self._document:
            self._document.add(body, b"<</Filter/FlateDecode>>", stream=plate.stream)
        name = f"page{index}"
        structure = self.structure.page(name, plate.tags)
        self._document.add(
            name,
            b"<</Type/Page/Parent ",
            Ref("pages"),
            f"/MediaBox[0 0 {points(drawing.width)} {points(drawing.height)}]".encode(),
            _box("BleedBox", page.bleed_box, drawing),
            _box("TrimBox", page.trim_box, drawing),
            b"/Group<</S/Transparency/CS/DeviceRGB>>" if self._is_see_through(plate) else b"",
            structure,
            *self._links(name, page),
            b"/Contents[",
            Ref(start),
            b" ",
            Ref(body),
            b"]/Resources ",
            *self._resources(plate),
            b">>",
        )
        return name

    def _links(self, name: str, page: Page) -> Iterator[bytes | Ref]:
        """Write the links of a page and yield its entry for them."""
        if not page.links:
            return
        drawing = page.drawing
        yield b"/Annots["
        for n, link in enumerate(page.links):
            x, y, width, height = link.box
            left, low = x - drawing.x, drawing.y + drawing.height - y - height
            place = f"/Rect[{points(left)} {points(low)} {points(left + width)} {points(low + height)}]"
            one = f"{name}link{n}"
            self._document.add(
                one,
                b"<</Type/Annot/Subtype/Link/F 4/Border[0 0 0]",
                place.encode(),
                b"/Contents",
                text(link.tag.said),
                b"/Dest[",
                Ref(f"page{link.page - 1}"),
                b"/Fit]",
                self.structure.link(one, name, link.tag),
                b">>",
            )
            yield from (Ref(one), b" ")
        yield b"]"

    def finish(self) -> None:
        """Write all that the pages refer to."""
        self.structure.write()
        queue = list(self._plates)
        for plate in queue:
            drawing = plate.drawing
            edges = (drawing.x, drawing.y, drawing.x + drawing.width, drawing.y + drawing.height)
            self._document.add(
                plate.name,
                b"<</Type/XObject/Subtype/Form/Filter/FlateDecode",
                f"/BBox[{' '.join(number(v) for v in edges)}]".encode(),
                b"/Group<</S/Transparency>>" if plate in self._faded else b"",
                f"{SPOT}/{drawing.spot}{TINT} {number(drawing.tint)}".encode() if drawing.spot else b"",
                b"/Resources ",
                *self._resources(plate),
                b">>",
                stream=plate.stream,
            )
        fonts: list[bytes | Ref] = [b"<<"]
        for embedded, glyphs in self._glyphs.items():
            fonts += [f"/{embedded.name} ".encode(), embed(self._document, embedded, glyphs)]
        self._document.add("fonts", *fonts, b">>")
        states = "".join(
            f"/G{n}<</ca {number(n / 1000)}/CA {number(n / 1000)}>>" for n in sorted(self._opacities)
        )
        self._document.add("opacities", f"<<{states}>>".encode())
        arts = _named([self._press.art_name(key) for key in self._art_keys])
        self._document.add(
            "resources", b"<</Font ", Ref("fonts"), b"/ExtGState ", Ref("opacities"), *arts, b">>"
        )

    def _gather(self, plate: Plate) -> None:
        """Note what a plate needs, and what the plates placed on it need."""
        for embedded, glyphs in plate.glyphs.items():
            self._glyphs.setdefault(embedded, set()).update(glyphs)
        self._opacities |= plate.opacities
        self._faded |= plate.faded
        for key in plate.arts:
            self._art(key)
        for placed in plate.plates:
            if placed not in self._plates:
                self._plates[placed] = None
                self._gather(placed)

    def _resources(self, plate: Plate) -> Iterable[bytes | Ref]:
        """Yield the resources: art, fonts and opacities are shared by all, placed plates are listed where they are."""
        if not plate.plates:
            yield Ref("resources")
            return
        yield from (b"<</Font ", Ref("fonts"), b"/ExtGState ", Ref("opacities"))
        yield from _named([self._press.art_name(key) for key in plate.arts] + [p.name for p in plate.plates])
        yield b">>"

    def _art(self, key: str) -> None:
        """Write a drawn piece of art; parts that equal parts of other art (pictures, say) are stored once."""
        name = self._press.art_name(key)
        if name in self._document:
            return
        self._art_keys.append(key)
        form = self._press.forms[key]
        known = {n: ref for n, thing in enumerate(form.objects) if n and (ref := self._parts.get(thing))}
        refs = [known.get(n) or Ref(f"{name}.{n}" if n else name) for n in range(len(form.objects))]
        for n, thing in enumerate(form.objects):
            if n in known:
                continue
            parts = [refs[part] if isinstance(part, int) else part for part in thing.head]
            if n == 0:
                parts[0] = b"<</Type/XObject" + bytes(thing.head[0])[2:]
            elif not any(isinstance(part, Ref) for part in parts):
                self._parts[thing] = refs[n]
            self._document.add(refs[n].name, *parts, stream=thing.stream)

    def _is_see_through(self, plate: Plate) -> bool:
        known = self._see_through.get(plate)
        if known is None:
            known = self._see_through[plate] = (
                any(n < 1000 for n in plate.opacities)
                or any(self._press.forms[key].transparent for key in plate.arts)
                or any(self._is_see_through(placed) for placed in plate.plates)
            )
        return known


def _named(names: list[str]) -> Iterator[bytes | Ref]:
    """Yield the entry that lets a content stream call forms by name."""
    if names:
        yield b"/XObject<<"
        for name in names:
            yield from (f"/{name} ".encode(), Ref(name))
        yield b">>"


def _box(name: str, box: Rectangle | None, drawing: Drawing) -> bytes:
    if box is None:
        return b""
    x, y, width, height = box
    left, top = x - drawing.x, drawing.y + drawing.height - y
    return f"/{name}[{points(left)} {points(top - height)} {points(left + width)} {points(top)}]".encode()
