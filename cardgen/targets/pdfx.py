"""A PDF as a standard for print wants it: PDF/X-1a:2003 (ISO 15930-4) or PDF/X-4 (ISO 15930-7), the same bytes each time."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape

from cardgen.targets.inks import Inks, described, separate

X1A: Final = "PDF/X-1a:2003"
X4: Final = "PDF/X-4"
VERSIONS: Final = {X1A: "1.4", X4: "1.6"}
FLAT_DPI: Final = 600
"""So fine is a page whose transparency is flattened into a picture."""
_WHEN: Final = ("D:20000101000000Z", "2000-01-01T00:00:00Z")
"""Both standards ask for a date; a true one would change the bytes of every build."""
_UNTRUE_AFTER: Final = ("/StructTreeRoot", "/MarkInfo", "/ViewerPreferences")
_XMP: Final = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:{prefix}="{space}">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<pdf:Producer>{producer}</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
<xmp:CreatorTool>cardgen</xmp:CreatorTool><xmp:CreateDate>{when}</xmp:CreateDate>
<xmp:ModifyDate>{when}</xmp:ModifyDate><xmp:MetadataDate>{when}</xmp:MetadataDate>
<xmpMM:DocumentID>uuid:{id}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<{prefix}:GTS_PDFXVersion>{standard}</{prefix}:GTS_PDFXVersion>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""
_SPACES: Final = {
    X1A: ("pdfx", "http://ns.adobe.com/pdfx/1.3/"),
    X4: ("pdfxid", "http://www.npes.org/pdfx/ns/id/"),
}


class Ready(NamedTuple):
    """A PDF for a press, and how many of its pages became pictures because something on them was see-through."""

    data: bytes
    flattened: int


def press_ready(pdf: bytes, profile: bytes, standard: str, title: str) -> Ready:
    """Return a PDF in the inks of a profile as the standard wants it; ValueError for colours that cannot be rewritten."""
    import pikepdf

    inks = Inks(profile)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        flattened = _flatten(document, pdf, inks) if standard == X1A else 0
        separate(document, inks)
        for name in _UNTRUE_AFTER:
            if name in document.Root:
                del document.Root[name]
        if standard == X1A:
            _as_of_2001(document)
        _say(document, profile, standard, title, str(uuid5(NAMESPACE_URL, sha256(pdf).hexdigest())))
        out = io.BytesIO()
        document.save(
            out,
            deterministic_id=True,
            force_version=VERSIONS[standard],
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            fix_metadata_version=False,
        )
        return Ready(out.getvalue(), flattened)


def _say(document: Any, profile: bytes, standard: str, title: str, id: str) -> None:
    """Write what the file says of itself: its standard, its dates, and the press that it is meant for."""
    from pikepdf import Array, Dictionary, Name, Stream, String

    info = document.docinfo
    producer = str(info.get("/Producer", "cardgen"))
    info.Title, info.Trapped = String(title), Name("/False")
    info.CreationDate = info.ModDate = String(_WHEN[0])
    info.GTS_PDFXVersion = String(standard)
    prefix, space = _SPACES[standard]
    said = _XMP.format(
        prefix=prefix,
        space=space,
        title=escape(title),
        producer=escape(producer),
        when=_WHEN[1],
        id=id,
        standard=standard,
    )
    document.Root.Metadata = document.make_indirect(
        Stream(document, said.encode(), Type=Name.Metadata, Subtype=Name.XML)
    )
    stream = Stream(document, profile)
    stream.N, stream.Alternate = 4, Name.DeviceCMYK
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(described(profile)),
        Info=String(described(profile)),
        DestOutputProfile=document.make_indirect(stream),
    )
    document.Root.OutputIntents = Array([intent])


# ---- what PDF 1.4 and PDF/X-1a do not have


def _as_of_2001(document: Any) -> None:
    """Take out groups without a use, and store OpenType fonts the old way, as what is drawn in them."""
    from pikepdf import Dictionary, Name, Stream

    for thing in [*document.objects, *(page.obj for page in document.pages)]:
        if not isinstance(thing, Dictionary | Stream):
            continue
        if "/Group" in thing:
            del thing["/Group"]
        file = thing.get("/FontFile3")
        if file is not None and file.get("/Subtype") == "/OpenType":
            file.write(zlib.compress(_cff(file.read_bytes()), 9), filter=Name.FlateDecode)
            file.Subtype = Name.CIDFontType0C


def _cff(font: bytes) -> bytes:
    """Return the outlines of an OpenType font: its table `CFF `."""
    for at in range(12, 12 + 16 * int.from_bytes(font[4:6]), 16):
        if font[at : at + 4] == b"CFF ":
            start, length = int.from_bytes(font[at + 8 : at + 12]), int.from_bytes(font[at + 12 : at + 16])
            return font[start : start + length]
    raise ValueError("an OpenType font without outlines of its own")


# ---- transparency


def is_see_through(state: Any) -> bool:
    """Tell whether a graphics state lets what is below be seen: an opacity, a soft mask, a blend mode."""
    from pikepdf import Array

    mode = state.get("/BM", "/Normal")
    first = mode[0] if isinstance(mode, Array) else mode
    return (
        any(float(state.get(name, 1)) < 1 for name in ("/ca", "/CA"))
        or str(state.get("/SMask", "/None")) != "/None"
        or str(first) not in ("/Normal", "/Compatible")
    )


class _SeeThrough:
    """Tells which streams of a document use transparency; groups that do not are harmless."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], bool] = {}

    def content(self, stream: Any, resources: Any) -> bool:
        """Whether what these operators draw is see-through somewhere."""
        import pikepdf

        for one in pikepdf.parse_content_stream(stream):
            word = str(one.operator)
            if word == "gs" and is_see_through(resources.ExtGState[str(one.operands[0])]):
                return True
            if word == "Do" and self.thing(resources.XObject[str(one.operands[0])], resources):
                return True
            if word in ("scn", "SCN") and one.operands and isinstance(one.operands[-1], pikepdf.Name):
                pattern = resources.Pattern[str(one.operands[-1])]
                if self.thing(pattern, resources) or is_see_through(pattern.get("/ExtGState", {})):
                    return True
        return False

    def thing(self, thing: Any, around: Any) -> bool:
        """Whether a picture, a form or a pattern is see-through."""
        from pikepdf import Stream

        if not isinstance(thing, Stream):
            return False
        if thing.objgen not in self._known:
            self._known[thing.objgen] = False  # for a form that places itself
            if thing.get("/Subtype") == "/Image":
                self._known[thing.objgen] = "/SMask" in thing or int(thing.get("/SMaskInData", 0)) > 0
            else:
                self._known[thing.objgen] = self.content(thing, thing.get("/Resources", around))
        return self._known[thing.objgen]


