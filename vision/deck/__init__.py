"""Decks that were taught: their file, and how a card's corner is likened to them."""
