"""A game as a film: every state of the table as it was, what a person took back is gone, one file that needs nothing else."""

from __future__ import annotations

import base64
import io
import itertools
import json
import random
import re
import shutil
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from cardgen.app.film import SCRIPTS, bundled, film_page, game_in, replay_lines
from cardgen.base.errors import CardgenError
from cardgen.base.files import templates_dir
from cardgen.engine import RandomBot, play_and_save
from cardgen.games import make_game
from cardgen.table.film import film
from cardgen.table.kept import KeptMove, introduced, read_kept
from cardgen.table.seen import seen
from cardgen.table.sitting import NAMES
from tests.games.kits import kit_of
from tests.many import mostly_thorough
from tests.studio.small import edit
from tests.table.test_sitting import GAMES, step, table

DATA = Path(__file__).parents[2] / "data"


def saved(slug: str, path: Path, seed: int = 7, players: int = 0, **options: Any) -> Path:
    kit = kit_of(slug)
    names = ("Ana", "Ben", "Cleo", "Dario", "Eva")[: players or kit.players.min]
    game: Any = make_game(kit, len(names), options, names)
    play_and_save(game, seed, [game.greedy() for _ in range(game.players)]).write(path)
    return path


@pytest.mark.parametrize("slug", GAMES)
def test_what_each_step_changes_makes_every_table_as_it_was(slug: str, tmp_path: Path) -> None:
    game, kept = game_in(saved(slug, tmp_path / "game.json"), DATA)
    shot = json.loads(json.dumps(film(game, kept)))
    unseen = {name for name, place in game.zoned.by_name.items() if place.zone.seen_by == "nobody"}
    state = game.deal(kept.saved.seed)
    shown = dict(shot["start"])
    for move, one in zip(kept.moves, shot["steps"], strict=True):
        game.play_text(state, move.text)
        for frame in one["frames"]:
            zones, at = {**shown["zones"], **frame.get("zones", {})}, {**shown["at"], **frame.get("at", {})}
            shown = {**shown, **frame, "zones": zones, "at": at}
        assert shown["told"] == len(one["tell"])
        there = seen(game, state)
        for name, lies in there["zones"].items():
            assert zones[name] == ([None] * len(lies) if name in unseen else lies), (name, move)
        assert {piece: at[piece] for piece in there["at"]} == {
            piece: list(place) for piece, place in there["at"].items()
        }
        assert [shown["signs"], shown["words"]] == json.loads(json.dumps([there["signs"], there["words"]]))
        assert shown["turn"] == state.turn
    assert game.over(state)
    assert shot["end"]["winners"] == list(game.winners(state))
    assert shot["marks"][-1]["kind"] == "end"
    assert all(0 < mark["at"] <= len(kept.moves) for mark in shot["marks"])


def test_a_journal_is_a_film_without_what_was_taken_back(tmp_path: Path) -> None:
    sitting, rng = (
        table("cheers", tmp_path / "a.jsonl", players=3, bots=("", "random", "random")),
        random.Random(2),
    )
    while sitting.turn != 0:
        sitting.play_bot(sitting.think())
    sitting.play(0, sitting.version, 0)
    sitting.undo(0)
    for _ in range(6):
        if sitting.seats[sitting.turn].bot:
            sitting.play_bot(sitting.think())
        else:
            step(sitting, rng)
    sitting.remark(0, "that was <b>dull</b>")
    path = sitting.journal.path
    path.write_bytes(path.read_bytes() + b'{"move":"Ana pl')
    before = path.read_bytes()

    game, kept = game_in(path, DATA)
    shot = film(game, kept)

    assert [move.text for move in kept.moves] == [one.text for one in sitting.played]
    assert [seat for seat, _ in kept.regretted] == [0]
    assert shot["steps"][-1]["remarks"] == [[0, "that was <b>dull</b>"]]
    assert any("Ana said: that was <b>dull</b>" in line for line in replay_lines(path, DATA, None))
    assert path.read_bytes() == before, "to look at a game changes nothing"


