"""Secrets, seeds and moves belong to everybody who was ever a person at a table, also while a bot plays for them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from cardgen.studio.server import Studio
from cardgen.studio.tables import TableRoom
from cardgen.table.sitting import NotNow
from tests.table.playing import GAMES, again, table
from tests.table.served import Listening, ask, begin, settled, studio

PLAYERS = {"auction-hearts": 3, "bartender-2012": 3, "bartender-aarwares": 2, "biergarten": 2, "cheers": 3}


class Two:
    """Ana and Ben at a table, bots on the other seats."""

    def __init__(self, made: Studio, told: Any) -> None:
        self.made, self.name = made, told["table"]
        self.ana, self.ben = (seat["secret"] for seat in told["seats"][:2])
        self.room: TableRoom = made.tables.open[self.name]
        self.sitting = self.room.sitting

    @classmethod
    async def sit_down(cls, slug: str, folder: Path, bens: str = "") -> Two:
        made = studio(folder)
        seats = [
            ("Ana", ""),
            ("Ben", bens),
            *((name, "random") for name in ("Cleo", "Dan")[: PLAYERS[slug] - 2]),
        ]
        return cls(made, await begin(made, slug, seats))

    async def says(self, who: str, what: str, **body: Any) -> tuple[int, str]:
        status, answer = await ask(self.made, f"/{who}/{what}", body)
        await settled(self.made, self.name)
        return status, answer.decode()

    async def play(self, moves: int) -> None:
        """Let people play until so many moves were made."""
        for _ in range(400):
            await settled(self.made, self.name)
            if len(self.sitting.played) >= moves:
                return
            who = (self.ana, self.ben)[self.sitting.turn]
            assert (await self.says(who, "moves", version=self.sitting.version, move=0))[0] == 200

    async def story(self, who: str) -> list[str]:
        told = json.loads((await ask(self.made, f"/{who}/message"))[1])
        return [f"{told['seats'][one['who']]['name']} {one['say']}" for one in told["story"]]


@pytest.mark.parametrize("slug", GAMES)
def test_a_seat_in_a_bots_hands_opens_nothing_to_the_other_person(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = 7 if slug == "bartender-aarwares" else 5  # some deals are over soon
    monkeypatch.setattr("cardgen.studio.tables.secrets.randbelow", lambda most: seed)

    async def evening() -> None:
        two = await Two.sit_down(slug, tmp_path)
        await two.play(5)
        two.room.grace = 0
        assert (await two.says(two.ana, "hand-over", seat=1, bot="random"))[0] == 200
        for who in (two.ana, two.ben):
            assert (await two.says(who, "scenario"))[0] == 409
        before = [one.text for one in two.sitting.played]
        await two.says(two.ana, "undo")
        assert [one.text for one in two.sitting.played][: len(before)] == before
        mover = next(n for n in (0, 1) if two.sitting.can_undo(n))  # the deal says who had a turn so far
        with pytest.raises(NotNow, match=f"{('Ben', 'Ana')[mover]} must agree first"):
            two.sitting.to_undo(mover)
        note = "Ana lets a bot play for Ben, who is not here"
        assert note in await two.story(two.ben)
        opened = again(two.sitting)
        assert opened.people == {0, 1}
        assert opened.story(1) == two.sitting.story(1)
        with pytest.raises(NotNow, match="everybody holds"):
            opened.scenario(0)
        await two.made.close()

    asyncio.run(evening())


def test_who_went_to_fetch_a_drink_has_a_while_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("cardgen.studio.chairs.monotonic", lambda: now[0])

    async def evening() -> None:
        two = await Two.sit_down("biergarten", tmp_path)
        here, ana = Listening(two.made, two.ben), Listening(two.made, two.ana)
        await asyncio.sleep(0.01)
        now[0] += 1000
        await here.leave()
        await asyncio.sleep(0.01)
        assert [ana.last()["seats"][1][word] for word in ("here", "free")] == [False, 60]
        now[0] += 59
        status, says = await two.says(two.ana, "hand-over", seat=1, bot="random")
        assert (status, json.loads(says)["says"]) == (409, "Ben may come back; in 1 s a bot may play for Ben")
        now[0] += 1
        assert (await two.says(two.ana, "hand-over", seat=1, bot="random"))[0] == 200
        assert (await two.says(two.ben, "hand-over", bot=""))[0] == 200
        assert (await two.story(two.ana))[-1] == "Ben plays again"
        await ana.leave()
        await two.made.close()

    asyncio.run(evening())


def test_a_move_is_taken_back_when_everybody_agrees(tmp_path: Path) -> None:
    async def evening() -> None:
        two = await Two.sit_down("biergarten", tmp_path)
        await two.play(6)
        await two.says(two.ana, "undo")
        assert len(two.sitting.played) == 6
        told = json.loads((await ask(two.made, f"/{two.ben}/message"))[1])
        assert told["asks"] == {"seat": 0, "missing": [1]}
        assert (await two.says(two.ben, "undo", **{"for": 0, "agree": False}))[0] == 200
        assert (await two.says(two.ben, "undo", **{"for": 0}))[0] == 409, "it was refused"
        await two.says(two.ana, "undo")
        await two.play(7)
        assert (await two.says(two.ben, "undo", **{"for": 0}))[0] == 409, "a move was made meanwhile"
        await two.says(two.ana, "undo")
        assert (await two.says(two.ben, "undo", **{"for": 0}))[0] == 200
        assert len(two.sitting.played) < 7
        for who in (two.ana, two.ben):
            assert (await two.story(who))[-1] == "Ana takes back the last move; Ben agrees"
        assert again(two.sitting).story(0) == two.sitting.story(0)
        assert (await two.says(two.ben, "undo", **{"for": True}))[0] == 400
        await two.made.close()

    asyncio.run(evening())


def test_nobody_joins_a_game_whose_seed_the_other_one_knows(tmp_path: Path) -> None:
    async def evening() -> None:
        two = await Two.sit_down("biergarten", tmp_path, "random")
        assert (await two.says(two.ana, "scenario"))[0] == 200
        status, says = await two.says(two.ben, "hand-over", bot="")
        assert status == 409
        assert "knows its seed" in says
        await two.made.close()

    asyncio.run(evening())


def test_what_is_said_has_a_limit(tmp_path: Path) -> None:
    sitting = table("biergarten", tmp_path / "a.jsonl", players=2)
    with pytest.raises(NotNow, match="2000 letters, this one has 2001"):
        sitting.remark(0, "x" * 2001)
    with pytest.raises(NotNow, match="not over"):
        sitting.answer(0, {"fun": 3})
    with pytest.raises(NotNow, match="a person plays here already"):
        sitting.hand_over(0, "")
    for _ in range(100):
        sitting.remark(0, "x")
        sitting.hand_over(0, "random")
        sitting.hand_over(0, "")
    with pytest.raises(NotNow, match="100 remarks"):
        sitting.remark(0, "x")
    with pytest.raises(NotNow, match="100 times"):
        sitting.hand_over(0, "random")
    sitting.remark(1, "x")
    for number in range(60):
        sitting.asked_for(0, f"BG-{number:03}")
    sitting.play(sitting.turn, sitting.version, 0)
    assert len(sitting.journal.lines[-1]["asked"]) == 50


@pytest.mark.parametrize("asked", [{"kit": "cheers", "seats": [{"name": n} for n in "ABC"]}, {"kit": "cheers", "seats": [{"name": "A"}], "free": True}], ids=["rules", "free"])  # fmt: skip
def test_a_game_that_is_sent_to_somebody_opens_no_seat(asked: dict[str, Any], tmp_path: Path) -> None:
    async def evening() -> None:
        made = studio(tmp_path)
        told = made.tables.begin(asked)
        secrets = [seat["secret"] for seat in told["seats"]]
        game = tmp_path / f"{told['table']}.jsonl"
        assert not any(secret in game.read_text() for secret in secrets)
        (beside,) = [path for path in tmp_path.iterdir() if path != game]
        assert all(secret in beside.read_text() for secret in secrets)
        assert beside.stat().st_mode & 0o777 == 0o600
        await made.close()
        again = studio(tmp_path)
        assert [seat["secret"] for seat in again.tables.reopen(told["table"])["seats"]] == secrets
        await again.close()

    asyncio.run(evening())


def test_links_that_an_older_game_holds_itself_stay_good(tmp_path: Path) -> None:
    async def evening() -> None:
        made = studio(tmp_path)
        told = made.tables.begin({"kit": "cheers", "seats": [{"name": n} for n in "ABC"]})
        await made.close()
        (links,) = tmp_path.glob("*.links")
        game = links.with_suffix(".jsonl")
        first, *rest = game.read_text().splitlines()
        game.write_text(
            "\n".join([json.dumps({**json.loads(first), **json.loads(links.read_text())}), *rest, ""])
        )
        links.unlink()
        again = studio(tmp_path)
        assert again.tables.reopen(told["table"])["seats"] == told["seats"]
        await again.close()

    asyncio.run(evening())


def test_seeds_and_links_are_read_by_their_owner_alone(tmp_path: Path) -> None:
    path = table("biergarten", tmp_path / "a.jsonl", players=2).journal.path
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    again(table("biergarten", tmp_path / "b.jsonl", players=2)).journal.read(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_next_game_finds_everybody_a_seat_further_and_is_dealt_once(tmp_path: Path) -> None:
    async def evening() -> None:
        made = studio(tmp_path)
        people = [("Ana", ""), ("Ben", ""), ("Cleo", "greedy")]
        told = await begin(made, "auction-hearts", people, options={"rounds": 4})
        room, secrets = made.tables.open[told["table"]], [seat["secret"] for seat in told["seats"]]
        assert isinstance(room, TableRoom)
        status, says = await ask(made, f"/{secrets[0]}/again", {})
        assert (status, json.loads(says)["says"]) == (409, "the game is not over")
        while not (sitting := room.sitting).over:
            await settled(made, told["table"])
            if not sitting.over:
                await room.act(lambda: sitting.to_play(sitting.turn, sitting.version, 0))
        assert json.loads((await ask(made, f"/{secrets[0]}/message"))[1])["next"] == ""
        assert (await ask(made, f"/{told['watch']}/again", {}))[0] == 409, "who watches deals nothing"
        for secret in secrets[:2]:
            assert (await ask(made, f"/{secret}/again", {}))[0] == 200
        assert len(made.tables.open) == 2, "both wanted the same game"
        for n, name in enumerate(("Ana", "Ben", "Cleo")):
            to = json.loads((await ask(made, f"/{secrets[n]}/message"))[1])["next"]
            now = json.loads((await ask(made, f"/{to}/message"))[1])
            assert (now["you"], now["seats"][now["you"]]["name"]) == ((n + 1) % 3, name)
            assert [seat["is"] for seat in now["seats"]] == ["bot", "person", "person"]
        following = made.tables.secrets[to].table.sitting
        assert following.game.options == sitting.game.options
        assert following.seed != sitting.seed
        watches = json.loads((await ask(made, f"/{told['watch']}/message"))[1])["next"]
        assert made.tables.secrets[watches].watches
        await made.close()

    asyncio.run(evening())
