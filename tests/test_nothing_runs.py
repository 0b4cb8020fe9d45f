"""A stranger's kit runs nothing: no child of ours imports from the folder in which somebody works."""

from __future__ import annotations

import ast
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from importlib.metadata import packages_distributions
from itertools import product
from pathlib import Path

import pytest
import typer

from cardgen.app.cli import app
from tests.hostile.trial import ROOT, lay_out
from tests.many import mostly_thorough
from tests.test_layers import PACKAGE

STARTS = {
    "os": "system popen fork forkpty startfile posix_spawn posix_spawnp "
    "execl execle execlp execlpe execv execve execvp execvpe "
    "spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe",
    "asyncio": "create_subprocess_exec create_subprocess_shell",
    "concurrent.futures": "ProcessPoolExecutor process",
}
MODULES = {
    "subprocess",
    "multiprocessing",
    "webbrowser",
    "pty",
    "concurrent.futures.process",
    "_posixsubprocess",
}
NAMED = re.compile(rf"\b(?:{'|'.join([*MODULES, *' '.join(STARTS.values()).split()])})\b")
ALONE = PACKAGE / "base" / "children.py"


def starts(path: Path) -> list[str]:
    """What a file has that could start a process, but for types and for what is caught."""
    text = path.read_text("utf-8")
    if not NAMED.search(text):
        return []
    tree = ast.parse(text)
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    found = []
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names if name.name.partition(".")[0] in MODULES]
        elif isinstance(node, ast.ImportFrom) and node.module:
            if node.module in MODULES or node.module.partition(".")[0] in MODULES:
                found += [f"{node.module}.{name.name}" for name in node.names]
            found += [name.name for name in node.names if name.name in STARTS.get(node.module, "").split()]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found += [node.attr] * (node.attr in STARTS.get(node.value.id, "").split())
    return [one for one in found if not one.endswith("BrokenProcessPool")]


def test_one_file_starts_every_process() -> None:
    assert starts(ALONE)
    others = {p.relative_to(PACKAGE).as_posix(): starts(p) for p in PACKAGE.rglob("*.py") if p != ALONE}
    assert {name: found for name, found in others.items() if found} == {}


PLANTED = "open(__file__ + '.ran', 'w').close()\nraise SystemExit('run by ' + __name__)\n"
BY_METHOD = """
import sys
if __name__ == "__main__":
    import multiprocessing
    sys.path[:] = {path!r}
    multiprocessing.set_start_method(sys.argv.pop(1))
    from cardgen.__main__ import main
    main()
"""  # as the script `cardgen` is: without -P
COMMANDS = (
    "simulate cheers --players 3 --games 4 --bots apart:greedy --jobs 2",
    "simulate cheers --players 3 --games 60 --jobs 2",
    "check kit",
    "balance kit",
    "check cheers",
    "build kit --out out --jobs 2",
    "compare cheers --players 3 --games 2 --jobs 2 --b options",
    "tune cheers --players 3 --games 2 --jobs 2 --goal rounds=4 --vary tables.bar.hand=4",
    "league cheers --players 3 --games 3 --jobs 2 --strategy random --report league.html",
    "rules kit",
    "list --data .",
    "doctor",
    "diff HEAD kit",
    "table kit --to cards.csv",
    "translate kit de",
    "translate kit de --po --xliff --pictures pictures",
    "new other --from kit",
    "scenario kit",
    "playtests cheers .",
    "schema",
    "targets",
    "stock",
    "printer",
    "pull kit",
    "migrate kit --check",
    "play cheers",
    "replay game.json",
    "replay evening.jsonl --rules",
    "proof",
    "share kit --out out",
    "trust kit",
)
WITH_WORKERS = [words for words in COMMANDS if "--jobs" in words]
WITHOUT = [words for words in COMMANDS if "--jobs" not in words]  # how workers start is nothing to them
METHODS = ("fork", "spawn", "forkserver")
SERVERS = (
    "play cheers --browser --no-browser --players 3 --seats ismcts:5,you",
    "play kit --browser --no-browser",
    "teach cheers --browser --no-browser",
    "studio kit --no-browser",
    "serve . --journals rooms",
)
"""Commands that serve until Ctrl-C, with what they are asked by the first page. Only where a bot thinks have they workers."""


