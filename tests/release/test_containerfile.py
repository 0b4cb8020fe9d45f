"""The Containerfile, read as a builder reads it: what it copies is there, nobody is root, each command it names exists."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from cardgen.app.cli import app

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / ".devcontainer" / "Containerfile").read_text("utf-8")
INSTRUCTIONS = {
    "FROM",
    "RUN",
    "COPY",
    "ENV",
    "USER",
    "WORKDIR",
    "VOLUME",
    "EXPOSE",
    "HEALTHCHECK",
    "ENTRYPOINT",
}
NAMED = [shlex.split(line) for line in re.findall(r"^#   podman run (.+)$", TEXT, re.M)]


def instructions(text: str) -> list[tuple[str, str]]:
    """Return the instructions of a Containerfile with their words; lines that go on are joined."""
    lines = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text, flags=re.M)).splitlines()
    return [(line.split(None, 1)[0], line.split(None, 1)[1].strip()) for line in lines if line.strip()]


def stages() -> dict[str, list[tuple[str, str]]]:
    """Return the instructions of each stage, those of the stage it is made from first."""
    found: dict[str, list[tuple[str, str]]] = {}
    for word, rest in instructions(TEXT):
        if word == "FROM":
            source, name = re.fullmatch(r"(\S+) AS (\w+)", rest).groups()  # type: ignore[union-attr]
            found[name] = list(found.get(source, ()))
            assert source in found or source == "debian:bookworm-slim"
        found[name].append((word, rest))
    return found


def test_every_instruction_is_one_and_the_image_runs_without_root() -> None:
    assert {word for word, _ in instructions(TEXT)} <= INSTRUCTIONS
    for name in ("run", "dev"):
        users = [rest for word, rest in stages()[name] if word == "USER"]
        assert users == ["cardgen"], name
    run = dict(stages()["run"])
    assert run["ENTRYPOINT"] == '["cardgen"]'
    assert run["VOLUME"] == "/rooms"
    assert "--owner cardgen --mode 700 /rooms" in TEXT  # or a new volume would be root's


def test_what_is_copied_comes_from_an_earlier_stage_or_the_source() -> None:
    known = list(stages())
    for word, rest in instructions(TEXT):
        if word == "COPY" and (source := re.match(r"--from=(\w+) (\S+)", rest)):
            assert source[1] in known
            assert source[2] in TEXT.partition(f"AS {source[1]}")[2]


@pytest.mark.parametrize("words", NAMED, ids=lambda words: " ".join(words)[-40:])
def test_each_command_that_it_names_exists(words: list[str]) -> None:
    command = words[words.index("cardgen", 0) + 1 :]
    if "--entrypoint" in words:
        from importlib.metadata import entry_points

        assert words[words.index("--entrypoint") + 1] == "dask"
        assert command[0] in {one.name for one in entry_points(group="dask_cli")}
        return
    known = typer.main.get_command(app).commands[command[0]]  # type: ignore[attr-defined]
    options = {name for one in known.params for name in one.opts}
    assert {word for word in command if word.startswith("--")} <= options
    assert CliRunner().invoke(app, [command[0], "--help"]).exit_code == 0


def test_the_commands_cover_building_serving_and_a_cluster() -> None:
    said = " ".join(" ".join(words) for words in NAMED)
    assert len(NAMED) == 4
    for word in ("cardgen build", "cardgen serve", "cardgen scheduler", "cardgen worker"):
        assert word in said


def test_the_health_check_asks_for_what_the_server_answers() -> None:
    check = dict(stages()["run"])["HEALTHCHECK"]
    code = json.loads(check.removeprefix("CMD "))[2]
    compile(code, "HEALTHCHECK", "exec")
    assert ":8417/health" in code
    assert dict(stages()["run"])["EXPOSE"] == "8417"


def test_the_devcontainer_builds_a_stage_that_is_there() -> None:
    build = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))["build"]
    assert build["dockerfile"] == "Containerfile"
    assert build["target"] in stages()


HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")


@pytest.mark.parametrize("line", re.findall(r"cardgen serve \S.*", HOSTING))
def test_each_command_of_the_page_about_hosting_has_options_that_exist(line: str) -> None:
    options = {name for one in typer.main.get_command(app).commands["serve"].params for name in one.opts}  # type: ignore[attr-defined]
    assert set(re.findall(r"--[\w-]+", line)) <= options
