"""A deck as a table of cells, and one cell written back: everything else in the file stays to the letter.

What is written is read again before it counts: unless the new file says the same as the old one but for this cell, it is
not written at all, and the refusal says to use an editor.
"""

from __future__ import annotations

import csv
import io
import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from cardgen.base.errors import CardgenError, Problems
from cardgen.base.files import real, shipped
from cardgen.base.line_ends import TextFile, plain
from cardgen.model import KINDS
from cardgen.model.kit import as_json
from cardgen.source.cards import CardField, card_shape, expanded, find_cards, read_fields
from cardgen.source.expand import Unfilled, filled
from cardgen.source.nodes import Block, Document, Items, Step
from cardgen.source.parse import INVISIBLE, Folder, parse_yaml
from cardgen.source.rewrite import end_of, node_at
from cardgen.source.shape import NOTHING, Shape, Wrong
from cardgen.source.tables.csv_file import separator_of
from cardgen.source.tables.flow import flow
from cardgen.source.tables.sheet import cell_of
from cardgen.source.wrong import tell

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
STANDARD = ("id", "name", "count")
_ELSEWHERE = {
    ".json": "the card is in a JSON file: change it in an editor",
}


class NoCell(ValueError):
    """What was asked cannot be written by us; says why, and where to do it."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card as it is written: in which file (as the kit's folder knows it), at which path, and what it says of itself.

    `why_not` says why its cells cannot be written here, "" when they can.
    """

    file: str
    path: tuple[Step, ...]
    line: int
    said: Mapping[str, Any]
    why_not: str = ""
    sheet: str = ""
    makes: tuple[str, ...] = ()
    """The ids of the cards that the entry makes with `each:`."""


Change = tuple[tuple[Step, ...], str, Mapping[str, Any]]
"""The path of a card; `set`, `duplicate` or `remove`; and the values that it, or its copy, then has (None: the key goes)."""


@dataclass(frozen=True, slots=True)
class CardTable:
    """The cards of a component as a table: its columns are what every card has and its fields."""

    component: str
    title: str
    fields: Mapping[str, CardField]
    rows: tuple[CardRow, ...]


def tables_of(folder: Path) -> list[CardTable]:
    """Return the cards of all components of a kit as they are written; CardgenError when they cannot be found."""
    problems = Problems()
    place = Folder(folder, problems)
    game = place.open_yaml("game.yaml")
    if game is None:
        raise CardgenError(problems)
    found = []
    label = game.file.removesuffix("game.yaml")
    for kind in KINDS:
        block = game.get(kind)
        for name in block if isinstance(block, Block) else ():
            fields = read_fields(game, kind, name, "fields")
            listed = find_cards(place, game, fields, kind, name, "cards") or ()
            rows = tuple(_row(label, one.document, (*one.path, n)) for one in listed for n in one.entries)
            title = game.get(kind, name, "title")
            found.append(CardTable(name, title if isinstance(title, str) else name, fields, rows))
    problems.raise_errors()
    return found


def _row(label: str, document: Document, path: tuple[Step, ...]) -> CardRow:
    said = document.get(*path)
    name = document.file.removeprefix(label)
    suffix = Path(document.file).suffix.lower()
    why = _ELSEWHERE.get(suffix, "")
    makes: tuple[str, ...] = ()
    if isinstance(said, Block) and "each" in said:
        why = why or "this entry makes several cards (each:)"
        if suffix in (".yaml", ".yml"):
            quiet = replace(document, problems=Problems())
            makes = tuple(str(data.get("id")) for _, _, data in expanded(said, quiet, path))
    known: dict[str, Any] = {}
    if isinstance(said, Block):
        known = {key: _plain(value) for key, value in said.items()}
    place = document.place(*path)
    sheet = place.cell.rpartition("!")[0]
    if sheet.startswith("'"):
        sheet = sheet[1:-1].replace("''", "'")
    return CardRow(name, path, place.line, known, why, sheet, makes)


def _plain(value: Any) -> Any:
    if isinstance(value, Block):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, Items | tuple) else as_json(value)


