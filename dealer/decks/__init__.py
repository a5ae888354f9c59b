"""Decks that are taught at the table: the shelf, the choice, and one lesson with what it says."""
