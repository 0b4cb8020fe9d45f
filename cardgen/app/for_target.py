"""A kit for a target: what its maker needs to know, and the files it makes, below the target's own folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cardgen.app.asked import names_of
from cardgen.app.beginning import beginnings_of
from cardgen.base.errors import CardgenError, Problem, Problems
from cardgen.base.files import real
from cardgen.export.output import Pdf
from cardgen.targets.order import Order
from cardgen.targets.readme import name_of, readme
from cardgen.targets.rulebook import rulebooks
from cardgen.targets.spots import tell_plates
from cardgen.targets.target import MAKERS, Target, module_of, named_target

if TYPE_CHECKING:
    from pathlib import Path

    from cardgen.app.settings import BuildSettings
    from cardgen.app.wanted import Wanted
    from cardgen.export.output import Output
    from cardgen.faces.compose import Faces
    from cardgen.model import Kit

_OPTIONS = {
    **dict.fromkeys(("paper", "base_url", "sleeved", "profile"), "leave it out"),
    "backs": "leave it out: it says how sheets are printed on both sides",
    "offset": "leave it out: it moves the backs of sheets",
    "gutter": "leave it out: it is the space on sheets that are printed at home",
    "dpi": "leave it out: a target says itself how fine its pictures are",
}
"""Settings that a maker may listen to (`Maker.uses`), and what to tell people for whose targets they mean nothing."""
WITH_TARGETS = ("base_url", "sleeved", "profile")
"""Settings that say something of a target only."""
_OF_A_PRINTER = frozenset({"paper", "backs", "offset"})
_NEVER = {"format": "a target says itself what is made", "numbers": "it is about the rule sheet"}


@dataclass(slots=True)
class TargetSummary:
    """What people are told of a kit for a target, on the screen and in kit.json."""

    adapted: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    to_look_at: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return what kit.json says of it; nothing for a kit that needed no change."""
        said = {"adapted": self.adapted, "left_out": self.left_out, "to_look_at": self.to_look_at}
        return {what: lines for what, lines in said.items() if lines}


def does_not_go_with(places: Sequence[str], settings: BuildSettings, usual: BuildSettings) -> str:
    """Return what was asked for that means nothing to any of these targets, "" when all goes together.

    A target that nobody knows is reported elsewhere.
    """
    named = [place for place in places if place]
    if not named:
        alone = [name for name in WITH_TARGETS if getattr(settings, name)]
        return f"{names_of(alone[0])[0]} goes with --for" if alone else ""
    for name, why in _NEVER.items():
        if getattr(settings, name) != getattr(usual, name):
            return f"--{name} does not go with --for: {why}"
    if settings.only and set(settings.only) <= {"rules"}:
        return "--only rules does not go with --for: a target takes components"
    return ""


def means_nothing(maker: str) -> list[str]:
    """Return the settings that mean nothing to the targets of a maker."""
    return [name for name in _OPTIONS if name not in MAKERS[maker].uses] + list(_NEVER)


def target_for(name: str, kit: Path | None, settings: BuildSettings, problems: Problems) -> Target:
    """Return the target of this name; CardgenError when there is none, it is wrong, or it cannot do what is asked."""
    target = named_target(name, kit, problems)
    problems.raise_errors()
    assert target is not None
    usual = type(settings)()
    asked = [target, *(named_target(other, kit, Problems()) for other in settings.targets if other != name)]
    used = {setting for one in asked if one for setting in MAKERS[one.maker].uses}
    for setting, hint in _OPTIONS.items():
        if setting in _OF_A_PRINTER and settings.printer:
            continue  # nobody asked for it: it is what the printer at home needs
        if setting not in used and getattr(settings, setting) != getattr(usual, setting):
            message = f"{names_of(setting)[0]} means nothing to {target.title} ({name})"
            problems.extend([Problem(message, hint=hint, code="no-such-choice")])
    checks = getattr(module_of(target.maker), "before", None)
    if checks:
        checks(target, settings.profile, problems)
    problems.raise_errors()
    return target


def files_for(
    target: Target,
    kit: Kit,
    wanted: Wanted,
    faces: Faces,
    settings: BuildSettings,
    problems: Problems,
    summary: TargetSummary,
) -> list[Output]:
    """Return the files of a kit for a target; CardgenError when it takes nothing of the kit.

    `summary` gets what was changed so that the target takes it, and what it does not take.
    """
    order = Order(
        replace(kit, components=wanted.printed),
        faces,
        target,
        problems,
        settings.paper,
        settings.paper_name,
        base_url=settings.base_url,
        sleeved=settings.sleeved,
        backs=settings.backs,
        offset=settings.offset,
        beginnings=lambda: beginnings_of(kit.original or kit, faces.options, problems),
        folder=real(settings.out / kit.slug / f"{target.name}{settings.look_suffix}"),
        adapted=summary.adapted,
        left_out=summary.left_out,
        to_look_at=summary.to_look_at,
        profile=settings.profile,
    )
    made = list(module_of(target.maker).make(order))
    tell_plates(order, getattr(target.asks, "plates", False))
    order.tell_refusals()
    if wanted.rules and made:
        binder = getattr(module_of(target.maker), "binder", None)
        made += rulebooks(order, kit, binder(order) if binder else Pdf)
    if not made:
        problems.raise_errors()
        message = f"nothing of {kit.title} can be made for {target.title}"
        raise CardgenError([*problems, Problem(message, kit.where, code="nothing-taken")])
    if all(file.name != name_of(order) for file in made):
        made.append(readme(order, made))
    return list(_placed(made, target, settings))


def _placed(made: Sequence[Output], target: Target, settings: BuildSettings) -> Iterator[Output]:
    """Yield the files of a maker, each in the folder of the target and the look."""
    folder = f"{target.name}{settings.look_suffix}"
    for file in made:
        yield replace(file, name=f"{folder}/{file.name}")
