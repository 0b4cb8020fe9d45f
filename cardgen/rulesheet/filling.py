"""Jinja in a rule sheet: the numbers of the kit and the chosen options become words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import PurePath
from urllib.parse import quote, urlencode

from jinja2 import TemplateRuntimeError

from cardgen.base.errors import Location, Problems
from cardgen.base.files import MAX_TEXT, Files
from cardgen.jinja.sandbox import LINE_BREAK
from cardgen.jinja.templates import Templates
from cardgen.model import Card, Kit, Named
from cardgen.rulesheet.chosen import Choice

_TAGS = re.compile(r"\{%.*?%\}|\{#.*?#\}")
_LAST_TAG = re.compile(r"\{%[^{}]*%\}[ \t]*$")

DEFAULT = "rules.md.j2"


def rules_location(kit: Kit) -> Location:
    """Return the file of the rule sheet as messages show it: beside the kit's game.yaml."""
    return Location((PurePath(kit.where.file).parent / (kit.rules or DEFAULT)).as_posix())


def fill(kit: Kit, choices: Mapping[str, Choice], problems: Problems) -> tuple[str, list[int]]:
    """Return the rule sheet as Markdown and, for each of its lines, the line of the file it came from."""
    files = Files(kit.root, PurePath(kit.where.file).parent.as_posix())
    known: dict[str, Callable[..., str]] = {
        "rule": rule,
        "picture": picture,
        "face": partial(_face, kit, "face"),
        "back": partial(_face, kit, "back"),
    }
    templates = Templates(files, problems, lambda text, label: _line_ends_kept(text), known, markup=False)
    names = {**kit.names(), "options": Named(choices, "option"), "slug": kit.slug}
    printed = templates.lines(kit.rules or DEFAULT, names, rules_location(kit))
    lines = [(part, at.line) for text, at in printed or () for part in text.split(LINE_BREAK)]
    if sum(len(text) for text, _ in lines) > MAX_TEXT:
        problems.add(
            f"the rule sheet is longer than {MAX_TEXT / 1e6:g} MB", rules_location(kit), code="too-large"
        )
        return "", []
    return "\n".join(text for text, _ in lines), [line for _, line in lines]


def rule(*ids: str) -> str:
    """Return the citation of one or more numbered rules."""
    shown = ", ".join(i.rpartition("-")[2] for i in ids)
    return f"[{shown}](rule:{','.join(ids)})"


def picture(name: str, alt: str = "", **values: object) -> str:
    """Return a picture of the kit's rules folder; `values` go into its template."""
    return _image(f"picture:{quote(name)}", alt, values)


def _face(kit: Kit, side: str, card: Card | str, **values: object) -> str:
    """Return the picture of a card's side; `values` go into its address, `alt` is read aloud."""
    card_id, _, look = (card.id if isinstance(card, Card) else card).partition("@")
    try:
        found = kit.card(card_id)
    except KeyError as error:
        raise TemplateRuntimeError(str(error.args[0])) from None
    said = str(values.get("alt") or (found.name if found.name != found.id else f"{found.id}"))
    if side == "back" and "alt" not in values:
        said = f"back of {said}"
    rest = {k: v for k, v in values.items() if k != "alt"}
    return _image(f"{side}:{quote(card_id)}{'@' + look if look else ''}", said, rest)


def _image(address: str, alt: str, values: Mapping[str, object]) -> str:
    said = alt.replace("[", "(").replace("]", ")")
    return f"![{said}]({address}{'?' + urlencode(values) if values else ''})"


def _line_ends_kept(template: str) -> str:
    """Return the template with the line ends that Jinja would take away behind a tag in a line of words.

    A line of tags alone leaves no trace (`trim_blocks`); one that ends with a tag, such as
    `two words{% endif %}`, is still a line of the text.
    """
    return "\n".join(
        f'{line.rstrip()}{{{{ "" }}}}' if _LAST_TAG.search(line) and _TAGS.sub("", line).strip() else line
        for line in template.split("\n")
    )
