"""Text set by ourselves: fonts, shaping, lines, boxes."""
