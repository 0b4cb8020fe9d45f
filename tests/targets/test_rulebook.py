"""The folder of a target: the rules as the service takes them, what to do product by product, and no more than its list says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from cardgen.targets.pdfx import X1A, X4
from cardgen.targets.preflight import preflight
from cardgen.targets.target import find_targets
from tests.conftest import Cardgen, Said
from tests.targets.kits import bundle, face, lay, part
from tests.targets.press import press
from tests.targets.read_back import boxes

RULES = "# Kit\n\n## Setup\n\nDeal three cards to each player.\n\n## Play\n\nPlay a card.\n"
PRESSED = {"drivethrucards": X1A, "print-shop": X4}
PDFS = (
    "box",
    "cricut",
    "drivethrucards",
    "pcio",
    "print-shop",
    "screentop",
    "silhouette",
    "tabletopia",
    "tts",
)


def built(cardgen: Cardgen, folder: Path, target: str, *more: str) -> tuple[Path, str, Said]:
    """Build a kit with rules for a target; return its folder, and README.txt without line breaks."""
    (folder / "press.icc").write_bytes(press())
    profile = ("--profile", "press.icc") if target in PRESSED else ()
    said = cardgen.works("build", "kit", "--for", target, "--out", "out", *profile, *more)
    made, _ = bundle(folder, target)
    return made, " ".join((made / "README.txt").read_text("utf-8").split()), said


def with_rules(folder: Path, more: str = "", **files: str | bytes) -> None:
    lay(folder, "rules: rules.md.j2\n" + part() + more, **{"rules.md.j2": RULES, **files})


@pytest.mark.parametrize("target", sorted(find_targets()))
def test_every_folder_has_the_rules_or_says_that_it_takes_none(
    cardgen: Cardgen, tmp_path: Path, target: str
) -> None:
    with_rules(tmp_path)
    folder, readme, _ = built(cardgen, tmp_path, target)
    assert "What to do 1. " in readme
    assert "Product by product 1. " in readme
    found = [*folder.glob("kit-rules.pdf"), *folder.glob("kit-booklet.pdf")]
    assert len(found) == (target in PDFS)
    for file in found:
        assert f"Rules: {len(pikepdf.open(file).pages)} page" in readme
        assert file.name in readme
        if target in PRESSED:
            assert preflight(file.read_bytes(), PRESSED[target]) == []
    if target == "mpc":
        assert "Rules: this target knows no product for rules here" in readme
    if target in ("silhouette", "cricut"):
        (note,) = folder.glob("*how-to-cut.txt")
        assert note.name in readme


def test_a_booklet_for_the_game_crafter_is_pictures_of_its_pages(cardgen: Cardgen, tmp_path: Path) -> None:
    with_rules(tmp_path)
    folder, readme, _ = built(cardgen, tmp_path, "tgc")
    pages = sorted((folder / "large-booklet").iterdir())
    assert pages[0].name == "page-01.png"
    assert len(pages) % 4 == 0
    for page in pages:
        with Image.open(page) as picture:
            assert picture.size == (1575, 2475)
            edge = 37 + 40  # pixels: the bleed, and 3.4 mm inside of the cut
            assert picture.convert("L").crop((0, 0, edge, 2475)).getextrema() == (255, 255)
    assert any(Image.open(page).convert("L").getextrema()[0] < 90 for page in pages)  # type: ignore[operator]
    assert f"LargeBooklet: {len(pages)} pages in large-booklet/page-01 to {len(pages):02}.png" in readme
    assert "the booklet is scaled by 0.922 to 127 × 203.2 mm" in readme
    assert "Document: 1 page in document/page-01.png;" in readme
    with Image.open(folder / "document" / "page-01.png") as picture:
        assert picture.size == (2550, 3300)


def test_a_booklet_for_a_print_shop_has_a_cut_and_a_bleed(cardgen: Cardgen, tmp_path: Path) -> None:
    with_rules(tmp_path)
    folder, _, _ = built(cardgen, tmp_path, "print-shop")
    with pikepdf.open(folder / "kit-booklet.pdf") as document:
        for page in document.pages:
            assert boxes(page, "/MediaBox") == boxes(page, "/BleedBox") == [0, 0, 154, 216]
            assert boxes(page, "/TrimBox") == [3, 3, 151, 213]


def test_only_cards_of_the_size_that_its_tool_knows_are_ordered(cardgen: Cardgen, tmp_path: Path) -> None:
    tile = part("tiles", "tile", "63x63mm", "[{id: T1, count: 64}]", "face: tile.svg, title: Tiles")
    lay(tmp_path, part() + tile, **{"tile.svg": face(63, 63)})
    folder, readme, said = built(cardgen, tmp_path, "mpc")
    _, build = bundle(tmp_path, "mpc")
    assert [file.parent.name for file in folder.glob("*/order-*.xml")] == ["poker-63x88"]
    assert len(list((folder / "square-2.5" / "fronts").iterdir())) == 1
    assert (folder / "square-2.5" / "cards.csv").is_file()
    told = "no order for the 64 pieces of size square-2.5: orders are for poker-63x88 only"
    assert f"warning: {told}" in said.err
    assert told in readme
    assert any(told in line for line in build["to_look_at"])
    assert "order them with poker-63x88/order-1.xml" in readme
    assert "square-2.5, 63.5 × 63.5 mm: Tiles (64 pieces); upload by hand" in readme


def test_american_poker_cards_are_ordered_too(cardgen: Cardgen, tmp_path: Path) -> None:
    lay(tmp_path, part(size="2.5x3.5in"), **{"face.svg": face(63.5, 88.9), "back.svg": face(63.5, 88.9)})
    folder, readme, _ = built(cardgen, tmp_path, "mpc")
    assert (folder / "poker-63x88" / "order-1.xml").is_file()
    assert "scaled by 0.9921 to poker-63x88, 63 × 88 mm" in readme


def test_boards_mats_and_boxes_are_in_the_list_and_nothing_more_is_said_of_the_rest(
    cardgen: Cardgen, tmp_path: Path
) -> None:
    bare = {name: face(*size, inside="") for name, size in (("b.svg", (127, 254)), ("c.svg", (200, 130)))}
    lay(
        tmp_path,
        part() + "boards:\n"
        "  half: {size: 127x254mm, face: b.svg, title: Half, cards: [{id: H}]}\n"
        "  cellar: {size: 200x130mm, face: c.svg, title: Cellar, cards: [{id: C}]}\n"
        "mats:\n  mat: {size: 127x254mm, face: b.svg, title: Mat, cards: [{id: M}]}\n",
        **bare,
    )
    folder, readme, said = built(cardgen, tmp_path, "tgc", "--json")
    for name in ("half-board/half/H.png", "half-mat/mat/M.png"):
        with Image.open(folder / name) as picture:
            assert picture.size == (1575, 3075)
    (told,) = (one for one in json.loads(said.out)["problems"] if one["code"] == "left-out")
    assert told["message"].startswith(
        "left out for The Game Crafter: Cellar: no size in this list fits 200 × 130 mm, the nearest is "
    )
    assert "HalfBoard, 127 × 254 mm: Half (1 piece)" in readme
    assert "PokerTuckBox36, if you want a box, holds 36 cards; the kit has 6 of size poker" in readme
    assert "Sizes: its product list" in readme
    assert "read 2026-11-23; it sells more than this" in readme


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (54, "PokerTuckBox54, if"),
        (55, "PokerTuckBox72, if"),
        (120, "No box in this list holds 120 cards of poker"),
    ],
)
def test_the_box_that_is_named_holds_the_cards(
    cardgen: Cardgen, tmp_path: Path, cards: int, says: str
) -> None:
    lay(tmp_path, part(cards=f"[{{id: A1, count: {cards}}}]"))
    assert says in built(cardgen, tmp_path, "tgc")[1]


def test_each_target_says_what_it_was_tried_with(cardgen: Cardgen, tmp_path: Path) -> None:
    mine = "title: Mine\ntried: [{what: two decks at the shop, on: 2026-05-02}]\npages: {}\n"
    lay(tmp_path, **{"targets/mine.yaml": mine})
    lines = cardgen("targets", "kit").out.splitlines()
    assert len(lines) == len(find_targets()) + 1
    said = {line.split()[0]: re.search(r"(Untried: .*|Tried with .*)", line) for line in lines}
    assert all(said.values())
    tried = {name: found[0] for name, found in said.items() if found}
    assert tried["mine"] == "Tried with two decks at the shop, 2026-05-02."
    assert tried["screentop"] == "Untried: nobody has reported using these files yet."
    assert re.fullmatch(
        r"Tried with .*, 20\d\d-.*\. Nobody has reported using these files yet\.", tried["mpc"]
    )
    assert tried["mine"] in built(cardgen, tmp_path, "mine")[1]
    (shown,) = json.loads(cardgen("targets", "mpc", "--json").out)["targets"]
    assert {"what", "on", "test"} == set(shown["tried"][0])


def test_a_new_kit_goes_to_a_print_shop_without_a_warning(cardgen: Cardgen, tmp_path: Path) -> None:
    made = ("--with", "deck,tokens,aids,rules", "--players", "2-4", "--author", "A")
    cardgen.works("new", "demo", *made)
    said = cardgen.works(
        "build", "--data", "demo/data", "demo", "--for", "print-shop", "--out", "out", "--json"
    )
    assert [one for one in json.loads(said.out)["problems"] if one["code"] == "safe-area"] == []
