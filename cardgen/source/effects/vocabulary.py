"""What the cards of a game can do: its words, where they may stand, and how a kit's cards are read with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, TypeAlias

from cardgen.base.errors import Problem, did_you_mean
from cardgen.base.language import is_pseudo, lengthened, root_of
from cardgen.base.packages import brought, loaded
from cardgen.model import Card, Kit, Named
from cardgen.source.effects.verbs import Reader, Words, shown

GROUP = "cardgen.effects"
"""The entry points by which a package brings the words of its own games, each by the name of the kit."""

_SHIPPED: Mapping[str, str] = {"bartender-2012": "cardgen.games.bartender_2012.effects.language:Bartending"}

Effects: TypeAlias = Named[Any]
"""All that one card does, part by part: a tuple of words, empty where there are none."""

Place: TypeAlias = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Part:
    """One entry of a card's effects: which words may stand there, and when they hold.

    `says` is the sentence of which the words are a part. A part that is `needed` is one word instead of a
    list and may not be left out; it shows how that is written.
    """

    words: Words[Any]
    about: str
    says: str = "{}."
    needed: str = ""


class Vocabulary:
    """The language of one game; a subclass names its parts and, where the sentences are not enough, the text."""

    parts: ClassVar[Mapping[str, Part]]
    of: ClassVar[Mapping[str, tuple[str, ...]]]
    """What a card can be (`effects_of: CARGO`), and the parts that its effects may have."""
    facets: ClassVar[Mapping[str, Callable[[Effects], Any]]] = {}
    """What can be made from effects besides the text: `made_from: effects.value`."""
    language: ClassVar[str] = "en"
    phrases: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """What the words say in other languages: language → word or part → sentence, `then` being what joins two words."""

    def scope(self, kit: Kit, written: Iterable[Written]) -> Any:
        """Return what the words can speak of in this kit; words find it at their reader."""

    def check(self, r: Reader, role: str, effects: Effects) -> None:
        """Note what is wrong with words that are right one by one."""

    def text(self, effects: Effects, scope: Any) -> str:
        """Return what a card with these effects says, as sentences; nothing where it does nothing."""
        said = []
        for name, part in self.parts.items():
            verbs = (effects[name],) if part.needed else effects[name]
            words = ", then ".join(filter(None, (verb.says() for verb in verbs)))
            said += [part.says.format(words)] if words else []
        return " ".join(sentence[:1].upper() + sentence[1:] for sentence in said)

    def speaks(self, language: str) -> bool:
        """Return whether it can say in a language what cards do."""
        return root_of(language) in (root_of(self.language), *map(root_of, self.phrases))

    def text_in(self, language: str, effects: Effects, scope: Any, words: Mapping[str, str]) -> str:
        """Return what a card says in a language; LookupError for one that it does not speak.

        `words` are what a translator calls the kit's own words, such as the names of kinds.
        """
        if is_pseudo(language):
            return lengthened(self.text(effects, scope))
        if root_of(language) == root_of(self.language):
            return self.text(effects, scope)
        table = next(said for known, said in self.phrases.items() if root_of(known) == root_of(language))
        return self.phrased(table, effects)

    def phrased(self, table: Mapping[str, str], effects: Effects) -> str:
        """Return what a card says by a table of phrases; a word that the table lacks is said as it is."""
        said = []
        for name, part in self.parts.items():
            verbs = (effects[name],) if part.needed else effects[name]
            texts = [table[v.word].format_map(vars(v)) if v.word in table else v.says() for v in verbs if v]
            joined = table.get("then", ", then ").join(filter(None, texts))
            said += [table.get(name, part.says).format(joined)] if joined else []
        return " ".join(sentence[:1].upper() + sentence[1:] for sentence in said)

    def read(
        self,
        role: str,
        written: Any,
        scope: Any = None,
        trail: tuple[str, ...] = (),
        place: Place | None = None,
    ) -> tuple[Effects, list[Problem]]:
        """Return what a card does and every mistake in how it is written; what is wrong is left out.

        `role` is what the card is; `trail` and `place` are for the problems (see `Reader`).
        """
        r, parts = Reader(scope, trail, place), self.of[role]
        if not isinstance(written, Mapping):
            if written is not None:
                r.note(f"effects are {shown(written)}, expected entries", (), f"known: {', '.join(parts)}")
            written = {}
        for name in written:
            if name not in parts:
                message = f"no rule asks a {role} for '{name}'"
                message = message if name in self.parts else f"effects have no '{name}'"
                r.note(message, (str(name),), did_you_mean(str(name), parts), "effects-unused")
        found: dict[str, Any] = {}
        for name, part in self.parts.items():
            if not part.needed:
                given = written.get(name, ()) if name in parts else ()
                found[name] = part.words.read_all(r, given, (name,))
            elif name in written and name in parts:
                found[name] = part.words.read(r, written[name], (name,))
            else:
                found[name] = None
                if name in parts:
                    r.note(f"a {role} needs its {name}", (), f"such as {part.needed}")
        effects = Effects(found, "part")
        self.check(r, role, effects)
        if not any(found.values()) and not r.problems:
            r.note(f"this {role} does nothing", (), code="effects-unused")
        return effects, r.problems


def known() -> tuple[str, ...]:
    """Return the games whose words are known, sorted."""
    return tuple(sorted({*_SHIPPED, *brought(GROUP)}))


def words_stand_in(slug: str) -> str:
    """Return `module:name` of a game's words, shipped or brought by a package; "" where there are none."""
    return _SHIPPED.get(slug) or brought(GROUP).get(slug, "")


@lru_cache
def words_of(slug: str) -> Vocabulary | None:
    """Return the words of a game, shipped or brought by a package; None where there are none."""
    value = words_stand_in(slug)
    if not value:
        return None
    words: Vocabulary = loaded(value)()
    return words


# -- the cards of a kit


class Written(NamedTuple):
    """A card, what it is, and its effects as the kit has them at `trail`."""

    card: Card
    role: str
    effects: Any
    trail: tuple[str, ...]
