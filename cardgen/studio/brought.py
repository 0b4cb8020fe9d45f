"""Picture files that are dropped onto a page: upright, without a word about who made them, under a name that is safe."""

from __future__ import annotations

import io
import re
from pathlib import PurePath

from lxml import etree

from cardgen.app.start import slug_of
from cardgen.base.files import FileError
from cardgen.base.pictures import make_picture
from cardgen.base.svg import SVG, XLINK_HREF, XLINK_URI, Element, as_svg, parse
from cardgen.source.cells import NoCell

MOST_BYTES = 12_000_000
FOLDER = "art/pictures"
_LIVELY = frozenset(SVG + name for name in ("script", "foreignObject", "a", "handler", "set", "animate"))
_OUT = re.compile(r"url\(\s*[\"']?(?!#|data:)|@import|javascript:", re.I)
_METHODS = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}
"""How EXIF's turns are called by Pillow: flips, quarters, and both."""


def picture_as_kept(name: str, data: bytes) -> tuple[str, bytes]:
    """Return the name and the bytes under which a picture file is copied into a kit; NoCell for one that is not."""
    called = f"“{PurePath(name.replace(chr(92), '/')).name[:80] or 'it'}”"
    if len(data) > MOST_BYTES:
        raise NoCell(
            f"{called} has more than {MOST_BYTES // 1_000_000} MB; make it smaller: 300 dots per inch are enough"
        )
    try:
        picture = make_picture(data, called)
        kept = (
            _plain(data, called)
            if picture.kind == "svg"
            else _upright(picture.data, picture.turn, picture.kind)
        )
    except (FileError, etree.XMLSyntaxError) as error:
        told = (
            (str(error), error.hint)
            if isinstance(error, FileError)
            else (f"{called} is no SVG that can be read",)
        )
        raise NoCell("; ".join(filter(None, told))) from None
    ending = {"jpeg": "jpg"}.get(picture.kind, picture.kind)
    return f"{slug_of(PurePath(name.replace(chr(92), '/')).stem) or 'picture'}.{ending}", kept


def _upright(data: bytes, turn: int, kind: str) -> bytes:
    """Return a PNG or JPEG whose pixels are as one looks at it."""
    if turn == 1:
        return data
    from PIL import Image

    made = io.BytesIO()
    with Image.open(io.BytesIO(data)) as image:
        turned = image.transpose(Image.Transpose(_METHODS[turn]))
        turned.save(made, kind.upper(), **({"quality": 95, "subsampling": 0} if kind == "jpeg" else {}))
    return made.getvalue()


def _plain(data: bytes, called: str) -> bytes:
    """Return an SVG without what drawing programs note of a person and a machine; NoCell for one that does more than draw."""
    root = as_svg(parse(data))
    for element in list(root.iter(etree.Element)):
        if why := _lively(element):
            raise NoCell(f"{called} has {why}; save it as plain SVG, with shapes and pictures only")
    for element in list(root.iter(etree.Element)):
        for name in [name for name in element.attrib if _noted(str(name))]:
            del element.attrib[name]
        if element is not root and (element.tag == f"{SVG}metadata" or _noted(str(element.tag))):
            element.getparent().remove(element)
    etree.cleanup_namespaces(root)
    return bytes(etree.tostring(root, encoding="utf-8")) + b"\n"


def _lively(element: Element) -> str:
    """Return what in an element runs, leads elsewhere or is no drawing, "" for none of it."""
    tag = etree.QName(element).localname
    if element.tag in _LIVELY or tag.startswith("animate"):
        return f"<{tag}>"
    for name, value in element.attrib.items():
        if str(name).lower().startswith("on"):
            return f"a script in {name}"
        if name in ("href", XLINK_HREF) and not value.startswith(("#", "data:image/")):
            return f"a link to {value[:60]}"
    said = " ".join([*element.attrib.values(), (element.text or "") if tag == "style" else ""])
    return "a link in its style" if _OUT.search(said) else ""


def _noted(name: str) -> bool:
    """Tell whether only a drawing program reads this: its own namespaces and those of licences and keywords."""
    return name.startswith("{") and not name.startswith(
        (SVG, f"{{{XLINK_URI}}}", "{http://www.w3.org/XML/1998/")
    )
