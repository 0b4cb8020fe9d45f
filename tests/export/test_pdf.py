from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path as File

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.drawing import (
    Drawing,
    Glyph,
    Matrix,
    Page,
    Path,
    PlacedDrawing,
    Text,
    apply,
    multiply,
    rect,
    rotate,
    translate,
)
from cardgen.base.units import PT_PER_MM
from cardgen.export.pdf import write_pdf
from cardgen.export.plates import Press
from tests.export.printing import (
    BOLD,
    ROBOTO,
    SLAB,
    art,
    colour_at,
    copied,
    form_xobjects,
    forms,
    line,
    opened,
    picture,
    printed,
    shape,
    sheet,
    square,
    starts_of_paths,
)

RED, BLUE = (255, 0, 0), (0, 0, 255)


def face(name: str, *items: object) -> Drawing:
    return Drawing(name, -3, -3, 26, 26, items)  # type: ignore[arg-type]


# ---- pages -------------------------------------------------------------------------------------------


def test_a_page_states_its_size_and_where_it_is_cut() -> None:
    drawing = Drawing("card", -3, -3, 69, 94, (square("#ff0000"),))
    page = Page(drawing, trim_box=(0, 0, 63, 88), bleed_box=(-3, -3, 69, 94))
    with opened(printed(page)) as pdf:
        (found,) = pdf.pages
        assert [float(v) for v in found.MediaBox] == pytest.approx(
            [0, 0, 69 * PT_PER_MM, 94 * PT_PER_MM], abs=1e-4
        )
        assert [float(v) for v in found.BleedBox] == [float(v) for v in found.MediaBox]
        trim = [3 * PT_PER_MM, 3 * PT_PER_MM, 66 * PT_PER_MM, 91 * PT_PER_MM]
        assert [float(v) for v in found.TrimBox] == pytest.approx(trim, abs=1e-4)


def test_y_runs_down_from_the_top_left_of_the_drawing() -> None:
    pdf = printed(Drawing("card", -3, -3, 60, 40, (square("#ff0000", 0, 0, 10),)))
    assert colour_at(pdf, 4, 4) == RED
    assert colour_at(pdf, 2, 2) == (255, 255, 255)
    assert colour_at(pdf, 4, 36) == (255, 255, 255)


def test_title_bookmarks_and_labels_are_there() -> None:
    pages = [
        Page(sheet(line("one")), bookmark="Deck", label="C-1"),
        Page(sheet(line("two"))),
        Page(sheet(line("three")), bookmark="Fronts (1)"),
        Page(sheet(line("four")), bookmark="Überblick – Bier"),
    ]
    data = printed(*pages, title="Biergärten (a4)")
    with pypdfium2.PdfDocument(data) as pdf:
        assert pdf.get_metadata_dict()["Title"] == "Biergärten (a4)"
        found = [(b.level, b.get_title(), b.get_dest().get_index()) for b in pdf.get_toc()]
        assert found == [(0, "Deck", 0), (0, "Fronts (1)", 2), (0, "Überblick – Bier", 3)]
        assert [pdf.get_page_label(n) for n in range(4)] == ["C-1", "2", "3", "4"]


def test_the_printing_dialogue_is_asked_not_to_scale() -> None:
    with opened(printed(sheet(), duplex="short-edge", language="de")) as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert pdf.Root.Lang == "de"


def test_a_pdf_without_pages_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one page"):
        printed()


def test_a_file_is_written_where_asked(tmp_path: File) -> None:
    write_pdf([Page(sheet(line("hop")))], tmp_path / "a.pdf", title="A", press=Press({}))
    assert copied((tmp_path / "a.pdf").read_bytes()) == "hop"


# ---- a clean file ------------------------------------------------------------------------------------


def rich_drawing() -> Drawing:
    inner = face(
        "inner",
        art('<rect width="20" height="20" fill="#393"/>', -3, -3, 26, 26),
        line("office affair", 0, 10, 3),
        line("bold", 0, 15, 3, BOLD, opacity=0.5),
        square("#112233", 1, 1, 4, opacity=0.4),
        art('<circle cx="9" cy="9" r="7" fill="red" fill-opacity=".5"/>', 2, 2, 9, 9),
    )
    return sheet(
        PlacedDrawing(inner, translate(5, 5), clip=rect(0, 0, 20, 20, radius=3)),
        PlacedDrawing(inner, multiply(translate(30, 5), rotate(30)), opacity=0.7),
        line("Variable", 5, 38, 5, ROBOTO, fill="#2a6db3"),
        Path((("M", 1, 1), ("L", 9, 1)), stroke="#000000", dash=(1, 2), cap="round", join="bevel"),
    )


