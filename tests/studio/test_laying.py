"""The set-up of a free table on the page: only what is different is written, and nothing over another's save."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import CardgenError
from cardgen.source.cells import NoCell, with_block
from cardgen.studio.edits import Changed, Edits
from cardgen.studio.laying import laying, write_laying
from tests.table.served import SECRET, ask, studio

WRITTEN = """\
# mine
piece: 'card'   # a word
free:
  # where it lies
  places:
    main: {title: "Stock", begins: [main], at: [20, 30]}  # left
  deal:
    - {pile: main, cards: 1}
  counters: {round: {begins: 1}}
words: {lead: leads}
# the end
"""


def write(edits: Edits, free: Any, version: str | None = None) -> Any:
    return write_laying(edits, {"free": free, "version": version or edits.version("table.yaml")})


def test_only_what_is_different_is_written_and_undone(edits: Edits) -> None:
    file = edits.folder / "table.yaml"
    file.write_text(WRITTEN)
    told = laying(edits, {})
    (stock,) = [one for one in told["places"] if one["name"] == "main"]
    assert (stock["title"], stock["box"][:2], stock["begins"]) == ("Stock", (20.0, 30.0), ["main"])
    free = told["free"]
    free["places"]["main"]["at"] = [44, 55]
    free["counters"]["coins"] = {"title": "Coins", "each": True, "begins": 3}
    free["dice"] = [{"sides": 6, "count": 2}]

    write(edits, free)
    assert file.read_text() == WRITTEN.replace("[20, 30]", "[44, 55]").replace(
        "{round: {begins: 1}}", "{round: {begins: 1}, coins: {title: Coins, each: true, begins: 3}}"
    ).replace("words:", "  dice: [{sides: 6, count: 2}]\nwords:")
    edits.step(back=True)
    assert file.read_text() == WRITTEN


def test_a_file_that_is_not_there_is_made_and_undone_again(edits: Edits) -> None:
    free = {"places": {"main": {"begins": ["main"], "at": [5, 6]}}, "deal": [{"pile": "main", "cards": 1}]}
    assert laying(edits, {"free": free})["text"] == (
        "free:\n  places:\n    main: {begins: [main], at: [5, 6]}\n  deal:\n    - {pile: main, cards: 1}\n"
    )
    assert not (edits.folder / "table.yaml").exists()  # looking writes nothing
    write(edits, free)
    assert laying(edits, {})["free"] == free
    edits.step(back=True)
    assert not (edits.folder / "table.yaml").exists()
    edits.step(back=False)
    assert laying(edits, {})["free"] == free


def test_nothing_is_written_over_another_save_through_a_link_or_wrongly(edits: Edits, tmp_path: Path) -> None:
    file = edits.folder / "table.yaml"
    seen = edits.version("table.yaml")
    file.write_text(WRITTEN)
    with pytest.raises(Changed):
        write(edits, {"away": ["main"]}, seen)
    with pytest.raises(CardgenError, match="there is no pile 'stokc'"):
        write(edits, {"deal": [{"pile": "stokc", "cards": 1}]})
    for wrong in ({}, [], None, 5):
        with pytest.raises(NoCell):
            write(edits, wrong)
    assert file.read_text() == WRITTEN
    file.rename(tmp_path / "elsewhere.yaml")
    file.symlink_to(tmp_path / "elsewhere.yaml")
    with pytest.raises(NoCell, match="is a link"):
        laying(edits, {})
    assert (tmp_path / "elsewhere.yaml").read_text() == WRITTEN
    closed = Edits(edits.folder, "this studio only shows")
    file.unlink()
    with pytest.raises(NoCell, match="only shows"):
        write(closed, {"away": ["main"]})


def test_the_first_key_of_a_block_can_go_too() -> None:
    text = "free:\n  away: [main]\n  dice: [{sides: 6}]\n# end\n"
    assert with_block(text, "free", {"dice": [{"sides": 6}]}) == "free: {dice: [{sides: 6}]}\n# end\n"


@pytest.mark.parametrize("text", ["[1]", "{a: 1}", "a: [", "5"])
def test_a_file_that_is_no_block_is_left_alone(edits: Edits, text: str) -> None:
    (edits.folder / "table.yaml").write_text(text)
    with pytest.raises((NoCell, CardgenError)):
        write(edits, {"away": ["main"]})
    assert (edits.folder / "table.yaml").read_text() == text


def test_the_page_asks_and_writes_by_the_studio(edits: Edits, tmp_path: Path) -> None:
    import asyncio

    async def evening() -> None:
        made = studio(tmp_path / "games")
        made.kits["small"] = edits.folder
        home = f"/{SECRET}/kits/small/laying"
        status, answer = await ask(made, home)
        told = json.loads(answer)
        assert (status, told["read_only"], told["free"]) == (200, "", {})
        free = {"counters": {"round": {"begins": 1}}}
        status, _ = await ask(made, home, {"write": True, "free": free, "version": "0"})
        assert status == 409
        status, _ = await ask(made, home, {"write": True, "free": free, "version": told["version_of_file"]})
        assert status == 200
        assert (edits.folder / "table.yaml").read_text() == "free:\n  counters:\n    round: {begins: 1}\n"
        status, answer = await ask(made, home, {"free": {"away": ["mian"]}})
        assert (status, "mian" in json.loads(answer)["problems"][0]["message"]) == (409, True)

    asyncio.run(evening())
