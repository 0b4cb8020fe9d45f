"""Bartender the Card Game (2012): a rulebook as code, in its own order.

Numbers such as BT-037 cite seeds/bartender-2012.yaml; BT-Q6 and its like are rulings there. What cards do
is read from the kit (`effects`): BT-007, BT-008, a card is right where it and the rules differ.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from cardgen.engine import Bot, Move, Moves, Phase, Refusal, derive
from cardgen.games.bartender_2012 import words
from cardgen.games.bartender_2012.auction import BID, SECRET, SPEAK_UP, begin_auction
from cardgen.games.bartender_2012.cards import read_cards
from cardgen.games.bartender_2012.choices import CHOICES, NONE, WHICH_FIRST, Decision, resolve
from cardgen.games.bartender_2012.draft import DRAFT, deal_hands
from cardgen.games.bartender_2012.effects.scope import CHOSEN
from cardgen.games.bartender_2012.effects.worth import ChangeWorth, PackedAt, worths
from cardgen.games.bartender_2012.end import EXPLAIN, end_week
from cardgen.games.bartender_2012.house import NOBODY, House
from cardgen.games.bartender_2012.state import Table
from cardgen.games.bartender_2012.view import sample_world, view
from cardgen.games.citing import cite
from cardgen.model import Component, Kit
from cardgen.source.effects import many

EXCHANGE = -3  # a move; no card has such a number

# ---------------------------------------------------------------------------------------------------------
# Set-up
# ---------------------------------------------------------------------------------------------------------


def deal(game: House, seed: int) -> Table:
    """Shuffle all cards into one deck and deal: BT-003, BT-009, BT-011, BT-012."""
    s = Table(game)
    s.deck = list(range(len(game.pieces)))
    s.luck = derive(seed, "deal")
    s.shuffle(s.deck)
    s.luck = derive(seed, "luck")
    next_shift(s)
    return s


# ---------------------------------------------------------------------------------------------------------
# The week: the draft and the auctions have files of their own, `draft` and `auction`
# ---------------------------------------------------------------------------------------------------------


def next_shift(s: Table) -> None:
    """Begin the next SHIFT: BT-025, BT-027, BT-061."""
    game = s.game
    if s.shift == game.shifts:
        end_week(s)
        return
    s.shift += 1
    if s.tell:
        rules = cite("BT-025 BT-027 BT-061", "BT-Q1" if s.shift > 1 else "")
        s.tell(rules, f"SHIFT {s.shift} of {game.shifts}")
    if s.shift == 1 or game.hands == "redraft":
        deal_hands(s)
        return
    if game.hands == "refill_to_5":  # BT-Q1
        for seat in s.round_from(s.last_bic + 1):
            s.draw(seat, max(0, game.hand - len(s.hands[seat])))
    begin_auction(s)


def take_charge(s: Table) -> None:
    """The BIC opens the SHIFT with two cards; in mid-SHIFT it just goes on.  BT-029, BT-032, BT-034, BT-Q13."""
    seat = s.bic
    if s.tell:
        s.tell("BT-029", f"{s.game.names[seat]} is the BIC, and the goal is {s.goal}")
    if s.mid:
        s.mid = False
        if s.phase is not HOUR:
            s.answered()
        HOUR.resume(s)
        return
    s.hour, s.hours = 0, s.game.shift_hours  # BT-026
    drawn = s.draw(seat, s.game.bic_draws)
    if s.tell:
        # BT-Q22: a hand has no limit
        rules = cite("BT-032 BT-034", "BT-Q22" if len(s.hands[seat]) > s.game.hand else "")
        s.tell(rules, f"{s.game.names[seat]} draws {many(drawn, 'card')}")
    begin_hour(s)


# ---------------------------------------------------------------------------------------------------------
# HOURs
# ---------------------------------------------------------------------------------------------------------


def begin_hour(s: Table) -> None:
    """The next player's turn.  BT-028, BT-033, BT-053, BT-054, BT-071, BT-Q7, BT-Q21."""
    game = s.game
    s.hour += 1
    s.clock += 1
    if s.hour == 1:
        s.turn = s.bic  # BT-033
    elif game.balance_hours:
        ring = s.round_from(s.turn + 1)
        s.turn = min(ring, key=lambda seat: s.had[seat])  # BT-Q7: of equals the nearest on the right
    else:
        s.turn = s.right_of(s.turn)
    s.had[s.turn] += 1
    s.schemes_left = s.patrons_left = 1  # BT-036
    s.patrons_played = s.granted = s.owed = 0
    s.closing = False
    if s.locks:
        s.locks = [lock for lock in s.locks if lock[1] >= s.clock]
    if s.tell:
        rules = "BT-026 BT-028 BT-033" if s.hour == 1 else "BT-028 BT-053 BT-054 BT-Q7"
        s.tell(rules, f"HOUR {s.hour} of {s.hours}: {game.names[s.turn]}")
    s.phase = HOUR
    if game.draw_every_hour:
        drawn = s.draw(s.turn, game.draw_every_hour)
        if s.tell and drawn:
            s.tell("BT-071 BT-Q21", f"{game.names[s.turn]} draws for the HOUR")
    HOUR.resume(s)


