"""Renders a kit's SVG templates with Jinja2 and says in plain words where one fails."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path as FilePath
from types import TracebackType
from typing import Any, NamedTuple

from jinja2 import TemplateError, TemplateNotFound, TemplateRuntimeError, TemplateSyntaxError

from cardgen.base.errors import Location, Problems, did_you_mean
from cardgen.faces.sources import SourceError, Sources
from cardgen.faces.text.fitting import text_width
from cardgen.faces.text.fonts import UnknownFamilyError
from cardgen.faces.text.markup import TextStyle
from cardgen.jinja.compiled import CompiledTemplates
from cardgen.jinja.templating import LINE_BREAK, KitEnvironment, source_line

_NOT_KNOWN = re.compile(r"'(\w+)' is not known")


class Rendered(NamedTuple):
    """A template filled in for one card: SVG as text."""

    name: str
    label: str
    text: str


class Templates:
    """The templates of a kit; every failure becomes a problem at the template's line."""

    def __init__(
        self, sources: Sources, problems: Problems, style: TextStyle, compiled: FilePath | None = None
    ) -> None:
        self._sources = sources
        self._problems = problems
        self._environment = self._new_environment(style, CompiledTemplates(compiled) if compiled else None)
        self._style = style
        self._marked: KitEnvironment | None = None
        self._last_marked: tuple[str, int, str] | None = None
        self._told: set[tuple[str, str]] = set()

    def _new_environment(self, style: TextStyle, compiled: CompiledTemplates | None = None) -> KitEnvironment:
        environment = KitEnvironment(self._sources, compiled)

        def width(text: object, family: str, size: float, weight: int = 400, italic: bool = False) -> float:
            families = ",".join(TextStyle(family=family, folder=style.folder).families)
            words = str(text).replace(LINE_BREAK, "\n")
            try:
                return text_width(words, families, float(size), int(weight), bool(italic))
            except UnknownFamilyError as error:
                raise TemplateRuntimeError(
                    f"no font family '{error.family}' ({did_you_mean(error.family, error.known)})"
                ) from None

        environment.globals["text_width"] = width
        return environment

    def render(
        self, name: str, names: Mapping[str, Any], subject: str, asked: Location | None = None
    ) -> Rendered | None:
        """Return a template filled in, or None when it cannot be; `asked` is where the kit names it."""
        try:
            label = self._sources.find(name).label
        except SourceError as error:
            self._tell(str(error), asked or Location(name), error.hint, error.code, subject)
            return None
        try:
            self._environment.start()
            return Rendered(name, label, self._environment.get_template(name).render(names))
        except Exception as error:  # whatever a template does wrong is the kit's problem, not a crash
            self._explain(error, label, names, subject)
            return None

    def source(self, name: str) -> str:
        """Return a template's text as Jinja gets it."""
        return self._sources.text(name)

    def locate(self, rendered: Rendered, names: Mapping[str, Any], line: int) -> Location:
        """Return the place in the templates that printed a line of a rendered SVG."""
        if "{{" not in self.source(rendered.name) and "{%" not in self.source(rendered.name):
            return Location(rendered.label, line)
        key = (rendered.name, hash(rendered.text))
        if self._last_marked is None or self._last_marked[:2] != key:
            if self._marked is None:
                self._marked = self._new_environment(self._style)
                self._marked.mark_lines = True
            try:
                self._marked.start()
                marked = self._marked.get_template(rendered.name).render(names)
            except Exception:
                return Location(rendered.label)
            self._last_marked = (*key, marked)
        found = source_line(self._last_marked[2], line)
        return Location(*found) if found else Location(rendered.label, min(line, 1))

    def _explain(self, error: Exception, label: str, names: Mapping[str, Any], subject: str) -> None:
        where = _place(error.__traceback__, self._sources.labels()) or Location(label)
        hint = ""
        code = "template-error"
        match error:
            case TemplateSyntaxError():
                where = Location(error.filename or label, error.lineno or 0)
                message, code = f"this cannot be read: {_plainly(error.message or '')}", "template-syntax"
                hint = "look at the {{ }} and {% %} on this line"
            case TemplateNotFound():
                missing = str(error.message or error)
                try:
                    self._sources.find(str(error.name))
                    message = missing
                except SourceError as reason:
                    message, hint, code = str(reason), reason.hint, reason.code
            case RecursionError():
                message, hint = (
                    "the template calls itself without end",
                    "a macro or an include must not call itself",
                )
            case TemplateError():
                message = str(error.message or error)
                unknown = _NOT_KNOWN.fullmatch(message)
                if unknown:
                    hint = did_you_mean(unknown[1], [*names, *self._environment.globals])
                    code = "template-name"
            case _:
                message = f"this cannot be calculated: {error}"
        self._tell(message, where, hint, code, subject)

    def _tell(self, message: str, where: Location, hint: str, code: str, subject: str) -> None:
        general = message.replace(subject, "")
        if (general, str(where)) not in self._told:
            self._told.add((general, str(where)))
            self._problems.add(message, where, trail=(subject,), hint=hint, code=code)


def _place(trace: TracebackType | None, labels: set[str]) -> Location | None:
    """Return the innermost template line of a traceback."""
    found = None
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name in labels:
            found = Location(name, trace.tb_lineno)
        trace = trace.tb_next
    return found


def _plainly(message: str) -> str:
    """Return Jinja's message without its advice about Jinja."""
    first = message.partition(". Jinja was looking for")[0].partition(". You probably made")[0]
    return first[:1].lower() + first[1:].rstrip(".")
