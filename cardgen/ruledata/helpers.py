"""What compiled rules may call, and nothing else: moving, looking, counting, and saying what went wrong at its line."""

from __future__ import annotations

import itertools
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NoReturn

from cardgen.base.errors import Location, Problem
from cardgen.engine.choices import Choices
from cardgen.engine.diagnosis import GameBroken
from cardgen.engine.phase import OVER, Refusal
from cardgen.engine.spaces import MIDDLE, OPPOSITE, WAY, WAYS
from cardgen.engine.zones import in_a_row
from cardgen.ruledata import growing
from cardgen.ruledata.boards import along, grouped, groups, matches, open_ends, reach, turned, ways
from cardgen.ruledata.kinds import BLANK
from cardgen.ruledata.remembering import moved_unseen, shuffled_in

MOST = 1_000  # entries of a range
SETS = 5_000  # sets of so many that `choose` makes
BUILTINS = {
    one.__name__: one
    for one in (
        len,
        sum,
        any,
        all,
        max,
        min,
        sorted,
        list,
        dict,
        range,
        abs,
        str,
        bool,
        tuple,
        set,
        int,
        map,
        filter,
    )
}
"""All of Python that compiled rules see."""


def helpers(file: str, shown: str) -> dict[str, Any]:
    """Return them for the rules of one file."""

    def broken(says: str, hint: str = "") -> NoReturn:
        """Say what went wrong at the line of the rules that is running."""
        frame = sys._getframe(1)
        while frame.f_back and frame.f_code.co_filename != file:
            frame = frame.f_back
        line = frame.f_lineno if frame.f_code.co_filename == file else 0
        raise GameBroken([Problem(says, Location(shown, line), hint=hint, code="rules")])

    def endless(says: str) -> NoReturn:
        broken(says, "what it waits for never happens")

    def no_move(s: Any, step: str) -> NoReturn:
        name = s.game.names[s.turn]
        broken(f"step '{step}' offers {name} no move", "a move with `otherwise: yes` is there when nothing else is; or ask only players who can choose")  # fmt: skip

    def said(s: Any, piece: int) -> str:
        return str(s.game.pieces.names[piece]) if piece != -1 else "a card that is not there"

    # -- players and keys

    def somebody(seat: int) -> int:
        if seat == -1:
            broken("this is nobody, and a player is needed", "ask first: if leader != nobody")
        return seat

    def of_somebody(values: list[Any], seat: int, nobodys: Any) -> Any:
        return nobodys if seat == -1 else values[seat]

    def known(values: dict[Any, Any], key: Any, name: str) -> Any:
        if key not in values:
            broken(f"there is no {name} of {key}", f"known: {', '.join(map(str, list(values)[:12]))}")
        return key

    def row(table: str, rows: int, number: int) -> int:
        if not 1 <= number <= rows:
            broken(f"the table '{table}' has rows 1 to {rows}, and no {number}")
        return number - 1

    def entry(table: dict[Any, Any], key: Any, name: str) -> Any:
        if key not in table:
            broken(f"the table '{name}' has no '{key}'")
        return table[key]

    def asker(s: Any) -> int:
        return int(s.stack[-1].turn if s.stack else s.turn)

    def deed_named(name: Any) -> Any:
        deed = deeds.get(name)
        if deed is None:
            broken(f"a card names the deed '{name}', which is not there" if name else "a card that does nothing was asked for its deed")  # fmt: skip
        return deed

    # -- numbers

    def divided(a: int, b: int) -> int:
        return a // b if int(b) else broken("this divides by 0", "ask first whether there are any")

    def rest(a: int, b: int) -> int:
        return a % b if int(b) else broken("this divides by 0", "ask first whether there are any")

    def rolled(s: Any, sides: int, chance: Any = None) -> int:
        if sides < 1:
            broken(f"a die has 1 side or more, not {sides}")
        if chance is not None:  # a lot before the game, from the same source as the first shuffle
            return int(chance.randrange(sides)) + 1
        return int(s.roll(sides)) + 1

    # -- places

    def pile(s: Any, name: Any) -> list[int]:
        found = s.piles.get(name)
        if found is None:
            broken(f"there is no '{name}'", "nobody has no zones: ask first whether it is somebody")
        return found  # type: ignore[no-any-return]

    def move(s: Any, piece: int, come: str, to: str, top: bool = False) -> None:
        piles, known = s.piles, s.known
        if s.tell:
            s.tell.step(come)
        try:
            target = piles[to]
            piles[come].remove(piece)
        except (KeyError, ValueError):
            for name in (come, to):
                pile(s, name)
            hint = "ask first whether there is a card" if piece == -1 else ""
            broken(f"{said(s, piece)} is not in {come}, so it cannot be moved from there", hint)
        if top:
            target.insert(0, piece)
        else:
            target.append(piece)
        if known and piece in known:
            known.remove(piece)
        if come in opens and to not in opens:  # everybody sees where it goes
            known.append(piece)
        elif to not in opens:
            if s.held:
                moved_unseen(s, piece, come)
            if known and come in picked:
                known[:] = without(known, piles[come])
        if s.sideways:
            turn_upright(s, (piece,))
        if any(s.seen):
            forget_moved(s, (piece,), come, to)

    def move_all(s: Any, pieces: Sequence[int], come: str, to: str) -> None:
        """Move cards one after another; at once, where nothing is known of them."""
        pieces = [*pieces]
        if s.tell or s.known or s.sideways or s.held or any(s.seen) or (come in opens and to not in opens):
            for piece in pieces:
                move(s, piece, come, to)
            return
        left, target = pile(s, come), pile(s, to)
        for piece in pieces:
            if piece not in left:
                move(s, piece, come, to)
            left.remove(piece)
            target.append(piece)

    def bring(s: Any, piece: int, to: str, top: bool = False) -> None:
        for name, there in s.piles.items():
            if piece in there:
                move(s, piece, name, to, top)
                return
        broken(f"{said(s, piece)} is in no zone, so it cannot be moved", "ask first whether there is a card")

    def lay(s: Any, tiles: Sequence[int], to: str, spaces: Sequence[int] | None) -> None:
        """Lay tiles on spaces of an open grid, all at once; the first one needs none."""
        there = pile(s, to)
        if spaces is None and s.layouts[to]:
            broken(f"tiles lie in {to}, so it must be said where this one lies", "move TILE to … at SPACE")
        spaces = [MIDDLE] if spaces is None else spaces
        if len(tiles) == len(spaces) == 1 and tiles[0] in there and not s.sideways and growing.lay_one(s.layouts[to], s.spaces, tiles[0], spaces[0]):  # fmt: skip
            return
        if len(tiles) != len(spaces):
            broken(f"{len(tiles)} tiles are laid on {len(spaces)} spaces")
        for tile in tiles:
            if tile not in there:
                if tile in s.spaces:
                    lift(s, (tile,))
                bring(s, tile, to)
        turn_upright(s, tiles)
        if taken := growing.lay(s.layouts[to], s.spaces, tiles, spaces):
            other = s.layouts[to].get(taken, -1)
            broken(f"{said(s, other)} lies there already" if other >= 0 else "so far no grid goes", "ask first: my garden at space is nothing")  # fmt: skip

    def lift(s: Any, tiles: Iterable[int] | None = None) -> None:
        """Take tiles, or all, from their spaces before they go elsewhere."""
        lifted = [*s.spaces] if tiles is None else [tile for tile in tiles if tile in s.spaces]
        for layout in s.layouts.values() if lifted else ():
            growing.lay(layout, s.spaces, [tile for tile in lifted if tile in layout.values()], ())

    def forget_moved(s: Any, there: Sequence[int], come: str, to: str, on_top: bool = False) -> None:
        places, shown = s.game.zoned.by_name, to in opens
        a, b = places[come].owner, places[to].owner
        gone = {*there} if shown or on_top or come not in picked else {*there, *s.piles[come]}
        for seat, seen in enumerate(s.seen):
            if seen and (shown or seat not in (a, b)) and not gone.isdisjoint(seen):
                seen[:] = itertools.filterfalse(gone.__contains__, seen)

    def forget(s: Any, pieces: Iterable[int]) -> None:
        for known in (s.known, *s.seen):
            if known:
                known[:] = itertools.filterfalse({*pieces}.__contains__, known)

    def draw(s: Any, come: str, to: str, number: int) -> list[int]:
        piles = s.piles
        if come not in piles or to not in piles:
            pile(s, come)
            pile(s, to)
        left = piles[come]
        there = left[: int(number)] if number > 0 else []
        if there:
            if s.tell:
                s.tell.step(come)
            del left[: len(there)]
            piles[to] += there
            if s.sideways:
                turn_upright(s, there)
            if not left and (s.known or any(s.seen)) and s.game.zoned.by_name[to].zone.seen_by == "nobody":
                s.known.extend(there if come in opens else ())
                return there  # a whole pile: what is known of its cards is known of them where they lie now
            if s.known and come in openly and not {*there}.isdisjoint(s.known):
                s.known[:] = without(s.known, there)
            if come in opens and to not in opens:  # everybody sees where they go
                s.known.extend(there)
            elif s.known and to not in opens and come in openly and s.game.zoned.by_name[come].owner >= 0:
                s.known[:] = without(s.known, left)  # what leaves a hand may be any of it
            for seen in s.seen:
                if seen and (there[0] in seen or len(there) > 1 or s.game.zoned.by_name[come].owner >= 0):
                    forget_moved(s, there, come, to, on_top=s.game.zoned.by_name[come].owner < 0)
                    break
        return there

    def draw_renewed(s: Any, come: str, to: str, number: int) -> list[int]:
        drawn = draw(s, come, to, number)
        source = s.game.renewed.get(come)
        while len(drawn) < number and source and s.piles[source]:
            for piece in s.piles[source][:]:
                s.move(piece, source, come)
            shuffle(s, come)
            drawn += draw(s, come, to, number - len(drawn))
        return drawn

    def deal(s: Any, come: str, zone: str, number: int) -> None:
        chips = come in s.chips
        if (
            not (chips or s.known or s.sideways or any(s.seen))
            and s.game.zoned.by_name[come].zone.seen_by == "nobody"
        ):
            places, cards = s.game.places(zone), pile(s, come)
            if len(cards) >= number * len(places):  # at once: nobody knows any of them
                for n, place in enumerate(places):
                    s.piles[place.name].extend(cards[n * number : (n + 1) * number])
                del cards[: number * len(places)]
                return
        for place in s.game.places(zone):
            there = s.chips[come] if chips else len(pile(s, come))
            if there < number:
                broken(f"{come} holds {there}, {int(number)} are to be dealt to {place.name}", "deal fewer, or print more")  # fmt: skip
            if chips:
                s.pay(come, place.name, number)
            else:
                s.draw(come, place.name, number)

    def pay(s: Any, come: str, to: str, number: int, credit: bool = False) -> int:
        for name in (come, to):
            if name not in s.chips:
                broken(f"there is no '{name}'", "nobody has no zones: ask first whether it is somebody")
        if credit:
            s.chips[come] -= number
            s.chips[to] += number
            return int(number)
        return int(s.pay(come, to, max(int(number), 0)))

    def shuffle(s: Any, name: str) -> None:
        there = pile(s, name)
        if s.known or any(s.seen):
            shuffled_in(s, name, there)
        s.shuffle(there, first_on_top=True)
        forget(s, there)

    def gather(s: Any, to: str, zones: tuple[str, ...]) -> None:
        target = pile(s, to)
        places = s.game.zoned.by_name
        for name, there in s.piles.items():
            if name != to and name not in s.spots and (not zones or places[name].zone.name in zones):
                target.extend(there)
                there.clear()
        target.sort()
        turn_upright(s, target)
        forget(s, target)

    def swap(s: Any, one: str, two: str) -> None:
        places, a, b = s.game.zoned.by_name, pile(s, one), pile(s, two)
        owners = (places[one].owner, places[two].owner)
        for seat, seen in enumerate(s.seen):
            if seat in owners:
                seen.extend(p for p in (b if seat == owners[1] else a) if p not in seen)
        a[:], b[:] = b[:], a[:]
        turn_upright(s, (*a, *b))

    def pass_each(s: Any, zone: str, by: int, seats: Sequence[int]) -> None:
        there = s.game.places(zone)
        places = [there[seat] for seat in seats]
        hands = [s.piles[place.name][:] for place in places]
        for n, (place, hand) in enumerate(zip(places, hands, strict=True)):
            s.piles[places[(n + by) % len(places)].name][:] = hand
            turn_upright(s, hand)
            if s.seen and place.zone.seen_by == "owner":  # who passed them knows them
                seen = s.seen[place.owner]
                seen.extend(p for p in hand if p not in seen)

    def show(s: Any, pieces: Iterable[int], seat: int) -> None:
        seen, open_to_all = s.seen[seat], {-1}.union(*(s.piles[name] for name in opens))
        seen.extend(p for p in pieces if p not in seen and p not in open_to_all)

    def turn_sideways(s: Any, pieces: Iterable[int]) -> None:
        for piece in pieces:
            if piece == -1:
                broken("no card is there to be turned", "ask first whether there is a card")
            if piece not in s.sideways:
                s.sideways.append(piece)

    def turn_by(s: Any, pieces: Iterable[int], by: int, sides: int = 4) -> None:
        for piece in list(pieces):
            if piece == -1:
                broken("no tile is there to be turned", "ask first whether there is one")
            lies = (s.sideways.count(piece) + int(by)) % sides
            turn_upright(s, (piece,))
            s.sideways += [piece] * lies

    def turn_upright(s: Any, pieces: Collection[int]) -> None:
        if s.sideways:
            s.sideways[:] = without(s.sideways, pieces)

    def roll_all(s: Any, name: str, sides: int) -> None:
        s.dice[name] = [int(s.roll(sides)) + 1 for _ in s.dice[name]]

    def ask(s: Any, phase: Any, seats: Iterable[int], *about: Any) -> bool:
        seats = tuple(seats)
        if -1 in seats:
            broken("nobody is asked", "ask first whether it is somebody")
        if seats:
            s.ask(phase, seats[0], (seats[1:], *about))
        return bool(seats)

    def decide(s: Any, seats: Sequence[int]) -> bool:
        """Let several decide one after another; `about` has those who follow, and whose turn it is."""
        if not seats:
            return False
        if -1 in seats:
            broken("nobody is asked", "ask first whether it is somebody")
        s.about, s.turn = (tuple(seats[1:]), s.turn), seats[0]
        return True

    # -- words

    def called(s: Any, name: str) -> str:
        pile(s, name)
        return str(s.game.place_names[name])

    def piece_said(s: Any, piece: int) -> str:
        return str(s.game.pieces.names[piece]) if piece != -1 else "nothing"

    def seat_said(s: Any, seat: int) -> str:
        return str(s.game.word(s, "seat", seat))

    def seats_said(s: Any, seats: Iterable[int]) -> str:
        names = [seat_said(s, seat) for seat in seats]
        return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]])) or "nobody"

    def so_many(number: int, one: str, many: str = "") -> str:
        return f"{number} {one if number == 1 else many or one + 's'}"

    def signed(number: int) -> str:
        return f"{number:+}"

    def joined(words: Iterable[Any]) -> str:
        return ", ".join(map(str, words))

    def fraction(a: int, b: int) -> float:
        return a / b if b else float(broken("this divides by 0", "ask first whether there are any"))

    def row_said(s: Any, table: str, value: Any) -> str:
        return str(s.game.word(s, f"row_of_{table}_", value))

    class Ways(dict[str, int]):
        def __missing__(self, word: str) -> int:
            return int(broken(f"'{word}' is no direction", "north, east, south or west; N, E, S or W"))

    deeds: dict[str, Callable[..., Any]] = {}
    opens: set[str] = set()  # the places that all see
    openly: set[str] = set()  # those with cards that all may have seen going there
    picked: set[str] = (
        set()
    )  # those from which somebody picks: what leaves them unseen may be any card that one knew there
    here = {name: one for name, one in locals().items() if name not in ("file", "shown")}
    here |= {"WRONG": (KeyError, ValueError), "AFTER": {}, "EMPTY": {}, "Choices": Choices}
    here |= {"WAYS": Ways(WAYS), "OPPOSITE": OPPOSITE, "WAY": WAY}
    return {**here, **PLAIN, **growing.OF_SPACES, "__builtins__": BUILTINS, "OVER": OVER, "Refusal": Refusal}


