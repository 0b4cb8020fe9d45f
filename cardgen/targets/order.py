"""An order: one kit for one target, and what has to be told about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cardgen.base.errors import Problems
from cardgen.model.flattened import punched_out
from cardgen.targets.sizes import Fit, Misfit

if TYPE_CHECKING:
    from cardgen.base.units import Size
    from cardgen.export.output import Output
    from cardgen.faces.compose import Faces
    from cardgen.model import Component, Kit
    from cardgen.sheets.paper import Backs
    from cardgen.targets.beginning import Beginning
    from cardgen.targets.target import Target


class OrderRefusal(NamedTuple):
    """A component that a target does not take: why, and what to do about it."""

    component: Component
    why: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """What a maker needs to know; names of the files it makes are relative to the target's folder.

    `paper` is in mm, `backs` and `offset` as in `SheetSettings`; `base_url` is where somebody will put the files on the web,
    "" for this computer, where they will lie in `folder`. `beginnings` returns the game as it is set up at each number of
    players, nothing where it has no rules; `profile` says what colours become on paper. `adapted` gathers, for people, what
    was changed so that the target takes it; `left_out` what is not made, `to_look_at` what was made anyway and deserves a
    look, and `products` what to do with the files, a line for each product.
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
    beginnings: Callable[[], Sequence[Beginning]] = tuple
    folder: Path = Path()
    adapted: list[str] = field(default_factory=list)
    legend: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    profile: Path | None = None
    to_look_at: list[str] = field(default_factory=list)
    products: list[str] = field(default_factory=list)
    refusals: list[OrderRefusal] = field(default_factory=list)

    def adapt(self, component: Component, how: str) -> None:
        """Note how the faces of a component were changed, such as `scaled by 1.01, edges mirrored by 0.2 mm`."""
        self.adapted.append(f"{component.title}: {how}")

    def leave_out(self, component: Component, why: str, hint: str = "") -> None:
        """Note that a component is not made for the target; everything else is made anyway."""
        self.left_out.append(f"{component.title}: {why}")
        self.refusals.append(OrderRefusal(component, why, hint))

    def tell_refusals(self) -> None:
        """Tell what was left out as one warning, so that eight boards and tokens do not bury everything else."""
        if not self.refusals:
            return
        first = self.refusals[0]
        asked = len(self.kit.components)
        message = f"left out for {self.target.title}: {first.component.title}: {first.why}"
        if len(self.refusals) > 1:
            lines = "".join(f"\n    {one.component.title}: {one.why}" for one in self.refusals)
            message = f"left out for {self.target.title}: {len(self.refusals)} of {asked} components{lines}"
        hints = dict.fromkeys(one.hint for one in self.refusals if one.hint)
        self.problems.add(
            message, first.component.where, hint="; ".join(hints), level="warning", code="left-out"
        )


def online(order: Order) -> list[Component]:
    """Return the components that a table on a screen shows as pieces; those that do something there are left out and told."""
    left = []
    for component in order.kit.components:
        if component.kind == "dice":
            order.leave_out(component, "its sides are no pieces", hint="roll the dice that the table has")
        elif len(component.holes) > 1:
            order.leave_out(component, "no window is cut there", hint="use a counter of the table")
        elif component.stays:
            left.append(component)
    return left


def fitting(order: Order, fits: Callable[[Component], Fit]) -> Iterator[tuple[Component, Fit]]:
    """Yield the components that a target takes, and how; the rest is left out. Pieces in a punchboard it takes are there."""

    def taken(component: Component) -> Fit | None:
        try:
            return fits(component)
        except Misfit as misfit:
            order.leave_out(component, misfit.why, misfit.hint)
            return None

    components = order.kit.components
    ways = {one.id: taken(one) for one in components if not one.stays}
    for component in punched_out(one for one in components if ways.get(one.id, True)):
        if component.total and (way := ways.get(component.id) or taken(component)):
            yield component, way


Make: TypeAlias = Callable[[Order], Iterable["Output"]]
