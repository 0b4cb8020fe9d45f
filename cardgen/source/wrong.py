"""How a wrong value is reported: where it stands, what stands there, what was expected, what to write instead."""

from __future__ import annotations

import re
from typing import Any, TypeVar

from cardgen.source.nodes import Block, Document, Place, Step
from cardgen.source.shape import NOTHING, Fault, Shape, Want, Wrong

T = TypeVar("T")


def read(
    shape: Shape[T],
    document: Document,
    *path: Step,
    data: Any = NOTHING,
    quietly: bool = False,
    partly: bool = False,
    code: str = "wrong-value",
) -> T | None:
    """Return the value at this path as its shape reads it, or None after noting every mistake at its own place.

    `data` is given when it differs from what is written (a card made by `each:`). `quietly` notes nothing: for
    parts whose mistakes are known already. `partly` returns what is left without the wrong parts, if it can.
    """
    try:
        return shape.read(document.get(*path) if data is NOTHING else data)
    except Wrong as wrong:
        for fault in () if quietly else wrong.faults:
            tell(fault, document, path, code)
        rest: T = wrong.rest
        return None if not partly or rest is NOTHING else rest


def tell(fault: Fault, document: Document, base: tuple[Step, ...] = (), code: str = "wrong-value") -> None:
    path = (*base, *fault.inside)
    above, last = path[:-1], path[-1] if path else "the file"
    parent = next((step for step in reversed(above) if isinstance(step, str)), "the list")
    within = above if fault.around or fault.about == "unknown" else path
    hint = fault.hint
    match fault.about:
        case "missing":
            if last in document.lacking and len(above) == 1:
                at = document.lacking[last]
                document.lacking[last] = None
                if at is not None:
                    hint = f"add it, or give {last} a default: in game.yaml if cards may leave it out"
                    message, where = f"there is no column '{last}'", at.within(document.file)
                    document.problems.add(message, where, trail=document.root, hint=hint, code="missing-key")
                return
            document.note(f"'{last}' is missing", *above, hint=hint, code="missing-key")
            return
        case "unknown":
            message, code = f"unknown {fault.expected} '{last}'", f"unknown-{fault.expected}"
        case "refused":
            message = fault.expected
        case "name":
            message = f"{parent} has '{last}', expected {fault.expected}"
        case _:
            place = document.place(*path)
            name = f"{last} in {parent}" if fault.around else last
            name = f"item {last + 1} of {parent}" if isinstance(last, int) else name
            message = f"{name} is {shown(fault.value, place)}, expected {fault.expected}"
            hint = hint or advice(fault.want, last if isinstance(last, str) else parent, fault.value, place)
            if place.cell:
                hint = hint.replace(f"write {last}: ", "write ")  # there is no key in a cell
            hint = "" if document.called else hint  # what each: made cannot be written down as it is
    document.note(message, *path, within=within, at_key=fault.about != "value", hint=hint, code=code)


# fmt: off
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
# fmt: on
_NUMBERS = {word: number for number, word in enumerate(_WORDS)}
_YES = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}


def shown(value: Any, place: Place | None = None) -> str:
    """Return a value as a message names it: 'two' in quotes, numbers as written, lists and blocks by kind."""
    match value:
        case None:
            return "empty"
        case str():
            text = value.replace("\n", " ")
            return f"'{text if len(text) <= 40 else text[:39] + '…'}'"
        case bool() | int() | float():
            raw = place.raw if place else None
            return raw or (str(value).lower() if isinstance(value, bool) else f"{value:g}")
        case dict():
            return "a block"
        case _:
            return "a list"


def advice(want: Want, key: str, value: Any, place: Place) -> str:
    """Return what to write instead where that can be guessed, else an empty text."""
    line = _instead(want, value, place)
    return f"write {key}: {line}" if line else _other_advice(want, value)


def _instead(want: Want, value: Any, place: Place) -> str:
    match want, value:
        case (("text" | "id"), bool() | int() | float()):
            return f'"{place.raw or value}" (with quotes)'
        case (("int" | "number"), str()):
            word = value.strip().lower()
            if word in _NUMBERS:
                return str(_NUMBERS[word])
            return str(int(word)) if word.isascii() and word.isdigit() and len(word) < 18 else ""
        case "id", str():
            return re.sub(r"[^\w.+-]+", "-", value).strip(".+-")[:60]
        case "int", float() if value.is_integer():
            return str(int(value))
        case "bool", str():
            word = value.strip().lower()
            return _YES.get(word) or (word if word in ("true", "false") else "")
        case "bool", 0 | 1:
            return "true" if value else "false"
        case "list", str() if value and all(c not in value for c in ",[]{}:\n"):
            return f"[{value}]"
        case "list", int() | float() if not isinstance(value, bool):
            return f"[{value}]"
        case "length", int() | float() if not isinstance(value, bool):
            return f"{value:g}mm"
        case _:
            return ""


def _other_advice(want: Want, value: Any) -> str:
    if want in ("text", "id") and isinstance(value, Block):
        return "text with { } or ': ' needs quotes"
    if want == "colour" and value is None:
        return 'an unquoted # begins a comment: write the colour in quotes, "#bcc06a"'
    return ""
