"""The options of a kit as a rule sheet speaks of them: each with its chosen value."""

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
    wanted = str(options.get(option.name, option.default))
    # as on a command line, `true` chooses True
    found = next((v for v in option.values if str(v.value).lower() == wanted.lower()), None)
    if found is None:
        problems.add(
            f"option {option.name} cannot be '{wanted}'",
            option.where,
            hint=did_you_mean(wanted, [str(v) for v in option.choices]),
            code="unknown-option",
        )
        found = option.values[0]
    others = tuple((v.value, v.says) for v in option.values if v is not found)
    return Choice(option.name, option.title, found.value, option.default, found.says, option.ruling, others)
