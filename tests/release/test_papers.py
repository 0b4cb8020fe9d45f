"""The papers of the project: the notice, how to cite and report, and the forms people fill in."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from benchmarks.pypi import absolute
from cardgen.base.packages import VERSION

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT, HOOK = PYPROJECT["project"], PYPROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]
FORMS = sorted(p for p in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if p.name != "config.yml")


def known_to_git() -> list[str]:
    said = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    return said.stdout.split("\0")


@pytest.mark.skipif(sys.platform != "linux", reason="the list is that of Linux")
def test_the_notice_is_what_its_command_would_write_now() -> None:
    done = subprocess.run(
        [sys.executable, "benchmarks/notice.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_notice_names_each_dependency_with_a_licence_and_the_repository_has_no_fonts() -> None:
    text = (ROOT / "docs" / "NOTICE.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| ([\w-]+) \| [^|]+ \| ([^|]+) \|", text, re.M))
    for asked in PROJECT["dependencies"]:
        name = re.match(r"[\w.-]+", asked)[0]  # type: ignore[index]
        assert rows[name] != "see its package"
    assert not [n for n in known_to_git() if n.endswith((".ttf", ".otf", ".woff", ".woff2"))]
    assert "docs/NOTICE.md" in PROJECT["license-files"]


def test_the_citation_has_the_fields_of_its_format_and_says_what_pyproject_says() -> None:
    cff = yaml.safe_load((ROOT / "docs" / "CITATION.cff").read_text("utf-8"))

    assert cff["cff-version"] == "1.2.0"
    assert set(cff) >= {"cff-version", "message", "title", "authors"}
    assert set(cff) <= {
        "cff-version", "message", "title", "authors", "abstract", "commit", "contact", "date-released", "doi",
        "identifiers", "keywords", "license", "license-url", "preferred-citation", "references", "repository",
        "repository-artifact", "repository-code", "type", "url", "version",
    }  # fmt: skip
    assert (cff["title"], cff["version"], cff["license"]) == (
        PROJECT["name"],
        PROJECT["version"],
        PROJECT["license"],
    )
    assert (cff["abstract"], cff["keywords"]) == (PROJECT["description"], PROJECT["keywords"])
    assert cff["type"] in {"software", "dataset"}
    holder = re.search(r"\(c\) \d+ (.+)", (ROOT / "LICENSE").read_text("utf-8"))
    assert holder
    assert cff["authors"] == [{"name": holder[1]}]


def test_pypi_gets_absolute_addresses_that_all_begin_with_the_one_in_pyproject() -> None:
    readme, repository = (ROOT / "README.md").read_text("utf-8"), "https://example.org/cardgen"
    text = absolute(readme, repository, "v9.9.9")

    links = re.findall(r"(!?)\[[^\]]*\]\(([^)\s]+)\)", text)
    assert all(link.startswith(("https://", "#")) for _, link in links)
    ours = [(image, link.removeprefix(f"{repository}/")) for image, link in links if repository in link]
    assert {("!", "raw/v9.9.9/docs/images/kits.png"), ("", "blob/v9.9.9/docs/tour.md")} <= set(ours)
    for image, link in ours:
        kind, tag, path = link.split("/", 2)
        assert (kind, tag) == ("raw" if image else "blob", "v9.9.9")
        assert (ROOT / path.partition("#")[0]).exists(), path
    assert HOOK["repository"].startswith("https://")
    assert (ROOT / HOOK["path"]).is_file()


def test_every_place_says_the_version_of_the_newest_release() -> None:
    newest = re.search(r"^## ([\d.]+) – ([\d-]+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    cff = yaml.safe_load((ROOT / "docs" / "CITATION.cff").read_text("utf-8"))
    assert newest
    assert newest[1] == PROJECT["version"] == VERSION == cff["version"]
    assert newest[2] == str(cff["date-released"])


def test_one_place_names_the_address_for_reports() -> None:
    ours = [n for n in known_to_git() if n.endswith((".md", ".yml", ".toml", ".cff"))]
    named = [n for n in ours if "security@" in (ROOT / n).read_text("utf-8")]
    assert named == [".github/SECURITY.md"]


@pytest.mark.parametrize("form", FORMS, ids=lambda p: p.stem)
def test_a_form_for_issues_is_one_that_github_shows(form: Path) -> None:
    asked: dict[str, Any] = yaml.safe_load(form.read_text("utf-8"))

    assert set(asked) <= {"name", "description", "title", "labels", "projects", "assignees", "type", "body"}
    assert asked["name"]
    assert asked["description"]
    needs = {
        "markdown": {"value"},
        "input": {"label"},
        "textarea": {"label"},
        "dropdown": {"label", "options"},
        "checkboxes": {"label", "options"},
    }
    may = {"description", "placeholder", "value", "render", "multiple", "default"}
    fields = [field for field in asked["body"] if field["type"] != "markdown"]
    for field in asked["body"]:
        given = set(field["attributes"])
        assert needs[field["type"]] <= given <= needs[field["type"]] | may
        assert set(field) <= {"type", "id", "attributes", "validations"}
        assert set(field.get("validations", {})) <= {"required"}
    for key in ([f["id"] for f in fields], [f["attributes"]["label"] for f in fields]):
        assert len(set(key)) == len(key) > 0
    assert all(re.fullmatch(r"[\w-]+", field["id"]) for field in fields)


@pytest.mark.parametrize("page", ["SECURITY.md", "CODE_OF_CONDUCT.md", "../docs/NOTICE.md"])
def test_links_of_the_papers_lead_somewhere(page: str) -> None:
    file = GITHUB / page
    links = re.findall(r"\]\(([^)#]+)", file.read_text("utf-8"))
    assert links
    for link in links:
        assert (file.parent / link).exists(), link


WORKFLOWS = [*sorted((GITHUB / "workflows").glob("*.yml")), ROOT / "templates/new/github/games.yml"]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_a_workflow_asks_for_what_is_there(file: Path) -> None:
    workflow = yaml.safe_load(file.read_text("utf-8"))
    assert workflow["permissions"] == {"contents": "read"}, "a job that needs more says so itself"
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    for job in workflow["jobs"].values():
        assert {job.get("needs", "build")} <= {"build", *workflow["jobs"]}
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            for line in step.get("run", "-").splitlines():
                program, *words = line.split()
                if program == "make":
                    assert set(words) <= targets
                elif program == "cardgen":
                    assert commands()[words[0]] >= {word for word in words if word.startswith("--")}
                elif program.startswith("."):
                    assert (ROOT / program).is_file()


def commands() -> dict[str, set[str]]:
    """Return each command of cardgen with its options."""
    import typer.main

    from cardgen.app.cli import app

    found = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    return {
        name: {option for parameter in command.params for option in parameter.opts}
        for name, command in found.items()
    }


@pytest.mark.thorough
@pytest.mark.parametrize("parts", ["deck,rules,play", "deck,rules,code"])
def test_what_github_does_with_a_new_game_works(parts: str, tmp_path: Path) -> None:
    cardgen = Path(sys.executable).with_name("cardgen")
    words = {"PATH": f"{cardgen.parent}:{os.environ['PATH']}", "CARDGEN_CONFIG": str(tmp_path / "config")}

    def run(where: Path, *line: str | Path) -> None:
        done = subprocess.run(line, cwd=where, env={**os.environ, **words}, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()

    run(tmp_path, cardgen, "new", "my-game", "--with", parts, "--github")
    run(tmp_path / "my-game", cardgen, "trust", "--remove")
    workflow = yaml.safe_load((tmp_path / "my-game/.github/workflows/games.yml").read_text("utf-8"))
    for step in workflow["jobs"]["build"]["steps"]:
        if "run" in step and "pip install" not in step["run"]:
            run(tmp_path / "my-game", "bash", "-e", "-o", "pipefail", "-c", step["run"])
    page = (tmp_path / "my-game/output/index.html").read_text("utf-8")
    linked = re.findall(r'href="([^"]+)"', page)
    assert {"my-game/my-game-kit-a4.pdf", "my-game/index.html", "my-game/report.html"} <= set(linked)
    assert all((tmp_path / "my-game/output" / name).is_file() for name in linked)
    shared = (tmp_path / "my-game/output/my-game/index.html").read_text("utf-8")
    assert 'href="my-game-kit-a4.pdf"' in shared
    assert 'id="reel-packed"' in shared
    assert "output/" in (tmp_path / "my-game/.gitignore").read_text("utf-8")


def test_hosted_tests_run_on_each_system_with_each_python_that_is_promised() -> None:
    about = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    promised = [c.rpartition(" ")[2] for c in about["classifiers"] if re.search(r":: 3\.\d+$", c)]
    matrix = yaml.safe_load((GITHUB / "workflows" / "test.yml").read_text("utf-8"))["jobs"]["everywhere"]
    assert matrix["strategy"]["matrix"]["python"] == promised == ["3.11", "3.12", "3.13", "3.14"]
    assert matrix["strategy"]["matrix"]["system"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    assert about["requires-python"] == f">={promised[0]}"


def test_git_changes_no_line_end_on_windows() -> None:
    assert (ROOT / ".gitattributes").read_text("utf-8").split("\n")[-2] == "* -text"
