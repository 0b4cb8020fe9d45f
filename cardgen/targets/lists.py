"""Lists that go with pictures: a table for people and programs, and an order with numbered slots."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cardgen.export.output import Data, TextOutput
from cardgen.targets.names import seen_from

if TYPE_CHECKING:
    from lxml.etree import _Element

    from cardgen.base.units import Size
    from cardgen.model import Card


class ListEntry(NamedTuple):
    """A card in a list: the files of its front, one or as many as there are copies, and of its back, "" for none."""

    size_name: str
    component: str
    card: Card
    fronts: tuple[str, ...]
    back: str
    size: Size
    copies: int


def table(name: str, entries: Sequence[ListEntry], one_each: bool = False) -> TextOutput:
    """Return a table (CSV) of fronts with their backs and copies; names of files are as seen from its folder.

    With `one_each` every file is one copy.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["front", "back", "copies", "card", "name", "component", "size", "width mm", "height mm"])
    for entry in entries:
        card, size = entry.card, entry.size
        for front in entry.fronts:
            writer.writerow(
                [
                    seen_from(name, front),
                    seen_from(name, entry.back) if entry.back else "",
                    1 if one_each else entry.copies,
                    card.id,
                    _plain(card.name),
                    entry.component,
                    entry.size_name,
                    f"{size.width:g}",
                    f"{size.height:g}",
                ]
            )
    return TextOutput(name, text.getvalue())


def _plain(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@", "\t", "\r") else name


def autofill(name: str, entries: Sequence[ListEntry], stock: str, foil: bool) -> Data:
    """Return an order as XML: every copy has a slot, counted from 0, and the commonest back is that of all slots.

    Only cards with another back than that are listed under `backs`. Names of files are as seen from the order.
    """
    from lxml import etree

    slots: list[tuple[ListEntry, range]] = []
    backs: Counter[str] = Counter()
    number = 0
    for entry in entries:
        slots.append((entry, range(number, number + entry.copies)))
        number += entry.copies
        backs[entry.back] += entry.copies
    common = backs.most_common(1)[0][0]
    order = etree.Element("order")
    details = etree.SubElement(order, "details")
    for word, said in (("quantity", str(number)), ("stock", stock), ("foil", "true" if foil else "false")):
        etree.SubElement(details, word).text = said
    fronts = etree.SubElement(order, "fronts")
    others: dict[str, list[int]] = {}
    for entry, its in slots:
        _card(fronts, seen_from(name, entry.fronts[0]), list(its))
        if entry.back != common:
            others.setdefault(entry.back, []).extend(its)
    if others:
        own = etree.SubElement(order, "backs")
        for back, its_slots in others.items():
            _card(own, seen_from(name, back), its_slots)
    etree.SubElement(order, "cardback").text = f"./{seen_from(name, common)}"
    return Data(name, etree.tostring(order, pretty_print=True, xml_declaration=True, encoding="UTF-8"))


def _card(around: _Element, file: str, slots: list[int]) -> None:
    from lxml import etree

    card = etree.SubElement(around, "card")
    base = file.rpartition("/")[2]
    for word, said in (
        ("id", f"./{file}"),
        ("sourceType", "Local File"),
        ("slots", ",".join(map(str, slots))),
        ("name", base),
        ("query", base.rpartition(".")[0]),
    ):
        etree.SubElement(card, word).text = said
