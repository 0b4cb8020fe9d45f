"""A bartender of good sense: fills the own combination, spoils what looks like another's, gives junk away.

The rules are data: data/cheers/rules.yaml.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product
from operator import itemgetter, mul
from typing import Any

from cardgen.base.errors import Problems
from cardgen.engine import HIDDEN, Move, Moves, Tables, table, whole
from cardgen.engine.tables import check_tables, place_in_table
from cardgen.model import Kit
from cardgen.source.leaves import matching
from cardgen.source.shape import list_of, map_of

_WIN = 10.0  # a combination that is complete, against one that lacks a card
_SPOIL = 1.5  # a rival's prospects against the same prospects of one's own: what helps one of them is gone for good
_STRANGER = 0.5  # at Masquerade anybody may be a teammate
_FRESH = 0.03  # a new hand
_WHIM = 0.04  # how often chance decides in a long game: else two players may push a card to and fro for ever
_LONG = 40  # turns after which a game is a long one
_AT_HAND = 0.03  # a missing kind that a teammate is known to hold


_TEAM = matching("[A-C]", "the letter of a team: A, B or C")
_SEAT = matching("[A-C][1-9]?", "a seat such as A1")
NUMBERS: Tables = {
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


def check_kit(kit: Kit) -> None:
    """Raise CardgenError for numbers that the rules cannot be played by, and for seats that are none."""
    if not NUMBERS.keys() <= kit.tables.keys():
        return  # another game of this name
    check_tables(kit, NUMBERS)
    wrong = Problems()
    rows = kit.tables["teams"]
    for players in kit.players.counts:  # CH-008
        if players not in [row["players"] for row in rows]:
            where = place_in_table(kit, "teams")
            wrong.add(f"the table 'teams' has no entry for {players} players", where, code="rules")
    for number, row in enumerate(rows):
        seats = list(dict.fromkeys(row["turns"]))
        known = {*seats, *(name[0] for name in seats)}
        for key in ("turns", "literal", "small"):
            said = row.get(key) or ()
            for name in [said] if isinstance(said, str) else said:
                if name not in known:
                    where = place_in_table(kit, "teams", number, key)
                    wrong.add(f"'{name}' is no seat of {', '.join(seats)}", where, code="rules")
        if len(seats) != row["players"]:
            says = f"the table 'teams' seats {len(seats)} of {row['players']} players"
            wrong.add(says, place_in_table(kit, "teams", number, "turns"), code="rules")
    bar, there = kit.tables["bar"], sum(card.count for card in kit.component("ingredients").cards)
    for row in rows:  # CH-013, CH-071
        small = {name for name in row["turns"] if name[0] == row.get("small")}
        if row["players"] * bar["hand"] + len(small) * bar["odd_hand"] > there:
            says = f"there are too few cards for the hands of {row['players']} players"
            wrong.add(says, place_in_table(kit, "bar", "hand"), code="rules")
    letters = [row["letter"] for row in kit.tables["ingredients"].values()]
    if len({*letters}) < len(letters):
        where = place_in_table(kit, "ingredients")
        wrong.add(
            f"two of the table 'ingredients' have one letter: {', '.join(letters)}", where, code="rules"
        )
    wrong.raise_errors()


_STEP = 1000  # more than the steps to any combination


class Goals:
    """Every combination that can be drawn, by number.

    A mix is what lies at a bar as one number, `unit[kind]` for each card of that kind; `met` tells as bits
    which combinations a mix fulfils.
    """

    def __init__(self, kinds: Sequence[str], bar: Mapping[str, Any]) -> None:
        self.kinds = tuple(range(len(kinds)))
        self.size: int = bar["goal"]  # CH-020
        self.places: int = bar["places"]  # CH-029
        self.each: int = bar["tokens_each"]  # CH-014
        self._out: int = bar["stacks_out"]  # CH-018
        drawn: Counter[tuple[int, ...]] = Counter()
        for out in combinations(self.kinds, self._out):
            left = [kind for kind in self.kinds if kind not in out for _ in range(self.each)]
            drawn.update(combinations(left, self.size))
        self.tokens: tuple[tuple[int, ...], ...] = tuple(sorted(drawn))
        if not drawn:
            raise ValueError(
                f"no combination of {self.size} can be drawn from the goal tokens of the table 'bar'"
            )
        self.weights: tuple[int, ...] = tuple(drawn[tokens] for tokens in self.tokens)
        self.number = {tokens: n for n, tokens in enumerate(self.tokens)}
        self.needs = [tuple(tokens.count(kind) for kind in self.kinds) for tokens in self.tokens]
        # a seventh card lies there for a moment
        self.unit = [(self.places + 2) ** kind for kind in self.kinds]
        # what so many cards of a kind are to each combination: steps on the way, and _STEP for each one to spare
        self.steps = [
            [[_steps(lie, need) for need in needed] for lie in range(self.places + 2)]
            for needed in zip(*self.needs, strict=True)
        ]
        self.met: dict[int, int] = {}
        for n, tokens in enumerate(self.tokens):
            self._add_mixes(1 << n, sorted(set(tokens)), tokens)

    def _add_mixes(self, goal: int, allowed: Sequence[int], cards: tuple[int, ...]) -> None:
        """Note every mix of these cards and more of the allowed kinds.  CH-046 to CH-049, CH-Q20."""
        mix = self.mix(cards)
        self.met[mix] = self.met.get(mix, 0) | goal
        if len(cards) < self.places:
            for place, kind in enumerate(allowed):
                self._add_mixes(goal, allowed[place:], (*cards, kind))

    def mix(self, kinds: Sequence[int]) -> int:
        """Return the mix of cards of these kinds."""
        return sum(self.unit[kind] for kind in kinds)

    def counts(self, mix: int) -> list[int]:
        """Return how many cards of each kind are in a mix."""
        base = self.places + 2
        return [mix // unit % base for unit in self.unit]

    @property
    def all(self) -> range:
        """Every combination's number."""
        return range(len(self.tokens))

    def allowed(self, ruled_out: int) -> list[int]:
        """Return the weights of all combinations, 0 for those that are ruled out."""
        return [0 if ruled_out >> n & 1 else weight for n, weight in enumerate(self.weights)]


