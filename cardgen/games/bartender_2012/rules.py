"""Bartender the Card Game (2012): a rulebook as code, in its own order.

Numbers such as BT-037 cite seeds/bartender-2012.yaml; BT-Q6 and its like are rulings there. What cards do
is read from the kit (`effects`): BT-007, BT-008, a card is right where it and the rules differ.
"""

from __future__ import annotations

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
    in_a_row,
    winners_first,
)
from cardgen.games.bartender_2012.bot import Barkeeper
from cardgen.games.bartender_2012.cards import read_cards
from cardgen.games.bartender_2012.choices import CHOICES, NONE, WHICH_FIRST, Decision, resolve
from cardgen.games.bartender_2012.effects.scope import CHOSEN
from cardgen.games.bartender_2012.effects.sentences import english
from cardgen.games.bartender_2012.effects.worth import ChangeWorth, PackedAt, worths
from cardgen.games.bartender_2012.state import NOBODY, NightTable
from cardgen.games.bartender_2012.view import NightSight
from cardgen.games.bartender_2012.week import (
    BID,
    DRAFT,
    EXPLAIN,
    SECRET,
    SPEAK_UP,
    begin_auction,
    deal_hands,
    end_week,
)
from cardgen.games.bartender_2012.words import NightWords
from cardgen.model import Kit
from cardgen.source.effects import many, number

EXCHANGE = -3  # a move; no card has such a number

# ---------------------------------------------------------------------------------------------------------
# The SHIFTs of the week; `week` has the draft, the auctions, and the end
# ---------------------------------------------------------------------------------------------------------


@applies("BT-025, BT-027, BT-061, BT-Q1")
def next_shift(s: NightTable) -> None:
    """Begin the next SHIFT."""
    game = s.game
    if s.shift == game.shifts:
        end_week(s)
        return
    s.shift += 1
    if s.tell:
        s.apply("BT-Q1" if s.shift > 1 else "")
        s.tell("BT-025 BT-027 BT-061", f"SHIFT {s.shift} of {game.shifts}")
    if s.shift == 1 or game.hands == "redraft":
        deal_hands(s)
        return
    if game.hands == "refill_to_5":  # BT-Q1
        for seat in s.round_from(s.last_bic + 1):
            s.draw(seat, max(0, game.hand - len(s.hands[seat])))
    begin_auction(s)


@applies("BT-029, BT-032, BT-034, BT-Q22")
def take_charge(s: NightTable) -> None:
    """The BIC opens the SHIFT with two cards; in mid-SHIFT it just goes on.  BT-Q13."""
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
        s.apply("BT-Q22" if len(s.hands[seat]) > s.game.hand else "")  # a hand has no limit
        s.tell("BT-032 BT-034", f"{s.game.names[seat]} draws {many(drawn, 'card')}")
    begin_hour(s)


# ---------------------------------------------------------------------------------------------------------
# HOURs
# ---------------------------------------------------------------------------------------------------------


@applies("BT-026, BT-028, BT-033, BT-053, BT-054, BT-071, BT-Q7, BT-Q21")
def begin_hour(s: NightTable) -> None:
    """The next player's turn."""
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
        s.tell(rules, f"HOUR {s.hour} of {s.hours} is {game.names[s.turn]}'s")
    s.phase = HOUR
    if game.draw_every_hour:
        drawn = s.draw(s.turn, game.draw_every_hour)
        if s.tell and drawn:
            s.tell("BT-071 BT-Q21", f"{game.names[s.turn]} draws for the HOUR")
    HOUR.resume(s)


_LOCKED = [Refusal("BT-007", f"no {what} may be played in this HOUR") for what in ("SCHEME", "PATRON")]
_PLAYED = [Refusal("BT-036", f"only one {what} is played in an HOUR") for what in ("SCHEME", "PATRON")]


def barred(s: NightTable) -> tuple[Refusal | None, Refusal | None]:
    """Return why no SCHEME may be played now, and why no PATRON; None where one may."""
    scheme = None if s.schemes_left > 0 else _PLAYED[0]
    patron = None if s.patrons_left > 0 else _PLAYED[1]
    if s.locks:
        scheme = _LOCKED[0] if s.locked("SCHEME") else scheme
        patron = _LOCKED[1] if s.locked("PATRON") else patron
    return scheme, patron


def may_exchange(s: NightTable) -> bool:
    """Return whether cards may be exchanged now: once a game, and only without a draft.  BT-069."""
    return s.game.exchange and bool(s.hands[s.turn]) and not s.exchanged[s.turn]


