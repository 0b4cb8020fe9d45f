"""What is stopped, killed or cut off leaves nothing that stays, loses no game, and says so in one line."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.trial import ROOT, half_written, hashes, lay_out, run
from tests.many import mostly_thorough, thorough

BUILD = "build kit --out out"
PLAY = "simulate cheers --players 3 --games 100000 --jobs 2 --bots random"
STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


def start(words: str, folder: Path, **more: object) -> subprocess.Popen[bytes]:
    """Start the command line as a process that leads a group of its own, and hears all signals whoever runs the tests."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "CARDGEN_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", "cardgen", *words.split()]
    given: dict[str, object] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.Popen(  # type: ignore[call-overload, no-any-return]
        command, cwd=folder, env=environment, start_new_session=True, preexec_fn=_hear_all, **given
    )


def ran(command: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Return how a command ended in a folder."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **more}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, timeout=60, text=True, errors="replace"
    )


def _hear_all() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for ignored in (signal.SIGHUP, signal.SIGTERM):  # nohup, and whatever else has started the tests
        signal.signal(ignored, signal.SIG_DFL)


def running(folder: Path) -> Iterator[tuple[int, str]]:
    """Yield number and command of every process that a run in a folder has started, itself included."""
    for home in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if os.fsencode(f"CARDGEN_CACHE={folder / 'cache'}\0") in (home / "environ").read_bytes():
                yield int(home.name), (home / "cmdline").read_bytes().replace(b"\0", b" ").decode()


def left(folder: Path) -> list[tuple[int, str]]:
    """Return what still runs five seconds after a run has ended."""
    found: list[tuple[int, str]] = []
    for _ in range(50):
        found = list(running(folder))
        if not found:
            break
        time.sleep(0.1)
    for number, _ in found:
        os.kill(number, signal.SIGKILL)
    return found


def wait_for(process: subprocess.Popen[bytes], word: bytes) -> bytes:
    """Return what a process has said when it first says a word."""
    said = b""
    assert process.stderr
    while word not in said:
        piece = os.read(process.stderr.fileno(), 1000)
        assert piece, f"it ended with {said!r}"
        said += piece
    return said


def end(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    """Return exit status and the rest of what a process said."""
    try:
        _, err = process.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        pytest.fail("it does not stop")
    return process.returncode, err.decode("utf-8", "replace")


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, thorough(signal.SIGHUP)], ids=lambda s: s.name)
@pytest.mark.parametrize(
    ("words", "when"),
    [
        (BUILD, b"reading"),
        (BUILD, b"composing"),
        (BUILD, b"laying out"),
        (BUILD, b"drawing"),
        (PLAY, b"playing"),
    ],
    ids=lambda w: w.decode() if isinstance(w, bytes) else w.split()[0],
)
def test_what_is_told_to_stop_ends_with_one_line_and_its_status(
    words: str, when: bytes, by: signal.Signals, tmp_path: Path
) -> None:
    lay_out(tmp_path)

    process = start(words, tmp_path)
    wait_for(process, when)
    process.send_signal(by)
    code, said = end(process)

    assert not left(tmp_path)
    if code == 0:  # it was done before it heard
        return
    assert code == STATUS[by]
    assert "Traceback" not in said
    assert "Exception ignored" not in said
    assert "interrupted" in said or words == PLAY
    assert not list(half_written(tmp_path))


@pytest.mark.parametrize("after", mostly_thorough([0.0, 0.005, 0.01, 0.02, 0.04, 0.08, 0.12, 0.16, 0.25], 4))
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM], ids=lambda s: s.name)
def test_who_is_stopped_while_python_imports_says_so_in_one_line(
    by: signal.Signals, after: float, tmp_path: Path
) -> None:
    lay_out(tmp_path)

    process = start(BUILD, tmp_path)
    while not _hears(process.pid, signal.SIGTERM):  # before that, Python itself is not there yet
        assert process.poll() is None
    time.sleep(after)
    process.send_signal(by)
    code, said = end(process)

    if code == 0 and after > 0.1:  # a quick machine was done before it heard
        return
    assert code == STATUS[by]
    *steps, last = said.splitlines()
    assert last == "interrupted; earlier results are untouched", said
    assert all(step.startswith("kit: ") for step in steps), said  # on a quick machine it had begun
    assert not left(tmp_path)


def _hears(number: int, what: signal.Signals) -> bool:
    status = Path(f"/proc/{number}/status").read_text()
    return bool(int(status.partition("SigCgt:\t")[2][:16], 16) >> (what - 1) & 1)


