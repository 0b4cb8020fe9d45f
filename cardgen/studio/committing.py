"""A commit that somebody asks for on a page: only files of the kit, no hooks, nothing amended and nothing sent anywhere."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.base.children import run_program
from cardgen.base.files import contents, real
from cardgen.source.cells import NoCell
from cardgen.studio.payload import Payload

_SECONDS = 60.0
_NO_HOOKS = ("-c", f"core.hooksPath={os.devnull}", "-c", "core.fsmonitor=false")
_QUIET = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_LITERAL_PATHSPECS": "1",
}
_LONGEST = 5_000  # letters of a message


def commit_payload(folder: Path) -> Payload:
    """Return which files of a kit differ from the last commit, and where they would go; `why_not` where there is no git.

    Files are compared as they are stored: git would run the filters that a stranger's .git/config names.
    """
    from cardgen.app.diff import git_name

    kit = real(folder)
    try:
        top = Path(os.fsdecode(_git(kit, "rev-parse", "--show-toplevel")).strip("\n"))
    except NoCell:
        hint = "git init in its folder begins one"
        return {"why_not": f"this kit is in no git repository; {hint}", "files": []}
    inside = real(kit).relative_to(real(top)).as_posix()
    before = _committed(kit)
    now = {name: data for name, data in contents(kit).items() if not (kit / name).is_symlink()}
    new = [name for name in now if name not in before]
    ignored = set(
        _names(_git(kit, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--", "."))
    )
    kinds = {name: "new" for name in new if name not in ignored}
    kinds |= {
        name: "changed"
        for name in now
        if name in before and git_name(now[name], before[name]) != before[name]
    }
    kinds |= {name: "removed" for name in before if not os.path.lexists(kit / name)}
    return {
        "why_not": "",
        "repository": top.name,
        "inside": "" if inside == "." else inside,
        "branch": _git(kit, "rev-parse", "--abbrev-ref", "HEAD", may=128).decode("utf-8", "replace").strip(),
        "files": sorted(kinds.items()),
    }


def commit(folder: Path, asked: Mapping[str, Any]) -> Payload:
    """Commit files of a kit as they are now; NoCell says why not. What else is staged stays staged."""
    message, files = asked.get("message"), asked.get("files")
    if not isinstance(message, str) or not message.strip() or len(message) > _LONGEST:
        raise NoCell("expected a few words about what has changed")
    payload = commit_payload(folder)
    if payload["why_not"]:
        raise NoCell(payload["why_not"])
    kinds = dict(payload["files"])
    wanted = [name for name in kinds if isinstance(files, list) and name in files]
    if not wanted:
        raise NoCell("none of these files differs from the last commit")
    if new := [name for name in wanted if kinds[name] == "new"]:
        _git(real(folder), "add", "--intent-to-add", "--", *new)
    _git(real(folder), "commit", "--quiet", "--only", "--file=-", "--", *wanted, said=message.strip())
    name = _git(real(folder), "rev-parse", "--short", "HEAD").decode().strip()
    return {"commit": name, "files": wanted}


def _committed(kit: Path) -> dict[str, str]:
    """Return the files of a kit in the last commit, each with the name of its content; nothing before the first one."""
    listed = _names(_git(kit, "ls-tree", "-r", "-z", "HEAD", "--", ".", may=128))
    rows = [line.partition("\t") for line in listed]
    return {
        name: head.split()[2]
        for head, _, name in rows
        if head.startswith("100") and not any(part.startswith((".", "__")) for part in Path(name).parts)
    }


def _names(said: bytes) -> list[str]:
    return [name for name in os.fsdecode(said).split("\0") if name]


def _git(folder: Path, *words: str, said: str = "", may: int = 0) -> bytes:
    """Return what git answers, b"" when it ends with the number that it `may`; NoCell with its reason when it fails."""
    try:
        done = run_program(
            ("git", *_NO_HOOKS, "-C", str(folder), *words), os.fsencode(said), _SECONDS, _QUIET
        )
    except FileNotFoundError:
        raise NoCell("git is not installed") from None
    except TimeoutError:
        raise NoCell(f"git did not answer within {_SECONDS:g} s") from None
    if done.returncode and done.returncode != may:
        lines = done.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: ").splitlines()
        raise NoCell(f"git says: {lines[0] if lines else 'nothing'}")
    return b"" if done.returncode else done.stdout
