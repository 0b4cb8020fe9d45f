"""The table of Bartender (2012): what lies where, and how cards come and go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.engine import OVER, State
from cardgen.games.bartender_2012.house import NOBODY, House

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
    game: House

    def __init__(self, game: House) -> None:
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
        self.locks: list[tuple[str, int]] = []  # what may not happen, and at which clock
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

    def right_of(self, seat: int) -> int:
        """Return the next player on the right who is still in the game."""
        players = self.game.players
        for step in range(1, players + 1):
            if self.alive[(seat + step) % players]:
                return (seat + step) % players
        return seat

    def round_from(self, seat: int) -> list[int]:
        """Return everybody who is still in the game, going right from a seat."""
        players = self.game.players
        return [other for n in range(players) if self.alive[other := (seat + n) % players]]

    def others(self, seat: int) -> list[int]:
        """Return the other players, going right."""
        return [other for other in self.round_from(seat) if other != seat]

    def present(self, seat: int) -> bool:
        """Return whether there is such a player and they are still in the game."""
        return seat != NOBODY and self.alive[seat]

    # -- the deck

    def renew_deck(self) -> bool:
        """Shuffle BREAKAGE into a new BAR deck; returns whether there is one.  BT-055, BT-Q16."""
        if not self.breakage:
            if self.tell:
                self.tell("BT-Q16", "the BAR deck and BREAKAGE are both empty")
            return False
        self.history.append(("shuffle", tuple(self.breakage)))
        self.deck, self.breakage = self.breakage, []
        self.shuffle(self.deck)
        if self.tell:
            self.tell("BT-055", f"BREAKAGE is shuffled: {len(self.deck)} cards are the new BAR deck")
        return True

    def draw(self, seat: int, cards: int) -> int:
        """Draw cards one at a time; returns how many there were.  BT-034, BT-035: only where a rule or a card says so."""
        hand = self.hands[seat]
        for drawn in range(cards):
            if not self.deck and not self.renew_deck():
                return drawn
            card = self.deck.pop()
            hand.append(card)
            self.history.append(("draw", seat, card, self.known.pop(card, 0) if self.known else 0))
        return cards

    def turn_up(self, cards: int) -> list[int]:
        """Take cards from the top of the BAR deck; BT-055, BT-Q8: a new deck is made when it runs out."""
        found: list[int] = []
        while len(found) < cards and (self.deck or self.renew_deck()):
            card = self.deck.pop()
            self.known.pop(card, None)
            found.append(card)
        return found

    def put_under(self, cards: Sequence[int], seen_by: int) -> None:
        """Put cards under the BAR deck, the first one uppermost; `seen_by` are the bits of who knows them."""
        self.deck[:0] = cards[::-1]
        for card in cards:
            self.known[card] = seen_by

    # -- hands and the BAR

    def leave_hand(self, seat: int, card: int) -> None:
        """A card leaves a hand for everybody to see."""
        self.hands[seat].remove(card)
        self.history.append(("lose", seat, card))

    def throw_away(self, seat: int, card: int) -> None:
        """A card goes from a hand to BREAKAGE.  BT-052."""
        self.leave_hand(seat, card)
        self.breakage.append(card)
        if self.tell:
            self.tell(
                "BT-052",
                f"{self.game.pieces.name(card)} goes from {self.game.names[seat]}'s hand to BREAKAGE",
            )

    def enter(self, card: int, owner: int = NOBODY) -> None:
        """A PATRON enters the BAR; one that was revealed has no owner."""
        self.patrons.append(card)
        self.owners.append(owner)
        self.entered.append(self.hour)

    def out_of_bar(self, card: int) -> int:
        """Take a card out of the BAR; returns its owner."""
        if self.game.is_patron[card]:
            n = self.patrons.index(card)
            del self.patrons[n], self.entered[n]
            return self.owners.pop(n)
        n = self.schemes.index(card)
        del self.schemes[n], self.named[n]
        return self.scheme_owners.pop(n)

    def locked(self, what: str) -> bool:
        """Return whether this may not happen in the present HOUR."""
        return (what, self.clock) in self.locks

    def packed_at(self) -> int:
        """Return how many points pack the bar now.  BT-005, BT-007."""
        packed = self.game.packed
        cards = [packed[card] for card in (*self.patrons, *self.schemes) if packed[card]]
        return min(cards) if cards else self.game.packed_at

    # -- what is still to be done

    def begin_acts(self, acts: Sequence[int], card: int, seat: int) -> None:
        """Note the acts of a card, the first one to be done first."""
        self.todo += [(n, card, seat) for n in reversed(acts)]

    def carry_on(self) -> None:
        """Do what cards still have to do until somebody must decide; then the game goes on."""
        todo, acts = self.todo, self.game.acts
        while todo:
            n, card, seat = todo.pop()
            if acts[n].do(self, n, card, seat):
                return
        if self.phase is not OVER:
            going_on: Any = self.phase  # an HOUR or the end of a SHIFT
            going_on.resume(self)

    def go(self, section: str) -> None:
        """Go on with another section of the rulebook."""
        self.game.sections[section](self)

    # -- decisions that wait for somebody

    def must_discard(self, seat: int, cards: int) -> bool:
        """Make a player discard; returns whether there is a choice to wait for."""
        hand = self.hands[seat]
        if len(hand) <= cards:  # fewer cards: all of them
            for card in hand[:]:
                self.throw_away(seat, card)
            return False
        if cards:
            self.ask(self.game.phase_named("discard"), seat, (cards,))
        return cards > 0

    def offer_reveal(self, rule: str, did: str = "") -> bool:
        """Ask the BIC whether to reveal; returns False where that cannot be."""
        if self.locked("REVEAL") or not (self.deck or self.breakage) or not self.alive[self.bic]:
            return False
        if self.tell:
            self.tell(rule, f"{self.game.names[self.bic]} may reveal", did=did)
        self.ask(self.game.phase_named("reveal or not"), self.bic)
        return True

    def ask_for_bid(self, seat: int, bic: int, high: int, holder: int = NOBODY, *, most: int) -> bool:
        """Ask the next player on the right; returns False when all have been asked and the BIC is known."""
        players = self.game.players
        for step in range(1, players + 1):
            other = (seat + step) % players
            if other == bic:
                break
            if self.alive[other] and high < most:
                self.ask(self.game.phase_named("bid again"), other, (bic, high, holder, most))
                return True
        if holder != NOBODY:
            # the order of HOURs stays, and the new BIC draws nothing
            self.bic, self.goal = holder, high
            if self.tell:
                self.tell("BT-029", f"{self.game.names[holder]} is the BIC now, and the goal is {high}")
        elif self.tell:
            self.tell("BT-007", "nobody bids more: the BIC stays")
        return False

    # -- knocked out, and over

    def end_game(self, winners: list[int], why: str) -> None:
        """The game is over."""
        self.won, self.ended, self.phase = winners, why, OVER
        self.stack.clear()
        self.todo.clear()

    def take_token(self, seat: int, *, good: int = 0, bad: int = 0, rule: str, did: str = "") -> None:
        """A player takes tokens; a second BAD NIGHT is looked at by `knock_out`."""
        self.good[seat] += good
        self.bad[seat] += bad
        if self.tell and good + bad:
            words = f"{good} GOOD NIGHT{'s' * (good > 1)}" if good else f"{bad} BAD NIGHT{'s' * (bad > 1)}"
            self.tell(rule, f"{self.game.names[seat]} takes {words}", did=did)

    def knock_out(self, seat: int) -> None:
        """A player with a second BAD NIGHT leaves the game.  BT-006, BT-059, BT-Q14, BT-Q15."""
        game = self.game
        if self.bad[seat] < game.out_at or not self.alive[seat]:
            return
        self.alive[seat] = False
        if self.tell:
            rules = "BT-006 BT-059 BT-Q14" if seat == self.bic else "BT-006 BT-Q14"
            self.tell(rules, f"{game.names[seat]} is knocked out")
        for card in self.hands[seat][:]:  # BT-Q14: the hand goes to BREAKAGE, the tokens stay
            self.throw_away(seat, card)
        left = self.round_from(seat)
        if not left:
            self.end_game([], "everybody was knocked out")
        elif len(left) == 1 and game.last_standing:
            if self.tell:
                self.tell("BT-Q15", f"{game.names[left[0]]} is the last one standing")
            self.end_game([left[0]], "the last one standing")
