"""A file that is no YAML is reported in words that say what to type, in a kit's files and in its rules alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.errors import Problems
from cardgen.ruledata.file import RulesFile
from cardgen.source.parse import parse_yaml

RIGHT = """game: {goal: 10}
setup:
  - shuffle the deck
  - deal a card
steps:
  turn:
    play:
      says: play {card}
      does: [next player]
"""


@pytest.mark.parametrize(("was", "now", "where", "message", "hint"), [
    ("says: play {card}", 'says: "play {card}', "8:13", "a quote that was opened is not closed", "close it"),
    ("says: play {card}", 'says: "play" {card}', "8:20", "more follows after the closing quote", "says: '\"play\" {card}'"),
    ("says: play {card}", "says: 'the winner's card'", "8:25", "more follows after the closing quote", 'says: "the winner\'s card"'),
    ("says: play {card}", "says: {card} is played", "8:20", "more follows where the value should end", 'says: "{card} is played"'),
    ("says: play {card}", "says: play: {card}", "8:17", "the text contains a ':'", 'says: "play: {card}"'),
    ("- deal a card", "- tell A: pay: 2", "4:16", "the text contains a ':'", 'tell A: "pay: 2"'),
    ("says: play {card}", "says: | play {card}", "8:15", "more follows after the '|' or '>'", "lines below"),
    ("says: play {card}", "says: ? play", "8:13", "text may not begin with '? '", "quotes"),
    ("      says:", "     \tsays:", "8:6", "a tab indents this line", "spaces"),
    ("      says:", "     \u00a0says:", "8:6", "a character that only looks like a space", "type spaces"),
    ("      says:", "     says:", "9:11", "the line is indented more than the line before it", "align"),
    ("      does:", "     does:", "9:6", "begins in column 6, expected column 5 or 7", "align"),
    ("  - deal", " - deal", "4:2", "begins in column 2, expected column 1 or 3", "align"),
    ("    play:", "    play", "7:9", "the ':' after 'play' is missing", "write 'play:'"),
    ("says: play {card}", "says:play {card}", "8:12", "the space after 'says:' is missing", "write 'says: play {card}'"),
    ("says: play {card}", "says play", "8:11", "the ':' after 'says' is missing", "write 'says: play'"),
    ("      does: [next player]", "      does:\n      if so:\n        - end\n      - go on", "10:7", "the '- ' before this", "each"),
    ("setup:", "setup", "2:1", "the ':' after a key is missing", "key: value"),
    ("  - deal a card", "  deal a card", "4:3", "the '- ' before this line is missing", "each item"),
    ("  - deal a card", "  -deal a card", "4:3", "the space after '-' is missing", "each item"),
    ("[next player]", "[next player", "9:13", "the '[' is not closed", "add ']'"),
    ("[next player]\n", "[next player,\n", "9:13", "the '[' is not closed", "add ']'"),
    ("[next player]", "[next player, , end]", "9:27", "a value is missing", "between two values"),
    ("[next player]", "[next player]]", "9:26", "one ']' too many", "delete it"),
    ("goal: 10}", "goal: 10 hand: 5}", "1:21", "a ',' is missing", "between two values"),
    ("setup:", "<<<<<<< HEAD\nsetup:", "2:1", "git could not join", "keep one"),
    ("setup:", "%setup:", "2:7", "a line that begins with %", "quotes"),
])  # fmt: skip
def test_a_slip_of_yaml_is_reported_where_it_was_typed(
    was: str, now: str, where: str, message: str, hint: str
) -> None:
    text = RIGHT.replace(was, now)
    in_kit = Problems()
    assert parse_yaml(text, "rules.yaml", in_kit) is None
    in_rules = RulesFile(Path("rules.yaml"), text)
    assert in_rules.root is None
    for problems in (in_kit, in_rules.problems):
        problem, *_ = problems
        assert str(problem.where) == f"rules.yaml:{where}"
        assert (message in problem.message, hint in problem.hint) == (True, True), str(problem)
