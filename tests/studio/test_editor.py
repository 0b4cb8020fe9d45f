"""Which editor is started, and with which words."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.studio.editor import editor_command


@pytest.fixture
def bin_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("code", "subl", "kate", "vim", "odd"):
        file = tmp_path / name
        file.write_text("#!/bin/sh\n")
        file.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"EDITOR": "code -w"}, ["code", "-w", "--goto", "{file}:{line}:{column}"]),
        ({"VISUAL": "subl", "EDITOR": "code"}, ["subl", "{file}:{line}:{column}"]),
        (
            {"CARDGEN_EDITOR": "kate", "EDITOR": "code"},
            ["kate", "--line", "{line}", "--column", "{column}", "{file}"],
        ),
        ({"CARDGEN_EDITOR": "odd +{line} {file}"}, ["odd", "+{line}", "{file}"]),
        ({"EDITOR": "vim"}, None),
        ({"VISUAL": "vim", "EDITOR": "code"}, ["code", "--goto", "{file}:{line}:{column}"]),
        ({"EDITOR": "nowhere"}, None),
        ({"EDITOR": "code 'half"}, None),
        ({"EDITOR": "odd"}, None),
        ({}, None),
    ],
)
def test_the_first_editor_that_has_a_window(
    bin_with: Path, environment: dict[str, str], words: list[str] | None
) -> None:
    assert editor_command(environment) == words
