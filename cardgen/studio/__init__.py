"""A kit in the browser while its files are saved: faces, sheets, rule sheet and problems, read and never written."""
