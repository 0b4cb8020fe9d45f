"""Bartender, by Aarwares: a rulebook as code, in its own order.

Numbers such as AB-027 cite seeds/bartender-aarwares.yaml; AB-Q5 and its like are rulings there.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from cardgen.engine import (
    OVER,
    Bot,
    Move,
    Moves,
    Phase,
    Refusal,
    Zone,
    applies,
    derive,
    phrases,
    stream,
    winners_first,
)
from cardgen.games.bartender_aarwares.attack import BIDDING, DEFENDING, attack, open_bid
from cardgen.games.bartender_aarwares.bar import (
    STANDING,
    Automatic,
    bar_changed,
    go_on,
    refill,
    saved,
    spend,
    win,
)
from cardgen.games.bartender_aarwares.bot import Landlord
from cardgen.games.bartender_aarwares.hole import BURYING, COUNTERING, RESCUE, RESCUED, dig, lose
from cardgen.games.bartender_aarwares.state import NO_CARD, BarTable
from cardgen.games.bartender_aarwares.view import BarSight

DRAW: Move = ("draw",)
END: Move = ("end",)


# ---------------------------------------------------------------------------------------------------------
# Set-up
# ---------------------------------------------------------------------------------------------------------


def take_card(s: BarTable, seat: int, card: int) -> bool:
    """Put a card of the main deck where it belongs; returns whether that is the hand.  AB-014, AB-016."""
    game = s.game
    if game.is_tool[card]:
        s.hands[seat].append(card)
        s.drawn[seat].append(s.shuffles)
        return True
    (s.bartenders if game.is_bartender[card] else s.customers)[seat].append(card)
    return False


@applies("AB-012, AB-013, AB-016, AB-019")
def tell_guests(s: BarTable, seat: int, guests: list[int]) -> None:
    """Tell once of all the cards that have come to a bar since this was last told."""
    game = s.game
    if s.tell and guests:
        for card in guests:
            if game.is_bartender[card]:  # one of hearts or diamonds is neither customer nor coin
                s.apply("AB-012", "AB-019" if game.pieces.cards[card].suit in ("hearts", "diamonds") else "")
            else:
                s.apply("AB-013")
        goes = "goes" if len(guests) == 1 else "go"
        s.tell("AB-016", f"{game.pieces.say(guests)} {goes} to {game.names[seat]}'s bar")
        guests.clear()


def first_player(s: BarTable, chance: random.Random) -> int:
    """Return who has the fewest pairs, then the fewest customers.  AB-021, AB-022, AB-Q17."""
    ranked = [(s.pairs(seat), len(customers)) for seat, customers in enumerate(s.customers)]
    tied = [seat for seat, standing in enumerate(ranked) if standing == min(ranked)]
    # seat 0 sits to the dealer's left
    return chance.choice(tied) if s.game.options["first_tie"] == "random" else tied[0]


# ---------------------------------------------------------------------------------------------------------
# The turn: drawing
# ---------------------------------------------------------------------------------------------------------


def begin_turn(s: BarTable, seat: int) -> None:
    """A new turn begins with drawing."""
    s.turn, s.phase, s.acts = seat, DRAWING, 0


@applies("AB-Q16")
class DrawPhase(Phase[BarTable]):
    """A coin for each pair, then main cards, up to a full hand.  AB-024 to AB-026, AB-016."""

    name = "draw"
    rule = "AB-024"
    phrases = phrases(discard="discards {card}", draw="draws")

    def moves(self, s: BarTable) -> Moves:
        if not s.game.discard_before_draw:  # AB-Q16: only as a house rule
            return [DRAW]
        discards = s.game.discards
        return [DRAW, *[discards[card] for card in s.hands[s.turn] + s.purses[s.turn]]]

    def play(self, s: BarTable, move: Move) -> None:
        if move == DRAW:
            draw(s, s.turn)
        else:
            spend(s, s.turn, move[1])
            s.apply("AB-Q16")
            tell_discard(s)

    def why_not(self, s: BarTable, move: Move) -> Refusal:
        if move[0] != "discard":
            return Refusal("AB-024", "a turn begins with drawing")
        if not s.game.discard_before_draw:
            return Refusal("AB-Q16", "cards are discarded after drawing")
        return Refusal("AB-029", f"{s.game.pieces.name(move[1])} is not in hand")


@applies("AB-029")
def tell_discard(s: BarTable) -> None:
    """Tell how many cards are left after a discard."""
    if s.tell:
        left = len(s.hands[s.turn]) + len(s.purses[s.turn])
        s.tell("AB-029", f"{s.game.names[s.turn]} holds {left} card{'s' * (left != 1)}")


@applies("AB-017, AB-023 to AB-026, AB-Q14 to AB-Q16")
def draw(s: BarTable, seat: int) -> None:
    """Draw coins and cards, then see which turned cards are safe."""
    game, hand, purse = s.game, s.hands[seat], s.purses[seat]
    room = game.hand_size - len(hand) - len(purse)
    before = room
    # AB-023, AB-024, AB-Q15: pairs are counted before the first card is drawn; AB-025: up to a full hand
    pairs = s.pairs(seat)
    for _ in range(min(pairs, room)):
        if not s.coin_deck and not refill(s, s.coin_deck, s.coin_discard):
            # AB-Q14: without coins the hand is filled from the main pile
            if not s.coin_discard:
                s.lack("AB-Q14", "there are no coins", coins=min(pairs, before) - (before - room))
            break
        purse.append(s.coin_deck.pop())
        s.earned[seat].append(s.shuffles)
        room -= 1
    if s.tell and room < before:
        coins = game.pieces.say(purse[room - before :])
        s.apply("AB-025" if pairs > before else "", "AB-Q14" if before - room < min(pairs, before) else "")
        drawn, paired = before - room, f"{pairs} pair{'s' * (pairs != 1)}"
        s.tell("AB-017 AB-023 AB-024", f"{drawn} coin{'s' * (drawn != 1)} for {paired}: {coins}")
    # AB-026: the rest from the main pile; AB-016: only what stays in hand fills it
    guests: list[int] = []
    while room:
        if not s.deck:
            tell_guests(s, seat, guests)
            if not refill(s, s.deck, s.discard):
                if not s.discard:
                    s.lack("AB-Q14", "there is no card for the hand", main_cards=room)
                break
        card = s.deck.pop()
        if take_card(s, seat, card):
            room -= 1
            continue
        guests.append(card)
        if s.tell and s.complete(seat):
            tell_guests(s, seat, guests)
        bar_changed(s, seat)
        if s.phase is OVER:
            break
    tell_guests(s, seat, guests)
    if not s.deck:
        s.bottom = NO_CARD
    if s.phase is not OVER:
        if s.tell:
            held = game.pieces.say(hand + purse) or "nothing"
            s.apply("AB-025" if pairs and not before else "", "AB-Q14" if room else "")
            s.apply("AB-Q15" if s.pairs(seat) > pairs else "")
            s.apply("AB-Q16" if s.turned[seat] and not before else "")
            s.tell("AB-026", f"{game.names[seat]} holds {held}")
        s.phase = SAVING
        if game.options["repair"] == "free":
            s.locked[seat] = 0  # AB-Q5: any partner may change sides
        save_turned(s)


class Saving(Automatic):
    """Turned cards with a new partner are safe; the owner says which, where not all are."""

    name = "save a turned card"
    rule = "AB-033"
    phrases = phrases(save="saves {card}")

    def moves(self, s: BarTable) -> Moves:
        return [("save", card) for card in s.turned[s.turn]]

    def play(self, s: BarTable, move: Move) -> None:
        saved(s, s.turn, move[1], chosen=True)
        save_turned(s)

    def go_on(self, s: BarTable) -> None:
        save_turned(s)

    def why_not(self, s: BarTable, move: Move) -> Refusal:
        return Refusal("AB-033", f"{s.game.pieces.name(move[1])} is no turned card of this bar")


def save_turned(s: BarTable) -> None:
    """Set turned cards with a partner upright and lose the others, one by one.  AB-033 to AB-035."""
    game, seat = s.game, s.turn
    turned = s.turned[seat]
    while turned:
        card = turned[0]
        barman = game.is_bartender[card]
        partners = s.partners(seat)
        if partners > 0:  # AB-Q5: a partner that stands with nobody goes to a turned card
            if partners < len(turned) and not game.alike(turned):
                return  # the owner says which
            saved(s, seat, card)
        else:
            rescue = game.options["rescue_turned"] and bool(s.hands[seat])
            if not barman and not game.into_hole:
                rescue = False  # AB-Q11: both would just be discarded
            if rescue:
                s.ask(RESCUE, seat, ("turned", card))
            else:
                lose(s, seat, "turned", card)
        if s.phase is not SAVING:
            return
    s.phase = ACTING


# ---------------------------------------------------------------------------------------------------------
# The turn: attacks, bids and discards
# ---------------------------------------------------------------------------------------------------------


@applies("AB-030, AB-031")
class ActPhase(Phase[BarTable]):
    """Raids, adverts, bids and discards in any order, then a shovel or none."""

    name = "act"
    rule = "AB-027"
    phrases = phrases(
        raid="raids {target} with {card}",
        advertise="advertises to {target} with {card}",
        open="bids for {target} with {card}",
        discard="discards {card}",
        dig="digs with {card}",
        end="ends the turn",
    )

    def moves(self, s: BarTable) -> Moves:
        game, seat = s.game, s.turn
        hand, purse, rivals = s.hands[seat], s.purses[seat], game.rivals[seat]
        is_raider, discards = game.is_raider, game.discards
        moves = [END, *[discards[card] for card in hand], *[discards[card] for card in purse]]
        if hand:
            moves += [game.digs[card] for card in hand if not is_raider[card]]  # AB-030, AB-042
        if s.acts < game.most_acts:  # AB-Q13
            raiders = [card for card in hand if is_raider[card]]
            if raiders:  # AB-027, AB-051: at a bartender of another player
                staff = [bartender for other in rivals for bartender in s.bartenders[other]]
                moves += [("raid", bartender, card) for card in raiders for bartender in staff]
            if purse:  # AB-028, AB-058: to a customer of another player; AB-053: on a bartender in the market
                guests = [customer for other in rivals for customer in s.customers[other]]
                moves += [("advertise", customer, card) for card in purse for customer in guests]
                moves += [("open", bartender, card) for card in purse for bartender in s.market]
        return moves

    def play(self, s: BarTable, move: Move) -> None:
        kind = move[0]
        if kind == "end":
            s.phase = TURNING
            turn_sideways(s)
            return
        if kind == "discard":  # AB-029
            spend(s, s.turn, move[1])
            tell_discard(s)
        elif kind == "dig":
            s.phase = TURNING  # AB-031: this shovel closes the turn
            s.apply("AB-030 AB-031")
            dig(s, s.turn, move[1])
            go_on(s)
        else:
            s.acts += 1
            if kind == "open":
                open_bid(s, move[1], move[2])
            else:
                attack(s, kind, move[1], move[2])

    def why_not(self, s: BarTable, move: Move) -> Refusal:
        game, seat, kind, card = s.game, s.turn, move[0], move[-1]
        if kind in self.phrases and card not in s.hands[seat] + s.purses[seat]:
            return Refusal("AB-029", f"{game.pieces.name(card)} is not in hand")
        match kind:
            case "raid" | "advertise" | "open" if s.acts >= game.most_acts:
                return Refusal("AB-Q13", f"{s.acts} attacks or bids have been made in this turn")
            case "raid" if not game.is_raider[card]:
                return Refusal("AB-051", f"{game.pieces.name(card)} is no raider")
            case "raid":
                return Refusal("AB-027", f"{game.pieces.name(move[1])} tends no bar of another player")
            case "advertise" if not game.is_coin[card]:
                return Refusal("AB-058", f"{game.pieces.name(card)} is no coin")
            case "advertise":
                return Refusal("AB-028", f"{game.pieces.name(move[1])} sits at no bar of another player")
            case "open" if not game.is_coin[card]:
                return Refusal("AB-Q7", f"{game.pieces.name(card)} is no coin")
            case "open":
                return Refusal("AB-053", f"{game.pieces.name(move[1])} is no bartender in the market")
            case "dig":
                return Refusal("AB-042", f"{game.pieces.name(card)} is no shovel")
        return super().why_not(s, move)


# ---------------------------------------------------------------------------------------------------------
# The end of the turn
# ---------------------------------------------------------------------------------------------------------


@applies("AB-Q5, AB-Q20")
class Turning(Automatic):
    """The last thing in a turn: cards without a partner are turned sideways."""

    name = "turn a card"
    rule = "AB-032"
    phrases = phrases(turn="turns {card}")

    def moves(self, s: BarTable) -> Moves:
        return [("turn", card) for card in s.upright(s.turn)]

    def play(self, s: BarTable, move: Move) -> None:
        s.turned[s.turn].append(move[1])
        turn_sideways(s, "AB-Q5")

    def go_on(self, s: BarTable) -> None:
        turn_sideways(s, "AB-Q20")  # after a shovel

    def why_not(self, s: BarTable, move: Move) -> Refusal:
        return Refusal("AB-Q5", f"{s.game.pieces.name(move[1])} is not one of those with cards to spare")


@applies("AB-032, AB-Q22")
def turn_sideways(s: BarTable, also: str = "") -> None:
    """Turn the spare cards; the owner says which, where they are not all alike.

    `also` is another rule by which they are turned now, or these.
    """
    game, seat = s.game, s.turn
    if game.own_turn_end and s.complete(seat):  # AB-Q4
        win(s, seat)
        return
    left = abs(len(s.bartenders[seat]) - len(s.customers[seat])) - len(s.turned[seat])
    if left:
        upright = s.upright(seat)
        if left < len(upright) and not game.alike(upright):
            return
        s.turned[seat] += upright[-left:]
    if s.tell and s.turned[seat]:
        s.apply(also)
        chosen = also == "AB-Q5"  # the moves before have said which
        says = f"sideways: {game.pieces.say(s.turned[seat])}"
        s.tell("AB-032", "all others on the bar have a partner" if chosen else says)
    s.locked[seat] = s.pairs(seat)
    seat = game.after[seat]
    if seat == s.first and s.round == game.closing_time:  # AB-Q22
        s.phase, s.ending = OVER, "nobody has won, and it is late"
        if s.tell:
            s.tell("AB-Q22", f"the bars close after {s.round} rounds")
    else:
        s.round += seat == s.first
        begin_turn(s, seat)


DRAWING, SAVING, ACTING, TURNING = DrawPhase(), Saving(), ActPhase(), Turning()


# ---------------------------------------------------------------------------------------------------------
# The game
# ---------------------------------------------------------------------------------------------------------


@applies("AB-002, AB-004 to AB-008, AB-011, AB-014, AB-015, AB-021, AB-022, AB-063, AB-Q17, AB-Q19, AB-Q21")
class BarGame(BarSight):
    """Bartender for two to four players."""

    turn_rule = "AB-053"
    standing_unit = "cards"
    phases: ClassVar[tuple[Phase[Any], ...]] = (
        DRAWING, SAVING, STANDING, ACTING, DEFENDING, RESCUE, BIDDING, BURYING, COUNTERING, TURNING,
    )  # fmt: skip
    layout = (
        Zone("deck", seen_by="nobody", lies="pile"),
        Zone("coin deck", seen_by="nobody", lies="pile"),
        Zone("discard", use="play", lies="pile"),
        Zone("coin discard", use="play", lies="pile"),
        Zone("hole", use="play", lies="pile", on="market"),
        Zone("market", on="market"),
        Zone("box", use="stock", lies="pile"),
        Zone("hand", "seat", "owner", "fan", read=lambda s, seat: s.hands[seat] + s.purses[seat]),
        Zone("bar", "seat", use="play", read=lambda s, seat: s.bartenders[seat] + s.customers[seat]),
    )
    looks_ahead = 2
    fields_that_count = ("deck", "kind", "rank", "ace", "value")
    tables_that_count = ("cast", "hole")

    def deal(self, seed: int) -> BarTable:
        """Shuffle main deck and coins apart, deal, and find out who begins: the table before the first player draws."""
        s = self.empty()
        chance = stream(seed, "deal")
        s.luck = derive(seed, "luck")
        s.deck, s.coin_deck = self.main[:], self.coins[:]
        s.shuffle(s.deck, chance)
        s.shuffle(s.coin_deck, chance)
        for _ in range(self.hand_size):
            for seat in range(self.players):
                take_card(s, seat, s.deck.pop())
        # AB-Q21: the hands are not filled up before their owners' turns
        s.first = first_player(s, chance)
        s.round = 1
        begin_turn(s, s.first)
        return s

    def opened(self, s: BarTable) -> None:
        """Tell which cards are dealt, and why somebody begins."""
        if not s.tell:
            return
        two = len(self.main) > len(self.pieces) / 2
        borrowed = not two and len(self.coins) > len(self.pieces) / 10
        s.apply("AB-005" if two else "AB-063" if borrowed else "AB-004")
        s.apply("AB-Q19" if self.players > 2 or borrowed else "")
        cards = f"{len(self.main)} cards and {len(self.coins)} coins are shuffled"
        s.tell("AB-002 AB-006 AB-007 AB-008 AB-011", f"{cards}; {self.hand_size} cards for each player")
        s.tell("AB-014 AB-015 AB-Q21", "bartenders and customers go to the bars, and no hand is filled up")
        standing = [(s.pairs(seat), len(customers)) for seat, customers in enumerate(s.customers)]
        pairs, customers = standing[s.first]
        s.apply("AB-022" if [other for other, _ in standing].count(pairs) > 1 else "")
        s.apply("AB-Q17" if standing.count(standing[s.first]) > 1 else "")
        s.tell(
            "AB-021",
            f"{self.names[s.first]} begins, with {pairs} pair{'s' * (pairs != 1)} and {customers} customer{'s' * (customers != 1)}",
        )

    def deeds(self) -> tuple[str, ...]:
        """Return every way to attack, to answer, and to lose a card."""
        return (
            "raid", "raid stopped by a raider", "raid stopped by a coin",
            "advert", "advert stopped by a raider", "advert stopped by a coin",
            "burial", "burial answered", "lost when turned", *RESCUED.values(), "bid",
        )  # fmt: skip

    def parts(self) -> Mapping[str, Collection[int]]:
        """Return what is drawn from each pile."""
        return {"coins": self.coins, "main_cards": self.main}

    def scores(self, s: BarTable) -> list[int]:
        """Return 1 for the winner, 0 for everybody else: the rules know no score."""
        return [int(seat == s.winner) for seat in range(self.players)]

    def winners(self, s: BarTable) -> tuple[int, ...]:
        """Return the winner of a game that is over; nobody, where nothing moved any more."""
        return (s.winner,) if s.winner >= 0 else ()

    def standing(self, s: BarTable) -> list[float]:
        """Return how many of the cards that a complete bar needs each seat has."""
        bars = [float(s.progress(seat)) for seat in range(self.players)]
        return winners_first(bars, self.winners(s)) if s.winner >= 0 else bars

    def rounds(self, s: BarTable) -> int:
        """Return how many rounds have been begun."""
        return s.round

    def turned(self, state: Any) -> Collection[int]:
        """Return the cards of all bars that lie sideways, without a partner."""
        return [card for cards in state.turned for card in cards]

    def greedy(self) -> Bot:
        """Return a bot that collects one kind of bartender, fights with what it has, and draws much."""
        return Landlord()
