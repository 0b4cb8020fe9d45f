"""How a tagged PDF is heard, as PDFium reads it: elements with their words for who cannot see them."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pdfua
import pypdfium2
import pypdfium2.raw as pdfium

_HOLD = {"L": {"LI"}, "LI": {"Lbl", "LBody"}, "Table": {"TR"}, "TR": {"TH", "TD"}}


def _read(function: Any, element: Any) -> str:
    length = function(element, None, 0)
    buffer = ctypes.create_string_buffer(length)
    function(element, buffer, length)
    return buffer.raw[: max(0, length - 2)].decode("utf-16-le")


def elements(pdf: Path) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each element of each page: the roles that lead to it, and its words for who cannot see it."""

    def below(element: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
        here = (*path, _read(pdfium.FPDF_StructElement_GetType, element))
        yield here, _read(pdfium.FPDF_StructElement_GetAltText, element)
        for n in range(pdfium.FPDF_StructElement_CountChildren(element)):
            if child := pdfium.FPDF_StructElement_GetChildAtIndex(element, n):
                yield from below(child, here)

    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            tree = pdfium.FPDF_StructTree_GetForPage(page)
            for n in range(pdfium.FPDF_StructTree_CountChildren(tree)):
                yield from below(pdfium.FPDF_StructTree_GetChildAtIndex(tree, n), ())
            pdfium.FPDF_StructTree_Close(tree)


def check_heard(pdf: Path) -> None:
    """A sheet begins with its title, each picture that is heard has words, and each part lies in what may hold it."""
    found = list(elements(pdf))
    assert found
    headings = [path[-1] for path, _ in found if path[-1] in ("H1", "H2", "H3")]
    assert headings[0] == "H1"
    assert headings.count("H1") == 1
    assert headings.count("H2") >= 4, "no level is skipped"
    assert [path for path, alt in found if path[-1] == "Figure" and not alt] == []
    for path, _ in found:
        if len(path) > 1 and path[-2] in _HOLD:
            assert path[-1] in _HOLD[path[-2]], path
        if path[-1] in set.union(*_HOLD.values()):
            assert path[-1] in _HOLD.get(path[-2], ()), path


def check_by_others(pdf: Path) -> None:
    """A checker that is not ours finds no error among the rules of PDF/UA that it knows."""
    report = pdfua.validate(str(pdf))
    assert [str(found) for found in report.findings if found.severity is pdfua.Severity.ERROR] == []