def checked(table: CardTable, row: CardRow, key: str, value: Any) -> None:
    """Raise NoCell for what would break the file, with the message of `cardgen check`.

    A value that its field does not take may stand in YAML, as in an editor; in a table file its cell could not be read again.
    """
    if row.why_not and not row.makes:
        raise NoCell(row.why_not)
    if key not in table.fields and key not in STANDARD:
        raise NoCell(f"{table.component} has no field '{key}'")
    if key in table.fields and table.fields[key].made:
        raise NoCell(f"{key} is made from {table.fields[key].of}")
    if key == "id" and value is None:
        raise NoCell("every card has an id")
    in_yaml = Path(row.file).suffix.lower() in (".yaml", ".yml")
    if in_yaml and isinstance(value, str) and (unseen := INVISIBLE.search(value)):
        raise NoCell(
            f"there is an invisible character in it (U+{ord(unseen[0]):04X}), delete it and type the place again"
        )
    said = {**row.said, key: value}
    if value is None:
        said.pop(key, None)
    if row.makes:
        wrong = [text for made in _made(said) for text in wrong_in(table.fields, made).values()]
    else:
        found = wrong_in(table.fields, said)
        wrong = [found[key]] if (key == "id" or not in_yaml) and key in found else []
    if wrong:
        raise NoCell(wrong[0])


