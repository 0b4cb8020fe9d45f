"""The scales of `make lint`: too many lines and a class named twice are each reported."""

from __future__ import annotations

from pathlib import Path

from tests.weight import complaints, lines, named_twice


def test_what_is_too_heavy_or_named_twice_is_reported(tmp_path: Path) -> None:
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text("class Sheet:\n    class Part: ...\n\n\nclass Only: ...\n")
    two.write_text("class Sheet: ...\n\n\nclass Part: ...\n")

    assert lines([one, two]) == 9
    twice = named_twice([one, two])
    assert list(twice) == ["Sheet"]  # a class inside another one has its name
    assert complaints({"cardgen": 9}, {"cardgen": 9}, []) == []
    said = complaints({"cardgen": 9}, {"cardgen": 8}, twice)
    assert [line.partition(",")[0].partition(";")[0] for line in said] == [
        "cardgen: 9 lines of Python",
        "class Sheet stands twice in the package",
    ]