@pytest.mark.parametrize(
    ("words", "when"), [(BUILD, b"composing"), (PLAY, b"playing")], ids=["build", "simulate"]
)
def test_whose_parent_is_killed_goes_home(words: str, when: bytes, tmp_path: Path) -> None:
    lay_out(tmp_path)
    process = start(words, tmp_path)
    wait_for(process, when)
    time.sleep(0.5)

    process.kill()
    process.wait()

    assert not left(tmp_path)


def test_what_a_killed_build_left_is_cleared_by_the_next(tmp_path: Path) -> None:
    lay_out(tmp_path)
    process = start(BUILD, tmp_path)
    wait_for(process, b"composing")
    process.kill()
    process.wait()
    left(tmp_path)

    assert run(BUILD, tmp_path).code == 0

    assert not list(half_written(tmp_path))


def test_a_build_beside_another_one_leaves_its_scratch_alone(tmp_path: Path) -> None:
    lay_out(tmp_path)
    first, second = start(BUILD, tmp_path), start(f"{BUILD} --paper letter", tmp_path)

    codes = [end(first), end(second)]

    assert [code for code, _ in codes] == [0, 0], codes
    assert {"kit-kit-a4.pdf", "kit-kit-letter.pdf"} <= set(hashes(tmp_path / "out" / "kit"))


def test_the_games_of_a_killed_player_are_played_again(tmp_path: Path) -> None:
    words = "simulate cheers --players 3 --games 200 --jobs 2 --bots random --json {}.json"
    calm = start(words.format("calm"), tmp_path)
    assert end(calm)[0] == 0

    process = start(words.format("shot"), tmp_path)
    wait_for(process, b"playing")
    for _ in range(200):
        children = [number for number, _ in running(tmp_path) if number != process.pid]
        if children:
            break
        time.sleep(0.02)
    os.kill(children[0], signal.SIGKILL)
    code, said = end(process)

    assert code == 0, said
    assert (tmp_path / "calm.json").read_bytes() == (tmp_path / "shot.json").read_bytes()
    assert not left(tmp_path)


@pytest.mark.parametrize(
    "words",
    mostly_thorough(
        [BUILD, "check kit --no-play", "list --data .", "rules kit", "simulate cheers --players 3 --games 2"],
        3,
    ),
)
@pytest.mark.parametrize("streams", [thorough("stdout"), thorough("stderr"), "both"])
def test_closed_streams_are_no_bug(words: str, streams: str, tmp_path: Path) -> None:
    lay_out(tmp_path)
    shut = {"stdout": "1>&-", "stderr": "2>&-", "both": "1>&- 2>&-"}[streams]
    done = ran(["sh", "-c", f"exec {sys.executable} -m cardgen.app.cli {words} {shut}"], tmp_path)

    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@pytest.mark.parametrize("words", ["list --data .", "rules kit", "check kit --no-play"])
@pytest.mark.parametrize("coding", ["cp1252", thorough("ascii"), thorough("latin-1")])
def test_a_terminal_of_another_code_page_gets_what_it_can_show(
    words: str, coding: str, tmp_path: Path
) -> None:
    lay_out(tmp_path)
    game = tmp_path / "kit" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("title: Kit\n", "title: Kit Ж 한 →\n"), "utf-8")

    done = ran([sys.executable, "-m", "cardgen.app.cli", *words.split()], tmp_path, PYTHONIOENCODING=coding)

    assert done.returncode in (0, 1)
    assert "Traceback" not in done.stderr


def test_a_full_disk_is_told_and_keeps_the_old_kit(tmp_path: Path) -> None:
    """A file may grow to so many bytes and no further: the nearest thing to a full disk that a test may make."""
    lay_out(tmp_path)
    assert run(BUILD, tmp_path).code == 0
    before = hashes(tmp_path / "out")
    (tmp_path / "kit" / "cards.yaml").write_text("- {id: A1, name: Other, count: 9}\n", "utf-8")
    command = f"trap '' XFSZ; ulimit -f 2; exec {sys.executable} -B -m cardgen.app.cli {BUILD}"
    done = ran(["bash", "-c", command], tmp_path)

    assert done.returncode == 1, done.stderr
    assert "cannot write" in done.stderr
    assert "Traceback" not in done.stderr
    assert hashes(tmp_path / "out") == before


def test_a_stop_that_python_swallows_comes_again(tmp_path: Path) -> None:
    code = """
import os, signal, sys, time
from cardgen.app.process import stoppable
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets what it starts with & ignore Ctrl-C
class Tidied:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.05)
try:
    with stoppable():
        thing = Tidied()
        del thing
        time.sleep(15)
except KeyboardInterrupt:
    sys.exit(130)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=40, check=False)
    assert (done.returncode, done.stderr) == (130, b"")
