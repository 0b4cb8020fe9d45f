"""One card with everything that a face can have, as a picture: what a template says is what is printed."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from cardgen.base.drawing import Page
from cardgen.export.pdf import write_pdf
from cardgen.export.plates import Press
from cardgen.export.png import write_png
from cardgen.faces.compose import Faces
from tests.export.printing import forms
from tests.faces.face_kit import kit, svg
from tests.golden_pages import assert_look_as_approved, golden_names, pages_of

GOLDEN = Path(__file__).parent / "golden"
DPI = 101.6  # four dots a millimetre

FACE = svg(
    """
<style>#own {fill:#8e1b2c} .head {font-family:Abril Fatface;font-size:4.5pt;fill:#2a6db3} text {font-family:Zilla Slab;font-size:3px}</style>
<defs>
  <linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#f6d365"/><stop offset="1" stop-color="#2a6db3"/>
  </linearGradient>
  <clipPath id="hole"><circle cx="14" cy="22" r="8"/></clipPath>
  <pattern id="check" width="4" height="4" patternUnits="userSpaceOnUse">
    <rect width="2" height="2" fill="#2d2d2d"/><rect x="2" y="2" width="2" height="2" fill="#2d2d2d"/>
  </pattern>
  <symbol id="flag" viewBox="0 0 10 10"><path d="M1 0v10h1V6h7L7 3l2-3z" fill="{{ palette.ink }}"/></symbol>
  <symbol id="drop" viewBox="0 0 10 10"><path d="M5 0l4 7a4 3 0 0 1-8 0z" fill="currentColor"/></symbol>
  <rect id="even" x="3" y="44" width="27" height="18"/><rect id="mid" x="33" y="44" width="27" height="18"/>
  <rect id="low" x="3" y="65" width="27" height="16"/><rect id="tall" x="33" y="65" width="27" height="16"/>
</defs>
<g id="sky"><rect x="-3" y="-3" width="69" height="44" fill="url(#dusk)"/></g>
<g id="seen"><rect x="4" y="12" width="20" height="20" fill="url(#check)" clip-path="url(#hole)"/></g>
<g id="veil" opacity="0.5"><rect x="26" y="12" width="14" height="14" fill="#ffffff"/>
  <circle cx="40" cy="26" r="6" fill="#8e1b2c"/></g>
<g id="flags">
  <use href="#flag" x="46" y="12" width="7" height="7"/>
  <use href="#flag" transform="translate(58 14) rotate(30) scale(0.6)" width="10" height="10"/>
  <use href="#flag" transform="matrix(-0.7 0 0 0.7 56 24)" width="10" height="10"/>
</g>
<g id="part"><use href="art/parts.svg#star" x="5" y="32" width="8" height="8"/></g>
<g id="small"><use href="face:C2" x="50" y="31" width="7" height="9.777"/></g>
<g id="panels"><rect x="2" y="43" width="59" height="39.5" rx="2" fill="#fffdf5" stroke="#2d2d2d" stroke-width=".3"/></g>
<text id="own" class="head" x="31.5" y="8" style="text-anchor:middle">{{ card.name }}</text>
<text x="16" y="38">one <tspan style="font-weight:700;fill:#ffffff">two</tspan> <tspan font-style="italic">three</tspan></text>
<text transform="rotate(-90 61 40)" x="61" y="40" style="letter-spacing:.6px;font-size:2.4px">AVENUE</text>
<text style="shape-inside:url(#even);text-align:justify">The last guest takes the {drop} first mug and **nobody** leaves *early* tonight.</text>
<text style="shape-inside:url(#mid);text-align:center;text-wrap:balance" data-valign="middle">A summer evening among old chestnut trees at home</text>
<text style="shape-inside:url(#low);text-align:end;line-height:1.5" data-valign="bottom">at the lower\\nright edge</text>
<text style="shape-inside:url(#tall)" data-fit="shrink" data-floor="0.3">Shrunk <tspan style="font-size:7px">around</tspan> a
 tall word until every line of it fits into the box that it was given</text>
"""
)
PARTS = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><symbol id="star" viewBox="0 0 10 10">
<polygon points="5,0 6.2,3.6 10,3.6 7,6 8,10 5,7.6 2,10 3,6 0,3.6 3.8,3.6" fill="#ffffff" stroke="{{ palette.ink }}"/>
</symbol></svg>"""


def test_a_card_with_everything_looks_as_approved(tmp_path: Path, golden: bool) -> None:
    other = '{% if card.id == "C2" %}' + svg(
        '<g id="p"><rect x="-3" y="-3" width="69" height="94" fill="#3f7f3f"/></g>'
    )
    made = kit(
        tmp_path,
        other + "{% else %}" + FACE + "{% endif %}",
        [{"id": "C1", "name": "Everything"}, {"id": "C2"}],
        files={"art/parts.svg": PARTS},
    )
    faces = Faces(made)
    face = faces.front(made.card("C1"))
    assert [str(p) for p in faces.problems if p.level == "error"] == []
    drawn = forms(face)
    pdf, png = io.BytesIO(), io.BytesIO()
    write_pdf([Page(face)], pdf, title="Everything", press=Press(drawn))
    write_png(face, png, DPI, press=Press(drawn))
    (printed,) = pages_of(pdf.getvalue(), dpi=DPI)
    pictures = {"everything": printed, "everything-as-png": Image.open(png).convert("RGB")}
    assert_look_as_approved(pictures, GOLDEN, tmp_path / "pages", golden)
    assert golden_names(GOLDEN) == set(pictures)
