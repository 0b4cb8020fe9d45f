"""The free table: nothing is lost, nothing is known that was not seen, and what is refused changes nothing."""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
import stat
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import CardgenError, Problem
from cardgen.games import make_game, player_counts
from cardgen.model import Kit
from cardgen.source import load_kit
from cardgen.source.screen import hints_of
from cardgen.table.free import ACTIONS, FreeTable
from cardgen.table.free_film import actions_of, free_again, free_film
from cardgen.table.free_rules import fingerprint_of, free_begun
from cardgen.table.free_setup import free_table
from cardgen.table.journal import Journal
from cardgen.table.sitting import NAMES, NotNow
from cardgen.table.words import named
from tests.games.kits import kit_of
from tests.studio.small import small_kit
from tests.table.served import HOST, SECRET, Listening, ask, begin, studio

GAMES = ("auction-hearts", "bartender-2012", "bartender-aarwares", "biergarten", "cheers")


def backs(of: Kit) -> dict[str, str]:
    return {card.id: c.cards[0].id if c.has_back else "" for c in of.components for card in c.cards}


def laid(of: Kit, players: int, hints: Any = None, seed: int = 1) -> FreeTable:
    state = free_table(of, players, backs(of), hints, seed)
    return FreeTable(state, ["Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"][:players])


def pictured(card: str, side: str) -> str:
    return f"<{side} {card}>"


def where(table: FreeTable) -> Counter[int]:
    return Counter(number for place in table.state.places.values() for number in place.pieces)


def everything(table: FreeTable) -> str:
    return repr((table.state, table.version, table.story))


# -- the set-up


def test_a_name_is_said_without_what_marks_its_icons_and_bold_words() -> None:
    kit = kit_of("cheers")
    component = kit.components[0]
    first = replace(component.cards[0], name="Give **a** {card}")
    kit = replace(
        kit, components=(replace(component, cards=(first, *component.cards[1:])), *kit.components[1:])
    )
    assert "Give a card" in {piece.name for piece in laid(kit, 4).state.pieces}
    assert named(make_game(kit, 4), f"Ana plays {first.id}.1") == "Ana plays Give a card"


@pytest.mark.parametrize("slug", GAMES)
def test_every_printed_piece_lies_somewhere_and_piles_lie_beside_each_other(slug: str) -> None:
    of = kit_of(slug)
    for players in of.players.counts:
        table = laid(of, players)
        counted = Counter(table.state.pieces[n].card for n in where(table).elements())
        assert counted == {card.id: card.count for c in of.components for card in c.cards}
        wide, high = table.state.places["table"].box[2:]
        boxes = [place.box for place in table.state.places.values() if place.show == "pile"]
        for n, (x, y, w, h) in enumerate(boxes):
            assert 0 <= x <= x + w <= wide
            assert 0 <= y <= y + h <= high
            for a, b, c, d in boxes[:n]:
                assert x + w <= a or a + c <= x or y + h <= b or b + d <= y, (slug, boxes[n])


def test_closed_piles_are_shuffled_by_the_seed_alone() -> None:
    of = kit_of("cheers")
    orders = {
        seed: [
            laid(of, 3, seed=seed).state.pieces[n].card
            for n in laid(of, 3, seed=seed).state.places["ingredients"].pieces
        ]
        for seed in (1, 2)
    }
    assert orders[1] != orders[2]
    assert sorted(orders[1]) == sorted(orders[2])


FREE = """
free:
  places:
    stock: {title: Stock, begins: [main], at: [20, 30]}
  lies: {A3: [300, 40]}
  deal: [{pile: stock, cards: 1}, {pile: stock, cards: 1, to: table}]
  counters: {coins: {title: Coins, each: true, begins: 3}, round: {begins: 1}}
  dice: [{sides: 6, count: 2}, {sides: 4, faces: [hit, miss]}]
"""