def test_a_rich_page_has_no_errors() -> None:
    with opened(printed(rich_drawing(), sheet(), rich_drawing())) as pdf:
        assert pdf.check_pdf_syntax() == []


def test_every_font_is_an_embedded_subset() -> None:
    with opened(printed(rich_drawing())) as pdf:
        fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
        tops = [f for f in fonts if f.Subtype == "/Type0"]
        names = sorted(str(f.BaseFont).partition("+")[2] for f in tops)
        assert names == ["Roboto-500", "ZillaSlab-Bold", "ZillaSlab-Regular"]
        assert len(fonts) == 2 * len(tops), "a font besides ours, such as Helvetica"
        for top in tops:
            descriptor = top.DescendantFonts[0].FontDescriptor
            assert len(descriptor.FontFile2.read_bytes()) < 20_000
            assert str(top.BaseFont)[7] == "+"
            assert "/ToUnicode" in top


def test_streams_are_packed_and_dates_are_left_out() -> None:
    data = printed(rich_drawing())
    assert b"ASCII85" not in data
    assert b"Date" not in data
    with opened(data) as pdf:
        big = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and int(o.Length) > 100]
        assert big
        assert all("/Filter" in o for o in big)


def test_two_builds_in_two_processes_are_the_same_bytes() -> None:
    code = (
        "import sys, hashlib; sys.path.insert(0, '.')\n"
        "from tests.export.test_pdf import rich_drawing, printed\n"
        "print(hashlib.sha256(printed(rich_drawing(), rich_drawing())).hexdigest())\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            cwd=File(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone},
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))
    }
    assert len(found) == 1


# ---- text --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", ["office affair flight", "AVAToVa: “quoted” – 5 × 3", "naïve façade Ærø", "a  b"]
)
@pytest.mark.parametrize("key", [SLAB, ROBOTO], ids=["static", "variable"])
def test_what_is_copied_is_what_was_written(words: str, key: object) -> None:
    assert copied(printed(sheet(line(words, key=key)))).split() == words.split()  # type: ignore[arg-type]


def test_a_ligature_is_copied_as_its_letters() -> None:
    glyphs = shape("office")
    assert len(glyphs) < len("office"), "this font must have a ligature for the test to mean anything"
    assert copied(printed(sheet(Text(SLAB, 4, 5, 20, glyphs)))) == "office"


def test_one_glyph_may_stand_for_two_texts() -> None:
    (letter,) = shape("A")
    other = Glyph(letter.id, letter.advance, 0, 0, "Α")  # a Greek capital alpha looks the same
    pdf = printed(sheet(Text(SLAB, 4, 5, 20, (letter, other, letter))))
    assert copied(pdf) == "AΑA"


def test_several_glyphs_may_stand_for_one_text() -> None:
    a, b, c = shape("abc")
    cluster = (Glyph(a.id, a.advance, 0, 0, "x"), Glyph(b.id, 0, -0.3, 0.1, ""), c)
    assert copied(printed(sheet(Text(SLAB, 4, 5, 20, cluster), line("ab", 5, 30)))).split() == ["xc", "ab"]


def test_glyphs_stand_where_the_shaping_puts_them() -> None:
    (dot,) = shape(".")
    glyphs = (Glyph(dot.id, 2.0, 0, 0, "."), Glyph(dot.id, 2.0, 0.5, 0.5, "."), Glyph(dot.id, 1.0, 0, 0, "."))
    data = printed(sheet(Text(SLAB, 10, 5, 30, glyphs)))
    with pypdfium2.PdfDocument(data) as pdf:
        page = pdf[0].get_textpage()
        dots = [n for n, c in enumerate(page.get_text_range()) if c == "."]
        boxes = [page.get_charbox(n, loose=False) for n in dots]
    lefts, bottoms = ([b[side] / PT_PER_MM for b in boxes] for side in (0, 1))
    assert [v - lefts[0] for v in lefts] == pytest.approx([0, 25, 40], abs=0.02)
    assert [v - bottoms[0] for v in bottoms] == pytest.approx([0, 5, 0], abs=0.02)


def test_rounding_never_adds_up_along_a_line() -> None:
    (dot,) = shape("i")
    count = 200
    glyphs = tuple(Glyph(dot.id, 0.123456, 0, 0, "i") for _ in range(count))
    with pypdfium2.PdfDocument(printed(sheet(Text(SLAB, 2, 5, 20, glyphs)))) as pdf:
        page = pdf[0].get_textpage()
        first, last = (page.get_charbox(n)[0] / PT_PER_MM for n in (0, count - 1))
    assert last - first == pytest.approx(0.123456 * 2 * (count - 1), abs=0.005)


