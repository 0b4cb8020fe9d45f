"""What the cards of Bartender (2012) do: each word with its arguments, what it says and what it does."""
