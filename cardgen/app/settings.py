"""What the user asked of a build, parsed from the words of the command line."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from cardgen.app.asked import SETTINGS, names_of
from cardgen.base.language import suffix_of
from cardgen.base.units import PAPERS, Size, parse_length, parse_paper
from cardgen.faces.art.form import ENGINES, Engine, engine_here
from cardgen.sheets.paper import BACKS, SAFE, Backs

FORMATS = ("pdf", "png")
CHOICES: Mapping[str, tuple[str, ...]] = {"backs": BACKS, "art_engine": ENGINES, "format": FORMATS}
"""Settings that take one of a few words."""
MANIFEST = "kit.json"
"""What vouches for the results of a kit, in their folder."""
MOST_MARGIN = 40.0


@dataclass(frozen=True, slots=True)
class BuildSettings:
    """What the user asked for; lengths in mm."""

    out: Path = Path("output")
    paper_name: str = "a4"
    paper: Size = PAPERS["a4"]
    backs: Backs = "long-edge"
    offset: tuple[float, float] = (0.0, 0.0)
    gutter: float = 0.0
    look: str | None = None
    only: tuple[str, ...] = ()
    format: str = "pdf"
    dpi: int = 300
    options: Mapping[str, str] = field(default_factory=dict)
    art_engine: Engine = field(default_factory=engine_here)
    jobs: int = 0
    cache: str = ""
    """A folder, or an address of fsspec, where machines share what they have built."""
    force: bool = False
    clean: bool = False
    """Whether files of outdated editions are removed."""
    draft: bool = False
    numbers: bool = False
    language: str = ""
    """Another language than the kit's own."""
    target: str = ""
    """Where the kit is to go instead of a printer at home: the name of a target."""
    targets: tuple[str, ...] = ()
    """All targets that were asked for with it; one of them listens to what the others need not know."""
    base_url: str = ""
    sleeved: bool = False
    profile: Path | None = None
    """What the colours become on paper: an ICC profile."""
    copies: int = 1
    fronts_only: bool = False
    changed_since: Path | None = None
    """An earlier kit.json, or its folder: only what is different from there is printed."""
    guide: bool = True
    test: bool = True
    margin: float = SAFE
    """What the printer leaves free on each edge; sheets keep `SAFE` free anyway."""
    printer: str = ""
    """What the printer is called whose offset and margin these are."""

    @classmethod
    def parse(
        cls,
        *,
        paper: str = "a4",
        backs: str = "long-edge",
        offset: str = "0,0",
        gutter: str = "0",
        art_engine: str = "",
        format: str = "pdf",
        margin: str = "0",
        **rest: Any,
    ) -> BuildSettings:
        """Return settings from the words of the command line; ValueError says what was expected."""
        chosen = {"backs": backs, "art_engine": art_engine or engine_here(), "format": format}
        for name, value in chosen.items():
            if value not in CHOICES[name]:
                what, known = names_of(name)[0], ", ".join(CHOICES[name])
                raise ValueError(f"{what} is '{value}', expected one of {known}")
        for name, value in rest.items():
            if (setting := SETTINGS.get(name)) and setting.bounds:
                least, most = setting.bounds
                if value < least or (most is not None and value > most):
                    expected = f"{least} or more" if most is None else f"{least} to {most}"
                    raise ValueError(f"--{name} is {value}, expected {expected}")
        if rest.get("copies", 1) > 1 and format == "png":
            raise ValueError(
                "--copies is for sheets: a picture of a face is one file, print it as often as you like"
            )
        return cls(
            paper=parse_paper(paper),
            paper_name=paper.strip().lower(),
            backs="none" if rest.get("fronts_only") else cast(Backs, backs),
            offset=offset_of(offset),
            gutter=_length("gutter", gutter),
            margin=max(SAFE, margin_of(margin)),
            format=format,
            art_engine=cast(Engine, art_engine or engine_here()),
            **rest,
        )

    def for_looks(self, first: str) -> BuildSettings:
        """Return the same settings for a kit whose `first` look is printed when nobody asks for another."""
        return replace(self, look=None) if self.look == first else self

    @property
    def part(self) -> bool:
        """Whether it is not the whole kit that is printed: kit.json vouches for whole kits."""
        return bool(self.only or self.fronts_only or self.copies > 1 or self.changed_since)

    @property
    def look_suffix(self) -> str:
        """Return what file names say about the look and the language; nothing for the first look and the kit's own."""
        language = f"-{suffix_of(self.language)}" if self.language else ""
        return language if self.look is None else f"-{self.look}{language}"

    @property
    def paper_title(self) -> str:
        """Return the paper as people write it: A4, Letter, 200x280mm."""
        return self.paper_name.upper() if self.paper_name in ("a3", "a4") else self.paper_name.capitalize()

    def shapes_output(self) -> list[tuple[str, object]]:
        """Return the settings that change the bytes that come out."""
        names = (
            "paper backs offset gutter look only format art_engine draft numbers guide test margin printer"
        )
        chosen = [(name, getattr(self, name)) for name in names.split()] + [
            ("options", sorted(self.options.items()))
        ]
        chosen += [("language", self.language)] if self.language else []
        chosen += [("dpi", self.dpi)] if self.format == "png" else []
        if self.target:
            chosen += [("for", self.target), ("base_url", self.base_url), ("sleeved", self.sleeved)]
        return chosen

    def as_edition(self, said: Mapping[str, Any]) -> BuildSettings | None:
        """Return what kit.json keeps of another edition as settings, with the rest as it is here; None when it is damaged."""
        try:
            size = Size(*map(float, said["paper"]))
            name = next(
                (name for name, paper in PAPERS.items() if paper == size), f"{size.width:g}x{size.height:g}mm"
            )
            x, y = map(float, said["offset"])
            found = BuildSettings.parse(
                paper=name,
                backs=said["backs"],
                offset=f"{x:g},{y:g}",
                gutter=f"{float(said['gutter']):g}mm",
                margin=f"{float(said['margin']):g}mm",
                art_engine=said["art_engine"],
                format=said["format"],
                dpi=int(said.get("dpi", self.dpi)),
                out=self.out,
            )
            kept = "paper paper_name backs offset gutter margin art_engine format dpi"
            chosen: dict[str, Any] = {key: getattr(found, key) for key in kept.split()}
            chosen |= {key: bool(said.get(key)) for key in ("draft", "numbers", "guide", "test", "sleeved")}
            chosen |= {key: str(said.get(key) or "") for key in ("printer", "language", "base_url")}
            chosen["look"] = None if said.get("look") is None else str(said["look"])
            chosen["options"] = {str(key): str(value) for key, value in said.get("options") or ()}
            return replace(self, **chosen, target=str(said.get("for") or ""))
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError):
            return None


def _length(name: str, text: str) -> float:
    try:
        return 0.0 if text.strip() == "0" else parse_length(text)
    except ValueError as error:
        raise ValueError(f"--{name}: {error}") from None


def margin_of(text: str) -> float:
    """Return what a printer leaves free on each edge, in mm; ValueError says what was expected."""
    margin = _length("margin", text)
    if margin > MOST_MARGIN:
        raise ValueError(
            f"--margin is '{text}', expected at most {MOST_MARGIN:g} mm: what the printer leaves free on each edge"
        )
    return margin


def offset_of(text: str) -> tuple[float, float]:
    """Return the mm to the right and up by which backs are moved; ValueError says what was expected."""
    try:
        if "_" in text:  # 1_0 is ten to Python, and a slip to anybody else
            raise ValueError
        x, y = (float(part.removesuffix("mm")) for part in text.replace(" ", "").split(","))
    except ValueError:
        raise ValueError(f"--offset is '{text}', expected two numbers of mm such as 0.5,-1") from None
    if not max(abs(x), abs(y)) <= 10 or not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(
            f"--offset is '{text}', expected at most 10 mm; a larger error is a wrong flip or scale"
        )
    return x, y
