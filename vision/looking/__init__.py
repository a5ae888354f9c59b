"""One look at the table: what to look at, what was found there, what became of cards that were not found."""
