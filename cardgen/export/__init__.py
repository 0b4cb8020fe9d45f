"""Drawings become files: PDF, PNG and SVG. Nothing is decided here."""

import sys
from types import ModuleType

# ReportLab would run what it finds under this name on the path, or in ~/.reportlab_mods
sys.modules.setdefault("reportlab_mods", ModuleType("reportlab_mods"))
