"""A new game: a small kit that builds, checks and plays at once, or a copy of one that is there.

The files come from `templates/new/`, where `<< >>` and `<% %>` stand for what was asked; `{{ }}` and `{% %}` in them
are the kit's own. docs/tour.md begins with them.
"""

from __future__ import annotations

import builtins
import contextlib
import keyword
import os
import re
import shutil
import tempfile
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from cardgen.app.layouts import chosen, flow, laid_out
from cardgen.base.destination import write_whole
from cardgen.base.errors import CardgenError, Location, Problem, did_you_mean
from cardgen.base.files import contents, kit_dirs, read_beside, read_named, seeds_dir, shown
from cardgen.base.line_ends import plain
from cardgen.base.names import put, unfit
from cardgen.base.own import table, templates
from cardgen.base.projects import is_trusted, trust

PARTS = ("deck", "tiles", "tokens", "board", "aids", "rules", "code")
"""What a new kit may have: components, `rules` for the rule sheet, `code` for rules in Python."""

KNOWN = (*PARTS[:-1], "play", "code")
"""The same with `play` for rules.yaml: the rules of `code`, so a kit has one of the two."""

USUAL = ("deck", "aids", "rules")
"""What it has unless one says so."""

_MOST_PLAYERS = 8
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_TAKEN = frozenset(
    {"Table", "Take", "Gatherer", "Counter", "Card", "Move", "Moves", "Phase", "Piles", "PilesTable"}
)


# of `cardgen new --github`: a file of `templates/new/`, and where it goes
_HOSTED = {"github/games.yml": ".github/workflows/games.yml", "github/ignored": ".gitignore"}
# one for all games of a project: an earlier one stays
_PROJECT = ("README.md", "pyproject.toml", *_HOSTED.values())


