"""Templates as Jinja compiled them, kept in this process and in a folder: half the time of a first page is Jinja's reading."""

from __future__ import annotations

import os
from pathlib import Path
from types import CodeType

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator
from jinja2.nodes import Impossible, TemplateData

from cardgen.base.cache import keep, read_kept
from cardgen.base.packages import versions

_COMPILED: dict[tuple[object, ...], CodeType] = {}
_MANY = 200


class KeptTemplates(BytecodeCache):
    """What Jinja made of templates. `kind` tells apart what one text becomes in several environments of this process.

    In the private folder they are known by `made_by`, too: what an environment builds into them is part of them.
    """

    def __init__(self, kind: tuple[object, ...], folder: Path | None = None, made_by: str = "") -> None:
        self._kind, self._folder = kind, folder
        self._label = ""
        self._made_by = f"{made_by}-{versions().get('jinja2')}" if folder else ""

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        self._asked, self._label = name, filename or ""
        return super().get_cache_key(name, os.fsencode(self._label).hex())

    def _key(self, bucket: Bucket) -> tuple[object, ...]:
        return (*self._kind, self._asked, self._label if "marked" in self._kind else "", bucket.checksum)

    def _file(self, bucket: Bucket) -> Path | None:
        return self._folder and self._folder / f"{bucket.key}-{self._made_by}.jinja"

    def load_bytecode(self, bucket: Bucket) -> None:
        if file := self._file(bucket):
            bucket.bytecode_from_string(read_kept(file) or b"")
        if bucket.code is None and (code := _COMPILED.get(self._key(bucket))):
            bucket.code = _called(code, self._label)
            self.dump_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is None:
            return
        for old in [*_COMPILED][: len(_COMPILED) - _MANY + 1] if len(_COMPILED) >= _MANY else ():
            _COMPILED.pop(old, None)
        _COMPILED[self._key(bucket)] = bucket.code
        if file := self._file(bucket):
            keep(file, bucket.bytecode_to_string())


def _called(code: CodeType, label: str) -> CodeType:
    """Return the code of a template for a file with the same text."""
    inner = (_called(one, label) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_filename=label, co_consts=tuple(inner)) if code.co_filename != label else code


class Unfolded(CodeGenerator):
    """Leaves all filters for when a page is made: what is kept does not know that one says something else by now."""

    def _output_child_to_const(self, node: object, *given: object) -> str:
        if not isinstance(node, TemplateData):
            raise Impossible
        return super()._output_child_to_const(node, *given)  # type: ignore[arg-type]
