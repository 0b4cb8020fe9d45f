"""What cardgen finds on this machine: Python, libcairo, fonts, optional engines."""

from __future__ import annotations

import contextlib
import platform
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import metadata
from typing import Literal

State = Literal["ok", "missing", "optional"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked for, what was found, and how to get it."""

    what: str
    state: State
    found: str
    hint: str = ""


_LIBRARIES = ("reportlab", "cairosvg", "pikepdf", "uharfbuzz", "lxml", "pypdfium2", "jinja2")


def examine() -> list[Finding]:
    """Return what was found, the things a build needs first."""
    python = Finding("Python", "ok", platform.python_version())
    typst = _library("typst", "optional", "pip install 'cardgen[typst]', then --art-engine typst")
    if typst.state == "ok":
        typst = replace(typst, found=f"{typst.found} (--art-engine typst)")
    return [python, _cairo(), *map(_library, _LIBRARIES), _fonts(), *_scripts(), typst]


def cairo_install_line() -> str:
    """Return the command that installs libcairo on this platform."""
    system = platform.system()
    if system == "Darwin":
        return "brew install cairo"
    if system == "Windows":
        return "install the GTK runtime, or MSYS2 and: pacman -S mingw-w64-x86_64-cairo"
    distribution = ""
    with contextlib.suppress(OSError):  # a Linux that does not name itself gets Debian's line
        distribution = " ".join(platform.freedesktop_os_release().get(k, "") for k in ("ID", "ID_LIKE"))
    for names, command in (
        (("fedora", "rhel", "centos"), "sudo dnf install cairo"),
        (("arch",), "sudo pacman -S cairo"),
        (("alpine",), "sudo apk add cairo"),
        (("suse",), "sudo zypper install libcairo2"),
    ):
        if any(name in distribution for name in names):
            return command
    return "sudo apt-get install libcairo2"


def _cairo() -> Finding:
    try:
        import cairocffi
    except OSError:  # the Python side is there, the C library is not
        return Finding("libcairo", "missing", "not found", cairo_install_line())
    except ImportError:
        return Finding("libcairo", "missing", "cairocffi is not installed", "pip install cairosvg")
    return Finding("libcairo", "ok", str(cairocffi.cairo_version_string()))


def _library(name: str, without: State = "missing", hint: str = "") -> Finding:
    try:
        return Finding(name, "ok", metadata.version(name))
    except metadata.PackageNotFoundError:
        return Finding(name, without, "not installed", hint or f"pip install {name}")


def _fonts() -> Finding:
    from cardgen.faces.text.fonts import families

    found = families()
    if not found:
        return Finding("fonts", "missing", "no family found", "pip install fontpkg-roboto fontpkg-oswald")
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
        hint = f"pip install {packages}" if packages else "a font file in the kit's folder fonts/"
        found.append(Finding("scripts", "optional", f"no {', '.join(scripts)}", hint))
    return found


def _some(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) < 3 else f"{len(names)} families"
