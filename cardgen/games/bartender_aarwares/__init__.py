"""Bartender, by Aarwares."""
