"""The art engines: one SVG in, one PDF page out, and the page as a form that any of our PDFs can carry.

Two engines do the same job: CairoSVG (the default, needs the cairo library) and typst (an extra). Nobody
chooses for the author: a missing engine is an error with the line that installs it. In a build an engine runs in
a process of its own, an artist, which `serve` is.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
from typing import Any, BinaryIO

from cardgen.base.errors import CardgenError, Problem
from cardgen.faces.art.caps import ArtFault, checked, data_only, svg_size
from cardgen.faces.art.form import ArtForm, Engine
from cardgen.faces.art.photo import photo_form


class ArtEngineMissing(CardgenError):
    """The art engine is not installed; the problem's hint is the line that installs it."""


def svg_to_pdf(svg: bytes, engine: Engine = "cairosvg") -> bytes:
    """Return a PDF of one page, exactly as large as the SVG says.

    Raises `ArtFault` when it cannot be drawn and `ArtEngineMissing` without the engine.
    """
    return _DRAW[engine](checked(svg))


def load_engine(engine: Engine) -> str:
    """Import the engine and return what draws ("cairosvg 2.9.1, cairo 1.16.0"), or raise `ArtEngineMissing`."""
    if engine == "typst":
        return f"typst {_typst().__version__}"
    cairosvg = _cairosvg()
    import cairocffi

    return f"cairosvg {cairosvg.VERSION}, cairo {cairocffi.cairo_version_string()}"


def draw_form(svg: bytes, engine: Engine = "cairosvg") -> ArtForm:
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
        raise _missing("cairosvg", "the cairo library is missing", _cairo_hint()) from None
    except ImportError:
        raise _missing("cairosvg", "the package cairosvg is missing", "pip install cairosvg") from None
    tags = cairosvg.surface.TAGS
    if tags["image"] is not _image:
        _image.usual = tags["image"]  # type: ignore[attr-defined]
        tags["image"] = _image
    return cairosvg


def _image(surface: Any, node: Any) -> None:
    """Draw a JPEG that fills its box as it is; CairoSVG alone would unpack it, and the PDF would be ten times as large."""
    address = node.get_href() or ""
    if not address.startswith("data:image/jpeg;") or node.get("preserveAspectRatio") != "none":
        _image.usual(surface, node)  # type: ignore[attr-defined]
        return
    import io

    import cairocffi
    from cairosvg.helpers import size
    from PIL import Image

    data = data_only(address, "")
    with Image.open(io.BytesIO(data), formats=("JPEG",)) as image:
        wide, high = image.size
        grey_or_rgb = image.mode in ("L", "RGB")
        pixels = bytearray(image.convert("RGB").convert("RGBA").tobytes("raw", "BGRA"))
    shown = cairocffi.ImageSurface.create_for_data(pixels, cairocffi.FORMAT_RGB24, wide, high)
    if grey_or_rgb:
        shown.set_mime_data("image/jpeg", data)
    context = surface.context
    context.save()
    x, y, width, height = (
        size(surface, node.get(name), axis)
        for name, axis in zip(("x", "y", "width", "height"), "xyxy", strict=True)
    )
    context.translate(x, y)
    context.scale(width / wide, height / high)
    context.set_source_surface(shown)
    context.paint_with_alpha(float(node.get("opacity", 1)))
    context.restore()


def _typst() -> Any:
    try:
        import typst
    except ImportError:
        raise _missing("typst", "the package typst is missing", "pip install 'cardgen[typst]'") from None
    return typst


def _missing(engine: str, what: str, hint: str) -> ArtEngineMissing:
    message = f"the art engine {engine} cannot draw here: {what}"
    return ArtEngineMissing([Problem(message, hint=hint, code="art-engine-missing")])


def _cairo_hint() -> str:
    if sys.platform == "darwin":
        return "brew install cairo"
    if sys.platform == "win32":
        return "install the GTK runtime, or MSYS2 and then: pacman -S mingw-w64-x86_64-cairo"
    return "sudo apt-get install libcairo2 (Fedora: dnf install cairo; Arch: pacman -S cairo; Alpine: apk add cairo)"


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


_DRAW = {"cairosvg": _draw_with_cairosvg, "typst": _draw_with_typst}


# ---- in the artist's own process --------------------------------------------------------------------


def send(pipe: BinaryIO, message: object) -> None:
    """Say something to the process at the other end: in pickles, both ends being ours."""
    pickle.dump(message, pipe, protocol=5)
    pipe.flush()


def serve(engine: Engine) -> None:
    """Be the artist: greet, then answer every SVG on stdin with a form or an exception, until stdin ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between the answers
    _cap_memory()
    try:
        send(answers, load_engine(engine))
    except ArtEngineMissing as missing:
        send(answers, missing)
        return
    import pikepdf  # noqa: F401  # now, while the main process still reads the kit

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