def _made(entry: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what the cards say that an entry makes with `each:`; NoCell for an expression that cannot be worked out."""
    each = entry["each"]
    rest = {key: value for key, value in entry.items() if key != "each"}
    try:
        return [
            filled(rest, dict(zip(each, chosen, strict=True)), ())
            for chosen in itertools.product(*each.values())
        ]
    except Unfilled as failure:
        raise NoCell(f"in {{{{ {failure.text} }}}}: {failure.error}") from None


def _nowhere(data: Any) -> Document:
    at = parse_yaml("{}", "", Problems()).at  # type: ignore[union-attr]
    return Document("", data, at, problems=Problems())


def wrong_in(fields: Mapping[str, CardField], said: Mapping[str, Any]) -> dict[str, str]:
    """Return what `cardgen check` says of the values of a card, by the key that it is about."""
    try:
        card_shape(fields).read(dict(said))
        return {}
    except Wrong as wrong:
        found: dict[str, str] = {}
        for fault in wrong.faults:
            document = _nowhere(dict(said))
            tell(fault, document)
            for problem in document.problems:
                found.setdefault(str(fault.inside[0]) if fault.inside else "id", problem.message)
        return found


def wrong_in_field(key: str, shape: Shape[Any], value: Any) -> str:
    """Return what is wrong with the value of a field, "" for nothing."""
    try:
        shape.read(value)
        return ""
    except Wrong as wrong:
        document = _nowhere({key: value})
        tell(wrong.faults[0], document, (key,))
        return next(iter(document.problems)).message


def default_of(table: CardTable, key: str) -> Any:
    """Return what a card has that does not say a key, NOTHING where it must say it."""
    default = table.fields[key].key.default if key in table.fields else NOTHING
    return default if default is NOTHING else as_json(default)


def with_one_out(text: str, path: tuple[Step, ...], number: int) -> str:
    """Return the text of a YAML file in which one of the cards that an entry makes with `each:` is an entry of its own.

    The entry goes on making the others: it is split where several names have values.
    """
    data, node = _data(text), node_at(yaml.compose(text, Loader=_LOADER), path)
    entry = _entry(data, path)
    each = entry["each"]
    chosen = list(itertools.product(*each.values()))[number]
    begin, end = _lines_of(text, node)  # type: ignore[arg-type]
    piece = text[begin:end] if text[:end].endswith("\n") else text[begin:end] + "\n"
    parts, entries = [], []
    for at, (name, values) in enumerate(each.items()):
        rest = [one for one in values if one != chosen[at]]
        if rest:
            fixed = {one: [chosen[n]] for n, one in enumerate(each) if n < at}
            left = {**each, **fixed, name: rest}
            parts.append(with_cell(piece, (0,), "each", left))
            entries.append({**entry, "each": left})
    own = _made(entry)[number]
    parts.append(_as_entry(own, piece))
    *above, at_entry = path
    _entry(data, tuple(above))[at_entry : at_entry + 1] = [*entries, own]  # type: ignore[operator]
    return _same(text[:begin] + "".join(parts) + text[end:], data)


def _as_entry(card: Mapping[str, Any], beside: str) -> str:
    """Return the lines of an entry that is indented as the lines of another are."""
    indent = beside[: beside.index("-")]
    return f"{indent}- " + f"{indent}  ".join(f"{flow(key)}: {flow(value)}\n" for key, value in card.items())


def meant(text: str) -> Any:
    """Return what is typed in a cell where anything may stand, as a file of YAML would mean it."""
    problems = Problems()
    document = parse_yaml(f"[{text}\n]" if text.lstrip()[:1] not in "[{" else f"[{text}]", "", problems)
    if document is None or problems.errors or not isinstance(document.data, Items) or len(document.data) != 1:
        raise NoCell("this is no YAML: write it as in a file, such as {draw: 2} or some words")
    return _plain_data(document.data[0])


# -- YAML


def with_cell(text: str, path: tuple[Step, ...], key: str, value: Any) -> str:
    """Return the text of a YAML file in which the card at this path says something else; None takes the key out.

    NoCell where that cannot be done without touching anything else.
    """
    card = node_at(yaml.compose(text, Loader=_LOADER), path)
    if not isinstance(card, yaml.MappingNode):
        raise NoCell("this card is no block of keys; change it in an editor")
    pair = next(((k, v) for k, v in card.value if k.value == key), None)
    if pair is None:
        new = text if value is None else _inserted(text, card, f"{flow(key)}: {flow(value)}")
    elif value is None:
        new = _taken_out(text, card, pair)
    else:
        new = _replaced(text, pair, value, bool(card.flow_style))
    wanted = _data(text)
    entry = _entry(wanted, path)
    if value is None:
        entry.pop(key, None)
    else:
        entry[key] = value
    return _same(new, wanted)


def with_entry(text: str, kind: str, key: str, block: str) -> str:
    """Return the text of a YAML file with one more entry, as it is written, behind the last of a block at its root.

    The block is begun at the end of the file where it is not there. NoCell where that cannot be done.
    """
    wanted = _data(text)
    node = node_at(yaml.compose(text, Loader=_LOADER), (kind,))
    new = _data(block)
    if node is None:
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        wanted[kind] = new
        return _same(f"{text}{gap}{kind}:\n{block}", wanted)
    if not isinstance(node, yaml.MappingNode) or node.flow_style or key in wanted[kind]:
        raise NoCell(f"{kind} of game.yaml is no block with room for '{key}'; use an editor")
    indent = " " * int(node.value[0][0].start_mark.column)
    lines = [indent + line.removeprefix("  ") if line else line for line in block.splitlines()]
    end = text.find("\n", end_of(node))
    end = len(text) if end < 0 else end
    wanted[kind] |= new
    return _same(text[:end] + "\n" + "\n".join(lines), wanted, text[end:])


def with_block(text: str, key: str, value: Mapping[str, Any]) -> str:
    """Return the text of a YAML file in which a key at its top says something else; only what is different is written.

    A key that is not there is added at the end. NoCell where that cannot be done without touching anything else.
    """
    root = yaml.compose(text, Loader=_LOADER)
    now = _data(text) if root is not None else {}
    if not isinstance(now, dict) or getattr(root, "flow_style", False):
        raise NoCell("this file is no block of keys; change it in an editor")
    if isinstance(now.get(key), dict) and now[key]:
        return _merged(text, (key,), now[key], value)
    if key in now:
        return with_cell(text, (), key, value)
    end = "" if not text or text.endswith("\n") else "\n"
    return _same(f"{text}{end}{key}:\n{_as_block(value, '  ')}", {**now, key: value})


def _as_block(value: Mapping[str, Any], indent: str) -> str:
    lines = []
    for name, inner in value.items():
        if isinstance(inner, Mapping) and inner and indent == "  ":
            lines += [f"{indent}{flow(name)}:\n", _as_block(inner, indent * 2)]
        elif isinstance(inner, list) and inner and isinstance(inner[0], Mapping):
            lines += [f"{indent}{flow(name)}:\n", *(f"{indent}  - {flow(one)}\n" for one in inner)]
        else:
            lines.append(f"{indent}{flow(name)}: {flow(inner)}\n")
    return "".join(lines)


def _merged(text: str, path: tuple[Step, ...], old: Any, new: Mapping[str, Any]) -> str:
    for key in [key for key in old if key not in new] if new else ():
        try:
            text = with_cell(text, path, key, None)
        except NoCell:  # such as the first key of a block: then the block is written as a whole
            return with_cell(text, path[:-1], str(path[-1]), new)
    for key, value in new.items():
        was = old.get(key)
        if isinstance(was, dict) and was and isinstance(value, Mapping) and value:
            text = _merged(text, (*path, key), was, value)
        elif key not in old or repr(was) != repr(value):
            text = with_cell(text, path, key, value)
    return text if new else with_cell(text, path[:-1], str(path[-1]), new)


def with_key(text: str, path: tuple[Step, ...], old: str, new: str) -> str:
    """Return the text of a YAML file in which a key of the block at this path has another name; NoCell where that cannot be."""
    block = node_at(yaml.compose(text, Loader=_LOADER), path)
    wanted = _data(text)
    said = _entry(wanted, path)
    renamed = {new if key == old else key: value for key, value in said.items()}
    said.clear()
    said.update(renamed)
    name = next(key for key, _ in block.value if key.value == old)  # type: ignore[union-attr]
    return _same(text[: name.start_mark.index] + new + text[name.end_mark.index :], wanted)


def as_text(data: bytes) -> TextFile:
    """Return the text of a file with plain line ends, and how its own are put back."""
    try:
        return plain(data)
    except UnicodeDecodeError:
        raise NoCell("the file is not saved as UTF-8") from None


def why_read_only(folder: Path) -> str:
    """Return why nothing is written into a kit: it is one of those that come with an installed cardgen; "" for any other."""
    home = shipped()
    if home.name == "_content" and real(folder).is_relative_to(real(home)):
        return (
            f"this game comes with cardgen; cardgen new my-game --from {folder.name} makes a copy of your own"
        )
    return ""


def with_changes(text: str, changes: Sequence[Change]) -> str:
    """Return the text of a YAML file after all this was done to its cards, each at the path that it has now.

    NoCell where one of them cannot be done without touching anything else.
    """
    root, data = yaml.compose(text, Loader=_LOADER), _data(text)
    try:
        spans = [_lines_of(text, node) for path, *_ in changes if (node := node_at(root, path))]
    except NoCell:
        if any(what != "set" for _, what, _ in changes):
            raise
        for path, _, values in changes:  # cards that share a line
            for key, value in values.items():
                text = with_cell(text, path, key, value)
        return text
    pieces: list[tuple[int, int, str]] = []
    lists: dict[tuple[Step, ...], dict[int, list[Any]]] = {}
    for (path, what, values), (begin, end) in zip(changes, spans, strict=True):
        *above, number = path
        card = _entry(data, path)
        if what == "set":
            new = card
        else:
            new = _made(card)[0] if "each" in card else dict(card)
            entries = lists.setdefault(
                tuple(above), {n: [one] for n, one in enumerate(_entry(data, tuple(above)))}
            )
            if what == "duplicate":
                entries[number].append(new)  # type: ignore[index]
            else:
                entries[number].pop(0)  # type: ignore[index]
        piece = text[begin:end]
        if what == "duplicate" and "each" in card:
            piece = _as_entry(new, piece)
        for key, value in values.items():
            piece = with_cell(piece, (0,), key, value)
            new.pop(key, None) if value is None else new.update({key: value})
        if what == "set":
            pieces.append((begin, end, piece))
        elif what == "duplicate":
            first = "" if text[:end].endswith("\n") else "\n"
            pieces.append((end, end, f"{first}{piece}" if first or piece.endswith("\n") else f"{piece}\n"))
        else:
            pieces.append((begin, end, ""))
    for place, entries in lists.items():
        if not any(entries.values()):
            raise NoCell("a component has at least one card")
        _entry(data, place)[:] = [one for ones in entries.values() for one in ones]
    return _same(_with_pieces(text, pieces), data)


def _with_pieces(text: str, pieces: Sequence[tuple[int, int, str]]) -> str:
    """Return a text with other pieces between these places; of two at one place the first comes first."""
    for begin, end, piece in sorted(pieces, key=lambda one: one[:2])[::-1]:
        text = text[:begin] + piece + text[end:]
    return text


def with_card(text: str, path: tuple[Step, ...], what: str) -> str:
    """Return the text of a YAML file in which the card at this path went `up` or `down`."""
    *above, number = path
    listed = node_at(yaml.compose(text, Loader=_LOADER), tuple(above))
    if not isinstance(listed, yaml.SequenceNode) or listed.flow_style or not isinstance(number, int):
        raise NoCell("the cards stand in one line; put each on a line of its own in an editor")
    entries = [_with_comments(text, *_lines_of(text, one)) for one in listed.value]
    data = _data(text)
    cards = _entry(data, tuple(above))
    other = number + (1 if what == "down" else -1)
    if what not in ("up", "down") or not 0 <= other < len(cards):
        raise NoCell("there is nothing to change places with")
    first, second = sorted((entries[number], entries[other]))
    if not text[: second[1]].endswith("\n"):
        text += "\n"
        second = (second[0], second[1] + 1)
    cards[number], cards[other] = cards[other], cards[number]
    new = (
        text[: first[0]]
        + text[slice(*second)]
        + text[first[1] : second[0]]
        + text[slice(*first)]
        + text[second[1] :]
    )
    return _same(new, data)


def _lines_of(text: str, node: yaml.Node) -> tuple[int, int]:
    """Return where the lines of a list's entry begin and end, its line end included."""
    begin = text.rfind("\n", 0, node.start_mark.index) + 1
    if text[begin : node.start_mark.index].strip() != "-":
        raise NoCell(
            "another card stands in the line of this one; put each on a line of its own in an editor"
        )
    end = text.find("\n", end_of(node))
    return begin, len(text) if end < 0 else end + 1


def _with_comments(text: str, begin: int, end: int) -> tuple[int, int]:
    """Return the lines of an entry with the comments directly above it that are indented as it is."""
    sign = re.match(" *", text[begin:])[0] + "#"  # type: ignore[index]
    while begin and text.startswith(sign, start := text.rfind("\n", 0, begin - 1) + 1):
        begin = start
    return begin, end


def _replaced(text: str, pair: tuple[yaml.Node, yaml.Node], value: Any, in_flow: bool) -> str:
    name, old = pair
    new = flow(value)
    if isinstance(value, str) and isinstance(old, yaml.ScalarNode):
        if old.style == '"':
            new = json.dumps(value, ensure_ascii=False)
        elif old.style == "'" and "\n" not in value:
            new = "'" + value.replace("'", "''") + "'"
        elif old.style in ("|", ">") and not in_flow and value.strip() == value and value:
            indent = " " * (name.start_mark.column + 2)
            new = "|-\n" + "\n".join(f"{indent}{line}" if line else "" for line in value.split("\n"))
    start = name.end_mark.index
    between = text[start : old.start_mark.index] if old.start_mark.index > start else ":"
    if "\n" in between or "#" in between:  # the value begins on a line of its own
        between = ": "
    return text[:start] + between + new + text[max(start, end_of(old)) :]


def _inserted(text: str, card: yaml.MappingNode, entry: str) -> str:
    if not card.value:
        raise NoCell("this card says nothing yet; change it in an editor")
    end = end_of(card.value[-1][1])
    if card.flow_style:
        return f"{text[:end]}, {entry}{text[end:]}"
    line = text.find("\n", end)
    line = len(text) if line < 0 else line
    indent = " " * int(card.value[0][0].start_mark.column)
    return f"{text[:line]}\n{indent}{entry}{text[line:]}"


def _taken_out(text: str, card: yaml.MappingNode, pair: tuple[yaml.Node, yaml.Node]) -> str:
    number = card.value.index(pair)
    start, end = pair[0].start_mark.index, end_of(pair[1])
    if card.flow_style:
        if number:
            start = end_of(card.value[number - 1][1])
        elif len(card.value) > 1:
            end = card.value[1][0].start_mark.index
        return text[:start] + text[end:]
    if not number:
        raise NoCell("the first key of a card stays where it is; change it in an editor")
    line = text.find("\n", end)
    start = text.rfind("\n", 0, start)
    return text[:start] + (text[line:] if line >= 0 else "")


def _data(text: str) -> Any:
    problems = Problems()
    document = parse_yaml(text, "cards", problems)
    if document is None or problems.errors:
        raise NoCell("the file has mistakes; mend them in an editor first")
    return _plain_data(document.data)


def _plain_data(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain_data(one) for key, one in value.items()}
    return [_plain_data(one) for one in value] if isinstance(value, list) else value


def _entry(data: Any, path: tuple[Step, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def _same(new: str, wanted: Any, rest: str = "") -> str:
    """Return the new text if it says what is wanted; NoCell for anything else."""
    new += rest
    try:
        data = _data(new)
    except NoCell:
        data = None
    if repr(data) != repr(wanted):
        raise NoCell("this cannot be written here without changing something else; use an editor")
    return new


# -- CSV


def with_csv_changes(
    text: str, table: CardTable, lines: Sequence[int], changes: Sequence[tuple[int, str, Mapping[str, Any]]]
) -> str:
    """Return the text of a csv file after all this was done to the rows that begin in these lines.

    `lines` are those of all cards; a change is as in `with_changes`, or `up` or `down`. NoCell says what cannot be done.
    """
    separator = separator_of(text, table.fields)
    if not text.endswith("\n") and any(what != "set" for _, what, _ in changes):
        text += "\n"
    rows = dict(_spans(text, separator))
    header = next((cells for cells in rows.values() if any(_word(text, one) == "id" for one in cells)), None)
    names = [_word(text, one) for one in header or ()]
    starts = [cells[0][0] for cells in rows.values()]
    ends = dict(zip(rows, [*starts[1:], len(text)], strict=True))
    pieces = []
    for line, what, values in changes:
        if line not in rows:
            raise NoCell("the file has changed; load it again")
        cells, begin, end = rows[line], rows[line][0][0], ends[line]
        words: dict[int, str] = {}
        for key, value in values.items():
            for name, shown in columns_of(table, key, value).items():
                if name not in names:
                    raise NoCell(f"the file has no column '{name}'; add it there")
                words[names.index(name)] = _quoted(_shown(shown), separator)
        parts = [text[slice(*one)] for one in cells]
        parts += [""] * (max(words, default=0) + 1 - len(parts))
        for column, word in words.items():
            parts[column] = word
        new = separator.join(parts) + text[cells[-1][1] : end]
        if what in ("up", "down"):
            other = lines.index(line) + (1 if what == "down" else -1)
            if not 0 <= other < len(lines):
                raise NoCell("there is nothing to change places with")
            place = rows[lines[other]][0][0], ends[lines[other]]
            pieces += [(begin, end, text[slice(*place)]), (*place, new)]
        else:
            pieces.append(
                {"set": (begin, end, new), "duplicate": (end, end, new)}.get(what, (begin, end, ""))
            )
    if len({line for line, what, _ in changes if what == "remove"}) == len(lines):
        raise NoCell("a component has at least one card")
    return _with_pieces(text, pieces)


def columns_of(table: CardTable, key: str, value: Any) -> dict[str, Any]:
    """Return what a key of a card is in a table: for each column what its cell holds, "" for nothing."""
    takes = table.fields[key].takes if key in table.fields else None
    if takes and takes.kind == "counts":
        return {f"{key}.{one}": count for one, count in dict(value or {}).items()}
    return {key: "" if value is None else cell_of(value, takes) if takes else value}


def _shown(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _quoted(word: str, separator: str) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator="").writerow([word, ""])
    return out.getvalue()[: -len(separator)]


def _word(text: str, span: tuple[int, int]) -> str:
    word = text[slice(*span)].strip()
    return word[1:-1].replace('""', '"').strip() if word.startswith('"') else word


def _spans(text: str, separator: str) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield each row: the line in which it begins, and where its cells begin and end."""
    line, start, at, quoted = 1, 0, 0, False
    begun, cells = 1, list[tuple[int, int]]()
    while at <= len(text):
        sign = text[at] if at < len(text) else "\n"
        if quoted and at < len(text):
            quoted = sign != '"'
        elif sign == '"':
            quoted = True
        elif sign == separator:
            cells.append((start, at))
            start = at + 1
        elif sign == "\n":
            end = at - 1 if text[at - 1 : at] == "\r" else at
            cells.append((start, max(start, end)))
            yield begun, cells
            cells, start, begun = [], at + 1, line + 1
        line += sign == "\n"
        at += 1