class Hour(Decision):
    """Play one SCHEME and one PATRON, in any order, one of them, or nothing.  BT-036, BT-Q11, BT-Q22."""

    name, rule, some, none = "play a card", "BT-036", "plays {card}", "ends the HOUR"

    def moves(self, s: Table) -> Moves:
        game, hand = s.game, s.hands[s.turn]
        patron = s.patrons_left > 0 and not (s.locks and s.locked("PATRON"))
        scheme = s.schemes_left > 0 and not (s.locks and s.locked("SCHEME"))
        if patron and scheme:
            moves = [*hand, NONE]
        elif patron or scheme:
            is_patron = game.is_patron
            moves = [card for card in hand if is_patron[card] == patron]
            moves.append(NONE)
        else:
            moves = [NONE]
        if game.exchange and hand and not s.exchanged[s.turn]:
            moves.append(EXCHANGE)
        return moves

    def play(self, s: Table, move: Move) -> None:
        game, seat = s.game, s.turn
        if move == NONE:
            self.close(s)
            self.resume(s)
        elif move == EXCHANGE:
            s.exchanged[seat] = True
            s.ask(EXCHANGE_CARDS, seat)
        else:
            s.leave_hand(seat, move)
            if game.is_patron[move]:
                s.enter(move, seat)
                s.patrons_left -= 1
                s.patrons_played += 1
            else:
                s.schemes.append(move)
                s.scheme_owners.append(seat)
                s.named.append(NOBODY)
                s.schemes_left -= 1
            acts = game.first_acts[move]
            if s.tell:
                on_entering = "BT-036 BT-048 BT-049" if acts else "BT-036 BT-047 BT-049"
                rules = cite(on_entering if game.is_patron[move] else "BT-036 BT-042 BT-043")
                s.tell(rules, f"{game.pieces.cards[move].name} enters the BAR")
            if acts:
                s.begin_acts(acts, move, seat)
                s.carry_on()
            else:
                self.resume(s)

    def close(self, s: Table) -> None:
        """Count how often the BIC may reveal: BT-037, BT-040, BT-Q9, BT-Q11."""
        s.closing = True
        s.owed = (s.patrons_played == 0) + min(s.granted, s.patrons_left)

    def resume(self, s: Table) -> None:
        """Go on with the HOUR, or end it when everybody can see that nothing more can be played."""
        if not s.alive[s.bic]:
            replace_bic(s)
            return
        if not s.closing:
            hand = s.hands[s.turn]
            if hand and s.alive[s.turn]:
                if s.patrons_left and not (s.locks and s.locked("PATRON")):
                    return
                if s.schemes_left and not (s.locks and s.locked("SCHEME")):
                    return
                if s.game.exchange and not s.exchanged[s.turn]:
                    return
            self.close(s)
        while s.owed:
            s.owed -= 1
            if s.offer_reveal("BT-040" if s.patrons_played else "BT-037 BT-Q9"):
                return
        if s.hour >= s.hours:
            settle(s)
        else:
            begin_hour(s)

    def say(self, s: Table, move: Move) -> str:
        return "exchanges cards" if move == EXCHANGE else super().say(s, move)

    def read(self, s: Table, text: str) -> Move | None:
        return EXCHANGE if text.strip() == "exchanges cards" else super().read(s, text)

    def why_not(self, s: Table, move: Move) -> Refusal:
        game = s.game
        if move == EXCHANGE:
            return Refusal("BT-069", "cards are exchanged once a game, and only in games without a draft")
        if move not in s.hands[s.turn]:
            return Refusal("BT-036", "a card from the own hand is played")
        name, left = ("PATRON", s.patrons_left) if game.is_patron[move] else ("SCHEME", s.schemes_left)
        if s.locked(name):
            return Refusal("BT-007", f"no {name} may be played in this HOUR")
        return Refusal(
            "BT-036", f"only one {name} is played in an HOUR" if not left else "it cannot be played"
        )


