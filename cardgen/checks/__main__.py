"""`python -m cardgen.checks [FILE]` writes docs/checks.md (or FILE) from the docstrings of the checks."""

from __future__ import annotations

import inspect
import sys
import textwrap
from pathlib import Path

from cardgen.checks import CHECKS, CheckFunction, code_of

_HEAD = """# Checks

`cardgen check` and `cardgen build` read the whole kit first: spelling of keys, types, paths, sizes, ids. Those problems are
errors, and each message says what was expected. A kit that loads is then examined by the checks below. A warning does
not stop a build.

This page is written by `python -m cardgen.checks` from the checks themselves.
"""


def example_of(check: CheckFunction) -> str:
    """Return the failing example of a check, without its indentation."""
    lines = inspect.getdoc(check) or ""
    return textwrap.dedent("\n".join(line for line in lines.splitlines() if line.startswith("    ")))


def checks_page() -> str:
    """Return the text of docs/checks.md."""
    parts = [_HEAD]
    for kind, checks in CHECKS.items():
        parts.append(f"## {kind}\n")
        parts += [_entry(check) for check in checks]
    return "\n".join(parts)


def _entry(check: CheckFunction) -> str:
    lines = (inspect.getdoc(check) or "").splitlines()
    prose = "\n".join(line for line in lines[1:] if not line.startswith("    ")).strip()
    return f"### {code_of(check)}\n\n{lines[0]}\n\n{prose}\n\n```yaml\n{example_of(check)}\n```\n"


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else "docs/checks.md").write_text(checks_page(), encoding="utf-8")
