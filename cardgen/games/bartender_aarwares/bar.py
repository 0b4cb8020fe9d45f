"""What happens to the cards on a table of Bartender, whoever plays them: hands, piles, bars and the win."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.engine import OVER, Move, Phase
from cardgen.games.bartender_aarwares.state import NO_CARD, Table
from cardgen.games.bartender_aarwares.told import win_rules

NO: Move = ("no",)


class Automatic(Phase[Table]):
    """A phase that goes on by itself where nothing is left to decide."""

    def go_on(self, s: Table) -> None:
        """Take up what a question has interrupted."""
        raise NotImplementedError


def go_on(s: Table) -> None:
    """After an answer: take up what was interrupted."""
    phase = s.phase
    if isinstance(phase, Automatic):
        phase.go_on(s)


def spend(s: Table, seat: int, card: int) -> None:
    """A card leaves the hand for its discard pile, whatever it did.  AB-057."""
    if s.game.is_coin[card]:
        let_go(s.purses[seat], s.earned[seat], card)
        s.coin_discard.append(card)
    else:
        let_go(s.hands[seat], s.drawn[seat], card)
        s.discard.append(card)


def let_go(cards: list[int], came: list[int], card: int) -> None:
    """Take a card out of the hand."""
    place = cards.index(card)
    del cards[place], came[place]


def refill(s: Table, pile: list[int], discard: list[int]) -> bool:
    """Make an empty draw pile anew from its own discards; returns whether there is one.  AB-Q14."""
    if not discard or not s.game.options["reshuffle"]:
        return False
    if s.tell:
        s.tell("AB-Q14", f"{len(discard)} discarded cards are shuffled into a new draw pile")
    shuffle_in(s, pile, discard)
    discard.clear()
    return True


def shuffle_in(s: Table, pile: list[int], cards: Sequence[int]) -> None:
    """Shuffle cards that everybody has seen into a draw pile."""
    s.shuffles += 1
    if pile is s.deck:
        s.bottom = NO_CARD
    for card in cards:
        s.since[card] = s.shuffles
    pile += cards
    s.shuffle(pile)


def leave_bar(s: Table, seat: int, card: int) -> None:
    """Take a card off a bar; pairs that are left stay together.  AB-Q5, AB-Q18."""
    bartenders, customers, turned = s.bartenders[seat], s.customers[seat], s.turned[seat]
    (bartenders if s.game.is_bartender[card] else customers).remove(card)
    if turned:
        if card in turned:
            turned.remove(card)  # a turned card that changes hands is set upright
        aside = len(turned) if turned and s.game.is_bartender[turned[0]] else 0
        upright = len(bartenders) - aside, len(customers) - len(turned) + aside
        # pairs are counted, not followed: a card without a partner is lost first
        s.locked[seat] = min(s.locked[seat], *upright)


def bar_changed(s: Table, seat: int) -> None:
    """See whether a bar wins, also in another player's turn.  AB-Q4."""
    if not s.game.own_turn_end and s.phase is not OVER and s.game.complete(s, seat):
        win(s, seat)


def win(s: Table, seat: int) -> None:
    """The game is over.  AB-036."""
    s.phase, s.stack, s.about = OVER, [], ()
    s.winner, s.ended = seat, "a bar is complete"
    if s.tell:
        s.tell(
            win_rules(s, seat),
            f"{s.game.names[seat]} has four of a kind, all with customers, the ace among them",
        )
