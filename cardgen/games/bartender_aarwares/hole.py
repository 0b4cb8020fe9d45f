"""Shovels in a game of Bartender: they rescue what would be lost, and they dig the hole.  AB-040, AB-042 to AB-050."""

from __future__ import annotations

from cardgen.engine import Move, Moves, Phase, Refusal, applies, phrases
from cardgen.games.bartender_aarwares.bar import (
    NO,
    bar_changed,
    go_on,
    leave_bar,
    let_go,
    note_aces,
    note_act,
    shuffle_in,
    spend,
)
from cardgen.games.bartender_aarwares.state import NO_CARD, BarTable

NO_COUNTER = -1  # instead of a value to beat: nobody may answer
BLOWS = {"raid": "raid", "advertise": "advert", "burial": "burial", "turned": "lost when turned"}
"""What players call the ways to lose a card."""
RESCUED = {
    "raid": "rescued from a raid",
    "advertise": "rescued from an advert",
    "burial": "rescued from a burial",
    "turned": "rescued when turned",
}


def tell_blow(s: BarTable, rules: str, says: str, what: str, did: str, *, stopped: int) -> None:
    """Tell what has come of an attack, as the share of attacks that were stopped."""
    assert s.tell
    figures = {f"{BLOWS[what]}s_stopped": stopped} if what in ("raid", "advertise") else {}
    s.tell(rules, says, did=did, only=None, **figures)


@applies("AB-051, AB-058")
def note_attack(s: BarTable, what: str) -> None:
    """Note the rules of an attack, whatever comes of it."""
    s.apply("AB-051" if what == "raid" else "AB-058")
    note_act(s)


def unless_rescued(s: BarTable, owner: int, what: str, target: int) -> None:
    """Somebody is about to lose a card, and may have a shovel.  AB-040, AB-Q11."""
    if s.hands[owner]:
        s.ask(RESCUE, owner, (what, target))
    else:
        lose(s, owner, what, target)


@applies("AB-040, AB-Q11")
class Rescue(Phase[BarTable]):
    """Any shovel has a card discarded that would be lost otherwise."""

    name = "rescue or not"
    rule = "AB-040"
    phrases = phrases(rescue="rescues {card} with {card2}", no="plays no shovel")

    def moves(self, s: BarTable) -> Moves:
        is_raider, target = s.game.is_raider, s.about[1]
        return [NO, *[("rescue", target, card) for card in s.hands[s.turn] if not is_raider[card]]]

    def play(self, s: BarTable, move: Move) -> None:
        seat = s.turn
        what, target = s.answered()
        if move == NO:
            lose(s, seat, what, target)
        else:
            self._rescue(s, seat, what, target, move[2])
        go_on(s)

    def _rescue(self, s: BarTable, seat: int, what: str, target: int, shovel: int) -> None:
        leave_bar(s, seat, target)
        s.discard.append(target)
        if s.tell:
            says = f"{s.game.pieces.name(target)} is discarded instead"
            tell_blow(s, "AB-040 AB-Q11", says, what, RESCUED[what], stopped=0)
        if not s.game.into_hole:
            spend(s, seat, shovel)
        elif what == "burial":
            into_hole(s, seat, shovel)  # which is full already
        else:
            dig(s, seat, shovel)
        if what == "burial":
            empty_hole(s, NO_CARD)
        bar_changed(s, seat)

    def why_not(self, s: BarTable, move: Move) -> Refusal:
        if move[1] != s.about[1]:
            return Refusal("AB-040", f"{s.game.pieces.name(s.about[1])} is about to be lost")
        return Refusal("AB-040", f"{s.game.pieces.name(move[2])} is no shovel in hand")


@applies("AB-009, AB-027, AB-028, AB-034, AB-035, AB-052, AB-059, AB-Q18")
def lose(s: BarTable, owner: int, what: str, target: int) -> None:
    """A bartender or customer leaves the owner's bar."""
    turned, card = target in s.turned[owner], s.game.pieces.name(target)
    leave_bar(s, owner, target)
    if what == "burial":
        empty_hole(s, target)
    elif what == "advertise":
        s.customers[s.turn].append(target)
        if s.tell:
            note_attack(s, what)
            alone = len(s.customers[s.turn]) > len(s.bartenders[s.turn])
            s.apply("AB-Q18" if alone or turned else "")  # it comes to the new bar upright
            says = f"{card} comes over to {s.game.names[s.turn]}'s bar"
            tell_blow(s, "AB-028 AB-059", says, what, BLOWS[what], stopped=0)
        bar_changed(s, s.turn)
    elif what == "turned" and s.game.is_customer[target]:
        s.discard.append(target)
        if s.tell:
            s.tell("AB-034", f"{card} goes home without a bartender")
    else:
        s.market.append(target)
        if s.tell:
            if what == "raid":
                note_attack(s, what)
            rules = "AB-027 AB-052" if what == "raid" else "AB-009 AB-035"
            tell_blow(s, rules, f"{card} goes to the market", what, BLOWS[what], stopped=0)
    bar_changed(s, owner)


# ---------------------------------------------------------------------------------------------------------
# The hole
# ---------------------------------------------------------------------------------------------------------


