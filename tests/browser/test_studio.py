"""The studio as somebody uses it: files are saved in an editor, and the page beside it follows."""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.files import shipped
from tests.browser.conftest import Show, Start, complaints
from tests.browser.studio_running import Running, wait
from tests.studio.small import edit, small_kit

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def studio(start: Start, tmp_path: Path) -> Running:
    return start(small_kit(tmp_path))


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A studio with a whole game."""
    kit = tmp_path_factory.mktemp("kits") / "bartender-2012"
    shutil.copytree(shipped() / "data" / "bartender-2012", kit)
    running = Running(kit, 8640)
    yield running
    running.stop(signal.SIGKILL)


def until(page: Any, that: str) -> None:
    """Wait for something to be true in the page; Playwright's own way would need `eval`, which our policy forbids."""
    wait(lambda: bool(page.evaluate(that)))


def gallery(running: Running, **more: str) -> str:
    asked = "&".join(f"{name}={value}" for name, value in {"kit": running.folder.name, **more}.items())
    return f"{running.home}gallery?{asked}"


def face(page: Any, card: str) -> str:
    found: str = page.locator(f'.cell[data-id="{card}"] img').get_attribute("data-face")
    return found


def test_a_saved_file_shows_its_new_face(studio: Running, show: Show) -> None:
    page = show(gallery(studio))
    until(page, "document.querySelectorAll('.face-img.painted').length >= 4")
    before = face(page, "A2")
    others = face(page, "A1")
    edit(studio.folder / "cards.yaml", "Deuce", "Duke")
    until(page, f"document.querySelector('.cell[data-id=A2] img').dataset.face !== '{before}'")
    page.wait_for_selector(".cell[data-id=A2] img.painted")
    page.wait_for_selector("text=name Deuce → Duke")
    page.wait_for_selector(".cell[data-id=A2] .name >> text=Duke")
    assert face(page, "A1") == others


def test_a_broken_file_is_told_at_its_line_the_old_face_stays_and_mending_ends_it(
    studio: Running, show: Show
) -> None:
    page = show(gallery(studio))
    until(page, "document.querySelectorAll('.face-img.painted').length >= 4")
    before = face(page, "A1")
    edit(studio.folder / "cards.yaml", "count: 2", "count: two")
    row = page.locator(".drawer.open .problem-list li")
    row.wait_for()
    assert row.count() == 1
    assert row.locator(".where").inner_text() == "cards.yaml:3:10"
    assert "expected a whole number" in row.inner_text()
    assert page.locator(".cell.stale").count() == 1
    assert face(page, "A1") == before
    assert page.locator(".status").inner_text() == "1 error"
    row.locator(".chip").click()
    assert page.evaluate("document.activeElement.closest('.cell').dataset.id") == "A1"
    edit(studio.folder / "cards.yaml", "count: two", "count: 3")
    page.wait_for_selector(".drawer", state="hidden")
    page.wait_for_selector(".cell[data-id=A1] >> text=×3")
    assert page.locator(".cell.stale").count() == 0


def test_an_answer_that_is_older_than_the_news_is_asked_for_again(studio: Running, show: Show) -> None:
    page = show(gallery(studio))
    until(page, "document.querySelectorAll('.face-img.painted').length >= 4")
    held: list[Any] = []

    def first_only(route: Any) -> None:
        route.fallback() if held else held.append((route, route.fetch()))

    page.route("**/kits/small", first_only)
    edit(studio.folder / "cards.yaml", "Deuce", "Duke")
    wait(lambda: page.wait_for_timeout(50) or held)
    edit(studio.folder / "cards.yaml", "count: 2", "count: two")
    page.wait_for_selector(".drawer.open .problem-list li")
    route, answer = held[0]
    route.fulfill(response=answer)  # from before the mistake
    page.wait_for_selector(".cell[data-id=A2] .name >> text=Duke")
    assert page.locator(".drawer.open .problem-list li").count() == 1


