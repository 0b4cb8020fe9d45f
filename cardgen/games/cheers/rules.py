"""CHEERS, by Shi Chen, Chuo-Jui Yang and Ke-Chen Hsu: a rulebook as code, in its own order.

Numbers such as CH-033 cite seeds/cheers.yaml; CH-Q4 and its like are rulings there. What lies before a player
is a bar; the virtual teammate of an odd game sits on the stool.
"""

from __future__ import annotations

from typing import ClassVar

from cardgen.engine import (
    HIDDEN,
    OVER,
    Bot,
    Move,
    Phase,
    Refusal,
    Zone,
    applies,
    derive,
    in_a_row,
    phrases,
    stream,
    winners_first,
)
from cardgen.games.cheers.bot import GreedyBartender, prospect
from cardgen.games.cheers.house import team_name
from cardgen.games.cheers.state import EVERYBODY, CheersTable
from cardgen.games.cheers.view import CheersSight, certain_mates
from cardgen.games.cheers.words import CheersWords, lacking_tokens, token_zones

# ---------------------------------------------------------------------------------------------------------
# Components: ingredient cards, goal tokens, team tokens
# ---------------------------------------------------------------------------------------------------------

DISCARD: Move = ("discard",)
PASS: Move = ("passes",)
CALL: Move = ("call",)
IGNORE: Move = ("ignore",)
DECLARE: Move = ("declare",)
QUIET: Move = ("quiet",)
_LISTED = 8  # CH-065, CH-066: so many turns are spelled out


def lay(s: CheersTable, card: int, bar: int) -> None:
    """Put a card on a bar."""
    s.bars[bar].append(card)
    s.mix[bar] += s.game.unit[card]


def lift(s: CheersTable, card: int, bar: int) -> None:
    """Take a card from a bar."""
    s.bars[bar].remove(card)
    s.mix[bar] -= s.game.unit[card]


# ---------------------------------------------------------------------------------------------------------
# A turn
# ---------------------------------------------------------------------------------------------------------


@applies("CH-040, CH-041, CH-043 to CH-045, CH-069, CH-Q7, CH-Q19")
class TakeTurn(Phase[CheersTable]):
    """One action: play a card, move a card, or discard the hand.  CH-027, CH-031, CH-032."""

    name = "take a turn"
    rule = "CH-027"
    phrases = phrases(
        play="plays {card} at {bar}",
        move="moves {card} to {bar}",
        discard="discards the hand",
        passes="passes",
    )

    def moves(self, s: CheersTable) -> list[Move]:
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

    def play(self, s: CheersTable, move: Move) -> None:
        s.actor = seat = s.turn
        if move[0] == "play":
            self._play_card(s, seat, move[1], move[2])
            return
        if move[0] == "move":
            _, card, bar = move
            lift(s, card, seat)
            lay(s, card, bar)
            if s.tell:
                if s.matches(card, bar):
                    s.tell("CH-040 CH-043 CH-044", "a moved card causes no CHEERS")
                tell_spoiled(s, bar)
            if len(s.bars[bar]) > s.game.places:
                go_on(s)
                return
        elif move[0] == "discard":
            s.thrown += [(seat, age) for age in s.ages[seat]]
            s.discard += s.hands[seat]
            if s.tell:
                needs = s.game.goals.needs[s.goals[s.team[seat]]]
                # it may be good for something all the same
                if any(needs[s.game.big[card]] for card in s.hands[seat]):
                    s.apply("CH-Q19", only=(seat,))
                hand = s.hands[seat]
                s.tell(
                    "CH-045",
                    f"{s.game.pieces.say(hand)} {'goes' if len(hand) == 1 else 'go'} to the discard pile",
                )
            s.hands[seat], s.ages[seat] = [], []
        end_turn(s)

    def _play_card(self, s: CheersTable, seat: int, card: int, bar: int) -> None:
        game = s.game
        hand, there = s.hands[seat], s.bars[bar]
        place = hand.index(card)
        del hand[place]
        del s.ages[seat][place]
        wanted = game.small[card]
        # CH-033, CH-040: here and nowhere else. CH-041: their small glasses do not count;
        # CH-Q7: nor does the card itself
        cheers = wanted in [game.big[lying] for lying in there]
        there.append(card)
        s.mix[bar] += game.unit[card]
        if s.tell:
            if not cheers:
                self._tell_quiet_card(s, card, bar)
            tell_spoiled(s, bar)
        if cheers:
            s.cheers = (card, bar)
            go_on(s)
        elif len(there) > game.places:
            go_on(s)
        else:
            end_turn(s)

    def _tell_quiet_card(self, s: CheersTable, card: int, bar: int) -> None:
        """Tell why a card that was played sets off no CHEERS, where it looks as if it might."""
        game, tell = s.game, s.tell
        assert tell
        small = [game.small[lying] for lying in s.bars[bar]]
        if game.big[card] in small:  # the last one is its own
            tell.apply("CH-069" if bar == game.seating.stool else "")
            if game.big[card] in small[:-1]:
                tell("CH-041", "its big glass meets a small one: nothing happens")
            else:
                tell("CH-Q7", "its own two glasses are no match: nothing happens")

    def why_not(self, s: CheersTable, move: Move) -> Refusal:
        called = s.game.pieces.name
        match move:
            case ("play", card, _):
                return Refusal("CH-031", f"{called(card)} is not in hand")
            case ("move", card, bar) if card in s.bars[s.turn] and bar == s.turn:
                return Refusal("CH-043", "a card is moved to another player")
            case ("move", card, _) if s.game.seating.stool >= 0 and card in s.bars[s.game.seating.stool]:
                return Refusal("CH-Q16", "nobody moves the cards of the stool")
            case ("move", card, _):
                return Refusal("CH-043", f"{called(card)} does not lie at {s.game.names[s.turn]}'s bar")
            case ("discard",):
                return Refusal("CH-Q9", "there is no card in hand")
            case ("passes",):
                return Refusal("CH-027", "there is something to do")
        return super().why_not(s, move)


