"""Tables made in a spreadsheet: files → grids of cells → the same located nodes that YAML gives, and back."""
