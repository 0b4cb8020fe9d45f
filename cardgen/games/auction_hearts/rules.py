"""Auction Hearts, traditional: a rulebook as code, in its own order.

Numbers such as AH-022 cite seeds/auction-hearts.yaml; AH-Q2 and its like are rulings there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from cardgen.engine import (
    OVER,
    Bot,
    Move,
    Moves,
    Phase,
    Refusal,
    Tell,
    Zone,
    applies,
    derive,
    in_a_row,
    phrases,
    stream,
    winners_first,
)
from cardgen.games.auction_hearts.bot import CarefulPlayer
from cardgen.games.auction_hearts.state import HeartsTable
from cardgen.games.auction_hearts.view import Sight
from cardgen.games.auction_hearts.words import Words

PASS: Move = ("passes",)  # AH-018


# ---------------------------------------------------------------------------------------------------------
# The deal
# ---------------------------------------------------------------------------------------------------------


@applies("AH-013, AH-041, AH-042, AH-Q8, AH-Q9, AH-Q15 to AH-Q17, AH-Q19")
def deal_round(s: HeartsTable, again: bool = False) -> None:
    """Deal a hand to everybody, `again` where all have passed."""
    game = s.game
    suit_of, size = game.suit_of, game.hand_size
    pack = game.pack[:]
    s.shuffle(pack, first_on_top=True)
    hands = []
    for first in range(0, len(pack), size):
        hand: list[list[int]] = [[], [], [], []]
        for card in pack[first : first + size]:
            hand[suit_of[card]].append(card)
        hands.append(hand)
    s.hands, s.left, s.first_trick = hands, size, True
    s.won, s.voids, s.aside = [[] for _ in hands], [0 for _ in hands], game.aside[:]
    s.pain, s.broken = -1, False
    s.round += 1
    if s.carried:
        s.turn, s.phase = s.namer, NAME
    else:
        if s.pot and not again:  # the odd chip: all others have been won
            s.apply("AH-Q9")
        s.bids, s.high, s.namer = [], 0, -1
        s.turn, s.phase = game.after[s.dealer], AUCTION
    if s.tell:
        s.apply("AH-013" if game.players == 4 else "AH-Q17", "AH-Q8" if again else "AH-042")
        deals = f"{game.names[s.dealer]} deals"
        if s.carried:
            s.apply("AH-041 AH-Q19", "AH-Q15" if game.options["rounds"] else "")
            deals += f"; no auction, {game.names[s.namer]} names the pain suit again"
        s.tell("AH-Q16", deals)  # no cards are passed; the auction follows at once


# ---------------------------------------------------------------------------------------------------------
# The auction
# ---------------------------------------------------------------------------------------------------------


@applies("AH-002, AH-014, AH-015, AH-017 to AH-019, AH-Q6 to AH-Q8, AH-Q13")
class Auction(Phase[HeartsTable]):
    """From eldest hand on everybody speaks once: a bid or a pass."""

    name = "bid"
    rule = "AH-017"
    phrases = phrases(bid="bids {chips}", passes="passes")

    def moves(self, s: HeartsTable) -> Moves:
        # AH-Q6: at least 1, and more than every bid before; AH-Q7: no more than one holds
        least = s.high + 1 if s.game.must_raise else 1
        return [PASS, *s.game.bids[least : self.most(s) + 1]]

    def most(self, s: HeartsTable) -> int:
        """Return how much the player may bid."""
        return max(0, min(s.chips[s.turn], s.game.bid_cap))

    def play(self, s: HeartsTable, move: Move) -> None:
        game, seat = s.game, s.turn
        bid = move[1] if move != PASS else 0
        s.bids.append(bid)
        if bid > s.high:  # AH-Q6: of two equal bids the earlier one counts
            s.high, s.namer = bid, seat
        if len(s.bids) < game.players:
            s.turn = game.after[seat]
        elif s.high:
            self._sell(s)
        else:
            self._all_passed(s)

    def _sell(self, s: HeartsTable) -> None:
        """The winner pays into the pot and names the pain suit."""
        game, chips = s.game, s.chips
        if s.tell:
            bids = [bid for bid in s.bids if bid]
            # either it had to be higher than another bid, or it was the first of equal ones
            beaten = len(bids) > 1 if game.must_raise else bids.count(s.high) > 1
            s.apply("AH-018" if len(bids) < len(s.bids) else "", "AH-Q6" if beaten else "")
            s.apply("AH-Q7" if s.high == min(game.bid_cap, chips[s.namer]) else "")
            s.apply("AH-Q13" if s.high == chips[s.namer] else "")  # no chips left for a while
        chips[s.namer] -= s.high
        s.pot += s.high
        s.turn, s.phase = s.namer, NAME
        if s.tell:
            says = f"{game.names[s.namer]} wins the auction; the pot is {s.pot}"
            s.tell("AH-002 AH-014 AH-015 AH-017 AH-019", says, winning_bid=s.high)

    def _all_passed(self, s: HeartsTable) -> None:
        """Nobody pays."""
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
                s.round -= 1  # this one was not played
                deal_round(s, again=True)

    def why_not(self, s: HeartsTable, move: Move) -> Refusal:
        bid, most = int(move[1]), self.most(s)
        if bid < 1:
            return Refusal("AH-015", "a bid is a number of chips, at least 1")
        if bid > most:
            return Refusal("AH-Q7", f"{s.game.names[s.turn]} may bid up to {most}")
        return Refusal("AH-Q6", f"{s.high} has been bid already")


class Name(Phase[HeartsTable]):
    """The winner of the auction names any of the four suits."""

    name = "name the pain suit"
    rule = "AH-020"
    phrases = phrases(name="names {suit}")
    bare = "name"

    def moves(self, s: HeartsTable) -> Moves:
        return list(range(len(s.game.suits)))

    def play(self, s: HeartsTable, move: Move) -> None:
        begin_tricks(s, move)


@applies("AH-003, AH-016, AH-020, AH-021, AH-043, AH-Q8, AH-Q10")
def begin_tricks(s: HeartsTable, pain: int) -> None:
    """Set the pain suit; the namer leads."""
    game = s.game
    s.pain = pain
    # AH-Q10: in a round without an auction a house rule lets eldest hand lead
    eldest = s.carried and game.options["carry_leader"] == "eldest"
    s.turn = game.after[s.dealer] if eldest else s.namer
    s.phase = TRICKS
    if s.tell:
        s.apply("" if pain == game.hearts else "AH-003")
        s.apply("AH-Q10" if s.carried else "AH-020 AH-021" if s.high else "AH-Q8")
        s.apply("AH-043" if s.carried and s.turn == s.namer else "")
        s.tell("AH-016", f"{game.suits[pain]} are the pain suit")


# ---------------------------------------------------------------------------------------------------------
# The tricks
# ---------------------------------------------------------------------------------------------------------


@applies("AH-022 to AH-026, AH-028 to AH-030, AH-032, AH-Q18")
class Tricks(Phase[HeartsTable]):
    """Follow suit if you can; the highest card of the led suit takes the trick."""

    name = "play a card"
    rule = "AH-022"
    phrases = phrases(play="plays {card}")
    bare = "play"

    def moves(self, s: HeartsTable) -> Moves:
        hand = s.hands[s.turn]
        if s.trick:
            follow = hand[s.led]
            if follow:
                return follow[:]  # AH-022, AH-Q18: who can follow must
            # AH-029: no pain card in the first trick; AH-023, AH-030: later anything
            spared = s.first_trick and s.game.first_trick_no_pain
        elif s.first_trick:
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

    def play(self, s: HeartsTable, move: Move) -> None:
        game, seat, trick = s.game, s.turn, s.trick
        suit = game.suit_of[move]
        s.hands[seat][suit].remove(move)
        if s.tell:
            self._cite(s, suit)
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

    def _cite(self, s: HeartsTable, suit: int) -> None:
        """Note for the end of the trick why this card had to be played, or could be.

        What the hand has to do with it is for its owner to hear.
        """
        game, hand = s.game, s.hands[s.turn]
        rule = seen = ""
        if not s.trick:
            if s.first_trick:
                rule = "AH-028" if game.first_lead_no_pain and suit != s.pain and hand[s.pain] else ""
            elif game.must_break and (suit == s.pain or hand[s.pain]) and (suit == s.pain) == s.broken:
                rule = "AH-032"  # a broken suit is led, or one that is not broken is not
        elif suit == s.led:
            rule = "AH-022" if self._chooses(s, s.turn) else ""
        else:
            seen = "AH-023"
            if suit == s.pain and not s.first_trick:
                seen = "AH-023 AH-030"
            elif suit != s.pain and hand[s.pain] and s.first_trick and game.first_trick_no_pain:
                rule = "AH-029"
        if seen:
            s.apply(*seen.split(), to="AH-024")
        if rule:
            s.apply(rule, to="AH-024", only=(s.turn,))

    def _chooses(self, s: HeartsTable, seat: int) -> bool:
        """Return whether a player has other suits than the one that was led."""
        return any(cards for suit, cards in enumerate(s.hands[seat]) if suit != s.led)

    def _tell_trick(self, s: HeartsTable, tell: Tell) -> None:
        """Tell who takes the trick, and why it mattered that suit was followed.

        Apart from `_take`, because what a generator looks at is slower to reach in the whole of its function.
        """
        game, taker, leader = s.game, s.taker, s.game.after[s.turn]
        s.apply("AH-026" if s.left == 1 else "AH-025" if leader != taker else "")
        hurts = any(game.suit_of[card] == s.pain for card in s.trick)
        if leader != taker and hurts and self._chooses(s, taker):
            s.apply("AH-Q18", only=(taker,))  # it would pay not to follow
        tell("AH-024", f"{game.names[taker]} takes {game.pieces.say(s.trick)}")

    def _take(self, s: HeartsTable) -> None:
        """The highest card of the led suit takes the trick and leads the next."""
        taker = s.taker
        if s.tell:
            self._tell_trick(s, s.tell)
        s.turn = taker
        s.won[taker] += s.trick
        s.tricks[taker] += 1
        s.trick = []
        s.first_trick = False
        s.left -= 1
        if not s.left:  # AH-026: every card has been played
            settle(s)

    def why_not(self, s: HeartsTable, move: Move) -> Refusal:
        game, hand = s.game, s.hands[s.turn]
        if move not in hand[game.suit_of[move]]:
            return Refusal("AH-022", f"{game.pieces.name(move)} is not in hand")
        if s.trick and hand[s.led]:
            return Refusal("AH-022", f"{game.suits[s.led]} must be followed")
        if s.trick:
            return Refusal("AH-029", "no pain card may be thrown in the first trick")
        if s.first_trick:
            return Refusal("AH-028", "the first lead may not be a pain card")
        return Refusal("AH-032", f"{game.suits[s.pain]} are not broken yet")


@applies("AH-031, AH-033, AH-Q2 to AH-Q5")
def break_suit(s: HeartsTable) -> None:
    """The first pain card is played."""
    game = s.game
    s.broken = True
    if s.trick:
        only_pain = s.first_trick and game.first_trick_no_pain
    else:
        only_pain = game.first_lead_no_pain if s.first_trick else game.must_break
    if only_pain:  # the player has shown to hold nothing else (AH-Q2, AH-Q3, AH-Q4)
        s.voids[s.turn] |= 0b1111 & ~(1 << s.pain)
    if s.tell:
        if s.first_trick or not s.trick:  # a limit looks at this card: there was nothing else, or no limit
            s.apply("AH-Q3" if s.trick else "AH-Q2" if s.first_trick else "AH-Q4")
            others = any(cards for suit, cards in enumerate(s.hands[s.turn]) if suit != s.pain)
            if others and game.options["preset"] == "bicycle":
                s.apply("AH-033", "AH-Q5", only=(s.turn,))
        s.tell("AH-031", f"{game.suits[s.pain]} are broken")


# ---------------------------------------------------------------------------------------------------------
# Settling
# ---------------------------------------------------------------------------------------------------------


@applies("AH-004, AH-005, AH-035 to AH-040, AH-044, AH-Q1, AH-Q11, AH-Q12")
def settle(s: HeartsTable) -> None:
    """Everybody pays for pain cards, then the pot is won or stays."""
    game = s.game
    clear = []
    for seat, pile in enumerate(s.won):
        owed = sum([game.suit_of[card] == s.pain for card in pile])  # AH-036: a chip for each
        if not owed:
            clear.append(seat)
            continue
        paid = owed if game.debt else min(owed, s.chips[seat])  # AH-Q12: nobody pays more than they hold
        s.chips[seat] -= paid
        s.pot += paid
        if s.tell:
            s.apply("AH-Q12" if owed > s.chips[seat] + paid else "")
            s.apply("AH-Q1" if sum(map(bool, s.won)) == 1 else "")  # all the tricks, and no prize for it
            pays = f"pays {counted(paid, 'chip')}"
            if paid < owed:
                pays = f"{pays}, all that is left" if paid else "has no chip left to pay"
            s.tell("AH-004 AH-035 AH-036", f"{game.names[seat]} took {counted(owed, 'pain card')} and {pays}")
    if may_win(s, clear):
        # AH-039: a chip that cannot be shared stays, and (AH-Q9) the next round is a normal one
        pot = s.pot
        share, s.pot = divmod(pot, len(clear))
        for seat in clear:
            s.chips[seat] += share
            s.apply("AH-037" if len(clear) == 1 else "AH-038 AH-Q11" if s.carried else "AH-038")
            s.apply("AH-044" if s.carried else "")
            if s.tell:
                figures: Any = {"clear_players": len(clear), "pot_won": pot} if seat == clear[0] else {}
                s.tell("AH-005", f"{game.names[seat]} is clear and takes {counted(share, 'chip')}", **figures)
        s.carried = False
        if s.tell and s.pot:
            s.tell("AH-039", f"{counted(s.pot, 'chip')} {'stays' if s.pot == 1 else 'stay'} in the pot")
    else:
        s.apply("AH-044" if s.carried else "")
        if s.tell:
            s.tell(
                "AH-040",
                f"nobody takes the pot: {counted(s.pot, 'chip')} {'stays' if s.pot == 1 else 'stay'}",
                clear_players=len(clear),
            )
        s.carried = True
    end_round(s)


@applies("AH-Q11, AH-Q20")
def may_win(s: HeartsTable, clear: Sequence[int]) -> bool:
    """Return whether the clear players win the pot.  AH-037, AH-038, AH-040."""
    barred = what_bars(s, clear)
    s.apply("AH-Q20" if barred == "AH-Q20" else "AH-Q11" if barred == "AH-Q11" else "")
    return not barred


def what_bars(s: HeartsTable, clear: Sequence[int]) -> str:
    """Return the rule by which the clear players do not win the pot, or nothing if they do."""
    # AH-040: not if everybody is hurt, nor if one player took all the pain cards
    if not clear or len(clear) == s.game.players - 1:
        return "AH-040"
    if len(clear) > 2:
        return "AH-Q20"
    # as a house rule only one player alone wins a pot that stayed from an earlier round
    if len(clear) == 2 and s.carried and s.game.options["jack_single"]:
        return "AH-Q11"
    return ""


@applies("AH-007, AH-008, AH-027, AH-Q14")
def end_round(s: HeartsTable) -> None:
    """End the game, or pass the deal to the left."""
    game = s.game
    agreed = game.options["rounds"]
    waits = s.carried and game.options["end_pot"] == "play_on"  # AH-Q14
    if waits and s.tell and (min(s.chips) <= 0 or (agreed and s.round >= agreed)):
        s.tell("AH-Q14", "the pot waits for its winner, so the game goes on")
    if game.options["moon_wins_game"] and sum(map(bool, s.won)) == 1:  # AH-Q1
        s.moon = s.turn
        end_game(
            s,
            "AH-027",
            "a player took every trick of a round",
            f"{game.names[s.moon]} took every trick of a round",
        )
    elif min(s.chips) <= 0 and not waits:  # AH-Q13: only now, after the settlement
        broke = [name for name, chips in zip(game.names, s.chips, strict=True) if chips <= 0]
        end_game(s, "AH-007", "a player ran out of chips", f"{in_a_row(broke)} ran out of chips")
    elif agreed and s.round >= agreed and not waits:  # AH-Q15: rounds without an auction count
        end_game(s, "AH-008", "the agreed rounds have been played")
    else:
        s.dealer = game.after[s.dealer]
        deal_round(s)


@applies("AH-011, AH-027, AH-045 to AH-047, AH-Q1, AH-Q14")
def end_game(s: HeartsTable, rule: str, why: str, says: str = "") -> None:
    """Share what is left in the pot; `says` is why for a story, by name."""
    game = s.game
    s.phase, s.ending = OVER, why
    if s.tell:
        s.tell(rule, f"the game ends: {says or why}")
    share = 0 if game.options["end_pot"] == "void" else s.pot // game.players
    if s.tell and s.pot:
        rest = s.pot - share * game.players
        says = (
            f"everybody gets {counted(share, 'chip')} from the pot"
            if share
            else "nobody gets what is in the pot"
        )
        leaves = f", {counted(rest, 'chip')} {'leaves' if rest == 1 else 'leave'} the game" if rest else ""
        s.tell("AH-Q14", f"{says}{leaves}")
    s.chips = [chips + share for chips in s.chips]
    s.gone, s.pot = s.pot - share * game.players, 0
    if s.tell:
        final = scores(s)
        s.apply("AH-027 AH-Q1" if s.moon >= 0 or game.options["win_by"] == "tricks" else "AH-045")
        s.apply("AH-046" if s.moon < 0 and final.count(max(final)) > 1 else "")
        won = zip(game.names, s.gains(), strict=True)
        s.tell("AH-011 AH-047", f"for money: {', '.join(f'{name} {chips:+}' for name, chips in won)}")


def due(s: HeartsTable) -> list[float]:
    """Return the chips that each seat would have if the round were settled now.  AH-035 to AH-040."""
    owed = [sum([s.game.suit_of[card] == s.pain for card in pile]) for pile in s.won]
    clear = [seat for seat, cards in enumerate(owed) if not cards]
    sharing = clear if s.phase is TRICKS and not what_bars(s, clear) else range(s.game.players)
    share = (s.pot + sum(owed)) / len(sharing)  # where nobody would win it yet, anybody still may
    return [s.chips[seat] - owed[seat] + share * (seat in sharing) for seat in range(s.game.players)]


def scores(s: HeartsTable) -> list[int]:
    """Return the chips of each seat (AH-045), or its tricks where they decide (AH-Q1)."""
    return s.tricks[:] if s.game.options["win_by"] == "tricks" else s.chips[:]


AUCTION, NAME, TRICKS = Auction(), Name(), Tricks()


# ---------------------------------------------------------------------------------------------------------
# The game
# ---------------------------------------------------------------------------------------------------------


class AuctionHearts(Words, Sight):
    """Auction Hearts for four, and as a house rule for three, five or six (AH-Q17)."""

    turn_rule = "AH-014"
    standing_unit = "chips"
    by_round = True
    rest = ("aside",)
    phases: ClassVar = (AUCTION, NAME, TRICKS)
    looks_ahead = 1
    fields_that_count = ("suit", "order")
    tables_that_count = ("seats",)
    layout = (
        Zone("trick", use="play"),
        Zone("aside", use="stock", lies="pile"),
        Zone("hand", "seat", "owner", "fan", field="hands", most=lambda game, _: game.hand_size),
        Zone("won", "seat", use="play", lies="pile"),
        Zone("chips", "seat", holds="chips"),
        Zone("pot", holds="chips"),
        Zone("gone", use="stock", holds="chips"),
    )

    def deal(self, seed: int) -> HeartsTable:
        """Seat everybody with the same chips and deal the first round.  AH-010 to AH-012."""
        s = self.empty()
        s.luck = derive(seed, "luck")
        s.dealer = stream(seed, "deal").randrange(self.players)  # AH-Q19: the first dealer by lot
        deal_round(s)
        return s

    @applies("AH-009, AH-010, AH-012, AH-013, AH-Q16, AH-Q17, AH-Q19")
    def opened(self, s: HeartsTable) -> None:
        """Tell what is dealt first, and by whom."""
        if s.tell:
            cards, chips = self.hand_size, self.stake
            s.apply("AH-009 AH-013" if self.players == 4 else "AH-Q17")
            says = f"{cards} cards and {chips} chips for everybody; {self.names[s.dealer]} deals"
            s.tell("AH-010 AH-012 AH-Q16 AH-Q19", says)

    def scores(self, s: HeartsTable) -> list[int]:
        """Return the chips of each seat, or its tricks where they decide."""
        return scores(s)

    def winners(self, s: HeartsTable) -> tuple[int, ...]:
        """Return who has most; AH-046: equal players share the place."""
        return (s.moon,) if s.moon >= 0 else super().winners(s)

    def standing(self, s: HeartsTable) -> list[float]:
        """Return the chips of each seat as if the round were settled now, or its tricks where they decide."""
        if s.phase is OVER:
            return winners_first(list(map(float, scores(s))), self.winners(s))
        return list(map(float, s.tricks)) if self.options["win_by"] == "tricks" else due(s)

    def greedy(self) -> Bot:
        """Return a bot that ducks, unloads its dangers, and bids for a suit it can avoid."""
        return CarefulPlayer()


def counted(number: int, one: str) -> str:
    """Return "1 chip", "2 chips"."""
    return f"{number} {one}{'s' * (number != 1)}"
