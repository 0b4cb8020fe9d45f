"""The rule sheet of a kit with its options chosen: blocks, theme and the problems found on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePath
from typing import Literal, TypeAlias
from urllib.parse import quote, unquote, urlencode

from cardgen.base.errors import Location, Problems
from cardgen.base.files import MAX_TEXT, Files
from cardgen.base.language import is_pseudo
from cardgen.jinja.sandbox import LINE_BREAK
from cardgen.jinja.speech import speech
from cardgen.jinja.templates import Templates
from cardgen.model import Card, Kit, Named, Option, OptionChoice, OptionValue
from cardgen.rulesheet.blocks import Block, Cite, Fence, Heading, Paragraph, TextRun, all_inlines, rebuilt
from cardgen.rulesheet.lengthening import Lenient, pseudo_blocks
from cardgen.rulesheet.markdown import read_blocks
from cardgen.rulesheet.theme import Theme, filled, load_themes
from cardgen.source.seeds import Rule, Ruling, Seeds, read_seeds, seeds_file
from cardgen.source.spoken import seeds_in

Medium: TypeAlias = Literal["sheet", "web", "text", "booklet", "zine", "large-print"]
"""Where the words are read: on paper, in a browser, as plain text; in a booklet, a zine, on paper in large letters."""

_OF_A_BOOKLET = ("booklet", "note", "cover", "contents", "answers", "index", "quick-reference")

_DEFAULT = "rules.md.j2"
_TAGS = re.compile(r"\{%.*?%\}|\{#.*?#\}")
_FACE = re.compile(r"!\[[^\]]*\]\((?:face|back):([^)@?\s]+)")
_LAST_TAG = re.compile(r"\{%[^{}]*%\}[ \t]*$")


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """An option as a rule sheet speaks of it, with the value that is explained.

    `says` is the sentence of the chosen value, `others` are the values not chosen with their sentences.
    """

    name: str
    title: str
    chosen: OptionChoice
    default: OptionChoice
    says: str
    ruling: str
    others: tuple[tuple[OptionChoice, str], ...]

    @classmethod
    def of(cls, option: Option, found: OptionValue) -> RuleChoice:
        others = tuple((v.value, v.says) for v in option.values if v is not found)
        return cls(option.name, option.title, found.value, option.default, found.says, option.ruling, others)

    @property
    def changed(self) -> bool:
        """Whether another value than the default was chosen."""
        return self.chosen != self.default

    def __str__(self) -> str:
        return str(self.chosen)


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """What a rule sheet says and how it looks; `problems` grows while it is drawn.

    `numbers` shows the numbers of the rules, for referees; a web page has a switch for them. `read` returns the
    blocks as they are in a medium.
    """

    kit: Kit
    choices: Mapping[str, RuleChoice]
    blocks: tuple[Block, ...]
    themes: Mapping[str, Theme]
    where: Location
    problems: Problems = field(default_factory=Problems)
    seeds: Seeds | None = None
    numbers: bool = False
    read: Callable[[Medium], tuple[Block, ...]] | None = None

    def on(self, medium: Medium) -> RuleSheet:
        """Return the sheet as it is read in a medium; what is wrong with it there is noted in the same `problems`."""
        return replace(self, blocks=self.read(medium)) if self.read else self

    @property
    def cited(self) -> tuple[Rule | Ruling, ...]:
        """The rules and rulings that the sheet cites, in the order of the seeds file."""
        found = {rule for cite in all_inlines(self.blocks) if isinstance(cite, Cite) for rule in cite.rules}
        return tuple(
            rule for number, rule in (self.seeds.by_id if self.seeds else {}).items() if number in found
        )

    @property
    def cited_texts(self) -> dict[str, str]:
        """What each of them says; a ruling with the question that it answers."""
        return {r.id: f"{r.asks} {r.ruling}" if isinstance(r, Ruling) else r.says for r in self.cited}

    @property
    def appendix(self) -> tuple[Block, ...]:
        """What stands behind a sheet for referees: the rules and rulings that it cites."""
        return self.by_number if self.numbers and self.cited else ()

    @property
    def by_number(self) -> tuple[Block, ...]:
        """The rules and rulings that the sheet cites, each with its number."""
        words = self.theme.furniture
        said = [Paragraph((TextRun(words["explained"], italic=True),), self.where)]
        for number, text in self.cited_texts.items():
            said.append(Paragraph((TextRun(f"{number}  ", bold=True), TextRun(text)), self.where))
        return (Heading(2, (TextRun(words["by_number"]),), self.where), *said)

    @property
    def theme(self) -> Theme:
        """The theme in full colour."""
        return self.themes["full"]

    def theme_in(self, look: str) -> Theme:
        return self.themes.get(look, self.theme)


def load_rules(
    kit: Kit, options: Mapping[str, OptionChoice] | None = None, *, numbers: bool = False
) -> RuleSheet:
    """Return the rule sheet of a kit as it is printed; options not named have their default.

    `numbers` prints the numbers of the rules, and the rules themselves behind the sheet. Mistakes of the author are
    collected in the sheet's `problems`.
    """
    problems = Lenient() if is_pseudo(kit.language) else Problems()
    where = Location((PurePath(kit.where.file).parent / (kit.rules or _DEFAULT)).as_posix())
    own = kit.translated_into and Files(kit.root, "", kit.translated_into).variant(kit.rules or _DEFAULT)
    if own:
        where = Location((PurePath(kit.where.file).parent / own.label).as_posix())
    language = kit.language if own or not kit.original else kit.original.language
    chosen = kit.chosen(options or {}, problems)
    choices = {name: RuleChoice.of(option, chosen[name]) for name, option in kit.options.items()}
    themes = load_themes(kit, problems)
    if numbers:
        themes = {look: replace(theme, cite=True) for look, theme in themes.items()}
    path = seeds_file(kit)
    seeds = read_seeds(path)[0] if path else None  # the checks tell what is wrong with it
    if seeds:  # what programs do is no word for players
        seeds = replace(seeds, rulings=tuple(ruling for ruling in seeds.rulings if ruling.table))
        seeds = seeds_in(kit, seeds)
    templates = _templates(kit, themes["full"], problems)
    names = {**kit.names(), "options": Named(choices, "option"), "slug": kit.slug, **_named(seeds)}
    known: dict[tuple[str, ...], tuple[Block, ...]] = {}
    meant: dict[tuple[tuple[str, ...], bool], tuple[Block, ...]] = {}

    def read(medium: Medium) -> tuple[Block, ...]:
        printed = templates.lines(kit.rules or _DEFAULT, {**names, "medium": medium}, where)
        lines = [(part, at.line) for text, at in printed or () for part in text.split(LINE_BREAK)]
        said = tuple(text for text, _ in lines)
        _tell_unknown_cards(kit, lines, where, problems)
        if said not in known:
            blocks = _blocks(lines, language, where, problems)
            known[said] = pseudo_blocks(blocks) if is_pseudo(kit.language) else blocks
        book = medium == "booklet"
        if (said, book) not in meant:
            meant[said, book] = _with_masthead(tuple(_meant_for(book, known[said])))
        icons = str(kit.credits.get("icons", "")).strip().rstrip(".")
        if (
            not icons or medium == "web" or any(icons in text for text in said)
        ):  # the page says it in its last line
            return meant[said, book]
        return _with_credit(meant[said, book], Paragraph((TextRun(f"{icons}."),), where))

    return RuleSheet(kit, choices, read("sheet"), themes, where, problems, seeds, numbers, read)


def _blocks(
    lines: Sequence[tuple[str, int]], language: str, where: Location, problems: Problems
) -> tuple[Block, ...]:
    """Return the blocks of a filled-in sheet, of each line of which it is known which line of the file it came from."""
    if sum(len(text) for text, _ in lines) > MAX_TEXT:
        problems.add(f"the rule sheet is longer than {MAX_TEXT / 1e6:g} MB", where, code="too-large")
        lines = []
    blocks = read_blocks(
        "\n".join(text for text, _ in lines),
        file=where.file,
        lines=[line for _, line in lines],
        problems=problems,
        language=language,
    )
    if not blocks and not problems.errors:
        hint = "begin with a heading, such as # {{ title }}, or leave out rules: in game.yaml"
        problems.add("the rule sheet is empty", where, hint=hint, code="empty")
    return blocks


def _meant_for(book: bool, blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield what is read in a booklet or elsewhere: `::: booklet` is for a booklet alone, `::: sheet` for all else."""
    for block in blocks:
        match block:
            case Fence(kind="booklet" | "sheet" as kind, blocks=inside):
                if book == (kind == "booklet"):
                    yield from _meant_for(book, inside)
            case Fence(kind="chapter", blocks=inside) if not book:
                if block.title:
                    yield Heading(2, block.title, block.where, block.settings)
                yield from _meant_for(book, inside)
            case Fence(kind=kind) if kind in _OF_A_BOOKLET and not book:
                pass
            case _:
                yield rebuilt(block, partial(_meant_for, book))


