"""Icons of the set: found by the words of games, and written into a kit's own file, where a text may name them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.app.build import check_kit
from cardgen.app.icons import ICON_SET, find_icons, with_credit, with_icon
from cardgen.base.drawing import Text
from cardgen.base.units import parse_paper
from cardgen.faces.compose import Faces
from cardgen.rulesheet import load_rules, zine_pages
from cardgen.source import load_kit
from cardgen.source.cells import NoCell
from cardgen.studio.edits import Changed, Edits
from cardgen.studio.taking import icons_payload, take_icon
from tests.studio.small import edit, small_kit


@pytest.mark.parametrize(
    ("words", "first"), [("beer", "beer"), ("shield", "shield"), ("playing heart", "cards-playing-heart"), ("wood", "tree")]
)  # fmt: skip
def test_the_nearest_icon_comes_first(words: str, first: str) -> None:
    found, total = find_icons(words)
    assert found[0].name == first
    assert total >= len(found) > 1
    assert find_icons(words, total) == ([], total)


def test_an_icon_is_printed_in_a_colour_and_taken_back_in_one_step(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    before = (kit / "game.yaml").read_bytes()
    edits = Edits(kit)
    told = icons_payload(edits, "beer", 0)
    assert (told["file"], told["own"], told["palette"]) == ("art/icons.svg", [], {"ground": "#bcc06a"})
    asked = {"icon": "beer", "as": "mug", "colour": "ground", "version": told["version"]}
    assert "{mug} is new" in take_icon(edits, asked)["says"]
    assert 'fill="{{ palette.ground }}"' in (kit / "art" / "icons.svg").read_text()
    assert ICON_SET in load_kit(kit).small_print
    edit(kit / "cards.yaml", "Draw one card.", "Draw one {mug}.")
    assert check_kit(kit) == []
    assert icons_payload(edits, "beer", 0)["own"] == ["mug"]
    with pytest.raises(Changed):
        take_icon(edits, {**asked, "as": "pint"})  # the page has not seen the first one
    edits.step(back=True)
    assert not (kit / "art" / "icons.svg").exists()
    assert (kit / "game.yaml").read_bytes() == before
    assert [problem.code for problem in check_kit(kit)] == ["unknown-icon"]
    edits.step(back=False)
    assert check_kit(kit) == []


def test_a_credit_is_said_once_beside_what_is_there() -> None:
    text = "credits:\n  design: Ada  # of course\n  icons: Drawn by Ben\n"
    credited = with_credit(text)
    assert credited == text.replace("Drawn by Ben", f'"Drawn by Ben; {ICON_SET}"')
    assert with_credit(credited) == credited


@pytest.mark.parametrize(
    ("icon", "own", "said"),
    [("nothing", "mug", "no icon"), ("beer", "a mug", "called by"), ("beer", "coin", "already")],
)
def test_what_cannot_be_taken_is_refused(icon: str, own: str, said: str) -> None:
    with pytest.raises(NoCell, match=said):
        with_icon('<svg xmlns="http://www.w3.org/2000/svg">\n<symbol id="coin"/>\n</svg>', icon, own, "")


@pytest.mark.parametrize("end", ["", "::: credits\nBy Ada.\n:::\n", "Icons: {{ credits.icons }}\n"])
def test_a_printed_rule_sheet_says_once_whose_icons_it_has(tmp_path: Path, end: str) -> None:
    kit = small_kit(tmp_path)
    edit(
        kit / "game.yaml", "credits: {design: Ada}", "rules: rules.md.j2\ncredits: {design: Ada, icons: Eve}"
    )
    (kit / "rules.md.j2").write_text(f"# Small\n\nPlay a card.\n\n{end}", "utf-8")
    sheet = load_rules(load_kit(kit))
    assert [str(sheet.on(medium).blocks).count("Eve") for medium in ("sheet", "booklet")] == [1, 1]
    assert "Eve" not in str(sheet.on("web").blocks) or "Icons" in end  # its last line says so
    zine = zine_pages(sheet.on("zine"), Faces(load_kit(kit)), parse_paper("a4"))
    words = [item.words for page in zine for item in page.items if isinstance(item, Text)]
    assert " ".join(words).count("Eve") == 1
