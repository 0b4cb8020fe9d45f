"""docs/containers.md shows every container, each with the picture that its text makes.

`pytest tests/test_containers.py --golden` draws the pictures anew.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops

from cardgen.app.booklet import print_rules
from cardgen.app.build import build_kit
from cardgen.app.settings import BuildSettings
from cardgen.rulesheet.markdown import KINDS
from tests.sample_game import HARBOUR

PAGE = Path(__file__).parent.parent / "docs" / "containers.md"
PICTURES = PAGE.parent / "images" / "containers"
TEXT = PAGE.read_text("utf-8")
SHOWN = {
    re.split(r"[,\s]", part)[0]: part.partition("```jinja\n")[2].partition("```")[0]
    for part in TEXT.partition("\n## In a booklet")[0].split("\n### ")[1:]
    if "```jinja" in part
}
BOOKLET = TEXT.partition("\n## In a booklet")[2].partition("```jinja\n")[2].partition("```")[0]
QUAY = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 213 92" width="213mm" height="92mm">
<rect width="213" height="92" rx="4" fill="#2a7f8c"/>{% for id in ["F1", "T1", values.shows] %}
<use href="face:{{ id }}" x="{{ 6 + loop.index0 * 69 }}" y="2" width="63" height="88"/>{% endfor %}</svg>"""


def harbour(place: Path, rules: str) -> Path:
    """The sample kit with other rules and a picture of the quay."""
    shutil.copytree(HARBOUR.project, place / "harbour-project")
    kit = place / "harbour-project/data/harbour"
    (kit / "rules").mkdir()
    (kit / "rules/quay.svg").write_text(QUAY)
    (kit / "rules.md.j2").write_text(rules)
    return kit


def cropped(page: Image.Image, edge: int = 12) -> Image.Image:
    """The inked part of a page, in as few colours as its file needs."""
    box = ImageChops.difference(page, Image.new("RGB", page.size, "white")).getbbox() or (0, 0, 1, 1)
    left, top, right, bottom = box
    part = page.crop((max(left - edge, 0), max(top - edge, 0), right + edge, bottom + edge))
    return part.quantize(64)


def pages_of(pdf: Path, dpi: int) -> list[Image.Image]:
    return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in pypdfium2.PdfDocument(pdf)]


def is_alike(one: Image.Image, other: Image.Image) -> bool:
    """Tell whether two pictures show the same; letters may stand a hair's breadth elsewhere."""
    if one.size != other.size:
        return False
    apart = ImageChops.difference(one.convert("L"), other.convert("L"))
    return sum(apart.point(lambda v: 255 * (v > 60)).histogram()[200:]) < 0.002 * one.width * one.height


def test_every_container_is_explained_and_shown() -> None:
    words = set(re.findall(r"^::: ([\w-]+)", TEXT, re.M)) | set(re.findall(r"`::: ([\w-]+)`", TEXT))
    assert set(KINDS) - words == set()
    assert set(re.findall(r"^### ([\w-]+)", TEXT, re.M)) - {"page-break"} == set(SHOWN)
    for name in re.findall(r"images/containers/([\w-]+)\.png", TEXT):
        assert (PICTURES / f"{name}.png").is_file(), name


def test_each_picture_is_what_its_text_makes(tmp_path: Path, golden: bool) -> None:
    # without a footer, which would be part of every picture
    kit = harbour(tmp_path, "\n\n---\n\n".join(SHOWN.values()))
    (kit / "rules/theme.yaml").write_text("footer: {left: ' ', right: ' ', rule: 0mm}\n")
    result = build_kit(kit, BuildSettings(out=tmp_path / "out", only=("rules",)), lambda *_: None)
    assert {w.code for w in result.warnings} <= {"unused-field", "uncited"}
    pages = pages_of(tmp_path / "out/harbour/harbour-rules.pdf", 80)
    assert len(pages) == len(SHOWN)
    for name, page in zip(SHOWN, pages, strict=True):
        made, path = cropped(page), PICTURES / f"{name}.png"
        if golden:
            made.save(path, optimize=True)
        assert is_alike(Image.open(path), made), f"{name}.png shows something else"


def test_the_booklet_is_what_its_text_makes(tmp_path: Path, golden: bool) -> None:
    kit = harbour(tmp_path, BOOKLET)
    print_rules(kit, "booklet", BuildSettings(out=tmp_path / "out", force=True), lambda *_: None)
    pages = pages_of(tmp_path / "out/harbour/harbour-booklet-a5.pdf", 34)
    width, height, gap = *pages[0].size, 8
    sheet = Image.new(
        "RGB", ((width + gap) * 4 - gap, (height + gap) * (-(-len(pages) // 4)) - gap), "#888888"
    )
    for n, page in enumerate(pages):
        sheet.paste(page, (n % 4 * (width + gap), n // 4 * (height + gap)))
    made, path = sheet.quantize(64), PICTURES / "booklet.png"
    if golden:
        made.save(path, optimize=True)
    assert is_alike(Image.open(path), made)
