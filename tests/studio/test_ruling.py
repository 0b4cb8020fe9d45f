"""rules.yaml on the page of the rules: what is wrong with a text is said at its place, and nothing is written before it is saved."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.ruledata.kits import copied
from tests.studio.small import edit
from tests.table.served import SECRET, ask, studio

HOSTILE = "zones: !!python/object/apply:os.system ['touch hooked']\nturn: {}\n"


def asked(folder: Path, *bodies: Any, read_only: str = "", what: str = "ruling") -> list[tuple[int, Any]]:
    """Return what the studio answers about the rules of a kit, or `what` else of it, one question after the other."""

    async def all_of() -> list[tuple[int, Any]]:
        made = studio(folder.parent)
        made.kits[folder.name], made.read_only = folder, read_only
        try:
            found = []
            for body in bodies:
                status, said = await ask(made, f"/{SECRET}/kits/{folder.name}/{what}", body)
                found.append((status, json.loads(said)))
            return found
        finally:
            await made.close()

    return asyncio.run(all_of())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    return copied("crazy-eights", tmp_path)


def test_a_text_is_read_as_the_rules_of_its_kit_and_nothing_is_written(folder: Path) -> None:
    rules = folder / "rules.yaml"
    data = rules.read_bytes()
    text = data.decode()
    slip = text.replace("count(deck) > 0", "count(dekc) > 0", 1)
    at = slip.index("dekc")
    place = slip[:at].count("\n") + 1, at - slip.rindex("\n", 0, at)
    bodies = [{"text": one} for one in (text, slip, HOSTILE, "a" * 200_001)]
    (_, told), *answers = asked(folder, None, *bodies)
    assert told["text"] == text
    assert {"zones:", "seen_by:", "draw N from ZONE to ZONE"} <= {word for word, _ in told["words"]}
    assert [status for status, _ in answers] == [200] * 4
    sound, wrong, hostile, long = [said for _, said in answers]
    assert sound["problems"] == []
    assert {"deck", "hand"} <= set(sound["names"])
    assert [(one["line"], one["column"]) for one in wrong["problems"]] == [place]
    assert "dekc" in wrong["problems"][0]["message"]
    assert "deck" in wrong["problems"][0]["hint"]
    assert "tags" in hostile["problems"][0]["message"]
    assert "longer than 200,000" in long["problems"][0]["message"]
    assert not list(folder.parents[1].rglob("hooked"))
    assert rules.read_bytes() == data


def test_a_text_is_read_without_cards_where_these_are_wrong(folder: Path) -> None:
    edit(folder / "game.yaml", "decks:", "dekcs:")
    ((status, said),) = asked(folder, {"text": "zones: {deck: }\nturm: {}\n"})
    assert (status, said["whole"]) == (200, False)
    assert [one["line"] for one in said["problems"] if "turm" in one["message"]] == [2]


def test_a_save_never_goes_over_what_others_wrote(folder: Path) -> None:
    rules = folder / "rules.yaml"
    ((_, told),) = asked(folder, None)
    mine, theirs = told["text"] + "# mine\n", told["text"] + "# theirs\n"
    rules.write_text(theirs, "utf-8", newline="\r\n")
    body = {"text": mine, "write": True, "version": told["version"]}
    (status, said), (_, now) = asked(folder, body, None)
    assert (status, said["changed"]) == (409, True)
    assert "changed" in said["says"]
    assert rules.read_bytes() == theirs.replace("\n", "\r\n").encode()
    ((status, said),) = asked(folder, body | {"version": now["version"]})
    assert (status, said["diff"]) == (200, ["-# theirs", "+# mine"])
    assert rules.read_bytes() == mine.replace("\n", "\r\n").encode()
    answers = asked(folder, None, body, {"text": mine}, read_only="only to look at")
    assert [said.get("read_only") or said["says"] for _, said in answers] == ["only to look at"] * 3
