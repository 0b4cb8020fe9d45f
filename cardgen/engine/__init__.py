"""The rules engine: the contract of a game, states, moves, views, bots, scenarios and saved games."""

from cardgen.engine.choices import Bot, Choices, Move, Moves, RandomBot, pick
from cardgen.engine.fields import Seat, begins, each
from cardgen.engine.game import Game
from cardgen.engine.given import Given, Misplaced, described
from cardgen.engine.phase import OVER, Asked, IllegalMove, Phase, Phrase, Refusal, phrases
from cardgen.engine.piles import Piles, PilesTable
from cardgen.engine.playing import EndlessGame, play_game, rollout, story
from cardgen.engine.saved import SavedGame, fingerprint, play_and_save, replay, save
from cardgen.engine.scenario import MakeGame, ScenarioResult, run_scenarios
from cardgen.engine.setting import Setting, house_rules, read_option
from cardgen.engine.state import EVERYTHING, State
from cardgen.engine.streams import derive, stream
from cardgen.engine.telling import Event, Recorder, Tell, applies, told_rules
from cardgen.engine.whereabouts import Whereabouts
from cardgen.engine.zones import HIDDEN, Pieces, Zone

__all__ = [
    "EVERYTHING",
    "HIDDEN",
    "OVER",
    "Asked",
    "Bot",
    "Choices",
    "EndlessGame",
    "Event",
    "Game",
    "Given",
    "IllegalMove",
    "MakeGame",
    "Misplaced",
    "Move",
    "Moves",
    "Phase",
    "Phrase",
    "Pieces",
    "Piles",
    "PilesTable",
    "RandomBot",
    "Recorder",
    "Refusal",
    "SavedGame",
    "ScenarioResult",
    "Seat",
    "Setting",
    "State",
    "Tell",
    "Whereabouts",
    "Zone",
    "applies",
    "begins",
    "derive",
    "described",
    "each",
    "fingerprint",
    "house_rules",
    "phrases",
    "pick",
    "play_and_save",
    "play_game",
    "read_option",
    "replay",
    "rollout",
    "run_scenarios",
    "save",
    "story",
    "stream",
    "told_rules",
]
