"""Cases of what may lie in a kit's folder, and of the machine that cardgen runs on."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable
from pathlib import Path

from tests.hostile.trial import Case, face

_BUILD = "build kit --out out"
_FINE = {"exit": 0, "run": _BUILD}


def _link(target: str) -> object:
    return lambda path: path.symlink_to(target)


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _socket(path: Path) -> None:
    here = os.getcwd()  # noqa: PTH109  # the address of a socket is short
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(path.name)
    finally:
        os.chdir(here)


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(6_000_000_000)  # takes no room on the disk


def _deep(path: Path) -> None:
    for _ in range(150):
        path = path / "folder"
    path.mkdir(parents=True)
    (path / "x.svg").write_text("x")


def _many(path: Path) -> None:
    path.mkdir()
    for n in range(3000):
        (path / f"{n}.txt").write_text("x")


def _odd(path: Path) -> None:
    for name in (b"\xff\xfe.svg", b"new\nline.txt", "schön.txt".encode(), b"a\\b.txt", b"*.yaml", b" "):
        with open(os.fsencode(path.parent) + b"/" + name, "wb") as file:  # noqa: PTH123
            file.write(b"x")


def _beside(id: str, name: str, content: object, **more: object) -> Case:
    """Return the case of something that lies in the kit's folder and that nothing names."""
    given: dict[str, object] = {"files": {name: content}, "run": _BUILD, "exit": 0, **more}
    return Case(f"files-beside-{id}", **given)  # type: ignore[arg-type]


def _named(id: str, name: str, content: object, says: str | tuple[str, ...] = (), **more: object) -> Case:
    """Return the case of something in the place of a file that the kit names."""
    given: dict[str, object] = {"files": {name: None, f"{name} ": None}, "says": says, "at": "kit/", **more}
    given["files"] = {name: _instead(content)}
    return Case(f"files-{id}", **given)  # type: ignore[arg-type]


def _instead(content: object) -> object:
    def make(path: Path) -> None:
        path.unlink()
        if callable(content):
            content(path)

    return make


def _font(table: bytes, damage: bytes, inside: bool = True) -> Case:
    """Return the case of the kit's font with this in the beginning of a table, or of its name in the list of tables."""

    def make(path: Path) -> None:
        from cardgen.base.drawing import FontKey
        from cardgen.faces.text.fonts import subset

        data = subset(FontKey("Roboto"), {chr(letter) for letter in range(32, 0x2300)})
        at = data.index(table)
        at = int.from_bytes(data[at + 8 : at + 12], "big") if inside else at
        path.write_bytes(data[:at] + damage + data[at + len(damage) :])

    kind = "damaged-inside" if inside else "whose-tables-have-odd-names"
    says = "this font is damaged" if table == b"head" else "is no font, or damaged"
    return Case(
        f"files-font-{kind}-{table.decode().lower()}",
        files={"fonts/odd.ttf": make},
        run=_BUILD,
        exit=int(table == b"head"),
        says=says,
        at="kit/fonts/odd.ttf" if table == b"head" else "",
    )


