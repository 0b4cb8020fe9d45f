"""Art drawn by engines of others, in processes of their own, and kept."""
