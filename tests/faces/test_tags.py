"""One attribute of a template is written anew: its bytes change, and all others stay as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from cardgen.faces.tags import NotWritable, tags_in, with_attributes, with_declaration
from cardgen.source.cells import NoCell
from cardgen.studio.painting import painted

LAYOUTS = sorted((Path(__file__).parents[2] / "templates" / "layouts").glob("*.svg"))
ODD = """\
<?xml version='1.0'?>
<!-- <rect x="1"/> in a comment --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">
{# <rect x="2"/> in another #}
{% set ns = namespace(y='"<"') %}{% set ns.y = 4 %}
  <rect id='a'
     x = "1.50"  y='2'   fill="{{ palette['ink'] if card.n > 3 else "none" }}" width="10" height="12.0"/>
{% if card.n > 3 %}<image width="5" height="6" x="{{ card.n }}" href="a.png"/>{% endif %}
{% for n in [1, 2] %}<circle cx="{{ n }}" cy="2" r="1"/><rect x="3" y="3" width="1" height="1"/>{% endfor %}
{% macro dot(x) %}<circle cx="7" cy="2" r="1"/>{% endmacro %}{{ dot(1) }}
  <text style="font-size:4px; fill: {{ palette.ink }} ;font-family:'Alfa Slab One'" x="5" y="6">{{ "<b>" }} 5 > 3</text>
  <rect {% if card.n %}x="3"{% endif %} y="4" width="1" height="2"/><g><rect/></g>
</svg>
"""
NUMBERS = st.decimals(-99, 99, places=2).map(float)
KEYS = ("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry")


def filled(source: str) -> Any:
    """The elements of a template as other programs read them: filled in by Jinja alone, then by lxml."""

    class Any_(jinja2.ChainableUndefined):
        def __str__(self) -> str:
            return "7"

    class Words(dict[str, Any]):
        n = 5

    room = jinja2.Environment(undefined=Any_, autoescape=True)
    room.globals |= {"round": round, "min": min, "max": max, "text_width": lambda *_: 5.0}
    text = room.from_string(source).render(card=Words())
    return etree.fromstring(text.partition("?>")[2].encode() if text.startswith("<?xml") else text.encode())


def readable(source: str) -> bool:
    """Whether Jinja alone can fill it in, without functions of ours."""
    try:
        filled(source)
    except (jinja2.TemplateError, TypeError):
        return False
    return True


SOURCES = [source for source in (ODD, *(file.read_text("utf-8") for file in LAYOUTS)) if readable(source)]
assert len(SOURCES) > 15


def free(source: str) -> list[int]:
    """The tags that stand by themselves, whose places are numbers."""
    return [
        number
        for number, tag in enumerate(tags_in(source))
        if tag.name in ("rect", "circle", "ellipse", "image", "text")
        and not tag.inside
        and tag.whole
        and not any("{" in (tag.said(source, key) or "") for key in KEYS)
    ]


@given(st.data())
def test_a_move_changes_the_bytes_of_its_attribute_and_a_parser_reads_the_same_number(data: Any) -> None:
    source = data.draw(st.sampled_from(SOURCES))
    number = data.draw(st.sampled_from(free(source)))
    tag = tags_in(source)[number]
    key = data.draw(st.sampled_from([key for key in KEYS if key in tag.values] or ["x"]))
    value = (
        abs(data.draw(NUMBERS)) + 0.1 if key in ("width", "height", "r", "rx", "ry") else data.draw(NUMBERS)
    )
    new, _ = painted(source, {"n": number, "set": {key: value}})

    if key in tag.values:
        start, end = tag.values[key]
        assert new[:start] == source[:start]
        assert new[len(new) - len(source[end:]) :] == source[end:]
        assert float(new[start : len(new) - len(source[end:])]) == round(value, 2)
    else:
        assert (
            new == f'{source[: tag.after_name]} {key}="{round(value, 2) + 0.0:g}"{source[tag.after_name :]}'
        )
    before, after = filled(source), filled(new)
    changed = [
        (one.get(key), {k: v for k, v in one.attrib.items() if k != key}, other.attrib)
        for one, other in zip(before.iter(), after.iter(), strict=True)
        if dict(one.attrib) != dict(other.attrib)
    ]
    for was, rest, now in changed:
        assert now[key] == f"{round(value, 2) + 0.0:g}" != was
        assert {k: v for k, v in now.items() if k != key} == rest
    assert len(changed) <= 1
    assert etree.tostring(before, method="text", encoding="unicode") == etree.tostring(
        after, method="text", encoding="unicode"
    )


def by_line(line: int, name: str, source: str = ODD) -> int:
    return next(n for n, tag in enumerate(tags_in(source)) if tag.line == line and tag.name == name)


@pytest.mark.parametrize(
    ("line", "name", "key", "why"),
    [
        (7, "image", "x", r"its x is computed: \{\{ card.n \}\}"),
        (8, "circle", "cy", "drawn by a loop in line 8"),
        (8, "rect", "x", "drawn by a loop in line 8"),
        (9, "circle", "cx", "drawn by a macro in line 9"),
        (11, "rect", "y", "line 11 has a condition between its attributes"),
        (5, "rect", "fill", "its fill is computed"),
    ],
)
def test_what_is_computed_or_repeated_stays(line: int, name: str, key: str, why: str) -> None:
    with pytest.raises(NotWritable, match=why):
        with_attributes(ODD, by_line(line, name), {key: "3"})


def test_only_one_declaration_of_a_style_changes() -> None:
    text = by_line(10, "text")
    assert with_declaration(ODD, text, "font-size", "5.5px") == ODD.replace(
        "font-size:4px", "font-size:5.5px"
    )
    assert with_declaration(ODD, text, "fill", "{{ palette.red }}") == ODD.replace(
        "fill: {{ palette.ink }} ;", "fill: {{ palette.red }} ;"
    )
    assert with_declaration(ODD, text, "text-anchor", "end") == ODD.replace(
        "One'\"", "One';text-anchor:end\""
    )
    bare = by_line(11, "rect", ODD.replace("<g><rect/>", "<g>\n<rect/>")) + 2
    assert '<rect fill="none"/>' in with_declaration(ODD, bare, "fill", "none")


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ({"key": "data-fit", "value": "contain"}, ' data-fit="contain"'),
        ({"key": "data-fit", "value": ""}, ' data-fit=""'),
        ({"key": "font-weight", "value": "bold"}, ' font-weight="bold"'),
        ({"set": {"rx": 0}}, ' rx="0"'),
    ],
)
def test_fit_weight_and_corners_are_written(asked: dict[str, Any], written: str) -> None:
    assert written in painted('<svg><rect id="a"/></svg>', {"n": 1, **asked})[0]


@pytest.mark.parametrize(
    "asked",
    [
        {"n": 1, "set": {"x": "5"}},
        {"n": 1, "set": {"x": float("nan")}},
        {"n": 1, "set": {"width": 0}},
        {"n": 1, "set": {"onload": 1}},
        {"n": 1, "set": {"x": True}},
        {"n": True, "set": {"x": 1}},
        {"n": 999, "set": {"x": 1}},
        {"n": 1, "key": "href", "value": "x"},
        {"n": 1, "key": "fill", "value": "{{ config }}"},
        {"n": 1, "key": "fill", "value": '#123456" onload="x'},
        {"n": 1, "key": "font-family", "value": "a;b"},
        {"n": 1, "key": "data-valign", "value": "{% raw %}"},
    ],
)
def test_nothing_else_is_written_into_a_template(asked: dict[str, Any]) -> None:
    with pytest.raises(NoCell):
        painted(ODD, asked)
