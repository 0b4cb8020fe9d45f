"""Frozen, typed components of a kit."""

from cardgen.model.kit import (
    KINDS,
    Card,
    Check,
    Component,
    Kind,
    Kit,
    Look,
    Named,
    Option,
    OptionChoice,
    OptionRange,
    OptionValue,
    Players,
    Shape,
    Value,
)
from cardgen.model.made_of import MadeOf

__all__ = [
    "KINDS",
    "Card",
    "Check",
    "Component",
    "Kind",
    "Kit",
    "Look",
    "MadeOf",
    "Named",
    "Option",
    "OptionChoice",
    "OptionRange",
    "OptionValue",
    "Players",
    "Shape",
    "Value",
]
