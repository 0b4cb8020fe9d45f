"""A beginning of rules for a kit that has none: its cards are dealt, played and drawn, with numbered rules and scenarios."""

from __future__ import annotations

from pathlib import Path

from cardgen.app.adding import write_files
from cardgen.app.start import NewGame, filled
from cardgen.base.destination import write_whole
from cardgen.base.files import read_named
from cardgen.base.line_ends import plain
from cardgen.engine.zones import Pieces
from cardgen.model import Component, Kit
from cardgen.source import load_kit
from cardgen.source.cells import why_read_only, with_entry

_ZONES = ("deck", "hand", "laid", "away")
_MOST_IN_HAND = 5


def add_rules(kit: Path) -> list[Path]:
    """Write rules.yaml, scenarios, numbered rules and the number of cards in hand; return the files.

    ValueError for a kit that has rules, or too few cards to deal; CardgenError for one that cannot be read. Then nothing is written.
    """
    from cardgen.games import GAMES

    if why_not := why_read_only(kit):
        raise ValueError(why_not)
    read = load_kit(kit)
    if read.slug in GAMES or (kit / "rules.yaml").exists():
        raise ValueError(f"{read.title} has rules already; change them in an editor")
    names = _beginning(read)
    table = str(names["table"])
    file = plain(read_named(kit / "game.yaml"))
    text = with_entry(file.text, "tables", table, f"  {table}: {table}.yaml\n")
    seeds = kit.resolve().parent.parent / "seeds" / f"{kit.name}.yaml"
    files = {
        "rules.yaml": filled("added_rules.yaml.in", names),
        f"{table}.yaml": f"# The numbers of the rules, said once.\nhand: {names['hand']}     # cards that each player is dealt\n",
        f"scenarios/{kit.name}.yaml": filled("added_scenarios.yaml", names),
    }
    if there := [path for path in (seeds, *(kit / name for name in files)) if path.exists()]:
        raise ValueError(f"{there[0].name} is there already; nothing was written")
    write_files(kit, files)
    seeds.parent.mkdir(exist_ok=True)
    write_whole(seeds, filled("added_seeds.yaml", names))
    write_whole(kit / "game.yaml", file.bytes_of(text))
    return [*(kit / name for name in files), seeds, kit / "game.yaml"]


def _beginning(kit: Kit) -> dict[str, object]:
    """Return what the templates may ask: what is dealt, how many, what counts."""
    stock, others = _stock(kit)
    least, most = max(2, kit.players.min), kit.players.max
    if most < 2:
        raise ValueError(
            "these rules are for two players or more; write players: {min: 2, max: 4} into game.yaml"
        )
    if stock.total <= most:
        raise ValueError(
            f"'{stock.id}' has too few cards: {stock.total} for {most} players; rules begin with more than one for each"
        )
    wanted = NewGame(kit.title, least, most)
    cards = stock.cards
    worth = next((name for name in stock.fields if all(type(c.fields.get(name)) is int for c in cards)), "")
    wins = f"The highest sum of '{worth}' on one's cards wins" if worth else "Who has played most cards wins"
    hand = min(_MOST_IN_HAND, (stock.total - 1) // most)
    zones = {one.id: one.id if one.id not in _ZONES else f"{one.id}_supply" for one in others}
    first, second = Pieces([stock]).names[:2]
    return {
        **wanted.names(),
        "slug": kit.slug,
        "stock": stock.id,
        "supplies": [(zones[one.id], one.id, one.kind == "decks") for one in others],
        "table": "numbers" if "numbers" not in kit.tables else "dealing",
        "hand": hand,
        "dealt": f"{hand} card{'s' * (hand > 1)}",
        "total": stock.total,
        "first": first,
        "second": second,
        "score": f"sum(c.{worth} for c in my laid)" if worth else "count(my laid)",
        "counted": f"{wins}; equals share the win.",
    }


def _stock(kit: Kit) -> tuple[Component, list[Component]]:
    """Return the largest deck, or the largest set of tiles or tokens where there is none, and what lies beside it."""
    some = [one for kind in ("decks", "tiles", "tokens") for one in kit.components if one.kind == kind]
    if not some:
        raise ValueError(
            "rules begin with cards, tiles or tokens, and this kit has none; --add portrait brings cards"
        )
    stock = max((one for one in some if one.kind == some[0].kind), key=lambda one: one.total)
    return stock, [one for one in some if one is not stock]
