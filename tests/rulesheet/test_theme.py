"""Themes: the kit's own over the default one, mistakes with their place."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardgen.base import drawing
from cardgen.base.units import parse_paper
from cardgen.model import Kit
from cardgen.rulesheet import load_rules, rule_html, rule_markdown, rule_pages
from tests.rulesheet.conftest import Make


def test_a_kit_without_a_theme_gets_the_default_in_its_accent(sheet_of: Make) -> None:
    theme = sheet_of("x").theme
    assert theme.words("heading-2").fill == "#1f6f78"
    assert theme.box("call-out").fill == theme.colours["panel"]


def test_a_kit_changes_only_what_it_names(sheet_of: Make) -> None:
    own = "colours: {panel: '#ffeecc'}\ntype:\n  text: {size: 9pt}\nboxes:\n  call-out: {radius: 0mm}\n"
    theme = sheet_of("x", rules__theme_yaml=own).theme
    assert round(theme.words("text").size, 3) == 3.175
    assert (theme.box("call-out").radius, theme.box("call-out").fill) == (0, "#ffeecc")
    assert theme.words("heading-2").font == "Alfa Slab One"


def test_a_variant_builds_on_its_kind(sheet_of: Make) -> None:
    theme = sheet_of("x", rules__theme_yaml="boxes:\n  call-out.tip: {fill: '#ffff00'}\n").theme
    assert theme.box("call-out", "tip").fill == "#ffff00"
    assert theme.box("call-out", "tip").padding == theme.box("call-out").padding
    assert theme.box("call-out", "unknown") == theme.box("call-out")


def test_a_box_may_have_words_of_its_own(sheet_of: Make) -> None:
    theme = sheet_of("x", rules__theme_yaml="type:\n  steps.text: {size: 2mm}\n").theme
    assert theme.words("text", "steps").size == 2
    assert theme.words("text", "gallery").size == theme.words("text").size


def test_mistakes_in_a_theme_have_a_place_and_a_hint(sheet_of: Make) -> None:
    own = "page:\n  margin: 3mm\ntype:\n  text: {size: big}\nboxes:\n  steps: {layout: circle}\nmast: x\n"
    problems = list(sheet_of("x", rules__theme_yaml=own).problems)
    assert [(p.where and (p.where.file, p.where.line), p.code) for p in problems] == [
        (("kit/rules/theme.yaml", 2), "unknown-key"),
        (("kit/rules/theme.yaml", 4), "theme-value"),
        (("kit/rules/theme.yaml", 6), "theme-value"),
        (("kit/rules/theme.yaml", 7), "unknown-key"),
    ]
    assert problems[0].hint == "did you mean 'margins'?"


def test_a_heading_may_have_its_own_colour_or_art(sheet_of: Make, faces: Any) -> None:
    own = "colours: {pink: '#ff00aa'}\nheading: {ornament: none}\n"
    sheet = sheet_of("## One {colour=pink}\n\n## Two {colour=pnik}", rules__theme_yaml=own)
    (page,) = rule_pages(sheet, faces, parse_paper("a4"))
    strokes = [item.stroke for item in page.items if isinstance(item, drawing.Path)]
    assert strokes[:2] == ["#ff00aa", "#1f6f78"]
    assert [p.hint for p in sheet.problems] == ["did you mean 'pink'?"]
    sheet = sheet_of("## One", rules__theme_yaml="heading: {art: sign.svg}\n")
    rule_pages(sheet, faces, parse_paper("a4"))
    assert "rules/sign.svg" in faces.asked


def test_a_look_changes_colours(sheet_of: Make) -> None:
    own = "looks:\n  full: {panel: '#ffffff'}\n  low-ink: {panel: '#000000'}\n"
    sheet = sheet_of("x", rules__theme_yaml=own)
    assert sheet.theme.box("call-out").fill == "#ffffff"
    assert sheet.theme_in("no such look") == sheet.theme


def test_a_colour_must_be_one(sheet_of: Make) -> None:
    own = "boxes:\n  steps: {fill: blueish}\n"
    (problem,) = sheet_of("x", rules__theme_yaml=own).problems
    assert (problem.code, problem.trail) == ("theme-value", ("boxes", "steps", "fill"))


def test_scaling_changes_words_and_boxes_but_not_the_margins(sheet_of: Make) -> None:
    theme = sheet_of("x").theme
    half = theme.scaled(0.5)
    assert half.words("text").size == theme.words("text").size / 2
    assert half.box("call-out").padding[0] == theme.box("call-out").padding[0] / 2
    assert half.page.margins == theme.page.margins


@pytest.mark.parametrize("linked", ["rules/theme.yaml", "rules"])
def test_a_theme_that_links_out_of_the_kit_is_refused(
    tavern: Callable[..., Kit], tmp_path: Path, linked: str
) -> None:
    away = tmp_path / "away"
    away.mkdir()
    (away / "theme.yaml").write_text("type: {text: {size: 9mm}}\n", "utf-8")
    kit = tavern("x")
    shutil.rmtree(kit.root / "rules")
    if linked == "rules":
        (kit.root / linked).symlink_to(away)
    else:
        (kit.root / "rules").mkdir()
        (kit.root / linked).symlink_to(away / "theme.yaml")

    sheet = load_rules(kit)

    (problem,) = sheet.problems
    assert (str(problem.where), problem.code) == ("kit/rules/theme.yaml", "outside-file")
    assert problem.message == "'rules/theme.yaml' is a link that leads out of the kit's folder"
    assert sheet.theme.words("text").size != 9


def test_a_theme_that_links_within_the_kit_is_followed(tavern: Callable[..., Kit]) -> None:
    kit = tavern("x", look_yaml="type: {text: {size: 9mm}}\n")
    (kit.root / "rules" / "theme.yaml").symlink_to("../look.yaml")

    sheet = load_rules(kit)

    assert not sheet.problems
    assert sheet.theme.words("text").size == 9


def test_a_theme_may_say_the_words_of_the_program_in_another_language(
    tavern: Callable[..., Kit], faces: Any
) -> None:
    own = "furniture: {rules: Regeln, back: 'Rückseite von {name}'}\n"
    sheet = load_rules(tavern("Take {{ back('K2') }} now.", rules__theme_yaml=own))

    assert "*Rückseite von Mug (small)*" in rule_markdown(sheet)
    assert ": Regeln</title>" in rule_html(sheet, faces)
