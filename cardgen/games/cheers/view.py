"""Who sees what at a table of CHEERS, and worlds that agree with it."""

from __future__ import annotations

import random
from math import prod

from cardgen.engine import EVERYTHING, HIDDEN, OVER, Game
from cardgen.games.cheers.house import CheersHouse, share_out
from cardgen.games.cheers.state import EVERYBODY, CheersTable


def seen_hands(s: CheersTable, seat: int) -> set[int]:
    """Return the seats whose hands a seat sees."""
    if not s.game.share_hands:
        return {seat}
    return {other for other in range(s.game.players) if s.team[other] == s.team[seat]}


def certain_mates(s: CheersTable, giver: int, pair: tuple[int, int]) -> bool:
    """Return whether the giver, at Masquerade, must know that both are teammates.

    Nobody can be one who has shown the giver's combination and did not win; those who remain may be
    just enough to fill the team.
    """
    team = s.team[giver]
    if team == HIDDEN or s.goals[team] == HIDDEN:
        return False  # the giver's own thoughts are not ours
    left = [
        seat for seat in range(s.game.players) if seat != giver and not s.ruled_out[seat] >> s.goals[team] & 1
    ]
    return len(left) == s.game.seating.sizes[team] - 1 and pair[0] in left and pair[1] in left


class CheersSight(CheersHouse, Game[CheersTable]):
    """What each seat knows."""

    def known(self, s: CheersTable, seat: int) -> set[int]:
        """Return the cards of hands that a seat sees, and those it saw before they were discarded."""
        friends = seen_hands(s, seat)
        thrown = zip(s.discard, s.thrown, strict=True)
        known = {card for card, (who, _) in thrown if who == EVERYBODY or who in friends}
        for other in friends:
            known.update(s.hands[other])
        return known

    def view(self, s: CheersTable, seat: int) -> CheersTable:
        """Return the table as a seat sees it.

        Hidden are the deck, hands (CH-Q21) and what others discarded from them, the combinations of other teams
        (CH-021), for apprentices their own too (CH-054), at Masquerade also who is in which team (CH-060, CH-061).
        """
        v = super().view(s, seat)
        if v.phase.name == "declare or not" and v.turn != seat:
            v.answered()  # CH-021: nobody else knows that a team might declare
        if s.shuffles:
            friends = seen_hands(s, seat)
            v.returned_own = tuple(
                own if other in friends else () for other, own in enumerate(s.returned_own)
            )
        if s.phase is OVER:
            return v  # tokens are turned up
        mine = s.team[seat]
        if self.masquerade:
            v.team = tuple(mine if other == seat else HIDDEN for other in range(self.players))
        knows = not self.master or s.masters[mine] == seat
        v.goals = tuple(goal if team == mine and knows else HIDDEN for team, goal in enumerate(s.goals))
        return v

    def sample_world(self, view: CheersTable, rng: random.Random) -> CheersTable:
        """Return a full table that agrees with all the viewer has seen; all such deals are equally likely."""
        world = view.copy()
        _deal_cards(world, view, rng)
        if view.phase is not OVER:
            _deal_goals(world, view, rng)
        world.viewer, world.luck = EVERYTHING, rng.getrandbits(64)
        return world


def _deal_cards(world: CheersTable, view: CheersTable, rng: random.Random) -> None:
    """Fill hands, face-down discards and deck.

    A card that the viewer saw shuffled into the deck is none that was drawn before. The cards of
    other hands that were shuffled in are not followed any further: they may be anywhere.
    """
    friends = seen_hands(view, view.viewer)
    back: dict[int, int] = dict(view.returned)
    for seat in friends:
        for card, when in view.returned_own[seat]:
            back[card] = max(when, back.get(card, 0))
    lying = (view.aside, view.discard, *view.hands, *view.bars)
    seen = {card for place in lying for card in place}
    pool = [card for card in range(*view.game.cards) if card not in seen]
    rng.shuffle(pool)
    slots = [
        (age, place, n)
        for place, ages in zip(world.hands, view.ages, strict=True)
        for n, age in enumerate(ages)
        if place[n] == HIDDEN
    ]
    slots += [
        (age, world.discard, n)
        for n, (card, (_, age)) in enumerate(zip(view.discard, view.thrown, strict=True))
        if card == HIDDEN
    ]
    # The oldest have the fewest possible cards, and theirs are possible for all younger ones: in this
    # order no choice spoils a later one.
    slots.sort(key=lambda slot: slot[0])
    for age, place, n in slots:
        # chosen anew each time: whoever takes the first that fits leaves the others in an order that tells
        possible = [number for number, card in enumerate(pool) if back.get(card, 0) <= age] if back else [-1]
        place[n] = pool.pop(rng.choice(possible))
    rng.shuffle(pool)
    world.deck = pool


def _deal_goals(world: CheersTable, view: CheersTable, rng: random.Random) -> None:
    """Choose teams and combinations so that nobody should have declared before."""
    game = view.game
    distinct = bool(game.options["distinct_goals"])
    while True:
        if game.masquerade:
            world.team = _deal_teams(view, rng)
        out = [0] * len(view.goals)
        for bar, team in enumerate(world.team):
            out[team] |= view.ruled_out[bar]
        goals = game.goals.sample(view.goals, out, distinct, rng)
        if goals is not None:
            world.goals = goals
            return


def _deal_teams(view: CheersTable, rng: random.Random) -> tuple[int, ...]:
    """Choose who is in which team, each way as likely as what has been seen makes it."""
    game = view.game
    me = view.viewer
    left = tuple(size - (team == view.team[me]) for team, size in enumerate(game.seating.sizes))
    others = tuple(seat for seat in range(game.players) if seat != me)
    ways = share_out(left, others)
    weights = []
    for way in ways:
        way[me] = view.team[me]
        chances = []
        for team, goal in enumerate(view.goals):
            out = 0
            for seat, its in way.items():
                if its == team:
                    out |= view.ruled_out[seat]
            if goal == HIDDEN:
                chances.append(sum(game.goals.allowed(out)))
            else:
                chances.append(int(not out >> goal & 1))
        weights.append(prod(chances))
    way = rng.choices(ways, weights)[0]
    return tuple(way[seat] for seat in range(game.players))
