"""What never changes at a table of Bartender (2012), what lies where, and how cards come and go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from cardgen.engine import OVER, Limit, Seat, Setting, State, Tables, applies, begins, each, table, whole
from cardgen.model import Component, Kit
from cardgen.source.effects import many

NOBODY = -1
"""The owner of a PATRON who was revealed, and the kind of a SCHEME that named none."""


class NightHouse(Setting):
    """The numbers and house rules of a table, its cards by piece, and every act of theirs by its number."""

    slug, prefix = "bartender-2012", "BT"
    tables_read: ClassVar[Tables] = {
        "numbers": table(
            hand=whole(1, 9),
            **dict.fromkeys(("shifts", "hours", "longest_shift"), whole(1, 30)),
            **dict.fromkeys(("bic_draws", "reveal", "packed_at", "out_at"), whole(0, 60)),
            **dict.fromkeys(("lowest_bid", "highest_bid"), whole(0, 100)),
        )
    }

    sections: ClassVar[Mapping[str, Callable[[Any], None]]]
    """The sections of the rulebook that others go on to (`NightTable.go`)."""

    # the cards by piece, laid out by `cards.read_cards`
    kinds: tuple[str, ...]
    kind: list[int]
    of_kind: dict[str | int, frozenset[int]]  # by name and by number; none of NOBODY
    is_patron: list[bool]
    printed: list[int]
    stays: list[bool]
    packed: list[int]
    formula: list[Any]  # the `Number` of a PATRON whose worth is not what is printed, else None
    changes: list[Any]  # its `ChangeWorth`s
    changing: frozenset[int]  # the cards that have some
    plain: frozenset[int]  # the PATRONs that are worth what is printed and change nobody
    first_acts: list[tuple[int, ...]]
    token_acts: list[tuple[int, ...]]
    end_acts: list[tuple[int, ...]]
    acts: list[Any]
    deed: list[str]  # what a simulation calls each act
    optional: set[int]  # acts whose target may be declined
    all_deeds: tuple[str, ...]

    def __init__(self, kit: Kit, players: int, options: Any = None, names: Any = None) -> None:
        super().__init__(kit, players, options, names)
        numbers = kit.tables["numbers"]
        self.hand: int = numbers["hand"]  # BT-011
        self.shifts: int = numbers["shifts"]  # BT-025
        self.shift_hours: int = numbers["hours"]  # BT-026
        self.bic_draws: int = numbers["bic_draws"]  # BT-032
        self.reveal: int = numbers["reveal"]  # BT-037
        self.lowest_bid: int = numbers["lowest_bid"]  # BT-Q5
        self.highest_bid: int = numbers["highest_bid"]  # BT-024
        self.packed_at: int = numbers["packed_at"]  # BT-005
        self.out_at: int = numbers["out_at"]  # BT-006
        self.nights = {night.id: night.count for night in kit.cards["nights"]}
        rules = self.options
        self.drafts = rules["draft"] == "pass"
        self.exchange = rules["draft"] == "exchange"  # BT-069
        self.hands, self.opener, self.no_bid = rules["hands"], rules["opener"], rules["no_bid"]
        self.secret = rules["auction"] == "secret"
        self.goal_fixed: int = rules["goal_fixed"]
        self.pass_final = bool(rules["pass_final"])
        self.reveal_rest, self.bic_out = rules["reveal_rest"], rules["bic_out"]
        self.draw_every_hour: int = rules["draw_every_hour"]
        self.balance_hours = rules["balance_hours"] == "least_first"
        self.packed_first = bool(rules["packed_first"])
        self.last_standing = bool(rules["last_standing"])
        self.final_tie = rules["final_tie"]

    def components(self, kit: Kit) -> Iterable[Component]:
        """Return both kinds of cards; tokens are counted, not followed."""
        return (kit.component("patrons"), kit.component("schemes"))

    def worth_deed(self, piece: int) -> str:
        """Return what a simulation calls a worth of its own that is not the printed one."""
        return f"{self.pieces.cards[piece].id} worth"

    def in_bar_deed(self, piece: int, word: str) -> str:
        """Return what a simulation calls something that holds as long as a card lies in the BAR."""
        return f"{self.pieces.cards[piece].id} in_bar: {word}"


EVERYBODY = -1  # all bits: everybody has seen the card


class NightTable(State):
    """A table of Bartender. The top of the BAR deck is its end; `history` is what hands have seen."""

    game: NightHouse
    unsaid = (
        "deck", "patrons", "schemes", "owners", "named", "offers", "total",  # said by `Words` in its own way
        "known", "box", "scheme_owners", "entered", "alive", "exchanged", "took", "seen", "opener", "high_seat", "passed",
        "passes", "mid", "last_bic", "clock", "locks", "schemes_left", "patrons_left", "patrons_played", "granted",
        "closing", "owed", "step", "night", "queue", "won",
    )  # fmt: skip

    limits: ClassVar = {
        "good": Limit(together=lambda game: game.nights["good-night"]),
        "bad": Limit(together=lambda game: game.nights["bad-night"]),
        "goal": Limit(most=lambda game: game.highest_bid),  # BT-024
        "minimum": Limit(1, lambda game: game.highest_bid),
        "shift": Limit(1, lambda game: game.shifts),  # BT-025
    }

    deck: list[int]
    known: dict[int, int]  # cards in the deck whose place some know: their bits
    breakage: list[int]
    box: list[int]  # cards that take no part (only in positions that were described)
    hands: list[list[int]] = each()
    # the BAR: PATRONs with who played them and when, SCHEMEs with who played them and what they named
    patrons: list[int]
    owners: list[Seat]
    entered: list[int]
    schemes: list[int]
    scheme_owners: list[Seat]
    named: list[int]
    good: list[int] = each(0)
    bad: list[int] = each(0)
    alive: list[bool] = each(True)
    exchanged: list[bool] = each(False)
    had: list[int] = each(0)  # HOURs in the whole game
    # the draft
    packets: list[list[int]] = each()
    took: list[list[int]] = each()
    seen: list[list[tuple[int, ...]]] = each()  # each packet as it arrived
    # the auction
    opener: Seat = 0
    high: int = 0
    high_seat: Seat = NOBODY
    passed: list[bool] = each(False)
    passes: int = 0  # in a row
    offers: list[int]  # made in secret, in order from the opener
    minimum: int = 1
    mid: bool = False  # whether this auction interrupts a SHIFT
    # the SHIFT
    shift: int = 0
    bic: Seat = NOBODY
    last_bic: Seat = NOBODY
    goal: int = 0
    hour: int = 0
    hours: int = 0
    clock: int = 0  # HOURs since the game began
    locks: list[tuple[str, int]]  # what may not happen, and at which clock
    # the HOUR
    schemes_left: int = 0
    patrons_left: int = 0
    patrons_played: int = 0
    granted: int = 0  # more PATRONs that may be played
    closing: bool = False
    owed: int = 0  # reveals still to be offered
    shown: list[int]
    looked: list[int]
    aside: list[int]
    todo: list[tuple[int, int, int]]  # acts still to be done: which, of which card, for whom
    # the end of the SHIFT
    step: int = 0
    total: int = 0
    night: list[int] = begins(lambda game: [0, 0])  # GOOD and BAD NIGHTs that the BIC is about to take
    queue: list[int]  # cards whose effects have come together
    won: list[int]
    history: list[tuple[Any, ...]]

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

    @applies("BT-055, BT-Q16")
    def renew_deck(self, wanted: int) -> bool:
        """Shuffle BREAKAGE into a new BAR deck, of which so many cards are wanted; returns whether there is one."""
        if not self.breakage:
            self.lack("BT-Q16", "the BAR deck and BREAKAGE are both empty", cards=wanted)
            return False
        self.history.append(("shuffle", tuple(self.breakage)))
        self.deck, self.breakage = self.breakage, []
        self.shuffle(self.deck)
        if self.tell:
            self.tell("BT-055", f"BREAKAGE is shuffled into a new BAR deck of {many(len(self.deck), 'card')}")
        return True

    def draw(self, seat: int, cards: int) -> int:
        """Draw cards one at a time; returns how many there were.  BT-034, BT-035: only where a rule or a card says so."""
        hand = self.hands[seat]
        for drawn in range(cards):
            if not self.deck and not self.renew_deck(cards - drawn):
                return drawn
            card = self.deck.pop()
            hand.append(card)
            self.history.append(("draw", seat, card, self.known.pop(card, 0) if self.known else 0))
        return cards

    def turn_up(self, cards: int) -> list[int]:
        """Take cards from the top of the BAR deck; BT-055, BT-Q8: a new deck is made when it runs out."""
        found: list[int] = []
        while len(found) < cards and (self.deck or self.renew_deck(cards - len(found))):
            card = self.deck.pop()
            self.known.pop(card, None)
            found.append(card)
        return found

    # -- hands and the BAR

    def leave_hand(self, seat: int, card: int) -> None:
        """A card leaves a hand for everybody to see."""
        self.hands[seat].remove(card)
        self.history.append(("lose", seat, card))

    @applies("BT-052")
    def throw_away(self, seat: int, card: int, chosen: bool = False) -> None:
        """A card goes from a hand to BREAKAGE."""
        self.leave_hand(seat, card)
        self.breakage.append(card)
        if self.tell:
            goes = f"{self.game.pieces.name(card)} goes from {self.game.names[seat]}'s hand"
            self.tell("BT-052", f"{'it goes' if chosen else goes} to BREAKAGE")

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

    @applies("BT-007, BT-029")
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
        self.won, self.ending, self.phase = winners, why, OVER
        self.stack.clear()
        self.todo.clear()

    def take_token(self, seat: int, token: str, number: int, rule: str, did: str = "") -> None:
        """A player takes tokens; a second BAD NIGHT is looked at by `knock_out`."""
        (self.bad if token == "BAD NIGHT" else self.good)[seat] += number
        if self.tell and number:
            self.tell(rule, f"{self.game.names[seat]} takes {number} {token}{'s' * (number > 1)}", did=did)
            night, taken = ("bad-night", self.bad) if token == "BAD NIGHT" else ("good-night", self.good)
            self.lack(rule, f"there are too few {token}s", **{night: sum(taken) - self.game.nights[night]})

    @applies("BT-006, BT-059, BT-Q14, BT-Q15")
    def knock_out(self, seat: int) -> None:
        """A player with a second BAD NIGHT leaves the game."""
        game = self.game
        if self.bad[seat] < game.out_at or not self.alive[seat]:
            return
        self.alive[seat] = False
        if self.tell:
            self.apply("BT-059" if seat == self.bic else "")
            self.tell("BT-006 BT-Q14", f"{game.names[seat]} is knocked out")
        for card in self.hands[seat][:]:  # BT-Q14: the hand goes to BREAKAGE, the tokens stay
            self.throw_away(seat, card)
        left = self.round_from(seat)
        if not left:
            self.end_game([], "everybody was knocked out")
        elif len(left) == 1 and game.last_standing:
            if self.tell:
                self.tell("BT-Q15", f"{game.names[left[0]]} is the last one standing")
            self.end_game([left[0]], "the last one standing")
