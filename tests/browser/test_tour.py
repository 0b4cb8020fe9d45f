"""docs/tour.md, taken step by step: its commands in a terminal, its changes in files, and what it promises in the browser."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import openpyxl

from tests.browser.studio_running import REPOSITORY, Running, wait

TEXT = (REPOSITORY / "docs" / "tour.md").read_text("utf-8")
COMMANDS = [
    line for block in re.findall(r"^```sh\n(.*?)^```$", TEXT, re.M | re.S) for line in block.splitlines()
]


def given(command: str, project: Path, home: Path) -> str:
    """What a command of the page prints; it must end well."""
    assert command in COMMANDS, f"docs/tour.md does not say: {command}"
    done = subprocess.run(
        [sys.executable, "-m", "cardgen", *shlex.split(command)[1:]],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), "CARDGEN_CONFIG": str(home / "config")},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_every_step_of_the_tour(chromium: Any, tmp_path: Path) -> None:
    given("cardgen new my-game", tmp_path, tmp_path)
    project = tmp_path / "my-game"
    kit = project / "data" / "my-game"
    for name in re.findall(r"^        ([\w/.]+) +\w", TEXT, re.M):
        assert (kit / name).exists(), name

    assert "cardgen studio" in COMMANDS
    studio = Running(kit, 8690)
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    try:
        page = context.new_page()
        page.goto(f"{studio.home}gallery?kit=my-game")
        page.wait_for_selector(".cell[data-id=S1] img.painted")

        def face(card: str) -> str:
            found: str = page.locator(f'.cell[data-id="{card}"] img').get_attribute("data-face")
            return found

        given("cardgen table my-game --to cards.xlsx --component main --expanded --switch", project, tmp_path)
        file = kit / "cards.xlsx"
        first = face("S1")
        columns = {cell.value: cell.column_letter for cell in openpyxl.load_workbook(file)["main"][1]}

        def write(**values: object) -> None:
            """Write into cells such as name_S1, as somebody does who saves the file after it."""
            book = openpyxl.load_workbook(file)
            sheet = book["main"]
            rows = {row[0].value: row[0].row for row in sheet.iter_rows()}
            for at, value in values.items():
                column, _, card = at.partition("_")
                sheet[f"{columns[column]}{rows.setdefault(card, sheet.max_row + 1)}"] = value
            book.save(file)

        # change a card
        write(name_S1="Sunrise", text_S1="Take **one** more card.")
        wait(lambda: face("S1") != first)
        page.wait_for_selector(".cell[data-id=S1] .name >> text=Sunrise")

        # make a mistake
        write(value_S2="two")
        said, where = re.findall(r"^    (cards\.xlsx: (main!\w+): error: .*)$", TEXT, re.M)[0]
        # a file of which half was saved is a mistake of its own for a moment
        drawer = page.locator(".drawer.open .problem-list li", has_text=where.split(":")[0])
        drawer.wait_for()
        assert said.partition("error: ")[2] in drawer.inner_text()
        write(value_S2=2)
        drawer.wait_for(state="hidden")

        # add a card, and change the promise
        write(id_S5="S5", name_S5="Midday", count_S5=2, sign_S5="sun", value_S5=5)
        page.wait_for_selector(".cell[data-id=S5] img.painted")
        page.wait_for_selector("text=left side is 42, right side is 40")
        (promise,) = re.findall(r"^    - (\{that: .*\})$", TEXT, re.M)
        game = (kit / "game.yaml").read_text("utf-8")
        changed = re.sub(r"\{that: .*\}", promise, game)
        assert changed != game
        (kit / "game.yaml").write_text(changed, "utf-8")
        page.locator("text=left side is 42").wait_for(state="hidden")

        # change the face
        template = (kit / "faces/card.svg").read_text("utf-8")
        (found,) = re.findall(r"^    (<text x=.*font-size:10px;)$", TEXT, re.M)
        assert found in template
        before = face("D4")
        (kit / "faces/card.svg").write_text(template.replace("font-size:10px", "font-size:12px"), "utf-8")
        wait(lambda: face("D4") != before)
    finally:
        context.close()
        studio.stop(signal.SIGINT)

    assert "all checks pass" in given("cardgen check my-game", project, tmp_path)
    given("cardgen build my-game", project, tmp_path)
    assert (project / "output/my-game/my-game-kit-a4.pdf").is_file()
    given("cardgen share my-game", project, tmp_path)
    assert 'href="my-game-kit-a4.pdf"' in (project / "output/my-game/my-game-share.html").read_text("utf-8")

    (new,) = re.findall(r"`(cardgen new second-game [^`]+)`", TEXT)
    COMMANDS.append(new)
    given(new, project, tmp_path)
    assert "600 games at 3 tables" in given(
        "cardgen simulate second-game --players 2-4 --games 200", project, tmp_path
    )