def _named(seeds: Seeds | None) -> dict[str, Sequence[Mapping[str, object]]]:
    """Return what a rule sheet knows of the seeds file: its rulings and its words."""
    if seeds is None:
        return {"rulings": (), "glossary": ()}
    rulings = [{"id": r.id, "asks": r.asks, "ruling": r.ruling, "option": r.option} for r in seeds.rulings]
    return {"rulings": rulings, "glossary": [{"term": t.term, "means": t.means} for t in seeds.glossary]}


def _with_masthead(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Make a masthead of a title that stands at the top without one, and of the line below it."""
    if not blocks or not isinstance(blocks[0], Heading) or blocks[0].level != 1:
        return blocks
    count = 2 if len(blocks) > 1 and isinstance(blocks[1], Paragraph) else 1
    return (Fence("masthead", (), blocks[:count], blocks[0].where), *blocks[count:])


def _with_credit(blocks: tuple[Block, ...], credit: Paragraph) -> tuple[Block, ...]:
    """Return a sheet whose credits say one thing more; where it has none, they are its last lines."""
    for n, block in enumerate(blocks):
        if isinstance(block, Fence) and block.kind == "credits":
            return (*blocks[:n], replace(block, blocks=(*block.blocks, credit)), *blocks[n + 1 :])
    return (*blocks, Fence("credits", (), (credit,), credit.where))


# ---- the template filled in ------------------------------------------------------------------------


def _templates(kit: Kit, theme: Theme, problems: Problems) -> Templates:
    """Return the templates of a rule sheet, with the functions that they know."""
    known: dict[str, Callable[..., str]] = {
        "rule": _rule,
        "picture": _picture,
        "face": partial(_face, kit, "face", "{name}"),
        "back": partial(_face, kit, "back", theme.furniture["back"]),
        **speech(kit.language, kit.words),
    }
    files = Files(kit.root, PurePath(kit.where.file).parent.as_posix(), kit.translated_into)
    return Templates(
        files, problems, lambda text, label: _line_ends_kept(text), known, markup=False, language=kit.language
    )


def _rule(*ids: str) -> str:
    """Return the citation of numbered rules, or of clauses of them: CH-036.a."""
    shown = ", ".join(dict.fromkeys(i.rpartition("-")[2].partition(".")[0] for i in ids))
    return f"[{shown}](rule:{','.join(ids)})"


def _picture(name: str, alt: str = "", **values: object) -> str:
    """Return a picture of the kit's rules folder; `values` go into its template."""
    return _image(f"picture:{quote(name)}", alt, values)


def _face(kit: Kit, side: str, called: str, card: Card | str, alt: object = None, **values: object) -> str:
    """Return the picture of a card's side; `values` go into its address, `alt` is read aloud."""
    card_id, _, look = (card.id if isinstance(card, Card) else card).partition("@")
    try:
        name = kit.card(card_id).name
    except KeyError:
        name = card_id  # reported with its line when the whole sheet is filled in, so that all are reported at once
    said = filled(called, {"name": name}) if alt is None else str(alt or name)
    return _image(f"{side}:{quote(card_id)}{'@' + look if look else ''}", said, values)


def _tell_unknown_cards(
    kit: Kit, lines: Iterable[tuple[str, int]], where: Location, problems: Problems
) -> None:
    """Note the faces that a filled-in sheet asks for and that no card has, each with the line that asks for it."""
    for text, line in lines:
        for found in _FACE.finditer(text):
            try:
                kit.card(unquote(found[1]))
            except KeyError as error:
                problems.add(str(error.args[0]), Location(where.file, line), code="unknown-card")


def _image(address: str, alt: str, values: Mapping[str, object]) -> str:
    said = alt.replace("[", "(").replace("]", ")")
    return f"![{said}]({address}{'?' + urlencode(values) if values else ''})"


def _line_ends_kept(template: str) -> str:
    """Return the template with the line ends that Jinja would take away behind a tag in a line of words.

    A line of tags alone leaves no trace (`trim_blocks`); one that ends with a tag, such as
    `two words{% endif %}`, is still a line of the text.
    """
    return "\n".join(
        f'{line.rstrip()}{{{{ "" }}}}' if _LAST_TAG.search(line) and _TAGS.sub("", line).strip() else line
        for line in template.split("\n")
    )
