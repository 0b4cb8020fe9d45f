"""A barkeeper of good sense: bids what the night can hold, fills the bar in charge and empties it otherwise."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from cardgen.engine import Move, Moves
from cardgen.games.bartender_2012.choices import NONE, YES
from cardgen.games.bartender_2012.effects.worth import worths
from cardgen.games.bartender_2012.state import NightHouse, NightTable

# In points of the BAR, measured in games of greedy players and of one among random ones.
REVEALED = 2.2  # what a PATRON is worth that the BIC picks from five cards
CARD = 0.8  # a card in hand, in points of the BAR
_BEST_HOUR = 3.5  # what an HOUR may add when all goes well
_WORST_HOUR = 3.0  # and what it may cost
_TOKEN = 5.0  # a token that may be won or lost tonight
_PACKING = 4.0  # a card that brings a packed bar within reach


# -- how the night stands


def total(s: NightTable) -> int:
    """Return what the PATRONs in the BAR are worth together."""
    return sum(worths(s))


def sign(s: NightTable, me: int) -> int:
    """Return 1 for who wants a high total, -1 for who does not."""
    return 1 if me == s.bic else -1


def stake(s: NightTable, me: int, now: int) -> int:
    """Return the sign, or 0 where the night is decided and cards are better saved for another one."""
    return 0 if decided(s, now) else sign(s, me)


def outlook(s: NightTable) -> float:
    """Return the total at which the night ends if the BIC reveals in every HOUR that is left."""
    return total(s) + REVEALED * (s.hours - s.hour + 1)


def decided(s: NightTable, now: int) -> bool:
    """Return whether the goal is out of reach, or reached for good with no packed bar in sight."""
    if s.shift == s.game.shifts:
        return False  # the last night: there is nothing to save cards for
    left = s.hours - s.hour + 1
    best, worst = now + _BEST_HOUR * left, now - _WORST_HOUR * left
    return best < s.goal or (worst >= s.goal and best < s.packed_at())


def last_turn(s: NightTable) -> bool:
    """Return whether the SHIFT ends before this player's next HOUR."""
    return s.hour + sum(s.alive) > s.hours


# -- PATRONs


def change(s: NightTable, card: int, seat: int, now: int) -> int:
    """Return what a PATRON would change in the total of the BAR."""
    game = s.game
    alone = game.plain.issuperset(s.patrons) and game.changing.isdisjoint(s.schemes)
    if alone and card in game.plain:  # nobody here counts who else is in the BAR, or changes it
        return game.printed[card]
    s.enter(card, seat)
    after = total(s)
    del s.patrons[-1], s.owners[-1], s.entered[-1]
    return after - now


def loss(s: NightTable, card: int, now: int) -> int:
    """Return what the total loses when a PATRON leaves."""
    n, about = s.patrons.index(card), (s.patrons, s.owners, s.entered)
    kept = [each.pop(n) for each in about]
    after = total(s)
    for each, known in zip(about, kept, strict=True):
        each.insert(n, known)
    return now - after


def guest_worth(s: NightTable, card: int, me: int, now: int) -> float:
    """Return what a PATRON in the BAR is worth to the BIC: points, and a packed bar that comes nearer."""
    points: float = change(s, card, me, now)
    packed = s.game.packed[card]
    if packed and (me != s.bic or outlook(s) >= packed):
        points += _PACKING
    return points


def keep_worth(s: NightTable, card: int) -> float:
    """Return roughly what a card is worth in a hand."""
    game = s.game
    if game.is_patron[card]:
        return (
            abs(game.printed[card]) + 0.3 * bool(game.first_acts[card]) + _PACKING * bool(game.packed[card])
        )
    return _TOKEN if game.token_acts[card] or game.end_acts[card] else 2.0


def bonus(s: NightTable, card: int, me: int, side: int) -> float:
    """Return what a PATRON does on entering, in points for the player; `side` is the stake."""
    return sum([act_worth(s, s.game.acts[n], card, me, side) for n in s.game.first_acts[card]])


# -- SCHEMEs and acts


def scheme_worth(s: NightTable, card: int, me: int, side: int) -> float:
    """Return what a SCHEME does, in points for the player; `side` is the stake."""
    game = s.game
    value = sum([act_worth(s, game.acts[n], card, me, side) for n in game.first_acts[card]])
    mine = me == s.bic
    # what changes the BIC's token is for the BIC, and late
    if game.token_acts[card] and mine and last_turn(s):
        value += token_worth(s, card)
    if game.end_acts[card] and not mine:
        value += _TOKEN if outlook(s) - REVEALED < s.goal else 0.0
    for change in game.changes[card]:
        if change.of in game.kinds:
            kind = game.kinds.index(change.of)
            value += side * change.add * of_kind(s, kind)
    return value


def insures(s: NightTable, card: int) -> bool:
    """Return whether a card keeps a BAD NIGHT from the BIC."""
    return any(s.game.acts[n].word == "no_token" for n in s.game.token_acts[card])


def token_worth(s: NightTable, card: int) -> float:
    """Return what it is worth to the BIC to change the token of the night."""
    over = outlook(s) - s.goal
    return _TOKEN if over < REVEALED and (over >= 0 or insures(s, card)) else 0.0


