from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET

import cairosvg
import pytest
from PIL import Image, ImageChops

from cardgen.base.drawing import Art, Drawing, Path, PlacedDrawing, multiply, rect, rotate, translate
from cardgen.export.svg import drawing_svg, svg_sprites, symbol
from tests.export.printing import BOLD, ROBOTO, art, line, picture, printed, sheet, square

GRADIENT = (
    '<defs><linearGradient id="g"><stop offset="0" stop-color="{}"/><stop offset="1" stop-color="#fff"/>'
    '</linearGradient></defs><rect width="20" height="20" fill="url(#g)"/>'
)


def rich_drawing() -> Drawing:
    inner = Drawing(
        "inner",
        -3,
        -3,
        26,
        26,
        (
            art(GRADIENT.format("#900"), -3, -3, 26, 26),
            line("Office", 0, 10, 4, BOLD, fill="#00aa00"),
            square("#112233", 1, 14, 4, opacity=0.4),
        ),
    )
    return sheet(
        PlacedDrawing(inner, translate(5, 5), clip=rect(0, 0, 20, 20, radius=3)),
        PlacedDrawing(inner, multiply(translate(40, 8), rotate(30)), opacity=0.7),
        line("Text", 5, 38, 5, ROBOTO, fill="#2a6db3", matrix=rotate(-5, 5, 38)),
        Path(
            (("M", 1, 1), ("L", 30, 1), ("L", 30, 3)), stroke="#000000", width=0.6, dash=(1, 2), cap="round"
        ),
        art(GRADIENT.format("#009"), 48, 28, 10, 10),
    )


def test_the_picture_is_the_one_that_is_printed() -> None:
    drawing = rich_drawing()
    on_paper = picture(printed(drawing))
    data = cairosvg.svg2png(
        drawing_svg(drawing).encode(), output_width=240, output_height=160, background_color="white"
    )
    on_screen = Image.open(io.BytesIO(data)).convert("RGB")
    off = ImageChops.difference(on_paper, on_screen).convert("L").histogram()
    assert sum(off[64:]) / sum(off) < 0.01
    assert sum(off[16:]) / sum(off) < 0.05


def test_an_svg_is_well_formed_states_its_size_and_tells_its_words() -> None:
    root = ET.fromstring(drawing_svg(rich_drawing()))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("60mm", "40mm", "0 0 60 40")
    assert root.get("role") == "img"
    assert root.get("aria-label") == "sheet: Office Office Text"


def test_words_and_names_are_escaped() -> None:
    drawing = Drawing('"<b>', 0, 0, 9, 9, (line("a<b&c"),))
    assert ET.fromstring(drawing_svg(drawing)).get("aria-label") == '"<b>: a<b&c'


def test_every_id_is_there_once_and_every_reference_finds_one() -> None:
    markup = drawing_svg(rich_drawing())
    ids = re.findall(r'\bid="([^"]+)"', markup)
    assert len(ids) == len(set(ids))
    wanted = set(re.findall(r'href="#([^"]+)"', markup)) | set(re.findall(r"url\(#([^)]+)\)", markup))
    assert wanted <= set(ids)
    assert sum(name.endswith("-g") for name in ids) == 2, "two pieces of art call a gradient g"


def test_sprites_share_everything_and_each_drawing_is_small() -> None:
    drawings = [
        Drawing(f"C{n}", 0, 0, 20, 20, (art(GRADIENT.format("#900")), line("hops and malt", 1, 9, 2)))
        for n in range(12)
    ]
    definitions, shown = svg_sprites(drawings, prefix="deck")
    assert definitions.count("<linearGradient") == 1
    assert definitions.count('<path id="deckf1-') == len(set("hopsandmalt"))
    assert list(shown) == drawings
    assert all(len(markup) < 250 for markup in shown.values())
    assert len(set(re.findall(r'href="#(\w+)"', "".join(shown.values())))) == 12
    ET.fromstring(f'<div xmlns="http://www.w3.org/1999/xhtml">{definitions}{"".join(shown.values())}</div>')


def test_two_sets_on_one_page_do_not_meet() -> None:
    drawings = [sheet(line("ale"))]
    one, two = (set(re.findall(r'\bid="([^"]+)"', svg_sprites(drawings, prefix=p)[0])) for p in "ab")
    assert one
    assert not one & two


@pytest.mark.parametrize(
    "evil",
    [
        "<script>alert(1)</script>",
        '<rect onclick="alert(1)" width="1" height="1"/>',
        '<a href="javascript:alert(1)"><rect width="1" height="1"/></a>',
        "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><img src='x' onerror='alert(1)'/></body></foreignObject>",
        '<image href="https://example.org/spy.png"/>',
        '<image href="data:image/svg+xml,&lt;svg onload=alert(1)&gt;"/>',
        '<rect fill="url(https://example.org/spy)"/>',
        "<style>@import 'https://example.org/spy.css';</style>",
        "<style>rect{fill:url(https://example.org/spy)}</style>",
        "<style>&lt;/style>&lt;script>alert(1)&lt;/script></style>",
        '<use href="https://example.org/x.svg#spy"/>',
    ],
)
def test_a_strangers_art_does_nothing_in_a_page(evil: str) -> None:
    markup = symbol(art(evil).svg, "a1")
    for word in ("alert", "example.org", "javascript", "<script", "foreignObject", "onload", "@import"):
        assert word not in markup


def test_a_style_sheet_reaches_its_own_art_only() -> None:
    styled = (
        "<style>rect, .ink{fill:url(#g)} #frame{stroke:red}</style>"
        + '<rect class="ink" id="frame" width="9" height="9"/>'
    )
    markup = symbol(art(styled).svg, "a1")
    assert "#a1 rect,#a1 .a1-ink,.a1-ink{fill:url(#a1-g)}" in markup
    assert "#a1 #a1-frame,#a1-frame{stroke:red}" in markup
    assert 'class="a1-ink" id="a1-frame"' in markup


def test_what_the_root_says_is_kept() -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="4mm" height="4mm" fill="#c8862b"><path d="M0 0h9v9z"/></svg>'
    markup = symbol(svg, "a1")
    assert '<g fill="#c8862b">' in markup
    assert re.search(r'viewBox="0 0 15\.118\d* 15\.118\d*"', markup)


def test_a_space_has_no_outline_and_empty_text_no_markup() -> None:
    drawing = sheet(line("   "), Art(art("").svg, "k", 0, 0, 1, 1))
    assert "<g" not in drawing_svg(drawing)
