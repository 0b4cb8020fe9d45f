"""Results on disk: staged beside the old ones, published all or none, vouched for by kit.json."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from cardgen.app.change import outline_of
from cardgen.app.fingerprint import sha256_of
from cardgen.app.settings import MANIFEST, BuildSettings
from cardgen.base.destination import HELD
from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.base.formats import DOCUMENT, too_new
from cardgen.base.names import is_held_open, put
from cardgen.base.packages import VERSION
from cardgen.base.units import Size

if TYPE_CHECKING:
    from cardgen.export.output import Output
    from cardgen.model import Kit

_SCRATCH = ".building-"
_FULL = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))  # Windows has no quota
_FORGOTTEN_AFTER = 86_400.0  # seconds; a scratch folder of another machine, whose processes we cannot see


@contextmanager
def staging(target: Path) -> Iterator[Path]:
    """Yield a scratch folder beside the results; whatever happens, it is gone afterwards, as are those of the killed."""
    try:
        target.mkdir(parents=True, exist_ok=True)
        _clear(target)
        stage = Path(tempfile.mkdtemp(prefix=f"{_SCRATCH}{os.getpid()}-", dir=target))
    except (OSError, ValueError) as error:
        raise _cannot_write(target, error) from None
    try:
        yield stage
    except OSError as error:
        # a disk that is full does not say which file it was about
        full = error.errno in _FULL and not error.filename
        if full or (error.filename and Path(str(error.filename)).is_relative_to(stage)):
            raise _cannot_write(target, error) from None
        raise
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def _clear(target: Path) -> None:
    """Remove the scratch folders of builds that were killed; those of builds that run beside us stay."""
    for scratch in target.glob(f"{_SCRATCH}*"):
        owner = scratch.name.removeprefix(_SCRATCH).partition("-")[0]
        with contextlib.suppress(OSError):
            old = time.time() - scratch.stat().st_mtime > _FORGOTTEN_AFTER
            if old or not (owner.isascii() and owner.isdigit()) or not _runs(int(owner)):
                shutil.rmtree(scratch, ignore_errors=True)


def _runs(process: int) -> bool:
    if os.name == "nt":
        return True  # asking there would end it
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # somebody else's
    return process != os.getpid()  # ours are gone when we begin


def _cannot_write(target: Path, error: OSError | ValueError, what: str = "the kit") -> CardgenError:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    hint = "choose another folder with --out, or make this one writable"
    if isinstance(error, OSError) and is_held_open(error):
        hint = HELD
    elif isinstance(error, OSError) and error.errno in _FULL:
        hint = "make room on the disk; the earlier results are untouched"
    problem = Problem(f"cannot write {what}: {reason}", Location(str(target)), hint=hint, code="cannot-write")
    return CardgenError([problem])


def publish(stage: Path, target: Path, outdated: Iterable[str] = ()) -> None:
    """Move finished files to their place, all or none, and take the `outdated` ones away; kit.json comes last.

    When one cannot be moved, because something lies in its way or holds it open, the earlier files are put back.
    """
    new = sorted((p for p in stage.rglob("*") if p.is_file()), key=lambda p: (p.name == MANIFEST, p))
    earlier = Path(tempfile.mkdtemp(prefix="earlier-", dir=stage))
    done: list[tuple[Path, Path | None]] = []
    place = target
    try:
        for number, path in enumerate(new):
            place = target / path.relative_to(stage)
            if place.is_dir() and not place.is_symlink():
                raise IsADirectoryError(0, "a folder is in the way", str(place))
            place.parent.mkdir(parents=True, exist_ok=True)
            kept = _set_aside(place, earlier / str(number))
            put(path, place)
            done.append((place, kept))
    except OSError as error:
        for path, kept in reversed(done):
            with contextlib.suppress(OSError):
                put(kept, path) if kept else path.unlink()
        raise _cannot_write(place, error, "this file") from None
    for name in outdated:
        with contextlib.suppress(OSError):
            (target / name).unlink()
            (target / name).parent.rmdir()  # png/, when nothing is left in it


def _set_aside(path: Path, aside: Path) -> Path | None:
    """Return a second name of a file, or a copy where there are no second names; None when there is no file."""
    if not (path.is_file() or path.is_symlink()):
        return None
    try:
        os.link(path, aside, follow_symlinks=False)
    except (OSError, NotImplementedError):
        shutil.copy2(path, aside, follow_symlinks=False)
    return aside


@dataclass(frozen=True, slots=True)
class _Build:
    """What kit.json says of one build: its key, the hash of the kit's content, and the hash of each file."""

    key: str
    content: str
    files: Mapping[str, str]
    said: Mapping[str, Any]

    def untouched(self, target: Path, name: str) -> bool:
        path = target / name
        try:
            return path.is_file() and sha256_of(path) == self.files[name]
        except OSError:
            return False


