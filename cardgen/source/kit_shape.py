"""What the files of a kit may say; `cardgen.model` is what the rest of the program sees of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from cardgen.base.formats import KIT
from cardgen.base.nesting import TURNS, Turns
from cardgen.base.nicks import TOOLS, Tool
from cardgen.base.units import Size
from cardgen.model.box import Box
from cardgen.model.flat import FEET, Feet
from cardgen.model.flattened import DICE
from cardgen.model.kit import LAYOUTS, Layout
from cardgen.model.kit import Shape as KitShape
from cardgen.model.made_of import EDGES, MATERIALS, SIDES, Edge, MadeOf, Sides, material
from cardgen.source.boxes import BOXES
from cardgen.source.leaves import (
    ANYTHING,
    COLOUR,
    FILE,
    FILLED,
    LENGTH,
    SIZE,
    TEXT,
    YES_NO,
    kept,
    matching,
    number,
    one_of,
    parsed,
    whole,
)
from cardgen.source.shape import (
    DRAFT,
    Key,
    Keyed,
    Record,
    Schema,
    Shape,
    json_schema,
    key,
    list_of,
    map_of,
    part,
)

Choice: TypeAlias = str | bool | int
Choices: TypeAlias = tuple[Choice, ...]
FieldType: TypeAlias = Literal["text", "int", "number", "bool", "picture", "any"]

_NONE: Final[Mapping[str, Any]] = MappingProxyType({})
_CARDS_FILE: Final = "cards.schema.json"


def _minutes(value: Any) -> str:
    if type(value) not in (int, str):
        raise ValueError
    return str(value)


_PLAYERS = whole(1, 100)
CHOICE: Shape[Choice] = parsed(
    kept(lambda value: type(value) in (str, bool, int)),
    "a word, a whole number, true or false",
    {"type": ["string", "boolean", "integer"]},
)
_CHOICES = list_of(CHOICE, least=1)


def _read_by_players(value: Any) -> bool | tuple[str, ...]:
    if isinstance(value, bool):
        return value
    if not isinstance(value, list) or not value or not all(isinstance(one, str) and one for one in value):
        raise ValueError
    return tuple(value)


_TRANSLATE: Shape[Any] = parsed(
    _read_by_players,
    "true, false or a list of names such as [says]",
    {"type": ["boolean", "array"], "items": {"type": "string", "minLength": 1}, "minItems": 1},
)
_MINUTES = parsed(_minutes, 'text such as "20" or "15 to 25"', {"type": ["string", "integer"]}, "text")
SLUG: Final = r"[a-z0-9][a-z0-9-]*"
_SLUG = matching(SLUG, "the folder's name: small letters, digits and -")
_CARD_ID = matching(
    r"\w[\w.+-]{0,59}", "a word of at most 60 letters, digits, _ . + or -", "id", {"type": "string"}
)
PLAYERS = ("greedy", "random", "rollout", "ismcts", "apart")
"""Players of every game: no strategy is called so."""
STRATEGY = matching(
    rf"(?!(?:{'|'.join(PLAYERS)})$)[A-Za-z_][\w-]{{0,39}}",
    f"a word such as hoarder; {', '.join(PLAYERS)} are players of every game",
)
_VERSION = matching(r"\S.{0,19}", "text of at most 20 letters", schema={"type": "string", "minLength": 1})
_LANGUAGE = matching(
    r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*",
    "a language such as en or pt-BR",
    schema={"type": "string", "minLength": 1},
)
_TYPE: Shape[FieldType] = one_of("text", "int", "number", "bool", "picture", "any")


class ShapeSaid(NamedTuple):
    """`shape:` a word; whether a hexagon is pointy, if that is said; the file and the id of a free shape's path."""

    shape: KitShape
    pointy: bool | None = None
    file: str = ""
    id: str = ""


_CUT = re.compile(r"([^#]+\.svg)#(\S+)")
_HEXAGONS: Final = ("flat", "pointy")


