"""PDFs with one piece a page, read back by pikepdf and drawn by pypdfium2."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from tests.conftest import Cardgen
from tests.targets.kits import bundle, face, lay, part, rows
from tests.targets.press import press
from tests.targets.read_back import boxes

COLOURS = (
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#ff0000"/><stop offset="0.5" stop-color="#ffff00"/>'
    '<stop offset="1" stop-color="#0000ff"/></linearGradient>'
    '<linearGradient id="f"><stop offset="0" stop-color="#00aa00"/><stop offset="1" stop-color="#00aa00" stop-opacity="0"/>'
    '</linearGradient></defs><rect x="5" y="5" width="50" height="10" fill="url(#g)"/>'
    '<rect x="5" y="20" width="50" height="10" fill="url(#f)"/><image href="gull.png" x="5" y="50" width="20" height="20"/>'
    '<rect x="30" y="50" width="20" height="20" fill="#000000" stroke="#808080"/>'
    '<text x="10" y="45" style="font-family:Roboto;font-size:6px;fill:#000000" data-fit="none">black {{ card.id }}</text>'
)


def picture() -> bytes:
    out = io.BytesIO()
    Image.linear_gradient("L").resize((240, 240)).convert("RGB").point(lambda v: 255 - v // 2).save(
        out, "PNG"
    )
    return out.getvalue()


def text_pages(file: Path) -> list[str]:
    with pypdfium2.PdfDocument(file) as document:
        return [page.get_textpage().get_text_bounded().strip() for page in document]


def test_fronts_then_backs_with_a_page_for_each_copy(cardgen: Cardgen, tmp_path: Path) -> None:
    named = face(fill="#883344", inside=None).replace("{{ card.name }}", "back of {{ card.id }}")
    lay(tmp_path, **{"back.svg": named})
    (tmp_path / "press.icc").write_bytes(press())
    cardgen.works("build", "kit", "--for", "drivethrucards", "--profile", "press.icc", "--out", "out")
    folder, build = bundle(tmp_path, "drivethrucards")
    (file,) = folder.glob("*.pdf")

    fronts = ["A1", "A1", "A2", "A3", "A3", "A3"]
    assert text_pages(file) == [*fronts, *(f"back of {id}" for id in fronts)]
    with pikepdf.open(file) as document:
        for page in document.pages:
            assert boxes(page, "/MediaBox") == boxes(page, "/BleedBox") == [0, 0, 69.35, 94.35]
            assert boxes(page, "/TrimBox") == pytest.approx([3.175, 3.175, 66.175, 91.175], abs=0.01)
        (intent,) = document.Root.OutputIntents
        assert int(intent.DestOutputProfile.N) == 4
    assert next(one for one in build["files"] if one["name"].endswith(".pdf"))["pages"] == 12


def test_where_only_some_cards_have_a_back_the_others_have_a_white_page(
    cardgen: Cardgen, tmp_path: Path
) -> None:
    lay(tmp_path, part(more="face: face.svg", cards="[{id: A1}, {id: A2, back: back.svg}]"))
    (tmp_path / "press.icc").write_bytes(press())
    cardgen.works(
        "build", "kit", "--for", "drivethrucards,print-shop", "--profile", "press.icc", "--out", "out"
    )
    folder, _ = bundle(tmp_path, "drivethrucards")
    shop, _ = bundle(tmp_path, "print-shop")
    for file, white, left in ((next(folder.glob("*.pdf")), 2, 0), (shop / "main.pdf", 1, 0)):
        with pypdfium2.PdfDocument(file) as document:
            assert len(document) == 4
            drawn = document[white].render(scale=0.2).to_pil().convert("RGB")
            middle = drawn.crop((5, 8, drawn.width - 5, drawn.height - 8))
            assert middle.getcolors() == [(middle.width * middle.height, (255, 255, 255))], left


def test_a_print_shop_gets_boxes_marks_and_a_list_with_pages(cardgen: Cardgen, tmp_path: Path) -> None:
    lay(tmp_path)
    cardgen.works("build", "kit", "--for", "print-shop", "--out", "out")
    folder, _ = bundle(tmp_path, "print-shop")

    listed = [(row["card"], row["copies"], row["front"], row["back"]) for row in rows(folder / "cards.csv")]
    assert listed == [
        ("A1", "2", "main.pdf#page=1", "main.pdf#page=2"),
        ("A2", "1", "main.pdf#page=3", "main.pdf#page=4"),
        ("A3", "3", "main.pdf#page=5", "main.pdf#page=6"),
    ]
    assert text_pages(folder / "main.pdf")[::2] == ["A1", "A2", "A3"]
    with pikepdf.open(folder / "main.pdf") as document:
        (intent,) = document.Root.OutputIntents
        assert (int(intent.DestOutputProfile.N), str(intent.S)) == (3, "/GTS_PDFA1"), "no claim of PDF/X"
    with pikepdf.open(folder / "main.pdf") as document:
        page = document.pages[0]
        assert boxes(page, "/MediaBox") == [0, 0, 83, 108]
        assert boxes(page, "/BleedBox") == [7, 7, 76, 101]
        assert boxes(page, "/TrimBox") == [10, 10, 73, 98]
    with pypdfium2.PdfDocument(folder / "main.pdf") as document:
        drawn = document[0].render(scale=300 / 72).to_pil().convert("L")
    mm = 300 / 25.4
    for x, y in ((10, 3), (73, 3), (10, 105), (73, 105), (3, 10), (3, 98), (80, 10), (80, 98)):
        box = tuple(round(v * mm) for v in (x - 0.5, y - 0.5, x + 0.5, y + 0.5))
        assert drawn.crop(box).getextrema()[0] < 100, f"there is no mark at {x}, {y}"  # type: ignore[arg-type, operator]
    assert drawn.getpixel((round(6.5 * mm), round(50 * mm))) == 255


def colours(document: pikepdf.Pdf) -> Iterator[tuple[str, list[float], bool]]:
    """Yield the operators of a file that set a colour: name, numbers, and whether words are painted in it."""
    for stream in [*document.objects, *(page.Contents for page in document.pages)]:
        if not isinstance(stream, pikepdf.Stream) or stream.get("/Subtype") not in ("/Form", None):
            continue
        if (
            stream.get("/Type") in ("/XRef", "/ObjStm", "/Metadata", "/CMap")
            or stream.get("/Subtype") is None
        ):
            continue
        last: tuple[str, list[float]] | None = None
        for one in pikepdf.parse_content_stream(stream):
            word = str(one.operator)
            if word in ("rg", "RG", "k", "K", "g", "G", "cs", "CS", "scn", "SCN"):
                if any(isinstance(v, pikepdf.Name) for v in one.operands):
                    continue  # a pattern, whose colours are those of its own content
                numbers = [float(v) for v in one.operands]  # type: ignore[arg-type]
                last = (word, numbers)
                yield word, numbers, False
            elif word == "BT" and last:
                yield *last, True


def separated(cardgen: Cardgen, folder: Path) -> Path:
    lay(folder, **{"face.svg": face(fill="#2a7f8c", inside=COLOURS), "gull.png": picture()})
    (folder / "press.icc").write_bytes(press())
    cardgen.works("build", "kit", "--for", "print-shop", "--profile", "press.icc", "--out", "out")
    return bundle(folder, "print-shop")[0] / "main.pdf"


def test_with_a_profile_every_colour_is_an_ink_and_black_is_black(cardgen: Cardgen, tmp_path: Path) -> None:
    with pikepdf.open(separated(cardgen, tmp_path)) as document:
        found = list(colours(document))
        assert {word for word, _, _ in found} == {"k", "K"}
        assert {tuple(numbers) for word, numbers, words in found if words and word == "k"} == {(0, 0, 0, 1)}
        assert (0, 0, 0, 0.498) in {tuple(numbers) for word, numbers, _ in found if word == "K"}
        spaces = set()
        for thing in document.objects:
            if isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)):
                for name in ("/ColorSpace", "/CS"):
                    if name in thing and isinstance(thing[name], pikepdf.Name):
                        spaces.add(str(thing[name]))
        assert spaces == {"/DeviceCMYK", "/DeviceGray"}
        (intent,) = document.Root.OutputIntents
        assert bytes(intent.DestOutputProfile.read_bytes()) == press()
        assert str(intent.OutputConditionIdentifier) == "A press for tests"
        assert str(intent.S) == "/GTS_PDFX"


def test_shadings_and_pictures_are_in_inks_too(cardgen: Cardgen, tmp_path: Path) -> None:
    with pikepdf.open(separated(cardgen, tmp_path)) as document:
        things = [
            thing for thing in document.objects if isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream))
        ]
        ends: set[Any] = set()
        for thing in things:
            if thing.get("/FunctionType") == 2 and len(thing.C0) == 4:
                ends |= {tuple(round(float(v), 2) for v in end) for end in (thing.C0, thing.C1)}
        red, yellow, blue = (0.02, 0.93, 0.95, 0), (0, 0.05, 0.93, 0), (0.93, 0.95, 0.02, 0)
        for ink in (red, yellow, blue):
            assert any(max(abs(a - b) for a, b in zip(ink, end, strict=True)) < 0.12 for end in ends), (
                ink,
                ends,
            )
        images = [
            thing
            for thing in things
            if thing.get("/Subtype") == "/Image" and thing.ColorSpace == "/DeviceCMYK"
        ]
        (image,) = images
        assert len(image.read_bytes()) == int(image.Width) * int(image.Height) * 4


def test_the_same_bytes_twice_and_others_with_another_profile(cardgen: Cardgen, tmp_path: Path) -> None:
    file = separated(cardgen, tmp_path)
    first = file.read_bytes()
    cardgen.works("build", "kit", "--for", "print-shop", "--profile", "press.icc", "--out", "out", "--force")
    assert file.read_bytes() == first
    again = cardgen("build", "kit", "--for", "print-shop", "--profile", "press.icc", "--out", "out")
    assert "nothing has changed" in again.out
    other = press().replace(b"A press for tests", b"A press far away ")
    (tmp_path / "press.icc").write_bytes(other)
    again = cardgen("build", "kit", "--for", "print-shop", "--profile", "press.icc", "--out", "out")
    assert "nothing has changed" not in again.out


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "cannot be used: the file cannot be read (No such file or directory)"),
        (b"no profile", "cannot be used: it is no ICC profile"),
        ("screen", "cannot be used: its colours are RGB, expected those of a press, CMYK"),
    ],
)
def test_a_profile_that_is_none_is_told_before_anything_is_made(
    cardgen: Cardgen, tmp_path: Path, data: bytes | str | None, says: str
) -> None:
    from cardgen.targets.inks import screen_profile

    lay(tmp_path, **{"face.svg": "<svg"})
    if data is not None:
        (tmp_path / "press.icc").write_bytes(screen_profile() if isinstance(data, str) else data)
    said = cardgen.fails("build", "kit", "--for", "print-shop", "--profile", "press.icc", "--out", "out")
    assert f"error: the profile press.icc {says}" in said.err
    assert "svg" not in said.err


def test_a_targets_own_profile_lies_beside_it_and_nowhere_else(cardgen: Cardgen, tmp_path: Path) -> None:
    target = "title: A\npages: {profile: NAME}\n"
    lay(tmp_path, **{"targets/mine.yaml": target.replace("NAME", "press.icc"), "targets/press.icc": press()})
    cardgen.works("build", "kit", "--for", "mine", "--out", "out")
    _, build = bundle(tmp_path, "mine")
    assert {file["colours"] for file in build["files"] if "colours" in file} == {"cmyk"}

    (tmp_path / "press.icc").write_bytes(press())
    (tmp_path / "kit" / "targets" / "press.icc").unlink()
    (tmp_path / "kit" / "targets" / "press.icc").symlink_to(tmp_path / "press.icc")
    said = cardgen.fails("build", "kit", "--for", "mine", "--out", "out")
    assert "the profile leads out of the target's folder" in said.err
    lay(tmp_path, **{"targets/mine.yaml": target.replace("NAME", "../../press.icc")})
    said = cardgen.fails("build", "kit", "--for", "mine", "--out", "out")
    assert "profile is '../../press.icc', expected a name inside the target's folder" in said.err
