"""Will it come out of the printer as it was meant?"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.errors import Problem
from cardgen.checks.subject import Subject
from cardgen.model import Component

# A cut may be off by this much on each side, at home and at a print service alike.
_SAFE_MM = 3.0
_SAFE_SMALL_MM = 1.5
_SMALL_MM = 40.0
_LEAST_MM = 6.0


def bleed(subject: Subject) -> Iterator[Problem]:
    """The bleed is narrower than a cut may be off.

    Scissors and guillotines miss the line by a millimetre or two; without colour beyond it, a white edge shows. Print services
    ask for 3 mm; 1.5 mm are enough on small pieces. No bleed at all (`bleed: 0`) is a decision and is accepted.

        decks:
          main:
            bleed: 1mm
    """
    for component in subject.kit.components:
        least = _margin(component)
        if 0 < component.bleed < least:
            trail = (component.kind, component.id, "bleed")
            yield Problem(
                f"bleed is {component.bleed:g} mm, expected {least:g} mm or more",
                subject.kit.place(*trail),
                trail,
                hint=f"write bleed: {least:g}mm, or bleed: 0 for none",
                level="warning",
                code="bleed",
            )


def safe_area(subject: Subject) -> Iterator[Problem]:
    """A piece is so small that almost nothing on it is safe from the cut.

    Text and signs belong inside a margin of 3 mm (1.5 mm on small pieces); what is left should be at least 6 mm wide.

        decks:
          main:
            size: 8x8mm
    """
    for component in subject.kit.components:
        left = min(component.size.width, component.size.height) - 2 * _margin(component)
        if left < _LEAST_MM:
            trail = (component.kind, component.id, "size")
            yield Problem(
                f"only {max(left, 0):g} mm of a piece of {component.size} are safe from the cut, "
                f"expected {_LEAST_MM:g} mm or more",
                subject.kit.place(*trail),
                trail,
                hint="make the pieces larger",
                level="warning",
                code="safe-area",
            )


def text_marks(subject: Subject) -> Iterator[Problem]:
    """A text opens `**bold**` or `{icon}` and does not close it.

    The stars or the brace would be printed as they stand.

        decks:
          main:
            cards:
              - {id: A1, value: 1, text: "Draw **two cards."}
    """
    for component in subject.kit.components:
        texts = [name for name, declared in component.fields.items() if declared.get("type") == "text"]
        for card in component.cards:
            for name in texts:
                text = card.fields[name]
                if isinstance(text, str) and (fault := _unclosed(text)):
                    trail = ("cards", card.id, name)
                    yield Problem(
                        f"{name} opens {fault} and does not close it",
                        subject.kit.place(*trail),
                        trail,
                        level="warning",
                        code="text-marks",
                    )


def _unclosed(text: str) -> str:
    if text.count("**") % 2:
        return "**"
    depth = 0
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        if depth not in (0, 1):
            return "{"
    return "{" if depth else ""


def _margin(component: Component) -> float:
    return _SAFE_SMALL_MM if min(component.size.width, component.size.height) < _SMALL_MM else _SAFE_MM
