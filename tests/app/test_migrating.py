"""`cardgen migrate`: old keys become today's, and nothing else in the files changes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from cardgen.base import formats
from cardgen.source import load_kit, migrations
from tests.conftest import Cardgen

OLD = """\
# A kit of last year
game: moss
title: Moss   # short
version: "1.0"
players: {min: 2, max: 4}
credits:
  author: Ana   # and her cat
  authors: everybody
  notice: Free

tiles:
  lawn:
    size:   square-63
    face: faces/plain.svg
    back: faces/plain.svg
    stock: 200 g/m², on 1.5 mm board  # glue well
    # the tiles
    note: "By {{ credits.author }}"
    cards: [{id: A}]
  flow: {size: square-63, face: faces/plain.svg, "stock": 'label, on board', cards: [{id: B}]}
  both: {size: square-63, face: faces/plain.svg, stock: thick board, made_of: {board: 3mm}, cards: [{id: C}]}
  thin: {size: square-63, face: faces/plain.svg, stock: "250 g/m², no board", cards: [{id: D}]}
  sums: {size: square-63, face: faces/plain.svg, stock: "on {{ 1 + 1 }} mm board", cards: [{id: E}]}
rules: rules.md.j2
"""
NEW = (
    OLD.replace("  author: Ana", "  design: Ana")
    .replace("credits.author ", "credits.design ")
    .replace("stock: 200 g/m², on 1.5 mm board", 'made_of: {board: "1.5mm", paper: "200 g/m²"}')
    .replace("\"stock\": 'label, on board'", 'made_of: {board: "2mm", paper: label}')
)


@pytest.fixture
def moss(tmp_path: Path) -> Path:
    kit = tmp_path / "moss"
    kit.mkdir()
    (kit / "game.yaml").write_bytes(OLD.encode())
    (kit / "rules.md.j2").write_text("# Moss\n\nBy {{ credits.author }}, {{ credits.authors }}\n", "utf-8")
    return kit


def test_old_keys_become_new_ones_and_all_else_stays_to_the_letter(cardgen: Cardgen, moss: Path) -> None:
    (moss / "game.yaml").chmod(0o640)
    before = load_kit(moss)

    said = cardgen("migrate", "moss")

    assert (said.code, said.err) == (0, "")
    assert (moss / "game.yaml").read_text("utf-8") == NEW
    assert (moss / "rules.md.j2").read_text(
        "utf-8"
    ) == "# Moss\n\nBy {{ credits.design }}, {{ credits.authors }}\n"
    assert (moss / "game.yaml").stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in moss.iterdir()) == ["game.yaml", "rules.md.j2"]
    after = load_kit(moss)
    assert [one.made for one in after.components] == [one.made for one in before.components]
    assert after.credits["design"] == "Ana"
    assert cardgen("migrate", "moss").out == "moss: nothing to do\n"


def test_what_is_written_is_shown_as_a_diff_that_takes_it_back(cardgen: Cardgen, moss: Path) -> None:
    said = cardgen("migrate", "moss")

    assert "-  author: Ana   # and her cat\n+  design: Ana   # and her cat\n" in said.out
    diff = said.out.partition("moss: migrated")[0]
    subprocess.run(
        ["git", "apply", "-R", "-p0"], input=diff, cwd=moss.parent, check=True, text=True, capture_output=True
    )
    assert (moss / "game.yaml").read_text("utf-8") == OLD


def test_windows_line_ends_and_a_mark_stay(cardgen: Cardgen, moss: Path) -> None:
    (moss / "game.yaml").write_bytes(b"\xef\xbb\xbf" + OLD.replace("\n", "\r\n").encode())
    cardgen("migrate", "moss")
    assert (moss / "game.yaml").read_bytes() == b"\xef\xbb\xbf" + NEW.replace("\n", "\r\n").encode()


def test_check_only_says_whether_something_is_to_do(cardgen: Cardgen, moss: Path) -> None:
    asked = cardgen("migrate", "moss", "--check")
    assert (asked.code, asked.out) == (1, "moss: to be migrated\n")
    assert (moss / "game.yaml").read_text("utf-8") == OLD
    cardgen("migrate", "moss")
    cardgen.works("migrate", "moss", "--check")


def test_old_keys_are_warned_of_at_their_places_and_still_read(cardgen: Cardgen, moss: Path) -> None:
    said = cardgen.works("check", "moss", "--no-play")
    assert [line for line in said.err.splitlines() if "since cardgen" in line] == [
        "moss/game.yaml:7:3: warning: 'author' is 'design' since cardgen 1.0.0, and read until 2.0.0",
        "moss/game.yaml:16:5: warning: 'stock' with a board is 'made_of' since cardgen 1.0.0, and read until 2.0.0",
        "moss/game.yaml:20:50: warning: 'stock' with a board is 'made_of' since cardgen 1.0.0, and read until 2.0.0",
    ]
    assert "hint: write design: Ana, or let cardgen migrate do it" in said.err


def test_an_older_format_becomes_todays(
    cardgen: Cardgen, moss: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in (formats, migrations):
        monkeypatch.setattr(place, "KIT", 2)
    monkeypatch.setattr("cardgen.app.migrating.KIT", 2)
    (moss / "game.yaml").write_text("format: 1  # of old\n" + OLD, "utf-8")
    cardgen.works("migrate", "moss")
    assert (moss / "game.yaml").read_text("utf-8") == "format: 2  # of old\n" + NEW
    assert "format is 3, expected at most 2" in _written(cardgen, moss, "format: 3\n" + OLD)


def _written(cardgen: Cardgen, moss: Path, text: str) -> str:
    """Return what migrate says of a game.yaml that it must leave alone."""
    (moss / "game.yaml").write_text(text, "utf-8")
    said = cardgen.fails("migrate", "moss")
    assert (moss / "game.yaml").read_text("utf-8") == text
    return said.err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title: [", "moss/game.yaml:1:"),
        ("- author: Ana\n", "moss/game.yaml: error: the file is no block"),
        (
            "credits:\n  {author: Ana,\n   author: Ben}\n",
            "moss/game.yaml:3:4: error: 'author' is written twice",
        ),
    ],
)
def test_a_file_that_cannot_be_read_stays_as_it_is(
    text: str, says: str, cardgen: Cardgen, moss: Path
) -> None:
    assert says in _written(cardgen, moss, text)


def test_games_that_come_with_an_installed_cardgen_are_not_written(
    cardgen: Cardgen, moss: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = moss.rename(moss.parent / "_content")
    (home / "moss").mkdir()
    (home / "moss" / "game.yaml").write_text(OLD, "utf-8")
    monkeypatch.setattr("cardgen.source.cells.shipped", lambda: home)
    said = cardgen.fails("migrate", "_content/moss")
    assert "this game comes with cardgen; cardgen new my-game --from moss makes a copy" in said.err
    assert (home / "moss" / "game.yaml").read_text("utf-8") == OLD
