"""The draft of Bartender (2012): BT-011, BT-014 to BT-018, BT-069, BT-Q1, BT-Q2."""

from __future__ import annotations

from cardgen.engine import Move, Moves, Refusal, applies
from cardgen.games.bartender_2012.choices import Decision
from cardgen.games.bartender_2012.state import Table


def deal_hands(s: Table) -> None:
    """Give everybody five cards, to draft or to keep.  BT-011, BT-069, BT-Q1."""
    game, ring = s.game, s.round_from(0)
    for seat in ring:
        for card in s.hands[seat][:]:  # BT-Q1: only where new hands are dealt for every SHIFT
            s.throw_away(seat, card)
    s.took = [[] for _ in s.hands]
    s.seen = [[] for _ in s.hands]
    if not game.drafts:
        s.history = []
        for seat in ring:
            s.draw(seat, game.hand)
        s.go("auction")
        return
    for seat in ring:
        s.packets[seat] = s.turn_up(game.hand)
        s.seen[seat] = [tuple(s.packets[seat])]
    s.history = []  # nobody holds a card, so nobody knows anything of hands
    s.phase, s.turn = DRAFT, ring[0]


class Draft(Decision):
    """Keep one card of the packet and pass the rest to the right.  BT-014 to BT-018, BT-Q2."""

    name, rule, some = "draft a card", "BT-014", "keeps {card}"

    def moves(self, s: Table) -> Moves:
        return s.packets[s.turn][:]

    def play(self, s: Table, move: Move) -> None:
        seat = s.turn
        s.packets[seat].remove(move)
        s.took[seat].append(move)
        # BT-Q2: all pass at the same time; nobody sees what the others keep
        for other in range(seat + 1, s.game.players):
            if s.alive[other]:
                s.turn = other
                return
        ring = s.round_from(0)
        pass_right(s, ring)
        s.turn = ring[0]
        if len(s.packets[ring[0]]) == 1:
            end_draft(s, ring)

    def why_not(self, s: Table, move: Move) -> Refusal:
        return Refusal("BT-015", "one card of the packet at hand is kept")


def pass_right(s: Table, ring: list[int]) -> None:
    """All packets go to the right.  BT-015."""
    packets = [s.packets[seat] for seat in ring]
    for n, seat in enumerate(ring):
        s.packets[seat] = packets[n - 1]
        s.seen[seat].append(tuple(packets[n - 1]))


@applies("BT-014 to BT-018, BT-Q2")
def end_draft(s: Table, ring: list[int]) -> None:
    """The last card is kept, and what was kept goes to the left.  BT-016 to BT-018."""
    for seat in ring:
        s.took[seat] = sorted(s.took[seat] + s.packets[seat])
        s.packets[seat] = []
    for n, seat in enumerate(ring):
        s.hands[ring[n - 1]] = s.took[seat][:]  # BT-017: the seat before is the one on the left
    if s.tell:
        s.tell(
            "BT-014 BT-015 BT-016 BT-017 BT-018 BT-Q2",
            "the cards that were kept go to the player on the left",
        )
    s.go("auction")


DRAFT = Draft()
