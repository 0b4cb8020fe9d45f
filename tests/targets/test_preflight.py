"""PDFs for a press: what is made conforms, read back by pikepdf and pdfium, and what a printer would refuse is refused here."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from pikepdf import Array, Dictionary, Name, Stream, String

from cardgen.base.drawing import Drawing, Item, Page, rect
from cardgen.export.pdf import write_pdf
from cardgen.export.plates import Press
from cardgen.targets.inks import separated
from cardgen.targets.pdfx import X1A, X4, press_ready
from cardgen.targets.preflight import preflight
from cardgen.targets.target import find_targets
from tests.conftest import Cardgen
from tests.targets.kits import bundle, face, lay, part
from tests.targets.press import press
from tests.targets.test_pages import COLOURS, picture
from tests.targets.test_pages import separated as built_for_a_shop

STANDARDS = (X1A, X4)
OPAQUE = COLOURS.replace('<rect x="5" y="20" width="50" height="10" fill="url(#f)"/>', "")


@cache
def good(standard: str) -> bytes:
    """A file of one page that conforms."""
    items: tuple[Item, ...] = (rect(0, 0, 63, 88, fill="#2a7f8c"),)
    page = Page(Drawing("A", -3, -3, 69, 94, items), (0, 0, 63, 88), (-3, -3, 69, 94))
    made = io.BytesIO()
    with Press({}) as plates:
        write_pdf([page], made, title="A", press=plates)
    return press_ready(made.getvalue(), press(), standard, "A card").data


def broken(standard: str, how: Callable[[pikepdf.Pdf], object], **saving: Any) -> list[str]:
    """What is said of a good file after something was done to it."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(good(standard))) as document:
        how(document)
        kept = {"force_version": document.pdf_version, "fix_metadata_version": False}
        document.save(out, **{**kept, **saving})
    return preflight(out.getvalue(), standard)


def draw(operators: str, **resources: Any) -> Callable[[pikepdf.Pdf], None]:
    def how(document: pikepdf.Pdf) -> None:
        page = document.pages[0]
        page.Contents = Stream(document, operators.encode())
        page.Resources = Dictionary(**resources)

    return how


def root(name: str, value: Any) -> Callable[[pikepdf.Pdf], None]:
    return lambda document: document.Root.__setitem__(name, value)


def of_page(name: str, value: Any) -> Callable[[pikepdf.Pdf], None]:
    return lambda document: document.pages[0].obj.__setitem__(name, value)


def without(*names: str) -> Callable[[pikepdf.Pdf], None]:
    def how(document: pikepdf.Pdf) -> None:
        for owner in (document.docinfo, document.Root, document.pages[0].obj):
            for name in names:
                if name in owner:
                    del owner[name]

    return how


def image(space: Any, **more: Any) -> Callable[[pikepdf.Pdf], None]:
    def how(document: pikepdf.Pdf) -> None:
        one = Stream(document, bytes(4), Subtype=Name.Image, Width=1, Height=1, BitsPerComponent=8)
        one.ColorSpace = space
        for name, value in more.items():
            one[f"/{name}"] = value(document) if callable(value) else value
        document.pages[0].Resources = Dictionary(XObject=Dictionary(Im=document.make_indirect(one)))

    return how


def mask(document: pikepdf.Pdf) -> Any:
    return document.make_indirect(Stream(document, bytes(1), Subtype=Name.Image, ColorSpace=Name.DeviceGray))


def note(rectangle: list[float], kind: str = "/Link") -> Callable[[pikepdf.Pdf], None]:
    return of_page("/Annots", Array([Dictionary(Type=Name.Annot, Subtype=Name(kind), Rect=rectangle)]))


def font(**about: Any) -> Callable[[pikepdf.Pdf], None]:
    own = Dictionary(
        Type=Name.Font, Subtype=Name.TrueType, BaseFont=Name.Arial, FontDescriptor=Dictionary(**about)
    )
    return draw("", Font=Dictionary(F=own))


