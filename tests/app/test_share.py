"""The page of `cardgen share`: every piece once, the kit's own numbers, nothing from elsewhere, whatever names say."""

from __future__ import annotations

import base64
import json
import re
import shutil
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lxml import html
from typer.testing import CliRunner

from cardgen.app import share
from cardgen.app.build import build_kit
from cardgen.app.cli import app
from cardgen.app.settings import BuildSettings
from cardgen.app.share import SharePage
from cardgen.base.errors import CardgenError, Problems
from cardgen.base.files import kit_dirs
from tests.games.kits import kit_of
from tests.many import mostly_slow
from tests.studio.small import edit, small_kit

DATA = Path(__file__).parents[2] / "data"
KITS = sorted(kit.name for kit in kit_dirs(DATA))
MOST = 3_000_000  # bytes; a page goes by mail


def page_of(folder: Path, beside: Path | None = None, **asked: Any) -> Any:
    text, _ = SharePage(folder, **asked).made(beside)
    return html.document_fromstring(text)


def unpacked(page: Any, id: str) -> Any:
    [text] = page.xpath(f"//script[@id='{id}']/text()")
    return json.loads(zlib.decompress(base64.b64decode(text), -15))


@cache
def shipped_page(slug: str) -> tuple[str, Problems]:
    return SharePage(DATA / slug).made(None)


@pytest.mark.parametrize("slug", mostly_slow(KITS, 3))
def test_the_page_of_a_game_has_every_piece_once_and_the_numbers_of_its_kit(slug: str) -> None:
    text, problems = shipped_page(slug)
    kit = kit_of(slug)
    page = html.document_fromstring(text)
    assert len(text.encode()) < MOST
    assert list(problems) == []
    assert page.xpath("//@data-card") == [card.id for one in kit.components for card in one.cards]
    assert [chip.xpath("string(b)") for chip in page.xpath("//*[@data-deck and @data-deck!='']")] == [
        str(one.total) for one in kit.components
    ]
    pieces = sum(one.total for one in kit.components)
    facts = [fact.strip() for fact in page.xpath("//dl[@class='numbers']//dd/text()")]
    players = "–".join(map(str, sorted({kit.players.min, kit.players.max})))
    assert facts == [players, kit.minutes, str(pieces), kit.version]
    assert kit.credits["design"] in page.xpath("string(//div[@class='hero'])")

    faces = unpacked(page, "packed")["faces"]
    assert set(page.xpath("//@data-face")) <= faces.keys()
    backs = {f"{id} back" for id in page.xpath("//*[@data-back]/@data-card")}
    assert backs == {name for name in faces if name.endswith(" back")}
    assert "<main>" in page.xpath("string(//iframe[@id='sheet']/@srcdoc)")
    assert unpacked(page, "reel-packed").startswith("<!doctype html>")


def test_a_page_over_five_megabytes_says_how_much_is_pieces_and_how_much_the_film(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert share.MOST_BYTES == 5_000_000
    monkeypatch.setattr(share, "MOST_BYTES", 100_000)
    [warning] = SharePage(small_kit(tmp_path)).made(None)[1].warnings
    said = (
        r"the page is 0\.\d MB, expected 5 MB or less for mail and phones: pieces 0.0 MB, film 0.0 MB, rule"
    )
    assert re.match(said, warning.message)
    assert "--no-film" in warning.hint


def test_nothing_comes_from_elsewhere_and_no_script_runs_but_our_two() -> None:
    text, _ = shipped_page(KITS[0])
    page = html.document_fromstring(text)
    inside = [page.xpath("string(//iframe/@srcdoc)"), unpacked(page, "reel-packed")]
    for one in (text, *inside):
        urls = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"'<)]*", one))
        assert urls <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
        assert not re.search(r"<(?:link|img[^>]*src=.(?!data:))", one)
    [policy] = page.xpath("//meta[@http-equiv]/@content")
    assert policy.startswith("default-src 'none'; img-src blob: data:; font-src data:; ")
    own = policy.split("script-src ")[1].split(";")[0].split()
    assert len(own) == 2
    assert own[1] in inside[1], "the film's"
    assert page.xpath("//iframe/@sandbox") == ["allow-same-origin"], "the rule sheet runs nothing"