@dataclass(frozen=True, slots=True)
class NewGame:
    """What was asked of a new game. ValueError when it cannot be."""

    title: str
    least: int = 2
    most: int = 4
    parts: tuple[str, ...] = USUAL
    author: str = "A. Designer"
    starter: str = ""
    """The folder below `templates/new/starters/` whose files it begins with."""
    layouts: tuple[str, ...] = ()
    """Layouts to begin with, in the look called `look`, in place of parts."""
    look: str = ""
    github: bool = False
    """Whether GitHub is to check, build and show the games of the project on every push."""
    slug: str = field(init=False, default="")

    def __post_init__(self) -> None:
        if not self.title.isprintable() or len(self.title) > 60:
            raise ValueError("the title has more than 60 letters, or some that cannot be printed")
        object.__setattr__(self, "slug", slug_of(self.title))
        if not self.slug:
            raise ValueError(f"'{self.title}' has no letter that a folder's name could begin with")
        if not 1 <= self.least <= self.most <= _MOST_PLAYERS:
            raise ValueError(
                f"players are '{self.least}-{self.most}', expected such as 2-4, at most {_MOST_PLAYERS}"
            )
        _parts(",".join(self.parts))
        if {"play", "code"} <= set(self.parts):
            raise ValueError("play and code are the same rules twice; write --with play, or --with code")
        if self.plays:  # it plays with the deck, and its house rule stands in the sheet
            object.__setattr__(self, "parts", tuple(p for p in KNOWN if p in {*self.parts, "deck", "rules"}))
        if not set(self.parts) & {"deck", "tiles", "tokens", "board", "aids"}:
            raise ValueError(
                "nothing is to be printed, expected at least one of deck, tiles, tokens, board, aids"
            )
        if self.plays and self.least < 2:
            raise ValueError("the rules are for two players or more; write --players 2-4")

    @property
    def plays(self) -> bool:
        """Whether it has rules that are played: rules.yaml, or Python."""
        return bool({"play", "code"} & set(self.parts))

    @property
    def prefix(self) -> str:
        """What the numbers of its rules begin with: two to four capitals."""
        words = [re.sub("[^A-Z]", "", word.upper()) for word in self.slug.split("-")]
        letters = "".join(word[:1] for word in words)[:4]
        return letters if len(letters) > 1 else ("".join(words) + "GM")[:2]

    @property
    def module(self) -> str:
        """The name of the Python module that holds its rules."""
        return f"{self._identifier()}_rules"

    @property
    def called(self) -> str:
        """The name of the class of its rules."""
        name = "".join(word.capitalize() for word in self._identifier().split("_"))
        return name + "Game" if name in _TAKEN or keyword.iskeyword(name) or hasattr(builtins, name) else name

    def _identifier(self) -> str:
        name = self.slug.replace("-", "_")
        return name if name[0].isalpha() else f"game_{name}"

    @property
    def copies(self) -> int:
        """How many times forty cards the most players need: five turns, a row of four, and a new row for each wish."""
        needed = self.most * 5 + 4 + (self.most * 4 if "tokens" in self.parts else 0)
        return -(-needed // 40)

    def names(self) -> dict[str, object]:
        """Return all that the templates may ask."""
        about = {
            name: getattr(self, name)
            for name in ("title", "slug", "least", "most", "author", "prefix", "module", "plays")
        }
        about |= {
            "called": self.called,
            "copies": self.copies,
            "total": 40 * self.copies,
            "cards": "cards.yaml",
            "effects": "",
            "laid_out": bool(self.layouts),
            "plain": re.sub(r'[\\"]', "", self.title),  # for the first line of a module
        }
        return {**about, **{part: part in self.parts for part in KNOWN}}


def slug_of(title: str) -> str:
    """Return the folder's name for a title: "Été à la mer!" is ete-a-la-mer."""
    letters = (
        unicodedata.normalize("NFKD", title.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    )
    slug = "-".join(re.findall(r"[a-z0-9]+", letters))[:40].strip("-")
    return f"{slug}-game" if slug and unfit(slug) else slug


def new_game(place: Path, wanted: NewGame) -> list[Path]:
    """Write a new kit into a project's folder, the one that holds `data/`, and return its files.

    CardgenError when the kit is there already, or nothing can be written; then nothing is.
    """
    names = wanted.names()
    if wanted.layouts:
        asked, texts = laid_out(wanted.layouts, wanted.look)
        texts = {"game.yaml": filled("laid-out.yaml", names | asked), **texts}
        own = {f"data/{wanted.slug}/{name}": text.encode() for name, text in texts.items()}
        return _laid_down(place, wanted, own | {"README.md": filled("README.md", names).encode()})
    sources = {
        source["name"]: source["to"]
        for source in table(__file__, "start.yaml")
        if "wanted_by" not in source or set(source["wanted_by"]) & set(wanted.parts)
    }
    if wanted.starter:
        sources |= {
            name: "data/{slug}/" + name for name in starters()[wanted.starter].get("also", "").split()
        }
    files = {
        to.format(slug=wanted.slug, module=wanted.module): filled(name, names, wanted.starter)
        for name, to in sources.items()
    }
    return _laid_down(place, wanted, {name: text.encode() for name, text in files.items()})


def copied_game(place: Path, kit: Path, wanted: NewGame) -> list[Path]:
    """Write a copy of a kit with another title, its rules as code included, and return its files.

    The numbers of its rules stay, and so do the credits: a copy is still somebody's design.
    """
    from cardgen.games import GAMES
    from cardgen.source.effects.vocabulary import words_stand_in

    old = kit.resolve().name
    files = {f"data/{wanted.slug}/{name}": data for name, data in contents(kit).items()}
    seeds = next(
        (s for s in (kit.resolve().parent.parent / "seeds", seeds_dir()) if (s / f"{old}.yaml").is_file()),
        None,
    )
    if seeds is not None:
        files[f"seeds/{wanted.slug}.yaml"] = read_beside(seeds / f"{old}.yaml")
    for name, data in files.items():
        if name.endswith(".yaml"):
            files[name] = _with_line(data, rf"game: *{re.escape(old)}\b", f"game: {wanted.slug}")
    head = f"data/{wanted.slug}/game.yaml"
    title = f"title: {_as_yaml(wanted.title)}"
    files[head] = _with_line(files[head], "title:.*$", title)
    for name, data in files.items():
        if name.startswith(f"data/{wanted.slug}/i18n/"):  # at first it has one title in every language
            files[name] = _with_line(data, "  title@[0-9a-f]{5}:.*$", f"  {title}")
    if old in GAMES:
        module, _, name = GAMES[old].partition(":")
        names = {**wanted.names(), "rules_of": module, "parent": name, "original": old}
        names["effects"] = words_stand_in(old)
        files[f"{wanted.module}.py"] = filled("copied_rules.py.in", names).encode()
        files["pyproject.toml"] = filled("pyproject.toml.in", names).encode()
    return _laid_down(place, wanted, files)


def _with_line(data: bytes, pattern: str, line: str) -> bytes:
    """Return a file in which the first line that begins like this is another one; one that is no text stays."""
    with contextlib.suppress(UnicodeDecodeError):
        file = plain(data)
        return file.bytes_of(re.sub(f"(?m)^{pattern}", lambda _: line, file.text, count=1))
    return data


class Begun(NamedTuple):
    """A new game that is on the disk: where its project lies, its files, and what one must still write oneself."""

    place: Path
    wanted: NewGame
    files: list[Path]
    entry: str

    def next_steps(self) -> Iterator[str]:
        yield ""
        if self.entry:
            yield f"Write into {shown(self.place / 'pyproject.toml')}, so that the rules are found:"
            yield from (f"    {line}" for line in self.entry.splitlines())
        yield "Now:"
        if self.place != Path():
            yield f"    cd {shown(self.place)}"
        if self.place / f"{self.wanted.module}.py" in self.files and not is_trusted(self.place):
            yield "    cardgen trust"
        yield f"    cardgen check {self.wanted.slug}"
        yield f"    cardgen build {self.wanted.slug}"


def begin(
    title: str,
    players: str | None,
    parts: str | None,
    author: str | None,
    source: Path | None,
    starter: str = "",
    github: bool = False,
    layout: str = "",
    look: str = "",
    place: Path | None = None,
) -> Begun:
    """Begin a new game in the project in which one works, or in a folder of its own; asks what is not said.

    `place` is the project, where it is known. It asks only in a terminal; elsewhere what is not said is as usual. ValueError for what cannot be made, CardgenError
    when it is there already or cannot be written.
    """
    name, head, given = Path(title), None, None
    if look and not layout:
        raise ValueError("--look is for a kit of layouts; write --layout, too")
    if layout and (parts or source is not None or starter):
        raise ValueError("--layout, --with, --from and --starter are four beginnings, expected one of them")
    taken, look = chosen(layout, look) if layout else ([], "")
    if (source is not None or starter) and (players or parts):
        raise ValueError("--players and --with are for a new kit; with --from or --starter they are given")
    if source is not None:
        if starter:
            raise ValueError("--from and --starter are two beginnings, expected one of them")
        head = _head_of(source)
    elif starter:
        if starter not in (there := starters()):
            known = "\n".join(f"  {name}: {about['says']}" for name, about in there.items())
            raise ValueError(f"there is no starter '{starter}', expected one of\n{known}")
        head, given = _players(there[starter]["players"]), there[starter]["with"]
    parts = parts or (",".join(USUAL) if taken else None)
    asked = _asked(players, parts, author) if head is None else (None, given, author)
    least, most = _players(asked[0]) if head is None else head
    wanted_parts = _parts(asked[1] or ",".join(USUAL))
    wanted = NewGame(
        _title(name.name),
        least,
        most,
        wanted_parts,
        (asked[2] or "A. Designer").strip(),
        starter,
        tuple(taken),
        look,
        github,
    )
    if place is None:
        place = name.parent if kit_dirs(name.parent / "data") else name.parent / wanted.slug
    had_project = (place / "pyproject.toml").exists()
    is_ours = not place.exists() or not any(place.iterdir())
    ours = new_game(place, wanted) if source is None else copied_game(place, source, wanted)
    code = place / f"{wanted.module}.py"
    entry = entry_to_add(place, wanted) if had_project and code in ours else ""
    if code in ours and is_ours:  # among the files of others, none runs that its user has not seen
        with contextlib.suppress(CardgenError):  # then the next steps have `cardgen trust`, which says why
            trust(place, always=True)
    return Begun(place, wanted, ours, entry)


def _title(name: str) -> str:
    """Return the title for what was written: `my-game` is My Game, anything else is one."""
    if _SLUG.fullmatch(name):
        return name.replace("-", " ").title()
    # a terminal without UTF-8 gives letters as the bytes that they are
    return os.fsencode(name).decode("utf-8", "surrogateescape") if os.name == "posix" else name


def _parts(said: str) -> tuple[str, ...]:
    """Return the parts of such as "deck,rules" or "all"; ValueError."""
    parts = tuple(part.strip() for part in said.split(",") if part.strip())
    if parts in (("all",), ("rules",)):
        return PARTS if parts == ("all",) else ("deck", "rules", "play")  # rules alone are those of a game
    for part in parts:
        if part == "all":
            raise ValueError("'all' stands alone: --with all")
        if part not in KNOWN:
            raise ValueError(f"there is no part '{part}' ({did_you_mean(part, KNOWN)})")
    return parts


def _players(said: str | None) -> tuple[int, int]:
    """Return the least and the most players of such as "2-4" or "3"; ValueError."""
    if said is None:
        return 2, 4
    found = re.fullmatch(r"\s*(\d{1,2})\s*(?:[-–]\s*(\d{1,2}))?\s*", said)
    if not found:
        raise ValueError(f"--players is '{said}', expected such as 2-4")
    return int(found[1]), int(found[2] or found[1])


def _head_of(kit: Path) -> tuple[int, int]:
    from cardgen.source import load_kit

    players = load_kit(kit).players
    return players.min, players.max


def _asked(
    players: str | None, parts: str | None, author: str | None
) -> tuple[str | None, str | None, str | None]:
    """Ask in a terminal for what was not said."""
    import sys

    import typer

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return players, parts, author
    while not players:
        players = typer.prompt("How many play", default="2-4")
        players = _if_right(_players, players)
    if parts is None:
        typer.echo(
            f"What it may have: {', '.join(KNOWN)} (rules: a rule sheet; play: rules.yaml, to play it; code: the same in Python)"
        )
        while not parts:
            parts = _if_right(_parts, typer.prompt("What it has", default=",".join(USUAL)))
    return players, parts, author or typer.prompt("Who designs it", default="A. Designer")


def _if_right(reads: Callable[[str], object], said: str) -> str | None:
    """Return an answer that can be used; say what is wrong with another one, so that it is asked again."""
    import typer

    try:
        reads(said)
    except ValueError as error:
        typer.echo(f"{error}")
        return None
    return said


def filled(name: str, names: Mapping[str, object], starter: str = "") -> str:
    """Return a file of `templates/new/` with what was asked; a starter's own comes first, then one of all starters."""
    room = templates("new", markup=False, ends=True).overlay(  # no page: YAML, SVG and Python of our own
        variable_start_string="<<",
        variable_end_string=">>",
        block_start_string="<%",
        block_end_string="%>",
        comment_start_string="<#",
        comment_end_string="#>",
        bytecode_cache=None,  # where it is kept, another language would have its name
    )
    room.filters |= {"yaml": _as_yaml, "flow": flow}
    own = (f"starters/{starter}/{name}", f"starters/{name}") if starter else ()
    return room.select_template([*own, name]).render(names)


def starters() -> Mapping[str, Mapping[str, str]]:
    """Return the games to begin with by name: how many play, and what they are, in a sentence."""
    import yaml

    found: dict[str, dict[str, str]] = yaml.safe_load(filled("starters/starters.yaml", {}))
    return found


def _as_yaml(text: str) -> str:
    """Return a text as YAML and TOML read it, in quotes where it needs them."""
    import json

    plain = re.fullmatch(r"[A-Za-z][A-Za-z0-9 .-]*[A-Za-z0-9.]|[A-Za-z]", text)
    return text if plain and not _means_something(text) else json.dumps(text, ensure_ascii=False)


def _means_something(text: str) -> bool:
    return text.lower() in {"true", "false", "null", "yes", "no", "on", "off"}


def _laid_down(place: Path, game: NewGame, files: Mapping[str, bytes]) -> list[Path]:
    """Write all files or none, and never over one that is there; what a project has once stays as it is."""
    slug, folder = game.slug, place / "data" / game.slug
    if game.github:
        files = {**files, **{to: filled(name, {}).encode() for name, to in _HOSTED.items()}}
    if folder.exists():
        raise _one(f"{shown(folder)} is there already; nothing was written", folder, "choose another name")
    wanted = {
        name: data for name, data in files.items() if name not in _PROJECT or not (place / name).exists()
    }
    if there := [name for name in wanted if (place / name).exists()]:
        raise _one(
            f"{there[0]} is there already; nothing was written", place / there[0], "choose another name"
        )
    try:
        (place / "data").mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{slug}.", dir=place) as draft:
            for name, data in wanted.items():
                to = Path(draft) / name
                to.parent.mkdir(parents=True, exist_ok=True)
                to.write_bytes(data)
            for name in wanted:
                if not name.startswith(f"data/{slug}/"):
                    (place / name).parent.mkdir(parents=True, exist_ok=True)
                    shutil.move(Path(draft) / name, place / name)
            put(Path(draft) / "data" / slug, folder)  # the kit last: it is there only as a whole
    except OSError as error:
        raise _one(f"the new game cannot be written: {error.strerror or error}", place) from None
    return [place / name for name in wanted]


def entry_to_add(place: Path, wanted: NewGame) -> str:
    """Add the rules of a new kit to a project that has a pyproject.toml; return what one must write there oneself.

    "" when nothing is left to do.
    """
    file, group = place / "pyproject.toml", '[project.entry-points."cardgen.games"]'
    line = f'{wanted.slug} = "{wanted.module}:{wanted.called}"'
    before = plain(read_named(file))
    if line in before.text:
        return ""
    if group not in before.text:
        return f"{group}\n{line}"
    write_whole(file, before.bytes_of(before.text.replace(group, f"{group}\n{line}", 1)))
    return ""


def _one(message: str, where: Path, hint: str = "") -> CardgenError:
    return CardgenError([Problem(message, Location(shown(where)), hint=hint, code="new")])


def listed(files: Iterable[Path]) -> Iterator[str]:
    """Yield the names of files as one sees them from where one works."""
    return (shown(file) for file in files)
