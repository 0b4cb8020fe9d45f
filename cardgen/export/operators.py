"""The words of a PDF's content stream: numbers, colours and paths, in the drawing's own mm (y down)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from cardgen.base.drawing import Matrix, PathCommand
from cardgen.base.units import PT_PER_MM

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


@lru_cache(maxsize=1 << 15)
def number(value: float, places: int = 4) -> str:
    """Return the number as short as it can be written; 4 places are a ten-thousandth of a mm."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def points(mm: float) -> str:
    return number(mm * PT_PER_MM, 5)


def numbers(values: Iterable[float]) -> str:
    return " ".join([number(v) for v in values])


def matrix(values: Matrix) -> str:
    """Return the six numbers of a matrix; its factors are written finer than lengths, since they multiply them."""
    a, b, c, d, e, f = values
    return f"{number(a, 7)} {number(b, 7)} {number(c, 7)} {number(d, 7)} {number(e)} {number(f)}"


@lru_cache(maxsize=1024)
def rgb(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue (0 to 255) of `#rrggbb` or `#rgb`; ValueError for anything else."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(d + d for d in digits)
    if len(digits) != 6 or not colour.startswith("#"):
        raise ValueError(f"'{colour}' is not a colour, expected #rrggbb")
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


@lru_cache(maxsize=1024)
def colour(value: str, stroke: bool) -> str:
    """Return the operator that sets the fill or stroke colour; greys are set as grey, so that black prints as black ink."""
    red, green, blue = rgb(value)
    if red == green == blue:
        return f"{number(red / 255)} {'G' if stroke else 'g'}"
    return f"{number(red / 255)} {number(green / 255)} {number(blue / 255)} {'RG' if stroke else 'rg'}"


@lru_cache(maxsize=4096)
def outline(commands: tuple[PathCommand, ...]) -> str:
    """Return the operators that build a path; an upright rectangle has one of its own."""
    box = _upright_box(commands)
    if box:
        return f"{numbers(box)} re"
    words: list[str] = []
    at: tuple[float, float] | None = None
    for index, command in enumerate(commands):
        match command:
            case ("M", x, y):
                words.append(f"{number(x)} {number(y)} m")
            case ("L", x, y):
                if (x, y) == at and "C" in (
                    commands[index - 1][0],
                    commands[index + 1 : index + 2] and commands[index + 1][0],
                ):
                    continue  # the straight side of a corner that leaves none, as in a circle
                words.append(f"{number(x)} {number(y)} l")
            case ("C", x1, y1, x2, y2, x, y):
                words.append(f"{numbers((x1, y1, x2, y2, x, y))} c")
            case ("Z",):
                words.append("h")
                continue
        at = (x, y)
    return "\n".join(words)


def _upright_box(commands: tuple[PathCommand, ...]) -> tuple[float, float, float, float] | None:
    """Return x, y, width and height if the path is what `rect` draws without rounded corners."""
    match commands:
        case (("M", x1, y1), ("L", x2, y2), ("L", x3, y3), ("L", x4, y4), ("Z",)):
            if (y1, x2, y3, x4) == (y2, x3, y4, x1):
                return x1, y1, x3 - x1, y3 - y1
    return None


def line_style(width: float, dash: tuple[float, ...], cap: str, join: str) -> tuple[str, str, str, str]:
    """Return the operators for a stroke's width, dashes, ends and corners."""
    return f"{number(width)} w", f"[{numbers(dash)}] 0 d", f"{_CAPS[cap]} J", f"{_JOINS[join]} j"
