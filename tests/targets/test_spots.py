"""Plates of a press: what faces draw in groups with data-plate, read back from the PDFs and looked at on rendered pages."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cairosvg
import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from cardgen.targets.preflight import preflight
from tests.conftest import Cardgen
from tests.targets.kits import bundle, face, lay, part
from tests.targets.press import press
from tests.targets.test_pages import picture

PLATES = "plates: {foil: {}, white: {}, uv: {}, cut: {}}\n"
STAR = '<path d="M31.5 14l2 4.2 4.6.6-3.4 3.2.9 4.6-4.1-2.3-4.1 2.3.9-4.6-3.4-3.2 4.6-.6z" fill="#e8c24a"/>'
FRAME = '<g data-plate="foil" fill="none" stroke="#e8c24a"><rect x="6" y="6" width="51" height="76" stroke-width="1.2"/></g>'
INSIDE = (
    f'<g id="ground" transform="translate(0 1)">{FRAME}'
    '<g data-plate="white"><path d="M20 30h24v34h-24z" fill="#ffffff"/></g><path d="M20 30h24v34h-24z" fill="#f5a31a"/></g>'
    f'<g data-plate="foil">{STAR}<text x="31.5" y="76" style="font-family:Oswald;font-size:6px;fill:#e8c24a">ALE</text></g>'
    '<g data-plate="uv"><circle cx="28" cy="42" r="3"/></g><circle cx="50" cy="50" r="3" fill="#ffffff"/>'
)
DRAWN = {
    "Foil": f'<g transform="translate(0 1)">{FRAME}</g>{STAR}',
    "White": '<path d="M20 31h24v34h-24z"/>',
    "UV": '<circle cx="28" cy="42" r="3"/>',
    "CutContour": '<rect width="63" height="88" fill="none" stroke="#000000" stroke-width="0.25pt"/>',
}
SCALE = 4.0


def kit(folder: Path, inside: str = INSIDE, plates: str = PLATES, **files: str | bytes) -> None:
    cards = part(more="face: face.svg", cards="[{id: A1}, {id: A2}]")
    lay(folder, plates + cards, **{"face.svg": face(fill="#1f2a5a", inside=inside), **files})


def spaces(thing: Any, found: dict[str, Any]) -> dict[str, Any]:
    """Return each Separation that the forms of a page use, by its ink."""
    for form in thing.Resources.get("/XObject", {}).values():
        if "/Resources" in form:
            for space in form.Resources.get("/ColorSpace", {}).values():
                if isinstance(space, pikepdf.Array) and str(space[0]) == "/Separation":
                    found[str(space[1])[1:]] = space
            spaces(form, found)
    return found


def painted(thing: Any) -> Iterator[tuple[str, bool]]:
    """Yield the inks in the order in which they are painted, and whether they lie over the colours."""
    for one in pikepdf.parse_content_stream(thing):
        form = thing.Resources.XObject[str(one.operands[0])] if str(one.operator) == "Do" else {}
        if "/Ink" in form.get("/Resources", {}).get("/ColorSpace", {}):
            yield str(form.Resources.ColorSpace.Ink[1])[1:], bool(form.Resources.ExtGState.Spot.OP)
        elif "/Resources" in form:
            yield from painted(form)


def placed(thing: Any) -> Iterator[Any]:
    """Yield all forms that a page places."""
    for form in thing.Resources.get("/XObject", {}).values():
        yield form
        if "/Resources" in form:
            yield from placed(form)


def only(file: Path, ink: str, least: int = 60) -> Image.Image:
    """Return where the page has an ink: what changes on it when the ink is shown in another colour; with `least` 0, how much."""
    seen = []
    for colour in ([1, 0, 0], [0, 1, 1]):
        with pikepdf.open(file) as document:
            page = document.pages[0]
            spaces(page, {})[ink][3].C1 = pikepdf.Array(colour)
            left, low, right, top = (float(side) for side in page.TrimBox)
            page.CropBox = page.MediaBox = pikepdf.Array([left, low, right, top])
            out = io.BytesIO()
            document.save(out)
        with pypdfium2.PdfDocument(out.getvalue()) as drawn:
            seen.append(drawn[0].render(scale=SCALE).to_pil().convert("RGB"))
    changed = ImageChops.difference(*seen).convert("L")
    return changed.point(lambda v: 255 if v > least else 0) if least else changed


def drawn(inside: str) -> Image.Image:
    """Return where another engine draws the same shapes on the trimmed card."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">{inside}</svg>'
    png = cairosvg.svg2png(svg.encode(), output_width=round(63 / 25.4 * 72 * SCALE), background_color=None)
    return Image.open(io.BytesIO(png)).getchannel("A").point(lambda v: 255 if v > 120 else 0)


