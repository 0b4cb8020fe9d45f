"""Parts from other files: `<use href="art/parts.svg#stag">`, pictures, and the icons that texts name.

A reference to another file is rewritten to an id of this one ("art/parts.svg#stag" becomes
"art_sparts_psvg--stag"); the file's own ids get the same prefix, so nothing can clash.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path as FilePath
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from lxml import etree

from cardgen.base.drawing import Art, Drawing
from cardgen.base.errors import did_you_mean
from cardgen.base.files import FileError, Files
from cardgen.base.pictures import make_picture, read_picture
from cardgen.base.svg import (
    SVG,
    XLINK_HREF,
    Box,
    Element,
    SvgError,
    as_svg,
    finder,
    href,
    length,
    parse,
    view_box,
)
from cardgen.faces.art.photo import photo
from cardgen.faces.svg.document import Fragment, SvgDocument, art
from cardgen.faces.svg.pictures import Inside, Meant, inline
from cardgen.faces.text.markup import BLACK

PLACED = ("face:", "back:")
"""References that place the real face of a card."""

ICON_FILES = ("art/icons.svg", "icons.svg")
"""Where a {name} in a text is looked for when the template itself has no such symbol."""

_REFERRING = finder("//*[@href or @x:href]")
_DRAWABLE = finder("//s:symbol[@id] | //s:g[@id][@data-w]")
_DATA = re.compile(r"data:image/(?:png|jpe?g|webp);base64,")
_KEPT_APART = frozenset(
    SVG + name for name in ("defs", "style", "title", "desc", "metadata", "symbol", "clipPath")
)
_OF_THE_ROOT = ("id", "width", "height", "viewBox", "version", "x", "y", "preserveAspectRatio", "transform")
_MAX_FILES = 1000  # more than a deck that a service prints has cards
_URL = re.compile(r"url\(\s*([\"']?)#([^)\"'\s]+)\1\s*\)")


class Parts:
    """The SVG files that templates take parts from; each is read once for a look."""

    def __init__(self, files: Files, render: Callable[[str], str]) -> None:
        self._root = files
        self._render = render
        self.documents: dict[str, SvgDocument] = {}
        self._names: dict[str, str] = {}  # prefix → file
        self._pictures: dict[str, Meant] = {}
        self._shown: dict[tuple[str, bool], tuple[Drawing, Art]] = {}
        self._looking: set[str] = set()
        self._meant: dict[tuple[str, str], str] = {}

    def fragment(self, name: str) -> Fragment | None:
        """Return a part by its rewritten id, or None when no file that was asked for has it."""
        found = self.element(name)
        if found is None:
            return None
        document, element = found
        return document.style_text.encode() + document.fragment(element)  # its style sheet goes along

    def element(self, name: str) -> tuple[SvgDocument, Element] | None:
        """Return a part's element and the document it lies in, by its rewritten id."""
        prefix, mark, _ = name.partition("--")
        file = self._names.get(prefix) if mark else None
        if file is None:
            return None
        document = self.document(file)
        element = document.ids.get(name)
        return None if element is None else (document, element)

    def document(self, file: str) -> SvgDocument:
        """Return a file of parts; FileError says why it cannot be used."""
        if file not in self.documents:
            if len(self.documents) >= _MAX_FILES:
                hint = "put drawings that belong together into one file and name each by its id: art/goods.svg#fish"
                raise SvgError(
                    f"more than {_MAX_FILES:,} SVG files as pictures or parts", "too-complex", hint
                )
            prefix = _prefix(file)
            self._names[prefix] = file
            try:
                label = self._root.find(file).label
                written = self._render(file)
                root = as_svg(parse(written.encode()))
            except etree.XMLSyntaxError as error:
                raise SvgError(
                    f"{label} is not well-formed: {error.msg} (line {error.lineno})", "svg-syntax"
                ) from None
            except SvgError as error:
                raise SvgError(f"{label}: {error}", error.code, error.hint) from None
            for element in root.iter():
                if isinstance(element.tag, str):
                    _rename(element, prefix)
            try:
                document = self.documents[file] = SvgDocument(root, self.fragment, written)
            except SvgError as error:
                hint = 'write into its <svg> for instance viewBox="0 0 100 100"'
                raise SvgError(f"{label}: {error}", error.code, hint) from None
            pictures: dict[Element, Meant] = {}
            try:
                self.link(root, file, pictures)
                for element, meant in pictures.items():
                    self.inline(element, meant, document)
            except FileError as error:
                del self.documents[file]  # half of its references lead outside
                raise SvgError(f"{label}: {error}", error.code, error.hint) from None
        return self.documents[file]

    def link(
        self,
        root: Element,
        beside: str,
        pictures: dict[Element, Meant],
        report: Callable[[FileError, Element], None] | None = None,
    ) -> list[Element]:
        """Rewrite references to other files in a tree; return the elements that place a face.

        What each `<image>` shows is put into `pictures`. They are found beside the SVG file they stand in, as Inkscape writes them, or from the kit's folder.
        A reference that leads nowhere is reported and taken out, or raised when nobody listens.
        """
        placed: list[Element] = []
        for element in _REFERRING(root):
            target = href(element) or ""
            if target.startswith("#") or not (target or element.tag == SVG + "image"):
                continue
            if target.startswith(PLACED):
                placed.append(element)
                continue
            try:
                self._rewrite(element, self._from_kit(target, beside), pictures)
            except FileError as error:
                if report is None:
                    raise
                report(error, element)
                if element is not root:
                    element.getparent().remove(element)
        return placed

    def _from_kit(self, target: str, beside: str) -> str:
        """Return a reference as seen from the kit's folder: the first of the places it may mean where a file is."""
        if (target, beside) not in self._meant:
            self._meant[target, beside] = self._look_up(target, beside)
        return self._meant[target, beside]

    def _look_up(self, target: str, beside: str) -> str:
        if target.startswith("data:"):
            return target
        said, mark, name = target.partition("#")
        said = said.removeprefix("file://")
        for path in dict.fromkeys((said, unquote(said))):
            if path.startswith("/"):
                try:
                    places = [FilePath(path).resolve().relative_to(self._root.root.resolve()).as_posix()]
                except (OSError, ValueError):
                    continue
            else:
                places = [normpath(join(dirname(beside), path)), path.removeprefix("./")]
            for place in places:
                with suppress(FileError):
                    self._root.find(place)
                    return place + mark + name
        return target

    def _rewrite(self, element: Element, target: str, pictures: dict[Element, Meant]) -> None:
        kind = "picture" if element.tag == SVG + "image" else "file"
        if not target.strip():
            raise SvgError(
                "a picture has no name",
                "picture",
                'write href="art/picture.png", or {% if card.picture %} around it',
            )
        value = ""
        if element.tag == SVG + "a":
            pass  # a link goes nowhere on paper
        elif "://" in target or target.startswith("//") or (kind == "file" and target.startswith("data:")):
            raise SvgError(
                f"'{target[:60]}' lies outside the kit", "outside-file", f"copy the {kind} into the kit"
            )
        elif kind == "picture":
            pictures[element] = self._picture(target)
        else:
            value = "#" + self._part(target)
        for key in ("href", XLINK_HREF):
            element.attrib.pop(key, None)
        if value:
            element.set("href", value)

    def _part(self, target: str) -> str:
        file, _, name = target.partition("#")
        if not name:
            raise SvgError(
                f"'{target}' names no part",
                "unknown-id",
                "name the file and the id, such as art/parts.svg#stag",
            )
        file = file.removeprefix("./")
        document = self.document(file)
        renamed = f"{_prefix(file)}--{name}"
        if renamed not in document.ids:
            known = [i.partition("--")[2] for i in document.ids]
            raise SvgError(f"{file} has no '#{name}'", "unknown-id", did_you_mean(name, known))
        return renamed

    def _picture(self, target: str) -> Meant:
        """Return what a picture of the kit, or one inside the template, shows."""
        if target not in self._pictures:
            self._pictures[target] = self._look_at(target)
        return self._pictures[target]

    def _look_at(self, target: str) -> Meant:
        if target.startswith("data:"):
            name = "the picture inside the SVG"
            found = _DATA.match(target)
            if not found:
                raise SvgError(f"{name} is not PNG, JPEG or WebP", "picture", "embed a PNG, or name a file")
            try:
                data = base64.b64decode("".join(target[found.end() :].split()))
            except (binascii.Error, ValueError):
                raise SvgError(f"{name} is damaged (it is not base64)", "picture", "embed it again") from None
            picture = make_picture(data, name)
        else:
            name = target.removeprefix("./")
            picture = read_picture(*self._root.find(name), name)
        if picture.kind == "svg":
            if target.startswith("data:"):
                raise SvgError(f"{name} is not PNG, JPEG or WebP", "picture", "embed a PNG, or name a file")
            if name in self._looking:
                raise SvgError(f"the picture '{name}' shows itself", "use-loop")
            self._looking.add(name)
            try:
                return self._drawing(name)
            finally:
                self._looking.discard(name)
        return Meant(name, (0.0, 0.0, float(picture.width), float(picture.height)), picture)

    def _drawing(self, file: str) -> Meant:
        """Return an SVG of the kit as a picture: all of it, its ids and styles its own."""
        document = self.document(file)
        group = f"{_prefix(file)}--"
        if group not in document.ids:
            _gather(document, group)
        try:
            content = document.fragment(document.ids[group])
            view = x, y, width, height = _viewport(document)
            k = 50 / max(width, height)
            head = f' width="{width * k:.6g}mm" height="{height * k:.6g}mm" viewBox="{x:g} {y:g} {width:g} {height:g}"'
            svg = document.standalone(content, head)
        except SvgError as error:
            if error.code == "text-in-part":
                hint = "turn its text into a path: Path > Object to Path; or place the SVG's parts with <use>"
                raise SvgError(f"the picture '{file}' holds a text", error.code, hint) from None
            said = str(error).replace(f"{_prefix(file)}--", "")
            raise SvgError(f"the picture '{file}': {said}", error.code, error.hint) from None
        return Meant(file, view, drawn=art(svg, *view), group=group)

    def inside(self, meant: Meant) -> Inside | None:
        """Return the file and the root of the drawing that a picture shows, None where it is a photo."""
        return (
            Inside(self._root.find(meant.name).label, self.documents[meant.name].root)
            if meant.drawn
            else None
        )

    def shown(self, meant: Meant, crisp: bool) -> tuple[Drawing, Art]:
        """Return a picture as a drawing in its own units, and the art on it; the same ones wherever it is placed."""
        key = (meant.name if meant.pixels is None else meant.pixels.key, crisp)
        if key not in self._shown:
            piece = meant.drawn if meant.pixels is None else photo(meant.pixels, crisp)
            assert piece is not None
            self._shown[key] = Drawing(f"picture {meant.name}", *meant.own, (piece,)), piece
        return self._shown[key]

    def inline(self, element: Element, meant: Meant, document: SvgDocument) -> None:
        """Rewrite an `<image>` so that an art engine draws it where it lies."""
        try:
            inline(element, meant, document.ids, document.view[2:])
        except ValueError as error:
            raise SvgError(f"the picture '{meant.name}': {error}", "picture") from None

    def own_icons(self) -> Iterator[Drawing]:
        """Yield the icons of the kit's own files."""
        for prefix, document in self.icon_documents():
            for name in document.ids:
                if art := _icon(document, name):
                    yield Drawing(name.removeprefix(prefix), art.x, art.y, art.width, art.height, (art,))

    def icon_documents(self) -> Iterator[tuple[str, SvgDocument]]:
        """Yield the icon files that exist with the prefix of their ids."""
        for file in ICON_FILES:
            try:
                self._root.find(file)
            except FileError:
                continue
            yield _prefix(file) + "--", self.document(file)


