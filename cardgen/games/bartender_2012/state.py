"""The table of Bartender (2012): what lies where, and how cards come and go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardgen.effects.table import NOBODY
from cardgen.engine import OVER, State

if TYPE_CHECKING:
    from cardgen.games.bartender_2012.rules import Bartender

EVERYBODY = -1  # all bits: everybody has seen the card


class Table(State):
    """A table of Bartender. The top of the BAR deck is its end; `history` is what hands have seen."""

    __slots__ = (
        "alive",
        "aside",
        "bad",
        "bic",
        "box",
        "breakage",
        "clock",
        "closing",
        "deck",
        "ended",
        "entered",
        "exchanged",
        "goal",
        "good",
        "granted",
        "had",
        "hands",
        "high",
        "high_seat",
        "history",
        "hour",
        "hours",
        "known",
        "last_bic",
        "locks",
        "looked",
        "mid",
        "minimum",
        "named",
        "night",
        "offers",
        "opener",
        "owed",
        "owners",
        "packets",
        "passed",
        "passes",
        "patrons",
        "patrons_left",
        "patrons_played",
        "queue",
        "scheme_owners",
        "schemes",
        "schemes_left",
        "seen",
        "shift",
        "shown",
        "step",
        "todo",
        "took",
        "total",
        "won",
    )
    game: Bartender

    def __init__(self, game: Bartender) -> None:
        super().__init__(game)
        seats = range(game.players)
        self.deck: list[int] = []
        self.known: dict[int, int] = {}  # cards in the deck whose place some know: their bits
        self.breakage: list[int] = []
        self.box: list[int] = []  # cards that take no part (only in positions that were described)
        self.hands: list[list[int]] = [[] for _ in seats]
        # the BAR: PATRONs with who played them and when, SCHEMEs with who played them and what they named
        self.patrons: list[int] = []
        self.owners: list[int] = []
        self.entered: list[int] = []
        self.schemes: list[int] = []
        self.scheme_owners: list[int] = []
        self.named: list[int] = []
        self.good: list[int] = [0 for _ in seats]
        self.bad: list[int] = [0 for _ in seats]
        self.alive: list[bool] = [True for _ in seats]
        self.exchanged: list[bool] = [False for _ in seats]
        self.had: list[int] = [0 for _ in seats]  # HOURs in the whole game
        # the draft
        self.packets: list[list[int]] = [[] for _ in seats]
        self.took: list[list[int]] = [[] for _ in seats]
        self.seen: list[list[tuple[int, ...]]] = [[] for _ in seats]  # each packet as it arrived
        # the auction
        self.opener = 0
        self.high = 0
        self.high_seat = NOBODY
        self.passed: list[bool] = [False for _ in seats]
        self.passes = 0  # in a row
        self.offers: list[int] = []  # made in secret, in order from the opener
        self.minimum = 1
        self.mid = False  # whether this auction interrupts a SHIFT
        # the SHIFT
        self.shift = 0
        self.bic = NOBODY
        self.last_bic = NOBODY
        self.goal = 0
        self.hour = 0
        self.hours = 0
        self.clock = 0  # HOURs since the game began
        self.locks: list[tuple[int, int]] = []  # what may not happen, and at which clock
        # the HOUR
        self.schemes_left = 0
        self.patrons_left = 0
        self.patrons_played = 0
        self.granted = 0  # more PATRONs that may be played
        self.closing = False
        self.owed = 0  # reveals still to be offered
        self.shown: list[int] = []
        self.looked: list[int] = []
        self.aside: list[int] = []
        self.todo: list[tuple[int, int, int]] = []  # acts still to be done: which, of which card, for whom
        # the end of the SHIFT
        self.step = 0
        self.total = 0
        self.night = [0, 0]  # GOOD and BAD NIGHTs that the BIC is about to take
        self.queue: list[int] = []  # cards whose effects have come together
        self.won: list[int] = []
        self.ended = ""
        self.history: list[tuple[Any, ...]] = []

    def copy(self) -> Table:
        """Return an independent copy; nobody records it."""
        new = Table.__new__(Table)
        new._copy_base(self)
        new.deck, new.known, new.breakage, new.box = (
            self.deck[:], self.known.copy(), self.breakage[:], self.box[:],
        )  # fmt: skip
        new.hands = [hand[:] for hand in self.hands]
        new.patrons, new.owners, new.entered = self.patrons[:], self.owners[:], self.entered[:]
        new.schemes, new.scheme_owners, new.named = self.schemes[:], self.scheme_owners[:], self.named[:]
        new.good, new.bad, new.alive = self.good[:], self.bad[:], self.alive[:]
        new.exchanged, new.had = self.exchanged[:], self.had[:]
        new.packets = [packet[:] for packet in self.packets]
        new.took, new.seen = [t[:] for t in self.took], [seen[:] for seen in self.seen]
        new.opener, new.high, new.high_seat = self.opener, self.high, self.high_seat
        new.passed, new.passes, new.offers = self.passed[:], self.passes, self.offers[:]
        new.minimum, new.mid, new.shift, new.bic = self.minimum, self.mid, self.shift, self.bic
        new.last_bic, new.goal, new.hour, new.hours = self.last_bic, self.goal, self.hour, self.hours
        new.clock, new.locks = self.clock, self.locks[:]
        new.schemes_left, new.patrons_left = self.schemes_left, self.patrons_left
        new.patrons_played, new.granted = self.patrons_played, self.granted
        new.closing, new.owed, new.shown = self.closing, self.owed, self.shown[:]
        new.looked, new.aside, new.todo = self.looked[:], self.aside[:], self.todo[:]
        new.step, new.total, new.night = self.step, self.total, self.night[:]
        new.queue, new.won, new.ended = self.queue[:], self.won[:], self.ended
        new.history = self.history[:]
        return new


# -- seats


def right_of(s: Table, seat: int) -> int:
    """Return the next player on the right who is still in the game."""
    players = s.game.players
    for step in range(1, players + 1):
        if s.alive[(seat + step) % players]:
            return (seat + step) % players
    return seat


def round_from(s: Table, seat: int) -> list[int]:
    """Return everybody who is still in the game, going right from a seat."""
    players = s.game.players
    return [other for n in range(players) if s.alive[other := (seat + n) % players]]


# -- the deck


def renew_deck(s: Table) -> bool:
    """Shuffle BREAKAGE into a new BAR deck; returns whether there is one.  BT-055, BT-Q16."""
    if not s.breakage:
        if s.tell:
            s.tell("BT-Q16", "the BAR deck and BREAKAGE are both empty")
        return False
    s.history.append(("shuffle", tuple(s.breakage)))
    s.deck, s.breakage = s.breakage, []
    s.shuffle(s.deck)
    if s.tell:
        s.tell("BT-055", f"BREAKAGE is shuffled: {len(s.deck)} cards are the new BAR deck")
    return True


def draw(s: Table, seat: int, cards: int) -> int:
    """Draw cards one at a time; returns how many there were.  BT-034, BT-035: only where a rule or a card says so."""
    hand = s.hands[seat]
    for drawn in range(cards):
        if not s.deck and not renew_deck(s):
            return drawn
        card = s.deck.pop()
        hand.append(card)
        s.history.append(("draw", seat, card, s.known.pop(card, 0) if s.known else 0))
    return cards


def turn_up(s: Table, cards: int) -> list[int]:
    """Take cards from the top of the BAR deck; BT-055, BT-Q8: a new deck is made when it runs out."""
    found: list[int] = []
    while len(found) < cards and (s.deck or renew_deck(s)):
        card = s.deck.pop()
        s.known.pop(card, None)
        found.append(card)
    return found


def put_under(s: Table, cards: Sequence[int], seen_by: int) -> None:
    """Put cards under the BAR deck, the first one uppermost; `seen_by` are the bits of who knows them."""
    s.deck[:0] = cards[::-1]
    for card in cards:
        s.known[card] = seen_by


# -- hands and the BAR


def leave_hand(s: Table, seat: int, card: int) -> None:
    """A card leaves a hand for everybody to see."""
    s.hands[seat].remove(card)
    s.history.append(("lose", seat, card))


def throw_away(s: Table, seat: int, card: int) -> None:
    """A card goes from a hand to BREAKAGE.  BT-052."""
    leave_hand(s, seat, card)
    s.breakage.append(card)
    if s.tell:
        s.tell("BT-052", f"{s.game.pieces.name(card)} goes from {s.game.names[seat]}'s hand to BREAKAGE")


def enter(s: Table, card: int, owner: int) -> None:
    """A PATRON enters the BAR; one that was revealed has no owner."""
    s.patrons.append(card)
    s.owners.append(owner)
    s.entered.append(s.hour)


def out_of_bar(s: Table, card: int) -> int:
    """Take a card out of the BAR; returns its owner."""
    if s.game.is_patron[card]:
        n = s.patrons.index(card)
        del s.patrons[n], s.entered[n]
        return s.owners.pop(n)
    n = s.schemes.index(card)
    del s.schemes[n], s.named[n]
    return s.scheme_owners.pop(n)


def locked(s: Table, what: int) -> bool:
    """Return whether this may not happen in the present HOUR."""
    return (what, s.clock) in s.locks


def packed_at(s: Table) -> int:
    """Return how many points pack the bar now.  BT-005, BT-007."""
    packed = s.game.packed
    cards = [packed[card] for card in (*s.patrons, *s.schemes) if packed[card]]
    return min(cards) if cards else s.game.packed_at


# -- what is still to be done


def begin_acts(s: Table, acts: Sequence[int], card: int, seat: int) -> None:
    """Note the acts of a card, the first one to be done first."""
    s.todo += [(n, card, seat) for n in reversed(acts)]


def carry_on(s: Table) -> None:
    """Do what cards still have to do until somebody must decide; then the game goes on."""
    todo, acts = s.todo, s.game.acts
    while todo:
        n, card, seat = todo.pop()
        if acts[n].do(s, n, card, seat):
            return
    if s.phase is not OVER:
        going_on: Any = s.phase  # an HOUR or the end of a SHIFT
        going_on.resume(s)


# -- knocked out, and over


def end_game(s: Table, winners: list[int], why: str) -> None:
    """The game is over."""
    s.won, s.ended, s.phase = winners, why, OVER
    s.stack.clear()
    s.todo.clear()


def take_token(s: Table, seat: int, *, good: int = 0, bad: int = 0, rule: str, did: str = "") -> None:
    """A player takes tokens; a second BAD NIGHT is looked at by `knock_out`."""
    s.good[seat] += good
    s.bad[seat] += bad
    if s.tell and good + bad:
        words = f"{good} GOOD NIGHT{'s' * (good > 1)}" if good else f"{bad} BAD NIGHT{'s' * (bad > 1)}"
        s.tell(rule, f"{s.game.names[seat]} takes {words}", did=did)


def knock_out(s: Table, seat: int) -> None:
    """A player with a second BAD NIGHT leaves the game.  BT-006, BT-059, BT-Q14, BT-Q15."""
    game = s.game
    if s.bad[seat] < game.out_at or not s.alive[seat]:
        return
    s.alive[seat] = False
    if s.tell:
        rules = "BT-006 BT-059 BT-Q14" if seat == s.bic else "BT-006 BT-Q14"
        s.tell(rules, f"{game.names[seat]} is knocked out")
    for card in s.hands[seat][:]:  # BT-Q14: the hand goes to BREAKAGE, the tokens stay
        throw_away(s, seat, card)
    left = round_from(s, seat)
    if not left:
        end_game(s, [], "everybody was knocked out")
    elif len(left) == 1 and game.last_standing:
        if s.tell:
            s.tell("BT-Q15", f"{game.names[left[0]]} is the last one standing")
        end_game(s, [left[0]], "the last one standing")
