"""Is a part of a kit's file what the schema says?  Yes, or every mistake explained at its own place."""

from __future__ import annotations

from typing import Any

from cardgen.base.errors import Problems
from cardgen.source.nodes import Document, Step
from cardgen.source.plain import plainly


def validated(
    part: str, document: Document, path: tuple[Step, ...], problems: Problems | None, data: Any = None
) -> Any:
    """Return the values of the part at `path`, or None after noting every error at its own place.

    `part` names a class of `cardgen.source.schema`; its attributes are the values'. Without `problems` the
    errors are not noted: for parts whose errors are known already. `data` is given when it differs from what
    is written (a card made by `each:`).
    """
    data = document.get(*path) if data is None else data
    values = plainly(part, data)
    if values is not None:
        return values
    from cardgen.source import schema  # pydantic: 65 ms
    from cardgen.source.explain import explained

    return explained(getattr(schema, part), document, path, problems, data)
