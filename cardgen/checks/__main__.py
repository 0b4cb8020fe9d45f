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

_TAIL = """## Games with rules

When the files are right and the game has [rules as code](adding-a-game.md), `cardgen check` also plays (`--no-play` leaves it out):

1. It runs the scenarios of the kit. Scenarios of a game whose rules are not installed prove nothing, and that is an error.
2. It asks for three seconds whether the game keeps [what every game owes](adding-a-game.md#what-every-game-owes): at each
   number of players, and with each value of each option, those in many options at once first, so that every value is met
   early. It says how far it came: `harbour: contract kept at 5 of 5 tables`.
3. It plays 30 games with each number of players.

| code | what is wrong |
|---|---|
| `scenario` | a scenario does not hold, cannot be run, or proves nothing |
| `entry-point` | a package promises rules and does not have them: a wrong name in its `pyproject.toml` |
| `rules` | the rules or a bot raise, call `exit`, offer nothing, or choose what is not allowed |
| `stuck` | the rules or a bot compute for ever; the line where they were is named |
| `endless-game` | a game does not end |
| `contract` | a promise of the contract is broken |
| `cannot-set-up` | the rules refuse a table that the kit allows |
| `runs-out` | more pieces were in use at once than the box holds |
| `never-played` | a warning: in no game was this card played |

Each of the middle five names the file and the line of whoever wrote the rules, the table, the seed and the move, and the file below
`output/broken-games` that holds the game as far as it came: `cardgen replay` shows it, and `--to` its last position.
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
    parts.append(_TAIL)
    return "\n".join(parts)


def _entry(check: CheckFunction) -> str:
    lines = (inspect.getdoc(check) or "").splitlines()
    prose = "\n".join(line for line in lines[1:] if not line.startswith("    ")).strip()
    return f"### {code_of(check)}\n\n{lines[0]}\n\n{prose}\n\n```yaml\n{example_of(check)}\n```\n"


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else "docs/checks.md").write_text(checks_page(), encoding="utf-8")
