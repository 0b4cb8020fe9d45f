"""A dieline as an SVG file of nothing but lines, in true size: a layer for what is cut, folded and glued."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.production.dielines import Dieline, Point, commands

_GAP = 6.0
_MARGIN = 2.0
_LAYERS = (("glue", "#2a6db3"), ("fold", "#00a000"), ("cut", "#ff0000"))


def dieline_svg(dielines: Sequence[Dieline]) -> str:
    """Return an SVG with these pieces beside each other, in mm; programs for cutters read layers and colours alike."""
    paths: dict[str, list[str]] = {name: [] for name, _ in _LAYERS}
    x = _MARGIN
    tall = max(one.bounds[3] for one in dielines)
    for one in dielines:
        left, top, wide, _ = one.bounds
        dx, dy = x - left, _MARGIN - top
        paths["glue"] += [_polygon(area, dx, dy) for area in one.glue]
        paths["fold"] += [f"M{_n(a + dx)} {_n(b + dy)}L{_n(c + dx)} {_n(d + dy)}" for a, b, c, d in one.folds]
        # what is inside is cut first, while the piece still holds
        for outline in (*one.cuts[1:], *one.cuts[:1]):
            paths["cut"].append("".join(_command(step, dx, dy) for step in commands(outline)))
        x += wide + _GAP
    width, height = x - _GAP + _MARGIN, tall + 2 * _MARGIN
    layers = "".join(
        f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}" fill="none" stroke="{colour}" stroke-width="0.1">'
        + "".join(f'<path d="{path}"/>' for path in paths[name])
        + "</g>\n"
        for name, colour in _LAYERS
        if paths[name]
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{_n(width)}mm" height="{_n(height)}mm" viewBox="0 0 {_n(width)} {_n(height)}">\n{layers}</svg>\n'
    )


def _polygon(area: Sequence[Point], dx: float, dy: float) -> str:
    return "M" + "L".join(f"{_n(x + dx)} {_n(y + dy)}" for x, y in area) + "Z"


def _command(step: tuple[object, ...], dx: float, dy: float) -> str:
    letter, *numbers = step
    return f"{letter}" + " ".join(
        _n(float(str(value)) + (dy if i % 2 else dx)) for i, value in enumerate(numbers)
    )


def _n(value: float) -> str:
    return f"{round(value, 3):g}"
