"""Whole games over the server while every byte that is sent to each seat is read."""

from __future__ import annotations

import asyncio
import json
import random
import re
from hashlib import blake2b
from pathlib import Path

import pytest

from cardgen.table.seen import known_to
from tests.many import mostly_thorough
from tests.table.playing import GAMES, NAMES, step, table
from tests.table.served import Listening, ask, begin, settled, studio

_WORD = re.compile(rb"[\w.+-]*\w")


def picture(secret: str, card: str, looks: str) -> bytes:
    said = f"{card} front {looks}".encode()
    return blake2b(said, key=secret.encode()[:64], digest_size=16).hexdigest().encode()


async def played(slug: str, folder: Path, most: int) -> int:
    made = studio(folder)
    rng = random.Random(21)
    try:
        players = {"bartender-2012": 3, "cheers": 4, "auction-hearts": 4}.get(slug, 2)
        told = await begin(made, slug, [(name, "") for name in NAMES[:players]])
        secrets = [*(seat["secret"] for seat in told["seats"]), told["watch"]]
        room = made.tables.open[told["table"]]
        sitting, game = room.sitting, room.sitting.game
        ids = {card.id for card in game.pieces.cards}
        boards = {zone.on for zone in game.layout if zone.on}
        board_cards = {card.id for name in boards for card in game.kit.component(name).cards}
        everyones = [{picture(secret, card, room.pictures.looks): card for card in ids} for secret in secrets]
        streams = [Listening(made, secret) for secret in secrets]
        knew: list[set[int]] = [set() for _ in secrets]
        read = [0] * len(secrets)

        def look() -> None:
            seen = [known_to(game, game.view(sitting.state, seat)) for seat in range(players)]
            for known, now in zip(knew, [*seen, set.intersection(*seen)], strict=True):
                known |= now

        def check(seat: int, sent: bytes) -> None:
            words = {word.decode() for word in _WORD.findall(sent)}
            named = {game.pieces.find(word) for word in words if game.pieces.knows(word)}
            assert named <= knew[seat], game.pieces.list(sorted(named - knew[seat]))
            cards = {game.pieces.cards[piece].id for piece in knew[seat]} | board_cards
            for other, names in enumerate(everyones):
                found = {names[word.encode()] for word in words if word.encode() in names}
                assert found <= (cards if other == seat else set())
                assert other == seat or secrets[other] not in words
            assert str(sitting.seed) not in words or sitting.seed < 10_000

        look()
        while not sitting.over and len(sitting.played) < most:
            seat = sitting.turn
            refused = await ask(made, f"/{secrets[-1]}/moves", {"version": sitting.version, "move": 0})
            assert refused == (409, b'{"says":"you only watch"}')
            moves = len(sitting.moves(seat))
            asked = {"version": sitting.version, "move": rng.randrange(moves)}
            status, body = await ask(made, f"/{secrets[seat]}/moves", asked)
            assert status == 200, body
            look()
            if slug == "auction-hearts":  # every card is played openly, also that which ends a round
                for word in filter(game.pieces.knows, sitting.played[-1].text.split()):
                    knew = [{*known, game.pieces.find(word)} for known in knew]
            for _ in range(3):
                await asyncio.sleep(0)
            for one, stream in enumerate(streams):
                check(one, bytes(stream.heard[read[one] :]))
                read[one] = len(stream.heard)
        for seat, secret in enumerate(secrets):
            assert read[seat] > 0
            assert streams[seat].last()["version"] == sitting.version
            check(seat, (await ask(made, f"/{secret}/message"))[1])
            table = json.loads((await ask(made, f"/{secret}/table"))[1])
            # all cards of the kit are on the box; where they lie is not
            table.pop("cards"), table.pop("components"), table.pop("back")
            table.pop("rules"), table.pop("layout")
            check(seat, json.dumps(table).encode())
            for name, card in everyones[seat].items():
                status, svg = await ask(made, f"/{secret}/faces/{name.decode()}.svg")
                seen = any(game.pieces.cards[piece].id == card for piece in knew[seat]) or card in board_cards
                assert status == (200 if seen else 404)
                for other, names in enumerate(everyones):
                    assert other == seat or not any(one in svg for one in names)
            for name in list(everyones[(seat + 1) % len(secrets)])[:20]:
                assert (await ask(made, f"/{secret}/faces/{name.decode()}.svg"))[0] == 404
        for stream in streams:
            await stream.leave()
        return len(sitting.played)
    finally:
        await made.close()