@applies("BT-007, BT-036, BT-037, BT-040, BT-042, BT-043, BT-047 to BT-049, BT-Q9")
class Hour(Decision):
    """Play one SCHEME and one PATRON, in any order, one of them, or nothing.  BT-Q11, BT-Q22."""

    name, rule, some, none = "play a card", "BT-036", "plays {card}", "ends the HOUR"
    other = EXCHANGE, "exchanges cards"

    def moves(self, s: NightTable) -> Moves:
        game, hand = s.game, s.hands[s.turn]
        no_scheme, no_patron = barred(s)
        if not no_scheme and not no_patron:
            moves = [*hand, NONE]
        elif no_scheme and no_patron:
            moves = [NONE]
        else:
            patron, is_patron = no_patron is None, game.is_patron
            moves = [*[card for card in hand if is_patron[card] == patron], NONE]
        if may_exchange(s):
            moves.append(EXCHANGE)
        return moves

    def play(self, s: NightTable, move: Move) -> None:
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
                on_entering = "BT-048 BT-049" if acts else "BT-047 BT-049"
                cards, kind = (s.patrons, "PATRON") if game.is_patron[move] else (s.schemes, "SCHEME")
                s.apply(on_entering if game.is_patron[move] else "BT-042 BT-043")
                s.tell("BT-036", f"{many(len(cards), kind)} in the BAR")
            if acts:
                s.begin_acts(acts, move, seat)
                s.carry_on()
            else:
                self.resume(s)

    def close(self, s: NightTable) -> None:
        """Count how often the BIC may reveal: BT-037, BT-040, BT-Q9, BT-Q11."""
        s.closing = True
        s.owed = (s.patrons_played == 0) + min(s.granted, s.patrons_left)

    def resume(self, s: NightTable) -> None:
        """Go on with the HOUR, or end it when everybody can see that nothing more can be played."""
        if not s.alive[s.bic]:
            replace_bic(s)
            return
        if not s.closing:
            if s.hands[s.turn] and s.alive[s.turn]:
                if None in barred(s) or may_exchange(s):
                    return
                if s.tell:
                    left = {"PATRON": s.patrons_left, "SCHEME": s.schemes_left}
                    if locked := [what for what, many in left.items() if many and s.locked(what)]:
                        s.tell("BT-007", f"no {' and no '.join(locked)} may be played in this HOUR")
            self.close(s)
        while s.owed:
            s.owed -= 1
            if s.offer_reveal("BT-040" if s.patrons_played else "BT-037 BT-Q9"):
                return
        if s.hour >= s.hours:
            settle(s)
        else:
            begin_hour(s)

    def why_not(self, s: NightTable, move: Move) -> Refusal:
        if move == EXCHANGE:
            return Refusal("BT-069", "cards are exchanged once a game, and only in games without a draft")
        if move not in s.hands[s.turn]:
            return Refusal("BT-036", "a card from the own hand is played")
        return barred(s)[s.game.is_patron[move]] or super().why_not(s, move)


@applies("BT-069")
class ExchangeCards(Decision):
    """Once a game: throw away any number of cards and draw as many."""

    name, rule, some, none = "exchange cards", "BT-069", "puts {card} aside", "draws as many"
    only = "BT-069: a card from the own hand is put aside"

    def moves(self, s: NightTable) -> Moves:
        return [*s.hands[s.turn], NONE]

    def play(self, s: NightTable, move: Move) -> None:
        seat = s.turn
        if move != NONE:
            s.leave_hand(seat, move)
            s.aside.append(move)
            return
        cards, s.aside = s.aside, []
        s.breakage += cards
        s.draw(seat, len(cards))
        if s.tell:
            s.tell("BT-069", f"{s.game.names[seat]} exchanges {many(len(cards), 'card')}")
        s.answered()
        s.carry_on()


@applies("BT-077, BT-Q13")
def replace_bic(s: NightTable) -> None:
    """The BIC was knocked out in mid-SHIFT."""
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


@applies("BT-005, BT-060, BT-Q12")
def pack_the_bar(s: NightTable) -> bool:
    """See whether the BIC has packed the bar and so won the game."""
    if s.total < s.packed_at() or not s.alive[s.bic]:
        return False
    if s.tell:
        did = ""
        if s.total < s.game.packed_at:  # a card has made the difference
            card = next(card for card in (*s.patrons, *s.schemes) if s.game.packed[card])
            did = s.game.in_bar_deed(card, PackedAt.word)
        s.apply("BT-Q12" if s.total < s.goal else "")
        s.tell("BT-005 BT-060", f"{s.game.names[s.bic]} has packed the bar", did=did)
    s.end_game([s.bic], "a packed bar")
    return True


