"""What a card is called, from all looks at it and from what is remembered of the deck; or that it must be asked."""
