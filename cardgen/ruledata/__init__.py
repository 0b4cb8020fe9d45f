"""Rules as data: a `rules.yaml` beside `game.yaml` becomes a game of the engine, without Python and without trust.

    file.py, scanner.py, grammar.py, sentences.py, outline.py    the text as a tree, each part with its place
    kinds.py, lending.py, naming.py, meaning.py, functions.py,
    acting.py, module.py                                         the tree as Python with the lines of rules.yaml
    helpers.py, game.py, making.py, kept.py, thinking.py         what that Python may call, and the game made of it
    words.py, explain.py                                         every word with its meaning; rules in prose

Decisions 049 and 050 say why.
"""

from cardgen.ruledata.game import DataGame, DataTable
from cardgen.ruledata.making import game_of

__all__ = ["DataGame", "DataTable", "game_of"]