def settle(s: NightTable) -> None:
    """Add up and find the token that is due.  BT-058."""
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


@applies("BT-039, BT-047, BT-056, BT-057, BT-Q10, BT-Q23")
def tell_total(s: NightTable, found: list[int]) -> None:
    """Tell whose worth is not what is printed, and why; then what the PATRONs are worth together."""
    game = s.game
    assert s.tell
    changed: dict[int, str] = {}
    named = False
    for n, card in enumerate(s.patrons):
        own = formula.value(s, n) if (formula := game.formula[card]) else game.printed[card]
        name = game.pieces.name(card)
        if own != game.printed[card]:
            s.apply("BT-Q10" if s.owners[n] == NOBODY else "")
            text = f"{name} is worth {number(own)}{english(formula, 'why') if formula else ''}"
            s.tell("BT-057", text, did=game.worth_deed(card))
        if found[n] != own:
            changed[card] = f"{name} is worth {number(found[n])}"
    for card in (*s.patrons, *s.schemes):
        if not game.changes[card]:
            continue
        kinds = changed_kinds(s, card)
        if touched := [other for other in s.patrons if game.kind[other] in kinds]:
            did = game.in_bar_deed(card, ChangeWorth.word)
            # a worth is told with the first card that makes it; the others are said to have their part in it
            now = [changed.pop(other) for other in touched if other in changed]
            text = f": {in_a_row(now)}" if now else ", too" if named else ", though it comes to the same"
            named = named or bool(now)
            name = game.pieces.name(card)
            s.tell("BT-057", f"{name} changes what others are worth{text}", did=did)
    for text in changed.values():
        s.tell("BT-057", f"{text} in this company")
    # BT-039: whoever entered by a reveal counts, too
    rules = "BT-047 BT-056 BT-Q23 BT-039" if NOBODY in s.owners else "BT-047 BT-056 BT-Q23"
    text = f"the PATRONs are worth {number(s.total)}, the goal is {s.goal}"
    s.tell(rules, text, total=s.total, goal=s.goal)


def changed_kinds(s: NightTable, card: int) -> set[int]:
    """Return the kinds of PATRONs whose worth a card in the BAR changes."""
    chosen = s.named[s.schemes.index(card)] if card in s.schemes else NOBODY
    return {
        chosen if change.of == CHOSEN else s.game.kinds.index(change.of) for change in s.game.changes[card]
    }


@applies("BT-030, BT-031, BT-058")
class Settle(Phase[NightTable]):
    """The end of a SHIFT, step by step; it goes on by itself.  BT-Q23."""

    name = "the end of the SHIFT"
    rule = "BT-056"

    def resume(self, s: NightTable) -> None:
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
            s.take_token(s.bic, "GOOD NIGHT", good, "BT-030 BT-058")
            s.take_token(s.bic, "BAD NIGHT", bad, "BT-031 BT-058")
            s.step = 2
            s.queue = [card for card in (*s.patrons, *s.schemes) if game.end_acts[card]]
            self.resume(s)
        else:
            for seat in s.round_from(s.bic):
                s.knock_out(seat)
                if s.ending:
                    return
            if not game.packed_first and pack_the_bar(s):
                return
            close_shift(s)


@applies("BT-043, BT-045, BT-049, BT-051")
def close_shift(s: NightTable) -> None:
    """All cards in the BAR go to BREAKAGE, and the next SHIFT begins.  BT-052."""
    for cards, kind, rules in (s.schemes, "SCHEME", "BT-043 BT-045"), (s.patrons, "PATRON", "BT-049 BT-051"):
        if s.tell and cards:
            s.tell(rules, f"{many(len(cards), kind)} {'goes' if len(cards) == 1 else 'go'} to BREAKAGE")
    s.breakage += s.patrons + s.schemes
    s.patrons, s.owners, s.entered = [], [], []
    s.schemes, s.scheme_owners, s.named = [], [], []
    s.step, s.hour, s.hours, s.closing = 0, 0, 0, False  # the next SHIFT has as many HOURs as it begins with
    if s.bic != NOBODY:  # a SHIFT that was left out had none
        s.last_bic, s.bic = s.bic, NOBODY
    next_shift(s)


HOUR, EXCHANGE_CARDS, SETTLE = Hour(), ExchangeCards(), Settle()


# ---------------------------------------------------------------------------------------------------------
# The game
# ---------------------------------------------------------------------------------------------------------


