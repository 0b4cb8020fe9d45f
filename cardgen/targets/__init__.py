"""Where a kit can go besides a printer at home: print services, online tables, cutting machines, boxes.

A target is a YAML file (`target.py` says what it may hold): in the kit's `targets/`, beside the folder of kits, among
a user's own, or shipped in `templates/targets/`. Its one block that names a maker (`pictures:`) says what is made and
how. A maker is a module of this room with `OPTIONS`, the declaration of its block, and `make(order)`, which yields the
files. Nothing else in the program knows a print service by name.
"""
