"""How long 2,000 cards take to be read from a spreadsheet, beside the same cards in YAML.

python benchmarks/tables.py
"""

from __future__ import annotations

import gc
import shutil
import tempfile
import time
from pathlib import Path

CARDS = 2_000
REPEATED = 3
GAME = """\
game: kit
title: Kit
version: "1"
players: {min: 2, max: 2}
credits: {design: Us}
decks:
  main:
    size: mini
    face: face.svg
    fields:
      text: {type: text, default: ""}
      value: {type: int, min: 0, max: 9}
      price: {type: number, default: 0}
      wild: {type: bool, default: false}
      suit: {one_of: [hearts, spades, clubs]}
      walls: {list: [N, E, S, W], default: []}
      umbrellas: {counts: [G, Y, R, B], default: {}}
    cards: cards.yaml
"""


def card(n: int) -> str:
    """Return one card as YAML, each field filled."""
    text = f"Worth **{n}** points, if nobody else has a card of this suit at the end of the round."
    return (
        f"- {{id: C{n}, name: Card {n}, count: 2, text: '{text}', value: {n % 10}, price: {n / 4}, wild: true, "
        f"suit: {('hearts', 'spades', 'clubs')[n % 3]}, walls: [N, W], umbrellas: {{G: 1, R: {n % 4}}}}}\n"
    )


def main() -> None:
    """Print seconds for each kind of file, and how many times YAML's that is."""
    from cardgen.app.table import write_tables
    from cardgen.source import load_kit

    gc.disable()
    with tempfile.TemporaryDirectory() as place:
        kit = Path(place) / "kit"
        kit.mkdir()
        (kit / "game.yaml").write_text(GAME)
        (kit / "face.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 50 69"/>')
        (kit / "cards.yaml").write_text("".join(map(card, range(CARDS))))
        took = {}
        for suffix in ("yaml", "json", "csv", "xlsx", "ods"):
            other = Path(place) / suffix / "kit"
            shutil.copytree(kit, other)
            if suffix != "yaml":
                write_tables(other, f"cards.{suffix}", switch=True)
            times = []
            for _ in range(REPEATED):
                begun = time.process_time()
                load_kit(other)
                times.append(time.process_time() - begun)
            took[suffix] = min(times)
        for suffix, seconds in took.items():
            print(f"{CARDS} cards, {suffix:5} {seconds:5.2f} s, {seconds / took['yaml']:4.1f} × YAML")


if __name__ == "__main__":
    main()
