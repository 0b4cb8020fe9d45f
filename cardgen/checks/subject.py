"""What a check looks at: the kit, its numbered rules, and the texts that may name its parts."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from posixpath import normpath

from cardgen.base.errors import Level, Location, Problem, did_you_mean
from cardgen.base.files import OF_CARDGEN, FileError, Files, original_of, templates_dir
from cardgen.model import Component, Kit
from cardgen.source.seeds import Seeds

_TEXTS = frozenset({".svg", ".j2", ".md", ".yaml", ".yml", ".html", ".css", ".txt", ".csv"})
_PICTURES = frozenset({".svg", ".png", ".jpg", ".jpeg", ".webp", ".j2"})
_MAX_FILES = 2_000


@dataclass(frozen=True)
class Subject:
    """A kit under examination. `code` is the text of its rules engine, if it has one: what it names is used."""

    kit: Kit
    seeds: Seeds | None = None
    code: str = ""

    def problem(
        self, message: str, *trail: str, where: Location | None = None, hint: str = "", level: Level = "error"
    ) -> Problem:
        """Return a problem with a part of the kit, placed where the part is written unless `where` says more."""
        return Problem(message, where or self.kit.place(*trail), trail, hint, level)

    def warning(self, message: str, *trail: str, where: Location | None = None, hint: str = "") -> Problem:
        """Return a problem that does not stop a build."""
        return self.problem(message, *trail, where=where, hint=hint, level="warning")

    def unknown_rule(
        self, number: str, *trail: str, where: Location | None = None, what: str = "rule"
    ) -> Iterator[Problem]:
        """Yield a problem if the seeds have no rule and no ruling of this number."""
        if self.seeds and number not in self.seeds.by_id:
            message = f"there is no {what} {number} in {self.seeds.where.file}"
            yield self.problem(message, *trail, where=where, hint=did_you_mean(number, self.seeds.by_id))

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The templates and pictures in the kit's folder, as the kit would name them; a kit made in Python has none."""
        if self.kit.made_here:
            return ()
        names = [name for name in _walk(self.kit.root) if Path(name).suffix in _PICTURES]
        return tuple(name for name in names if original_of(name) not in names)

    @cached_property
    def used_files(self) -> frozenset[str]:
        """Those of `files` that game.yaml names, or that a used file names."""
        return frozenset(self._reached) & frozenset(self.files)

    @cached_property
    def printed(self) -> str:
        """The text of every template that the kit uses, of its rule sheet and of its checks."""
        texts = [text for name, text in self._reached.items() if Path(name).suffix not in (".yaml", ".yml")]
        texts += [check.that for check in self.kit.checks]
        texts += [component.needs for component in self.kit.components]
        return "\n".join(texts)

    @property
    def rule_sheet(self) -> str:
        """The text of the rule sheet as its author wrote it, or nothing."""
        return _text(Files(self.kit.root), self.kit.rules) if self.kit.rules else ""

    @property
    def templates_read(self) -> dict[str, str]:
        """The text of every file of the kit's own that players read something of: templates, pictures, rule sheet."""
        if self.kit.made_here:
            return {}
        own = frozenset(self.files) | {self.kit.rules}
        return {name: text for name, text in sorted(self._reached.items()) if name in own}

    def templates(self, component: Component) -> str:
        """The text of a component's own templates and of all macros."""
        own = set(_templates(component))
        return "\n".join(text for name, text in self._reached.items() if name in own or name.endswith(".j2"))

    def names(self, word: str) -> bool:
        """Return whether a template, the rule sheet, a check or the engine names a part: `card.wild`, 'wild'."""
        printed = re.search(rf"""[.'"]{re.escape(word)}\b""", self.printed)
        return bool(printed or re.search(rf"\b{re.escape(word)}\b", self.code))

    @cached_property
    def _reached(self) -> dict[str, str]:
        """Name → text of every file that is used, found by following the names in the texts."""
        kit = self.kit
        wanted = [_inside(source, kit.root) for source in kit.sources]
        for component in kit.components:
            wanted += _templates(component)
            wanted += _pictures(component)
        wanted += ["art/icons.svg", "icons.svg"]  # texts find their {icons} there
        if kit.rules:
            wanted += [kit.rules, "rules/theme.yaml"]
        files = Files(kit.root)
        found: dict[str, str] = {}
        shared = (name for name in _walk(templates_dir()) if name.partition("/")[0] not in OF_CARDGEN)
        unseen = dict.fromkeys([*_walk(kit.root), *shared])
        queue = [name for name in wanted if name]
        while queue:
            name = queue.pop()
            if name in found:
                continue
            text = _text(files, name)
            found[name] = text
            unseen.pop(name, None)
            sheet = name == kit.rules or name.startswith("rules/")
            named = [o for o in unseen if _is_named(o, text) or (sheet and _is_picture(o, text))]
            for other in named:
                del unseen[other]
            queue += named
        return found


def _templates(component: Component) -> list[str | None]:
    own = [template for card in component.cards for template in (card.face, card.back)]
    return [component.face, component.back, *own]


def _pictures(component: Component) -> list[str | None]:
    """Return the pictures that the cards of a component name in their fields, as the kit names files."""
    fields = [name for name, said in component.fields.items() if said.get("type") == "picture"]
    values = [card.fields.get(name) for card in component.cards for name in fields]
    return [normpath(value) for value in values if isinstance(value, str) and value]


def _is_named(name: str, text: str) -> bool:
    """Return whether a text names a file, or names its folder and works out the rest: "art/" ~ card.id."""
    folder, slash, file = name.rpartition("/")
    if file in text:
        return True
    worked_out = bool(slash) and folder + slash in text
    return worked_out and bool(re.search(rf"{re.escape(folder)}/[\w-]*(?:\{{\{{|['\"]\s*~)", text))


def _is_picture(name: str, text: str) -> bool:
    """Return whether a rule sheet names one of its own pictures: rules/setup.svg is just `setup` there."""
    folder, _, file = name.rpartition("/")
    stem = file.rpartition(".")[0] or file
    return (
        folder == "rules" and stem in text and bool(re.search(rf"(?<![\w-]){re.escape(stem)}(?![\w-])", text))
    )


def _inside(path: Path, root: Path) -> str | None:
    try:
        return path.resolve().relative_to(root.resolve()).as_posix()
    except ValueError:
        return None


def _text(files: Files, name: str) -> str:
    try:
        return files.text(name) if Path(name).suffix in _TEXTS else ""
    except FileError:
        return ""


def _walk(root: Path) -> Iterator[str]:
    count = 0
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if not f.startswith((".", "_")))
        base = Path(folder).relative_to(root)
        for file in sorted(files):
            count += 1
            if count > _MAX_FILES:
                return
            if not file.startswith("."):
                yield (base / file).as_posix()
