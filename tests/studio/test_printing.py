"""Builds that pages ask for: the settings are those of the command, one runs at a time, and no file is ever half."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from cardgen.app.asked import SETTINGS, names_of
from cardgen.studio.guard import CSP_PDF
from cardgen.studio.hosting import Hosting
from cardgen.studio.printing import print_kit
from cardgen.studio.render_worker import RenderWorker
from cardgen.studio.server import Studio
from tests.studio.small import small_kit
from tests.table.served import HOST, SECRET, ask, studio
from tests.targets.press import press

HOME = f"/{SECRET}/kits/small/builds"


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Studio:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    here = studio(tmp_path)
    here.kits["small"] = small_kit(tmp_path / "kits")
    return here


async def told(made: Studio) -> Any:
    return json.loads((await ask(made, HOME))[1])


async def built(made: Studio, **asked: Any) -> Any:
    """What comes of a build."""
    status, answer = await ask(made, HOME, asked)
    assert status == 200, answer
    return await over(made)


async def over(made: Studio) -> Any:
    for _ in range(1200):
        prints = made.rooms["small"].jobs["builds"]
        if not prints.running:
            return prints.now
        await asyncio.sleep(0.05)
    raise AssertionError("it never ended")


def test_the_page_asks_for_what_the_command_asks_for(made: Studio) -> None:
    async def evening() -> None:
        offer = await told(made)
        fields = {field["name"]: field for field in offer["fields"]}
        assert {*fields, "options"} == {name for name, one in SETTINGS.items() if one.page}
        assert all(field["help"] == SETTINGS[name].help for name, field in fields.items())
        assert all(field["option"] == names_of(name)[0] for name, field in fields.items())
        assert [one[0] for one in fields["look"]["choices"]] == ["full", "low-ink"]
        assert fields["language"]["choices"] == [["en", "English"], ["pseudo", "pseudo"]]
        assert fields["copies"]["bounds"] == [1, 100]
        without = {one[0]: one[3] for one in fields["target"]["choices"]}
        assert "paper" in without["tgc"]
        assert "paper" not in without["box"]
        await made.close()

    asyncio.run(evening())


def test_a_press_gets_its_profile_from_the_page(made: Studio, tmp_path: Path) -> None:
    async def evening() -> None:
        fields = {field["name"]: field for field in (await told(made))["fields"]}
        assert (fields["profile"]["kind"], fields["profile"]["default"]) == ("text", "")
        without = {one[0]: one[3] for one in fields["target"]["choices"]}
        assert ["profile" in without[name] for name in ("", "tgc", "drivethrucards")] == [True, True, False]
        (tmp_path / "press.icc").write_bytes(press())
        found = await built(made, target="drivethrucards", profile=str(tmp_path / "press.icc"))
        assert (found["state"], found["files"][0][0][-4:]) == ("done", ".pdf")
        found = await built(made, target="drivethrucards", profile="")
        assert "it needs --profile FILE" in found["problems"][0]["message"]
        await made.close()

    asyncio.run(evening())


def test_a_build_is_made_and_its_files_are_there(made: Studio, tmp_path: Path) -> None:
    async def evening() -> None:
        asked = {"paper": "letter", "look": "low-ink", "only": ["main:A1,A3"], "copies": 2, "guide": True}
        found = await built(made, **asked)
        ((name, size),) = found["files"]
        data = (tmp_path / "output" / "small" / name).read_bytes()
        assert (found["state"], size, data[:5]) == ("done", len(data), b"%PDF-")
        assert name == "small-only-main-A1+A3-x2-letter-low-ink.pdf"

        def head(path: str) -> Any:
            return ask(made, f"{HOME}/{path}")

        assert await head(name) == (200, data)
        for other in ("cards.yaml", "../../kits/small/cards.yaml", "small-kit-a4.pdf", ""):
            assert (await head(other))[0] == 404
        shared = await built(made, share=True)
        assert [name for name, _ in shared["files"]] == ["small-share.html"]
        assert (await head("small-share.html"))[0] == 200
        await made.close()

    asyncio.run(evening())
    assert "script" not in CSP_PDF


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"dpi": 5, "format": "png"}, "--dpi is 5, expected 30 to 2400"),
        ({"gutter": "wide"}, "--gutter"),
        ({"backs": "sideways"}, "--backs is 'sideways', expected one of long-edge"),
        ({"copies": "two"}, "--copies is 'two', expected int"),
        ({"only": [1]}, "--only is [1], expected list"),
        ({"art_engine": "typst"}, "a page does not set 'art_engine'"),
        (
            {"share": True, "since": "/tmp/elsewhere"},
            "--since is '/tmp/elsewhere', expected a revision of git",
        ),
        ({"since": "HEAD"}, "and a page to share"),
        ({"cache": "/tmp"}, "a page does not set 'cache'"),
        ({"base_url": "https://example.org"}, "--base-url goes with --for"),
    ],
)
def test_what_cannot_be_built_is_said_as_the_command_says_it(
    made: Studio, tmp_path: Path, asked: dict[str, Any], says: str
) -> None:
    found = print_kit(RenderWorker(made.kits["small"]), lambda told: None, asked, tmp_path / "output")
    assert found["state"] == "failed"
    assert says in found["says"]


def test_a_page_hears_what_cannot_be_built(made: Studio) -> None:
    async def evening() -> None:
        found = await built(made, dpi=5, format="png")
        assert (found["state"], "--dpi is 5" in found["says"]) == ("failed", True)
        await made.close()

    asyncio.run(evening())


def test_a_mistake_in_the_kit_is_told_with_its_line_and_old_files_stay(made: Studio, tmp_path: Path) -> None:
    async def evening() -> None:
        await built(made)
        place = tmp_path / "output" / "small"
        before = {file.name: file.read_bytes() for file in place.iterdir()}
        cards = made.kits["small"] / "cards.yaml"
        cards.write_text(cards.read_text().replace("count: 2", "count: two"))
        found = await built(made)
        (problem,) = found["problems"]
        assert (problem["short"], problem["line"]) == ("cards.yaml", 3)
        assert {file.name: file.read_bytes() for file in place.iterdir()} == before
        await made.close()

    asyncio.run(evening())


def test_one_build_at_a_time_and_one_that_is_stopped_leaves_nothing_half(
    made: Studio, tmp_path: Path
) -> None:
    async def evening() -> None:
        first = asyncio.create_task(ask(made, HOME, {"target": "tgc"}))
        assert (await first)[0] == 200
        assert (await ask(made, HOME, {}))[0] == 409
        prints = made.rooms["small"].jobs["builds"]
        while prints.running and prints.now.get("step") in ("starting", "reading"):
            await asyncio.sleep(0.002)
        assert (await ask(made, f"{HOME}/stop", {}))[0] == 200
        found = await over(made)
        assert found["says"] == "you stopped it; earlier files are as they were"
        assert not list((tmp_path / "output" / "small").glob("tgc/**/*.png"))
        await built(made)  # and the next one is as if nothing had been
        names = {file.name for file in (tmp_path / "output" / "small").iterdir()}
        assert names == {"kit.json", "small-kit-a4.pdf", "small-decks-a4.pdf"}
        await made.close()

    asyncio.run(evening())


def test_rooms_print_nothing(tmp_path: Path) -> None:
    async def evening() -> None:
        hosting = Hosting({"small": small_kit(tmp_path)}, tmp_path / "rooms", lambda: [HOST])
        begun = await ask(hosting, f"/{hosting.secret}/rooms", {"kit": "small"})  # type: ignore[arg-type]
        assert begun[0] != 404
        for place in (hosting.secret, SECRET):
            for method in ({}, None):
                status, _ = await ask(hosting, f"/{place}/kits/small/builds", method)  # type: ignore[arg-type]
                assert status in (404, 405)

    asyncio.run(evening())


def test_only_a_page_on_this_machine_prints(made: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        assert (await ask(made, HOME, {}, headers={"origin": "http://elsewhere"}))[0] == 403
        assert (await ask(made, HOME.replace(SECRET, "x" * 48), {}))[0] == 404
        with monkeypatch.context() as far:
            far.setattr("cardgen.studio.server._is_local", lambda request: False)
            assert (await ask(made, HOME, {}))[0] == 403
            assert (await ask(made, f"{HOME}/stop", {}))[0] == 403
            assert (await told(made))["why_not"]
        made.read_only = "this studio was started with --read-only"
        assert (await ask(made, HOME, {}))[0] == 403
        assert "--read-only" in (await told(made))["why_not"]
        assert not Path("output").exists()
        await made.close()

    asyncio.run(evening())
