"""What never changes at a table of CHEERS: the pieces, who sits where, and which house rules hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, ClassVar

from cardgen.engine import HIDDEN, Move, Setting, Tables, in_a_row, table, whole
from cardgen.games.cheers.goals import Goals
from cardgen.model import Component, Kit
from cardgen.source.leaves import matching
from cardgen.source.shape import list_of, map_of

STOOL = "the stool"
TEAMS = "ABC"
NOBODY = -1
_TEAM = matching("[A-C]", "the letter of a team: A, B or C")
_SEAT = matching("[A-C][1-9]?", "a seat such as A1")


class CheersHouse(Setting):
    """The cards and tokens of one evening, its seats, and how it is played: CH-052, with open teams, master or masquerade."""

    slug, prefix = "cheers", "CH"
    tables_read: ClassVar[Tables] = {
        "bar": table(
            places=whole(1, 12),
            hand=whole(1, 7),
            odd_hand=whole(0, 3),
            tokens_each=whole(1, 4),
            stacks_out=whole(0, 4),
            goal=whole(1, 8),
        ),
        "ingredients": map_of(table(letter=matching("[A-Z]", "one capital letter")), least=2),
        "teams": list_of(
            table(
                {"small": _TEAM, "literal": list_of(_SEAT, least=1)},
                players=whole(2, 12),
                sizes=list_of(whole(1, 12), least=1),
                turns=list_of(_SEAT, least=1),
            ),
            least=1,
        ),
    }

    def prepare(self) -> None:
        """Look up seats, cards and combinations, and how it is played."""
        kit, rules = self.kit, self.options
        self.master = rules["mode"] == "master"  # CH-053 to CH-057
        self.masquerade = rules["mode"] == "masquerade"  # CH-058 to CH-062
        self.seating = seating(kit, self.players, rules)
        self.order, self.last_place = self.seating.turns, len(self.seating.turns) - 1
        self.hand_size = self.seating.hand_size
        self.clockwise = [self.seating.clockwise(seat) for seat in range(self.players)]
        # CH-Q15: with an odd number, unless the first player is chosen
        self.starts_with_a1 = self.seating.stool >= 0 and rules["first"] == "A1"
        kinds = list(kit.tables["ingredients"])
        for card in self.pieces.cards:
            for name in ("big", "small", "drink"):
                if card.fields.get(name, kinds[0]) not in kinds:
                    raise ValueError(f"card {card.id}: the table 'ingredients' has no {card.fields[name]}")
        if sum(self.hand_size) > len(self.pieces.ranges["ingredients"]):
            raise ValueError(f"there are too few cards for the hands of {self.players} players")
        self.drinks = [str(kit.tables["ingredients"][kind].get("name", kind)).lower() for kind in kinds]
        self.letters: list[str] = [kit.tables["ingredients"][kind]["letter"] for kind in kinds]
        if len(set(self.letters)) < len(kinds):
            raise ValueError(f"two of the table 'ingredients' have one letter: {', '.join(self.letters)}")
        self.goals = Goals(kinds, kit.tables["bar"])
        self.places = self.goals.places  # CH-029
        pack = self.pieces.ranges["ingredients"]
        self.cards = (pack.start, pack.stop)  # CH-004
        faces = [self.pieces.cards[card] for card in pack]
        self.big = [kinds.index(face.big) for face in faces]
        self.small = [kinds.index(face.small) for face in faces]
        self.unit = [self.goals.unit[kind] for kind in self.big]
        self.token_kind = [kinds.index(p.drink) if "drink" in p.fields else -1 for p in self.pieces.cards]
        # CH-031, CH-069: at any bar, the own one and the stool's included
        bars = range(len(self.seating.team))
        self.plays: list[list[Move]] = [[("play", card, bar) for bar in bars] for card in pack]
        self.shifts: list[list[list[Move]]] = [
            [[("move", card, bar) for bar in bars if bar != seat] for card in pack]
            for seat in range(self.players)
        ]
        # CH-036; CH-Q13: at Masquerade nobody can know who an opponent is
        self.pairs = [receivers(self.seating.team, bar, not self.masquerade) for bar in bars]
        self.believe = bool(self.masquerade and rules["masq_opponent_rule"])
        self.own_turn = rules["declare"] == "own_turn"
        self.manual = rules["declare"] == "manual"
        self.shared = rules["double_win"] == "shared"
        self.limit_first = bool(rules["limit_first"])
        self.cheers_optional = bool(rules["cheers_optional"])
        self.reshuffle = bool(rules["reshuffle"])
        self.virtual_can_win = bool(rules["virtual_can_win"])
        # CH-Q21: teammates see each other's hands, where they know who they are
        self.share_hands = bool(rules["share_hands"] and not self.masquerade)

    def components(self, kit: Kit) -> Iterable[Component]:
        """Return cards and goal tokens (CH-005); at Masquerade (CH-006, CH-Q12) spare and team tokens too."""
        parts = ["ingredients", "goals"]
        if self.options["mode"] == "masquerade":
            parts += ["spare", "teams"]
        return [kit.component(part) for part in parts]

    # -- how players call it

    def bar_name(self, bar: int) -> str:
        """Return how players call a bar."""
        return STOOL if bar == self.seating.stool else f"{self.names[bar]}'s bar"

    def drinks_of(self, goal: int) -> str:
        """Return a combination in words: "1 mint, 2 plums and 2 cherries"."""
        if goal == HIDDEN:
            return "?"
        counts = Counter(self.goals.tokens[goal])
        return in_a_row(
            [
                f"{n} {_several(self.drinks[kind]) if n > 1 else self.drinks[kind]}"
                for kind, n in counts.items()
            ]
        )

    def combination(self, goal: int) -> str:
        """Return a combination as letters."""
        return "?" if goal == HIDDEN else "".join(self.letters[kind] for kind in self.goals.tokens[goal])


def team_letter(team: int) -> str:
    """Return the letter of a team."""
    return "?" if team == HIDDEN else TEAMS[team]


def team_name(team: int) -> str:
    """Return the name of a team."""
    return f"team {team_letter(team)}"


# -- who sits where, with whom, and in which order they have their turns


@dataclass(frozen=True, slots=True)
class Seating:
    """A table for so many players. A bar is a number: that of the seat, or one more for the empty stool.

    `team` is the team of each bar, `turns` the seats in their order, which starts again at its end.
    """

    team: tuple[int, ...]
    sizes: tuple[int, ...]
    turns: tuple[int, ...]
    stool: int
    hand_size: tuple[int, ...]

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """Return all bars from a seat on."""
        bars = len(self.team)
        return tuple((seat + n) % bars for n in range(bars))


def seating(kit: Kit, players: int, options: Mapping[str, Any]) -> Seating:
    """Return the seats and turns for so many players.  CH-007 to CH-011, CH-058, CH-063 to CH-071."""
    rows = [row for row in kit.tables["teams"] if row["players"] == players]  # CH-008
    if not rows:
        raise ValueError(f"the table 'teams' has no entry for {players} players")
    # CH-009: a choice only where there is one
    row = next((row for row in rows if len(row["sizes"]) == options["teams"]), rows[0])
    sizes = tuple(row["sizes"])
    bar = kit.tables["bar"]
    names = tuple(dict.fromkeys(row["turns"]))  # CH-011: seats alternate as the first turns do
    letters = sorted({name[0] for name in names})
    team = tuple(letters.index(name[0]) for name in names)
    if options["mode"] == "masquerade":
        # CH-Q14: any seats, clockwise, no larger hands, nobody at the stool
        return Seating(team, sizes, tuple(range(players)), NOBODY, (bar["hand"],) * players)
    # CH-063 to CH-066; CH-Q11: the list as it is spelled, or as it is meant
    order = row["literal"] if options["odd_cycle"] == "literal_8" and row.get("literal") else row["turns"]
    strange = [name for name in (*order, row.get("small") or names[0]) if name not in (*names, *letters)]
    if strange or len(names) != players:
        raise ValueError(
            f"the table 'teams' seats {len(names)} of {players} players: {', '.join((*names, *strange))}"
        )
    turns = tuple(names.index(name) for name in order)
    small = letters.index(row["small"]) if row.get("small") else NOBODY  # CH-010
    # CH-071: the smaller team holds one card more
    hand_size = tuple(bar["hand"] + bar["odd_hand"] * (one == small) for one in team)
    if small == NOBODY:
        return Seating(team, sizes, turns, NOBODY, hand_size)
    # CH-067: the virtual teammate; its place is the last, where the alternation lacks somebody
    return Seating((*team, small), sizes, turns, players, hand_size)


def receivers(team: tuple[int, ...], giver: int, opponent_first: bool) -> list[tuple[int, int]]:
    """Return every pair of bars that may receive the two cards of a CHEERS, in either order.

    CH-035 to CH-037: two different ones, not the giver, and, where that is a rule, not both teammates.
    CH-Q8: everybody else may receive, the active player and the stool included.
    """
    others = [bar for bar in range(len(team)) if bar != giver]
    return [
        (one, two)
        for one, two in permutations(others, 2)
        if not opponent_first or not team[one] == team[two] == team[giver]
    ]


def share_out(sizes: tuple[int, ...], seats: tuple[int, ...]) -> list[dict[int, int]]:
    """Return every way to deal team tokens to these seats, so many of each team."""
    if len(sizes) == 1:
        return [dict.fromkeys(seats, 0)]
    ways = []
    last = len(sizes) - 1
    for members in combinations(seats, sizes[last]):
        rest = tuple(seat for seat in seats if seat not in members)
        ways += [{**way, **dict.fromkeys(members, last)} for way in share_out(sizes[:last], rest)]
    return ways


def _several(drink: str) -> str:
    """Return the plural of a drink: two cherries, two curaçaos, two plums."""
    return f"{drink[:-1]}ies" if drink.endswith("y") else f"{drink}s"
