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
from cardgen.targets.target import named_target
from tests.sample_game import HARBOUR
from tests.targets.kits import bundle
from tests.targets.read_back import check_pictures, copies_listed, ordered

DATA = Path(__file__).parents[2] / "data"
KITS = [
    pytest.param(HARBOUR.folder, marks=pytest.mark.slow, id="harbour"),
    *(
        pytest.param(path.parent, marks=pytest.mark.thorough, id=path.parent.name)
        for path in sorted(DATA.glob("*/game.yaml"))
    ),
]
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
    result = build_kit(kit, BuildSettings(out=out / "out", target=target), lambda *_: None)
    assert all(
        problem.code in {"left-out", "safe-area", "unused-field", "uncited"} for problem in result.warnings
    )
    return bundle(out, target, kit.name)


@pytest.mark.parametrize("kit", KITS)
def test_the_game_crafter(kit: Path, tmp_path: Path) -> None:
    folder, build = built(kit, "tgc", tmp_path)
    target = named_target("tgc", None, Problems())
    assert target
    check_pictures(folder, build, {size.name: size.pixels for size in target.asks.sizes})
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
    assert cards == wanted(folder, "mpc")
    assert sum((Counter(copies_listed(table)) for table in folder.glob("*/cards.csv")), Counter()) == cards


@pytest.mark.parametrize("kit", KITS)
def test_pdfs(kit: Path, tmp_path: Path) -> None:
    folder, _ = built(kit, "drivethrucards", tmp_path)
    (file,) = folder.glob("*.pdf")
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
    assert {path.stem for path in shop.glob("*.pdf")} == {component["id"] for component in pieces}
