"""Jinja in a rule sheet: the numbers of the kit and the chosen options become words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote, urlencode

from jinja2 import BaseLoader, Environment, TemplateError, TemplateNotFound, TemplateSyntaxError, nodes

from cardgen.base.content import templates_dir
from cardgen.base.errors import Location, Problems
from cardgen.jinja.templating import LINE_BREAK, KitEnvironment
from cardgen.model import Card, Kit, Named
from cardgen.rulesheet.chosen import Choice

_MARK = re.compile("\ue000(\\d+)\ue001")
_TAGS = re.compile(r"\{%.*?%\}|\{#.*?#\}")
_LAST_TAG = re.compile(r"\{%[^{}]*%\}[ \t]*$")
_LEADING = re.compile("(?:\\s*\ue000\\d+\ue001)+")
_NUMBERS = [
    "nought",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]


DEFAULT = "rules.md.j2"


def rules_location(kit: Kit) -> Location:
    """Return the file of the rule sheet as messages show it: beside the kit's game.yaml."""
    return Location((PurePath(kit.where.file).parent / (kit.rules or DEFAULT)).as_posix())


def fill(kit: Kit, choices: Mapping[str, Choice], problems: Problems) -> tuple[str, list[int]]:
    """Return the rule sheet as Markdown and, for each of its lines, the line of the file it came from."""
    name = kit.rules or DEFAULT
    file = rules_location(kit).file
    env = _environment(kit)
    try:
        marked = env.get_template(name).render(_names(kit, choices))
    except TemplateSyntaxError as error:
        problems.add(error.message or "bad template", Location(file, error.lineno), code="rules-template")
        return "", []
    except TemplateNotFound as error:
        problems.add(f"no such file: {error}", Location(file), code="rules-missing")
        return "", []
    except (TemplateError, TypeError, ValueError, KeyError, AttributeError, ArithmeticError) as error:
        problems.add(_said(error), Location(file, _line_of(error, name)), code="rules-template")
        return "", []
    return _without_marks(marked)


def _names(kit: Kit, choices: Mapping[str, Choice]) -> dict[str, Any]:
    return {
        **kit.names(),
        "options": Named(choices, "option"),
        "slug": kit.slug,
        "rule": rule,
        "picture": picture,
        "face": lambda card, **values: _face(kit, "face", card, values),
        "back": lambda card, **values: _face(kit, "back", card, values),
    }


def rule(*ids: str) -> str:
    """Return the citation of one or more numbered rules."""
    shown = ", ".join(i.rpartition("-")[2] for i in ids)
    return f"[{shown}](rule:{','.join(ids)})"


def picture(name: str, alt: str = "", **values: object) -> str:
    """Return a picture of the kit's rules folder; `values` go into its template."""
    return _image(f"picture:{quote(name)}", alt, values)


def _face(kit: Kit, side: str, card: Card | str, values: Mapping[str, object]) -> str:
    card_id, _, look = (card.id if isinstance(card, Card) else card).partition("@")
    found = kit.card(card_id)
    said = str(values.get("alt") or (found.name if found.name != found.id else f"{found.id}"))
    if side == "back" and "alt" not in values:
        said = f"back of {said}"
    rest = {k: v for k, v in values.items() if k != "alt"}
    return _image(f"{side}:{quote(card_id)}{'@' + look if look else ''}", said, rest)


def _image(address: str, alt: str, values: Mapping[str, object]) -> str:
    said = alt.replace("[", "(").replace("]", ")")
    return f"![{said}]({address}{'?' + urlencode(values) if values else ''})"


def in_words(number: int) -> str:
    """Return a small number as a word; larger ones keep their figures."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


class _KitFiles(BaseLoader):
    """Files of the kit first, of the shared templates second, and of nowhere else."""

    def __init__(self, kit: Kit) -> None:
        self._roots = (kit.root, templates_dir())

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, None]:
        for root in self._roots:
            path = (root / template).resolve()
            # resolve() first: a symbolic link may point out of the kit
            if path.is_file() and path.is_relative_to(root.resolve()):
                return _line_ends_kept(path.read_text(encoding="utf-8")), str(path), None
        raise TemplateNotFound(template)


def _line_ends_kept(template: str) -> str:
    """Return the template with the line ends that Jinja would take away behind a tag in a line of words.

    A line of tags alone leaves no trace (`trim_blocks`); one that ends with a tag, such as
    `two words{% endif %}`, is still a line of the text.
    """
    return "\n".join(
        f'{line.rstrip()}{{{{ "" }}}}' if _LAST_TAG.search(line) and _TAGS.sub("", line).strip() else line
        for line in template.split("\n")
    )


class _SheetEnvironment(KitEnvironment):
    """Writes the template's line before every piece of its text: blocks without a line end leave no other trace."""

    def _generate(self, source: nodes.Template, *args: Any, **kwargs: Any) -> str:
        for data in source.find_all(nodes.TemplateData):
            parts = enumerate(data.data.split("\n"), data.lineno)
            data.data = "\n".join(f"\ue000{line}\ue001{part}" for line, part in parts)
        return super()._generate(source, *args, **kwargs)


def _environment(kit: Kit) -> KitEnvironment:
    env = _SheetEnvironment(_KitFiles(kit))
    env.autoescape = False  # Markdown, not XML; HTML is refused when the Markdown is read
    env.trim_blocks = env.lstrip_blocks = True
    env.filters["words"] = in_words
    env.filters["capital"] = capital
    return env


def _without_marks(marked: str) -> tuple[str, list[int]]:
    """Return the text and, for each of its lines, the line of the template."""
    numbers: list[int] = []
    lines: list[str] = []
    here = 1
    for text in marked.replace(LINE_BREAK, "\n").split("\n"):
        marks = _MARK.findall(text)
        leading = _LEADING.match(text)
        if leading:  # of the marks before the first word the last one is its own
            here = int(_MARK.findall(leading[0])[-1])
        numbers.append(here)
        lines.append(_MARK.sub("", text))
        here = int(marks[-1]) if marks else here
    return "\n".join(lines), numbers


def _said(error: Exception) -> str:
    return str(error.args[0]) if error.args else type(error).__name__


def _line_of(error: BaseException, name: str) -> int:
    trace, line = error.__traceback__, 0
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename).name == Path(name).name:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