def test_warnings_and_errors_have_a_number_and_a_colour_each(studio: Running, show: Show) -> None:
    edit(studio.folder / "cards.yaml", "Draw one card.", "Draw one card. " * 24)
    edit(studio.folder / "faces" / "card.svg", '<text style="', '<text data-fit="shrink" style="')
    page = show(gallery(studio))
    page.wait_for_selector(".status[data-state=fresh] .tag.warn")
    assert page.locator(".status .words").inner_text().startswith("Up to date")
    page.locator(".drawer-handle", has_text="1 warning").wait_for()
    assert page.locator("#rail .tag.bad, .cell .tag.bad").count() == 0
    amber = page.locator(".drawer").evaluate("(one) => getComputedStyle(one).borderTopColor")
    edit(studio.folder / "cards.yaml", "count: 2", "count: two")
    page.wait_for_selector(".status[data-state=problems]")
    row = page.locator(".drawer.open .problem-list li")
    row.nth(1).wait_for()
    assert page.locator(".drawer-handle").inner_text().split("\n")[:2] == ["1 error", "1 warning"]
    assert page.locator(".drawer").evaluate("(one) => getComputedStyle(one).borderTopColor") != amber
    edit(studio.folder / "cards.yaml", "count: two", "count: 2")
    page.wait_for_selector(".status[data-state=fresh]")
    edit(studio.folder / "cards.yaml", "Ace", "Axe")
    toast = page.locator(".toast").first
    toast.wait_for()
    assert toast.bounding_box()["y"] < page.locator(".drawer").bounding_box()["y"] - 50, (
        "problems stay readable"
    )
    page.wait_for_timeout(5500)
    assert page.locator(".status .words").inner_text() == "Up to date"


def test_two_tabs_and_every_page_follow(studio: Running, show: Show) -> None:
    pages = [show(gallery(studio)), show(gallery(studio)), show(f"{studio.home}card?kit=small&card=A2")]
    for page in pages:
        page.wait_for_selector("img.painted, .layered img")
    edit(studio.folder / "cards.yaml", "Deuce", "Duke")
    for page in pages:
        page.wait_for_selector("text=name Deuce → Duke")
    pages[2].wait_for_selector("h1 >> text=Duke")
    pages[2].wait_for_selector(".yaml >> text=name: Duke")


def test_a_new_card_and_one_that_is_gone(studio: Running, show: Show) -> None:
    page = show(gallery(studio))
    page.wait_for_selector(".cell[data-id=A3] img.painted")
    edit(studio.folder / "cards.yaml", "- id: A3\n  name: Trey", "- id: B4\n  name: Four")
    page.wait_for_selector(".cell[data-id=B4] img.painted")
    assert page.locator(".cell[data-id=A3]").count() == 0


def test_the_studio_is_killed_and_comes_back(studio: Running, show: Show) -> None:
    page = show(gallery(studio), quiet=True)  # the browser itself complains of what does not answer
    page.wait_for_selector(".cell[data-id=A2] img.painted")
    studio.stop(signal.SIGKILL)
    page.wait_for_selector(".status[data-state=offline]")
    page.wait_for_selector("text=The studio has stopped")
    assert page.locator(".cell img.painted").count() == 3
    edit(studio.folder / "cards.yaml", "Deuce", "Duke")
    before = studio.home
    studio.start()
    assert studio.home == before
    page.wait_for_selector("text=The studio is back")
    page.wait_for_selector(".cell[data-id=A2] .name >> text=Duke")


def test_ctrl_c_ends_it_with_pages_open_and_leaves_no_process(studio: Running, show: Show) -> None:
    page = show(gallery(studio), quiet=True)
    page.wait_for_selector(".cell img.painted")
    begun = time.monotonic()
    studio.stop(signal.SIGINT)
    assert time.monotonic() - begun < 5
    assert not any("Traceback" in line for line in studio.lines)
    wait(lambda: studio.lines[-1] == "ended\n")  # it interrupts nothing
    left = subprocess.run(["pgrep", "-f", str(studio.folder)], capture_output=True, text=True, check=False)
    assert left.stdout == ""


def test_by_keyboard_alone_from_the_gallery_to_a_card_and_back(night: Running, show: Show) -> None:
    page = show(gallery(night))
    page.wait_for_selector(".cell img.painted")
    page.keyboard.press("/")
    page.keyboard.type("house band")
    until(page, "document.querySelectorAll('.cell').length === 1")
    page.keyboard.press("Escape")
    until(page, "document.querySelectorAll('.cell').length > 100")
    page.keyboard.press("/")
    page.keyboard.press("Enter")
    here = page.evaluate("document.activeElement.closest('.cell').dataset.id")
    assert here == "P01"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    there = page.evaluate("document.activeElement.closest('.cell').dataset.id")
    assert there == "P05"
    small = page.evaluate("document.activeElement.getBoundingClientRect().width")
    page.keyboard.press("+")
    assert page.evaluate("document.activeElement.getBoundingClientRect().width") > small
    page.keyboard.press("-")
    page.keyboard.press("Enter")
    page.wait_for_selector(".layered img")
    assert "card=P05" in page.url
    page.wait_for_selector(".texts li")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**card=P12**")
    page.wait_for_selector(".layered img")
    page.keyboard.press("Escape")
    page.wait_for_url("**/gallery**")
    page.wait_for_selector(".cell.here")
    assert page.evaluate("document.activeElement.closest('.cell').dataset.id") == "P12"