def test_table_yaml_says_how_a_free_table_begins(tmp_path: Path) -> None:
    folder = small_kit(tmp_path)
    (folder / "table.yaml").write_text(FREE)
    of = load_kit(folder)
    table = laid(of, 2, hints_of(of)["free"])
    told = table.message(0, pictured)

    assert told["at:stock"]["box"][:2] == (20.0, 30.0)
    assert (told["at:stock"]["n"], len(told["hand"]), told["hands"]) == (0, 1, [1, 1])
    lies, turned_up = (told[f"p:{handle}"] for handle in told["at:table"]["order"])
    assert (lies["at"], told[f"f:{lies['face']}"]) == ([331.5, 84], "Trey")
    assert told[f"f:{turned_up['face']}"] != "Trey"
    assert [(one["title"], one["value"], one.get("seat")) for one in told["counters"]] == [
        ("Coins", 3, 0),
        ("Coins", 3, 1),
        ("round", 1, None),
    ]
    assert [(die["sides"], die["value"]) for die in told["dice"]] == [(6, 6), (6, 6), (4, "hit")]

    table.do(0, {"do": "counter", "n": 0, "value": 4}, 1)
    table.do(0, {"do": "note", "says": "Mine"}, 1)
    assert told["counters"][0]["value"] == 3  # what was sent stays: news are what differs
    assert told["notes"] == []
    assert table.message(0, pictured)["counters"][0]["value"] == 4


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("begins: [mian]", "table.yaml:4:36: error: the kit has no component and no card 'mian'"),
        ("lies: {A33", "table.yaml:5:15: error: the kit has no card 'A33'"),
        ("{pile: stokc", "table.yaml:6:17: error: there is no pile 'stokc'"),
        ("sides: 6000", "table.yaml:8:18: error: sides is 6000, expected a whole number from 2 to 100"),
    ],
)
def test_what_table_yaml_says_wrongly_is_named_with_its_place(wrong: str, says: str, tmp_path: Path) -> None:
    folder = small_kit(tmp_path)
    right = {
        "begins: [mian]": "begins: [main]",
        "lies: {A33": "lies: {A3",
        "{pile: stokc": "{pile: stock",
        "sides: 6000": "sides: 6,",
    }[wrong]
    (folder / "table.yaml").write_text(FREE.replace(right, wrong + ("," if right.endswith(",") else ""), 1))

    with pytest.raises(CardgenError) as error:
        hints_of(load_kit(folder))
    assert says in str(error.value)


# -- a kit with rules.yaml


CLASSICS = Path(__file__).parents[1] / "samples" / "classics" / "data"


@pytest.mark.parametrize("folder", sorted(CLASSICS.iterdir()), ids=lambda one: one.name)
def test_a_kit_with_rules_begins_as_they_set_it_up(folder: Path) -> None:
    of = load_kit(folder)
    for players in player_counts(of):
        names = NAMES[:players]
        table = free_begun(of, names, backs(of), None, 7)
        assert table.begun[0] == "The table is set up as rules.yaml says. Nothing checks what you do."
        counted = Counter(table.state.pieces[n].card for n in where(table).elements())
        assert counted == {card.id: card.count for c in of.components for card in c.cards}
        game = make_game(of, players)
        state = game.deal(7)
        for name, there in game.zones(state).items():
            place = game.zoned.by_name[name]
            cards = Counter(game.pieces.cards[piece].id for piece in there)
            if place.zone.of == "table" and place.zone.lies == "pile" and place.zone.holds == "pieces":
                pile = table.state.places[place.zone.name]
                assert [table.state.pieces[n].card for n in pile.pieces] == [
                    game.pieces.cards[piece].id for piece in there
                ]
                assert pile.closed == (place.zone.seen_by != "all")
            elif place.owner >= 0 and place.zone.seen_by == "owner":
                hand = table.state.places[f"hand {place.owner}"].pieces
                assert not cards - Counter(table.state.pieces[n].card for n in hand)
                other = json.dumps(table.message((place.owner + 1) % players, pictured))
                if players > 1:
                    assert not [one for one in cards if f"<front {one}>" in other and one not in seen_openly(table)]  # fmt: skip


def seen_openly(table: FreeTable) -> set[str]:
    """The cards of which a copy lies open on the table."""
    told = json.dumps(table.message(len(table.names), pictured))
    return {piece.card for piece in table.state.pieces if f"<front {piece.card}>" in told} | {
        table.state.pieces[n].card
        for seat in range(len(table.names))
        for n in table.state.places[f"hand {seat}"].pieces
        if sum(p.card == table.state.pieces[n].card for p in table.state.pieces) > 1
    }


def test_hexagons_of_the_rules_lie_half_a_cell_beside_those_of_the_next_row() -> None:
    of = load_kit(CLASSICS / "hex")
    table = free_begun(of, NAMES[:2], backs(of), None, 1)
    board = table.state.places["board"]
    a1, b1, a2 = (board.cell(board.keys.index(key)) for key in ("a1", "b1", "a2"))
    half = (b1[0] - a1[0]) / 2
    assert (abs(a2[0] - a1[0]), b1[1]) == (pytest.approx(half), a1[1])
    assert max(board.cell(n)[0] for n in range(len(board.keys))) == pytest.approx(board.box[2] - half)
    stone = table.state.pieces[table.state.places["area 0"].pieces[0]]
    table.do(
        0, {"do": "move", "pieces": [stone.handle], "to": "board", "at": [a2[0] + half / 2, a2[1] + 1]}, 1
    )
    assert (stone.x, stone.y) == a2
    assert len(table.message(1, pictured)["at:board"]["halves"]) == len(board.keys)


