"""Claims: what a printed sentence says of every position or every move, and the search for a counter-example."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from tempfile import gettempdir
from typing import Any, Final, TypeAlias
from weakref import WeakKeyDictionary

from cardgen.base.destination import write_whole
from cardgen.base.errors import CardgenError, Problem
from cardgen.base.files import output_dir
from cardgen.engine.choices import pick
from cardgen.engine.diagnosis import hurrying
from cardgen.engine.expectations import as_yaml
from cardgen.engine.game import Game
from cardgen.engine.given import Misplaced, impossible
from cardgen.engine.phase import OVER, Phrase
from cardgen.engine.scenario_file import CLAIMS, Case, Scenario
from cardgen.engine.state import State
from cardgen.engine.streams import stream
from cardgen.jinja.expressions import ExpressionError, worked_out
from cardgen.model import Kit
from cardgen.source.nodes import Step

HUNT: Final = 8
"""Games in which the claims of a check are looked at."""
_MOVES = 150  # of one game, at most
_BACK = 12  # positions before a counter-example that its scenario may begin with
_NEAR = 8  # positions from one on whose hidden cards are dealt again
_SWAPS = 6  # ways to swap cards that are looked at there
_LOST = 3
_FEW = 12  # values of a field in which cards can be alike
_ASKED = 60  # ways to fill in the blanks of a claim that are looked at in a position; of more, some by chance
_PONDERS = 20.0  # seconds of computing between two moves
_BLANK = re.compile(r"\{(\w+)\}")
_ODD = re.compile(r"\W+")

Facts: TypeAlias = Mapping[str, Any]
Holds: TypeAlias = Callable[[Case, Game[Any], State, Facts, Facts], Sequence[Problem]]
"""Returns what a position has that a claim denies: the claim with its blanks filled in, the position before and now."""


def names_of(game: Game[Any], facts: Facts, before: Facts) -> dict[str, Any]:
    """Return what an expression may name: the kit, the position, and the position before the moves."""
    families = {name: facts[name] for name in getattr(facts, "families", ())}  # what each player has, as one
    known = {**_named(game), **families, **facts}
    return {**known, "position": facts, "before": before, "players": [*game.names]}


@lru_cache(maxsize=16)
def _named(game: Game[Any]) -> dict[str, Any]:
    kit = game.kit.names()
    cards = dict(zip(game.pieces.names, game.pieces.cards, strict=True))
    return {**kit, "card": cards, "option": game.options}


def filled(value: Any, words: Mapping[str, str]) -> Any:
    """Return a value with its blanks filled in, at every depth; a blank alone may be a number."""
    match value:
        case str():
            text = _BLANK.sub(lambda found: words.get(found[1], found[0]), value)
            return int(text) if text != value and re.fullmatch(r"-?\d+", text) else text
        case Mapping():
            return {str(filled(key, words)): filled(item, words) for key, item in value.items()}
        case list() | tuple():
            return type(value)(filled(item, words) for item in value)
        case _ if hasattr(value, "exactly"):
            return type(value)(exactly=filled(value.exactly, words))
    return value


def hunt(cases: Sequence[Case], make_game: Any, games: int, holds: Holds) -> list[Hunted]:
    """Return each claim with what is wrong with it: nothing, where so many games brought no counter-example."""
    hunts = [Hunted(case) for case in cases]
    for name in dict.fromkeys(one.said.game for one in hunts):
        _Search([one for one in hunts if one.said.game == name], make_game, holds).games(games)
    return hunts


class Hunted:
    """One claim, and what has been found."""

    def __init__(self, case: Case) -> None:
        self.case, self.said = case, case.said
        self.problems: list[Problem] = []
        over = self.said.for_all
        self.blanks = {"move": over} if isinstance(over, str) else dict(over or {})
        move = self.blanks.pop("move", "")
        self.sentence = Phrase(move) if move else None
        self.counter = ""  # a scenario that it denies, to be replayed
        self.lost = 0  # counter-examples that could not be replayed
        self.met = 0  # how often there was something to look at

    def filled(self, words: Mapping[str, str]) -> Case:
        """Return the claim of these words."""
        if not words:
            return self.case
        said = {key: filled(value, words) for key, value in vars(self.said).items() if key in CLAIMS}
        return self.case._replace(said=Scenario(**{**vars(self.said), **said}))

    def fits(self, game: Game[Any]) -> bool:
        """Return whether the claim is about a table."""
        chosen = all(game.options.get(name) == value for name, value in self.said.options.items())
        return chosen and self.said.players in (0, game.players)

    def problem(self, message: str, *steps: Step, hint: str = "") -> None:
        """Note what is wrong with the claim, at an entry of it."""
        where = self.case.document.where(*self.case.path(*steps))
        self.problems.append(Problem(message, where, self.case.trail, hint, code="claim"))

    def value(self, source: str, game: Game[Any], words: Mapping[str, str], facts: Facts, *at: Step) -> Any:
        """Return what an expression of the claim gives in a position; None after noting why it gives nothing."""
        try:
            return worked_out(str(filled(source, words)), names_of(game, facts, facts))
        except ExpressionError as wrong:
            self.problem(f"cannot be worked out: {wrong}", *at, hint=wrong.hint)
        return None

    def _concerned(self, game: Game[Any], words: Mapping[str, str], facts: Facts, blank: bool) -> bool:
        return all(
            self.value(when, game, words, facts, "when", number)
            for number, when in enumerate(self.said.when)
            if bool(_BLANK.search(when)) == blank
        )

    def ways(self, game: Game[Any], facts: Facts, rng: random.Random, text: str = "") -> list[dict[str, str]]:
        """Return the ways to fill in the blanks of which something is claimed in a position, or some of many."""
        said = self.sentence.found(text) if self.sentence else {}
        if said is None or not self._concerned(game, said, facts, False):
            return []
        found: list[dict[str, str]] = [said]
        for blank, source in self.blanks.items():
            found = [
                {**words, blank: str(value)}
                for words in found
                for value in self.value(source, game, words, facts, "for_all", blank) or ()
            ]
        found = found if len(found) <= _ASKED else rng.sample(found, _ASKED)
        return [words for words in found if self._concerned(game, words, facts, True)]


@dataclass(frozen=True)
class _Line:
    """A position with how it came about: from a seed, or from a position whose hidden cards were dealt again."""

    game: Game[Any]
    state: State
    facts: Facts
    seed: int | None
    moves: tuple[str, ...] = ()
    earlier: _Line | None = None

    def after(self, text: str, state: State) -> _Line:
        return replace(
            self, state=state, facts=self.game.facts(state), moves=(*self.moves, text), earlier=self
        )

    def beginnings(self) -> Iterator[tuple[int | None, Facts, tuple[str, ...]]]:
        """Yield where a scenario that leads here may begin, the shortest first: with a position, or with the seed."""
        line: _Line | None = self
        for _ in range(_BACK):
            if line is None:
                break
            yield None, line.facts, self.moves[len(line.moves) :]
            line = line.earlier
        if self.seed is not None:
            yield self.seed, {}, self.moves


class _Search:
    """The games in which the claims about a game are looked at."""

    def __init__(self, claims: Sequence[Hunted], make_game: Any, holds: Holds) -> None:
        self.claims, self.make_game, self.holds = claims, make_game, holds
        self.kinds = {repr((c.said.players, sorted(c.said.options.items()))): c.said for c in claims}
        self.open: list[Hunted] = []  # those that hold so far at this table
        self.done = 0
        self.rng = random.Random(0)
        self._kits: dict[int, Kit] = {}

    def games(self, games: int) -> None:
        """Look at so many games, or at two for each table that a claim wants: one by the book, one by house rules."""
        kinds = [*self.kinds.values()]
        number = 0
        for number in range(max(games, 2 * len(kinds))):
            said = kinds[number % len(kinds)]
            try:
                with hurrying(_PONDERS, lambda: self.done):
                    self._game(number, said, number // len(kinds))
            except CardgenError as error:
                self.claims[0].problems += error.problems
                return
            except ValueError as error:  # a table that cannot be
                next(one for one in self.claims if one.said is said).problem(str(error), "for_all")
                return
        for claim in self.claims:
            if not claim.met and not claim.problems:
                hint = "hunt in more games, or make its for_all: or when: wider"
                claim.problem(f"in {number + 1} games nothing was met that it is about", "for_all", hint=hint)

    def _kit(self, said: Scenario) -> Kit:
        """Return the kit that a claim is about, as it is at the smallest table."""
        for one in range(said.players or 1, 100):
            try:
                return self.make_game(said.game, one, said.options).kit  # type: ignore[no-any-return]
            except ValueError:
                if said.players:
                    raise
        raise AssertionError("a kit is for some number of players")

    def _table(self, said: Scenario, number: int) -> Game[Any]:
        """Return the table of a game: numbers of players in turn, by the book and by house rules in turn."""
        rng, many = self.rng, said.players
        kit = self._kits[id(said)] = self._kits.get(id(said)) or self._kit(said)
        counts = [many] if many else [*kit.players.counts]
        many = counts[number // 2 % len(counts)]
        for _ in range(5 if number % 2 else 0):
            options = {
                name: rng.choice(option.choices)
                for name, option in kit.options.items()
                if rng.random() < 0.5 and not (name == "players" and said.players)
            }
            try:
                return self.make_game(said.game, many, {**options, **said.options})  # type: ignore[no-any-return]
            except ValueError:
                continue  # house rules that do not go together
        return self.make_game(said.game, many, said.options)  # type: ignore[no-any-return]

    def _game(self, number: int, said: Scenario, turn: int) -> None:
        self.rng = rng = stream(number, "hunt")
        game = self._table(said, turn)
        self.open = [claim for claim in self.claims if not claim.problems and claim.fits(game)]
        state = game.deal(number + 1)
        line = _Line(game, state, game.facts(state), number + 1)
        bot = game.greedy() if number % 3 == 0 else None
        for played in range(_MOVES):
            self._look(line)
            self.open = [claim for claim in self.open if not claim.problems]
            if line.state.phase is OVER or not self.open:
                return
            if bot and rng.random() < 0.8:
                view = game.view(line.state, line.state.turn)
                move = bot.choose(view if bot.looks else None, view.phase.moves(view), rng)
            else:
                move = pick(game.moves(line.state), rng.random)
            if played % 2:
                self._look(self._step(line, pick(game.moves(line.state), rng.random)))  # a move beside it
            if played % 9 == 4:
                self._near(line)
            if played % 3 == 1:
                self._swap(line)
            line = self._step(line, move)

    def _near(self, line: _Line) -> None:
        """Play on for some moves from a position whose hidden cards are dealt again, as one seat sees it."""
        game, rng = line.game, self.rng
        world = game.sample_world(game.view(line.state, rng.randrange(game.players)), rng)
        line = _Line(game, world, game.facts(world), None)
        for _ in range(_NEAR):
            self._look(line)
            if line.state.phase is OVER:
                return
            line = self._step(line, pick(game.moves(line.state), rng.random))

    def _swap(self, line: _Line) -> None:
        """Look at positions in which cards have changed places, for the claims that say which can."""
        swapping = [claim for claim in self.open if claim.said.swap and not claim.sentence]
        given = self._said(line.game, line.facts) if swapping else {}
        for claim in swapping if given else ():
            for _ in range(_SWAPS):
                self._swapped(claim, line.game, _swapped(line.game, given, claim.said, self.rng))

    def _swapped(self, claim: Hunted, game: Game[Any], given: Facts) -> None:
        """Look at a position in which cards have changed places, if a game can come to it."""
        try:
            state = game.position(given)
        except ValueError:
            return
        if next(impossible(game, state), None) is None:
            self._look(_Line(game, state, game.facts(state), None), [claim])

    def _look(self, line: _Line, claims: Sequence[Hunted] = ()) -> None:
        """Look at all that is claimed of positions, or at some of it."""
        for claim in claims or self.open:
            if claim.sentence is None and not claim.problems:
                for words in claim.ways(line.game, line.facts, self.rng):
                    if not claim.problems:
                        self._ask(claim, words, line, line)

    def _step(self, line: _Line, move: Any) -> _Line:
        """Return the line after a move, with all that is claimed of moves looked at."""
        game = line.game
        state, text = line.state.copy(), game.say(line.state, move)
        asked = [
            (claim, words)
            for claim in self.open
            if claim.sentence and not claim.problems
            for words in claim.ways(game, line.facts, self.rng, text)
        ]
        state.phase.play(state, move)
        after = line.after(text, state)
        self.done += 1
        for claim, words in asked:
            if not claim.problems:
                self._ask(claim, words, line, after)
        return after

    def _ask(self, claim: Hunted, words: Mapping[str, str], before: _Line, line: _Line) -> None:
        claim.met, self.done = claim.met + 1, self.done + 1
        case = claim.filled(words)
        wrong = self.holds(case, line.game, line.state, line.facts, before.facts)
        if wrong:
            self._found(claim, case, len(line.moves) - len(before.moves), line, wrong)

    # -- a counter-example, as a scenario

    def _found(self, claim: Hunted, case: Case, needed: int, line: _Line, wrong: Sequence[Problem]) -> None:
        """Keep a counter-example that can be replayed, with at least the moves that it is about."""
        if line.seed is None and claim.lost > _LOST:
            return  # its positions cannot be given in words; those of real games are replayed from their seed
        for seed, facts, moves in line.beginnings():
            given = self._said(line.game, facts) if seed is None else {}
            if len(moves) < needed or (seed is None and not given):
                continue
            if self._replays(case, line.game, seed, given, moves):
                claim.counter = _scenario(case, line.game, seed, given, moves, wrong)
                name = _ODD.sub("-", claim.said.scenario.lower()).strip("-")[:60]
                hint = _kept(f"{line.game.slug}-{name}.yaml", claim.counter)
                message = f"there is a counter-example: {wrong[0].message}"
                claim.problem(message, "for_all", hint=hint)
                return
        claim.lost += 1

    def _said(self, game: Game[Any], facts: Facts) -> dict[str, Any]:
        """Return a position as a scenario gives it, without the entries that the game reads otherwise than it says them."""
        whole = {word: facts[word] for word in game.words() if facts.get(word) is not None}
        full = {word: value for word, value in whole.items() if not _empty(value)}
        for given in (whole, full):
            for _ in range(len(given)):
                if "phase" not in given:
                    break
                try:
                    state = game.position(given)
                    return given if next(impossible(game, state), None) is None else {}
                except Misplaced as wrong:
                    for one in (wrong, *wrong.also):
                        given.pop(str(one.path[0]) if one.path else "phase", None)
                except ValueError:
                    break
        return {}

    def _replays(
        self, case: Case, game: Game[Any], seed: int | None, given: Facts, moves: Sequence[str]
    ) -> bool:
        try:
            state = game.position(given) if seed is None else game.deal(seed)
            before = game.facts(state)
            for text in moves:
                before = game.facts(state)
                game.play_text(state, text)
        except (ValueError, CardgenError):
            return False
        return bool(self.holds(case, game, state, game.facts(state), before))


def _swapped(game: Game[Any], given: Facts, said: Scenario, rng: random.Random) -> dict[str, Any]:
    """Return a position in which cards have changed places, each with one of its component.

    What a claim names comes first, and some places of the first entry get cards that are alike in something: many of a
    kind, as luck rarely has it.
    """
    found = {**given, **{word: _copied(given[word]) for word in said.swap if word in given}}
    lists = [one for word in said.swap for one in _lists(found.get(word))]
    named = set(re.findall(r"\w+", f"{said.when} {said.that} {said.expect}"))
    for numbers in game.pieces.ranges.values():
        cards = {game.pieces.names[piece]: game.pieces.cards[piece] for piece in numbers}
        places = [(one, n) for one in lists for n, name in enumerate(one) if name in cards]
        names = [one[n] for one, n in places]
        if not names:
            continue
        rng.shuffle(names)
        field, value = rng.choice(_ALIKE.get(game) or _ALIKE.setdefault(game, [*_alike(game)]))
        first = [name for name in names if cards[name].id in named][:1]
        if first and rng.random() < 0.5:
            value = cards[first[0]].fields.get(field)
        alike = [name for name in names if cards[name].fields.get(field) == value]
        names = [*dict.fromkeys([*first, *alike[: rng.randint(0, len(lists[0]))], *names])]
        for (one, n), name in zip(places, names, strict=True):
            one[n] = name
    return found


_ALIKE: WeakKeyDictionary[Game[Any], list[tuple[str, Any]]] = WeakKeyDictionary()


def _alike(game: Game[Any]) -> Iterator[tuple[str, Any]]:
    """Yield what several cards have in common: a field of few values, and a value."""
    for numbers in game.pieces.ranges.values():
        cards = [game.pieces.cards[piece] for piece in numbers]
        for field in dict.fromkeys(name for card in cards for name in card.fields):
            values = [card.fields.get(field) for card in cards]
            if all(isinstance(value, str | int) for value in values) and 1 < len({*values}) < _FEW:
                yield from ((field, value) for value in dict.fromkeys(values))
    yield "", None


def _empty(value: Any) -> bool:
    return value in ([], {}, "") or (isinstance(value, Mapping) and all(map(_empty, value.values())))


def _copied(value: Any) -> Any:
    return {key: [*one] for key, one in value.items()} if isinstance(value, Mapping) else [*value]


def _lists(value: Any) -> Iterator[list[str]]:
    if isinstance(value, Mapping):
        yield from value.values()
    elif isinstance(value, list):
        yield value


def _scenario(
    case: Case,
    game: Game[Any],
    seed: int | None,
    given: Facts,
    moves: Sequence[str],
    wrong: Sequence[Problem],
) -> str:
    """Return a scenario that claims the same of one position, and fails."""
    said = case.said
    defaults = {name: option.default for name, option in game.kit.options.items()}
    options = {name: value for name, value in game.options.items() if value != defaults[name]}
    lines = [f"# {one.message}" for one in wrong]
    lines += [f"scenario: {json.dumps('Against: ' + said.scenario, ensure_ascii=False)}"]
    lines += [f"game: {said.game}", f"players: {game.players}"]
    lines += [f"options: {as_yaml(options)}"] if options else []
    lines += [f"seed: {seed}"] if seed is not None else ["given:", *_entries(given)]
    early, last = moves[:-1], moves[-1:]
    claims = [(word, getattr(said, word)) for word in CLAIMS if getattr(said, word)]
    inside = [f"{word}: {_value(value)}" for word, value in claims]
    if early:
        lines += ["moves:", *(f"  - {_value(text)}" for text in early), "then:"]
        head = [f"moves: [{_value(last[0])}]", *inside]
        lines += [f"  {'-' if not n else ' '} {line}" for n, line in enumerate(head)]
    else:
        lines += [*([f"moves: [{_value(last[0])}]"] if last else []), *inside]
    return "\n".join(lines) + "\n"


def _entries(given: Facts) -> list[str]:
    return [f"  {_value(word)}: {_value(value)}" for word, value in given.items()]


def _value(value: Any) -> str:
    if hasattr(value, "exactly"):
        value = {"exactly": [*value.exactly]}
    text = as_yaml(value)
    return text if "\n" not in text else json.dumps(value, ensure_ascii=False)


def _kept(name: str, text: str) -> str:
    """Save a counter-example, and return a hint that says how it is replayed."""
    for folder in (output_dir() / "counter-examples", Path(gettempdir()) / "cardgen" / "counter-examples"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / name, text)
        except (OSError, CardgenError):
            continue
        return f"cardgen scenario {folder / name} replays it"
    return ""
