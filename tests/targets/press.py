"""A press of our own: an ICC profile of four inks, made here so that no test needs one that somebody owns."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from functools import cache
from itertools import product

Triple = tuple[float, float, float]
_WHITE = (0.9642, 1.0, 0.8249)
_TO_XYZ = ((0.4360, 0.3851, 0.1431), (0.2225, 0.7169, 0.0606), (0.0139, 0.0971, 0.7141))
_TO_RGB = ((3.1339, -1.6169, -0.4906), (-0.9788, 1.9161, 0.0335), (0.0719, -0.2290, 1.4052))


def _times(matrix: tuple[Triple, ...], vector: Iterable[float]) -> Triple:
    x, y, z = vector
    a, b, c = (row[0] * x + row[1] * y + row[2] * z for row in matrix)
    return a, b, c


def _lab(rgb: Triple) -> Triple:
    linear = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb)
    ratios = (v / w for v, w in zip(_times(_TO_XYZ, linear), _WHITE, strict=True))
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _rgb(lab: Triple) -> Triple:
    light, a, b = lab
    y = (light + 16) / 116
    cubes = (v**3 if v > 0.2069 else (v - 16 / 116) / 7.787 for v in (y + a / 500, y, y - b / 200))
    linear = _times(_TO_RGB, (v * w for v, w in zip(cubes, _WHITE, strict=True)))
    clear = (min(max(v, 0.0), 1.0) for v in linear)
    red, green, blue = (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055 for v in clear)
    return red, green, blue


def _to_paper(node: tuple[float, ...]) -> list[float]:
    lab = (node[0] * 100 * 65535 / 65280, node[1] * 65535 / 256 - 128, node[2] * 65535 / 256 - 128)
    inks = [1 - min(max(v, 0.0), 1.0) for v in _rgb(lab)]
    black = min(inks) ** 2
    return [*((ink - black) / (1 - black) if black < 1 else 0.0 for ink in inks), black]


def _to_eye(node: tuple[float, ...]) -> list[float]:
    cyan, magenta, yellow, black = node
    light, a, b = _lab(((1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black)))
    return [light / 100 * 65280 / 65535, (a + 128) * 256 / 65535, (b + 128) * 256 / 65535]


def _table(channels: int, out: int, points: int, colour: Callable[[tuple[float, ...]], list[float]]) -> bytes:
    head = struct.pack(
        ">4s4xBBBx9i2H", b"mft2", channels, out, points, *(65536, 0, 0, 0, 65536, 0, 0, 0, 65536), 2, 2
    )
    steps = [n / (points - 1) for n in range(points)]
    nodes = [
        round(min(max(v, 0.0), 1.0) * 65535) for node in product(steps, repeat=channels) for v in colour(node)
    ]
    straight = (0, 65535)
    return head + struct.pack(
        f">{2 * channels + len(nodes) + 2 * out}H", *straight * channels, *nodes, *straight * out
    )


@cache
def press() -> bytes:
    """Return the profile."""
    name = b"A press for tests\0"
    tags = {
        b"desc": struct.pack(">4s4xI", b"desc", len(name)) + name + bytes(78),
        b"cprt": b"text" + bytes(4) + b"Anybody may use it.\0",
        b"wtpt": b"XYZ " + bytes(4) + struct.pack(">3i", *(round(v * 65536) for v in _WHITE)),
        b"A2B0": _table(4, 3, 5, _to_eye),
        b"B2A0": _table(3, 4, 17, _to_paper),
    }
    start, listed, body = 132 + 12 * len(tags), b"", b""
    for tag, data in tags.items():
        data += bytes(-len(data) % 4)
        listed += struct.pack(">4sII", tag, start + len(body), len(data))
        body += data
    head = struct.pack(
        ">I4xI4s4s4s12x4s28x3i48x",
        start + len(body),
        0x02400000,
        b"prtr",
        b"CMYK",
        b"Lab ",
        b"acsp",
        *(round(v * 65536) for v in _WHITE),
    )
    return head + struct.pack(">I", len(tags)) + listed + body
