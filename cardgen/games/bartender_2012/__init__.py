"""Bartender the Card Game (2012)."""
