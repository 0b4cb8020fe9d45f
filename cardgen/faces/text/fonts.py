"""Finds the fonts a template names: installed font packages, and the kit's own `fonts/` folder.

A font travels as a `FontKey`, which is enough to load it again in another process: the family of a
kit's own font carries its folder ("Grog @ /games/tavern/fonts"), an installed one is only its name.
"""

from __future__ import annotations

import importlib.util
import json
import re
import struct
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import uharfbuzz as hb

from cardgen.base.drawing import FontKey
from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.base.files import MAX_FONT, FileError, Files, read_bytes, shown

GENERIC = frozenset({"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "sans"})
"""CSS's generic families: they name no font, so they are only allowed after a real one."""

_FOLDER = " @ "
_CJK = re.compile(r"noto (sans|serif) cjk (jp|kr|sc|tc)")
_CJK_FAMILIES = tuple(
    f"Noto {kind} CJK {land}" for kind in ("Sans", "Serif") for land in ("JP", "KR", "SC", "TC")
)
_MAX_KIT_FONTS = 100
_NO_FONTS = {
    ".ttc": ("a collection of fonts", "save each of its fonts as .ttf or .otf, as FontForge does"),
    ".otc": ("a collection of fonts", "save each of its fonts as .ttf or .otf, as FontForge does"),
    ".woff": ("a font packed for web pages", "take its .ttf or .otf from where it came, or unpack it"),
    ".woff2": ("a font packed for web pages", "take its .ttf or .otf from where it came, or unpack it"),
    ".pfb": ("a font of an old kind", "save it as .ttf or .otf, as FontForge does"),
    ".dfont": ("a font of an old kind", "save it as .ttf or .otf, as FontForge does"),
}
_NOT_NEEDED_IN_PDF = ("GSUB", "GPOS", "GDEF", "name", "DSIG")
_NOT_NEEDED_WITH_GLYF = ("post", "OS/2", "cmap")


class UnknownFamilyError(LookupError):
    """No installed package and no file of the kit holds this family; `known` are those that exist."""

    def __init__(self, family: str, known: Iterable[str]) -> None:
        super().__init__(f"no font family '{family}'")
        self.family = family
        self.known = tuple(known)


class FontFile(NamedTuple):
    """One file of a family; a variable font serves every weight from `lightest` to `heaviest`."""

    path: Path
    italic: bool
    lightest: int
    heaviest: int

    def nearest(self, weight: int) -> int:
        """Return the weight of this file that comes nearest to one that was asked for."""
        return min(max(weight, self.lightest), self.heaviest)


_NEEDED = {"cmap", "head", "hhea", "hmtx", "maxp"}  # tables without which nothing can be set or embedded

Family: TypeAlias = tuple[str, tuple[FontFile, ...]]


class Font:
    """A loaded font at one weight; all measures are in em, y up.

    `key` is what was found (the nearest weight the family has), `postscript_name` how a PDF calls it.
    """

    def __init__(self, key: FontKey, path: Path) -> None:
        self.key = key
        self.path = path
        self._source = hb.Face(hb.Blob.from_file_path(str(path)))
        self._axes = {a.tag: _setting(a, key.weight) for a in self._source.axis_infos}
        self.shaper = hb.Font(self._source)
        if self._axes:
            self.shaper.set_variations(self._axes)
        self.upem: int = self._source.upem
        extents = self.shaper.get_font_extents("ltr")
        self.ascent: float = extents.ascender / self.upem
        self.descent: float = -extents.descender / self.upem
        cap_height = self.shaper.get_metric_position_with_fallback(hb.OTMetricsTag.CAP_HEIGHT)
        self.cap_height: float = cap_height / self.upem
        tags = self._source.table_tags
        self.is_cff: bool = "CFF " in tags or "CFF2" in tags
        name = self._source.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or self.path.stem
        if self._axes:
            name = f"{name.partition('-')[0]}-{key.weight}{'Italic' if key.italic else ''}"
        self.postscript_name: str = re.sub(r"[^A-Za-z0-9_-]", "", name) or "Font"

    @property
    def source(self) -> Any:
        """The HarfBuzz face as it lies in its file, with all axes."""
        return self._source

    @cached_property
    def face(self) -> Any:
        """The HarfBuzz face as it is embedded: every axis of a variable font is pinned."""
        if not self._axes:
            return self._source
        pinned = self._pinned()
        pinned.keep_everything()
        pinned.flags |= hb.SubsetFlags.DOWNGRADE_CFF2
        return _subset(self._source, pinned, self.path)

    @cached_property
    def em_ascent(self) -> float:
        """How much of a square of one em Inkscape puts above the baseline: the share of the typographic ascender."""
        ascent, descent = self.ascent, self.descent
        table = bytes(self._source.reference_table("OS/2").data)
        if len(table) >= 72:
            above, below = struct.unpack(">hh", table[68:72])
            if above - below > 0:
                ascent, descent = above, -below
        return ascent / (ascent + descent) if ascent + descent > 0 else 0.8

    def advance(self, glyph: int) -> float:
        """Return how far a glyph moves the pen, in em."""
        return float(self.shaper.get_glyph_h_advance(glyph)) / self.upem

    def has(self, character: str) -> bool:
        return self.shaper.get_nominal_glyph(ord(character)) not in (None, 0)

    def subset(self, glyphs: Iterable[int]) -> bytes:
        """Return an sfnt with only these glyphs, their numbers kept, without what a PDF does not use."""
        wanted = self._pinned()
        wanted.sets(hb.SubsetInputSets.GLYPH_INDEX).update({0, *glyphs})
        flags = hb.SubsetFlags
        wanted.flags = flags.RETAIN_GIDS | flags.NO_LAYOUT_CLOSURE | flags.NO_HINTING
        wanted.flags |= flags.NOTDEF_OUTLINE | flags.DOWNGRADE_CFF2
        unused = _NOT_NEEDED_IN_PDF + (() if self.is_cff else _NOT_NEEDED_WITH_GLYF)
        wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).update(
            int.from_bytes(t.encode(), "big") for t in unused
        )
        return bytes(_subset(self._source, wanted, self.path).blob.data)

    def _pinned(self) -> Any:
        """Return the beginnings of a subset: every axis of a variable font fixed."""
        wanted = hb.SubsetInput()
        if self._axes:
            wanted.pin_all_axes_to_default(self._source)
            for tag, value in self._axes.items():
                wanted.pin_axis_location(self._source, tag, value)
        return wanted


@lru_cache(maxsize=512)
def font(key: FontKey) -> Font:
    """Return the font for a key; keys that come down to the same file and weight share one `Font`.

    Its own key has the family's own spelling, and the weight and slant that the family really has.
    `UnknownFamilyError` is raised for a family that is not there.
    """
    name, files = _family(key.family)
    heavier = -1 if key.weight > 500 else 1  # of two weights equally near, bold text takes the bolder one

    def distance(file: FontFile) -> tuple[bool, int, bool, int]:
        weight = file.nearest(key.weight)
        static = file.lightest == file.heaviest
        return file.italic != key.italic, abs(weight - key.weight), static, heavier * weight

    file = min(files, key=distance)
    return _load(FontKey(name, file.nearest(key.weight), file.italic), file.path)


_load = lru_cache(maxsize=256)(Font)


def qualify(family: str, folder: Path | None) -> str:
    """Return the family as a `FontKey` names it: with its folder when the kit brings that font itself."""
    if folder is None or _FOLDER in family:
        return family
    own = _kit_fonts(folder)[0].get(family.casefold())
    return f"{own[0]}{_FOLDER}{folder}" if own else family


def plain_name(family: str) -> str:
    """Return a family's name without the folder that `qualify` may have added."""
    return family.partition(_FOLDER)[0]


def unusable_fonts(folder: Path) -> tuple[FileError, ...]:
    """Return what is wrong with files in a kit's fonts folder: too large, or a link that leads out of it."""
    return _kit_fonts(folder)[1]


@lru_cache(maxsize=32)
def families(folder: Path | None = None) -> tuple[str, ...]:
    """Return every family that a template may name, sorted; loads the metadata of all font packages."""
    own = [name for name, _ in _kit_fonts(folder)[0].values()] if folder else []
    found = (_packaged(module) for module in _font_modules())
    cjk = [name for name in _CJK_FAMILIES if _large(name.casefold())]
    return tuple(sorted({*own, *cjk, *(package[0] for package in found if package)}))


def _family(family: str) -> Family:
    found = _looked_for(family)
    if found is None:
        plain, _, folder = family.partition(_FOLDER)
        raise UnknownFamilyError(plain, families(Path(folder) if folder else None))
    return found


@lru_cache(maxsize=128)
def _looked_for(family: str) -> Family | None:
    """Return a family, or None; a name that is mistyped is looked for once as well."""
    plain, _, folder = family.partition(_FOLDER)
    if folder:
        own = _kit_fonts(Path(folder))[0].get(plain.casefold())
        return (f"{own[0]}{_FOLDER}{folder}", own[1]) if own else None
    if _CJK.fullmatch(plain.casefold()):
        return _large(plain.casefold())
    guess = "fontpkg_" + re.sub(r"[^a-z0-9]+", "_", plain.casefold()).strip("_")
    for module in chain([guess], _font_modules()):  # a package may be named otherwise than its family
        found = _packaged(module)
        if found and found[0].casefold() == plain.casefold():
            return found
    return None


def _font_modules() -> Iterator[str]:
    """Yield the modules of all installed font packages."""
    from importlib.metadata import entry_points  # 15 ms: only for a family that is not found by its name

    for entry in entry_points(group="fontpkg.family"):
        yield entry.value.partition(":")[0]


@lru_cache(maxsize=256)
def _packaged(module: str) -> Family | None:
    """Return the family in an installed font package, read from its metadata without running its code."""
    if not re.fullmatch(r"\w+", module):
        return None
    folder = _package(module)
    if folder is None:
        return None
    try:
        about = json.loads((folder / "metadata.json").read_text("utf-8"))
        span = next(
            ((int(a["min"]), int(a["max"])) for a in about.get("axes", ()) if a["tag"] == "wght"), (400, 400)
        )
        files = tuple(
            FontFile(
                folder / f["path"],
                f["style"] == "italic",
                *(span if f["variable"] else [int(f["weight"] or 400)] * 2),
            )
            for f in about["files"]
            if str(f["path"]).lower().endswith((".ttf", ".otf"))
        )
        return (str(about["family"]), files) if files else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


@lru_cache(maxsize=16)
def _large(family: str) -> Family | None:
    """Return a family of Chinese, Japanese and Korean letters: it comes in a package for each weight."""
    found = _CJK.fullmatch(family)
    files: list[FontFile] = []
    for name, weight in (("regular", 400), ("bold", 700)) if found else ():
        folder = _package(f"noto_cjk_{found[1]}_{found[2]}_{name}") if found else None
        files += (
            [FontFile(path, False, weight, weight) for path in sorted(folder.glob("*.otf"))] if folder else []
        )
    return (next(f for f in _CJK_FAMILIES if f.casefold() == family), tuple(files)) if files else None


def _package(module: str) -> Path | None:
    """Return the folder of an installed package, found without running its code."""
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))