def _cases() -> Iterable[Case]:
    yield _font(b"head", bytes(54))
    yield _font(b"fvar", bytes.fromhex("00010000 0010 0002 0001 0014 0008 000c") + b"w\x91ht")
    yield _font(b"name", b"\x91", inside=False)
    yield _beside("a-fifo", "pipe", _fifo)
    yield _beside("a-socket", "socket", _socket)
    yield _beside("a-link-to-nowhere", "link", _link("nowhere"))
    yield _beside("a-link-to-itself", "link", _link("link"))
    yield _beside("a-link-to-its-own-folder", "link", _link("."))
    yield _beside("a-link-to-the-root", "link", _link("/"))
    yield _beside("a-link-to-a-device", "link", _link("/dev/zero"))
    yield _beside("a-link-to-a-terminal", "link", _link("/dev/tty"))
    yield _beside("a-huge-file", "film.mov", _huge)
    yield _beside("a-huge-picture", "film.png", _huge)
    yield _beside("odd-names", "x", _odd)
    yield _beside("folders-deep", "folder", _deep)
    yield _beside("3000-files", "many", _many)
    yield _beside("a-git-folder", ".git/HEAD", "x")
    yield _beside("an-editor-file", "game.yaml~", "x")
    yield _beside("a-lock-of-an-editor", ".#game.yaml", _link("user@host.1234:5678"))
    yield _beside("a-folder-called-like-a-font", "fonts/a.ttf/x", "x")
    yield _beside("a-python-file", "sitecustomize.py", "raise SystemExit('run')", lacks="run\n")
    yield _beside("a-module-of-ours", "cardgen/__init__.py", "raise SystemExit('run')", lacks="run\n")
    yield _beside("a-module-of-jinja", "/jinja2.py", "raise SystemExit('run')", lacks="run\n")
    for name, what in {
        "game.yaml": "game",
        "cards.yaml": "cards",
        "numbers.yaml": "table",
        "face.svg": "face",
        "rules.md.j2": "rules",
    }.items():
        yield _named(f"{what}-is-a-fifo", name, _fifo, exit=(1, 2), at="")
        yield _named(f"{what}-is-a-link-to-nowhere", name, _link("nowhere"), exit=(1, 2), at="")
        yield _named(f"{what}-is-a-link-to-itself", name, _link(name), exit=(1, 2), at="")
        yield _named(f"{what}-is-a-device", name, _link("/dev/zero"), exit=(1, 2), at="")
        yield _named(f"{what}-is-a-folder", name, lambda path: path.mkdir(), exit=(1, 2), at="")
        yield _named(f"{what}-is-huge", name, _huge, "MB", at=f"kit/{name}")
        yield _named(f"{what}-leads-out", name, _link("../secret.txt"), exit=(1, 2), at="")
        yield _named(f"{what}-is-gone", name, None, exit=(1, 2), at="")
    for n, name in enumerate(
        (
            "../secret.txt",
            "/etc/hostname",
            "~/x",
            "C:\\x",
            "a\\b",
            "",
            ".",
            "..",
            "kit",
            "a\0b",
            "x" * 5000,
            "x/" * 2000,
            "\udcff",
            "nul",
            "game.yaml/x",
            "face.svg/..",
            "http://example.com/x",
            "./face.svg/../../secret.txt",
        )
    ):
        quoted = '"' + name.replace("\\", "\\\\").replace("\0", "\\0").replace("\udcff", "\\udcff") + '"'
        for what, said in (
            ("face", "face: face.svg"),
            ("cards", "cards: cards.yaml"),
            ("table", "numbers: numbers.yaml"),
            ("rules", "rules: rules.md.j2"),
        ):
            edit = {"game.yaml": (said, f"{said.partition(' ')[0]} {quoted}")}
            yield Case(f"files-{what}-called-{n}", edit=edit, at="kit/game.yaml")
    yield Case("files-kit-is-a-link", files={"/link": _link("kit")}, run="build link --out out", exit=(0, 1))
    yield Case("files-kit-is-empty", files=dict.fromkeys(("game.yaml", "cards.yaml")), exit=2, says="no game")
    # the machine
    yield Case(
        "machine-without-home",
        environment={"HOME": None, "CARDGEN_CACHE": None, "XDG_CACHE_HOME": None},
        **_FINE,
    )
    yield Case(
        "machine-with-a-home-that-is-a-file",
        files={"/home": "x"},
        environment={"HOME": "home", "CARDGEN_CACHE": None, "XDG_CACHE_HOME": None},
        **_FINE,
    )
    yield Case(
        "machine-with-a-cache-that-is-a-file",
        files={"/cache": "x"},
        environment={"CARDGEN_CACHE": "cache"},
        **_FINE,
    )
    yield Case("machine-with-a-cache-below-a-file", environment={"CARDGEN_CACHE": "secret.txt/x"}, **_FINE)
    yield Case("machine-with-a-cache-of-a-long-name", environment={"CARDGEN_CACHE": "c" * 300}, **_FINE)
    yield Case("machine-with-a-cache-in-proc", environment={"CARDGEN_CACHE": "/proc/x"}, run=_BUILD, exit=0)
    yield Case(
        "machine-with-an-open-cache", files={"/cache/x": "x"}, environment={"CARDGEN_CACHE": "cache"}, **_FINE
    )
    yield Case("machine-with-a-cache-in-the-kit", environment={"CARDGEN_CACHE": "kit/cache"}, **_FINE)
    yield Case(
        "machine-with-results-in-the-kit",
        first="build kit --out kit/output",
        run="build kit --out kit/output",
        exit=0,
        says="nothing has changed",
    )
    yield Case(
        "machine-with-results-in-the-kit-elsewhere",
        first="build kit --out kit/made",
        run="build kit --out kit/made",
        exit=0,
        says="nothing has changed",
    )
    yield Case("machine-with-a-temp-that-is-gone", environment={"TMPDIR": "/nowhere"}, run=_BUILD, exit=0)
    yield Case(
        "files-parts-file-is-a-fifo",
        files={"face.svg": face('<use href="p.svg#a"/>'), "p.svg": _fifo},
        at="kit/face.svg",
    )
    yield Case(
        "files-picture-is-a-fifo",
        files={"face.svg": face('<image width="9" height="9" href="p.png"/>'), "p.png": _fifo},
        at="kit/face.svg",
    )
    yield Case(
        "files-picture-is-a-device",
        files={"face.svg": face('<image width="9" height="9" href="p.png"/>'), "p.png": _link("/dev/zero")},
        at="kit/face.svg",
    )
    yield Case("files-theme-is-a-fifo", files={"rules/theme.yaml": _fifo}, exit=(0, 1))
    yield Case("files-icons-is-a-fifo", files={"art/icons.svg": _fifo}, exit=(0, 1))
    yield Case(
        "files-seeds-are-binary",
        files={"/seeds/kit.yaml": bytes(range(256)), "/data/kit": _link("../kit")},
        run="check data/kit",
        exit=(0, 1),
    )


CASES = [*_cases()]
