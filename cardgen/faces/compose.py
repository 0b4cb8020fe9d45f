"""The faces of a kit: asks for a card, gets its drawing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path as FilePath
from posixpath import normpath
from typing import Any, NamedTuple

from lxml import etree

from cardgen.base.cache import name_for
from cardgen.base.drawing import Art, Drawing, Item, Path, PlacedDrawing, line, multiply
from cardgen.base.errors import Location, Problems, did_you_mean
from cardgen.base.files import FileError, Files
from cardgen.base.svg import Box, SvgError, as_svg, parse
from cardgen.faces.art.form import Engine, engine_here
from cardgen.faces.art.photo import is_photo
from cardgen.faces.complaints import Lack, Teller
from cardgen.faces.keeping import KeptFaces
from cardgen.faces.spots import PrintedSpot, spots_in
from cardgen.faces.svg.document import SvgDocument
from cardgen.faces.svg.layers import Painter, Placeable
from cardgen.faces.svg.parts import Parts
from cardgen.faces.svg.pictures import Inside, Meant
from cardgen.faces.svg.refused import SvgRefusal, refusals
from cardgen.faces.template import face_templates
from cardgen.faces.text.fonts import unusable_fonts
from cardgen.jinja.sandbox import LINE_BREAK
from cardgen.jinja.templates import Rendered
from cardgen.model import KINDS, Card, Component, Kit, Look, Named

_MARKED = "#d40000"
_SIZE_TOLERANCE = 0.05  # mm
_PRINTED = ("slug", "title", "subtitle", "version", "players", "minutes", "language", "accent", "credits")
"""What templates may know of a kit; the kit itself knows folders."""
_NOTHING = b'<svg xmlns="http://www.w3.org/2000/svg" width="1mm" height="1mm" viewBox="0 0 1 1"/>'
_REFERS_OUT = re.compile(r"href\s*=\s*[\"'](?!#)")


class _Wanted(NamedTuple):
    """What is to be drawn: a side of a card, or a template of any size (`component` None).

    `subject` is what messages call it, `card` where its words come from, `asked` where the kit names the template.
    """

    name: str
    subject: str
    card: Location | None = None
    asked: Location | None = None
    component: Component | None = None
    card_id: str | None = None

    @property
    def box(self) -> Box | None:
        """Where it must lie: the trimmed card begins at 0,0."""
        if self.component is None:
            return None
        size, bleed = self.component.size, self.component.bleed
        return (-bleed, -bleed, size.width + 2 * bleed, size.height + 2 * bleed)

    @property
    def trim(self) -> Box | None:
        """What is left of it when it is cut."""
        return (0.0, 0.0, self.component.size.width, self.component.size.height) if self.component else None

    def drawing(self, box: Box | None = None, items: tuple[Item, ...] = ()) -> Drawing:
        """Return it with these items; without any, as it is when it cannot be drawn."""
        return Drawing(self.name, *(box or self.box or (0.0, 0.0, 10.0, 10.0)), items)


def _template(card: Card, component: Component, side: str) -> str | None:
    return (card.face or component.face) if side == "front" else (card.back or component.back)


class Faces:
    """Draws the cards of a kit in one look and under chosen house rules.

    Mistakes are collected in `problems`; a face that cannot be drawn comes back empty, so that the
    others are still looked at. Drawings are shared: the same drawing means the same ink. In the private
    folders `compiled` and `kept`, templates and faces may be kept for the next run; `salt` must then change
    with all that faces depend on and no template prints: the code, the fonts, the files that are drawn. What an SVG may
    say depends on the art `engine` (default: the best one here).
    """

    def __init__(
        self,
        kit: Kit,
        look: str = "full",
        options: Mapping[str, str | int | bool] | None = None,
        problems: Problems | None = None,
        compiled: FilePath | None = None,
        kept: FilePath | None = None,
        salt: str = "",
        engine: Engine | None = None,
    ) -> None:
        self.kit = kit
        self.engine: Engine = engine or engine_here()
        self.painter = Painter
        """Who draws; the studio puts one there who notes layers and texts."""
        self.problems = problems if problems is not None else Problems()
        self.plated = False
        """Whether groups on plates of a press are drawings of their own: `with_plates`."""
        self.draft = False
        """Whether a card whose words do not fit is printed all the same, with a mark."""
        chosen = kit.chosen(options or {}, self.problems)
        self.options = Named({name: value.value for name, value in chosen.items()}, "option")
        self._looks: dict[str, Faces] = {}
        self._open: set[tuple[str, str, str]] = set()
        self._files = Files(kit.root, FilePath(kit.where.file).parent.as_posix(), kit.translated_into)
        self._folder = kit.fonts
        if self._folder is None and (kit.root / "fonts").is_dir():
            message = "'fonts' is a link that leads out of the kit's folder"
            hint = "copy the fonts into the kit"
            self.problems.add(message, kit.where, hint=hint, code="outside-file")
        for error in unusable_fonts(self._folder) if self._folder else ():
            self.problems.extend([replace(error.problem(kit.where), level="warning")])
        self._kept_in, self._salt = kept, f"{salt} {kit.language} {self.engine} {dict(kit.plates) or ''}"
        self._templates = face_templates(
            self._files, self.problems, self._folder, compiled, kit.language, kit.said
        )
        self._arts: dict[str, Art] = {}
        self._art_stands: dict[str, tuple[Callable[[], Location], str]] = {}
        self._refused: dict[str, list[SvgRefusal]] = {}
        self._reported: set[tuple[str, ...]] = set()
        self._lacks: dict[tuple[str, str], Lack] = {}
        self._use_look(look)

    def _use_look(self, look: str) -> None:
        kit = self.kit
        palette = kit.looks[look].palette if look in kit.looks else {}
        if look not in kit.looks and (kit.looks or look != "full"):
            hint = did_you_mean(look, kit.looks)
            self.problems.add(f"{kit.title} has no look '{look}'", kit.where, hint=hint, code="unknown-look")
        self.look = look
        self._names = self._base_names(palette)
        self._part_text = lru_cache(maxsize=None)(self._render_part)
        self._part_hash = lru_cache(maxsize=None)(self._hash_of_part)
        self._parts = Parts(self._files, self._part_text)
        self._kept: KeptFaces | None = None
        if self._kept_in is not None:
            name = name_for(kit.root.resolve(), look, kit.translated_into)
            self._kept = KeptFaces(self._kept_in / f"{name}.json", self._salt)
        self._sides: dict[tuple[str, str, str], Drawing | None] = {}
        self._drawn: dict[tuple[str, Box | None, str], Drawing] = {}
        self._incomplete: set[int] = set()

    def _base_names(self, palette: Mapping[str, str]) -> dict[str, Any]:
        kit = self.kit
        return {
            "kit": Named({name: getattr(kit, name) for name in _PRINTED}, "part of the kit"),
            "look": kit.looks[self.look] if self.look in kit.looks else Look(self.look, self.look, palette),
            "palette": Named(palette, "colour in the palette"),
            "players": kit.players,
            "options": self.options,
            "tables": kit.tables,
            "cards": kit.cards,
            **{kind: getattr(kit, kind) for kind in KINDS},
        }

    # -- what others ask for --------------------------------------------------------------------------

    def front(self, card: Card) -> Drawing:
        """Return the face of a card, bleed included."""
        drawing = self._side(card, "front")
        assert drawing is not None
        return drawing

    def back(self, card: Card) -> Drawing | None:
        """Return the back of a card, or None when it has none; equal backs are one drawing."""
        return self._side(card, "back")

    def spots(self, card: Card, side: str = "front") -> list[PrintedSpot]:
        """Return the spots that the drawing of a side names, in mm from the corner of the trim; [] where it names none."""
        component = self.kit.component(card.component)
        rendered = self.filled_in(card, side)
        return spots_in(rendered.text, component.size, component.bleed) if rendered else []

    def template(self, card: Card, side: str) -> str | None:
        """Return the template of a side, None when it has none."""
        return _template(card, self.kit.component(card.component), side)

    def filled_in(self, card: Card, side: str, text: str | None = None) -> Rendered | None:
        """Return the template of a side filled in, or another `text` in its place; None when it cannot be."""
        template = self.template(card, side)
        if template is None:
            return None
        if text is not None:
            self._templates.instead(template, text)
        return self._templates.render(template, self._names_for(card, side), f"card {card.id}", card.where)

    def drafted(self, card: Card, side: str, rendered: Rendered) -> Drawing:
        """Return a side of a card as it would be with another text than its template printed; it is not kept."""
        component = self.kit.component(card.component)
        wanted = _Wanted(f"{card.id} {side}", f"card {card.id}", card.where, card.where, component, card.id)
        drawn = self._compose(rendered.name, rendered, self._names_for(card, side), wanted)
        return self._with_held(drawn, component, side)

    def printed_at(self, card: Card, side: str, rendered: Rendered, line: int) -> Location:
        """Return the place in the kit's files that printed a line of a side that was filled in."""
        return self._templates.locate(rendered, self._names_for(card, side), line)

    def _names_for(self, card: Card, side: str) -> dict[str, Any]:
        return {**self._names, "card": card, "component": self.kit.component(card.component), "side": side}

    def drawing(self, template: str, name: str, **names: Any) -> Drawing:
        """Return any other template as a drawing: a picture for the rule sheet, the furniture of a sheet.

        `name` is what people call it; `names` are added to what every template knows. The drawing's
        rectangle is the template's own viewBox in mm.
        """
        return self._draw(template, {**self._names, **names}, _Wanted(name, name))

    def icons(self) -> Iterator[Drawing]:
        """Yield what texts of any template may show as {name}."""
        return self._parts.own_icons()

    def incomplete(self, drawing: Drawing) -> bool:
        """Tell whether one of these drawings goes without something that could not be read or drawn."""
        return id(drawing) in self._incomplete

    def in_look(self, look: str) -> Faces:
        """Return the same kit's faces in another look; both share templates, art and problems."""
        if look == self.look:
            return self
        if look not in self._looks:
            other = object.__new__(Faces)
            other.__dict__.update(self.__dict__)
            self._looks[look] = other
            other._use_look(look)
            self._looks.setdefault(self.look, self)
        return self._looks[look]

    def with_plates(self) -> Faces:
        """Return the same faces for a press, groups on its plates as drawings of their own; itself without plates."""
        if not self.kit.plates or self.plated:
            return self
        other = object.__new__(Faces)
        other.__dict__.update(self.__dict__, plated=True, _kept_in=None, _looks={}, _open=set())
        other._use_look(self.look)
        return other

    def unreported(self) -> Faces:
        """Return the same faces as if nothing had been wrong so far: what is wrong is reported again."""
        self.problems.clear()
        self._reported.clear()
        return self

    def composed(self) -> dict[str, dict[str, Drawing]]:
        """Return the sides that were drawn in this look so far, by card and then `front` and `back`."""
        found: dict[str, dict[str, Drawing]] = {}
        for (_, card, side), drawing in self._sides.items():
            if drawing is not None:
                found.setdefault(card, {})[side] = drawing
        return found

    def save(self) -> None:
        """Keep what was composed for the next run."""
        for faces in {self, *self._looks.values()}:
            if faces._kept:
                faces._kept.save()

    # -- a side of a card -----------------------------------------------------------------------------

    def _side(self, card: Card, side: str) -> Drawing | None:
        key = (card.component, card.id, side)
        if key not in self._sides:
            self._sides[key] = self._draw_side(card, side)
        return self._sides[key]

    def _draw_side(self, card: Card, side: str) -> Drawing | None:
        component = self.kit.component(card.component)
        template = _template(card, component, side)
        if template is None:
            return None
        asked = card.where if (card.face if side == "front" else card.back) else component.where
        names = {**self._names, "card": card, "component": component, "side": side}
        wanted = _Wanted(f"{card.id} {side}", f"card {card.id}", card.where, asked, component, card.id)
        self._open.add((card.id, side, self.look))
        try:
            drawn = self._draw(template, names, wanted)
        finally:
            self._open.discard((card.id, side, self.look))
        return self._with_held(drawn, component, side)

    def _with_held(self, drawn: Drawing, component: Component, side: str) -> Drawing:
        return replace(drawn, items=(*drawn.items, *self._held(component, side))) if component.held else drawn

    def _held(self, component: Component, side: str) -> Iterator[PlacedDrawing]:
        """Yield the faces of the pieces in a punchboard, each with its bleed; behind it, mirrored by place."""
        for one in component.held:
            own = self.kit.component(one.component)
            face = self.front(own[one.card]) if side == "front" else self.back(own[one.card])
            matrix = one.matrix(own.size)
            if side == "back":
                over, mine = ((-1.0, 0.0, 0.0, 1.0, c.size.width, 0.0) for c in (component, own))
                matrix = multiply(over, multiply(matrix, mine))
            if face:
                yield PlacedDrawing(face, matrix, own.seen(side).grown(min(own.bleed, component.bleed)))

    def _draw(self, template: str, names: Mapping[str, Any], wanted: _Wanted) -> Drawing:
        """Return a template filled in: as it was drawn before, as an earlier build kept it, or composed."""
        rendered = self._templates.render(template, names, wanted.subject, wanted.asked)
        if rendered is None:
            return wanted.drawing()
        box = wanted.box
        key = (template, box, rendered.text)
        found = self._drawn.get(key)
        if found is None and self._kept:
            found = self._kept.get(rendered.text, box, wanted.name, self._part_hash)
            if found is not None:
                items = (self._intern(item) if isinstance(item, Art) else item for item in found.items)
                found = replace(found, items=tuple(items))
                self._note_art(found, rendered.label, wanted)
        if found is None:
            found = self._compose(template, rendered, names, wanted)
        self._drawn[key] = found
        return found

    def _compose(
        self, template: str, rendered: Rendered, names: Mapping[str, Any], wanted: _Wanted
    ) -> Drawing:
        def locate(line: int) -> Location:
            return self._templates.locate(rendered, names, line)

        teller = Teller(
            self.problems,
            wanted.subject,
            wanted.card,
            rendered.label,
            locate,
            self._reported,
            self._lacks,
            self._folder,
            self.draft,
            self.kit.translated_into,
            self._pictures_of(wanted),
        )
        placed: list[Any] = []
        pictures: dict[Any, Meant] = {}
        try:
            root = parse(rendered.text.encode())
            if LINE_BREAK in rendered.text:
                _unbreak_attributes(root)
            root = as_svg(root)
            document = SvgDocument(root, self._parts.fragment, rendered.text)
            if _REFERS_OUT.search(rendered.text):
                placed = self._parts.link(root, template, pictures, teller.error)
        except etree.XMLSyntaxError as error:
            reason = re.sub(r" line \d+", "", error.msg.partition(", line")[0])
            hint = "every tag must be closed, & is written &amp;"
            where = locate(error.lineno or 1)
            teller.note(f"the SVG is not well-formed: {reason}", None, "svg-syntax", hint, where=where)
            return wanted.drawing()
        except FileError as error:
            teller.error(error, getattr(error, "element", None))
            return wanted.drawing()
        box = wanted.box
        if box and wanted.component:
            self._check_size(document, box, wanted.component, teller)
        else:
            vx, vy, vw, vh = document.view
            width, height = document.width, document.height
            box = (vx * width / vw, vy * height / vh, width, height)
        painter = self.painter(
            document,
            placed,
            pictures,
            corner=box[:2],
            trim=wanted.trim,
            folder=self._folder,
            language=self.kit.language,
            parts=self._parts,
            place=lambda target: self._place(target, teller),
            teller=teller,
            share=lambda piece, element, inside=None: self._share(piece, element, teller, inside),
            plates=self.kit.plates,
            plated=self.plated,
        )
        items = tuple(painter.items())
        if teller.marred and self.draft and wanted.component:
            items += _mark(wanted.component)
        drawing = wanted.drawing(box, items)
        if teller.left_out:
            self._incomplete.add(id(drawing))  # it is kept in _drawn: no other gets its id
        self._note_art(drawing, rendered.label, wanted)
        if self._kept and not teller.spoke:
            parts = {file: self._part_hash(file) for file in self._parts.documents}
            self._kept.add(rendered.text, wanted.box, drawing, parts)
        return drawing

    def _pictures_of(self, wanted: _Wanted) -> dict[str, tuple[Location, int | None]]:
        """Return the pictures that a card names in its fields: where, and how many dots per inch are wanted."""
        if wanted.component is None or wanted.card_id is None:
            return {}
        values = self.kit.card(wanted.card_id).fields
        return {
            normpath(values[name]): (self.kit.place("cards", wanted.card_id, name), said.get("dpi"))
            for name, said in wanted.component.fields.items()
            if said.get("type") == "picture" and isinstance(values.get(name), str) and values[name]
        }

    def _check_size(self, document: SvgDocument, box: Box, component: Component, teller: Teller) -> None:
        width, height = box[2:]
        if max(abs(document.width - width), abs(document.height - height)) <= _SIZE_TOLERANCE:
            return
        teller.note(
            f"the template is {document.width:g} × {document.height:g} mm, but {component.title} needs "
            f"{width:g} × {height:g} mm: {component.size} and {component.bleed:g} mm bleed on every side",
            document.root,
            "template-size",
            f'write width="{width:g}mm" height="{height:g}mm" '
            f'viewBox="{-component.bleed:g} {-component.bleed:g} {width:g} {height:g}"',
        )

    # -- what drawings share --------------------------------------------------------------------------

    def _render_part(self, file: str) -> str:
        """Return a file of parts; palette, look and options may colour it, a card may not."""
        text = self._templates.source(file)
        if not any(mark in text for mark in ("{{", "{%", "{#")):
            return text
        rendered = self._templates.render(file, self._names, file)
        if rendered is None:
            raise SvgError(f"{file} cannot be used", "template-error")
        return rendered.text

    def _hash_of_part(self, file: str) -> str:
        """Return the hash of what a file of parts says in this look; "" when it cannot be read."""
        try:
            text = self._part_text(file)
        except FileError:
            return ""
        return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

    def _share(self, piece: Art, element: Any, teller: Teller, inside: Inside | None = None) -> Art:
        """Return a piece of art as it was before; what in it is refused is told, and nothing of it is drawn."""
        if piece.key not in self._refused:
            self._refused[piece.key] = [] if is_photo(piece.svg) else refusals(piece.svg, self.engine)
        for refusal in self._refused[piece.key]:
            teller.refusal(refusal, element, inside)
        if any(one.level == "error" for one in self._refused[piece.key]):
            # it may keep the art engine busy for ever
            piece = replace(piece, svg=_NOTHING, key=sha256(_NOTHING).hexdigest())
        line = getattr(element, "sourceline", None) or 1
        self._art_stands.setdefault(piece.key, (lambda: teller.locate(line), teller.subject))
        return self._intern(piece)

    def _note_art(self, drawing: Drawing, label: str, wanted: _Wanted) -> None:
        """Note where art stands whose line is not known: that of an icon, or of a face that was kept."""
        for item in drawing.items:
            if isinstance(item, Art) and item.key not in self._art_stands:
                self._art_stands[item.key] = (lambda: Location(label), wanted.subject)

    def art_stands(self, key: str) -> tuple[Location, str] | None:
        """Return the place of a piece of art in its template, and what was drawn with it first."""
        found = self._art_stands.get(key)
        return (found[0](), found[1]) if found else None

    def _intern(self, piece: Art) -> Art:
        known = self._arts.setdefault(piece.key, piece)
        if known == piece:
            return known
        return Art(known.svg, known.key, piece.x, piece.y, piece.width, piece.height, piece.matrix)

    def _place(self, target: str, teller: Teller) -> Placeable | None:
        """Return the face that `face:C17`, `back:C17` or `face:C17@low-ink` names."""
        word, _, rest = target.partition(":")
        card_id, _, look = rest.partition("@")
        side = "front" if word == "face" else "back"
        if look and look not in self.kit.looks:
            hint = did_you_mean(look, self.kit.looks)
            teller.note(f"{target} asks for a look that does not exist", None, "unknown-look", hint)
            return None
        faces = self.in_look(look) if look else self
        try:
            card = self.kit.card(card_id)
        except KeyError:
            ids = [card.id for component in self.kit.components for card in component.cards]
            teller.note(f"{target} names no card", None, "unknown-card", did_you_mean(card_id, ids))
            return None
        if (card.id, side, faces.look) in self._open:
            teller.note(f"{target} is placed on itself", None, "use-loop")
            return None
        drawing = faces._side(card, side)
        if drawing is None:
            teller.note(f"{target}: card {card_id} has no back", None, "unknown-card")
            return None
        teller.left_out |= faces.incomplete(drawing)
        component = self.kit.component(card.component)
        return Placeable(drawing, component.size.width, component.size.height, trim(component, side))


def _mark(component: Component) -> tuple[Item, ...]:
    """Return what is drawn over a card of a draft whose words do not fit: a frame, struck through."""
    width, height = component.size.width, component.size.height
    frame = replace(trim(component), stroke=_MARKED, width=2.0)
    ends = ((0.15, 0.15, 0.85, 0.85), (0.15, 0.85, 0.85, 0.15))
    return (frame, *(line(a * width, b * height, c * width, d * height, _MARKED, 0.8) for a, b, c, d in ends))


def trimmed(component: Component, face: Drawing, side: str = "front") -> Drawing:
    """Return a face as it is when it is cut: without its bleed."""
    cut = PlacedDrawing(face, clip=trim(component, side))
    return Drawing(face.name, 0, 0, component.size.width, component.size.height, (cut,))


def trim(component: Component, side: str = "front") -> Path:
    """Return the line along which pieces of a component are cut, as a side shows it."""
    return Path(component.seen(side).commands)


def _unbreak_attributes(root: Any) -> None:
    """Turn the line breaks of card data back into spaces where no text is set."""
    for element in root.iter():
        for key, value in element.attrib.items():
            if LINE_BREAK in value:
                element.set(key, value.replace(LINE_BREAK, " "))
