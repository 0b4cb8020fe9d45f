"""A game made of a rules.yaml: the classes of the engine, filled with compiled steps."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property, lru_cache, partial
from operator import eq
from pathlib import Path
from typing import Any, ClassVar

from cardgen.base.errors import Location, did_you_mean
from cardgen.base.files import shipped
from cardgen.base.packages import loaded
from cardgen.engine import HIDDEN, OVER, Given, Phase, Piles, PilesTable, reading, spaces, winners_first
from cardgen.engine.choices import Bot
from cardgen.engine.fields import begins, each
from cardgen.engine.phase import Phrase
from cardgen.engine.sharing import shared_out
from cardgen.engine.zones import ZonePlace
from cardgen.model import Component, Kit
from cardgen.ruledata import growing
from cardgen.ruledata.acting import calls_in
from cardgen.ruledata.blind import blinded, lean, nobody_looks
from cardgen.ruledata.helpers import helpers
from cardgen.ruledata.kept import compiled
from cardgen.ruledata.kinds import VEILED
from cardgen.ruledata.module import Module
from cardgen.ruledata.nodes import names_in
from cardgen.ruledata.outline import NoteLines, Outline, ZoneLines
from cardgen.ruledata.remembering import Spot, age_of, blank, remembered, shared_in_order
from cardgen.ruledata.thinking import Looker, Thinker
from cardgen.source.effects.deeds import called, written_deeds


class DataTable(PilesTable):
    """Piles, chips, spots and dice; `seen` are hidden pieces that were shown to a seat.

    `sideways` has a card that is turned once for each quarter, a hexagon for each sixth. `cardgen.ruledata.remembering`
    says what the rest is.
    """

    unsaid: ClassVar[tuple[str, ...]] = (
        *PilesTable.unsaid, "seen", "dice", "sideways", "shuffles", "since", "since_own", "held", "waits",
    )  # fmt: skip

    seen: list[list[int]] = each()
    sideways: list[int]
    shuffles: int = 0
    since: dict[int, int]
    since_own: list[dict[int, int]] = each()
    held: dict[int, int]
    waits: dict[str, list[int]]
    dice: dict[str, list[int]] = begins(
        lambda game: {name: [1] * many for name, (many, _) in game.dice.items()}
    )

    def move(self, piece: int, come: str, to: str) -> None:
        """Move a piece to the end of another pile, where it lies upright."""
        super().move(piece, come, to)
        while piece in self.sideways:
            self.sideways.remove(piece)

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.game, self.to_dict())


def restored(game: Any, data: Mapping[str, Any]) -> Any:
    return game.state.from_dict(game, data)


class DataGame(Piles[DataTable]):
    """Any game whose rules are data."""

    outline: ClassVar[Outline]
    rules_path: ClassVar[Path]
    written_at: ClassVar[Location]
    met: ClassVar[Callable[[int, Any], bool] | None] = (
        None  # counts what moves need, where somebody wants to know
    )
    is_blind: ClassVar[bool] = False  # whether it is for tables at which nobody looks
    again: ClassVar[Any]  # what reads it again where it was pickled
    blind_kind: ClassVar[Any]
    module: Module

    def __reduce__(self) -> tuple[Any, ...]:
        return self.again, (*self._made_from()[1:], self.kit if self.kit.made_here else None, self.rules_path)

    def prepare(self) -> None:
        self.module = module = compiled(type(self), self.kit, self.players, self.options)
        self.options.read |= module.options.read  # when it was compiled, and written in as what they are
        self.rules_hash = module.hash
        path = self.outline.file
        env = {**helpers(str(path.path), path.shown), **module.env, **self._constants()}
        env["met"] = type(self).met
        env |= lean(env) if self.is_blind else {}
        phases = []
        for made in module.made:
            where = Location(path.shown, made.line)
            body = {
                "__module__": type(self).__module__,
                "name": made.name,
                "rule": made.rule,
                "bare": made.bare,
                "written_at": where,
            }
            shorter = {name: at for name, phrase in made.phrases.items() if (at := _shortened(phrase)) >= 0}
            read = {"read": _reading_also(made.also, shorter)} if made.also or shorter else {}
            said = {**body, **read, "phrases": _Phrases(made.phrases), "secret": made.secret}
            kind = type(_class_name(made.ident), (Phase,), said)
            phase = env[f"PH_{made.ident}"] = kind()
            phases.append((phase, made.ident))
        env["opens"].update(
            place.name for place in self.zoned.of_pieces if self.is_blind or place.zone.seen_by == "all"
        )
        env["openly"].update(
            place.name for place in self.zoned.of_pieces if place.zone.name.partition(" ")[0] in module.openly
        )
        env["picked"].update(
            place.name
            for place in self.zoned.of_pieces
            if place.owner >= 0 or place.zone.name.partition(" ")[0] in module.picked
        )
        for code in module.code:
            exec(code, env)
        for phase, ident in phases:
            for method, what in (("moves", "moves"), ("play", "play"), ("why_not", "why")):
                setattr(type(phase), method, env.get(f"{what}_{ident}", nobody_looks))
            type(phase).pick = env.get(f"pick_{ident}")
        env["AFTER"].update({phase.name: env[f"after_{ident}"] for phase, ident in phases})
        for name, deed in self.outline.deeds.items():
            if not deed.arguments:
                env["deeds"][name] = env[f"d_{name}"]
        for written in written_deeds(self.kit):
            if (named := called(written)) and named.given and named.name in self.outline.deeds:
                env["deeds"][written] = _given(
                    env[f"d_{named.name}"], named.given, named.name in module.circling
                )
        for name in module.deed_fields:
            deeds, named_one = env["deeds"], env["deed_named"]
            env[f"D_{name}"] = [
                [deeds.get(one) or partial(_missing, named_one, one) for one in there]
                for there in env[f"F_{name}"][:-1]
            ]
        self.phases = tuple(phase for phase, _ in phases)  # type: ignore[misc]
        self._phase_by_name = {phase.name: phase for phase in (*self.phases, OVER)}
        self.turn_rule = self.outline.words.get("turn rule", (self.phases[0].rule, 0))[0]  # type: ignore[misc]
        self._who = {phase.name: env[f"who_{ident}"] for phase, ident in phases if f"who_{ident}" in env}
        self._env = env

    @cached_property
    def blind(self) -> DataGame:
        """The same rules at tables at which nobody looks."""
        if self.is_blind or type(self).met:
            return self
        kind = type(self)
        if "blind_kind" not in vars(kind):
            kind.blind_kind = blinded(kind)
        table: DataGame = kind.blind_kind(self.kit, self.players, self.options, self.names)
        table.rules_hash = self.rules_hash
        return table

    def _constants(self) -> dict[str, Any]:
        """Return what compiled rules know of the table: fields of cards, names of places, who sits where."""
        cards, found = self.pieces.cards, dict[str, Any]()
        for name in self.module.used_fields:
            none = _none(self.module.fields[name])
            found[f"F_{name}"] = (*(_field(card, name, none) for card in cards), none)
        for name in self.module.used_fields:
            found[f"G_{name}"] = list(found[f"F_{name}"]).__getitem__  # that of a list is quick
        for name in self.module.used_sets:
            sets: dict[Any, set[int]] = {}
            for piece, value in enumerate(found[f"F_{name}"][:-1]):
                sets.setdefault(value, set()).add(piece)
            found[f"E_{name}"] = _Having({value: frozenset(there).__contains__ for value, there in ({"": ()} | sets).items()})  # fmt: skip
        for zone in self.outline.zones.values():
            if zone.of == "seat":
                found[f"P_{zone.name}"] = (
                    *(f"{zone.name} {name}" for name in self.names),
                    zone.name if zone.get("shared") else f"{zone.name} of nobody",
                )
            elif zone.of == "keys":
                found[f"P_{zone.name}"] = _Keys(zone.name, zone.keys)
        pieces = {name: [*(frozenset(own) for own in self._own(name)), frozenset()] for name in self.pieces.ranges}  # fmt: skip
        owner = {
            piece: seat
            for name in self._owned
            for seat, own in enumerate(self._own(name)[: self.players])
            for piece in own
        }
        copies = {card.id: card.count for part in self.kit.components for card in part.cards}
        return {**found, "PIECES": pieces, "OWNER": owner, "COPIES": copies}

    def _own(self, component: str) -> list[list[int]]:
        """Return the pieces of each player of a component: those of one design each."""
        pieces, found = list(self.pieces.ranges[component]), list[list[int]]()
        for card in self.kit.component(component).cards:
            found.append(pieces[: card.count])
            pieces = pieces[card.count :]
        return found[: self.players]

    @cached_property
    def _owned(self) -> tuple[str, ...]:
        """The components that begin at each player's, one design for each, several copies of it."""
        return tuple(
            zone.begins
            for zone in self.layout
            if zone.of == "seat" and zone.begins and zone.holds == "pieces" and zone.lies != "track"
            and len(self.kit.component(zone.begins).cards) >= self.players
        )  # fmt: skip

    @cached_property
    def begun(self) -> Mapping[str, list[int]]:
        """What lies in each pile before anything is dealt; of pieces of a player everybody gets their own."""
        found = {name: pieces[:] for name, pieces in super().begun.items()}
        shared = [lines for lines in self.outline.zones.values() if lines.part is not None]
        for component in dict.fromkeys(lines.get("begins") for lines in shared):
            pieces = list(self.pieces.ranges[component])
            for lines in shared:
                if lines.get("begins") == component:
                    fits = self._env[f"begins_{lines.name}"]
                    found[lines.name] = [piece for piece in pieces if fits(None, piece)]
                    pieces = [piece for piece in pieces if piece not in found[lines.name]]
            found["box"] = [*found.get("box", ()), *pieces]
        for zone in self.layout:
            if zone.of == "seat" and zone.begins in self._owned:
                own = self._own(zone.begins)
                for place in self.places(zone.name):
                    found[place.name] = own[place.owner][:]
                taken = {piece for pieces in own for piece in pieces}
                left = [piece for piece in self.pieces.ranges[zone.begins] if piece not in taken]
                box = [
                    piece for piece in found.get("box", []) if piece not in self.pieces.ranges[zone.begins]
                ]
                if box or left:
                    found["box"] = box + left
                else:
                    found.pop("box", None)
        return found

    def components(self, kit: Kit) -> Iterable[Component]:
        """Return those that begin in some zone, and those that are laid out."""
        found = [*super().components(kit)]
        held = dict.fromkeys(zone.get("holds") for zone in self.outline.laid_out.values())
        return [*found, *(part for part in map(kit.component, filter(None, held)) if part not in found)]

    # -- what is laid out where somebody looks

    def zones(self, s: DataTable) -> dict[str, list[int]]:
        """Return the piles, and what is laid out: that is worked out again where what it follows from has changed."""
        if not self.outline.laid_out:
            return s.piles
        piles, notes = self.laid_by
        asked = [s.piles[name][:] for name in piles], [copy(getattr(s, name)) for name in notes]
        if asked != self._looked[0]:
            self._looked = asked, *self._lay_out(s)
        found = {**s.piles, **self._looked[1]}
        for name, pile in self._looked[2].items():
            found[name], found[pile] = [piece for piece in s.piles[pile] if piece != HIDDEN], []
        found["box"] = [*s.piles.get("box", ()), *self._looked[1]["box"]]
        return found

    _looked: tuple[Any, dict[str, list[int]], dict[str, str]] = None, {}, {}

    @cached_property
    def laid_by(self) -> tuple[list[str], list[str]]:
        """The piles and the notes from which it follows what is laid out."""
        names, left = set[str](), [zone.laid_out for zone in self.outline.laid_out.values()]
        while left:
            node = left.pop()
            new = {*calls_in(node), *names_in(node, owned=True)} - names
            names |= new
            left += [self.outline.values[name].value for name in new if name in self.outline.values]
        piles = [p.name for p in self.zoned.of_pieces if p.zone.name.partition(" ")[0] in names]
        return piles, [name for name in self.outline.notes if name in names]

    def _lay_out(self, s: DataTable) -> tuple[dict[str, list[int]], dict[str, str]]:
        """Return the copies that are laid out, with those in the box, and which piles lie elsewhere than the rules have them."""
        begun = {piece for pile in self.begun.values() for piece in pile}
        copies, taken = dict[str, list[int]](), set[int]()
        for piece, card in enumerate(self.pieces.cards):
            if piece not in begun:
                copies.setdefault(card.id, []).append(piece)
        found, moved = dict[str, list[int]](), dict[str, str]()
        for zone in self.outline.laid_out.values():
            of, keys = self._env[f"laid_{zone.name}"], self._laid_keys(zone)
            for number, (name, key) in enumerate(keys.items()):
                there, found[name] = of(s, key), []
                if pile := next((pile for pile, lying in s.piles.items() if lying is there), ""):
                    moved[name] = pile
                    continue
                for one in sorted(there):
                    own = copies.get(one, [])
                    first = number * len(own) // len(keys)  # who has which copy is the same for all who look
                    left = [piece for piece in own[first:] + own[:first] if piece not in taken]
                    found[name] += left[:1]
                    taken.update(left[:1])
        found["box"] = [piece for own in copies.values() for piece in own if piece not in taken]
        return found, moved

    def _laid_keys(self, zone: ZoneLines) -> dict[str, Any]:
        """Return the names of a zone that is laid out, with its owner or key."""
        if zone.of == "seat":
            return {f"{zone.name} {name}": seat for seat, name in enumerate(self.names)}
        return {f"{zone.name} {key}".strip(): key for key in zone.keys or ("",)}

    def places(self, zone: str) -> Sequence[ZonePlace]:
        """Return the place of a zone, or that of each seat; a shared one beside those of the seats is no seat's."""
        found = super().places(zone)
        return [place for place in found if place.owner >= 0] or found

    @cached_property
    def place_names(self) -> Mapping[str, str]:
        """What each zone is called in sentences."""
        found = {}
        for name, place in self.zoned.by_name.items():
            zone = self.outline.zones.get(place.zone.name)
            said = zone.get("shared") if zone and place.owner < 0 else ""
            owner = self.names[place.owner] if place.owner >= 0 else ""
            found[name] = said or (zone.get("called") if zone else "").replace("{owner}", owner) or name
        return found

    @cached_property
    def _nobody(self) -> str:
        """What nobody is called: as what is shared."""
        return next((said for zone in self.outline.zones.values() if (said := zone.get("shared"))), "nobody")

    @cached_property
    def dice(self) -> Mapping[str, tuple[int, int]]:
        """How many dice lie at each place, and their sides."""
        found: dict[str, tuple[int, int]] = {}
        for zone in self.outline.zones.values():
            if zone.dice:
                names = (
                    [f"{zone.name} {name}" for name in self.names] if zone.of == "seat"
                    else [f"{zone.name} {key}" for key in zone.keys] or [zone.name]
                )  # fmt: skip
                found |= dict.fromkeys(names, (zone.dice, zone.sides))
        return found

    @cached_property
    def renewed(self) -> Mapping[str, str]:
        """The pile from which each pile is renewed."""
        found = {}
        for zone in self.outline.zones.values():
            if source := zone.get("renewed_from"):
                own = self.outline.zones[source].of == "seat"
                for place in self.places(zone.name):
                    owner = self.names[place.owner] if place.owner >= 0 and own else ""
                    found[place.name] = f"{source} {owner}".strip()
        return found

    # -- open grids

    def is_open(self, place: ZonePlace) -> bool:
        """Return whether a place is a grid without edges."""
        zone = self.outline.zones.get(place.zone.name)
        return zone is not None and zone.open

    def _layout(self, s: Any, zone: str, seat: int) -> tuple[str, dict[int, int]]:
        """Return the name and the tiles of an open grid: that of a player, or the one of all."""
        name = next(place.name for place in self._places[zone] if place.owner in (seat, -1))
        return name, s.layouts[name]

    def space_said(self, s: Any, zone: str, space: int, moved: Collection[int] = ()) -> str:
        """Return the words for a space of an open grid, such as `north of C31`."""
        return spaces.space_said(self._layout(s, zone, s.turn)[1], space, self.pieces.names, moved)

    def _space_read(self, s: Any, zone: str, words: str) -> int:
        step, tile = spaces.space_read(words)
        name, layout = self._layout(s, zone, s.turn)
        if (piece := self.pieces.find(tile)) not in layout.values():
            raise ValueError(f"{tile} does not lie in {self.place_names[name]}")
        return int(s.spaces[piece]) + step

    def handle(self, state: Any, field: str, value: Any) -> str:
        """Return what one points at to mean a value in a move: a place of its grid for a space, the zone for whose zone it is."""
        if field.startswith("space_"):
            x, y = spaces.place_in_grid(value)
            return f"c:{self._layout(state, field[6:-1], state.turn)[0]}:{x},{y}"
        if found := re.fullmatch(r"zone_(\w+)_", field):
            return f"z:{found[1]} {self.names[value]}" if value >= 0 else f"z:{found[1]}"
        return super().handle(state, field, value)

    def cells(self, s: DataTable) -> dict[int, tuple[int, int]]:
        lying: dict[int, int] = getattr(s, "spaces", {})
        return super().cells(s) | {tile: spaces.place_in_grid(space) for tile, space in lying.items()}

    def lay_given(self, s: DataTable, entry: Given, *at: str) -> list[int]:
        """Return the pieces that are given for a pile; those of an open grid are drawn in rows."""
        place = self.zoned.by_name[" ".join(at)]
        if not self.is_open(place):
            return super().lay_given(s, entry, *at)
        tiles = spaces.read_drawn(entry.text(*at))
        pieces = [entry.piece(tile, *at) for tile in tiles.values()]
        growing.lay(s.layouts[place.name], s.spaces, pieces, [*tiles])  # type: ignore[attr-defined]
        return pieces

    # -- play

    def empty(self) -> DataTable:
        """Return the table before set-up: chips that each player begins with, and notes that follow from the table, are there."""
        s = super().empty()
        s.chips.update(self._stakes)
        if first := self._env.get("before_set_up"):
            first(s)
        return s

    @cached_property
    def _stakes(self) -> Mapping[str, int]:
        """How many chips each player begins with."""
        s, own = super().empty(), [zone.name for zone in self.outline.zones.values() if zone.heap is not None]
        return {place.name: int(self._env[f"heap_{name}"](s, place.owner)) for name in own for place in self.places(name)}  # fmt: skip

    def _set_up(self, s: DataTable, chance: random.Random) -> None:
        """Do what rules.yaml says of it, and begin the first step."""
        for name, (_, sides) in self.dice.items():
            s.dice[name] = [s.roll(sides) + 1 for _ in s.dice[name]]
        if "set_up" in self._env:
            self._env["set_up"](s, chance)
        if s.phase is self.phases[0] and not (s.stack or s.about):
            self._env[f"enter_{self.module.turn[0].ident}"](s)

    def opened(self, s: DataTable) -> None:
        """Tell what set-up has done."""
        if "opening" in self._env:
            self._env["opening"](s)

    def rounds(self, s: DataTable) -> int:
        """Return how many rounds have been begun: the note `round`, if the rules count them."""
        return int(s.round) if "round" in self.outline.notes else super().rounds(s)  # type: ignore[attr-defined]

    def picture(self, s: DataTable) -> str:
        lines = [self._env[f"line_{n}"](s, s.turn) for n in range(len(self.outline.lists.get("picture", ())))]
        for name, layout in getattr(s, "layouts", {}).items() if not lines else ():
            lines.append(f"{self.place_names[name]}\n{spaces.drawn(layout, self.pieces.names)}")
        return "\n".join(line.rstrip() for line in lines if line)

    def scores(self, s: DataTable) -> list[int]:
        of = self._env["score_of"]
        return [int(of(s, seat)) for seat in range(self.players)]

    def known_endings(self) -> int:
        return len(set(re.findall(r"s\.ending = ([^;\n]+)", self.module.source)))

    def score_parts(self, s: DataTable) -> dict[str, list[float]]:
        """Return what the sum is made of that `score` is; nothing where it is no sum."""
        return {
            name: self._each(f"score_part_{number}", s)
            for number, name in enumerate(self.outline.score_parts)
        }

    def standing(self, s: DataTable) -> list[float]:
        standing = self._each("standing_of" if "standing_of" in self._env else "score_of", s)
        return winners_first(standing, self.winners(s)) if s.phase is OVER else standing

    def aims(self, s: DataTable) -> list[float]:
        """Return what each seat tries to get more of."""
        return self._each("aims_of", s) if "aims_of" in self._env else self.standing(s)

    def _each(self, what: str, s: DataTable) -> list[float]:
        of = self._env[what]
        return [float(of(s, seat)) for seat in range(self.players)]

    def winners(self, s: DataTable) -> tuple[int, ...]:
        """Return the winning seats, as `wins`, `ties`, `teams` and `everybody` say."""
        env = self._env
        if "wins_if" in env or "loses_if" in env:
            won = env["wins_if"](s, s.turn) if "wins_if" in env else not env["loses_if"](s, s.turn)
            lost = "loses_if" in env and env["loses_if"](s, s.turn)
            return tuple(range(self.players)) if won and not lost else ()
        if won := env.get("has_won"):
            return tuple(seat for seat in range(self.players) if won(s, seat))
        scores = self.scores(s)
        sides = self.sides(s)
        keys = [env["wins_of"](s, seat, scores[seat]) if "wins_of" in env else (scores[seat],) for seat in range(self.players)]  # fmt: skip
        of_side = [max(keys[seat] for seat in side) if len(side) == 1 or "wins_of" in env else (sum(scores[seat] for seat in side),) for side in sides]  # fmt: skip
        best = max(of_side)
        winning = tuple(sorted(seat for side, key in zip(sides, of_side, strict=True) if key == best for seat in side))  # fmt: skip
        if self.ties == "nobody" and len(winning) > 1:
            return ()
        if self.ties == "shared" or len([key for key in of_side if key == best]) == 1:
            return winning
        return winning[:1] if self.ties == "first" else winning[-1:]

    def sides(self, s: DataTable) -> list[tuple[int, ...]]:
        """Return who wins together."""
        if "team_of" in self._env:
            found: dict[Any, list[int]] = {}
            for seat in range(self.players):
                found.setdefault(self._env["team_of"](s, seat), []).append(seat)
            return [tuple(side) for side in found.values()]
        if self.outline.words.get("teams", ("", 0))[0] == "opposite" and self.players % 2 == 0:
            half = self.players // 2
            return [(seat, seat + half) for seat in range(half)]
        if self.outline.everybody:
            return [tuple(range(self.players))]
        return super().sides(s)

    # -- who sees what

    def known(self, s: DataTable, seat: int) -> set[int]:
        """Return the pieces whose place a seat knows without seeing them."""
        known = {*s.known, *s.seen[seat]}
        for name, shown, me in self._shown:
            if shown(s, seat, me):
                known.update(s.piles[name])
        return known

    @cached_property
    def _shown(self) -> list[tuple[str, Any, Any]]:
        """Each pile that some see besides: its name, the condition, and whose it is, or its key."""
        found: list[tuple[str, Any, Any]] = []
        for zone in self.outline.zones.values():
            if zone.shown_to is not None:
                shown = self._env[f"shown_{zone.name}"]
                if zone.of == "keys":
                    found += [(f"{zone.name} {key}", shown, key) for key in zone.keys]
                else:
                    found += [(place.name, shown, place.owner) for place in self.places(zone.name)]
        return found

    def view(self, s: DataTable, seat: int) -> DataTable:
        """Return what a seat sees: hidden cards, secret notes, hidden dice and what others were shown are blanked."""
        v = super().view(s, seat)
        step = self.outline.steps.get(v.phase.name)
        if step and step.unseen and v.turn != seat:
            v.answered()
        if s.held:
            blank(v, s, [place.name for place in self.zoned.unseen[seat]])
        for other, seen in enumerate(v.seen):
            if other != seat:
                seen.clear()
                v.since_own[other].clear()
        for note in self._secrets if s.phase is not OVER else ():
            value, unset, can = getattr(v, note.name), note.first, self._env[f"secret_{note.name}"]
            if isinstance(value, list):
                value[:] = [x if n == seat or x == unset or not can(s, n) else VEILED[note.kind] for n, x in enumerate(value)]  # fmt: skip
        for name in self._hidden_dice[seat]:
            v.dice[name] = [0] * len(v.dice[name])
        return v

    def public(self, s: DataTable) -> DataTable:
        """Return what a spectator sees: nothing of what players were shown, even where each was, for none knows what the others saw."""
        if any(s.seen):
            s = s.copy()
            for seen in s.seen:
                seen.clear()
        if any(s.since_own):
            s = s.copy()
            for since in s.since_own:
                since.clear()
        return super().public(s)

    def turned(self, state: Any) -> Collection[int]:
        """Return the cards that lie sideways, and tiles that are turned: once for each quarter or sixth."""
        found: list[int] = state.sideways
        return found

    def deeds(self) -> tuple[str, ...]:
        """Return what some `tell … as` names, that is what must happen in some game."""
        return self.module.did

    @cached_property
    def hands(self) -> Sequence[str]:
        """The piles of players that not all see."""
        return [
            place.name for place in self.zoned.of_pieces if place.owner >= 0 and place.zone.seen_by != "all"
        ]

    def parts(self) -> Mapping[str, Collection[int]]:
        """Return the cards that begin in each zone with a part of a component."""
        return {
            zone.name: self.begun[zone.name] for zone in self.outline.zones.values() if zone.part is not None
        }

    @cached_property
    def _hidden_dice(self) -> list[list[str]]:
        hidden = [zone for zone in self.outline.zones.values() if zone.dice and zone.of == "seat" and zone.seen_by != "all"]  # fmt: skip
        return [
            [
                f"{zone.name} {name}" for zone in hidden for n, name in enumerate(self.names)
                if zone.seen_by == "nobody" or (n != seat) == (zone.seen_by == "owner")
            ]
            for seat in range(self.players)
        ]  # fmt: skip

    @cached_property
    def _secrets(self) -> list[NoteLines]:
        return [note for note in self.outline.notes.values() if note.secret is not None and note.name not in self.module.open_notes]  # fmt: skip

    def sample_world(self, view: DataTable, rng: random.Random) -> DataTable:
        """Return one full table that agrees with a view: cards, secrets and dice where they can be, and as is `possible`."""
        limited = [z for z in self.outline.zones.values() if z.only is not None or z.get("holds")]
        world = self._laid(view, rng) if limited or view.waits else super().sample_world(view, rng)
        for name, faces in world.dice.items():
            if 0 in faces:
                world.dice[name] = [rng.randint(1, self.dice[name][1]) for _ in faces]
        possible = self._env.get("possible") if view.phase is not OVER else None
        for _ in range(_TRIES):
            self._imagine(world, view, rng)
            if possible is None or possible(world, view.viewer):
                break
        return world

    def _imagine(self, world: DataTable, view: DataTable, rng: random.Random) -> None:
        """Choose secret notes as they can be, and let deeds fill what they fill, anew each time."""
        for note in self._secrets:
            seen, veiled = getattr(view, note.name), VEILED[note.kind]
            if not isinstance(seen, list):
                continue
            value = getattr(world, note.name)
            value[:] = seen
            if note.dealt is not None:
                self._deal_secrets(world, note, rng)
            for seat, x in enumerate(value):
                if x == veiled and type(x) is type(veiled):
                    can = [one for one in self._env[f"secret_{note.name}"](world, seat) if one != note.first]
                    value[seat] = rng.choice(can) if can else note.first
        self._fill_by_deeds(world, lambda name: HIDDEN in view.piles[name])

    def _deal_secrets(self, world: DataTable, note: NoteLines, rng: random.Random) -> None:
        """Deal what is left of a secret that was dealt out to those whose part a viewer does not know."""
        value, veiled = getattr(world, note.name), VEILED[note.kind]
        left = list(self._env[f"dealt_{note.name}"](world, world.viewer))
        for one in value:
            if one in left:
                left.remove(one)
        rng.shuffle(left)
        value[:] = [left.pop() if one == veiled and left else one for one in value]

    def _fill_by_deeds(self, s: DataTable, when: Callable[[str], bool]) -> None:
        """Let their deeds fill zones of which something holds."""
        for zone in self.outline.zones.values():
            for key in zone.keys if zone.get("filled_by") else ():
                if when(f"{zone.name} {key}"):
                    self._env[f"d_{zone.get('filled_by')}"](s, s.turn, key)

    def _laid(self, view: DataTable, rng: random.Random) -> DataTable:
        """Return a world whose cards lie only where `only` and `holds` allow them; where they are of many kinds, by a matching at random."""
        world = view.copy()
        at = [
            (pile, n, name) for name, pile in world.piles.items() for n, p in enumerate(pile) if p == HIDDEN
        ]
        seen = {piece for pile in world.piles.values() for piece in pile}
        unseen = [piece for piece in range(len(self.pieces)) if piece not in seen]
        fits = self._fitting_each(world, at, unseen)
        aged = [(spot, age_of(world, spot)) for spot in at] if world.waits else []
        if (aged and shared_in_order(aged, fits, rng)) or (
            not aged
            and self._shared(world, unseen, at, {name: cards for (name, _), cards in fits.items()}, rng)
        ):
            remembered(world, view)
            world.viewer, world.luck = -1, rng.getrandbits(64)
            return world
        rng.shuffle(unseen)
        rng.shuffle(at)
        fits = self._fitting_each(world, at, unseen)
        at.sort(key=lambda one: len(fits[one[2], age_of(world, one)]))
        taken: dict[int, int] = {}  # which spot each piece has

        def find(spot: int, tried: set[int]) -> bool:
            for piece in fits[at[spot][2], age_of(world, at[spot])]:
                if piece not in tried:
                    tried.add(piece)
                    if piece not in taken or find(taken[piece], tried):
                        taken[piece] = spot
                        return True
            return False

        rest = [spot for spot in range(len(at)) if not find(spot, set())]
        free = [piece for piece in unseen if piece not in taken]
        taken.update(zip(free, rest, strict=False))
        for piece, spot in taken.items():
            pile, n, _ = at[spot]
            pile[n] = piece
        remembered(world, view)
        world.viewer, world.luck = -1, rng.getrandbits(64)
        return world

    def _fitting_each(
        self, world: DataTable, at: Sequence[Spot], pieces: list[int]
    ) -> dict[tuple[str, int], list[int]]:
        """Return which pieces can lie at each of these places, by the pile and by the first shuffle after they came there."""
        found, of_pile = dict[tuple[str, int], list[int]](), dict[str, list[int]]()
        own = world.since_own[world.viewer] if world.viewer >= 0 else dict[int, int]()
        for key in dict.fromkeys((spot[2], age_of(world, spot)) for spot in at):
            name, age = key
            if name not in of_pile:
                zone = self.outline.zones.get(self.zoned.by_name[name].zone.name.partition(" ")[0])
                alike = f"any {zone.get('holds')}" if zone and zone.only is None else name
                if alike not in of_pile:  # of piles that hold the same, worked out once
                    of_pile[alike] = self._fitting(world, name, pieces)
                of_pile[name] = of_pile[alike]
            found[key] = [p for p in of_pile[name] if not age or max(world.since.get(p, 0), own.get(p, 0)) < age]  # fmt: skip
        return found

    def _shared(
        self,
        world: DataTable,
        unseen: list[int],
        at: Sequence[tuple[list[int], int, str]],
        fits: Mapping[str, list[int]],
        rng: random.Random,
    ) -> bool:
        """Lay unseen cards so that every way that fits is equally likely; no if there are too many kinds of them to count."""
        heaps: dict[tuple[int, ...], list[tuple[list[int], int]]] = {}
        of_pile = {name: heaps.setdefault(tuple(cards), []) for name, cards in fits.items()}
        for pile, n, name in at:  # places that may have the same are one heap until the end
            of_pile[name].append((pile, n))
        kinds: dict[tuple[bool, ...], list[int]] = {}
        may_lie = [{*may} for may in heaps]
        for piece in unseen:
            kinds.setdefault(tuple([piece not in may for may in may_lie]), []).append(piece)
        if len(kinds) > _KINDS or len(heaps) > _KINDS or len(unseen) != len(at):
            return False
        room = tuple(map(len, heaps.values()))
        try:
            dealt = shared_out(list(kinds.values()), list(kinds), room, rng)
        except ValueError:
            return False
        for heap, spots in zip(dealt, heaps.values(), strict=True):
            rng.shuffle(heap)
            for (pile, n), piece in zip(spots, heap, strict=True):
                pile[n] = piece
        return True

    def _fitting(self, world: DataTable, name: str, pieces: list[int]) -> list[int]:
        place = self.zoned.by_name[name]
        zone = next((z for z in self.outline.zones.values() if name == z.name or name.startswith(f"{z.name} ")), None)  # fmt: skip
        if zone is None:
            return pieces
        holds = self.pieces.ranges.get(zone.get("holds"), range(len(self.pieces)))
        only = self._env.get(f"only_{zone.name}")
        me: Any = place.owner
        if zone.of == "keys":
            me = next((key for key in zone.keys if name == f"{zone.name} {key}"), "")
        return [piece for piece in pieces if piece in holds and (only is None or only(world, piece, me))]

    # -- words

    def _keyed(self) -> list[tuple[NoteLines, tuple[str | int, ...]]]:
        return [(note, self.outline.zones[note.each].keys) for note in self.outline.notes.values() if note.each not in ("", "player")]  # fmt: skip

    def words(self) -> Collection[str]:
        """Return the entries that the description of a position may have."""
        keyed = (f"{note.name} {key}" for note, keys in self._keyed() for key in keys)
        families = (zone.name for zone in self.layout if zone.of == "seat")
        together = self.module.together
        return (
            *super().words(),
            *keyed,
            *self.dice,
            *families,
            *together,
            *(zone.name for zone in self._written_zones),
            *(note.name for note, _ in self._keyed() if note.kind == "seat"),
            *[self._turns] * self.module.turns,
            "known",
        )

    @property
    def _turns(self) -> str:
        """What a position calls the turn of cards: those that lie `sideways`, or by how many `quarters` or `sixths` each is turned."""
        return self.outline.turns_by or "sideways"

    def facts(self, s: DataTable) -> dict[str, Any]:
        found = {**super().facts(s), **{name: faces[:] for name, faces in s.dice.items()}}
        for name, layout in getattr(s, "layouts", {}).items():
            found[name] = spaces.drawn(layout, self.pieces.names)
        laid = {zone.name: self._laid_keys(zone) for zone in self.outline.laid_out.values()}
        zones = self.zones(s)
        names = [name for names in laid.values() for name in names] + ["box"] * bool(laid)
        found |= {name: self.pieces.list(zones[name]) for name in names}
        if self.module.turns:
            lying = self.pieces.list(s.sideways)
            found[self._turns] = dict(Counter(lying)) if self.outline.turns_by else lying
        for written in self._written_zones:
            for key in written.keys:
                place = f"{written.name} {key}"
                found[place] = self._as_written(s, written, place)
        for zone in self.layout:
            if zone.of == "seat" and zone.name in self.module.shown_zones and zone.name not in found:
                found[zone.name] = {self.names[at.owner]: found.pop(at.name) for at in self.places(zone.name)}  # fmt: skip
        for name, of_each in self.module.shown.items():
            of, said = self._env[f"v_{name}"], self._said_as(name)
            found[name] = {who: said(of(s, seat, seat)) for seat, who in enumerate(self.names)} if of_each else said(of(s, s.turn))  # fmt: skip
        for note, keys in self._keyed():
            values = getattr(s, note.name)
            for key in keys:
                found[f"{note.name} {key}"] = self._note_said(note, values[key])
        for note in self.outline.notes.values():
            if note.kind == "piece" and note.each in ("", "player"):
                value = getattr(s, note.name)
                found[note.name] = dict(zip(self.names, (self._note_said(note, x) for x in value), strict=True)) if note.each else self._note_said(note, value)  # fmt: skip
        for note in self.outline.notes.values():
            if note.kind == "word" and not note.each and not getattr(s, note.name):
                found[note.name] = None
        for note in self._secrets:
            if isinstance(of := found.get(note.name), dict):
                there = zip(of.items(), getattr(s, note.name), strict=True)
                found[note.name] = {
                    # -1 is for a number that nobody has chosen yet
                    who: "?" if x == VEILED[note.kind] else None if x == note.first == -1 else says
                    for (who, says), x in there
                }
        families = {zone.name: {self.names[place.owner]: place.name for place in self.places(zone.name)} for zone in self.layout if zone.of == "seat"}  # fmt: skip
        families |= {zone.name: {str(key): f"{zone.name} {key}" for key in zone.keys} for zone in self._written_zones}  # fmt: skip
        families |= {
            note.name: {str(key): f"{note.name} {key}" for key in keys} for note, keys in self._keyed()
        }
        families |= {zone: {name.partition(" ")[2]: name for name in names} for zone, names in laid.items()}
        return _Facts(found, families)

    def _said_as(self, name: str) -> Callable[[Any], Any]:
        """Return what makes words of a value that is shown."""
        if name in self.module.shown_cards:
            return self.pieces.list
        if name in self.module.shown_players:
            return lambda seats: [self._note_said(_SEAT, seat) for seat in seats]
        return _as_it_is

    @cached_property
    def _written_zones(self) -> list[ZoneLines]:
        return [zone for zone in self.outline.zones.values() if zone.written is not None]

    def _as_written(self, s: DataTable, zone: ZoneLines, place: str) -> str:
        """Return the cards of a zone as they are written: a letter each, in the order of the box."""
        pile, of = s.piles[place], self._env[f"written_{zone.name}"]
        return "?" if HIDDEN in pile else "".join(of(s, piece) for piece in sorted(pile))

    def _given_as_written(self, s: DataTable, entry: Given, zone: ZoneLines) -> None:
        """Lay the cards whose letters are given for each key."""
        given, of = entry.mapping(zone.name), self._env[f"written_{zone.name}"]
        for key, said in given.items():
            if key not in map(str, zone.keys):
                known = did_you_mean(str(key), [str(one) for one in zone.keys])
                entry.refuse(f"there is no {zone.name} '{key}' ({known})", zone.name, key)
                continue
            pile = s.piles[f"{zone.name} {key}"]
            free = [p for p in self._fitting(s, f"{zone.name} {key}", list(range(len(self.pieces)))) if p not in entry.used]  # fmt: skip
            for letter in str(said):
                piece = next((p for p in free if p not in pile and of(s, p) == letter), None)
                if piece is None:
                    letters = ", ".join(dict.fromkeys(of(s, p) for p in free))
                    entry.refuse(f"'{letter}' in '{said}' is none of {letters}", zone.name, key)
                    break
                pile.append(piece)
            entry.used.update(pile)

    def _note_said(self, note: NoteLines, value: Any) -> Any:
        if note.kind == "seat":
            return self.names[value] if value >= 0 else "nobody"
        if note.kind == "piece":
            return self.pieces.names[value] if value >= 0 else "nothing"
        return value

    def fill(self, s: DataTable, entry: Given) -> None:
        """Put into a table all that is given; a zone that each player has may be given as one: hand: {P0: […]}."""
        super().fill(s, entry)
        for zone in self.layout:
            if zone.of == "seat" and zone.name in entry.entries and zone.name not in self.zoned.by_name:
                for seat, name in entry.of_seats(zone.name):
                    place = f"{zone.name} {self.names[seat]}"
                    if place in s.chips:
                        least = None if zone.name in self.module.on_credit else 0
                        s.chips[place] = entry.number(zone.name, name, least=least)
                    elif place in s.spots:
                        end = self.tracks[place]
                        s.spots[place] = entry.number(zone.name, name, least=0, most=None if end is None else end - 1)  # fmt: skip
                    else:
                        s.piles[place] = self.lay_given(s, entry, zone.name, name)
        for written in self._written_zones:
            if written.name in entry.entries:
                self._given_as_written(s, entry, written)
        for word, zones in self.module.together.items():
            for seat, name in entry.of_seats(word):
                self._part(s, entry, (word, name), [f"{zone} {self.names[seat]}" for zone in zones])
        for note, keys in self._keyed():
            if note.name in entry.entries:
                for given, said in entry.mapping(note.name).items():
                    if given in keys and note.kind == "seat" and said in self.names:
                        getattr(s, note.name)[given] = self.seat(said)
                    else:
                        entry.refuse(f"'{said}' is no {note.name} of '{given}'", note.name, given)
            for key in keys:
                word = f"{note.name} {key}"
                if word in entry.entries:
                    read = entry.seat(word, note.first) if note.kind == "seat" else entry.number(word, int(note.first))  # fmt: skip
                    getattr(s, note.name)[key] = read
        if "known" in entry.entries:
            s.known = self._listed(entry, "known", entry.entries["known"])
        if self._turns in entry.entries:
            s.sideways = self._given_sideways(entry, entry.entries[self._turns])
        for name, faces in s.dice.items():
            if name in entry.entries:
                given = entry.entries[name]
                if not isinstance(given, list) or len(given) != len(faces) or not all(type(x) is int and 1 <= x <= self.dice[name][1] for x in given):  # fmt: skip
                    entry.refuse(
                        f"expected a list of {len(faces)} numbers from 1 to {self.dice[name][1]}", name
                    )
                else:
                    s.dice[name] = list(given)

    def _part(self, s: DataTable, entry: Given, at: tuple[str, str], places: Sequence[str]) -> None:
        """Lay each card of an entry where it can lie, in the first of these places."""
        for number, piece in enumerate(entry.pieces(*at)):
            to = next((place for place in places if piece in self._fitting(s, place, [piece])), None)
            if to:
                s.piles[to].append(piece)
            elif piece != HIDDEN:
                zones = [self.outline.zones[place.partition(" ")[0]] for place in places]
                limits = "; ".join(f"{zone.name}: {zone.limit}" for zone in zones)
                entry.refuse(f"{self.pieces.names[piece]} cannot lie here ({limits})", *at, number)

    def _given_sideways(self, entry: Given, given: Any) -> list[int]:
        by, listed = self.outline.turns_by, given
        if by and isinstance(given, dict):
            most = 5 if by == "sixths" else 3
            wrong = next(
                (one for one, many in given.items() if type(many) is not int or not 0 <= many <= most), None
            )
            if wrong is not None:
                entry.refuse(f"{wrong} is turned by {given[wrong]}, expected 0 to {most}", by, wrong)
                return []
            listed = [one for one, many in given.items() for _ in range(many)]
        wanted = f"expected tiles, each with its {by}: {{T1: 2}}" if by else ""
        return self._listed(entry, self._turns, None if by and isinstance(given, list) else listed, wanted)

    def _listed(self, entry: Given, word: str, listed: Any, wanted: str = "") -> list[int]:
        """Return cards that lie somewhere, of which an entry says something."""
        if not isinstance(listed, list) or not all(
            isinstance(one, str) and self.pieces.knows(one) for one in listed
        ):
            entry.refuse(wanted or "expected a list of cards", word)
            return []
        return [self.pieces.find(one) for one in listed]

    def position(self, given: Mapping[str, Any]) -> DataTable:
        """Return the table as described; where several decide, those who still have to follow in their order."""
        s = self.empty()
        with reading(self, given, self.words()) as entry:
            s.turn, s.phase = entry.seat("turn", 0), entry.phase("phase", self.phases[0].name)
            self.fill(s, entry)
            self._only_what_can_be(s, entry)
            self._work_out(s, entry)
            self._only_where_they_can_lie(s, entry)
            self._only_what_fits_together(s, entry)
            step = self.outline.steps.get(s.phase.name)
            if step and not step.in_turn:
                entry.refuse(f"'{step.name}' answers a question, and nobody has asked it", "phase")
            self.lay_rest(s, entry)
            self._fill_by_deeds(s, lambda name: not s.piles[name])
            self._only_what_takes_part(s, entry)
        if s.phase.name in self._who:
            seats, now = tuple(self._who[s.phase.name](s)), s.turn
            if seats:
                now = now if now in seats else seats[0]
                s.turn, s.about = now, (seats[seats.index(now) + 1 :], seats[0])
        return s

    def _only_what_can_be(self, s: DataTable, entry: Given) -> None:
        """Refuse notes that are given as what they cannot be."""
        for note in self.outline.notes.values():
            if note.dealt is not None and note.name in entry.entries:
                dealt, given = list(self._env[f"dealt_{note.name}"](s, s.turn)), getattr(s, note.name)
                if not self._env[f"secret_{note.name}"](s, s.turn) and given != dealt:
                    entry.refuse(
                        f"expected {', '.join(map(str, dealt))}, for it is no secret here", note.name
                    )
                elif sorted(dealt) != sorted(given):
                    entry.refuse(f"expected {', '.join(map(str, sorted(dealt)))} in some order", note.name)
            if note.one_of is None or note.name not in entry.entries or note.each:
                continue
            can, given = list(self._env[f"one_of_{note.name}"](s, s.turn)), getattr(s, note.name)
            at: tuple[str | int, ...] = (note.name,)
            listed = (
                {(*at, n): one for n, one in enumerate(given)} if isinstance(given, list) else {at: given}
            )
            for place, one in listed.items():
                if one not in can and one != note.first:
                    known = did_you_mean(str(one), [str(self._note_said(note, x)) for x in can])
                    says = f"{'.'.join(map(str, place))} is '{self._note_said(note, one)}' ({known})"
                    entry.refuse(says, *place)

    def _only_what_fits_together(self, s: DataTable, entry: Given) -> None:
        """Refuse cards that are given for a zone that never holds these together."""
        for zone in self.outline.zones.values():
            for key in zone.keys if zone.needs else ():
                at = (f"{zone.name} {key}",) if f"{zone.name} {key}" in entry.entries else (zone.name, key)
                if at[0] not in entry.entries or key not in (at[0], *(entry.entries.get(zone.name) or ())):
                    continue
                wrong = [need for number, need in enumerate(zone.needs) if not self._env[f"fits_{zone.name}_{number}"](s, key)]  # fmt: skip
                if wrong:
                    cards = self._as_written(s, zone, f"{zone.name} {key}")
                    entry.refuse(f"'{cards}' cannot be: {wrong[0].reason or wrong[0].said}", *at)

    def _only_where_they_can_lie(self, s: DataTable, entry: Given) -> None:
        """Refuse cards that are given where `only` and `holds` let none like them lie."""
        for name, place in self.zoned.by_name.items():
            zone = self.outline.zones.get(place.zone.name.partition(" ")[0])
            at = (name,) if name in entry.entries else (place.zone.name, self.names[place.owner])
            if zone is None or at[0] not in entry.entries or not (zone.only or zone.get("holds")):
                continue
            fits = self._fitting(s, name, s.piles[name])
            for number, piece in enumerate(s.piles[name]):
                if piece not in fits:
                    entry.refuse(f"{self.pieces.names[piece]} cannot lie here ({zone.limit})", *at, number)

    def _only_what_takes_part(self, s: DataTable, entry: Given) -> None:
        """Refuse cards that stay in the box at this table, and turned ones where nobody sees that they are."""
        boxed = {} if "box" in self.outline.zones else self.begun
        out = entry.used.intersection(boxed.get("box", ())).difference(s.piles.get("box", ()))
        for name in self.pieces.list(sorted(out)):
            entry.refuse(f"{name} takes no part in this game", *_named_at(entry.entries, name))
        for place in self.zoned.of_pieces:
            for piece in s.sideways if place.zone.seen_by == "nobody" else ():
                if piece in s.piles[place.name]:
                    entry.refuse(f"{self.pieces.names[piece]} lies in {place.name}, unseen", self._turns)

    def _work_out(self, s: DataTable, entry: Given) -> None:
        """Work out what a description leaves out, as `described` says."""
        for name in self.outline.described:
            of, note = self._env[f"given_{name}"], self.outline.notes.get(name)
            if name in self.outline.zones:
                self._deal_out(s, entry, name, [int(of(s, seat)) for seat in range(self.players)])
            elif name in entry.entries:
                continue
            elif name == "phase":
                s.phase = self._phase_by_name.get(of(s, s.turn), s.phase)
            elif note and note.each == "player":
                getattr(s, name)[:] = [of(s, seat) for seat in range(self.players)]
            else:
                value = of(s, s.turn)
                setattr(s, name, [*value] if isinstance(value, tuple) else value)

    def _deal_out(self, s: DataTable, entry: Given, zone: str, numbers: Sequence[int]) -> None:
        """Fill what each player has in a zone up to so many cards, with those that are named nowhere."""
        words = [word for word, zones in self.module.together.items() if zone in zones]
        for place, number in zip(self.places(zone), numbers, strict=True):
            pile, name = s.piles[place.name], self.names[place.owner]
            if any(name in (entry.entries.get(word) or {}) for word in words):
                continue
            if place.name in entry.entries or name in (entry.entries.get(zone) or {}):
                if len(pile) != number:
                    given = (place.name,) if place.name in entry.entries else (zone, name)
                    entry.refuse(f"{name} has {len(pile)} cards, expected {number}", *given)
                continue
            left = [piece for piece in range(len(self.pieces)) if piece not in entry.used]
            pile.extend(self._fitting(s, place.name, left)[: max(0, number)])
            entry.used.update(pile)

    def word(self, state: Any, field: str, value: Any) -> str:
        if field == "cards":
            return self.pieces.say(value) if value else "nothing"
        if field == "yes":
            return "yes" if value else "no"
        if found := re.fullmatch(r"row_of_(\w+)_", field):
            return _row_named(self.module.tables[found[1]], value)
        if field == "seat" and value == -1:
            return self._nobody
        if field.startswith("space_"):
            return self.space_said(state, field[6:-1], value)
        if found := re.fullmatch(r"zone_(\w+)_", field):
            return self.place_names[f"{found[1]} {self.names[value]}" if value >= 0 else found[1]]
        return super().word(state, field, value)

    def value(self, state: Any, field: str, words: str) -> Any:
        """Return the value of the words in a move; ValueError says what was expected."""
        if field == "cards":
            return () if words == "nothing" else tuple(self.pieces.find(w.strip()) for w in re.split(r", | and ", words))  # fmt: skip
        if field == "yes":
            if words not in ("yes", "no"):
                raise ValueError(f"'{words}' is neither yes nor no")
            return words == "yes"
        if found := re.fullmatch(r"row_of_(\w+)_", field):
            rows = self.module.tables[found[1]]
            for value in range(len(rows)) if isinstance(rows, list) else rows:
                if _row_named(rows, value) == words:
                    return value
            raise ValueError(f"'{words}' is in no row of {found[1]}")
        if field.startswith("space_"):
            return self._space_read(state, field[6:-1], words)
        if field in self.module.called:
            if words not in (known := self.module.called[field]):
                raise ValueError(f"'{words}' is no {field} ({did_you_mean(words, known)})")
            return words
        if field == "seat" and words == self._nobody:
            return -1
        if found := re.fullmatch(r"zone_(\w+)_", field):
            places = [place for place in self.zoned.by_name.values() if place.zone.name == found[1]]
            for place in places:
                if words in (
                    self.place_names[place.name],
                    place.name,
                    self.names[place.owner] if place.owner >= 0 else "",
                ):
                    return place.owner
            there = [self.place_names[place.name] for place in places]
            raise ValueError(f"there is no '{words}' ({did_you_mean(words, there)})")
        if field == "word" and words.isdecimal():
            return int(words) if any(int(words) in z.keys for z in self.outline.zones.values()) else words
        return super().value(state, field, words)

    # -- players without knowledge of the game

    def greedy(self) -> Bot:
        """Return a player that plays on at random in worlds that its view allows; of a shipped game, the one written for it."""
        return self._written() or Thinker()

    def quick(self) -> Bot:
        """Return a player that looks one move ahead, or the one written for the game."""
        return self._written() or Looker(worlds=1)

    def strategies(self) -> Mapping[str, Bot]:
        """Return a player for each of `strategies:`."""
        names = self.outline.strategies
        return {name: Thinker(name, partial(self._each, f"strategy_{name}")) for name in names}

    @cached_property
    def likely(self) -> Callable[[Any, Any], float] | None:
        """How well a world fits what the others did, if the player that comes with the game can tell."""
        return getattr(self._written(), "likely", None)

    def _written(self) -> Bot | None:
        """Return the player that comes with a shipped game, and with each copy of it whose rules are the same."""
        module = beside(self.outline.file.text)
        player: Bot | None = loaded(f"{module}:PLAYER")() if module else None
        return player


