"""The templates of a kit's faces: SVG that Inkscape may have torn, in which words can be measured."""

from __future__ import annotations

from pathlib import Path

from jinja2 import TemplateRuntimeError

from cardgen.base.errors import Problems, did_you_mean
from cardgen.base.files import Files
from cardgen.faces.svg.inkscape import prepare
from cardgen.faces.text.fitting import text_width as width_of
from cardgen.faces.text.fonts import UnknownFamilyError
from cardgen.faces.text.markup import TextStyle
from cardgen.jinja.sandbox import LINE_BREAK
from cardgen.jinja.templates import Templates


def face_templates(
    files: Files, problems: Problems, fonts: Path | None = None, compiled: Path | None = None
) -> Templates:
    """Return the templates that faces are drawn from; `fonts` is the kit's own folder of fonts."""

    def whole(text: str, label: str) -> str:
        prepared = prepare(_without_declaration(text), label)
        problems.extend(prepared.problems)
        return prepared.text

    def text_width(text: object, family: str, size: float, weight: int = 400, italic: bool = False) -> float:
        families = ",".join(TextStyle(family=family, folder=fonts).families)
        words = str(text).replace(LINE_BREAK, "\n")
        try:
            return width_of(words, families, float(size), int(weight), bool(italic))
        except UnknownFamilyError as error:
            raise TemplateRuntimeError(
                f"no font family '{error.family}' ({did_you_mean(error.family, error.known)})"
            ) from None

    return Templates(files, problems, whole, {"text_width": text_width}, markup=True, compiled=compiled)


def _without_declaration(text: str) -> str:
    """Return the text without `<?xml …?>`, which would claim an encoding; its lines are kept."""
    head, mark, rest = text.partition("?>")
    if mark and head.lstrip().startswith("<?xml"):
        return "\n" * head.count("\n") + rest
    return text