@pytest.mark.parametrize("slug", ["cheers", pytest.param("bartender-2012", marks=pytest.mark.slow)])
def test_the_first_moves_tell_no_seat_what_it_does_not_see(slug: str, tmp_path: Path) -> None:
    assert asyncio.run(played(slug, tmp_path, 12)) == 12


@pytest.mark.parametrize("slug", mostly_thorough(["auction-hearts", "bartender-aarwares", "biergarten"], 3))
def test_a_while_of_the_other_games_tells_no_seat_more(slug: str, tmp_path: Path) -> None:
    assert asyncio.run(played(slug, tmp_path, 30)) >= 20


@pytest.mark.thorough
@pytest.mark.parametrize("slug", GAMES)
def test_a_whole_game_tells_no_seat_what_it_does_not_see(slug: str, tmp_path: Path) -> None:
    assert (
        asyncio.run(played(slug, tmp_path, 400)) > 12
    )  # the shortest game of strangers at random had 28 moves


def test_after_a_restart_every_link_leads_to_its_seat_again(tmp_path: Path) -> None:
    async def evening() -> None:
        first = studio(tmp_path)
        told = await begin(first, "cheers", [("Ana", ""), ("Ben", ""), ("Cleo", "random"), ("Dario", "")])
        secrets = [seat["secret"] for seat in told["seats"]]
        room = first.tables.open[told["table"]]
        for _ in range(6):
            await settled(first, told["table"])
            seat = room.sitting.turn
            await ask(first, f"/{secrets[seat]}/moves", {"version": room.sitting.version, "move": 0})
        await settled(first, told["table"])
        before = [json.loads((await ask(first, f"/{secret}/message"))[1]) for secret in secrets]
        await first.close()

        again = studio(tmp_path)
        listed = again.tables.all()
        assert [(one["table"], one["players"], one["open"]) for one in listed] == [
            (told["table"], ["Ana", "Ben", "Cleo", "Dario"], False)
        ]
        assert listed[0]["moves"] == len(before[0]["story"])
        for seat, secret in enumerate(secrets):
            status, body = await ask(again, f"/{secret}/message")
            assert status == 200
            now = {**json.loads(body), "pace": 0}
            for said in (*now["seats"], *before[seat]["seats"]):
                said.pop("free", None)  # seconds that run on
            assert now == before[seat]
        await again.close()

    asyncio.run(evening())


def test_a_game_whose_cards_have_changed_says_so(tmp_path: Path) -> None:
    async def late() -> None:
        first = studio(tmp_path)
        told = await begin(first, "biergarten", [("Ana", ""), ("Ben", "")])
        await first.close()
        file = tmp_path / f"{told['table']}.jsonl"
        line = json.loads(file.read_text())
        file.write_text(json.dumps({**line, "kit": "another"}) + "\n")
        again = studio(tmp_path)
        status, body = await ask(again, f"/{told['seats'][0]['secret']}/message")
        assert status == 410
        assert "has other cards than when this game began" in body.decode()
        await again.close()

    asyncio.run(late())


def test_a_seat_is_given_to_a_bot_and_taken_back(tmp_path: Path) -> None:
    async def evening() -> None:
        made = studio(tmp_path)
        told = await begin(made, "biergarten", [("Ana", ""), ("Ben", "")])
        ana, ben = (seat["secret"] for seat in told["seats"])
        made.tables.open[told["table"]].grace = 0
        sitting = made.tables.open[told["table"]].sitting
        here = Listening(made, ben)
        for _ in range(3):
            await asyncio.sleep(0)
        status, _ = await ask(made, f"/{ana}/hand-over", {"seat": 1, "bot": "random"})
        assert status == 409, "Ben is here"
        assert here.last()["seats"][1]["here"] is True
        await here.leave()
        assert (await ask(made, f"/{ana}/hand-over", {"seat": 1, "bot": "random"}))[0] == 200
        await settled(made, told["table"])
        before = len(sitting.played)
        assert sitting.seats[1].bot == "random"
        while sitting.turn == 0 and len(sitting.played) < 6:
            await ask(made, f"/{ana}/moves", {"version": sitting.version, "move": 0})
        await settled(made, told["table"])
        assert len(sitting.played) > before + 1, "the bot has played"
        assert (await ask(made, f"/{ana}/hand-over", {"seat": 1, "bot": ""}))[0] == 409
        assert (await ask(made, f"/{ben}/hand-over", {"bot": "deep"}))[0] == 422
        assert (await ask(made, f"/{ben}/hand-over", {"bot": ""}))[0] == 200
        assert sitting.seats[1].bot == ""
        await made.close()

    asyncio.run(evening())


