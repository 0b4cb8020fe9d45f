"""What stands on a sheet besides pieces: marks as plain data, and the pen that draws them."""
