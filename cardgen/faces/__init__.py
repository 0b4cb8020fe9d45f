"""A component and its SVG template become a drawing: ordered layers of shared art and set text."""
