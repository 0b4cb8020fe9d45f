"""How a game of CHEERS is won: combinations, declarations, and the end without a winner."""

from __future__ import annotations

from cardgen.engine import OVER, Move, Phase, phrases
from cardgen.games.cheers import words
from cardgen.games.cheers.state import Table
from cardgen.games.cheers.told import win_rules

DECLARE: Move = ("declare",)
QUIET: Move = ("quiet",)


def may_declare(s: Table, bar: int) -> bool:
    """Return whether the cards of a bar may win at this moment.  CH-Q1, CH-Q16."""
    game = s.game
    if game.own_turn:
        # nobody knows who else belongs to the active player's team at Masquerade
        mine = bar == s.actor if game.masquerade else s.team[bar] == s.team[s.actor]
        if not mine:
            return False
    return bar != game.seating.stool or game.virtual_can_win


def claims(s: Table) -> list[int]:
    """Return the bars that entitle a team to declare, one for each team, in the order of CH-Q2.

    CH-046 to CH-048: all cards of the bar belong to the combination and cover it.  CH-Q3: one bar alone.
    CH-056: in a team of master and apprentices it may be anybody's.
    """
    game = s.game
    found: dict[int, int] = {}
    for bar in game.clockwise[s.actor]:
        met = game.goals.met.get(s.mix[bar], 0)
        if met >> s.goals[s.team[bar]] & 1 and may_declare(s, bar):
            found.setdefault(s.team[bar], bar)
    bars = list(found.values())
    if not game.masquerade:
        turn = [s.team[bar] for bar in game.clockwise[s.actor]]
        bars.sort(key=lambda bar: turn.index(s.team[bar]))
    return bars


def look_for_victory(s: Table) -> None:
    """Declare for whoever may, or ask whether they want to.  CH-046, CH-050, CH-Q1, CH-Q2, CH-Q22."""
    game = s.game
    bars = claims(s)
    if bars and game.manual:
        s.ask(DECLARATION, game.speaker(s, bars[0]), (bars[0],))
    elif bars:
        win(s, bars if game.shared else bars[:1])
    elif not game.manual:
        # CH-021: what nobody declares tells everybody which combinations it cannot be
        for bar, mix in enumerate(s.mix):
            met = game.goals.met.get(mix, 0)
            if met and may_declare(s, bar):
                s.ruled_out[bar] |= met


class Declaration(Phase[Table]):
    """A house rule: a team that may declare need not.  CH-Q1, CH-057."""

    name = "declare or not"
    rule = "CH-Q1"
    phrases = phrases(declare="declares victory", quiet="keeps quiet")

    def moves(self, s: Table) -> list[Move]:
        return [DECLARE, QUIET]

    def play(self, s: Table, move: Move) -> None:
        bar = s.answered()[0]
        bars = claims(s)
        rest = bars[bars.index(bar) :]
        if move == DECLARE:
            win(s, rest if s.game.shared else rest[:1])
        elif len(rest) > 1:
            s.ask(self, s.game.speaker(s, rest[1]), (rest[1],))


def win(s: Table, bars: list[int]) -> None:
    """The teams of these bars have won.  CH-046."""
    game = s.game
    s.won = tuple(sorted(s.team[bar] for bar in bars))
    s.phase = OVER
    s.ended = "a combination was complete" if len(bars) == 1 else f"{len(bars)} combinations were complete"
    if s.tell:
        for bar in bars:
            # CH-057: for an apprentice the master declares
            rules = win_rules(s, bar, len(claims(s)))
            says = f"{words.bar_name(game, bar)} holds {words.tokens(game, s.goals[s.team[bar]])}"
            s.tell(
                rules,
                f"{says}: {words.team_name(s.team[bar])} wins",
                cards_of_the_winner=len(s.bars[bar]),
                deck_left=len(s.deck),
            )


def look_for_standstill(s: Table) -> None:
    """End a game in which nobody will hold a card again.  CH-Q9."""
    if any(s.hands):
        s.idle = 0
        return
    # cards can still be moved: for as many turns as there are cards
    s.idle += 1
    if s.idle >= len(s.game.big) or not any(s.bars):
        s.phase, s.ended = OVER, "no cards were left to play"
        if s.tell:
            s.tell("CH-Q9", "nobody has a card, and none can be drawn")


DECLARATION = Declaration()
