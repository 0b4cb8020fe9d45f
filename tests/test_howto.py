"""Every how-to is taken step by step: its commands, its changes in files, what they print, and the file that it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.howto import ROOT, Page, new_game, pages, shown, take
from cardgen.app.moving import BROWSERS
from cardgen.base.children import program

PAGES = {page.name: page for page in pages()}


@pytest.fixture(scope="session")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_game(tmp_path_factory.mktemp("game"))


@pytest.mark.thorough
@pytest.mark.parametrize("name", PAGES)
def test_a_how_to_does_what_it_says(name: str, game: Path, tmp_path: Path) -> None:
    if "--gif" in PAGES[name].text and not any(map(program, BROWSERS)):
        pytest.skip("a moving picture is taken by a browser")
    picture = shown(PAGES[name], take(PAGES[name], game, tmp_path))

    assert not picture or picture[0].is_file(), PAGES[name].head["shows"]


@pytest.mark.thorough
def test_a_game_is_made_in_ten_steps_without_python(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    steps = text.partition("\n## A game in ten steps\n")[2].partition("\n## ")[0]
    folder = take(Page("rules", "Ten steps", {"begins": "nowhere"}, steps), tmp_path, tmp_path)

    assert "\n10. " in steps
    assert (folder / "report.html").is_file()
    assert not list(folder.rglob("*.py"))
    assert "count two points more" in (folder / "output/lucky/lucky-rules.md").read_text("utf-8")


def test_what_a_page_says_in_vain_is_noticed(tmp_path: Path) -> None:
    text = (
        "---\nbegins: nowhere\n---\n# A\n\n```sh\ncardgen --version\n```\n\n```\nnothing of the kind\n```\n"
    )
    (tmp_path / "a.md").write_text(text)

    with pytest.raises(AssertionError, match="nothing says: nothing of the kind"):
        take(Page.read(tmp_path / "a.md"), tmp_path, tmp_path / "place")


def test_there_are_forty_of_them_and_the_front_lists_each_once() -> None:
    front = (ROOT / "docs" / "site" / "index.md").read_text("utf-8")

    assert len(PAGES) >= 40
    assert [name for name in PAGES if front.count(f"howto/{name}.md") != 1] == []
    for page in PAGES.values():
        assert len(page.text.split()) < 400, page.name
        for part in ("## Steps", "## What you see", "\nNext: ["):
            assert part in page.text, f"{page.name}: {part}"


def test_each_page_of_the_manual_is_in_the_sites_menu() -> None:
    menu = (ROOT / "docs" / "site" / "mkdocs.yml").read_text("utf-8")

    assert [page.name for page in (ROOT / "docs").glob("*.md") if menu.count(f": {page.name}\n") != 1] == []