def test_names_are_words_whatever_they_say(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    evil = '</script></template><script>alert(1)</script>"><img src=x onerror=alert(1)> <!--script-->'
    edit(kit / "cards.yaml", "name: Deuce", f"name: {json.dumps(evil)}")
    edit(kit / "faces" / "card.svg", '<text x="31.5"', '<text data-fit="none" x="31.5"')
    edit(kit / "game.yaml", "title: Small", f"title: {json.dumps(evil[:60])}")
    page = page_of(kit)
    assert evil in page.xpath("string(//*[@data-card='A2'])")
    assert len(page.xpath("//script")) == 2
    assert page.xpath("//@onerror") == []
    assert page.xpath("//img[@src]") == []
    assert "alert(1)" not in page.xpath("string(//script[last()])")


def test_what_changed_since_then_is_marked_and_shown_before_and_now(tmp_path: Path) -> None:
    old = small_kit(tmp_path / "old")
    new = Path(shutil.copytree(old, tmp_path / "new" / old.name))
    edit(new / "cards.yaml", "Deuce", "Duke")
    edit(new / "cards.yaml", "id: A3", "id: A4")
    page = page_of(new, since=str(old))
    assert page.xpath("//li[.//*[@class='badge']]/@data-card") == ["A2", "A4"]
    changes = page.xpath("string(//section[@id='changes'])")
    assert re.search(r"Deuce\s*Duke", changes)
    faces = unpacked(page, "packed")["faces"]
    before = {name for name in faces if name.endswith("before")}
    assert before == {"A2 front before", "A3 front before", "A3 back before"}
    assert faces["A2 front before"] != faces["A2 front"]
    assert before <= set(page.xpath("//@data-face"))
    assert page_of(new).xpath("//section[@id='changes']") == []
    with pytest.raises(CardgenError, match="neither a kit nor an earlier state"):
        page_of(new, since="nowhere")


def test_a_page_links_what_was_built_beside_it_and_nothing_else(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    build_kit(kit, BuildSettings.parse(out=tmp_path / "out"), lambda *_: None)
    beside = tmp_path / "out" / kit.name
    (beside / "letters-of-mine.pdf").write_bytes(b"%PDF")
    build_kit(kit, BuildSettings.parse(out=tmp_path / "out", target="print-shop"), lambda *_: None)
    page = page_of(kit, beside)
    linked = page.xpath("//section[@id='downloads']//@href")  # nobody plays with the files of a print shop
    assert all(re.fullmatch(r"\d+ kB", one) for one in page.xpath("//section[@id='downloads']//small/text()"))
    assert sorted(linked) == sorted(path.name for path in beside.glob("small-*.pdf"))
    assert len(linked) == 2
    (beside / linked[0]).write_bytes(b"%PDF of another game")
    assert page_of(kit, beside).xpath("//section[@id='downloads']//@href") == linked[1:]
    assert page_of(kit).xpath("//section[@id='downloads']") == []


def test_a_film_is_of_the_game_that_is_named_or_there_is_none(tmp_path: Path) -> None:
    from tests.table.test_film import saved

    file = saved("cheers", tmp_path / "game.json", seed=3)
    page = page_of(DATA / "cheers", film=file)
    packed = re.search(r'id="packed"[^>]*>([^<]*)<', unpacked(page, "reel-packed"))
    assert packed
    assert json.loads(zlib.decompress(base64.b64decode(packed[1]), -15))["film"]["seed"] == "3"
    assert page_of(DATA / "cheers", without_film=True).xpath("//*[@id='film' or @id='reel-packed']") == []
    with pytest.raises(CardgenError, match="this is no game of biergarten"):
        page_of(DATA / "biergarten", film=file)
    assert page_of(small_kit(tmp_path)).xpath("//*[@id='film']") == [], "a kit without rules"


def test_the_page_speaks_the_language_of_the_kit(tmp_path: Path) -> None:
    page = page_of(DATA / "biergarten", language="de", without_film=True)
    assert page.get("lang") == "de"
    assert page.xpath("string(//h2[@id='box-title'])") == "Spielmaterial"
    assert "Copy" not in page.xpath("string(//*[@id='remarks'])")


def test_the_command_writes_a_page_or_one_of_each_language_into_a_folder(tmp_path: Path) -> None:
    kit = small_kit(tmp_path)
    run = CliRunner().invoke
    done = run(app, ["share", str(kit), "-o", str(tmp_path / "page.html")])
    assert (done.exit_code, done.stdout) == (0, f"{tmp_path / 'page.html'}\n")
    assert (tmp_path / "page.html").read_text("utf-8").startswith("<!doctype html>")
    done = run(app, ["share", str(kit), "-o", str(tmp_path / "out")])
    assert (tmp_path / "out" / kit.name / f"{kit.name}-share.html").is_file()
    done = run(app, ["share", str(kit), "-o", str(tmp_path / "page.html"), "--language", "de,en"])
    assert (done.exit_code, "--out is one page" in done.stderr) == (2, True)
    done = run(app, ["share", str(kit), "-o", str(kit / "game.yaml")])
    assert done.exit_code == 1
    done = run(app, ["share", str(kit), "--film", "game.json", "--no-film"])
    assert done.exit_code == 2
