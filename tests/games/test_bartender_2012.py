"""What Bartender (2012) owes besides the contract: honest memory, a bot of sense, and every card in play."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable

import pytest
import yaml

from cardgen.engine import Bot, RandomBot, Recorder, play_game, told_rules
from cardgen.games.bartender_2012.effects.worth import worths
from cardgen.games.bartender_2012.rules import Bartender, NightTable
from cardgen.simulation import simulate
from tests.engine import contract
from tests.games.kits import ROOT, kit_of
from tests.games.watching import rules_of
from tests.many import mostly_slow, slow

KIT = kit_of("bartender-2012")
VARIANTS: list[dict[str, object]] = [
    {"draft": "exchange", "reveal_rest": "shuffle"},
    {"hands": "redraft", "reveal_rest": "top"},
    {"hands": "refill_to_5", "draw_every_hour": 1},
    {"auction": "secret", "opener": "random", "reveal_rest": "breakage"},
]


def after_draft(game: Bartender, seed: int) -> NightTable:
    s, rng = game.deal(seed), random.Random(seed)
    while s.phase.name == "draft a card":
        game.play(s, rng.choice(list(game.moves(s))))
    return s


def test_who_begins_is_who_may_bid_first_and_that_is_drawn_by_lot() -> None:
    game = Bartender(KIT, 4)
    assert {game.first(game.deal(seed)) for seed in range(9)} == {-1}, "all draft at the same time"
    assert {(s := after_draft(game, seed)).turn - game.first(s) for seed in range(9)} == {0}
    report = simulate(KIT, 4, games=20, bots=("random",), jobs=1)
    assert report.fair.moves_first == "varies"
    assert [line.of for line in report.fair.order.lines] == [20] * 4  # type: ignore[union-attr]


# -- honesty


@pytest.mark.thorough
@pytest.mark.parametrize("players", [3, slow(6)])
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_sampled_worlds_of_variants_are_no_better_than_chance(
    players: int, options: dict[str, object]
) -> None:
    game = Bartender(KIT, players, options)
    contract.sampled_worlds_are_no_better_than_chance(game, range(10, 14))
    contract.views_keep_secrets(game, 7, every=13)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_after_the_draft_everybody_knows_the_hand_on_the_left(players: int) -> None:
    game = Bartender(KIT, players)
    s, rng = after_draft(game, 5), random.Random(1)
    for seat in range(players):
        left = (seat - 1) % players
        for _ in range(5):
            world = game.sample_world(game.view(s, seat), rng)
            assert sorted(world.hands[left]) == sorted(s.hands[left])


@pytest.mark.parametrize("players", [3, 4, 6])
def test_cards_that_were_passed_on_are_dealt_to_those_who_may_have_kept_them(players: int) -> None:
    game = Bartender(KIT, players)
    s, rng = after_draft(game, 8), random.Random(2)
    passed = {card for packet in s.seen[0] for card in packet} - set(s.took[0])
    where: dict[int, set[int]] = {card: set() for card in passed}
    for _ in range(60):
        world = game.sample_world(game.view(s, 0), rng)
        for seat, hand in enumerate(world.hands):
            for card in passed.intersection(hand):
                where[card].add(seat)
        assert passed <= {card for hand in world.hands for card in hand}, "a card of the draft is in a hand"
    truth = {card: seat for seat, hand in enumerate(s.hands) for card in hand}
    assert all(truth[card] in seats for card, seats in where.items())
    if players == 3:
        assert all(len(seats) == 1 for seats in where.values()), "with three players all of it can be told"


def test_in_the_middle_of_the_draft_worlds_show_the_viewer_the_same_packets() -> None:
    game = Bartender(KIT, 4)
    s, rng = game.deal(3), random.Random(3)
    while s.phase.name == "draft a card":
        for seat in range(4):
            view = game.view(s, seat)
            for _ in range(3):
                world = game.sample_world(view, rng)
                assert world.packets[seat] == s.packets[seat]
                assert [len(p) for p in world.packets] == [len(p) for p in s.packets]
                assert [len(t) for t in world.took] == [len(t) for t in s.took]
        game.play(s, rng.choice(list(game.moves(s))))


def test_revealed_cards_under_the_deck_are_remembered_by_all_and_looked_at_ones_by_one() -> None:
    game = Bartender(KIT, 3)
    s = game.position({"hands": {"P1": ["S16.1", "P01.1"], "P2": ["P01.2"]}})
    for move in ("P0 reveals", "P0 lets nobody in", "P1 plays S16.1"):
        game.play_text(s, move)
    while s.looked:
        game.play(s, next(iter(game.moves(s))))
    rng = random.Random(4)
    for seat, known in ((0, 5), (1, 9), (2, 5)):
        view = game.view(s, seat)
        assert sum(card >= 0 for card in view.deck) == known
        world = game.sample_world(view, rng)
        assert all(a == b for a, b in zip(view.deck, world.deck, strict=True) if a >= 0)


def test_there_are_no_hours_before_a_shift() -> None:
    game, rng = Bartender(KIT, 3), random.Random(1)
    for s in (after_draft(game, 1), game.position({"phase": "bid"}), game.deal(2)):
        while s.shift < 3 and not game.over(s):
            assert (s.hour > 0) == (s.hours > 0), "a page would say: of 8, or HOUR 0 of 0"
            game.play(s, rng.choice(list(game.moves(s))))


def test_who_swaps_hands_knows_both() -> None:
    game = Bartender(KIT, 3)
    s = game.position(
        {"hands": {"P0": ["S17", "P09.1", "S01.1"], "P1": ["P01.1", "P02.1"], "P2": ["P03.1", "P04"]}}
    )
    game.play_text(s, "P0 plays S17")
    game.play_text(s, "P0 chooses P1")
    rng = random.Random(5)
    for seat in (0, 1):
        world = game.sample_world(game.view(s, seat), rng)
        assert [sorted(hand) for hand in world.hands[:2]] == [sorted(hand) for hand in s.hands[:2]]
    others = {tuple(sorted(game.sample_world(game.view(s, 2), rng).hands[0])) for _ in range(20)}
    assert len(others) > 10


# -- bots and cards


@pytest.mark.parametrize("players", mostly_slow([3, 4, 5, 6], fast=4))
def test_a_random_player_hardly_ever_beats_greedy_ones(players: int) -> None:
    game = Bartender(KIT, players)
    wins = 0
    for number in range(48):
        bots: list[Bot] = [game.greedy()] * players
        bots[number % players] = RandomBot()
        wins += number % players in game.winners(play_game(game, number, bots))
    assert wins < 48 / players / 2


@pytest.mark.parametrize("players", [3, 4])
def test_a_greedy_player_among_random_ones_wins_most_games(players: int) -> None:
    game = Bartender(KIT, players)
    wins = 0
    for number in range(36):
        bots: list[Bot] = [RandomBot()] * players
        bots[number % players] = game.greedy()
        wins += number % players in game.winners(play_game(game, number, bots))
    assert wins > 36 / 2


# Only cards that are not in the kit can make these happen; tests/games/test_effects.py invents some.
WITH_NEW_CARDS = {"BT-050", "BT-077", "BT-Q13"}
# Scenarios prove these: deck and BREAKAGE are never both empty in a whole game, and few games see a bar that is packed
# below the goal; `cardgen simulate bartender-2012 --players 3-6 --each-option` meets it.
FAR_AWAY = {"BT-Q16", "BT-Q12"}


def test_every_card_is_played_and_every_rule_applied() -> None:
    recorder, used = Recorder(), set[str]()
    played: Counter[str] = Counter()
    for options in (
        {},
        *VARIANTS,
        {"goal_fixed": 10},
        {"opener": "free"},
        {"no_bid": "skip_shift", "last_standing": False},
    ):
        for players in (3, 4, 6):
            game = Bartender(KIT, players, options)
            for seed in range(12):
                s, rng = game.deal(seed), random.Random(seed)
                s.tell = recorder.tell
                game.opened(s)
                while not game.over(s):
                    moves = list(game.moves(s))
                    # many bids stay low, so that some SHIFTs succeed, and some find nobody who bids
                    low = moves[-1] == game.highest_bid and seed % 6
                    few = min(3, len(moves)) if low else len(moves)
                    game.play(s, moves[rng.randrange(few)])
                    played.update(game.pieces.cards[card].id for card in (*s.patrons, *s.schemes))
                used |= rules_of(recorder.take())
    assert {card.id for deck in ("patrons", "schemes") for card in KIT.cards[deck]} == set(played)
    assert set(told_rules(Bartender)) - used <= WITH_NEW_CARDS | FAR_AWAY


def test_the_total_of_a_full_bar_is_what_a_person_adds_up() -> None:
    game = Bartender(KIT, 3)
    s = game.position(
        {
            "patrons": {"P06.1": "P0", "P06.2": "P1", "P02.1": "P0", "P17.1": "P2", "P09.1": "P1", "P08.1": "P2",
                        "P16.1": "P0", "P21.1": "P0", "P22.1": "P1", "P25.1": "P2", "P27": "P0"},
            "schemes": {"S14.1": {"owner": "P1", "names": "TROUBLE"}, "S01.1": "P0"},
            "hands": {"P0": ["P01.1"]},
        }
    )  # fmt: skip
    # two Stag Parties with 3 other TOURISTs each: 4, Day-Tripper 1, all +1 for the House Band (1); The Ex and
    # the Heckler are below 0, so the Doorman (1) makes them 0; Copycat copies 3, +1; Old Sailor counts 2
    # SCHEMEs; two VIPs: the Celebrity is worth 0, the Millionaire 1
    assert worths(s) == [5, 5, 2, 1, 0, 0, 1, 4, 2, 0, 1]
    assert game.facts(s)["packed at"] == 15


# What the cards say about worth, written down once more in the plainest way: for each PATRON its own number from how many
# there are of each kind beside it and in all, the highest number printed on another, the number of SCHEMEs, and its HOUR.
BY_HAND: dict[str, Callable[[Counter[str], Counter[str], int, int, int], int]] = {
    "P05": lambda beside, there, top, schemes, hour: 1 if beside["REGULAR"] else 3,
    "P06": lambda beside, there, top, schemes, hour: min(4, 1 + beside["TOURIST"]),
    "P07": lambda beside, there, top, schemes, hour: 3 if hour >= 6 else 1,
    "P08": lambda beside, there, top, schemes, hour: -3 if there["ARTIST"] else -1,
    "P20": lambda beside, there, top, schemes, hour: 0 if there["ARTIST"] else 2,
    "P21": lambda beside, there, top, schemes, hour: max(0, min(3, top)),
    "P22": lambda beside, there, top, schemes, hour: min(4, schemes),
    "P23": lambda beside, there, top, schemes, hour: -1 if there["TROUBLE"] else 3,
    "P25": lambda beside, there, top, schemes, hour: 0 if beside["VIP"] else 3,
}


def added_up(ids: list[str], hours: list[int], schemes: list[tuple[str, str]]) -> list[int]:
    """Return what each PATRON is worth, found without the language of effects."""
    kinds = [KIT.card(name).kind for name in ids]
    printed = [KIT.card(name).value for name in ids]
    worth = []
    for n, name in enumerate(ids):
        others = kinds[:n] + kinds[n + 1 :]
        top = max(printed[:n] + printed[n + 1 :], default=0)
        own = BY_HAND.get(name, lambda *_, plain=printed[n]: plain)
        found = own(Counter(others), Counter(kinds), top, len(schemes), hours[n])
        found += ids.count("P17") * (kinds[n] == "TOURIST")
        found += schemes.count(("S13", kinds[n])) - schemes.count(("S14", kinds[n]))
        worth.append(max(0, found) if kinds[n] == "TROUBLE" and "P16" in ids else found)
    return worth


@pytest.mark.parametrize("seed", range(5))
def test_any_bar_is_worth_what_the_cards_say(seed: int) -> None:
    game, rng = Bartender(KIT, 3), random.Random(seed)
    cards = range(len(game.pieces))
    patrons = [card for card in cards if game.is_patron[card]]
    rest = [card for card in cards if not game.is_patron[card]]
    s = NightTable(game)
    for _ in range(300):
        s.patrons = rng.sample(patrons, rng.randrange(11))
        s.owners = [rng.choice([-1, 0, 1, 2]) for _ in s.patrons]
        s.entered = [rng.randrange(1, 11) for _ in s.patrons]
        s.schemes = rng.sample(rest, rng.randrange(7))
        s.named = [rng.randrange(len(game.kinds)) for _ in s.schemes]
        ids = [game.pieces.cards[card].id for card in s.patrons]
        schemes = [
            (game.pieces.cards[card].id, game.kinds[kind])
            for card, kind in zip(s.schemes, s.named, strict=True)
        ]
        assert worths(s) == added_up(ids, s.entered, schemes), (ids, schemes)


# -- scenarios


def test_every_card_is_played_in_a_scenario() -> None:
    file = yaml.safe_load((ROOT / "tests" / "scenarios" / "bartender-2012.yaml").read_text("utf-8"))
    tried = [[entry, *entry.get("also", ())] for entry in file["scenarios"]]
    moves = " ".join(move for entries in tried for entry in entries for move in entry.get("moves", ()))
    played = set(re.findall(r"plays ([PS]\d\d)", moves))
    assert {card.id for deck in ("patrons", "schemes") for card in KIT.cards[deck]} == played


def test_an_hour_that_locks_end_says_why() -> None:
    recorder = Recorder()
    hands = {"P0": ["S07.1", "P18.1"], "P1": ["P02.1", "S10.1"], "P2": ["P02.2", "S10.2"]}
    game = Bartender(KIT, 3)
    s = game.position({"hands": hands})
    s.tell = recorder.tell
    for move in ("P0 plays S07.1", "P0 plays P18.1"):
        game.play_text(s, move)

    (said,) = [one for one in recorder.events if "in this HOUR" in one.says]
    assert (said.rule, said.says) == ("BT-007", "no PATRON and no SCHEME may be played in this HOUR")


def test_after_a_packed_bar_the_picture_names_who_had_charge() -> None:
    game = Bartender(KIT, 3)
    patrons = ["P01.1", "P01.2", "P01.3", "P01.4", "P04", "P03.1", "P03.2", "P18.1"]
    given = {
        "hour": 8,
        "deck": [],
        "goal": 3,
        "last_bic": "P1",
        "patrons": patrons,
        "hands": {"P0": ["S10.1"]},
    }
    s = game.position(given)
    game.play_text(s, "P0 ends the HOUR")

    assert game.ending(s) == "a packed bar"
    assert game.picture(s).startswith("BIC P0   ")
