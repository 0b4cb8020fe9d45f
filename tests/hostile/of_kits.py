"""Cases of game.yaml, cards, rule sheets and the guide: what would be printed wrongly, or for ever."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from tests.hostile.of_art import png
from tests.hostile.trial import EITHER, LITTLE, Case, face, plain

_GAME = "kit/game.yaml"
_BUILD = "build kit --out out"
_FINE = {"exit": 0, "run": _BUILD}
_AS_A_PAGE = {**EITHER, "run": "rules kit --format html"}


def _game(id: str, old: str, new: str, says: str | tuple[str, ...] = (), **more: object) -> Case:
    given: dict[str, object] = {"edit": {"game.yaml": (old, new)}, "says": says, "at": _GAME, **more}
    return Case(f"kit-{id}", **given)  # type: ignore[arg-type]


def _cards(id: str, cards: str, says: str | tuple[str, ...] = (), **more: object) -> Case:
    given: dict[str, object] = {"files": {"cards.yaml": cards}, "says": says, "at": "kit/cards.yaml", **more}
    return Case(f"kit-{id}", **given)  # type: ignore[arg-type]


def _rules(id: str, text: str | bytes, says: str | tuple[str, ...] = (), **more: object) -> Case:
    given: dict[str, object] = {"files": {"rules.md.j2": text}, "says": says, "at": "kit/rules.md.j2", **more}
    return Case(f"rules-{id}", **given)  # type: ignore[arg-type]


def words_of(pdf: Path) -> str:
    """Return the text of a PDF, its lines joined."""
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        return " ".join(" ".join(page.get_textpage().get_text_bounded() for page in document).split())


def _prints(*words: str) -> object:
    def look(folder: Path) -> str | None:
        found = words_of(next((folder / "out/kit").glob("kit-kit-*.pdf")))
        lost = [word for word in words if word not in found]
        return f"the kit's PDF lacks {lost[0]!r}" if lost else None

    return look


def _names() -> Iterable[Case]:
    a_back = "- {id: A, count: 4}\n- {id: A-back, count: 4}\n"
    own_back = "- {id: A, count: 4, back: face.svg}\n- {id: A-back, count: 4}\n"
    yield _cards("cards-a-and-a-back", a_back, "A-back", run=f"{_BUILD} --format png --dpi 40")
    yield _cards(
        "cards-a-and-a-back-with-own-back", own_back, "A-back", run=f"{_BUILD} --format png --dpi 40"
    )
    yield _cards(
        "cards-foo-and-FOO",
        "- {id: Foo, count: 4}\n- {id: foo, count: 4}\n",
        "foo",
        run=f"{_BUILD} --format png --dpi 40",
    )
    yield _cards(
        "cards-of-one-letter-twice-written", "- {id: \u00e9, count: 4}\n- {id: e\u0301, count: 4}\n", ()
    )
    for name in ("CON", "nul", "COM1", "aux.x"):
        yield _cards(
            f"card-called-{name}",
            f"- {{id: {name}, count: 4}}\n- {{id: B, count: 4}}\n",
            name,
            exit=(0, 1),
            at="",
            run=f"{_BUILD} --format png --dpi 40",
        )
    yield _cards(
        "card-of-300-letters",
        f"- {{id: {'A' * 300}, count: 8}}\n",
        "letters",
        run=f"{_BUILD} --format png --dpi 40",
    )
    yield _cards(
        "card-of-130-wide-letters",
        f"- {{id: {'卡' * 130}, count: 8}}\n",
        "letters",
        run=f"{_BUILD} --format png --dpi 40",
        exit=(0, 1),
        at="",
    )
    for bad in ("a/b", "..", "a b", "", "a\\b", ".a", "-a", "a\0", "a\n", "*", "a:b"):
        yield _cards(f"card-id-{plain(bad)}", f"- {{id: {plain(bad)}, count: 8}}\n")
    yield _game(
        "look-called-full-second",
        "looks:\n  full: {title: Full colour,",
        'looks:\n  dark: {title: Dark, palette: {ink: "#000000", paper: "#ffffff"}}\n  full: {title: Full colour,',
        (),
        run=f"{_BUILD} --look full",
        also=_two_names,
        **EITHER,
    )
    for name in ("a/b", "../x", "", "a b", "a\0b", "..", "."):
        yield _game(f"look-called-{plain(name)}", "  low-ink:", f"  {plain(name)}:")
    yield _game("look-of-300-letters", "  low-ink:", f"  {'l' * 300}:", "letters")
    yield _game("look-Full", "  low-ink:", "  Full:", "full")
    yield _game("deck-called-kit", "  main:", "  kit:", "kit", also=None)
    yield _game("deck-called-rules", "  main:", "  rules:", "rules")
    yield _game("deck-called-decks", "  main:", "  decks:", "decks")
    yield _game("deck-of-300-letters", "  main:", f"  {'m' * 300}:", "letters")
    yield _game("slug-of-300-letters", "game: kit", f"game: {'k' * 300}")
    yield _game("title-of-300-letters", "title: Kit\n", f"title: {'Kit ' * 75}\n", "too long", **_FINE)
    yield _game(
        "title-of-100000-letters", "title: Kit\n", f"title: {'K' * 100_000}\n", "KKKK", at="kit/", run=_BUILD
    )
    yield _game("title-of-emptiness", "title: Kit\n", 'title: " "\n', "title", run=_BUILD)
    yield _game("title-in-two-lines", "title: Kit\n", 'title: "Kit\\nfor two"\n', run=_BUILD, **EITHER)
    yield _game("title-with-control-letters", "title: Kit\n", 'title: "Ki\\x1bt"\n', run=_BUILD)
    yield _game(
        "title-with-jinja",
        "title: Kit\n",
        'title: "{{ 7 * 7 }}"\n',
        run=_BUILD,
        lacks="49",
        also=_not_in_pdf("49"),
        **EITHER,
    )
    yield _game(
        "component-title-with-jinja",
        "title: Main deck",
        'title: "{{ 7 * 7 }} cards"',
        run=_BUILD,
        also=_not_in_pdf("49 cards"),
        **EITHER,
    )
    yield _game(
        "component-title-of-300-letters",
        "title: Main deck",
        f"title: {'Main deck ' * 30}",
        "too long",
        **_FINE,
    )
    yield _game(
        "note-of-300-letters",
        "note: \"{{ cards.main | sum('count') }} cards\"",
        f"note: {'A long note. ' * 25}",
        "too long",
        **_FINE,
    )
    yield _game(
        "note-that-fits-barely",
        "note: \"{{ cards.main | sum('count') }} cards\"",
        "note: A note that is longer than its place in the table",
        run=_BUILD,
        also=_whole_or_told("A note that is longer than its place in the table"),
        **EITHER,
    )
    yield _game(
        "subtitle-of-300-letters",
        "subtitle: A few cards.",
        f"subtitle: {'A few cards. ' * 25}",
        "too long",
        **_FINE,
    )
    yield _game(
        "stock-of-300-letters",
        "    note:",
        f"    stock: {'thick paper ' * 25}\n    note:",
        "too long",
        **_FINE,
    )
    yield _game(
        "credits-of-3000-letters",
        "{design: A. Designer}",
        f"{{design: {'A. Designer and ' * 200}}}",
        run=_BUILD,
        **EITHER,
    )
    yield _game(
        "guide-of-8000-letters",
        "options:",
        f"guide: {{tagline: {'word ' * 1600}}}\noptions:",
        "too long",
        **_FINE,
    )
    yield _game("guide-figure-wrong", "options:", "guide: {figure: [1, 2]}\noptions:", "figure", run=_BUILD)
    yield _game(
        "guide-figure-of-lists",
        "options:",
        "guide: {figure: {value: [1], unit: {a: 1}, note: null}}\noptions:",
        "figure",
        run=_BUILD,
    )
    yield _game(
        "guide-figure-long",
        "options:",
        f"guide: {{figure: {{value: {'9' * 200}, unit: {'pieces' * 30}}}}}\noptions:",
        "too long",
        **_FINE,
    )
    yield _game("guide-hero-nobody", "options:", "guide: {hero: [Z9]}\noptions:", "Z9", run=_BUILD, exit=0)
    yield _game("guide-hero-no-list", "options:", "guide: {hero: {a: 1}}\noptions:", "hero", run=_BUILD)
    yield _game("guide-hero-numbers", "options:", "guide: {hero: [1, null, [A1]]}\noptions:", "hero", **_FINE)
    yield _game("guide-tagline-list", "options:", "guide: {tagline: [a, b]}\noptions:", "tagline", run=_BUILD)
    yield _game(
        "guide-unknown-word", "options:", "guide: {tagine: A typing mistake}\noptions:", "tagline", run=_BUILD
    )
    yield _game("version-of-300-letters", 'version: "1.0"', f'version: "{"1." * 150}"', "version", run=_BUILD)
    yield _game("minutes-of-300-letters", 'minutes: "15"', f'minutes: "{"15" * 150}"', run=_BUILD, **EITHER)
    yield _game("minutes-of-5000-digits", 'minutes: "15"', f"minutes: {'9' * 5000}", run=_BUILD, **EITHER)
    yield _game(
        "language-unknown",
        "players:",
        "language: klingon-in-latin-letters-and-more\nplayers:",
        run=_BUILD,
        **EITHER,
    )
    yield _game("language-script", "players:", 'language: "en\\"><script>"\nplayers:', "language", run=_BUILD)
    yield _game("accent-pale", "players:", 'accent: "#ffffff"\nplayers:', "contrast", exit=0)


def _two_names(folder: Path) -> str | None:
    import pypdfium2  # noqa: F401

    names = (
        sorted(p.name for p in (folder / "out/kit").glob("*.pdf")) if (folder / "out/kit").is_dir() else []
    )
    return (
        f"the second look is printed under the name of the first: {names}"
        if "kit-kit-a4.pdf" in names
        else None
    )


def _not_in_pdf(word: str) -> object:
    def look(folder: Path) -> str | None:
        pdfs = list((folder / "out/kit").glob("*.pdf")) if (folder / "out/kit").is_dir() else []
        found = [p.name for p in pdfs if word in words_of(p)]
        return f"{found[0]} says {word!r}" if found else None

    return look


def _whole_or_told(words: str) -> object:
    def look(folder: Path) -> str | None:
        pdf = folder / "out/kit/kit-kit-a4.pdf"
        return "the words are cut short" if pdf.is_file() and words not in words_of(pdf) else None

    return look


def _numbers() -> Iterable[Case]:
    for n, needs in enumerate(
        (
            "9" * 400,
            "n ** 400",
            "10 ** 400",
            "'a'",
            "none",
            "1 / 0",
            "n / 3",
            "-5",
            "1e400",
            "[1]",
            "n.x",
            "cards.main",
            "9" * 5000,
            "range(10 ** 9) | sum",
            "true",
            "nan",
            "n * 1.5",
            "'9' * 999999999",
        )
    ):
        yield _game(
            f"needs-{n}",
            "needs: 2 * n",
            f"needs: {plain(needs)}",
            exit=(0, 1) if needs in ("-5", "n * 1.5", "n / 3") else 1,
            at="" if needs in ("-5", "n * 1.5", "n / 3") else _GAME,
        )
    for n, that in enumerate(
        (
            "9 ** 9 ** 9 ** 9",
            "range(10 ** 9) | list",
            "('a' * 100000) is match('(a+)+b')",
            "cards.main | map('x')",
            "1 +",
            "{{ 1 }}",
            "none",
            "x",
            "cards.main[99]",
            "[1, 2] is divisibleby 0",
            "'a' * 10 ** 9 == 'b'",
            "1.0e308 * 10 == 1",
            "((" * 40 + "1" + "))" * 40,
            "kit.__class__",
            "tables.numbers.list[9]",
            "(cards.main | list | length) > none",
            "1 if",
            "''",
            "0",
        )
    ):
        yield _game(f"check-{n}", "cards.main | sum('count') >= 8", that)
    for n, size in enumerate(
        (
            "0x0mm",
            "nanxnanmm",
            "1e3x88mm",
            "-63x88mm",
            "3000x3000mm",
            "63x88furlongs",
            "63",
            "square-0",
            "square-nan",
            "1x1mm",
            "63x88mmm",
            ".x.mm",
            "9" * 400 + "x1mm",
        )
    ):
        yield _game(f"size-{n}", "size: 63x88mm", f"size: {plain(size)}")
    for n, bleed in enumerate(("nan", "-3mm", "1e9mm", "3", "100mm", "infmm", "nanmm", "[3mm]")):
        yield _game(f"bleed-{n}", "size: 63x88mm", f"size: 63x88mm\n    bleed: {bleed}")
    for n, corner in enumerate(("nan", "-1mm", "50mm", "1e9mm")):
        yield _game(f"corner-{n}", "size: 63x88mm", f"size: 63x88mm\n    corner: {corner}")
    for n, count in enumerate(
        ("0", "-1", "1.5", "10001", "9" * 400, "1e3", "0x10", "many", "null", "[4]", "true", "nan", "1_000")
    ):
        yield _cards(f"count-{n}", f"- {{id: A1, count: {count}}}\n- {{id: A2, count: 8}}\n")
    yield _cards(
        "many-copies",
        "".join(f"- {{id: A{n}, count: 10000}}\n" for n in range(20)),
        "pieces",
        run=_BUILD,
        at="",
    )
    yield _cards(
        "many-cards", "".join(f"- {{id: A{n}}}\n" for n in range(30_000)), "pieces", run="check kit", at=""
    )
    yield _cards(
        "many-pieces-by-each",
        '- each: {a: [1,2,3,4,5,6,7,8,9], b: [1,2,3,4,5,6,7,8,9], c: [1,2,3,4,5,6,7,8,9]}\n  id: "A{{ a }}{{ b }}{{ c }}"\n  count: 1000\n',
        "pieces",
        run=_BUILD,
        at="",
    )
    for n, players in enumerate(
        (
            "{min: 0, max: 4}",
            "{min: 4, max: 2}",
            "{min: 2, max: 101}",
            "{min: nan, max: 4}",
            "{min: 2}",
            "[2, 4]",
            "2-4",
            "{min: 2, max: 4.5}",
            "{min: true, max: 4}",
            f"{{min: 2, max: {'9' * 400}}}",
        )
    ):
        yield _game(f"players-{n}", "{min: 2, max: 4}", players)
    big = {"face.svg": face(width=2006, height=2006), "back.svg": face(width=2006, height=2006)}
    yield Case(
        "kit-board-of-2-metres-at-2400-dpi",
        files=big,
        edit={"game.yaml": ("size: 63x88mm", "size: 2000x2000mm")},
        run=f"{_BUILD} --format png --dpi 2400",
        says="pixels",
    )
    yield Case(
        "kit-board-of-2-metres",
        files=big,
        edit={"game.yaml": ("decks:", "boards:")},
        says="",
        exit=(0, 1),
        run=_BUILD,
    )


def _yaml() -> Iterable[Case]:
    laughs = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b]\n"
    for name, text in {
        "laughs": laughs,
        "python-tag": "!!python/object/apply:os.system ['echo hi']\n",
        "alias-to-itself": "&a [*a]\n",
        "deep-list": "[" * 3000 + "]" * 3000,
        "deep-block": "".join(" " * n + "a:\n" for n in range(400)),
        "nul": "a: b\0c\n",
        "utf-16": "a: b".encode("utf-16"),
        "bytes": bytes(range(256)),
        "huge": "a: " + "x" * 2_100_000 + "\n",
        "empty": "",
        "only-a-comment": "# nothing\n",
        "two-documents": "a: 1\n---\nb: 2\n",
        "tabs": "a:\n\tb: 1\n",
        "merge": "a: &a {x: 1}\nb: {<<: *a}\n",
        "binary": "!!binary aGFsbG8=\n",
        "date": "2024-01-01\n",
        "twice": "a: 1\na: 2\n",
        "half-a-letter": b"a: \xed\xa0\x80\n",
        "no-key": "? [1, 2]\n: 3\n",
        "long-key": f"{'k' * 2000}: 1\n",
        "anchor-only": "&a\n",
        "directive": "%YAML 9.9\n---\na: 1\n",
        "timestamps": "- 12:30:45\n- 1_000\n- 0o17\n- .inf\n- .nan\n",
        "5000-digits": f"a: {'9' * 5000}\n",
        "1e400": "a: 1e400\n",
    }.items():
        content: str | bytes = text  # type: ignore[assignment]
        fine = (
            "only-a-comment",
            "empty",
            "date",
            "timestamps",
            "long-key",
            "1e400",
            "anchor-only",
            "merge",
            "deep-block",
        )
        codes = (0, 1)
        yield Case(f"yaml-game-{name}", files={"game.yaml": content}, at=_GAME)
        yield Case(
            f"yaml-cards-{name}",
            files={"cards.yaml": content},
            at="kit/cards.yaml" if name not in fine else "",
        )
        yield Case(f"yaml-table-{name}", files={"numbers.yaml": content}, exit=codes)
    for key in (
        "title",
        "players",
        "decks",
        "looks",
        "options",
        "checks",
        "tables",
        "credits",
        "guide",
        "rules",
        "rule_colours",
        "version",
        "language",
    ):
        for name, value in {
            "null": "null",
            "number": "5",
            "list": "[1]",
            "block": "{a: 1}",
            "text": "x",
            "nan": ".nan",
        }.items():
            if (key, name) in {
                ("guide", "block"),
                ("title", "text"),
                ("language", "text"),
                ("version", "text"),
                ("credits", "block"),
                ("guide", "null"),
            }:
                continue
            kept = [block for block in _blocks(LITTLE["game.yaml"]) if not block.startswith(f"{key}:")]
            if name in ("null", "number", "list", "nan") or key in ("players", "decks", "checks"):
                yield Case(
                    f"yaml-{key}-{name}",
                    files={"game.yaml": "".join(kept) + f"{key}: {value}\n"},
                    at=_GAME if name not in ("null", "nan") else "",
                    exit=1 if name not in ("null", "nan") else (0, 1),
                )


def _blocks(text: str) -> list[str]:
    blocks: list[str] = []
    for line in text.splitlines(keepends=True):
        if line.startswith(" "):
            blocks[-1] += line
        else:
            blocks.append(line)
    return blocks


def _sheets() -> Iterable[Case]:
    yield _rules("empty", "", "empty", run=_BUILD)
    yield _rules("only-blanks", "\n \n\n", "empty", run=_BUILD)
    yield _rules("only-a-comment", "{# nothing #}", "empty", run=_BUILD)
    yield _rules("prints-nothing", "{% if false %}# A{% endif %}", "empty", run=_BUILD)
    yield _rules("not-utf-8", b"# \xff\n", "UTF-8")
    yield _rules("nul", "# A\0\n", **EITHER)
    yield _rules("includes-itself", '# A\n{% include "rules.md.j2" %}\n', "itself")
    yield _rules("imports-itself", '{% import "rules.md.j2" as r %}\n# A\n')
    yield _rules("extends-itself", '{% extends "rules.md.j2" %}\n')
    yield _rules("includes-outside", '# A\n{% include "../secret.txt" %}\n')
    yield _rules("includes-nothing", '# A\n{% include "none.md" %}\n', "none.md")
    yield _rules("includes-a-missing-one", '# A\n{% include "none.md" ignore missing %}\n', **EITHER)
    yield _rules(
        "endless", "# A\n{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}"
    )
    yield _rules("huge", "# A\n\n" + "word " * 500_000)
    yield _rules("long", "# A\n\n" + "word word word.\n\n" * 3_000, run=_BUILD, **EITHER)
    yield _rules("one-long-paragraph", "# A\n\n" + "word " * 20_000, run=_BUILD, **EITHER)
    yield _rules("one-long-word", "# A\n\n" + "w" * 50_000, run=_BUILD, **EITHER)
    yield _rules(
        "deep-list", "# A\n\n" + "".join("  " * n + "- a\n" for n in range(200)), run=_BUILD, **EITHER
    )
    yield _rules("deep-boxes", "# A\n\n" + "::: note\n" * 300 + "x\n" + ":::\n" * 300, run=_BUILD, **EITHER)
    yield _rules("deep-brackets", "# A\n\n" + "[" * 5000 + "x" + "]" * 5000, run=_BUILD, **EITHER)
    yield _rules("deep-stars", "# A\n\n" + "*" * 5000 + "x" + "*" * 4999, run=_BUILD, **EITHER)
    yield _rules("deep-quotes", "# A\n\n" + "> " * 500 + "x", run=_BUILD)
    yield _rules(
        "wide-table",
        "# A\n\n|" + "a|" * 300 + "\n|" + "-|" * 300 + "\n|" + "b|" * 300 + "\n",
        run=_BUILD,
        **EITHER,
    )
    yield _rules("long-table", "# A\n\n| a | b |\n|---|---|\n" + "| c | d |\n" * 3000, run=_BUILD, **EITHER)
    yield _rules(
        "html",
        "# A\n\n<script>alert(1)</script>\n",
        exit=0,
        at="",
        run="rules kit --format html",
        lacks="<script>alert",
    )
    yield _rules("html-inside", "# A\n\nOne <b onclick='x'>two</b>\n", lacks="<b onclick", **_AS_A_PAGE)
    yield _rules(
        "link-of-a-script", "# A\n\n[x](javascript:alert(1))\n", lacks='href="javascript', **_AS_A_PAGE
    )
    yield _rules("link-to-the-disk", "# A\n\n[x](file:///etc/passwd)\n", lacks='href="file', **_AS_A_PAGE)
    yield _rules("image-of-the-web", "# A\n\n![x](https://example.com/a.png)\n", run=_BUILD)
    yield _rules("image-of-the-disk", "# A\n\n![x](file:///etc/passwd)\n", lacks="root:", **_AS_A_PAGE)
    yield _rules("image-outside", "# A\n\n![x](../secret.svg)\n", run=_BUILD)
    yield _rules("picture-unknown", '# A\n\n{{ picture("none") }}\n', "none", run=_BUILD)
    yield _rules("picture-outside", '# A\n\n{{ picture("../../secret") }}\n', run=_BUILD)
    yield _rules("face-of-nobody", '# A\n\n{{ face("Z9") }}\n', "Z9", run=_BUILD)
    yield _rules("face-of-no-look", '# A\n\n{{ face("A1@neon") }}\n', "neon", at="kit/", run=_BUILD)
    yield _rules("face-of-size-0", '# A\n\n{{ face("A1", width="0mm") }}\n', run=_BUILD, **EITHER)
    yield _rules("box-unknown", "# A\n\n::: nonesuch\nx\n:::\n", run=_BUILD, **EITHER)
    yield _rules("box-not-closed", "# A\n\n::: note\nx\n", run=_BUILD)
    columns = "# A\n\n::: columns{}\n::: column{}\na\n:::\n::: column{}\nb\n:::\n:::\n"
    for name, gap, left, right in (
        ("column-of-weight-0", "", " 0", " 0"),
        ("column-of-weight-nan", "", " nan", " 1"),
        ("column-of-weight-1e400", "", " 1e400", " 1"),
        ("column-negative", "", " -1", " 1"),
        ("gap-wider-than-the-page", " {gap=900mm}", "", ""),
        ("gap-nan", " {gap=nanmm}", "", ""),
    ):
        yield _rules(name, columns.format(gap, left, right), run=_BUILD)
    yield _rules("columns-60", "# A\n\n::: columns\n" + "::: column\nword\n:::\n" * 60 + ":::\n", run=_BUILD)
    yield _rules("rule-unknown", '# A\n\nHello {{ rule("K-999") }}\n', run=_BUILD, **EITHER)
    yield _rules("cites-no-text", "# A\n\nHello {{ rule(5) }}\n", run=_BUILD)
    yield _rules("missing-letter", "# A\n\n한국어 \ufdd0\n", run=_BUILD)
    yield _rules("title-only-icons", "# {nothing}\n", run=_BUILD, **EITHER)
    yield _rules("option-by-number", "# A {{ options[0] }}\n", run=_BUILD)
    yield _rules("is-a-folder", "# A", files={"rules.md.j2": None, "rules.md.j2/x": "x"}, at=_GAME)
    for n, theme in enumerate(
        (
            "columns: 0",
            "columns: -1",
            "columns: 99",
            "columns: nan",
            "size: 0",
            "size: -3",
            "size: .nan",
            "size: 1e9",
            "page: {margin: 400mm}",
            "page: 5",
            "text: {size: 0}",
            "text: {font: Nofont}",
            "a: b",
            "[]",
            "",
            "text: {leading: 0}",
            "text: {size: .inf}",
            "scale: 0",
            "page: {columns: 0}",
            "page: {gap: .nan}",
            "text: {size: [1]}",
        )
    ):
        yield Case(
            f"theme-{n}",
            files={"rules/theme.yaml": theme},
            run=_BUILD,
            exit=(0, 1) if theme in ("", "[]") else 1,
            at="kit/rules/theme.yaml" if theme not in ("", "[]") else "",
        )
    huge = "# A\n\n" + "![x](face:A1)\n\n" * 2000
    yield _rules("2000-pictures", huge, run=_BUILD, **EITHER)
    yield Case("rules-folder-is-a-file", files={"rules": "x"}, run=_BUILD, exit=(0, 1))
    yield Case(
        "rules-picture-bomb",
        files={
            "rules/p.svg": face('<g id="a"><use href="#a"/></g>'),
            "rules.md.j2": '# A\n\n{{ picture("p") }}\n',
        },
        run=_BUILD,
        at="kit/rules/p.svg",
    )
    yield Case(
        "rules-picture-with-png",
        files={
            "rules/p.svg": face('<image width="9" height="9" href="p.png"/>'),
            "p.png": png()[:40],
            "rules.md.j2": '# A\n\n{{ picture("p") }}\n',
        },
        run=_BUILD,
        at="kit/rules/p.svg",
    )


def _costly() -> Iterable[Case]:
    """Expressions that would keep a computer busy, wherever a kit may say one."""
    for name, said in {
        "times": "'x' * 10 ** 9",
        "list-times": "[1] * 10 ** 9",
        "power": "10 ** 10 ** 10",
        "range": "range(10 ** 12) | list",
        "center": "'x' | center(10 ** 9)",
        "percent": "'%1000000000d' % 1",
        "format": "'{:1000000000}'.format(1)",
        "join": "range(10000) | join('x' * 1000)",
        "int-of-letters": "('f' * 100000) | int(0, 16)",
        "letters-sorted": "('ab' * 400000) | sort | length",
        "letters-in-capitals": "('ab ' * 300000) | title | length",
        "lists-of-lists": "[[[[[[[[1] * 99] * 99] * 99] * 99] * 99] * 99] * 99] * 99",
    }.items():
        text = json.dumps("{{ " + said + " }}")
        limit = {"seconds": 12}
        yield _game(
            f"check-of-{name}", "\"cards.main | sum('count') >= 8\"", json.dumps(f"({said}) == 5"), **limit
        )
        yield _game(f"note-of-{name}", "\"{{ cards.main | sum('count') }} cards\"", text, **limit)
        yield _game(f"needs-of-{name}", "needs: 2 * n", f"needs: {json.dumps(said)}", **limit)
        yield _rules(f"of-{name}", "# A\n\n{{ " + said + " }}\n", **limit)
        each = f"- {{id: A1, count: 4}}\n- each: {{a: [1, 2]}}\n  id: 'B{{{{ a }}}}'\n  count: 4\n  text: {text}\n"
        yield _cards(f"each-of-{name}", each, **limit)


CASES = [*_costly(), *_names(), *_numbers(), *_yaml(), *_sheets()]