def plant(folder: Path, besides: tuple[str, ...] = ()) -> None:
    """Lay a module of every name that could be imported into a folder."""
    names = {*sys.stdlib_module_names, *packages_distributions(), "sitecustomize", "usercustomize", *besides}
    for name in sorted(names - {"cardgen", "__main__"}):
        if name.isidentifier():
            (folder / f"{name}.py").write_text(PLANTED)


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("planted")
    lay_out(folder)
    plant(folder)
    return folder


def found_in(folder: Path) -> list[str]:
    """Return what of a folder was run, and forget it."""
    traces = [*folder.rglob("*.ran")]
    for path in traces:
        path.unlink()
    return sorted(path.name.removesuffix(".py.ran") for path in traces)


def ran(folder: Path, *command: str, seconds: float = 120) -> list[str]:
    """Run a command in a folder; return what of it was run that lies there."""
    environment = {
        **os.environ,
        "CARDGEN_CACHE": str(folder / "cache"),
        "CARDGEN_CONFIG": str(folder / "config"),
    }
    environment.pop("PYTHONSAFEPATH", None)
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=seconds, check=False,
    )  # fmt: skip
    found = found_in(folder)
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode in (0, 1, 2), done.stderr
    return found


@pytest.mark.parametrize(
    ("words", "method"),
    [
        *product(WITH_WORKERS[:1], METHODS),
        *mostly_thorough(product(WITH_WORKERS[1:], METHODS), 4),
        *mostly_thorough(product(WITHOUT, METHODS[:1]), 4),
    ],
)
def test_what_lies_where_somebody_works_is_not_run(
    words: str, method: str, planted: Path, tmp_path: Path
) -> None:
    script = tmp_path / "begin.py"
    script.write_text(BY_METHOD.format(path=[str(ROOT), *filter(None, sys.path)]))
    assert ran(planted, sys.executable, str(script), method, *words.split()) == []


@pytest.mark.parametrize(
    ("words", "method"), [*product(SERVERS[:1], METHODS), *product(SERVERS[1:], METHODS[:1])]
)
def test_what_lies_where_somebody_serves_is_not_run(
    words: str, method: str, planted: Path, tmp_path: Path
) -> None:
    script = tmp_path / "begin.py"
    script.write_text(BY_METHOD.format(path=[str(ROOT), *filter(None, sys.path)]))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, str(script), method, *words.split(), "--port", str(port)], cwd=planted, text=True,
        env=environment | {"CARDGEN_CACHE": str(tmp_path)}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdout
    said = iter(process.stdout.readline, "")
    address = next(found[0] for line in said if (found := re.search(r"http://\S+", line)))
    with urllib.request.urlopen(address, timeout=60) as page:
        assert page.status == 200
    time.sleep(3)  # faces are drawn, and bots begin to think
    process.send_signal(signal.SIGINT)
    rest = process.communicate(timeout=60)[0]
    assert found_in(planted) == []
    assert "Traceback" not in rest


def test_every_command_is_among_them() -> None:
    known = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    assert {words.split()[0] for words in (*COMMANDS, *SERVERS)} == set(known)


@pytest.mark.parametrize("begun", [["-m", "cardgen"], ["script"]], ids=["module", "script"])
def test_the_program_itself_is_not_taken_from_there(begun: list[str], planted: Path) -> None:
    script = shutil.which("cardgen", path=Path(sys.executable).parent.as_posix())
    if begun == ["script"] and script is None:
        pytest.skip("cardgen is not installed")
    command = [str(script)] if begun == ["script"] else [sys.executable, *begun]
    for words in (COMMANDS[0], COMMANDS[1], "check kit"):
        # Python itself imports this one to find out what `-m` means, before a line of ours has run (docs/security.md)
        assert ran(planted, *command, *words.split()) == ["importlib"] * (begun[0] == "-m")
