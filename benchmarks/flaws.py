"""Flaws planted in copies of kits: which of them a report names, in how few games, and with what words.

    python benchmarks/flaws.py [--games 400] [--few 100] [--seed 1] [--until-sure 3200] [NAME …]

Each flaw is planted in a kit that ships or in a sample. A flaw is *named first* when the first sentence of its page that
deserves a look, leaving out those that the page of the kit without the flaw has too, names what was planted before anything
else; it is *named* when such a sentence names it at all. Both numbers of games are tried, so the table says how few do.
Sentences of the kits without a flaw are tried again with another seed: what comes back is no false alarm. One process.
"""

from __future__ import annotations

import argparse
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cardgen.games import game_class
from cardgen.model import Kit
from cardgen.model.kit import Option, OptionValue
from cardgen.report.finding import Verdict
from cardgen.report.judging import verdicts
from cardgen.simulation import plan, survey
from cardgen.source import load_kit
from cardgen.source.what_if import load_changed, read_change

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "tests" / "samples" / "classics" / "data"


@dataclass(frozen=True)
class Flaw:
    """What is planted where, and the words that must come first in a sentence that names it."""

    what: str
    kit: str
    players: int
    named: str
    sets: tuple[str, ...] = ()
    edits: tuple[tuple[str, str], ...] = ()
    """Words of rules.yaml, and others in their place."""
    method: str = ""
    """A method of the rulebook that is replaced, and by what: the old one is its first argument."""
    by: Callable[..., Any] | None = None
    changed: Callable[[Kit], Kit] | None = None
    each_option: bool = False
    games: int = 0
    asked: str = ""
    """What `--until-sure` is asked about it."""


def _chips(old: Any, self: Any, seed: int) -> Any:
    s = old(self, seed)
    s.chips[f"chips {self.names[2]}"] += 15
    return s


def _first_of_equals(old: Any, self: Any, s: Any) -> Any:
    return old(self, s)[:1]


def _lot(old: Any, self: Any, s: Any) -> Any:
    sides = self.sides(s)
    return sides[s.luck % len(sides)]


def _nobody(old: Any, self: Any, s: Any) -> Any:
    return () if s.luck % 5 == 0 else old(self, s)


def _with_option(kit: Kit) -> Kit:
    values = (OptionValue("off", "As by the book."), OptionValue("on", "The lucky mug counts."))
    lucky = Option("lucky_mug", "Lucky mug", values, "off", "CH-Q1", kit.where)
    # of the others only the book, or all of them would be tried
    known = {
        name: replace(one, values=tuple(v for v in one.values if v.value == one.default))
        for name, one in kit.options.items()
        if name != "players"
    }
    rest = {name: one for name, one in kit.options.items() if name == "players"}
    return replace(kit, options=type(kit.options)({**rest, **known, "lucky_mug": lucky}, "option"))


def _minutes(said: str) -> Callable[[Kit], Kit]:
    return lambda kit: replace(kit, minutes=said)