@lru_cache(maxsize=32)
def _kit_fonts(folder: Path) -> tuple[dict[str, Family], tuple[FileError, ...]]:
    """Return the families in a kit's fonts folder by lower-case name, and why some of its files are left out."""
    files = Files(folder)
    found: dict[str, tuple[str, list[FontFile]]] = {}
    wrong: list[FileError] = []
    names = sorted(p.name for p in folder.glob("*") if p.suffix.lower() in {".ttf", ".otf"})
    for path in sorted(folder.glob("*")):
        if what := _NO_FONTS.get(path.suffix.lower()):
            wrong.append(
                FileError(f"fonts/{path.name} is {what[0]}, which is not read", what[1], "font-file")
            )
    for file_name in names[:_MAX_KIT_FONTS]:
        try:
            real, label = files.find(file_name, shared=False)
            data = read_bytes(real, label, MAX_FONT)
        except FileError as error:
            wrong.append(error)
            continue
        read = _read_font(data, real)
        if read is None:
            message = f"fonts/{file_name} is no font, or damaged"
            wrong.append(FileError(message, "copy it again, or delete it", "font-file"))
            continue
        found.setdefault(read[0].casefold(), (read[0], []))[1].append(read[1])
    return {key: (name, tuple(files)) for key, (name, files) in found.items()}, tuple(wrong)


