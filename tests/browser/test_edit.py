"""Cards are edited on the page: by mouse, by keys and by finger, and the face beside them follows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from openpyxl import Workbook, load_workbook

from tests.browser.conftest import Show, Start
from tests.browser.studio_running import wait
from tests.browser.test_table import nodes
from tests.studio.small import edit, small_kit

PASTE = """(text) => { const data = new DataTransfer(); data.setData("text/plain", text);
document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true })); }"""


def cell(row: int, key: str) -> str:
    return f"td[data-row='{row}'][data-key='{key}']"


def shows(page: Any, row: int, key: str, words: str) -> None:
    page.wait_for_selector(f"{cell(row, key)}:text-is('{words}')")


def test_a_deck_is_edited_on_the_page(start: Start, tmp_path: Path, show: Show) -> None:
    folder = small_kit(tmp_path / "kits")
    file = folder / "cards.yaml"
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}edit?kit=small", width=1280, quiet=True)
    page.wait_for_selector("#face img.painted")
    assert nodes(page) == []

    face = page.locator("#face img").get_attribute("data-face")
    page.click(cell(0, "name"))  # by mouse: a click chooses, another one opens
    page.click(cell(0, "name"))
    page.keyboard.type("King")
    page.keyboard.press("Enter")
    shows(page, 0, "name", "King")
    wait(lambda: "- id: A1\n  name: King\n  count: 2" in file.read_text())
    page.wait_for_selector(f"#face img:not([data-face='{face}'])", state="attached")

    page.focus(cell(1, "count"))  # by keys
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    shows(page, 1, "count", "3")
    page.focus(cell(2, "count"))
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{cell(2, 'count')}[aria-invalid][title*='expected a whole number of 1 or more']")
    wait(lambda: "count: 0" in file.read_text())  # as in an editor
    page.focus(cell(2, "count"))
    page.keyboard.press("Control+z")
    wait(lambda: "count: 0" not in file.read_text())
    page.wait_for_selector(f"{cell(2, 'count')}:not([aria-invalid])")
    assert nodes(page) == []

    file.write_text(file.read_text().replace("Trey", "Three"))  # an editor beside the page
    shows(page, 2, "name", "Three")
    page.click("[aria-label='What can be done with A2']")
    page.click(".pop >> text=Duplicate")
    shows(page, 2, "id", "A2-2")
    page.focus(cell(0, "id"))
    for _ in range(2):
        page.keyboard.press("Control+z")
        page.wait_for_timeout(600)
    wait(lambda: "count: 3" not in file.read_text())
    assert "Three" in file.read_text()  # not over the editor's save
    assert "A2-2" not in file.read_text()


@pytest.mark.parametrize("width", [1280, 390])
def test_pieces_get_another_size(width: int, start: Start, tmp_path: Path, show: Show) -> None:
    folder = small_kit(tmp_path / "kits")
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}edit?kit=small", width=width)
    page.click("#size:has-text('63 × 88 mm')")
    assert nodes(page) == []
    page.fill("[aria-label='Width in mm']", "80")
    page.keyboard.press("Enter")
    page.wait_for_selector("#size:has-text('80 × 88 mm')")
    page.wait_for_selector("figcaption:text-is('Written to game.yaml, faces/back.svg, faces/card.svg')")
    assert 'viewBox="-3 -3 86 94"' in (folder / "faces" / "card.svg").read_text()


def test_pasted_cells_keep_their_line_breaks_and_an_empty_row_is_no_card(
    start: Start, tmp_path: Path, show: Show
) -> None:
    folder = small_kit(tmp_path / "kits")
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}edit?kit=small", width=1280)
    page.focus(cell(0, "id"))
    rows = 'id\tname\tcolour\ttext\r\nB1\tÄpfel\tred\t"Say ""yes"".\r\nDraw."\r\n\t\t\t\r\nB2\t"Ape" Ann\tblue\t\r\n'
    page.evaluate(PASTE, rows)
    shows(page, 4, "name", '"Ape" Ann')
    new = {card["id"]: card for card in yaml.safe_load((folder / "cards.yaml").read_text("utf-8"))}
    assert [*new] == ["A1", "A2", "A3", "B1", "B2"]
    assert (new["B1"]["name"], new["B1"]["text"]) == ("Äpfel", 'Say "yes".\nDraw.')


def test_what_is_wrong_with_a_face_is_said_below_it(start: Start, tmp_path: Path, show: Show) -> None:
    folder = small_kit(tmp_path / "kits")
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}edit?kit=small", width=1280)
    page.focus(cell(1, "text"))
    page.evaluate(PASTE, "Draw one card, look at it and put it back below the pile. " * 12)
    page.wait_for_selector("#face .of-face:has-text('mm too high')")
    assert nodes(page) == []
    page.focus(cell(0, "text"))
    page.wait_for_selector("#face .of-face", state="detached")
    page.keyboard.press("Control+z")
    wait(lambda: "Play again." in (folder / "cards.yaml").read_text())
    page.focus(cell(1, "text"))
    page.wait_for_selector("#face .of-face", state="detached")


def test_a_list_of_anything_is_written_line_by_line(start: Start, tmp_path: Path, show: Show) -> None:
    folder = small_kit(tmp_path / "kits")
    edit(
        folder / "game.yaml",
        "    fields:\n",
        "    fields:\n      steps: {type: any, default: []}\n      odd: {type: any, default: 1}\n",
    )
    edit(folder / "cards.yaml", "  count: 2\n", "  count: 2\n  steps: [Draw 2, Play]\n  odd: {a: 1}\n")
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}edit?kit=small", width=1280)
    shows(page, 0, "steps", "Draw 2; Play")
    shows(page, 0, "odd", "{a: 1}")
    page.focus(cell(0, "steps"))
    page.keyboard.press("Enter")
    page.keyboard.press("Control+End")
    page.click("[aria-label^='New line']")  # as on a phone, which has no Shift Enter
    page.keyboard.type("3: end")
    page.keyboard.press("Enter")
    shows(page, 0, "steps", "Draw 2; Play; 3: end")
    wait(lambda: 'steps: [Draw 2, Play, "3: end"]' in (folder / "cards.yaml").read_text())
    page.focus(cell(1, "steps"))
    page.evaluate(PASTE, "Pass; Stop")
    wait(lambda: "steps: [Pass, Stop]" in (folder / "cards.yaml").read_text())


def test_a_pasted_word_where_a_number_belongs_empties_no_cell(
    start: Start, tmp_path: Path, show: Show
) -> None:
    folder = small_kit(tmp_path / "kits")
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}edit?kit=small", width=1280)
    page.focus(cell(0, "count"))
    page.evaluate(PASTE, "1,5")
    page.wait_for_selector(f"{cell(0, 'count')}[aria-invalid]:text-is('1,5')")
    assert 'count: "1,5"' in (folder / "cards.yaml").read_text()


def test_a_cell_of_a_workbook_is_written_and_taken_back(start: Start, tmp_path: Path, show: Show) -> None:
    folder = small_kit(tmp_path / "kits")
    book = Workbook()
    sheet = book.active
    for row in (["id", "name", "colour", "count"], ["A1", "Ace", "red", 2], ["A2", "Deuce", "blue", 1]):
        sheet.append(row)
    book.save(folder / "cards.xlsx")
    (folder / "cards.yaml").unlink()
    edit(folder / "game.yaml", "cards: cards.yaml", "cards: cards.xlsx")
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}edit?kit=small", width=1280, quiet=True)

    def says() -> list[Any]:
        return [one.value for one in load_workbook(folder / "cards.xlsx").active["B"]]

    shows(page, 0, "name", "Ace")
    page.focus(cell(0, "name"))  # by keys
    page.keyboard.type("King")
    page.keyboard.press("Enter")
    page.wait_for_selector(".written:has-text('King')")
    assert says() == ["name", "King", "Deuce"]
    page.click(cell(1, "colour"))  # by mouse
    page.click(cell(1, "colour"))
    page.select_option("select.editor", label="red")
    shows(page, 1, "colour", "red")
    page.click("[aria-label^='Undo: A2: colour']")
    shows(page, 1, "colour", "blue")
    page.click("[aria-label^='Undo: A1: name']")
    shows(page, 0, "name", "Ace")
    assert says() == ["name", "Ace", "Deuce"]
    (folder / "~$cards.xlsx").write_text("")  # as Excel says that it has it open
    page.focus(cell(0, "name"))
    page.keyboard.type("Queen")
    page.keyboard.press("Enter")
    page.wait_for_selector(".toast.bad:has-text('is open in a spreadsheet program')")
    assert nodes(page) == []
    (folder / "~$cards.xlsx").unlink()
    page.focus(cell(1, "name"))
    page.keyboard.type("Jack")
    page.goto(f"{running.home}problems?kit=small")  # before a rest, or Enter
    wait(lambda: says() == ["name", "Ace", "Jack"])


def test_a_cell_that_was_not_written_shows_what_its_file_says(
    start: Start, tmp_path: Path, show: Show
) -> None:
    folder = small_kit(tmp_path / "kits")
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}edit?kit=small", width=1280, quiet=True)
    page.wait_for_selector(".status:has-text('Up to date')")
    folder.rename(tmp_path / "away")
    page.focus(cell(0, "name"))
    page.keyboard.type("King")
    page.keyboard.press("Enter")
    page.wait_for_selector(".toast.bad")
    shows(page, 0, "name", "King")
    page.wait_for_timeout(1200)
    (tmp_path / "away").rename(folder)
    shows(page, 0, "name", "Ace")


def test_keys_draw_and_rest_writes(start: Start, tmp_path: Path, show: Show) -> None:
    folder = small_kit(tmp_path / "kits")
    file = folder / "cards.yaml"
    before = file.read_text()
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}edit?kit=small", width=1280, quiet=True)
    page.wait_for_selector("#face img.painted")
    held: list[Any] = []
    page.route(
        "**/cells", lambda route: held.append(route) if route.request.method == "POST" else route.fallback()
    )
    face = page.locator("#face img").get_attribute("data-face")
    page.focus(cell(0, "name"))
    page.keyboard.type("Kin")
    page.wait_for_selector(f"#face img:not([data-face='{face}'])", state="attached")
    page.keyboard.type("g")
    assert file.read_text() == before  # drawn, not written
    wait(lambda: page.wait_for_timeout(50) or held)
    held[0].continue_()
    page.unroute("**/cells")
    wait(lambda: "name: King" in file.read_text())  # the cell is still open
    page.keyboard.press("Escape")
    wait(lambda: file.read_text() == before)
    page.wait_for_selector("[aria-label='Nothing to undo']")
    page.focus(cell(0, "count"))
    for _ in range(3):
        page.keyboard.press("+")
    page.click("[aria-label='One copy less']")
    wait(lambda: "count: 4" in file.read_text())
    page.click("[aria-label='Undo: A1: count']")
    wait(lambda: file.read_text() == before)


def test_the_same_place_is_asked_and_edits_wait_for_the_studio(
    start: Start, tmp_path: Path, show: Show
) -> None:
    folder = small_kit(tmp_path / "kits")
    file = folder / "cards.yaml"
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}edit?kit=small", width=1280, quiet=True)
    page.wait_for_selector("#face img.painted")

    def typed(row: int, words: str) -> None:
        page.focus(cell(row, "name"))
        page.keyboard.type(words)
        page.keyboard.press("Enter")

    page.route("**/cells", lambda route: route.abort())
    typed(0, "King")
    typed(1, "Queen")
    typed(2, "Jack")
    page.wait_for_selector("#offline:has-text('3 edits')")
    page.wait_for_timeout(300)
    file.write_text(file.read_text().replace("Deuce", "Two").replace("Draw one", "Draw no"))
    page.unroute("**/cells")
    page.click("text=Try again")
    page.wait_for_selector("#conflict")
    assert [words.inner_text() for words in page.locator("#conflict pre").all()] == ["Deuce", "Two", "Queen"]
    assert nodes(page) == []
    assert "name: King" in file.read_text()  # elsewhere in the file: joined
    assert "Trey" in file.read_text()  # the rest waits
    page.click("text=Write mine")
    wait(lambda: [card["name"] for card in yaml.safe_load(file.read_text())] == ["King", "Queen", "Jack"])
    assert "Draw no card." in file.read_text()
    page.wait_for_selector("#offline", state="detached")
    page.wait_for_timeout(800)
    file.write_text(file.read_text().replace("Jack", "Knave"))
    shows(page, 2, "name", "Knave")
    page.focus(cell(0, "name"))
    page.keyboard.press("Control+z")
    page.click("text=Keep theirs")
    assert "Knave" in file.read_text()
    page.focus(cell(0, "name"))
    page.keyboard.press("Control+z")
    page.click("text=Force mine")
    wait(lambda: "Trey" in file.read_text())


def test_an_entry_with_each_offers_to_change_all_or_to_write_one_out(
    start: Start, tmp_path: Path, show: Show
) -> None:
    folder = small_kit(tmp_path / "kits")
    file = folder / "cards.yaml"
    file.write_text("- each: {n: [1, 2]}\n  id: 'A{{ n }}'\n  colour: red\n")
    running = start(folder.parent, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}edit?kit=small", width=1280, height=844, quiet=True)
    columns = [page.locator(one).bounding_box() for one in ("th:has([data-key=text])", cell(0, "text"))]
    assert columns[0]["x"] == columns[1]["x"]
    assert page.locator("tbody tr").bounding_box()["height"] < 100
    assert page.locator("#face h2").inner_text().endswith(" and 1 more")
    page.wait_for_selector("#face img.painted")
    page.click("text=Add a card")
    wait(lambda: file.read_text().endswith("- id: A1-2\n  colour: red\n  name: New card\n"))
    shows(page, 1, "name", "New card")
    page.click(".steps button >> nth=0")
    wait(lambda: page.locator("tbody tr").count() == 1)
    page.wait_for_timeout(800)
    page.set_viewport_size({"width": 390, "height": 844})
    page.focus(cell(0, "text"))
    page.keyboard.press("Enter")
    page.fill("[aria-label='text of the entry']", "Draw {{ n }}.")
    assert nodes(page) == []
    page.click("text=Change for all 2")
    wait(lambda: 'text: "Draw {{ n }}."' in file.read_text())
    page.wait_for_timeout(800)
    page.focus(cell(0, "colour"))
    page.keyboard.press("Enter")
    page.select_option("[aria-label=Card]", label="A2")
    page.click("text=Write it out")
    wait(lambda: "id: A2" in file.read_text())
    page.click("[aria-label='Card after']")
    shows(page, 1, "id", "A2")
    shows(page, 1, "text", "Draw 2.")


def test_a_table_is_sorted_and_filtered_and_words_are_marked_in_any_look(
    start: Start, tmp_path: Path, show: Show
) -> None:
    folder = small_kit(tmp_path / "kits")
    running = start(folder, environment={"CARDGEN_CACHE": str(tmp_path / "cache")})
    page = show(f"{running.home}edit?kit=small")
    page.wait_for_selector("#face img.painted")
    before = (folder / "cards.yaml").read_bytes()

    def ids() -> list[str]:
        found: list[str] = page.locator("#grid td[data-key=id]").all_inner_texts()
        return found

    by_name = "#grid th button[data-key=name]"
    page.click(by_name)
    assert ids() == ["A1", "A2", "A3"]
    page.keyboard.press("Enter")  # the button keeps the focus
    assert ids() == ["A3", "A2", "A1"]
    assert page.get_attribute("#grid th[aria-sort]", "aria-sort") == "descending"
    page.fill("[aria-label^='Only rows with these words']", "colour=red")
    assert ids() == ["A3", "A1"]
    assert nodes(page) == []
    assert (folder / "cards.yaml").read_bytes() == before

    page.select_option("[aria-label='Look of the face']", "low-ink")
    page.focus("td[data-row='0'][data-key=text]")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    with page.expect_response("**/draft") as drawn:
        page.click("[aria-label='Bold, Ctrl B']")
    drafted = drawn.value.json()["face"]
    page.wait_for_selector(f"#face img[data-face='{drafted}']")
    assert nodes(page) == []
    page.keyboard.press("Enter")
    wait(lambda: "text: '**Draw one card.**'" in (folder / "cards.yaml").read_text().replace('"', "'"))
    page.wait_for_function("() => !document.querySelector('.editor, .text-marks')")
    page.click("#face a.face-box")
    page.wait_for_selector("#stage img")
    assert "look=low-ink" in page.url
    assert drafted in (page.get_attribute("#stage .layered img", "src") or "")
