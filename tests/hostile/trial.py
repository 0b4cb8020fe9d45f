"""One hostile case: what is put on disk, what is run, and what must be true of every result besides."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import resource
import shlex
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CANARY = "SESAME-8841"
"""Stands in a file beside the kit: whoever prints it has read what is none of a kit's business."""
PATIENCE = 60
"""Seconds that a case may take; the slowest needs ten on a busy machine."""
MEMORY = 3 << 30
"""Bytes that a run may have."""

Folder = Callable[[Path], object]
Text = str | bytes | None | Folder


@dataclass(frozen=True)
class Case:
    """A mistake, an accident or an attack, and how cardgen must take it.

    `files` are written over the kit `kit/` (a name that begins with `/` lies beside it); None takes a file away, a
    function makes it. `edit` changes a passage. `first` is a run before that, `run` the one that is judged. What it
    `says` must stand in what it printed, in any order; `at` begins the line of a problem; `lacks` must not be there.
    `also` looks at the folder afterwards and returns what is wrong. In so many `seconds` it must be done, on a busy
    machine.
    """

    id: str
    files: Mapping[str, Text] = field(default_factory=dict)
    edit: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    first: str = ""
    run: str = "check kit"
    exit: int | tuple[int, ...] = 1
    says: str | tuple[str, ...] = ()
    at: str = ""
    lacks: str | tuple[str, ...] = ()
    also: Callable[[Path], str | None] | None = None
    base: str = "little"
    seconds: float | None = None
    environment: Mapping[str, str | None] = field(default_factory=dict)


EITHER: Mapping[str, Any] = {"exit": (0, 1), "at": ""}
"""For what may be fine or a mistake, wherever that is reported: no traceback, nothing that hangs, nothing that leaks."""


@dataclass(frozen=True)
class Said:
    """What a run printed, how it ended, how long it took."""

    code: int
    out: str
    err: str
    seconds: float

    @property
    def all(self) -> str:
        """Everything that was printed."""
        return self.out + self.err


# ---- kits to be broken


def face(body: str = "", head: str = "", width: float = 69, height: float = 94) -> str:
    """Return a template of a card of 63 × 88 mm with this in it."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{width:g}mm" height="{height:g}mm" viewBox="-3 -3 {width:g} {height:g}" {head}>\n'
        f'<rect x="-3" y="-3" width="69" height="94" fill="#f4efe2"/>\n{body}\n</svg>\n'
    )


WORDS = (
    '<text x="31" y="12" style="font-family:Roboto;font-size:5px;text-anchor:middle">{{ card.name }} {{ card.value }}</text>\n'
    '<rect id="b" x="4" y="20" width="55" height="50" fill="none"/>\n'
    '<text style="font-family:Roboto;font-size:4px;shape-inside:url(#b)">{{ card.text }}</text>'
)
LITTLE: Mapping[str, str] = {
    "game.yaml": """\
game: kit
title: Kit
subtitle: A few cards.
version: "1.0"
players: {min: 2, max: 4}
minutes: "15"
credits: {design: A. Designer}
rules: rules.md.j2
tables: {numbers: numbers.yaml}
looks:
  full: {title: Full colour, palette: {ink: "#22313f", paper: "#f4efe2"}}
  low-ink: {title: Low ink, palette: {ink: "#22313f", paper: "#ffffff"}}
decks:
  main:
    title: Main deck
    size: 63x88mm
    face: face.svg
    back: back.svg
    note: "{{ cards.main | sum('count') }} cards"
    needs: 2 * n
    fields:
      text: {type: text, default: ""}
      value: {type: int, min: 0, max: 9, default: 1}
    cards: cards.yaml
options:
  tide: {title: Tide, default: slow, values: {slow: The tide is slow., fast: The tide is fast.}}
checks:
  - {that: "cards.main | sum('count') >= 8", why: K-001}
""",
    "cards.yaml": """\
