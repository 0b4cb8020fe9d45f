"""The how-tos of docs/howto, taken step by step:  python benchmarks/howto.py [PAGE]...

Each page begins in the folder of a new game with all its parts, or, with `begins: nowhere` above it, in an empty one. Of its blocks

- `sh` is typed, line by line; below *If it fails* each command must fail, elsewhere each must end well,
- `diff title="FILE"` changes lines of a file (or their beginning), and `yaml title="FILE"` or another language is written at its end,
- what has no language is part of what the last command printed; `…` stands for any words.

Servers are started, asked for their page and ended. `shows: FILE` or `FILE 2` above the page is its picture; FILE may have a `*`.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
HOWTO = ROOT / "docs" / "howto"
_HEAD = re.compile(r"^---\n(.*?)^---\n", re.M | re.S)
_BLOCK = re.compile(r'^( *)```(\w*)(?: title="([^"]+)")?\n(.*?)^\1```$', re.M | re.S)
_SERVES = re.compile(r"\b(studio|serve)\b|--browser")
_SECONDS = 600


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page: its language, the file in its title, its text, and whether it is below *If it fails*."""

    language: str
    file: str
    text: str
    fails: bool


@dataclass(frozen=True, slots=True)
class Page:
    """A how-to."""

    name: str
    title: str
    head: Mapping[str, str]
    text: str

    @classmethod
    def read(cls, path: Path) -> Page:
        text = path.read_text("utf-8")
        head = _HEAD.match(text)
        body = text[head.end() :] if head else text
        title = re.search(r"^# (.+)$", body, re.M)
        assert title, f"{path.name} has no title"
        return cls(path.stem, title[1], yaml.safe_load(head[1]) if head else {}, body)

    @property
    def blocks(self) -> Iterator[Block]:
        fails = self.text.find("## If it fails")
        for found in _BLOCK.finditer(self.text):
            below = fails >= 0 and found.start() > fails
            yield Block(found[2], found[3] or "", re.sub(f"(?m)^{found[1]}", "", found[4]), below)


def pages() -> list[Page]:
    """Return the how-tos by name."""
    return [Page.read(path) for path in sorted(HOWTO.glob("*.md"))]


def new_game(place: Path) -> Path:
    """Make the game with all its parts in which pages begin; return its folder."""
    parts = ["new", "my-game", "--players", "2-4", "--with", "deck,tiles,tokens,board,aids,rules,play"]
    said = _typed(["cardgen", *parts], place)
    assert said.returncode == 0, said.stderr
    return place / "my-game"


def take(page: Page, game: Path, place: Path) -> Path:
    """Take a page's steps in a copy of the game below `place`; return the folder. AssertionError says what does not hold."""
    folder = place / "my-game"
    if page.head.get("begins") == "nowhere":
        folder.mkdir(parents=True)
    else:
        shutil.copytree(game, folder)
    said = ""
    for block in page.blocks:
        match block:
            case Block("sh", text=text, fails=fails):
                said = ""
                for line in text.splitlines():
                    folder, printed = _step(line.split("  #")[0].strip(), folder, fails)
                    said += printed
            case Block("diff", file, text) if file:
                _changed(folder / file, text)
            case Block(_, file, text) if file:
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                with (folder / file).open("a", encoding="utf-8") as out:
                    out.write(text)
            case Block("", text=text):
                for line in text.splitlines():
                    wanted = r"\s+".join(re.escape(word) for word in line.split()).replace("…", ".*?")
                    assert re.search(wanted, said), f"nothing says: {line}\n{said}"
    return folder


def shown(page: Page, folder: Path) -> tuple[Path, int] | None:
    """Return the file that a page shows, and which page of it, counted from 1."""
    name, _, number = page.head.get("shows", "").partition(" ")
    return (next(folder.glob(name), folder / name), int(number or 1)) if name else None


def _step(line: str, folder: Path, fails: bool) -> tuple[Path, str]:
    words = shlex.split(line)
    if words[0] == "cd":
        return folder / words[1], ""
    if words[0] == "cardgen" and _SERVES.search(line):
        return folder, _served(words, folder)
    done = _typed(words, folder)
    assert (done.returncode != 0) == fails, (
        f"{line}: ended with {done.returncode}\n{done.stdout}{done.stderr}"
    )
    return folder, done.stdout + done.stderr


def _typed(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        _program(words),
        cwd=folder,
        env=_env(folder),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=_SECONDS,
        check=False,
    )


def _served(words: list[str], folder: Path) -> str:
    """Start a server, ask for the page whose address it prints, and end it."""
    more = [] if "serve" in words else ["--no-browser"]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    program = [*_program(words), *more, "--port", port]
    with subprocess.Popen(
        program, cwd=folder, env=_env(folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        assert server.stdout
        said = ""
        try:
            for line in server.stdout:
                said += line
                if address := re.search(r"http://\S+", line):
                    with urllib.request.urlopen(address[0], timeout=_SECONDS) as answer:
                        assert answer.status == 200, address[0]
                    return said
        finally:
            server.terminate()
    raise AssertionError(f"{shlex.join(words)}: no address\n{said}")


def _program(words: list[str]) -> list[str]:
    return [sys.executable, "-m", *words] if words[0] == "cardgen" else words


def _env(folder: Path) -> dict[str, str]:
    lies = folder if folder.name != "my-game" else folder.parent
    names = {"PYTHONPATH": str(ROOT), "CARDGEN_CONFIG": str(lies / "config"), "COLUMNS": "120"}
    git = {f"GIT_{who}_{what}": "you" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    return {**os.environ, **names, **git}


def _changed(file: Path, difference: str) -> None:
    """Change lines of a file as a diff without numbers says."""
    lines = difference.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] in "- ").removesuffix("\n")
    new = "".join(line[1:] for line in lines if line[0] in "+ ").removesuffix("\n")
    text = file.read_text("utf-8")
    assert text.count(old) == 1, f"{file.name} has {text.count(old)} times:\n{old}"
    file.write_text(text.replace(old, new), "utf-8")


def main() -> None:
    """Take the named pages, or all of them; print what does not hold."""
    wanted = sys.argv[1:]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        game = new_game(Path(folder))
        for page in pages():
            if wanted and page.name not in wanted:
                continue
            try:
                found = shown(page, take(page, game, Path(folder) / "pages" / page.name))
                assert not found or found[0].is_file(), f"there is no {page.head['shows']}"
                print(f"{page.name}: holds")
            except (AssertionError, OSError, subprocess.TimeoutExpired) as error:
                bad += 1
                print(f"{page.name}: {error}")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
