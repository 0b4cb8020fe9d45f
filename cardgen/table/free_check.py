"""The evening of a free table against rules that were written later: which of its actions are legal moves (decision 095)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from cardgen.base.errors import CardgenError, Location, Problem
from cardgen.engine import IllegalMove, Piles, Refusal, in_a_row, meant
from cardgen.games import make_game, rules_of
from cardgen.model import Kit
from cardgen.table.free import FreeTable
from cardgen.table.free_film import actions_of, film_refused, free_again
from cardgen.table.words import named

_AHEAD = 12  # actions that one move may take, such as a card that is played and two that are drawn after it
_ASIDE = 8  # moves in a row that move nothing: bids, passes, suits that are named
_KEPT = 60  # ways to read an evening that are followed at a time
_MIDDLE = "middle"

Where = Mapping[str, tuple[str, ...]]


@dataclass(slots=True)
class _Moment:
    """The table after an action: by region the cards, sorted, and of each pile its order from the top."""

    where: Where
    order: Mapping[str, list[str]]
    line: int
    seat: int
    text: str
    said: str = ""


class _Way(NamedTuple):
    """One way to read the evening so far: the position by the rules, and the moves with the moment after each."""

    state: Any
    moves: tuple[tuple[int, str], ...] = ()


@dataclass(slots=True)
class _Check:
    """The actions of an evening, the game that its rules make, and the regions in which both are compared."""

    game: Piles[Any]
    table: FreeTable
    path: Path
    regions: Mapping[str, str]
    """The region of each pile of the game."""
    moments: list[_Moment] = field(default_factory=list)

    def moment(self, line: int, seat: int, text: str, said: str = "") -> _Moment:
        """Return the table as it lies now."""
        faces, piles = self.game.pieces.cards, self.game.begun.values()
        known = {faces[piece].id for pile in piles for piece in pile}
        where: dict[str, list[str]] = {}
        order = {}
        for place in self.table.state.places.values():
            cards = [self.table.state.pieces[n].card for n in place.pieces]
            cards = [card for card in cards if card in known]
            shared = place.show in ("hand", "area") or place.name in self.regions.values()
            where.setdefault(place.name if shared else _MIDDLE, []).extend(cards)
            if place.show == "pile" and shared:
                order[place.name] = cards[::-1]
        return _Moment(_sorted(where), order, line, seat, text, said)

    def lies(self, state: Any) -> Where:
        """Return the cards of a position by region."""
        where: dict[str, list[str]] = {}
        for name, pieces in state.piles.items():
            where.setdefault(self.regions[name], []).extend(self.game.pieces.cards[n].id for n in pieces)
        return _sorted(where)

    def ordered(self, state: Any, moment: _Moment) -> None:
        """Let piles that nobody sees lie in the order that they had on the table."""
        for name, pile in state.piles.items():
            order = moment.order.get(self.regions[name])
            if order and self.game.zoned.by_name[name].zone.seen_by == "nobody":
                pile[:] = _in_order(self.game, pile, order) or pile

    # -- the beginning

    def begun(self) -> tuple[int, Any]:
        """Return the first moment at which the table lies as the rules set it up, and that position; CardgenError for none.

        The deck is stacked so that everybody gets what they got that evening.
        """
        game, mixed = self.game, []
        for name, pieces in self.game.begun.items():
            if game.zoned.by_name[name].zone.seen_by == "nobody":
                mixed.append(tuple(pieces))
        game.stacked = tuple(mixed)
        dealt = game.deal(1)
        nearest: tuple[int, list[str]] | None = None
        for at, moment in enumerate(self.moments):
            wrong = _apart(self.lies(dealt), moment.where)
            if not wrong and (state := self._dealt_as(dealt, moment, mixed)) is not None:
                return at, state
            if nearest is None or len(wrong) < nearest[0]:
                nearest = (len(wrong), wrong)
        counts = [self._counts(one, self.lies(dealt)) for one in (nearest or (0, []))[1]]
        hint = (
            f"by the rules {in_a_row(counts)}"
            if counts
            else "what they lay out depends on cards that came otherwise"
        )
        raise film_refused(self.path, "the table never lies as rules.yaml sets it up", hint)

    def _counts(self, region: str, where: Where) -> str:
        return f"{self.called(region)} begins with {len(where.get(region, ()))}"

    def called(self, region: str) -> str:
        """Return what players call a region."""
        kind, _, seat = region.partition(" ")
        if kind in ("hand", "area") and seat.isdigit():
            name = self.table.names[int(seat)]
            return f"{name}'s hand" if kind == "hand" else f"what lies before {name}"
        return self.table.state.places[region].title if region != _MIDDLE else "the middle"

    def _dealt_as(self, dealt: Any, moment: _Moment, mixed: Sequence[tuple[int, ...]]) -> Any:
        """Return the set-up with the cards that lay in each region at a moment; None where the rules then deal otherwise."""
        pools = {region: list(cards) for region, cards in moment.where.items()}
        pools |= {region: list(order) for region, order in moment.order.items()}
        to: dict[int, str] = {}
        for name, pile in dealt.piles.items():
            for piece in pile:
                to[piece] = pools[self.regions[name]].pop(0)
        found = []
        for pieces in mixed:
            stacked = _in_order(self.game, pieces, [to[piece] for piece in pieces])
            if stacked is None:
                return None
            found.append(tuple(stacked))
        self.game.stacked = tuple(found)
        state = self.game.deal(1)
        state.stacked = ()
        return state if self.lies(state) == moment.where else None

    # -- move by move

    def read(self, first: int, begun: Any) -> tuple[_Way, int]:
        """Return the moves of the evening, and the last moment that they explain; further than any other way to read it."""
        ways: dict[int, list[_Way]] = {first: [_Way(begun)]}
        best = (ways[first][0], first)
        for at in range(first, len(self.moments)):
            here = ways.pop(at, [])[:_KEPT]
            if at + 1 < len(self.moments) and self.moments[at + 1].where == self.moments[at].where:
                said = [found for way in here for found in self._spoken(way, at + 1)]
                ways.setdefault(at + 1, []).extend([*said, *here])
            aside = 0
            while here and aside < _ASIDE:
                best = (here[0], at) if at > best[1] else best
                if over := next((way for way in here if self.game.over(way.state)), None):
                    return over, at
                here, aside = self._go_on(here, at, ways)[:_KEPT], aside + 1
        return best

    def _go_on(self, here: Sequence[_Way], at: int, ways: dict[int, list[_Way]]) -> list[_Way]:
        """Note every way on by a move that moves something; return those by a move that moves nothing."""
        now, still = self.moments[at], []
        ahead = range(at + 1, min(at + 1 + _AHEAD, len(self.moments)))
        for way in here:
            self.ordered(way.state, now)
            for move in self.game.moves(way.state):
                state = way.state.copy()
                words = self.game.say(state, move)
                self.game.play(state, move)
                where = self.lies(state)
                if where == now.where:
                    still.append(_Way(state, (*way.moves, (at, words))))
                elif (to := next((n for n in ahead if self.moments[n].where == where), None)) is not None:
                    ways.setdefault(to, []).append(_Way(state, (*way.moves, (to, words))))
        return still

    def _spoken(self, way: _Way, at: int) -> Iterator[_Way]:
        """Yield the way on by a move that was said aloud, where a remark is one."""
        moment = self.moments[at]
        if moment.said and moment.seat == way.state.turn:
            state = way.state.copy()
            try:
                self.game.play_text(state, f"{self.game.names[moment.seat]} {moment.said}")
            except (IllegalMove, ValueError) as error:
                if meant(error):
                    return
                raise
            if self.lies(state) == moment.where:
                yield _Way(state, (*way.moves, (at, f"{self.game.names[moment.seat]} {moment.said}")))

    # -- the first action that is no move

    def refused(self, way: _Way, at: int) -> Problem | None:
        """Return the first action after a moment that moves something, with the reason why the rules do not know it."""
        now = self.moments[at]
        moment = next((one for one in self.moments[at + 1 :] if one.where != now.where), None)
        if moment is None or self.game.over(way.state):
            return None
        game, state = self.game, way.state
        turn = game.names[state.turn]
        refusal = self._why(state, now, moment)
        why = f"{refusal.says} ({refusal.rule})" if refusal else f"{turn} is to {state.phase.name} now"
        if moment.seat != state.turn:
            why += f"; it is {turn}'s turn"
        legal = [named(game, game.say(state, move)) for move in list(game.moves(state))[:5]]
        more = f", and {len(game.moves(state)) - 5} more" if len(game.moves(state)) > 5 else ""
        return Problem(
            f"{self.table.names[moment.seat]} {moment.text}: no legal move, {why}",
            Location(str(self.path), moment.line),
            hint=f"legal now: {'; '.join(legal)}{more}",
            code="not-legal",
        )

    def _why(self, state: Any, now: _Moment, moment: _Moment) -> Refusal | None:
        """Return what the rules say against playing a card that was moved, as a player with that card would be told."""
        game = self.game
        moved = {
            card for region in moment.where for card in _more(moment.where[region], now.where.get(region, ()))
        }
        pieces = [
            n for there in game.zones(state).values() for n in there if game.pieces.cards[n].id in moved
        ]
        for phrase in state.phase.phrases.values():
            for piece in pieces if len(phrase.fields) == 1 else ():
                text = phrase.template.replace("{" + phrase.fields[0] + "}", game.pieces.names[piece])
                try:
                    move = game.read(state, f"{game.names[state.turn]} {text}")
                    if move not in game.moves(state):
                        return state.phase.why_not(state, move)  # type: ignore[no-any-return]
                except (KeyError, IndexError, TypeError, ValueError):
                    continue
        return None


def checked_lines(
    kit: Kit, lines: Sequence[Mapping[str, Any]], said: Mapping[str, Any] | None, path: Path
) -> Iterator[str]:
    """Yield the moves of a free evening by the rules of its kit; CardgenError names the first action that is no legal move."""
    if rules_of(kit) is None:
        hint = "write them and replay the file again; docs/rules.md says how"
        raise film_refused(path, f"{kit.title} has no rules.yaml", hint)
    table = free_again(kit, lines, said, path)
    names = [name.replace(" ", "\xa0") for name in table.names]
    game = make_game(kit, len(names), None, names)
    if not isinstance(game, Piles):
        raise film_refused(path, f"{kit.title} has rules in Python; rules.yaml can be compared")
    check = _Check(game, table, path, _regions(game, table))
    check.moments.append(check.moment(1, 0, "the set-up"))
    for number, line, text in actions_of(table, lines, path):
        asked = line.get("do", {})
        spoken = str(asked.get("says", "")) if asked.get("do") == "say" else ""
        check.moments.append(check.moment(number, int(line["seat"]), text, spoken))
    first, begun = check.begun()
    way, at = check.read(first, begun)
    yield f"{kit.title} by rules.yaml: {in_a_row(table.names)}"
    yield f"Set up as the rules say in line {check.moments[first].line}"
    for moment, words in way.moves:
        yield f"{check.moments[moment].line:4}  {named(game, words)}"
    if problem := check.refused(way, at):
        raise CardgenError([problem])
    more = "" if game.over(way.state) else "; by the rules the game is not over"
    yield f"{len(way.moves)} moves, all of them legal{more}"


def _regions(game: Piles[Any], table: FreeTable) -> dict[str, str]:
    """Return for each pile of a game where it lies on a free table: a pile of that name, a hand, before a player, the middle."""
    piles = [one for one in table.state.places.values() if one.show in ("pile", "row")]
    places = {one.title.casefold(): one.name for one in piles} | {
        one.name.casefold(): one.name for one in piles
    }
    found = {}
    for place in game.zoned.of_pieces:
        zone = place.zone
        if place.owner >= 0:
            found[place.name] = f"{'hand' if zone.seen_by == 'owner' else 'area'} {place.owner}"
        else:
            # a zone, all cells of a grid, or the component that begins there
            called = (zone.name, zone.name.rpartition(" ")[0], zone.begins)
            found[place.name] = next(filter(None, (places.get(one.casefold()) for one in called)), _MIDDLE)
    return found


def _in_order(game: Piles[Any], pieces: Sequence[int], cards: Sequence[str]) -> list[int] | None:
    """Return pieces in the order of cards; None where they are other cards."""
    pool: dict[str, list[int]] = {}
    for piece in pieces:
        pool.setdefault(game.pieces.cards[piece].id, []).append(piece)
    if len(cards) != len(pieces):
        return None
    found = [pool[card].pop(0) for card in cards if pool.get(card)]
    return found if len(found) == len(pieces) else None


def _sorted(where: Mapping[str, list[str]]) -> Where:
    return {region: tuple(sorted(cards)) for region, cards in where.items() if cards}


def _more(now: Sequence[str], before: Sequence[str]) -> list[str]:
    rest = list(before)
    return [card for card in now if card not in rest or rest.remove(card)]  # type: ignore[func-returns-value]


def _apart(one: Where, other: Where) -> list[str]:
    regions = dict.fromkeys([*one, *other])
    return [r for r in regions if len(one.get(r, ())) != len(other.get(r, ()))]
