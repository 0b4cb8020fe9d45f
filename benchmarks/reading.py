"""How long it takes to read the shipped kits: the first time, with all imports, and again.

python benchmarks/reading.py
"""

from __future__ import annotations

import gc
import resource
import time
from itertools import pairwise

BEGAN = time.process_time()
REPEATED = 5


def main() -> None:
    """Print CPU milliseconds and the memory of this process."""
    from cardgen.base.files import kit_dirs, shipped
    from cardgen.source import load_kit

    gc.disable()
    kits = kit_dirs(shipped() / "data")
    rounds = []
    for _ in range(REPEATED + 1):
        for folder in kits:
            load_kit(folder)
        rounds.append(time.process_time())
    again = min(after - before for before, after in pairwise(rounds))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    first = 1000 * (rounds[0] - BEGAN)
    print(f"{len(kits)} kits: {first:.0f} ms the first time, {1000 * again:.0f} ms again, {memory:.1f} MB")


if __name__ == "__main__":
    main()
