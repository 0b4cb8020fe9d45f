from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLE = Path(__file__).parents[1] / "samples"


def test_plain_lines_say_each_step_once(capsys: pytest.CaptureFixture[str]) -> None:
    from cardgen.app.progress import lines

    with lines() as say:
        for done in range(3):
            say("drawing art", done, 3)
        say("writing")

    assert capsys.readouterr().err.splitlines() == ["drawing art", "writing"]


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_on_a_terminal_there_is_a_bar_and_it_is_gone_at_the_end(tmp_path: Path) -> None:
    import pty

    code = (
        "from cardgen.app.progress import bar\n"
        "with bar() as say:\n"
        "    say('drawing art', 1, 3)\n"
        "    say('drawing art', 2, 3)\n"
    )
    try:
        main, terminal = pty.openpty()
    except OSError:
        pytest.skip("this machine gives no pseudo-terminals (a bare container)")
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80"}
    subprocess.run([sys.executable, "-c", code], stderr=terminal, check=True, env=env)
    os.close(terminal)
    said = b""
    try:
        while chunk := os.read(main, 4096):
            said += chunk
    except OSError:  # the other end is closed: Linux says so with an error
        pass

    assert "drawing art" in said.decode()
    assert "2/3" in said.decode()
    assert b"\x1b[2K" in said  # the line is wiped
