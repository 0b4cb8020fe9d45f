"""What never changes at a table of CHEERS: the pieces, who sits where, and which house rules hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cardgen.engine import HIDDEN, Move, Setting
from cardgen.games.cheers.goals import Goals
from cardgen.games.cheers.seats import receivers, seating
from cardgen.model import Component, Kit

STOOL = "the stool"
TEAMS = "ABC"


class House(Setting):
    """The cards and tokens of one evening, its seats, and how it is played: CH-052, with open teams, master or masquerade."""

    slug, prefix = "cheers", "CH"

    def __init__(
        self,
        kit: Kit,
        players: int,
        options: Mapping[str, object] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(kit, players, options, names)
        rules = self.options
        self.master = rules["mode"] == "master"  # CH-053 to CH-057
        self.masquerade = rules["mode"] == "masquerade"  # CH-058 to CH-062
        self.seating = seating(kit, self.players, rules)
        self.order, self.last_place = self.seating.turns, len(self.seating.turns) - 1
        self.hand_size = self.seating.hand_size
        self.clockwise = [self.seating.clockwise(seat) for seat in range(self.players)]
        # CH-Q15: with an odd number, unless the first player is chosen
        self.starts_with_a1 = self.seating.stool >= 0 and rules["first"] == "A1"
        kinds = list(kit.tables["ingredients"])
        self.letters: list[str] = [kit.tables["ingredients"][kind]["letter"] for kind in kinds]
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

    def combination(self, goal: int) -> str:
        """Return a combination as letters."""
        return "?" if goal == HIDDEN else "".join(self.letters[kind] for kind in self.goals.tokens[goal])


def team_letter(team: int) -> str:
    """Return the letter of a team."""
    return "?" if team == HIDDEN else TEAMS[team]


def team_name(team: int) -> str:
    """Return the name of a team."""
    return f"team {team_letter(team)}"
