"""Says what is wrong with a face in words for the person who draws it, once for a template and not per card.

What the art engine would draw wrongly without a word, and what a card may not hold, is refused by name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.errors import Level, Location, Problem, Problems, did_you_mean
from cardgen.base.files import FileError
from cardgen.base.svg import Element
from cardgen.faces.svg.pictures import Inside
from cardgen.faces.svg.refused import Feature, SvgRefusal
from cardgen.faces.text.fonts import GENERIC, UnknownFamilyError, plain_name
from cardgen.faces.text.lacking import by_script, how_to_get, remedy
from cardgen.faces.text.markup import lonely_stars, unknown_icons

if TYPE_CHECKING:
    from cardgen.faces.svg.text_elements import Worded
    from cardgen.faces.text.fitting import TextBox, TextLayout, TextLine

_CUT_OFF = 0.3  # mm over the cut that nobody sees: the white beside the last letter
_NAMED = 6  # letters that are named one by one
SMALL = 0.75
"""Text that had to shrink below this part of its size is worth a warning."""


@dataclass
class Lack:
    """Letters of one script that a font lacks: which, on whose faces, and what was said about it last."""

    letters: dict[str, None] = field(default_factory=dict)
    subjects: dict[str, None] = field(default_factory=dict)
    said: Problem | None = None


@dataclass
class Teller:
    """Notes the problems of one face: at the card when its words are at fault, else at the template.

    `subject` is what messages call the thing that is drawn ("card C17"), `locate` finds the template's
    line for a line of the rendered SVG, `reported` holds what was said about this template before, `lacks` what fonts
    lack; `fonts` is the kit's own folder of fonts, `pictures` those that the card names: where, and their dots per inch.
    """

    problems: Problems
    subject: str
    card: Location | None
    template: str
    locate: Callable[[int], Location]
    reported: set[tuple[str, ...]]
    lacks: dict[tuple[str, str], Lack]
    fonts: Path | None = None
    draft: bool = False
    translated_into: str = ""
    pictures: Mapping[str, tuple[Location, int | None]] = field(default_factory=dict)
    marred: bool = False
    """Whether the words of this card are at fault; in a draft that is a warning, and the card is marked."""
    left_out: bool = False
    """Whether something could not be read or drawn, and the face goes without it."""
    spoke: bool = False
    """Whether there was anything to tell, said before or not."""

    def where(self, element: Element | None) -> Location:
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
        if key not in self.reported:
            self.reported.add(key)
            trail = (self.subject,) if self.card else ()
            self.problems.add(message, where, trail=trail, hint=hint, level=level, code=code)

    def error(self, error: FileError, element: Element | None, begins: str = "") -> None:
        """Note why a piece of SVG, or a file that it names, cannot be drawn."""
        self.left_out = True
        self.note(f"{begins}{error}", element, error.code, error.hint, where=error.where)

    def refusal(self, refusal: SvgRefusal, element: Element, inside: Inside | None = None) -> None:
        """Note what the art engine draws wrongly, at the very shape where that can be found, also inside a picture."""
        place = refusal.culprit(inside.root if inside else element)
        where = Location(inside.label, place.sourceline or 1) if inside else None
        name = called(place)
        if inside and "--" in name:  # the ids of a picture have its file in front
            name = f"'{name.partition('--')[2]}"
        self.note(name + refusal.message, place, "refused-feature", refusal.hint, refusal.level, where)

    def dpi_of(self, picture: str) -> int | None:
        """Return how many dots per inch the card's field wants of a picture, None when it does not say."""
        return self.pictures[picture][1] if picture in self.pictures else None

    def picture(self, element: Element, name: str, message: str, hint: str, code: str) -> None:
        """Warn of a picture, where the card names it or else in the template."""
        if name not in self.pictures:
            self.note(message, element, code, hint, "warning")
            return
        self.spoke = True
        trail, where = (str(self.where(element)),), self.pictures[name][0]
        self.problems.add(
            f"{self.subject}: {message}", where, trail=trail, hint=hint, level="warning", code=code
        )

    def in_text(self, feature: Feature, text: Element) -> None:
        """Note what a text asks for and does not get."""
        level: Level = "warning" if feature.texts == "warning" else "error"
        message = f"{called(text)}{feature.name} is not drawn in a text"
        self.note(message, text, "refused-feature", feature.hint, level)

    def unknown_family(self, error: UnknownFamilyError, text: Element) -> None:
        if error.family.casefold() in GENERIC:
            self.note(
                f"'{error.family}' names no font: it is another one on every computer",
                text,
                "unknown-font",
                f"name a family first: font-family:Roboto,{error.family}",
                once=error.family,
            )
            return
        self.note(
            f"no font family '{error.family}'",
            text,
            "unknown-font",
            f"{did_you_mean(error.family, error.known)}; or {how_to_get(error.family)}, "
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

    def run_together(self, text: Element, worded: Worded, other: Worded, far: float) -> None:
        """Note a line whose letters lie on those of another text."""
        language = f" in '{self.translated_into}'" if self.translated_into else ""
        self._at_card(
            text,
            f"the text in '{worded.label}' runs {far:.1f} mm into the text in '{other.label}'{language}: "
            f"{_quoted(worded.words)} and {_quoted(other.words)}",
            "text-collision",
            'shorten it, move one of them, or write data-fit="none" when one is meant to lie on the other',
        )

    def marks(self, text: Element, worded: Worded, part: TextLine | TextBox, icons: Iterable[str]) -> None:
        """Note stars and icons that are none, whatever the text is set in."""
        said = part.content if isinstance(part.content, str) else "".join(words for words, _ in part.content)
        for words in lonely_stars(said)[:1]:
            double = "**" in words
            self._at_card(
                text,
                f"a {'**' if double else '*'} without its other half is printed as it stands, in '{worded.label}': “{words}”",
                "lonely-star",
                f"a closing {'**' if double else '*'} stands directly behind a word, an opening one directly before it; "
                "write \\* for a star",
                "error" if double else "warning",
            )
        for name in dict.fromkeys(unknown_icons(said, part.icons)):
            self._at_card(
                text,
                f"there is no icon {{{name}}}, in '{worded.label}'",
                "unknown-icon",
                did_you_mean(name, icons)
                or f'draw <symbol id="{name}" viewBox="0 0 10 10"> in art/icons.svg, or write \\{{{name}}} for the word',
            )

    def layout(self, text: Element, worded: Worded, layout: TextLayout) -> None:
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
        for family in layout.thin:
            self.note(
                f"the font family '{plain_name(family)}' has no bold, so **bold** words are printed like the others",
                text,
                "no-bold",
                "take another family, or another colour for what matters",
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
        for script, letters in by_script(layout.missing).items():
            self._lacks(text, worded, script, letters)

    def _lacks(self, text: Element, worded: Worded, script: str, letters: str) -> None:
        """Note letters of one script that a font lacks: one problem for all cards."""
        self.spoke = True
        family = plain_name(worded.family)
        lack = self.lacks.setdefault((family, script), Lack())
        lack.letters.update(dict.fromkeys(letters))
        lack.subjects[self.subject] = None
        first = lack.said
        shown = "".join(lack.letters)
        write = "font-family:{families}"
        hint = remedy(family, script, shown, self.fonts, write)
        if len(lack.subjects) == 1:
            names = ", ".join(_character(c) for c in list(lack.letters)[:_NAMED])
            more = f" and {len(shown) - _NAMED} more" if len(shown) > _NAMED else ""
            subject = f"{self.subject}: " if self.card else ""
            message = f"{subject}the font '{family}' has no glyph for {names}{more}, in '{worded.label}'"
        else:
            some = " ".join(list(lack.letters)[:_NAMED]) + (" …" if len(shown) > _NAMED else "")
            count = len(lack.subjects)
            message = f"the font '{family}' has no {script} ({some}): {count} cards, the first is {next(iter(lack.subjects))}"
        where: Location = self.card or self.where(text)
        trail: tuple[str, ...] = (str(self.where(text)),) if self.card else ()
        if first is not None:
            where, trail = first.where or where, first.trail
        lack.said = Problem(message, where, trail, hint, self._of_card("error"), "missing-glyph")
        if first is None:
            self.problems.extend([lack.said])
        else:
            self.problems.replace(first, lack.said)

    def _of_card(self, level: Level) -> Level:
        """Return how much a fault of this card's words weighs."""
        if level == "error" and self.card is not None:
            self.marred = True
            return "warning" if self.draft else "error"
        return level

    def _at_card(self, text: Element, message: str, code: str, hint: str, level: Level = "error") -> None:
        if self.card is None:
            self.note(message, text, code, hint, "warning" if self.draft else level)
            return
        self.spoke = True
        level = self._of_card(level)
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
