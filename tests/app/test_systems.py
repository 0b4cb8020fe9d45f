"""Other systems, as far as this one can play them: names, line ends, and locales that have no ä."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Cardgen, MakeKit
from tests.hostile.trial import ROOT

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94">'
GAME = """\
game: kit
title: Grüße
version: "1"
players: {min: 2, max: 3}
credits: {design: Jörg}
rules: rules.md.j2
decks:
  main: {size: poker, face: face.svg, back: face.svg, cards: cards.yaml}
"""
FILES = {
    "game.yaml": GAME,
    "cards.yaml": "- {id: Ä1, name: Größe}\n- {id: 龙, name: Ωμέγα Жар, count: 2}\n",
    "face.svg": f'{HEAD}<text x="5" y="20" style="font-family:\'Roboto\';font-size:4px">'
    "{{ card.name if side == 'front' else 'Rück' }}</text></svg>",
    "rules.md.j2": "# Größe\n\n## Ziel\n\nMaß.\n",
}


# ---- names ------------------------------------------------------------------------------------------------


def test_files_that_windows_takes_for_one_are_an_error(
    make_kit: MakeKit, cardgen: Cardgen, tmp_path: Path
) -> None:
    more = "  Main: {size: poker, face: face.svg, back: face.svg, cards: [{id: B1}]}\n"
    target = "title: Shop\nsays: A shop.\npages: {file: '{component}.pdf', order: front-back, copies: list}\n"
    make_kit({**FILES, "game.yaml": GAME + more, "targets/shop.yaml": target})
    said = cardgen.fails("build", "kit", "--for", "shop")
    assert (
        "kit/game.yaml:1:1: error: shop/main.pdf and shop/Main.pdf would be one file on Windows and macOS"
        in said.err
    )


@pytest.mark.parametrize("ids", [("Foo", "foo"), ("\ud55c", "\u1112\u1161\u11ab")], ids=["case", "composed"])
def test_cards_whose_pictures_one_disk_takes_for_one_are_an_error(
    ids: tuple[str, str], make_kit: MakeKit, cardgen: Cardgen
) -> None:
    make_kit({**FILES, "cards.yaml": "".join(f"- {{id: {one}}}\n" for one in ids)})
    said = cardgen.fails("build", "kit", "--format", "png")
    assert "kit/cards.yaml:2:3: error: the pictures of the cards" in said.err
    assert "would be one file" in said.err


def test_a_kit_called_like_a_device_is_an_error_at_its_name(make_kit: MakeKit, cardgen: Cardgen) -> None:
    make_kit(FILES).rename("con")
    Path("con/game.yaml").write_text(GAME.replace("game: kit", "game: con"), "utf-8")
    said = cardgen.fails("check", "con")
    assert (
        "con/game.yaml:1:7: error: no folder of every computer can be called 'con': Windows keeps" in said.err
    )


# ---- line ends --------------------------------------------------------------------------------------------


def with_windows_ends(folder: Path, mark: str = "") -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            path.write_bytes((mark + path.read_text("utf-8").replace("\n", "\r\n")).encode())


def is_windows(path: Path) -> bool:
    data = path.read_bytes()
    return 0 < data.count(b"\r\n") == data.count(b"\n") == data.count(b"\r")


def test_game_yaml_keeps_its_mark_and_line_ends_when_the_table_is_switched(
    make_kit: MakeKit, cardgen: Cardgen, tmp_path: Path
) -> None:
    kit = tmp_path / make_kit(FILES)
    with_windows_ends(kit, mark="\ufeff")
    cardgen.works("table", "kit", "--to", "kit/cards.csv", "--switch")
    assert is_windows(kit / "game.yaml")
    expected = GAME.replace("cards.yaml", "cards.csv")
    assert (kit / "game.yaml").read_text("utf-8") == f"\ufeff{expected}"


def test_a_catalogue_keeps_its_line_ends(make_kit: MakeKit, cardgen: Cardgen, tmp_path: Path) -> None:
    kit = tmp_path / make_kit(FILES)
    assert cardgen("translate", "kit", "fr").code in (0, 1)
    before = (kit / "i18n" / "fr.yaml").read_text("utf-8")
    with_windows_ends(kit)
    (kit / "cards.yaml").write_bytes((kit / "cards.yaml").read_bytes() + b"- {id: C1, name: Neu}\r\n")
    assert cardgen("translate", "kit", "fr").code in (0, 1)
    assert is_windows(kit / "i18n" / "fr.yaml")
    after = (kit / "i18n" / "fr.yaml").read_text("utf-8")
    assert after.count("Neu") == 1
    assert set(before.splitlines()) < set(after.splitlines())


def test_a_copy_of_a_kit_keeps_its_line_ends(make_kit: MakeKit, cardgen: Cardgen, tmp_path: Path) -> None:
    with_windows_ends(tmp_path / make_kit(FILES), mark="\ufeff")
    cardgen.works("new", "Other", "--from", "kit")
    (head,) = tmp_path.rglob("other/game.yaml")
    assert is_windows(head)
    assert head.read_text("utf-8-sig").startswith("game: other\ntitle: Other\n")


def test_a_pyproject_keeps_its_line_ends(cardgen: Cardgen, tmp_path: Path) -> None:
    entry = b'[project]\r\nname = "x"\r\n\r\n[project.entry-points."cardgen.games"]\r\nold = "o:O"\r\n'
    (tmp_path / "pyproject.toml").write_bytes(entry)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "old").mkdir()
    (tmp_path / "data" / "old" / "game.yaml").write_text("game: old\n", "utf-8")
    cardgen.works("new", "fresh", "--with", "deck,code")
    assert is_windows(tmp_path / "pyproject.toml")
    assert b'fresh = "fresh_rules:Fresh"\r\n' in (tmp_path / "pyproject.toml").read_bytes()


# ---- locales ----------------------------------------------------------------------------------------------


def without_letters(folder: Path, *words: str, coding: str = "") -> subprocess.CompletedProcess[bytes]:
    """Run a command where names of files, and what is printed, are ASCII by the locale."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHONIO", "LC_"))
    }
    environment |= {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": str(ROOT)}
    environment |= {"PYTHONIOENCODING": coding} if coding else {}
    return subprocess.run(
        [sys.executable, "-m", "cardgen", *words],
        cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("coding", ["", "latin-1"])
def test_cards_with_any_letters_are_built_where_the_locale_has_none(
    coding: str, make_kit: MakeKit, tmp_path: Path
) -> None:
    make_kit(FILES)
    for words in (
        "check kit --no-play",
        "build kit --format png --out Grüße",
        "build kit --draft",
        "list --data .",
    ):
        done = without_letters(tmp_path, *words.split(), coding=coding)
        assert done.returncode == 0, (words, done.stderr)
        assert b"Traceback" not in done.stderr
    assert (tmp_path / "Grüße" / "kit" / "png" / "main-Ä1.png").is_file()
    assert (tmp_path / "Grüße" / "kit" / "png" / "main-龙.png").is_file()


def test_a_game_with_any_letters_is_simulated_where_the_locale_has_none(tmp_path: Path) -> None:
    done = without_letters(tmp_path, "new", "Größe", "--players", "2", "--with", "deck,rules,play")
    assert done.returncode == 0, done.stderr
    (cards,) = tmp_path.rglob("cards.yaml")
    cards.write_text(cards.read_text("utf-8").replace("name: ", "name: Größe ", 1), "utf-8")
    project = next(tmp_path.glob("gr*"))
    for words in ("check", "simulate grosse --games 4 --jobs 2 --save-games spiele"):
        done = without_letters(project, *words.split())
        assert done.returncode == 0, (words, done.stderr)
    assert len(list((project / "spiele").iterdir())) == 4
