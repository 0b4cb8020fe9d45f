"""Measures `cardgen build` of every shipped kit: from nothing, with nothing changed, and with only the art at hand.

    python benchmarks/all_kits.py [--runs 3] [--cardgen PROGRAM]

Wall times are medians, in seconds. Exit code 1 when a budget is missed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from measure import beside, seconds

from cardgen.base.files import kit_dirs, shipped

DATA = shipped() / "data"


def main() -> int:
    """Print the table; return 1 when a budget is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=3, help="runs of each command (default 3)")
    parser.add_argument(
        "--cardgen", default=beside("cardgen"), metavar="PROGRAM", help="the cardgen to measure"
    )
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        out, cache = Path(folder) / "out", Path(folder) / "cache"
        command = [chosen.cardgen, "build", "--data", str(DATA), "--out", str(out)]
        env = {**os.environ, "CARDGEN_CACHE": str(cache)}

        def without(*names: str) -> None:
            shutil.rmtree(out, ignore_errors=True)
            for name in names:
                shutil.rmtree(cache / name, ignore_errors=True)

        cold = seconds(command, env, chosen.runs, lambda n: without("."))
        warm = seconds(command, env, chosen.runs, lambda n: None)
        forced = seconds(command, env, chosen.runs, lambda n: without())
        art_only = seconds(command, env, chosen.runs, lambda n: without("faces", "templates"))
    print(f"{len(kit_dirs(DATA))} kits")
    missed = 0
    for what, value, limit in (
        ("from nothing", cold, 10.0),
        ("nothing changed", warm, 2.0),
        ("files gone, all caches there", forced, None),
        ("files gone, only drawn art there", art_only, None),
    ):
        verdict = "" if limit is None else f"at most {limit:g}   {'ok' if value <= limit else 'MISSED'}"
        missed += limit is not None and value > limit
        print(f"{what:34} {value:7.2f} s   {verdict}".rstrip())
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
