"""What earlier builds kept never shows: a build from caches gives the bytes of a build without any."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from cardgen.app.build import build_kit
from cardgen.app.fingerprint import sha256_of
from cardgen.app.settings import BuildSettings
from cardgen.base.drawing import FontKey
from cardgen.faces.text.fonts import font
from tests.many import mostly_thorough

GAME = """\
game: kit
title: Again
version: "1"
players: {min: 1, max: 2}
credits: {design: Us}
looks:
  full: {palette: {ink: "#2b1d1a", leaf: "#336633"}}
  low-ink: {palette: {ink: "#000000", leaf: "#777777"}}
options:
  tide: {default: low, values: {low: Low., high: High.}}
tables: {costs: costs.yaml}
decks:
  main:
    size: poker
    face: faces/card.svg
    back: faces/back.svg
    fields: {text: {type: text}, costs: {type: text, default: x}}
    cards: cards.yaml
"""
CARDS = "".join(f'- {{id: C{n}, text: "Card {n} costs {{leaf}} and more"}}\n' for n in range(1, 9))
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94">'
FACE = f"""{HEAD}
  {{% include "faces/frame.svg" %}}
  <use href="art/parts.svg#stag" x="10" y="10" width="20" height="20"/>
  {{% if card.id == "C1" %}}<image href="art/dot.png" x="40" y="10" width="10" height="10"/>{{% endif %}}
  <text x="5" y="50" style="font-family:'Own Family';font-size:4px;fill:{{{{ palette.ink }}}}">{{{{ card.text }}}}</text>
  <text x="5" y="60" style="font-family:'Zilla Slab';font-size:4px">{{{{ tables.costs.price }}}}, {{{{ options.tide }}}}</text>
  <text x="5" y="70" style="font-family:'Zilla Slab';font-size:4px">{{{{ cards.main | sum('count') }}}} of {{{{ kit.title }}}}</text>
