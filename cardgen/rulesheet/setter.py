"""What stands on the lines of a rule sheet: words set by the text engine, and pictures, each made once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from cardgen.base.drawing import Art, Drawing, FontKey, Item, PlacedDrawing, Tag, tagged
from cardgen.base.errors import Location, did_you_mean
from cardgen.faces.compose import trimmed
from cardgen.faces.text.fonts import Font, font
from cardgen.faces.text.lines import BrokenLine, break_into_lines, words_of
from cardgen.faces.text.markup import IconMark, MarkupRun, Piece, TextStyle
from cardgen.model import Named
from cardgen.rulesheet.blocks import Break, Cite, Inline, PictureBlock, TextRun, words
from cardgen.rulesheet.flow import Fixed
from cardgen.rulesheet.sheet import RuleSheet
from cardgen.rulesheet.theme import Align, Theme, TypeStyle

_FOLDER = "rules"
_SETTINGS = ("width", "height")
_SMALLEST = 0.6
_TOLERANCE = 0.01
_RISE = 0.34
_ICON = "picture:"
_GLUE = "\u202f"  # a citation never leaves its word


@dataclass(slots=True)
class SheetPictures:
    """Makes the drawings that a sheet asks for; what cannot be made becomes a problem, once."""

    faces: Any
    sheet: RuleSheet
    _made: dict[object, Drawing | None] = field(default_factory=dict)

    @property
    def fonts(self) -> Path | None:
        return self.sheet.kit.fonts

    def drawing(self, picture: PictureBlock, where: Location | None = None) -> Drawing | None:
        """Return a face, a back or a drawn picture; None when it cannot be made."""
        values = {k: v for k, v in picture.values.items() if k not in _SETTINGS}
        key = (picture.kind, picture.name, tuple(sorted(values.items())))
        if key not in self._made:
            self._made[key] = self._draw(picture, values, where or self.sheet.where)
        return self._made[key]

    def keep(self, name: str, drawing: Drawing) -> None:
        """Take in a drawing that somebody has made: a picture of this name."""
        self._made["art", name, ()] = drawing

    def with_alt(self, picture: PictureBlock, where: Location | None = None) -> Drawing | None:
        """Return the drawing of a picture, with the words for those who do not see it."""
        drawing = self.drawing(picture, where)
        if drawing is None or not picture.alt:
            return drawing
        key = (drawing, picture.alt)
        if key not in self._made:
            self._made[key] = replace(drawing, alt=picture.alt)
        return self._made[key]

    def art(self, template: str, width: float, height: float, **values: str) -> Drawing | None:
        """Return a template of the rules folder drawn for this size in mm."""
        size = {"width": round(width, 3), "height": round(height, 3)}
        key = (template, *size.values(), *values.items())
        if key not in self._made:
            self._made[key] = self._template(template, {**size, "values": values}, self.sheet.where)
        return self._made[key]

    def hand_over(self) -> None:
        """Tell the faces what went wrong in the sheet: whoever builds reads their problems last."""
        self.faces.problems.extend(self.sheet.problems)

    def _draw(self, picture: PictureBlock, values: Mapping[str, str], where: Location) -> Drawing | None:
        if picture.kind == "art":
            return self._template(f"{picture.name}.svg", {"values": values}, where)
        card_id, _, look = picture.name.partition("@")
        return self._face(card_id, look, picture.kind == "back", where)

    def _face(self, card_id: str, look: str, back: bool, where: Location) -> Drawing | None:
        """Return one side of a card without its bleed."""
        kit = self.sheet.kit
        try:
            card = kit.card(card_id)
        except KeyError as error:
            reported = {problem.message for problem in self.sheet.problems}
            if where != self.sheet.where or error.args[0] not in reported:  # its line was reported already
                self.sheet.problems.add(str(error.args[0]), where, code="unknown-card")
            return None
        faces = self.faces.in_look(look) if look else self.faces
        whole: Drawing | None = faces.back(card) if back else faces.front(card)
        if whole is None:
            return None
        part = kit.component(card.component)
        return trimmed(part, whole, "back" if back else "front")

    def _template(self, name: str, more: Mapping[str, object], where: Location) -> Drawing | None:
        folder = self.sheet.kit.root / _FOLDER
        if not (folder / name).is_file():
            message = f"there is no picture {_FOLDER}/{name}"
            hint = did_you_mean(name, [path.name for path in folder.glob("*.svg")])
            self.sheet.problems.add(message, where, hint=hint, code="missing-file")
            return None
        chosen = {option: choice.chosen for option, choice in self.sheet.choices.items()}
        names = {"options": Named(chosen, "option"), **more}
        drawing: Drawing = self.faces.drawing(f"{_FOLDER}/{name}", f"{_FOLDER}/{name}", **names)
        return drawing


@dataclass(frozen=True, slots=True)
class Setter:
    """Turns inlines into lines; `missing` collects characters that a font does not have."""

    theme: Theme
    pictures: SheetPictures
    missing: dict[str, str] = field(default_factory=dict)
    too_wide: dict[str, None] = field(default_factory=dict)
    _known: dict[tuple[object, ...], tuple[Fixed, ...]] = field(default_factory=dict)
    _widths: dict[tuple[object, ...], float] = field(default_factory=dict)

    def lines(
        self,
        inlines: Sequence[Inline],
        style: TypeStyle,
        width: float,
        align: Align | None = None,
        role: str = "P",
    ) -> tuple[Fixed, ...]:
        """Return the lines of a text broken to `width` mm, each at its own height, as one part with this role.

        When a single word is wider than that, the text gets smaller; when that does not help, it is noted
        in `too_wide`. What was set before is not set again.
        """
        key = (tuple(inlines), style, width, align)
        if key not in self._known:
            self._known[key] = self._set(inlines, style, width, align)
        tag = Tag(role)  # equal words at two places are two parts of what is heard
        return tuple(replace(line, tag=tag) for line in self._known[key])

    def _set(
        self, inlines: Sequence[Inline], style: TypeStyle, width: float, align: Align | None
    ) -> tuple[Fixed, ...]:
        broken, drawings = self._broken(inlines, style, width)
        if not broken:
            return ()
        widest = max(line.width for line in broken)
        if widest > width + _TOLERANCE:
            if width < _SMALLEST * widest:
                self.too_wide[words(inlines)] = None
            smaller = replace(style, size=style.size * max(_SMALLEST, 0.999 * width / widest))
            broken, drawings = self._broken(inlines, smaller, width)
            style = smaller
        look = self.look(style)
        lead = look.size * look.line_height
        face = _font(look)
        share = {"start": 0.0, "center": 0.5, "end": 1.0}[align or style.align]
        found: list[Fixed] = []
        for line in broken:
            for character in line.missing:
                self.missing.setdefault(character, style.font)
            height = max(lead, line.height)
            baseline = (height - (face.ascent + face.descent) * look.size) / 2 + face.ascent * look.size
            before = 1.0 - share if line.words[0].rtl else share  # Hebrew and Arabic start at the right
            items = line.items((width - line.width) * before, baseline, ended=True)
            found.append(Fixed(height, tuple(_placed(item, drawings) for item in items)))
        return tuple(found)

    def width(self, inlines: Sequence[Inline], style: TypeStyle) -> float:
        key = (tuple(inlines), style)
        if key not in self._widths:
            broken, _ = self._broken(inlines, style, float("inf"))
            self._widths[key] = max((line.width for line in broken), default=0.0)
        return self._widths[key]

    def on_baseline(
        self,
        said: str,
        style: TypeStyle,
        x: float,
        y: float,
        anchor: Literal["start", "middle", "end"],
        role: str = "",
    ) -> tuple[Item, ...]:
        """Return plain words on one baseline that start, end or have their middle at x; without a role nobody hears them."""
        broken, _ = self._broken((TextRun(said),), style, float("inf"))
        items: list[Item] = []
        for line in broken:
            left = x - line.width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
            items += line.items(left, y)
        return tuple(tagged(items, Tag(role) if role else None))

    def _broken(
        self, inlines: Sequence[Inline], style: TypeStyle, width: float
    ) -> tuple[list[BrokenLine], dict[str, Drawing]]:
        look = self.look(style)
        drawings: dict[str, Drawing] = {}
        pieces = self._pieces(inlines, style, look, drawings)
        if not pieces:
            return [], drawings
        return break_into_lines(words_of(pieces), width), drawings

    def cap_height(self, style: TypeStyle) -> float:
        """Return the height of a capital letter in mm."""
        look = self.look(style)
        return _font(look).cap_height * look.size

    def look(self, style: TypeStyle) -> TextStyle:
        """Return the style as the text engine knows it."""
        return TextStyle(
            family=f"{style.font}, {self.theme.fallback}" if self.theme.fallback else style.font,
            size=style.size,
            weight=700 if style.bold else 400,
            italic=style.italic,
            fill=style.fill,
            line_height=style.leading,
            folder=self.pictures.fonts,
            language=self.pictures.sheet.kit.language,
        )

    def _pieces(
        self, inlines: Sequence[Inline], style: TypeStyle, look: TextStyle, drawings: dict[str, Drawing]
    ) -> list[Piece]:
        pieces: list[Piece] = []
        for inline in inlines:
            match inline:
                case TextRun(text, bold, italic):
                    shown = text.upper() if style.upper else text
                    pieces.append(MarkupRun(shown, look.emphasised(bold, italic)))
                case Break():
                    pieces.append(MarkupRun("\n", look))
                case Cite() if self.theme.cite:
                    small = self.theme.words("cite")
                    raised = replace(
                        look, size=small.size, fill=small.fill, rise=_RISE * look.size, weight=400
                    )
                    pieces.append(MarkupRun(_GLUE + inline.numbers, raised))
                case PictureBlock():
                    drawing = self.pictures.with_alt(inline)
                    if drawing is not None:
                        name = f"{_ICON}{len(drawings)}"
                        drawings[name] = drawing
                        icon = Art(b"", name, drawing.x, drawing.y, drawing.width, drawing.height)
                        pieces.append(IconMark(icon, look))
        return pieces


def _placed(item: Item, drawings: dict[str, Drawing]) -> Item:
    """Put the real drawing where the engine left room for it."""
    if isinstance(item, Art) and item.key in drawings:
        return PlacedDrawing(drawings[item.key], item.matrix)
    return item


def _font(look: TextStyle) -> Font:
    return font(FontKey(look.families[0], look.weight, look.italic))