def _steps(lie: int, need: int) -> int:
    return min(lie, need) + _STEP * max(0, lie - need) if need else -lie


class GreedyBartender:
    """Looks at what an action does to each bar; knows the own combination and guesses at the others'."""

    name = "greedy"
    looks = honest = True

    def choose(self, view: Any, moves: Moves, rng: random.Random) -> Move:
        """Return the move after which the bars look best."""
        listed = list(moves)
        if view.phase.name == "take a turn":
            if view.turns > _LONG + 1 and rng.random() < _WHIM:
                return rng.choice(listed)
            worth = Hopes(view).actions(listed)
        else:
            worth = list(map(self._worth(view), listed))
            if view.phase.name in ("declare or not", "call CHEERS or not"):
                return listed[worth.index(max(worth))]
        chance = rng.random
        return max(
            [(one, chance(), move) for one, move in zip(worth, listed, strict=True)], key=itemgetter(0, 1)
        )[2]

    def rank(self, view: Any, moves: Moves, rng: random.Random) -> list[Move]:
        """Return the moves, those after which the bars look best first."""
        worth = self._worth(view)
        return sorted(moves, key=lambda move: (worth(move), rng.random()), reverse=True)

    @staticmethod
    def likely(view: Any, world: Any) -> float:
        """Return how well a world fits the bars: who seeks a combination has mixed some of it."""
        house: Barroom = view.game.__dict__.get("_house") or view.game.__dict__.setdefault(
            "_house", Barroom(view.game)
        )
        mixes = [sum([house.unit[card] for card in world.piles[bar]]) for bar in house.bars]
        weight = 1.0
        for team in {*world.team}:
            if HIDDEN in view.piles[f"goal {team}"]:
                goal = house.goal(world, team)
                own = [
                    mix for mix, its in zip(mixes, (*world.team, *house.stool), strict=True) if its == team
                ]
                weight *= 0.02 + max(min(1.0, prospect(house.goals, mix, goal)) for mix in own) ** 2
        return weight

    def _worth(self, view: Any) -> Callable[[Move], float]:
        match view.phase.name:
            case "declare or not":
                return lambda move: move[0] == "declare"
            case "call CHEERS or not":
                gain = Hopes(view).cheers(view.played, view.there)
                return lambda move: gain if move[0] == "call" else 1e-12
            case "give two cards away":
                return Hopes(view).gift
            case "clear a card away":
                return Hopes(view).clear
        return Hopes(view).action


class BarWorth(dict[int, float]):
    """What a bar is worth to somebody, by the mix that lies there, each worked out once."""

    def __init__(self, goals: Goals, share: float, goal: int, at_hand: int) -> None:
        self.goals, self.share, self.goal, self.at_hand = goals, share, goal, at_hand

    def __missing__(self, mix: int) -> float:
        if self.share > 0:
            far = prospect(self.goals, mix, self.goal, self.at_hand)
        else:
            far = danger(self.goals, mix)
        self[mix] = found = self.share * far
        return found


