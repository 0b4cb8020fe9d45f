"""cardgen: print-and-play kits and rule sheets from YAML and SVG, and a rules engine that plays them."""

__version__ = "0.1.0"
