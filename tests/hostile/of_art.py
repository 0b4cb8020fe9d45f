"""Cases of drawings: what a face may hold that cannot be drawn, must not be read, or would be drawn wrongly."""

from __future__ import annotations

import base64
import gzip
import io
import struct
import zlib
from collections.abc import Iterable
from functools import cache

from tests.hostile.trial import EITHER, LITTLE, WORDS, Case, face

_HERE = "kit/face.svg"
_SHAPE = '<rect x="5" y="5" width="20" height="20"/>'


@cache
def png(width: int = 8, height: int = 8) -> bytes:
    """Return a small picture."""
    from PIL import Image

    file = io.BytesIO()
    Image.linear_gradient("L").resize((width, height)).save(file, "PNG")
    return file.getvalue()


@cache
def jpeg() -> bytes:
    """Return a small photograph."""
    from PIL import Image

    file = io.BytesIO()
    Image.linear_gradient("L").resize((64, 64)).save(file, "JPEG")
    return file.getvalue()


def claims(width: int, height: int) -> bytes:
    """Return a PNG of a few bytes whose head claims so many pixels."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b"")]
    parts = [struct.pack(">I", len(d)) + n + d + struct.pack(">I", zlib.crc32(n + d)) for n, d in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def data(content: bytes, kind: str = "image/png") -> str:
    """Return a data: address."""
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def image(href: str) -> str:
    """Return an <image> that refers so."""
    return f'<image x="5" y="5" width="20" height="20" xlink:href="{href}"/>'


def _drawn(
    id: str, body: str, says: str | tuple[str, ...] = (), *, check: bool = True, **more: object
) -> Case:
    """Return the case of a face with something in it, that `check` refuses at its place (or a build, without)."""
    given: dict[str, object] = {
        "files": {"face.svg": face(body + WORDS)},
        "run": "check kit" if check else "build kit --out out",
        "says": says,
        "at": "kit/",
        **more,
    }
    return Case(f"art-{id}", **given)  # type: ignore[arg-type]


def _whole(id: str, svg: str | bytes, says: str | tuple[str, ...] = (), **more: object) -> Case:
    return Case(f"art-{id}", **{"files": {"face.svg": svg}, "says": says, "at": _HERE, **more})  # type: ignore[arg-type]


def _fine(id: str, body: str, says: str | tuple[str, ...] = ()) -> Case:
    """Return the case of a face that looks strange, and is drawn."""
    return Case(
        f"art-{id}", files={"face.svg": face(body + WORDS)}, run="build kit --out out", exit=0, says=says
    )


# ---- pictures

_BROKEN = {
    "half-a-png": png()[: len(png()) // 2],
    "head-of-a-png": png()[:20],
    "signature-of-a-png": png()[:8],
    "half-a-jpeg": jpeg()[: len(jpeg()) // 2],
    "head-of-a-jpeg": jpeg()[:30],
    "signature-of-a-jpeg": jpeg()[:3],
    "empty": b"",
    "text": b"this is no picture",
    "gif": b"GIF89a\1\0\1\0\0\0\0;",
    "half-a-webp": b"RIFF\x1a\0\0\0WEBPVP8L\r\0\0\0/\0\0\0\x10\x07",
    "heic": b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
    "jpeg-without-an-end-of-notes": b"\xff\xd8\xff\xe1\0\0" + bytes(400),
    "bmp": b"BM" + bytes(60),
    "tiff": b"II*\0\x08\0\0\0",
    "pdf": b"%PDF-1.4\n%%EOF",
    "of-no-size": claims(0, 0),
    "wrong-sums": png()[:40] + b"\xff\xff\xff" + png()[43:],
    "bomb": claims(60_000, 60_000),
    "bomb-of-41-megapixels": claims(6_500, 6_400),
    "too-little-in-it": claims(500, 500),
}


def _pictures() -> Iterable[Case]:
    for name, content in _BROKEN.items():
        yield _drawn(
            f"picture-{name}",
            image(f"art/{name}.png"),
            "picture",
            files={"face.svg": face(image("art/p.png") + WORDS), "art/p.png": content},
        )
        yield _drawn(f"data-picture-{name}", image(data(content)), "picture")
    for name, href in {
        "from-the-web": "https://example.com/a.png",
        "from-the-web-without-a-word": "//example.com/a.png",
        "from-ftp": "ftp://example.com/a.png",
        "from-the-disk": "file:///etc/passwd",
        "from-the-root": "/etc/hostname",
        "from-home": "~/a.png",
        "from-outside": "../secret.txt",
        "from-far-outside": "../../../../../../../../etc/hostname",
        "from-a-drive": "C:/Windows/a.png",
        "with-backslashes": "..\\secret.txt",
        "not-there": "art/nothing.png",
        "empty-name": "",
        "a-folder": "art",
        "nul": "a%00.png",
        "javascript": "javascript:alert(1)",
        "data-without-data": "data:",
        "data-not-base64": "data:image/png;base64,@@@@",
        "data-odd-base64": "data:image/png;base64,abc",
        "data-plain": "data:image/png,abc",
        "data-svg-with-a-file": data(face(image("file:///etc/passwd")).encode(), "image/svg+xml"),
        "data-svg-with-entities": data(
            b'<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
            "image/svg+xml",
        ),
        "data-svg-with-itself": data(
            b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g id="a"><use href="#a"/></g></svg>',
            "image/svg+xml",
        ),
        "data-svg-bomb-packed": data(
            gzip.compress(b'<svg xmlns="http://www.w3.org/2000/svg">' + b" " * 90_000_000 + b"</svg>"),
            "image/svg+xml",
        ),
    }.items():
        yield _drawn(f"picture-{name}", image(href))
    for name, inside in {
        "itself": image("p.svg"),
        "a-file": image("file:///etc/passwd"),
        "a-page": '<foreignObject width="5" height="5"/>',
        "a-text": '<text x="1" y="9">secret</text>',
        "a-bomb": '<g id="a0"><rect width="1" height="1"/></g>'
        + "".join(f'<g id="a{n + 1}">{f"""<use href="#a{n}"/>""" * 40}</g>' for n in range(5)),
    }.items():
        yield _drawn(
            f"picture-is-a-drawing-with-{name}",
            "",
            files={"face.svg": face(image("p.svg") + WORDS), "p.svg": face(inside)},
        )
    yield _drawn(
        "picture-is-a-link-out",
        "",
        files={"face.svg": face(image("p.png") + WORDS), "p.png": lambda p: p.symlink_to("../secret.txt")},
    )
    yield _drawn(
        "picture-is-huge",
        "",
        "MB",
        files={
            "face.svg": face(image("p.png") + WORDS),
            "p.png": lambda p: p.write_bytes(png() + bytes(31_000_000)),
        },
    )


# ---- XML

_NS = 'xmlns="http://www.w3.org/2000/svg"'
_SIZE = 'width="69mm" height="94mm" viewBox="-3 -3 69 94"'


def _laughs() -> str:
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    return f'<!DOCTYPE svg [<!ENTITY l0 "ha">{levels}]><svg {_NS} {_SIZE}><title>&l9;</title>{_SHAPE}</svg>'


def _documents() -> Iterable[Case]:
    yield _whole("empty-file", "")
    yield _whole("only-blanks", " \n \n")
    yield _whole("not-xml", "a card")
    yield _whole("html", "<html><body><svg/></body></html>", "SVG")
    yield _whole("half-a-tag", face()[:-9])
    yield _whole("two-roots", face() + face())
    yield _whole("utf-16", face(WORDS).encode("utf-16"), "UTF-8")
    yield _whole("latin-1", face("<title>Caf\u00e9</title>").encode("latin-1"), "UTF-8")
    yield _whole("declares-latin-1", '<?xml version="1.0" encoding="iso-8859-1"?>' + face(WORDS), **EITHER)
    yield _whole("nul-inside", face(WORDS + "\0"))
    yield _whole("control-letter", face(WORDS + "\x1b"))
    yield _whole("half-a-letter", face().encode() + b"<!-- \xed\xa0\x80 -->")
    yield _whole("gzip", gzip.compress(face(WORDS).encode()))
    yield _whole("billion-laughs", _laughs())
    yield _whole(
        "entity-of-a-file",
        f'<!DOCTYPE svg [<!ENTITY x SYSTEM "../secret.txt">]><svg {_NS} {_SIZE}><title>&x;</title>{_SHAPE}</svg>',
    )
    yield _whole(
        "doctype-of-the-web",
        f'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg {_NS} {_SIZE}>{_SHAPE}{WORDS}</svg>',
        **EITHER,
    )
    yield _whole(
        "parameter-entity",
        f'<!DOCTYPE svg [<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;]><svg {_NS} {_SIZE}>{_SHAPE}</svg>',
        **EITHER,
    )
    yield _whole(
        "illustrator-style-entities",
        f'<!DOCTYPE svg [<!ENTITY st0 "fill:#ff0000;">]><svg {_NS} {_SIZE}><rect width="9" height="9" style="&st0;"/>{WORDS}</svg>',
        exit=0,
        at="",
    )
    yield _whole(
        "namespace-with-a-prefix",
        f'<ns0:svg xmlns:ns0="http://www.w3.org/2000/svg" {_SIZE}><ns0:rect width="50" height="50" fill="red"/></ns0:svg>',
        exit=0,
        at="",
        run="build kit --out out --only main --format png --dpi 40",
        also=lambda f: _is_painted(f),
    )
    yield _whole("no-namespace", f"<svg {_SIZE}>{_SHAPE}</svg>", "xmlns")
    yield _whole(
        "wrong-namespace", f'<svg xmlns="http://www.w3.org/2000/SVG" {_SIZE}>{_SHAPE}</svg>', "namespace"
    )
    yield _whole(
        "https-namespace", f'<svg xmlns="https://www.w3.org/2000/svg" {_SIZE}>{_SHAPE}</svg>', "namespace"
    )
    yield _whole(
        "shapes-of-another-namespace",
        f'<svg {_NS} xmlns:x="http://www.w3.org/2000/SVG" {_SIZE}><x:rect width="50" height="50"/>{WORDS}</svg>',
        "namespace",
    )
    yield _whole(
        "shapes-of-no-namespace",
        f'<s:svg xmlns:s="http://www.w3.org/2000/svg" {_SIZE}><rect width="50" height="50"/></s:svg>',
        "namespace",
    )
    yield _whole("nested-2000-deep", face("<g>" * 2000 + _SHAPE + "</g>" * 2000))
    yield _whole("nested-210-deep", face("<g>" * 210 + _SHAPE + "</g>" * 210))
    yield _whole("many-shapes", face(f"<g>{_SHAPE * 120_000}</g>"))
    yield _whole(
        "one-attribute-of-a-megabyte",
        face(f'<path d="M0 0{" l1 1 -1 -1" * 100_000}"/>' + WORDS),
        run="build kit --out out",
        **EITHER,
    )
    yield _whole("9-megabytes", face("<!-- " + "x" * 9_000_000 + " -->"), "MB")
    yield _whole(
        "xinclude",
        face(
            '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="../secret.svg" parse="text"/>'
            + WORDS
        ),
        **EITHER,
    )
    yield _whole(
        "stylesheet-from-outside",
        '<?xml-stylesheet href="../secret.txt"?>' + face(WORDS),
        run="build kit --out out",
        **EITHER,
    )
    yield _whole("no-size", f"<svg {_NS}>{_SHAPE}</svg>", "viewBox")
    for n, box in enumerate(
        (
            "0 0 0 0",
            "nan nan nan nan",
            "0 0 -5 9",
            "a b c d",
            "0 0 1e400 9",
            "1 2 3",
            "0 0 69",
            "-3 -3 69 94 5",
        )
    ):
        yield _whole(f"viewbox-{n}", f'<svg {_NS} width="69mm" height="94mm" viewBox="{box}">{_SHAPE}</svg>')
    for n, width in enumerate(
        ("nan", "infmm", "-69mm", "0", "1e400mm", "69 mm x", "69furlongs", "69MM", "calc(69mm)", "100%")
    ):
        yield _whole(
            f"width-{n}",
            f'<svg {_NS} width="{width}" height="94mm" viewBox="-3 -3 69 94">{_SHAPE}{WORDS}</svg>',
            exit=(0, 1) if width in ("69MM", "100%") else 1,
            at="" if width in ("69MM", "100%") else _HERE,
        )


def _is_painted(folder: object) -> str | None:
    from pathlib import Path

    from PIL import Image

    path = Path(str(folder)) / "out/kit/png/main-A1.png"
    with Image.open(path) as picture:
        return None if picture.convert("RGB").getpixel((30, 30)) == (255, 0, 0) else "the card is blank"


# ---- numbers that are none

_NUMBERS = {
    "stroke-width": '<path d="M5 5h20" stroke="red" stroke-width="{}"/>',
    "style-stroke-width": '<path d="M5 5h20" style="stroke:red;stroke-width:{}"/>',
    "x": '<rect x="{}" y="5" width="9" height="9"/>',
    "width": '<rect x="5" y="5" width="{}" height="9"/>',
    "r": '<circle cx="5" cy="5" r="{}"/>',
    "cx": '<circle cx="{}" cy="5" r="5"/>',
    "rx": '<rect x="5" y="5" width="9" height="9" rx="{}"/>',
    "ellipse-ry": '<ellipse cx="5" cy="5" rx="3" ry="{}"/>',
    "x1": '<line x1="{}" y1="5" x2="9" y2="9" stroke="red"/>',
    "points": '<polygon points="5,5 20,5 {},20"/>',
    "opacity": '<rect x="5" y="5" width="9" height="9" opacity="{}"/>',
    "fill-opacity": '<rect x="5" y="5" width="9" height="9" fill-opacity="{}"/>',
    "dashes": '<path d="M5 5h20" stroke="red" stroke-dasharray="2 {}"/>',
    "miter": '<path d="M5 5h20v9" stroke="red" stroke-miterlimit="{}"/>',
    "path": '<path d="M5 5 L{} 20 L9 9z"/>',
    "transform": '<rect x="5" y="5" width="9" height="9" transform="translate({} 3)"/>',
    "matrix": '<rect x="5" y="5" width="9" height="9" transform="matrix({} 0 0 1 0 0)"/>',
    "use-x": '<defs><rect id="q" width="9" height="9"/></defs><use href="#q" x="{}" y="4"/>',
    "symbol-width": '<symbol id="q" viewBox="0 0 9 9"><rect width="9" height="9"/></symbol><use href="#q" x="4" y="4" width="{}" height="9"/>',
    "gradient": '<defs><linearGradient id="q" x1="{}"><stop offset="0" stop-color="red"/><stop offset="1"/></linearGradient></defs><rect width="9" height="9" fill="url(#q)"/>',
    "stop": '<defs><linearGradient id="q"><stop offset="{}" stop-color="red"/><stop offset="1"/></linearGradient></defs><rect width="9" height="9" fill="url(#q)"/>',
    "text-x": '<text x="{}" y="40" style="font-family:Roboto;font-size:4px">Hi</text>',
    "font-size": '<text x="5" y="40" style="font-family:Roboto;font-size:{}">Hi</text>',
    "line-height": '<text style="font-family:Roboto;font-size:4px;line-height:{};shape-inside:url(#b)">Hi</text>',
    "letter-spacing": '<text x="5" y="40" style="font-family:Roboto;font-size:4px;letter-spacing:{}">Hi</text>',
    "box-width": '<rect id="n" x="4" y="72" width="{}" height="9" fill="none"/><text style="font-family:Roboto;font-size:4px;shape-inside:url(#n)">Hi</text>',
    "data-floor": '<text data-floor="{}" style="font-family:Roboto;font-size:4px;shape-inside:url(#b)">Hi</text>',
    "font-weight": '<text x="5" y="40" style="font-family:Roboto;font-weight:{};font-size:4px">Hi</text>',
}  # fmt: skip
_NO_NUMBERS = {"nan": "nan", "word": "wide", "far": "1e309", "infinite": "inf"}


def _numbers() -> Iterable[Case]:
    for what, body in _NUMBERS.items():
        for name, value in _NO_NUMBERS.items():
            if name in ("nan", "word") or what in ("stroke-width", "x", "font-size", "transform", "r"):
                yield _drawn(f"{what}-{name}", body.format(value))


# ---- paths, references, colours, texts


def _shapes() -> Iterable[Case]:
    for n, d in enumerate(
        (
            "M",
            "M5",
            "L5 5",
            "M5 5 L",
            "M5 5 X9 9",
            "M5 5 C1 1 2 2",
            "M5 5 A1 1 0 5 5 9 9",
            "M5,,5 L9 9",
            "M5 5 L9 9 foo",
            "M 5 5 L 1e 9",
            "5 5 L9 9",
            "M5 5 q1",
        )
    ):
        yield _drawn(f"path-data-{n}", f'<path d="{d}" stroke="red"/>', "path")
    turned = "rotate(a)|rotate()|scale(1 2 3)|matrix(1 0 0 1 0)|translate(3|turn(5)|rotate(45deg) x|matrix(1,0,0,1,0,0,0)"
    for n, t in enumerate(turned.split("|")):
        yield _drawn(f"transform-{n}", f'<rect width="9" height="9" transform="{t}"/>', "transform")
    for n, c in enumerate(
        (
            "#12",
            "#gggggg",
            "rgb(1,2)",
            "redd",
            "url(#none)",
            "lab(1% 2 3)",
            "var(--x)",
            "url(../secret.svg#a)",
            "url(http://example.com/#a)",
            "url(file:///etc/passwd)",
            "device-cmyk(0,0,0,1)",
            "color-mix(in srgb, red, blue)",
        )
    ):
        yield _drawn(f"colour-{n}", f'<rect x="5" y="5" width="9" height="9" fill="{c}"/>')
    loops = {
        "group": '<g id="q"><use href="#q"/></g>',
        "two-groups": '<g id="q"><use href="#p"/></g><g id="p"><use href="#q"/></g>',
        "symbol": '<symbol id="q" viewBox="0 0 9 9"><use href="#q"/></symbol><use href="#q"/>',
        "itself": '<use id="q" href="#q"/>',
        "pattern": '<defs><pattern id="q" width="9" height="9"><rect width="9" height="9" fill="url(#q)"/></pattern></defs><rect width="50" height="50" fill="url(#q)"/>',
        "gradient": '<defs><linearGradient id="q" href="#p"/><linearGradient id="p" href="#q"/></defs><rect width="50" height="50" fill="url(#q)"/>',
        "clip": '<defs><clipPath id="q"><rect width="9" height="9" clip-path="url(#q)"/></clipPath></defs><rect width="50" height="50" clip-path="url(#q)"/>',
        "mask": '<defs><mask id="q"><rect width="9" height="9" mask="url(#q)"/></mask></defs><rect width="50" height="50" mask="url(#q)"/>',
        "marker": '<defs><marker id="q"><path d="M0 0h9" marker-end="url(#q)"/></marker></defs><path d="M0 0h9" marker-end="url(#q)"/>',
        "face": '<use href="face:A1" x="5" y="5" width="20" height="20"/>',
        "face-of-the-other": '<use href="face:{% if card.id == \'A1\' %}A2{% else %}A1{% endif %}" x="5" y="5" width="20" height="20"/>',
    }
    for name, body in loops.items():
        yield _drawn(f"loop-{name}", body, check=True)
    bomb = "".join(f'<g id="b{n}">' + f'<use href="#b{n - 1}"/>' * 10 + "</g>" for n in range(1, 9))
    yield _drawn("bomb-of-uses", f'<defs><g id="b0">{_SHAPE}</g>{bomb}</defs><use href="#b8"/>', "shapes")
    chain = "".join(f'<g id="b{n}"><use href="#b{n - 1}"/></g>' for n in range(1, 700))
    yield _drawn("chain-of-uses", f'<defs><g id="b0">{_SHAPE}</g>{chain}</defs><use href="#b699"/>')
    tile = '<rect width="1" height="1" fill="url(#b{})"/>'
    bomb = "".join(
        f'<pattern id="b{n}" width="1" height="1">{tile.format(n - 1) * 10}</pattern>' for n in range(1, 7)
    )
    yield _drawn(
        "bomb-of-patterns",
        f'<defs><pattern id="b0" width="1" height="1">{_SHAPE}</pattern>{bomb}</defs><rect width="60" height="80" fill="url(#b6)"/>',
    )
    yield _drawn(
        "pattern-of-dust",
        '<defs><pattern id="q" width="0.0001" height="0.0001" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern></defs><rect width="60" height="80" fill="url(#q)"/>',
        check=False,
        **EITHER,
    )
    yield _drawn(
        "dashes-of-dust",
        '<path d="M0 0h60" stroke="red" stroke-dasharray="0.0000001"/>',
        check=False,
        **EITHER,
    )
    yield _drawn("unknown-id", '<use href="#qq"/>', "'#qq'")
    yield _drawn("part-outside", '<use href="../secret.svg#a"/>', "out of the kit")
    yield _drawn("part-of-the-web", '<use href="https://example.com/a.svg#a"/>')
    yield _drawn("part-not-there", '<use href="art/none.svg#a"/>', "art/none.svg")
    yield _drawn(
        "part-without-id",
        '<use href="p.svg"/>',
        files={"face.svg": face('<use href="p.svg"/>' + WORDS), "p.svg": face(_SHAPE)},
    )
    yield _drawn(
        "part-is-broken",
        "p.svg is not well-formed",
        files={"face.svg": face('<use href="p.svg#a"/>' + WORDS), "p.svg": "<svg"},
    )
    yield _drawn(
        "part-is-not-utf-8",
        "",
        files={"face.svg": face('<use href="p.svg#a"/>' + WORDS), "p.svg": b"<svg>\xff</svg>"},
        at="kit/p.svg",
    )
    yield _drawn(
        "part-refers-to-itself",
        "",
        files={
            "face.svg": face('<use href="p.svg#a"/>' + WORDS),
            "p.svg": face('<g id="a"><use href="p.svg#a"/></g>'),
        },
    )
    yield _drawn(
        "parts-refer-to-each-other",
        "",
        files={
            "face.svg": face('<use href="p.svg#a"/>' + WORDS),
            "p.svg": face('<g id="a"><use href="q.svg#a"/></g>'),
            "q.svg": face('<g id="a"><use href="p.svg#a"/></g>'),
        },
    )
    yield _drawn("face-of-nobody", '<use href="face:Z9" x="5" y="5" width="20" height="20"/>', "Z9")
    yield _drawn(
        "face-of-another-look", '<use href="face:A1@neon" x="5" y="5" width="20" height="20"/>', "look"
    )
    yield _drawn("script", "<script>alert(1)</script>", **EITHER)
    yield _drawn(
        "foreign-object",
        '<foreignObject x="5" y="5" width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">Hi</p></foreignObject>',
        "foreignObject",
    )
    yield _drawn(
        "css-import",
        '<style>@import url("../secret.txt"); rect {fill: red}</style>' + _SHAPE,
        check=False,
        **EITHER,
    )
    yield _drawn(
        "css-font-face",
        '<style>@font-face {font-family: X; src: url("../secret.txt")}</style>' + _SHAPE,
        check=False,
        **EITHER,
    )
    yield _drawn("css-broken", "<style>rect { fill: red; } } { ;; </style>" + _SHAPE, check=False, **EITHER)
    yield _drawn("css-url", '<style>rect { fill: url("http://example.com/a.svg#b") }</style>' + _SHAPE)
    yield _drawn(
        "animation",
        '<rect width="9" height="9"><animate attributeName="x" from="0" to="9" dur="1s"/></rect>',
        **EITHER,
    )
    yield _drawn(
        "text-off-the-card",
        '<text x="55" y="40" style="font-family:Roboto;font-size:6px">Much too long</text>',
        "off the card",
    )
    yield _drawn(
        "text-off-the-left",
        '<text x="4" y="40" style="font-family:Roboto;font-size:6px;text-anchor:end">Much too long</text>',
        "off the card",
    )
    yield _drawn(
        "text-above-the-card",
        '<text x="5" y="-9" style="font-family:Roboto;font-size:6px">High</text>',
        "off the card",
    )
    yield _drawn(
        "text-too-small",
        '<text x="5" y="40" style="font-family:Roboto;font-size:0.0001px">Hi</text>',
        **EITHER,
    )
    yield _drawn("text-of-size-0", '<text x="5" y="40" style="font-family:Roboto;font-size:0">Hi</text>')
    yield _drawn("text-huge", '<text x="5" y="40" style="font-family:Roboto;font-size:9999px">Hi</text>')
    yield _drawn(
        "text-of-negative-size", '<text x="5" y="40" style="font-family:Roboto;font-size:-4px">Hi</text>'
    )
    yield _drawn(
        "text-box-unknown",
        '<text style="font-family:Roboto;font-size:4px;shape-inside:url(#nobox)">Hi</text>',
        "nobox",
    )
    yield _drawn(
        "text-box-of-no-size",
        '<rect id="n" x="4" y="72" width="0" height="0"/><text style="font-family:Roboto;font-size:4px;shape-inside:url(#n)">Hi</text>',
    )
    yield _drawn(
        "text-unknown-font", '<text x="5" y="40" style="font-family:Rboto;font-size:4px">Hi</text>', "Roboto"
    )
    yield _drawn(
        "text-font-of-300-letters",
        f'<text x="5" y="40" style="font-family:{"R" * 300};font-size:4px">Hi</text>',
    )
    yield _drawn(
        "text-unknown-icon",
        '<text x="5" y="40" style="font-family:Roboto;font-size:4px">{nothing}</text>',
        "nothing",
    )
    yield _drawn(
        "text-of-a-megabyte",
        f'<text style="font-family:Roboto;font-size:4px;shape-inside:url(#b)">{"word " * 200_000}</text>',
    )
    yield _drawn(
        "word-of-100000-letters",
        f'<text style="font-family:Roboto;font-size:4px;shape-inside:url(#b)">{"w" * 100_000}</text>',
    )
    yield _drawn(
        "many-bidi-marks",
        f'<text x="5" y="40" style="font-family:Roboto;font-size:1px">{chr(0x202B) * 500}abc{chr(0x202C) * 500}</text>',
        **EITHER,
    )
    yield _drawn(
        "many-accents",
        f'<text x="5" y="40" style="font-family:Roboto;font-size:4px">a{chr(0x301) * 5000}</text>',
        **EITHER,
    )
    yield _drawn(
        "noncharacters",
        '<text x="5" y="40" style="font-family:Roboto;font-size:4px">a\ufdd0\U0010ffff\ue000</text>',
    )
    yield _drawn(
        "half-a-letter-in-a-style",
        '<text x="5" y="40" style="font-family:Roboto;font-size:4px;fill:&#xD800;">Hi</text>',
    )
    yield _fine("empty-text", '<text x="5" y="40" style="font-family:Roboto;font-size:4px"></text>')
    yield _fine("rect-of-no-size", '<rect x="5" y="5" width="0" height="0"/>')
    yield _fine("empty-path", '<path d=""/>')
    yield _fine("empty-group", "<g/>")
    yield _fine(
        "sodipodi",
        '<sodipodi:namedview xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" pagecolor="#fff"/>',
    )


# ---- templates and fonts


def _templates() -> Iterable[Case]:
    loops = {
        "for": "{% for a in range(100000) %}{% for b in range(100000) %}x{% endfor %}{% endfor %}",
        "macro": "{% macro m(n) %}{{ m(n) }}{{ m(n) }}{% endmacro %}{{ m(1) }}",
        "include-itself": '{% include "face.svg" %}',
        "extends-itself": '{% extends "face.svg" %}',
        "import-itself": '{% import "face.svg" as f %}',
        "power": "{{ 9 ** 9 ** 9 ** 9 }}",
        "times": "{{ 'x' * 10 ** 9 }}",
        "range": "{{ range(10 ** 12) | list }}",
        "center": "{{ 'x' | center(10 ** 9) }}",
        "format": "{{ '%1000000000d' | format(1) }}",
        "replace": "{{ ('x' * 100000) | replace('x', 'y' * 100000) }}",
        "indent": "{{ ('a\n' * 100000) | indent(100000) }}",
        "join": "{{ (['x' * 100000] * 100000) | join }}",
        "sort": "{% for i in range(1000) %}{{ range(10000) | sort | length }}{% endfor %}",
        "indent-of-a-method": "{{ 'a'.ljust(10 ** 9) }}",
        "percent": "{{ '%1000000000d' % 1 }}",
        "list-times": "{{ [1] * 10 ** 9 }}",
        "power-of-powers": "{{ (2 ** 60) ** 60 ** 60 }}",
        "int-of-letters": "{{ ('f' * 100000) | int(0, 16) }}",
        "letters-sorted": "{% for i in range(1000) %}{% set x = ('ab' * 30000) | sort %}{% endfor %}",
        "letters-in-capitals": "{% for i in range(1000) %}{% set x = ('ab ' * 30000) | title %}{% endfor %}",
        "letters-unique": "{% for i in range(1000) %}{% set x = ('ab' * 300000) | unique | list %}{% endfor %}",
        "texts-sorted": "{% for i in range(1000) %}{% set x = range(9999) | map('string') | sort %}{% endfor %}",
        "much-in-a-turn": "{% for a in range(9999) %}{% for b in range(99) %}"
        + "{{ 1.1 ** 60 }}" * 50
        + "{% endfor %}{% endfor %}",
        "much-in-a-test": "{% for a in range(9999) %}{% for b in range(99) if "
        + "b ** 9 > a and " * 20
        + "b %}{% endfor %}{% endfor %}",
        "much-in-a-macro": "{% macro m() %}"
        + "{{ 1.1 ** 60 }}" * 50
        + "{% endmacro %}{% for a in range(9999) %}{% for b in range(99) %}{{ m() }}{% endfor %}{% endfor %}",
        "loops-in-a-row": "{% for a in [1] %}x{% endfor %}" * 20_000,
        "marks-never-closed": "{{ '" * 100_000,
        "brackets": "{{ " + "(" * 500 + "1" + ")" * 500 + " }}",
        "words": "{% for i in range(3000) %}{{ (i * 10 ** 6) | words }}{% endfor %}" * 60,
    }
    for name, body in loops.items():
        yield _drawn(
            f"jinja-{name}",
            body,
            seconds=None if name == "words" else 20,
            exit=(0, 1) if name == "words" else 1,
            at="" if name == "words" else "kit/",
        )
    attacks = {
        "class": "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "globals": "{{ text_width.__globals__ }}",
        "init": "{{ kit.__init__.__globals__['os'].popen('id').read() }}",
        "attr": "{{ card | attr('__class__') }}",
        "self": "{{ self.__dict__ }}",
        "format-attr": "{{ '{0.__class__}'.format(card) }}",
        "include-outside": '{% include "../secret.txt" %}',
        "include-absolute": '{% include "/etc/hostname" %}',
        "include-link": '{% include "link.txt" %}',
        "import-outside": '{% import "../secret.svg" as x %}{{ x }}',
        "config": "{{ config }}",
        "cycler": "{{ cycler.__init__.__globals__ }}",
        "joiner": "{{ joiner.__init__.__globals__ }}",
        "set-state": "{% set card.count = 5 %}",
        "do": "{% do kit.looks.clear() %}",
        "debug": "{% debug %}",
        "autoescape": "{% autoescape false %}{{ card.name }}{% endautoescape %}",
        "lipsum": "{{ lipsum(1000) }}",
        "root": "{{ kit.root }}",
        "generator": "{{ ((1 for x in [1]).gi_frame) }}",
        "path": "{{ kit.where.file.__class__('/etc/passwd') }}",
        "tojson": "{{ kit | tojson }}",
        "pprint": "{{ cards | pprint }}",
    }
    for name, body in attacks.items():
        more = {
            "files": {"face.svg": face(body + WORDS), "link.txt": lambda p: p.symlink_to("../secret.txt")}
        }
        yield _drawn(f"jinja-{name}", body, **more)
    for name, body in {
        "unclosed": "{{ card.name",
        "unclosed-block": "{% if 1 %}",
        "unknown-tag": "{% frob %}",
        "unknown-filter": "{{ 1 | frob }}",
        "division": "{{ 1 / 0 }}",
        "text-plus-number": "{{ card.name + 1 }}",
        "sine-of-a-text": "{{ sin('a') }}",
        "root-of-less": "{{ sqrt(0 - 1) }}",
        "width-of-nothing": "{{ text_width() }}",
        "width-of-no-font": "{{ text_width('a', 'Nofont', 4) }}",
        "width-of-nan": "{{ text_width('a', 'Roboto', 'x') }}",
        "loop-over-number": "{% for a in 5 %}{% endfor %}",
        "huge-integer": "{{ 10 ** 300 * 10 ** 300 }}",
        "round-far": "{{ 1.5 | round(400) }}",
    }.items():
        yield _drawn(f"jinja-{name}", body)
    card = {
        "cards.yaml": '- {id: A1, name: "</text><script>x</script>", text: "<b>&amp;\\"\'", count: 4}\n- {id: A2, count: 4}\n'
    }
    yield Case("art-card-that-looks-like-svg", files=card, run="build kit --out out", exit=0, lacks="script>")
    card = {
        "cards.yaml": '- {id: A1, name: "{{ 7 * 7 }}", text: "{% raw %}", count: 4}\n- {id: A2, count: 4}\n'
    }
    yield Case(
        "art-card-that-looks-like-jinja", files=card, run="build kit --out out", exit=(0, 1), lacks="49"
    )
    fonts: dict[str, bytes | object] = {
        "empty": b"",
        "text": b"not a font",
        "head-only": b"\0\1\0\0\0\x0f\0\x80\0\3\0\x70" + bytes(20),
        "half": _roboto()[:20_000],
        "table-out-of-reach": _roboto()[:12] + _roboto()[12:].replace(b"\0\0", b"\xff\xff", 40),
        "noise": _roboto()[:600] + bytes(b ^ 0x5A for b in _roboto()[600:60_000]),
        "woff2": b"wOF2" + bytes(60),
        "collection": b"ttcf" + bytes(60),
    }
    own = face(WORDS.replace("Roboto", "Own"))
    for name, content in fonts.items():
        yield _drawn(f"font-{name}", "", "Own", files={"face.svg": own, "fonts/Own.ttf": content}, at="")
    yield _drawn("font-is-a-folder", "", files={"face.svg": own, "fonts/Own.ttf/x": "x"}, at="")
    yield _drawn(
        "font-is-a-link-out",
        "",
        files={"face.svg": own, "fonts/Own.ttf": lambda p: p.symlink_to("../../secret.txt")},
        at="",
    )
    for name, where in {"out": "../beside", "to-the-root": "/", "up": ".."}.items():
        yield _drawn(
            f"fonts-is-a-link-{name}",
            "",
            "'fonts' is a link that leads out of the kit",
            files={
                "face.svg": face(WORDS),
                "/beside/Own.ttf": _roboto(),
                "fonts": lambda p, where=where: p.symlink_to(where),
            },
        )
    yield Case(
        "art-fonts-is-a-link-inside",
        files={"own/Own.ttf": _roboto(), "fonts": lambda p: p.symlink_to("own")},
        run="build kit --out out",
        exit=0,
    )
    yield Case("art-fonts-is-a-file", files={"fonts": "x"}, exit=0)
    yield Case(
        "art-damaged-font-nobody-asks-for",
        files={"fonts/Own.ttf": b"x"},
        run="build kit --out out",
        exit=(0, 1),
    )
    yield Case(
        "art-template-is-the-cards-file",
        edit={"game.yaml": ("face: face.svg", "face: cards.yaml")},
        says="svg",
        at="kit/cards.yaml",
    )
    yield Case("art-back-is-broken", files={"back.svg": "<svg"}, at="kit/back.svg")
    yield Case("art-back-of-wrong-size", files={"back.svg": face(width=50)}, says="69", at="kit/back.svg")
    yield Case(
        "art-low-ink-is-broken",
        files={"back.svg": LITTLE["back.svg"].replace("palette.ink", "{'full': 'red'}[look.name]")},
        at="kit/back.svg",
    )


@cache
def _roboto() -> bytes:
    from importlib.metadata import files
    from pathlib import Path

    found = next(f for f in files("fontpkg-roboto") or () if f.name.endswith(".ttf"))
    return Path(str(found.locate())).read_bytes()


CASES = [*_pictures(), *_documents(), *_numbers(), *_shapes(), *_templates()]
