"""Objects of Tabletop Simulator as its saved files say them: cards, decks, tiles, stacks and bags of a kit.

The words are those of its saved files (https://kb.tabletopsimulator.com/custom-content/save-file-format/). A unit is about
an inch; x goes to the right and z away from the first player, who sits in the south.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias

from cardgen.base.own import table
from cardgen.model import Card, Component, Kind
from cardgen.targets.spread import Spot

CARDS: Final[frozenset[Kind]] = frozenset({"decks", "aids"})
"""What is a card there; everything else is a tile, which has a thickness."""
_LIES = 1.1  # units: just above a table
_SAYS: Final = table(__file__, "tts_objects.yaml")
COLOURS: Final[Mapping[str, Sequence[float]]] = _SAYS["colours"]
"""The colours of players there, in the order in which seats get them."""


@dataclass(frozen=True, slots=True)
class Design:
    """One card of the kit as the table knows it: its cell (`card_id`) or its pictures, and its scale."""

    card: Card
    component: Component
    words: str
    scale: Spot
    card_id: int = 0
    deck: Object = field(default_factory=dict)
    front: str = ""
    back: str = ""

    @property
    def is_card(self) -> bool:
        """Whether it is held in decks."""
        return lies_in_decks(self.component)

    @property
    def size(self) -> Spot:
        """Width and height in mm."""
        return (self.component.size.width, self.component.size.height)


Place: TypeAlias = tuple[float, float, float]
Object: TypeAlias = dict[str, Any]


class _Turn(NamedTuple):
    """How a thing lies: in degrees about the vertical (180: upright for the first player), and face up or down."""

    around: float
    face_up: bool = True


@dataclass(slots=True)
class Pile:
    """Pieces that go together: a deck of cards, a bag of tiles, a stack of equal tiles, or one thing alone."""

    designs: list[Design]
    face_up: bool = True
    locked: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Width and depth in mm."""
        return (
            max(design.size[0] for design in self.designs),
            max(design.size[1] for design in self.designs),
        )


Guid = Callable[[], str]


def _guids(seed: str) -> Guid:
    """Return a maker of names for objects: six hexadecimal digits, each once, the same in every build."""
    used: set[str] = set()
    count = 0

    def make() -> str:
        nonlocal count
        while True:
            count += 1
            guid = sha256(f"{seed} {count}".encode()).hexdigest()[:6]
            if guid not in used:
                used.add(guid)
                return guid

    return make


def _object(name: str, guid: str, at: Place, turn: _Turn, scale: tuple[float, float]) -> Object:
    """Return what every object says, at a place in units."""
    return {
        "GUID": guid,
        "Name": name,
        "Transform": {
            "posX": round(at[0], 4),
            "posY": round(at[1], 4),
            "posZ": round(at[2], 4),
            "rotX": 0.0,
            "rotY": turn.around,
            "rotZ": 0.0 if turn.face_up else 180.0,
            "scaleX": round(scale[0], 6),
            "scaleY": 1.0,
            "scaleZ": round(scale[1], 6),
        },
        **deepcopy(_SAYS["object"]),
    }


UPRIGHT: Final = 180.0
"""How far a thing is turned that the first player reads, in degrees."""


def lies_in_decks(component: Component) -> bool:
    """Whether its pieces are cards there; a deck's cards have one of a few shapes."""
    return component.kind in CARDS and component.shape != "free"


def _cut(component: Component) -> Object:
    """Return how a tile is cut out; the outline of a token is where its picture is not transparent."""
    stacks = component.kind == "tokens"
    if component.feet:
        return {}
    if component.shape == "free":
        return {
            "CustomToken": {
                "Thickness": 0.1,
                "MergeDistancePixels": 5.0,
                "StandUp": False,
                "Stackable": stacks,
            }
        }
    kind = {"round": 2, "hex": 1}.get(component.shape, 0)
    return {"CustomTile": {"Type": kind, "Thickness": 0.1, "Stackable": stacks, "Stretch": False}}


