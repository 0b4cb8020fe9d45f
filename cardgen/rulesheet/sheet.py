"""The rule sheet of a kit with its options chosen: blocks, theme and the problems found on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePath
from urllib.parse import quote, urlencode

from jinja2 import TemplateRuntimeError

from cardgen.base.errors import Location, Problems
from cardgen.base.files import MAX_TEXT, Files
from cardgen.jinja.sandbox import LINE_BREAK
from cardgen.jinja.templates import Templates
from cardgen.model import Card, Kit, Named, Option, OptionChoice, OptionValue
from cardgen.rulesheet.blocks import Block, Box, Heading, Paragraph
from cardgen.rulesheet.markdown import read_blocks
from cardgen.rulesheet.theme import Theme, filled, load_themes

_DEFAULT = "rules.md.j2"
_TAGS = re.compile(r"\{%.*?%\}|\{#.*?#\}")
_LAST_TAG = re.compile(r"\{%[^{}]*%\}[ \t]*$")


@dataclass(frozen=True, slots=True)
class Choice:
    """An option as a rule sheet speaks of it, with the value that is explained.

    `says` is the sentence of the chosen value, `others` are the values not chosen with their sentences.
    """

    name: str
    title: str
    chosen: OptionChoice
    default: OptionChoice
    says: str
    ruling: str
    others: tuple[tuple[OptionChoice, str], ...]

    @classmethod
    def of(cls, option: Option, found: OptionValue) -> Choice:
        """Return an option with one of its values."""
        others = tuple((v.value, v.says) for v in option.values if v is not found)
        return cls(option.name, option.title, found.value, option.default, found.says, option.ruling, others)

    @property
    def changed(self) -> bool:
        """Whether another value than the default was chosen."""
        return self.chosen != self.default

    def __str__(self) -> str:
        return str(self.chosen)


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """What a rule sheet says and how it looks; `problems` grows while it is drawn."""

    kit: Kit
    choices: Mapping[str, Choice]
    blocks: tuple[Block, ...]
    themes: Mapping[str, Theme]
    where: Location
    problems: Problems = field(default_factory=Problems)

    @property
    def theme(self) -> Theme:
        """The theme in full colour."""
        return self.themes["full"]

    def theme_in(self, look: str) -> Theme:
        """Return the theme in the colours of a look."""
        return self.themes.get(look, self.theme)


def load_rules(kit: Kit, options: Mapping[str, OptionChoice] | None = None) -> RuleSheet:
    """Return the rule sheet of a kit; options not named have their default.

    Mistakes of the author are collected in the sheet's `problems`.
    """
    problems = Problems()
    where = Location((PurePath(kit.where.file).parent / (kit.rules or _DEFAULT)).as_posix())
    chosen = kit.chosen(options or {}, problems)
    choices = {name: Choice.of(option, chosen[name]) for name, option in kit.options.items()}
    themes = load_themes(kit, problems)
    text, lines = _filled(kit, choices, themes["full"], where, problems)
    blocks = read_blocks(text, file=where.file, lines=lines, problems=problems, language=kit.language)
    if not blocks and not problems.errors:
        hint = "begin with a heading, such as # {{ title }}, or leave out rules: in game.yaml"
        problems.add("the rule sheet is empty", where, hint=hint, code="empty")
    return RuleSheet(kit, choices, _with_masthead(blocks), themes, where, problems)


def _with_masthead(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Make a masthead of a title that stands at the top without one, and of the line below it."""
    if not blocks or not isinstance(blocks[0], Heading) or blocks[0].level != 1:
        return blocks
    count = 2 if len(blocks) > 1 and isinstance(blocks[1], Paragraph) else 1
    return (Box("masthead", (), blocks[:count], blocks[0].where), *blocks[count:])


# ---- the template filled in ------------------------------------------------------------------------


def _filled(
    kit: Kit, choices: Mapping[str, Choice], theme: Theme, where: Location, problems: Problems
) -> tuple[str, list[int]]:
    """Return the rule sheet as Markdown and, for each of its lines, the line of the file it came from."""
    known: dict[str, Callable[..., str]] = {
        "rule": _rule,
        "picture": _picture,
        "face": partial(_face, kit, "face", "{name}"),
        "back": partial(_face, kit, "back", theme.furniture["back"]),
    }
    files = Files(kit.root, PurePath(kit.where.file).parent.as_posix())
    templates = Templates(files, problems, lambda text, label: _line_ends_kept(text), known, markup=False)
    names = {**kit.names(), "options": Named(choices, "option"), "slug": kit.slug}
    printed = templates.lines(kit.rules or _DEFAULT, names, where)
    lines = [(part, at.line) for text, at in printed or () for part in text.split(LINE_BREAK)]
    if sum(len(text) for text, _ in lines) > MAX_TEXT:
        problems.add(f"the rule sheet is longer than {MAX_TEXT / 1e6:g} MB", where, code="too-large")
        return "", []
    return "\n".join(text for text, _ in lines), [line for _, line in lines]


def _rule(*ids: str) -> str:
    """Return the citation of one or more numbered rules."""
    shown = ", ".join(i.rpartition("-")[2] for i in ids)
    return f"[{shown}](rule:{','.join(ids)})"


def _picture(name: str, alt: str = "", **values: object) -> str:
    """Return a picture of the kit's rules folder; `values` go into its template."""
    return _image(f"picture:{quote(name)}", alt, values)


def _face(kit: Kit, side: str, called: str, card: Card | str, alt: object = None, **values: object) -> str:
    """Return the picture of a card's side; `values` go into its address, `alt` is read aloud."""
    card_id, _, look = (card.id if isinstance(card, Card) else card).partition("@")
    try:
        found = kit.card(card_id)
    except KeyError as error:
        raise TemplateRuntimeError(str(error.args[0])) from None
    said = filled(called, {"name": found.name}) if alt is None else str(alt or found.name)
    return _image(f"{side}:{quote(card_id)}{'@' + look if look else ''}", said, values)


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