def _read_outline(value: Any) -> ShapeSaid:
    if isinstance(value, dict) and [*value] == ["hex"] and value["hex"] in _HEXAGONS:
        return ShapeSaid("hex", value["hex"] == "pointy")
    if isinstance(value, str) and (found := _CUT.fullmatch(value)):
        return ShapeSaid("free", None, found[1], found[2])
    if value not in ("rect", "round", "hex"):
        raise ValueError
    return ShapeSaid(value)


_OUTLINE: Shape[ShapeSaid] = parsed(
    _read_outline,
    "rect, round, hex, {hex: pointy} or a closed path such as art/shield.svg#cut",
    {
        "anyOf": [
            {"enum": ["rect", "round", "hex"]},
            {"type": "string", "pattern": r"^[^#]+\.svg#\S+$"},
            {
                "type": "object",
                "properties": {"hex": {"enum": [*_HEXAGONS]}},
                "required": ["hex"],
                "additionalProperties": False,
            },
        ]
    },
    guess=("rect", "round", "hex"),
)


def _address(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"https?://[^\s/]+\S*", value):
        raise ValueError
    host = re.match(r"http://(?:[^@/]*@)?(\[[^\]]*\]|[^:/]*)", value)
    if host and host[1] not in LOOPBACK:
        raise ValueError("an address that begins with https://")
    return value


LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
"""Hosts to which http is spoken: this computer."""


class Source(NamedTuple):
    """A file with cards or rows, which sheet of it, where it was fetched from, what stands between its cells."""

    file: str
    sheet: str | None = None
    address: str | None = None
    separator: str = ""


SOURCE: Final = Record(
    {
        "file": Key(FILE, "A file of the kit: .xlsx, .ods, .csv, .tsv, .json or .yaml."),
        "sheet": Key(FILLED, "The sheet of a spreadsheet that has several.", None),
        "from": Key(
            parsed(
                _address,
                "an address such as https://example.org/cards.csv",
                {"type": "string", "pattern": "^https?://"},
            ),
            "Where cardgen pull fetches the file from; a build never does.",
            None,
        ),
        "separator": Key(
            parsed(
                kept(lambda value: value in (",", ";", "|", "\t")),
                'one of "," ";" "|" and "\\t"',
                {"type": "string", "minLength": 1, "maxLength": 1},
            ),
            "What stands between the cells of a csv file, if that is not seen.",
            None,
        ),
    },
    lambda said: Source(said["file"], said.get("sheet"), said.get("from"), said.get("separator") or ""),
    name="SourcePart",
    doc="A file with cards or rows, with more about it than its name.",
    example="{file: cards.xlsx, sheet: Cards}",
)


def _cards(value: Any) -> Any:
    if isinstance(value, dict):
        return SOURCE.read(value)
    return _LISTED.read(value)


_LISTED = parsed(
    kept(lambda value: isinstance(value, list) or (isinstance(value, str) and value != "")),
    "the name of a file or a list of cards",
    {},
    hint="such as cards: cards.yaml",
)
_CARDS: Shape[Any] = Shape(
    _cards,
    lambda parts: {
        "anyOf": [
            {"type": "string", "minLength": 1},
            {"type": "array", "items": {"$ref": f"{_CARDS_FILE}#/$defs/entry"}},
            SOURCE.schema(parts),
        ]
    },
)
_TABLE: Shape[str | Source] = Shape(
    lambda value: SOURCE.read(value) if isinstance(value, dict) else FILE.read(value),
    lambda parts: {"anyOf": [FILE.schema(parts), SOURCE.schema(parts)]},
)


class PlayersPart(Keyed, example="{min: 2, max: 4}"):
    """`players:`"""

    min: int = key(_PLAYERS, "The fewest players.")
    max: int = key(_PLAYERS, "The most players.")


class LookPart(Keyed, example='{palette: {ink: "#2b1d1a"}}'):
    """One entry of `looks:`"""

    title: str | None = key(FILLED, "The name of the look for people.", default=None)
    palette: Mapping[str, str] = key(map_of(COLOUR), 'Colour names and their "#rrggbb".', default=_NONE)


