from __future__ import annotations

import sys
from importlib import metadata

import pytest

from cardgen.app.doctor import examine
from cardgen.base.systems import install_line, pip_line


def test_the_doctor_names_python_cairo_fonts_and_the_optional_engine() -> None:
    found = {f.what: f for f in reversed(examine())}

    assert found["Python"].state == "ok"
    assert found["libcairo"].state == "ok"
    assert "Zilla Slab" in found["fonts"].found
    assert found["scripts"].found.startswith("Latin letters (")
    assert "Cyrillic (" in found["scripts"].found
    assert found["typst"].state in {"ok", "optional"}


def test_without_the_cairo_library_the_doctor_prints_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class NoLibrary:
        def find_spec(self, name: str, path: object = None, target: object = None) -> None:
            if name == "cairocffi":
                raise OSError("no library called 'cairo' was found")

    monkeypatch.delitem(sys.modules, "cairocffi", raising=False)
    monkeypatch.setattr(sys, "meta_path", [NoLibrary(), *sys.meta_path])

    cairo = next(f for f in examine() if f.what == "libcairo")

    assert cairo.state == "optional", "svg2pdf draws"
    assert cairo.hint == install_line("cairo")


@pytest.mark.parametrize(
    ("system", "release", "line"),
    [
        ("Darwin", {}, "brew install cairo"),
        ("Linux", {"ID": "ubuntu", "ID_LIKE": "debian"}, "sudo apt-get install libcairo2"),
        ("Linux", {"ID": "fedora"}, "sudo dnf install cairo"),
        ("Linux", {"ID": "manjaro", "ID_LIKE": "arch"}, "sudo pacman -S cairo"),
        ("Linux", {"ID": "alpine"}, "sudo apk add cairo"),
        ("Linux", {"ID": "opensuse-leap", "ID_LIKE": "suse opensuse"}, "sudo zypper install libcairo2"),
        ("Linux", {"ID": "something"}, "sudo apt-get install libcairo2"),
    ],
)
def test_the_install_line_is_that_of_the_platform(
    monkeypatch: pytest.MonkeyPatch, system: str, release: dict[str, str], line: str
) -> None:
    monkeypatch.setattr("platform.system", lambda: system)
    monkeypatch.setattr("platform.freedesktop_os_release", lambda: release)

    assert install_line("cairo") == line


def test_the_doctor_names_the_package_of_a_script_that_no_font_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "cardgen.faces.text.lacking.families_with", lambda letters, _: ("Lora",) * (letters == "aß")
    )
    there, *lacking = [f for f in examine() if f.what == "scripts"]
    assert there.found == "Latin letters (Lora)"
    assert ("no Hebrew", "pip install fontpkg-heebo") in [(f.found, f.hint) for f in lacking]
    assert {f.state for f in lacking} == {"optional"}


@pytest.mark.parametrize(
    ("system", "cairo", "git"),
    [
        ("Darwin", "brew install cairo", "brew install git"),
        ("Windows", "install the GTK runtime", "winget install Git.Git"),
        ("Linux", "sudo apt-get install libcairo2", "sudo apt-get install git"),
    ],
)
def test_on_each_system_the_doctor_says_how_to_get_what_is_missing(
    system: str, cairo: str, git: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.system", lambda: system)
    monkeypatch.setattr("platform.freedesktop_os_release", lambda: {"ID": "debian"})
    monkeypatch.setattr("cardgen.app.doctor.program", lambda _: None)
    monkeypatch.setattr("cardgen.app.doctor.metadata.version", no_package)
    monkeypatch.setitem(sys.modules, "cairocffi", None)

    found = {f.what: f for f in reversed(examine())}

    assert found["git"].hint == git
    assert install_line("cairo").startswith(cairo)
    assert (found["svg2pdf-py"].state, found["svg2pdf-py"].hint) == ("missing", "pip install svg2pdf-py")
    assert (found["lxml"].state, found["lxml"].hint) == ("missing", "pip install lxml")


def no_package(name: str) -> str:
    raise metadata.PackageNotFoundError(name)


@pytest.mark.parametrize(
    ("prefix", "line"),
    [
        ("/home/a/.local/share/pipx/venvs/cardgen", "pipx inject cardgen typst lora"),
        ("/home/a/.local/share/uv/tools/cardgen", "uv tool install cardgen --with typst --with lora"),
        ("/home/a/game/.venv", "pip install typst lora"),
    ],
)
def test_a_package_is_added_where_cardgen_is(prefix: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", prefix)
    assert pip_line("typst", "lora") == line