def test_a_table_that_cannot_be_saved_stops_and_goes_on(tmp_path: Path) -> None:
    async def evening() -> None:
        made = studio(tmp_path)
        told = await begin(made, "biergarten", [("Ana", ""), ("Ben", "random")])
        ana = told["seats"][0]["secret"]
        room = made.tables.open[told["table"]]
        file, away = room.sitting.journal.path, tmp_path / "away"
        while room.sitting.turn != 0:
            await settled(made, told["table"])
        file.rename(away)
        status, body = await ask(made, f"/{ana}/moves", {"version": room.sitting.version, "move": 0})
        assert status == 507
        assert "cannot be saved" in json.loads(body)["says"]
        assert "cannot be saved" in json.loads((await ask(made, f"/{ana}/message"))[1])["stopped"]
        away.rename(file)
        assert (await ask(made, f"/{ana}/on", {}))[0] == 200
        assert json.loads((await ask(made, f"/{ana}/message"))[1])["stopped"] == ""
        assert (await ask(made, f"/{ana}/moves", {"version": room.sitting.version, "move": 0}))[0] == 200
        await made.close()

    asyncio.run(evening())


def test_a_thousand_hostile_requests_change_nothing(tmp_path: Path) -> None:
    rng = random.Random(7)
    odd = [
        None,
        True,
        -1,
        0,
        10**30,
        1.5,
        "",
        "bids 9999",
        "x" * 400,
        "plays ?",
        "bids ?",
        [],
        {},
        "\x00",
        "Ben",
        "é" * 50,
        "{card}",
    ]
    paths = [
        "moves",
        "why",
        "undo",
        "remarks",
        "hand-over",
        "faces/../table",
        "live/x",
        "faces/" + "0" * 32 + ".svg",
        "on",
        "nothing",
    ]

    async def storm() -> None:
        made = studio(tmp_path)
        told = await begin(made, "auction-hearts", [(name, "") for name in NAMES[:4]])
        sitting = made.tables.open[told["table"]].sitting
        secrets = [seat["secret"] for seat in told["seats"]]
        turn = secrets[sitting.turn]
        other = secrets[(sitting.turn + 1) % 4]
        state, version = sitting.state.copy(), sitting.version
        for n in range(1000):
            where = rng.choice(paths)
            body = {
                key: rng.choice(odd)
                for key in rng.sample(["version", "move", "words", "seat", "bot", "text"], 3)
            }
            if (
                where == "moves" and rng.random() < 0.5
            ):  # a real move of the seat whose turn it is not, or an old one
                body, secret = {"version": version, "move": 0}, other
                if rng.random() < 0.5:
                    body, secret = {"version": version - 1, "move": rng.choice(odd)}, turn
            else:
                secret = other
            if where in ("remarks", "hand-over"):
                body = {
                    "text": "",
                    "seat": rng.choice([0, 7, -1]),
                    "bot": rng.choice(["ismcts:999s", "apart:x", 3]),
                }
            sent: object = (
                body if n % 5 else rng.choice([b"", b"[", b"[]" * 30, b"\xff", b"[" * 9000, b"1" * 30_000])
            )
            headers = (
                {"origin": "https://evil.example"}
                if n % 17 == 0
                else {"content-type": "text/plain"}
                if n % 19 == 0
                else {}
            )
            status, answer = await ask(made, f"/{secret}/{where}", sent, headers=headers)
            assert status in (200, 400, 403, 404, 405, 409, 413, 415, 422), (status, where, sent)
            assert b"Traceback" not in answer
        assert sitting.state == state
        assert sitting.played == []
        assert sitting.journal.path.read_bytes().count(b"\n") == 1
        status, _ = await ask(made, f"/{turn}/moves", {"version": version, "move": 0})
        assert status == 200
        status, _ = await ask(made, f"/{turn}/moves", {"version": version, "move": 0})
        assert status == 409, "the same move twice"
        await made.close()

    asyncio.run(storm())


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"kit": "cheers"},
        {"kit": "nothing", "seats": [{"name": "Ana"}]},
        {"kit": "cheers", "seats": "Ana"},
        {"kit": "cheers", "seats": [1, 2]},
        {"kit": "cheers", "seats": [{"name": "Ana"}]},
        {"kit": "biergarten", "seats": [{"name": "Ana"}, {"name": "Ana"}]},
        {"kit": "biergarten", "seats": [{"name": "Ana"}, {"name": "a" * 25}]},
        {"kit": "biergarten", "seats": [{"name": "Ana"}, {"name": "<b>"}]},
        {"kit": "biergarten", "seats": [{"name": "Ana"}, {"name": "Ben", "bot": "nobody"}]},
        {"kit": "biergarten", "seats": [{"name": "Ana"}, {"name": "Ben"}], "options": {"x": "y"}},
        {"kit": "biergarten", "seats": [{"name": "Ana"}, {"name": "Ben"}], "options": [1]},
        {"kit": "../../etc", "seats": [{"name": "Ana"}, {"name": "Ben"}]},
    ],
)
def test_a_table_that_cannot_be_is_not_set_up(asked: object, tmp_path: Path) -> None:
    async def one() -> None:
        made = studio(tmp_path)
        status, _ = await ask(made, f"/{'s3cret' * 8}/tables", asked)
        assert status in (404, 409, 422)
        assert list(tmp_path.iterdir()) == []
        await made.close()

    asyncio.run(one())


