"""What the user asked of a build, parsed from the words of the command line."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from cardgen.base.tongue import suffix_of
from cardgen.base.units import PAPERS, Size, parse_length, parse_paper
from cardgen.faces.art.form import ENGINES, Engine
from cardgen.sheets.paper import BACKS, SAFE, Backs

FORMATS = ("pdf", "png")
MANIFEST = "kit.json"
"""What vouches for the results of a kit, in their folder."""
MOST_COPIES = 100
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
    art_engine: Engine = "cairosvg"
    jobs: int = 0
    force: bool = False
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
        paper: str,
        backs: str,
        offset: str,
        gutter: str,
        art_engine: str,
        format: str,
        dpi: int,
        margin: str = "0",
        **rest: Any,
    ) -> BuildSettings:
        """Return settings from the words of the command line; ValueError says what was expected."""
        for what, value, known in (
            ("--backs", backs, BACKS),
            ("--art-engine", art_engine, ENGINES),
            ("--format", format, FORMATS),
        ):
            if value not in known:
                raise ValueError(f"{what} is '{value}', expected one of {', '.join(known)}")
        if not 30 <= dpi <= 2400:
            raise ValueError(f"--dpi is {dpi}, expected 30 to 2400")
        if rest.get("jobs", 0) < 0:
            raise ValueError(f"--jobs is {rest['jobs']}, expected 0 or more")
        if not 1 <= rest.get("copies", 1) <= MOST_COPIES:
            raise ValueError(f"--copies is {rest['copies']}, expected 1 to {MOST_COPIES}")
        if rest.get("copies", 1) > 1 and format == "png":
            raise ValueError(
                "--copies is for sheets: a picture of a face is one file, print it as often as you like"
            )
        return cls(
            paper=parse_paper(paper),
            paper_name=paper.strip().lower(),
            backs="none" if rest.get("fronts_only") else cast(Backs, backs),
            offset=offset_of(offset),
            gutter=_gutter(gutter),
            margin=max(SAFE, margin_of(margin)),
            format=format,
            dpi=dpi,
            art_engine=cast(Engine, art_engine),
            **rest,
        )

    @classmethod
    def for_rules(
        cls,
        out: Path,
        paper: str,
        look: str | None,
        options: Mapping[str, str],
        numbers: bool,
        language: str = "",
    ) -> BuildSettings:
        """Return the settings of rules that are printed alone; ValueError says what was expected."""
        name = paper.strip().lower()
        paper_size = parse_paper(paper)
        chosen: dict[str, Any] = {"look": look, "options": options, "numbers": numbers, "language": language}
        return cls(out, name, paper_size, force=True, **chosen)

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
            "paper",
            "backs",
            "offset",
            "gutter",
            "look",
            "only",
            "format",
            "art_engine",
            "draft",
            "numbers",
            "guide",
            "test",
            "margin",
            "printer",
        )
        chosen = [(name, getattr(self, name)) for name in names] + [("options", sorted(self.options.items()))]
        chosen += [("language", self.language)] if self.language else []
        chosen += [("dpi", self.dpi)] if self.format == "png" else []
        if self.target:
            chosen += [("for", self.target), ("base_url", self.base_url), ("sleeved", self.sleeved)]
        return chosen


def _gutter(text: str) -> float:
    try:
        return 0.0 if text.strip() == "0" else parse_length(text)
    except ValueError as error:
        raise ValueError(f"--gutter: {error}") from None


def margin_of(text: str) -> float:
    """Return what a printer leaves free on each edge, in mm; ValueError says what was expected."""
    try:
        margin = 0.0 if text.strip() == "0" else parse_length(text)
    except ValueError as error:
        raise ValueError(f"--margin: {error}") from None
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
