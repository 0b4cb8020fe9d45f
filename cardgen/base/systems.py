"""How something is installed here: by this system's own way, and by the way in which cardgen was installed itself."""

from __future__ import annotations

import contextlib
import platform
import sys
from pathlib import Path

_LINES = {
    "Darwin": {"cairo": "brew install cairo", "git": "brew install git"},
    "Windows": {
        "cairo": "install the GTK runtime, or MSYS2 and: pacman -S mingw-w64-x86_64-cairo",
        "git": "winget install Git.Git",
    },
    "fedora rhel centos": {"cairo": "sudo dnf install cairo", "git": "sudo dnf install git"},
    "arch": {"cairo": "sudo pacman -S cairo", "git": "sudo pacman -S git"},
    "alpine": {"cairo": "sudo apk add cairo", "git": "sudo apk add git"},
    "suse": {"cairo": "sudo zypper install libcairo2", "git": "sudo zypper install git"},
    "debian": {"cairo": "sudo apt-get install libcairo2", "git": "sudo apt-get install git"},
}


def install_line(what: str) -> str:
    """Return the command that installs `cairo` or `git` on this system."""
    return _LINES[_system()][what]


def pip_line(*packages: str) -> str:
    """Return the command that adds Python packages to where cardgen is: by pipx, by uv, or by pip."""
    place = Path(sys.prefix).as_posix()
    if "/pipx/venvs/" in place:
        return f"pipx inject cardgen {' '.join(packages)}"
    if "/uv/tools/" in place:
        return f"uv tool install cardgen {' '.join(f'--with {package}' for package in packages)}"
    return f"pip install {' '.join(packages)}"


def _system() -> str:
    """Return this system by its key; a Linux that does not name itself gets Debian's lines."""
    if (system := platform.system()) in _LINES:
        return system
    said = ""
    with contextlib.suppress(OSError):
        release = platform.freedesktop_os_release()
        said = f"{release.get('ID', '')} {release.get('ID_LIKE', '')}"
    known = (names for names in _LINES if any(name in said for name in names.split()))
    return next(known, "debian")
