"""Changing single values of a YAML file that somebody wrote: everything else stays to the letter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def with_values(text: str, values: Mapping[tuple[str, ...], str]) -> str:
    """Return the text of a YAML file with other values at these paths, as they are to be written.

    KeyError for a path that is not there. Comments stay, but for those inside a value that is replaced.
    """
    root = yaml.compose(text, Loader=_LOADER)
    pieces = []
    for path, new in values.items():
        key, value = _found(root, path)
        start, end = key.end_mark.index, end_of(value)
        between = text[start : value.start_mark.index]
        # what stands between the key and its value: the colon, and perhaps a comment of the key
        _, _, comment = between.partition("#")
        comment = f"  # {comment.splitlines()[0].strip()}" if comment else ""
        pieces.append((start, max(start, end), f": {new}{comment}"))
    for start, end, piece in sorted(pieces, reverse=True):
        text = text[:start] + piece + text[end:]
    return text


def _found(root: yaml.Node | None, path: tuple[str, ...]) -> tuple[yaml.Node, yaml.Node]:
    if root is None:
        raise KeyError(path)
    key = node = root
    for step in path:
        if not isinstance(node, yaml.MappingNode):
            raise KeyError(path)
        pair = next(((k, v) for k, v in node.value if k.value == step), None)
        if pair is None:
            raise KeyError(path)
        key, node = pair
    return key, node


def node_at(root: yaml.Node | None, path: Sequence[str | int]) -> yaml.Node | None:
    node = root
    for step in path:
        match node:
            case yaml.MappingNode():
                node = next((v for k, v in node.value if k.value == step), None)
            case yaml.SequenceNode() if isinstance(step, int) and step < len(node.value):
                node = node.value[step]
            case _:
                return None
    return node


def end_of(node: yaml.Node) -> int:
    """Return where a value ends; the parser's mark of a block list stands behind the comments that follow it."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return end_of(last[1] if isinstance(node, yaml.MappingNode) else last)
    if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
        return int(node.end_mark.index) - 1
    return int(node.end_mark.index)
