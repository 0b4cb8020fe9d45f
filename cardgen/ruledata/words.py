"""The words of rules.yaml: every key, sentence and function, with what it means. docs/rules.md is made of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

TOP: Final[Mapping[str, str]] = {
    "zones": "where things lie, by name",
    "notes": "what is counted or kept in mind besides: `storms: 0`, `leader: nobody`, `broken: no`, `bid: {each: player, begins: -1}`",
    "values": "names for expressions, with or without something in brackets: `worth(card): card.rank * 2`",
    "before set up": "sentences done before all else, where a position is described too: notes that follow from the table",
    "set up": "sentences, done once; zones that nobody sees have been shuffled",
    "before turn": "sentences at the beginning of each turn",
    "turn": "the steps of a turn in order; after the last one the next player begins",
    "answers": "steps that only happen when a player is asked",
    "after turn": "sentences at the end of each turn",
    "turn rule": "the number of the rule that says whose turn it is: a move out of turn cites it (default: that of the first step)",
    "skips": "a condition: players for whom it holds (`out of it`) have no turn",
    "deeds": "sentences under a name: `walk(n): [...]`; with `says` cards can name them",
    "score": "an expression, worked out for each player as `me`",
    "wins": "what decides, most important first: `[score, -count(my hand)]`",
    "wins if": "who has won where it is no question of most: a condition, asked of each player as `me`",
    "ties": "who wins a tie: shared, first, last or nobody",
    "everybody": "players win or lose together: `{wins if: cures >= 4}`",
    "teams": "who plays together: `opposite`, or an expression that is equal for the players of a team",
    "ends": "how the game is over, in words",
    "standing": "who leads, and by how much, in one unit from the beginning to the end (default: the score)",
    "aims": "what a player without knowledge of the game tries to get more of",
    "strategies": "players with aims of their own, by name: `{hoarder: my coins + 3 * count(my hand)}`; `--bots hoarder` and `cardgen league` know them",
    "opening": "sentences that tell what set-up has done, once someone listens",
    "shows": "values, and zones that each player has, that screens can show and scenarios expect: `[hurt, coins]`; a value with a player in brackets is shown for each; one that adds zones up (`hand of p + purse of p`) can be given in a described position",
    "picture": "what lies on the table, for stories: texts, each a line",
    "unit": "what a standing counts: points (default)",
    "by round": "`yes`: each round is a game of its own for a simulation: cards are dealt again, and the player who has gained most has won it",
    "looks ahead": "how many rounds players that think play on in mind; 0: to the end",
    "described": "what a described position leaves out, worked out in this order: notes, `phase`, `turn`, or how many cards a zone of each player holds",
    "possible": "a condition that holds in each table which a player can imagine: what follows from what nobody did",
    "rest": "zones for the cards that a described position leaves out; `box` takes what is left out of a pile that is given",
}
ZONE: Final[Mapping[str, str]] = {
    "each": "`player`, names in a list, or numbers such as `1..6`: one zone for each",
    "shared": "words for one more such zone that is nobody's, where each player has one: `shared: the market`; it is `stall of nobody`",
    "called": 'what each is called in sentences: `called: "{owner}\'s stall"`',
    "grid": "columns by rows, such as `7 by 6` or `numbers.columns by numbers.rows`, at most 20 each: one zone for each place, named as in chess from a1, the lowest left; `open`: a grid without edges that grows with its tiles",
    "hexes": "a grid of hexagons with a corner on top, `5 by 5`: every second row is half a hexagon further in; `5 by 5 leaning`: each row, as on a board of Hex",
    "edges": "the field of tiles that lists their edges clockwise: four from the top, or six from the upper right; tiles in this grid can be turned",
    "map": "the table of the kit whose rows are the places of a board, each with its neighbours: `next: [north, east]`",
    "seen_by": "all (default), owner, nobody, or others: all but the owner",
    "shown_to": "who sees it besides: a condition on `viewer` (a player), and on `player` (the owner) or `key`",
    "begins": "the component of the kit that lies here before the game; of chips that each player has, how many",
    "chips": "`yes`, or the component: the zone holds chips, which are counted",
    "dice": "how many dice lie here: `dice: 5`",
    "sides": "how many sides each of the dice has (default 6)",
    "track": "the table of the kit whose rows are the spots of a track; a token stands on a row",
    "on": "the component of the kit on which this lies",
    "most": "how many cards may lie here at most",
    "holds": "the only component whose cards may lie here",
    "only": "a condition on `it` (a card) and `player` (the owner): what can lie here at all",
    "written": "how a card of one of these zones is written in described positions and expectations, a letter each: `written: drinks[kind].letter` makes `bag red: RRG`",
    "filled_by": "the deed, with the key in brackets, that fills one of these zones where a described position leaves it out, or where a player imagines what is hidden there",
    "renewed_from": "the zone that is shuffled into this one when a card is needed and none is left",
    "lies": "how it looks on a table: pile, fan, row, grid or track (found by itself)",
    "use": "what a simulation takes it for: hand, play or stock (found by itself)",
}
NOTE: Final[Mapping[str, str]] = {
    "each": "`player`, or a zone of which there are several: one note for each",
    "begins": "what it is at first",
    "list": "`numbers`, `words` or `players`: it is a list of them, empty at first",
    "said": "`no`: only the rules need it; scenarios and screens leave it out",
    "one_of": "what it can be, a list: a described position is refused that says something else",
    "secret": "what it can be, such as `1..6`: the others do not see it; where that is an empty list they do",
    "dealt": "what all players got together, a list: of a secret that was dealt out nobody imagines more than there is",
}
STEP: Final[Mapping[str, str]] = {
    "rule": "the number of its rule; every refusal here cites it",
    "if": "the step is left out unless this holds",
    "begins with": "sentences before the choice",
    "who": "several players decide, one after another: `players`, `round(leader)`, `[namer]`",
    "secret": "`yes`: nobody hears what is chosen before all have chosen",
    "unseen": "in `answers`, `yes`: nobody but the player asked knows of the question",
    "with": "in `answers`: names for what the question was about",
    "moves": "the choices, by name; or the name of a step above that has the same ones",
    "trick": "instead of who and moves: each plays a card and one takes the trick, `winner` in `after`",
    "bets": "instead of who and moves: folding, checking, calling, betting and raising, until all have paid alike; `staying` in `after` have not folded",
    "auction": "instead of who and moves: bids of chips; in `after`, `winner` has bid `high`, or is nobody",
    "do": "in a step without moves: sentences that the table carries out",
    "after": "sentences when the step is done; with `who` once, when all have decided",
}
TRICK: Final[Mapping[str, str]] = {
    "leader": "the note that says who leads, and then who has taken the trick",
    "follows": "the field of cards that is followed, `suit`",
    "trump": "what beats all else, `first(turned).suit`",
    "rank": "the field of cards that is compared (default: `rank`)",
    "from": "the zone of each player that cards are played from (default: `hand`)",
    "to": "the zone of each player that they are played to (default: `played`)",
    "won": "the zone of each player to which the trick goes; without it, `after` says where",
}
BETS: Final[Mapping[str, str]] = {
    "stake": "by how much a bet, or a raise, goes beyond the highest: `2 * round`",
    "raises": "how many bets and raises there may be (default: as many as chips allow)",
    "leader": "who begins (default: `me`)",
    "from": "the zone of chips that each player bets from (default: `coins`)",
    "to": "the zone of chips in which the bets of each player lie (default: `pot`)",
}
AUCTION: Final[Mapping[str, str]] = {
    "how": "`open` (default): bids rise round the table until all but one have passed; `once`: each player bids more or passes, once; `sealed`: all bid in secret, and nobody wins a tie",
    "least": "the lowest first bid (default 1); of sealed bids 0, and where it is given one can pass",
    "raise": "by how much more a bid is than the one before, at least (default 1)",
    "most": "the highest bid of a player, `me` (default: `my coins`)",
    "leader": "who begins (default: `me`)",
}
DEED: Final[Mapping[str, str]] = {
    "says": "what a card says that names the deed: `Draw {n} {n:card|cards}.`; the word behind `{n:` is the one for that number",
    "do": "sentences",
}
MOVE: Final[Mapping[str, str]] = {
    "says": "the move as a sentence, each choice in braces: `plays {card} on {who}`; `lays {tile}[, turned by {n}]`: brackets at its end are left out where the number is 0",
    "also": "another sentence that is read as this move: `swaps {mine} for {yours}`, `also: takes {yours} for {mine}`",
    "rule": "the number of its rule, if it is another one than that of the step",
    "needs": "conditions, each with a reason after a colon and perhaps the number of its rule",
    "refuse": "the reason where a choice is not in its list; or conditions, each with its reason and rule: the first that holds is shown",
    "otherwise": "`yes`: only where no other move is possible",
    "do": "sentences",
}

SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    # pattern: {slot:kind}, [what may be left out]; the first words are the verb
    "move": ("move {what:e} [from {come:z}] to {to:z} [at {at:e}] [on top]", "moves a card, or a list of cards; `at` a space of an open grid, or a list of tiles at once at as many spaces"),
    "draw": ("draw {number:e} from {come:z} to {to:z}", "moves cards from the top, as many as there are"),
    "refill": ("refill {to:z} to {number:e} from {come:z}", "draws up to a number"),
    "deal": ("deal {number:e} from {come:z} to each {zone:zone}", "deals to every player; too few are a mistake"),
    "shuffle": ("shuffle {zone:z}", "shuffles a pile"),
    "gather": ("gather {zones:zones} to {to:z}", "collects zones (or `everything`) in the order of the box"),
    "pay": ("pay {number:e} from {come:z} to {to:z} [on credit]", "moves chips, as many as there are; on credit also more, and the zone owes them"),
    "sort": ("sort {zone:z} by {by:e}", "arranges the cards of a zone by a number or word of each (`it`)"),
    "cite": ("cite {rules:rules} [at {at:rules}] [for {who:e}]", "notes rules that acted for the sentence told next, or for the next one of rule `at`; `for me`: while playing only I hear the number"),
    "swap": ("swap {one:z} and {two:z}", "exchanges the pieces of two zones"),
    "pass": ("pass each {zone:zone} to the {side:side}", "every player's zone goes to the next player at once; players whom `skips` leaves out are passed over"),
    "show": ("show {what:e} to {who:e}", "one player knows these cards from now on"),
    "roll": ("roll {zone:z}", "rolls all dice of a zone"),
    "let": ("let {name:name} be {given:given}", "a name for the rest of the move; also for what `draw` or `pay` gave"),
    "set": ("set {target:z} to {value:e}", "changes a note, or moves a token on its track"),
    "add": ("add {value:e} to {target:z}", "adds to a note"),
    "subtract": ("subtract {value:e} from {target:z}", "subtracts from a note"),
    "do": ("do {deed:e}", "carries out a deed, or the deed that a card names: `do card.does`"),
    "turn": ("turn {what:e} {way:way}", "turns cards `sideways`, `upright` or `by 2` quarters clockwise, hexagons by sixths; a card that moves lies upright"),
    "next turn": ("next turn", "the next player's turn begins"),
    "turn of": ("turn of {who:e}", "this player's turn begins"),
    "go to": ("go to {step:step}", "goes on with a step"),
    "ask": ("ask {who:e} to {step:step} [about {about:list}]", "one player, or several in turn, answer; then the turn goes on"),
    "end": ("end [because {why:text}]", "the game is over"),
    "last round": ("last round [and {more:e} more] [because {why:text}]", "this round is played to its end; sentences after a colon are done the first time"),
}  # fmt: skip
FLOW: Final = ("next turn", "turn of", "go to", "ask", "end")
HEADS: Final[Mapping[str, tuple[str, str]]] = {
    "if": ("if {condition:e}", "does sentences where a condition holds"),
    "else if": ("else if {condition:e}", "where the conditions above it do not, and this one does"),
    "else": ("else", "where no condition above it holds"),
    "for each": ("for each {name:name} in {items:e}", "does sentences for each entry of a list"),
    "repeat until": ("repeat until {condition:e}", "at most 10,000 times"),
    "repeat while": ("repeat while {condition:e}", "at most 10,000 times"),
    "repeat": ("repeat {number:e} times", "so many times"),
    "tell": (
        "tell {rules:rules} [to {who:e}] [as {did:e}] [with {figures:figures}]",
        "the story, replays and simulations hear it: `tell AB-012: {who} takes {card}`; `to me`: only these players hear it while they play; `as 'raid'` names what happened, `with n as cards_taken` is a number for reports",
    ),
}

OVER_LISTS: Final[Mapping[str, tuple[str, str]]] = {
    "count": ("num", "how many there are, or for how many something holds"),
    "sum": ("num", "the sum"),
    "any": ("bool", "whether it holds for one of them"),
    "all": ("bool", "whether it holds for all of them"),
    "max": ("num", "the highest number, 0 of none; max(a, b) of two"),
    "min": ("num", "the lowest number, 0 of none"),
    "with_most": ("item", "the entry for which it is highest, the first of equal ones"),
    "with_least": ("item", "the entry for which it is lowest, the first of equal ones"),
    "list": ("list", "what it is for each"),
    "distinct": ("list", "each once"),
    "sort": ("items", "in rising order"),
    "flat": ("list", "the entries of several lists one after another: `flat(c.colours for c in my hand)`"),
    "joined": ("word", "words one after another, with commas"),
    "covers": ("bool", "covers(list, list): whether all of the second are in the first, each as often"),
    "alike": ("num*", "how many there are of each, most first"),
    "run": ("num", "how many numbers follow one another without a gap, at most"),
}
"""Functions over a list: what they give, and what that is. They take `f(list)`, `f(list, of it)` or `f(of x for x in list)`."""
FUNCTIONS: Final[Mapping[str, tuple[str, str]]] = {
    "first": ("first(list)", "the first entry, or nothing"),
    "last": ("last(list)", "the last entry, or nothing"),
    "place": ("place(entry, list)", "where it is in a list, counted from 1; 0 if it is not"),
    "round": ("round(player)", "all players in turn, beginning with this one"),
    "after": ("after(player)", "the next player; after(player, 2) the one after"),
    "before": ("before(player)", "the player before; before(player, 2) the one before that"),
    "ahead": ("ahead(token, n)", "the spot n on; after the last spot comes the first"),
    "choose": ("choose(list, 2)", "every set of so many; choose(list, 1, 3) of one to three"),
    "abs": ("abs(n)", "the number without its sign"),
    "roll": ("roll(6)", "a roll of a die, in sentences only"),
    "owner": ("owner(card)", "the player whose piece it is"),
    "so_many": ("so_many(n, 'chip')", "a number in words: 1 chip, 2 chips; so_many(n, 'pony', 'ponies')"),
    "signed": ("signed(n)", "a number with its sign: +3, -3, +0"),
    "fraction": ("fraction(a, b)", "a divided by b, not rounded: for `standing` and `aims`"),
    "matches": (
        "matches(tile, place, n)",
        "whether a tile that is turned by n quarters, or sixths, has the edges of its neighbours there; a side without a neighbour fits",
    ),
    "ways": (
        "ways(tile, place)",
        "by how many quarters, or sixths, it can be turned so that it has the edges of its neighbours there; ways(tile): all, but none where it would look as before",
    ),
    "edges": (
        "edges(tile)",
        "its edges as it lies, clockwise from the top, or upper right; edges(tile, n) if it is turned by n",
    ),
    "quarters": ("quarters(tile)", "by how many quarters it is turned"),
    "sixths": ("sixths(tile)", "by how many sixths a hexagon is turned"),
    "open_ends": (
        "open_ends(place, road)",
        "how many `road` edges of the tiles connected along `road` have no tile beside them",
    ),
    "called": ("called(zone)", "what this zone is called in sentences"),
    "space": (
        "space(tile)",
        "the space of an open grid on which it lies; `my garden at c` is the tile on a space, or nothing",
    ),
    "spaces": ("spaces(my garden)", "all spaces of an open grid on which tiles lie"),
    "borders": (
        "borders(my garden)",
        "the empty spaces beside its tiles; without tiles, the one for the first",
    ),
    "beside": (
        "beside(space, north)",
        "the space north, east, south or west of it; N, E, S and W are read, too",
    ),
    "way": ("way(space, space)", "the direction from one to the other beside it: N, E, S or W"),
    "opposite": ("opposite(north)", "the other direction"),
    "connected": ("connected(spaces)", "whether a list of spaces hangs together by their sides"),
    "outside": ("outside(spaces)", "the empty spaces round a list of spaces, without those that it encloses"),
    "unbroken": (
        "unbroken(spaces, space, north)",
        "those of a list from a space on in one direction, up to the first gap",
    ),
    "onward": (
        "onward(spaces, space, north)",
        "those of a list from a space on in one direction, whatever gaps there are",
    ),
}
PLACES: Final[Mapping[str, tuple[str, str]]] = {
    "next": ("next to PLACE", "its neighbours; in a grid those that share a side"),
    "around": ("around PLACE", "in a grid of squares also those at its corners"),
    "above": ("above PLACE", "all places above it in its column of squares, the nearest first"),
    "below": ("below PLACE", "all places below it, the nearest first: `first(below c)` is the one below"),
    "left": ("left of PLACE", "all places left of it, the nearest first"),
    "right": ("right of PLACE", "all places right of it, the nearest first"),
    "row": ("row of PLACE", "all places of its row"),
    "column": ("column of PLACE", "all places of its column"),
    "lines": ("lines of N [through PLACE]", "every straight line of so many places in a grid, also diagonal ones: a list of lists; three ways in hexagons"),
    "distance": ("distance from PLACE to PLACE", "the fewest steps between neighbours; the number of all places where no way leads"),
    "reach": ("reach from PLACE where CONDITION", "the place, and all places connected to it by places (`it`) that fit; `reach from c along road`: by edges of tiles that are `road` on both sides. `via` is the place from which `it` is reached"),
    "groups": ("groups of PLACES where CONDITION", "a list of places, divided into lists of those that are connected: from `via` to its neighbour `it`, where that holds"),
}  # fmt: skip
"""Words about the places of a board; each may end in `on BOARD`, and must if the file has several boards."""
JOINED: Final[Mapping[str, str]] = {"next": "to", "reach": "from", "distance": "from", **dict.fromkeys(("left", "right", "row", "column", "lines", "groups"), "of")}  # fmt: skip
"""The second word of those that have one."""
NAMES: Final[Mapping[str, str]] = {
    "me": "the player whose turn it is; in a score the player it is for",
    "players": "all players",
    "others": "all but me, in turn order",
    "asker": "in an answer: the player who asked",
    "nobody": "no player",
    "sideways": "the cards that lie sideways, in the order in which they were turned",
    "nothing": "no card",
    "via": "in `reach … where`: the place from which the one looked at is reached",
    "it": "in `where`, and after the comma of a function: the one looked at",
    "number_of_players": "how many play",
    "turns_left": "how many turns are to come, -1 as long as nobody knows",
    "turns_taken": "how many turns have begun",
    "yes": "it holds",
    "no": "it does not hold",
}
RESERVED: Final = frozenset({*NAMES, "my", "option", "true", "false"})