class ExchangeCards(Decision):
    """Once a game: throw away any number of cards and draw as many.  BT-069."""

    name, rule, some, none = "exchange cards", "BT-069", "puts {card} aside", "draws as many"

    def moves(self, s: Table) -> Moves:
        return [*s.hands[s.turn], NONE]

    def play(self, s: Table, move: Move) -> None:
        seat = s.turn
        if move != NONE:
            s.leave_hand(seat, move)
            s.aside.append(move)
            return
        cards, s.aside = s.aside, []
        s.breakage += cards
        s.draw(seat, len(cards))
        if s.tell:
            s.tell("BT-069", f"{s.game.names[seat]} exchanges {len(cards)} cards")
        s.answered()
        s.carry_on()

    def why_not(self, s: Table, move: Move) -> Refusal:
        return Refusal("BT-069", "a card from the own hand is put aside")


def replace_bic(s: Table) -> None:
    """The BIC was knocked out in mid-SHIFT.  BT-077, BT-Q13."""
    how = s.game.bic_out
    if s.tell:
        s.tell("BT-077 BT-Q13" if how == "auction" else "BT-Q13", "there is no BIC")
    if how == "end_shift":
        close_shift(s)
        return
    s.mid = True
    if how == "auction" and not s.game.goal_fixed:
        begin_auction(s)
    else:
        s.bic = s.right_of(s.bic)
        take_charge(s)


# ---------------------------------------------------------------------------------------------------------
# The end of a SHIFT
# ---------------------------------------------------------------------------------------------------------


def pack_the_bar(s: Table) -> bool:
    """See whether the BIC has packed the bar and so won the game.  BT-005, BT-060, BT-Q12."""
    if s.total < s.packed_at() or not s.alive[s.bic]:
        return False
    if s.tell:
        did = ""
        if s.total < s.game.packed_at:  # a card has made the difference
            card = next(card for card in (*s.patrons, *s.schemes) if s.game.packed[card])
            did = s.game.in_bar_deed(card, PackedAt.word)
        rules = "BT-005 BT-060 BT-Q12" if s.total < s.goal else "BT-005 BT-060"
        s.tell(rules, f"{s.game.names[s.bic]} has packed the bar", did=did)
    s.end_game([s.bic], "a packed bar")
    return True


def settle(s: Table) -> None:
    """Add up and find the token that is due.  BT-047, BT-056 to BT-058, BT-Q10, BT-Q23."""
    game = s.game
    s.phase, s.turn, s.step = SETTLE, s.bic, 1
    found = worths(s)
    s.total = sum(found)
    if s.tell:
        tell_total(s, found)
    if game.packed_first and pack_the_bar(s):
        return
    s.night = [1, 0] if s.total >= s.goal else [0, 1]
    s.queue = [card for card in (*s.patrons, *s.schemes) if game.token_acts[card]]
    SETTLE.resume(s)


