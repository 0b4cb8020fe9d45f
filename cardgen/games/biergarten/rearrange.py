"""Rearranging a Biergarten: swap two tiles, or move one, pushing others out of the way."""

from __future__ import annotations

from typing import ClassVar, cast

from cardgen.engine import Choices, Move, Moves, Phase, Refusal, applies, phrases
from cardgen.engine.spaces import COMPASS, SIDES, Layout, connected, space_said, still_connected
from cardgen.games.biergarten.cellar import in_barrels
from cardgen.games.biergarten.garden import cell_of, rearranged
from cardgen.games.biergarten.state import BiergartenTable, Grounds

KEEP: Move = ("keep",)
FALLS_APART = Refusal("BG-Q6", "the garden would fall apart")
HOME_STAYS = Refusal("BG-Q7", "the home tile stays where it is")
HOME_PUSHED = Refusal("BG-Q7", "the home tile would be pushed")


@applies("BG-035 to BG-039, BG-057, BG-063, BG-064, BG-Q5 to BG-Q7, BG-Q13")
class Rearrangement(Phase[BiergartenTable]):
    """Swap two tiles of the garden, or move one, or leave it: step 3 of a turn and the last of the game."""

    last: ClassVar = False
    phrases = phrases(
        keep="leaves the garden as it is",
        swap="swaps {card1} and {card2}",
        push="moves {card} to {place}'s place, pushing {direction}",
        move="moves {card} {spot}",
    )

    def refuse(self, s: BiergartenTable, move: Move) -> Refusal | None:
        """Return why the garden may not be rearranged so, or None if it may."""
        kind = move[0]
        if kind == "keep":  # BG-064: rearranging is optional
            return None
        if kind not in self.phrases:
            return Refusal("BG-035", "only a swap or a move is possible now")
        game, garden = s.game, s.gardens[s.turn]
        for tile in move[1 : 3 if kind == "swap" else 2]:
            if tile not in garden.values():
                return Refusal("BG-035", f"{game.pieces.name(tile)} does not lie in the garden")
        if kind == "swap":
            return self._refuse_swap(game, move[1], move[2])
        lifted = cast(int, cell_of(garden, move[1]))
        if kind == "push":
            return self._refuse_push(game, garden, lifted, move[2], move[3])
        return self._refuse_move(game, garden, lifted, move[2])

    def _refuse_swap(self, game: Grounds, one: int, two: int) -> Refusal | None:
        # BG-038: they lie anywhere in the garden
        if one >= two:
            return Refusal("BG-035", "two different tiles of the garden are swapped")
        if game.home_fixed and (one in game.homes or two in game.homes):
            return HOME_STAYS
        return None

    def _refuse_move(self, game: Grounds, garden: Layout, lifted: int, cell: int) -> Refusal | None:
        # BG-037: to an empty space
        if cell == lifted:
            return Refusal("BG-035", "it lies there already")
        if cell in garden:
            return Refusal("BG-036", f"{game.pieces.name(garden[cell])} lies there and must be pushed")
        return self._refuse_shape(game, garden, lifted, cell)

    def _refuse_push(
        self, game: Grounds, garden: Layout, lifted: int, cell: int, step: int
    ) -> Refusal | None:
        # BG-036: to an occupied space, whose tile makes room
        if game.shift == "none":
            return Refusal("BG-Q5", "tiles are not pushed at this table")
        if cell == lifted or cell not in garden or step not in COMPASS:
            return Refusal("BG-036", "only another tile can be pushed, along its row or column")
        if game.shift == "whole_line":
            after = rearranged(garden, ("push", garden[lifted], cell, step), whole_line=True)
            if game.home_fixed and any(after.get(c) != t for c, t in garden.items() if t in game.homes):
                return HOME_PUSHED
            return FALLS_APART if game.connected and not connected(after) else None
        # BG-Q5: an unbroken run moves up by one: the garden grows at the first gap, as if the tile went there
        gap = cell
        while gap in garden and gap != lifted:
            if game.home_fixed and garden[gap] in game.homes:
                return HOME_PUSHED
            gap += step
        return self._refuse_shape(game, garden, lifted, gap)

    def _refuse_shape(self, game: Grounds, garden: Layout, lifted: int, landed: int) -> Refusal | None:
        if game.home_fixed and garden[lifted] in game.homes:
            return HOME_STAYS
        if game.connected:
            # BG-Q6: walls do not matter, edges do
            if not still_connected(garden, lifted, landed):
                return FALLS_APART
        elif not any(landed + step in garden and landed + step != lifted for step in SIDES):
            return Refusal("BG-Q6", "it would touch no other tile")
        return None

    def moves(self, s: BiergartenTable) -> Moves:
        game, garden = s.game, s.gardens[s.turn]
        cells = list(garden)
        tiles = list(garden.values())
        size = len(cells)
        pairs = size * size

        def candidate(n: int) -> Move | None:
            if n == 0:
                return KEEP
            kind, n = divmod(n - 1, pairs)
            one, two = divmod(n, size)
            if one == two:
                return None
            tile, lifted, cell = tiles[one], cells[one], cells[two]
            if kind == 0:
                return None if self._refuse_swap(game, tile, tiles[two]) else ("swap", tile, tiles[two])
            step = SIDES[kind & 3]
            if kind <= 4:
                if self._refuse_push(game, garden, lifted, cell, step):
                    return None
                return ("push", tile, cell, step)
            cell += step
            if cell in garden:
                return None
            # a place beside several tiles is one place: the first of them that stays names it
            for earlier in SIDES[: kind & 3]:
                if cell - earlier in garden and cell - earlier != lifted:
                    return None
            return None if self._refuse_move(game, garden, lifted, cell) else ("move", tile, cell)

        return Choices(1 + 9 * pairs, candidate, lambda move: self.refuse(s, move) is None)

    def play(self, s: BiergartenTable, move: Move) -> None:
        before = s.gardens[s.turn]
        s.gardens[s.turn] = rearranged(before, move, s.game.shift == "whole_line")
        if s.tell and move != KEEP:
            self._tell(s, move, before)
        self.go_on(s)

    def _tell(self, s: BiergartenTable, move: Move, before: Layout) -> None:
        """Tell how many barrels a swap or a move has won or lost."""
        game, garden, tell = s.game, s.gardens[s.turn], s.tell
        assert tell
        kind, moved = move[0], list[int]()
        if kind == "push":  # those that make room, nearest first
            row = sorted(before.items(), key=lambda place: place[0] * move[3])
            moved = [tile for cell, tile in row if garden.get(cell) != tile != move[1]]
        touched = [move[1], *moved]
        if kind == "swap":
            one, two = (cell_of(garden, each) or 0 for each in move[1:])
            tell.apply("BG-038" if one - two not in SIDES else "")
            touched.append(move[2])
        else:
            tell.apply("BG-036 BG-Q5" if kind == "push" else "BG-037")
        if kind != "swap" if game.connected else not connected(garden):
            tell.apply("BG-Q6")
        tell.apply("BG-Q7" if any(other in game.homes for other in touched) else "")
        gain = game.cellar.barrels(garden).total - game.cellar.barrels(before).total
        tell.apply("BG-039" if gain else "", "BG-063" if gain < 0 else "")
        pushed = game.pieces.say(moved)
        room = f"{pushed} {'makes' if len(moved) == 1 else 'make'} room; " if moved else ""
        more = "more" if gain > 0 else "fewer"
        won = f"{in_barrels(abs(gain))} {more}" if gain else "no barrel more or fewer"
        tell("BG-057 BG-Q13" if self.last else "BG-035 BG-064", room + won, rearranging_gains=gain)

    def go_on(self, s: BiergartenTable) -> None:
        """Carry on after the garden lies as it shall."""
        raise NotImplementedError

    def why_not(self, s: BiergartenTable, move: Move) -> Refusal:
        return self.refuse(s, move) or super().why_not(s, move)

    def say(self, s: BiergartenTable, move: Move) -> str:
        if move[0] != "move":
            return super().say(s, move)
        pieces = s.game.pieces
        return (
            f"moves {pieces.name(move[1])} {space_said(s.gardens[s.turn], move[2], pieces.names, move[1:2])}"
        )

    def read(self, s: BiergartenTable, text: str) -> Move | None:
        move = super().read(s, text)
        # "swaps B and A" is the same move as "swaps A and B"
        return ("swap", *sorted(move[1:])) if move and move[0] == "swap" else move