def test_a_card_shows_what_lies_behind_it(night: Running, show: Show) -> None:
    page = show(f"{night.home}card?kit=bartender-2012&card=P17&over=trim,bleed,safe,text")
    page.wait_for_selector(".texts li")
    assert page.locator(".o-text rect").count() >= 2
    assert page.locator(".o-trim, .o-bleed, .o-safe").count() == 3
    assert "patrons.yaml:" in page.locator(".place-row code").first.inner_text()
    page.wait_for_selector(".pages li")
    layers = page.locator(".layers li").count()
    assert layers >= 4
    page.locator(".layers .btn").first.click()
    until(page, f"document.querySelectorAll('.layered img').length === {layers - 1}")
    page.locator("#flip").click()
    until(page, "document.querySelectorAll('.layered img').length === 1")


def test_sheets_are_planned_for_the_paper_that_is_chosen(night: Running, show: Show) -> None:
    page = show(f"{night.home}sheets?kit=bartender-2012")
    page.wait_for_selector(".leaf img")
    sheets = page.locator(".leaf").count()
    assert sheets > 10
    assert page.evaluate("[...document.images].every((i) => !i.complete || i.naturalWidth > 0)")
    page.locator("select[aria-label=Backs]").select_option("none")
    until(
        page,
        f"document.querySelectorAll('.leaf').length !== {sheets} || !document.querySelector('.leaf .page + .page')",
    )
    assert "backs=none" in str(page.locator(".job-foot a").get_attribute("href"))
    page.locator(".tick input").nth(3).check()
    assert page.locator(".totals b").first.inner_text() == "1"
    page.locator(".leaf .page").nth(3).click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0


def test_the_rule_sheet_is_dark_where_the_studio_is(night: Running, show: Show) -> None:
    page = show(f"{night.home}rules?kit=bartender-2012&theme=dark", color_scheme="light")
    frame = page.frame_locator("iframe")
    frame.locator("h1").first.wait_for()
    colour = frame.locator("body").evaluate(
        "(body) => getComputedStyle(body.ownerDocument.documentElement).backgroundColor + getComputedStyle(body).backgroundColor"
    )
    assert "rgb(255, 255, 255)" not in colour
    page.get_by_text("Printed pages").click()
    page.wait_for_selector(".leaves img")
    assert page.locator(".leaves img").count() >= 2


def many_cards(folder: Path, n: int) -> Path:
    kit = small_kit(folder)
    cards = [
        f"- {{id: C{number:03}, name: Card {number}, colour: {'red' if number % 2 else 'blue'}, text: Draw {number} cards.}}"
        for number in range(n)
    ]
    (kit / "cards.yaml").write_text("\n".join(cards) + "\n", "utf-8")
    return kit


def test_five_hundred_cards(tmp_path: Path, start: Start, show: Show) -> None:
    running = start(many_cards(tmp_path, 500))
    page = show(gallery(running))
    until(page, "document.querySelectorAll('.cell').length === 500")
    page.wait_for_selector(".status[data-state=fresh]", timeout=30_000)
    page.goto("about:blank")
    begun = time.monotonic()
    page.goto(gallery(running))
    page.wait_for_selector(".cell img.painted")
    first = time.monotonic() - begun
    page.wait_for_timeout(500)
    fetched = page.evaluate("document.querySelectorAll('.cell img[src]').length")
    assert fetched < 150  # only what is near the window
    assert page.evaluate("getComputedStyle(document.querySelector('.cell')).contentVisibility") == "auto"
    count = "document.querySelectorAll('.cell').length"
    assert page.evaluate(f"document.querySelector('.part').click() ?? {count}") == 60  # others: after a paint
    page.locator(".cell[data-id=C499]").evaluate("(cell) => cell.scrollIntoView()")
    page.wait_for_selector(".cell[data-id=C499] img.painted")
    page.keyboard.press("/")
    page.keyboard.type("C250")
    until(page, "document.querySelectorAll('.cell').length === 1")
    assert first < 3  # the budget is one second on a machine that does nothing else