@applies("CH-048")
def tell_spoiled(s: CheersTable, bar: int) -> None:
    """Tell that a bar would win but for a card of another kind."""
    goals = s.game.goals
    if s.tell and len(s.bars[bar]) > goals.size:
        pairs = list(zip(goals.counts(s.mix[bar]), goals.needs[s.goals[s.team[bar]]], strict=True))
        if all(lie >= need for lie, need in pairs) and any(lie and not need for lie, need in pairs):
            text = f"{s.game.bar_name(bar)} has all it needs, and a stranger"
            s.tell("CH-048", text, only=s.initiated(bar))


@applies("CH-Q4")
def go_on(s: CheersTable) -> None:
    """Ask for the next reaction to an action, or end the turn."""
    game = s.game
    if s.cheers:
        card, bar = s.cheers
        # CH-Q4: CHEERS before the seventh card is discarded, or after it if the cards still lie there
        if not (game.limit_first and len(s.bars[bar]) > game.places):
            s.cheers = ()
            if not game.limit_first or (card in s.bars[bar] and s.matches(card, bar)):
                if s.tell:
                    tell_cheers(s, card, bar)
                s.ask(CHOOSE if game.cheers_optional else GIVE, s.turn, (card, bar))
                if s.phase is GIVE:
                    s.turn = s.host(bar)
                return
            if s.tell:
                s.tell("CH-Q4", "its cards are no longer there: no CHEERS")
    for bar in game.clockwise[s.turn]:  # CH-Q4: from the active player
        if len(s.bars[bar]) > game.places:
            s.ask(LIMIT, s.host(bar), (bar,))
            return
    end_turn(s)


def end_turn(s: CheersTable) -> None:
    """Fill the hand, pass the turn on, and see whether somebody has won.  CH-026, CH-028, CH-063."""
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


