"""Will it come out of the printer as it was meant, and can everybody read it, also in grey?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from cardgen.base.drawing import channels, contrast, lightness
from cardgen.base.errors import Problem
from cardgen.checks.subject import Subject
from cardgen.model import Component

# A cut may be off by this much on each side, at home and at a print service alike.
_SAFE_MM = 3.0
_SAFE_SMALL_MM = 1.5
_SMALL_MM = 40.0
_LEAST_MM = 6.0

_CONTRAST = 4.5  # the WCAG's level AA for text
_PAPER = "#ffffff"
_LEAST_STEP = 10.0  # of CIE lightness, 0 to 100: about what a laser printer keeps apart


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
            message = f"bleed is {component.bleed:g} mm, expected {least:g} mm or more"
            hint = f"write bleed: {least:g}mm, or bleed: 0 for none"
            yield subject.warning(message, component.kind, component.id, "bleed", hint=hint)


def safe_area(subject: Subject) -> Iterator[Problem]:
    """A piece is so small that almost nothing on it is safe from the cut.

    Text and signs belong inside a margin of 3 mm (1.5 mm on small pieces); what is left should be at least 6 mm wide.

        decks:
          main:
            size: 8x8mm
    """
    for component in subject.kit.components:
        own = _margin(component) if component.safe is None else component.safe
        left = min(component.size.width, component.size.height) - 2 * own
        if left < _LEAST_MM:
            message = (
                f"only {max(left, 0):g} mm of a piece of {component.size} are safe from the cut, "
                f"expected {_LEAST_MM:g} mm or more"
            )
            hint = "make the pieces larger"
            yield subject.warning(message, component.kind, component.id, "size", hint=hint)


def text_marks(subject: Subject) -> Iterator[Problem]:
    """A text opens an `{icon}` and does not close it.

    The brace would be printed as it stands. Stars of `**bold**` without their other half are reported where a face prints them.

        decks:
          main:
            cards:
              - {id: A1, value: 1, text: "Draw {two cards."}
    """
    for component in subject.kit.components:
        texts = [name for name, declared in component.fields.items() if declared.get("type") == "text"]
        for card in component.cards:
            for name in texts:
                text = card.fields[name]
                if isinstance(text, str) and _unclosed(text):
                    yield subject.warning(f"{name} opens {{ and does not close it", "cards", card.id, name)


def accent_contrast(subject: Subject) -> Iterator[Problem]:
    """The accent colour is too pale for headings on white paper.

    Headings and pills of the sheets and the rules are set in the accent. Below a contrast of 4.5 to 1, the least that the WCAG
    allow for text, they are hard to read.

        accent: "#f2c94c"
    """
    accent = subject.kit.accent
    on_paper = contrast(accent, _PAPER)
    if on_paper < _CONTRAST:
        message = (
            f"the accent {accent} has a contrast of {on_paper:.1f} on white, expected {_CONTRAST:g} or more"
        )
        hint = f"a darker one would do, such as {_darker(accent)}"
        yield subject.warning(message, "accent", hint=hint)


def grey_colours(subject: Subject) -> Iterator[Problem]:
    """Two colours that the rules tell apart become the same grey.

    Many kits are printed in black and white, and some players do not see red and green as different. The colours named in
    `rule_colours:` must differ in lightness too; otherwise give each a sign of its own and take them off the list.

        rule_colours: [red, green]
        looks:
          full: {palette: {red: "#c0392b", green: "#3f7f3f"}}
    """
    for look in subject.kit.looks.values():
        marked = [name for name in subject.kit.rule_colours if name in look.palette]
        for one, other in combinations(marked, 2):
            first, second = (lightness(look.palette[name]) for name in (one, other))
            if abs(first - second) < _LEAST_STEP:
                message = (
                    f"{one} and {other} look alike in grey (lightness {first:.0f} and {second:.0f}), "
                    f"expected a difference of {_LEAST_STEP:g} or more"
                )
                hint = "make one lighter or darker; with signs of their own take them off rule_colours:"
                yield subject.warning(message, "looks", look.name, "palette", other, hint=hint)


def _unclosed(text: str) -> bool:
    depth = 0
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        if depth not in (0, 1):
            return True
    return depth != 0


def _margin(component: Component) -> float:
    if not component.stays:
        return _SAFE_SMALL_MM
    return _SAFE_SMALL_MM if min(component.size.width, component.size.height) < _SMALL_MM else _SAFE_MM


def _darker(colour: str) -> str:
    for step in range(99, 0, -1):
        darker = "#" + "".join(f"{round(c * step * 2.55):02x}" for c in channels(colour))
        if contrast(darker, _PAPER) >= _CONTRAST:
            return darker
    return "#000000"
