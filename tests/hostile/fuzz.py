"""Breaks whole kits, tables, scenarios and saved games at random, and looks how cardgen takes it.

    python -m tests.hostile.fuzz                    2,000 cases; the same ones for the same --seed
    python -m tests.hostile.fuzz --only 1234        one case again, all it said, its files kept
    python -m tests.hostile.fuzz --kind scenario    only cases of a kind: kit, table, scenario, saved

A case fails when cardgen raises, hangs, takes all the memory, ends with a status that it does not know, fails without
a word, prints what stands outside the kit, leaves half a result, changes the old one and fails, lets `check` pass what
`build` refuses, or writes a PDF that does not open. Each worker tries its cases in its own process; one that it does
not survive is tried once more, alone and with everything as users have it.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import random
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any, cast

import yaml

from tests.hostile.trial import PATIENCE, ROOT, Said, always_wrong, hashes, lay_out, run

KINDS = {"kit": 50, "table": 15, "scenario": 20, "saved": 15}
"""How many of a hundred cases are of a kind."""
GAMES = {"cheers": 3, "auction-hearts": 4, "biergarten": 2, "bartender-2012": 3, "bartender-aarwares": 2}

# ---- breaking things

_WORDS = (
    "null", "true", "[]", "{}", "''", "-1", "0", "1e309", ".nan", "nan", "inf", "9" * 40, "9" * 5000, "x" * 3000, "*", "&a", "!!x",
    "{{ 1/0 }}", "{{ x }}", "{% if %}", "{{", "}}", "{%", "\0", "\x1b", "\ufeff", "\u202e", "\ud7ff", "한", "é́́́", "🂡", "\t", "\r", "\n", " ", "#",
    ": ", "- ", "..", "../secret.txt", "/etc/hostname", "~", "\\", "'", '"', "<", ">", "&", "&amp;", "<g>", "</g>", "%", "50%", "mm", "url(#b)", "url(#q)",
    "**", "*", "{icon}", ":::", "|", "![x](y)", "face:A1", "self", "P0", "P9", "A1", "A1.1", "none", "999999", "0.5", "1/3", "²", "٣",
)  # fmt: skip
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2.5, 10**9, -(10**20), float("nan"), float("inf"), "", " ", "x", "0", "null", "a/b", "..", "P0", "x" * 3000,
    [], [None], [[]], {}, {"": 1}, {"a": None}, [1, "a", None], {"x": {"y": {"z": []}}},
)  # fmt: skip


def _broken_text(text: str, rng: random.Random) -> str:
    """Return a text that somebody's cat walked over."""
    at = rng.randrange(len(text) + 1)
    lines = text.splitlines(keepends=True)
    match rng.randrange(9):
        case 0:
            return text[:at] + text[at + rng.choice((1, 1, 1, 4, 30)) :]
        case 1:
            return text[:at] + rng.choice(_WORDS) + text[at:]
        case 2:
            return text[:at] + text[at : at + 20] * rng.choice((2, 3, 50)) + text[at + 20 :]
        case 3 if lines:
            lines.pop(rng.randrange(len(lines)))
            return "".join(lines)
        case 4 if lines:
            lines.insert(rng.randrange(len(lines)), rng.choice(lines))
            return "".join(lines)
        case 5:
            return text[:at]
        case 6:  # a number becomes another word
            found = list(re.finditer(r"-?\d+(\.\d+)?", text))
            return _put(text, rng.choice(found), rng.choice(_WORDS)) if found else text
        case 7:  # a word becomes another word
            found = list(re.finditer(r"\w+", text))
            return (
                _put(text, rng.choice(found), rng.choice((*_WORDS, rng.choice(found)[0]))) if found else text
            )
        case _:  # a value in quotes becomes another
            found = list(re.finditer(r'(?<=")[^"]*(?=")', text))
            return _put(text, rng.choice(found), rng.choice(_WORDS)) if found else text


def _put(text: str, found: re.Match[str], word: str) -> str:
    return text[: found.start()] + word + text[found.end() :]


