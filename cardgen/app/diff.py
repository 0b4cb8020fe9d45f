"""What is different between two states of a kit: its cards, their faces, its numbers, its rules."""

from __future__ import annotations

import difflib
import hashlib
import io
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from cardgen.app.build import chosen_options, faces_of, load_checked
from cardgen.app.change import ValueChange, card_data, change_of, differences, in_words
from cardgen.base.children import run_program
from cardgen.base.errors import CardgenError, Problem
from cardgen.base.files import contents, find_kits, read_beside, read_named, real, shown
from cardgen.base.units import digits
from cardgen.model.kit import as_json, unmarked

if TYPE_CHECKING:
    from cardgen.base.drawing import Drawing
    from cardgen.faces.compose import Faces
    from cardgen.model import Kit

_GIT_SECONDS = 60
_MOST = 400_000_000  # bytes of an earlier state


@dataclass(frozen=True)
class ChangedCard:
    """A card that is new, gone, or says or shows something else; `sides` holds the faces that are not drawn as before."""

    id: str
    component: str
    name: str
    kind: str  # new, gone, changed (its data), redrawn (its template, art or font)
    data: tuple[ValueChange, ...]
    sides: Mapping[str, tuple[Drawing | None, Drawing | None]]

    def __str__(self) -> str:
        mark = {"new": "+", "gone": "-", "changed": "~", "redrawn": "*"}[self.kind]
        said = shortened(", ".join(map(str, self.data))) if self.kind == "changed" else ""
        if self.kind == "redrawn":
            said = f"drawn differently ({' and '.join(self.sides)})"
        return f"  {mark} {self.id} {self.name if self.name != self.id else ''}".rstrip() + (
            f": {said}" if said else ""
        )


