"""Attacks and bids in a game of Bartender: raids, adverts, the market.  AB-039, AB-051, AB-053 to AB-061."""

from __future__ import annotations

from cardgen.engine import Move, Moves, Phase, Refusal, applies, phrases
from cardgen.games.bartender_aarwares.bar import NO, bar_changed, note_aces, note_act, spend
from cardgen.games.bartender_aarwares.hole import BLOWS, lose, note_attack, tell_blow, unless_rescued
from cardgen.games.bartender_aarwares.state import NO_CARD, BarTable


@applies("AB-Q12")
def attack(s: BarTable, what: str, target: int, card: int) -> None:
    """Raid a bartender, or advertise to a customer.  AB-051, AB-058."""
    spend(s, s.turn, card)
    owner = s.owner(target)
    # AB-Q12: only the owner answers; whoever holds no card at all is not asked
    if s.hands[owner] or s.purses[owner]:
        s.ask(DEFENDING, owner, (what, target, card))
    else:
        s.apply("AB-Q12")
        lose(s, owner, what, target)


@applies("AB-039, AB-056, AB-057, AB-060, AB-061, AB-Q1, AB-Q12")
class Defending(Phase[BarTable]):
    """One raider or coin of at least the same value stops an attack."""

    name = "defend or not"
    rule = "AB-039"
    phrases = phrases(defend="defends with {card}", no="does not defend")

    def moves(self, s: BarTable) -> Moves:
        game, seat, least = s.game, s.turn, self.least(s)
        value, is_raider = game.value_of, game.is_raider
        cards = [card for card in s.hands[seat] if is_raider[card] and value[card] >= least]
        cards += [card for card in s.purses[seat] if value[card] >= least]
        return [NO, *[("defend", card) for card in cards]]

    def least(self, s: BarTable) -> int:
        """Return the value that stops the attack."""
        what: str = s.about[0]
        card: int = s.about[2]
        # AB-056, AB-Q1: a house rule asks for a higher card against a raid
        higher = what == "raid" and s.game.options["raid_tie"] == "attacker"
        return s.game.value_of[card] + higher

    def play(self, s: BarTable, move: Move) -> None:
        seat = s.turn
        what, target, attacker = s.answered()
        if move == NO:
            unless_rescued(s, seat, what, target)
        else:
            spend(s, seat, move[1])  # AB-Q12: one card; the attacker may attack again with another
            if s.tell:
                self._tell_stopped(s, what, target, attacker, move[1], seat)

    def _tell_stopped(self, s: BarTable, what: str, target: int, attack: int, card: int, seat: int) -> None:
        """Tell that a defence has held."""
        game = s.game
        by_coin = game.is_coin[card]
        equal = game.value_of[card] == game.value_of[attack]
        if what == "raid":
            s.apply("AB-056 AB-Q1" if equal or game.options["raid_tie"] == "attacker" else "")
        else:
            s.apply("AB-060" if by_coin else "AB-061")
        again = bool(s.purses[s.turn]) or any(game.is_raider[held] for held in s.hands[s.turn])
        s.apply("AB-Q12" if again else "")
        note_attack(s, what)
        note_aces(s, attack, card)
        says = f"{game.pieces.name(target)} stays with {game.names[seat]}"
        did = f"{BLOWS[what]} stopped by a {'coin' if by_coin else 'raider'}"
        tell_blow(s, "AB-039 AB-057", says, what, did, stopped=1)

    def why_not(self, s: BarTable, move: Move) -> Refusal:
        game, seat, card = s.game, s.turn, move[-1]
        if card not in s.hands[seat] + s.purses[seat]:
            return Refusal("AB-039", f"{game.pieces.name(card)} is not in hand")
        if not (game.is_raider[card] or game.is_coin[card]):
            return Refusal("AB-039", f"{game.pieces.name(card)} is neither raider nor coin")
        what, _, attacker = s.about
        says = f"{game.pieces.name(card)} is worth {game.value_of[card]}, it takes {self.least(s)}"
        if game.value_of[card] == game.value_of[attacker]:
            return Refusal("AB-Q1", says)
        return Refusal("AB-039" if what == "raid" else "AB-060" if game.is_coin[card] else "AB-061", says)