def built(cardgen: Cardgen, folder: Path, *more: str) -> Path:
    cardgen.works("build", "kit", "--for", "print-shop", *more, "--out", "out")
    return next((folder / "out" / "kit" / "print-shop").glob("*.pdf"))


def test_a_print_shop_gets_each_plate_as_an_ink_where_its_group_is(cardgen: Cardgen, tmp_path: Path) -> None:
    kit(tmp_path)
    file = built(cardgen, tmp_path)
    with pikepdf.open(file) as document:
        page = document.pages[0]
        assert set(spaces(page, {})) == set(DRAWN)
        inks = list(painted(page))
        assert inks[-3:] == [("White", True), ("UV", True), ("CutContour", True)], "nothing takes them away"
        assert inks[:-3] == [("Foil", False)] * 2
        layers = [str(group.Name) for group in document.Root.OCProperties.OCGs]
        assert layers == ["Foil", "White", "UV", "CutContour"]
    for ink, inside in DRAWN.items():
        found, wanted = only(file, ink), drawn(inside)
        if ink == "Foil":  # its words are set by cardgen: only that they are there
            words = (20, 68, 43, 78)
            box = tuple(round(side / 25.4 * 72 * SCALE) for side in words)
            assert found.crop(box).getbbox() is not None
            found.paste(0, box)
            wanted.paste(0, box)
        if ink == "White":  # a screen shows one ink over the other
            found.paste(255, mask=drawn(DRAWN["UV"]).resize(found.size))
        wrong = ImageChops.difference(found, wanted.resize(found.size))
        share = sum(wrong.histogram()[255:]) / max(1, sum(wanted.histogram()[255:]))
        assert share < (0.02 if ink != "CutContour" else 1.2), ink
    wide, high = (side / 25.4 * 72 * SCALE for side in (63, 88))
    slack = 0.1 / 25.4 * 72 * SCALE + 1
    assert only(file, "CutContour").getbbox() == pytest.approx((0, 0, wide, high), abs=slack)
    _, said = bundle(tmp_path, "print-shop")
    assert said["adapted"][0] == "plate foil: is the ink Foil, instead of the colours"
    assert said["files"][0].get("inks", said["files"][1].get("inks")) == list(DRAWN)


def test_in_the_inks_of_a_press_it_is_still_pdf_x_4(cardgen: Cardgen, tmp_path: Path) -> None:
    kit(tmp_path, **{"press.icc": press()})
    file = built(cardgen, tmp_path, "--profile", str(tmp_path / "kit" / "press.icc"))
    assert preflight(file.read_bytes(), "PDF/X-4") == []
    with pikepdf.open(file) as document:
        assert {str(space[2]) for space in spaces(document.pages[0], {}).values()} == {"/DeviceCMYK"}


def test_other_printers_print_foil_as_it_is_drawn_and_leave_the_rest_out(
    cardgen: Cardgen, tmp_path: Path
) -> None:
    kit(tmp_path)
    cardgen.works("build", "kit", "--format", "png", "--dpi", "100", "--out", "out")
    card = Image.open(tmp_path / "out/kit/png/main-A1.png").convert("RGB")
    k = card.width / 69
    seen = {name: card.getpixel((round((x + 3) * k), round((y + 3) * k))) for name, x, y in (
        ("foil", 6, 40), ("uv", 28, 42), ("white", 22, 60), ("ground", 2, 2),
    )}  # fmt: skip
    assert seen == {
        "foil": (232, 194, 74),
        "uv": (245, 163, 26),
        "white": (245, 163, 26),
        "ground": (31, 42, 90),
    }
    cardgen.works("build", "kit", "--for", "tgc", "--out", "out")
    assert "plate uv: is left out" in bundle(tmp_path, "tgc")[1]["adapted"]


