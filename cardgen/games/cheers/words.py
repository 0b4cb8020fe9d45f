"""A table of CHEERS in words: what players say, stories print and scenarios describe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from cardgen.base.errors import did_you_mean
from cardgen.engine import HIDDEN, Game, Given, derive, reading
from cardgen.games.cheers.house import STOOL, TEAMS, CheersHouse, team_letter, team_name
from cardgen.games.cheers.state import EVERYBODY, CheersTable

GIVEN = ["turn", "place", "first", "teams", "masters", "goals", "bars", "hands", "deck", "discard"]
"""The entries of a described position; docs/scenarios.md explains each."""


class CheersWords(CheersHouse, Game[CheersTable]):
    """How players of CHEERS say it."""

    def word(self, state: Any, field: str, value: Any) -> str:
        """Return the words for a card, a bar or who receives a card."""
        match field:
            case "bar":
                return self.bar_name(value)
            case "guest":
                return STOOL if value == self.seating.stool else self.names[value]
        return super().word(state, field, value)

    def handle(self, state: Any, field: str, value: Any) -> str:
        """Return what one points at: the bar of the stool is the one that is nobody's."""
        at_stool = field in ("bar", "guest") and value == self.seating.stool
        return "z:bar" if at_stool else super().handle(state, field, value)

    def value(self, state: Any, field: str, text: str) -> Any:
        """Return the card or bar that the words mean; ValueError says which there are."""
        if field not in ("bar", "guest"):
            return super().value(state, field, text)
        name = text.removesuffix(" bar").removesuffix("'s")
        if name not in (STOOL, "stool"):
            return self.seat(name)
        if self.seating.stool < 0:
            raise ValueError("nobody sits on the stool at this table (CH-067)")
        return self.seating.stool

    def bar_owners(self) -> list[str]:
        """Return the name of each bar in positions: its player's, or `stool`."""
        return [*self.names, *(["stool"] if self.seating.stool >= 0 else [])]

    def facts(self, s: CheersTable) -> dict[str, Any]:
        """Return the position in words: whose turn comes when, teams and what they seek, every card and token."""
        called, owners = self.pieces.list, self.bar_owners()
        order = self.order[s.place :] + self.order[: s.place]
        return {
            **super().facts(s),
            "place": s.place,
            "order": [self.names[seat] for seat in order],
            "teams": {owner: team_letter(team) for owner, team in zip(owners, s.team, strict=True)},
            "masters": {team_letter(team): self.names[seat] for team, seat in enumerate(s.masters)},
            "goals": {team_letter(team): self.combination(goal) for team, goal in enumerate(s.goals)},
            "bars": dict(zip(owners, map(called, s.bars), strict=True)),
            "hand sizes": dict(zip(self.names, self.hand_size, strict=True)),
            "deck": called(s.deck[::-1]),
            "tokens": {zone: called(pieces) for zone, pieces in token_zones(self, s.goals, s.team).items()},
            "winning teams": [team_letter(team) for team in s.won],
        }

    def picture(self, s: CheersTable) -> str:
        """Return every bar with its team, its hand, and what the teams are after."""
        owners = self.bar_owners()
        width = max(map(len, owners))
        lines = []
        for bar, owner in enumerate(owners):
            lying = " ".join(self.pieces.list(s.bars[bar])) or "-"
            line = f"{owner:{width}} {team_letter(s.team[bar])}  {lying:29}"
            if bar < self.players:
                line += f" in hand {' '.join(self.pieces.list(s.hands[bar])) or '-'}"
            lines.append(line)
        goals = "  ".join(f"{team_name(team)} {self.combination(goal)}" for team, goal in enumerate(s.goals))
        return "\n".join([*lines, f"{goals}   deck {len(s.deck)}, discard {len(s.discard)}"])

    def words(self) -> Collection[str]:
        """Return the entries that the description of a position may have."""
        return GIVEN

    def position(self, given: Mapping[str, Any]) -> CheersTable:
        """Return a table as described; what is not described is filled up from the box in its order."""
        s = self.empty()
        with reading(self, given, self.words()) as entry:
            s.luck, s.phase, s.first = derive(0, "luck"), self.phases[0], self.order[0]
            entry.fill(s)
            s.place = entry.number("place", self.order.index(entry.seat("turn", s.first)))
            if not 0 <= s.place < len(self.order):
                entry.refuse(f"the order of turns has {len(self.order)}, counted from 0", "place")
                s.place = 0
            s.turn = self.order[s.place]
            if "teams" in given:
                s.team = _teams(self, entry, s.team)
            teams = TEAMS[: len(self.seating.sizes)]
            s.goals = _goals(self, entry, _named(entry, "goals", teams))
            if self.master:
                s.masters = _masters(self, entry, s.team, _named(entry, "masters", teams))
            owners = self.bar_owners()
            for owner in _named(entry, "bars", owners):
                bar = owners.index(owner)
                s.bars[bar] = entry.pieces("bars", owner)
                s.mix[bar] = sum(self.unit[card] for card in s.bars[bar])
            s.thrown = [(EVERYBODY, 0) for _ in s.discard]
            rest = [card for card in range(*self.cards) if card not in entry.used]
            dealt = {seat for seat, _ in entry.of_seats("hands")}
            for seat, size in enumerate(self.hand_size[: self.players]):
                if seat not in dealt:
                    s.hands[seat], rest = rest[:size], rest[size:]
                s.ages[seat] = [0] * len(s.hands[seat])
            s.deck, s.aside = (s.deck[::-1], rest) if "deck" in given else (rest[::-1], [])
        return s


