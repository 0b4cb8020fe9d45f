"""The rules that a game declares are those that its code tells of, and they are known without its source text."""

from __future__ import annotations

import importlib
import py_compile
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.engine import told_rules
from cardgen.engine.telling import Declaration
from cardgen.games import GAMES, SHIPPED, game_class
from tests.engine import toy
from tests.engine.declared import declarations, named_in, told_in
from tests.games.watching import untold, unused

ROOT = Path(__file__).parent.parent.parent
PREFIXES = [game_class(slug).prefix for slug in GAMES]


UNUSED: dict[str, tuple[dict[str, int], set[str], set[str]]] = {
    "auction-hearts": ({"random": 40, "greedy": 1}, {"AH-Q8"}, set()),  # somebody always bids
    "bartender-aarwares": ({"random": 10}, set(), set()),
    # No tile has walls on all four sides. Few gardens have a hole where it matters, a wild or too little in the middle
    # of a chain, a chain on the Ales side, two umbrella bonuses: `cardgen simulate biergarten --each-option` meets them.
    "biergarten": ({"random": 12, "greedy": 4}, set(), {"BG-Q9", "BG-Q8", "BG-049", "BG-050", "BG-051"}),
    "cheers": ({"random": 40}, set(), {"CH-Q2"}),
}
"""How many games of a kit apply every rule; which they leave to scenarios, and which they may leave."""


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_rule_is_told(slug: str) -> None:
    assert untold(slug) == set()


@pytest.mark.thorough
@pytest.mark.parametrize("slug", UNUSED)
def test_some_game_applies_every_rule(slug: str) -> None:
    games, left, rare = UNUSED[slug]
    rules, deeds = unused(slug, **games)
    assert left <= rules <= left | rare
    assert deeds == set()


@pytest.mark.parametrize("prefix", [*PREFIXES, toy.Snatch.prefix])
def test_what_is_declared_is_told_there_and_nothing_else(prefix: str) -> None:
    for declared in declarations(prefix):
        where = f"{declared.module}.{declared.name}"
        assert set(declared.rules) - named_in(declared) == set(), f"{where} declares what no line of it tells"
        assert told_in(declared) - set(declared.rules) == set(), f"{where} tells what it does not declare"


def test_a_rule_that_no_line_tells_is_found() -> None:
    declared = Declaration(toy.__name__, "Block", ("SN-001", "SN-003", "SN-004"))
    assert set(declared.rules) - named_in(declared) == {"SN-004"}


def test_rules_are_known_where_no_source_text_is(tmp_path: Path) -> None:
    for slug in GAMES:
        importlib.import_module(GAMES[slug].partition(":")[0])
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "cardgen" and module.__file__:
            to = tmp_path / Path(module.__file__).relative_to(ROOT).with_suffix(".pyc")
            py_compile.compile(module.__file__, str(to), doraise=True)
    code = (
        "from cardgen.games import game_class; from cardgen.engine import told_rules\n"
        f"for slug in {list(GAMES)}: print(*told_rules(game_class(slug)))"
    )

    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout.splitlines() == [" ".join(told_rules(game_class(slug))) for slug in GAMES], done.stderr
