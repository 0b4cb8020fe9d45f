"""An order: one kit for one target, and what has to be told about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from cardgen.base.errors import Problems

if TYPE_CHECKING:
    from cardgen.base.units import Size
    from cardgen.export.output import Output
    from cardgen.faces.compose import Faces
    from cardgen.model import Component, Kit
    from cardgen.sheets.paper import Backs
    from cardgen.targets.target import Target


@dataclass(frozen=True, slots=True)
class Order:
    """What a maker needs to know; names of the files it makes are relative to the target's folder.

    `paper` is in mm, `backs` and `offset` as in `SheetSettings`; `base_url` is where somebody will put the files on the web, "" for this computer; `beginning` is
    the game as it is set up (see `app/for_target.py`), None where it has no rules. `adapted` gathers, for people, what
    was changed so that the target takes it; `left_out` what it does not take.
    """

    kit: Kit
    faces: Faces
    target: Target
    problems: Problems
    paper: Size
    paper_name: str
    base_url: str = ""
    sleeved: bool = False
    backs: Backs = "long-edge"
    offset: tuple[float, float] = (0.0, 0.0)
    beginning: Mapping[str, Any] | None = None
    adapted: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def adapt(self, component: Component, how: str) -> None:
        """Note how the faces of a component were changed, such as `scaled by 1.01, edges mirrored by 0.2 mm`."""
        self.adapted.append(f"{component.title}: {how}")

    def leave_out(self, component: Component, why: str, hint: str = "") -> None:
        """Note that the target cannot take a component; everything else is made all the same."""
        self.left_out.append(f"{component.title}: {why}")
        self.problems.add(
            f"{self.target.title} cannot take {component.title}: {why}",
            component.where,
            hint=hint,
            level="warning",
            code="left-out",
        )


Make: TypeAlias = Callable[[Order], Iterable["Output"]]