class PlatePart(Keyed, example="{ink: Foil}"):
    """One entry of `plates:`: foil, white, uv and cut need not say anything"""

    ink: str | None = key(FILLED, "What the press calls the ink, such as Foil or CutContour.", default=None)
    shows: str | None = key(COLOUR, "Its colour on a screen.", default=None)
    overprint: bool | None = key(
        YES_NO, "Whether it lies over the colours, or they are left out below it.", default=None
    )
    at_home: bool | None = key(
        YES_NO, "Whether other printers print it in the colours of the face, or leave it out.", default=None
    )
    least: float | None = key(
        LENGTH,
        "The thinnest line it prints: 0.25mm, white 0.15mm, uv 0.2mm, cut any.",
        default=None,
    )


class FieldPart(Keyed, example="{type: text}"):
    """One entry of a component's `fields:`"""

    type: FieldType | None = key(_TYPE, "What the value is, unless it is one of some choices.", default=None)
    one_of: Choices | None = key(_CHOICES, "The value is one of these.", default=None)
    list: Choices | None = key(_CHOICES, "The value is a list of these.", default=None)
    counts: Choices | None = key(_CHOICES, "The value says how many of each of these.", default=None)
    effects_of: str | None = key(FILLED, "What the card is, whose effects the value tells.", default=None)
    made_from: str | None = key(FILLED, "No card writes it: effects.text gives it.", default=None)
    translate: bool | tuple[str, ...] | None = key(
        _TRANSLATE,
        "Whether players read it: false for text that is a name for templates, true for choices and any, "
        "[says] for what is called so in any.",
        default=None,
    )
    min: int | float | None = key(number(), "The smallest number allowed.", default=None)
    max: int | float | None = key(number(), "The largest number allowed.", default=None)
    dpi: int | None = key(
        whole(1, 2400), "Dots per inch that a picture must have on paper, else 300.", default=None
    )
    default: Any = key(ANYTHING, "The value of a card that says nothing; else every card must.", default=None)


class CardPart(Keyed, example="{id: A1}"):
    """One entry of a cards file; what else it says is declared in the component's `fields:`."""

    id: str = key(_CARD_ID, "The card's short name, unique in the kit.")
    name: str | None = key(FILLED, "What players call it; the id when left out.", default=None)
    count: int = key(whole(1, most=10_000), "How many copies the kit prints.", default=1)
    face: str | None = key(FILE, "A face template of its own.", default=None)
    back: str | None = key(FILE, "A back template of its own.", default=None)
    each: Any = key(
        map_of(list_of(ANYTHING, least=1)),
        'Makes a card of every combination: each: {suit: [hearts, spades]}, id: "{{ suit }}".',
        default=_NONE,
    )


class MadeOfPart(Keyed, example="{board: 1.5mm, paper: 200 g/m²}"):
    """`made_of:` what a piece is made of."""

    board: float = key(LENGTH, "The thickness of its board; left out: none.", default=0.0)
    paper: str = key(TEXT, "What is printed, and glued onto the board: 200 g/m², or label.", default="")
    sides: Sides | None = key(
        one_of(*SIDES, guess=True),
        "How the back comes behind the front: duplex, wrap, pins, labels or front; left out: as suits it.",
        default=None,
    )
    edge: Edge = key(
        one_of(*EDGES, guess=True), "spine: its paper is folded round one edge of the board.", default="raw"
    )


_MATERIAL = one_of(*MATERIALS, guess=True)


def _read_made_of(value: Any) -> MadeOf:
    if isinstance(value, str):
        return material(_MATERIAL.read(value))
    said = part(MadeOfPart).read(value)
    return MadeOf(said.board, said.paper, said.sides or "", said.edge)


MADE_OF: Final = Shape(
    _read_made_of,
    lambda parts: {"anyOf": [part(MadeOfPart).schema(parts), _MATERIAL.schema(parts)]},
)


class BalancePart(Keyed, example="{cost: cost, worth: points}"):
    """`balance:` which fields `cardgen balance` compares."""

    cost: str | None = key(
        FILLED, "The field with what a card costs; left out: guessed by its name.", default=None
    )
    worth: str | None = key(
        FILLED, "The field with what a card is worth; left out: guessed by its name.", default=None
    )
    group: str | None = key(
        FILLED, "The field whose values are the groups; left out: the first with a few.", default=None
    )


