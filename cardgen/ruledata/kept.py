"""What has been compiled lately, kept for the next table of the same game."""

from __future__ import annotations

from typing import Any

from cardgen.engine.setting import HouseRules
from cardgen.model import Kit
from cardgen.ruledata.file import RulesFile
from cardgen.ruledata.module import Module
from cardgen.ruledata.outline import Outline

KEPT = 24  # games, and tables
_TABLES: dict[tuple[Any, ...], Module] = {}


def compiled(kind: Any, kit: Kit, players: int, options: HouseRules) -> Module:
    """Return the rules compiled for one table, kept for the next time."""
    key = (kind, players, tuple(sorted(options.items())))
    found = _TABLES.get(key)
    if found is None:
        found = kind.module  # of the table that the game was made for
        if kind.met or kind.is_blind or (players, dict(options)) != (found.players, dict(found.options)):
            file = RulesFile(kind.rules_path, kind.outline.file.text)
            file.root = kind.outline.file.root
            found = Module(Outline(file), kit, players, options, kind.met is not None, kind.is_blind)
            file.fail()
        while len(_TABLES) >= KEPT:
            del _TABLES[next(iter(_TABLES))]
        _TABLES[key] = found
    return found
