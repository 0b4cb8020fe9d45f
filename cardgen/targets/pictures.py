"""A picture of each face, in the pixels that a print service asks for, and lists that say how many of each."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cardgen.base.drawing import Art, Drawing
from cardgen.base.units import MM_PER_INCH
from cardgen.export.output import Output
from cardgen.faces.address import addresses
from cardgen.source.leaves import FILLED, LENGTH, YES_NO, one_of, whole
from cardgen.source.shape import Keyed, key, list_of, part
from cardgen.targets.lists import ListEntry, autofill, table
from cardgen.targets.names import LETTERS, Register, filled, pattern, seen_from
from cardgen.targets.order import Order, fitting
from cardgen.targets.safe import SafeChecker, look_at
from cardgen.targets.sizes import PERCENT, PIXELS, Fit, SizePart, fit

if TYPE_CHECKING:
    from cardgen.export.plates import Press
    from cardgen.model import Card, Component

_FRONT: Final = ("game", "size", "component", "card", "hash", "copies", "copy")
_BACK: Final = ("game", "size", "component", "card", "hash")
_SHARED: Final = ("game", "size", "component", "hash")


class SlotsPart(Keyed, example='{file: "{size}/order-{number}.xml", most: 612}'):
    """`slots:` an order in XML: each piece has a number, and a card has as many slots as copies."""

    file: str = key(
        pattern("game", "size", "number"), "The order's name; {number} counts the orders of a size."
    )
    most: int = key(
        whole(1, 100_000), "The most pieces in one order; what is more goes into the next.", default=612
    )
    brackets: tuple[int, ...] = key(
        list_of(whole(1)), "Sizes of orders that cost the same whether they are full or not.", default=()
    )
    sizes: tuple[str, ...] = key(
        list_of(FILLED),
        "The sizes that can be ordered this way; of others there are pictures and the list. None: all.",
        default=(),
    )
    stock: str = key(FILLED, "The paper, as the service calls it.", default="(S30) Standard Smooth")
    foil: bool = key(YES_NO, "Whether it shines.", default=False)


class HoldsPart(Keyed, example="{product: PokerTuckBox54, holds: 54, of: poker, pixels: 2325x1950}"):
    """A box that the service prints; its art is drawn on the service's own template."""

    product: str = key(FILLED, "What the service calls it.")
    holds: int = key(whole(1), "How many cards it holds.")
    of: str = key(FILLED, "The size of these cards, by its name.")
    pixels: tuple[int, int] = key(PIXELS, "The picture that the service asks for.")


class PicturesOptions(Keyed, example="{dpi: 300, sizes: [{name: poker, size: 2.5x3.5in, bleed: 0.125in}]}"):
    """`pictures:` a picture of each face."""

    dpi: int = key(whole(30, 2400), "Pixels to an inch.", default=300)
    sizes: tuple[SizePart, ...] = key(list_of(part(SizePart), least=1), "The sizes that it prints.")
    scale: float = key(PERCENT, "How much larger or smaller a face may become.", default=0.015)
    mirror: float = key(LENGTH, "How much of a missing bleed may be mirrored art.", default=4.0)
    front: str = key(pattern(*_FRONT), "The name of a front.", default="{size}/{card}-front.png")
    back: str = key(pattern(*_BACK), "The name of a back.", default="{size}/{card}-back.png")
    shared_back: str | None = key(
        pattern(*_SHARED),
        "The name of a back that several cards share; otherwise each has its own.",
        default=None,
    )
    white_back: str | None = key(
        pattern(*_SHARED),
        "The name of a white back for cards that have none; otherwise they get none.",
        default=None,
    )
    copies: str = key(
        one_of("list", "names", "files", "slots"),
        "Where the number of copies of a card is written: in the `list`, in the name by {copies}, by as many files "
        "with {copy}, in the `slots` of an order.",
        default="list",
    )
    list: str | None = key(
        pattern("game", "size", "component"),
        "A table (CSV) of all pictures with their backs and copies; cards.csv where copies are listed in it.",
        default=None,
    )
    slots: SlotsPart | None = key(part(SlotsPart), "The order in which copies are slots.", default=None)
    boxes: tuple[HoldsPart, ...] = key(
        list_of(part(HoldsPart)), "Boxes for the cards; README.txt names the one that holds them.", default=()
    )


