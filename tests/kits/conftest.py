"""The faces of whichever kit a module of tests is about: in colour, and in `make thorough` in low ink, too."""

from __future__ import annotations

from functools import cache

import pytest

from cardgen.base.drawing import Drawing
from cardgen.faces.compose import Faces
from cardgen.model import Kit
from cardgen.rulesheet import RuleSheet, load_rules, rule_markdown
from cardgen.rulesheet.sheet import Medium
from tests.games.kits import kit_of
from tests.many import thorough


@cache
def faces_of(slug: str, look: str = "full") -> Faces:
    """The faces of a kit by the book, drawn once for all modules."""
    return Faces(kit_of(slug), look)


@cache
def sheet_of(slug: str, medium: Medium = "sheet", **options: str | int | bool) -> RuleSheet:
    """A form of the rule sheet of a kit with these house rules."""
    return load_rules(kit_of(slug), options) if medium == "sheet" else sheet_of(slug, **options).on(medium)


@cache
def said_by(slug: str, medium: Medium = "sheet", **options: str | int | bool) -> str:
    """What a form of the rule sheet says with these house rules, as Markdown."""
    return rule_markdown(sheet_of(slug, medium, **options))


@pytest.fixture(scope="module", params=["full", thorough("low-ink")])
def faces(kit: Kit, request: pytest.FixtureRequest) -> Faces:
    return faces_of(kit.slug, request.param)


@pytest.fixture(scope="module")
def fronts(kit: Kit, faces: Faces) -> dict[str, Drawing]:
    return {card.id: faces.front(card) for component in kit.components for card in component.cards}


@pytest.fixture(scope="module")
def sheets(kit: Kit) -> list[tuple[dict[str, str | int | bool], RuleSheet]]:
    """The rule sheet by the book, and with each other value of each option."""
    others = ({o.name: v} for o in kit.options.values() for v in o.choices if v != o.default)
    return [(chosen, sheet_of(kit.slug, **chosen)) for chosen in ({}, *others)]
