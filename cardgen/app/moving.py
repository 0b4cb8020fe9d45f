"""`cardgen replay --gif` and `--webp`: a stretch of a game as a moving picture, for sending."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.app.film import free_lines, game_in, printed_spots
from cardgen.base.destination import Destination
from cardgen.base.drawing import FontKey
from cardgen.base.files import templates_dir
from cardgen.engine import Game
from cardgen.source.screen import hints_of
from cardgen.table.film import film, refused
from cardgen.table.free_film import film_refused
from cardgen.table.layout import boards_of, counted, layout_of, on_board
from cardgen.table.words import named

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

    from cardgen.model import Component

WIDE, LEAST_HIGH = 1000, 420
MILLISECONDS, AT_THE_END = 1400, 3000
MOST = 60
"""Pictures: a minute and a half, which people look at to the end."""
_MARGIN, _GAP, _CARD, _BOARD, _LINE, _MARK, _CHIP = 24, 6, 92, 460, 30, 26, 22
_FELT, _PAPER, _INK, _SOFT = "#d9d9d9", "#ffffff", "#262626", "#595959"


def moving_picture(
    file: Path,
    data: Path,
    to: Path,
    first: int,
    last: int | None,
    say: Callable[[str], None] = lambda words: None,
) -> int:
    """Write moves `first` to `last` of a game as GIF or WebP (by the name's ending); return how many pictures it has.

    Each move has a picture for each of its steps: a card in the trick, then the trick taken. Of more than `MOST` pictures
    it shows as many, the moves worth jumping to among them; `say` is told so before they are drawn. CardgenError for
    moves that the game does not have.
    """
    if free_lines(file):
        hint = "cardgen replay --html shows it, with everything where it lay"
        raise film_refused(file, "a moving picture shows games with rules; this is a free table", hint)
    game, kept = game_in(file, data)
    moves = len(kept.moves)
    last = moves if last is None else last
    if not 0 <= first <= last <= moves:
        raise refused(f"has {moves} moves, not {first} to {last}", kept)
    shot = film(game, kept)
    stills = stills_of(
        shot, [f"{game.kit.title}: set-up", *(named(game, move.says) for move in kept.moves)], game
    )
    marks, most = [mark["at"] for mark in shot["marks"]], MOST
    while True:
        chosen = highlights(first, last, marks, most)
        if sum(len(stills[number]) for number in chosen) <= MOST or most == 2:
            break
        most -= 1
    if len(chosen) <= last - first:
        say(
            f"{last - first + 1} moves are too many for a moving picture: it shows {len(chosen)} of them; "
            "--from and --to choose a stretch, --html shows every move"
        )
    pictures = [still for number in chosen for still in stills[number]]
    camera = Camera(game, shot["pieces"], [still.state for still in pictures])
    high = max(camera.frame(*still).height for still in pictures)
    kind = "WEBP" if to.suffix.lower() == ".webp" else "GIF"

    def frames() -> Iterator[Image]:
        """Yield one picture after the other, so that no two are drawn at a time."""
        for still in pictures:
            frame = _on(camera.frame(*still), high)
            yield camera.with_few_colours(frame) if kind == "GIF" else frame

    whole = frames()
    times = [MILLISECONDS] * (len(pictures) - 1) + [AT_THE_END]
    written = io.BytesIO()
    more: dict[str, Any] = {"quality": 80} if kind == "WEBP" else {"optimize": True}
    next(whole).save(written, kind, save_all=True, append_images=whole, duration=times, loop=0, **more)
    Destination(to).write(written.getvalue())
    return len(pictures)


def highlights(first: int, last: int, marks: Sequence[int], most: int = MOST) -> list[int]:
    """Return the moves that a moving picture shows: all, or so many with both ends, the marks and what fills the gaps."""
    if last - first < most:
        return list(range(first, last + 1))
    inside = sorted({mark for mark in marks if first < mark < last})
    chosen = {first, last, *_spread(inside, most - 2)}
    rest = [number for number in range(first, last + 1) if number not in chosen]
    return sorted(chosen | set(_spread(rest, max(0, most - len(chosen)))))


def _spread(numbers: Sequence[int], most: int) -> list[int]:
    """Return at most so many of them, evenly chosen."""
    if len(numbers) <= most:
        return list(numbers)
    return [numbers[(2 * n + 1) * len(numbers) // (2 * most)] for n in range(most)]


class Still(NamedTuple):
    """The table at one moment, and the sentence above it."""

    state: Mapping[str, Any]
    says: str


def stills_of(shot: Mapping[str, Any], says: Sequence[str], game: Game[Any]) -> list[list[Still]]:
    """Return the table of a film after the set-up, and at each step of each move: `says` is the sentence of each.

    Where a step shows what came of a move, the sentence above it is the last one that was told of it.
    """
    state = shot["start"]
    stills = [[Still(state, says[0])]]
    for said, step in zip(says[1:], shot["steps"], strict=True):
        told, found = step["frames"][0]["told"], []
        for n, frame in enumerate(step["frames"]):
            state = {
                **state,
                **frame,
                **{key: {**state[key], **frame.get(key, {})} for key in ("zones", "at")},
            }
            if n and frame["told"] > told:
                told = frame["told"]
                said = named(game, step["tell"][told - 1][0])
            found.append(Still(state, said))
        stills.append(found)
    return stills


def _on(frame: Image, high: int) -> Image:
    from PIL import Image

    whole = Image.new("RGB", (WIDE, high), _FELT)
    whole.paste(frame)
    return whole


class _Face(NamedTuple):
    """A side of a card as it is shown: `scale` is its size, in pixels a millimetre."""

    card: str
    side: str
    scale: float


class Camera:
    """Takes pictures of some tables of one game, laid out as they are on the page; `pieces` are those of its film."""

    def __init__(
        self, game: Game[Any], pieces: Mapping[str, Sequence[str]], states: Sequence[Mapping[str, Any]]
    ) -> None:
        self.game, self.pieces = game, pieces
        self.layout = layout_of(game, hints_of(game.kit), printed_spots(game.kit))
        self.big, self.small, self.tiny = _font("Oswald", 26), _font("Roboto", 17), _font("Roboto", 13)
        self.marks = list(_marks())
        self.component: dict[str, Component] = {
            card.id: component for component in game.kit.components for card in component.cards
        }
        self.boards = boards_of(self.layout)
        self.scales = {card: _BOARD / self.component[card].size.width for card in self.boards}
        zones = [there for state in states for there in state["zones"].values() if isinstance(there, list)]
        cards = {pieces[str(piece)][0] for there in zones for piece in there if piece is not None}
        faces = {self.usual(card) for card in cards}
        faces |= {_Face(card, side, self.scales[card]) for card, side in self.boards.items()}
        faces |= {
            _Face(card, "front", scale) for card in self.movers(cards) for scale in self.scales.values()
        }
        self.chips = {
            name: _Face(zone["chip"], "front", _CHIP / self.component[zone["chip"]].size.width)
            for name, zone in self.layout["zones"].items()
            if zone.get("chip") and not zone.get("out")
        }
        faces |= set(self.chips.values())
        if back := self.layout["back"]:
            faces.add(self.usual(back, "back"))
        self.pictures = _pictures(game.kit, faces)

    def with_few_colours(self, frame: Image) -> Image:
        """Return a picture with the 256 colours that a GIF has: its own, and those of the page as they are."""
        from PIL import Image, ImageColor

        own = [_FELT, _PAPER, _INK, _SOFT, self.game.kit.accent, *(colour for colour, _ in self.marks)]
        many = 256 - len(own)
        found = frame.quantize(many, Image.Quantize.MAXCOVERAGE).getpalette() or []
        palette = Image.new("P", (1, 1))
        palette.putpalette(
            [*found[: 3 * many], *(part for colour in own for part in ImageColor.getrgb(colour)[:3])]
        )
        return frame.quantize(palette=palette, dither=Image.Dither.NONE)

    def movers(self, cards: set[str]) -> set[str]:
        """Return the cards whose pieces may lie on a board: those that are no larger than a quarter of it."""
        across = min((self.component[board].size.width for board in self.boards), default=0)
        return {card for card in cards if self.component[card].size.width < across / 4}

    def usual(self, card: str, side: str = "front") -> _Face:
        """Return a face so large that a row of them fits."""
        return _Face(card, side, _CARD / (88 if self.component[card].size.height >= 60 else 60))

    def face(self, piece: int) -> Image:
        """Return the picture of a piece as it lies in a row."""
        return self.pictures[self.usual(self.pieces[str(piece)][0])]

    # -- one picture

    def frame(self, state: Mapping[str, Any], says: str) -> Image:
        """Return the table at one moment below what has just been done."""
        from PIL import Image, ImageDraw

        game = self.game
        page = Image.new("RGB", (WIDE, 4000), _FELT)
        pen = ImageDraw.Draw(page)
        pen.rectangle((0, 0, WIDE, 56), fill=_PAPER)
        pen.rectangle((0, 0, 8, 56), fill=game.kit.accent)
        pen.text((_MARGIN, 12), _fitted(pen, says, self.big, WIDE - 2 * _MARGIN), fill=_INK, font=self.big)
        zones: list[dict[str, Any]] = [{} for _ in range(game.players + 1)]
        for key, there in state["zones"].items():
            seat = next((n for n, name in enumerate(game.names) if key.endswith(f" {name}")), -1)
            name = key.removesuffix(f" {game.names[seat]}") if seat >= 0 else key
            if self.zone(name).get("area") == "board" and name in zones[-1]:
                zones[-1][name] = [*zones[-1][name], *there]  # each player's pieces stand on the board of all
                continue
            zones[-1 if self.zone(name).get("area") == "board" else seat][name] = there
        y = 56 + _MARGIN // 2
        half = (WIDE - 3 * _MARGIN) // 2
        after = y
        for seat in range(game.players):  # two panels beside each other
            figures = self.figures(zones[seat], state["words"][seat], self.layout.get("seat"))
            panel = self.panel(seat, zones[seat], figures, half, state)
            page.paste(panel, (_MARGIN + seat % 2 * (_MARGIN + half), y))
            after = max(after, y + panel.height)
            if seat % 2 or seat == game.players - 1:
                y = after = after + _MARGIN // 2
        signs = self.layout.get("signs")
        shown = signs and [*(name for name in self.chips if name in zones[-1]), *signs]
        figures = self.figures(zones[-1], state["signs"], shown)
        middle = self.panel(-1, zones[-1], figures, WIDE - 2 * _MARGIN, state)
        page.paste(middle, (_MARGIN, y))
        return page.crop((0, 0, WIDE, max(LEAST_HIGH, y + middle.height + _MARGIN // 2)))

    def figures(
        self, zones: Mapping[str, Any], told: Sequence[tuple[str, Any]], names: Sequence[str] | None
    ) -> str:
        """Return chips and other figures as one reads them: "5 barrels"; `names` are those that are shown."""
        chips = {
            name: there["chips"]
            for name, there in zones.items()
            if isinstance(there, dict) and not self.zone(name).get("out")
        }
        values = {**chips, **dict(told)}
        shown = [name for name in (values if names is None else names) if name in values]
        return "   ".join(_figure(self.layout, name, values[name]) for name in shown)

    def zone(self, name: str) -> Mapping[str, Any]:
        """Return how a zone is shown; one that a game names besides its layout is a row."""
        found: Mapping[str, Any] = self.layout["zones"].get(name, {"show": "row", "title": name.capitalize()})
        return found

    def shown(self, zones: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], list[int | None]]]:
        """Yield the zones in which something lies that belongs to the game, boards last."""
        rows = [
            (self.zone(name), there)
            for name, there in zones.items()
            if isinstance(there, list) and name != "box"
        ]
        for zone, there in sorted(rows, key=lambda row: row[0]["show"] == "board"):
            if not zone.get("out") and not zone.get("asked") and (there or zone["show"] == "board"):
                yield zone, there

    def panel(
        self,
        seat: int,
        zones: Mapping[str, Any],
        figures: str,
        wide: int,
        state: Mapping[str, Any],
    ) -> Image:
        """Return what lies before a player, or (-1) in the middle: zones beside each other as long as there is room."""
        from PIL import Image, ImageDraw

        panel = Image.new("RGB", (wide, 3000), _PAPER if seat >= 0 else _FELT)
        pen = ImageDraw.Draw(panel)
        y, across = _GAP, 12.0
        if seat >= 0:
            y = 12
            mark = self.mark(seat)
            panel.paste(mark, (12, y + 10 - mark.height // 2), mark)
            across += mark.width + 8
            pen.text((across, y), self.game.names[seat], fill=_INK, font=self.small)
            across += pen.textlength(f"{self.game.names[seat]}   ", font=self.small)
            if state["turn"] == seat:
                pen.rectangle((0, 0, wide, 3), fill=self.game.kit.accent)
        for chip in self.stack(zones):
            panel.paste(chip, (round(across), y), chip)
            across += _CHIP // 3
        across += _CHIP if self.stack(zones) else 0
        if seat >= 0 or figures:
            figures = _fitted(pen, figures, self.small, wide - across - 12)
            pen.text((across, y), figures, fill=_SOFT, font=self.small)
            y += _LINE - 2
        x, high = 12, 0
        for zone, there in self.shown(zones):
            lying = self.lying(zone, there, wide - 24, state["at"])
            hidden = there.count(None)
            title = zone["title"] if seat >= 0 else zone.get("shared") or zone["title"]
            words = f"{title} {len(there)}" if hidden or zone["show"] == "pile" else title
            need = max(lying.width if lying else 0, round(pen.textlength(words, font=self.small)))
            if x > 12 and x + need > wide - 12:
                x, y, high = 12, y + high + _GAP, 0
            pen.text((x, y), words, fill=_SOFT, font=self.small)
            if lying:
                panel.paste(lying, (x, y + _LINE - 6), lying)
            high = max(high, _LINE - 6 + (lying.height if lying else 0))
            x += need + _MARGIN
        return panel.crop((0, 0, wide, y + high + 12))

    def stack(self, zones: Mapping[str, Any]) -> list[Image]:
        """Return a few chips as they are printed, of the first zone that holds some; the number says how many."""
        held = [(self.chips[name], there["chips"]) for name, there in zones.items() if name in self.chips]
        return [self.pictures[face] for face, many in held[:1] for _ in range(min(3, many))]

    def mark(self, seat: int) -> Image:
        """Return the mark of a seat, its letter on a shape in its colour, as the page has it."""
        from PIL import Image, ImageDraw

        colour, corners = self.marks[seat % len(self.marks)]
        mark = Image.new("RGBA", (_MARK * 4, _MARK * 4))
        pen = ImageDraw.Draw(mark)
        if corners:
            pen.polygon([(x * _MARK / 25, y * _MARK / 25) for x, y in corners], fill=colour)
        else:
            pen.ellipse((0, 0, _MARK * 4 - 1, _MARK * 4 - 1), fill=colour)
        mark = mark.reduce(4)
        letter = self.game.names[seat][:1]
        low = 3 if len(corners) == 3 else 0  # a triangle is wide below
        ImageDraw.Draw(mark).text(
            (_MARK / 2, _MARK / 2 + low), letter, fill=_PAPER, font=self.tiny, anchor="mm"
        )
        return mark

    # -- one zone

    def lying(
        self, zone: Mapping[str, Any], there: Sequence[int | None], room: int, at: Mapping[str, Any]
    ) -> Image | None:
        """Return what lies in a zone: of a pile the top, on a board each piece at its spot."""
        back = self.layout["back"]
        down = self.pictures.get(self.usual(back, "back")) if back else None
        if zone["show"] == "board" and zone.get("face") in self.boards:
            return self.board(zone, [piece for piece in there if piece is not None], at)
        if zone["show"] == "pile":
            return self.face(there[-1]) if there[-1] is not None else down
        cards = [(str(piece), self.face(piece)) for piece in there if piece is not None]
        if not cards and down:
            return _row([down] * len(there), room)
        return _strip(cards, room, at)

    def board(self, zone: Mapping[str, Any], there: Sequence[int], at: Mapping[str, Any]) -> Image:
        """Return a board with its pieces on their spots."""
        card = zone["face"]
        scale = self.scales[card]
        picture = self.pictures[_Face(card, self.boards[card], scale)].copy()
        movers = [
            self.pictures.get(_Face(self.pieces[str(piece)][0], "front", scale)) or self.face(piece)
            for piece in there
        ]
        wide = max((mover.width for mover in movers), default=0) / scale
        middles = on_board(zone, there, at, self.component[card].size.height, wide)
        for mover, (x, y) in zip(movers, middles, strict=True):
            place = (round(x * scale - mover.width / 2), round(y * scale - mover.height / 2))
            picture.alpha_composite(mover, (max(0, place[0]), max(0, place[1])))
        return picture


def _marks() -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Yield colour and corners of each seat's mark, in hundredths of its size, as the style of the page has them."""
    style = (templates_dir() / "studio" / "studio.css").read_text("utf-8")
    colours = re.findall(r"--seat-\d: (#\w{6})", style)
    polygons = dict(re.findall(r"\.mark-(\w+) \{ clip-path: polygon\(([^)]*)\)", style))
    polygons["square"] = "4% 4%, 96% 4%, 96% 96%, 4% 96%"
    shapes = ("circle", "square", "diamond", "triangle", "hexagon", "star")
    for colour, shape in zip(colours, shapes, strict=False):
        corners = [
            tuple(map(float, corner.replace("%", "").split()))
            for corner in polygons.get(shape, "").split(",")
            if corner
        ]
        yield colour, [(x, y) for x, y in corners]


def _pictures(kit: Any, wanted: set[_Face]) -> dict[_Face, Image]:
    """Return the picture of each face without its bleed, cut to the shape that it has."""
    from cardgen.app.build import art_queue, faces_of
    from cardgen.app.settings import BuildSettings
    from cardgen.base.errors import Problems
    from cardgen.export.plates import Press
    from cardgen.export.png import View, mask_of, pictures

    problems = Problems()
    faces = faces_of(kit, None, {}, problems)
    known = {card.id: (card, component) for component in kit.components for card in component.cards}
    drawn = {}
    for face in sorted(wanted):
        card = known[face.card][0]
        drawing = (faces.back(card) if face.side == "back" else None) or faces.front(card)
        drawn[face] = drawing
    with art_queue(BuildSettings(), lambda *_: None) as arts:
        arts.want(art for drawing in drawn.values() for art in drawing.arts())
        forms = arts.forms(problems, faces.art_stands)
    problems.raise_errors()
    views = []
    for face, drawing in drawn.items():
        size = known[face.card][1].size
        pixels = (max(8, round(size.width * face.scale)), max(8, round(size.height * face.scale)))
        views.append(View(drawing, (0, 0, size.width, size.height), pixels))
    found = {}
    with Press(forms) as press:
        for face, picture in zip(drawn, pictures(views, press), strict=True):
            component = known[face.card][1]
            cut = component.cut_off(face.side)
            picture.putalpha(mask_of(cut, picture.size, component.size.width))
            found[face] = picture
    return found


def _strip(cards: list[tuple[str, Image]], room: int, at: Mapping[str, Any]) -> Image | None:
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
    return _row(pieces, room)


def _row(pieces: Sequence[Image], room: int) -> Image:
    from PIL import Image

    wide = sum(card.width + _GAP for card in pieces) - _GAP
    step = min(1.0, (room - pieces[-1].width) / max(1, wide - pieces[-1].width))
    strip = Image.new("RGBA", (min(wide, room), max(card.height for card in pieces)))
    x = 0.0
    for card in pieces:
        strip.alpha_composite(card, (round(x), 0))
        if x and step < 1:  # cards that overlap have an edge, or pale ones would melt together
            strip.paste(_SOFT, (round(x), 4, round(x) + 1, card.height - 4))
        x += (card.width + _GAP) * step
    return strip


def _figure(layout: Mapping[str, Any], name: str, value: Any) -> str:
    """Return "5 barrels", "goal 7": a number before what is counted, all else behind its name."""
    word, more = counted(layout, name, value), "|" in str(layout.get("words", {}).get(name, ""))
    said = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
    return f"{said} {word}" if more else f"{word} {said}"


def _font(family: str, size: int) -> Any:
    from PIL import ImageFont

    from cardgen.faces.text.fonts import font

    return ImageFont.truetype(str(font(FontKey(family)).path), size)


def _fitted(pen: ImageDraw, text: str, font: Any, room: float) -> str:
    while len(text) > 2 and pen.textlength(text, font=font) > room:
        text = f"{text[:-2].rstrip()}…"
    return text
