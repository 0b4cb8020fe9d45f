"""A machine without the cairo library builds everything."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_kit_is_built_where_neither_cairosvg_nor_its_library_can_be_imported(tmp_path: Path) -> None:
    hidden = tmp_path / "hidden"
    for name in ("cairosvg", "cairocffi"):
        (hidden / name).mkdir(parents=True)
        (hidden / name / "__init__.py").write_text(
            "raise OSError('no library called \"cairo-2\" was found')\n"
        )
    code = (
        f"import sys; sys.path.insert(0, {str(hidden)!r}); sys.path.append({str(ROOT)!r})\n"
        "from cardgen.__main__ import main; sys.argv[1:] = sys.argv[1:]; main()"
    )
    kit = ROOT / "tests" / "samples" / "harbour-project"
    command = [sys.executable, "-P", "-c", code, "build", "--out", str(tmp_path / "out"), "--force", "--json"]
    done = subprocess.run(command, cwd=kit, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert list((tmp_path / "out").rglob("*-kit-a4.pdf"))