# -- over lists


def span(first: int, last: int) -> range:
    """Return the numbers from one to another, at most 1,000."""
    return range(int(first), min(int(last), int(first) + MOST) + 1)


def otherwise(a: Any, b: Any) -> Any:
    """Return the first that is there: neither nobody, nor nothing."""
    return b if a is None or a is BLANK or (type(a) is int and a == -1) else a


def entry_of(items: Sequence[Any]) -> Callable[[int], Any]:
    """Return what gives an entry of a list, counted from 0."""
    return items.__getitem__


class OfTwoCards(dict[int, list[Any]]):
    """What two cards alone decide: a row for each card, worked out when somebody asks for it; the last entry is of no card."""

    def __init__(self, of: Callable[[int, int], Any], cards: int) -> None:
        self.of, self.cards = of, cards

    def __missing__(self, one: int) -> list[Any]:
        row = self[one] = [self.of(one, other) for other in (*range(self.cards - 1), -1)]
        return row


def nth(items: Sequence[Any], number: int, none: Any) -> Any:
    """Return an entry, counted from 1."""
    return items[number - 1] if 1 <= number <= len(items) else none


def end_of(items: Sequence[Any], end: int, none: Any) -> Any:
    return items[end] if items else none


def last_of(items: Sequence[Any], number: int) -> Sequence[Any]:
    return items[max(0, len(items) - max(0, int(number))) :]


