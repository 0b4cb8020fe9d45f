"""Can everybody read it, also on a greyscale printer?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from cardgen.base.colours import contrast, luminance
from cardgen.base.errors import Problem
from cardgen.checks.subject import Subject

_CONTRAST = 4.5  # the WCAG's level AA for text
_PAPER = "#ffffff"
_LEAST_STEP = 10.0  # of CIE lightness, 0 to 100: about what a laser printer keeps apart


def accent_contrast(subject: Subject) -> Iterator[Problem]:
    """The accent colour is too pale for headings on white paper.

    Headings and pills of the sheets and the rules are set in the accent. Below a contrast of 4.5 to 1, the least that the WCAG
    allow for text, they are hard to read.

        accent: "#f2c94c"
    """
    on_paper = contrast(subject.kit.accent, _PAPER)
    if on_paper < _CONTRAST:
        yield Problem(
            f"the accent {subject.kit.accent} has a contrast of {on_paper:.1f} on white, expected {_CONTRAST:g} or more",
            subject.kit.place("accent"),
            ("accent",),
            hint=f"a darker one would do, such as {_darker(subject.kit.accent)}",
            level="warning",
            code="accent-contrast",
        )


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
            first, second = (_lightness(look.palette[name]) for name in (one, other))
            if abs(first - second) < _LEAST_STEP:
                trail = ("looks", look.name, "palette", other)
                yield Problem(
                    f"{one} and {other} look alike in grey (lightness {first:.0f} and {second:.0f}), "
                    f"expected a difference of {_LEAST_STEP:g} or more",
                    subject.kit.place(*trail),
                    trail,
                    hint="make one lighter or darker; with signs of their own take them off rule_colours:",
                    level="warning",
                    code="grey-colours",
                )


def _lightness(colour: str) -> float:
    """CIE L*, 0 to 100."""
    light = luminance(colour)
    return 116 * light ** (1 / 3) - 16 if light > 0.008856 else 903.3 * light


def _darker(colour: str) -> str:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    for step in range(99, 0, -1):
        darker = "#" + "".join(f"{round(c * step * 2.55):02x}" for c in channels)
        if contrast(darker, _PAPER) >= _CONTRAST:
            return darker
    return "#000000"
