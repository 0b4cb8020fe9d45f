"""What Windows does not have is not needed: the main commands where fork, fcntl, resource, poll and the like are gone."""

from __future__ import annotations

import ast
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from cardgen.base import children, destination, names
from cardgen.base.cache import default_folder
from cardgen.base.errors import CardgenError
from cardgen.players import apart
from tests.hostile.trial import ROOT, lay_out
from tests.many import mostly_thorough
from tests.posixless import MODULES, OS, SIGNALS
from tests.test_layers import PACKAGE
from tests.test_nothing_runs import BY_METHOD

COMMANDS = (
    "check kit",
    "build kit --out out",
    "simulate cheers --players 3 --games 40 --jobs 2",
    "play cheers --players 3 --seed 1",
    "build kit --for tts --out out",
    "check cheers",
    "build cheers --out out --jobs 2",
    "simulate cheers --players 3 --games 2 --bots apart:greedy --jobs 1",
    "table kit --to cards.csv",
    "translate kit de",
    "diff kit cheers",
    "new other --from kit",
    "rules kit",
    "list --data .",
    "doctor",
)


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python whose every process, and every process of these, lacks what Windows lacks."""
    place = tmp_path_factory.mktemp("windows") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
    (site,) = place.glob("lib/python*/site-packages")
    shutil.copy(ROOT / "tests" / "posixless.py", site)
    path = [str(ROOT), *(one for one in sys.path if "site-packages" in one)]
    (site / "posixless.pth").write_text(
        f"import sys; sys.path[:0] = {path}; import posixless; posixless.hide()\n"
    )
    return place / "bin" / "python"


def environment(folder: Path) -> dict[str, str]:
    given = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "DISPLAY")}
    return {**given, "CARDGEN_CACHE": str(folder / "cache"), "CARDGEN_CONFIG": str(folder / "config")}


def test_the_double_lacks_what_it_says_also_in_its_children(python: Path, tmp_path: Path) -> None:
    code = "import sys; from cardgen.base.children import start; c = start('posixless:tell'); print(c.communicate()[0].decode())"
    done = subprocess.run(
        [python, "-c", code],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["fork:False", "poll:False", "SIGHUP:False", "fcntl:False"], done.stderr


@pytest.mark.parametrize("words", mostly_thorough(COMMANDS, 4))
def test_a_command_needs_nothing_of_posix(words: str, python: Path, tmp_path: Path) -> None:
    lay_out(tmp_path)
    done = subprocess.run(
        [python, "-m", "cardgen", *words.split()],
        cwd=tmp_path, env=environment(tmp_path), input="\nquit\n", capture_output=True, text=True, timeout=200,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_pages_are_served_without_posix(python: Path, tmp_path: Path) -> None:
    lay_out(tmp_path)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    served = subprocess.Popen(
        [python, "-u", "-m", "cardgen", "studio", "kit", "--no-browser", "--port", str(port)],
        cwd=tmp_path, env=environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    late = threading.Timer(60, served.kill)
    late.start()
    try:
        assert served.stdout
        line = next((line for line in served.stdout if "http://" in line), "")
        address = re.search(r"http://\S+", line)
        assert address, line
        with urllib.request.urlopen(address[0], timeout=30) as page:
            assert b"<html" in page.read()
    finally:
        late.cancel()
        served.terminate()
        served.wait(30)


# ---- names of POSIX are asked for, never taken for granted ------------------------------------------------


NAMED = re.compile(rf"\b(?:{'|'.join([*MODULES, *OS, *SIGNALS, 'poll', 'epoll'])})\b")


def taken_for_granted(path: Path) -> list[str]:
    """What a file takes of POSIX without a question before: `hasattr`, `getattr` or `except ImportError`."""
    text = path.read_text("utf-8")
    if not NAMED.search(text):
        return []
    tree = ast.parse(text)
    asked = {
        node.args[1].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in ("hasattr", "getattr")
        and isinstance(node.args[1], ast.Constant)
    }
    tried = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.Try | ast.With) and "ImportError" in ast.unparse(node)
        for inner in ast.walk(node)
    }
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and id(node) not in tried:
            found += [one.name for one in node.names if one.name in MODULES]
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            listed = {"os": OS, "signal": SIGNALS, "select": ["poll", "epoll"]}.get(node.value.id, [])
            found += [node.attr] * (node.attr in listed and node.attr not in asked)
    return found


def test_nothing_of_posix_is_taken_for_granted() -> None:
    found = {path.relative_to(PACKAGE).as_posix(): taken_for_granted(path) for path in PACKAGE.rglob("*.py")}
    # there the alarm itself was asked for
    assert {name: what for name, what in found.items() if what} == {"engine/diagnosis.py": ["setitimer"] * 2}


# ---- files that somebody holds open -----------------------------------------------------------------------


class Held(PermissionError):
    winerror = 32


def holding(times: int) -> Callable[..., Path]:
    """A `Path.replace` that fails so often first, as on Windows while another program has the file open."""
    left = [times]
    replace = Path.replace

    def once_more(self: Path, target: Path) -> Path:
        if left[0]:
            left[0] -= 1
            raise Held(13, "The process cannot access the file because it is being used by another process")
        return replace(self, target)

    return once_more


def test_a_file_that_is_held_open_for_a_moment_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(names.time, "sleep", waited.append)
    monkeypatch.setattr(Path, "replace", holding(3))
    destination.write_whole(tmp_path / "a.txt", "new")
    assert (tmp_path / "a.txt").read_text("utf-8") == "new"
    assert len(waited) == 3


def test_a_file_that_stays_open_is_told_and_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names.time, "sleep", lambda _: None)
    monkeypatch.setattr(Path, "replace", holding(99))
    (tmp_path / "a.txt").write_text("old", "utf-8")
    with pytest.raises(CardgenError, match="being used by another process") as told:
        destination.write_whole(tmp_path / "a.txt", "new")
    assert told.value.problems[0].hint == "close the program that has it open"
    assert [path.read_text("utf-8") for path in tmp_path.iterdir()] == ["old"]


def test_where_nobody_may_write_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names.time, "sleep", lambda _: pytest.fail("it waits"))

    def refused(self: Path, target: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(PermissionError):
        names.put(tmp_path / "a", tmp_path / "b")


# ---- processes --------------------------------------------------------------------------------------------


def test_a_program_is_found_by_the_ends_that_windows_gives_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "git.EXE"
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert children.program("git") is None
    monkeypatch.setenv("PATHEXT", f".COM{os.pathsep}.EXE")
    assert children.program("git") == str(file)
    assert children.program(str(tmp_path / "git")) == str(file)


def test_ctrl_c_in_a_console_of_windows_is_not_for_our_children(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[dict[str, Any]] = []
    monkeypatch.setattr(children, "_ALONE", 0x200)
    monkeypatch.setattr(children.subprocess, "Popen", lambda words, **how: started.append(how))
    children.start("builtins:print")
    children.open_beside([sys.executable])
    assert [how["creationflags"] for how in started] == [0x200, 0x200]


def test_a_bot_that_thinks_for_ever_is_left_where_pipes_cannot_be_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(apart.select, "poll")
    monkeypatch.setattr(apart, "_PATIENCE", 0.3)
    thinking, answering = children.start("time:sleep", 30), children.start("builtins:print", "yes")
    try:
        assert not apart._answers(thinking)
        assert apart._answers(answering)
    finally:
        apart._end(thinking)
        apart._end(answering)


# ---- folders ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "ends"),
    [(Unix, ".cache/cardgen"), (MacOS, "Library/Caches/cardgen"), (Windows, "AppData/Local/cardgen/Cache")],
)
def test_what_is_kept_lies_where_the_system_wants_it(
    system: type, ends: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CARDGEN_CACHE")
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", f"{tmp_path}/AppData/Local")
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda _: f"{tmp_path}/AppData/Local")
    monkeypatch.setattr(platformdirs, "PlatformDirs", system)
    assert default_folder() == tmp_path / ends


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
@pytest.mark.parametrize("words", mostly_thorough([COMMANDS[2], "build cheers kit --out out --jobs 2"], 2))
def test_a_whole_command_works_with_every_way_to_start_a_process(
    words: str, method: str, tmp_path: Path
) -> None:
    lay_out(tmp_path)
    script = tmp_path / "begin.py"
    script.write_text(BY_METHOD.format(path=[str(ROOT), *filter(None, sys.path)]))
    done = subprocess.run(
        [sys.executable, script, method, *words.split()],
        cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