def _broken_data(data: Any, rng: random.Random) -> Any:
    """Return plain data with one value, key or entry changed."""
    places: list[tuple[Any, Any]] = []

    def walk(value: Any) -> None:
        inside = (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        )
        for key, entry in inside:
            places.append((value, key))
            walk(entry)

    walk(data)
    if not places:
        return rng.choice(_VALUES)
    whole, key = rng.choice(places)
    match rng.randrange(5):
        case 0 | 1:
            whole[key] = rng.choice(_VALUES)
        case 2:
            del whole[key]
        case 3 if isinstance(whole, dict):
            whole[rng.choice(("x", f"{key}s", "", None, 5))] = whole.pop(key)
        case _:
            other, there = rng.choice(places)
            with contextlib.suppress(LookupError):
                whole[key] = json.loads(json.dumps(other[there]))
    return data


def _broken_yaml(text: str, rng: random.Random) -> str:
    if rng.random() < 0.5:
        return _broken_text(text, rng)
    try:
        data = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError):
        return _broken_text(text, rng)
    return yaml.safe_dump(_broken_data(data, rng), allow_unicode=True, sort_keys=False)


def _broken(path: Path, rng: random.Random) -> None:
    text = path.read_text("utf-8", errors="replace")
    new = _broken_yaml(text, rng) if path.suffix == ".yaml" else _broken_text(text, rng)
    if rng.random() < 0.03:  # bytes that are no text
        raw = bytearray(new.encode("utf-8", "surrogatepass"))
        if raw:
            raw[rng.randrange(len(raw))] = rng.randrange(256)
        path.write_bytes(raw)
    else:
        path.write_bytes(new.encode("utf-8", "surrogatepass"))


# ---- the cases

Try = Callable[[Path, random.Random], list[str]]
said_last: list[tuple[str, Said]] = []


def _run(words: str, folder: Path) -> Said:
    said = run(words, folder)
    said_last.append((words, said))
    return said


@cache
def _good() -> Path:
    """Return a folder with the results of the kit as it should be, made once by each worker."""
    folder = Path(tempfile.mkdtemp(prefix="fuzz-good-"))
    lay_out(folder)
    assert run("build kit --out out", folder).code == 0
    return folder / "out"


def _kit(folder: Path, rng: random.Random) -> list[str]:
    """Break some files of a kit, check it and build it over older results."""
    lay_out(folder, rng.choice(("little", "many")))
    kit = folder / "kit"
    if rng.random() < 0.3:
        sample = ROOT / "tests" / "samples" / "harbour-project" / "data" / "harbour"
        shutil.rmtree(kit)
        shutil.copytree(sample, kit)
        text = (kit / "game.yaml").read_text("utf-8").replace("game: harbour", "game: kit")
        (kit / "game.yaml").write_text(text, "utf-8")
    files = sorted(p for p in kit.rglob("*") if p.is_file())
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        _broken(rng.choice(files), rng)
    shutil.copytree(_good(), folder / "out")
    before = hashes(folder / "out")
    found = []
    checked = _run("check kit --no-play", folder)
    found += always_wrong(checked, folder)
    form = rng.choice(
        ("", "", " --format png --dpi 40", " --paper letter --backs fold", " --look low-ink", " --draft")
    )
    built = _run(f"build kit --out out{form}", folder)
    found += always_wrong(built, folder)
    now = hashes(folder / "out")
    if built.code != 0 and now != before:
        found.append("a failed build changed the older results")
    if checked.code == 0 and built.code != 0 and "--look" not in form:
        found.append("check passes what build refuses")
    if built.code == 0:
        found += _unsound(folder / "out" / "kit")
    rules = _run(f"rules kit --format {rng.choice(('md', 'html'))}", folder)
    return found + list(always_wrong(rules, folder))


