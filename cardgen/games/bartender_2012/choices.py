"""Decisions inside an effect: each interrupts the HOUR and belongs to one player."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from cardgen.engine import Move, Moves, Phase, Refusal, applies, phrases
from cardgen.games.bartender_2012.state import EVERYBODY, NightTable
from cardgen.source.effects import many

NONE = -2  # the move that declines; no card, seat or number is
YES = 1


class Decision(Phase[NightTable]):
    """Pick one of some things, or (`none`) none of them. The thing itself is the move; `other` is one move more.

    `moves` is the only truth about what may be picked; `only` says it with the number of its rule to who picks another.
    """

    some: ClassVar[str] = ""
    none: ClassVar[str] = ""
    other: ClassVar[tuple[int, str]] = (0, "")

    def __init_subclass__(cls) -> None:
        said = {"some": cls.some, "none": cls.none, "other": cls.other[1]}
        cls.phrases = phrases(**{key: text for key, text in said.items() if text})

    def moves(self, s: NightTable) -> Moves:
        return [YES, NONE]

    def parts(self, move: Move) -> tuple[str, tuple[Any, ...]]:
        if self.other[1] and move == self.other[0]:
            return "other", ()
        if move == NONE:
            return "none", ()
        return "some", (move,) if self.phrases["some"].fields else ()

    def read(self, s: NightTable, text: str) -> Move | None:
        # "lets nobody in" would fit "lets {card} in", too
        if self.none and self.phrases["none"].matches(text):
            return NONE
        if self.other[1] and self.phrases["other"].matches(text):
            return self.other[0]
        values = self.phrases["some"].read(s.game, s, text)
        if values is None:
            return None
        return values[0] if values else YES

    def resume(self, s: NightTable) -> None:
        """Nothing happens by itself: somebody must decide."""


# ---------------------------------------------------------------------------------------------------------
# Targets: about is (act, card, seat, whether it may be declined)
# ---------------------------------------------------------------------------------------------------------


class TargetChoice(Decision):
    """Choose what a card acts upon.  BT-008, BT-042, BT-048."""

    rule = "BT-042"

    def moves(self, s: NightTable) -> Moves:
        n, card, seat, may = s.about
        targets: list[Move] = s.game.acts[n].targets(s, card, seat)
        return [*targets, NONE] if may else targets

    def play(self, s: NightTable, move: Move) -> None:
        n, card, seat, _ = s.answered()
        if move == NONE or not s.game.acts[n].act_on(s, n, card, seat, move):
            s.carry_on()

    def why_not(self, s: NightTable, move: Move) -> Refusal:
        card = s.game.pieces.name(s.about[1])
        says = f"{card} does not leave a choice" if move == NONE else f"that is not what {card} acts upon"
        return Refusal("BT-042", says)


class ChooseCard(TargetChoice):
    """Choose a card in the BAR."""

    name, some, none = "choose a card in the BAR", "chooses {card}", "chooses nothing"


class ChoosePlayer(TargetChoice):
    """Choose another player."""

    name, some, none = "choose a player", "chooses {seat}", "chooses nobody"


class NameKind(TargetChoice):
    """Name a kind of PATRON."""

    name, some = "name a kind", "names {kind}"


class TakeOne(TargetChoice):
    """Take one of the cards that were looked at."""

    name, some = "take a card", "takes {card}"


class PutUnder(TargetChoice):
    """Put the rest under the BAR deck, one after another."""

    name, some = "put cards under the deck", "puts {card} under the BAR deck"


class PutOnTopChoice(TargetChoice):
    """Put the rest back on top of the BAR deck, one after another."""

    name, some = "put cards on the deck", "puts {card} on top of the BAR deck"


class Agree(Decision):
    """Do what a card allows, or do not; about is (act, card, seat)."""

    name, rule, some, none = "do it or not", "BT-042", "does it", "does not"

    def play(self, s: NightTable, move: Move) -> None:
        n, card, seat = s.answered()
        if move != NONE:
            s.begin_acts((n,), card, seat)
        s.carry_on()


class DiscardChoice(Decision):
    """A player discards a card of their choice; about is the number still to go."""

    name, rule, some = "discard", "BT-041", "discards {card}"
    only = "BT-041: a card from the own hand is discarded"

    def moves(self, s: NightTable) -> Moves:
        return s.hands[s.turn][:]

    def play(self, s: NightTable, move: Move) -> None:
        seat = s.turn
        (left,) = s.answered()
        s.throw_away(seat, move, chosen=True)
        if not s.must_discard(seat, left - 1):
            s.carry_on()


class Offer(Decision):
    """Pass, or bid a number."""

    rule, some, none = "BT-022", "bids {number}", "passes"

    @abstractmethod
    def limits(self, s: NightTable) -> tuple[int, int]:
        """Return the lowest and the highest bid."""

    def moves(self, s: NightTable) -> Moves:
        low, most = self.limits(s)
        return [NONE, *range(low, most + 1)]


class BidAgain(Offer):
    """Each other player may bid once; about is (the BIC, goal or last bid, who bid it, highest bid).  BT-Q3."""

    name = "bid again"

    def limits(self, s: NightTable) -> tuple[int, int]:
        _, high, _, most = s.about
        return high + 1, most

    def play(self, s: NightTable, move: Move) -> None:
        seat = s.turn
        bic, high, holder, most = s.answered()
        if move != NONE:
            high, holder = move, seat
        if not s.ask_for_bid(seat, bic, high, holder, most=most):
            s.carry_on()

    def why_not(self, s: NightTable, move: Move) -> Refusal:
        low, most = self.limits(s)
        return Refusal("BT-022", f"a bid is above {low - 1} and not above {most}")


# ---------------------------------------------------------------------------------------------------------
# Reveals: decisions of the BIC.  BT-037 to BT-040, BT-Q6, BT-Q8, BT-Q9, BT-Q16
# ---------------------------------------------------------------------------------------------------------


@applies("BT-037, BT-Q6, BT-Q8")
class MayReveal(Decision):
    """The BIC may turn up cards of the BAR deck.  BT-037, BT-040."""

    name, rule, some, none = "reveal or not", "BT-037", "reveals", "does not reveal"

    def play(self, s: NightTable, move: Move) -> None:
        if move == NONE:
            s.answered()
            s.carry_on()
            return
        game = s.game
        short = len(s.deck) < game.reveal
        s.shown = s.turn_up(game.reveal)
        if s.tell:
            s.apply("BT-Q8" if short else "")
            s.tell("BT-037", f"turned up: {game.pieces.say(s.shown)}")
        if any(game.is_patron[card] for card in s.shown):
            s.phase = LET_IN
        else:
            if s.tell:
                s.tell("BT-Q6", "there is no PATRON among them")
            put_shown_back(s)


@applies("BT-038, BT-Q6")
class LetIn(Decision):
    """The BIC lets one of the PATRONs enter, or nobody.  BT-037 to BT-039, BT-Q6, BT-Q10."""

    name, rule, some, none = "let a PATRON in", "BT-037", "lets {card} in", "lets nobody in"
    only = "BT-037: one of the PATRONs that were turned up may enter"

    def moves(self, s: NightTable) -> Moves:
        is_patron = s.game.is_patron
        return [*[card for card in s.shown if is_patron[card]], NONE]

    def play(self, s: NightTable, move: Move) -> None:
        if move != NONE:
            s.shown.remove(move)
            s.enter(move)  # BT-038: what it does on entering is not done; BT-039: it counts
            if s.tell:
                skipped = "; its “When it enters” does not happen" if s.game.first_acts[move] else ""
                s.tell("BT-038 BT-Q6", f"{many(len(s.patrons), 'PATRON')} in the BAR{skipped}")
        put_shown_back(s)


def put_shown_back(s: NightTable) -> None:
    """Put the other revealed cards where the house rule says.  BT-Q6."""
    game, shown = s.game, s.shown
    s.shown = []
    match game.reveal_rest:
        case "bottom":
            s.deck[:0] = shown[::-1]
            s.known |= dict.fromkeys(shown, EVERYBODY)
        case "top":
            s.deck += shown[::-1]
            s.known |= dict.fromkeys(shown, EVERYBODY)
        case "breakage":
            s.breakage += shown
        case _:
            s.history += [("forget", card, bits) for card, bits in s.known.items()]
            s.history.append(("shuffle", tuple(shown)))
            s.known.clear()
            s.deck += shown
            s.shuffle(s.deck)
    s.answered()
    s.carry_on()


# ---------------------------------------------------------------------------------------------------------
# Two effects at once
# ---------------------------------------------------------------------------------------------------------


@applies("BT-044, BT-046, BT-050")
class WhichFirst(Decision):
    """Effects that fall together: the BIC says which comes first."""

    name, rule, some = "say which effect comes first", "BT-044", "resolves {card} first"

    def moves(self, s: NightTable) -> Moves:
        return s.queue[:]

    def play(self, s: NightTable, move: Move) -> None:
        s.answered()
        if s.tell:
            rule = "BT-046 BT-050" if s.game.is_patron[move] else "BT-044 BT-046"
            s.tell(rule, f"the BIC resolves {s.game.pieces.name(move)} first")
        resolve(s, move)

    def why_not(self, s: NightTable, move: Move) -> Refusal:
        return Refusal("BT-044", f"the effects are those of {s.game.pieces.say(s.queue)}")


def resolve(s: NightTable, card: int) -> None:
    """Do what a card does at the end of the SHIFT."""
    s.queue.remove(card)
    group = s.game.token_acts if s.step == 1 else s.game.end_acts
    patron = s.game.is_patron[card]
    owner = s.owners[s.patrons.index(card)] if patron else s.scheme_owners[s.schemes.index(card)]
    s.begin_acts(group[card], card, owner)
    s.carry_on()


LET_IN, WHICH_FIRST = LetIn(), WhichFirst()
CHOICES: tuple[Decision, ...] = (
    ChooseCard(), ChoosePlayer(), NameKind(), TakeOne(), PutUnder(), PutOnTopChoice(), Agree(), DiscardChoice(),
    BidAgain(), MayReveal(), LET_IN, WHICH_FIRST,
)  # fmt: skip
