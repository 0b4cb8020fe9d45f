"""Jinja2 for kits from strangers: expressions and templates in one closed room."""
