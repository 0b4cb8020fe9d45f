"""Does everything in the kit have a use? What nothing names is often a name that was misspelt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardgen.base.errors import Location, Problem
from cardgen.checks.subject import Subject
from cardgen.model import Component


def unused_field(subject: Subject) -> Iterator[Problem]:
    """A field is filled in on every card, but no template, rule sheet, check or engine looks at it.

    Either it was forgotten on the face, or it can go.

        decks:
          main:
            fields: {value: {type: int}, flavour: {type: text, default: ""}}
    """
    for component in subject.kit.components:
        for name, entry in component.fields.items():
            if not subject.names(name) and not _tells_what_cards_do(subject, component, name, entry):
                hint = f"print it with {{{{ card.{name} }}}}, or delete it"
                yield _unused(subject, "field", hint, component.kind, component.id, "fields", name)


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
            yield _unused(subject, "option", hint, "options", name)


def unused_table(subject: Subject) -> Iterator[Problem]:
    """A table that no template, rule sheet, check or engine reads.

    Either its name is misspelt where it is used, or the table can go.

        tables: {prices: prices.yaml}
    """
    for name in subject.kit.tables:
        if not subject.names(name):
            hint = f"use it as {{{{ tables.{name} }}}}, or delete it"
            yield _unused(subject, "table", hint, "tables", name)


def unused_file(subject: Subject) -> Iterator[Problem]:
    """A template or picture is in the kit's folder, but nothing names it.

    Old drawings confuse whoever opens the folder next; sometimes a card should have used the file.

        art/old-logo.svg
    """
    folder = subject.kit.where.file.removesuffix("game.yaml")
    for name in subject.files:
        if name not in subject.used_files:
            message = f"nothing in the kit names the file {name}"
            hint = "name it in game.yaml or in a template, or delete it"
            yield subject.warning(message, where=Location(folder + name), hint=hint)


def _tells_what_cards_do(
    subject: Subject, component: Component, name: str, entry: Mapping[str, object]
) -> bool:
    """Return whether other fields are made from it or a game does it: neither names the field."""
    made = [str(other.get("made_from", "")) for other in component.fields.values()]
    return "effects_of" in entry and bool(subject.code or any(of.startswith(f"{name}.") for of in made))


def _unused(subject: Subject, what: str, hint: str, *trail: str) -> Problem:
    return subject.warning(f"the {what} '{trail[-1]}' is never used", *trail, hint=hint)
