"""Cases of files that somebody names on the command line, and of what lies in a kit that is copied: links, pipes, devices."""

from __future__ import annotations

import json
import os
import shutil
import stat
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.hostile.trial import CANARY, LITTLE, Case

_PLAYED = "simulate cheers --players 3 --games 2 --jobs 1 --bots random --json "


def _link(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _read_fifo(path: Path) -> None:
    """Make a pipe whose reader puts what comes into a file beside it."""
    os.mkfifo(path)
    threading.Thread(
        target=lambda: path.with_suffix(".came").write_bytes(path.read_bytes()), daemon=True
    ).start()


def _protected(path: Path) -> None:
    path.write_text("{}")
    path.chmod(0o640)


def _old(beside: str, make: Callable[[Path], None]) -> Callable[[Path], None]:
    def lay(path: Path) -> None:
        shutil.copytree(path.parent / "kit", path)
        make(path / beside)

    return lay


def _still_a_link(name: str) -> Callable[[Path], str | None]:
    return lambda folder: None if (folder / name).is_symlink() else f"{name} was replaced"


def _unchanged(name: str) -> Callable[[Path], str | None]:
    return lambda folder: None if (folder / "kit" / name).read_text() == LITTLE[name] else f"{name} changed"


def _mode(folder: Path) -> str | None:
    mode = stat.S_IMODE((folder / "report.json").stat().st_mode)
    whole = json.loads((folder / "report.json").read_text())
    return None if mode == 0o640 and whole else f"the mode became {mode:o}"


def _came(folder: Path) -> str | None:
    for _ in range(200):
        if (folder / "pipe.came").is_file() and (folder / "pipe.came").stat().st_size:
            break
        threading.Event().wait(0.01)
    return (
        None
        if stat.S_ISFIFO((folder / "pipe").stat().st_mode) and json.loads((folder / "pipe.came").read_text())
        else "the reader got nothing"
    )


def _not_copied(folder: Path) -> str | None:
    copied = [path for path in (folder / "other").rglob("*") if path.is_file()]
    told = [path.name for path in copied if CANARY.encode() in path.read_bytes()]
    return f"{told or copied} was copied" if copied else None


def _nothing_in(name: str) -> Callable[[Path], str | None]:
    return lambda folder: None if not any((folder / name).iterdir()) else f"something was written into {name}"


def _written() -> Iterable[Case]:
    yield Case(
        "place-json-to-stdout", files={"/out.json": _link("/dev/stdout")}, run=_PLAYED + "out.json", exit=0,
        says='"game": "cheers"', also=_still_a_link("out.json"),
    )  # fmt: skip
    yield Case("place-json-to-a-dash", run=_PLAYED + "-", exit=0, says='"game": "cheers"', also=_no_dash)
    yield Case(
        "place-json-to-a-full-device", files={"/full": _link("/dev/full")}, run=_PLAYED + "full", at="full",
        says="no space left", also=_still_a_link("full"),
    )  # fmt: skip
    yield Case("place-json-to-a-pipe", files={"/pipe": _read_fifo}, run=_PLAYED + "pipe", exit=0, also=_came)
    yield Case(
        "place-json-keeps-the-mode", files={"/report.json": _protected}, run=_PLAYED + "report.json", exit=0,
        also=_mode,
    )  # fmt: skip
    for name in ("game.yaml", "numbers.yaml", "cards.yaml"):
        yield Case(
            f"place-table-over-{name}", run=f"table kit --to {name} --force", at=f"kit/{name}",
            says="is made from this file", also=_unchanged(name),
        )  # fmt: skip
    for name in ("game.yaml", "face.svg", "rules.md.j2"):
        yield Case(
            f"place-json-over-{name}", run=_PLAYED + f"kit/{name}", at=f"kit/{name}",
            says="is made from this file", also=_unchanged(name),
        )  # fmt: skip


def _no_dash(folder: Path) -> str | None:
    return "a file is called -" if (folder / "-").exists() else None


def _read() -> Iterable[Case]:
    for id, path, lies in (
        ("a-key", "kit/key", _link("../secret.txt")),
        ("the-environment", "kit/environ", _link("/proc/self/environ")),
        ("a-folder-of-others", "kit/art", _link("..")),
        ("a-pipe", "kit/pipe", _fifo),
    ):
        files = {path.removeprefix("kit/"): lies}
        yield Case(f"place-new-from-{id}", files=files, run="new other --from kit", at=path, also=_not_copied)
    for id, name, lies in (
        ("zero", "zero", _link("/dev/zero")),
        ("nowhere", "gone", _link("gone")),
        ("a-key", "key", _link("../secret.txt")),
        ("a-pipe", "pipe", _fifo),
    ):
        yield Case(f"place-diff-{id}", files={"/old": _old(name, lies)}, run="diff old kit", at=f"old/{name}")
    yield Case(
        "place-translate-through-a-link",
        files={"i18n": _link("../elsewhere"), "/elsewhere": lambda path: path.mkdir()},
        run="translate kit de", at="kit/i18n/de.yaml", says="leads out", also=_nothing_in("elsewhere"),
    )  # fmt: skip
    for kind, lies in (("a-pipe", _fifo), ("zero", _link("/dev/zero"))):
        for suffix in ("json", "jsonl"):
            yield Case(
                f"place-replay-{suffix}-{kind}", files={f"/game.{suffix}": lies}, run=f"replay game.{suffix}",
                at=f"game.{suffix}", says="expected a file",
            )  # fmt: skip
            yield Case(
                f"place-resume-{suffix}-{kind}", files={f"/game.{suffix}": lies},
                run=f"play --resume game.{suffix}", exit=(1, 2), says="file",
            )  # fmt: skip
        yield Case(
            f"place-playtests-{kind}", files={"/games/a.jsonl": lies, "/games/b.json": lies},
            run="playtests cheers games", exit=0,
        )  # fmt: skip
        yield Case(
            f"place-profile-{kind}", files={"/a.icc": lies}, run="build kit --for print-shop --profile a.icc",
            says="expected a file", exit=(1, 2),
        )  # fmt: skip
        yield Case(
            f"place-changed-since-{kind}", files={"/kit.json": lies}, exit=(1, 2), says="file",
            run="build kit --out out --changed-since kit.json",
        )  # fmt: skip
        yield Case(f"place-scenario-{kind}", files={"/s.yaml": lies}, run="scenario s.yaml", exit=(1, 2))
        yield Case(f"place-project-{kind}", files={"/pyproject.toml": lies}, run="check kit", exit=0)


CASES = [*_written(), *_read()]
