"""What makes the next build another one, and which wishes are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cardgen.app.fingerprint import build_key, content_hash
from cardgen.app.manifest import publish
from cardgen.app.settings import BuildSettings
from cardgen.base.errors import CardgenError
from cardgen.base.units import PAPERS

PDF = BuildSettings()
PNG = BuildSettings(format="png")


def key(settings: BuildSettings) -> str:
    return build_key("content", settings.shapes_output())


@pytest.mark.parametrize(
    "change",
    [
        {"paper": PAPERS["letter"]},
        {"backs": "fold"},
        {"offset": (0.0, 0.1)},
        {"gutter": 1.0},
        {"look": "low-ink"},
        {"only": ("rules",)},
        {"options": {"a": "b"}},
        {"draft": True},
        {"art_engine": "typst"},
    ],
    ids=str,
)
def test_every_wish_that_shows_is_another_build(change: dict[str, object]) -> None:
    assert key(replace(PDF, **change)) != key(PDF)  # type: ignore[arg-type]


def test_only_pictures_are_others_with_another_resolution() -> None:
    assert key(replace(PNG, dpi=150)) != key(PNG) != key(PDF)
    assert key(replace(PDF, dpi=150)) == key(PDF)
    assert key(replace(PDF, jobs=3, out=Path("elsewhere"), force=True)) == key(PDF)


def test_rules_pictures_and_names_of_files_are_content_and_leftovers_are_not(tmp_path: Path) -> None:
    kit, seeds = tmp_path / "data" / "kit", tmp_path / "seeds" / "kit.yaml"
    for path in (kit / "game.yaml", kit / "art" / "a.svg", seeds):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("one", "utf-8")
    seen = [content_hash(kit)]
    for leftover in ("game.yaml~", "~$cards.xlsx", ".~lock.cards.ods#"):
        (kit / leftover).write_text("a leftover", "utf-8")
    assert content_hash(kit) == seen[0]
    seeds.write_text("two", "utf-8")
    seen.append(content_hash(kit))
    (kit / "art" / "a.svg").write_text("two", "utf-8")
    seen.append(content_hash(kit))
    (kit / "art" / "a.svg").rename(kit / "art" / "b.svg")
    seen.append(content_hash(kit))
    assert len(set(seen)) == 4


def test_all_files_are_published_or_none(tmp_path: Path) -> None:
    stage, target = tmp_path / "stage", tmp_path / "kit"
    stage.mkdir()
    for name in ("a.pdf", "kit.json", "z.pdf"):
        (stage / name).write_text("new", "utf-8")
    (target / "z.pdf" / "in the way").mkdir(parents=True)
    for name in ("a.pdf", "kit.json"):
        (target / name).write_text("old", "utf-8")
    with pytest.raises(CardgenError, match=r"z\.pdf: error: cannot write this file: a folder is in the way"):
        publish(stage, target)
    assert {p.name: p.read_text("utf-8") for p in target.iterdir() if p.is_file()} == {
        "a.pdf": "old",
        "kit.json": "old",
    }
    (target / "z.pdf" / "in the way").rmdir()
    (target / "z.pdf").rmdir()
    (stage / "a.pdf").write_text("new", "utf-8")
    publish(stage, target)
    assert {p.name: p.read_text("utf-8") for p in target.iterdir()} == dict.fromkeys(
        ("a.pdf", "kit.json", "z.pdf"), "new"
    )


def parsed(**words: str) -> BuildSettings:
    wishes = {
        "paper": "a4",
        "backs": "fold",
        "offset": "0,0",
        "gutter": "0",
        "art_engine": "",
        **words,
    }
    return BuildSettings.parse(format="pdf", dpi=300, **wishes)


@pytest.mark.parametrize("offset", ["10,-10", "-10, 10", "0.5mm,-1mm"])
def test_an_offset_reaches_ten_millimetres_in_each_direction(offset: str) -> None:
    assert parsed(offset=offset).offset


@pytest.mark.parametrize("offset", ["-20,0", "0,-10.1", "11,0", "0,10.1", "1", "1,2,3", "a,b"])
def test_a_larger_offset_is_a_mistake(offset: str) -> None:
    with pytest.raises(ValueError, match="--offset"):
        parsed(offset=offset)
