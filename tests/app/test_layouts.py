"""Layouts to begin with: each is drawn without a word of complaint, in every look, and becomes a kit of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from cardgen.app.layouts import layouts, looks, manual_of_layouts
from cardgen.base.files import templates_dir
from tests.conftest import Cardgen
from tests.studio.small import small_kit

ALL = ",".join(layouts())


def test_each_layout_is_a_template_that_names_its_fields() -> None:
    files = {path.stem for path in (templates_dir() / "layouts").glob("*.svg")}
    assert files == set(layouts())
    assert len(files) == 24
    for name, layout in layouts().items():
        text = (templates_dir() / "layouts" / f"{name}.svg").read_text("utf-8")
        assert [field for field in layout["fields"] if f"card.{field}" not in text] == []


@pytest.mark.parametrize(
    "look",
    [look if look == "harbour" else pytest.param(look, marks=pytest.mark.thorough) for look in looks()],
)
def test_all_layouts_in_one_kit_are_drawn(look: str, cardgen: Cardgen, tmp_path: Path) -> None:
    cardgen.works("new", "all", "--layout", ALL, "--look", look)
    head = yaml.safe_load((tmp_path / "all/data/all/game.yaml").read_text())
    assert head["looks"]["full"]["palette"] == looks()[look]["palette"]
    said = cardgen("check", "all")
    assert (said.code, said.out.splitlines()[-1:]) == (0, ["all: all checks pass"]), said


def test_a_kit_of_layouts_has_what_was_chosen_and_no_more(cardgen: Cardgen, tmp_path: Path) -> None:
    cardgen.works("new", "my-game", "--layout", "portrait,back,coin")
    kit = tmp_path / "my-game" / "data" / "my-game"
    assert {path.relative_to(kit).as_posix() for path in kit.rglob("*") if path.is_file()} == {
        "game.yaml", "portrait.yaml", "coin.yaml", "art/signs.svg", "faces/portrait.svg", "faces/back.svg", "faces/coin.svg",
    }  # fmt: skip
    head = yaml.safe_load((kit / "game.yaml").read_text())
    assert head["decks"]["portrait"]["back"] == "faces/back.svg"
    assert head["tokens"]["coin"]["made_of"]["board"] == "2mm"
    assert "Alfa Slab One" in (kit / "faces/portrait.svg").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--layout", "portrat"],
            "there is no layout 'portrat', expected one or several of\n  portrait: Name, cost",
        ),
        (["--layout", ","], "there is no layout ','"),
        (["--layout", "back,tuck-front"], "a back or a box alone is no game"),
        (["--layout", "coin,tuck-front"], "tuck-front is the front of a box for decks"),
        (["--layout", "coin", "--look", "nigth"], "there is no look 'nigth' (did you mean 'night'?)"),
        (["--look", "night"], "--look is for a kit of layouts"),
        (["--layout", "coin", "--with", "deck"], "are four beginnings"),
    ],
)
def test_what_cannot_be_begun_says_why(
    words: list[str], message: str, cardgen: Cardgen, tmp_path: Path
) -> None:
    said = cardgen.fails("new", "my-game", *words, code=2)
    assert message in said.err
    assert not (tmp_path / "my-game").exists()


def test_layouts_go_into_a_kit_that_is_there_and_its_comments_stay(cardgen: Cardgen, tmp_path: Path) -> None:
    kit = small_kit(tmp_path / "data")
    head = kit / "game.yaml"
    before = head.read_text("utf-8").replace("decks:\n", "# the cards\ndecks:\n") + "  # and no more\n"
    before = before.replace('{ground: "#bcc06a"}', '{ground: "#bcc06a", ink: "#123456"}')
    head.write_bytes(before.replace("\n", "\r\n").encode())
    cardgen.works("new", "small", "--add", "token,portrait,back", "--look", "night")
    after = head.read_bytes().decode()
    assert after.count("\r\n") == after.count("\n")
    after = after.replace("\r\n", "\n")
    gone = [line for line in before.splitlines() if line not in after.splitlines()]
    assert [line.split(": ")[0].strip() for line in gone] == ["full", "low-ink"]  # two lines with palettes
    data = yaml.safe_load(after)
    assert data["looks"]["full"]["palette"]["ink"] == "#123456"
    assert data["looks"]["full"]["palette"]["tint"] == looks()["night"]["palette"]["tint"]
    assert data["looks"]["low-ink"]["palette"]["tint"] == "#ffffff"
    assert list(data["decks"]) == ["main", "portrait"]
    assert data["decks"]["portrait"]["back"] == "faces/back-2.svg"  # its own back is left alone
    assert "#333333" in (kit / "faces/back.svg").read_text()
    cardgen.works("check", "small")

    cardgen.works("new", "small", "--add", "token", "--look", "night")
    assert list(yaml.safe_load(head.read_text())["tokens"]) == ["token", "token_2"]
    cardgen.works("check", "small")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["small", "--add", "tokn"], "there is no layout 'tokn'"),
        (["small", "--add", "tuck-front,portrait"], "tuck-front is for the boxes of a new game"),
        (["small", "--add", "token", "--layout", "coin"], "only --look goes with it"),
        (["ours", "--add", "token"], "this game comes with cardgen"),
        (["flow", "--add", "token"], "tokens of game.yaml is no block"),
    ],
)
def test_what_cannot_be_added_says_why_and_writes_nothing(
    words: list[str], message: str, cardgen: Cardgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = small_kit(tmp_path / "data")
    if words[0] == "flow":
        kit = kit.rename(kit.with_name("flow"))
        (kit / "game.yaml").write_text(
            (kit / "game.yaml").read_text().replace("game: small", "game: flow") + "tokens: {}\n"
        )
    if words[0] == "ours":
        monkeypatch.setattr("cardgen.app.adding.why_read_only", lambda folder: "this game comes with cardgen")
        words = ["small", *words[1:]]
    before = {path: path.read_bytes() for path in kit.rglob("*") if path.is_file()}
    said = cardgen("new", *words)
    assert (said.code, message in said.err) == (2, True), said.err
    assert {path: path.read_bytes() for path in kit.rglob("*") if path.is_file()} == before


def test_the_page_about_layouts_is_that_of_the_code() -> None:
    page = Path(__file__).parents[2] / "docs" / "layouts.md"
    assert page.read_text("utf-8") == manual_of_layouts(), "write it again: python benchmarks/layouts.py"
