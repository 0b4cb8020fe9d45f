"""What rules.yaml says, as a tree: expressions and sentences, each with its place in the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Node:
    """A part of the tree; `at` is where it begins, in letters from the beginning of the file."""

    at: int


@dataclass(frozen=True, slots=True)
class WholeNumber(Node):
    """A whole number: 3."""

    value: int


@dataclass(frozen=True, slots=True)
class Quoted(Node):
    """A word in quotes: 'tea'."""

    text: str


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name: deck, me, tea."""

    name: str


@dataclass(frozen=True, slots=True)
class Of(Node):
    """What somebody has: hand of p, my hand (`whose` is then the name me)."""

    name: str
    whose: Expression
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Dot(Node):
    """A field of a card, a column of a row: card.suit."""

    of: Expression
    name: str


@dataclass(frozen=True, slots=True)
class Nth(Node):
    """An entry, counted from 1: stalls[3], my hand[1]."""

    of: Expression
    number: Expression


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A function, a value or a deed with something in its brackets; `var` and `over` of `… for var in over`."""

    name: str
    args: tuple[Expression, ...]
    var: str = ""
    over: Expression | None = None


@dataclass(frozen=True, slots=True)
class Where(Node):
    """Some of a list: my hand where suit == led."""

    items: Expression
    condition: Expression


@dataclass(frozen=True, slots=True)
class Both(Node):
    """Two things with a word between them: a + b, a and b, a otherwise b."""

    word: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class One(Node):
    """A word and what it is about: not a, -a."""

    word: str
    of: Expression


@dataclass(frozen=True, slots=True)
class Either(Node):
    """One of two: a if c else b."""

    condition: Expression
    then: Expression
    other: Expression


@dataclass(frozen=True, slots=True)
class Listed(Node):
    """A list: [tea, lantern]."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class HouseRule(Node):
    """The value of a house rule: option crowd."""

    name: str


@dataclass(frozen=True, slots=True)
class Some(Node):
    """So many from an end of a list: first 3 of deck, last 2 of deck, 2 of my cubes."""

    end: str
    number: Expression
    items: Expression


@dataclass(frozen=True, slots=True)
class Are(Node):
    """What a set of cards has in common: cards are all of one colour; `how` is alike, different or a run."""

    items: Expression
    how: str
    field: str


@dataclass(frozen=True, slots=True)
class OnSpace(Node):
    """The tile on a space of an open grid: my garden at c."""

    of: Expression
    space: Expression


@dataclass(frozen=True, slots=True)
class OnBoard(Node):
    """Places of a board: next to c, lines of 4 through c, reach from c where …; `of` is the place, or how long the lines are."""

    word: str
    of: Expression
    through: Expression | None = None
    condition: Expression | None = None
    board: str = ""


@dataclass(frozen=True, slots=True)
class FreeWords(Node):
    """Free words: the parts between braces are expressions."""

    text: str
    parts: tuple[str | Expression, ...] = ()


Expression: TypeAlias = (
    WholeNumber | Quoted | Name | Of | Dot | Nth | Call | Where | Both | One | Either | Listed | HouseRule | Some | Are | OnBoard | OnSpace | FreeWords
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sentence(Node):
    """One thing that happens. `parts` are the slots of its pattern by name; `block` is what follows a colon."""

    verb: str
    parts: dict[str, Any]
    said: str
    block: Sentences | None = None

    def __hash__(self) -> int:
        return hash((self.at, self.verb))


@dataclass(frozen=True, slots=True)
class Sentences(Node):
    sentences: tuple[Sentence, ...]


EMPTY = Sentences(0, ())
UNREAD = Name(0, "?")
"""What stands for an expression that could not be read."""


def names_in(node: Any, owned: bool = False) -> Iterator[str]:
    """Yield every name in an expression, with those of what somebody has if that is asked for: `hand` in hand of p."""
    if isinstance(node, Name) or (owned and isinstance(node, Of)):
        yield node.name
    for one in node if isinstance(node, tuple) else () if isinstance(node, Name) else parts_of(node):
        yield from names_in(one, owned)


def parts_of(node: Any) -> Iterator[Any]:
    if isinstance(node, Node):
        for field in fields(node):
            yield getattr(node, field.name)


def words_in(node: Any) -> Iterator[str]:
    """Yield every word in quotes that an expression may be; not those that its conditions compare."""
    if isinstance(node, Quoted):
        yield node.text
    elif isinstance(node, Either):
        yield from (*words_in(node.then), *words_in(node.other))


def all_sentences(block: Sentences | None) -> Iterator[Sentence]:
    """Yield every sentence of a block and of the blocks in it."""
    for sentence in block.sentences if block else ():
        yield sentence
        given = sentence.parts.get("given")
        if isinstance(given, Sentence):
            yield given
        yield from all_sentences(sentence.block)