MOST_VALUES: Final = 60
"""Of a dial: more would be narrower than a number."""


def _read_values(value: Any) -> tuple[str, ...]:
    if isinstance(value, str) and (found := re.fullmatch(r"(\d{1,4})-(\d{1,4})", value)):
        read = tuple(map(str, range(int(found[1]), int(found[2]) + 1)))
    elif isinstance(value, list) and all(type(one) in (str, int) and one != "" for one in value):
        read = tuple(map(str, value))
    else:
        raise ValueError
    if not 2 <= len(read) <= MOST_VALUES:
        raise ValueError(f"2 to {MOST_VALUES} values")
    return read


_VALUES: Shape[tuple[str, ...]] = parsed(
    _read_values,
    "values such as 0-19, or a list of them",
    {
        "anyOf": [
            {"type": "string", "pattern": r"^\d{1,4}-\d{1,4}$"},
            {
                "type": "array",
                "items": {"type": ["string", "integer"]},
                "minItems": 2,
                "maxItems": MOST_VALUES,
            },
        ]
    },
)


def _read_track(value: Any) -> tuple[float, float]:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)mm", value) if isinstance(value, str) else None
    if not found or float(found[1]) >= float(found[2]):
        raise ValueError
    return float(found[1]), float(found[2])


_TRACK: Shape[tuple[float, float]] = parsed(
    _read_track, "a track such as 26.5-35.5mm", {"type": "string", "pattern": r"^[\d.]+-[\d.]+mm$"}
)


def _read_turns(value: Any) -> Turns:
    turns: Turns = one_of(*TURNS).read("90°" if str(value) == "90" else str(value))
    return turns


_TURNS: Shape[Turns] = parsed(_read_turns, "0, 90° or any (a quarter as well)", {"enum": [0, 90, *TURNS]})


class CommonPart(Keyed, example="{title: Coins, face: face.svg}"):
    """What components of every kind may say."""

    title: str | None = key(FILLED, "The name for people; the id when left out.", default=None)
    bleed: float | None = key(
        LENGTH, "Colour beyond the cut, else 3mm; tokens and what is cut by a line 1.5mm.", default=None
    )
    made_of: MadeOf | None = key(
        MADE_OF, "Its board and its paper, and how its back comes behind its front.", default=None
    )
    stock: str = key(
        TEXT,
        "The paper to print on, in words, or the name of a sheet with cells (cardgen stock); left out, made_of says it.",
        default="",
    )
    note: str = key(TEXT, "A few words for the list of components.", default="")
    needs: str | None = key(FILLED, "How many pieces n players need, such as 10 * n.", default=None)
    fields: Mapping[str, FieldPart] = key(
        map_of(part(FieldPart)), "What a card of this component may say about itself.", default=_NONE
    )


class ComponentPart(CommonPart, example="{size: poker, face: face.svg, cards: cards.yaml}"):
    """One deck, tile set, token set, board, mat or set of aids."""

    size: Size = key(SIZE, "A name (poker, square-70) or width x height (63x88mm).")
    shape: ShapeSaid | None = key(
        _OUTLINE,
        "rect, round (as tokens are), hex (size: from edge to edge), {hex: pointy}, or a closed path: art/shield.svg#cut.",
        default=None,
    )
    layout: Layout | None = key(
        one_of(*LAYOUTS, guess=True),
        "How pieces lie on a sheet: shared, gap or straight for hexagons, grid or nest; left out: as suits them.",
        default=None,
    )
    corner: float = key(LENGTH, "The radius of the corners.", default=0.0)
    face: str = key(FILE, "The SVG template of the front, in the kit or in templates/.")
    back: str | None = key(FILE, "The SVG template of the back; left out: one side only.", default=None)
    turns: Turns = key(
        _TURNS,
        "By what nesting may turn a piece: 0 never, 90° a quarter, any likewise a quarter and no other angle.",
        default="90°",
    )
    safe: float | None = key(
        LENGTH,
        "How far inside the cut words stay: check warns of words beyond it; left out: as far as a target asks.",
        default=None,
    )
    balance: BalancePart | None = key(
        part(BalancePart), "Which fields cardgen balance compares: cost, worth and group.", default=None
    )
    cards: Any = key(_CARDS, "A cards file or spreadsheet, or the list of cards itself.")


