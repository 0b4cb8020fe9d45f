"""`cardgen build --watch` builds what was saved, tells problems, and ends when somebody presses Ctrl-C."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from cardgen.studio.again import build_again
from tests.conftest import Cardgen
from tests.studio.small import edit, small_kit


def test_only_the_kit_that_was_saved_is_built_again(tmp_path: Path) -> None:
    one = small_kit(tmp_path / "a")
    other = tmp_path / "b" / "other"
    shutil.copytree(one, other)
    built: list[list[Path]] = []
    said: list[str] = []

    def build(folders: Sequence[Path]) -> None:
        built.append(list(folders))
        if len(built) == 1:
            threading.Timer(0.4, edit, (one / "cards.yaml", "Deuce", "Duke")).start()
        else:
            raise KeyboardInterrupt

    begun = time.monotonic()
    build_again([one, other], build, said.append)
    assert built == [[one, other], [one]]
    assert said == ["watching; Ctrl-C ends it", "saved: cards.yaml", "no longer watching"]
    assert time.monotonic() - begun < 5


def test_what_is_saved_while_it_builds_is_built_afterwards(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    built: list[str] = []

    def build(folders: Sequence[Path]) -> None:
        built.append((kit / "cards.yaml").read_text("utf-8"))
        if len(built) == 1:
            edit(kit / "cards.yaml", "Deuce", "Duke")
            time.sleep(0.2)
        else:
            raise KeyboardInterrupt

    build_again([kit], build, lambda words: None)
    assert "Duke" in built[-1]


def test_watching_and_one_document_for_programs_do_not_go_together(cardgen: Cardgen, tmp_path: Path) -> None:
    small_kit(tmp_path)
    said = cardgen.fails("build", "small", "--watch", "--json", code=2)
    assert "--watch never ends" in said.err
