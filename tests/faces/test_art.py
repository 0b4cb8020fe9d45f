from __future__ import annotations

import base64
import builtins
import io
import pickle
import sys
import zlib
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from cardgen.base.errors import CardgenError
from cardgen.base.systems import install_line
from cardgen.faces.art.caps import ArtFault, checked, svg_size
from cardgen.faces.art.engines import ArtEngineMissing, draw_form, svg_to_pdf
from cardgen.faces.art.form import ENGINES, Engine, engine_here

engines = pytest.mark.parametrize("engine", ENGINES)


def svg(body: str, size: str = 'width="63mm" height="88mm" viewBox="0 0 63 88"') -> bytes:
    head = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"<svg {head} {size}>{body}</svg>".encode()


def png(width: int = 4, height: int = 4, colour: str = "#0000ff") -> str:
    data = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(data, "PNG")
    return "data:image/png;base64," + base64.b64encode(data.getvalue()).decode()


def picture(pdf: bytes, width: int = 360) -> Image.Image:
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0]
        return page.render(scale=width / page.get_width()).to_pil().convert("RGB")


@engines
@pytest.mark.parametrize(
    ("size", "points"),
    [
        ('width="63mm" height="88mm" viewBox="0 0 63 88"', (178.583, 249.449)),
        ('width="2.5in" height="3.5in" viewBox="0 0 10 14"', (180, 252)),
        ('width="96" height="48px" viewBox="0 0 2 1"', (72, 36)),
        ('viewBox="-3 -3 96 48"', (72, 36)),
    ],
)
def test_a_page_has_exactly_the_proportions_of_its_svg(
    engine: Engine, size: str, points: tuple[float, float]
) -> None:
    pdf = svg_to_pdf(svg('<rect width="1" height="1"/>', size), engine)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        box = [float(v) for v in document.pages[0].mediabox]
        assert len(document.pages) == 1
    unit = 4 / 3 if engine == "svg2pdf" else 1  # its points are the SVG's px
    assert box == pytest.approx([0, 0, *(unit * side for side in points)], abs=0.01)


FACES = {
    "shapes": '<rect width="63" height="88" fill="#f7ead0"/><circle cx="30" cy="30" r="20" fill="#c8862b" stroke="#222"/>'
    '<path d="M5 80C20 40 40 90 58 60" fill="none" stroke="#2a6db3" stroke-width="3" stroke-linecap="round"/>',
    "gradient": '<defs><linearGradient id="g" gradientTransform="rotate(45)"><stop offset="0" stop-color="#f00"/>'
    '<stop offset="1" stop-color="#00f"/></linearGradient></defs><rect x="5" y="5" width="53" height="78" fill="url(#g)"/>',
    "pattern": '<defs><pattern id="p" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<path d="M0 3L3 0L6 3L3 6z" fill="#4a1f0a"/></pattern></defs><rect width="63" height="88" fill="url(#p)"/>',
    "clip and opacity": '<defs><clipPath id="c"><circle cx="30" cy="40" r="25"/></clipPath></defs>'
    '<g clip-path="url(#c)"><rect width="63" height="88" fill="#393"/></g>'
    '<g opacity=".5"><rect x="10" y="10" width="30" height="30" fill="#c00"/><rect x="25" y="25" width="30" height="30" fill="#00c"/></g>',
    "symbols": '<defs><symbol id="s" viewBox="0 0 10 10"><path d="M5 0L10 10H0z" fill="#06a"/></symbol></defs>'
    '<use href="#s" x="5" y="5" width="20" height="20"/><use xlink:href="#s" x="30" y="40" width="30" height="30"/>',
    "picture": f'<image x="5" y="5" width="40" height="40" href="{png()}"/>',
    "black by default": '<rect x="10" y="10" width="30" height="30"/>',
}


@pytest.mark.parametrize("name", FACES)
def test_all_engines_draw_the_same_picture(name: str) -> None:
    first, *others = (picture(svg_to_pdf(svg(FACES[name]), engine)) for engine in ENGINES)
    assert len(first.getcolors(1 << 20) or []) > 1, "an empty picture proves nothing"
    for other in others:
        assert abs(first.height - other.height) <= 1
        off = ImageChops.difference(first, other.resize(first.size)).convert("L").histogram()
        assert sum(off[60:]) / sum(off) < 0.02  # edges may lie half a pixel elsewhere


@engines
@pytest.mark.parametrize(
    "body",
    [
        '<image href="secret.png" width="9" height="9"/>',
        '<image xlink:href="file:///etc/passwd" width="9" height="9"/>',
        '<image href="http://127.0.0.1/x.png" width="9" height="9"/>',
        '<use href="other.svg#stag"/>',
        '<image href="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 '
        'width=%221%22 height=%221%22%3E%3Cimage href=%22/etc/passwd%22/%3E%3C/svg%3E" width="9" height="9"/>',
    ],
)
def test_art_reaches_neither_files_nor_the_network(engine: Engine, body: str) -> None:
    with pytest.raises(ArtFault, match="may only hold data: pictures"):
        svg_to_pdf(svg(body), engine)