def _unsound(home: Path) -> list[str]:
    """Return what is wrong with results that cardgen is content with."""
    import pypdfium2

    found = []
    try:
        builds = json.loads((home / "kit.json").read_text("utf-8"))["builds"]
    except (OSError, ValueError, KeyError) as error:
        return [f"kit.json: {error!r}"]
    for build in builds.values():
        for file in build["files"]:
            path = home / file["name"]
            if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != file["sha256"]:
                found.append(f"kit.json vouches for {file['name']}, which is something else")
            elif path.suffix == ".pdf":
                try:
                    with pypdfium2.PdfDocument(path) as document:
                        sizes = [document[n].get_size() for n in range(len(document))]
                except pypdfium2.PdfiumError as error:
                    found.append(f"{path.name} does not open: {error}")
                    continue
                if not sizes or not all(0 < side < 20_000 for size in sizes for side in size):
                    found.append(f"{path.name} has pages {sizes[:2]}")
    return found


def _table(folder: Path, rng: random.Random) -> list[str]:
    """Break a table or the cards of a shipped game, and play it."""
    game = rng.choice(list(GAMES))
    lay_out(folder, game)
    home = folder / game
    for _ in range(rng.choice((1, 1, 2))):
        _broken(rng.choice(sorted(home.glob("*.yaml"))), rng)
    said = _run(f"simulate {game} --players {GAMES[game]} --games 2 --jobs 1 --bots random", folder)
    return list(always_wrong(said, folder))


@cache
def _scenarios(game: str) -> list[str]:
    """Return the scenarios of a game, each a file of its own."""
    text = (ROOT / "tests" / "scenarios" / f"{game}.yaml").read_text("utf-8")
    data = yaml.load(text, Loader=yaml.CSafeLoader)
    head = {key: value for key, value in data.items() if key != "scenarios"}
    return [
        yaml.safe_dump({**head, "scenarios": [entry]}, allow_unicode=True, sort_keys=False)
        for entry in data["scenarios"]
    ]


def _scenario(folder: Path, rng: random.Random) -> list[str]:
    text = rng.choice(_scenarios(rng.choice(list(GAMES))))
    for _ in range(rng.choice((1, 1, 1, 2))):
        text = _broken_yaml(text, rng)
    (folder / "s.yaml").write_bytes(text.encode("utf-8", "surrogatepass"))
    said = _run("scenario s.yaml" + rng.choice(("", " --json")), folder)
    return list(always_wrong(said, folder))


@cache
def _saved_game(game: str) -> str:
    folder = Path(tempfile.mkdtemp(prefix="fuzz-saved-"))
    words = f"simulate {game} --players {GAMES[game]} --games 1 --jobs 1 --bots random --save-games saved"
    assert run(words, folder).code == 0
    return next(folder.glob("saved/*.json")).read_text("utf-8")


def _saved(folder: Path, rng: random.Random) -> list[str]:
    text = _saved_game(rng.choice(list(GAMES)))
    if rng.random() < 0.7:
        data = json.loads(text)
        for _ in range(rng.choice((1, 1, 3))):
            data = _broken_data(data, rng)
        text = json.dumps(data)
    else:
        text = _broken_text(text, rng)
    (folder / "game.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    said = _run("replay game.json" + rng.choice(("", "", " --to 3")), folder)
    return list(always_wrong(said, folder))


_TRIES: dict[str, Try] = {"kit": _kit, "table": _table, "scenario": _scenario, "saved": _saved}


def kind_of(seed: int, number: int, only: str = "") -> str:
    """Return the kind of a case."""
    if only:
        return only
    rng = random.Random(f"kind {seed} {number}")
    return rng.choices(list(KINDS), list(KINDS.values()))[0]


def attempt(seed: int, number: int, kind: str, keep: Path | None = None) -> list[str]:
    """Try a case; return what is wrong."""
    rng = random.Random(f"{seed} {number} {kind}")
    said_last.clear()
    folder = keep or Path(tempfile.mkdtemp(prefix="fuzz-"))
    try:
        return _TRIES[kind](folder, rng)
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


# ---- workers


def serve() -> None:
    """Be a worker: try the cases that are asked for, one a line, drawing in this process."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    from cardgen.faces.art import worker

    def nobody(engine: str) -> None:
        raise OSError("a worker draws by itself: starting another takes longer than most cases")

    worker.ArtWorker = nobody  # type: ignore[assignment, misc]
    with tempfile.TemporaryDirectory(prefix="fuzz-cache-") as folder:
        os.environ["CARDGEN_CACHE"] = folder
        for line in sys.stdin:
            seed, number, kind = line.split()
            found = attempt(int(seed), int(number), kind)
            print(json.dumps(found), file=answers, flush=True)


class Worker:
    """A process that tries cases; one that dies or hangs is replaced."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.hostile.fuzz", "--serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
            text=True,
        )

    def tries(self, seed: int, number: int, kind: str) -> list[str]:
        """Return what is wrong with a case."""
        assert self._process.stdin
        assert self._process.stdout
        with contextlib.suppress(OSError):
            self._process.stdin.write(f"{seed} {number} {kind}\n")
            self._process.stdin.flush()
            if select.select([self._process.stdout], [], [], 4 * PATIENCE)[0]:
                line = self._process.stdout.readline()
                if line:
                    return cast("list[str]", json.loads(line))
        self.close()
        self._start()
        return alone(seed, number, kind)

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