def test_pdf_x_1a_cannot_have_a_plate_on_a_page_that_becomes_a_picture(
    cardgen: Cardgen, tmp_path: Path
) -> None:
    from cardgen.targets.target import find_targets

    says = (
        find_targets()["print-shop"]
        .read_text("utf-8")
        .replace("standard: PDF/X-4", "standard: PDF/X-1a:2003")
    )
    see_through = INSIDE + '<rect width="9" height="9" fill="#00ff00" opacity="0.5"/>'
    kit(tmp_path, see_through, **{"press.icc": press(), "targets/print-shop.yaml": says})
    profile = str(tmp_path / "kit" / "press.icc")
    said = cardgen.fails("build", "kit", "--for", "print-shop", "--profile", profile, "--out", "out")
    assert "something on 2 of 2 pages is see-through" in said.err


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ('<g data-plate="gold"><rect width="9" height="9"/></g>', "game.yaml names no plate 'gold'"),
        ('<defs><g id="a" data-plate="foil"><rect/></g></defs><use href="#a"/>', "a definition cannot lie on a plate"),
        ('<g data-plate="foil"><rect width="9" height="9" opacity=".4"/></g>', "something see-through on the plate 'foil'"),
        ('<rect data-plate="uv" width="9" height="9" fill="url(#g)"/>', "a gradient or a pattern on the plate 'uv'"),
        ('<g data-plate="uv"><image href="gull.png" width="9" height="9"/></g>', "a picture on the plate 'uv'"),
    ],
)  # fmt: skip
def test_what_is_no_plain_ink_is_told_at_its_line(
    cardgen: Cardgen, tmp_path: Path, inside: str, message: str
) -> None:
    kit(tmp_path, "\n" + inside, **{"gull.png": picture()})
    said = cardgen.fails("build", "kit", "--out", "out")
    assert f"{message}" in said.err
    assert "face.svg:2: error" in said.err


def test_small_letters_of_foil_are_warned_of(cardgen: Cardgen, tmp_path: Path) -> None:
    kit(tmp_path, INSIDE.replace("font-size:6px", "font-size:2px"))
    said = cardgen("build", "kit", "--for", "print-shop", "--out", "out")
    assert "“ALE” is smaller than 7 pt, too small for the plate 'foil'" in said.err


def test_a_tint_is_a_share_of_the_ink_and_the_press_gets_a_legend(cardgen: Cardgen, tmp_path: Path) -> None:
    half = '<g data-plate="uv" data-ink="50 %"><rect x="10" y="10" width="20" height="20"/></g>'
    full = '<g data-plate="uv"><rect x="40" y="10" width="15" height="20"/></g>'
    kit(tmp_path, half + full)
    file = built(cardgen, tmp_path)
    found = only(file, "UV", 0)
    with pikepdf.open(file) as document:
        forms = [
            form for form in placed(document.pages[0]) if "/Spot" in form.Resources.get("/ExtGState", {})
        ]
        shares = {bytes(form.read_bytes()).split(b"/Ink cs ")[1].split()[0] for form in forms}
    assert shares == {b"0.5", b"1"}
    mm = found.width / 63
    tint, solid = (found.getpixel((round(x * mm), round(20 * mm))) for x in (20, 47))
    assert tint == pytest.approx(solid / 2, abs=4)
    said = (tmp_path / "out" / "kit" / "print-shop" / "README.txt").read_text()
    legend = " ".join(said.split("Inks of their own")[1].split("What is in the box")[0].split())
    assert (
        "UV (plate uv, #6666ff on a screen): over the colours; 100 %, 50 %, on Main; lines of 0.2 mm or more"
        in legend
    )
    assert "Foil (plate foil, #c9a227 on a screen): instead of the colours; nothing is on it" in legend
    assert (
        "CutContour (plate cut, #ff00ff on a screen): over the colours; the outline of each piece" in legend
    )


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ('<g data-plate="foil" data-ink="half"><rect width="9" height="9"/></g>', "data-ink is 'half'"),
        ('<g data-ink="50 %"><rect width="9" height="9"/></g>', "and no plate is named beside it"),
        (
            '<g data-plate="foil" stroke="#000000"><g transform="scale(0.1)"><path d="M0 0h90" stroke-width="2"/></g></g>',
            "warning: a line of 0.2 mm on the plate 'foil', thinner than it prints",
        ),
        ('<g data-plate="uv" stroke="#000000"><path d="M0 0h90" stroke-width="0.2"/></g>', ""),
        ('<g data-plate="cut" stroke="#000000"><path d="M0 0h90" stroke-width="0.1"/></g>', ""),
    ],
)
def test_what_a_plate_does_not_print_is_told(
    cardgen: Cardgen, tmp_path: Path, inside: str, said: str
) -> None:
    kit(tmp_path, f"\n{inside}")
    run = cardgen("check", "kit")
    assert said in run.out + run.err
    assert said or "on the plate" not in run.out + run.err
