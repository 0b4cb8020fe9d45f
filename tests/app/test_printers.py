"""A printer is measured once: what is kept of it, what builds take from that, and what a damaged file comes to."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from cardgen.app.printers import printed_on
from cardgen.app.settings import BuildSettings
from cardgen.base.errors import CardgenError
from tests.app.test_build import SAMPLE, build, text_of


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of printers of a user who has none yet."""
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config" / "printers.yaml"


def words(name: str | None, **given: object) -> dict[str, object]:
    asked = {"paper": None, "backs": None, "offset": None, "margin": None, "test": None, **given}
    return printed_on(name, **asked)[0]  # type: ignore[arg-type]


def test_what_is_said_of_a_printer_is_kept_and_listed(config: Path, cardgen) -> None:  # type: ignore[no-untyped-def]
    assert "no printer is known" in cardgen("printer").out
    cardgen.works("printer", "home", "--offset", "0.4,-0.2", "--margin", "6mm")
    cardgen.works("printer", "Büro 2", "--backs", "short-edge", "--default")

    listed = cardgen("printer").out

    assert listed == (
        "home: backs are moved by 0.4, -0.2 mm; prints up to 6 mm from the edge\n"
        "Büro 2 (default): flips on the short edge\n"
    )
    assert words("home")["offset"] == "0.4,-0.2"


def test_what_is_said_later_is_added_and_comments_stay(config: Path, cardgen) -> None:  # type: ignore[no-untyped-def]
    cardgen("printer", "home", "--offset", "0.4,-0.2")
    config.write_text("# in the study\n" + config.read_text("utf-8"), "utf-8")

    cardgen("printer", "home", "--margin", "6mm")
    cardgen("printer", "home", "--default")

    assert "# in the study" in config.read_text("utf-8")
    assert cardgen("printer", "home").out == (
        "home (default): backs are moved by 0.4, -0.2 mm; prints up to 6 mm from the edge\n"
    )
    assert cardgen("printer", "home", "--remove").out == "home is known no longer\n"
    assert words(None) == words("none")


def test_a_printer_that_nobody_knows_is_told_with_a_suggestion(config: Path, cardgen) -> None:  # type: ignore[no-untyped-def]
    cardgen("printer", "home", "--offset", "0.4,-0.2")

    said = cardgen.fails("printer", "hoem")
    assert "no printer 'hoem' is known" in said.err
    assert "did you mean 'home'?" in said.err


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["home", "--offset", "1"], "--offset is '1', expected two numbers of mm"),
        (["home", "--margin", "6"], "--margin: '6' is not a length"),
        (["home", "--margin", "41mm"], "expected at most 40 mm"),
        (["home", "--backs", "both"], "backs is 'both', expected one of long-edge"),
        (["home", "--paper", "a9"], "'a9' is not a size"),
        (["none", "--offset", "1,1"], "a printer cannot be called 'none'"),
        (["../x", "--offset", "1,1"], "a printer cannot be called '../x'"),
        (["--offset", "1,1"], "a printer needs a name"),
        (["home", "--remove", "--offset", "1,1"], "--remove forgets a printer"),
    ],
)
def test_words_that_mean_nothing_are_told_and_nothing_is_kept(
    given: list[str], expected: str, config: Path, cardgen
) -> None:  # type: ignore[no-untyped-def]
    said = cardgen.fails("printer", *given, code=2)
    assert expected in said.err
    assert not config.exists()


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("printers:\n  home: {offset: '1'}\n", 2, "offset is '1', expected two numbers of mm"),
        ("printers:\n  home: {offset: 1}\n", 2, "offset is '1', expected text"),
        ("printers:\n  home: {ofset: '1,1'}\n", 2, "unknown entry 'ofset'"),
        ("printers:\n  home: x\n", 2, "expected what is known of this printer"),
        ("default: work\nprinters:\n  home: {}\n", 1, "default is 'work', which is no printer here"),
        ("- home\n", 1, "this is no list of printers"),
        ("printers: [\n", 1, ""),
    ],
)
def test_a_damaged_file_is_told_with_its_line_and_not_lost(
    text: str, line: int, message: str, config: Path
) -> None:
    config.parent.mkdir()
    config.write_text(text, "utf-8")

    for name in (None, "home"):
        with pytest.raises(CardgenError) as raised:
            words(name)
        problem = raised.value.problems[0]
        assert message in problem.message
        assert problem.where
        assert (problem.where.line, Path(problem.where.file).name) == (
            line,
            "printers.yaml",
        )
    from cardgen.app.printers import keep_printer

    with pytest.raises(CardgenError):
        keep_printer("work", None, offset="1,1")
    assert config.read_text("utf-8") == text
    assert words("none")["paper"] == "a4"  # a build may go on without it


def test_bytes_that_are_no_text_are_told(config: Path) -> None:
    config.parent.mkdir()
    config.write_bytes(b"printers:\n  h\xf6me: {}\n")

    with pytest.raises(CardgenError, match="UTF-8"):
        words(None)


