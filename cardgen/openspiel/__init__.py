"""Any game with rules as a game of OpenSpiel (`pip install cardgen[openspiel]`), for its algorithms and its tests.

    import pyspiel
    from cardgen import load_kit, make_game, openspiel

    game = openspiel.load(make_game(load_kit("data/harbour"), players=3))
    pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)

Chance comes once, before the first move: it picks one of `deals` set-ups, and with it all later luck. The actions of a
position are the numbers of its legal moves, in the order in which the rules list them; that order is the same in all
worlds that a seat cannot tell apart. An information state is what the seat's view shows, as a text.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pyspiel  # type: ignore[import-not-found,unused-ignore]

from cardgen.engine import OVER, Game, derive
from cardgen.engine.choices import Move

DEALS = 1_000
ACTIONS = 10_000
"""As many moves as a position may have; a Biergarten laid out by chance has had 2,489."""
_LONGEST = 100_000  # decisions of chance players
_known: dict[str, pyspiel.GameType] = {}


def load(game: Game[Any], deals: int = DEALS, seed: int = 1, actions: int = ACTIONS) -> Any:
    """Return a table as a `pyspiel.Game`; it is registered, too, by the name that `short_name` says.

    `deals` set-ups are told apart, those of the seeds that follow from `seed`. Returns are each seat's part of the
    victory: 1 for the only winner.
    """
    name = f"{short_name(game)}_{deals}_{seed}_{actions}"
    if name not in _known:
        _register(name, game, deals, seed, actions)
    return pyspiel.load_game(name)


def short_name(game: Game[Any]) -> str:
    """Return the name of a table in OpenSpiel's register, such as `cardgen_harbour_3_tide_fast`."""
    changed = [
        f"{option.name}_{game.options[option.name]}"
        for option in game.kit.options.values()
        if game.options[option.name] != option.default
    ]
    return re.sub(r"\W", "_", "_".join(["cardgen", game.slug, str(game.players), *changed]))


def _register(name: str, table: Game[Any], deals: int, seed: int, actions: int) -> None:
    kind = pyspiel.GameType(
        short_name=name,
        long_name=f"{table.kit.title} for {table.players} players",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=table.players,
        min_num_players=table.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=max(actions, deals),
        max_chance_outcomes=deals,
        num_players=table.players,
        min_utility=0.0,
        max_utility=1.0,
        max_game_length=_LONGEST,
    )

    class Registered(SpielGame):
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

    # of the class: OpenSpiel makes copies of a game from its name alone
    Registered.table, Registered.deals, Registered.seed, Registered.actions = table, deals, seed, actions
    Registered.__qualname__ = Registered.__name__ = name  # by its name it is pickled
    globals()[name] = Registered
    pyspiel.register_game(kind, Registered)
    _known[name] = kind


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A table of a game of cardgen."""

    table: Game[Any]
    deals: int
    seed: int
    actions: int

    def new_initial_state(self) -> SpielState:
        """Return the moment before set-up."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Sight:
        """Return what tells information states."""
        return Sight()


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position. `state` is cardgen's own, None before the set-up."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.state: Any = None
        self._moves: list[Move] | None = None
        self._ours = _Kept(game)

    def current_player(self) -> Any:
        """Return the seat that is to decide."""
        if self.state is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.state.phase is OVER else self.state.turn

    def moves(self) -> list[Move]:
        """Return the legal moves in their order: the n-th is action n."""
        if self._moves is None:
            self._moves = list(self.state.phase.moves(self.state))
            if len(self._moves) > self._ours.game.actions:
                count = f"{len(self._moves)} moves, and only {self._ours.game.actions} were announced"
                raise ValueError(f"a position has {count}: say load(…, actions={2 * len(self._moves)})")
        return self._moves

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.moves())))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the set-ups, all equally likely."""
        deals = self._ours.game.deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        game = self._ours.game
        if self.state is None:
            self.state = game.table.deal(derive(game.seed, "deal", action))
        else:
            self.state.phase.play(self.state, self.moves()[action])
        self._moves = None

    def _action_to_string(self, player: int, action: int) -> str:
        if self.state is None:
            return f"deal {action}"
        return self._ours.game.table.say(self.state, self.moves()[action])

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.state is not None and self.state.phase is OVER

    def returns(self) -> list[float]:
        """Return each seat's part of the victory."""
        game = self._ours.game.table
        if not self.is_terminal():
            return [0.0] * game.players
        winners = game.winners(self.state)
        return [(seat in winners) / max(1, len(winners)) for seat in range(game.players)]

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> SpielState:
        """Return a position that the seat cannot tell from this one; `probability_sampler` gives numbers from 0 to 1."""
        from random import Random

        game = self._ours.game.table
        number = probability_sampler() if callable(probability_sampler) else Random().random()
        other = self.clone()
        other.state = game.sample_world(game.view(self.state, player), Random(number))
        other._moves = None
        return other  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return "before the set-up" if self.state is None else self._ours.game.table.describe(self.state)


class _Kept:
    """What copies of a position share."""

    def __init__(self, game: SpielGame) -> None:
        self.game = game

    def __deepcopy__(self, memo: Any) -> _Kept:
        return self


class Sight:
    """Tells what a seat sees, as a text: OpenSpiel's observer."""

    def __init__(self) -> None:
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Nothing: there is no tensor."""

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the view of a seat."""
        if state.state is None:
            return f"{player}: before the set-up"
        return json.dumps(state._ours.game.table.view(state.state, player).to_dict(), sort_keys=True)