def lying(pieces: Sequence[int], one: Sequence[int], other: Sequence[int] = ()) -> list[int]:
    """Return those of some cards that lie in a zone, or in another."""
    return [*filter({*one, *other}.__contains__, pieces)] if pieces else []


def without(pieces: Sequence[int], others: Collection[int]) -> list[int]:
    """Return those of some cards that are not among others."""
    return [*itertools.filterfalse({*others}.__contains__, pieces)] if others else [*pieces]


def place_in(one: Any, items: Sequence[Any]) -> int:
    """Return where something is in a list, counted from 1; 0 if it is not."""
    try:
        return items.index(one) + 1
    except ValueError:
        return 0


def longest_run(values: Iterable[int]) -> int:
    there, best = set(map(int, values)), 0
    for value in there:
        if value - 1 not in there:
            end = value
            while end in there:
                end += 1
            best = max(best, end - value)
    return best


def alike(values: Iterable[Any]) -> list[int]:
    """Return how many there are of each, most first."""
    return sorted(Counter(values).values(), reverse=True)


def covers(there: Iterable[Any], wanted: Iterable[Any]) -> bool:
    """Return whether all that is wanted is there, each as often."""
    left = list(there)
    for one in wanted:
        if one not in left:
            return False
        left.remove(one)
    return True


def all_alike(values: list[Any]) -> bool:
    return len(set(values)) < 2


def all_different(values: list[Any]) -> bool:
    return len(set(values)) == len(values)


def is_run(values: list[int]) -> bool:
    """Return whether they follow one another, each once."""
    return bool(values) and longest_run(values) == len(values)


def flat(lists: Iterable[Sequence[Any]]) -> list[Any]:
    """Return the entries of several lists one after another."""
    return [*itertools.chain.from_iterable(lists)]


def combos(items: Sequence[Any], least: int, most: int | None = None) -> list[tuple[Any, ...]]:
    """Return every set of so many, at most 5,000 of each number."""
    numbers = range(max(0, least), min(len(items), least if most is None else most) + 1)
    return [one for k in numbers for one in itertools.islice(itertools.combinations(items, k), SETS)]


PLAIN = {
    one.__name__: one
    for one in (
        *(span, otherwise, entry_of, OfTwoCards, nth, end_of, last_of, lying, without, place_in, longest_run),
        *(in_a_row, covers, alike, all_alike, all_different, is_run, combos, reach),
        *(itertools.filterfalse, flat, groups, grouped, along, matches, open_ends, turned, ways),
    )
}
