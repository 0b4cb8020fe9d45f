"""The measures of each game of the library, written to cardgen/simulation/library.yaml.

    python benchmarks/library.py --date 2026-11-28 [GAME …]

Of the games that are named, or of all. The others keep their measures.
The five kits that ship, and the classics of the tests: these do not ship, but their measures do. Each game is played by
greedy players in one process; how many games there were stands beside its measures.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import yaml
from flaws import KITS, ROOT, SAMPLES

from cardgen import __version__
from cardgen.simulation import simulate
from cardgen.simulation.library import measured
from cardgen.source import load_kit

OUT = ROOT / "cardgen" / "simulation" / "library.yaml"
GAMES, CLASSICS, SLOW = (
    400,
    200,
    ("connect-four", "expeditions", "hex", "toll"),
)  # of the slow ones half as many


def row(folder: Path, players: int | None, many: int) -> dict[str, object]:
    kit = load_kit(folder)
    players = players or kit.players.max
    found = measured(simulate(kit, players, games=many, jobs=1))
    about = {"game": kit.slug, "title": kit.title, "version": kit.version, "players": players, "played": many}
    return about | {name: round(value, 4) for name, (value, *_) in found.items()}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--date", required=True)
    asked.add_argument("games", nargs="*")
    said = asked.parse_args()
    known: list[tuple[Path, int | None, int]] = [
        (ROOT / "data" / slug, players, GAMES) for slug, players in KITS.items()
    ]
    known += [(one, None, CLASSICS // (1 + (one.name in SLOW))) for one in sorted(SAMPLES.iterdir())]
    there = {one["game"]: one for one in yaml.safe_load(OUT.read_text("utf-8"))["games"]}
    rows = []
    for folder, *rest in known:
        new = not said.games or folder.name in said.games
        rows.append(row(folder, *rest) if new else there[folder.name])
        print(rows[-1], flush=True)
    head = {"date": said.date, "cardgen": __version__, "bots": "greedy", "seed": 1}
    lines = [f"{name}: {value!r}" for name, value in head.items()]
    lines += ["games:", *(f"- {yaml.safe_dump(one, default_flow_style=True, width=9999, sort_keys=False).strip()}" for one in rows)]  # fmt: skip
    OUT.write_text("# Made by benchmarks/library.py: measures of each game, as cardgen/simulation/library.py names them.\n" + "\n".join(lines) + "\n", "utf-8")  # fmt: skip


if __name__ == "__main__":
    main()
