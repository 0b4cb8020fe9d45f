"""The numbers of a simulation as one web page that needs nothing else: its faces, fonts, styles and numbers are inside.

What it looks like stands in `templates/report/`. The same numbers and the same kit give the same page, byte for byte.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import unescape
from types import MappingProxyType
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from cardgen.base.drawing import Drawing, FontKey, channels, contrast
from cardgen.base.files import Files, templates_dir
from cardgen.base.own import table as table_beside
from cardgen.base.own import templates
from cardgen.export.svg import svg_sprites
from cardgen.export.webfonts import font_rule
from cardgen.faces.compose import Faces, trimmed
from cardgen.model import Kit
from cardgen.report import judging, sections, skill
from cardgen.report import words as w
from cardgen.report.finding import LEVELS, Verdict
from cardgen.results.declared import plain
from cardgen.results.report import SimulationReport, as_typed
from cardgen.results.table import TableReport

MOST_FACES = 160
"""Of more cards than these the faces of the surest are shown, or the page would be too large to be sent."""
_PAPER = {"light": "#ffffff", "dark": "#17191c"}
_ACCENT = "#2d2d2d"


def report_page(data: SimulationReport, faces: Faces) -> str:
    """Return the page about a simulation; `faces` draw the kit's cards."""
    table = _table(data)
    kit, run = data.kit, data.run
    kinds = {component.id: component.kind for component in faces.kit.components}
    found = judging.verdicts(data, table, kinds)
    every = table_beside(__file__, "sections.yaml")
    made: dict[str, Any] = dict.fromkeys((*every, "ladder"))
    if table and table.games:
        known = skill.of_table(data, table)
        lot = skill.lot(known, table)
        made |= {
            "fair": sections.fair(table),
            "length": sections.length(data, table),
            "tension": sections.tension(table),
            "choices": sections.choices(table),
            "ladder": skill.ladder(known),
            "worth": skill.worth(known, table) or ({} if lot else None),
            "lot": lot,
            "cards": sections.cards(table, kinds),
            "box": sections.box(table),
            "rules": sections.rules(table),
            "houses": sections.houses(judging.houses_of(data, table)),
            "changes": sections.houses(judging.changes_of(data, table)),
            "others": sections.others(data, table) or None,
            "library": sections.library(data, table),
        }
    missing: dict[str, str] = {}
    if table and table.games:
        missing = {name: one["missing"] for name, one in every.items() if "missing" in one}
        if table.nobody.share == 1:
            missing["tension"] = every["tension"]["lost"]
    names = [name for name in every if name == "made" or made[name] is not None or name in missing]
    order = in_order(every, names, found)
    called = judging.kinds_of(judging.compared(table) if table else (), kinds)
    for section in order:
        if section["id"] == "cards":
            section["title"] = f"Which {w.pieces(called, many=True)} stand out?"
            section["short"] = w.sentence(w.pieces(called[:1], many=True))
    return rendered(
        "report.html.j2",
        kit.title,
        kit.accent,
        data,
        found,
        order,
        _faces(faces, made["cards"], found),
        **made,
        kit=kit,
        run=run,
        table=table,
        missing=missing,
        again=_again(data, table) if table else "",
        named="-".join((f"{kit.game}-{table.players}", *_changed(table), f"seed{run.seed}")) if table else "",
    )


def in_order(
    every: Mapping[str, Any], names: Iterable[str], found: Iterable[Verdict]
) -> list[dict[str, Any]]:
    """Return sections with their numbers, and the gravest of what was found in each."""
    found = list(found)
    return [
        {"id": name, "number": n, "level": _gravest(found, name)} | every[name]
        for n, name in enumerate(names, 1)
    ]