- {id: A1, name: Herring, text: "Draw a card.", value: 2, count: 4}
- {id: A2, name: Tunny, text: "Play **two** cards.", value: 5, count: 4}
""",
    "numbers.yaml": "hand: 4\nlist: [1, 2, 3]\n",
    "face.svg": face(WORDS),
    "back.svg": face('<circle cx="31.5" cy="44" r="20" fill="{{ palette.ink }}"/>'),
    "rules.md.j2": "# {{ title }}\n\n{{ subtitle }}\n\n## Setup\n\nDeal {{ tables.numbers.hand }} cards to each. {{ options.tide.says }}\n",
}


_MANY = "".join(
    f"- {{id: A{n}, name: Fish {n}, text: 'Draw **{n}** cards.', value: {n}, count: 2}}\n" for n in range(9)
)
_OURS_BASES: Mapping[str, Mapping[str, str]] = {"little": {}, "many": {"cards.yaml": _MANY}}
"""What the kits have beyond `LITTLE`; any other base is a shipped game."""


def lay_out(folder: Path, base: str = "little") -> None:
    """Put the kit of a case into a folder, and a secret beside it."""
    (folder / "secret.txt").write_text(CANARY)
    (folder / "secret.svg").write_text(face(f"<title>{CANARY}</title><rect width='9' height='9'/>"))
    kit = folder / "kit"
    if base in _OURS_BASES:
        kit.mkdir()
        for name, text in {**LITTLE, **_OURS_BASES[base]}.items():
            (kit / name).write_text(text, "utf-8")
    elif base:  # a shipped game under its own name
        shutil.copytree(ROOT / "data" / base, folder / base)


def prepare(case: Case, folder: Path) -> None:
    """Break the kit as the case says."""
    home = folder / ("kit" if case.base in _OURS_BASES else case.base)
    for name, (old, new) in case.edit.items():
        path = home / name
        text = path.read_text("utf-8")
        assert old in text, f"{case.id}: '{old}' does not stand in {name}"
        path.write_text(text.replace(old, new, 1), "utf-8")
    for name, content in case.files.items():
        path = folder / name[1:] if name.startswith("/") else home / name
        if content is None:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        if callable(content):
            content(path)
        elif isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, "utf-8")


# ---- running


@contextlib.contextmanager
def _streams() -> Iterator[Callable[[], tuple[str, str]]]:
    """Catch what this process and its children print."""
    kept = os.dup(1), os.dup(2)
    sys.stdout.flush()
    sys.stderr.flush()
    old = sys.stdout, sys.stderr
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        sys.stdout = open(1, "w", encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115

        def printed() -> tuple[str, str]:
            texts = []
            for stream, file in ((sys.stdout, out), (sys.stderr, err)):
                with contextlib.suppress(ValueError, OSError):
                    stream.flush()
                file.seek(0)
                texts.append(file.read().decode("utf-8", "replace"))
            return texts[0], texts[1]

        try:
            yield printed
        finally:
            for stream in (sys.stdout, sys.stderr):
                with contextlib.suppress(ValueError, OSError):
                    stream.flush()
            sys.stdout, sys.stderr = old
            os.dup2(kept[0], 1)
            os.dup2(kept[1], 2)
            os.close(kept[0])
            os.close(kept[1])


@contextlib.contextmanager
def small_memory(limit: int = MEMORY) -> Iterator[None]:
    """Let this process and its children have only so many bytes: what asks for all of them fails, not the machine."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


class Hangs(BaseException):
    """A run took longer than anybody waits."""


def _late(*_: object) -> None:
    raise Hangs


def run(words: str, folder: Path, environment: Mapping[str, str | None] | None = None) -> Said:
    """Run the command line in this process, working in a folder; 124 is the exit status of what hangs."""
    from cardgen.app.cli import main
    from cardgen.app.play import _loaded, kit_named

    kit_named.cache_clear()
    _loaded.cache_clear()
    before = os.getcwd(), sys.argv, dict(os.environ)  # noqa: PTH109
    old = signal.signal(signal.SIGALRM, _late)
    interrupts = signal.getsignal(signal.SIGINT)
    begun = time.monotonic()
    with _streams() as printed, small_memory():
        try:
            os.chdir(folder)
            for name, value in (environment or {}).items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value
            sys.argv = ["cardgen", *shlex.split(words)]
            signal.alarm(PATIENCE)
            try:
                main()
                code = 0
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
            except Hangs:
                code = 124
            except BaseException:
                import traceback

                traceback.print_exc()
                code = 3
        finally:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, old)
            signal.signal(signal.SIGINT, interrupts)
            os.chdir(before[0])
            sys.argv = before[1]
            os.environ.clear()
            os.environ.update(before[2])
        out, err = printed()
    return Said(code, out, err, time.monotonic() - begun)