OPTIONS = PicturesOptions


def faults(options: PicturesOptions) -> Iterator[tuple[str, str]]:
    """Yield what does not go together: the entry, and what is wrong with it."""
    if options.copies == "files" and "{copy}" not in options.front:
        yield "front", "copies are files, so the name of a front needs {copy}"
    if options.copies == "names" and "{copies}" not in options.front:
        yield "front", "copies are told in names, so the name of a front needs {copies}"
    if options.copies == "slots" and options.slots is None:
        yield "copies", "copies are slots of an order, and `slots` does not say its file"
    if options.copies != "files" and "{copy}" in options.front:
        yield "front", "{copy} counts files, and copies are no files here"
    known = {size.name for size in options.sizes}
    if unknown := [name for name in (options.slots.sizes if options.slots else ()) if name not in known]:
        yield "slots", f"there is no size '{unknown[0]}' to order"
    if unknown := [box.of for box in options.boxes if box.of not in known]:
        yield "boxes", f"there is no size '{unknown[0]}' to put into a box"
    if options.slots is not None and options.white_back is None:
        yield "slots", "an order has a back for every card, so `white_back` is needed"


@dataclass(frozen=True, slots=True)
class FacePicture(Output):
    """A face as a picture with exactly these pixels, its edges mirrored where its bleed is too small."""

    face: Drawing
    pixels: tuple[int, int]
    dpi: int
    mirrored: tuple[float, float] = (0.0, 0.0)
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def about(self) -> dict[str, Any]:
        return {"pixels": list(self.pixels), "dpi": self.dpi, **self.extra}

    def arts(self) -> Iterator[Art]:
        return self.face.arts()

    def write(self, path: Path, press: Press) -> None:
        from cardgen.export.png import drawn_picture

        picture = drawn_picture(self.face, self.dpi, press=press, pixels=self.pixels)
        across, down = (ceil(length / MM_PER_INCH * self.dpi - 0.001) for length in self.mirrored)
        if across or down:
            _mirror(picture, across, down)
        press.save(picture, path, self.dpi)


def _mirror(picture: Any, across: int, down: int) -> None:
    """Fill so many pixels at the sides, and at top and bottom, with what lies inside of them, mirrored."""
    from PIL import ImageOps

    width, height = picture.size
    if across:
        picture.paste(ImageOps.mirror(picture.crop((across, 0, 2 * across, height))), (0, 0))
        right = picture.crop((width - 2 * across, 0, width - across, height))
        picture.paste(ImageOps.mirror(right), (width - across, 0))
    if down:
        picture.paste(ImageOps.flip(picture.crop((0, down, width, 2 * down))), (0, 0))
        bottom = picture.crop((0, height - 2 * down, width, height - down))
        picture.paste(ImageOps.flip(bottom), (0, height - down))


@dataclass(frozen=True, slots=True)
class Same(Output):
    """The same picture as another file of the bundle, whose name is `of` as seen from this one's folder."""

    of: str
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def about(self) -> dict[str, Any]:
        return self.extra

    def write(self, path: Path, press: Press) -> None:
        """Copy the other file."""
        press.settle()
        shutil.copyfile(path.parent / self.of, path)


class _Piece(NamedTuple):
    """A card with the names of its pictures, of which `front` has one for each file; `back` "" for none."""

    component: Component
    card: Card
    fit: Fit
    front: tuple[str, ...]
    back: str


