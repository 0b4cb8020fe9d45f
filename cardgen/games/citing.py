"""TODO: goes when every game declares its rules."""

from cardgen.engine.telling import cite

__all__ = ["cite"]
