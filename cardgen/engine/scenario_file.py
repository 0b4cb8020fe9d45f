"""What a scenario file says: what stands there, what is wrong with it, and the cases that it describes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from cardgen.base.errors import Location, Problem, Problems
from cardgen.engine.given import AS_WRITTEN
from cardgen.source.leaves import FILLED, TEXT, whole
from cardgen.source.nodes import Document, Step
from cardgen.source.parse import read_yaml
from cardgen.source.shape import Keyed, Schema, Shape, json_schema, key, list_of, map_of, part
from cardgen.source.wrong import read

Trail: TypeAlias = tuple[Step, ...]


def either(block: Shape[Any], other: Shape[Any]) -> Shape[Any]:
    """Return the shape of a block or of something else."""
    return Shape(
        lambda value: (block if isinstance(value, dict) else other).read(value),
        lambda parts: {"anyOf": [block.schema(parts), other.schema(parts)]},
    )


_NONE: Final[Mapping[str, Any]] = MappingProxyType({})
_ENTRIES: Final = map_of(AS_WRITTEN)
_CLAIMED: Final = map_of(AS_WRITTEN, least=1)
_RULES: Final = list_of(FILLED)
_MOVES: Final = list_of(TEXT)


class Exactly(Keyed, example="{exactly: [P0 passes]}"):
    """All moves that are allowed."""

    exactly: tuple[str, ...] = key(_MOVES, "The moves, in any order.")


class Checkpoint(Keyed, example="{moves: [P0 passes], expect: {turn: P1}}"):
    """Some moves, and what must hold after them."""

    moves: tuple[str | Mapping[str, str], ...] = key(
        list_of(either(map_of(FILLED, least=1), TEXT)),
        "Sentences, in order; `random` plays on by chance to the end; `sentence: C07` says which piece luck gives.",
        default=(),
    )
    expect: Mapping[str, Any] = key(_CLAIMED, "What must then hold.", default=_NONE)
    score: Mapping[str, int] = key(map_of(whole(), least=1), "The score of each player.", default=_NONE)
    sees: Mapping[str, Mapping[str, Any]] = key(
        map_of(_CLAIMED, least=1), "What a player sees of the position, as in expect:.", default=_NONE
    )
    that: tuple[str, ...] = key(
        list_of(FILLED, least=1), "Sentences in the language of checks that must be true.", default=()
    )
    exists: Mapping[str, str] = key(
        map_of(FILLED, least=1),
        "Blanks of that: with where each comes from, `{bar: bars}`; there must be one with which it is true.",
        default=_NONE,
    )
    applies: tuple[str, ...] = key(
        list_of(FILLED, least=1), "Rules that the moves must have used.", default=()
    )
    legal: tuple[str, ...] | Exactly = key(
        either(part(Exactly), list_of(TEXT, least=1)),
        "Moves that must be allowed, or {exactly: all of them}.",
        default=(),
    )
    illegal: Mapping[str, str] | tuple[str | Mapping[str, str], ...] = key(
        either(map_of(FILLED, least=1), list_of(either(map_of(FILLED, least=1), TEXT), least=1)),
        "Moves that must be refused, each with the rule that refuses it.",
        default=(),
    )


class Variation(Checkpoint, example="{options: {side: ales}, score: {P0: 4}}"):
    """All that differs from the scenario: its `given` and `options` are added entry by entry, all else replaced."""

    scenario: str = key(FILLED, "A sentence that says what is proven.", default="")
    rules: tuple[str, ...] = key(_RULES, "The numbers of the rules it proves.", default=())
    game: str = key(FILLED, "The name of the game.", default="")
    players: int = key(whole(), "How many play.", default=0)
    options: Mapping[str, Any] = key(_ENTRIES, "House rules that differ from the default.", default=_NONE)
    given: Mapping[str, Any] = key(_ENTRIES, "The position, in the words of the game.", default=_NONE)
    anyhow: str = key(
        FILLED, "Why a position is given that no game can come to: more cards than a hand holds …", default=""
    )
    seed: int | None = key(
        whole(), "A number: the cards are dealt from it instead of a given position.", default=None
    )
    deals: tuple[tuple[str, ...], ...] = key(
        list_of(list_of(FILLED), least=1),
        "What the next deals bring, for each the cards that are dealt first, in their order.",
        default=(),
    )
    then: tuple[Checkpoint, ...] = key(
        list_of(part(Checkpoint), least=1),
        "More moves, and what must hold after those, in order.",
        default=(),
    )


class Scenario(Variation, example="{scenario: A wall stops the match, score: {P0: 2}}"):
    """A position, some moves, and what must then hold; with `for_all` a claim, for which a counter-example is looked for."""

    for_all: str | Mapping[str, str] | None = key(
        either(map_of(FILLED), FILLED),
        "A claim: a sentence of a move with blanks, `{who} plays {card}`, or where each comes from: `{who: players}`.",
        default=None,
    )
    when: tuple[str, ...] = key(
        list_of(FILLED, least=1),
        "Of which positions or moves it is claimed, in the language of checks; what has no blanks comes first.",
        default=(),
    )
    swap: tuple[str, ...] = key(
        list_of(FILLED, least=1),
        "Entries of the position whose cards may lie any other way, too: positions are looked at in which they do.",
        default=(),
    )
    says: tuple[str, ...] = key(
        list_of(FILLED, least=1), "The printed sentences that claim it, or a part of each.", default=()
    )
    also: tuple[Variation, ...] = key(
        list_of(part(Variation), least=1),
        "Variations: the same with other options, moves or expectations.",
        default=(),
    )


class ScenarioFile(Scenario, example="{game: biergarten, players: 2, scenarios: []}"):
    """One scenario, or a list of them with what they have in common."""

    scenarios: tuple[Scenario, ...] = key(
        list_of(part(Scenario)), "Scenarios; what stands beside this list holds for all of them.", default=()
    )
    no_claim: Mapping[str, tuple[str, ...]] = key(
        map_of(list_of(FILLED)),
        "Printed sentences with any, always, never, only, all or at most that claim nothing, by the reason.",
        default=_NONE,
    )
    proven: Mapping[str, str] = key(
        map_of(FILLED),
        "Such sentences that need no claim because a scenario proves them: each with its name, or the number of its rule.",
        default=_NONE,
    )


CLAIMS: Final = ("expect", "score", "sees", "that", "exists", "applies", "legal", "illegal", "then")
_NOT_CLAIMED: Final = ("given", "seed", "deals", "anyhow", "moves", "then", "also", "sees", "applies")


def scenario_schema() -> Schema:
    """Return the JSON Schema of a file of scenarios, for editors."""
    return json_schema(part(ScenarioFile), "Scenarios of a cardgen game")


# -- cases


class Case(NamedTuple):
    """A scenario or a variation of it as it is run; `layers` are the blocks that it is put together from, its own first.

    `wrong` is what is wrong with how it is written; such a case cannot be run.
    """

    document: Document
    said: Scenario
    layers: tuple[Trail, ...] = ((),)
    variation: int = 0
    wrong: tuple[Problem, ...] = ()

    @property
    def at(self) -> Trail:
        """Where the case is written."""
        return self.layers[0]

    @property
    def trail(self) -> tuple[str, ...]:
        """The breadcrumb of what is found when it is run."""
        return (self.said.scenario, *([f"variation {self.variation}"] if self.variation else []))

    def path(self, *steps: Step) -> Trail:
        """Return where an entry is written: in the block that has most of it, of several in the case's own."""
        found = max(self.layers, key=lambda at: _reached(self.document.get(*at), steps))
        return (*found, *steps)

    def varied(self, own: Variation, at: Trail, variation: int = 0) -> Case:
        """Return the case with what a block says of its own."""
        data = {**vars(self.said), **vars(own)}
        for word in ("given", "options"):
            data[word] = _added(getattr(self.said, word), getattr(own, word))
        data = {word: value for word, value in data.items() if word in part(Scenario).keys}
        return Case(self.document, Scenario(**data), (at, *self.layers), variation)

    def bare(self) -> Case:
        """Return the case without what it claims."""
        kept = {word: value for word, value in vars(self.said).items() if word not in (*CLAIMS, "also")}
        return self._replace(said=Scenario(**kept))


