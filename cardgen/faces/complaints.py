"""Says what is wrong with a face in words for the person who draws it, once for a template and not per card.

What the art engine would draw wrongly without a word, and what a card may not hold, is refused by name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardgen.base.errors import Level, Location, Problems, did_you_mean
from cardgen.base.files import FileError
from cardgen.faces.svg.refused import Feature, Refusal
from cardgen.faces.svg.values import Element
from cardgen.faces.text.fonts import UnknownFamilyError, plain_name

if TYPE_CHECKING:
    from cardgen.faces.svg.text_elements import Worded
    from cardgen.faces.text.fitting import Layout

SMALL = 0.75
"""Text that had to shrink below this part of its size is worth a warning."""


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
        """Note what the art engine draws wrongly, at the very shape where that can be found."""
        place = refusal.culprit(element)
        self.note(called(place) + refusal.message, place, "refused-feature", refusal.hint)

    def in_text(self, feature: Feature, text: Element) -> None:
        """Note what a text asks for and does not get."""
        level: Level = "warning" if feature.texts == "warning" else "error"
        message = f"{called(text)}{feature.name} is not drawn in a text"
        self.note(message, text, "refused-feature", feature.hint, level)

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
