"""Fields that name a picture: each file is looked at where a card names it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from cardgen.base.files import FileError, Files
from cardgen.base.pictures import read_picture
from cardgen.source.leaves import matching
from cardgen.source.nodes import Document, Step
from cardgen.source.parse import Folder

PICTURE = matching(
    r"\s*\S[\s\S]*", "the name of a picture such as art/heron.png", schema={"type": "string", "minLength": 1}
)
"""The shape of a picture that may not be left out."""


def check_pictures(
    folder: Folder,
    document: Document,
    path: tuple[Step, ...],
    data: Mapping[str, Any],
    names: Collection[str],
) -> None:
    """Note what is wrong with the pictures that a card names in these fields, each where it is named."""
    for name in names:
        if isinstance(asked := data.get(name), str) and asked:
            check_picture(folder.files, document, (*path, name), asked)


def check_picture(files: Files, document: Document, path: tuple[Step, ...], asked: str) -> None:
    """Note what is wrong with a picture that is named at this path."""
    try:
        found = files.find(asked, "picture", shared=False)
        read_picture(found.path, found.label, asked)
    except FileError as error:
        hint = error.hint
        if asked.startswith(("http://", "https://", "data:")):
            hint = "copy the picture into the kit and name it from there"
        message = str(error) if asked in str(error) else f"'{asked}': {error}"
        document.note(message, *path, hint=hint, code=error.code)
