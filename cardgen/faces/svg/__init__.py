"""SVG taken apart: layers, parts from other files, text elements, and what is refused."""