def alone(seed: int, number: int, kind: str) -> list[str]:
    """Return what is wrong with a case that is tried in a process of its own, with art workers of its own."""
    words = ["--seed", str(seed), "--only", str(number), "--kind", kind, "--quiet"]
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.hostile.fuzz", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=ROOT,
        text=True,
    )
    try:
        said, _ = process.communicate(timeout=4 * PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return ["hangs"]
    if process.returncode == 0:
        return []
    return [said.strip()[-600:] or f"the process ended with {process.returncode}"]


def hunt(seed: int, cases: int, workers: int, kind: str) -> int:
    """Try all cases; return how many failed."""
    bad = 0
    benches: SimpleQueue[Worker] = SimpleQueue()
    hands = [Worker() for _ in range(workers)]
    for hand in hands:
        benches.put(hand)

    def tried(number: int) -> tuple[int, str, list[str], float]:
        bench = benches.get()
        begun = time.monotonic()
        which = kind_of(seed, number, kind)
        try:
            return number, which, bench.tries(seed, number, which), time.monotonic() - begun
        finally:
            benches.put(bench)

    try:
        with ThreadPoolExecutor(workers) as pool:
            for number, which, found, took in pool.map(tried, range(cases)):
                if found:
                    bad += 1
                    print(f"case {number} ({which}, {took:.1f} s):", flush=True)
                    for line in found:
                        print(f"    {line}", flush=True)
                    print(
                        f"    again: python -m tests.hostile.fuzz --seed {seed} --only {number} --kind {which}", flush=True
                    )  # fmt: skip
                elif number % 200 == 199:
                    print(f"{number + 1} tried, {bad} failed", flush=True)
    finally:
        for hand in hands:
            hand.close()
    return bad


def main() -> int:
    """Return 0 when every case was taken well."""
    parser = argparse.ArgumentParser(description="break kits, tables, scenarios and saved games at random")
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the number of one case")
    parser.add_argument("--kind", choices=KINDS, default="", help="only cases of this kind")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--quiet", action="store_true", help="with --only: no files, only what is wrong")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    wishes = parser.parse_args()
    if wishes.serve:
        serve()
        return 0
    if wishes.only is not None:
        kind = kind_of(wishes.seed, wishes.only, wishes.kind)
        keep = None if wishes.quiet else Path(tempfile.mkdtemp(prefix=f"fuzz-{wishes.only}-"))
        found = attempt(wishes.seed, wishes.only, kind, keep)
        for words, said in [] if wishes.quiet else said_last:
            print(f"$ cardgen {words}\n{said.all.strip()[-6000:]}\n[{said.code}, {said.seconds:.1f} s]\n")
        print("\n".join(found) or "nothing is wrong")
        if keep:
            print(f"its files are in {keep}")
        return 1 if found else 0
    begun = time.monotonic()
    bad = hunt(wishes.seed, wishes.cases, wishes.workers, wishes.kind)
    print(
        f"{wishes.cases - bad} of {wishes.cases} cases taken well in {time.monotonic() - begun:.0f} s (seed {wishes.seed})"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
