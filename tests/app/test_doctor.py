from __future__ import annotations

import sys

import pytest

from cardgen.app.doctor import cairo_install_line, examine


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
    assert cairo.hint == cairo_install_line()


@pytest.mark.parametrize(
    ("system", "release", "line"),
    [
        ("Darwin", {}, "brew install cairo"),
        ("Linux", {"ID": "ubuntu", "ID_LIKE": "debian"}, "sudo apt-get install libcairo2"),
        ("Linux", {"ID": "fedora"}, "sudo dnf install cairo"),
        ("Linux", {"ID": "manjaro", "ID_LIKE": "arch"}, "sudo pacman -S cairo"),
        ("Linux", {"ID": "alpine"}, "sudo apk add cairo"),
    ],
)
def test_the_install_line_is_that_of_the_platform(
    monkeypatch: pytest.MonkeyPatch, system: str, release: dict[str, str], line: str
) -> None:
    monkeypatch.setattr("platform.system", lambda: system)
    monkeypatch.setattr("platform.freedesktop_os_release", lambda: release)

    assert cairo_install_line() == line


def test_the_doctor_names_the_package_of_a_script_that_no_font_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "cardgen.faces.text.lacking.families_with", lambda letters, _: ("Lora",) * (letters == "aß")
    )
    there, *lacking = [f for f in examine() if f.what == "scripts"]
    assert there.found == "Latin letters (Lora)"
    assert ("no Hebrew", "pip install fontpkg-heebo") in [(f.found, f.hint) for f in lacking]
    assert {f.state for f in lacking} == {"optional"}