def test_the_story_begins_with_the_set_up(tmp_path: Path) -> None:
    for slug in GAMES:
        lines = list(replay_lines(saved(slug, tmp_path / f"{slug}.json"), DATA, 3))
        first = next(n for n, line in enumerate(lines) if re.match(r" +1  ", line))
        assert lines.index("Set-up") < first - 1, slug


def test_one_file_holds_everything_and_runs_only_its_own_script(tmp_path: Path) -> None:
    page = film_page(saved("cheers", tmp_path / "game.json"), DATA)
    assert len(page.encode()) < 1_500_000
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    assert "default-src 'none'" in policy[1]
    assert "script-src 'sha256-" in policy[1]
    outside = re.findall(r"""\b(?:src|href)=["'](?!#|data:)([\w./:-]+)["']""", page)
    assert outside == []
    assert "<!--" not in page.partition("<script")[0]


@pytest.mark.parametrize("slug", mostly_thorough(GAMES, 3))
def test_every_game_is_a_film_of_less_than_a_megabyte_and_a_half(slug: str, tmp_path: Path) -> None:
    assert len(film_page(saved(slug, tmp_path / "game.json"), DATA).encode()) < 1_500_000


def test_scripts_that_import_each_other_become_one() -> None:
    one = bundled(
        {
            "first": "export const $ = 1;\nexport async function go() {}\n",
            "second": 'import { $, go as run } from "./first.js";\nexport class Two {}\n',
        }
    )
    assert "return { $, go };" in one
    assert "const { $, go: run } = m_first;" in one
    folder = templates_dir() / "studio" / "js"
    whole = bundled({name: (folder / f"{name}.js").read_text() for name in SCRIPTS})
    assert not re.search(r"^(import|export) ", whole, re.MULTILINE)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"cardgen-table":1,"game":"cheers"}\n', "its first line lacks"),
        (
            '{"cardgen-table":2}\n',
            r":1: error: format is 2, expected at most 1: cardgen [\d.]+ reads no later one",
        ),
        ('{"cardgen-table":0}\n', "this is no game of cardgen"),
        ("", "this is no game of cardgen"),
    ],
)
def test_a_file_that_is_no_game_is_told(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(text)
    with pytest.raises(CardgenError, match=says):
        game_in(path, DATA)


def test_lines_of_a_journal_that_make_no_sense_are_left_out(tmp_path: Path) -> None:
    sitting = table("cheers", tmp_path / "a.jsonl", players=3)
    sitting.play(0, 0, 0)
    with sitting.journal.path.open("a") as file:
        for line in (
            '{"undo":9}',
            '{"remark":3}',
            '{"form":[],"seat":0}',
            '{"seat":-4,"bot":"x"}',
            '{"so":1}',
        ):
            file.write(line + "\n")
    kept = read_kept(sitting.journal.path)
    assert [one.text for one in kept.moves] == [sitting.played[0].text]
    assert kept.saved.bots == ("person", "person", "person")


@pytest.mark.parametrize("slug", GAMES)
def test_players_without_names_have_peoples_names(slug: str, tmp_path: Path) -> None:
    kit = kit_of(slug)
    game: Any = make_game(kit, kit.players.max)
    saved_game = play_and_save(game, 5, [RandomBot() for _ in range(game.players)])
    path = tmp_path / "game.json"
    replace(saved_game, moves=saved_game.moves[:150]).write(path)
    before = path.read_bytes()

    shown, kept = game_in(path, DATA)
    shot = film(shown, kept)

    assert [one["name"] for one in shot["players"]] == list(NAMES[: game.players])
    assert not re.search(r"\bP[0-5]\b", json.dumps(shot, ensure_ascii=False))
    assert not re.search(r"\bP[0-5]\b", "\n".join(replay_lines(path, DATA, 60)))
    assert path.read_bytes() == before
    assert "P0" in path.read_text(), "files keep what scenarios say"


def test_names_that_could_be_pieces_and_names_of_people_stay(tmp_path: Path) -> None:
    kept = read_kept(saved("cheers", tmp_path / "game.json"))
    assert introduced(kept, ()) is kept
    bots = replace(kept.saved, players=("P0", "P1", "P2"))
    moves = [
        KeptMove("P0 plays P1.2 at P2's bar"),
        KeptMove("P1 plays P01 at P7"),
        KeptMove("P2 raids P1's P.1"),
    ]
    bots_kept = replace(kept, saved=bots, moves=moves)
    assert introduced(bots_kept, ["P1.1", "P1.2"]) is bots_kept
    broken = replace(bots_kept, saved=replace(bots, stopped="the rules raise KeyError"))
    assert introduced(broken, ["R1"]) is broken, "its author compares it with a message that says P0"
    told = introduced(bots_kept, ["R1"])
    assert [one.text for one in told.moves] == [
        "Ana plays Ben.2 at Cleo's bar",
        "Ben plays P01 at P7",
        "Cleo raids Ben's P.1",
    ]
    assert told.saved.moves == tuple(one.text for one in told.moves)


def test_what_a_game_calls_great_is_marked_once_for_each_player(tmp_path: Path) -> None:
    game, kept = game_in(saved("biergarten", tmp_path / "game.json", seed=1), DATA)
    moments = {"BG-046": "Walled garden", "BG-055": "Last round"}
    shot = film(game, kept, moments)
    great = [mark for mark in shot["marks"] if mark["kind"] == "event"]
    told = [
        n
        for n, step in enumerate(shot["steps"], 1)
        if any("walled garden" in says for says, _ in step["tell"])
    ]
    assert len(told) > 2
    assert [mark["at"] for mark in great if mark["word"] == "Walled garden"] == told[:1]
    assert sum(mark["word"] == "Last round" for mark in great) == 1
    assert not [mark for mark in film(game, kept)["marks"] if mark["kind"] == "event"]


def test_a_moment_of_a_rule_that_is_none_is_refused(tmp_path: Path) -> None:
    folder = shutil.copytree(DATA / "cheers", tmp_path / "data" / "cheers")
    shutil.copytree(DATA.parent / "seeds", tmp_path / "seeds")
    edit(folder / "table.yaml", "CH-032:", "CH-999:")
    file = saved("cheers", tmp_path / "game.json")
    with pytest.raises(CardgenError, match=r"table\.yaml.* moments: there is no rule CH-999"):
        film_page(file, folder.parent)


def test_marks_tell_each_change_of_the_lead_once_and_each_remark_where_it_was_made(tmp_path: Path) -> None:
    sitting, rng = table("biergarten", tmp_path / "a.jsonl", players=2), random.Random(4)
    for n in range(40):
        step(sitting, rng)
        if n in (5, 20):
            sitting.remark(0, f"after {n}")
    game, kept = game_in(sitting.journal.path, DATA)
    with pytest.raises(
        CardgenError, match="Ana and Ben have not finished this game: a film would show every hand"
    ):
        film(game, kept)
    kept.people = {0}
    shot = film(game, kept)
    leads = [mark["seat"] for mark in shot["marks"] if mark["kind"] == "lead"]
    assert leads
    assert all(one != two for one, two in itertools.pairwise(leads))
    said = [(n, one["remarks"]) for n, one in enumerate(shot["steps"], 1) if "remarks" in one]
    assert said == [(6, [[0, "after 5"]]), (21, [[0, "after 20"]])]


def test_a_page_says_every_rule_that_its_story_names(tmp_path: Path) -> None:
    path = saved("cheers", tmp_path / "game.json")
    packed = re.search(r'id="packed"[^>]*>([^<]*)<', film_page(path, DATA))
    assert packed
    told = json.loads(zlib.decompress(base64.b64decode(packed[1]), -15))
    named = {rule for one in told["film"]["steps"] for _, rules in one["tell"] for rule in rules.split()}
    assert named
    assert named <= told["rules"].keys()


def test_a_page_brings_its_fonts_in_every_weight_that_its_style_names(tmp_path: Path) -> None:
    page = film_page(saved("cheers", tmp_path / "game.json"), DATA)
    fonts = re.findall(r"url\(data:font/ttf;base64,([^)]+)\)", page)
    for font in fonts:
        axes = {axis.axisTag: axis for axis in TTFont(io.BytesIO(base64.b64decode(font)))["fvar"].axes}
        assert axes["wght"].minValue <= 400
        assert axes["wght"].maxValue >= 600
    assert len(fonts) == 2