def hashes(folder: Path) -> dict[str, str]:
    """Return the hash of every file below a folder."""
    return {
        p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in sorted(folder.rglob("*"))
        if p.is_file() and not p.is_symlink()
    }


# ---- judging


_OURS = ("Traceback (most recent call", "bug in cardgen", "<class '", "object at 0x", "NoneType")


def wrong(case: Case, folder: Path, said: Said, before: Mapping[str, str]) -> list[str]:
    """Return everything that is wrong with how a case went; `before` are the results of its first run."""
    found = [*always_wrong(said, folder)]
    codes = case.exit if isinstance(case.exit, tuple) else (case.exit,)
    if said.code not in codes:
        found.append(f"exit status {said.code}, expected {case.exit}")
    if case.seconds and said.seconds > case.seconds:
        found.append(f"takes {said.seconds:.1f} s, at most {case.seconds:g} s")
    for word in _several(case.says):
        if word.lower() not in said.all.lower():
            found.append(f"does not say {word!r}")
    for word in _several(case.lacks):
        if word.lower() in said.all.lower():
            found.append(f"says {word!r}")
    if case.at and not re.search("^" + re.escape(case.at) + r"[^\n]*: (error|warning): ", said.err, re.M):
        found.append(f"no problem at {case.at}")
    if said.code != 0 and before and (folder / "out").is_dir():
        now = hashes(folder / "out")
        lost = [n for n, value in before.items() if now.get(n) != value and f"/out/{n}" not in case.files]
        if lost:
            found.append(f"a failed run changed {', '.join(lost[:3])}")
    if case.also and (complaint := case.also(folder)):
        found.append(complaint)
    return found


def _several(words: str | tuple[str, ...]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else words


def always_wrong(said: Said, folder: Path) -> Iterator[str]:
    """Yield what no run may do, whatever it was given."""
    if said.code == 124:
        yield f"hangs: not done after {PATIENCE} s"
    elif said.code not in (0, 1, 2, 130):
        yield f"exit status {said.code}: {said.err.strip()[-300:]}"
    for word in _OURS:
        if word in said.all:
            yield f"says {word!r}"
    if said.code in (1, 2) and not said.err.strip() and '"problems"' not in said.out:
        yield "fails without a word"
    if said.code == 1 and re.search(r"^(0 errors|\d+ warnings?$)", said.err, re.M):
        yield "fails without an error"
    yield from leaked(said, folder)
    yield from half_written(folder)


def leaked(said: Said, folder: Path) -> Iterator[str]:
    """Yield where the secret beside the kit shows."""
    if CANARY in said.all:
        yield "prints the secret from outside the kit"
    out = folder / "out"
    for path in out.rglob("*") if out.is_dir() else ():
        texts = (".html", ".md", ".json", ".svg", ".pdf", ".png")
        if path.suffix in texts and path.is_file() and CANARY.encode() in path.read_bytes():
            yield f"{path.name} holds the secret from outside the kit"


def half_written(folder: Path) -> Iterator[str]:
    """Yield what an earlier or a failed run left behind in the results."""
    out = folder / "out"
    for path in out.rglob("*") if out.is_dir() else ():
        if path.name.startswith(".building-") or path.suffix == ".tmp":
            yield f"{path.name} was left behind"
        elif path.suffix == ".pdf" and path.is_file() and not path.read_bytes().rstrip().endswith(b"%%EOF"):
            yield f"{path.name} is half a PDF"


def tried(case: Case, folder: Path) -> tuple[list[str], Said]:
    """Try a case in an empty folder; return what is wrong, and what was said."""
    lay_out(folder, case.base)
    before: dict[str, str] = {}
    if case.first:
        said = run(case.first, folder, case.environment)
        assert said.code == 0, f"{case.id}: the first run fails: {said.all}"
        before = hashes(folder / "out") if (folder / "out").is_dir() else {}
    prepare(case, folder)
    said = run(case.run, folder, case.environment)
    return wrong(case, folder, said, before), said


def plain(value: Any) -> str:
    """Return YAML's shortest way to write a value (JSON)."""
    import json

    return json.dumps(value, ensure_ascii=False)
