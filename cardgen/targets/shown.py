"""Targets for people: a line in a list, a page about one, and docs/targets.md about all that ship with cardgen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.base.errors import Problems
from cardgen.base.files import templates_dir
from cardgen.base.own import manual
from cardgen.model.kit import as_json
from cardgen.source.shape import Keyed
from cardgen.targets.readme import tried
from cardgen.targets.target import FOLDER, MAKERS, Target, read_target


def line_of(target: Target, owner: str = "") -> str:
    """Return a target in one line; `owner` is the kit that has it in its own folder."""
    whose = f" ({owner}'s own)" if owner else ""
    return (
        f"{target.name:20} {target.title}{whose}: {target.says or MAKERS[target.maker].says} {tried(target)}"
    )


def page(target: Target) -> str:
    """Return what there is to know about one target."""
    about = "\n  ".join([*_about(target), str(target.file)])
    return f"{target.title}, --for {target.name}\n  {about}"


def _about(target: Target) -> Iterator[str]:
    yield from filter(None, [target.says])
    yield tried(target)
    yield f"makes: {MAKERS[target.maker].says}"
    yield from filter(None, [f"sizes: {target.listed}" if target.listed else ""])
    yield from (f"rules: {', '.join(_said(vars(one)))}" for one in target.rules)
    for name, value in vars(target.asks).items():
        if isinstance(value, tuple) and value and isinstance(value[0], Keyed):
            yield f"{name}:"
            yield from ("  " + ", ".join(_said(vars(one))) for one in value)
        elif isinstance(value, Keyed):
            yield f"{name}: {', '.join(_said(vars(value)))}"
        else:
            yield f"{name}: {_plain(value)}"
    yield from (f"{number}. {step}" for number, step in enumerate(target.steps, 1))
    yield from target.links


def _said(values: Mapping[str, Any]) -> Iterator[str]:
    for name, value in values.items():
        yield str(value) if name in ("name", "size") else f"{name} {_plain(value)}"


def _plain(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case (int() as wide, int() as high):
            return f"{wide} × {high}"
        case tuple():
            return " ".join(_plain(one) for one in value)
        case _:
            return str(value)


def as_data(target: Target, owner: str = "") -> dict[str, Any]:
    """Return a target as plain data for `--json`."""
    return {
        "target": target.name,
        "title": target.title,
        "says": target.says,
        "maker": target.maker,
        "kit": owner or None,
        "file": str(target.file),
        "steps": list(target.steps),
        "tried": _data(target.tried),
        "listed": target.listed or None,
        "rules": _data(target.rules),
        "links": list(target.links),
        "asks": _data(target.asks),
    }


def _data(value: Any) -> Any:
    if isinstance(value, Keyed):
        return {name: _data(one) for name, one in vars(value).items()}
    if isinstance(value, tuple):
        return [_data(one) for one in value]
    return as_json(value)


def targets_page() -> str:
    """Return docs/targets.md."""
    problems = Problems()
    files = sorted((templates_dir() / FOLDER).glob("*.yaml"))
    targets = [target for file in files if (target := read_target(file, problems))]
    problems.raise_errors()
    return manual("targets", targets=targets, makers=MAKERS, anchor=_anchor, lists=_lists, tried=tried)


def _anchor(title: str) -> str:
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _lists(target: Target) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Yield what a target lists, such as sizes: the keys that are said, and the cells of each row."""
    for parts in vars(target.asks).values():
        if isinstance(parts, tuple) and parts and isinstance(parts[0], Keyed):
            keys = list(dict.fromkeys(name for one in parts for name in vars(one)))
            yield (
                keys,
                [[_cell(name, getattr(one, name), name in vars(one)) for name in keys] for one in parts],
            )


def _cell(name: str, value: Any, is_said: bool) -> str:
    if not is_said or value is None:
        return ""
    lengths = isinstance(value, float) and name != "scale"
    return (
        f"{value:.2%}".replace(".00%", " %")
        if name == "scale"
        else f"{value:.4g} mm"
        if lengths
        else _plain(value)
    )
