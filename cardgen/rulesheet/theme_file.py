"""Reads a theme: `rules/theme.yaml` of the kit over the default one in `templates/rules/`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from cardgen.base.content import templates_dir
from cardgen.base.drawing import FontKey
from cardgen.base.errors import Problems, did_you_mean
from cardgen.base.units import parse_length
from cardgen.faces import TextStyle, UnknownFamilyError, font
from cardgen.model import Kit
from cardgen.rulesheet.theme import (
    BoxStyle,
    DiscStyle,
    FooterStyle,
    HeadingStyle,
    PageStyle,
    Theme,
    TypeStyle,
)
from cardgen.source.files import Folder
from cardgen.source.nodes import Document

THEME = "rules/theme.yaml"
_PARTS = ("page", "heading", "disc", "footer")
_COLOURED = frozenset(
    ["fill", "border", "colour", "divider", "plain", "plain_border", "title_plain", "paper"]
)
_COLOUR = re.compile("#[0-9A-Fa-f]{6}")
_KEYS = (*_PARTS, "colours", "looks", "type", "boxes", "masthead", "cite")

Style = TypeVar("Style", PageStyle, HeadingStyle, DiscStyle, FooterStyle, TypeStyle, BoxStyle)


def load_themes(kit: Kit, problems: Problems) -> dict[str, Theme]:
    """Return the kit's theme for each of its looks; what its own file does not say comes from the default."""
    fonts = kit.root / "fonts"
    reader = _Reader(problems, fonts if fonts.is_dir() else None)
    reader.read(Folder(templates_dir().parent, problems), templates_dir() / THEME, f"templates/{THEME}")
    reader.colours["accent"] = kit.accent
    own = kit.root / THEME
    if own.is_file() and own.resolve().is_relative_to(kit.root.resolve()):
        reader.read(Folder(kit.root, problems), own, THEME)
    return {look: reader.theme(look) for look in (*kit.looks, "full")}


@dataclass(slots=True)
class _Reader:
    problems: Problems
    fonts: Path | None = None
    colours: dict[str, str] = field(default_factory=dict)
    looks: dict[str, dict[str, str]] = field(default_factory=dict)
    chosen: dict[str, str] = field(default_factory=dict)
    settings: dict[tuple[str, ...], tuple[Any, Document]] = field(default_factory=dict)

    def read(self, folder: Folder, path: Path, name: str) -> None:
        document = folder.read_yaml(path, name)
        if document is None or not isinstance(document.data, Mapping):
            return
        for key, value in document.data.items():
            if key == "colours" and isinstance(value, Mapping):
                self.colours |= {str(k): str(v) for k, v in value.items()}
            elif key == "looks" and isinstance(value, Mapping):
                for look, colours in value.items():
                    named = colours.items() if isinstance(colours, Mapping) else ()
                    self.looks.setdefault(str(look), {}).update({str(k): str(v) for k, v in named})
            elif key in ("type", "boxes"):
                for style in value if isinstance(value, Mapping) else ():
                    self._keep(document, key, style)
            elif key in _PARTS:
                self._keep(document, key)
            elif key in _KEYS:
                self.settings[(key,)] = (value, document)
            else:
                self._unknown(document, (key,), _KEYS)

    def _keep(self, document: Document, *path: str) -> None:
        found = document.get(*path)
        if not isinstance(found, Mapping):
            self.problems.add(
                f"{path[-1]} is '{found}', expected settings below it",
                document.where(*path),
                trail=path,
                code="theme-value",
            )
            return
        for key, value in found.items():
            self.settings[(*path, key)] = (value, document)

    def theme(self, look: str) -> Theme:
        self.chosen = {**self.colours, **self.looks.get(look, {})}
        text = self._style(TypeStyle(), "type", "text")
        types = {name: self._style(text, "type", name) for name in self._named("type") if name != "text"}
        boxes: dict[str, BoxStyle] = {}
        for name in sorted(self._named("boxes")):  # a kind before its variants, which build on it
            boxes[name] = self._style(boxes.get(name.partition(".")[0], BoxStyle()), "boxes", name)
        masthead, _ = self.settings.get(("masthead",), (None, None))
        cite, _ = self.settings.get(("cite",), (True, None))
        return Theme(
            page=self._style(PageStyle(), "page"),
            heading=self._style(HeadingStyle(), "heading"),
            disc=self._style(DiscStyle(), "disc"),
            footer=self._style(FooterStyle(), "footer"),
            type={"text": text, **types},
            boxes=boxes,
            colours=dict(self.chosen),
            masthead=str(masthead) if masthead else None,
            cite=bool(cite),
        )

    def _named(self, group: str) -> list[str]:
        return list(dict.fromkeys(path[1] for path in self.settings if path[0] == group))

    def _style(self, base: Style, *path: str) -> Style:
        known = {f.name: str(f.type) for f in fields(base)}
        given: dict[str, Any] = {}
        for full, (value, document) in self.settings.items():
            if full[:-1] != path:
                continue
            if full[-1] not in known:
                self._unknown(document, full, known)
                continue
            try:
                given[full[-1]] = (
                    self._colour(value) if full[-1] in _COLOURED else self._value(known[full[-1]], value)
                )
                if full[-1] == "font":
                    font(FontKey(TextStyle(str(value), folder=self.fonts).families[0]))
            except UnknownFamilyError as error:
                del given["font"]
                self.problems.add(
                    str(error),
                    document.where(*full),
                    trail=full,
                    hint=did_you_mean(error.family, error.known),
                    code="unknown-font",
                )
            except ValueError as error:
                self.problems.add(str(error), document.where(*full), trail=full, code="theme-value")
        return replace(base, **given)

    def _unknown(self, document: Document, path: tuple[str, ...], known: Iterable[str]) -> None:
        self.problems.add(
            f"unknown setting '{path[-1]}'",
            document.where_key(*path),
            trail=path,
            hint=did_you_mean(path[-1], known),
            code="unknown-key",
        )

    def _value(self, kind: str, value: Any) -> Any:
        if kind == "Sides":
            sides = [_length(v) for v in (value if isinstance(value, list) else [value])]
            if len(sides) not in (1, 2, 4):
                raise ValueError(
                    "expected one length, two (vertical, horizontal) or four (clockwise from the top)"
                )
            return tuple((sides * 4)[:4])
        if kind == "float":
            return _length(value)
        if kind in ("int", "bool"):
            if type(value).__name__ != kind:
                raise ValueError(
                    f"is '{value}', expected {'a whole number' if kind == 'int' else 'true or false'}"
                )
            return value
        allowed = _allowed(kind)
        if allowed:
            if str(value) not in allowed:
                raise ValueError(f"is '{value}', expected one of {', '.join(allowed)}")
            return str(value)
        return None if value is None else str(value)

    def _colour(self, value: Any) -> str | None:
        """Return a colour given by name or as #rrggbb."""
        found = self.chosen.get(str(value), str(value))
        if value is not None and not _COLOUR.fullmatch(found):
            known = did_you_mean(str(value), self.chosen)
            raise ValueError(f"is '{value}', expected #rrggbb or a name below colours ({known})")
        return None if value is None else found


def _allowed(kind: str) -> list[str]:
    if kind == "Align":
        return ["start", "center", "end"]
    if not kind.startswith("Literal["):
        return []
    return [part.strip(" \"'") for part in kind[len("Literal[") : -1].split(",")]


def _length(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError(f"is '{value}', expected a length such as 3.2mm")
    return float(value) if isinstance(value, int | float) else parse_length(value)
