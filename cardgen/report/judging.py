"""The verdict: rules with yardsticks that turn numbers into sentences, each with its evidence and the section that shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf, sqrt
from statistics import NormalDist, median
from types import MappingProxyType

from cardgen.model.minutes import LONGER, SHORTER, read_minutes
from cardgen.report import skill
from cardgen.report import words as w
from cardgen.report.finding import Verdict
from cardgen.report.words import NB
from cardgen.results.found import CardPair, CardReport, RuleUse, compared_of, fences_of
from cardgen.results.numbers import Minutes, Pace, ShareAt
from cardgen.results.report import House, SimulationReport
from cardgen.results.table import FairLine, Question, TableReport

PAIRS = 3
"""So many pairs of cards are named."""
_Z = NormalDist()
SLOWEST, QUICKEST = 45, 4
"""Seconds: a decision that takes longer, or less, makes the minutes on the box doubtful."""


def verdicts(
    data: SimulationReport, table: TableReport | None, kinds: Mapping[str, str] = MappingProxyType({})
) -> list[Verdict]:
    """Return what a report says of a table: who and which cards win, then how games go, in the order of the sections.

    `kinds` of components tell what their pieces are called.
    """
    found: list[Verdict] = []
    for one in data.endless:
        found.append(Verdict("look", f"A game of {one.players} does not end.", one.reason, "made"))
    if not table or not table.games:
        why = "; ".join(dict.fromkeys(one.reason for one in data.refused)) or "So there is nothing to judge."
        return [*found, Verdict("open", "No game was finished.", why, "made")]
    houses, changes = houses_of(data, table), changes_of(data, table)
    known = skill.of_table(data, table)
    return [
        *found,
        *_fair(table, [*houses, *changes], data.correction.lines if data.correction else 1),
        *_ties(table),
        *_nobody(table),
        *_cards(table, kinds),
        *_pairs(table),
        *_hedged(table, _length(table, data.kit.minutes, data.pace)),
        *_hedged(table, _endings(data, table)),
        *_tension(table),
        *_choices(table, bool(known and known.ladder)),
        *skill.ladder_verdicts(known),
        *skill.worth_verdicts(known, table),
        *skill.lot_verdicts(known, table),
        *_hedged(table, _never(table, kinds)),
        *_hedged(table, _box(table)),
        *_rules(data, table),
        *_houses(houses, "house rule", "houses"),
        *_houses(changes, "change", "changes"),
        *_others(data, table),
    ]


def _hedged(table: TableReport, found: Iterable[Verdict]) -> Iterator[Verdict]:
    """Yield findings that a few games do not bear out as what they are then: not enough games."""
    games = table.games
    for one in found:
        if games >= w.FEW:
            yield one
        else:
            few = (
                f"{w.count(games, 'game', capital=True)} {'is' if games == 1 else 'are'} too few to rely on."
            )
            yield replace(one, level="open", why=f"{one.why} {few}")


def houses_of(data: SimulationReport, table: TableReport) -> list[House]:
    """Return the house rules that were compared with this table."""
    return [one for one in data.houses if one.players == table.players and not one.change]


def changes_of(data: SimulationReport, table: TableReport) -> list[House]:
    """Return what else was compared with this table: other numbers in the kit, another state of it, other players."""
    return [one for one in data.houses if one.players == table.players and one.change]


# ---- fairness ---------------------------------------------------------------------------------------


def asked(table: TableReport) -> list[tuple[str, Question, list[FairLine]]]:
    """Return each question that is shown, by what, with its lines: teams have their seats, where these are always the same."""
    return [
        (by, question, [_named(table, by, n, line) for n, line in enumerate(question.lines)])
        for by, question in table.fair.asked
    ]


def _named(table: TableReport, by: str, n: int, line: FairLine) -> FairLine:
    if by != "team" or n >= len(table.sides) or not table.sides[n].seats:
        return line
    seats = [str(seat + 1) for seat in table.sides[n].seats]
    return replace(line, name=f"{table.sides[n].name} (seat{'s' * (len(seats) > 1)} {w.listed(seats)})")


_FINE = {
    "team": "Every team wins its share.",
    "order": "Going first is no advantage.",
    "seat": "Every seat wins its share.",
}
_OPEN = {"team": "No team is clearly better", "order": "Going first is no clear advantage"}


def _fair(table: TableReport, houses: Sequence[House], together: int) -> Iterator[Verdict]:
    fair = table.fair.share or 0.0
    for by, _, lines in asked(table):
        if not lines[0].of:
            continue
        far = max(lines, key=lambda line: (line.off(fair), abs(line.share - fair)))
        if not far.off(fair):
            far = max(lines, key=lambda line: (abs(line.off(fair)), abs(line.share - fair)))
        called, more = w.sentence(far.name), "more" if far.share > fair else "less"
        its = f"{w.pspan(far.low, far.high)} of {w.games(far.of)}; fair would be {w.pc(fair)}."
        band = w.num(w.FAIR_BAND * 100, 0)
        if far.off(fair):
            text = f"{called} wins {more} than its share: {w.rough(far)}."
            cure = _cure(houses, lines[0], fair) if by != "team" and far is lines[0] else ""
            yield Verdict("look", text, its + cure, "fair")
        elif by == "seat" and (found := _by_score(table, lines, fair)):
            yield found
        elif any(line.unfair for line in lines):
            one = max((line for line in lines if line.unfair), key=lambda line: abs(line.share - fair))
            more = "more" if one.share > fair else "less"
            text = f"{w.sentence(one.name)} wins {more} than its share: {w.rough(one)}."
            why = f"Fair would be {w.pc(fair)}. Whether it is more than {band} points off is not certain."
            yield Verdict("note", text, why, "fair")
        elif all(
            line.wide.low >= fair - w.FAIR_BAND and line.wide.high <= fair + w.FAIR_BAND for line in lines
        ):
            yield Verdict(
                "fine", _FINE[by], f"All intervals lie within {band} points of {w.pc(fair)}.", "fair"
            )
        else:
            text = f"{_OPEN.get(by, 'No seat is clearly better')}, but there are too few games to be sure."
            reach = far.wide.half_width
            needed = w.games_for(w.FAIR_BAND * (far.half_width / reach if reach else 1), fair)
            why = f"Largest gap: {far.name} wins {w.pc(far.share)} ({its.partition(';')[0]}); fair would be {w.pc(fair)}.{w.promised(max(needed, far.of + 1), reach)}"
            if not far.low <= fair <= far.high:
                why += (
                    f" Alone it would look unfair; of {together} lines looked at together one may by chance."
                )
            yield Verdict("open", text, why, "fair")


def _ties(table: TableReport) -> Iterator[Verdict]:
    """Yield that who sits first, or last, wins of equals, where that decides as many games as a table notices."""
    ties = table.fair.ties
    if ties and max(ties.low - 0.5, 0.5 - ties.high) * ties.of > w.FAIR_BAND * table.games:
        first = ties.share > 0.5
        text = f"Of two equal players, who sits {'first' if first else 'last'} wins."
        its = f"{w.pc(ties.share if first else 1 - ties.share, 0)}{w.NB}±{w.NB}{w.num((ties.high - ties.low) * 50, 0)}"
        often = f"all {ties.of}" if ties.share in (0, 1) else f"{its} of the {w.many(ties.of)}"
        why = f"In {often} games in which two were best and one of them won; fair would be {w.pc(0.5, 0)}."
        scores = table.fair.scores or [table.length.rounds]  # without scores nothing is evened out
        low, high = (scores[0], scores[-1]) if first else (scores[-1], scores[0])
        mends = len(set(table.bots)) == 1 and low.span[1] < high.span[0]
        if mends:
            poor, rich = (1, len(scores)) if first else (len(scores), 1)
            why += f" Seat {poor} scores less than seat {rich}, so this evens it out."
        yield Verdict("note" if mends else "look", text, why, "fair")


def _by_score(table: TableReport, lines: Sequence[FairLine], fair: float) -> Verdict | None:
    """Return that a seat scores surely more or less than the others: of few games scores tell it sooner than wins."""
    scores = table.fair.scores or ()
    if len(scores) != len(lines) or len(scores) < 2 or len(set(table.bots)) > 1 or table.games < w.FEW:
        return None
    middle = sum(one.mean for one in scores) / len(scores)
    gaps = [one.mean - middle for one in scores]
    # a page in forty by chance, of all seats together: wins are judged beside it
    errors = _Z.inv_cdf(1 - 0.0125 / len(scores))
    seat = max(range(len(scores)), key=lambda n: abs(gaps[n]) / (scores[n].sd or 1))
    line, one, gap = lines[seat], scores[seat], gaps[seat]
    worth = w.DEVIATION * gap / one.sd if one.sd else 0.0
    if (
        abs(gap) < errors * one.sd / sqrt(one.of)
        or abs(worth) < w.FAIR_BAND
        or (line.share - fair) * gap <= 0
    ):
        return None
    text = f"{w.sentence(line.name)} scores {'more' if gap > 0 else 'less'} than the others: {w.about(one)}, {w.num(middle)} on average."
    why = f"Worth about {w.num(abs(worth) * 100, 0)} points of wins. Wins alone do not show it in so few games: {w.rough(line)}, fair would be {w.pc(fair)}."
    return Verdict("look", text, why, "fair")


def _cure(houses: Sequence[House], first: FairLine, fair: float) -> str:
    """Return which house rule takes most of the advantage of who begins, if one surely does."""
    ahead = first.share - fair
    helps = [
        house for house in houses if (d := house.against.get("first")) and d.surely(0) and d.mean * ahead < 0
    ]
    if not helps:
        return ""
    best = max(helps, key=lambda house: abs(house.against["first"].mean))
    change = best.against["first"]
    what = "change" if best.change else "house rule"
    return f" The {what} {best.typed} changes that by {w.pts(change.mean, 0)}{w.either_way(change, 1, 100)} points."


def _nobody(table: TableReport) -> Iterator[Verdict]:
    nobody = table.nobody
    if nobody.share:
        its = f"{w.pspan(nobody.low, nobody.high)} of {w.games(nobody.of)}."
        level = "look" if nobody.low > w.NOBODY else "note"
        text = (
            "Nobody ever wins." if nobody.share == 1 else f"In {w.pc(nobody.share)} of games no player wins."
        )
        yield Verdict(level, text, its, "length")


# ---- length, tension, choices -----------------------------------------------------------------------


def _length(table: TableReport, minutes: str, pace: Pace | None) -> Iterator[Verdict]:
    rounds, decisions = table.length.rounds, table.length.decisions
    if rounds.most > 1:
        of, unit = rounds, "round" if rounds.p5 == rounds.p95 == 1 else "rounds"
    else:  # nobody counts rounds there
        of, unit = decisions, "decisions"
    text = f"The game ends after {w.span(of.p5, of.p95)} {unit}."
    why = f"Nine games in ten; {w.about(of)} on average, the longest {w.many(of.most)}."
    uneven = f"{w.about(of)} {unit} on average, {w.many(of.most)} at most. One game in twenty is shorter, one in twenty longer."
    between = w.span(decisions.p5, decisions.p95)
    if decisions.median < w.SHORT * table.players:
        each = w.num(decisions.median / table.players)
        text = f"The game is over after {w.num(decisions.median, 0)} decisions: {each} for each player."
        yield Verdict("look", text, why, "length")
    elif decisions.p95 > w.UNEVEN * decisions.p5 and decisions.p95 - decisions.p5 >= w.MANY_MORE:
        text = f"Some games are far longer than others: {between} decisions."
        yield Verdict("look", text, w.sentence(uneven), "length")
    else:
        yield Verdict("fine", text, why, "length")
    box, timed = read_minutes(minutes), table.length.minutes
    if pace and timed and timed.by == "playtests":
        yield _timed(timed, pace, minutes, box)
    elif box and decisions.mean:
        quick, slow = (end * 60 / decisions.mean for end in box)
        longer = slow < QUICKEST
        if longer or quick > SLOWEST:
            why = f"{w.num(decisions.mean, 0)} decisions a game: {minutes} minutes would be {w.span(quick, slow, 1 if longer else 0)} seconds for each. People may need more of them."
            text = f"The box says {minutes} minutes; the game seems {'longer' if longer else 'shorter'}."
            yield Verdict("look", text, why, "length")


def _endings(data: SimulationReport, table: TableReport) -> Iterator[Verdict]:
    """Yield whether the game has the endings that its rules know; one that never came nobody can count."""
    (first, times), *others = sorted(table.endings.items(), key=lambda one: -one[1])
    games = table.games
    share = times / games
    elsewhere = list(dict.fromkeys(name for one in data.tables for name in one.endings))
    elsewhere = [name for name in elsewhere if name not in table.endings]
    if not others and table.known_endings == 1:
        return  # its rules have no other
    if not others:
        why = f" At other tables: {w.listed(elsewhere)}." if elsewhere else ""
        level = "look" if elsewhere else "note"
        yield Verdict(level, "All games end the same way.", f"{w.sentence(first)}.{why}", "length")
    elif share - 1.96 * sqrt(share * (1 - share) / games) > w.ONE_ENDING:
        text = f"{w.pc(share)} of games end one way: {first}."
        why = f"Hardly ever: {w.listed([f'{name} ({w.games(many)})' for name, many in others])}."
        yield Verdict("look" if len(others) > 1 else "note", text, why, "length")


def _timed(timed: Minutes, pace: Pace, said: str, box: tuple[float, float] | None) -> Verdict:
    """Return whether the minutes on the box agree with those of people."""
    mean, (low, high) = timed.mean, timed.span
    its = w.either_way(timed, 0)
    took = f"{w.num(mean, 0)} minutes{its} on average, {w.span(timed.p5, timed.p95)} in nine games of ten: people took {timed_pace(pace)}."
    if whole := pace.whole:
        m = whole.minutes
        its = "game of theirs" if m.of == 1 else "games of theirs"
        took += f" {w.sentence(w.count(m.of, f'whole {its}', f'whole {its}'))} took {w.span(m.least, m.most)} minutes."
    if box is None:
        return Verdict(
            "note",
            f"At the pace of people these games take {w.num(mean, 0)} minutes.",
            w.sentence(took),
            "length",
        )
    if high == inf:
        text = f"One game of people cannot say whether the {said} minutes on the box hold."
        return Verdict("open", text, w.sentence(took), "length")
    if high < box[0] * SHORTER or low > box[1] * LONGER:
        text = f"At the pace of people these games take {w.num(mean, 0)} minutes, the box says {said}."
        return Verdict("look", text, w.sentence(took), "length")
    if low >= box[0] * SHORTER and high <= box[1] * LONGER:
        return Verdict("fine", f"The {said} minutes on the box hold.", w.sentence(took), "length")
    text = f"Whether the {said} minutes on the box hold, these playtests cannot say."
    return Verdict("open", text, w.sentence(took), "length")


def timed_pace(pace: Pace) -> str:
    """Return the pace of people with what it rests on: 12.3 s (10.1 to 14.5) a decision, 210 decisions in 4 games."""
    s, games = pace.seconds, pace.games
    low, high = s.span
    reach = "" if high == inf else f" ({w.num(low)} to {w.num(high)})"
    return f"{w.num(s.mean)}{NB}s{reach} a decision, {w.count(s.of, 'decision')} in {w.count(games, 'game')}"


def half_time(table: TableReport, at: float = 0.5) -> ShareAt | None:
    """Return how often who leads at half time, or another part of the game, wins; None where nobody ever leads."""
    points = table.tension.leader_wins
    return min(points, key=lambda point: abs(point.at - at)) if table.tension.games and points else None


def worth(share: float, fair: float) -> float:
    """Return how far a share of wins is on the way from that of chance (0) to certainty (1)."""
    return (share - fair) / (1 - fair)


def _tension(table: TableReport) -> Iterator[Verdict]:
    half, late, found = half_time(table), half_time(table, w.LATE_AT), table.tension
    fair = table.fair.share
    if half is None or late is None or not fair or fair >= 1:
        return
    watched = " watched" if table.watched < table.games else ""
    of = f"of{watched} games"
    if table.nobody.share:
        of = f"of the {w.games(found.games)}{watched and ' of those watched'} that somebody won"
    chance = f"chance would be {w.pc(fair, 0)}"
    if table.games >= w.FEW and not found.margin[len(found.margin) // 2].p75:
        level = f" {w.pc(table.fair.level.share, 0)} of games end level." if table.fair.level else ""
        why = f"At least three games of four are level then, so no lead can tell who wins.{level}"
        yield Verdict("note", "Hardly anyone leads at half time.", why, "tension")
        return
    if half.high - half.low > w.VAGUE:
        text = "Whether who leads at half time wins, these games cannot say."
        yield Verdict("open", text, f"{w.pspan(half.low, half.high, 0)} {of}; {chance}.", "tension")
        return
    changes, behind, last = found.lead_changes, found.behind_at_half, found.decided_last
    leads = f"Who leads at half time wins {w.rough(half)} {of}; {chance}."
    then = f"The lead changes hands {w.num(changes.mean)} times a game, and {w.pc(behind.share, 0)} of winners were behind at half time."
    if worth(late.high, fair) < w.END_DECIDES:
        text = f"The end decides: who leads after {w.pc(late.at, 0)} of the game wins {w.rough(late)} {of}."
        why = f"{w.sentence(chance)}. {w.pc(last.share, 0)} are decided in the last fifth: what comes before hardly matters."
        yield Verdict("look", text, why, "tension")
    if worth(half.low, fair) > w.OVER_EARLY:
        text = f"Who leads at half time wins {w.rough(half)} {of}: it is over early."
        yield Verdict("look", text, f"{w.sentence(chance)}. {then}", "tension")
    elif worth(half.high, fair) < w.LEAD_COUNTS:
        yield Verdict(
            "look", "Leading is worth next to nothing in the first half.", f"{leads} {then}", "tension"
        )
    elif half.low <= fair:
        text = "Leading at half time is not seen to help; there are too few games to be sure."
        yield Verdict("open", text, f"{leads} {then}", "tension")
    elif (
        worth(half.high, fair) < w.OVER_EARLY and worth(late.low, fair) > w.END_DECIDES and changes.mean >= 1
    ):
        text = f"Who leads at half time wins {w.rough(half)} {of}: a lead counts, and the game stays open."
        yield Verdict("fine", text, f"{w.sentence(chance)}. {then}", "tension")
    else:
        yield Verdict(
            "note",
            f"Who leads at half time wins {w.rough(half)} {of}.",
            f"{w.sentence(chance)}. {then}",
            "tension",
        )


def _choices(table: TableReport, ladder: bool) -> Iterator[Verdict]:
    found, wins, fair = table.choices, table.bot_wins, table.fair.share
    forced = found.forced
    if forced is not None and forced > w.FORCED:
        why = f"The middle decision has {w.many(found.branching.median)} moves."
        yield Verdict("look", f"In {w.pc(forced, 0)} of decisions there is only one move.", why, "choices")
    for phase in found.phases:
        if phase.median and phase.median > w.OVERLOAD and phase.per_game >= 1:
            text = f"“{w.sentence(phase.name)}” offers {w.moves(phase.median)} moves, {w.moves(phase.most or 0)} at most."
            why = f"In the middle decision, {w.num(phase.per_game)} times a game. More than {w.OVERLOAD} are hard to weigh, unless they are one number or one place."
            yield Verdict("look", text, why, "choices")
    if "greedy" in wins and "random" in wins and fair:
        one, other = wins["greedy"], wins["random"]
        its = f"Seats of greedy players win {w.pc(one.share, 0)} ({w.pspan(one.low, one.high, 0)}), those of random ones {w.pc(other.share, 0)} ({w.pspan(other.low, other.high, 0)})."
        if one.low > other.high:
            yield Verdict("fine", "Choices matter: who thinks beats chance.", its, "choices")
        else:
            yield Verdict("look", "Thinking is not seen to beat chance.", its, "choices")
    elif forced is not None and not ladder:
        why = f"All play alike ({w.listed(sorted(set(table.bots)))}); adding --ladder to the command would tell. There is a choice in {w.pc(1 - forced, 0)} of decisions."
        yield Verdict("note", "Whether thinking pays was not tried.", why, "choices")


# ---- cards, box, rules, house rules -----------------------------------------------------------------


def compared(table: TableReport) -> list[CardReport]:
    """Return the cards of which it is known how those did who had them, and how sure that is."""
    return compared_of(table.cards)


def odd_cards(table: TableReport) -> list[CardReport]:
    """Return the cards that surely move more than a table would notice, all taken together; what moves most wins first.

    Many cards are meant to differ, as those of a suit do: then only what surely stands out among them is odd. Of several
    cards that are as strong one always looks the strongest.
    """
    found = surely_apart(table)
    if fences := fences_of(table.cards):
        low, high = fences
        sure = _Z.inv_cdf(1 - 0.025 / max(1, len(found))) / _Z.inv_cdf(0.975)
        found = [
            card
            for card in found
            if max(low - (card.strength or 0.0), (card.strength or 0.0) - high) > sure * (card.margin or 0.0)
        ]
    return sorted(found, key=lambda card: -card.at_least * card.copies * (card.drawn or card.played or 0.0))


def surely_apart(table: TableReport) -> list[CardReport]:
    """Return the cards that are surely further from the average card than a table would notice."""
    return [card for card in compared(table) if card.at_least > w.CARD_MATTERS]


def kinds_of(cards: Iterable[CardReport], kinds: Mapping[str, str]) -> list[str]:
    """Return the kinds of the components that cards belong to, each once."""
    return list(dict.fromkeys(kinds.get(card.component, "") for card in cards))


def _cards(table: TableReport, kinds: Mapping[str, str]) -> Iterator[Verdict]:
    every, found = compared(table), odd_cards(table)
    one, more = w.pieces(kinds_of(every, kinds)), w.pieces(kinds_of(every, kinds), many=True)
    mine = w.num(w.CARD_MATTERS * 100, 0)
    if found:
        odd = w.pieces(kinds_of(found, kinds))
        text = f"{w.count(len(found), odd, w.pieces(kinds_of(found, kinds), many=True), capital=True)} deserve a second look."
        if len(found) == 1:
            text = f"One {odd} deserves a second look: {w.label(found[0])}."
        named = [
            f"{w.label(card)} {w.pts(card.strength or 0.0)}{w.NB}±{w.NB}{w.num((card.margin or 0) * 100)}"
            for card in found
        ]
        won = "Rounds won by who has" if table.cards_by == "round" else "Wins of who has"
        it = "it" if len(found) == 1 else "them"
        why = f"{won} {it}, against the average {one}, in points: {w.listed(named, w.NAMED)}."
        if lying := sum(card.by == "lies" for card in found):
            those = (
                "This passes"
                if lying == len(found) == 1
                else f"{w.sentence(w.count(lying, 'of them passes', 'of them pass'))}"
            )
            why += f" {those} through no hand: it may only show who was ahead."
        if (chosen := max(card.chosen or 0.0 for card in found)) > w.CHOSEN:
            why += f" Players chose {'it' if len(found) == 1 else 'some of them'} in up to {w.pc(chosen, 0)} of draws, so this may also show who plays better."
        yield Verdict("look", text, why, "cards", tuple(card.id for card in found[:6]))
    elif every:
        widest = max(card.at_most for card in every)
        sure = sum(card.at_least > 0 for card in every)
        if apart := surely_apart(table):
            best = sorted(apart, key=lambda card: -abs(card.strength or 0.0))
            why = f"{w.count(len(apart), one, more, capital=True)} of {len(every)} are surely more than {mine} points from the average, most {w.listed([f'{w.label(card)} {w.pts(card.strength or 0.0)}' for card in best[:3]])}; none stands out among them."
            yield Verdict(
                "note", f"{w.sentence(more)} differ in strength, as those of a suit do.", why, "cards"
            )
        elif widest <= w.CARD_MATTERS:
            why = (
                f"None of {len(every)} can be more than {w.num(widest * 100)} points from the average {one}."
            )
            yield Verdict("fine", f"No {one} is too strong or too weak.", why, "cards")
        elif sure:
            why = f"{w.count(sure, one, more, capital=True)} of {len(every)} differ{'s' if sure == 1 else ''} from the average, none surely by {mine} points."
            yield Verdict("note", f"No {one} stands out so far.", why, "cards")
        else:
            least = median(card.wide or 0.0 for card in every)
            why = f"{len(every)} checked. With {w.games(table.watched)}, differences under about {w.num(least * 100, 0)} points would not show."
            yield Verdict("open", f"No {one} stands out.", why, "cards")


def pair_called(table: TableReport, pair: CardPair) -> str:
    """Return what a pair of cards is called."""
    known = {card.id: w.label(card) for card in table.cards}
    return " with ".join(known.get(card, card) for card in pair.cards)


def _pairs(table: TableReport) -> Iterator[Verdict]:
    """Yield that pairs of cards win more in one hand than the two alone, where any surely does: it may be meant so."""
    found = table.pairs
    if not found or not found.sure:
        return
    shown = found.oddest[:PAIRS]
    named = [
        f"{pair_called(table, one)} {w.pc(one.wins.share, 0)} ({w.pspan(one.wins.low, one.wins.high, 0)}) instead of {w.pc(one.expected, 0)}"
        for one in shown
    ]
    text = f"{w.count(found.sure, 'pair', capital=True)} of cards win more together than the two alone."
    if found.sure == 1:
        text = f"Two cards win more together than alone: {pair_called(table, shown[0])}."
    won = "Rounds won" if table.cards_by == "round" else "Games won"
    why = f"{won} by who held both: {w.listed(named)}. Of {w.many(found.tried)} pairs."
    yield Verdict(
        "note", text, why, "cards", tuple(dict.fromkeys(card for one in shown for card in one.cards))
    )


_NEVER = {
    "undrawn": ("card", "was never drawn.", "were never drawn.", ""),
    "unplayed": ("card", "was never played.", "were never played.", " No move took {} out of a hand."),
    "deeds": ("effect", "never happened.", "never happened.", ""),
}


def _never(table: TableReport, kinds: Mapping[str, str]) -> Iterator[Verdict]:
    for key, (what, one, more, why) in _NEVER.items():
        if names := list(getattr(table.never, key)):
            lacking = kinds_of((card for card in table.cards if card.id in names), kinds)
            lacking = lacking or kinds_of(table.cards, kinds)  # of what was never seen only the id is known
            what, many = (what, "") if key == "deeds" else (w.pieces(lacking), w.pieces(lacking, many=True))
            text = f"{w.count(len(names), what, many, capital=True)} {one if len(names) == 1 else more}"
            said = f"{w.listed([f'“{name}”' for name in names] if key == 'deeds' else names)}."
            why = why.format("it" if len(names) == 1 else "them")
            cards = () if key == "deeds" else tuple(names[:6])
            yield Verdict(
                "look", text, f"{w.sentence(said)}{why}", "rules" if key == "deeds" else "cards", cards
            )


def _box(table: TableReport) -> Iterator[Verdict]:
    counted = [part for part in table.box if part.held]
    short = [part for part in table.box if part.short]
    if short:
        names = [f"{part.title}: {part.wanted} wanted, {part.held} there" for part in short]
        yield Verdict("look", "The box runs out.", f"{w.listed(names)}.", "box")
    elif counted:
        # that all cards are in play is how many games are meant; a supply that is nearly used up may run out
        decks = {card.component for card in table.cards}
        rest = [part for part in counted if part.most < (part.held or 0)]
        tight = [
            part for part in rest if part.part not in decks and part.most >= w.FULL_BOX * (part.held or 0)
        ]
        full = [f"{part.title}: {part.most} of {part.held}" for part in counted if part not in rest]
        all_ = f" Used to the last piece, and none was missing: {w.listed(full)}." if full else ""
        if tight:
            names = [f"{part.title}: {part.most} of {part.held}" for part in tight]
            yield Verdict(
                "note",
                "The box is only just big enough.",
                f"In play at once: {w.listed(names)}.{all_}",
                "box",
            )
        else:
            fullest = max(rest, key=lambda part: part.most / (part.held or 1), default=None)
            why = (
                f"{fullest.title}: at most {fullest.most} of {fullest.held} were in play at once."
                if fullest
                else ""
            )
            yield Verdict("fine", "The box is big enough.", f"{why}{all_}".strip(), "box")


def bare(rule: RuleUse) -> bool:
    """Return whether neither a game nor a scenario shows a rule; where there are no scenario files, nobody can tell."""
    return rule.state != "used" and rule.scenarios is not None and not rule.scenarios


def _rules(data: SimulationReport, table: TableReport) -> Iterator[Verdict]:
    rules = table.rules
    if not rules:
        return
    never = set(data.together.never.rules) | {rule.id for rule in rules if len(data.tables) == 1}
    anywhere = " at any table" if len(data.tables) > 1 else ""
    counts = {one.players for one in data.tables}
    others = (
        "House"
        if counts >= {*range(data.kit.players[0], data.kit.players[-1] + 1)}
        else "Other numbers of players and house"
    )
    unused = [rule for rule in rules if rule.state == "unused" and rule.id in never]
    unwatched = [rule for rule in rules if rule.state == "unwatched"]
    open_ = [rule for rule in (*unused, *unwatched) if bare(rule)]
    more = (
        f" {w.count(len(unwatched), 'more rule', capital=True)} {'is' if len(unwatched) == 1 else 'are'} not watched."
        if unwatched
        else ""
    )
    if open_:
        text = f"{w.count(len(open_), 'rule', capital=True)} {'is' if len(open_) == 1 else 'are'} shown by no game and no scenario."
        yield Verdict("look", text, f"{w.listed([rule.id for rule in open_])}.", "rules")
    elif any(rule.scenarios is None for rule in (*unused, *unwatched)):
        text = f"{w.count(len(unused), 'rule', capital=True)} did not come up{anywhere}."
        if not unused:
            text = "Every rule that is watched was used."
        why = f"{w.listed([rule.id for rule in (unused or unwatched)])}.{more if unused else ''} There are no scenario files that would prove them."
        yield Verdict("note", text, why, "rules")
    elif unused:
        text = f"{w.count(len(unused), 'rule', capital=True)} did not come up{anywhere}, and a scenario proves {'it' if len(unused) == 1 else 'each'}."
        why = f"{others} rules may need {'it' if len(unused) == 1 else 'them'}.{more}"
        yield Verdict("fine", text, why, "rules")
    else:
        why = "" if unwatched else "Every rule was met in these games."
        yield Verdict("fine", "Every rule that is watched was used.", f"{why}{more}".strip(), "rules")


def moves(house: House) -> bool:
    """Return whether a house rule surely changes the length or the wins of who begins by what a table would notice."""
    limits = (("rounds", w.ROUND_MATTERS), ("first", w.FAIR_BAND))
    return any((d := house.against.get(key)) and d.surely(by) for key, by in limits)


def _houses(houses: Sequence[House], called: str, to: str) -> Iterator[Verdict]:
    tried = [house for house in houses if house.games]
    if not tried:
        return
    found = [house for house in tried if moves(house)]
    unmet = [house for house in tried if not house.met]
    unread = [house.typed for house in unmet if not house.read]
    silent = "".join(
        f" {text} {w.listed(names)}."
        for text, names in (
            ("No line of the rules reads", unread),
            ("No game met", [house.typed for house in unmet if house.read]),
        )
        if names
    )
    broken = [said for house in tried for said in house.breaks]
    if broken:
        why = f"{w.sentence(w.listed(list(dict.fromkeys(broken)), 3))}."
        yield Verdict("look", "The kit's own checks say otherwise.", why, to)
    if not found:
        text = (
            f"No {called} alters length or fairness by what a table would surely notice."
            if len(tried) > 1
            else f"The {called} alters neither length nor fairness by what a table would surely notice."
        )
        why = f"{w.count(len(tried), 'value', capital=True)} tried, {w.games(tried[0].games)} each.{silent}"
        yield Verdict("note", text, why, to)
        return
    what = []
    for house in sorted(found, key=lambda house: -abs(house.against["rounds"].mean))[:3]:
        rounds, first = house.against.get("rounds"), house.against.get("first")
        said = []
        if rounds and rounds.surely(w.ROUND_MATTERS):
            said.append(f"{w.sign(rounds.mean)}{w.either_way(rounds, 2)}{NB}rounds")
        if first and first.surely(w.FAIR_BAND):
            said.append(f"{w.pts(first.mean, 0)}{w.either_way(first, 1, 100)}{NB}points for who begins")
        what.append(f"{house.typed}: {w.listed(said)}")
    text = f"{w.count(len(found), called, capital=True)} of {len(tried)} change{'s' if len(found) == 1 else ''} the game."
    if len(tried) == 1:
        text = f"The {called} changes the game."
    yield Verdict("note", text, f"{'; '.join(what)}.{silent}", to)


def table_called(table: TableReport) -> str:
    """Return a table in a few words: 4 players, share_hands=true."""
    changed = (f"{name}={w.as_typed(value)}" for name, value in table.changed_options.items())
    return ", ".join(filter(None, (f"{table.players} players", table.change, *changed)))


def _others(data: SimulationReport, table: TableReport) -> Iterator[Verdict]:
    """Yield whether other tables of the run are unfair."""
    others = [one for one in data.tables if one is not table and one.games]
    found, surely, alike = [], 0, 0
    for one in others:
        fair = one.fair.share or 0.0
        lines = [line for *_, lines in asked(one) for line in lines if line.unfair]
        if lines and as_by_the_book(data, one):
            alike += 1
        elif lines:
            line = max(lines, key=lambda line: abs(line.share - fair))
            surely += any(line.off(fair) for line in lines)
            its = f"{w.pc(line.share)} ({w.pspan(line.low, line.high)})"
            found.append(f"{table_called(one)}: {line.name} wins {its}, fair would be {w.pc(fair)}")
    if found:
        text = f"{w.count(len(found), 'other table', capital=True)} of {len(others)} {'is' if len(found) == 1 else 'are'} not fair."
        if len(others) == 1:
            text = "The other table is not fair."
        more = f"; and {len(found) - 4} more" if len(found) > 4 else ""
        more += f"; of {w.count(alike, 'more table')} the same holds as by the book" if alike else ""
        yield Verdict(
            "look" if surely else "note", text, f"{w.sentence('; '.join(found[:4]))}{more}.", "others"
        )


def as_by_the_book(data: SimulationReport, table: TableReport) -> bool:
    """Return whether nobody surely wins more or less often at a table than at the one it is compared with, deal by deal."""
    against = [
        house.against
        for house in data.houses
        if house.players == table.players
        and house.games
        and (
            house.change == table.change
            if table.change
            else table.changed_options.get(house.option) == house.value
        )
    ]
    wins = [
        mean for one in against for name, mean in one.items() if name == "first" or name.startswith("side ")
    ]
    return bool(wins) and not any(mean.surely(0) for mean in wins)