@lru_cache
def beside(rules: str) -> str:
    """Return the Python beside the shipped game that has these rules, or "": a player, and what is looked at before they are compiled."""
    files = {slug: shipped() / "data" / slug / "rules.yaml" for slug in WRITTEN}
    return next(
        (WRITTEN[slug] for slug, file in files.items() if _bare(rules) == _bare(file.read_text("utf-8"))), ""
    )


def _bare(rules: str) -> list[str]:
    lines = map(str.rstrip, rules.splitlines())
    return [line for line in lines if line and not line.lstrip().startswith("#")]


WRITTEN: Mapping[str, str] = {
    "auction-hearts": "cardgen.games.auction_hearts",
    "bartender-aarwares": "cardgen.games.bartender_aarwares",
    "cheers": "cardgen.games.cheers",
}


def _named_at(entries: Any, name: str) -> list[str | int]:
    """Return the path to a name in the entries of a position."""
    inside = entries.items() if isinstance(entries, Mapping) else enumerate(entries)
    for key, value in inside if isinstance(entries, Mapping | list) else ():
        if value == name or (found := _named_at(value, name)):
            return [key] if value == name else [key, *found]
    return []


def _as_it_is(value: Any) -> Any:
    return value


_SEAT = NoteLines("", 0, "seat", -1)
_TRIES = 1_000  # worlds that are imagined until one is possible
_KINDS = 6  # of cards, and of places, among which cards are shared out by counting all ways
_NONE: frozenset[int] = frozenset()


