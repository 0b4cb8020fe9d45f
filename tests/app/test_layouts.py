"""Layouts to begin with: each is drawn without a word of complaint, in every look, and becomes a kit of one's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from cardgen.app.layouts import layouts, looks, manual_of_layouts
from cardgen.base.files import templates_dir
from tests.conftest import Said

Cardgen = Callable[..., Said]
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
    assert cardgen("new", "all", "--layout", ALL, "--look", look).code == 0
    head = yaml.safe_load((tmp_path / "all/data/all/game.yaml").read_text())
    assert head["looks"]["full"]["palette"] == looks()[look]["palette"]
    said = cardgen("check", "all")
    assert (said.code, said.out.splitlines()[-1:]) == (0, ["all: all checks pass"]), said


def test_a_kit_of_layouts_has_what_was_chosen_and_no_more(cardgen: Cardgen, tmp_path: Path) -> None:
    said = cardgen("new", "my-game", "--layout", "portrait,back,coin")
    assert said.code == 0
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
    said = cardgen("new", "my-game", *words)
    assert said.code == 2
    assert message in said.err
    assert not (tmp_path / "my-game").exists()


def test_the_page_about_layouts_is_that_of_the_code() -> None:
    page = Path(__file__).parents[2] / "docs" / "layouts.md"
    assert page.read_text("utf-8") == manual_of_layouts(), "write it again: python benchmarks/layouts.py"
