"""The auction of Bartender (2012), open or secret: BT-020 to BT-024, BT-070, BT-077."""

from __future__ import annotations

from cardgen.engine import Move, Moves, Refusal, applies
from cardgen.games.bartender_2012.choices import NONE, Decision
from cardgen.games.bartender_2012.house import NOBODY
from cardgen.games.bartender_2012.state import Table


@applies("BT-068, BT-Q19")
def begin_auction(s: Table) -> None:
    """Find who may bid first.  BT-020, BT-068, BT-077, BT-Q3, BT-Q19, BT-Q20."""
    game = s.game
    if s.mid:
        first = s.right_of(s.bic)
    elif s.last_bic == NOBODY or (game.opener != "right_of_bic" and not game.goal_fixed):
        ring = s.round_from(0)
        first = ring[s.roll(len(ring))]  # BT-Q3: by lot
    else:
        first = s.right_of(s.last_bic)
    if game.goal_fixed:
        if s.tell:
            s.tell("BT-068 BT-Q19", f"no auction: the goal is {game.goal_fixed}")
        s.bic, s.goal = first, game.goal_fixed
        s.go("first HOUR")
        return
    s.opener, s.high, s.high_seat, s.passes, s.offers = first, 0, NOBODY, 0, []
    s.passed = [False] * game.players
    phase = SECRET if game.secret else SPEAK_UP if game.opener == "free" else BID
    if s.mid:
        s.ask(phase, first)
    else:
        s.phase, s.turn = phase, first


@applies("BT-020 to BT-024, BT-Q3, BT-Q5")
class Bid(Decision):
    """Outbid the highest offer or pass."""

    name, rule, some, none = "bid", "BT-022", "bids {number}", "passes"

    def moves(self, s: Table) -> Moves:
        return [NONE, *range(max(s.high + 1, s.minimum), s.game.highest_bid + 1)]

    def play(self, s: Table, move: Move) -> None:
        game, seat = s.game, s.turn
        if move == NONE:
            s.passes += 1
            s.passed[seat] = game.pass_final  # BT-Q5
        else:
            if not s.high and s.tell:
                s.tell("BT-020 BT-Q3", f"{game.names[seat]} opens the auction")
            s.high, s.high_seat, s.passes = move, seat, 0
            if move == game.highest_bid:
                win_auction(s, "BT-024")
                return
        # BT-021: to the right, to the next who has not passed
        other = s.right_of(seat)
        while s.passed[other] and other != seat:
            other = s.right_of(other)
        if other == s.high_seat:
            win_auction(s, "BT-021 BT-022 BT-023 BT-Q5")
        elif s.passed[other] or s.passes == sum(s.alive):
            nobody_bids(s)
        else:
            s.turn = other

    def why_not(self, s: Table, move: Move) -> Refusal:
        low = max(s.high + 1, s.minimum)
        return Refusal("BT-022", f"a bid is a whole number from {low} to {s.game.highest_bid}")


@applies("BT-070, BT-Q20")
class Secret(Decision):
    """Everybody bids in secret, and the highest bid wins."""

    name, rule, some, none = "bid in secret", "BT-070", "bids {number}", "passes"

    def moves(self, s: Table) -> Moves:
        return [NONE, *range(s.minimum, s.game.highest_bid + 1)]

    def play(self, s: Table, move: Move) -> None:
        s.offers.append(move)
        ring = s.round_from(s.opener)
        if len(s.offers) < len(ring):
            s.turn = ring[len(s.offers)]
        else:
            self.show(s, ring)

    def show(self, s: Table, ring: list[int]) -> None:
        """All bids are shown at once; BT-Q20: of equal ones the nearest to the right of the last BIC."""
        if s.tell:
            s.tell("BT-070", f"bids: {' '.join(str(max(0, offer)) for offer in s.offers)}")
        s.high = max(s.offers)
        if s.high == NONE:
            nobody_bids(s)
            return
        nearest = (
            s.round_from((s.bic if s.mid else s.last_bic) + 1) if s.last_bic != NOBODY or s.mid else ring
        )
        s.high_seat = next(seat for seat in nearest if s.offers[ring.index(seat)] == s.high)
        win_auction(s, "BT-070 BT-Q20")

    def why_not(self, s: Table, move: Move) -> Refusal:
        return Refusal("BT-Q5", f"a bid is a whole number from {s.minimum} to {s.game.highest_bid}")


@applies("BT-Q3")
class SpeakUp(Secret):
    """Anybody may speak first; of those who do at the same time the lot decides."""

    name, rule, some, none = "speak up", "BT-020", "opens with {number}", "waits"

    def show(self, s: Table, ring: list[int]) -> None:
        """One of those who spoke has opened the auction; who waited may still bid."""
        speakers = [seat for seat, offer in zip(ring, s.offers, strict=True) if offer != NONE]
        if not speakers:
            nobody_bids(s)
            return
        s.turn = speakers[s.roll(len(speakers))]
        bid, s.phase, s.offers = s.offers[ring.index(s.turn)], BID, []
        if s.tell:
            s.tell("BT-Q3", f"{s.game.names[s.turn]} was the first to speak")
        BID.play(s, bid)


def win_auction(s: Table, rule: str) -> None:
    """The highest bidder is the BIC.  BT-029."""
    if s.tell:
        s.tell(rule, f"{s.game.names[s.high_seat]} wins the auction with {s.high}")
    s.minimum = s.game.lowest_bid  # a card has set it for one auction
    s.bic, s.goal = s.high_seat, s.high
    s.go("first HOUR")


@applies("BT-Q4")
def nobody_bids(s: Table) -> None:
    """Everybody has passed."""
    if s.tell:
        s.tell("BT-Q4", "nobody bids")
    least, s.minimum = s.minimum, s.game.lowest_bid
    if s.game.no_bid == "skip_shift":
        if s.mid:
            s.mid = False
            s.answered()
        s.go("end of the SHIFT")
        return
    s.bic = s.opener
    s.goal = least if s.game.no_bid == "opener_minimum" else max(10, least)  # BT-Q4: goal_10
    s.go("first HOUR")


BID, SECRET, SPEAK_UP = Bid(), Secret(), SpeakUp()
