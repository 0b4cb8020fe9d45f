"""cardgen: print-and-play kits and rule sheets from YAML and SVG, and a rules engine that plays them.

What is named in `__all__` is for everybody and documented in docs/api.md; everything else is private.
Names load when they are asked for.
"""

import os
import sys

_HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
if (
    sys.argv[:1] == ["-m"]
    and any(word.removeprefix("-m").startswith("cardgen") for word in sys.orig_argv)
    and sys.path[:1] == [os.getcwd()] != [_HOME]  # noqa: PTH109
):
    # `python -m cardgen` puts the folder in which somebody works before all others: in a stranger's kit each import,
    # even of __future__, would run what lies there. These two modules were here before; where cardgen itself is
    # worked on, it is found there.
    del sys.path[0]

from cardgen.base.lazy import lazily  # noqa: E402

TYPE_CHECKING = False  # `typing` would take a third of the time in which `cardgen` does not yet hear Ctrl-C
if TYPE_CHECKING:
    from cardgen.app.build import BuildResult
    from cardgen.app.library import build, check, load_kit, play, simulate
    from cardgen.base.errors import CardgenError, Location, Problem
    from cardgen.base.packages import __version__
    from cardgen.base.units import Size
    from cardgen.engine import Game, SavedGame, replay, story
    from cardgen.games import make_game, playable
    from cardgen.model import Card, Component, Kit, Look, Named, Option, OptionValue, Players
    from cardgen.model.made import Aids, Boards, Deck, Mats, Tiles, Tokens
    from cardgen.simulation import Report

__all__ = [
    "Aids",
    "Boards",
    "BuildResult",
    "Card",
    "CardgenError",
    "Component",
    "Deck",
    "Game",
    "Kit",
    "Location",
    "Look",
    "Mats",
    "Named",
    "Option",
    "OptionValue",
    "Players",
    "Problem",
    "Report",
    "SavedGame",
    "Size",
    "Tiles",
    "Tokens",
    "__version__",
    "build",
    "check",
    "load_kit",
    "make_game",
    "play",
    "playable",
    "replay",
    "simulate",
    "story",
]

lazily(
    __name__,
    {
        "app.build": "BuildResult",
        "app.library": "build check load_kit play simulate",
        "base.errors": "CardgenError Location Problem",
        "base.packages": "__version__",
        "base.units": "Size",
        "engine": "Game SavedGame replay story",
        "games": "make_game playable",
        "model": "Card Component Kit Look Named Option OptionValue Players",
        "model.made": "Aids Boards Deck Mats Tiles Tokens",
        "simulation": "Report",
    },
)