def added(s: NightTable, card: int, kind: int) -> int:
    """Return what a card would add to the PATRONs in the BAR if that kind were named."""
    add: int = sum(change.add for change in s.game.changes[card])
    return add * of_kind(s, kind)


def of_kind(s: NightTable, kind: int) -> int:
    """Return how many PATRONs in the BAR are of a kind."""
    return [s.game.kind[card] for card in s.patrons].count(kind)


def target_worth(s: NightTable, card: int, me: int, now: int) -> float:
    """Return what it is worth to send a card out of the BAR."""
    if card == NONE:
        return 0.2
    if s.game.is_patron[card]:
        return -sign(s, me) * (loss(s, card, now) + _PACKING * bool(s.game.packed[card]))
    return 0.5 if s.scheme_owners[s.schemes.index(card)] != me else -0.5


def act_worth(s: NightTable, act: Any, card: int, me: int, side: int) -> float:
    """Return what an act does, in points for the player; `side` is the stake."""
    game = s.game
    number: int = getattr(act, "cards", getattr(act, "add", 0))
    match act.word:
        case "draw":
            return CARD * number * (1 if act.who == "self" else 0.5 if act.who != "BIC" else side)
        case "discard":
            gain = -0.5 if act.who == "self" else 0.8 if act.who == "choose_other" else -0.1
            return CARD * number * gain
        case "steal":
            return 1.5 * CARD if any(s.hands[seat] for seat in range(game.players) if seat != me) else 0.0
        case "look":
            return 1.3
        case "remove" | "return" | "remove_scheme":
            targets = act.targets(s, card, me)
            now = total(s) if targets else 0
            most = max([target_worth(s, target, me, now) for target in targets], default=0.0)
            return (most if side else min(most, 0.0)) - 0.5
        case "may":
            return max(0.0, act_worth(s, act.act, card, me, side))
        case "lock":
            if s.hour >= s.hours or act.what not in ("PATRON", "REVEAL"):
                return 0.0
            return -side * (REVEALED if act.what == "REVEAL" else 0.3) * 0.8
        case "hours":
            return side * number * REVEALED * 0.7
        case "goal":
            return -side * number * 0.8
        case "choose_kind":
            best = max(side * added(s, card, kind) for kind in range(len(game.kinds)))
            return best if last_turn(s) else best - 1.2
        case "reveal_top":
            return side * 0.6
        case "grant":
            # who does not use it leaves a reveal to the BIC
            return side * REVEALED
        case "reopen_auction":
            return 2.0 if side < 0 and s.hour > s.hours - 3 and total(s) > s.goal else 0.0
        case "swap_hands":
            most = max((len(h) for seat, h in enumerate(s.hands) if seat != me and s.alive[seat]), default=0)
            return CARD * (most - len(s.hands[me]))
        case "next_auction_min":
            return 0.4 if s.shift < game.shifts else 0.0
    return 0.2


# -- bids

_DRY_REVEAL = 1.1  # what a reveal is worth where what the last BIC did not want lies on top
_OWN_CARD = 0.25  # what a card in the BIC's hand adds to the night
_GROWING = 1.15  # how full the hands are to which every HOUR adds a card
_HOSTILE_HOUR = 0.1  # what an HOUR adds that belongs to somebody with a full hand
_BOLDNESS = 3.0  # how far above the expected total a bid goes against two: the fewer rivals, the more a night left to one costs
_SCARE = 1.0  # and how much less far for each BAD NIGHT
_COVERED = 2.0  # and how much further where a card in hand keeps a BAD NIGHT away
_DARING = 4.0  # how far below a packed bar the expected total may be for an attempt
_RECKLESS = 6.0  # and how much further at a table where nobody counts


def bid(s: NightTable, bids: list[int]) -> int:
    """Return the lowest safe bid, or all there is where only a packed bar can still win the week."""
    me, again = s.turn, s.phase.name == "bid again"
    expected = total(s) + REVEALED / 2 * (s.hours - s.hour) if again else expect(s, me)
    boldness = _BOLDNESS / max(1, sum(s.alive) - 2)
    most = expected + boldness + (_COVERED if insured(s, me) else -_SCARE * s.bad[me])
    low = next(bid for bid in bids if bid != NONE)  # the lowest, as bids rise
    if low <= most:
        if s.phase.name != "bid in secret":
            return low
        # in secret nobody is outbid by just one, so the bid is near what the night is worth
        return max(low, max(bid for bid in bids if bid <= most) - 1)
    daring = _DARING + _RECKLESS * careless(s)
    if not again and expected + daring >= s.game.packed_at and nothing_to_lose(s, me):
        return bids[-1]
    return NONE


def expect(s: NightTable, me: int) -> float:
    """Return the total to expect with this seat in charge."""
    others = [len(hand) for seat, hand in enumerate(s.hands) if seat != me and s.alive[seat]]
    return _expect(s.game, len(s.hands[me]), *others)


