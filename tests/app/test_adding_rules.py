"""`cardgen new GAME --add rules`: a kit that has none is played at once, and its numbers are said once."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.conftest import Cardgen
from tests.studio.small import small_kit


def begun(cardgen: Cardgen, place: Path, layouts: str, count: int = 30) -> Path:
    """Begin a kit of layouts whose first cards file has copies, and return its folder."""
    cardgen.works("new", f"trip-{layouts.partition(',')[0]}-{count}", "--layout", layouts)
    kit = next(place.glob("*/data/*"))
    for name in layouts.split(","):
        if (cards := kit / f"{name.replace('-', '_')}.yaml").exists():
            cards.write_text(cards.read_text().replace("-1\n", f"-1\n  count: {count}\n", 1))
    return kit


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardgen.app.play._CHECK_GAMES", 5)


@pytest.mark.parametrize("layouts", ["portrait,token,back", "token", "tile-edges,portrait"])
def test_a_kit_without_rules_is_played_after_one_command(
    layouts: str, cardgen: Cardgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = begun(cardgen, tmp_path, layouts)
    monkeypatch.chdir(kit.parent.parent.resolve())
    head = (kit / "game.yaml").read_text()
    said = cardgen("new", kit.name, "--add", "rules")
    assert (said.code, said.out.splitlines()[:1]) == (0, [f"data/{kit.name}/rules.yaml"]), said
    assert (kit / "game.yaml").read_text().startswith(head.rstrip("\n")), "what stood there stands there"
    said = cardgen("check", kit.name)
    assert (said.code, said.out.splitlines()[-1:]) == (0, [f"{kit.name}: all checks pass"]), said
    cardgen.works("simulate", kit.name, "--games", "2", "--jobs", "1")
    said = cardgen("new", kit.name, "--add", "rules")
    assert (said.code, "has rules already" in said.err) == (2, True)


@pytest.mark.parametrize(
    ("layouts", "count", "changed", "message"),
    [
        ("portrait", 4, "", "'portrait' has too few cards: 4 for 4 players"),
        ("score-track", 30, "", "this kit has none; --add portrait brings cards"),
        ("portrait", 30, "numbers.yaml", "numbers.yaml is there already; nothing was written"),
        ("portrait", 30, "game.yaml", "these rules are for two players or more"),
    ],
)
def test_where_no_rules_can_begin_the_reason_is_said_and_nothing_is_written(
    layouts: str,
    count: int,
    changed: str,
    message: str,
    cardgen: Cardgen,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kit = begun(cardgen, tmp_path, layouts, count)
    monkeypatch.chdir(kit.parent.parent.resolve())
    if changed == "game.yaml":
        head = (kit / changed).read_text()
        (kit / changed).write_text(head.replace("{min: 2, max: 4}", "{min: 1, max: 1}"))
    elif changed:
        (kit / changed).write_text("mine: 1\n")
    before = {path: path.read_bytes() for path in kit.parent.parent.rglob("*") if path.is_file()}
    said = cardgen("new", kit.name, "--add", "rules")
    assert (said.code, message in said.err) == (2, True), said
    assert {path: path.read_bytes() for path in kit.parent.parent.rglob("*") if path.is_file()} == before


def test_a_table_called_numbers_is_left_alone(cardgen: Cardgen, tmp_path: Path) -> None:
    kit = small_kit(tmp_path / "data")
    head = yaml.safe_load((kit / "game.yaml").read_text())
    (kit / "game.yaml").write_text((kit / "game.yaml").read_text() + "tables:\n  numbers: numbers.yaml\n")
    (kit / "numbers.yaml").write_text("rounds: 3\n")
    assert "tables" not in head
    cards = next(path for path in kit.rglob("*.yaml") if "id: " in path.read_text())
    cards.write_text(cards.read_text().replace("count: 2\n", "count: 20\n", 1))
    cardgen.works("new", "small", "--add", "rules")
    assert (kit / "dealing.yaml").is_file()
    assert "numbers" not in (kit / "rules.yaml").read_text().replace("numbers in seeds", "")
    cardgen.works("check", "small")
