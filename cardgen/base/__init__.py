"""What every room stands on: problems with a place, lengths, colours, drawings, files, and what is kept."""