DEFENDING = Defending()


def open_bid(s: BarTable, target: int, coin: int) -> None:
    """The player on turn lays a coin on a bartender in the market.  AB-053, AB-054, AB-Q6."""
    game, seat = s.game, s.turn
    out = 0 if game.options["bid_format"] == "raise" else 1 << seat
    next_bid(s, target, lay_coin(s, seat, coin), seat, out, seat)


def lay_coin(s: BarTable, seat: int, coin: int) -> int:
    """Lay a coin for a bid; returns the value to beat, 0 where it lies face down."""
    if s.game.options["bid_format"] == "sealed":
        s.sealed[seat] = coin
        return 0
    spend(s, seat, coin)  # AB-057: it is discarded whether it wins or not
    return s.game.value_of[coin]


@applies("AB-053 to AB-055, AB-057, AB-Q6, AB-Q7, AB-Q18")
def next_bid(s: BarTable, target: int, best: int, leader: int, out: int, last: int) -> None:
    """Ask the next one clockwise who may still bid; `out` are the seats, as bits, that may not."""
    game = s.game
    if best < game.top_coin:
        for seat in game.rivals[last]:
            if seat != leader and not out >> seat & 1 and s.purses[seat]:
                s.ask(BIDDING, seat, (target, best, leader, out))
                return
    if game.options["bid_format"] == "sealed":
        leader, best = reveal(s)
    # AB-055: the highest coin wins; AB-Q18: the bartender stands upright
    s.market.remove(target)
    s.bartenders[leader].append(target)
    if s.tell:
        opener = s.turn
        asked = last != opener or leader != opener or bool(out & ~(1 << opener))  # somebody else
        others_hold = any(s.hands[seat] for seat in game.rivals[opener])  # raiders and shovels do not count
        s.apply("AB-054 AB-Q6" if asked else "", "AB-Q7" if others_hold else "")
        s.apply("AB-Q18" if len(s.bartenders[leader]) > len(s.customers[leader]) else "")
        note_act(s)
        says = f"{game.names[leader]} wins {game.pieces.name(target)} for {best}"
        s.tell("AB-053 AB-055 AB-057", says, did="bid", market_price=best)
    bar_changed(s, leader)


def reveal(s: BarTable) -> tuple[int, int]:
    """Turn face-down coins up and discard them; returns who wins, and for how much.  AB-Q6.

    Of equal coins the opener's or the next clockwise wins.
    """
    leader, best = s.turn, 0
    for seat in (s.turn, *s.game.rivals[s.turn]):
        coin = s.sealed[seat]
        if coin != NO_CARD:
            if s.game.value_of[coin] > best:
                leader, best = seat, s.game.value_of[coin]
            s.sealed[seat] = NO_CARD
            spend(s, seat, coin)
    return leader, best


class Bidding(Phase[BarTable]):
    """Everybody in turn: one coin higher than the best so far, or a pass for good.  AB-054, AB-055, AB-Q6."""

    name = "bid or pass"
    rule = "AB-054"
    phrases = phrases(bid="bids {card}", no="passes")

    def moves(self, s: BarTable) -> Moves:
        value, best = s.game.value_of, s.about[1]
        # AB-Q7: a bid is not an attack, only coins count
        return [NO, *[("bid", coin) for coin in s.purses[s.turn] if value[coin] > best]]

    def play(self, s: BarTable, move: Move) -> None:
        seat = s.turn
        target, best, leader, out = s.answered()
        if move == NO or s.game.options["bid_format"] != "raise":
            out |= 1 << seat
        if move != NO:
            best = lay_coin(s, seat, move[1])
            if best:
                leader = seat
        next_bid(s, target, best, leader, out, seat)

    def why_not(self, s: BarTable, move: Move) -> Refusal:
        game, card = s.game, move[-1]
        if not game.is_coin[card]:
            return Refusal("AB-Q7", f"{game.pieces.name(card)} is no coin")
        if card not in s.purses[s.turn]:
            return Refusal("AB-054", f"{game.pieces.name(card)} is not in hand")
        return Refusal("AB-Q6", f"{s.about[1]} has been bid already")


BIDDING = Bidding()
