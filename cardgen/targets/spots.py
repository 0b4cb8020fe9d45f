"""Plates of a press: groups of faces that are printed in one ink of their own, such as foil, as Separations of a PDF."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from cardgen.export.pdf import SPOT, TINT
from cardgen.targets.inks import Inks, pikepdf_text

if TYPE_CHECKING:
    from cardgen.model.kit import SpotPlate
    from cardgen.targets.order import Order

_COLOURS: Final = frozenset(["g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN", "ri"])


def in_spots(pdf: bytes, plates: Mapping[str, SpotPlate], profile: bytes | None, layers: bool) -> bytes:
    """Return a PDF whose drawings on plates are painted in their inks, at full strength or in a tint.

    What a screen shows for an ink is the plate's colour, in the inks of the `profile` if there is one. With `layers` each
    plate can be switched off in a viewer.
    """
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as document:
        writer = _SpotWriter(document, plates, Inks(profile) if profile else None)
        for thing in list(document.objects):
            if isinstance(thing, pikepdf.Stream) and SPOT in thing:
                writer.form(thing)
        if layers:
            writer.layers()
        out = io.BytesIO()
        document.save(out, deterministic_id=True)
        return out.getvalue()


def tell_plates(order: Order, printed: bool) -> None:
    """Note what becomes of the kit's plates: inks of their own, or colours of the face, or nothing."""
    for plate in order.kit.plates.values():
        if printed:
            how = f"is the ink {plate.ink}, {'over' if plate.overprint else 'instead of'} the colours"
            order.legend.append(_legend(order, plate))
        else:
            how = "is printed in the colours of the face" if plate.at_home else "is left out"
        order.adapted.append(f"plate {plate.name}: {how}")


def _legend(order: Order, plate: SpotPlate) -> str:
    """Return what a press must know of an ink: where it goes, in which strengths, and how fine its lines may be."""
    faces, tints, on = order.faces.with_plates(), set[float](), []
    for component in order.kit.components:
        sides = (face for card in component.cards for face in (faces.front(card), faces.back(card)) if face)
        found = {one.tint for face in sides for one in face.placed() if one.spot == plate.name}
        tints |= found
        on += [component.title] if found else []
    said = f"{plate.ink} (plate {plate.name}, {plate.shows} on a screen): {'over' if plate.overprint else 'instead of'} the colours"
    if plate.name == "cut" and not on:
        return f"{said}; the outline of each piece"
    strengths = ", ".join(f"{tint:.0%}".replace("%", " %") for tint in sorted(tints, reverse=True))
    least = f"; lines of {plate.least:g} mm or more" if plate.least else ""
    where = f"{strengths}, on {', '.join(on)}" if on else "nothing is on it"
    return f"{said}; {where}{least}"


class _SpotWriter:
    """Rewrites drawings of a document in inks of their own."""

    def __init__(self, document: Any, plates: Mapping[str, SpotPlate], inks: Inks | None) -> None:
        self._document, self._plates, self._inks = document, plates, inks
        self._spaces: dict[str, Any] = {}
        self._states: dict[bool, Any] = {}
        self._copies: dict[tuple[Any, str], Any] = {}
        self._forms: list[tuple[str, Any]] = []

    def form(self, form: Any) -> None:
        """Paint a drawing, and all that it places, in the ink of its plate."""
        from pikepdf import Dictionary, Name

        plate = self._plates[str(form[SPOT])[1:]]
        tint = f"{float(form[TINT]):g}".encode()
        del form[SPOT], form[TINT]
        resources = self._painted(form, form.get("/Resources", Dictionary()), plate)
        form.Resources = resources
        state = Dictionary(Type=Name.ExtGState, OP=plate.overprint, op=plate.overprint, OPM=1)
        states = Dictionary(dict(resources.get("/ExtGState", {}).items()))
        states["/Spot"] = self._states.setdefault(plate.overprint, self._document.make_indirect(state))
        resources.ExtGState = states
        ink = b"/Spot gs /Ink cs %b scn /Ink CS %b SCN\n" % (tint, tint)
        form.write(ink + form.read_bytes())
        self._forms.append((plate.name, form))

    def _painted(self, stream: Any, resources: Any, plate: SpotPlate) -> Any:
        """Take the colours out of a stream and return its resources, with the ink and with what it places in that ink."""
        import pikepdf
        from pikepdf import Dictionary

        kept = [
            one
            for one in pikepdf.parse_content_stream(stream)
            if isinstance(one, pikepdf.ContentStreamInlineImage) or str(one.operator) not in _COLOURS
        ]
        placed = {str(one.operands[0]) for one in kept if str(one.operator) == "Do"}
        stream.write(pikepdf.unparse_content_stream(kept))
        own = Dictionary(dict(resources.items()))
        own.ColorSpace = Dictionary(Ink=self._space(plate))
        listed: Any = own.get("/XObject", {})
        own.XObject = Dictionary({name: self._copy(listed[name], own, plate) for name in sorted(placed)})
        return own

    def _copy(self, form: Any, around: Any, plate: SpotPlate) -> Any:
        """Return a form in the ink; its own colours stay where it is placed elsewhere."""
        from pikepdf import Stream

        key = (form.objgen, plate.name)
        if key not in self._copies:
            new = Stream(self._document, form.read_bytes())
            for name, value in form.items():
                if name not in ("/Length", "/Filter", "/DecodeParms"):
                    new[name] = value
            self._copies[key] = new = self._document.make_indirect(new)
            new.Resources = self._painted(new, form.get("/Resources", around), plate)
        return self._copies[key]

    def _space(self, plate: SpotPlate) -> Any:
        from pikepdf import Array, Dictionary, Name

        if plate.name not in self._spaces:
            shows = tuple(int(plate.shows[at : at + 2], 16) / 255 for at in (1, 3, 5))
            full = self._inks.of(*shows) if self._inks else shows
            none = [0.0] * 4 if self._inks else [1.0] * 3
            tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=Array(none), C1=Array([*full]), N=1)
            base = Name.DeviceCMYK if self._inks else Name.DeviceRGB
            name = Name("/" + plate.ink)
            space = Array([Name.Separation, name, base, self._document.make_indirect(tint)])
            self._spaces[plate.name] = self._document.make_indirect(space)
        return self._spaces[plate.name]

    def layers(self) -> None:
        """Let a viewer switch each plate that is used on and off."""
        from pikepdf import Array, Dictionary, Name

        groups: dict[str, Any] = {}
        for name, form in self._forms:
            if name not in groups:
                group = Dictionary(Type=Name.OCG, Name=pikepdf_text(self._plates[name].ink))
                groups[name] = self._document.make_indirect(group)
            form.OC = groups[name]
        if groups:
            shown = Dictionary(Name=pikepdf_text("Plates"), Order=Array(groups.values()))
            self._document.Root.OCProperties = Dictionary(OCGs=Array(groups.values()), D=shown)