def test_an_empty_run_of_text_writes_nothing() -> None:
    assert copied(printed(sheet(Text(SLAB, 4, 5, 20, ())))) == ""


def test_turned_text_reads_the_same() -> None:
    assert copied(printed(sheet(line("upright", x=15, matrix=rotate(90, 30, 20))))) == "upright"


# ---- drawings ----------------------------------------------------------------------------------------


def test_a_drawing_is_stored_once_however_often_it_is_placed() -> None:
    one, two = face("one", square("#ff0000")), face("two", square("#0000ff"))
    page = sheet(*(PlacedDrawing(d, translate(x, 0)) for x in range(5) for d in (one, two)))
    with opened(printed(page, page)) as pdf:
        assert len(form_xobjects(pdf)) == 2


def test_art_is_stored_once_however_often_it_is_used() -> None:
    disc = '<circle cx="10" cy="10" r="9" fill="#c33"/>'
    faces = [face(str(n), art(disc, n, 0), art(disc, 0, n)) for n in range(4)]
    with opened(printed(sheet(*(PlacedDrawing(f) for f in faces)))) as pdf:
        assert len(form_xobjects(pdf)) == len(faces) + 1


def test_a_part_shared_by_two_pieces_of_art_is_stored_once() -> None:
    import base64

    from PIL import Image

    data = io.BytesIO()
    Image.effect_noise((40, 40), 90).convert("RGB").save(data, "PNG")
    photo = f'<image width="20" height="20" href="data:image/png;base64,{base64.b64encode(data.getvalue()).decode()}"/>'
    page = sheet(art(photo), art(photo + '<circle cx="9" cy="9" r="3"/>', 30))
    with opened(printed(page)) as pdf:
        images = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        assert len(images) == 1


def test_an_empty_drawing_prints_nothing() -> None:
    data = printed(
        sheet(),
        sheet(PlacedDrawing(face("empty")), PlacedDrawing(face("nested", PlacedDrawing(face("empty"))))),
    )
    with opened(data) as pdf:
        assert pdf.check_pdf_syntax() == []
    for page in (0, 1):
        assert picture(data, page=page).getcolors() == [(240 * 160, (255, 255, 255))]


def test_a_drawing_nested_five_deep_lands_in_its_place() -> None:
    drawing = Drawing("0", 0, 0, 30, 30, (square("#ff0000", 0, 0, 5), line("deep", 0, 9, 3)))
    for level in range(1, 6):
        drawing = Drawing(str(level), 0, 0, 60, 40, (PlacedDrawing(drawing, translate(5, 2)),))
    data = printed(drawing)
    assert copied(data) == "deep"
    assert colour_at(data, 27, 12) == RED
    assert colour_at(data, 24, 12) == (255, 255, 255)


def test_a_drawing_ends_at_its_own_edge() -> None:
    over = Drawing("over", 0, 0, 10, 10, (square("#ff0000", 0, 0, 30),))
    data = printed(sheet(PlacedDrawing(over)))
    assert colour_at(data, 9, 9) == RED
    assert colour_at(data, 11, 9) == (255, 255, 255)


def test_a_clip_is_in_the_placed_drawings_own_mm() -> None:
    data = printed(
        sheet(
            PlacedDrawing(
                face("f", square("#ff0000", -3, -3, 26)), translate(20, 10), clip=rect(0, 0, 10, 10)
            )
        )
    )
    assert colour_at(data, 21, 11) == colour_at(data, 29, 19) == RED
    assert colour_at(data, 19, 11) == colour_at(data, 31, 11) == (255, 255, 255)


def test_a_faded_drawing_fades_as_a_whole() -> None:
    overlapping = face("two", square("#ff0000", 0, 0, 15), square("#ff0000", 5, 5, 15))
    data = printed(sheet(PlacedDrawing(overlapping, opacity=0.5)))
    assert colour_at(data, 2, 2) == colour_at(data, 10, 10) == pytest.approx((255, 127, 127), abs=2)


def test_opacity_holds_for_one_item_only() -> None:
    icon = art('<rect width="20" height="20" fill="#0000ff"/>', 40, 0)
    page = sheet(square("#ff0000", 0, 0, 10, opacity=0.25), square("#ff0000", 20, 0, 10), icon)
    data = printed(page)
    assert colour_at(data, 5, 5) == pytest.approx((255, 191, 191), abs=2)
    assert colour_at(data, 25, 5) == RED
    assert colour_at(data, 45, 5) == BLUE


