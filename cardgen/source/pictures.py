"""Fields that name a picture: each file is looked at where a card names it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from cardgen.base.files import FileError, Files
from cardgen.base.pictures import read_picture
from cardgen.source.leaves import matching
from cardgen.source.nodes import Block, Document, Step
from cardgen.source.parse import Folder

PICTURE = matching(
    r"\s*\S[\s\S]*",
    "the name of a picture such as art/heron.png",
    "other",
    {"type": "string", "minLength": 1},
)
"""The shape of a picture that may not be left out."""


def check_defaults(folder: Folder, document: Document, *path: Step) -> None:
    """Note what is wrong with the pictures of cards that name none, as the fields declared at this path say."""
    fields = document.get(*path)
    for name in fields if isinstance(fields, Block) else ():
        said = document.get(*path, name)
        if isinstance(said, Block) and said.get("type") == "picture":
            check_pictures(folder, document, (*path, name), said, ["default"])


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
    if re.match(r"\w+:|//", asked) and asked[1:2] != ":":
        hint = "copy the picture into the kit and name it from there"
        document.note(f"'{asked[:60]}' lies outside the kit", *path, hint=hint, code="outside-file")
        return
    try:
        found = files.find(asked, "picture", shared=False)
        read_picture(found.path, found.label, asked)
    except FileError as error:
        message = str(error) if asked in str(error) else f"'{asked}': {error}"
        document.note(message, *path, hint=error.hint, code=error.code)