def tell_total(s: Table, found: list[int]) -> None:
    """Tell what the PATRONs are worth, and whose worth is not what is printed."""
    game = s.game
    assert s.tell
    # BT-039: whoever entered by a reveal counts, too
    rules = "BT-047 BT-056 BT-Q23 BT-039" if NOBODY in s.owners else "BT-047 BT-056 BT-Q23"
    s.tell(rules, f"the PATRONs are worth {s.total}, the goal is {s.goal}", total=s.total, goal=s.goal)
    for n, card in enumerate(s.patrons):
        own = game.worth[card].value(s, n)
        name = game.pieces.name(card)
        if own != game.printed[card]:
            rules = "BT-057 BT-Q10" if s.owners[n] == NOBODY else "BT-057"
            s.tell(rules, f"{name} is worth {own} by itself", did=game.worth_deed(card))
        if found[n] != own:
            s.tell("BT-057", f"{name} is worth {found[n]} in this company")
    for card in (*s.patrons, *s.schemes):
        kinds = changed_kinds(s, card)
        if any(game.kind[other] in kinds for other in s.patrons):
            name = game.pieces.name(card)
            s.tell(
                "BT-057",
                f"{name} changes what others are worth",
                did=game.in_bar_deed(card, ChangeWorth.word),
            )


def changed_kinds(s: Table, card: int) -> set[int]:
    """Return the kinds of PATRONs whose worth a card in the BAR changes."""
    chosen = s.named[s.schemes.index(card)] if card in s.schemes else NOBODY
    return {
        chosen if change.of == CHOSEN else s.game.kinds.index(change.of) for change in s.game.changes[card]
    }


class Settle(Phase[Table]):
    """The end of a SHIFT, step by step; it goes on by itself.  BT-Q23."""

    name = "the end of the SHIFT"
    rule = "BT-056"

    def resume(self, s: Table) -> None:
        """Do what comes next: effects that meet, the token, knock-outs, the end."""
        game = s.game
        if s.queue:
            # BT-044: the BIC says which effect comes first
            if len(s.queue) == 1:
                resolve(s, s.queue[0])
            else:
                s.ask(WHICH_FIRST, s.bic)
        elif s.step == 1:
            good, bad = s.night
            s.take_token(s.bic, good=good, rule="BT-030 BT-058")
            s.take_token(s.bic, bad=bad, rule="BT-031 BT-058")
            s.step = 2
            s.queue = [card for card in (*s.patrons, *s.schemes) if game.end_acts[card]]
            self.resume(s)
        else:
            for seat in s.round_from(s.bic):
                s.knock_out(seat)
                if s.ended:
                    return
            if not game.packed_first and pack_the_bar(s):
                return
            close_shift(s)


def close_shift(s: Table) -> None:
    """All cards in the BAR go to BREAKAGE, and the next SHIFT begins.  BT-045, BT-051, BT-052."""
    if s.tell and s.schemes:
        s.tell("BT-043 BT-045", f"{len(s.schemes)} SCHEMEs go to BREAKAGE")
    if s.tell and s.patrons:
        s.tell("BT-049 BT-051", f"{len(s.patrons)} PATRONs go to BREAKAGE")
    s.breakage += s.patrons + s.schemes
    s.patrons, s.owners, s.entered = [], [], []
    s.schemes, s.scheme_owners, s.named = [], [], []
    s.step, s.hour, s.closing = 0, 0, False
    if s.bic != NOBODY:  # a SHIFT that was left out had none
        s.last_bic, s.bic = s.bic, NOBODY
    next_shift(s)


# ---------------------------------------------------------------------------------------------------------
# The end of the game
# ---------------------------------------------------------------------------------------------------------


HOUR, EXCHANGE_CARDS, SETTLE = Hour(), ExchangeCards(), Settle()


# ---------------------------------------------------------------------------------------------------------
# The game
# ---------------------------------------------------------------------------------------------------------


