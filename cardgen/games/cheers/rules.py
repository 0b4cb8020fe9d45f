"""CHEERS, by Shi Chen, Chuo-Jui Yang and Ke-Chen Hsu: a rulebook as code, in its own order.

Numbers such as CH-033 cite seeds/cheers.yaml; CH-Q4 and its like are rulings there. What lies before a player
is a bar; the virtual teammate of an odd game sits on the stool.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from cardgen.engine import OVER, Bot, Game, Move, Phase, Refusal, derive, phrases, stream
from cardgen.games.cheers import words
from cardgen.games.cheers.goals import Goals
from cardgen.games.cheers.seats import receivers, seating
from cardgen.games.cheers.state import EVERYBODY, Table
from cardgen.games.cheers.told import (
    discard_rules,
    tell_cheers,
    tell_cleared,
    tell_gifts,
    tell_quiet_card,
    tell_set_up,
    tell_spoiled,
    turn_rules,
)
from cardgen.games.cheers.victory import DECLARATION, look_for_standstill, look_for_victory
from cardgen.games.cheers.view import certain_mates, sample_world, view
from cardgen.model import Component, Kit

# ---------------------------------------------------------------------------------------------------------
# Components: ingredient cards, goal tokens, team tokens
# ---------------------------------------------------------------------------------------------------------

DISCARD: Move = ("discard",)
PASS: Move = ("passes",)
CALL: Move = ("call",)
IGNORE: Move = ("ignore",)


def lay(s: Table, card: int, bar: int) -> None:
    """Put a card on a bar."""
    s.bars[bar].append(card)
    s.mix[bar] += s.game.unit[card]


def lift(s: Table, card: int, bar: int) -> None:
    """Take a card from a bar."""
    s.bars[bar].remove(card)
    s.mix[bar] -= s.game.unit[card]


# ---------------------------------------------------------------------------------------------------------
# Set-up
# ---------------------------------------------------------------------------------------------------------


def deal(game: Cheers, seed: int) -> Table:
    """Form teams, shuffle, draw the combinations and deal the hands.  CH-007, CH-012 to CH-024."""
    s = Table(game)
    chance = stream(seed, "deal")
    s.luck = derive(seed, "luck")
    s.deck = list(range(*game.cards))  # CH-012
    s.shuffle(s.deck)
    if game.masquerade:
        # CH-060: as many tokens of each team as it has members; each draws one in secret
        tokens = list(s.team)
        chance.shuffle(tokens)
        s.team = tuple(tokens)
    # CH-015, CH-059: one combination for each team, which its members then pick out too: CH-022, CH-062
    teams = len(game.seating.sizes)
    s.goals = game.goals.draw_for_teams(chance, teams, bool(game.options["distinct_goals"]))
    if game.master:
        # CH-053, CH-Q18: a person, never the stool
        s.masters = tuple(
            chance.choice([seat for seat in range(game.players) if s.team[seat] == team])
            for team in range(teams)
        )
    for seat in range(game.players):
        fill_hand(s, seat)  # CH-013
    # CH-024: nobody can be asked who drank last. CH-Q15: in an odd game the list begins with A1
    s.first = chance.randrange(game.players)
    if game.starts_with_a1:
        s.first = game.order[0]
    s.place = game.order.index(s.first)
    s.turn, s.phase = s.first, TURN
    return s


# ---------------------------------------------------------------------------------------------------------
# A turn
# ---------------------------------------------------------------------------------------------------------


class TakeTurn(Phase[Table]):
    """One action: play a card, move a card, or discard the hand.  CH-027, CH-031, CH-032, CH-043 to CH-045.

    CH-Q19: it need not be of any use.
    """

    name = "take a turn"
    rule = "CH-027"
    phrases = phrases(
        play="plays {card} at {bar}",
        move="moves {card} to {bar}",
        discard="discards the hand",
        passes="passes",
    )

    def moves(self, s: Table) -> list[Move]:
        game, seat = s.game, s.turn
        hand = s.hands[seat]
        moves: list[Move] = []
        plays, shifts = game.plays, game.shifts[seat]
        for card in hand:
            moves += plays[card]
        for card in s.bars[seat]:
            moves += shifts[card]
        if hand:
            moves.append(DISCARD)
        return moves or [PASS]  # CH-Q9: who has nothing in hand and nothing on the bar

    def play(self, s: Table, move: Move) -> None:
        s.actor = seat = s.turn
        if move[0] == "play":
            self._play_card(s, seat, move[1], move[2])
            return
        if move[0] == "move":
            _, card, bar = move
            lift(s, card, seat)
            lay(s, card, bar)
            if s.tell:
                if s.game.matches(s, card, bar):
                    s.tell("CH-040 CH-043 CH-044", "a moved card causes no CHEERS")
                tell_spoiled(s, bar)
            if len(s.bars[bar]) > s.game.places:
                go_on(s)
                return
        elif move[0] == "discard":
            s.thrown += [(seat, age) for age in s.ages[seat]]
            s.discard += s.hands[seat]
            if s.tell:
                s.tell(discard_rules(s, s.hands[seat]), f"{' '.join(s.game.pieces.list(s.hands[seat]))} go")
            s.hands[seat], s.ages[seat] = [], []
        end_turn(s)

    def _play_card(self, s: Table, seat: int, card: int, bar: int) -> None:
        game = s.game
        hand, there = s.hands[seat], s.bars[bar]
        place = hand.index(card)
        del hand[place]
        del s.ages[seat][place]
        wanted = game.small[card]
        # CH-033, CH-040: here and nowhere else. CH-041: their small icons do not count;
        # CH-Q7: nor does the card itself
        cheers = wanted in [game.big[lying] for lying in there]
        there.append(card)
        s.mix[bar] += game.unit[card]
        if s.tell:
            if not cheers:
                tell_quiet_card(s, card, bar)
            tell_spoiled(s, bar)
        if cheers:
            s.cheers = (card, bar)
            go_on(s)
        elif len(there) > game.places:
            go_on(s)
        else:
            end_turn(s)

    def why_not(self, s: Table, move: Move) -> Refusal:
        called = s.game.pieces.name
        match move:
            case ("play", card, _):
                return Refusal("CH-031", f"{called(card)} is not in hand")
            case ("move", card, bar) if card in s.bars[s.turn] and bar == s.turn:
                return Refusal("CH-043", "a card is moved to another player")
            case ("move", card, _) if s.game.seating.stool >= 0 and card in s.bars[s.game.seating.stool]:
                return Refusal("CH-Q16", "nobody moves the cards of the stool")
            case ("move", card, _):
                return Refusal("CH-043", f"{called(card)} does not lie before {s.game.names[s.turn]}")
            case ("discard",):
                return Refusal("CH-Q9", "there is no card in hand")
            case ("passes",):
                return Refusal("CH-027", "there is something to do")
        return super().why_not(s, move)


def go_on(s: Table) -> None:
    """Ask for the next reaction to an action, or end the turn.  CH-Q4."""
    game = s.game
    if s.cheers:
        card, bar = s.cheers
        # CH-Q4: CHEERS before the seventh card is discarded, or after it if the cards still lie there
        if not (game.limit_first and len(s.bars[bar]) > game.places):
            s.cheers = ()
            if not game.limit_first or (card in s.bars[bar] and game.matches(s, card, bar)):
                if s.tell:
                    tell_cheers(s, card, bar)
                s.ask(CHOOSE if game.cheers_optional else GIVE, s.turn, (card, bar))
                if s.phase is GIVE:
                    s.turn = game.host(s, bar)
                return
            if s.tell:
                s.tell("CH-Q4", "its cards are no longer there: no CHEERS")
    for bar in game.clockwise[s.turn]:  # CH-Q4: from the active player
        if len(s.bars[bar]) > game.places:
            s.ask(LIMIT, game.host(s, bar), (bar,))
            return
    end_turn(s)


def end_turn(s: Table) -> None:
    """Fill the hand, pass the turn on, and see whether somebody has won.  CH-026, CH-028, CH-050, CH-063."""
    game, seat = s.game, s.turn
    if len(s.hands[seat]) < game.hand_size[seat]:
        fill_hand(s, seat)
    s.turns += 1
    s.place = place = s.place + 1 if s.place < game.last_place else 0
    s.turn = game.order[place]
    met = game.goals.met
    for mix in s.mix:
        if mix in met:
            look_for_victory(s)
            break
    if not s.deck and s.phase is TURN:
        look_for_standstill(s)


def fill_hand(s: Table, seat: int) -> None:
    """Draw up to the size of the hand.  CH-013, CH-028, CH-071, CH-Q9."""
    game, hand, ages = s.game, s.hands[seat], s.ages[seat]
    before = len(hand)
    while len(hand) < game.hand_size[seat]:
        if not s.deck:
            if not s.discard or not game.reshuffle:  # CH-Q9: the hand stays short
                break
            shuffle_up(s)
        hand.append(s.deck.pop())
        ages.append(s.shuffles)
    if s.tell and len(hand) > before:
        drawn = " ".join(game.pieces.list(hand[before:]))
        s.tell(turn_rules(s, seat), f"{game.names[seat]} draws {drawn}")


def shuffle_up(s: Table) -> None:
    """Turn the discard pile into a new deck.  CH-Q9."""
    s.shuffles += 1
    s.returned, s.returned_own = dict(s.returned), [dict(own) for own in s.returned_own]
    for card, (who, _) in zip(s.discard, s.thrown, strict=True):
        (s.returned if who == EVERYBODY else s.returned_own[who])[card] = s.shuffles
    s.deck, s.discard, s.thrown = s.discard, [], []
    s.shuffle(s.deck)
    if s.tell:
        s.tell("CH-Q9", "the discard pile becomes the deck")


# ---------------------------------------------------------------------------------------------------------
# CHEERS
# ---------------------------------------------------------------------------------------------------------


class Choose(Phase[Table]):
    """A house rule: the player of the card decides whether to call CHEERS.  CH-Q6."""

    name = "call CHEERS or not"
    rule = "CH-Q6"
    phrases = phrases(call="calls CHEERS", ignore="says nothing")

    def moves(self, s: Table) -> list[Move]:
        return [CALL, IGNORE]

    def play(self, s: Table, move: Move) -> None:
        about = s.answered()
        if move == CALL:
            s.ask(GIVE, s.game.host(s, about[1]), about)
        else:
            go_on(s)


class Give(Phase[Table]):
    """Whose bar it is gives the two cards away.  CH-035 to CH-039, CH-042, CH-070."""

    name = "give two cards away"
    rule = "CH-035"
    phrases = phrases(give="gives {card} to {guest} and {card2} to {guest2}")

    def moves(self, s: Table) -> list[Move]:
        game = s.game
        card, bar = s.about
        big, wanted = game.big, game.small[card]
        pairs = game.pairs[bar]
        if game.believe:
            pairs = [pair for pair in pairs if not certain_mates(s, bar, pair)]  # CH-Q13
        # CH-038: the played card and one that matches; CH-039: which one is for its owner to say
        return [
            ("give", card, one, other, two)
            for other in s.bars[bar]
            if big[other] == wanted and other != card
            for one, two in pairs
        ]

    def play(self, s: Table, move: Move) -> None:
        _, card, one, other, two = move
        bar = s.about[1]
        if s.tell:
            tell_gifts(s, bar, one, two)
        for gift, to in ((card, one), (other, two)):
            lift(s, gift, bar)
            lay(s, gift, to)
            if s.tell:
                if s.game.matches(s, gift, to):
                    s.tell("CH-040 CH-042", f"{s.game.pieces.name(gift)} causes no second CHEERS")
                tell_spoiled(s, to)
        s.answered()
        go_on(s)

    def why_not(self, s: Table, move: Move) -> Refusal:
        game = s.game
        played, bar = s.about
        match move:
            case ("give", card, one, other, two):
                if card != played:
                    return Refusal("CH-038", f"{game.pieces.name(played)} was played and goes")
                if other not in s.bars[bar] or other == card or game.big[other] != game.small[card]:
                    return Refusal("CH-038", f"{game.pieces.name(other)} is not the card that it met")
                if bar in (one, two):
                    return Refusal("CH-037", "no card stays with the giver")
                if one == two:
                    return Refusal("CH-035", "they go to two different players")
                if game.believe:
                    return Refusal("CH-Q13", "both are known to be teammates")
                return Refusal("CH-036", "one of the two must be an opponent")
        return super().why_not(s, move)

    def read(self, s: Table, text: str) -> Move | None:
        move = super().read(s, text)
        if move and move[3] == s.about[0]:
            return (move[0], move[3], move[4], move[1], move[2])  # the other card named first
        return move


class Limit(Phase[Table]):
    """More than six cards at a bar: any of them is discarded.  CH-029, CH-030, CH-Q5."""

    name = "clear a card away"
    rule = "CH-030"
    phrases = phrases(clear="clears {card} away")

    def moves(self, s: Table) -> list[Move]:
        return [("clear", card) for card in s.bars[s.about[0]]]

    def play(self, s: Table, move: Move) -> None:
        if s.tell:
            tell_cleared(s, move[1], s.about[0])
        lift(s, move[1], s.about[0])
        s.discard.append(move[1])
        s.thrown.append((EVERYBODY, s.shuffles))  # face down, but everybody has seen which
        s.answered()
        go_on(s)

    def why_not(self, s: Table, move: Move) -> Refusal:
        return Refusal("CH-030", f"one of the cards at {words.bar_name(s.game, s.about[0])} goes")


TURN, CHOOSE, GIVE, LIMIT = TakeTurn(), Choose(), Give(), Limit()


# ---------------------------------------------------------------------------------------------------------
# The game, and the other ways to play it
# ---------------------------------------------------------------------------------------------------------


class Cheers(Game[Table]):
    """CHEERS for 3 to 6 players (CH-002), with open teams, master and apprentices, or a masquerade (CH-052)."""

    slug = "cheers"
    prefix = "CH"
    turn_rule = "CH-026"
    phases: ClassVar = (TURN, CHOOSE, GIVE, LIMIT, DECLARATION)
    play_zones = ("bar", "goal", "team")
    stock_zones = ("deck", "discard", "aside", "box")
    fields_that_count = ("big", "small", "drink", "team")
    tables_that_count = ("bar", "ingredients", "teams")

    def __init__(self, kit: Kit, players: int, options: Any = None, names: Any = None) -> None:
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

    def deal(self, seed: int) -> Table:
        """Return the table before the first turn."""
        return deal(self, seed)

    def opened(self, s: Table) -> None:
        """Tell what the set-up was."""
        if s.tell:
            tell_set_up(s)

    def matches(self, s: Table, card: int, bar: int) -> bool:
        """Return whether the small icon of a card at a bar is the big one of another card there."""
        wanted = self.small[card]
        return any(self.big[other] == wanted for other in s.bars[bar] if other != card)

    def host(self, s: Table, bar: int) -> int:
        """Return who decides about the cards of a bar."""
        if bar != self.seating.stool:
            return bar
        # CH-070, CH-Q17: the teammate whose turn comes next
        after = self.order[s.place + 1 :] + self.order
        return next(seat for seat in after if s.team[seat] == s.team[bar])

    def speaker(self, s: Table, bar: int) -> int:
        """Return who may declare for a bar."""
        if self.masquerade:
            return bar
        if self.master:
            return s.masters[s.team[bar]]  # CH-057, CH-Q18: never an apprentice
        return next(
            seat
            for seat in self.clockwise[s.actor]
            if s.team[seat] == s.team[bar] and seat != self.seating.stool
        )

    def word(self, state: Any, field: str, value: Any) -> str:
        """Return the words for a card, a bar or who receives a card."""
        match field:
            case "bar":
                return words.bar_name(self, value)
            case "guest":
                return words.guest_name(self, value)
        return super().word(state, field, value)

    def value(self, state: Any, field: str, text: str) -> Any:
        """Return the card or bar that the words mean."""
        if field in ("bar", "guest"):
            return words.read_bar(self, text)
        return super().value(state, field, text)

    # -- result

    def scores(self, s: Table) -> list[int]:
        """Return 1 for each member of a winning team."""
        return [int(s.phase is OVER and s.team[seat] in s.won) for seat in range(self.players)]

    def winners(self, s: Table) -> tuple[int, ...]:
        """Return the members of the winning team."""
        return tuple(seat for seat in range(self.players) if s.team[seat] in s.won)

    def ending(self, s: Table) -> str:
        """Return how the game ended."""
        return s.ended

    def rounds(self, s: Table) -> int:
        """Return how many rounds of so many turns as there are players have been begun."""
        return 1 + s.turns // self.players

    # -- who sees what

    def view(self, s: Table, seat: int) -> Table:
        """Return the table as a seat sees it: CH-021, CH-023, CH-054, CH-060, CH-061, CH-Q21."""
        return view(s, seat)

    def sample_world(self, view: Table, rng: random.Random) -> Table:
        """Return a full table that agrees with all the viewer has seen."""
        return sample_world(view, rng)

    def zones(self, s: Table) -> dict[str, list[int]]:
        """Return where each card and token lies."""
        zones = {"deck": s.deck, "discard": s.discard, "aside": s.aside}
        for seat, name in enumerate(self.names):
            zones[f"hand {name}"] = s.hands[seat]
            zones[f"bar {name}"] = s.bars[seat]
        if self.seating.stool >= 0:
            zones["bar"] = s.bars[self.seating.stool]
        return zones | words.token_zones(self, s.goals, s.team)

    def facts(self, s: Table) -> dict[str, Any]:
        """Return the position in words."""
        return words.facts(self, s)

    def picture(self, s: Table) -> str:
        """Return every bar, and the hands."""
        return words.picture(self, s)

    def position(self, given: Mapping[str, Any]) -> Table:
        """Return a table as described; what is not described is filled up from the box in its order."""
        return words.position(self, given)

    def greedy(self) -> Bot:
        """Return a bot that mixes its own combination and spoils what looks like another's."""
        from cardgen.games.cheers.bot import GreedyBartender

        return GreedyBartender()