def _reached(data: Any, steps: Trail) -> int:
    """Return how far a path leads in some data."""
    for depth, step in enumerate(steps):
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return depth
    return len(steps)


def _added(data: Any, own: Any) -> Any:
    """Return entries with others added at every depth; what is null is taken away."""
    if not (isinstance(data, Mapping) and isinstance(own, Mapping)):
        return own
    added = {**data, **{name: _added(data.get(name), value) for name, value in own.items()}}
    return {name: value for name, value in added.items() if value is not None or name not in data}


def excused(cases: Sequence[Case]) -> Iterator[tuple[str, str, Location]] | None:
    """Return the sentences of a file that need no claim, each with what proves it and its place; None without a list."""
    document = cases[0].document if cases else None
    data = document.data if document else None
    if document is None or not isinstance(data, dict) or "no_claim" not in data:
        return None
    reasons = [
        (text, "", document.where("no_claim", reason, n))
        for reason, texts in data["no_claim"].items()
        for n, text in enumerate(texts)
    ]
    proven = [(text, name, document.where("proven", text)) for text, name in data.get("proven", {}).items()]
    return iter([*reasons, *proven])


def read_cases(file: Path) -> list[Case]:
    """Return the cases of a file; CardgenError if what they have in common is wrong, with all else that is.

    A file that has not changed is read once, however often it is asked for.
    """
    try:
        now = file.stat()
    except OSError:
        return _cases(file)  # it says why
    return _cases_of(file, file.resolve(), (now.st_mtime_ns, now.st_size))


