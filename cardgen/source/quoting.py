"""The words of game.yaml that quote the kit's own numbers: "{{ tiles.common.total }} garden tiles"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cardgen.model import Component, Kit, Named, Option
from cardgen.model.kit import read_only
from cardgen.source.expand import Unfilled, filled
from cardgen.source.files import Folder
from cardgen.source.leaves import frozen
from cardgen.source.nodes import Block, Document, Step


def with_words(kit: Kit, folder: Folder, document: Document) -> Kit:
    """Return the kit with the expressions in its subtitle, notes, options and guide worked out."""
    names = kit.names()

    def words(text: str, *at: Step) -> str:
        return str(_worked_out(text, names, at, folder, document)) if "{{" in text else text

    def component(c: Component) -> Component:
        texts: dict[str, Any] = {
            key: words(getattr(c, key), c.kind, c.id, key) for key in ("title", "note", "stock")
        }
        return replace(c, **texts)

    def option(o: Option) -> Option:
        path = ("options", o.name, "values")
        return replace(o, values=tuple(replace(v, says=words(v.says, *path, str(v.value))) for v in o.values))

    return replace(
        kit,
        subtitle=words(kit.subtitle, "subtitle"),
        credits=read_only({key: words(text, "credits", key) for key, text in kit.credits.items()}),
        components=tuple(component(c) for c in kit.components),
        options=Named({name: option(o) for name, o in kit.options.items()}, "option"),
        guide=_guide(kit, names, folder, document),
    )


def _guide(kit: Kit, names: Mapping[str, Any], folder: Folder, document: Document) -> Mapping[str, Any]:
    block = document.get("guide")
    if not isinstance(block, Block):
        return kit.guide
    said = {key: _worked_out(value, names, ("guide", key), folder, document) for key, value in block.items()}
    guide: Mapping[str, Any] = frozen(said)
    return guide


def _worked_out(
    value: Any, names: Mapping[str, Any], at: tuple[Step, ...], folder: Folder, document: Document
) -> Any:
    try:
        return filled(value, names, at)
    except Unfilled as failure:
        folder.problems.add(
            f"in {{{{ {failure.text} }}}}: {failure.error}",
            document.where(*failure.path),
            trail=document.trail(*failure.path),
            hint=failure.error.hint,
            code="expression",
        )
        return ""
