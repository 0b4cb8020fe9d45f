"""The list of lines to break on purpose is in step with the program; `make mutants` then breaks them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import CORE
from tests.mutants import ROOT, Mutant, Workshop, read_mutants
from tests.times import read_times

MUTANTS = read_mutants()


def test_every_line_that_is_broken_on_purpose_is_there_once() -> None:
    lost = [f"{m.id}: '{m.find}' stands {place}" for m in MUTANTS if isinstance(place := m.place(ROOT), str)]
    assert not lost, "tests/mutants.yaml: look where these lines are now\n" + "\n".join(lost)


def test_every_test_that_is_to_notice_exists() -> None:
    def there(name: str) -> bool:
        file, _, test = name.partition("::")
        place = ROOT / file
        return place.exists() and (not test or f"\ndef {test}(" in place.read_text("utf-8"))

    assert [f"{m.id}: {name}" for m in MUTANTS for name in m.tests if not there(name)] == []
    assert [name for name in read_times() if not there(name)] == [], (
        "tests/times.yaml: tests with other names"
    )
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "tests" / "browser").glob("test_*.py"))
    assert [name for name in CORE if f"\ndef {name}(" not in pages] == [], "tests/browser/conftest.py"


def test_every_stage_has_lines_that_are_broken() -> None:
    rooms = {path.name for path in (ROOT / "cardgen").iterdir() if (path / "__init__.py").is_file()}
    broken = {
        place.relative_to(
            ROOT / m.within.split("/")[0] if m.within.startswith("data/") else ROOT / "cardgen"
        ).parts[0]
        for m in MUTANTS
        if not isinstance(place := m.place(ROOT), str)
    }
    assert rooms <= broken, "tests/mutants.yaml: which lines of the new room should be broken?"


SUM = "def more(n):\n    return n + 1\n"
SEEN = "from cardgen.base.sums import more\n\ndef test_more():\n    assert more(1) == 2\n"
BLIND = "from cardgen.base.sums import more\n\ndef test_more():\n    assert more\n"


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    """Return the copy of a program of two lines."""
    base = tmp_path / "cardgen" / "base"
    base.mkdir(parents=True)
    for package in (base, base.parent):
        (package / "__init__.py").touch()
    (base / "sums.py").write_text(SUM, "utf-8")
    profile = "from hypothesis import settings\nsettings.register_profile('brief')\n"
    (tmp_path / "conftest.py").write_text(profile, "utf-8")
    made = object.__new__(Workshop)
    made.folder = tmp_path
    yield made
    made.close()


def mutant(find: str, within: str = "base") -> Mutant:
    return Mutant("sums", within, find, "n - 1", ("test_sums.py",), "sums are wrong")


@pytest.mark.parametrize(
    ("test", "verdict"), [(SEEN, "caught"), (BLIND, "SURVIVED"), ("import nothing_such\n", "BROKEN")]
)
def test_a_mutant_is_judged_by_the_tests_beside_it(workshop: Workshop, test: str, verdict: str) -> None:
    (workshop.folder / "test_sums.py").write_text(test, "utf-8")
    assert workshop.judge(mutant("n + 1"))[0] == verdict
    assert (workshop.folder / "cardgen" / "base" / "sums.py").read_text("utf-8") == SUM


def test_a_line_that_is_not_there_once_is_no_mutant(workshop: Workshop) -> None:
    assert workshop.judge(mutant("n * 2")) == ("NOT FOUND", "nowhere in cardgen/base")
    assert workshop.judge(mutant("n"))[0] == "NOT FOUND"
    assert mutant("n + 1", "base/sums.py").place(workshop.folder) == workshop.folder / "cardgen/base/sums.py"
