"""Where kits and templates live: the working folder first, then what travels inside the package."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


@lru_cache(maxsize=1)
def shipped() -> Path:
    """Return the folder that holds `data/`, `templates/` and `seeds/` as shipped with cardgen."""
    installed = _PACKAGE / "_content"
    return installed if installed.is_dir() else _PACKAGE.parent


def templates_dir() -> Path:
    """Return the shared templates."""
    return shipped() / "templates"


def seeds_dir() -> Path:
    """Return the numbered rules of the shipped games."""
    return shipped() / "seeds"


def kit_dirs(data: Path) -> list[Path]:
    """Return every kit folder in `data`, sorted by name; a kit is a folder with a game.yaml."""
    return sorted(p.parent for p in data.glob("*/game.yaml"))


def find_kit(name: str, data: Path) -> Path | None:
    """Return the folder of a kit given by path or by name (in `data`, then among the shipped kits)."""
    direct = Path(name)
    for folder in (direct, data / name, shipped() / "data" / name):
        if (folder / "game.yaml").is_file():
            return folder
    return None
