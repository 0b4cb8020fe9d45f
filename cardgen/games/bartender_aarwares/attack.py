"""Attack and defence in a game of Bartender: raids and advertisements.  AB-039, AB-051, AB-056 to AB-061."""

from __future__ import annotations

from cardgen.engine import Move, Moves, Phase, Refusal, applies, phrases
from cardgen.games.bartender_aarwares.bar import NO, note_aces, spend
from cardgen.games.bartender_aarwares.hole import BLOWS, lose, note_attack, tell_blow, unless_rescued
from cardgen.games.bartender_aarwares.state import BarTable


@applies("AB-Q12")
def attack(s: BarTable, what: str, target: int, card: int) -> None:
    """Raid a bartender, or advertise to a customer.  AB-051, AB-058."""
    spend(s, s.turn, card)
    owner = s.owner(target)
    # AB-Q12: only the owner answers; whoever holds no card at all is not asked
    if s.hands[owner] or s.purses[owner]:
        s.ask(DEFENDING, owner, (what, target, card))
    else:
        s.apply("AB-Q12")
        lose(s, owner, what, target)


@applies("AB-039, AB-056, AB-057, AB-060, AB-061, AB-Q1, AB-Q12")
class Defending(Phase[BarTable]):
    """One raider or coin of at least the same value stops an attack."""

    name = "defend or not"
    rule = "AB-039"
    phrases = phrases(defend="defends with {card}", no="does not defend")

    def moves(self, s: BarTable) -> Moves:
        game, seat, least = s.game, s.turn, self.least(s)
        value, is_raider = game.value_of, game.is_raider
        cards = [card for card in s.hands[seat] if is_raider[card] and value[card] >= least]
        cards += [card for card in s.purses[seat] if value[card] >= least]
        return [NO, *[("defend", card) for card in cards]]

    def least(self, s: BarTable) -> int:
        """Return the value that stops the attack."""
        what: str = s.about[0]
        card: int = s.about[2]
        # AB-056, AB-Q1: a house rule asks for a higher card against a raid
        higher = what == "raid" and s.game.options["raid_tie"] == "attacker"
        return s.game.value_of[card] + higher

    def play(self, s: BarTable, move: Move) -> None:
        seat = s.turn
        what, target, attacker = s.answered()
        if move == NO:
            unless_rescued(s, seat, what, target)
        else:
            spend(s, seat, move[1])  # AB-Q12: one card; the attacker may attack again with another
            if s.tell:
                self._tell_stopped(s, what, target, attacker, move[1], seat)

    def _tell_stopped(self, s: BarTable, what: str, target: int, attack: int, card: int, seat: int) -> None:
        """Tell that a defence has held."""
        game = s.game
        by_coin = game.is_coin[card]
        equal = game.value_of[card] == game.value_of[attack]
        if what == "raid":
            s.apply("AB-056 AB-Q1" if equal or game.options["raid_tie"] == "attacker" else "")
        else:
            s.apply("AB-060" if by_coin else "AB-061")
        again = bool(s.purses[s.turn]) or any(game.is_raider[held] for held in s.hands[s.turn])
        s.apply("AB-Q12" if again else "")
        note_attack(s, what)
        note_aces(s, attack, card)
        says = f"{game.pieces.name(target)} stays with {game.names[seat]}"
        did = f"{BLOWS[what]} stopped by a {'coin' if by_coin else 'raider'}"
        tell_blow(s, "AB-039 AB-057", says, what, did, stopped=1)

    def why_not(self, s: BarTable, move: Move) -> Refusal:
        game, seat, card = s.game, s.turn, move[-1]
        if card not in s.hands[seat] + s.purses[seat]:
            return Refusal("AB-039", f"{game.pieces.name(card)} is not in hand")
        if not (game.is_raider[card] or game.is_coin[card]):
            return Refusal("AB-039", f"{game.pieces.name(card)} is neither raider nor coin")
        what, _, attacker = s.about
        says = f"{game.pieces.name(card)} is worth {game.value_of[card]}, it takes {self.least(s)}"
        if game.value_of[card] == game.value_of[attacker]:
            return Refusal("AB-Q1", says)
        return Refusal("AB-039" if what == "raid" else "AB-060" if game.is_coin[card] else "AB-061", says)


DEFENDING = Defending()