def test_a_grid_of_the_rules_is_one_place_and_what_is_laid_there_lies_in_a_cell() -> None:
    of = load_kit(CLASSICS / "connect-four")
    table = free_begun(of, NAMES[:2], backs(of), None, 1)
    board, (size,) = table.state.places["board"], {(c.size.width, c.size.height) for c in of.components}
    assert (board.title, board.show, board.cells) == ("Board", "row", (7, 6))
    assert (board.keys[0], board.keys[6], board.keys[-7], board.keys[-1]) == ("a6", "g6", "a1", "g1")
    assert board.box[2] >= 7 * size[0]
    assert board.box[3] >= 6 * size[1]
    boxes = [place.box for place in table.state.places.values() if place.show in ("pile", "row")]
    assert all(_apart(a, b) for n, a in enumerate(boxes) for b in boxes[n + 1 :])
    one, two = (table.state.pieces[n] for n in table.state.places["area 0"].pieces[:2])
    table.do(0, {"do": "move", "pieces": [one.handle], "to": "board", "at": [board.box[2] - 3, 2]}, 1)
    assert (one.place, (one.x, one.y)) == ("board", board.cell(6))
    table.do(0, {"do": "move", "pieces": [two.handle], "to": "board"}, 1)
    assert (two.x, two.y) == board.cell(0), "without a point, the first cell that is free"
    table.do(0, {"do": "move", "pieces": [one.handle], "to": "board", "at": [3, board.box[3] - 3]}, 1)
    assert (one.x, one.y) == board.cell(35)
    table.do(0, {"do": "move", "pieces": [one.handle, two.handle], "to": "board", "at": [2, 2]}, 1)
    assert {(one.x, one.y), (two.x, two.y)} <= {board.cell(n) for n in range(42)}
    assert table.story[0].to(1) == f"moves {one.name} to Board"
    told = table.message(1, pictured)
    assert told["at:board"]["cells"] == (7, 6)
    assert set(told["at:board"]["order"]) == {one.handle, two.handle}


