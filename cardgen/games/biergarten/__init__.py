"""Biergarten, by Andrew Sallwasser."""
