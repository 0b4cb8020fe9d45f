"""Punchboards: which pieces lie where in a frame, and what is cut round them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from cardgen.base.errors import did_you_mean
from cardgen.base.nesting import Nested, NestedBox, nest
from cardgen.base.nicks import BENDS, WEBS, nick_width, nicked
from cardgen.base.outline import inner_radius
from cardgen.base.rect import Rect
from cardgen.base.units import Size
from cardgen.model import Card, Component, Kind
from cardgen.model.kit import HeldPiece
from cardgen.source.cut import ABOUT
from cardgen.source.kit_shape import FramePart, NicksPart, PunchboardPart
from cardgen.source.leaves import frozen
from cardgen.source.nodes import Document
from cardgen.source.parse import Folder
from cardgen.source.shape import part
from cardgen.source.wrong import read

_NEVER: frozenset[Kind] = frozenset(
    {"standees", "dice", "dials", "spinners", "boards", "mats", "punchboards"}
)


def punchboard(
    folder: Folder, document: Document, name: str, others: Sequence[Component | None]
) -> Component | None:
    """Return a punchboard with the pieces of `others` that it holds; None where its own lines are wrong."""
    path = ("punchboards", name)
    file = document.get(*path, "frame", "face")
    if isinstance(file, str) and file:
        folder.find(file, document, *path, "frame", "face", what="template", shared=True)
    said = read(part(PunchboardPart), document, *path, quietly=True)
    if said is None:
        return None
    tool, frame = (said.nicks or NicksPart()).tool, said.frame or FramePart()
    title = said.title or name.replace("_", " ").capitalize()
    where = document.where_key(*path)
    board = Component(
        *(name, "punchboards", title, said.size, "rect"),
        bleed=(3.0 if tool == "die" else 1.5) if said.bleed is None else said.bleed,
        corner=said.corner,
        face=frame.face,
        back=frame.face,
        cards=(Card(name, title, 1, name, where),),
        where=where,
        note=said.note,
        stock=said.stock,
        fields=frozen(document.get(*path, "fields") or {}),
        needs=said.needs or "",
        made_of=said.made_of,
        tool=tool,
    )
    for key, length, least in (
        ("web", frame.web, WEBS[tool]),
        ("rim", frame.rim, frame.web),
    ):
        if length < least:
            message = f"{key} is {length:g} mm, expected at least {least:g} mm" + (
                f" for a {tool}" if key == "web" else ", as between two pieces"
            )
            document.note(message, *path, "frame", key, hint=f"write {key}: {least:g}mm", code="punchboard")
    pieces = [*_taken(document, name, said, [one for one in others if one], BENDS[tool])]
    off = frame.web / 2
    room = Size(said.size.width - 2 * frame.rim, said.size.height - 2 * frame.rim)
    sheets, rest = nest(
        [Nested(c.size.width, c.size.height, off, c.turns != "0") for c, _ in pieces],
        Rect(frame.rim - off, frame.rim - off, room.width + frame.web, room.height + frame.web),
    )
    if left := [*rest, *(one.number for lying in sheets[1:] for one in lying)]:
        out = Counter(pieces[n][0].title for n in left)
        names = ", ".join(f"{count} of {title}" for title, count in out.items())
        message = f"not all pieces fit into the {room} inside the rim: {names} find no place"
        hint = f"a larger size, or fewer pieces; they are {frame.web:g} mm apart"
        document.note(message, *path, "holds", hint=hint, code="punchboard")
        return board
    held = tuple(_placed(sheets[0] if sheets else (), pieces, said.size))
    made = board.made
    width = nick_width(tool, made.board or made.caliper, made.mounted)
    sizes = {c.id: c for c, _ in pieces}
    lines = (
        line
        for one in held
        for own in [sizes[one.component]]
        for line in nicked(own.contour.moved(one.matrix(own.size)), width)
    )
    return replace(board, held=held, nicked=tuple(lines))


def _taken(
    document: Document, name: str, said: PunchboardPart, others: Sequence[Component], least: float
) -> Iterator[tuple[Component, Card]]:
    """Yield the pieces that a board holds: the first copies that no board before it has."""
    known = {one.id: one for one in others}
    before = Counter((one.component, one.card) for other in others for one in other.held)
    for id, count in said.holds.items():
        path, own = ("punchboards", name, "holds", id), known.get(id)
        if own is None or own.kind in _NEVER or own.holes:
            can = [one.id for one in others if one.kind not in _NEVER]
            message = f"it holds {id}, and no component is called so"
            if own:
                message = f"it holds {id}, and {own.kind} are not pushed out of a board"
            document.note(message, *path, at_key=True, hint=did_you_mean(id, can), code="punchboard")
            continue
        copies = [card for card in own.cards for _ in range(card.count - before[id, card.id])]
        if len(copies) < count:
            message = f"it holds {count} of {id}, and {len(copies)} of {own.total} are left"
            hint = f"write {id}: {len(copies)}, or raise count: of its cards" if copies else f"leave {id} out"
            document.note(message, *path, hint=hint, code="punchboard")
        if own.cut and inner_radius(own.cut) < least - ABOUT:
            message = (
                f"an inner corner of {id} is sharper than this tool cuts, expected a radius of {least:g} mm"
            )
            document.note(message, *path, hint="round it, or choose another tool", code="punchboard")
        yield from ((own, card) for card in copies[:count])


def _placed(
    lying: Iterable[NestedBox], pieces: Sequence[tuple[Component, Card]], size: Size
) -> Iterator[HeldPiece]:
    """Yield the pieces in the order of the file, all together in the middle of the board."""
    if not (found := sorted(lying)):
        return
    dx = (size.width - min(o.box.x for o in found) - max(o.box.right for o in found)) / 2
    dy = (size.height - min(o.box.y for o in found) - max(o.box.bottom for o in found)) / 2
    for number, box, turned in found:
        component, card = pieces[number]
        yield HeldPiece(component.id, card.id, box.x + dx, box.y + dy, turned)