PAGES = {
    "welcome": "",
    "gallery": "gallery?kit=bartender-2012",
    "card": "card?kit=bartender-2012&card=P17&over=trim,text",
    "sheets": "sheets?kit=bartender-2012",
    "rules": "rules?kit=bartender-2012",
    "pages": "rules?kit=bartender-2012&form=pages",
    "problems": "problems?kit=bartender-2012",
    "nobody": "gallery?kit=nobody",
}
READY = {
    "welcome": ".cover-fan img.painted",
    "gallery": ".cell img.painted",
    "card": ".texts li",
    "sheets": ".leaf img",
    "rules": "iframe",
    "pages": ".leaves img",
    "problems": ".empty",
    "nobody": ".empty",
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_nobody_is_kept_out_and_nothing_sticks_out(name: str, theme: str, night: Running, show: Show) -> None:
    for width in (1440, 390):
        page = show(
            night.home + PAGES[name],
            width,
            900,
            quiet=name == "nobody",
            color_scheme=theme,
            reduced_motion="reduce",
        )
        page.wait_for_selector(READY[name])
        page.wait_for_timeout(150)
        assert page.evaluate(WIDER) <= 0
        rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], "iframes": False}
        serious = [
            (v["id"], [node["html"][:160] for node in v["nodes"][:3]])
            for v in complaints(page, options=rules)
            if v["impact"] in ("serious", "critical")
        ]
        assert serious == []


OUT_OF_REACH = """() => {
    const named = (one) => (one.getAttribute("aria-label") || one.textContent || one.id || one.value).trim().slice(0, 40);
    const out = [];
    for (let one of document.querySelectorAll("a[href], button, input, select, summary, h1")) {
        if (one.matches("label input")) one = one.closest("label");
        if (!one.checkVisibility() || one.closest(".sr, .skip, [inert]")) continue;
        let box = one.getBoundingClientRect();
        let [left, right, covered] = [box.left, box.right, false];
        for (let around = one.parentElement; around; around = around.parentElement) {
            const flow = getComputedStyle(around).overflowX;
            const edge = around.getBoundingClientRect();
            if (flow === "auto" || flow === "scroll") [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
            else if (flow !== "visible" && (left < edge.left - 1 || right > edge.right + 1)) break;
        }
        if (left < -1 || right > innerWidth + 1) out.push(`${named(one)}: ${Math.round(left)} to ${Math.round(right)}`);
        one.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
        box = one.getBoundingClientRect();
        const seen = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 12));
        if (seen && !one.contains(seen) && !seen.contains(one)) out.push(`${named(one)}: below ${seen.className || seen.tagName}`);
    }
    return out;
}"""


@pytest.mark.parametrize("name", PAGES)
def test_no_window_is_too_narrow_for_a_control(name: str, night: Running, show: Show) -> None:
    page = show(night.home + PAGES[name], 1600, 800, quiet=name == "nobody", reduced_motion="reduce")
    page.wait_for_selector(READY[name])
    found = {}
    for width in (1600, 1440, 1366, 1280, 1024, 768, 390, 360):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_timeout(150)
        found[width] = page.evaluate(OUT_OF_REACH), page.evaluate(WIDER)
    assert {width: what for width, what in found.items() if what[0] or what[1] > 0} == {}


@pytest.mark.parametrize("width", [390, 700, 920, 1000, 1200, 1600])
def test_the_header_has_room_for_a_long_title(width: int, studio: Running, show: Show) -> None:
    edit(studio.folder / "game.yaml", "title: Small", "title: The Honourable Company of Harbour Masters")
    page = show(gallery(studio), width)
    page.wait_for_selector(".cell img.painted")
    edges = page.evaluate(
        "[...document.querySelectorAll('#top > *:not(.skip)')].map((e) => e.getBoundingClientRect().right)"
    )
    assert max(edges) <= width
    assert page.evaluate("document.querySelector('.kit-name').getBoundingClientRect().height") <= 52


def test_problems_are_grouped_on_a_page_of_their_own(studio: Running, show: Show) -> None:
    edit(studio.folder / "faces" / "card.svg", "{{ card.colour }}", "{{ card.color }}")
    edit(studio.folder / "cards.yaml", "colour: blue", "colour: bleu")
    page = show(f"{studio.home}problems?kit=small", 390)
    page.wait_for_selector(".mend li")
    assert page.evaluate(WIDER) <= 0
    assert "did you mean" in page.locator(".mend").first.inner_text()
    edit(studio.folder / "cards.yaml", "colour: bleu", "colour: blue")
    page.wait_for_selector(".mend h2 >> text=faces/card.svg")
    edit(studio.folder / "faces" / "card.svg", "{{ card.color }}", "{{ card.colour }}")
    page.wait_for_selector("text=Nothing is wrong")
    page = show(f"{studio.home}problems?kit=small", color_scheme="dark")
    page.wait_for_selector(".empty")


