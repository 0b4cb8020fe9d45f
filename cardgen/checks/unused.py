"""Does everything in the kit have a use? What nothing names is often a name that was misspelt."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.errors import Location, Problem
from cardgen.checks.subject import Subject


def unused_field(subject: Subject) -> Iterator[Problem]:
    """A field is filled in on every card, but no template, rule sheet, check or engine looks at it.

    Either it was forgotten on the face, or it can go.

        decks:
          main:
            fields: {value: {type: int}, flavour: {type: text, default: ""}}
    """
    for component in subject.kit.components:
        for name in component.fields:
            if not subject.names(name):
                trail = (component.kind, component.id, "fields", name)
                hint = f"print it with {{{{ card.{name} }}}}, or delete it"
                yield _unused(subject, "field", name, trail, hint)


def unused_option(subject: Subject) -> Iterator[Problem]:
    """A house rule that neither the rule sheet nor a template nor the engine mentions.

    Players cannot choose what nobody tells them.

        options:
          open_hands:
            default: "no"
            values: {"yes": Hands lie open., "no": Hands are secret.}
    """
    for name in subject.kit.options:
        if not subject.names(name):
            hint = f"tell players of it in the rule sheet: {{{{ options.{name}.says }}}}"
            yield _unused(subject, "option", name, ("options", name), hint)


def unused_table(subject: Subject) -> Iterator[Problem]:
    """A table that no template, rule sheet, check or engine reads.

    Either its name is misspelt where it is used, or the table can go.

        tables: {prices: prices.yaml}
    """
    for name in subject.kit.tables:
        if not subject.names(name):
            hint = f"use it as {{{{ tables.{name} }}}}, or delete it"
            yield _unused(subject, "table", name, ("tables", name), hint)


def unused_file(subject: Subject) -> Iterator[Problem]:
    """A template or picture lies in the kit's folder, but nothing names it.

    Old drawings confuse whoever opens the folder next; sometimes a card should have used the file.

        art/old-logo.svg
    """
    folder = subject.kit.where.file.removesuffix("game.yaml")
    for name in subject.files:
        if name not in subject.used_files:
            yield Problem(
                f"nothing in the kit names the file {name}",
                Location(folder + name),
                hint="name it in game.yaml or in a template, or delete it",
                level="warning",
                code="unused-file",
            )


def _unused(subject: Subject, what: str, name: str, trail: tuple[str, ...], hint: str) -> Problem:
    message = f"the {what} '{name}' is never used"
    return Problem(
        message, subject.kit.place(*trail), trail, hint=hint, level="warning", code=f"unused-{what}"
    )
