"""The end of the week: BT-062 to BT-067."""

from __future__ import annotations

from cardgen.engine import Move, Moves, applies
from cardgen.games.bartender_2012.choices import NONE, Decision
from cardgen.games.bartender_2012.house import NOBODY
from cardgen.games.bartender_2012.state import Table

BYSTANDER = -4  # the move that names somebody who has only watched


@applies("BT-004, BT-062, BT-063, BT-Q17")
def end_week(s: Table) -> None:
    """Most GOOD NIGHTs win.  BT-Q14."""
    players = s.round_from(0)
    most = max(s.good[seat] for seat in players)
    first = [seat for seat in players if s.good[seat] == most]
    fewest = min(s.bad[seat] for seat in first)
    best = [seat for seat in first if s.bad[seat] == fewest]
    if s.tell:
        s.apply("BT-Q17" if len(first) > 2 else "")
        s.tell("BT-004 BT-062" if len(first) == 1 else "BT-063", f"most GOOD NIGHTs: {most}")
    if len(best) == 1:
        s.end_game(best, "most GOOD NIGHTs" if len(first) == 1 else "fewer BAD NIGHTs")
    elif s.game.final_tie == "explain":
        s.phase = EXPLAIN
        # BT-046: somebody must speak for the table
        s.turn = s.last_bic if s.last_bic != NOBODY and s.alive[s.last_bic] else players[0]
    elif s.game.final_tie == "shared":
        s.end_game(best, "a shared victory")
    else:
        s.end_game([], "a tie that nobody wins")


@applies("BT-064, BT-065, BT-067, BT-Q18")
class Explain(Decision):
    """The table agrees who has explained best which other play would have won."""

    name, rule, some, none = (
        "judge the explanations",
        "BT-064",
        "says {seat} explained it",
        "says nobody explained it",
    )
    bystander = "says a bystander explained it"

    def moves(self, s: Table) -> Moves:
        # BT-067: also who was knocked out, and who only watched
        return [*range(s.game.players), BYSTANDER, NONE]

    def play(self, s: Table, move: Move) -> None:
        if move == NONE:
            if s.tell:
                s.tell("BT-065 BT-Q18", "nobody wins")
            s.end_game([], "nobody could explain it")
        elif move == BYSTANDER:
            if s.tell:
                s.tell("BT-067 BT-Q18", "a bystander wins")
            s.end_game([], "a bystander explained it")
        else:
            if s.tell:
                s.tell("BT-064 BT-Q18", f"{s.game.names[move]} wins")
            s.end_game([move], "the best explanation")

    def say(self, s: Table, move: Move) -> str:
        return self.bystander if move == BYSTANDER else super().say(s, move)

    def read(self, s: Table, text: str) -> Move | None:
        return BYSTANDER if text.strip() == self.bystander else super().read(s, text)


EXPLAIN = Explain()
