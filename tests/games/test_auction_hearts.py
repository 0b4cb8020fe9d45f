"""The rules of Auction Hearts against slow and simple ways to say the same."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgen.engine import OVER, IllegalMove, Misplaced, RandomBot, play_game, rollout, stream
from cardgen.games import make_game
from cardgen.games.auction_hearts import CarefulPlayer
from cardgen.ruledata.game import beside
from cardgen.source import load_kit
from tests.engine import contract
from tests.games.kits import kit_of
from tests.many import mostly_slow

KIT = kit_of("auction-hearts")
FOUR: Any = make_game(KIT, 4)
PASS = ("passes",)

TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {}),
    (5, {}),
    (6, {}),
    (4, {"preset": "bicycle"}),
    (4, {"first_lead_no_pain": False}),
    (4, {"first_trick_no_pain": False}),
    (4, {"must_break": False}),
    (4, {"jack_single": True, "end_pot": "play_on", "short": "debt"}),
    (4, {"must_raise": False, "bid_cap": 5, "rounds": 12, "end_pot": "void", "carry_leader": "eldest"}),
    (5, {"all_pass": "redeal", "moon_wins_game": True, "win_by": "tricks"}),
]
tables = pytest.mark.parametrize(
    ("players", "options"),
    TABLES,
    ids=lambda v: "-".join(map(str, v)) or "book" if isinstance(v, dict) else v,
)


def table(players: int, options: dict[str, Any]) -> Any:
    return make_game(KIT, players, options)


def held(s: Any, seat: int) -> set[int]:
    return set(s.piles[f"hand {s.game.names[seat]}"])


def won(s: Any) -> list[list[int]]:
    return [s.piles[f"won {name}"] for name in s.game.names]


def chips_of(s: Any) -> list[int]:
    return [s.chips[f"chips {name}"] for name in s.game.names]


def suit_of(s: Any, card: int) -> str:
    suit: str = s.game.pieces.cards[card].suit
    return suit


def plays(game: Any, seeds: int) -> Iterator[tuple[Any, int]]:
    """Every card of some random games, with the state before it is played."""
    for seed in range(seeds):
        for state, move in contract.positions(game, seed):
            if state.phase.name == "play a card":
                yield state, move


# -- the tricks


def allowed(s: Any) -> set[int]:
    """The rules AH-022, AH-023, AH-028 to AH-030 and AH-032, as sentences about all cards of a hand."""
    rules, cards = s.game.options, s.game.pieces.cards
    plain = rules["preset"] == "bicycle"
    hand = held(s, s.turn)
    pain = {card for card in hand if cards[card].suit == s.pain}
    first_trick = not any(won(s))
    trick = s.piles["trick"]
    if trick:
        following = {card for card in hand if cards[card].suit == cards[trick[0]].suit}
        if following:
            return following
        forbidden = first_trick and rules["first_trick_no_pain"]
    elif first_trick:
        forbidden = rules["first_lead_no_pain"]
    else:
        played = {*trick, *(card for pile in won(s) for card in pile)}
        broken = any(cards[card].suit == s.pain for card in played)
        forbidden = rules["must_break"] and not broken
    return hand - pain or hand if forbidden and not plain else hand


@tables
def test_a_card_may_be_played_when_the_rules_as_sentences_allow_it(
    players: int, options: dict[str, Any]
) -> None:
    for state, _ in plays(table(players, options), 12):
        assert set(state.phase.moves(state)) == allowed(state)


@tables
def test_the_highest_card_of_the_led_suit_takes_the_trick(players: int, options: dict[str, Any]) -> None:
    game = table(players, options)
    trick: list[tuple[int, int]] = []
    for state, card in plays(game, 6):
        if not state.piles["trick"] and trick:
            assert len(trick) == players
            led = game.pieces.cards[trick[0][1]].suit
            following = [
                (game.pieces.cards[c].order, seat) for seat, c in trick if game.pieces.cards[c].suit == led
            ]
            if any(won(state)):
                assert state.turn == max(following)[1]
            trick = []
        trick.append((state.turn, card))


@tables
def test_nobody_holds_a_suit_they_have_shown_not_to_hold(players: int, options: dict[str, Any]) -> None:
    shown = 0
    for state, _ in plays(table(players, options), 8):
        for seat, lacks in enumerate(state.lacks):
            assert not any(suit_of(state, card) in lacks for card in held(state, seat))
            shown += len(lacks)
    assert shown


def test_who_leads_the_unbroken_pain_suit_shows_to_hold_nothing_else() -> None:
    state = FOUR.position({"pain": "hearts", "hand": {"P0": ["2H", "3H"], "P1": ["4H", "5C"]}})
    FOUR.play_text(state, "P0 plays 2H")
    assert sorted(state.lacks[0]) == ["clubs", "diamonds", "spades"]
    FOUR.play_text(state, "P1 plays 4H")
    assert state.lacks[1] == []


def test_who_does_not_follow_shows_a_void() -> None:
    state = FOUR.position({"pain": "hearts", "hand": {"P0": ["2S", "3H"], "P1": ["4D", "5C"]}})
    FOUR.play_text(state, "P0 plays 2S")
    FOUR.play_text(state, "P1 plays 4D")
    assert state.lacks[1] == ["spades"]


# -- settling


def settled(
    chips: list[int], pot: int, pain: list[int], carried: bool, options: Any
) -> tuple[list[int], int]:
    """Chips and pot after a round in which the players took so many pain cards each, at a table of four."""
    debt = options["short"] == "debt"
    paid = [min(owed, held) if not debt else owed for owed, held in zip(pain, chips, strict=True)]
    chips = [held - p for held, p in zip(chips, paid, strict=True)]
    pot += sum(paid)
    clear = [seat for seat, owed in enumerate(pain) if owed == 0]
    if len(clear) == 1:
        chips[clear[0]] += pot
        return chips, 0
    if len(clear) == 2 and not (carried and options["jack_single"]):
        for seat in clear:
            chips[seat] += pot // 2
        return chips, pot % 2
    return chips, pot


@pytest.mark.parametrize("options", [{}, {"jack_single": True}, {"short": "debt", "end_pot": "play_on"}])
def test_rounds_are_settled_as_the_table_of_outcomes_says(options: dict[str, Any]) -> None:
    game = table(4, {**options, "bid_cap": 5})
    outcomes = set()
    for seed in range(60):
        for state, move in contract.positions(game, seed):
            trick = state.piles["trick"]
            if not (
                state.phase.name == "play a card" and len(held(state, state.turn)) == 1 and len(trick) == 3
            ):
                continue
            after = state.copy()
            game.play(after, move)
            if after.phase is OVER:
                continue
            took = [pile[:] for pile in won(state)]
            cards = [*trick, move]
            order = [game.pieces.cards[c].order if suit_of(state, c) == state.led else 0 for c in cards]
            took[(state.turn - 3 + order.index(max(order))) % 4] += cards
            pain = [sum(suit_of(state, card) == state.pain for card in pile) for pile in took]
            before = chips_of(state)
            chips, pot = settled(before, state.chips["pot"], pain, state.carried, game.options)
            assert (chips_of(after), after.chips["pot"]) == (chips, pot)
            assert after.dealer == (state.dealer + 1) % 4
            assert after.phase.name == ("name the pain suit" if after.carried else "bid")
            assert after.carried == (pain.count(0) not in (1, 2) or bool(pot > 1 and pain.count(0) == 2))
            outcomes.add((pain.count(0), state.carried))
    assert {clear for clear, _ in outcomes} >= {0, 1, 2}
    assert {carried for _, carried in outcomes} == {False, True}


@tables
def test_no_chip_is_lost(players: int, options: dict[str, Any]) -> None:
    game = table(players, options)
    for seed in range(10):
        state = game.deal(seed)
        begun = sum(chips_of(state))
        rollout(state, stream(seed, "chips"))
        assert sum(chips_of(state)) + state.chips["gone"] == begun
        assert state.chips["pot"] == 0
        assert sum(game.facts(state)["gains"].values()) == -state.chips["gone"]
        assert options.get("short") == "debt" or min(chips_of(state)) >= 0


# -- who knows what


@tables
def test_views_and_worlds_are_honest_at_every_table(players: int, options: dict[str, Any]) -> None:
    contract.views_keep_secrets(table(players, options), 3, every=17)


# -- the careful player


@pytest.mark.parametrize("players", mostly_slow([3, 4, 5, 6], fast=3))
def test_a_careful_player_beats_players_who_do_not_think(players: int) -> None:
    # wild bids end a game before anybody can play well
    game = table(players, {"players": players, "bid_cap": 5, "rounds": 8})
    careful, wins = game.greedy(), 0.0
    for seed in range(20):
        seat = seed % players
        bots = [careful if other == seat else RandomBot() for other in range(players)]
        winners = game.winners(play_game(game, seed, bots))
        wins += (seat in winners) / len(winners)
    assert wins > 40 / players, f"{wins} of 20 games among {players}"


def test_who_speaks_last_offers_no_more_than_it_takes_and_who_speaks_first_does() -> None:
    offers = []
    for passes in (0, 3):
        said = []
        for seed in range(10):
            s = FOUR.deal(seed)
            for _ in range(passes):
                s.phase.play(s, PASS)
            move = FOUR.greedy().choose(FOUR.view(s, s.turn), FOUR.moves(s), stream(seed, "bid"))
            said.append(move[1] if move != PASS else 0)
        offers.append(said)
    first, last = offers
    assert max(first) > 1, "a bid of 1 invites three others"
    assert set(last) == {1}


def test_a_hand_that_would_be_hurt_most_pays_for_naming_too() -> None:
    hurt = [f"{rank}{suit}" for suit in "SHD" for rank in "TJQK".replace("T", "9")] + ["AC"]
    s = FOUR.position({"phase": "bid", "turn": "P1", "hand": {"P1": hurt}})
    move = FOUR.greedy().choose(FOUR.view(s, 1), FOUR.moves(s), stream(1, "bid"))
    assert move[0] == "bid"
    assert move[1] > 1


# -- words


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"hands": {}}, "a position of auction-hearts has no 'hands'"),
        ({"pain": "cups"}, "pain is 'cups'"),
        ({"pain": "hearts", "hand": {"P0": ["2S"], "P1": ["2S"]}}, "2S lies somewhere else already"),
        ({"pain": "hearts", "hand": {"P0": ["2S"], "P1": ["3S", "4S"]}}, "P1 has 2 cards, expected 1"),
        ({"pain": "hearts", "trick": ["2S"], "hand": {"P0": ["3S"], "P1": ["4S"]}}, "P1 has 1 cards"),
        ({"hand": {"P9": ["2S"]}}, "nobody called 'P9'"),
        ({"won": {"P0": "2S"}}, "expected a list"),
        ({"chips": {"P0": "many"}}, "chips.P0 is 'many'"),
        ({"phase": "bid", "bids": ["pass"]}, "bids.0 is 'pass', expected a whole number"),
        ({"pain": "hearts", "broken": "no"}, "expected true or false"),
        ({"phase": "sleep"}, "no phase 'sleep'"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_told_where_it_is_wrong(given: dict[str, Any], says: str) -> None:
    with pytest.raises(Misplaced, match=says):
        FOUR.position(given)


def test_whoever_has_played_to_the_trick_holds_a_card_less() -> None:
    state = FOUR.position({"pain": "hearts", "trick": ["9S", "KS"], "hand": {"P0": ["2H"]}})
    assert [len(held(state, seat)) for seat in range(4)] == [1, 1, 2, 2]
    assert (state.turn, state.taker) == (2, 1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("P0 bids many", "'many' is no number of chips"),
        ("P0 sings", "'sings' is no move of this game, expected 'passes' or 'bids {chips}'"),
        ("P7 passes", "nobody called 'P7'"),
    ],
)
def test_a_sentence_that_is_no_move_is_told_what_was_expected(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        FOUR.read(FOUR.deal(3), text)


def test_an_unknown_suit_is_told_which_there_are() -> None:
    state = FOUR.position({"phase": "name the pain suit"})
    with pytest.raises(ValueError, match="'cups' is no suit"):
        FOUR.read(state, "P0 names cups")


def test_a_copy_with_the_same_rules_is_played_by_the_same_player(tmp_path: Path) -> None:
    own = Path(shutil.copytree(KIT.root, tmp_path / "my-hearts"))
    for file, was, now in (
        ("rules.yaml", "", "# mine\n"),
        ("game.yaml", "game: auction-hearts", "game: my-hearts"),
    ):
        (own / file).write_text((own / file).read_text("utf-8").replace(was, now, 1), "utf-8")
    assert type(make_game(load_kit(own), 4).greedy()) is type(FOUR.greedy()) is CarefulPlayer
    assert not beside((own / "rules.yaml").read_text("utf-8") + "x: y\n"), (
        "other rules: a player that knows no game"
    )


def test_a_refusal_names_move_rule_and_position() -> None:
    state = FOUR.position({"pain": "hearts", "hand": {"P0": ["9S", "2H"]}})
    with pytest.raises(IllegalMove, match=r"P0 plays 2H: not allowed, hearts are not broken yet \(AH-032\)"):
        FOUR.play_text(state, "P0 plays 2H")


# -- the kit


@pytest.mark.parametrize(("players", "cards", "chips"), [(3, 17, 50), (4, 13, 50), (5, 10, 44), (6, 8, 40)])
def test_every_table_gets_what_the_kit_has_for_it(players: int, cards: int, chips: int) -> None:
    game = table(players, {"players": players})
    state = game.deal(1)
    assert [len(held(state, seat)) for seat in range(players)] == [cards] * players
    assert chips_of(state) == [chips] * players
    assert all(game.pieces.cards[card].order == 2 for card in state.piles["aside"])