@dataclass(frozen=True)
class KitDifference:
    """What is different between two states of a kit; `before` and `now` are how messages call them."""

    old: Kit
    new: Kit
    before: str
    now: str
    cards: tuple[ChangedCard, ...]
    head: tuple[ValueChange, ...]
    rules: tuple[str, ...]
    """Lines of the rule sheet's text as `diff -u` writes them."""

    def __bool__(self) -> bool:
        return bool(self.cards or self.head or self.rules)

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many cards there are of each kind of change."""
        kinds = [card.kind for card in self.cards]
        return {kind: kinds.count(kind) for kind in ("changed", "redrawn", "new", "gone") if kind in kinds}

    def lines(self) -> Iterator[str]:
        if not self:
            yield f"{self.new.slug}: nothing is different"
            return
        words = {"changed": "changed", "redrawn": "drawn differently", "new": "new", "gone": "gone"}
        counts = ", ".join(f"{n} {words[kind]}" for kind, n in self.counts.items()) or "no card is different"
        yield f"{self.new.slug}: {counts}"
        component = None
        for card in self.cards:
            if card.component != component:
                component = card.component
                yield component
            yield str(card)
        if self.head:
            yield "game.yaml and tables"
            yield from (f"  {shortened(str(one))}" for one in self.head)
        if self.rules:
            more, less = (sum(line.startswith(mark) for line in self.rules[2:]) for mark in "+-")
            yield f"rule sheet: {more} lines new, {less} gone"

    def as_dict(self) -> dict[str, Any]:
        def plain(one: ValueChange) -> dict[str, Any]:
            return {"name": one.name, "before": as_json(one.before), "now": as_json(one.now)}

        return {
            "game": self.new.slug,
            "before": self.before,
            "now": self.now,
            "cards": [
                {
                    "id": card.id,
                    "component": card.component,
                    "kind": card.kind,
                    "data": [plain(one) for one in card.data],
                    "sides": list(card.sides),
                }
                for card in self.cards
            ],
            "head": [plain(one) for one in self.head],
            "rules": list(self.rules),
        }


def compare(old: Path, new: Path, before: str, now: str, look: str | None = None) -> KitDifference:
    """Return what is different between two folders of kits; CardgenError when one of them cannot be read or drawn."""
    states = [_state(folder, look) for folder in (old, new)]
    (kit_old, faces_old, names_old), (kit_new, faces_new, names_new) = states
    olds, news = kit_old.by_id, kit_new.by_id
    was, is_ = ({id: card_data(card) for id, card in some.items()} for some in (olds, news))
    cards: list[ChangedCard] = []
    for id, card in {**news, **{id: card for id, card in olds.items() if id not in news}}.items():
        were, are = names_old.get(id, {}), names_new.get(id, {})
        if found := change_of(was.get(id), is_.get(id), were, are):
            component = (kit_new if id in news else kit_old).component(card.component).title
            sides = {
                side: (faces_old.get(id, {}).get(side), faces_new.get(id, {}).get(side))
                for side in found.sides
            }
            cards.append(ChangedCard(id, component, unmarked(card.name), found.kind, found.data, sides))
    head = tuple(differences("", _head(kit_old), _head(kit_new)))
    return KitDifference(
        kit_old, kit_new, before, now, tuple(cards), head, tuple(_rules(kit_old, kit_new, before, now))
    )


@contextmanager
def state_of(said: str, beside: Path) -> Iterator[tuple[Path, str]]:
    """Give the folder of a kit for what somebody said: a folder, or a git revision of the kit `beside`.

    CardgenError when it is neither, or the kit was not there then.
    """
    kits = {real(kit).name: kit for kit in find_kits(said, Path("data"), ours=False)}
    folder = kits.get(real(beside).name) or next(iter(kits.values()), None)
    if folder is not None:
        with _called_like(real(beside).name, folder) as found:
            yield found, shown(folder)
        return
    with revision_of(said, beside) as folder:
        yield folder, said


@contextmanager
def revision_of(revision: str, kit: Path) -> Iterator[Path]:
    """Give the folder of a kit as it was in a git revision; CardgenError when git knows none, or the kit was not there."""
    with TemporaryDirectory(prefix="cardgen-") as place:
        yield _checked_out(revision, real(kit), Path(place))


def commit_of(revision: str, kit: Path) -> str:
    """Return the name of the commit that a revision means; CardgenError when git knows none."""
    words = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    return _git(kit, *words, asked=revision).decode().strip()


def revisions(kit: Path) -> list[tuple[str, str]]:
    """Return the last commit and the last tag of a kit that lies in git, each with a few words about it."""
    found = []
    try:
        words = ("rev-list", "--max-count=1", "--format=%h %cs %s", "HEAD")
        found.append(("HEAD", _git(kit, *words, asked="HEAD").decode("utf-8", "replace").split("\n")[1]))
        tag = _git(kit, "describe", "--tags", "--abbrev=0", asked="tag").decode("utf-8", "replace").strip()
        found.append((tag, ""))
    except CardgenError:
        pass  # no git, no commit, or no tag
    return found


@contextmanager
def _called_like(name: str, folder: Path) -> Iterator[Path]:
    """Give a kit's folder; a copy that was put aside as `my-game-old` under the name that its game.yaml says."""
    text = read_named(folder / "game.yaml").decode("utf-8", "replace")
    said = re.search(rf"(?m)^game:\s*{re.escape(name)}\s*(?:#.*)?$", text)
    if said is None or real(folder).name == name:
        yield folder
        return
    with TemporaryDirectory(prefix="cardgen-") as place:
        copy = Path(place) / "data" / name
        for file, data in contents(folder).items():
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            (copy / file).write_bytes(data)
        seeds = real(folder).parent.parent / "seeds" / f"{name}.yaml"
        if seeds.is_file():
            (Path(place) / "seeds").mkdir()
            (Path(place) / "seeds" / seeds.name).write_bytes(read_beside(seeds))
        yield copy


def is_changed_since(revision: str, folder: Path) -> bool:
    """Return whether a kit, or the rules beside it, is not as it was in a git revision; CardgenError.

    Files are compared as they are stored: `git diff` would run the filters that a stranger's .git/config names.
    """
    kit = real(folder)
    top, inside, files, links = _stored(revision, kit)
    then = {path: name for path, (name, _) in {**files, **links}.items() if not _is_passed_over(path, inside)}
    now = {inside / name: data for name, data in contents(kit).items()}
    now |= {path: os.fsencode((top / path).readlink()) for path in now if (top / path).is_symlink()}
    rules = inside.parent.parent / "seeds" / f"{kit.name}.yaml"
    if (top / rules).is_file():
        now[rules] = read_beside(top / rules)
    return {path: git_name(data, then.get(path, "")) for path, data in now.items()} != then


