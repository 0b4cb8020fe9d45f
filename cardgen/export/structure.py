"""The structure of a tagged PDF: what is heard, in reading order, and which marked parts of the pages belong to it."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.drawing import Tag
from cardgen.export.objects import PdfDocument, Ref, text

_SPOKEN = {"Figure": b"/Alt"}
"""The entry for words that are read aloud: a figure's description; anything else is read in these words instead."""


_HEADINGS = frozenset({"H1", "H2", "H3", "H4"})


class _Element:
    """One element: what it holds, elements and marked parts of pages, in reading order."""

    def __init__(self, name: str, tag: Tag, above: Ref) -> None:
        self.ref = Ref(name)
        self.tag = tag
        self.above = above
        self.holds: list[bytes | Ref] = []


class Structure:
    """Gathers the tags of all pages and writes the tree that they make; nothing for pages without tags."""

    def __init__(self, document: PdfDocument) -> None:
        self._document = document
        self._top = _Element("element0", Tag("Document"), Ref("structure"))
        self._elements: dict[Tag, _Element] = {}
        self._owners: list[list[Ref] | Ref] = []

    def page(self, name: str, tags: Sequence[tuple[Tag, ...]]) -> bytes:
        """Take the tags of the next page, one path for each of its marked parts; return what the page says of it."""
        if not tags:
            return b""
        owners = [self._element(path) for path in tags]
        for number, owner in enumerate(owners):
            owner.holds += [b"<</Type/MCR/Pg ", Ref(name), b"/MCID %d>>" % number]
        self._owners.append([owner.ref for owner in owners])
        return b"/Tabs/S/StructParents %d" % (len(self._owners) - 1)

    def link(self, name: str, page: str, tag: Tag) -> bytes:
        """Take a link on a page, which belongs to a part that is heard; return what the link says of it."""
        owner = self._elements[tag]
        owner.holds += [b"<</Type/OBJR/Obj ", Ref(name), b"/Pg ", Ref(page), b">>"]
        self._owners.append(owner.ref)
        return b"/StructParent %d" % (len(self._owners) - 1)

    def _element(self, path: tuple[Tag, ...]) -> _Element:
        found = self._top
        for tag in path:
            for part in (tag.parent, tag) if tag.parent else (tag,):
                found = self._part(part, found)
        return found

    def _part(self, tag: Tag, above: _Element) -> _Element:
        if tag not in self._elements:
            one = self._elements[tag] = _Element(f"element{len(self._elements) + 1}", tag, above.ref)
            above.holds.append(one.ref)
        return self._elements[tag]

    def write(self) -> None:
        if not self._owners:
            return
        # a page whose smaller headings follow its title at once skips no level
        levels = sorted({tag.role for tag in self._elements} & _HEADINGS)
        named = {role: f"H{level}" for level, role in enumerate(levels, 1)}
        for one in (self._top, *self._elements.values()):
            said = _SPOKEN.get(one.tag.role, b"/ActualText") + text(one.tag.said) if one.tag.said else b""
            scope = b"/A<</O/Table/Scope/Column>>" if one.tag.role == "TH" else b""
            parts = [part for held in one.holds for part in (held, b" ")]
            head = f"<</Type/StructElem/S/{named.get(one.tag.role, one.tag.role)}/P ".encode()
            self._document.add(one.ref.name, head, one.above, said, scope, b"/K[", *parts, b"]>>")
        owners: list[bytes | Ref] = []
        for number, held in enumerate(self._owners):
            if isinstance(held, Ref):
                owners += [b"%d " % number, held, b" "]
            else:
                owners += [b"%d[" % number, *(part for ref in held for part in (ref, b" ")), b"]"]
        self._document.add("owners", b"<</Nums[", *owners, b"]>>")
        next_one = b"/ParentTreeNextKey %d>>" % len(self._owners)
        tree = (b"<</Type/StructTreeRoot/K ", self._top.ref, b"/ParentTree ", Ref("owners"), next_one)
        self._document.catalog(
            StructTreeRoot=self._document.add("structure", *tree), MarkInfo=b"<</Marked true>>"
        )