</svg>
"""
FILES = {
    "game.yaml": GAME,
    "cards.yaml": CARDS,
    "costs.yaml": "price: 5\n",
    "faces/card.svg": FACE,
    "faces/back.svg": f'{HEAD}<g id="all"><rect x="-3" y="-3" width="69" height="94" fill="#ddd"/></g></svg>',
    "faces/frame.svg": '<g id="frame"><rect x="2" y="2" width="59" height="84" fill="#fffff0"/></g>',
    "art/parts.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><symbol id="stag" viewBox="0 0 10 10">'
    '<circle cx="5" cy="5" r="4" fill="{{ palette.leaf }}"/></symbol></svg>',
    "art/icons.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><symbol id="leaf" viewBox="0 0 10 10">'
    '<rect width="9" height="9"/></symbol></svg>',
}


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    folder = tmp_path / "kit"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    Image.new("RGB", (4, 4), "#aa0000").save(folder / "art" / "dot.png")
    own_font(folder, 400)
    return folder


def own_font(folder: Path, weight: int) -> None:
    """Put a font called Own Family into the kit that looks like another one."""
    data = font(FontKey("Zilla Slab", weight)).path.read_bytes()
    (folder / "fonts").mkdir(exist_ok=True)
    named = data.replace("Zilla Slab".encode("utf-16-be"), "Own Family".encode("utf-16-be"))
    (folder / "fonts" / "own.ttf").write_bytes(named)


def build(
    kit: Path, out: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, **words: object
) -> dict[str, str]:
    """Return the hashes of what a build leaves."""
    monkeypatch.setenv("CARDGEN_CACHE", str(cache))
    given = {"paper": "a4", "backs": "long-edge", "offset": "0,0", "gutter": "0", "format": "pdf", "dpi": 300}
    settings = BuildSettings.parse(out=out, art_engine="", **{**given, **words})  # type: ignore[arg-type]
    build_kit(kit, settings, lambda step, done=0, total=0: None)
    return {p.name: sha256_of(p) for p in sorted((out / "kit").iterdir())}


def replaced(kit: Path, file: str, old: str, new: str) -> None:
    text = (kit / file).read_text("utf-8")
    assert old in text
    (kit / file).write_text(text.replace(old, new), "utf-8")


CHANGES = {
    "nothing": lambda kit: None,
    "a card": lambda kit: replaced(kit, "cards.yaml", "Card 3", "Ace 3"),
    "how many copies": lambda kit: replaced(kit, "cards.yaml", "{id: C3,", "{id: C3, count: 2,"),
    "the face": lambda kit: replaced(kit, "faces/card.svg", "font-size:4px", "font-size:3px"),
    "an include": lambda kit: replaced(kit, "faces/frame.svg", "#fffff0", "#f0ffff"),
    "a part": lambda kit: replaced(kit, "art/parts.svg", 'r="4"', 'r="3"'),
    "an icon": lambda kit: replaced(kit, "art/icons.svg", 'width="9"', 'width="5"'),
    "a colour that the face prints": lambda kit: replaced(kit, "game.yaml", "#2b1d1a", "#1a1d2b"),
    "a colour that only a part prints": lambda kit: replaced(kit, "game.yaml", "#336633", "#663366"),
    "a table": lambda kit: replaced(kit, "costs.yaml", "5", "6"),
    "an option": lambda kit: replaced(kit, "game.yaml", "default: low", "default: high"),
    "the title": lambda kit: replaced(kit, "game.yaml", "Again", "Anew"),
    "a picture": lambda kit: Image.new("RGB", (4, 4), "#0000aa").save(kit / "art" / "dot.png"),
}


@pytest.mark.parametrize("change", mostly_thorough(CHANGES, 3))
def test_whatever_changes_a_build_from_caches_equals_one_from_nothing(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    before = build(kit, tmp_path / "before", tmp_path / "cache", monkeypatch)
    CHANGES[change](kit)

    warm = build(kit, tmp_path / "warm", tmp_path / "cache", monkeypatch)

    assert warm == build(kit, tmp_path / "cold", tmp_path / "empty", monkeypatch)
    assert (warm == before) == (change == "nothing")


@pytest.mark.thorough
def test_another_font_under_the_same_name_is_noticed(kit: Path, tmp_path: Path) -> None:
    def printed(out: str, cache: str) -> str:  # in processes of their own: within one, a font stays as it was
        command = [sys.executable, "-m", "cardgen.app.cli", "build", str(kit), "--only", "decks"]
        env = {**os.environ, "CARDGEN_CACHE": str(tmp_path / cache)}
        subprocess.run([*command, "-o", str(tmp_path / out)], env=env, check=True, capture_output=True)
        return sha256_of(tmp_path / out / "kit" / "kit-only-decks-a4.pdf")

    before = printed("before", "cache")
    own_font(kit, 700)

    warm = printed("warm", "cache")

    assert warm == printed("cold", "empty") != before


def test_a_card_changed_and_changed_back_leaves_the_first_bytes(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = build(kit, tmp_path / "out", tmp_path / "cache", monkeypatch)
    replaced(kit, "cards.yaml", "Card 3", "Ace 3")
    assert build(kit, tmp_path / "out", tmp_path / "cache", monkeypatch) != first

    replaced(kit, "cards.yaml", "Ace 3", "Card 3")

    assert build(kit, tmp_path / "out", tmp_path / "cache", monkeypatch) == first


def test_other_looks_and_options_have_faces_of_their_own(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, words in enumerate(({}, {"look": "low-ink"}, {"options": {"tide": "high"}}, {})):
        warm = build(kit, tmp_path / f"warm{number}", tmp_path / "cache", monkeypatch, **words)
        assert warm == build(
            kit, tmp_path / f"cold{number}", tmp_path / f"empty{number}", monkeypatch, **words
        )


def test_damaged_leftovers_are_passed_over(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    first = build(kit, tmp_path / "one", cache, monkeypatch)
    kept = [p for p in cache.rglob("*") if p.is_file() and p.parent.name in ("faces", "templates")]
    assert {p.parent.name for p in kept} == {"faces", "templates"}
    for path in kept:
        path.write_bytes(path.read_bytes()[:-30])

    assert build(kit, tmp_path / "two", cache, monkeypatch) == first


def test_a_cache_that_others_can_write_to_is_not_read(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    first = build(kit, tmp_path / "one", cache, monkeypatch)
    (cache / "faces").chmod(0o777)
    for path in (cache / "faces").iterdir():
        path.write_text(path.read_text("utf-8").replace("[", "[1,", 3), "utf-8")

    assert build(kit, tmp_path / "two", cache, monkeypatch) == first


def test_a_kit_of_the_same_name_elsewhere_shares_nothing(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = build(kit, tmp_path / "one", tmp_path / "cache", monkeypatch)
    other = Path(shutil.copytree(kit, tmp_path / "elsewhere" / "kit"))

    assert build(other, tmp_path / "two", tmp_path / "cache", monkeypatch) == first
    replaced(other, "art/parts.svg", 'r="4"', 'r="3"')
    assert build(other, tmp_path / "two", tmp_path / "cache", monkeypatch) != first
    assert build(kit, tmp_path / "three", tmp_path / "cache", monkeypatch) == first
