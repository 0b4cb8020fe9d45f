"""A file that cardgen changes keeps its mark and its line ends."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.files import place_after
from cardgen.base.line_ends import plain
from tests.test_layers import PACKAGE

ENDS = st.sampled_from(["\n", "\r\n", "\r"])


@given(
    st.lists(st.sampled_from(["", "a", "b: ö", "\r", "\n", "\r\n"])), ENDS, st.sampled_from(["", "\ufeff"])
)
def test_a_file_that_is_not_changed_is_the_same_bytes(lines: list[str], end: str, mark: str) -> None:
    data = (mark + end.join(lines)).encode()
    file = plain(data)
    assert file.bytes_of(file.text) == data


@given(st.lists(st.sampled_from(["", "a", "b: ö"]), min_size=2), ENDS)
def test_a_line_that_is_added_ends_as_the_others(lines: list[str], end: str) -> None:
    file = plain(end.join(lines).encode())
    assert file.bytes_of(file.text + "\nnew") == (end.join(lines) + end + "new").encode()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_place_is_the_same_with_any_line_end(end: str) -> None:
    assert place_after(f"\ufeffone{end}two{end}thr") == (3, 4)
    assert place_after("\ufeffone") == (1, 4)


def text_as_windows_would_write_it(path: Path) -> list[str]:
    """What a file has that writes text: on Windows its line ends would be others."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given = {word.arg for word in node.keywords}
        modes = {a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)}
        if (
            name == "write_text" or (name in ("open", "fdopen") and modes & {"w", "a", "x", "w+", "r+"})
        ) and ("newline" not in given):
            found.append(f"{path.name}:{node.lineno}")
    return found


def test_every_text_is_written_with_the_same_line_ends_on_every_system() -> None:
    found = [place for path in PACKAGE.rglob("*.py") for place in text_as_windows_would_write_it(path)]
    assert [place for place in found if not place.startswith("process.py:")] == []  # /dev/null
