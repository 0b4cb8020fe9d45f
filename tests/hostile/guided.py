"""Looks for bytes that a reader does not take well, led by what of its code they reach.

    python -m tests.hostile.guided                        every reader for a minute
    python -m tests.hostile.guided svg --seconds 600      one of them, for longer
    python -m tests.hostile.guided svg --again FILE       what was found once more, with its traceback

With atheris (`make explore` installs it where it has a wheel) libFuzzer chooses what to change and keeps in `.fuzz/` what reached
new lines; elsewhere hypothesis breaks the same samples and makes what it finds smaller. A finding is anything but a problem with
its place: an exception, a problem without a file, words of Python in a message, a crash, 30 seconds without an answer, 3 GB.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import importlib.util
import io
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cardgen.base.errors import CardgenError, Location, Problem
from tests.hostile.fuzz import GAMES, _broken_text, _broken_yaml
from tests.hostile.trial import _OURS, LITTLE, ROOT, face

KEPT = ROOT / ".fuzz"
LONGEST = 60_000  # bytes of a sample: what is longer is broken too seldom where it matters
Take = Callable[[bytes], Iterable[Problem]]
"""Reads what it is given; raises CardgenError or returns its problems."""


# ---- what is read


def _spreadsheet(name: str) -> Callable[[Path], Take]:
    def ready(folder: Path) -> Take:
        from cardgen.source import read_kit
        from tests.spreadsheets import game, lay_out

        kit = lay_out(folder / "kit", {"game.yaml": game(name)})

        def take(data: bytes) -> Iterable[Problem]:
            (kit / name).write_bytes(data)
            return read_kit(kit)[1]

        return take

    return ready


def _svg(folder: Path) -> Take:
    from cardgen.faces.compose import Faces
    from cardgen.source import load_kit

    kit = load_kit(_little(folder))

    def take(data: bytes) -> Iterable[Problem]:
        (folder / "kit" / "face.svg").write_bytes(data)
        faces = Faces(kit)
        faces.front(kit.components[0].cards[0])
        return faces.problems

    return take


def _font(folder: Path) -> Take:
    from cardgen.base.drawing import FontKey
    from cardgen.faces.text import fonts

    (folder / "kit" / "fonts").mkdir(parents=True)
    odd = folder / "kit" / "fonts" / "odd.ttf"
    known = (fonts._kit_fonts, fonts.font, fonts._load, fonts._looked_for, fonts.families)

    def take(data: bytes) -> Iterable[Problem]:
        odd.write_bytes(data)
        for one in known:
            one.cache_clear()
        wrong = fonts.unusable_fonts(odd.parent)
        for family, _ in fonts._kit_fonts(odd.parent)[0].values():
            for weight in (400, 900):
                font = fonts.font(FontKey(fonts.qualify(family, odd.parent), weight, False))
                glyphs = [font.shaper.get_nominal_glyph(ord(letter)) or 0 for letter in "Aé한"]
                assert all(abs(font.advance(glyph)) < 1e6 for glyph in glyphs)
                assert font.em_ascent is not None
                assert font.subset(glyphs)
                assert font.face
        return [error.problem(Location("kit")) for error in wrong]

    return take


def _rules(folder: Path) -> Take:
    from cardgen.ruledata import game_of
    from tests.ruledata.kits import NAMES, kit_of

    kits = [kit_of(name) for name in NAMES]

    def take(data: bytes) -> Iterable[Problem]:
        path = folder / "rules.yaml"
        path.write_bytes(data[1:])
        game_of(kits[data[0] % len(kits)] if data else kits[0], path)
        return ()

    return take


def _kept_game(folder: Path) -> Take:
    from cardgen.app.film import replay_lines
    from cardgen.app.playing import _resumed

    def take(data: bytes) -> Iterable[Problem]:
        file = folder / "game.json"
        file.write_bytes(data)
        if data.startswith(b'{"cardgen-table"'):
            _resumed(file, ROOT / "data")
        for _ in replay_lines(file, ROOT / "data", None):
            pass
        return ()

    return take


READERS: dict[str, Callable[[Path], Take]] = {
    "xlsx": _spreadsheet("cards.xlsx"),
    "ods": _spreadsheet("cards.ods"),
    "svg": _svg,
    "font": _font,
    "rules": _rules,
    "game": _kept_game,
}


def _little(folder: Path) -> Path:
    """Return a small kit."""
    for name, text in LITTLE.items():
        (folder / "kit").mkdir(exist_ok=True)
        (folder / "kit" / name).write_text(text, "utf-8")
    return folder / "kit"


# ---- samples


def samples(reader: str) -> list[bytes]:
    """Return what a reader takes well, and what it was known to refuse."""
    found = [data for data in _samples(reader) if len(data) <= LONGEST]
    assert found, reader
    return found


def _samples(reader: str) -> Iterator[bytes]:
    match reader:
        case "svg":
            yield face(
                '<path d="M0 0C1 1 2 2 3 3z" style="fill:url(#a)"/><text x="1" y="9">{{ card.name }}</text>'
            ).encode()
            yield from _files("*.svg")
        case "xlsx" | "ods":
            from tests import spreadsheets

            yield from _files(f"*.{reader}")
            rows = [
                ["id", "text", "value", "price", "wild", "walls"],
                ["A", "x", 3, 1.5, True, "N, E"],
                ["B", None, "", "2,5", "no", "S"],
            ]
            yield getattr(spreadsheets, reader)(rows)
        case "font":
            from cardgen.base.drawing import FontKey
            from cardgen.faces.text.fonts import subset

            yield from (
                subset(FontKey(name, 400, False), set("Aé"))
                for name in ("Roboto", "Bungee", "Lora", "Cinzel")
            )
        case "rules":
            from tests.ruledata.kits import CLASSICS, NAMES

            yield from (
                bytes([n]) + (CLASSICS / name / "rules.yaml").read_bytes() for n, name in enumerate(NAMES)
            )
        case _:
            yield from _games()


def _files(pattern: str) -> Iterator[bytes]:
    asked = ["git", "ls-files", "-z", pattern]
    said = subprocess.run(asked, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    yield from ((ROOT / name).read_bytes() for name in said.split("\0") if name)


def _games() -> Iterator[bytes]:
    """Yield each game once as a simulation saves it, and once as the journal of a table."""
    from cardgen.table.saved import saved_game
    from tests.table.playing import step, table

    with tempfile.TemporaryDirectory(prefix="fuzz-games-") as place:
        for slug, players in GAMES.items():
            file = Path(place) / f"{slug}.jsonl"
            sitting = table(slug, file, players)
            for _ in range(30):
                if not sitting.over:
                    step(sitting, random.Random(1))
            yield file.read_bytes()
            saved_game(sitting).write(file.with_suffix(".json"))
            yield file.with_suffix(".json").read_bytes()


# ---- breaking and judging


def broken(data: bytes, rng: random.Random, bytes_of: Callable[[bytes], bytes]) -> bytes:
    """Return a sample with something in it changed; of an archive, in one of its parts."""
    way = rng.random()
    with contextlib.suppress(Exception):  # what is broken already may not come apart
        if data.startswith(b"PK\3\4") and way < 0.95:
            return _with_a_broken_part(data, rng, bytes_of)
        if way < 0.6 and b"\0" not in data[1:]:
            change = _broken_text if way < 0.4 else _broken_yaml
            return change(data.decode("utf-8", "surrogateescape"), rng).encode("utf-8", "surrogateescape")
    return bytes_of(data)


def _with_a_broken_part(data: bytes, rng: random.Random, bytes_of: Callable[[bytes], bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        parts = {info.filename: old.read(info) for info in old.infolist()}
        chosen = rng.choice([name for name in parts if name.endswith((".xml", ".rels"))])
        for name, part in parts.items():
            new.writestr(name, broken(part, rng, bytes_of) if name == chosen else part)
    return out.getvalue()


def finding(take: Take, data: bytes) -> str:
    """Return how something was taken that was not taken well, "" when all is well; the last line says it in short."""
    try:
        problems = take(data)
    except CardgenError as error:
        problems = error.problems
    except Exception:
        return traceback.format_exc()
    for problem in problems:
        if problem.where is None or not problem.where.file:
            return f"a problem without a place: {problem.message}"
        if words := [word for word in _OURS if word in str(problem)]:
            return f"{words[0]} in a message: {problem}"
    return ""


def _where(said: str) -> str:
    """Return what findings of one cause have in common: the last place in our code, and the kind of error."""
    places = re.findall(r'File "[^"]*/(cardgen/[^"]+)", line (\d+)', said)
    kind = said.strip().splitlines()[-1].partition(":")[0][:80]
    return f"{kind} at {':'.join(places[-1])}" if places else kind


class Hunt:
    """Tries bytes at a reader; says once what kind of finding there is, and keeps its smallest example."""

    def __init__(self, reader: str, folder: Path) -> None:
        self.reader = reader
        self.found: dict[str, int] = {}
        self.take = READERS[reader](folder)

    def tried(self, data: bytes) -> str:
        """Return what kind of finding it is, "" where there is none."""
        said = finding(self.take, data)
        where = _where(said) if said else ""
        if said and len(data) < self.found.get(where, LONGEST + 1):
            name = f"{self.reader}-{hashlib.sha256(where.encode()).hexdigest()[:8]}"
            file = _kept("found") / name
            file.write_bytes(data)
            if where not in self.found:
                last = said.strip().splitlines()[-1][:300]
                print(f"{self.reader}: {where}\n    {last}\n    {_again(self.reader, file)}", flush=True)
            self.found[where] = len(data)
        return where


def _kept(name: str) -> Path:
    (KEPT / name).mkdir(parents=True, exist_ok=True)
    return KEPT / name


def _again(reader: str, file: Path) -> str:
    return f"again: python -m tests.hostile.guided {reader} --again {file.relative_to(ROOT)}"


# ---- hunting


def _guided(reader: str, folder: Path, seconds: int) -> None:
    """Let libFuzzer try what reaches new lines; does not return."""
    import atheris  # type: ignore[import-not-found, unused-ignore]

    with atheris.instrument_imports(include=["cardgen"]):
        hunt = Hunt(reader, folder)
        given = samples(reader)
        for data in given:
            hunt.tried(data)
    (folder / "samples").mkdir()
    for number, data in enumerate(given):
        (folder / "samples" / str(number)).write_bytes(data)

    def mutated(data: bytes, most: int, seed: int) -> bytes:
        return broken(data, random.Random(seed), lambda part: bytes(atheris.Mutate(part, len(part) + 64)))[
            :most
        ]

    limits = [f"-max_total_time={seconds}", "-timeout=30", "-rss_limit_mb=3000", f"-max_len={LONGEST}"]
    kept = [f"-artifact_prefix={_kept('found') / reader}-", str(_kept(reader)), str(folder / "samples")]
    atheris.Setup(
        [sys.argv[0], *limits, *kept], lambda data: hunt.tried(data) and None, custom_mutator=mutated
    )
    atheris.Fuzz()


def _by_chance(reader: str, folder: Path, seconds: int) -> None:
    """Let hypothesis break samples, and make smaller what is not taken well."""
    from hypothesis import HealthCheck, Phase, given, settings, strategies

    hunt, until = Hunt(reader, folder), time.monotonic() + seconds
    known: set[str] = set()

    @settings(
        max_examples=200,
        deadline=None,
        database=None,
        derandomize=False,
        report_multiple_bugs=False,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=[*HealthCheck],
    )
    @given(strategies.sampled_from(samples(reader)), strategies.randoms(use_true_random=False))
    def attempt(data: bytes, rng: random.Random) -> None:
        data = broken(data, rng, lambda part: _changed(part, rng))
        assert time.monotonic() > until or hunt.tried(data) in {"", *known}

    while time.monotonic() < until:
        with contextlib.suppress(
            Exception
        ):  # it is said already, and time may be up before it is made smaller
            attempt()
        known |= {*hunt.found}


def _changed(data: bytes, rng: random.Random) -> bytes:
    """Return bytes with a few of them changed, lost or doubled."""
    start, size = rng.randrange(len(data) + 1), rng.choice((1, 1, 2, 4))
    put = rng.choice((rng.randbytes(size), b"\xff" * size, b"\0" * size, b"", data[start : start + size] * 2))
    return data[:start] + put + data[start + size :]


def hunted(reader: str, seconds: int) -> int:
    """Try a reader in a process of its own, print what was found, return how many kinds that are."""
    with (KEPT / f"{reader}.log").open("wb") as log:
        words = [sys.executable, "-m", "tests.hostile.guided", reader, "--child", "--seconds", str(seconds)]
        done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True)
    said = (KEPT / f"{reader}.log").read_text("utf-8", "replace")
    fallen = re.findall(r"Test unit written to (\S+)", said)
    print(done.stdout, end="")
    for file in fallen:
        print(f"{reader}: a crash, a hang or too much memory\n    {_again(reader, Path(file))}")
    if done.returncode and not fallen:
        print(f"{reader}: the fuzzer ended with {done.returncode}: {said[-1000:]}")
    tries = [*re.findall(r"^#(\d+)", said, re.M), "some"][-2:][0]
    print(f"{reader}: {tries} tried in {seconds} s", flush=True)
    return done.stdout.count("again: ") + len(fallen) + bool(done.returncode and not fallen)


def main() -> int:
    """Return 0 when nothing was found."""
    parser = argparse.ArgumentParser(description="look for bytes that a reader does not take well")
    parser.add_argument("readers", nargs="*", choices=[*READERS, []], help="all of them when none is named")
    parser.add_argument("--seconds", type=int, default=60, help="for each reader")
    parser.add_argument("--again", type=Path, help="try what was found once more")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    wishes = parser.parse_args()
    readers = wishes.readers or [*READERS]
    if not wishes.child and not wishes.again:
        _kept("found")
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return 1 if sum(pool.map(lambda one: hunted(one, wishes.seconds), readers)) else 0
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        if wishes.again:
            said = finding(READERS[readers[0]](Path(folder)), wishes.again.read_bytes())
            print(said or "it is taken well")
            return 1 if said else 0
        (_guided if importlib.util.find_spec("atheris") else _by_chance)(
            readers[0], Path(folder), wishes.seconds
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