class Barroom:
    """What never changes at a table: cards, combinations, who may get what, and what piles are called. The stool is the last bar."""

    def __init__(self, game: Any) -> None:
        kit, options = game.kit, game.options
        kinds = list(kit.tables["ingredients"])
        self.goals = Goals(kinds, kit.tables["bar"])
        self.places = self.goals.places  # CH-029
        self.masked, self.apprentices = options["mode"] == "masquerade", options["mode"] == "master"
        self.share_hands = options["share_hands"] and not self.masked  # CH-Q21
        rows = [row for row in kit.tables["teams"] if row["players"] == game.players]
        row = next((one for one in rows if len(one["sizes"]) == options["teams"]), rows[0])
        small = "" if self.masked else row.get("small") or ""
        self.stool = (small,) if small else ()
        self.bars = (*(f"bar {name}" for name in game.names), *["bar"] * bool(small))
        self.hands = tuple(f"hand {name}" for name in game.names)
        faces = [game.pieces.cards[card] for card in game.pieces.ranges["ingredients"]]
        self.big = [kinds.index(face.big) for face in faces]
        self.small = [kinds.index(face.small) for face in faces]
        self.unit = [self.goals.unit[kind] for kind in self.big]
        self._worths: dict[tuple[float, int, int], BarWorth] = {}
        self.token_kind = [kinds.index(p.drink) if "drink" in p.fields else -1 for p in game.pieces.cards]

    def worth(self, share: float, goal: int, at_hand: int) -> BarWorth:
        """Return what bars are worth, by how much they belong to the player who looks."""
        key = (share, goal, at_hand) if share > 0 else (share, 0, 0)
        found = self._worths.get(key)
        if found is None:
            found = self._worths[key] = BarWorth(self.goals, *key)
        return found

    def goal(self, s: Any, team: str) -> int:
        """Return the combination of a team, by its number."""
        kinds = sorted([self.token_kind[token] for token in s.piles[f"goal {team}"]])
        return self.goals.number.get(tuple(kinds), 0)

    @lru_cache(maxsize=64)  # noqa: B019
    def pairs(self, teams: tuple[str, ...], giver: int) -> list[tuple[int, int]]:
        """Return every pair of bars that may receive the two cards of a CHEERS.  CH-035 to CH-037, CH-Q13."""
        others = [bar for bar in range(len(self.bars)) if bar != giver]
        return [
            (one, two)
            for one, two in permutations(others, 2)
            if self.masked or not teams[one] == teams[two] == teams[giver]
        ]


