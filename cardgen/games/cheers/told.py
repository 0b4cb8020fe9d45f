"""What a listener hears of a game of CHEERS: the rules that a position shows to have been applied.

Nothing here is called when nobody listens.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.cheers import words
from cardgen.games.cheers.state import Table
from cardgen.games.citing import cite

_LISTED = 8  # CH-065, CH-066: so many turns are spelled out

# -- set-up


def tell_set_up(s: Table) -> None:
    """Tell who plays with whom, what they are after, and who begins."""
    tell, game = s.tell, s.game
    assert tell
    seats, stool = game.seating, game.seating.stool
    teams = range(len(seats.sizes))
    named = [
        f"{words.team_name(team)} {', '.join(name for name, own in zip(game.names, s.team, strict=False) if own == team)}"
        for team in teams
    ]
    rules = cite(
        "CH-002 CH-007 CH-008",
        "CH-009" if game.players > 4 else "",
        "CH-010 CH-067 CH-068" if stool >= 0 else "",
        "CH-006 CH-052 CH-058 CH-060 CH-Q14" if game.masquerade else "CH-011",
        "CH-052 CH-053" if game.master else "",
        "CH-Q18" if game.master and (stool >= 0 or 1 in seats.sizes) else "",
    )
    tell(rules, "; ".join(named))
    rules = cite(
        "CH-005 CH-014 CH-016 CH-017 CH-018 CH-019 CH-020 CH-021 CH-023",
        "CH-054" if game.master else "CH-059 CH-061 CH-062" if game.masquerade else "CH-015 CH-022",
        "CH-Q10" if len(set(s.goals)) < len(s.goals) or game.options["distinct_goals"] else "",
        # ten for everybody and ten for each team are more than there are in the box without the spare ones
        "CH-Q12"
        if game.masquerade and game.players + len(teams) > len(game.pieces.ranges["goals"]) // 10
        else "",
    )
    tell(
        rules,
        "; ".join(f"{words.team_name(team)} seeks {words.tokens(game, s.goals[team])}" for team in teams),
    )
    rules = cite(
        "CH-004 CH-012 CH-013 CH-Q21",
        "CH-071" if stool >= 0 else "",
        "CH-Q15" if stool >= 0 else "CH-024",
    )
    tell(
        rules,
        f"{len(game.big)} cards are shuffled; hands of {_sizes(game.hand_size)}; {game.names[s.first]} begins",
    )


def _sizes(sizes: Sequence[int]) -> str:
    return " and ".join(str(size) for size in sorted(set(sizes)))


# -- a turn


def turn_rules(s: Table, seat: int) -> str:
    """Return the rules by which a hand has been filled up and the next one has a turn."""
    game = s.game
    teams = len(game.seating.sizes)
    odd = game.seating.stool >= 0
    return cite(
        "CH-027 CH-028",
        "CH-063" if odd else "CH-026",
        "" if not odd else "CH-064" if game.players == 3 else "CH-065" if teams == 2 else "CH-066",
        "CH-071" if game.hand_size[seat] > min(game.hand_size) else "",
        "CH-Q9" if len(s.hands[seat]) < game.hand_size[seat] else "",
        # the list of eight turns has come to its end
        "CH-Q11" if odd and game.players == 5 and s.turns + 1 >= _LISTED else "",
    )


def tell_quiet_card(s: Table, card: int, bar: int) -> None:
    """Tell why a card that was played sets off no CHEERS, where it looks as if it might."""
    game, tell = s.game, s.tell
    assert tell
    if game.big[card] in [game.small[lying] for lying in s.bars[bar][:-1]]:
        tell(cite("CH-041", _at_stool(s, bar)), "its big icon meets a small one: nothing happens")
    elif game.big[card] == game.small[card]:
        tell(cite("CH-Q7", _at_stool(s, bar)), "its own icons do not meet: nothing happens")


def _at_stool(s: Table, bar: int) -> str:
    return cite("CH-069" if bar == s.game.seating.stool else "")


def tell_spoiled(s: Table, bar: int) -> None:
    """Tell that a bar would win but for a card of another kind."""
    game, tell = s.game, s.tell
    assert tell
    if len(s.bars[bar]) <= game.goals.size:
        return
    needs = game.goals.needs[s.goals[s.team[bar]]]
    lie = game.goals.counts(s.mix[bar])
    if all(n >= need for n, need in zip(lie, needs, strict=True)) and any(
        n and not need for n, need in zip(lie, needs, strict=True)
    ):
        tell("CH-048", f"{words.bar_name(game, bar)} has all it needs, and a card too many")


def discard_rules(s: Table, hand: Sequence[int]) -> str:
    """Return the rules by which a hand goes, also one that is good for something."""
    needs = s.game.goals.needs[s.goals[s.team[s.turn]]]
    return cite("CH-045", "CH-Q19" if any(needs[s.game.big[card]] for card in hand) else "")


# -- CHEERS


def tell_cheers(s: Table, card: int, bar: int) -> None:
    """Tell where there is CHEERS, and who will decide what."""
    game, tell = s.game, s.tell
    assert tell
    at_stool = bar == game.seating.stool
    wanted = game.small[card]
    matching = sum(game.big[other] == wanted for other in s.bars[bar] if other != card)
    rules = cite(
        "CH-031 CH-032 CH-033",
        "CH-039" if matching > 1 else "",
        "CH-069 CH-070" if at_stool else "",
        "CH-Q17" if at_stool and s.team.count(s.team[bar]) > 2 else "",
        "CH-Q4" if len(s.bars[bar]) > game.places else "",
        "CH-Q6" if game.cheers_optional or bar == s.actor else "",
        _unfinished(s),
    )
    tell(rules, f"CHEERS at {words.bar_name(game, bar)}", matching_cards=matching)


def _unfinished(s: Table) -> str:
    """Return the rule that makes a victory wait, if there is one."""
    met = s.game.goals.met
    ready = any(met.get(mix, 0) >> s.goals[s.team[bar]] & 1 for bar, mix in enumerate(s.mix))
    return cite("CH-050" if ready else "")


def tell_gifts(s: Table, giver: int, one: int, two: int) -> None:
    """Tell whose teams get the two cards."""
    game, tell = s.game, s.tell
    assert tell
    mates = s.team.count(s.team[giver]) - 1
    opponents = sum(s.team[guest] != s.team[giver] for guest in (one, two))
    unusual = s.actor in (one, two) or game.seating.stool in (one, two)
    rules = cite(
        "CH-035 CH-037 CH-038",
        "CH-Q13" if game.masquerade else "CH-036" if mates > 1 else "",
        "CH-Q8" if unusual else "",
    )
    first, second = (words.team_name(s.team[guest]) for guest in (one, two))
    served = f"both for {first}" if first == second else f"one for {first}, one for {second}"
    tell(rules, served, gifts_to_opponents=opponents)


def tell_cleared(s: Table, card: int, bar: int) -> None:
    """Tell that a card must go, before it does."""
    tell = s.tell
    assert tell
    lying = s.bars[bar]
    rules = cite("CH-029 CH-030", "CH-Q5" if card == lying[-1] else "", _unfinished(s))
    tell(rules, f"{words.bar_name(s.game, bar)} has room for {s.game.places} cards")


# -- victory


def win_rules(s: Table, bar: int, claims: int) -> str:
    """Return the rules by which a bar wins for its team, alone or before others that could."""
    game, team = s.game, s.team[bar]
    others = any(s.bars[other] for other, own in enumerate(s.team) if own == team and other != bar)
    apprentice = game.master and bar != s.masters[team]
    return cite(
        "CH-046",
        "CH-047 CH-049" if len(s.bars[bar]) > game.goals.size else "CH-Q20",
        "CH-056 CH-057" if apprentice else "CH-056" if game.master else "",
        "CH-Q1" if team != s.team[s.actor] or game.own_turn or game.manual else "",
        "CH-Q2" if claims > 1 else "",
        "CH-Q3" if others else "",
        "CH-Q16" if bar == game.seating.stool else "",
        "CH-Q22" if game.manual else "",  # nobody is asked who would be wrong
    )
