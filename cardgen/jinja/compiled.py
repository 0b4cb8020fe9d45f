"""Compiled templates kept on disk: half the time of a first face is Jinja reading its template.

What is kept is code that will be run, so only a folder that belongs to us and that nobody else can
write to is used; with any other folder everything is compiled anew.
"""

from __future__ import annotations

import contextlib
import os
from hashlib import sha256
from pathlib import Path

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from cardgen.base.cache import is_private
from cardgen.base.versions import versions

FORMAT = "2"  # change it when the sandbox compiles templates differently


class CompiledTemplates(BytecodeCache):
    """Keeps compiled templates in one folder, by what they say and where they lie."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._salt = f"{FORMAT} {versions().get('jinja2')}"

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the key of a template; Jinja itself compares the text."""
        return sha256(f"{self._salt}|{name}|{filename}".encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket when the template was compiled before."""
        if is_private(self._folder):
            with contextlib.suppress(OSError), self._path(bucket).open("rb") as file:
                bucket.load_bytecode(file)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the bucket; a folder that cannot be written keeps nothing."""
        path = self._path(bucket)
        draft = path.with_suffix(f".{os.getpid()}")
        with contextlib.suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if is_private(self._folder):
                draft.write_bytes(bucket.bytecode_to_string())
                draft.replace(path)

    def _path(self, bucket: Bucket) -> Path:
        return self._folder / f"{bucket.key}.jinja"