def _builds(target: Path) -> dict[str, _Build]:
    """Return the builds of a kit.json by name; what somebody else has written into it is left out."""
    try:
        data = json.loads((target / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}  # never built, or half written by somebody else: then everything is built
    if isinstance(data, dict) and (
        newer := too_new(data.get("format"), DOCUMENT, Location(str(target / MANIFEST)))
    ):
        raise CardgenError([newer])
    builds = data.get("builds") if isinstance(data, dict) else None
    found = {name: _build(said) for name, said in builds.items()} if isinstance(builds, dict) else {}
    return {name: build for name, build in found.items() if build}


def _build(said: Any) -> _Build | None:
    match said:
        case {"key": str(key), "content": str(content), "files": [*files]}:
            listed = {
                file["name"]: file["sha256"]
                for file in files
                if isinstance(file, dict)
                and isinstance(file.get("sha256"), str)
                and _plain_name(file.get("name"))
            }
            return _Build(key, content, listed, said) if listed and len(listed) == len(files) else None
    return None


def _plain_name(name: object) -> bool:
    """Tell whether a name is that of a file in the kit's folder of results."""
    if not isinstance(name, str) or not name or len(name) > 1000 or "\0" in name or "\\" in name:
        return False
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and path != PurePosixPath(MANIFEST)


def up_to_date(target: Path, key: str) -> tuple[str, ...] | None:
    """Return the names of a finished build with this key if every file still is what was written."""
    for build in _builds(target).values():
        if build.key == key and not build.said.get("outdated"):
            return tuple(build.files) if all(build.untouched(target, name) for name in build.files) else None
    return None


def manifest_of(
    kit: Kit,
    stage: Path,
    jobs: Sequence[Output],
    content: str,
    key: str,
    settings: BuildSettings,
    drawn: Mapping[str, Mapping[str, Mapping[str, str]]],
    summary: Mapping[str, list[str]] | None = None,
) -> dict[str, Any]:
    """Return what kit.json says of this build: what is in the box, every file with its hash, what is `drawn` (addresses), and the `summary` of what was changed."""
    what = f"for {settings.target}" if settings.target else settings.format
    name = f"{what} {settings.paper_name}{settings.look_suffix}"
    build = {
        "key": key,
        "content": content,
        **({"language": kit.language, "title": kit.title} if kit.original else {}),
        "settings": {what: _plain(value) for what, value in settings.shapes_output()},
        "files": [
            {
                "name": j.name,
                "sha256": sha256_of(stage / j.name),
                "bytes": (stage / j.name).stat().st_size,
                **j.about,
            }
            for j in jobs
        ],
        **(summary or {}),
        **drawn,
    }
    kit = (
        replace(kit.original, version=kit.version) if kit.original else kit
    )  # a box has one name in kit.json
    return {
        "format": DOCUMENT,
        "game": kit.slug,
        "title": kit.title,
        "version": kit.version,
        "cardgen": VERSION,
        "content": content,
        "players": [kit.players.min, kit.players.max],
        "components": [
            {
                "id": c.id,
                "kind": c.kind,
                "title": c.title,
                "pieces": c.pieces,
                "different": len(c.cards),
                "size_mm": [c.size.width, c.size.height],
                "bleed_mm": c.bleed,
                "corner_mm": c.corner,
                "shape": c.shape,
                **({"outline": outline_of(c)} if c.cut else {}),
                **({"stock": c.given.name} if c.given else {}),
                "cards": {card.id: card.count for card in c.cards},
            }
            for c in kit.components
        ],
        "builds": {name: build},
    }


def write_manifest(said: Mapping[str, Any], stage: Path, target: Path, clean: bool) -> tuple[str, ...]:
    """Write kit.json into the stage: what is said of a build (`manifest_of`), and of those before it.

    Builds on other papers, in other looks or languages stay listed; those of another content are marked as outdated.
    With `clean` they go. Returns the files of outdated builds that no build makes now, but none that somebody has
    changed.
    """
    ((name, build),) = said["builds"].items()
    content, jobs = build["content"], {file["name"] for file in build["files"]}
    known = _builds(target)
    others = {other: b for other, b in known.items() if other != name}
    earlier = {other: b for other, b in others.items() if b.content == content}
    stale = {} if clean else {other: b for other, b in others.items() if b.content != content}
    builds = {**_listed(earlier, stale, jobs), name: build}
    manifest = {**said, "builds": dict(sorted(builds.items()))}
    _write(stage, manifest)
    made = {*jobs, *(file for build in earlier.values() for file in build.files)}
    kept = {file for build in stale.values() for file in build.files}
    return tuple(
        file
        for other, build in known.items()
        if build.content != content and other not in stale
        for file in build.files
        if file not in made | kept and build.untouched(target, file)
    )


def files_of_record(said: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the hash of each file of the one build that a kit.json is about; none when it is about anything else."""
    builds = said.get("builds")
    known = [_build(one) for one in builds.values()] if isinstance(builds, dict) else []
    return known[0].files if len(known) == 1 and known[0] else {}


def _listed(fresh: Mapping[str, _Build], stale: Mapping[str, _Build], made: set[str]) -> dict[str, Any]:
    """Return what kit.json says of earlier builds; those that show an earlier state of the kit say so.

    What is `made` now by the same name is theirs no longer.
    """
    said = {name: build.said for name, build in fresh.items()}
    for name, build in stale.items():
        files = [file for file in build.said["files"] if file["name"] not in made]
        if files:
            said[name] = {**build.said, "files": files, "outdated": True}
    return said


def outdated_editions(target: Path) -> tuple[str, ...]:
    """Return the builds of a kit.json that show an earlier state of the kit: `pdf letter`, `for tts a4`."""
    return tuple(name for name, build in _builds(target).items() if build.said.get("outdated"))


def vouched(target: Path) -> tuple[str, ...]:
    """Return the files of a kit.json that show the kit as it was built last, and that nobody has changed."""
    fresh = (build for build in _builds(target).values() if not build.said.get("outdated"))
    return tuple(name for build in fresh for name in build.files if build.untouched(target, name))


def editions(target: Path) -> tuple[Mapping[str, Any], ...]:
    """Return the settings of every build that a kit.json lists."""
    return tuple(build.said.get("settings") or {} for build in _builds(target).values())


def keep_true(stage: Path, target: Path) -> None:
    """See to it that kit.json vouches for no file that a part of the kit in `stage` replaces by another one.

    Parts are not listed there. Mostly they have names of their own, and kit.json stays as it is.
    """
    try:
        data = json.loads((target / MANIFEST).read_text("utf-8"))
        builds = list(data["builds"].values())
    except (OSError, ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return  # there is none, or it vouches for nothing
    new = {p.relative_to(stage).as_posix(): sha256_of(p) for p in stage.rglob("*") if p.is_file()}
    untrue = False
    for build in builds:
        if (known := _build(build)) is None:
            continue
        replaced = {name for name, hash in known.files.items() if new.get(name, hash) != hash}
        if replaced:
            untrue = True
            build["key"] = ""  # it is no longer whole: the next one is made anew
            build["files"] = [file for file in build["files"] if file["name"] not in replaced]
    if untrue:
        _write(stage, data)


def _write(stage: Path, said: Mapping[str, Any]) -> None:
    (stage / MANIFEST).write_bytes(f"{json.dumps(said, indent=1, ensure_ascii=False)}\n".encode())


def _plain(value: object) -> object:
    if isinstance(value, Size):
        return [value.width, value.height]
    return list(value) if isinstance(value, tuple) else value
