"""Every command with every odd file, as its argument and in each place of a kit: no traceback, no hang, no silence."""

from __future__ import annotations

import io
import os
import shutil
import textwrap
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.trial import ROOT, always_wrong, run

KIT = ROOT / "tests" / "samples" / "classics" / "data" / "court"


def _zip(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "/"), data)
    return packed.getvalue()


ODD: dict[str, bytes] = {
    "empty": b"",
    "a blank": b" \n",
    "a NUL": b"a: 1\0\n",
    "latin-1": "name: Käse\n".encode("latin-1"),
    "utf-16": "name: cheese\n".encode("utf-16"),
    "a mark and nothing": b"\xef\xbb\xbf",
    "one long line": b"x" * 20_000,
    "many lines": b"- \n" * 2_000,
    "an alias": b"a: &a [1]\nb: *a\n",
    "a tag": b"!!python/object/apply:os.system [true]\n",
    "a tab": b"a:\n\tb: 1\n",
    "deep": b"[" * 3_000,
    "deep json": b'{"a":' * 3_000,
    "a list": b"[]",
    "a number": b"5",
    "nothing": b"null",
    "json": b'{"game": 5, "seed": "x", "moves": {}, "players": -1}',
    "an svg": b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>',
    "half an svg": b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0',
    "entities": b'<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "&b;&b;">]><svg xmlns="http://www.w3.org/2000/svg">&c;</svg>',
    "jinja": b"{{ self.__init__.__globals__ }}{% for a in range(9) %}",
    "jinja open": b"{% if x %}{{",
    "a pdf": b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n",
    "a picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff",
    "a font": b"OTTO\0\x01\0\0\0\0\0\0",
    "half a zip": _zip(a=b"a")[:-30],
    "a zip": _zip(a=b"a"),
    "a workbook of nothing": _zip(
        xl__workbook=b"<workbook/>", mimetype=b"application/vnd.oasis.opendocument.spreadsheet"
    ),
}

COMMANDS = {
    "build": "build {} --out out",
    "cache": "build court --force --out out --cache {}",
    "check": "check {}",
    "compare": "compare court --a {} --games 2",
    "diff": "diff {} court",
    "list": "list --data {}",
    "migrate": "migrate {} --check",
    "new": "new other --from {}",
    "play": "play court --resume {}",
    "playtests": "playtests court --games {}",
    "profile": "build court --only kit --for print-shop --profile {} --out out",
    "proof": "proof {}",
    "pull": "pull {}",
    "replay": "replay {}",
    "replay as a film": "replay {} --html film.html",
    "rules": "rules {}",
    "scenario": "scenario {}",
    "schema": "schema --out {}",
    "serve": "serve {} --journals rooms",
    "share": "share {} --out out",
    "share a film": "share court --film {} --out out",
    "share what changed": "share court --no-film --since {} --out out",
    "simulate": "simulate {} --games 2",
    "table": "table court --to {} --component cards --force",
    "targets": "targets {}",
    "translate": "translate {} de",
    "translate back": "translate court de --from {}",
    "trust": "trust {}",
}

PLAYED = ("check court --no-play", "simulate court --games 2", "rules court --format explain")

PLACES = (
    "game.yaml", "cards.yaml", "cards.csv", "cards.xlsx", "cards.ods", "numbers.yaml", "rules.yaml", "rules.md.j2", "faces/card.svg",
    "art/more.svg", "fonts/odd.ttf", "i18n/de.yaml", "scenarios/court.yaml", "table.yaml", "theme.yaml", "words.yaml",
)  # fmt: skip


def laid_out(folder: Path) -> Path:
    """Return a kit with numbers, cards in a file, a rule sheet and rules of its own, in a project."""
    kit = Path(shutil.copytree(KIT, folder / "data" / "court"))
    head, _, cards = (kit / "game.yaml").read_text("utf-8").partition("    cards:\n")
    (kit / "game.yaml").write_text(f"{head}    cards: cards.yaml\n", "utf-8")
    (kit / "cards.yaml").write_text(textwrap.dedent(cards), "utf-8")
    assert run("check court --no-play", folder).code == 0
    return kit


def odd_files(folder: Path) -> Iterator[Path]:
    """Yield each odd file, and what is none."""
    for name, data in ODD.items():
        file = folder / f"{name}.yaml"
        file.write_bytes(data)
        yield file
    (folder / "a folder").mkdir()
    yield folder / "a folder"
    os.mkfifo(folder / "a pipe")
    yield folder / "a pipe"
    (folder / "a dangling link").symlink_to("nowhere")
    yield folder / "a dangling link"
    (folder / "a link out").symlink_to("/dev/zero")
    yield folder / "a link out"
    yield folder / "nowhere at all"


@pytest.mark.hostile
@pytest.mark.parametrize("command", COMMANDS)
def test_an_odd_file_as_argument_is_answered(command: str, tmp_path: Path) -> None:
    laid_out(tmp_path)
    (tmp_path / "odd").mkdir()
    for file in odd_files(tmp_path / "odd"):
        said = run(COMMANDS[command].format(f"'odd/{file.name}'"), tmp_path)
        assert not list(always_wrong(said, tmp_path)), f"{file.name}: {said.code}\n{said.err[-2000:]}"


@pytest.mark.hostile
@pytest.mark.parametrize("place", PLACES)
def test_an_odd_file_in_a_kit_is_answered(place: str, tmp_path: Path) -> None:
    kit = laid_out(tmp_path)
    (kit / place).parent.mkdir(exist_ok=True)
    if place.startswith("cards."):
        head = kit / "game.yaml"
        head.write_text(head.read_text("utf-8").replace("cards: cards.yaml", f"cards: {place}"), "utf-8")
    # the first of them draws all there is
    asked = PLAYED if place in ("rules.yaml", "scenarios/court.yaml") else PLAYED[:1]
    for name, data in ODD.items():
        (kit / place).write_bytes(data)
        for words in asked:
            said = run(words, tmp_path)
            assert not list(always_wrong(said, tmp_path)), f"{name}: {words}: {said.code}\n{said.err[-2000:]}"
