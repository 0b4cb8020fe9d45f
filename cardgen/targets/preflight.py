"""What a printer's preflight would refuse: a finished PDF is read back and compared with PDF/X-1a:2003 or PDF/X-4.

It was written after descriptions of ISO 15930-4 and 15930-7 and what others' preflights look for; it is no substitute for
the printer's own. Whether a colour has too much ink, or a picture too few dots, it does not ask.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from cardgen.targets.pdfx import VERSIONS, X1A, X4, is_see_through

_FREE: Final = ("/TrapNet", "/PrinterMark")
"""Annotations that may be inside of the bleed."""
_INKS: Final = {"/DeviceGray": 1, "/DeviceCMYK": 4}
_OUTSIDE: Final = {"/DeviceRGB": 3, "/CalRGB": 3, "/CalGray": 1, "/Lab": 3}
_SETS: Final = {"rg": "/DeviceRGB", "RG": "/DeviceRGB"}
_SLACK: Final = 0.01  # pt; boxes are rounded


def preflight(pdf: bytes, standard: str) -> list[str]:
    """Return everything in a PDF that the standard does not allow, and what it lacks; nothing for one that conforms."""
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(pdf)) as document:
            return list(dict.fromkeys(_Reading(document, standard).faults()))
    except pikepdf.PasswordError:
        return ["it is encrypted"]
    except pikepdf.PdfError as error:
        return [f"it is no whole PDF: {error}"]


class _Reading:
    """One file being read."""

    def __init__(self, document: Any, standard: str) -> None:
        self.document, self.standard, self.x1a = document, standard, standard == X1A

    def faults(self) -> Iterator[str]:
        """Yield what is wrong, from the file as a whole to what is drawn."""
        yield from self._file()
        yield from self._info()
        yield from self._intent()
        for number, page in enumerate(self.document.pages, 1):
            yield from (f"page {number}: {fault}" for fault in self._page(page))
            yield from (
                f"page {number}: {fault}" for fault in self._content(page, page.obj.get("/Resources"))
            )
        for thing in _things(self.document):
            yield from self._thing(thing)

    # -- the file and what it says of itself

    def _file(self) -> Iterator[str]:
        root, most = self.document.Root, VERSIONS[self.standard]
        version = max(str(self.document.pdf_version), str(root.get("/Version", "/1.0"))[1:])
        if version > most:
            yield f"it is PDF {version}, expected {most} at most"
        if self.document.is_encrypted:
            yield "it is encrypted"
        if "/ID" not in self.document.trailer:
            yield "it has no /ID"
        names = root.get("/Names", {})
        for where, key in ((root, "/AA"), (root, "/OpenAction"), (root, "/AcroForm"), (names, "/JavaScript")):
            if key in where:
                yield f"{key} is not allowed"
        if self.x1a:
            for where, key in ((root, "/OCProperties"), (names, "/EmbeddedFiles")):
                if key in where:
                    yield f"{key} is not allowed"

    def _info(self) -> Iterator[str]:
        info = self.document.docinfo
        for key in ("/Title", "/CreationDate", "/ModDate"):
            if not str(info.get(key, "")):
                yield f"the document information has no {key}"
        if str(info.get("/Trapped", "")) not in ("/True", "/False"):
            yield "/Trapped is neither /True nor /False"
        said = str(info.get("/GTS_PDFXVersion", ""))
        if self.x1a and said != X1A:
            yield f"/GTS_PDFXVersion is '{said}', expected '{X1A}'"
        with self.document.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as xmp:
            wanted = {
                "{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion": X4,
                "xmp:CreateDate": "",
                "xmp:ModifyDate": "",
                "xmp:MetadataDate": "",
                "xmpMM:DocumentID": "",
                "pdf:Trapped": "",
                "dc:title": "",
            }
            for key, value in wanted.items() if self.standard == X4 else ():
                if not (xmp.get(key) or "") or (value and str(xmp.get(key)) != value):
                    yield f"the XMP metadata has no {key.rpartition('}')[2]}{f' of {value}' if value else ''}"

    def _intent(self) -> Iterator[str]:
        intents = [
            one for one in self.document.Root.get("/OutputIntents", []) if one.get("/S") == "/GTS_PDFX"
        ]
        if len(intents) != 1:
            yield f"it has {len(intents)} output intents of PDF/X, expected 1"
            return
        (intent,) = intents
        for key in ("/OutputConditionIdentifier", "/Info"):
            if not str(intent.get(key, "")):
                yield f"the output intent has no {key}"
        profile = intent.get("/DestOutputProfile")
        if profile is None:
            yield "the output intent has no profile"
            return
        data = profile.read_bytes()
        if int(profile.get("/N", 0)) != 4 or data[16:20] != b"CMYK" or data[12:16] != b"prtr":
            yield "the profile of the output intent is not that of a press with four inks"
        if self.x1a and data[8:9] > b"\x02":
            yield f"the profile of the output intent has version {data[8]}, expected 2"

    # -- pages

    def _page(self, page: Any) -> Iterator[str]:
        media = [float(side) for side in page.mediabox]
        if ("/TrimBox" in page.obj) == ("/ArtBox" in page.obj):
            yield "it needs a /TrimBox or an /ArtBox, and one alone"
            return
        trim = [float(side) for side in page.obj.get("/TrimBox", page.obj.get("/ArtBox"))]
        bleed = [float(side) for side in page.obj.get("/BleedBox", page.obj.get("/CropBox", media))]
        if not _inside(trim, bleed):
            yield "its cut is not inside of its bleed"
        if not _inside(bleed, media):
            yield "its bleed is not inside of the paper"
        for note in page.obj.get("/Annots", []):
            left, low, right, top = (float(side) for side in note.get("/Rect", [0, 0, 0, 0]))
            apart = right <= bleed[0] or left >= bleed[2] or top <= bleed[1] or low >= bleed[3]
            if str(note.get("/Subtype")) not in _FREE and not apart:
                yield f"an annotation, {note.get('/Subtype')}, is inside of the bleed"
        if "/AA" in page.obj:
            yield "/AA is not allowed"

    # -- what is drawn

    def _content(self, stream: Any, resources: Any) -> Iterator[str]:
        import pikepdf

        for one in pikepdf.parse_content_stream(stream):
            if isinstance(one, pikepdf.ContentStreamInlineImage):
                yield from self._space(getattr(one.iimage, "colorspace", None), "a picture")
                continue
            word = str(one.operator)
            if word in _SETS:
                yield from self._space(_SETS[word], "a colour")
            elif word in ("cs", "CS"):
                name = str(one.operands[0])
                yield from self._space((resources or {}).get("/ColorSpace", {}).get(name, name), "a colour")

    def _thing(self, thing: Any) -> Iterator[str]:
        import pikepdf

        kind = str(thing.get("/Subtype", ""))
        if self.x1a and "/Group" in thing and str(thing["/Group"].get("/S", "")) == "/Transparency":
            yield "a transparency group"
        if _is_state(thing):
            yield from self._state(thing)
        if kind == "/Image" and isinstance(thing, pikepdf.Stream):
            if self.x1a and ("/SMask" in thing or int(thing.get("/SMaskInData", 0))):
                yield "a picture with a soft mask"
            if "/ColorSpace" in thing:
                yield from self._space(thing.ColorSpace, "a picture")
            if "/Alternates" in thing:
                yield "/Alternates is not allowed"
        if "/OPI" in thing or kind == "/PS" or "/Ref" in thing:
            yield "a picture that is not in the file"
        filters = thing.get("/Filter", [])
        names = [str(one) for one in filters] if isinstance(filters, pikepdf.Array) else [str(filters)]
        if "/LZWDecode" in names or (self.x1a and "/JPXDecode" in names):
            yield f"a stream is packed with {', '.join(names)}"
        if "/ShadingType" in thing:
            yield from self._shading(thing)
        if kind == "/Form" or thing.get("/PatternType") == 1:
            yield from self._content(thing, thing.get("/Resources"))
        yield from self._font(thing, kind)

    def _state(self, state: Any) -> Iterator[str]:
        if self.x1a and is_see_through(state):
            yield "an opacity, a soft mask or a blend mode"
        if "/TR" in state or ("/TR2" in state and str(state["/TR2"]) != "/Default") or "/HTP" in state:
            yield "a transfer curve"

    def _shading(self, shading: Any) -> Iterator[str]:
        space = shading.get("/ColorSpace")
        yield from self._space(space, "a shading")
        inks = _INKS.get(str(space))
        function = shading.get("/Function")
        if inks is not None and function is not None:
            for one in _ends(function):
                given = len(one["/Range"]) // 2 if "/Range" in one else inks
                if given != inks or any(len(one[end]) != inks for end in ("/C0", "/C1") if end in one):
                    yield f"a shading in {inks} inks, whose function does not have {inks}"

    def _font(self, thing: Any, kind: str) -> Iterator[str]:
        if kind in ("/Type1", "/MMType1", "/TrueType", "/CIDFontType0", "/CIDFontType2"):
            about = thing.get("/FontDescriptor", {})
            if not any(f"/FontFile{n}" in about for n in ("", 2, 3)):
                yield f"the font {str(thing.get('/BaseFont', '/?'))[1:]} is not embedded"
            elif self.x1a and str(about.get("/FontFile3", {}).get("/Subtype", "")) == "/OpenType":
                yield f"the font {str(thing.get('/BaseFont', '/?'))[1:]} is stored as PDF 1.4 does not know it"

    def _space(self, space: Any, of: str) -> Iterator[str]:
        """Yield what is wrong with a colour space: in PDF/X-1a all that is no ink, in PDF/X-4 colours that say no profile."""
        import pikepdf

        if space is None:
            return
        listed = isinstance(space, pikepdf.Array)
        name = str(space[0]) if listed else str(space)
        if name in ("/Indexed", "/Pattern", "/Separation", "/DeviceN", "/I"):
            at = {"/Indexed": 1, "/I": 1, "/Pattern": 1}.get(name, 2)
            if listed and len(space) > at:
                yield from self._space(space[at], of)
            return
        if name in ("/DeviceRGB", "/RGB"):
            yield f"{of} in RGB"
        elif self.x1a and (name in _OUTSIDE or name == "/ICCBased"):
            yield f"{of} in {name[1:]}"


def _is_state(thing: Mapping[str, Any]) -> bool:
    """Tell whether something is a graphics state: it may say its type, and need not."""
    return (
        str(thing.get("/Type", "")) == "/ExtGState"
        or (
            "/Type" not in thing
            and any(name in thing for name in ("/ca", "/CA", "/BM", "/TR", "/TR2", "/HTP"))
        )
        or ("/SMask" in thing and "/Subtype" not in thing)
    )


def _ends(function: Any) -> Iterator[Any]:
    """Yield the functions that end in colours: those that are stitched together, or each ink's own."""
    import pikepdf

    if isinstance(function, pikepdf.Array):
        return  # one for each ink, each with one value
    yield function
    for one in function.get("/Functions", []):
        yield from _ends(one)


def _inside(box: Iterable[float], other: Iterable[float]) -> bool:
    left, low, right, top = box
    x, y, x2, y2 = other
    return left >= x - _SLACK and low >= y - _SLACK and right <= x2 + _SLACK and top <= y2 + _SLACK


def _things(document: Any) -> Iterator[Any]:
    """Yield each dictionary and stream of a document, those within others as well."""
    import pikepdf

    waiting = list(document.objects)
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, pikepdf.Array):
            waiting += [one for one in thing if _is_direct(one)]
        elif isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            yield thing
            waiting += [one for one in thing.values() if _is_direct(one)]


def _is_direct(thing: Any) -> bool:
    import pikepdf

    return isinstance(thing, pikepdf.Array | pikepdf.Dictionary) and not thing.is_indirect
