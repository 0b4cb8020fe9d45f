"""Short forms of steps, `trick:` and `bets:`: each is written out in the words of rules.yaml."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import yaml

from cardgen.ruledata.file import NAME, RulesFile, start
from cardgen.ruledata.words import BETS, TRICK

BET_NOTES: Final[Mapping[str, tuple[str, int | bool, str]]] = {
    "better": ("seat", -1, ""),
    "raises": ("num", 0, ""),
    "calls": ("num", 0, ""),
    "folded": ("bool", False, "player"),
}
"""What `bets:` keeps in mind: the kind of each note, what it is at first, and whether each player has one."""


class _Short(NamedTuple):
    called: str
    keys: Mapping[str, str]
    begins: Mapping[str, str]
    wanted: tuple[str, ...]
    expressions: tuple[str, ...]  # the keys that are more than a name
    itself: tuple[str, ...]  # what it says itself
    lacks: tuple[str, str]
    step: Callable[..., dict[str, object]]


def short_of(node: yaml.Node) -> str:
    """Return the short form that a step is written in: `trick` or `bets`; "" for another one, or for what is no step."""
    keys = [key.value for key, _ in node.value] if isinstance(node, yaml.MappingNode) else []
    return next((word for word in keys if isinstance(word, str) and word in _SHORTS), "")


def written_out(file: RulesFile, node: yaml.Node, name: str = "") -> yaml.Node:
    """Return a step with its short form as who, moves and after, and its own `after` behind them; other steps as they are."""
    word = short_of(node)
    if not word:
        return node
    entries, short = node.value, _SHORTS[word]
    given = next(value for key, value in entries if key.value == word)
    said = {**dict.fromkeys(short.keys, ""), **short.begins}
    for key, value, at in file.known(given, short.called, short.keys):
        said[key] = file.word(value).strip()
        if key not in short.expressions and not NAME.fullmatch(said[key]):
            file.slip(at, f"'{said[key][:40]}' is no name", f"{key} is {short.keys[key]}")
            return node
    if not all(said[key] for key in short.wanted):
        file.slip(start(given), *short.lacks)
        return node
    kept, after = [], []
    for key, value in entries:
        if key.value in short.itself:
            file.slip(
                start(key),
                f"{short.called} says itself '{key.value}'",
                f"leave this out, or write the step without {word}:",
            )
        elif key.value == "after":
            after.append(value)
        elif key.value != word:
            kept.append((key, value))
    made: Any = yaml.compose(json.dumps(short.step(name=name, **said)))
    _stands(made, given)
    made.value[-1][1].value += after
    return yaml.MappingNode(node.tag, kept + made.value, node.start_mark, node.end_mark, flow_style=False)


def _trick(name: str, **said: str) -> dict[str, object]:
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


def _bets(name: str, **said: str) -> dict[str, object]:
    coins, pot, stake = said["from"], said["to"], f"({said['stake']})"
    owed = f"(max({pot} of p for p in players) - my {pot})"
    better = f"better otherwise first(round({said['leader']}) where not folded of it)"
    more: dict[str, str] = {f"my {coins} >= {owed} + {stake}": f"too few are left in your {coins}"}
    if said["raises"]:
        more[f"raises < ({said['raises']})"] = "no more raises are allowed"
    add = [f"pay {owed} + {stake} from my {coins} to my {pot}", "add 1 to raises", "set calls to 1"]
    call = [f"pay {owed} from my {coins} to my {pot}", "add 1 to calls"]
    none, some = {f"{owed} == 0": "there is a bet already"}, {f"{owed} > 0": "there is no bet yet"}
    moves = {
        "fold": {"says": "folds", "needs": [some], "do": ["set my folded to yes"]},
        "check": {"says": "checks", "needs": [none], "do": ["add 1 to calls"]},
        "call": {"says": "calls", "needs": [some], "do": call},
        "bet": {"says": "bets", "needs": [none, *[{key: why} for key, why in more.items()]], "do": add},
        "raise": {"says": "raises", "needs": [some, *[{key: why} for key, why in more.items()]], "do": add},
    }
    following = f"set better to first(round(after({better})) where not folded of it)"
    after = [
        "let staying be players where not folded of it",
        {"if count(staying) > 1 and calls < count(staying)": [following, f"go to {name}"]},
        *("set better to nobody", "set raises to 0", "set calls to 0"),
    ]
    return {"who": f"[{better}]", "moves": moves, "after": after}


_SHORTS: Final[Mapping[str, _Short]] = {
    "trick": _Short(
        "a trick",
        TRICK,
        {"from": "hand", "to": "played", "rank": "rank"},
        ("leader", "follows"),
        ("trump",),
        ("who", "moves", "do"),
        ("a trick has no leader, or nothing that is followed", "{leader: leader, follows: suit}"),
        _trick,
    ),
    "bets": _Short(
        "bets:",
        BETS,
        {"from": "coins", "to": "pot", "leader": "me"},
        ("stake",),
        ("stake", "raises", "leader"),
        ("who", "moves", "do", "begins with", "secret"),
        ("bets have no stake, by which they are raised", "{stake: 2, raises: 3}"),
        _bets,
    ),
}


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
