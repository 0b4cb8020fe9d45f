from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.base.errors import CardgenError
from cardgen.source import load_seeds, read_seeds

GOOD = """\
rules:
  - {id: XX-001, says: Everybody draws a card.}
  - {id: XX-002, says: The youngest begins., kind: table-talk}
rulings:
  - {id: XX-Q1, asks: What if nobody can draw?, ruling: The game ends., option: empty_deck}
  - {id: XX-Q2, asks: May one pass?, ruling: "No.", option: null}
"""


def test_seeds_are_the_numbered_rules_and_rulings(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(GOOD)
    seeds = load_seeds(path)
    assert seeds.game == "game"
    assert [rule.kind for rule in seeds.rules] == ["rule", "table-talk"]
    assert [ruling.option for ruling in seeds.rulings] == ["empty_deck", None]
    assert list(seeds.by_id) == ["XX-001", "XX-002", "XX-Q1", "XX-Q2"]
    assert seeds.rules[1].where.line == 3


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("XX-002", "XX-001", "XX-001 is written twice, first in line 2"),
        ("XX-002", "xx2", "id is 'xx2', expected a number such as BG-001"),
        ("XX-Q1", "XX-001", "id is 'XX-001', expected a number such as BG-Q1"),
        ("table-talk", "tabletalk", "kind is 'tabletalk', expected rule or table-talk"),
        ("says: The youngest begins., ", "", "'says' is missing"),
        ('"No."', "7", "ruling is 7, expected text"),
        ("option: null", "optoin: null", "unknown key 'optoin'"),
        ("rulings:", "ruling:", "unknown key 'ruling'"),
        ("option: empty_deck", "option: [a]", "option is a list, expected the name of an option"),
    ],
)
def test_a_mistake_in_the_seeds_is_told(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(GOOD.replace(old, new, 1))
    seeds, problems = read_seeds(path)
    assert seeds is None
    assert [problem.message for problem in problems] == [message]


@settings(deadline=None)
@given(
    st.integers(0, len(GOOD)),
    st.integers(0, 20),
    st.sampled_from(["", "[]", "{}", "null", "\n", "- ", "x: ", "1"]),
)
def test_damaged_seeds_load_or_tell_their_problems(start: int, length: int, piece: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.yaml"
        path.write_text(GOOD[:start] + piece + GOOD[start + length :])
        seeds, problems = read_seeds(path)
        assert (seeds is None) == bool(problems.errors)


@pytest.mark.parametrize("text", ["", "rules: none", "- a", "rules: [a, {id: 1}]", "rules: {a: 1}"])
def test_seeds_of_another_shape_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(text)
    with pytest.raises(CardgenError):
        load_seeds(path)
