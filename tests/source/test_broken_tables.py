"""Files that are no tables, damaged, locked or made to do harm: told in a sentence, and quickly."""

from __future__ import annotations

import io
import time
import zipfile
from pathlib import Path

import pytest

from tests.spreadsheets import kit_of, lay_out, ods, with_part, xlsx

ROWS = [["id", "text"], ["A1", "x"]]
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600
SHEET = "xl/worksheets/sheet1.xml"


def archive(**parts: str | bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name.replace("__", "/"), content)
    return out.getvalue()


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 20))
DTD = f'<!DOCTYPE x [<!ENTITY l0 "ha">{LAUGHS}]>'


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("c.xlsx", b"", "the file is damaged or no spreadsheet"),
        ("c.xlsx", b"id,text\nA,x\n", "the file is damaged or no spreadsheet"),
        ("c.xlsx", xlsx(ROWS)[:3000], "the file is damaged or no spreadsheet"),
        ("c.xlsx", archive(a="b"), "the file is damaged or no spreadsheet"),
        ("c.xlsx", OLE, "the file is an old Excel file (.xls), whatever it is called"),
        ("c.xlsx", OLE + "EncryptedPackage".encode("utf-16-le"), "the file is protected with a password"),
        ("c.ods", xlsx(ROWS), "the file is damaged or no spreadsheet"),
        ("c.ods", archive(META_INF="", content="<x/>"), "the file is damaged or no spreadsheet"),
        ("c.csv", xlsx(ROWS), "the file is an Excel or OpenDocument file, whatever it is called"),
        ("c.csv", "id,text\nA,Schöne Grüße\n".encode("cp1252"), "c.csv:2:6: error: the file is not saved as UTF-8"),
        ("c.csv", 'id,text\nA,"x\nB,y\n', "c.csv: row 2: error: a quotation mark that was opened in this row is not closed"),
        ("c.csv", 'id,text\nA,"x"y"\n', "a quotation mark stands where none is expected"),
        ("c.csv", "id\n" + "x" * 200_000, "a cell with more than 131,072 letters"),
        ("c.csv", "id\n" + "x" * 12_000_001, "the file is larger than 12 MB"),
        ("c.csv", "id\0\nA\n", "invisible character"),
        ("c.csv", "id\nA1\n".encode("utf-16-le"), "the file is saved as UTF-16 without the mark"),
        ("c.csv", "", "main has no cards"),
        ("c.csv", "id,name\n", "main has no cards"),
        ("c.xlsx", with_part(xlsx(ROWS), SHEET, lambda x: x.replace("</row>", "", 1)), "the file is damaged"),
        ("c.xlsx", with_part(xlsx(ROWS), SHEET, lambda x: DTD + x[x.index("<worksheet"):].replace("<v>0<", "<v>&l19;<")), "the file is damaged"),
        ("c.ods", with_part(ods(ROWS), "content.xml", lambda x: DTD + x[x.index("<office"):].replace("A1", "&l19;")), "the file is damaged"),
        ("c.ods", with_part(ods(ROWS), "META-INF/manifest.xml", lambda x: x.replace("/>", "><manifest:encryption-data/></manifest:file-entry>", 1)), "protected with a password"),
        ("c.ods", with_part(ods(ROWS), "content.xml", lambda x: x.replace("<table:table-cell ", '<table:table-cell table:number-columns-repeated="999999999" ')), "Cards!A1: error: the header has 19,999 columns, at most 1,000"),
        ("c.ods", with_part(ods(ROWS), "content.xml", lambda x: x.replace("<table:table-row>", '<table:table-row table:number-rows-repeated="999999999">')), "more than 200,000 filled cells"),
    ],
)  # fmt: skip
def test_it_is_told_in_a_sentence(name: str, content: str | bytes, problem: str, tmp_path: Path) -> None:
    begun = time.monotonic()

    kit, problems = kit_of(tmp_path / "kit", name, content)

    assert kit is None
    assert problem in "\n".join(problems)
    assert len(problems) <= 2
    assert time.monotonic() - begun < 5


def test_windows_letters_are_told_as_the_word_they_may_be(tmp_path: Path) -> None:
    _, problems = kit_of(tmp_path / "kit", "c.csv", "id,text\nA,Schöne Grüße\n".encode("cp1252"))
    assert "if this word is 'Schöne', it is saved as Windows-1252: choose CSV UTF-8" in problems[0]


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardgen.source.tables.archive.MAX_UNPACKED", 1_000_000)
    content = with_part(
        xlsx(ROWS), SHEET, lambda x: x.replace("<sheetData>", "<sheetData>" + " " * 2_000_000)
    )
    assert len(content) < 20_000
    _, problems = kit_of(tmp_path / "kit", "c.xlsx", content)
    assert "a part of the file is larger than 1 MB when it is unpacked" in problems[0]


@pytest.mark.parametrize("name", ["c.xlsx", "c.ods"])
def test_rows_with_nothing_but_a_colour_are_no_cards(name: str, tmp_path: Path) -> None:
    if name == "c.xlsx":
        empty = "".join(
            f'<row r="{n}" s="1" customFormat="1"><c r="A{n}" s="1"/></row>' for n in range(3, 200_000)
        )
        content = with_part(xlsx(ROWS), SHEET, lambda x: x.replace("</sheetData>", empty + "</sheetData>"))
    else:
        empty = '<table:table-row table:number-rows-repeated="999999"><table:table-cell table:number-columns-repeated="16000"/></table:table-row>'
        content = with_part(
            ods(ROWS), "content.xml", lambda x: x.replace("</table:table>", empty + "</table:table>")
        )
    begun = time.process_time()

    kit, problems = kit_of(tmp_path / "kit", name, content)

    assert problems == []
    assert kit
    assert [card.id for card in kit.component("main").cards] == ["A1"]
    assert time.process_time() - begun < 10


def test_a_table_outside_the_kit_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("id\nSECRET\n")
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "link.csv").symlink_to("../secret.csv")
    for said in ("../secret.csv", "link.csv", "{file: ../secret.csv}", "[{file: link.csv}]"):
        _, problems = kit_of(tmp_path / "kit", "other.csv", "id\nA\n", said=said)
        assert "out of the kit's folder" in problems[0]
        assert "SECRET" not in "".join(problems)
    assert lay_out(tmp_path / "kit", {})
