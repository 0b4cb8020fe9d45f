"""A table at which people and bots play the printed game: what each seat sees, what it may do, and what is kept on disk.

Nothing here draws or serves. `seen.py` says what leaves for a seat, as plain data; `sitting.py` is one table with its
seats; `journal.py` keeps every move on disk before anybody sees it. Terminal, browser and replays use the same three.
"""
