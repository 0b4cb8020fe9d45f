"""What SVG can say and a card cannot show is drawn or told, never left out: the table of refused.py, case by case."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.drawing import Art
from cardgen.faces.compose import Faces
from cardgen.faces.svg.refused import FEATURES, refusals, svg_page
from tests.faces.face_kit import FRAME_TEXT, draw, kinds, kit, svg

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
LOOK = "font-family:Roboto;font-size:4px"


def text(words: str = "Two ducks", style: str = "", options: str = "") -> str:
    return f'<text id="t" x="9" y="20" {options} style="{LOOK};{style}">{words}</text>'


IN_TEXTS = {
    f'<g filter="url(#blur)">{text()}</g>': "a filter",
    text(style="filter:url(#blur)"): "a filter",
    f'<g style="mask:url(#m)"><g mask="none">{text()}</g></g>': "a mask",
    f'<g clip-path="url(#disc)">{text()}</g>': "clip-path",
    f'<g clip-path="url(#narrow)">{text()}</g>': "clip-path",
    text(style="mix-blend-mode:multiply"): "mix-blend-mode",
    text(style="text-decoration:underline"): "underlined",
    text(options='text-decoration="line-through"'): "struck-through",
    text('Two <tspan style="text-decoration-line:underline">ducks</tspan>'): "underlined",
    text(options='dx="0 .4 -.2"'): "one by one",
    '<text x="1 4 9" y="9" style="font-family:Roboto">abc</text>': "one by one",
    text('Two <tspan dx="1.5">ducks</tspan>'): "moved by dx",
    text('Two <tspan dy="-1">ducks</tspan>'): "moved by dx or dy",
    text(options='rotate="0 10"'): "rotate",
    text(options='textLength="40"'): "textLength",
    text(style="word-spacing:1.2px"): "word-spacing",
    text(style="font-variant:small-caps"): "small capitals",
    text(style="font-variant-caps:all-small-caps"): "small capitals",
    text(style="font-stretch:condensed"): "narrow or wide",
    text(style="writing-mode:vertical-rl"): "vertical text",
    text(options='writing-mode="tb"'): "vertical text",
    text(style="fill:none;stroke:#000;stroke-width:.2"): "outline alone",
    text(style="stroke:#000;stroke-width:.2"): "outline of letters",
    f'<g stroke="#000">{text()}</g>': "outline of letters",
    text(style="dominant-baseline:middle"): "base line",
    text(style="unicode-bidi:bidi-override"): "direction",
    text(style="word-break:break-all"): "break inside words",
    text(style="line-break:anywhere"): "break inside words",
    text(style="text-shadow:1px 1px #000"): "shadow",
    text(style="transform:rotate(9deg)"): "transform in a style",
    f'<g id="pair">{text()}</g><use href="#pair" y="20"/>': "there is text inside",
    f'<g id="pair">{text()}</g><g><use href="#t" y="20"/></g>': "there is text inside",
    f"<g><defs><symbol id='s' viewBox='0 0 9 9'>{text()}</symbol></defs><rect width='9' height='9'/></g>": "there is text inside",
}

IN_SHAPES = {
    '<circle r="4" fill="url(#glow)"/>': "inner circle of a radial gradient",
    '<rect width="9" height="9" fill="url(#again)"/>': "a gradient that repeats itself",
    '<rect width="9" height="9" style="clip-path:circle(4px)"/>': "a clip path that is a shape of CSS",
    '<rect width="9" height="9" fill="oklch(60% .1 50)"/>': "a colour of lab",
    '<path d="M0 0L9 9" vector-effect="non-scaling-stroke"/>': "a line that keeps its width",
    '<rect width="9" height="9" fill="var(--gone)"/>': "the variable --gone has no value",
    '<rect width="9" height="9" style="--a:var(--b);--b:var(--a);fill:var(--a)"/>': "uses itself",
    '<rect width="9" height="9" style="transform:rotate(9dog)"/>': "'rotate(9dog)' is not a transform",
    '<path id="p" d="M0 0L9 9L oops 4"/>': "'p': the path's data is broken at “L oops 4”",
    '<path d="L9 9"/>': "broken at “L9 9”",
    '<path d="M0 0C1 1 2 2 3"/>': "broken at “C1 1 2 2 3”",
    '<polygon points="0,0 9,9 x"/>': "points are broken at “x”",
    '<rect x="NaN" width="9" height="9"/>': "x is 'NaN', expected a number",
    '<rect width="9" height="9mmm"/>': "height is '9mmm'",
    '<rect width="9" height="9" style="fill:#fff;stroke-width:nan"/>': "stroke-width is 'nan'",
    '<rect width="9" height="9" opacity="much"/>': "opacity is 'much'",
    '<rect width="9" height="9" transform="rotate(NaN)"/>': "not a transform",
    '<rect width="9" height="9" stroke-width="1e309"/>': "stroke-width is '1e309', which is too large",
    '<circle r="2000000"/>': "r is '2000000', which is too large",
    '<path d="M0 0L9e9 9"/>': "the path goes to 9e9, which is too far",
    '<path d="M5,,5 L9 9"/>': "the path's data is broken at “M5,,5 L9 9”",
    '<rect width="9" height="9MM"/>': "height is '9MM', expected a number",
    '<rect width="-9" height="9"/>': "width is '-9', expected a number from 0",
    '<path d="M0 0" stroke-miterlimit="4px"/>': "stroke-miterlimit is '4px', expected a number",
    '<path d="M0 0h9" stroke-dasharray="2 nan"/>': "stroke-dasharray is '2 nan', expected lengths of dashes",
    '<path d="M0 0h9" style="stroke-dasharray:dotted"/>': "stroke-dasharray is 'dotted'",
    '<style>.a{stroke-dasharray:2,-1}</style><path class="a" d="M0 0h9"/>': "stroke-dasharray is '2,-1'",
    '<rect width="9" height="9" fill="#12"/>': "fill is '#12', expected a colour",
    '<rect width="9" height="9" style="fill:redd"/>': "fill is 'redd', expected a colour",
    '<style>rect{/* it */stroke:gren !important}</style><rect width="9" height="9"/>': "stroke is 'gren'",
    '<rect width="9" height="9" fill="url(#wide) redd"/>': "fill is 'url(#wide) redd'",
    '<rect width="9" height="9" fill=""/>': "fill is '', expected a colour",
    '<linearGradient id="l"><stop stop-color="none"/></linearGradient><path d="" fill="url(#l)"/>': "stop-color is 'none'",
    '<symbol id="v" viewBox="0 0 nan 9"/><use href="#v"/>': "a viewBox is '0 0 nan 9'",
    '<rectt width="9" height="9"/>': "there is no <rectt> in SVG",
    '<radialgradient id="l"/>': "there is no <radialgradient> in SVG",
}

IN_CAIROSVG = {
    '<rect width="9" height="9" mask="url(#m)"/>': "a mask",
    '<rect width="9" height="9" style="mix-blend-mode:multiply"/>': "mix-blend-mode",
    '<rect width="9" height="9" stroke="#000" paint-order="stroke"/>': "paint-order",
    '<path d="M0 0L9 9" marker-end="url(#arrow)"/>': "marker",
    '<path d="M0 0L9 9" style="marker-start:url(#arrow)"/>': "marker",
    '<rect width="9" height="9" clip-path="url(#twice)"/>': "clip path that is clipped itself",
    '<rect width="9" height="9" clip-path="url(#ring)"/>': "clip-rule",
    '<rect width="9" height="9" clip-path="url(#star)"/>': "clip-rule",
    '<style>.x{clip-rule:evenodd}</style><rect width="9" height="9" clip-path="url(#holed)"/>': "clip-rule",
}
"""What CairoSVG draws wrongly, and the engines before it rightly."""

COLOURS = (
    *("none", "transparent", "red", "DarkSlateGrey", "#fa0", "#FFAA00", "#fa08", "#ffaa0080", "rgb(1,2,3)"),
    *(
        "rgb(10%, 20%, 30%)",
        "rgba(1,2,3,.5)",
        "rgb(1 2 3 / 50%)",
        "currentColor",
        "#ff0000 icc-color(p, 1, 0)",
    ),
)

SOUND = [
    text(style="word-spacing:0px;text-decoration:none;font-variant:normal;writing-mode:lr-tb;filter:none"),
    text(
        style="mix-blend-mode:normal;font-stretch:normal;text-indent:0;stroke:none;clip-path:none;mask:none"
    ),
    text(style="stroke:#000;stroke-width:0;dominant-baseline:auto;direction:ltr;text-shadow:none"),
    text(style="direction:rtl;text-anchor:end;word-break:keep-all;line-break:strict;unicode-bidi:plaintext"),
    text(options='dx="0 0 0" dy="1" rotate="0"'),
    text('Two <tspan x="9" dy="1.2em">ducks</tspan>'),
    f'<g clip-path="url(#wide)">{text()}</g>',
    '<path d="m0,0 1-1.5.5.5zM1 1h1v1H0a1 1 0 01.5.5A1 1 0 0 0 1 1q1 1 2 2t1 1S1 1 2 2z"/>',
    '<path d=""/><polyline points=" 1,2 3 4,5-6 "/><rect x="1e1" y="-.5mm" width="50%" height="9"/>',
    '<path d="M0 0H9V9H0ZM2 2H4V4H2Z" fill-rule="evenodd" clip-rule="evenodd"/>',
    '<rect width="9" height="9" clip-path="url(#plain)"/>',
    *IN_CAIROSVG,
    '<rect width="9" height="9" fill="hsl(200 80% 40% / .5)" stroke="hwb(20deg 10% 10%)"/>',
    '<g style="--c:#26c"><rect width="9" height="9" fill="var(--c)" style="stroke:var(--d,#333)"/></g>',
    '<rect style="x:1px;width:9px;height:9px;transform:rotate(9deg);transform-origin:4px 4px"/>',
    '<rect width="9" height="9" transform="none" style="text-transform:uppercase;transform:none"/>',
    *(f'<rect width="9" height="9" fill="{colour}" stroke="inherit"/>' for colour in COLOURS),
    '<rect width="9" height="9" style="fill:url(#wide) none"/><g color="red"/>',
    '<style>/* fill: what */ rect:hover{fill:rgb(1 2 3)}</style><rect width="9" height="9"/>',
    '<path d="M0 0h9" stroke-dasharray="2, 1.5mm 3%" stroke-miterlimit="4."/><title>x="y" fill: why</title>',
]

DEFS = """<defs>
<filter id="blur"/><mask id="m"/><clipPath id="disc"><circle r="90"/></clipPath>
<clipPath id="wide"><rect x="1" y="1" width="60" height="60"/></clipPath>
<clipPath id="narrow"><rect x="1" y="1" width="12" height="60"/></clipPath>
<marker id="arrow"><path d="M0 0h1"/></marker>
<linearGradient id="again" x2=".2" spreadMethod="reflect"><stop offset="0"/></linearGradient>
<radialGradient id="glow" fr="2"><stop offset="0"/></radialGradient>
<clipPath id="twice" clip-path="url(#wide)"><rect width="5" height="5"/></clipPath>
<clipPath id="ring"><path clip-rule="evenodd" d="M0 0H9V9H0ZM2 2H4V4H2Z"/></clipPath>
<clipPath id="holed"><path class="x" d="M0 0H9V9H0ZM2 2H4V4H2Z"/></clipPath>
<clipPath id="star" style="clip-rule:evenodd"><path d="M5 0L8 9L0 3H10L2 9Z"/></clipPath>
<clipPath id="plain" clip-rule="evenodd"><path d="M5 0L8 9L0 3Z"/><rect width="4" height="4"/></clipPath>
</defs>
"""


@pytest.mark.parametrize("body", [*IN_TEXTS, *IN_SHAPES])
def test_what_is_not_drawn_is_told_at_its_line(tmp_path: Path, body: str) -> None:
    _, faces = draw(tmp_path, svg(f"{DEFS}<g>\n{body}</g>"))
    (problem, *_) = faces.problems
    assert {**IN_TEXTS, **IN_SHAPES}[body] in problem.message
    assert problem.hint
    assert problem.where
    assert problem.where.line in (7, 8, 15, 16)  # the gradient itself, the layer, the shape


@pytest.mark.parametrize("body", SOUND)
def test_what_changes_nothing_is_left_alone(tmp_path: Path, body: str) -> None:
    drawing, faces = draw(tmp_path, svg(DEFS + f"<g>{body}</g>"))
    assert [p.message for p in faces.problems] == []
    assert kinds(drawing)


@pytest.mark.parametrize("body", IN_CAIROSVG)
def test_what_only_other_engines_draw_is_told_with_cairosvg(tmp_path: Path, body: str) -> None:
    made = kit(tmp_path, svg(f"{DEFS}<g>\n{body}</g>"))
    faces = Faces(made, engine="cairosvg")
    faces.front(made.card("C1"))
    (problem, *_) = faces.problems
    assert IN_CAIROSVG[body] in problem.message


def test_a_filter_is_drawn_and_said_to_become_pixels(tmp_path: Path) -> None:
    drawing, faces = draw(tmp_path, svg(f'{DEFS}<g>\n<circle r="9" filter="url(#blur)"/></g>'))
    (problem,) = faces.problems
    assert (problem.level, str(problem.where)) == ("warning", "kit/faces/card.svg:16")
    assert "it becomes pixels, 600 to the inch" in problem.message
    assert any(isinstance(item, Art) and b"circle" in item.svg for item in drawing.items)


@pytest.mark.parametrize(
    ("said", "drawn"),
    [
        ('<g style="--c:#26c"><rect width="9" height="9" fill="var(--c)"/></g>', b'fill="#26c"'),
        ('<rect width="9" height="9" style="fill:var(--no, var(--none,#b11))"/>', b'style="fill:#b11"'),
        ("<style>:root{--c:#26c}rect{fill:var(--c)}</style><rect width='9' height='9'/>", b'style="fill:#26c"'),
        ("<style>rect:not(.b){fill:#26c}</style><rect width='9' height='9'/>", b'style="fill:#26c"'),
        ('<rect style="width:9px;height:4px"/>', b'width="9px"'),
        ('<rect width="9" height="9" style="transform:translateX(4px) rotate(.25turn)"/>', b'transform="translate(4 0) rotate(90)"'),
        ('<rect width="9" height="9" style="transform:rotate(90deg);transform-origin:4px 5px"/>', b'"translate(4 5) rotate(90) translate(-4 -5)"'),
        ('<rect width="9" height="9" fill="hsl(200, 80%, 40%)"/>', b'fill="#1481b8"'),
    ],
)  # fmt: skip
def test_what_css_says_is_said_as_every_engine_reads_it(tmp_path: Path, said: str, drawn: bytes) -> None:
    drawing, faces = draw(tmp_path, svg(f"<g>{said}</g>"))
    (piece,) = [item for item in drawing.items if isinstance(item, Art)]
    assert drawn in piece.svg
    assert not list(faces.problems)


def test_a_wrong_shape_is_found_inside_its_layer(tmp_path: Path) -> None:
    _, faces = draw(tmp_path, svg('<g>\n<rect width="1" height="1"/>\n<g>\n<path d="M1"/></g></g>'))
    (problem,) = faces.problems
    assert str(problem.where) == "kit/faces/card.svg:5"


def test_an_opacity_in_percent_is_drawn_as_the_number_it_means(tmp_path: Path) -> None:
    shape = '<rect width="9" height="9" fill-opacity="50%" style="opacity: 7.5%;width:50%"/>'
    drawing, faces = draw(tmp_path, svg(f"<g>{shape}</g>"))
    (piece,) = [item for item in drawing.items if isinstance(item, Art)]
    assert b'fill-opacity="0.5"' in piece.svg
    assert b'style="opacity:0.075"' in piece.svg
    assert b'width="50%"' in piece.svg, "not of 50, but of 50 hundredths"
    assert not list(faces.problems)


@pytest.mark.parametrize(
    ("said", "drawn"),
    [("#f008", "rgba(255,0,0,0.533333)"), ("#ff000000", "rgba(255,0,0,0)"), ("rgb(255 0 0)", "#ff0000"),
     ("rgba(255,0,0,50%)", "rgba(255,0,0,0.5)"), ("#f00", "#f00")],
)  # fmt: skip
def test_colours_are_drawn_as_the_engine_knows_them(tmp_path: Path, said: str, drawn: str) -> None:
    drawing, _ = draw(tmp_path, svg(f'<rect width="9" height="9" fill="{said}" style="stroke:{said}"/>'))
    (piece,) = [item for item in drawing.items if isinstance(item, Art)]
    assert f'fill="{drawn}" style="stroke:{drawn}"'.encode() in piece.svg


def test_what_is_refused_is_not_drawn(tmp_path: Path) -> None:
    """A circle as large as that keeps the art engine busy for ever."""
    drawing, faces = draw(tmp_path, svg('<circle r="1e309"/>'))
    assert len(list(faces.problems)) == 1
    assert not [item for item in drawing.items if isinstance(item, Art) and b"circle" in item.svg]


def test_an_icon_in_a_text_is_refused_like_any_art(tmp_path: Path) -> None:
    icon = '<symbol id="duck" viewBox="0 0 9 9"><circle r="wide"/></symbol>'
    _, faces = draw(tmp_path, svg(f"<defs>{icon}</defs>" + text("Two {duck}")))
    (problem,) = faces.problems
    assert problem.message == "r is 'wide', expected a number"


def test_names_in_any_script_stay_well_formed(tmp_path: Path) -> None:
    _, faces = draw(tmp_path, svg('<g><é́ x="1" ü="2"/><rect width="9" height="9"/></g>'))
    (problem,) = faces.problems
    assert problem.message == "there is no <é́> in SVG"


def test_a_problem_of_a_text_is_told_once_for_all_cards(tmp_path: Path) -> None:
    _, faces = draw(
        tmp_path, svg(text("{{ card.id }}", style="text-decoration:underline") + FRAME_TEXT.format("a"))
    )
    assert len(list(faces.problems)) == 1


def test_broken_path_data_of_any_length_is_found_at_once() -> None:
    rest = "1 " * 200_000
    (refusal,) = refusals(f'{HEAD}<path d="M1 1L{rest}1 x"/></svg>'.encode(), "svg2pdf")
    assert "broken" in refusal.message


def test_the_page_about_svg_is_the_table() -> None:
    page = Path(__file__).parents[2] / "docs" / "svg.md"
    assert page.read_text("utf-8") == svg_page(), "run python -m cardgen.faces.svg.refused"


def test_the_table_says_each_thing_once_with_a_way_out() -> None:
    names = [feature.name for feature in FEATURES]
    assert len(set(names)) == len(names)
    assert all(feature.hint and (feature.shapes or feature.texts or feature.tags) for feature in FEATURES)
