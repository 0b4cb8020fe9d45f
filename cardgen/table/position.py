"""A position at the table as a scenario: a question that came up becomes a file that `cardgen scenario` proves."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.engine import IllegalMove, Misplaced, fingerprint
from cardgen.engine.game import Game
from cardgen.games import make_game

_MOST_MOVES = 30
_MOST_ENTRIES = 20


def scenario_of(
    game: Game[Any], seed: int, moves: Sequence[str], title: str = "", asked: Sequence[str] = ()
) -> str:
    """Return the YAML of the position after these moves of a game.

    The position is described in the words of the game where they say all of it; otherwise it is dealt from the seed and
    played. `title` is the sentence to be proven, `asked` are moves, without the player's name, of which one wanted to know
    why they are not allowed: they must be refused by the rule that refuses them now. Players are P0, P1 … as in every
    scenario.
    """
    plain: Game[Any] = make_game(game.kit, game.players, dict(game.options))
    theirs, state = game.deal(seed), plain.deal(seed)
    said = []
    for move in moves:
        value = game.play_text(theirs, move)
        said.append(plain.say(state, value))
        plain.play(state, value)
    lines = [
        f"# {game.kit.title}, kit {fingerprint(game)}, after move {len(said)} of the game with seed {seed}",
        f"scenario: {_said(title or f'the position after move {len(said)}, seed {seed}')}",
        f"game: {game.slug}",
        f"players: {game.players}",
    ]
    defaults = {name: option.default for name, option in game.kit.options.items()}
    options = {n: value for n, value in game.options.items() if value != defaults[n] and n != "players"}
    if options:
        lines += ["options:", *(f"  {name}: {_said(value)}" for name, value in options.items())]
    given = described(plain, state)
    if given is None:
        lines += [
            "# the words of this game do not say all of this position, so it is dealt and played",
            f"seed: {seed}",
        ]
        lines += ["moves:", *(f"  - {_said(move)}" for move in said)] if said else ["moves: []"]
    else:
        lines += ["given:", *(f"  {name}: {_said(value)}" for name, value in given.items())]
    facts = plain.facts(state)
    lines += ["expect:", f"  turn: {facts['turn']}", f"  phase: {_said(facts['phase'])}"]
    if plain.over(state):
        lines.append(f"  winners: {_said(facts['winners'])}")
    else:
        lines += _allowed(plain, state)
        lines += _refused(game, theirs, plain, state, asked)
    return "\n".join(lines) + "\n"


def described(game: Game[Any], state: Any) -> dict[str, Any] | None:
    """Return a position in the words of its game, so that the game lays out the same from them; None where they do not do."""
    facts = _plain(game.facts(state))
    given = {
        name: facts[name] for name in game.words() if facts.get(name) not in (None, "", [], {}, "nobody")
    }
    for _ in range(_MOST_ENTRIES):
        try:
            laid = game.position(given)
            same = _plain(game.facts(laid)) == facts
            same = same and sorted(map(repr, game.moves(laid))) == sorted(map(repr, game.moves(state)))
            return given if same else None
        except Misplaced as wrong:
            entry = wrong.path[0] if wrong.path else None
            if entry not in given or entry in ("turn", "phase"):
                return None
            del given[entry]  # it is worked out from the others, or it cannot be said
        except (ValueError, KeyError, IndexError, TypeError):
            return None
    return None


def _allowed(game: Game[Any], state: Any) -> list[str]:
    view = game.view(state, state.turn)
    moves = list(view.phase.moves(view))
    said = [f"{game.names[state.turn]} {view.phase.say(view, move)}" for move in moves[:_MOST_MOVES]]
    if len(moves) <= _MOST_MOVES:
        return ["legal:", "  exactly:", *(f"    - {_said(one)}" for one in said)]
    return ["legal:", *(f"  - {_said(one)}" for one in said[:5])]


def _refused(game: Game[Any], theirs: Any, plain: Game[Any], state: Any, asked: Sequence[str]) -> list[str]:
    found = {}
    for words in asked:
        try:
            move = game.read(theirs, f"{game.names[theirs.turn]} {words}")
            if move in list(game.moves(theirs)):
                continue
            rule = theirs.phase.why_not(theirs, move).rule
            found[plain.say(state, move)] = rule
        except (IllegalMove, ValueError, KeyError, IndexError, TypeError):
            continue  # another's turn, or no sentence of this moment: nothing that a scenario could ask
    return ["illegal:", *(f"  {_said(words)}: {rule}" for words, rule in found.items())] if found else []


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(one) for one in value]
    return value


def _said(value: Any) -> str:
    """Return a value as YAML in one line; JSON is YAML, and needs no quotes to be guessed."""
    if isinstance(value, str) and value.replace(" ", "").isalpha() and value.lower() not in _NOT_WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)


_NOT_WORDS = frozenset(("yes", "no", "on", "off", "true", "false", "null", "y", "n"))
