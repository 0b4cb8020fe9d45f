"""What a studio of 500 cards costs: seconds until faces are there, and the memory of the tab that shows them.

    python benchmarks/gallery.py [cards]
    python benchmarks/gallery.py --edit
    python benchmarks/gallery.py --save

With --save it measures the seconds from a saved spreadsheet, picture or template to the face on the screen (100 cards; the
budget is 0.5 s). With --edit it measures the table of cards: milliseconds from a key in a cell to the new face on the screen
(100 cards, warm), and frames per second while a table of 500 cards scrolls. The budgets are 150 ms and 60 frames.

Needs Chromium and Playwright. A cold start has no cache, a warm one that of the run before. Seconds are of computing, of the studio
with all its processes and of the tab, so that what else runs does not count; wall time stands beside them. Memory is what the
tab holds after scrolling through everything (PSS), less what it holds with an empty page.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from measure import _family, _pss

CARD = "- {{id: C{n:03}, name: Card {n}, colour: {colour}, text: Draw {n} cards.}}\n"
MOST_MEGABYTES, MOST_SECONDS = 150, 1.0
TICKS = os.sysconf("SC_CLK_TCK")


def kit(folder: Path, cards: int) -> Path:
    """Write the kit of the studio's tests with so many cards."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from tests.studio.small import small_kit

    found = small_kit(folder)
    rows = [CARD.format(n=n, colour="red" if n % 2 else "blue") for n in range(cards)]
    (found / "cards.yaml").write_text("".join(rows), "utf-8")
    return found


def computing(pids: list[int]) -> float:
    """Return the seconds that processes computed."""
    total = 0
    for pid in pids:
        try:
            words = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        total += int(words[11]) + int(words[12])
    return total / TICKS


def start(folder: Path, cache: Path) -> tuple[Any, str]:
    """Start a studio and return it with its address."""
    words = [sys.executable, "-m", "cardgen", "studio", folder.name, "--no-browser", "--port", "8790"]
    env = {**os.environ, "CARDGEN_CACHE": str(cache)}
    studio = subprocess.Popen(words, cwd=folder.parent, env=env, stdout=subprocess.PIPE, text=True)
    assert studio.stdout
    for line in studio.stdout:
        if found := re.search(r"http://\S+/", line):
            return studio, found[0]
    raise SystemExit("the studio did not start")


