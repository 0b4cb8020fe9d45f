"""A kit in another language: what can be translated, the catalogue of translations, and the kit read with it."""
