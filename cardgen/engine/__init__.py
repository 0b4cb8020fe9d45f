"""The rules engine: the contract of a game, states, moves, views, bots, scenarios and saved games."""

from cardgen.engine.choices import Bot, Choices, Move, Moves, RandomBot, pick
from cardgen.engine.diagnosis import (
    RAISED,
    GameBroken,
    author_of,
    diagnosed,
    diagnosing,
    hurrying,
    meant,
    place_of,
)
from cardgen.engine.fields import Limit, Seat, begins, each
from cardgen.engine.game import Game, winners_first
from cardgen.engine.given import Given, Misplaced, described, reading
from cardgen.engine.phase import OVER, Asked, IllegalMove, Phase, Refusal, phrases
from cardgen.engine.piles import Piles, PilesTable
from cardgen.engine.playing import (
    EndlessGame,
    SavedGame,
    Scene,
    fingerprint,
    play_and_save,
    play_game,
    replay,
    rollout,
    save,
    story,
)
from cardgen.engine.scenario import ScenarioResult, run_scenarios
from cardgen.engine.setting import Setting, house_rules, read_option
from cardgen.engine.state import EVERYBODY, EVERYTHING, State
from cardgen.engine.streams import derive, stream
from cardgen.engine.tables import Tables, table
from cardgen.engine.telling import Event, Recorder, Tell, applies, told_rules
from cardgen.engine.whereabouts import Whereabouts
from cardgen.engine.zones import HIDDEN, Pieces, Zone, in_a_row
from cardgen.source.leaves import one_of, whole
from cardgen.source.shape import list_of