def tab(browser: int) -> int:
    """Return the process of the tab that holds the most memory."""
    tabs = [
        pid for pid in _family(browser) if b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    return max(tabs, key=_pss)


def look(player: Any, address: str, cards: int, studio: int) -> dict[str, float]:
    """Open the gallery; return computing and wall seconds until faces are there, and the tab's megabytes at the end."""
    browser = player.chromium.launch(
        executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
    )
    mine = next(pid for pid in _family(os.getpid()) if _is_browser(pid))
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto("about:blank")
    empty = _pss(tab(mine))
    processes = [*_family(studio), *_family(mine)]
    before, begun = computing(processes), time.monotonic()
    page.goto(f"{address}gallery?kit=small")
    page.wait_for_selector(".cell .painted")
    here = [*_family(studio), *_family(mine)]
    found = {"computing": computing(here) - before, "wall": time.monotonic() - begun}
    while page.evaluate("document.querySelectorAll('.cell').length") < cards:
        page.wait_for_timeout(20)
    for y in range(0, page.evaluate("document.getElementById('scroll').scrollHeight"), 600):
        page.evaluate("(y) => document.getElementById('scroll').scrollTo(0, y)", y)
        page.wait_for_timeout(80)
    page.wait_for_timeout(2000)
    found["painted"] = page.evaluate("document.querySelectorAll('.cell .painted').length")
    found["nodes"] = page.evaluate("document.querySelectorAll('*').length")
    found["megabytes"] = (_pss(tab(mine)) - empty) / 1024
    browser.close()
    return found


KEY = """async (n) => {
  const face = document.querySelector("#face"), before = face.querySelector("img")?.dataset.face;
  const editor = document.querySelector("#grid .editor"), begun = performance.now();
  const seen = new Promise((done) => {
    const watch = new MutationObserver(() => {
      const img = face.querySelector("img.painted");
      if (img && img.dataset.face !== before) (watch.disconnect(), requestAnimationFrame(() => done(performance.now() - begun)));
    });
    watch.observe(face, { childList: true, subtree: true, attributes: true });
  });
  editor.value = `Card number ${n}`;
  editor.dispatchEvent(new Event("input", { bubbles: true }));
  return seen;
}"""
SCROLL = """async () => {
  const box = [...document.querySelectorAll("#grid, #main, html")].find((one) => one.scrollHeight > one.clientHeight + 500), times = [];
  for (let n = 0; n < 240; n++) times.push(await new Promise((done) => requestAnimationFrame((at) => (box.scrollBy(0, 60), done(at)))));
  const gaps = times.slice(1).map((at, n) => at - times[n]).sort((a, b) => a - b);
  return [1000 * gaps.length / gaps.reduce((a, b) => a + b), gaps.at(-1), box.scrollTop];
}"""


@contextlib.contextmanager
def shown(player: Any, folder: Path, where: str) -> Iterator[Any]:
    """Start a studio on a kit's folder, and yield one of its pages in a browser."""
    studio, address = start(folder, folder.parent / "cache")
    browser = player.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    try:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(f"{address}{where}")
        yield page
    finally:
        browser.close()
        studio.send_signal(signal.SIGINT)
        studio.wait(10)


def edited(player: Any, folder: Path, cards: int) -> bool:
    """Print what a key costs, or for more cards how a table scrolls; whether that is over its budget."""
    with shown(player, folder, "edit?kit=small") as page:
        page.wait_for_selector("#face img.painted", timeout=120_000)
        page.wait_for_timeout(5000)
        if cards > 100:
            frames, longest, _ = page.evaluate(SCROLL)
            print(f"{cards} cards: {frames:.1f} frames a second, the longest {longest:.0f} ms", flush=True)
            return bool(frames < 58)
        times = []
        for n in range(12):
            page.focus("td[data-row='0'][data-key='name']")
            page.keyboard.press("Enter")
            page.wait_for_selector("#grid .editor")
            times.append(page.evaluate(KEY, n))
            page.keyboard.press("Tab")
            page.wait_for_timeout(1500)
        times = sorted(times[2:])  # the first two warm up
        print(
            f"{cards} cards: {times[5]:.0f} ms from key to face, {times[0]:.0f} to {times[-1]:.0f}",
            flush=True,
        )
        return times[5] > 150


SEEN = """(id) => { const face = () => document.querySelector(`.cell[data-id="${id}"] .face-img.painted`), before = face()?.dataset.face;
  window.seen = new Promise((done) => { const look = () => (face() && face().dataset.face !== before ? done() : requestAnimationFrame(look)); look(); }); }"""


def saved(player: Any, folder: Path) -> None:
    """Print the seconds from a save to the new picture of the fourth card, which is on the screen, for each kind of file."""
    import openpyxl
    from PIL import Image

    rows = [[f"C{n:03}", f"Card {n}", "red", f"Draw {n} cards."] for n in range(100)]

    def book(n: int) -> None:
        made = openpyxl.Workbook()
        for row in [
            ["id", "name", "colour", "text"],
            *rows[:3],
            ["C003", f"Saved {n}", "red", ""],
            *rows[4:],
        ]:
            made.active.append(row)
        made.save(folder / "cards.xlsx")

    def picture(n: int) -> None:
        Image.effect_noise((750, 400), 90 + n).save(folder / "art" / "pic.png")

    face = folder / "faces" / "card.svg"
    said = face.read_text("utf-8").replace(
        "</svg>", '<image x="6" y="34" width="51" height="20" href="art/pic.png"/></svg>'
    )

    def template(n: int) -> None:
        face.write_text(said.replace('r="14"', f'r="{10 + n / 10}"'), "utf-8")

    (folder / "art").mkdir()
    game = folder / "game.yaml"
    for write in (book, picture, template):
        write(0)
    game.write_text(game.read_text("utf-8").replace("cards.yaml", "cards.xlsx"), "utf-8")
    with shown(player, folder, "gallery?kit=small") as page:
        page.wait_for_selector(".cell[data-id=C003] .painted", timeout=120_000)
        page.wait_for_timeout(4000)
        for write in (book, picture, template):
            times = []
            for n in range(1, 7):
                page.evaluate(SEEN, "C003")
                write(n)
                begun = time.monotonic()
                page.evaluate("window.seen")
                times.append(time.monotonic() - begun)
                page.wait_for_timeout(2500)
            print(f"{write.__name__}: " + ", ".join(f"{one:.2f}" for one in sorted(times)) + " s", flush=True)


def _is_browser(pid: int) -> bool:
    words = Path(f"/proc/{pid}/cmdline").read_bytes()
    return b"chrom" in words and b"--type=" not in words and b"playwright" not in words.split(b"\0")[0]


def main() -> None:
    """Print a line for a cold and one for a warm start, and exit with 1 when a budget is missed."""
    from playwright.sync_api import sync_playwright

    if "--edit" in sys.argv:
        with tempfile.TemporaryDirectory() as place, sync_playwright() as player:
            missed = [edited(player, kit(Path(place) / str(n), n), n) for n in (100, 500)]
        sys.exit(any(missed))
    if "--save" in sys.argv:
        with tempfile.TemporaryDirectory() as place, sync_playwright() as player:
            return saved(player, kit(Path(place), 100))
    cards = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    missed = False
    with tempfile.TemporaryDirectory() as place, sync_playwright() as player:
        folder = kit(Path(place), cards)
        for name in ("cold", "warm"):
            studio, address = start(folder, Path(place) / "cache")
            try:
                found = look(player, address, cards, studio.pid)
            finally:
                studio.send_signal(signal.SIGINT)
                studio.wait(10)
            print(f"{name}: " + ", ".join(f"{key} {value:.2f}" for key, value in found.items()), flush=True)
            missed |= found["megabytes"] > MOST_MEGABYTES
    sys.exit(missed)


if __name__ == "__main__":
    main()