def make(order: Order) -> Iterator[Output]:
    """Yield a picture of each face of the components that the service prints, and the lists that it wants."""
    options: PicturesOptions = order.target.asks
    register = Register(order.problems)
    pieces: list[_Piece] = []
    made: dict[tuple[Any, ...], str] = {}
    looker = SafeChecker(order.kit, order.faces.look, order.faces.options)
    drawn = addresses(
        {
            card.id: {"front": order.faces.front(card)}
            | ({"back": back} if (back := order.faces.back(card)) else {})
            for component in order.kit.components
            for card in component.cards
        }
    )

    def fits(component: Component) -> Fit:
        return fit(component, options.sizes, options.scale, options.mirror, options.dpi)

    for component, chosen in fitting(order, fits):
        if component.nicked:
            yield _contours(component, chosen)
        if chosen.words:
            order.adapt(component, chosen.words)
        if options.white_back and any(order.faces.back(card) is None for card in component.cards):
            order.adapt(component, "it has no back, a white one is made")
        look_at(order, looker, component, chosen)
        for card in component.cards:
            names = _Names(order, options, component, card, chosen, drawn[card.id])
            piece = _Piece(component, card, chosen, names.fronts, names.back)
            pieces.append(piece)
            copies = 1 if options.copies == "files" else card.count
            about = {"card": card.id, "side": "front", "copies": copies}
            for name in piece.front:
                register.enter(name, f"the front of card {card.id}", card.where)
                yield _picture(order, component, name, order.faces.front(card), "front", chosen, about, made)
            if piece.back and (piece.back not in made.values()):
                back = order.faces.back(card)
                register.enter(piece.back, names.owner_of_back, card.where)
                about = {"side": "back"} if names.shared else {"card": card.id, "side": "back"}
                yield _picture(order, component, piece.back, back, "back", chosen, about, made)
    yield from _lists(order, options, pieces)


def _contours(component: Component, chosen: Fit) -> Output:
    """Return what is cut of a punchboard, from its front."""
    from cardgen.export.output import TextOutput
    from cardgen.sheets.paper import Rect, Sheet
    from cardgen.targets.cutting.contours import CutPass, PathCut, RoundedCut
    from cardgen.targets.cutting.svg import contours_svg

    matrix, size = chosen.matrix(component, "front"), chosen.size
    lines = tuple(PathCut(one.moved(matrix).commands) for one in component.nicked)
    frame = RoundedCut(Rect(0, 0, size.width, size.height), component.corner)
    layers = (CutPass("cut-pieces-with-nicks", lines), CutPass("cut-frame", (frame,)))
    name = f"{chosen.part.name}/{component.id}/cut.svg"
    return TextOutput(name, contours_svg(layers, Sheet(size.width, size.height), component.title))


class _Names:
    """The names of a card's pictures."""

    def __init__(
        self,
        order: Order,
        options: PicturesOptions,
        component: Component,
        card: Card,
        chosen: Fit,
        drawn: dict[str, str],
    ) -> None:
        words = {"game": order.kit.slug, "size": chosen.part.name, "component": component.id, "card": card.id}
        front = {**words, "hash": drawn["front"][:LETTERS], "copies": card.count}
        copies = range(1, card.count + 1) if options.copies == "files" else (1,)
        self.fronts = tuple(filled(options.front, **front, copy=copy) for copy in copies)
        self.shared = True
        self.back, self.owner_of_back = "", f"the back of card {card.id}"
        if "back" in drawn:
            self.shared = options.shared_back is not None
            name = options.shared_back or options.back
            self.back = filled(name, **words, hash=drawn["back"][:LETTERS])
            if self.shared:
                self.owner_of_back = f"the back {drawn['back'][:LETTERS]} of {component.title}"
        elif options.white_back is not None:
            self.back = filled(options.white_back, **words, hash="white")
            self.owner_of_back = "the white back"


def _picture(
    order: Order,
    component: Component,
    name: str,
    face: Drawing | None,
    side: str,
    chosen: Fit,
    about: dict[str, Any],
    made: dict[tuple[Any, ...], str],
) -> Output:
    """Return the picture of a face, or a copy where the same is made already."""
    options: PicturesOptions = order.target.asks
    pixels = chosen.part.picture(options.dpi)
    known = (face, side if chosen.turned else "", component.id if face else "", pixels)
    if known in made:
        return Same(name, seen_from(name, made[known]), about)
    made[known] = name
    if face is None:
        x, y, width, height = chosen.window
        return FacePicture(name, Drawing("white", x, y, width, height), pixels, options.dpi, extra=about)
    drawing = chosen.drawing(face, component, side, mirror=chosen.round)
    mirrored = (0.0, 0.0) if chosen.round else chosen.mirrored
    return FacePicture(name, drawing, pixels, options.dpi, mirrored, about)


