"""The art engines: one SVG in, one PDF page out, and the page as a form that any of our PDFs can carry.

Three engines do the same job: svg2pdf, typst (an extra; both are made of the same Rust libraries) and CairoSVG, which
needs the cairo library and stays where no wheel of svg2pdf is. An engine that was asked for and is missing is an error
with the line that installs it. In a build an engine runs in a process of its own, which `serve` is.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
from typing import Any, BinaryIO

from cardgen.base.errors import CardgenError, Problem
from cardgen.base.systems import install_line, pip_line
from cardgen.faces.art.caps import ArtFault, checked, data_only, svg_size
from cardgen.faces.art.form import MODULES, ArtForm, Engine, engine_here
from cardgen.faces.art.photo import photo_form


class ArtEngineMissing(CardgenError):
    """The art engine is not installed; the problem's hint is the line that installs it."""


def svg_to_pdf(svg: bytes, engine: Engine | None = None) -> bytes:
    """Return a PDF of one page in the proportions of the SVG.

    Raises `ArtFault` when it cannot be drawn and `ArtEngineMissing` without the engine (default: the best one here).
    """
    return _DRAW[engine or engine_here()](checked(svg))


def draw_form(svg: bytes, engine: Engine | None = None) -> ArtForm:
    """Return the SVG drawn as a form, through the engine and pikepdf; a picture goes in as it is."""
    from cardgen.faces.art.lift import pdf_to_form

    if (form := photo_form(svg)) is not None:
        return form
    return pdf_to_form(svg_to_pdf(svg, engine))


# ---- the engines ------------------------------------------------------------------------------------


def _cairosvg() -> Any:
    try:
        import cairosvg
    except OSError:  # cairocffi found no library to open: not an ImportError
        raise _missing("cairosvg", "the cairo library is missing", install_line("cairo")) from None
    except ImportError:
        raise _missing("cairosvg", "the package cairosvg is missing", pip_line("cairosvg")) from None
    return cairosvg


def _typst() -> Any:
    try:
        import typst
    except ImportError:
        raise _missing("typst", "the package typst is missing", pip_line("typst")) from None
    return typst


def _missing(engine: str, what: str, hint: str) -> ArtEngineMissing:
    message = f"the art engine {engine} cannot draw here: {what}"
    return ArtEngineMissing([Problem(message, hint=hint, code="art-engine-missing")])


RASTER_DPI = 600.0
"""What a filter is drawn with: the one thing of an SVG that becomes pixels."""


def _draw_with_svg2pdf(svg: bytes) -> bytes:
    try:
        import svg2pdf_py
    except ImportError:
        raise _missing("svg2pdf", "the package svg2pdf-py is missing", pip_line("svg2pdf-py")) from None
    svg_size(svg)
    how = svg2pdf_py.ConversionOptions(compress=False, raster_scale=RASTER_DPI / 96, embed_text=False)
    try:
        pdf: bytes = svg2pdf_py.svg_to_pdf(svg.decode(), svg2pdf_py.FontDatabase(), how)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic of Rust is no Exception
        raise ArtFault(f"svg2pdf says: {error}") from None
    return pdf


def _draw_with_cairosvg(svg: bytes) -> bytes:
    cairosvg = _cairosvg()
    try:
        pdf: bytes = cairosvg.surface.PDFSurface.convert(svg, url_fetcher=data_only)
    except ArtFault:
        raise
    except RecursionError:
        raise ArtFault("it is nested too deeply") from None
    except Exception as error:
        raise ArtFault(f"CairoSVG says {type(error).__name__}: {error}") from None
    return pdf


def _draw_with_typst(svg: bytes) -> bytes:
    typst = _typst()
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False)
    width, height = svg_size(svg)
    page = f"#set page(width: {width:.6f}mm, height: {height:.6f}mm, margin: 0mm)\n"
    body = '#image("art.svg", width: 100%, height: 100%, fit: "stretch")'
    files = {"main.typ": (page + body).encode(), "art.svg": svg}
    try:
        pdf: bytes = typst.compile(files, font_paths=fonts, timestamp=0)
    except Exception as error:
        raise ArtFault(f"typst says: {error}") from None
    return pdf


_DRAW = {"svg2pdf": _draw_with_svg2pdf, "cairosvg": _draw_with_cairosvg, "typst": _draw_with_typst}


# ---- in the worker's own process --------------------------------------------------------------------


def send(pipe: BinaryIO, message: object) -> None:
    """Say something to the process at the other end: in pickles, both ends being ours."""
    pickle.dump(message, pipe, protocol=5)
    pipe.flush()


def serve(engine: Engine) -> None:
    """Be the worker: answer every SVG on stdin with a form or an exception, until stdin ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between the answers
    _cap_memory()
    import pikepdf  # noqa: F401  # now, while the main process still reads the kit

    with contextlib.suppress(ImportError, OSError):  # reported with the first piece of art
        __import__(MODULES[engine])
    # until nobody asks or nobody listens any more
    with contextlib.suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            send(answers, _drawn(pickle.load(sys.stdin.buffer), engine))


def _drawn(svg: bytes, engine: Engine) -> ArtForm | Exception:
    try:
        return draw_form(svg, engine)
    except (ArtFault, CardgenError) as fault:
        return fault
    except MemoryError:
        return ArtFault("drawing it needs too much memory")
    except Exception as error:
        return ArtFault(f"{type(error).__name__}: {error}")


def _cap_memory(limit: int = 4 << 30) -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or hard > limit:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
