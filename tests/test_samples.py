"""What docs/making-a-kit.md and docs/scenarios.md say is true, tried on the sample kit and on small ones beside it."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from lxml import etree

from cardgen.app.build import check_kit, rule_sheet_text
from cardgen.app.cli import main
from cardgen.base.units import SIZES
from cardgen.engine import run_scenarios
from cardgen.games import make_game
from cardgen.jinja.dialect import FUNCTIONS
from cardgen.rulesheet.markdown import KINDS as CONTAINERS
from cardgen.source import load_kit
from tests.conftest import MakeKit
from tests.games.kits import kit_of
from tests.pictures import corners, saved
from tests.sample_game import HARBOUR

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "tests" / "samples" / "harbour-project" / "data" / "harbour"
MANUAL = (ROOT / "docs" / "making-a-kit.md").read_text("utf-8")
SCENARIOS = (ROOT / "docs" / "scenarios.md").read_text("utf-8")

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
"""
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:deck="https://cardgen.invalid/deck" viewBox="-3 -3 50 69">'
)
FACE = f"{SVG}<g><rect width='44' height='63' fill='#eeeeee'/></g></svg>"

Run = Callable[[str], tuple[int, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Return a function that gives a command as a person types it: exit code, and all that is printed."""

    def command(line: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", shlex.split(line))
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capfd.readouterr()
        return int(ended.value.code or 0), printed.out + printed.err

    return command


def rows(page: str, first: str) -> list[list[str]]:
    """The cells of the table whose header begins with this word."""
    table = re.search(rf"^\| {first} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", page, re.M)
    assert table
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table[1].splitlines()]


def problems_of(folder: Path) -> list[str]:
    return [str(problem) for problem in check_kit(folder)]


def with_text(make_kit: MakeKit, text: str, more: Mapping[str, str] | None = None) -> list[str]:
    """What is wrong with a kit of one card that says a text in a box."""
    face = (
        f"{SVG}<defs><rect id='box' x='4' y='4' width='36' height='20'/></defs><g><text data-fit='shrink' "
        "style=\"shape-inside:url(#box);font-family:'Zilla Slab';font-size:4px\">{{ card.text }}</text></g></svg>"
    )
    cards = f"    fields: {{text: {{type: text}}}}\n    cards:\n      - {{id: A, text: {text}}}\n"
    return problems_of(make_kit({"game.yaml": GAME + cards, "face.svg": face, **(more or {})}))


def test_the_sample_has_nothing_to_complain_about() -> None:
    assert problems_of(SAMPLE) == []


@pytest.mark.thorough
def test_the_commands_of_the_manual_work(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # whoever follows this manual has no rules as code yet, and so no scenarios
    shutil.copytree(SAMPLE, tmp_path / "data" / "harbour", ignore=shutil.ignore_patterns("scenarios"))
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```sh\n(.*?)```", MANUAL, re.S)

    for line in "".join(blocks).splitlines():
        code, said = run(line)
        assert code == 0, said

    assert (tmp_path / "output" / "harbour" / "png" / "cargo-F1.png").is_file()
    assert (tmp_path / "output" / "proof" / "harbour-kit-a4").is_dir()


def test_the_mistake_of_the_manual_is_told_as_it_says(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(SAMPLE, tmp_path / "data" / "harbour")
    monkeypatch.chdir(tmp_path)
    cards = tmp_path / "data" / "harbour" / "cargo.yaml"
    cards.write_text(cards.read_text("utf-8").replace("value: 2", "value: two"), "utf-8")
    (shown,) = re.findall(r"```text\n(.*?)```", MANUAL, re.S)

    code, said = run("cardgen check harbour")

    assert code == 1
    assert shown in said


def test_a_check_that_fails_is_told_as_the_manual_says(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(SAMPLE, tmp_path / "data" / "harbour")
    monkeypatch.chdir(tmp_path)
    cards = tmp_path / "data" / "harbour" / "cargo.yaml"
    cards.write_text(cards.read_text("utf-8").replace("count: 4", "count: 3"), "utf-8")
    (shown,) = re.findall(r"^    (data/\S+ error: this check fails.*)$", MANUAL, re.M)

    assert shown in run("cardgen check harbour")[1]


@pytest.mark.parametrize(("kind", "declared", "said"), [tuple(row) for row in rows(MANUAL, "type")])
def test_every_type_of_field_takes_the_value_of_the_manual(
    make_kit: MakeKit, kind: str, declared: str, said: str
) -> None:
    declared, said = declared.strip("`"), said.strip("`")
    cards = f"    fields: {{it: {declared}}}\n    cards:\n      - {{id: A, it: {said}}}\n"

    folder = make_kit({"game.yaml": GAME + cards, "face.svg": FACE})
    (folder / "art").mkdir()
    (folder / "art/heron.jpg").write_bytes(saved(corners(), "JPEG"))

    assert load_kit(folder).card("A").it is not None, kind


def test_the_manual_names_every_size_and_every_container() -> None:
    sizes = next(row[1] for row in rows(MANUAL, "entry") if row[0] == "`size`")
    listed = [*rows(MANUAL, "container"), *rows(MANUAL, "container of a booklet")]
    containers = {name for row in listed for name in re.findall(r"`([\w-]+)`", row[0])}

    assert [name for name in SIZES if not name.startswith("square-") and f"`{name}`" not in sizes] == []
    assert containers == set(CONTAINERS)


def test_what_templates_may_calculate_is_what_the_manual_lists() -> None:
    missing = [n for n in FUNCTIONS if f"`{n}`" not in MANUAL]

    assert missing == []


def test_words_that_other_tools_take_for_something_else_stay_words(make_kit: MakeKit) -> None:
    fields = "{a: {type: text}, b: {type: text}, c: {type: text}, d: {type: text}}"
    cards = f"    fields: {fields}\n    cards:\n      - {{id: A, a: no, b: on, c: 007, d: 12:30}}\n"

    card = load_kit(make_kit({"game.yaml": GAME + cards, "face.svg": FACE})).card("A")

    assert (card.a, card.b, card.c, card.d) == ("no", "on", "007", "12:30")


def test_a_lone_expression_keeps_its_kind_and_a_name_needs_a_text(make_kit: MakeKit) -> None:
    head = "    fields: {n: {type: int}}\n    cards:\n"
    number = head + '      - {each: {n: [1, 5]}, id: "c{{ n }}", n: "{{ n }}", name: "{{ n }}"}\n'
    word = number.replace('name: "{{ n }}"', "name: \"{{ n ~ '' }}\"")

    assert (
        "name is 1, expected text" in problems_of(make_kit({"game.yaml": GAME + number, "face.svg": FACE}))[0]
    )
    folder = make_kit({"game.yaml": GAME + word, "face.svg": FACE})
    assert [(c.name, c.n) for c in load_kit(folder).cards["main"]] == [("1", 1), ("5", 5)]


def test_texts_may_be_bold_italic_with_icons_and_new_lines(make_kit: MakeKit) -> None:
    icons = f"{SVG}<symbol id='fly' viewBox='0 0 10 10'><circle cx='5' cy='5' r='4'/></symbol></svg>"

    found = with_text(make_kit, r'"**Bold** *italic* {fly}\nnew"', {"art/icons.svg": icons})

    assert [problem for problem in found if ": error: " in problem] == []
    assert "there is no icon {flie}" in "".join(with_text(make_kit, '"{flie}"'))


def test_a_text_that_cannot_shrink_enough_and_a_letter_without_glyph_are_errors(make_kit: MakeKit) -> None:
    assert "error" in with_text(make_kit, f'"{"far too long " * 40}"')[0]
    assert "has no glyph for" in with_text(make_kit, '"漢"')[0]


def test_a_font_of_the_kit_is_found_by_its_family(make_kit: MakeKit) -> None:
    import reportlab

    folder = make_kit(
        {
            "game.yaml": GAME + "    cards: [{id: A}]\n",
            "face.svg": f"{SVG}<g><text x='5' y='9' style=\"font-family:'Bitstream Vera Sans';font-size:4px\">A</text></g></svg>",
        }
    )
    assert "no font family" in problems_of(folder)[0]
    (folder / "fonts").mkdir()
    shutil.copy(Path(reportlab.__file__).parent / "fonts" / "Vera.ttf", folder / "fonts")
    # a folder is looked at once in a process; a person begins a new one with each command
    shutil.copytree(folder, folder.parent / "again" / "kit")

    assert problems_of(folder.parent / "again" / "kit") == []


@pytest.mark.parametrize(
    "drawn",
    [
        '<use href="face:B" x="5" y="5" width="20" height="30"/>',
        '<use href="back:B" x="5" y="5" width="20" height="30"/>',
        '<g><use href="art/things.svg#thing" x="5" y="5" width="20" height="20"/></g>',
        '<g>{% from "parts/stars.j2" import star %}{{ star(cos(60)) }}</g>',
        '<g><rect width="9" height="9" deck:for="n in range(3)" deck:x="{{ n * 10 }}" deck:fill="{{ palette.ink }}"/></g>',
        "<g deck:if=\"look.name == 'full'\"><rect width=\"{{ text_width('words', 'Oswald', 6) }}\" height=\"9\"/></g>",
        "<g><text x='5' y='9' style=\"font-family:'Alfa Slab One',Roboto;font-size:4px\">{{ side }} {{ kit.version }} Ж</text></g>",
    ],
)
def test_a_template_may_hold_what_the_manual_says(make_kit: MakeKit, drawn: str) -> None:
    looks = 'looks: {full: {palette: {ink: "#222222"}}}\n'
    folder = make_kit(
        {
            "game.yaml": GAME + "    cards: [{id: A, face: drawn.svg}, {id: B, back: face.svg}]\n" + looks,
            "face.svg": FACE,
            "drawn.svg": f"{SVG}{drawn}</svg>",
            "art/things.svg": f"{SVG}<symbol id='thing' viewBox='0 0 10 10'><rect width='9' height='9'/></symbol></svg>",
            "parts/stars.j2": "{% macro star(x) %}<rect x='{{ x }}' width='3' height='3'/>{% endmacro %}",
        }
    )

    assert [problem for problem in problems_of(folder) if ": error: " in problem] == []


@pytest.mark.parametrize(
    "drawn",
    ["fill:lab(20% 50 50)", "clip-path:circle(2px)"],
)
def test_what_would_be_drawn_wrongly_is_refused_with_its_line(make_kit: MakeKit, drawn: str) -> None:
    face = f'{SVG}\n<g>\n<rect width="9" height="9" style="{drawn}"/></g></svg>'

    (problem,) = problems_of(make_kit({"game.yaml": GAME + "    cards: [{id: A}]\n", "face.svg": face}))

    assert problem.startswith("kit/face.svg:3: error:")


def test_every_container_makes_a_rule_sheet(make_kit: MakeKit) -> None:
    sheet = "# Kit\n\nA line.\n\n::: set-up\n::: picture quay\nThe quay.\n:::\n\n1. One\n2. Two\n:::\n\n"
    sheet += "".join(
        f"::: {kind}\n- {{{{ face('A') }}}} words\n:::\n\n" for kind in ("at-a-glance", "gallery")
    )
    sheet += "::: steps Your turn\n1. ### First\n\n   Do it.\n:::\n\n::: columns\n::: column 2\nLeft.\n:::\n::: column\nRight.\n:::\n:::\n\n"
    sheet += "".join(
        f"::: {kind} Title\nWords.\n:::\n\n" for kind in ("example", "call-out", "options", "credits")
    )
    picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><use href="face:A" width="20" height="30"/></svg>'
    files = {
        "rules.md.j2": sheet + "---\n\nAnother page.\n\n::: page-break\n:::\n\nThe last.\n",
        "rules/quay.svg": picture,
    }

    folder = make_kit(
        {"game.yaml": GAME + "    cards: [{id: A}]\nrules: rules.md.j2\n", "face.svg": FACE, **files}
    )

    assert problems_of(folder) == []
    assert etree.HTML(rule_sheet_text(folder, "html", {})) is not None


# -- docs/scenarios.md


@pytest.mark.parametrize("slug", ["auction-hearts", "biergarten"])
def test_the_page_on_scenarios_lists_what_a_position_may_say(slug: str) -> None:
    kit = kit_of(slug)
    section = SCENARIOS.split(f"\n## {kit.title}\n")[1].split("\n## ")[0]
    known = [word for word in make_game(kit, kit.players.max).words() if not re.search(r" P\d$", word)]
    listed = [name for row in rows(section, "entry") for name in re.findall(r"`([\w ]+)`", row[0])]

    assert sorted(listed) == sorted(known)


def test_a_scenario_that_does_not_hold_is_told_as_the_page_says(tmp_path: Path) -> None:
    shown = re.search(
        r"^    (data/harbour/scenarios/\S+:)(\d+):(\d+): (error: storms is 0, expected 1)$", SCENARIOS, re.M
    )
    assert shown
    project = Path(shutil.copytree(SAMPLE.parent.parent, tmp_path / "project"))
    file = project / "data" / "harbour" / "scenarios" / "harbour.yaml"
    expected = "expect: {quay: [G1.1, G3.2, F1.1], storms: 0}"
    assert expected in file.read_text("utf-8")
    file.write_text(
        file.read_text("utf-8").replace(expected, expected.replace("storms: 0", "storms: 1")), "utf-8"
    )

    results = run_scenarios(file, HARBOUR.game)

    (problem,) = [str(problem) for result in results for problem in result.problems]
    assert f"harbour.yaml:{shown[2]}:{shown[3]}: {shown[4]}" in problem
