"""Short forms of steps, `trick:`, `bets:` and `auction:`: each is written out in the words of rules.yaml."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, cast

import yaml

from cardgen.ruledata.file import NAME, RulesFile, near, start
from cardgen.ruledata.words import AUCTION, BETS, TRICK

Notes = Mapping[str, tuple[str, int | bool, str]]
"""What a short form keeps in mind: the kind of each note, what it is at first, and whether each player has one."""
_SOLD: Final[Notes] = {"high": ("num", 0, ""), "bidder": ("seat", -1, "")}
_NOTES: Final[Mapping[str, Notes]] = {
    "bets": {
        "better": ("seat", -1, ""),
        "raises": ("num", 0, ""),
        "calls": ("num", 0, ""),
        "folded": ("bool", False, "player"),
    },
    "open": {**_SOLD, "to_bid": ("seat", -1, ""), "passed": ("bool", False, "player")},
    "once": _SOLD,
    "sealed": {**_SOLD, "bid": ("num", -1, "player")},
}
_HOW: Final = ("open", "once", "sealed")


class _Short(NamedTuple):
    called: str
    keys: Mapping[str, str]
    begins: Mapping[str, str]
    wanted: tuple[str, ...]
    expressions: tuple[str, ...]  # the keys that are more than a name
    itself: tuple[str, ...]  # what it says itself
    lacks: tuple[str, str]
    step: Callable[..., dict[str, object]]


def notes_of(node: yaml.Node) -> Notes:
    """Return the notes that the short form of a step keeps."""
    word, how = short_of(node), "open"
    if word == "auction":
        said = next(value for key, value in node.value if key.value == word).value
        given = [value.value for key, value in said if key.value == "how"] if isinstance(said, list) else []
        how = next((one for one in _HOW if one in given), how)
    return _NOTES.get(how if word == "auction" else word, {})


def secret_of(node: yaml.Node) -> yaml.Node:
    """Return what a sealed bid can be: the others do not see it before all have bid."""
    given: Any = next(value for key, value in node.value if key.value == "auction")
    said = {"least": "", "most": "my coins"}
    said |= {k.value: v.value for k, v in given.value if isinstance(v.value, str) and k.value in [*said]}
    can = f"[0] + (({said['least']})..({said['most']}))" if said["least"] else f"0..({said['most']})"
    made: Any = yaml.compose(json.dumps(f"({can}) if any(bid of p < 0 for p in players) else []"))
    _stands(made, given)
    return cast(yaml.Node, made)


def short_of(node: yaml.Node) -> str:
    """Return the short form of a step: `trick`, `bets` or `auction`; "" for another one, or for what is no step."""
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
    if word == "auction" and (wrong := _of_auctions(said)):
        file.slip(start(given), *wrong)
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
    over = f"2000 if {card}.{follows} == {_whole(trump)} else " if trump else ""
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


def _of_auctions(said: Mapping[str, str]) -> tuple[str, str] | None:
    """Return what is wrong with how an auction goes, and a hint."""
    if said["how"] not in _HOW:
        return f"how is '{said['how'][:40]}', expected {', '.join(_HOW)}", near(said["how"], _HOW)
    if said["how"] == "sealed" and said["raise"]:
        return "sealed bids are not raised", "leave raise: out, or how: open"
    return None


def _whole(said: str) -> str:
    """Return an expression that can be a part of another one."""
    return said if re.fullmatch(r"(my )?[\w.]+(\(\w+\)[\w.]*)?", said) else f"({said})"


def _auction(name: str, **said: str) -> dict[str, object]:
    how, leader, most = said["how"], _whole(said["leader"]), _whole(said["most"])
    least = _whole(said["least"] or str(0 if how == "sealed" else 1))
    dear: dict[str, str] = {f"n > {most}": f"at most {{{most}}} can be bid"}
    none = ["set high to 0", "set bidder to nobody"]
    if how == "sealed":
        low = {"yes": f"a bid is at least {{{least}}}"}
        bid = {"says": "bids {n}", "n": f"{least}..{most}", "refuse": [dear, low], "do": "set my bid to n"}
        no = {"pass": {"says": "passes", "do": "set my bid to 0"}} if said["least"] else {}
        return {
            "begins with": [*none, {"for each p in players": ["set bid of p to -1"]}],
            **{"who": f"round({said['leader']})", "secret": "yes", "moves": {"bid": bid, **no}},
            "after": [
                "set high to max(bid of p for p in players)",
                "let highest be players where bid of it == high",
                "set bidder to first(highest) if count(highest) == 1 else nobody",
                "let winner be bidder",
            ],
        }
    least = f"max(high + 1, {least} if high == 0 else high + ({said['raise'] or 1}))"
    low = {"n <= high and n > 0": "{high} has been bid already", "yes": f"a bid is now at least {{{least}}}"}
    bid = {
        "says": "bids {n}",
        "n": f"{least}..{most}",
        "refuse": [dear, low],
        "do": ["set high to n", "set bidder to me"],
    }
    if how == "once":
        moves = {"bid": bid, "pass": {"says": "passes"}}
        return {
            **{"begins with": none, "who": f"round({said['leader']})", "moves": moves},
            "after": ["let winner be bidder"],
        }
    now = f"to_bid otherwise {leader}"
    following = f"set to_bid to first(round(after({now})) where not passed of it)"
    return {
        "begins with": {
            "if to_bid == nobody": [*none, {"for each p in players": ["set passed of p to no"]}],
        },
        "who": f"[{now}]",
        "moves": {"bid": bid, "pass": {"says": "passes", "do": "set my passed to yes"}},
        "after": [
            "let staying be count(not passed of p for p in players)",
            {"if staying > 1 or (staying == 1 and bidder == nobody)": [following, f"go to {name}"]},
            *("set to_bid to nobody", "let winner be bidder"),
        ],
    }


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
    "auction": _Short(
        "an auction",
        AUCTION,
        {"how": "open", "leader": "me", "most": "my coins"},
        (),
        ("least", "raise", "most", "leader"),
        ("who", "moves", "do", "begins with", "secret"),
        ("", ""),
        _auction,
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
