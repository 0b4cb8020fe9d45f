"""What pages ask a render worker: one face with its layers, the sheets of a kit, its rule sheet, a picture, all its problems."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import dropwhile, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.base.errors import CardgenError, Problem, Problems
from cardgen.base.files import FileError, Files, read_text
from cardgen.base.units import PAPERS, parse_paper
from cardgen.export.png import FINE, View, pictures
from cardgen.studio.earlier import answer_earlier, answer_states
from cardgen.studio.handles import answer_dragged, answer_handles
from cardgen.studio.payload import Payload, entry_lines, inside, problem_payload
from cardgen.studio.printing import print_kit
from cardgen.studio.simulating import answer_film, answer_simulating, simulate_kit

if TYPE_CHECKING:
    from cardgen.base.drawing import Drawing
    from cardgen.faces.compose import Faces
    from cardgen.model import Kit
    from cardgen.studio.render_worker import RenderWorker

MOST_PIXELS = 4000
_MOST_LINES = 40
_AHEAD = 12
"""Faces whose art is drawn with that of the one that was asked for: they are looked at next."""
_COARSE = 150.0
"""dpi at which small pictures are drawn before they are made smaller."""


def answer(
    worker: RenderWorker,
    what: str,
    asked: dict[str, Any],
    say: Callable[[Payload], None] = lambda payload: None,
) -> Any:
    """Return the answer to one question; CardgenError when the kit is too wrong for it, KeyError for what is not there.

    `say` gets how far it is, where an answer takes long.
    """
    if what == "cover":
        return cover(**asked)
    if what in _JOBS:
        return _JOBS[what](worker, say, **asked)
    if what == "renew":
        return worker.renew()
    if what in _WITHOUT_KIT:
        return _WITHOUT_KIT[what](worker, **asked)
    if worker.kit is None:
        raise CardgenError([Problem("the kit cannot be read", code="no-kit")])
    return _QUESTIONS[what](worker, worker.kit, **asked)


def answer_look(worker: RenderWorker, kit: Kit, look: str) -> Payload:
    """Return the faces in another look, which is kept up to date from now on; with `svgs` by their address."""
    if look not in (kit.looks or ("full",)):
        raise KeyError(f"no look '{look}'")
    svgs: dict[str, bytes] = {}
    if look not in worker.looks:
        worker.looks.append(look)
        worker.drawn[look] = {}
        cards = [card for component in kit.components for card in component.cards]
        for payload in worker.draw(kit, look, cards, None, Problems(), set()):
            svgs |= payload.get("svgs", {})
    return {"look": look, "faces": worker.drawn[look], "svgs": svgs}


def answer_card(worker: RenderWorker, kit: Kit, card: str, look: str, side: str) -> Payload:
    """Return what lies behind a face: layers and texts, and the lines of YAML that say it."""
    from cardgen.export.svg import drawing_svg
    from cardgen.faces.address import address
    from cardgen.studio.notes import notes_of

    if look not in (kit.looks or ("full",)) or side not in ("front", "back"):
        raise KeyError(f"no look '{look}' or side '{side}'")
    notes = notes_of(kit, look, kit.card(card), side)
    svgs: dict[str, bytes] = {}
    layers = []
    for layer in notes.layers:
        name = address(layer.drawing)
        svgs[name] = drawing_svg(layer.drawing).encode()
        layers.append([layer.name, name, layer.plate])
    return {
        "layers": layers,
        "texts": notes.texts,
        "yaml": _yaml(worker, kit, card),
        "told": _mentions(worker, kit, card),
        "svgs": svgs,
    }


def answer_icons(worker: RenderWorker, kit: Kit) -> Payload:
    """Return the addresses of the icons that texts may name, with `svgs` by them."""
    from cardgen.export.svg import drawing_svg
    from cardgen.faces.address import address

    found: dict[str, tuple[str, Drawing]] = {}
    with suppress(FileError):  # the checks say what is wrong with it
        found = {icon.name: (address(icon), icon) for icon in worker.faces(kit, kit.first_look).icons()}
    svgs = {at: drawing_svg(icon).encode() for at, icon in found.values()}
    return {"icons": {name: at for name, (at, _) in found.items()}, "svgs": svgs}


def answer_draft(worker: RenderWorker, kit: Kit, card: str, key: str, value: Any, look: str = "") -> Payload:
    """Return the face of a card with another value; CardgenError says why it cannot be drawn."""
    from cardgen.export.svg import drawing_svg
    from cardgen.faces.address import address
    from cardgen.source.cards import field_shape
    from cardgen.source.cells import wrong_in_field

    old = kit.card(card)
    if key in ("name", "count"):
        new = replace(old, name=str(value or old.id)) if key == "name" else old
    else:
        said = kit.component(old.component).fields[key]
        kind = next(word for word in ("type", "one_of", "list", "counts") if word in said)
        choices = () if kind == "type" else tuple(said[kind])
        shape = field_shape(str(said.get("type", kind)), choices, said.get("min"), said.get("max"))
        if value is None and "default" in said:
            value = said["default"]
        if wrong := wrong_in_field(key, shape, value):
            raise CardgenError([Problem(wrong, code="wrong-value")])
        new = replace(old, fields={**old.fields, key: shape.read(value)})
    faces = worker.sketch(kit, look if look in kit.looks else kit.first_look)
    rendered = faces.filled_in(new, "front")
    drawing = faces.drafted(new, "front", rendered) if rendered else None
    faces.problems.raise_errors()
    if drawing is None:
        raise KeyError(card)
    name = address(drawing)
    found = [problem.message for problem in faces.problems]
    return {"face": name, "says": found[0] if found else "", "svgs": {name: drawing_svg(drawing).encode()}}


def _yaml(worker: RenderWorker, kit: Kit, card: str) -> list[tuple[int, str]]:
    where = kit.card(card).where
    if not where:
        return []
    try:
        found = Files(kit.root, worker.label).find(inside(where.file, worker.label), shared=False)
        return entry_lines(read_text(*found), where.line, where.column)
    except FileError:
        return []  # it has gone meanwhile, or is no text


def _mentions(worker: RenderWorker, kit: Kit, card: str) -> list[tuple[str, int, str]]:
    """Return the lines of scenarios and lessons that name a card: file, line, words."""
    named, found = re.compile(rf"(?<![\w-]){re.escape(card)}(?![\w-])"), list[tuple[str, int, str]]()
    for path in sorted([*kit.root.glob("scenarios/*.yaml"), *kit.root.glob("lessons/*.yaml")]):
        name = path.relative_to(kit.root).as_posix()
        try:
            text = read_text(*Files(kit.root, worker.label).find(name, shared=False))
        except FileError:
            continue  # the checks say what is wrong with it
        lines = enumerate(text.splitlines(), 1)
        found += [(name, n, line.strip()[:200]) for n, line in lines if named.search(line.partition("# ")[0])]
    return found[:_MOST_LINES]


def _own_faces(worker: RenderWorker, kit: Kit, look: str) -> Faces:
    from cardgen.app.build import faces_of

    look = look if look in kit.looks else kit.first_look
    if look not in worker.at_hand:
        worker.at_hand[look] = faces_of(kit, look, {}, Problems())
    return worker.at_hand[look]


def answer_sheets(
    worker: RenderWorker, kit: Kit, paper: str, backs: str, look: str, since: str = ""
) -> Payload:
    """Return every page that is printed: what lies where, and the address of its picture.

    With `since`, an earlier kit.json or its folder, only what is different from there is printed; `changed` says what.
    CardgenError when that cannot be read.
    """
    from cardgen.app.outputs import sheet_settings
    from cardgen.app.settings import MANIFEST, BuildSettings
    from cardgen.app.wanted import wanted_of
    from cardgen.rulesheet import fallback_of
    from cardgen.sheets import BACKS, cut_minutes, draw_sheets, plan_kit

    if backs not in BACKS:
        raise KeyError(f"no backs '{backs}'")
    if paper not in PAPERS:
        raise KeyError(f"no paper '{paper}'")
    faces = _own_faces(worker, kit, look)
    settings = BuildSettings(
        paper_name=paper,
        paper=parse_paper(paper),
        backs=backs,
        look=None if faces.look == kit.first_look else faces.look,
        changed_since=Path(since) if since else None,
    )
    problems = Problems()
    wanted = wanted_of(kit, settings)
    if since:
        from cardgen.app.changes import changes_since
        from cardgen.app.diff import sides_of

        if not (Path(since) / MANIFEST).is_file():
            message = f"{since} has no {MANIFEST}: nothing was built yet, or it was built elsewhere"
            hint = f"cardgen build {kit.slug} makes one; build before you print"
            raise CardgenError([Problem(message, hint=hint, code="earlier-kit")])
        drawn = sides_of(kit, faces)
        wanted = wanted._replace(changes=changes_since(kit, kit.components, drawn, settings, problems))
    plan = plan_kit(replace(kit, components=wanted.printed), sheet_settings(wanted, settings), faces)
    problems.extend(plan.problems)
    pages = draw_sheets(plan, faces, fallback_of(kit, problems), problems)
    faces.save()
    sheets = []
    for page, sheet in zip(plan.pages, pages, strict=True):
        slots = [
            [slot.card.id, slot.side, *(round(v, 3) for v in slot.trim), slot.piece.copy_no]
            for slot in page.slots
        ]
        sheets.append(
            {
                "page": page.number,
                "sheet": page.sheet_no,
                "side": page.side,
                "role": page.role,
                "title": page.title,
                "todo": page.todo.words.replace("**", ""),
                "size": [page.paper.width, page.paper.height],
                "of": list(page.component_ids),
                "cuts": page.cuts,
                "slots": slots,
                "picture": _kept(worker, sheet.drawing),
            }
        )
    return {
        "paper": settings.paper_title,
        "backs": backs,
        "look": faces.look,
        "sheets": plan.sheets,
        "minutes": cut_minutes(plan),
        "changed": wanted.changes.as_dict() if wanted.changes else None,
        "pages": sheets,
        "problems": [problem_payload(problem, worker.label) for problem in (*problems, *faces.problems)],
    }


def _kept(worker: RenderWorker, drawing: Drawing) -> str:
    """Return the address of a page, whose picture will be asked for when somebody looks at it."""
    from cardgen.faces.address import address

    name = address(drawing)
    worker.drawings[name] = drawing
    return name


def answer_rules(worker: RenderWorker, kit: Kit, look: str) -> Payload:
    """Return the rule sheet as a web page, and the addresses of its printed pages."""
    from cardgen.rulesheet import load_rules, rule_html, rule_pages

    if kit.rules is None:
        return {"html": "", "pages": [], "problems": []}
    faces = _own_faces(worker, kit, look)
    sheet = load_rules(kit, faces.options)
    html = rule_html(sheet.on("web"), faces)
    pages = rule_pages(sheet, faces, PAPERS["a4"])
    return {
        "html": html,
        "pages": [{"picture": _kept(worker, page), "size": [page.width, page.height]} for page in pages],
        "problems": [problem_payload(problem, worker.label) for problem in faces.problems],
    }


def answer_met(worker: RenderWorker, kit: Kit) -> Payload:
    """Return how often ten games meet each step, move and condition of rules.yaml; nothing but problems where it is wrong."""
    from cardgen.app.play import met

    payload = met(kit)
    return payload | {"problems": [problem_payload(problem, worker.label) for problem in payload["problems"]]}


def answer_ruling(worker: RenderWorker, text: str) -> Payload:
    """Return what is wrong with a text as the rules.yaml of the kit, which is in no file yet, and the names in it."""
    from cardgen.app.play import rules_drafted

    problems, names = rules_drafted(worker.kit, worker.folder / "rules.yaml", text)
    wrong = [problem_payload(problem, worker.label) for problem in problems]
    return {"problems": wrong, "names": names, "whole": worker.kit is not None}


def answer_svg(worker: RenderWorker, kit: Kit, name: str) -> bytes:
    """Return what has this address as an SVG; KeyError when nothing has it."""
    from cardgen.export.svg import drawing_svg

    return drawing_svg(_found(worker, kit, name)).encode()


def _found(worker: RenderWorker, kit: Kit, name: str) -> Drawing:
    """Return the drawing with this address: one that is at hand, or a face of any look; KeyError for none."""
    from cardgen.faces.address import address

    if name not in worker.drawings:
        for look in kit.looks or ("full",):
            faces = _own_faces(worker, kit, look)
            for component in kit.components:
                for card in component.cards:
                    for drawing in (faces.front(card), faces.back(card)):
                        if drawing is not None:
                            worker.drawings[address(drawing)] = drawing
            if name in worker.drawings:
                break
    return worker.drawings[name]


def answer_picture(worker: RenderWorker, kit: Kit, name: str, width: int, form: str) -> bytes:
    """Return what has this address as PNG or WebP, so many pixels wide, bleed included; KeyError when nothing has it."""
    drawing = _found(worker, kit, name)
    if not 1 <= width <= MOST_PIXELS or drawing.height / drawing.width * width > 2 * MOST_PIXELS:
        raise ValueError(f"a picture of {width} pixels is not made, expected 1 to {MOST_PIXELS}")
    return _packed(worker, drawing, width, form)


def answer_thumbnail(worker: RenderWorker, kit: Kit, name: str, width: int) -> bytes:
    """Return a face that the worker has as a small WebP, drawn less finely than what is printed; KeyError for none."""
    return _packed(worker, worker.drawings[name], width, "webp", _COARSE)


def _packed(worker: RenderWorker, drawing: Drawing, width: int, form: str, fine: float = FINE) -> bytes:
    from cardgen.app.build import art_queue
    from cardgen.app.settings import BuildSettings
    from cardgen.export.plates import Press
    from cardgen.faces.art.worker import keep_workers

    keep_workers(True)  # to start one takes longer than to draw a picture that was saved
    if any(art.key not in worker.forms for art in drawing.arts()):
        problems = Problems()
        others = islice(dropwhile(lambda other: other is not drawing, worker.drawings.values()), _AHEAD)
        with art_queue(BuildSettings(), lambda step, done=0, total=0: None) as arts:
            arts.want(art for one in (drawing, *others) for art in one.arts())
            worker.forms |= arts.forms(problems)
        problems.raise_errors()
    box = (drawing.x, drawing.y, drawing.width, drawing.height)
    pixels = (width, max(1, round(drawing.height / drawing.width * width)))
    with Press(worker.forms) as press:
        (picture,) = pictures([View(drawing, box, pixels)], press, fine)
    out = io.BytesIO()
    picture.save(out, form, **({"quality": 90, "method": 2} if form == "webp" else {}))
    return out.getvalue()


def answer_check(worker: RenderWorker, kit: Kit) -> list[Payload]:
    """Return everything that is wrong with the kit, as `cardgen check` finds it, all looks and sheets included."""
    from cardgen.app.build import check_kit

    return [problem_payload(problem, worker.label) for problem in check_kit(worker.folder)]


def answer_balance(worker: RenderWorker, kit: Kit, copies: bool) -> Payload:
    """Return what the cards of each component say before anybody plays, and on which line each is written."""
    from cardgen.checks.balance import balances

    found = balances(kit, copies)
    cards = [card for one in found for card in one.cards if card.where]
    lines = {card.id: [inside(card.where.file, worker.label), card.where.line] for card in cards}
    return {"components": [one.as_dict() for one in found], "lines": lines}


def answer_printing(worker: RenderWorker, kit: Kit, results: Path) -> Payload:
    """Return what pages may ask of a build of this kit."""
    from cardgen.app.offered import offered

    return offered(kit, results)


def cover(folder: str) -> Payload:
    """Return what the welcome page shows of a kit: its head, and some faces with the addresses they have."""
    from cardgen.app.build import faces_of
    from cardgen.export.svg import drawing_svg
    from cardgen.faces.address import address
    from cardgen.source import load_kit
    from cardgen.studio.payload import kit_payload

    kit = load_kit(Path(folder))
    payload = kit_payload(kit)
    cards = {card["id"]: card for card in payload.pop("cards")}
    components = {component["id"]: component for component in payload.pop("components")}
    flat = [name for name in payload["hero"] if name in cards]
    flat = [name for name in flat if components[cards[name]["in"]]["kind"] in ("decks", "tiles")]
    faces = faces_of(kit, None, {}, Problems())
    svgs, fan = {}, []
    for name in (flat or list(cards))[:5]:
        drawing = faces.front(kit.card(name))
        if drawing.items:
            place = address(drawing)
            svgs[place] = drawing_svg(drawing).encode()
            component = components[cards[name]["in"]]
            fan.append({"face": place, **{key: component[key] for key in _FORM if key in component}})
    faces.save()
    return {**payload, "fan": fan, "svgs": svgs}


_FORM = ("size", "bleed", "shape", "corner", "outline")
_QUESTIONS: Mapping[str, Callable[..., Any]] = {
    "look": answer_look,
    "card": answer_card,
    "draft": answer_draft,
    "icons": answer_icons,
    "sheets": answer_sheets,
    "rules": answer_rules,
    "met": answer_met,
    "svg": answer_svg,
    "picture": answer_picture,
    "thumbnail": answer_thumbnail,
    "check": answer_check,
    "balance": answer_balance,
    "printing": answer_printing,
    "simulating": answer_simulating,
    "film": answer_film,
    "handles": answer_handles,
    "dragged": answer_dragged,
}
_JOBS: Mapping[str, Callable[..., Payload]] = {"print": print_kit, "simulate": simulate_kit}
_WITHOUT_KIT: Mapping[str, Callable[..., Any]] = {
    "states": answer_states,
    "earlier": answer_earlier,
    "ruling": answer_ruling,
}
