"""Cases of spreadsheets in the place of the cards: bombs, tricks, accidents."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from pathlib import Path

from tests.hostile.trial import CANARY, Case
from tests.spreadsheets import ods, with_part, xlsx

_ROWS = [["id", "name", "text", "value", "count"], ["A1", "Herring", "Draw a card.", 2, 8]]
_SHEET = "xl/worksheets/sheet1.xml"
_LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 30))


def _instead(name: str, content: object, id: str, **more: object) -> Case:
    """Return the case of a table that is named where the cards are."""
    given: dict[str, object] = {
        "edit": {"game.yaml": ("cards: cards.yaml", f"cards: {name}")},
        "files": {name: content},
        "at": f"kit/{name}",
        "seconds": 20,
        **more,
    }
    return Case(f"tables-{id}", **given)  # type: ignore[arg-type]


def _bomb(path: Path) -> None:
    """Write 400 MB of a sheet, packed into less than one."""
    with (
        zipfile.ZipFile(io.BytesIO(xlsx(_ROWS))) as old,
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for info in old.infolist():
            if info.filename != _SHEET:
                new.writestr(info.filename, old.read(info))
        with new.open(_SHEET, "w", force_zip64=True) as file:
            file.write(b"<worksheet><sheetData>")
            for _ in range(400):
                file.write(b" " * 1_000_000)
            file.write(b"</sheetData></worksheet>")


def _lying(path: Path) -> None:
    """Write a zip file that says of a part that it is small."""
    data = bytearray(xlsx([*_ROWS, *([f"B{n}", "x" * 100, "y"] for n in range(5000))]))
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        size = file.getinfo(_SHEET).file_size
    path.write_bytes(bytes(data).replace(size.to_bytes(4, "little"), (1000).to_bytes(4, "little")))


def _quadratic(text: str) -> str:
    body = text[text.index("<worksheet") :]
    return f'<!DOCTYPE w [<!ENTITY a "{"a" * 50_000}">]>' + body.replace(
        "<v>0</v>", f"<v>{'&a;' * 20_000}</v>", 1
    )


def _one_line(path: Path) -> None:
    with path.open("wb") as file:
        file.write(b"id,name\n")
        for _ in range(100):
            file.write(b"x" * 1_000_000)


def _cases() -> Iterable[Case]:
    laughs = f"<!DOCTYPE x [<!ENTITY l0 'ha'>{_LAUGHS}]>"
    yield _instead("c.xlsx", _bomb, "a-zip-bomb", says="larger than 150 MB when it is unpacked")
    yield _instead("c.xlsx", _lying, "a-zip-that-lies-about-its-size", says="damaged")
    yield _instead("c.xlsx", with_part(xlsx(_ROWS), _SHEET, _quadratic), "quadratic-xml", says="damaged")
    yield _instead(
        "c.xlsx",
        with_part(
            xlsx(_ROWS), _SHEET, lambda x: laughs + x[x.index("<worksheet") :].replace("<v>0", "<v>&l29;")
        ),
        "a-billion-laughs",
        says="damaged",
    )
    for id, entity in {"a-file-outside": "../secret.txt", "a-server": "http://127.0.0.1:9/x"}.items():
        dtd = f'<!DOCTYPE x [<!ENTITY secret SYSTEM "{entity}">]>'
        broken = with_part(
            ods(_ROWS),
            "content.xml",
            lambda x, dtd=dtd: dtd + x[x.index("<office:") :].replace("Herring", "&secret;"),  # type: ignore[misc]
        )
        yield _instead("c.ods", broken, f"an-entity-of-{id}", says="damaged", lacks=CANARY)
    million = 'table:number-rows-repeated="1000000000"'
    yield _instead(
        "c.ods",
        with_part(
            ods(_ROWS),
            "content.xml",
            lambda x: x.replace("<table:table-row>", f"<table:table-row {million}>"),
        ),
        "a-row-a-billion-times",
        says="filled cells",
    )
    yield _instead("c.csv", _one_line, "100-mb-in-a-line", says="larger than 12 MB")
    yield _instead("c.csv", "id,name\n" + '"' * 999_999, "a-million-quotes")
    yield _instead(
        "c.csv", "id" + ",x" * 500_000 + "\nA1\n", "half-a-million-columns", says=("filled cells",)
    )
    yield _instead(
        "c.csv",
        "id,text\n" + "A,x\n" * 90_000,
        "one-card-ninety-thousand-times",
        says="two cards with the id",
    )
    yield _instead(
        "c.csv",
        "id,each.a,each.b\n" + "{{ a }},x;" + "y;" * 9000 + "," + "z;" * 9000,
        "a-product-of-millions",
        says="expected 5000 or fewer",
    )
    yield _instead(
        "c.csv",
        "id,text\nA1,=cmd|' /C calc'!A0\n",
        "a-formula-is-only-a-text",
        exit=(0, 1),
        at="",
        lacks="c.csv: B2",
    )
    yield _instead(
        "c.xlsx", lambda path: path.symlink_to("../secret.txt"), "a-link-to-a-secret", at="kit/game.yaml"
    )
    yield _instead("c.json", "[" * 500_000, "json-nested-half-a-million-deep")
    yield _instead("{file: c.csv, from: 'https://127.0.0.1:9/x'}", "", "a-snapshot-in-a-build-is-not-fetched", says="'c.csv'", at="kit/game.yaml", files={})  # fmt: skip
    yield _instead("[{file: a.yaml}]", "", "files-in-a-circle", files={"a.yaml": "- {file: b.yaml}\n", "b.yaml": "- {file: a.yaml}\n"}, says="lead back", at="kit/b.yaml")  # fmt: skip


CASES = tuple(_cases())