def shading(document: pikepdf.Pdf) -> None:
    function = Dictionary(
        FunctionType=2, N=1, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[1, 0, 0, 0], Range=[0, 1, 0, 1, 0, 1]
    )
    own = Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=[0, 0, 1, 1], Function=function)
    document.pages[0].Resources = Dictionary(Shading=Dictionary(S=own))


def intent(name: str, value: Any) -> Callable[[pikepdf.Pdf], None]:
    return lambda document: document.Root.OutputIntents[0].__setitem__(name, value)


def screens(document: pikepdf.Pdf) -> None:
    from cardgen.targets.inks import screen_profile

    document.Root.OutputIntents[0].DestOutputProfile = Stream(document, screen_profile(), N=3)


BOTH = [
    (draw("1 0 0 rg 0 0 9 9 re f"), "page 1: a colour in RGB"),
    (draw("/DeviceRGB cs 1 0 0 sc"), "page 1: a colour in RGB"),
    (image(Name.DeviceRGB), "a picture in RGB"),
    (image(Array([Name.Indexed, Name.DeviceRGB, 0, String("abc")])), "a picture in RGB"),
    (without("/TrimBox"), "page 1: it needs a /TrimBox or an /ArtBox, and one alone"),
    (of_page("/ArtBox", [9, 9, 20, 20]), "page 1: it needs a /TrimBox or an /ArtBox, and one alone"),
    (of_page("/TrimBox", [-9, 0, 20, 20]), "page 1: its cut is not inside of its bleed"),
    (of_page("/BleedBox", [0, 0, 900, 900]), "page 1: its bleed is not inside of the paper"),
    (note([20, 20, 40, 40]), "page 1: an annotation, /Link, is inside of the bleed"),
    (of_page("/AA", Dictionary()), "page 1: /AA is not allowed"),
    (without("/CreationDate"), "the document information has no /CreationDate"),
    (without("/Trapped"), "/Trapped is neither /True nor /False"),
    (without("/OutputIntents"), "it has 0 output intents of PDF/X, expected 1"),
    (intent("/OutputConditionIdentifier", String("")), "the output intent has no /OutputConditionIdentifier"),
    (screens, "the profile of the output intent is not that of a press with four inks"),
    (root("/OpenAction", Dictionary(S=Name.JavaScript)), "/OpenAction is not allowed"),
    (root("/AcroForm", Dictionary()), "/AcroForm is not allowed"),
    (root("/Names", Dictionary(JavaScript=Dictionary())), "/JavaScript is not allowed"),
    (font(FontName=Name.Arial), "the font Arial is not embedded"),
    (draw("", ExtGState=Dictionary(G=Dictionary(TR=Name.Identity))), "a transfer curve"),
    (shading, "a shading in 4 inks, whose function does not have 4"),
]
OLD = [
    (of_page("/Group", Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)), "a transparency group"),
    (image(Name.DeviceCMYK, SMask=mask), "a picture with a soft mask"),
    (draw("", ExtGState=Dictionary(G=Dictionary(ca=0.5))), "an opacity, a soft mask or a blend mode"),
    (
        draw("", ExtGState=Dictionary(G=Dictionary(BM=Name.Multiply))),
        "an opacity, a soft mask or a blend mode",
    ),
    (image(Array([Name.Lab, Dictionary()])), "a picture in Lab"),
    (image(Array([Name.ICCBased, Dictionary(N=4)])), "a picture in ICCBased"),
    (root("/OCProperties", Dictionary()), "/OCProperties is not allowed"),
    (without("/GTS_PDFXVersion"), "/GTS_PDFXVersion is '', expected 'PDF/X-1a:2003'"),
]


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_good_file_is_refused_by_nobody_and_has_the_same_bytes_twice(standard: str) -> None:
    assert preflight(good(standard), standard) == []
    good.cache_clear()
    once = good(standard)
    good.cache_clear()
    assert good(standard) == once
    with pikepdf.open(io.BytesIO(once)) as document:
        assert document.pdf_version == {X1A: "1.4", X4: "1.6"}[standard]
        assert str(document.docinfo["/Trapped"]) == "/False"
        assert str(document.docinfo["/CreationDate"]) == str(document.docinfo["/ModDate"]) != ""
        assert f"GTS_PDFXVersion>{standard}<".encode() in document.Root.Metadata.read_bytes()
        assert "/ID" in document.trailer


