"""The plan of a print job: which piece lies where on which page; and as text, for people and tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from cardgen.base.errors import Problem
from cardgen.model import Kit
from cardgen.sheets.marks.kinds import Diamond, Fold, GlueTab, Mark
from cardgen.sheets.paper import Box, Sheet, SheetSettings, around
from cardgen.sheets.plan.slots import Slot

PageSide: TypeAlias = Literal["front", "back", "fold", "part", "single", "blank"]
Role: TypeAlias = Literal["guide", "blank", "test", "cards", "tokens", "board"]


class Todo(NamedTuple):
    """What to do with a sheet, said in its footer: a pictogram and a sentence."""

    icon: str
    words: str


ONE_SIDE = Todo("single-sided", "**Print on one side only**")


class PagePlan(NamedTuple):
    """One page: what lies on it and what it says around it.

    `cuts` counts straight cuts. `shift` moves everything on a back page by the printer's offset (mm, right
    and down). `number` is the page of the PDF and `sheet_no` the sheet of paper, both from 1, 0 while they are
    not known yet.
    """

    role: Role
    side: PageSide
    paper: Sheet
    title: str
    slots: tuple[Slot, ...] = ()
    marks: tuple[Mark, ...] = ()
    cuts: int = 0
    todo: Todo = ONE_SIDE
    shift: tuple[float, float] = (0.0, 0.0)
    part: tuple[int, int] | None = None
    number: int = 0
    sheet_no: int = 0

    @property
    def pill(self) -> str:
        """The word in the pill at the right end of the header."""
        match self.side:
            case "part" if self.part:
                return f"part {self.part[0]} of {self.part[1]}"
            case "single":
                return "one side"
            case _:
                return self.side

    @property
    def component_ids(self) -> tuple[str, ...]:
        """The components on the page, in the order they appear."""
        return tuple(dict.fromkeys(s.piece.component.id for s in self.slots))

    @property
    def trim_box(self) -> Box:
        """What remains after cutting: all trims together, or the page when nothing is cut from it."""
        return self._around([s.trim for s in self.slots])

    @property
    def bleed_box(self) -> Box:
        """All trims with their bleed."""
        return self._around([s.art for s in self.slots])

    def _around(self, boxes: list[Box]) -> Box:
        return around(boxes).moved(*self.shift) if boxes else Box(0, 0, self.paper.width, self.paper.height)

    def as_text(self, picture: bool = True) -> str:
        """Return the page for people and tests: a picture in letters, then every slot and mark."""
        size = f"{self.paper.width:g} x {self.paper.height:g}"
        lines = [f"== page {self.number}, sheet {self.sheet_no}: {self.title} [{self.pill}] {size}"]
        if self.shift != (0.0, 0.0):
            lines.append(f"   moved by {self.shift[0]:g},{self.shift[1]:g}")
        if picture and self.slots:
            lines += [f"   {row}".rstrip() for row in _picture(self)]
        lines += [f"   {thing}" for thing in (*self.slots, *self.marks)]
        lines.append(f"   todo {self.todo.icon}: {self.todo.words}")
        return "\n".join(lines)


@dataclass(frozen=True)
class KitPlan:
    """Everything that is printed for one kit: pages numbered and ordered, with the settings they were made for."""

    kit: Kit
    settings: SheetSettings
    pages: tuple[PagePlan, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def sheets(self) -> int:
        """How many sheets of paper it takes."""
        return max((p.sheet_no for p in self.pages), default=0)

    def pages_of(self, component_id: str) -> tuple[PagePlan, ...]:
        """Return the pages on which a component appears."""
        return tuple(p for p in self.pages if component_id in p.component_ids)

    def as_text(self, picture: bool = False) -> str:
        """Return the whole plan as text."""
        return "\n".join(page.as_text(picture) for page in self.pages)


# ---- a page drawn in letters: one letter is 5 mm wide and 10 mm high


def _picture(page: PagePlan) -> Sequence[str]:
    across, down = 5.0, 10.0
    columns, rows = round(page.paper.width / across), round(page.paper.height / down)
    canvas = [[" "] * columns for _ in range(rows)]

    def put(column: int, row: int, letters: str) -> None:
        for i, letter in enumerate(letters, column):
            if 0 <= row < rows and 0 <= i < columns:
                canvas[row][i] = letter

    def frame(box: Box, corner: str, level: str, upright: str) -> None:
        left, right = round(box.x / across), round(box.right / across)
        top, bottom = round(box.y / down), round(box.bottom / down)
        for row in (top, bottom):
            put(left, row, corner + level * (right - left - 1) + corner)
        for row in range(top + 1, bottom):
            put(left, row, upright)
            put(right, row, upright)

    for mark in page.marks:
        match mark:
            case GlueTab(box):
                frame(box, "/", "/", "/")
            case Fold(strip):
                for row in range(round(strip.y / down), round(strip.bottom / down) + 1):
                    put(round((strip.x + strip.width / 2) / across), row, ":")
            case _:
                pass
    for slot in page.slots:
        if slot.round:
            row = round((slot.y + slot.height / 2) / down)
            put(round(slot.x / across), row, f"({slot.card.id[:3]:^3})")
        else:
            frame(slot.trim, "+", "-", "|")
    for slot in page.slots:
        if not slot.round:
            words = slot.card.id if slot.side == "front" else f"~{slot.card.id}"
            room = max(1, round(slot.width / across) - 1)
            middle = round((slot.x + slot.width / 2) / across)
            row = round((slot.y + slot.height / 2) / down)
            put(middle - min(len(words), room) // 2, row, words[:room])
    for mark in page.marks:
        if isinstance(mark, Diamond):
            letter = {"left": "<", "right": ">", "up": "^", "down": "v"}[mark.solid]
            put(round(mark.x / across), round(mark.y / down), letter)
    edge = "." * columns
    return [edge, *("".join(row).rstrip() for row in canvas), edge]
