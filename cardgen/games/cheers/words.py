"""A table of CHEERS in words: what players say, stories print and scenarios describe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cardgen.base.errors import did_you_mean
from cardgen.engine import HIDDEN, OVER, Given, Misplaced, derive, described

if TYPE_CHECKING:
    from cardgen.games.cheers.rules import Cheers
    from cardgen.games.cheers.state import Table

STOOL = "the stool"
TEAMS = "ABC"

# -- moves


def bar_name(game: Cheers, bar: int) -> str:
    """Return how players call a bar."""
    return STOOL if bar == game.seating.stool else f"{game.names[bar]}'s bar"


def guest_name(game: Cheers, bar: int) -> str:
    """Return how players call who receives a card."""
    return STOOL if bar == game.seating.stool else game.names[bar]


def read_bar(game: Cheers, text: str) -> int:
    """Return the bar that a player means; ValueError says which there are."""
    name = text.removesuffix(" bar").removesuffix("'s")
    if name in (STOOL, "stool"):
        if game.seating.stool < 0:
            raise ValueError("nobody sits on the stool at this table (CH-067)")
        return game.seating.stool
    return game.seat(name)


# -- teams and combinations


def team_name(team: int) -> str:
    """Return the name of a team."""
    return f"team {team_letter(team)}"


def team_letter(team: int) -> str:
    """Return the letter of a team."""
    return "?" if team == HIDDEN else TEAMS[team]


def tokens(game: Cheers, goal: int) -> str:
    """Return a combination as letters."""
    if goal == HIDDEN:
        return "?"
    return "".join(game.letters[kind] for kind in game.goals.tokens[goal])


@lru_cache(maxsize=64)
def token_zones(game: Cheers, goals: tuple[int, ...], team: tuple[int, ...]) -> dict[str, list[int]]:
    """Return where goal and team tokens lie.

    CH-014, CH-022, CH-062: everybody picks the combination out of ten tokens, two of each kind; the others go
    back to the box (CH-023). At Masquerade the first set comes from the spare tokens (CH-Q12) and lies in
    the middle under a token of its team (CH-059).
    """
    box = {name: list(pieces) for name, pieces in game.pieces.ranges.items() if name != "ingredients"}
    each = game.goals.each
    zones: dict[str, list[int]] = {}

    def pick_out(component: str, owner: int, goal: int) -> list[int]:
        if goal == HIDDEN:
            return []
        found = []
        for kind in set(game.goals.tokens[goal]):
            copies = [p for p in game.pieces.ranges[component] if game.token_kind[p] == kind]
            own = copies[each * owner : each * (owner + 1)]
            found += own[: game.goals.tokens[goal].count(kind)]
        box[component] = [piece for piece in box[component] if piece not in found]
        return sorted(found)

    for seat, name in enumerate(game.names):
        knows = team[seat] != HIDDEN
        zones[f"goal {name}"] = pick_out("goals", seat, goals[team[seat]] if knows else HIDDEN)
    if game.masquerade:
        for number, goal in enumerate(goals):
            letter = team_letter(number)
            own = [p for p in game.pieces.ranges["teams"] if game.pieces.cards[p].team == letter]
            members = [seat for seat in range(game.players) if team[seat] == number]
            for piece, seat in zip(own, members, strict=False):
                zones[f"team {game.names[seat]}"] = [piece]
            top = own[len(members)]
            zones[f"middle {letter}"] = [*pick_out("spare", number, goal), top]
            box["teams"] = [piece for piece in box["teams"] if piece not in own[: len(members) + 1]]
    zones["box"] = [piece for pieces in box.values() for piece in pieces]
    return zones


# -- positions


def facts(game: Cheers, s: Table) -> dict[str, Any]:
    """Return the position in words."""
    names, called = game.names, game.pieces.list
    bars = dict(zip(bar_owners(game), map(called, s.bars), strict=True))
    order = game.order[s.place :] + game.order[: s.place]
    return {
        "turn": names[s.turn],
        "phase": s.phase.name,
        "order": [names[seat] for seat in order],
        "first": names[s.first],
        "teams": {owner: team_letter(team) for owner, team in zip(bar_owners(game), s.team, strict=True)},
        "masters": {team_letter(team): names[seat] for team, seat in enumerate(s.masters)},
        "goals": {team_letter(team): tokens(game, goal) for team, goal in enumerate(s.goals)},
        "bars": bars,
        "hands": {name: called(s.hands[seat]) for seat, name in enumerate(names)},
        "hand sizes": dict(zip(names, game.hand_size, strict=True)),
        "deck": called(s.deck[::-1]),
        "discard": called(s.discard),
        "tokens": {zone: called(pieces) for zone, pieces in token_zones(game, s.goals, s.team).items()},
        "idle": s.idle,
        "winning teams": [team_letter(team) for team in s.won],
        "winners": [names[seat] for seat in game.winners(s)] if s.phase is OVER else [],
        "ending": s.ended,
    }


def bar_owners(game: Cheers) -> list[str]:
    """Return the name of each bar in positions: its player's, or `stool`."""
    return [*game.names, *(["stool"] if game.seating.stool >= 0 else [])]


