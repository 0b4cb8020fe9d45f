"""Biergarten, by Andrew Sallwasser: a rulebook as code, in its own order.

Numbers such as BG-031 cite seeds/biergarten.yaml; BG-Q5 and its like are rulings there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from cardgen.engine import (
    OVER,
    Bot,
    Choices,
    Move,
    Moves,
    Phase,
    Refusal,
    Zone,
    applies,
    derive,
    in_a_row,
    phrases,
    stream,
)
from cardgen.engine.spaces import MIDDLE, SIDES, Bordering
from cardgen.games.biergarten.bot import GLANCES, GreedyGardener
from cardgen.games.biergarten.cellar import COLOUR_WORDS, in_barrels
from cardgen.games.biergarten.rearrange import Rearrangement
from cardgen.games.biergarten.state import BiergartenTable
from cardgen.games.biergarten.view import REACHED, GardenSight

DECK: Move = ("deck",)
RENEW: Move = ("renew",)
ALL_COLOURS, WALLED = "all colours", "walled garden"
UMBRELLAS = tuple(f"{word} parasols" for word in COLOUR_WORDS)


# ---------------------------------------------------------------------------------------------------------
# Set-up
# ---------------------------------------------------------------------------------------------------------


@applies("BG-022, BG-023")
class PickHome(Phase[BiergartenTable]):
    """From the first player on, each takes a home tile."""

    name = "pick a home"
    rule = "BG-022"
    phrases = phrases(home="takes {card} as home")

    def moves(self, s: BiergartenTable) -> Moves:
        return [("home", tile) for tile in s.homes]

    def play(self, s: BiergartenTable, move: Move) -> None:
        tile = move[1]
        s.homes.remove(tile)
        s.gardens[s.turn][MIDDLE] = tile  # BG-022: face up, the start of a garden
        s.turn = (s.turn + 1) % s.game.players
        if s.turn == s.first:
            # BG-023: the others leave the game
            s.box += s.homes
            s.homes = []
            s.phase = TAKE_MUG
            if s.tell:
                s.tell("BG-022 BG-023", f"back to the box: {s.game.pieces.say(s.box)}")

    def why_not(self, s: BiergartenTable, move: Move) -> Refusal:
        return Refusal("BG-022", f"the homes on offer are {s.game.pieces.say(s.homes)}")


@applies("BG-024 to BG-027")
class TakeMug(Phase[BiergartenTable]):
    """In the same order, each takes a mug for the cellar board."""

    name = "take a mug"
    rule = "BG-024"
    only = "BG-024: that mug is taken"
    phrases = phrases(mug="takes the {mug}")

    def moves(self, s: BiergartenTable) -> Moves:
        return [("mug", token) for token in s.mugs_left]

    def play(self, s: BiergartenTable, move: Move) -> None:
        s.mugs_left.remove(move[1])
        s.mugs.append(move[1])
        s.turn = (s.turn + 1) % s.game.players
        if s.turn == s.first or not s.mugs_left:
            s.lack("BG-024", "there is no mug for everybody", mugs=s.game.players - len(s.mugs))
            s.turn = s.first
            if s.tell:
                # BG-025, BG-027: the side of the cellar board is a house rule; it sets prices and line
                side = "BG-024 BG-027" if s.game.options["side"] == "ales" else "BG-024 BG-025"
                s.tell(side, f"the line is at {in_barrels(s.game.line)}")
            lay_out_supply(s, "BG-026")
            begin_turn(s)


def draw_unseen(s: BiergartenTable, seat: int) -> None:
    """A player draws the top tile of the deck, and nobody else sees it."""
    tile = s.deck.pop()
    s.hands[seat].append(tile)
    s.history.append(("draw", seat, tile))


def lay_out_supply(s: BiergartenTable, rule: str) -> None:
    """Turn tiles up until the supply is full, as far as the deck goes."""
    # BG-Q10: with an empty deck the supply is not refilled
    lay = len(s.supply)
    while len(s.supply) < s.game.supply_size and s.deck:
        s.supply.append(s.deck.pop())
    if s.tell and (new := s.supply[lay:]):
        are = "is" if len(new) == 1 else "are"
        s.tell(rule, f"{s.game.pieces.say(new)} {are} turned up for the supply")


# ---------------------------------------------------------------------------------------------------------
# A turn
# ---------------------------------------------------------------------------------------------------------


@applies("BG-Q10")
def begin_turn(s: BiergartenTable) -> None:
    """Find the first step of the turn that the player can take."""
    s.turns += 1
    s.took = s.acted = False
    seat = s.turn
    if s.deck or s.supply or any(hand for other, hand in enumerate(s.hands) if other != seat):
        s.phase = DRAW
    else:
        if s.tell:
            s.tell("BG-Q10", "nothing is left to draw")
        begin_laying(s)


@applies("BG-028 to BG-030, BG-042, BG-Q10, BG-Q11, BG-Q16")
class DrawTile(Phase[BiergartenTable]):
    """Step 1: draw a tile from the supply, the deck or an opponent's hand."""

    name = "draw"
    rule = "BG-028"
    phrases = phrases(
        take="takes {card} from the supply",
        deck="draws from the deck",
        rob="draws blindly from {seat}'s hand",
        renew="renews the supply",
    )

    def moves(self, s: BiergartenTable) -> Moves:
        game = s.game
        moves = [game.takes[tile] for tile in s.supply]
        if s.deck:
            moves.append(DECK)
        # BG-Q16: a player without tiles cannot be chosen
        moves += [game.robs[seat] for seat, hand in enumerate(s.hands) if hand and seat != s.turn]
        # BG-042, BG-Q11: nobody has drawn from the supply for a whole round
        if s.stale >= game.players and s.deck and s.supply:
            moves.append(RENEW)
        return moves

    def play(self, s: BiergartenTable, move: Move) -> None:
        kind, seat = move[0], s.turn
        if kind == "take":
            tile = move[1]
            s.supply.remove(tile)
            s.hands[seat].append(tile)
            s.history.append(("take", seat, tile))
            lay_out_supply(s, "BG-028 BG-029")
            s.took = True
        elif kind == "deck":
            draw_unseen(s, seat)
            if s.tell:
                s.tell("BG-028", f"it is {s.game.pieces.name(s.hands[seat][-1])}")
        elif kind == "rob":
            victim = move[1]
            hand = s.hands[victim]
            tile = hand.pop(s.roll(len(hand)))
            s.hands[seat].append(tile)
            s.history.append(("steal", seat, victim, tile))
            if s.tell:
                alone = any(not hand for other, hand in enumerate(s.hands) if other not in (seat, victim))
                s.apply("BG-Q16" if alone else "", "" if s.deck else "BG-Q10")
                s.tell("BG-028", f"it is {s.game.pieces.name(tile)}")
            # BG-030: the opponent takes one from the deck
            if s.deck:
                draw_unseen(s, victim)
                if s.tell:
                    s.tell("BG-030", f"{s.game.names[victim]} draws a tile to replace it")
        else:
            self._renew(s)
            return
        s.acted = True
        begin_laying(s)

    def _renew(self, s: BiergartenTable) -> None:
        if s.tell:
            are = "is" if len(s.supply) == 1 else "are"
            s.tell("BG-042 BG-Q11", f"{s.game.pieces.say(s.supply)} {are} shuffled into the deck")
        s.history.append(("shuffle", tuple(s.supply)))
        s.deck += s.supply
        s.supply = []
        s.shuffle(s.deck)
        lay_out_supply(s, "BG-042")
        s.stale = 0  # BG-Q11, which also makes it once a turn

    def why_not(self, s: BiergartenTable, move: Move) -> Refusal:
        match move:
            case ("take", tile):
                return Refusal("BG-028", f"{s.game.pieces.name(tile)} does not lie in the supply")
            case ("deck",):
                return Refusal("BG-Q10", "the deck is empty")
            case ("rob", seat) if seat == s.turn:
                return Refusal("BG-028", "that is no rival")
            case ("rob", _):
                return Refusal("BG-Q16", "that player has no tiles")
            case ("renew",) if s.stale < s.game.players:
                message = f"the supply was drawn from in the last round ({s.stale} of {s.game.players} turns)"
                return Refusal("BG-042", message)
            case ("renew",):
                return Refusal("BG-042", "there is no deck to shuffle the supply into")
        return super().why_not(s, move)


