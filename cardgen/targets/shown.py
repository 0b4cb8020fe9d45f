"""Targets for people: a line in a list, a page about one, and docs/targets.md about all that ship with cardgen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.base.errors import Problems
from cardgen.base.files import templates_dir
from cardgen.model.kit import as_json
from cardgen.source.shape import Part
from cardgen.targets.readme import tried
from cardgen.targets.target import FOLDER, MAKERS, Target, read_target


def line_of(target: Target, owner: str = "") -> str:
    """Return a target in one line; `owner` is the kit that has it in its own folder."""
    whose = f" ({owner}'s own)" if owner else ""
    return (
        f"{target.name:20} {target.title}{whose}: {target.says or MAKERS[target.maker].says} {tried(target)}"
    )


def page(target: Target) -> str:
    """Return what there is to know about one target."""
    return "\n".join(
        [
            f"{target.title}, --for {target.name}",
            *(f"  {line}" for line in _about(target)),
            f"  {target.file}",
        ]
    )


def _about(target: Target) -> Iterator[str]:
    yield from filter(None, [target.says])
    yield tried(target)
    yield f"makes: {MAKERS[target.maker].says}"
    yield from filter(None, [f"sizes: {target.listed}" if target.listed else ""])
    yield from (f"rules: {', '.join(_said(vars(one)))}" for one in target.rules)
    for name, value in vars(target.asks).items():
        if isinstance(value, tuple) and value and isinstance(value[0], Part):
            yield f"{name}:"
            yield from ("  " + ", ".join(_said(vars(one))) for one in value)
        elif isinstance(value, Part):
            yield f"{name}: {', '.join(_said(vars(value)))}"
        else:
            yield f"{name}: {_plain(value)}"
    yield from (f"{number}. {step}" for number, step in enumerate(target.steps, 1))
    yield from target.links


def _said(values: Mapping[str, Any]) -> Iterator[str]:
    for name, value in values.items():
        yield str(value) if name in ("name", "size") else f"{name} {_plain(value)}"


def _plain(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case (int() as wide, int() as high):
            return f"{wide} × {high}"
        case tuple():
            return " ".join(_plain(one) for one in value)
        case _:
            return str(value)


def as_data(target: Target, owner: str = "") -> dict[str, Any]:
    """Return a target as plain data for `--json`."""
    return {
        "target": target.name,
        "title": target.title,
        "says": target.says,
        "maker": target.maker,
        "kit": owner or None,
        "file": str(target.file),
        "steps": list(target.steps),
        "tried": target.tried or None,
        "listed": target.listed or None,
        "rules": _data(target.rules),
        "links": list(target.links),
        "asks": _data(target.asks),
    }


def _data(value: Any) -> Any:
    if isinstance(value, Part):
        return {name: _data(one) for name, one in vars(value).items()}
    if isinstance(value, tuple):
        return [_data(one) for one in value]
    return as_json(value)


def targets_page() -> str:
    """Return docs/targets.md."""
    problems = Problems()
    files = sorted((templates_dir() / FOLDER).glob("*.yaml"))
    targets = [target for file in files if (target := read_target(file, problems))]
    problems.raise_errors()
    lines = [_HEAD, "| target | what you get | tried with |", "|---|---|---|"]
    lines += [
        f"| [`{one.name}`](#{_anchor(one.title)}) | {one.says or MAKERS[one.maker].says} | {one.tried or 'untried'} |"
        for one in targets
    ]
    for target in targets:
        lines += ["", f"## {target.title}", "", *_section(target)]
    return "\n".join([*lines, "", _TAIL])


def _anchor(title: str) -> str:
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _section(target: Target) -> Iterator[str]:
    yield f"`cardgen build GAME --for {target.name}`. {target.says}"
    yield from ("", f"![Some of what --for {target.name} makes](images/targets/{target.name}.png)", "")
    yield from (f"{number}. {step}" for number, step in enumerate(target.steps, 1))
    lists = {
        name: value
        for name, value in vars(target.asks).items()
        if isinstance(value, tuple) and value and isinstance(value[0], Part)
    }
    for parts in lists.values():
        keys = list(dict.fromkeys(name for one in parts for name in vars(one)))
        yield from ("", f"| {' | '.join(keys)} |", "|" + "---|" * len(keys))
        for one in parts:
            cells = [_cell(name, getattr(one, name), name in vars(one)) for name in keys]
            yield f"| {' | '.join(cells)} |"
    if target.listed:
        yield from ("", f"Sizes: {target.listed}.")
    if target.links:
        yield from ("", "The service itself: " + ", ".join(f"<{link}>" for link in target.links))


def _cell(name: str, value: Any, is_said: bool) -> str:
    if not is_said or value is None:
        return ""
    lengths = isinstance(value, float) and name != "scale"
    return (
        f"{value:.2%}".replace(".00%", " %")
        if name == "scale"
        else f"{value:.4g} mm"
        if lengths
        else _plain(value)
    )


_HEAD = """\
# Targets: where a kit can go

