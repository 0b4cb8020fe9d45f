"""Sheets for a machine that cuts: pages with the marks it looks for, and the lines that its knife follows.

`options.py` is what a target's file may say of a machine, `field.py` what is left of the paper for its knife, `layout.py`
decides where pieces lie, `contours.py` where one cuts and in which order; `pages.py`, `svg.py`, `dxf.py`, `cutouts.py`
and `words.py` write it down. Nothing here knows a machine by name.
"""
