"""The command line as people and programs meet it: messages, exit codes, JSON."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardgen import __version__
from tests.conftest import Cardgen

SAMPLE = Path(__file__).parents[1] / "samples" / "harbour-project" / "data" / "harbour"


@pytest.fixture(autouse=True)
def _one_small_game(tmp_path: Path) -> None:
    shutil.copytree(SAMPLE, tmp_path / "data" / "harbour")


def break_a_card(folder: Path) -> None:
    cards = folder / "data" / "harbour" / "cargo.yaml"
    cards.write_text(cards.read_text("utf-8").replace("value: 2", "value: two"), "utf-8")


def test_the_version_is_printed(cardgen: Cardgen) -> None:
    assert cardgen("--version").out.strip() == f"cardgen {__version__}"


def test_build_without_names_builds_every_game_in_data(cardgen: Cardgen, tmp_path: Path) -> None:
    said = cardgen.works("build")
    assert "harbour: 5 files in output/harbour, 4 sheets, 4 by area" in said.out
    assert (tmp_path / "output" / "harbour" / "harbour-kit-a4.pdf").is_file()


def test_in_a_pipe_progress_is_plain_lines_on_standard_error(cardgen: Cardgen) -> None:
    said = cardgen("build", "harbour")

    assert "harbour: composing faces" in said.err.splitlines()
    assert "\x1b" not in said.err + said.out


def test_problems_are_named_with_file_line_and_column_and_the_exit_code_is_1(
    cardgen: Cardgen, tmp_path: Path
) -> None:
    break_a_card(tmp_path)

    said = cardgen.fails("build")
    assert "data/harbour/cargo.yaml:6:10: error: value is 'two', expected a whole number" in said.err
    assert "1 error" in said.err


def test_json_is_one_document_even_when_something_is_wrong(cardgen: Cardgen, tmp_path: Path) -> None:
    break_a_card(tmp_path)

    said = cardgen.fails("check", "--json")
    document = json.loads(said.out)
    assert document["format"] == 1
    (problem,) = document["problems"]
    assert (problem["line"], problem["column"], problem["level"]) == (6, 10, "error")


def test_check_says_that_all_is_well(cardgen: Cardgen) -> None:
    said = cardgen("check", "--no-play")  # nobody has installed its rules

    assert said.code == 0
    assert "harbour: all checks pass" in said.out


def test_list_names_games_and_pieces(cardgen: Cardgen) -> None:
    assert "18 pieces" in cardgen("list").out
    said = json.loads(cardgen("list", "--json").out)
    (game,) = said["games"]
    assert said["format"] == 1
    assert game["components"] == {"cargo": 18}


def test_rules_are_printed_as_markdown(cardgen: Cardgen) -> None:
    said = cardgen.works("rules", "harbour", "--option", "tide=fast")
    assert "# Harbour" in said.out
    assert "after the third storm" in said.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("build", "harbor"), "did you mean 'harbour'"),
        (("build", "--paper", "a5x"), "'a5x' is not a size"),
        (("build", "--backs", "long"), "expected one of long-edge, short-edge, fold, separate, none"),
        (("build", "--offset", "1"), "expected two numbers of mm"),
        (("build", "--offset", "40,0"), "expected at most 10 mm"),
        (("build", "--dpi", "3"), "expected 30 to 2400"),
        (("build", "--option", "tide"), "expected NAME=VALUE"),
        (("build", "--art-engine", "inkscape"), "expected one of svg2pdf, typst, cairosvg"),
        (("build", "--papre", "a4"), "No such option"),
        (("bild",), "No such command"),
    ],
)
def test_wrong_usage_ends_with_2_and_says_what_was_expected(
    cardgen, words: tuple[str, ...], expected: str
) -> None:  # type: ignore[no-untyped-def]
    said = cardgen.fails(*words, code=2)
    assert expected in said.err


def test_our_own_bug_ends_with_3_and_says_so(cardgen: Cardgen, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("cardgen.app.build.build_kit", broken)

    said = cardgen.fails("build", code=3)
    assert "This is a bug in cardgen, not in your kit" in said.err


def test_the_schema_is_written_for_editors(cardgen: Cardgen, tmp_path: Path) -> None:
    cardgen.works("schema", "--out", "schema")

    for name in ("game.schema.json", "cards.schema.json"):
        assert "properties" in (tmp_path / "schema" / name).read_text("utf-8")


def test_proof_turns_pages_into_pictures(cardgen: Cardgen, tmp_path: Path) -> None:
    cardgen("build", "--only", "decks")

    cardgen("proof", "--dpi", "40")

    assert len(list((tmp_path / "output" / "proof" / "harbour-only-decks-a4").glob("*.png"))) == 4


def test_help_needs_none_of_the_heavy_libraries() -> None:
    code = (
        "import sys; sys.argv = ['cardgen', '--help']\n"
        "from cardgen.app.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'pydantic', 'reportlab', 'cairosvg', 'pikepdf', 'lxml', 'jinja2'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for child processes")
def test_ctrl_c_halfway_leaves_the_old_kit_and_no_scratch_files(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cardgen.app.cli", "build", "--force"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    before = {p.name: p.read_bytes() for p in (tmp_path / "output" / "harbour").iterdir()}

    running = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    assert running.stderr is not None
    while "composing" not in running.stderr.readline():
        time.sleep(0.001)
    running.send_signal(signal.SIGINT)
    running.communicate(timeout=30)

    assert running.returncode in {0, 130, 1}  # 0: it was quicker than the signal
    assert {p.name: p.read_bytes() for p in (tmp_path / "output" / "harbour").iterdir()} == before
