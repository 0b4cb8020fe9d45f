"""Auction Hearts, traditional: a rulebook as code, in its own order.

Numbers such as AH-022 cite seeds/auction-hearts.yaml; AH-Q2 and its like are rulings there.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from cardgen.engine import OVER, Bot, Game, Move, Moves, Phase, Refusal, State, derive, phrases, stream
from cardgen.games import auction_hearts_words as words
from cardgen.games.auction_hearts_view import sample_world, view
from cardgen.model import Component, Kit

PASS = 0  # AH-018: a bid of nothing


# ---------------------------------------------------------------------------------------------------------
# Components: a pack of cards, chips, a pot
# ---------------------------------------------------------------------------------------------------------


class Table(State):
    """A table of Auction Hearts. A hand is four lists, one for each suit: AH-022 then needs no search."""

    __slots__ = (
        "aside",
        "bids",
        "broken",
        "carried",
        "chips",
        "dealer",
        "ended",
        "gone",
        "hands",
        "high",
        "led",
        "moon",
        "namer",
        "pain",
        "pot",
        "rounds",
        "taker",
        "top",
        "trick",
        "tricks",
        "tricks_won",
        "voids",
        "won",
    )
    game: AuctionHearts

    def __init__(self, game: AuctionHearts) -> None:
        super().__init__(game)
        seats = range(game.players)
        self.hands: list[list[list[int]]] = [[[] for _ in game.suits] for _ in seats]
        self.trick: list[int] = []  # the cards of this trick, in order
        self.won: list[list[int]] = [[] for _ in seats]  # the cards of tricks each has taken this round
        self.aside: list[int] = []  # cards that take no part
        self.chips: list[int] = [game.stake for _ in seats]
        self.pot = 0
        self.gone = 0  # chips that have left the game
        self.dealer = 0
        self.bids: list[int] = []  # in order, from eldest hand
        self.high = 0
        self.namer = -1
        self.pain = -1
        self.broken = False
        self.led = -1
        self.top = 0  # order of the highest card of the led suit, and who played it
        self.taker = -1
        self.tricks = 0  # played this round
        self.tricks_won: list[int] = [0 for _ in seats]  # in the whole game
        self.voids: list[int] = [0 for _ in seats]  # suits that a seat has shown not to hold, as bits
        self.carried = False  # nobody won the last pot
        self.rounds = 0
        self.moon = -1
        self.ended = ""

    def copy(self) -> Table:
        """Return an independent copy; nobody records it."""
        new = Table.__new__(Table)
        new._copy_base(self)
        new.hands = [[suit[:] for suit in hand] for hand in self.hands]
        new.trick, new.won, new.aside = self.trick[:], [pile[:] for pile in self.won], self.aside[:]
        new.chips, new.pot, new.gone = self.chips[:], self.pot, self.gone
        new.dealer, new.bids, new.high, new.namer = self.dealer, self.bids[:], self.high, self.namer
        new.pain, new.broken, new.led, new.top, new.taker = (
            self.pain, self.broken, self.led, self.top, self.taker,
        )  # fmt: skip
        new.tricks, new.tricks_won, new.voids = self.tricks, self.tricks_won[:], self.voids[:]
        new.carried, new.rounds, new.moon, new.ended = self.carried, self.rounds, self.moon, self.ended
        return new


# ---------------------------------------------------------------------------------------------------------
# The deal
# ---------------------------------------------------------------------------------------------------------


def deal_round(s: Table) -> None:
    """Deal a round: AH-009, AH-013.  AH-Q16: no cards are passed."""
    game = s.game
    pack = game.pack[:]
    s.shuffle(pack)
    suit, size = game.suit, game.hand_size
    hands = []
    for first in range(0, len(pack), size):
        hand: list[list[int]] = [[] for _ in game.suits]
        for card in pack[first : first + size]:
            hand[suit[card]].append(card)
        hands.append(hand)
    s.hands = hands
    s.won = [[] for _ in hands]
    s.voids = [0 for _ in hands]
    s.aside = game.aside
    s.tricks, s.broken, s.pain, s.rounds = 0, False, -1, s.rounds + 1
    if s.carried:
        # AH-041, AH-Q10: no auction; the namer names again, for nothing
        s.turn, s.phase = s.namer, NAME
        if s.tell:
            s.tell("AH-041", f"no auction: {game.names[s.namer]} names again")
    else:
        s.bids, s.high, s.namer = [], 0, -1
        s.turn, s.phase = game.after[s.dealer], AUCTION  # AH-014: eldest hand speaks first


# ---------------------------------------------------------------------------------------------------------
# The auction
# ---------------------------------------------------------------------------------------------------------


class Auction(Phase[Table]):
    """Everybody speaks once: a higher bid, or a pass.  AH-002, AH-014 to AH-019."""

    name = "bid"
    rule = "AH-017"
    phrases = phrases(bid="bids {number}", passes="passes")

    def moves(self, s: Table) -> Moves:
        # AH-Q7: no more than one holds; AH-Q6: at least 1, and more than every bid before
        most = min(s.chips[s.turn], s.game.bid_cap)
        return [PASS, *range(s.high + 1 if s.game.must_raise else 1, most + 1)]

    def play(self, s: Table, move: Move) -> None:
        seat = s.turn
        s.bids.append(move)
        if move > s.high:  # AH-Q6: of equal bids the earlier one counts
            s.high, s.namer = move, seat
        if len(s.bids) < len(s.chips):
            s.turn = s.game.after[seat]
        elif s.high:
            # AH-019: the highest bid goes into the pot
            s.chips[s.namer] -= s.high
            s.pot += s.high
            s.turn, s.phase = s.namer, NAME
            if s.tell:
                s.tell("AH-019", f"{s.game.names[s.namer]} pays {s.high} into the pot")
        else:
            self._all_passed(s)

    def _all_passed(self, s: Table) -> None:
        game = s.game
        if s.tell:
            s.tell("AH-Q8", "everybody has passed")
        if game.all_pass == "redeal":
            s.dealer = game.after[s.dealer]
            s.rounds -= 1
            deal_round(s)
        elif game.all_pass == "dealer_names":
            s.namer = s.turn = s.dealer
            s.phase = NAME
        else:
            s.namer = game.after[s.dealer]
            begin_tricks(s, game.hearts)

    def why_not(self, s: Table, move: Move) -> Refusal:
        if not isinstance(move, int) or move < 1:
            return Refusal("AH-015", "a bid is a number of chips, at least 1")
        if move > min(s.chips[s.turn], s.game.bid_cap):
            return Refusal("AH-Q7", f"the highest bid allowed is {min(s.chips[s.turn], s.game.bid_cap)}")
        return Refusal("AH-Q6", f"{s.high} has been bid already")

    def say(self, s: Table, move: Move) -> str:
        return f"bids {move}" if move else "passes"

    def read(self, s: Table, text: str) -> Move | None:
        move = super().read(s, text)
        if move is None:
            return None
        return PASS if move[0] == "passes" else move[1] or -1  # AH-Q6: "bids 0" is no pass


class Name(Phase[Table]):
    """The winner of the auction names the pain suit.  AH-003, AH-016, AH-020, AH-041."""

    name = "name the pain suit"
    rule = "AH-020"
    phrases = phrases(name="names {suit}")
    bare = "name"

    def moves(self, s: Table) -> Moves:
        return list(range(len(s.game.suits)))

    def play(self, s: Table, move: Move) -> None:
        begin_tricks(s, move)


def begin_tricks(s: Table, pain: int) -> None:
    """The namer leads to the first trick.  AH-021, AH-043."""
    s.pain = pain
    s.trick = []
    # AH-Q10: in a round without an auction a house rule lets eldest hand lead
    eldest = s.carried and s.game.options["carry_leader"] == "eldest"
    s.turn = s.game.after[s.dealer] if eldest else s.namer
    s.phase = TRICKS
    if s.tell:
        s.tell("AH-016", f"{s.game.suits[pain]} hurt")


# ---------------------------------------------------------------------------------------------------------
# The tricks
# ---------------------------------------------------------------------------------------------------------


class Tricks(Phase[Table]):
    """Follow suit if you can; the highest card of the led suit takes the trick.  AH-021 to AH-032."""

    name = "play a card"
    rule = "AH-022"
    phrases = phrases(play="plays {card}")
    bare = "play"

    def moves(self, s: Table) -> list[int]:
        hand = s.hands[s.turn]
        if s.trick:
            follow = hand[s.led]
            if follow:
                return follow[:]  # AH-022, AH-Q18: follow suit
            # AH-023, AH-030: else anything, but (AH-029, AH-Q3) no pain card in the first trick
            free = s.tricks or not s.game.first_trick_no_pain
        elif s.tricks:
            # AH-032, AH-Q4: the pain suit is led only when it is broken
            free = s.broken or not s.game.must_break
        else:
            free = not s.game.first_lead_no_pain  # AH-028, AH-Q2
        cards = hand[0] + hand[1] + hand[2] + hand[3]
        if not free:
            pain = s.pain
            others = [card for suit in (0, 1, 2, 3) if suit != pain for card in hand[suit]]
            return others or cards
        return cards

    def play(self, s: Table, move: int) -> None:
        game, seat, trick = s.game, s.turn, s.trick
        suit = game.suit[move]
        hand = s.hands[seat]
        hand[suit].remove(move)
        if suit == s.pain and not s.broken:
            self._break(s, seat)
        if not trick:
            s.led, s.top, s.taker = suit, game.order[move], seat
        elif suit != s.led:
            s.voids[seat] |= 1 << s.led
        elif game.order[move] > s.top:
            s.top, s.taker = game.order[move], seat
        trick.append(move)
        if len(trick) < game.players:
            s.turn = game.after[seat]
            return
        # AH-024, AH-025: the highest card of the led suit takes the trick and leads the next
        s.turn = taker = s.taker
        s.won[taker] += trick
        s.tricks_won[taker] += 1
        s.tricks += 1
        s.trick = []
        if s.tell:
            s.tell("AH-024", f"{game.names[taker]} takes {' '.join(game.pieces.list(trick))}")
        if s.tricks == game.hand_size:  # AH-026
            settle(s)

    def _break(self, s: Table, seat: int) -> None:
        """The first pain card: AH-031.  Where it need not be played, it tells that nothing else was left."""
        game = s.game
        s.broken = True
        if s.tell:
            s.tell("AH-031", f"{game.suits[s.pain]} are broken")
        if s.trick:
            forced = s.led != s.pain and not s.tricks and game.first_trick_no_pain
        else:
            forced = game.must_break if s.tricks else game.first_lead_no_pain
        if forced:
            s.voids[seat] |= 15 & ~(1 << s.pain)

    def why_not(self, s: Table, move: Move) -> Refusal:
        game, hand = s.game, s.hands[s.turn]
        if not isinstance(move, int) or move not in range(len(game.pieces)):
            return Refusal("AH-022", "a card is played")
        if move not in hand[game.suit[move]]:
            return Refusal("AH-022", f"{game.pieces.name(move)} is not in hand")
        if s.trick and hand[s.led]:
            return Refusal("AH-022", f"{game.suits[s.led]} must be followed")
        if s.trick:
            return Refusal("AH-029", "no pain card is thrown in the first trick")
        if s.tricks:
            return Refusal("AH-032", f"{game.suits[s.pain]} are not broken yet")
        return Refusal("AH-028", "the first lead is no pain card")


# ---------------------------------------------------------------------------------------------------------
# Settling
# ---------------------------------------------------------------------------------------------------------


def settle(s: Table) -> None:
    """Pay for pain cards and give the pot away.  AH-004, AH-005, AH-035 to AH-041."""
    game = s.game
    clear = []
    for seat, pile in enumerate(s.won):
        owes = sum([game.suit[card] == s.pain for card in pile])  # AH-036: a chip for each
        if not owes:
            clear.append(seat)
        elif not game.debt:
            if owes > s.chips[seat] and s.tell:
                s.tell("AH-Q12", f"{game.names[seat]} owes {owes} and pays {s.chips[seat]}")
            owes = min(owes, s.chips[seat])  # AH-Q12: all they have, and the rest is forgiven
        s.chips[seat] -= owes
        s.pot += owes
        if s.tell and owes:
            s.tell("AH-036", f"{game.names[seat]} pays {owes}")
        # AH-027, AH-Q1: at some tables taking every trick wins the game
        if game.moon_wins and len(pile) == game.hand_size * game.players:
            s.moon = seat
    carried, s.carried = s.carried, False
    # AH-040: everybody has taken some, or one has taken all; AH-Q20: or more than two are clear
    s.carried = not clear or len(clear) > 2 or len(clear) == game.players - 1
    if len(clear) == 2 and carried and game.options["jack_single"]:  # AH-Q11
        s.carried = True
    if s.carried:
        if s.tell:
            s.tell("AH-040", f"nobody wins the pot of {s.pot}")
    else:
        # AH-037 to AH-039, AH-044: one takes all, two share; an odd chip stays for (AH-Q9) a normal round
        share, s.pot = divmod(s.pot, len(clear))
        for seat in clear:
            s.chips[seat] += share
            if s.tell:
                s.tell("AH-037" if len(clear) == 1 else "AH-038", f"{game.names[seat]} wins {share}")
        if s.tell and s.pot:
            s.tell("AH-039", "the odd chip stays in the pot")
    end_round(s)


def end_round(s: Table) -> None:
    """See whether the game is over, else deal again.  AH-007, AH-008, AH-042."""
    game = s.game
    broke = any(chips <= 0 for chips in s.chips)  # AH-Q13: only now
    agreed = game.options["rounds"]
    if s.moon >= 0:
        why = "a moon"
    elif broke:
        why = "a player ran out of chips"
    elif agreed and s.rounds >= agreed:  # AH-Q15: all rounds count
        why = "the agreed rounds were played"
    else:
        why = ""
    if why and not (game.options["end_pot"] == "play_on" and s.carried and s.moon < 0):
        share_pot(s)
        s.ended, s.phase = why, OVER
        if s.tell:
            s.tell("AH-027" if s.moon >= 0 else "AH-007" if broke else "AH-008", f"the game is over: {why}")
        return
    s.dealer = game.after[s.dealer]
    deal_round(s)


def share_pot(s: Table) -> None:
    """Nobody has won this pot: everybody gets an equal share.  AH-Q14."""
    if s.game.options["end_pot"] == "split":
        share, s.pot = divmod(s.pot, s.game.players)
        s.chips = [chips + share for chips in s.chips]
        if s.tell and share:
            s.tell("AH-Q14", f"everybody gets {share} from the pot")
    s.gone, s.pot = s.gone + s.pot, 0


AUCTION, NAME, TRICKS = Auction(), Name(), Tricks()


# ---------------------------------------------------------------------------------------------------------
# The game
# ---------------------------------------------------------------------------------------------------------


class AuctionHearts(Game[Table]):
    """Auction Hearts for four; for three, five or six as a house rule (AH-Q17)."""

    slug = "auction-hearts"
    prefix = "AH"
    turn_rule = "AH-014"
    phases: ClassVar = (AUCTION, NAME, TRICKS)
    play_zones = ("trick", "won")
    stock_zones = ("aside",)
    fields_that_count = ("suit", "rank", "order")

    def __init__(self, kit: Kit, players: int, options: Any = None, names: Any = None) -> None:
        super().__init__(kit, players, options, names)
        cards = self.pieces.cards
        self.suits: tuple[str, ...] = tuple(dict.fromkeys(card.suit for card in cards))
        self.hearts = self.suits.index("hearts")  # AH-Q8
        self.suit = [self.suits.index(card.suit) for card in cards]
        self.order: list[int] = [card.order for card in cards]
        seats = next(row for row in kit.tables["seats"] if row["players"] == self.players)
        self.hand_size: int = seats["hand"]  # AH-013, AH-Q17
        self.aside = [self.pieces.find(name) for name in seats["out"]]
        self.pack = [card for card in range(len(cards)) if card not in self.aside]
        values = {chip.id: chip.value for chip in kit.cards["chips"]}
        self.stake: int = seats["ones"] * values["chip-1"] + seats["fives"] * values["chip-5"]  # AH-010
        self.after = [(seat + 1) % self.players for seat in range(self.players)]
        rules = self.options
        limits = rules["preset"] != "bicycle"  # AH-033, AH-Q5
        self.first_lead_no_pain = bool(rules["first_lead_no_pain"] and limits)
        self.first_trick_no_pain = bool(rules["first_trick_no_pain"] and limits)
        self.must_break = bool(rules["must_break"] and limits)
        self.must_raise = bool(rules["must_raise"])
        self.bid_cap: int = self.players * self.stake if rules["bid_cap"] == "chips" else rules["bid_cap"]
        self.all_pass = rules["all_pass"]
        self.debt = rules["short"] == "debt"
        self.moon_wins = bool(rules["moon_wins_game"])

    def components(self, kit: Kit) -> Iterable[Component]:
        """Return the pack of cards; chips are counted, not followed."""
        return (kit.component("pack"),)

    def deal(self, seed: int) -> Table:
        """Return the table before the first bid: AH-010 to AH-013."""
        s = Table(self)
        s.luck = derive(seed, "luck")
        s.dealer = stream(seed, "deal").randrange(self.players)  # AH-012, AH-Q19
        deal_round(s)
        return s

    def word(self, state: Any, field: str, value: Any) -> str:
        """Return the words for a suit, a card or a number."""
        return self.suits[value] if field == "suit" else super().word(state, field, value)

    def value(self, state: Any, field: str, text: str) -> Any:
        """Return the suit, card or number that the words mean."""
        if field == "suit":
            if text not in self.suits:
                raise ValueError(f"'{text}' is no suit, expected {', '.join(self.suits)}")
            return self.suits.index(text)
        return super().value(state, field, text)

    # -- result

    def scores(self, s: Table) -> list[int]:
        """Return the chips of each seat (AH-045, AH-047, AH-011), or the tricks where they win (AH-Q1)."""
        return s.tricks_won[:] if self.options["win_by"] == "tricks" else s.chips[:]

    def winners(self, s: Table) -> tuple[int, ...]:
        """Return who has most; AH-046: nothing breaks a tie."""
        if s.moon >= 0:
            return (s.moon,)
        scores = self.scores(s)
        return tuple(seat for seat, score in enumerate(scores) if score == max(scores))

    def ending(self, s: Table) -> str:
        """Return how the game ended."""
        return s.ended

    def rounds(self, s: Table) -> int:
        """Return how many rounds have been begun."""
        return s.rounds

    # -- who sees what

    def view(self, s: Table, seat: int) -> Table:
        """Return the table as a seat sees it: only the own hand."""
        return view(s, seat)

    def sample_world(self, view: Table, rng: random.Random) -> Table:
        """Return a full table that agrees with all the viewer has seen."""
        return sample_world(view, rng)

    def zones(self, s: Table) -> dict[str, list[int]]:
        """Return where each card lies."""
        zones = {"trick": s.trick, "aside": s.aside}
        for seat, name in enumerate(self.names):
            zones[f"hand {name}"] = [card for suit in s.hands[seat] for card in suit]
            zones[f"won {name}"] = s.won[seat]
        return zones

    def counters(self, s: Table) -> dict[str, int]:
        """Return where the chips lie."""
        owned = {f"chips {name}": chips for name, chips in zip(self.names, s.chips, strict=True)}
        return owned | {"pot": s.pot, "aside": s.gone}

    def facts(self, s: Table) -> dict[str, Any]:
        """Return the position in words."""
        return words.facts(self, s)

    def picture(self, s: Table) -> str:
        """Return chips and pot."""
        return words.picture(self, s)

    def position(self, given: Mapping[str, Any]) -> Table:
        """Return a table as described; cards that are not described are set aside for this round."""
        return words.position(self, given)

    def greedy(self) -> Bot:
        """Return a bot that ducks, throws its dangers away, and bids when it sees a suit it can avoid."""
        from cardgen.games.auction_hearts_greedy import CarefulPlayer

        return CarefulPlayer()