def _is_passed_over(path: Path, inside: Path) -> bool:
    """Return whether a file is none of the kit's: hidden, or the rules of another one."""
    if not path.is_relative_to(inside):
        return path.name != f"{inside.name}.yaml"
    return any(part.startswith((".", "__")) for part in path.relative_to(inside).parts)


def git_name(data: bytes, like: str) -> str:
    """Return what git calls this content, in the hash of a name that it gave."""
    return hashlib.new("sha256" if len(like) == 64 else "sha1", b"blob %d\0" % len(data) + data).hexdigest()


def _stored(
    revision: str, kit: Path
) -> tuple[Path, Path, dict[Path, tuple[str, int]], dict[Path, tuple[str, int]]]:
    """Return a kit's repository, the kit's place in it, and its files and links in a revision, as `_listed` does."""
    top = real(Path(os.fsdecode(_git(kit, "rev-parse", "--show-toplevel", asked=revision)).strip()))
    try:
        inside = kit.relative_to(top)
    except ValueError:
        raise _no_state(revision, f"{shown(kit)} is a link into another place") from None
    seeds = inside.parent.parent / "seeds"
    folders = (f"{inside.as_posix()}/", f"{seeds.as_posix()}/")
    listed = _git(top, "ls-tree", "-r", "-l", "-z", commit_of(revision, kit), *folders, asked=revision)
    return top, inside, *_listed(listed)


def _checked_out(revision: str, kit: Path, place: Path) -> Path:
    """Write a kit, and the rules beside it, as they were in a git revision; return its folder."""
    top, inside, files, links = _stored(revision, kit)
    place /= top.name  # a kit may be the whole repository: it keeps its name
    if inside / "game.yaml" not in files:
        raise _no_state(revision, f"it has no {inside.as_posix()}/game.yaml")
    if sum(size for _, size in files.values()) > _MOST:
        raise _no_state(revision, "it is larger than 400 MB")
    wanted = {**files, **links}
    # As they are stored: `git archive` would run the filters that a stranger's .git/config names.
    asked = "".join(f"{name}\n" for name, _ in wanted.values()).encode()
    stream = io.BytesIO(_git(top, "cat-file", "--batch", asked=revision, stdin=asked))
    for path, (name, size) in wanted.items():
        if stream.readline().split() != [name.encode(), b"blob", str(size).encode()]:
            raise _no_state(revision, f"git does not have its {path.as_posix()}")
        data = stream.read(size)
        stream.readline()
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        if path in files:
            (place / path).write_bytes(data)
        elif real(place / path.parent / data.decode("utf-8", "replace")).is_relative_to(real(place)):
            (place / path).symlink_to(data.decode("utf-8", "replace"))
    return place / inside


def _listed(said: bytes) -> tuple[dict[Path, tuple[str, int]], dict[Path, tuple[str, int]]]:
    """Return the files and the links that `git ls-tree -rlz` names, each with the name and the size of its content."""
    files: dict[Path, tuple[str, int]] = {}
    links: dict[Path, tuple[str, int]] = {}
    for entry in said.split(b"\0"):
        about, _, name = entry.partition(b"\t")
        path = Path(name.decode("utf-8", "surrogateescape"))
        if not name or path.is_absolute() or ".." in path.parts:
            continue
        mode, kind, content, size = about.decode().split()
        if kind == "blob":
            # git says BAD for the size of what it does not have; cat-file tells which that is
            (links if mode == "120000" else files)[path] = (content, digits(size, 0))
    return files, links