def test_a_bomb_of_uses_is_counted_before_it_is_drawn() -> None:
    levels = "".join(
        f'<g id="a{i}">{f"<use href=%s#a{i - 1}%s/>" % (chr(34), chr(34)) * 10}</g>' for i in range(1, 8)
    )
    bomb = svg(f'<defs><g id="a0"><rect width="1" height="1"/></g>{levels}</defs><use href="#a7"/>')
    with pytest.raises(ArtFault, match=r"grows to [\d,]+ elements when every <use> is drawn"):
        checked(bomb)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', "refers to itself"),
        ('<use href="#stag"/>', "uses '#stag', which is not in it"),
        ("<g>" * 300 + "</g>" * 300, "nested deeper than 200"),
        ("<rect></circle>", "not well-formed"),
        (f'<image href="{png(1, 1)[:60]}"/>', "picture"),
    ],
)
def test_a_broken_svg_is_refused_with_the_reason(body: str, says: str) -> None:
    with pytest.raises(ArtFault, match=says):
        checked(svg(body))


def test_a_document_type_with_entities_is_refused() -> None:
    lol = b'<!DOCTYPE svg [<!ENTITY lol "lol">]>' + svg("<title>&lol;</title>")
    with pytest.raises(ArtFault, match="document type"):
        checked(lol)


def test_a_huge_picture_is_refused_by_its_header_alone() -> None:
    header = bytes.fromhex("89504e470d0a1a0a0000000d49484452") + (60_000).to_bytes(4, "big") * 2
    data = base64.b64encode(header + b"\x08\x06\x00\x00\x00" + b"\x00" * 40).decode()
    with pytest.raises(ArtFault, match=r"60000 × 60000 pixels|far too large"):
        checked(svg(f'<image href="data:image/png;base64,{data}"/>'))


@pytest.mark.parametrize(
    "text", ['width="0" height="5"', 'width="99999mm" height="5"', 'width="2em" height="5"', ""]
)
def test_an_impossible_size_is_refused(text: str) -> None:
    with pytest.raises(ArtFault):
        svg_size(svg("", text))


def test_a_missing_cairo_library_is_an_error_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = builtins.__import__

    def without_cairo(name: str, *args: Any) -> Any:
        if name == "cairosvg":
            raise OSError('no library called "cairo-2" was found')
        return real(name, *args)

    monkeypatch.setattr(builtins, "__import__", without_cairo)
    with pytest.raises(ArtEngineMissing) as caught:
        svg_to_pdf(svg(""), "cairosvg")
    (problem,) = caught.value.problems
    assert problem.hint == install_line("cairo")
    assert isinstance(pickle.loads(pickle.dumps(caught.value)), CardgenError)


def test_the_engine_is_the_first_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    there = {"typst", "cairosvg"}
    monkeypatch.setattr("cardgen.faces.art.form.find_spec", lambda module: module in there or None)
    assert engine_here() == "typst"
    there.add("svg2pdf_py")
    assert engine_here() == "svg2pdf"
    there.clear()
    assert engine_here() == "cairosvg", "whose absence says what to install"


def test_colours_are_those_of_the_rest_of_the_page() -> None:
    """svg2pdf names a colour space of its own; presses and ink measures read `r g b rg`."""
    form = draw_form(svg(FACES["shapes"] + FACES["clip and opacity"]), "svg2pdf")
    content = b"".join(zlib.decompress(o.stream) for o in form.objects if o.stream)
    assert b" rg\n" in content
    assert b" RG\n" in content
    assert b"/cs" not in content
    assert not any(isinstance(part, bytes) and b"ICCBased" in part for o in form.objects for part in o.head)


def test_typst_is_never_chosen_when_it_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(ArtEngineMissing, match="pip install typst"):
        svg_to_pdf(svg(""), "typst")


@engines
def test_a_form_survives_the_way_to_the_main_process(engine: Engine) -> None:
    form = draw_form(svg(FACES["picture"] + FACES["gradient"]), engine)
    assert pickle.loads(pickle.dumps(form)) == form
    assert form.width / form.height == pytest.approx(63 / 88, abs=1e-4)


@engines
def test_only_see_through_art_says_so(engine: Engine) -> None:
    assert draw_form(svg(FACES["clip and opacity"]), engine).transparent
    assert not draw_form(svg(FACES["shapes"]), engine).transparent


@engines
def test_drawing_twice_gives_the_same_form(engine: Engine) -> None:
    assert draw_form(svg(FACES["gradient"]), engine) == draw_form(svg(FACES["gradient"]), engine)


def test_art_blends_with_what_lies_below_it() -> None:
    """A piece of art is a slice of its drawing: as a group of its own it would blend with nothing."""
    body = '<rect width="63" height="88" fill="#0bf" style="mix-blend-mode:multiply"/>'
    form = draw_form(svg(body), "svg2pdf")
    assert form.transparent
    assert not any(isinstance(part, bytes) and b"/Group" in part for part in form.objects[0].head)
