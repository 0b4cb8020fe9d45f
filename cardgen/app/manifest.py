"""Results on disk: staged beside the old ones, published by renaming, vouched for by kit.json."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.app.fingerprint import sha256_of
from cardgen.app.settings import BuildSettings
from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.base.packages import VERSION
from cardgen.base.units import Size

if TYPE_CHECKING:
    from cardgen.app.outputs import Output
    from cardgen.model import Kit


@contextmanager
def staging(target: Path) -> Iterator[Path]:
    """Yield a scratch folder beside the results; whatever happens, it is gone afterwards."""
    try:
        target.mkdir(parents=True, exist_ok=True)
        stage = Path(tempfile.mkdtemp(prefix=".building-", dir=target))
    except OSError as error:
        raise _cannot_write(target, error) from None
    try:
        yield stage
    except OSError as error:
        if error.filename and Path(str(error.filename)).is_relative_to(stage):
            raise _cannot_write(target, error) from None
        raise
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def _cannot_write(target: Path, error: OSError) -> CardgenError:
    hint = "choose another folder with --out, or make this one writable"
    return CardgenError(
        [
            Problem(
                f"cannot write the kit: {error.strerror}",
                Location(str(target)),
                hint=hint,
                code="cannot-write",
            )
        ]
    )


def publish(stage: Path, target: Path) -> None:
    """Move finished files to their place, one rename each."""
    # kit.json last: it vouches for the others
    for path in sorted((p for p in stage.rglob("*") if p.is_file()), key=lambda p: (p.name == MANIFEST, p)):
        name = path.relative_to(stage)
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        path.replace(target / name)


MANIFEST = "kit.json"


def _read_manifest(target: Path) -> dict[str, Any]:
    try:
        found = json.loads((target / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError):
        return {}  # never built, or half written by somebody else: then everything is built
    return found if isinstance(found, dict) else {}


def up_to_date(target: Path, key: str) -> tuple[str, ...] | None:
    """Return the names of a finished build with this key if every file still is what was written."""
    for build in _read_manifest(target).get("builds", {}).values():
        if build.get("key") == key:
            files = build["files"]
            same = all(
                (target / f["name"]).is_file() and sha256_of(target / f["name"]) == f["sha256"] for f in files
            )
            return tuple(f["name"] for f in files) if same else None
    return None


def write_manifest(
    kit: Kit,
    stage: Path,
    target: Path,
    jobs: Sequence[Output],
    content: str,
    key: str,
    settings: BuildSettings,
) -> None:
    """Write kit.json into the stage: what is in the box, and every file with its hash.

    Builds on other papers or in other looks stay listed as long as they were made from the same content.
    """
    name = f"{settings.format} {settings.paper_name}{settings.look_suffix}"
    earlier = {
        known: build
        for known, build in _read_manifest(target).get("builds", {}).items()
        if build.get("content") == content and known != name
    }
    build = {
        "key": key,
        "content": content,
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
    }
    manifest = {
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
                "pieces": c.total,
                "different": len(c.cards),
                "size_mm": [c.size.width, c.size.height],
                "bleed_mm": c.bleed,
                "shape": c.shape,
                "cards": {card.id: card.count for card in c.cards},
            }
            for c in kit.components
        ],
        "builds": dict(sorted({**earlier, name: build}.items())),
    }
    (stage / MANIFEST).write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _plain(value: object) -> object:
    if isinstance(value, Size):
        return [value.width, value.height]
    return list(value) if isinstance(value, tuple) else value