def test_see_through_pages_blend_in_rgb_and_plain_pages_are_no_group() -> None:
    with opened(printed(sheet(square("#ff0000", opacity=0.5)), sheet(square("#ff0000")))) as pdf:
        assert pdf.pages[0].obj.Group.CS == "/DeviceRGB"
        assert "/Group" not in pdf.pages[1].obj


@pytest.mark.parametrize("engine", ["svg2pdf", "cairosvg", "typst"])
def test_art_does_not_inherit_what_was_drawn_before_it(engine: str) -> None:
    from cardgen.faces.art.engines import draw_form

    black = art('<rect width="20" height="20"/><path d="M0 10H20" stroke="#fff"/>', 30, 0)
    before = Path(rect(0, 0, 5, 5).commands, fill="#ff0000", stroke="#ff0000", width=3, dash=(1, 1))
    target = io.BytesIO()
    found = {black.key: draw_form(black.svg, engine)}  # type: ignore[arg-type]
    write_pdf([Page(sheet(before, black))], target, title="T", press=Press(found))
    assert colour_at(target.getvalue(), 40, 4) == (0, 0, 0)
    assert colour_at(target.getvalue(), 40, 10) == (255, 255, 255)


def test_greys_print_with_black_ink_alone() -> None:
    with opened(printed(sheet(line("black"), square("#808080")))) as pdf:
        content = b"".join(s.read_bytes() for s in pdf.pages[0].Contents)
    assert b"\n0 g\n" in content
    assert b"0.502 g" in content
    assert b"rg" not in content


def test_patterns_in_art_keep_their_size_in_a_placed_drawing() -> None:
    stripes = (
        '<defs><pattern id="p" width="4" height="20" patternUnits="userSpaceOnUse"><rect width="2" height="20" '
        'fill="#ff0000"/></pattern></defs><rect width="20" height="20" fill="url(#p)"/>'
    )
    data = printed(sheet(PlacedDrawing(Drawing("f", 0, 0, 20, 20, (art(stripes),)), translate(20, 10))))
    assert [colour_at(data, 20 + x, 20) == RED for x in (1, 3, 5, 7, 9, 11)] == [True, False] * 3


def test_a_press_encodes_a_drawing_once_for_all_files() -> None:
    shared = face("shared", line("shared", 0, 9), square("#ff0000"))
    press = Press(forms(shared))
    plate = press.plate(shared)
    files = []
    for page in (sheet(PlacedDrawing(shared)), sheet(PlacedDrawing(shared, translate(9, 9)))):
        target = io.BytesIO()
        write_pdf([Page(page)], target, title="T", press=press)
        files.append(target.getvalue())
    assert press.plate(shared) is plate
    assert [copied(f) for f in files] == ["shared", "shared"]
    assert all(plate.stream in f for f in files)


def test_each_file_embeds_only_the_glyphs_it_shows() -> None:
    press = Press({})
    files = []
    for words in ("abcdefghijklmnopqrstuvwxyz", "a"):
        target = io.BytesIO()
        write_pdf([Page(sheet(line(words)))], target, title="T", press=press)
        files.append(target.getvalue())
    assert [copied(f) for f in files] == ["abcdefghijklmnopqrstuvwxyz", "a"]
    assert len(files[1]) < len(files[0]) - 1000


def test_art_that_was_not_drawn_is_our_mistake_and_loud() -> None:
    with pytest.raises(KeyError):
        write_pdf([Page(sheet(art("<rect/>")))], io.BytesIO(), title="T", press=Press({}))


numbers_ = st.floats(-3, 3, allow_nan=False).map(lambda v: round(v, 3))
matrices = st.tuples(numbers_, numbers_, numbers_, numbers_, st.floats(-50, 50), st.floats(-50, 50))


@settings(max_examples=60, deadline=None)
@given(st.lists(matrices, min_size=1, max_size=4), st.floats(-50, 50), st.floats(-50, 50))
def test_a_point_lands_where_its_matrices_say(placed: list[Matrix], x: float, y: float) -> None:
    drawing = Drawing("0", 0, 0, 60, 40, (Path((("M", x, y), ("L", x + 1, y)), stroke="#000000"),))
    whole: Matrix = (1, 0, 0, 1, 0, 0)
    for matrix in reversed(placed):
        drawing = Drawing("n", 0, 0, 60, 40, (PlacedDrawing(drawing, matrix),))
    for matrix in placed:
        whole = multiply(whole, matrix)
    (found,) = starts_of_paths(printed(drawing))
    expected_x, expected_y = apply(whole, x, y)
    assert found == pytest.approx((expected_x * PT_PER_MM, (40 - expected_y) * PT_PER_MM), abs=0.03)
