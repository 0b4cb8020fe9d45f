"""The words of templates, found and replaced before Jinja runs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import Problems
from cardgen.base.language import lengthened
from cardgen.faces.template import prepare
from cardgen.jinja.sentences import in_other_words, marked, sentences, worded

INKSCAPE = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   inkscape:version="1.3">
<text style="shape-inside:url(#b);font-size:3px"><tspan x="1" y="2">Light all the </tspan><tspan x="1" y="4">lanterns of {{ card.</tspan><tspan x="1" y="6">name }}</tspan></text>
</svg>
"""


def found(text: str) -> list[tuple[str, int]]:
    return [(sentence.words, sentence.line) for sentence in sentences(text)]


def test_each_text_node_is_a_sentence_with_its_line() -> None:
    text = (
        '<svg>\n<rect id="No words"/>\n<text x="{{ 1 if a > b else 2 }}">YOUR\n  TURN</text>\n'
        "<text>a<tspan>b {{ n }}</tspan>c</text><text>{{ card.text }}</text><text>12 {lamp}</text>"
        "<!-- <text>never</text> --><text>{% if a %}yes{% else %}no{% endif %}</text>\n<text/>outside</svg>"
    )
    assert found(text) == [
        ("YOUR TURN", 3),
        *[(words, 5) for words in ("a", "b {{ n }}", "c", "yes", "no")],
    ]


def test_a_translation_stands_on_the_lines_of_its_original() -> None:
    text = "<svg>\n<text>\n  YOUR\n  TURN &amp; mine\n</text>\n<rect/></svg>"
    other = in_other_words(text, {"YOUR TURN & mine": "DU < ICH"})
    assert "DU &lt; ICH" in other
    assert other.split("\n").index("<rect/></svg>") == text.split("\n").index("<rect/></svg>")
    assert in_other_words(text, {"YOUR": "DEIN"}) == text


def test_sentences_that_inkscape_tore_apart_are_whole() -> None:
    whole = prepare(INKSCAPE, "face.svg", Problems())
    assert [words for words, _ in found(whole)] == ["Light all the lanterns of {{ card.name }}"]


def test_texts_inside_expressions_are_marked() -> None:
    text = """<svg>\n{{ _('LAST ROUND') if a else _("Ana's") }} {{ trans_('no') }} {{ x._('no') }} {{ _('12') }} {{ _(card.suit) }}</svg>"""
    assert [(one.words, one.line) for one in marked(text)] == [("LAST ROUND", 2), ("Ana's", 2)]


def test_what_nobody_reads_has_no_words() -> None:
    assert not any(map(worded, ("12", "{lamp}", "{{ card.name }}", "{% set a = 'b' %}", "", "+1 / −2")))
    assert all(map(worded, ("A", "é", "{{ n }} tiles")))


@given(st.text())
def test_any_file_stays_as_it_is_without_translations(text: str) -> None:
    assert in_other_words(text, {"\0": "x"}) == text
    assert in_other_words(f"<text>{text}</text>", {}) == f"<text>{text}</text>"


@pytest.mark.parametrize(
    "said", ["Eins.\nZwei.", "Eins.\\nZwei."], ids=["as-yaml-reads-it", "as-a-template-has-it"]
)
def test_a_translation_keeps_its_line_breaks(said: str) -> None:
    words = "**One.**\\n**Two.**"
    assert (
        in_other_words(f"<svg><text>{words}</text></svg>", {words: said})
        == "<svg><text>Eins.\\nZwei.</text></svg>"
    )


def test_the_end_of_a_line_is_no_letter_to_lengthen() -> None:
    assert "\\n" in lengthened("Draw one.\\nTake one.")