class Hopes:
    """What the bars are worth to the player who looks at them."""

    def __init__(self, view: Any) -> None:
        game, piles = view.game, view.piles
        self.house: Barroom = game.__dict__.get("_house") or game.__dict__.setdefault("_house", Barroom(game))
        house, me = self.house, view.viewer if view.viewer >= 0 else view.turn
        self.view, self.me = view, me
        # of a whole table it looks at what its seat sees: masks hide who plays with whom
        seen = ["?" if house.masked and seat != me else its for seat, its in enumerate(view.team)]
        self.teams = (*seen, *house.stool)
        self.bars = [piles[bar] for bar in house.bars]
        self.mix = [sum([house.unit[card] for card in there]) for there in self.bars]
        team = self.teams[me]
        self.share = [
            1.0 if its == team else -_SPOIL * (_STRANGER if its == "?" else 1.0) for its in self.teams
        ]
        hidden = house.apprentices and view.master[team] != me
        self.goal = self._guess(team) if hidden else house.goal(view, team)
        self.at_hand = 0
        if house.share_hands:
            for seat, its in enumerate(seen):
                if its == team and seat != me:
                    for card in piles[house.hands[seat]]:
                        self.at_hand |= 1 << house.big[card]
        self.worth: list[BarWorth] = [house.worth(share, self.goal, self.at_hand) for share in self.share]
        self.now = [worth[mix] for worth, mix in zip(self.worth, self.mix, strict=True)]
        self.lying = [{house.big[card] for card in there} for there in self.bars]
        kinds = house.goals.kinds
        self.gains = [[self._gain(kind, bar) for kind in kinds] for bar in range(len(self.bars))]
        self._clinks: dict[tuple[int, int, int], float] = {}

    def _guess(self, team: str) -> int:
        """Return what an apprentice takes the combination for, from what the master mixes."""
        goals, out = self.house.goals, 0
        for mark in self.view.shown:  # what lay at a bar, and its place
            mix, place = divmod(mark, 8)
            if self.teams[place - 1] == team:
                out |= goals.met.get(mix, 0)
        mix = self.mix[self.view.master[team]]
        chances = goals.allowed(out)
        return max(goals.all, key=lambda goal: chances[goal] * prospect(goals, mix, goal) ** 2)

    def _gain(self, kind: int, bar: int) -> float:
        """Return what one more card of a kind at a bar changes; a seventh means that its owner clears one away."""
        unit, worth = self.house.goals.unit, self.worth[bar]
        after = self.mix[bar] + unit[kind]
        if len(self.bars[bar]) < self.house.places:
            return worth[after] - self.now[bar]
        best = max if self.share[bar] > 0 else min
        return best([worth[after - unit[one]] for one in {*self.lying[bar], kind}]) - self.now[bar]

    def cheers(self, card: int, bar: int) -> float:
        """Return what a CHEERS at a bar changes, against the bar as it was before the card came."""
        house, bar = self.house, bar % len(self.bars)
        kind, wanted = house.big[card], house.small[card]
        key = kind, wanted, bar
        found = self._clinks.get(key)
        if found is None:
            before = self.mix[bar]
            if card in self.bars[bar]:  # it was just played there
                before -= house.unit[card]
            worth, pairs = self.worth[bar], house.pairs(self.teams, bar)
            loss = worth[before - house.goals.unit[wanted]] - worth[before]
            played, given = [gain[kind] for gain in self.gains], [gain[wanted] for gain in self.gains]
            changes = [played[one] + given[two] for one, two in pairs]
            if self.share[bar] > 0:
                # a teammate, or oneself, gives where it helps
                best = max(-1.0, *changes)
            else:
                # a rival gives as likely here as there, and not to help
                best = max(-1.0, min(0.0, sum(changes) / len(pairs)))
            found = self._clinks[key] = loss + best
        return found

    def actions(self, moves: Sequence[Move]) -> list[float]:
        """Return what each action changes, in one loop, for they are many."""
        big, small, lying, gains, me = self.house.big, self.house.small, self.lying, self.gains, self.me
        mine, mix, unit = self.worth[me], self.mix[me], self.house.unit
        worth = list[float]()
        for move in moves:
            if len(move) == 1:
                worth.append(_FRESH)
                continue
            word, card, bar = move
            if word == "move":
                worth.append(mine[mix - unit[card]] - self.now[me] + gains[bar][big[card]])
            elif small[card] in lying[bar]:
                worth.append(self.cheers(card, bar))
            else:
                worth.append(gains[bar][big[card]])
        return worth

    def action(self, move: Move) -> float:
        """Return what an action changes."""
        return self.actions([move])[0]

    def gift(self, move: Move) -> float:
        """Return what giving two cards away changes."""
        _, card, one, other, two = move
        bar: int = self.view.about[-1]
        unit = self.house.unit
        left = self.mix[bar] - unit[card] - unit[other]
        big, gains = self.house.big, self.gains
        worth: float = self.worth[bar][left] + gains[one][big[card]] + gains[two][big[other]]
        return worth

    def clear(self, move: int) -> float:
        """Return the worth of a bar without a card."""
        bar: int = self.view.about[-1]
        return self.worth[bar][self.mix[bar] - self.house.unit[move]]


@lru_cache(maxsize=200_000)
def prospect(goals: Goals, mix: int, goal: int, at_hand: int = 0) -> float:
    """Return how far a mix is on the way to a combination: 0 to 1, more if it is complete."""
    if goals.met.get(mix, 0) >> goal & 1:
        return _WIN
    step, hope = 0, 0.0
    for kind, (lie, need) in enumerate(zip(goals.counts(mix), goals.needs[goal], strict=True)):
        step += goals.steps[kind][lie][goal]
        hope += _AT_HAND * (lie < need and at_hand >> kind & 1)
    return _near(goals)[step] + hope


@lru_cache(maxsize=64)
def _near(goals: Goals) -> dict[int, float]:
    """Return the prospects of a mix that is not complete, by the sum of its steps."""
    found, most, room = {}, goals.places + 2, goals.places - goals.size
    for spare, way in product(range(most), range(-most, goals.size + 1)):
        far = way - 0.5 * max(0, spare - room)  # they will need the places
        found[spare * _STEP + way] = (max(far, 0.0) / goals.size) ** 2 + 0.01 * far
    return found


@lru_cache(maxsize=200_000)
def danger(goals: Goals, mix: int) -> float:
    """Return how far a mix is on the way to a combination that nobody knows."""
    near = _near(goals)
    rows = (steps[lie] for steps, lie in zip(goals.steps, goals.counts(mix), strict=True))
    far = (min(near[step], 1.0) for step in map(sum, zip(*rows, strict=True)))
    return float(sum(map(mul, goals.weights, far)) / sum(goals.weights))


PLAYER = GreedyBartender
