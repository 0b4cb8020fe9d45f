"""Auction Hearts, traditional: a rulebook as code, in its own order.

Numbers such as AH-022 cite seeds/auction-hearts.yaml; AH-Q2 and its like are rulings there.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from cardgen.engine import OVER, Bot, Game, Move, Moves, Phase, Refusal, derive, phrases, stream
from cardgen.games.auction_hearts import words
from cardgen.games.auction_hearts.state import Table
from cardgen.games.auction_hearts.told import (
    auction_rules,
    break_rules,
    deal_rules,
    end_rules,
    naming_rules,
    payment_rules,
    pot_rules,
    trick_rules,
)
from cardgen.games.auction_hearts.view import sample_world, view
from cardgen.model import Component, Kit

PASS: Move = ("passes",)  # AH-018


# ---------------------------------------------------------------------------------------------------------
# The deal
# ---------------------------------------------------------------------------------------------------------


def deal(game: AuctionHearts, seed: int) -> Table:
    """Seat everybody with the same chips and deal the first round.  AH-010, AH-011, AH-012."""
    s = Table(game)
    s.luck = derive(seed, "luck")
    s.dealer = stream(seed, "deal").randrange(game.players)  # AH-Q19: the first dealer by lot
    deal_round(s)
    return s


def deal_round(s: Table, again: bool = False) -> None:
    """Deal a hand to everybody, `again` where all have passed.  AH-009, AH-013."""
    game = s.game
    suit_of, size = game.suit_of, game.hand_size
    pack = game.pack[:]
    s.shuffle(pack)
    hands = []
    for first in range(0, len(pack), size):
        hand: list[list[int]] = [[], [], [], []]
        for card in pack[first : first + size]:
            hand[suit_of[card]].append(card)
        hands.append(hand)
    s.hands, s.left, s.first = hands, size, True
    s.won, s.voids, s.aside = [[] for _ in hands], [0 for _ in hands], game.aside[:]
    s.pain, s.broken = -1, False
    s.rounds += 1
    if s.tell:
        deals = f"{game.names[s.dealer]} deals"
        if s.carried:
            deals += f"; no auction, {game.names[s.namer]} names the pain suit again"
        s.tell(deal_rules(s, again), deals)
    # AH-Q16: no cards are passed; the auction follows at once
    if s.carried:
        s.turn, s.phase = s.namer, NAME
    else:
        s.bids, s.high, s.namer = [], 0, -1
        s.turn, s.phase = game.after[s.dealer], AUCTION


# ---------------------------------------------------------------------------------------------------------
# The auction
# ---------------------------------------------------------------------------------------------------------


class Auction(Phase[Table]):
    """From eldest hand on everybody speaks once: a bid or a pass.  AH-002, AH-014 to AH-019."""

    name = "bid"
    rule = "AH-017"
    phrases = phrases(bid="bids {chips}", passes="passes")

    def moves(self, s: Table) -> Moves:
        # AH-Q6: at least 1, and more than every bid before; AH-Q7: no more than one holds
        least = s.high + 1 if s.game.must_raise else 1
        return [PASS, *s.game.bids[least : self.most(s) + 1]]

    def most(self, s: Table) -> int:
        """Return how much the player may bid."""
        return max(0, min(s.chips[s.turn], s.game.bid_cap))

    def play(self, s: Table, move: Move) -> None:
        game, seat = s.game, s.turn
        bid = move[1] if move != PASS else 0
        s.bids.append(bid)
        if bid > s.high:  # AH-Q6: of two equal bids the earlier one counts
            s.high, s.namer = bid, seat
        if len(s.bids) < game.players:
            s.turn = game.after[seat]
        elif s.high:
            rules = auction_rules(s) if s.tell else ""
            # AH-019: the winner pays into the pot, and (AH-Q13) may have no chips left for a while
            s.chips[s.namer] -= s.high
            s.pot += s.high
            s.turn, s.phase = s.namer, NAME
            if s.tell:
                s.tell(
                    rules, f"{game.names[s.namer]} wins the auction; the pot is {s.pot}", winning_bid=s.high
                )
        else:
            self._all_passed(s)

    def _all_passed(self, s: Table) -> None:
        """Nobody pays.  AH-Q8."""
        game = s.game
        if s.tell:
            s.tell("AH-Q8", "everybody has passed")
        match game.options["all_pass"]:
            case "hearts":
                s.namer = game.after[s.dealer]
                begin_tricks(s, game.hearts)
            case "dealer_names":
                s.namer = s.turn = s.dealer
                s.phase = NAME
            case "redeal":
                s.dealer = game.after[s.dealer]
                s.rounds -= 1  # this one was not played
                deal_round(s, again=True)

    def why_not(self, s: Table, move: Move) -> Refusal:
        bid, most = int(move[1]), self.most(s)
        if bid < 1:
            return Refusal("AH-015", "a bid is a number of chips, at least 1")
        if bid > most:
            return Refusal("AH-Q7", f"{s.game.names[s.turn]} may bid up to {most}")
        return Refusal("AH-Q6", f"{s.high} has been bid already")


class Name(Phase[Table]):
    """The winner of the auction names any of the four suits.  AH-003, AH-016, AH-020."""

    name = "name the pain suit"
    rule = "AH-020"
    phrases = phrases(name="names {suit}")
    bare = "name"

    def moves(self, s: Table) -> Moves:
        return list(range(len(s.game.suits)))

    def play(self, s: Table, move: Move) -> None:
        begin_tricks(s, move)


def begin_tricks(s: Table, pain: int) -> None:
    """Set the pain suit; the namer leads.  AH-021, AH-043."""
    game = s.game
    s.pain = pain
    # AH-Q10: in a round without an auction a house rule lets eldest hand lead
    eldest = s.carried and game.options["carry_leader"] == "eldest"
    s.turn = game.after[s.dealer] if eldest else s.namer
    s.phase = TRICKS
    if s.tell:
        s.tell(naming_rules(s), f"{game.suits[pain]} are the pain suit")


# ---------------------------------------------------------------------------------------------------------
# The tricks
# ---------------------------------------------------------------------------------------------------------


class Tricks(Phase[Table]):
    """Follow suit if you can; the highest card of the led suit takes the trick.  AH-021 to AH-033."""

    name = "play a card"
    rule = "AH-022"
    phrases = phrases(play="plays {card}")
    bare = "play"

    def moves(self, s: Table) -> Moves:
        hand = s.hands[s.turn]
        if s.trick:
            follow = hand[s.led]
            if follow:
                return follow[:]  # AH-022, AH-Q18: who can follow must
            # AH-029: no pain card in the first trick; AH-023, AH-030: later anything
            spared = s.first and s.game.first_trick_no_pain
        elif s.first:
            spared = s.game.first_lead_no_pain  # AH-028
        else:
            spared = not s.broken and s.game.must_break  # AH-032
        one, two, three, four = hand
        cards = one + two + three + four
        if spared:
            pain = hand[s.pain]
            if pain and len(pain) < len(cards):  # AH-Q2, AH-Q3, AH-Q4: unless there is nothing else
                return [card for card in cards if card not in pain]
        return cards

    def play(self, s: Table, move: Move) -> None:
        game, seat, trick = s.game, s.turn, s.trick
        suit = game.suit_of[move]
        s.hands[seat][suit].remove(move)
        if suit == s.pain and not s.broken:
            break_suit(s)
        if not trick:
            s.led, s.top, s.taker = suit, game.order[move], seat
        elif suit != s.led:
            s.voids[seat] |= 1 << s.led
        elif game.order[move] > s.top:
            s.top, s.taker = game.order[move], seat
        trick.append(move)
        if len(trick) < game.players:
            s.turn = game.after[seat]
        else:
            self._take(s)

    def _take(self, s: Table) -> None:
        """The highest card of the led suit takes the trick and leads the next.  AH-024, AH-025."""
        taker = s.taker
        if s.tell:
            s.tell(trick_rules(s), f"{s.game.names[taker]} takes {' '.join(s.game.pieces.list(s.trick))}")
        s.turn = taker
        s.won[taker] += s.trick
        s.tricks[taker] += 1
        s.trick = []
        s.first = False
        s.left -= 1
        if not s.left:  # AH-026: every card has been played
            settle(s)

    def why_not(self, s: Table, move: Move) -> Refusal:
        game, hand = s.game, s.hands[s.turn]
        if move not in hand[game.suit_of[move]]:
            return Refusal("AH-022", f"{game.pieces.name(move)} is not in hand")
        if s.trick and hand[s.led]:
            return Refusal("AH-022", f"{game.suits[s.led]} must be followed")
        if s.trick:
            return Refusal("AH-029", "no pain card may be thrown in the first trick")
        if s.first:
            return Refusal("AH-028", "the first lead may not be a pain card")
        return Refusal("AH-032", f"{game.suits[s.pain]} are not broken yet")


def break_suit(s: Table) -> None:
    """The first pain card is played.  AH-031."""
    game = s.game
    s.broken = True
    if s.trick:
        only_pain = s.first and game.first_trick_no_pain
    else:
        only_pain = game.first_lead_no_pain if s.first else game.must_break
    if only_pain:  # the player has shown to hold nothing else (AH-Q2, AH-Q3, AH-Q4)
        s.voids[s.turn] |= 0b1111 & ~(1 << s.pain)
    if s.tell:
        s.tell(break_rules(s), f"{game.suits[s.pain]} are broken")


# ---------------------------------------------------------------------------------------------------------
# Settling
# ---------------------------------------------------------------------------------------------------------


def settle(s: Table) -> None:
    """Everybody pays for pain cards, then the pot is won or stays.  AH-004, AH-035, AH-036."""
    game = s.game
    clear = []
    for seat, pile in enumerate(s.won):
        owed = sum([game.suit_of[card] == s.pain for card in pile])  # AH-036: a chip for each
        if not owed:
            clear.append(seat)
            continue
        if s.tell:
            rules = payment_rules(s, seat, owed)
        paid = owed if game.debt else min(owed, s.chips[seat])  # AH-Q12: nobody pays more than they hold
        s.chips[seat] -= paid
        s.pot += paid
        if s.tell:
            s.tell(rules, f"{game.names[seat]} took {owed} pain cards and pays {paid}")
    if may_win(s, clear):
        pot = s.pot
        rules = pot_rules(s, clear) if s.tell else ""
        # AH-005, AH-037, AH-038, AH-044: one takes all that has come together, two share;
        # AH-039: a chip that cannot be shared stays, and (AH-Q9) the next round is a normal one
        share, s.pot = divmod(s.pot, len(clear))
        for seat in clear:
            s.chips[seat] += share
            if s.tell:
                says = f"{game.names[seat]} is clear and wins {share}"
                if seat == clear[0]:
                    s.tell(rules, says, clear_players=len(clear), pot_won=pot)
                else:
                    s.tell(rules, says)
        s.carried = False
        if s.tell and s.pot:
            s.tell("AH-039", f"{s.pot} stays in the pot")
    else:
        if s.tell:
            s.tell(pot_rules(s, clear), f"nobody wins, the pot of {s.pot} stays", clear_players=len(clear))
        s.carried = True
    end_round(s)


def may_win(s: Table, clear: Sequence[int]) -> bool:
    """Return whether the clear players win the pot.  AH-037, AH-038, AH-040."""
    # AH-040: not if everybody is hurt, nor if one player took all the pain cards
    if not clear or len(clear) == s.game.players - 1:
        return False
    if len(clear) == 2:
        # AH-Q11: as a house rule only one player alone wins a pot that stayed from an earlier round
        return not (s.carried and s.game.options["jack_single"])
    return len(clear) == 1  # AH-Q20: not if more than two are clear


def end_round(s: Table) -> None:
    """End the game, or pass the deal to the left.  AH-007, AH-008, AH-042."""
    game = s.game
    agreed = game.options["rounds"]
    waits = s.carried and game.options["end_pot"] == "play_on"  # AH-Q14
    if waits and s.tell and (min(s.chips) <= 0 or (agreed and s.rounds >= agreed)):
        s.tell("AH-Q14", "the pot waits for its winner, so the game goes on")
    if game.options["moon_wins_game"] and sum(map(bool, s.won)) == 1:  # AH-Q1
        s.moon = s.turn
        end_game(s, "AH-027", "a player took every trick of a round")
    elif min(s.chips) <= 0 and not waits:  # AH-Q13: only now, after the settlement
        end_game(s, "AH-007", "a player ran out of chips")
    elif agreed and s.rounds >= agreed and not waits:  # AH-Q15: rounds without an auction count
        end_game(s, "AH-008", "the agreed rounds have been played")
    else:
        s.dealer = game.after[s.dealer]
        deal_round(s)


def end_game(s: Table, rule: str, why: str) -> None:
    """Share what is left in the pot.  AH-Q14."""
    game = s.game
    s.phase, s.ended = OVER, why
    if s.tell:
        s.tell(rule, f"the game ends: {why}")
    share = 0 if game.options["end_pot"] == "void" else s.pot // game.players
    if s.tell and s.pot:
        s.tell(
            "AH-Q14", f"everybody gets {share} from the pot, {s.pot - share * game.players} leave the game"
        )
    s.chips = [chips + share for chips in s.chips]
    s.gone, s.pot = s.pot - share * game.players, 0
    if s.tell:
        won = zip(game.names, game.gains(s), strict=True)
        s.tell(end_rules(s), f"for money: {', '.join(f'{name} {chips:+}' for name, chips in won)}")


AUCTION, NAME, TRICKS = Auction(), Name(), Tricks()


# ---------------------------------------------------------------------------------------------------------
# The game
# ---------------------------------------------------------------------------------------------------------


class AuctionHearts(Game[Table]):
    """Auction Hearts for four, and as a house rule for three, five or six (AH-Q17)."""

    slug = "auction-hearts"
    prefix = "AH"
    turn_rule = "AH-014"
    phases: ClassVar = (AUCTION, NAME, TRICKS)
    fields_that_count = ("suit", "order")
    tables_that_count = ("seats",)
    play_zones = ("trick", "won")
    stock_zones = ("aside", "gone")

    def __init__(
        self,
        kit: Kit,
        players: int,
        options: Mapping[str, object] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(kit, players, options, names)
        cards, rules = self.pieces.cards, self.options
        self.suits: tuple[str, ...] = tuple(dict.fromkeys(card.suit for card in cards))
        self.hearts = self.suits.index("hearts")  # AH-Q8
        self.suit_of: list[int] = [self.suits.index(card.suit) for card in cards]
        self.order: list[int] = [card.order for card in cards]  # AH-009
        self.after = [*range(1, self.players), 0]  # who sits to the left
        # AH-010, AH-013, AH-Q17: what each player gets
        seats = next(row for row in kit.tables["seats"] if row["players"] == self.players)
        chip = {chip.id: chip.value for chip in kit.cards["chips"]}
        self.stake: int = seats["ones"] * chip["chip-1"] + seats["fives"] * chip["chip-5"]
        self.hand_size: int = seats["hand"]
        self.aside = [self.pieces.find(card) for card in seats["out"]]
        self.pack = [card for card in range(len(cards)) if card not in self.aside]
        self.bids: list[Move] = [("bid", number) for number in range(self.players * self.stake + 1)]
        # AH-033, AH-Q5: the plain game of the Bicycle rules has none of the three limits
        limits = rules["preset"] != "bicycle"
        self.first_lead_no_pain = bool(limits and rules["first_lead_no_pain"])
        self.first_trick_no_pain = bool(limits and rules["first_trick_no_pain"])
        self.must_break = bool(limits and rules["must_break"])
        self.must_raise = bool(rules["must_raise"])
        self.bid_cap: int = len(self.bids) - 1 if rules["bid_cap"] == "chips" else rules["bid_cap"]
        self.debt = rules["short"] == "debt"

    def components(self, kit: Kit) -> Iterable[Component]:
        """Return the pack; chips are counted, not followed."""
        return (kit.component("pack"),)

    def deal(self, seed: int) -> Table:
        """Return the table before the first bid."""
        return deal(self, seed)

    def opened(self, s: Table) -> None:
        """Tell what is dealt first, and by whom."""
        if s.tell:
            says = (
                f"{self.hand_size} cards and {self.stake} chips for everybody; {self.names[s.dealer]} deals"
            )
            s.tell(
                "AH-009 AH-010 AH-012 AH-013 AH-Q16 AH-Q19"
                if self.players == 4
                else "AH-010 AH-012 AH-Q16 AH-Q17 AH-Q19",
                says,
            )

    # -- result

    def scores(self, s: Table) -> list[int]:
        """Return the chips of each seat (AH-045), or its tricks where they decide (AH-Q1)."""
        return s.tricks[:] if self.options["win_by"] == "tricks" else s.chips[:]

    def gains(self, s: Table) -> list[int]:
        """Return what each seat wins or loses when chips were bought for money: AH-011, AH-047."""
        return [chips - self.stake for chips in s.chips]

    def winners(self, s: Table) -> tuple[int, ...]:
        """Return who has most; AH-046: equal players share the place."""
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
        """Return the table as a seat sees it: of the hands, only its own."""
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
        chips = {f"chips {name}": number for name, number in zip(self.names, s.chips, strict=True)}
        return {**chips, "pot": s.pot, "gone": s.gone}

    # -- words

    def word(self, state: Any, field: str, value: Any) -> str:
        """Return the words for a suit, a number of chips or a card."""
        return self.suits[value] if field == "suit" else super().word(state, field, value)

    def value(self, state: Any, field: str, text: str) -> Any:
        """Return the suit, the number of chips or the card that is meant."""
        return words.value(self, field, text) if field != "card" else super().value(state, field, text)

    def facts(self, s: Table) -> dict[str, Any]:
        """Return the position in words."""
        return words.facts(self, s)

    def picture(self, s: Table) -> str:
        """Return chips, pot and hands as lines of text."""
        return words.picture(self, s)

    def position(self, given: Mapping[str, Any]) -> Table:
        """Return a table as described; what is left out is filled up."""
        return words.position(self, given)

    def greedy(self) -> Bot:
        """Return a bot that ducks, unloads its dangers, and bids for a suit it can avoid."""
        from cardgen.games.auction_hearts.bot import CarefulPlayer

        return CarefulPlayer()
