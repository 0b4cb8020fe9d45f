"""`cardgen trust`: what of a project may run, what has changed since that was said, and what may run no longer."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from cardgen.base.files import shown
from cardgen.base.projects import changes, entries_of, grants, is_trusted, modules_of, trust


def allow(project: Path, always: bool) -> Iterator[str]:
    """Let the Python of a project run; yield what runs, and before that what has changed since it last might.

    In a terminal the user is asked once they have seen the changes.
    """
    import typer

    different = list(changes(project))
    yield from different
    if different and sys.stdin.isatty() and sys.stdout.isatty():
        typer.confirm("May it run like this?", abort=True)
    trust(project, always=always)
    games = ", ".join(entries_of(project, "cardgen.games")) or "nothing"
    yield f"{project}: the Python of {games} may run{', also when it changes' if always else ' as it is now'}"
    for file in modules_of(project):
        yield f"  {shown(project / file)}"


def take_back(project: Path) -> Iterator[str]:
    """Let the Python of a project run no longer."""
    trust(project, may_run=False)
    yield f"{project}: its Python may run no longer"


def listed() -> Iterator[str]:
    """Yield a line for every project whose Python may run, or might before it changed."""
    known = grants()
    for grant in known:
        if grant.modules is None:
            state = "may run, also when it changes"
        elif not grant.project.is_dir():
            state = "is gone"
        elif is_trusted(grant.project):
            state = "may run as it is"
        else:
            state = "has changed and does not run; cardgen trust shows what changed"
        yield f"{grant.project}: {state}"
    if not known:
        yield "no project's Python may run"
