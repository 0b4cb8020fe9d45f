"""Biergarten, by Andrew Sallwasser: a rulebook as code, in its own order.

Numbers such as BG-031 cite seeds/biergarten.yaml; BG-Q5 and its like are rulings there.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from cardgen.engine import (
    OVER,
    Bot,
    Choices,
    Game,
    Move,
    Moves,
    Phase,
    Refusal,
    derive,
    phrases,
    stream,
)
from cardgen.games.biergarten import words
from cardgen.games.biergarten.garden import (
    DIRECTIONS,
    HOME,
    Barrels,
    Cellar,
    Prices,
)
from cardgen.games.biergarten.rearrange import Rearrangement
from cardgen.games.biergarten.state import Table
from cardgen.games.biergarten.told import BONUSES, tell_gardens, tell_laying, tell_turn
from cardgen.games.biergarten.view import sample_world, view
from cardgen.games.citing import cite
from cardgen.model import Component, Kit

# ---------------------------------------------------------------------------------------------------------
# Components
# ---------------------------------------------------------------------------------------------------------

DECK: Move = ("deck",)
RENEW: Move = ("renew",)
REACHED = "the line was reached"


# ---------------------------------------------------------------------------------------------------------
# Set-up
# ---------------------------------------------------------------------------------------------------------


def deal(game: Biergarten, seed: int) -> Table:
    """Lay out the table: BG-016 to BG-021."""
    s = Table(game)
    chance = stream(seed, "deal")
    # BG-016, BG-017: common and home tiles are two piles, each shuffled
    s.deck = list(game.commons)
    s.home_pile = list(game.homes)
    chance.shuffle(s.deck)
    chance.shuffle(s.home_pile)
    # BG-018, BG-019: two tiles each, face down; only their owner looks at them
    for _ in range(game.hand_size):
        for seat in range(game.players):
            draw_unseen(s, seat)
    # BG-020: one home tile more than there are players
    for _ in range(game.players + game.spare_homes):
        s.homes.append(s.home_pile.pop())
    # BG-021, BG-Q19: nobody can be asked about beer gardens
    s.first = chance.randrange(game.players) if game.options["first"] == "random" else 0
    s.mugs_left = list(game.mugs)
    s.luck = derive(seed, "luck")
    s.turn, s.phase = s.first, PICK_HOME
    return s


class PickHome(Phase[Table]):
    """From the first player on, each takes a home tile.  BG-022, BG-023."""

    name = "pick a home"
    rule = "BG-022"
    phrases = phrases(home="takes {card} as home")

    def moves(self, s: Table) -> Moves:
        return [("home", tile) for tile in s.homes]

    def play(self, s: Table, move: Move) -> None:
        tile = move[1]
        s.homes.remove(tile)
        s.gardens[s.turn][HOME] = tile  # BG-022: face up, the start of a garden
        s.turn = (s.turn + 1) % s.game.players
        if s.turn == s.first:
            # BG-023: the others leave the game
            s.box += s.homes
            s.homes = []
            s.phase = TAKE_MUG
            if s.tell:
                s.tell("BG-022 BG-023", f"back to the box: {', '.join(s.game.pieces.list(s.box))}")

    def why_not(self, s: Table, move: Move) -> Refusal:
        return Refusal("BG-022", f"the homes on offer are {', '.join(s.game.pieces.list(s.homes))}")


class TakeMug(Phase[Table]):
    """In the same order, each takes a token for the cellar board.  BG-024 to BG-027."""

    name = "take a token"
    rule = "BG-024"
    phrases = phrases(mug="takes the {card} token")

    def moves(self, s: Table) -> Moves:
        return [("mug", token) for token in s.mugs_left]

    def play(self, s: Table, move: Move) -> None:
        s.mugs_left.remove(move[1])
        s.mugs.append(move[1])
        s.turn = (s.turn + 1) % s.game.players
        if s.turn == s.first:
            if s.tell:
                # BG-025, BG-027: the side of the cellar board is a house rule; it sets prices and line
                side = "BG-024 BG-027" if s.game.options["side"] == "ales" else "BG-024 BG-025"
                s.tell(side, f"line at {s.game.line}")
            lay_out_supply(s, "BG-026")
            begin_turn(s)

    def why_not(self, s: Table, move: Move) -> Refusal:
        return Refusal("BG-024", "that token is taken")


def draw_unseen(s: Table, seat: int) -> None:
    """A player draws the top tile of the deck, and nobody else sees it."""
    tile = s.deck.pop()
    s.hands[seat].append(tile)
    s.history.append(("draw", seat, tile))


def lay_out_supply(s: Table, rule: str) -> None:
    """Turn tiles up until the supply is full, as far as the deck goes."""
    # BG-Q10: with an empty deck the supply is not refilled
    while len(s.supply) < s.game.supply_size and s.deck:
        s.supply.append(s.deck.pop())
        if s.tell:
            s.tell(rule, f"{s.game.pieces.name(s.supply[-1])} is turned up for the supply")


# ---------------------------------------------------------------------------------------------------------
# A turn
# ---------------------------------------------------------------------------------------------------------


def begin_turn(s: Table) -> None:
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


class Draw(Phase[Table]):
    """Step 1: draw a tile from the supply, the deck or an opponent's hand.  BG-028 to BG-030, BG-042."""

    name = "draw"
    rule = "BG-028"
    phrases = phrases(
        take="takes {card} from the supply",
        deck="draws from the deck",
        rob="draws blindly from {seat}'s hand",
        renew="renews the supply",
    )

    def moves(self, s: Table) -> Moves:
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

    def play(self, s: Table, move: Move) -> None:
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
                rules = cite("BG-028", "BG-Q16" if alone else "", "" if s.deck else "BG-Q10")
                s.tell(rules, f"{s.game.pieces.name(tile)} leaves {s.game.names[victim]}'s hand")
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

    def _renew(self, s: Table) -> None:
        if s.tell:
            s.tell("BG-042 BG-Q11", f"{', '.join(s.game.pieces.list(s.supply))} are shuffled into the deck")
        s.history.append(("shuffle", tuple(s.supply)))
        s.deck += s.supply
        s.supply = []
        s.shuffle(s.deck)
        lay_out_supply(s, "BG-042")
        s.stale = 0  # BG-Q11, which also makes it once a turn

    def why_not(self, s: Table, move: Move) -> Refusal:
        match move:
            case ("take", tile):
                return Refusal("BG-028", f"{s.game.pieces.name(tile)} does not lie in the supply")
            case ("deck",):
                return Refusal("BG-Q10", "the deck is empty")
            case ("rob", seat) if seat == s.turn:
                return Refusal("BG-028", "that is no opponent")
            case ("rob", _):
                return Refusal("BG-Q16", "that player has no tiles")
            case ("renew",) if s.stale < s.game.players:
                says = f"the supply was drawn from in the last round ({s.stale} of {s.game.players} turns)"
                return Refusal("BG-042", says)
            case ("renew",):
                return Refusal("BG-042", "there is no deck to shuffle the supply into")
        return super().why_not(s, move)


