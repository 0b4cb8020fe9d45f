"""`cardgen replay --gif` and `--webp`: a stretch of a game as a moving picture, for sending."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.app.film import game_in
from cardgen.base.drawing import FontKey
from cardgen.base.files import write_whole
from cardgen.table.film import film, refused
from cardgen.table.words import named

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

WIDE, LEAST_HIGH = 1000, 420
MILLISECONDS, AT_THE_END = 1400, 3000
_MARGIN, _GAP, _CARD, _LINE = 24, 6, 92, 30
_FELT, _PAPER, _INK, _SOFT = "#d9d9d9", "#ffffff", "#262626", "#595959"


def moving_picture(file: Path, data: Path, to: Path, first: int, last: int | None) -> int:
    """Write moves `first` to `last` of a game as GIF or WebP (by the name's ending); return how many pictures it has.

    CardgenError for moves that the game does not have.
    """
    from PIL import Image

    game, kept = game_in(file, data)
    moves = len(kept.moves)
    last = moves if last is None else last
    if not 0 <= first <= last <= moves:
        raise refused(f"has {moves} moves, not {first} to {last}", kept)
    shot = film(game, kept)
    states = [shot["start"]]
    for step in shot["steps"]:
        before = states[-1]
        zones, at = {**before["zones"], **step.get("zones", {})}, {**before["at"], **step.get("at", {})}
        states.append({**before, **step, "zones": zones, "at": at})
    faces = _faces(game.kit, {card for card, _ in shot["pieces"].values()})
    told = [f"{game.kit.title}: set-up", *(named(game, move.says) for move in kept.moves)]
    frames = [_frame(game, shot, faces, states[n], told[n]) for n in range(first, last + 1)]
    high = max(frame.height for frame in frames)
    whole = [_on(frame, high) for frame in frames]
    times = [MILLISECONDS] * (len(whole) - 1) + [AT_THE_END]
    written = io.BytesIO()
    kind = "WEBP" if to.suffix.lower() == ".webp" else "GIF"
    more: dict[str, Any] = {"quality": 80} if kind == "WEBP" else {"optimize": True}
    if kind == "GIF":
        whole = [frame.quantize(128, dither=Image.Dither.NONE) for frame in whole]
    whole[0].save(written, kind, save_all=True, append_images=whole[1:], duration=times, loop=0, **more)
    write_whole(to, written.getvalue())
    return len(whole)


def _on(frame: Image, high: int) -> Image:
    from PIL import Image

    whole = Image.new("RGB", (WIDE, high), _FELT)
    whole.paste(frame)
    return whole


def _faces(kit: Any, cards: set[str]) -> dict[str, Image]:
    """Return the picture of each card without its bleed, so high that a row of them fits."""
    from cardgen.app.build import atelier_for, faces_of
    from cardgen.app.settings import BuildSettings
    from cardgen.base.errors import Problems
    from cardgen.export.plates import Press
    from cardgen.export.png import View, pictures

    problems = Problems()
    faces = faces_of(kit, None, {}, problems)
    names, drawings = [], []
    for component in kit.components:
        for card in component.cards:
            if card.id in cards:
                names.append((card.id, component))
                drawings.append(faces.front(card))
    with atelier_for(BuildSettings(), lambda *_: None) as atelier:
        atelier.want(art for drawing in drawings for art in drawing.arts())
        forms = atelier.forms(problems, faces.art_stands)
    problems.raise_errors()
    views = []
    for (_, component), drawing in zip(names, drawings, strict=True):
        w, h = component.size.width, component.size.height
        scale = _CARD / (88 if h >= 60 else 60)
        pixels = (max(8, round(w * scale)), max(8, round(h * scale)))
        views.append(View(drawing, (0, 0, w, h), pixels))
    with Press(forms) as press:
        return {name: picture for (name, _), picture in zip(names, pictures(views, press), strict=True)}


def _frame(game: Any, shot: Any, faces: dict[str, Image], state: Any, says: str) -> Image:
    from PIL import Image, ImageDraw

    page = Image.new("RGB", (WIDE, 4000), _FELT)
    pen = ImageDraw.Draw(page)
    big, small = _font("Oswald", 26), _font("Roboto", 17)
    pen.rectangle((0, 0, WIDE, 56), fill=_PAPER)
    pen.rectangle((0, 0, 8, 56), fill=game.kit.accent)
    pen.text((_MARGIN, 12), _fitted(pen, says, big, WIDE - 2 * _MARGIN), fill=_INK, font=big)
    zones = {k: v for k, v in state["zones"].items() if isinstance(v, list) and v and k != "box"}
    y = 56 + _MARGIN // 2
    half = (WIDE - 3 * _MARGIN) // 2
    for seat, name in enumerate(game.names):  # two panels beside each other
        own = {k[: -len(name) - 1]: v for k, v in zones.items() if k.endswith(f" {name}")}
        zones = {k: v for k, v in zones.items() if not k.endswith(f" {name}")}
        panel = _panel(name, own, half, shot, faces, state, small, turn=state["turn"] == seat)
        if seat % 2 == 0:
            left, high = panel, panel.height
            page.paste(panel, (_MARGIN, y))
            after = y + high
        else:
            page.paste(panel, (2 * _MARGIN + half, y))
            after = y + max(left.height, panel.height)
        if seat % 2 or seat == game.players - 1:
            y = after + _MARGIN // 2
    middle = _panel("", zones, WIDE - 2 * _MARGIN, shot, faces, state, small, turn=False)
    page.paste(middle, (_MARGIN, y))
    return page.crop((0, 0, WIDE, max(LEAST_HIGH, y + middle.height + _MARGIN // 2)))


def _panel(
    title: str,
    zones: dict[str, Any],
    wide: int,
    shot: Any,
    faces: dict[str, Image],
    state: Any,
    small: Any,
    *,
    turn: bool,
) -> Image:
    """Return what lies before a player, or ("") in the middle: zones beside each other as long as there is room."""
    from PIL import Image, ImageDraw

    panel = Image.new("RGB", (wide, 3000), _PAPER if title else _FELT)
    pen = ImageDraw.Draw(panel)
    y = _GAP
    if title:
        pen.text((12, y), title, fill=_INK, font=small)
        if turn:
            pen.rectangle((0, 0, wide, 3), fill=_INK)
        y += _LINE - 4
    x, high = 12, 0
    for name, there in zones.items():
        cards = [(str(p), faces[shot["pieces"][str(p)][0]]) for p in there if p is not None]
        strip = _strip(cards, wide - 24, state["at"])
        words = f"{name} {len(there)}" if len(cards) < len(there) or not cards else name
        need = max(strip.width if strip else 0, round(pen.textlength(words, font=small)))
        if x > 12 and x + need > wide - 12:
            x, y, high = 12, y + high + _GAP, 0
        pen.text((x, y), words, fill=_SOFT, font=small)
        if strip:
            panel.paste(strip, (x, y + _LINE - 6), strip)
        high = max(high, _LINE - 6 + (strip.height if strip else 0))
        x += need + _MARGIN
    return panel.crop((0, 0, wide, y + high + 12))


def _strip(cards: list[tuple[str, Image]], room: int, at: Any) -> Image | None:
    """Return pieces in a row that closes up where there is no room, or as they lie on a grid."""
    from PIL import Image

    if not cards:
        return None
    pieces = [card for _, card in cards]
    cells = [tuple(at[piece]) for piece, _ in cards if piece in at]
    if len(cells) == len(cards) and len(set(cells)) == len(cards):
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        columns, rows = max(x for x, _ in cells) - left + 1, max(y for _, y in cells) - top + 1
        side = min(pieces[0].width, room // columns)
        strip = Image.new("RGBA", (side * columns, side * rows))
        for (x, y), card in zip(cells, pieces, strict=True):
            strip.paste(card.resize((side, side)), ((x - left) * side, (y - top) * side))
        return strip
    wide = sum(card.width + _GAP for card in pieces) - _GAP
    step = min(1.0, (room - pieces[-1].width) / max(1, wide - pieces[-1].width))
    strip = Image.new("RGBA", (min(wide, room), max(card.height for card in pieces)))
    x = 0.0
    for card in pieces:
        strip.paste(card, (round(x), 0))
        x += (card.width + _GAP) * step
    return strip


def _font(family: str, size: int) -> Any:
    from PIL import ImageFont

    from cardgen.faces.text.fonts import font

    return ImageFont.truetype(str(font(FontKey(family)).path), size)


def _fitted(pen: ImageDraw, text: str, font: Any, room: float) -> str:
    while len(text) > 2 and pen.textlength(text, font=font) > room:
        text = f"{text[:-2].rstrip()}…"
    return text