def _git(folder: Path, *words: str, asked: str, stdin: bytes = b"") -> bytes:
    # nothing is fetched, whatever a stranger's .git/config says: an old git would start what it names for that
    quiet = {"GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}
    try:
        done = run_program(
            ("git", "-C", str(folder), *words), stdin, _GIT_SECONDS, quiet | {"GIT_ALLOW_PROTOCOL": "none"}
        )
    except FileNotFoundError:
        raise _no_state(asked, "and git is not installed, which would know earlier ones") from None
    except TimeoutError:
        raise _no_state(asked, f"git did not answer within {_GIT_SECONDS} s") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: ").splitlines()
        raise _no_state(asked, said[0] if said else "git knows no such revision")
    return done.stdout


def _no_state(said: str, why: str) -> CardgenError:
    hint = "name a folder with a game.yaml, or a revision such as HEAD~3, main or v1.0"
    return CardgenError(
        [Problem(f"'{said}' is neither a kit nor an earlier state of one: {why}", hint=hint, code="diff")]
    )


def _state(
    folder: Path, look: str | None
) -> tuple[Kit, dict[str, dict[str, Drawing]], dict[str, dict[str, str]]]:
    from cardgen.faces.address import addresses

    kit, problems = load_checked(folder, draft=True)
    here = look if look is None or look in (kit.looks or ("full",)) else None
    faces = faces_of(kit, here, chosen_options(kit, {}), problems)
    faces.draft = True
    composed = sides_of(kit, faces)
    faces.save()
    return kit, composed, addresses(composed)


def sides_of(kit: Kit, faces: Faces) -> dict[str, dict[str, Drawing]]:
    """Return the sides that each card of a kit has, drawn, by card and then `front` and `back`."""
    drawn = {id: {"front": faces.front(card), "back": faces.back(card)} for id, card in kit.by_id.items()}
    return {id: {side: one for side, one in sides.items() if one is not None} for id, sides in drawn.items()}


def _head(kit: Kit) -> dict[str, Any]:
    """Return what players are told besides cards: the kit's own lines, its components, options and tables."""
    about = {key: getattr(kit, key) for key in ("title", "subtitle", "version", "minutes")}
    about |= {"players": {"min": kit.players.min, "max": kit.players.max}, "credits": dict(kit.credits)}
    for component in kit.components:
        size = f"{component.size.width:g} × {component.size.height:g} mm"
        about[component.id] = {
            "title": component.title,
            "pieces": component.pieces,
            "size": size,
            "stock": component.paper,
        }
    for name, option in kit.options.items():
        about[f"option {name}"] = {str(value.value): value.says for value in option.values}
    return {**about, **{f"table {name}": table for name, table in kit.tables.items()}}


def _rules(old: Kit, new: Kit, before: str, now: str) -> Iterator[str]:
    """Yield how the text of the rule sheet differs, as unified lines."""
    from cardgen.rulesheet import load_rules, rule_markdown

    was, is_ = (
        rule_markdown(load_rules(kit, chosen_options(kit, {})).on("text")).splitlines() if kit.rules else []
        for kit in (old, new)
    )
    yield from difflib.unified_diff(was, is_, before, now, lineterm="", n=2)


def shortened(words: str) -> str:
    """Return words for one line of a terminal; the page has all of them."""
    words = words.replace("\n", "\\n")  # as it is written in YAML, so that one change is one line
    return words if len(words) <= 240 else f"{words[:238].rstrip()} …"


def diff_page(found: KitDifference) -> str:
    """Return one HTML page that needs nothing else: each card before and after, and what changed in the data.

    Faces are pictures of their own (`<img>`), so that nothing of a stranger's drawing runs.
    """
    import base64
    import hashlib

    from cardgen.app.film import font_of
    from cardgen.base.files import templates_dir
    from cardgen.base.own import templates
    from cardgen.export.svg import drawing_svg
    from cardgen.faces.compose import trimmed

    sides = {"before": found.old, "now": found.new}
    cut = {
        (when, card.id): one for when, kit in sides.items() for one in kit.components for card in one.cards
    }
    letters = {chr(code) for code in range(0x20, 0x17F)} | set("–—‘’“”…→×")
    fonts = {name: base64.b64encode(font_of(name, letters)).decode() for name in ("Oswald", "Roboto")}

    def picture(drawing: Drawing, card: str, side: str, when: str) -> str:
        data = base64.b64encode(drawing_svg(trimmed(cut[when, card], drawing, side)).encode()).decode()
        return f"data:image/svg+xml;base64,{data}"

    script = (templates_dir() / "studio" / "js" / "diff.js").read_text("utf-8")
    hashed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        templates("studio")
        .get_template("diff.html.j2")
        .render(found=found, picture=picture, fonts=fonts, script=script, hashed=hashed, in_words=in_words)
    )
