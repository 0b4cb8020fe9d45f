from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardgen.base.cache import default_folder
from cardgen.faces.art.form import FORMAT, ArtCache, ArtForm, ArtObject

FORM = ArtForm(10.0, 20.0, False, (ArtObject((b"<</Resources ", 1, b">>"), b"packed"), ArtObject((b"<<>>",))))


def entries(folder: Path) -> list[Path]:
    return sorted(p for p in (folder / FORMAT).rglob("*") if p.is_file())


def test_what_is_put_in_comes_out_also_in_a_later_build(tmp_path: Path) -> None:
    ArtCache(tmp_path).put("key", "cairosvg", FORM)
    assert ArtCache(tmp_path).get("key", "cairosvg") == FORM
    assert ArtCache(tmp_path).get("other", "cairosvg") is None
    assert ArtCache(tmp_path).get("key", "typst") is None, "another engine draws otherwise"


def test_another_cairo_library_means_drawing_anew(tmp_path: Path) -> None:
    cache = ArtCache(tmp_path)
    cache.drawn_by("cairosvg", "cairosvg 2.9.1, cairo 1.16.0")
    cache.put("key", "cairosvg", FORM)
    assert ArtCache(tmp_path).get("key", "cairosvg") == FORM
    cache.drawn_by("cairosvg", "cairosvg 2.9.1, cairo 1.18.4")
    assert cache.get("key", "cairosvg") is None
    assert ArtCache(tmp_path).get("key", "cairosvg") is None
    assert ArtCache(tmp_path).get("key", "typst") is None


@pytest.mark.parametrize("damage", [b"", b"junk", b"cardgen-art-1 00000000\n[]"])
def test_a_damaged_entry_counts_as_missing_and_is_written_again(tmp_path: Path, damage: bytes) -> None:
    cache = ArtCache(tmp_path)
    cache.put("key", "cairosvg", FORM)
    (entry,) = entries(tmp_path)
    entry.write_bytes(damage)
    assert cache.get("key", "cairosvg") is None
    cache.put("key", "cairosvg", FORM)
    assert cache.get("key", "cairosvg") == FORM


def test_a_folder_that_cannot_be_written_gives_one_warning_and_no_cache(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    cache = ArtCache(blocked / "cache")
    assert cache.get("key", "cairosvg") is None
    cache.drawn_by("cairosvg", "any")
    cache.put("key", "cairosvg", FORM)
    cache.put("other", "cairosvg", FORM)
    cache.settle([blocked])
    cache.prune()
    assert "cannot be kept in" in cache.warning
    assert cache.get("key", "cairosvg") is None


def test_the_entries_unused_for_longest_are_pruned(tmp_path: Path) -> None:
    cache = ArtCache(tmp_path, max_bytes=10**9)
    for age, key in enumerate(("new", "old", "older")):
        cache.put(key, "cairosvg", FORM)
        newest = max(entries(tmp_path), key=lambda p: p.stat().st_mtime_ns)
        os.utime(newest, (time.time() - age * 1e6,) * 2)
    assert cache.get("older", "cairosvg") == FORM  # being used makes it the newest
    cache.max_bytes = sum(path.stat().st_size for path in entries(tmp_path)[:2])
    cache.prune()
    assert cache.get("old", "cairosvg") is None
    assert cache.get("new", "cairosvg") == cache.get("older", "cairosvg") == FORM


def test_no_half_written_entry_is_left_behind(tmp_path: Path) -> None:
    ArtCache(tmp_path).put("key", "cairosvg", FORM)
    assert not list(tmp_path.rglob("*.tmp"))


@pytest.mark.slow
def test_two_processes_write_one_cache(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from cardgen.faces.art.form import ArtCache, ArtForm, ArtObject\n"
        "cache = ArtCache(Path(sys.argv[1]))\n"
        "form = ArtForm(1.0, 2.0, False, (ArtObject((b'<<>>',), b'x' * 20000),))\n"
        "for n in range(300):\n"
        "    found = cache.get(f'{n % 7}', 'cairosvg')\n"
        "    assert found is None or found == form\n"
        "    cache.put(f'{n % 7}', 'cairosvg', form)\n"
        "assert not cache.warning\n"
    )
    both = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    assert len(entries(tmp_path)) == 7


def test_settled_pictures_are_known_until_one_of_them_changes(tmp_path: Path) -> None:
    face = tmp_path / "face.svg"
    face.write_text("<svg/>")
    cache = ArtCache(tmp_path / "cache")
    assert not cache.settled([face])
    cards = tmp_path / "cards.yaml"
    cards.write_text("[]")
    cache.settle([face, cards])
    assert ArtCache(tmp_path / "cache").settled([face, cards])
    cards.write_text("[{id: A}]")
    assert cache.settled([face, cards]), "new words seldom mean new art"
    face.write_text("<svg></svg>")
    assert not cache.settled([face])
    assert not cache.settled([face, tmp_path / "gone.svg"])


def test_the_place_of_the_cache_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "mine"))
    assert default_folder() == tmp_path / "mine"
    monkeypatch.delenv("CARDGEN_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "cardgen"
