"""A kit's folder → `Kit`: reads every file, notes every problem, and gives the kit only when there is no error."""

from __future__ import annotations

from pathlib import Path

from cardgen.base.errors import CardgenError, Location, Problems
from cardgen.model import Kit
from cardgen.source.files import Folder


def load_kit(folder: Path) -> Kit:
    """Return the kit in a folder; raises `CardgenError` with every problem of every file."""
    kit, problems = read_kit(folder)
    if kit is None:
        raise CardgenError(problems)
    return kit


def read_kit(folder: Path) -> tuple[Kit | None, Problems]:
    """Return the kit in a folder with its warnings, or None with everything that is wrong."""
    problems = Problems()
    files = Folder(folder, problems)
    where = Location(files.name_of("game.yaml"))
    if not folder.is_dir():
        problems.add("there is no such folder", Location(folder.as_posix()), code="missing-file")
        return None, problems
    if not (folder / "game.yaml").is_file():
        problems.add(
            "there is no game.yaml in this folder",
            Location(folder.as_posix()),
            hint="every kit begins with one: game:, title:, version:, players: and its components",
            code="missing-file",
        )
        return None, problems
    path = files.find("game.yaml", where, ())
    document = files.read_yaml(path, "game.yaml") if path else None
    if document is None:
        return None, problems
    from cardgen.source.game_file import read_game  # Jinja, 30 ms: only when there is a kit to read

    return read_game(files, document), problems
