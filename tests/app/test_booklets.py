"""`cardgen rules --format booklet`: files beside those of a build, whole or not at all, read back from the PDF."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest
from typer.testing import CliRunner

from cardgen.app.cli import app
from cardgen.base.errors import CardgenError
from cardgen.base.units import PT_PER_MM
from tests.kits.heard import check_by_others, check_heard
from tests.many import mostly_thorough, thorough

ROOT = Path(__file__).parent.parent.parent
HARBOUR = ROOT / "tests" / "samples" / "harbour-project" / "data"
KITS = ("auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers")


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["rules", *args])
    if isinstance(result.exception, CardgenError):
        return 1, str(result.exception)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def words(pdf: Path) -> list[str]:
    pages = pdfium.PdfDocument(pdf)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pages]


def size(pdf: Path) -> tuple[float, float]:
    wide, tall = pdfium.PdfDocument(pdf)[0].get_size()
    return round(wide / PT_PER_MM, 1), round(tall / PT_PER_MM, 1)


def test_a_booklet_of_a_kit_read_back(tmp_path: Path) -> None:
    code, said = run("harbour", "--data", str(HARBOUR), "--format", "booklet", "--out", str(tmp_path))
    assert code == 0, said
    folder = tmp_path / "harbour"
    assert sorted(path.name for path in folder.iterdir()) == [
        "harbour-booklet-a5-imposed.pdf",
        "harbour-booklet-a5.pdf",
    ]
    single, imposed = folder / "harbour-booklet-a5.pdf", folder / "harbour-booklet-a5-imposed.pdf"
    assert size(single) == (148, 210)
    assert size(imposed) == (297, 210)
    pages = words(single)
    assert len(pages) % 4 == 0
    contents = re.findall(r"([A-Z][a-z' -]+?) (\d+)(?= [A-Z]| 2–4|$)", pages[1].partition("Contents")[2])
    listed = {name: int(number) for name, number in contents}
    assert {"Set-up", "Your turn", "The tide", "The score", "At a glance"} <= set(listed)
    for name, number in listed.items():
        assert name in pages[number - 1]
    assert "When does the tide turn?" in " ".join(pages)
    # the sheets hold the same words, two pages on each side
    sheets = words(imposed)
    assert len(sheets) == len(pages) // 2
    front = sheets[0]
    assert "At a glance" in front
    assert "The rules" in front
    # who hears it hears headings, and the side bar lists them
    check_heard(single)
    check_by_others(single)
    # each line of the contents leads where it says, and so does the word of the index
    with pikepdf.Pdf.open(single) as pdf:
        numbers = {page.objgen: n for n, page in enumerate(pdf.pages, 1)}
        led = {
            str(link.Contents): numbers[link.Dest[0].objgen]
            for page in pdf.pages
            for link in page.get("/Annots", [])
        }
    assert led == {f"{name}, {number}": number for name, number in (*listed.items(), ("quay", 3))}
    document = pdfium.PdfDocument(single)
    bookmarks = [entry.get_title() for entry in document.get_toc()]
    assert [name for name in listed if name not in bookmarks] == []


def test_other_papers_and_house_rules(tmp_path: Path) -> None:
    for form, paper, named, wanted in (
        ("booklet", "letter", "harbour-booklet-half-letter.pdf", (139.7, 215.9)),
        ("zine", "a4", "harbour-zine-a4.pdf", (297, 210)),
        ("large-print", "letter", "harbour-large-print-letter.pdf", (215.9, 279.4)),
    ):
        args = ("--format", form, "--paper", paper, "--option", "tide=fast", "--out", str(tmp_path))
        code, said = run("harbour", "--data", str(HARBOUR), *args)
        assert code == 0, said
        pdf = tmp_path / "harbour" / named
        assert size(pdf) == wanted
        assert "third storm" in " ".join(words(pdf))
    assert len(words(tmp_path / "harbour" / "harbour-zine-a4.pdf")) == 1


def test_a_booklet_leaves_the_build_alone_and_is_whole_or_not_there(tmp_path: Path) -> None:
    folder = tmp_path / "out" / "harbour"
    folder.mkdir(parents=True)
    for name in ("kit.json", "harbour-booklet-a5.pdf"):
        (folder / name).write_text("earlier")
    args = ("--format", "booklet", "--out", str(tmp_path / "out"), "--option", "tide=never")
    code, said = run("harbour", "--data", str(HARBOUR), *args)
    assert code == 1, said
    assert sorted(path.name for path in folder.iterdir()) == ["harbour-booklet-a5.pdf", "kit.json"]
    assert (folder / "harbour-booklet-a5.pdf").read_text() == "earlier"
    assert run("harbour", "--data", str(HARBOUR), *args[:-2])[0] == 0
    assert (folder / "kit.json").read_text() == "earlier"
    assert (folder / "harbour-booklet-a5.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (
            ("--format", "leaflet"),
            "--format is 'leaflet', expected md, html, explain, python, booklet, zine, large-print",
        ),
        (("--format", "booklet", "--paper", "a3"), "--paper is 'a3', expected a4 or letter for a booklet"),
    ],
)
def test_what_cannot_be_made_is_told(args: tuple[str, ...], told: str) -> None:
    code, said = run("harbour", "--data", str(HARBOUR), *args)
    assert code == 2
    assert told in said


@pytest.mark.thorough
@pytest.mark.parametrize("name", mostly_thorough(KITS, 5))
@pytest.mark.parametrize("paper", ["a4", thorough("letter")])
def test_every_game_has_a_booklet_and_large_print(name: str, paper: str, tmp_path: Path) -> None:
    for form in ("booklet", "large-print"):
        code, said = run(
            name, "--data", str(ROOT / "data"), "--format", form, "--paper", paper, "--out", str(tmp_path)
        )
        assert code == 0, said
        assert "warning" not in said
    single = next(path for path in (tmp_path / name).glob("*-booklet-*.pdf") if "imposed" not in path.name)
    check_heard(single)
    check_by_others(single)
    pages = words(single)
    assert len(pages) % 4 == 0
    assert 8 <= len(pages) <= 48
    assert all(page.strip() for page in pages[1:])
