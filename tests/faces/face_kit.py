"""A kit for face tests: one component, its cards, and templates written on the spot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cardgen.base.drawing import Art, Drawing, Text
from cardgen.base.errors import Location, Problems
from cardgen.base.units import Size
from cardgen.faces.art.form import ArtForm, Engine
from cardgen.faces.art.worker import ArtQueue
from cardgen.faces.compose import Faces
from cardgen.model import Card, Component, Kit, Look, Named, Option, OptionValue, Players

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
SIZE = 'width="69mm" height="94mm" viewBox="-3 -3 69 94">'


def svg(body: str, head: str = SIZE) -> str:
    """Return a poker-sized template with 3 mm bleed."""
    return f"{HEAD}{head}\n{body}\n</svg>"


def box(
    words: str, *, style: str = "", options: str = "", rect: str = "5,5,53,20", name: str = "rules"
) -> str:
    """Return a text box with its rectangle."""
    x, y, w, h = rect.split(",")
    return (
        f'<defs><rect id="r-{name}" x="{x}" y="{y}" width="{w}" height="{h}"/></defs>'
        f'<g id="l-{name}"><text id="{name}" {options} style="shape-inside:url(#r-{name});'
        f'font-family:Zilla Slab;font-size:4px;{style}">{words}</text></g>'
    )


def kit(
    root: Path,
    face: str,
    cards: Sequence[Mapping[str, Any]] = ({"id": "C1"},),
    *,
    back: str | None = None,
    files: Mapping[str, str] | None = None,
    bleed: float = 3.0,
    size: tuple[float, float] = (63, 88),
    shape: Any = "rect",
) -> Kit:
    """Write a kit into a folder and return it."""
    folder = root / "kit"
    written = {"faces/card.svg": face, **({"backs/card.svg": back} if back else {}), **(files or {})}
    for name, text in written.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    made = tuple(
        Card(
            id=c["id"],
            name=c.get("name", c["id"]),
            count=c.get("count", 1),
            component="main",
            where=Location("kit/cards.yaml", number, 3),
            fields=MappingProxyType({k: v for k, v in c.items() if k not in ("id", "name", "count")}),
        )
        for number, c in enumerate(cards, 1)
    )
    where = Location("kit/game.yaml", 9, 5)
    back_name = "backs/card.svg" if back else None
    component = Component(
        "main", "decks", "Cards", Size(*size), shape, bleed, 0.0, "faces/card.svg", back_name, made, where
    )
    ties = Option("ties", "Ties", (OptionValue("share", ""), OptionValue("none", "")), "share", "", where)
    looks = {
        "full": Look("full", "Full", {"ink": "#102030"}),
        "low-ink": Look("low-ink", "Low ink", {"ink": "#eeeeee"}),
    }
    return Kit(
        "kit",
        (component,),
        title="The Kit",
        players=Players(2, 4),
        minutes="20",
        accent="#000000",
        options=Named({"ties": ties}, "option"),
        looks=Named(looks, "look"),
        root=folder,
        where=where,
    )


def draw(root: Path, face: str, **card: Any) -> tuple[Drawing, Faces]:
    """Draw one card C1 and return it with its faces."""
    made = kit(root, face, [{"id": "C1", **card}])
    faces = Faces(made)
    return faces.front(made.card("C1")), faces


def words(drawing: Drawing) -> str:
    """Return what is written on a drawing, one line for each run."""
    return "\n".join(item.words for item in drawing.items if isinstance(item, Text))


def kinds(drawing: Drawing) -> str:
    """Return the order of a drawing's items: A for art, T for text, P for a placed drawing."""
    return "".join("A" if isinstance(i, Art) else "T" if isinstance(i, Text) else "P" for i in drawing.items)


def codes(faces: Faces) -> list[str]:
    """Return the codes of all problems."""
    return [p.code for p in faces.problems]


FRAME_TEXT = '<text id="t" x="2" y="20" style="font-family:Roboto;font-size:4px">{}</text>'
"""A template's one line of text."""


def draw_arts(
    arts: Iterable[Art],
    engine: Engine = "svg2pdf",
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
    problems: Problems | None = None,
) -> dict[str, ArtForm]:
    """Return drawn art by key; what cannot be drawn is put into `problems` or, without it, raised."""
    found = Problems() if problems is None else problems
    with ArtQueue(engine, jobs, progress) as queue:
        queue.want(arts)
        forms = queue.forms(found)
    if problems is None:
        found.raise_errors()
    return forms