@applies("CH-026 to CH-028, CH-063 to CH-066, CH-071, CH-Q9, CH-Q11")
def fill_hand(s: CheersTable, seat: int) -> None:
    """Draw up to the size of the hand: so a turn ends, and the next one in the order begins.  CH-013."""
    game, hand, ages = s.game, s.hands[seat], s.ages[seat]
    before = len(hand)
    while len(hand) < game.hand_size[seat]:
        if not s.deck:
            if not s.discard or not game.reshuffle:  # CH-Q9: the hand stays short
                break
            shuffle_up(s)
        hand.append(s.deck.pop())
        ages.append(s.shuffles)
    short = game.hand_size[seat] - len(hand)
    if s.tell and short:
        text = f"there is no card for {game.names[seat]}"
        if s.discard:  # a house rule leaves them where they lie: the box has enough
            s.tell("CH-Q9", text)
        s.lack("CH-Q9", text, ingredients=0 if s.discard else short)
    if s.tell and len(hand) > before:
        drawn = game.pieces.say(hand[before:])
        if game.seating.stool >= 0:
            row = "CH-064" if game.players == 3 else "CH-065" if len(game.seating.sizes) == 2 else "CH-066"
            # the list of eight turns has come to its end
            s.apply(row, "CH-Q11" if game.players == 5 and s.turns + 1 >= _LISTED else "")
        s.apply("CH-071" if game.hand_size[seat] > min(game.hand_size) else "")
        order = "CH-063" if game.seating.stool >= 0 else "CH-026"
        s.tell(f"CH-027 CH-028 {order}", f"{game.names[seat]} draws {drawn}")


@applies("CH-Q9")
def shuffle_up(s: CheersTable) -> None:
    """Turn the discard pile into a new deck."""
    s.shuffles += 1
    returned, own = dict(s.returned), [dict(seen) for seen in s.returned_own]
    for card, (who, _) in zip(s.discard, s.thrown, strict=True):
        (returned if who == EVERYBODY else own[who])[card] = s.shuffles
    s.returned = tuple(returned.items())
    s.returned_own = tuple(tuple(seen.items()) for seen in own)
    s.deck, s.discard, s.thrown = s.discard, [], []
    s.shuffle(s.deck)
    if s.tell:
        s.tell("CH-Q9", "the discard pile becomes the deck")


# ---------------------------------------------------------------------------------------------------------
# CHEERS
# ---------------------------------------------------------------------------------------------------------


@applies("CH-031 to CH-033, CH-039, CH-069, CH-070, CH-Q4, CH-Q6, CH-Q17")
def tell_cheers(s: CheersTable, card: int, bar: int) -> None:
    """Tell where there is CHEERS, and who will decide what."""
    game, tell = s.game, s.tell
    assert tell
    wanted = game.small[card]
    matching = sum(game.big[other] == wanted for other in s.bars[bar] if other != card)
    tell.apply("CH-039" if matching > 1 else "", "CH-Q4" if len(s.bars[bar]) > game.places else "")
    if bar == game.seating.stool:
        tell.apply("CH-069 CH-070", "CH-Q17" if s.team.count(s.team[bar]) > 2 else "")
    tell.apply("CH-Q6" if game.cheers_optional or bar == s.actor else "")
    note_waiting_victory(s)
    tell("CH-031 CH-032 CH-033", f"CHEERS at {game.bar_name(bar)}", matching_cards=matching)


@applies("CH-050")
def note_waiting_victory(s: CheersTable) -> None:
    """Note the rule that makes a victory wait for the end of the action, where there is one."""
    met = s.game.goals.met
    if any(met.get(mix, 0) >> s.goals[s.team[bar]] & 1 for bar, mix in enumerate(s.mix)):
        s.apply("CH-050")


class Choose(Phase[CheersTable]):
    """A house rule: the player of the card decides whether to call CHEERS.  CH-Q6."""

    name = "call CHEERS or not"
    rule = "CH-Q6"
    phrases = phrases(call="calls CHEERS", ignore="says nothing")

    def moves(self, s: CheersTable) -> list[Move]:
        return [CALL, IGNORE]

    def play(self, s: CheersTable, move: Move) -> None:
        about = s.answered()
        if move == CALL:
            s.ask(GIVE, s.host(about[1]), about)
        else:
            go_on(s)