FLAWS = {
    "strong-card": Flaw("Corner Regular is worth 9, not 2", "bartender-2012", 4, r"\(P01\)", ("cards.P01.effects.worth=9",), asked="card P01"),
    "better-card": Flaw("Day-Tripper is worth 3, not 1", "bartender-2012", 4, r"\(P02\)", ("cards.P02.effects.worth=3",), asked="card P02"),
    "dead-card": Flaw("Big Tipper is worth -9, not 4", "bartender-2012", 4, r"\bP04\b", ("cards.P04.effects.worth=-9",)),
    "one-ending": Flaw("a bar is packed at 60, not 20", "bartender-2012", 4, r"end (one|the same) way", ("tables.numbers.packed_at=60",)),
    "many-moves": Flaw("bids go up to 100, not 20", "bartender-2012", 4, r"offers \d+ moves", ("tables.numbers.highest_bid=100",)),
    "wrong-minutes": Flaw("the box says 2 minutes", "bartender-2012", 4, r"The box says 2 minutes", changed=_minutes("2")),
    "short-supply": Flaw("three cherry tokens, not twelve", "cheers", 4, r"The box runs out", ("cards.goal-cherry.count=3",)),
    "too-short": Flaw("two tokens win, not five", "cheers", 4, r"The game is over after", ("tables.bar.goal=2",)),
    "no-effect": Flaw("a house rule that no line reads", "cheers", 4, r"lucky_mug", changed=_with_option, each_option=True),
    "lottery": Flaw("lots decide who wins", "cheers", 4, r"(Leading is worth next to nothing|The end decides)", method="winners", by=_lot, asked="leader at half time wins"),
    "nobody": Flaw("one game in five has no winner", "cheers", 4, r"of games no player wins", method="winners", by=_nobody, asked="nobody wins"),
    "strong-ten": Flaw("the red 10 is worth 60", "expeditions", 2, r"\(R10\)", ("cards.R10.value=60",), asked="card"),
    "seat-chips": Flaw("seat 3 begins with 15 chips more", "auction-hearts", 4, r"^Seat 3", method="deal", by=_chips, games=150, asked="seat"),
    "strong-tile": Flaw("tile C33 has eight green parasols", "biergarten", 3, r"\bC33\b", ("cards.C33.umbrellas.G=8",), asked="card C33"),
    "endless": Flaw("the goal is a million points", "pig", 2, r"does not end", ("tables.numbers.goal=1000000",)),
    "no-risk": Flaw("a 1 costs nothing, so nobody need ever stop", "pig", 2, r"does not end", edits=(("die == 1:", "die == 7:"),)),
    "unplayable": Flaw("no move plays the Countess", "court", 4, r"\bCountess\b", edits=(("shelter, nothing_happens,", "shelter,"), ("any(x.rank == 7 for x in my hand)", "no"))),
    "tie-break": Flaw("of equal players the first seat wins", "oh-hell", 4, r"who sits first wins", method="winners", by=_first_of_equals),
    "runaway": Flaw("points already made count again", "pig", 2, r"over early", edits=(("add pot to my points", "add pot + my points to my points"),), asked="leader at half time wins"),
    "first-wins": Flaw("who begins has three tricks before the first one", "oh-hell", 4, r"^Seat 1", edits=(("  - draw 1 from deck to turned", "  - draw 1 from deck to turned\n  - add 3 to tricks of first(players)"),), asked="seat"),
}  # fmt: skip

KITS = {"auction-hearts": 4, "bartender-2012": 4, "bartender-aarwares": 3, "biergarten": 3, "cheers": 4}


def _folder(slug: str) -> Path:
    return next(one for one in (ROOT / "data" / slug, SAMPLES / slug) if one.is_dir())


def _looks(kit: Kit, players: int, games: int, seed: int, each_option: bool = False) -> list[Verdict]:
    laid = plan(kit, (players,), seed=seed, each_option=each_option)
    result = survey(laid, games=games, jobs=1).result()
    return [
        one
        for one in verdicts(result, result.tables[0] if result.tables else None)
        if one.level == "look" or (each_option and one.to == "houses")
    ]


@cache
def _healthy(slug: str, players: int, games: int, seed: int) -> list[Verdict]:
    return _looks(load_kit(_folder(slug)), players, games, seed)


@contextmanager
def _planted(flaw: Flaw) -> Iterator[Kit]:
    """Give the kit with the flaw, as long as its rules have it."""
    folder = _folder(flaw.kit)
    with ExitStack() as stack:
        if flaw.edits:
            copy = Path(stack.enter_context(tempfile.TemporaryDirectory())) / flaw.kit
            shutil.copytree(folder, copy)
            folder, rules = copy, copy / "rules.yaml"
            text = rules.read_text()
            for old, new in flaw.edits:
                assert old in text, flaw
                text = text.replace(old, new)
            rules.write_text(text)
        kit = (
            load_changed(folder, [read_change(said) for said in flaw.sets]) if flaw.sets else load_kit(folder)
        )
        kit = flaw.changed(kit) if flaw.changed else kit
        if (by := flaw.by) is not None:
            rulebook = game_class(kit)
            before = getattr(rulebook, flaw.method)
            stack.enter_context(patch.object(rulebook, flaw.method, lambda self, s: by(before, self, s)))
        yield kit


def _flawed(flaw: Flaw, games: int, seed: int) -> list[Verdict]:
    with _planted(flaw) as kit:
        return _looks(kit, flaw.players, games, seed, flaw.each_option)


