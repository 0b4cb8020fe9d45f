"""docs/targets.md is made of the targets' files, shows each with a picture, and its example is a target that works.

`pytest tests/targets/test_targets_page.py --golden` draws the pictures anew.
"""

from __future__ import annotations

import io
import json
import textwrap
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from jsonschema import Draft202012Validator
from PIL import Image, ImageDraw, ImageFont

from cardgen.app.build import build_kit
from cardgen.app.settings import BuildSettings
from cardgen.base.errors import Problems
from cardgen.source.nodes import plain
from cardgen.source.parse import parse_yaml
from cardgen.source.shape import Keyed
from cardgen.targets.shown import targets_page
from cardgen.targets.target import MAKERS, find_targets, module_of, target_schema
from tests.conftest import Cardgen
from tests.many import mostly_thorough
from tests.targets.kits import bundle, face, lay, part
from tests.targets.press import press
from tests.test_containers import is_alike

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "targets.md"
PICTURES = PAGE.parent / "images" / "targets"
SHOWN = ("home", "aid", "cellar", "first")
WIDE, HIGH, GAP = 900, 190, 12
TARGETS = sorted(find_targets())


def test_the_page_is_made_of_the_targets() -> None:
    assert PAGE.read_text("utf-8") == targets_page(), (
        "write it anew: cardgen targets --manual > docs/targets.md"
    )


def test_every_target_has_a_picture_and_says_what_one_gets() -> None:
    page = PAGE.read_text("utf-8")
    for name in TARGETS:
        assert (PICTURES / f"{name}.png").is_file(), f"draw it: pytest {Path(__file__).name} --golden"
        assert f"images/targets/{name}.png" in page
        assert f"`cardgen build GAME --for {name}`. " in page


def test_the_example_of_the_page_is_a_target(cardgen: Cardgen, tmp_path: Path) -> None:
    example = PAGE.read_text("utf-8").split("```yaml\n")[1].split("```")[0]
    lay(
        tmp_path,
        part("tiles", "main", "63x63mm"),
        **{"face.svg": face(63, 63), "back.svg": face(63, 63, inside=""), "targets/mondo.yaml": example},
    )
    said = cardgen.works("build", "kit", "--for", "mondo", "--out", "out")
    folder, _ = bundle(tmp_path, "mondo")
    assert len(list((folder / "square" / "fronts").glob("*.png"))) == 6
    assert "scaled by 1.111 to square, 70 × 70 mm" in said.out


@pytest.mark.parametrize("name", TARGETS)
def test_an_editor_finds_nothing_wrong_with_a_shipped_target(name: str) -> None:
    document = parse_yaml(find_targets()[name].read_text("utf-8"), name, Problems())
    assert document
    Draft202012Validator(target_schema()).validate(plain(document.data))


def test_an_editor_marks_what_is_wrong() -> None:
    check = Draft202012Validator(json.loads(json.dumps(target_schema())))
    good = {"title": "A", "pages": {}}
    assert check.is_valid(good)
    for bad in (
        {"title": "A"},
        {**good, "pictures": {"sizes": []}},
        {**good, "pagse": {}},
        {"title": "A", "pages": {"most": 0}},
    ):
        assert not check.is_valid(bad)


def test_no_two_parts_of_makers_have_one_name_in_the_schema() -> None:
    found: dict[str, type] = {}
    for maker in MAKERS:
        for thing in vars(module_of(maker)).values():
            if isinstance(thing, type) and issubclass(thing, Keyed) and thing is not Keyed:
                assert found.setdefault(thing.__name__, thing) is thing


def pictures_of(file: Path) -> Iterator[Image.Image]:
    """Yield what a file of a bundle looks like: a picture, the first pages of a PDF, a drawing."""
    if file.suffix in (".png", ".jpg", ".webp"):
        yield on_paper(Image.open(file))
    elif file.suffix == ".pcio":
        with zipfile.ZipFile(file) as room:
            inside = sorted(name for name in room.namelist() if name.endswith(".png"))
            yield from (on_paper(Image.open(io.BytesIO(room.read(name)))) for name in inside[:4])
    elif file.suffix == ".pdf":
        with pypdfium2.PdfDocument(file) as document:
            for number in sorted({0, len(document) // 2}):
                yield document[number].render(scale=1.5).to_pil().convert("RGB")
    elif file.suffix == ".svg":
        import cairosvg

        drawn = cairosvg.svg2png(url=str(file), output_height=2 * HIGH, background_color="white")
        yield Image.open(io.BytesIO(drawn)).convert("RGB")


def on_paper(picture: Image.Image) -> Image.Image:
    """Return a picture whose cut corners are seen."""
    paper = Image.new("RGBA", picture.size, "#f4f1ea")
    return Image.alpha_composite(paper, picture.convert("RGBA")).convert("RGB")


def shown(folder: Path) -> Image.Image:
    """Return a picture of a bundle: some of its files as they look, and the names of some."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    some: list[Image.Image] = []
    met: dict[tuple[Path, str], int] = {}
    for file in files:
        kind = (file.parent, file.suffix)
        met[kind] = met.get(kind, 0) + 1
        if met[kind] <= 2:
            some += pictures_of(file)
    sheet = Image.new("RGB", (WIDE, HIGH + 150), "#f4f1ea")
    x = GAP
    for picture in some:
        picture.thumbnail((WIDE // 3, HIGH - 2 * GAP))
        if x + picture.width + GAP <= WIDE:
            sheet.paste(picture, (x, (HIGH - picture.height) // 2))
            x += picture.width + GAP
    pen, letters = ImageDraw.Draw(sheet), ImageFont.load_default(14)
    names = [path.relative_to(folder.parent).as_posix() for path in files]
    lines = textwrap.wrap(
        "   ".join(name.replace(" ", "\u00a0") for name in names), 105, break_on_hyphens=False
    )
    if len(lines) > 7:
        lines = [*lines[:6], f"… {len(names)} files"]
    pen.multiline_text((GAP, HIGH), "\n".join(lines), "#333333", font=letters, spacing=5)
    return sheet.crop((0, 0, WIDE, HIGH + 22 * len(lines) + GAP)).quantize(256)


@pytest.mark.parametrize("name", mostly_thorough(TARGETS, len(TARGETS)))
def test_each_picture_is_what_its_target_makes(tmp_path: Path, golden: bool, name: str) -> None:
    (tmp_path / "press.icc").write_bytes(press())
    profile = tmp_path / "press.icc" if name == "drivethrucards" else None
    settings = BuildSettings(out=tmp_path, target=name, only=SHOWN, profile=profile)
    build_kit(ROOT / "data" / "biergarten", settings, lambda *_: None)
    made, path = shown(tmp_path / "biergarten" / name), PICTURES / f"{name}.png"
    if golden:
        PICTURES.mkdir(parents=True, exist_ok=True)
        made.save(path, optimize=True)
    assert is_alike(Image.open(path), made), f"{name}.png shows something else"
