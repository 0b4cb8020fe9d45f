"""A kit for a target: what its maker needs to know, and the files it makes, below the target's own folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from cardgen.base.errors import CardgenError, Problem, Problems
from cardgen.targets.order import Order
from cardgen.targets.target import Target, module_of, named_target

if TYPE_CHECKING:
    from cardgen.app.settings import BuildSettings
    from cardgen.app.wanted import Wanted
    from cardgen.export.output import Output
    from cardgen.faces.compose import Faces
    from cardgen.model import Kit


def files_for(
    name: str,
    kit: Kit,
    wanted: Wanted,
    faces: Faces,
    settings: BuildSettings,
    problems: Problems,
    notes: list[str],
) -> list[Output]:
    """Return the files of a kit for the target of this name; CardgenError when it takes nothing of the kit.

    `notes` gets what was changed so that the target takes it.
    """
    target = named_target(name, kit.root, problems)
    problems.raise_errors()
    assert target is not None
    order = Order(
        replace(kit, components=wanted.printed),
        faces,
        target,
        problems,
        settings.paper,
        settings.paper_name,
        settings.base_url,
        settings.sleeved,
        settings.backs,
        settings.offset,
        adapted=notes,
    )
    files = list(_placed(order, target, settings))
    if not files:
        problems.raise_errors()
        message = f"{target.title} takes nothing of {kit.title}"
        raise CardgenError([*problems, Problem(message, kit.where, code="nothing-taken")])
    return files


def _placed(order: Order, target: Target, settings: BuildSettings) -> Iterator[Output]:
    """Yield the files of a maker, each in the folder of the target and the look."""
    folder = f"{target.name}{settings.look_suffix}"
    for file in module_of(target.maker).make(order):
        yield replace(file, name=f"{folder}/{file.name}")
