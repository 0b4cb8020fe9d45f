"""What a game of piles says in one line each: what begins where, dealing, chips, a track, the end of the round, ties."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from cardgen.base.errors import CardgenError
from cardgen.engine import (
    OVER,
    Bot,
    GameBroken,
    Misplaced,
    Move,
    Moves,
    Phase,
    Piles,
    PilesTable,
    RandomBot,
    Zone,
    phrases,
    play_game,
)
from cardgen.engine.given import impossible
from tests.engine import contract
from tests.engine.toy import Snatch, snatch
from tests.games import kits


class Table(PilesTable):
    pass


class Row(Phase[Table]):
    name, rule, bare = "row", "FE-001", "row"
    phrases = phrases(row="rows with {card}", stay="stays")

    def moves(self, s: Table) -> Moves:
        return s.piles[s.own("hand")] or [("stay",)]

    def play(self, s: Table, move: Move) -> None:
        if move != ("stay",):
            s.move(move, s.own("hand"), "discard")
            boat = s.own("boat")
            s.spots[boat] = s.ahead(boat, s.card(move).value)
            s.pay("bank", s.own("fares"), s.spots[boat])
        if not s.draw("deck", s.own("hand")):
            s.end_after(more=s.game.options["more"])
        s.next_turn(self)

    def say(self, s: Table, move: Move) -> str:
        return "stays" if move == ("stay",) else super().say(s, move)


ROW = Row()


class Ferry(Piles[Table]):
    slug, prefix, turn_rule = "ferry", "FE", "FE-001"
    phases: ClassVar = (ROW,)
    layout = (
        Zone("deck", seen_by="nobody", lies="pile", begins="cards"),
        Zone("discard", lies="pile"),
        Zone("hand", "seat", seen_by="owner", most=2),
        Zone("boat", "seat", lies="track", spots="river", begins="boats"),
        Zone("bank", holds="chips", begins="coins"),
        Zone("fares", "seat", holds="chips"),
        Zone("box", use="stock"),
    )
    rest = ("discard",)
    ends = "the ferry has left"

    def set_up(self, s: Table) -> None:
        s.deal("deck", hand=2)
        s.deal("bank", fares=1)

    def scores(self, s: Table) -> list[int]:
        return [s.chips[f"fares {name}"] for name in self.names]

    def greedy(self) -> Bot:
        return RandomBot()


def ferry(
    players: int = 2, game: type[Ferry] = Ferry, coins: int = 12, boats: int = 3, **options: Any
) -> Ferry:
    cards = kits.component(
        "decks", "cards", kits.cards("cards", {f"C{n}": {"value": n} for n in range(1, 8)})
    )
    rows = {name: {} for name in ("red", "green", "blue")[:boats]}
    tokens = [
        kits.component("tokens", "boats", kits.cards("boats", rows)),
        kits.component("tokens", "coins", kits.cards("coins", {"coin": {"count": coins}})),
    ]
    made = kits.kit("ferry", (2, 4), [cards, *tokens], [kits.option("more", 0, 1)], river=[1, 2, 3, 4, 5])
    return game(made, players, options)


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_of_piles_chips_and_a_track_keeps_the_contract(players: int) -> None:
    game = ferry(players)
    for seed in range(5):
        contract.it_ends_with_winners(game, seed)
        contract.pieces_are_conserved(game, seed)
        contract.copies_and_dicts_are_the_same_state(game, seed)
        contract.copies_share_nothing_that_changes(game, seed)
        contract.views_keep_secrets(game, seed)
        contract.views_hide_what_the_zones_say(game, seed)
        contract.views_share_nothing_that_changes(game, seed)
        contract.replaying_gives_the_same_game(game, seed)
        contract.zones_named_exist(game, seed)
        contract.sampled_worlds_can_be_played_on(game, seed)


# -- what begins where, and dealing


def test_everything_begins_where_its_zone_says_and_what_nobody_needs_is_in_the_box() -> None:
    game = ferry(2)
    s = game.deal(1)

    assert [component.id for component in game.components(game.kit)] == ["cards", "boats"]
    assert game.chips_in_box == 12
    assert {name: game.pieces.list(s.piles[name]) for name in ("boat P0", "boat P1", "box")} == {
        "boat P0": ["red"], "boat P1": ["green"], "box": ["blue"],
    }  # fmt: skip
    assert (len(s.piles["deck"]), len(s.piles["hand P0"]), s.chips) == (
        3,
        2,
        {"bank": 10, "fares P0": 1, "fares P1": 1},
    )
    assert s.piles["deck"] != sorted(s.piles["deck"]) or game.deal(2).piles != s.piles
    assert s.phase is ROW


def test_the_top_of_the_pile_is_dealt_player_after_player() -> None:
    game = ferry(2)
    s = game.empty()
    s.piles["deck"] = [3, 1, 4, 0, 5]
    s.deal("deck", hand=2, discard=1)

    assert (s.piles["hand P0"], s.piles["hand P1"], s.piles["discard"], s.piles["deck"]) == (
        [3, 1],
        [4, 0],
        [5],
        [],
    )
    with pytest.raises(ValueError, match="deck holds 0, 1 are to be dealt to hand P0"):
        s.deal("deck", hand=1)
    with pytest.raises(ValueError, match="no zone is called 'hnd'"):
        s.deal("deck", hnd=1)


def test_the_order_that_a_scenario_wants_is_dealt() -> None:
    game = ferry(2)
    game.stacked = ((6, 5, 4),)

    assert game.deal(3).piles["hand P0"] == [6, 5]
    assert game.deal(3).piles["hand P1"][0] == 4


def test_there_is_no_more_to_draw_or_to_pay_than_there_is() -> None:
    s = ferry(2).position({"deck": ["C1"], "fares P0": 2})

    assert s.draw("deck", "hand P0", 3) == [0]
    assert s.draw("deck", "hand P0") == []
    assert s.draw("discard", "hand P0", -1) == []
    assert s.pay("fares P0", "bank", 5) == 2
    assert s.chips == {"bank": 12, "fares P0": 0, "fares P1": 0}


@pytest.mark.parametrize(
    ("edit", "boats", "says"),
    [
        (Zone("deck", begins="crads"), 3, "Wrong says begins='crads' of its zone 'deck', and the kit has no such component (did you mean 'cards'?)"),
        (Zone("boat", lies="track", spots="rivr", begins="boats"), 3, "spots='rivr' of its zone 'boat', and the kit has no such table (did you mean 'river'?)"),
        (Zone("deck", on="bord", begins="cards"), 3, "on='bord' of its zone 'deck', and the kit has no such component (known: "),
        (Zone("spare", begins="cards"), 3, "Wrong lets 'cards' begin in two zones"),
        (Zone("boat", "seat", begins="boats"), 1, "Wrong lets boats begin in 'boat', 1 for 2 players"),
        (Zone("box", begins=""), 3, ""),
    ],
)  # fmt: skip
def test_what_a_layout_says_wrongly_is_a_problem_of_its_author(edit: Zone, boats: int, says: str) -> None:
    class Wrong(Ferry):
        layout = (*(zone for zone in Ferry.layout if zone.name != edit.name), edit)

    if not says:
        ferry(2, Wrong, boats=boats).deal(1)
        return
    with pytest.raises(GameBroken) as broken:
        ferry(2, Wrong, boats=boats).deal(1)
    assert says in broken.value.problems[0].message
    assert broken.value.problems[0].where.file.endswith("test_piles.py")


def test_pieces_that_are_left_over_need_a_box() -> None:
    class Boxless(Ferry):
        layout = Ferry.layout[:-1]

    assert ferry(3, Boxless).deal(1).piles["boat P2"]
    with pytest.raises(GameBroken, match="Boxless needs a zone for boats that are left over"):
        ferry(2, Boxless)


def test_a_game_in_which_nothing_begins_says_so() -> None:
    class Empty(Ferry):
        layout = (Zone("hand", "seat"),)

    with pytest.raises(GameBroken, match="Empty says of no zone what begins there"):
        ferry(2, Empty)


def test_an_unknown_word_of_a_game_or_of_a_zone_is_told() -> None:
    class Odd(Ferry):
        ties: Any = "lst"

    with pytest.raises(
        GameBroken, match="Odd says ties = 'lst', expected 'shared', 'first', 'last' or 'nobody'"
    ):
        ferry(2, Odd)
    for word, value, says in (
        ("seen_by", "onwer", "expected one of all, owner, nobody, others .did you mean 'owner'"),
        ("of", "saet", "expected one of table, seat .did you mean 'seat'"),
        ("lies", "trak", "did you mean 'track'"),
        ("use", "hnd", "expected one of hand, play, stock"),
        ("holds", "chip", "did you mean 'chips'"),
    ):
        with pytest.raises(ValueError, match=rf"zone 'hand': {word} is '{value}', .*{says}"):
            Zone("hand", **{word: value})  # type: ignore[arg-type]


def test_a_mistyped_pile_is_named_with_what_was_meant() -> None:
    s = ferry(2).deal(1)

    for wrong, says in (
        (lambda: s.move(0, "deck", "discrad"), "there is no 'discrad' .did you mean 'discard'"),
        (lambda: s.draw("dekc", "discard"), "there is no 'dekc' .did you mean 'deck'"),
        (lambda: s.pay("bnak", "fares P0", 1), "there is no 'bnak' .did you mean 'bank'"),
        (lambda: s.cards("hand P7"), "there is no 'hand P7'"),
        (lambda: s.ahead("boat", 1), "there is no 'boat'"),
    ):
        with pytest.raises(LookupError, match=says):
            wrong()


@pytest.mark.parametrize(
    "zone", [{"of": "seat", "begins": "coins"}, {"of": "seat", "seen_by": "owner"}, {"seen_by": "nobody"}]
)
def test_chips_lie_open_and_begin_on_the_table(zone: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="zone 'fares': chips "):
        Zone("fares", holds="chips", **zone)


# -- a position in words


def test_a_position_names_piles_heaps_and_spots_and_the_rest_lies_where_it_begins() -> None:
    game = ferry(2)
    s = game.position({"hand P0": ["C3"], "boat P1": 4, "fares P1": 5})

    assert game.facts(s) | {"deck": 0} == {
        "turn": "P0", "phase": "row", "left": -1, "winners": [], "ending": "",
        "deck": 0, "discard": [], "hand P0": ["C3"], "hand P1": [], "box": ["blue"],
        "boat P0": 0, "boat P1": 4, "bank": 7, "fares P0": 0, "fares P1": 5,
    }  # fmt: skip
    assert len(s.piles["deck"]) == 6


def test_where_the_pile_is_given_the_rest_goes_into_a_zone_of_rest() -> None:
    s = ferry(2).position({"deck": ["C1", "C2"]})

    assert (s.piles["deck"], len(s.piles["discard"])) == ([0, 1], 5)

    class Restless(Ferry):
        rest = ()

    with pytest.raises(Misplaced, match="5 more begin here, and no zone of `rest`"):
        ferry(2, Restless).position({"deck": ["C1", "C2"]})


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"boat P0": 5}, "boat P0 is 5, expected a whole number from 0 to 4"),
        ({"boat P0": -1}, "boat P0 is -1, expected a whole number from 0 to 4"),
        ({"fares P0": -2}, "fares P0 is -2, expected a whole number of 0 or more"),
        ({"bank": "many"}, "bank is 'many', expected a whole number of 0 or more"),
    ],
)
def test_a_spot_or_a_heap_that_cannot_be_is_told(given: dict[str, Any], says: str) -> None:
    with pytest.raises(Misplaced) as wrong:
        ferry(2).position(given)

    assert str(wrong.value).endswith(says)


def test_more_chips_or_cards_than_there_can_be_are_no_position_of_a_game() -> None:
    game = ferry(2)
    s = game.position({"fares P0": 8, "fares P1": 8, "hand P1": ["C1", "C2", "C3"]})

    assert [(one.message, one.path) for one in impossible(game, s)] == [
        ("hand P1 holds 3, expected 2 or fewer", ("hand P1",)),
        ("16 chips lie on the table, the box has 12", ("bank",)),
    ]


# -- turns and the end


def test_a_track_begins_anew_after_its_last_spot() -> None:
    s = ferry(2).position({"boat P0": 3})

    assert (s.ahead("boat P0", 1), s.ahead("boat P0", 2), s.ahead("boat P0", 7)) == (4, 0, 0)


@pytest.mark.parametrize(("turn", "more", "turns"), [(0, 0, 3), (2, 0, 1), (0, 1, 6), (1, 1, 5)])
def test_a_round_is_played_to_its_end_and_so_many_more(turn: int, more: int, turns: int) -> None:
    s = ferry(3).position({"turn": f"P{turn}"})
    assert s.end_after(more=more) is True
    assert s.end_after(more=5) is False, "the end is said once"

    played = 0
    while s.phase is not OVER:
        s.next_turn(ROW)
        played += 1

    assert (played, s.left) == (turns, 0)


def test_rounds_are_counted_and_the_end_has_words() -> None:
    game = ferry(2, more=1)
    end = play_game(game, 1, [RandomBot(), RandomBot()])

    assert end.turns % 2 == 0, "whole rounds"
    assert game.rounds(end) == end.turns // 2
    assert game.ending(end) == "the ferry has left"
    end.ending = "it has sunk"
    assert game.ending(end) == "it has sunk"


@pytest.mark.parametrize(("ties", "winners"), [("shared", (0, 2)), ("first", (0,)), ("last", (2,))])
def test_who_wins_a_tie_is_said_in_a_word(ties: Any, winners: tuple[int, ...]) -> None:
    class Tied(Ferry):
        pass

    Tied.ties = ties
    game = ferry(3, Tied)

    assert game.winners(game.position({"fares P0": 3, "fares P1": 2, "fares P2": 3})) == winners


def test_the_tables_that_the_rules_read_count_unless_a_game_says_otherwise() -> None:
    class Reads(Ferry):
        tables_read: ClassVar = {"river": None}

    class Other(Reads):
        tables_that_count = ()

    assert (Ferry.tables_that_count, Reads.tables_that_count, Other.tables_that_count) == ((), ("river",), ())


def test_what_begins_in_a_zone_is_for_games_of_piles_alone() -> None:
    class Odd(Snatch):
        layout = (Zone("hand", "seat", "owner", field="hands", begins="cards"), *Snatch.layout[1:])

    with pytest.raises(CardgenError, match="says what begins in 'hand', which only a game of Piles reads"):
        contract.zones_named_exist(Odd(snatch(2).kit, 2), 1)