def _read_font(data: bytes, path: Path) -> tuple[str, FontFile] | None:
    """Return the family of a font file and what it holds; None when it is damaged."""
    face = hb.Face(data)
    ids = hb.OTNameIdPredefined
    try:
        whole = _is_whole(data) and set(face.table_tags) >= _NEEDED
        name = face.get_name(ids.TYPOGRAPHIC_FAMILY) or face.get_name(ids.FONT_FAMILY) or path.stem
        axes = [(int(a.min_value), int(a.max_value)) for a in face.axis_infos if a.tag == "wght"]
    except UnicodeDecodeError:  # names of tables and axes are letters
        return None
    if not whole or not face.glyph_count or not face.upem:
        return None
    style = hb.Font(face).get_style_value
    weight = min(max(int(style(hb.StyleTag.WEIGHT)), 1), 1000)
    return name, FontFile(path, bool(style(hb.StyleTag.ITALIC)), *next(iter(axes), (weight, weight)))


def _is_whole(font: bytes) -> bool:
    """Tell whether all tables of a font lie in the file: of half a font, letters would be missing without a word."""
    tables = int.from_bytes(font[4:6], "big")
    if not tables or len(font) < 12 + 16 * tables:
        return False
    places = (struct.unpack(">II", font[at + 8 : at + 16]) for at in range(12, 12 + 16 * tables, 16))
    return all(offset + length <= len(font) for offset, length in places)


