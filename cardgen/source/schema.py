"""What a kit's files may say, as pydantic models: the source of validation and of the editors' JSON Schema.

The models mirror the files; `cardgen.model` is what the rest of the program sees. Import this module late:
pydantic costs about 40 ms.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    ValidationError,
    WithJsonSchema,
    WrapValidator,
)
from pydantic_core import PydanticCustomError

from cardgen.base.units import SIZES, Size, parse_length, parse_size
from cardgen.source.fields import CARD_ID, HEX, MAX_COUNT, SLUG
from cardgen.source.wrong import Want


def _unexpected(want: Want, phrase: str) -> PydanticCustomError:
    return PydanticCustomError("expected", "expected {phrase}", {"want": want, "phrase": phrase})


def _expecting(want: Want, phrase: str, too_much: str = "") -> WrapValidator:
    """Tell every failure of a value in the same words: "expected {phrase}"; of a number too large, `too_much`."""

    def check(value: Any, handler: Any) -> Any:
        try:
            return handler(value)
        except ValidationError as error:
            large = too_much and error.errors(include_url=False)[0]["type"] == "less_than_equal"
            raise _unexpected(want, too_much if large else phrase) from None

    return WrapValidator(check)


def _matching(pattern: str) -> AfterValidator:
    compiled = re.compile(pattern)

    def check(value: str) -> str:
        if not compiled.fullmatch(value):
            raise ValueError
        return value

    return AfterValidator(check)


def _size(value: Any) -> Size:
    try:
        if isinstance(value, str):
            return parse_size(value)
    except ValueError as error:
        if "impossible" in str(error):
            raise _unexpected("other", "1 to 2000 mm on each side") from None
    raise _unexpected("other", f"a size such as 63x88mm or 2.5x3.5in, or one of {', '.join(SIZES)}")


def _length(value: Any) -> float:
    try:
        if isinstance(value, str):
            return parse_length(value)
    except ValueError:
        pass
    if value == 0 and not isinstance(value, bool):
        return 0.0
    raise _unexpected("length", "a length such as 3mm or 0.125in")


def _minutes(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Text = Annotated[StrictStr, _expecting("text", "text")]
FilledText = Annotated[StrictStr, Field(min_length=1), _expecting("text", "text")]
Slug = Annotated[
    StrictStr,
    Field(pattern=f"^{SLUG}$"),
    _expecting("text", "the folder's name: small letters, digits and -"),
]
Number = Annotated[StrictInt | StrictFloat, _expecting("number", "a number")]
Count = Annotated[
    StrictInt,
    Field(ge=1, le=MAX_COUNT),
    _expecting("int", "a whole number of 1 or more", f"{MAX_COUNT} or fewer"),
]
PlayerCount = Annotated[StrictInt, Field(ge=1, le=100), _expecting("int", "a whole number from 1 to 100")]
Bool = Annotated[StrictBool, _expecting("bool", "true or false")]
Colour = Annotated[StrictStr, Field(pattern=f"^{HEX}$"), _expecting("colour", 'a colour such as "#bcc06a"')]
ShapeName = Annotated[Literal["rect", "round"], _expecting("choice", "rect or round")]
Minutes = Annotated[
    StrictStr,
    BeforeValidator(_minutes),
    _expecting("text", 'text such as "20" or "15 to 25"'),
    WithJsonSchema({"type": ["string", "integer"]}),
]
SizeText = Annotated[
    Size,
    PlainValidator(_size),
    WithJsonSchema({"type": "string", "examples": ["63x88mm", "2.5x3.5in", *SIZES]}),
]
Length = Annotated[
    float,
    PlainValidator(_length),
    WithJsonSchema({"type": ["string", "integer"], "examples": ["3mm", "0.125in", 0]}),
]
FilePath = Annotated[StrictStr, Field(min_length=1), _expecting("text", "the name of a file")]
Choice = Annotated[
    StrictStr | StrictBool | StrictInt, _expecting("other", "a word, a whole number, true or false")
]
Choices = Annotated[list[Choice], Field(min_length=1)]
Role = Annotated[Literal["PATRON", "SCHEME"], _expecting("choice", "PATRON or SCHEME")]
FieldType = Annotated[
    Literal["text", "int", "number", "bool", "any"],
    _expecting("choice", "one of text, int, number, bool, any"),
]


class Part(BaseModel):
    """A block of a kit's file: no unknown keys, no silent conversions. `example` is shown when it is no block."""

    example: ClassVar[str] = ""

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True, defer_build=True)


class PlayersPart(Part):
    """`players:`"""

    example = "{min: 2, max: 4}"

    min: PlayerCount = Field(description="The fewest players.")
    max: PlayerCount = Field(description="The most players.")


class LookPart(Part):
    """One entry of `looks:`"""

    example = '{palette: {ink: "#2b1d1a"}}'

    title: FilledText | None = Field(None, description="The name of the look for people.")
    palette: dict[str, Colour] = Field({}, description='Colour names and their "#rrggbb".')


