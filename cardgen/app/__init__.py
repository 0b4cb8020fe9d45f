"""The program: the command line and the pipelines behind it; the one room where print and play meet."""