@applies("CH-035 to CH-038, CH-040, CH-042, CH-Q8, CH-Q13")
class Give(Phase[CheersTable]):
    """Whose bar it is gives the two cards away."""

    name = "give two cards away"
    rule = "CH-035"
    phrases = phrases(give="gives {card} to {guest} and {card2} to {guest2}")

    def moves(self, s: CheersTable) -> list[Move]:
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

    def play(self, s: CheersTable, move: Move) -> None:
        _, card, one, other, two = move
        bar = s.about[1]
        if s.tell:
            game, tell = s.game, s.tell
            opponents = sum(s.team[guest] != s.team[bar] for guest in (one, two))
            several = s.team.count(s.team[bar]) > 2  # teammates, who may not get both
            tell.apply("CH-Q13" if game.masquerade else "CH-036" if several else "")
            tell.apply("CH-Q8" if s.actor in (one, two) or game.seating.stool in (one, two) else "")
            first, second = (team_name(s.team[guest]) for guest in (one, two))
            served = f"both for {first}" if first == second else f"one for {first}, one for {second}"
            secret = () if game.masquerade else None
            tell("CH-035 CH-037 CH-038", served, only=secret, gifts_to_opponents=opponents)
        for gift, to in ((card, one), (other, two)):
            lift(s, gift, bar)
            lay(s, gift, to)
            if s.tell:
                if s.matches(gift, to):
                    s.tell("CH-040 CH-042", f"{s.game.pieces.name(gift)} causes no second CHEERS")
                tell_spoiled(s, to)
        s.answered()
        go_on(s)

    def why_not(self, s: CheersTable, move: Move) -> Refusal:
        game = s.game
        played, bar = s.about
        match move:
            case ("give", card, one, other, two):
                if card != played:
                    return Refusal("CH-038", f"{game.pieces.name(played)} was played and goes")
                if other not in s.bars[bar] or other == card or game.big[other] != game.small[card]:
                    return Refusal("CH-038", f"{game.pieces.name(other)} is not the card that it met")
                if bar in (one, two):
                    return Refusal("CH-037", "neither card stays with the owner of the bar")
                if one == two:
                    return Refusal("CH-035", "the two cards go to two different players")
                if game.believe:
                    return Refusal("CH-Q13", "both are known to be teammates")
                return Refusal("CH-036", "one of the two must go to an opponent")
        return super().why_not(s, move)

    def read(self, s: CheersTable, text: str) -> Move | None:
        move = super().read(s, text)
        if move and move[3] == s.about[0]:
            return (move[0], move[3], move[4], move[1], move[2])  # the other card named first
        return move


@applies("CH-029, CH-030, CH-Q5")
class OverLimit(Phase[CheersTable]):
    """More than six cards at a bar: any of them is discarded."""

    name = "clear a card away"
    rule = "CH-030"
    phrases = phrases(clear="clears {card} away")

    def moves(self, s: CheersTable) -> list[Move]:
        return [("clear", card) for card in s.bars[s.about[0]]]

    def play(self, s: CheersTable, move: Move) -> None:
        if s.tell:
            bar = s.about[0]
            s.apply("CH-Q5" if move[1] == s.bars[bar][-1] else "")
            note_waiting_victory(s)
            s.tell("CH-029 CH-030", f"{s.game.bar_name(bar)} has room for {s.game.places} cards")
        lift(s, move[1], s.about[0])
        s.discard.append(move[1])
        s.thrown.append((EVERYBODY, s.shuffles))  # face down, but everybody has seen which
        s.answered()
        go_on(s)

    def why_not(self, s: CheersTable, move: Move) -> Refusal:
        return Refusal("CH-030", f"one of the cards at {s.game.bar_name(s.about[0])} goes")


# ---------------------------------------------------------------------------------------------------------
# Victory
# ---------------------------------------------------------------------------------------------------------


def may_declare(s: CheersTable, bar: int) -> bool:
    """Return whether the cards of a bar may win at this moment.  CH-Q1, CH-Q16."""
    game = s.game
    if game.own_turn:
        # nobody knows who else belongs to the active player's team at Masquerade
        mine = bar == s.actor if game.masquerade else s.team[bar] == s.team[s.actor]
        if not mine:
            return False
    return bar != game.seating.stool or game.virtual_can_win