A printer at home is one place; a print service, an online table, a cutting machine are others. Each is a **target**: a YAML file that
says what is made.

```sh
cardgen targets                             # all of them; those of a kit as well
cardgen targets tgc                         # what one asks for
cardgen build biergarten --for tgc,mpc      # into output/biergarten/tgc/ and output/biergarten/mpc/
cardgen build biergarten --for tgc --only common --look low-ink
```

Every folder has a `README.txt` that says what to do with the files, what was changed so that they fit, what is missing, and what deserves a
look. The same stands in `kit.json` (`adapted`, `left_out`, `to_look_at`) and, where it is about your files, as warnings with their lines. The same
kit gives the same bytes, and nothing is sent anywhere: the upload is yours.

- **Another size.** A face that is nearly as large as what the service prints is scaled, both ways alike, until it covers its card, by 1.5 % at the
  most unless the target says more: 63 × 88 mm becomes 2.5 × 3.5 in. A card that lies on its side is turned.
- **Another bleed.** Where the service wants more than a face has, the art at the edge is mirrored outwards, by 4 mm at the most.
- **A component that fits no size of the target's list is left out** and reported with its numbers; everything else is made. A list is no
  catalogue of the service: each says where it comes from and when it was read.
- **The rules** are in the folder as the service takes them: pages of a booklet, or a PDF. Where it takes none, `README.txt` says so.
- **Tried or untried.** Each target says what its files were tried with, and when. Untried means that nobody has reported using them.
- **PDF/X.** With `--profile`, files for a press are PDF/X-1a:2003 or PDF/X-4 (`standard:`). cardgen reads each one back before it keeps it and
  refuses RGB, fonts that aren't embedded, missing boxes, dates or output intents, annotations inside the bleed, encryption and, for PDF/X-1a,
  transparency. That preflight is ours, so run your printer's, too. PDF/X-1a has no transparency: a page that uses it becomes a picture of 600 dpi.
- **The safe area.** Words must stay inside of it; so must named layers (groups with an id or an Inkscape label), unless they reach the cut, as a
  background does. What does not is told once, with its line in the template and its cards.
- **Backs.** A back that many cards share is one picture. The name of each picture has the id of its card; where it also has a hash, it changes
  with what is drawn and with nothing else, so that no old picture is mistaken for a new one.
"""

EXAMPLE = """\
title: Mondo Prints
says: Square cards and poker cards, each copy a picture of its own.
links: [https://example.com/templates]
steps: [Upload the folder `fronts`, then the folder `backs`.]
pictures:
  dpi: 350
  front: "{size}/fronts/{card}-{copy}-{hash}.png"
  back: "{size}/backs/{card}.png"
  copies: files
  sizes:
    - {name: poker, size: 2.5x3.5in, bleed: 2mm, safe: 3mm}
    - {name: square, size: 70x70mm, bleed: 2mm, safe: 3mm, scale: 12 %}
"""

_TAIL = f"""\
## A target of your own

A service that is not here needs a YAML file and nothing else. It lies in `targets/` of your kit, in `targets/` beside the folder of your kits, or in
`targets/` of your settings folder (`$CARDGEN_CONFIG`; on Linux `~/.config/cardgen`); its name is what `--for` is followed by. A nearer file hides a shipped one of the same name, so a
copy of `tgc.yaml` in your kit is where you allow a size that is 6 % off. With this as `targets/mondo.yaml`, `cardgen build GAME --for mondo` works:

```yaml
{EXAMPLE}```

- `title`, `says`, `links`, `steps`, `tried` and `listed` are for people: they are in `cardgen targets` and in README.txt. `rules:` says how the
  service takes the rule sheet or the booklet.
- One block says what is made: `pictures:` a picture of each face, `pages:` a PDF with one piece a page, `trimmed:` a
  picture of each face as it is cut, `tts:` and `pcio:` the files of Tabletop Simulator and playingcards.io.
- A size has a name, how it is cut and how much bleed goes round it; `pixels: 825x1125` where a service insists on its own number, `safe:` how far inside
  words must stay, `shape: round` for tokens, `scale:` how far off a face of yours may be, `takes: [common]` for which components or kinds it is meant.
  What is cut as a hexagon (`shape: hex`) takes only those, because a component is round or has four corners.
- Names of files may have words in braces: `{{game}}`, `{{size}}`, `{{component}}`, `{{card}}`, `{{hash}}`. `copies:` says how it is told how many there are:
  in a `list` (a table, CSV), in `names` ({{copies}}), as `files` ({{copy}}), as `slots` of an order in XML.
- `shared_back:` names a back that many cards share, `white_back:` one for cards that have none.

[Every entry](files.md#a-targets-file) stands in the reference, and an editor completes them with `cardgen schema --out schema` and this first line:
`# yaml-language-server: $schema=schema/target.schema.json`.
"""