def _apart(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return any(a[n] + a[n + 2] <= b[n] for n in (0, 1) for a, b in ((one, other), (other, one)))


def test_a_row_of_the_rules_is_a_place_and_its_film_shows_what_lay_there(tmp_path: Path) -> None:
    of, names = kit_of("auction-hearts"), NAMES[:3]
    table = free_begun(of, names, backs(of), None, 1)
    trick = table.state.places["trick"]
    assert (trick.title, trick.show, trick.keys) == ("Trick", "row", ())
    lines: list[dict[str, Any]] = [{"players": names, "seed": 1, "kit": fingerprint_of(of, None)}]
    for n in range(3):
        card = table.state.pieces[table.state.places[f"hand {n}"].pieces[0]]
        lines.append({"seat": n, "do": {"do": "move", "pieces": [card.handle], "to": "trick"}, "luck": 1})
        table.again(lines[-1])
        assert card.up
        assert card.place == "trick"
        assert n * card.size[0] < card.x <= trick.box[2] - card.size[0] / 2
    lines += [{"seat": n, "do": {"do": "end"}, "luck": 1} for n in range(3)]
    film, layout = free_film(of, lines, None, tmp_path)
    lies = film["steps"][2]["frames"][0]
    assert "trick" not in layout["zones"]
    assert set(trick.pieces) <= set(lies["zones"]["table"])
    piece = table.state.pieces[trick.pieces[2]]
    assert lies["at"][str(trick.pieces[2])][:2] == [
        round(trick.box[0] + piece.x, 1),
        round(trick.box[1] + piece.y, 1),
    ]


def test_what_rules_have_and_a_free_table_has_not_is_said(tmp_path: Path) -> None:
    of = load_kit(CLASSICS / "connect-four")
    assert free_begun(of, NAMES[:2], backs(of), None, 1).begun[1:] == []
    toll = free_begun(load_kit(CLASSICS / "toll"), NAMES[:2], backs(load_kit(CLASSICS / "toll")), None, 1)
    assert "Bank and Coins: the rules count them" in " ".join(toll.begun)
    assert [(one["title"], one["value"], one.get("seat")) for one in toll.state.counters] == [
        ("Bank", 16, None),
        ("Coins", 4, 0),
        ("Coins", 4, 1),
    ]
    ours = tmp_path / "court"
    shutil.copytree(CLASSICS / "court", ours)
    (ours / "rules.yaml").write_text("zones: 5\n")
    broken = free_begun(load_kit(ours), NAMES[:2], backs(of), None, 1)
    assert broken.begun[0].startswith("The set-up of rules.yaml cannot be used: ")
    free = hints_of(load_kit(small_kit(tmp_path)))
    assert fingerprint_of(load_kit(ours), None) != fingerprint_of(load_kit(CLASSICS / "court"), None)
    assert free == {}


# -- films


def test_a_free_evening_is_a_film_once_all_agree_that_it_has_ended(tmp_path: Path, cardgen: Any) -> None:
    async def evening() -> str:
        made, name, (ana, ben, cleo, watch) = await sat_down(tmp_path)
        await do(made, ana, do="deal", of="patrons", n=2)
        await do(made, ana, do="turn-up", of="schemes")
        assert (await ask(made, f"/{ana}/film"))[0] == 409
        await do(made, ana, do="end")
        await do(made, ben, do="end")
        told = await message(made, watch)
        assert (told["over"], told["ends"]) == (False, [0, 1])  # Cleo holds two cards
        status, answer = await ask(made, f"/{watch}/film")
        assert (status, b"have not ended this evening" in answer) == (409, True)
        said = cardgen("replay", str(tmp_path / f"{name}.jsonl"))
        assert (said.code, "Ana, Ben and Cleo have not ended this evening" in said.err) == (1, True)
        assert "a free table" not in said.out
        await do(made, cleo, do="end")
        assert (await message(made, watch))["over"]
        assert (await do(made, ana, do="draw", of="patrons"))[0] == 409
        status, page = await ask(made, f"/{watch}/film")
        assert (status, page[:15]) == (200, b"<!doctype html>")
        return name

    name = asyncio.run(evening())
    file = tmp_path / f"{name}.jsonl"
    said = cardgen.works("replay", str(file))
    lines = said.out.splitlines()
    assert lines[0].endswith("a free table: Ana, Ben and Cleo")
    assert lines[1].strip().startswith("1  Ana deals 2 cards to each from")
    assert lines[-1].strip() == "5  Cleo ends the evening"
    cardgen.works("replay", str(file), "--html", str(tmp_path / "film.html"))
    first = Journal.look(file)
    shot, layout = free_film(KIT, first, hints_of(KIT).get("free"), file)
    frame = shot["steps"][0]["frames"][-1]["zones"]
    assert {key: len(value) for key, value in frame.items()}["hand Ben"] == 2
    assert set(frame["patrons"]) == {None}  # nobody sees a closed pile
    assert layout["zones"]["hand"]["show"] == "fan"
    table = free_again(KIT, first, hints_of(KIT).get("free"), file)
    for _ in actions_of(table, first, file):
        pass
    at = dict(shot["start"]["at"])
    for step in shot["steps"]:
        at |= step["frames"][-1].get("at", {})
    middle = table.state.places["table"]
    assert layout["zones"]["table"] | {"title": ""} == {"show": "mat", "area": "middle", "title": "", "size": middle.box[2:]}  # fmt: skip
    for n in middle.pieces:
        piece = table.state.pieces[n]
        assert at[str(n)] == [round(piece.x, 1), round(piece.y, 1), piece.turn, piece.fixed]
    assert at["patrons"] == [round(one, 1) for one in table.state.places["patrons"].box[:2]]
    assert layout["zones"]["patrons"]["on"] == "table"


# -- deeds


def some_deed(table: FreeTable, seat: int, luck: random.Random) -> dict[str, Any]:
    told = table.message(seat, pictured)
    piles = [key[3:] for key, value in told.items() if key.startswith("at:") and value["show"] == "pile"]
    handles = [key[2:] for key in told if key.startswith("p:")] + [card["id"] for card in told["hand"]]
    hands = [f"hand {n}" for n in range(len(table.names))]
    areas = [f"area {n}" for n in range(len(table.names))]
    full = [name for name in piles if told[f"at:{name}"]["n"]] or piles
    return {
        "do": (what := luck.choice((*ACTIONS, "move", "move", "draw", "draw", "flip", "random", "show"))),
        "v": table.version,
        "of": luck.choice(full),
        "to": luck.choice(
            hands if what in ("ask", "random", "show") else [*piles, "table", *areas, *hands]
        ),
        "pieces": luck.sample(handles, min(len(handles), luck.randint(1, 3))),
        "n": luck.choice([1, 1, 1, 2, 5]),
        "value": luck.randint(-3, 9),
        "says": luck.choice(["", "hello"]),
        "card": luck.choice([piece.card for piece in table.state.pieces]),
        "sides": luck.choice([0, 6, 20, 7]),
        "down": luck.random() < 0.3,
        **({"at": [luck.uniform(-50, 900), luck.uniform(-50, 900)]} if luck.random() < 0.5 else {}),
    }  # fmt: skip


@pytest.mark.parametrize("slug", ["bartender-2012", "auction-hearts"])
def test_whatever_people_do_nothing_is_lost_and_nobody_reads_of_a_card_that_they_have_not_seen(
    slug: str,
) -> None:
    of = kit_of(slug)
    names = {card.id: card.name for c in of.components for card in c.cards}
    alone = {one for one, name in names.items() if Counter(names.values())[name] == 1}
    done: Counter[str] = Counter()
    for seed in range(2):
        luck, table = random.Random(seed), laid(of, 3, seed=seed)
        whole = where(table)
        met: list[set[str]] = [set() for _ in table.names]
        for _ in range(120):
            seat = luck.randrange(len(table.names))
            asked, before = some_deed(table, seat, luck), everything(table)
            # what lies open before a deed may be named in its line, wherever it goes
            public = {
                piece.card
                for piece in table.state.pieces
                if (place := table.state.places[piece.place]).show != "hand"
                and (not place.closed if place.show == "pile" else piece.up)
            }
            try:
                shown = table.do(seat, asked, luck.getrandbits(64))
            except NotNow:
                assert everything(table) == before, asked
                continue
            done[asked["do"]] += 1
            assert where(table) == whole
            met[seat] |= set(shown)
            for one in range(len(table.names)):
                told = table.message(one, pictured)
                text = json.dumps(told)
                met[one] |= public | {card for card in re.findall("<front ([^<>]+)>", text) if card in names}
                open_piles = [p for p in table.state.places.values() if p.show == "pile" and not p.closed]
                met[one] |= {table.state.pieces[n].card for p in open_piles for n in p.pieces}
                words = " ".join(line["says"] for line in told["story"]) + " ".join(
                    name for key, name in told.items() if key.startswith("f:")
                )
                for card in alone - met[one]:
                    if names[card] in words:  # which is seen at once
                        assert not re.search(rf"\b{re.escape(names[card])}\b", words), (one, card, asked)
                hidden = {
                    table.state.pieces[n].handle
                    for s in range(len(table.names))
                    if s != one
                    for n in table.state.places[f"hand {s}"].pieces
                }
                assert not hidden & {*re.findall(r'"(?:p:)?(p\d+)"', text)}
    assert {"move", "draw", "deal", "flip", "search", "peek", "turn-up", "ask", "random"} <= done.keys()


def test_a_piece_cannot_be_followed_through_a_pile_or_a_hand() -> None:
    table = laid(kit_of("bartender-2012"), 3)
    table.do(0, {"do": "turn-up", "of": "patrons"}, 1)
    (handle,) = set(table.message(1, pictured)["at:table"]["order"]) - {"p1"} & {
        table.state.pieces[n].handle for n in table.state.places["table"].pieces[-1:]
    }
    table.do(0, {"do": "move", "pieces": [handle], "to": "hand 0", "v": table.version}, 1)
    mine = table.message(0, pictured)["hand"][0]["id"]
    table.do(0, {"do": "move", "pieces": [mine], "to": "table", "down": True, "v": table.version}, 1)
    now = table.state.pieces[table.state.places["table"].pieces[-1]].handle

    assert len({handle, mine, now}) == 3


def test_who_was_faster_has_the_piece_and_the_other_hears_it() -> None:
    table = laid(kit_of("auction-hearts"), 3)
    seen = table.version
    table.do(0, {"do": "turn-up", "of": "pack"}, 1)
    seen = table.version
    handle = table.state.pieces[table.state.places["table"].pieces[-1]].handle
    table.do(1, {"do": "move", "pieces": [handle], "to": "area 1", "v": seen}, 1)

    with pytest.raises(NotNow, match="Ben was faster"):
        table.do(0, {"do": "move", "pieces": [handle], "to": "area 0", "v": seen}, 1)


def test_what_is_taken_back_lies_as_before_and_stays_said() -> None:
    table = laid(kit_of("cheers"), 3)
    before = [list(place.pieces) for place in table.state.places.values()]
    table.do(0, {"do": "draw", "of": "ingredients", "n": 3}, 1)
    number = table.version
    table.do(1, {"do": "shuffle", "of": "ingredients"}, 2)
    table.undo(0, number)

    assert [list(place.pieces) for place in table.state.places.values()] == before
    assert [line.to(1) for line in table.story] == [
        "draws 3 cards from Drink cards",
        "shuffle Drink cards (47)",
        "takes back the last 2 deeds",
    ]
    with pytest.raises(NotNow):
        table.undo(0, number)


# -- on the server


Table = tuple[Any, str, list[str]]


async def sat_down(folder: Path, slug: str = "bartender-2012", players: int = 3) -> Table:
    made = studio(folder)
    told = await begin(made, slug, [(name, "") for name in ("Ana", "Ben", "Cleo")[:players]], free=True)
    return made, told["table"], [*(seat["secret"] for seat in told["seats"]), told["watch"]]


async def do(made: Any, secret: str, **asked: Any) -> tuple[int, Any]:
    status, answer = await ask(made, f"/{secret}/do", asked)
    return status, json.loads(answer)


async def message(made: Any, secret: str) -> Any:
    return json.loads((await ask(made, f"/{secret}/message"))[1])


def test_no_byte_of_a_face_leaves_for_a_seat_that_does_not_see_it(tmp_path: Path) -> None:
    async def evening() -> None:
        made, _, (ana, ben, _, watch) = await sat_down(tmp_path)
        heard = Listening(made, ben), Listening(made, watch)
        await asyncio.sleep(0.05)
        assert (await do(made, ana, do="draw", of="patrons", n=3))[0] == 200
        await asyncio.sleep(0.05)
        hand = (await message(made, ana))["hand"]
        told = await message(made, ben)
        assert (len(hand), told["hand"], told["hands"]) == (3, [], [3, 0, 0])
        mine = {card["face"] for card in hand}
        for secret in (ben, watch):
            for name in mine:  # an address of one seat leads nowhere for another one
                assert (await ask(made, f"/{secret}/faces/{name}.svg"))[0] == 404
        texts = b"".join(bytes(one.heard) for one in heard)
        names = [(await message(made, ana))[f"f:{name}"] for name in mine]
        assert not [name for name in [*mine, *names] if name.encode() in texts]
        backs_told = {
            key: value["back"] for key, value in told.items() if key.startswith("at:") and "back" in value
        }
        assert (await ask(made, f"/{ben}/faces/{backs_told['at:patrons']}.svg"))[0] == 200
        for one in heard:
            await one.leave()

    asyncio.run(evening())


def test_a_card_is_shown_to_one_player_until_it_is_taken_back_or_leaves_the_hand(tmp_path: Path) -> None:
    async def evening() -> None:
        made, _, (ana, ben, cleo, watch) = await sat_down(tmp_path)
        heard = Listening(made, cleo), Listening(made, watch)
        await asyncio.sleep(0.05)
        await do(made, ana, do="draw", of="patrons", n=3)
        mine = (await message(made, ana))["hand"]
        one, name = mine[1]["id"], (await message(made, ana))[f"f:{mine[1]['face']}"]

        assert (await do(made, ana, do="show", pieces=[one], to="hand 1"))[0] == 200
        told = await message(made, ben)
        (shown,) = told["shown"]
        assert (shown["by"], told[f"f:{shown['face']}"], told["hand"]) == (0, name, [])
        assert told["story"][-1]["says"] == f"shows you {name}"
        assert (await ask(made, f"/{ben}/faces/{shown['face']}.svg"))[0] == 200
        assert not [card["id"] for card in mine if f'"{card["id"]}"' in json.dumps(told)]
        own = await message(made, ana)
        assert [card.get("to") for card in own["hand"]] == [None, [1], None]
        assert own["story"][-1]["says"] == f"show Ben {name}"
        again = await do(made, ana, do="show", pieces=[one], to="hand 1")
        assert again == (409, {"says": "Ben sees that already"})
        assert (await do(made, ben, do="show", pieces=[one], to="hand 2"))[0] == 409

        await do(made, ana, do="show", pieces=[one], to="hand 1", down=True)
        assert (await message(made, ben))["shown"] == []
        await do(made, ana, do="show", pieces=[one], to="hand 1")
        await do(made, ana, do="move", pieces=[one], to="area 0", down=True)
        assert (await message(made, ben))["shown"] == []
        down = (await message(made, ana))["at:area 0"]["order"][-1:]
        assert (await do(made, ana, do="move", pieces=down, to="hand 0"))[0] == 200
        assert (await message(made, ben))["shown"] == []
        await asyncio.sleep(0.05)
        for secret in (cleo, watch):
            assert (await ask(made, f"/{secret}/faces/{shown['face']}.svg"))[0] == 404
            assert (await message(made, secret))["story"][1]["says"] == "shows Ben a card"
        texts = b"".join(bytes(each.heard) for each in heard)
        assert name.encode() not in texts
        assert mine[1]["face"].encode() not in texts
        for each in heard:
            await each.leave()

    asyncio.run(evening())


def test_a_card_at_random_comes_from_a_hand_only_when_its_owner_agrees(tmp_path: Path) -> None:
    async def evening() -> None:
        made, _, (ana, ben, cleo, _) = await sat_down(tmp_path)
        assert (await do(made, ana, do="ask", to="hand 1"))[1]["says"] == "Ben has nothing in the hand"
        await do(made, ben, do="draw", of="patrons", n=3)
        await do(made, ana, do="ask", to="hand 1")
        assert [(await message(made, one))["wish"] for one in (ben, cleo)] == [[0, 1]] * 2
        assert (await message(made, ana))["hand"] == []
        assert (await do(made, cleo, do="random", to="hand 0"))[0] == 409  # Cleo has none to give
        await do(made, ben, do="random", to="hand 0", down=True)
        told = await message(made, ana)
        assert (told["wish"], told["hand"], told["story"][-1]["says"]) == (None, [], "gives you no card")
        assert (await do(made, ben, do="random", to="hand 0", down=True))[0] == 409

        await do(made, ana, do="ask", to="hand 1")
        await do(made, ben, do="random", to="hand 0")
        told = await message(made, ana)
        (got,) = told["hand"]
        name = told[f"f:{got['face']}"]
        assert (told["hands"], told["wish"]) == ([1, 2, 0], None)
        assert told["story"][-1] == {"n": 5, "who": 0, "says": f"take {name} at random from Ben's hand"}
        assert (await message(made, ben))["story"][-1]["says"] == f"takes {name} at random from your hand"
        others = await message(made, cleo)
        assert others["story"][-1]["says"] == "takes a card at random from Ben's hand"
        assert name not in json.dumps(others)

    asyncio.run(evening())


def test_the_clock_counts_for_who_is_on_turn_and_leaves_breaks_out() -> None:
    table = laid(kit_of("cheers"), 3)
    table.again({"do": {"do": "draw", "of": "ingredients"}, "seat": 0, "luck": 1, "at": 1000})
    table.again({"do": {"do": "turnover"}, "seat": 0, "luck": 1, "at": 1030})
    table.again({"do": {"do": "draw", "of": "ingredients"}, "seat": 1, "luck": 1, "at": 1045})
    table.again({"do": {"do": "turnover"}, "seat": 2, "luck": 1, "at": 9999})

    assert table.spent == [30, 15, 0]


def test_closed_cards_of_one_back_look_the_same(tmp_path: Path) -> None:
    async def evening() -> None:
        made, _, (ana, ben, *_) = await sat_down(tmp_path)
        for _ in range(4):
            assert (await do(made, ana, do="turn-up", of="patrons", down=True))[0] == 200
        told = await message(made, ben)
        shown = {value["back"] for key, value in told.items() if key.startswith("p:") and "back" in value}
        assert shown == {told["at:patrons"]["back"]}

    asyncio.run(evening())


def test_a_table_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    async def evening() -> None:
        made, name, (ana, ben, _, _) = await sat_down(tmp_path)
        for asked in (
            {"do": "draw", "of": "patrons", "n": 2},
            {"do": "die", "sides": 20},
            {"do": "roll"},
            {"do": "shuffle", "of": "schemes"},
        ):
            assert (await do(made, ana, **asked))[0] == 200
        hand = (await message(made, ana))["hand"]
        assert (await do(made, ben, do="move", pieces=[hand[0]["id"]], to="table"))[0] == 409
        assert (await do(made, ana, do="move", pieces=[hand[0]["id"]], to="table"))[0] == 200
        assert (await ask(made, f"/{ana}/undo", {}))[0] == 200
        before = await message(made, ana), await message(made, ben)
        file = tmp_path / f"{name}.jsonl"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        again = studio(tmp_path)  # the old one was never closed
        assert (await message(again, ana), await message(again, ben)) == before

    asyncio.run(evening())


def test_a_deed_that_could_not_be_saved_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise CardgenError([Problem("No space left on device")])

    async def evening() -> None:
        made, _, (ana, *_) = await sat_down(tmp_path)
        before = await message(made, ana)
        monkeypatch.setattr("cardgen.table.journal.Journal.note", full)
        assert await do(made, ana, do="draw", of="patrons") == (507, {"says": "No space left on device"})
        told = await message(made, ana)
        assert told.pop("stopped") == "No space left on device"
        assert told == {key: value for key, value in before.items() if key != "stopped"}

    asyncio.run(evening())


def test_playtests_tell_of_free_tables_too(tmp_path: Path, cardgen: Any) -> None:
    async def evening() -> None:
        made, _, (ana, ben, _, _) = await sat_down(tmp_path)
        for who, asked in (
            (ana, {"do": "draw", "of": "patrons"}),
            (ben, {"do": "say", "says": "long"}),
            (ana, {"do": "turnover"}),
        ):
            assert (await do(made, who, **asked))[0] == 200

    asyncio.run(evening())
    said = cardgen("playtests", "bartender-2012", str(tmp_path), "--json")
    told = json.loads(said.out)
    assert (told["games"], said.err) == (0, "")
    (one,) = told["free_tables"]
    assert (one["deeds"], one["said"]) == ({"Ana": 2, "Ben": 1}, [["Ben", "long"]])


def test_a_deed_that_is_sent_twice_is_done_once_and_a_spectator_does_nothing(tmp_path: Path) -> None:
    async def evening() -> None:
        made, _, (ana, _, _, watch) = await sat_down(tmp_path)
        first = await do(made, ana, do="peek", of="patrons", key="1")
        assert first == await do(made, ana, do="peek", of="patrons", key="1")
        assert first[1]["shown"][0]["name"]
        assert len((await message(made, ana))["story"]) == 1
        assert await do(made, watch, do="draw", of="patrons") == (409, {"says": "you only watch"})
        assert (await ask(made, f"/{watch}/undo", {}))[0] == 409
        told = await message(made, watch)
        assert (told["you"], told["hand"]) == (3, [])

    asyncio.run(evening())


def test_taking_back_needs_everybody_who_is_here(tmp_path: Path) -> None:
    async def evening() -> None:
        made, _, (ana, ben, _, _) = await sat_down(tmp_path)
        here = Listening(made, ben)
        await asyncio.sleep(0.05)
        await do(made, ana, do="draw", of="patrons")
        await ask(made, f"/{ana}/undo", {})
        told = await message(made, ana)
        assert (told["asks"], len(told["hand"])) == ({"seat": 0, "missing": [1]}, 1)
        await ask(made, f"/{ben}/undo", {"for": 0, "agree": False})
        assert (await message(made, ana))["asks"] is None
        await ask(made, f"/{ana}/undo", {})
        await ask(made, f"/{ben}/undo", {"for": 0, "agree": True})
        assert (await message(made, ana))["hand"] == []
        await here.leave()

    asyncio.run(evening())


def test_what_one_holds_the_other_cannot_take(tmp_path: Path) -> None:
    async def evening() -> None:
        made, _, (ana, ben, _, _) = await sat_down(tmp_path)
        handle = (await message(made, ana))["at:area 0"]["order"][0]
        assert (await ask(made, f"/{ana}/grab", {"pieces": [handle]}))[0] == 200
        status, answer = await ask(made, f"/{ben}/grab", {"pieces": [handle]})
        assert (status, json.loads(answer)) == (409, {"says": "Ana holds that"})
        assert await do(made, ben, do="flip", pieces=[handle]) == (409, {"says": "Ana holds that"})
        assert (await message(made, ben))["held"] == {handle: 0}
        assert (await do(made, ana, do="flip", pieces=[handle]))[0] == 200
        assert (await message(made, ben))["held"] == {}

    asyncio.run(evening())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEYS = (
    "of",
    "to",
    "pieces",
    "n",
    "at",
    "v",
    "by",
    "says",
    "title",
    "value",
    "card",
    "sides",
    "die",
    "down",
    "key",
)


@given(
    st.lists(
        st.tuples(st.sampled_from([*ACTIONS, "", "__init__"]), st.dictionaries(st.sampled_from(KEYS), JSON | st.sampled_from(["patrons", "table", 1, [1.0, 2.0], ["p1", "p2"]]), max_size=6)),
        max_size=6,
    )
)  # fmt: skip
def test_nothing_that_is_sent_breaks_the_table(asked: list[tuple[str, dict[str, Any]]]) -> None:
    table = laid(KIT, 2)
    whole = where(table)
    for what, more in asked:
        try:
            table.do(1, {"do": what, **more}, 5)
        except NotNow:
            continue
        assert where(table) == whole
        json.dumps(table.message(0, pictured), allow_nan=False)


KIT = kit_of("bartender-2012")


def test_a_kit_without_rules_is_laid_out_and_the_terminal_says_how(cardgen: Any, tmp_path: Path) -> None:
    folder = small_kit(tmp_path / "data")
    said = cardgen.fails("play", str(folder))
    assert "hint: cardgen play --browser lays its pieces on a table without rules" in said.err
    cardgen.fails("play", str(folder), "--free", code=2)


def test_a_lobby_of_a_kit_without_rules_offers_the_free_table(tmp_path: Path) -> None:
    async def evening() -> None:
        made = studio(tmp_path)
        made.tables.kits = {"small": small_kit(tmp_path / "data")}
        told = made.tables.setup("small")
        assert (told["plays"], told["counts"], told["bots"]) == (False, [2, 3, 4], [])
        status, answer = await ask(
            made,
            f"/{SECRET}/tables",
            {"kit": "small", "seats": [{"name": "Ana", "bot": "greedy"}], "free": True},
        )
        assert (status, answer) == (422, b"1 to 6 people sit at a free table, and no bots")
        assert HOST

    asyncio.run(evening())
