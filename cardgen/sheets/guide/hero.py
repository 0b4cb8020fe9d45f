"""The panel of the print guide that shows real faces of the kit, all at one scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardgen.base.drawing import Drawing, Path
from cardgen.base.language import tr
from cardgen.model import Component, Kit
from cardgen.sheets.marks.pen import GREY, Pen
from cardgen.sheets.paper import Rect
from cardgen.sheets.plan.pageplan import FaceSource

GAP = 1.4  # between the faces of one block
APART = 4.0  # between blocks, at least
_AT_MOST = {"decks": 5, "tiles": 5, "boards": 1, "mats": 1, "aids": 1, "dials": 1, "spinners": 1}
_OTHERS = 4  # of any other kind


class Shown(NamedTuple):
    """A face in a picture: the drawing and the trim to show of it."""

    drawing: Drawing
    component: Component

    @property
    def width(self) -> float:
        return self.component.size.width

    @property
    def height(self) -> float:
        return self.component.size.height

    @property
    def clip(self) -> Path:
        """The trim."""
        return Path(self.component.contour.commands)


class _FaceBlock(NamedTuple):
    """Faces of one size, in rows."""

    shown: tuple[Shown, ...]

    @property
    def cell(self) -> tuple[float, float]:
        """The width and height of the largest face."""
        return max(s.width for s in self.shown), max(s.height for s in self.shown)

    def rows(self, k: float, height: float) -> int:
        fit = int((height + GAP + 1e-6) / (self.cell[1] * k + GAP))
        return max(1, min(fit, len(self.shown)))

    def columns(self, k: float, height: float) -> int:
        return -(-len(self.shown) // self.rows(k, height))

    def width(self, k: float, height: float) -> float:
        return self.columns(k, height) * (self.cell[0] * k + GAP) - GAP


def draw_hero(
    pen: Pen, kit: Kit, faces: FaceSource, panel: Rect, left: float, right: float, grown: float = 1.0
) -> None:
    """Draw the panel: blocks of faces side by side, and the scale they share once all is enlarged by `grown`."""
    pen.rect(panel.x, panel.y, panel.width, panel.height, fill=pen.tint(0.1))
    room = panel.height - 8.0
    blocks, k = _choose(kit, faces, right - left, room)
    if not blocks:
        return
    widths = [b.width(k, room) for b in blocks]
    spare = right - left - sum(widths)
    gap = min(spare / (len(blocks) - 1), 14.0) if len(blocks) > 1 else 0.0
    x = (left + right - sum(widths) - gap * (len(blocks) - 1)) / 2
    for block, wide in zip(blocks, widths, strict=True):
        columns = block.columns(k, room)
        rows = -(-len(block.shown) // columns)
        w, h = block.cell[0] * k, block.cell[1] * k
        y = panel.y + (panel.height - 2.6 - rows * (h + GAP) + GAP) / 2
        for i, shown in enumerate(block.shown):
            row, column = divmod(i, columns)
            left_ = x + column * (w + GAP) + (w - shown.width * k) / 2
            top = y + row * (h + GAP) + (h - shown.height * k) / 2
            pen.place(shown.drawing, left_, top, k, clip=shown.clip)
        x += wide + gap
    words = tr("all at {percent} % of the real size", percent=round(k * grown * 100))
    pen.text(right, panel.bottom - 1.7, words, 2.1, fill=GREY, anchor="end")


def _choose(kit: Kit, faces: FaceSource, width: float, height: float) -> tuple[list[_FaceBlock], float]:
    """Return blocks and their scale; what is too wide stays out if the rest then becomes larger."""
    wanted = kit.guide.get("hero")
    if wanted:
        blocks = _blocks(_named(kit, faces, wanted))
        return blocks, _scale(blocks, width, height)
    best: tuple[list[_FaceBlock], float] = ([], 0.0)
    for without in ((), ("mats",), ("mats", "aids"), ("mats", "aids", "boards")):
        shown: list[Shown] = []
        seen: set[str] = set()
        for component in kit.components:
            alone = component.kind in ("boards", "mats") and component.kind in seen
            if component.kind not in without and not alone and component.stays:
                seen.add(component.kind)
                shown += faces_of(component, faces, _AT_MOST.get(component.kind, _OTHERS), back=True)
        blocks = _blocks(shown)
        k = _scale(blocks, width, height)
        if k > best[1] * 1.15:
            best = (blocks, k)
        if k >= 0.33:
            break
    return best


def _named(kit: Kit, faces: FaceSource, wanted: Sequence[object]) -> list[Shown]:
    """Return the faces that the kit's guide names: ids of cards, `back:` before one for its back."""
    found = []
    flat = [w for row in wanted for w in (row if isinstance(row, (list, tuple)) else [row])]
    for name in map(str, flat):
        side, _, card_id = name.rpartition(":")
        try:
            card = kit.card(card_id)
        except KeyError:
            continue
        drawing = faces.back(card) if side == "back" else faces.front(card)
        if drawing:
            found.append(Shown(drawing, kit.component(card.component)))
    return found


def faces_of(component: Component, faces: FaceSource, at_most: int, *, back: bool) -> list[Shown]:
    """Return some different fronts of a component, spread over its cards, and one back if wanted."""
    cards = [card for card in component.cards if card.count]
    if not cards:
        return []
    n = min(at_most, len(cards))
    picked = [cards[round(i * (len(cards) - 1) / max(1, n - 1))] for i in range(n)]
    shown = [Shown(faces.front(card), component) for card in picked]
    if back and component.kind in ("decks", "tiles"):
        behind = faces.back(cards[0])
        if behind:
            shown.append(Shown(behind, component))
    return shown


def _blocks(shown: Sequence[Shown]) -> list[_FaceBlock]:
    """Return faces of one size together; all rounds are one block, each in the middle of its place."""
    groups: dict[tuple[float, float, str], list[Shown]] = {}
    for face in shown:
        round_ = face.component.shape == "round"
        key = (0.0, 0.0, "round") if round_ else (face.width, face.height, "rect")
        groups.setdefault(key, []).append(face)
    return [_FaceBlock(tuple(group[:8])) for group in groups.values()]


def _scale(blocks: Sequence[_FaceBlock], width: float, height: float) -> float:
    """Return the largest scale at which all blocks stand side by side."""
    if not blocks:
        return 0.0
    tallest = max(f.height for b in blocks for f in b.shown)
    for percent in range(90, 4, -1):
        k = percent / 100
        total = sum(b.width(k, height) for b in blocks) + APART * (len(blocks) - 1)
        if total <= width and tallest * k <= height:
            return k
    return 0.0
