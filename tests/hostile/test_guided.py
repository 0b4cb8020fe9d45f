"""The search for bytes that a reader does not take well: it sees what is wrong, and says how to see it again."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from cardgen.base.errors import CardgenError, Location, Problem
from tests.hostile import guided
from tests.hostile.guided import READERS, Hunt, Take, finding, main, samples

HERE = Location("kit/x.svg", 1)


@pytest.mark.parametrize("reader", READERS)
def test_samples_are_taken_well(reader: str, tmp_path: Path) -> None:
    take = READERS[reader](tmp_path)
    assert not [said for data in samples(reader)[::5] if (said := finding(take, data))]


def taking(*problems: Problem, error: Exception | None = None) -> Take:
    def take(data: bytes) -> list[Problem]:
        if error and b"!" in data:
            raise error
        return list(problems)

    return take


def test_a_located_problem_is_no_finding() -> None:
    assert not finding(taking(Problem("x", HERE)), b"!")
    assert not finding(taking(error=CardgenError([Problem("x", HERE)])), b"!")


@pytest.mark.parametrize(
    ("take", "said"),
    [
        (taking(Problem("x")), "a problem without a place"),
        (taking(error=CardgenError([Problem("x")])), "a problem without a place"),
        (taking(Problem("it is <class 'int'>", HERE)), "<class '"),
        (taking(error=KeyError("x")), "KeyError"),
    ],
)
def test_anything_else_is_one(take: Take, said: str) -> None:
    assert said in finding(take, b"!")


@pytest.fixture
def wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A reader that raises where there is a '!', and where findings are kept."""
    monkeypatch.setattr(guided, "ROOT", tmp_path)
    monkeypatch.setattr(guided, "KEPT", tmp_path / ".fuzz")
    monkeypatch.setitem(READERS, "svg", lambda _: taking(error=KeyError("x")))
    monkeypatch.setattr(guided, "samples", lambda _: [b"one!", b"and another!"])
    return tmp_path / ".fuzz" / "found"


def test_each_kind_of_finding_is_said_once_with_its_smallest_example(
    wrong: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hunt = Hunt("svg", tmp_path)
    kinds = [hunt.tried(data) for data in (b"good", b"very bad!", b"bad!", b"also bad!")]
    assert kinds == ["", "KeyError", "KeyError", "KeyError"]
    (kept,) = wrong.iterdir()
    assert kept.read_bytes() == b"bad!"
    said = capsys.readouterr().out
    assert said.count("again: ") == 1
    words = said.partition("guided ")[2].split()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["guided", *words])
    assert main() == 1
    assert "KeyError: 'x'" in capsys.readouterr().out


def test_without_atheris_hypothesis_finds_it(wrong: Path, tmp_path: Path) -> None:
    begun = time.monotonic()
    guided._by_chance("svg", tmp_path, 1)
    assert 1 <= time.monotonic() - begun < 30
    assert [len(file.read_bytes()) < 6 for file in wrong.iterdir()] == [True]
