"""Fills in a kit's template files, faces and rule sheets alike, and says in plain words where one fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from jinja2 import BaseLoader, TemplateError, TemplateNotFound, TemplateSyntaxError

from cardgen.base.compiled import KeptTemplates
from cardgen.base.errors import Location, Problems, did_you_mean
from cardgen.base.files import FileError, Files
from cardgen.base.language import speaking
from cardgen.jinja.mistakes import TooMuchError, said
from cardgen.jinja.sandbox import Sandbox, printed_lines
from cardgen.jinja.sentences import in_other_words

MAX_MARKS = 4_000
"""So many `{{` and `{%` may stand in a file: Jinja takes up to a millisecond for each."""
_NOT_KNOWN = re.compile(r"'(\w+)' is not known")


class Rendered(NamedTuple):
    """A template filled in: what it is called in the kit and in messages, and its text."""

    name: str
    label: str
    text: str


class Templates(BaseLoader):
    """The templates of a kit; every failure becomes a problem at the template's line.

    `prepare` gets each file's text and label before Jinja does; then its words are put as `said` has them for it. `markup` and `functions` are those of the `Sandbox`.
    Filters such as `words` speak `language`. In the private folder `compiled`, templates may be kept as Jinja compiled them.
    """

    def __init__(
        self,
        files: Files,
        problems: Problems,
        prepare: Callable[[str, str], str],
        functions: Mapping[str, Callable[..., Any]],
        *,
        markup: bool,
        compiled: Path | None = None,
        said: Mapping[str, Mapping[str, str]] | None = None,
        language: str = "en",
    ) -> None:
        self._files = files
        self._said = said or {}
        self._language = language
        self._problems = problems
        self._prepare = prepare
        room = partial(Sandbox, self, markup=markup, functions=functions)
        made_by = compiled and sha256(Path(__file__).with_name("sandbox.py").read_bytes()).hexdigest()[:12]
        self._sandbox = room(compiled=KeptTemplates((markup, language), compiled, made_by or ""))
        self._marking = room(compiled=KeptTemplates((markup, language, "marked")), mark_lines=True)
        self._texts: dict[str, str] = {}
        self._too_much: set[str] = set()
        self._last_marked: tuple[Rendered, list[Location]] | None = None
        self._reported: set[tuple[str, str]] = set()

    def source(self, name: str) -> str:
        """Return a template's text as Jinja gets it; FileError when the file cannot be used."""
        if name not in self._texts:
            text = self._files.text(name).replace("\r\n", "\n")
            label = self._files.find(name).label
            if text.count("{{") + text.count("{%") > MAX_MARKS:
                message = f"there are more than {MAX_MARKS:,} {{{{ }}}} and {{% %}} in this file"
                hint = "say what repeats in a loop or a macro, or split the file: {% include %}"
                raise FileError(message, hint, "too-complex", Location(label))
            text = self._prepare(text, label)
            if name in self._said and self._files.variant(name) is None:
                text = in_other_words(text, self._said[name])
            self._texts[name] = text
        return self._texts[name]

    def instead(self, name: str, text: str) -> None:
        """Take another text for a template than its file has."""
        self._texts[name] = self._prepare(text, self._files.find(name).label)

    def get_source(self, environment: Any, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Return what Jinja compiles; its file name is the label that messages use."""
        try:
            return self.source(template), self._files.find(template).label, lambda: True
        except FileError as error:
            raise TemplateNotFound(template, str(error)) from None

    def render(
        self,
        name: str,
        names: Mapping[str, Any],
        subject: str = "",
        asked: Location | None = None,
        marked: bool = False,
    ) -> Rendered | None:
        """Return a template filled in, or None when it cannot be.

        `subject` is what it is filled in for, such as a card; `asked` is where the kit names the template. In a
        `marked` text everything tells its line.
        """
        if name in self._too_much:
            return None  # reported; four hundred cards would take as long each
        sandbox = self._marking if marked else self._sandbox
        label = self._files.name_of(name)
        try:
            label = self._files.find(name).label
            sandbox.start()
            with speaking(self._language):
                return Rendered(name, label, sandbox.get_template(name).render(names))
        except FileError as error:
            self._tell(str(error), error.where or asked or Location(label), error.hint, error.code, subject)
        except Exception as error:
            if isinstance(error, TooMuchError):
                self._too_much.add(name)
            self._explain(error, label, [*names, *sandbox.globals], subject)
        return None

    def lines(
        self, name: str, names: Mapping[str, Any], asked: Location
    ) -> list[tuple[str, Location]] | None:
        """Return each line of a template filled in, and the line of the template's own file that it comes from."""
        marked = self.render(name, names, "", asked, marked=True)
        return list(printed_lines(marked.text, marked.label, own=True)) if marked else None

    def locate(self, rendered: Rendered, names: Mapping[str, Any], line: int) -> Location:
        """Return the place in the templates that printed a line of a rendered SVG."""
        if "{{" not in self.source(rendered.name) and "{%" not in self.source(rendered.name):
            return Location(rendered.label, line)
        if self._last_marked is None or self._last_marked[0] != rendered:
            try:
                self._marking.start()
                with speaking(self._language):
                    marked = self._marking.get_template(rendered.name).render(names)
            except Exception:
                return Location(rendered.label)
            self._last_marked = (rendered, [at for _, at in printed_lines(marked, rendered.label)])
        places = self._last_marked[1]
        return places[min(line, len(places)) - 1]

    def _explain(self, error: Exception, label: str, names: list[str], subject: str) -> None:
        where = _place(error.__traceback__, self._files.labels()) or Location(label)
        message, hint, code = said(error, self._sandbox), "", "template-error"
        match error:
            case TemplateSyntaxError():
                where = Location(error.filename or label, error.lineno or 0)
                message = f"this cannot be read: {message[:1].lower()}{message[1:]}"
                hint, code = "look at the {{ }} and {% %} on this line", "template-syntax"
            case TemplateNotFound():
                try:
                    self.source(str(error.name))
                except FileError as reason:
                    message, hint, code = str(reason), reason.hint, reason.code
                    where = reason.where or where
            case RecursionError():
                hint = "a macro or an include must not call itself"
            case _ if unknown := _NOT_KNOWN.fullmatch(message):
                hint, code = did_you_mean(unknown[1], names), "template-name"
            case _ if not isinstance(error, TemplateError):
                message = f"this cannot be calculated: {message}"
        self._tell(message, where, hint, code, subject)

    def _tell(self, message: str, where: Location, hint: str, code: str, subject: str) -> None:
        general = message.replace(subject, "") if subject else message
        if (general, str(where)) not in self._reported:
            self._reported.add((general, str(where)))
            self._problems.add(message, where, trail=(subject,) if subject else (), hint=hint, code=code)


def _place(trace: TracebackType | None, labels: set[str]) -> Location | None:
    """Return the innermost template line of a traceback."""
    found = None
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name in labels:
            found = Location(name, trace.tb_lineno)
        trace = trace.tb_next
    return found
