"""Plays every shipped kit and writes benchmarks/playtests.md: each sentence with the numbers and intervals of these games.

    python benchmarks/playtests.py [--games 400] [--only cheers] [--out benchmarks/playtests.md]

`--games` is for tables by the book; house rules are compared over half as many deals. The same numbers of games give
the same page on any machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardgen.app.play import SimulatedTable, kit_named, simulate_tables
from cardgen.results.numbers import Mean, Share, Spread
from cardgen.results.report import House
from cardgen.simulation import Report, Survey
from cardgen.simulation.statistics import wilson

ROOT = Path(__file__).parent.parent
OTHERS = "## How strong the players are"
"""From here on the page is not ours: it tells what other commands here measure, and stays as it is."""
DATA = ROOT / "data"
SEED = 7


@dataclass(frozen=True, slots=True)
class Reference:
    """A figure from an earlier, independent trial with other bots: of what, at how many players."""

    players: int
    figure: str
    number: float
    low: float = 0.0  # where a range was given, its ends instead
    high: float = 0.0

    @property
    def said(self) -> str:
        """The figure as it was given."""
        return f"{self.low:g} to {self.high:g}" if self.high else f"{self.number:g}"


@dataclass(frozen=True, slots=True)
class Test:
    """One kit: at which numbers of players, at which of them house rules are compared, and what is known elsewhere."""

    kit: str
    players: tuple[int, ...]
    compare: tuple[int, ...]
    references: tuple[Reference, ...] = ()
    says: str = ""
    share: float = 1.0  # of the games that are asked for: some kits play slowly


TESTS = (
    Test(
        "biergarten",
        (2, 3, 4, 5),
        (2,),
        (Reference(3, "rounds", 0, 7.2, 8.1), Reference(3, "winner's score", 0, 16.2, 16.6)),
        share=0.5,
    ),
    Test("auction-hearts", (4,), (), share=1),
    Test(
        "cheers",
        (3, 4, 5, 6),
        (3, 4),
        (
            Reference(3, "wins of the team that begins, %", 52),
            Reference(4, "wins of the team that begins, %", 56),
            Reference(5, "wins of the team that begins, %", 49),
            Reference(6, "wins of the team that begins, %", 56),
        ),
        "Our bots take CHEERS at a rival's bar for a risk, because the two gifts come back.",
        share=2,
    ),
    Test(
        "bartender-aarwares",
        (2, 3, 4),
        (3,),
        (Reference(2, "rounds", 7.2),),
        "Our bots raid more than the reference's: raids fill the market, and without pairs nobody earns coins. Coins come to "
        "who has pairs, so who draws them is ahead already.",
        share=0.75,
    ),
    Test(
        "bartender-2012",
        (3, 4, 5, 6),
        (4,),
        (
            Reference(3, "total", 12.9),
            Reference(4, "total", 11.1),
            Reference(5, "total", 10.1),
            Reference(6, "total", 9.6),
        ),
        'The "total" is what the PATRONs are worth at the end of a SHIFT; the rulebook suggests a goal of 10.',
    ),
)


def pc(share: Share) -> str:
    """Return a share with its interval: 41.2 % (38.0 to 44.5)."""
    return f"{share.share * 100:.1f} % ({share.low * 100:.1f} to {share.high * 100:.1f})"


def mean(found: Spread | Mean, digits: int = 1) -> str:
    """Return a mean with its interval."""
    if found.low is None or found.high is None:
        return f"{found.mean:.{digits}f}"
    return f"{found.mean:.{digits}f} ({found.low:.{digits}f} to {found.high:.{digits}f})"


def page(games: int, only: Sequence[str] = ()) -> Iterator[str]:
    """Yield the page, line by line."""
    yield "# Playtests"
    yield ""
    yield "The results of the shipped kits playing themselves, bots against bots. `python benchmarks/playtests.py`"
    yield f"plays all of it again and writes this page ({games} games of a kit that plays fast at a table; the command"
    yield "above each table repeats it alone). Behind each number stands its 95 % interval; where it says that something is not fair, or"
    yield "that a card differs, all lines of the table were judged together. People play otherwise than bots do."
    for test in TESTS:
        if not only or test.kit in only:
            yield from one(test, max(8, int(games * test.share)))
    yield ""
    yield "## Speed"
    yield ""
    yield "`python benchmarks/playouts.py` measures decisions per second of the processor, with random players on one core."


def one(test: Test, games: int) -> Iterator[str]:
    """Yield the part about one kit."""
    kit = kit_named(str(DATA / test.kit), DATA)
    found = simulate_tables(kit, SimulatedTable(test.players, seed=SEED), games)
    yield from ("", f"## {kit.title}{' (Aarwares)' if kit.slug == 'bartender-aarwares' else ''}", "")
    yield f"    {command(test.kit, test.players, games)}"
    yield ""
    yield from by_the_book(found)
    yield from fairness(found)
    if test.says:
        yield from ("", test.says)
    yield from references(test, found)
    yield from chance_players(test, games)
    yield from cards(found)
    for players in test.compare:
        yield from houses(test, players, max(8, games // 2))
    yield from unused(found)


def command(kit: str, players: Sequence[int], games: int, more: str = "") -> str:
    """Return the command that repeats a table."""
    return (
        f"cardgen simulate {kit} --players {','.join(map(str, players))} --games {games} --seed {SEED}{more}"
    )


def by_the_book(found: Survey) -> Iterator[str]:
    """Yield a table with a row for each number of players."""
    figures = [name for name in ("total", "goal") if all(name in report.figures for report in found.tables)]
    head = [
        "players",
        "rounds",
        "decisions",
        "leader at half time wins",
        "lead changes",
        *figures,
        "nobody wins",
    ]
    yield f"| {' | '.join(head)} |"
    yield "|---" * len(head) + "|"
    for report in found.tables:
        tension = report.tension
        half = tension.leader_wins[5]
        row = [
            str(report.players),
            f"{mean(report.length.rounds)}, nine in ten {report.length.rounds.p5:.0f} to {report.length.rounds.p95:.0f}",
            mean(report.length.decisions),
            pc(half),
            f"{tension.lead_changes.mean:.1f} ({tension.lead_changes.low:.1f} to {tension.lead_changes.high:.1f})",
            *(mean(report.figures[name]) for name in figures),
            pc(report.nobody) if report.nobody.share else f"none of {report.games}",
        ]
        yield f"| {' | '.join(row)} |"
    endings = [
        f"with {report.players} {', '.join(f'{ending} {pc(wilson(times, report.games))}' for ending, times in report.endings.items())}"
        for report in found.tables
        if len(report.endings) > 1
    ]
    if endings:
        yield from ("", f"How games end: {'; '.join(endings)}.")


def fairness(found: Survey) -> Iterator[str]:
    """Yield who wins how often, and whether that is fair."""
    yield ""
    yield "| players | who | wins | fair | |"
    yield "|---|---|---|---|---|"
    for report in found.tables:
        for _, question in report.fair.asked:
            for line in question.lines:
                odd = "not fair" if line.unfair else ""
                yield f"| {report.players} | {line.name} | {pc(line)} | {report.fair.share * 100:.1f} % | {odd} |"
    yield ""
    yield f"{found.tables[0].correction.says[0].upper()}{found.tables[0].correction.says[1:]}."


def references(test: Test, found: Survey) -> Iterator[str]:
    """Yield what independent trials found, beside ours."""
    if not test.references:
        return
    yield from ("", "| players | | ours | reference | |", "|---|---|---|---|---|")
    for one in test.references:
        report = next(report for report in found.tables if report.players == one.players)
        said, low, high = measured(report, one.figure)
        inside = low <= (one.high or one.number) and (one.low or one.number) <= high
        yield f"| {one.players} | {one.figure} | {said} | {one.said} | {'agrees' if inside else 'differs'} |"


def measured(report: Report, figure: str) -> tuple[str, float, float]:
    """Return one of our figures as text, with the ends of its interval."""
    if figure.startswith("wins of the team that begins"):
        share = report.fair.order.lines[0]
        return pc(share), share.low * 100, share.high * 100
    spread = {"rounds": report.length.rounds, "winner's score": report.fair.top, **report.figures}[figure]
    low = spread.mean if spread.low is None else spread.low
    high = spread.mean if spread.high is None else spread.high
    return mean(spread), low, high


def chance_players(test: Test, games: int) -> Iterator[str]:
    """Yield how a greedy player does among random ones."""
    players = test.players[min(1, len(test.players) - 1)]
    few = max(8, games // 2)
    kit = kit_named(str(DATA / test.kit), DATA)
    report = simulate_tables(
        kit, SimulatedTable((players,), bots=("greedy", "random"), seed=SEED), few
    ).tables[0]
    fair = report.fair.share
    yield ""
    yield f"A greedy player among random ones, {players} at the table, wins {pc(report.bot_wins['greedy'])}; fair would be {fair * 100:.1f} %"
    yield f"(`{command(test.kit, (players,), few, ' --bots greedy,random')}`)."


def cards(found: Survey) -> Iterator[str]:
    """Yield the cards that surely differ."""
    compared = [card for card in found.union.cards if card.strength is not None]
    sure = sorted(
        ((card.id, card) for card in found.union.cards if card.sure),
        key=lambda one: -one[1].at_least,
    )
    yield ""
    if not sure:
        yield f"No card of {len(compared)} is surely stronger or weaker than the average one."
        return
    yield f"{len(sure)} of {len(compared)} cards surely differ from the average one. Who draws such a card, or before whom it comes to lie,"
    yield "wins more or less often by so many points, the surest first:"
    yield listed(
        f"{card.name if card.name == name else f'{card.name} ({name})'} {card.strength * 100:+.1f} ± {(card.margin or 0) * 100:.1f}"
        for name, card in sure
        if card.strength is not None
    )


def houses(test: Test, players: int, games: int) -> Iterator[str]:
    """Yield what house rules change."""
    kit = kit_named(str(DATA / test.kit), DATA)
    found = simulate_tables(kit, SimulatedTable((players,), seed=SEED, each_option=True), games)
    compared = [house for house in found.houses if house.games]
    yield from ("", f"House rules against the book, {players} players, {games} deals played by both:", "")
    yield f"    {command(test.kit, (players,), games, ' --each-option')}"
    yield from ("", "| house rule | changes |", "|---|---|")
    for house in compared:
        if not house.unmet and (said := changes(house)):
            yield f"| {typed(house)} | {said} |"
    quiet = [house for house in compared if not house.unmet and not changes(house)]
    if quiet:
        yield ""
        yield f"No effect to be seen: {listed(map(typed, quiet))}"
    unmet = [house for house in compared if house.unmet]
    if unmet:
        yield ""
        yield f"No game met these: {listed(map(typed, unmet))}"
    (base,) = [report for report in found.tables if not report.changed_options]
    first = base.fair.order.lines[0]
    yield ""
    yield f"By the book who begins wins {pc(first)} of these games."


_MEASURES = {"rounds": "rounds", "top": "best score", "first": "who begins wins", "nobody": "nobody wins"}


def typed(house: House) -> str:
    """Return a house rule as it is typed."""
    return f"`{house.called.replace(' ', '')}`"


def changes(house: House) -> str:
    """Return what a house rule surely changes of what a table would notice."""
    said = []
    for name, found in house.against.items():
        shown = name in _MEASURES or name.startswith(("ending: ", "side "))
        if not shown or not found.sure or found.low is None or found.high is None:
            continue
        if name in ("rounds", "top"):
            said.append(f"{_MEASURES[name]} {found.mean:+.2f} ({found.low:+.2f} to {found.high:+.2f})")
        else:
            called = _MEASURES.get(name, name.removeprefix("ending: "))
            called = f"team {'ABCDEF'[int(name[5:]) - 1]} wins" if name.startswith("side ") else called
            said.append(
                f"{called} {found.mean * 100:+.1f} points ({found.low * 100:+.1f} to {found.high * 100:+.1f})"
            )
    return "; ".join(said)


def unused(found: Survey) -> Iterator[str]:
    """Yield what no game by the book did."""
    union = found.union
    proven = found.proofs.scenarios or {}
    bare = [rule for rule in union.never.rules if not proven.get(rule)]
    many = len(union.never.rules)
    rest = "all of them are proven by scenarios" if not bare else f"without a scenario: {', '.join(bare)}"
    yield ""
    never = [*union.never.undrawn, *union.never.unplayed]
    yield (
        f"Of the rules that are watched these games by the book leave out {many}{f' ({rest})' if many else ''};"
        f" cards never drawn or never played: {', '.join(never) or 'none'}."
    )
    short = [
        f"{part.title} ({part.wanted} of {part.held})"
        for report in found.tables
        for part in report.box
        if part.short
    ]
    empty = [
        f"{name} with {report.players} in {pc(share)}"
        for report in found.tables
        for name, share in report.emptied.items()
    ]
    yield f"The box is {'too small: ' + ', '.join(short) if short else 'big enough'}."
    if empty:
        yield f"Piles that ran empty: {'; '.join(empty)}."


def listed(names: Iterable[str]) -> str:
    """Return names in a row."""
    return ", ".join(names) + "."


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--only", nargs="*", default=())
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "playtests.md")
    asked = parser.parse_args()
    text = "\n".join(page(asked.games, asked.only)) + "\n"
    kept = asked.out.read_text("utf-8").partition(OTHERS) if asked.out.is_file() else ("", "", "")
    asked.out.write_text("\n".join(filter(None, [text, kept[1] + kept[2]])), encoding="utf-8")


if __name__ == "__main__":
    main()