def begin_laying(s: BiergartenTable) -> None:
    """Go on to step 2, or past it without tiles."""
    # BG-Q17: a tile must be laid unless the hand is empty
    s.phase = LAY if s.hands[s.turn] else REARRANGE


@applies("BG-031, BG-032, BG-034, BG-066, BG-067, BG-Q17, BG-Q18")
class Lay(Phase[BiergartenTable]):
    """Step 2: lay a tile next to one of your own."""

    name = "lay a tile"
    rule = "BG-031"
    phrases = phrases(turned="lays {card} {spot} turned {way}", lay="lays {card} {spot}")

    def refuse(self, s: BiergartenTable, move: Move) -> Refusal | None:
        """Return why this tile may not lie there, or None if it may."""
        if move[0] == "turned":
            return Refusal("BG-033", "tiles are not turned")
        if move[0] != "lay":
            return Refusal("BG-031", "a tile must be laid first")
        _, tile, cell = move
        garden = s.gardens[s.turn]
        if tile not in s.hands[s.turn]:
            return Refusal("BG-031", f"{s.game.pieces.name(tile)} is not in hand")
        if cell in garden:
            return Refusal("BG-031", f"{s.game.pieces.name(garden[cell])} lies there")
        for step in SIDES:
            if cell + step in garden:
                break
        else:
            if any(cell + a + b in garden for a in SIDES[::2] for b in SIDES[1::2]):
                return Refusal("BG-032", "it would touch the garden at a corner only")
            return Refusal("BG-066", "it would not touch the garden")
        # BG-034, BG-067: it need not sell anything, and walls do not matter, unless (BG-Q18) shields must meet
        meets = s.game.cellar.shields_meet
        if s.game.shield_contact and not meets(garden, tile, cell) and self._some_contact(s):
            return Refusal("BG-Q18", "no shield of it would meet another shield")
        return None

    def _some_contact(self, s: BiergartenTable) -> bool:
        # BG-Q18: where no tile of the hand can touch shield to shield, any place will do
        garden = s.gardens[s.turn]
        return any(
            cell + step not in garden and s.game.cellar.shields_meet(garden, tile, cell + step)
            for tile in s.hands[s.turn]
            for cell in garden
            for step in SIDES
        )

    def moves(self, s: BiergartenTable) -> Moves:
        hand, cells = s.hands[s.turn], Bordering(s.gardens[s.turn])
        refuse, choosy, sides = self.refuse, s.game.shield_contact, len(cells)

        def candidate(n: int) -> Move | None:
            cell = cells[n % sides]
            move = ("lay", hand[n // sides], cell)
            # beside a tile and empty: only a house rule can still refuse it
            return None if not cell or (choosy and refuse(s, move)) else move

        return Choices(len(hand) * sides, candidate, lambda move: refuse(s, move) is None)

    def play(self, s: BiergartenTable, move: Move) -> None:
        _, tile, cell = move
        seat = s.turn
        s.hands[seat].remove(tile)
        s.gardens[seat][cell] = tile
        if s.tell:
            self._tell(s, tile, cell)
        s.history.append(("lose", seat, tile))
        s.acted = True
        s.phase = REARRANGE

    def _tell(self, s: BiergartenTable, tile: int, cell: int) -> None:
        """Tell what a tile that has just been laid sells, and why it does or does not."""
        cellar, garden, tell = s.game.cellar, s.gardens[s.turn], s.tell
        assert tell
        sells, edges = 0, 0
        for edge, step in enumerate(SIDES):
            if cell + step not in garden:
                continue
            edges += 1
            seam, rules = cellar.seam(tile, garden[cell + step], edge)
            sells += seam >> 8
            tell.apply(rules)
            if seam & 0xF0:
                tell.apply(cellar.wild_rules(garden, cell), cellar.wild_rules(garden, cell + step))
        tell.apply("" if sells else "BG-034 BG-Q17")
        if s.game.shield_contact:
            tell.apply("BG-Q18")
        elif not cellar.shields_meet(garden, tile, cell):
            tell.apply("BG-067 BG-Q18")
        if edges == 1:  # this edge alone makes it a place
            corners = any(cell + a + b in garden for a in SIDES[::2] for b in SIDES[1::2])
            tell.apply("BG-032 BG-066" if corners else "BG-066")
        tell("BG-031", f"it sells {in_barrels(sells)}", tile_sells=sells)

    def why_not(self, s: BiergartenTable, move: Move) -> Refusal:
        return self.refuse(s, move) or super().why_not(s, move)


class Rearrange(Rearrangement):
    """Step 3: swap two tiles of the garden, or move one, or leave it."""

    name = "rearrange"
    rule = "BG-035"

    def go_on(self, s: BiergartenTable) -> None:
        end_turn(s)


@applies("BG-040, BG-041, BG-048, BG-055, BG-057, BG-Q10")
def end_turn(s: BiergartenTable) -> None:
    """Step 4: count, see whether the end has come, and pass the turn on."""
    game, seat = s.game, s.turn
    garden = s.gardens[seat]
    if s.tell:
        part = s.barrels(seat)
        named = (
            (part.colours, "all colours"),
            (part.walled, "the walled garden"),
            (part.umbrellas, "parasols"),
        )
        bonus = [f"{barrels} for {name}" for barrels, name in named if barrels]
        s.apply(game.cellar.colour_rules(garden) if part.colours else "")
        s.apply(game.cellar.wall_rules(garden) if part.walled else "", "BG-048" if part.umbrellas else "")
        s.apply("" if s.closer >= 0 and s.left == 1 else "BG-041")  # else no turn follows
        of_them = f", of them {in_a_row(bonus)}" if bonus else ""
        s.tell("BG-040", f"{game.names[seat]} has {in_barrels(part.total)}{of_them}")
    s.stale = 0 if s.took else s.stale + 1  # BG-Q11
    s.idle = 0 if s.acted else s.idle + 1
    if s.closer >= 0:
        s.left -= 1
    # BG-Q12: a garden changes only in its owner's turn, so the line is looked at now
    elif game.cellar.reaches(garden, game.line):
        begin_final_round(s, "BG-055", f"reaches the line at {game.line} barrels")
    elif not s.deck and game.options["deck_out"] == "final_round":
        begin_final_round(s, "BG-Q10", "has seen the last of the deck")
    if s.closer >= 0 and not s.left:
        s.turn, s.phase = s.closer, LAST_REARRANGE
        if s.tell:
            s.tell("BG-057", f"{game.names[s.closer]} may rearrange once more")
    elif s.closer < 0 and s.idle >= game.players:
        # BG-Q10: a whole round in which nobody could draw or lay
        end_game(s, "nobody could draw or lay a tile")
    else:
        s.turn = (seat + 1) % game.players  # BG-041
        begin_turn(s)


# ---------------------------------------------------------------------------------------------------------
# The final round
# ---------------------------------------------------------------------------------------------------------


@applies("BG-053, BG-055, BG-056, BG-Q12, BG-Q14")
def begin_final_round(s: BiergartenTable, rule: str, text: str) -> None:
    """All others take one more turn."""
    game = s.game
    s.closer = s.turn
    s.left = game.players - 1  # BG-056
    if game.options["equal_turns"]:  # BG-Q14: only those who have had a turn less
        s.left -= (s.turn - s.first) % game.players
    s.ending = REACHED if rule == "BG-055" else "the deck ran out"
    if s.tell:
        by_bonus = rule == "BG-055" and s.barrels(s.turn).matches < game.line
        s.apply("BG-Q12", "BG-056" if s.left else "", "BG-053" if by_bonus else "")
        s.apply("BG-Q14" if s.turn != s.first else "")  # those before have had a turn more
        s.tell(rule, f"{game.names[s.turn]} {text}: the last round")


class LastRearrange(Rearrangement):
    """The player who started the final round rearranges once more, and the game is over."""

    name = "rearrange once more"
    rule = "BG-057"
    last = True

    def go_on(self, s: BiergartenTable) -> None:
        end_game(s, s.ending)  # BG-Q13: one swap or move

    def why_not(self, s: BiergartenTable, move: Move) -> Refusal:
        if move[0] not in self.phrases:
            return Refusal("BG-057", "drawing and laying are left out in this last turn")
        return super().why_not(s, move)


@applies("BG-058, BG-059, BG-Q12, BG-Q15")
def end_game(s: BiergartenTable, why: str) -> None:
    """Count the final barrels: the most win."""
    game = s.game
    s.ending, s.phase = why, OVER
    if s.tell:
        tell_gardens(s)
        scores = s.scores()
        count = ", ".join(f"{name} {score}" for name, score in zip(game.names, scores, strict=True))
        fell = s.closer >= 0 and why == REACHED and scores[s.closer] < game.line
        s.apply("BG-Q12" if fell else "")
        tied = scores.count(max(scores)) > 1
        s.tell("BG-058 BG-Q15" if tied else "BG-059", f"{count}: {game.names[winner(s)]} wins")


def winner(s: BiergartenTable) -> int:
    """Return who has most barrels; in a tie the later one in the order of the first round.  BG-058, BG-059, BG-Q15."""
    scores, players = s.scores(), s.game.players
    return max(range(players), key=lambda seat: (scores[seat], (seat - s.first) % players))


@applies("BG-003 to BG-005, BG-048, BG-050, BG-054, BG-059, BG-062, BG-Q2, BG-Q8")
def tell_gardens(s: BiergartenTable) -> None:
    """Tell at the end what each garden is worth, bonus by bonus, and what keeps it from one."""
    tell, cellar = s.tell, s.game.cellar
    assert tell
    had: set[str] = set()

    def bonus(name: str, text: str, rules: str) -> None:
        tell.apply("BG-054" if name in had else "")  # what one has earned is not taken from another
        tell(rules, text, did=name)
        had.add(name)

    for seat, name in enumerate(s.game.names):
        garden, part = s.gardens[seat], s.barrels(seat)
        tell.apply("BG-005" if part.matches else "", cellar.missed(garden, part))
        worth = part.total - part.matches
        text = f"{name} has {in_barrels(part.matches)} from matches"
        tell("BG-003 BG-059", text, final_matches=part.matches, final_bonus=worth)
        if part.colours:
            text = f"{name} has matches of all colours: {in_barrels(part.colours)}"
            bonus(ALL_COLOURS, text, cellar.colour_rules(garden))
        if part.walled:
            tell.apply("BG-062" if part.colours else "")
            tell.apply("" if cellar.walled(garden, other_holes=True) else "BG-Q8")
            bonus(WALLED, f"{name} has a walled garden: {in_barrels(part.walled)}", cellar.wall_rules(garden))
        linked = [n for n in range(len(UMBRELLAS)) if part.umbrellas and cellar.linked(garden, n)]
        for colour in linked:
            tell.apply("BG-050" if len(linked) > 1 else "")
            tell.apply("" if cellar.linked(garden, colour, other_shape=True) else "BG-Q2")
            umbrellas = UMBRELLAS[colour]
            bonus(
                umbrellas,
                f"{name} has a chain of {umbrellas}: {in_barrels(cellar.prices.umbrellas)}",
                "BG-004 BG-048",
            )


PICK_HOME, TAKE_MUG, DRAW, LAY = PickHome(), TakeMug(), DrawTile(), Lay()
REARRANGE, LAST_REARRANGE = Rearrange(), LastRearrange()


# ---------------------------------------------------------------------------------------------------------
# The game
# ---------------------------------------------------------------------------------------------------------


@applies("BG-010, BG-016 to BG-021, BG-Q19")
class Biergarten(GardenSight):
    """Biergarten for 2 to 5 players."""

    standing_unit = "barrels"
    turn_rule = "BG-041"
    phases: ClassVar = (PICK_HOME, TAKE_MUG, DRAW, LAY, REARRANGE, LAST_REARRANGE)
    layout = (
        Zone("deck", seen_by="nobody", lies="pile"),
        Zone("supply", most=lambda game, _: game.supply_size),
        Zone("home pile", seen_by="nobody", lies="pile"),
        Zone("homes", most=lambda game, _: game.players + game.spare_homes),
        Zone("box", use="stock", lies="pile"),
        Zone(
            "hand",
            "seat",
            "owner",
            "fan",
            field="hands",
            most=lambda game, _: game.hand_size + 1,  # one has been drawn and is to be laid
        ),
        Zone("garden", "seat", use="play", lies="grid", field="gardens"),
        Zone("token", lies="track", field="mugs", on="cellar", spots="board"),
        Zone("tokens left", use="stock", field="mugs_left"),
    )
    fields_that_count = ("colours", "walls", "shields", "umbrellas", "wild")
    tables_that_count = ("barrels", "board")

    def deal(self, seed: int) -> BiergartenTable:
        """Return the table before the first home tile is taken."""
        s = self.empty()
        chance = stream(seed, "deal")
        # BG-016, BG-017: common and home tiles are two piles, each shuffled
        s.deck, s.home_pile = list(self.commons), list(self.homes)
        s.shuffle(s.deck, chance)
        s.shuffle(s.home_pile, chance)
        # BG-018, BG-019: two tiles each, face down; only their owner looks at them
        for _ in range(self.hand_size):
            for seat in range(self.players):
                draw_unseen(s, seat)
        # BG-020: one home tile more than there are players
        for _ in range(min(self.players + self.spare_homes, len(self.homes))):
            s.homes.append(s.home_pile.pop())
        # BG-021, BG-Q19: nobody can be asked about beer gardens
        s.first = chance.randrange(self.players) if self.options["first"] == "random" else 0
        s.mugs_left = list(self.mugs)
        s.luck = derive(seed, "luck")
        s.turn, s.phase = s.first, PICK_HOME
        return s

    def opened(self, s: BiergartenTable) -> None:
        """Tell what the set-up was."""
        if s.tell:
            wilds = sum(self.cellar.wild)
            text = f"{len(self.commons)} common tiles, {wilds} of them wild, and {len(self.homes)} home tiles are shuffled"
            s.tell("BG-010 BG-016 BG-017", text)
            s.tell("BG-018 BG-019", f"each player is dealt {self.hand_size} tiles that nobody else sees")
            too_few = self.players + self.spare_homes - len(s.homes)
            s.lack("BG-020", "there are fewer homes than are to be turned up", home=too_few)
            offered = self.pieces.say(s.homes)
            s.tell("BG-020 BG-021 BG-Q19", f"homes on offer: {offered}; {self.names[s.first]} begins")

    def position(self, given: Mapping[str, Any]) -> BiergartenTable:
        """Return a table as described, at the first step of the turn that the player can take."""
        s = super().position(given)
        if s.phase is DRAW:
            begin_turn(s)
        return s

    def deeds(self) -> tuple[str, ...]:
        """Return the bonuses."""
        return (ALL_COLOURS, WALLED, *(UMBRELLAS if self.cellar.prices.umbrellas else ()))

    def scores(self, s: BiergartenTable) -> list[int]:
        """Return the barrels of each seat."""
        return s.scores()

    def score_parts(self, s: BiergartenTable) -> dict[str, list[int]]:
        """Return the barrels of matches and of each bonus, as the rulebook calls them."""
        parts = zip(*(s.barrels(seat) for seat in range(self.players)), strict=True)
        names = ("matches", "colour bonus", "walled garden", "parasol bonus")
        return {name: list(barrels) for name, barrels in zip(names, parts, strict=True)}

    def winners(self, s: BiergartenTable) -> tuple[int, ...]:
        """Return the seat that has won."""
        return (winner(s),)

    def rounds(self, s: BiergartenTable) -> int:
        """Return how many rounds have been begun."""
        return -(-s.turns // self.players)

    def quick(self) -> Bot:
        """Return a gardener who looks at a few rearrangements of hundreds, and at the places that sell most."""
        return GreedyGardener(most=GLANCES)

    def far_enough(self, s: BiergartenTable, begun: BiergartenTable) -> bool:
        """Return whether the seat that thinks has had one more turn."""
        return s.turns > begun.turns + self.players

    def greedy(self) -> Bot:
        """Return a bot that takes what helps most now and mends its garden each turn."""
        return GreedyGardener()
