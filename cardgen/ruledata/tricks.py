"""`trick:`, the short form of a step in which each player plays a card and one takes them: it is written out in the words of rules.yaml."""

from __future__ import annotations

import json
from typing import Any

import yaml

from cardgen.ruledata.file import NAME, RulesFile, start
from cardgen.ruledata.words import TRICK


def written_out(file: RulesFile, node: yaml.Node) -> yaml.Node:
    """Return a step with its `trick:` as who, moves and after, and its own `after` behind them; other steps as they are."""
    entries = node.value if isinstance(node, yaml.MappingNode) else []
    short = next((value for key, value in entries if key.value == "trick"), None)
    if short is None:
        return node
    said = {"from": "hand", "to": "played", "rank": "rank"} | dict.fromkeys(
        ("leader", "follows", "trump", "won"), ""
    )
    for key, value, at in file.known(short, "a trick", TRICK):
        said[key] = file.word(value).strip()
        if key != "trump" and not NAME.fullmatch(said[key]):
            file.slip(at, f"'{said[key][:40]}' is no name", f"{key} is {TRICK[key]}")
            return node
    if not said["leader"] or not said["follows"]:
        file.slip(
            start(short),
            "a trick has no leader, or nothing that is followed",
            "{leader: leader, follows: suit}",
        )
        return node
    kept, after = [], []
    for key, value in entries:
        if key.value in ("who", "moves", "do"):
            file.slip(
                start(key),
                f"a trick says itself '{key.value}'",
                "leave this out, or write the step without trick:",
            )
        elif key.value == "after":
            after.append(value)
        elif key.value != "trick":
            kept.append((key, value))
    made: Any = yaml.compose(json.dumps(_step(**said)))
    _stands(made, short)
    made.value[-1][1].value += after
    return yaml.MappingNode(node.tag, kept + made.value, node.start_mark, node.end_mark, flow_style=False)


def _step(**said: str) -> dict[str, object]:
    source, to, leader, follows, trump = (said[key] for key in ("from", "to", "leader", "follows", "trump"))
    card, led = f"first({to} of p)", f"first({to} of {leader}).{follows}"
    over = f"2000 if {card}.{follows} == ({trump}) else " if trump else ""
    worth = f"({over}1000 if {card}.{follows} == {led} else 0) + {card}.{said['rank']}"
    taken = {"for each p in players": [f"move {to} of p to {said['won']} of winner"]}
    play = {
        "says": "plays {card}",
        "card": f"(my {source} where {follows} == {led}) otherwise my {source}",
        "refuse": f"who can follow the {follows} does",
        "do": f"move card to my {to}",
    }
    winner = f"let winner be with_most({worth} for p in round({leader}))"
    after = [winner, f"set {leader} to winner", *[taken] * bool(said["won"])]
    return {"who": f"round({leader})", "moves": {"play": play}, "after": after}


def _stands(node: Any, where: yaml.Node) -> None:
    """Let a tree stand where another one does, in lines of its own."""
    node.start_mark, node.end_mark = where.start_mark, where.end_mark
    if isinstance(node, yaml.ScalarNode):
        node.style = "|"  # its words are not those of the file
        return
    node.flow_style = False
    for part in node.value:
        for one in part if isinstance(part, tuple) else (part,):
            _stands(one, where)
