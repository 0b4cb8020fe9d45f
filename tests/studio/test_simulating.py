"""Games that pages ask for: the report fills while they are played, and the last is that of the command."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cardgen.app.cli import app
from cardgen.app.start import begin
from cardgen.base.errors import CardgenError
from cardgen.engine.playing import fingerprint
from cardgen.simulation import record, set_up
from cardgen.source import load_kit
from cardgen.source.cells import NoCell
from cardgen.studio.edits import Changed, Edits
from cardgen.studio.render_worker import RenderWorker
from cardgen.studio.server import Studio
from cardgen.studio.simulating import _with_numbers, answer_film, pages_with
from tests.studio.small import small_kit
from tests.table.served import SECRET, ask, studio

ROOT = Path(__file__).parents[2]
HOME = f"/{SECRET}/kits/cheers/games"
REPORT = "cheers-report.html"


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Studio:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return studio(tmp_path)


def _numbers(page: bytes) -> bytes:
    return page.partition(b'id="numbers">')[2].partition(b"</script>")[0]


async def over(made: Studio, kit: str = "cheers") -> Any:
    for _ in range(12000):
        games = made.rooms[kit].jobs["games"]
        if not games.running:
            return games.now
        await asyncio.sleep(0.05)
    raise AssertionError("it never ended")


@pytest.mark.parametrize(("sweep", "games"), [("", [40, 50]), ("tables.bar.hand=2..4", [6])])
def test_the_report_fills_and_ends_as_that_of_the_command(
    made: Studio, tmp_path: Path, sweep: str, games: list[int]
) -> None:
    async def evening() -> Any:
        offer = json.loads((await ask(made, HOME))[1])
        room, heard = made.rooms["cheers"], []
        room.jobs["games"]._tell = heard.append
        asked = {"players": "4", "games": games[-1], "seed": 7, **({"sweep": sweep} if sweep else {})}
        assert (await ask(made, HOME, asked))[0] == 200
        now = await over(made)
        page = (await ask(made, f"{HOME}/{REPORT}"))[1]
        assert (await ask(made, f"{HOME}/../game.yaml"))[0] == 404
        told = pages_with(room.results, REPORT, "Rr")
        replays = json.loads(_numbers(page))["tables"][0]["tension"]["replays"]
        film = f"{HOME}/{REPORT}/0/{replays[0]['game']}"
        assert b'id="packed"' in (await ask(made, film))[1]
        for other in (f"{HOME}/{REPORT}/0/{games[-1] + 1}", f"{HOME}/{REPORT}/9/1", f"{HOME}/more.html/0/1"):
            assert (await ask(made, other))[0] == 404
        other_kit = page.replace(b'"fingerprint":"', b'"fingerprint":"0')
        (room.results / "old.html").write_bytes(other_kit)
        status, says = await ask(made, film.replace(REPORT, "old.html"))
        assert (status, b"the kit has changed since old.html was made" in says) == (409, True)
        pages = json.loads((await ask(made, HOME))[1])["pages"]
        assert [name for name, title in pages if title.startswith("CHEERS: ")] == ["old.html"]
        (room.results / "old.html").unlink()
        here = told["tables"][0]
        assert told["pages"] == [REPORT]
        assert (here["players"], here["games"], here["id"]) == (4, games[-1], "Rr")
        await made.close()
        return offer, now, page, heard

    offer, now, page, heard = asyncio.run(evening())
    found = [one["found"] for one in heard if one.get("found")]
    counted = [one["done"] for one in heard if one.get("of")]
    assert (offer["counts"], offer["why"], offer["why_not"]) == ([3, 4, 5, 6], "", "")
    assert now["state"] == "done", now
    assert [one["at"] for one in found] == games
    assert counted == sorted(counted), "no game is played twice"
    assert max(counted) == games[-1] * (1 + 2 * bool(sweep))
    assert len(found[-1]["sweep"]) == 2 * bool(sweep)
    widths = [sum(high - low for _, _, low, high in one["wins"]) for one in found]
    assert widths == sorted(widths, reverse=True)
    words = ["simulate", "cheers", "--players", "4", "--games", str(games[-1]), "--seed", "7"]
    words += ["--sweep", sweep] if sweep else []
    result = CliRunner().invoke(app, [*words, "--report", "of-command.html"])
    assert result.exit_code == 0, result.output
    assert page == (tmp_path / "of-command.html").read_bytes()


def test_a_report_ends_as_soon_as_it_is_sure_as_that_of_the_command(made: Studio, tmp_path: Path) -> None:
    async def evening() -> Any:
        offer = json.loads((await ask(made, HOME))[1])
        asked = {"players": "4", "games": 300, "seed": 7, "until_sure": "rounds 2..9"}
        assert (await ask(made, HOME, asked))[0] == 200
        now = await over(made)
        page = (await ask(made, f"{HOME}/{REPORT}"))[1]
        await made.close()
        return offer, now, page

    offer, now, page = asyncio.run(evening())
    assert "leader at half time wins" in offer["lines"]
    assert (now["state"], now["found"]["at"]) == ("done", 160)
    words = ["simulate", "cheers", "--players", "4", "--games", "300", "--seed", "7", "--until-sure"]
    result = CliRunner().invoke(app, [*words, "rounds 2..9", "--report", "of-command.html"])
    assert result.exit_code == 0, result.output
    assert page == (tmp_path / "of-command.html").read_bytes()
    assert b"Rounds 2..9: surely within its line after 160 games" in page


def test_a_league_grows_and_ends_as_that_of_the_command(made: Studio, tmp_path: Path) -> None:
    async def evening() -> Any:
        offer = json.loads((await ask(made, HOME))[1])
        heard: list[Any] = []
        made.rooms["cheers"].jobs["games"]._tell = heard.append
        asked = {"players": "4", "games": 160, "strategies": ["never declare", "random"]}
        assert (await ask(made, HOME, asked))[0] == 200
        now = await over(made)
        page = (await ask(made, f"{HOME}/cheers-league.html"))[1]
        await made.close()
        return offer, now, heard, page

    offer, now, heard, page = asyncio.run(evening())
    assert offer["kinds"] == [
        [name, words] for name, words in load_kit(ROOT / "data" / "cheers").strategies.items()
    ]
    assert (now["state"], now["found"]["kinds"], now["problems"]) == ("done", 3, [])
    assert list(dict.fromkeys(one["found"]["at"] for one in heard if one.get("found"))) == [40, 160]
    steps = {one["step"] for one in heard if one.get("of")}
    assert all(step.startswith("playing ") and " of each pair, about " in step for step in steps)
    for step in steps:
        counted = [one["done"] for one in heard if one.get("of") and one["step"] == step]
        assert counted == sorted(counted)
    words = ["league", "cheers", "--players", "4", "--games", "160", "-j", "1"]
    words += ["--strategy", "never declare", "--strategy", "random", "--report", "of-command.html"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert page == (tmp_path / "of-command.html").read_bytes()


def test_a_film_whose_players_would_think_too_long_is_refused_after_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = load_kit(ROOT / "data" / "cheers")
    setup, game = set_up(kit, 4, ("greedy",), {}, 1)
    replay = {"game": 1, "seed": setup.seating(0)[0], "moves": len(record(setup, 0).moves)}
    table = {"players": 4, "bots": ["greedy"], "changed_options": {}, "tension": {"replays": [replay]}}
    told = {"tables": [table], "run": {"seed": 1}, "kit": {"fingerprint": fingerprint(game)}}
    page = tmp_path / "report.html"
    page.write_text(f'<script type="application/json" id="numbers">{json.dumps(told)}</script>')
    worker = RenderWorker(kit.root)
    assert "CHEERS" in answer_film(worker, kit, page, 0, 1)
    monkeypatch.setattr("cardgen.studio.simulating._TASTE", 0.0)
    monkeypatch.setattr("cardgen.studio.simulating._FILM", 0.0)
    with pytest.raises(
        CardgenError, match="game 1 would be played again for about 1 second, because its players"
    ):
        answer_film(worker, kit, page, 0, 1)


def test_a_film_is_of_any_table_of_a_report_which_names_the_kit_as_its_first_table_has_it(
    tmp_path: Path,
) -> None:
    begin("Tricks", None, None, None, None, "trick-taking", place=tmp_path)
    kit = load_kit(tmp_path / "data" / "tricks")
    tables, named = [], ""
    for players in (3, 4):
        setup, game = set_up(kit, players, ("greedy",), {}, 1)
        replay = {"game": 1, "seed": setup.seating(0)[0], "moves": len(record(setup, 0).moves)}
        seats = {"players": players, "bots": ["greedy"], "changed_options": {}}
        tables.append({**seats, "tension": {"replays": [replay]}})
        assert named != fingerprint(game)  # rules that are data are read for so many players
        named = named or fingerprint(game)
    page = tmp_path / "report.html"

    def film(of: str) -> str:
        told = {"tables": tables, "run": {"seed": 1}, "kit": {"fingerprint": of}}
        page.write_text(f'<script type="application/json" id="numbers">{json.dumps(told)}</script>')
        return answer_film(RenderWorker(kit.root), kit, page, 1, 1)

    assert "Tricks" in film(named)
    with pytest.raises(CardgenError, match=r"the kit has changed since report\.html was made"):
        film("another kit")


def test_pages_about_games_are_read_once_until_they_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = '<title>%s</title><script type="application/json" id="numbers">{}</script>'
    (tmp_path / "a.html").write_text(page % "One")
    assert dict(_with_numbers(tmp_path)) == {"a.html": "One"}
    with monkeypatch.context() as nobody:
        nobody.delattr(Path, "read_text")
        assert dict(_with_numbers(tmp_path)) == {"a.html": "One"}
    (tmp_path / "a.html").write_text(page % "Another")
    assert dict(_with_numbers(tmp_path)) == {"a.html": "Another"}


def test_what_cannot_be_played_is_said_as_the_command_says_it(made: Studio) -> None:
    wrong: tuple[tuple[dict[str, Any], str], ...] = (
        ({"games": 0}, "--games is 0, expected 1 to 100,000"),
        ({"games": "many"}, "--games is 'many'"),
        ({"players": "9"}, "--players is '9', but CHEERS is for 3 to 6 players"),
        ({"sweep": "tables.x=1..2"}, "there is no 'x' in tables"),
        ({"sweep": "x"}, "--sweep: 'x', expected a value of the kit"),
        ({"jobs": 3}, "a page does not set 'jobs'"),
        ({"strategies": ["never", "sell"]}, "--strategy: no bot 'never'"),
        ({"strategies": ["never rols"]}, "--strategy: no card and no kind of move 'rols'"),
        ({"strategies": []}, "--strategy: 1 kind of player, expected 2 to 12"),
        ({"strategies": [*map("ismcts:{}".format, range(1, 13))]}, "--strategy: 13 kind"),
        ({"strategies": ["random"], "players": "1"}, "--players is '1', but CHEERS is for 3 to 6 players"),
        ({"strategies": ["random"], "sweep": "x=1"}, "a page does not set 'sweep'"),
        ({"strategies": {"never sells": 1}}, "--strategy: expected a list of words, such as never sells"),
        ({"strategies": [["random"], None, " "]}, "--strategy: expected a list of words"),
    )

    async def evening() -> None:
        for asked, says in wrong:
            assert (await ask(made, HOME, {"games": 20, **asked}))[0] == 200
            now = await over(made)
            assert now["state"] == "failed"
            assert says in (now.get("says") or now["problems"][0]["message"])
        await made.close()

    asyncio.run(evening())


def test_a_stopped_one_keeps_its_last_report_and_nothing_else_is_made_meanwhile(made: Studio) -> None:
    async def evening() -> None:
        assert (await ask(made, HOME, {"players": "4", "games": 100_000}))[0] == 200
        assert (await ask(made, HOME, {}))[0] == 409
        assert (await ask(made, HOME.replace("games", "builds"), {}))[0] == 409
        games = made.rooms["cheers"].jobs["games"]
        while games.running and not games.now["found"]:
            await asyncio.sleep(0.05)
        assert (await ask(made, f"{HOME}/stop", {}))[0] == 200
        now = await over(made)
        assert (now["state"], now["stopped"]) == ("done", True)
        page = (await ask(made, f"{HOME}/{REPORT}"))[1]
        assert page.endswith(b"</html>\n")
        await made.close()

    asyncio.run(evening())


def test_a_kit_without_rules_says_so_and_only_this_machine_plays(
    made: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        made.kits["small"] = small_kit(tmp_path / "kits")
        told = json.loads((await ask(made, HOME.replace("cheers", "small")))[1])
        assert "no rules for 'small'" in told["why"]
        monkeypatch.setattr("cardgen.studio.server._is_local", lambda request: False)
        assert (await ask(made, HOME, {}))[0] == 403
        monkeypatch.undo()
        made.read_only = "this studio was started with --read-only"
        assert (await ask(made, HOME, {}))[0] == 403
        await made.close()

    asyncio.run(evening())


def test_a_number_of_a_table_is_written_in_its_file_if_it_is_as_the_page_has_seen_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    folder = small_kit(tmp_path / "kits")
    with (folder / "game.yaml").open("a") as file:
        file.write("tables:\n  bar: bar.yaml\n  csv: {file: more.csv}\n")
    table = folder / "bar.yaml"
    table.write_text(
        "# the bar\nhand: 5   # cards\nseats:\n  - {id: two, chips: [3, 4]}\n  - {id: three, coins: 9}\n"
    )
    edits = Edits(folder)

    def number(path: str, value: Any, was: Any) -> Any:
        return edits.number({"path": f"tables.{path}", "value": value, "was": was})

    assert number("bar.hand", 6, 5)["diff"] == ["-hand: 5   # cards", "+hand: 6   # cards"]
    assert number("bar.seats.three.coins", 8, 9)["file"] == "bar.yaml"
    before = table.read_bytes()
    for path, was, wrong, says in (
        ("bar.hand", 5, Changed, "bar.yaml says 6 by now"),
        ("bar.gone", 5, Changed, "bar.yaml was changed elsewhere"),
        ("bar.seats.two.chips.0", 3, NoCell, "is in a list without names"),
        ("csv.0.hand", 5, NoCell, "the table csv is in more.csv; change it there"),
        ("bar", 5, NoCell, "expected a number of a table"),
    ):
        with pytest.raises(wrong, match=says):
            number(path, 7, was)
    assert table.read_bytes() == before
    edits.step(back=True)
    edits.step(back=True)
    assert "hand: 5   # cards" in table.read_text()