class ObjectMaker:
    """Makes objects of piles at places in mm."""

    def __init__(self, mm_per_unit: float, seed: str) -> None:
        self.mm_per_unit = mm_per_unit
        self.guid = _guids(seed)

    def at(self, pile: Pile, spot: Spot, around: float = UPRIGHT) -> Object:
        """Return a pile as one object."""
        place = (spot[0] / self.mm_per_unit, _LIES, spot[1] / self.mm_per_unit)
        turn = _Turn(around, pile.face_up)
        first = pile.designs[0]
        if len(pile.designs) == 1:
            made = self._one(first, place, turn)
        elif first.is_card:
            made = self._deck(pile.designs, place, turn)
        elif all(design is first for design in pile.designs) and not first.component.feet:
            made = self._one(first, place, turn)
            made["Name"], made["Number"] = made["Name"] + "_Stack", len(pile.designs)
        else:
            made = self._bag(pile.designs, place, turn)
        made["Locked"] = pile.locked
        return made

    def _one(self, design: Design, place: Place, turn: _Turn) -> Object:
        free = design.component.shape == "free"
        kind = "CardCustom" if design.is_card else "Custom_Token" if free else "Custom_Tile"
        kind = "Figurine_Custom" if design.component.feet else kind
        made = _object(kind, self.guid(), place, turn, design.scale)
        made |= {"Nickname": design.card.name, "Description": design.words}
        if design.is_card:
            return made | {"CardID": design.card_id, "SidewaysCard": False, "CustomDeck": design.deck}
        made["Hands"] = design.component.kind == "tiles"
        made["CustomImage"] = {
            "ImageURL": design.front,
            "ImageSecondaryURL": design.back,
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            **_cut(design.component),
        }
        return made

    def _deck(self, designs: Sequence[Design], place: Place, turn: _Turn) -> Object:
        made = _object("DeckCustom", self.guid(), place, turn, designs[0].scale)
        sheets: Object = {}
        for design in designs:
            sheets |= design.deck
        cards = [self._one(design, place, turn) | {"Name": "Card"} for design in designs]
        return made | {
            "Nickname": _titles(designs),
            "SidewaysCard": False,
            "DeckIDs": [design.card_id for design in designs],
            "CustomDeck": sheets,
            "ContainedObjects": cards,
        }

    def _bag(self, designs: Sequence[Design], place: Place, turn: _Turn) -> Object:
        made = _object("Bag", self.guid(), place, _Turn(turn.around), (1.0, 1.0))
        return made | {
            "Nickname": _titles(designs),
            "MaterialIndex": -1,
            "MeshIndex": -1,
            "Bag": {"Order": 2},
            "ContainedObjects": [self._one(design, place, turn) for design in designs],
        }


def _titles(designs: Sequence[Design]) -> str:
    return ", ".join(dict.fromkeys(design.component.title for design in designs))


def hand_of(colour: str, guid: str, spot: Spot, size: Spot, around: float, mm_per_unit: float) -> Object:
    """Return the zone in which a player's cards are held, seen by nobody else."""
    red, green, blue = COLOURS[colour]
    made = _object(
        "HandTrigger", guid, (spot[0] / mm_per_unit, 4.0, spot[1] / mm_per_unit), _Turn(around), (1, 1)
    )
    made["Transform"] |= {
        "scaleX": round(size[0] / mm_per_unit, 4),
        "scaleY": 6.0,
        "scaleZ": round(size[1] / mm_per_unit, 4),
    }
    return made | {
        "ColorDiffuse": {"r": red, "g": green, "b": blue, "a": 0.5},
        "Locked": True,
        "FogColor": colour,
    }


def saved(objects: Iterable[Object], name: str = "", **more: Any) -> Object:
    """Return a saved object, or with a `name` and what else it says, a saved game."""
    return {
        "SaveName": name,
        "Date": "",
        "VersionNumber": "",
        "GameMode": name,
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": "",
        "TabStates": {},
        **more,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": list(objects),
    }
