"""An evening of a free table against rules.yaml that was written after it: legal moves are read, the first that is none is named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from cardgen.source import load_kit
from cardgen.source.screen import hints_of
from cardgen.table.free import FreePiece, FreeTable
from cardgen.table.free_rules import fingerprint_of, free_begun

EIGHTS = Path(__file__).parents[1] / "samples/classics/data/crazy-eights"
FREE = "free: {places: {deck: {begins: [cards], face: down}, pile: {face: up}}}\n"


class Evening:
    """Two people who play Crazy Eights by hand, on a kit that has no rules yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "data" / "crazy-eights"
        shutil.copytree(EIGHTS, self.folder)
        (self.folder / "rules.yaml").unlink()
        (self.folder / "table.yaml").write_text(FREE)
        kit = load_kit(self.folder)
        said = hints_of(kit)["free"]
        names = ["Ana", "Ben"]
        self.cards = {card.id: card.fields for card in kit.components[0].cards}
        self.table: FreeTable = free_begun(kit, names, dict.fromkeys(self.cards, ""), said, 5)
        self.lines: list[dict[str, Any]] = [
            {"cardgen-table": 1, "free": True, "game": kit.slug, "players": names, "seed": 5, "kit": fingerprint_of(kit, said)}
        ]  # fmt: skip

    def do(self, seat: int, **asked: Any) -> None:
        self.table.do(seat, asked, len(self.lines))
        self.lines.append({"seat": seat, "do": asked, "luck": len(self.lines)})

    def hand(self, seat: int, fits: bool) -> list[FreePiece]:
        state = self.table.state
        top = self.cards[state.pieces[state.places["pile"].pieces[-1]].card]
        held = [state.pieces[n] for n in state.places[f"hand {seat}"].pieces]
        alike = [any(self.cards[one.card][key] == top[key] for key in ("rank", "suit")) for one in held]
        return [
            one
            for one, same in zip(held, alike, strict=True)
            if self.cards[one.card]["rank"] != 8 and same is fits
        ]

    def plays(self, seat: int, fits: bool = True) -> None:
        piece = self.hand(seat, fits)[0]
        self.do(seat, do="move", pieces=[piece.handle], to="pile", v=self.table.version)

    def begin(self) -> None:
        self.do(1, do="deal", of="deck", n=7)
        self.do(0, do="turn-up", of="deck", to="pile")
        self.do(1, do="say", says="good luck")

    def file(self, ended: bool = True) -> Path:
        for seat in (0, 1) if ended else ():
            self.do(seat, do="end")
        file = self.folder.parent / "evening.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in self.lines))
        return file


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_moves_are_read_and_the_first_that_is_none_is_named_with_its_reason(
    evening: Evening, cardgen: Any
) -> None:
    evening.begin()
    evening.plays(0)
    evening.plays(1, fits=False)  # by mistake, and it is taken back
    evening.lines.append({"seat": 1, "undo": evening.table.version})
    evening.table.undo(1, evening.table.version)
    evening.plays(1)
    wrong = evening.hand(0, fits=False)[0].name
    evening.plays(0, fits=False)
    file = evening.file()
    args = ("replay", str(file), "--data", str(evening.folder.parent))
    said = cardgen(*args, "--rules")
    assert (said.code, "Crazy Eights has no rules.yaml" in said.err) == (1, True)
    shutil.copy(EIGHTS / "rules.yaml", evening.folder)
    said = cardgen(*args, "--rules")
    lines = said.out.splitlines()
    assert lines[1] == "Set up as the rules say in line 3"
    assert [line.split()[:3] for line in lines[2:]] == [["5", "Ana", "plays"], ["8", "Ben", "plays"]]
    assert said.code == 1
    assert f"{file}:9: error: Ana plays {wrong} to pile: no legal move" in said.err
    assert "it has neither the suit nor the rank on top (CE-004)" in said.err
    assert "hint: legal now: Ana " in said.err
    assert cardgen(*args).code == 0, "the evening itself is a story as before"


def test_a_whole_stretch_of_legal_moves_is_said_to_be_legal(evening: Evening, cardgen: Any) -> None:
    evening.begin()
    moves = 0
    for turn in range(6):
        while not evening.hand(turn % 2, fits=True) and moves < 30:
            evening.do(turn % 2, do="draw", of="deck")
            moves += 1
        evening.plays(turn % 2)
        evening.do(turn % 2, do="turnover")
        moves += 1
    file = evening.file(ended=False)
    shutil.copy(EIGHTS / "rules.yaml", evening.folder)
    args = ("replay", str(file), "--data", str(evening.folder.parent), "--rules")
    said = cardgen(*args)
    assert (said.code, "Ana and Ben have not ended this evening" in said.err) == (1, True)
    evening.file()
    said = cardgen.works(*args)
    assert said.out.splitlines()[-1] == f"{moves} moves, all of them legal; by the rules the game is not over"


def test_a_set_up_that_the_rules_do_not_know_is_named(evening: Evening, cardgen: Any) -> None:
    evening.do(1, do="deal", of="deck", n=6)
    file = evening.file()
    shutil.copy(EIGHTS / "rules.yaml", evening.folder)
    said = cardgen("replay", str(file), "--data", str(evening.folder.parent), "--rules")
    assert (said.code, "the table never lies as rules.yaml sets it up" in said.err) == (1, True)
    assert "by the rules deck begins with 37" in said.err
    assert "Ana's hand begins with 7" in said.err
