"""The first six steps of docs/tour.md with nothing but an installed cardgen:  python -P tour.py docs/tour.md EMPTY-FOLDER

Runs with the Python of the environment that cardgen is installed in, and prints a line per step. Ends badly at the first
that does not do what the page says.
"""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import openpyxl  # comes with cardgen

CARDGEN = Path(sys.executable).with_name("cardgen")


def main(page: str, folder: Path) -> None:
    """Take the steps in a folder; AssertionError says what was otherwise."""
    commands = {line.split()[1]: line for line in re.findall(r"^cardgen .+$", page, re.M)}
    project = folder / "my-game"
    kit = project / "data" / "my-game"
    step("1 install", cardgen("cardgen doctor", folder))
    step("2 begin", cardgen(commands["new"], folder), (kit / "game.yaml").is_file())
    step("3 look", studio(f"{commands['studio']} --no-browser", project))
    cardgen(commands["table"], project)
    change(kit / "cards.xlsx", name_S1="Sunrise", text_S1="Take **one** more card.", value_S2="two")
    wrong = cardgen(commands["check"], project, code=1)
    (mistake,) = re.findall(r"^    cards\.xlsx: (main!\w+: error: .*)$", page, re.M)
    step("4 spreadsheet: the mistake", wrong, mistake in wrong)
    change(
        kit / "cards.xlsx", value_S2=2, id_S5="S5", name_S5="Midday", count_S5=2, sign_S5="sun", value_S5=5
    )
    wrong = cardgen(commands["check"], project, code=1)
    step("4 spreadsheet: the promise", wrong, "left side is 42, right side is 40" in wrong)
    (promise,) = re.findall(r"^    - (\{that: .*\})$", page, re.M)
    edit(kit / "game.yaml", r"\{that: .*\}", promise)
    edit(kit / "faces" / "card.svg", "font-size:10px", "font-size:12px")
    step("5 face", said := cardgen(commands["check"], project), "all checks pass" in said)
    said = cardgen(commands["build"], project)
    step("6 print", said, (project / "output/my-game/my-game-kit-a4.pdf").read_bytes()[:5] == b"%PDF-")


def step(name: str, said: str, held: bool = True) -> None:
    """Print that a step is done, with the time since the last one."""
    assert held, f"{name}\n{said}"
    print(f"tour {name}: {time.monotonic() - CLOCK.pop():.1f} s", flush=True)
    CLOCK.append(time.monotonic())


CLOCK = [time.monotonic()]


def cardgen(command: str, where: Path, code: int = 0) -> str:
    """Run a command of the page; return what it prints."""
    words = [CARDGEN, *shlex.split(command)[1:]]
    done = subprocess.run(
        words, cwd=where, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    assert done.returncode == code, f"{command} ended with {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def studio(command: str, where: Path) -> str:
    """Start the studio, fetch its page, and end it with Ctrl-C."""
    words = [CARDGEN, *shlex.split(command)[1:]]
    process = subprocess.Popen(words, cwd=where, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        said = process.stdout.readline() if process.stdout else ""
        (address,) = re.findall(r"http://\S+", said)
        process.stdout.readline()  # type: ignore[union-attr]  # "Ctrl-C ends it": it listens
        with urllib.request.urlopen(address, timeout=30) as page:
            assert b"<title>" in page.read()
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    return said


def change(book: Path, **values: object) -> None:
    """Write into cells such as name_S1; the first card that is not there gets a new row."""
    cards = openpyxl.load_workbook(book)
    sheet = cards["main"]
    columns = {cell.value: cell.column for cell in sheet[1]}
    rows = {row[0].value: row[0].row for row in sheet.iter_rows()}
    for at, value in values.items():
        column, _, card = at.partition("_")
        sheet.cell(rows.setdefault(card, sheet.max_row + 1), columns[column]).value = value
    cards.save(book)


def edit(file: Path, old: str, new: str) -> None:
    """Change a file as somebody does in an editor."""
    text = file.read_text("utf-8")
    changed = re.sub(old, new, text)
    assert changed != text, f"{file} has no {old}"
    file.write_text(changed, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).read_text("utf-8"), Path(sys.argv[2]))
