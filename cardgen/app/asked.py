"""The settings of a build, each declared once: the options of `cardgen build` and the keywords of `cardgen.build`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypedDict, get_args, get_origin, get_type_hints

from cardgen.base.units import PAPERS


class Keyword(NamedTuple):
    """What the help says of a setting, its default on the command line, and how it is written there: names, metavar.

    `shown` is a default that the help names although the option is absent without it; `bounds` hold whole numbers.
    `page` is where the studio's page asks for it: among the `first` things, with `more` of them, or "" nowhere.
    """

    help: str
    default: Any = None
    written: str = ""
    shown: str | None = None
    bounds: tuple[int, int | None] | None = None
    page: str = "more"


class BuildKeywords(TypedDict, total=False):
    """Keywords of `cardgen.build`; lengths in mm."""

    paper: Annotated[
        str, Keyword(f"{', '.join(PAPERS)} or any WxH such as 200x280mm.", shown="a4", page="first")
    ]
    backs: Annotated[str, Keyword("long-edge, short-edge, fold, separate or none.", shown="long-edge")]
    offset: Annotated[
        tuple[float, float],
        Keyword("Move the backs by X,Y mm; read it off the duplex test page.", None, "X,Y"),
    ]
    margin: Annotated[float, Keyword("What your printer leaves free on each edge.", None, "LENGTH")]
    gutter: Annotated[
        float, Keyword("Space between neighbours, such as 6mm; 0 shares the cuts.", "0mm", "LENGTH")
    ]
    look: Annotated[str | None, Keyword("full, low-ink or another look of the kit.", page="first")]
    only: Annotated[
        Sequence[str],
        Keyword(
            "Only this component, kind (tiles, decks …), these cards (drinks:S1,S4-S6), 'kit' or 'rules'; may be repeated.",
            page="first",
        ),
    ]
    changed_since: Annotated[
        Path | str | None,
        Keyword("Only pieces that are not as an earlier build has them.", None, "KIT.JSON|DIR", page="first"),
    ]
    copies: Annotated[int, Keyword("Print everything that many times.", 1, bounds=(1, 100), page="first")]
    fronts_only: Annotated[bool, Keyword("Print fronts without backs.", False, "--fronts-only --no-backs")]
    guide: Annotated[bool, Keyword("Leave out the print guide and the duplex test.", False, "--no-guide")]
    test: Annotated[
        bool,
        Keyword(
            "With the duplex test or without; without for a printer whose offset is known.",
            written="--test/--no-test",
        ),
    ]
    target: Annotated[
        str,
        Keyword(
            "Where the kit goes instead of your printer; see cardgen targets.",
            None,
            "--for TARGET[,TARGET]",
            page="first",
        ),
    ]
    base_url: Annotated[str, Keyword("With --for: where you will put the files on the web.", "", "URL")]
    sleeved: Annotated[bool, Keyword("With --for: the cards have sleeves.", False)]
    profile: Annotated[
        Path | str | None,
        Keyword(
            "With --for print-shop or drivethrucards: the ICC profile of the press, for CMYK.", None, "FILE"
        ),
    ]
    format: Annotated[str, Keyword("pdf, or png: one picture for each face.", "pdf")]
    dpi: Annotated[int, Keyword("Resolution of the pictures.", 300, bounds=(30, 2400))]
    options: Annotated[
        Mapping[str, str | int | bool],
        Keyword("Choose a house rule; may be repeated.", None, "--option NAME=VALUE"),
    ]
    art_engine: Annotated[
        str,
        Keyword(
            "What draws the art: svg2pdf, typst or cairosvg. Default: the first that is installed.",
            "",
            page="",
        ),
    ]
    jobs: Annotated[
        int,
        Keyword(
            "Kits that are built at once; 0: one for each core.", 0, "--jobs -j", bounds=(0, None), page=""
        ),
    ]
    cache: Annotated[
        str,
        Keyword(
            "A folder or address (s3://…) that machines share: what one has built, the others take.",
            "",
            "URL",
            page="",
        ),
    ]
    force: Annotated[bool, Keyword("Build even if nothing has changed.", False, page="")]
    clean: Annotated[
        bool, Keyword("Remove files of editions that show an earlier state of the kit.", False, page="")
    ]
    numbers: Annotated[bool, Keyword("Show the numbers of the rules in the rule sheet, for referees.", False)]
    language: Annotated[
        str,
        Keyword(
            "de, or several as de,en; pseudo shows what cannot be translated. Default: the kit's own.",
            written="LANGUAGE",
            page="first",
        ),
    ]
    draft: Annotated[bool, Keyword("Build although the kit's own checks fail; the sheets say so.", False)]


_HINTS = get_type_hints(BuildKeywords, include_extras=True)
SETTINGS: dict[str, Keyword] = {name: hint.__metadata__[0] for name, hint in _HINTS.items()}


def type_of(name: str) -> Any:
    """Return the type of an option, where lengths are texts and what has no default may be None."""
    kind, default = _HINTS[name].__origin__, SETTINGS[name].default
    if default is not None:
        return type(default)
    if get_origin(kind) in (Sequence, Mapping):
        return list[str] | None
    return (bool if kind is bool else Path if Path in get_args(kind) else str) | None


def written(said: str) -> tuple[list[str], str | None]:
    """Return the names of an option, and what stands for its value in the help."""
    words = said.split()
    return [word for word in words if word[0] == "-"], next((word for word in words if word[0] != "-"), None)


def names_of(name: str) -> list[str]:
    """Return the names of the option for a setting."""
    return written(SETTINGS[name].written)[0] or [f"--{name.replace('_', '-')}"]


_KEYWORDS = {option: name for name in SETTINGS for option in re.split("[ /]", " ".join(names_of(name)))}


def as_keywords(text: str) -> str:
    """Return a message about options as a Python program reads it: `--dpi is 10` is `dpi is 10`; commands stay."""
    if "cardgen build" in text:
        return text
    return re.sub(r"(?<!\S)--[a-z-]+", lambda found: _KEYWORDS.get(found[0], found[0]), text)


def in_words(asked: BuildKeywords) -> dict[str, Any]:
    """Return keywords as the command line has them; TypeError for one that is none, ValueError for no whole number."""
    words: dict[str, Any] = dict(asked)
    for name, value in asked.items():
        if name not in SETTINGS:
            raise TypeError(f"build() has no keyword '{name}', expected one of {', '.join(SETTINGS)}")
        if SETTINGS[name].bounds and not isinstance(value, int):
            raise ValueError(f"{name} is {value!r}, expected a whole number")
        if name in ("gutter", "margin"):
            words[name] = f"{value}mm"
        elif name in ("changed_since", "profile") and value is not None:
            words[name] = Path(str(value))
    if "offset" in asked:
        words["offset"] = ",".join(map(str, asked["offset"]))
    words["only"] = tuple(asked.get("only", ()))
    options = asked.get("options") or {}
    words["options"] = {name: str(value).lower() for name, value in options.items()}
    return words