class NicksPart(Keyed, example="{tool: laser}"):
    """`nicks:` where a cut is left out, so that a piece holds in its frame."""

    tool: Tool = key(
        one_of(*TOOLS, guess=True),
        "What cuts: machine (nicks of 0.5mm and a fifth of the board), die (0.4mm) or laser (0.01in).",
        default="machine",
    )


class FramePart(Keyed, example="{rim: 8mm}"):
    """`frame:` of a punchboard: what is left once its pieces are out."""

    rim: float = key(LENGTH, "From the edge of the board to its pieces, at least.", default=6.0)
    web: float = key(LENGTH, "Between two pieces, at least: 2mm for a machine, else 3.2mm.", default=3.2)
    face: str = key(FILE, "The SVG template of the frame, on both sides.", default="kinds/frame.svg")


class PunchboardPart(CommonPart, example="{size: 174x118mm, holds: {coins: 6}}"):
    """A board whose pieces are pushed out: they are cut all round but for nicks."""

    size: Size = key(SIZE, "The board with its frame.")
    corner: float = key(LENGTH, "The radius of the frame's corners.", default=3.0)
    nicks: NicksPart | None = key(part(NicksPart), "What holds the pieces.", default=None)
    frame: FramePart | None = key(part(FramePart), "What is around the pieces.", default=None)
    holds: Mapping[str, int] = key(
        map_of(whole(1, most=1000), least=1),
        "How many pieces of which components: they are printed here and not on a sheet of their own.",
    )


class StandeePart(ComponentPart, example="{size: 32x46mm, face: face.svg, cards: cards.yaml}"):
    """One set of standees: a front and its back, folded at the head where `shape` is straight, or two pieces on board."""

    feet: Feet | None = key(
        one_of(*FEET, guess=True),
        "What they stand on: fold (ends bent outwards), slot (a strip of card) or plastic; else fold, and slot for a path.",
        default=None,
    )


class DicePart(CommonPart, example="{edge: 16mm, count: 2, made_of: stickers}"):
    """Dice: stickers for dice of wood with six sides, or a net of paper that is folded."""

    sides: int = key(one_of(*DICE), "How many sides; stickers are for six.", default=6)
    edge: float | None = key(
        LENGTH,
        "The longest edge of a side; a sticker is 4mm smaller. Left out: 16mm, for 8 sides 24mm, for 10 sides 28mm.",
        default=None,
    )
    count: int = key(whole(1, 100), "How many dice.", default=1)
    face: str = key(FILE, "The SVG template of a side; left out: pips.", default="kinds/die.svg")
    cards: Any = key(_CARDS, "The sides in the order of their numbers; left out: the numbers.", default=None)


class WindowPart(Keyed, example="{track: 26.5-35.5mm}"):
    """`window:` of a dial: the ring of its upper disc that is cut out for one value."""

    track: tuple[float, float] | None = key(
        _TRACK, "From and to, from the middle; left out: 2.5 to 11.5mm inside the upper disc.", default=None
    )
    upper: float | None = key(
        LENGTH, "Across the upper disc; left out: 8mm less than the lower.", default=None
    )
    face: str = key(FILE, "The SVG template of the upper disc.", default="kinds/cover.svg")


class DialPart(CommonPart, example="{size: 84mm, values: 0-19}"):
    """A dial: two discs on a rivet, and a window in the upper one."""

    size: Size = key(SIZE, "Across the lower disc, such as 84mm.")
    values: tuple[str, ...] = key(_VALUES, "What the window shows: 0-19, or a list of words.")
    pin: float = key(LENGTH, "Across the hole for the rivet.", default=4.0)
    window: WindowPart | None = key(part(WindowPart), "Where the window is.", default=None)
    face: str = key(
        FILE, "The SVG template of the lower disc; it sees card.values.", default="kinds/dial.svg"
    )
    cards: Any = key(_CARDS, "One card for each dial; left out: a single one.", default=None)


