"""What happens to the cards on a table of Bartender, whoever plays them: hands, piles, bars and the win."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.engine import OVER, Move, Moves, Phase, Refusal, applies, phrases
from cardgen.games.bartender_aarwares.state import NO_CARD, BarTable

NO: Move = ("no",)


class Automatic(Phase[BarTable]):
    """A phase that goes on by itself where nothing is left to decide."""

    def go_on(self, s: BarTable) -> None:
        """Take up what a question has interrupted."""
        raise NotImplementedError


def go_on(s: BarTable) -> None:
    """After an answer: take up what was interrupted."""
    phase = s.phase
    if isinstance(phase, Automatic):
        phase.go_on(s)


def spend(s: BarTable, seat: int, card: int) -> None:
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


@applies("AB-Q14")
def refill(s: BarTable, pile: list[int], discard: list[int]) -> bool:
    """Make an empty draw pile anew from its own discards; returns whether there is one."""
    if not discard or not s.game.options["reshuffle"]:
        return False
    if s.tell:
        s.tell(
            "AB-Q14",
            f"{len(discard)} discarded {'card is' if len(discard) == 1 else 'cards are'} shuffled into a new pile",
        )
    shuffle_in(s, pile, discard)
    discard.clear()
    return True


def shuffle_in(s: BarTable, pile: list[int], cards: Sequence[int]) -> None:
    """Shuffle cards that everybody has seen into a draw pile."""
    s.shuffles += 1
    if pile is s.deck:
        s.bottom = NO_CARD
    for card in cards:
        s.since[card] = s.shuffles
    pile += cards
    s.shuffle(pile)


def leave_bar(s: BarTable, seat: int, card: int) -> None:
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


def bar_changed(s: BarTable, seat: int) -> None:
    """See whether a bar wins, also in another player's turn.  AB-Q4."""
    if not s.game.own_turn_end and s.phase is not OVER and s.complete(seat):
        win(s, seat)
    # in the owner's own turn the drawing decides, and then nobody is turned
    if s.turned[seat] and s.game.up_at_once and s.turn != seat:
        stand_up(s, seat)


@applies("AB-033, AB-Q5")
def saved(s: BarTable, seat: int, card: int, *, chosen: bool = False) -> None:
    """Set a turned card upright beside its new partner, maybe one of several."""
    s.turned[seat].remove(card)
    s.locked[seat] += 1
    if s.tell:
        s.apply("AB-Q5" if chosen or s.game.up_at_once or s.game.options["repair"] == "free" else "")
        s.tell("AB-033", f"{s.game.pieces.name(card)} has found a partner")


def stand_up(s: BarTable, seat: int) -> None:
    """As a house rule turned cards stand up as soon as they find a partner.  AB-Q5."""
    turned = s.turned[seat]
    while turned and s.phase is not OVER and (partners := s.partners(seat)) > 0:
        if partners < len(turned) and not s.game.alike(turned):
            s.ask(STANDING, seat)  # the owner says which
            return
        saved(s, seat, turned[0])


class Standing(Phase[BarTable]):
    """The owner says which turned card stands up beside a new partner, in another player's turn.  AB-Q5."""

    name = "say which card stands up"
    rule = "AB-Q5"
    phrases = phrases(save="stands {card} up")

    def moves(self, s: BarTable) -> Moves:
        return [("save", card) for card in s.turned[s.turn]]

    def play(self, s: BarTable, move: Move) -> None:
        seat = s.turn
        s.answered()
        saved(s, seat, move[1], chosen=True)
        stand_up(s, seat)
        go_on(s)

    def why_not(self, s: BarTable, move: Move) -> Refusal:
        return Refusal("AB-Q5", f"{s.game.pieces.name(move[1])} is no turned card of this bar")


STANDING = Standing()


@applies("AB-018, AB-036 to AB-038, AB-Q3, AB-Q4")
def win(s: BarTable, seat: int) -> None:
    """The game is over."""
    s.phase, s.stack, s.about = OVER, [], ()
    s.winner, s.ending = seat, "a bar is complete"
    if s.tell:
        s.apply("AB-Q3" if len(s.bartenders[seat]) > s.game.needed else "")
        says = f"{s.game.names[seat]} has four of a kind, all with customers, the ace among them"
        s.tell("AB-018 AB-036 AB-037 AB-038 AB-Q4", says)


@applies("AB-Q13")
def note_act(s: BarTable) -> None:
    """Note the rule that counts attacks and bids, where it matters."""
    s.apply("AB-Q13" if s.acts > 1 or s.acts == s.game.most_acts else "")


@applies("AB-062, AB-Q2")
def note_aces(s: BarTable, *cards: int) -> None:
    """Note the rules about the worth of aces, if one of these cards is an ace."""
    game = s.game
    if any(game.pieces.cards[card].ace for card in cards):
        s.apply("AB-Q2", "AB-062" if game.options["ace_value"] == 10 else "")
