"""What every game owes, a function for each promise: it walks through a game and yields what is wrong.

Each is a `Promise`: called with a game and a seed it raises, `broken` returns the problems.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import islice
from math import isfinite
from time import monotonic
from typing import Any

from cardgen.base.errors import Problem, did_you_mean
from cardgen.contract.walk import ENDLESS, Promise, Walk
from cardgen.engine import (
    HIDDEN,
    OVER,
    Choices,
    Game,
    GameBroken,
    IllegalMove,
    Piles,
    State,
    Tell,
    pick,
    replay,
    rollout,
    save,
    told_rules,
)

_PATIENCE = 4.0  # seconds for a game to end
_LONG = 5_000  # decisions that are too many when the patience is over
_MANY = 150  # as many moves of a position as are looked at


@Promise
def zones_named_exist(walk: Walk) -> Iterator[Problem]:
    """The zones that a game names as hands, in play, as stock and as the rest are zones of its layout."""
    game = walk.game
    kind = type(game)
    known = {zone.name for zone in kind.layout}
    names = {*game.zones(game.deal(walk.seed)), *game.counters(game.deal(walk.seed))}
    known |= names | {name.removesuffix(f" {who}") for name in names for who in game.names}
    for word in ("hand_zones", "play_zones", "stock_zones", "rest"):
        owner = next(base for base in kind.__mro__ if word in vars(base))
        if owner in (Game, Piles):
            continue  # what the engine supposes is no word of the author
        if word != "rest" and kind.zones not in (Game.zones, Piles.zones):
            continue  # it may have zones that this table does not have
        for name in getattr(kind, word):
            if name not in known:
                hint = did_you_mean(name, known)
                yield walk.problem(f"names '{name}' in {word}, and no zone is called that", game, hint=hint)
    fields = kind.state.fields
    for zone in kind.layout:
        if zone.read is None and not isinstance(game, Piles) and zone.field not in fields:
            hint = did_you_mean(zone.field, fields)
            message = f"has a zone '{zone.name}', and {kind.state.__name__} has no field '{zone.field}' that holds it"
            if kind.lies is Game.lies:
                yield walk.problem(message, game, hint=hint)
        if zone.begins and zone.holds == "pieces" and not isinstance(game, Piles):
            yield walk.problem(f"says what begins in '{zone.name}', which only a game of Piles reads", game)


@Promise
def it_ends_with_winners(walk: Walk) -> Iterator[Problem]:
    """Chance players come to an end, with winners who sit at the table, a score for each seat, and words for it."""
    game = walk.game
    walk.until = max(walk.until, monotonic() + _PATIENCE)
    for _ in walk:
        pass
    state = walk.state
    assert state is not None
    if not walk.ended:
        if not walk.late or len(walk.made) > _LONG:  # a slow game may be a good one
            yield walk.problem(
                f"does not end: {len(walk.made)} decisions of chance players",
                game,
                code="endless-game",
                hint="end it where something runs out, or after so many turns",
            )
        return
    seats = range(game.players)
    winners = game.winners(state)
    if winners != tuple(sorted(set(winners))) or not set(winners) <= {*seats}:
        expected = f"expected a tuple of seats from 0 to {game.players - 1}, in their order"
        yield walk.problem(f"says {winners!r}, {expected}", game, "winners")
    scores = game.scores(state)
    if len(scores) != game.players:
        message = f"gives {len(scores)} scores, expected one for each of {game.players} seats"
        yield walk.problem(message, game, "scores")
    if not game.ending(state):
        message = "says nothing of how the game ended"
        yield walk.problem(message, game, "ending", hint="set s.ending, or write ending")


@Promise
def standings_agree_with_the_end(walk: Walk) -> Iterator[Problem]:
    """A standing has a number for each seat, changes nothing, and at the end nobody who lost stands higher than a winner."""
    game = walk.game

    def wrong(state: State) -> Iterator[Problem]:
        before = state.to_dict()
        standing = game.standing(state)
        usable = isinstance(standing, list) and all(isinstance(value, int | float) for value in standing)
        if not usable or len(standing) != game.players or not all(map(isfinite, standing)):
            message = f"gives {standing!r}, expected a list with a number for each of {game.players} seats"
            yield walk.problem(message, game, "standing")
        elif state.to_dict() != before:
            yield walk.problem("changes what it looks at", game, "standing")
        elif state.phase is OVER and (winners := game.winners(state)):
            last = min(winners, key=lambda seat: standing[seat])
            lost = [seat for seat in range(game.players) if seat not in winners]
            ahead = max([last, *lost], key=lambda seat: standing[seat])
            if standing[ahead] > standing[last]:
                message = f"puts {game.names[ahead]} ({standing[ahead]:g}) ahead of {game.names[last]} ({standing[last]:g}), who has won"
                yield walk.problem(message, game, "standing", "scores", hint="write standing")

    for number, (state, _) in enumerate(walk):
        if number % 9 == 0:
            yield from wrong(state)
    if walk.ended and walk.state:
        yield from wrong(walk.state)


@Promise
def pieces_are_conserved(walk: Walk) -> Iterator[Problem]:
    """Every piece lies in exactly one zone, after every move; chips are neither won nor lost."""
    game = walk.game
    everything = Counter(range(len(game.pieces)))
    chips = sum(game.counters(game.deal(walk.seed)).values())
    for state, _ in walk:
        zones = game.zones(state)
        lying = Counter(piece for zone in zones.values() for piece in zone)
        if lying != everything:
            gone = game.pieces.list(sorted((everything - lying).elements()))
            extra = sorted(set(lying - everything))
            if gone:
                yield walk.of_last_move(f"leaves {_some(gone)} in no zone")
            for piece in extra[:3]:
                name = game.pieces.name(piece) if 0 <= piece < len(game.pieces) else repr(piece)
                where = " and ".join(zone for zone, pieces in zones.items() if piece in pieces)
                yield walk.of_last_move(f"has {name} {lying[piece]} times, in {where}")
        now = sum(game.counters(state).values())
        if now != chips:
            yield walk.of_last_move(f"makes {now} chips of {chips}")


@Promise
def copies_share_nothing_that_changes(walk: Walk) -> Iterator[Problem]:
    """A copy has lists and dicts of its own."""
    for number, (state, _) in enumerate(walk):
        if number % 20 == 0 or number < 3:
            for name in _shared(state, state.copy()):
                message = f"gives a copy that shares '{name}' with the original: what changes in one changes in both"
                yield walk.problem(message, state, "copy")


@Promise
def copies_and_dicts_are_the_same_state(walk: Walk) -> Iterator[Problem]:
    """A copy, and what `from_dict` makes of `to_dict`, is the same state; playing on it changes the original in nothing."""
    game = walk.game
    for number, (state, _) in enumerate(walk):
        if number % 9:
            continue
        before = state.to_dict()
        written = json.dumps(before)
        moves = list(islice(game.moves(state), 50))
        twins = {
            "copy": state.copy(),
            "__deepcopy__": deepcopy(state),
            "from_dict": type(state).from_dict(game, json.loads(written)),
        }
        for method, twin in twins.items():
            if twin != state or twin.phase is not state.phase or json.dumps(twin.to_dict()) != written:
                message = f"gives another state: {', '.join(_differences(before, twin.to_dict()))}"
                yield walk.problem(message, state, method)
            elif list(islice(game.moves(twin), 50)) != moves:
                yield walk.problem("gives a state with other moves", state, method)
            else:
                _play_on(twin, 40)
        if json.dumps(state.to_dict()) != written:
            changed = ", ".join(_differences(before, state.to_dict()))
            yield walk.problem(
                f"gives a copy, and playing on it changes the original: {changed}", state, "copy"
            )


@Promise
def moves_print_and_parse_back(walk: Walk) -> Iterator[Problem]:
    """Each move is a sentence of its own, and the sentence means that move."""
    game = walk.game
    for number, (state, played) in enumerate(walk):
        moves = list(islice(game.moves(state), _MANY)) if number % 10 == 0 else [played]
        said: dict[str, Any] = {}
        for move in moves:
            text = game.say(state, move)
            if said.setdefault(text, move) != move:
                message = f"prints '{text}' for two moves: {said[text]!r} and {move!r}"
                yield walk.problem(message, state.phase, "say")
            try:
                again = game.read(state, text)
            except ValueError as wrong:
                message = f"prints '{text}' and cannot read it: {str(wrong).splitlines()[0]}"
                yield walk.problem(message, state.phase, "read", "say")
                continue
            if again != move:
                message = f"prints {move!r} as '{text}' and reads that as {again!r}"
                yield walk.problem(message, state.phase, "read", "say")


@Promise
def legal_moves_and_play_agree(walk: Walk, phases: dict[str, set[Any]] | None = None) -> Iterator[Problem]:
    """What `moves` offers can be played, and all else is refused with a rule's number and changes nothing.

    `phases` gathers moves of each phase over several games: some are illegal elsewhere.
    """
    game = walk.game
    phases = {} if phases is None else phases
    rng = random.Random(walk.seed)
    for number, (state, played) in enumerate(walk):
        phase = state.phase
        seen = phases.setdefault(phase.name, set())
        seen.add(played)
        if number % 6 and number > 12:
            continue
        moves = game.moves(state)
        listed = list(islice(moves, _MANY))
        if not isinstance(moves, Choices | list):
            message = f"returns a {type(moves).__name__}, expected a list of moves or Choices"
            yield walk.problem(message, phase, "moves")
        if len(set(listed)) != len(listed):
            twice = game.say(state, Counter(listed).most_common(1)[0][0])
            yield walk.problem(f"offers '{twice}' more than once", phase, "moves")
        before = state.to_dict()
        for move in [played, *rng.sample(listed, min(3, len(listed)))]:
            if move not in moves:
                yield walk.problem(f"offers {move!r}, and it is not in what it offers", phase, "moves")
                continue
            game.play(state.copy(), move)
        if state.to_dict() != before:
            changed = ", ".join(_differences(before, state.to_dict()))
            yield walk.problem(f"or play, on a copy, changes the state: {changed}", phase, "moves")
        foreign = sorted(set().union(*phases.values()), key=repr)
        for move in rng.sample(foreign, min(8, len(foreign))):
            if move in moves:
                if move not in listed and len(listed) < _MANY:
                    yield walk.problem(f"allows {move!r} and does not list it", phase, "moves")
                continue
            yield from _refused(walk, state, move)


def _refused(walk: Walk, state: State, move: Any) -> Iterator[Problem]:
    """Yield what is wrong with how a move is refused."""
    game, phase = walk.game, state.phase
    before = state.to_dict()
    try:
        game.play(state, move)
    except IllegalMove as refused:
        if not refused.rule.startswith(game.prefix):
            message = f"refuses {move!r} by '{refused.rule}', expected a number such as {game.prefix}-001"
            yield walk.problem(message, phase, "why_not")
        elif not refused.refusal.says:
            yield walk.problem(f"refuses {move!r} without a word", phase, "why_not")
    else:
        yield walk.problem(f"does not offer {move!r}, and it can be played", phase, "moves")
    if state.to_dict() != before:
        yield walk.problem(f"refuses {move!r} and changes the state anyway", phase, "moves")


@Promise
def replaying_gives_the_same_game(walk: Walk) -> Iterator[Problem]:
    """A seed is one game: its deal, and the moves as players say them, lead to the same end again."""
    game = walk.game
    first = game.deal(walk.seed).to_dict()
    if game.deal(walk.seed).to_dict() != first:
        hint = "chance comes from stream(seed, …), s.roll and s.shuffle alone"
        yield walk.problem("deals the same seed in two ways", game, "deal", "set_up", hint=hint)
        return
    said = []
    for state, move in walk:
        said.append(game.say(state, move))
    assert walk.state is not None
    try:
        again = replay(game, save(game, walk.seed, said))
    except (ValueError, GameBroken) as refused:
        message = (
            f"plays the same moves twice, and the second time not to the end: {str(refused).splitlines()[0]}"
        )
        yield walk.problem(message, game, hint="chance comes from s.roll and s.shuffle alone")
        return
    if again.to_dict() != walk.state.to_dict():
        changed = ", ".join(_differences(walk.state.to_dict(), again.to_dict()))
        yield walk.problem(
            f"plays the same moves twice, and they end differently: {changed}",
            game,
            hint="chance comes from s.roll and s.shuffle alone",
        )


@Promise
def views_keep_secrets(walk: Walk, every: int = 7) -> Iterator[Problem]:
    """A view, and what spectators see, is the same in every world that the viewer cannot tell apart; a view offers the same moves."""
    game = walk.game
    rng = random.Random(walk.seed)
    everything = list(range(len(game.pieces)))
    for number, (state, _) in enumerate(walk):
        if number % every:
            continue
        public = json.dumps(game.public(state).to_dict())
        for seat, who in enumerate(game.names):
            view = game.view(state, seat)
            if view.luck != 0 or view.viewer != seat:
                message = f"gives {who} a view with luck = {view.luck} and viewer = {view.viewer}, expected 0 and {seat}"
                yield walk.problem(message, game, "view")
            seen = view.to_dict()
            for _ in range(3):
                world = game.sample_world(view, rng)
                pieces = sorted(piece for zone in game.zones(world).values() for piece in zone)
                if pieces != everything:
                    message = f"loses or doubles pieces in a world that {who} thinks possible"
                    yield walk.problem(message, game, "sample_world")
                    break
                again = game.view(world, seat).to_dict()
                if json.dumps(again) != json.dumps(seen):
                    differs = ", ".join(_differences(seen, again))
                    message = f"shows {who} what a world that looks alike would not: {differs}"
                    yield walk.problem(message, game, "view", "sample_world")
                    break
                if json.dumps(game.public(world).to_dict()) != public:
                    message = f"shows spectators what {who} could not know"
                    yield walk.problem(message, game, "public", "view")
                    break
        view = game.view(state, state.turn)
        if list(islice(game.moves(view), 200)) != list(islice(game.moves(state), 200)):
            who = game.names[state.turn]
            yield walk.problem(f"offers {who}'s view other moves than the state", state.phase, "moves")


@Promise
def views_hide_what_the_zones_say(walk: Walk, every: int = 7) -> Iterator[Problem]:
    """Every piece in a zone that a seat does not see is hidden from it, but those that it knows, and no other piece."""
    game = walk.game
    for number, (state, _) in enumerate(walk):
        if number % every:
            continue
        real = game.zones(state)
        for seat, who in enumerate(game.names):
            known = game.known(state, seat)
            view = game.zones(game.view(state, seat))
            for place in game.zoned.of_pieces:
                name, seen = place.name, view[place.name]
                hidden = place.zone.hidden_from(seat, place.owner)
                if hidden and place.zone.read:
                    continue  # it is whatever lies nowhere else
                expected = [HIDDEN if hidden and piece not in known else piece for piece in real[name]]
                # a hand by suit is hidden in another order
                if (sorted(seen) if hidden else seen) == (sorted(expected) if hidden else expected):
                    continue
                shown = [game.pieces.name(p) for p in seen if p != HIDDEN and p not in expected]
                if hidden and shown:
                    seen_by = "nobody sees" if place.zone.seen_by == "nobody" else "only the owner sees"
                    message = f"shows {who} {_some(shown)} in '{name}', which {seen_by}"
                else:
                    message = f"shows {who} '{name}' as {_some(game.pieces.list(seen))}, expected {_some(game.pieces.list(expected))}"
                yield walk.problem(message, game, "view", "known")


@Promise
def views_share_nothing_that_changes(walk: Walk, every: int = 7) -> Iterator[Problem]:
    """A view, and a world sampled from it, have lists and dicts of their own."""
    game = walk.game
    rng = random.Random(walk.seed)
    for number, (state, _) in enumerate(walk):
        if number % every:
            continue
        for seat, who in enumerate(game.names):
            view = game.view(state, seat)
            for name in _shared(state, view):
                message = f"gives {who} a view that shares '{name}' with the game: a bot could change it"
                yield walk.problem(message, game, "view")
            world = game.sample_world(view, rng)
            for name in dict.fromkeys([*_shared(view, world), *_shared(state, world)]):
                message = f"gives a world that shares '{name}' with {who}'s view"
                yield walk.problem(message, game, "sample_world")


@Promise
def rules_told_are_declared(walk: Walk) -> Iterator[Problem]:
    """No rule is told that is not declared, no deed that is not listed; what is noted is told before the game is over.

    Each seat is told the set-up of its view: of nothing that it does not see.
    """
    game = walk.game
    declared, deeds = set(told_rules(type(game))), set(game.deeds())
    wrong: list[str] = []

    def hear(rule: str, text: str, *, did: str = "", **figures: float) -> None:
        undeclared = sorted(set(rule.split()) - declared)
        if not rule:
            wrong.append(f"tells '{text}' by no rule")
        for number in undeclared:
            wrong.append(f"tells '{text}' by {number}, which @applies declares nowhere")
        if did and did not in deeds:
            wrong.append(f"tells the deed '{did}', which is not among its deeds")

    def heard() -> Iterator[Problem]:
        for message in dict.fromkeys(wrong):
            yield walk.of_last_move(message)
        wrong.clear()

    for number, (state, _) in enumerate(walk):
        if number == 0:
            yield from _setup_of_views(walk, state)
            state.tell = Tell(hear)
            game.opened(state)
        yield from heard()
    yield from heard()
    tell = walk.state.tell if walk.ended and walk.state else None
    if tell and any(tell.noted.values()):
        noted = ", ".join(sorted({rule for rules in tell.noted.values() for rule in rules if rule}))
        yield walk.problem(f"notes {noted} with apply, and never tells a sentence that they go with", game)


def _setup_of_views(walk: Walk, state: State) -> Iterator[Problem]:
    """Yield what is wrong with the set-up as each seat is told it: of its view, with HIDDEN in it."""
    game = walk.game
    for seat, who in enumerate(game.names):
        view = game.view(state, seat)
        texts: list[str] = []
        view.tell = Tell(lambda _, text, texts=texts, **__: texts.append(text))
        try:
            game.opened(view)
        except Exception as error:
            message = f"cannot tell {who} the set-up of a view: {type(error).__name__}: {error}"
            yield walk.problem(message, game, "opened", hint="leave out what is HIDDEN in a view")
            return
        seen = {game.pieces.name(piece) for zone in game.zones(view).values() for piece in zone}
        words = {word.strip(".,:;") for text in texts for word in text.split()}
        for name in sorted(word for word in words - seen if game.pieces.knows(word) and word != "?"):
            message = f"tells {who} of {name} at set-up, which {who} does not see"
            yield walk.problem(message, game, "opened", hint="leave out what is HIDDEN in a view")
            return


@Promise
def sampled_worlds_can_be_played_on(walk: Walk) -> Iterator[Problem]:
    """Chance players come to an end from every world that a seat thinks possible."""
    game = walk.game
    rng = random.Random(walk.seed)
    for number, (state, _) in enumerate(walk):
        if number % 20 == 3:
            world = game.sample_world(game.view(state, state.turn), rng)
            rollout(world, rng, ENDLESS)
            if world.phase is not OVER:
                yield walk.problem("gives a world in which the game does not end", game, "sample_world")


def sampled_worlds_are_no_better_than_chance(game: Game[Any], seeds: range) -> None:
    """The truth turns up as often as any other possible world: as often as two samples agree. AssertionError if not."""
    rng = random.Random(11)
    truth = twins = worlds = 0
    for seed in seeds:
        for number, (state, _) in enumerate(Walk(game, seed)):
            if number % 5:
                continue
            seat = rng.randrange(game.players)
            view = game.view(state, seat)
            one, two = (_hidden(game, game.sample_world(view, rng)) for _ in range(2))
            worlds += 1
            truth += one == _hidden(game, state)
            twins += one == two
    # both are counts of rare events: compare within four standard deviations
    message = (
        f"in {worlds} positions the truth was sampled {truth} times, and the same world twice {twins} times"
    )
    assert abs(truth - twins) <= 4 * (truth + twins + 1) ** 0.5, message
    assert truth < worlds, message


def _hidden(game: Game[Any], state: State) -> dict[str, Counter[int]]:
    return {
        name: Counter(zone) for name, zone in game.zones(state).items() if name.startswith(game.hand_zones)
    }


def _shared(one: State, other: State) -> Iterator[str]:
    """Yield the fields of two states that are the same list or dict, or hold the same one."""
    for name in type(one).fields:
        if name[0] != "_":
            own = {id(part) for part in _changing(getattr(one, name))}
            if not own.isdisjoint(map(id, _changing(getattr(other, name)))):
                yield name


def _changing(value: Any) -> Iterator[Any]:
    """Yield every list, dict and set in a value."""
    if isinstance(value, list | dict | set):
        yield value
    if isinstance(value, list | dict | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _changing(part)


def _differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """Return what differs between two states: `left is 3, then 2`."""
    return [
        f"{name} is {_brief(one[name])}, then {_brief(other[name])}"
        for name in one
        if one[name] != other[name]
    ]


def _brief(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _some(names: Sequence[str]) -> str:
    return (
        ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
        if names
        else "nothing"
    )


def _play_on(state: State, moves: int) -> None:
    rng = random.Random(7)
    while state.phase is not OVER and moves:
        state.phase.play(state, pick(state.phase.moves(state), rng.random))
        moves -= 1