class Bartender(House):
    """Bartender the Card Game for 3 to 6 players."""

    slug = "bartender-2012"
    prefix = "BT"
    turn_rule = "BT-028"
    phases: ClassVar = (DRAFT, BID, SECRET, SPEAK_UP, HOUR, EXCHANGE_CARDS, SETTLE, EXPLAIN, *CHOICES)
    sections: ClassVar = {
        "auction": begin_auction,
        "first HOUR": take_charge,
        "end of the SHIFT": close_shift,
    }
    play_zones = ("patrons", "schemes")
    stock_zones = ("deck", "box", "breakage")
    fields_that_count = ("kind", "value", "effects")
    tables_that_count = ("numbers",)

    def __init__(self, kit: Kit, players: int, options: Any = None, names: Any = None) -> None:
        super().__init__(kit, players, options, names)
        read_cards(self, kit)

    def components(self, kit: Kit) -> Iterable[Component]:
        """Return both kinds of cards; tokens are counted, not followed."""
        return (kit.component("patrons"), kit.component("schemes"))

    def deal(self, seed: int) -> Table:
        """Return the table before the draft, or before the first auction."""
        return deal(self, seed)

    def word(self, state: Any, field: str, value: Any) -> str:
        """Return the words for a kind, a card, a seat or a number."""
        return self.kinds[value] if field == "kind" else super().word(state, field, value)

    def value(self, state: Any, field: str, text: str) -> Any:
        """Return the kind, card, seat or number that the words mean."""
        if field == "kind":
            if text not in self.kinds:
                raise ValueError(f"'{text}' is no kind of PATRON, expected {', '.join(self.kinds)}")
            return self.kinds.index(text)
        return super().value(state, field, text)

    def opened(self, s: Table) -> None:
        """Tell what the set-up was."""
        if s.tell:
            says = f"{len(self.pieces)} cards are shuffled, and {self.players} players are dealt {self.hand} each"
            s.tell("BT-003 BT-009 BT-011 BT-012", says)

    def deeds(self) -> tuple[str, ...]:
        """Return the name of everything that a card of the kit can do."""
        return self.all_deeds

    # -- result

    def scores(self, s: Table) -> list[int]:
        """Return the GOOD NIGHTs of each seat."""
        return s.good[:]

    def winners(self, s: Table) -> tuple[int, ...]:
        """Return who has won; nobody may."""
        return tuple(sorted(s.won))

    def ending(self, s: Table) -> str:
        """Return how the game ended."""
        return s.ended

    def rounds(self, s: Table) -> int:
        """Return how many SHIFTs have been begun."""
        return s.shift

    # -- who sees what

    def view(self, s: Table, seat: int) -> Table:
        """Return the table as a seat sees it: the own hand, and what it has seen of the deck."""
        return view(s, seat)

    def sample_world(self, view: Table, rng: random.Random) -> Table:
        """Return a full table that agrees with all the viewer has seen."""
        return sample_world(view, rng)

    def zones(self, s: Table) -> dict[str, list[int]]:
        """Return where each card lies."""
        zones = {
            "deck": s.deck, "breakage": s.breakage, "patrons": s.patrons, "schemes": s.schemes,
            "shown": s.shown, "looked": s.looked, "aside": s.aside, "box": s.box,
        }  # fmt: skip
        for seat, name in enumerate(self.names):
            drafting = s.phase is DRAFT
            zones[f"hand {name}"] = s.took[seat] if drafting else s.hands[seat]
            zones[f"packet {name}"] = s.packets[seat]
        return zones

    def facts(self, s: Table) -> dict[str, Any]:
        """Return the position in words."""
        return words.facts(self, s)

    def picture(self, s: Table) -> str:
        """Return tokens, hands and the BAR."""
        return words.picture(self, s)

    def position(self, given: Mapping[str, Any]) -> Table:
        """Return a table as described; what is not described lies in the BAR deck in its order."""
        s = words.position(self, given)
        if s.phase is BID:
            s.hour = 0
            begin_auction_as_given(s)
        elif s.phase is HOUR:
            HOUR.resume(s)
        return s

    def greedy(self) -> Bot:
        """Return a bot that bids what its cards can hold and plays for or against the BIC."""
        from cardgen.games.bartender_2012.bot import Barkeeper

        return Barkeeper()


def begin_auction_as_given(s: Table) -> None:
    """Begin an auction of a described position, with the opener that it names."""
    named, s.opener = s.opener, NOBODY
    begin_auction(s)
    if named != NOBODY and s.phase in (BID, SECRET, SPEAK_UP):
        s.opener = s.turn = named