@pytest.mark.parametrize(
    ("standard", "how", "says"),
    [
        pytest.param(standard, how, says, id=f"{standard} {number} {says}")
        for standard, table in ((X1A, BOTH + OLD), (X4, BOTH))
        for number, (how, says) in enumerate(table)
    ],
)
def test_what_the_standard_does_not_allow_is_refused(
    standard: str, how: Callable[[pikepdf.Pdf], object], says: str
) -> None:
    assert says in broken(standard, how)


@pytest.mark.parametrize("how", [how for how, _ in OLD[:6]])
def test_transparency_and_profiles_are_allowed_in_pdf_x_4(how: Callable[[pikepdf.Pdf], object]) -> None:
    assert broken(X4, how) == []


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_file_that_is_locked_too_new_or_none_is_refused(standard: str) -> None:
    locked = pikepdf.Encryption(user="", owner="x", R=4)
    assert "it is encrypted" in broken(
        standard, lambda document: None, encryption=locked, force_version="1.6"
    )
    secret = io.BytesIO()
    with pikepdf.open(io.BytesIO(good(standard))) as document:
        document.save(secret, encryption=pikepdf.Encryption(user="x", owner="x", R=4))
    assert preflight(secret.getvalue(), standard) == ["it is encrypted"]
    newer = broken(standard, lambda document: None, force_version="1.7")
    assert newer == [f"it is PDF 1.7, expected {'1.4' if standard == X1A else '1.6'} at most"]
    assert preflight(b"%PDF-1.4 nothing", standard)[0].startswith("it is no whole PDF")


def test_marks_and_notes_beside_the_bleed_are_allowed() -> None:
    wide = [-50, -50, 300, 300]

    def how(document: pikepdf.Pdf) -> None:
        of_page("/MediaBox", wide)(document)
        note([-40, -40, -20, -20])(document)

    assert broken(X1A, how) == []
    assert broken(X1A, note([20, 20, 40, 40], "/PrinterMark")) == []


def test_pdf_x_4_needs_its_metadata() -> None:
    assert "the XMP metadata has no GTS_PDFXVersion of PDF/X-4" in broken(X4, without("/Metadata"))


def test_a_function_with_a_range_becomes_one_of_four_inks() -> None:
    ends = Dictionary(FunctionType=2, N=1, Domain=[0, 1], C0=[1, 0, 0], C1=[0, 0, 1], Range=[0, 1] * 3)
    out = io.BytesIO()
    with pikepdf.new() as document:
        document.add_blank_page(page_size=(100, 100))
        function = document.make_indirect(ends)
        own = Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=[0, 0, 100, 0], Function=function)
        document.pages[0].Resources = Dictionary(Shading=Dictionary(S=document.make_indirect(own)))
        document.pages[0].Contents = Stream(document, b"/S sh")
        document.save(out)
    with pikepdf.open(io.BytesIO(separated(out.getvalue(), press()))) as document:
        made = document.pages[0].Resources.Shading.S
        assert made.ColorSpace == "/DeviceCMYK"
        assert [len(made.Function[name]) for name in ("/C0", "/C1", "/Range")] == [4, 4, 8]


