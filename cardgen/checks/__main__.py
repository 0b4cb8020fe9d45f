"""`python -m cardgen.checks [FILE]` writes docs/checks.md (or FILE) from the docstrings of the checks."""

from __future__ import annotations

import inspect
import sys
import textwrap
from pathlib import Path

from cardgen.base.own import manual
from cardgen.checks import CHECKS, CheckFunction, code_of


def example_of(check: CheckFunction) -> str:
    """Return the failing example of a check, without its indentation."""
    lines = inspect.getdoc(check) or ""
    return textwrap.dedent("\n".join(line for line in lines.splitlines() if line.startswith("    ")))


def checks_page() -> str:
    """Return the text of docs/checks.md."""
    return manual("checks", kinds=CHECKS, code_of=code_of, about=_about, example_of=example_of)


def _about(check: CheckFunction) -> str:
    lines = (inspect.getdoc(check) or "").splitlines()
    prose = "\n".join(line for line in lines[1:] if not line.startswith("    ")).strip()
    return f"{lines[0]}\n\n{prose}"


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else "docs/checks.md").write_bytes(checks_page().encode())
