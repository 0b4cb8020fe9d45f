"""Cases of what lies where results go and where earlier builds keep what they made: nothing lost, nothing believed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.hostile.of_kits import words_of
from tests.hostile.trial import Case, hashes, run

_BUILD = "build kit --out out"
_AGAIN = {"first": _BUILD, "run": _BUILD}
_MANIFEST = "/out/kit/kit.json"


def _changed(what: Callable[[dict], object]) -> object:  # type: ignore[type-arg]
    """Return what edits kit.json by hand."""

    def edit(path: Path) -> None:
        data = json.loads(path.read_text("utf-8"))
        done = what(data)
        path.write_text(json.dumps(data if done is None else done), "utf-8")

    return edit


def _build(data: dict) -> dict:  # type: ignore[type-arg]
    found: dict = next(iter(data["builds"].values()))  # type: ignore[type-arg]
    return found


def _whole(folder: Path) -> str | None:
    """Tell whether kit.json vouches for files that are there as it says."""
    import hashlib

    home = folder / "out/kit"
    data = json.loads((home / "kit.json").read_text("utf-8"))
    for build in data["builds"].values():
        for file in build["files"]:
            path = home / file["name"]
            if not path.is_file():
                return f"kit.json vouches for {file['name']}, which is not there"
            if hashlib.sha256(path.read_bytes()).hexdigest() != file["sha256"]:
                return f"kit.json vouches for another {file['name']}"
    return None


def _manifests() -> Iterable[Case]:
    edits: dict[str, object] = {
        "empty": "",
        "half": lambda p: p.write_bytes(p.read_bytes()[:200]),
        "binary": bytes(range(256)),
        "list": "[]",
        "null": "null",
        "number": "5",
        "no-builds": _changed(lambda d: d.pop("builds") and None),
        "builds-null": _changed(lambda d: d.update(builds=None)),
        "builds-list": _changed(lambda d: d.update(builds=[1])),
        "build-null": _changed(lambda d: d["builds"].update({"pdf a4": None})),
        "build-a-text": _changed(lambda d: d["builds"].update({"pdf a4": "x"})),
        "no-files": _changed(lambda d: _build(d).pop("files") and None),
        "files-null": _changed(lambda d: _build(d).update(files=None)),
        "files-texts": _changed(lambda d: _build(d).update(files=["kit-kit-a4.pdf"])),
        "files-empty": _changed(lambda d: _build(d).update(files=[])),
        "file-without-hash": _changed(lambda d: _build(d)["files"][0].pop("sha256") and None),
        "file-without-name": _changed(lambda d: _build(d)["files"][0].pop("name") and None),
        "file-name-null": _changed(lambda d: _build(d)["files"][0].update(name=None)),
        "file-name-out": _changed(lambda d: _build(d)["files"][0].update(name="../../secret.txt")),
        "file-name-root": _changed(lambda d: _build(d)["files"][0].update(name="/etc/hostname")),
        "file-name-nul": _changed(lambda d: _build(d)["files"][0].update(name="a\0b")),
        "file-name-long": _changed(lambda d: _build(d)["files"][0].update(name="a" * 999)),
        "key-null": _changed(lambda d: _build(d).update(key=None)),
        "key-a-list": _changed(lambda d: _build(d).update(key=[1])),
        "content-null": _changed(lambda d: _build(d).update(content=None)),
        "deep": "[" * 100_000,
        "numbers-too-long": '{"builds": {"a": {"key": ' + "9" * 5000 + "}}}",
        "one-file-less": _changed(lambda d: _build(d)["files"].pop() and None),
    }
    for name, edit in edits.items():
        yield Case(f"manifest-{name}", first=_BUILD, files={_MANIFEST: edit}, run=_BUILD, exit=0, also=_whole)  # type: ignore[dict-item]
    for name in (
        "half",
        "binary",
        "null",
        "builds-list",
        "build-null",
        "build-a-text",
        "deep",
        "numbers-too-long",
    ):
        since = f"{_BUILD} --changed-since out"
        yield Case(
            f"since-{name}",
            first=_BUILD,
            files={_MANIFEST: edits[name]},
            run=since,
            says="kit.json",
            at="out",
        )  # type: ignore[dict-item]
    faces: dict[str, object] = {
        "faces-null": _changed(lambda d: _build(d).update(faces=None)),
        "faces-texts": _changed(lambda d: _build(d).update(faces={"A1": "x"}, alike={"A1": "x"})),
        "counts-texts": _changed(lambda d: d["components"][0].update(cards={"A1": "many"})),
        "counts-null": _changed(lambda d: d["components"][0].update(cards=None)),
        "counts-endless": _changed(lambda d: d["components"][0].update(cards={"A1": float("inf")})),
        "options-a-number": _changed(lambda d: _build(d)["settings"].update(options=7)),
    }
    for name, edit in faces.items():
        yield Case(
            f"since-{name}",
            first=_BUILD,
            files={_MANIFEST: edit},
            run=f"{_BUILD} --changed-since out",
            says="kit.json",
            at="out",
        )  # type: ignore[dict-item]
    settings = {"CARDGEN_CONFIG": "settings"}
    for name, text in {
        "binary": bytes(range(256)),
        "half": "printers:\n  home: {off",
        "list": "- home",
        "folder": lambda p: p.mkdir(),
        "loop": lambda p: p.symlink_to(p),
    }.items():
        file = {"/settings/printers.yaml": text}
        yield Case(f"printers-{name}", files=file, run=_BUILD, environment=settings, says="printers.yaml")  # type: ignore[arg-type]
        yield Case(
            f"printers-{name}-kept",
            files=file,
            run="printer home --offset 1,1",
            environment=settings,
            says="printers.yaml",
        )  # type: ignore[arg-type]
        yield Case(
            f"printers-{name}-without",
            files=file,
            run=f"{_BUILD} --printer none",
            environment=settings,
            exit=0,
        )  # type: ignore[arg-type]
    for name, edit in edits.items():
        if name in (
            "builds-null",
            "build-null",
            "builds-list",
            "files-null",
            "file-name-out",
            "no-files",
            "build-a-text",
        ):
            yield Case(
                f"manifest-{name}-and-another-paper",
                first=_BUILD,
                files={_MANIFEST: edit},
                run=f"{_BUILD} --paper letter",
                exit=0,
                also=_whole,
            )  # type: ignore[dict-item]


def _in_the_way() -> Iterable[Case]:
    def folder_with(path: Path) -> None:
        path.unlink()
        path.mkdir()
        (path / "mine.txt").write_text("mine")

    for name in ("kit-kit-a4.pdf", "kit-decks-a4.pdf", "kit-rules.html", "kit.json"):
        yield Case(
            f"results-a-folder-called-{name}",
            files={f"/out/kit/{name}": folder_with, "cards.yaml": "- {id: A1, count: 9}\n"},
            says=name,
            also=_others_kept(name),
            **_AGAIN,
        )
    yield Case("results-out-is-a-file", files={"/out": "x"}, run=_BUILD, says="out")
    yield Case("results-kit-is-a-file", files={"/out/kit": "x"}, run=_BUILD, says="out/kit")
    yield Case("results-below-a-file", run="build kit --out secret.txt/x", says="secret.txt")
    yield Case("results-long", run=f"build kit --out {'o' * 300}", says="long")
    yield Case("results-in-proc", run="build kit --out /proc/nowhere", says="/proc/nowhere")
    yield Case("results-in-a-full-device", run="build kit --out /dev/full", says="/dev/full")
    yield Case("results-in-the-kit-itself", run="build kit --out .", exit=(1, 2), says="kit")
    yield Case(
        "results-left-by-a-killed-build",
        files={
            "/out/kit/.building-old/kit-kit-a4.pdf": "half",
            "/out/kit/.building-old": lambda p: os.utime(p, (0, 0)),
            "cards.yaml": "- {id: A1, count: 9}\n",
        },
        exit=0,
        **_AGAIN,
    )
    yield Case(
        "results-two-kits-of-one-name",
        files={
            "/other/kit/game.yaml": lambda p: [
                p.parent.joinpath(n).write_bytes((p.parents[2] / "kit" / n).read_bytes())
                for n in ("game.yaml", "cards.yaml", "numbers.yaml", "face.svg", "back.svg", "rules.md.j2")
            ]
        },
        run="build kit other/kit --out out",
        exit=(1, 2),
        says=("kit", "same name"),
    )
    yield Case(
        "results-of-another-kit-of-the-name",
        files={
            "/out/kit/kit.json": '{"game": "other", "builds": {}}',
            "/out/kit/other-kit-a4.pdf": "%PDF mine %%EOF",
        },
        run=_BUILD,
        exit=(0, 1),
        also=lambda f: (
            None
            if (f / "out/kit/other-kit-a4.pdf").read_text() == "%PDF mine %%EOF"
            else "a file of somebody else was changed"
        ),
    )
    gone = "tokens:\n  chips: {size: 20x20mm, face: chip.svg, cards: [{id: C1, count: 5}]}\n"
    chip = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1.5 -1.5 23 23"><circle cx="10" cy="10" r="9"/></svg>'

    def with_chips(folder: Path) -> str | None:
        kit = folder / "kit"
        text = (kit / "game.yaml").read_text()
        (kit / "game.yaml").write_text(text + gone)
        (kit / "chip.svg").write_text(chip)
        assert run(_BUILD, folder).code == 0
        (kit / "game.yaml").write_text(text)
        (folder / "out/kit/notes.txt").write_text("mine")
        assert run(_BUILD, folder).code == 0
        left = sorted(hashes(folder / "out/kit"))
        if "notes.txt" not in left:
            return "a file of the user was deleted"
        return "the sheets of a removed component are left" if "kit-tokens-a4.pdf" in left else None

    yield Case("results-of-a-removed-component", first=_BUILD, run=_BUILD, exit=0, also=with_chips)

    def other_cards(folder: Path) -> str | None:
        assert run(f"{_BUILD} --format png --dpi 40", folder).code == 0
        cards = folder / "kit/cards.yaml"
        cards.write_text(cards.read_text().replace("id: A2", "id: B2"))
        assert run(f"{_BUILD} --format png --dpi 40", folder).code == 0
        left = sorted(p.name for p in (folder / "out/kit/png").iterdir())
        return f"the picture of a removed card is left: {left}" if "main-A2.png" in left else None

    yield Case("results-of-a-removed-card", first=_BUILD, run=_BUILD, exit=0, also=other_cards)

    def both_papers(folder: Path) -> str | None:
        assert run(f"{_BUILD} --paper letter", folder).code == 0
        return (
            None if (folder / "out/kit/kit-kit-a4.pdf").is_file() else "another paper took the first one away"
        )

    yield Case("results-on-two-papers", first=_BUILD, run=_BUILD, exit=0, also=both_papers)
    yield Case(
        "results-a-pdf-is-damaged",
        files={"/out/kit/kit-kit-a4.pdf": "%PDF %%EOF"},
        exit=0,
        also=_whole,
        **_AGAIN,
    )
    yield Case(
        "results-a-pdf-is-gone", files={"/out/kit/kit-kit-a4.pdf": None}, exit=0, also=_whole, **_AGAIN
    )
    yield Case(
        "results-a-pdf-is-a-link-out",
        files={
            "/out/kit/kit-kit-a4.pdf": lambda p: (p.unlink(), p.symlink_to("../../secret.txt")),
            "cards.yaml": "- {id: A1, count: 9}\n",
        },
        exit=0,
        also=_secret_kept,
        **_AGAIN,
    )
    yield Case(
        "results-the-folder-is-a-link",
        files={"/elsewhere/x": "x", "/out/kit": lambda p: p.symlink_to("../elsewhere")},
        run=_BUILD,
        exit=0,
    )
    yield Case("results-a-failing-build-keeps-the-old", first=_BUILD, files={"face.svg": "<svg"}, run=_BUILD)
    yield Case("results-a-failing-check-keeps-the-old", edit={"game.yaml": (">= 8", ">= 80")}, **_AGAIN)
    yield Case("results-a-failing-cut-keeps-the-old", files={"rules.md.j2": "# {{ none.x }}"}, **_AGAIN)


def _others_kept(name: str) -> object:
    """Tell whether the other files still are those of the first build, and what was in the way is as it was."""

    def look(folder: Path) -> str | None:
        home = folder / "out/kit"
        if not (home / name / "mine.txt").is_file():
            return "what lay in the way was taken away"
        return (
            "some files are new, some are old" if "9" in words_of(home / "kit-decks-a4.pdf").split() else None
        )

    return look if name != "kit-decks-a4.pdf" else None


def _secret_kept(folder: Path) -> str | None:
    return (
        None
        if "SESAME" in (folder / "secret.txt").read_text()
        else "a file outside was written through a link"
    )


# ---- caches

_CACHE = {"CARDGEN_CACHE": "cache"}


def _damaged(part: str, how: Callable[[Path, list[Path]], object]) -> object:
    """Return what damages every entry of a part of the cache."""

    def damage(path: Path) -> None:
        files = sorted(p for p in (path.parent / part).rglob("*") if p.is_file())
        assert files, f"no {part} in the cache"
        for file in files:
            how(file, files)

    return damage


def _flip(file: Path, _: object) -> None:
    data = bytearray(file.read_bytes())
    if data:
        data[len(data) * 2 // 3] ^= 0x55
        file.write_bytes(data)


def _number(file: Path, _: object) -> None:
    """Change a digit: JSON stays JSON, a text lies elsewhere."""
    data = file.read_bytes()
    at = [n for n, b in enumerate(data) if chr(b).isdigit()]
    if at:
        data = data[: at[len(at) * 3 // 4]] + b"8" + data[at[len(at) * 3 // 4] + 1 :]
        file.write_bytes(data)


def _swap(file: Path, files: list[Path]) -> None:
    other = files[(files.index(file) + 1) % len(files)]
    if other != file:
        a, b = file.read_bytes(), other.read_bytes()
        file.write_bytes(b)
        other.write_bytes(a)


def _folder(file: Path, _: object) -> None:
    file.unlink()
    file.mkdir()


_DAMAGES: dict[str, Callable[[Path, list[Path]], object]] = {
    "empty": lambda f, _: f.write_bytes(b""),
    "half": lambda f, _: f.write_bytes(f.read_bytes()[: f.stat().st_size // 2]),
    "bytes": lambda f, _: f.write_bytes(bytes(range(256)) * 4),
    "json": lambda f, _: f.write_bytes(b"{}"),
    "null": lambda f, _: f.write_bytes(b"null"),
    "one-byte": _flip,
    "one-digit": _number,
    "swapped": _swap,
    "folders": _folder,
    "links": lambda f, _: (f.unlink(), f.symlink_to("/etc/hostname")),
    "closing-brackets": lambda f, _: f.write_bytes(f.read_bytes()[:-2]),
    "appended": lambda f, _: f.write_bytes(f.read_bytes() + b"x"),
}


def _same_as_new(folder: Path) -> str | None:
    """Tell whether what was built with a damaged cache is what is built without one."""
    assert run("build kit --out anew", folder, {"CARDGEN_CACHE": "fresh"}).code == 0
    made, anew = hashes(folder / "out/kit"), hashes(folder / "anew/kit")
    for each in (made, anew):
        each.pop("kit.json", None)
    return None if made == anew else "what a damaged cache gave was printed"


def _caches() -> Iterable[Case]:
    for part in ("templates", "faces"):
        for name, how in _DAMAGES.items():
            yield Case(
                f"cache-{part}-{name}",
                first="build kit --out out",
                files={"/cache/x": _damaged(part, how)},  # type: ignore[dict-item]
                run="build kit --out out --force",
                exit=0,
                lacks="error: ",
                environment=_CACHE,
                also=_same_as_new,
                base="many",
            )


def _machines() -> Iterable[Case]:
    """Links that go round, folders in the way and odd environments: told, or without any consequence."""

    def around(path: Path) -> None:
        path.symlink_to(path.name)

    for name, run_ in {
        "build": "build kit --out loop",
        "scenario": "scenario loop",
        "replay": "replay loop",
        "list": "list --data loop",
        "check": "check loop",
    }.items():
        yield Case(f"machine-link-to-itself-{name}", files={"/loop": around}, run=run_, exit=(1, 2))
    yield Case(
        "machine-out-is-a-link-to-nowhere",
        files={"/out": lambda p: p.symlink_to("nowhere")},
        run="build kit --out out",
    )
    yield Case(
        "machine-out-is-a-link-to-a-file",
        files={"/mine.txt": "mine", "/out": lambda p: p.symlink_to("mine.txt")},
        run="build kit --out out",
        also=lambda f: None if (f / "mine.txt").read_text() == "mine" else "a file of somebody's is gone",
    )
    for name, values in {
        "date-that-is-none": {"SOURCE_DATE_EPOCH": "abc"},
        "date-of-long-ago": {"SOURCE_DATE_EPOCH": "-99999999999999"},
        "cache-is-a-file": {"CARDGEN_CACHE": "secret.txt"},
        "cache-nowhere": {"CARDGEN_CACHE": "/proc/nowhere"},
        "cache-is-the-kit": {"CARDGEN_CACHE": "kit"},
        "cache-is-the-results": {"CARDGEN_CACHE": "out"},
        "cache-of-300-letters": {"CARDGEN_CACHE": "a" * 300},
        "no-room-for-drafts": {"TMPDIR": "/nowhere", "TEMP": "/nowhere"},
        "terminal-of-no-width": {"COLUMNS": "-5", "LINES": "x", "TERM": "x"},
        "no-path": {"PATH": None},
        "language": {"LANG": "xx", "LC_ALL": "tr_TR.UTF-8"},
    }.items():
        yield Case(f"machine-{name}", run="build kit --out out", exit=0, environment=values)


CASES = [*_manifests(), *_in_the_way(), *_caches(), *_machines()]