class IconShelf(Mapping[str, Art]):
    """The icons a text may name: the template's own symbols first, the kit's icon files second."""

    def __init__(self, document: SvgDocument, parts: Parts) -> None:
        self._document = document
        self._parts = parts
        self._found: dict[str, Art | None] = {}

    def __getitem__(self, name: str) -> Art:
        if name not in self._found:
            icons = (_icon(document, prefix + name) for prefix, document in self._documents())
            self._found[name] = next((icon for icon in icons if icon is not None), None)
        icon = self._found[name]
        if icon is None:
            raise KeyError(name)
        return icon

    def __iter__(self) -> Iterator[str]:
        for prefix, document in self._documents():
            yield from (str(e.get("id")).removeprefix(prefix) for e in _DRAWABLE(document.root))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _documents(self) -> Iterator[tuple[str, SvgDocument]]:
        yield "", self._document
        yield from self._parts.icon_documents()


def _icon(document: SvgDocument, name: str) -> Art | None:
    """Return the icon that a symbol is, or a group that says with data-w and data-h how large it is."""
    element = document.ids.get(name)
    if element is None:
        return None
    box = None
    if element.tag == SVG + "symbol":
        box = view_box(element)
    elif element.tag == SVG + "g" and element.get("data-w") is not None:
        box = (0.0, 0.0, length(element.get("data-w"), 10.0), length(element.get("data-h"), 10.0))
    if box is None:
        return None  # perhaps a layer that happens to have the name of a word in braces
    if element.find(".//" + SVG + "text") is not None:
        raise SvgError(
            f"the icon {{{name.partition('--')[2] or name}}} holds a text",
            "text-in-part",
            "an icon is a drawing: turn its text into a path with Path > Object to Path",
        )
    tinted = b"currentColor" in document.fragment(element)
    return document.symbol(element, box, f' color="{BLACK}"' if tinted else "")