@lru_cache(maxsize=1024)  # hands keep their size for a whole auction, and are as large in many others
def _expect(game: NightHouse, own: int, *others: int) -> float:
    """Return the same for a hand of so many cards among others."""
    full = min(1.0, sum(others) / (game.hand * max(1, len(others)))) if not game.draw_every_hour else _GROWING
    reveal = _DRY_REVEAL if game.reveal_rest == "top" else REVEALED
    own_hours = max(1, round(game.shift_hours / (len(others) + 1)))
    # who has no PATRON leaves a reveal to the BIC; who has cards knows something worse
    other_hour = reveal * (1 - full) + _HOSTILE_HOUR * full
    cards = min(game.hand, own)
    return own_hours * reveal + (game.shift_hours - own_hours) * other_hour + cards * _OWN_CARD


def careless(s: NightTable) -> bool:
    """Return whether this table fails so often that nobody there seems to count."""
    return sum(s.bad) >= sum(s.good) + 2


def insured(s: NightTable, me: int) -> bool:
    """Return whether a card in hand keeps a BAD NIGHT away."""
    return any(insures(s, card) for card in s.hands[me] if s.game.token_acts[card])


def nothing_to_lose(s: NightTable, me: int) -> bool:
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


# -- moves

_NEAR = 3  # how little must be missing for a BIC to know which one play would have won


class Barkeeper:
    """Counts what each card would change now, for or against the BIC; remembers nothing."""

    name = "greedy"
    looks = honest = True

    def choose(self, view: NightTable, moves: Moves, rng: random.Random) -> Move:
        """Return the move that helps most now."""
        listed: list[Any] = list(moves)
        if len(listed) == 1:
            return listed[0]
        me = view.turn
        match view.phase.name:
            case "draft a card" | "discard":  # what is kept of a draft goes to the player on the left
                return min(listed, key=lambda card: keep_worth(view, card))
            case "bid" | "bid in secret" | "speak up" | "bid again":
                return bid(view, listed)
            case "play a card":
                return play(view, listed, me)
            case "reveal or not" | "do it or not":
                return YES
            case "let a PATRON in":
                now = total(view)
                worth = {card: guest_worth(view, card, me, now) for card in listed[:-1]}
                best = max(worth, key=lambda card: worth[card])
                return best if worth[best] > 0 else NONE
            case "choose a card in the BAR":
                now = total(view)
                return max(listed, key=lambda card: target_worth(view, card, me, now))
            case "choose a player":
                rivals = [seat for seat in listed if seat != NONE]
                return max(rivals, key=lambda seat: (len(view.hands[seat]), seat == view.bic))
            case "name a kind":
                return max(listed, key=lambda kind: sign(view, me) * added(view, view.about[1], kind))
            case "take a card":
                return max(listed, key=lambda card: keep_worth(view, card))
            case "exchange cards":
                poor = [card for card in listed if card != NONE and keep_worth(view, card) < 1]
                return poor[0] if poor else NONE
            case "judge the explanations":
                return me if can_explain(view, me) else rng.choice(listed)
        return rng.choice(listed)

    def rank(self, view: NightTable, moves: Moves, rng: random.Random) -> list[Move]:
        """Return the moves worth thinking about, its own first; of the bids those near it."""
        own, listed = self.choose(view, moves, rng), list(moves)
        if view.phase.name in ("bid", "bid in secret", "speak up", "bid again"):
            return near(listed, own)
        return [own, *(move for move in listed if move != own)]


def near(bids: list[int], own: int) -> list[int]:
    """Return bids worth thinking about: the own one, a pass, and those just above and below."""
    at = bids.index(own) if own != NONE else 0
    return list(dict.fromkeys([own, NONE, *bids[max(0, at - 2) : at + 4]]))


def play(s: NightTable, moves: list[int], me: int) -> int:
    """Return the SCHEME that helps most, else the PATRON, if there is one that beats a reveal."""
    game = s.game
    if moves[-1] < NONE:  # cards may be exchanged
        poor = sum(keep_worth(s, card) < 1 for card in s.hands[me])
        if poor >= 2:
            return moves[-1]
        moves = moves[:-1]
    now = total(s)
    side = stake(s, me, now)
    best, most = NONE, 0.3
    for card in moves[:-1]:
        if not game.is_patron[card]:
            value = scheme_worth(s, card, me, side)
            if value > most:
                best, most = card, value
    if best != NONE or not side:
        return best
    # without a PATRON the BIC reveals
    revealing = not s.patrons_played and not s.locked("REVEAL")
    limit = (REVEALED - CARD / 2 if side > 0 else -REVEALED + 0.6) if revealing else 0.3
    for card in moves[:-1]:
        if game.is_patron[card]:
            value = side * guest_worth(s, card, me, now)
            if game.first_acts[card]:
                value += bonus(s, card, me, side)
            if value > limit:
                best, limit = card, value
    return best


def can_explain(s: NightTable, me: int) -> bool:
    """Return whether this seat is one of those who tie, or was BIC last and only just missed the goal."""
    best = max((s.good[seat], -s.bad[seat]) for seat, alive in enumerate(s.alive) if alive)
    return (s.good[me], -s.bad[me]) == best or s.goal - _NEAR <= s.total < s.goal
