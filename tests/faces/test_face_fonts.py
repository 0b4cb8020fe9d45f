from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import uharfbuzz as hb

from cardgen.base.drawing import FontKey
from cardgen.base.errors import CardgenError
from cardgen.base.files import MAX_FONT
from cardgen.faces.compose import Faces
from cardgen.faces.text.fonts import UnknownFamilyError, families, font, qualify, subset, unusable_fonts
from tests.faces.face_kit import kit, svg


def test_a_static_family_gives_its_nearest_weight() -> None:
    assert font(FontKey("Alfa Slab One", 700)).key.weight == 400
    assert font(FontKey("Zilla Slab", 900)).key.weight == 700
    assert font(FontKey("Zilla Slab", 100)).key.weight == 300


def test_keys_that_come_down_to_one_file_share_one_font() -> None:
    assert font(FontKey("zilla slab", 800)) is font(FontKey("Zilla Slab", 700))


def test_a_variable_font_is_pinned_to_its_weight() -> None:
    regular, bold = font(FontKey("Oswald", 400)), font(FontKey("Oswald", 700))
    glyph = regular.shaper.get_nominal_glyph(ord("m"))
    assert bold.advance(glyph) > regular.advance(glyph)
    assert not bold.face.axis_infos
    assert bold.postscript_name == "Oswald-700"


def test_italic_comes_from_the_italic_file() -> None:
    assert "Italic" in font(FontKey("Roboto", 400, True)).path.name
    assert font(FontKey("Oswald", 400, True)).key.italic is False


def test_a_subset_keeps_the_glyph_numbers_and_is_small() -> None:
    roboto = font(FontKey("Roboto", 500))
    glyph = roboto.shaper.get_nominal_glyph(ord("Q"))
    data = roboto.subset([glyph])
    small = hb.Font(hb.Face(data))
    assert len(data) < 5_000
    assert small.get_glyph_h_advance(glyph) == pytest.approx(roboto.advance(glyph) * roboto.upem, abs=1)


def test_the_measures_are_in_em() -> None:
    zilla = font(FontKey("Zilla Slab"))
    assert 0.6 < zilla.cap_height < 0.7 < zilla.ascent < 1.0
    assert 0.2 < zilla.descent < 0.3


def test_an_unknown_family_is_never_replaced() -> None:
    with pytest.raises(UnknownFamilyError) as caught:
        font(FontKey("Zila Slab"))
    assert "Zilla Slab" in caught.value.known


def test_a_kit_brings_its_own_font(tmp_path: Path) -> None:
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    shutil.copy(font(FontKey("Alfa Slab One")).path, fonts / "grog.ttf")
    (fonts / "not-a-font.ttf").write_bytes(b"hello")
    family = qualify("Alfa Slab One", fonts)
    assert family.endswith(str(fonts))
    assert font(FontKey(family)).path == (fonts / "grog.ttf").resolve()
    assert "Alfa Slab One" in families(fonts)


def test_a_link_in_the_fonts_folder_does_not_lead_out_of_it(tmp_path: Path) -> None:
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    (fonts / "leak.ttf").symlink_to(font(FontKey("Alfa Slab One")).path)
    assert qualify("Alfa Slab One", fonts) == "Alfa Slab One"


def test_a_font_that_cannot_be_used_is_told_at_its_place(tmp_path: Path) -> None:
    made = kit(tmp_path, svg(""))
    fonts = made.root / "fonts"
    fonts.mkdir()
    with (fonts / "huge.ttf").open("wb") as file:
        file.truncate(MAX_FONT + 1)
    (fonts / "leak.otf").symlink_to(font(FontKey("Alfa Slab One")).path)
    leak, huge = sorted(Faces(made).problems, key=lambda problem: problem.code)
    assert str(huge.where).endswith("fonts/huge.ttf")
    assert (huge.message, huge.level) == ("the file is larger than 40 MB", "warning")
    assert (leak.message, leak.level) == (
        "'leak.otf' is a link that leads out of the kit's folder",
        "warning",
    )


def damaged(folder: Path, table: bytes, at: int, damage: bytes) -> Path:
    """A kit's font with other bytes in a table, or (`at` below 0) in its name."""
    data = subset(FontKey("Roboto"), set("Aé"))
    place = data.index(table)
    place = place if at < 0 else at + int.from_bytes(data[place + 8 : place + 12], "big")
    folder.mkdir()
    (folder / "odd.ttf").write_bytes(data[:place] + damage + data[place + len(damage) :])
    return folder


@pytest.mark.parametrize(("table", "at"), [(b"name", -1), (b"fvar", 16)])
def test_names_of_tables_and_axes_that_are_no_letters_are_a_damaged_font(
    table: bytes, at: int, tmp_path: Path
) -> None:
    fonts = damaged(tmp_path / "fonts", table, at, b"\x91")
    assert [str(wrong) for wrong in unusable_fonts(fonts)] == ["fonts/odd.ttf is no font, or damaged"]
    assert qualify("Roboto", fonts) == "Roboto"


def test_a_font_whose_letters_cannot_be_taken_out_is_told_at_its_file(tmp_path: Path) -> None:
    fonts = damaged(tmp_path / "fonts", b"GSUB", 0, bytes(64))
    broken = font(FontKey(qualify("Roboto", fonts)))
    for take in (lambda: broken.face, lambda: broken.subset([1]), lambda: subset(broken.key, {"A"})):
        with pytest.raises(CardgenError, match=r"odd\.ttf: error: this font is damaged"):
            take()