def _prefix(file: str) -> str:
    """Return a name for ids that no other file has: art/a-b.svg is another than art/a/b.svg."""
    plain = {"/": "_s", ".": "_p"}
    return re.sub("[^A-Za-z0-9]", lambda odd: plain.get(odd[0], f"_{ord(odd[0]):x}_"), file)


def _viewport(document: SvgDocument) -> Box:
    """Return what a browser shows of a drawing: its viewBox, and more beside it where its size is wider or higher."""
    x, y, width, height = document.view
    if document.root.get("preserveAspectRatio"):
        return document.view
    wide = max(width, height * document.width / document.height)
    high = max(height, width * document.height / document.width)
    if wide - width < width / 200 and high - height < height / 200:
        return document.view  # sizes are rounded
    return x - (wide - width) / 2, y - (high - height) / 2, wide, high


def _gather(document: SvgDocument, name: str) -> None:
    """Put all that an SVG draws into a group with this id, which looks as its root says."""
    root = document.root
    said = {
        k: v for k, v in root.attrib.items() if not k.startswith(("{", "data-")) and k not in _OF_THE_ROOT
    }
    group = root.makeelement(SVG + "g", {"id": name, **said})
    group.extend([child for child in root if isinstance(child.tag, str) and child.tag not in _KEPT_APART])
    root.append(group)
    document.ids[name] = group


def _rename(element: Element, prefix: str) -> None:
    if element.tag == SVG + "style" and element.text:
        element.text = _URL.sub(rf"url(#{prefix}--\2)", element.text)
    for key, value in element.attrib.items():
        if key == "id":
            element.set("id", f"{prefix}--{value}")
        elif key in ("href", XLINK_HREF):
            if value.startswith("#"):
                element.set(key, f"#{prefix}--{value[1:]}")
        elif "url(" in value:
            element.set(key, _URL.sub(rf"url(#{prefix}--\2)", value))
