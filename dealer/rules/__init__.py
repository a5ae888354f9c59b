"""What may happen in a game: ranks, acts, events, and what a game expects next. It knows no game and no table."""
