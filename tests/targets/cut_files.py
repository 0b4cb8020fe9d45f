"""Cut files read back without the code that writes them, and pages of faces in colours that tell each piece."""

from __future__ import annotations

import colorsys
import io
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ezdxf
import ezdxf.path
import numpy as np
import pypdfium2
from lxml import etree
from PIL import Image, ImageDraw, ImageFilter
from scipy import ndimage

from cardgen.base.drawing import Drawing, Page, circle, rect
from cardgen.base.errors import Problems
from cardgen.base.units import PAPERS
from cardgen.export.output import Data, Output, Pdf, TextOutput
from cardgen.export.pdf import write_pdf
from cardgen.export.plates import Press
from cardgen.model import Card, Component, Kit
from cardgen.targets.cutting.job import make
from cardgen.targets.order import Order
from cardgen.targets.target import read_target
from tests.sheets.sample_kits import kit as kit_of
from tests.sheets.test_on_paper import NO_PICTOGRAMS

SVG = "{http://www.w3.org/2000/svg}"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
SILHOUETTE = Path(__file__).parents[2] / "templates" / "targets" / "silhouette.yaml"
CRICUT = SILHOUETTE.with_name("cricut.yaml")

Point = tuple[float, float]
Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Cut:
    """One cut: its layer, the points on its way in mm from the upper left of the paper, whether it is closed."""

    layer: str
    points: tuple[Point, ...]
    closed: bool
    radii: tuple[float, ...] = ()

    @property
    def box(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


# ---- SVG


def read_svg(text: str) -> tuple[tuple[float, float], list[Cut]]:
    """The size of the page in mm, and the cuts."""
    root = etree.fromstring(text.encode())
    size = (root.get("width"), root.get("height"))
    assert all(side.endswith("mm") for side in size)
    width, height = (float(side[:-2]) for side in size)
    assert [float(n) for n in root.get("viewBox").split()] == [0, 0, width, height]
    cuts = []
    for layer in root.findall(f"{SVG}g"):
        assert (layer.get("stroke"), layer.get("stroke-width"), layer.get("fill")) == (
            "#ff0000",
            "0.1",
            "none",
        )
        cuts += [_followed(path.get("d"), layer.get(LABEL)) for path in layer.findall(f"{SVG}path")]
    return (width, height), cuts


def _followed(d: str, layer: str) -> Cut:
    words = re.findall(r"[A-Za-z]|-?\d+(?:\.\d+)?", d)
    at: Point = (0.0, 0.0)
    points: list[Point] = []
    radii: list[float] = []
    closed = False

    def take(count: int) -> list[float]:
        return [float(words.pop(0)) for _ in range(count)]

    while words:
        match words.pop(0):
            case "M" | "L":
                x, y = take(2)
                at = (x, y)
                points.append(at)
            case "H":
                at = (take(1)[0], at[1])
                points.append(at)
            case "V":
                at = (at[0], take(1)[0])
                points.append(at)
            case "A":
                rx, ry, turn, large, sweep, x, y = take(7)
                assert rx == ry
                assert (turn, large, sweep) == (0, 0, 1)
                points += _arc(at, (x, y), rx)
                radii.append(rx)
                at = (x, y)
            case "Z":
                closed = True
                points.append(points[0])
            case other:
                raise AssertionError(other)
    return Cut(layer, tuple(points), closed, tuple(radii))


def _arc(start: Point, end: Point, radius: float) -> list[Point]:
    """Points on the way from start to end clockwise, as SVG's sweep 1 means it."""
    (x1, y1), (x2, y2) = start, end
    mx, my, dx, dy = (x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) / 2, (y2 - y1) / 2
    half = math.hypot(dx, dy)
    if half < 1e-9:
        return [end]
    off = math.sqrt(max(0.0, radius**2 - half**2)) / half
    cx, cy = mx - dy * off, my + dx * off
    first, last = math.atan2(y1 - cy, x1 - cx), math.atan2(y2 - cy, x2 - cx)
    if last < first:
        last += 2 * math.pi
    steps = 24
    return [
        (
            cx + radius * math.cos(first + (last - first) * n / steps),
            cy + radius * math.sin(first + (last - first) * n / steps),
        )
        for n in range(1, steps + 1)
    ]


# ---- DXF


def read_dxf(data: bytes, height: float) -> list[Cut]:
    """The cuts of a DXF; ezdxf finds nothing wrong with it."""
    drawing = ezdxf.read(io.StringIO(data.decode("cp1252")))
    assert drawing.audit().errors == []
    assert drawing.units == ezdxf.units.MM
    cuts = []
    for entity in drawing.modelspace():
        assert entity.dxf.layer in drawing.layers
        path = ezdxf.path.make_path(entity)
        points = tuple((p.x, height - p.y) for p in path.flattening(0.002, segments=16))
        radii: tuple[float, ...] = ()
        if entity.dxftype() in ("CIRCLE", "ARC"):
            radii = (entity.dxf.radius,)
        closed = entity.dxftype() == "CIRCLE" or (entity.dxftype() == "POLYLINE" and entity.is_closed)
        cuts.append(Cut(entity.dxf.layer, points, closed, radii))
    return cuts


# ---- a kit in colours


class ColouredFaces:
    """Each card a colour of its own up to its trim, grey beyond; backs the same colour, darker."""

    def __init__(self, kit: Kit) -> None:
        cards = [(component, card) for component in kit.components for card in component.cards]
        self._drawn: dict[str, tuple[Drawing, Drawing | None]] = {}
        self.colours: dict[Colour, str] = {}
        for number, (component, card) in enumerate(cards):
            front = self._face(component, card, "front", colour_of(number, len(cards), 1.0))
            dark = self._face(component, card, "back", colour_of(number, len(cards), 0.6))
            has_back = card.back or component.back
            self._drawn[card.id] = (front, dark if has_back else None)
        self.fonts = None

    def front(self, card: Card) -> Drawing:
        return self._drawn[card.id][0]

    def back(self, card: Card) -> Drawing | None:
        return self._drawn[card.id][1]

    def _face(self, made: Component, card: Card, side: str, colour: Colour) -> Drawing:
        self.colours[colour] = card.id
        b, w, h = made.bleed, made.size.width, made.size.height
        fill = "#{:02x}{:02x}{:02x}".format(*colour)
        inside = (
            circle(w / 2, h / 2, w / 2, fill=fill) if made.shape == "round" else rect(0, 0, w, h, fill=fill)
        )
        items = (rect(-b, -b, w + 2 * b, h + 2 * b, fill="#b4b4b4"), inside)
        return Drawing(f"{card.id} {side}", -b, -b, w + 2 * b, h + 2 * b, items)


def colour_of(number: int, of: int, value: float) -> Colour:
    red, green, blue = colorsys.hsv_to_rgb(number / of, 1.0 if number % 2 else 0.7, value)
    return round(255 * red), round(255 * green), round(255 * blue)


class Made:
    """What a machine gets of a kit, read back."""

    def __init__(
        self, components: Sequence[Component], target: Path = SILHOUETTE, paper: str = "a4", **asked: Any
    ) -> None:
        self.problems = Problems()
        self.kit = kit_of(components)
        self.faces = ColouredFaces(self.kit)
        found = read_target(target, self.problems)
        assert found, list(self.problems)
        self.order = Order(self.kit, self.faces, found, self.problems, PAPERS[paper], paper, **asked)  # type: ignore[arg-type]
        self.files: dict[str, Output] = {file.name: file for file in make(self.order)}

    @property
    def note(self) -> str:
        (name,) = (name for name in self.files if name.endswith("how-to-cut.txt"))
        file = self.files[name]
        assert isinstance(file, TextOutput)
        return file.text

    @property
    def pdfs(self) -> list[Pdf]:
        return [file for file in self.files.values() if isinstance(file, Pdf)]

    def svg(self, name: str) -> str:
        file = self.files[f"{name}.svg"]
        assert isinstance(file, TextOutput)
        return file.text

    def dxf(self, name: str) -> bytes:
        file = self.files[f"{name}.dxf"]
        assert isinstance(file, Data)
        return file.data

    @property
    def cuts(self) -> list[str]:
        """The names of the files with contours, without their ending."""
        return sorted(name[:-4] for name in self.files if name.endswith(".svg"))

    def cut_of(self, number: int) -> str:
        """The name of the file with the contours of this sheet."""
        for name in self.cuts:
            first, *last = [int(n) for n in re.findall(r"(?<=-)\d+", name)]
            if first <= number <= (last[0] if last else first):
                return name
        raise AssertionError(number)

    def pages(self) -> dict[int, list[Page]]:
        """The pages of each sheet by its number, the front first."""
        found: dict[int, list[Page]] = {}
        for pdf in self.pdfs:
            for page in pdf.pages:
                found.setdefault(int(page.label.split()[0]), []).append(page)
        return found


def printed(page: Page, dpi: float = 100) -> Image.Image:
    """A page as a printer sees it."""
    pdf = io.BytesIO()
    write_pdf([page], pdf, title="page", press=Press(NO_PICTOGRAMS))
    with pypdfium2.PdfDocument(pdf) as document:
        return document[0].render(scale=dpi / 72).to_pil().convert("RGB")


def pieces_of(
    page: Image.Image, cuts: Iterable[Cut], colours: Iterable[Colour], dpi: float
) -> list[tuple[Colour, float]]:
    """The colour of each piece that falls out of a sheet, and its area in mm²; a part in two colours is a mistake.

    What is smaller than 10 mm² is a star between round corners.
    """
    knife = Image.new("L", page.size, 255)
    pen = ImageDraw.Draw(knife)
    for cut in cuts:
        pen.line([(x / 25.4 * dpi, y / 25.4 * dpi) for x, y in cut.points], fill=0, width=2)
    parts, count = ndimage.label(np.asarray(knife))
    areas = np.bincount(parts.ravel(), minlength=count + 1) / (dpi / 25.4) ** 2
    well_inside = np.asarray(knife.filter(ImageFilter.MinFilter(5))) > 0
    red, green, blue = (channel.astype(np.int64) for channel in np.moveaxis(np.asarray(page), 2, 0))
    seen = np.unique(((parts << 24) | (red << 16) | (green << 8) | blue)[well_inside])
    shades: dict[int, set[Colour]] = {}
    for code in seen.tolist():
        shades.setdefault(code >> 24, set()).add(((code >> 16) & 255, (code >> 8) & 255, code & 255))
    found = []
    known = set(colours)
    for part, inside in sorted(shades.items()):
        if part == parts[0, 0] or areas[part] < 10:
            continue
        nearest = {min(known, key=lambda one: _apart(one, shade)) for shade in inside}
        assert len(nearest) == 1, f"two faces lie inside one contour: {inside}"
        (colour,) = nearest
        assert all(_apart(colour, shade) < 12 for shade in inside), "something else lies inside a contour"
        found.append((colour, float(areas[part])))
    return found


def _apart(one: Colour, other: Colour) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))
