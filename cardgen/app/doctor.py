"""What cardgen finds on this machine: Python, libraries, what draws art, fonts."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import metadata
from typing import Literal

from cardgen.base.children import program
from cardgen.base.systems import install_line, pip_line

State = Literal["ok", "missing", "optional"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked for, what was found, and how to get it."""

    what: str
    state: State
    found: str
    hint: str = ""


_LIBRARIES = ("reportlab", "pikepdf", "uharfbuzz", "lxml", "pypdfium2", "jinja2")


def examine() -> list[Finding]:
    python = Finding("Python", "ok", platform.python_version())
    return [python, *map(_library, _LIBRARIES), *_engines(), _git(), _fonts(), *_scripts()]


def _engines() -> list[Finding]:
    """Return what can draw art; one of the three is enough, and which one draws unless --art-engine names another."""
    found = [
        _library("svg2pdf-py", "optional", pip_line("svg2pdf-py")),
        _library("typst", "optional", pip_line("typst")),
        _cairo(),
    ]
    drawing = next((n for n, engine in enumerate(found) if engine.state == "ok"), -1)
    if drawing < 0:
        return [replace(engine, state="missing") for engine in found]
    found[drawing] = replace(found[drawing], found=f"{found[drawing].found} (draws the art)")
    return found


def _cairo() -> Finding:
    try:
        import cairocffi
    except OSError:  # the Python side is there, the C library is not
        return Finding("libcairo", "optional", "not found", install_line("cairo"))
    except ImportError:
        return Finding("libcairo", "optional", "cairocffi is not installed", pip_line("cairosvg"))
    return Finding("libcairo", "ok", str(cairocffi.cairo_version_string()))


def _git() -> Finding:
    """Return whether states of a kit can be compared: `diff HEAD`, `build --since`."""
    found = program("git")
    return (
        Finding("git", "ok", found) if found else Finding("git", "optional", "not found", install_line("git"))
    )


def _library(name: str, without: State = "missing", hint: str = "") -> Finding:
    try:
        return Finding(name, "ok", metadata.version(name))
    except metadata.PackageNotFoundError:
        return Finding(name, without, "not installed", hint or pip_line(name))


def _fonts() -> Finding:
    from cardgen.faces.text.fonts import families

    found = families()
    if not found:
        return Finding("fonts", "missing", "no family found", pip_line("fontpkg-roboto", "fontpkg-oswald"))
    return Finding("fonts", "ok", ", ".join(found))


def _scripts() -> list[Finding]:
    """Return which scripts the installed fonts have, and where the others can be had."""
    from cardgen.faces.text.lacking import scripts_at_hand

    there, lacking = scripts_at_hand()
    named = (f"{script} ({_some(names)})" for script, names in there.items())
    found = [Finding("scripts", "ok", ", ".join(named))]
    without: dict[str, list[str]] = {}
    for script, packages in lacking.items():
        without.setdefault(packages, []).append(script)
    for packages, scripts in without.items():
        hint = pip_line(*packages.split()) if packages else "a font file in the kit's folder fonts/"
        found.append(Finding("scripts", "optional", f"no {', '.join(scripts)}", hint))
    return found


def _some(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) < 3 else f"{len(names)} families"
