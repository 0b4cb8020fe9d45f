"""Bartender, by Aarwares: a rulebook as code, in its own order.

Numbers such as AB-027 cite seeds/bartender-aarwares.yaml; AB-Q5 and its like are rulings there.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from cardgen.engine import OVER, Bot, Game, Move, Moves, Phase, Refusal, derive, phrases, stream
from cardgen.games.bartender_aarwares import words
from cardgen.games.bartender_aarwares.attack import DEFENDING, attack
from cardgen.games.bartender_aarwares.bar import (
    Automatic,
    bar_changed,
    go_on,
    leave_bar,
    refill,
    spend,
    win,
)
from cardgen.games.bartender_aarwares.hole import BURYING, COUNTERING, RESCUE, dig, lose
from cardgen.games.bartender_aarwares.market import BIDDING, open_bid
from cardgen.games.bartender_aarwares.state import NO_CARD, Table
from cardgen.games.bartender_aarwares.told import DEEDS, card_rules, coin_rules, hand_rules, tell_set_up
from cardgen.games.bartender_aarwares.view import sample_world, view
from cardgen.games.citing import cite
from cardgen.model import Component, Kit

DRAW: Move = ("draw",)
END: Move = ("end",)


# ---------------------------------------------------------------------------------------------------------
# Set-up
# ---------------------------------------------------------------------------------------------------------


def deal(game: Bartender, seed: int) -> Table:
    """Shuffle main deck and coins apart, deal, and find out who begins.  AB-007 to AB-016, AB-021, AB-022."""
    s = Table(game)
    chance = stream(seed, "deal")
    s.luck = derive(seed, "luck")
    s.deck, s.coin_deck = game.main[:], game.coins[:]
    chance.shuffle(s.deck)
    chance.shuffle(s.coin_deck)
    for _ in range(game.hand_size):
        for seat in range(game.players):
            take_card(s, seat, s.deck.pop())
    # AB-Q21: the hands are not filled up before their owners' turns
    s.first = first_player(s, chance)
    s.rounds = 1
    begin_turn(s, s.first)
    return s


def take_card(s: Table, seat: int, card: int) -> bool:
    """Put a card of the main deck where it belongs; returns whether that is the hand.  AB-014, AB-016."""
    game = s.game
    if game.is_tool[card]:
        s.hands[seat].append(card)
        s.drawn[seat].append(s.shuffles)
        return True
    (s.bartenders if game.is_bartender[card] else s.customers)[seat].append(card)
    if s.tell:
        s.tell(card_rules(s, card), f"{game.pieces.name(card)} goes to {game.names[seat]}'s bar")
    return False


def first_player(s: Table, chance: random.Random) -> int:
    """Return who has the fewest pairs, then the fewest customers.  AB-021, AB-022, AB-Q17."""
    ranked = [(s.game.pairs(s, seat), len(customers)) for seat, customers in enumerate(s.customers)]
    tied = [seat for seat, standing in enumerate(ranked) if standing == min(ranked)]
    # seat 0 sits to the dealer's left
    return chance.choice(tied) if s.game.options["first_tie"] == "random" else tied[0]


# ---------------------------------------------------------------------------------------------------------
# The turn: drawing
# ---------------------------------------------------------------------------------------------------------


def begin_turn(s: Table, seat: int) -> None:
    """A new turn begins with drawing."""
    s.turn, s.phase, s.acts = seat, DRAWING, 0


class Drawing(Phase[Table]):
    """A coin for each pair, then main cards, up to a full hand.  AB-024 to AB-026, AB-016."""

    name = "draw"
    rule = "AB-024"
    phrases = phrases(discard="discards {card}", draw="draws")

    def moves(self, s: Table) -> Moves:
        if not s.game.discard_before_draw:  # AB-Q16: only as a house rule
            return [DRAW]
        discards = s.game.discards
        return [DRAW, *[discards[card] for card in s.hands[s.turn] + s.purses[s.turn]]]

    def play(self, s: Table, move: Move) -> None:
        if move == DRAW:
            draw(s, s.turn)
        else:
            spend(s, s.turn, move[1])
            if s.tell:
                tell_discard(s, "AB-Q16")

    def why_not(self, s: Table, move: Move) -> Refusal:
        if move[0] != "discard":
            return Refusal("AB-024", "a turn begins with drawing")
        if not s.game.discard_before_draw:
            return Refusal("AB-Q16", "cards are discarded after drawing")
        return Refusal("AB-029", f"{s.game.pieces.name(move[1])} is not in hand")


def tell_discard(s: Table, also: str = "") -> None:
    """Tell how many cards are left after a discard."""
    if s.tell:
        left = len(s.hands[s.turn]) + len(s.purses[s.turn])
        s.tell(cite("AB-029", also), f"{s.game.names[s.turn]} holds {left} card{'s' * (left != 1)}")


def draw(s: Table, seat: int) -> None:
    """Draw coins and cards, then see which turned cards are safe."""
    game, hand, purse = s.game, s.hands[seat], s.purses[seat]
    room = game.hand_size - len(hand) - len(purse)
    before = room
    # AB-023, AB-024, AB-Q15: pairs are counted before the first card is drawn; AB-025: up to a full hand
    pairs = game.pairs(s, seat)
    for _ in range(min(pairs, room)):
        if not s.coin_deck and not refill(s, s.coin_deck, s.coin_discard):
            break  # AB-Q14: without coins the hand is filled from the main pile
        purse.append(s.coin_deck.pop())
        s.earned[seat].append(s.shuffles)
        room -= 1
    if s.tell and room < before:
        coins = " ".join(game.pieces.list(purse[room - before :]))
        s.tell(coin_rules(pairs, before, before - room), f"{game.names[seat]} draws coins: {coins}")
    # AB-026: the rest from the main pile; AB-016: only what stays in hand fills it
    while room:
        if not s.deck and not refill(s, s.deck, s.discard):
            break
        card = s.deck.pop()
        if take_card(s, seat, card):
            room -= 1
        else:
            bar_changed(s, seat)
            if s.phase is OVER:
                break
    if not s.deck:
        s.bottom = NO_CARD
    if s.phase is not OVER:
        if s.tell:
            held = " ".join(game.pieces.list(hand + purse)) or "nothing"
            s.tell(hand_rules(s, seat, pairs, before, room), f"{game.names[seat]} holds {held}")
        s.phase = SAVING
        if game.options["repair"] == "free":
            s.locked[seat] = 0  # AB-Q5: any partner may change sides
        save_turned(s)


class Saving(Automatic):
    """Turned cards with a new partner are safe; the owner says which, where not all are.  AB-033, AB-Q5."""

    name = "save a turned card"
    rule = "AB-033"
    phrases = phrases(save="saves {card}")

    def moves(self, s: Table) -> Moves:
        return [("save", card) for card in s.turned[s.turn]]

    def play(self, s: Table, move: Move) -> None:
        saved(s, s.turn, move[1], chosen=True)
        save_turned(s)

    def go_on(self, s: Table) -> None:
        save_turned(s)

    def why_not(self, s: Table, move: Move) -> Refusal:
        return Refusal("AB-033", f"{s.game.pieces.name(move[1])} is no turned card of this bar")


def save_turned(s: Table) -> None:
    """Set turned cards with a partner upright and lose the others, one by one.  AB-033 to AB-035."""
    game, seat = s.game, s.turn
    turned = s.turned[seat]
    while turned:
        card = turned[0]
        barman = game.is_bartender[card]
        partners = len((s.customers if barman else s.bartenders)[seat]) - s.locked[seat]
        if partners > 0:  # AB-Q5: a partner that stands with nobody goes to a turned card
            if partners < len(turned) and not game.alike(turned):
                return  # the owner says which
            saved(s, seat, card)
        elif not barman:
            leave_bar(s, seat, card)  # AB-Q11: a shovel could only discard it, too
            s.discard.append(card)
            if s.tell:
                s.tell("AB-034", f"{game.pieces.name(card)} goes home without a bartender")
            bar_changed(s, seat)
        else:
            if game.options["rescue_turned"] and s.hands[seat]:
                s.ask(RESCUE, seat, ("turned", card))  # AB-Q11
            else:
                lose(s, seat, "turned", card)
        if s.phase is not SAVING:
            return
    s.phase = ACTING


def saved(s: Table, seat: int, card: int, *, chosen: bool = False) -> None:
    """Set a turned card upright beside its new partner, maybe one of several."""
    s.turned[seat].remove(card)
    s.locked[seat] += 1
    if s.tell:
        rules = "AB-033 AB-Q5" if chosen or s.game.options["repair"] == "free" else "AB-033"
        s.tell(rules, f"{s.game.pieces.name(card)} has found a partner")


# ---------------------------------------------------------------------------------------------------------
# The turn: attacks, bids and discards
# ---------------------------------------------------------------------------------------------------------


class Acting(Phase[Table]):
    """Raids, advertisements, bids and discards in any order, then a shovel or none.  AB-027 to AB-031."""

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

    def moves(self, s: Table) -> Moves:
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

    def play(self, s: Table, move: Move) -> None:
        kind = move[0]
        if kind == "end":
            s.phase = TURNING
            turn_sideways(s)
            return
        if kind == "discard":  # AB-029
            spend(s, s.turn, move[1])
            if s.tell:
                tell_discard(s)
        elif kind == "dig":
            s.phase = TURNING  # AB-031: this shovel closes the turn
            dig(s, s.turn, move[1], "AB-030 AB-031")
            go_on(s)
        else:
            s.acts += 1
            if kind == "open":
                open_bid(s, move[1], move[2])
            else:
                attack(s, kind, move[1], move[2])

    def why_not(self, s: Table, move: Move) -> Refusal:
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


class Turning(Automatic):
    """The last thing in a turn: cards without a partner are turned sideways.  AB-032, AB-Q20."""

    name = "turn a card"
    rule = "AB-032"
    phrases = phrases(turn="turns {card}")

    def moves(self, s: Table) -> Moves:
        return [("turn", card) for card in s.game.upright(s, s.turn)]

    def play(self, s: Table, move: Move) -> None:
        s.turned[s.turn].append(move[1])
        turn_sideways(s, "AB-Q5")

    def go_on(self, s: Table) -> None:
        turn_sideways(s, "AB-Q20")  # after a shovel

    def why_not(self, s: Table, move: Move) -> Refusal:
        return Refusal("AB-Q5", f"{s.game.pieces.name(move[1])} is not one of those with cards to spare")


def turn_sideways(s: Table, also: str = "") -> None:
    """Turn the spare cards; the owner says which, where they are not all alike.  AB-032, AB-Q5.

    `also` is another rule by which they are turned now, or these.
    """
    game, seat = s.game, s.turn
    if game.own_turn_end and game.complete(s, seat):  # AB-Q4
        win(s, seat)
        return
    left = abs(len(s.bartenders[seat]) - len(s.customers[seat])) - len(s.turned[seat])
    if left:
        upright = game.upright(s, seat)
        if left < len(upright) and not game.alike(upright):
            return
        s.turned[seat] += upright[-left:]
    if s.tell and s.turned[seat]:
        s.tell(cite("AB-032", also), f"sideways: {' '.join(game.pieces.list(s.turned[seat]))}")
    s.locked[seat] = game.pairs(s, seat)
    seat = game.after[seat]
    if seat == s.first and s.rounds == game.closing_time:  # AB-Q22
        s.phase, s.ended = OVER, "nobody has won, and it is late"
        if s.tell:
            s.tell("AB-Q22", f"the bars close after {s.rounds} rounds")
    else:
        s.rounds += seat == s.first
        begin_turn(s, seat)


DRAWING, SAVING, ACTING, TURNING = Drawing(), Saving(), Acting(), Turning()


# ---------------------------------------------------------------------------------------------------------
# The game
# ---------------------------------------------------------------------------------------------------------


class Bartender(Game[Table]):
    """Bartender for two to four players.  AB-004 to AB-006."""

    slug = "bartender-aarwares"
    prefix = "AB"
    turn_rule = "AB-053"
    phases: ClassVar[tuple[Phase[Any], ...]] = (
        DRAWING, SAVING, ACTING, DEFENDING, RESCUE, BIDDING, BURYING, COUNTERING, TURNING,
    )  # fmt: skip
    play_zones = ("bar", "hole", "discard", "coin discard")
    stock_zones = ("deck", "coin deck", "box")
    fields_that_count = ("deck", "kind", "rank", "ace", "value")
    tables_that_count = ("cast", "hole")

    def __init__(
        self,
        kit: Kit,
        players: int,
        options: Mapping[str, object] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(kit, players, options, names)
        cards, rules = self.pieces.cards, self.options
        cast = kit.tables.cast
        self.closing_time: int = cast["closing_time"]  # AB-Q22
        self.hand_size: int = cast["hand"]  # AB-011, AB-025
        self.needed: int = cast["needed"]  # AB-036, AB-037
        self.hole_limit: int = kit.tables.hole["limit"]  # AB-044
        # AB-007, AB-012, AB-013, AB-019, AB-042, AB-051: what a card is
        self.is_bartender, self.is_customer, self.is_coin, self.is_raider, self.is_shovel = (
            tuple(card.kind == kind for card in cards)
            for kind in ("bartender", "customer", "coin", "raider", "shovel")
        )
        self.is_tool = tuple(map(max, self.is_raider, self.is_shovel))  # what is held in hand beside coins
        # AB-062, AB-Q2: an ace has the value that the players agreed on
        worth = self.is_tool, self.is_coin
        self.value_of: tuple[int, ...] = tuple(
            rules["ace_value"] if card.ace and any(kind[n] for kind in worth) else card.value
            for n, card in enumerate(cards)
        )
        self.top_coin = max(value for n, value in enumerate(self.value_of) if self.is_coin[n])
        # AB-018, AB-019: bartenders of a rank are alike, and so are all customers but the ace
        self.sort_of = tuple(card.rank if card.kind == "bartender" else card.ace for card in cards)
        # AB-002, AB-004, AB-005, AB-063, AB-Q19: one deck for two; else both, or one and the coins of both
        one = players == kit.players.min or rules["decks"] == "one_deck_20_coins"
        coins_of_both = players > kit.players.min or rules["decks"] == "one_deck_20_coins"
        every = range(len(cards))
        self.main = [n for n in every if not self.is_coin[n] and (cards[n].deck == "A" or not one)]
        self.coins = [n for n in every if self.is_coin[n] and (cards[n].deck == "A" or coins_of_both)]
        taking_part = {*self.main, *self.coins}
        self.unused = [n for n in every if n not in taking_part]
        # tables that save time
        self.after = tuple((seat + 1) % players for seat in range(players))
        self.rivals = tuple(
            tuple((seat + n) % players for n in range(1, players)) for seat in range(players)
        )  # clockwise
        self.discards: tuple[Move, ...] = tuple(("discard", card) for card in every)
        self.digs: tuple[Move, ...] = tuple(("dig", card) for card in every)
        # house rules that are asked for often
        acts = rules["actions_per_turn"]
        self.most_acts: float = float("inf") if acts == "unlimited" else acts  # AB-Q13
        self.discard_before_draw: bool = rules["discard_before_draw"]
        self.own_turn_end = rules["win_check"] == "own_turn_end"

    def components(self, kit: Kit) -> Iterable[Component]:
        """Return the pack."""
        return (kit.component("pack"),)

    def deal(self, seed: int) -> Table:
        """Return the table before the first player draws."""
        return deal(self, seed)

    def opened(self, s: Table) -> None:
        """Tell what the set-up was."""
        if s.tell:
            tell_set_up(s)

    def deeds(self) -> tuple[str, ...]:
        """Return every way to attack, to answer, and to lose a card."""
        return DEEDS

    # -- bars

    def pairs(self, s: Table, seat: int) -> int:
        """Return how many happy customers a bar has.  AB-017, AB-023."""
        return min(len(s.bartenders[seat]), len(s.customers[seat]))

    def upright(self, s: Table, seat: int) -> list[int]:
        """Return the cards of whichever a bar has more, bartenders or customers, that are not turned."""
        bartenders, customers, turned = s.bartenders[seat], s.customers[seat], s.turned[seat]
        many = bartenders if len(bartenders) > len(customers) else customers
        return [card for card in many if card not in turned] if turned else many[:]

    def alike(self, cards: Sequence[int]) -> bool:
        """Return whether it does not matter which of these cards is taken.  AB-018, AB-019."""
        sort_of = self.sort_of
        return all(sort_of[card] == sort_of[cards[0]] for card in cards)

    def complete(self, s: Table, seat: int) -> bool:
        """Return whether a bar wins.  AB-036, AB-037, AB-038, AB-Q3."""
        bartenders, customers, needed = s.bartenders[seat], s.customers[seat], self.needed
        if len(customers) < needed or len(bartenders) < needed:
            return False
        sort_of = self.sort_of
        if True not in {sort_of[card] for card in customers}:  # AB-038: the ace
            return False
        ranks = [sort_of[card] for card in bartenders]
        if max(map(ranks.count, ranks)) < needed:
            return False
        return len(bartenders) <= len(customers) or not self.options["win_all_paired"]

    def hole_total(self, s: Table) -> int:
        """Return what the shovels in the hole add up to.  AB-044."""
        return sum([self.value_of[shovel] for shovel in s.hole])

    # -- result

    def scores(self, s: Table) -> list[int]:
        """Return 1 for the winner, 0 for everybody else: the rules know no score."""
        return [int(seat == s.winner) for seat in range(self.players)]

    def winners(self, s: Table) -> tuple[int, ...]:
        """Return the winner of a game that is over; nobody, where nothing moved any more."""
        return (s.winner,) if s.winner >= 0 else ()

    def ending(self, s: Table) -> str:
        """Return how the game ended."""
        return s.ended

    def rounds(self, s: Table) -> int:
        """Return how many rounds have been begun."""
        return s.rounds

    # -- who sees what

    def view(self, s: Table, seat: int) -> Table:
        """Return the table as a seat sees it."""
        return view(s, seat)

    def sample_world(self, view: Table, rng: random.Random) -> Table:
        """Return a full table that agrees with all the viewer has seen."""
        return sample_world(view, rng)

    def zones(self, s: Table) -> dict[str, list[int]]:
        """Return where each card lies."""
        zones = {
            "deck": s.deck, "coin deck": s.coin_deck, "discard": s.discard, "coin discard": s.coin_discard,
            "hole": s.hole, "market": s.market, "box": s.box,
        }  # fmt: skip
        for seat, name in enumerate(self.names):
            zones[f"hand {name}"] = s.hands[seat] + s.purses[seat]
            zones[f"bar {name}"] = s.bartenders[seat] + s.customers[seat]
        return zones

    # -- words

    def word(self, state: Any, field: str, value: Any) -> str:
        """Return the words for a card, or for one on somebody's bar."""
        return words.target(self, state, value) if field == "target" else super().word(state, field, value)

    def value(self, state: Any, field: str, text: str) -> Any:
        """Return the card that is meant."""
        return (
            words.read_target(self, state, text) if field == "target" else super().value(state, field, text)
        )

    def facts(self, s: Table) -> dict[str, Any]:
        """Return the position in words."""
        return words.facts(self, s)

    def picture(self, s: Table) -> str:
        """Return bars, market, hole and hands as lines of text."""
        return words.picture(self, s)

    def position(self, given: Mapping[str, Any]) -> Table:
        """Return a table as described; what is left out lies in the draw piles."""
        return words.position(self, given)

    def greedy(self) -> Bot:
        """Return a bot that collects one kind of bartender, fights with what it has, and draws much."""
        from cardgen.games.bartender_aarwares.bot import Landlord

        return Landlord()