def test_links_of_a_table_begun_in_the_terminal_outlive_the_server(tmp_path: Path) -> None:
    async def evening() -> None:
        begun = table("cheers", tmp_path / "cheers-2026-01-01-abcd.jsonl", players=3, bots=("", "", "random"))
        step(begun, random.Random(1)) if not begun.seats[begun.turn].bot else begun.play_bot(begun.think())
        name = begun.journal.path.stem
        links: list[str] = []
        for n in range(3):
            made = studio(tmp_path)
            if n:
                status, body = await ask(made, f"/{links[0]}/message")
                assert status == 200
                assert json.loads(body)["you"] == 0
            links = links or [seat["secret"] for seat in made.tables.reopen(name)["seats"]]
            assert [seat["secret"] for seat in made.tables.reopen(name)["seats"]] == links
            assert len(set(links)) == 3
            (listed,) = made.tables.all()
            assert (listed["moves"], listed["over"]) == (1, False)
            await made.close()
        kept = begun.journal.path.with_suffix(".links")
        chairs = json.loads(kept.read_bytes())["chairs"]
        assert (chairs[:3], len(set(chairs))) == (links, 4), "one more is for those who watch"

    asyncio.run(evening())


def test_a_finished_game_stays_finished_when_its_links_are_made_later(tmp_path: Path) -> None:
    async def evening() -> None:
        begun = table("cheers", tmp_path / "cheers-2026-01-01-abcd.jsonl", players=3, bots=("random",) * 3)
        while not begun.over:
            begun.play_bot(begun.think())
        made = studio(tmp_path)
        name = begun.journal.path.stem
        made.tables.reopen(name)
        assert made.tables.all()[0]["over"]
        made.tables.open[name].sitting.remark(0, "well played")
        assert made.tables.all()[0]["over"]
        made.tables.open[name].sitting.do({"undo": begun.played[-1].entries[0]["who"]})
        assert not made.tables.all()[0]["over"]
        await made.close()

    asyncio.run(evening())


def test_a_table_that_is_only_looked_at_is_no_game(tmp_path: Path) -> None:
    async def evening() -> None:
        made = studio(tmp_path)
        first = await begin(made, "cheers", [(name, "") for name in NAMES[:3]], look=True)
        told = await begin(made, "cheers", [(name, "") for name in NAMES[:3]], look=True)
        old, new = (one["seats"][0]["secret"] for one in (first, told))
        assert (await ask(made, f"/{new}/message"))[0] == 200
        assert (await ask(made, f"/{old}/message"))[0] == 404, "one for each kit"
        looked = made.tables.open["look-cheers"].journal.path
        assert looked.exists()
        assert not list(tmp_path.iterdir()), "the list of games does not know it"
        await made.close()
        assert not looked.exists()

    asyncio.run(evening())