@pytest.mark.parametrize(("inside", "flat"), [(OPAQUE, 0), (COLOURS, 3)])
def test_a_deck_becomes_pdf_x_1a_and_only_see_through_fronts_become_pictures(
    cardgen: Cardgen, tmp_path: Path, inside: str, flat: int
) -> None:
    cards = "[{id: A1}, {id: A2}, {id: A3}]"
    files = {"face.svg": face(fill="#2a7f8c", inside=inside), "gull.png": picture(), "press.icc": press()}
    (tmp_path / "press.icc").write_bytes(press())
    lay(tmp_path, part(cards=cards), **files)
    said = cardgen.works("build", "kit", "--for", "drivethrucards", "--profile", "press.icc", "--out", "out")
    folder, build = bundle(tmp_path, "drivethrucards")
    (about,) = [one for one in build["files"] if one["name"].endswith(".pdf")]
    assert about["standard"] == X1A
    assert about.get("flattened", 0) == flat
    assert (f"{flat} of 6 pages have transparency" in said.out) == bool(flat)
    file = folder / "kit-poker-euro.pdf"
    assert preflight(file.read_bytes(), X1A) == []
    with pikepdf.open(file) as document:
        assert document.pdf_version == "1.4"
        pictures = [page for page in document.pages if "/Im0" in page.Resources.get("/XObject", {})]
        assert len(pictures) == flat
        for page in pictures:
            assert int(page.Resources.XObject.Im0.Width) == pytest.approx(69.35 / 25.4 * 600, abs=1)
    with pypdfium2.PdfDocument(file) as drawn:
        picture_of = drawn[0].render(scale=2).to_pil().convert("RGB")
    ground = picture_of.getpixel((10, 10))
    assert isinstance(ground, tuple)
    assert max(abs(a - b) for a, b in zip(ground, (0x2A, 0x7F, 0x8C), strict=True)) < 40
    words = picture_of.crop((10, 240, picture_of.width - 10, 275)).convert("L").getextrema()
    assert words[0] < 60, "its words are there, in black"  # type: ignore[operator]


def test_a_print_shop_gets_pdf_x_4_and_by_choice_pdf_x_1a(cardgen: Cardgen, tmp_path: Path) -> None:
    file = built_for_a_shop(cardgen, tmp_path)
    assert preflight(file.read_bytes(), X4) == []
    assert preflight(file.read_bytes(), X1A)
    target = find_targets()["print-shop"]
    copied = target.read_text("utf-8").replace("standard: PDF/X-4", "standard: PDF/X-1a:2003")
    lay(
        tmp_path,
        **{
            "face.svg": face(fill="#2a7f8c", inside=COLOURS),
            "gull.png": picture(),
            "targets/print-shop.yaml": copied,
        },
    )
    cardgen.works("build", "kit", "--for", "print-shop", "--profile", "press.icc", "--out", "out")
    assert preflight(file.read_bytes(), X1A) == []


def test_without_a_profile_a_service_that_takes_inks_alone_is_refused_at_once(
    cardgen: Cardgen, tmp_path: Path
) -> None:
    lay(tmp_path, **{"face.svg": "<svg"})
    said = cardgen.fails("build", "kit", "--for", "drivethrucards", "--out", "out")
    assert (
        "DriveThruCards takes PDF/X-1a:2003 alone, in the inks of a press: it needs --profile FILE"
        in said.err
    )
    assert "svg" not in said.err
    assert not (tmp_path / "out" / "kit" / "drivethrucards").exists()


def test_a_profile_of_a_newer_kind_is_refused_where_pdf_1_4_does_not_know_it(
    cardgen: Cardgen, tmp_path: Path
) -> None:
    lay(tmp_path)
    (tmp_path / "press.icc").write_bytes(press()[:8] + b"\x04" + press()[9:])
    said = cardgen.fails("build", "kit", "--for", "drivethrucards", "--profile", "press.icc", "--out", "out")
    assert "cannot be used: it is an ICC profile of version 4, expected at most version 2" in said.err


def test_a_file_that_is_refused_is_an_error_and_nothing_is_kept(
    cardgen: Cardgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(tmp_path)
    (tmp_path / "press.icc").write_bytes(press())
    monkeypatch.setattr("cardgen.targets.preflight.preflight", lambda pdf, standard: ["a picture in RGB"])
    said = cardgen.fails("build", "kit", "--for", "drivethrucards", "--profile", "press.icc", "--out", "out")
    assert "drivethrucards/kit-poker-euro.pdf is not PDF/X-1a:2003: a picture in RGB" in said.err
    assert not (tmp_path / "out" / "kit" / "drivethrucards").exists()