def picture(game: Cheers, s: Table) -> str:
    """Return every bar with its team, its hand, and what the teams are after."""
    owners = bar_owners(game)
    width = max(map(len, owners))
    lines = []
    for bar, owner in enumerate(owners):
        lying = " ".join(game.pieces.list(s.bars[bar])) or "-"
        line = f"{owner:{width}} {team_letter(s.team[bar])}  {lying:29}"
        if bar < game.players:
            line += f" in hand {' '.join(game.pieces.list(s.hands[bar])) or '-'}"
        lines.append(line)
    goals = "  ".join(f"{team_name(team)} {tokens(game, goal)}" for team, goal in enumerate(s.goals))
    return "\n".join([*lines, f"{goals}   deck {len(s.deck)}, discard {len(s.discard)}"])


GIVEN = {
    "turn": "whose turn it is (the first player's)",
    "place": "how many turns of the order of turns are over (as few as there can be)",
    "first": "the first player (the first seat)",
    "teams": "at Masquerade, for each player the letter of a team",
    "masters": "for each team, its master (its first member)",
    "goals": "for each team, five letters such as RRGGB (one that is unlike the others')",
    "bars": "for each player and `stool`, a list of cards (none)",
    "hands": "for each player, a list of cards (as many as the hand holds, from the box)",
    "deck": "a list of cards, the top one first (all that is left)",
    "discard": "a list of cards, the top one last (none)",
}


def position(game: Cheers, given: Mapping[str, Any]) -> Table:
    """Return a table as described; what is not described is filled up from the box in its order."""
    from cardgen.games.cheers.rules import TURN
    from cardgen.games.cheers.state import EVERYBODY, Table

    entry = described(game, given, GIVEN)
    s = Table(game)
    s.luck, s.phase = derive(0, "luck"), TURN
    s.first = entry.seat("first", game.order[0])
    s.turn = entry.seat("turn", s.first)
    s.place = entry.number("place", game.order.index(s.turn))
    if not 0 <= s.place < len(game.order):
        raise Misplaced(f"the order of turns has {len(game.order)}, counted from 0", "place")
    s.turn = game.order[s.place]
    if "teams" in given:
        s.team = _teams(game, entry)
    teams = TEAMS[: len(game.seating.sizes)]
    s.goals = _goals(game, _named(entry, "goals", teams))
    if game.master:
        s.masters = _masters(game, s.team, _named(entry, "masters", teams))
    owners = bar_owners(game)
    bars = _named(entry, "bars", owners)
    for bar, owner in enumerate(owners):
        if owner in bars:
            s.bars[bar] = entry.pieces("bars", owner)
            s.mix[bar] = sum(game.unit[card] for card in s.bars[bar])
    named = _named(entry, "hands", game.names)
    for seat, name in enumerate(game.names):
        if name in named:
            s.hands[seat] = entry.pieces("hands", name)
    s.discard = entry.pieces("discard") if "discard" in given else []
    s.thrown = [(EVERYBODY, 0) for _ in s.discard]
    deck = entry.pieces("deck")[::-1] if "deck" in given else None
    rest = [card for card in range(*game.cards) if card not in entry.used]
    for seat, name in enumerate(game.names):
        if name not in named:
            size = game.hand_size[seat]
            s.hands[seat], rest = rest[:size], rest[size:]
        s.ages[seat] = [0] * len(s.hands[seat])
    s.deck = rest[::-1] if deck is None else deck
    s.aside = [] if deck is None else rest
    return s


def _named(entry: Given, key: str, known: Sequence[str]) -> Mapping[str, Any]:
    """Return what a position says about players, bars or teams, if it does."""
    if key not in entry.entries:
        return {}
    named = entry.mapping(key)
    for name in named:
        if name not in known:
            raise Misplaced(f"no '{name}' at this table ({did_you_mean(str(name), known)})", key, str(name))
    return named


def _teams(game: Cheers, entry: Given) -> tuple[int, ...]:
    named = _named(entry, "teams", game.names)
    if not game.masquerade:
        raise Misplaced("teams are as the seats are, except at Masquerade", "teams")
    letters = [named.get(name) for name in game.names]
    sizes = [letters.count(team_letter(team)) for team in range(len(game.seating.sizes))]
    if sizes != list(game.seating.sizes):
        expected = ", ".join(f"{size} of {team_name(n)}" for n, size in enumerate(game.seating.sizes))
        raise Misplaced(f"expected {expected}", "teams")
    return tuple(TEAMS.index(str(letter)) for letter in letters)


def _goals(game: Cheers, named: Mapping[str, Any]) -> tuple[int, ...]:
    goals = []
    for team in range(len(game.seating.sizes)):
        letter = team_letter(team)
        if letter not in named:
            goals.append(-1 - team)
            continue
        try:
            goals.append(
                game.goals.number[tuple(sorted(game.letters.index(one) for one in str(named[letter])))]
            )
        except (KeyError, ValueError):
            says = f"'{named[letter]}' cannot be drawn, expected five of {''.join(game.letters)}, at most two alike"
            raise Misplaced(says, "goals", letter) from None
    # those left out are the last of the list, from the end
    return tuple(goal if goal >= 0 else len(game.goals.tokens) + goal for goal in goals)


def _masters(game: Cheers, team: tuple[int, ...], named: Mapping[str, str]) -> tuple[int, ...]:
    masters = []
    for number in range(len(game.seating.sizes)):
        members = [seat for seat in range(game.players) if team[seat] == number]
        name = named.get(team_letter(number), game.names[members[0]])
        if name not in [game.names[seat] for seat in members]:
            raise Misplaced(f"'{name}' is not in {team_name(number)}", "masters", team_letter(number))
        masters.append(game.seat(name))
    return tuple(masters)