class _Having(dict[Any, Any]):
    """Whether a card has a value in a field, by the value; of a value that no card has it is none of them."""

    def __missing__(self, value: Any) -> Any:
        return _NONE.__contains__


class _Facts(dict[str, Any]):
    """A position in words; who asks for a zone that each player has (hand) finds that of each (hand P0) in it."""

    def __init__(self, found: Mapping[str, Any], families: Mapping[str, Mapping[str, str]]) -> None:
        super().__init__(found)
        self.families = families

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self.families

    def __missing__(self, name: str) -> Any:
        return {who: self[place] for who, place in self.families[name].items()}


class _Keys(dict[Any, str]):
    """The names of the zones of a family, by key; an unknown key gives a name that no zone has."""

    def __init__(self, name: str, keys: tuple[str | int, ...]) -> None:
        super().__init__({key: f"{name} {key}" for key in keys})
        self._name = name

    def __missing__(self, key: Any) -> str:
        return f"{self._name} {'of no place' if key is None else key}"


class _Phrases(dict[str, Phrase]):
    """The sentences of a step."""


def _given(deed: Callable[..., Any], given: tuple[str, ...], deep: bool) -> Callable[..., Any]:
    values = [int(one) if one.lstrip("-").isdecimal() else one for one in given]
    if deep:
        return lambda s, me, n=0: deed(s, me, *values, n)
    if len(values) == 1:
        return lambda s, me, value=values[0]: deed(s, me, value)  # the usual one is quick
    return lambda s, me: deed(s, me, *values)


