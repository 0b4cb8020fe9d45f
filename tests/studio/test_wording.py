"""Texts of a kit are translated on a page: into its catalogue, one by one, and never over what others wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.studio.small import edit, small_kit
from tests.studio.test_ruling import asked

NAME = {"language": "de", "section": "cards", "key": "A1.name", "text": "Ass", "was": ""}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    return small_kit(tmp_path)


def words(folder: Path, *bodies: Any, read_only: str = "") -> list[tuple[int, Any]]:
    return asked(folder, *bodies, read_only=read_only, what="words")


def of(told: dict[str, Any], key: str) -> tuple[str, bool]:
    one = next(one for one in told["texts"] if one["key"] == key)
    return one["said"], one["stale"]


def test_a_translation_is_written_and_taken_back(folder: Path) -> None:
    file = folder / "i18n" / "de.yaml"
    ((_, told),) = words(folder, None)
    assert (told["own"], told["languages"], told["texts"]) == ("en", [], [])
    (status, said), (_, told) = words(folder, NAME, None)
    assert (status, said["file"], told["language"]) == (200, "i18n/de.yaml", "de")
    assert "#: Ace\n  A1.name@" in file.read_text("utf-8")
    assert of(told, "A1.name") == ("Ass", False)
    assert of(told, "A1.text") == ("", False)
    edit(folder / "cards.yaml", "name: Ace", "name: Big Ace")
    ((_, told),) = words(folder, None)
    assert of(told, "A1.name") == ("Ass", True)
    (_, told) = words(folder, {**NAME, "was": "Ass"}, None)[-1]
    assert of(told, "A1.name") == ("Ass", False)
    asked(folder, {}, {}, what="undo")
    assert not file.exists()


def test_what_others_wrote_stays_and_their_other_texts_join(folder: Path) -> None:
    words(folder, NAME, {**NAME, "key": "A2.name", "text": "Zwei"})
    file = folder / "i18n" / "de.yaml"
    edit(file, ": Ass", ": As  # theirs")
    (status, said), (joined, _) = words(
        folder, {**NAME, "text": "Eins", "was": "Ass"}, {**NAME, "key": "A3.name", "text": "Drei"}
    )
    assert (status, joined) == (409, 200)
    assert said["conflict"] == [{"file": "i18n/de.yaml", "was": "Ass", "theirs": "As", "mine": "Eins"}]
    assert [word in file.read_text("utf-8") for word in (": As  # theirs", ": Zwei", ": Drei")] == [True] * 3


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"language": "../de"}, "is no language"),
        ({"language": "en"}, "the kit's own language"),
        ({"key": "A9.name"}, "does not say this any more"),
        ({"text": " "}, "a translation has 1 to"),
        ({"text": "Ass {coin}"}, "the translation has {coin}, the original does not"),
        ({"text": "**Ass"}, "a star of the translation has no other half"),
        ({"text": "A\u2028ss"}, "an invisible character (U+2028)"),
        ({"text": 3}, "expected a language, a text"),
    ],
)
def test_what_could_not_be_printed_is_not_written(change: dict[str, Any], says: str, folder: Path) -> None:
    ((status, said),) = words(folder, NAME | change)
    assert status in (409, 422)
    assert says in said["says"]
    assert not (folder / "i18n").exists()


def test_nothing_is_written_out_of_the_kit_or_where_one_only_looks(folder: Path, tmp_path: Path) -> None:
    ((status, said),) = words(folder, NAME, read_only="only to look at")
    assert (status, said["says"]) == (422, "only to look at")
    (tmp_path / "away").mkdir()
    (folder / "i18n").symlink_to(tmp_path / "away", target_is_directory=True)
    ((status, said),) = words(folder, NAME)
    assert (status, said["says"]) == (422, "i18n/de.yaml is a link; change it where it lies")
    assert not list((tmp_path / "away").iterdir())