def test_a_build_takes_what_is_known_and_what_it_says_itself_goes_before(config: Path, cardgen) -> None:  # type: ignore[no-untyped-def]
    cardgen(*("printer", "home", "--offset", "0.4,-0.2", "--margin", "6mm", "--paper", "letter", "--default"))

    assert words(None) == {
        "paper": "letter",
        "backs": "long-edge",
        "offset": "0.4,-0.2",
        "margin": "6mm",
        "test": False,
        "printer": "home",
    }
    assert words("none") == {
        "paper": "a4",
        "backs": "long-edge",
        "offset": "0,0",
        "margin": "0",
        "test": True,
        "printer": "",
    }
    own = words("home", paper="a3", offset="1,1", margin="0")
    assert (own["paper"], own["offset"], own["margin"], own["test"]) == ("a3", "1,1", "0", True)


def test_an_offset_is_only_that_of_the_edge_for_which_it_was_read(config: Path, cardgen) -> None:  # type: ignore[no-untyped-def]
    cardgen("printer", "home", "--offset", "0.4,-0.2")

    other, said = printed_on("home", paper=None, backs="short-edge", offset=None, margin=None, test=None)

    assert (other["offset"], other["test"]) == ("0,0", True)
    assert "its offset is not used, which is that of long-edge" in said


def test_a_printer_with_an_offset_moves_the_backs_and_leaves_the_test_out_and_says_so(
    config: Path, cardgen
) -> None:  # type: ignore[no-untyped-def]
    cardgen("printer", "home", "--offset", "0.4,-0.2")

    said = cardgen.works("build", str(SAMPLE), "--printer", "home", "--only", "kit", "-o", "out")
    assert said.out.startswith("for the printer home: backs are moved by 0.4, -0.2 mm; no duplex test\n")
    pdf = Path("out/harbour/harbour-kit-a4.pdf")
    assert "DO FRONT AND BACK MEET?" not in text_of(pdf)
    assert "Backs are moved for the printer “home”." in " ".join(text_of(pdf).split())
    with pikepdf.open(pdf) as document:
        front, back = (
            [float(n) for n in document.pages[n].obj["/TrimBox"]]
            for n in (2, 3)  # behind the guide
        )
    # mirrored about the middle of 210 mm; the cross was read 0.2 mm too low, so all moves up; in points, y up
    mirrored = [595.276 - front[2], front[1], 595.276 - front[0], front[3]]
    moved = [round((b - a) / 72 * 25.4, 2) for a, b in zip(mirrored, back, strict=True)]
    assert moved == [0.4, 0.2, 0.4, 0.2]


# ---- the margin


def inked(page: pypdfium2.PdfPage) -> tuple[float, ...]:
    """Return how far from each edge of the paper the first ink is, in mm."""
    picture = page.render(scale=4).to_pil().convert("L").point(lambda v: 255 if v < 250 else 0)
    left, top, right, bottom = picture.getbbox() or (0, 0, 0, 0)
    edges = (left, top, picture.width - right, picture.height - bottom)
    return tuple(edge / 4 / 72 * 25.4 for edge in edges)


def test_a_printer_that_leaves_much_free_has_all_of_every_page_within_its_reach(tmp_path: Path) -> None:
    pdf = build(SAMPLE, tmp_path, margin="10mm", test=False, only=("kit",)).folder / "harbour-kit-a4.pdf"

    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            assert [round(side / 72 * 25.4, 1) for side in page.get_size()] == [210.0, 297.0]
            assert min(inked(page)) > 9.9


def test_a_margin_that_sheets_keep_anyway_changes_nothing() -> None:
    given = {"paper": "a4", "backs": "long-edge", "offset": "0,0", "gutter": "0", "art_engine": ""}
    small = BuildSettings.parse(**given, format="pdf", dpi=300, margin="3mm")  # type: ignore[arg-type]

    assert small == BuildSettings.parse(**given, format="pdf", dpi=300)  # type: ignore[arg-type]


def test_a_margin_that_costs_paper_is_told(tmp_path: Path) -> None:
    result = build(SAMPLE, tmp_path, margin="16mm", only=("kit",))

    (warning,) = (p for p in result.warnings if p.code == "margin")
    assert warning.message.startswith("a margin of 16 mm costs paper: ")
    assert warning.where
    assert warning.where.line


def test_a_margin_that_leaves_no_room_is_a_problem_with_a_place(tmp_path: Path) -> None:
    with pytest.raises(CardgenError) as raised:
        build(SAMPLE, tmp_path, margin="40mm", paper="150x190mm", printer="home")

    (problem,) = raised.value.problems
    assert problem.where
    assert problem.where.line
    assert "the printer home leaves 40 mm free on each edge, sheets need 5 mm" in problem.hint


def test_the_comb_of_the_duplex_test_counts_from_the_edge_of_the_paper(tmp_path: Path) -> None:
    pdf = build(SAMPLE, tmp_path, margin="9mm", only=("kit",)).folder / "harbour-kit-a4.pdf"

    with pypdfium2.PdfDocument(pdf) as document:
        edges = inked(document[0])
    assert edges[2] == pytest.approx(2.0, abs=0.15)  # the outermost line of the comb stands for 2 mm
