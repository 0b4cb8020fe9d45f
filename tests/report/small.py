"""A small report: three players, a hundred games, nothing odd. Tests change one thing and read what the page says of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Data = dict[str, Any]


def share(at: float, margin: float = 0.02, of: int = 1000) -> Data:
    """A share with its interval."""
    return {"share": at, "low": max(0.0, at - margin), "high": min(1.0, at + margin), "of": of}


def spread(*numbers: float, margin: float = 0.1) -> Data:
    """How these numbers are spread, with an interval of the mean that is said, not computed."""
    many, ordered = len(numbers), sorted(numbers)
    mean = sum(numbers) / many
    at = {name: ordered[min(many - 1, int(part * many))] for name, part in _PARTS.items()}
    counts: dict[str, int] = {}
    for number in ordered:
        counts[f"{number:g}"] = counts.get(f"{number:g}", 0) + 1
    ends = {"mean": mean, "low": mean - margin, "high": mean + margin, "sd": 1.0, "of": many}
    return {**ends, **at, "least": ordered[0], "most": ordered[-1], "counts": counts}


_PARTS = {"p5": 0.05, "p10": 0.1, "p25": 0.25, "median": 0.5, "p75": 0.75, "p90": 0.9, "p95": 0.95}


def without(numbers: Data, *names: str) -> Data:
    """The same without some fields."""
    return {name: value for name, value in numbers.items() if name not in names}


def line(name: str, at: float, fair: float, margin: float = 0.01) -> Data:
    """A line of fairness; the interval of all lines reaches half as far again."""
    wide = share(at, margin * 1.5)
    return {
        "name": name,
        **share(at, margin),
        "wide": wide,
        "unfair": not wide["low"] <= fair <= wide["high"],
    }


def question(*lines: Data, shown: bool = True) -> Data:
    """A question of fairness."""
    return {"shown": shown, "chance": 0.4, "lines": list(lines)}


def card(id_: str, strength: float | None = 0.0, margin: float = 0.005, **more: Any) -> Data:
    """A card of a hand and how those did who drew it; the interval of all cards reaches twice as far."""
    known = strength is not None
    return {
        "id": id_, "name": id_, "component": "main", "copies": 1, "by": "hand" if known else None,
        "drawn": 0.5, "played": 0.4, "stuck": 0.1, "strength": strength, "margin": margin if known else None,
        "win": 0.01, "win_margin": 0.02, "wide": margin * 2 if known else None, "p": 0.5, "p_all": 1.0,
        "by_bot": {}, "sure": False, **more,
    }  # fmt: skip


def rule(name: str, state: str = "used", scenarios: list[str] | None = None) -> Data:
    """A rule."""
    return {
        "id": name,
        "says": f"What {name} says.",
        "times": 3 * (state == "used"),
        "state": state,
        "scenarios": scenarios,
    }


def mean(at: float, margin: float = 0.01) -> Data:
    """A difference with its interval."""
    return {"mean": at, "low": at - margin, "high": at + margin, "of": 100}


def house(option: str, value: object = True, met: int = 50, **against: Data) -> Data:
    """A house rule against the book."""
    return {
        "players": 3, "option": option, "value": value, "base": False, "title": f"Title of {option}", "ruling": "SM-Q1",
        "says": "It is so.", "base_says": "It is not.", "games": 100, "met": met, "refused": None,
        "against": {"rounds": mean(0), "first": mean(0), **against},
    }  # fmt: skip


def tension(half: float = 0.5, changes: tuple[float, ...] = (1, 2, 3), late: float = 0.8) -> Data:
    """Who leads, and by how much."""
    moments = [n / 10 for n in range(11)]
    leads = [{"at": at, **without(spread(at, 2 * at, 3 * at), "counts")} for at in moments]
    return {
        "unit": "coins", "games": 100, "margin": leads,
        "leader_wins": [{"at": at, **share({0.5: half, 0.8: late}.get(at, 0.4))} for at in moments],
        "lead_changes": spread(*changes), "decided": {"0": 5, "1": 5, "2": 10, "3": 20, "4": 60},
        "decided_last": share(0.6), "finish": spread(1, 2, 5), "deficit": spread(0, 1, 4),
        "behind_at_half": share(0.4),
        "replays": [
            {
                "why": "like most", "game": 7, "seed": 5, "winner": 1, "lead_changes": 1, "behind": 2.0, "rounds": 2,
                "moves": 30, "standing": [[0, 0, 0], [2, 0, 1], [3, 5, 1]],
            }
        ],
    }  # fmt: skip


def gain(
    bot: str,
    base: str,
    more: float,
    margin: float | None = 0.02,
    luck: tuple[float, float, float] = (0.1, 0.05, 0.15),
) -> Data:
    """What a player gains among others in 400 games, of which a third would be fair."""
    third = 1 / 3
    ends = {"low": None, "high": None} if margin is None else {"low": more - margin, "high": more + margin}
    asked = {"asked": 4000, "denied": 300, "forced": 0} if " without " in bot else {}
    parts = {"mean": luck[0], "low": luck[1], "high": luck[2], "of": 133}
    return {
        "bot": bot, "base": base, "games": 400, "deals": 133, "share": third + more, "fair": third,
        "gain": {"mean": more, **ends, "of": 400}, "luck": parts,
        "skill": {"mean": 0.2, "low": 0.1, "high": 0.3, "of": 133}, "sure": margin is not None and abs(more) > margin,
        **asked,
    }  # fmt: skip


def insight(players: int = 3, ladder: Sequence[Data] = (), without: Sequence[Data] = ()) -> Data:
    """What is known of skill, luck and worth at a number of players."""
    return {"players": players, "interrupted": False, "ladder": list(ladder), "without": list(without)}


def timed(at: float, margin: float | None, **changes: Any) -> Data:
    """A report of a game that people took so many minutes for, in four games of fifty decisions each."""
    ends = {"low": None, "high": None} if margin is None else {"low": at - margin, "high": at + margin}
    minutes = {
        "by": "playtests",
        "mean": at,
        "p5": at * 0.9,
        "median": at,
        "p95": at * 1.2,
        **ends,
        "seconds": at,
    }
    length = {"rounds": spread(5, 6, 7, 8), "decisions": spread(50, 55, 60, 65), "minutes": minutes}
    seconds = without(spread(*[at - 1, at + 1] * 100, margin=1.5), "counts")
    return report(table(length=length), **changes) | {
        "pace": {
            "games": 4 if margin is not None else 1,
            "seconds": seconds | (ends if margin is None else {}),
            "whole": None,
        }
    }


def table(**changes: Any) -> Data:
    """A table of three with nothing odd about it, but for what is changed."""
    third = 1 / 3
    seats = [line(f"seat {n + 1}", third, third) for n in range(3)]
    plain: Data = {
        "players": 3, "options": {}, "changed_options": {}, "bots": ["greedy"] * 3, "games": 1000, "wanted": 1000,
        "interrupted": False, "until_ci": None,
        "sides": [{"name": f"Seat {n + 1}", "seats": [n], "wins": share(third)} for n in range(3)],
        "endings": {"the deck ran out": 1000}, "nobody": share(0.0, 0.0),
        "fair": {
            "share": third, "moves_first": "seat 1", "team": None, "order": None, "seat": question(*seats),
            "scores": None, "top": None, "lead": None, "level": None, "ties": None,
        },
        "bot_wins": {"greedy": share(third)},
        "length": {
            "rounds": spread(5, 6, 7, 8), "decisions": spread(50, 55, 60, 65),
            "minutes": {"by": "box", "mean": 20.0, "p5": 17.4, "median": 20.9, "p95": 22.6, "low": None, "high": None, "seconds": 20.9},
        },
        "tension": tension(),
        "choices": {
            "looked_at": 500, "forced": 0.1, "waits": spread(2, 2, 3),
            "bins": [{"least": 1, "most": 1, "share": 0.1}, {"least": 2, "most": None, "share": 0.9}],
            "phases": [
                {"name": "play", "per_game": 40.0, "looked_at": 500, "forced": 0.1, "p5": 1.0, "median": 4.0, "p95": 9.0, "most": 9.0}
            ],
            "branching": without(spread(1, 4, 9), "counts"),
        },
        "box": [{"part": "main", "title": "Cards", "most": 20, "missing": 0, "wanted": 20, "held": 52, "short": False, "card": "A"}],
        "emptied": {}, "figures": {}, "watched": 1000, "cards": [card("A"), card("B")],
        "never": {"undrawn": [], "unplayed": [], "deeds": [], "rules": [], "unwatched": []},
        "deeds": {}, "rules_used": {}, "rules": [rule("SM-001")],
    }  # fmt: skip
    return plain | changes


def report(*tables: Data, houses: tuple[Data, ...] = (), **kit: Any) -> Data:
    """The report of tables, the plain one if none is said."""
    several = list(tables) or [table()]
    return {
        "format": 1,
        "kit": {
            "game": "small", "title": "Small", "subtitle": "", "version": "1.0", "language": "en", "accent": "#2a6db3",
            "minutes": "20", "players": [2, 4], "notice": "Ours.", "fingerprint": "abc123", **kit,
        },
        "run": {
            "command": "cardgen simulate small --players 3", "seed": 1, "games": 1000, "wanted": 1000, "decisions": 57500,
            "interrupted": False, "options": {}, "cardgen": "1.0", "python": "3.11.7",
        },
        "correction": {"lines": 3, "level": 0.983, "says": "all together"},
        "tables": several, "houses": list(houses), "refused": [], "endless": [],
        "together": {"watched": 1000, "cards": [], "never": several[0]["never"] if several else table()["never"], "deeds": {}, "rules_used": {}},
    }  # fmt: skip