class SpinnerPart(CommonPart, example="{size: 86mm, sectors: {Rain: 1, Sun: 3}}"):
    """A disc with sectors, as likely as they are wide, and an arrow that turns on it."""

    size: Size = key(SIZE, "Across the disc, such as 86mm.")
    sectors: Mapping[str, int | float] = key(
        map_of(number(0.001, 1000), least=2), "Each sector with its weight."
    )
    pin: float = key(LENGTH, "Across the hole for the pin.", default=4.0)
    face: str = key(FILE, "The SVG template of the disc; it sees card.sectors.", default="kinds/spinner.svg")
    arrow: str = key(FILE, "The SVG template of arrow and washers.", default="kinds/arrow.svg")
    cards: Any = key(_CARDS, "One card for each spinner; left out: a single one.", default=None)


class RangePart(Keyed, example="{min: 1, max: 50, says: 'The game ends after {n} rounds.'}"):
    """The whole numbers that a house rule takes beside its values."""

    min: int = key(whole(0), "The smallest number.")
    max: int = key(whole(0), "The largest number.")
    says: str = key(FILLED, "The sentence that explains each of them to players, {n} being the number.")


class OptionPart(Keyed, example="{default: a, values: {a: What a means., b: What b means.}}"):
    """One house rule."""

    title: str | None = key(FILLED, "The name for people.", default=None)
    ruling: str = key(TEXT, "The ruling it comes from, such as BG-Q2.", default="")
    default: Choice = key(CHOICE, "The value that holds unless players choose.")
    values: Mapping[str, str] = key(
        map_of(FILLED, least=1), "Each value with the sentence that explains it to players."
    )
    range: RangePart | None = key(
        part(RangePart), "Whole numbers that may be chosen beside the values.", default=None
    )


class CheckPart(Keyed, example="{that: decks.main.total == 52}"):
    """One sentence about the kit that must be true."""

    that: str = key(FILLED, "A Jinja expression, such as decks.main.total == 52.")
    why: str = key(TEXT, "The rule it comes from, such as BG-010.", default="")


class VoicePart(Keyed, example="{say: {use: [utilize]}, longest: 25}"):
    """How the kit's texts read, beside cardgen's own list: cardgen check --words."""

    say: Mapping[str, tuple[str, ...]] = key(
        map_of(list_of(FILLED)),
        "The better word, and those it is better than; with * at the end for all endings.",
        default=_NONE,
    )
    openings: tuple[str, ...] = key(
        list_of(FILLED), "How no sentence begins, unless it is a question.", default=()
    )
    longest: int | None = key(
        whole(5),
        "How many words may follow one another without . ; or : – 25 unless you say so.",
        default=None,
    )
    accept: tuple[str, ...] = key(
        list_of(FILLED), "Words that may stay: a sentence with one of them is not looked at.", default=()
    )


Components: TypeAlias = Mapping[str, ComponentPart]
_COMPONENTS = map_of(part(ComponentPart))