def rendered(
    template: str,
    title: str,
    own_accent: str,
    data: Any,
    found: Sequence[Verdict],
    order: Sequence[Mapping[str, Any]],
    faces: tuple[Markup, Mapping[str, Any]] = (Markup(), MappingProxyType({})),
    **made: Any,
) -> str:
    """Return a page about many games, with its styles, fonts and numbers: what was found, and its sections in their order."""
    accent = own_accent if re.fullmatch(r"#[0-9A-Fa-f]{6}", own_accent) else _ACCENT
    page = (
        _pages()
        .get_template(template)
        .render(
            **made,
            data=data,
            verdicts=found,
            sections={one["id"]: one for one in order},
            order=order,
            faces=faces[1],
            sprites=faces[0],
            letters=max((len(word.upper()) for word in title.split()), default=1),
            accent={ground: readable(accent, paper) for ground, paper in _PAPER.items()},
            numbers=Markup(
                json.dumps(plain(data), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
            ),
            css=_own("report/report.css"),
            js=_own("report/report.js"),
        )
    )
    page = re.sub(r"\n[ \t]*(?=\n)", "", page)
    return page.replace("/*fonts*/", _fonts(page), 1) + "\n"


def _table(data: SimulationReport) -> TableReport | None:
    """Return the table that the page is about: by the rules asked for, of those the one with most players."""
    tables = data.tables
    tables = tuple(one for one in tables if not one.change) or tables
    own = [one for one in tables if one.changed_options == data.run.options] or tables
    return max(own, key=lambda one: one.players, default=None)


def _changed(table: TableReport) -> list[str]:
    return [f"{name}={as_typed(value)}" for name, value in table.changed_options.items()]


def _again(data: SimulationReport, table: TableReport) -> str:
    """Return the command that plays the games of the table alone, so that they can be saved; empty where they are, or no command plays it."""
    run = data.run
    if table.change or not run.command or (run.saved and len(data.tables) == 1):
        return ""
    words = ["cardgen", "simulate", data.kit.game, "--players", str(table.players)]
    most = max(table.games, *(one.game for one in table.tension.replays), 1)  # deals without end are left out
    words += ["--games", str(most), "--seed", str(run.seed)]
    typed = shlex.split(run.command)
    if "--bots" in typed:
        words += ["--bots", typed[typed.index("--bots") + 1]]
    return shlex.join([*words, *(word for one in _changed(table) for word in ("--option", one))])


def _gravest(found: Iterable[Verdict], section: str) -> str | None:
    levels = [one.level for one in found if one.to == section]
    return min(levels, key=list(LEVELS).index, default=None)


def _own(name: str) -> Markup:
    return Markup(Files(templates_dir()).text(name))


@lru_cache(maxsize=1)
def _pages() -> Environment:
    env = templates("report")
    env.filters |= {"pc": w.pc, "pts": w.pts, "num": w.num, "many": w.many, "css": _quoted}
    env.globals |= {"w": w, "J": judging, "LEVELS": LEVELS}
    return env


def _quoted(words: str) -> str:
    """Return words as a string of CSS may hold them, whatever they are."""
    return "".join(c if c.isalnum() or c in " .,-·" else f"\\{ord(c):x} " for c in words)


def readable(colour: str, paper: str, least: float = 5.6) -> str:
    """Return the colour, mixed with black or white until it can be read on the paper."""
    if contrast(colour, paper) >= least:
        return colour
    towards = 255 if contrast("#ffffff", paper) > contrast("#000000", paper) else 0
    own = [round(channel * 255) for channel in channels(colour)]
    for k in range(2, 100, 2):
        mixed = "#" + "".join(f"{round(c + (towards - c) * k / 100):02x}" for c in own)
        if contrast(mixed, paper) >= least:
            return mixed
    return "#ffffff" if towards else "#000000"


def _faces(
    faces: Faces, cards: Mapping[str, Any] | None, found: Iterable[Verdict]
) -> tuple[Markup, dict[str, dict[str, Any]]]:
    """Return one hidden SVG with the faces that the page shows, and of each where it is in there, and its size."""
    wanted = [name for one in found for name in one.cards]
    wanted += [cell["id"] for cell in cards["table"]] if cards else []
    several = dict.fromkeys(wanted)
    chosen = set(list(several)[:MOST_FACES])
    drawings: dict[str, Drawing] = {}
    for component, card in _cards(faces.kit):
        if card.id in chosen and card.id not in drawings and (whole := faces.front(card)).items:
            drawings[card.id] = trimmed(component, whole)
    sprites, shown = svg_sprites(drawings.values(), "f")
    found_at = {}
    for name, drawing in drawings.items():
        if href := re.search(r'href="#(\w+)"', shown[drawing]):
            found_at[name] = {"href": href[1], "w": drawing.width, "h": drawing.height}
    return Markup(sprites), found_at


def _cards(kit: Kit) -> Iterable[tuple[Any, Any]]:
    return ((component, card) for component in kit.components for card in component.cards)


def _fonts(page: str) -> str:
    """Return the fonts of the page with the characters that it shows."""
    body = re.sub(
        r"<svg width=\"0\".*?</defs></svg>|<style.*?</style>|<script.*?</script>|<[^>]+>",
        " ",
        page,
        flags=re.S,
    )
    always = {*"0123456789.,%±−+–…“”’:ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"}
    text = {*unescape(body)} | always
    words = re.findall(
        r"<(?:h1|h2|b class=\"big\"|span class=\"pill)[^>]*>(.*?)</(?:h1|h2|b|span)>", page, flags=re.S
    )
    shown = unescape(" ".join(words))
    heads = {*shown, *shown.upper()} | always | {*" ?&"}  # titles are set in capitals: ß as SS, ü as Ü
    wanted = {
        FontKey("Roboto", 400, False): text,
        FontKey("Roboto", 700, False): text,
        FontKey("Oswald", 700, False): heads,
    }
    return "\n".join(font_rule(key, key.family, characters) for key, characters in wanted.items())
