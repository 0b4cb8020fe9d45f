"""What lies where, before anything is drawn: pages of pieces and their marks as plain data."""
