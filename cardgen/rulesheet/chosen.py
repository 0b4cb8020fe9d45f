"""The options of a kit as a rule sheet speaks of them: chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cardgen.base.errors import Problems, did_you_mean
from cardgen.model import Kit, Option

OptionChoice = str | int | bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One option with the value that this rule sheet explains.

    `says` is the sentence of the chosen value, `others` are the values not chosen with their sentences.
    """

    name: str
    title: str
    chosen: OptionChoice
    default: OptionChoice
    says: str
    ruling: str
    others: tuple[tuple[OptionChoice, str], ...]

    @property
    def changed(self) -> bool:
        """Whether another value than the default was chosen."""
        return self.chosen != self.default

    def __str__(self) -> str:
        return str(self.chosen)


def choose(kit: Kit, options: Mapping[str, OptionChoice], problems: Problems) -> dict[str, Choice]:
    """Return every option of the kit as chosen; unknown names and values become problems."""
    for name in options:
        if name not in kit.options:
            problems.add(
                f"no option '{name}'", kit.where, hint=did_you_mean(name, kit.options), code="unknown-option"
            )
    return {name: _choice(option, options, problems) for name, option in kit.options.items()}


def _choice(option: Option, options: Mapping[str, OptionChoice], problems: Problems) -> Choice:
    wanted = options.get(option.name, option.default)
    for known in option.values:
        if _same(known.value, wanted):
            others = tuple((v.value, v.says) for v in option.values if v is not known)
            return Choice(
                option.name, option.title, known.value, option.default, known.says, option.ruling, others
            )
    problems.add(
        f"option {option.name} cannot be '{wanted}'",
        option.where,
        hint=did_you_mean(str(wanted), [str(v) for v in option.choices]),
        code="unknown-option",
    )
    first, *rest = option.values
    others = tuple((v.value, v.says) for v in rest)
    return Choice(option.name, option.title, first.value, option.default, first.says, option.ruling, others)


def _same(known: OptionChoice, wanted: OptionChoice) -> bool:
    """Compare as a command line does: `true` chooses True."""
    return str(known).lower() == str(wanted).lower()