class GamePart(Keyed):
    """game.yaml: one game with everything that is printed."""

    format: int = key(
        whole(1),
        "The format of the kit's files; a later cardgen that reads them otherwise has a higher one.",
        default=KIT,
    )
    game: str = key(_SLUG, "The name of the kit's folder.")
    title: str = key(FILLED, "The game's name for people.")
    subtitle: str = key(TEXT, "One line below the title.", default="")
    version: str = key(_VERSION, 'The version of the kit, in quotes: "1.0".')
    players: PlayersPart = key(part(PlayersPart), "How many can play.")
    minutes: str = key(_MINUTES, "How long a game takes.", default="")
    language: str = key(_LANGUAGE, "The language of the cards, such as en or de.", default="en")
    accent: str = key(COLOUR, "The colour of headings on sheets and rules.", default="#444444")
    credits: Mapping[str, str] = key(map_of(TEXT), "design: and whoever else deserves thanks.", default=_NONE)
    rules: str | None = key(FILE, "The rule sheet's text (Markdown with Jinja).", default=None)
    looks: Mapping[str, LookPart] = key(
        map_of(part(LookPart)), "Named sets of colours for the same templates.", default=_NONE
    )
    plates: Mapping[str, PlatePart] = key(
        map_of(part(PlatePart)), "Inks of a press that faces name in data-plate.", default=_NONE
    )
    rule_colours: tuple[str, ...] = key(
        list_of(FILLED),
        "Palette colours that the rules tell apart; they must differ in grey too.",
        default=(),
    )
    tables: Mapping[str, str | Source] = key(
        map_of(_TABLE), "More data for templates: any YAML files, or tables.", default=_NONE
    )
    translate: tuple[str, ...] = key(
        list_of(FILLED), "What players read of the tables, such as barrels.*.title.", default=()
    )
    guide: Mapping[str, Any] = key(map_of(ANYTHING), "Words for the print guide.", default=_NONE)
    decks: Components = key(_COMPONENTS, "Cards that are shuffled.", default=_NONE)
    tiles: Components = key(_COMPONENTS, "Tiles.", default=_NONE)
    tokens: Components = key(_COMPONENTS, "Tokens and chips, round unless you say so.", default=_NONE)
    boards: Components = key(_COMPONENTS, "Boards.", default=_NONE)
    mats: Components = key(_COMPONENTS, "Player mats.", default=_NONE)
    aids: Components = key(_COMPONENTS, "Player aids.", default=_NONE)
    standees: Mapping[str, StandeePart] = key(
        map_of(part(StandeePart)), "Figures that stand, folded from card.", default=_NONE
    )
    dice: Mapping[str, DicePart] = key(
        map_of(part(DicePart)), "Dice, by stickers or of paper.", default=_NONE
    )
    dials: Mapping[str, DialPart] = key(map_of(part(DialPart)), "Discs that show one value.", default=_NONE)
    spinners: Mapping[str, SpinnerPart] = key(
        map_of(part(SpinnerPart)), "Discs with an arrow that turns.", default=_NONE
    )
    punchboards: Mapping[str, PunchboardPart] = key(
        map_of(part(PunchboardPart)), "Boards whose pieces are pushed out.", default=_NONE
    )
    boxes: Mapping[str, Box] = key(
        BOXES, "What holds the pieces: cardgen build GAME --for box.", default=_NONE
    )
    options: Mapping[str, OptionPart] = key(map_of(part(OptionPart)), "House rules.", default=_NONE)
    strategies: Mapping[str, str] = key(
        map_of(FILLED, names=STRATEGY),
        "Kinds of player by name: never rob, always deck; --bots and cardgen league know them.",
        default=_NONE,
    )
    checks: tuple[CheckPart, ...] = key(list_of(part(CheckPart)), "What must be true of the kit.", default=())
    words: VoicePart | None = key(part(VoicePart), "How its texts read.", default=None)


def json_schemas() -> dict[str, Schema]:
    """Return the schemas by file name: game.schema.json for game.yaml, cards.schema.json for a list of cards."""
    card = part(CardPart).block_schema({}) | {"additionalProperties": True}
    count = card["properties"]["count"]
    # With each: a count may be an expression too.
    count["anyOf"] = [
        {"type": count.pop("type"), "minimum": count.pop("minimum"), "maximum": count.pop("maximum")},
        {"type": "string", "pattern": r"\{\{.*\}\}"},
    ]
    return {
        "game.schema.json": json_schema(part(GamePart), "A cardgen kit: game.yaml"),
        _CARDS_FILE: {
            "$schema": DRAFT,
            "title": "A cardgen cards file",
            "type": "array",
            "items": {"$ref": "#/$defs/entry"},
            "$defs": {
                "card": card,
                "entry": {"anyOf": [{"$ref": "#/$defs/card"}, {"$ref": "#/$defs/file"}]},
                "file": SOURCE.block_schema({}),
            },
        },
        "table.schema.json": {
            "$schema": DRAFT,
            "title": "A cardgen table",
            "description": "A table of a cardgen kit: any data that its templates read as tables.NAME.",
            "type": ["object", "array"],
        },
    }
