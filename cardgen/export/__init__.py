"""Drawings become files: PDF, PNG and SVG. Nothing is decided here."""