def claims(s: CheersTable) -> list[int]:
    """Return the bars that entitle a team to declare, one for each team, in the order of CH-Q2.

    CH-046 to CH-048: all cards of the bar belong to the combination and cover it.  CH-Q3: one bar alone.
    CH-056: in a team of master and apprentices it may be anybody's.
    """
    game = s.game
    found: dict[int, int] = {}
    for bar in game.clockwise[s.actor]:
        met = game.goals.met.get(s.mix[bar], 0)
        if met >> s.goals[s.team[bar]] & 1 and may_declare(s, bar):
            found.setdefault(s.team[bar], bar)
    bars = list(found.values())
    if not game.masquerade:
        turn = [s.team[bar] for bar in game.clockwise[s.actor]]
        bars.sort(key=lambda bar: turn.index(s.team[bar]))
    return bars


def look_for_victory(s: CheersTable) -> None:
    """Declare for whoever may, or ask whether they want to.  CH-046, CH-050, CH-Q1, CH-Q2, CH-Q22."""
    game = s.game
    bars = claims(s)
    if bars and game.manual:
        s.ask(DECLARATION, s.speaker(bars[0]), (bars[0],))
    elif bars:
        win(s, bars if game.shared else bars[:1])
    elif not game.manual:
        # CH-021: what nobody declares tells everybody which combinations it cannot be
        for bar, mix in enumerate(s.mix):
            met = game.goals.met.get(mix, 0)
            if met and may_declare(s, bar):
                s.ruled_out[bar] |= met


class Declaring(Phase[CheersTable]):
    """A house rule: a team that may declare need not.  CH-Q1, CH-057."""

    name = "declare or not"
    rule = "CH-Q1"
    phrases = phrases(declare="declares victory", quiet="keeps quiet")

    def moves(self, s: CheersTable) -> list[Move]:
        return [DECLARE, QUIET]

    def play(self, s: CheersTable, move: Move) -> None:
        bar = s.answered()[0]
        bars = claims(s)
        rest = bars[bars.index(bar) :]
        if move == DECLARE:
            win(s, rest if s.game.shared else rest[:1])
        elif len(rest) > 1:
            s.ask(self, s.speaker(rest[1]), (rest[1],))


@applies("CH-046, CH-047, CH-049, CH-056, CH-057, CH-Q1 to CH-Q3, CH-Q16, CH-Q20, CH-Q22")
def win(s: CheersTable, bars: list[int]) -> None:
    """The teams of these bars have won."""
    game = s.game
    s.won = tuple(sorted(s.team[bar] for bar in bars))
    s.phase = OVER
    s.ending = "a combination was complete" if len(bars) == 1 else f"{len(bars)} combinations were complete"
    if s.tell:
        for bar in bars:
            team = s.team[bar]
            s.apply("CH-047 CH-049" if len(s.bars[bar]) > game.goals.size else "CH-Q20")
            if game.master:  # for an apprentice the master declares
                s.apply("CH-056", "CH-057" if bar != s.masters[team] else "")
            s.apply("CH-Q1" if team != s.team[s.actor] or game.own_turn or game.manual else "")
            s.apply("CH-Q2" if len(claims(s)) > 1 else "")
            others = any(s.bars[other] for other, own in enumerate(s.team) if own == team and other != bar)
            s.apply("CH-Q3" if others else "", "CH-Q16" if bar == game.seating.stool else "")
            s.apply("CH-Q22" if game.manual else "")  # nobody is asked who would be wrong
            text = f"{game.bar_name(bar)} holds {game.drinks_of(s.goals[team])}"
            s.tell(
                "CH-046",
                f"{text}: {team_name(team)} wins",
                cards_of_the_winner=len(s.bars[bar]),
                deck_left=len(s.deck),
            )


