"""All five kits and a stranger's, for every print service: counts, names and backs are those of kit.json."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from cardgen.app.build import build_kit
from cardgen.app.settings import BuildSettings
from cardgen.base.errors import Problems
from cardgen.targets.pdfx import X1A, X4
from cardgen.targets.preflight import preflight
from cardgen.targets.target import named_target
from tests.sample_game import HARBOUR
from tests.targets.kits import bundle
from tests.targets.press import press
from tests.targets.read_back import check_pictures, copies_listed, ordered

DATA = Path(__file__).parents[2] / "data"
KITS = [
    pytest.param(HARBOUR.folder, marks=pytest.mark.slow, id="harbour"),
    *(
        pytest.param(path.parent, marks=pytest.mark.thorough, id=path.parent.name)
        for path in sorted(DATA.glob("*/game.yaml"))
    ),
]
PRESSED = {"drivethrucards": X1A, "print-shop": X4}
# what is taken of each kit besides its cards of 63 × 88 mm
TAKEN = {
    "auction-hearts": {"tgc": {"chips", "counters"}, "mpc": set()},
    "bartender-2012": {"tgc": {"bids", "nights", "markers", "shift"}, "mpc": {"bids"}},
    "bartender-aarwares": {"tgc": {"first"}, "mpc": set()},
    "biergarten": {"tgc": {"common", "home", "marker"}, "mpc": {"common", "home"}},
    "cheers": {"tgc": {"teams", "first"}, "mpc": set()},
    "harbour": {"tgc": set(), "mpc": set()},
}


def wanted(folder: Path, target: str) -> dict[str, int]:
    """How many copies of which cards a service should get, by kit.json."""
    said = json.loads((folder.parent / "kit.json").read_text("utf-8"))
    taken = TAKEN[said["game"]].get(target, set())
    return {
        card: count
        for component in said["components"]
        if component["size_mm"] == [63, 88] or component["id"] in taken
        for card, count in component["cards"].items()
    }


def built(kit: Path, target: str, out: Path) -> tuple[Path, dict[str, Any]]:
    profile = None
    if target in PRESSED:
        profile = out / "press.icc"
        profile.write_bytes(press())
    settings = BuildSettings(out=out / "out", target=target, profile=profile)
    result = build_kit(kit, settings, lambda *_: None)
    known = {"left-out", "no-order", "safe-area", "unused-field", "uncited"}
    assert {problem.code for problem in result.warnings} <= known
    for file in (result.folder / target).glob("*.pdf"):
        if target in PRESSED:
            assert preflight(file.read_bytes(), PRESSED[target]) == []
    return bundle(out, target, kit.name)


@pytest.mark.parametrize("kit", KITS)
def test_the_game_crafter(kit: Path, tmp_path: Path) -> None:
    folder, build = built(kit, "tgc", tmp_path)
    target = named_target("tgc", None, Problems())
    assert target
    rules = {one.file.partition("/")[0]: one.pixels for one in target.rules}
    check_pictures(folder, build, rules | {size.name: size.pixels for size in target.asks.sizes})
    assert copies_listed(folder / "cards.csv") == wanted(folder, "tgc")
    pieces = json.loads((folder.parent / "kit.json").read_text("utf-8"))["components"]
    assert len(build.get("left_out", ())) == len(pieces) - len(
        {path.parent for path in folder.glob("*/*/*.png")}
    )


@pytest.mark.parametrize("kit", KITS)
def test_makeplayingcards(kit: Path, tmp_path: Path) -> None:
    folder, build = built(kit, "mpc", tmp_path)
    target = named_target("mpc", None, Problems())
    assert target
    check_pictures(folder, build, {size.name: size.pixels for size in target.asks.sizes})
    cards: Counter[str] = Counter()
    for file in folder.glob("*/order-*.xml"):
        for (front, back), count in ordered(file).pairs.items():
            card, drawn = front.stem.rsplit("-", 1)
            cards[card] += count
            assert build["faces"][card]["front"].startswith(drawn)
            if back.stem != "white":
                assert build["faces"][card]["back"].startswith(back.stem.rsplit("-", 1)[1])
            else:
                assert "back" not in build["faces"][card]
    assert cards == copies_listed(folder / "poker-63x88" / "cards.csv")
    listed = sum((Counter(copies_listed(table)) for table in folder.glob("*/cards.csv")), Counter())
    assert listed == wanted(folder, "mpc")


@pytest.mark.parametrize("kit", KITS)
def test_pdfs(kit: Path, tmp_path: Path) -> None:
    folder, _ = built(kit, "drivethrucards", tmp_path)
    (file,) = folder.glob("*-poker-*.pdf")
    with pypdfium2.PdfDocument(file) as document:
        labels = [document.get_page_label(number) for number in range(len(document))]
    half = len(labels) // 2
    assert Counter(label.removesuffix(" front") for label in labels[:half]) == wanted(
        folder, "drivethrucards"
    )
    assert [label.replace(" front", " back") for label in labels[:half]] == labels[half:]

    shop, build = built(kit, "print-shop", tmp_path)
    pieces = json.loads((shop.parent / "kit.json").read_text("utf-8"))["components"]
    assert copies_listed(shop / "cards.csv") == {
        card: count for component in pieces for card, count in component["cards"].items()
    }
    assert "left_out" not in build
    rules = {f"{kit.name}-booklet"}
    assert {path.stem for path in shop.glob("*.pdf")} - rules == {component["id"] for component in pieces}
