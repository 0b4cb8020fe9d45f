"""Writes docs/NOTICE.md: what cardgen installs, under which licences, and where each project lives.

    python benchmarks/notice.py            writes it, from the metadata of the installed packages
    python benchmarks/notice.py --check    fails when it is not what would be written now

The packages are those of Linux with Python 3.11, so that every machine writes the same list.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

import uharfbuzz
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
NOTICE = ROOT / "docs" / "NOTICE.md"
MACHINE = {
    "python_version": "3.11",
    "python_full_version": "3.11.0",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "os_name": "posix",
    "sys_platform": "linux",
    "platform_system": "Linux",
    "platform_machine": "x86_64",
    "extra": "",
}
HEAD = """# Notice

cardgen is under the [MIT licence](../LICENSE). It contains no font files; fonts come in packages of their own. Installing cardgen also
installs the packages below, each under its own licence. Licences and addresses are as each package states them; the full texts are in the
packages. The list is that of Linux with Python 3.11. `make notice` writes this page.

`cardgen/base/locales.json` holds names of months, signs of numbers and plural rules from Unicode's CLDR, under the
Unicode License v3 (<https://www.unicode.org/license.txt>), copyright Unicode, Inc.

The icons in fonticon-materialdesignicons7 are by Pictogrammers, under the Apache License 2.0 (<https://www.apache.org/licenses/LICENSE-2.0>).
"""
COPYRIGHT = 0  # of the table of names in a font: learn.microsoft.com, OpenType, "name"


def main() -> int:
    """Return 0 unless the page was to be checked and is not what would be written now."""
    text = notice()
    if "--check" not in sys.argv:
        NOTICE.write_text(text, "utf-8")
    elif not NOTICE.is_file() or NOTICE.read_text("utf-8") != text:
        print("docs/NOTICE.md is out of date; write it with: make notice", file=sys.stderr)
        return 1
    return 0


def notice() -> str:
    """Return the page, from pyproject.toml and the installed packages."""
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    direct = {known(r.name): r for r in here(asked)}
    fonts = {name: r for name, r in direct.items() if name.startswith("fontpkg-")}
    others = {name: r for name, r in direct.items() if name not in fonts}
    parts = [
        HEAD,
        "## Packages\n",
        *table(("package", "versions", "licence", "project"), map(row, others.values())),
        "\n## Fonts\n",
        *table(
            ("package", "versions", "licence", "copyright"),
            ((*row(r)[:3], copyright_of(r.name)) for r in fonts.values()),
        ),
        "\n## Packages that these install\n",
        *table(("package", "needed by", "licence", "project"), brought(direct)),
    ]
    return "\n".join(parts) + "\n"


def here(asked: Iterable[str]) -> Iterator[Requirement]:
    """Return the requirements that hold on Linux with Python 3.11."""
    for requirement in map(Requirement, asked):
        if requirement.marker is None or requirement.marker.evaluate(MACHINE):
            yield requirement


def brought(direct: dict[str, Requirement]) -> Iterator[tuple[str, ...]]:
    """Return a row for each package that is not asked for by name, in the order of names."""
    needed: dict[str, set[str]] = {}
    waiting = list(direct)
    while waiting:
        name = waiting.pop()
        for requirement in here(metadata.requires(name) or ()):
            if (other := known(requirement.name)) in direct:
                continue
            if other not in needed:
                waiting.append(other)
            needed.setdefault(other, set()).add(name)
    for name in sorted(needed):
        yield name, ", ".join(sorted(needed[name])), licence(name), project(name)


def known(name: str) -> str:
    """Return the name of a package as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def row(requirement: Requirement) -> tuple[str, str, str, str]:
    """Return name, versions, licence and address of a package."""
    name = known(requirement.name)
    return name, str(requirement.specifier) or "any", licence(name), project(name)


def licence(name: str) -> str:
    """Return what a package says its licence is: the expression, else the classifiers, else the first line of the field."""
    said = metadata.metadata(name)
    if expression := said.get("License-Expression"):
        return expression
    classes = [c.rsplit(" :: ", 1)[1] for c in said.get_all("Classifier", []) if c.startswith("License :: ")]
    first, _, more = (said.get("License") or "").strip().partition("\n")
    return first if first and not more and len(first) < 60 else ", ".join(classes) or "see its package"


def project(name: str) -> str:
    """Return the address of a package's project: its home page, else its source."""
    said = metadata.metadata(name)
    links = dict(link.split(", ", 1) for link in said.get_all("Project-URL", []))
    named = {label.lower(): address for label, address in links.items()}
    for label in ("homepage", "home", "source", "source code", "repository", "code"):
        if label in named:
            return f"<{named[label]}>"
    return f"<{said['Home-page']}>" if said.get("Home-page") else "not given"


def copyright_of(name: str) -> str:
    """Return the first line of the copyright that a package's font carries in itself."""
    for file in sorted(metadata.files(name) or (), key=str):
        if file.suffix in (".ttf", ".otf"):
            face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(file.locate())))
            return (face.get_name(COPYRIGHT) or "not given").splitlines()[0]
    raise ValueError(f"{name} carries no font")


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Return the lines of a table in Markdown."""
    for cells in (head, ("---",) * len(head), *rows):
        yield f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


if __name__ == "__main__":
    sys.exit(main())
