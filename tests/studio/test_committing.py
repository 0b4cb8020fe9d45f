"""A commit from a page: the kit's files and no others, no hooks, what is staged stays staged, and why there is none."""

from __future__ import annotations

import asyncio
import json
import subprocess
from pathlib import Path

import pytest

from cardgen.source.cells import NoCell
from cardgen.studio.committing import commit, commit_payload
from tests.studio.small import edit, small_kit
from tests.table.served import SECRET, ask, studio


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", "-C", folder, *words], check=True, capture_output=True, text=True).stdout


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with a kit in its folder `small`, all of it committed, and a hook that leaves a file."""
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "ada@example.org")
    place = tmp_path / "project"
    small_kit(place)
    (place / "other.txt").write_text("one\n")
    git(place, "init", "-q", "-b", "main")
    git(place, "add", ".")
    git(place, "commit", "-qm", "Begun")
    hook = place / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\ntouch hooked\n")
    hook.chmod(0o755)
    return place


def test_only_files_of_the_kit_are_committed_and_no_hook_runs(project: Path) -> None:
    kit = project / "small"
    assert commit_payload(kit)["files"] == []
    (project / "other.txt").write_text("two\n")
    git(project, "add", "other.txt")
    (project / ".gitignore").write_text("notes.txt\n")
    (kit / "notes.txt").write_text("mine")
    (kit / ".hidden").write_text("mine")
    edit(kit / "cards.yaml", "Ace", "King")
    (kit / "art").mkdir()
    (kit / "art" / "[a] b.svg").write_text("<svg/>")
    (kit / "faces" / "back.svg").unlink()
    told = commit_payload(kit)
    assert (told["repository"], told["inside"], told["branch"]) == ("project", "small", "main")
    files = [("art/[a] b.svg", "new"), ("cards.yaml", "changed"), ("faces/back.svg", "removed")]
    assert told["files"] == files
    done = commit(kit, {"message": "A king", "files": [name for name, _ in files]})
    assert git(project, "log", "-1", "--format=%h %s").strip() == f"{done['commit']} A king"
    changed = git(project, "show", "--name-only", "--format=", "-z").split("\0")
    assert sorted(filter(None, changed)) == sorted(f"small/{name}" for name, _ in files)
    assert git(project, "diff", "--cached", "--name-only").split() == ["other.txt"]
    assert not (project / "hooked").exists()
    assert int(git(project, "rev-list", "--count", "HEAD")) == 2
    with pytest.raises(NoCell, match="none of these files"):
        commit(kit, {"message": "Again", "files": ["cards.yaml", "../other.txt"]})
    with pytest.raises(NoCell, match="a few words"):
        commit(kit, {"message": " ", "files": ["cards.yaml"]})


def test_a_kit_of_its_own_and_one_without_git_say_what_is(project: Path, tmp_path: Path) -> None:
    alone = small_kit(tmp_path / "alone")
    assert "in no git repository" in commit_payload(alone)["why_not"]
    with pytest.raises(NoCell, match="in no git repository"):
        commit(alone, {"message": "a", "files": ["cards.yaml"]})
    git(alone, "init", "-q", "-b", "main")
    told = commit_payload(alone)
    assert (told["why_not"], told["inside"]) == ("", "")
    commit(alone, {"message": "The first", "files": [name for name, _ in told["files"]]})
    assert commit_payload(alone)["files"] == []


def test_a_page_commits_and_a_studio_that_only_reads_does_not(project: Path, tmp_path: Path) -> None:
    edit(project / "small" / "cards.yaml", "Ace", "King")

    async def go(why_not: str) -> tuple[int, dict[str, object]]:
        made = studio(tmp_path / "tables")
        made.kits["small"], made.read_only = project / "small", why_not
        place = f"/{SECRET}/kits/small/commit"
        assert json.loads((await ask(made, place))[1])["why_not"] == why_not
        status, body = await ask(made, place, {"message": "A king", "files": ["cards.yaml"]})
        return status, json.loads(body)

    assert asyncio.run(go("read only")) == (403, {"says": "read only"})
    assert asyncio.run(go(""))[1]["files"] == ["cards.yaml"]
