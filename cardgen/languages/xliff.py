"""XLIFF 1.2, as OmegaT, Poedit and Weblate have it: a package of texts written, and read when it comes back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from lxml import etree

from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.base.svg import SvgError, parse
from cardgen.languages.exchange import Package, Unit

SPACE = "urn:oasis:names:tc:xliff:document:1.2"
_X = f"{{{SPACE}}}"
_SPACES: Any = {None: SPACE}
_SPACED = "{http://www.w3.org/XML/1998/namespace}space"
_PLURALS = "x-gettext-plurals"
_DONE = frozenset({None, "translated", "signed-off", "final"})
"""States of a target that say it is finished; all others (`new`, `needs-…`, `x-…`) are to be reviewed."""


def xliff_of(package: Package) -> bytes:
    """Return a package as an XLIFF file."""
    root = etree.Element(f"{_X}xliff", version="1.2", nsmap=_SPACES)
    file = etree.SubElement(root, f"{_X}file", original=package.game, datatype="plaintext")
    file.attrib.update({"source-language": package.source, "target-language": package.language})
    file.attrib.update({"product-name": package.game, "product-version": package.version})
    body = etree.SubElement(file, f"{_X}body")
    for number, unit in enumerate(package.units, 1):
        if not unit.plural:
            _write(body, unit, str(number), unit.text, "".join(unit.said))
            continue
        group = etree.SubElement(body, f"{_X}group", restype=_PLURALS, id=f"{number}", resname=unit.address)
        for form, said in enumerate(unit.said):
            _write(group, unit, f"{number}[{form}]", unit.plural if form else unit.text, said)
    return bytes(etree.tostring(root, pretty_print=True, xml_declaration=True, encoding="UTF-8"))


def _write(around: Any, unit: Unit, id: str, text: str, said: str) -> None:
    one = etree.SubElement(around, f"{_X}trans-unit", id=id, resname=unit.address)
    one.set(_SPACED, "preserve")
    if unit.most:
        one.attrib.update({"maxwidth": str(unit.most), "size-unit": "char"})
    etree.SubElement(one, f"{_X}source").text = text
    if said:
        target = etree.SubElement(
            one, f"{_X}target", state="needs-review-translation" if unit.review else "translated"
        )
        target.text = said
    if unit.where:
        group = etree.SubElement(one, f"{_X}context-group", purpose="location")
        etree.SubElement(group, f"{_X}context", {"context-type": "sourcefile"}).text = unit.where.file
        if unit.where.line:
            etree.SubElement(group, f"{_X}context", {"context-type": "linenumber"}).text = str(
                unit.where.line
            )
    for notes, who in ((unit.notes, "developer"), (unit.comments, "translator")):
        for note in notes:
            etree.SubElement(one, f"{_X}note", {"from": who}).text = note
    if unit.before:
        other = etree.SubElement(one, f"{_X}alt-trans", alttranstype="previous-version")
        etree.SubElement(other, f"{_X}source").text = unit.before
        etree.SubElement(other, f"{_X}target").text = said


def read_xliff(data: bytes, label: str) -> Package:
    """Return the package in an XLIFF file; CardgenError says in which line it is damaged."""
    if b"<!DOCTYPE" in data:
        raise _damaged(
            "an XLIFF file has no DOCTYPE", label, data[: data.index(b"<!DOCTYPE")].count(b"\n") + 1
        )
    try:
        root = parse(data)
    except etree.XMLSyntaxError as error:
        raise _damaged(
            f"the XLIFF file is damaged here: {error.msg.partition(', line')[0]}", label, error.lineno
        ) from None
    except SvgError as error:
        raise _damaged(str(error), label, 1) from None
    files = root.findall(f"{_X}file")
    if root.tag != f"{_X}xliff" or not files:
        what = f"the root is <{etree.QName(root).localname}>, version {root.get('version', 'unknown')}"
        raise _damaged(f"{what}, expected XLIFF 1.2 with a <file>", label, root.sourceline or 1)
    packages = [_package(file, label) for file in files]
    game, language = packages[0].game, packages[0].language
    for file, one in zip(files, packages, strict=True):
        if (one.game, one.language) != (game, language):
            of = f"this <file> is of '{one.game}' in '{one.language}'"
            raise _damaged(f"{of}, expected '{game}' in '{language}' as the first", label, file.sourceline)
    return replace(packages[0], units=tuple(unit for one in packages for unit in one.units))


def _package(file: Any, label: str) -> Package:
    """Return what is in one <file> of an XLIFF."""
    known: dict[str, int] = {}
    for one in file.iter(f"{_X}trans-unit"):
        id, line = one.get("id") or "", one.sourceline or 1
        if id in known or not id:
            before = f", as in line {known[id]}" if id else ""
            raise _damaged(
                f"the id of this trans-unit is '{id}'{before}, expected one of its own", label, line
            )
        known[id] = line
        if not one.get("resname"):
            raise _damaged("this trans-unit has no resname, the address of its text", label, line)
    language = file.get("target-language") or ""
    return Package(
        file.get("product-name") or file.get("original") or "", "", "", language, tuple(_units(file, label))
    )


def _units(file: Any, label: str) -> Iterator[Unit]:
    def around(one: Any) -> tuple[Any, bool]:
        parent = one.getparent()
        several = parent is not None and parent.get("restype") == _PLURALS
        return parent if several else one, several

    for (_, several), found in groupby(file.iter(f"{_X}trans-unit"), around):
        units = list(found)
        targets = [one.find(f"{_X}target") for one in units]
        yield Unit(
            units[0].get("resname") or "",
            _text(units[0].find(f"{_X}source")),
            _text(units[1].find(f"{_X}source")) if several and len(units) > 1 else "",
            tuple(map(_text, targets)),
            any(t is not None and t.get("state") not in _DONE for t in targets),
            comments=tuple(_text(n) for n in units[0].findall(f"{_X}note") if n.get("from") == "translator"),
            where=Location(label, units[0].sourceline or 1),
        )


def _text(element: Any) -> str:
    return "" if element is None else "".join(element.itertext())


def _damaged(message: str, label: str, line: int | None) -> CardgenError:
    return CardgenError([Problem(message, Location(label, line or 1), code="translation-file")])
