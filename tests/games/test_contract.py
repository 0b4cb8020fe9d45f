"""Every game, at every number of players, with every value of every option, keeps the contract."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.contract import laid
from cardgen.engine import Game, play_game, rollout
from cardgen.games import SHIPPED, make_game
from tests.engine import contract
from tests.games.kits import kit_of
from tests.many import examples, mostly_thorough


def tables(slug: str) -> Iterator[tuple[int, dict[str, object], bool]]:
    """Every number of players by the book, and with all options at other values; then each value alone, to be thorough."""
    kit = kit_of(slug)
    for players, options in laid(kit):
        yield players, options, len(options) == 1


def _name(slug: str, players: int, options: dict[str, object]) -> str:
    said = [f"{k}={v}" for k, v in options.items()]
    return "-".join([slug, str(players), *(said if len(said) < 2 else ["mixed", said[0]])])


ALL = [
    pytest.param(
        slug,
        players,
        options,
        id=_name(slug, players, options),
        marks=[pytest.mark.thorough] if alone else [],
    )
    for slug in SHIPPED
    for players, options, alone in tables(slug)
]
BY_THE_BOOK = [p for p in ALL if not p.values[2]]
# CHEERS is another game with each way to play and to sit, and with a house rule in each of these.
WAYS_TO_SIT = [(3, 2), (4, 2), (5, 2), (5, 3), (6, 2), (6, 3)]
EVENINGS = [
    pytest.param("cheers", players, {"mode": mode, "teams": teams}, id=f"cheers-{players}-{mode}-{teams}")
    for mode in ("base", "master", "masquerade")
    for players, teams in WAYS_TO_SIT
]
HOUSE_RULES = [
    pytest.param(
        "cheers",
        players,
        {"mode": mode, name: value},
        id=f"cheers-{players}-{mode}-{name}={value}",
        marks=pytest.mark.thorough,
    )
    # an odd game, one without a stool, and one where nobody knows the teams
    for mode, players in (("base", 5), ("master", 4), ("masquerade", 6))
    for name, option in kit_of("cheers").options.items()
    for value in option.choices
    if name != "mode" and value != option.default
]
MOST = mostly_thorough(ALL + EVENINGS + HOUSE_RULES, 2)


def table(slug: str, players: int, options: dict[str, object]) -> Game[Any]:
    return make_game(kit_of(slug), players, options)


@pytest.mark.parametrize(("slug", "players", "options"), ALL + EVENINGS + HOUSE_RULES)
def test_the_game_ends_and_keeps_its_pieces(slug: str, players: int, options: dict[str, object]) -> None:
    game = table(slug, players, options)
    for seed in range(3):
        contract.it_ends_with_winners(game, seed)
        contract.standings_agree_with_the_end(game, seed)
    contract.pieces_are_conserved(game, 3)
    contract.rules_told_are_declared(game, 3)


@pytest.mark.parametrize(("slug", "players", "options"), MOST)
def test_legal_moves_play_and_others_are_refused_with_the_rule(
    slug: str, players: int, options: dict[str, object]
) -> None:
    game = table(slug, players, options)
    phases: dict[str, set[Any]] = {}
    for seed in range(1 if len(options) > 1 else 2):
        contract.legal_moves_and_play_agree(game, seed, phases)


@pytest.mark.parametrize(("slug", "players", "options"), MOST)
def test_states_copy_and_games_replay(slug: str, players: int, options: dict[str, object]) -> None:
    game = table(slug, players, options)
    contract.copies_and_dicts_are_the_same_state(game, 4)
    contract.copies_share_nothing_that_changes(game, 4)
    contract.replaying_gives_the_same_game(game, 5)


@pytest.mark.parametrize(
    ("slug", "players", "options"), BY_THE_BOOK + mostly_thorough(EVENINGS + HOUSE_RULES, 2)
)
def test_moves_print_and_parse_back(slug: str, players: int, options: dict[str, object]) -> None:
    contract.moves_print_and_parse_back(table(slug, players, options), 6)


@pytest.mark.parametrize(("slug", "players", "options"), BY_THE_BOOK + HOUSE_RULES)
def test_views_keep_secrets(slug: str, players: int, options: dict[str, object]) -> None:
    game = table(slug, players, options)
    contract.views_keep_secrets(game, 7)
    contract.views_hide_what_the_zones_say(game, 7)
    contract.views_share_nothing_that_changes(game, 7)
    contract.zones_named_exist(game, 7)


@pytest.mark.parametrize(("slug", "players", "options"), BY_THE_BOOK + mostly_thorough(EVENINGS, 2))
def test_sampled_worlds_are_honest(slug: str, players: int, options: dict[str, object]) -> None:
    game = table(slug, players, options)
    contract.sampled_worlds_can_be_played_on(game, 8)
    contract.sampled_worlds_are_no_better_than_chance(game, range(10, 20))


@pytest.mark.thorough
@examples(6, 12)
@given(data=st.data())
@pytest.mark.parametrize("slug", list(SHIPPED))
def test_house_rules_can_be_mixed(slug: str, data: st.DataObject) -> None:
    kit = kit_of(slug)
    options = {name: data.draw(st.sampled_from(option.choices), name) for name, option in kit.options.items()}
    players = data.draw(st.sampled_from(list(kit.players.counts)), "number of players")
    game = make_game(kit, players, options)
    seed = data.draw(st.integers(0, 1000), "seed")
    contract.it_ends_with_winners(game, seed)
    contract.pieces_are_conserved(game, seed)
    contract.views_keep_secrets(game, seed, every=40)


def played_through(game: Game[Any], seed: int) -> str:
    state = game.deal(seed)
    rollout(state, random.Random(seed))
    # what players see at the end; numbers of moves alone would miss a different deal
    return json.dumps([game.facts(state), game.scores(state)], sort_keys=True, default=str)


# Options that only cards which are not in the kit can bring up; tests/games/test_effects.py invents such cards.
WITH_NEW_CARDS = {("bartender-2012", "bic_out")}
OPTIONS = [
    pytest.param(slug, option.name, value, id=f"{slug}-{option.name}={value}")
    for slug in SHIPPED
    for option in kit_of(slug).options.values()
    for value in option.choices
    if (value != option.default or type(value) is not type(option.default))
    and (slug, option.name) not in WITH_NEW_CARDS
]


class Grabber:
    """Hardly ever bids; the first takes every trick it can, the others as few as they can."""

    name, looks = "grabber", True

    def choose(self, view: Any, moves: Any, rng: random.Random) -> Any:
        if view.phase.name != "play a card":
            return list(moves)[:2][rng.random() < 0.1 and len(moves) > 1]
        best = max if view.turn == 0 else min
        return best(moves, key=lambda card: view.game.pieces.cards[card].order)


# Options that matter only where players think, or are very foolish: who plays, how many, and a seed.
RARE: dict[tuple[str, str, object], tuple[Any, int, int]] = {
    ("biergarten", "hole_is_exterior", False): (None, 3, 9),
    ("auction-hearts", "all_pass", "redeal"): (Grabber(), 4, 1),
    ("auction-hearts", "all_pass", "dealer_names"): (Grabber(), 4, 1),
    ("auction-hearts", "rounds", 12): (None, 4, 2),
    ("auction-hearts", "moon_wins_game", True): (Grabber(), 4, 329),
    ("cheers", "double_win", "shared"): (None, 6, 0),
    ("cheers", "distinct_goals", True): (None, 4, 57),
    ("cheers", "share_hands", True): (None, 4, 0),
}
# Options that mean something only together with others.
ONLY_WITH: dict[tuple[str, str], dict[str, object]] = {
    ("cheers", "masq_opponent_rule"): {"mode": "masquerade"}
}


def thought_through(game: Game[Any], seed: int, bot: Any) -> str:
    return json.dumps(game.facts(play_game(game, seed, [bot or game.greedy()] * game.players)), default=str)


@pytest.mark.thorough
@pytest.mark.parametrize(("slug", "name", "value"), OPTIONS)
def test_every_option_value_changes_some_game(slug: str, name: str, value: object) -> None:
    kit = kit_of(slug)
    if (slug, name, value) in RARE:
        bot, players, seed = RARE[slug, name, value]
        book, other = (make_game(kit, players, options) for options in ({}, {name: value}))
        assert thought_through(book, seed, bot) != thought_through(other, seed, bot), "look for another seed"
        return
    with_these = ONLY_WITH.get((slug, name), {})
    for players in kit.players.counts:
        book, other = (make_game(kit, players, {**with_these, **own}) for own in ({}, {name: value}))
        for seed in range(30):
            if played_through(book, seed) != played_through(other, seed):
                return
    pytest.fail(f"{name}={value} never made a difference")


@pytest.mark.thorough
def test_the_same_seed_is_the_same_game_in_another_process() -> None:
    code = """
from tests.games.test_contract import SHIPPED, kit_of, make_game, played_through
print(*(played_through(make_game(kit_of(slug), kit_of(slug).players.max), 99) for slug in SHIPPED))
"""
    here = (played_through(make_game(kit_of(slug), kit_of(slug).players.max), 99) for slug in SHIPPED)
    contract.same_seed_same_game_in_another_process(code, " ".join(here))
