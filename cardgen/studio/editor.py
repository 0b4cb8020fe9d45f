"""Opens a file of a kit in the user's own editor, at its line; which editor that is, the environment says.

`$CARDGEN_EDITOR`, `$VISUAL` and `$EDITOR` are checked in this order. One that needs a terminal is no use to a server, so it
is passed over. Without any, pages link to `vscode://`.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from pathlib import Path, PureWindowsPath

from cardgen.base.children import open_beside, program

_PLACE = "{file}:{line}:{column}"
_KNOWN: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"), ("--goto", _PLACE)
    ),
    **dict.fromkeys(("subl", "sublime_text", "zed", "zeditor", "hx-gui", "lapce"), (_PLACE,)),
    **dict.fromkeys(("kate", "kwrite"), ("--line", "{line}", "--column", "{column}", "{file}")),
    **dict.fromkeys(
        ("gedit", "gnome-text-editor", "xed", "pluma", "mousepad", "gvim"), ("+{line}", "{file}")
    ),
    **dict.fromkeys(("mate", "bbedit"), ("--line", "{line}", "{file}")),
    **dict.fromkeys(("idea", "pycharm", "webstorm"), ("--line", "{line}", "{file}")),
    "emacsclient": ("-n", "+{line}:{column}", "{file}"),
    "notepad++": ("-n{line}", "-c{column}", "{file}"),
}


def editor_command(
    environment: Mapping[str, str] = os.environ, windows: bool = os.name == "nt"
) -> list[str] | None:
    """Return the words that start the user's editor, with `{file}`, `{line}` and `{column}` in them; None for none."""
    for name in ("CARDGEN_EDITOR", "VISUAL", "EDITOR"):
        try:
            words = shlex.split(environment.get(name, "").replace("\\", "\\\\" if windows else "\\"))
        except ValueError:  # a quotation mark without its other half
            continue
        if not words or program(words[0]) is None:
            continue
        if any("{file}" in word for word in words[1:]):
            return words
        known = _KNOWN.get(PureWindowsPath(words[0].lower()).stem)
        if known:
            return [*words, *known]
    return None


def open_in_editor(command: list[str], file: Path, line: int, column: int) -> None:
    """Start the editor with this file at this line and do not wait for it; OSError when it cannot be started."""
    there = {"{file}": str(file), "{line}": str(max(1, line)), "{column}": str(max(1, column))}
    words = []
    for word in command:
        for name, value in there.items():
            word = word.replace(name, value)
        words.append(word)
    open_beside(words)