@lru_cache(maxsize=64)
def token_zones(game: CheersHouse, goals: tuple[int, ...], team: tuple[int, ...]) -> dict[str, list[int]]:
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
            top = own[len(members) : len(members) + 1]
            zones[f"middle {letter}"] = [*pick_out("spare", number, goal), *top]
            box["teams"] = [piece for piece in box["teams"] if piece not in own[: len(members) + 1]]
    zones["box"] = [piece for pieces in box.values() for piece in pieces]
    return zones


def lacking_tokens(game: CheersHouse, goals: Sequence[int], team: Sequence[int]) -> Mapping[str, int]:
    """Return how many goal, spare and team tokens are wanted and not in the box: CH-014, CH-059, CH-Q12."""
    wanted: Counter[tuple[str, Any]] = Counter()
    for kind in game.goals.kinds:
        wanted["goals", kind] = game.goals.each * game.players
        wanted["spare", kind] = game.goals.each * len(goals) if game.masquerade else 0
    for number in range(len(goals) if game.masquerade else 0):
        wanted["teams", team_letter(number)] = 1 + sum(own == number for own in team[: game.players])
    cards = game.pieces.cards
    there = Counter(
        (part, cards[piece].team if part == "teams" else game.token_kind[piece])
        for part, pieces in game.pieces.ranges.items()
        for piece in pieces
        if part != "ingredients"
    )
    lacking: Counter[str] = Counter()
    for (part, _), number in (wanted - there).items():
        lacking[part] += number
    return lacking


def _named(entry: Given, key: str, known: Sequence[str]) -> Mapping[str, Any]:
    """Return what a position says about players, bars or teams, if it does."""
    if key not in entry.entries:
        return {}
    named = entry.mapping(key)
    for name in named:
        if name not in known:
            entry.refuse(f"no '{name}' at this table ({did_you_mean(str(name), known)})", key, str(name))
    return {name: value for name, value in named.items() if name in known}


def _teams(game: CheersHouse, entry: Given, usual: tuple[int, ...]) -> tuple[int, ...]:
    named = _named(entry, "teams", game.names)
    if not game.masquerade:
        entry.refuse("teams are as the seats are, except at Masquerade", "teams")
        return usual
    letters = [named.get(name) for name in game.names]
    sizes = [letters.count(team_letter(team)) for team in range(len(game.seating.sizes))]
    if sizes != list(game.seating.sizes):
        expected = ", ".join(f"{size} of {team_name(n)}" for n, size in enumerate(game.seating.sizes))
        entry.refuse(f"expected {expected}", "teams")
        return usual
    return tuple(TEAMS.index(str(letter)) for letter in letters)


def _goals(game: CheersHouse, entry: Given, named: Mapping[str, Any]) -> tuple[int, ...]:
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
            message = f"'{named[letter]}' cannot be drawn, expected five of {''.join(game.letters)}, at most two alike"
            entry.refuse(message, "goals", letter)
            goals.append(-1 - team)
    # those left out are the last of the list, from the end
    return tuple(goal if goal >= 0 else len(game.goals.tokens) + goal for goal in goals)


def _masters(
    game: CheersHouse, entry: Given, team: tuple[int, ...], named: Mapping[str, str]
) -> tuple[int, ...]:
    masters = []
    for number in range(len(game.seating.sizes)):
        members = [seat for seat in range(game.players) if team[seat] == number]
        name = named.get(team_letter(number), game.names[members[0]])
        if name not in [game.names[seat] for seat in members]:
            entry.refuse(f"'{name}' is not in {team_name(number)}", "masters", team_letter(number))
            name = game.names[members[0]]
        masters.append(game.seat(name))
    return tuple(masters)
