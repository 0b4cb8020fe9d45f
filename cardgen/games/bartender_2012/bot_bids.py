"""What a night in charge is worth beforehand, and how high to bid for it."""

from __future__ import annotations

from cardgen.games.bartender_2012.bot_worth import REVEALED, insures, total
from cardgen.games.bartender_2012.choices import NONE
from cardgen.games.bartender_2012.state import Table

_DRY_REVEAL = 1.1  # what a reveal is worth where what the last BIC did not want lies on top
_OWN_CARD = 0.25  # what a card in the BIC's hand adds to the night
_GROWING = 1.15  # how full the hands are to which every HOUR adds a card
_HOSTILE_HOUR = 0.1  # what an HOUR adds that belongs to somebody with a full hand
_CAUTION = 1.5  # how far below the expected total a bid stays
_SCARE = 2.0  # and how much further for each BAD NIGHT
_DARING = 4.0  # how far below a packed bar the expected total may be for an attempt
_RECKLESS = 6.0  # and how much further at a table where nobody counts


def bid(s: Table, bids: list[int]) -> int:
    """Return the lowest safe bid, or all there is where only a packed bar can still win the week."""
    me, again = s.turn, s.phase.name == "bid again"
    expected = total(s) + REVEALED / 2 * (s.hours - s.hour) if again else expect(s, me)
    safe = expected if insured(s, me) else expected - _CAUTION - _SCARE * s.bad[me]
    enough = [bid for bid in bids if bid != NONE and bid <= safe]
    if enough:
        # in secret nobody is outbid by just one, so the bid is near what the night is worth
        return min(enough) if s.phase.name != "bid in secret" else max(enough[0], enough[-1] - 1)
    daring = _DARING + _RECKLESS * careless(s)
    if not again and expected + daring >= s.game.packed_at and nothing_to_lose(s, me):
        return bids[-1]
    return NONE


def expect(s: Table, me: int) -> float:
    """Return the total to expect with this seat in charge."""
    game = s.game
    others = [len(hand) for seat, hand in enumerate(s.hands) if seat != me and s.alive[seat]]
    full = min(1.0, sum(others) / (game.hand * max(1, len(others)))) if not game.draw_every_hour else _GROWING
    reveal = _DRY_REVEAL if game.reveal_rest == "top" else REVEALED
    own_hours = max(1, round(game.shift_hours / (len(others) + 1)))
    # who has no PATRON leaves a reveal to the BIC; who has cards knows something worse
    other_hour = reveal * (1 - full) + _HOSTILE_HOUR * full
    cards = min(game.hand, len(s.hands[me]))
    return own_hours * reveal + (game.shift_hours - own_hours) * other_hour + cards * _OWN_CARD


def careless(s: Table) -> bool:
    """Return whether this table fails so often that nobody there seems to count."""
    return sum(s.bad) >= sum(s.good) + 2


def insured(s: Table, me: int) -> bool:
    """Return whether a card in hand keeps a BAD NIGHT away."""
    return any(insures(s, card) for card in s.hands[me])


def nothing_to_lose(s: Table, me: int) -> bool:
    """Return whether waiting does not win the week, and one BAD NIGHT more does not cost a later chance."""
    left = s.game.shifts - s.shift
    if left and s.bad[me] + 1 >= s.game.out_at and not insured(s, me):
        return False
    mine = (s.good[me], -s.bad[me])
    # whoever has bid more than is sensible falls back, and in each SHIFT to come one more may
    level = [
        seat
        for seat, alive in enumerate(s.alive)
        if alive and seat not in (me, s.high_seat) and (s.good[seat], -s.bad[seat]) >= mine
    ]
    return len(level) > left