def _lists(order: Order, options: PicturesOptions, pieces: list[_Piece]) -> Iterator[Output]:
    """Yield the tables and the orders."""
    entries = [
        ListEntry(
            piece.fit.part.name,
            piece.component.id,
            piece.card,
            piece.front,
            piece.back,
            piece.fit.size,
            piece.card.count,
        )
        for piece in pieces
    ]
    list_name = options.list or ("cards.csv" if options.copies == "list" else None)
    if list_name is not None:
        lists: dict[str, list[ListEntry]] = {}
        for entry in entries:
            name = filled(list_name, game=order.kit.slug, size=entry.size_name, component=entry.component)
            lists.setdefault(name, []).append(entry)
        for name, some in lists.items():
            yield table(name, some, one_each=options.copies == "files")
    sizes: dict[str, list[_Piece]] = {}
    for piece in pieces:
        sizes.setdefault(piece.fit.part.name, []).append(piece)
    for size, its in sizes.items():
        orders: list[Output] = []
        if options.slots is not None and size in (options.slots.sizes or sizes):
            own = [entry for entry in entries if entry.size_name == size]
            orders = list(_orders(order, options.slots, size, own))
            yield from orders
        elif options.slots is not None:
            _without_order(order, options.slots, its)
        order.products.append(_product(its, orders))
    order.products.extend(_boxes(options.boxes, sizes))


def _without_order(order: Order, slots: SlotsPart, pieces: Sequence[_Piece]) -> None:
    """Tell that there is no order of these pieces, because it would be one of another size."""
    size, total = pieces[0].fit.part, sum(piece.card.count for piece in pieces)
    message = f"no order for the {total} pieces of size {size.name}: orders are for {' and '.join(slots.sizes)} only"
    hint = "upload their pictures by hand; the list says how many there are of each"
    order.to_look_at.append(f"{message}; {hint}")
    order.problems.add(message, pieces[0].component.where, hint=hint, level="warning", code="no-order")


def _product(pieces: Sequence[_Piece], orders: Sequence[Output]) -> str:
    """Return what to do with the pictures of one size."""
    size, owners = pieces[0].fit.part, {piece.component.id: piece.component for piece in pieces}
    what = ", ".join(f"{one.title} ({_pieces(one.total)})" for one in owners.values())
    folders = dict.fromkeys(name.rpartition("/")[0] or "." for piece in pieces for name in piece.front)
    how = f"order them with {', '.join(one.name for one in orders)}" if orders else "upload by hand"
    return f"{size.product or size.name}, {size.size}: {what}; {how}; pictures in {', '.join(folders)}"


def _pieces(count: int) -> str:
    return f"{count} piece{'s'[: count != 1]}"


def _boxes(boxes: Sequence[HoldsPart], sizes: Mapping[str, Sequence[_Piece]]) -> Iterator[str]:
    """Yield which box holds the cards of a size; its art is not made, for its panels are the service's."""
    for size in dict.fromkeys(box.of for box in boxes if box.of in sizes):
        count = sum(piece.card.count for piece in sizes[size])
        some = sorted((box.holds, box.product, box.pixels) for box in boxes if box.of == size)
        large = next((box for box in some if box[0] >= count), None)
        if large is None:
            yield f"No box in this list holds {count} cards of {size}; the largest, {some[-1][1]}, holds {some[-1][0]}"
            continue
        holds, product, (wide, high) = large
        yield (
            f"{product}, if you want a box, holds {holds} cards; the kit has {count} of size {size}. Its picture "
            f"({wide} × {high} pixels) isn't made here: draw it on the service's template"
        )


def _orders(order: Order, slots: SlotsPart, size: str, entries: list[ListEntry]) -> Iterator[Output]:
    """Yield the orders of one size, each as full as it may be."""
    total = sum(entry.copies for entry in entries)
    waiting = list(entries)
    number = 0
    while waiting:
        number += 1
        room = slots.most
        taken: list[ListEntry] = []
        while waiting and room:
            entry = waiting.pop(0)
            now = min(room, entry.copies)
            taken.append(entry._replace(copies=now))
            room -= now
            if entry.copies > now:
                waiting.insert(0, entry._replace(copies=entry.copies - now))
        name = filled(slots.file, game=order.kit.slug, size=size, number=number)
        count = sum(entry.copies for entry in taken)
        bracket = next((one for one in sorted(slots.brackets) if one >= count), count)
        spare = f", {bracket - count} more would cost no more" if bracket > count else ""
        order.to_look_at.append(f"{name}: {count} of the {total} cards of size {size}{spare}")
        yield autofill(name, taken, slots.stock, slots.foil)