@applies("CH-Q9")
def look_for_standstill(s: CheersTable) -> None:
    """End a game in which nobody will hold a card again."""
    if any(s.hands):
        s.idle = 0
        return
    # cards can still be moved: for as many turns as there are cards
    s.idle += 1
    if s.idle >= len(s.game.big) or not any(s.bars):
        s.phase, s.ending = OVER, "no cards were left to play"
        if s.tell:
            s.tell("CH-Q9", "nobody has a card, and none can be drawn")


TURN, CHOOSE, GIVE, LIMIT = TakeTurn(), Choose(), Give(), OverLimit()
DECLARATION = Declaring()


# ---------------------------------------------------------------------------------------------------------
# The game, and the other ways to play it
# ---------------------------------------------------------------------------------------------------------


@applies(
    "CH-002, CH-004 to CH-024, CH-052 to CH-054, CH-058 to CH-062, CH-067, CH-068, CH-071, "
    "CH-Q10, CH-Q12, CH-Q14, CH-Q15, CH-Q18, CH-Q21"
)
class Cheers(CheersWords, CheersSight):
    """CHEERS for 3 to 6 players, with open teams, master and apprentices, or a masquerade."""

    turn_rule = "CH-026"
    standing_unit = "cards"
    phases: ClassVar = (TURN, CHOOSE, GIVE, LIMIT, DECLARATION)
    layout = (
        Zone("deck", seen_by="nobody", lies="pile"),
        Zone("discard", seen_by="nobody", lies="pile"),
        Zone("aside", use="stock"),
        Zone("hand", "seat", "owner", "fan", field="hands", most=lambda game, seat: game.hand_size[seat]),
        Zone("bar", "seat", use="play", field="bars", most=lambda game, _: game.places),  # CH-029
    )
    play_zones = ("bar", "goal", "team")  # tokens follow from what the teams seek: `zones`
    stock_zones = ("deck", "discard", "aside", "box")
    fields_that_count = ("big", "small", "drink", "team")
    tables_that_count = ("bar", "ingredients", "teams")

    def deal(self, seed: int) -> CheersTable:
        """Form teams, shuffle, draw the combinations and deal the hands."""
        s = self.empty()
        chance = stream(seed, "deal")
        s.luck = derive(seed, "luck")
        s.deck = list(range(*self.cards))  # CH-012
        s.shuffle(s.deck)
        if self.masquerade:
            # CH-060: as many tokens of each team as it has members; each draws one in secret
            tokens = list(s.team)
            chance.shuffle(tokens)
            s.team = tuple(tokens)
        # CH-015, CH-059: one combination for each team, which its members then pick out too: CH-022, CH-062
        teams = len(self.seating.sizes)
        s.goals = self.goals.draw_for_teams(chance, teams, bool(self.options["distinct_goals"]))
        if self.master:
            # CH-053, CH-Q18: a person, never the stool
            s.masters = tuple(
                chance.choice([seat for seat in range(self.players) if s.team[seat] == team])
                for team in range(teams)
            )
        for seat in range(self.players):
            fill_hand(s, seat)  # CH-013
        # CH-024: nobody can be asked who drank last. CH-Q15: in an odd game the list begins with A1
        s.first = chance.randrange(self.players)
        if self.starts_with_a1:
            s.first = self.order[0]
        s.place = self.order.index(s.first)
        s.turn, s.phase = s.first, TURN
        return s

    def opened(self, s: CheersTable) -> None:
        """Tell who plays with whom, what they are after, and who begins."""
        if not s.tell:
            return
        stool, sizes = self.seating.stool >= 0, self.seating.sizes
        teams = range(len(sizes))
        of = [[name for name, own in zip(self.names, s.team, strict=False) if own == team] for team in teams]
        s.apply("CH-009" if self.players > 4 else "", "CH-010 CH-067 CH-068" if stool else "")
        s.apply("CH-006 CH-052 CH-058 CH-060 CH-Q14" if self.masquerade else "CH-011")
        if self.master:
            s.apply("CH-052 CH-053", "CH-Q18" if stool or 1 in sizes else "")
        text = "; ".join(f"{team_name(n)} is {in_a_row(own)}" for n, own in enumerate(of) if own)
        masks = ", and nobody knows who plays with whom" if HIDDEN in s.team else ""
        s.tell("CH-002 CH-007 CH-008", text + masks)
        s.apply("CH-005 CH-014 CH-016 CH-017 CH-018 CH-019 CH-020 CH-021 CH-023")
        known = [goal for goal in s.goals if goal != HIDDEN]
        s.apply("CH-Q10" if len(set(known)) < len(known) or self.options["distinct_goals"] else "")
        # ten for everybody and ten for each team are more than there are in the box without the spare ones
        full = self.players + len(sizes) > len(self.pieces.ranges["goals"]) // 10
        s.apply("CH-Q12" if self.masquerade and full else "")
        s.tell(
            "CH-054" if self.master else "CH-059 CH-061 CH-062" if self.masquerade else "CH-015 CH-022",
            "; ".join(
                f"{team_name(team)} seeks {self.drinks_of(s.goals[team])}"
                for team in teams
                if s.goals[team] != HIDDEN
            )
            or "what a team seeks is its master's secret",
        )
        missing = {} if HIDDEN in (*s.goals, *s.team) else lacking_tokens(self, s.goals, s.team)
        for part, number in missing.items():
            text = f"too few of the tokens '{part}' to pick out what each seeks"
            s.lack("CH-014" if part == "goals" else "CH-059", text, **{part: number})
        s.apply("CH-071" if stool else "", "CH-Q15" if stool else "CH-024")
        hands = " and ".join(map(str, sorted(set(self.hand_size))))
        s.tell(
            "CH-004 CH-012 CH-013 CH-Q21",
            f"{len(self.big)} cards are shuffled; hands of {hands}; {self.names[s.first]} begins",
        )

    def scores(self, s: CheersTable) -> list[int]:
        """Return 1 for each member of a winning team."""
        return [int(s.phase is OVER and s.team[seat] in s.won) for seat in range(self.players)]

    def winners(self, s: CheersTable) -> tuple[int, ...]:
        """Return the members of the winning team."""
        return tuple(seat for seat in range(self.players) if s.team[seat] in s.won)

    def sides(self, s: CheersTable) -> list[tuple[int, ...]]:
        """Return the teams; at the masquerade the lot has made them."""
        teams = range(len(self.seating.sizes))
        return [tuple(seat for seat in range(self.players) if s.team[seat] == team) for team in teams]

    def standing(self, s: CheersTable) -> list[float]:
        """Return how many cards of its combination lie at the best bar of each seat's team, less those that spoil it."""
        best = [-float(self.places)] * len(self.seating.sizes)
        for bar, mix in enumerate(s.mix):
            if bar != self.seating.stool or self.virtual_can_win:
                team = s.team[bar]
                best[team] = max(best[team], self.goals.progress(mix, s.goals[team]))
        of_seats = [float(best[s.team[seat]]) for seat in range(self.players)]
        return winners_first(of_seats, self.winners(s)) if s.phase is OVER else of_seats

    def rounds(self, s: CheersTable) -> int:
        """Return how many rounds of so many turns as there are players have been begun."""
        return 1 + s.turns // self.players

    def zones(self, s: CheersTable) -> dict[str, list[int]]:
        """Return where each card and token lies."""
        zones = super().zones(s)
        if self.seating.stool >= 0:
            zones["bar"] = s.bars[self.seating.stool]
        return zones | token_zones(self, s.goals, s.team)

    def likely(self, view: CheersTable, world: CheersTable) -> float:
        """Return how well a world fits the bars: who seeks a combination has mixed some of it."""
        weight = 1.0
        for team, goal in enumerate(world.goals):
            if view.goals[team] == HIDDEN:
                mixes = [mix for bar, mix in enumerate(world.mix) if world.team[bar] == team]
                weight *= 0.02 + max(min(1.0, prospect(self.goals, mix, goal)) for mix in mixes) ** 2
        return weight

    def greedy(self) -> Bot:
        """Return a bot that mixes its own combination and spoils what looks like another's."""
        return GreedyBartender()
