"""Is a rebuild needed? One hash over everything a kit is made from, cheap enough to ask every time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from cardgen.base.files import OF_CARDGEN, real, seeds_dir, templates_dir
from cardgen.base.packages import VERSION, brought, files_of, versions
from cardgen.base.projects import near
from cardgen.source.stock import FOLDER

# What can change a printed page although no file of the kit changed.
_ENGINES = (
    "reportlab",
    "svg2pdf-py",
    "cairosvg",
    "pikepdf",
    "uharfbuzz",
    "lxml",
    "jinja2",
    "pypdfium2",
    "markdown-it-py",
    "typst",
)
_PLAY = {
    "engine",
    "games",
    "contract",
    "simulation",
    "report",
}  # the side of the package that prints nothing, but for
_WORDS = "effects"  # the words of a game: games/GAME/effects make the text of its cards
_DRAWN = {".svg", ".j2", ".md", ".png", ".jpg", ".jpeg", ".webp", ".ttf", ".otf"}
_IGNORED = {".git", "__pycache__", ".DS_Store", "output"}


_TO_BE_READ = (
    64_000_000  # bytes; a larger file is none that a kit is made from: its size and time stand for it
)


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def files_below(folder: Path, results: Path | None = None) -> list[Path]:
    """Return every file a kit's folder holds, sorted, without editors' and version control's leftovers.

    Without the folder of its `results`, too, should somebody have it there.
    """
    made = real(results) if results else None
    return sorted(
        p
        for p in folder.rglob("*")
        if p.is_file()
        and not _IGNORED & set(p.relative_to(folder).parts)
        and not p.name.endswith(("~", ".swp"))
        and not p.name.startswith(("~$", ".~lock."))  # a spreadsheet is open somewhere
        and not (made and p.resolve().is_relative_to(made))
    )


def _shared() -> list[Path]:
    """Return the shared templates that kits may use."""
    root = templates_dir()
    folders = [p for p in sorted(root.iterdir()) if p.name not in OF_CARDGEN]
    return [file for folder in folders for file in (files_below(folder) if folder.is_dir() else [folder])]


def content_hash(kit_folder: Path, results: Path | None = None) -> str:
    """Return the hash of the kit's own content: its files, its rules, the shared templates, the words of its effects.

    What lies in the folder of its `results` is none of it.
    """
    digest = hashlib.sha256()
    kit = kit_folder.resolve()
    beside = kit.parent.parent / "seeds" / f"{kit.name}.yaml"  # the rules' place beside the kit's `data/`
    seeds = beside if beside.is_file() else seeds_dir() / f"{kit.name}.yaml"
    for root, files in (
        (kit, files_below(kit, results)),
        (templates_dir(), _shared()),
        (seeds.parent, [seeds] if seeds.is_file() else []),
        *((folder, sorted(folder.glob("*.yaml"))) for folder in near(FOLDER, kit)[1:]),
    ):
        for path in files:
            _feed(digest, path.relative_to(root).as_posix(), _content(path))
    for path in brought_words(kit):
        _feed(digest, path.name, path.read_bytes())
    return digest.hexdigest()


def brought_words(kit: Path) -> list[Path]:
    """Return the files of another package in which the words of a kit's effects stand; ours are in `tool_hash`."""
    game = kit / "game.yaml"
    ours = Path(__file__).parents[1] / "games" / kit.name.replace("-", "_") / _WORDS
    if ours.is_dir() or not game.is_file() or b"effects_of" not in game.read_bytes():
        return []
    value = brought("cardgen.effects").get(kit.name)
    return files_of(value) if value else []


def drawn_hash(kit_folder: Path, data: Iterable[Path]) -> str:
    """Return the hash of all that the kit's faces may be drawn from besides its `data`: SVG files, pictures, fonts.

    Data reach a face only through a template, which prints them.
    """
    digest = hashlib.sha256()
    others = {path.resolve() for path in data}
    kit = kit_folder.resolve()
    for root, files in ((kit, files_below(kit)), (templates_dir(), _shared())):
        for path in files:
            if path not in others:
                _feed(digest, path.relative_to(root).as_posix(), _content(path))
    return digest.hexdigest()


def build_key(content: str, settings: Iterable[tuple[str, object]]) -> str:
    """Return the hash that must be equal for two builds to give the same bytes."""
    digest = hashlib.sha256(tool_hash().encode())
    _feed(digest, "content", content.encode())
    for name, value in settings:
        _feed(digest, name, repr(value).encode())
    return digest.hexdigest()


def played_hash(kit_folder: Path) -> str:
    """Return the hash of all that a game by the rules of a kit depends on: cardgen, and the kit without what is drawn or translated."""
    digest = hashlib.sha256(tool_hash(plays=True).encode())
    kit = kit_folder.resolve()
    for path in files_below(kit):
        inside = path.relative_to(kit)
        if path.suffix not in _DRAWN and inside.parts[0] != "i18n":
            _feed(digest, inside.as_posix(), _content(path))
    return digest.hexdigest()


@lru_cache(maxsize=2)
def tool_hash(plays: bool = False) -> str:
    """Return the hash of cardgen itself and of the libraries that draw; of what only `plays`, too, where that matters."""
    digest = hashlib.sha256(VERSION.encode())
    package = Path(__file__).parents[1]
    for path in sorted(
        [*package.rglob("*.py"), *package.glob("[!_]*/**/*.yaml"), *package.glob("locale/*/*/*.po")]
    ):
        inside = path.relative_to(package)
        if plays or inside.parts[0] not in _PLAY or _WORDS in inside.parts:
            _feed(digest, inside.as_posix(), path.read_bytes())
    for name, version in sorted(versions().items()):
        if name in _ENGINES or name.startswith(("fontpkg-", "noto-cjk-")):
            _feed(digest, name, version.encode())
    return digest.hexdigest()


def _content(path: Path) -> bytes:
    """Return what stands for a file: its bytes, or as much as can be known of one that is huge or may not be read."""
    try:
        about = path.stat()
        if about.st_size > _TO_BE_READ:
            return f"{about.st_size} bytes of {about.st_mtime_ns}".encode()
        return path.read_bytes()
    except OSError as error:
        return f"not to be read: {error.errno}".encode()


def _feed(digest: hashlib._Hash, name: str, data: bytes) -> None:
    digest.update(f"{len(name)}:{name}:{len(data)}:".encode("utf-8", "surrogateescape"))
    digest.update(data)