@applies("AB-042 to AB-044")
def dig(s: BarTable, seat: int, shovel: int) -> None:
    """A shovel goes into the hole, which may be full now."""
    into_hole(s, seat, shovel)
    total = s.hole_total()
    full = total >= s.game.hole_limit
    if s.tell:
        note_aces(s, shovel)
        s.apply("AB-044" if full else "")
        says = f"the hole is full: {total}" if full else f"the shovels in the hole add up to {total}"
        s.tell("AB-042 AB-043", says)
    if full:
        begin_burial(s, seat, s.game.value_of[shovel])


def into_hole(s: BarTable, seat: int, shovel: int) -> None:
    """Put a shovel from the hand on the pile of the hole.  AB-043."""
    let_go(s.hands[seat], s.drawn[seat], shovel)
    s.hole.append(shovel)


@applies("AB-Q8")
def begin_burial(s: BarTable, seat: int, level: int) -> None:
    """Whoever filled the hole chooses whom to bury; `level` is what an answer must beat.  AB-045."""
    if BURYING.graves(s, seat):
        s.ask(BURYING, seat, (level,))
    else:
        if s.tell:
            s.tell("AB-Q8", "there is nobody to bury")
        empty_hole(s, NO_CARD)


@applies("AB-Q8")
class Burying(Phase[BarTable]):
    """One bartender is buried with all the shovels.  AB-045 to AB-048."""

    name = "bury a bartender"
    rule = "AB-045"
    phrases = phrases(bury="buries {target}")

    def moves(self, s: BarTable) -> Moves:
        return [("bury", bartender) for bartender in self.graves(s, s.turn)]

    def graves(self, s: BarTable, seat: int) -> list[int]:
        """Return the bartenders that a player may bury."""
        graves = [bartender for other in s.game.rivals[seat] for bartender in s.bartenders[other]]
        match s.game.options["bury_from"]:
            case "opponents":
                return graves or s.market[:]  # AB-Q8: only if no opponent has one
            case "any_bar":
                return graves + s.bartenders[seat]
        return graves + s.bartenders[seat] + s.market

    def play(self, s: BarTable, move: Move) -> None:
        seat, target = s.turn, move[1]
        (level,) = s.answered()
        owner = s.owner(target)
        if owner in (seat, -1):  # nobody else loses it
            if owner < 0:
                s.market.remove(target)
            else:
                leave_bar(s, owner, target)
            s.apply("AB-Q8", to="AB-045")
            empty_hole(s, target)
            bar_changed(s, seat)
            go_on(s)
        elif level != NO_COUNTER and s.hands[owner]:
            s.ask(COUNTERING, owner, (target, level))
        else:
            unless_rescued(s, owner, "burial", target)
            go_on(s)

    def why_not(self, s: BarTable, move: Move) -> Refusal:
        return Refusal("AB-Q8", f"{s.game.pieces.name(move[1])} cannot be buried")


@applies("AB-043, AB-047, AB-048, AB-Q9")
class Countering(Phase[BarTable]):
    """A higher shovel prevents the burial, and its player buries somebody instead."""

    name = "answer with a shovel or not"
    rule = "AB-047"
    phrases = phrases(counter="answers with {card}", no="does not answer")

    def moves(self, s: BarTable) -> Moves:
        game, level = s.game, s.about[1]
        hand = s.hands[s.turn]
        shovels = [card for card in hand if not game.is_raider[card] and game.value_of[card] > level]
        return [NO, *[("counter", card) for card in shovels]]

    def play(self, s: BarTable, move: Move) -> None:
        seat = s.turn
        target, _ = s.answered()
        if move == NO:
            unless_rescued(s, seat, "burial", target)
        else:
            into_hole(s, seat, move[1])  # AB-Q9: it joins the hole
            if s.tell:
                note_aces(s, move[1])
                says = f"{s.game.names[seat]} chooses a bartender to bury instead"
                s.tell("AB-043 AB-047 AB-048 AB-Q9", says, did="burial answered")
            chain = s.game.options["counter_chain"]
            begin_burial(s, seat, s.game.value_of[move[1]] if chain else NO_COUNTER)
        go_on(s)

    def why_not(self, s: BarTable, move: Move) -> Refusal:
        game, card = s.game, move[-1]
        if card not in s.hands[s.turn] or game.is_raider[card]:
            return Refusal("AB-047", f"{game.pieces.name(card)} is no shovel in hand")
        return Refusal("AB-Q9", f"it takes more than {s.about[1]}")


@applies("AB-045, AB-046, AB-049, AB-050, AB-Q10")
def empty_hole(s: BarTable, buried: int) -> None:
    """Shuffle the shovels into the main pile; a bartender goes below it."""
    shuffle_in(s, s.deck, s.hole)
    s.hole = []
    if s.tell:
        s.tell("AB-046 AB-049", "the shovels of the hole are shuffled into the main pile")
    if buried != NO_CARD:
        s.deck.insert(0, buried)
        s.bottom = buried
        if s.tell:
            says = f"{s.game.pieces.name(buried)} lies at the bottom of it"
            s.tell("AB-045 AB-046 AB-050 AB-Q10", says, did=BLOWS["burial"])


RESCUE, BURYING, COUNTERING = Rescue(), Burying(), Countering()