HOSTILE = [
    "</title><script>alert(1)</script>",
    "<img src=x onerror=alert(2)>",
    '"><svg onload=alert(3)>',
    "javascript:alert(4)",
    "{{ 7 * 7 }}",
    "'; alert(5); //",
    "W" * 3000,
    "\u202e txt.exe",
]


def hostile_kit(folder: Path) -> Path:
    kit = small_kit(folder)
    quoted = [text.replace("\\", "\\\\").replace('"', '\\"') for text in HOSTILE]
    cards = [
        f'- id: H{n}\n  name: "{text}"\n  colour: red\n  text: "{text[:80]}"' for n, text in enumerate(quoted)
    ]
    (kit / "cards.yaml").write_text("\n".join(cards) + "\n", "utf-8")
    edit(kit / "game.yaml", "title: Small", f'title: "{quoted[0]}"')
    edit(kit / "game.yaml", "title: Cards", f'title: "{quoted[1]}"')
    edit(kit / "game.yaml", "stock: 300 g/m²", f'stock: "{quoted[2]}"')
    edit(kit / "game.yaml", "looks:\n  full: {title: Full colour", f'looks:\n  full: {{title: "{quoted[2]}"')
    edit(
        kit / "faces" / "card.svg",
        '<g id="sign">',
        '<g id="sign" onload="alert(6)"><script>alert(7)</script><a href="javascript:alert(8)"><rect width="9" height="9"/></a>'
        '<image href="http://evil.example/x.png" width="5" height="5"/><style>@import url(http://evil.example/y.css);</style>'
        '<foreignObject width="50" height="50"><iframe xmlns="http://www.w3.org/1999/xhtml" src="http://evil.example/"/></foreignObject>',
    )
    (kit / "rules.md.j2").write_text(
        "\n\n".join(["# " + HOSTILE[0], *HOSTILE[1:6], "[link](javascript:alert(9))"]), "utf-8"
    )
    edit(kit / "game.yaml", "decks:", "rules: rules.md.j2\ndecks:")
    return kit


def test_a_strangers_kit_runs_nothing_and_asks_nobody(tmp_path: Path, start: Start, show: Show) -> None:
    running = start(hostile_kit(tmp_path))
    for address in (
        "",
        "gallery?kit=small",
        "card?kit=small&card=H1",
        "card?kit=small&card=H6&over=text",
        "sheets?kit=small",
        "rules?kit=small",
        "problems?kit=small",
    ):
        for width in (1440, 390):
            page = show(
                running.home + address, width, quiet=True
            )  # what cannot be planned is answered with 409
            page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
            page.wait_for_selector("#top .registration")
            page.wait_for_timeout(1200)
            assert (
                page.evaluate(
                    "document.querySelectorAll('script:not([src]), main iframe:not([sandbox])').length"
                )
                == 0
            )
            assert page.evaluate(WIDER) <= 0
    page = show(gallery(running))
    page.wait_for_selector(".problem-list li, .cell img.painted")
    name = page.evaluate("document.querySelector('.cell img')?.dataset.face")
    if name:
        alone = show(f"{running.home}kits/small/faces/{name}.svg")
        alone.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
        alone.wait_for_timeout(300)
    assert "evil" not in " ".join(running.lines)


def test_a_click_opens_the_editor_at_the_problem(tmp_path: Path, start: Start, show: Show) -> None:
    note = tmp_path / "note"
    editor = tmp_path / "editor"
    editor.write_text(f'#!/bin/sh\nprintf %s "$1" > {note}\n')
    editor.chmod(0o755)
    kit = small_kit(tmp_path)
    edit(kit / "cards.yaml", "count: 2", "count: two")
    running = start(kit, environment={"CARDGEN_EDITOR": f"{editor} {{file}}:{{line}}:{{column}}"})
    page = show(f"{running.home}problems?kit=small")
    page.get_by_role("button", name="Open cards.yaml:3:10 in the editor").click()
    wait(note.is_file)
    wait(lambda: note.read_text() == f"{kit.resolve()}/cards.yaml:3:10")


def test_without_an_editor_there_is_a_link_for_one(studio: Running, show: Show) -> None:
    page = show(f"{studio.home}card?kit=small&card=A2")
    link = page.locator(".place-row a.open")
    assert link.get_attribute("href") == f"vscode://file{studio.folder.resolve()}/cards.yaml:6:3"
