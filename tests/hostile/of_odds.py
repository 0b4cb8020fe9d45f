"""Cases of what people have by chance: odd numbers, names and letters, files of other programs, kits without rules."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from pathlib import Path
from unicodedata import normalize

from tests.hostile.trial import ROOT, WORDS, Case, face
from tests.spreadsheets import with_part, xlsx

_SHEET = "xl/worksheets/sheet1.xml"
_ROWS = [["id", "name"], ["A1", "Herring"]]
_ILLUSTRATOR = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [\n'
    '\t<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n\t<!ENTITY st0 "fill:#22313F;">\n'
    '\t<!ENTITY st1 "&st0;stroke:none;">\n]>\n'
)
_STYLED = face('<circle cx="9" cy="9" r="5" style="&st1;"/>').replace(
    'xmlns="http://www.w3.org/2000/svg"', 'xmlns="&ns_svg;"', 1
)


def _font_without(*tags: str) -> bytes:
    """Return a font that lacks some of its tables."""
    import fontpkg_roboto

    data = next(Path(fontpkg_roboto.__file__).parent.rglob("*.ttf")).read_bytes()
    head, count = data[:12], int.from_bytes(data[4:6], "big")
    kept = [data[at : at + 16] for at in range(12, 12 + 16 * count, 16)]
    kept = [entry for entry in kept if entry[:4].decode() not in tags]
    begins = 12 + 16 * len(kept)
    table, body = b"", b""
    for entry in kept:
        tag, summed, offset, length = struct.unpack(">4sIII", entry)
        table += struct.pack(">4sIII", tag, summed, begins + len(body), length)
        body += data[offset : offset + length] + b"\0" * (-length % 4)
    return head[:4] + struct.pack(">H", len(kept)) + head[6:] + table + body


def _many_attributes() -> str:
    return face("<rect " + " ".join(f'a{n}="1"' for n in range(200_000)) + "/>")


def _in_cards(id: str, data: bytes, **more: object) -> Case:
    files = {"c.xlsx": data, "cards.yaml": None}
    return Case(f"odd-{id}", files=files, edit={"game.yaml": ("cards: cards.yaml", "cards: c.xlsx")}, **more)  # type: ignore[arg-type]


def _cases() -> Iterable[Case]:
    yield Case("odd-compare-without-rules", run="compare kit --b tide=fast", says="no rules for 'kit'")
    yield Case("odd-simulate-without-rules", run="simulate kit --games 1 --jobs 1", says="no rules for 'kit'")
    book = xlsx(_ROWS)
    for id, old, new in (
        ("superscript-row", '<row r="2"', '<row r="²"'),
        ("long-row", '<row r="2"', f'<row r="{"9" * 5000}"'),
        ("superscript-string", "<v>2</v>", "<v>²</v>"),
        ("long-string", "<v>2</v>", f"<v>{'9' * 5000}</v>"),
    ):
        changed = with_part(book, _SHEET, lambda part, old=old, new=new: part.replace(old, new, 1))
        yield _in_cards(id, changed, exit=(0, 1))
    yield Case("odd-entities-of-illustrator", files={"back.svg": _ILLUSTRATOR + _STYLED}, exit=0)
    yield Case(
        "odd-entities-drawn", files={"back.svg": _ILLUSTRATOR + _STYLED}, run="build kit --format png --dpi 60 --out out",
        exit=0, also=_is_dark,
    )  # fmt: skip
    elsewhere = '<!DOCTYPE svg [<!ENTITY x SYSTEM "../secret.txt">]>'
    yield Case(
        "odd-entity-elsewhere", files={"back.svg": elsewhere + face("<desc>&x;</desc>")}, at="kit/back.svg"
    )
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 20))
    bomb = f'<!DOCTYPE svg [<!ENTITY l0 "ha">{laughs}]>' + face("<desc>&l19;</desc>")
    yield Case("odd-entities-that-grow", files={"back.svg": bomb}, at="kit/back.svg")
    yield Case(
        "odd-many-attributes",
        files={"back.svg": _many_attributes()},
        says="attributes",
        at="kit/back.svg",
        seconds=20,
    )
    yield Case(
        "odd-view-box", files={"back.svg": face().replace('viewBox="-3 -3 69 94"', 'viewBox="0 0 1e-308 1e-308"')},
        says="viewBox", at="kit/back.svg",
    )  # fmt: skip
    for word in ("size", "leading"):
        yield Case(
            f"odd-theme-{word}-nothing", files={"rules/theme.yaml": f"type: {{text: {{{word}: 0}}}}\n"},
            says="at least 0.1 mm", at="kit/rules/theme.yaml",
        )  # fmt: skip
    for tags in (("head",), ("hhea",), ("head", "hhea", "hmtx"), ("cmap",), ("maxp",)):
        yield Case(
            f"odd-font-without-{'-'.join(tags)}", files={"fonts/a.ttf": _font_without(*tags)}, exit=(0, 1),
            says="fonts/a.ttf is no font, or damaged",
        )  # fmt: skip
    for form, other in (("NFC", "NFD"), ("NFD", "NFC")):
        name, on_disk = normalize(form, "schön/fisch-é.svg"), normalize(other, "schön/fisch-é.svg")
        yield Case(
            f"odd-name-{form}", files={on_disk: face(WORDS)}, edit={"game.yaml": ("face: face.svg", f"face: {name}")},
            exit=0,
        )  # fmt: skip
    yield Case(
        "odd-list-with-one-broken-kit", files={"/broken/game.yaml": "game: ["}, run="list --data .",
        says="Kit: 2-4 players", at="broken/game.yaml",
    )  # fmt: skip
    nowhere: dict[str, str | None] = {"HOME": "secret.txt", "CARDGEN_CACHE": None, "CARDGEN_CONFIG": None}
    for words in ("check kit", "build kit --out out", "printer", "trust --list", "targets"):
        yield Case(f"odd-home-{words.split()[0]}", environment=nowhere, run=words, exit=0)
    for epoch in ("x", "9" * 20, "-1", ""):
        yield Case(
            f"odd-epoch-{epoch or 'empty'}", environment={"SOURCE_DATE_EPOCH": epoch}, exit=0,
            run="simulate cheers --players 3 --games 2 --jobs 1 --bots random",
        )  # fmt: skip
    for protocol in ("tls", "ucx", "nonesuch"):
        yield Case(
            f"odd-cluster-{protocol}", run=f"simulate cheers --games 1 --cluster {protocol}://127.0.0.1:1",
            says=f"no cluster answers at '{protocol}://127.0.0.1:1'",
        )  # fmt: skip
    for id, address in (
        ("bracket", "https://[::1"),
        ("port", "https://127.0.0.1:-1/x"),
        ("word", "nonsense"),
    ):
        said = f'cards: {{file: cards.yaml, from: "{address}"}}'
        yield Case(
            f"odd-pull-{id}",
            edit={"game.yaml": ("cards: cards.yaml", said)},
            run="pull kit",
            at="kit/game.yaml",
        )
    pain = (
        (ROOT / "data/auction-hearts/scenarios/examples.yaml")
        .read_text("utf-8")
        .replace("pain: hearts", "pain: null", 2)
    )
    yield Case(
        "odd-scenario-null",
        files={"/s.yaml": pain},
        run="scenario s.yaml",
        says="pain is nothing",
        at="s.yaml",
    )


def _is_dark(folder: Path) -> str | None:
    """Look whether the circle that is styled by an entity is drawn in its colour."""
    from PIL import Image

    path = next((folder / "out").rglob("*back*.png"), None)
    if path is None:
        return f"there is no picture of a back: {[p.name for p in (folder / 'out').rglob('*.png')]}"
    picture = Image.open(path).convert("RGB")
    found = picture.getpixel((round(9 / 63 * picture.width), round(9 / 88 * picture.height)))
    return None if found == (0x22, 0x31, 0x3F) else f"the circle is {found}"


CASES = [*_cases()]