def _missing(named: Callable[[str], Any], name: str, s: Any, me: int, n: int = 0) -> None:
    named(name)  # says that it is not there


_OWNER = re.compile(r"\{seat\d*\}'s (?=\{card)")


def _shortened(phrase: Phrase) -> int:
    """Let a sentence be read without the player whose card it names: `raids {seat}'s {card}`; returns where it names them, or -1."""
    found = _OWNER.findall(phrase.template)
    if len(found) != 1:
        return -1
    phrase.shorter = Phrase(_OWNER.sub("", phrase.template))
    return phrase.fields.index(found[0][1:-4])


def _reading_also(also: Mapping[str, tuple[Phrase, tuple[int, ...]]], shorter: Mapping[str, int]) -> Any:
    """Return how a step reads moves that can be said in two ways: where the first is no move now, the second may be.

    Of whose card it is nothing need be said: it is the one's who has it, or nobody's.
    """

    def read(self: Phase[Any], s: Any, text: str) -> Any:
        move, there = Phase.read(self, s, text), self.moves(s)
        for name, (phrase, order) in also.items():
            if move in there or (move is not None and move[0] != name):
                break
            if values := phrase.read(s.game, s, text):
                other = (name, *(values[place] for place in order))
                move = other if move is None or _near(other, there) > _near(move, there) else move
        for name, at in shorter.items():
            said = self.phrases[name].shorter
            if said is None or move in there or (move is not None and move[0] == name):
                continue
            if values := said.read(s.game, s, text):
                has = (
                    p.owner for p in s.game.zoned.of_pieces if p.owner >= 0 and values[at] in s.piles[p.name]
                )
                other = (name, *values[:at], next(has, -1), *values[at:])
                move = other if move is None or other in there else move
        return move

    return read


def _near(move: tuple[Any, ...], moves: Iterable[Any]) -> int:
    """Return how many choices of a move are those of one that is allowed."""
    return max((sum(map(eq, move, one)) for one in moves), default=0)


def _class_name(ident: str) -> str:
    return "".join(part.capitalize() for part in ident.split("_"))


def _none(kind: str) -> Any:
    from cardgen.ruledata.kinds import blank

    return blank(kind)


def _field(card: Any, name: str, none: Any) -> Any:
    value = getattr(card, name) if name in ("id", "name") else card.fields.get(name, none)
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, Mapping):
        return dict(value)
    return none if value is None else value


def _row_named(rows: Any, value: Any) -> str:
    if value == -1:
        return "nothing"
    row = rows[value]
    name = row.get("name") if isinstance(row, Mapping) else None
    if isinstance(name, str):
        return name
    return str(value + 1 if isinstance(rows, list) else value)


__all__ = ["DataGame", "DataTable", "restored"]
