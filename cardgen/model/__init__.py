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

__all__ = [
    "KINDS",
    "Card",
    "Check",
    "Component",
    "Kind",
    "Kit",
    "Look",
    "Named",
    "Option",
    "OptionChoice",
    "OptionRange",
    "OptionValue",
    "Players",
    "Shape",
    "Value",
]
