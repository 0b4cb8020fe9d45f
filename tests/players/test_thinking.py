"""Players that think: they decide from their view alone, the same for the same count, and better than greedy ones."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from cardgen.engine import OVER, Choices, Game, IllegalMove, Move, State, play_game, stream
from cardgen.games import SHIPPED, make_game
from cardgen.games.cheers import GreedyBartender
from cardgen.players import Ismcts, Rollout
from cardgen.players.playouts import End, EndScale, Playouts, SeatMean
from cardgen.players.search import Search
from tests.engine.toy import snatch
from tests.games.kits import kit_of
from tests.sample_game import HARBOUR


def positions(game: Game[Any], seed: int, every: int) -> Iterator[State]:
    """Some positions of a game of greedy players with a choice; the state is live."""
    s, dice, number = game.deal(seed), stream(seed, "bot", 0), 0
    bot = game.greedy()
    while s.phase is not OVER:
        view = game.view(s, s.turn)
        moves = view.phase.moves(view)
        number += 1
        if number % every == 0 and len(moves) > 1:
            yield s
        s.phase.play(s, bot.choose(view, moves, dice))


def asked(bot: Any, view: State) -> Move:
    return bot.choose(view, view.phase.moves(view), random.Random(5))


@pytest.mark.parametrize("bot", [Ismcts(12), Rollout(2)], ids=["ismcts", "rollout"])
@pytest.mark.parametrize("slug", [*SHIPPED, "harbour"])
def test_a_player_decides_alike_in_worlds_that_its_view_cannot_tell_apart(slug: str, bot: Any) -> None:
    kit = HARBOUR.kit if slug == "harbour" else kit_of(slug)
    game = HARBOUR.game(slug, 3, {}) if slug == "harbour" else make_game(kit, kit.players.min)
    rng = random.Random(3)
    looked = 0
    for s in positions(game, 2, 11 if slug != "auction-hearts" else 40):
        view = game.view(s, s.turn)
        before = json.dumps(view.to_dict())
        move = asked(bot, view)
        assert move in s.phase.moves(s)
        assert json.dumps(view.to_dict()) == before, "a view is looked at and left as it is"
        other = game.view(game.sample_world(view, rng), s.turn)
        assert asked(bot, other) == move
        looked += 1
        if looked == 3:
            break
    assert looked


def test_a_count_gives_the_same_game_again_and_another_seed_another() -> None:
    game = snatch(2)
    played = [play_game(game, seed, [Ismcts(20), game.greedy()]).to_dict() for seed in (1, 1, 2)]
    assert played[0] == played[1] != played[2]


@pytest.mark.thorough
@pytest.mark.parametrize("bot", [Ismcts(16), Rollout(4)], ids=["ismcts", "rollout"])
def test_who_thinks_wins_against_a_greedy_player_of_a_strangers_game(bot: Any) -> None:
    game = HARBOUR.game("harbour", 2, {})
    wins = 0.0
    for seed in range(8):
        for seat in (0, 1):
            bots = [game.greedy(), game.greedy()]
            bots[seat] = bot
            winners = game.winners(play_game(game, seed, bots))
            wins += (seat in winners) / len(winners)
    assert wins >= 9, f"{wins} of 16"


def test_a_time_to_think_is_kept() -> None:
    from time import thread_time

    game = make_game(kit_of("cheers"), 4)
    s = game.deal(1)
    view = game.view(s, s.turn)
    began = thread_time()
    move = asked(Ismcts(0, 0.05), view)
    assert 0.05 <= thread_time() - began < 0.3
    assert move in s.phase.moves(s)


def test_where_there_is_no_choice_nobody_thinks() -> None:
    class Only(Ismcts):
        pass

    game = snatch(2)
    view = game.view(game.deal(1), 0)
    (move, *_) = view.phase.moves(view)
    search = Search(view, [move], random.Random(1))
    assert search.options(9) == [move]
    assert Only(10**9).choose(view, [move], random.Random(1)) == move


# -- what is thought about


def test_of_hundreds_of_moves_none_of_a_kind_is_forgotten() -> None:
    game = HARBOUR.game("harbour", 2, {})
    s = game.deal(1)
    view = game.view(s, s.turn)
    takes = [move for move in view.phase.moves(view) if move[0] == "take"]
    search = Search(view, [*takes * 20, ("draw",)], random.Random(1))
    assert ("draw",) in search.options(3)
    assert ("draw",) in search._by_standing(view, search.moves, search.rng)[:2]


def test_a_wide_turn_of_biergarten_is_cut_to_the_best() -> None:
    game = make_game(kit_of("biergarten"), 2)
    for s in positions(game, 1, 1):
        if s.phase.name == "rearrange" and len(s.phase.moves(s)) > 100:
            break
    view = game.view(s, s.turn)
    moves = view.phase.moves(view)
    assert isinstance(moves, Choices)
    options = Search(view, moves, random.Random(1)).options(24)
    assert len(options) == 24 == len(set(options))
    assert options[0] == game.greedy().choose(view, moves, random.Random(1))


def test_all_moves_are_tried_in_the_same_worlds() -> None:
    game = make_game(kit_of("cheers"), 4)
    s = game.deal(1)
    view = game.view(s, s.turn)
    search = Search(view, view.phase.moves(view), random.Random(1))
    worlds = [[search.world(n)[0].to_dict() for n in (0, 1)] for _ in range(2)]
    assert worlds[0] == worlds[1]
    assert worlds[0][0] != worlds[0][1]
    dice = [search.world(0)[1].random() for _ in range(2)]
    assert dice[0] == dice[1], "and by players with the same dice"


def ends(*won: float) -> list[End]:
    return [End(one, 0.0) for one in won]


def test_only_what_is_surely_better_takes_the_place_of_the_favourite() -> None:
    game = snatch(2)
    view = game.view(game.deal(1), 0)
    search = Search(view, view.phase.moves(view), random.Random(1))
    often = [0.0, 1.0] * 4
    search.ends = {"habit": ends(*often), "lucky": ends(1.0, *often[1:]), "sure": ends(*[1.0] * 8)}
    assert search.surest(["habit", "lucky"]) == "habit"
    assert search.surest(["habit", "lucky", "sure"]) == "sure"
    search.ends["once"] = ends(1, 1)
    assert search.surest(["habit", "once"]) == "habit", "two worlds prove nothing"


def test_rivals_are_thought_to_seek_what_they_mix() -> None:
    game: Any = make_game(kit_of("cheers"), 4)
    for s in positions(game, 1, 9):
        view = game.view(s, s.turn)
    search = Search(view, view.phase.moves(view), random.Random(1))
    possible = game.worlds(view, random.Random(2))

    def mixed(world: Any) -> float:
        """How well the rivals have mixed what they seek."""
        return GreedyBartender.likely(view, world)

    assert view.turns > 4
    thought = [mixed(search.world(number)[0]) for number in range(80)]
    any_of_them = [mixed(next(possible)) for _ in range(80)]
    assert sum(thought) > 1.5 * sum(any_of_them)


def test_victories_and_leads_are_weighed_against_each_other() -> None:
    scale = EndScale()
    scale.low, scale.high = -10.0, 10.0
    assert scale.value(End(-1.0, 0.0)) == 0.5
    assert scale.value(End(1.0, 10.0)) == pytest.approx(1.0)
    assert scale.value(End(1.0, -10.0)) == pytest.approx(0.9), "a victory is one however close"
    assert scale.value(End(0.0, 10.0)) == pytest.approx(0.1)
    mean = SeatMean()
    for end in (End(1.0, 10.0), End(-1.0, 0.0), End(0.0, 10.0)):
        mean.add(end)
    assert mean.value(scale) == pytest.approx((1.0 + 0.5 + 0.1) / 3)


def test_a_greedy_player_that_errs_is_told_of_as_at_the_table() -> None:
    game = snatch(2)

    class Wrong:
        name, looks = "greedy", True

        def choose(self, view: Any, moves: Any, rng: Any) -> Move:
            return ("show", 99)

    game.__class__ = type("Errs", (type(game),), {"greedy": lambda self: Wrong()})
    s = game.deal(1)
    with pytest.raises(IllegalMove):
        Playouts(game, s).finish(s, random.Random(1))


@pytest.mark.parametrize(
    ("slug", "rounds"),
    [("auction-hearts", 1), ("bartender-aarwares", 2), ("bartender-2012", None), ("cheers", None)],
)
def test_players_look_no_further_than_the_game_says(slug: str, rounds: int | None) -> None:
    game = make_game(kit_of(slug), kit_of(slug).players.min)
    s = game.deal(4)
    Playouts(game, game.view(s, 0)).finish(s, random.Random(1))
    if rounds is None or s.phase is OVER:
        assert s.phase is OVER
    else:
        assert game.rounds(s) == 1 + rounds


def test_gardeners_look_as_far_as_the_end_of_their_next_turn() -> None:
    game = make_game(kit_of("biergarten"), 3)
    for s in positions(game, 4, 1):
        if s.turns == 5:
            break
    seat = s.turn
    Playouts(game, game.view(s, seat)).finish(s, random.Random(1))
    assert (s.turns, s.turn) == (9, (seat + 1) % 3)


@pytest.mark.parametrize("slug", SHIPPED)
def test_what_a_greedy_player_ranks_first_is_what_it_does(slug: str) -> None:
    kit = kit_of(slug)
    game = make_game(kit, kit.players.min)
    bot: Any = game.greedy()
    alike = looked = 0
    for s in positions(game, 3, 2):
        view = game.view(s, s.turn)
        moves = view.phase.moves(view)
        ranked = bot.rank(view, moves, random.Random(1))
        assert len(set(ranked)) == len(ranked)
        assert all(move in moves for move in ranked)
        alike += ranked[0] == bot.choose(view, moves, random.Random(1))
        looked += 1
        if looked > 60:
            break
    assert alike >= 0.7 * looked, "chance decides where two are alike, and now and then in CHEERS"


def test_players_in_mind_see_no_more_than_their_seats() -> None:
    game = snatch(2)
    s = game.deal(1)
    seen: list[int] = []

    class Watches:
        name, looks = "greedy", True

        def choose(self, view: Any, moves: Any, rng: Any) -> Move:
            seen.append(view.viewer)
            assert view.viewer == view.turn
            return next(iter(moves))

    game.__class__ = type("Watched", (type(game),), {"greedy": lambda self: Watches()})
    Playouts(game, s).finish(s, random.Random(1))
    assert seen


@pytest.mark.parametrize("slug", ["biergarten", "bartender-2012"])
def test_the_past_is_gone_through_once_for_all_worlds(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardgen.engine import Whereabouts

    game = make_game(kit_of(slug), 3)
    # the draft of Bartender has no past yet
    s = next(
        s for s in positions(game, 1, 1) if s.phase.name in ("draw", "play a card") and len(s.history) > 8
    )
    heard: list[Any] = []
    hear = Whereabouts.hear
    monkeypatch.setattr(Whereabouts, "hear", lambda *said: (heard.append(said), hear(*said))[1])
    view = game.view(s, s.turn)
    search = Search(view, view.phase.moves(view), random.Random(1))
    search.world(0)
    once = len(heard)
    search.world(20)
    assert 0 < once == len(heard) <= len(view.history)