def begin_laying(s: Table) -> None:
    """Go on to step 2, or past it without tiles."""
    # BG-Q17: a tile must be laid unless the hand is empty
    s.phase = LAY if s.hands[s.turn] else REARRANGE


class Lay(Phase[Table]):
    """Step 2: lay a tile next to one of your own.  BG-031 to BG-034, BG-066, BG-067."""

    name = "lay a tile"
    rule = "BG-031"
    phrases = phrases(turned="lays {card} {spot} turned {way}", lay="lays {card} {spot}")

    def refuse(self, s: Table, move: Move) -> Refusal | None:
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
        for step in DIRECTIONS:
            if cell + step in garden:
                break
        else:
            if any(cell + a + b in garden for a in DIRECTIONS[::2] for b in DIRECTIONS[1::2]):
                return Refusal("BG-032", "it would touch the garden at a corner only")
            return Refusal("BG-066", "it would not touch the garden")
        # BG-034, BG-067: it need not sell anything, and walls do not matter, unless (BG-Q18) shields must meet
        if (
            s.game.shield_contact
            and not s.game.cellar.shields_meet(garden, tile, cell)
            and self._some_contact(s)
        ):
            return Refusal("BG-Q18", "no shield of it would meet another shield")
        return None

    def _some_contact(self, s: Table) -> bool:
        # BG-Q18: where no tile of the hand can touch shield to shield, any place will do
        garden = s.gardens[s.turn]
        return any(
            cell + step not in garden and s.game.cellar.shields_meet(garden, tile, cell + step)
            for tile in s.hands[s.turn]
            for cell in garden
            for step in DIRECTIONS
        )

    def moves(self, s: Table) -> Moves:
        hand, garden = s.hands[s.turn], s.gardens[s.turn]
        cells = list(garden)
        refuse, choosy = self.refuse, s.game.shield_contact

        def candidate(n: int) -> Move | None:
            n, side = divmod(n, 4)
            cell = cells[n % len(cells)] + DIRECTIONS[side]
            if cell in garden:
                return None
            # a place beside several tiles is one place: the first of them names it
            for step in DIRECTIONS[:side]:
                if cell - step in garden:
                    return None
            move = ("lay", hand[n // len(cells)], cell)
            # beside a tile and empty: only a house rule can still refuse it
            return None if choosy and refuse(s, move) else move

        return Choices(len(hand) * len(cells) * 4, candidate, lambda move: refuse(s, move) is None)

    def play(self, s: Table, move: Move) -> None:
        _, tile, cell = move
        seat = s.turn
        s.hands[seat].remove(tile)
        s.gardens[seat][cell] = tile
        if s.tell:
            tell_laying(s, tile, cell)
        s.history.append(("lay", seat, tile))
        s.acted = True
        s.phase = REARRANGE

    def why_not(self, s: Table, move: Move) -> Refusal:
        return self.refuse(s, move) or super().why_not(s, move)


class Rearrange(Rearrangement):
    """Step 3: swap two tiles of the garden, or move one, or leave it.  BG-035 to BG-039, BG-063, BG-064."""

    name = "rearrange"
    rule = "BG-035"

    def go_on(self, s: Table) -> None:
        end_turn(s)


def end_turn(s: Table) -> None:
    """Step 4: count, see whether the end has come, and pass the turn on.  BG-040, BG-041, BG-053."""
    game, seat = s.game, s.turn
    garden = s.gardens[seat]
    if s.tell:
        tell_turn(s)
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


def begin_final_round(s: Table, rule: str, says: str) -> None:
    """All others take one more turn.  BG-055, BG-056."""
    game = s.game
    s.closer = s.turn
    s.left = game.players - 1  # BG-056
    if game.options["equal_turns"]:  # BG-Q14: only those who have had a turn less
        s.left -= (s.turn - s.first) % game.players
    s.ended = REACHED if rule == "BG-055" else "the deck ran out"
    if s.tell:
        by_bonus = rule == "BG-055" and game.barrels(s, s.turn).matches < game.line
        rules = cite(
            rule,
            "BG-Q12",
            "BG-056" if s.left else "",
            "BG-053" if by_bonus else "",
            "BG-Q14" if s.turn != s.first else "",  # those before have had a turn more
        )
        s.tell(rules, f"{game.names[s.turn]} {says}: the final round")


class LastRearrange(Rearrangement):
    """The player who started the final round rearranges once more, and the game is over.  BG-057."""

    name = "rearrange once more"
    rule = "BG-057"
    last = True

    def go_on(self, s: Table) -> None:
        end_game(s, s.ended)  # BG-Q13: one swap or move

    def why_not(self, s: Table, move: Move) -> Refusal:
        if move[0] not in self.phrases:
            return Refusal("BG-057", "drawing and laying are left out in this last turn")
        return super().why_not(s, move)


def end_game(s: Table, why: str) -> None:
    """Count the final barrels.  BG-059."""
    s.ended = why
    s.phase = OVER
    if s.tell:
        tell_count(s)


def tell_count(s: Table) -> None:
    """Tell what each garden is worth, and who wins."""
    game, tell = s.game, s.tell
    assert tell
    scores = game.scores(s)
    tell_gardens(s)
    count = ", ".join(f"{name} {score}" for name, score in zip(game.names, scores, strict=True))
    tied = scores.count(max(scores)) > 1
    fell = s.closer >= 0 and s.ended == REACHED and scores[s.closer] < game.line
    rules = cite("BG-058 BG-Q15" if tied else "BG-059", "BG-Q12" if fell else "")
    tell(rules, f"{count}: {game.names[game.winners(s)[0]]} wins")


PICK_HOME, TAKE_MUG, DRAW, LAY = PickHome(), TakeMug(), Draw(), Lay()
REARRANGE, LAST_REARRANGE = Rearrange(), LastRearrange()


# ---------------------------------------------------------------------------------------------------------
# The game
# ---------------------------------------------------------------------------------------------------------


class Biergarten(Game[Table]):
    """Biergarten for 2 to 5 players."""

    slug = "biergarten"
    prefix = "BG"
    turn_rule = "BG-041"
    phases: ClassVar = (PICK_HOME, TAKE_MUG, DRAW, LAY, REARRANGE, LAST_REARRANGE)
    play_zones = ("garden",)
    stock_zones = ("deck", "box", "home pile", "tokens left")
    fields_that_count = ("colours", "walls", "shields", "umbrellas", "wild")
    tables_that_count = ("barrels", "board")

    def __init__(self, kit: Kit, players: int, options: Any = None, names: Any = None) -> None:
        super().__init__(kit, players, options, names)
        self.commons = self.pieces.ranges["common"]
        self.homes = self.pieces.ranges["home"]
        self.mugs = self.pieces.ranges["mugs"]
        barrels, side = kit.tables["barrels"], str(self.options["side"])
        self.hand_size: int = barrels["hand"]  # BG-018
        self.supply_size: int = barrels["supply"]  # BG-026
        self.spare_homes: int = barrels["spare_homes"]  # BG-020
        self.line: int = kit.tables["board"][side]["line"]  # BG-055
        self.shift = str(self.options["shift"])
        self.connected = bool(self.options["connected"])
        self.home_fixed = bool(self.options["home_fixed"])
        self.shield_contact = bool(self.options["shield_contact"])
        prices = Prices(
            one_colour=barrels["one_colour"],  # BG-006
            two_colours=barrels["two_colours"],  # BG-007
            colours=barrels["all_colours"],  # BG-044
            walled=barrels["walled_garden"],  # BG-046
            umbrellas=0 if side == "ales" else barrels["umbrellas"],  # BG-048, BG-051
            umbrellas_linked=barrels["umbrella_group"],  # BG-048
            umbrellas_in_line=self.options["umbrella_shape"] == "line",  # BG-Q2
            hole_is_exterior=bool(self.options["hole_is_exterior"]),  # BG-Q8
        )
        self.cellar = Cellar(self.pieces.cards[: self.homes.stop], prices)
        self.takes: list[Move] = [("take", tile) for tile in self.commons]
        self.robs: list[Move] = [("rob", seat) for seat in range(players)]

    def components(self, kit: Kit) -> Iterable[Component]:
        """Return common tiles, home tiles and the players' tokens."""
        return (kit.component("common"), kit.component("home"), kit.component("mugs"))

    def deal(self, seed: int) -> Table:
        """Return the table before the first home tile is taken."""
        return deal(self, seed)

    def word(self, state: Any, field: str, value: Any) -> str:
        """Return the words for a card, a seat, a place or a direction."""
        return words.word(self, state, field, value) or super().word(state, field, value)

    def value(self, state: Any, field: str, text: str) -> Any:
        """Return the card, seat, cell or direction that the words mean."""
        found = words.value(self, state, field, text)
        return super().value(state, field, text) if found is None else found

    def opened(self, s: Table) -> None:
        """Tell what the set-up was."""
        if s.tell:
            wilds = sum(self.cellar.wild)
            says = f"{len(self.commons)} common tiles, {wilds} of them wild, and {len(self.homes)} home tiles are shuffled"
            s.tell("BG-010 BG-016 BG-017", says)
            s.tell("BG-018 BG-019", f"each player is dealt {self.hand_size} tiles that nobody else sees")
            offered = ", ".join(self.pieces.list(s.homes))
            s.tell("BG-020 BG-021 BG-Q19", f"homes on offer: {offered}; {self.names[s.first]} begins")

    def deeds(self) -> tuple[str, ...]:
        """Return the bonuses."""
        return tuple(name for name in BONUSES if self.cellar.prices.umbrellas or "umbrellas" not in name)

    # -- scoring and result

    def barrels(self, s: Table, seat: int) -> Barrels:
        """Return what a garden is worth now: BG-003, BG-039, BG-063."""
        return self.cellar.barrels(s.gardens[seat])

    def scores(self, s: Table) -> list[int]:
        """Return the barrels of each seat."""
        return [self.cellar.total(garden) for garden in s.gardens]

    def winners(self, s: Table) -> tuple[int, ...]:
        """Return the seat that has won."""
        scores = self.scores(s)
        # BG-058, BG-059, BG-Q15: most barrels; in a tie the later one in the order of the first round
        return (max(range(self.players), key=lambda seat: (scores[seat], (seat - s.first) % self.players)),)

    def ending(self, s: Table) -> str:
        """Return how the game ended."""
        return s.ended

    def rounds(self, s: Table) -> int:
        """Return how many rounds have been begun."""
        return -(-s.turns // self.players)

    # -- who sees what

    def view(self, s: Table, seat: int) -> Table:
        """Return the table as a seat sees it: BG-019, only the own hand, and no face-down tile."""
        return view(s, seat)

    def sample_world(self, view: Table, rng: random.Random) -> Table:
        """Return a full table that agrees with all the viewer has seen."""
        return sample_world(view, rng)

    def zones(self, s: Table) -> dict[str, list[int]]:
        """Return where each tile and token lies."""
        zones = {"deck": s.deck, "supply": s.supply, "home pile": s.home_pile, "homes": s.homes, "box": s.box}
        for seat, name in enumerate(self.names):
            zones[f"hand {name}"] = s.hands[seat]
            zones[f"garden {name}"] = list(s.gardens[seat].values())
        zones["token"] = s.mugs
        zones["tokens left"] = s.mugs_left
        return zones

    def facts(self, s: Table) -> dict[str, Any]:
        """Return the position in words."""
        return words.facts(self, s)

    def picture(self, s: Table) -> str:
        """Return all gardens side by side, each under its owner's name and barrels."""
        return words.picture(self, s)

    def position(self, given: Mapping[str, Any]) -> Table:
        """Return a table as described; what is not described is filled up from the box in its order."""
        s = words.position(self, given)
        if s.phase is DRAW:
            begin_turn(s)
        return s

    def greedy(self) -> Bot:
        """Return a bot that takes what helps most now and mends its garden each turn."""
        from cardgen.games.biergarten.bot import GreedyGardener

        return GreedyGardener()
