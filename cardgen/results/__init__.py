"""What a simulation found out: one tree of typed values that the JSON, its schema, its manual, the page and the text are made of."""
