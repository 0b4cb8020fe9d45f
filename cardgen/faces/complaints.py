"""Says what is wrong with a face in words for the person who draws it, once for a template and not per card.

What the art engine would draw wrongly without a word, and what a card may not hold, is refused by name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from cardgen.base.errors import Level, Location, Problems, did_you_mean
from cardgen.base.files import FileError
from cardgen.faces.svg.values import Element
from cardgen.faces.text.fonts import UnknownFamilyError, plain_name

if TYPE_CHECKING:
    from cardgen.faces.svg.text_elements import Worded
    from cardgen.faces.text.fitting import Layout

_CUT_OFF = 0.3  # mm over the cut that nobody sees: the white beside the last letter
SMALL = 0.75
"""Text that had to shrink below this part of its size is worth a warning."""


class Refusal(NamedTuple):
    """One feature that is refused: what it is, and what to do instead."""

    feature: str
    hint: str


def _says(name: str, value: str) -> str:
    """Return the pattern of a property, as an attribute or in a style, that has such a value."""
    return rf"\b{name}\s*(?:=\s*[\"']|:)\s*{value}"


# (what to look for, what it is called, what to do about it)
_FEATURES: tuple[tuple[str, str, str], ...] = (
    (
        _says("filter", r"(?!none\b)\w[\w-]*\("),
        "a filter (blur, shadow)",
        "draw the shadow or the glow as shapes with opacity or a gradient",
    ),
    (_says("mask", "url"), "a mask", "use a clip-path, or a gradient that ends in stop-opacity 0"),
    (
        _says("(?:mix|background)-blend-mode", r"(?!normal\b)\w"),
        "mix-blend-mode",
        "draw the mixed colour itself",
    ),
    (
        _says("paint-order", r"(?!normal\b|fill\b)\w"),
        "paint-order",
        "draw the shape twice: the outline first, the filled shape above it",
    ),
    (_says("clip-rule", "evenodd"), "clip-rule", "draw the clip path so that it has no hole"),
    (
        r"(?<![\w-])(?:hsla?|hwb|lab|lch|oklab|oklch|color-mix)\(",
        "a colour that is not rgb",
        "write it as #rrggbb",
    ),
    (r"(?<![\w-])var\(", "a CSS variable", "write the value, or {{ palette.name }}"),
    (r"<foreignObject\b", "foreignObject", "use a text box: shape-inside or inline-size"),
    (r"<textPath\b", "text on a path", "turn the text into a path: Path > Object to Path"),
    (r"<meshgradient\b", "a mesh gradient", "use a linear or a radial gradient"),
    (r"<(?:script|animate\w*|set|iframe|audio|video)\b", "script or animation", "a card is a still picture"),
    (
        r"<flowRoot\b",
        "flowed text of an old Inkscape",
        "select it, then Text > Convert to Text, and save again",
    ),
    (
        r"@(?:import|font-face)\b",
        "a style sheet or a font from outside",
        "put the font into the kit's fonts folder",
    ),
    (
        r"(?<![\w-])url\(\s*(?:&quot;|[\"'])?\s*(?!#|[\"'&])[^)\s]",
        "a url() to another file",
        "point to an id: url(#name)",
    ),
)
_ALL = re.compile(
    "|".join(f"(?P<f{number}>{pattern})" for number, (pattern, _, _) in enumerate(_FEATURES)), re.I
)
# a plain search for these is far quicker than the patterns, and most art has none of them
_WORDS = (
    b"filter mask blend-mode paint-order clip-rule hsl hwb lab( lch( color-mix var( foreignobject textpath "
    b"meshgradient <script <anim <set <iframe <audio <video <flowroot @import @font-face"
).split()


def refusals(svg: bytes) -> list[Refusal]:
    """Return every refused feature in a piece of SVG, each once."""
    small = svg.lower()
    strange_urls = small.count(b"url(") != small.count(b"url(#")
    if not strange_urls and not any(word in small for word in _WORDS):
        return []
    numbers = (int((match.lastgroup or "f0")[1:]) for match in _ALL.finditer(svg.decode()))
    return [Refusal(*_FEATURES[number][1:]) for number in dict.fromkeys(numbers)]


@dataclass
class Teller:
    """Notes the problems of one face: at the card when its words are at fault, else at the template.

    `subject` is what messages call the thing that is drawn ("card C17"), `locate` finds the template's
    line for a line of the rendered SVG, `told` holds what was said about this template before.
    """

    problems: Problems
    subject: str
    card: Location | None
    template: str
    locate: Callable[[int], Location]
    told: set[tuple[str, ...]]
    spoke: bool = False
    """Whether there was anything to tell, said before or not."""

    def where(self, element: Element | None) -> Location:
        """Return the place of an element in its template."""
        line = getattr(element, "sourceline", None)
        return self.locate(line) if line else Location(self.template)

    def note(
        self,
        message: str,
        element: Element | None,
        code: str,
        hint: str = "",
        level: Level = "error",
        where: Location | None = None,
        once: str = "",
    ) -> None:
        """Note a problem of the template; the same one on another card is not noted again.

        What has a name in `once` is noted a single time, wherever it comes up again.
        """
        self.spoke = True
        where = where or self.where(element)
        key = (code, once, self.template) if once else (code, message, str(where))
        if key not in self.told:
            self.told.add(key)
            trail = (self.subject,) if self.card else ()
            self.problems.add(message, where, trail=trail, hint=hint, level=level, code=code)

    def error(self, error: FileError, element: Element | None, begins: str = "") -> None:
        """Note why a piece of SVG, or a file that it names, cannot be drawn."""
        self.note(f"{begins}{error}", element, error.code, error.hint, where=error.where)

    def refusal(self, refusal: Refusal, element: Element) -> None:
        """Note a feature that the art engine draws wrongly."""
        message = f"{refusal.feature} would be drawn wrongly or not at all"
        self.note(message, element, "refused-feature", refusal.hint)

    def unknown_family(self, error: UnknownFamilyError, text: Element) -> None:
        """Note a font that is not there."""
        package = error.family.casefold().replace(" ", "-")
        self.note(
            f"no font family '{error.family}'",
            text,
            "unknown-font",
            f"{did_you_mean(error.family, error.known)}; or install fontpkg-{package}, "
            "or put the font's file into the kit's fonts folder",
            once=error.family,
        )

    def off_card(self, text: Element, worded: Worded, beyond: float) -> None:
        """Note a line that is cut off with the edge of the card."""
        if beyond > _CUT_OFF:
            self._at_card(
                text,
                f"the text in '{worded.label}' runs {beyond:.1f} mm off the card: {_quoted(worded.words)}",
                "text-off-card",
                'shorten the text, set it in a box, or write data-fit="none" when it is meant to be cut',
            )

    def layout(self, text: Element, worded: Worded, layout: Layout, icons: Iterable[str]) -> None:
        """Note what went wrong when a text was set."""
        for family in layout.upright:
            self.note(
                f"the font family '{plain_name(family)}' has no italic, so the words are printed upright",
                text,
                "no-italic",
                "take another family for words in italics",
                "warning",
                Location(self.template),
            )
        if layout.overflow:
            shrunk = f" even at {layout.scale:.0%} of its size" if layout.scale < 1 else ""
            much = [
                f"{mm:.1f} mm too {way}"
                for mm, way in ((layout.too_high, "high"), (layout.too_wide, "wide"))
                if mm
            ]
            self._at_card(
                text,
                f"the text in '{worded.label}' is {' and '.join(much)}{shrunk}: {_quoted(worded.words)}",
                "text-overflow",
                "shorten the text, or enlarge its box in the template"
                + ("" if layout.scale < 1 else ', or let it shrink with data-fit="shrink"'),
            )
        elif layout.scale < SMALL:
            self._at_card(
                text,
                f"the text in '{worded.label}' had to shrink to {layout.scale:.0%} of its size: {_quoted(worded.words)}",
                "text-shrunk",
                "shorten the text, or enlarge its box in the template",
                "warning",
            )
        if layout.missing:
            family = plain_name(worded.family)
            names = ", ".join(_character(c) for c in dict.fromkeys(layout.missing) if not c.isspace())
            self._at_card(
                text,
                f"the font '{family}' has no glyph for {names}, in '{worded.label}'",
                "missing-glyph",
                "use other characters, or name a second family that has them: font-family:"
                f"'{family}','Another Family'",
            )
        for name in layout.unknown_icons:
            self._at_card(
                text,
                f"there is no icon {{{name}}}, in '{worded.label}'",
                "unknown-icon",
                did_you_mean(name, icons)
                or f'draw <symbol id="{name}" viewBox="0 0 10 10">, or write \\{{{name}}} for the word',
            )

    def _at_card(self, text: Element, message: str, code: str, hint: str, level: Level = "error") -> None:
        if self.card is None:
            self.note(message, text, code, hint, level)
            return
        self.spoke = True
        trail, message = (str(self.where(text)),), f"{self.subject}: {message}"
        self.problems.add(message, self.card, trail=trail, hint=hint, level=level, code=code)


def called(element: Element) -> str:
    """Return how a message begins that is about this element: its id, when it has one."""
    name = element.get("id")
    return f"'{name}': " if name else ""


def _quoted(words: str) -> str:
    short = " ".join(words.split())
    return f"“{short[:60].rstrip()}…”" if len(short) > 61 else f"“{short}”"


def _character(character: str) -> str:
    name = unicodedata.name(character, "").lower() or "an unnamed character"
    return f"{character} U+{ord(character):04X} ({name})"
