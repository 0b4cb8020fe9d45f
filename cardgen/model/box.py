"""What a kit wants held: boxes, lids and trays, dividers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from cardgen.base.errors import NOWHERE, Location

BoxKind: TypeAlias = Literal["tuck", "lid-tray", "hinged", "sleeve", "dividers", "token-tray"]
BOX_KINDS: tuple[BoxKind, ...] = get_args(BoxKind)

ART: Mapping[BoxKind, tuple[str, ...]] = MappingProxyType(
    {
        "tuck": ("front", "back", "left", "right", "side", "lid", "bottom"),
        "lid-tray": ("lid", "lid_side", "tray", "tray_side"),
        "hinged": ("lid", "lid_side", "tray", "tray_side"),
        "sleeve": ("front", "back", "left", "right", "side", "tray", "tray_side"),
        "dividers": ("card", "tab", "strip"),
        "token-tray": ("tray", "tray_side"),
    }
)
"""The sides that have a template of their own; `side` is both `left` and `right`."""


@dataclass(frozen=True, slots=True)
class Box:
    """One thing that holds pieces of a kit; lengths in mm.

    `holds` are ids of components, () for all that its kind holds. `thickness` is that of one piece, None if its stock
    says it; `card` that of what the box is made of. `inside` is the room for its contents, None if they say it.
    `flaps` and `tongue` are colours of the palette or `#rrggbb`. `art` names templates by side.
    """

    name: str
    kind: BoxKind = "tuck"
    title: str = ""
    holds: tuple[str, ...] = ()
    sleeved: bool = False
    thickness: float | None = None
    card: float = 0.35
    greyboard: float = 1.5
    inside: tuple[float, float, float] | None = None
    wells: tuple[tuple[str, ...], ...] = ()
    hero: tuple[str, ...] = ()
    flaps: str = ""
    tongue: str = ""
    art: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    where: Location = NOWHERE