def _setting(axis: Any, weight: int) -> float:
    """Return where an axis of a variable font is set for a weight; letters are never narrowed."""
    wanted = {"wght": weight, "wdth": 100}.get(axis.tag, axis.default_value)
    return float(min(max(wanted, axis.min_value), axis.max_value))


def subset(key: FontKey, characters: set[str]) -> bytes:
    """Return the file of a font with these characters alone, all weights of a variable one, for a page that brings it along."""
    wanted = hb.SubsetInput()
    wanted.sets(hb.SubsetInputSets.UNICODE).update({ord(c) for c in characters} | {0x20})
    wanted.flags = hb.SubsetFlags.NO_HINTING
    marked = any("\u0590" <= c <= "\u109f" for c in characters)  # there marks stand where GDEF says
    unused = (int.from_bytes(tag.encode(), "big") for tag in ("DSIG", *(() if marked else ("GDEF",))))
    wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).update(unused)
    whole = font(key)
    return bytes(_subset(whole.source, wanted, whole.path).blob.data)


def _subset(face: Any, wanted: Any, path: Path) -> Any:
    """Return what is wanted of a face; CardgenError for a font whose tables are damaged inside."""
    try:
        return hb.subset(face, wanted)
    except RuntimeError:
        message, hint = (
            "this font is damaged: its letters cannot be taken out of it",
            "copy it again, or delete it",
        )
        raise CardgenError([Problem(message, Location(shown(path)), hint=hint, code="font-file")]) from None