def _flatten(document: Any, pdf: bytes, inks: Inks) -> int:
    """Make pictures of the pages with transparency and take it out of what all share; return how many there are."""
    import pypdfium2
    from pikepdf import Array, Dictionary, Stream

    seen, made = _SeeThrough(), {}
    count = 0
    with pypdfium2.PdfDocument(pdf) as drawn:
        for number, page in enumerate(document.pages):
            if not seen.content(page, page.Resources):
                continue
            count += 1
            parts = page.Contents if isinstance(page.Contents, Array) else [page.Contents]
            key = (*(part.objgen for part in parts), *(float(side) for side in page.MediaBox))
            if key not in made:
                made[key] = document.make_indirect(_picture(document, drawn[number], inks))
            left, low, right, top = (float(side) for side in page.MediaBox)
            place = f"q {right - left:.4f} 0 0 {top - low:.4f} {left:.4f} {low:.4f} cm /Im0 Do Q"
            page.Contents = Stream(document, place.encode())
            page.Resources = Dictionary(XObject=Dictionary(Im0=made[key]))
    owners = [thing for thing in document.objects if isinstance(thing, Dictionary | Stream)]
    everywhere = [
        owner.get("/Resources", owner) for owner in (*owners, *(page.obj for page in document.pages))
    ]
    unused = [found for resources in everywhere for found in _unused(resources, seen)]
    for listed, name in unused:  # only now: whether a form is see-through is read in what it lists
        if name in listed:
            del listed[name]
    return count


def _unused(resources: Any, seen: _SeeThrough) -> Iterator[tuple[Any, str]]:
    """Yield what only pages used that are pictures now: where it is listed, and as what."""
    from pikepdf import Dictionary

    for name, gone in (
        ("/ExtGState", is_see_through),
        ("/XObject", lambda thing: seen.thing(thing, resources)),
    ):
        listed = resources.get(name)
        if isinstance(listed, Dictionary):
            yield from ((listed, one) for one, thing in listed.items() if gone(thing))


def _picture(document: Any, page: Any, inks: Inks) -> Any:
    """Return a page as a picture in inks."""
    from pikepdf import Name, Stream

    drawn = inks.page(page.render(scale=FLAT_DPI / 72).to_pil().convert("RGB"))
    picture = Stream(document, b"")
    picture.write(zlib.compress(drawn.tobytes(), 6), filter=Name.FlateDecode)
    picture.Type, picture.Subtype = Name.XObject, Name.Image
    picture.Width, picture.Height = drawn.size
    picture.ColorSpace, picture.BitsPerComponent = Name.DeviceCMYK, 8
    return picture