def _kind(one: Verdict) -> str:
    """Return what a sentence says, whatever the numbers and the names in it."""
    return re.sub(r"\d[\d.,\u00a0 %±]*|:.*|\w+ cards? deserves?", "#", one.says).strip("# .")


def _subjects(one: Verdict) -> str:
    """Return the words of a sentence in which the first thing that is named comes first."""
    return f"{one.says} {one.why}".replace("\u00a0", " ")


def _place(flaw: Flaw, games: int, seed: int) -> tuple[str, str]:
    """Return how a page names a flaw, first, second … or not, and in which words."""
    known = {(_kind(one), one.cards[:1]) for one in _healthy(flaw.kit, flaw.players, games, seed)}
    looks = [one for one in _flawed(flaw, games, seed) if (_kind(one), one.cards[:1]) not in known]
    for place, one in enumerate(looks):
        if found := re.search(flaw.named, _subjects(one)):
            said = _subjects(one)
            ids = re.findall(r"\(([A-Z]\w+)\)", said[: found.end()])
            first = place == 0 and (len(ids) < 2)
            return ("first" if first else "named"), said[:150]
    return "no", "; ".join(one.says for one in looks)[:150].replace("\u00a0", " ")


def rows(names: Sequence[str], games: int, few: int, seed: int) -> Iterator[tuple[str, str, str]]:
    """Yield each flaw as a line of the table, with how it is named at the larger number of games and its words."""
    for name in names:
        flaw = FLAWS[name]
        began = time.process_time()
        many = flaw.games or games
        found, said = _place(flaw, many, seed)
        sooner = _place(flaw, min(few, many), seed)[0] if found != "no" else "no"
        took = time.process_time() - began
        print(f"{name}: {found} at {many}, {sooner} at {few}, {took:.0f} s: {said}", flush=True)
        yield (
            f"| {flaw.what} | {flaw.kit}, {flaw.players} | {sooner} | {found}{f' ({many})' if flaw.games else ''} |",
            found,
            said,
        )


def until_sure(names: Sequence[str], most: int, seed: int) -> Iterator[str]:
    """Yield each flaw that has a yardstick with an interval as a line of the table: after how many games it was sure."""
    for name in names:
        if (flaw := FLAWS[name]).asked:
            with _planted(flaw) as kit:
                laid = plan(kit, (flaw.players,), seed=seed)
                (table,) = survey(laid, games=most, jobs=1, until_sure=(flaw.asked,)).tables
            (found,) = table.until_sure
            print(f"{name}: {found}", flush=True)
            yield f"| {flaw.what} | {flaw.kit}, {flaw.players} | `{flaw.asked}` | {found.text(found.value)} ({found.reach}) | {f'{found.games:,}' if found.sure else 'open'} |"


def main() -> None:
    """Print the table, and what the kits without a flaw are accused of."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("names", nargs="*", metavar="NAME", help=", ".join(FLAWS))
    asked.add_argument("--games", type=int, default=400)
    asked.add_argument("--few", type=int, default=100)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument(
        "--until-sure", type=int, metavar="MOST", help="after how many games it is sure, at most"
    )
    asked.add_argument("--healthy", action="store_true", help="only the kits that ship")
    said = asked.parse_args()
    names = [] if said.healthy else said.names or list(FLAWS)
    if said.until_sure:
        print("\n".join([*until_sure(names, said.until_sure, said.seed)]))
        return
    lines = list(rows(names, said.games, said.few, said.seed))
    if lines:
        print(f"\n| planted | kit | {said.few} games | {said.games} games |\n|---|---|---|---|")
        print("\n".join(line for line, *_ in lines))
        first = sum(found == "first" for _, found, _ in lines)
        print(f"\n{first} of {len(lines)} named first, {sum(found != 'no' for _, found, _ in lines)} named.")
    if said.healthy or not said.names:
        for slug, players in KITS.items():
            again = {_kind(one) for one in _healthy(slug, players, said.games, said.seed + 1)}
            for one in _healthy(slug, players, said.games, said.seed):
                borne = "comes back with another seed" if _kind(one) in again else "DOES NOT COME BACK"
                print(f"{slug}: {one.says.replace(chr(160), ' ')} ({borne})", flush=True)


if __name__ == "__main__":
    main()
