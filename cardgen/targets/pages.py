"""A PDF with one piece a page, for services and print shops that want one: bleed, boxes, marks, maybe inks of a press."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cardgen.base.drawing import Drawing, Item, Page, Path, PlacedDrawing, circle, line
from cardgen.base.errors import CardgenError, Problem, Problems
from cardgen.base.files import MAX_PICTURE, FileError, read_bytes, read_named, real
from cardgen.export.output import Output, Pdf
from cardgen.source.leaves import LENGTH, YES_NO, one_of, whole
from cardgen.source.shape import Keyed, key, list_of, part
from cardgen.targets.lists import ListEntry, table
from cardgen.targets.names import filled, pattern
from cardgen.targets.order import Order, fitting
from cardgen.targets.pdfx import FLAT_DPI, X1A, X4
from cardgen.targets.safe import SafeChecker, look_at
from cardgen.targets.sizes import PERCENT, Fit, SizePart, as_it_is, fit

if TYPE_CHECKING:
    from cardgen.export.plates import Press
    from cardgen.model import Card, Component
    from cardgen.model.kit import SpotPlate
    from cardgen.targets.target import Target

_GAP, _LONG, _THIN = 1.0, 5.0, 0.1
"""mm: from the bleed to a mark, how long a mark is, and how wide."""
_MARKS: Final = "#000000"
_KNIFE: Final = 0.25 * 25.4 / 72
"""mm: the line on a plate `cut`, a quarter of a point."""


class PagesOptions(Keyed, example='{file: "{size}.pdf", bleed: 3mm}'):
    """`pages:` a PDF with one piece a page."""

    file: str = key(
        pattern("game", "size", "component", "number"),
        "The file's name; components that come to the same name share a file.",
        default="{component}.pdf",
    )
    sizes: tuple[SizePart, ...] = key(
        list_of(part(SizePart)),
        "The sizes that are printed; none: each component in its own size.",
        default=(),
    )
    bleed: float = key(LENGTH, "What is printed beyond the cut, where no size says it.", default=3.0)
    safe: float = key(LENGTH, "How far inside the cut words must stay, where no size says it.", default=0.0)
    scale: float = key(PERCENT, "How much larger or smaller a face may become.", default=0.015)
    mirror: float = key(LENGTH, "How much of a missing bleed may be mirrored art.", default=4.0)
    order: str = key(
        one_of("fronts-then-backs", "front-back"),
        "All fronts and then all backs in the same order, or each front followed by its back.",
        default="fronts-then-backs",
    )
    copies: str = key(
        one_of("pages", "list"),
        "Whether each copy is a page, or `list` says how many there are.",
        default="pages",
    )
    list: str | None = key(
        pattern("game"),
        "A table (CSV) of all cards with their pages and copies; cards.csv where copies are listed in it.",
        default=None,
    )
    most: int | None = key(
        whole(1), "The most pieces in one file, whose name then has {number}.", default=None
    )
    marks: bool = key(YES_NO, "Whether there are crop marks outside the bleed.", default=False)
    plates: bool = key(
        YES_NO,
        "Whether the kit's `plates:` are inks of their own, with the cut where one is named.",
        default=False,
    )
    standard: str | None = key(
        one_of(X1A, X4),
        "What the PDFs are when there is a profile. Pages with transparency become pictures in PDF/X-1a.",
        default=None,
    )
    strict: bool = key(
        YES_NO, "Whether nothing else is taken: without a profile nothing is built.", default=False
    )
    profile: str | None = key(
        pattern(),
        "An ICC profile beside this file: colours become its inks. `--profile` says another.",
        default=None,
    )


OPTIONS = PagesOptions


def faults(options: PagesOptions) -> Iterator[tuple[str, str]]:
    """Yield what does not go together: the entry, and what is wrong with it."""
    if options.most is not None and "{number}" not in options.file:
        yield "file", "there may be several files, so their name needs {number}"
    if options.strict and options.standard is None:
        yield "strict", "nothing but a standard is taken, and `standard` does not say which"


def profile_of(target: Target, chosen: FilePath | None) -> FilePath | None:
    """Return the file of the profile that is asked for."""
    options: PagesOptions = target.asks
    return chosen or (target.file.parent / options.profile if options.profile else None)


def before(target: Target, chosen: FilePath | None, problems: Problems) -> None:
    """Note what is wrong with the profile, before anything is made."""
    from cardgen.targets.inks import NoProfile, press_profile

    file, options = profile_of(target, chosen), target.asks
    where = None if chosen else target.where
    hint = "an ICC profile of a press, such as the one that your printer names; ask which"
    if file is None:
        if options.strict:
            message = f"{target.title} takes {options.standard} alone, in the inks of a press: it needs --profile FILE"
            problems.add(message, hint=hint, code="no-profile")
        return
    if not chosen and not real(file).is_relative_to(real(target.file.parent)):
        problems.add("the profile leads out of the target's folder", where, hint=hint, code="outside-file")
        return
    try:
        press_profile(read_bytes(file, str(file), MAX_PICTURE), 2 if options.standard == X1A else 255)
    except FileError as error:
        problems.add(f"the profile {file} cannot be used: {error}", where, hint=hint, code="no-profile")
    except NoProfile as error:
        problems.add(f"the profile {file} cannot be used: {error}", where, hint=hint, code="no-profile")


@dataclass(frozen=True, slots=True)
class PressPdf(Pdf):
    """A PDF for a press: its colours in inks where there is a `profile`, of a `standard` where there are both.

    `flattened` gets how many pages became pictures, when it is written.
    """

    profile: bytes | None = None
    standard: str | None = None
    plates: Mapping[str, SpotPlate] = field(default_factory=dict)
    flattened: list[int] = field(default_factory=list)

    @property
    def about(self) -> dict[str, Any]:
        """How many pages it has, in which colours, of which standard, and how many became pictures."""
        said: dict[str, Any] = {
            "pages": len(self.pages),
            "colours": "rgb" if self.profile is None else "cmyk",
            **({"inks": [self.plates[name].ink for name in self._used()]} if self.plates else {}),
        }
        if self.profile is not None and self.standard:
            said |= {
                "standard": self.standard,
                **({"flattened": self.flattened[0]} if any(self.flattened) else {}),
            }
        return said

    def _used(self) -> list[str]:
        """Return the plates that something on its pages is printed with."""
        spots = {drawing.spot for page in self.pages for drawing in page.drawing.placed()}
        return [name for name in self.plates if name in spots]

    @property
    def said(self) -> str:
        """How many pages became pictures."""
        if not any(self.flattened):
            return ""
        return f"{self.name}: {self.flattened[0]} of {len(self.pages)} pages have transparency and are pictures of {FLAT_DPI} dpi"

    def write(self, path: FilePath, press: Press) -> None:
        """Write its pages and then its inks; CardgenError when the file is not what its standard asks for."""
        from cardgen.export.pdf import write_pdf
        from cardgen.targets.inks import separated
        from cardgen.targets.pdfx import press_ready
        from cardgen.targets.preflight import preflight

        made = io.BytesIO()
        write_pdf(self.pages, made, title=self.title, press=press, language=self.language)
        data, used = made.getvalue(), self._used()
        if used:
            from cardgen.targets.spots import in_spots

            data = in_spots(data, self.plates, self.profile, self.standard != X1A)
        if self.profile is None or self.standard is None:
            path.write_bytes(separated(data, self.profile))
            return
        ready = press_ready(data, self.profile, self.standard, self.title)
        if ready.flattened and used:
            message = (
                f"{self.name}: something on {ready.flattened} of {len(self.pages)} pages is see-through, and in "
                f"{X1A} such a page becomes a picture, which has no plates"
            )
            raise CardgenError([Problem(message, hint=f"ask the printer for {X4}", code="plate")])
        if faults := preflight(ready.data, self.standard):
            hint = "the file was read back before it was kept; this is what a printer's preflight would say"
            raise CardgenError(
                [
                    Problem(f"{self.name} is not {self.standard}: {one}", hint=hint, code="preflight")
                    for one in faults
                ]
            )
        self.flattened.append(ready.flattened)
        path.write_bytes(ready.data)


class _PiecePages(NamedTuple):
    """One piece of a file."""

    component: Component
    card: Card
    fit: Fit


def make(order: Order) -> Iterator[Output]:
    options: PagesOptions = order.target.asks
    bind = binder(order)
    looker = SafeChecker(order.kit, order.faces.look, order.faces.options)
    files: dict[str, list[_PiecePages]] = {}
    entries: list[ListEntry] = []

    def fits(component: Component) -> Fit:
        if options.sizes:
            return fit(component, options.sizes, options.scale, options.mirror, 300)
        return as_it_is(component, options.bleed, options.safe, options.mirror)

    for component, chosen in fitting(order, fits):
        if chosen.words:
            order.adapt(component, chosen.words)
        look_at(order, looker, component, chosen)
        name = options.file.replace("{number}", "\0")
        name = filled(name, game=order.kit.slug, size=chosen.part.name, component=component.id)
        for card in component.cards:
            count = card.count if options.copies == "pages" else 1
            files.setdefault(name, []).extend([_PiecePages(component, card, chosen)] * count)
    for pattern_of_file, sheets in files.items():
        most = options.most or len(sheets)
        for number, start in enumerate(range(0, len(sheets), most), 1):
            some = sheets[start : start + most]
            name = pattern_of_file.replace("\0", str(number))
            title = f"{order.kit.title} {order.kit.version}, {order.target.title}"
            pages = list(_pages(order, options, some))
            yield bind(name, title, pages, order.kit.language)
            order.products.append(_product(name, some, len(pages)))
            entries += _entries(options, name, some, len(pages))
    list_name = options.list or ("cards.csv" if options.copies == "list" else None)
    if list_name is not None:
        yield table(filled(list_name, game=order.kit.slug), entries)


def binder(order: Order) -> Callable[[str, str, Sequence[Page], str], Output]:
    """Return what makes a PDF for the press of a name, a title, pages and a language."""
    file = profile_of(order.target, order.profile)
    profile = read_named(file, MAX_PICTURE) if file else None
    asks = order.target.asks
    plates = order.kit.plates if asks.plates else {}
    return partial(PressPdf, profile=profile, standard=asks.standard, plates=plates)


def _product(name: str, sheets: Sequence[_PiecePages], pages: int) -> str:
    """Return what to do with a file."""
    what = ", ".join(dict.fromkeys(sheet.component.title for sheet in sheets))
    return f"{sheets[0].fit.part.product or sheets[0].fit.size}: {what}; {name} has {pages} page{'s'[: pages != 1]}"


def _entries(
    options: PagesOptions, name: str, sheets: Sequence[_PiecePages], pages: int
) -> Iterator[ListEntry]:
    """Yield each card once, with the pages of its front and its back."""
    backed = pages > len(sheets)
    listed: set[str] = set()
    for number, (component, card, chosen) in enumerate(sheets):
        if card.id in listed:
            continue
        listed.add(card.id)
        front, back = number + 1, len(sheets) + number + 1
        if options.order == "front-back" and backed:
            front, back = 2 * number + 1, 2 * number + 2
        yield ListEntry(
            chosen.part.name,
            component.id,
            card,
            (f"{name}#page={front}",),
            f"{name}#page={back}" if backed else "",
            chosen.size,
            card.count if options.copies == "list" else sum(sheet.card is card for sheet in sheets),
        )


def _pages(order: Order, options: PagesOptions, sheets: Sequence[_PiecePages]) -> Iterator[Page]:
    """Yield the pages of one file: a white back where only some cards have one."""
    fronts = [_page(order, options, sheet, "front") for sheet in sheets]
    backed = any(order.faces.back(sheet.card) is not None for sheet in sheets)
    backs = [_page(order, options, sheet, "back") for sheet in sheets] if backed else []
    if options.order == "fronts-then-backs" or not backed:
        yield from (*fronts, *backs)
    else:
        for front, back in zip(fronts, backs, strict=True):
            yield from (front, back)


def _page(order: Order, options: PagesOptions, sheet: _PiecePages, side: str) -> Page:
    faces, chosen = order.faces.with_plates() if options.plates else order.faces, sheet.fit
    face = faces.front(sheet.card) if side == "front" else faces.back(sheet.card)
    x, y, width, height = chosen.window
    name = f"{sheet.card.id} {side}"
    if face is None:
        drawing = Drawing(name, x, y, width, height)
    else:
        drawing = chosen.drawing(face, sheet.component, side)
        if options.plates and "cut" in order.kit.plates and all(one.spot != "cut" for one in face.placed()):
            lines = (sheet.component.seen(side), *sheet.component.nicked)
            if sheet.component.nicked and side == "back":
                lines = ()  # a die is made from the front
            cut = (one.moved(chosen.matrix(sheet.component, side)) for one in lines)
            commands = tuple(command for one in cut for command in one.commands)
            knife = Path(commands, stroke=order.kit.plates["cut"].shows, width=_KNIFE)
            spot = Drawing("cut", drawing.x, drawing.y, drawing.width, drawing.height, (knife,), spot="cut")
            drawing = replace(drawing, items=(*drawing.items, PlacedDrawing(spot)))
    if options.marks:
        drawing = _marked(drawing, chosen, sheet.component, side)
    return Page(drawing, (0.0, 0.0, chosen.size.width, chosen.size.height), chosen.window, label=name)


def _marked(drawing: Drawing, chosen: Fit, component: Component, side: str) -> Drawing:
    """Return a page with crop marks outside its bleed, and beside a piece that is no rectangle the outline of its cut."""
    across, down = chosen.bleed
    width, height = chosen.size.width, chosen.size.height
    room = _GAP + _LONG + 1.0
    items: list[Item] = [PlacedDrawing(drawing)]
    if not component.plain:
        cut, out = component.seen(side).moved(chosen.matrix(component, side)), max(across, down)
        rim, gap = (
            replace(cut.grown(out + _GAP + far), fill=fill)
            for far, fill in ((_THIN, _MARKS), (0.0, "#ffffff"))
        )
        items = [rim, gap, PlacedDrawing(drawing, clip=cut.grown(out))]
    for x, end in product((0.0, width), (-1, 1)):
        start = -down - _GAP if end < 0 else height + down + _GAP
        items.append(line(x, start, x, start + end * _LONG, _MARKS, _THIN))
    for y, end in product((0.0, height), (-1, 1)):
        start = -across - _GAP if end < 0 else width + across + _GAP
        items.append(line(start, y, start + end * _LONG, y, _MARKS, _THIN))
    if component.shape == "round":
        items.append(
            circle(
                width / 2, height / 2, width / 2 + max(across, down) + _GAP, stroke=_MARKS, line_width=_THIN
            )
        )
    x, y, wide, high = chosen.window
    return Drawing(drawing.name, x - room, y - room, wide + 2 * room, high + 2 * room, tuple(items))
