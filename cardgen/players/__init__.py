"""Players made of code: by name, those that think, and those that are kept in a process of their own."""

from cardgen.players.apart import Apart
from cardgen.players.ismcts import Ismcts
from cardgen.players.named import known_bots, make_bot, patience, read_strategy, strategies
from cardgen.players.rollout import Rollout
from cardgen.players.without import Without

__all__ = [
    "Apart",
    "Ismcts",
    "Rollout",
    "Without",
    "known_bots",
    "make_bot",
    "patience",
    "read_strategy",
    "strategies",
]