@lru_cache(maxsize=64)
def _cases_of(file: Path, _at: Path, _changed: tuple[int, int]) -> list[Case]:
    return _cases(file)


def _cases(file: Path) -> list[Case]:
    problems = Problems()
    document = read_yaml(file, str(file), problems)
    problems.raise_errors()
    assert document is not None
    data = document.data
    listed = isinstance(data, dict) and "scenarios" in data
    head = {word: value for word, value in data.items() if word != "scenarios"} if listed else data
    said = read(part(ScenarioFile), document, data=head, code="scenario")
    entries = data["scenarios"] if listed else None
    if listed and not isinstance(entries, list):
        read(list_of(part(Scenario)), document, "scenarios", code="scenario")
    if listed and not entries:
        document.note("there are no scenarios", "scenarios", hint="scenarios: - scenario: …", code="scenario")
    places: list[Trail] = [()]
    if listed:
        places = [("scenarios", n) for n in range(len(entries))] if isinstance(entries, list) else []
    common = Case(document, Scenario(), ((),)).varied(said, ())._replace(layers=((),)) if said else None
    cases = [case for at in places for case in _entry(document, common, at)]
    if document.problems.errors:
        for case in cases:
            document.problems.extend(case.wrong)
        document.problems.raise_errors()
    return cases


def _entry(document: Document, common: Case | None, at: Trail) -> Iterator[Case]:
    """Yield a scenario and its variations, or one case that says what is wrong with it."""
    alone = document if not at else replace(document, problems=Problems())
    own = read(part(Scenario), alone, *at, code="scenario") if at else Scenario()
    _check_complete(alone, at)
    if common is None or own is None or alone.problems.errors:
        block = document.get(*at)
        name = block.get("scenario") if isinstance(block, dict) else None
        name = name if isinstance(name, str) else ""
        yield Case(document, Scenario(scenario=name), (at,), wrong=tuple(alone.problems))
        return
    case = common.varied(own, at) if at else common
    yield case
    for n, other in enumerate(case.said.also):
        where = (*case.path("also"), n)
        yield case.bare().varied(other, where, n + 1)


def _check_complete(document: Document, at: Trail) -> None:
    """Note what a scenario lacks, and what is in common does not say either."""
    common = document.data if isinstance(document.data, dict) else {}
    own = document.get(*at)
    if not isinstance(own, dict):
        return
    claim = "for_all" in own
    for word in ("scenario", "game", *(() if claim else ("players",))):
        if word not in own and word not in common:
            hint = f"{word}: {part(ScenarioFile).keys[word].doc}"
            document.note(f"'{word}' is missing", *at, hint=hint, code="missing-key")
    for word in _NOT_CLAIMED if claim else ("when", "says", "swap"):
        if word in own:
            why = "a claim is looked at in every game" if claim else "only a claim, with for_all:, says that"
            document.note(f"'{word}' does not belong here: {why}", *at, word, code="scenario")
    for block in (own, common):
        if "exists" in block and "that" not in block:
            document.note(
                "'exists' fills in blanks of that:, which is missing", *at, "exists", code="scenario"
            )
    if not any(claim in block for claim in (*CLAIMS, "also") for block in (own, common)):
        _proves_nothing(document, "this scenario", at)
    for word, what in (("also", "this variation"), ("then", "this checkpoint")):
        listed = own.get(word)
        for n, block in enumerate(listed if isinstance(listed, list) else ()):
            if isinstance(block, dict) and not any(claim in block for claim in CLAIMS):
                _proves_nothing(document, what, (*at, word, n))


def _proves_nothing(document: Document, what: str, at: Trail) -> None:
    hint = "add expect:, score:, legal: or illegal:"
    document.note(f"{what} proves nothing", *at, hint=hint, code="scenario")