class Bartender(NightWords, NightSight):
    """Bartender the Card Game for 3 to 6 players."""

    standing_unit = "nights"
    turn_rule = "BT-028"
    phases: ClassVar = (DRAFT, BID, SECRET, SPEAK_UP, HOUR, EXCHANGE_CARDS, SETTLE, EXPLAIN, *CHOICES)
    sections: ClassVar = {"first HOUR": take_charge, "end of the SHIFT": close_shift}
    layout = (
        Zone("deck", seen_by="nobody", lies="pile"),
        Zone("breakage", lies="pile", use="stock"),
        Zone("patrons", use="play"),
        Zone("schemes", use="play"),
        Zone("shown"),
        Zone("looked", seen_by="nobody", use=""),  # but by whose turn it is
        Zone("aside"),
        Zone("box", lies="pile", use="stock"),
        Zone(
            "hand",
            "seat",
            "owner",
            "fan",
            field="hands",  # or what is kept of the draft so far
            read=lambda s, seat: s.took[seat] if s.phase is DRAFT else s.hands[seat],
        ),
        Zone("packet", "seat", "owner", "fan", field="packets"),
    )
    hand_zones = ("hand",)  # a packet is passed on
    fields_that_count = ("kind", "value", "effects")
    tables_that_count = ("numbers",)

    def __init__(self, kit: Kit, players: int, options: Any = None, names: Any = None) -> None:
        super().__init__(kit, players, options, names)
        read_cards(self, kit)

    def deal(self, seed: int) -> NightTable:
        """Shuffle all cards into one deck and deal: BT-003, BT-009, BT-011, BT-012."""
        s = self.empty()
        s.deck = list(range(len(self.pieces)))
        s.luck = derive(seed, "deal")
        s.shuffle(s.deck)
        s.luck = derive(seed, "luck")
        next_shift(s)
        return s

    @applies("BT-003, BT-009, BT-011, BT-012, BT-025")
    def opened(self, s: NightTable) -> None:
        """Tell what the set-up was."""
        if s.tell:
            text = f"{len(self.pieces)} cards are shuffled, and {self.players} players are dealt {self.hand} each"
            s.tell("BT-003 BT-009 BT-011 BT-012", text)
            s.tell("BT-025", f"SHIFT 1 of {self.shifts}")

    def deeds(self) -> tuple[str, ...]:
        """Return the name of everything that a card of the kit can do."""
        return self.all_deeds

    def scores(self, s: NightTable) -> list[int]:
        """Return the GOOD NIGHTs of each seat."""
        return s.good[:]

    def first(self, s: NightTable) -> int:
        """Return who is first to bid: all draft at the same time, and that is drawn by lot (BT-Q3)."""
        return NOBODY if s.phase is DRAFT else s.bic if self.goal_fixed else s.opener

    def winners(self, s: NightTable) -> tuple[int, ...]:
        """Return who has won; nobody may."""
        return tuple(sorted(s.won))

    def parts(self) -> Mapping[str, Collection[int]]:
        """Return the cards of the BAR deck, which are of two components."""
        return {"cards": range(len(self.pieces))}

    def standing(self, s: NightTable) -> list[float]:
        """Return the GOOD NIGHTs of each seat, less a part for a BAD one; the SHIFT that is going on counts as far as it has come."""
        bad = 1 / self.out_at if self.out_at else 0.0
        stands = [s.good[seat] - bad * s.bad[seat] if alive else -1.0 for seat, alive in enumerate(s.alive)]
        if s.phase is OVER:
            return winners_first(stands, s.won)
        if s.hour and s.goal and s.present(s.bic):
            come = min(1.0, max(0.0, sum(worths(s)) / s.goal))
            stands[s.bic] += come - bad * (1 - come)
        return stands

    def rounds(self, s: NightTable) -> int:
        """Return how many SHIFTs have been begun."""
        return s.shift

    def position(self, given: Mapping[str, Any]) -> NightTable:
        """Return a table as described; what is not described lies in the BAR deck in its order."""
        s = super().position(given)
        if s.phase is BID:
            s.hour, s.hours, named, s.opener = 0, 0, s.opener, NOBODY
            begin_auction(s)
            if named != NOBODY and s.phase in (BID, SECRET, SPEAK_UP):
                s.opener = s.turn = named
        elif s.phase is HOUR:
            HOUR.resume(s)
        return s

    def greedy(self) -> Bot:
        """Return a bot that bids what its cards can hold and plays for or against the BIC."""
        return Barkeeper()
