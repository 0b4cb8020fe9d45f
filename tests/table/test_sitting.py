"""A table: what each seat gets is its view and nothing else, and a table that was killed goes on where it was."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from cardgen.base.errors import CardgenError
from cardgen.engine import IllegalMove
from cardgen.table.seen import known_to
from cardgen.table.sitting import NotNow
from tests.table.playing import GAMES, again, step, table


@pytest.mark.parametrize("slug", GAMES)
def test_no_seat_gets_the_name_of_a_piece_that_it_does_not_see(slug: str, tmp_path: Path) -> None:
    sitting, rng = table(slug, tmp_path / "a.jsonl"), random.Random(3)
    game = sitting.game
    knew: list[set[int]] = [set() for _ in game.names]
    for _ in range(60):
        if sitting.over:
            break
        for seat in range(game.players):
            knew[seat] |= known_to(game, game.view(sitting.state, seat))
        step(sitting, rng)
        for seat in range(game.players):
            knew[seat] |= known_to(game, game.view(sitting.state, seat))
            sent = json.dumps(sitting.message(seat))
            named = {game.pieces.find(w) for w in re.findall(r"[\w.+-]*\w", sent) if game.pieces.knows(w)}
            assert named <= knew[seat], game.pieces.list(sorted(named - knew[seat]))


@pytest.mark.parametrize("slug", GAMES)
def test_a_table_that_was_killed_goes_on_where_it_was(slug: str, tmp_path: Path) -> None:
    sitting, rng = table(slug, tmp_path / "a.jsonl"), random.Random(4)
    for _ in range(25):
        if not sitting.over:
            step(sitting, rng)
    with sitting.journal.path.open("ab") as file:
        file.write(b'{"move":"Ana pla')  # nobody has seen it

    opened = again(sitting)

    assert opened.state == sitting.state
    for seat in range(sitting.game.players):
        assert opened.message(seat) == sitting.message(seat)
    if not opened.over:
        step(opened, rng)
        assert again(opened).state == opened.state


def test_wrong_stale_and_forged_moves_change_nothing(tmp_path: Path) -> None:
    sitting = table("auction-hearts", tmp_path / "a.jsonl", players=4)
    seat, before = sitting.turn, sitting.journal.path.read_bytes()
    for who, version, move in (
        (seat, sitting.version + 1, 0),
        (seat, sitting.version, 10_000),
        (seat, sitting.version, -1),
        ((seat + 1) % 4, sitting.version, 0),
    ):
        with pytest.raises(NotNow):
            sitting.play(who, version, move)
    with pytest.raises(IllegalMove, match="AH-"):
        sitting.play(seat, sitting.version, "bids 4000")
    with pytest.raises(ValueError, match="is no move of this game"):
        sitting.play(seat, sitting.version, "sings")
    assert sitting.journal.path.read_bytes() == before
    assert sitting.version == 0


def test_a_move_that_cannot_be_saved_does_not_happen(tmp_path: Path) -> None:
    sitting = table("auction-hearts", tmp_path / "a.jsonl", players=4)
    state = sitting.state.copy()
    sitting.journal.path.unlink()
    with pytest.raises(CardgenError, match="cannot be saved"):
        sitting.play(sitting.turn, sitting.version, 0)
    assert sitting.state == state
    assert sitting.played == []


def test_somebody_alone_takes_moves_back(tmp_path: Path) -> None:
    sitting = table("biergarten", tmp_path / "a.jsonl", players=2, bots=("", "random"))
    while sitting.turn != 0:
        sitting.play_bot(sitting.think())
    before = sitting.message(0)
    sitting.play(0, sitting.version, 0)
    while sitting.turn != 0:
        sitting.play_bot(sitting.think())
    sitting.undo(0)
    after = sitting.message(0)
    assert {**after, "version": 0} == {**before, "version": 0}
    assert again(sitting).state == sitting.state


def test_what_is_chosen_in_secret_is_heard_by_nobody_else(tmp_path: Path) -> None:
    sitting = table("bartender-2012", tmp_path / "a.jsonl", players=3)
    assert sitting.state.phase.name == "draft a card"
    step(sitting, random.Random(2))
    said = [sitting.message(seat)["story"][0]["say"] for seat in range(3)]
    assert said[0].startswith("keeps ")
    assert said[1:] == ["has chosen", "has chosen"]


@pytest.mark.parametrize("slug", GAMES)
def test_every_legal_move_is_said_by_what_it_mentions(slug: str, tmp_path: Path) -> None:
    sitting, rng = table(slug, tmp_path / "a.jsonl"), random.Random(6)
    for _ in range(80):
        if sitting.over:
            break
        moves = sitting.moves(sitting.turn)[:1500]
        offered = sitting.message(sitting.turn)["moves"]
        said = [json.dumps(one) for one in offered]
        assert len(set(said)) == len(moves), "two moves are pointed at in the same way"
        step(sitting, rng)


def test_nobody_plays_for_a_bot_without_taking_its_seat(tmp_path: Path) -> None:
    sitting = table("auction-hearts", tmp_path / "a.jsonl", players=4, bots=("random",) * 4)
    with pytest.raises(NotNow, match="a bot plays here"):
        sitting.play(sitting.turn, sitting.version, 0)
    sitting.hand_over(sitting.turn, "")
    sitting.play(sitting.turn, sitting.version, 0)
    assert again(sitting).seats == sitting.seats


def test_a_tile_that_is_not_in_the_garden_is_no_matter_of_two_alike(tmp_path: Path) -> None:
    sitting, rng = table("biergarten", tmp_path / "a.jsonl", players=2, seed=3), random.Random(1)
    while "swap" not in sitting.state.phase.phrases:
        step(sitting, rng)
    pieces, tiles = sitting.game.pieces, list(sitting.state.gardens[sitting.turn].values())
    for other in (0, len(pieces.cards) - 1):
        assert other not in tiles
        words = f"swaps {pieces.name(tiles[0])} and {pieces.name(other)}"
        refusal = sitting.why_not(sitting.turn, words)
        assert refusal == ("BG-035", f"{pieces.name(other)} does not lie in the garden")


def test_what_people_say_is_heard_by_all_and_pointing_names_only_what_one_has_seen(tmp_path: Path) -> None:
    sitting = table("auction-hearts", tmp_path / "a.jsonl", players=3)
    version, mine = sitting.version, sitting.message(0)["zones"]["hand Ana"][0]
    sitting.do(sitting.to_say(0, "One moment"))
    sitting.do(sitting.to_say(0, "", mine))
    assert sitting.version == version, "a page that is about to play is not interrupted"
    name = sitting.game.pieces.names[mine]
    assert [one["say"] for one in sitting.story(0)] == ["says “One moment”", f"points at {name}"]
    assert [one["say"] for one in sitting.story(1)] == ["says “One moment”", "points at a card"]
    assert name not in str(sitting.message(1)["story"])
    assert again(sitting).story(1) == sitting.story(1)
    theirs = next(n for n in range(52) if n not in sitting.met[0])
    for words, piece in (("", theirs), ("", None), ("x" * 301, None)):
        with pytest.raises(NotNow):
            sitting.to_say(0, words, piece)


def test_the_clock_measures_what_people_take_and_nothing_else(tmp_path: Path) -> None:
    sitting = table("auction-hearts", tmp_path / "a.jsonl", players=3, bots=("", "random", ""))
    now = iter(range(0, 1000, 7))
    sitting._now = lambda: float(next(now))
    while not {0, 2} <= {played.entries[0]["who"] for played in sitting.played}:
        if sitting.seats[sitting.turn].bot:
            sitting.play_bot(sitting.think())
        else:
            sitting.play(sitting.turn, sitting.version, 0)
    shown = [seat["seconds"] for seat in sitting.message(0)["seats"]]
    assert shown[1] == 0, "a bot's time is nobody's"
    assert shown[0] > 0 < shown[2]
    assert [seat["seconds"] for seat in again(sitting).message(0)["seats"]] == shown


@pytest.mark.parametrize("slug", ["cheers", "auction-hearts"])
def test_who_watches_late_has_heard_it_all_and_before_that_nobody_looks_for_them(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    early, late = table(slug, tmp_path / "a.jsonl"), table(slug, tmp_path / "b.jsonl")
    watcher, looks = early.game.players, []
    public = type(late.game).public
    monkeypatch.setattr(type(late.game), "public", lambda game, s: (looks.append(game), public(game, s))[1])
    early.message(watcher)
    luck = [random.Random(3), random.Random(3)]
    for _ in range(12):
        for sitting, chance in zip((early, late), luck, strict=True):
            step(sitting, chance)
    assert late.game not in looks
    seen = [{**one.message(watcher), "seats": []} for one in (early, late)]
    assert seen[0] == seen[1]
    assert early.steps(watcher, 0) == late.steps(watcher, 0)
    assert len(seen[0]["story"]) == 12
    assert early.message(0)["story"] == late.message(0)["story"]
