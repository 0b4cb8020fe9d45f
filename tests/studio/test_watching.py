"""A save is seen however an editor does it, and so is a folder that vanishes."""

from __future__ import annotations

import asyncio
import io
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.studio.watching import Seen, matters, watch
from tests.studio.small import small_kit


@pytest.mark.parametrize(
    "name", ["game.yaml", "cards.xlsx", "faces/card.svg", "fonts/Grog.ttf", "i18n/de.yaml", "art/a b.png"]
)
def test_files_of_a_kit_matter(name: str) -> None:
    assert matters(name)


@pytest.mark.parametrize(
    "name",
    [
        "game.yaml~",
        ".game.yaml.swp",
        "4913",
        ".#game.yaml",
        "#game.yaml#",
        ".git/index",
        "faces/__pycache__/x.pyc",
        "output/kit.json",
        "game.yaml.tmp",
        ".~lock.cards.ods#",
        "art/.DS_Store",
    ],
)
def test_what_editors_keep_for_themselves_does_not(name: str) -> None:
    assert not matters(name)


def seen_of(
    kit: Path, doings: list[Callable[[], object]], enough: Callable[[list[Seen]], bool]
) -> list[Seen]:
    """Return what is seen while things are done one after the other."""

    async def run() -> list[Seen]:
        stop = asyncio.Event()
        seen: list[Seen] = []

        async def look() -> None:
            async for one in watch(kit, stop):
                seen.append(one)
                if enough(seen):
                    return

        task = asyncio.create_task(look())
        await asyncio.sleep(0.3)
        for do in doings:
            do()
            await asyncio.sleep(0.3)
        await asyncio.wait_for(task, 10)
        stop.set()
        return seen

    return asyncio.run(run())


def names(seen: list[Seen]) -> set[str]:
    return {name for one in seen for name in one.files}


def test_a_file_that_is_written_in_place(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    seen = seen_of(kit, [lambda: (kit / "cards.yaml").write_text("[]")], lambda seen: bool(seen))
    assert seen == [Seen(("cards.yaml",))]


def test_a_file_that_is_saved_by_renaming(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)

    def save() -> None:
        (kit / "cards.yaml.new").write_text("[]")
        (kit / "cards.yaml").rename(kit / "cards.yaml~")
        (kit / "cards.yaml.new").rename(kit / "cards.yaml")

    seen = seen_of(kit, [save], lambda seen: "cards.yaml" in names(seen))
    assert names(seen) == {"cards.yaml"}


def test_a_burst_is_one_save(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)

    def burst() -> None:
        for number in range(40):
            (kit / "cards.yaml").write_text(f"# {number}\n[]")
            (kit / "faces" / "card.svg").write_text(f"<svg><!-- {number} --></svg>")

    seen = seen_of(kit, [burst], lambda seen: names(seen) == {"cards.yaml", "faces/card.svg"})
    assert len(seen) <= 2


def test_a_deleted_file(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    seen = seen_of(kit, [(kit / "cards.yaml").unlink], lambda seen: bool(seen))
    assert names(seen) == {"cards.yaml"}


def test_a_folder_that_vanishes_and_comes_back(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    seen = seen_of(
        kit,
        [
            lambda: kit.rename(tmp_path / "away"),
            lambda: asyncio.get_running_loop(),
            lambda: None,
            lambda: None,
            lambda: None,
            lambda: shutil.copytree(tmp_path / "away", kit),
        ],
        lambda seen: any(one.gone for one in seen) and bool(seen[-1].files),
    )
    assert any(one.gone for one in seen)
    assert seen[-1].files


def test_a_spreadsheet_is_told_when_it_is_whole(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr("mimetype", "x" * 2000)
    file = kit / "cards.xlsx"
    states: list[bool] = []

    async def run() -> None:
        stop = asyncio.Event()

        async def save() -> None:
            await asyncio.sleep(0.3)
            file.write_bytes(whole.getvalue()[:1000])
            await asyncio.sleep(0.4)
            file.write_bytes(whole.getvalue())

        saving = asyncio.create_task(save())
        async for seen in watch(kit, stop):
            if "cards.xlsx" in seen.files:
                states.append(zipfile.is_zipfile(file))
                break
        await saving

    asyncio.run(asyncio.wait_for(run(), 20))
    assert states == [True]
