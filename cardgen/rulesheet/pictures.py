"""The pictures of a rule sheet: real faces, drawn pictures and the art behind boxes, each made once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardgen.base.drawing import Drawing, Place, rect
from cardgen.base.errors import Location, did_you_mean
from cardgen.model import Named
from cardgen.rulesheet.blocks import Picture
from cardgen.rulesheet.sheet import RuleSheet

FOLDER = "rules"
_SETTINGS = ("width", "height")


@dataclass(slots=True)
class Pictures:
    """Makes the drawings that a sheet asks for; what cannot be made becomes a problem, once."""

    faces: Any
    sheet: RuleSheet
    _made: dict[object, Drawing | None] = field(default_factory=dict)

    @property
    def fonts(self) -> Path | None:
        """The kit's own fonts folder, if it has one."""
        folder = self.sheet.kit.root / "fonts"
        return folder if folder.is_dir() else None

    def drawing(self, picture: Picture, where: Location | None = None) -> Drawing | None:
        """Return a face, a back or a drawn picture; None when it cannot be made."""
        values = {k: v for k, v in picture.values.items() if k not in _SETTINGS}
        key = (picture.kind, picture.name, tuple(sorted(values.items())))
        if key not in self._made:
            self._made[key] = self._draw(picture, values, where or self.sheet.where)
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

    def _draw(self, picture: Picture, values: Mapping[str, str], where: Location) -> Drawing | None:
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
            self.sheet.problems.add(str(error.args[0]), where, code="unknown-card")
            return None
        faces = self.faces.in_look(look) if look else self.faces
        whole: Drawing | None = faces.back(card) if back else faces.front(card)
        if whole is None:
            return None
        part = kit.component(card.component)
        w, h = part.size.width, part.size.height
        radius = w / 2 if part.shape == "round" else part.corner
        edge = rect(0, 0, w, h, radius=radius)
        return Drawing(whole.name, 0, 0, w, h, (Place(whole, clip=edge),))

    def _template(self, name: str, more: Mapping[str, object], where: Location) -> Drawing | None:
        folder = self.sheet.kit.root / FOLDER
        if not (folder / name).is_file():
            known = [path.name for path in folder.glob("*.svg")]
            self.sheet.problems.add(
                f"there is no picture {FOLDER}/{name}",
                where,
                hint=did_you_mean(name, known),
                code="missing-file",
            )
            return None
        chosen = {option: choice.chosen for option, choice in self.sheet.choices.items()}
        names = {"options": Named(chosen, "option"), **more}
        drawing: Drawing = self.faces.drawing(f"{FOLDER}/{name}", f"{FOLDER}/{name}", **names)
        return drawing
