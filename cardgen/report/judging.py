"""The verdict: rules with yardsticks that turn numbers into sentences, each with its evidence and the section that shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardgen.model.minutes import LONGER, SHORTER, told_minutes
from cardgen.report import skill
from cardgen.report import words as w
from cardgen.report.finding import Verdict
from cardgen.report.words import NB

Data = Mapping[str, Any]

NOBODY = 0.05
"""Where surely more games than this have no winner, it is no accident."""
SLOWEST, QUICKEST = 45, 4
"""Seconds: a decision that takes longer, or less, makes the minutes on the box doubtful."""


def verdicts(data: Data, table: Data) -> list[Verdict]:
    """Return what a report says of a table, in the order of the sections."""
    found: list[Verdict] = []
    for one in data["endless"]:
        found.append(Verdict("look", f"A game of {one['players']} does not end.", one["reason"], "made"))
    if not table["games"]:
        return [*found, Verdict("open", "No game was finished.", "So there is nothing to judge.", "made")]
    houses, changes = houses_of(data, table), changes_of(data, table)
    known = skill.of_table(data, table)
    return [
        *found,
        *_fair(table, [*houses, *changes], (data["correction"] or {}).get("lines", 1)),
        *_nobody(table),
        *_hedged(table, _length(table, data["kit"]["minutes"], data.get("pace"))),
        *_tension(table),
        *_choices(table, bool(known and known["ladder"])),
        *skill.ladder_verdicts(known),
        *skill.worth_verdicts(known, table),
        *_cards(table),
        *_hedged(table, _never(table)),
        *_hedged(table, _box(table)),
        *_rules(table),
        *_houses(houses, "house rule", "houses"),
        *_houses(changes, "change", "changes"),
        *_others(data, table),
    ]


def _hedged(table: Data, found: Iterable[Verdict]) -> Iterator[Verdict]:
    """Yield findings that a few games do not bear out as what they are then: not enough games."""
    games = table["games"]
    for one in found:
        if games >= w.FEW:
            yield one
        else:
            few = (
                f"{w.count(games, 'game', capital=True)} {'is' if games == 1 else 'are'} too few to rely on."
            )
            yield replace(one, level="open", why=f"{one.why} {few}")


def houses_of(data: Data, table: Data) -> list[Data]:
    """Return the house rules that were compared with this table."""
    return [one for one in data["houses"] if one["players"] == table["players"] and not one.get("change")]


def changes_of(data: Data, table: Data) -> list[Data]:
    """Return what else was compared with this table: other numbers in the kit, another state of it, other players."""
    return [one for one in data["houses"] if one["players"] == table["players"] and one.get("change")]


# ---- fairness ---------------------------------------------------------------------------------------


def shown_questions(table: Data) -> list[tuple[str, Data]]:
    """Return the questions of fairness that have an answer of their own, and whose they are."""
    fair = table["fair"]
    found = ((by, fair.get(by)) for by in ("team", "order", "seat"))
    return [(by, question) for by, question in found if question and question["shown"] and question["lines"]]


def line_name(table: Data, by: str, line: int) -> str:
    """Return whom a line of a question is about: teams with their seats, where these are always the same."""
    sides = table["sides"]
    name: str = table["fair"][by]["lines"][line]["name"]
    if by == "team" and line < len(sides) and sides[line]["seats"]:
        seats = [str(seat + 1) for seat in sides[line]["seats"]]
        name = f"{sides[line]['name']} (seat{'s' * (len(seats) > 1)} {w.listed(seats)})"
    return name


def off(line: Data, fair: float) -> int:
    """Return 1 or -1 for a line that is surely further from its fair share than a table would notice, else 0."""
    wide = line["wide"]
    return int(wide["low"] > fair + w.FAIR_BAND) - int(wide["high"] < fair - w.FAIR_BAND)


_FINE = {
    "team": "Every team wins its share.",
    "order": "It matters to nobody who begins.",
    "seat": "Every seat wins its share.",
}
_OPEN = {"team": "No team is seen to be better", "order": "Nobody is seen to gain by the order of play"}


def _fair(table: Data, houses: Sequence[Data], together: int) -> Iterator[Verdict]:
    fair = table["fair"]["share"]
    for by, question in shown_questions(table):
        lines = [{**line, "name": line_name(table, by, n)} for n, line in enumerate(question["lines"])]
        if not lines[0]["of"]:
            continue
        far = max(lines, key=lambda line: (off(line, fair), abs(line["share"] - fair)))
        if not off(far, fair):
            far = max(lines, key=lambda line: (abs(off(line, fair)), abs(line["share"] - fair)))
        called, more = w.sentence(far["name"]), "more" if far["share"] > fair else "less"
        its = f"{w.pspan(far['low'], far['high'])} of {w.games(far['of'])}; fair would be {w.pc(fair)}."
        band = w.num(w.FAIR_BAND * 100, 0)
        if off(far, fair):
            says = f"{called} wins {more} than its share: {w.pc(far['share'], 0)}{w.either_way(far, 1, 100)}."
            cure = _cure(houses, lines[0], fair) if by != "team" and far is lines[0] else ""
            yield Verdict("look", says, its + cure, "fair")
        elif any(line["unfair"] for line in lines):
            one = max((line for line in lines if line["unfair"]), key=lambda line: abs(line["share"] - fair))
            more = "more" if one["share"] > fair else "less"
            says = f"{w.sentence(one['name'])} wins {more} than its share: {w.pc(one['share'], 0)}{w.either_way(one, 1, 100)}."
            why = f"Fair would be {w.pc(fair)}. Whether it is more than {band} points off is not certain."
            yield Verdict("note", says, why, "fair")
        elif all(
            line["wide"]["low"] >= fair - w.FAIR_BAND and line["wide"]["high"] <= fair + w.FAIR_BAND
            for line in lines
        ):
            yield Verdict(
                "fine", _FINE[by], f"All intervals lie within {band} points of {w.pc(fair)}.", "fair"
            )
        else:
            says = f"{_OPEN.get(by, 'No seat is seen to be better')}, but these games cannot rule it out."
            reach = (far["wide"]["high"] - far["wide"]["low"]) / 2
            needed = w.games_for(w.FAIR_BAND * (_half(far) / reach if reach else 1), fair)
            why = f"The furthest is {far['name']} with {w.pc(far['share'])} ({its.partition(';')[0]}); fair would be {w.pc(fair)}. About {w.games(max(needed, far['of'] + 1))} would tell."
            if not far["low"] <= fair <= far["high"]:
                why += (
                    f" Alone it would look unfair; of {together} lines looked at together one may by chance."
                )
            yield Verdict("open", says, why, "fair")


def _half(line: Data) -> float:
    return float(line["high"] - line["low"]) / 2


def _cure(houses: Sequence[Data], first: Data, fair: float) -> str:
    """Return which house rule takes most of the advantage of who begins, if one surely does."""
    ahead = first["share"] - fair
    helps = [
        house
        for house in houses
        if (d := house["against"].get("first")) and w.sure(d, 0) and d["mean"] * ahead < 0
    ]
    if not helps:
        return ""
    best = max(helps, key=lambda house: abs(house["against"]["first"]["mean"]))
    change = best["against"]["first"]
    what = "change" if best.get("change") else "house rule"
    return f" The {what} {w.typed(best)} changes that by {w.pts(change['mean'], 0)}{w.either_way(change, 1, 100)} points."


def _nobody(table: Data) -> Iterator[Verdict]:
    nobody = table["nobody"]
    if nobody["share"]:
        its = f"{w.pspan(nobody['low'], nobody['high'])} of {w.games(nobody['of'])}."
        level = "look" if nobody["low"] > NOBODY else "note"
        says = (
            "Nobody ever wins."
            if nobody["share"] == 1
            else f"{w.pc(nobody['share'])} of games have no winner."
        )
        yield Verdict(level, says, its, "length")


# ---- length, tension, choices -----------------------------------------------------------------------


def _length(table: Data, minutes: str, pace: Data | None) -> Iterator[Verdict]:
    rounds, decisions = table["length"]["rounds"], table["length"]["decisions"]
    most = f"{w.about(rounds)} on average, the longest {w.many(rounds['most'])}."
    uneven = rounds["p95"] > w.UNEVEN * max(1, rounds["p5"])
    one = rounds["p5"] == rounds["p95"] == 1
    says = f"The game ends after {w.span(rounds['p5'], rounds['p95'])} round{'' if one else 's'}{': some games are very long' if uneven else ''}."
    yield Verdict("look" if uneven else "fine", says, f"Nine games in ten; {most}", "length")
    box, timed = told_minutes(minutes), table["length"].get("minutes")
    if pace and timed and timed["by"] == "playtests":
        yield _timed(timed, pace, minutes, box)
    elif box and decisions["mean"]:
        quick, slow = (end * 60 / decisions["mean"] for end in box)
        longer = slow < QUICKEST
        if longer or quick > SLOWEST:
            why = f"{w.num(decisions['mean'], 0)} decisions a game: {minutes} minutes would be {w.span(quick, slow, 1 if longer else 0)} seconds for each. People may need more of them."
            says = f"The box says {minutes} minutes; the game seems {'longer' if longer else 'shorter'}."
            yield Verdict("look", says, why, "length")


def _timed(timed: Data, pace: Data, said: str, box: tuple[float, float] | None) -> Verdict:
    """Return whether the minutes on the box agree with those of people."""
    mean, low, high = timed["mean"], timed["low"], timed["high"]
    its = w.either_way(timed, 0)
    took = f"{w.num(mean, 0)} minutes{its} on average, {w.span(timed['p5'], timed['p95'])} in nine games of ten: people took {timed_pace(pace)}."
    if whole := pace["whole"]:
        m = whole["minutes"]
        its = "game of theirs" if m["of"] == 1 else "games of theirs"
        took += f" {w.sentence(w.count(m['of'], f'whole {its}', f'whole {its}'))} took {w.span(m['least'], m['most'])} minutes."
    if box is None:
        return Verdict(
            "note",
            f"At the pace of people these games take {w.num(mean, 0)} minutes.",
            w.sentence(took),
            "length",
        )
    if low is None:
        says = f"One game of people cannot say whether the {said} minutes on the box hold."
        return Verdict("open", says, w.sentence(took), "length")
    if high < box[0] * SHORTER or low > box[1] * LONGER:
        says = f"At the pace of people these games take {w.num(mean, 0)} minutes, the box says {said}."
        return Verdict("look", says, w.sentence(took), "length")
    if low >= box[0] * SHORTER and high <= box[1] * LONGER:
        return Verdict("fine", f"The {said} minutes on the box hold.", w.sentence(took), "length")
    says = f"Whether the {said} minutes on the box hold, these playtests cannot say."
    return Verdict("open", says, w.sentence(took), "length")


def timed_pace(pace: Data) -> str:
    """Return the pace of people with what it rests on: 12.3 s (10.1 to 14.5) a decision, 210 decisions in 4 games."""
    s, games = pace["seconds"], pace["games"]
    reach = "" if s["low"] is None else f" ({w.num(s['low'])} to {w.num(s['high'])})"
    return f"{w.num(s['mean'])}{NB}s{reach} a decision, {w.count(s['of'], 'decision')} in {w.count(games, 'game')}"


def half_time(table: Data) -> Data | None:
    """Return how often who leads at half time wins; None where nobody ever leads."""
    points: Sequence[Data] = table["tension"].get("leader_wins") or ()
    return (
        min(points, key=lambda point: abs(point["at"] - 0.5))
        if table["tension"]["games"] and points
        else None
    )


def _tension(table: Data) -> Iterator[Verdict]:
    half, found = half_time(table), table["tension"]
    if half is None:
        return
    if half["high"] - half["low"] > w.VAGUE:
        says = "Whether who leads at half time wins, these games cannot say."
        yield Verdict("open", says, f"{w.pspan(half['low'], half['high'], 0)} of games.", "tension")
        return
    changes, behind = found["lead_changes"], found["behind_at_half"]
    early, late = half["low"] > w.DECIDED_LATE, half["high"] < w.DECIDED_LATE and changes["mean"] >= 1
    level, so = (
        ("look", ": it is over early") if early else ("fine", ": it stays open") if late else ("note", "")
    )
    says = f"Who leads at half time wins {w.pc(half['share'], 0)}{w.either_way(half, 1, 100)} of games{so}."
    why = f"The lead changes hands {w.num(changes['mean'])} times a game, and {w.pc(behind['share'], 0)} of winners were behind at half time."
    yield Verdict(level, says, why, "tension")


def _choices(table: Data, ladder: bool) -> Iterator[Verdict]:
    found, wins, fair = table["choices"], table["bot_wins"], table["fair"]["share"]
    forced = found["forced"]
    if forced is not None and forced > w.FORCED:
        why = f"The middle decision has {w.many(found['branching']['median'])} moves."
        yield Verdict("look", f"In {w.pc(forced, 0)} of decisions there is only one move.", why, "choices")
    if "greedy" in wins and "random" in wins and fair:
        one, other = wins["greedy"], wins["random"]
        its = f"Seats of greedy players win {w.pc(one['share'], 0)} ({w.pspan(one['low'], one['high'], 0)}), those of random ones {w.pc(other['share'], 0)} ({w.pspan(other['low'], other['high'], 0)})."
        if one["low"] > other["high"]:
            yield Verdict("fine", "Choices matter: who thinks beats chance.", its, "choices")
        else:
            yield Verdict("look", "Thinking is not seen to beat chance.", its, "choices")
    elif forced is not None and not ladder:
        why = f"All play alike ({w.listed(sorted(set(table['bots'])))}); adding --ladder to the command would tell. There is a choice in {w.pc(1 - forced, 0)} of decisions."
        yield Verdict("note", "Whether thinking pays was not tried.", why, "choices")


# ---- cards, box, rules, house rules -----------------------------------------------------------------


def compared(table: Data) -> list[Data]:
    """Return the cards of which it is known how those did who had them, and how sure that is."""
    return [card for card in table["cards"] if card["strength"] is not None and card["wide"] is not None]


def differs(card: Data) -> bool:
    """Return whether a card surely differs from the average one, all taken together."""
    return bool(abs(card["strength"]) > card["wide"])


def odd_cards(table: Data) -> list[Data]:
    """Return the cards that surely move more than a table would notice, all taken together; the surest first."""
    found = [card for card in compared(table) if abs(card["strength"]) - card["wide"] > w.CARD_MATTERS]
    return sorted(found, key=lambda card: -(abs(card["strength"]) - card["wide"]))


def _cards(table: Data) -> Iterator[Verdict]:
    every, found = compared(table), odd_cards(table)
    mine = w.num(w.CARD_MATTERS * 100, 0)
    if found:
        parts = []
        for cards, word in (
            ([card for card in found if card["strength"] > 0], "strong"),
            ([card for card in found if card["strength"] < 0], "weak"),
        ):
            if cards:
                best = cards[0]
                first = ": " if len(cards) == 1 else ", most surely "
                of = f"{w.pts(best['strength'])}{NB}±{NB}{w.num((best['margin'] or 0) * 100)}"
                parts.append(f"{w.count(len(cards), '', ' ').strip()} {word}{first}{w.label(best)} ({of})")
        says = f"{w.count(len(found), 'card', capital=True)} deserve{'s' if len(found) == 1 else ''} a second look."
        won = "Rounds won by who has" if table.get("cards_by") == "round" else "Wins of who has"
        it = "it" if len(found) == 1 else "them"
        why = f"{won} {it}, against the average card, in points: {'; '.join(parts)}."
        if lying := sum(card["by"] == "lies" for card in found):
            those = (
                "This passes"
                if lying == len(found) == 1
                else f"{w.sentence(w.count(lying, 'of them passes', 'of them pass'))}"
            )
            why += f" {those} through no hand: it may only show who was ahead."
        yield Verdict("look", says, why, "cards", tuple(card["id"] for card in found[:6]))
    elif every:
        widest = max(abs(card["strength"]) + card["wide"] for card in every)
        sure = sum(map(differs, every))
        if widest <= w.CARD_MATTERS:
            why = f"None of {len(every)} can be more than {w.num(widest * 100)} points from the average card."
            yield Verdict("fine", "No card is too strong or too weak.", why, "cards")
        elif sure:
            why = f"{w.count(sure, 'card', capital=True)} of {len(every)} differ{'s' if sure == 1 else ''} from the average, none surely by {mine} points."
            yield Verdict("note", "No card stands out so far.", why, "cards")
        else:
            why = f"None of {len(every)} surely differs from the average card; these games would miss what is less than about {w.num(widest * 100, 0)} points."
            yield Verdict("open", "No card is seen to stand out.", why, "cards")


def _never(table: Data) -> Iterator[Verdict]:
    for key, what in (("undrawn", "drawn"), ("unplayed", "played")):
        if names := list(table["never"][key]):
            says = f"{w.count(len(names), 'card', capital=True)} {'was' if len(names) == 1 else 'were'} never {what}."
            yield Verdict("look", says, f"{w.listed(names)}.", "cards", tuple(names[:6]))
    if deeds := list(table["never"]["deeds"]):
        says = f"{w.count(len(deeds), 'effect', capital=True)} {'was' if len(deeds) == 1 else 'were'} never done."
        yield Verdict("look", says, f"{w.sentence(w.listed(deeds))}.", "rules")


def _box(table: Data) -> Iterator[Verdict]:
    counted = [part for part in table["box"] if part["held"]]
    short = [part for part in table["box"] if part["short"]]
    if short:
        names = [f"{part['title']}: {part['wanted']} wanted, {part['held']} there" for part in short]
        yield Verdict("look", "The box runs out.", f"{w.listed(names)}.", "box")
    elif counted:
        fullest = max(counted, key=lambda part: part["most"] / part["held"])
        why = f"{fullest['title']}: at most {fullest['most']} of {fullest['held']} were in use at once."
        full = [part for part in counted if part["most"] == part["held"]]
        if full:
            names = [f"{part['title']}: {part['most']} of {part['held']}" for part in full]
            yield Verdict(
                "note",
                "Nothing is short, but nothing is to spare.",
                f"In use at once: {w.listed(names)}.",
                "box",
            )
        elif fullest["most"] >= w.FULL_BOX * fullest["held"]:
            yield Verdict("note", "The box is only just big enough.", why, "box")
        else:
            yield Verdict("fine", "The box is big enough.", why, "box")


def bare(rule: Data) -> bool:
    """Return whether neither a game nor a scenario shows a rule; where there are no scenario files, nobody can tell."""
    return rule["state"] != "used" and rule["scenarios"] is not None and not rule["scenarios"]


def _rules(table: Data) -> Iterator[Verdict]:
    rules = table["rules"]
    if not rules:
        return
    unused = [rule for rule in rules if rule["state"] == "unused"]
    unwatched = [rule for rule in rules if rule["state"] == "unwatched"]
    open_ = [rule for rule in rules if bare(rule)]
    says = "Every rule that is watched was used"
    if unused:
        says = (
            f"{w.count(len(unused), 'rule', capital=True)} {'was' if len(unused) == 1 else 'were'} never used"
        )
    more = (
        f" {w.count(len(unwatched), 'more rule', capital=True)} {'is' if len(unwatched) == 1 else 'are'} not watched."
        if unwatched
        else ""
    )
    if open_:
        has = "has" if len(open_) == 1 else "have"
        yield Verdict(
            "look",
            f"{says}, and {w.count(len(open_), 'rule')} {has} no scenario.",
            f"{w.listed([rule['id'] for rule in open_])}.{more}",
            "rules",
        )
    elif any(rule["scenarios"] is None for rule in (*unused, *unwatched)):
        why = f"{w.listed([rule['id'] for rule in (unused or unwatched)])}.{more if unused else ''} There are no scenario files that would prove them."
        yield Verdict("note", f"{says}.", why, "rules")
    else:
        why = (
            "A scenario proves each of them."
            if unused
            else "Every rule was met in these games."
            if not unwatched
            else ""
        )
        yield Verdict("fine", f"{says}.", f"{why}{more}".strip(), "rules")


def moves(house: Data) -> bool:
    """Return whether a house rule surely changes the length or the wins of who begins by what a table would notice."""
    limits = (("rounds", w.ROUND_MATTERS), ("first", w.FAIR_BAND))
    return any((d := house["against"].get(key)) and w.sure(d, by) for key, by in limits)


def _houses(houses: Sequence[Data], called: str, to: str) -> Iterator[Verdict]:
    tried = [house for house in houses if house["games"]]
    if not tried:
        return
    found = [house for house in tried if moves(house)]
    unmet = [house for house in tried if not house["met"]]
    silent = f" No game met {w.listed([w.typed(house) for house in unmet])}." if unmet else ""
    broken = [said for house in tried for said in house.get("breaks") or ()]
    if broken:
        why = f"{w.sentence(w.listed(list(dict.fromkeys(broken)), 3))}."
        yield Verdict("look", "The kit's own checks say otherwise.", why, to)
    if not found:
        says = (
            f"No {called} alters length or fairness by what a table would surely notice."
            if len(tried) > 1
            else f"The {called} alters neither length nor fairness by what a table would surely notice."
        )
        why = (
            f"{w.count(len(tried), 'value', capital=True)} tried, {w.games(tried[0]['games'])} each.{silent}"
        )
        yield Verdict("note", says, why, to)
        return
    what = []
    for house in sorted(found, key=lambda house: -abs(house["against"]["rounds"]["mean"]))[:3]:
        rounds, first = house["against"].get("rounds"), house["against"].get("first")
        said = []
        if rounds and w.sure(rounds, w.ROUND_MATTERS):
            said.append(f"{w.sign(rounds['mean'])}{w.either_way(rounds, 2)}{NB}rounds")
        if first and w.sure(first, w.FAIR_BAND):
            said.append(f"{w.pts(first['mean'], 0)}{w.either_way(first, 1, 100)}{NB}points for who begins")
        what.append(f"{w.typed(house)}: {w.listed(said)}")
    says = f"{w.count(len(found), called, capital=True)} of {len(tried)} change{'s' if len(found) == 1 else ''} the game."
    if len(tried) == 1:
        says = f"The {called} changes the game."
    yield Verdict("note", says, f"{'; '.join(what)}.{silent}", to)


def table_called(table: Data) -> str:
    """Return a table in a few words: 4 players, share_hands=true."""
    changed = (f"{name}={w.plain(value)}" for name, value in table["changed_options"].items())
    return ", ".join(filter(None, (f"{table['players']} players", table.get("change"), *changed)))


def _others(data: Data, table: Data) -> Iterator[Verdict]:
    """Yield whether other tables of the run are unfair."""
    others = [one for one in data["tables"] if one is not table and one["games"]]
    found, surely = [], 0
    for one in others:
        fair = one["fair"]["share"]
        lines = [
            (line, line_name(one, by, n))
            for by, question in shown_questions(one)
            for n, line in enumerate(question["lines"])
            if line["unfair"]
        ]
        if lines:
            line, name = max(lines, key=lambda line: abs(line[0]["share"] - fair))
            surely += any(off(line, fair) for line, _ in lines)
            its = f"{w.pc(line['share'])} ({w.pspan(line['low'], line['high'])})"
            found.append(f"{table_called(one)}: {name} wins {its}, fair would be {w.pc(fair)}")
    if found:
        says = f"{w.count(len(found), 'other table', capital=True)} of {len(others)} {'is' if len(found) == 1 else 'are'} not fair."
        if len(others) == 1:
            says = "The other table is not fair."
        more = f"; and {len(found) - 4} more" if len(found) > 4 else ""
        yield Verdict(
            "look" if surely else "note", says, f"{w.sentence('; '.join(found[:4]))}{more}.", "others"
        )