class FieldPart(Part):
    """One entry of a component's `fields:`"""

    example = "{type: text}"

    type: FieldType | None = Field(
        None, description="What the value is, when it is not one of a set of choices."
    )
    one_of: Choices | None = Field(None, description="The value is one of these.")
    list: Choices | None = Field(None, description="The value is a list of these.")
    counts: Choices | None = Field(None, description="The value says how many of each of these.")
    effects_of: Role | None = Field(
        None, description="The value is what the card does, in the language of effects; what the card is."
    )
    made_from: FilledText | None = Field(
        None, description="No card writes it: it is made from effects, such as effects.text."
    )
    min: Number | None = Field(None, description="The smallest number allowed.")
    max: Number | None = Field(None, description="The largest number allowed.")
    default: Any = Field(
        None, description="The value of a card that says nothing; without it every card must."
    )


class CardPart(BaseModel):
    """One entry of a cards file; what else it says is declared in the component's `fields:`."""

    model_config = ConfigDict(extra="allow", defer_build=True)

    id: Annotated[
        StrictStr,
        _matching(CARD_ID),
        _expecting("text", "a word of letters, digits, _ . + or -"),
        WithJsonSchema({"type": "string"}),
    ] = Field(description="The card's short name, unique in the kit.")
    name: FilledText | None = Field(None, description="What players call it; the id when left out.")
    count: Count = Field(1, description="How many copies the kit prints.")
    face: FilePath | None = Field(None, description="A face template of its own.")
    back: FilePath | None = Field(None, description="A back template of its own.")


class ComponentPart(Part):
    """One deck, tile set, token set, board, mat or set of aids."""

    example = "{size: poker, face: face.svg, cards: cards.yaml}"

    title: FilledText | None = Field(None, description="The name for people; the id when left out.")
    size: SizeText = Field(description="A name (poker, square-70) or width x height (63x88mm).")
    bleed: Length | None = Field(
        None, description="Colour beyond the cut: 3mm, tokens 1.5mm, unless you say so."
    )
    shape: ShapeName | None = Field(None, description="rect, or round (as tokens are).")
    corner: Length = Field(0.0, description="The radius of the corners.")
    face: FilePath = Field(description="The SVG template of the front, in the kit or in templates/.")
    back: FilePath | None = Field(None, description="The SVG template of the back; left out: one side only.")
    stock: Text = Field("", description="The paper or board to print on.")
    note: Text = Field("", description="A few words for the list of components.")
    needs: FilledText | None = Field(
        None, description="How many pieces n players need, as an expression such as 10 * n."
    )
    fields: dict[str, FieldPart] = Field(
        {}, description="What a card of this component may say about itself."
    )
    cards: Annotated[Any, WithJsonSchema({"type": ["string", "array"]})] = Field(
        description="A cards file, or the list of cards itself."
    )


class OptionPart(Part):
    """One house rule."""

    example = "{default: a, values: {a: What a means., b: What b means.}}"

    title: FilledText | None = Field(None, description="The name for people.")
    ruling: Text = Field("", description="The ruling it comes from, such as BG-Q2.")
    default: Choice = Field(description="The value that holds unless players choose.")
    values: dict[str, FilledText] = Field(
        min_length=1, description="Each value with the sentence that explains it to players."
    )


class CheckPart(Part):
    """One sentence about the kit that must be true."""

    example = "{that: decks.main.total == 52}"

    that: FilledText = Field(description="A Jinja expression, such as decks.main.total == 52.")
    why: Text = Field("", description="The rule it comes from, such as BG-010.")


class GamePart(Part):
    """game.yaml: one game with everything that is printed."""

    game: Slug = Field(description="The name of the kit's folder.")
    title: FilledText = Field(description="The game's name for people.")
    subtitle: Text = Field("", description="One line below the title.")
    version: FilledText = Field(description='The version of the kit, in quotes: "1.0".')
    players: PlayersPart = Field(description="How many can play.")
    minutes: Minutes = Field("", description="How long a game takes.")
    language: FilledText = Field("en", description="The language of the cards, such as en or de.")
    accent: Colour = Field("#444444", description="The colour of headings on sheets and rules.")
    credits: dict[str, Text] = Field({}, description="design: and whoever else deserves thanks.")
    rules: FilePath | None = Field(None, description="The rule sheet's text (Markdown with Jinja).")
    looks: dict[str, LookPart] = Field({}, description="Named sets of colours for the same templates.")
    rule_colours: list[FilledText] = Field(
        [], description="Palette colours that the rules tell apart; they must differ in grey too."
    )
    tables: dict[str, FilePath] = Field({}, description="More data for templates: any YAML files.")
    guide: dict[str, Any] = Field({}, description="Words for the print guide.")
    decks: dict[str, ComponentPart] = Field({}, description="Cards that are shuffled.")
    tiles: dict[str, ComponentPart] = Field({}, description="Tiles.")
    tokens: dict[str, ComponentPart] = Field({}, description="Tokens and chips, round unless you say so.")
    boards: dict[str, ComponentPart] = Field({}, description="Boards.")
    mats: dict[str, ComponentPart] = Field({}, description="Player mats.")
    aids: dict[str, ComponentPart] = Field({}, description="Player aids.")
    options: dict[str, OptionPart] = Field({}, description="House rules.")
    checks: list[CheckPart] = Field([], description="What must be true of the kit.")
